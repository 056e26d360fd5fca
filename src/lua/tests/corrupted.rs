//! Corrupted files: no panic, no hang, and memory within bounds, whatever is read and played.

use std::{fs, path::Path};

use sim_engine::{Game, Luck, Node, Offer, Purpose, Stream, settings};
use sim_lua::{Beside, read};
use sim_script::Title;

/// Pieces that are inserted into files.
const PIECES: [&str; 24] = [
    "end",
    "(",
    ")",
    "{",
    "}",
    "nil",
    "0",
    "-1",
    "1e308",
    "\"",
    "return",
    "while true do end",
    "function",
    "=",
    ",",
    "..",
    "#",
    "[",
    "]",
    "g",
    "seat",
    "math.huge",
    "error()",
    "\u{202e}",
];

fn corrupted(text: &str, stream: &mut Stream) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..1 + stream.index(3) {
        let at = stream.index(characters.len());
        match stream.index(4) {
            0 => drop(characters.remove(at)),
            1 => {
                let piece: Vec<char> = PIECES[stream.index(PIECES.len())].chars().collect();
                characters.splice(at..at, piece);
            }
            2 => {
                let end = (at + 1 + stream.index(20)).min(characters.len());
                characters.drain(at..end);
            }
            _ => {
                let other = stream.index(characters.len());
                characters.swap(at, other);
            }
        }
    }
    characters.into_iter().collect()
}

/// Plays up to 200 steps of a game at random.
fn play<T: Title>(title: &T) {
    let Ok(settings) = settings::parse("data.toml", title.info().data_file) else { return };
    let Ok(game) = title.set_up(&settings, title.info().default_players) else { return };
    let luck = Luck::new(1, 1);
    let mut stream = luck.stream(Purpose::new("test.play"), 0);
    let mut state = game.deal(&luck, &mut |_| {});
    let mut actions = Vec::new();
    for _ in 0..200 {
        match game.node(&state) {
            Node::Terminal => return,
            Node::Chance => game.apply_chance(&mut state, &luck, &mut |_| {}),
            Node::Decision { .. } => {
                actions.clear();
                let action = match game.legal(&state, &mut actions) {
                    Offer::Actions => actions[stream.index(actions.len())],
                    Offer::Amount(amount) => match game.amount_action(Some(amount.min)) {
                        Some(action) => action,
                        None => return,
                    },
                };
                game.apply(&mut state, action, &mut |_| {});
            }
        }
    }
}

#[expect(clippy::print_stdout, reason = "--nocapture shows what came of them")]
fn try_out(files: u64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let texts: Vec<String> = ["pig", "kuhn", "leduc", "reef", "draft"]
        .map(|name| fs::read_to_string(folder.join(format!("{name}.lua"))).unwrap())
        .to_vec();
    let (mut refused, mut broken) = (0, 0);
    for number in 0..files {
        let mut stream = Luck::new(20_261_130, number).stream(Purpose::new("test.corrupt"), 0);
        let text = corrupted(&texts[stream.index(texts.len())], &mut stream);
        match read("game.lua", &text, &Beside::default()) {
            Ok(title) => {
                play(&title);
                broken += u32::from(title.failure().is_some());
            }
            Err(error) => {
                assert!(error.line >= 1 && !error.message.is_empty(), "{error}");
                refused += 1;
            }
        }
    }
    println!("{files} files: {refused} were refused, {broken} broke in play");
    assert!(refused > files / 4, "{refused}");
}

#[test]
fn corrupted_files_are_refused_or_played() {
    try_out(600);
}

/// `cargo test --release -p sim-lua --test corrupted -- --ignored --nocapture`
#[test]
#[ignore = "some minutes for a hundred thousand files"]
fn a_hundred_thousand_corrupted_files() {
    try_out(100_000);
}
