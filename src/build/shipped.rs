//! Finds the strategies that are shipped: every TOML file of a game's folder in `strategies/`.
//!
//! `default` comes first, then those that the folder's `order.txt` names, one a line, then the
//! rest by name. The order is that of pools and tables.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// Writes the list of games with their strategies.
pub fn write() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("strategies");
    let mut found = String::from("static FILES: &[(&str, &[Shipped])] = &[\n");
    for folder in sorted(&root)?.iter().filter(|path| path.is_dir()) {
        println!("cargo:rerun-if-changed={}", folder.display());
        let listed = fs::read_to_string(folder.join("order.txt")).unwrap_or_default();
        let listed: Vec<&str> = ["default"].into_iter().chain(listed.lines()).collect();
        let mut files = sorted(folder)?;
        files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        files.sort_by_key(|path| listed.iter().position(|name| *name == stem(path)).unwrap_or(listed.len()));
        writeln!(found, "({:?}, &[", folder.file_name().unwrap_or_default())?;
        for path in &files {
            writeln!(found, "Shipped {{ name: {:?}, text: include_str!({path:?}) }},", stem(path))?;
        }
        found.push_str("]),\n");
    }
    found.push_str("];\n");
    println!("cargo:rerun-if-changed={}", root.display());
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
