use super::{
    CritterKitchen,
    action::Item,
    cards::{Location, MAX_ROWS, PLACES},
    event::{CHEF_WORDS, Event},
    mcdogalds::AUTOMA,
    state::{Fund, State},
    token::{LOW, TYPE_WORDS, TYPES, Token, VALUES},
    variant::PLAYERS,
};
use sim_engine::{
    GameRecord, Seat,
    measure::{
        Axis, by_component, component_board, component_cross, count, cross, histogram, measures, scalar,
    },
};

const CHEF: Axis = Axis { name: "chef", labels: &CHEF_WORDS };
const ROUND: Axis = Axis { name: "round", labels: &["1", "2", "3", "4", "5", "6", "7"] };
const TYPE: Axis = Axis { name: "type", labels: &TYPE_WORDS };
const VALUE: Axis = Axis { name: "value", labels: &["2", "3", "4", "5", "6", "7"] };
const ITEM: Axis = Axis {
    name: "item",
    labels: &["ingredient", "spice", "allspice", "rumor", "wild rumor", "soup", "bisque", "zous-chef"],
};
const FUND: Axis = Axis { name: "source", labels: &Fund::WORDS };
const DAY: Axis = Axis { name: "day", labels: &["1", "2"] };
const KNOWLEDGE: Axis = Axis { name: "knowledge", labels: &["not known", "known"] };
const DECIDED: Axis = Axis { name: "decided by", labels: &["stars", "quality", "track"] };
const BRACKET: Axis = Axis { name: "bracket", labels: &["none", "low", "middle", "top"] };
const RETURN: Axis = Axis { name: "reason", labels: &["left early", "found nothing"] };

measures! {
    /// Locations, rumors and critics are indexed by table row; the shapes have room for the largest tables.
    pub enum Measures {
        Visits = "visits" ["chefs", component_cross("location", PLACES, CHEF)] "Chefs sent to each location.",
        VisitsByRound = "visits_by_round" ["chefs", component_board("Who goes where, round by round", "location", PLACES, ROUND)] "Chefs sent to each location, by round.",
        Items = "items_taken" ["items", cross(ITEM, CHEF)] "Items picked by each chef.",
        Ingredients = "ingredients_taken" ["ingredients", cross(TYPE, VALUE)] "Ingredients picked, by type and value.",
        Ties = "tied_queues" ["queues", count(ROUND)] "Queues in which the seat stood with others.",
        HatMoves = "hat_moves" ["moves", count(ROUND)] "Hats moved to the back after a tie.",
        Empty = "empty_handed" ["chefs", cross(CHEF, RETURN)] "Chefs that came home with nothing.",
        Rumors = "rumors_learned" ["rumors", count(ROUND)] "Rumor tokens gained, by round.",
        Stars = "stars_by_source" ["stars", count(FUND)] "Stars by where they come from.",
        Brackets = "challenge_brackets" ["challenges", cross(DAY, BRACKET)] "Challenges by the bracket that was reached.",
        Quality = "challenge_quality" ["quality", count(DAY)] "Sum of the qualities of the challenge meals.",
        SoupServed = "soup_served" ["tokens", scalar()] "Soup and bisque served in challenge meals.",
        Courses = "courses_served" ["courses", histogram(8)] "Courses of the critic meal.",
        MealQuality = "meal_quality" ["quality", scalar()] "Total quality of the critic meal.",
        CourseQuality = "course_quality" ["quality", count(TYPE)] "Quality of each course, without fanatics.",
        BestCourses = "best_courses" ["courses", count(TYPE)] "Courses that were the best at the table.",
        ChilledOut = "not_kept" ["ingredients", cross(DAY, VALUE)] "Ingredients lost to refrigeration, by value.",
        Leftovers = "leftovers" of Table ["tokens", component_cross("location", PLACES, ROUND)] "Ingredients and spices left at clean-up; what the academy leaves waits for the next round.",
        BagLow = "bag_low" of Table ["tokens", scalar()] "Fewest tokens the bag held.",
        Redraws = "redraws" of Table ["tokens", scalar()] "Rumors drawn again because they lay open.",
        Soup = "soup_held" ["quality", scalar()] "Soup value at the end.",
        AbilityDraws = "ability_draws" ["tokens", scalar()] "Tokens drawn from the bag by abilities.",
        Informed = "rumor_stars" ["stars", count(KNOWLEDGE)] "Stars from rumors that the seat had seen, or not.",
        ZousRound = "zous_chefs" ["zous-chefs", count(ROUND)] "Zous-chefs taken, by round.",
        EmptyAt = "empty_handed_at" ["chefs", component_cross("location", PLACES, CHEF)] "Chefs that came home with nothing, by where they had been.",
        RumorsRemoved = "rumors_removed" of Table ["tokens", count(ROUND)] "Rumor tokens that left the game at clean-up.",
        ValueTaken = "value_taken" ["quality", count(CHEF)] "Sum of the values of the ingredients picked, by chef.",
        Served = "ingredients_served" ["ingredients", cross(TYPE, VALUE)] "Ingredients served in meals.",
        RumorScored = "rumors_scored" ["rumors", component_cross("rumor", MAX_ROWS, KNOWLEDGE)] "Rumors in force when the critic came, seen by the seat or not.",
        RumorStars = "stars_by_rumor" per RumorScored ["stars", component_cross("rumor", MAX_ROWS, KNOWLEDGE)] "Stars from a rumor in force, seen by the seat or not.",
        CriticGames = "games_by_critic" ["games", by_component("critic", MAX_ROWS)] "Games by the critic who came.",
        CriticStars = "stars_by_critic" per CriticGames ["stars", by_component("critic", MAX_ROWS)] "Stars at the end of a game to which the critic came.",
        CriticPlaces = "places_by_critic" per CriticGames ["place", by_component("critic", MAX_ROWS)] "Place at the end of a game to which the critic came.",
        Decided = "decided_by" of Table ["games", count(DECIDED)] "Games won, by what told the winner from the next; not counted in solo games.",
    }
}

