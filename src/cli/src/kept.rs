//! What is kept of an arm's deals: the tally in its folder and, beside the folder, the checkpoint of
//! deals that were played since, from which the same call goes on however the program ended.
//!
//! A [`FileStore`] keeps for the laboratory where runs are kept, so that comparisons and runs go on from each
//! other.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write},
    ops::Range,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    failure::Failure,
    folder::{self, Draft},
    run_folder,
};
use sim_engine::text::people;
use sim_lab::{
    experiment::Arm,
    store::{Found, Item, Store, StoreError, Worth},
};
use sim_play::tally::{Stored, StoredError, Tally};

/// What the deals of a folder came to.
pub const TALLY: &str = "tally.bin";

/// What took less time is played again rather than kept.
const WORTH: Duration = Duration::from_secs(2);

/// Writing a checkpoint may take one part of so many of the time of playing, however slow the disk is.
const SHARE: u32 = 200;

/// What is kept of an arm's deals.
pub struct Kept {
    /// The end of what stands in the folder, and its games, whether they are gone on from or not.
    pub stands: Option<(u64, u64)>,
    /// What is gone on from: the tally in the folder, and the one beside it.
    standing: Option<Stored>,
    checkpoint: Option<Stored>,
}

impl Kept {
    /// What is kept at `place` of the arm's deals from `first` on; `force` passes over what is of other
    /// inputs, and `fresh` over everything else.
    pub fn at(place: &Path, arm: &Arm, first: u64, force: bool, fresh: bool) -> Result<Kept, Failure> {
        let digest = arm.inputs.digest();
        let is_same = folder::inputs_at(place).as_deref() == Some(&digest);
        let standing = if is_same { standing(place, arm) } else { Ok(None) };
        let checkpoint = match read(&checkpoint(place)?, arm, &digest)? {
            Err(Unusable { error: StoredError::Digest { .. }, .. }) if force => Ok(None),
            Err(Unusable { error: StoredError::Digest { .. }, .. }) => {
                return Err(Failure::misuse(
                    format!("another run is unfinished in {}", place.display()),
                    "choose another folder with --out, or replace it with --force",
                ));
            }
            read => read.map_err(|why| why.failure()),
        };
        if fresh {
            let stands = standing.ok().flatten().map(|stored| extent(&stored));
            return Ok(Kept { stands, standing: None, checkpoint: None });
        }
        let (standing, checkpoint) = (standing?, checkpoint?);
        for stored in [&standing, &checkpoint].into_iter().flatten() {
            if stored.deals.start != first {
                let Range { start, end } = stored.deals;
                return Err(Failure::misuse(
                    format!("{} is of deals {start} to {end}, not from {first} on", place.display()),
                    "choose another folder with --out, or replace it with --fresh",
                ));
            }
        }
        Ok(Kept { stands: standing.as_ref().map(extent), standing, checkpoint })
    }

    /// The end of the checkpoint, if there is one.
    pub fn checkpoint_end(&self) -> Option<u64> {
        self.checkpoint.as_ref().map(|stored| stored.deals.end)
    }

    /// The longest prefix of at most so many deals.
    pub fn prefix(self, end: u64) -> Option<Tally> {
        let fitting = [self.standing, self.checkpoint].into_iter().flatten();
        let longest = fitting.filter(|stored| stored.deals.end <= end).max_by_key(|stored| stored.deals.end);
        longest.map(|stored| stored.tally)
    }
}

fn extent(stored: &Stored) -> (u64, u64) {
    (stored.deals.end, stored.tally.games)
}

/// The tally that the arm's folder holds.
pub fn standing(place: &Path, arm: &Arm) -> Result<Option<Stored>, Failure> {
    read(&place.join(TALLY), arm, &arm.inputs.digest())?.map_err(|why| why.failure())
}

/// A stored tally that cannot be used.
struct Unusable {
    path: PathBuf,
    error: StoredError,
}

impl Unusable {
    fn failure(&self) -> Failure {
        let Unusable { path, error } = self;
        Failure::failed(format!("{}: {error}", path.display()), "play all deals anew with --fresh")
    }
}

