//! Tests of Restauranteur against its rulebook.
//!
//! Tests lay out boards piece by piece instead of playing to them. Expected values are worked out by hand from
//! the rules page. A test's name carries its rule or ruling.

mod building;
mod cards;
mod counting;
mod data;
mod discounts;
mod endings;
mod examples;
mod improving;
mod income;
mod memory;
mod phases;
mod reference;
mod setup;
mod stars;

use std::sync::LazyLock;

use super::{
    Action, Event, Game, Phase, Public, Restauranteur, State,
    action::{Chosen, Target},
    board::Cell,
    components::{Cuisine, Cuisines, District, Face, Improvement},
    earning::Occasion,
    hand::{Hand, Pool},
    state::Place,
    stock::{MAX_COUNTERS, MAX_DECK},
};
use sim_engine::{
    BySeat, Luck, MAX_SEATS, Node, Seat,
    settings::{Settings, parse},
};

/// The data file, parsed once because it is long.
static PARAMS: LazyLock<Settings> =
    LazyLock::new(|| parse("data.toml", Restauranteur::INFO.data_file).unwrap());

fn settings() -> Settings {
    PARAMS.clone()
}

fn rules_with(players: usize, values: &[(&str, &str)]) -> Restauranteur {
    let mut settings = settings();
    for (path, value) in values {
        settings.set(path, value).unwrap();
    }
    Restauranteur::new(&settings, players).unwrap()
}

/// An empty board under the printed rules.
fn board(players: usize) -> Layout {
    board_with(players, &[])
}

/// An empty board under changed rules.
fn board_with(players: usize, values: &[(&str, &str)]) -> Layout {
    Layout::new(rules_with(players, values))
}

/// The city that the worked examples share: eight districts, three restaurants of each of two seats.
fn city(values: &[(&str, &str)]) -> Layout {
    board_with(2, values)
        .district("government", 3, 3)
        .district("wealthy", 4, 5)
        .district("poor", 5, 5)
        .district("commercial", 4, 8)
        .district("parks", 2, 4)
        .district("industrial", 8, 4)
        .district("poor", 1, 1)
        .district("wealthy", 7, 7)
        .restaurant(1, "italian", 4, 4)
        .restaurant(1, "bar-b-que", 3, 4)
        .restaurant(1, "burger", 1, 8)
        .restaurant(2, "italian", 5, 6)
        .restaurant(2, "sushi", 4, 6)
        .restaurant(2, "coffee", 8, 8)
}

/// A game that a test lays out and then plays. Seats and cells count from 1.
struct Layout {
    rules: Restauranteur,
    state: State,
    luck: Luck,
    events: Vec<Event>,
}

fn seat(number: u8) -> Seat {
    Seat(number - 1)
}

fn cell(row: u8, column: u8) -> Cell {
    Cell::at(row - 1, column - 1)
}

fn cuisine(word: &str) -> Cuisine {
    word.parse().unwrap_or_else(|_| panic!("no type {word}"))
}

/// Parses a set of types such as `italian+sushi`.
fn types(words: &str) -> Cuisines {
    words.split('+').filter(|word| !word.is_empty()).fold(0, |set, word| set | cuisine(word).bit())
}

fn faces(words: &str) -> impl DoubleEndedIterator<Item = Face> + '_ {
    words.split_whitespace().map(|word| Face::parse(word).unwrap_or_else(|| panic!("no card {word}")))
}

impl Layout {
    fn new(rules: Restauranteur) -> Layout {
        let mut table = Public::new(&rules);
        table.phase = Phase::Income;
        table.pass_size = 66;
        let state = State {
            table,
            hands: BySeat([Hand::EMPTY; MAX_SEATS]),
            pools: BySeat([Pool::default(); MAX_SEATS]),
            deck: [0; MAX_DECK],
            pile: [0; MAX_COUNTERS],
        };
        Layout { rules, state, luck: Luck::new(7, 7), events: Vec::new() }
    }

    fn district(mut self, word: &str, row: u8, column: u8) -> Layout {
        let district = word.parse::<District>().unwrap();
        self.state.table.put_district(district, cell(row, column));
        self
    }

    /// Places a restaurant without a build. Districts must be placed first.
    fn restaurant(mut self, number: u8, word: &str, row: u8, column: u8) -> Layout {
        let (kind, at, owner) = (cuisine(word), cell(row, column), seat(number));
        self.rules.add_restaurant(&mut self.state.table, owner, kind, at);
        self.rules.count_leads(&mut self.state.table, kind);
        self.state.table.tokens[owner] -= 1;
        self.state.table.lots[at.index()].price = 10;
        self
    }

