//! The expected income against sampled Payouts rounds, and changes weighed against changes made.

use super::outlook::{Candidate, Outlook};
use crate::rules::{
    Game, Luck, Node, Offer, Seat,
    la_bistro::{Flow, LaBistro, Phase, State, Table},
    params,
};

fn parameters() -> params::Params {
    params::parse("data.toml", LaBistro::data_file()).unwrap()
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

/// The states before the dice of Payouts rounds are rolled, in games played at random.
fn before_payouts(game: &LaBistro, deals: std::ops::Range<u64>) -> Vec<State> {
    let mut states = Vec::new();
    let mut legal = Vec::new();
    for deal in deals {
        let luck = Luck::new(21, deal);
        let mut state = game.deal(&luck, &mut |_| {});
        let mut stream = luck.imagination(0);
        loop {
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => {
                    if state.table.phase == Phase::Payouts {
                        states.push(state);
                    }
                    game.apply_chance(&mut state, &luck, &mut |_| {});
                }
                Node::Decision { .. } => {
                    legal.clear();
                    let action = match game.legal(&state, &mut legal) {
                        Offer::Actions => Some(legal[stream.index(legal.len())]),
                        Offer::Amount(limits) => {
                            let is_open = limits.max >= limits.min && stream.below(3) > 0;
                            game.amount_action((is_open || !limits.may_pass).then_some(limits.min))
                        }
                    };
                    game.apply(&mut state, action.unwrap(), &mut |_| {});
                }
            }
        }
    }
    states
}

#[test]
fn the_expected_income_is_the_mean_of_sampled_payouts() {
    let game = roomy(3);
    let states = before_payouts(&game, 0..8);
    // One outlook goes from state to state, as it does in a game.
    let mut outlook = Outlook::new(&game);
    for state in &states {
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
    assert_eq!(states.len(), 8 * 4);
}

#[test]
fn a_change_weighed_is_the_change_made() {
    let game = LaBistro::new(&parameters(), 4).unwrap();
    let mut changes = 0;
    for state in &before_payouts(&game, 0..6) {
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
fn diners_beyond_the_sections_are_turned_away() {
    use super::outlook::seated;
    assert_eq!(seated(7.5, 15), 7.5);
    assert_eq!(seated(15.0, 4), 4.0);
    assert_eq!(seated(0.0, 4), 0.0);
    // One die of fifteen at even odds each, one section: 1 - (14/15)^15.
    let expected = 1.0 - (14.0f64 / 15.0).powi(15);
    assert!((seated(1.0, 1) - expected).abs() < 1e-12);
}
