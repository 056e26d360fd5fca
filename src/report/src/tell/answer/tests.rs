//! Answers, each with figures that bear them out.

use sim_engine::{Seat, Source};
use sim_lab::{
    audit::{
        Pace, Response,
        answer::{Answer, AnswerVerdict, InGoodHands, Mark, PaymentAt, PriceAt, Proposed, Says},
    },
    balance::{Change, goal::Reached},
    figure::{Owner, Unit},
    finding::{At, Moved, OfGame, SeatAt},
    verdict::Sort,
};
use sim_script::Level;
use sim_script::{BestResponse, ResponseMethod};
use sim_stats::{Estimate, Interval};

use super::{figure, level, sentence};

fn told(says: Says) -> String {
    let answer = Answer {
        verdict: AnswerVerdict::Fine,
        says,
        marks: Vec::new(),
        fine: None,
        command: None,
        played_for: Unit::Share,
        check: None,
    };
    sentence(&answer).replace('\u{a0}', " ")
}

fn seat(seat: u8, players: usize, off: f64) -> SeatAt {
    let fair = 1.0 / players as f64;
    let interval = Some(Interval { low: off - 0.01, high: off + 0.01 });
    SeatAt {
        seat: Seat(seat),
        off: At { players, value: off, interval, unit: Unit::Share },
        result: fair + off,
        fair,
    }
}

#[test]
fn seats_are_told_by_the_one_that_is_furthest_off_at_each_table() {
    let says = |off: Vec<SeatAt>, open: Vec<SeatAt>| {
        let furthest = off.is_empty().then(|| seat(1, 4, 0.012));
        told(Says::Seats { sizes: vec![2, 3, 4], off, disputed: Vec::new(), open, furthest, tolerance: 0.03 })
    };
    assert_eq!(
        says(vec![seat(0, 3, 0.062), seat(2, 3, -0.05)], Vec::new()),
        "Not with 3 players: seat 1 wins 39.5 % with 3 players, +6.2 points (+5.2 to +7.2) beside the fair 33.3 %, and seat 3 −5.0 (−6.0 to −4.0). Up to 3 percentage points is fine. It is fair with 2 and 4 players."
    );
    assert_eq!(
        says(Vec::new(), Vec::new()),
        "Yes: no seat is more than 3 percentage points off its fair share with 2, 3 and 4 players. Furthest is seat 2 with 4 players: +1.2 points (+0.2 to +2.2)."
    );
    let two = says(vec![seat(0, 3, 0.062), seat(1, 2, -0.051)], Vec::new());
    assert!(two.contains("fair 33.3 %; with 2 players seat 2 −5.1 (−6.1 to −4.1). Up to"), "{two}");
    // What is open is never called fair.
    let open = says(Vec::new(), vec![seat(0, 2, -0.039), seat(1, 2, 0.039), seat(3, 4, 0.035)]);
    assert!(
        open.starts_with("No seat is surely")
            && open.ends_with("Whether it is more than 3 is not known yet of seats 1 and 2 with 2 players and seat 4 with 4 players; furthest is seat 1 with 2 players, −3.9 (−4.9 to −2.9)."),
        "{open}"
    );
    let open = says(vec![seat(0, 3, 0.062)], vec![seat(1, 2, 0.031)]);
    assert!(
        !open.contains("It is fair")
            && open.ends_with(
                "Whether it is more than 3 is not known yet of seat 2 with 2 players: +3.1 (+2.1 to +4.1)."
            ),
        "{open}"
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
        fair,
        ends: (around(-2.0), around(2.0)),
        source: Source::Rulebook,
    }
}

