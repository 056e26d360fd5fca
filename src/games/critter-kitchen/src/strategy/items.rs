//! Features of items, stored tokens and rumor slots, and of the decision as a whole.

use std::fmt;

use super::{
    standing::Standing,
    stars::Stars,
    vocabulary::{Context, Item as F, RumorSlot, Stored},
};
use crate::rules::{
    Item,
    cards::{ROUNDS, effects::CriticEffect},
    token::{SLOTS, TYPES, Token, course_kinds, kinds},
    variant::DAY,
};
use sim_script::{
    evaluator::rivals,
    formula::{Column, Columns},
    overview::Overview,
    spec::flag,
};

pub fn context(me: &Standing<'_>, wanted: u128, values: &mut [f64]) {
    use Context as C;
    let seen = me.seen;
    let players = me.rules.players_at_table();
    let round = seen.round().min(ROUNDS - 1);
    let (from_one, left) = (round as f64 + 1.0, (ROUNDS - 1 - round) as f64);
    let overview = Overview { seat: me.seat, players, round: from_one, rounds_left: left };
    overview.fill(|seat| f64::from(seen.stars(seat)), wanted, values);
    let last = round == ROUNDS - 1;
    let rivals = || rivals(players, me.seat);
    let mut put = |feature: C, value: &dyn Fn() -> f64| {
        if feature.is_in(wanted) {
            values[feature as usize] = value();
        }
    };
    put(C::DayLeft, &|| if last { 0.0 } else { (DAY - 1 - round % DAY) as f64 });
    put(C::IsLastDay, &|| flag(last));
    put(C::TrackPlace, &|| seen.track_place(me.seat) as f64);
    put(C::MySoup, &|| f64::from(me.rules.soup_value(me.kitchen)));
    put(C::MaxRivalSoup, &|| {
        f64::from(rivals().filter_map(|rival| seen.soup_value(rival)).max().unwrap_or(0))
    });
    put(C::MyRumors, &|| f64::from(me.kitchen.rumor_tokens()));
    put(C::Stored, &|| me.kitchen.stock.total() as f64);
    put(C::FridgeRoom, &|| {
        let limit = me.rules.fridge_limit(me.kitchen, round / DAY);
        if last { 99.0 } else { f64::from(limit) - me.kitchen.stock.total() as f64 }
    });
    put(C::PlateQuality, &|| f64::from(me.quality()));
    put(C::CoursesHeld, &|| (0..TYPES).filter(|&course| me.held_count(course) > 0).count() as f64);
    let factor = if me.critic.effect == CriticEffect::SpiceFactor { me.critic.amount } else { 2 };
    put(C::SpicePays, &|| f64::from(factor));
    put(C::IsNoSoupCritic, &|| flag(me.critic.effect == CriticEffect::NoSoup));
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rivals {
    /// The lowest of the rivals' best values of each type; `u8::MAX` if no storage is remembered.
    pub least_best: [u8; TYPES],
    /// Number of rivals who know the rumor of each kind of rumor token, wild last.
    pub knowing: [u8; SLOTS + 1],
}

impl Rivals {
    #[inline]
    pub fn new(me: &Standing<'_>, features: u128) -> Rivals {
        let mut found = Rivals::default();
        if F::RivalsKnow.is_in(features) {
            let [knowing @ .., wild] = &mut found.knowing;
            for (slot, knowing) in knowing.iter_mut().enumerate() {
                *knowing = rivals_know(me, slot);
            }
            let open = (0..SLOTS).filter(|slot| me.kitchen.known_rumors() >> slot & 1 == 0);
            *wild = open.map(|slot| knowing[slot]).min().unwrap_or(0);
        }
        if F::RivalGain.is_in(features) {
            found.least_best = [u8::MAX; TYPES];
            let all = rivals(me.rules.players_at_table(), me.seat);
            for stock in all.filter_map(|rival| me.seen.stock(rival)) {
                for (course, least) in found.least_best.iter_mut().enumerate() {
                    *least = (*least).min(stock.best_of(course));
                }
            }
        }
        found
    }
}

/// Values computed once for all items of a decision.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    pub rivals: &'a Rivals,
    pub stars: &'a Stars,
}

