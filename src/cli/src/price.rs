use clap::Args;

use super::{
    adapting::learners,
    comparing::{ComparingArgs, Shown},
    failure::Failure,
    game_args::{GameArgs, TableArgs},
    number,
};
use sim_lab::{
    Effort, Lab,
    adapt::Budget,
    command::Verb,
    not_played,
    price::{GAMES, PriceSpec, REPEATS},
    tables,
};
use sim_report::{charts::Data, tell};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct PriceArgs {
    /// Components or kinds of them, where * stands for any text [default: all that have a price and that players
    /// choose]
    #[arg(value_name = "COMPONENT")]
    components: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games that players learn on at each price, and one of them learns to go without
    #[arg(long, value_name = "GAMES", default_value = "1k", value_parser = number::games, allow_hyphen_values = true)]
    learn: u64,
    /// Learnings of each, each with a seed of its own: intervals hold over all of them [default: 8]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    repeats: Option<u64>,
    /// Games that a price is played at most while it is not decided: they are doubled until it is [default: as --n]
    #[arg(long, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true, conflicts_with = "precision")]
    most: Option<u64>,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const EXAMPLES: &str = "Examples:
  sim price equipment --game delectable
  sim price renovation --game restaurant-row
  sim price 'E*' --game delectable --set cards.E5.cost=12

A component is held against the middle of the others of its kind: its fair price is the one at which a player who \
may never take it loses as much. All players learn on at every price that is played. They are copies of the champion, \
or of the one strategy that is named with --strategies.";

impl PriceArgs {
    pub fn spec(&self) -> Result<PriceSpec, Failure> {
        let budget = Budget { games: self.learn, repeats: self.repeats.unwrap_or(REPEATS) };
        let chosen = self.game.resolve()?.by_wins(Verb::Price)?;
        let table = learners(&self.table, &chosen, budget, &self.comparing)?;
        if let (Some(most), Effort::Games(games)) = (self.most, table.effort)
            && most < games
        {
            return Err(Failure::misuse(
                format!("--most {most} is below --n {games}"),
                format!("give --most {games} or more, or a smaller --n"),
            ));
        }
        Ok(PriceSpec {
            table,
            components: self.components.clone(),
            sought: None,
            most: self.most.unwrap_or(0),
        })
    }

    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec()?;
        let opened = spec.open()?;
        let keep = |lab: &mut Lab<'_>, shard| spec.keep(&opened, shard, lab);
        if self.comparing.effort.keep_share(opened.arms.first(), spec.first_arms(&opened), keep)? {
            return Ok(());
        }
        let findings = self.comparing.begin(Verb::Price, opened.arms.all())?;
        let found = &self.comparing.effort.play.ask(|lab| spec.play(&opened, lab))?;
        let shown = Shown {
            deals: found.extent.deals,
            command: spec.command(found.games)?,
            tables: tables::price::tables(found)
                .into_iter()
                .chain(not_played::table(&found.not_played))
                .collect(),
            drawn: vec![Data::Prices(found), Data::Payments(found)],
            charts: &[],
            text: tell::price(found, self.comparing.findings.style()),
            reached: None,
        };
        self.comparing.report(findings, &shown)
    }
}

const _: () = assert!(GAMES == 1_000 && REPEATS == 8, "the defaults of --learn and --repeats say so");
