//! Figures read by selectors, compared with the tables that contain them.

use super::*;
use crate::{
    pairs,
    summary::Summary,
    tables::{self, Cell, Table},
};
use sim_delectable::rules::Delectable;
use sim_engine::{Component, Info, Objective, Source};
use sim_play::{
    Schedule,
    tally::{Tally, testing},
};

fn components() -> Vec<Component> {
    ["S2", "S3"]
        .map(|name| Component { name: name.into(), kind: "card".into(), source: Source::Rulebook })
        .into()
}

fn subject(components: &[Component]) -> Subject<'_> {
    let measures = testing::frame(&Schedule::pool(2, 2).unwrap(), 2).measures;
    let info = Info { measures, points_scale: 1, ends: &["deck"], ..*Delectable::INFO };
    Subject {
        info: Box::leak(Box::new(info)),
        objective: Objective::Wins,
        players: 2,
        strategies: ["a", "b", "c"].map(str::to_owned).into(),
        automa: None,
        prices: vec![None; components.len()],
        components,
    }
}

fn play() -> Tally {
    let schedule = Schedule::pool(3, 2).unwrap();
    testing::run(&schedule, 3, 0..1500, |strategy| 1.0 + f64::from(strategy), |_, _| 0)
}

/// Parses a selector from TOML. `; ` separates lines.
fn selector(text: &str) -> FigureSelector {
    toml::from_str(&text.replace("; ", "\n")).unwrap()
}

fn read(tally: &Tally, subject: &Subject<'_>, text: &str) -> Measurement {
    let found =
        selector(text).find(subject, &tally.layout).unwrap_or_else(|unknown| panic!("{text}: {unknown:?}"));
    Reader::new(tally).read(&found)
}

/// The table `name`, and its row that has all `keys` among its first six cells.
fn row<'t>(tables: &'t [Table], name: &str, keys: &[&str]) -> (&'t Table, &'t [Cell]) {
    let table = tables.iter().find(|table| table.name == name).unwrap();
    let is_key = |cell: &Cell, key: &str| match cell {
        Cell::Text(text) => text == key,
        Cell::Int(number) => number.to_string() == key,
        _ => false,
    };
    let is_it = |row: &&Vec<Cell>| keys.iter().all(|key| row.iter().take(6).any(|cell| is_key(cell, key)));
    (table, table.rows.iter().find(is_it).unwrap_or_else(|| panic!("{name} {keys:?}")))
}

#[test]
fn figures_are_those_of_the_tables() {
    let (components, tally) = (components(), play());
    let subject = subject(&components);
    let tables = tables::of_run(&Summary::new(&subject, &tally));
    for (text, name, keys, column) in [
        ("strategy = 'b'", "win_rate_by_strategy", &["b"][..], "win_rate"),
        ("seat = 2", "win_rate_by_seat", &["2"], "win_rate"),
        ("strategy = 'c'; seat = 1", "win_rate_by_strategy_and_seat", &["c", "1"], "win_rate"),
        ("figure = 'points'; strategy = 'a'", "points_by_strategy", &["a"], "mean_points"),
        ("figure = 'place_2'; strategy = 'b'", "places_by_strategy", &["b", "2"], "share"),
        ("figure = 'plies'", "length", &["plies"], "mean"),
        ("figure = 'margin'", "shape", &["margin"], "mean"),
        ("figure = 'end'; row = 'deck'", "ends", &["deck"], "share"),
        ("figure = 'things'; row = 'b'; strategy = 'c'", "measures", &["things", "b", "c"], "mean"),
        ("figure = 'level'; strategy = 'a'", "measures", &["level", "a"], "mean"),
        ("figure = 'level'; row = '1'; strategy = 'a'", "measure_histograms", &["level", "1", "a"], "share"),
        (
            "figure = 'level'; row = '2+'; strategy = 'a'",
            "measure_histograms",
            &["level", "2+", "a"],
            "share",
        ),
        ("figure = 'tokens'; row = 'b'", "measures", &["tokens", "b"], "mean"),
        ("figure = 'odd_tokens'; row = 'a'", "measures", &["odd_tokens", "a"], "mean"),
        ("figure = 'spread'; row = '1'", "measure_histograms", &["spread", "1"], "share"),
        ("figure = 'used'; component = 'S2'; strategy = 'b'", "component_use", &["S2", "used", "b"], "mean"),
        (
            "figure = 'adjusted_difference'; component = 'S2'",
            "component_adjusted_difference",
            &["S2"],
            "adjusted_difference",
        ),
        ("figure = 'win_rate'; component = 'S2'; row = '1'", "component_win_rate", &["S2", "1"], "win_rate"),
    ] {
        let estimate = read(&tally, &subject, text).estimate;
        let (table, row) = row(&tables, name, keys);
        assert!(estimate.value.is_some(), "{text}");
        assert_eq!(estimate.value, table.number(row, column), "{text}");
        assert_eq!(estimate.standard_error, table.number(row, "standard_error"), "{text}");
        assert_eq!(estimate.interval.map(|ends| ends.low), table.number(row, "low"), "{text}");
    }
}

