//! Folders of results: a new one appears whole or not at all; in an existing one, the program replaces only files
//! that it wrote.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Component, Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::Serialize;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::{
    Error, FolderLock, Program,
    files::{bytes_of, is_device},
};
use sim_lab::tables::SCHEMA;

/// Marks a folder as results and records their inputs.
pub const MANIFEST: &str = "manifest.json";
/// Data of one call that changes no number; it lists the files that the program wrote.
const LOG: &str = "run-log.json";
/// Locked while a draft is written: the system releases it however the program ends.
const LOCK: &str = ".lock";
const DRAFT: &str = ".partial-";
/// A draft without a lock that is older than this is an orphan; creating the lock takes microseconds.
const UNLOCKED: Duration = Duration::from_secs(60);

/// A hidden folder for files under construction; dropping it removes it with its contents.
pub struct StagingFolder {
    folder: TempDir,
    /// Held, not read.
    _lock: File,
}

impl StagingFolder {
    /// Creates a folder in `parent`, and `parent` if necessary, and removes the drafts of killed programs there.
    pub fn new(parent: &Path) -> Result<StagingFolder, Error> {
        fs::create_dir_all(parent).map_err(Error::at("make the folder", parent))?;
        clear_orphans(parent);
        // Names the parent, as the user never asked for the path in the I/O error.
        let refused = |error: io::Error| Error::NoDraft { parent: parent.to_owned(), kind: error.kind() };
        let folder = tempfile::Builder::new().prefix(DRAFT).tempdir_in(parent).map_err(refused)?;
        // It is locked before it gets its name, so that nobody finds it unlocked.
        let unnamed = folder.path().join("lock");
        let lock = File::create(&unnamed).map_err(refused)?;
        let _ = lock.lock();
        fs::rename(unnamed, folder.path().join(LOCK)).map_err(refused)?;
        Ok(StagingFolder { folder, _lock: lock })
    }

    /// A staging folder in the folder of `file`.
    pub(crate) fn for_file(file: &Path) -> Result<StagingFolder, Error> {
        StagingFolder::new(file.parent().unwrap_or(Path::new(".")))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A folder under construction next to its final place; dropping it leaves nothing behind.
pub struct Draft {
    aside: StagingFolder,
    program: &'static Program,
    target: PathBuf,
    files: Vec<String>,
}

impl Draft {
    pub fn new(target: &Path, program: &'static Program) -> Result<Draft, Error> {
        let (parent, name) = place(target)?;
        let aside = StagingFolder::new(&parent)?;
        if target.is_dir() {
            tempfile::tempfile_in(target).map_err(Error::at("write in", target))?;
        }
        Ok(Draft { aside, program, target: parent.join(name), files: Vec::new() })
    }

    pub fn program(&self) -> &'static Program {
        self.program
    }

    /// The staging folder, which may also hold temporary files.
    pub fn aside(&self) -> &Path {
        self.aside.path()
    }

    fn path(&mut self, name: &str) -> PathBuf {
        self.files.push(name.to_owned());
        self.aside.path().join(name)
    }

    /// Adds a file from elsewhere to the folder, and leaves the original in place.
    pub fn link(&mut self, name: &str, from: &Path) -> Result<(), Error> {
        let path = self.path(name);
        let linked = fs::create_dir_all(path.parent().unwrap_or(&path)).and_then(|()| {
            // Without hard links, copy.
            fs::hard_link(from, &path).or_else(|_| fs::copy(from, &path).map(drop))
        });
        linked.map_err(Error::at("write", &self.target.join(name)))
    }

    /// Writes a file of the folder and syncs it to the disk, before the folder takes its place.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.path(name);
        let written = File::create(&path).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        written.map_err(Error::at("write", &self.target.join(name)))
    }

    /// Writes a text, with the program's own name in its commands.
    pub fn write_text(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.write(name, self.program.own(text).as_bytes())
    }

    /// Moves the finished folder to its place. In an existing folder, files of an earlier call that were not
    /// written again are removed; all other files stay.
    pub fn finish(self, manifest: &impl Serialize, inputs: &str) -> Result<PathBuf, Error> {
        let manifest = format!("{:#}\n", json!(manifest));
        self.finish_keeping(&manifest, inputs, log(), |_| false)
    }

