//! The features of Delectable, each computed only when a formula reads it.

use super::{
    roll::Problem,
    vocabulary::{Card, Commit, Context, Loss, Pile, Review, Theft, Victim},
};
use crate::{
    rules::{
        Seat,
        delectable::{
            Action, HAND, Observation, PLAYERS, ROUNDS, Scores,
            card::{CLASSES, Face, KINDS, Kind, RESOURCES, Worths, class},
        },
    },
    strategy::{desk::rivals, formula::Columns, spec::flag},
};

/// Half points as the points that scripts read.
fn points(half: i32) -> f64 {
    f64::from(half) * 0.5
}

/// A seat's restaurant and hand, added up once for a decision.
pub struct Standing<'a> {
    seen: Observation<'a>,
    seat: Seat,
    pub quality: u8,
    /// The hand from left to right, as far as `cards` says.
    faces: [&'a Face; HAND],
    cards: usize,
    /// Half points of a card at the present quality, were it committed alone.
    worths: Worths<i32>,
    /// Committed cards and those of the hand, by resource and class of stars; reviews come last.
    with_hand: [[u8; CLASSES]; KINDS],
    /// Resource scores with every hand card committed.
    prospects: Scores,
    prospect: i32,
}

impl<'a> Standing<'a> {
    pub fn new(seen: Observation<'a>, seat: Seat) -> Standing<'a> {
        let rules = seen.rules();
        let restaurant = seen.restaurant(seat);
        let quality = restaurant.quality();
        let mut with_hand = [[0; CLASSES]; KINDS];
        with_hand[..RESOURCES].copy_from_slice(&restaurant.cards);
        let mut faces = [rules.face_of_row(0); HAND];
        let mut cards = 0;
        for (slot, face) in faces.iter_mut().zip(seen.hand(seat)) {
            *slot = face;
            cards += 1;
            with_hand[face.kind.index()][class(face.stars)] += 1;
        }
        let mut worths = [0; CLASSES + 1];
        worths[..CLASSES].copy_from_slice(&rules.variant.value[class(quality)]);
        let mut standing = Standing {
            seen,
            seat,
            quality,
            faces,
            cards,
            worths,
            with_hand,
            prospects: Scores::default(),
            prospect: 0,
        };
        standing.prospects = standing.prospects_at(quality);
        standing.prospect = rules.final_score(&standing.prospects);
        standing
    }

    /// Resource scores with every hand card committed, at a quality.
    #[inline]
    fn prospects_at(&self, quality: u8) -> Scores {
        let [servers, chefs, food, equipment, _] = self.with_hand;
        self.seen.rules().scores_at(&[servers, chefs, food, equipment], quality)
    }

    #[inline]
    pub fn hand(&self) -> impl DoubleEndedIterator<Item = &'a Face> + ExactSizeIterator + Clone + '_ {
        self.faces[..self.cards].iter().copied()
    }

    /// Resource scores as the restaurant stands.
    fn scores(&self) -> &'a Scores {
        self.seen.restaurant(self.seat).scores()
    }

    /// Half points of a card, were it committed alone.
    #[inline]
    fn value(&self, face: &Face) -> i32 {
        self.worths[usize::from(face.worth)]
    }

    /// Change of the final score, hand committed, when one resource's score changes.
    #[inline]
    fn prospect_gain(&self, kind: Kind, change: i32) -> i32 {
        if kind == Kind::Review || change == 0 {
            return 0;
        }
        let mut scores = self.prospects;
        scores[kind.index()] += change;
        self.seen.rules().final_score(&scores) - self.prospect
    }

    /// For each kind, the distance of its score from the one that counts, hand committed, in points;
    /// 0 for reviews.
    #[inline]
    fn score_gaps(&self) -> [f64; KINDS] {
        let mut gaps = [0.0; KINDS];
        for (gap, score) in gaps.iter_mut().zip(self.prospects) {
            *gap = points((score - self.prospect).abs());
        }
        gaps
    }

