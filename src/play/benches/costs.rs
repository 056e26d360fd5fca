//! Costs of a game by component: run `scripts/bench costs`.
//!
//! Plays deals of the shipped archetypes on one thread in three ways: as a run plays and tallies them (whole), in a
//! loop that counts nothing (bare), and in the same loop with a clock around each decision. The cost of counting is
//! whole minus bare, that of the rules bare minus decisions. Each time is the minimum over many rounds, deal by deal:
//! a busy machine only adds time, and seldom to the same deal.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use sim_engine::{GameRecord, Listed, Luck, Node, Seat, Settings, Shape};
use sim_play::{
    Entry, Episode, Workbench,
    arm::{Arm, Rules, Seats},
    episode::{Nobody, answer, forced},
    tally::Tally,
};
use sim_script::{Ask, CompiledTitle, Evaluator, Scripted, Strategy, Title, library, library::BASELINES};

/// Minimum duration of a round in the bare loop.
const ROUND: Duration = Duration::from_millis(60);
const ROUNDS: usize = 31;
const SEED: u64 = 1;

/// Measures the time of decisions.
trait Clock {
    type Start;
    fn start() -> Self::Start;
    fn stop(&mut self, decision: usize, start: Self::Start);
}

/// Measures nothing.
struct Still;

impl Clock for Still {
    type Start = ();
    fn start() {}
    fn stop(&mut self, _: usize, (): ()) {}
}

/// Total time and number of decisions, by kind.
#[derive(Clone)]
struct Stopwatch(Vec<(Duration, u32)>);

impl Clock for Stopwatch {
    type Start = Instant;

    fn start() -> Instant {
        Instant::now()
    }

    fn stop(&mut self, decision: usize, start: Instant) {
        let (time, count) = &mut self.0[decision];
        *time += start.elapsed();
        *count += 1;
    }
}

impl Stopwatch {
    /// Overhead of the clock per measurement, in nanoseconds.
    fn idle() -> f64 {
        let mut least = f64::INFINITY;
        for _ in 0..20 {
            let mut watch = Stopwatch(vec![(Duration::ZERO, 0)]);
            (0..10_000).for_each(|_| watch.stop(0, Stopwatch::start()));
            least = least.min(watch.0[0].0.as_secs_f64() * 1e9 / 1e4);
        }
        least
    }
}

/// A game at its default number of players, with the arm of its strategies.
struct Table<G> {
    game: G,
    arm: Arm,
}

impl<G: Scripted> Table<G> {
    fn new(title: &'static CompiledTitle<G>, strategies: Vec<Strategy>) -> Table<G> {
        let info = title.info;
        let players = info.default_players;
        let entry = Entry::of(title);
        let settings: Settings = entry.settings().expect("the data is in order");
        let game =
            title.set_up(&settings, players).unwrap_or_else(|_| panic!("the values of {} agree", info.name));
        let seats = Seats { players, strategies, lineup: None, seed: SEED };
        let arm = entry.arm(&Rules::new(settings), seats).expect("few archetypes make few tables");
        Table { game, arm }
    }

    /// Plays and tallies a deal as a run does.
    fn count(&self, deal: u64, room: &mut Room<G>) {
        let luck = Luck::new(SEED, deal);
        let Room { bench, record, tally, .. } = room;
        let mut opening = Vec::new();
        let dealt = self.game.deal(&luck, &mut |event| opening.push(event));
        for table in self.arm.schedule.tables(deal) {
            let seats = table.0.map(|at| &self.arm.strategies[usize::from(at)]);
            record.clear();
            record.strategies = table;
            opening.iter().for_each(|event| self.game.count(event, record));
            let episode = Episode { game: &self.game, seats: &seats[..self.game.players()] };
            black_box(episode.play(&dealt, &luck, bench, record, &mut Nobody));
            tally.add(record);
        }
        tally.end_deal(deal);
    }

