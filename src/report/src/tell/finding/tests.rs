//! Findings of games, each with rows that support it and rows that do not.

use super::{caveats, certainty, size, text};
use sim_delectable::rules::Delectable;
use sim_engine::{Component, Objective, Seat, Source};
use sim_lab::{
    Ended, Extent,
    ablate::{Ablation, AblationRow, Treatment},
    audit::{Audit, TableAudit, UnusedComponent},
    command::Word,
    figure::{Direction, Figure, Owner, Unit},
    finding::{Finding, Scene, Tone},
    robust::{
        Alternative, ComponentFinding, FindingRow, FindingStability, Kind, MOVE, Outcome, RestsOn,
        Robustness, ShareRow,
    },
    skill::{VarianceShares, VarianceSource},
    summary::{
        ComponentSummary, Components, Course, EndRow, Ending, LeaderRow, Measures, Places, Points, RateRow,
        ShapeRow, Summary, WinRates,
    },
    tournament::{self, Rating, Spread, Standings},
    verdict::{Balance, BalanceRow, JudgedTable, VerdictSubject},
};
use sim_play::tally::Shape;
use sim_stats::{
    Estimate, Interval,
    nested::{Budget, PARTS},
    paired::PairedEstimate,
};

/// A value and the two ends of its interval.
type Range = (f64, f64, f64);

fn estimate((value, low, high): Range) -> Estimate {
    let interval = Some(Interval { low, high });
    Estimate { n: 20_000, deals: 10_000, value: Some(value), interval, note: "", ..Estimate::MISSING }
}

fn paired(range: Range) -> PairedEstimate {
    PairedEstimate {
        one: None,
        other: None,
        difference: estimate(range),
        p_value: None,
        differing: 0,
        most_differing: None,
        variance_ratio: None,
    }
}

/// A table audit with nothing but its number of players.
fn part(players: usize) -> TableAudit {
    let summary = Summary {
        info: Delectable::INFO,
        objective: Objective::Wins,
        players,
        automa: None,
        games: 20_000,
        deals: 10_000,
        rates: WinRates::default(),
        scored: None,
        points: Points::default(),
        places: Places::default(),
        scores: Vec::new(),
        apart: None,
        course: Course::default(),
        components: Components::default(),
        measures: Measures::default(),
    };
    TableAudit {
        best: None,
        summary,
        verdicts: None,
        fixed: Vec::new(),
        unused: Vec::new(),
        standings: None,
        ablation: None,
        robust: None,
        variances: Vec::new(),
        ladder: None,
    }
}

fn audit(parts: Vec<TableAudit>) -> Audit {
    let shared = vec![Word::option("game", "g")];
    let abouts = Vec::new();
    Audit {
        shared,
        abouts,
        parts,
        learns: true,
        response: None,
        prices: None,
        plans: None,
        balanced: Vec::new(),
        checks: Vec::new(),
        ended: Ended::Whole,
    }
}

fn findings(part: TableAudit) -> Vec<Finding> {
    audit(vec![part]).findings()
}

fn texts(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(text).collect()
}

fn sized(finding: &Finding) -> String {
    size(finding).join("; ok: ").replace('\u{a0}', " ")
}

fn command(finding: &Finding) -> String {
    finding.command.as_ref().map_or(String::new(), ToString::to_string)
}

fn commands(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(command).collect()
}

fn strategy(name: &str) -> Owner {
    Owner::Strategy(name.to_owned())
}

/// A verdict on a win rate. The ends of the interval are relative to the fair share.
fn share(
    of: VerdictSubject,
    balance: Balance,
    win_rate: f64,
    fair: f64,
    (low, high): (f64, f64),
) -> BalanceRow {
    BalanceRow {
        tolerance: if matches!(of, VerdictSubject::Seat(_)) { 0.03 } else { 0.05 },
        of,
        balance,
        fair: Some(fair),
        estimate: Estimate { value: Some(win_rate), ..Estimate::MISSING },
        members: Vec::new(),
        over_players: None,
        raw: None,
        ends: Some(Interval { low, high }),
        games_needed: None,
        note: "",
        deals_needed: None,
    }
}

fn rush() -> VerdictSubject {
    VerdictSubject::Strategy("rush".to_owned())
}

