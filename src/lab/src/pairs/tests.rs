use super::*;
use crate::tables::{Cell, Column, pairs::of_arms};
use sim_delectable::rules::Delectable;
use sim_engine::{Info, Objective};
use sim_play::{
    Schedule,
    tally::{Shape, testing},
};

/// A game with the measures of the simulated runs.
fn info() -> &'static Info {
    let measures = testing::frame(&Schedule::pool(2, 2).unwrap(), 2).measures;
    Box::leak(Box::new(Info { measures, points_scale: 1, ..*Delectable::INFO }))
}

fn subject(names: &[&str]) -> Subject<'static> {
    Subject {
        info: info(),
        objective: Objective::Wins,
        players: 2,
        strategies: names.iter().map(|&name| name.to_owned()).collect(),
        automa: None,
        components: &[],
        prices: vec![None; 2],
    }
}

fn play(deals: std::ops::Range<u64>, shift: impl Fn(u64) -> i32) -> Tally {
    let schedule = Schedule::pool(3, 2).unwrap();
    testing::run(&schedule, 3, deals, |strategy| 1.0 + f64::from(strategy), |deal, _| shift(deal))
}

/// The rows of two sides with their q-values.
fn rated(one: Side<'_>, other: Side<'_>, matched: &[(usize, usize)]) -> Vec<FigureRow> {
    let mut rows = figures(one, other, matched).unwrap();
    set_q_values(&mut rows);
    rows
}

fn row<'r>(rows: &'r [FigureRow], figure: &str, strategy: &str) -> &'r FigureRow {
    let is_it =
        |row: &&FigureRow| row.of.figure.word() == figure && row.of.owner.strategy() == Some(strategy);
    rows.iter().find(is_it).unwrap_or_else(|| panic!("no {figure} of {strategy}"))
}

#[test]
fn an_arm_against_itself_differs_by_nothing_anywhere() {
    let (subject, tally) = (subject(&["a", "b", "c"]), play(0..900, |_| 0));
    let side = Side { subject: &subject, tally: &tally };
    let rows = rated(side, side, &by_name(&subject, &subject));
    // Per strategy: wins, points, 2 places and 3 measures. Per seat: the first four. Per game: 3 besides its shape,
    // and 5 measures of the table.
    assert_eq!(rows.len(), 3 * 7 + 2 * 4 + 3 + Shape::ALL.len() + 5);
    for row in &rows {
        let difference = row.paired.difference;
        assert!(matches!(difference.value, Some(0.0) | None), "{row:?}");
        assert!(difference.interval.is_none() && row.paired.p_value.is_none());
        assert_eq!(row.paired.differing, 0);
    }
    let words = row(&rows, "win_rate", "a").paired.words();
    assert_eq!(words, "no deal differs; at most 0.33 % of all deals do");
}

#[test]
fn a_shift_of_points_is_found_where_it_is_and_nowhere_else() {
    // In every other deal strategy `a` has 3 more points in one arm. One strategy has another name there.
    let (one, other) = (subject(&["a", "b", "c"]), subject(&["a", "b", "z"]));
    let tallies = (play(0..3000, |deal| (deal % 2 * 3) as i32), play(0..3000, |_| 0));
    let matched = by_name(&one, &other);
    assert_eq!(matched, [(0, 0), (1, 1)]);
    let sides = (Side { subject: &one, tally: &tallies.0 }, Side { subject: &other, tally: &tallies.1 });
    let rows = rated(sides.0, sides.1, &matched);
    let difference = |figure, strategy| row(&rows, figure, strategy).paired.difference;
    let ends = difference("points", "a").interval.unwrap();
    assert!(ends.low < 1.5 && 1.5 < ends.high && ends.high - ends.low < 0.2, "{ends:?}");
    assert!(row(&rows, "points", "a").q_value.unwrap() < 1e-9);
    assert!(difference("win_rate", "a").value.unwrap() > 0.0);
    assert!(difference("level", "a").value.unwrap() > 0.1);
    assert_eq!(difference("points", "b").value, Some(0.0));
    let words = row(&rows, "points", "b").paired.words();
    assert_eq!(words.split(';').next(), Some("no deal differs"));
    assert!(difference("win_rate", "b").value.unwrap() < 0.0);
}

#[test]
fn two_strategies_meet_on_the_deals_of_one_run() {
    let (subject, tally) = (subject(&["a", "b", "c"]), play(0..1200, |_| 0));
    let side = Side { subject: &subject, tally: &tally };
    let rows = rated(side, side, &[(2, 0)]);
    let ends = row(&rows, "points", "c - a").paired.difference.interval.unwrap();
    // Points are uniform below 40 for `a` and below 120 for `c`: means of 19.5 and 59.5.
    assert!(ends.low < 40.0 && 40.0 < ends.high && ends.high - ends.low < 6.0, "{ends:?}");
}

#[test]
fn other_deals_games_and_tables_are_refused() {
    let subject = subject(&["a", "b", "c"]);
    let (tally, later) = (play(0..50, |_| 0), play(50..100, |_| 0));
    let side = |tally| Side { subject: &subject, tally };
    let refused = |one, other| figures(one, other, &[]).unwrap_err().message;
    let deals = "the runs hold different deals: 50 and 50 of them, or others";
    assert_eq!(refused(side(&tally), side(&later)), deals);
    let three = Subject { players: 3, ..subject.clone() };
    let other = Side { subject: &three, tally: &tally };
    assert_eq!(refused(side(&tally), other), "tables of 2 and of 3 players share no deals");
}

#[test]
fn what_is_found_is_found_among_all_rows_of_all_arms() {
    let row = |p_value: f64| {
        let paired = PairedEstimate { p_value: Some(p_value), ..paired::difference(&[], &[], 0) };
        FigureRow::new(Figure::Plies, Owner::Games, paired)
    };
    let mut arms = [("x", [0.01, 0.04]), ("y", [0.02, 0.9])]
        .map(|(name, p_values)| (vec![Cell::text(name)], p_values.map(row).to_vec()));
    set_q_values(arms.iter_mut().flat_map(|(_, rows)| rows));
    let table = of_arms(&[Column::text("arm", "")], &arms);
    let rates: Vec<(&str, f64)> = table
        .rows
        .iter()
        .map(|row| (table.text(row, "arm"), table.number(row, "q_value").unwrap()))
        .collect();
    // Sorted p-values .01 .02 .04 .9 give .04 .04 .0533 .9. In the first arm alone both would be below 5 %.
    let expected = [("x", 0.04), ("x", 0.16 / 3.0), ("y", 0.04), ("y", 0.9)];
    for ((arm, rate), (known, value)) in rates.iter().zip(expected) {
        assert!(*arm == known && (rate - value).abs() < 1e-12, "{rates:?}");
    }
}
