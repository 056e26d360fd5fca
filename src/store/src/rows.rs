//! The rows of a run: one per game, and two long tables for further analysis. Each table consists of files with a
//! fixed number of deals, so that an interrupted or resumed run keeps its complete files.

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufWriter},
    ops::Range,
    path::{Path, PathBuf},
};

use crate::{
    Draft, Error, folder,
    parquet::{Names, RowWriter},
};
use sim_lab::experiment::Arm;
use sim_play::{CountRow, Details, Row, UseRow};

const EPISODES: &str = "episodes";
const USES: &str = "uses";
const MEASURES: &str = "measures";

/// File with the digest of the inputs, in the folder of rows that waits next to a run's folder.
const INPUTS: &str = "inputs";

/// Deals of a file, a multiple of a block: few enough that little is replayed, enough that a long run does not need
/// too many files.
const DEALS: u64 = 1 << 13;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rows {
    /// One row per game, in files of the folder `episodes`.
    pub episodes: bool,
    /// The folders `uses` and `measures`: one row for each component that a player was offered or used in a game,
    /// and one for each nonzero value of a measure.
    pub uses: bool,
}

impl Rows {
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

    fn tables(self) -> impl Iterator<Item = &'static str> {
        let uses = [USES, MEASURES].into_iter().filter(move |_| self.uses);
        self.episodes.then_some(EPISODES).into_iter().chain(uses)
    }
}

pub(crate) struct Episodes {
    takes: Rows,
    digest: String,
    shelf: RowFiles,
    games: Table<Row>,
    uses: Table<UseRow>,
    measures: Table<CountRow>,
    files: Vec<String>,
}

impl Episodes {
    /// Prepares the rows of the arm's `deals` that no file holds yet. The last files may be incomplete only if
    /// `is_last`: the run has no further deals. `fresh` ignores existing files.
    pub fn open(
        place: &Path,
        arm: &Arm,
        takes: Rows,
        (deals, is_last): (Range<u64>, bool),
        fresh: bool,
    ) -> Result<Episodes, Error> {
        let digest = arm.inputs.digest();
        let shelf = RowFiles {
            beside: folder::companion_path(place, "rows")?,
            place: (folder::holds(place, &digest) && !fresh).then(|| place.to_owned()),
            draft: PathBuf::new(),
            names: Names::of(arm),
            start: deals.start,
        };
        let games = Table::new(EPISODES, |row: &Row| row.deal, RowWriter::games);
        let uses = Table::new(USES, |row: &UseRow| row.game.deal, RowWriter::uses);
        let measures = Table::new(MEASURES, |row: &CountRow| row.game.deal, RowWriter::measures);
        let mut episodes = Episodes { takes, digest, shelf, games, uses, measures, files: Vec::new() };
        let is_known = |text: String| text == episodes.digest;
        if fresh || !fs::read_to_string(episodes.shelf.beside.join(INPUTS)).is_ok_and(is_known) {
            episodes.clear()?;
        }
        let shelf = &mut episodes.shelf;
        while shelf.start < deals.end {
            let end = shelf.end().min(deals.end);
            let files: Vec<String> = takes.tables().map(|table| shelf.file(table, end)).collect();
            if !files.iter().all(|file| shelf.has(file)) || (end < shelf.end() && !is_last) {
                break;
            }
            episodes.files.extend(files);
            shelf.start = end;
        }
        Ok(episodes)
    }

    /// Files grow in the draft, and wait next to the run's folder until it is built.
    pub fn grow_in(&mut self, draft: &Draft) -> Result<(), Error> {
        draft.aside().clone_into(&mut self.shelf.draft);
        let beside = &self.shelf.beside;
        let made = fs::create_dir_all(beside).and_then(|()| fs::write(beside.join(INPUTS), &self.digest));
        made.map_err(Error::at("write", beside))
    }

    pub fn takes(&self) -> Rows {
        self.takes
    }

    /// The first deal whose rows some table lacks.
    pub fn next(&self) -> u64 {
        self.shelf.start
    }

    pub fn write(&mut self, rows: &[Row]) -> Result<(), Error> {
        if self.takes.episodes { self.games.write(rows, &self.shelf) } else { Ok(()) }
    }

    pub fn write_details(&mut self, details: &Details) -> Result<(), Error> {
        if !self.takes.uses {
            return Ok(());
        }
        self.uses.write(&details.uses, &self.shelf)?;
        self.measures.write(&details.counts, &self.shelf)
    }

    /// Rows of all deals before `end` are written; closes the files if they are full.
    pub fn reach(&mut self, end: u64) -> Result<(), Error> {
        if end == self.shelf.end() { self.close(end) } else { Ok(()) }
    }