#[test]
fn prices_are_told_with_the_one_that_would_be_fair() {
    let says = |off, open, paying, left: &[&str]| {
        let left = left.iter().map(|kind| (*kind).to_owned()).collect();
        let unbought = vec!["lamp".to_owned()];
        let unbought = if open > 1 { unbought } else { Vec::new() };
        told(Says::Prices { players: 4, looked: 11, guessed: Vec::new(), off, unbought, open, paying, left })
    };
    assert_eq!(
        says(vec![price("patio", 20, Some(39.2)), price("sign", 5, None)], 1, Vec::new(), &[]),
        "Of 11 prices 2 are off with 4 players: `patio` costs 20, and 39 (37 to 41) would be fair: now it is worth 6.1 points of win rate more than the middle of its kind. Off at every price that was tried: `sign` (too dear). Of 1 it is not known. A price is fair where going without the thing costs as many wins as going without the middle one of its kind."
    );
    // What nobody tried is not told as hopeless, and what nobody buys not as a little too dear.
    let untried = PriceAt { is_sought: false, ..price("sign", 5, None) };
    let text = says(vec![untried], 2, Vec::new(), &[]);
    assert!(
        text.contains(
            "Off too, and other prices were not tried: `sign` (too dear). Hardly bought, so that it is not known whether they cost too much or do too little: `lamp`. Of 2"
        ),
        "{text}"
    );
    let guess = PriceAt { source: Source::Reconstructed, ..price("patio", 20, Some(39.2)) };
    assert!(says(vec![guess], 0, Vec::new(), &[]).contains("`patio` costs 20 (our guess), and 39"));
    let box_8 = PaymentAt { component: "box-8".to_owned(), beyond: 0.81, source: Source::Reconstructed };
    let boxes = says(Vec::new(), 0, vec![box_8.clone(), box_8.clone()], &[]);
    assert!(boxes.ends_with("of their kind: `box-8` 81 % more and `box-8` 81 % more, our guesses. Things of a kind may be meant to pay differently, so these are no fault."), "{boxes}");
    assert_eq!(
        says(Vec::new(), 0, vec![box_8], &["employee"]),
        "Of 11 prices none is surely off with 4 players. 1 thing pays clearly more or less each time than the median of its kind: `box-8` 81 % more (our guess). Things of a kind may be meant to pay differently, so that is no fault. Not looked at here: `employee`."
    );
    let guesses = |guessed: &[&str]| {
        let guessed = guessed.iter().map(|name| (*name).to_owned()).collect();
        let (off, paying) = (Vec::new(), Vec::new());
        let (unbought, left) = (Vec::new(), Vec::new());
        told(Says::Prices { players: 4, looked: 2, guessed, off, unbought, open: 0, paying, left })
    };
    assert!(guesses(&["sign"]).ends_with(" Our guess, not print, is `sign`."));
    assert!(guesses(&["sign", "lamp"]).ends_with(" All of these prices are our guesses, not print."));
}

#[test]
fn what_to_change_is_never_called_enough_where_it_is_not_sure() {
    let change = Change {
        path: "start_coins.3".to_owned(),
        from: 10,
        to: 13,
        seat: Some(Seat(2)),
        source: Source::Rulebook,
        about: "Coins at the start. For seat 3 alone.".to_owned(),
    };
    let told_of = |seats, untried, prices, is_open, is_course_off| {
        told(Says::Change { seats, untried, prices, priced: Some(4), is_open, is_course_off })
    };
    let off = [(1, 0.062), (2, -0.021)];
    let at = |players, changes: &[Change], reached| Proposed {
        players,
        changes: changes.to_vec(),
        reached,
        off,
        is_trained: true,
    };
    let says = |changes: Vec<Change>, reached| {
        told_of(vec![at(3, &changes, reached)], vec![4, 5], Vec::new(), false, false)
    };
    assert_eq!(
        says(vec![change.clone()], Reached::Met),
        "With 3 players set `start_coins.3` to 13 (now 10: coins at the start, of seat 3 alone): furthest off was seat 1, 6.2 points too strong, and is then seat 2, 2.1 points too weak; every seat is then fine. These figures are of players who learned on by these rules, in games of their own: seats now are not quite as above. With 4 and 5 players seats are off, and no change was tried."
    );
    let open = says(vec![change.clone()], Reached::Open);
    assert!(open.starts_with("With 3 players set") && open.contains("and not yet surely fair."), "{open}");
    let missed = says(vec![change.clone()], Reached::Missed);
    assert!(
        missed.starts_with("With 3 players no change of up to three numbers was found that makes every seat fair; the best, `start_coins.3` to 13 (now 10), leaves seat 2, 2.1 points too weak (seat 1, 6.2 points too strong now)."),
        "{missed}"
    );
    // Each table has a sentence of its own, and many are left to the table of proposals.
    let change = [change];
    let several: Vec<Proposed> = [4, 2, 3, 5, 6].map(|players| at(players, &change, Reached::Met)).into();
    let several = told_of(several, Vec::new(), Vec::new(), false, false);
    assert_eq!(several.matches("every seat is then fine").count(), 3, "{several}");
    assert!(
        several.contains("fine. What was found with 5 and 6 players is in the table of proposals. These"),
        "{several}"
    );
    let none = [(4, Reached::Missed), (2, Reached::Met), (3, Reached::Missed)];
    let none = none.map(|(players, reached)| at(players, &change, reached)).into();
    let none = told_of(none, Vec::new(), Vec::new(), false, false);
    assert_eq!(none.matches("no change of up to three numbers").count(), 1, "{none}");
    assert!(
        none.contains("strong now). With 3 players none was found either: see the table of proposals. These"),
        "{none}"
    );
    assert!(says(Vec::new(), Reached::Missed).starts_with("With 3 players no change of up to three numbers"));
    let without =
        |prices, is_open, is_course_off| told_of(Vec::new(), Vec::new(), prices, is_open, is_course_off);
    assert_eq!(without(Vec::new(), false, false), "Nothing that we know of: seats and prices are fine.");
    // So few games that nobody learns: seats that are off are not called fine.
    assert_eq!(
        told_of(Vec::new(), vec![2, 3], Vec::new(), false, false),
        "With 2 and 3 players seats are off, and no change was tried."
    );
    assert_eq!(
        without(Vec::new(), true, true),
        "Nothing that we know of: no seat and no price is surely off, and not all is decided. What would make games run otherwise was not looked for."
    );
    let patio = price("patio", 20, Some(39.2));
    assert_eq!(
        without(vec![patio.clone()], true, false),
        "Let `patio` cost 39 (now 20): it is then worth as much as the middle of its kind, looked at with 4 players."
    );
    assert!(without(vec![patio.clone(), patio], true, false).ends_with("they were not tried together."));
}

