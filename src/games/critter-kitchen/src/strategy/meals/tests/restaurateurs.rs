//! Meals that scripts cook with a restaurateur, against every chain that the rules allow.

use crate::TITLE;
use proptest::{prelude::*, strategy::Strategy as _};

use crate::rules::{
    Action, CritterKitchen, Decision, With,
    cards::effects::RestaurateurEffect,
    state::{Fund, Phase, State},
    token::{TYPES, Token, Tokens},
};
use sim_engine::{Game, Luck, Node, Seat, settings::parse};
use sim_script::{Ask, Evaluator, Script, Scripted, Strategy, library};

/// A script that values equal tokens equally, so that the cost of a meal depends only on its kinds.
const THRIFTY: &str = r#"
format = 1
game = "critter-kitchen"
about = "Spends with care."

[on.meal]
star = "3"
keep = "if(is_soup, 0.4, if(is_bisque, 1.1, 0.2 + 0.17*value + 0.6*is_spice + 0.9*is_allspice))"
exact = "1"
"#;
const STAR: f64 = 3.0;
const SOUP: f64 = 0.4;
const BISQUE: f64 = 1.1;

fn keep(token: Token) -> f64 {
    let spice = if token == Token::ALLSPICE { 0.9 } else { 0.6 };
    0.2 + 0.17 * f64::from(token.value()) + if token.is_spice() { spice } else { 0.0 }
}

fn game() -> CritterKitchen {
    CritterKitchen::new(&parse("data.toml", CritterKitchen::INFO.data_file).unwrap(), 2).unwrap()
}

/// Returns the end of day 1, where seat 1 cooks from this storage.
fn kitchen(game: &CritterKitchen, effect: RestaurateurEffect, stock: Tokens, soups: [u8; 2]) -> State {
    let luck = Luck::new(3, 0);
    let mut state = game.deal(&luck, &mut |_| {});
    while game.node(&state) == Node::Chance {
        game.apply_chance(&mut state, &luck, &mut |_| {});
    }
    let row = |name: &str| {
        let components = game.components();
        let at = components.iter().position(|component| component.name == name).unwrap();
        let first = components.iter().position(|component| component.kind == components[at].kind).unwrap();
        (at - first) as u8
    };
    // Bread, fish and cheese; bread, meat and wine; carrot and mushroom under the Hold token.
    for (slot, name) in state.challenges.iter_mut().zip(["ultimate-melt", "wine-and-dine", "tasty-tapas"]) {
        *slot = row(name);
    }
    state.round = 2;
    state.critic = row("cow");
    let cards = &game.cards.restaurateurs.cards;
    let [cook, other] = &mut state.kitchens[..2] else { unreachable!("two play") };
    // No restaurateur if no card has the effect.
    cook.restaurateur =
        cards.iter().position(|card| card.effect == effect).unwrap_or(usize::from(u8::MAX)) as u8;
    cook.stock = stock;
    [cook.soup, cook.bisque] = soups;
    other.soup = 0;
    state.phase = Phase::Meal { who: 0, challenge: 0 };
    state
}

fn is_cooking(state: &State) -> bool {
    matches!(state.phase, Phase::Meal { who: 0, .. })
}

/// Worth to the script of what an action spends.
fn cost(action: Action) -> f64 {
    match action {
        Action::Serve { token, with } => keep(token) + with.token(token).map_or(0.0, keep),
        Action::Bisques { count } => BISQUE * f64::from(count),
        Action::Soups { count } => SOUP * f64::from(count),
        _ => 0.0,
    }
}

fn stars(state: &State) -> i16 {
    state.kitchens[0].stars[Fund::DayOne as usize]
}

/// Returns the highest worth over all legal chains.
fn best(game: &CritterKitchen, state: &State) -> f64 {
    if !is_cooking(state) {
        return STAR * f64::from(stars(state));
    }
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let worth = |action: &Action| {
        let mut after = *state;
        game.apply(&mut after, *action, &mut |_| {});
        best(game, &after) - cost(*action)
    };
    legal.iter().map(worth).fold(f64::NEG_INFINITY, f64::max)
}

/// Cooks the meals of the day with a script. Checks that every action is legal, and returns the actions.
fn cook(game: &CritterKitchen, state: &mut State, script: &Strategy) -> Vec<Action> {
    let Strategy::Script(script) = script else { unreachable!("it is a script") };
    let script: &Script = script;
    let (mut actions, mut evaluator) = (Vec::new(), Evaluator::new(TITLE.vocabulary));
    while is_cooking(state) {
        let mut legal = Vec::new();
        let offer = game.legal(state, &mut legal);
        let (seat, decision) = (Seat(0), Decision::Meal);
        let luck = Luck::new(3, 0).choice(0, actions.len() as u16, 0);
        let ask = Ask::new(game, state, (seat, decision), (offer, &legal), luck);
        let mut answer = Vec::new();
        CritterKitchen::decide(&ask, script, &mut evaluator, &mut Default::default(), &mut answer);
        for action in answer {
            legal.clear();
            game.legal(state, &mut legal);
            assert!(legal.contains(&action), "{action} is none of {legal:?}");
            game.apply(state, action, &mut |_| {});
            actions.push(action);
        }
    }
    actions
}

