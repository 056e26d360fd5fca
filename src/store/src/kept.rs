//! Stored deals of an arm: the tally in its folder and, next to the folder, a checkpoint of later deals, from which
//! the same call resumes however the program ended.
//!
//! A [`FileStore`] keeps the laboratory's results where runs are kept, so that comparisons and runs resume from
//! each other.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::{
    Error, FolderLock, Program, StagingFolder,
    files::{self, bytes_of, replace_file_by},
    folder, run_folder,
    search::SearchFile,
};
use sim_lab::{
    experiment::{Arm, Inputs},
    store::{Item, Store, StoreEntry, StoreError, Worth},
};
use sim_play::tally::{StoredError, TallyRecord};

pub const TALLY: &str = "tally.bin";

/// Shorter work is replayed rather than stored.
const WORTH: Duration = Duration::from_secs(2);

/// Checkpoints may take at most 1/`SHARE` of the playing time, however slow the disk is.
const SHARE: u32 = 200;

pub struct CheckpointStatus {
    /// End deal and games of the folder's tally, whether or not the run resumes from it.
    pub stands: Option<(u64, u64)>,
    pub checkpoint: Option<u64>,
}

impl CheckpointStatus {
    /// Reads what is stored at `place` of the arm's deals from `first` on. `force` ignores a checkpoint of other
    /// inputs; `fresh` ignores all deals of the same inputs.
    ///
    /// # Errors
    /// An unfinished run of other inputs, a damaged tally, or a tally that starts with another deal.
    pub fn at(
        place: &Path,
        arm: &Arm,
        first: u64,
        force: bool,
        fresh: bool,
    ) -> Result<CheckpointStatus, Error> {
        let digest = arm.inputs.digest();
        let is_same = folder::holds(place, &digest);
        let standing = if is_same { standing(place, arm) } else { Ok(None) };
        let checkpoint = match read(&checkpoint(place)?, arm, &digest)? {
            Err(Unusable { error: StoredError::Digest { .. }, .. }) if force => Ok(None),
            Err(Unusable { error: StoredError::Digest { .. }, .. }) => {
                return Err(Error::Unfinished(place.to_owned()));
            }
            read => read.map_err(Unusable::error),
        };
        let extent = |stored: &TallyRecord| (stored.deals.end, stored.tally.games);
        if fresh {
            let stands = standing.ok().flatten().as_ref().map(extent);
            return Ok(CheckpointStatus { stands, checkpoint: None });
        }
        let (standing, checkpoint) = (standing?, checkpoint?);
        for stored in [&standing, &checkpoint].into_iter().flatten() {
            if stored.deals.start != first {
                let (place, deals) = (place.to_owned(), stored.deals.clone());
                return Err(Error::OtherDeals { place, deals, first });
            }
        }
        let checkpoint = checkpoint.as_ref().map(|stored| stored.deals.end);
        Ok(CheckpointStatus { stands: standing.as_ref().map(extent), checkpoint })
    }
}

pub fn standing(place: &Path, arm: &Arm) -> Result<Option<TallyRecord>, Error> {
    read(&place.join(TALLY), arm, &arm.inputs.digest())?.map_err(Unusable::error)
}

struct Unusable {
    path: PathBuf,
    error: StoredError,
}

impl Unusable {
    fn error(self) -> Error {
        Error::Tally { path: self.path, error: self.error }
    }
}

fn read(path: &Path, arm: &Arm, digest: &str) -> Result<Result<Option<TallyRecord>, Unusable>, Error> {
    let Some(bytes) = bytes_of(path)? else { return Ok(Ok(None)) };
    let stored = TallyRecord::from_bytes(&bytes, &arm.frame, digest);
    Ok(stored.map(Some).map_err(|error| Unusable { path: path.to_owned(), error }))
}

pub(crate) fn checkpoint(place: &Path) -> Result<PathBuf, Error> {
    folder::companion_path(place, "checkpoint")
}

/// Removes the checkpoint next to `place`, which ends at deal `kept`, if the folder has all its deals up to `end`.
pub(crate) fn settle(place: &Path, kept: Option<u64>, end: u64) -> Result<(), Error> {
    if kept.is_some_and(|kept| kept > end) {
        return Ok(());
    }
    files::remove(&checkpoint(place)?)
}

struct Checkpoints {
    path: PathBuf,
    /// Where a checkpoint is written before it takes its place. The draft's owner removes the draft, so nothing
    /// half written stays.
    aside: PathBuf,
    first: u64,
    pause: Duration,
    written: Instant,
    /// The end deal of the stored checkpoint; a shorter prefix never replaces a longer one.
    end: Option<u64>,
    /// Whether a checkpoint file exists, whether or not the run resumes from it.
    is_there: bool,
}