/// A component that is far too strong.
fn pan(source: Source) -> BalanceRow {
    let of = VerdictSubject::Component { name: "pan".to_owned(), source };
    let row = share(of, Balance::TooStrong, 0.2, 0.0, (0.15, 0.25));
    BalanceRow { fair: None, tolerance: 0.1, ..row }
}

fn component(name: &str, kind: &str) -> Component {
    Component { name: name.to_owned(), kind: kind.to_owned(), source: Source::Rulebook }
}

fn judged(players: usize, rows: Vec<BalanceRow>) -> TableAudit {
    let verdicts =
        JudgedTable { players, unit: Unit::Share, learning: None, games: 20_000, deals: 10_000, rows };
    TableAudit { verdicts: Some(verdicts), ..part(players) }
}

#[test]
fn what_is_off_is_told_once_over_all_numbers_of_players() {
    let two = judged(
        2,
        vec![
            share(VerdictSubject::Seat(Seat(0)), Balance::TooStrong, 0.56, 0.5, (0.05, 0.07)),
            share(VerdictSubject::Seat(Seat(1)), Balance::TooWeak, 0.44, 0.5, (-0.07, -0.05)),
            share(rush(), Balance::TooStrong, 0.7, 0.5, (0.19, 0.21)),
        ],
    );
    let four = judged(4, vec![share(rush(), Balance::TooStrong, 0.35, 0.25, (0.09, 0.11))]);
    let found = audit(vec![two, four]).findings();
    // A strategy at four times its tolerance outweighs a seat at twice its own. One finding covers both seats.
    assert_eq!(
        texts(&found),
        ["`rush` wins too often with 2 and 4 players.", "Seat 1 wins too often with 2 players.",]
    );
    assert!((found[0].severity - 3.0).abs() < 1e-9 && found[0].tone == Tone::Off);
    assert_eq!(sized(&found[0]), "+20.0 points (+19.0 to +21.0) with 2; ok: within 5 points");
    assert_eq!(
        command(&found[0]),
        "sim run --until-decided --game g --players 2 --strategies beginners --n 20000"
    );
    assert!(found.iter().all(|finding| finding.but.is_empty() && certainty(finding.surety) == "decided"));
    let scene = |players, whose| Some(Scene { players, whose, is_won: true });
    let scenes = [scene(2, strategy("rush")), scene(2, Owner::Seat(Seat(0)))];
    assert_eq!(found.iter().map(|finding| finding.scene.clone()).collect::<Vec<_>>(), scenes);
}

#[test]
fn uneven_seats_are_one_finding_with_all_numbers_of_players() {
    let seat = |at, balance, win_rate: f64, fair: f64| {
        let off = win_rate - fair;
        share(VerdictSubject::Seat(Seat(at)), balance, win_rate, fair, (off - 0.01, off + 0.01))
    };
    let three = judged(
        3,
        vec![
            seat(0, Balance::TooStrong, 0.4, 0.333),
            seat(1, Balance::Fine, 0.33, 0.333),
            seat(2, Balance::TooWeak, 0.27, 0.333),
        ],
    );
    let four =
        judged(4, vec![seat(0, Balance::TooStrong, 0.33, 0.25), seat(3, Balance::TooWeak, 0.19, 0.25)]);
    let found = audit(vec![three, four]).findings();
    assert_eq!(
        texts(&found),
        ["Seats are unfair with 3 and 4 players. Furthest is seat 1 with 4 players, which wins too often."]
    );
    assert_eq!(sized(&found[0]), "+8.0 points (+7.0 to +9.0) with 4; ok: within 3 points");
    assert_eq!(command(&found[0]), "sim run --until-decided --game g --players 4 --n 20000");
    assert_eq!(found[0].scene, Some(Scene { players: 4, whose: Owner::Seat(Seat(0)), is_won: true }));
}

