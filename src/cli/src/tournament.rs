//! `sim tournament`: everybody at every table.

use std::ops::ControlFlow;

use clap::Args;

use super::{
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs, Told},
    game_args::{Chosen, GameArgs},
    number, output,
    session::ThreadArgs,
    signals::Signals,
    strategies,
    watcher::Watcher,
    words,
};
use sim_engine::text::people;
use sim_lab::{
    experiment::{Arm, Named, Seats, Sink},
    player::Player,
    tables::{self, Standings, Table},
};
use sim_play::{
    Row,
    lineup::possible_tables,
    tally::{Tally, Tournament},
};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct TournamentArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table, two or more [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Who takes part, by name or file [default: all that are shipped, but random]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    strategies: Vec<String>,
    /// Games, rounded up to whole deals
    #[arg(long, short, value_name = "GAMES", default_value = "100k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    findings: FindingsArgs,
    /// Replace the folder of another comparison or run
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "Examples:
  sim tournament --game delectable --n 20k
  sim tournament --game la-bistro --players 3 --strategies default,chain,volume --n 1e5

With two players these are all pairs. With more, all tables that the strategies can fill, several of a kind
among them; where they are more than the games get to, or more than 4,000, a sample drawn by the seed, with
all tables of two strategies in it.";

impl TournamentArgs {
    /// Everybody who is shipped, within something larger.
    pub fn within(
        game: GameArgs,
        players: u64,
        (n, seed): (u64, u64),
        threads: ThreadArgs,
    ) -> TournamentArgs {
        let (strategies, findings) = (Vec::new(), FindingsArgs::NONE);
        TournamentArgs { game, players: Some(players), strategies, n, seed, threads, findings, force: false }
    }

    pub fn run(&self) -> Result<(), Failure> {
        let told = self.told(&self.game.resolve()?)?;
        self.findings.tell(told)
    }

    /// Plays everything.
    pub fn told(&self, chosen: &Chosen) -> Result<Told, Failure> {
        let (arm, named) = self.arm(chosen)?;
        let (deals, _) = arm.schedule.deals_for(self.n);
        if deals < arm.schedule.len() as u64 {
            let games = arm.schedule.games_of(0..arm.schedule.len() as u64);
            output::remark(&format!("all tables in all orders of seating take --n {games} or more"));
        }
        let one = Named { name: arm.info.title.to_owned(), arm };
        let mut findings = Findings::new("tournament", one.arm.info, vec![ArmEntry::from(&one)]);
        let Named { arm, .. } = one;
        self.findings.check(&findings, self.force)?;
        let pool = self.threads.pool()?;
        let stop = Signals::listen();
        let watcher = Watcher::start(1, arm.schedule.games_of(0..deals));
        let played = Tournament::new(arm.strategies.len(), &arm.schedule);
        let mut entry = Entries { played, watcher, stop };
        pool.install(|| arm.play(0..deals, arm.empty(), &mut entry));
        let Entries { played, watcher, stop } = entry;
        drop(watcher);
        if let Some(status) = stop.status().filter(|_| played.deals < deals) {
            output::remark(&format!("interrupted after {} of {} deals", played.deals, deals));
            return Err(Failure::Interrupted { status });
        }
        let standings = pool.install(|| tables::tournament(&arm.subject(), &played, self.seed));
        findings.deals = played.deals;
        findings.heading.command = words::tournament(&named, &arm, &chosen.rules, played.games).to_string();
        let text = self.text(&arm, &played, &standings);
        let Standings { ratings, pairs, .. } = standings;
        Ok(Told { findings, tables: vec![ratings, pairs], text, end: Ok(()) })
    }

    fn arm(&self, chosen: &Chosen) -> Result<(Arm, Vec<String>), Failure> {
        let Chosen { entry, rules, .. } = chosen;
        let players = chosen.players(self.players);
        entry.open(&rules.settings, players)?;
        if players < 2 {
            return Err(Failure::misuse("alone at the table nobody meets", "give --players 2 or more"));
        }
        let names = if self.strategies.is_empty() {
            strategies::archetypes(*entry).into_iter().chain(strategies::baselines(*entry)).collect()
        } else {
            self.strategies.clone()
        };
        let mut loaded: Vec<Player> = Vec::new();
        for name in &names {
            let one = strategies::load(*entry, name)?;
            strategies::check_new(
                &loaded,
                &one,
                "the tournament",
                "name each once: it meets its own kind anyway",
            )?;
            loaded.push(one);
        }
        if loaded.len() < 2 {
            return Err(Failure::misuse("one strategy makes no tournament", "name two or more"));
        }
        for remark in loaded.iter().filter_map(|one| strategies::eclipse(*entry, one)) {
            output::remark(&remark);
        }
        let named = loaded.iter().map(|one| one.named.clone()).collect();
        let strategies = loaded.into_iter().map(|one| one.strategy).collect();
        let seats = Seats { players, strategies, lineup: None, seed: self.seed };
        Ok((entry.meeting(rules, seats, self.n)?, named))
    }

    /// The summary for reading.
    fn text(&self, arm: &Arm, played: &Tournament, standings: &Standings) -> String {
        let mut text = format!(
            "{}, {}: {} at {}\n{} on {}, seed {}\n\n",
            arm.info.title,
            people::counted(played.players as u64, "player", "players"),
            people::counted(played.strategies as u64, "strategy", "strategies"),
            tables(played),
            people::counted(played.games, "game", "games"),
            people::counted(played.deals, "deal", "deals"),
            self.seed
        );
        text += &ratings(&standings.ratings);
        text +=
            "\nOf the games that one of the two wins, the percentage that the row wins against the column:\n";
        text += &matrix(&standings.ratings, &standings.pairs);
        text.push('\n');
        for finding in &standings.findings {
            text += &format!("{finding}\n");
        }
        text
    }
}

/// How many tables were played, and of how many if they are a sample.
fn tables(played: &Tournament) -> String {
    let (met, all) = (played.tables.len() as u64, possible_tables(played.strategies, played.players));
    let of = if met < all { format!("{} of ", people::count(met)) } else { String::new() };
    of + &people::counted(all, "table", "tables")
}

/// Takes the games to the tournament.
struct Entries {
    played: Tournament,
    watcher: Watcher,
    stop: Signals,
}

impl Sink for Entries {
    fn takes_rows(&self) -> bool {
        true
    }

    fn folded(&mut self, _: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.played.add(rows);
        self.watcher.say(self.played.games, "");
        if self.stop.status().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn ratings(table: &Table) -> String {
    let has_nash = table.rows.iter().any(|row| table.number(row, "nash").is_some());
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| {
            let number = |name: &str| table.number(row, name).unwrap_or(f64::NAN);
            let percent = |name: &str| people::fixed(number(name) * 100.0, 1);
            let two = 2.0 * number("rating_error");
            let part = |of: &str| {
                let [low, high] = ["low", "high"].map(|end| percent(&format!("{of}_{end}")));
                format!("{} % ({low} to {high})", percent(of))
            };
            let mut cells = vec![
                table.text(row, "strategy").to_owned(),
                people::percent(number("win_rate"), Some(2.0 * number("win_rate_error"))),
                format!("{} ± {}", people::signed(number("rating"), 0), people::fixed(two, 0)),
                part("played"),
            ];
            cells.extend(has_nash.then(|| part("nash")));
            cells
        })
        .collect();
    let header = ["strategy", "win rate", "rating", "played in the end", "Nash equilibrium"];
    let columns = if has_nash { 5 } else { 4 };
    output::grid(&header[..columns], &rows, &[false, true, true, true, true][..columns])
}

/// The pairs as a square, in the order of the ratings.
fn matrix(ratings: &Table, pairs: &Table) -> String {
    let names: Vec<&str> = ratings.rows.iter().map(|row| ratings.text(row, "strategy")).collect();
    let cell = |one: &str, other: &str| {
        let found = pairs
            .rows
            .iter()
            .find(|row| pairs.text(row, "strategy") == one && pairs.text(row, "beside") == other);
        let share = found.and_then(|row| pairs.number(row, "win_rate"));
        share.map_or("·".to_owned(), |share| people::fixed(share * 100.0, 1))
    };
    let rows: Vec<Vec<String>> = names
        .iter()
        .map(|one| {
            let cells = names.iter().map(|other| cell(one, other));
            std::iter::once((*one).to_owned()).chain(cells).collect()
        })
        .collect();
    let header: Vec<&str> = std::iter::once("").chain(names.iter().copied()).collect();
    let right: Vec<bool> = (0..header.len()).map(|at| at > 0).collect();
    output::grid(&header, &rows, &right)
}
