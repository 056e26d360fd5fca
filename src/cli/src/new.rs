use clap::{Args, Subcommand};

use super::{failure::Failure, game_args::entry, new_game::NewGame, output, show::TEMPERATURE};
use sim_engine::text::people;
use sim_play::entry::Entry;
use sim_store::strategies;

#[derive(Debug, Clone, Args)]
pub struct NewArgs {
    #[command(subcommand)]
    what: NewItem,
}

#[derive(Debug, Clone, Subcommand)]
enum NewItem {
    /// A strategy file in strategies/GAME/
    Strategy(NewStrategy),
    /// A small complete game in one file, to be changed into your own
    Game(NewGame),
}

#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Examples:\n  sim new strategy mine --game delectable --from balancer\n  sim new strategy open --game delectable --from balancer --open"
)]
struct NewStrategy {
    /// Name of the strategy, and of its file
    name: String,
    /// The game: see `sim list`
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The strategy to copy
    #[arg(long, value_name = "NAME", default_value = "default")]
    from: String,
    /// Make every number of its formulas a param, with its value and a range for `sim train --params all`
    #[arg(long)]
    open: bool,
}

impl NewArgs {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            NewItem::Strategy(new) => new.run(),
            NewItem::Game(new) => new.run(),
        }
    }
}

impl NewStrategy {
    fn run(&self) -> Result<(), Failure> {
        let entry = entry(&self.game)?;
        let path = strategies::new_path(entry, &self.name)?;
        let source = strategies::load(entry, &self.from)?;
        let text = source.strategy.text().filter(|_| source.strategy.search().is_none());
        let Some(text) = text else {
            let help = "copy another strategy with --from";
            return Err(Failure::misuse(format!("{} has no file to copy", self.from), help));
        };
        let (text, lifted) = if self.open {
            let template = entry.template(&self.name, &source.path(), text)?;
            let (text, lifted) = template.opened()?;
            (text, Some(lifted))
        } else {
            (text.to_owned(), None)
        };
        let text = format!("{}{text}", comments(entry, &self.from, lifted));
        // The changed text must still load.
        entry.read_strategy(&self.name, &path.display().to_string(), &text, &[])?;
        strategies::write(&path, &text, crate::program::this())?;
        let tune = format!("tune it with:  sim train {} --game {} --params all\n", self.name, self.game);
        output::print(&format!(
            "{}\ncheck it with: sim check {}\nplay it with:  sim --game {} --strategies {},{}\n{}",
            path.display(),
            path.display(),
            self.game,
            self.name,
            self.from,
            lifted.map_or(String::new(), |_| tune)
        ))
    }
}

fn comments(entry: &Entry, from: &str, lifted: Option<usize>) -> String {
    let lifted = lifted.map_or(String::new(), |count| {
        format!(" Its {} are params.", people::counted(count as u64, "number", "numbers"))
    });
    let mut text = format!(
        "# A copy of `{from}` to change.{lifted}\n#\n# Decisions, and the formulas each one takes:\n"
    );
    for point in entry.vocabulary().points {
        text += &format!("#   [on.{}] {}\n", point.name, point.about);
        for slot in point.slots {
            text += &format!("#     {}: {}\n", slot.name, slot.about);
        }
    }
    text += &format!(
        "#\n# Formulas: + - * /, < <= > >= == !=, and or not, if(c, a, b), min max clamp abs floor ceil sqrt exp ln.\n# `sim show features --game {}` lists what they may read. What is left out comes from the default.\n# {TEMPERATURE}\n\n",
        entry.info().name
    );
    text
}
