//! McDogald's decks and the conditions of its picks, read from the settings.

use crate::rules::{
    cards::effects::{Aim, Arrow, ChefDeck, Sent, Wish},
    variant::ZOUS,
};
use sim_engine::{
    luck::{Luck, Purpose, hash_name},
    settings::{Row, SettingError, Settings, Table},
};

/// Number of decks: the manager's, then those of mouse, lizard and boar.
pub const DECKS: usize = 1 + ZOUS;
/// Days of the game (CK-14).
const DAYS: usize = 3;
/// Maximum number of cards in a deck, which are bits of a mask.
const MAX_CARDS: usize = 64;

const SHUFFLES: [Purpose; DECKS] = [
    Purpose::new("critter-kitchen.manager"),
    Purpose::new("critter-kitchen.mouse-deck"),
    Purpose::new("critter-kitchen.lizard-deck"),
    Purpose::new("critter-kitchen.boar-deck"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// The chef that the card sends; `None` for a manager's card that only moves the hat.
    pub chef: Option<usize>,
    pub goal: Aim,
    pub arrow: Arrow,
    pub row: u8,
    /// Hash of the row's name; shuffles sort by it and by `copy`, the index of the copy.
    name: u64,
    copy: u64,
}

/// A deck with one entry for each copy of a card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderDeck {
    pub cards: Vec<Order>,
}

impl OrderDeck {
    pub fn all(&self) -> u64 {
        u64::MAX >> (MAX_CARDS - self.cards.len().clamp(1, MAX_CARDS))
    }

    pub fn top(&self, luck: &Luck, deck: usize, left: u64, shuffles: u8) -> usize {
        let key = |at: usize| {
            let card = &self.cards[at];
            luck.order_key(SHUFFLES[deck], card.name, card.copy + u64::from(shuffles) * MAX_CARDS as u64)
        };
        (0..self.cards.len()).filter(|at| left >> at & 1 == 1).min_by_key(|&at| key(at)).unwrap_or(0)
    }

    fn push(&mut self, card: Order, copies: i64) {
        for copy in 0..copies as u64 {
            self.cards.push(Order { copy, ..card });
        }
    }
}

/// A row of the Critic's Choice card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    pub wishes: Vec<Wish>,
    pub rumor_stars: u8,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    pub decks: [OrderDeck; DECKS],
    pub days: Vec<Day>,
    /// Names of the manager's cards and of the chefs' cards, by table row.
    names: [Vec<String>; 2],
}

impl House {
    pub fn new(settings: &Settings) -> Result<House, SettingError> {
        let mut decks: [OrderDeck; DECKS] = Default::default();
        let names = ["manager", "mcdogalds_chefs"]
            .map(|table| settings.table(table).rows.iter().map(|row| row.id.clone()).collect());
        let table = settings.table("manager");
        for (at, row) in table.rows.iter().enumerate() {
            let chef = match table.get::<Sent>(row, "chef") {
                Sent::Nobody => None,
                chef => Some(chef as usize),
            };
            let order = order(table, at, row, chef);
            if chef.is_none() != (order.goal == Aim::Front) {
                let error = SettingError::new(
                    format!("manager card `{}` sends nobody, or a chef to the front of the track", row.id),
                    "let the goal be front if and only if the chef is nobody",
                );
                return Err(error.about([format!("manager.{}", row.id)]));
            }
            decks[0].push(order, table.int(row, "copies"));
        }
        let table = settings.table("mcdogalds_chefs");
        for (at, row) in table.rows.iter().enumerate() {
            let chef = table.get::<ChefDeck>(row, "deck") as usize;
            let order = order(table, at, row, Some(chef));
            if order.goal == Aim::Front {
                let error = SettingError::new(
                    format!("chef card `{}` sends its chef nowhere", row.id),
                    "only a manager's card moves the hat to the front",
                );
                return Err(error.about([format!("mcdogalds_chefs.{}", row.id)]));
            }
            decks[1 + chef].push(order, table.int(row, "copies"));
        }
        // McDogald's draws twice from a chef's deck in a round in which a zous-chef of its capacity works.
        let decks_in_words = ["manager", "mouse", "lizard", "boar"];
        for ((deck, name), least) in decks.iter().zip(decks_in_words).zip([1, 2, 2, 2]) {
            let count = deck.cards.len();
            if !(least..=MAX_CARDS).contains(&count) {
                let error = SettingError::new(
                    format!("McDogald's {name} deck has {count} cards"),
                    format!("give it {least} to {MAX_CARDS}"),
                );
                return Err(error.about([if name == "manager" { name } else { "mcdogalds_chefs" }]));
            }
        }
        Ok(House { decks, days: days(settings)?, names })
    }

    pub fn name(&self, deck: u8, row: u8) -> &str {
        let names = &self.names[usize::from(deck > 0)];
        names.get(usize::from(row)).map_or("", String::as_str)
    }
}

fn order(table: &Table, at: usize, row: &Row, chef: Option<usize>) -> Order {
    Order {
        chef,
        goal: table.get(row, "goal"),
        arrow: table.get(row, "arrow"),
        row: at as u8,
        name: hash_name(&row.id),
        copy: 0,
    }
}

fn days(settings: &Settings) -> Result<Vec<Day>, SettingError> {
    let table = settings.table("mcdogalds_days");
    if table.rows.len() != DAYS {
        let error = SettingError::new(
            format!("table `mcdogalds_days` has {} rows", table.rows.len()),
            format!("give it one for each of the {DAYS} days"),
        );
        return Err(error.about(["mcdogalds_days"]));
    }
    let day = |row: &Row| {
        let words = table.word(row, "wishes").split_whitespace();
        let wishes = words.map(|word| {
            word.parse().map_err(|_| {
                let error = SettingError::new(
                    format!("`{word}` is nothing that McDogald's may wish for in `{}`", row.id),
                    format!("known: {}", Wish::WORDS.join(" ")),
                );
                error.about([format!("mcdogalds_days.{}", row.id)])
            })
        });
        Ok(Day {
            wishes: wishes.collect::<Result<_, _>>()?,
            rumor_stars: table.int(row, "rumor_stars") as u8,
        })
    };
    table.rows.iter().map(day).collect()
}