#[test]
fn what_is_fine_and_what_is_open_is_said_to_be_so() {
    let fine = judged(
        3,
        vec![
            share(VerdictSubject::Seat(Seat(0)), Balance::Fine, 0.34, 0.333, (0.0, 0.014)),
            share(VerdictSubject::Seat(Seat(1)), Balance::Fine, 0.33, 0.333, (-0.01, 0.004)),
        ],
    );
    let open = |games_needed| {
        let row = share(VerdictSubject::Seat(Seat(0)), Balance::Undecided, 0.29, 0.25, (0.02, 0.06));
        judged(4, vec![BalanceRow { games_needed: Some(games_needed), ..row }])
    };
    let found = audit(vec![fine, open(65_000)]).findings();
    assert_eq!(
        texts(&found),
        ["The verdict on `seat 1` with 4 players is undecided.", "Seats are ok with 3 players."]
    );
    assert_eq!(certainty(found[0].surety), "undecided: about 45,000 more games decide it");
    assert_eq!(command(&found[0]), "sim run --until-decided --game g --players 4 --n 65000");
    assert_eq!(found[1].tone, Tone::Fine);
    // The estimated number of games has been played and was not enough, so the finding asks for a few more.
    assert_eq!(certainty(findings(open(15_000))[0].surety), "undecided: about 2,000 more games decide it");
}

#[test]
fn a_component_weighs_by_what_it_causes() {
    let judged = || judged(2, vec![pan(Source::Reconstructed)]);
    let row = |figure, range, rate| AblationRow {
        component: component("pan", "tool"),
        way: Treatment::TakenOut,
        figure,
        uses: None,
        paired: paired(range),
        q_value: Some(rate),
        adjusted: None,
        most_moved: None,
        beyond: None,
    };
    let ablation = |rate: f64| Ablation {
        extent: EXTENT,
        planned: 1,
        played: 1,
        rows: vec![row(Figure::Plies, (3.0, 2.0, 4.0), 0.001), row(Figure::WinRate, (0.08, 0.06, 0.1), rate)],
        not_played: Vec::new(),
        unpriced: Vec::new(),
        ended: Ended::Whole,
        objective: Objective::Wins,
    };
    let of = |part| findings(part).remove(0);
    let plain = of(judged());
    assert_eq!(
        text(&plain),
        "Users of `pan` win more often than users of other components of its kind with 2 players."
    );
    assert!((plain.severity - 1.0).abs() < 1e-9, "{}", plain.severity);
    assert_eq!(caveats(&plain), ["Its data is assumed, not printed."]);
    assert_eq!(command(&plain), "sim diff --game g --players 2 --without pan");
    let fixed = of(TableAudit { fixed: vec!["pan".to_owned()], ..judged() });
    assert_eq!(
        command(&fixed),
        "sim run --until-decided --game g --players 2 --strategies beginners --n 20000",
        "it cannot be taken out"
    );
    let causal = of(TableAudit { ablation: Some(ablation(0.01)), ..judged() });
    assert_eq!(
        caveats(&causal)[0],
        "Compared with games without it, it brings its users +8.0 points (+6.0 to +10.0)."
    );
    assert!((causal.severity - 0.6).abs() < 1e-9);
    let link = of(TableAudit { ablation: Some(ablation(0.5)), ..judged() });
    assert!(
        caveats(&link)[0].starts_with("A correlation: ")
            && caveats(&link)[0].ends_with("which may be chance.")
    );
}

const EXTENT: Extent = Extent { title: "", players: 2, deals: 0, seed: 1 };

/// Alternatives that were played, without results.
fn robust(alternatives: &[(&str, Kind)]) -> Robustness {
    let alternative = |&(name, kind): &(&str, Kind)| Alternative { name: name.to_owned(), kind };
    Robustness {
        extent: EXTENT,
        planned: alternatives.len(),
        alternatives: alternatives.iter().map(alternative).collect(),
        findings: Vec::new(),
        components: Vec::new(),
        shares: Vec::new(),
        numbers: Vec::new(),
        not_played: Vec::new(),
        ended: Ended::Whole,
        objective: Objective::Wins,
        large: MOVE,
    }
}

/// The stability of a finding above the fair share under twenty alternatives.
fn stability(undecided: usize, reversed_by: &[usize], rests_on: RestsOn) -> FindingStability {
    FindingStability {
        side: Direction::Above,
        alternatives: 20,
        holds: 20 - undecided - reversed_by.len(),
        undecided,
        reverses: reversed_by.len(),
        reversed_by: reversed_by.to_vec(),
        undecided_under: (0..undecided).collect(),
        rests_on,
    }
}

