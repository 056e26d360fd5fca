//! Tests of Delectable against its rulebook.
//!
//! Tests lay out positions card by card instead of playing to them. Expected values are worked out from the
//! rules page. Names and comments of tests cite the rules and rulings.

mod commit;
mod course;
mod data;
mod examples;
mod extra;
mod memory;
mod presets;
mod reference;
mod review;
mod roll;
mod scoring;
mod variants;

use super::{
    DIE, Delectable, Event, Game, PLAYERS, Public, State,
    components::{Kind, MAX_DECK},
    state::{NONE, Place},
};
use crate::TITLE;
use sim_engine::{Lawful, Luck, Node, Seat, Settings};
use sim_script::played::{Played, at_random, settings, with, with_preset};

/// An empty table under the printed rules.
pub(crate) fn table(players: usize) -> Layout {
    Layout::new(with(&TITLE, players, &[]))
}

/// An empty table under changed rules.
pub(crate) fn table_with(players: usize, values: &[(&str, &str)]) -> Layout {
    Layout::new(with(&TITLE, players, values))
}

/// A table that a test lays out. Cards come from the box, so no face can exceed its copies.
pub(crate) struct Layout {
    rules: Delectable,
    table: Public,
    unlaid: Vec<u8>,
    next: Vec<u8>,
    is_last: bool,
}

impl Layout {
    fn new(rules: Delectable) -> Layout {
        let table = Public::new(&rules);
        let unlaid = rules.deck.copies.iter().map(|card| card.row).collect();
        Layout { rules, table, unlaid, next: Vec::new(), is_last: false }
    }

    fn rows(&self, cards: &str) -> Vec<u8> {
        let row = |name: &str| {
            let at = self.rules.deck.components.iter().position(|component| component.name == name);
            at.unwrap_or_else(|| panic!("no card {name}")) as u8
        };
        cards.split_whitespace().map(row).collect()
    }

    fn take(&mut self, row: u8) -> u8 {
        let at = self.unlaid.iter().position(|&other| other == row);
        self.unlaid.remove(at.expect("the box holds one more card of this face"))
    }

    fn lay(&mut self, row: u8, place: Place) -> u8 {
        let row = self.take(row);
        let card = self.table.drawn;
        let at = usize::from(card);
        self.table.rows[at] = row;
        self.table.places[at] = place;
        self.table.drawn += 1;
        let face = *self.rules.face_of_row(row);
        self.table.unseen[face.kind.index()] -= 1;
        match place {
            Place::Market => {
                self.table.below[at] = self.table.tops[face.kind.index()];
                self.table.tops[face.kind.index()] = card;
            }
            Place::Hand(seat) => self.table.hands[seat.index()].push(card),
            Place::Restaurant(seat) => self.rules.add(&mut self.table.restaurants[seat.index()], &face),
            Place::Discards => self.table.discards += 1,
        }
        card
    }

    fn lay_all(mut self, rows: Vec<u8>, place: Place) -> Layout {
        for row in rows {
            self.lay(row, place);
        }
        self
    }

    /// A hand from left to right.
    pub(crate) fn hand(self, seat: u8, cards: &str) -> Layout {
        let rows = self.rows(cards);
        self.lay_all(rows, Place::Hand(Seat(seat)))
    }

    /// Committed cards and received reviews.
    pub(crate) fn restaurant(self, seat: u8, cards: &str) -> Layout {
        let rows = self.rows(cards);
        self.lay_all(rows, Place::Restaurant(Seat(seat)))
    }

    /// Market cards in the order in which they came, so that later ones cover earlier ones.
    pub(crate) fn market(self, cards: &str) -> Layout {
        let rows = self.rows(cards);
        self.lay_all(rows, Place::Market)
    }

    /// Cards discarded in earlier turns.
    pub(crate) fn discards(self, cards: &str) -> Layout {
        let rows = self.rows(cards);
        self.lay_all(rows, Place::Discards)
    }

    /// The next cards of the deck, the top first.
    fn deck(mut self, cards: &str) -> Layout {
        for row in self.rows(cards) {
            let row = self.take(row);
            self.next.push(row);
        }
        self
    }

    /// Ends the deck with the cards given to [`Layout::deck`]; all others are discards.
    fn last(mut self) -> Layout {
        self.is_last = true;
        self
    }

    fn active(mut self, seat: u8) -> Layout {
        self.table.active = Seat(seat);
        self
    }

    pub(crate) fn begin(mut self) -> Play {
        if self.is_last {
            for row in self.unlaid.clone() {
                self.lay(row, Place::Discards);
            }
        }
        if self.table.tops == [NONE; 5] {
            // The market is never empty: it gets the last card of the box.
            let row = *self.unlaid.last().expect("a card is left for the market");
            self.lay(row, Place::Market);
        }
        let mut deck = [0; MAX_DECK];
        let drawn = usize::from(self.table.drawn);
        deck[..drawn].copy_from_slice(&self.table.rows[..drawn]);
        for (at, &row) in self.next.iter().chain(&self.unlaid).enumerate() {
            deck[drawn + at] = row;
        }
        let play = Play::new(self.rules, State { table: self.table, deck });
        play.check();
        play
    }
}

