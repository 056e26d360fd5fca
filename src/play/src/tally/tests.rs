//! Standard errors of headline figures, compared with the spread of simulated runs.

use super::*;
use crate::Schedule;
use sim_engine::Stream;
use sim_stats::paired;

const RUNS: u64 = 300;

/// Strategies of very different strength, so that results depend much on the opponent.
fn strength(strategy: u8) -> f64 {
    [1.0, 1.5, 3.0, 6.0][usize::from(strategy)]
}

fn play(deals: std::ops::Range<u64>, shift: impl Fn(u64, &mut Stream) -> i32) -> Tally {
    testing::run(&Schedule::pool(4, 2).unwrap(), 4, deals, strength, shift)
}

/// Runs of `deals` consecutive deals each.
fn runs(deals: u64) -> Vec<Tally> {
    (0..RUNS).map(|run| play(run * deals..(run + 1) * deals, |_, _| 0)).collect()
}

#[test]
fn errors_of_a_pool_are_the_spread_over_runs() {
    // 120 deals are 20 turns of the pool's 6 line-ups.
    let runs = runs(120);
    let layout = &runs[0].layout;
    for (group, is_plain_too_wide) in [(Group::Strategy(1), true), (Group::Seat(Seat(0)), false)] {
        for cell in [layout.wins(group), layout.points(group)] {
            let estimates: Vec<Estimate> = runs.iter().map(|tally| tally.mean(cell)).collect();
            let mean = |of: &dyn Fn(&Estimate) -> f64| estimates.iter().map(of).sum::<f64>() / RUNS as f64;
            let centre = mean(&|estimate| estimate.value.unwrap());
            let spread = mean(&|estimate| (estimate.value.unwrap() - centre).powi(2)).sqrt();
            let error = mean(&|estimate| estimate.standard_error.unwrap());
            // A standard deviation of 300 runs has a relative standard error of 4 %.
            assert!((error / spread - 1.0).abs() < 0.1, "{group:?}: error {error}, spread {spread}");
            let plain = runs.iter().map(|tally| tally.cells.get(cell).mean(&[]).standard_error.unwrap());
            let plain = plain.sum::<f64>() / RUNS as f64;
            let differs = is_plain_too_wide && cell == layout.wins(group);
            assert!(!differs || plain > 1.05 * error, "{group:?}: plain {plain}, {error}");
        }
    }
}

#[test]
#[ignore = "takes minutes: scripts/coverage"]
#[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
fn coverage_of_a_pool() {
    println!("win rate by strategy, pool of 4 for two players, 4,000 runs each");
    println!("deals  strategy  covered  error/spread  without strata");
    for deals in [120, 300, 600] {
        let runs: Vec<Tally> = (0..4000).map(|run| play(run * deals..(run + 1) * deals, |_, _| 0)).collect();
        for strategy in 0..4 {
            let cell = runs[0].layout.wins(Group::Strategy(strategy));
            let estimates: Vec<Estimate> = runs.iter().map(|tally| tally.share(cell, WIN as f64)).collect();
            let mean = |of: &dyn Fn(&Estimate) -> f64| estimates.iter().map(of).sum::<f64>() / 4000.0;
            let truth = mean(&|estimate| estimate.value.unwrap());
            let spread = mean(&|estimate| (estimate.value.unwrap() - truth).powi(2)).sqrt();
            let error = mean(&|estimate| estimate.standard_error.unwrap());
            let covered = mean(&|estimate| {
                let ends = estimate.interval.unwrap();
                f64::from(u8::from(ends.low <= truth && truth <= ends.high))
            });
            let plain = runs.iter().map(|tally| tally.cells.get(cell).share(WIN as f64, &[]));
            let plain = plain.map(|estimate| estimate.standard_error.unwrap()).sum::<f64>() / 4000.0;
            println!("{deals:5} {strategy:9} {covered:8.3} {:13.3} {:18.3}", error / spread, plain / spread);
            assert!((0.93..=0.965).contains(&covered) && (0.95..=1.05).contains(&(error / spread)));
        }
    }
}

