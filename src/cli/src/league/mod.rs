//! `sim league`: best responses join a field until none gains any more.

mod field;
mod play;
mod story;
mod telling;

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::{
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    folder,
    game_args::{Chosen, GameArgs},
    number,
    output::Format,
    session::ThreadArgs,
    words,
};
use field::Field;
use play::League;
use sim_engine::text::people;
use sim_lab::{
    experiment::{Arm, Heading, Named, Ruleset, Seats, StrategyEntry},
    tables,
};
use story::{Keeper, Story};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct LeagueArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table, two or more [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Who is in the field at the start, by name or file [default: all that are shipped, but random]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    strategies: Vec<String>,
    /// Games of each search for a best response, and of each tournament of the field
    #[arg(long, short = 'n', value_name = "GAMES", default_value = "200k", value_parser = number::games, allow_hyphen_values = true)]
    games: u64,
    /// A best response joins if it wins more than its fair share and this, 1% or 0.01
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = number::tolerance, allow_hyphen_values = true)]
    margin: f64,
    /// The most rounds; each brings one newcomer or is the last
    #[arg(long, value_name = "K", default_value = "10", value_parser = number::count, allow_negative_numbers = true)]
    rounds: u64,
    /// Scripts that a round begins searches from, those that do best against the mix first, until one gains
    #[arg(long, value_name = "N", default_value = "3", value_parser = number::count, allow_negative_numbers = true)]
    starts: u64,
    /// Move only the params that the scripts declare, and no other numbers of their formulas
    #[arg(long)]
    params_only: bool,
    /// Master seed: of deals, and of what is tried
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// What standard output gets: a summary for reading, the first table as CSV, or the manifest and all
    /// tables as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The folder for the new scripts, the tables and a page, report.html
    /// [default: reports/GAME/leagues/, and a name of what was played]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the folder of another league or run
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "Examples:
  sim league --game delectable --games 20k --rounds 2
  sim league --game delectable --strategies raider,saboteur,prestige --games 1e6 --margin 2%
  sim league --game restaurant-row --players 4 --params-only --games 500k

A round plays a tournament of the field, finds what it would come to (a Nash equilibrium for two players, what
a crowd ends up playing for more), and tunes a script against that mix. What wins more than its fair share and the
margin on test deals, beyond error, joins. The league closes when nothing does. At the end, each strategy of the
start meets the best response found to it alone. An interrupted league goes on when the same command is given
again; with a larger --rounds it goes on after its last one.";

/// What a league is a function of, but the number of its rounds.
#[derive(Serialize)]
struct Inputs<'a> {
    verb: &'a str,
    version: &'a str,
    rules: Ruleset,
    field: Vec<StrategyEntry>,
    games: u64,
    margin: f64,
    starts: u64,
    params_only: bool,
    seed: u64,
}

impl LeagueArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let players = self.players(&chosen)?;
        let field = Field::new(chosen.entry, &self.strategies, self.params_only)?;
        let inputs = Inputs {
            verb: "league",
            version: env!("CARGO_PKG_VERSION"),
            rules: chosen.rules.ruleset(players, chosen.entry.fingerprint()),
            field: field.strategies().iter().map(StrategyEntry::new).collect(),
            games: self.games,
            margin: self.margin,
            starts: self.starts,
            params_only: self.params_only,
            seed: self.seed,
        };
        let command = self.command(&chosen, players, &field);
        let heading = Heading::new(command.clone(), &inputs, chosen.entry.info().title);
        let out = self.place(players, &heading.digest);
        folder::check_target(&out, &heading.digest, self.force)?;
        let pool = self.threads.pool()?;
        let (keeper, story) = Keeper::open(&out, &heading.digest)?;
        self.check(&story, &out)?;
        let game = chosen.entry.open(&chosen.rules.settings, players)?;
        let mut league = League::begin((self, &chosen), (game, players), field, (keeper, story), &command)?;
        let (arm, played) = pool.install(|| league.play().and_then(|()| league.meet()))?;
        let (field, story, keeper) = league.end();
        let standings = pool.install(|| tables::tournament(&arm.subject(), &played, self.seed));
        let mut all = tables::league::league(
            players,
            &field.members(),
            &standings.ratings,
            (&story.attempts(), &story.invasions, &story.exploits),
        );
        let text = telling::summary(self, &arm, &story, &all, &standings.findings);
        all.push(standings.pairs);
        let one = Named { name: arm.info.title.to_owned(), arm };
        let mut findings = Findings::of("league", heading, vec![ArmEntry::from(&one)]);
        findings.deals = played.deals;
        findings.files = story.files();
        let args = FindingsArgs { format: self.format, out: Some(out) };
        args.report(&findings, &all, &text)?;
        keeper.forget()
    }

    fn players(&self, chosen: &Chosen) -> Result<usize, Failure> {
        let players = chosen.players(self.players);
        chosen.entry.open(&chosen.rules.settings, players)?;
        if players < 2 {
            return Err(Failure::misuse("alone at the table nobody meets", "give --players 2 or more"));
        }
        if self.rounds == 0 || self.starts == 0 {
            return Err(Failure::misuse(
                "a league of no search finds nothing",
                "give --rounds and --starts 1 or more",
            ));
        }
        Ok(players)
    }

    /// Refuses fewer rounds than are kept, which would be lost.
    fn check(&self, story: &Story, out: &Path) -> Result<(), Failure> {
        let kept = story.rounds.len() as u64;
        if kept <= self.rounds {
            return Ok(());
        }
        Err(Failure::misuse(
            format!("{} holds {} of this league", out.display(), people::counted(kept, "round", "rounds")),
            format!("give --rounds {kept} or more, or another folder with --out"),
        ))
    }

    /// The folder of the league.
    fn place(&self, players: usize, digest: &str) -> PathBuf {
        let default = || {
            let name = format!("{players}p-{}", &digest[..8]);
            Path::new("reports").join(&self.game.game).join("leagues").join(name)
        };
        self.out.clone().unwrap_or_else(default)
    }

    /// The arm of a tournament of some strategies.
    fn arm(&self, chosen: &Chosen, players: usize, field: &Field) -> Result<Arm, Failure> {
        let seats = Seats { players, strategies: field.strategies(), lineup: None, seed: self.seed };
        Ok(chosen.entry.meeting(&chosen.rules, seats, self.games)?)
    }

    /// The command that makes the league again.
    fn command(&self, chosen: &Chosen, players: usize, field: &Field) -> String {
        let mut all = vec![
            format!("sim league --game {} --players {players}", chosen.rules.settings.game),
            format!("--strategies {}", words::quoted(&field.named.join(","))),
        ];
        all.extend(words::rules_words(&chosen.rules));
        all.push(format!("--games {} --margin {}", self.games, self.margin));
        all.push(format!("--rounds {} --starts {}", self.rounds, self.starts));
        all.extend(self.params_only.then(|| "--params-only".to_owned()));
        all.push(format!("--seed {}", self.seed));
        all.join(" ")
    }
}
