//! Finds the strategies that a game ships, when the game is built: every TOML file of a folder.
//!
//! `default` comes first, then those that the folder's `order.txt` names, one a line, then the
//! rest by name. The order is that of pools and tables.
//!
//! A game's `build.rs` names the folder, and the game includes what was found:
//!
//! ```ignore
//! // build.rs
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     sim_shipped::write("strategies/pig")
//! }
//! // src/lib.rs
//! pub static SHIPPED: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/strategies.rs"));
//! ```

#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// Writes the list of the strategies of a folder, which is told from the root of the package.
///
/// # Errors
/// When the folder cannot be read, or cargo did not call.
pub fn write(folder: &str) -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(folder);
    println!("cargo:rerun-if-changed={}", folder.display());
    let listed = fs::read_to_string(folder.join("order.txt")).unwrap_or_default();
    let listed: Vec<&str> = ["default"].into_iter().chain(listed.lines()).collect();
    let mut files = sorted(&folder)?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort_by_key(|path| listed.iter().position(|name| *name == stem(path)).unwrap_or(listed.len()));
    let mut found = String::from("&[\n");
    for path in &files {
        writeln!(found, "sim_script::Shipped {{ name: {:?}, text: include_str!({path:?}) }},", stem(path))?;
    }
    found.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("strategies.rs"), found)?;
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
