//! `sim new game`: a small complete game as a starting point for one's own, in a file or a crate.

mod file;

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use super::{failure::Failure, output};
use sim_store::is_device;

#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  sim new game harbour
  sim new game bluff --like hidden-hands
  sim new game harbour --rust

The file holds a small game that plays, passes the laws and can be audited. Change one table or function after the other \
until it is your game. With --rust a folder holds a crate of the same kind; src/lib.rs lists the steps.")]
pub struct NewGame {
    /// Name of the game, and of its file or its crate
    name: String,
    /// The game to begin with
    #[arg(long, value_name = "KIND", default_value = "push-your-luck")]
    like: Genre,
    /// Write a Rust crate in place of a file. It plays faster, and needs a Rust toolchain
    #[arg(long)]
    rust: bool,
    /// With --rust: the laboratory that it depends on: a folder with its sources, or the address of a git repository
    /// [default: the sources that this program was built from]
    #[arg(long, value_name = "PATH|URL", requires = "rust")]
    sim: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Genre {
    /// A deck of 20 cards, amounts to stake, points by round; for two to four
    PushYourLuck,
    /// Bluffing: a hidden card for each player, a bet, a zero-sum ending; for two
    HiddenHands,
    /// A row of open cards to take from, sets that score; for two to four. Not with --rust
    Drafting,
}

/// A starting point: an example of the laboratory, which is tested there.
struct Example {
    package: &'static str,
    game: &'static str,
    title: &'static str,
    /// Texts that fit only this example, and their replacements.
    own: &'static [(&'static str, &'static str)],
    files: &'static [(&'static str, &'static str)],
}

/// Files of an example, with their texts.
macro_rules! files {
    ($example:literal: $($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../../examples/", $example, "/", $path)))),+]
    };
}

const REEF: Example = Example {
    package: "reef",
    game: "Reef",
    title: "Reef",
    own: &[],
    files: files!["reef":
        "build.rs",
        "src/main.rs",
        "src/lib.rs",
        "src/rules.md",
        "src/data.toml",
        "src/rules.rs",
        "src/strategy.rs",
        "src/tests.rs",
        "strategies/reef/default.toml",
        "strategies/reef/careful.toml",
        "strategies/reef/daredevil.toml",
        "strategies/reef/banker.toml",
        "strategies/reef/order.txt",
        "experiments/reef/daredevil.toml",
    ],
};

const KUHN: Example = Example {
    package: "kuhn",
    game: "Kuhn",
    title: "Kuhn poker",
    own: &[("Harold W. Kuhn", "you"), (" (Kuhn 1950)", "")],
    files: files!["kuhn":
        "build.rs",
        "src/main.rs",
        "src/rules.md",
        "src/data.toml",
        "src/rules.rs",
        "src/strategy.rs",
        "src/tests.rs",
        "strategies/kuhn/default.toml",
        "strategies/kuhn/equilibrium.toml",
        "strategies/kuhn/honest.toml",
        "strategies/kuhn/bluffer.toml",
        "strategies/kuhn/caller.toml",
        "strategies/kuhn/order.txt",
    ],
};

impl Genre {
    fn example(self) -> Result<&'static Example, Failure> {
        match self {
            Genre::PushYourLuck => Ok(&REEF),
            Genre::HiddenHands => Ok(&KUHN),
            Genre::Drafting => Err(Failure::misuse(
                "no crate is like a drafting game",
                "leave out --rust, or write --like push-your-luck or --like hidden-hands",
            )),
        }
    }
}

impl Example {
    fn texts(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.files.iter().copied()
    }

    /// The words of its code, without comments and strings.
    fn identifiers(&self) -> impl Iterator<Item = &'static str> {
        let sources = self.texts().filter(|(path, _)| path.ends_with(".rs"));
        let lines = sources.flat_map(|(_, text)| text.lines());
        let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.flat_map(|line| line.split('"').step_by(2));
        code.flat_map(|code| code.split(|c: char| !(c.is_alphanumeric() || c == '_')))
    }
}

/// Names reserved by Rust or cargo.
const KEPT: &str = "abstract alloc as async await become box break build const continue core crate deps do dyn else \
    enum examples extern false final fn for gen if impl in incremental let loop macro match mod move mut override \
    priv proc-macro pub ref return self serde sim static std struct super test trait true try type typeof unsafe \
    unsized use virtual where while yield";

