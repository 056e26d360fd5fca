//! Commands that help, pages, messages and comments print: each can be run.

mod collect;
mod figures;
mod words;

use std::{
    fs,
    io::Read,
    path::Path,
    process::{Command, Output, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::{sim, text};
use collect::{Printed, printed};

/// Time after which a command that has started to play is killed.
const WHILE: Duration = Duration::from_millis(200);

/// Placeholders, and what replaces them here.
const STAND_INS: [(&str, &str); 17] = [
    ("../sim", env!("CARGO_MANIFEST_DIR")),
    ("beats-expert", "expert"),
    ("GAME", "delectable"),
    ("my-game", "delectable"),
    ("{game}", "delectable"),
    ("{}", "delectable"),
    ("{0}", "rules"),
    ("{word}", "run"),
    ("{from name}", "raider"),
    ("{name}", "raider"),
    ("NAME", "raider"),
    ("BASE", "raider"),
    ("RUN", "reports/delectable/runs/2p-0123"),
    ("FILE", "experiments/delectable/first-player.toml"),
    ("GAMES", "60"),
    ("NEW", "new-one"),
    ("N", "60"),
];

/// Runs that the commands of a page presuppose.
const BEFORE: [&str; 3] = [
    "--game delectable --n 12 --name 2p-0123",
    "--game delectable --n 12 --name 2p-0123abcd",
    "--game delectable --n 12 --set hand_limit=5 --name 2p-4567cdef",
];

/// Fills a folder as readers of the pages have it: a few runs, a chart, and the questions of the project.
fn begin(folder: &Path) {
    for line in BEFORE {
        let done = sim(folder, &line.split(' ').collect::<Vec<_>>());
        assert!(done.status.success(), "{line}: {}", text(&done.stderr));
    }
    let chart =
        "format = 2\ngame = \"la-bistro\"\nabout = \"A bonus of three.\"\n\n[values]\ngold_bonus = 3\n";
    fs::write(folder.join("chart.toml"), chart).unwrap();
    copy("experiments", folder);
}

/// Restores the strategies and game files that commands name.
fn restore(folder: &Path) {
    copy("strategies", folder);
    fs::copy(folder.join("strategies/delectable/raider.toml"), folder.join("mine.toml")).unwrap();
    for (example, name) in [("reef", "reef"), ("draft", "harbour")] {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/lua/examples/{example}.lua"));
        fs::copy(example, folder.join(name).with_extension("lua")).unwrap();
    }
}

/// Copies a folder of the project anew.
fn copy(name: &str, to: &Path) {
    let (from, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join(name), to.join(name));
    let _ = fs::remove_dir_all(&to);
    copy_folder(&from, &to);
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// The smallest budget that a verb accepts: options and their values.
fn budget(verb: &str, words: &[String]) -> Vec<(&'static str, &'static str)> {
    let is_call = |word: &String| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(word);
        word.ends_with(".toml") && fs::read_to_string(file).is_ok_and(|text| text.contains("\nverb = "))
    };
    let mut options = match verb {
        "components" if words.iter().any(|word| word == "--worth" || word == "--price") => {
            vec![("--n", "24"), ("--learn", "10"), ("--repeats", "2")]
        }
        "plans" | "balance" => vec![("--n", "24"), ("--learn", "10"), ("--repeats", "2")],
        "report" if words.iter().any(|word| word == "--minutes") => Vec::new(),
        "report" if !words.iter().any(|word| word == "--game") => Vec::new(),
        "run" if words.iter().any(is_call) => {
            vec![("--n", "24"), ("--learn", "10"), ("--repeats", "2")]
        }
        "replay" if words.iter().any(|word| word == "--n") => vec![("--n", "24")],
        "merge" | "replay" | "new" | "check" | "show" | "list" | "completions" | "man" => Vec::new(),
        "train" if is_tuning(words) => vec![("--n", "10")],
        "train" => vec![("--n", "60")],
        _ => vec![("--n", "24")],
    };
    if words.iter().any(|word| word == "--adapt") {
        options.extend([("--adapt", "20"), ("--repeats", "2")]);
    }
    options
}

/// Whether a call of `train` tunes params.
fn is_tuning(words: &[String]) -> bool {
    words[0] == "train" && words.iter().any(|word| word == "--params")
}

/// Splits a command line as a shell does.
fn split(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Whether some game ships a strong player of this name.
fn is_shipped(name: &str) -> bool {
    let strategies = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies");
    let has = |game: fs::DirEntry| {
        let path = game.path();
        ["", "panel/"].iter().any(|folder| path.join(format!("{folder}{name}.toml")).is_file())
    };
    fs::read_dir(strategies).unwrap().any(|game| has(game.unwrap()))
}

/// The arguments after the program as they are run here, and the file to which a shell writes the output, if any.
fn prepared(line: &str) -> (Vec<String>, Option<String>) {
    // Ignores what a shell pipes the output into.
    let line = line.split(" | ").next().unwrap_or(line);
    let (line, file) = match line.split_once(" > ") {
        Some((line, file)) => (line, Some(file.trim().to_owned())),
        None => (line, None),
    };
    let mut words: Vec<String> = Vec::new();
    for word in split(line) {
        // A file that a command writes keeps its own name.
        let is_made = words.last().is_some_and(|before| before == "--out");
        let stand_in = STAND_INS.iter().find(|(name, _)| *name == word && !is_made);
        // Each game already ships its champion and the members of its panel.
        let word = match stand_in {
            None if is_made && is_shipped(&word) => "newcomer".to_owned(),
            None => word,
            Some((_, value)) => (*value).to_owned(),
        };
        let word = word.replace("/GAME/", "/delectable/").replace("/my-game/", "/delectable/");
        match word.strip_suffix("*.toml") {
            Some(folder) => words.extend(first_files(folder)),
            None => words.push(word),
        }
    }
    if line.trim() == "{}" {
        words = vec!["run".to_owned()];
    }
    if words[0].starts_with("--") && !matches!(&words[0][..], "--help" | "--version") {
        words.insert(0, "run".to_owned());
    }
    let is_named = match &words[..] {
        [_] => true,
        [verb, what] => verb == "new" && matches!(&what[..], "game" | "strategy"),
        _ => false,
    };
    if is_named {
        // The verb is only named, not called.
        words.push("--help".to_owned());
        return (words, file);
    }
    for (option, value) in budget(&words[0], &words) {
        let given = words.iter().position(|word| word == option || option == "--n" && word == "-n");
        match given {
            Some(at) if words.get(at + 1).is_some_and(|next| !next.starts_with('-')) => {
                words[at + 1] = value.to_owned();
            }
            Some(at) => words.insert(at + 1, value.to_owned()),
            None => words.extend([option.to_owned(), value.to_owned()]),
        }
    }
    (words, file)
}

/// Two files of a folder of the project, which represent all of them.
fn first_files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let mut files: Vec<String> = entries
        .map(|entry| format!("{folder}{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|file| file.ends_with(".toml"))
        .collect();
    files.sort();
    files.truncate(2);
    files
}

/// Runs a command, and returns its failure, if any. A command that plays for long is killed: its words have been read
/// by then.
fn run(folder: &Path, Printed { place, line }: &Printed) -> Option<String> {
    let (mut words, file) = prepared(line);
    if let ["new", "game", name, ..] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // Two pages may create the same game.
        let _ = fs::remove_dir_all(folder.join(name));
        let _ = fs::remove_file(folder.join(name).with_extension("lua"));
    }
    let mut done = done_or_played(folder, &words);
    if text(&done.stderr).contains("--game <GAME>") {
        let alone = words.windows(2).any(|two| two[0] == "--players" && two[1] == "1");
        let game = if alone { "critter-kitchen" } else { "delectable" };
        words.extend(["--game".to_owned(), game.to_owned()]);
        done = done_or_played(folder, &words);
    }
    if let Some(file) = file {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, &done.stdout).unwrap();
    }
    let said = text(&done.stderr);
    let is_done = match done.status.code() {
        // Verdicts have exit statuses of their own for problems and for undecided items.
        Some(0 | 3 | 4) => true,
        // It was killed.
        None => true,
        // Tunings and audits report how many games they need after everything else has been read.
        _ => (is_tuning(&words) || words[0] == "report") && said.contains("too few"),
    };
    if let Some(name) = words.get(1).filter(|_| is_tuning(&words)) {
        // Stands in for the strategy that the tuning would have written.
        let own = folder.join("strategies/delectable");
        let _ = fs::copy(own.join(format!("{name}.toml")), own.join(format!("{name}-tuned.toml")));
    }
    (!is_done).then(|| format!("{place}: sim {line}\n  run as sim {}\n  {said}", words.join(" ")))
}

/// The output of a command after a while, or at its end if others need what it writes.
fn done_or_played(folder: &Path, words: &[String]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Reads the pipes in parallel, so that none of them fills.
    let (out, err) = (reader(child.stdout.take().unwrap()), reader(child.stderr.take().unwrap()));
    let started = Instant::now();
    let is_made = matches!(&words[0][..], "merge" | "new")
        || words[0] == "run" && words.iter().any(|word| word == "--out");
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if !is_made && started.elapsed() > WHILE && listens(child.id()) {
            child.kill().unwrap();
            break child.wait().unwrap();
        }
        thread::sleep(Duration::from_millis(5));
    };
    Output { status, stdout: out.join().unwrap(), stderr: err.join().unwrap() }
}

fn reader(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        bytes
    })
}

