//! Single files: read as text, written atomically, and never over an existing file if they are new.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use crate::{Error, StagingFolder};
use sim_engine::text::{FileError, visible};

/// Reads a file. Pipes and devices are refused, as they may never end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?.file_type();
    // Reading a folder fails with the system's own error.
    if kind.is_file() || kind.is_dir() { fs::read(path) } else { Err(io::Error::other("not a regular file")) }
}

pub fn read_text(path: &Path) -> Result<String, Error> {
    if path.file_name().is_some_and(|name| is_device(&name.to_string_lossy())) {
        return Err(Error::Device(path.to_owned()));
    }
    let bytes = read(path).map_err(|error| Error::Unread { path: path.to_owned(), error })?;
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..good]);
        let help = "save the file as UTF-8";
        let error = FileError::at(&path.display().to_string(), &text, good, "not UTF-8 from here on", help);
        Error::Lab(error.into())
    })
}

/// Whether Windows treats a file name as a device, whatever its case and extension: `con`, `Aux.toml` (Microsoft,
/// "Naming Files, Paths, and Namespaces").
pub fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_port = |stem: &str| {
        matches!(stem.as_bytes(), [b'c', b'o', b'm', b'1'..=b'9'] | [b'l', b'p', b't', b'1'..=b'9'])
    };
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || is_port(&stem)
}

pub(crate) fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match read(path) {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        read => read.map(Some).map_err(Error::at("read", path)),
    }
}

/// Sorted TOML files of a folder that a command line can name.
pub fn toml_files(folder: &Path) -> Vec<PathBuf> {
    all_toml(folder).into_iter().filter(|path| why_left_out(path).is_none()).collect()
}

/// Strategies and experiments of a game that no list includes, each with the reason.
pub fn left_out(game: &str) -> Vec<String> {
    let all = ["strategies", "experiments"].map(|sort| all_toml(&Path::new(sort).join(game)));
    let told = |path: &PathBuf| Some(format!("{} is left out: {}", path.display(), why_left_out(path)?));
    all.iter().flatten().filter_map(told).collect()
}

fn all_toml(folder: &Path) -> Vec<PathBuf> {
    // A missing folder is normal: most designers list games before they have one.
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
    let mut files: Vec<PathBuf> = files.filter(is_toml).collect();
    files.sort_unstable();
    files
}

fn why_left_out(path: &Path) -> Option<&'static str> {
    match path.to_str() {
        None => Some("its name is not UTF-8"),
        Some(name) if visible::control_in_a_line(name).is_some() => {
            Some("its name holds a control character")
        }
        Some(_) => (!path.is_file()).then_some("it is not a regular file"),
    }
}

/// Reads at most `most` bytes from the start of a file; `None` if it is missing or unreadable.
pub(crate) fn first_bytes(path: &Path, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Writes a new file, whole or not at all, and never over another.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    place_by(&StagingFolder::for_file(path)?, path, bytes, |file| match fs::hard_link(file, path) {
        // Some file systems have no hard links; there, a file that appears at this moment is overwritten.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => {
            fs::rename(file, path)
        }
        linked => linked,
    })
    .map_err(|error| if path.exists() { Error::Exists(path.to_owned()) } else { error })
}

/// Replaces a file atomically: a killed process leaves nothing half written.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace_file_by(&StagingFolder::for_file(path)?, path, bytes)
}

/// [`replace_file`] by way of an existing staging folder.
pub(crate) fn replace_file_by(aside: &StagingFolder, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    place_by(aside, path, bytes, |file| fs::rename(file, path))
}

fn place_by(
    aside: &StagingFolder,
    path: &Path,
    bytes: &[u8],
    place: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<(), Error> {
    let file = aside.path().join("part");
    let written = fs::write(&file, bytes).and_then(|()| place(&file));
    written.map_err(Error::at("write", path))
}

pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::at("remove", path)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::is_device;

    #[test]
    fn names_of_devices_are_known_in_any_case_and_with_any_ending() {
        for name in
            ["con", "PRN", "Aux", "nul", "com1", "COM9", "lpt1", "Lpt9", "con.toml", "nul.tar.gz", "aux .x"]
        {
            assert!(is_device(name), "{name}");
        }
        for name in
            ["", "cons", "icon", "com", "com0", "com10", "lpt", "auxiliary", "x.con", "con-2", "nulls"]
        {
            assert!(!is_device(name), "{name}");
        }
    }
}