fn thrifty() -> Strategy {
    library::read(&TITLE, "thrifty", "thrifty.toml", THRIFTY).unwrap()
}

fn storages(
    ingredients: usize,
    spices: usize,
) -> impl proptest::strategy::Strategy<Value = (Tokens, [u8; 2])> {
    // Bread, carrot, fish and mushroom: few types, so that some lie under others.
    let ingredient = (prop::sample::select(&[0, 1, 3, 5][..]), 2..=7u8)
        .prop_map(|(course, value)| Token::ingredient(course, value));
    let spice = (0..=TYPES).prop_map(|course| Token(Token::spice(0).0 + course as u8));
    let tokens =
        (prop::collection::vec(ingredient, 2..=ingredients), prop::collection::vec(spice, 0..=spices));
    (tokens, 0..3u8, 0..2u8).prop_map(|((ingredients, spices), soup, bisque)| {
        let mut stock = Tokens::default();
        // The box has two spices of each type.
        for token in ingredients.into_iter().chain(spices) {
            let is_out = token.is_spice() && stock.count(token) == 2;
            stock.add(token, u8::from(!is_out));
        }
        (stock, [soup, bisque])
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    // CK-188, CK-190, and without a restaurateur.
    #[test]
    fn no_legal_chain_is_better(storage in storages(6, 3)) {
        let (game, script) = (game(), thrifty());
        let (stock, soups) = storage;
        for effect in [RestaurateurEffect::Plain, RestaurateurEffect::Under, RestaurateurEffect::FreeSpice] {
            let before = kitchen(&game, effect, stock, soups);
            let mut after = before;
            let actions = cook(&game, &mut after, &script);
            let worth = STAR * f64::from(stars(&after)) - actions.iter().map(|&action| cost(action)).sum::<f64>();
            let best = best(&game, &before);
            prop_assert!((worth - best).abs() < 1e-9, "{effect:?}: {worth} but {best} with {actions:?}");
        }
    }
}

/// Returns the stars of the day and the number of servings that use the restaurateur's option, first with the
/// restaurateur, then without.
fn stars_and_options(
    strategy: &Strategy,
    effect: RestaurateurEffect,
    stock: &str,
    soup: u8,
) -> [(i16, usize); 2] {
    let game = game();
    let mut tokens = Tokens::default();
    stock.split_whitespace().for_each(|name| tokens.add(Token::parse(name).unwrap(), 1));
    [effect, RestaurateurEffect::Plain].map(|effect| {
        let mut state = kitchen(&game, effect, tokens, [soup, 0]);
        let actions = cook(&game, &mut state, strategy);
        let is_option =
            |action: &&Action| matches!(action, Action::Serve { with: With::Under(_) | With::Other(_), .. });
        (stars(&state), actions.iter().filter(is_option).count())
    })
}

/// One script that proves its meals, the thrifty one, and two that climb.
fn cooks() -> [Strategy; 3] {
    let shipped = library::shipped(&TITLE, "greedy").unwrap().unwrap();
    let recipe = THRIFTY.replace("exact = \"1\"", "exact = \"0\"");
    let recipe = library::read(&TITLE, "recipe", "recipe.toml", &recipe).unwrap();
    [shipped, thrifty(), recipe]
}

// CK-188: 2 x 7 + 2 x 4 for carrot and mushroom reaches 21. Side by side, the four are worth 16.
#[test]
fn heron_sanchez_earns_a_star() {
    for strategy in cooks() {
        let stock = "carrot-7 carrot-2 mushroom-4 mushroom-3";
        let [with, without] = stars_and_options(&strategy, RestaurateurEffect::Under, stock, 0);
        assert_eq!((with, without), ((3, 2), (2, 0)));
    }
}

// CK-190: 2 x 4 + 3 with the spice of another type is 11, with a soup 12. Without the spice it is 8.
#[test]
fn guy_fierret_earns_a_star() {
    for strategy in cooks() {
        let [with, without] = stars_and_options(
            &strategy,
            RestaurateurEffect::FreeSpice,
            "carrot-4 mushroom-3 cheese-spice",
            1,
        );
        assert_eq!((with, without), ((2, 1), (1, 0)));
    }
}
