//! Games of La Bistro from end to end: random play and scripts under the laws of the game.

use super::outlook::{Candidate, Outlook};
use crate::{
    play::episode::{Player, Watch, Workbench},
    rules::{
        Game, GameRecord, Luck, Node, Params, Seat,
        la_bistro::{Flow, LaBistro, Phase, State, Table},
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

fn play(
    game: &LaBistro,
    table: &[&Strategy],
    deals: std::ops::Range<u64>,
    mut visit: impl FnMut(&State, &GameRecord),
) {
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

/// Every ruling with every other reading, and every preset.
#[test]
fn every_ruling_and_preset_plays_to_the_end() {
    let shipped = script("default");
    let table = [&shipped, &Strategy::Random, &shipped, &Strategy::Random];
    let base = parameters();
    for preset in base.presets() {
        let mut changed = base.clone();
        changed.apply_preset(&preset.name).unwrap();
        play(&LaBistro::new(&changed, 4).unwrap(), &table, 0..20, |_, _| {});
    }
    let rulings = base.entries().into_iter().filter(|entry| entry.rule.starts_with("LB-A"));
    let mut readings = 0;
    for entry in rulings {
        let others: Vec<&str> = match entry.domain.as_str() {
            "true or false" => vec!["true", "false"],
            domain if domain.contains(" | ") => domain.split(" | ").collect(),
            _ => vec!["1", "2"],
        };
        for reading in others.into_iter().filter(|&reading| reading != entry.value) {
            let mut changed = base.clone();
            changed.set(&entry.path, reading).unwrap();
            play(&LaBistro::new(&changed, 4).unwrap(), &table, 0..20, |_, _| {});
            readings += 1;
        }
    }
    assert!(readings >= 25, "{readings} readings");
}

/// A roomy variant: no restaurant fills, so that every die finds the best restaurant on its box.
fn roomy(players: usize) -> LaBistro {
    let mut parameters = parameters();
    let streets: Vec<String> = parameters.table("buildings").rows.iter().map(|row| row.id.clone()).collect();
    for street in streets {
        parameters.set(&format!("buildings.{street}.capacity"), "15").unwrap();
    }
    parameters.set("large_capacity", "15").unwrap();
    LaBistro::new(&parameters, players).unwrap()
}

/// Takes the states before the dice are rolled.
#[derive(Default)]
struct BeforePayouts(Vec<State>);

impl Watch<LaBistro> for BeforePayouts {
    fn chance(&mut self, state: &State) {
        if state.table.phase == Phase::Payouts {
            self.0.push(*state);
        }
    }
}

#[test]
fn the_expected_income_is_the_mean_of_sampled_payouts() {
    let game = roomy(3);
    let shipped = script("default");
    let mut watch = BeforePayouts::default();
    let mut bench = Workbench::<LaBistro>::new();
    let mut record = GameRecord::new(3, game.components().len(), LaBistro::info().measures);
    for deal in 0..4 {
        let luck = Luck::new(21, deal);
        let dealt = game.deal(&luck, &mut |_| {});
        let seats = [&shipped, &Strategy::Random, &shipped];
        Player { game: &game, seats: &seats }.play(&dealt, &luck, &mut bench, &mut record, &mut watch);
    }
    // One outlook goes from state to state, as it does in a game.
    let mut outlook = Outlook::new(&game);
    for state in &watch.0 {
        let seen = game.observe(state, Seat(0));
        outlook.renew(seen);
        let now = outlook.now();
        let mut fresh = Outlook::new(&game);
        fresh.renew(seen);
        assert_eq!(fresh.now(), now);
        let paid = |table: &Table| {
            let flows = &table.flows[0];
            [Flow::Gold, Flow::Split, Flow::Increase, Flow::Income]
                .iter()
                .map(|&flow| flows[flow as usize])
                .sum::<i32>()
        };
        let rounds = 3000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for sample in 0..rounds {
            let mut drawn = *state;
            game.apply_chance(&mut drawn, &Luck::new(77, sample), &mut |_| {});
            let income = f64::from(paid(&drawn.table) - paid(&state.table));
            sum += income;
            squares += income * income;
        }
        let n = rounds as f64;
        let mean = sum / n;
        let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
        assert!((mean - now.income).abs() < 5.0 * error + 1e-9, "{mean} +- {error} against {now:?}");
    }
    assert!(watch.0.len() >= 16);
}

#[test]
fn a_change_weighed_is_the_change_made() {
    let game = game(4);
    let shipped = script("default");
    let mut watch = BeforePayouts::default();
    let mut bench = Workbench::<LaBistro>::new();
    let mut record = GameRecord::new(4, game.components().len(), LaBistro::info().measures);
    let luck = Luck::new(31, 0);
    let dealt = game.deal(&luck, &mut |_| {});
    let seats = [&Strategy::Random, &shipped, &Strategy::Random, &shipped];
    Player { game: &game, seats: &seats }.play(&dealt, &luck, &mut bench, &mut record, &mut watch);
    let mut changes = 0;
    for state in &watch.0 {
        for (seat, slot) in (0..4).flat_map(|seat| [(seat, 0), (seat, 1)]) {
            let house = state.table.restaurants[seat][slot];
            if !house.stands() {
                continue;
            }
            let mut outlook = Outlook::new(&game);
            let seen = game.observe(state, Seat(seat as u8));
            outlook.renew(seen);
            let now = outlook.now();
            let mut frame = None;
            for (cuisine, price, quality) in [(0, 4, 0), (1, 8, 4), (2, 1, 12), (2, house.price.max(1), 1)] {
                let mut changed = *state;
                let other = &mut changed.table.restaurants[seat][slot];
                (other.cuisine, other.price, other.quality) = (cuisine, price, quality);
                let candidate = Candidate { slot, standing: game.standing(other), price };
                let weighed = outlook.with(seen, &now, &candidate);
                let mut made = Outlook::new(&game);
                made.renew(game.observe(&changed, Seat(seat as u8)));
                let made = made.now();
                assert!((weighed.income - made.income).abs() < 1e-9, "{weighed:?} against {made:?}");
                let beside = outlook.beside(
                    seen,
                    frame.get_or_insert_with(|| outlook.frame(seen, &candidate)),
                    &candidate,
                );
                assert!((beside.income - made.income).abs() < 1e-9, "{beside:?} against {made:?}");
                assert!((0..2).all(|slot| (weighed.dice[slot] - made.dice[slot]).abs() < 1e-9));
                changes += 1;
            }
        }
    }
    assert!(changes > 50, "{changes} changes");
}

#[test]
fn every_archetype_beats_random_play() {
    let game = game(4);
    for shipped in LaBistro::shipped() {
        let strategy = script(shipped.name);
        let mut wins = 0;
        let table = [&strategy, &Strategy::Random, &Strategy::Random, &Strategy::Random];
        play(&game, &table, 0..60, |_, record| wins += u32::from(record.places.0[0] == 1));
        assert!(wins >= 50, "{} won {wins} of 60", shipped.name);
    }
}

#[test]
fn diners_beyond_the_sections_are_turned_away() {
    use super::outlook::seated;
    assert_eq!(seated(7.5, 15), 7.5);
    assert_eq!(seated(15.0, 4), 4.0);
    assert_eq!(seated(0.0, 4), 0.0);
    // One die of fifteen at even odds each, one section: 1 - (14/15)^15.
    let expected = 1.0 - (14.0f64 / 15.0).powi(15);
    assert!((seated(1.0, 1) - expected).abs() < 1e-12);
}
