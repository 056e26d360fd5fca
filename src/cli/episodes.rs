//! The file of a run that holds a row a game.

use std::{fs::File, io::BufWriter};

use super::{failure::Failure, folder::Draft};
use crate::{experiment::Arm, play::Row, tables::parquet::EpisodeWriter};

/// The rows of a run, which stay until its inputs change.
pub const EPISODES: &str = "episodes.parquet";

/// The file that takes a row a game.
pub struct Episodes(EpisodeWriter<BufWriter<File>>);

impl Episodes {
    pub fn create(draft: &mut Draft, arm: &Arm) -> Result<Episodes, Failure> {
        let path = draft.path(EPISODES);
        let file = File::create(&path).map_err(|error| Failure::at_path("write", &path, &error))?;
        let names = arm.strategies.iter().map(|strategy| strategy.name().to_owned()).collect();
        let info = arm.info;
        Ok(Episodes(EpisodeWriter::new(BufWriter::new(file), names, info.ends, info.points_scale)))
    }

    pub fn write(&mut self, rows: &[Row]) -> Result<(), Failure> {
        self.0.write(rows).map_err(|error| failure(&error))
    }

    pub fn finish(self) -> Result<(), Failure> {
        self.0.finish().map_err(|error| failure(&error))
    }
}

fn failure(error: &impl std::fmt::Display) -> Failure {
    Failure::failed(
        format!("cannot write episodes.parquet: {error}"),
        "free some space, or leave --episodes out",
    )
}
