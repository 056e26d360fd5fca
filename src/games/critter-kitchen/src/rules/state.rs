//! Everything true now: locations, kitchens, decks, and where in the round the game stands.
//!
//! Plain data throughout; what a seat may not see is listed in `resample`. A contender is whoever
//! has a kitchen, by the number of the seat.

pub use super::visit::{DrawFor, Owed, Shopping, Stage};
use super::{
    action::{Action, With},
    cards::{PLACES, REVEALS, house::DECKS},
    token::{KINDS, SLOTS, Token, Tokens},
    variant::{CHEFS, DAY, NONE, PLAYERS},
};
use sim_engine::settings::labels;

/// The most dishes on a critic plate: seven courses and what critics allow besides.
pub const DISHES: usize = 16;

labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Fund {
        DayOne = "day 1",
        DayTwo = "day 2",
        Abilities = "abilities",
        Soup = "soup",
        AllCourses = "all courses",
        Best = "best courses",
        Rumors = "rumors",
        Bonus = "bonus",
        Track = "track",
        /// What McDogald's starts with.
        Start = "start",
        /// What McDogald's earns with rumor tokens; what rumors are about pays under `Rumors`.
        RumorTokens = "rumor tokens",
    }
}

pub const FUNDS: usize = Fund::WORDS.len();

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dish {
    pub course: u8,
    pub token: Token,
    pub with: With,
}

/// A critic meal (CK-142).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plate {
    len: u8,
    dishes: [Dish; DISHES],
}

impl Default for Plate {
    fn default() -> Self {
        Plate { len: 0, dishes: [Dish { course: 0, token: Token(0), with: With::Nothing }; DISHES] }
    }
}

impl Plate {
    #[inline]
    pub fn dishes(&self) -> &[Dish] {
        &self.dishes[..usize::from(self.len)]
    }

