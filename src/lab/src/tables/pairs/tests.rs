use super::*;
use crate::tables::{Cell, Column};
use sim_delectable::rules::Delectable;
use sim_engine::{Game, Info};
use sim_play::{
    Schedule,
    tally::{SHAPES, testing},
};

/// A game with the measures of made-up runs.
fn info() -> &'static Info {
    let measures = testing::frame(&Schedule::pool(2, 2).unwrap(), 2).measures;
    Box::leak(Box::new(Info { measures, points_scale: 1, ..*Delectable::info() }))
}

fn subject(names: &[&str]) -> Subject<'static> {
    Subject {
        info: info(),
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

fn row<'t>(table: &'t Table, figure: &str, strategy: &str) -> &'t [Cell] {
    let is_it = |row: &&Vec<Cell>| {
        table.text(row, "figure") == figure
            && table.text(row, "strategy") == strategy
            && table.number(row, "seat").is_none()
    };
    table.rows.iter().find(is_it).unwrap_or_else(|| panic!("no {figure} of {strategy}"))
}

#[test]
fn an_arm_against_itself_differs_by_nothing_anywhere() {
    let (subject, tally) = (subject(&["a", "b", "c"]), play(0..900, |_| 0));
    let side = Side { subject: &subject, tally: &tally };
    let table = differences(side, side, &by_name(&subject, &subject)).unwrap();
    // Per strategy: wins, points, 2 places and 3 measures; per seat the first four; 3 of the games beside
    // their shape, and 5 measures of the table.
    assert_eq!(table.rows.len(), 3 * 7 + 2 * 4 + 3 + SHAPES.len() + 5);
    for row in &table.rows {
        assert!(matches!(table.number(row, "difference"), Some(0.0) | None), "{row:?}");
        assert!(table.number(row, "low").is_none() && table.number(row, "p_value").is_none());
        assert_eq!(table.number(row, "differing_groups"), Some(0.0));
    }
    let words = table.text(row(&table, "win_rate", "a"), "note");
    assert_eq!(words, "no deal differs; at most 0.33 % of all deals do");
}

#[test]
fn a_shift_of_points_is_found_where_it_is_and_nowhere_else() {
    // In every other deal strategy `a` has 3 points more in one arm; strategies are named in another
    // order there, and one has another name.
    let (one, other) = (subject(&["a", "b", "c"]), subject(&["a", "b", "z"]));
    let tallies = (play(0..3000, |deal| (deal % 2 * 3) as i32), play(0..3000, |_| 0));
    let matched = by_name(&one, &other);
    assert_eq!(matched, [(0, 0), (1, 1)]);
    let sides = (Side { subject: &one, tally: &tallies.0 }, Side { subject: &other, tally: &tallies.1 });
    let table = differences(sides.0, sides.1, &matched).unwrap();
    let number = |figure, strategy, column| table.number(row(&table, figure, strategy), column);
    let ends = (number("points", "a", "low").unwrap(), number("points", "a", "high").unwrap());
    assert!(ends.0 < 1.5 && 1.5 < ends.1 && ends.1 - ends.0 < 0.2, "{ends:?}");
    assert!(number("points", "a", "false_discovery_rate").unwrap() < 1e-9);
    assert!(number("win_rate", "a", "difference").unwrap() > 0.0);
    assert!(number("level", "a", "difference").unwrap() > 0.1);
    assert_eq!(number("points", "b", "difference"), Some(0.0));
    assert_eq!(table.text(row(&table, "points", "b"), "note").split(';').next(), Some("no deal differs"));
    assert!(number("win_rate", "b", "difference").unwrap() < 0.0);
}

#[test]
fn two_strategies_meet_on_the_deals_of_one_run() {
    let (subject, tally) = (subject(&["a", "b", "c"]), play(0..1200, |_| 0));
    let side = Side { subject: &subject, tally: &tally };
    let table = differences(side, side, &[(2, 0)]).unwrap();
    let row = row(&table, "points", "c - a");
    // Points are below 40 times a uniform number times 1 for `a`, and times 3 for `c`: means of 19.5 and
    // 59.5.
    let (low, high) = (table.number(row, "low").unwrap(), table.number(row, "high").unwrap());
    assert!(low < 40.0 && 40.0 < high && high - low < 6.0, "{low} to {high}");
}

#[test]
fn other_deals_games_and_tables_are_refused() {
    let subject = subject(&["a", "b", "c"]);
    let (tally, later) = (play(0..50, |_| 0), play(50..100, |_| 0));
    let side = |tally| Side { subject: &subject, tally };
    assert_eq!(differences(side(&tally), side(&later), &[]), Err(PairError::Deals(50, 50)));
    let three = Subject { players: 3, ..subject.clone() };
    let other = Side { subject: &three, tally: &tally };
    assert_eq!(differences(side(&tally), other, &[]), Err(PairError::Players(2, 3)));
}

#[test]
fn what_is_found_is_found_among_all_rows_of_all_arms() {
    let figure = |p_value: f64| {
        let paired = Paired { p_value: Some(p_value), ..paired::difference(&[], &[], 0) };
        Figure { figure: "plies".to_owned(), strategy: String::new(), seat: None, paired, is_share: false }
    };
    let arms = [("x", [0.01, 0.04]), ("y", [0.02, 0.9])]
        .map(|(name, p_values)| (vec![Cell::text(name)], p_values.map(figure).to_vec()));
    let key = Column { name: "arm", about: "" };
    let table = of_arms(&[key], &arms, None);
    let rates: Vec<(&str, f64)> = table
        .rows
        .iter()
        .map(|row| (table.text(row, "arm"), table.number(row, "false_discovery_rate").unwrap()))
        .collect();
    // Sorted .01 .02 .04 .9 of four: .04 .04 .0533 .9. Of the first arm alone both would be found at 5 %.
    let expected = [("x", 0.04), ("x", 0.16 / 3.0), ("y", 0.04), ("y", 0.9)];
    for ((arm, rate), (known, value)) in rates.iter().zip(expected) {
        assert!(*arm == known && (rate - value).abs() < 1e-12, "{rates:?}");
    }
    let sorted = of_arms(&[key], &arms, Some(0.01));
    let last = sorted.rows.last().unwrap();
    assert_eq!((sorted.text(last, "arm"), sorted.number(last, "p_value")), ("y", Some(0.9)));
}