#[test]
fn intervals_of_a_pool_cover_as_often_as_they_say() {
    let runs = runs(120);
    let layout = &runs[0].layout;
    let all = runs.iter().skip(1).fold(runs[0].clone(), |mut all, tally| {
        all.merge(tally);
        all
    });
    for strategy in 0..4 {
        let cell = layout.wins(Group::Strategy(strategy));
        let truth = all.share(cell, WIN as f64).value.unwrap();
        let covers = |tally: &&Tally| {
            let interval = tally.share(cell, WIN as f64).interval.unwrap();
            interval.low <= truth && truth <= interval.high
        };
        let covered = runs.iter().filter(covers).count();
        // 95 % of 300 is 285, with a standard error of 3.8.
        assert!((273..=297).contains(&covered), "strategy {strategy}: {covered} of 300");
    }
}

#[test]
fn the_order_of_merging_changes_nothing() {
    let parts: Vec<Tally> = [0..40, 40..41, 41..41, 41..150].map(|deals| play(deals, |_, _| 0)).to_vec();
    let mut backward = parts[3].clone();
    (0..3).rev().for_each(|at| backward.merge(&parts[at]));
    let whole = play(0..150, |_, _| 0);
    assert!(backward == whole);
    for group in [Group::Strategy(2), Group::Seat(Seat(1)), Group::StrategySeat(0, Seat(1))] {
        assert_eq!(backward.mean(whole.layout.points(group)), whole.mean(whole.layout.points(group)));
    }
    let mut emptied = whole.clone();
    emptied.clear();
    assert!(emptied == Tally::new(whole.layout.frame()));
}

#[test]
fn a_planted_difference_is_covered_at_the_nominal_rate() {
    // In half of its games, strategy 0 has 4 points more: 2 on average.
    let covers = |run: u64| {
        let deals = run * 240..(run + 1) * 240;
        let one = play(deals.clone(), |_, stream| stream.index(2) as i32 * 4);
        let other = play(deals, |_, _| 0);
        let cell = one.layout.points(Group::Strategy(0));
        let groups = |tally: &Tally| tally.headline.groups(&tally.layout, cell);
        let paired = paired::difference(&groups(&one), &groups(&other), one.deals);
        let interval = paired.difference.interval.unwrap();
        let unpaired = one.mean(cell).standard_error.unwrap();
        assert!(paired.difference.standard_error.unwrap() < 0.3 * unpaired, "the luck cancels");
        interval.low <= 2.0 && 2.0 <= interval.high
    };
    let covered = (0..RUNS).filter(|&run| covers(run)).count();
    assert!((273..=297).contains(&covered), "{covered} of 300");
}

#[test]
fn groups_add_up_to_the_sums() {
    let tally = play(0..500, |_, _| 0);
    let layout = &tally.layout;
    for cell in 0..layout.headline() {
        let sums = tally.cells.get(cell);
        let groups = tally.headline.groups(layout, cell);
        let strata = tally.headline.strata(layout, cell);
        let of_groups = groups.iter().fold((0, 0), |sum, group| (sum.0 + group.0, sum.1 + group.1));
        let of_strata = strata.iter().fold((0, 0), |sum, stratum| (sum.0 + stratum.y, sum.1 + stratum.x));
        assert_eq!(of_groups, (sums.total(), sums.count() as i64), "cell {cell}");
        assert_eq!(of_strata, of_groups, "cell {cell}");
    }
    assert_eq!(tally.headline.group_deals().iter().sum::<u64>(), 500);
}

