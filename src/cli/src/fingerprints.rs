//! Fingerprints of this build, kept from one call to the next: they cost some hundred games.
//!
//! They lie in the user's folder of caches, in a file named after the program file, its size and the time of
//! its last change. Whatever goes wrong here costs only those games.

use std::{collections::BTreeMap, env, fs, io::Write, path::PathBuf, time::UNIX_EPOCH};

use sim_engine::luck::hash_name;
use sim_play::behaviour;

use crate::games;

/// What was known when the program began.
pub struct Kept {
    file: Option<PathBuf>,
    count: usize,
}

/// Takes what earlier calls of this build worked out.
pub fn recall() -> Kept {
    let file = file();
    let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    let kept: BTreeMap<String, String> = serde_json::from_str(&text).unwrap_or_default();
    for entry in games::all() {
        let name = entry.info().name;
        if let Some(digits) = kept.get(name).filter(|digits| is_fingerprint(digits)) {
            behaviour::recall(name, digits.clone());
        }
    }
    Kept { file, count: behaviour::known().len() }
}

impl Kept {
    /// Keeps what was worked out since.
    pub fn keep(self) {
        let known = behaviour::known();
        let Some(file) = self.file.filter(|_| known.len() > self.count) else { return };
        let Some(folder) = file.parent() else { return };
        let written = || -> std::io::Result<()> {
            fs::create_dir_all(folder)?;
            let mut new = tempfile::NamedTempFile::new_in(folder)?;
            new.write_all(serde_json::to_string(&known)?.as_bytes())?;
            new.persist(&file)?;
            Ok(())
        };
        // A cache that cannot be written is worked out again.
        let _ = written();
    }
}

fn is_fingerprint(digits: &str) -> bool {
    digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The file of this build.
fn file() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let about = program.metadata().ok()?;
    let changed = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let build = format!("{} {} {}", program.display(), about.len(), changed.as_nanos());
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("sim").join(format!("fingerprints-{:016x}.json", hash_name(&build))))
}
