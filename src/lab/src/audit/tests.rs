//! Findings, each with tables that bear it out and tables that do not.

use super::*;
use sim_engine::text::people;

/// A table of these columns; a word is a text in which ~ stands for a space, - is nothing.
fn table(name: &'static str, columns: &str, rows: &[&str]) -> Table {
    let columns: Vec<Column> = columns
        .split_whitespace()
        .map(|name| Column { name: Box::leak(name.to_owned().into_boxed_str()), about: "" })
        .collect();
    let mut table = Table::new(name, name, "", &columns);
    let cell = |word: &str| match (word, word.parse::<f64>()) {
        ("-", _) => Cell::Missing,
        (_, Ok(number)) => Cell::Number(number),
        _ => Cell::text(word.replace('~', " ")),
    };
    table.rows.extend(rows.iter().map(|row| row.split_whitespace().map(cell).collect()));
    table
}

fn part(players: usize, tables: Vec<Table>) -> Part {
    Part { players, games: 20_000, tables }
}

fn audit(parts: Vec<Part>) -> Audit {
    Audit { options: "--game g".to_owned(), parts, questions: Vec::new() }
}

fn texts(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.text.as_str()).collect()
}

const VERDICT: &str =
    "players sort of source verdict tolerance win_rate fair_share adjusted_difference low high games_needed";

fn verdict(rows: &[&str]) -> Table {
    table("verdict", VERDICT, rows)
}

#[test]
fn what_is_off_is_told_once_over_all_numbers_of_players() {
    let two = verdict(&[
        "2 seat seat~1 - too~strong .03 .56 .5 .06 .05 .07 -",
        "2 seat seat~2 - too~weak .03 .44 .5 -.06 -.07 -.05 -",
        "2 strategy rush - too~strong .05 .7 .5 .2 .19 .21 -",
    ]);
    let four = verdict(&["4 strategy rush - too~strong .05 .35 .25 .1 .09 .11 -"]);
    let audit = audit(vec![part(2, vec![two]), part(4, vec![four])]);
    let found = audit.findings();
    // A strategy four times beyond its tolerance weighs more than a seat that is twice beyond its own; of two
    // seats one says it all.
    assert_eq!(
        texts(&found),
        [
            "`rush` wins too often with 2 and 4 players, most with 2 players: 70.0\u{a0}% of its games, 20.0 points above the fair 50.0\u{a0}%.",
            "Seat 1 wins too often with 2 players: 56.0\u{a0}% of its games, 6.0 points above the fair 50.0\u{a0}%.",
        ]
    );
    assert!((found[0].severity - 3.0).abs() < 1e-9 && found[0].tone == Tone::Off);
    assert_eq!(found[0].size, "+20.0 points (+19.0 to +21.0); within 5 points is fine");
    assert_eq!(found[0].command, "sim verdict --game g --players 2");
    assert!(found.iter().all(|finding| finding.but.is_empty() && finding.verdict == "decided"));
}

#[test]
fn what_is_fine_and_what_is_open_is_said_to_be_so() {
    let fine = verdict(&[
        "3 seat seat~1 - fine .03 .34 .333 .007 0 .014 -",
        "3 seat seat~2 - fine .03 .33 .333 -.003 -.01 .004 -",
    ]);
    let open = verdict(&["4 seat seat~1 - undecided .03 .29 .25 .04 .02 .06 65000"]);
    let found = audit(vec![part(3, vec![fine]), part(4, vec![open])]).findings();
    assert_eq!(
        texts(&found),
        ["Of seats, 1 verdict is not decided: `seat 1` with 4 players.", "Seats are fine with 3 players."]
    );
    assert_eq!(found[0].verdict, "undecided: about 45,000 more games");
    assert_eq!(found[0].command, "sim verdict --game g --players 4 --n 65000");
    assert_eq!(found[1].tone, Tone::Fine);
    // What should have been enough was not: a little more than nothing is asked for.
    let close = verdict(&["4 seat seat~1 - undecided .03 .29 .25 .04 .02 .06 15000"]);
    let found = audit(vec![part(4, vec![close])]).findings();
    assert_eq!(found[0].verdict, "undecided: about 2,000 more games");
}

