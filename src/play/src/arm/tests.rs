//! The same tally, whatever the blocks, the threads and the ranges.

use super::*;
use crate::{Row, tally::Tally};
use sim_delectable::rules::Delectable;
use sim_engine::{Game, settings};
use sim_script::library;
use std::ops::{ControlFlow, Range};

/// Keeps what it sees, and ends the run when the prefix is `enough`.
struct Witness {
    enough: u64,
    seen: Vec<(u64, u8)>,
    prefixes: Vec<u64>,
}

impl Witness {
    fn until(enough: u64) -> Witness {
        Witness { enough, seen: Vec::new(), prefixes: Vec::new() }
    }
}

impl Sink for Witness {
    fn takes_rows(&self) -> bool {
        true
    }

    fn folded(&mut self, prefix: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.prefixes.push(prefix.deals);
        self.seen.extend(rows.iter().map(|row| (row.deal, row.rotation)));
        if prefix.deals >= self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Plays deals after a prefix in blocks of `size`.
fn play(size: u64, threads: usize, deals: Range<u64>, prefix: Option<Tally>, sink: &mut dyn Sink) -> Tally {
    let values = settings::parse("data.toml", Delectable::data_file()).unwrap();
    let game = Delectable::new(&values, 2).unwrap();
    let strategies = ["greedy", "random"].map(|name| library::shipped::<Delectable>(name).unwrap().unwrap());
    let schedule = Schedule::pool(2, 2).unwrap();
    let frame = frame(&game, 2, &schedule);
    let play = Play { game: &game, frame: &frame, strategies: &strategies, schedule: &schedule, seed: 3 };
    let prefix = prefix.unwrap_or_else(|| Tally::new(&frame));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| play.run_in_blocks(size, deals, prefix, sink))
}

#[test]
fn blocks_and_threads_leave_no_trace_in_the_tally() {
    let whole = play(100, 1, 0..100, None, &mut ());
    assert_eq!((whole.deals, whole.games), (100, 200));
    for (size, threads) in [(1, 3), (7, 1), (7, 2), (64, 5), (1024, 2)] {
        assert!(play(size, threads, 0..100, None, &mut ()) == whole, "blocks of {size} on {threads} threads");
    }
}

#[test]
fn a_run_goes_on_from_a_stored_prefix_and_parts_add_up() {
    let whole = play(16, 2, 0..100, None, &mut ());
    for cut in [0, 1, 16, 37, 99, 100] {
        let prefix = play(16, 2, 0..cut, None, &mut ());
        assert!(play(16, 2, cut..100, Some(prefix.clone()), &mut ()) == whole, "extended at {cut}");
        let mut parts = prefix;
        parts.merge(&play(16, 1, cut..100, None, &mut ()));
        assert!(parts == whole, "merged at {cut}");
    }
}

#[test]
fn blocks_start_at_the_same_deals_wherever_a_range_does() {
    let mut witness = Witness::until(u64::MAX);
    let prefix = play(16, 1, 0..20, None, &mut ());
    play(16, 3, 20..70, Some(prefix), &mut witness);
    // Deals 20..32, then whole blocks of 16 up to 64, then the rest.
    assert_eq!(witness.prefixes, [32, 48, 64, 70]);
}

#[test]
fn a_stopped_run_ends_at_the_same_deal_on_any_number_of_threads_and_equals_a_shorter_one() {
    for threads in [1, 2, 3] {
        let mut witness = Witness::until(33);
        let cut = play(5, threads, 0..100_000, None, &mut witness);
        assert_eq!(cut.deals, 35, "{threads} threads");
        assert!(cut == play(64, 2, 0..35, None, &mut ()), "{threads} threads");
        let deals = (0..35).flat_map(|deal| [(deal, 0), (deal, 1)]);
        assert_eq!(witness.seen, deals.collect::<Vec<(u64, u8)>>(), "games come in order");
    }
}

#[test]
fn an_empty_range_plays_nothing() {
    assert_eq!(play(5, 2, 7..7, None, &mut Witness::until(0)).games, 0);
}
