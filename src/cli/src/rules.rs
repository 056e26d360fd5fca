use clap::Args;

use super::{failure::Failure, game_args, output};

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim rules --game delectable | less")]
pub struct RulesArgs {
    /// The game: see `sim list`
    #[arg(long, value_name = "GAME")]
    game: String,
}

impl RulesArgs {
    pub fn run(&self) -> Result<(), Failure> {
        output::print(game_args::entry(&self.game)?.rules_page())
    }
}