    /// Closes the growing files: the run has no deals from `end` on.
    pub fn close(&mut self, end: u64) -> Result<(), Error> {
        let Episodes { takes, shelf, games, uses, measures, files, .. } = self;
        if end <= shelf.start {
            return Ok(());
        }
        if takes.episodes {
            files.push(games.close(end, shelf)?);
        }
        if takes.uses {
            files.extend([uses.close(end, shelf)?, measures.close(end, shelf)?]);
        }
        shelf.start = end;
        Ok(())
    }

    /// Links the files into a draft, except those already in the run's folder.
    pub fn collect(&self, draft: &mut Draft) -> Result<(), Error> {
        for file in &self.files {
            let beside = self.shelf.beside.join(file);
            if beside.is_file() {
                draft.link(file, &beside)?;
            }
        }
        Ok(())
    }

    /// Whether a file that was not written again stays in the run's folder.
    pub fn keeps(&self, file: &str) -> bool {
        let is_taken =
            self.takes.tables().any(|table| file.split_once('/').is_some_and(|(of, _)| of == table));
        if is_taken { self.files.iter().any(|own| own == file) } else { is_rows(file) }
    }

    /// Removes the files that wait next to the run's folder.
    pub fn clear(&self) -> Result<(), Error> {
        let beside = &self.shelf.beside;
        if !beside.exists() {
            return Ok(());
        }
        fs::remove_dir_all(beside).map_err(Error::at("remove", beside))
    }
}

/// Whether a file holds rows; a call without new ones keeps them until the folder's inputs change.
pub(crate) fn is_rows(file: &str) -> bool {
    file.split_once('/').is_some_and(|(table, _)| [EPISODES, USES, MEASURES].contains(&table))
}

struct RowFiles {
    /// Next to the run's folder; keeps the files of an interrupted run.
    beside: PathBuf,
    /// The run's folder, if its files may be kept.
    place: Option<PathBuf>,
    /// Where files grow; the draft's owner removes it.
    draft: PathBuf,
    names: Names,
    /// First deal of the growing files; files hold the rows of all earlier deals.
    start: u64,
}

impl RowFiles {
    fn end(&self) -> u64 {
        (self.start / DEALS + 1) * DEALS
    }

    fn file(&self, table: &str, end: u64) -> String {
        format!("{table}/deals-{:012}-{end:012}.parquet", self.start)
    }

    fn has(&self, file: &str) -> bool {
        self.place.iter().chain([&self.beside]).any(|folder| folder.join(file).is_file())
    }
}

type Writes<R> = fn(BufWriter<File>, Names) -> RowWriter<BufWriter<File>, R>;

struct Table<R> {
    /// Also the name of its folder.
    name: &'static str,
    deal: fn(&R) -> u64,
    writes: Writes<R>,
    writer: Option<RowWriter<BufWriter<File>, R>>,
}

impl<R: Copy> Table<R> {
    fn new(name: &'static str, deal: fn(&R) -> u64, writes: Writes<R>) -> Table<R> {
        Table { name, deal, writes, writer: None }
    }

    /// Appends the rows of a block, except those of deals that are in files.
    fn write(&mut self, rows: &[R], shelf: &RowFiles) -> Result<(), Error> {
        let known = rows.partition_point(|row| (self.deal)(row) < shelf.start);
        if known == rows.len() || shelf.has(&shelf.file(self.name, shelf.end())) {
            return Ok(());
        }
        let name = self.name;
        self.writer(shelf)?.write(&rows[known..]).map_err(|error| failed(name, &error))
    }

    /// Ends the growing file before deal `end`, and returns its name; an existing file stays.
    fn close(&mut self, end: u64, shelf: &RowFiles) -> Result<String, Error> {
        let file = shelf.file(self.name, end);
        if !shelf.has(&file) {
            // A file without rows marks its deals as done.
            self.writer(shelf)?;
            let finished = self.writer.take().map_or(Ok(()), RowWriter::finish);
            finished.map_err(|error| failed(self.name, &error))?;
            let moved = sync_and_move(&self.growing(shelf), &shelf.beside.join(&file));
            moved.map_err(|error| failed(self.name, &error))?;
        }
        self.writer = None;
        Ok(file)
    }

    fn growing(&self, shelf: &RowFiles) -> PathBuf {
        shelf.draft.join(self.name).with_extension("growing")
    }

    fn writer(&mut self, shelf: &RowFiles) -> Result<&mut RowWriter<BufWriter<File>, R>, Error> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => {
                let file = File::create(self.growing(shelf)).map_err(|error| failed(self.name, &error))?;
                (self.writes)(BufWriter::new(file), shelf.names.clone())
            }
        };
        Ok(self.writer.insert(writer))
    }
}

fn failed(table: &'static str, why: &impl fmt::Display) -> Error {
    Error::Rows { table, why: why.to_string() }
}

/// Moves a complete file to its place, after syncing it to the disk.
fn sync_and_move(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::create_dir_all(to.parent().unwrap_or(Path::new(".")))?;
    fs::rename(from, to)
}