    /// The card at a position of the hand.
    #[inline]
    pub fn card(&self, position: u8) -> Option<&'a Face> {
        self.faces[..self.cards].get(usize::from(position)).copied()
    }

    /// Cards of a kind in the hand.
    fn held(&self, kind: Kind) -> usize {
        self.hand().filter(|face| face.kind == kind).count()
    }

    /// The resource at the right end of the hand and the length of its run, 0 if there is none.
    #[inline]
    fn right_run(&self) -> (Kind, usize) {
        let Some(last) = self.hand().next_back().filter(|face| face.is_resource()) else {
            return (Kind::Review, 0);
        };
        (last.kind, self.hand().rev().take_while(|face| face.kind == last.kind).count())
    }

    /// For each card of the hand, the cards in the run of neighbours that it belongs to; 0 for reviews.
    #[inline]
    fn runs(&self) -> [u8; HAND] {
        let mut runs = [0; HAND];
        let mut start = 0;
        while start < self.cards {
            let kind = self.faces[start].kind;
            let mut end = start + 1;
            while end < self.cards && self.faces[end].kind == kind {
                end += 1;
            }
            if kind != Kind::Review {
                runs[start..end].fill((end - start) as u8);
            }
            start = end;
        }
        runs
    }
}

/// Fills the context features that are read.
pub fn context(me: &Standing<'_>, wanted: u128, values: &mut [f64]) {
    use Context as F;
    let (seen, rules) = (me.seen, me.seen.rules());
    let players = rules.players_at_table();
    for feature in F::read(wanted) {
        values[feature as usize] = match feature {
            F::Round => f64::from(seen.round() + 1),
            F::RoundsLeft => f64::from(ROUNDS - 1 - seen.round()),
            F::DeckLeft => seen.deck_left() as f64,
            F::RollsLeft => seen.deck_left() as f64 / players as f64,
            F::Players => players as f64,
            F::MyPoints => points(rules.final_score(me.scores())),
            F::LeaderPoints => points(leader_points(seen)),
            F::NextPoints => points(seen.points(seen.seat().after(1, players))),
            F::LowestScore => points(me.prospect),
            F::MyTotal => points(me.scores().iter().sum()),
            F::MyQuality => f64::from(me.quality),
            F::QualityMargin => {
                let reviews = seen.restaurant(me.seat).reviews;
                let own = class(me.quality);
                let others = (0..CLASSES).filter(|&at| at != own).map(|at| reviews[at]).max().unwrap_or(0);
                f64::from(reviews[own].saturating_sub(others))
            }
            F::HandSize => me.cards as f64,
            F::HandRoom => rules.variant.hand_limit as f64 - me.cards as f64,
            F::ReviewsHeld => me.held(Kind::Review) as f64,
            F::Bonus => f64::from(seen.bonus()),
        };
    }
}

/// The highest final score among the rivals of the seat that looks, in half points.
fn leader_points(seen: Observation<'_>) -> i32 {
    rivals(seen.rules().players_at_table(), seen.seat()).map(|rival| seen.points(rival)).max().unwrap_or(0)
}

/// What a review does to a restaurant, in half points.
#[derive(Debug, Clone, Copy, Default)]
struct ReviewEffect {
    stars: u8,
    to: Seat,
    /// Quality afterwards.
    quality: u8,
    flips: bool,
    change: i32,
    total_change: i32,
    /// Change of the final score with all hand cards committed, if it is the own restaurant.
    prospect_gain: i32,
}

impl ReviewEffect {
    fn new(me: &Standing<'_>, review: &Face, to: Seat) -> ReviewEffect {
        let (seen, rules) = (me.seen, me.seen.rules());
        let restaurant = seen.restaurant(to);
        let mut reviews = restaurant.reviews;
        reviews[class(review.stars)] += 1;
        let (stars, quality) = (review.stars, rules.quality(&reviews));
        let flips = quality != restaurant.quality();
        let mut effect = ReviewEffect { stars, to, quality, flips, ..ReviewEffect::default() };
        if flips {
            let (was, is) = (restaurant.scores(), rules.scores_at(&restaurant.cards, quality));
            effect.change = rules.final_score(&is) - rules.final_score(was);
            effect.total_change = is.iter().sum::<i32>() - was.iter().sum::<i32>();
            if to == me.seat {
                effect.prospect_gain = rules.final_score(&me.prospects_at(quality)) - me.prospect;
            }
        }
        effect
    }

