//! Cards with figures that support them.

use sim_engine::{Seat, Source};
use sim_lab::{
    audit::Pace,
    balance::Change,
    figure::{Figure, FigureOf},
};

use super::*;

fn answer(statement: Statement) -> Answer {
    Answer {
        verdict: AnswerVerdict::Fine,
        statement,
        marks: Vec::new(),
        fine: Some(Interval { low: -0.03, high: 0.03 }),
        command: None,
        played_for: Unit::Share,
        check: None,
    }
}

fn headline(statement: Statement) -> String {
    card(&answer(statement)).headline.replace('\u{a0}', " ")
}

/// The rows of the evidence, each as one text.
fn rows(statement: Statement) -> Vec<String> {
    match card(&answer(statement)).evidence.shown {
        CardEvidence::Rows(table) => {
            table.rows.iter().map(|row| row.join(" | ").replace('\u{a0}', " ")).collect()
        }
        CardEvidence::Marks(..) => Vec::new(),
    }
}

fn at(players: usize, value: f64) -> TableValue {
    let interval = Some(Interval { low: value - 0.01, high: value + 0.01 });
    TableValue { players, value, interval, unit: Unit::Share }
}

fn seat(seat: u8, players: usize, off: f64) -> SeatAt {
    let fair = 1.0 / players as f64;
    SeatAt { seat: Seat(seat), off: at(players, off), result: fair + off }
}

#[test]
fn seats_are_told_by_the_furthest_and_never_called_fair_where_they_are_open() {
    let statement = |off: Vec<SeatAt>, disputed: Vec<SeatDispute>, open: Vec<SeatAt>| {
        let furthest = off.is_empty().then(|| seat(1, 4, 0.012));
        headline(Statement::Seats { sizes: vec![2, 3, 4], off, disputed, open, furthest, tolerance: 0.03 })
    };
    let none = Vec::new;
    assert_eq!(
        statement(vec![seat(0, 3, 0.062), seat(2, 3, -0.05), seat(1, 2, -0.051)], none(), Vec::new()),
        "Seat 1 wins 39.5 % with 3 players, 6.2 points above its fair share. Also unfair with 2 players."
    );
    assert_eq!(
        statement(vec![seat(1, 2, -0.051)], none(), Vec::new()),
        "Seat 2 wins 44.9 % with 2 players, 5.1 points below its fair share."
    );
    assert_eq!(
        statement(Vec::new(), none(), Vec::new()),
        "Yes: every seat is within 3 points of its fair share with 2, 3 and 4 players."
    );
    assert_eq!(
        statement(Vec::new(), none(), vec![seat(0, 2, -0.039), seat(1, 2, 0.039), seat(3, 4, 0.035)]),
        "3 seats may be more than 3 points from fair with 2 and 4 players: more games would tell."
    );
    let members = vec![("a".to_owned(), Estimate::MISSING), ("b".to_owned(), Estimate::MISSING)];
    let disputed = vec![SeatDispute { seat: seat(0, 3, 0.02), members }];
    assert_eq!(
        statement(Vec::new(), disputed, vec![seat(1, 3, 0.02)]),
        "Which seat is better with 3 players depends on who plays, so no change of the rules is proposed there."
    );
}

fn price(component: &str, now: i64, fair: Option<f64>) -> PriceAt {
    let is_over = fair.is_none_or(|fair| fair < now as f64);
    let around = |by: f64| fair.map(|fair| (fair + by) as i64);
    PriceAt {
        component: component.to_owned(),
        now,
        is_over,
        beyond: if is_over { -0.041 } else { 0.061 },
        is_sought: true,
        is_assumed: false,
        fair,
        ends: (around(-2.0), around(2.0)),
    }
}

