//! `sim merge`: parts of a run, played apart, become the folder that one machine would have written.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    failure::Failure,
    folder,
    kept::{self, Kept},
    output::{self, Format},
    playing::Played,
    run_folder,
};
use crate::program;
use sim_engine::text::people;
use sim_lab::{
    experiment::{Arm, Inputs, Manifest},
    summary::{Summary, win_rates},
    tables::{self, export},
};
use sim_play::tally::Tally;
use sim_report::tell;

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:
  sim --game delectable --n 1e6 --shard 1/2 --out part-1
  sim --game delectable --n 1e6 --shard 2/2 --out part-2
  sim merge part-1 part-2 --out whole")]
pub struct MergeArgs {
    /// Folders of the parts, in any order; a run's folder is a part too
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// Folder of the whole run
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace another run's folder
    #[arg(long)]
    force: bool,
    /// What is printed, as for `sim run`
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// A folder with some of the deals.
pub struct Part {
    place: PathBuf,
    pub manifest: Manifest,
    deals: Range<u64>,
}

impl MergeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let mut parts = self.parts.iter().map(|place| Part::read(place)).collect::<Result<Vec<_>, _>>()?;
        same_inputs(&parts)?;
        parts.sort_by_key(|part| (part.deals.start, part.deals.end));
        let arm = reopen(&parts[0])?;
        folder::check_target(&self.out, &parts[0].manifest.heading.digest, self.force)?;
        let command = covered(&parts)?;
        let checkpoint = self.checkpoint(&arm, &parts)?;
        // One tally at a time, however many parts there are.
        let mut tally = arm.empty();
        for part in &parts {
            tally.merge(&part.tally(&arm)?);
        }
        let manifest = Manifest::new(&arm, command, &tally);
        let summary = Summary::of(&arm.subject(), &tally);
        let tables = tables::of_run(&summary);
        let mut merged = Played::merged(tally, checkpoint);
        let written = run_folder::write(&self.out, &mut merged, &manifest, Some(&summary), &tables)?;
        match self.format {
            Format::Table => {
                let joined = people::counted(parts.len() as u64, "part", "parts");
                let rates = win_rates(&arm.subject(), &merged.tally);
                let text = tell::run(&manifest, &rates, output::style());
                output::print(&format!("{text}{joined} joined, written to {}\n", written.display()))
            }
            Format::Json => {
                let all = serde_json::json!({ "manifest": manifest, "tables": export::json(&tables) });
                output::print(&format!("{all:#}\n"))
            }
            Format::Csv => {
                output::print(&run_folder::shares(&tables).map_or(Ok(String::new()), output::csv)?)
            }
        }
    }

    /// The end of what lies beside the folder. A longer run of the same inputs is not replaced by a shorter
    /// one.
    fn checkpoint(&self, arm: &Arm, parts: &[Part]) -> Result<Option<u64>, Failure> {
        let kept = Kept::at(&self.out, arm, 0, self.force, self.force)?;
        let games: u64 = parts.iter().map(|part| part.manifest.games).sum();
        match kept.stands.filter(|(_, standing)| *standing > games && !self.force) {
            None => Ok(kept.checkpoint),
            Some((_, standing)) => {
                let standing = people::count(standing);
                Err(Failure::misuse(
                    format!(
                        "{} holds {standing} games of this run, more than these parts",
                        self.out.display()
                    ),
                    "choose another folder with --out, or replace it with --force",
                ))
            }
        }
    }
}

impl Part {
    pub fn read(place: &Path) -> Result<Part, Failure> {
        let path = place.join(folder::MANIFEST);
        let no_run = |why: String| {
            Failure::misuse(
                format!("{} holds no run: {why}", place.display()),
                "name folders that `sim run` wrote; one that was cut off is written when the command is given again",
            )
        };
        let text =
            fs::read_to_string(&path).map_err(|error| no_run(format!("{}: {error}", folder::MANIFEST)))?;
        let manifest: Manifest =
            serde_json::from_str(&text).map_err(|error| no_run(format!("{}: {error}", folder::MANIFEST)))?;
        let deals = manifest.range().ok_or_else(|| no_run("its deals are not one range".to_owned()))?;
        Ok(Part { place: place.to_owned(), manifest, deals })
    }