impl NewGame {
    pub fn run(&self) -> Result<(), Failure> {
        if !self.rust {
            return file::write(&self.name, self.like);
        }
        let example = self.like.example()?;
        let names = Names::new(&self.name, example)?;
        let place = Path::new(&self.name);
        if place.symlink_metadata().is_ok() {
            return Err(Failure::misuse(format!("{} exists already", self.name), "choose another name"));
        }
        let laboratory = LabSource::find(self.sim.as_deref())?;
        write(place, (example, &names), &laboratory)?;
        let name = &self.name;
        output::print(&format!(
            "{name}/\nplay it:   cd {name} && cargo run --release -- --n 1e5\ntest it:   cargo test --release\naudit it:  cargo run --release -- report\nchange it: {name}/src/lib.rs lists the steps\n"
        ))
    }
}

/// Writes the crate to a temporary folder, and moves it to its place when it is complete.
fn write(place: &Path, (example, names): (&Example, &Names), laboratory: &LabSource) -> Result<(), Failure> {
    let failed = |error| Failure::from(sim_store::Error::at("write", place)(error));
    let aside = tempfile::Builder::new().prefix(".new-").tempdir_in(".").map_err(failed)?;
    let root = aside.path().join("game");
    let manifest = ("Cargo.toml".to_owned(), manifest(&names.package, laboratory));
    let ignored = (".gitignore".to_owned(), "/target\n/reports/*/*/\n".to_owned());
    // The front page describes the steps, which are the same for every game.
    let front =
        REEF.texts().filter(|(path, _)| *path == "src/lib.rs").map(|(path, text)| (&REEF, path, text));
    let own = example.texts().map(|(path, text)| (example, path, text));
    let files = front.chain(own).map(|(of, path, text)| (names.put_in(of, path), names.put_in(of, text)));
    for (path, text) in files.chain([manifest, ignored]) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&root)).map_err(failed)?;
        fs::write(path, text).map_err(failed)?;
    }
    if let LabSource::Folder(sources, _) = laboratory {
        // The versions that the laboratory is tested with; without them cargo chooses its own.
        let _ = fs::copy(sources.join("Cargo.lock"), root.join("Cargo.lock"));
    }
    fs::rename(&root, place).map_err(failed)
}

fn manifest(name: &str, laboratory: &LabSource) -> String {
    let text =
        include_str!("new_game/Cargo.toml.txt").replace("NAME", name).replace("NOTE\n", laboratory.note());
    let parts = ["cli", "engine", "play", "script", "shipped"];
    parts.iter().fold(text, |text, part| text.replace(&format!("PLACE/{part}"), &laboratory.part(part)))
}

enum LabSource {
    /// Its sources, and their path relative to the game's folder if the two lie together.
    Folder(PathBuf, Option<PathBuf>),
    Git(String),
}

impl LabSource {
    fn find(asked: Option<&str>) -> Result<LabSource, Failure> {
        let is_address = |word: &str| word.contains("://") || word.starts_with("git@");
        match asked {
            Some(word) if is_address(word) => Ok(LabSource::Git(word.to_owned())),
            Some(word) => sources(Path::new(word)).ok_or_else(|| {
                let help = "name the folder that holds its Cargo.toml and src/engine";
                Failure::misuse(format!("--sim {word}: no sources of the laboratory lie there"), help)
            }),
            None => {
                Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).and_then(sources).ok_or_else(|| {
                    let help = "say where they are: --sim FOLDER, or --sim URL of a git repository";
                    Failure::misuse("the sources that this program was built from are gone", help)
                })
            }
        }
    }

    fn part(&self, part: &str) -> String {
        let quoted = |text: String| toml::Value::String(text).to_string();
        match self {
            LabSource::Folder(root, way) => {
                let path = way.as_ref().unwrap_or(root).join("src").join(part);
                format!("path = {}", quoted(path.display().to_string()))
            }
            LabSource::Git(address) => format!("git = {}", quoted(address.clone())),
        }
    }

    fn note(&self) -> &'static str {
        match self {
            LabSource::Folder(_, None) => {
                "# The laboratory lies elsewhere, so its path is absolute. Where it has another path, as on another machine,\n# \
                 write that path here, or `git = \"URL\"`.\n"
            }
            LabSource::Folder(_, Some(_)) | LabSource::Git(_) => "",
        }
    }
}

fn sources(folder: &Path) -> Option<LabSource> {
    let root = folder.canonicalize().ok()?;
    let way = Path::new(".").canonicalize().ok().and_then(|here| way(&here, &root));
    root.join("src/engine/Cargo.toml").is_file().then_some(LabSource::Folder(root, way))
}

/// The relative path to the sources from a folder made in `here`, if it lies next to them or inside: they are then
/// moved or copied together. Others may be separated.
fn way(here: &Path, root: &Path) -> Option<PathBuf> {
    if root.parent() == Some(here) {
        return Some(Path::new("..").join(root.file_name()?));
    }
    let below = here.strip_prefix(root).ok()?;
    Some(below.components().map(|_| "..").chain([".."]).collect())
}

