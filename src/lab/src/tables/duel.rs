//! One strategy in the place of another, figure by figure.

use super::{
    Cell, Column, Subject, Table, estimate_columns,
    pairs::{PAIR, VARIANCE_RATIO, paired_cells},
};
use sim_play::tally::{Duel, WIN};
use sim_stats::{Estimate, estimate::student_p_value, paired::Paired};

/// Elo points of a share of wins, and their derivative; none where it is 0 or 1.
fn elo(share: f64) -> Option<(f64, f64)> {
    let scale = 400.0 / libm::log(10.0);
    (share > 0.0 && share < 1.0)
        .then(|| (scale * libm::log(share / (1.0 - share)), scale / (share * (1.0 - share))))
}

/// The comparison of the first strategy of one arm with that of the other. Seats are told apart where
/// there are several; Elo points where there are two.
pub fn comparison(subject: &Subject<'_>, duel: &Duel) -> Table {
    let mut columns = vec![
        Column {
            name: "figure",
            about: "What is compared. superiority: chance to do better on the same deal, half of it where both do as well; elo: points on the scale of chess, against the same opponents.",
        },
        Column { name: "seat", about: "The seat, from 1, if the figure is one of a seat." },
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column { name: "difference", about: "The first minus the second." }));
    columns.extend([
        Column { name: "p_value", about: "Two-sided p-value of no difference." },
        Column { name: "differing_deals", about: "Deals in which the two differ at all." },
        Column {
            name: "most_differing",
            about: "Where fewer than 20 deals differ: the largest share of all deals that may differ (95 %).",
        },
        VARIANCE_RATIO,
    ]);
    let about = "One strategy in the place of the other: same opponents, seats and deals. Each deal gives one difference, over all its rotations; the errors are those of the differences, stratified by company.";
    let mut table = Table::new("comparison", "Two strategies on the same deals", about, &columns);
    let mut add = |figure: &str, seat: Option<usize>, paired: Paired| {
        let seat = seat.map_or(Cell::Missing, |seat| Cell::Int(seat as i64 + 1));
        let mut cells = vec![Cell::text(figure), seat];
        cells.extend(paired_cells(&paired));
        cells.extend([
            Cell::number(paired.p_value),
            Cell::from(paired.differing),
            Cell::number(paired.most_differing),
            Cell::number(paired.variance_ratio),
        ]);
        table.rows.push(cells);
    };
    let whole = 1.0 / WIN as f64;
    let wins = duel.wins.paired().scaled(whole);
    add("win_rate", None, wins);
    if subject.players > 1 {
        for (seat, wins) in duel.by_seat.iter().enumerate() {
            add("win_rate", Some(seat), wins.paired().scaled(whole));
        }
    }
    add("points", None, duel.points.paired().scaled(subject.points_scale()));
    if subject.players > 1 || subject.automa.is_some() {
        add("place", None, duel.places.paired());
    }
    let bare = Paired { p_value: None, variance_ratio: None, ..wins };
    let chance = duel.wins.superiority();
    let against = chance.value.map(|chance| 1.0 - chance);
    // The chance less that of the other side.
    let doubled = chance.scaled(2.0);
    let moved = Estimate {
        value: doubled.value.map(|value| value - 1.0),
        interval: doubled.interval.map(|ends| ends.moved(-1.0)),
        ..doubled
    };
    add("superiority", None, Paired { one: chance.value, other: against, difference: moved, ..bare });
    if subject.players == 2 {
        let of = |share: Option<f64>| share.and_then(elo).map(|(points, _)| points);
        let difference = duel.wins.difference_of(WIN as f64, elo);
        let value = difference.value.zip(difference.standard_error);
        let p_value = value.and_then(|(value, error)| student_p_value(value / error, difference.degrees));
        add("elo", None, Paired { one: of(wins.one), other: of(wins.other), difference, p_value, ..bare });
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::{BySeat, Game, Seat};
    use sim_play::{Row, tally::Outcome};

    /// A deal of two games in which strategy 0 wins as many as said.
    fn outcome(wins: u8) -> Outcome {
        let mut outcome = Outcome::default();
        for rotation in 0..2 {
            let mut row = Row {
                deal: 0,
                rotation,
                players: 2,
                contenders: 2,
                strategies: BySeat::default(),
                points: BySeat::default(),
                places: BySeat::default(),
                plies: 1,
                decisions: 1,
                end: 0,
                truncated: false,
            };
            let own = Seat(rotation);
            row.strategies[Seat(1 - rotation)] = 1;
            row.places[own] = if rotation < wins { 1 } else { 2 };
            row.places[Seat(1 - rotation)] = 3 - row.places[own];
            row.points[own] = if rotation < wins { 10 } else { 4 };
            outcome.add(&row, 0);
        }
        outcome
    }

    fn subject() -> Subject<'static> {
        let strategies = vec!["a".to_owned(), "b".to_owned()];
        Subject {
            info: Delectable::info(),
            players: 2,
            strategies,
            automa: None,
            components: &[],
            prices: Vec::new(),
        }
    }

    fn row<'t>(table: &'t Table, figure: &str, seat: Option<f64>) -> &'t [Cell] {
        let is_it =
            |row: &&Vec<Cell>| table.text(row, "figure") == figure && table.number(row, "seat") == seat;
        table.rows.iter().find(is_it).unwrap()
    }

    #[test]
    fn shares_places_chances_and_elo_are_those_of_the_games() {
        // Of 100 deals the first wins both games in 50, one in 25 and none in 25; the other one in all.
        let mut duel = Duel::new(2, 1);
        for deal in 0..100 {
            let wins = [2, 2, 1, 0][deal % 4];
            duel.add(0, &outcome(wins), &outcome(1));
        }
        assert_eq!((duel.deals, duel.games), (100, 200));
        let table = comparison(&subject(), &duel);
        let number = |figure, seat, column| table.number(row(&table, figure, seat), column).unwrap();
        assert_eq!(number("win_rate", None, "one"), 0.625);
        assert_eq!(number("win_rate", None, "difference"), 0.125);
        // Outcomes 1, 1, .5 and 0 of 4 deals: variance .171875, times 100 / 99, over 100 deals.
        let error = (0.171875f64 / 99.0).sqrt();
        assert!((number("win_rate", None, "standard_error") - error).abs() < 1e-12);
        // The other arm has no variance, so that nothing cancels.
        assert!((number("win_rate", None, "variance_ratio") - 1.0).abs() < 1e-12);
        assert_eq!(number("win_rate", Some(1.0), "one"), 0.75);
        assert_eq!(number("win_rate", Some(2.0), "difference"), 0.5);
        // 1.25 games of two with 10 points, the others with 4.
        assert_eq!(number("points", None, "one") * f64::from(Delectable::info().points_scale), 7.75);
        assert_eq!(number("place", None, "one"), 1.375);
        // Better in half of the deals, as well in a quarter.
        assert_eq!(number("superiority", None, "one"), 0.625);
        assert_eq!(number("superiority", None, "other"), 0.375);
        // 400 log10(.625 / .375), and 0 of an even share.
        assert!((number("elo", None, "one") - 88.739).abs() < 1e-3);
        assert_eq!(number("elo", None, "other"), 0.0);
        let slope = 400.0 / std::f64::consts::LN_10 / (0.625 * 0.375);
        assert!((number("elo", None, "standard_error") - slope * error).abs() < 1e-9);
    }

    #[test]
    fn the_same_strategy_differs_by_nothing_and_one_that_always_wins_has_no_elo() {
        let mut duel = Duel::new(2, 1);
        (0..300).map(|deal| outcome((deal % 3) as u8)).for_each(|deal| duel.add(0, &deal, &deal));
        let table = comparison(&subject(), &duel);
        for row in table.rows.iter().filter(|row| table.text(row, "figure") != "superiority") {
            assert_eq!(table.number(row, "difference"), Some(0.0), "{row:?}");
            assert_eq!(table.number(row, "low"), None);
            assert!(!table.text(row, "note").is_empty());
        }
        let mut duel = Duel::new(2, 1);
        (0..300).for_each(|deal| duel.add(0, &outcome(2), &outcome((deal % 3) as u8)));
        let table = comparison(&subject(), &duel);
        assert_eq!(table.number(row(&table, "elo", None), "difference"), None);
        assert_eq!(table.text(row(&table, "elo", None), "note"), "one of the shares is 0 or 1");
        let nothing = comparison(&subject(), &Duel::new(2, 1));
        assert!(nothing.rows.iter().all(|row| nothing.number(row, "difference").is_none()));
    }
}