    /// A change as points, if the review is for the own restaurant.
    fn mine(&self, me: &Standing<'_>, change: i32) -> f64 {
        if self.to == me.seat { points(change) } else { 0.0 }
    }

    /// A change as points, if the review is for a rival's restaurant.
    fn theirs(&self, me: &Standing<'_>, change: i32) -> f64 {
        if self.to == me.seat { 0.0 } else { points(change) }
    }
}

/// The reviews among the actions of a turn. Two with the same stars do the same to a restaurant, so
/// each sort is looked at once.
pub struct Reviews {
    sorts: [ReviewEffect; CLASSES * PLAYERS],
    count: usize,
    /// The sort of each review, by class of stars and restaurant.
    sort_of: [[u8; PLAYERS]; CLASSES],
}

impl Reviews {
    /// The sorts that the hand holds, in the order of the hand.
    pub fn new(me: &Standing<'_>) -> Reviews {
        let mut reviews = Reviews {
            sorts: [ReviewEffect::default(); CLASSES * PLAYERS],
            count: 0,
            sort_of: [[u8::MAX; PLAYERS]; CLASSES],
        };
        for face in me.hand().filter(|face| !face.is_resource()) {
            let sort_of = &mut reviews.sort_of[class(face.stars)];
            if sort_of[0] == u8::MAX {
                for to in Seat::all(me.seen.rules().players_at_table()) {
                    sort_of[to.index()] = reviews.count as u8;
                    reviews.sorts[reviews.count] = ReviewEffect::new(me, face, to);
                    reviews.count += 1;
                }
            }
        }
        reviews
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Index of the sort that a review is of.
    pub fn sort_of(&self, review: &Face, to: Seat) -> usize {
        usize::from(self.sort_of[class(review.stars)][to.index()])
    }

    /// Features of the sorts.
    #[inline(never)]
    pub fn fill(&self, me: &Standing<'_>, wanted: u128, columns: &mut Columns) {
        use Review as F;
        if self.count == 0 {
            return;
        }
        for feature in F::read(wanted) {
            for (at, sort) in self.sorts[..self.count].iter().enumerate() {
                let value = match feature {
                    F::Stars => f64::from(sort.stars),
                    F::IsMine => flag(sort.to == me.seat),
                    F::Flips => flag(sort.flips),
                    F::NewQuality => f64::from(sort.quality),
                    F::Gain => sort.mine(me, sort.change),
                    F::TotalGain => sort.mine(me, sort.total_change),
                    F::ProspectGain => sort.mine(me, sort.prospect_gain),
                    F::RivalChange => sort.theirs(me, sort.change),
                    F::RivalTotalChange => sort.theirs(me, sort.total_change),
                    F::RivalPoints => sort.theirs(me, me.seen.points(sort.to)),
                    F::IsLeader if sort.to == me.seat => 0.0,
                    F::IsLeader => flag(me.seen.points(sort.to) == leader_points(me.seen)),
                };
                columns.set(feature as usize, at, value);
            }
        }
    }
}

/// Features of the commits among the actions of a turn.
#[inline(never)]
pub fn commits(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Commit as F;
    if legal.is_empty() {
        return;
    }
    let (seen, rules) = (me.seen, me.seen.rules());
    let others = || rivals(rules.players_at_table(), me.seat);
    let scores = me.scores();
    let final_score = rules.final_score(scores);
    for (at, action) in legal.iter().enumerate() {
        let Action::Commit { cards } = *action else { continue };
        let size = cards.count_ones();
        let steals = size as usize >= rules.variant.theft_min;
        let mut row = [0; CLASSES];
        let mut stars = 0;
        let mut kind = Kind::Servers;
        for face in (0..me.cards).filter(|at| cards >> at & 1 == 1).map(|at| me.faces[at]) {
            kind = face.kind;
            row[class(face.stars)] += 1;
            stars += u32::from(face.stars);
        }
        let resource = kind.index();
        let committed = seen.restaurant(me.seat).cards[resource];
        (0..CLASSES).for_each(|at| row[at] += committed[at]);
        let mut after = *scores;
        after[resource] = rules.resource_score(&row, me.quality);
        for feature in F::read(wanted) {
            let value = match feature {
                F::Stars => f64::from(stars) / f64::from(size),
                F::Size => f64::from(size),
                F::Gain => points(rules.final_score(&after) - final_score),
                F::TotalGain => points(after[resource] - scores[resource]),
                F::Steals => flag(steals),
                F::TheftValue if !steals => 0.0,
                F::TheftValue => {
                    points(others().filter_map(|rival| cheapest(me, rival, kind)).max().unwrap_or(0))
                }
                F::CanGrow => flag(usize::from(cards.leading_zeros() as u8) + me.cards == 16),
                F::ResourceScore => points(scores[resource]),
                F::RivalHolds => {
                    let held =
                        others().map(|rival| seen.hand(rival).filter(|face| face.kind == kind).count());
                    held.max().unwrap_or(0) as f64
                }
            };
            columns.set(feature as usize, at, value);
        }
    }
}

/// Half points to me of the card of a kind that a rival would rather give up.
fn cheapest(me: &Standing<'_>, rival: Seat, kind: Kind) -> Option<i32> {
    me.seen.hand(rival).filter(|face| face.kind == kind).map(|face| me.value(face)).min()
}

/// A pile of the market and its top card.
pub type Top<'a> = (Kind, &'a Face);

