//! Malformed files by the thousand: each is read or refused, quickly and in little memory.
//!
//! `SIM_MALFORMED=2e6` reads that many of each sort instead of a few thousand. `SIM_MALFORMED=17..18` reads one of
//! them again and shows it. `scripts/malformed` builds for that.
//!
//! Of 2,000,000 of each sort none stopped the program, took longer than six seconds on a busy machine, or more memory
//! than 67 MB for all readers. The readers accepted: strategies 457,210, data files 127,615, experiments 371,083,
//! manifests 351,673, tallies 137,483, transcripts 1,515,139.
#![expect(clippy::print_stderr, reason = "a test tells what it read")]

mod mutate;
mod readers;

use std::{
    env, fs,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use mutate::Mutator;
use readers::Sort;

/// Inputs of each sort in an ordinary test run.
const FEW: u64 = 1000;
/// An input that takes longer hangs. The slowest takes a fiftieth of this on an idle machine, optimized.
const LONG: Duration = Duration::from_secs(20);
/// Memory limit for all readers together.
const MEMORY_KB: u64 = 500 * 1024;
/// At most this many failures are listed.
const TOLD: usize = 20;

/// The numbers of the inputs to read.
fn numbers() -> Range<u64> {
    let Ok(text) = env::var("SIM_MALFORMED") else { return 0..FEW };
    let number = |text: &str| text.parse::<f64>().expect("SIM_MALFORMED is 2e6 or 17..18") as u64;
    match text.split_once("..") {
        Some((first, end)) => number(first)..number(end),
        None => 0..number(&text),
    }
}

/// Peak memory of this process in kB, where the system reports it.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Reads inputs of a sort, and fails if a reader panics, hangs or takes too much memory.
fn survives(name: &str, sort: Sort) {
    let numbers = numbers();
    for (at, seed) in sort.seeds.iter().enumerate() {
        assert!((sort.reads)(at, seed), "{name}: the file {at} that is damaged is not whole itself");
    }
    let count = numbers.end - numbers.start;
    let (at_work, is_through) = (AtomicU64::new(numbers.start), AtomicU64::new(0));
    let mutator = Mutator::new(sort.seeds);
    thread::scope(|scope| {
        scope.spawn(|| watch(name, &at_work, &is_through));
        let (started, mut taken, mut failed, mut slowest) =
            (Instant::now(), 0_u64, Vec::new(), Duration::ZERO);
        for number in numbers.clone() {
            at_work.store(number, Ordering::Relaxed);
            let begun = Instant::now();
            let read = || {
                let (at, bytes) = mutator.input(number);
                if count == 1 {
                    eprintln!("{}", String::from_utf8_lossy(&bytes));
                }
                (sort.reads)(at, &bytes)
            };
            match catch_unwind(AssertUnwindSafe(read)) {
                Ok(is_taken) => taken += u64::from(is_taken),
                Err(_) => failed.push(number),
            }
            slowest = slowest.max(begun.elapsed());
            if failed.len() == TOLD {
                break;
            }
        }
        is_through.store(1, Ordering::Relaxed);
        let (peak, seconds) = (peak(), started.elapsed().as_secs());
        let peak_told = peak.map_or_else(String::new, |peak| format!(", {} MB so far", peak / 1024));
        eprintln!("{name}: {count} inputs, {taken} taken, {seconds} s, slowest {slowest:?}{peak_told}");
        assert!(failed.is_empty(), "{name}: a reader panics at SIM_MALFORMED=N..N+1 for N in {failed:?}");
        assert!(peak.is_none_or(|peak| peak < MEMORY_KB), "{name}: {peak:?} kB");
        if count >= FEW {
            // Some inputs are accepted and some are refused.
            assert!(0 < taken && taken < count, "{name}: {taken} of {count} are taken");
        }
    });
}

/// Aborts the process if an input takes too long, because nothing else can stop it.
fn watch(name: &str, at_work: &AtomicU64, is_through: &AtomicU64) {
    let (mut last, mut since) = (u64::MAX, Instant::now());
    while is_through.load(Ordering::Relaxed) == 0 {
        let number = at_work.load(Ordering::Relaxed);
        if number != last {
            (last, since) = (number, Instant::now());
        } else if since.elapsed() > LONG {
            eprintln!("{name}: a reader hangs at SIM_MALFORMED={number}..{}", number + 1);
            std::process::abort();
        }
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_damaged_strategy_is_read_or_refused() {
    survives("strategies", readers::strategies());
}

#[test]
fn a_damaged_data_file_is_read_or_refused() {
    survives("data", readers::data());
}

#[test]
fn a_damaged_experiment_is_read_or_refused() {
    survives("experiments", readers::experiments());
}

#[test]
fn a_damaged_manifest_is_read_or_refused() {
    survives("manifests", readers::manifests());
}

#[test]
fn a_damaged_tally_is_read_or_refused() {
    survives("tallies", readers::tallies());
}

#[test]
fn a_damaged_transcript_is_read_or_refused() {
    survives("transcripts", readers::transcripts());
}