/// A win rate under the first alternative.
fn moved(owner: Owner, (standard, win_rate): (f64, f64), difference: Range, rate: f64) -> ShareRow {
    ShareRow {
        alternative: 0,
        owner,
        standard: Some(standard),
        win_rate: Estimate { value: Some(win_rate), ..Estimate::MISSING },
        difference: paired(difference),
        q_value: Some(rate),
        side: Direction::Open,
        outcome: Outcome::Holds,
    }
}

#[test]
fn what_a_finding_would_not_survive_is_said_beside_it() {
    let others = [("x=1", Kind::Ruling), ("y=2", Kind::Ruling), ("all expert", Kind::Players)];
    let row = || share(VerdictSubject::Seat(Seat(0)), Balance::TooStrong, 0.56, 0.5, (0.05, 0.07));
    let of = |seat, held, experts: Option<Outcome>| {
        let mut robust = robust(&others);
        let owner = Owner::Seat(Seat(seat));
        robust.findings = vec![FindingRow { owner, win_rate: Estimate::MISSING, held }];
        robust.shares = experts.map_or(Vec::new(), |outcome| {
            let row = |owner, range| {
                let row = moved(owner, (0.5, 0.5), (0.0, 0.0, 0.0), 1.0);
                ShareRow { alternative: 2, win_rate: estimate(range), outcome, ..row }
            };
            let of_both = Owner::StrategyInSeat("rush".to_owned(), Seat(0));
            vec![row(of_both, (0.9, 0.8, 1.0)), row(Owner::Seat(Seat(0)), (0.5, 0.48, 0.52))]
        });
        caveats(&findings(TableAudit { robust: Some(robust), ..judged(2, vec![row()]) })[0])
    };
    let none: [&str; 0] = [];
    assert_eq!(of(0, stability(0, &[], RestsOn::Nothing), Some(Outcome::Holds)), none);
    assert_eq!(of(1, stability(3, &[0], RestsOn::Ruling), None), none);
    assert_eq!(
        of(0, stability(3, &[0, 1], RestsOn::Ruling), Some(Outcome::Undecided)),
        [
            "It reverses under `x=1` and `y=2`: depends on a ruling.",
            "It is undecided under 3 of 20 alternatives, such as `x=1`, `y=2` and `all expert`.",
            "With `expert` in every seat it is undecided: 50.0\u{a0}%\u{a0}±\u{a0}2.0.",
        ]
    );
    let mut robust = robust(&[("all greedy", Kind::Players)]);
    robust.components = vec![ComponentFinding {
        component: component("pan", "tool"),
        adjusted: Estimate::MISSING,
        held: stability(0, &[0], RestsOn::Play),
    }];
    let found = findings(TableAudit { robust: Some(robust), ..judged(2, vec![pan(Source::Rulebook)]) });
    assert_eq!(caveats(&found[0]), ["It reverses under `all greedy`: habit of play."]);
}

/// Strategies, each with the share of a crowd that plays it in the end.
fn ratings(rows: &[(&str, Range)]) -> TableAudit {
    let spread = Spread { value: 0.0, error: 0.0 };
    let rating = |(strategy, &(_, (value, low, high))): (usize, &(&str, Range))| Rating {
        strategy,
        win_rate: spread,
        elo: spread,
        score: None,
        played: tournament::ShareInterval { value, ends: Interval { low, high } },
        nash: None,
    };
    let standings = Standings {
        strategies: rows.iter().map(|(name, _)| (*name).to_owned()).collect(),
        objective: Objective::Wins,
        ratings: rows.iter().enumerate().map(rating).collect(),
        pairs: Vec::new(),
        cycles: Vec::new(),
        dominated: Vec::new(),
        misfit: None,
    };
    TableAudit { standings: Some(standings), ..part(2) }
}

