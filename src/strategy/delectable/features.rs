//! The features of Delectable, each computed only when a formula reads it.

use super::vocabulary::{Card, Context, Loss, Pile, Theft, Turn, Victim};
use crate::strategy::spec::flag;
use crate::{
    rules::{
        Seat,
        delectable::{
            Action, Observation, PLAYERS, Restaurant, Scores,
            card::{CLASSES, Face, KINDS, Kind, RESOURCES, class},
        },
    },
    strategy::{delectable::roll::Problem, desk::rivals, formula::Columns},
};

/// Half points as the points that scripts read.
fn points(half: i32) -> f64 {
    f64::from(half) / 2.0
}

/// A seat's restaurant and hand, added up once for a decision.
pub struct Standing<'a> {
    seen: Observation<'a>,
    seat: Seat,
    pub quality: u8,
    /// The hand from left to right.
    faces: [Option<&'a Face>; crate::rules::delectable::HAND],
    cards: usize,
    scores: Scores,
    /// Resource scores with every hand card committed.
    prospects: Scores,
    prospect: i32,
}

impl<'a> Standing<'a> {
    pub fn new(seen: Observation<'a>, seat: Seat) -> Standing<'a> {
        let rules = seen.rules();
        let restaurant = seen.restaurant(seat);
        let quality = rules.quality(restaurant);
        let mut with_hand = *restaurant;
        let mut faces = [None; crate::rules::delectable::HAND];
        let mut cards = 0;
        for (slot, face) in faces.iter_mut().zip(seen.hand(seat)) {
            *slot = Some(face);
            cards += 1;
            if face.is_resource() {
                with_hand.add(face);
            }
        }
        let prospects = rules.scores_at(&with_hand, quality);
        Standing {
            seen,
            seat,
            quality,
            faces,
            cards,
            scores: rules.scores_at(restaurant, quality),
            prospects,
            prospect: rules.final_score(&prospects),
        }
    }

    pub fn hand(&self) -> impl DoubleEndedIterator<Item = &'a Face> + Clone + '_ {
        self.faces[..self.cards].iter().flatten().copied()
    }

    /// Half points of a card at a quality, were it committed alone.
    fn value_at(&self, face: &Face, quality: u8) -> i32 {
        if face.is_resource() {
            self.seen.rules().variant.value[class(quality)][class(face.stars)]
        } else {
            0
        }
    }

    fn value(&self, face: &Face) -> i32 {
        self.value_at(face, self.quality)
    }

    /// The final score, hand committed, when one resource's score changes.
    fn prospect_with(&self, kind: Kind, change: i32) -> i32 {
        if kind == Kind::Review || change == 0 {
            return self.prospect;
        }
        let mut scores = self.prospects;
        scores[kind.index()] += change;
        self.seen.rules().final_score(&scores)
    }

    /// Cards of a kind in the hand.
    fn held(&self, kind: Kind) -> usize {
        self.hand().filter(|face| face.kind == kind).count()
    }

    /// Cards of a resource at the right end of the hand.
    fn right_run(&self, kind: Kind) -> usize {
        if kind == Kind::Review { 0 } else { self.hand().rev().take_while(|face| face.kind == kind).count() }
    }

    /// Cards in the run of neighbours around a position.
    fn run_at(&self, position: usize) -> usize {
        let kind_at = |at: usize| self.faces[at].map(|face| face.kind);
        let kind = kind_at(position);
        if kind == Some(Kind::Review) {
            return 0;
        }
        let left = (0..position).rev().take_while(|&at| kind_at(at) == kind).count();
        let right = (position + 1..self.cards).take_while(|&at| kind_at(at) == kind).count();
        left + 1 + right
    }
}

/// Fills the context features that are read.
pub fn context(me: &Standing<'_>, wanted: u128, values: &mut [f64]) {
    use Context as F;
    let seen = me.seen;
    let players = seen.rules().players_at_table();
    let mut put = |feature: F, value: f64| values[feature as usize] = value;
    let round = seen.round();
    put(F::Round, f64::from(round + 1));
    put(F::RoundsLeft, f64::from(crate::rules::delectable::ROUNDS - 1 - round));
    put(F::DeckLeft, seen.deck_left() as f64);
    put(F::RollsLeft, seen.deck_left() as f64 / players as f64);
    put(F::Players, players as f64);
    put(F::MyQuality, f64::from(me.quality));
    put(F::HandSize, me.cards as f64);
    put(F::HandRoom, seen.rules().variant.hand_limit as f64 - me.cards as f64);
    put(F::Bonus, f64::from(seen.bonus()));
    if F::MyPoints.is_in(wanted) {
        put(F::MyPoints, points(seen.rules().final_score(&me.scores)));
    }
    if F::LeaderPoints.is_in(wanted) {
        put(F::LeaderPoints, points(leader_points(seen)));
    }
    if F::NextPoints.is_in(wanted) {
        put(F::NextPoints, points(seen.points(seen.seat().after(1, players))));
    }
    if F::MyTotal.is_in(wanted) {
        put(F::MyTotal, points(me.scores.iter().sum()));
    }
    if F::QualityMargin.is_in(wanted) {
        let reviews = seen.restaurant(me.seat).reviews;
        let own = usize::from(me.quality - 2);
        let others = (0..CLASSES).filter(|&at| at != own).map(|at| reviews[at]).max().unwrap_or(0);
        put(F::QualityMargin, f64::from(reviews[own].saturating_sub(others)));
    }
    if F::ReviewsHeld.is_in(wanted) {
        put(F::ReviewsHeld, me.held(Kind::Review) as f64);
    }
}

/// The highest final score among the rivals of the seat that looks, in half points.
fn leader_points(seen: Observation<'_>) -> i32 {
    rivals(seen.rules().players_at_table(), seen.seat()).map(|rival| seen.points(rival)).max().unwrap_or(0)
}

/// Features of the actions of a turn; `roll_value` is put in by the solver's caller.
pub fn turn(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Turn as F;
    // What a formula reads of an action that does not have it is 0.
    for feature in (0..F::FEATURES.len()).filter(|feature| wanted >> feature & 1 == 1) {
        columns.column_mut(feature)[..legal.len()].fill(0.0);
    }
    let rivals = Rivals::new(me.seen, wanted & (F::RivalPoints.bit() | F::IsLeader.bit()) != 0);
    // Two reviews with the same stars do the same to a restaurant.
    let mut known: [[Option<usize>; CLASSES]; PLAYERS] = [[None; CLASSES]; PLAYERS];
    for (at, action) in legal.iter().enumerate() {
        match *action {
            Action::Review { card, to } => {
                let Some(face) = me.faces[usize::from(card)] else { continue };
                let twin = &mut known[to.index()][class(face.stars)];
                if let Some(twin) = *twin {
                    columns.copy(wanted, twin, at);
                    continue;
                }
                *twin = Some(at);
                columns.set(F::IsReview as usize, at, 1.0);
                review(me, face, to, &rivals, wanted, |feature, value| {
                    columns.set(feature as usize, at, value)
                });
            }
            Action::Commit { cards } => {
                columns.set(F::IsCommit as usize, at, 1.0);
                commit(me, cards, wanted, |feature, value| columns.set(feature as usize, at, value));
            }
            _ => columns.set(F::IsRoll as usize, at, 1.0),
        }
    }
}

/// Final scores of the others, added up once for a decision.
struct Rivals {
    /// Half points by seat.
    points: [i32; PLAYERS],
    leader: i32,
}

impl Rivals {
    fn new(seen: Observation<'_>, is_wanted: bool) -> Rivals {
        let mut all = Rivals { points: [0; PLAYERS], leader: 0 };
        if is_wanted {
            for rival in rivals(seen.rules().players_at_table(), seen.seat()) {
                all.points[rival.index()] = seen.points(rival);
                all.leader = all.leader.max(all.points[rival.index()]);
            }
        }
        all
    }
}

fn review(
    me: &Standing<'_>,
    face: &Face,
    to: Seat,
    rivals: &Rivals,
    wanted: u128,
    mut put: impl FnMut(Turn, f64),
) {
    use Turn as F;
    let (seen, rules) = (me.seen, me.seen.rules());
    let before = seen.restaurant(to);
    let mut after: Restaurant = *before;
    after.add(face);
    let (old, new) = (rules.quality(before), rules.quality(&after));
    let is_mine = to == me.seat;
    put(F::Stars, f64::from(face.stars));
    put(F::IsMine, flag(is_mine));
    put(F::Flips, flag(old != new));
    put(F::NewQuality, f64::from(new));
    let changes = F::Gain.bit()
        | F::TotalGain.bit()
        | F::ProspectGain.bit()
        | F::RivalChange.bit()
        | F::RivalTotalChange.bit();
    if wanted & changes != 0 && old != new {
        let (was, is) = (rules.scores_at(before, old), rules.scores_at(before, new));
        let change = points(rules.final_score(&is) - rules.final_score(&was));
        let total = points(is.iter().sum::<i32>() - was.iter().sum::<i32>());
        if is_mine {
            put(F::Gain, change);
            put(F::TotalGain, total);
            if F::ProspectGain.is_in(wanted) {
                let mut with_hand = *before;
                me.hand().filter(|face| face.is_resource()).for_each(|face| with_hand.add(face));
                let prospect = rules.final_score(&rules.scores_at(&with_hand, new));
                put(F::ProspectGain, points(prospect - me.prospect));
            }
        } else {
            put(F::RivalChange, change);
            put(F::RivalTotalChange, total);
        }
    }
    if !is_mine {
        put(F::RivalPoints, points(rivals.points[to.index()]));
        put(F::IsLeader, flag(rivals.points[to.index()] == rivals.leader));
    }
}

fn commit(me: &Standing<'_>, cards: u16, wanted: u128, mut put: impl FnMut(Turn, f64)) {
    use Turn as F;
    let (seen, rules) = (me.seen, me.seen.rules());
    let size = cards.count_ones();
    let mut added = [0u8; CLASSES];
    let mut stars = 0;
    let mut kind = Kind::Servers;
    for face in (0..me.cards).filter(|at| cards >> at & 1 == 1).filter_map(|at| me.faces[at]) {
        kind = face.kind;
        added[class(face.stars)] += 1;
        stars += u32::from(face.stars);
    }
    let resource = kind.index();
    put(F::Size, f64::from(size));
    put(F::Stars, f64::from(stars) / f64::from(size));
    put(F::Steals, flag(size as usize >= rules.variant.theft_min));
    put(F::CanGrow, flag(usize::from(cards.leading_zeros() as u8) + me.cards == 16));
    put(F::ResourceScore, points(me.scores[resource]));
    if wanted & (F::Gain.bit() | F::TotalGain.bit()) != 0 {
        let mut row = seen.restaurant(me.seat).cards[resource];
        for at in 0..CLASSES {
            row[at] += added[at];
        }
        let mut scores = me.scores;
        scores[resource] = rules.resource_score(&row, me.quality);
        put(F::Gain, points(rules.final_score(&scores) - rules.final_score(&me.scores)));
        put(F::TotalGain, points(scores[resource] - me.scores[resource]));
    }
    if F::RivalHolds.is_in(wanted) {
        let held = rivals(rules.players_at_table(), me.seat)
            .map(|rival| seen.hand(rival).filter(|face| face.kind == kind).count());
        put(F::RivalHolds, held.max().unwrap_or(0) as f64);
    }
    if F::TheftValue.is_in(wanted) && size as usize >= rules.variant.theft_min {
        let best =
            rivals(rules.players_at_table(), me.seat).filter_map(|rival| cheapest(me, rival, kind)).max();
        put(F::TheftValue, points(best.unwrap_or(0)));
    }
}

/// Half points to me of the card of a kind that a rival would rather give up.
fn cheapest(me: &Standing<'_>, rival: Seat, kind: Kind) -> Option<i32> {
    me.seen.hand(rival).filter(|face| face.kind == kind).map(|face| me.value(face)).min()
}

/// Features of the piles in `kinds`.
pub fn piles(me: &Standing<'_>, kinds: &[Kind], wanted: u128, columns: &mut Columns) {
    use Pile as F;
    let (seen, rules) = (me.seen, me.seen.rules());
    let unseen = if F::MatchChance.is_in(wanted) { seen.unseen() } else { [0; KINDS] };
    let hidden: u32 = unseen.iter().map(|&cards| u32::from(cards)).sum();
    for (at, &kind) in kinds.iter().enumerate() {
        let Some(face) = seen.top(kind) else { continue };
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        let score_of = |scores: &Scores| if kind == Kind::Review { 0 } else { scores[kind.index()] };
        put(F::Stars, f64::from(face.stars));
        put(F::Cost, f64::from(face.cost));
        put(F::IsReview, flag(kind == Kind::Review));
        put(F::Value, points(me.value(face)));
        put(F::ResourceScore, points(score_of(&me.scores)));
        put(F::ProspectScore, points(score_of(&me.prospects)));
        put(F::LowestScore, points(me.prospect));
        put(F::Bonus, f64::from(face.discard));
        if F::Modifiers.is_in(wanted) {
            put(F::Modifiers, f64::from(face.to.iter().sum::<i16>()));
        }
        if F::ProspectGain.is_in(wanted) {
            put(F::ProspectGain, points(me.prospect_with(kind, me.value(face)) - me.prospect));
        }
        if F::Run.is_in(wanted) {
            put(F::Run, me.right_run(kind) as f64);
        }
        if F::Held.is_in(wanted) {
            put(F::Held, me.held(kind) as f64);
        }
        if F::Chance.is_in(wanted) {
            let need = need(me, face) - hand_modifier(me, kind);
            put(F::Chance, Problem::chance(need, rules.variant.die_faces));
        }
        if F::MatchChance.is_in(wanted) {
            let can_match = seen.deck_left() > 1 && hidden > 0;
            let chance = f64::from(unseen[kind.index()]) / f64::from(hidden.max(1));
            put(F::MatchChance, if can_match { chance } else { 0.0 });
        }
        if F::NextStars.is_in(wanted) {
            put(F::NextStars, seen.second(kind).map_or(0.0, |face| f64::from(face.stars)));
        }
        if F::RivalRun.is_in(wanted) {
            let runs = rivals(rules.players_at_table(), me.seat).map(|rival| {
                if kind == Kind::Review {
                    0
                } else {
                    seen.hand(rival).rev().take_while(|face| face.kind == kind).count()
                }
            });
            put(F::RivalRun, runs.max().unwrap_or(0) as f64);
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
        .map(|face| face.in_place[pile.index()])
        .sum()
}

/// Features of the cards of the own hand.
pub fn cards(me: &Standing<'_>, wanted: u128, columns: &mut Columns) -> usize {
    use Card as F;
    for (at, face) in me.hand().enumerate() {
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        let score_of = |scores: &Scores| if face.is_resource() { scores[face.kind.index()] } else { 0 };
        put(F::Stars, f64::from(face.stars));
        put(F::IsReview, flag(!face.is_resource()));
        put(F::Bonus, f64::from(face.discard));
        put(F::Value, points(me.value(face)));
        put(F::ResourceScore, points(score_of(&me.scores)));
        put(F::ProspectScore, points(score_of(&me.prospects)));
        put(F::LowestScore, points(me.prospect));
        put(F::FromRight, (me.cards - at) as f64);
        if F::Modifiers.is_in(wanted) {
            put(F::Modifiers, f64::from(face.to.iter().sum::<i16>()));
        }
        if F::ProspectLoss.is_in(wanted) {
            put(F::ProspectLoss, points(me.prospect - me.prospect_with(face.kind, -me.value(face))));
        }
        if F::Run.is_in(wanted) {
            put(F::Run, me.run_at(at) as f64);
        }
        if F::Held.is_in(wanted) {
            put(F::Held, me.held(face.kind) as f64);
        }
    }
    me.cards
}

/// Features of the opponents who may be named as victims.
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
            let loss = rival.prospect - rival.prospect_with(kind, -given.unwrap_or(0));
            put(F::RivalLoss, points(loss));
        }
        if F::IsLeader.is_in(wanted) {
            put(F::IsLeader, flag(seen.points(victim) == leader_points(seen)));
        }
    }
}

/// Features of the cards that may be given up to the thief.
pub fn losses(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Loss as F;
    let seen = me.seen;
    let thief_quality = seen.rules().quality(seen.restaurant(seen.active()));
    for (at, action) in legal.iter().enumerate() {
        let Action::Lose { card } = *action else { continue };
        let Some(face) = me.faces[usize::from(card)] else { continue };
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        put(F::Stars, f64::from(face.stars));
        put(F::Value, points(me.value(face)));
        put(F::ThiefValue, points(me.value_at(face, thief_quality)));
        put(F::Bonus, f64::from(face.discard));
        if F::ProspectLoss.is_in(wanted) {
            put(F::ProspectLoss, points(me.prospect - me.prospect_with(face.kind, -me.value(face))));
        }
        if F::Run.is_in(wanted) {
            put(F::Run, me.run_at(usize::from(card)) as f64);
        }
    }
}

/// Features of what a thief may take.
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