#[test]
fn prices_are_told_with_what_would_be_fair_and_by_verdicts_where_none_is_off() {
    let statement = |off: Vec<PriceAt>, open, unbought: &[&str]| {
        Statement::Prices(PricesStatement {
            players: 4,
            looked: 11,
            off,
            unbought: unbought.iter().map(|name| (*name).to_owned()).collect(),
            open,
            paying: Vec::new(),
        })
    };
    let two = || statement(vec![price("patio", 20, Some(39.2)), price("sign", 5, None)], 1, &[]);
    assert_eq!(
        headline(two()),
        "Set the price of `patio` to 39: at 20 it is underpriced with 4 players. 1 other is mispriced too."
    );
    assert_eq!(
        rows(two()),
        ["`patio` | 20 | underpriced | 39 (37 to 41) | +6.1", "`sign` | 5 | overpriced | none found | −4.1"]
    );
    let sought =
        |is_sought| headline(statement(vec![PriceAt { is_sought, ..price("sign", 5, None) }], 0, &[]));
    assert_eq!(sought(true), "`sign` is mispriced with 4 players, and no price that was tried is fair.");
    // If no other price was tried, the card does not claim that none is fair.
    assert_eq!(sought(false), "`sign` is mispriced with 4 players, and other prices were not tried.");
    // A price that is not printed is marked wherever it stands.
    let assumed = || statement(vec![PriceAt { is_assumed: true, ..price("patio", 20, Some(39.2)) }], 0, &[]);
    assert_eq!(
        headline(assumed()),
        "Set the price of `patio` to 39: at 20 (assumed) it is underpriced with 4 players."
    );
    assert_eq!(rows(assumed()), ["`patio` | 20 (assumed) | underpriced | 39 (37 to 41) | +6.1"]);
    let caption = |of: Statement| card(&answer(of)).evidence.caption;
    assert!(
        caption(assumed())
            .ends_with("Assumed data is not printed: enter the real data before you change it.")
    );
    assert!(
        caption(two())
            .ends_with("None found: no price that was tried is fair, so change what the component does.")
    );
    assert_eq!(
        headline(statement(Vec::new(), 2, &["lamp"])),
        "Hardly anyone buys `lamp` with 4 players: lower the price, or make it do more."
    );
    assert_eq!(
        headline(statement(Vec::new(), 7, &[])),
        "No price is surely wrong with 4 players, but 7 of 11 are undecided: more games would tell."
    );
    assert_eq!(rows(statement(Vec::new(), 7, &[])), ["ok | 4", "undecided | 7"]);
    assert_eq!(headline(statement(Vec::new(), 0, &[])), "No: 11 prices are ok with 4 players.");
    let paying = PaymentAt { component: "box-8".to_owned(), kind: "box".to_owned(), beyond: 0.81 };
    let nothing = Statement::Prices(PricesStatement {
        players: 4,
        looked: 0,
        off: Vec::new(),
        unbought: Vec::new(),
        open: 0,
        paying: vec![paying],
    });
    assert_eq!(rows(nothing), ["`box-8` | box | +81 %"]);
}

fn proposed(players: usize, changes: usize, reached: GoalStatus, moved: usize) -> SeatProposal {
    let change = Change {
        path: "start_coins.3".to_owned(),
        from: 10,
        to: 13,
        source: Source::Rulebook,
        about: "Coins at the start.".to_owned(),
    };
    let off = |seat, by: f64| SeatOff { seat, by, ends: Some(Interval { low: by - 0.01, high: by + 0.01 }) };
    let plies = FigureOf { figure: Figure::Plies, owner: Owner::Games };
    SeatProposal {
        players,
        changes: vec![change; changes],
        reached,
        off: [off(1, 0.062), off(2, -0.021)],
        moved: vec![(plies, Some(3.5)); moved],
    }
}

