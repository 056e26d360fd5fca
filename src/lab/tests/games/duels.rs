//! One strategy swapped in for another, in real games.

use crate::{Catalogue, GAMES, find};
use std::ops::ControlFlow;

use sim_lab::{
    compare::figures,
    experiment::{Arm, Arms, INTERIM, NamedArm, Rules, Seats, Sink, duel, unplayed},
    figure::Figure,
};
use sim_play::{
    Row,
    entry::Entry,
    tally::{Duel, Group, Tally, WIN},
};

/// An arm in which the first strategy plays against a field of the others.
fn entering(entry: &Entry, names: &[&str], players: usize, seed: u64) -> Arm {
    let strategies = names.iter().map(|name| entry.shipped_strategy(name).unwrap().unwrap()).collect();
    let seats = Seats { players, strategies, lineup: None, seed };
    entry.entering(&Rules::new(entry.settings().unwrap()), seats).unwrap()
}

fn watched(arms: (&Arm, &Arm), deals: u64, threads: usize, sink: &mut dyn Sink, stop: u64) -> Duel {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut interim = |duel: &Duel| {
        if duel.deals >= stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    pool.install(|| duel(arms, deals, unplayed(arms.0), sink, &mut interim)).unwrap()
}

#[test]
fn a_strategy_in_its_own_place_differs_by_nothing() {
    for entry in GAMES {
        let arm = || entering(entry, &["greedy", "default"], entry.info().default_players, 2);
        let duel = watched((&arm(), &arm()), 40, 2, &mut (), u64::MAX);
        assert_eq!(duel.deals, 40);
        let rows = figures(&arm().subject(), &duel);
        for row in rows.iter().filter(|row| row.of.figure != Figure::Superiority) {
            let difference = row.paired.difference.value;
            assert!(matches!(difference, Some(0.0) | None), "{}: {row:?}", entry.info().name);
            assert_eq!((row.paired.p_value, row.paired.differing), (None, 0), "{row:?}");
        }
    }
}

#[test]
fn either_side_of_a_duel_is_what_its_arm_came_to() {
    let entry = find("delectable").unwrap();
    let arm = |name| entering(entry, &[name, "balancer", "prestige"], 3, 7);
    let arms = (arm("raider"), arm("random"));
    let duel = watched((&arms.0, &arms.1), 64, 2, &mut (), u64::MAX);
    let wins = figures(&arms.0.subject(), &duel)[0].paired;
    for (arm, side) in [(&arms.0, wins.one), (&arms.1, wins.other)] {
        let tally = arm.play(0..64, arm.empty(), &mut ());
        let group = Group::Strategy(0);
        let share = tally.share(tally.layout.wins(group), WIN as f64);
        assert_eq!(side, share.value);
        assert_eq!(duel.games, share.n);
    }
}

#[test]
fn a_duel_looks_at_the_same_deals_on_any_number_of_threads_and_ends_there() {
    let entry = find("delectable").unwrap();
    let arms = (entering(entry, &["random", "random"], 2, 1), entering(entry, &["greedy", "random"], 2, 1));
    let duel = |threads, deals, stop| watched((&arms.0, &arms.1), deals, threads, &mut (), stop);
    let whole = duel(1, INTERIM + 100, u64::MAX);
    assert_eq!(whole.deals, INTERIM + 100);
    assert_eq!(duel(3, INTERIM + 100, u64::MAX), whole);
    // Resumed between two interim analyses, it equals an uninterrupted duel.
    let before = duel(2, INTERIM / 2, u64::MAX);
    let mut interims = Vec::new();
    let mut interim = |duel: &Duel| {
        interims.push(duel.deals);
        ControlFlow::Continue(())
    };
    let again =
        sim_lab::experiment::duel((&arms.0, &arms.1), INTERIM + 100, before, &mut (), &mut interim).unwrap();
    assert_eq!((again, interims), (whole, vec![INTERIM, INTERIM + 100]));
    let stopped = duel(2, 10 * INTERIM, 1);
    assert_eq!(stopped.deals, INTERIM);
    assert_eq!(duel(1, INTERIM, u64::MAX), stopped);
}

/// Ends a run after this number of blocks.
struct After(u32);

impl Sink for After {
    fn folded(&mut self, _: &Tally, _: &[Row]) -> ControlFlow<()> {
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_duel_that_is_cut_off_counts_the_deals_that_both_have_played() {
    let entry = find("delectable").unwrap();
    let arms = (entering(entry, &["random", "random"], 2, 1), entering(entry, &["greedy", "random"], 2, 1));
    // An interim analysis takes four blocks of each arm. The tenth block belongs to the second analysis and to one
    // arm only.
    let cut = watched((&arms.0, &arms.1), 10 * INTERIM, 2, &mut After(10), u64::MAX);
    assert_eq!(cut, watched((&arms.0, &arms.1), INTERIM, 1, &mut (), u64::MAX));
    assert_eq!(watched((&arms.0, &arms.1), INTERIM, 2, &mut After(2), u64::MAX).deals, 0);
    // The sixth block is the second of the other arm.
    let half = watched((&arms.0, &arms.1), 10 * INTERIM, 2, &mut After(6), u64::MAX);
    assert_eq!((half.deals, &half), (512, &watched((&arms.0, &arms.1), 512, 1, &mut (), u64::MAX)));
}

#[test]
fn arms_of_a_field_are_stored_and_reopened() {
    let entry = find("delectable").unwrap();
    // The entrant may sit in its own field.
    let arm = entering(entry, &["raider", "raider", "prestige"], 3, 9);
    assert_eq!(arm.inputs.entrant.as_deref(), Some("raider"));
    let again = Catalogue(GAMES).reopen(&arm.inputs).unwrap();
    assert_eq!((&again.inputs, &again.schedule), (&arm.inputs, &arm.schedule));
    let pool = Seats { players: 3, strategies: arm.strategies.clone(), lineup: None, seed: 9 };
    let pool = entry.arm(&Rules::new(entry.settings().unwrap()), pool).unwrap();
    assert_ne!(pool.inputs.digest(), arm.inputs.digest());
}

#[test]
fn arms_that_do_not_meet_the_same_deals_are_refused() {
    let entry = find("delectable").unwrap();
    let named = |name: &str, players, seed| NamedArm {
        name: name.to_owned(),
        arm: entering(entry, &["raider", "random"], players, seed),
    };
    let refused = |other| Arms::new(named("a", 2, 1), vec![other]).err().map(|error| error.message);
    assert_eq!(refused(named("b", 2, 1)), None);
    assert_eq!(refused(named("a", 2, 1)).unwrap(), "two arms are called `a`");
    assert_eq!(refused(named("b", 2, 2)).unwrap(), "`b` and `a` have different seeds");
    assert_eq!(refused(named("b", 3, 1)).unwrap(), "`b` and `a` are not the same game at the same table");
    let mut interim = |_: &Duel| ControlFlow::Continue(());
    let arms = (named("a", 2, 1).arm, named("b", 2, 2).arm);
    assert!(duel((&arms.0, &arms.1), 1, unplayed(&arms.0), &mut (), &mut interim).is_err());
}

#[test]
fn every_arm_is_read_beside_the_first() {
    let entry = find("delectable").unwrap();
    let named =
        |name: &str| NamedArm { name: name.to_owned(), arm: entering(entry, &[name, "greedy"], 2, 1) };
    let arms = Arms::new(named("raider"), vec![named("random"), named("default")]).unwrap();
    assert_eq!(arms.deals_for(7), 4);
    let mut read = Vec::new();
    let play = |one: &NamedArm| Ok::<_, ()>(one.arm.play(0..4, one.arm.empty(), &mut ()));
    arms.each(play, |_, other, first, tally| {
        let points = |tally: &Tally| tally.cells.get(tally.layout.points(Group::Strategy(0))).total();
        read.push((other.name.clone(), points(first), points(tally)));
        Ok(())
    })
    .unwrap();
    let names: Vec<&str> = read.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["raider", "random", "default"]);
    assert_eq!((read[0].1, read[1].1), (read[0].2, read[2].1));
    assert_ne!(read[1].2, read[2].2);
}