    /// Places an improvement without playing its card.
    fn improvement(mut self, number: u8, word: &str, of: &str) -> Layout {
        let chosen = Chosen { card: word.parse().unwrap(), cuisines: types(of) };
        self.rules.change(&mut self.state.table, chosen.cuisines, |table| {
            table.improvements[seat(number)].push(chosen);
        });
        self
    }

    fn coins<const N: usize>(mut self, coins: [i32; N]) -> Layout {
        for (at, coins) in coins.into_iter().enumerate() {
            self.state.table.coins[Seat(at as u8)] = coins;
        }
        self
    }

    fn hand(mut self, number: u8, cards: &str) -> Layout {
        faces(cards).for_each(|face| self.state.hands[seat(number)].add(face));
        self
    }

    fn pool(mut self, number: u8, counters: &str) -> Layout {
        counters.split_whitespace().for_each(|word| self.state.pools[seat(number)].add(cuisine(word)));
        self
    }

    /// The next cards of the deck, the top first.
    fn deck(mut self, cards: &str) -> Layout {
        for (slot, face) in self.state.deck.iter_mut().zip(faces(cards).rev()) {
            *slot = face.0;
            self.state.table.deck_left += 1;
        }
        self
    }

    /// The next counters of the Build Pile, the top first.
    fn pile(mut self, counters: &str) -> Layout {
        for (slot, word) in self.state.pile.iter_mut().zip(counters.split_whitespace().rev()) {
            *slot = cuisine(word).index() as u8;
            self.state.table.pile_left += 1;
        }
        self
    }

    fn phase(mut self, phase: Phase) -> Layout {
        self.state.table.phase = phase;
        self
    }

    fn copy(&self) -> Layout {
        Layout { rules: self.rules.clone(), state: self.state, luck: self.luck, events: Vec::new() }
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.rules.legal(&self.state, &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    /// The legal actions that begin with a word.
    fn legal_of(&self, word: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.starts_with(word)).collect()
    }

    /// Plays legal actions, one after the other.
    fn act(mut self, actions: &[&str]) -> Layout {
        for action in actions {
            let legal = self.legal();
            assert!(legal.iter().any(|other| other == action), "{action} is not among {legal:?}");
            let action = action.parse::<Action>().unwrap();
            self.rules.apply(&mut self.state, action, &mut |event| self.events.push(event));
        }
        self
    }

    /// Resolves one chance node.
    fn chance(mut self) -> Layout {
        assert_eq!(self.rules.node(&self.state), Node::Chance);
        self.rules.apply_chance(&mut self.state, &self.luck, &mut |event| self.events.push(event));
        self
    }

    /// The name of the pending decision, if any.
    fn decision_name(&self) -> Option<&'static str> {
        match self.rules.node(&self.state) {
            Node::Decision { decision, .. } => Some(Restauranteur::INFO.decision(decision).name),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.rules.node(&self.state) == Node::Terminal
    }

    /// Coins of the first two seats.
    fn purses(&self) -> [i32; 2] {
        [self.state.table.coins[Seat(0)], self.state.table.coins[Seat(1)]]
    }

    /// Row, column and coins of each restaurant that an occasion pays.
    fn earned(&self, occasion: Occasion) -> Vec<(u8, u8, i32)> {
        let mut found = Vec::new();
        self.rules.each_earner(&self.state.table, occasion, |earner| {
            if earner.coins > 0 {
                found.push((earner.cell.row() + 1, earner.cell.column() + 1, earner.coins));
            }
        });
        found.sort_unstable();
        found
    }

    /// Row, column and coins of each restaurant that an income card pays.
    fn card(&self, target: &str) -> Vec<(u8, u8, i32)> {
        self.earned(Occasion::Card(target_of(target)))
    }

    /// Row, column and coins of each restaurant that the dice pay.
    fn dice(&self, row: u8, column: u8) -> Vec<(u8, u8, i32)> {
        self.earned(Occasion::Dice(cell(row, column)))
    }

    /// Coins that an income card gives each of two seats, tolls included. Checks the prediction against the payment.
    fn payout(&mut self, target: &str) -> [i32; 2] {
        self.settle(Occasion::Card(target_of(target)))
    }

    fn settle(&mut self, occasion: Occasion) -> [i32; 2] {
        let told = self.rules.payout(&self.state.table, occasion);
        let before = self.state.table.coins;
        self.rules.earn(&mut self.state.table, occasion, &mut |event| self.events.push(event));
        for seat in Seat::all(self.rules.players) {
            assert_eq!(self.state.table.coins[seat] - before[seat], told[seat], "{seat}");
        }
        [told[Seat(0)], told[Seat(1)]]
    }
}

fn target_of(words: &str) -> Target {
    match format!("income {words}").parse().ok() {
        Some(Action::Income { target }) => target,
        other => panic!("{words} is {other:?}"),
    }
}
