//! Run folders: written whole or not at all.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use super::failure::Failure;

/// The file that marks a folder as a run's.
const MANIFEST: &str = "manifest.json";

/// A folder under construction beside its final place; dropped, it leaves nothing behind.
pub struct Draft {
    folder: TempDir,
    parent: PathBuf,
}

impl Draft {
    /// Starts a folder in `parent`, which is made if it is not there.
    pub fn new(parent: &Path) -> Result<Draft, Failure> {
        fs::create_dir_all(parent).map_err(|error| Failure::at_path("make the folder", parent, &error))?;
        let folder = tempfile::Builder::new().prefix(".partial-").tempdir_in(parent).map_err(|error| {
            // The path in the error is one that nobody has asked for.
            Failure::failed(
                format!("no folder can be made in {}: {}", parent.display(), error.kind()),
                "choose another place with --out, or see to its permissions and space",
            )
        })?;
        Ok(Draft { folder, parent: parent.to_owned() })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file of the folder.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.path(name);
        fs::write(&path, bytes).map_err(|error| Failure::at_path("write", &self.parent.join(name), &error))
    }

    /// Moves the finished folder to its place, in the stead of one that stands there.
    pub fn finish(self, name: impl AsRef<Path>) -> Result<PathBuf, Failure> {
        let target = self.parent.join(name);
        let doing = |error: io::Error| Failure::at_path("put in place", &target, &error);
        let draft = self.folder.keep();
        let result = readable(&draft).and_then(|()| replace(&draft, &target));
        if result.is_err() {
            // The draft is of no use to anybody without its name.
            let _ = fs::remove_dir_all(&draft);
        }
        result.map_err(doing)?;
        Ok(target)
    }
}

/// Swaps the target for the draft: the old one is out of the way before the new one comes.
fn replace(draft: &Path, target: &Path) -> io::Result<()> {
    if !target.exists() {
        return fs::rename(draft, target);
    }
    let old = draft.with_extension("old");
    fs::rename(target, &old)?;
    match fs::rename(draft, target) {
        Ok(()) => fs::remove_dir_all(&old),
        Err(error) => {
            fs::rename(&old, target)?;
            Err(error)
        }
    }
}

/// A temporary folder is private; a run's folder is for everybody who may read its parent.
#[cfg(unix)]
fn readable(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn readable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The digest of what a run was made from, by its manifest.
fn inputs_of(manifest: &str) -> Option<String> {
    let manifest: serde_json::Value = serde_json::from_str(manifest).ok()?;
    manifest.get("inputs")?.as_str().map(str::to_owned)
}

/// Refuses to overwrite what is not a run, and a run of other inputs unless `force`.
pub fn check_target(target: &Path, inputs: &str, force: bool) -> Result<(), Failure> {
    if !target.exists() {
        return Ok(());
    }
    let is_empty = fs::read_dir(target).is_ok_and(|mut entries| entries.next().is_none());
    if is_empty {
        return Ok(());
    }
    match fs::read_to_string(target.join(MANIFEST)) {
        Err(_) => Err(Failure::misuse(
            format!("{} holds something that is not a run", target.display()),
            "choose another folder with --out",
        )),
        Ok(other) if force || inputs_of(&other).as_deref() == Some(inputs) => Ok(()),
        Ok(_) => Err(Failure::misuse(
            format!("{} holds another run", target.display()),
            "choose another folder with --out, or replace it with --force",
        )),
    }
}

/// The folder that `out` goes into, and its name there.
pub fn place(out: &Path) -> Result<(PathBuf, &OsStr), Failure> {
    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let name = out.file_name().ok_or_else(|| {
        Failure::misuse(format!("--out {} names no folder", out.display()), "give it a name of its own")
    })?;
    Ok((parent, name))
}