    /// [`Draft::finish`] with entries for the log; `log` and `manifest` are written last. While the inputs are the
    /// same, earlier files that `keeps` selects stay.
    pub fn finish_keeping(
        mut self,
        manifest: &str,
        inputs: &str,
        mut log: Map<String, Value>,
        keeps: impl Fn(&str) -> bool,
    ) -> Result<PathBuf, Error> {
        let target = self.target.clone();
        let is_same = holds(&target, inputs);
        let written = self.files.clone();
        let old = written_before(&target).into_iter().filter(|name| !written.contains(name));
        let (kept, gone): (Vec<String>, Vec<String>) = old.partition(|name| is_same && keeps(name));
        let kept = kept.into_iter().filter(|name| target.join(name).is_file());
        log.insert("files".to_owned(), written.iter().cloned().chain(kept).collect());
        self.write(LOG, format!("{:#}\n", Value::Object(log)).as_bytes())?;
        // The manifest comes last: a folder without the right one does not count as finished.
        self.write_text(MANIFEST, manifest)?;
        self.put_in_place(&target, &gone).map_err(Error::at("put in place", &target))?;
        sync(&target);
        if let Some(parent) = target.parent() {
            sync(parent);
        }
        Ok(target)
    }

    fn put_in_place(self, target: &Path, gone: &[String]) -> io::Result<()> {
        let draft = self.aside.path();
        if !target.exists() {
            fs::remove_file(draft.join(LOCK))?;
            readable(draft)?;
            fs::rename(draft, target)?;
            // Under its new name it is no draft any more.
            let _ = self.aside.folder.keep();
            return Ok(());
        }
        for path in gone.iter().map(|name| target.join(name)) {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            if let Some(parent) = path.parent().filter(|parent| *parent != target) {
                // Removes the subfolder if this was its last file.
                let _ = fs::remove_dir(parent);
            }
        }
        self.files.iter().try_for_each(|name| {
            let path = target.join(name);
            fs::create_dir_all(path.parent().unwrap_or(target))?;
            fs::rename(draft.join(name), path)
        })
    }
}

/// The files of a folder that the program wrote, according to its log; empty without a readable log.
fn written_before(target: &Path) -> Vec<String> {
    let log = fs::read_to_string(target.join(LOG)).unwrap_or_default();
    let log: Value = serde_json::from_str(&log).unwrap_or_default();
    let files = log["files"].as_array().into_iter().flatten().filter_map(Value::as_str);
    // A forged log must not reach files outside of the folder.
    let is_plain = |name: &&str| {
        let mut parts = Path::new(name).components();
        !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
    };
    files.filter(is_plain).map(str::to_owned).collect()
}

/// Whether a folder holds this manifest and every file that its log lists.
pub(crate) fn is_whole(target: &Path, manifest: &str, program: &Program) -> bool {
    let files = written_before(target);
    fs::read_to_string(target.join(MANIFEST)).is_ok_and(|text| text == program.own(manifest))
        && !files.is_empty()
        && files.iter().all(|name| target.join(name).is_file())
}

/// Removes the drafts of programs that ended without doing so.
fn clear_orphans(parent: &Path) {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    for draft in entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(DRAFT.as_bytes())) {
        if is_orphan(&draft.path()) {
            // A draft that cannot be removed belongs to another user and does no harm.
            let _ = remove(&draft.path());
        }
    }
}

/// Removes a draft, its lock last, so that the next program still recognizes a draft that is half removed.
fn remove(draft: &Path) -> io::Result<()> {
    for entry in fs::read_dir(draft)?.flatten().filter(|entry| entry.file_name() != LOCK) {
        let is_folder = entry.file_type().is_ok_and(|sort| sort.is_dir());
        if is_folder { fs::remove_dir_all(entry.path())? } else { fs::remove_file(entry.path())? }
    }
    fs::remove_dir_all(draft)
}

fn is_orphan(draft: &Path) -> bool {
    match File::open(draft.join(LOCK)) {
        Ok(lock) => !matches!(lock.try_lock(), Err(TryLockError::WouldBlock | TryLockError::Error(_))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // The absolute difference, as a draft from before the clock was set back has a time in the future.
            let age = |time: SystemTime| time.elapsed().unwrap_or_else(|ahead| ahead.duration());
            let made = fs::metadata(draft).and_then(|data| data.modified());
            made.is_ok_and(|made| age(made) > UNLOCKED)
        }
        Err(_) => false,
    }
}

