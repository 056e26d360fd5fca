//! Commands whose results follow the objective. With `payout=chips`, players who win hands need not win chips, and
//! every result here differs between the two.

mod common;

use common::{BOTH, rules, with_lab};
use kuhn::{ENTRY, exact::mean_value};
use sim_engine::Objective;
use sim_lab::{
    Effort,
    adapt::{AdaptSpec, Budget},
    audit::{
        AuditSpec,
        answer::{MarkUnit, Topic},
        audit,
    },
    balance::{BalancePlayers, BalanceSpec, goal::GoalStatus},
    figure::Unit,
    finding::{FindingKind, GameFinding, RunFinding, Strategies, of_run},
    ladder::{LadderSpec, Rung, ladder},
    plans::PlansSpec,
    player::Player,
    robust::{Kind, RobustSpec, robust},
    skill::{LevelSpec, VarianceSource, VarianceSpec, skill},
    spec::{ArmSpec, Field},
    summary::Summary,
    tables,
    verdict::{Balance, Tolerance, VerdictSpec, VerdictSubject, verdict},
    worth::{WorthPattern, WorthSpec},
};
use sim_stats::Estimate;

/// Chips per hand that the equilibrium wins from a player who always bets; see `objective.rs`.
const WON_OF_MANIAC: f64 = 1.0 / 9.0;

fn script(name: &str, head: &str, score: &str) -> Player {
    let on = ["open", "after_check", "after_bet", "after_check_and_bet"];
    let each = on.map(|decision| format!("[on.{decision}]\ntemperature = 1\nscore = \"{score}\"\n"));
    let text = format!("format = 1\ngame = \"kuhn\"\nabout = \"A test.\"\n{head}{}", each.concat());
    Player::read(&ENTRY, name, name, "test.toml", &text).unwrap()
}

fn player(name: &str) -> Player {
    match name {
        "maniac" => script("maniac", "", "30*(jack + queen + king)"),
        shipped => Player::shipped(&ENTRY, shipped).unwrap().unwrap(),
    }
}

fn arm(objective: Objective, names: &[&str]) -> ArmSpec {
    let field = Field::Pool(names.iter().map(|name| player(name)).collect());
    ArmSpec { rules: rules(objective), players: 2, field, seed: 1 }
}

fn learners(objective: Objective, start: &str, budget: Budget, games: u64) -> AdaptSpec {
    AdaptSpec::seat(arm(objective, &[start]), budget, Effort::Games(games)).unwrap()
}

fn is_near(found: &Estimate, truth: f64) -> bool {
    let error = found.standard_error.unwrap();
    (found.value.unwrap() - truth).abs() < 5.0 * error
}

#[test]
fn what_skill_explains_is_of_the_objective() {
    // Against a player who always bets, honest play breaks even in chips and wins a third of the hands.
    let explained = |objective| {
        let tables = vec![LevelSpec::named(arm(objective, &["honest", "maniac"]))];
        let spec = VarianceSpec { tables, games: 20_000 };
        let table = with_lab(|lab| skill(&spec, lab)).unwrap().tables.remove(0);
        table.share_of_winning(VarianceSource::Strategies).unwrap().value.unwrap()
    };
    assert!(explained(Objective::Points) < 0.01);
    assert!(explained(Objective::Wins) > 0.08);
}

#[test]
fn a_level_is_ahead_by_the_objective() {
    let step = |objective| {
        let rungs = ["equilibrium", "maniac"].map(|name| Rung::single(player(name))).into();
        let spec = LadderSpec { rules: rules(objective), players: vec![2], rungs, games: 20_000, seed: 1 };
        let mut found = with_lab(|lab| ladder(&spec, lab)).unwrap();
        assert_eq!(found.objective(), objective);
        let table = tables::ladder::table(&found.tables);
        assert_eq!(table.column("upper_ahead").is_some(), objective == Objective::Points);
        assert_eq!(table.column("upper_wins").is_some(), objective == Objective::Wins);
        found.tables.remove(0).steps.remove(0)
    };
    // One player's gain is the other's loss, so the difference is twice as large.
    let chips = step(Objective::Points);
    assert!(is_near(&chips.points, -2.0 * WON_OF_MANIAC), "{chips:?}");
    assert!(chips.points.interval.unwrap().high < 0.0);
    assert!(step(Objective::Wins).points.interval.unwrap().low > 0.0);
}

