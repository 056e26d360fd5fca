//! Features of the piles and of the seat's cards, for the Roll Action.

use super::{Standing, points, worth};
use crate::{
    rules::{
        HAND, Scores,
        components::{Face, KINDS, Kind, LANES, modifier},
    },
    strategy::{
        roll::Problem,
        vocabulary::{Card, Pile},
    },
};
use sim_script::{evaluator::rivals, formula::Columns, spec::flag};

pub type Top<'a> = (Kind, &'a Face);

#[inline(never)]
pub fn piles(me: &Standing<'_>, tops: &[Top<'_>], wanted: u128, columns: &mut Columns) {
    use Pile as F;
    let rows = columns.rows::<{ F::COUNT }>();
    let (gaps, (resource, run)) = (me.score_gaps(), me.right_run());
    for (at, &(kind, face)) in tops.iter().enumerate() {
        let mut put = |feature: F, value: f64| rows[feature as usize][at % LANES] = value;
        put(F::Stars, f64::from(face.stars));
        put(F::Cost, f64::from(face.cost));
        put(F::IsReview, flag(kind == Kind::Review));
        put(F::Value, points(me.value(face)));
        put(F::ScoreGap, gaps[kind.index()]);
        put(F::Run, if kind == resource { run as f64 } else { 0.0 });
        put(F::Bonus, f64::from(face.discard));
    }
    let mut done = F::Stars.bit() | F::Cost.bit() | F::IsReview.bit() | F::Value.bit();
    done |= F::ScoreGap.bit() | F::Run.bit() | F::Bonus.bit();
    if F::MatchChance.is_in(wanted) {
        let chances = match_chances(me);
        columns.fill(F::MatchChance as usize, tops.iter().map(|(kind, _)| chances[kind.index()]));
        done |= F::MatchChance.bit();
    }
    for feature in F::read(wanted & !done) {
        for (at, &top) in tops.iter().enumerate() {
            columns.set(feature as usize, at, pile_feature(me, top, feature));
        }
    }
    worth::fill(me, tops.iter().map(|&(_, face)| face), (F::OWN, wanted), columns);
}

/// For each kind, the chance that naming its pile earns an extra roll (DE-42): the next card of the deck has
/// that kind and is not the last.
fn match_chances(me: &Standing<'_>) -> [f64; KINDS] {
    if me.seen.deck_left() <= 1 || !me.seen.may_earn_a_roll() {
        return [0.0; KINDS];
    }
    let unseen = me.seen.unseen();
    let hidden: u32 = unseen.iter().map(|&cards| u32::from(cards)).sum();
    let mut chances = unseen.map(|cards| f64::from(cards) / f64::from(hidden.max(1)));
    if !me.seen.rules.variant.refilled_pile {
        // A pile that the roll empties earns nothing.
        for kind in Kind::ALL.into_iter().filter(|&kind| me.seen.is_single(kind)) {
            chances[kind.index()] *= 1.0 - me.seen.top(kind).map_or(0.0, |face| chance(me, kind, face));
        }
    }
    chances
}

/// Chance to acquire the top card of a pile without further discards; 0 or 1 once the die is rolled.
fn chance(me: &Standing<'_>, kind: Kind, face: &Face) -> f64 {
    let variant = &me.seen.rules.variant;
    let need = need(me, face) - modifier(me.hand().rev(), variant.modifier_cards, kind.index());
    match me.seen.die() {
        Some(die) => flag(die >= need),
        None => Problem::chance(need, variant.die_faces),
    }
}

/// Computes a costly feature of a pile; [`piles`] has set the others.
fn pile_feature(me: &Standing<'_>, (kind, face): Top<'_>, feature: Pile) -> f64 {
    use Pile as F;
    let (seen, rules) = (me.seen, me.seen.rules);
    let score_of = |scores: &Scores| scores.get(kind.index()).map_or(0.0, |&score| points(score));
    match feature {
        F::Stars | F::Cost | F::IsReview | F::Value | F::ScoreGap | F::Run | F::Bonus | F::MatchChance => 0.0,
        F::Chance => chance(me, kind, face),
        F::ResourceScore => score_of(me.scores()),
        F::ProspectScore => score_of(&me.prospects),
        F::ProspectGain => points(me.prospect_gain(face)),
        F::Held => me.held_count(kind) as f64,
        F::Modifiers => f64::from(face.to.iter().sum::<i16>()),
        F::NextStars => seen.second(kind).map_or(0.0, |face| f64::from(face.stars)),
        F::RivalRun if kind == Kind::Review => 0.0,
        F::RivalRun => {
            let runs = rivals(rules.players, me.seat)
                .map(|rival| seen.hand(rival).rev().take_while(|face| face.kind == kind).count());
            runs.max().unwrap_or(0) as f64
        }
    }
}

/// Die face that acquires a card without hand modifiers and further discards.
pub fn need(me: &Standing<'_>, face: &Face) -> i32 {
    i32::from(face.cost) - i32::from(me.quality.min(face.stars)) - me.seen.bonus()
}

#[inline(never)]
pub fn cards(me: &Standing<'_>, wanted: u128, columns: &mut Columns) -> usize {
    use Card as F;
    let rows = columns.rows::<{ F::COUNT }>();
    let (gaps, runs) = (me.score_gaps(), me.runs());
    for (at, face) in me.hand().enumerate() {
        let mut put = |feature: F, value: f64| rows[feature as usize][at % HAND] = value;
        put(F::Stars, f64::from(face.stars));
        put(F::IsReview, flag(!face.is_resource()));
        put(F::Bonus, f64::from(face.discard));
        put(F::Value, points(me.value(face)));
        put(F::ScoreGap, gaps[face.kind.index()]);
        put(F::Run, f64::from(runs[at % HAND]));
        put(F::FromRight, (me.cards - at) as f64);
    }
    let done = F::Stars.bit() | F::IsReview.bit() | F::Bonus.bit() | F::Value.bit();
    let done = done | F::ScoreGap.bit() | F::Run.bit() | F::FromRight.bit();
    for feature in F::read(wanted & !done) {
        for (at, face) in me.hand().enumerate() {
            columns.set(feature as usize, at, card_feature(me, face, feature));
        }
    }
    worth::fill(me, me.hand(), (F::OWN, wanted), columns);
    me.cards
}

/// Computes a costly feature of a card; [`cards`] has set the others.
fn card_feature(me: &Standing<'_>, face: &Face, feature: Card) -> f64 {
    use Card as F;
    let score_of = |scores: &Scores| scores.get(face.kind.index()).map_or(0.0, |&score| points(score));
    match feature {
        F::Stars | F::IsReview | F::Bonus | F::Value | F::ScoreGap | F::Run | F::FromRight => 0.0,
        F::Modifiers => f64::from(face.to.iter().sum::<i16>()),
        F::ResourceScore => score_of(me.scores()),
        F::ProspectLoss => points(me.prospect_loss(face)),
        F::ProspectScore => score_of(&me.prospects),
        F::Held => me.held_count(face.kind) as f64,
    }
}
