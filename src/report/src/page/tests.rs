use super::*;
use crate::{
    charts,
    tell::finding::{rows, text},
    testing::{adjusted, around, counted, estimate, run},
};
use sim_engine::{Choice, Measure, Seat, Source, settings::Change, text::visible};
use sim_lab::{
    experiment::{Heading, Inputs, Manifest, Ruleset, StrategyEntry},
    figure::{Figure, Owner},
    finding::of_run,
    summary::{
        Components, Course, EndRow, Ending, Habit, HabitRow, LengthRow, RateRow, ShapeRow, StrategyProfile,
        Summary, WinRates,
    },
    tables::{self, Cell, Column, Table},
};
use sim_play::tally::Shape;
use sim_stats::{Estimate, paired::PairedEstimate};

fn column(name: &'static str) -> Column {
    Column::text(name, "")
}

/// A win rate and the half-width of its interval. `fair` may be missing.
fn rate(owner: Owner, fair: Option<f64>, share: f64, half: Option<f64>) -> RateRow {
    // Simultaneous interval for three rows: 2.39 standard errors instead of 1.96.
    let list = half.map(|half| around(share, 1.22 * half));
    RateRow { owner, estimate: estimate(Some(share), half), fair, list }
}

fn strategies(fair: Option<f64>, rows: &[(&str, f64, Option<f64>)]) -> Vec<RateRow> {
    let row = |&(name, share, half): &(&str, f64, Option<f64>)| {
        rate(Owner::Strategy(name.to_owned()), fair, share, half)
    };
    rows.iter().map(row).collect()
}

fn seats(fair: f64, rows: &[(f64, Option<f64>)]) -> Vec<RateRow> {
    let row = |(&(share, half), seat): (&(f64, Option<f64>), u8)| {
        rate(Owner::Seat(Seat(seat)), Some(fair), share, half)
    };
    rows.iter().zip(0..).map(row).collect()
}

/// A run with these win rates.
fn won(players: usize, strategies: Vec<RateRow>, seats: Vec<RateRow>) -> Summary {
    Summary { rates: WinRates { strategies, seats, ..WinRates::default() }, ..run(players) }
}

/// A component with its adjusted difference.
struct Linked {
    name: &'static str,
    source: Source,
    choice: Choice,
    difference: f64,
    half: f64,
    p_value: f64,
    q_value: f64,
}

/// A component that players choose, with data of the rulebook.
fn linked(name: &'static str, difference: f64, half: f64, p_value: f64, q_value: f64) -> Linked {
    Linked { name, source: Source::Rulebook, choice: Choice::Chosen, difference, half, p_value, q_value }
}

fn components(rows: &[Linked]) -> Components {
    let one = |row: &Linked| {
        let difference = estimate(Some(row.difference), Some(row.half));
        let mut one = counted(row.name, "kind", row.source, row.choice);
        one.adjusted = Some(adjusted(difference, row.p_value, row.q_value));
        one
    };
    Components { all: rows.iter().map(one).collect(), ..Components::default() }
}

/// Games of 62.5 decisions, which the winner wins by 11.25 points after 1.97 lead changes.
fn ends(truncated: f64) -> Course {
    let mean = |value| Estimate { n: 2000, ..estimate(Some(value), None) };
    let shape = |(shape, value)| ShapeRow { shape, mean: mean(value) };
    Course {
        length: vec![LengthRow { figure: Figure::Decisions, mean: mean(62.5) }],
        ends: vec![EndRow { ending: Ending::CutOff, share: mean(truncated) }],
        shape: [(Shape::Margin, 11.25), (Shape::LeadChanges, 1.97)].map(shape).into(),
        ..Course::default()
    }
}

