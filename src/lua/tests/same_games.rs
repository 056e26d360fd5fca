//! Pig and Reef as files play the same games as the crates, deal by deal; Kuhn poker has the same tree.

use std::{fs, path::Path};

use sim_engine::Seat;
use sim_play::{
    Entry,
    arm::{Rules, Seats, Stop},
};

/// A game as a file, under the name of the crate.
fn file(name: &str) -> Entry {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(format!("{name}.lua"));
    let text = fs::read_to_string(path).unwrap();
    let title = sim_lua::read(&format!("{name}.lua"), &text, &sim_lua::Beside::default()).unwrap();
    Entry::of(Box::leak(Box::new(title)))
}

/// The rows of 600 deals between strategies with these texts; an empty text stands for random play.
fn tally(entry: &Entry, players: usize, texts: &[&str], set: &[(&str, &str)]) -> Vec<String> {
    let mut settings = entry.settings().unwrap();
    for (path, value) in set {
        settings.set(path, value).unwrap();
    }
    let strategy = |(at, text): (usize, &&str)| match *text {
        "" => entry.shipped_strategy("random").unwrap().unwrap(),
        text => entry.read_strategy(&format!("s{at}"), "s.toml", text, &[]).unwrap(),
    };
    let strategies = texts.iter().enumerate().map(strategy).collect();
    let seats = Seats { players, strategies, lineup: None, seed: 7 };
    let arm = entry.arm(&Rules::new(settings), seats).unwrap();
    struct Games(Vec<String>);
    impl sim_play::arm::Sink for Games {
        fn takes_rows(&self) -> bool {
            true
        }
        fn folded(
            &mut self,
            _: &sim_play::tally::Tally,
            rows: &[sim_play::Row],
        ) -> std::ops::ControlFlow<()> {
            // The files distinguish more reasons to end.
            self.0.extend(rows.iter().map(|row| format!("{:?}", sim_play::Row { end: 0, ..*row })));
            std::ops::ControlFlow::Continue(())
        }
    }
    let mut games = Games(Vec::new());
    arm.play(0..600, arm.empty(), &mut games);
    games.0
}

fn assert_same(crate_entry: &Entry, (name, players): (&str, usize), texts: &[&str], set: &[(&str, &str)]) {
    let file = tally(&file(name), players, texts, set);
    let own = tally(crate_entry, players, texts, set);
    assert!(file.len() >= 600);
    for (one, other) in file.iter().zip(&own) {
        assert_eq!(one, other, "{name}, {players} players, {texts:?}, {set:?}");
    }
}

#[test]
fn pig_is_the_same() {
    let default = include_str!("../../examples/pig/strategies/pig/default.toml");
    let bold = include_str!("../../examples/pig/strategies/pig/hold-at-25.toml");
    for set in [&[][..], &[("target", "60")], &[("faces", "8")]] {
        assert_same(&pig::ENTRY, ("pig", 2), &[""], set);
        assert_same(&pig::ENTRY, ("pig", 2), &[default, bold], set);
    }
}

/// The exact win rate of seat 1 between two strategies, the size of the tree, and its number of information sets.
fn exact(entry: &Entry, texts: [&str; 2], set: &[(&str, &str)]) -> (f64, usize, usize) {
    let mut settings = entry.settings().unwrap();
    for (path, value) in set {
        settings.set(path, value).unwrap();
    }
    let strategies = texts.map(|text| entry.read_strategy("s", "s.toml", text, &[]).unwrap());
    let game = entry.open(&settings, 2).unwrap();
    let (tree, profile) = game.enumerate(&strategies.each_ref(), 10_000, &Stop::new()).unwrap();
    (tree.value(&profile, Seat(0)), tree.size(), tree.sets().len())
}

/// The crate shuffles differently, so the test compares whole trees.
#[test]
fn kuhn_poker_is_the_same() {
    let equilibrium = include_str!("../../examples/kuhn/strategies/kuhn/equilibrium.toml");
    let honest = include_str!("../../examples/kuhn/strategies/kuhn/honest.toml");
    let bluffer = include_str!("../../examples/kuhn/strategies/kuhn/bluffer.toml");
    let file = file("kuhn");
    for texts in [[equilibrium, honest], [honest, equilibrium], [bluffer, honest], [equilibrium, bluffer]] {
        let (own, of_crate) = (exact(&file, texts, &[]), exact(&kuhn::ENTRY, texts, &[("payout", "chips")]));
        assert!((own.0 - of_crate.0).abs() < 1e-12, "{own:?}, {of_crate:?}");
        assert_eq!((own.1, own.2), (of_crate.1, of_crate.2));
    }
    // Kuhn 1950: the game is worth -1/18 to the first seat.
    assert!((exact(&file, [equilibrium, equilibrium], &[]).0 + 1.0 / 18.0).abs() < 1e-9);
}

#[test]
fn reef_is_the_same() {
    for players in 2..=4 {
        assert_same(&reef::ENTRY, ("reef", players), &[""], &[]);
    }
}
