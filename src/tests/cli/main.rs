//! The program as users call it: exit status, standard output, standard error, and files.

mod adapting;
mod analyses;
mod balance;
#[cfg(unix)]
mod checks;
mod columns;
mod compare;
mod components;
mod diff;
#[cfg(unix)]
mod disks;
mod edges;
mod endings;
mod evidence;
mod experiments;
mod folders;
mod formats;
mod game_files;
mod handles;
#[cfg(unix)]
mod holds;
mod kills;
mod listings;
mod names;
mod new_game;
mod pages;
mod panels;
mod plans;
mod precision;
mod printed;
mod refusals;
mod replay;
mod report;
mod runs;
mod several;
mod shards;
mod skill;
mod strategies;
mod suggestions;
mod sweeps;
mod train;
mod train_params;
mod until_decided;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

/// Runs the program in this folder.
fn sim(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).current_dir(folder).args(arguments).output().unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The files of a folder and of its subfolders with their contents, except for the log, which differs between calls.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for name in names(folder).into_iter().filter(|name| name != "run-log.json") {
        let path = folder.join(&name);
        if path.is_dir() {
            files.extend(
                self::files(&path).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes)),
            );
        } else {
            files.push((name, fs::read(path).unwrap()));
        }
    }
    files
}

/// The names of everything in a folder, hidden entries included.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Waits until a condition holds, and fails after two minutes.
fn wait_for(mut is_so: impl FnMut() -> bool) {
    let started = std::time::Instant::now();
    while !is_so() {
        assert!(started.elapsed().as_secs() < 120, "it does not come");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
