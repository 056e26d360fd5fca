use clap::Args;

use super::{
    adapting::copies_who_learn,
    comparing::{ComparingArgs, Shown},
    failure::Failure,
    game_args::{GameArgs, TableArgs},
    number,
};
use sim_lab::{
    adapt::Budget,
    command::Verb,
    not_played, tables,
    worth::{GAMES, REPEATS, WorthSpec},
};
use sim_report::{charts::Data, tell};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct WorthArgs {
    /// What one player may never do: components or kinds of them, where * stands for any text; the first words of an
    /// action; a measure that stays as it is; or mix, to give the likeliest answer each time [default: all components
    /// that players choose]
    #[arg(value_name = "COMPONENT|ACTION|MEASURE")]
    bans: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games that the one player learns with each ban, and without one
    #[arg(long, value_name = "GAMES", default_value = "2k", value_parser = number::games, allow_hyphen_values = true)]
    learn: u64,
    /// Learnings with each ban, each with a seed of its own: intervals hold over all of them [default: 8]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    repeats: Option<u64>,
    /// Also tell what the game is without each component, once all players have learned to play without it: takes
    /// several times as long
    #[arg(long)]
    ablate: bool,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const EXAMPLES: &str = "Examples:
  sim worth equipment --game delectable
  sim worth sommelier --game la-bistro --players 3
  sim worth renovation --game restaurant-row --ablate
  sim worth 'no borrow' --game la-bistro
  sim worth rob mix --game delectable

The rivals are copies of the champion, or of the one strategy that is named with --strategies.";

impl WorthArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let budget = Budget { games: self.learn, repeats: self.repeats.unwrap_or(REPEATS) };
        let refusal = ("players who learn do so with all bans side by side", "leave --shard out");
        let chosen = self.game.resolve()?.by_wins(Verb::Worth)?;
        let table = copies_who_learn(&self.table, &chosen, budget, &self.comparing, refusal)?;
        let spec = WorthSpec { table, bans: self.bans.clone(), ablates: self.ablate };
        let opened = spec.open()?;
        let findings = self.comparing.begin(Verb::Worth, opened.arms.all())?;
        let found = &self.comparing.effort.play.ask(|lab| spec.play(&opened, lab))?;
        let shown = Shown {
            deals: found.extent.deals,
            command: spec.command(found.games)?,
            tables: std::iter::once(tables::worth::table(found))
                .chain(not_played::table(&found.not_played))
                .collect(),
            drawn: vec![Data::Worths(found)],
            charts: &[],
            text: tell::worth(found, self.comparing.findings.style()),
            reached: None,
        };
        self.comparing.report(findings, &shown)
    }
}

const _: () = assert!(GAMES == 2_000 && REPEATS == 8, "the defaults of --learn and --repeats say so");
