//! The program `sim`: the command line with the games that come with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sim_cli::main(env!("CARGO_BIN_NAME"), sim::GAMES)
}
