use std::io::{self, BufWriter, Write};

use clap::{Args, ValueEnum};

use super::{
    failure::Failure,
    game_args::{GameArgs, TableArgs},
    number, output,
};
use sim_engine::Seat;
use sim_lab::experiment::Arm;
use sim_play::transcript::{Style, Telling};
use sim_script::Strategy;

/// How the game is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For reading
    Text,
    /// One JSON object a line, enough to check the game against the rules
    Jsonl,
}

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim replay --game delectable --seed 1 --deal 7 --rotation 1 --why")]
pub struct ReplayArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Number of the deal, from 0
    #[arg(long, value_name = "K", default_value = "0", value_parser = number::count, allow_negative_numbers = true)]
    deal: u64,
    /// Rotation of the table of this deal, from 0
    #[arg(long, value_name = "R", default_value = "0", value_parser = number::count, allow_negative_numbers = true)]
    rotation: u64,
    /// How the game is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show the options, features and scores of every choice
    #[arg(long)]
    why: bool,
}

impl ReplayArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let tables = self.table.specs(&chosen)?;
        let arms = tables.iter().map(|spec| spec.open_by(&chosen.rules)).collect::<Result<Vec<_>, _>>()?;
        // Each table asked for is told, one after the other.
        arms.iter().try_for_each(|arm| self.tell(arm))
    }

    fn tell(&self, arm: &Arm) -> Result<(), Failure> {
        let players = arm.inputs.rules.players;
        let tables: Vec<_> = arm.schedule.tables(self.deal).collect();
        let index = usize::try_from(self.rotation).unwrap_or(usize::MAX);
        let Some(table) = tables.get(index) else {
            return Err(Failure::misuse(
                format!("deal {} has {} rotations", self.deal, tables.len()),
                format!("give --rotation 0 to {}", tables.len() - 1),
            ));
        };
        let seats: Vec<&Strategy> =
            Seat::all(players).map(|seat| &arm.strategies[usize::from(table[seat])]).collect();
        let settings: Vec<(String, String)> =
            arm.settings.entries().into_iter().map(|entry| (entry.path, entry.value)).collect();
        let telling = Telling {
            seed: self.table.seed,
            deal: self.deal,
            rotation: self.rotation,
            seats: &seats,
            settings: &settings,
            style: match self.format {
                Format::Text => Style::Text,
                Format::Jsonl => Style::JsonLines,
            },
            explains: self.why,
        };
        if self.format == Format::Text {
            let mut text = Vec::new();
            arm.game.tell(&telling, &mut text).map_err(|error| Failure::at_output(&error))?;
            return output::print(&String::from_utf8_lossy(&text));
        }
        let mut out = BufWriter::new(io::stdout().lock());
        arm.game
            .tell(&telling, &mut out)
            .and_then(|()| out.flush())
            .map_err(|error| Failure::at_output(&error))
    }
}
