//! Readers of files that somebody may have written, copied or damaged, and valid files of each sort.

use std::{
    fs,
    path::{Path, PathBuf},
};

use sim_engine::{Settings, settings};
use sim_games::GAMES;
use sim_lab::{
    catalogue::Catalogue,
    experiment::{Arm, Manifest, Rules, Seats},
    question::{Question, ShippedSources},
};
use sim_play::{
    Entry,
    tally::TallyRecord,
    transcript::{Style, TranscriptSpec, read_actions},
};
use sim_script::Strategy;
use sim_script::played;

const CATALOGUE: Catalogue = Catalogue(GAMES);

/// Valid files, and a reader of their sort.
pub struct Sort {
    pub seeds: Vec<Vec<u8>>,
    /// Whether the reader accepts an input that was made from the seed at this index.
    #[expect(clippy::type_complexity, reason = "named once")]
    pub reads: Box<dyn Fn(usize, &[u8]) -> bool>,
}

impl Sort {
    /// Text files. Invalid UTF-8 is refused before a reader sees it, so it becomes replacement characters here.
    fn of_texts(texts: Vec<(&'static Entry, String)>, reads: fn(&'static Entry, &str) -> bool) -> Sort {
        let (entries, seeds): (Vec<_>, Vec<_>) =
            texts.into_iter().map(|(entry, text)| (entry, text.into_bytes())).unzip();
        let reads = move |at: usize, bytes: &[u8]| reads(entries[at], &String::from_utf8_lossy(bytes));
        Sort { seeds, reads: Box::new(reads) }
    }
}

/// Strategies that come with the games. Long ones, with thousands of weights, are slow to read and repeat the same
/// few forms, so they are one in some hundreds.
pub fn strategies() -> Sort {
    const LONG: usize = 2000;
    let shipped = |entry: &&'static Entry| {
        let entry = *entry;
        let times = |text: &str| if text.len() > LONG { 1 } else { 100 };
        entry.shipped().iter().flat_map(move |one| vec![(entry, one.text.to_owned()); times(one.text)])
    };
    let mut texts: Vec<_> = GAMES.iter().flat_map(shipped).collect();
    let delectable = CATALOGUE.find("delectable").unwrap();
    let learned = "[learned.turn]\ntemperature = 0.5\nstars = 0.5\n\
        \"stars*stars\" = { weight = -0.12, mean = 6.3, sd = 5.2 }\n";
    let script = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n[on.turn]\nscore = \"0\"\n";
    texts.extend(vec![(delectable, format!("{script}{learned}")); 400]);
    Sort::of_texts(texts, |entry, text| entry.read_strategy("mine", "mine.toml", text, &[]).is_ok())
}

/// Data files that change a few values, and complete ones, which are slow to read and hence only a few in a thousand.
pub fn data() -> Sort {
    let (mut seeds, mut of) = (Vec::new(), Vec::new());
    let bases: Vec<Settings> = GAMES.iter().map(|entry| entry.settings().unwrap()).collect();
    for (game, (entry, base)) in GAMES.iter().zip(&bases).enumerate() {
        let name = entry.info().name;
        let line = |entry: &settings::Entry| {
            let is_bare = entry.value.parse::<i64>().is_ok() || ["true", "false"].contains(&&*entry.value);
            let mark = if is_bare { "" } else { "\"" };
            format!("\"{}\" = {mark}{}{mark}\n", entry.path, entry.value)
        };
        let lines: Vec<String> = base.entries().iter().map(line).collect();
        let head = format!("format = 2\ngame = \"{name}\"\nabout = \"A test.\"\n[values]\n");
        let changes = lines.chunks(lines.len().div_ceil(20)).map(|some| head.clone() + &some.concat());
        let mut changes: Vec<String> = changes.collect();
        changes = vec![changes; times(entry)].concat();
        changes.push(entry.info().data_file.to_owned());
        of.extend(vec![game; changes.len()]);
        seeds.extend(changes.into_iter().map(String::into_bytes));
    }
    let reads = move |at: usize, bytes: &[u8]| {
        let (entry, mut settings) = (GAMES[of[at]], bases[of[at]].clone());
        settings.overlay("mine.toml", &String::from_utf8_lossy(bytes)).is_ok()
            && entry.open(&settings, entry.info().default_players).is_ok()
    };
    Sort { seeds, reads: Box::new(reads) }
}