#[test]
fn what_to_change_lists_what_it_moves_how_surely_and_at_what_cost() {
    let of = |seats, untried, prices, no_change| {
        Statement::Change(ChangeStatement { seats, untried, prices, priced: Some(4), no_change })
    };
    let none = NoChange::Fine;
    let met = || {
        let seats = vec![proposed(4, 1, GoalStatus::Missed, 2), proposed(3, 1, GoalStatus::Met, 0)];
        of(seats, vec![5], vec![price("patio", 20, Some(39.2))], none)
    };
    assert_eq!(
        headline(met()),
        "Set `start_coins.3` to 13 with 3 players: every seat is then within 3 points of fair."
    );
    assert_eq!(
        rows(met()),
        [
            "`start_coins.3` 10 → 13 | 3 | seat 1 +6.2 (+5.2 to +7.2) | seat 2 −2.1 (−3.1 to −1.1) | enough | nothing else",
            "`start_coins.3` 10 → 13 | 4 | seat 1 +6.2 (+5.2 to +7.2) | seat 2 −2.1 (−3.1 to −1.1) | not enough | plies +3.50; 1 detail",
            "`patio` 20 → 39 | 4 | worth +6.1 | worth the median | fair: 37 to 41 | not measured",
        ]
    );
    // The headline never claims that a change is enough while that is undecided.
    assert_eq!(
        headline(of(vec![proposed(3, 2, GoalStatus::Open, 1)], Vec::new(), Vec::new(), none)),
        "Test `start_coins.3` to 13 and `start_coins.3` to 13 with 3 players: seats get fairer, but whether enough is undecided."
    );
    let missed = "No change of up to three numbers makes every seat fair with 3 players. The best is below.";
    assert_eq!(
        headline(of(vec![proposed(3, 1, GoalStatus::Missed, 1)], Vec::new(), Vec::new(), none)),
        missed
    );
    assert_eq!(
        headline(of(vec![proposed(3, 0, GoalStatus::Missed, 0)], Vec::new(), Vec::new(), none)),
        missed
    );
    let fine = of(vec![proposed(3, 0, GoalStatus::Met, 0)], Vec::new(), Vec::new(), none);
    assert_eq!(headline(fine), "Change nothing: all seats and prices are ok.");
    // Too few games for training: unfair seats are not called ok.
    assert_eq!(
        headline(of(Vec::new(), vec![2, 3], Vec::new(), none)),
        "Search for a change with the command below: seats are unfair with 2 and 3 players."
    );
    let bare = |no_change| headline(of(Vec::new(), Vec::new(), Vec::new(), no_change));
    assert!(bare(NoChange::Stopped).starts_with("Nothing is proposed yet"));
    let disputed = [false, true].map(|is_pacing_off| bare(NoChange::Disputed { is_pacing_off }));
    assert_eq!(disputed[0], "Change nothing for fairness: which seat is better depends on who plays.");
    assert_eq!(disputed[1], disputed[0].clone() + " Pacing stands out, and the search does not cover it.");
    assert!(bare(NoChange::Pacing).ends_with("the search does not cover pacing."));
    assert!(bare(NoChange::Undecided).ends_with("some are undecided."));
}

#[test]
fn plans_that_nobody_followed_are_not_known() {
    let runs = |plan: &str, followed| PlanRuns { plan: plan.to_owned(), followed, repeats: 8 };
    let statement =
        || Statement::PlansUntested { players: 4, runs: vec![runs("diner", 2), runs("kingmaker", 0)] };
    assert_eq!(
        headline(statement()),
        "Not known: trained players followed fewer than two of 2 plans with 4 players. Train them longer: raise --learn."
    );
    assert_eq!(rows(statement()), ["`diner` | 2 of 8", "`kingmaker` | 0 of 8"]);
    let statement = || Statement::PlansUntested { players: 4, runs: Vec::new() };
    assert_eq!(
        headline(statement()),
        "Not known: the game has no plans yet. Write two or more strategies, each of which follows one way to win."
    );
    assert_eq!(rows(statement()), [""; 0]);
}