    /// Plays a deal without counting.
    fn play<C: Clock>(&self, deal: u64, room: &mut Room<G>, clock: &mut C) {
        let luck = Luck::new(SEED, deal);
        let dealt = self.game.deal(&luck, &mut |_| {});
        for table in self.arm.schedule.tables(deal) {
            G::forget(&mut room.cache);
            let strategy = |seat: Seat| &self.arm.strategies[usize::from(table[seat])];
            black_box(self.play_one(dealt.clone(), &luck, strategy, room, clock));
        }
    }

    fn play_one<'s, C: Clock>(
        &self,
        mut state: G::State,
        luck: &Luck,
        strategy: impl Fn(Seat) -> &'s Strategy,
        room: &mut Room<G>,
        clock: &mut C,
    ) -> G::State {
        let game = &self.game;
        let Room { evaluator, cache, legal, queue, .. } = room;
        let mut searcher = None;
        let mut choices = 0;
        for _ in 0..game.ply_limit() {
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => game.apply_chance(&mut state, luck, &mut |_| {}),
                Node::Decision { seat, decision } => {
                    let action = queue.pop().unwrap_or_else(|| {
                        legal.clear();
                        let offer = game.legal(&state, legal);
                        if let Some(action) = forced(game, offer, legal) {
                            return action;
                        }
                        choices += 1;
                        let luck = luck.choice(seat.0, game.round(&state), choices);
                        let start = C::start();
                        let ask = Ask::new(game, &state, (seat, decision), (offer, legal), luck);
                        answer(strategy(seat), &ask, evaluator, cache, &mut searcher, queue);
                        clock.stop(decision.index(), start);
                        queue.reverse();
                        queue.pop().expect("a strategy answers with an action")
                    });
                    game.apply(&mut state, action, &mut |_| {});
                }
            }
        }
        evaluator.not_a_number.clear();
        state
    }

    /// The number of deals of a round, so that it takes at least [`ROUND`].
    fn deals(&self, room: &mut Room<G>) -> u64 {
        let mut deals = 8;
        while time(|| (0..deals).for_each(|deal| self.play(deal, room, &mut Still))) < ROUND {
            deals *= 2;
        }
        deals
    }
}

/// Buffers that are reused from game to game.
struct Room<G: Scripted> {
    bench: Workbench<G>,
    record: GameRecord,
    tally: Tally,
    evaluator: Evaluator,
    cache: G::Cache,
    legal: Vec<G::Action>,
    queue: Vec<G::Action>,
}

