//! Summary of a seat's position, computed once per decision.

use super::points;
use crate::rules::{
    HAND, Observation, Scores,
    components::{Face, KINDS, Kind, RESOURCES, Worths},
    variant::{CLASSES, class},
};
use sim_engine::{Seat, bits};

pub struct Standing<'a> {
    pub(super) seen: Observation<'a>,
    pub(super) seat: Seat,
    pub(super) quality: u8,
    /// The hand from left to right; only the first `cards` are valid.
    pub(super) faces: [&'a Face; HAND],
    pub(super) cards: usize,
    /// Half points of a card at the present quality, were it committed alone.
    pub(super) worths: Worths<i32>,
    pub(super) held_reviews: [u8; CLASSES],
    pub(super) prospects: Scores,
    pub(super) prospect: i32,
}

impl<'a> Standing<'a> {
    pub fn new(seen: Observation<'a>, seat: Seat) -> Standing<'a> {
        let rules = seen.rules;
        let restaurant = seen.restaurant(seat);
        let quality = restaurant.quality;
        let mut held_reviews = [0; CLASSES];
        let mut faces = [rules.face_of_row(0); HAND];
        let mut cards = 0;
        for (slot, face) in faces.iter_mut().zip(seen.hand(seat)) {
            *slot = face;
            cards += 1;
            held_reviews[class(face.stars)] += u8::from(!face.is_resource());
        }
        let prospects = rules.scores_with(restaurant, faces[..cards].iter().copied(), quality);
        let mut worths = [0; CLASSES + 1];
        worths[..CLASSES].copy_from_slice(&rules.variant.value[class(quality)]);
        let prospect = rules.final_score(&prospects);
        Standing { seen, seat, quality, faces, cards, worths, held_reviews, prospects, prospect }
    }

    #[inline]
    pub(super) fn prospects_at(&self, quality: u8) -> Scores {
        self.seen.rules.scores_with(self.seen.restaurant(self.seat), self.hand(), quality)
    }

    #[inline]
    pub fn faces(&self) -> &[&'a Face] {
        &self.faces[..self.cards]
    }

    #[inline]
    pub fn hand(&self) -> impl DoubleEndedIterator<Item = &'a Face> + ExactSizeIterator + Clone + '_ {
        self.faces().iter().copied()
    }

    pub(super) fn scores(&self) -> &'a Scores {
        self.seen.restaurant(self.seat).scores()
    }

    /// Half points of a card, were it committed alone.
    #[inline]
    pub(super) fn value(&self, face: &Face) -> i32 {
        self.worths[usize::from(face.worth)]
    }

    /// Change of the final score with the whole hand committed, if this card joined the hand.
    #[inline]
    pub(super) fn prospect_gain(&self, face: &Face) -> i32 {
        self.prospect_change(face, self.worth_as(face, self.matching(face) + 1))
    }

    /// Loss of the final score with the whole hand committed, if this card left the hand.
    #[inline]
    pub(super) fn prospect_loss(&self, face: &Face) -> i32 {
        -self.prospect_change(face, -self.worth_as(face, self.matching(face)))
    }

    #[inline]
    fn prospect_change(&self, face: &Face, change: i32) -> i32 {
        if change == 0 {
            return 0;
        }
        let mut scores = self.prospects;
        scores[face.kind.index()] += change;
        self.seen.rules.final_score(&scores) - self.prospect
    }

    /// Half points of a card as the `nth` of its resource that matches the quality, if it matches; 0 for
    /// reviews. Later matching cards may count less (DE-56).
    #[inline]
    fn worth_as(&self, face: &Face, nth: u8) -> i32 {
        if face.is_resource() {
            self.seen.rules.further_card(class(face.stars), nth, self.quality)
        } else {
            0
        }
    }

    /// Number of cards like this one in restaurant and hand if it matches the quality, otherwise 0.
    #[inline]
    fn matching(&self, face: &Face) -> u8 {
        if face.stars != self.quality || !face.is_resource() {
            return 0;
        }
        let committed = self.seen.restaurant(self.seat).cards[face.kind.index()][class(face.stars)];
        let is_alike = |other: &&Face| other.kind == face.kind && other.stars == face.stars;
        committed + self.hand().filter(is_alike).count() as u8
    }

    /// Distance in points of each resource score from the final score, with the whole hand committed; 0 for reviews.
    #[inline]
    pub(super) fn score_gaps(&self) -> [f64; KINDS] {
        let mut gaps = [0.0; KINDS];
        for (gap, score) in gaps.iter_mut().zip(self.prospects) {
            *gap = points((score - self.prospect).abs());
        }
        gaps
    }

    #[inline]
    pub(super) fn cards_at(&self, mask: u16) -> impl Iterator<Item = &'a Face> + Clone + '_ {
        bits(mask).map(|at| self.faces[at])
    }

    #[inline]
    pub fn card(&self, position: u8) -> Option<&'a Face> {
        self.faces[..self.cards].get(usize::from(position)).copied()
    }

    #[inline]
    pub(super) fn reviews_held(&self) -> u8 {
        self.held_reviews.iter().sum()
    }

    pub(super) fn held_count(&self, kind: Kind) -> usize {
        self.hand().filter(|face| face.kind == kind).count()
    }

    /// The resource at the right end of the hand and the length of its run; the length is 0 without one.
    #[inline]
    pub(super) fn right_run(&self) -> (Kind, usize) {
        let Some(last) = self.hand().next_back().filter(|face| face.is_resource()) else {
            return (Kind::Review, 0);
        };
        (last.kind, self.hand().rev().take_while(|face| face.kind == last.kind).count())
    }

    /// Number of runs in the hand that are long enough to be committed.
    pub(super) fn runs_held(&self) -> u8 {
        let variant = &self.seen.rules.variant;
        let shortest = variant.commit_min as u8;
        if !variant.adjacency {
            // All cards of a resource are one run, wherever they lie.
            let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Review);
            return kinds.filter(|&kind| self.held_count(kind) >= shortest.max(1).into()).count() as u8;
        }
        let runs = self.runs();
        let starts = |at: usize| at == 0 || self.faces[at].kind != self.faces[at - 1].kind;
        (0..self.cards).filter(|&at| runs[at] >= shortest && starts(at)).count() as u8
    }

    /// For each card of the hand, the length of its run of neighbours; 0 for reviews.
    #[inline]
    pub(super) fn runs(&self) -> [u8; HAND] {
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

const _: () = assert!(RESOURCES < KINDS, "reviews come after the resources");