#[test]
fn a_plan_takes_over_only_where_the_whole_interval_says_so() {
    let found = |rows: &[(&str, Range)]| findings(ratings(rows));
    let taken = found(&[("rush", (0.8, 0.7, 0.9)), ("slow", (0.19, 0.1, 0.3)), ("idle", (0.01, 0.0, 0.015))]);
    assert_eq!(
        texts(&taken),
        [
            "`rush` takes over with 2 players: if players copy what wins, most end up playing it.",
            "If players copy what wins, nobody ends up playing `idle`.",
        ]
    );
    assert_eq!(sized(&taken[0]), "80 % of players (70 to 90); ok: up to 50 %");
    assert_eq!(
        [caveats(&taken[0]), caveats(&taken[1])].concat(),
        [
            "Only shipped strategies took part. Look for one that beats it: `sim train rush --game g --players 2 --exploit`.",
            "A script may play its plan badly. Look for better numbers: `sim train idle --game g --players 2 --params all`.",
        ]
    );
    let open = found(&[("rush", (0.6, 0.4, 0.8)), ("slow", (0.4, 0.2, 0.6))]);
    assert_eq!(texts(&open), Vec::<String>::new());
    let even = found(&[("rush", (0.4, 0.35, 0.45)), ("slow", (0.3, 0.2, 0.4)), ("wait", (0.3, 0.2, 0.4))]);
    assert_eq!(
        texts(&even),
        [
            "No strategy takes over with 2 players: if players copy what wins, several stay in play, `rush` most."
        ]
    );
    // A baseline that beats the archetypes is no finding. Neither are archetypes that nobody plays then.
    let beaten =
        found(&[("expert", (0.98, 0.95, 0.99)), ("rush", (0.02, 0.01, 0.04)), ("slow", (0.01, 0.0, 0.015))]);
    assert!(beaten.is_empty(), "{:?}", texts(&beaten));
}

/// A table audit with a course of play.
fn running(players: usize, course: Course) -> TableAudit {
    let part = part(players);
    TableAudit { summary: Summary { course, ..part.summary }, ..part }
}

fn shape(rows: &[(Shape, Range)]) -> Course {
    let row = |&(shape, range): &(Shape, Range)| ShapeRow { shape, mean: estimate(range) };
    Course { shape: rows.iter().map(row).collect(), ..Course::default() }
}

fn ends(rows: &[(Ending, Range)]) -> Course {
    let row = |&(ending, range): &(Ending, Range)| EndRow { ending, share: estimate(range) };
    Course { ends: rows.iter().map(row).collect(), ..Course::default() }
}

#[test]
fn the_first_round_settles_the_order_and_the_lead_stays() {
    let played = |order: Range, changes: Range, decided: f64| {
        let decided = (decided, decided - 0.1, decided + 0.1);
        let rows =
            [(Shape::EarlyOrder, order), (Shape::LeadChanges, changes), (Shape::DecidedAfter, decided)];
        // In games of six rounds, somebody leads after each of the first five.
        let wins = Estimate { n: 20_000, ..estimate((0.5, 0.4, 0.6)) };
        let leaders = (1..6).map(|round| LeaderRow { round, wins }).collect();
        findings(running(3, Course { leaders, ..shape(&rows) }))
    };
    let found = |order: Range, changes: Range| played(order, changes, 2.9);
    let off = found((0.9, 0.88, 0.92), (0.4, 0.3, 0.5));
    assert_eq!(
        texts(&off),
        [
            "The first tenth of the deck settles the order with 3 players: for 90.0\u{a0}% of pairs (limit 75 %).",
            "The lead rarely changes hands with 3 players: 0.40 times a game (aim for 1 or more).",
        ]
    );
    assert_eq!(commands(&off), ["sim run --game g --players 3 --n 20000"; 2]);
    // .9 is 1.6 times as far from .5 as .75 is; .4 is .6 below 1.
    assert!(off.iter().all(|finding| (finding.severity - 0.6).abs() < 1e-9));
    assert!(found((0.76, 0.74, 0.78), (0.9, 0.8, 1.1)).is_empty());
    // The lead rarely changes where points come late, but then nothing is decided early.
    assert!(played((0.6, 0.58, 0.62), (0.4, 0.3, 0.5), 3.1).is_empty());
    let alone = running(1, shape(&[(Shape::LeadChanges, (0.4, 0.3, 0.5))]));
    assert!(findings(alone).is_empty(), "nobody passes anybody");
}

