//! All configurable numbers and rulings, read once from the settings.

use super::token::{HIGH, LOW, SLOTS, TYPES, Token, Tokens, VALUES};
use sim_engine::{
    seat::BySeat,
    settings::{SettingError, Settings, variant, words},
};

words! {
    /// Ruling CK-A3: when the hat of a tie's winner moves.
    pub enum HatTime { Now = "now", Location = "location" }

    /// Ruling CK-A2: how doubled carrots, spice and a fanatic combine.
    pub enum Stacking { Additive = "additive", Either = "either", Multiplicative = "multiplicative" }

    /// Ruling CK-A35: which ingredient represents a course with several.
    pub enum MultiCourse { Highest = "highest", Lowest = "lowest" }

    /// Ruling CK-A34: which value of an ingredient rumors count.
    pub enum RumorValues { Worth = "worth", Printed = "printed" }

    /// Ruling CK-A21: what players remember of storages.
    pub enum Memory { All = "all", Shield = "shield" }
}

pub const PLAYERS: usize = 5;
/// Stands for no card, chef, place or contender.
pub const NONE: u8 = u8::MAX;
/// Chefs of a player in the order of planning; the last is the zous-chef.
pub const CHEFS: usize = 4;
pub const ZOUS: usize = 3;
/// Number of challenges of a day (CK-119).
pub const DAY: usize = 3;

variant! {
    pub struct Variant = read(settings: &Settings, players: usize, bag: Tokens, start_soup: BySeat<u8>) {
        /// Initial content of the bag (CK-6).
        pub bag: Tokens = bag,
        pub start_soup: BySeat<u8> = start_soup,
        pub bisque_value: u8,
        /// Carrying capacities of mouse, lizard and boar (CK-12).
        pub capacity: [u8; ZOUS] =
            ["mouse_capacity", "lizard_capacity", "boar_capacity"].map(|name| settings.get(name)),
        pub academy_items: u8 = if players <= 2 { settings.get("academy_items") } else { 0 },
        pub merchant_items: u8 =
            settings.get(if players <= 2 { "merchant_items_two" } else { "merchant_items" }),
        pub hat_moves: bool,
        pub hat_time: HatTime,
        pub leave_early: bool,
        pub empty_soup: bool,
        pub after_pick_requires_item: bool,
        /// Lowest quality of each bracket, ascending, and its stars (CK-131).
        pub brackets: [(u16, u8); 3] = ["challenge_min", "challenge_mid", "challenge_top"]
            .map(|name| (settings.get(name), settings.get(&format!("{name}_stars")))),
        pub challenge_soup_only: bool,
        pub hold: bool,
        /// Number of tokens that survive each day (CK-138).
        pub fridge: [u8; 2] = ["fridge_one", "fridge_two"].map(|name| settings.get(name)),
        pub soup_stars: u8,
        pub all_courses_stars: u8,
        pub best_stars: u8,
        pub lap_stars: u8,
        pub stacking: Stacking = settings.get("rabbit_stacking"),
        pub nocturnal_needs_all7: bool,
        pub multi_course: MultiCourse,
        pub rumor_values: RumorValues,
        pub memory: Memory,
        pub first_game: bool,
        pub restaurateurs: bool,
        /// Rulings CK-A15, CK-A58 and CK-A65 on McDogald's.
        pub automa_learns: bool = settings.get("mcdogalds_learns"),
        pub automa_compares: bool = settings.get("mcdogalds_compares"),
        pub automa_draws_score: bool = settings.get("mcdogalds_draws_score"),
    }
}

impl Variant {
    pub fn new(settings: &Settings, players: usize) -> Result<Variant, SettingError> {
        let variant =
            Variant::read(settings, players, bag(settings)?, settings.by_seat("start_soup", players)?);
        if !variant.brackets.is_sorted_by_key(|&(quality, _)| quality) {
            let error = SettingError::new(
                "the brackets of challenge meals do not ascend",
                "keep challenge_min <= challenge_mid <= challenge_top",
            );
            return Err(error.about(["challenge_min", "challenge_mid", "challenge_top"]));
        }
        Ok(variant)
    }
}

/// Settings that fill the bag: first ingredients by ascending value.
pub const BAG_COUNTS: [&str; VALUES + 4] = [
    "copies_two",
    "copies_three",
    "copies_four",
    "copies_five",
    "copies_six",
    "copies_seven",
    "spices",
    "allspices",
    "rumor_tokens",
    "wild_rumors",
];

fn bag(settings: &Settings) -> Result<Tokens, SettingError> {
    let mut bag = Tokens::default();
    for course in 0..TYPES {
        for (value, name) in (LOW..=HIGH).zip(BAG_COUNTS) {
            bag.add(Token::ingredient(course, value), settings.int(name) as u8);
        }
        bag.add(Token::spice(course), settings.int("spices") as u8);
    }
    bag.add(Token::ALLSPICE, settings.int("allspices") as u8);
    for slot in 0..SLOTS {
        bag.add(Token::rumor(slot), settings.int("rumor_tokens") as u8);
    }
    bag.add(Token::WILD, settings.int("wild_rumors") as u8);
    if bag.total() > 254 {
        let error =
            SettingError::new(format!("a bag of {} tokens is too large", bag.total()), "at most 254 tokens");
        return Err(error.about(BAG_COUNTS));
    }
    Ok(bag)
}