/// The words of a game's name, capitalized: `My` and `Game` for `my-game`. `None` for an invalid name.
fn words_of(name: &str) -> Option<Vec<String>> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let words: Vec<&str> = name.split('-').collect();
    let is_name = words.iter().all(|word| !word.is_empty() && word.chars().all(is_plain))
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 40;
    is_name.then(|| words.iter().map(|word| word[..1].to_uppercase() + &word[1..]).collect())
}

struct Names {
    /// `my-game`
    package: String,
    /// `my_game`
    library: String,
    /// `MyGame`
    game: String,
    /// `My Game`
    title: String,
}

impl Names {
    fn new(package: &str, example: &Example) -> Result<Names, Failure> {
        let refused = |why: &str, help: &str| {
            Err(Failure::misuse(format!("`{package}` cannot be a game's name: {why}"), help.to_owned()))
        };
        let Some(words) = words_of(package) else {
            return refused(
                "it is a folder, a crate and a word on the command line",
                "use small letters, digits and hyphens, a letter first: my-game",
            );
        };
        if is_device(package) {
            return refused("it names a device in Windows", "choose another one, as my-game");
        }
        if KEPT.split_whitespace().any(|kept| kept == package) || package.starts_with("sim-") {
            return refused("Rust, cargo or the laboratory use it", "choose another one, as my-game");
        }
        let names = Names {
            package: package.to_owned(),
            library: package.replace('-', "_"),
            game: words.concat(),
            title: words.join(" "),
        };
        if names.game != example.game && example.identifiers().any(|taken| taken == names.game) {
            return refused("its rules have another thing of this name", "choose another one, as my-game");
        }
        Ok(names)
    }

    /// A text of an example, rewritten for this game.
    fn put_in(&self, example: &Example, text: &str) -> String {
        let Example { package, game, title, own, .. } = *example;
        let quoted = |title: &str| format!("\"{title}\"");
        let heading = |title: &str| format!("# {title}\n");
        let mut text = text
            .replace(&quoted(title), &quoted(&self.title))
            .replace(&heading(title), &heading(&self.title));
        for (foreign, instead) in own {
            text = text.replace(foreign, instead);
        }
        if title != game {
            text = text.replace(title, &self.title);
        }
        let text = text.replace(game, &self.game);
        text.replace(&format!("{package}::"), &format!("{}::", self.library)).replace(package, &self.package)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_all_its_forms() {
        let names = Names::new("my-2nd-game", &REEF).unwrap();
        let forms = [&names.package, &names.library, &names.game, &names.title];
        assert_eq!(forms, ["my-2nd-game", "my_2nd_game", "My2ndGame", "My 2nd Game"]);
        let text = "use reef::ENTRY; impl Game for Reef; title: \"Reef\", game = \"reef\"";
        let expected =
            "use my_2nd_game::ENTRY; impl Game for My2ndGame; title: \"My 2nd Game\", game = \"my-2nd-game\"";
        assert_eq!(names.put_in(&REEF, text), expected);
        let text = "Kuhn poker (Kuhn 1950): title: \"Kuhn poker\", kuhn.deal, impl Game for Kuhn";
        let expected = "My 2nd Game: title: \"My 2nd Game\", my-2nd-game.deal, impl Game for My2ndGame";
        assert_eq!(names.put_in(&KUHN, text), expected);
    }

    #[test]
    fn sources_that_lie_beside_the_game_are_told_from_there() {
        let told = |here, root| way(Path::new(here), Path::new(root));
        let path = |path| Some(PathBuf::from(path));
        assert_eq!(told("/home/me", "/home/me/sim"), path("../sim"));
        assert_eq!(told("/home/me/sim", "/home/me/sim"), path(".."));
        assert_eq!(told("/home/me/sim/games", "/home/me/sim"), path("../.."));
        assert_eq!(told("/home/me/games", "/home/me/sim"), None);
        assert_eq!(told("/tmp", "/home/me/sim"), None);
    }

    #[test]
    fn names_that_make_no_crate_are_refused() {
        for name in [
            "", "My", "2nd", "a_b", "a--b", "-a", "a-", "self", "sim", "sim-cli", "serde", "game", "action",
            "../up", "é",
        ] {
            assert!(Names::new(name, &REEF).is_err(), "{name}");
        }
        for name in ["a", "one", "another", "reef", "harbour", "go-fish", "catan2"] {
            assert!(Names::new(name, &REEF).is_ok(), "{name}");
        }
    }
}