#[test]
fn the_number_that_moves_most_is_told_with_the_others() {
    type Row<'a> = (&'a str, Owner, f64, Range, f64);
    let found = |rows: &[Row<'_>]| {
        let steps: Vec<(&str, Kind)> = rows.iter().map(|row| (row.0, Kind::Number)).collect();
        let row = |(alternative, (_, owner, win_rate, difference, rate)): (usize, &Row<'_>)| ShareRow {
            alternative,
            ..moved(owner.clone(), (0.5, *win_rate), *difference, *rate)
        };
        let numbers = rows.iter().enumerate().map(row).collect();
        findings(TableAudit { robust: Some(Robustness { numbers, ..robust(&steps) }), ..part(2) })
    };
    let off = found(&[
        ("hand=6", strategy("rush"), 0.62, (0.12, 0.1, 0.14), 0.001),
        ("hand=8", strategy("rush"), 0.41, (-0.09, -0.11, -0.07), 0.001),
        ("money=4", Owner::Seat(Seat(0)), 0.57, (0.07, 0.06, 0.08), 0.001),
    ]);
    assert_eq!(
        texts(&off),
        ["The setting `hand=6` moves `rush` with 2 players from 50.0\u{a0}% to 62.0\u{a0}%."]
    );
    assert_eq!(commands(&off), ["sim sweep --game g --players 2 --vary hand"]);
    assert_eq!(sized(&off[0]), "+12.0 points (+10.0 to +14.0) with 2; ok: within 5 points");
    assert_eq!(caveats(&off[0])[0], "Steps in `money` move results too.");
    // Within the tolerance, or not significant.
    let still = [
        ("hand=6", strategy("rush"), 0.54, (0.04, 0.02, 0.06), 0.001),
        ("hand=8", strategy("rush"), 0.62, (0.12, 0.1, 0.14), 0.2),
    ];
    assert!(found(&still).is_empty());
}

#[test]
fn games_that_go_on_after_they_are_won_are_told() {
    let found = |rows: &[(Range, u64)]| {
        let row = |(at, &(range, n)): (usize, &(Range, u64))| LeaderRow {
            round: at + 1,
            wins: Estimate { n, ..estimate(range) },
        };
        let leaders = rows.iter().enumerate().map(row).collect();
        findings(running(3, Course { leaders, ..Course::default() }))
    };
    // Six rounds: the game is over after the second, and four follow.
    let start = [
        ((0.7, 0.69, 0.71), 20_000),
        ((0.95, 0.94, 0.96), 20_000),
        ((0.96, 0.95, 0.97), 20_000),
        ((0.97, 0.96, 0.98), 20_000),
    ];
    let all: Vec<(Range, u64)> = start.into_iter().chain([((0.99, 0.98, 1.0), 20_000)]).collect();
    let off = found(&all);
    assert_eq!(
        texts(&off),
        ["Games go on after they are won with 3 players: 4 rounds follow once the leader wins 95.0\u{a0}%."]
    );
    assert_eq!(sized(&off[0]), "95.0 % ± 1.0 after round 2, 4 follow; ok: up to 2 follow");
    assert!((off[0].severity - 1.0).abs() < 1e-9);
    // Most games end with the fourth round. Two rounds follow, which is a race.
    let mut short = start;
    short[3].1 = 9_000;
    assert!(found(&short).is_empty());
    // Uncertain, or not that early.
    let unsure = [(0.7, 0.6, 0.8), (0.91, 0.88, 0.94), (0.91, 0.88, 0.94), (0.9, 0.8, 1.0)];
    assert!(found(&unsure.map(|range| (range, 20_000))).is_empty());
}

#[test]
fn intervals_of_a_long_audit_are_wider() {
    let shape = || shape(&[(Shape::EarlyOrder, (0.8, 0.76, 0.84)), (Shape::LeadChanges, (2.0, 1.9, 2.1))]);
    // Two checks: 2.24 standard errors to either side, not 1.96: .754 to .846, beyond .75. Twenty checks: 3.02.
    let short = findings(running(3, shape()));
    assert_eq!((short.len(), &*certainty(short[0].surety)), (1, "decided"));
    assert!(sized(&short[0]).starts_with("80.0 % ± 4.0"), "its own interval is told");
    let ends = ends(&[(Ending::Rules("bell"), (0.5, 0.4, 0.6)); 18]).ends;
    assert!(findings(running(3, Course { ends, ..shape() })).is_empty());
}

