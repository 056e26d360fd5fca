//! Checks the page "A game as a crate": its code comes from these files, and its commands print what it shows.
//! The program also uses its own name and includes its experiments.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A code block of the page: the line before it, the language of its fence, and its lines.
struct Block {
    before: String,
    language: String,
    lines: Vec<String>,
}

fn blocks() -> Vec<Block> {
    let page = fs::read_to_string(root().join("../../docs/bring_your_own_game.md")).unwrap();
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

/// Copies a folder with all its contents.
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

/// Runs the program in a folder and returns its stdout and stderr.
fn printed(folder: &Path, line: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_reef"));
    let done = program.current_dir(folder).args(line.split_whitespace()).output().unwrap();
    String::from_utf8([done.stdout, done.stderr].concat()).unwrap()
}

/// Its strategies have no plans.
#[test]
fn a_game_without_plans_is_told_how_to_write_one() {
    let folder = tempfile::tempdir().unwrap();
    let told = printed(folder.path(), "plans");
    assert!(told.contains("plans play against each other, and 0 of Reef was found"), "{told}");
    assert!(told.contains("plan = { MEASURE"), "{told}");
}

#[test]
fn commands_are_told_under_its_own_name() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "--help",
        "run --help",
        "sweep --help",
        "train --help",
        "new strategy --help",
        "man",
        "completions bash",
        "show nobody",
        "--set x",
        "list --runs",
        "new strategy mine",
        "compare daredevil careful --n 200 --out compared",
        "report --n 200 --players 2",
    ] {
        let told = printed(folder.path(), line);
        for foreign in
            ["delectable", "la-bistro", "sim run", "sim --game", "sim list", "sim train", "sim show settings"]
        {
            assert!(!told.contains(foreign), "{line} tells of `{foreign}`:\n{told}");
        }
        assert!(told.to_lowercase().contains("reef"), "{line}:\n{told}");
    }
    assert!(printed(folder.path(), "--help").contains("reef replay --game reef --seed 1 --deal 7 --why"));
    for file in [
        "strategies/reef/mine.toml",
        "compared/report.html",
        "compared/manifest.json",
        "reports/reef/audit/report.html",
        "reports/reef/audit/report.md",
    ] {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        // The laboratory's own name may stand only before its version.
        let text = text.replace(concat!("sim ", env!("CARGO_PKG_VERSION")), "");
        assert!(text.contains("reef ") && !text.contains("sim "), "{file}");
    }
}

#[test]
fn its_questions_come_with_it_and_files_go_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = "experiments/reef/daredevil.toml";
    assert!(printed(folder.path(), "list --experiments").contains(path));
    let ask = || printed(folder.path(), &format!("run {path} --n 400"));
    assert!(ask().contains("the win rate of daredevil is"), "{}", ask());
    let own = fs::read_to_string(root().join(path)).unwrap().replace("daredevil", "careful");
    fs::create_dir_all(folder.path().join("experiments/reef")).unwrap();
    fs::write(folder.path().join(path), own).unwrap();
    assert!(ask().contains("the win rate of careful is"), "{}", ask());
    assert_eq!(printed(folder.path(), "list --experiments").matches(path).count(), 1);
}

#[test]
fn its_commands_print_what_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    for part in ["strategies", "experiments"] {
        copy(&root().join(part), &folder.path().join(part));
    }
    let mut run = 0;
    for block in blocks().iter().filter(|block| block.language == "console") {
        // The last command's output after the last line found in it.
        let mut rest = String::new();
        for line in block.lines.iter().filter(|line| *line != "...") {
            let Some(command) = line.strip_prefix("$ ") else {
                let behind = rest.split_once(line.as_str()).map(|(_, behind)| behind.to_owned());
                rest = behind.unwrap_or_else(|| panic!("`{line}` is not printed here:\n{rest}"));
                continue;
            };
            let Some(arguments) = command.strip_prefix("cargo run --release -- ") else {
                // Tests of `sim` create games; this one tests an existing game.
                assert!(
                    ["sim new game reef --rust", "cd reef", "cargo test --release"].contains(&command),
                    "{command}"
                );
                continue;
            };
            let mut program = Command::new(env!("CARGO_BIN_EXE_reef"));
            let done =
                program.current_dir(folder.path()).args(arguments.split_whitespace()).output().unwrap();
            assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
            // The output joins a number and its unit with a no-break space.
            rest = String::from_utf8(done.stdout).unwrap().replace('\u{a0}', " ");
            run += 1;
        }
    }
    assert!(run >= 5, "{run} commands");
}
