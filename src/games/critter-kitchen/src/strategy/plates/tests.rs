//! The proven plate against every plate that the rules allow.

use proptest::{prelude::*, strategy::Strategy};

use super::*;
use crate::rules::{
    Action, CritterKitchen,
    state::{self, Phase, State},
    token::VALUES,
    variant,
};
use crate::strategy::standing::Ledger;
use sim_engine::{Game, Luck, Seat, luck::hash_name, settings::parse};

/// Returns rules with restaurateurs, under the first or second interpretation of the cards.
fn rules(is_second: bool) -> CritterKitchen {
    let mut settings = parse("data.toml", CritterKitchen::INFO.data_file).unwrap();
    if is_second {
        settings.apply_preset("second-reading").unwrap();
    }
    settings.set("restaurateurs", "true").unwrap();
    CritterKitchen::new(&settings, 3).unwrap()
}

/// A critic meal to prepare.
#[derive(Debug)]
struct Case {
    is_second: bool,
    critic: usize,
    restaurateur: usize,
    rumors: [usize; SLOTS],
    known: u8,
    /// Replaces the `amount` on the critic's card.
    amount: Option<u8>,
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
            // Each slot draws from its own range of rows.
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
    // Ingredients, typed spices, and allspice three times as often as each typed spice.
    let last = Token::ALLSPICE.0;
    let ingredient = (0..TYPES, 0..VALUES as u8).prop_map(|(course, at)| Token::ingredient(course, 2 + at));
    prop_oneof![4 => ingredient, 1 => (Token::spice(0).0..last + 3).prop_map(move |at| Token(at.min(last)))]
}

fn cases(most: usize) -> impl Strategy<Value = Case> {
    let cards = (prop::bool::ANY, 0..12usize, 0..10usize, [0..64usize, 0..64usize, 0..64usize], 0..8u8);
    let weight = || prop_oneof![Just(0.0), Just(1.0), -0.5..2.0f64];
    let weights = (prop_oneof![3 => Just(1.0), 1 => -0.5..2.0f64], weight(), weight());
    let amount = prop_oneof![4 => Just(None), 1 => (0..4u8).prop_map(Some)];
    let storage = (prop::collection::vec(token(), 1..=most), prop::collection::vec(token(), 0..6));
    (cards, amount, storage, weights).prop_map(
        |(
            (is_second, critic, restaurateur, rumors, known),
            amount,
            (mine, theirs),
            (rumor, unknown, best),
        )| Case {
            is_second,
            critic,
            restaurateur,
            rumors,
            known,
            amount,
            mine,
            theirs,
            weights: Weights { rumor, unknown: if critic % 3 == 0 { unknown } else { 0.0 }, best },
        },
    )
}

/// Returns the most expected stars over all completions of a plate from a course on.
fn brute_force(kitchen: &Kitchen<'_>, course: usize, plate: &state::Kitchen) -> f64 {
    let me = kitchen.me;
    if course == TYPES {
        return kitchen.stars(&Menu::of(plate.plate.dishes()));
    }
    let mut best = brute_force(kitchen, course + 1, plate);
    me.rules.dishes_from(me.critic, plate, &plate.unspent(), course, &mut |action| {
        let Action::Dish { token, with, .. } = action else { return };
        let mut next = *plate;
        me.rules.put_on_plate(&mut next, Dish { course: course as u8, token, with });
        best = best.max(brute_force(kitchen, course, &next));
    });
    best
}

fn assert_best(case: &Case) -> Result<(), TestCaseError> {
    let mut rules = rules(case.is_second);
    if let Some(amount) = case.amount {
        let critic = case.critic % rules.cards.critics.cards.len();
        rules.cards.critics.cards[critic].amount = amount;
    }
    assert_best_of(&rules, &case.state(&rules), case.weights, u32::MAX)
}

/// Checks the exact solver, started from the plate of `climb` and from an empty plate.
fn assert_best_of(
    rules: &CritterKitchen,
    state: &State,
    weights: Weights,
    limit: u32,
) -> Result<(), TestCaseError> {
    let me = Standing::new(rules.observe(state, Seat(0)), Seat(0), &mut Ledger::default());
    let kitchen = Kitchen::new(&me, weights);
    let best = brute_force(&kitchen, 0, &state.kitchens[0]);
    for start in [kitchen.climb(), (Menu::EMPTY, kitchen.stars(&Menu::EMPTY))] {
        let exact::Found { menu, stars, is_proven } =
            exact::solve(&kitchen, &mut Scratch::default(), start, limit);
        prop_assert!(is_proven);
        prop_assert!((stars - best).abs() < 1e-6, "{stars} but {best} for {:?}", menu.as_slice());
        prop_assert!((kitchen.stars(&menu) - stars).abs() < 1e-9);
    }
    Ok(())
}

/// Cases met in play that have very many plates: a course may hold more than its own ingredient, or less than
/// the most quality earns stars.
#[test]
fn no_plate_of_a_storage_met_in_play_is_better() {
    let met = [
        (
            "raccoon",
            [None, None, Some("to-go")],
            "bread-2 bread-4 bread-6 cheese-2 fish-2 fish-6 mushroom-2 mushroom-7 mushroom-spice",
        ),
        (
            "raccoon",
            [Some("sommelier"), None, Some("hibernator")],
            "bread-7 carrot-2 carrot-2 carrot-3 cheese-3 fish-3 fish-3 fish-6 mushroom-2 wine-3",
        ),
        (
            "fruit-bat",
            [None; SLOTS],
            "bread-5 carrot-5 cheese-2 fish-6 meat-3 mushroom-5 wine-3 wine-5 fish-spice allspice",
        ),
        (
            "fruit-bat",
            [Some("fish-fanatic"), None, Some("mushroom-fanatic")],
            "carrot-7 cheese-3 fish-6 meat-6 mushroom-4 wine-3 wine-4 meat-spice mushroom-spice allspice",
        ),
        (
            "cow",
            [Some("carrot-fanatic"), Some("wine-cellar"), Some("unsophisticated")],
            "bread-7 carrot-2 cheese-6 fish-5 meat-4 mushroom-4 mushroom-5 mushroom-6 wine-3 meat-spice allspice",
        ),
        (
            "jerboa",
            [None, Some("hibernator"), Some("psychedelic-flavor")],
            "bread-6 carrot-3 carrot-4 carrot-6 cheese-7 fish-3 meat-4 mushroom-4 wine-5 carrot-spice mushroom-spice allspice",
        ),
    ];
    let rules = rules(false);
    let row = |names: &[u64], wanted: &str| names.iter().position(|&name| name == hash_name(wanted)).unwrap();
    for (critic, rumors, storage) in met {
        let known =
            rumors.iter().enumerate().fold(0, |mask, (slot, rumor)| mask | u8::from(rumor.is_some()) << slot);
        let mine = storage.split(' ').map(|word| Token::parse(word).unwrap()).collect();
        let weights = Weights { rumor: 1.0, unknown: 0.0, best: 0.5 };
        let case = Case {
            is_second: false,
            critic: row(&rules.cards.critics.names, critic),
            restaurateur: 0,
            rumors: [0; SLOTS],
            known,
            amount: None,
            mine,
            theirs: Vec::new(),
            weights,
        };
        let mut state = case.state(&rules);
        state.kitchens[0].restaurateur = variant::NONE;
        for (slot, rumor) in rumors.iter().enumerate() {
            if let Some(rumor) = rumor {
                state.rumors[slot] = row(&rules.cards.rumors.names, rumor) as u8;
            }
        }
        assert_best_of(&rules, &state, weights, PLATES).unwrap();
    }
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
