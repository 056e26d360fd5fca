//! The proven plate against every plate that the rules allow.

use proptest::{prelude::*, strategy::Strategy};

use super::*;
use crate::rules::{
    Game, Luck, Seat,
    critter_kitchen::{
        Action, CritterKitchen,
        state::{self, Phase, State},
        token::VALUES,
    },
    params::parse,
};
use crate::strategy::critter_kitchen::standing::Ledger;

/// The rules by a reading of the cards, with restaurateurs.
fn rules(is_second: bool) -> CritterKitchen {
    let mut params = parse("data.toml", CritterKitchen::data_file()).unwrap();
    if is_second {
        params.apply_preset("second-reading").unwrap();
    }
    params.set("restaurateurs", "true").unwrap();
    CritterKitchen::new(&params, 3).unwrap()
}

/// A critic meal to be prepared.
#[derive(Debug)]
struct Case {
    is_second: bool,
    critic: usize,
    restaurateur: usize,
    rumors: [usize; SLOTS],
    known: u8,
    mine: Vec<Token>,
    theirs: Vec<Token>,
    weights: Weights,
}

impl Case {
    fn state(&self, rules: &CritterKitchen) -> State {
        let mut state = rules.deal(&Luck::new(4, 0), &mut |_| {});
        state.round = 6;
        state.phase = Phase::Plate { who: 0 };
        state.critic = (self.critic % rules.cards.critics.cards.len()) as u8;
        for slot in 0..SLOTS {
            // Rows of their own for each slot.
            let rows = rules.cards.rumors.cards.len() / SLOTS;
            state.rumors[slot] = (slot * rows + self.rumors[slot] % rows) as u8;
            if self.known >> slot & 1 == 1 {
                state.kitchens[0].rumors[slot] = Token::rumor(slot).0;
            }
        }
        state.kitchens[0].restaurateur = (self.restaurateur % rules.cards.restaurateurs.cards.len()) as u8;
        for (who, tokens) in [&self.mine, &self.theirs].into_iter().enumerate() {
            state.kitchens[who].stock = Tokens::default();
            tokens.iter().for_each(|&token| state.kitchens[who].stock.add(token, 1));
        }
        state
    }
}

fn token() -> impl Strategy<Value = Token> {
    // Ingredients, typed spices, and more allspice than its one kind would bring.
    let last = Token::ALLSPICE.0;
    let ingredient = (0..TYPES, 0..VALUES as u8).prop_map(|(course, at)| Token::ingredient(course, 2 + at));
    prop_oneof![4 => ingredient, 1 => (Token::spice(0).0..last + 3).prop_map(move |at| Token(at.min(last)))]
}

fn cases(most: usize) -> impl Strategy<Value = Case> {
    let cards = (prop::bool::ANY, 0..12usize, 0..10usize, [0..64usize, 0..64usize, 0..64usize], 0..8u8);
    let weight = || prop_oneof![Just(0.0), Just(1.0), -0.5..2.0f64];
    let weights = (prop_oneof![3 => Just(1.0), 1 => -0.5..2.0f64], weight(), weight());
    let storage = (prop::collection::vec(token(), 1..=most), prop::collection::vec(token(), 0..6));
    (cards, storage, weights).prop_map(
        |((is_second, critic, restaurateur, rumors, known), (mine, theirs), (rumor, unknown, best))| Case {
            is_second,
            critic,
            restaurateur,
            rumors,
            known,
            mine,
            theirs,
            weights: Weights { rumor, unknown: if critic % 3 == 0 { unknown } else { 0.0 }, best },
        },
    )
}

/// The most expected stars of all plates from a course on.
fn brute_force(kitchen: &Kitchen<'_>, course: usize, plate: &state::Kitchen) -> f64 {
    let me = kitchen.me;
    if course == TYPES {
        return kitchen.stars(&Menu::of(plate.plate.dishes()));
    }
    let mut best = brute_force(kitchen, course + 1, plate);
    me.rules.dishes_of(me.critic, plate, course, &mut |action| {
        let Action::Dish { token, with, .. } = action else { return };
        let mut next = *plate;
        me.rules.put_on_plate(&mut next, Dish { course: course as u8, token, with });
        best = best.max(brute_force(kitchen, course, &next));
    });
    best
}

fn assert_best(case: &Case) -> Result<(), TestCaseError> {
    let rules = rules(case.is_second);
    let state = case.state(&rules);
    let me = Standing::new(rules.observe(&state, Seat(0)), Seat(0), &mut Ledger::default());
    let kitchen = Kitchen::new(&me, case.weights);
    let climbed = kitchen.climb();
    let (menu, stars, is_proven) = exact::solve(&kitchen, climbed, u32::MAX);
    let best = brute_force(&kitchen, 0, &state.kitchens[0]);
    prop_assert!(is_proven);
    prop_assert!((stars - best).abs() < 1e-6, "{stars} but {best} for {:?}", menu.as_slice());
    prop_assert!((kitchen.stars(&menu) - stars).abs() < 1e-9);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn no_plate_of_a_small_storage_is_better(case in cases(5)) {
        assert_best(&case)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_plate_of_eight_tokens_is_better(case in cases(8)) {
        assert_best(&case)?;
    }
}
