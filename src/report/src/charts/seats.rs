use super::{
    Sketch,
    heat::{self, Words},
    theme::Sheet,
};
use sim_engine::analysis::{Heat, Square};
use sim_lab::summary::{RateRow, Summary};

pub fn sketch<'a>(runs: &[&Summary], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let words = Words {
        name: "seat_by_players",
        title: "Seats at tables of every size",
        about: "Win rate of each seat less the fair share, in percentage points, for each number of players; the table has the errors.",
    };
    let rows: Vec<_> = runs.iter().map(|run| (run.players, run.rates.seats.as_slice())).collect();
    heat::sketch(&words, &gains(&rows), caption, sheet)
}

/// What each seat wins beyond its fair share, in percentage points.
fn gains(sizes: &[(usize, &[RateRow])]) -> Heat {
    let square = |players: usize, RateRow { owner, estimate, fair, .. }: &RateRow| {
        let gain = estimate.value.zip(*fair).map(|(share, fair)| (share - fair) * 100.0);
        let seat = owner.seat().map_or(String::new(), |seat| (seat.0 + 1).to_string());
        Square::plain(players.to_string(), seat, gain)
    };
    let squares = sizes.iter().flat_map(|(players, rows)| rows.iter().map(|row| square(*players, row)));
    let squares = squares.collect();
    Heat { row: "players", column: "seat", unit: "points beyond fair", word: "", squares }
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
        let gains = gains(&[(2, &two), (4, &four)]);
        let found: Vec<f64> = gains.squares.iter().filter_map(|square| square.value).collect();
        for (found, wanted) in found.iter().zip([2.0, -2.0, 10.0]) {
            assert!((found - wanted).abs() < 1e-9, "{found}");
        }
        assert_eq!(found.len(), 3);
        // Alone nobody has a fair share, and there is nothing to draw.
        assert!(super::gains(&[(1, &[row(1, 0, 0.4)])]).squares.iter().all(|square| square.value.is_none()));
    }
}
