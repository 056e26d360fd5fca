//! Players retrained under the rules of each arm.

use sim_games::GAMES;
use sim_lab::{
    Effort, Error, Lab,
    adapt::{AdaptSpec, Adaptation, Budget, RetrainingNeed, usual_start},
    diff::DiffSpec,
    pairs::{FigureRow, Side, by_name, figures},
    player::Player,
    spec::{ArmSpec, Field, RulesSpec},
    worth::WorthSpec,
};

use sim_stats::{paired::PairedEstimate, repeats::Repeats};

use crate::{
    find,
    searches::{NEVER, Shelf, after_stops, within},
};

const BUDGET: Budget = Budget { games: 300, repeats: 2 };

fn named(game: &str, name: &str) -> Player {
    Player::shipped(find(game).unwrap(), name).unwrap().unwrap()
}

fn table(game: &str, players: usize) -> ArmSpec {
    let entry = find(game).unwrap();
    let field = Field::Pool(vec![named(game, usual_start(entry))]);
    ArmSpec { rules: RulesSpec::printed(entry), players, field, seed: 1 }
}

/// A two-player table of a game, and a diff with one changed setting.
fn changed(game: &str, set: &str) -> (AdaptSpec, DiffSpec) {
    let spec = AdaptSpec::seat(table(game, 2), BUDGET, Effort::Games(200)).unwrap();
    let old = spec.arm.clone();
    let rules = RulesSpec { set: vec![set.parse().unwrap()], ..old.rules.clone() };
    let diff = DiffSpec { new: ArmSpec { rules, ..old.clone() }, old, tolerance: 0.01, effort: spec.effort };
    (spec, diff)
}

fn adapted(game: &str, set: &str, lab: &mut Lab<'_>) -> Result<Adaptation, Error> {
    let (spec, diff) = changed(game, set);
    spec.play(&diff.open().unwrap(), lab)
}

#[test]
fn a_rule_that_nobody_meets_changes_nothing_after_adaptation_either() {
    // The token counts of larger tables do not matter at a table of two.
    let set = "renovations.patio-seating.more=4";
    let found = within(NEVER, &mut (), |lab| adapted("restaurant-row", set, lab)).unwrap();
    let arm = &found.arms[0];
    assert!(arm.figures.len() > 10 && !arm.components.is_empty());
    for row in &arm.figures {
        for paired in [&row.at_once.paired, &row.after.paired] {
            assert_eq!(paired.differing, 0, "{}", row.at_once.of);
        }
    }
    assert_eq!(arm.meeting, found.control);
    assert_eq!((arm.retraining.gain.value, arm.retraining.loss.value), (Some(0.0), Some(0.0)));
}

#[test]
fn players_adapt_to_a_rule_that_they_meet_each_repeat_in_its_own_way() {
    let found = within(NEVER, &mut (), |lab| adapted("delectable", "hand_limit=3", lab)).unwrap();
    let arm = &found.arms[0];
    let points = arm.figures.iter().find(|row| row.at_once.of.to_string() == "champion points").unwrap();
    assert!(points.at_once.paired.difference.interval.is_some());
    let after = points.after.paired;
    assert!(after.one != points.at_once.paired.one, "nobody learned");
    // Means of two repeats of 100 deals each, one game of copies per deal. This leaves one degree of freedom.
    assert_eq!((after.difference.degrees, after.difference.deals), (1, 200));
    assert!(after.difference.interval.is_some());
    // In a game for two, one side wins what the other loses, deal by deal.
    let (adapted, was) = (arm.meeting.adapted.value.unwrap(), arm.meeting.as_they_were.value.unwrap());
    assert!((adapted + was - 1.0).abs() < 1e-12, "{adapted} and {was}");
    assert!(arm.meeting.adapted.interval.is_some() && arm.retraining.need != RetrainingNeed::Much);
}

#[test]
fn an_adaptation_is_the_same_on_any_number_of_threads_and_after_a_stop() {
    let told = |found: Adaptation| format!("{found:?}");
    let whole = told(within(NEVER, &mut (), |lab| adapted("delectable", "hand_limit=4", lab)).unwrap());
    let mut shelf = Shelf::default();
    let stopped = within(1, &mut shelf, |lab| adapted("delectable", "hand_limit=4", lab));
    assert!(matches!(stopped, Err(Error::Stopped)));
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let stop = sim_lab::Stop::new();
    let mut lab = Lab { threads: &one, stop: &stop, progress: &mut (), store: &mut shelf };
    assert_eq!(told(adapted("delectable", "hand_limit=4", &mut lab).unwrap()), whole);
}

#[test]
fn every_game_has_players_who_adapt() {
    for entry in GAMES {
        assert_eq!(usual_start(entry), "champion", "{}", entry.info().name);
    }
}

