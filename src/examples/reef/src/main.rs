//! The whole program, for this game: every command, table, page and audit.

use std::process::ExitCode;

fn main() -> ExitCode {
    sim_cli::main(env!("CARGO_BIN_NAME"), [&reef::ENTRY])
}
