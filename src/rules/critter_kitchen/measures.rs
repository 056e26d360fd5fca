//! What is counted of a game of Critter Kitchen.

use super::{
    CritterKitchen,
    action::Item,
    cards::Board,
    event::{CHEF_WORDS, Event},
    mcdogalds::AUTOMA,
    state::{FUND_WORDS, PLAYERS, State},
    token::{LOW, TYPE_WORDS, TYPES, Token, VALUES},
};
use crate::rules::{
    record::{Axis, GameRecord, Measure, MeasureKind, count, cross, measure},
    seat::Seat,
};

const CHEF: Axis = Axis { name: "chef", labels: &CHEF_WORDS };
const LOCATION: Axis = Axis {
    name: "location",
    labels: &["soup truck", "board 1", "board 2", "board 3", "board 4", "board 5", "merchant", "academy"],
};
const ROUND: Axis = Axis { name: "round", labels: &["1", "2", "3", "4", "5", "6", "7"] };
const TYPE: Axis = Axis { name: "type", labels: &TYPE_WORDS };
const VALUE: Axis = Axis { name: "value", labels: &["2", "3", "4", "5", "6", "7"] };
const ITEM: Axis = Axis {
    name: "item",
    labels: &["ingredient", "spice", "allspice", "rumor", "wild rumor", "soup", "bisque", "zous-chef"],
};
const FUND: Axis = Axis { name: "source", labels: &FUND_WORDS };
const DAY: Axis = Axis { name: "day", labels: &["1", "2"] };
const KNOWLEDGE: Axis = Axis { name: "knowledge", labels: &["not known", "known"] };
/// Rows of a card table, as many as the games there are have; later ones count with the last.
const ROW: Axis = Axis {
    name: "row",
    labels: &[
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
        "19", "20", "21", "22", "23", "24", "25", "26", "27", "28",
    ],
};
const DECIDED: Axis = Axis { name: "decided by", labels: &["stars", "quality", "track"] };
const BRACKET: Axis = Axis { name: "bracket", labels: &["none", "low", "middle", "top"] };
const RETURN: Axis = Axis { name: "reason", labels: &["left early", "found nothing"] };

/// Indexes into [`MEASURES`].
mod index {
    pub const VISITS: usize = 0;
    pub const VISITS_BY_ROUND: usize = 1;
    pub const ITEMS: usize = 2;
    pub const INGREDIENTS: usize = 3;
    pub const TIES: usize = 4;
    pub const HAT_MOVES: usize = 5;
    pub const EMPTY: usize = 6;
    pub const RUMORS: usize = 7;
    pub const STARS: usize = 8;
    pub const BRACKETS: usize = 9;
    pub const QUALITY: usize = 10;
    pub const SOUP_SERVED: usize = 11;
    pub const COURSES: usize = 12;
    pub const MEAL_QUALITY: usize = 13;
    pub const COURSE_QUALITY: usize = 14;
    pub const BEST_COURSES: usize = 15;
    pub const CHILLED_OUT: usize = 16;
    pub const LEFTOVERS: usize = 17;
    pub const BAG_LOW: usize = 18;
    pub const REDRAWS: usize = 19;
    pub const SOUP: usize = 20;
    pub const ABILITY_DRAWS: usize = 21;
    pub const INFORMED: usize = 22;
    pub const ZOUS_ROUND: usize = 23;
    pub const EMPTY_AT: usize = 24;
    pub const RUMORS_REMOVED: usize = 25;
    pub const VALUE_TAKEN: usize = 26;
    pub const SERVED: usize = 27;
    pub const RUMOR_SCORED: usize = 28;
    pub const RUMOR_STARS: usize = 29;
    pub const CRITIC_STARS: usize = 30;
    pub const CRITIC_PLACES: usize = 31;
    pub const DECIDED: usize = 32;
}