/// Whether a program has begun to play and catches signals, as Linux reports. Elsewhere commands run to the end.
fn listens(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The bit of SIGTERM.
    mask.is_some_and(|mask| mask >> 14 & 1 == 1)
}

#[test]
fn paths_on_pages_for_maintainers_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["src/docs/architecture.md", "src/docs/code_by_topic.md", "CONTRIBUTING.md"] {
        let page = fs::read_to_string(root.join(page)).unwrap();
        let code = page.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| ["src/", "scripts/"].iter().any(|folder| word.starts_with(folder));
        let paths: Vec<&str> = code.filter(is_path).filter(|path| !path.contains(['*', ' '])).collect();
        assert!(paths.len() > 2, "{page}");
        for path in paths {
            assert!(root.join(path).exists(), "{path}");
        }
    }
}

#[test]
fn every_command_that_is_printed_can_be_run() {
    let files = printed();
    let all: usize = files.iter().map(Vec::len).sum();
    assert!(all > 150, "only {all} were found");
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let folder = TempDir::new().unwrap();
                begin(folder.path());
                // Runs the commands of a file one after the other, as a reader would.
                while let Some(commands) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    restore(folder.path());
                    for command in commands {
                        let told = run(folder.path(), command);
                        wrong.lock().unwrap().extend(told);
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort_unstable();
    assert!(wrong.is_empty(), "{} of {all}:\n{}", wrong.len(), wrong.join("\n"));
}