#[test]
fn a_component_weighs_by_what_it_causes() {
    let judged = || verdict(&["2 component pan reconstructed too~strong .1 - - .2 .15 .25 -"]);
    let ablation = |rate: f64| {
        let columns = "component way figure difference low high false_discovery_rate";
        let row = format!("pan taken~out win_rate .08 .06 .1 {rate}");
        table("ablation", columns, &["pan taken~out plies 3 2 4 0.001", &row])
    };
    let of = |tables| audit(vec![part(2, tables)]).findings().remove(0);
    let plain = of(vec![judged()]);
    assert_eq!(
        plain.text,
        "Whoever uses `pan` wins 20.0 points more often than users of others of its kind with 2 players."
    );
    assert!((plain.severity - 1.0).abs() < 1e-9, "{}", plain.severity);
    assert_eq!(plain.but, ["Its data is a reconstruction, not printed."]);
    assert_eq!(plain.command, "sim ablate --game g --players 2 --components pan");
    let causal = of(vec![judged(), ablation(0.01)]);
    assert!(causal.text.contains("the component brings them +8.0 points (+6.0 to +10.0)"), "{}", causal.text);
    assert!((causal.severity - 0.6).abs() < 1e-9);
    let link = of(vec![judged(), ablation(0.5)]);
    assert!(!link.text.contains("brings") && link.but[0].starts_with("A link, not a known cause"));
}

#[test]
fn what_a_finding_would_not_survive_is_said_beside_it() {
    let judged = || verdict(&["2 seat seat~1 - too~strong .03 .56 .5 .06 .05 .07 -"]);
    let findings = |row: &str| table("findings", "of standard alternatives fades turned_by verdict", &[row]);
    let experts = |outcome: &str| {
        let columns = "alternative kind strategy seat win_rate low high outcome difference";
        let rows = [
            format!("all~expert players rush 1 .9 .8 1 {outcome} 0"),
            format!("all~expert players - 1 .5 .48 .52 {outcome} 0"),
        ];
        table("robust", columns, &[&rows[0], &rows[1]])
    };
    let but = |tables: Vec<Table>| {
        let tables = std::iter::once(judged()).chain(tables).collect();
        audit(vec![part(2, tables)]).findings().remove(0).but
    };
    assert_eq!(but(vec![findings("seat~1 above 20 0 - robust"), experts("holds")]), Vec::<String>::new());
    assert_eq!(but(vec![findings("seat~2 above 20 3 x=1 depends~on~a~ruling")]), Vec::<String>::new());
    assert_eq!(
        but(vec![findings("seat~1 above 20 3 x=1,~y=2 depends~on~a~ruling"), experts("fades")]),
        [
            "It turns round with `x=1` and `y=2`: depends on a ruling.",
            "It is no longer clear with 3 of 20 alternatives.",
            "Among stronger players (`expert` in every seat) it is not clear: 50.0\u{a0}%\u{a0}±\u{a0}2.0.",
        ]
    );
    let adjusted = table(
        "component_findings",
        "component standard alternatives fades turned_by verdict",
        &["pan above 20 0 all~greedy artefact~of~play"],
    );
    let component = verdict(&["2 component pan rulebook too~strong .1 - - .2 .15 .25 -"]);
    let found = audit(vec![part(2, vec![component, adjusted])]).findings();
    assert_eq!(found[0].but, ["It turns round with `all greedy`: artefact of play."]);
}

fn ratings(rows: &[&str]) -> Table {
    table("tournament_ratings", "strategy played played_low played_high", rows)
}