impl<G: Scripted> Room<G> {
    fn new(table: &Table<G>) -> Room<G> {
        Room {
            bench: Workbench::new(&table.game),
            record: table.game.record(),
            tally: Tally::new(&table.arm.frame),
            evaluator: Evaluator::new(table.game.vocabulary()),
            cache: G::Cache::default(),
            legal: Vec::new(),
            queue: Vec::new(),
        }
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Costs in microseconds per game.
struct Costs {
    /// With counting, as in a run.
    whole: f64,
    /// Without counting.
    bare: f64,
    /// By kind of decision: the number per game, and their cost per game.
    decisions: Vec<(f64, f64)>,
}

impl Costs {
    fn of<G: Scripted>(table: &Table<G>) -> Costs {
        let mut room = Room::new(table);
        let (deals, idle) = (table.deals(&mut room), Stopwatch::idle());
        let kinds = table.game.info().decisions.len();
        // Minimum seconds by deal: whole, bare, and each kind of decision.
        let mut least = vec![vec![f64::INFINITY; 2 + kinds]; deals as usize];
        let mut asked = vec![0; kinds];
        for _ in 0..ROUNDS {
            asked.fill(0);
            for (deal, least) in (0..deals).zip(&mut least) {
                let mut watch = Stopwatch(vec![(Duration::ZERO, 0); kinds]);
                let whole = time(|| table.count(deal, &mut room)).as_secs_f64();
                let bare = time(|| table.play(deal, &mut room, &mut Still)).as_secs_f64();
                table.play(deal, &mut room, &mut watch);
                for (asked, (_, count)) in asked.iter_mut().zip(&watch.0) {
                    *asked += count;
                }
                let deciding = watch
                    .0
                    .iter()
                    .map(|&(time, count)| (time.as_secs_f64() - f64::from(count) * idle / 1e9).max(0.0));
                for (least, time) in least.iter_mut().zip([whole, bare].into_iter().chain(deciding)) {
                    *least = least.min(time);
                }
            }
        }
        let games = table.arm.schedule.games_of(0..deals) as f64;
        let cost = |at: usize| least.iter().map(|deal| deal[at]).sum::<f64>() * 1e6 / games;
        let decisions =
            asked.iter().enumerate().map(|(kind, &count)| (f64::from(count) / games, cost(2 + kind)));
        Costs { whole: cost(0), bare: cost(1), decisions: decisions.collect() }
    }

    fn deciding(&self) -> f64 {
        self.decisions.iter().map(|&(_, cost)| cost).sum()
    }
}

/// The row of a game in the first table, and its rows in the second.
fn lines<G: Scripted>(title: &'static CompiledTitle<G>) -> (String, String) {
    let info = title.info;
    let archetypes = title.shipped.iter().filter(|shipped| !BASELINES.contains(&shipped.name));
    let strategy = |name: &str| library::shipped(title, name).ok()?;
    let strategies = archetypes.filter_map(|shipped| strategy(shipped.name)).collect();
    let scripts = Costs::of(&Table::new(title, strategies));
    let random = Costs::of(&Table::new(title, vec![Strategy::Random]));
    let share = |cost: f64| 100.0 * cost / scripts.whole;
    let rules = scripts.bare - scripts.deciding();
    let parts = [scripts.deciding(), rules, scripts.whole - scripts.bare];
    let [deciding, ruling, counting] = parts.map(|cost| format!("{cost:.1} ({:.0} %)", share(cost)));
    let of_game = format!(
        "| {} | {} | {:.1} | {deciding} | {ruling} | {counting} | {:.1} |\n",
        info.title, info.default_players, scripts.whole, random.whole
    );
    let mut kinds: Vec<_> = info.decisions.iter().zip(&scripts.decisions).collect();
    // Drops kinds whose share would round to 0.
    kinds.retain(|(_, (_, cost))| share(*cost) >= 0.05);
    kinds.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    let of_kinds = kinds.into_iter().map(|(kind, &(asked, cost))| {
        let shape = if kind.shape == Shape::Chain { " chain" } else { "" };
        format!(
            "| {} | `{}`{shape} | {asked:.2} | {:.2} | {cost:.1} | {:.1} % |\n",
            info.title,
            kind.name,
            cost / asked,
            share(cost)
        )
    });
    (of_game, of_kinds.collect())
}

fn main() {
    // Cargo adds `--bench` to the arguments.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let (mut games, mut kinds) = (String::new(), String::new());
    macro_rules! measure {
        ($($title:path),+ $(,)?) => {
            $(if wanted.as_deref().is_none_or(|name| name == $title.info.name) {
                let (of_game, of_kinds) = lines(&$title);
                games += &of_game;
                kinds += &of_kinds;
            })+
        };
    }
    sim_games::games!(measure);
    print_all(&games, &kinds);
}

#[expect(clippy::print_stdout, reason = "the tables are what a bench is for")]
fn print_all(games: &str, kinds: &str) {
    println!(
        "| game | players | whole | decisions | rules | counting | random play |\n|---|---|---|---|---|---|---|"
    );
    println!("{games}");
    println!(
        "| game | decision | asked in a game | µs each | µs a game | share |\n|---|---|---|---|---|---|\n{kinds}"
    );
}