#[test]
fn plans_courses_and_readings_are_told_in_a_sentence_each() {
    let dead = vec![("volume".to_owned(), 0.11)];
    let plans = |living, dead, elsewhere| {
        let [strongest, weakest] =
            [("chain", 0.41), ("volume", 0.11)].map(|(name, won)| (name.to_owned(), won));
        let (players, of, fair, dead_below, hands) = (4, 6, 0.25, 0.15, None);
        told(Says::Plans {
            players,
            of,
            living,
            dead,
            strongest,
            weakest,
            fair,
            dead_below,
            elsewhere,
            hands,
        })
    };
    assert_eq!(
        plans(4, dead, Vec::new()),
        "Of 6 plans 4 surely live and 1 is dead (below 15.0 %) with 4 players: `volume` 11.0 %. Strongest is `chain` 41.0 %, where 25.0 % is fair. Each plan is a script that does not learn."
    );
    assert_eq!(
        plans(1, Vec::new(), vec![(2, vec!["volume".to_owned()])]),
        "Of 6 plans 1 surely lives with 4 players, and none is surely dead (below 15.0 %). Strongest is `chain` 41.0 %, where 25.0 % is fair; weakest is `volume` 11.0 %. Dead at other tables: `volume` with 2 players. Each plan is a script that does not learn."
    );
    let [strongest, weakest] = [("chain", 0.31), ("volume", 0.18)].map(|(name, won)| (name.to_owned(), won));
    let hands = InGoodHands {
        ruling: Vec::new(),
        alike: vec!["showman".to_owned()],
        open: vec!["volume".to_owned()],
        dearest: Some(("chain".to_owned(), 0.094)),
    };
    let known = InGoodHands { ruling: Vec::new(), alike: Vec::new(), open: Vec::new(), dearest: None };
    let learned = |living, hands| Says::Plans {
        players: 4,
        of: 6,
        living,
        dead: Vec::new(),
        strongest: strongest.clone(),
        weakest: weakest.clone(),
        fair: 0.25,
        dead_below: 0.15,
        elsewhere: Vec::new(),
        hands: Some(hands),
    };
    assert_eq!(
        told(learned(6, known)),
        "All 6 plans live with 4 players: they win from `volume` 18.0 % to `chain` 31.0 %, where 25.0 % is fair and below 15.0 % would be dead. Each plan was learned by the player who plays best."
    );
    assert_eq!(
        told(learned(4, hands)),
        "Of the 5 plans of 6 that could be tested 4 surely live with 4 players, and none is surely dead (below 15.0 %). Strongest is `chain` 31.0 %, where 25.0 % is fair; weakest is `volume` 18.0 %. Each plan was learned by the player who plays best. Dearest is `chain`: whoever insists on it wins 9.4 points less than without a plan. Not tested, as whoever was to learn it plays no otherwise than one without a plan: `showman`. Not known yet: `volume`."
    );
    let course = |off, pace, early| {
        let (plies, shared) = (Some(247.3), Some(0.0123));
        told(Says::Course { players: 2, off, is_open: false, plies, pace, early, shared })
    };
    assert_eq!(
        course(Vec::new(), Some(Pace { after: 5.43, rounds: 10, unit: "eighth of a pass" }), Some(0.61)),
        "Neither. With 2 players a game takes 247 actions of all players together; the winner leads for good after 5.4 of 10 rounds, each an eighth of a pass; of any two players the one who is ahead after the first eighth of a pass ends ahead in 61.0 % (50 % would say nothing); first place is shared in 1.2 % of games."
    );
    // A game without rounds has no first one.
    let plain = course(Vec::new(), None, None);
    assert!(!plain.contains("round") && plain.contains("takes 247 actions"), "{plain}");
    let once = Says::Course {
        players: 2,
        off: Vec::new(),
        is_open: true,
        plies: Some(60.0),
        pace: None,
        early: None,
        shared: None,
    };
    assert_eq!(told(once), "Not known yet: it takes 30 deals of each table.");
    let changes =
        At { players: 2, value: 0.7, interval: Some(Interval { low: 0.68, high: 0.72 }), unit: Unit::Share };
    let still = OfGame::Still { sizes: vec![2], changes, least: 1.0 };
    assert_eq!(
        course(vec![still], Some(Pace { after: 2.0, rounds: 7, unit: "turn" }), None),
        "The lead seldom passes to another with 2 players: 0.70 ± 0.02 changes a game with 2 players; 1 or more is fine. With 2 players a game takes 247 actions of all players together; the winner leads for good after 2.0 of 7 turns; first place is shared in 1.2 % of games."
    );
    let known = Estimate { n: 400, deals: 400, degrees: 399, value: Some(683.0), ..Estimate::MISSING };
    let length = known.with_error(24.0);
    let [lowest, highest] = ["greedy", "champion"].map(str::to_owned);
    let share = At {
        players: 3,
        value: 0.012,
        interval: Some(Interval { low: 0.01, high: 0.014 }),
        unit: Unit::Share,
    };
    let within = vec![
        ("strong players".to_owned(), At { value: 0.03, interval: None, ..share }),
        ("beginners".to_owned(), share),
    ];
    let skill = told(Says::Skill { players: 2, lowest, highest, length, within });
    assert_eq!(
        skill,
        "`champion` is 683 ± 47 rating points ahead of `greedy` with 2 players, which is how far apart levels of play are: 400 are odds of ten to one, and the picture has the steps between. Within one level, strategies explain 3.0 % among strong players and 1.2 % ± 0.2 among beginners of who wins; seats and luck explain the rest."
    );
    let moved = |name: &str| Moved {
        name: name.to_owned(),
        about: "Who wins a tie: the seat, or nobody.".to_owned(),
        whose: Owner::Seat(Seat(0)),
        standard: Some(0.252),
        changed: Some(0.726),
        by: At { players: 4, value: 0.474, interval: None, unit: Unit::Share },
        tolerance: 0.05,
    };
    let unknown = |guessed, moving, plan| {
        let open = vec![(Sort::Seat, 0, 9), (Sort::Strategy, 2, 18), (Sort::Component, 29, 1740)];
        let open = if guessed == 0 { open } else { open[..1].to_vec() };
        told(Says::Unknown { guessed, of: 96, alternatives: 31, moving, plan, open })
    };
    let plan = Moved { whose: Owner::Strategy("chain".to_owned()), ..moved("spare=idle") };
    assert_eq!(
        unknown(12, vec![moved("tie=seat"), moved("hats")], Some(plan.clone())),
        "12 of 96 components are our guesses, not print. Of 31 other readings of the rules `tie=seat` (“Who wins a tie: the seat, or nobody”) moves seats most: seat 1 wins 72.6 %, not 25.2 %, with 4 players, between players who do not learn it. So does `hats`, by as much."
    );
    let less =
        Moved { by: At { players: 4, value: 0.2, interval: None, unit: Unit::Share }, ..moved("hats") };
    assert!(unknown(12, vec![moved("tie=seat"), less.clone()], None).ends_with(" So does `hats`, by less."));
    assert!(
        unknown(12, vec![moved("tie=seat"), moved("caps"), less], None)
            .ends_with(" So do `caps` and `hats`, by as much or less.")
    );
    assert!(unknown(12, Vec::new(), Some(plan)).ends_with(
        " Between scripts of one plan `spare=idle` (“Who wins a tie: the seat, or nobody”) moves most: `chain` wins 72.6 %, not 25.2 %, with 4 players."
    ));
    assert_eq!(
        unknown(0, Vec::new(), None),
        "All 96 components are known from print. None of 31 other readings of the rules (rulings, ties, data) is known to move the win rate of a seat by more than 5 points. Still open: the verdicts on 2 of 18 strategies and 29 of 1,740 components; one that is looked at with 2 and with 3 players counts as two."
    );
}

