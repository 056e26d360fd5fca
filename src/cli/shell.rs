//! `sim completions` and `sim man`: what a shell and a manual want to know.

use clap::{Args, Command};
use clap_complete::Shell;

use super::{failure::Failure, output};

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim completions bash > ~/.local/share/bash-completion/completions/sim")]
pub struct CompletionsArgs {
    shell: Shell,
}

impl CompletionsArgs {
    pub fn run(&self, mut command: Command) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut command, "sim", &mut bytes);
        output::print(&String::from_utf8_lossy(&bytes))
    }
}

/// Prints the manual page.
pub fn man(command: Command) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    clap_mangen::Man::new(command).render(&mut bytes).map_err(|error| Failure::at_output(&error))?;
    output::print(&String::from_utf8_lossy(&bytes))
}
