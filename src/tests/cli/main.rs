//! The program as people call it: exit status, standard output, standard error, files.

mod analyses;
mod endings;
mod formats;
mod handles;
mod listings;
mod refusals;
mod runs;
mod strategies;

use std::{
    path::Path,
    process::{Command, Output},
};

/// Runs the program in a folder of its own.
fn sim(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).current_dir(folder).args(arguments).output().unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
