//! What a league has come to so far, kept so that it goes on after whatever ended it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use super::super::{failure::Failure, folder};
use sim_lab::{
    tables::league::{Attempt, Exploit, Invasion},
    tune::Standing,
};

/// Between two writings while a search is under way.
const PAUSE: Duration = Duration::from_secs(5);
/// The file in the folder of a finished league.
const FILE: &str = "league.json";

/// A script that a search found.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Script {
    pub name: String,
    /// Its history, as comments.
    pub head: String,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Round {
    /// The mix that was to be beaten, by member of the field.
    pub parts: Vec<f64>,
    pub attempts: Vec<Attempt>,
    pub newcomer: Option<Script>,
    /// Whether all that the round does is done.
    pub is_through: bool,
}

/// All that what follows depends on.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Story {
    /// Digest of what the league is a function of.
    inputs: String,
    /// Games so far, but those of a search under way.
    pub games: u64,
    pub rounds: Vec<Round>,
    /// Of the search under way.
    pub standing: Option<Standing>,
    pub invasions: Vec<Invasion>,
    pub exploits: Vec<Exploit>,
    /// Best responses to single strategies.
    pub responses: Vec<Script>,
    /// Newcomers in the field when those were looked for.
    exploited_by: usize,
}

impl Story {
    /// Whether nothing that the last round tried has gained.
    pub fn is_closed(&self) -> bool {
        self.rounds.last().is_some_and(|round| round.is_through && round.newcomer.is_none())
    }

    /// Every best response that was looked for.
    pub fn attempts(&self) -> Vec<Attempt> {
        self.rounds.iter().flat_map(|round| round.attempts.iter().cloned()).collect()
    }

    pub fn newcomers(&self) -> impl Iterator<Item = &Script> {
        self.rounds.iter().filter_map(|round| round.newcomer.as_ref())
    }

    /// Forgets best responses to single strategies that were looked for when the field was smaller.
    pub fn refresh(&mut self) {
        let newcomers = self.newcomers().count();
        if self.exploited_by != newcomers {
            self.exploits.clear();
            self.responses.clear();
            self.exploited_by = newcomers;
        }
    }

    /// A name for the best response to a strategy that is called so in names of files.
    pub fn response_name(&self, target: &str) -> String {
        let is_taken = |name: &str| self.responses.iter().any(|response| response.name == name);
        let name = format!("against-{target}");
        // Long names are cut, and may then be the same.
        let others = (2..).map(|number| format!("{name}-{number}"));
        std::iter::once(name.clone()).chain(others).find(|name| !is_taken(name)).unwrap_or(name)
    }

    /// The files of the finished league: the new scripts, and the story itself.
    pub fn files(&self) -> Vec<(String, String)> {
        let scripts = self.newcomers().chain(&self.responses);
        let file = |script: &Script| (format!("{}.toml", script.name), script.head.clone() + &script.text);
        scripts.map(file).chain([(FILE.to_owned(), self.json())]).collect()
    }

    fn json(&self) -> String {
        // Plain structs of numbers and text always become JSON.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// The file that a league goes on from.
pub struct Keeper {
    path: PathBuf,
    written: Instant,
}

impl Keeper {
    /// The keeper of the league with these inputs whose folder is `out`, and its story so far.
    pub fn open(out: &Path, inputs: &str) -> Result<(Keeper, Story), Failure> {
        let path = folder::beside(out, FILE)?;
        let mut story = Story { inputs: inputs.to_owned(), ..Story::default() };
        // What is under way goes before what is finished.
        for place in [&path, &out.join(FILE)] {
            if let Some(known) = read(place)?.filter(|known| known.inputs == inputs) {
                story = known;
                break;
            }
        }
        Ok((Keeper { path, written: Instant::now() }, story))
    }

    /// Writes the story, now and then or at once.
    pub fn keep(&mut self, story: &Story, at_once: bool) -> Result<(), Failure> {
        if !at_once && self.written.elapsed() < PAUSE {
            return Ok(());
        }
        self.written = Instant::now();
        let parent = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|error| Failure::at_path("make the folder", parent, &error))?;
        // Whole or not at all, whenever the program ends.
        let partial = self.path.with_extension("partial");
        let written = fs::write(&partial, story.json()).and_then(|()| fs::rename(&partial, &self.path));
        written.map_err(|error| Failure::at_path("write", &self.path, &error))
    }

    /// Removes the file: the league's folder has it all.
    pub fn forget(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::at_path("remove", &self.path, &error))
            }
            _ => Ok(()),
        }
    }
}

fn read(path: &Path) -> Result<Option<Story>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(Failure::at_path("read", path, &error)),
    };
    let help = "remove it to begin anew, or choose another folder with --out";
    let damaged = |error| Failure::failed(format!("{} is damaged: {error}", path.display()), help);
    serde_json::from_str(&text).map(Some).map_err(damaged)
}
