//! A table of rows as files of a fixed number of deals each, so that a run which is cut off or carried on
//! keeps those that are whole.

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufWriter},
    path::{Path, PathBuf},
};

use crate::{
    Error,
    parquet::{Names, RowWriter},
};

/// Deals of a file, a multiple of a block: few enough that little is played again, enough that a long
/// run does not fall to pieces.
const DEALS: u64 = 1 << 13;

/// What a table of rows is.
pub struct Kind<R> {
    /// Its name, and that of its folder.
    pub table: &'static str,
    /// The deal that a row is of.
    pub deal: fn(&R) -> u64,
    /// Makes the writer of one file.
    pub writer: fn(BufWriter<File>, Names) -> RowWriter<BufWriter<File>, R>,
}

/// Where the files of a run's tables lie.
pub struct Shelf {
    /// Beside the run's folder, where files of a run that is cut off stay.
    pub beside: PathBuf,
    /// The run's folder, if what it has may be kept.
    pub place: Option<PathBuf>,
    /// Where files grow; it goes with its owner.
    pub draft: PathBuf,
}

impl Shelf {
    fn has(&self, file: &str) -> bool {
        self.is_beside(file) || self.is_in_place(file)
    }

    pub fn is_beside(&self, file: &str) -> bool {
        self.beside.join(file).is_file()
    }

    pub fn is_in_place(&self, file: &str) -> bool {
        self.place.as_ref().is_some_and(|place| place.join(file).is_file())
    }
}

/// The growing files of one table.
pub struct Parts<R> {
    kind: Kind<R>,
    names: Names,
    /// The first deal of the file that grows; all before it are in files.
    start: u64,
    writer: Option<RowWriter<BufWriter<File>, R>>,
    /// The files of the run so far.
    files: Vec<String>,
}

impl<R: Copy> Parts<R> {
    /// The table of a run that begins with deal `first`.
    pub fn new(kind: Kind<R>, names: Names, first: u64) -> Parts<R> {
        Parts { kind, names, start: first, writer: None, files: Vec::new() }
    }

    /// Takes the files that are there for the deals before `end`; only a run that ends there has a last
    /// file which is not full.
    pub fn find(mut self, shelf: &Shelf, end: u64, is_last: bool) -> Parts<R> {
        while self.start < end {
            let until = self.end().min(end);
            let file = self.file(until);
            if !shelf.has(&file) || (until < self.end() && !is_last) {
                break;
            }
            self.start = until;
            self.files.push(file);
        }
        self
    }

    /// The first deal whose rows are in no file yet.
    pub fn next(&self) -> u64 {
        self.start
    }

    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The end of the file that grows, when it is full.
    fn end(&self) -> u64 {
        (self.start / DEALS + 1) * DEALS
    }

    /// The name of a file that ends with the deal before `end`.
    fn file(&self, end: u64) -> String {
        format!("{}/deals-{:012}-{end:012}.parquet", self.kind.table, self.start)
    }

    fn growing(&self, shelf: &Shelf) -> PathBuf {
        shelf.draft.join(format!("{}.growing", self.kind.table))
    }

    /// Appends the rows of a block; those of deals that are in files are passed over.
    pub fn write(&mut self, rows: &[R], shelf: &Shelf) -> Result<(), Error> {
        let known = rows.partition_point(|row| (self.kind.deal)(row) < self.start);
        if known == rows.len() {
            return Ok(());
        }
        let table = self.kind.table;
        let writer = self.writer(shelf).map_err(|error| failed(table, &error))?;
        writer.write(&rows[known..]).map_err(|error| failed(table, &error))
    }

    /// All rows of the deals before `end` are written, of which the last file may be full.
    pub fn reach(&mut self, end: u64, shelf: &Shelf) -> Result<(), Error> {
        if end == self.end() { self.close(end, shelf) } else { Ok(()) }
    }

    /// Ends the file that grows: the run has no deals from `end` on.
    pub fn close(&mut self, end: u64, shelf: &Shelf) -> Result<(), Error> {
        if end <= self.start {
            return Ok(());
        }
        // A file without rows is a file too: its deals are done.
        let table = self.kind.table;
        self.writer(shelf).map_err(|error| failed(table, &error))?;
        if let Some(writer) = self.writer.take() {
            writer.finish().map_err(|error| failed(table, &error))?;
        }
        let file = self.file(end);
        put(&self.growing(shelf), &shelf.beside.join(&file)).map_err(|error| failed(table, &error))?;
        self.files.push(file);
        self.start = end;
        Ok(())
    }

    fn writer(&mut self, shelf: &Shelf) -> io::Result<&mut RowWriter<BufWriter<File>, R>> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => {
                let file = BufWriter::new(File::create(self.growing(shelf))?);
                (self.kind.writer)(file, self.names.clone())
            }
        };
        Ok(self.writer.insert(writer))
    }
}

fn failed(table: &'static str, why: &impl fmt::Display) -> Error {
    Error::Rows { table, why: why.to_string() }
}

/// Moves a file that is whole to its place, so that it is on the disk before it has its name.
fn put(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::create_dir_all(to.parent().unwrap_or(Path::new(".")))?;
    fs::rename(from, to)
}