#[test]
fn a_plan_takes_over_only_where_the_whole_interval_says_so() {
    let found = |rows: &[&str]| audit(vec![part(2, vec![ratings(rows)])]).findings();
    let taken = found(&["rush .8 .7 .9", "slow .19 .1 .3", "idle .01 0 .015"]);
    assert_eq!(
        texts(&taken),
        [
            "One plan takes over with 2 players: people would end up playing `rush`.",
            "1 plan would be played by nobody in the end: `idle`.",
        ]
    );
    assert_eq!(taken[0].size, "80 % of a crowd (70 to 90); up to 50 % is fine");
    let open = found(&["rush .6 .4 .8", "slow .4 .2 .6"]);
    assert_eq!(texts(&open), Vec::<&str>::new());
    let even = found(&["rush .4 .35 .45", "slow .3 .2 .4", "wait .3 .2 .4"]);
    assert_eq!(
        texts(&even),
        ["No plan takes over with 2 players: several strategies are played in the end."]
    );
    // Where a baseline beats all archetypes, that they are not played is no news.
    let beaten = found(&["expert .98 .95 .99", "rush .01 0 .015", "slow .01 0 .015"]);
    assert_eq!(beaten.len(), 1);
    assert!(beaten[0].text.ends_with("`expert`, the strongest script that was found."));
}

#[test]
fn the_first_round_settles_the_order_and_the_lead_stays() {
    let found = |order: &str, changes: &str| {
        let shape = table("shape", "quantity mean low high", &[order, changes]);
        audit(vec![part(3, vec![shape])]).findings()
    };
    let off = found("early_order .9 .88 .92", "lead_changes .4 .3 .5");
    assert_eq!(
        texts(&off),
        [
            "Whoever leads after the first round mostly stays ahead with 3 players.",
            "The lead seldom passes to another with 3 players.",
        ]
    );
    // .9 is 1.6 times as far from .5 as .75 is; .4 is .6 below 1.
    assert!(off.iter().all(|finding| (finding.severity - 0.6).abs() < 1e-9));
    assert!(found("early_order .76 .74 .78", "lead_changes .9 .8 1.1").is_empty());
    let alone = table("shape", "quantity mean low high", &["lead_changes .4 .3 .5"]);
    assert!(audit(vec![part(1, vec![alone])]).findings().is_empty(), "nobody passes anybody");
}

#[test]
fn the_number_that_moves_most_is_told_with_the_others() {
    let columns = "alternative kind strategy seat standard win_rate difference difference_low difference_high false_discovery_rate";
    let found = |rows: &[&str]| audit(vec![part(2, vec![table("numbers", columns, rows)])]).findings();
    let loud = [
        "hand=6 number rush - .5 .62 .12 .1 .14 .001",
        "hand=8 number rush - .5 .41 -.09 -.11 -.07 .001",
        "money=4 number - 1 .5 .57 .07 .06 .08 .001",
    ];
    let off = found(&loud);
    assert_eq!(
        texts(&off),
        [
            "A step in `hand` changes who wins: with `hand=6`, `rush` goes from 50.0\u{a0}% to 62.0\u{a0}% with 2 players. So does one in `money`."
        ]
    );
    assert_eq!(off[0].command, "sim sweep --game g --players 2 --vary hand");
    assert_eq!(off[0].size, "+12.0 points (+10.0 to +14.0); within 5 points is fine");
    // Within what is fine, or not told from chance.
    let still = ["hand=6 number rush - .5 .54 .04 .02 .06 .001", "hand=8 number rush - .5 .62 .12 .1 .14 .2"];
    assert!(found(&still).is_empty());
}

#[test]
fn games_that_go_on_after_they_are_won_are_told() {
    let found = |rows: &[&str]| {
        let leaders = table("leader_by_round", "round leader_wins low high n", rows);
        audit(vec![part(3, vec![leaders])]).findings()
    };
    // Six rounds: it is over after the second, and four follow.
    let fast = ["1 .7 .69 .71 20000", "2 .95 .94 .96 20000", "3 .96 .95 .97 2e4", "4 .97 .96 .98 2e4"];
    let all: Vec<&str> = fast.into_iter().chain(["5 .99 .98 1 20000"]).collect();
    let off = found(&all);
    assert_eq!(texts(&off), ["Games go on after they are won with 3 players."]);
    assert_eq!(
        off[0].size,
        "with 3 players, whoever leads after round 2 wins 95.0\u{a0}%\u{a0}±\u{a0}1.0, and 4 rounds follow; up to 2 are fine"
    );
    assert!((off[0].severity - 1.0).abs() < 1e-9);
    // Most games end with the fourth round: two follow, which is a race.
    let short = ["1 .7 .69 .71 20000", "2 .95 .94 .96 20000", "3 .96 .95 .97 2e4", "4 .97 .96 .98 9000"];
    assert!(found(&short).is_empty());
    // Not sure, or not so early.
    assert!(found(&["1 .7 .6 .8 2e4", "2 .91 .88 .94 2e4", "3 .91 .88 .94 2e4", "4 .9 .8 1 2e4"]).is_empty());
}