fn manifest(players: usize) -> Manifest {
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

/// The findings of a run, one per line.
fn words(run: &Summary) -> String {
    of_run(run).iter().map(text).collect::<Vec<_>>().join("\n").replace('\u{a0}', " ")
}

fn page_of(manifest: &Manifest, run: &Summary, more: &[Table]) -> Page {
    let tables: Vec<Table> = tables::of_run(run).into_iter().chain(more.iter().cloned()).collect();
    let figures = charts::draw(&[charts::Data::Run(run)], "<caption>").unwrap();
    page(manifest, &of_run(run), &tables, &figures)
}

#[test]
fn clear_findings_are_said_with_their_errors() {
    let rates = won(
        2,
        strategies(Some(0.5), &[("value", 0.419, Some(0.002)), ("raider", 0.581, Some(0.002))]),
        seats(0.5, &[(0.51, Some(0.001)), (0.49, Some(0.001))]),
    );
    let van = Linked { source: Source::Reconstructed, ..linked("Van", -0.05, 0.01, 1e-6, 2e-6) };
    let others = [linked("Oven", 0.03, 0.004, 1e-9, 3e-9), van, linked("Whisk", 0.001, 0.01, 0.8, 0.8)];
    let run = Summary { components: components(&others), course: ends(0.0005), ..rates };
    insta::assert_snapshot!(words(&run), @"
    `raider` wins 58.1 % ± 0.2, 8.1 percentage points above the fair 50.0 %. `value` wins least: 41.9 % ± 0.2.
    1 game was cut off at the ply limit (0.1 %) and ranked by the points so far.
    Seat 1 wins 51.0 % ± 0.1, 1.0 percentage points above the fair 50.0 %: a significant advantage.
    2 of 3 components that players choose are significantly associated with winning or losing. The strongest is `Van`: −5.0 ± 1.0 percentage points, from assumed data.
    A game takes 62 decisions, and the winner ends 11.2 points ahead. The lead changes hands 2.0 times a game.
    ");
}

/// Shows the best strategy only, with the clearest row of each measure: the same habit in three rounds is one.
#[test]
fn what_the_best_does_differently_names_each_habit_once() {
    let measure = |name: &str| {
        let found = run(2).info.measures.iter().find(|measure| measure.name == name);
        found.unwrap_or_else(|| panic!("{name}"))
    };
    let at = |measure: &'static Measure, place: &str| Habit::Measure {
        measure,
        labels: [place.to_owned(), String::new()],
    };
    let row = |strategy: &str, habit: Habit, mean: f64| HabitRow {
        strategy: strategy.to_owned(),
        habit,
        paired: PairedEstimate {
            one: Some(mean),
            other: Some(0.25),
            difference: Estimate::MISSING,
            p_value: None,
            differing: 0,
            most_differing: None,
            variance_ratio: None,
        },
    };
    let [first, second] = ["rolls_by_stars", "discards"].map(measure);
    let habits = vec![
        row("best", at(first, "5"), 0.9),
        row("best", at(first, "6"), 0.8),
        row("other", at(second, ""), 7.0),
        row("best", Habit::Uses("oven".to_owned()), 0.5),
        row("best", Habit::Uses("van".to_owned()), 0.4),
        row("best", at(first, "4"), 0.7),
        row("best", at(second, ""), 3.0),
    ];
    let rates = strategies(Some(0.5), &[("other", 0.4, Some(0.01)), ("best", 0.6, Some(0.01))]);
    let run = Summary { apart: Some(StrategyProfile { habits, met: None }), ..won(2, rates, Vec::new()) };
    let told = words(&run);
    let sentence = "`best` differs most from the others in rolls by stars, uses of `oven` and discards.";
    assert!(told.contains(sentence), "{told}");
    let small = of_run(&run).iter().find_map(rows).unwrap().rows;
    assert_eq!(
        small,
        [["rolls by stars, 5", "0.9", "0.25"], ["uses, oven", "0.5", "0.25"], ["discards", "3", "0.25"]]
    );
}

/// A box that paid is a result of doing well. Headlines name choices only, however much weaker they are.
#[test]
fn headlines_are_of_choices_and_count_what_only_happens() {
    let as_it = |choice: Choice, linked: Linked| Linked { choice, ..linked };
    let all = |chef: f64| {
        let rows = [
            linked("hired chef", 0.03, 0.004, chef, chef),
            as_it(Choice::Outcome, linked("box that pays", 0.3, 0.004, 1e-12, 3e-12)),
            as_it(Choice::Happens, linked("rumor", 0.2, 0.004, 1e-12, 3e-12)),
            linked("idle stove", 0.001, 0.01, 0.8, 0.8),
        ];
        Summary { components: components(&rows), ..run(2) }
    };
    insta::assert_snapshot!(words(&all(3e-9)), @"1 of 2 components that players choose is significantly associated with winning or losing. It is `hired chef`: +3.0 ± 0.4 percentage points.");
    // If no choice stands out, an outcome does not take its place.
    let told = words(&all(0.9));
    assert!(
        told.starts_with("None of the 2 components that players choose is significantly associated")
            && !told.contains("box that pays"),
        "{told}"
    );
}

#[test]
fn what_lies_within_its_error_is_not_told_apart() {
    let rates = won(
        2,
        strategies(Some(0.5), &[("a", 0.505, Some(0.01)), ("b", 0.495, Some(0.01))]),
        seats(0.5, &[(0.505, Some(0.01)), (0.495, Some(0.01))]),
    );
    let components = components(&[linked("Oven", 0.01, 0.02, 0.3, 0.3)]);
    let run = Summary { components, course: ends(0.0), ..rates };
    insta::assert_snapshot!(words(&run), @"
    No strategy is significantly above or below the fair 50.0 %; `a` comes first with 50.5 % ± 1.0.
    No seat is significantly above or below the fair 50.0 %; each is known to within 1.2 percentage points.
    The one component that players choose is not significantly associated with winning or losing.
    A game takes 62 decisions, and the winner ends 11.2 points ahead. The lead changes hands 2.0 times a game.
    ");
}

#[test]
fn a_seat_just_outside_its_interval_is_no_finding() {
    // One of four seats falls outside its own interval in 18 of 100 runs by chance alone.
    let half = Some(0.012);
    let seats = seats(0.25, &[(0.263, half), (0.255, half), (0.245, half), (0.237, half)]);
    insta::assert_snapshot!(words(&won(4, Vec::new(), seats)), @"No seat is significantly above or below the fair 25.0 %; each is known to within 1.5 percentage points.");
}

#[test]
fn many_strategies_are_not_all_listed() {
    let half = Some(0.02);
    let rows: Vec<(&str, f64, Option<f64>)> = ["a", "b", "c", "d", "e", "f"]
        .into_iter()
        .map(|name| (name, 0.4, half))
        .chain([("z", 0.01, half)])
        .collect();
    insta::assert_snapshot!(words(&won(4, strategies(Some(0.25), &rows), Vec::new())), @"6 strategies are significantly above the fair 25.0 %; `a` is ahead with 40.0 % ± 2.0, but not significantly. `z` wins least: 1.0 % ± 2.0.");
}

#[test]
fn who_wins_most_and_least_is_said_where_the_list_bears_it_out() {
    let half = Some(0.01);
    let rows = [("a", 0.5, half), ("b", 0.4, half), ("c", 0.1, half), ("d", 0.05, half), ("e", 0.2, half)];
    insta::assert_snapshot!(words(&won(5, strategies(Some(0.2), &rows), Vec::new())), @"`a` wins most: 50.0 % ± 1.0, 30.0 percentage points above the fair 20.0 %. `d` wins least: 5.0 % ± 1.0.");
    // The two lowest have overlapping intervals.
    let rows = [("a", 0.5, half), ("b", 0.3, half), ("c", 0.103, half), ("d", 0.097, half)];
    insta::assert_snapshot!(words(&won(4, strategies(Some(0.25), &rows), Vec::new())), @"`a` wins most: 50.0 % ± 1.0, 25.0 percentage points above the fair 25.0 %.");
}

#[test]
fn few_deals_give_no_judgement() {
    let few = won(
        2,
        strategies(Some(0.5), &[("a", 0.9, None), ("b", 0.1, None)]),
        seats(0.5, &[(0.6, None), (0.4, None)]),
    );
    insta::assert_snapshot!(words(&few), @"
    The strategies cannot be compared: fewer than 30 deals.
    The seats cannot be compared: fewer than 30 deals.
    ");
}

#[test]
fn solo_has_no_fair_line() {
    let alone = won(1, strategies(None, &[("a", 0.7, Some(0.02))]), Vec::new());
    let run = Summary { automa: Some("the Cook"), ..alone };
    insta::assert_snapshot!(words(&run), @"Alone at the table, `a` wins 70.0 % ± 2.0.");
}

#[test]
fn a_strategy_alone_says_nothing() {
    insta::assert_snapshot!(words(&won(2, strategies(Some(0.5), &[("a", 0.5, None)]), Vec::new())), @"Only `a` played, against itself: its result shows nothing.");
}

#[test]
fn the_page_fetches_nothing_and_escapes_names() {
    let names = [("<b>", 0.6, Some(0.01)), ("\"&'", 0.4, Some(0.01))];
    let played = won(2, strategies(Some(0.5), &names), Vec::new());
    let mut run = manifest(2);
    run.inputs.rules.changes = vec![Change { path: "a.b".into(), value: "2".into(), default: "1".into() }];
    run.inputs.strategies = vec![StrategyEntry {
        name: "<b>".into(),
        about: "</style><script>alert(1)</script><i>".into(),
        from_default: vec!["<hr>".into(), "turn".into()],
        ..StrategyEntry::default()
    }];
    let page = page_of(&run, &played, &[]).html().unwrap();
    for outside in
        ["http:", "https:", "src=", "<link", "@import", "url(//", "<script>alert", "<caption>", "<i>"]
    {
        assert!(!page.contains(outside), "{outside} is on the page");
    }
    assert!(page.contains("default-src 'none'"));
    // Style sheets do not decode character references, so the fonts must not be escaped.
    let style = &page[page.find("<style>").unwrap()..page.find("</style>").unwrap()];
    assert!(style.matches("base64,d09GM").count() == 2 && !style.contains("&#"));
    assert!(page.contains("<td>&lt;b&gt;</td>"), "{page}");
    assert!(page.contains("<b>&lt;b&gt;</b> wins"), "{page}");
    assert!(page.contains("Not set in the file, taken from default.toml: &lt;hr&gt; and turn."), "{page}");
    // The page itself sets names in bold.
    assert_eq!(page.matches("<b>").count(), page.matches("</b>").count());
}

#[test]
fn an_arm_that_an_answer_names_stands_out_and_has_no_backticks() {
    let sentence = "yes: longer with `6 <cards>` than with `7 cards`";
    for (page, shown) in [
        (&HTML, "yes: longer with <b>6 &lt;cards&gt;</b> than with <b>7 cards</b>"),
        (&MARKDOWN, "yes: longer with **6 &lt;cards>** than with **7 cards**"),
    ] {
        let template = page.template_from_named_str(NAME, "{{ sentence|stretches }}").unwrap();
        assert_eq!(template.render(minijinja::context!(sentence)).unwrap(), shown);
    }
}

#[test]
fn all_texts_of_a_card_set_names_in_bold_or_leave_out_their_backticks() {
    for page in [include_str!("page.html"), include_str!("page.md")] {
        for text in ["headline", "caption", "check"] {
            let start = format!("{{{{ card.{text}");
            let uses: Vec<&str> = page.split(&start).skip(1).collect();
            assert!(!uses.is_empty(), "{text}");
            for rest in uses {
                assert!(
                    rest.starts_with("|stretches }}") || rest.starts_with("|replace("),
                    "{text}{rest:.20}"
                );
            }
        }
    }
}

/// A name that would break out of any place and begin markup.
const HOSTILE: &str = "x\n```\n</script><img src=y> **b** [l](http://z) `c` | # &lt;\u{1b}[2J";

#[test]
fn no_name_becomes_markup_in_markdown() {
    let played =
        won(2, strategies(Some(0.5), &[(HOSTILE, 0.6, Some(0.01)), ("other", 0.4, None)]), Vec::new());
    let mut run = manifest(2);
    run.heading.title = HOSTILE.into();
    run.heading.command = format!("sim --strategies '{HOSTILE}'");
    run.inputs.strategies =
        vec![StrategyEntry { name: HOSTILE.into(), about: HOSTILE.into(), ..StrategyEntry::default() }];
    let change = Change { path: HOSTILE.into(), value: HOSTILE.into(), default: "1".into() };
    run.inputs.rules.changes = vec![change];
    let of_run = page_of(&run, &played, &[]).markdown().unwrap();
    let compared = Comparison {
        heading: &run.heading,
        verb: "run",
        deals: 9,
        arms: vec![(HOSTILE, &run.inputs), ("other", &run.inputs)],
        text: HOSTILE,
    };
    let of_arms = comparison(&compared, &[], &[]).markdown().unwrap();
    for text in [of_run, of_arms] {
        assert!(!text.contains('\u{1b}'), "{text}");
        let (mut fence, mut lines) = (None, Vec::new());
        for line in text.lines() {
            match fence {
                None if line.starts_with("```") => fence = Some(line.trim_end_matches("text")),
                None => lines.push(line),
                Some(marks) if line == marks => fence = None,
                Some(_) => {}
            }
        }
        assert_eq!(fence, None, "{text}");
        for line in lines {
            // Code spans show their content unchanged.
            let words = line.replace(&format!("````{}````", visible::in_a_line(HOSTILE)), "");
            let bare = words.replace("\\[", "").replace("\\*", "").replace("\\`", "");
            for markup in ["<img", "</", "[l]", "**b**", "`c`", "http://"] {
                assert!(!bare.contains(markup), "{markup} in {line}");
            }
        }
    }
}

#[test]
fn what_numbers_rest_on_is_told_on_pages_with_and_without_findings() {
    let sentence = || Some("Copies of `champion` can be beaten.".to_owned());
    let run = manifest(2);
    let compared = Comparison {
        heading: &run.heading,
        verb: "price",
        deals: 9,
        arms: vec![("as it is", &run.inputs)],
        text: "nothing\nis off",
    };
    for page in [page(&run, &[], &[], &[]), comparison(&compared, &[], &[])] {
        let bare = "can be beaten";
        assert!(!page.html().unwrap().contains(bare));
        let page = page.cautioned(sentence());
        let html = page.html().unwrap();
        assert_eq!(html.matches("Copies of <b>champion</b> can be beaten.").count(), 1, "{html}");
        let markdown = page.markdown().unwrap();
        assert_eq!(markdown.matches("\n- Copies of **champion** can be beaten.\n").count(), 1, "{markdown}");
    }
}

#[test]
fn the_page_is_made_of_what_there_is() {
    let bare = page(&Manifest::default(), &[], &[], &[]).html().unwrap();
    assert!(!bare.contains("<figure") && !bare.contains("id=\"seats\""));
    assert!(bare.contains("Every setting is at its default.") && !bare.contains("Not set in"));

    let mut other = Table::new("something_new", "Something new", "", &[column("x")]);
    other.rows.push(vec![Cell::Number(1.5)]);
    let played = won(2, strategies(Some(0.5), &[("a", 0.6, Some(0.01))]), Vec::new());
    let page = page_of(&manifest(2), &played, &[other]).html().unwrap();
    assert!(page.contains("<figure") && page.contains("Something new"));
    assert!(page.contains("sim --game delectable --seed 7"));
}

#[test]
fn an_estimate_takes_one_cell_and_its_interval_another() {
    let rates = strategies(Some(0.5), &[("a", 0.6, Some(0.01)), ("b", 0.4, None)]);
    let tables = tables::of_run(&won(2, rates, Vec::new()));
    let view = cells::view(tables.iter().find(|table| table.name == "win_rate_by_strategy").unwrap());
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
    let mut long = Table::new("long", "A long one", "", &["strategy"].map(column));
    long.rows = (0..300).map(|row| vec![Cell::text(row.to_string())]).collect();
    let run = won(2, strategies(Some(0.5), &rows), seats(0.5, &[(0.52, Some(0.01)), (0.48, Some(0.01))]));
    let figures = charts::draw(&[charts::Data::Run(&run)], "a caption").unwrap();
    let tables: Vec<Table> = tables::of_run(&run).into_iter().chain([long]).collect();
    let text = page(&manifest(2), &of_run(&run), &tables, &figures).markdown().unwrap();
    // A bar within a name would end the cell, so every row must have as many cells as the header.
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
    assert!(text.contains("- A long one: 300 rows in [long.csv](long.csv)"));
    assert!(!text.contains("<") && !text.contains("\n\n\n"), "{text}");
}
