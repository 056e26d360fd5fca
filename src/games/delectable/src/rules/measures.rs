use super::{Delectable, components::RESOURCES, event::Event, state::State, variant::class};
use sim_engine::{
    GameRecord, Seat,
    measure::{Axis, count, cross, histogram, measures, scalar},
};

const RESOURCE: Axis = Axis { name: "resource", labels: &["servers", "chefs", "food", "equipment"] };
const LOWEST: Axis = Axis { name: "resource", labels: &["servers", "chefs", "food", "equipment", "several"] };
const KIND: Axis = Axis { name: "kind", labels: &["servers", "chefs", "food", "equipment", "review"] };
const STARS: Axis = Axis { name: "stars", labels: &["2", "3", "4", "5"] };
const RESULT: Axis = Axis { name: "result", labels: &["missed", "acquired"] };
const SIZE: Axis = Axis { name: "size", labels: &["1", "2", "3", "4", "5+"] };
const THEFT: Axis = Axis { name: "result", labels: &["stolen", "empty-handed"] };
const TARGET: Axis = Axis { name: "target", labels: &["own", "opponent"] };
const TENTH: Axis = Axis { name: "tenth", labels: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] };

measures! {
    pub enum Measures {
        Rolls = "rolls" ["rolls", scalar()] "Roll Actions.",
        ByKind = "rolls_by_kind" ["rolls", cross(KIND, RESULT)] "Rolls by the named pile and their result.",
        ByStars = "rolls_by_stars" ["rolls", cross(STARS, RESULT)] "Rolls by the stars of the card rolled for.",
        ExtraRolls = "extra_rolls" ["rolls", histogram(16)] "Extra rolls earned.",
        Discards = "discards" ["cards", scalar()] "Cards discarded.",
        OverLimit = "over_limit" ["rolls", scalar()] "Roll Actions begun with more cards than the hand limit.",
        HandModifier = "hand_modifiers" ["pips", scalar()] "Sum of the hand's modifiers over all rolls.",
        DiscardModifier = "discard_modifiers" ["pips", scalar()] "Sum of the discards' modifiers over all rolls.",
        Commits = "commits" ["commits", count(SIZE)] "Commits by number of cards.",
        Thefts = "thefts" ["thefts", count(THEFT)] "Thefts by the thief, and their result.",
        Losses = "cards_lost" ["cards", scalar()] "Cards lost to thieves.",
        Reviews = "reviews" ["reviews", count(TARGET)] "Reviews given, to the own restaurant or another.",
        Flips = "quality_flips" ["reviews", count(TENTH)] "Reviews that changed an opponent's quality, by tenth of the deck.",
        Quality = "final_quality" ["restaurants", count(STARS)] "Quality of the restaurant at the end.",
        Scores = "resource_scores" ["half points", count(RESOURCE)] "Score of each resource at the end.",
        Bottleneck = "bottleneck" ["restaurants", count(LOWEST)] "The resource whose score is the final score; several, where more than one has it.",
        Cards = "cards_committed" ["cards", cross(RESOURCE, STARS)] "Cards in the restaurant at the end.",
        Zero = "zero_scores" ["games", scalar()] "Games that end with a final score of zero.",
        LeftInHand = "left_in_hand" ["cards", scalar()] "Hand cards that count for nothing at the end.",
    }
}

impl Delectable {
    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        match *event {
            Event::Reviewed { seat, to, card, quality_before, quality, round } => {
                let target = usize::from(seat != to);
                record.add(Measures::Reviews, target, seat, 1);
                if seat != to && quality != quality_before {
                    record.add(Measures::Flips, usize::from(round), seat, 1);
                }
                record.use_mut(card.component, seat).used += 1;
            }
            Event::Committed { seat, card } => record.use_mut(card.component, seat).used += 1,
            Event::CommitEnded { seat, size, .. } => {
                record.add(Measures::Commits, SIZE.capped(size.saturating_sub(1)), seat, 1);
            }
            Event::OverLimit { seat, .. } => record.add(Measures::OverLimit, 0, seat, 1),
            Event::Discarded { seat, .. } => record.add(Measures::Discards, 0, seat, 1),
            Event::Named { seat, tops, .. } => {
                for card in tops.into_iter().flatten() {
                    record.use_mut(card, seat).offered += 1;
                }
            }
            Event::Rolled { seat, card, discards, hand, success, .. } => {
                record.add(Measures::Rolls, 0, seat, 1);
                record.add(Measures::HandModifier, 0, seat, hand.into());
                record.add(Measures::DiscardModifier, 0, seat, discards.into());
                record.add(Measures::ByKind, RESULT.cell(card.kind.index(), success.into()), seat, 1);
                record.add(Measures::ByStars, RESULT.cell(class(card.stars), success.into()), seat, 1);
            }
            Event::Acquired { seat, card } => record.use_mut(card.component, seat).taken += 1,
            Event::ExtraRoll { seat } => record.add(Measures::ExtraRolls, 0, seat, 1),
            Event::Robbed { thief, victim, card } => {
                record.add(Measures::Thefts, 0, thief, 1);
                record.add(Measures::Losses, 0, victim, 1);
                record.use_mut(card.component, thief).take_and_use(0);
            }
            Event::EmptyHanded { thief, .. } => record.add(Measures::Thefts, 1, thief, 1),
            Event::TookCard { thief, victim, card } => {
                record.add(Measures::Thefts, 0, thief, 1);
                record.add(Measures::Losses, 0, victim, 1);
                record.use_mut(card.component, thief).taken += 1;
            }
            Event::TookDraw { thief, card, .. } => record.use_mut(card.component, thief).taken += 1,
            _ => {}
        }
    }

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        for seat in Seat::all(self.players) {
            let restaurant = &state.table.restaurants[seat.index()];
            let scores = restaurant.scores();
            let score = restaurant.points;
            record.add(Measures::Quality, usize::from(restaurant.quality - 2), seat, 1);
            for (resource, &score) in scores.iter().enumerate() {
                record.add(Measures::Scores, resource, seat, score);
            }
            let mut lowest = (0..RESOURCES).filter(|&resource| scores[resource] == score);
            let bottleneck = match (lowest.next(), lowest.next()) {
                (Some(alone), None) => alone,
                _ => LOWEST.labels.len() - 1,
            };
            record.add(Measures::Bottleneck, bottleneck, seat, 1);
            for (resource, cards) in restaurant.cards.iter().enumerate() {
                for (class, &cards) in cards.iter().enumerate() {
                    record.add(Measures::Cards, STARS.cell(resource, class), seat, cards.into());
                }
            }
            record.add(Measures::Zero, 0, seat, i32::from(score == 0));
            record.add(Measures::LeftInHand, 0, seat, state.table.hand(seat).len() as i32);
        }
    }
}
