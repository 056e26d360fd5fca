//! Results of an arm do not depend on the sizes of blocks, the number of threads or the ranges of deals.

use super::*;
use crate::{
    Row,
    row::{CountRow, Details, GameKey, UseRow},
    tally::{Tally, WIN},
};
use sim_delectable::TITLE;
use sim_delectable::rules::Delectable;
use sim_engine::{BySeat, Game, Measure, Of, Seat, settings};
use sim_script::{library, notes::BehaviorPolicy};
use std::ops::{ControlFlow, Range};

/// Records the prefixes and rows that it receives, and ends the run once the prefix has `enough` deals.
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
    played(Some(size), threads, deals, prefix, sink)
}

/// Plays deals after a prefix, in blocks of `size`, or as [`Play::run`] chooses them.
fn played(
    size: Option<u64>,
    threads: usize,
    deals: Range<u64>,
    prefix: Option<Tally>,
    sink: &mut dyn Sink,
) -> Tally {
    let values = settings::parse("data.toml", Delectable::INFO.data_file).unwrap();
    let game = Delectable::new(&values, 2).unwrap();
    let strategies = ["greedy", "random"].map(|name| library::shipped(&TITLE, name).unwrap().unwrap());
    let schedule = Schedule::pool(2, 2).unwrap();
    let frame = frame(&game, 2, &schedule);
    let play = Play {
        game: &game,
        objective: Objective::Wins,
        frame: &frame,
        strategies: &strategies,
        schedule: &schedule,
        seed: 3,
    };
    let prefix = prefix.unwrap_or_else(|| Tally::new(&frame));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| match size {
        Some(size) => play.run_in_blocks((size, 1), deals, prefix, sink),
        None => play.run(deals, prefix, sink),
    })
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

/// Records the length of each prefix, and ends the run once it has `enough` deals.
struct Prefixes {
    enough: u64,
    seen: Vec<u64>,
}

