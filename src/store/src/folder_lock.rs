//! Locks on folders of results: two programs at work on one folder would overwrite each other's files.

use std::{
    fmt,
    fs::{self, File, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use crate::{Error, folder};

/// Other processes may release the folder between two attempts, but not forever.
const TRIES: usize = 100;

/// A locked folder: the system releases the lock however the program ends.
#[derive(Debug)]
pub struct FolderLock {
    /// Held, not read.
    _lock: File,
    path: PathBuf,
    /// Parent folders created for the lock, innermost first.
    made: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockOwner {
    process: u32,
    since: Duration,
}

impl FolderLock {
    /// Locks `place` for this program until dropped. A killed program's lock is taken over.
    ///
    /// Returns `None` where no lock can be created: a writer will report the cause, and a reader needs no lock.
    pub fn of(place: &Path) -> Result<Option<FolderLock>, Error> {
        let Ok(path) = folder::companion_path(place, "lock") else { return Ok(None) };
        let parents = path.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
        let made: Vec<PathBuf> = parents.take_while(|one| !one.exists()).map(Path::to_owned).collect();
        if let Some(parent) = made.first() {
            let _ = fs::create_dir_all(parent);
        }
        for _ in 0..TRIES {
            let opened = File::options().read(true).write(true).create(true).truncate(false).open(&path);
            let Ok(mut lock) = opened else { break };
            match lock.try_lock() {
                // The previous owner may have removed the file after it was opened here.
                Ok(()) if !is_at(&lock, &path) => {}
                Ok(()) => {
                    // The lock works without the note, which only informs others.
                    let _ = sign(&mut lock);
                    return Ok(Some(FolderLock { _lock: lock, path, made }));
                }
                Err(TryLockError::WouldBlock) => {
                    let by = read(&mut lock);
                    return Err(Error::Held { place: place.to_owned(), by });
                }
                Err(TryLockError::Error(_)) => break,
            }
        }
        Ok(None)
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // The name goes while the lock is held; later it might be another process's.
        let _ = fs::remove_file(&self.path);
        // Folders that are no longer empty stay.
        let _ = self.made.iter().try_for_each(fs::remove_dir);
    }
}

fn sign(lock: &mut File) -> io::Result<()> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    lock.set_len(0)?;
    writeln!(lock, "{} {}", std::process::id(), since.as_secs())
}

fn read(lock: &mut File) -> Option<LockOwner> {
    let mut note = String::new();
    lock.rewind().and_then(|()| lock.read_to_string(&mut note)).ok()?;
    let (process, since) = note.trim().split_once(' ')?;
    Some(LockOwner { process: process.parse().ok()?, since: Duration::from_secs(since.parse().ok()?) })
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let name = |data: fs::Metadata| (data.dev(), data.ino());
    file.metadata().and_then(|open| Ok(name(open) == name(fs::metadata(path)?))).unwrap_or(false)
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.is_file()
}

impl fmt::Display for LockOwner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.since.as_secs();
        let (year, month, day) = date(seconds / 86_400);
        let [hour, minute] = [seconds / 3600 % 24, seconds / 60 % 60];
        write!(f, "process {} since {year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC", self.process)
    }
}

/// Year, month and day, for a number of days since 1 January 1970. Years begin in March, so that a leap day comes
/// last (Hinnant, "chrono-compatible low-level date algorithms").
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, told) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (20_782, (2026, 11, 25)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(date(days), told);
        }
        let holder =
            LockOwner { process: 7, since: Duration::from_secs(20_782 * 86_400 + 9 * 3600 + 5 * 60) };
        assert_eq!(holder.to_string(), "process 7 since 2026-11-25 09:05 UTC");
        // A clock or a damaged note may give any time.
        assert!(LockOwner { process: 7, since: Duration::MAX }.to_string().ends_with(" UTC"));
    }

    #[test]
    fn a_place_is_held_once_until_it_is_let_go() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("run");
        let hold = FolderLock::of(&place).unwrap().unwrap();
        match FolderLock::of(&place) {
            Err(Error::Held { place: held, by: Some(by) }) => {
                assert_eq!((held, by.process), (place.clone(), std::process::id()));
            }
            other => panic!("{other:?}"),
        }
        assert!(FolderLock::of(&parent.path().join("other")).unwrap().is_some());
        drop(hold);
        // The lock of a killed program is free.
        fs::write(parent.path().join(".run.lock"), "1 1\n").unwrap();
        let hold = FolderLock::of(&place).unwrap().unwrap();
        drop(hold);
        drop(FolderLock::of(&parent.path().join("one/two/run")).unwrap().unwrap());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_place_without_room_for_a_lock_has_none() {
        assert!(FolderLock::of(Path::new("/")).unwrap().is_none());
        let parent = tempfile::tempdir().unwrap();
        fs::write(parent.path().join("file"), "").unwrap();
        assert!(FolderLock::of(&parent.path().join("file/run")).unwrap().is_none());
    }
}