pub type Items = [Column; F::COUNT];

/// Writes the nonzero features of one item.
pub fn item(
    me: &Standing<'_>,
    around: Around<'_>,
    item: Option<Item>,
    wanted: u128,
    items: &mut Items,
    at: usize,
) {
    let mut put = |feature: F, value: f64| items[feature as usize][at] = value;
    match item {
        None => put(F::IsLeave, 1.0),
        Some(Item::Soup) => {
            put(F::IsSoup, 1.0);
            if F::ChallengeStars.is_in(wanted) {
                put(F::ChallengeStars, around.stars.of_challenges(me, None, 1));
            }
        }
        Some(Item::Bisque) => {
            put(F::IsBisque, 1.0);
            if F::ChallengeStars.is_in(wanted) {
                let soup = u16::from(me.rules.variant.bisque_value);
                put(F::ChallengeStars, around.stars.of_challenges(me, None, soup));
            }
        }
        Some(Item::ZousChef) => {
            put(F::IsZousChef, 1.0);
            put(F::ZousCapacity, me.seen.zous_on_offer().map_or(0.0, |zous| f64::from(zous.capacity)));
        }
        Some(Item::Token(Token::ALLSPICE)) => {
            put(F::IsAllspice, 1.0);
            let gain = gain(me, Token::ALLSPICE, wanted);
            put(F::CriticGain, f64::from(gain));
            in_stars(me, around.stars, (Token::ALLSPICE, gain), wanted, put);
        }
        Some(Item::Token(token)) if token.is_rumor() => {
            put(F::IsRumor, 1.0);
            put(F::IsWild, flag(token == Token::WILD));
            put(F::RivalsKnow, f64::from(around.rivals.knowing[token.slot().unwrap_or(SLOTS)]));
        }
        Some(Item::Token(token)) => {
            let course = token.course().unwrap_or(0);
            typed(me, around, course, token.bit(), wanted, items, at);
        }
    }
}

/// Writes the nonzero features of the tokens of one type in a mask, in consecutive rows from `at` on.
#[inline]
pub fn typed(
    me: &Standing<'_>,
    around: Around<'_>,
    course: usize,
    mask: u64,
    wanted: u128,
    items: &mut Items,
    mut at: usize,
) {
    let stock = &me.kitchen.stock;
    let is_new = stock.kinds() & course_kinds(course) == 0;
    let need = f64::from(me.needs[course]);
    let unmet = if is_new { need } else { 0.0 };
    let held = if F::Held.is_in(wanted) { me.held_count(course) as f64 } else { 0.0 };
    let best = match F::BestHeld.is_in(wanted) && !is_new {
        true => f64::from(me.worth(Token::ingredient(course, stock.best_of(course)))),
        false => 0.0,
    };
    for token in kinds(mask) {
        let mut put = |feature: F, value: f64| items[feature as usize][at] = value;
        if token.is_ingredient() {
            let value = token.value();
            put(F::IsIngredient, 1.0);
            put(F::Value, f64::from(value));
            put(F::NewCourse, flag(is_new));
            put(F::RivalGain, f64::from(value.saturating_sub(around.rivals.least_best[course])));
            if F::TakesBest.is_in(wanted) {
                put(F::TakesBest, flag(around.stars.takes_best(course, value)));
            }
        } else {
            put(F::IsSpice, 1.0);
        }
        let gain = gain(me, token, wanted);
        put(F::CriticGain, f64::from(gain));
        in_stars(me, around.stars, (token, gain), wanted, &mut put);
        put(F::Need, need);
        put(F::Unmet, unmet);
        put(F::Held, held);
        put(F::BestHeld, best);
        at += 1;
    }
}

#[inline]
fn gain(me: &Standing<'_>, token: Token, wanted: u128) -> u16 {
    if wanted & (F::CriticGain.bit() | F::CriticStars.bit()) == 0 { 0 } else { me.gain(token) }
}

