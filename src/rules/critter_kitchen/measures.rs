//! What is counted of a game of Critter Kitchen.

use super::{
    CritterKitchen,
    action::Item,
    cards::{Board, Location},
    event::{CHEF_WORDS, Event},
    mcdogalds::AUTOMA,
    state::{FUND_WORDS, State},
    token::{LOW, TYPE_WORDS, TYPES, Token, VALUES},
    variant::PLAYERS,
};
use crate::rules::{
    ComponentId, GameRecord, Seat,
    measure::{Axis, count, cross, histogram, measures, scalar},
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

measures! {
    /// The measures of this game.
    pub enum Measures {
        Visits = "visits" ["chefs", cross(LOCATION, CHEF)]
            "Chefs sent to each location.",
        VisitsByRound = "visits_by_round" ["chefs", cross(LOCATION, ROUND)]
            "Chefs sent to each location, by round.",
        Items = "items_taken" ["items", cross(ITEM, CHEF)]
            "Items picked by each chef.",
        Ingredients = "ingredients_taken" ["ingredients", cross(TYPE, VALUE)]
            "Ingredients picked, by type and value.",
        Ties = "tied_queues" ["queues", count(ROUND)]
            "Queues in which the seat stood with others.",
        HatMoves = "hat_moves" ["moves", count(ROUND)]
            "Hats moved to the back after a tie.",
        Empty = "empty_handed" ["chefs", cross(CHEF, RETURN)]
            "Chefs that came home with nothing.",
        Rumors = "rumors_learned" ["rumors", count(ROUND)]
            "Rumor tokens gained, by round.",
        Stars = "stars_by_source" ["stars", count(FUND)]
            "Stars by where they come from.",
        Brackets = "challenge_brackets" ["challenges", cross(DAY, BRACKET)]
            "Challenges by the bracket that was reached.",
        Quality = "challenge_quality" ["quality", count(DAY)]
            "Sum of the qualities of the challenge meals.",
        SoupServed = "soup_served" ["tokens", scalar()]
            "Soup and bisque served in challenge meals.",
        Courses = "courses_served" ["courses", histogram(8)]
            "Courses of the critic meal.",
        MealQuality = "meal_quality" ["quality", scalar()]
            "Total quality of the critic meal.",
        CourseQuality = "course_quality" ["quality", count(TYPE)]
            "Quality of each course, without fanatics.",
        BestCourses = "best_courses" ["courses", count(TYPE)]
            "Courses that were the best at the table.",
        ChilledOut = "not_kept" ["ingredients", cross(DAY, VALUE)]
            "Ingredients lost to refrigeration, by value.",
        Leftovers = "leftovers" ["tokens", cross(LOCATION, ROUND)]
            "Ingredients and spices left at clean-up; what the academy leaves waits for the next round. For the table as a whole at seat 1.",
        BagLow = "bag_low" ["tokens", scalar()]
            "Fewest tokens the bag held, for the table as a whole at seat 1.",
        Redraws = "redraws" ["tokens", scalar()]
            "Rumors drawn again because they lay open, for the table as a whole at seat 1.",
        Soup = "soup_held" ["quality", scalar()]
            "Soup value at the end.",
        AbilityDraws = "ability_draws" ["tokens", scalar()]
            "Tokens drawn from the bag by abilities.",
        Informed = "rumor_stars" ["stars", count(KNOWLEDGE)]
            "Stars from rumors that the seat had seen, or not.",
        ZousRound = "zous_chefs" ["zous-chefs", count(ROUND)]
            "Zous-chefs taken, by round.",
        EmptyAt = "empty_handed_at" ["chefs", cross(LOCATION, CHEF)]
            "Chefs that came home with nothing, by where they had been.",
        RumorsRemoved = "rumors_removed" ["tokens", count(ROUND)]
            "Rumor tokens that left the game at clean-up, for the table as a whole at seat 1.",
        ValueTaken = "value_taken" ["quality", count(CHEF)]
            "Sum of the values of the ingredients picked, by chef.",
        Served = "ingredients_served" ["ingredients", cross(TYPE, VALUE)]
            "Ingredients served in meals.",
        RumorScored = "rumors_scored" ["rumors", cross(ROW, KNOWLEDGE)]
            "Rumors in force when the critic came, by row of the table `rumors`, seen by the seat or not.",
        RumorStars = "stars_by_rumor" ["stars", cross(ROW, KNOWLEDGE)]
            "Stars from them: divided by `rumors_scored`, what a rumor brings unseen and seen.",
        CriticStars = "stars_by_critic" ["stars", count(ROW)]
            "Stars at the end, by row of the table `critics`.",
        CriticPlaces = "places_by_critic" ["places", count(ROW)]
            "Places at the end, by row of the table `critics`.",
        Decided = "decided_by" ["games", count(DECIDED)]
            "Games won by what told the winner from the next, for the table as a whole at seat 1; without alone play.",
    }
}

impl CritterKitchen {
    /// Place of a location on the axis that all player counts share.
    fn location_label(&self, place: ComponentId) -> usize {
        match self.cards.locations[place.row()].board {
            Board::SoupTruck => 0,
            Board::Shop => place.row(),
            Board::Merchant => 6,
            Board::Academy => 7,
        }
    }

    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        let rounds = ROUND.labels.len();
        match *event {
            Event::Sent { seat, chef, place, round } => {
                let label = self.location_label(place);
                record.add(Measures::Visits, label * CHEF.labels.len() + usize::from(chef), seat, 1);
                record.add(Measures::VisitsByRound, label * rounds + usize::from(round), seat, 1);
                record.use_mut(place, seat).taken += 1;
                // Each round offers every location; it is counted with the first chef.
                if chef == 0 {
                    for place in 0..self.cards.locations.len() {
                        record.use_mut(Location::id(place), seat).offered += 1;
                    }
                }
            }
            // Chefs that change places visit the other's; by round and location nothing changes.
            Event::Swapped { seat, first, second, places: [to, from] } => {
                for (place, gone, come) in [(to, second, first), (from, first, second)] {
                    let row = self.location_label(place) * CHEF.labels.len();
                    record.add(Measures::Visits, row + usize::from(gone), seat, -1);
                    record.add(Measures::Visits, row + usize::from(come), seat, 1);
                }
            }
            Event::Picked { seat, chef, place, item, .. } => {
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
                record.add(Measures::Items, label * CHEF.labels.len() + usize::from(chef), seat, 1);
                record.use_mut(place, seat).used += 1;
                if let Item::Token(token) = item
                    && token.is_ingredient()
                {
                    record.add(Measures::Ingredients, token.index(), seat, 1);
                    record.add(Measures::ValueTaken, usize::from(chef), seat, token.value().into());
                }
            }
            Event::StoodInTie { seat, round } => record.add(Measures::Ties, round.into(), seat, 1),
            Event::HatToBack { seat, round } => record.add(Measures::HatMoves, round.into(), seat, 1),
            Event::CameHomeEmpty { seat, chef, place, early, .. } => {
                let label = self.location_label(place);
                record.add(Measures::EmptyAt, label * CHEF.labels.len() + usize::from(chef), seat, 1);
                record.add(Measures::Empty, usize::from(chef) * 2 + usize::from(!early), seat, 1);
            }
            Event::Learned { seat, rumor, round, token, .. } => {
                if token {
                    record.add(Measures::Rumors, round.into(), seat, 1);
                }
                record.use_mut(rumor, seat).taken += 1;
            }
            Event::CouldTakeZousChef { seat, zous } => {
                record.use_mut(zous, seat).offered += 1;
            }
            Event::ZousChefTaken { seat, zous, round } => {
                record.use_mut(zous, seat).taken += 1;
                record.add(Measures::ZousRound, round.into(), seat, 1);
            }
            Event::AbilityActs { seat, zous } => {
                record.use_mut(zous, seat).used += 1;
            }
            Event::RestaurateurDealt { seat, card } => {
                record.use_mut(card, seat).offered += 1;
            }
            Event::RestaurateurKept { seat, card } => {
                record.use_mut(card, seat).taken += 1;
            }
            Event::CriticNamed { critic } => {
                for seat in Seat::all(self.players_at_table()) {
                    let entry = record.use_mut(critic, seat);
                    entry.offered += 1;
                    // Whoever is judged by a critic uses it: solo play is told apart by critics.
                    entry.used += 1;
                }
            }
            Event::Presented { seat, challenge, day, quality, bracket, stars, soup } => {
                let day = usize::from(day);
                record.add(Measures::Brackets, day * BRACKET.labels.len() + usize::from(bracket), seat, 1);
                record.add(Measures::Quality, day, seat, quality.into());
                record.add(Measures::SoupServed, 0, seat, soup.into());
                let entry = record.use_mut(challenge, seat);
                entry.offered += 1;
                entry.taken += 1;
                entry.price += i32::from(stars);
            }
            Event::NotPresented { seat, challenge, day } => {
                record.add(Measures::Brackets, usize::from(day) * BRACKET.labels.len(), seat, 1);
                record.use_mut(challenge, seat).offered += 1;
            }
            Event::Refrigerated { seat, token, day } if token.is_ingredient() => {
                let value = usize::from(token.value() - LOW);
                record.add(Measures::ChilledOut, usize::from(day) * VALUES + value, seat, 1);
            }
            Event::DrawnFor { seat, .. } => record.add(Measures::AbilityDraws, 0, seat, 1),
            Event::CourseServed { seat, course, quality } => {
                record.add(Measures::Courses, 0, seat, 1);
                record.add(Measures::CourseQuality, course.into(), seat, quality.into());
            }
            Event::BestCourse { seat, course } => record.add(Measures::BestCourses, course.into(), seat, 1),
            Event::RumorPaid { seat, rumor, stars, known } => {
                let entry = record.use_mut(rumor, seat);
                entry.offered += 1;
                entry.used += u16::from(stars > 0);
                entry.price += i32::from(stars);
                record.add(Measures::Informed, usize::from(known), seat, stars.into());
                let cell = row(rumor.row()) * KNOWLEDGE.labels.len() + usize::from(known);
                record.add(Measures::RumorScored, cell, seat, 1);
                record.add(Measures::RumorStars, cell, seat, stars.into());
            }
            Event::Gained { seat, fund, stars } => {
                record.add(Measures::Stars, fund as usize, seat, stars.into())
            }
            Event::MealQuality { seat, quality } => {
                record.add(Measures::MealQuality, 0, seat, quality.into())
            }
            Event::CleanedUp { place, left, rumors: removed, round } => {
                let cell = self.location_label(place) * rounds + usize::from(round);
                record.add(Measures::Leftovers, cell, Seat(0), left.into());
                record.add(Measures::RumorsRemoved, round.into(), Seat(0), removed.into());
            }
            Event::Served { seat, token, count, .. } if token.is_ingredient() => {
                record.add(Measures::Served, token.index(), seat, count.into());
            }
            Event::Plated { seat, token, .. } => record.add(Measures::Served, token.index(), seat, 1),
            _ => {}
        }
    }

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        record.add(Measures::BagLow, 0, Seat(0), state.bag_low.into());
        record.add(Measures::Redraws, 0, Seat(0), state.redraws.into());
        for seat in Seat::all(self.players) {
            let soup = self.soup_value(&state.kitchens[seat.index()]);
            record.add(Measures::Soup, 0, seat, soup.into());
        }
        let (outcome, critic) = (self.outcome_of(state), row(state.critic.into()));
        for seat in Seat::all(self.players_at_table()) {
            record.add(Measures::CriticStars, critic, seat, outcome.points[seat]);
            record.add(Measures::CriticPlaces, critic, seat, outcome.places[seat].into());
        }
        if self.is_solo() {
            record.add(Measures::Soup, 0, Seat(AUTOMA as u8), state.automa.soup.into());
        } else {
            record.add(Measures::Decided, self.decided_by(state), Seat(0), 1);
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
fn row(row: usize) -> usize {
    row.min(ROW.labels.len() - 1)
}

const _: () = assert!(TYPES * VALUES == 42, "ingredient kinds are the cells of type by value");
