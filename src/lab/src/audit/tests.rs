//! Tests of the parts of an audit.

use super::{
    Audit, BestPlayers, SEATS,
    answer::{Answer, AnswerVerdict, NoChange, Statement, Topic},
    unused::never_used,
};
use crate::{
    Ended, Extent,
    audit::TableAudit,
    command::Word,
    figure::{Direction, Owner, Unit},
    finding::{Chapter, Finding, Tone},
    player::Player,
    robust::{Alternative, Kind, MOVE, Outcome, Robustness, ShareRow},
    spec::{ArmSpec, Field, RulesSpec},
    summary::{ComponentSummary, Components, Event, Summary, UseRow},
    tournament::{self, Rating, Spread, Standings},
    verdict::{Balance, BalanceRow, JudgedTable, VerdictSubject},
};
use sim_engine::{Component, Objective, Seat, Source, Sum};
use sim_script::Level;
use sim_stats::{Estimate, Interval, multiplicity::LEVEL, paired::PairedEstimate};

/// Components from rows of name, kind, event and mean. Consecutive rows of one name form one component.
fn counted(rows: &[(&str, &str, Event, f64)]) -> Components {
    let mut all: Vec<ComponentSummary> = Vec::new();
    for &(name, kind, event, mean) in rows {
        if all.last().is_none_or(|one| one.component.name != name) {
            let component =
                Component { name: name.to_owned(), kind: kind.to_owned(), source: Source::Rulebook };
            let (uses, use_counts) = (Vec::new(), Vec::new());
            all.push(ComponentSummary {
                component,
                kind: None,
                price: None,
                uses,
                use_counts,
                adjusted: None,
            });
        }
        let mean = Estimate { value: Some(mean), ..Estimate::MISSING };
        let row = UseRow { strategy: "rush".to_owned(), event, mean };
        all.last_mut().unwrap().uses.push(row);
    }
    Components { all, ..Components::default() }
}

#[test]
fn a_component_is_unused_where_nothing_but_an_offer_happened_to_it() {
    let unused = |rows: &[(&str, &str, Event, f64)]| never_used(&counted(rows), |_| false);
    let rows = [
        ("pan", "tool", Event::Used, 0.5),
        ("pot", "tool", Event::Offered, 0.1),
        ("pot", "tool", Event::Used, 0.0),
        ("lid", "tool", Event::Used, 0.0),
    ];
    let names: Vec<(String, bool)> =
        unused(&rows).into_iter().map(|one| (one.component.name, one.is_offered)).collect();
    assert_eq!(names, [("pot".to_owned(), true), ("lid".to_owned(), false)]);
    assert!(unused(&rows[..1]).is_empty());
    let in_the_box = never_used(&counted(&rows), |name| name == "lid");
    assert_eq!(in_the_box.len(), 1);
    // A component that was taken or that cost money came into play. Of a kind that is only offered, nothing is known.
    let others = [
        ("dish", "order", Event::Taken, 0.8),
        ("dish", "order", Event::Used, 0.0),
        ("bill", "order", Event::Sum(Sum::Gained("money")), -2.0),
    ];
    assert!(unused(&others).is_empty());
    assert!(unused(&[("rat", "rumor", Event::Offered, 1.0), ("cat", "rumor", Event::Used, 0.0)]).is_empty());
}