#[inline]
fn in_stars(
    me: &Standing<'_>,
    stars: &Stars,
    (token, gain): (Token, u16),
    wanted: u128,
    mut put: impl FnMut(F, f64),
) {
    if F::ChallengeStars.is_in(wanted) {
        put(F::ChallengeStars, stars.of_challenges(me, Some(token), 0));
    }
    if F::CriticStars.is_in(wanted) {
        put(F::CriticStars, stars.of_critic(me, token, gain));
    }
}

fn rivals_know(me: &Standing<'_>, slot: usize) -> u8 {
    rivals(me.rules.players_at_table(), me.seat)
        .filter(|&rival| me.seen.known_rumors(rival) >> slot & 1 == 1)
        .count() as u8
}

pub fn slot(me: &Standing<'_>, slot: usize, columns: &mut Columns, at: usize) {
    columns.set(RumorSlot::RivalsKnow as usize, at, f64::from(rivals_know(me, slot)));
    let token = Token::rumor(slot);
    let lying: usize = (0..me.rules.cards.locations.len())
        .map(|place| usize::from(me.seen.spread(place).tokens.count(token)))
        .sum();
    let left = lying + usize::from(me.seen.unseen().count(token));
    columns.set(RumorSlot::TokensLeft as usize, at, left as f64);
}

/// A stored token, soup or bisque, as the solvers of meals and fridge see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Token(Token),
    Soup,
    Bisque,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Token(token) => token.fmt(f),
            Piece::Soup => f.write_str("soup"),
            Piece::Bisque => f.write_str("bisque"),
        }
    }
}

/// Maximum number of pieces that are scored; a larger storage is cut off.
pub const PIECES: usize = 96;

/// Lists the stored tokens whose kind is in a mask one by one, the highest of each type first. Returns their
/// number.
pub fn pieces(me: &Standing<'_>, mask: u64, pieces: &mut [Piece; PIECES]) -> usize {
    let stock = &me.kitchen.stock;
    let tokens = super::standing::descending(stock.kinds() & mask);
    let copies = tokens.flat_map(|token| (0..stock.count(token)).map(move |_| token));
    let mut count = 0;
    for (piece, token) in pieces.iter_mut().zip(copies) {
        *piece = Piece::Token(token);
        count += 1;
    }
    count
}

pub fn stored(me: &Standing<'_>, pieces: &[Piece], wanted: u128, columns: &mut Columns) {
    use Stored as S;
    let mut before: Option<Token> = None;
    let mut rank = 0;
    let mut loss = 0;
    columns.clear(wanted, pieces.len());
    for (at, &piece) in pieces.iter().enumerate() {
        let token = match piece {
            Piece::Soup => {
                columns.set(S::IsSoup as usize, at, 1.0);
                continue;
            }
            Piece::Bisque => {
                columns.set(S::IsBisque as usize, at, 1.0);
                continue;
            }
            Piece::Token(token) => token,
        };
        // Pieces of a type are adjacent, the best first.
        let is_same_sort = before.is_some_and(|before| {
            before.course() == token.course() && before.is_ingredient() == token.is_ingredient()
        });
        rank = if is_same_sort { rank + 1 } else { 1 };
        if before != Some(token) && S::CriticLoss.is_in(wanted) {
            loss = me.loss(token);
        }
        before = Some(token);
        columns.set(S::Rank as usize, at, f64::from(rank));
        columns.set(S::Value as usize, at, f64::from(token.value()));
        columns.set(S::IsIngredient as usize, at, flag(token.is_ingredient()));
        columns.set(S::IsAllspice as usize, at, flag(token == Token::ALLSPICE));
        columns.set(S::IsSpice as usize, at, flag(token.is_spice() && token != Token::ALLSPICE));
        // The loss of a single copy: the others of its kind stay.
        columns.set(S::CriticLoss as usize, at, f64::from(loss));
        if S::Matches.is_in(wanted) && token.is_spice() {
            let matches = match token.course() {
                Some(course) => me.held_count(course),
                None => (0..TYPES).map(|course| me.held_count(course)).sum(),
            };
            columns.set(S::Matches as usize, at, matches as f64);
        }
    }
}
