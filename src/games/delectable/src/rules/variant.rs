//! Every adjustable number and ruling, read once from the settings.

use super::state::PLAYERS;
use sim_engine::{
    seat::BySeat,
    settings::{SettingError, Settings, variant, words},
};

/// Number of star classes, two to five stars.
pub const CLASSES: usize = 4;

#[inline]
pub fn class(stars: u8) -> usize {
    usize::from(stars - 2)
}

words! {
    /// Ruling DE-A1: how reviews among the rightmost cards count.
    pub enum ReviewModifiers { Count = "count", Blank = "blank", Skip = "skip" }

    /// Ruling DE-A3: how long a discard's bonus lasts.
    pub enum DiscardBonus { Turn = "turn", Action = "action" }

    /// What a draw onto the named pile earns.
    pub enum Extra { Roll = "roll", Turn = "turn" }

    /// Who chooses the stolen card, and where it goes.
    pub enum Theft { Victim = "victim", Thief = "thief" }

    /// Ruling DE-A10: who may be named as a victim.
    pub enum VictimRule { Any = "any", Able = "able" }

    /// Ruling DE-A7: when the hand limit acts.
    pub enum HandCheck { Roll = "roll", Turn = "turn" }

    /// Ruling DE-A12: what players remember.
    pub enum Memory { All = "all", Tops = "tops" }

    /// How a card below the quality is reduced.
    pub enum Below { Minus = "minus", Half = "half" }

    /// Ruling DE-A8: which scores break ties.
    pub enum TieBreak { Counted = "counted", All = "all" }
}

/// Settings for the number of resource scores that count, from two players up.
const COUNTED: [&str; PLAYERS - 1] = ["counted_two", "counted_three", "counted_four", "counted_five"];

variant! {
    pub struct Variant = read(settings: &Settings, players: usize, start_cards: BySeat<usize>) {
        pub start_cards: BySeat<usize> = start_cards,
        pub hand_limit: usize,
        pub die_faces: i32,
        pub market_start: usize,
        pub modifier_cards: usize,
        pub review_modifiers: ReviewModifiers,
        pub discard_bonus: DiscardBonus,
        pub refilled_pile: bool,
        pub extra_rolls: u8,
        pub extra: Extra,
        pub commit_min: usize,
        pub commit_part: bool,
        pub adjacency: bool,
        pub theft_min: usize,
        pub theft: Theft,
        pub victim: VictimRule,
        pub hand_check: HandCheck,
        pub rename_on_top: bool,
        pub memory: Memory,
        pub default_quality: u8,
        /// Value of a card in half points, by class of the quality and class of the card.
        pub value: [[i32; CLASSES]; CLASSES] = values(settings),
        /// Half points of a matching card beyond `match_cards`.
        pub plain: [i32; CLASSES] = std::array::from_fn(|card| 2 * (card as i32 + 2)),
        pub match_cards: u8,
        pub counted: usize = settings.get(COUNTED[players - 2]),
        pub tie_break: TieBreak,
    }
}

impl Variant {
    /// Whether taking the extra roll forfeits the discard bonus (DE-A3).
    #[inline]
    pub fn again_forgets_discards(&self) -> bool {
        self.discard_bonus == DiscardBonus::Action || self.extra == Extra::Turn
    }

    pub fn new(settings: &Settings, players: usize) -> Result<Variant, SettingError> {
        let variant = Variant::read(settings, players, settings.by_seat("start_cards", players)?);
        if !variant.adjacency && variant.hand_limit > 7 {
            return Err(SettingError::new(
                "with adjacency = false a hand limit above 7 offers more commits than one list can hold",
                "set hand_limit to 7 or less",
            )
            .about(["adjacency", "hand_limit"]));
        }
        Ok(variant)
    }
}

/// The value table of DE-56 in half points: row = quality, column = card.
fn values(settings: &Settings) -> [[i32; CLASSES]; CLASSES] {
    let penalty = settings.int("below_penalty") as i32;
    let factor = settings.int("match_factor") as i32;
    let below: Below = settings.get("below");
    let mut table = [[0; CLASSES]; CLASSES];
    for quality in 2..=5u8 {
        for stars in 2..=5u8 {
            let plain = i32::from(stars);
            table[class(quality)][class(stars)] = match stars.cmp(&quality) {
                std::cmp::Ordering::Greater => 2 * plain,
                std::cmp::Ordering::Equal => 2 * factor * plain,
                std::cmp::Ordering::Less => match below {
                    Below::Minus => 2 * (plain - penalty).max(0),
                    Below::Half => plain,
                },
            };
        }
    }
    table
}