/// Experiments of the repository without charts: another crate draws charts.
pub fn experiments() -> Sort {
    let mut texts = Vec::new();
    for entry in GAMES {
        let folder =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments")).join(entry.info().name);
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        paths.sort();
        let text = |path: &PathBuf| (*entry, fs::read_to_string(path).unwrap());
        texts.extend(paths.iter().flat_map(|path| vec![text(path); times(entry)]));
    }
    let reads =
        |_: &'static Entry, text: &str| Question::read("mine.toml", text, &ShippedSources(CATALOGUE)).is_ok();
    texts.retain(|(entry, text)| reads(entry, text));
    Sort::of_texts(texts, reads)
}

/// How often files of the game occur. Opening a game takes as long as reading its data file, so the game with the
/// shortest one occurs most often.
fn times(entry: &Entry) -> usize {
    if entry.info().name == "restauranteur" { 60 } else { 1 }
}

/// An arm of random play and the game's `default` strategy.
fn arm(entry: &'static Entry) -> Arm {
    let strategies = vec![Strategy::Random, entry.shipped_strategy("default").unwrap().unwrap()];
    let seats = Seats { players: entry.info().default_players, strategies, lineup: None, seed: 1 };
    entry.arm(&Rules::new(entry.settings().unwrap()), seats).unwrap()
}

pub fn manifests() -> Sort {
    let manifest = |entry: &&'static Entry| {
        let arm = arm(entry);
        let tally = arm.play(0..2, arm.empty(), &mut ());
        vec![(*entry, Manifest::new(&arm, "sim".to_owned(), &tally).json()); times(entry)]
    };
    Sort::of_texts(GAMES.iter().flat_map(manifest).collect(), |_, text| {
        let Ok(manifest) = serde_json::from_str::<Manifest>(text) else { return false };
        // What listings and pages read from it.
        let _ = (manifest.range(), manifest.whole(), manifest.extent());
        let _ = (manifest.reconstructed(), manifest.not_a_number(), manifest.json());
        CATALOGUE.reopen(&manifest.inputs).is_ok()
    })
}

/// Half of the damaged tallies get a valid checksum, so that their numbers are read.
pub fn tallies() -> Sort {
    let arms: Vec<Arm> = GAMES.iter().map(|entry| arm(entry)).collect();
    let stored = |arm: &Arm| {
        let tally = arm.play(3..5, arm.empty(), &mut ());
        TallyRecord { digest: arm.inputs.digest(), deals: 3..5, tally }.to_bytes()
    };
    let seeds = arms.iter().map(stored).collect();
    let reads = move |at: usize, bytes: &[u8]| {
        let arm: &Arm = &arms[at];
        let read = |bytes: &[u8]| TallyRecord::from_bytes(bytes, &arm.frame, &arm.inputs.digest());
        let is_sealed = bytes.len().is_multiple_of(2);
        let stored = if is_sealed { read(&sealed(bytes)) } else { read(bytes) };
        // An accepted tally survives writing and reading.
        stored.is_ok_and(|stored| read(&stored.to_bytes()).is_ok_and(|again| again == stored))
    };
    Sort { seeds, reads: Box::new(reads) }
}

/// A file with its last eight bytes replaced by the checksum of all before: FNV-1a.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len().saturating_sub(8)];
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    [body, &sum.to_le_bytes()].concat()
}

pub fn transcripts() -> Sort {
    let told = |entry: &&'static Entry| {
        let settings = entry.settings().unwrap();
        let players = entry.info().default_players;
        let opened = entry.open(&settings, players).unwrap();
        let seats = vec![&Strategy::Random; players];
        let (style, alternatives) = (Style::Text, None);
        let telling = TranscriptSpec {
            seed: 1,
            deal: 0,
            rotation: 0,
            seats: &seats,
            settings: &[],
            style,
            alternatives,
        };
        let text = opened.write_transcript(&telling).to_string();
        // A reader keeps no state between lines.
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.chunks(40).map(|some| (*entry, some.concat())).collect::<Vec<_>>()
    };
    macro_rules! by_name {
        ($($title:path),* $(,)?) => {
            |entry, text| {
                let name = entry.info().name;
                $(if name == $title.info.name {
                    return read_actions(&played::with(&$title, $title.info.default_players, &[]), text).is_ok();
                })*
                false
            }
        };
    }
    Sort::of_texts(GAMES.iter().flat_map(told).collect(), sim_games::games!(by_name))
}