#[test]
fn a_line_has_the_unit_of_its_picture_and_the_level_says_how_far_it_can_be_beaten() {
    let interval = Some(Interval { low: -0.1, high: 0.9 });
    let mark = Mark { label: "patio".to_owned(), value: 0.4, interval };
    let prices = Says::Prices {
        players: 4,
        looked: 1,
        guessed: Vec::new(),
        off: Vec::new(),
        unbought: Vec::new(),
        open: 0,
        paying: Vec::new(),
        left: Vec::new(),
    };
    let answer = Answer {
        verdict: AnswerVerdict::Check,
        says: prices,
        marks: Vec::new(),
        fine: None,
        command: None,
        played_for: Unit::Share,
        check: None,
    };
    assert_eq!(figure(&answer, &mark), "+40 %");
    let by = |low: f64, high: f64| {
        let gain =
            Estimate { value: Some(0.05), interval: Some(Interval { low, high }), ..Estimate::MISSING };
        level(
            (&Level::Champions, &["champion".to_owned()]),
            (4, Unit::Share),
            Some(&Response { games: 10_000, gain }),
            &[],
        )
        .replace('\u{a0}', " ")
    };
    assert_eq!(
        by(0.03, 0.07),
        "copies of champion. Seats are measured with every number of players, all else with 4 players unless a number is named. A player trained against such copies in 10,000 games wins +5.0 points (+3.0 to +7.0) more, so stronger play exists."
    );
    assert!(
        by(-0.01, 0.11).ends_with("in 10,000 games is not known to win more: +5.0 points (−1.0 to +11.0).")
    );
    assert_eq!(
        level((&Level::Experts, &["expert".to_owned()]), (2, Unit::Share), None, &[]),
        "copies of expert. Seats are measured with every number of players, all else with 2 players unless a number is named."
    );
    // What was found with more games counts, not what was sought here.
    let known = BestResponse {
        players: 4,
        method: ResponseMethod::Learned,
        games: 300_000,
        gain: 0.133,
        interval: Some((0.12, 0.147)),
    };
    let sought = Response { games: 2_000, gain: Estimate { value: Some(-0.02), ..Estimate::MISSING } };
    assert!(level((&Level::Champions, &["champion".to_owned()]), (4, Unit::Share), Some(&sought), &[known]).replace('\u{a0}', " ").ends_with(
        "is named. Copies of `champion` can be beaten: a player who learned to beat them in 300,000 games wins 13.3 points (12.0 to 14.7) more than a fair share with 4 players."
    ));
}

