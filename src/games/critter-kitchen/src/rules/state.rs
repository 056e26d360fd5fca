//! The game state: locations, kitchens, decks and the current phase.
//!
//! Plain data throughout; `resample` defines what is hidden from a seat. A contender is a player or McDogald's,
//! indexed by seat number.

pub use super::visit::{DrawFor, Owed, Shopping, Stage};
use super::{
    action::{Action, With},
    cards::{PLACES, REVEALS, house::DECKS},
    token::{KINDS, SLOTS, Token, Tokens},
    variant::{CHEFS, DAY, NONE, PLAYERS},
};
use sim_engine::settings::labels;

/// Maximum number of dishes on a critic plate: seven courses and the extras that critics allow.
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
        /// McDogald's initial stars (CK-192).
        Start = "start",
        /// McDogald's stars for rumor tokens (CK-212); the rumors themselves pay under `Rumors`.
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
    /// Fingerprint of the servings in any order; it tells meals of equal quality apart.
    pub menu: u64,
}

/// Tokens and soup that a contender has put aside in secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aside {
    /// Tokens served in meals, or returned at refrigeration.
    pub tokens: Tokens,
    pub soup: u8,
    pub bisque: u8,
    /// The last micro-action; the next one must not precede it in order.
    pub last: Option<Action>,
    /// Type of the last ingredient that was served with an addition, and that addition.
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
    /// Mask of slots whose card was seen without a token.
    pub peeked: u8,
    /// Row of the zous-chef that works this round, or [`NONE`]; `next_zous` works in the next.
    pub zous: u8,
    pub next_zous: u8,
    pub restaurateur: u8,
    pub dealt: [u8; 2],
    pub own_rumor: u8,
    /// Destination of each chef this round, or [`NONE`].
    pub plan: [u8; CHEFS],
    /// Destination of each chef in the previous round, or [`NONE`]; public.
    pub been: [u8; CHEFS],
    pub stars: [i16; FUNDS],
    pub aside: Aside,
    /// Challenge meals of the day; secret until all players are ready.
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

    /// Returns the mask of slots that hold a token (CK-80).
    #[inline]
    pub fn known_rumors(&self) -> u8 {
        (0..SLOTS).filter(|&slot| self.rumors[slot] != NONE).fold(0, |mask, slot| mask | 1 << slot)
    }

    #[inline]
    pub fn rumor_tokens(&self) -> u8 {
        self.known_rumors().count_ones() as u8
    }

    #[inline]
    pub fn chef_at(&self, place: usize) -> Option<usize> {
        self.plan.iter().position(|&to| usize::from(to) == place)
    }

    /// Returns the stored ingredients and spices that are not put aside.
    pub fn unspent(&self) -> Tokens {
        let mut left = self.stock;
        left.remove_all(&self.aside.tokens);
        left
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Automa {
    /// Masks of the cards still to be drawn from each deck.
    pub left: [u64; DECKS],
    /// Masks of the cards turned over this round; a shuffle leaves them out.
    pub open: [u64; DECKS],
    pub shuffles: [u8; DECKS],
    /// Mask of the types with a star above them, for each challenge of the day.
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
    /// No choice is pending; the rules continue on their own.
    Run,
    /// A player chooses a restaurateur.
    Keep { who: u8 },
    /// The round's challenge, items and zous-chef are laid out.
    Restock,
    /// A player sends out a chef, in secret.
    Plan { who: u8, chef: u8 },
    /// McDogald's turns its cards over.
    Automa,
    /// A player may swap two chefs after the reveal.
    Swap { who: u8 },
    /// The Midnight Merchant is filled.
    Merchant,
    /// Chance makes an owed draw.
    Draw,
    /// A chef takes an item.
    Pick { who: u8 },
    /// A player chooses the slot for a wild rumor.
    Wild { who: u8 },
    /// A zous-chef takes an item of the truck.
    Fetch { who: u8 },
    /// A player keeps one of the offered tokens.
    Choose { who: u8 },
    /// A player may give up an ingredient for a draw, or must lay one down in an exchange.
    Trade { who: u8 },
    /// A player looks at a rumor card.
    Peek { who: u8 },
    /// A player prepares a challenge meal, in secret.
    Meal { who: u8, challenge: u8 },
    /// A player returns tokens that do not survive refrigeration, in secret.
    Fridge { who: u8 },
    /// A player prepares the critic meal, in secret.
    Plate { who: u8 },
    /// Chance draws the value of McDogald's soup.
    Soup,
    /// The game has ended.
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
    /// Challenge rows in the order of their reveal; the unrevealed ones are hidden.
    pub challenges: [u8; REVEALS],
    pub critic: u8,
    pub rumors: [u8; SLOTS],
    /// Row of the rumor that each contender gets if its restaurateur grants one (CK-189); [`NONE`] once
    /// restaurateurs are revealed.
    pub spare_rumors: [u8; PLAYERS],
    /// Mask of slots whose card lies open.
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
    /// Number of drawn tokens replaced because their rumor lay open.
    pub redraws: u8,
}

/// Bisque tokens in the box (CK-8).
pub const BISQUES: u8 = 7;

const _: () = assert!(KINDS <= 64, "kinds of tokens are bits of a mask");
