//! Solo games against McDogald's (CK-191..223).

mod abilities;
mod meal;
mod picks;
mod placement;

use super::{follow, legal, row, rules, send, start, token, tokens};
use crate::rules::{
    Action, CritterKitchen, Event, Item,
    action::With,
    cards::{Board, effects::Aim},
    mcdogalds::AUTOMA,
    state::{FUNDS, Fund, Phase, Shopping, Stage, State},
    token::{Token, Tokens},
    variant::{NONE, ZOUS},
};
use sim_engine::{Game, Luck, Node, Seat};

/// Indices of the places in the solo row.
const TRUCK: usize = 0;
const GARDEN: usize = 1;
const DESERT: usize = 2;
const MERCHANT: usize = 3;
const ACADEMY: usize = 4;

fn solo(changes: &[(&str, &str)]) -> CritterKitchen {
    rules(1, changes)
}

/// Returns rules in which every chef's card has this goal and arrow, and the manager sends nobody.
fn with_order(goal: &str, arrow: &str) -> CritterKitchen {
    let mut game = solo(&[]);
    for (at, deck) in game.cards.house.decks.iter_mut().enumerate() {
        for card in &mut deck.cards {
            (card.goal, card.arrow) = (goal.parse().unwrap(), arrow.parse().unwrap());
            if at == 0 {
                (card.goal, card.chef) = (Aim::Front, None);
            }
        }
    }
    game
}

/// Returns the first plans with no items at any place.
fn bare(game: &CritterKitchen) -> State {
    let mut state = start(game);
    for spread in &mut state.spreads {
        state.bag.add_all(&spread.tokens);
        spread.tokens = Tokens::default();
        spread.has_bisque = false;
    }
    state.bisques = 7;
    state.zous_on_offer = NONE;
    // Requires meat, cheese and mushroom.
    state.challenges[0] = row(game, "savory-stack");
    state
}

/// Resolves a place where McDogald's has a chef; returns the items it takes, in order.
fn picks(game: &CritterKitchen, state: &mut State, place: usize, chef: usize) -> Vec<Item> {
    state.kitchens[AUTOMA].plan = [NONE; 4];
    state.kitchens[AUTOMA].plan[chef] = place as u8;
    state.shopping = Shopping::at(place);
    state.shopping.stage = Stage::Open;
    state.phase = Phase::Run;
    let mut taken = Vec::new();
    let mut note = |event: Event| {
        if let Event::Picked { seat, item, .. } = event {
            assert_eq!(seat.index(), AUTOMA);
            taken.push(item);
        }
    };
    if place == MERCHANT {
        // The Merchant is not filled, so that only the test places its items.
        state.shopping.here[AUTOMA] = chef as u8;
        state.shopping.stage = Stage::LineUp;
    }
    // No other chef is out, so places resolve without decisions up to the Merchant or the next round.
    game.run(state, &mut note);
    taken
}

fn items(names: &str) -> Vec<Item> {
    names
        .split_whitespace()
        .map(|name| match name {
            "soup" => Item::Soup,
            "bisque" => Item::Bisque,
            "zous-chef" => Item::ZousChef,
            name => Item::Token(token(name)),
        })
        .collect()
}

fn stars(state: &State, who: usize, fund: Fund) -> i16 {
    state.kitchens[who].stars[fund as usize]
}

/// Returns the first plans with no items, under this critic.
fn judged_by(game: &CritterKitchen, name: &str) -> State {
    let mut state = bare(game);
    state.critic = row(game, name);
    state
}

#[test]
fn ck_191_and_193_the_table_is_set_for_two() {
    let game = solo(&[]);
    let boards: Vec<Board> = game.cards.locations.iter().map(|location| location.board).collect();
    assert_eq!(boards, [Board::SoupTruck, Board::Shop, Board::Shop, Board::Merchant, Board::Academy]);
    let state = start(&game);
    // 3 + 3 on the boards and 2 at the academy.
    assert_eq!(state.bag.total(), 119 - 8);
    assert_eq!(state.spreads[ACADEMY].tokens.total(), 2);
    assert_eq!((state.kitchens[0].soup, state.kitchens[0].stock.is_empty()), (1, true));
}