#[test]
fn where_points_are_the_objective_answers_are_in_points() {
    let unit = Unit::Counted("chips");
    let interval = Some(Interval { low: 0.19, high: 0.21 });
    let off = At { players: 2, value: 0.2, interval, unit };
    let seat = SeatAt { seat: Seat(0), off, result: 0.2, fair: 0.0 };
    let told = |says: Says| {
        let (verdict, marks, fine) = (AnswerVerdict::Fine, Vec::new(), None);
        sentence(&Answer { verdict, says, marks, fine, command: None, played_for: unit, check: None })
            .replace('\u{a0}', " ")
    };
    let says = |off, furthest| Says::Seats {
        sizes: vec![2],
        off,
        disputed: Vec::new(),
        open: Vec::new(),
        furthest,
        tolerance: 0.08,
    };
    assert_eq!(
        told(says(vec![seat.clone()], None)),
        "Not with 2 players: seat 1 scores 0.2 chips with 2 players, +0.20 chips (+0.19 to +0.21) beside the mean 0 chips. Up to 0.08 chips is fine."
    );
    assert!(told(says(Vec::new(), Some(seat))).starts_with(
        "Yes: no seat is more than 0.08 chips off the mean of all seats with 2 players. Furthest is seat 1 with 2 players: +0.20 chips"
    ));
    let length = Estimate {
        value: Some(0.31),
        interval: Some(Interval { low: 0.3, high: 0.32 }),
        ..Estimate::MISSING
    };
    let [lowest, highest] = ["random", "champion"].map(str::to_owned);
    let within = vec![("beginners".to_owned(), At { players: 2, value: 0.3, interval: None, unit })];
    assert_eq!(
        told(Says::Skill { players: 2, lowest, highest, length, within }),
        "`champion` is 0.31 ± 0.01 chips a game ahead of `random` with 2 players, which is how far apart levels of play are; the picture has the steps between. Within one level, strategies explain 30.0 % among beginners of the variance of points; seats and luck explain the rest."
    );
}
