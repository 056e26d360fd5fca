//! The program `sim`.

use std::process::ExitCode;

fn main() -> ExitCode {
    sim::cli::main()
}