#[test]
fn plans_are_told_by_what_is_not_viable() {
    let won = |name: &str, result| (name.to_owned(), result);
    let statement = |living, dead: Vec<(String, f64)>, elsewhere, hands: Option<TrainedPlanSummary>| {
        headline(Statement::Plans(PlansStatement {
            players: 4,
            of: 6,
            living,
            dead,
            strongest: won("chain", 0.41),
            weakest: won("volume", 0.11),
            fair: 0.25,
            dead_below: 0.15,
            elsewhere,
            hands,
        }))
    };
    let hands = |ruling: &[&str], alike: &[&str]| {
        let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect();
        Some(TrainedPlanSummary { ruling: names(ruling), alike: names(alike) })
    };
    let volume = || vec![won("volume", 0.11)];
    assert_eq!(
        statement(4, volume(), Vec::new(), None),
        "1 of 6 plans is not viable with 4 players: `volume` has 11.0 %, where 15.0 % is viable."
    );
    assert_eq!(
        statement(1, vec![won("volume", 0.11); 5], Vec::new(), None),
        "Only `chain` of 6 plans is viable with 4 players: it has 41.0 %, where 25.0 % is fair."
    );
    assert_eq!(
        statement(6, Vec::new(), vec![(2, vec!["volume".to_owned()])], None),
        "Each plan is viable with 4 players, but not `volume` with 2 players."
    );
    assert_eq!(
        statement(5, Vec::new(), Vec::new(), hands(&[], &["showman"])),
        "5 of 6 plans are viable with 4 players, the others untested: 11.0 % to 41.0 %, where 25.0 % is fair."
    );
    assert_eq!(
        statement(6, Vec::new(), Vec::new(), hands(&[], &[])),
        "All 6 plans are viable with 4 players: 11.0 % to 41.0 %, where 25.0 % is fair."
    );
    assert_eq!(
        statement(4, Vec::new(), Vec::new(), hands(&[], &[])),
        "4 of 6 plans are surely viable with 4 players, and none is surely not viable."
    );
    assert_eq!(
        statement(6, Vec::new(), Vec::new(), hands(&["chain"], &[])),
        "`chain` wins too much with 4 players: 41.0 %, where 25.0 % is fair."
    );
}

#[test]
fn the_evidence_of_pacing_is_the_figure_of_its_headline() {
    let estimate = |value| Estimate { value: Some(value), ..Estimate::MISSING };
    let table = |players| CourseAt {
        players,
        plies: Some(247.3),
        pace: Some(Pace { after: 5.43, rounds: 10, unit: "eighth of a pass" }),
        changes: Some(estimate(0.7)),
        early: Some(estimate(0.61)),
    };
    let statement = |off: Vec<GameFinding>, is_open| Statement::Course {
        players: 2,
        off,
        is_open,
        tables: vec![table(2), table(3)],
    };
    assert_eq!(
        headline(statement(Vec::new(), false)),
        "Neither: with 2 players the winner leads for good after 5.4 of 10 eighths of a pass."
    );
    assert_eq!(rows(statement(Vec::new(), false))[0], "2 | 5.4 of 10 | 0.70 | 247");
    let still = || vec![GameFinding::Still { sizes: vec![2], changes: at(2, 0.7), least: 1.0 }];
    assert_eq!(
        headline(statement(still(), false)),
        "The lead rarely changes hands with 2 players: 0.70 times a game (aim for 1 or more)."
    );
    assert_eq!(rows(statement(still(), false)), ["2 | 0.70 | 5.4 of 10", "3 | 0.70 | 5.4 of 10"]);
    let cut = vec![GameFinding::Endless { sizes: vec![3], games: at(3, 0.02) }];
    assert_eq!(rows(statement(cut, false)), ["3 | 2.0 % ± 1.0"]);
    assert!(headline(statement(Vec::new(), true)).starts_with("Undecided"));
    let plurals = ["tenth of the deck", "turn", "match"].map(several);
    assert_eq!(plurals, ["tenths of the deck", "turns", "matches"]);
    // A game without rounds has no first one.
    let plain = Statement::Course {
        players: 2,
        off: Vec::new(),
        is_open: false,
        tables: vec![CourseAt { pace: None, ..table(2) }],
    };
    assert_eq!(headline(plain), "Neither.");
}