impl CritterKitchen {
    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        match *event {
            Event::Sent { seat, chef, place, round } => {
                let label = place.row();
                record.add(Measures::Visits, CHEF.cell(label, chef.into()), seat, 1);
                record.add(Measures::VisitsByRound, ROUND.cell(label, round.into()), seat, 1);
                record.use_mut(place, seat).taken += 1;
                // Each round offers every location; the event of the first chef counts them.
                if chef == 0 {
                    for place in 0..self.cards.locations.len() {
                        record.use_mut(Location::id(place), seat).offered += 1;
                    }
                }
            }
            // Two chefs swap their places, so the visits by round do not change.
            Event::Swapped { seat, first, second, places: [to, from] } => {
                for (place, gone, come) in [(to, second, first), (from, first, second)] {
                    record.add(Measures::Visits, CHEF.cell(place.row(), gone.into()), seat, -1);
                    record.add(Measures::Visits, CHEF.cell(place.row(), come.into()), seat, 1);
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
                record.add(Measures::Items, CHEF.cell(label, chef.into()), seat, 1);
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
                let label = place.row();
                record.add(Measures::EmptyAt, CHEF.cell(label, chef.into()), seat, 1);
                record.add(Measures::Empty, RETURN.cell(chef.into(), usize::from(!early)), seat, 1);
            }
            Event::Learned { seat, rumor, round, token, .. } => {
                if token {
                    record.add(Measures::Rumors, round.into(), seat, 1);
                }
                record.use_mut(rumor, seat).taken += 1;
            }
            Event::CouldTakeZousChef { seat, zous } => record.use_mut(zous, seat).offered += 1,
            Event::ZousChefTaken { seat, zous, round } => {
                record.use_mut(zous, seat).taken += 1;
                record.add(Measures::ZousRound, round.into(), seat, 1);
            }
            Event::AbilityActs { seat, zous } => record.use_mut(zous, seat).used += 1,
            Event::RestaurateurDealt { seat, card } => record.use_mut(card, seat).offered += 1,
            Event::RestaurateurKept { seat, card } => record.use_mut(card, seat).taken += 1,
            Event::CriticNamed { critic } => {
                for seat in Seat::all(self.players_at_table()) {
                    let entry = record.use_mut(critic, seat);
                    entry.offered += 1;
                    // Every judged player counts as a user, so that solo games can be told apart by critic.
                    entry.used += 1;
                }
            }
            Event::Presented { seat, challenge, day, quality, bracket, stars, soup } => {
                let day = usize::from(day);
                record.add(Measures::Brackets, BRACKET.cell(day, bracket.into()), seat, 1);
                record.add(Measures::Quality, day, seat, quality.into());
                record.add(Measures::SoupServed, 0, seat, soup.into());
                let entry = record.use_mut(challenge, seat);
                entry.offered += 1;
                entry.take(stars.into());
            }
            Event::NotPresented { seat, challenge, day } => {
                record.add(Measures::Brackets, BRACKET.cell(day.into(), 0), seat, 1);
                record.use_mut(challenge, seat).offered += 1;
            }
            Event::Refrigerated { seat, token, day } if token.is_ingredient() => {
                let value = usize::from(token.value() - LOW);
                record.add(Measures::ChilledOut, VALUE.cell(day.into(), value), seat, 1);
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
                let cell = KNOWLEDGE.cell(rumor.row(), known.into());
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
                let cell = ROUND.cell(place.row(), round.into());
                record.add_to_table(Measures::Leftovers, cell, left.into());
                record.add_to_table(Measures::RumorsRemoved, round.into(), removed.into());
            }
            Event::Served { seat, token, count, .. } if token.is_ingredient() => {
                record.add(Measures::Served, token.index(), seat, count.into());
            }
            Event::Plated { seat, token, .. } => record.add(Measures::Served, token.index(), seat, 1),
            _ => {}
        }
    }

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        record.add_to_table(Measures::BagLow, 0, state.bag_low.into());
        record.add_to_table(Measures::Redraws, 0, state.redraws.into());
        for seat in Seat::all(self.players) {
            let soup = self.soup_value(&state.kitchens[seat.index()]);
            record.add(Measures::Soup, 0, seat, soup.into());
        }
        let (outcome, critic) = (self.outcome_of(state), usize::from(state.critic));
        for seat in Seat::all(self.players_at_table()) {
            record.add(Measures::CriticGames, critic, seat, 1);
            record.add(Measures::CriticStars, critic, seat, outcome.points[seat]);
            record.add(Measures::CriticPlaces, critic, seat, outcome.places[seat].into());
        }
        if self.is_solo() {
            record.add(Measures::Soup, 0, Seat(AUTOMA as u8), state.automa.soup.into());
        } else {
            record.add_to_table(Measures::Decided, self.decided_by(state), 1);
        }
    }

    /// Returns what separated the winner from the runner-up: 0 for stars, 1 for quality, 2 for the track
    /// (CK-160..162).
    fn decided_by(&self, state: &State) -> usize {
        let mut ranks = [[i32::MIN; 3]; PLAYERS];
        for (slot, seat) in ranks.iter_mut().zip(Seat::all(self.players)) {
            *slot = self.rank(state, seat);
        }
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        let [first, next, ..] = ranks;
        // Places on the track are distinct.
        first.iter().zip(next).position(|(one, other)| *one != other).unwrap_or(DECIDED.labels.len() - 1)
    }
}

const _: () = assert!(TYPES * VALUES == 42, "ingredient kinds are the cells of type by value");
