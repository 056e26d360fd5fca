use super::{
    Sketch,
    lines::{self, Line, Plot, Step},
    theme::Sheet,
};
use sim_engine::Objective;
use sim_lab::ladder::Ladder;
use sim_stats::{Estimate, grouped::apart};

pub fn sketch<'a>(ladders: &[&Ladder], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let objective = ladders.first().map_or(Objective::Wins, |ladder| ladder.objective);
    let plot = Plot {
        name: "levels",
        title: "Levels of skill",
        subtitle: match objective {
            Objective::Wins => {
                "How far each level stands below the highest, in rating points: 400 are odds of ten to one beyond those of equals. Whiskers are 95 % intervals. A level is left out where one above it wins every game."
            }
            Objective::Points => {
                "How far each level stands below the highest, in points a game. Whiskers are 95 % intervals."
            }
        },
        caption,
        across: "players",
        up: match objective {
            Objective::Wins => "points below the highest level",
            Objective::Points => "points a game below the highest level",
        },
        is_share: false,
        from_zero: false,
        mark: None,
    };
    lines::sketch(&below(ladders), &plot, sheet)
}

/// A line for each level, the best first: it stands at 0.
fn below(ladders: &[&Ladder]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut add = |name: &str, at: Step| match lines.iter_mut().find(|line| line.name == name) {
        Some(line) => line.steps.push(at),
        None => lines.push(Line { name: name.to_owned(), steps: vec![at] }),
    };
    for ladder in ladders {
        let x = ladder.players as f64;
        if let Some(highest) = ladder.steps.last() {
            add(&highest.upper, Step { x, y: 0.0, interval: None });
        }
        let mut steps: Vec<(f64, Estimate)> = Vec::new();
        for step in ladder.steps.iter().rev() {
            steps.push((-1.0, step.points));
            let down = apart(&steps);
            let Some(y) = down.value else { break };
            add(&step.lower, Step { x, y, interval: down.interval });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_lab::ladder;

    fn ladder(players: usize, points: &[Option<f64>]) -> Ladder {
        let names = ["random", "expert", "champion"];
        let step = |(pair, points): (&[&str], &Option<f64>)| ladder::Step {
            upper: pair[1].to_owned(),
            lower: pair[0].to_owned(),
            games: 100,
            upper_wins: Estimate::MISSING,
            lower_wins: Estimate::MISSING,
            points: points.map_or(Estimate::MISSING, |points| {
                Estimate { n: 100, deals: 100, degrees: 99, value: Some(points), ..Estimate::MISSING }
                    .with_error(3.0)
            }),
        };
        let steps = names.windows(2).zip(points).map(step).collect();
        Ladder { players, steps, length: Estimate::MISSING, objective: Objective::Wins }
    }

    #[test]
    fn levels_add_up_from_the_highest_and_end_where_a_step_is_not_known() {
        let (two, three) = (ladder(2, &[None, Some(40.0)]), ladder(3, &[Some(600.0), Some(60.0)]));
        let lines = below(&[&two, &three]);
        let told: Vec<(&str, Vec<(f64, f64)>)> = lines
            .iter()
            .map(|line| (line.name.as_str(), line.steps.iter().map(|step| (step.x, step.y)).collect()))
            .collect();
        assert_eq!(
            told,
            [
                ("champion", vec![(2.0, 0.0), (3.0, 0.0)]),
                ("expert", vec![(2.0, -40.0), (3.0, -60.0)]),
                ("random", vec![(3.0, -660.0)])
            ]
        );
        // Errors of steps add up in squares.
        let wide = |line: &Line, at: usize| line.steps[at].interval.map(|ends| ends.high - ends.low).unwrap();
        assert!((wide(&lines[2], 0) / wide(&lines[1], 1) - 2.0_f64.sqrt()).abs() < 1e-2);
    }
}
