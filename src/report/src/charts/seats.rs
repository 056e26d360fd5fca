//! Seat by number of players: what each seat wins beyond its fair share, in one map.

use super::{Sketch, heat, theme::Sheet};
use sim_engine::analysis::Heat;
use sim_lab::tables::{Cell, Column, Table};

/// The shares by seat of several player counts under each other, told apart by a column `players`.
pub fn sketch<'a>(shares: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    shares.column("players")?;
    heat::sketch(&gains(shares)?, caption, sheet)
}

/// What each seat wins beyond its fair share, in percentage points.
fn gains(shares: &Table) -> Option<Table> {
    let columns = [
        Column { name: "players", about: "Players at the table." },
        Column { name: "seat", about: "Place in the starting order, from 1." },
        Column { name: "gain", about: "Win rate less the fair share, in percentage points." },
    ];
    let about = "Win rate of each seat less the fair share, in percentage points, for each number of players; the table has the errors.";
    let mut table = Table::new("seat_by_players", "Seats at tables of every size", about, &columns);
    for row in &shares.rows {
        let [players, seat] = ["players", "seat"].map(|name| shares.cell(row, name).clone());
        let gain = shares.number(row, "win_rate").zip(shares.number(row, "fair_share"));
        let gain = gain.map_or(Cell::Missing, |(share, fair)| Cell::Number((share - fair) * 100.0));
        table.rows.push(vec![players, seat, gain]);
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

    #[test]
    fn a_seat_is_held_against_the_fair_share_of_its_table() {
        let columns = ["players", "seat", "win_rate", "fair_share"].map(|name| Column { name, about: "" });
        let mut shares = Table::new("win_rate_by_seat", "", "", &columns);
        let row = |players, seat, share: f64| {
            let fair = 1.0 / players as f64;
            vec![Cell::Int(players), Cell::Int(seat), Cell::Number(share), Cell::Number(fair)]
        };
        shares.rows = vec![row(2, 1, 0.52), row(2, 2, 0.48), row(4, 3, 0.35)];
        let gains = gains(&shares).unwrap();
        let found: Vec<f64> = gains.rows.iter().filter_map(|row| row[2].as_number()).collect();
        for (found, wanted) in found.iter().zip([2.0, -2.0, 10.0]) {
            assert!((found - wanted).abs() < 1e-9, "{found}");
        }
        assert_eq!(found.len(), 3);
        // Alone nobody has a fair share, and there is nothing to draw.
        shares.rows = vec![vec![Cell::Int(1), Cell::Int(1), Cell::Number(0.4), Cell::Missing]];
        assert!(super::gains(&shares).is_none());
    }
}
