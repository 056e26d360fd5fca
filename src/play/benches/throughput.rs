//! Games, decisions and candidates per second: run `scripts/bench`.

use std::hint::black_box;

use divan::{Bencher, counter::ItemsCount};
use sim_engine::{Luck, Purpose};
use sim_games::GAMES;
use sim_play::arm::{Rules, Seats};
use sim_script::{Strategy, library::BASELINES};

fn main() {
    divan::main();
}

/// Every game at every table size.
fn tables() -> Vec<String> {
    let sizes = |players: (usize, usize)| players.0..=players.1;
    GAMES
        .iter()
        .flat_map(|entry| {
            sizes(entry.info().players).map(move |players| format!("{} {players}p", entry.info().name))
        })
        .collect()
}

/// Games of the shipped archetypes on one thread, tallied.
#[divan::bench(args = tables(), sample_count = 10)]
fn games(bencher: Bencher, table: &str) {
    /// Deals per iteration.
    const DEALS: u64 = 50;
    let (name, players) = table.split_once(' ').expect("a game and a table size");
    let entry = GAMES.iter().find(|entry| entry.info().name == name).expect("it is one of them");
    let players: usize = players.trim_end_matches('p').parse().expect("a number of players");
    let strategies: Vec<Strategy> = entry
        .shipped()
        .iter()
        .filter(|shipped| !BASELINES.contains(&shipped.name))
        .filter_map(|shipped| entry.shipped_strategy(shipped.name).expect("shipped files are in order"))
        .collect();
    let rules = Rules::new(entry.settings().expect("the data is in order"));
    let seats = Seats { players, strategies, lineup: None, seed: 1 };
    let arm = entry.arm(&rules, seats).expect("the size is allowed, and few archetypes make few tables");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let play = || one.install(|| black_box(&arm).play(0..DEALS, arm.empty(), &mut ()));
    let count = play().games;
    bencher.counter(ItemsCount::new(count)).bench_local(play);
}

/// One die roll, keyed by its purpose and time.
#[divan::bench]
fn keyed_die(bencher: Bencher) {
    const DIE: Purpose = Purpose::new("bench.die");
    let luck = Luck::new(1, 0);
    let mut time = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        time += 1;
        luck.die(DIE, black_box(time), 20)
    });
}

mod formula {
    //! A formula of ten operations, by number of candidates.

    use super::{Bencher, ItemsCount, black_box};
    use sim_script::formula::{
        COLUMN, Columns, Program,
        compile::{Binding, Compiler},
        parse,
    };

    const FORMULA: &str = "if(a >= 5, max(a*2, b) + c/3, abs(b - a)*0.5) + 1.5*c";

    fn program() -> Program {
        let mut compiler = Compiler::default();
        let tree = parse(FORMULA).expect("the formula is in order");
        let value = compiler
            .add(&tree, |name| Ok(Binding::Feature(usize::from(name.as_bytes()[0] - b'a'))))
            .expect("every name is a feature");
        compiler.finish(value).expect("the formula is small")
    }

    #[divan::bench(args = [1, 4, 8, 32, 128])]
    fn candidates(bencher: Bencher, count: usize) {
        let program = program();
        let mut columns = Columns::new(3);
        for candidate in 0..count {
            for feature in 0..3 {
                columns.set(feature, candidate, (candidate * 7 + feature * 3) as f64 % 11.0);
            }
        }
        let mut out = COLUMN;
        bencher.counter(ItemsCount::new(count)).bench_local(|| {
            program.run(&[], black_box(&mut columns), count, &mut out);
            out[0]
        });
    }
}
