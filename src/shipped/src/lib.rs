//! Finds the files that a game ships, when the game is built: every TOML file of a folder.
//!
//! `default` comes first, then those that the folder's `order.txt` names, one a line, then the
//! rest by name. The order is that of pools and tables.
//!
//! A game's `build.rs` names its folders, and the game includes what was found:
//!
//! ```ignore
//! // build.rs
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     sim_shipped::write("strategies/pig")?;
//!     sim_shipped::write("experiments/pig")
//! }
//! // src/strategy.rs, in `impl Scripted for Pig`
//! fn shipped() -> &'static [Shipped] {
//!     include!(concat!(env!("OUT_DIR"), "/strategies.rs"))
//! }
//! fn experiments() -> &'static [Shipped] {
//!     include!(concat!(env!("OUT_DIR"), "/experiments.rs"))
//! }
//! ```

#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// Writes the list of the files of a folder, which is told from the root of the package. The list has the name of
/// the folder around it: that of `strategies/pig` is `strategies.rs`.
///
/// # Errors
/// When the folder cannot be read, or cargo did not call.
pub fn write(folder: &str) -> Result<(), Box<dyn Error>> {
    let sort = Path::new(folder).parent().and_then(Path::file_name);
    let sort = sort.ok_or_else(|| format!("`{folder}` is no folder of a game, as strategies/pig is"))?;
    let path = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(folder);
    println!("cargo:rerun-if-changed={}", path.display());
    let mut files = sorted(&path).map_err(|error| {
        format!("{folder}: {error}; where the game has none, take its line out of build.rs")
    })?;
    let listed = fs::read_to_string(path.join("order.txt")).unwrap_or_default();
    let listed: Vec<&str> = ["default"].into_iter().chain(listed.lines()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort_by_key(|path| listed.iter().position(|name| *name == stem(path)).unwrap_or(listed.len()));
    let mut found = String::from("&[\n");
    for path in &files {
        writeln!(found, "sim_script::Shipped {{ name: {:?}, text: include_str!({path:?}) }},", stem(path))?;
    }
    found.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join(sort).with_extension("rs"), found)?;
    Ok(())
}

/// What lies in a folder, by name.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
