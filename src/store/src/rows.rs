//! The rows of a run: one a game, and two long tables for whoever makes other tables of them.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use crate::{
    Draft, Error, folder,
    growing::{Kind, Parts, Shelf},
    parquet::{Names, RowWriter},
};
use sim_lab::experiment::Arm;
use sim_play::{CountRow, Details, Row, UseRow};

const EPISODES: &str = "episodes";
const USES: &str = "uses";
const MEASURES: &str = "measures";

/// The digest of the inputs whose rows lie beside a run's folder.
const INPUTS: &str = "inputs";

/// Which rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rows {
    /// One row a game, as files in the folder `episodes`.
    pub episodes: bool,
    /// The folders `uses` and `measures`: one row for each component that a player was offered or used in a game, and
    /// one for each number of a measure that is not 0.
    pub uses: bool,
}

impl Rows {
    /// Whether any are.
    pub fn any(self) -> bool {
        self.episodes || self.uses
    }

    /// Refuses rows that this build cannot write, before the first game.
    ///
    /// # Errors
    /// [`Error::NoParquet`].
    pub fn check(self) -> Result<(), Error> {
        if cfg!(feature = "parquet") || !self.any() { Ok(()) } else { Err(Error::NoParquet) }
    }
}

/// The tables that take rows.
pub(crate) struct Episodes {
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
    ) -> Result<Episodes, Error> {
        let digest = arm.inputs.digest();
        let is_same = folder::holds(place, &digest);
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
            let kind = Kind { table: EPISODES, deal: |row: &Row| row.deal, writer: RowWriter::games };
            episodes.games = Some(Parts::new(kind, names.clone(), start).find(shelf, end, is_last));
        }
        if rows.uses {
            let kind = Kind { table: USES, deal: |row: &UseRow| row.game.deal, writer: RowWriter::uses };
            let uses = Parts::new(kind, names.clone(), start).find(shelf, end, is_last);
            let deal = |row: &CountRow| row.game.deal;
            let kind = Kind { table: MEASURES, deal, writer: RowWriter::measures };
            let measures = Parts::new(kind, names, start).find(shelf, end, is_last);
            episodes.uses = Some((uses, measures));
        }
        Ok(episodes)
    }

    /// Files grow in a draft, and stand beside the run's folder until that is built.
    pub fn grow_in(&mut self, draft: &Draft) -> Result<(), Error> {
        draft.aside().clone_into(&mut self.shelf.draft);
        let beside = &self.shelf.beside;
        let made = fs::create_dir_all(beside).and_then(|()| fs::write(beside.join(INPUTS), &self.digest));
        made.map_err(Error::at("write", beside))
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

    pub fn write(&mut self, rows: &[Row]) -> Result<(), Error> {
        let Episodes { shelf, games, .. } = self;
        games.as_mut().map_or(Ok(()), |games| games.write(rows, shelf))
    }

    pub fn write_details(&mut self, details: &Details) -> Result<(), Error> {
        let Episodes { shelf, uses, .. } = self;
        let Some((uses, measures)) = uses else { return Ok(()) };
        uses.write(&details.uses, shelf)?;
        measures.write(&details.counts, shelf)
    }

    /// All deals before `end` are written.
    pub fn reach(&mut self, end: u64) -> Result<(), Error> {
        self.each(|table, shelf| table.reach(end, shelf))
    }

    /// The run has no deals from `end` on.
    pub fn close(&mut self, end: u64) -> Result<(), Error> {
        self.each(|table, shelf| table.close(end, shelf))
    }

    fn each(&mut self, act: impl Fn(&mut dyn Table, &Shelf) -> Result<(), Error>) -> Result<(), Error> {
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
    pub fn collect(&self, draft: &mut Draft) -> Result<(), Error> {
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
    pub fn clear(&self) -> Result<(), Error> {
        let beside = &self.shelf.beside;
        if !beside.exists() {
            return Ok(());
        }
        fs::remove_dir_all(beside).map_err(Error::at("remove", beside))
    }
}

/// Whether a file holds rows; without new ones they stay in a folder until its inputs change.
pub(crate) fn is_rows(file: &str) -> bool {
    file.split_once('/').is_some_and(|(table, _)| [EPISODES, USES, MEASURES].contains(&table))
}

/// A table of rows, whatever its rows.
trait Table {
    fn reach(&mut self, end: u64, shelf: &Shelf) -> Result<(), Error>;
    fn close(&mut self, end: u64, shelf: &Shelf) -> Result<(), Error>;
}

impl<R: Copy> Table for Parts<R> {
    fn reach(&mut self, end: u64, shelf: &Shelf) -> Result<(), Error> {
        Parts::reach(self, end, shelf)
    }

    fn close(&mut self, end: u64, shelf: &Shelf) -> Result<(), Error> {
        Parts::close(self, end, shelf)
    }
}