impl Sink for Prefixes {
    fn folded(&mut self, prefix: &Tally, _: &[Row]) -> ControlFlow<()> {
        self.seen.push(prefix.deals);
        if prefix.deals >= self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_short_run_is_played_in_pieces_and_seen_after_whole_blocks() {
    let run_until = |threads: usize, enough: u64| {
        let mut prefixes = Prefixes { enough, seen: Vec::new() };
        let tally = played(None, threads, 0..600, None, &mut prefixes);
        (prefixes.seen, tally)
    };
    for threads in [1, 2, 3] {
        let (prefixes, whole) = run_until(threads, u64::MAX);
        assert_eq!(prefixes, [256, 512, 600], "{threads} threads");
        assert!(whole == play(BLOCK, 1, 0..600, None, &mut ()), "{threads} threads");
        let (prefixes, cut) = run_until(threads, 300);
        assert_eq!((prefixes, cut.deals), (vec![256, 512], 512), "{threads} threads");
    }
    // The same for a range that starts within a block.
    let mut prefixes = Prefixes { enough: u64::MAX, seen: Vec::new() };
    let prefix = play(BLOCK, 1, 0..100, None, &mut ());
    played(None, 2, 100..700, Some(prefix), &mut prefixes);
    assert_eq!(prefixes.seen, [256, 512, 700]);
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

/// Asks to stop once the prefix has `enough` deals.
struct Quitter {
    enough: u64,
    stop: Stop,
}

impl Sink for Quitter {
    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn folded(&mut self, prefix: &Tally, _: &[Row]) -> ControlFlow<()> {
        if prefix.deals >= self.enough {
            self.stop.ask();
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn whoever_asks_to_stop_has_the_blocks_that_were_full_and_nothing_of_others() {
    for threads in [1, 2, 3] {
        let mut quitter = Quitter { enough: 33, stop: Stop::new() };
        let cut = play(5, threads, 0..100_000, None, &mut quitter);
        assert_eq!(cut.deals, 35, "{threads} threads");
        assert!(cut == play(64, 2, 0..35, None, &mut ()), "{threads} threads");
        // The run was asked to stop before its first game.
        let rest = play(5, threads, 35..100_000, Some(cut.clone()), &mut quitter);
        assert!(rest == cut, "{threads} threads");
    }
}

#[test]
fn contests_and_lessons_that_were_asked_to_stop_have_no_result() {
    let values = settings::parse("data.toml", Delectable::INFO.data_file).unwrap();
    let game = Delectable::new(&values, 2).unwrap();
    let [one, other] = ["greedy", "random"].map(|name| library::shipped(&TITLE, name).unwrap().unwrap());
    let schedule = Schedule::pool(2, 2).unwrap();
    let stop = Stop::new();
    let contest = Contest { strategies: vec![&one, &other], schedule: &schedule, deals: 0..20 };
    let job = SamplingJob {
        strategies: vec![&one, &other],
        schedule: &schedule,
        policy: &BehaviorPolicy::Survey,
        deals: 0..20,
    };
    let strategies = [one.clone(), other.clone()];
    let all = || {
        [
            contests((&game, Objective::Wins), std::slice::from_ref(&contest), 3, &stop)
                .map(|scores| scores[0].len()),
            sample_trajectories((&game, Objective::Wins), &job, 3, &stop)
                .map(|pieces| pieces.iter().map(|piece| piece.wins.len() / 2).sum()),
            twice((&game, Objective::Wins), (&strategies[..], &schedule, 3), 0..20, &stop)
                .map(|plays| plays.len() / 4),
        ]
    };
    assert_eq!(all(), [Ok(20); 3]);
    stop.ask();
    assert_eq!(all(), [Err(Stopped); 3]);
}

#[test]
fn an_empty_range_plays_nothing() {
    assert_eq!(play(5, 2, 7..7, None, &mut Witness::until(0)).games, 0);
}

/// Records the rows of uses and counts of all games.
#[derive(Default)]
struct Clerk {
    uses: Vec<UseRow>,
    counts: Vec<CountRow>,
}

impl Sink for Clerk {
    fn takes_details(&self) -> bool {
        true
    }

    fn detailed(&mut self, details: &Details) {
        self.uses.extend(&details.uses);
        self.counts.extend(&details.counts);
    }

    fn folded(&mut self, _: &Tally, _: &[Row]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn a_plan_counts_what_the_tables_of_games_count() {
    let values = settings::parse("data.toml", Delectable::INFO.data_file).unwrap();
    let game = Delectable::new(&values, 2).unwrap();
    let greedy = TITLE.shipped.iter().find(|one| one.name == "greedy").unwrap();
    // A measure, one cell of another measure, a kind of components, and one component.
    let words = ["discards", "commits.2", "food", "S2"];
    let plan = "plan = { discards = 1, \"commits.2\" = 100, food = 1e4, S2 = 1e6 }\n";
    let text = greedy.text.replacen("\n[", &format!("\n{plan}\n["), 1);
    let planner = library::read(&TITLE, "planner", "planner.toml", &text).unwrap();
    let random = library::shipped(&TITLE, "random").unwrap().unwrap();
    let schedule = Schedule::pool(2, 2).unwrap();
    let job = SamplingJob {
        strategies: vec![&planner, &random],
        schedule: &schedule,
        policy: &BehaviorPolicy::Survey,
        deals: 0..40,
    };
    let planned: Vec<BySeat<f64>> = sample_trajectories((&game, Objective::Wins), &job, 3, &Stop::new())
        .unwrap()
        .into_iter()
        .flat_map(|piece| piece.plans)
        .collect();

    let frame = frame(&game, 2, &schedule);
    let strategies = [planner, random];
    let play = Play {
        game: &game,
        objective: Objective::Wins,
        frame: &frame,
        strategies: &strategies,
        schedule: &schedule,
        seed: 3,
    };
    let mut clerk = Clerk::default();
    play.run(0..40, Tally::new(&frame), &mut clerk);
    let measures = Delectable::INFO.measures;
    let first = |name: &str| -> usize {
        let before = measures.iter().take_while(|measure| measure.name != name);
        before.filter(|measure| measure.of == Of::Seat).map(Measure::width).sum()
    };
    let mut counted = vec![[0.0; 2]; planned.len()];
    let game_of = |key: &GameKey| key.deal as usize * 2 + usize::from(key.rotation);
    for CountRow { game: key, cell, count } in &clerk.counts {
        // Counts of the table belong to no seat.
        let Some(seat) = key.contender else { continue };
        let (number, cell) = (game_of(key), *cell as usize);
        let worth = if cell == first("discards") {
            1.0
        } else if cell == first("commits") + 1 {
            100.0
        } else {
            0.0
        };
        counted[number][seat.index()] += worth * f64::from(*count);
    }
    for UseRow { game: key, component, usage } in &clerk.uses {
        let Some(seat) = key.contender else { continue };
        let component = &game.components()[usize::from(*component)];
        let worth =
            if component.kind == "food" { 1e4 } else { 0.0 } + if component.name == "S2" { 1e6 } else { 0.0 };
        counted[game_of(key)][seat.index()] += worth * f64::from(usage.taken);
    }
    let own: Vec<[f64; 2]> = planned.iter().map(|worth| [worth[Seat(0)], worth[Seat(1)]]).collect();
    assert_eq!(own, counted);
    // Each word is counted at least once.
    for (digit, word) in words.iter().enumerate() {
        let sum: f64 =
            own.iter().flatten().map(|worth| worth / 100f64.powi(digit as i32) % 100.0).map(f64::floor).sum();
        assert!(sum > 0.0, "{word}");
    }
}

/// A script that scores turns by `weight` times their immediate gain (`total_gain`).
fn gaining(weight: f64) -> Strategy {
    let text = format!(
        "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n[on.turn]\nscore = \"0\"\n\
         [learned.turn]\ntemperature = 1\ntotal_gain = {weight}\n"
    );
    library::read(&TITLE, "mine", "mine.toml", &text).unwrap()
}

#[test]
fn rollouts_tell_what_alternatives_are_worth_on_any_number_of_threads() {
    let values = settings::parse("data.toml", Delectable::INFO.data_file).unwrap();
    let game = Delectable::new(&values, 2).unwrap();
    let schedule = Schedule::fixed(&[0, 0]).unwrap();
    let compare = |weight: f64, rate: f64, threads: usize| {
        let strategy = gaining(weight);
        let Strategy::Script(script) = &strategy else { unreachable!() };
        let learned = |at: usize| script.point_at(at).learned.as_ref();
        let points = script.vocabulary().points.len();
        let policies = (0..points).map(|at| learned(at).map_or_else(Default::default, |own| own.policy()));
        let job = RolloutJob {
            strategies: vec![&strategy],
            schedule: &schedule,
            learner: &strategy,
            policy: &BehaviorPolicy::Weights(policies.collect()),
            rate,
            worlds: 6,
            alternatives: 3,
            deals: 0..6,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| rollouts((&game, Objective::Wins), &job, 3, &Stop::new())).unwrap()
    };
    let means = |batches: &[RolloutBatch]| {
        let mut others = Vec::new();
        for batch in batches {
            for noted in &batch.notes.decisions {
                let own = &batch.advantages[noted.first_plan..noted.first_plan + usize::from(noted.plans)];
                let tried: Vec<f32> = own.iter().copied().filter(|worth| !worth.is_nan()).collect();
                assert!((2..=4).contains(&tried.len()) && own[usize::from(noted.chosen)] == 0.0, "{own:?}");
                others.push(
                    tried.iter().map(|&worth| f64::from(worth)).sum::<f64>() / (tried.len() - 1) as f64,
                );
            }
        }
        (others.len(), others.iter().sum::<f64>() / others.len() as f64)
    };
    let first = compare(-3.0, 0.3, 1);
    let second = compare(-3.0, 0.3, 3);
    let numbers = |batches: &[RolloutBatch]| -> Vec<(Vec<u32>, Vec<f32>, u64)> {
        let bits = |one: &RolloutBatch| one.advantages.iter().map(|worth| worth.to_bits()).collect();
        batches.iter().map(|one| (bits(one), one.notes.values.clone(), one.games)).collect()
    };
    assert_eq!(numbers(&first), numbers(&second));
    // A player that avoids gains does better with the alternatives; one that seeks gains hardly does.
    let (count, shunning) = means(&first);
    let (_, seeking) = means(&compare(3.0, 0.3, 2));
    assert!(count > 20 && shunning > 0.2 && seeking < shunning / 4.0, "{count} {shunning} {seeking}");
    // Without rollouts nothing is estimated. The learner holds all seats, so every game has one win.
    let none = compare(1.0, 0.0, 2);
    let sum = |of: fn(&RolloutBatch) -> u64| none.iter().map(of).sum::<u64>();
    assert_eq!(
        (sum(|one| one.games), sum(|one| one.seats), sum(|one| one.advantages.len() as u64)),
        (6, 12, 0)
    );
    assert_eq!(none.iter().map(|one| one.won).sum::<i64>(), 6 * WIN);
}

#[test]
fn agreement_counts_decisions_that_strategies_take_differently() {
    let values = settings::parse("data.toml", Delectable::INFO.data_file).unwrap();
    let game = Delectable::new(&values, 2).unwrap();
    let strategies = [gaining(3.0), gaining(3.0), gaining(2.0), gaining(-3.0)];
    let strategies: Vec<&Strategy> = strategies.iter().collect();
    let schedule = Schedule::pool(strategies.len(), 2).unwrap();
    let find = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let play = || agreement((&game, Objective::Wins), (&strategies, &schedule, 3), 0..12, &Stop::new());
        pool.install(play).unwrap()
    };
    let found = find(1);
    assert_eq!(found, find(3));
    let decisions: i64 = found.iter().map(|deal| deal.decisions).sum();
    let share = |pair: usize| {
        let differing: i64 = found.iter().map(|deal| deal.differing[pair]).sum();
        differing as f64 / decisions as f64
    };
    // Pairs in order: 0-1, 0-2, 0-3, 1-2, 1-3, 2-3. Equal strategies never differ, and differ equally from the
    // others. The one that avoids gains differs far more from those that seek them.
    let shares: Vec<f64> = (0..6).map(share).collect();
    assert_eq!((shares[0], shares[1], shares[2]), (0.0, shares[3], shares[4]));
    assert!(decisions > 100 && shares[1] > 0.0 && shares[5] > 10.0 * shares[1], "{shares:?}");
    assert!(shares[5] <= shares[2], "{shares:?}");
}
