use std::ops::Range;

use sim_play::{
    Schedule, Utility,
    arm::{Contest, NamedArm, Score, by_group},
};
use sim_script::Strategy;
use sim_stats::{
    paired::{self, PairedEstimate},
    repeats::Repeats,
};

use crate::{
    Error, Event, Lab,
    adapt::Budget,
    figure::{Figure, Owner},
    pairs::FigureRow,
};

/// The strategy that stands for people who play for the first time.
pub const BEGINNER: &str = "default";

pub struct BeginnerField<'a> {
    pub beginner: &'a Strategy,
    pub budget: Budget,
    pub deals: Range<u64>,
}

pub struct PlayerScores {
    utility: Utility,
    /// By repeat, and there by deal.
    scores: Vec<Vec<Score>>,
}

impl BeginnerField<'_> {
    /// For each table, the scores of one of its players among beginners in every seat in turn.
    pub fn play(&self, tables: &[Vec<&NamedArm>], lab: &mut Lab<'_>) -> Result<Vec<PlayerScores>, Error> {
        let Some(first) = tables.iter().flatten().next() else { return Ok(Vec::new()) };
        let schedule = Schedule::against(1, first.arm.frame.players).expect("two strategies make few tables");
        let games = schedule.games_of(self.deals.clone()) * tables.len() as u64;
        lab.progress.on_event(Event::Plan { arms: tables.len(), games });
        let (mut found, mut played) = (Vec::new(), 0);
        for repeats in tables {
            let mut won = PlayerScores { utility: first.arm.game.utility(), scores: Vec::new() };
            for (repeat, named) in (0..).zip(repeats) {
                let deals = self.budget.part_of(self.deals.clone(), repeat);
                let strategies = named.arm.strategies.iter().take(1).chain([self.beginner]).collect();
                let contest = Contest { strategies, schedule: &schedule, deals: deals.clone() };
                let seed = named.arm.inputs.seed;
                let scores = lab.threads.install(|| named.arm.game.contests(&[contest], seed, lab.stop))?;
                won.scores.extend(scores);
                played += schedule.games_of(deals);
                lab.progress.on_event(Event::Step { games: played });
            }
            found.push(won);
        }
        Ok(found)
    }
}

/// How much more a player wins at one table than at another, on the same deals and with the same training seeds.
/// `start` names the strategy before training.
pub fn row(start: &str, one: &PlayerScores, other: &PlayerScores) -> FigureRow {
    let utility = one.utility;
    let less = |(one, other): (&Vec<Score>, &Vec<Score>)| {
        let [mine, theirs] =
            [one, other].map(|scores| by_group(scores.iter().map(|score| utility.ratio(score))));
        paired::difference(&mine, &theirs, one.len() as u64)
    };
    let found: Vec<PairedEstimate> = one.scores.iter().zip(&other.scores).map(less).collect();
    let owner = Owner::Strategy(format!("{start} among {BEGINNER}"));
    FigureRow::new(Figure::of(utility.objective), owner, Repeats::new(found.len()).paired(&found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(wins: i64) -> Score {
        Score { games: 2, seats: 2, wins: wins * sim_play::tally::WIN, ..Score::default() }
    }

    #[test]
    fn what_one_wins_less_among_beginners_is_told_over_all_repeats() {
        let utility = Utility::new(sim_delectable::ENTRY.info(), sim_engine::Objective::Wins);
        let won = |each: [i64; 2]| PlayerScores {
            utility,
            scores: vec![(0..400).map(|at| deal(each[at % 2])).collect(); 3],
        };
        let found = row("champion", &won([1, 2]), &won([2, 2]));
        let PairedEstimate { one, other, difference, .. } = found.paired;
        assert_eq!((one, other), (Some(0.75), Some(1.0)));
        assert!((difference.value.unwrap() + 0.25).abs() < 1e-12);
        assert_eq!(found.of.to_string(), "champion among default win rate");
    }
}
