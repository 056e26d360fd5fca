//! Games of La Bistro from end to end: random play and scripts under the laws of the game.

use crate::{
    play::episode::{Player, Watch, Workbench},
    rules::{
        Game, GameRecord, Luck, Node, Params,
        la_bistro::{LaBistro, State},
        params,
    },
    strategy::{Script, Scripted, Strategy},
};

fn parameters() -> Params {
    params::parse("data.toml", LaBistro::data_file()).unwrap()
}

fn game(players: usize) -> LaBistro {
    LaBistro::new(&parameters(), players).unwrap()
}

fn script(name: &str) -> Strategy {
    let shipped = LaBistro::shipped();
    let parse = |at: usize, default: Option<&Script>| {
        let file = shipped[at];
        Script::parse(LaBistro::vocabulary(), file.name, file.name, file.text, &[], default)
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let default = parse(0, None);
    let at = shipped.iter().position(|file| file.name == name).unwrap();
    Strategy::Script(Box::new(if at == 0 { default } else { parse(at, Some(&default)) }))
}

/// Watches that the laws of the game hold in every state.
struct Laws<'a>(&'a LaBistro);

impl Watch<LaBistro> for Laws<'_> {
    fn chance(&mut self, state: &State) {
        if let Err(message) = self.0.check_conservation(state) {
            panic!("{message} in {state:?}");
        }
    }
}

fn play(game: &LaBistro, table: &[&Strategy], deals: std::ops::Range<u64>, mut visit: impl FnMut(&State, &GameRecord)) {
    let mut bench = Workbench::<LaBistro>::new();
    let mut record = GameRecord::new(game.players(), game.components().len(), LaBistro::info().measures);
    let player = Player { game, seats: table };
    for deal in deals {
        let luck = Luck::new(11, deal);
        let dealt = game.deal(&luck, &mut |_| {});
        record.clear();
        let state = player.play(&dealt, &luck, &mut bench, &mut record, &mut Laws(game));
        assert!(!record.truncated, "deal {deal} was cut off");
        assert_eq!(game.node(&state), Node::Terminal);
        game.check_conservation(&state).unwrap();
        visit(&state, &record);
    }
}

#[test]
fn random_play_ends_and_keeps_the_books_at_every_table() {
    for players in 2..=6 {
        let game = game(players);
        let table = [&Strategy::Random; 6];
        let mut plies = 0;
        play(&game, &table[..players], 0..300, |_, record| plies = plies.max(record.plies));
        assert!(plies * 3 < game.ply_limit(), "{plies} plies against a limit of {}", game.ply_limit());
    }
}

#[test]
fn every_shipped_script_plays_at_every_table() {
    for shipped in LaBistro::shipped() {
        let strategy = script(shipped.name);
        for players in 2..=6 {
            let game = game(players);
            play(&game, &[&strategy; 6][..players], 0..20, |_, record| assert_eq!(record.nans, 0));
        }
    }
}
