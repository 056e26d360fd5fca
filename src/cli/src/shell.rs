//! `sim completions` and `sim man`: shell completions and manual pages.

use clap::{Args, Command};
use clap_complete::Shell;

use super::{failure::Failure, output, program};
use sim_engine::text::suggestion;

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim completions bash > ~/.local/share/bash-completion/completions/sim")]
pub struct CompletionsArgs {
    shell: Shell,
}

impl CompletionsArgs {
    pub fn run(&self, mut command: Command) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut command, program::name(), &mut bytes);
        output::data(&String::from_utf8_lossy(&bytes))
    }
}

#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  sim man | man -l -\n  sim man run > ~/.local/share/man/man1/sim-run.1")]
pub struct ManArgs {
    /// The page of this verb [default: that of the program]
    verb: Option<String>,
}

impl ManArgs {
    pub fn run(&self, mut command: Command) -> Result<(), Failure> {
        // Makes the verbs call themselves `sim run` and their pages `sim-run`.
        command.build();
        let page = match &self.verb {
            None => command,
            Some(verb) => command.find_subcommand(verb).cloned().ok_or_else(|| {
                let known = command.get_subcommands().map(Command::get_name);
                Failure::misuse(format!("no verb `{verb}`"), suggestion(verb, known))
            })?,
        };
        let mut bytes = Vec::new();
        clap_mangen::Man::new(page).render(&mut bytes).map_err(|error| Failure::at_output(&error))?;
        output::data(&String::from_utf8_lossy(&bytes))
    }
}