#[test]
fn ck_192_mcdogalds_starts_with_the_stars_of_the_critic() {
    let game = solo(&[("critics.cow.start", "7")]);
    let mut met = 0;
    for deal in 0..40 {
        let state = game.deal(&Luck::new(1, deal), &mut |_| {});
        let start = game.cards.critics.cards[usize::from(state.critic)].start;
        assert_eq!(game.points(&state, Seat(AUTOMA as u8)), i32::from(start));
        assert_eq!(game.points(&state, Seat(0)), 0);
        met += u32::from(state.critic == row(&game, "cow") && start == 7);
    }
    assert!(met > 0, "the Cow judges one game of twelve");
}

#[test]
fn ck_194_and_211_mcdogalds_has_a_kitchen_and_no_soup() {
    let state = start(&solo(&[]));
    let kitchen = &state.kitchens[AUTOMA];
    assert_eq!((kitchen.soup, kitchen.bisque, kitchen.stock.is_empty()), (0, 0, true));
}

#[test]
fn ck_195_the_decks_are_whole() {
    let house = solo(&[]).cards.house;
    assert_eq!(house.decks[0].cards.len(), 14);
    assert_eq!(house.decks[1..].iter().map(|deck| deck.cards.len()).sum::<usize>(), 30);
    // Each deck is shuffled independently, so the top cards of two decks of equal size can differ.
    let tops: Vec<(usize, usize)> = (0..60)
        .map(|deal| {
            let luck = Luck::new(1, deal);
            (
                house.decks[1].top(&luck, 1, house.decks[1].all(), 0),
                house.decks[2].top(&luck, 2, house.decks[2].all(), 0),
            )
        })
        .collect();
    for card in 0..10 {
        assert!(tops.iter().any(|top| top.0 == card) && tops.iter().any(|top| top.1 == card), "card {card}");
    }
    assert!(tops.iter().any(|top| top.0 != top.1));
}

#[test]
fn ck_195_a_deck_is_drawn_evenly_and_without_repeats() {
    let game = solo(&[]);
    let deck = &game.cards.house.decks[1];
    let mut counts = [0u32; 10];
    for deal in 0..20_000 {
        counts[deck.top(&Luck::new(7, deal), 1, deck.all(), 0)] += 1;
    }
    // 9 degrees of freedom: 27.88 is the 0.1 % point.
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 2e3).powi(2) / 2e3).sum();
    assert!(chi < 27.88, "{counts:?}");
}

#[test]
fn ck_196_its_hat_is_in_front() {
    assert_eq!(start(&solo(&[])).track[..2], [AUTOMA as u8, 0]);
}

#[test]
fn ck_a15_a_rumor_is_open_when_both_hold_it() {
    for (flag, after_mine, after_both) in [("true", 0, 0b10), ("false", 0b10, 0b10)] {
        let game = solo(&[("mcdogalds_learns", flag)]);
        let mut state = bare(&game);
        game.give(&mut state, 0, token("rumor-2"), &mut |_| {});
        assert_eq!(state.open_rumors, after_mine);
        game.give(&mut state, AUTOMA, token("rumor-2"), &mut |_| {});
        assert_eq!(state.open_rumors, after_both);
    }
}

#[test]
fn ck_a62_restaurateurs_are_dealt_to_the_player_alone() {
    let game = solo(&[("restaurateurs", "true")]);
    let mut state = game.deal(&Luck::new(3, 0), &mut |_| {});
    let keep = legal(&game, &state)[0];
    follow(&game, &mut state, &[&keep.to_string()]);
    assert_ne!(state.kitchens[0].restaurateur, NONE);
    assert_eq!(state.kitchens[AUTOMA].restaurateur, NONE);
    assert_eq!(state.kitchens[AUTOMA].dealt, [NONE; 2]);
}

#[test]
fn the_opponent_is_told_apart_from_seats() {
    let game = solo(&[]);
    assert_eq!((game.players(), game.contenders(), game.automa()), (1, 2, Some("McDogald's")));
    let pair = rules(2, &[]);
    assert_eq!((pair.players(), pair.contenders(), pair.automa()), (2, 2, None));
}