#[test]
fn what_a_ban_costs_is_counted_in_the_objective() {
    // Against honest play, which bets only the king, a fold saves a chip in half of the hands that are not won
    // anyway: a quarter of a chip on average. A fold never wins a hand.
    let measure = |objective| {
        let table = learners(objective, "honest", Budget { games: 20_000, repeats: 3 }, 60_000);
        let spec = WorthSpec { table, bans: vec!["fold".to_owned()] };
        with_lab(|lab| spec.play(&spec.open().unwrap(), lab)).unwrap()
    };
    let chips = measure(Objective::Points);
    assert_eq!(chips.setup.unit, Unit::Counted("chips"));
    let worth = &chips.rows[0].worth.difference;
    assert!((worth.value.unwrap() - 0.25).abs() < 0.03, "{worth:?}");
    assert_eq!(chips.rows[0].reading, WorthPattern::Quiet);
    let wins = measure(Objective::Wins);
    let worth = &wins.rows[0].worth.difference;
    assert!(worth.value.unwrap() < 0.05 && wins.rows[0].reading != WorthPattern::Quiet, "{worth:?}");
    assert_eq!(wins.setup.unit, Unit::Share);
}

#[test]
fn a_plan_costs_what_it_loses_of_the_objective() {
    let measure = |objective| {
        let (bluffs, checks) = ("plan = { bluff = 2.0 }\n", "plan = { bluff = -2.0 }\n");
        let score = "jack + queen + king";
        let plans = vec![script("bluffs", bluffs, score), script("checks", checks, score)];
        let table = learners(objective, "equilibrium", Budget { games: 20_000, repeats: 3 }, 60_000);
        let spec = PlansSpec { table, plans };
        let found = with_lab(|lab| spec.play(&spec.open().unwrap(), lab)).unwrap();
        let table = tables::plans::tables(&found).remove(0);
        assert_eq!(table.column("points_ahead").is_some(), objective == Objective::Points);
        assert_eq!(table.column("share").is_some(), objective == Objective::Wins);
        let row = found.rows.iter().find(|row| row.name == "bluffs").unwrap();
        (found.bounds, row.cost.difference, row.share)
    };
    // The equilibrium calls with a third of the queens: betting every jack loses chips, but no hand a check wins.
    let (bounds, cost, ahead) = measure(Objective::Points);
    assert_eq!((bounds.unit, bounds.fair), (Unit::Counted("chips"), 0.0));
    assert!(bounds.viable < -0.2 && bounds.dominant > 0.2, "{bounds:?}");
    assert!(ahead.value.unwrap().abs() < 0.5, "{ahead:?}");
    let (bounds, of_hands, share) = measure(Objective::Wins);
    assert_eq!((bounds.unit, bounds.fair), (Unit::Share, 0.5));
    assert!((share.value.unwrap() - 0.5).abs() < 0.2, "{share:?}");
    assert!(cost.value.unwrap() > of_hands.value.unwrap(), "{cost:?}, {of_hands:?}");
}

#[test]
fn a_goal_without_a_figure_is_of_the_objective() {
    // Honest play loses nothing to the equilibrium, and wins 41 of 90 hands.
    assert!(mean_value(&player("honest").strategy, &player("equilibrium").strategy).abs() < 1e-12);
    let try_goal = |objective, goal: &str| {
        let (sitting, vary) =
            (BalancePlayers::Named(arm(objective, &["honest", "equilibrium"])), ["cards".to_owned()]);
        let asked = (Effort::Games(10_000), Some(Budget { games: 1, repeats: 1 }));
        let spec = BalanceSpec::seat(sitting, &[goal.to_owned()], &vary, 1, asked).unwrap();
        let found = with_lab(|lab| spec.play(&spec.open().unwrap(), lab)).unwrap();
        let names: Vec<String> = found.goals[0].figures.iter().map(ToString::to_string).collect();
        (names, found.proposals[0].reached[0])
    };
    let (names, chips) = try_goal(Objective::Points, "every strategy within 0.02");
    assert_eq!(
        (names.join(", ").as_str(), chips),
        ("honest points ahead, equilibrium points ahead", GoalStatus::Met)
    );
    let (names, wins) = try_goal(Objective::Wins, "every strategy within 2%");
    assert_eq!(
        (names.join(", ").as_str(), wins),
        ("honest win rate, equilibrium win rate", GoalStatus::Missed)
    );
}

#[test]
fn goals_of_points_that_cannot_all_be_met_are_refused() {
    let refused = |goals: &[&str]| {
        let sitting = BalancePlayers::Named(arm(Objective::Points, &["honest", "equilibrium"]));
        let goals: Vec<String> = goals.iter().map(|goal| (*goal).to_owned()).collect();
        let asked = (Effort::Games(100), Some(Budget { games: 1, repeats: 1 }));
        let spec = BalanceSpec::seat(sitting, &goals, &["cards".to_owned()], 1, asked);
        spec.err().map(|error| error.message_and_help().0)
    };
    assert_eq!(refused(&["every seat within 0.1"]), None);
    let told = refused(&["seat 1 above 0.1", "seat 2 above 0"]).unwrap();
    assert!(told.contains("what all seats are ahead of their mean adds up to 0"), "{told}");
    assert!(refused(&["every seat above 1.2 times fair"]).unwrap().contains("there is no fair value of it"));
    assert!(refused(&["every seat within 1%"]).unwrap().contains("only shares are given in percent"));
}

