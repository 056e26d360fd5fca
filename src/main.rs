use sim::{
    play::{
        Schedule,
        run::{Plan, Progress, run},
    },
    rules::{Game, delectable::Delectable, params},
    strategy::{Script, Scripted, Strategy},
};
fn main() {
    let params = params::parse("data.toml", Delectable::data_file()).unwrap_or_else(|e| panic!("{e}"));
    let players: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let deals: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let game = Delectable::new(&params, players).unwrap();
    let default = Script::parse(
        Delectable::vocabulary(),
        "default",
        "default.toml",
        Delectable::shipped()[0].text,
        &[],
        None,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let strategies = vec![Strategy::Script(Box::new(default)), Strategy::Random];
    let schedule = Schedule::pool(2, players).unwrap();
    let t = std::time::Instant::now();
    let tally = run(
        &Plan { game: &game, strategies: &strategies, schedule: &schedule, seed: 1, deals },
        &Progress::default(),
        |_| {},
        None,
    );
    let s = t.elapsed().as_secs_f64();
    println!(
        "{} games {:.2}s {:.2} us/game/core dec/game {:.1} cand/game {:.1}",
        tally.games,
        s,
        s * 2e6 / tally.games as f64,
        tally.decisions as f64 / tally.games as f64,
        tally.candidates as f64 / tally.games as f64
    );
    use sim::tally::*;
    for k in 0..2 {
        println!("{:?}", tally.cells.get(k).share(60.0));
        println!("{:?}", tally.cells.get(tally.layout.points(sim::tally::group(k))).mean());
    }
}
