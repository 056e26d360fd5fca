use std::collections::BTreeMap;

use super::*;
use crate::store::StoreEntry;
use sim_play::arm::{Rules, Seats};

/// A store in memory, which may be full.
#[derive(Default)]
struct InMemory {
    kept: BTreeMap<String, Vec<u8>>,
    /// The `end` of each call of `begin`, and below what each call of `keep` stored.
    begun: Vec<Option<u64>>,
    ended: Vec<(u64, Worth)>,
    is_full: bool,
}

impl Store for InMemory {
    fn load(&mut self, item: Item<'_>) -> Result<Vec<StoreEntry>, StoreError> {
        let found = self.kept.get(item.digest()).cloned();
        let place = item.digest().to_owned();
        Ok(found.map(|bytes| StoreEntry { place, bytes, is_finished: false }).into_iter().collect())
    }

    fn begin(&mut self, _: Item<'_>, end: Option<u64>) -> Result<(), StoreError> {
        self.begun.push(end);
        Ok(())
    }

    fn keep(
        &mut self,
        item: Item<'_>,
        end: u64,
        worth: Worth,
        bytes: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), StoreError> {
        if self.is_full {
            return Err(StoreError("no room".into()));
        }
        if worth != Worth::Sometimes {
            self.ended.push((end, worth));
            self.kept.insert(item.digest().to_owned(), bytes());
        }
        Ok(())
    }
}

/// Asks to stop after `blocks` blocks, and logs the events.
struct Watch {
    stop: Stop,
    blocks: usize,
    seen: Vec<String>,
}

impl Progress for Watch {
    fn on_event(&mut self, event: Event<'_>) {
        match event {
            Event::Work(work) => self.seen.push(format!("{work:?}")),
            Event::Train { games, .. } => self.seen.push(format!("{games} games of training")),
            Event::LookAhead { games } => self.seen.push(format!("{games} games with look-ahead")),
            Event::Plan { arms, games } => self.seen.push(format!("{arms} arms, {games} games")),
            Event::Begin { label, before, games, .. } => {
                self.seen.push(format!("{label}: {before} of {games} games"));
            }
            Event::Grown { .. } | Event::Step { .. } | Event::Duel { .. } | Event::Searched { .. } => {
                self.blocks = self.blocks.saturating_sub(1);
                if self.blocks == 0 {
                    self.stop.ask();
                }
            }
            Event::Unkept { why } => self.seen.push(format!("not kept: {why}")),
            Event::Sampled { all, .. } => self.seen.push(format!("a sample of {all} games")),
            Event::End { games } => self.seen.push(format!("{games} games")),
        }
    }
}

fn named(name: &str, strategies: &[&str]) -> NamedArm {
    let entry = &sim_delectable::ENTRY;
    let rules = Rules::new(entry.settings().unwrap());
    let strategies = strategies.iter().map(|name| entry.shipped_strategy(name).unwrap().unwrap()).collect();
    let seats = Seats { players: 2, strategies, lineup: None, seed: 1 };
    NamedArm { name: name.to_owned(), arm: entry.arm(&rules, seats).unwrap() }
}

/// Three arms. The last equals the first.
fn three() -> Arms {
    let others = vec![named("other", &["raider", "random"]), named("same", &["greedy", "random"])];
    Arms::new(named("first", &["greedy", "random"]), others).unwrap()
}

