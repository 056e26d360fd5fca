//! The same tally, whatever the blocks and the threads.

use super::*;
use crate::{
    rules::{Game, delectable::Delectable, params},
    strategy::library,
};

/// Plays `deals` deals in blocks of `size`; `stops` sees the prefix and whether to stop there.
fn play(
    size: u64,
    threads: usize,
    deals: u64,
    mut stops: impl FnMut(&Tally) -> bool + Send,
    rows: Option<&mut RowSink<'_>>,
) -> Tally {
    let values = params::parse("data.toml", Delectable::data_file()).unwrap();
    let game = Delectable::new(&values, 2).unwrap();
    let strategies = ["greedy", "random"].map(|name| library::shipped::<Delectable>(name).unwrap().unwrap());
    let schedule = Schedule::pool(2, 2).unwrap();
    let plan = Plan { game: &game, strategies: &strategies, schedule: &schedule, seed: 3, deals };
    let progress = Progress::default();
    let stop = Arc::clone(&progress.stop);
    let folded = |tally: &Tally| stop.store(stops(tally), Ordering::Relaxed);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| run_in_blocks(size, &plan, &progress, folded, rows))
}

fn never(_: &Tally) -> bool {
    false
}

#[test]
fn blocks_and_threads_leave_no_trace_in_the_tally() {
    let whole = play(100, 1, 100, never, None);
    assert_eq!((whole.deals, whole.games), (100, 200));
    for (size, threads) in [(1, 3), (7, 1), (7, 2), (64, 5), (1024, 2)] {
        assert!(play(size, threads, 100, never, None) == whole, "blocks of {size} on {threads} threads");
    }
}

#[test]
fn a_stopped_run_equals_a_shorter_one() {
    for threads in [1, 2, 3] {
        let cut = play(5, threads, 100_000, |prefix| prefix.deals >= 20, None);
        assert!((20..1000).contains(&cut.deals), "{} deals on {threads} threads", cut.deals);
        assert!(cut == play(64, 2, cut.deals, never, None), "{} deals on {threads} threads", cut.deals);
    }
}

#[test]
fn games_come_in_order_until_nobody_takes_them() {
    let mut seen = Vec::new();
    let mut sink = |rows: &[Row]| {
        seen.extend(rows.iter().map(|row| (row.deal, row.rotation)));
        seen.len() < 60
    };
    let cut = play(4, 3, 1000, never, Some(&mut sink));
    let expected: Vec<(u64, u8)> = (0..32).flat_map(|deal| [(deal, 0), (deal, 1)]).collect();
    // The sink refused the eighth block of 4 deals, which is not counted.
    assert_eq!((seen, cut.deals), (expected, 28));
}

#[test]
fn short_runs_have_blocks_for_several_threads() {
    for (deals, size) in [(1, 64), (8192, 64), (15_000, 117), (131_072, 1024), (500_000_000, 1024)] {
        assert_eq!(block_deals(deals), size, "{deals}");
    }
}
