//! Tests of the numbered rules: worked examples, boundary cases, and known answers.

mod critic;
mod customers;
mod data;
mod finish;
mod money;
mod night;
mod prices;
mod secrets;
mod setup;
mod shill;
mod shops;
mod specials;
mod staff;
mod stock;
mod switches;
mod tracks;
mod trips;
mod word_of_mouth;

use super::{
    Decision, House, RestaurantRow,
    components::NONE,
    event::Event,
    state::{CRITIC, Phase, SLOTS, State},
    words::{Category, Guest, Store},
};
use crate::TITLE;
use sim_engine::{Amount, Game, Lawful, Luck, Node, Offer, Seat, Settings, game::Event as _};
use sim_script::played;

type Played = played::Played<RestaurantRow>;

fn settings() -> Settings {
    played::settings(&TITLE)
}

fn rules_with(players: usize, changes: &[(&str, &str)]) -> RestaurantRow {
    played::with(&TITLE, players, changes)
}

/// A dealt game before its first stocking.
fn fresh(players: usize) -> Played {
    changed(players, &[])
}

fn changed(players: usize, changes: &[(&str, &str)]) -> Played {
    dealt(&rules_with(players, changes), 1)
}

/// Deals a game; tests of many deals read the rules only once.
fn dealt(rules: &RestaurantRow, deal: u64) -> Played {
    let mut events = Vec::new();
    let state = rules.deal(&Luck::new(1, deal), &mut |event| events.push(event));
    Played { rules: rules.clone(), state, events }
}

/// A game with few goods in its first shopping trip; no seat has chosen a store yet.
fn shopping(players: usize, changes: &[(&str, &str)]) -> Played {
    let mut game = changed(players, changes);
    game.state.table.trip = 1;
    game.state.table.phase = Phase::Ask(Seat(0), Decision::Store);
    // Three shops with goods, so that a second trip takes place.
    game.sell(&["walk-in-freezer", "truffles", "maine-lobster"]);
    game
}

/// A game before the doors open: prices are shown and no customer has come.
fn at_doors(players: usize, changes: &[(&str, &str)]) -> Played {
    changed(players, changes).opened()
}

/// Helpers for tests of a game of Restaurant Row.
trait Hands {
    /// Moves the game to the opening of the doors, with a 3 on every price die.
    fn opened(self) -> Self;
    fn house(&mut self, seat: u8) -> &mut House;
    fn cash(&self, seat: u8) -> i32;
    /// Sets a seat's cash, which all players then know.
    fn set_cash(&mut self, seat: u8, cash: i32);
    /// The row of an employee, a renovation, an ingredient or a customer.
    fn row(&self, name: &str) -> u8;
    fn ingredients(&self, names: &[&str]) -> u32;
    /// Moves an employee from the pile to a seat's staff.
    fn employ(&mut self, seat: u8, name: &str);
    fn take_from_staff_pile(&mut self, row: u8);
    /// Moves a renovation from the pile to a seat's restaurant.
    fn install(&mut self, seat: u8, name: &str);
    fn take_from_renovation_pile(&mut self, row: u8);
    /// Puts employees on the Help Wanted slots, the most expensive slot first.
    fn post(&mut self, names: &[&str]);
    /// Puts renovations or ingredients on sale.
    fn sell(&mut self, names: &[&str]);
    /// Displays ingredients in a seat's restaurant.
    fn show(&mut self, seat: u8, names: &[&str]);
    /// Puts these customers next in the queue, in this order. The Critic is not part of the queue.
    fn queue(&mut self, names: &[&str]);
    /// Serves up to `count` customers; stops at a decision and returns whether one is pending.
    fn let_in(&mut self, count: usize) -> bool;
    /// Plays the night on to the next decision.
    fn pass_night(&mut self);
    fn acts(&mut self, notations: &[&str]);
    /// Resolves a chance node with the luck of a deal.
    fn shake(&mut self, deal: u64);
    fn limits(&self) -> Amount;
    fn phase(&self) -> Phase;
    /// Takes the events since the last call, as lines of text.
    fn take_event_lines(&mut self) -> Vec<String>;
    fn check(&self);
}

impl Hands for Played {
    fn opened(mut self) -> Played {
        for seat in Seat::all(self.rules.players()) {
            self.house(seat.0).die = 3;
        }
        self.state.table.phase = Phase::Doors;
        self.state.table.expected = 20;
        self
    }

    fn house(&mut self, seat: u8) -> &mut House {
        &mut self.state.table.houses[usize::from(seat)]
    }

    fn cash(&self, seat: u8) -> i32 {
        self.state.hidden.cash[usize::from(seat)]
    }

    fn set_cash(&mut self, seat: u8, cash: i32) {
        self.state.hidden.cash[usize::from(seat)] = cash;
        self.state.hidden.spent[usize::from(seat)] = 0;
        let house = self.house(seat);
        (house.earned, house.spent_now) = (cash, 0);
        (house.cash_low, house.cash_high) = (cash, cash);
    }

    fn row(&self, name: &str) -> u8 {
        let supplies = &self.rules.supplies;
        let find = |mut names: Box<dyn Iterator<Item = &String> + '_>| names.position(|known| known == name);
        find(Box::new(supplies.employees.iter().map(|one| &one.name)))
            .or_else(|| find(Box::new(supplies.renovations.iter().map(|one| &one.name))))
            .or_else(|| find(Box::new(supplies.ingredients.iter().map(|one| &one.name))))
            .or_else(|| find(Box::new(supplies.customers.iter().map(|one| &one.name))))
            .unwrap_or_else(|| panic!("no {name}")) as u8
    }