#[test]
fn intervals_of_a_long_audit_are_wider() {
    let shape =
        || table("shape", "quantity mean low high", &["early_order .8 .76 .84", "lead_changes 2 1.9 2.1"]);
    let ends = |count: usize| {
        let rows: Vec<String> = (0..count).map(|at| format!("end{at} .5 .4 .6")).collect();
        table("ends", "ending share low high", &rows.iter().map(String::as_str).collect::<Vec<_>>())
    };
    // Of two checks, 2.24 errors to either side in place of 1.96: .754 to .846, beyond .75. Of twenty, 3.02.
    let short = audit(vec![part(3, vec![shape()])]).findings();
    assert_eq!((short.len(), short[0].verdict.as_str()), (1, "decided"));
    assert!(short[0].size.starts_with("80.0\u{a0}%\u{a0}±\u{a0}4.0"), "its own interval is told");
    assert!(audit(vec![part(3, vec![shape(), ends(18)])]).findings().is_empty());
}

#[test]
fn endings_that_hardly_come_about_and_games_that_do_not_end_are_told() {
    let found = |rows: &[&[&str]]| {
        let ends = |rows: &[&str]| table("ends", "ending share low high", rows);
        audit(rows.iter().enumerate().map(|(at, rows)| part(at + 2, vec![ends(rows)])).collect()).findings()
    };
    let rare = found(&[&["bell .999 .998 1", "bust .001 0 .002", "truncated 0 0 .001"]]);
    assert_eq!(texts(&rare), ["Games hardly ever end by `bust` with 2 players."]);
    // It is no finding where it comes about with another number of players, or may do so.
    assert!(found(&[&["bust .001 0 .002"], &["bust .05 .04 .06"]]).is_empty());
    assert!(found(&[&["bust .008 .005 .012"]]).is_empty());
    let cut = found(&[&["bell .98 .97 .99", "truncated .02 .01 .03"]]);
    assert!(cut[0].text.starts_with("Some games do not end by themselves with 2 players"));
}

#[test]
fn alone_a_game_is_a_contest_or_not() {
    let found = |row: &str| {
        let overall = table("win_rate_overall", "strategies win_rate low high", &[row]);
        audit(vec![part(1, vec![overall])]).findings()
    };
    assert_eq!(texts(&found("all .97 .96 .98")), ["Alone the game is hardly ever lost."]);
    assert_eq!(texts(&found("all .02 .01 .03")), ["Alone the game is hardly ever won."]);
    assert_eq!(texts(&found("all .6 .5 .7")), ["Alone the game is a contest."]);
    assert!(found("all .9 .85 .95").is_empty(), "not known yet");
}

#[test]
fn a_ruling_that_changes_who_wins_is_told() {
    let columns = "alternative kind strategy seat standard win_rate difference difference_low difference_high false_discovery_rate";
    let found = |row: &str| audit(vec![part(3, vec![table("robust", columns, &[row])])]).findings();
    let ruling = found("x=2 ruling rush - .6 .48 -.12 -.14 -.1 .001");
    assert_eq!(
        texts(&ruling),
        [
            "The ruling `x=2` would change who wins with 3 players: `rush` goes from 60.0\u{a0}% to 48.0\u{a0}% with 3 players."
        ]
    );
    assert_eq!(ruling[0].command, "sim diff --game g --players 3 --set x=2");
    let data = found("other data - 1 .3 .4 .1 .08 .12 .001");
    assert!(
        data[0].text.starts_with("The reconstruction `other`") && data[0].text.contains("seat 1 goes from")
    );
    assert_eq!(data[0].command, "sim diff --game g --players 3 --preset other");
    for quiet in [
        "x=2 players rush - .6 .48 -.12 -.14 -.1 .001",
        "x=2 ruling rush - .6 .55 -.05 -.07 -.03 .001",
        "x=2 ruling rush - .6 .48 -.12 -.14 -.1 .2",
    ] {
        assert!(found(quiet).is_empty(), "{quiet}");
    }
}