/// The result of `work` in a lab that is asked to stop after `blocks` blocks, and the logged events.
fn with<R>(store: &mut dyn Store, blocks: usize, work: impl FnOnce(&mut Lab<'_>) -> R) -> (R, Vec<String>) {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let stop = Stop::new();
    let mut watch = Watch { stop: stop.clone(), blocks, seen: Vec::new() };
    let result = work(&mut Lab { threads: &threads, stop: &stop, progress: &mut watch, store });
    (result, watch.seen)
}

fn read(at: &ArmTally<'_>) -> Result<(String, u64, u64), Error> {
    Ok((at.named.name.clone(), at.first.games, at.tally.games))
}

#[test]
fn an_arm_goes_on_from_what_is_kept_and_comes_to_the_same() {
    let (one, mut shelf) = (named("one", &["greedy", "random"]), InMemory::default());
    let (first, _) = with(&mut shelf, usize::MAX, |lab| lab.tally(&one, 0..600, Worth::Surely).unwrap());
    let (longer, seen) = with(&mut shelf, usize::MAX, |lab| lab.tally(&one, 0..1000, Worth::IfLong).unwrap());
    let (in_one_go, _) = with(&mut (), usize::MAX, |lab| lab.tally(&one, 0..1000, Worth::IfLong).unwrap());
    assert_eq!(first.deals, 600);
    assert_eq!(longer, in_one_go);
    assert_eq!(seen, ["one: 1200 of 2000 games", "2000 games"]);
    assert_eq!(shelf.begun, [None, Some(600)]);
    assert_eq!(shelf.ended, [(600, Worth::Surely), (1000, Worth::IfLong)]);
    // A result of more deals is no answer for fewer deals. A complete result is not played again.
    let (shorter, seen) = with(&mut shelf, usize::MAX, |lab| lab.tally(&one, 0..300, Worth::IfLong).unwrap());
    assert_eq!((shorter.deals, &*seen[0]), (300, "one: 0 of 600 games"));
    shelf.begun.clear();
    let (again, seen) = with(&mut shelf, usize::MAX, |lab| lab.tally(&one, 0..300, Worth::IfLong).unwrap());
    assert_eq!((again.deals, &*seen[0]), (300, "one: 600 of 600 games"));
    assert!(shelf.begun.is_empty());
}

#[test]
fn whoever_asks_ends_an_arm_after_a_block_and_it_goes_on_from_there() {
    let (one, mut shelf) = (named("one", &["greedy", "random"]), InMemory::default());
    let (stopped, _) = with(&mut shelf, 2, |lab| lab.tally(&one, 0..2000, Worth::IfLong));
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert_eq!(shelf.ended, [(512, Worth::IfLong)]);
    let (tally, seen) = with(&mut shelf, usize::MAX, |lab| lab.tally(&one, 0..2000, Worth::IfLong).unwrap());
    assert_eq!((tally.deals, &*seen[0]), (2000, "one: 1024 of 4000 games"));
}

#[test]
fn what_is_kept_is_checked_and_a_full_store_ends_the_work() {
    let (one, mut shelf) = (named("one", &["greedy", "random"]), InMemory::default());
    shelf.kept.insert(one.arm.inputs.digest(), b"nothing".to_vec());
    let (result, _) = with(&mut shelf, usize::MAX, |lab| lab.tally(&one, 0..300, Worth::IfLong));
    assert!(matches!(result, Err(Error::Kept { .. })), "{result:?}");
    let mut full = InMemory { is_full: true, ..InMemory::default() };
    let (result, _) = with(&mut full, usize::MAX, |lab| lab.tally(&one, 0..300, Worth::IfLong));
    assert_eq!(result.unwrap_err().to_string(), "no room");
}

#[test]
fn arms_are_read_beside_the_first_which_is_not_played_twice() {
    let (compared, seen) =
        with(&mut (), usize::MAX, |lab| lab.compare(&three(), Effort::Games(1000), read).unwrap());
    let expected = ["first", "other", "same"].map(|name| (name.to_owned(), 1000, 1000));
    assert_eq!((compared.read, compared.deals, compared.ended), (expected.to_vec(), 500, Ended::Whole));
    assert_eq!(
        seen,
        [
            "3 arms, 3000 games",
            "first: 0 of 1000 games",
            "1000 games",
            "other: 0 of 1000 games",
            "1000 games"
        ]
    );
}

#[test]
fn a_stopped_comparison_hands_back_what_it_read() {
    // Two blocks per arm. The third block belongs to the second arm.
    let (compared, _) = with(&mut (), 3, |lab| lab.compare(&three(), Effort::Games(1000), read).unwrap());
    assert_eq!((compared.read.len(), compared.ended), (1, Ended::Stopped));
    // The first of two rounds is complete: 1,024 deals are 4 blocks for each of two arms.
    let goal = Precision { strategy: Some(1e-4), seat: None };
    let effort = Effort::Until { goal, most: 1_000_000 };
    let (compared, _) = with(&mut (), 9, |lab| lab.compare(&three(), effort, read).unwrap());
    assert_eq!((compared.read.len(), compared.deals, compared.ended), (3, 1024, Ended::Stopped));
}

#[test]
fn a_comparison_with_a_goal_ends_at_the_look_that_meets_it() {
    let goal = Precision { strategy: Some(0.02), seat: None };
    let effort = Effort::Until { goal, most: 1_000_000 };
    let (compared, _) = with(&mut InMemory::default(), usize::MAX, |lab| {
        lab.compare(&three(), effort, |at| {
            let matched = by_name(&at.named.arm.subject(), &three().first().arm.subject());
            Ok((at.at > 0).then(|| goal.furthest_between(at.tally, at.first, &matched)))
        })
        .unwrap()
    });
    let others = compared.read.iter().flatten();
    assert!(others.flatten().all(|furthest| furthest.is_met()) && compared.ended == Ended::Whole);
}

#[test]
fn shares_of_arms_are_kept_and_make_the_whole() {
    let (arms, mut shelf) = (three(), InMemory::default());
    for number in [1, 2] {
        let shard = Shard { number, of: 2 };
        let (share, _) = with(&mut shelf, usize::MAX, |lab| lab.keep(&arms, shard, 400).unwrap());
        assert_eq!(share, 3 - number as usize);
    }
    assert!(shelf.ended.iter().all(|(end, worth)| (*end, *worth) == (200, Worth::Required)));
    shelf.begun.clear();
    with(&mut shelf, usize::MAX, |lab| lab.compare(&arms, Effort::Games(400), read).unwrap());
    assert!(shelf.begun.is_empty());
}

#[test]
fn deals_played_twice_come_whole_or_not_at_all() {
    let one = named("one", &["greedy", "random"]);
    let (twice, seen) = with(&mut (), usize::MAX, |lab| lab.twice(&one, 300));
    assert_eq!(twice.unwrap().len(), 300 * 2 * 2);
    assert_eq!(seen, ["one: 0 of 1200 games", "1200 games"]);
    assert!(matches!(with(&mut (), 1, |lab| lab.twice(&one, 300)).0, Err(Error::Stopped)));
}