/// The measures of this game, in the order of [`index`].
pub const MEASURES: &[Measure] = &[
    measure("visits", "chefs", cross(LOCATION, CHEF), "Chefs sent to each location."),
    measure("visits_by_round", "chefs", cross(LOCATION, ROUND), "Chefs sent to each location, by round."),
    measure("items_taken", "items", cross(ITEM, CHEF), "Items picked by each chef."),
    measure("ingredients_taken", "ingredients", cross(TYPE, VALUE), "Ingredients picked, by type and value."),
    measure("tied_queues", "queues", count(ROUND), "Queues in which the seat stood with others."),
    measure("hat_moves", "moves", count(ROUND), "Hats moved to the back after a tie."),
    measure("empty_handed", "chefs", cross(CHEF, RETURN), "Chefs that came home with nothing."),
    measure("rumors_learned", "rumors", count(ROUND), "Rumor tokens gained, by round."),
    measure("stars_by_source", "stars", count(FUND), "Stars by where they come from."),
    measure(
        "challenge_brackets",
        "challenges",
        cross(DAY, BRACKET),
        "Challenges by the bracket that was reached.",
    ),
    measure("challenge_quality", "quality", count(DAY), "Sum of the qualities of the challenge meals."),
    measure("soup_served", "tokens", MeasureKind::Scalar, "Soup and bisque served in challenge meals."),
    measure("courses_served", "courses", MeasureKind::Histogram { bins: 8 }, "Courses of the critic meal."),
    measure("meal_quality", "quality", MeasureKind::Scalar, "Total quality of the critic meal."),
    measure("course_quality", "quality", count(TYPE), "Quality of each course, without fanatics."),
    measure("best_courses", "courses", count(TYPE), "Courses that were the best at the table."),
    measure("not_kept", "ingredients", cross(DAY, VALUE), "Ingredients lost to refrigeration, by value."),
    measure(
        "leftovers",
        "tokens",
        cross(LOCATION, ROUND),
        "Ingredients and spices left at clean-up; what the academy leaves waits for the next round. For the table as a whole at seat 1.",
    ),
    measure(
        "bag_low",
        "tokens",
        MeasureKind::Scalar,
        "Fewest tokens the bag held, for the table as a whole at seat 1.",
    ),
    measure(
        "redraws",
        "tokens",
        MeasureKind::Scalar,
        "Rumors drawn again because they lay open, for the table as a whole at seat 1.",
    ),
    measure("soup_held", "quality", MeasureKind::Scalar, "Soup value at the end."),
    measure("ability_draws", "tokens", MeasureKind::Scalar, "Tokens drawn from the bag by abilities."),
    measure("rumor_stars", "stars", count(KNOWLEDGE), "Stars from rumors that the seat had seen, or not."),
    measure("zous_chefs", "zous-chefs", count(ROUND), "Zous-chefs taken, by round."),
    measure(
        "empty_handed_at",
        "chefs",
        cross(LOCATION, CHEF),
        "Chefs that came home with nothing, by where they had been.",
    ),
    measure(
        "rumors_removed",
        "tokens",
        count(ROUND),
        "Rumor tokens that left the game at clean-up, for the table as a whole at seat 1.",
    ),
    measure("value_taken", "quality", count(CHEF), "Sum of the values of the ingredients picked, by chef."),
    measure("ingredients_served", "ingredients", cross(TYPE, VALUE), "Ingredients served in meals."),
    measure(
        "rumors_scored",
        "rumors",
        cross(ROW, KNOWLEDGE),
        "Rumors in force when the critic came, by row of the table `rumors`, seen by the seat or not.",
    ),
    measure(
        "stars_by_rumor",
        "stars",
        cross(ROW, KNOWLEDGE),
        "Stars from them: divided by `rumors_scored`, what a rumor brings unseen and seen.",
    ),
    measure("stars_by_critic", "stars", count(ROW), "Stars at the end, by row of the table `critics`."),
    measure("places_by_critic", "places", count(ROW), "Places at the end, by row of the table `critics`."),
    measure(
        "decided_by",
        "games",
        count(DECIDED),
        "Games won by what told the winner from the next, for the table as a whole at seat 1; without alone play.",
    ),
];

