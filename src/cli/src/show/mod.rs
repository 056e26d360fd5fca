//! `sim show`: a strategy, or the rules, settings, features or panel of a game.

mod features;
mod panel;
mod settings;
mod strategy;

use clap::Args;

pub use features::TEMPERATURE;

use super::{
    failure::{Failure, refuse},
    game_args::{self, GameArgs},
    output::{self, Format},
};
use sim_lab::panel::PANEL;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct ShowArgs {
    /// A strategy, by name or file; or `rules`, `settings`, `features` or `panel`
    #[arg(value_name = "STRATEGY|PAGE")]
    what: String,
    /// With `settings`: only these, and what is below them, as `cards` or `cards.F5`, where * stands for any text
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// With `settings`: only values that differ from the default
    #[arg(long)]
    changed: bool,
    /// With `settings`: only values from rulebook, published, deduced, reconstructed or changed
    #[arg(long, value_name = "SOURCE")]
    source: Option<String>,
    /// With `settings`: print the game's data file, a start for a file for --data
    #[arg(long)]
    file: bool,
    /// With `settings` and `features`: what to print
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const EXAMPLES: &str = "Examples:
  sim show raider --game delectable
  sim show rules --game delectable | less
  sim show settings cards.F5 hand_limit --game delectable
  sim show settings --game delectable --preset 2020-06-late --changed
  sim show settings --game critter-kitchen --source reconstructed
  sim show features --game delectable
  sim show panel --game delectable

`rules` is the rulebook, `settings` every number and ruling with its range and its source, `features` what formulas of \
strategies may read at each decision, `panel` its strong players.";

impl ShowArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let entry = game_args::entry(&self.game.game)?;
        match self.what.as_str() {
            "rules" => {
                self.refuse("the rules are one text", true)?;
                output::print(entry.info().rules_page)
            }
            "settings" => self.settings(),
            "features" => {
                self.refuse("features depend on the game alone", false)?;
                features::print(entry, self.format)
            }
            PANEL => {
                self.refuse("a panel is a list of strategies", false)?;
                panel::print(entry, self.format)
            }
            name => {
                self.refuse("a strategy is shown as its file has it", true)?;
                strategy::print(entry, name)
            }
        }
    }

    fn refuse(&self, reason: &str, is_text: bool) -> Result<(), Failure> {
        let own = [
            ("PATH", !self.paths.is_empty()),
            ("--changed", self.changed),
            ("--source", self.source.is_some()),
            ("--file", self.file),
            ("--format", is_text && self.format != Format::Table),
        ];
        let all: Vec<_> = own.into_iter().chain(self.game.changes()).collect();
        refuse(&all, &format!("has no effect: {reason}"))
    }
}
