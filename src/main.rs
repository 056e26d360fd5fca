//! The program `sim`: the command line with the games that come with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sim_cli::main(sim::GAMES)
}