impl Checkpoints {
    /// Writes the deals before `end` to disk if it is time.
    fn keep(&mut self, end: u64, worth: Worth, bytes: &dyn Fn() -> Vec<u8>) -> Result<(), Error> {
        let least = match worth {
            Worth::Sometimes => self.pause,
            // An existing checkpoint is always brought up to the end of the work: otherwise its end would depend on
            // the clock.
            Worth::IfLong if self.is_there => Duration::ZERO,
            Worth::IfLong => WORTH.min(self.pause),
            Worth::Surely | Worth::Required => Duration::ZERO,
        };
        if self.written.elapsed() < least || self.end.is_some_and(|kept| kept >= end) {
            return Ok(());
        }
        let started = Instant::now();
        self.replace(&bytes()).map_err(|error| {
            let kept = self.end.map_or(0, |end| end - self.first);
            Error::Checkpoint { path: self.path.clone(), kept, error }
        })?;
        (self.end, self.is_there) = (Some(end), true);
        self.written = Instant::now();
        self.pause = self.pause.max(started.elapsed() * SHARE);
        Ok(())
    }

    /// The new checkpoint is on the disk before it replaces the old one, and its name before the program goes on: a
    /// power failure at any time leaves one of them whole.
    fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create(&self.aside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&self.aside, &self.path)?;
        folder::sync(self.path.parent().unwrap_or(Path::new(".")));
        Ok(())
    }
}

pub struct FileStore {
    pub(crate) program: &'static Program,
    pub(crate) fresh: bool,
    pub(crate) force: bool,
    pause: Duration,
    /// Checkpoints of unfinished items, by the digest of their inputs.
    growing: BTreeMap<String, GrowingRun>,
    search: Option<SearchFile>,
    pub(crate) run: Option<RunPlace>,
    /// Why the first unsaved item could not be stored.
    pub(crate) unkept: Option<Error>,
}

pub(crate) struct RunPlace {
    pub place: PathBuf,
    pub first: u64,
    pub has_checkpoint: bool,
    /// Path for a checkpoint in the run's draft; `None` if nothing is to be stored.
    pub aside: Option<PathBuf>,
}

/// Its folder is locked while checkpoints are written; those of a run go to its draft.
struct GrowingRun {
    checkpoints: Checkpoints,
    _held: Option<(StagingFolder, Option<FolderLock>)>,
}

impl FileStore {
    /// `fresh` ignores stored results, and `force` allows the folder of another run to be replaced. `pause` is the
    /// least time between two checkpoints; it grows if the disk is slow.
    pub fn new(program: &'static Program, fresh: bool, force: bool, pause: Duration) -> FileStore {
        FileStore {
            program,
            fresh,
            force,
            pause,
            growing: BTreeMap::new(),
            search: None,
            run: None,
            unkept: None,
        }
    }

    pub fn of_search(program: &'static Program, search: SearchFile) -> FileStore {
        FileStore { search: Some(search), ..FileStore::new(program, false, false, Duration::ZERO) }
    }

    pub fn forget_search(&self) -> Result<(), Error> {
        self.search.as_ref().map_or(Ok(()), SearchFile::remove)
    }

    fn place(&self, inputs: &Inputs) -> PathBuf {
        let own = self.run.as_ref().map(|run| run.place.clone());
        own.unwrap_or_else(|| run_folder::default_place(inputs, None))
    }

    fn read_entries(&self, item: Item<'_>) -> Result<Vec<StoreEntry>, Error> {
        let paths = match item {
            Item::Run { inputs, digest } => {
                let place = self.place(inputs);
                // Only a run replaces the content of its folder; other items merely resume from it.
                if self.run.is_some() {
                    folder::check_target(&place, digest, self.force)?;
                }
                let is_same = folder::holds(&place, digest);
                let has_checkpoint = self.run.as_ref().is_none_or(|run| run.has_checkpoint);
                let paths = [(place.join(TALLY), is_same), (checkpoint(&place)?, has_checkpoint)];
                paths.into_iter().filter(|(_, is_one)| *is_one).map(|(path, _)| path).collect()
            }
            Item::Duel { inputs, digest } => vec![of_duel(inputs, digest)],
            Item::Search { .. } => self.search.iter().map(SearchFile::path).collect(),
            Item::Part { inputs, name, digest } => vec![of_part(inputs, name, digest)],
        };
        let mut found = Vec::new();
        for path in paths.iter().filter(|_| !self.fresh) {
            let (place, is_finished) = (path.display().to_string(), path.ends_with(TALLY));
            found.extend(bytes_of(path)?.map(|bytes| StoreEntry { place, is_finished, bytes }));
        }
        Ok(found)
    }

