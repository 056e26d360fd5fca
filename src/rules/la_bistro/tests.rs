//! The rules by their numbers: worked examples, boundary cases, and known answers.

mod auctions;
mod chart;
mod payouts;
mod planning;

use super::{
    LaBistro,
    components::cuisine_word,
    event::Event,
    state::{Hidden, Phase, Restaurant, State, Table},
};
use crate::rules::{game::Game, params, params::Params, seat::Seat};

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
fn table(rules: &LaBistro) -> Table {
    let mut table = Table::new(rules);
    table.round = 1;
    table
}

fn state(table: Table) -> State {
    State { table, hidden: Hidden::REST }
}

fn building(rules: &LaBistro, street: &str) -> u8 {
    let names = rules.supplies.buildings.iter();
    names.clone().position(|building| building.label.as_str() == street).unwrap() as u8
}

fn employee(rules: &LaBistro, name: &str) -> u8 {
    rules.supplies.employees.iter().position(|employee| employee.label.as_str() == name).unwrap() as u8
}

fn renovation(rules: &LaBistro, name: &str) -> u8 {
    rules.supplies.renovations.iter().position(|item| item.label.as_str() == name).unwrap() as u8
}

fn cuisine(word: &str) -> u8 {
    (0..8).find(|&at| cuisine_word(at) == word).unwrap() as u8
}

/// Opens a restaurant without a payment.
fn open<'t>(
    rules: &LaBistro,
    table: &'t mut Table,
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

/// What an action or chance event makes the table see.
fn events(act: impl FnOnce(&mut dyn FnMut(Event))) -> Vec<Event> {
    let mut seen = Vec::new();
    act(&mut |event| seen.push(event));
    seen
}

#[test]
fn notation_reads_back_what_it_writes() {
    use super::action::Action;
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
fn contradictory_parameters_are_refused_with_a_way_out() {
    let refused = |path: &str, value: &str| {
        let mut parameters = parameters();
        parameters.set(path, value).unwrap();
        let error = LaBistro::new(&parameters, 4).unwrap_err();
        assert!(!error.help.is_empty(), "{error}");
        error.message
    };
    assert_eq!(refused("cheap_max", "5"), "cheap_max = 5 is not below affordable_max = 5");
    assert_eq!(refused("bands.quality.second", "12"), "the bands of quality begin at 12, 12, 21");
    assert_eq!(
        refused("jobs.1.column_1", "chef"),
        "row 1 of the Jobs Board names `chef`, which is no employee"
    );
    assert_eq!(
        refused("employees.commis.needs", "line cook"),
        "`commis` needs `line cook`, which is not in the game"
    );
    assert_eq!(
        refused("buildings.pier-street.level", "high"),
        "building `pier-street` has one price level twice"
    );
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
