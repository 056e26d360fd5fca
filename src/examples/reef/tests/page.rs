//! The page "Bring your own game" tells of this game: its code is that of these files, and its commands print
//! what it shows.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A block of the page: what the line before it and its fence say, and its lines.
struct Block {
    before: String,
    language: String,
    lines: Vec<String>,
}

fn blocks() -> Vec<Block> {
    let page = fs::read_to_string(root().join("../../bring_your_own_game.md")).unwrap();
    let mut blocks: Vec<Block> = Vec::new();
    let (mut before, mut is_open) = (String::new(), false);
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(_) if is_open => is_open = false,
            Some(language) => {
                blocks.push(Block {
                    before: before.clone(),
                    language: language.to_owned(),
                    lines: Vec::new(),
                });
                is_open = true;
            }
            None if is_open => blocks.last_mut().unwrap().lines.push(line.to_owned()),
            None => before = line.to_owned(),
        }
    }
    blocks
}

#[test]
fn its_code_is_that_of_the_game() {
    let mut shown = 0;
    for block in blocks().iter().filter(|block| block.language != "console") {
        let file = block.before.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        let file = file.unwrap_or_else(|| panic!("no file is named before {:?}", block.lines));
        let text = fs::read_to_string(root().join(file)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let is_there = lines.windows(block.lines.len()).any(|lines| lines == block.lines);
        assert!(is_there, "{file} has no such lines:\n{}", block.lines.join("\n"));
        shown += 1;
    }
    assert!(shown > 5, "{shown} blocks");
}

/// Copies what the program reads in the folder of the game.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let place: PathBuf = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &place);
        } else {
            fs::copy(&path, place).unwrap();
        }
    }
}

#[test]
fn its_commands_print_what_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    for part in ["strategies", "experiments"] {
        copy(&root().join(part), &folder.path().join(part));
    }
    let mut run = 0;
    for block in blocks().iter().filter(|block| block.language == "console") {
        // What the last command printed, behind the last line that was found there.
        let mut rest = String::new();
        for line in &block.lines {
            let Some(command) = line.strip_prefix("$ ") else {
                let behind = rest.split_once(line.as_str()).map(|(_, behind)| behind.to_owned());
                rest = behind.unwrap_or_else(|| panic!("`{line}` is not printed here:\n{rest}"));
                continue;
            };
            let Some(arguments) = command.strip_prefix("cargo run --release -- ") else {
                // Tests of the program make a game; this is a test of one.
                assert!(["sim new game reef", "cd reef", "cargo test"].contains(&command), "{command}");
                continue;
            };
            let mut program = Command::new(env!("CARGO_BIN_EXE_reef"));
            let done =
                program.current_dir(folder.path()).args(arguments.split_whitespace()).output().unwrap();
            assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
            // A number and its unit stand together in print.
            rest = String::from_utf8(done.stdout).unwrap().replace('\u{a0}', " ");
            run += 1;
        }
    }
    assert!(run >= 5, "{run} commands");
}
