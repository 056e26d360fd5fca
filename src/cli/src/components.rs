use clap::{ArgGroup, Args};

use super::{
    adapting::{learners, trained_players},
    comparing::{ComparingArgs, unfinished},
    effort::N,
    failure::Failure,
    findings::VerbOutput,
    game_args::{GameArgs, TableArgs},
    number,
};
use sim_lab::{
    Effort, Lab,
    adapt::Budget,
    command::Verb,
    components::ComponentsSpec,
    price::{self, PriceSpec},
    spec::Field,
    worth,
};
use sim_report::{charts::Data, tell};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("trains").args(["worth", "price"]).multiple(true)))]
pub struct ComponentsArgs {
    /// Components or kinds of them, where * stands for any text [default: all]. With --worth also bans that are no
    /// components: the first words of an action, a measure that stays as it is, or mix, to give the likeliest answer
    /// each time
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Also measure what a strong player loses when barred from each component. It is retrained without it
    #[arg(long)]
    worth: bool,
    /// Also estimate the fair price of each component. At that price, a player barred from it loses as much as one
    /// barred from the median component of its kind. All players retrain at each price
    #[arg(long)]
    price: bool,
    /// Games of each training [default: 2k with --worth, 1k with --price]
    #[arg(long, value_name = "GAMES", requires = "trains", value_parser = number::games, allow_hyphen_values = true)]
    learn: Option<u64>,
    /// Trainings of each, each with a seed of its own. Intervals hold over all of them [default: 8]
    #[arg(long, value_name = "N", requires = "trains", value_parser = number::count, allow_negative_numbers = true)]
    repeats: Option<u64>,
    /// The most games of an undecided price. They are doubled up to this many [default: as --n]
    #[arg(long, value_name = "GAMES", requires = "price", value_parser = number::games, allow_hyphen_values = true, conflicts_with = "precision")]
    most: Option<u64>,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const EXAMPLES: &str = "Examples:
  sim components --game delectable
  sim components critic --game critter-kitchen --n 1e5
  sim components equipment --game delectable --worth
  sim components 'no borrow' --game la-bistro --worth
  sim components rob mix --game delectable --worth
  sim components equipment --game delectable --price
  sim components 'E*' --game delectable --price --set cards.E5.cost=12

Trained players sit among the panel of strong players, or among copies of the strategy that --strategies names if it is \
one.";

impl ComponentsArgs {
    pub fn spec(&self) -> Result<ComponentsSpec, Failure> {
        let chosen = self.game.resolve()?;
        let budget = |games: u64, repeats: u64| Budget {
            games: self.learn.unwrap_or(games),
            repeats: self.repeats.unwrap_or(repeats),
        };
        let arm = self.table.seat(&self.game)?;
        // Several strategies share the measured table, but only one trains.
        let players = Some(arm.players.to_string());
        let trained = match (&arm.field, arm.field.distinct().len()) {
            (Field::Panel(_), _) | (_, 1) => self.table.clone(),
            _ => TableArgs { players, strategies: Vec::new(), lineup: Vec::new(), ..self.table.clone() },
        };
        let worth = self.worth.then(|| {
            let refusal = ("players who are barred train side by side", "leave --shard out");
            trained_players(&trained, &chosen, budget(worth::GAMES, worth::REPEATS), &self.comparing, refusal)
        });
        let price = self.price.then(|| -> Result<PriceSpec, Failure> {
            let table = learners(&trained, &chosen, budget(price::GAMES, price::REPEATS), &self.comparing)?;
            if let (Some(most), Effort::Games(games)) = (self.most, table.effort)
                && most < games
            {
                return Err(Failure::misuse(
                    format!("--most {most} is below --n {games}"),
                    format!("give --most {games} or more, or a smaller --n"),
                ));
            }
            Ok(PriceSpec { table, components: Vec::new(), sought: None, most: self.most.unwrap_or(0) })
        });
        let (worth, price) = (worth.transpose()?, price.transpose()?);
        Ok(ComponentsSpec {
            arm,
            patterns: self.patterns.clone(),
            effort: self.comparing.effort.effort(N),
            worth,
            price,
        })
    }

    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec()?;
        let opened = spec.open()?;
        let keep = |lab: &mut Lab<'_>, shard| opened.keep(shard, lab);
        if self.comparing.effort.keep_share(opened.arms.arms.first(), opened.count(), keep)? {
            return Ok(());
        }
        let findings = self.comparing.begin(Verb::Components, opened.tables())?;
        let found = &self.comparing.effort.play.ask(|lab| spec.play(&opened, lab))?;
        let mut drawn = vec![Data::Ablation(&found.removal)];
        drawn.extend(found.worth.as_ref().map(Data::Worths));
        drawn.extend(found.price.iter().flat_map(|found| [Data::Prices(found), Data::Payments(found)]));
        let text = tell::components(found, self.comparing.findings.style());
        let shown = VerbOutput {
            drawn,
            unfinished: unfinished(found.ended, found.count(), opened.count()),
            ..VerbOutput::new(found.extent.deals, spec.command(found.games)?, found.tables(), text)
        };
        self.comparing.report(findings, &shown)
    }
}

const _: () = assert!(
    worth::GAMES == 2_000 && worth::REPEATS == 8 && price::GAMES == 1_000 && price::REPEATS == 8,
    "the help of --learn and --repeats names these"
);
