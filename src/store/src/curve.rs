//! The learning curve of a training run, in files next to the trained strategy: `NAME.learning.csv`, and pictures.

use std::{fs, path::Path};

use crate::{Error, Program, files::write_new, pictures, table_files};
use sim_lab::{tables::learning, train::Training};
use sim_report::charts::Data;

pub const CURVE: &str = "learning";

/// Refuses a new strategy if such files exist already: they belong to another one.
///
/// # Errors
/// [`Error::Exists`] with the first of these files by name.
pub fn check(strategy: &Path) -> Result<(), Error> {
    let (Some(folder), Some(name)) = (strategy.parent(), strategy.file_stem()) else { return Ok(()) };
    let begins = format!("{}.{CURVE}", name.to_string_lossy());
    let is_in_the_way = |name: &Path| {
        let is_written = name.extension().is_some_and(|end| end == "csv" || end == "svg" || end == "png");
        is_written && name.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&begins))
    };
    // A missing folder holds no conflicting files.
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    // `read_dir` guarantees no order, so take the first by name.
    files.filter(|path| is_in_the_way(path)).min().map_or(Ok(()), |path| Err(Error::Exists(path)))
}

pub fn write(strategy: &Path, learning: &Training, program: &Program) -> Result<(), Error> {
    let curve = learning::curve(learning);
    let put =
        |ending: &str, bytes: &[u8]| write_new(&strategy.with_extension(format!("{CURVE}{ending}")), bytes);
    put(".csv", table_files::csv(&curve, program)?.as_bytes())?;
    for picture in pictures::draw(&[Data::Learning(&learning.logs)], &learning.caption())? {
        let what = picture.name.trim_start_matches(CURVE);
        put(&format!("{what}.svg"), picture.svg.as_bytes())?;
        put(&format!("{what}.png"), &picture.png)?;
    }
    Ok(())
}
