//! The files of a run that hold rows: one a game, and two long ones for whoever makes other tables.

use std::{fs::File, io::BufWriter};

use clap::Args;

use super::{failure::Failure, folder::Draft};
use crate::{
    experiment::Arm,
    play::{CountRow, Details, Row, UseRow},
    tables::parquet::{Names, RowWriter},
};

const EPISODES: &str = "episodes.parquet";
const USES: &str = "uses.parquet";
const MEASURES: &str = "measures.parquet";

/// Whether a file holds rows; those stay in a folder until its inputs change.
pub fn is_rows(file: &str) -> bool {
    [EPISODES, USES, MEASURES].contains(&file)
}

/// Which rows are written. They are of games that are played now, so that all games are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Args)]
pub struct Rows {
    /// Also write episodes.parquet, one row a game; it stays in the folder until the inputs change
    #[arg(long)]
    pub episodes: bool,
    /// Also write uses.parquet and measures.parquet: one row for each component that somebody was offered
    /// or used in a game, and one for each number of a measure that is not 0
    #[arg(long)]
    pub uses: bool,
}

impl Rows {
    pub fn any(self) -> bool {
        self.episodes || self.uses
    }
}

type Writer<R> = RowWriter<BufWriter<File>, R>;

/// The files that take rows.
pub struct Episodes {
    games: Option<Writer<Row>>,
    uses: Option<(Writer<UseRow>, Writer<CountRow>)>,
}

impl Episodes {
    pub fn create(draft: &mut Draft, arm: &Arm, rows: Rows) -> Result<Episodes, Failure> {
        let names = Names {
            strategies: arm.strategies.iter().map(|strategy| strategy.name().to_owned()).collect(),
            automa: arm.game.automa(),
            components: arm.game.components().iter().map(|component| component.name.clone()).collect(),
            measures: arm.info.measures,
            ends: arm.info.ends,
            points_scale: arm.info.points_scale,
        };
        let mut file = |name: &str| {
            let path = draft.path(name);
            let file = File::create(&path).map_err(|error| Failure::at_path("write", &path, &error))?;
            Ok::<_, Failure>(BufWriter::new(file))
        };
        let mut episodes = Episodes { games: None, uses: None };
        if rows.episodes {
            episodes.games = Some(RowWriter::games(file(EPISODES)?, names.clone()));
        }
        if rows.uses {
            let uses = RowWriter::uses(file(USES)?, names.clone());
            episodes.uses = Some((uses, RowWriter::measures(file(MEASURES)?, names)));
        }
        Ok(episodes)
    }

    /// Which rows are to be made.
    pub fn takes(&self) -> Rows {
        Rows { episodes: self.games.is_some(), uses: self.uses.is_some() }
    }

    pub fn write(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let games = self.games.as_mut();
        games.map_or(Ok(()), |games| games.write(rows)).map_err(|error| failure(EPISODES, &error))
    }

    pub fn write_details(&mut self, details: &Details) -> Result<(), Failure> {
        let Some((uses, measures)) = &mut self.uses else { return Ok(()) };
        uses.write(&details.uses).map_err(|error| failure(USES, &error))?;
        measures.write(&details.counts).map_err(|error| failure(MEASURES, &error))
    }

    pub fn finish(self) -> Result<(), Failure> {
        let games = self.games.map_or(Ok(()), RowWriter::finish);
        games.map_err(|error| failure(EPISODES, &error))?;
        let Some((uses, measures)) = self.uses else { return Ok(()) };
        uses.finish().map_err(|error| failure(USES, &error))?;
        measures.finish().map_err(|error| failure(MEASURES, &error))
    }
}

fn failure(file: &str, error: &impl std::fmt::Display) -> Failure {
    Failure::failed(
        format!("cannot write {file}: {error}"),
        "free some space, or leave --episodes and --uses out",
    )
}
