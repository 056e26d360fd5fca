//! Charts and the report page of a run folder.

use super::{failure::Failure, folder::Draft, game_args::Rules, manifest::Manifest};
use crate::tables::Table;

/// Draws and writes them.
pub fn write(_: &Draft, _: &Rules, _: &Manifest, _: &[Table]) -> Result<(), Failure> {
    Ok(())
}
