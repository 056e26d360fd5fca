//! The rules by their numbers: worked examples, boundary cases, and known answers.

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
    action::Action,
    components::cuisine_word,
    event::Event,
    restaurant::Restaurant,
    state::{Hidden, Phase, Public, State},
};
use crate::rules::{
    game::{Game, Node, Offer},
    luck::Luck,
    params,
    params::Params,
    seat::Seat,
};

fn parameters() -> Params {
    params::parse("data.toml", LaBistro::data_file()).unwrap()
}

fn rules(players: usize) -> LaBistro {
    LaBistro::new(&parameters(), players).unwrap()
}

fn rules_with(players: usize, changes: &[(&str, &str)]) -> LaBistro {
    let mut parameters = parameters();
    for (path, value) in changes {
        parameters.set(path, value).unwrap();
    }
    LaBistro::new(&parameters, players).unwrap()
}

/// A table past the opening round.
fn table(rules: &LaBistro) -> Public {
    let mut table = Public::new(rules);
    table.round = 1;
    table
}

fn state(table: Public) -> State {
    State { table, hidden: Hidden::REST }
}

fn building(rules: &LaBistro, street: &str) -> u8 {
    let names = rules.supplies.buildings.iter();
    names.clone().position(|building| building.name == street).unwrap() as u8
}

fn employee(rules: &LaBistro, name: &str) -> u8 {
    rules.supplies.employees.iter().position(|employee| employee.name == name).unwrap() as u8
}

fn renovation(rules: &LaBistro, name: &str) -> u8 {
    rules.supplies.renovations.iter().position(|item| item.name == name).unwrap() as u8
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
    let building = building(rules, street);
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

/// Restaurants of the first seats, one each, with this money.
fn diners(rules: &LaBistro, money: &[i32]) -> Public {
    let mut table = table(rules);
    let streets = ["elm-street", "rail-street", "vista-street", "beach-walk", "maple-street", "canal-street"];
    for (seat, (&money, street)) in money.iter().zip(streets).enumerate() {
        open(rules, &mut table, seat as u8, street, None);
        table.money[seat] = money;
    }
    table
}

/// Puts dice on cells of these employees, each on the first that is free.
fn post(rules: &LaBistro, table: &mut Public, names: &[&str]) {
    for name in names {
        let at = employee(rules, name);
        let is_free = |cell: usize| rules.supplies.jobs[cell] == at && table.board >> cell & 1 == 0;
        table.board |= 1 << (0..36).find(|&cell| is_free(cell)).unwrap();
    }
}

/// Puts a unique employee to work for a seat, without a payment.
fn engage(rules: &LaBistro, table: &mut Public, seat: u8, name: &str) {
    let at = employee(rules, name);
    table.employer[usize::from(at)] = seat * 2;
    table.restaurants[usize::from(seat)][0].take_on(rules, at.into());
}

/// Everybody shows an option; gives the first decision and what the table saw.
fn shown(rules: &LaBistro, mut table: Public, options: &[u8], deal: u64) -> (State, Vec<Event>) {
    table.phase = Phase::Reveal;
    let mut state = state(table);
    state.hidden.options[..options.len()].copy_from_slice(options);
    let seen = events(|mut event| rules.apply_chance(&mut state, &Luck::new(6, deal), &mut event));
    (state, seen)
}

fn legal(rules: &LaBistro, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    rules.legal(state, &mut actions);
    actions
}

/// Seats answer one after the other: each is the one that is asked, and may answer so.
fn play(rules: &LaBistro, state: &mut State, script: &[(u8, Action)]) -> Vec<Event> {
    let mut seen = Vec::new();
    for &(who, action) in script {
        let Node::Decision { seat, .. } = rules.node(state) else {
            panic!("{action} at {:?}", state.table.phase)
        };
        assert_eq!(seat, Seat(who), "{action} at {:?}", state.table.phase);
        let mut actions = Vec::new();
        let may = match (rules.legal(state, &mut actions), action) {
            (Offer::Amount(limits), Action::Amount { amount }) => (limits.min..=limits.max).contains(&amount),
            (Offer::Amount(limits), _) => limits.may_pass,
            (Offer::Actions, action) => actions.contains(&action),
        };
        assert!(may, "{action} of {actions:?} at {:?}", state.table.phase);
        rules.apply(state, action, &mut |event| seen.push(event));
    }
    seen
}

/// Plays a game at random, showing what happens and every state before the last, which it gives.
fn at_random(
    rules: &LaBistro,
    deal: u64,
    event: &mut impl FnMut(Event),
    visit: &mut impl FnMut(&State),
) -> State {
    let luck = Luck::new(8, deal);
    let mut stream = luck.imagination(0);
    let mut state = rules.deal(&luck, event);
    loop {
        match rules.node(&state) {
            Node::Terminal => return state,
            Node::Chance => {
                visit(&state);
                rules.apply_chance(&mut state, &luck, event);
            }
            Node::Decision { .. } => {
                visit(&state);
                let mut actions = Vec::new();
                let action = match rules.legal(&state, &mut actions) {
                    Offer::Actions => actions[stream.index(actions.len())],
                    Offer::Amount(limits) => {
                        let bids = limits.min <= limits.max && (!limits.may_pass || stream.below(2) == 0);
                        let amount = limits.max.min(limits.min + stream.below(4) as i32);
                        rules.amount_action(bids.then_some(amount)).unwrap()
                    }
                };
                rules.apply(&mut state, action, event);
            }
        }
    }
}

fn bid(amount: i32) -> Action {
    Action::Amount { amount }
}

fn offer(rules: &LaBistro, street: &str) -> Action {
    Action::Offer { building: building(rules, street) }
}

fn hire(rules: &LaBistro, slot: u8, name: &str) -> Action {
    Action::Hire { slot, employee: employee(rules, name) }
}

fn install(rules: &LaBistro, slot: u8, name: &str) -> Action {
    Action::Renovate { slot, renovation: renovation(rules, name) }
}

/// What an action or chance event makes the table see.
fn events(act: impl FnOnce(&mut dyn FnMut(Event))) -> Vec<Event> {
    let mut seen = Vec::new();
    act(&mut |event| seen.push(event));
    seen
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
        assert_eq!(LaBistro::parse_action(&action.to_string()), Some(action));
    }
    for text in ["", "price 1 9", "price 3 1", "offer 0", "choose cube", "amount -1", "hire 1 33"] {
        assert_eq!(LaBistro::parse_action(text), None, "{text}");
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
    table.phase = Phase::Select { seat: Seat(3) };
    let mut state = state(table);
    state.hidden.options =
        [3, 4, 2, super::components::NONE, super::components::NONE, super::components::NONE];
    let mut seen = [[false; 7]; 3];
    for time in 0..500 {
        let luck = crate::rules::Luck::new(1, 1);
        let drawn = rules.resample(&state, Seat(3), &mut luck.imagination(time));
        assert_eq!(rules.observe(&drawn, Seat(3)), rules.observe(&state, Seat(3)));
        for (seat, seen) in seen.iter_mut().enumerate() {
            seen[usize::from(drawn.hidden.options[seat])] = true;
        }
        let own = rules.resample(&state, Seat(0), &mut luck.imagination(time));
        assert_eq!(own.hidden.options[0], 3);
    }
    // Everything but hiring: nobody is on the Jobs Board.
    assert_eq!(seen, [[true, true, true, true, true, false, true]; 3]);
}