    #[inline]
    pub fn push(&mut self, dish: Dish) {
        self.dishes[usize::from(self.len)] = dish;
        self.len += 1;
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == DISHES
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Meal {
    /// Types served, as a mask.
    pub served: u8,
    pub quality: u16,
    pub soups: u8,
    pub bisques: u8,
    pub is_presented: bool,
    /// Fingerprint of the servings, whatever their order: meals of one quality are still different.
    pub menu: u64,
}

/// What a contender has put aside in secret and the table does not see yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aside {
    /// Tokens served in challenge meals, or given back at refrigeration.
    pub tokens: Tokens,
    pub soup: u8,
    pub bisque: u8,
    /// The last micro-action, which the next one must not come before.
    pub last: Option<Action>,
    /// Type of the last ingredient that was served with something, and with what.
    pub dressed: Option<(u8, With)>,
    pub used_free_spice: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kitchen {
    pub stock: Tokens,
    pub soup: u8,
    pub bisque: u8,
    /// The token in each rumor slot, or [`NONE`].
    pub rumors: [u8; SLOTS],
    /// Slots whose card was seen without a token.
    pub peeked: u8,
    /// The zous-chef that works this round, and the one that will work next.
    pub zous: u8,
    pub next_zous: u8,
    pub restaurateur: u8,
    pub dealt: [u8; 2],
    pub own_rumor: u8,
    /// Where each chef is sent this round, or [`NONE`].
    pub plan: [u8; CHEFS],
    /// Where each was sent in the round before, or [`NONE`]; all have seen it.
    pub been: [u8; CHEFS],
    pub stars: [i16; FUNDS],
    pub aside: Aside,
    /// Challenge meals of the day, in the open once all are ready.
    pub meals: [Meal; DAY],
    pub plate: Plate,
}

impl Default for Kitchen {
    fn default() -> Self {
        Kitchen {
            stock: Tokens::default(),
            soup: 0,
            bisque: 0,
            rumors: [NONE; SLOTS],
            peeked: 0,
            zous: NONE,
            next_zous: NONE,
            restaurateur: NONE,
            dealt: [NONE; 2],
            own_rumor: NONE,
            plan: [NONE; CHEFS],
            been: [NONE; CHEFS],
            stars: [0; FUNDS],
            aside: Aside::default(),
            meals: [Meal::default(); DAY],
            plate: Plate::default(),
        }
    }
}

impl Kitchen {
    #[inline]
    pub fn total_stars(&self) -> i32 {
        self.stars.iter().map(|&stars| i32::from(stars)).sum()
    }

    /// Slots that hold a token, as a mask (CK-80).
    #[inline]
    pub fn known(&self) -> u8 {
        (0..SLOTS).filter(|&slot| self.rumors[slot] != NONE).fold(0, |mask, slot| mask | 1 << slot)
    }

    #[inline]
    pub fn rumor_tokens(&self) -> u8 {
        self.known().count_ones() as u8
    }

    #[inline]
    pub fn chef_at(&self, place: usize) -> Option<usize> {
        self.plan.iter().position(|&to| usize::from(to) == place)
    }

    /// Ingredients and spices left, less what is put aside.
    pub fn unspent(&self) -> Tokens {
        let mut left = self.stock;
        left.remove_all(&self.aside.tokens);
        left
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Automa {
    /// Cards still to be drawn of each deck, as masks.
    pub left: [u64; DECKS],
    /// Cards turned over this round, which come back only with a later shuffle.
    pub open: [u64; DECKS],
    pub shuffles: [u8; DECKS],
    /// Types of each challenge of the day that a star lies above, as masks.
    pub starred: [u8; DAY],
    /// Value of the token drawn for its soup (CK-217).
    pub soup: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spread {
    pub tokens: Tokens,
    pub has_bisque: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing: the rules go on by themselves.
    Run,
    /// A restaurateur is chosen.
    Keep { who: u8 },
    /// The round's challenge, items and zous-chef are laid out.
    Restock,
    /// A chef is sent out, in secret.
    Plan { who: u8, chef: u8 },
    /// McDogald's turns its cards over.
    Automa,
    /// Chefs may change places after the reveal.
    Swap { who: u8 },
    /// The Midnight Merchant is filled.
    Merchant,
    /// A draw is made that is owed.
    Draw,
    /// A chef takes an item.
    Pick { who: u8 },
    /// A wild rumor finds its slot.
    Wild { who: u8 },
    /// A zous-chef takes an item of the truck.
    Fetch { who: u8 },
    /// One of the offered tokens is kept.
    Choose { who: u8 },
    /// An ingredient may be given up for a draw, or has to be for an exchange.
    Trade { who: u8 },
    /// A rumor card is looked at.
    Peek { who: u8 },
    /// A challenge meal is prepared, in secret.
    Meal { who: u8, challenge: u8 },
    /// Tokens that do not survive refrigeration are given up, in secret.
    Fridge { who: u8 },
    /// The critic meal is prepared, in secret.
    Plate { who: u8 },
    /// Chance draws what McDogald's soup is worth.
    Soup,
    /// The game is over.
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub phase: Phase,
    /// Round from 0.
    pub round: u8,
    pub bag: Tokens,
    pub removed: Tokens,
    pub spreads: [Spread; PLACES],
    pub kitchens: [Kitchen; PLAYERS],
    pub automa: Automa,
    /// Contenders from the front of the priority track to its back.
    pub track: [u8; PLAYERS],
    pub shopping: Shopping,
    /// Rows of the challenges in the order of their reveal; hidden from the first unrevealed on.
    pub challenges: [u8; REVEALS],
    pub critic: u8,
    pub rumors: [u8; SLOTS],
    /// Row of the rumor that each contender gets if its restaurateur calls for one (CK-189); gone
    /// once restaurateurs are open.
    pub spare_rumors: [u8; PLAYERS],
    /// Slots that lie open, as a mask.
    pub open_rumors: u8,
    /// Rows of the zous-chefs in the order of their reveal.
    pub zous: [u8; REVEALS],
    /// The zous-chef at the academy, or [`NONE`].
    pub zous_on_offer: u8,
    pub plating: u8,
    pub quality: [u16; PLAYERS],
    /// Bisques in the supply (CK-8).
    pub bisques: u8,
    pub bag_low: u8,
    /// Times a rumor that lies open was drawn again.
    pub redraws: u8,
}

/// Bisque tokens in the box (CK-8).
pub const BISQUES: u8 = 7;

const _: () = assert!(KINDS <= 64, "kinds of tokens are bits of a mask");
