//! The rows of a run: one a game, and two long tables for whoever makes other tables of them.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    failure::Failure,
    folder::{self, Draft},
    parquet::{Names, RowWriter},
    parts::{Parts, Shelf},
};
use sim_lab::experiment::Arm;
use sim_play::{CountRow, Details, Row, UseRow};

const EPISODES: &str = "episodes";
const USES: &str = "uses";
const MEASURES: &str = "measures";

/// The digest of the inputs whose rows lie beside a run's folder.
const INPUTS: &str = "inputs";

/// Which rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Args)]
pub struct Rows {
    /// Also write one row a game, as Parquet files in the folder `episodes`; they stay until the inputs
    /// change
    #[arg(long)]
    pub episodes: bool,
    /// Also write the folders `uses` and `measures`: one row for each component that a player was offered
    /// or used in a game, and one for each number of a measure that is not 0
    #[arg(long)]
    pub uses: bool,
}

impl Rows {
    pub fn any(self) -> bool {
        self.episodes || self.uses
    }
}

/// The tables that take rows.
pub struct Episodes {
    shelf: Shelf,
    digest: String,
    games: Option<Parts<Row>>,
    uses: Option<(Parts<UseRow>, Parts<CountRow>)>,
}

impl Episodes {
    /// The rows of the arm's `deals` after those that are there, of a run that goes on after them or
    /// `is_last`; `fresh` takes none for that.
    pub fn open(
        place: &Path,
        arm: &Arm,
        rows: Rows,
        (deals, is_last): (Range<u64>, bool),
        fresh: bool,
    ) -> Result<Episodes, Failure> {
        let digest = arm.inputs.digest();
        let is_same = folder::inputs_at(place).as_deref() == Some(&digest);
        let shelf = Shelf {
            beside: folder::beside(place, "rows")?,
            place: (is_same && !fresh).then(|| place.to_owned()),
            draft: PathBuf::new(),
        };
        let mut episodes = Episodes { shelf, digest, games: None, uses: None };
        let is_known = |text: String| text == episodes.digest;
        if fresh || !fs::read_to_string(episodes.shelf.beside.join(INPUTS)).is_ok_and(is_known) {
            episodes.clear()?;
        }
        let Range { start, end } = deals;
        let (names, shelf) = (Names::of(arm), &episodes.shelf);
        if rows.episodes {
            let table = (EPISODES, (|row: &Row| row.deal) as fn(&Row) -> u64, RowWriter::games as _);
            episodes.games = Some(Parts::new(table, names.clone(), start).find(shelf, end, is_last));
        }
        if rows.uses {
            let uses = (USES, (|row: &UseRow| row.game.deal) as fn(&UseRow) -> u64, RowWriter::uses as _);
            let uses = Parts::new(uses, names.clone(), start).find(shelf, end, is_last);
            let deal: fn(&CountRow) -> u64 = |row| row.game.deal;
            let measures = Parts::new((MEASURES, deal, RowWriter::measures as _), names, start);
            episodes.uses = Some((uses, measures.find(shelf, end, is_last)));
        }
        Ok(episodes)
    }

    /// Files grow in a draft, and stand beside the run's folder until that is built.
    pub fn grow_in(&mut self, draft: &Draft) -> Result<(), Failure> {
        self.shelf.draft = draft.aside("");
        let beside = &self.shelf.beside;
        let made = fs::create_dir_all(beside).and_then(|()| fs::write(beside.join(INPUTS), &self.digest));
        made.map_err(|error| Failure::at_path("write", beside, &error))
    }

    /// Which rows are to be made.
    pub fn takes(&self) -> Rows {
        Rows { episodes: self.games.is_some(), uses: self.uses.is_some() }
    }

    /// The first deal whose rows are missing somewhere.
    pub fn next(&self) -> u64 {
        let games = self.games.as_ref().map(Parts::next);
        let uses = self.uses.as_ref().map(|(uses, measures)| uses.next().min(measures.next()));
        games.into_iter().chain(uses).min().unwrap_or(u64::MAX)
    }

    pub fn write(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let Episodes { shelf, games, .. } = self;
        games.as_mut().map_or(Ok(()), |games| games.write(rows, shelf))
    }

    pub fn write_details(&mut self, details: &Details) -> Result<(), Failure> {
        let Episodes { shelf, uses, .. } = self;
        let Some((uses, measures)) = uses else { return Ok(()) };
        uses.write(&details.uses, shelf)?;
        measures.write(&details.counts, shelf)
    }

    /// All deals before `end` are written.
    pub fn reach(&mut self, end: u64) -> Result<(), Failure> {
        self.each(|table, shelf| table.reach(end, shelf))
    }

    /// The run has no deals from `end` on.
    pub fn close(&mut self, end: u64) -> Result<(), Failure> {
        self.each(|table, shelf| table.close(end, shelf))
    }

    fn each(&mut self, act: impl Fn(&mut dyn Table, &Shelf) -> Result<(), Failure>) -> Result<(), Failure> {
        let Episodes { shelf, games, uses, .. } = self;
        if let Some(games) = games {
            act(games, shelf)?;
        }
        let Some((uses, measures)) = uses else { return Ok(()) };
        act(uses, shelf)?;
        act(measures, shelf)
    }

    /// The files of the tables.
    fn files(&self) -> impl Iterator<Item = &String> {
        let games = self.games.iter().flat_map(Parts::files);
        let uses = self.uses.iter().flat_map(|(uses, measures)| uses.files().iter().chain(measures.files()));
        games.chain(uses)
    }

    /// Puts the files into a folder that is built, but for those that its place has.
    pub fn collect(&self, draft: &mut Draft) -> Result<(), Failure> {
        for file in self.files().filter(|file| self.shelf.is_beside(file)) {
            draft.link(file, &self.shelf.beside.join(file))?;
        }
        Ok(())
    }

    /// Whether a file of the run's folder stays, which was not written again.
    pub fn keeps(&self, file: &str) -> bool {
        let takes = self.takes();
        match file.split_once('/') {
            Some((EPISODES, _)) if !takes.episodes => true,
            Some((USES | MEASURES, _)) if !takes.uses => true,
            _ => self.files().any(|own| own == file),
        }
    }

    /// Removes what lies beside the run's folder.
    pub fn clear(&self) -> Result<(), Failure> {
        let beside = &self.shelf.beside;
        if !beside.exists() {
            return Ok(());
        }
        fs::remove_dir_all(beside).map_err(|error| Failure::at_path("remove", beside, &error))
    }
}

/// Whether a file holds rows; without new ones they stay in a folder until its inputs change.
pub fn is_rows(file: &str) -> bool {
    file.split_once('/').is_some_and(|(table, _)| [EPISODES, USES, MEASURES].contains(&table))
}

/// A table of rows, whatever its rows.
trait Table {
    fn reach(&mut self, end: u64, shelf: &Shelf) -> Result<(), Failure>;
    fn close(&mut self, end: u64, shelf: &Shelf) -> Result<(), Failure>;
}

impl<R: Copy> Table for Parts<R> {
    fn reach(&mut self, end: u64, shelf: &Shelf) -> Result<(), Failure> {
        Parts::reach(self, end, shelf)
    }

    fn close(&mut self, end: u64, shelf: &Shelf) -> Result<(), Failure> {
        Parts::close(self, end, shelf)
    }
}