#[test]
fn measures_of_the_table_are_one_a_game_and_some_one_an_occasion() {
    let schedule = crate::Schedule::pool(3, 2).unwrap();
    let tally = testing::run(&schedule, 3, 0..900, |_| 1.0, |_, _| 0);
    let mean = |measure, cell| tally.measure(measure, cell, 0).value;
    // A token of one kind in every game, of the other in every third.
    assert_eq!((mean(2, 0), mean(2, 1)), (Some(1.0), Some(1.0 / 3.0)));
    assert_eq!(tally.measure(2, 0, 0).n, tally.games);
    // Deals modulo 5 are 0 to 4 equally often, in bins 0, 1 and 2 or more.
    assert_eq!(mean(3, 0), Some(2.0));
    let share = |bin| tally.table.get(0, tally.layout.bin(3, bin)).share(1.0, &[]).value;
    assert_eq!([share(0), share(1), share(2)], [Some(0.2), Some(0.2), Some(0.6)]);
    // Odd deals have one odd token per token of the first kind, and none of the second.
    assert_eq!((mean(4, 0), mean(4, 1)), (Some(0.5), Some(0.0)));
    assert_eq!(tally.measure(4, 1, 0).n, tally.games / 3);
    // Without games there is nothing to divide by.
    let empty = testing::run(&schedule, 3, 0..0, |_| 1.0, |_, _| 0);
    assert_eq!(empty.measure(4, 0, 0).value, None);
}

/// One estimate of each sort, with its name.
fn estimates(tally: &Tally) -> Vec<(&'static str, Estimate)> {
    let layout = &tally.layout;
    let strategy = Group::Strategy(1);
    vec![
        ("win rate", tally.share(layout.wins(strategy), WIN as f64)),
        ("points", tally.mean(layout.points(strategy))),
        ("length", tally.mean(layout.plies())),
        ("win rate against another", tally.share_against(1, 2)),
        ("a component's use", tally.counts.get(1, layout.component_use(0, UseKind::Used)).count_mean(&[])),
        ("a measure of a seat", tally.measure(1, 0, 1)),
        ("a measure over another", tally.measure(4, 0, 0)),
        ("an adjusted difference", tally.adjusted.estimates()[0].estimate),
    ]
}

#[test]
fn a_thousand_million_deals_are_counted_merged_and_kept() {
    // Merging 1,200 deals with themselves 20 times makes standard errors 2^10 times smaller.
    const DOUBLED: u32 = 20;
    let first = play(0..1200, |_, _| 0);
    let mut tally = first.clone();
    for _ in 0..DOUBLED {
        let same = tally.clone();
        tally.merge(&same);
    }
    assert_eq!((tally.deals, tally.games), (first.deals << DOUBLED, first.games << DOUBLED));
    assert!(tally.games > 2_000_000_000);
    for ((name, few), (_, many)) in estimates(&first).into_iter().zip(estimates(&tally)) {
        let (one, other) = (few.value.unwrap(), many.value.unwrap());
        assert!((one - other).abs() < 1e-9 * one.abs(), "{name}: {few:?} {many:?}");
        assert_eq!(many.n, few.n << DOUBLED, "{name}");
        let (one, other) = (few.standard_error.unwrap(), many.standard_error.unwrap());
        // Figures by groups keep their standard error, because the number of groups stays the same.
        let is_by_group = (other / one - 1.0).abs() < 0.01;
        let is_by_deal = (other * 1024.0 / one - 1.0).abs() < 0.02;
        assert!(is_by_group || is_by_deal, "{name}: {one} {other}");
        let ends = many.interval.unwrap();
        assert!(ends.low < many.value.unwrap() && many.value.unwrap() < ends.high, "{name}: {many:?}");
    }
    // The stored tally is less than three times as large, and reads back.
    let stored =
        |tally: &Tally| TallyRecord { digest: "d".to_owned(), deals: 0..tally.deals, tally: tally.clone() };
    let (few, many) = (stored(&first).to_bytes(), stored(&tally).to_bytes());
    assert!(many.len() < 3 * few.len(), "{} {}", few.len(), many.len());
    let schedule = Schedule::pool(4, 2).unwrap();
    let read = TallyRecord::from_bytes(&many, &testing::frame(&schedule, 4), "d").unwrap();
    assert_eq!(read.tally, tally);
}