fn usage(rows: &[&str]) -> Vec<Table> {
    let usage = table("component_use", "component kind source event mean", rows);
    let names: Vec<&str> = rows.iter().filter_map(|row| row.split_whitespace().next()).collect();
    let mut tables = vec![table("component_win_rate", "component", &names)];
    tables.extend(never_used(std::slice::from_ref(&usage), |_| false));
    tables.push(usage);
    tables
}

#[test]
fn components_that_nobody_used_are_told_if_that_is_so_at_every_table() {
    let rows = [
        "pan tool rulebook used .5",
        "pot tool rulebook offered .1",
        "pot tool rulebook used 0",
        "lid tool rulebook used 0",
    ];
    let unused = never_used(&usage(&rows), |_| false).expect("two are not used");
    let names: Vec<(&str, &str)> =
        unused.rows.iter().map(|row| (unused.text(row, "component"), unused.text(row, "reached"))).collect();
    assert_eq!(names, [("pot", "offered"), ("lid", "never")]);
    assert!(never_used(&usage(&rows[..1]), |_| false).is_none());
    let in_the_box = never_used(&usage(&rows), |name| name == "lid").expect("the pot is not used");
    assert_eq!(in_the_box.rows.len(), 1);
    // What was taken or lost by came into play, and of a kind that is only offered nothing is known.
    let others =
        ["dish order rulebook taken .8", "dish order rulebook used 0", "bill order rulebook gained -2"];
    assert!(never_used(&usage(&others), |_| false).is_none());
    assert!(
        never_used(&usage(&["rat rumor rulebook offered 1", "cat rumor rulebook used 0"]), |_| false)
            .is_none()
    );
    let found = audit(vec![part(2, usage(&rows)), part(3, usage(&rows))]).findings();
    assert_eq!(texts(&found), ["2 components are never used with 2 and 3 players: `pot` and `lid`."]);
    assert_eq!(found[0].tone, Tone::Off);
    // One of thirty may stay in the box.
    let many: Vec<String> = (0..29).map(|at| format!("c{at} tool rulebook used 1")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).chain(["lid tool rulebook used 0"]).collect();
    let found = audit(vec![part(2, usage(&many))]).findings();
    assert_eq!((found.len(), found[0].tone), (1, Tone::Fine));
    let used = ["pan tool rulebook used .5", "pot tool rulebook used .1", "lid tool rulebook used .2"];
    assert!(audit(vec![part(2, usage(&rows)), part(3, usage(&used))]).findings().is_empty());
}

#[test]
fn skill_is_told_from_luck_only_where_the_interval_says_so() {
    let found = |share: &str| {
        let columns = "players figure part share low high";
        let rows = [format!("2 win own~strategy {share}"), "2 points own~strategy .9 .8 1".to_owned()];
        audit(vec![part(2, vec![table("luck", columns, &[&rows[0], &rows[1]])])]).findings()
    };
    assert_eq!(texts(&found(".02 .01 .03")), ["Who wins hardly depends on the strategy with 2 players."]);
    assert_eq!(texts(&found(".2 .18 .22")), ["Who wins depends on the strategy with 2 players."]);
    assert!(found(".05 .03 .07").is_empty());
}

#[test]
fn tables_of_all_numbers_of_players_are_joined() {
    let ends = |rows: &[&str]| table("ends", "ending share", rows);
    let luck = |rows: &[&str]| table("luck", "players part", rows);
    let parts = vec![
        part(2, vec![ends(&["bell 1"]), luck(&["2 deal"])]),
        part(3, vec![ends(&["bell .5", "bust .5"]), luck(&["3 deal"])]),
    ];
    let tables = audit(parts).tables();
    let shown = |table: &Table| -> Vec<String> {
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) => text.clone(),
            other => other.as_number().map_or(String::new(), people::short),
        };
        table.rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(shown(&tables[0]), ["2 bell 1", "3 bell 0.5", "3 bust 0.5"]);
    // A table that names the number of players itself gets no second column of it.
    assert_eq!(shown(&tables[1]), ["2 deal", "3 deal"]);
}
