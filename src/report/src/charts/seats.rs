//! Seat by number of players: what each seat wins beyond its fair share, in one map.

use super::{Sketch, heat, theme::Sheet};
use sim_engine::analysis::Heat;
use sim_lab::{
    summary::{RateRow, Summary},
    tables::{Cell, Column, Table},
};

/// The win rates by seat of runs at tables of several sizes.
pub fn sketch<'a>(runs: &[&Summary], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let rows = runs.iter().map(|run| (run.players, run.rates.seats.as_slice()));
    heat::sketch(&gains(&rows.collect::<Vec<_>>())?, caption, sheet)
}

/// What each seat wins beyond its fair share, in percentage points.
fn gains(sizes: &[(usize, &[RateRow])]) -> Option<Table> {
    let columns = [
        Column { name: "players", about: "Players at the table." },
        Column { name: "seat", about: "Place in the starting order, from 1." },
        Column { name: "gain", about: "Win rate less the fair share, in percentage points." },
    ];
    let about = "Win rate of each seat less the fair share, in percentage points, for each number of players; the table has the errors.";
    let mut table = Table::new("seat_by_players", "Seats at tables of every size", about, &columns);
    for (players, rows) in sizes {
        table.rows.extend(rows.iter().map(|RateRow { owner, estimate, fair, .. }| {
            let gain = estimate.value.zip(*fair).map(|(share, fair)| (share - fair) * 100.0);
            vec![Cell::from(*players as u64), Cell::seat(owner.seat()), Cell::number(gain)]
        }));
    }
    table.heat = Some(Heat {
        row: "players",
        column: "seat",
        value: "gain",
        unit: "points beyond fair",
        mark: "",
        word: "",
    });
    table.rows.iter().any(|row| row[2] != Cell::Missing).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::Seat;
    use sim_lab::figure::Owner;
    use sim_stats::Estimate;

    #[test]
    fn a_seat_is_held_against_the_fair_share_of_its_table() {
        let row = |players: usize, seat, share| RateRow {
            owner: Owner::Seat(Seat(seat)),
            estimate: Estimate { value: Some(share), ..Estimate::MISSING },
            fair: (players > 1).then(|| 1.0 / players as f64),
            list: None,
        };
        let (two, four) = ([row(2, 0, 0.52), row(2, 1, 0.48)], [row(4, 2, 0.35)]);
        let gains = gains(&[(2, &two), (4, &four)]).unwrap();
        let found: Vec<f64> = gains.rows.iter().filter_map(|row| row[2].as_number()).collect();
        for (found, wanted) in found.iter().zip([2.0, -2.0, 10.0]) {
            assert!((found - wanted).abs() < 1e-9, "{found}");
        }
        assert_eq!(found.len(), 3);
        // Alone nobody has a fair share, and there is nothing to draw.
        assert!(super::gains(&[(1, &[row(1, 0, 0.4)])]).is_none());
    }
}