fn read(path: &Path, arm: &Arm, digest: &str) -> Result<Result<Option<Stored>, Unusable>, Failure> {
    let Some(bytes) = bytes_of(path)? else { return Ok(Ok(None)) };
    let stored = Stored::from_bytes(&bytes, &arm.frame, digest);
    Ok(stored.map(Some).map_err(|error| Unusable { path: path.to_owned(), error }))
}

/// What a file holds, if it is there.
fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        read => read.map(Some).map_err(|error| Failure::at_path("read", path, &error)),
    }
}

/// Where the checkpoint of a folder lies.
fn checkpoint(place: &Path) -> Result<PathBuf, Failure> {
    folder::beside(place, "checkpoint")
}

/// Removes the checkpoint beside `place`, which ends with `kept`, when the folder has all its deals up to
/// `end`.
pub fn settle(place: &Path, kept: Option<u64>, end: u64) -> Result<(), Failure> {
    if kept.is_some_and(|kept| kept > end) {
        return Ok(());
    }
    let path = checkpoint(place)?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Failure::at_path("remove", &path, &error))
        }
        _ => Ok(()),
    }
}

/// Puts a growing prefix on disk now and then.
pub struct Checkpoints {
    path: PathBuf,
    /// Where a checkpoint is written before it takes its place: the draft goes with its owner, so that
    /// nothing half written stays.
    aside: PathBuf,
    digest: String,
    first: u64,
    pause: Duration,
    written: Instant,
    /// The end of what lies there; a longer prefix is not replaced by a shorter one.
    end: Option<u64>,
}

impl Checkpoints {
    /// Checkpoints of the arm's deals from `first` on, written in `draft`; what lies there ends with `end`.
    pub fn new(
        place: &Path,
        arm: &Arm,
        draft: &Draft,
        first: u64,
        end: Option<u64>,
        pause: Duration,
    ) -> Result<Checkpoints, Failure> {
        let start = Checkpoints::at(checkpoint(place)?, arm.inputs.digest(), draft, pause);
        Ok(Checkpoints { first, ..start.after(end) })
    }

    /// Checkpoints of this digest in a file of their own, of deals from 0 on, where nothing lies yet.
    pub fn at(path: PathBuf, digest: String, draft: &Draft, pause: Duration) -> Checkpoints {
        let (aside, written) = (draft.aside("checkpoint"), Instant::now());
        Checkpoints { path, aside, digest, first: 0, pause, written, end: None }
    }

    /// The same where what lies there ends with `end`.
    pub fn after(self, end: Option<u64>) -> Checkpoints {
        Checkpoints { end, ..self }
    }

    /// Puts the prefix on disk if it is time.
    pub fn folded(&mut self, prefix: &Tally) -> Result<(), Failure> {
        self.keep_prefix(prefix, Worth::Sometimes)
    }

    /// Puts the last prefix on disk if it took so long to play that it is worth it.
    pub fn end_of(&mut self, prefix: &Tally) -> Result<(), Failure> {
        self.keep_prefix(prefix, Worth::IfLong)
    }

    fn keep_prefix(&mut self, prefix: &Tally, worth: Worth) -> Result<(), Failure> {
        let (digest, first) = (self.digest.clone(), self.first);
        let deals = first..first + prefix.deals;
        let tally = || Stored { digest: digest.clone(), deals: deals.clone(), tally: prefix.clone() };
        self.keep(deals.end, worth, &|| tally().to_bytes())
    }

    /// Puts the deals before `end` on disk if it is time.
    fn keep(&mut self, end: u64, worth: Worth, bytes: &dyn Fn() -> Vec<u8>) -> Result<(), Failure> {
        let least = match worth {
            Worth::Sometimes => self.pause,
            Worth::IfLong => WORTH.min(self.pause),
            Worth::Surely => Duration::ZERO,
        };
        if self.written.elapsed() < least || self.end.is_some_and(|kept| kept >= end) {
            return Ok(());
        }
        let started = Instant::now();
        self.replace(&bytes()).map_err(|error| self.failure(&error))?;
        self.end = Some(end);
        self.written = Instant::now();
        self.pause = self.pause.max(started.elapsed() * SHARE);
        Ok(())
    }

