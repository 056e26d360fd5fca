//! What an item is worth in stars: in challenge meals, and in the critic meal.

use super::standing::Standing;
use crate::{
    rules::critter_kitchen::{
        courses,
        token::{TYPES, Token, Tokens},
        variant::DAY,
    },
    strategy::desk::rivals,
};

/// Stars that an item, a token or a number of soup, adds to the challenge meals of the day.
pub fn challenge_stars(me: &Standing<'_>, token: Option<Token>, soup: u16) -> f64 {
    let held = &me.kitchen.stock;
    let mut with = *held;
    if let Some(token) = token {
        with.add(token, 1);
    }
    let own = me.rules.soup_value(me.kitchen);
    (meals(me, &with, own + soup) - meals(me, held, own)).max(0.0)
}

/// Stars of the revealed challenges, each cooked as if it were the only one: the best of each type,
/// doubled where there is its spice, the highest of the others by allspice, and soup for what is missing.
fn meals(me: &Standing<'_>, stock: &Tokens, soup: u16) -> f64 {
    let mut stars = 0;
    for (_, needs) in (0..DAY).filter_map(|at| me.seen.challenge(at)) {
        let (mut missing, mut quality, mut plain) = (0, 0, 0);
        for course in courses(needs) {
            let best = stock.best_of(course);
            if best == 0 {
                missing += 1;
                continue;
            }
            let value = me.rules.challenge_value(me.kitchen, Token::ingredient(course, best));
            if stock.has(Token::spice(course)) {
                quality += 2 * value;
            } else {
                quality += value;
                plain = plain.max(value);
            }
        }
        if quality > 0 && missing <= soup {
            let allspice = if stock.has(Token::ALLSPICE) { plain } else { 0 };
            stars += u32::from(me.rules.challenge_stars(me.kitchen, quality + allspice + missing));
        }
    }
    f64::from(stars)
}

/// Stars that a token adds to the critic meal by its quality, and as the last of all courses.
pub fn critic_stars(me: &Standing<'_>, token: Token) -> f64 {
    let (rules, before) = (me.rules, me.quality());
    let on_track = |quality: u16| rules.cards.track_stars(quality, rules.variant.lap_stars);
    let lacking = (0..TYPES).filter(|&course| me.held(course) == 0);
    let completes = token.is_ingredient() && lacking.eq(token.course());
    let all = if completes { i16::from(rules.variant.all_courses_stars) } else { 0 };
    f64::from(on_track(before + me.gain(token)) - on_track(before) + all)
}

