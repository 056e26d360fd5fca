use super::*;
use crate::charts;
use sim_engine::settings::Change;
use sim_lab::{
    experiment::{Heading, Inputs, Ruleset, StrategyEntry},
    tables::{Cell, Column},
};

fn column(name: &'static str) -> Column {
    Column { name, about: "" }
}

fn number(value: Option<f64>) -> Cell {
    value.map_or(Cell::Missing, Cell::Number)
}

/// Win rates: key, share, half width; `fair` may be missing.
fn shares(
    name: &'static str,
    key: &'static str,
    fair: Option<f64>,
    rows: &[(Cell, f64, Option<f64>)],
) -> Table {
    let columns = [
        key,
        "n",
        "deals",
        "win_rate",
        "standard_error",
        "low",
        "high",
        "note",
        "fair_share",
        "list_low",
        "list_high",
    ]
    .map(column);
    let mut table = Table::new(name, "Win rate", "Wins over games.", &columns);
    for (cell, share, half) in rows {
        let note = if half.is_some() { "" } else { "fewer than 30 deals" };
        table.rows.push(vec![
            cell.clone(),
            Cell::Int(2000),
            Cell::Int(1000),
            Cell::Number(*share),
            number(half.map(|half| half / 2.0)),
            number(half.map(|half| share - half)),
            number(half.map(|half| share + half)),
            Cell::text(note),
            number(fair),
            // As for three rows: 2.39 errors in place of 1.96.
            number(half.map(|half| share - 1.22 * half)),
            number(half.map(|half| share + 1.22 * half)),
        ]);
    }
    table
}

fn strategies(fair: Option<f64>, rows: &[(&str, f64, Option<f64>)]) -> Table {
    let rows: Vec<_> = rows.iter().map(|&(name, share, half)| (Cell::text(name), share, half)).collect();
    shares("win_rate_by_strategy", "strategy", fair, &rows)
}

fn seats(fair: f64, rows: &[(f64, Option<f64>)]) -> Table {
    let rows: Vec<_> =
        rows.iter().zip(1..).map(|(&(share, half), seat)| (Cell::Int(seat), share, half)).collect();
    shares("win_rate_by_seat", "seat", Some(fair), &rows)
}

/// Adjusted differences: name, source, adjusted difference, half width, p-value, false discovery rate.
fn adjusted(rows: &[(&str, &str, f64, f64, f64, f64)]) -> Table {
    let columns = [
        "component",
        "source",
        "n",
        "adjusted_difference",
        "standard_error",
        "low",
        "high",
        "p_value",
        "false_discovery_rate",
        "list_low",
        "list_high",
    ];
    let mut table = Table::new(
        "component_adjusted_difference",
        "Adjusted difference",
        "Correlation.",
        &columns.map(column),
    );
    for &(name, source, value, half, p_value, rate) in rows {
        let mut row = vec![Cell::text(name), Cell::text(source), Cell::Int(900)];
        row.extend([value, half / 2.0, value - half, value + half, p_value, rate].map(Cell::Number));
        row.extend([value - half, value + half].map(Cell::Number));
        table.rows.push(row);
    }
    table
}

fn ends(truncated: f64) -> Table {
    let columns = ["ending", "n", "share"].map(column);
    let mut table = Table::new("ends", "How games end", "", &columns);
    table.rows.push(vec![Cell::text("truncated"), Cell::Int(2000), Cell::Number(truncated)]);
    table
}

fn run(players: usize) -> Manifest {
    Manifest {
        heading: Heading {
            title: "Delectable".to_owned(),
            command: "sim --game delectable --seed 7".to_owned(),
            version: "0.1.0".to_owned(),
            ..Heading::default()
        },
        inputs: Inputs { rules: Ruleset { players, ..Ruleset::default() }, seed: 7, ..Inputs::default() },
        games: 2000,
        deals: 1000,
        ..Manifest::default()
    }
}

fn words(players: usize, tables: &[Table]) -> String {
    summary(&run(players), tables).join("\n").replace('\u{a0}', " ")
}