    /// The new checkpoint is on the disk before it takes the place of the old one, and its name before
    /// the program goes on: whenever the power goes, one of them is there and whole.
    fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create(&self.aside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&self.aside, &self.path)?;
        folder::sync(self.path.parent().unwrap_or(Path::new(".")));
        Ok(())
    }

    /// The end of the checkpoint, if there is one.
    pub fn end(&self) -> Option<u64> {
        self.end
    }

    fn failure(&self, error: &io::Error) -> Failure {
        let kept = self.end.map_or(0, |end| end - self.first);
        let way_out = match kept {
            0 => "nothing of the run is kept; free some space, or choose another place with --out".to_owned(),
            kept => format!(
                "free some space and give the same command: {} are kept, and it goes on from there",
                people::counted(kept, "deal", "deals")
            ),
        };
        Failure::failed(format!("cannot keep the run in {}: {error}", self.path.display()), way_out)
    }
}

/// Keeps what the laboratory plays, each arm where a run of it is kept.
pub struct FileStore {
    /// Whether what is kept is passed over.
    fresh: bool,
    /// Whether the folder of another run may be replaced.
    force: bool,
    /// The time between two checkpoints.
    pause: Duration,
    /// What is being played, by the digest of its inputs.
    growing: BTreeMap<String, Growing>,
}

/// The draft is held as long as checkpoints are written in it.
struct Growing {
    checkpoints: Checkpoints,
    _draft: Draft,
}

impl FileStore {
    pub fn new(fresh: bool, force: bool, pause: Duration) -> FileStore {
        FileStore { fresh, force, pause, growing: BTreeMap::new() }
    }

    /// What is kept of an item.
    fn found(&self, item: Item<'_>) -> Result<Vec<Found>, Failure> {
        let paths = match item {
            Item::Run { inputs, digest } => {
                let place = run_folder::default_place(inputs, None);
                folder::check_target(&place, digest, self.force)?;
                let is_same = folder::inputs_at(&place).as_deref() == Some(digest);
                is_same.then(|| place.join(TALLY)).into_iter().chain([path(item)?]).collect()
            }
            Item::Duel { .. } => vec![path(item)?],
        };
        let mut found = Vec::new();
        for path in paths.iter().filter(|_| !self.fresh) {
            let place = path.display().to_string();
            found.extend(bytes_of(path)?.map(|bytes| Found { place, bytes }));
        }
        Ok(found)
    }

    fn start(&mut self, item: Item<'_>, end: Option<u64>) -> Result<(), Failure> {
        let path = path(item)?;
        let draft = Draft::new(path.parent().unwrap_or(Path::new(".")))?;
        let checkpoints = Checkpoints::at(path, item.digest().to_owned(), &draft, self.pause).after(end);
        self.growing.insert(item.digest().to_owned(), Growing { checkpoints, _draft: draft });
        Ok(())
    }
}

/// Where an item lies while it grows.
fn path(item: Item<'_>) -> Result<PathBuf, Failure> {
    match item {
        Item::Run { inputs, .. } => checkpoint(&run_folder::default_place(inputs, None)),
        Item::Duel { inputs, digest } => {
            let name = format!("{}p-{}.duel", inputs.rules.players, &digest[..8]);
            Ok(run_folder::place_of_runs(inputs).join(name))
        }
    }
}

impl Store for FileStore {
    fn load(&mut self, item: Item<'_>) -> Result<Vec<Found>, StoreError> {
        Ok(self.found(item)?)
    }

    fn begin(&mut self, item: Item<'_>, end: Option<u64>) -> Result<(), StoreError> {
        Ok(self.start(item, end)?)
    }

    fn keep(
        &mut self,
        item: Item<'_>,
        end: u64,
        worth: Worth,
        bytes: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), StoreError> {
        let Some(growing) = self.growing.get_mut(item.digest()) else { return Ok(()) };
        growing.checkpoints.keep(end, worth, bytes)?;
        if worth != Worth::Sometimes {
            self.growing.remove(item.digest());
        }
        Ok(())
    }
}
