//! The command-line program for this game, with every command, table, page and audit.

use std::process::ExitCode;

fn main() -> ExitCode {
    sim_cli::main(env!("CARGO_BIN_NAME"), [&reef::ENTRY])
}