/// Features of the piles.
#[inline(never)]
pub fn piles(me: &Standing<'_>, tops: &[Top<'_>], wanted: u128, columns: &mut Columns) {
    use Pile as F;
    let rows = columns.rows::<{ F::COUNT }>();
    let (gaps, (resource, run)) = (me.score_gaps(), me.right_run());
    for (at, &(kind, face)) in tops.iter().enumerate() {
        let mut put = |feature: F, value: f64| rows[feature as usize][at % KINDS] = value;
        put(F::Stars, f64::from(face.stars));
        put(F::Cost, f64::from(face.cost));
        put(F::IsReview, flag(kind == Kind::Review));
        put(F::Value, points(me.value(face)));
        put(F::ScoreGap, gaps[kind.index()]);
        put(F::Run, if kind == resource { run as f64 } else { 0.0 });
        put(F::Bonus, f64::from(face.discard));
    }
    let done = F::Stars.bit() | F::Cost.bit() | F::IsReview.bit() | F::Value.bit();
    let done = done | F::ScoreGap.bit() | F::Run.bit() | F::Bonus.bit();
    for feature in F::read(wanted & !done) {
        for (at, &top) in tops.iter().enumerate() {
            columns.set(feature as usize, at, pile_feature(me, top, feature));
        }
    }
}

/// A feature of a pile that takes more work than a look at the card.
fn pile_feature(me: &Standing<'_>, (kind, face): Top<'_>, feature: Pile) -> f64 {
    use Pile as F;
    let (seen, rules) = (me.seen, me.seen.rules());
    let score_of = |scores: &Scores| scores.get(kind.index()).map_or(0.0, |&score| points(score));
    match feature {
        F::Stars | F::Cost | F::IsReview | F::Value | F::ScoreGap | F::Run | F::Bonus => 0.0,
        F::Chance => Problem::chance(need(me, face) - hand_modifier(me, kind), rules.variant.die_faces),
        F::ResourceScore => score_of(me.scores()),
        F::ProspectScore => score_of(&me.prospects),
        F::ProspectGain => points(me.prospect_gain(kind, me.value(face))),
        F::Held => me.held(kind) as f64,
        F::Modifiers => f64::from(face.to.iter().sum::<i16>()),
        F::MatchChance if seen.deck_left() <= 1 => 0.0,
        F::MatchChance => {
            let unseen = seen.unseen();
            let hidden: u32 = unseen.iter().map(|&cards| u32::from(cards)).sum();
            f64::from(unseen[kind.index()]) / f64::from(hidden.max(1))
        }
        F::NextStars => seen.second(kind).map_or(0.0, |face| f64::from(face.stars)),
        F::RivalRun if kind == Kind::Review => 0.0,
        F::RivalRun => {
            let runs = rivals(rules.players_at_table(), me.seat)
                .map(|rival| seen.hand(rival).rev().take_while(|face| face.kind == kind).count());
            runs.max().unwrap_or(0) as f64
        }
    }
}

/// Die face that acquires a card with no modifier of the hand and no further discard.
pub fn need(me: &Standing<'_>, face: &Face) -> i32 {
    i32::from(face.cost) - i32::from(me.quality.min(face.stars)) - me.seen.bonus()
}