#[test]
fn what_a_part_came_to_is_kept_to_the_last_bit() {
    fn again<T: serde::Serialize + serde::de::DeserializeOwned>(one: &T) -> T {
        serde_json::from_str(&serde_json::to_string(one).unwrap()).unwrap()
    }
    let (value, low, high) = (0.1 + 0.2, -0.0, 5e-324);
    let ends = Interval { low, high };
    let difference = Estimate { value: Some(value), interval: Some(ends), ..Estimate::MISSING };
    let row = ShareRow {
        alternative: 0,
        owner: Owner::Seat(Seat(5)),
        standard: Some(value),
        win_rate: Estimate { value: Some(high), ..Estimate::MISSING },
        difference: PairedEstimate {
            one: None,
            other: None,
            difference,
            p_value: None,
            differing: 0,
            most_differing: None,
            variance_ratio: None,
        },
        q_value: Some(LEVEL / 3.0),
        side: Direction::Open,
        outcome: Outcome::Holds,
    };
    let robust = Robustness {
        extent: Extent { title: "", players: 2, deals: 0, seed: 1 },
        planned: 1,
        alternatives: vec![Alternative { name: "ü \"q\"".to_owned(), kind: Kind::Tie }],
        findings: Vec::new(),
        components: Vec::new(),
        shares: vec![row],
        numbers: Vec::new(),
        not_played: Vec::new(),
        ended: Ended::Whole,
        objective: Objective::Wins,
        large: MOVE,
    };
    let kept = again(&robust);
    assert_eq!(format!("{kept:?}"), format!("{robust:?}"));
    assert_eq!(kept.shares[0].difference, robust.shares[0].difference);
    let spread = Spread { value: 0.0, error: 0.0 };
    let played = tournament::ShareInterval { value, ends };
    let standings = Standings {
        strategies: vec!["rush".to_owned()],
        objective: sim_engine::Objective::Wins,
        ratings: vec![Rating { strategy: 0, win_rate: spread, elo: spread, score: None, played, nash: None }],
        pairs: Vec::new(),
        cycles: Vec::new(),
        dominated: Vec::new(),
        misfit: None,
    };
    assert_eq!(format!("{:?}", again(&standings)), format!("{standings:?}"));
}

