//! Takes a fingerprint of the code that plays each game, so that stored results are never mixed
//! with those of other rules or strategies.
//!
//! It is a function of the files' bytes alone: no clock, no version control, no order of a folder.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// The rooms whose code decides what a tally holds.
const ROOMS: [&str; 4] = ["src/rules", "src/strategy", "src/play", "src/tally"];
/// The crates that do arithmetic or luck for them.
const CRATES: [&str; 4] = ["libm", "rand_core", "rand_xoshiro", "wide"];

/// Writes the list of games with their fingerprints.
pub fn write() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for room in ROOMS {
        println!("cargo:rerun-if-changed={room}");
        collect(Path::new(room), &mut files)?;
    }
    println!("cargo:rerun-if-changed=Cargo.lock");
    files.sort();
    let games = games()?;
    // A package without its lock file is none that was tested.
    let crates = crates(&fs::read_to_string("Cargo.lock")?);
    let mut list = String::from("const FINGERPRINTS: &[(&str, &str)] = &[\n");
    for game in &games {
        let mut hash = Hash::new();
        hash.add(crates.as_bytes());
        for file in &files {
            let is_in = |name: &String| file.components().any(|part| part.as_os_str() == name.as_str());
            // What another game is made of does not concern this one.
            if games.iter().any(|other| other != game && is_in(other)) {
                continue;
            }
            hash.add(file.to_string_lossy().replace('\\', "/").as_bytes());
            // A checkout may turn the ends of lines.
            hash.add(&fs::read(file)?.into_iter().filter(|byte| *byte != b'\r').collect::<Vec<u8>>());
        }
        writeln!(list, "    ({:?}, \"{:016x}\"),", game.replace('_', "-"), hash.0)?;
    }
    list.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("fingerprints.rs"), list)?;
    Ok(())
}

/// The folders of games, by the file that every game has.
fn games() -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir("src/rules")? {
        let entry = entry?;
        if entry.path().join("data.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Every file below a folder that plays; tests do not.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        match path.extension().and_then(|ending| ending.to_str()) {
            _ if is_test => {}
            _ if path.is_dir() => collect(&path, files)?,
            Some("rs" | "toml") => files.push(path),
            _ => {}
        }
    }
    Ok(())
}

/// The entries of the crates that count, as the lock file has them.
fn crates(lock: &str) -> String {
    let counts = |entry: &&str| CRATES.iter().any(|name| entry.contains(&format!("name = \"{name}\"")));
    let entries: String = lock.split("[[package]]").filter(counts).collect();
    entries.replace('\r', "")
}

/// FNV-1a.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a piece and its length, so that no byte can move from one piece to the next.
    fn add(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