/// Sum of the modifiers to a pile on the rightmost cards.
fn hand_modifier(me: &Standing<'_>, pile: Kind) -> i32 {
    let rules = me.seen.rules();
    me.hand()
        .rev()
        .filter(|face| face.fills_place)
        .take(rules.variant.modifier_cards)
        .map(|face| i32::from(face.in_place[pile.index()]))
        .sum()
}

/// Features of the cards of the own hand; gives their number.
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
    me.cards
}

/// A feature of a card that takes more work than a look at it.
fn card_feature(me: &Standing<'_>, face: &Face, feature: Card) -> f64 {
    use Card as F;
    let score_of = |scores: &Scores| scores.get(face.kind.index()).map_or(0.0, |&score| points(score));
    match feature {
        F::Stars | F::IsReview | F::Bonus | F::Value | F::ScoreGap | F::Run | F::FromRight => 0.0,
        F::Modifiers => f64::from(face.to.iter().sum::<i16>()),
        F::ResourceScore => score_of(me.scores()),
        F::ProspectLoss => points(-me.prospect_gain(face.kind, -me.value(face))),
        F::ProspectScore => score_of(&me.prospects),
        F::Held => me.held(face.kind) as f64,
    }
}

/// Features of the opponents who may be named as victims.
#[inline(never)]
pub fn victims(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Victim as F;
    let (seen, kind) = (me.seen, me.seen.committed());
    for (at, action) in legal.iter().enumerate() {
        let Action::Rob { victim } = *action else { continue };
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        put(F::Cards, seen.hand(victim).filter(|face| face.kind == kind).count() as f64);
        put(F::TheftValue, points(cheapest(me, victim, kind).unwrap_or(0)));
        put(F::RivalPoints, points(seen.points(victim)));
        if F::RivalLoss.is_in(wanted) {
            let rival = Standing::new(seen, victim);
            let given = rival.hand().filter(|face| face.kind == kind).map(|face| rival.value(face)).min();
            let loss = -rival.prospect_gain(kind, -given.unwrap_or(0));
            put(F::RivalLoss, points(loss));
        }
        if F::IsLeader.is_in(wanted) {
            put(F::IsLeader, flag(seen.points(victim) == leader_points(seen)));
        }
    }
}

/// Features of the cards that may be given up to the thief.
#[inline(never)]
pub fn losses(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Loss as F;
    let seen = me.seen;
    let thief = Standing::new(seen, seen.active());
    for (at, action) in legal.iter().enumerate() {
        let Action::Lose { card } = *action else { continue };
        let Some(face) = me.card(card) else { continue };
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        put(F::Stars, f64::from(face.stars));
        put(F::Value, points(me.value(face)));
        put(F::ThiefValue, points(thief.value(face)));
        put(F::Bonus, f64::from(face.discard));
        if F::ProspectLoss.is_in(wanted) {
            put(F::ProspectLoss, points(-me.prospect_gain(face.kind, -me.value(face))));
        }
        if F::Run.is_in(wanted) {
            put(F::Run, f64::from(me.runs()[usize::from(card)]));
        }
    }
}

/// Features of what a thief may take.
#[inline(never)]
pub fn thefts(me: &Standing<'_>, legal: &[Action], columns: &mut Columns) {
    use Theft as F;
    let seen = me.seen;
    for (at, action) in legal.iter().enumerate() {
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        let taken = match *action {
            Action::Take { from, card } => seen.hand(from).nth(usize::from(card)).map(|face| (from, face)),
            _ => None,
        };
        put(F::IsTake, flag(taken.is_some()));
        put(F::IsDraw, flag(*action == Action::Draw));
        put(F::Stars, taken.map_or(0.0, |(_, face)| f64::from(face.stars)));
        put(F::Value, taken.map_or(0.0, |(_, face)| points(me.value(face))));
        put(F::RivalPoints, taken.map_or(0.0, |(from, _)| points(seen.points(from))));
        put(F::IsLeader, taken.map_or(0.0, |(from, _)| flag(seen.points(from) == leader_points(seen))));
    }
}

const _: () = assert!(RESOURCES < KINDS, "reviews come after the resources");