#[test]
fn what_is_left_out_is_all_of_it() {
    let (components, tally) = (components(), play());
    let subject = subject(&components);
    let value = |text: &str| read(&tally, &subject, text).estimate.value.unwrap();
    // Every seat has one thing in every game, of one sort or the other.
    assert_eq!(value("figure = 'things'"), 1.0);
    assert_eq!(value("figure = 'things'; row = 'a + b'"), 1.0);
    assert_eq!(value("figure = 'level'; row = '0+'; strategy = 'c'"), 1.0);
    let mean = |figure: &str| {
        let own = |strategy| value(&format!("{figure}; strategy = '{strategy}'"));
        // All strategies play equally often.
        (own("a") + own("b") + own("c")) / 3.0
    };
    for figure in ["figure = 'things'; row = 'a'", "figure = 'points'", "figure = 'used'; component = 'S2'"] {
        assert!((value(figure) - mean(figure)).abs() < 1e-12, "{figure}");
    }
    // One token in every game, and a second kind in every third. Half of the first kind are odd.
    assert!((value("figure = 'tokens'") - 4.0 / 3.0).abs() < 1e-12);
    assert!((value("figure = 'odd_tokens'") - 0.5 / (4.0 / 3.0)).abs() < 1e-12);
    assert!((value("figure = 'odd_tokens'; per = { figure = 'tokens', row = 'a' }") - 0.5).abs() < 1e-12);
    let both = value("component = 'S2'; row = '0'") + value("component = 'S2'");
    assert!((both - 1.0).abs() < 0.05, "{both}");
}

#[test]
fn a_part_over_the_whole_is_a_share_with_an_error() {
    let (components, tally) = (components(), play());
    let subject = subject(&components);
    let plain = read(&tally, &subject, "figure = 'things'; row = 'a'; strategy = 'b'");
    let share = read(&tally, &subject, "figure = 'things'; row = 'a'; strategy = 'b'; per = { row = 'all' }");
    assert!(share.unit.is_share() && !plain.unit.is_share());
    // The whole is 1 in every game, so the share is the mean. Their errors agree except for the grouping.
    assert_eq!(share.estimate.value, plain.estimate.value);
    let errors = (share.estimate.standard_error.unwrap(), plain.estimate.standard_error.unwrap());
    assert!((0.7..1.4).contains(&(errors.0 / errors.1)), "{errors:?}");
    let odd =
        read(&tally, &subject, "figure = 'things'; row = 'a'; per = { row = 'b' }").estimate.value.unwrap();
    let part = read(&tally, &subject, "figure = 'things'; row = 'a'").estimate.value.unwrap();
    assert!((odd - part / (1.0 - part)).abs() < 1e-12);
    // The row does not apply to a denominator whose measure has no such row.
    let level = read(&tally, &subject, "figure = 'things'; row = 'a'; per = { figure = 'level' }");
    let whole = read(&tally, &subject, "figure = 'level'").estimate.value.unwrap();
    assert!((level.estimate.value.unwrap() - part / whole).abs() < 1e-12);
    // Uses are not stored by groups, so their relative errors add up.
    let text = "figure = 'used'; component = 'S2'; per = { component = 'S3', figure = 'offered' }";
    let taken = read(&tally, &subject, text);
    assert!(taken.estimate.interval.is_some() && !taken.unit.is_share());
}