#[test]
fn clear_findings_are_said_with_their_errors() {
    let tables = [
        strategies(Some(0.5), &[("value", 0.419, Some(0.002)), ("raider", 0.581, Some(0.002))]),
        seats(0.5, &[(0.51, Some(0.001)), (0.49, Some(0.001))]),
        adjusted(&[
            ("Oven", "rulebook", 0.03, 0.004, 1e-9, 3e-9),
            ("Van", "reconstructed", -0.05, 0.01, 1e-6, 2e-6),
            ("Whisk", "rulebook", 0.001, 0.01, 0.8, 0.8),
        ]),
        ends(0.0005),
    ];
    insta::assert_snapshot!(words(2, &tables), @"
    With 2 players `raider` wins 58.1 % ± 0.2, 8.1 percentage points above the fair 50.0 %; `value` wins least, 41.9 % ± 0.2.
    Seat 1 wins 51.0 % ± 0.1, 1.0 percentage points above the fair 50.0 %: a real seat advantage.
    2 of 3 components that players choose are linked to winning (+) or losing (-) by more than chance explains, in percentage points: `Van` (−5.0 ± 1.0, reconstructed data) and `Oven` (+3.0 ± 0.4). A link is not yet a cause: `sim ablate` plays the same deals without a component. 1 of these rests on reconstructed data.
    1 game was cut off at the ply limit (0.1 % of all) and ranked by the points it had.
    ");
}

/// Of the best strategy, and of each measure the clearest row: the same habit in three rounds is one.
#[test]
fn what_the_best_does_differently_names_each_habit_once() {
    let columns = ["strategy", "habit", "row_label", "column_label", "mean", "field_mean"].map(column);
    let mut profile = Table::new("profile", "What each strategy does differently", "", &columns);
    for (name, habit, place, mean) in [
        ("best", "zous_chefs", "5", 0.9),
        ("best", "zous_chefs", "6", 0.8),
        ("other", "cooks", "", 7.0),
        ("best", "uses", "oven", 0.5),
        ("best", "zous_chefs", "4", 0.7),
        ("best", "visits", "", 3.0),
    ] {
        let texts = [name, habit, place, ""].map(Cell::text);
        profile.rows.push(texts.into_iter().chain([mean, 0.25].map(Cell::Number)).collect());
    }
    let shares = strategies(Some(0.5), &[("other", 0.4, Some(0.01)), ("best", 0.6, Some(0.01))]);
    let told = words(2, &[shares, profile]);
    let sentence = "What `best` does most differently from the others, as means: zous chefs (5) 0.9, others 0.25; uses (oven) 0.5, others 0.25; visits 3, others 0.25.";
    assert!(told.contains(sentence), "{told}");
}

/// A box that paid shows who did well: headlines are of what players choose, however much weaker.
#[test]
fn headlines_are_of_choices_and_count_what_only_happens() {
    let mut table = adjusted(&[
        ("hired chef", "rulebook", 0.03, 0.004, 1e-9, 3e-9),
        ("box that pays", "rulebook", 0.3, 0.004, 1e-12, 3e-12),
        ("rumor", "rulebook", 0.2, 0.004, 1e-12, 3e-12),
        ("idle stove", "rulebook", 0.001, 0.01, 0.8, 0.8),
    ]);
    table.columns.push(column("choice"));
    for (row, choice) in table.rows.iter_mut().zip(["chosen", "happens", "happens", "chosen"]) {
        row.push(Cell::text(choice));
    }
    insta::assert_snapshot!(words(2, &[table.clone()]), @"1 of 2 components that players choose is linked to winning (+) or losing (-) by more than chance explains, in percentage points: `hired chef` (+3.0 ± 0.4). Left out here, as no player chooses them: 2 components that pay, score or are drawn by themselves. The table has them. A link is not yet a cause: `sim ablate` plays the same deals without a component.");
    // Where nothing chosen stands out, what happens does not take its place.
    for cell in &mut table.rows[0][7..9] {
        *cell = Cell::Number(0.9);
    }
    let told = words(2, &[table]);
    assert!(
        told.starts_with("No choice of a component is linked") && !told.contains("box that pays"),
        "{told}"
    );
}

#[test]
fn what_lies_within_its_error_is_not_told_apart() {
    let tables = [
        strategies(Some(0.5), &[("a", 0.505, Some(0.01)), ("b", 0.495, Some(0.01))]),
        seats(0.5, &[(0.505, Some(0.01)), (0.495, Some(0.01))]),
        adjusted(&[("Oven", "rulebook", 0.01, 0.02, 0.3, 0.3)]),
        ends(0.0),
    ];
    insta::assert_snapshot!(words(2, &tables), @"
    With 2 players, no strategy is yet distinguishable from the fair 50.0 %; `a` comes first with 50.5 % ± 1.0.
    Seats are not yet distinguishable from the fair 50.0 %: all win rates lie within errors that hold for all seats together (at most ± 1.2 percentage points).
    No choice of a component is linked to winning or losing by more than chance explains (1 compared).
    ");
}

#[test]
fn a_seat_just_outside_its_interval_is_no_finding() {
    // One of four falls outside its own interval in 18 of 100 runs by chance alone.
    let tables = [seats(
        0.25,
        &[(0.263, Some(0.012)), (0.255, Some(0.012)), (0.245, Some(0.012)), (0.237, Some(0.012))],
    )];
    insta::assert_snapshot!(words(4, &tables), @"Seats are not yet distinguishable from the fair 25.0 %: all win rates lie within errors that hold for all seats together (at most ± 1.5 percentage points).");
}

#[test]
fn many_strategies_are_not_all_listed() {
    let half = Some(0.02);
    let rows: Vec<(&str, f64, Option<f64>)> = ["a", "b", "c", "d", "e", "f"]
        .into_iter()
        .map(|name| (name, 0.4, half))
        .chain([("z", 0.01, half)])
        .collect();
    insta::assert_snapshot!(words(4, &[strategies(Some(0.25), &rows)]), @"With 4 players, 6 strategies win more than the fair 25.0 %: `a` (40.0 % ± 2.0), `b` (40.0 % ± 2.0), `c` (40.0 % ± 2.0) and 3 more; which of them wins most is open; `z` wins least, 1.0 % ± 2.0.");
}

#[test]
fn who_wins_most_and_least_is_said_where_the_list_bears_it_out() {
    let half = Some(0.01);
    let rows = [("a", 0.5, half), ("b", 0.4, half), ("c", 0.1, half), ("d", 0.05, half), ("e", 0.2, half)];
    insta::assert_snapshot!(words(5, &[strategies(Some(0.2), &rows)]), @"With 5 players `a` wins most, 50.0 % ± 1.0, 30.0 percentage points above the fair 20.0 %; also above it: `b` (40.0 % ± 1.0); `d` wins least, 5.0 % ± 1.0.");
    // Two at the bottom whose intervals overlap.
    let rows = [("a", 0.5, half), ("b", 0.3, half), ("c", 0.103, half), ("d", 0.097, half)];
    insta::assert_snapshot!(words(4, &[strategies(Some(0.25), &rows)]), @"With 4 players `a` wins most, 50.0 % ± 1.0, 25.0 percentage points above the fair 25.0 %; also above it: `b` (30.0 % ± 1.0); below it: `c` (10.3 % ± 1.0) and `d` (9.7 % ± 1.0).");
}

#[test]
fn few_deals_give_no_judgement() {
    let tables = [
        strategies(Some(0.5), &[("a", 0.9, None), ("b", 0.1, None)]),
        seats(0.5, &[(0.6, None), (0.4, None)]),
    ];
    insta::assert_snapshot!(words(2, &tables), @"
    With 2 players, shares of wins: `a` 90.0 % and `b` 10.0 %; fewer than 30 deals, so nothing is said of their errors.
    Shares of wins by seat: seat 1 60.0 % and seat 2 40.0 %; fewer than 30 deals, so nothing is said of a seat advantage.
    ");
}

#[test]
fn solo_has_no_fair_line() {
    let tables = [strategies(None, &[("a", 0.7, Some(0.02))]), seats(1.0, &[(0.7, Some(0.02))])];
    let page = Manifest { automa: Some("the Cook".to_owned()), ..run(1) };
    let words = summary(&page, &tables).join("\n").replace('\u{a0}', " ");
    insta::assert_snapshot!(words, @"With 1 player, shares of games won against the Cook: `a` 70.0 % ± 2.0. With a single player there is no fair share to compare with.");
}

#[test]
fn a_strategy_alone_says_nothing() {
    insta::assert_snapshot!(words(2, &[strategies(Some(0.5), &[("a", 0.5, None)])]), @"With 2 players, only `a` played, against itself; its win rate says nothing.");
}

#[test]
fn the_page_fetches_nothing_and_escapes_names() {
    let tables = [strategies(Some(0.5), &[("<b>", 0.6, Some(0.01)), ("\"&'", 0.4, Some(0.01))])];
    let figures = charts::draw(&[charts::Data::Tables(&tables)], "<caption>").unwrap();
    let mut run = run(2);
    run.inputs.rules.changes = vec![Change { path: "a.b".into(), value: "2".into(), default: "1".into() }];
    run.inputs.strategies = vec![StrategyEntry {
        name: "<b>".into(),
        about: "</style><script>alert(1)</script><i>".into(),
        from_default: vec!["<hr>".into(), "turn".into()],
        ..StrategyEntry::default()
    }];
    let page = page(&run, &tables, &figures).html().unwrap();
    for outside in
        ["http:", "https:", "src=", "<link", "@import", "url(//", "<script>alert", "<caption>", "<i>"]
    {
        assert!(!page.contains(outside), "{outside} is on the page");
    }
    assert!(page.contains("default-src 'none'"));
    // Style sheets know no character references: the fonts must come through as they are.
    let style = &page[page.find("<style>").unwrap()..page.find("</style>").unwrap()];
    assert!(style.matches("base64,d09GM").count() == 2 && !style.contains("&#"));
    assert!(page.contains("<td>&lt;b&gt;</td>"), "{page}");
    assert!(page.contains("<b>&lt;b&gt;</b> wins"), "{page}");
    assert!(page.contains("Not set in the file, taken from default.toml: &lt;hr&gt; and turn."), "{page}");
    // Besides the names that the page itself sets in bold.
    assert_eq!(page.matches("<b>").count(), page.matches("</b>").count());
}

#[test]
fn the_page_is_made_of_what_there_is() {
    let bare = page(&Manifest::default(), &[], &[]).html().unwrap();
    assert!(!bare.contains("<figure") && !bare.contains("id=\"seats\""));
    assert!(bare.contains("Every setting is at its default.") && !bare.contains("Not set in"));

    let mut other = Table::new("something_new", "Something new", "", &[column("x")]);
    other.rows.push(vec![Cell::Number(1.5)]);
    let tables = [strategies(Some(0.5), &[("a", 0.6, Some(0.01))]), other];
    let page =
        page(&run(2), &tables, &charts::draw(&[charts::Data::Tables(&tables)], "").unwrap()).html().unwrap();
    assert!(page.contains("<figure") && page.contains("Something new"));
    assert!(page.contains("sim --game delectable --seed 7"));
}

#[test]
fn an_estimate_takes_one_cell_and_its_interval_another() {
    let view = cells::view(&strategies(Some(0.5), &[("a", 0.6, Some(0.01)), ("b", 0.4, None)]));
    let heads: Vec<&str> = view.heads.iter().map(|head| head.text.as_str()).collect();
    assert_eq!(heads, ["strategy", "win rate", "95 % interval", "fair share", "n", "deals", "note"]);
    let text = |row: usize| {
        view.groups[0].rows[row].iter().map(|cell| cell.text.replace('\u{a0}', " ")).collect::<Vec<_>>()
    };
    assert_eq!(text(0), ["a", "60.0 % ± 1.0", "59.0 to 61.0 %", "50.0 %", "2,000", "1,000", ""]);
    assert_eq!(text(1), ["b", "40.0 %", "–", "50.0 %", "2,000", "1,000", "fewer than 30 deals"]);
}

#[test]
fn a_wiki_gets_whole_tables_and_links() {
    let rows = [("a|b", 0.7, Some(0.01)), ("c", 0.3, None)];
    let mut long = Table::new("head_to_head", "Who wins against whom", "", &["strategy"].map(column));
    long.rows = (0..300).map(|row| vec![Cell::text(row.to_string())]).collect();
    let tables = [strategies(Some(0.5), &rows), seats(0.5, &[(0.52, Some(0.01)), (0.48, Some(0.01))]), long];
    let figures = charts::draw(&[charts::Data::Tables(&tables)], "a caption").unwrap();
    let text = page(&run(2), &tables, &figures).markdown().unwrap();
    // A bar within a name would end the cell: every row has as many cells as the head.
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    let blocks: Vec<Vec<&str>> = text
        .split("\n\n")
        .map(|block| block.lines().filter(|line| line.starts_with('|')).collect())
        .filter(|lines: &Vec<&str>| !lines.is_empty())
        .collect();
    assert!(blocks.len() >= 2, "{text}");
    for block in &blocks {
        assert!(block.len() > 2 && block[1].trim_matches(['|', '-', ':']).is_empty(), "{block:?}");
        assert!(block.iter().all(|line| bars(line) == bars(block[0])), "{block:?}");
    }
    assert!(text.contains("| a\\|b |"), "{text}");
    for figure in &figures {
        assert!(text.contains(&format!("![{}]({}.png)", figure.title, figure.name)), "{}", figure.name);
    }
    assert!(text.contains("- Who wins against whom: 300 rows in [head_to_head.csv](head_to_head.csv)"));
    assert!(!text.contains("<") && !text.contains("\n\n\n"), "{text}");
}
