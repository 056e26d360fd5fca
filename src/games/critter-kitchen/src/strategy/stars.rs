//! The worth of an item in stars, for challenge meals and for the critic meal.

use super::{standing::Standing, vocabulary::Item as F};
use crate::rules::{
    courses,
    token::{TYPES, Token},
    variant::DAY,
};
use sim_script::evaluator::rivals;

/// Inputs of the items' stars, computed once for all items of a decision. While they are the same, an item that
/// adds the same quality is worth the same stars.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stars {
    larder: Larder,
    /// Open requirements of the revealed challenges, and the stars of their meals from the current storage.
    challenges: [(u8, i32); DAY],
    /// Mask of the types that any of them requires.
    wanted: u8,
    /// Mask of the types without a stored ingredient.
    lacking: u8,
    /// The current quality; `on_track` holds its stars on the score track.
    quality: u16,
    on_track: i16,
    /// Highest value of each type in the rivals' known storages.
    rivals: [u8; TYPES],
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Larder {
    /// Highest printed value of each type, 0 without any; `value` is its value in challenges.
    best: [u8; TYPES],
    value: [u16; TYPES],
    /// Mask of the types with a spice.
    spiced: u8,
    has_allspice: bool,
    soup: u16,
}

impl Stars {
    pub fn new(me: &Standing<'_>, wanted: u128) -> Stars {
        let mut stars = Stars::default();
        if wanted & (F::ChallengeStars.bit() | F::CriticStars.bit() | F::TakesBest.bit()) == 0 {
            return stars;
        }
        stars.larder = Larder::new(me);
        if F::ChallengeStars.is_in(wanted) {
            for (at, challenge) in stars.challenges.iter_mut().enumerate() {
                if let Some((_, needs)) = me.seen.challenge(at) {
                    *challenge = (needs, stars.larder.cooked(me, needs));
                    stars.wanted |= needs;
                }
            }
        }
        if F::CriticStars.is_in(wanted) {
            stars.quality = me.quality();
            stars.on_track = on_track(me, stars.quality);
            let lacking = (0..TYPES).filter(|&course| stars.larder.best[course] == 0);
            stars.lacking = lacking.fold(0, |mask, course| mask | 1 << course);
        }
        if F::TakesBest.is_in(wanted) {
            let all = rivals(me.rules.players_at_table(), me.seat);
            for stock in all.filter_map(|rival| me.seen.stock(rival)) {
                for (course, best) in stars.rivals.iter_mut().enumerate() {
                    *best = (*best).max(stock.best_of(course));
                }
            }
        }
        stars
    }

    /// Returns the stars that a token or an amount of soup adds to the challenge meals of the day.
    pub fn of_challenges(&self, me: &Standing<'_>, token: Option<Token>, soup: u16) -> f64 {
        // A typed token matters to the challenges that require its type.
        let asking = token.and_then(Token::course).map_or(u8::MAX, |course| 1 << course);
        let mut with = self.larder;
        with.soup += soup;
        if self.wanted & asking == 0 || token.is_some_and(|token| !with.add(me, token)) {
            return 0.0;
        }
        let mut gain = 0;
        for &(needs, before) in &self.challenges {
            if needs & asking != 0 {
                gain += with.cooked(me, needs) - before;
            }
        }
        f64::from(gain.max(0))
    }

    /// Returns the stars that a token adds to the critic meal by its `gain` of quality, and by completing all
    /// courses.
    pub fn of_critic(&self, me: &Standing<'_>, token: Token, gain: u16) -> f64 {
        let more = if gain == 0 { 0 } else { on_track(me, self.quality + gain) - self.on_track };
        let completes =
            token.is_ingredient() && token.course().is_some_and(|course| self.lacking == 1 << course);
        let all = if completes { i16::from(me.rules.variant.all_courses_stars) } else { 0 };
        f64::from(more + all)
    }

    /// Whether an ingredient is at least as good as the rivals' best of its type, and the seat's own are not.
    pub fn takes_best(&self, course: usize, value: u8) -> bool {
        let best = self.rivals[course];
        value >= best && self.larder.best[course] < best.max(1)
    }
}

fn on_track(me: &Standing<'_>, quality: u16) -> i16 {
    me.rules.cards.track_stars(quality, me.rules.variant.lap_stars)
}

impl Larder {
    fn new(me: &Standing<'_>) -> Larder {
        let stock = &me.kitchen.stock;
        let best = std::array::from_fn(|course| stock.best_of(course));
        let value = |course: usize| match best[course] {
            0 => 0,
            best => me.rules.challenge_value(me.kitchen, Token::ingredient(course, best)),
        };
        Larder {
            best,
            value: std::array::from_fn(value),
            spiced: (0..TYPES)
                .filter(|&course| stock.has(Token::spice(course)))
                .fold(0, |mask, course| mask | 1 << course),
            has_allspice: stock.has(Token::ALLSPICE),
            soup: me.rules.soup_value(me.kitchen),
        }
    }