#[test]
fn who_cannot_adapt_is_refused() {
    let seat = |arm: ArmSpec, budget| {
        AdaptSpec::seat(arm, budget, Effort::Games(100)).map(drop).unwrap_err().message
    };
    let of = |names: &[&str]| {
        let field = Field::Pool(names.iter().map(|name| named("delectable", name)).collect());
        ArmSpec { field, ..table("delectable", 2) }
    };
    let several = "players who adapt are a panel or copies of one strategy, and 2 are named";
    assert_eq!(seat(of(&["raider", "expert"]), BUDGET), several);
    assert_eq!(seat(of(&["random"]), BUDGET), "random has no formulas that could learn");
    let alone = ArmSpec { players: 1, ..table("critter-kitchen", 2) };
    assert_eq!(seat(alone, BUDGET), "a player alone at the table has nobody to train against");
    assert_eq!(seat(of(&["expert"]), Budget { repeats: 0, ..BUDGET }), "--repeats 0 is out of range");
    assert_eq!(seat(of(&["expert"]), Budget { games: 0, ..BUDGET }), "--adapt 0 learns nothing");
    // A param changes how a player plays, not the rules.
    let (spec, diff) = changed("delectable", "hand_limit=4");
    let mut arms = diff.clone();
    let other = named("delectable", "champion").with_params(find("delectable").unwrap(), &[("near", "1")]);
    arms.new.field = Field::Lineup(vec![other.unwrap(); 2]);
    let refused = within(NEVER, &mut (), |lab| spec.play(&arms.open().unwrap(), lab)).map(drop).unwrap_err();
    let params = "changes how a strategy plays, and not the rules";
    assert!(matches!(&refused, Error::Refused(error) if error.message.ends_with(params)), "{refused}");
}

/// How often intervals over deals and training runs cover 0 between two halves of training runs under the same rules.
/// Only chance separates the halves.
#[test]
#[ignore = "takes minutes: scripts/coverage"]
#[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
fn coverage_of_differences_after_adaptation() {
    const RUNS: u64 = 300;
    const HALF: usize = 3;
    // With fewer deals, too few results differ between training runs for an interval.
    const DEALS: u64 = 400;
    let names = ["seat 1 win rate", "champion points", "plies"];
    let (mut held, mut known) = ([0_u64; 3], [0_u64; 3]);
    let budget = Budget { games: 400, repeats: 2 * HALF as u64 };
    let all = Repeats::new(HALF);
    for run in 0..RUNS {
        // Seeds are far apart because repeats take the seeds after that of the table.
        let arm = ArmSpec { seed: 1000 * (run + 1), ..table("delectable", 2) };
        let spec = AdaptSpec::seat(arm, budget, Effort::Games(1)).unwrap();
        let named = spec.arm.open_current().unwrap();
        let learned = within(NEVER, &mut (), |lab| spec.adapted(&[&named], lab)).unwrap().remove(0);
        let rows: Vec<_> = (0..HALF)
            .map(|pair| {
                let deals = pair as u64 * DEALS..(pair as u64 + 1) * DEALS;
                let tally = |at: usize| {
                    let arm = &learned[at].arm;
                    arm.play(deals.clone(), arm.empty(), &mut ())
                };
                let (one, other) = (tally(pair), tally(pair + HALF));
                let (subject, others) = (learned[pair].arm.subject(), learned[pair + HALF].arm.subject());
                let (one, other) =
                    (Side { subject: &subject, tally: &one }, Side { subject: &others, tally: &other });
                figures(one, other, &by_name(&subject, &others)).unwrap()
            })
            .collect();
        for ((name, held), known) in names.iter().zip(&mut held).zip(&mut known) {
            let of =
                |rows: &Vec<FigureRow>| rows.iter().find(|row| row.of.to_string() == *name).unwrap().paired;
            let found: Vec<PairedEstimate> = rows.iter().map(of).collect();
            let Some(ends) = all.paired(&found).difference.interval else { continue };
            *known += 1;
            *held += u64::from(ends.low <= 0.0 && 0.0 <= ends.high);
        }
    }
    for ((name, held), known) in names.iter().zip(held).zip(known) {
        let share = held as f64 / known as f64;
        println!("{name}: 0 in {:.1} % of {known} intervals, of {RUNS} runs", 100.0 * share);
        // Coverage exceeds 95 % where training runs hardly differ. Its standard error is 1.3 points.
        assert!(known * 10 >= RUNS * 9 && share >= 0.92, "{name}: {share}");
    }
}

#[test]
fn what_a_thing_is_worth_comes_to_the_same_after_a_stop() {
    let spec = || {
        let table = AdaptSpec::seat(table("delectable", 2), BUDGET, Effort::Games(400)).unwrap();
        WorthSpec { table, bans: vec!["E4".to_owned(), "no roll".to_owned()] }
    };
    let play = |lab: &mut Lab<'_>| spec().play(&spec().open().unwrap(), lab);
    let whole = within(NEVER, &mut (), play).unwrap();
    assert_eq!((whole.rows.len(), whole.setup.games), (2, 400));
    let [card, rolls] = [&whole.rows[0], &whole.rows[1]];
    assert_eq!((card.rank, rolls.rank), (Some((1, 1)), None));
    // A player who never rolls gets only what it robs and reviews.
    assert!(rolls.worth.difference.value.unwrap() > 0.3, "{rolls:?}");
    let rest = after_stops(100, play);
    assert_eq!(format!("{rest:?}"), format!("{whole:?}"));
}