    fn ingredients(&self, names: &[&str]) -> u32 {
        names.iter().fold(0, |rows, name| rows | 1 << self.row(name))
    }

    fn employ(&mut self, seat: u8, name: &str) {
        let row = self.row(name);
        self.take_from_staff_pile(row);
        let rules = self.rules.clone();
        let house = self.house(seat);
        house.staff |= 1 << row;
        house.add_up(&rules);
    }

    fn take_from_staff_pile(&mut self, row: u8) {
        let State { table, hidden } = &mut self.state;
        table.staff_seen |= 1 << row;
        take(row, &mut hidden.staff_pile, &mut hidden.staff_out, &mut table.staff_left);
    }

    fn install(&mut self, seat: u8, name: &str) {
        let row = self.row(name);
        self.take_from_renovation_pile(row);
        let rules = self.rules.clone();
        let house = self.house(seat);
        house.renovations |= 1 << row;
        house.add_up(&rules);
    }

    fn take_from_renovation_pile(&mut self, row: u8) {
        let State { table, hidden } = &mut self.state;
        take(row, &mut hidden.renovation_pile, &mut hidden.renovation_out, &mut table.renovations_left);
    }

    fn post(&mut self, names: &[&str]) {
        self.state.table.slots = [NONE; SLOTS];
        for (slot, name) in names.iter().enumerate() {
            let row = self.row(name);
            self.take_from_staff_pile(row);
            self.state.table.slots[slot] = row;
        }
    }

    fn sell(&mut self, names: &[&str]) {
        for name in names {
            let row = self.row(name);
            if self.rules.supplies.renovations.iter().any(|one| one.name == *name) {
                self.take_from_renovation_pile(row);
                self.state.table.renovations[usize::from(row)] += 1;
            } else {
                self.state.table.market |= 1 << row;
            }
        }
    }

    fn show(&mut self, seat: u8, names: &[&str]) {
        let rows = self.ingredients(names);
        let supplies = self.rules.supplies.clone();
        let house = self.house(seat);
        house.shown = rows;
        for (row, item) in supplies.ingredients.iter().enumerate().filter(|(row, _)| rows >> row & 1 == 1) {
            let _ = row;
            house.forks[item.kind.index()] += item.forks;
        }
    }

    fn queue(&mut self, names: &[&str]) {
        let rows: Vec<u8> = names.iter().map(|name| self.row(name)).collect();
        let State { table, hidden } = &mut self.state;
        let from = usize::from(table.drawn);
        let count = self.rules.supplies.customers.len() as u8;
        let rest = (0..count).filter(|row| !rows.contains(row) && table.drawn_mask >> row & 1 == 0);
        let order: Vec<u8> = rows.iter().copied().chain(rest).collect();
        hidden.queue[from..from + order.len()].copy_from_slice(&order);
    }

    fn let_in(&mut self, count: usize) -> bool {
        let Played { rules, state, events } = self;
        (0..count).any(|_| rules.next_guest(state, &mut |event| events.push(event)))
    }

    fn pass_night(&mut self) {
        let Played { rules, state, events } = self;
        rules.serve_guests(state, &mut |event| events.push(event));
    }

    fn acts(&mut self, notations: &[&str]) {
        for notation in notations {
            self.act(notation);
        }
    }

    fn shake(&mut self, deal: u64) {
        assert_eq!(self.rules.node(&self.state), Node::Chance);
        self.chance(&Luck::new(1, deal));
    }

    fn limits(&self) -> Amount {
        match self.rules.legal(&self.state, &mut Vec::new()) {
            Offer::Amount(limits) => limits,
            Offer::Actions => panic!("{:?} asks for no amount", self.state.table.phase),
        }
    }

    fn phase(&self) -> Phase {
        self.state.table.phase
    }

    fn take_event_lines(&mut self) -> Vec<String> {
        let events = std::mem::take(&mut self.events);
        events.iter().map(|event| event.describe(&self.rules)).collect()
    }

    fn check(&self) {
        self.rules.check_conservation(&self.state).unwrap();
    }
}

/// Takes a token from a pile. For a token removed at set-up, the top of the pile is removed instead.
fn take(row: u8, pile: &mut [u8], out: &mut [u8], left: &mut u8) {
    let count = usize::from(*left);
    if let Some(at) = pile[..count].iter().position(|&other| other == row) {
        pile.copy_within(at + 1..count, at);
        *left -= 1;
    } else if let Some(at) = out.iter().position(|&other| other == row) {
        out[at] = pile[count - 1];
        *left -= 1;
    }
}

/// Categories from letters: Service, Ambiance, Profit, Rating, Food, pOpularity.
fn order(letters: &str) -> [Category; 6] {
    let of = |letter| match letter {
        'S' => Category::Service,
        'A' => Category::Ambiance,
        'P' => Category::Profit,
        'R' => Category::Rating,
        'F' => Category::Food,
        _ => Category::Popularity,
    };
    letters.chars().map(of).collect::<Vec<_>>().try_into().unwrap()
}

const fn seat(at: u8) -> Seat {
    Seat(at)
}

/// Plays a deal at random and passes every event to `event`.
fn at_random(rules: &RestaurantRow, deal: u64, mut event: impl FnMut(&Event)) -> State {
    played::at_random(rules, &Luck::new(9, deal), |_, events| events.iter().for_each(&mut event)).0
}

fn states_at_random(rules: &RestaurantRow, deal: u64, mut visit: impl FnMut(&State)) {
    played::at_random(rules, &Luck::new(9, deal), |state, _| visit(state));
}