#[test]
fn endings_that_hardly_come_about_and_games_that_do_not_end_are_told() {
    let (bell, bust) = (Ending::Rules("bell"), Ending::Rules("bust"));
    let found = |rows: &[&[(Ending, Range)]]| {
        audit(rows.iter().enumerate().map(|(at, rows)| running(at + 2, ends(rows))).collect()).findings()
    };
    let rare = found(&[&[
        (bell, (0.999, 0.998, 1.0)),
        (bust, (0.001, 0.0, 0.002)),
        (Ending::CutOff, (0.0, 0.0, 0.001)),
    ]]);
    assert_eq!(texts(&rare), ["Games hardly ever end by `bust` with 2 players: 0.1\u{a0}% of them."]);
    // No finding if the ending is common with another number of players, or may be.
    assert!(found(&[&[(bust, (0.001, 0.0, 0.002))], &[(bust, (0.05, 0.04, 0.06))]]).is_empty());
    assert!(found(&[&[(bust, (0.008, 0.005, 0.012))]]).is_empty());
    let cut = found(&[&[(bell, (0.98, 0.97, 0.99)), (Ending::CutOff, (0.02, 0.01, 0.03))]]);
    assert!(text(&cut[0]).starts_with("Some games do not end by themselves with 2 players"));
}

#[test]
fn alone_a_game_is_a_contest_or_not() {
    let found = |range: Range| {
        let overall = RateRow { owner: Owner::Games, estimate: estimate(range), fair: None, list: None };
        let rates = WinRates { overall: Some(overall), ..WinRates::default() };
        let part = part(1);
        findings(TableAudit { summary: Summary { rates, ..part.summary }, ..part })
    };
    assert_eq!(
        texts(&found((0.97, 0.96, 0.98))),
        ["Alone the game is hardly ever lost: beginners win 97.0\u{a0}%."]
    );
    assert_eq!(
        texts(&found((0.02, 0.01, 0.03))),
        ["Alone the game is hardly ever won: beginners win 2.0\u{a0}%."]
    );
    assert_eq!(texts(&found((0.6, 0.5, 0.7))), ["Alone, beginners win some games and lose some."]);
    assert!(found((0.9, 0.85, 0.95)).is_empty(), "not known yet");
}

#[test]
fn a_ruling_that_changes_who_wins_is_told() {
    let found = |alternative, row| {
        let robust = Robustness { shares: vec![row], ..robust(&[alternative]) };
        findings(TableAudit { robust: Some(robust), ..part(3) })
    };
    let far = |rate| moved(strategy("rush"), (0.6, 0.48), (-0.12, -0.14, -0.1), rate);
    let ruling = found(("x=2", Kind::Ruling), far(0.001));
    assert_eq!(
        texts(&ruling),
        ["The ruling `x=2` moves `rush` with 3 players from 60.0\u{a0}% to 48.0\u{a0}%."]
    );
    assert_eq!(commands(&ruling), ["sim diff --game g --players 3 --set x=2"]);
    assert!(caveats(&ruling[0])[0].ends_with(
        "`sim robust --game g --players 3 --strategies beginners --over rulings` shows all rulings."
    ));
    let data =
        found(("other", Kind::Data), moved(Owner::Seat(Seat(0)), (0.3, 0.4), (0.1, 0.08, 0.12), 0.001));
    assert!(text(&data[0]).starts_with("The data `other`") && text(&data[0]).contains("moves seat 1 with"));
    assert_eq!(commands(&data), ["sim diff --game g --players 3 --preset other"]);
    assert!(found(("x=2", Kind::Players), far(0.001)).is_empty(), "other players are no ruling");
    let near = moved(strategy("rush"), (0.6, 0.55), (-0.05, -0.07, -0.03), 0.001);
    assert!(found(("x=2", Kind::Ruling), near).is_empty(), "within what is fine");
    assert!(found(("x=2", Kind::Ruling), far(0.2)).is_empty(), "not told from chance");
}

