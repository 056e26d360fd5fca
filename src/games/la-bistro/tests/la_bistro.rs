//! Whole games of La Bistro: every value of every ruling, and archetypes against random play.

use sim_engine::{
    Game, GameRecord, Lawful, Luck,
    settings::{self, Settings},
};
use sim_la_bistro::TITLE;
use sim_la_bistro::rules::{LaBistro, State};
use sim_play::episode::{Episode, Watch, Workbench};
use sim_script::{Script, Strategy};

fn settings() -> Settings {
    settings::parse("data.toml", LaBistro::INFO.data_file).unwrap()
}

fn script(name: &str) -> Strategy {
    let shipped = TITLE.shipped;
    let parse = |at: usize, default: Option<&Script>| {
        let file = shipped[at];
        Script::parse(TITLE.vocabulary, file.name, file.name, file.text, &[], default).unwrap()
    };
    let default = parse(0, None);
    let at = shipped.iter().position(|file| file.name == name).unwrap();
    Strategy::Script(Box::new(if at == 0 { default } else { parse(at, Some(&default)) }))
}

/// Checks conservation before every chance node.
struct Laws<'a>(&'a LaBistro);

impl Watch<LaBistro> for Laws<'_> {
    fn chance(&mut self, state: &State) {
        self.0.check_conservation(state).unwrap();
    }
}

fn play(game: &LaBistro, table: &[&Strategy], deals: u64, mut visit: impl FnMut(&GameRecord)) {
    let mut bench = Workbench::new(game);
    let mut record = game.record();
    let episode = Episode { game, seats: table };
    for deal in 0..deals {
        let luck = Luck::new(11, deal);
        let dealt = game.deal(&luck, &mut |_| {});
        record.clear();
        let state = episode.play(&dealt, &luck, &mut bench, &mut record, &mut Laws(game));
        assert!(!record.truncated, "deal {deal} was cut off");
        game.check_conservation(&state).unwrap();
        visit(&record);
    }
}

#[test]
fn random_play_stays_far_below_the_ply_limit() {
    for players in 2..=6 {
        let game = LaBistro::new(&settings(), players).unwrap();
        let mut plies = 0;
        play(&game, &[&Strategy::Random; 6][..players], 300, |record| plies = plies.max(record.plies));
        assert!(plies * 3 < game.ply_limit(), "{plies} plies against a limit of {}", game.ply_limit());
    }
}

/// Plays every alternative value of every ruling, and every preset.
#[test]
fn every_ruling_and_preset_plays_to_the_end() {
    let shipped = script("default");
    let table = [&shipped, &Strategy::Random, &shipped, &Strategy::Random];
    let base = settings();
    for preset in base.presets() {
        let mut changed = base.clone();
        changed.apply_preset(&preset.name).unwrap();
        play(&LaBistro::new(&changed, 4).unwrap(), &table, 20, |_| {});
    }
    let rulings = base.entries().into_iter().filter(|entry| entry.rule.starts_with("LB-A"));
    let mut readings = 0;
    for entry in rulings {
        let mut others = entry.domain.readings();
        if others.is_empty() {
            others = vec!["1".to_owned(), "2".to_owned()];
        }
        for reading in others.into_iter().filter(|reading| *reading != entry.value) {
            let mut changed = base.clone();
            changed.set(&entry.path, &reading).unwrap();
            play(&LaBistro::new(&changed, 4).unwrap(), &table, 20, |_| {});
            readings += 1;
        }
    }
    assert!(readings >= 25, "{readings} readings");
}

#[test]
fn every_archetype_beats_random_play() {
    let game = LaBistro::new(&settings(), 4).unwrap();
    for shipped in TITLE.shipped {
        let strategy = script(shipped.name);
        let mut wins = 0;
        let table = [&strategy, &Strategy::Random, &Strategy::Random, &Strategy::Random];
        play(&game, &table, 60, |record| wins += u32::from(record.places.0[0] == 1));
        assert!(wins >= 50, "{} won {wins} of 60", shipped.name);
    }
}
