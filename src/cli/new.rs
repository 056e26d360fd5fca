//! `sim new strategy`: a commented copy of a strategy to start from.

use std::{fs, io::Write};

use clap::{Args, Subcommand};

use super::{
    failure::Failure,
    features::TEMPERATURE,
    game_args::entry,
    output,
    strategies::{self, local_path},
};
use crate::{catalogue::Entry, strategy::Strategy};

#[derive(Debug, Clone, Args)]
pub struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Clone, Subcommand)]
enum What {
    /// A strategy file in strategies/GAME/
    Strategy(NewStrategy),
}

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim new strategy mine --game delectable --from balancer")]
struct NewStrategy {
    /// Name of the strategy, and of its file
    name: String,
    /// The game: see `sim list`
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The strategy to copy
    #[arg(long, value_name = "NAME", default_value = "default")]
    from: String,
}

impl NewArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let What::Strategy(new) = &self.what;
        let entry = entry(&new.game)?;
        let is_name = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        };
        if !is_name(&new.name) {
            return Err(Failure::misuse(
                format!("`{}` cannot be a strategy's name", new.name),
                "use small letters, digits and hyphens",
            ));
        }
        if strategies::is_shipped(entry, &new.name) {
            return Err(Failure::misuse(
                format!("`{}` is the name of a shipped strategy", new.name),
                "choose another name",
            ));
        }
        let source = strategies::load(entry, &new.from)?.strategy;
        let Strategy::Script(script) = &source else {
            return Err(Failure::misuse("random has no file to copy", "copy another strategy with --from"));
        };
        let text = format!("{}{}", comments(entry, &new.from), script.text);
        let path = local_path(entry, &new.name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::at_path("make the folder", folder, &error))?;
        }
        let mut file = fs::File::create_new(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                Failure::misuse(format!("{} exists already", path.display()), "choose another name")
            }
            _ => Failure::at_path("write", &path, &error),
        })?;
        file.write_all(text.as_bytes()).map_err(|error| Failure::at_path("write", &path, &error))?;
        output::print(&format!(
            "{}\ncheck it with: sim check {}\nplay it with:  sim --game {} --strategies {},{}\n",
            path.display(),
            path.display(),
            new.game,
            new.name,
            new.from
        ))
    }
}

/// What a designer needs to know to change the file.
fn comments(entry: &dyn Entry, from: &str) -> String {
    let mut text =
        format!("# A copy of `{from}` to change.\n#\n# Decisions, and the formulas each one takes:\n");
    for point in entry.vocabulary().points {
        text += &format!("#   [on.{}] {}\n", point.name, point.about);
        for slot in point.slots {
            text += &format!("#     {}: {}\n", slot.name, slot.about);
        }
    }
    text += &format!(
        "#\n# Formulas: + - * /, < <= > >= == !=, and or not, if(c, a, b), min max clamp abs floor ceil sqrt exp ln.\n# `sim features --game {}` lists what they may read. What is left out comes from the default.\n# {TEMPERATURE}\n\n",
        entry.info().name
    );
    text
}
