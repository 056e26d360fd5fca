//! The command-line program for this game.

use std::process::ExitCode;

fn main() -> ExitCode {
    sim_cli::main(env!("CARGO_BIN_NAME"), [&pig::ENTRY])
}