    /// A staging folder next to `path`. Without one, the item is played without being stored.
    fn room_beside(&mut self, path: &Path) -> Option<StagingFolder> {
        StagingFolder::for_file(path).map_err(|error| self.unkept.get_or_insert(error)).ok()
    }

    fn start(&mut self, item: Item<'_>, end: Option<u64>) -> Result<(), Error> {
        let path = match item {
            Item::Run { inputs, .. } => checkpoint(&self.place(inputs))?,
            Item::Duel { inputs, digest } => of_duel(inputs, digest),
            Item::Search { .. } => return self.search.as_ref().map_or(Ok(()), SearchFile::make_folder),
            Item::Part { .. } => return Ok(()),
        };
        let (first, file, held) = match &self.run {
            Some(RunPlace { aside: None, .. }) => return Ok(()),
            Some(RunPlace { aside: Some(aside), first, .. }) => (*first, aside.clone(), None),
            None => {
                let held = match item {
                    Item::Run { inputs, .. } => FolderLock::of(&self.place(inputs)),
                    _ => FolderLock::of(&path),
                };
                // Another process stores the same item: this one only plays it for the answer.
                let hold = match held {
                    Err(Error::Held { .. }) => return Ok(()),
                    held => held?,
                };
                let Some(aside) = self.room_beside(&path) else { return Ok(()) };
                (0, aside.path().join("checkpoint"), Some((aside, hold)))
            }
        };
        let is_there = path.is_file();
        let (pause, written) = (self.pause, Instant::now());
        let checkpoints = Checkpoints { path, aside: file, first, pause, written, end, is_there };
        self.growing.insert(item.digest().to_owned(), GrowingRun { checkpoints, _held: held });
        Ok(())
    }
}

fn of_duel(inputs: &Inputs, digest: &str) -> PathBuf {
    let name = format!("{}p-{}.duel", inputs.rules.players, &digest[..8]);
    run_folder::place_of_runs(inputs).join(name)
}

fn of_part(inputs: &Inputs, name: &str, digest: &str) -> PathBuf {
    let name = format!("{}p-{name}-{digest}.json", inputs.rules.players);
    run_folder::reports(inputs).join("parts").join(name)
}

impl Store for FileStore {
    fn load(&mut self, item: Item<'_>) -> Result<Vec<StoreEntry>, StoreError> {
        Ok(self.read_entries(item)?)
    }

    fn begin(&mut self, item: Item<'_>, end: Option<u64>) -> Result<(), StoreError> {
        Ok(self.start(item, end)?)
    }

    fn unkept(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.unkept.as_ref().map(|error| error as _)
    }

    fn keep(
        &mut self,
        item: Item<'_>,
        end: u64,
        worth: Worth,
        bytes: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), StoreError> {
        if let Item::Search { .. } = item {
            let Some(file) = &mut self.search else { return Ok(()) };
            return Ok(file.keep(bytes, worth == Worth::Surely)?);
        }
        if let Item::Part { inputs, name, digest } = item {
            let path = of_part(inputs, name, digest);
            return Ok(self
                .room_beside(&path)
                .map_or(Ok(()), |room| replace_file_by(&room, &path, &bytes()))?);
        }
        let Some(growing) = self.growing.get_mut(item.digest()) else { return Ok(()) };
        growing.checkpoints.keep(end, worth, bytes)?;
        if worth != Worth::Sometimes {
            self.growing.remove(item.digest());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However the clock runs, an existing file ends with all that was played, and short work creates no file.
    #[test]
    fn what_is_kept_ends_where_the_work_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let start = |end: Option<u64>| Checkpoints {
            path: path.clone(),
            aside: folder.path().join("aside"),
            first: 0,
            pause: Duration::from_secs(30),
            written: Instant::now(),
            end,
            is_there: path.is_file(),
        };
        start(None).keep(10, Worth::IfLong, &|| vec![10]).unwrap();
        assert!(!path.exists());
        let mut long = start(None);
        long.pause = Duration::ZERO;
        long.keep(10, Worth::Sometimes, &|| vec![10]).unwrap();
        long.pause = Duration::from_secs(30);
        long.keep(11, Worth::Sometimes, &|| vec![11]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [10]);
        long.keep(12, Worth::IfLong, &|| vec![12]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [12]);
        // Resumed, left alone because it is longer, and played from the start.
        start(Some(12)).keep(13, Worth::IfLong, &|| vec![13]).unwrap();
        start(Some(13)).keep(5, Worth::IfLong, &|| vec![5]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [13]);
        start(None).keep(5, Worth::IfLong, &|| vec![5]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [5]);
    }
}