/// Whether an ingredient is as good as any of its type that rivals store, and mine are not.
pub fn takes_best(me: &Standing<'_>, course: usize, value: u8) -> bool {
    let stocks = rivals(me.rules.players_at_table(), me.seat).filter_map(|rival| me.seen.stock(rival));
    let best = stocks.map(|stock| stock.best_of(course)).max().unwrap_or(0);
    value >= best && me.kitchen.stock.best_of(course) < best.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        laws::curious::{ask_strategy, reading_script, told},
        rules::{
            Game, Luck, Seat,
            critter_kitchen::{CritterKitchen, state::State},
            played::{row, settle, with},
        },
        strategy::critter_kitchen::standing::Ledger,
    };

    /// A game for two at its first plans, with these tokens in the first kitchen and one challenge open.
    fn first_plans(game: &CritterKitchen, stock: &str) -> State {
        let luck = Luck::new(3, 0);
        let mut state = game.deal(&luck, &mut |_| {});
        settle(game, &mut state, &luck, &mut |_| {});
        state.critic = row(game, "tree-shrew");
        state.challenges[0] = row(game, "ultimate-melt");
        for name in stock.split_whitespace() {
            state.kitchens[0].stock.add(token(name), 1);
        }
        state
    }

    fn token(name: &str) -> Token {
        Token::parse(name).unwrap()
    }

    #[test]
    fn ck_122_ck_131_an_item_is_worth_the_stars_that_the_open_challenge_pays_for_it() {
        // Bread, fish and cheese are asked for: 5 + 4 and a soup are 10, the lowest bracket.
        let game = with::<CritterKitchen>(2, &[]);
        let mut state = first_plans(&game, "bread-5 fish-4");
        let gain = |state: &State, name: &str| {
            let me = Standing::new(game.observe(state, Seat(0)), Seat(0), &mut Ledger::default());
            challenge_stars(&me, Some(token(name)), 0)
        };
        // The middle one begins with 12.
        assert_eq!(gain(&state, "cheese-3"), 1.0);
        assert_eq!(gain(&state, "cheese-2"), 0.0);
        assert_eq!(gain(&state, "fish-7"), 1.0);
        assert_eq!(gain(&state, "bread-spice"), 1.0);
        assert_eq!(gain(&state, "allspice"), 1.0);
        assert_eq!(gain(&state, "carrot-7"), 0.0);
        // Without soup there is no meal yet.
        state.kitchens[0].soup = 0;
        assert_eq!(gain(&state, "cheese-3"), 2.0);
        assert_eq!(gain(&state, "bread-7"), 0.0);
        let me = Standing::new(game.observe(&state, Seat(0)), Seat(0), &mut Ledger::default());
        assert_eq!((challenge_stars(&me, None, 1), challenge_stars(&me, None, 3)), (1.0, 1.0));
    }

    #[test]
    fn ck_151_ck_159_quality_is_worth_stars_where_it_passes_a_row_of_the_track() {
        let game = with::<CritterKitchen>(2, &[]);
        let gain = |stock: &str, name: &str| {
            let state = first_plans(&game, stock);
            let me = Standing::new(game.observe(&state, Seat(0)), Seat(0), &mut Ledger::default());
            critic_stars(&me, token(name))
        };
        // 9 stands in the row that ends with 14, 14 does too, and 15 in the next.
        assert_eq!(gain("bread-5 fish-4", "meat-5"), 0.0);
        assert_eq!(gain("bread-5 fish-4", "meat-6"), 1.0);
        // A spice triples: 15 + 4.
        assert_eq!(gain("bread-5 fish-4", "bread-spice"), 1.0);
        // Six courses of 2 are 12; the seventh is the last of all courses too.
        assert_eq!(gain("bread-2 carrot-2 cheese-2 fish-2 meat-2 mushroom-2", "wine-2"), 1.0);
        assert_eq!(gain("bread-2 carrot-2 cheese-2 fish-2 meat-2 mushroom-2", "wine-3"), 2.0);
    }

    #[test]
    fn ck_152_the_best_of_a_course_is_taken_from_rivals_who_hold_less() {
        let game = with::<CritterKitchen>(3, &[]);
        let mut state = first_plans(&game, "fish-4");
        state.kitchens[1].stock.add(token("fish-5"), 1);
        let me = Standing::new(game.observe(&state, Seat(0)), Seat(0), &mut Ledger::default());
        let fish = token("fish-5").course().unwrap();
        let takes = |value: u8| takes_best(&me, fish, value);
        assert_eq!([takes(4), takes(5), takes(6)], [false, true, true]);
        // Nobody has bread.
        assert!(takes_best(&me, token("bread-2").course().unwrap(), 2));
    }

    #[test]
    fn ck_48_where_rivals_went_is_told_with_who_would_choose_first() {
        // The rivals' mouse, lizard and boar: carrying capacities of 1, 2 and 3 (CK-12).
        let game = with::<CritterKitchen>(3, &[]);
        let mut state = first_plans(&game, "");
        let academy = game.cards.academy() as u8;
        state.kitchens[1].been[..3].copy_from_slice(&[academy, 1, 2]);
        state.kitchens[2].been[..3].copy_from_slice(&[1, academy, 3]);
        let script = reading_script::<CritterKitchen>(|name| name.ends_with("_before"));
        let (_, why) = ask_strategy(&game, &state, &script, &Luck::new(3, 0)).unwrap();
        let why = why.unwrap();
        let name = &game.cards.locations[usize::from(academy)].name;
        let of = |chef: &str, feature: &str| told(&why, &format!("the {chef} to {name}"), feature);
        for (chef, ahead) in [("mouse", 0.5), ("lizard", 1.5), ("boar", 2.0)] {
            assert_eq!((of(chef, "went_before"), of(chef, "ahead_before")), (2.0, ahead), "{chef}");
        }
    }
}