#[test]
fn components_that_nobody_used_are_told_if_that_is_so_at_every_table() {
    // A table audit with `size` components, of which `unused` were never used.
    let part = |players, size: usize, unused: &[&str]| {
        let counted = |at: usize| ComponentSummary {
            component: component(&format!("c{at}"), "tool"),
            kind: None,
            price: None,
            uses: Vec::new(),
            use_counts: Vec::new(),
            adjusted: None,
        };
        let part = part(players);
        let components = Components { all: (0..size).map(counted).collect(), ..Components::default() };
        let summary = Summary { components, ..part.summary };
        let unused = unused
            .iter()
            .map(|name| UnusedComponent { component: component(name, "tool"), is_offered: true });
        TableAudit { summary, unused: unused.collect(), ..part }
    };
    let found = audit(vec![part(2, 3, &["pot", "lid"]), part(3, 3, &["pot", "lid"])]).findings();
    assert_eq!(texts(&found), ["`pot` and `lid` are never used with 2 and 3 players."]);
    assert_eq!(commands(&found), ["sim run --game g --players 2,3 --n 20000"]);
    assert_eq!(found[0].tone, Tone::Off);
    assert_eq!(
        (sized(&found[0]), certainty(found[0].surety)),
        ("2 of 3; ok: up to 5 %".to_owned(), "counted".to_owned())
    );
    // One unused component in thirty is ok.
    let found = findings(part(2, 30, &["lid"]));
    assert_eq!((found.len(), found[0].tone), (1, Tone::Fine));
    assert!(audit(vec![part(2, 3, &["lid"]), part(3, 3, &[])]).findings().is_empty());
}

#[test]
fn skill_is_told_from_luck_only_where_the_interval_says_so() {
    let budget = |own: Range| Budget {
        whole: Estimate::MISSING,
        parts: [Estimate::MISSING; PARTS],
        shares: VarianceSource::ALL.map(|of| match of {
            VarianceSource::Strategies => estimate(own),
            _ => Estimate::MISSING,
        }),
    };
    let found = |own: Range| {
        let (wins, points) = (Some(budget(own)), Some(budget((0.9, 0.8, 1.0))));
        let of = |level: &str, wins| VarianceShares {
            players: 2,
            level: level.to_owned(),
            strategies: Vec::new(),
            deals: 0,
            games: 0,
            is_sampled: false,
            wins,
            points,
            objective: Objective::Wins,
        };
        // The finding is about beginners, whatever holds among other players.
        let variances = vec![of("strong players", Some(budget((0.9, 0.8, 1.0)))), of("beginners", wins)];
        findings(TableAudit { variances, ..part(2) })
    };
    assert_eq!(
        texts(&found((0.02, 0.01, 0.03))),
        ["Among beginners the choice of a strategy explains little of who wins with 2 players."]
    );
    assert_eq!(
        texts(&found((0.2, 0.18, 0.22))),
        ["Among beginners the choice of a strategy matters with 2 players."]
    );
    assert!(found((0.05, 0.03, 0.07)).is_empty());
}

#[test]
fn a_run_for_points_is_told_in_points() {
    let row = |name: &str, value: f64| RateRow {
        owner: Owner::Strategy(name.to_owned()),
        estimate: estimate((value, value - 0.02, value + 0.02)),
        fair: Some(0.0),
        list: Some(Interval { low: value - 0.03, high: value + 0.03 }),
    };
    let rates = |rows: Vec<RateRow>| WinRates { strategies: rows, ..WinRates::default() };
    let run = Summary {
        objective: Objective::Points,
        // The player that wins most hands loses points.
        rates: rates(vec![row("maniac", 0.6), row("honest", 0.4)]),
        scored: Some(rates(vec![row("maniac", -0.11), row("honest", 0.11)])),
        ..part(2).summary
    };
    let found = sim_lab::finding::of_run(&run);
    assert_eq!(
        text(&found[0]).replace('\u{a0}', " "),
        "`honest` scores 0.11 ± 0.02 points, 0.11 points above the mean of 0 points. `maniac` scores least: −0.11 ± 0.02 points."
    );
    assert_eq!(found[0].table, "points_by_strategy");
}
