//! Tests of the rules, named by rule number.

mod cards;
mod events;
mod hidden;
mod meals;
mod measures;
mod plates;
mod play;
mod rulings;
mod second_reading;
mod settings;
mod setup;
mod shopping;
mod solo;

use super::{
    CritterKitchen, Event, Item,
    state::State,
    token::{Token, Tokens},
    variant::NONE,
};
use crate::TITLE;
use sim_engine::{Game, Luck, Node};
use sim_script::played::{self, at_random, legal, row, settle, with};

/// Returns the rules with changed settings.
pub fn rules(players: usize, changes: &[(&str, &str)]) -> CritterKitchen {
    with(&TITLE, players, changes)
}

/// Returns a game at its first plans.
fn start(game: &CritterKitchen) -> State {
    let luck = Luck::new(3, 0);
    let mut state = game.deal(&luck, &mut |_| {});
    settle(game, &mut state, &luck, &mut |_| {});
    state
}

/// Returns a game at its first plans with only the named tokens at each place.
fn laid(game: &CritterKitchen, boards: &[(usize, &str)]) -> State {
    let mut state = start(game);
    for spread in &mut state.spreads {
        spread.tokens = Tokens::default();
    }
    for &(place, names) in boards {
        state.spreads[place].tokens = tokens(names);
    }
    state
}

/// Returns a game at its first plans with tokens on board 1 only and a zous-chef working for seat 1.
fn with_zous_at(game: &CritterKitchen, name: &str, board: &str) -> State {
    let mut state = laid(game, &[(1, board)]);
    state.kitchens[0].zous = row(game, name);
    state
}

/// Sets the challenges of day 1.
fn reveal(game: &CritterKitchen, state: &mut State, names: [&str; 3]) {
    for (slot, name) in state.challenges.iter_mut().zip(names) {
        *slot = row(game, name);
    }
}

fn tokens(names: &str) -> Tokens {
    let mut tokens = Tokens::default();
    for name in names.split_whitespace() {
        tokens.add(Token::parse(name).unwrap(), 1);
    }
    tokens
}

fn token(name: &str) -> Token {
    Token::parse(name).unwrap()
}

/// Applies actions from their notation, and chance in between; returns the events.
fn follow(game: &CritterKitchen, state: &mut State, actions: &[&str]) -> Vec<Event> {
    played::follow(game, state, &Luck::new(3, 0), actions)
}

fn is_legal(game: &CritterKitchen, state: &State, text: &str) -> bool {
    sim_engine::is_legal(game, state, text.parse().unwrap())
}

/// Sends out the chefs: for each player the places of mouse, lizard and boar, counted from 1.
fn send(game: &CritterKitchen, state: &mut State, plans: &[[u8; 3]]) -> Vec<Event> {
    let actions: Vec<String> = plans.iter().flatten().map(|place| format!("go {place}")).collect();
    follow(game, state, &actions.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Index of the seat to decide.
fn picker(game: &CritterKitchen, state: &State) -> usize {
    match game.node(state) {
        Node::Decision { seat, .. } => seat.index(),
        other => panic!("{other:?}"),
    }
}

/// Number of copies of an item in a player's kitchen.
fn has(state: &State, who: usize, item: Item) -> u8 {
    match item {
        Item::Token(token) => state.kitchens[who].stock.count(token),
        Item::Soup => state.kitchens[who].soup,
        Item::Bisque => state.kitchens[who].bisque,
        Item::ZousChef => u8::from(state.kitchens[who].next_zous != NONE),
    }
}