/// A position from which a test plays on.
pub(crate) type Play = Played<Delectable>;

/// The parts of a modified roll, from its event.
#[derive(Debug, PartialEq)]
struct Rolled {
    discards: i16,
    hand: i16,
    stars: u8,
    success: bool,
}

/// Helpers for tests of a game of Delectable.
trait Table {
    fn check(&self);
    /// Rolls this face, by searching for a deal whose die shows it.
    fn die(&mut self, face: u8) -> &mut Play;
    /// Plays a whole Roll Action without discards.
    fn roll(&mut self, pile: &str, face: u8) -> &mut Play;
    fn name_of(&self, card: u8) -> &str;
    /// A hand from left to right.
    fn hand(&self, seat: u8) -> String;
    /// The piles of the market in the order of kinds, each from the top down.
    fn market(&self) -> Vec<String>;
    /// The names of the cards at a place, sorted.
    fn at(&self, place: Place) -> String;
    fn restaurant(&self, seat: u8) -> String;
    fn quality(&self, seat: u8) -> u8;
    /// Half points of servers, chefs, food and equipment.
    fn scores(&self, seat: u8) -> [i32; 4];
    /// The last modified roll.
    fn rolled(&self) -> Rolled;
    fn succeeds(&self, pile: &str, face: u8) -> bool;
    /// The smallest face that acquires the top of a pile in the Roll Action under way.
    fn needs(&self, pile: &str) -> Option<u8>;
}

impl Table for Play {
    fn check(&self) {
        self.rules.check_conservation(&self.state).unwrap();
    }

    fn die(&mut self, face: u8) -> &mut Play {
        assert_eq!(self.rules.node(&self.state), Node::Chance);
        let (time, faces) = (u64::from(self.state.table.rolls), self.rules.variant.die_faces as u32);
        let mut lucks = (0..).map(|deal| Luck::new(0, deal));
        let luck = lucks.find(|luck| luck.die(DIE, time, faces) == u32::from(face));
        self.chance(&luck.expect("every face comes up"))
    }

    fn roll(&mut self, pile: &str, face: u8) -> &mut Play {
        self.act("roll").act(&format!("name {pile}")).die(face)
    }

    fn name_of(&self, card: u8) -> &str {
        &self.rules.deck.components[usize::from(self.state.table.row(card))].name
    }

    fn hand(&self, seat: u8) -> String {
        let cards = self.state.table.hand(Seat(seat)).cards();
        cards.iter().map(|&card| self.name_of(card)).collect::<Vec<_>>().join(" ")
    }

    fn market(&self) -> Vec<String> {
        let mut piles = Vec::new();
        for kind in Kind::ALL {
            let mut names = Vec::new();
            let mut card = self.state.table.tops[kind.index()];
            while card != NONE {
                names.push(self.name_of(card));
                card = self.state.table.below[usize::from(card)];
            }
            if !names.is_empty() {
                piles.push(names.join(" "));
            }
        }
        piles
    }

    fn at(&self, place: Place) -> String {
        let cards =
            (0..self.state.table.drawn).filter(|&card| self.state.table.places[usize::from(card)] == place);
        let mut names: Vec<&str> = cards.map(|card| self.name_of(card)).collect();
        names.sort_unstable();
        names.join(" ")
    }

    fn restaurant(&self, seat: u8) -> String {
        self.at(Place::Restaurant(Seat(seat)))
    }

    fn quality(&self, seat: u8) -> u8 {
        self.state.table.restaurants[usize::from(seat)].quality
    }

    fn scores(&self, seat: u8) -> [i32; 4] {
        *self.state.table.restaurants[usize::from(seat)].scores()
    }

    fn rolled(&self) -> Rolled {
        let mut rolls = self.events.iter().filter_map(|event| match *event {
            Event::Rolled { discards, hand, stars, success, .. } => {
                Some(Rolled { discards, hand, stars, success })
            }
            _ => None,
        });
        rolls.next_back().expect("the die was rolled")
    }

    fn succeeds(&self, pile: &str, face: u8) -> bool {
        let mut play = self.clone();
        play.act(&format!("name {pile}")).die(face);
        play.rolled().success
    }

    fn needs(&self, pile: &str) -> Option<u8> {
        (1..=self.rules.variant.die_faces as u8).find(|&face| self.succeeds(pile, face))
    }
}

/// Whole points as half points.
fn points(scores: [i32; 4]) -> [i32; 4] {
    scores.map(|score| 2 * score)
}

#[test]
fn the_layout_of_these_tests_is_a_state_the_rules_could_reach() {
    let play = table(2)
        .hand(0, "S2 R5")
        .hand(1, "F4")
        .restaurant(1, "C2 C3 R2")
        .market("E2 E3 F2")
        .discards("S5")
        .deck("C4 R3")
        .begin();
    play.check();
    assert_eq!(play.hand(0), "S2 R5");
    assert_eq!(play.market(), ["F2", "E3 E2"]);
    assert_eq!(play.restaurant(1), "C2 C3 R2");
    assert_eq!(play.node(), "seat 1: turn");
    assert!(play.state.table.hands[2..PLAYERS].iter().all(|hand| hand.is_empty()));
}