#[test]
fn what_findings_rest_on_is_of_the_objective() {
    let side = |objective| {
        let kinds = vec![Kind::Number];
        let (arm, effort) = (arm(objective, &["honest", "maniac", "equilibrium"]), Effort::Games(20_000));
        let found = with_lab(|lab| robust(&RobustSpec { arm, kinds, effort }, lab)).unwrap();
        assert_eq!(found.objective, objective);
        found.numbers.iter().map(|row| row.standard.unwrap()).collect::<Vec<_>>()
    };
    // Chips are relative to the mean: what one player wins, another loses.
    assert!(side(Objective::Points).iter().all(|ahead| ahead.abs() < 0.2));
    assert!(side(Objective::Wins).iter().all(|share| (0.3..0.7).contains(share)));
}

#[test]
fn the_first_finding_of_a_run_is_of_the_objective() {
    let first = |objective| {
        let arm = arm(objective, &["honest", "maniac", "equilibrium"]).open().unwrap();
        let tally = arm.play(0..20_000, arm.empty(), &mut ());
        let found = of_run(&Summary::new(&arm.subject(), &tally)).remove(0);
        let FindingKind::Run(RunFinding::Strategies {
            unit,
            standing: Strategies::Apart { above, below, .. },
            ..
        }) = found.what
        else {
            panic!("{found:?}");
        };
        let names = |rows: &[_]| -> Vec<String> {
            rows.iter().map(|row: &sim_lab::summary::RateRow| row.owner.to_string()).collect()
        };
        (found.table, unit, names(&above), names(&below))
    };
    let (table, unit, above, below) = first(Objective::Points);
    assert_eq!((table, unit), ("points_by_strategy", Unit::Counted("chips")));
    assert_eq!((above.join(" "), below.join(" ")), ("equilibrium".to_owned(), "maniac".to_owned()));
    let (table, unit, above, _) = first(Objective::Wins);
    assert_eq!((table, unit, above[0].as_str()), ("win_rate_by_strategy", Unit::Share, "maniac"));
}

#[test]
fn without_a_tolerance_a_verdict_goes_by_the_spread_of_points() {
    let judged = |objective| {
        let arms = vec![arm(objective, &["honest", "maniac", "equilibrium"])];
        let spec = VerdictSpec { arms, tolerance: Tolerance::USUAL, games: 100_000, adapting: None };
        let command = spec.command(&spec.open().unwrap()).unwrap().unwrap().to_string();
        assert_eq!(command.contains("--tolerance"), objective == Objective::Wins, "{command}");
        let table = with_lab(|lab| verdict(&spec, lab)).unwrap().tables.remove(0);
        let row = table
            .rows
            .into_iter()
            .find(|row| row.of == VerdictSubject::Strategy("maniac".to_owned()))
            .unwrap();
        (row.balance, row.tolerance)
    };
    // A hand is won or lost by one or two chips. So a tenth of the standard deviation exceeds the eighteenth of
    // a chip that a player who always bets loses.
    let (balance, tolerance) = judged(Objective::Points);
    assert!((0.12..0.18).contains(&tolerance), "{tolerance}");
    assert_eq!(balance, Balance::Fine);
    assert_eq!(judged(Objective::Wins), (Balance::TooStrong, 0.05));
}

#[test]
fn an_audit_judges_by_the_objective() {
    for objective in BOTH {
        let arms = vec![arm(objective, &["honest", "maniac", "equilibrium"])];
        let best = vec![arm(objective, &["equilibrium"])];
        let field = ["honest", "maniac", "equilibrium"].map(player).into();
        let spec = AuditSpec { arms, best, field, tolerance: Tolerance::USUAL, games: 1_000, look_ahead: 0 };
        let found = with_lab(|lab| audit(&spec, lab)).unwrap();
        let off = found.findings().into_iter().find_map(|finding| match finding.what {
            FindingKind::Game(GameFinding::WinsOff {
                whose: VerdictSubject::Strategy(name), off, ..
            }) => Some((name, off.unit)),
            _ => None,
        });
        let seats = found.answers().into_iter().find(|answer| answer.topic() == Topic::Seats).unwrap();
        match objective {
            // The differences in chips are too small for a finding.
            Objective::Points => {
                assert_eq!(off, None);
                assert_eq!((seats.unit(), seats.played_for), (MarkUnit::Points, Unit::Counted("chips")));
            }
            Objective::Wins => {
                assert_eq!(off, Some(("maniac".to_owned(), Unit::Share)));
                assert_eq!((seats.unit(), seats.played_for), (MarkUnit::ShareDifference, Unit::Share));
            }
        }
    }
}
