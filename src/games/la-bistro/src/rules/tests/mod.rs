//! Tests of the rules, named by rule number: worked examples, boundary cases, and known answers.

mod auctions;
mod chart;
mod course;
mod data;
mod finish;
mod margins;
mod measures;
mod money;
mod payouts;
mod planning;
mod property;
mod rights;
mod switches;

use super::{
    LaBistro,
    action::{Action, Decision},
    components::cuisine_word,
    event::Event,
    restaurant::Restaurant,
    state::{PLAYERS, Phase, Public, Secret, State},
};
use crate::TITLE;
use sim_engine::{Game, Luck, Seat};
use sim_script::played::{answers as play, at_random, collect_events as events, legal, row, settings, with};

fn rules(players: usize) -> LaBistro {
    with(&TITLE, players, &[])
}

/// A table past the opening round.
fn table(rules: &LaBistro) -> Public {
    let mut table = Public::new(rules);
    table.round = 1;
    table
}

fn state(table: Public) -> State {
    State { table, hidden: [Secret::REST; PLAYERS] }
}

fn cuisine(word: &str) -> u8 {
    (0..8).find(|&at| cuisine_word(at) == word).unwrap() as u8
}

/// Opens a restaurant without a payment.
fn open<'t>(
    rules: &LaBistro,
    table: &'t mut Public,
    seat: u8,
    street: &str,
    menu: Option<(&str, u8)>,
) -> &'t mut Restaurant {
    let slot = table.opened(Seat(seat));
    let building = row(rules, street);
    table.vacant &= !(1 << building);
    let house = &mut table.restaurants[usize::from(seat)][slot];
    *house = Restaurant { building, ..Restaurant::VACANT };
    if let Some((word, price)) = menu {
        house.cuisine = cuisine(word);
        house.price = price;
    }
    house.add_up(rules);
    house
}

/// Returns a table where the first seats have this money and one restaurant each, without a menu.
fn diners(rules: &LaBistro, money: &[i32]) -> Public {
    let mut table = table(rules);
    let streets = ["elm-street", "rail-street", "vista-street", "beach-walk", "maple-street", "canal-street"];
    for (seat, (&money, street)) in money.iter().zip(streets).enumerate() {
        open(rules, &mut table, seat as u8, street, None);
        table.money[seat] = money;
    }
    table
}

/// Places a die for each of these employees, on the employee's first free cell.
fn post(rules: &LaBistro, table: &mut Public, names: &[&str]) {
    for name in names {
        let at = row(rules, name);
        let is_free = |cell: usize| rules.supplies.jobs[cell] == at && table.board >> cell & 1 == 0;
        table.board |= 1 << (0..36).find(|&cell| is_free(cell)).unwrap();
    }
}

/// Employs a unique employee in the first restaurant of a seat, without a payment.
fn engage(rules: &LaBistro, table: &mut Public, seat: u8, name: &str) {
    let at = row(rules, name);
    table.employer[usize::from(at)] = seat * 2;
    table.restaurants[usize::from(seat)][0].take_on(rules, at.into());
}

/// Reveals the options of all seats; returns the state after it and the events.
fn shown(rules: &LaBistro, mut table: Public, options: &[u8], deal: u64) -> (State, Vec<Event>) {
    table.phase = Phase::Reveal;
    let mut state = state(table);
    for (secret, &option) in state.hidden.iter_mut().zip(options) {
        secret.option = option;
    }
    let seen = events(|mut event| rules.apply_chance(&mut state, &Luck::new(6, deal), &mut event));
    (state, seen)
}

fn bid(amount: i32) -> Action {
    Action::Amount { amount }
}

fn offer(rules: &LaBistro, street: &str) -> Action {
    Action::Offer { building: row(rules, street) }
}

fn hire(rules: &LaBistro, slot: u8, name: &str) -> Action {
    Action::Hire { slot, employee: row(rules, name) }
}

fn install(rules: &LaBistro, slot: u8, name: &str) -> Action {
    Action::Renovate { slot, renovation: row(rules, name) }
}

#[test]
fn notation_reads_back_what_it_writes() {
    let mut bench = Vec::new();
    for option in 0..7 {
        bench.push(Action::Choose { option });
    }
    for slot in 0..2 {
        bench.extend([
            Action::Cuisine { slot, cuisine: 3 },
            Action::Price { slot, price: 8 },
            Action::Advertise { slot },
            Action::Hire { slot, employee: 13 },
            Action::Renovate { slot, renovation: 17 },
        ]);
    }
    bench.extend([
        Action::Pass,
        Action::Offer { building: 17 },
        Action::Amount { amount: 31 },
        Action::Borrow,
        Action::Repay { loans: 0 },
    ]);
    for action in bench {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    for text in ["", "price 1 9", "price 3 1", "offer 0", "choose cube", "amount -1", "hire 1 33"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn what_others_hide_changes_under_resampling_and_nothing_else() {
    let rules = rules(4);
    let mut table = table(&rules);
    for (seat, street) in
        ["elm-street", "maple-street", "vista-street", "rail-street"].into_iter().enumerate()
    {
        open(&rules, &mut table, seat as u8, street, Some(("american", 5)));
    }
    table.phase = Phase::Ask(Seat(3), Decision::Option);
    let mut state = state(table);
    for (secret, option) in state.hidden.iter_mut().zip([3, 4, 2]) {
        secret.option = option;
    }
    let mut seen = [[false; 7]; 3];
    for time in 0..500 {
        let luck = sim_engine::Luck::new(1, 1);
        let drawn = rules.resample(&state, Seat(3), &mut luck.imagination(time));
        assert_eq!(rules.observe(&drawn, Seat(3)), rules.observe(&state, Seat(3)));
        for (seat, seen) in seen.iter_mut().enumerate() {
            seen[usize::from(drawn.hidden[seat].option)] = true;
        }
        let own = rules.resample(&state, Seat(0), &mut luck.imagination(time));
        assert_eq!(own.hidden[0].option, 3);
    }
    // Everything but hiring: nobody is on the Jobs Board.
    assert_eq!(seen, [[true, true, true, true, true, false, true]; 3]);
}