#[test]
fn two_strategies_differ_by_what_is_paired() {
    let (components, tally) = (components(), play());
    let subject = subject(&components);
    let side = pairs::Side { subject: &subject, tally: &tally };
    let figures = pairs::figures(side, side, &[(2, 0)]).unwrap();
    for (figure, row) in [("win_rate", ""), ("points", ""), ("things", "; row = 'b'")] {
        let of = |strategy: &str| {
            read(&tally, &subject, &format!("figure = '{figure}'; strategy = '{strategy}'{row}"))
        };
        let difference = of("c").less(&of("a"), Pairing::SameRun);
        let name = if row.is_empty() { figure } else { "things: b" };
        let known = figures
            .iter()
            .find(|one| one.of.figure.word() == name && one.of.owner.strategy() == Some("c - a"))
            .unwrap();
        assert_eq!(difference.paired.difference, known.paired.difference, "{figure}");
    }
    // A number has no variance.
    let share = read(&tally, &subject, "strategy = 'c'");
    let less = share.less_number(0.5).paired.difference;
    assert_eq!(less.standard_error, share.estimate.standard_error);
    assert_eq!(less.value, share.estimate.value.map(|value| value - 0.5));
}

#[test]
fn words_that_name_nothing_are_told_with_the_nearest() {
    let (components, tally) = (components(), play());
    let subject = subject(&components);
    for (text, word, help) in [
        ("figure = 'thins'", "figure", "did you mean `things`?"),
        ("figure = 'win_rate'", "figure", "give seat or strategy"),
        ("strategy = 'd'", "strategy", "did you mean `a`?"),
        ("seat = 3", "seat", "give seat = 1 to 2"),
        (
            "figure = 'things'; seat = 1",
            "seat",
            "leave it out: only win_rate, points and places exist by seat",
        ),
        ("figure = 'things'; row = 'c'", "row", "did you mean `a`?"),
        ("figure = 'things'; column = 'c'", "column", "leave column out"),
        ("figure = 'level'; row = '3'", "row", "give 0 to 2+"),
        ("figure = 'level'; row = '2'", "row", "give 0 to 2+"),
        ("figure = 'tokens'; strategy = 'a'", "strategy", "leave it out: it is of the table as a whole"),
        ("figure = 'plies'; strategy = 'a'", "strategy", "leave it out: it is a figure of games"),
        ("figure = 'end'; row = 'dek'", "row", "did you mean `deck`?"),
        ("figure = 'adjusted_difference'", "figure", "name one: component = ..."),
        ("figure = 'adjusted_difference'; component = 'S4'", "component", "did you mean `S2`?"),
        ("figure = 'use'; component = 'S2'", "figure", "did you mean `used`?"),
        ("figure = 'things'; per = { row = 'z' }", "per", "did you mean `a`?"),
    ] {
        let unknown = selector(text).find(&subject, &tally.layout).unwrap_err();
        assert_eq!((unknown.word, unknown.help.as_str()), (word, help), "{text}: {}", unknown.message);
    }
}

#[test]
fn what_there_is_several_of_has_names() {
    let components = components();
    let subject = subject(&components);
    let names = |among: Dimension, figure: &str| among.names(&subject, &selector(figure), None).unwrap();
    assert_eq!(names(Dimension::Strategy, ""), ["a", "b", "c"]);
    assert_eq!(names(Dimension::Seat, ""), ["1", "2"]);
    assert_eq!(names(Dimension::Component, ""), ["S2", "S3"]);
    assert_eq!(names(Dimension::Row, "figure = 'things'"), ["a", "b"]);
    assert_eq!(names(Dimension::Row, "figure = 'level'"), ["0", "1", "2+"]);
    assert_eq!(names(Dimension::Row, "figure = 'end'"), ["deck"]);
    assert!(Dimension::Column.names(&subject, &selector("figure = 'things'"), None).is_err());
    let unknown = Dimension::Component.names(&subject, &selector(""), Some("cart")).unwrap_err();
    assert_eq!(unknown.help, "did you mean `card`?");
    let picked = Dimension::Seat.pick(&selector("figure = 'points'"), "2");
    assert_eq!((picked.figure.as_deref(), picked.seat), (Some("points"), Some(2)));
}