    /// Adds a token; returns whether that changes anything.
    fn add(&mut self, me: &Standing<'_>, token: Token) -> bool {
        match token.course() {
            Some(course) if token.is_ingredient() => {
                let is_better = token.value() > self.best[course];
                if is_better {
                    self.best[course] = token.value();
                    self.value[course] = me.rules.challenge_value(me.kitchen, token);
                }
                is_better
            }
            Some(course) => {
                let is_new = self.spiced >> course & 1 == 0;
                self.spiced |= 1 << course;
                is_new
            }
            None => {
                let is_new = token == Token::ALLSPICE && !self.has_allspice;
                self.has_allspice |= is_new;
                is_new
            }
        }
    }

    /// Returns the stars of a challenge cooked as if it were the only one: the best of each type, doubled by
    /// its spice, allspice on the highest other one, and soup for missing types.
    fn cooked(&self, me: &Standing<'_>, needs: u8) -> i32 {
        let (mut missing, mut quality, mut plain) = (0, 0, 0);
        for course in courses(needs) {
            let value = self.value[course];
            if value == 0 {
                missing += 1;
            } else if self.spiced >> course & 1 == 1 {
                quality += 2 * value;
            } else {
                quality += value;
                plain = plain.max(value);
            }
        }
        if quality == 0 || missing > self.soup {
            return 0;
        }
        let allspice = if self.has_allspice { plain } else { 0 };
        i32::from(me.rules.challenge_stars(me.kitchen, quality + allspice + missing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        TITLE,
        rules::{CritterKitchen, state::State},
        strategy::standing::Ledger,
    };
    use sim_engine::{Game, Luck, Seat};
    use sim_play::laws::curious::{ask_strategy, feature_value, reading_script};
    use sim_script::played::{row, settle, with};

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
        // The challenge requires bread, fish and cheese: 5 + 4 and a soup are 10, the lowest bracket.
        let game = with(&TITLE, 2, &[]);
        let mut state = first_plans(&game, "bread-5 fish-4");
        let gain = |state: &State, name: &str| {
            let me = Standing::new(game.observe(state, Seat(0)), Seat(0), &mut Ledger::default());
            Stars::new(&me, u128::MAX).of_challenges(&me, Some(token(name)), 0)
        };
        // The middle bracket begins at 12.
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
        let stars = Stars::new(&me, u128::MAX);
        assert_eq!([1, 3].map(|soup| stars.of_challenges(&me, None, soup)), [1.0, 1.0]);
    }

    #[test]
    fn ck_151_ck_159_quality_is_worth_stars_where_it_passes_a_row_of_the_track() {
        let game = with(&TITLE, 2, &[]);
        let gain = |stock: &str, name: &str| {
            let state = first_plans(&game, stock);
            let me = Standing::new(game.observe(&state, Seat(0)), Seat(0), &mut Ledger::default());
            Stars::new(&me, u128::MAX).of_critic(&me, token(name), me.gain(token(name)))
        };
        // 9 and 14 are in the row that ends with 14, and 15 is in the next.
        assert_eq!(gain("bread-5 fish-4", "meat-5"), 0.0);
        assert_eq!(gain("bread-5 fish-4", "meat-6"), 1.0);
        // A spice triples: 15 + 4.
        assert_eq!(gain("bread-5 fish-4", "bread-spice"), 1.0);
        // Six courses of 2 are 12; the seventh also completes all courses.
        assert_eq!(gain("bread-2 carrot-2 cheese-2 fish-2 meat-2 mushroom-2", "wine-2"), 1.0);
        assert_eq!(gain("bread-2 carrot-2 cheese-2 fish-2 meat-2 mushroom-2", "wine-3"), 2.0);
    }

    #[test]
    fn ck_152_the_best_of_a_course_is_taken_from_rivals_who_hold_less() {
        let game = with(&TITLE, 3, &[]);
        let mut state = first_plans(&game, "fish-4");
        state.kitchens[1].stock.add(token("fish-5"), 1);
        let me = Standing::new(game.observe(&state, Seat(0)), Seat(0), &mut Ledger::default());
        let fish = token("fish-5").course().unwrap();
        let stars = Stars::new(&me, u128::MAX);
        let takes = |value: u8| stars.takes_best(fish, value);
        assert_eq!([takes(4), takes(5), takes(6)], [false, true, true]);
        // Nobody has bread.
        assert!(stars.takes_best(token("bread-2").course().unwrap(), 2));
    }

    #[test]
    fn ck_48_where_rivals_went_is_told_with_who_would_choose_first() {
        // The rivals' mouse, lizard and boar have carrying capacities of 1, 2 and 3 (CK-12).
        let game = with(&TITLE, 3, &[]);
        let mut state = first_plans(&game, "");
        let academy = game.cards.academy() as u8;
        state.kitchens[1].been[..3].copy_from_slice(&[academy, 1, 2]);
        state.kitchens[2].been[..3].copy_from_slice(&[1, academy, 3]);
        let script = reading_script(&TITLE, |name| name.ends_with("_before"));
        let (_, why) = ask_strategy(&game, &state, &script, &Luck::new(3, 0)).unwrap();
        let why = why.unwrap();
        let name = &game.cards.locations[usize::from(academy)].name;
        let of = |chef: &str, feature: &str| feature_value(&why, &format!("the {chef} to {name}"), feature);
        for (chef, ahead) in [("mouse", 0.5), ("lizard", 1.5), ("boar", 2.0)] {
            assert_eq!((of(chef, "went_before"), of(chef, "ahead_before")), (2.0, ahead), "{chef}");
        }
    }
}
