//! Lists the files that a game ships, in the game's build script: every TOML file of a folder.
//!
//! `default` comes first, then the names in the folder's `order.txt`, one per line, then the rest by name. Pools
//! and tables use this order. A name there without a file is an error.
//!
//! `panel.toml` is no strategy: it names the game's strong players. The folder `panel` holds the members that are
//! not among the game's strategies, and `panel.responses.csv` the best responses to the panel, see `responses.rs`.
//! All of it goes to `panel.rs`.
//!
//! A game's `build.rs` names its folders, and the game includes the generated lists:
//!
//! ```ignore
//! // build.rs
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     sim_shipped::write("strategies/pig")?;
//!     sim_shipped::write("experiments/pig")
//! }
//! // src/strategy.rs
//! pub static TITLE: CompiledTitle<Pig> = CompiledTitle {
//!     experiments: include!(concat!(env!("OUT_DIR"), "/experiments.rs")),
//!     ..CompiledTitle::new(Pig::INFO, &VOCABULARY, include!(concat!(env!("OUT_DIR"), "/strategies.rs")), Pig::new)
//! };
//! ```

#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

mod responses;

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// The file that names a game's strong players, and the folder of members outside the game's strategies.
const PANEL: &str = "panel";

/// Writes the list of the files of `folder`, relative to the package's root. Its name is that of the parent folder:
/// `strategies.rs` for `strategies/pig`. A panel in the folder gets a list of its own.
///
/// # Errors
/// When the folder cannot be read, when its `order.txt` names a missing file or a file twice, or when cargo is not
/// the caller.
pub fn write(folder: &str) -> Result<(), Box<dyn Error>> {
    let sort = Path::new(folder).parent().and_then(Path::file_name);
    let sort = sort.ok_or_else(|| format!("`{folder}` is no folder of a game, as strategies/pig is"))?;
    let path = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(folder);
    println!("cargo:rerun-if-changed={}", path.display());
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    let files = list_of(&path).map_err(|error| format!("{folder}{error}"))?;
    fs::write(out.join(sort).with_extension("rs"), files)?;
    let panel = path.join(PANEL).with_extension("toml");
    if panel.is_file() {
        let members = path.join(PANEL);
        let members = if members.is_dir() { list_of(&members) } else { Ok("&[]".to_owned()) };
        let members = members.map_err(|error| format!("{folder}/{PANEL}{error}"))?;
        let responses = responses::of_panel(&panel).map_err(|error| format!("{folder}{error}"))?;
        let list = format!(
            "sim_script::ShippedPanel {{ text: include_str!({panel:?}), members: {members}, responses: {responses} }}\n"
        );
        fs::write(out.join(PANEL).with_extension("rs"), list)?;
    }
    Ok(())
}

/// The files of a folder as a Rust list expression.
fn list_of(folder: &Path) -> Result<String, String> {
    let mut list = String::from("&[\n");
    for path in &listed(folder)? {
        let name = stem(path);
        list += &format!("sim_script::Shipped {{ name: {name:?}, text: include_str!({path:?}) }},\n");
    }
    Ok(list + "]\n")
}

/// The TOML files of a folder in shipping order.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = sorted(folder)
        .map_err(|error| format!(": {error}; where the game has none, take its line out of build.rs"))?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml") && stem(path) != PANEL);
    if let Some(odd) = files.iter().find(|path| path.to_str().is_none() || !path.is_file()) {
        let name = odd.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Err(format!(
            "/{name}: it is not a regular file with a name in UTF-8: take it out of the folder"
        ));
    }
    let order = fs::read_to_string(folder.join("order.txt")).unwrap_or_default();
    let mut names = vec!["default"];
    for (name, line) in order.lines().map(str::trim).zip(1..).filter(|(name, _)| !name.is_empty()) {
        let complain = |what: String| Err(format!("/order.txt:{line}: {what}"));
        if !files.iter().any(|path| stem(path) == name) {
            let known: Vec<String> = files.iter().map(|path| stem(path)).collect();
            return complain(format!(
                "no {name}.toml lies there: write the file, or take the line out; there are {}",
                known.join(", ")
            ));
        }
        if names[1..].contains(&name) {
            return complain(format!("{name} stands twice: take one of the lines out"));
        }
        names.push(name);
    }
    files.sort_by_key(|path| names.iter().position(|name| *name == stem(path)).unwrap_or(names.len()));
    Ok(files)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names listed from a folder with these files and this order.
    fn names(files: &[&str], order: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            fs::write(folder.path().join(file), "").unwrap();
        }
        fs::write(folder.path().join("order.txt"), order).unwrap();
        Ok(listed(folder.path())?.iter().map(|path| stem(path)).collect())
    }

    #[test]
    fn the_default_comes_first_then_those_in_order_then_the_rest_by_name() {
        let files = ["a.toml", "b.toml", "c.toml", "default.toml", "d.toml", "notes.md", "panel.toml"];
        assert_eq!(names(&files, "c\nb\n\n").unwrap(), ["default", "c", "b", "a", "d"]);
    }

    #[test]
    fn a_name_without_a_file_is_told_with_its_line() {
        assert_eq!(
            names(&["default.toml", "miser.toml"], "miser\nmisr\n").unwrap_err(),
            "/order.txt:2: no misr.toml lies there: write the file, or take the line out; there are default, miser"
        );
    }

    #[test]
    fn a_name_that_stands_twice_is_told() {
        let told = names(&["default.toml", "miser.toml"], "miser\nmiser\n").unwrap_err();
        assert_eq!(told, "/order.txt:2: miser stands twice: take one of the lines out");
    }
}