/// A table of Delectable without games. `seats` are the seat verdicts among copies of the champion.
fn alike(players: usize, seats: &[(Balance, f64)]) -> TableAudit {
    let entry = &sim_delectable::ENTRY;
    let champion = Player::shipped(entry, "champion").unwrap().unwrap();
    let field = Field::Pool(vec![champion]);
    let arm = ArmSpec { rules: RulesSpec::printed(entry), players, field, seed: 1 }.open().unwrap();
    let summary = Summary::new(&arm.subject(), &arm.empty());
    let rows = seats.iter().enumerate().map(|(at, &(balance, off))| BalanceRow {
        of: VerdictSubject::Seat(Seat(at as u8)),
        balance,
        tolerance: 0.03,
        fair: Some(1.0 / players as f64),
        estimate: Estimate { value: Some(1.0 / players as f64 + off), ..Estimate::MISSING },
        raw: None,
        members: Vec::new(),
        over_players: None,
        ends: Some(Interval { low: off - 0.005, high: off + 0.005 }),
        games_needed: None,
        note: "",
        deals_needed: None,
    });
    let (games, deals) = (1_000, 1_000);
    let seats =
        JudgedTable { players, unit: Unit::Share, learning: None, games, deals, rows: rows.collect() };
    let robust = Robustness {
        extent: Extent { title: "", players, deals: 1_000, seed: 1 },
        planned: 0,
        alternatives: Vec::new(),
        findings: Vec::new(),
        components: Vec::new(),
        shares: Vec::new(),
        numbers: Vec::new(),
        not_played: Vec::new(),
        ended: Ended::Whole,
        objective: Objective::Wins,
        large: MOVE,
    };
    let best = BestPlayers {
        level: Level::Champions,
        players: vec!["champion".to_owned()],
        word: Word::option("strategies", "champion"),
        summary: summary.clone(),
        seats,
        robust,
    };
    TableAudit {
        best: Some(best),
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

fn audit(parts: Vec<TableAudit>, ended: Ended) -> Audit {
    Audit {
        abouts: Vec::new(),
        shared: vec![Word::option("game", "delectable")],
        parts,
        learns: true,
        response: None,
        prices: None,
        plans: None,
        balanced: Vec::new(),
        checks: Vec::new(),
        ended,
    }
}

fn answer(audit: &Audit, topic: Topic) -> Answer {
    audit.answers().into_iter().find(|one| one.topic() == topic).unwrap()
}

#[test]
fn an_interrupted_audit_does_not_call_a_game_without_proposals_ok() {
    let fine = || vec![alike(2, &[(Balance::Fine, 0.01), (Balance::Fine, -0.01)])];
    let off = || vec![alike(2, &[(Balance::TooStrong, 0.05), (Balance::TooWeak, -0.05)])];
    let change = |parts, ended| answer(&audit(parts, ended), Topic::Change);
    assert_eq!(change(off(), Ended::Stopped).verdict, AnswerVerdict::Check);
    let stopped = change(fine(), Ended::Stopped);
    assert_eq!(stopped.verdict, AnswerVerdict::Undecided);
    let no_change = |answer: Answer| match answer.statement {
        Statement::Change(one) => one.no_change,
        other => panic!("{other:?}"),
    };
    assert_eq!(no_change(stopped), NoChange::Stopped);
    assert_ne!(no_change(change(fine(), Ended::Whole)), NoChange::Stopped);
}

#[test]
fn an_interrupted_audit_names_the_questions_that_it_did_not_come_to() {
    let fine = || vec![alike(2, &[(Balance::Fine, 0.01), (Balance::Fine, -0.01)])];
    let missing = |audit: Audit| -> Vec<Topic> {
        let not_played = |one: &Answer| one.verdict == AnswerVerdict::NotPlayed;
        audit.answers().iter().filter(|one| not_played(one)).map(Answer::topic).collect()
    };
    let stopped = || audit(fine(), Ended::Stopped);
    assert_eq!(missing(Audit { learns: true, ..stopped() }), [Topic::Plans, Topic::Prices, Topic::Skill]);
    assert_eq!(missing(Audit { learns: false, ..stopped() }), [Topic::Plans, Topic::Skill]);
    assert!(missing(audit(fine(), Ended::Whole)).is_empty());
}

#[test]
fn seats_are_fine_wrong_or_open_as_their_verdicts_say() {
    let answer = |parts: Vec<TableAudit>| answer(&audit(parts, Ended::Whole), Topic::Seats);
    let fine = || alike(2, &[(Balance::Fine, 0.01), (Balance::Fine, -0.01)]);
    let open = || alike(3, &[(Balance::Undecided, 0.03), (Balance::Fine, 0.0), (Balance::Undecided, -0.03)]);
    let off = |by: f64| alike(3, &[(Balance::TooStrong, by), (Balance::Fine, 0.0), (Balance::TooWeak, -by)]);
    for (parts, verdict, marks) in [
        (vec![fine()], AnswerVerdict::Fine, 1),
        (vec![fine(), open()], AnswerVerdict::Undecided, 2),
        (vec![fine(), off(0.05)], AnswerVerdict::Check, 2),
        // More than twice the tolerance.
        (vec![fine(), off(0.07)], AnswerVerdict::Problem, 2),
    ] {
        let found = answer(parts);
        assert_eq!((found.verdict, found.marks.len()), (verdict, marks), "{found:?}");
    }
    let found = answer(vec![fine(), off(0.05)]);
    let command = found.command.as_ref().map(ToString::to_string);
    assert_eq!(
        command.as_deref(),
        Some("sim run --until-decided --game delectable --players 3 --strategies champion --n 1000")
    );
    assert_eq!(found.marks[1].label, "3 players, seat 1");
}

#[test]
fn findings_of_seats_are_those_between_players_who_are_alike() {
    let rows = [(Balance::TooStrong, 0.05), (Balance::TooWeak, -0.05)];
    let mut part = alike(2, &rows);
    // Seat verdicts among archetypes appear in the tables only.
    let own = part.best.as_ref().unwrap().seats.clone();
    let upside_down = own.rows.iter().map(|row| BalanceRow { balance: Balance::Fine, ..row.clone() });
    part.verdicts = Some(JudgedTable { rows: upside_down.collect(), ..own });
    let found: Vec<Finding> = audit(vec![part], Ended::Whole).findings();
    let seats: Vec<&Finding> = found.iter().filter(|one| one.table == SEATS).collect();
    assert_eq!(seats.len(), 1, "{found:?}");
    assert_eq!((seats[0].tone, seats[0].chapter()), (Tone::Off, Chapter::Game));
    let command = seats[0].command.as_ref().map(ToString::to_string);
    assert_eq!(
        command.as_deref(),
        Some("sim run --until-decided --game delectable --players 2 --strategies champion --n 1000")
    );
    assert!(found.iter().all(|one| one.table != "verdict"), "{found:?}");
}