impl CritterKitchen {
    /// Place of a location on the axis that all player counts share.
    fn location_label(&self, place: u8) -> usize {
        match self.cards.locations[usize::from(place)].board {
            Board::SoupTruck => 0,
            Board::Shop => usize::from(place),
            Board::Merchant => 6,
            Board::Academy => 7,
        }
    }

    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        let rounds = ROUND.labels.len();
        match *event {
            Event::Sent { seat, chef, place, round } => {
                let (seat, label) = (Seat(seat), self.location_label(place));
                record.add(index::VISITS, label * CHEF.labels.len() + usize::from(chef), seat, 1);
                record.add(index::VISITS_BY_ROUND, label * rounds + usize::from(round), seat, 1);
                record.use_mut(place.into(), seat).taken += 1;
                // Each round offers every location; it is counted with the first chef.
                if chef == 0 {
                    for place in 0..self.cards.locations.len() {
                        record.use_mut(place, seat).offered += 1;
                    }
                }
            }
            // Chefs that change places visit the other's; by round and location nothing changes.
            Event::Swapped { seat, first, second, places: [to, from] } => {
                for (place, gone, come) in [(to, second, first), (from, first, second)] {
                    let row = self.location_label(place) * CHEF.labels.len();
                    record.add(index::VISITS, row + usize::from(gone), Seat(seat), -1);
                    record.add(index::VISITS, row + usize::from(come), Seat(seat), 1);
                }
            }
            Event::Picked { seat, chef, place, item, .. } => {
                let seat = Seat(seat);
                let label = match item {
                    Item::Soup => 5,
                    Item::Bisque => 6,
                    Item::ZousChef => 7,
                    Item::Token(Token::ALLSPICE) => 2,
                    Item::Token(Token::WILD) => 4,
                    Item::Token(token) if token.is_ingredient() => 0,
                    Item::Token(token) if token.is_spice() => 1,
                    Item::Token(_) => 3,
                };
                record.add(index::ITEMS, label * CHEF.labels.len() + usize::from(chef), seat, 1);
                record.use_mut(place.into(), seat).used += 1;
                if let Item::Token(token) = item
                    && token.is_ingredient()
                {
                    record.add(index::INGREDIENTS, token.index(), seat, 1);
                    record.add(index::VALUE_TAKEN, usize::from(chef), seat, token.value().into());
                }
            }
            Event::StoodInTie { seat, round } => record.add(index::TIES, round.into(), Seat(seat), 1),
            Event::HatToBack { seat, round } => record.add(index::HAT_MOVES, round.into(), Seat(seat), 1),
            Event::CameHomeEmpty { seat, chef, place, early, .. } => {
                let label = self.location_label(place);
                record.add(index::EMPTY_AT, label * CHEF.labels.len() + usize::from(chef), Seat(seat), 1);
                record.add(index::EMPTY, usize::from(chef) * 2 + usize::from(!early), Seat(seat), 1);
            }
            Event::Learned { seat, rumor, round, token, .. } => {
                if token {
                    record.add(index::RUMORS, round.into(), Seat(seat), 1);
                }
                record.use_mut(self.cards.rumors.component + usize::from(rumor), Seat(seat)).taken += 1;
            }
            Event::CouldTakeZousChef { seat, zous } => {
                record.use_mut(self.cards.zous.component + usize::from(zous), Seat(seat)).offered += 1;
            }
            Event::ZousChefTaken { seat, zous, round } => {
                record.use_mut(self.cards.zous.component + usize::from(zous), Seat(seat)).taken += 1;
                record.add(index::ZOUS_ROUND, round.into(), Seat(seat), 1);
            }
            Event::AbilityActs { seat, zous } => {
                record.use_mut(self.cards.zous.component + usize::from(zous), Seat(seat)).used += 1;
            }
            Event::RestaurateurDealt { seat, card } => {
                let at = self.cards.restaurateurs.component + usize::from(card);
                record.use_mut(at, Seat(seat)).offered += 1;
            }
            Event::RestaurateurKept { seat, card } => {
                let at = self.cards.restaurateurs.component + usize::from(card);
                record.use_mut(at, Seat(seat)).taken += 1;
            }
            Event::CriticNamed { critic } => {
                for seat in Seat::all(self.players_at_table()) {
                    let entry = record.use_mut(self.cards.critics.component + usize::from(critic), seat);
                    entry.offered += 1;
                    // Whoever is judged by a critic uses it: solo play is told apart by critics.
                    entry.used += 1;
                }
            }
            Event::Presented { seat, challenge, day, quality, bracket, stars, soup } => {
                let (seat, day) = (Seat(seat), usize::from(day));
                record.add(index::BRACKETS, day * BRACKET.labels.len() + usize::from(bracket), seat, 1);
                record.add(index::QUALITY, day, seat, quality.into());
                record.add(index::SOUP_SERVED, 0, seat, soup.into());
                let entry = record.use_mut(self.cards.challenges.component + usize::from(challenge), seat);
                entry.offered += 1;
                entry.taken += 1;
                entry.price += i32::from(stars);
            }
            Event::NotPresented { seat, challenge, day } => {
                record.add(index::BRACKETS, usize::from(day) * BRACKET.labels.len(), Seat(seat), 1);
                record
                    .use_mut(self.cards.challenges.component + usize::from(challenge), Seat(seat))
                    .offered += 1;
            }
            Event::Refrigerated { seat, token, day } if token.is_ingredient() => {
                let value = usize::from(token.value() - LOW);
                record.add(index::CHILLED_OUT, usize::from(day) * VALUES + value, Seat(seat), 1);
            }
            Event::DrawnFor { seat, .. } => record.add(index::ABILITY_DRAWS, 0, Seat(seat), 1),
            Event::CourseServed { seat, course, quality } => {
                record.add(index::COURSES, 0, Seat(seat), 1);
                record.add(index::COURSE_QUALITY, course.into(), Seat(seat), quality.into());
            }
            Event::BestCourse { seat, course } => {
                record.add(index::BEST_COURSES, course.into(), Seat(seat), 1)
            }
            Event::RumorPaid { seat, rumor, stars, known } => {
                let entry = record.use_mut(self.cards.rumors.component + usize::from(rumor), Seat(seat));
                entry.offered += 1;
                entry.used += u16::from(stars > 0);
                entry.price += i32::from(stars);
                record.add(index::INFORMED, usize::from(known), Seat(seat), stars.into());
                let cell = row(rumor) * KNOWLEDGE.labels.len() + usize::from(known);
                record.add(index::RUMOR_SCORED, cell, Seat(seat), 1);
                record.add(index::RUMOR_STARS, cell, Seat(seat), stars.into());
            }
            Event::Gained { seat, fund, stars } => {
                record.add(index::STARS, fund as usize, Seat(seat), stars.into())
            }
            Event::MealQuality { seat, quality } => {
                record.add(index::MEAL_QUALITY, 0, Seat(seat), quality.into())
            }
            Event::CleanedUp { place, left, rumors: removed, round } => {
                let cell = self.location_label(place) * rounds + usize::from(round);
                record.add(index::LEFTOVERS, cell, Seat(0), left.into());
                record.add(index::RUMORS_REMOVED, round.into(), Seat(0), removed.into());
            }
            Event::Served { seat, token, count, .. } if token.is_ingredient() => {
                record.add(index::SERVED, token.index(), Seat(seat), count.into());
            }
            Event::Plated { seat, token, .. } => record.add(index::SERVED, token.index(), Seat(seat), 1),
            _ => {}
        }
    }

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        record.add(index::BAG_LOW, 0, Seat(0), state.bag_low.into());
        record.add(index::REDRAWS, 0, Seat(0), state.redraws.into());
        for seat in Seat::all(self.players) {
            let soup = self.soup_value(&state.kitchens[seat.index()]);
            record.add(index::SOUP, 0, seat, soup.into());
        }
        let (outcome, critic) = (self.outcome_of(state), row(state.critic));
        for seat in Seat::all(self.players_at_table()) {
            record.add(index::CRITIC_STARS, critic, seat, outcome.points[seat]);
            record.add(index::CRITIC_PLACES, critic, seat, outcome.places[seat].into());
        }
        if self.is_solo() {
            record.add(index::SOUP, 0, Seat(AUTOMA as u8), state.automa.soup.into());
        } else {
            record.add(index::DECIDED, self.decided_by(state), Seat(0), 1);
        }
    }

    /// What told the winner from the next: 0 for stars, 1 for quality, 2 for the track (CK-160..162).
    fn decided_by(&self, state: &State) -> usize {
        let mut ranks = [[i32::MIN; 3]; PLAYERS];
        for (slot, seat) in ranks.iter_mut().zip(Seat::all(self.players)) {
            *slot = self.rank(state, seat);
        }
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        let [first, next, ..] = ranks;
        // No two stand on one place of the track.
        first.iter().zip(next).position(|(one, other)| *one != other).unwrap_or(DECIDED.labels.len() - 1)
    }
}

/// The cell of a row of a card table.
fn row(row: u8) -> usize {
    usize::from(row).min(ROW.labels.len() - 1)
}

const _: () = assert!(TYPES * VALUES == 42, "ingredient kinds are the cells of type by value");
