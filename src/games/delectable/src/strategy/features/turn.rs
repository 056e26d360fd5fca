use super::{Standing, cheapest, leader_points, points, total, worth};
use crate::{
    rules::{
        Action, HAND, PLAYERS,
        components::{Face, Kind},
        variant::{CLASSES, class},
    },
    strategy::vocabulary::{Commit, Review},
};
use sim_engine::Seat;
use sim_script::{evaluator::rivals, formula::Columns, spec::flag};

const SORTS: usize = (CLASSES * PLAYERS).next_power_of_two();

/// The reviews among the actions of a turn. Reviews with equal stars have the same effect on a restaurant, so
/// each pair of stars and restaurant is one candidate: by star class, then by restaurant.
pub struct Reviews {
    /// First candidate of each star class in the hand.
    first: [u8; CLASSES],
    count: usize,
}

impl Reviews {
    #[inline]
    pub fn new(me: &Standing<'_>, wanted: u128, columns: &mut Columns) -> Reviews {
        let mut reviews = Reviews { first: [0; CLASSES], count: 0 };
        if me.reviews_held() > 0 {
            reviews.fill(me, wanted, columns);
        }
        reviews
    }

    pub fn count(&self) -> usize {
        self.count
    }

    #[inline]
    pub fn sort_of(&self, review: &Face, to: Seat) -> usize {
        usize::from(self.first[class(review.stars)]) + to.index()
    }

    #[inline(never)]
    fn fill(&mut self, me: &Standing<'_>, wanted: u128, columns: &mut Columns) {
        use Review as F;
        let rows = columns.rows::<{ F::COUNT }>();
        let (seen, rules) = (me.seen, me.seen.rules);
        let leader = if F::IsLeader.is_in(wanted) { leader_points(seen) } else { 0 };
        let reads_points = wanted & (F::RivalPoints.bit() | F::IsLeader.bit()) != 0;
        for at in (0..CLASSES).filter(|&at| me.held_reviews[at] > 0) {
            self.first[at] = self.count as u8;
            for to in Seat::all(rules.players) {
                let effect = Effect::new(me, at, to);
                let sort = self.count % SORTS;
                let mut put = |feature: F, value: f64| rows[feature as usize][sort] = value;
                let is_mine = to == me.seat;
                // Effects on the seat's own restaurant are gains, those on a rival's are changes.
                let (mine, theirs) = if is_mine { (1, 0) } else { (0, 1) };
                put(F::Stars, (at + 2) as f64);
                put(F::IsMine, flag(is_mine));
                put(F::Flips, flag(effect.flips));
                put(F::NewQuality, f64::from(effect.quality));
                put(F::Gain, points(effect.change * mine));
                put(F::TotalGain, points(effect.total_change * mine));
                put(F::ProspectGain, points(effect.prospect_gain));
                put(F::RivalChange, points(effect.change * theirs));
                put(F::RivalTotalChange, points(effect.total_change * theirs));
                if reads_points {
                    let score = seen.points(to);
                    put(F::RivalPoints, points(score * theirs));
                    put(F::IsLeader, flag(!is_mine && score == leader));
                }
                self.count += 1;
            }
        }
    }
}

/// Effect of a review on a restaurant, in half points.
#[derive(Default)]
struct Effect {
    quality: u8,
    flips: bool,
    change: i32,
    total_change: i32,
    /// Change of the final score with the whole hand committed; 0 for a rival's restaurant.
    prospect_gain: i32,
}

impl Effect {
    #[inline]
    fn new(me: &Standing<'_>, at: usize, to: Seat) -> Effect {
        let (seen, rules) = (me.seen, me.seen.rules);
        let restaurant = seen.restaurant(to);
        let mut reviews = restaurant.reviews;
        reviews[at] += 1;
        let quality = rules.quality(&reviews);
        let flips = quality != restaurant.quality;
        let mut effect = Effect { quality, flips, ..Effect::default() };
        if flips {
            let (was, is) = (restaurant.scores(), restaurant.scores_at(quality));
            effect.change = rules.final_score(is) - restaurant.points;
            effect.total_change = total(is) - total(was);
            if to == me.seat {
                effect.prospect_gain = rules.final_score(&me.prospects_at(quality)) - me.prospect;
            }
        }
        effect
    }
}

#[inline(never)]
pub fn commits(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Commit as F;
    if legal.is_empty() {
        return;
    }
    let rows = columns.rows::<{ F::COUNT }>();
    let (seen, rules) = (me.seen, me.seen.rules);
    let restaurant = seen.restaurant(me.seat);
    let scores = restaurant.scores();
    for (at, action) in legal.iter().enumerate() {
        let Action::Commit { cards } = *action else { continue };
        let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
        let size = cards.count_ones();
        let kind = me.cards_at(cards).next().map_or(Kind::Servers, |face| face.kind);
        let after = rules.scores_with(restaurant, me.cards_at(cards), me.quality);
        let steals = size as usize >= rules.variant.theft_min;
        put(F::Size, f64::from(size));
        put(F::Gain, points(rules.final_score(&after) - restaurant.points));
        put(F::TotalGain, points(total(&after) - total(scores)));
        put(F::Steals, flag(steals));
        put(F::CanGrow, flag(usize::from(cards.leading_zeros() as u8) + me.cards == HAND));
        put(F::TheftValue, 0.0);
        if steals && F::TheftValue.is_in(wanted) {
            let values = rivals(rules.players, me.seat).filter_map(|rival| cheapest(me, rival, kind));
            put(F::TheftValue, points(values.max().unwrap_or(0)));
        }
        if F::Stars.is_in(wanted) {
            let stars: u32 = me.cards_at(cards).map(|face| u32::from(face.stars)).sum();
            put(F::Stars, f64::from(stars) / f64::from(size));
        }
        if F::ResourceScore.is_in(wanted) {
            put(F::ResourceScore, scores.get(kind.index()).map_or(0.0, |&score| points(score)));
        }
        if F::RivalHolds.is_in(wanted) {
            let held = rivals(rules.players, me.seat)
                .map(|rival| seen.hand(rival).filter(|face| face.kind == kind).count());
            put(F::RivalHolds, held.max().unwrap_or(0) as f64);
        }
        if F::Threat.is_in(wanted) {
            put(F::Threat, worth::theft_threat(me, kind));
        }
    }
}