    /// The tally of the part's deals.
    pub fn tally(&self, arm: &Arm) -> Result<Tally, Failure> {
        let path = self.place.join(kept::TALLY);
        let broken = |why: String| {
            Failure::failed(format!("{}: {why}", path.display()), "play this part again with --fresh")
        };
        let stored = kept::standing(&self.place, arm)?;
        let stored = stored.ok_or_else(|| broken("there is no such file".to_owned()))?;
        if stored.deals == self.deals {
            return Ok(stored.tally);
        }
        let Range { start, end } = stored.deals;
        Err(broken(format!("it is of deals {start} to {end}, and the manifest of others")))
    }

    fn name(&self) -> String {
        format!("{} (deals {} to {})", self.place.display(), self.deals.start, self.deals.end)
    }
}

/// Refuses parts of different runs, and says in what they differ.
fn same_inputs(parts: &[Part]) -> Result<(), Failure> {
    let first = &parts[0];
    let foreign = |part: &&Part| part.manifest.inputs != first.manifest.inputs;
    let Some(other) = parts.iter().find(foreign) else { return Ok(()) };
    let differs = difference(&first.manifest.inputs, &other.manifest.inputs);
    Err(Failure::misuse(
        format!("{} and {} are of different runs: {differs}", first.place.display(), other.place.display()),
        "name parts of the same rules, strategies, seats, seed and program",
    ))
}

/// The first thing in which two inputs differ.
fn difference(one: &Inputs, other: &Inputs) -> String {
    let (a, b) = (&one.rules, &other.rules);
    let names = |inputs: &Inputs| {
        let names: Vec<&str> = inputs.strategies.iter().map(|strategy| strategy.name.as_str()).collect();
        names.join(",")
    };
    let pair = |what: &str, one: &dyn std::fmt::Display, other: &dyn std::fmt::Display| {
        format!("{what} {one} and {other}")
    };
    if a.game != b.game {
        pair("game", &a.game, &b.game)
    } else if a.code != b.code {
        "they were played by builds that play or count the game otherwise".to_owned()
    } else if a.players != b.players {
        pair("players", &a.players, &b.players)
    } else if one.seed != other.seed {
        pair("seed", &one.seed, &other.seed)
    } else if a != b {
        "other rules".to_owned()
    } else if names(one) != names(other) {
        pair("strategies", &names(one), &names(other))
    } else if one.lineup != other.lineup {
        "another lineup".to_owned()
    } else {
        "the text or the params of a strategy".to_owned()
    }
}

/// The arm of the parts, if this program plays it as they were played.
pub fn reopen(part: &Part) -> Result<Arm, Failure> {
    program::catalogue()
        .reopen(&part.manifest.inputs)
        .map_err(|error| Failure::misuse(format!("{}: {}", part.place.display(), error.message), error.help))
}

/// Refuses parts that leave out deals or hold some twice, and gives the command of the whole run.
fn covered(parts: &[Part]) -> Result<String, Failure> {
    let missing = |deals: Range<u64>, at: String| {
        Failure::misuse(
            format!("deals {} to {} are missing: {at}", deals.start, deals.end),
            "play the part that is missing, or name its folder",
        )
    };
    let mut end = 0;
    let mut before: Option<&Part> = None;
    for part in parts.iter().filter(|part| !part.deals.is_empty()) {
        let last = before.map_or("no part begins with the first".to_owned(), |before| {
            format!("nothing stands between {} and {}", before.name(), part.name())
        });
        if part.deals.start > end {
            return Err(missing(end..part.deals.start, last));
        }
        if let Some(before) = before.filter(|_| part.deals.start < end) {
            return Err(Failure::misuse(
                format!("{} and {} hold some deals twice", before.name(), part.name()),
                "name each part once, and parts of one division only",
            ));
        }
        end = part.deals.end;
        before = Some(part);
    }
    let longest = parts.iter().map(|part| part.manifest.whole()).max_by_key(|(deals, _)| *deals);
    let (whole, command) = longest.unwrap_or((0, ""));
    match before {
        Some(last) if end < whole => Err(missing(end..whole, format!("nothing follows {}", last.name()))),
        None => Err(missing(0..whole, "the parts are empty".to_owned())),
        Some(_) => Ok(command.to_owned()),
    }
}
