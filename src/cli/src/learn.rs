use std::path::Path;

use clap::Args;

use super::{
    failure::Failure,
    game_args::{self, Chosen, GameArgs, remark_on},
    number, output, program,
    search::{Found, SearchArgs, Sought},
};
use sim_engine::text::list;
use sim_lab::{
    command::Verb,
    learn::{Against, Features, LearnSpec, Learning, Otherwise, learn, strangers, usual_base},
    player::Player,
    tables::{Table, learning},
};
use sim_report::tell;
use sim_store::{
    curve::{self, CURVE},
    strategies,
};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct LearnArgs {
    /// The strategy to begin with, by name or file: its scores stay the first part of what decides [default:
    /// expert, else default]
    #[arg(value_name = "BASE")]
    base: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table: a number, several as `2,4`, or `all`, and one file for all of them [default: the
    /// game's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<String>,
    /// Games to learn from
    #[arg(long, short = 'n', value_name = "GAMES", default_value = "100k", value_parser = number::games, allow_hyphen_values = true)]
    games: u64,
    /// Strategies that do not learn, to be beaten [default: itself, in all seats]
    #[arg(long, value_name = "NAME,...")]
    against: Vec<String>,
    /// How far BASE can be beaten by a best response to itself: learned from its formulas alone, from BASE with
    /// all that it has learned, and from `default`. The largest counts
    #[arg(long, conflicts_with = "against")]
    exploit: bool,
    /// In self-play, end where nobody can be beaten, as in games of bluff, and not with who wins most in the
    /// place of one BASE: slower to gain
    #[arg(long, conflicts_with_all = ["against", "exploit"])]
    steady: bool,
    /// What it may look at: `all` features, of which those that cost more than they bring are left out at the
    /// end; `cheap` ones, which its base reads anyway; or these
    #[arg(long, value_name = "all|cheap|NAME,...", value_delimiter = ',', default_value = "all")]
    features: Vec<String>,
    /// How far weights move at a time, at the beginning: the larger, the faster and the rougher [default: 0.006 in
    /// self-play, else 0.01]
    #[arg(long, value_name = "LENGTH", value_parser = number::step, allow_negative_numbers = true)]
    step: Option<f64>,
    /// How strongly chances are held near what they were some games ago [default: 0.05 in self-play, else 0]
    #[arg(long, value_name = "PULL", value_parser = number::pull, allow_negative_numbers = true, conflicts_with = "steady")]
    magnet: Option<f64>,
    /// How strongly choices are held open [default: 0.003, with --steady 0.005]
    #[arg(long, value_name = "PULL", value_parser = number::pull, allow_negative_numbers = true)]
    entropy: Option<f64>,
    /// Learn so many times, each with a seed of its own: the best is written, and the interval of what was
    /// gained holds for all of them
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    repeats: u64,
    /// Name of the strategy that is written [default: BASE-learned, BASE-response with --exploit]
    #[arg(long, value_name = "NEW")]
    out: Option<String>,
    /// Master seed: of deals, and of what is drawn
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    search: SearchArgs,
}

const EXAMPLES: &str = "Examples:
  sim learn --game delectable --games 100k
  sim learn expert --game la-bistro --against expert --games 50k --out beats-expert
  sim learn expert --game la-bistro --players 2,3,4 --games 300k
  sim learn raider --game delectable --against saboteur --features cheap --repeats 3
  sim learn raider --game delectable --exploit

Without --against all seats learn, held back by what they were some games ago, with --steady more and more. \
The new file says from what and how it was learned, and what it won on deals that it never met. Beside it lies \
its learning curve, NEW.learning.csv, with charts. An interrupted learning goes on when the same command is \
given again.";

impl LearnArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec(&self.game.resolve()?)?;
        let entry = spec.rules.entry;
        let rivals: &[Player] = if let Against::Field(field) = &spec.against { field } else { &[] };
        remark_on(entry, rivals.iter().chain([&spec.start]));
        let path = strategies::new_path(entry, &spec.name)?;
        curve::check(&path)?;
        self.search.search(Verb::Learn, &path, &format!("{CURVE}.json"), |lab| learn(&spec, lab))
    }

    fn spec(&self, chosen: &Chosen) -> Result<LearnSpec, Failure> {
        let entry = chosen.entry;
        let players = self.players(chosen)?;
        let load = |names: &[String]| strategies::load_all(entry, names);
        let start = strategies::load(entry, self.base.as_deref().unwrap_or(usual_base(entry)))?;
        let against = match &self.against[..] {
            _ if self.exploit => Against::Start,
            [] => Against::Itself { is_steady: self.steady },
            names => Against::Field(load(&list::split_all(names))?),
        };
        let ending = if self.exploit { "response" } else { "learned" };
        Ok(LearnSpec {
            rules: chosen.spec.clone(),
            name: self.out.clone().unwrap_or_else(|| format!("{}-{ending}", start.base)),
            start,
            strangers: load(&strangers(entry, &players, &against))?,
            players,
            against,
            features: match &self.features[..] {
                [word] if word == "all" => Features::All,
                [word] if word == "cheap" => Features::Cheap,
                names => Features::Listed(names.to_vec()),
            },
            otherwise: Otherwise { step: self.step, magnet: self.magnet, entropy: self.entropy },
            games: self.games,
            repeats: self.repeats,
            seed: self.seed,
        })
    }

    /// The numbers of players, each once.
    fn players(&self, chosen: &Chosen) -> Result<Vec<usize>, Failure> {
        let Some(text) = &self.players else { return Ok(vec![chosen.entry.info().default_players]) };
        let mut all = Vec::new();
        for players in game_args::sizes(chosen.entry, text)? {
            if !all.contains(&players) {
                all.push(players);
            }
        }
        Ok(all)
    }
}

impl Found for Learning {
    fn sought(&self) -> Sought {
        Sought {
            ended: self.ended,
            file: self.file.clone(),
            info: self.info,
            command: self.command.clone(),
            digest: self.digest.clone(),
            games: self.games,
        }
    }

    fn told(&self) -> String {
        tell::learn(self, output::style())
    }

    fn tables(&self) -> Vec<Table> {
        learning::tables(self)
    }

    fn beside(&self, strategy: &Path) -> Result<String, Failure> {
        curve::write(strategy, self, program::this())?;
        Ok(format!(
            "its learning curve: {}\nhow far it can be beaten: {}\n",
            strategy.with_extension(format!("{CURVE}.svg")).display(),
            self.exploit()
        ))
    }
}