/// Syncs the names in a folder to the disk, where the system supports it.
pub(crate) fn sync(folder: &Path) {
    // Without it files are still whole; a power failure loses at most their latest names.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// A temporary folder is private; a run's folder is readable by everybody who may read its parent.
#[cfg(unix)]
fn readable(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn readable(_: &Path) -> io::Result<()> {
    Ok(())
}

pub(crate) fn log() -> Map<String, Value> {
    let lossy = |argument: OsString| argument.to_string_lossy().into_owned();
    let arguments: Vec<String> = std::env::args_os().map(lossy).collect();
    let mut log = Map::new();
    log.insert("arguments".to_owned(), json!(arguments));
    log.insert("host".to_owned(), std::env::consts::OS.into());
    log
}

/// The digest of the inputs of a folder's content, if it has any.
///
/// # Errors
/// [`Error::Damaged`], [`Error::Newer`], [`Error::Foreign`] if the manifest is not one of results, and when it
/// cannot be read.
pub fn inputs_at(target: &Path) -> Result<Option<String>, Error> {
    let path = target.join(MANIFEST);
    let Some(bytes) = bytes_of(&path)? else { return Ok(None) };
    let Ok(manifest) = serde_json::from_slice::<Value>(&bytes) else { return Err(Error::Damaged(path)) };
    check_schema(&path, &manifest)?;
    match manifest.get("inputs").and_then(Value::as_str) {
        Some(inputs) => Ok(Some(inputs.to_owned())),
        None => Err(Error::Foreign(target.to_owned())),
    }
}

/// Refuses a manifest of a newer schema, whose fields may have other meanings.
pub(crate) fn check_schema(path: &Path, manifest: &Value) -> Result<(), Error> {
    match manifest["schema"].as_u64() {
        Some(found) if found > SCHEMA.into() => Err(Error::Newer { path: path.to_owned(), found }),
        _ => Ok(()),
    }
}

/// Whether the folder's manifest is readable and has these inputs.
pub(crate) fn holds(target: &Path, inputs: &str) -> bool {
    inputs_at(target).is_ok_and(|found| found.as_deref() == Some(inputs))
}

/// Refuses to write into a folder without results. Without `force`, also refuses one with other inputs or an
/// unreadable manifest.
pub(crate) fn check_target(target: &Path, inputs: &str, force: bool) -> Result<(), Error> {
    let is_dangling = |path: &&Path| path.is_symlink() && !path.exists();
    if let Some(link) = target.ancestors().find(is_dangling) {
        return Err(Error::Dangling(link.to_owned()));
    }
    if !target.exists() {
        return Ok(());
    }
    let is_empty = fs::read_dir(target).is_ok_and(|mut entries| entries.next().is_none());
    if is_empty {
        return Ok(());
    }
    if !target.join(MANIFEST).is_file() {
        return Err(Error::Foreign(target.to_owned()));
    }
    if force || inputs_at(target)?.as_deref() == Some(inputs) {
        return Ok(());
    }
    Err(Error::OtherRun(target.to_owned()))
}

/// Locks a folder for writing, or refuses. Also removes the drafts of killed programs next to it: if the folder
/// turns out to be complete, no later step would.
pub fn claim(target: &Path, inputs: &str, force: bool) -> Result<Option<FolderLock>, Error> {
    check_target(target, inputs, force)?;
    let (parent, _) = place(target)?;
    let hold = FolderLock::of(target)?;
    // Another program may have written there before it released the lock.
    check_target(target, inputs, force)?;
    clear_orphans(&parent);
    Ok(hold)
}

/// [`claim`] for a folder that will certainly be written: also checks that it can be.
///
/// # Errors
/// Those of [`claim`], and when no folder can be built there.
pub fn reserve(
    target: &Path,
    inputs: &str,
    force: bool,
    program: &'static Program,
) -> Result<Option<FolderLock>, Error> {
    let hold = claim(target, inputs, force)?;
    Draft::new(target, program)?;
    Ok(hold)
}

/// Returns why an otherwise valid place cannot be written, or `None` if it can.
///
/// # Errors
/// When `target` cannot be a folder of results, or another process holds it.
pub fn why_unwritable(target: &Path, program: &'static Program) -> Result<Option<Error>, Error> {
    place(target)?;
    // Dropping the draft removes all that it created.
    let _hold = FolderLock::of(target)?;
    Ok(Draft::new(target, program).err())
}

/// The path of a companion file next to a folder: `.NAME.what`.
pub fn companion_path(folder: &Path, what: &str) -> Result<PathBuf, Error> {
    let (parent, name) = place(folder)?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".");
    hidden.push(what);
    Ok(parent.join(hidden))
}

/// The parent of a folder, and its name.
pub(crate) fn place(out: &Path) -> Result<(PathBuf, &OsStr), Error> {
    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let name = out.file_name().ok_or_else(|| Error::NoName(out.to_owned()))?;
    if is_device(&name.to_string_lossy()) { Err(Error::Device(out.to_owned())) } else { Ok((parent, name)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_lab::catalogue::Catalogue;

    fn program() -> &'static Program {
        static PROGRAM: std::sync::OnceLock<Program> = std::sync::OnceLock::new();
        PROGRAM.get_or_init(|| Program::new("reef", Catalogue(&[]), ["run".to_owned()].into()))
    }

    fn write(target: &Path, inputs: &str, file: &str) {
        let mut draft = Draft::new(target, program()).unwrap();
        draft.write_text(file, "sim run").unwrap();
        draft.finish(&json!({ "inputs": inputs }), inputs).unwrap();
    }

    #[test]
    fn only_files_that_the_program_wrote_are_replaced() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("whole");
        write(&target, "one", "a.txt");
        fs::write(target.join("mine.txt"), "kept").unwrap();
        write(&target, "two", "b.txt");
        assert!(!target.join("a.txt").exists() && target.join("mine.txt").is_file());
        assert_eq!(fs::read_to_string(target.join("b.txt")).unwrap(), "reef run");
        assert!(holds(&target, "two"));
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1, "the draft is gone");
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_removed_of_a_draft_leaves_its_lock() {
        use std::os::unix::fs::PermissionsExt;
        let parent = tempfile::tempdir().unwrap();
        let draft = parent.path().join(format!("{DRAFT}held"));
        fs::create_dir_all(draft.join("charts/inner")).unwrap();
        for file in [LOCK, "a.csv", "charts/inner/b.svg"] {
            fs::write(draft.join(file), "").unwrap();
        }
        // Permissions do not stop root, so only other users see the order of removal.
        let closed = draft.join("charts");
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).unwrap();
        let removed = remove(&draft);
        assert!(removed.is_ok() || draft.join(LOCK).is_file(), "{removed:?}");
        if draft.exists() {
            fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
            remove(&draft).unwrap();
        }
        assert!(!draft.exists());
    }

    #[test]
    fn drafts_that_nobody_holds_are_cleared_away_wherever_the_clock_jumped() {
        let parent = tempfile::tempdir().unwrap();
        let day = Duration::from_secs(86_400);
        let now = SystemTime::now();
        for (name, made) in [("old", now - day), ("ahead", now + day), ("young", now)] {
            let draft = parent.path().join(format!("{DRAFT}{name}"));
            fs::create_dir(&draft).unwrap();
            File::open(&draft).unwrap().set_modified(made).unwrap();
        }
        clear_orphans(parent.path());
        let left: Vec<_> =
            fs::read_dir(parent.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, [".partial-young"]);
    }

    #[test]
    fn a_place_of_something_else_is_refused_with_its_reason() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("run");
        assert!(check_target(&target, "one", false).is_ok());
        write(&target, "one", "a.txt");
        assert!(check_target(&target, "one", false).is_ok() && check_target(&target, "two", true).is_ok());
        assert!(
            matches!(check_target(&target, "two", false), Err(Error::OtherRun(place)) if place == target)
        );
        for (manifest, is_damage) in [("{ \"inputs\": ", true), ("", true), ("\u{0}", true), ("{}", false)] {
            fs::write(target.join(MANIFEST), manifest).unwrap();
            match check_target(&target, "one", false) {
                Err(Error::Damaged(path)) => {
                    assert!(is_damage && path == target.join(MANIFEST), "{manifest}")
                }
                Err(Error::Foreign(_)) => assert!(!is_damage, "{manifest}"),
                other => panic!("{manifest}: {other:?}"),
            }
            assert!(check_target(&target, "one", true).is_ok() && !holds(&target, "one"));
        }
        fs::remove_file(target.join(MANIFEST)).unwrap();
        assert!(matches!(check_target(&target, "one", true), Err(Error::Foreign(_))));
        assert!(matches!(Draft::new(Path::new("/"), program()), Err(Error::NoName(_))));
    }
}
