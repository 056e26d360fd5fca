//! The variance budget of a game: how much of winning goes with strategies, with seats, and with luck.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns};
use sim_engine::Seat;
use sim_play::{
    Schedule,
    tally::{Companies, WIN},
};
use sim_stats::nested::{Budget, PARTS, Play, Stratum};

/// The parts of a budget, and what each of them is.
const NAMES: [(&str, &str); PARTS] = [
    ("own strategy", "Which strategy it is, whoever else plays."),
    ("opponents", "Who the others are, and how the strategy fares against them."),
    ("seating", "The seat, and the order of the others around the table."),
    (
        "deal",
        "What is set up before the first decision, with decks that are shuffled then, and how it suits whoever plays.",
    ),
    (
        "later draws",
        "What is drawn during play, by the rules or by strategies that leave a choice to chance.",
    ),
];

/// The words of wins and of points.
pub const WINS: &str = "win";
pub const POINTS: &str = "points";

/// Line-ups of a schedule with what each seat of each deal came to, deal by deal, as strata; of a line-up with
/// few rotations each counts for more, so that every seat of every deal weighs the same.
pub fn strata(schedule: &Schedule, outcomes: impl Iterator<Item = [i32; 2]>) -> Vec<Stratum> {
    let companies = Companies::of(schedule);
    let players = schedule.players();
    let mut strata: Vec<Stratum> = (0..schedule.len() as u64)
        .map(|lineup| {
            let company = companies.at(lineup);
            let tables: Vec<_> = schedule.tables(lineup).collect();
            let weight = 1.0 / (tables.len() * players) as f64;
            let seats =
                tables.iter().flat_map(|table| Seat::all(players).map(|seat| usize::from(table[seat])));
            let of = |strategy| Play { weight, strategy, company: company * usize::from(u8::MAX) + strategy };
            Stratum { plays: seats.map(of).collect(), outcomes: Vec::new() }
        })
        .collect();
    let mut outcomes = outcomes.peekable();
    let mut lineup = 0;
    while outcomes.peek().is_some() {
        let count = strata.len();
        let Some(stratum) = strata.get_mut(lineup % count.max(1)) else { break };
        stratum.outcomes.extend(outcomes.by_ref().take(stratum.plays.len()));
        lineup += 1;
    }
    strata
}

/// The budgets of wins and points at tables of several sizes.
pub fn table(found: &[(&Subject<'_>, [Option<Budget>; 2])]) -> Table {
    let share =
        Column { name: "share", about: "Its share of the variance; the shares of a figure add up to 1." };
    let columns: Vec<Column> = [
        Column { name: "players", about: "Players at the table." },
        Column { name: "figure", about: "win: whether a seat wins; points: its final points." },
        Column { name: "part", about: "What varies." },
    ]
    .into_iter()
    .chain(estimate_columns(share))
    .chain([
        Column {
            name: "variance",
            about: "The part itself: of wins in squares of a win, of points in squares of a point.",
        },
        Column { name: "variance_error", about: "Its standard error." },
    ])
    .collect();
    let about = "Where the variance of a seat's result comes from. Each part is what its draw adds to those above it, so that they add up to the whole; each is estimated without bias, so that one that is nothing may come out below 0. Strategies and opponents are drawn from those that played: with others, skill has another share.";
    let mut table = Table::new("luck", "What results go with", about, &columns);
    table.key = NAMES.to_vec();
    for (subject, budgets) in found {
        let scale = subject.points_scale();
        for ((figure, unit), budget) in [(WINS, 1.0 / WIN as f64), (POINTS, scale)].into_iter().zip(budgets) {
            let Some(budget) = budget else { continue };
            let parts = NAMES.iter().zip(&budget.shares).zip(&budget.parts);
            table.rows.extend(parts.map(|(((part, _), share), variance)| {
                let keys = [Cell::from(subject.players as u64), Cell::text(figure), Cell::text(*part)];
                let variance = variance.scaled(unit * unit);
                let variance = [Cell::number(variance.value), Cell::number(variance.standard_error)];
                keys.into_iter().chain(estimate_cells(share)).chain(variance).collect()
            }));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_of_every_deal_weighs_the_same_in_its_line_up() {
        // Two strategies in four seats: AABB turns in four ways, ABAB in two.
        let schedule = Schedule::pool(2, 4).unwrap();
        let games: usize = (0..schedule.len() as u64).map(|deal| schedule.tables(deal).count()).sum();
        let outcomes = (0..3 * games as i32 * 4).map(|at| [at, -at]);
        let strata = strata(&schedule, outcomes);
        let sizes: Vec<usize> = strata.iter().map(|stratum| stratum.plays.len()).collect();
        assert_eq!(sizes, [16, 8]);
        for stratum in &strata {
            assert_eq!(stratum.outcomes.len(), 3 * stratum.plays.len());
            let weight: f64 = stratum.plays.iter().map(|play| play.weight).sum();
            assert!((weight - 1.0).abs() < 1e-12);
        }
        // The second line-up follows the first, and the cycle begins again.
        assert_eq!(strata[1].outcomes[0], [16, -16]);
        assert_eq!(strata[0].outcomes[16], [24, -24]);
    }
}