#[test]
fn what_is_uncertain_begins_with_what_moves_most() {
    let moved = |name: &str, whose| AlternativeEffect {
        name: name.to_owned(),
        about: String::new(),
        whose,
        standard: Some(0.252),
        changed: Some(0.726),
        by: at(4, 0.474),
        tolerance: 0.05,
    };
    let statement = |guessed, moving: Vec<AlternativeEffect>, plan, open| {
        Statement::Unknown(UnknownStatement {
            guessed,
            of: 96,
            alternatives: 31,
            moving,
            plan,
            open: vec![(Sort::Seat, 0, 9), (Sort::Component, open, 1740)],
        })
    };
    let chain = || Some(moved("spare=idle", Owner::Strategy("chain".to_owned())));
    assert_eq!(
        headline(statement(12, vec![moved("tie=seat", Owner::Seat(Seat(0)))], chain(), 3)),
        "Settle whether `tie=seat` applies: seat 1 then gets 72.6 % with 4 players, not 25.2 %."
    );
    assert_eq!(
        headline(statement(12, Vec::new(), chain(), 3)),
        "Settle whether `spare=idle` applies: among beginners `chain` then gets 72.6 % with 4 players, not 25.2 %."
    );
    assert_eq!(
        rows(statement(12, Vec::new(), chain(), 3)),
        ["`chain` | 4 | 25.2 % | 72.6 % | +47.4 (+46.4 to +48.4)"]
    );
    assert_eq!(
        headline(statement(1, Vec::new(), None, 3)),
        "Check the assumed data: 1 of 96 components is not printed."
    );
    assert_eq!(
        rows(statement(1, Vec::new(), None, 3)),
        [
            "assumed components | 1 | 96",
            "alternative rulings that move a seat | 0 | 31",
            "undecided seats | 0 | 9",
            "undecided components | 3 | 1,740",
        ]
    );
    assert_eq!(
        headline(statement(0, Vec::new(), None, 3)),
        "3 verdicts are undecided: more games would tell."
    );
    assert!(
        headline(statement(0, Vec::new(), None, 0))
            .starts_with("Little: all 96 components are printed, and no")
    );
}

#[test]
fn where_points_are_the_objective_answers_are_in_points() {
    let unit = Unit::Counted("chips");
    let off = TableValue { unit, ..at(2, 0.2) };
    let seat = SeatAt { seat: Seat(0), off, result: 0.2 };
    let statement = Statement::Seats {
        sizes: vec![2],
        off: vec![seat],
        disputed: Vec::new(),
        open: Vec::new(),
        furthest: None,
        tolerance: 0.08,
    };
    let told = card(&Answer { played_for: unit, ..answer(statement) }).headline;
    assert_eq!(told, "Seat 1 scores 0.2 chips with 2 players, 0.20 chips above the mean.");
    let length = Estimate {
        value: Some(0.31),
        interval: Some(Interval { low: 0.3, high: 0.32 }),
        ..Estimate::MISSING
    };
    let [lowest, highest] = ["random", "champion"].map(str::to_owned);
    let strategies =
        Some(Estimate { value: Some(0.024), interval: Some(Interval { low: 0.0, high: 0.077 }), ..length });
    let statement = Statement::Skill { players: 2, lowest, highest, length, strategies };
    let told = card(&Answer { played_for: unit, ..answer(statement) }).headline.replace('\u{a0}', " ");
    assert_eq!(
        told,
        "Skill counts: `champion` is 0.31 ± 0.01 chips a game ahead of `random` with 2 players. Among strong players the choice of a strategy explains 2.4 % (0.0 to 7.7) of the points; seats and luck explain the rest."
    );
}

#[test]
fn a_check_by_look_ahead_names_what_was_checked() {
    let estimate = Estimate {
        n: 200,
        value: Some(-0.132),
        interval: Some(Interval { low: -0.251, high: 0.005 }),
        ..Estimate::MISSING
    };
    let plan = Check {
        players: 2,
        checked: CheckedFinding::Plan("balancer".to_owned()),
        claimed: 0.0,
        estimate,
        confirmation: Confirmation::TooFew,
        games: 200,
        games_needed: Some(190),
        unit: Unit::Share,
    };
    let text = |one: &Check| check(one).replace('\u{a0}', " ");
    assert_eq!(
        text(&plan),
        "Look-ahead players, `balancer` with 2 players: too few games to tell, −13.2 points (−25.1 to +0.5) in 200 games. About 190 games would decide."
    );
    let seat = Check {
        checked: CheckedFinding::Seat(Seat(0)),
        estimate: Estimate {
            n: 200,
            value: Some(0.09),
            interval: Some(Interval { low: 0.02, high: 0.16 }),
            ..estimate
        },
        confirmation: Confirmation::Confirmed,
        games_needed: None,
        ..plan
    };
    assert_eq!(
        text(&seat),
        "Look-ahead players, seat 1 with 2 players: confirmed, +9.0 points (+2.0 to +16.0) in 200 games."
    );
}
