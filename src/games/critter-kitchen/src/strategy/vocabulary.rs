//! The script vocabulary of Critter Kitchen.

use crate::rules::Decision;
use sim_engine::Shape;
use sim_script::{
    overview::context,
    spec::{DecisionPoint, Group, Part, Vocabulary, chain, features, list, part, slot},
};

const INF: f64 = f64::INFINITY;

context! {
    /// One value for the whole decision.
    pub enum Context {
        round: ["rounds", 7.0] "Round";
        rounds_left: [6.0] "Rounds";
        players: [2.0, 5.0];
        points: ["stars", 0.0] "stars" "";
        DayLeft = "day_left" ["rounds", 0.0, 2.0] "Rounds after this one before the next meal.",
        IsLastDay = "is_last_day" ["0 or 1", 0.0, 1.0] "The seventh round: only the critic meal is left.",
        TrackPlace = "track_place" ["hats", 0.0, 4.0] "Hats in front of mine on the priority track.",
        MySoup = "my_soup" ["quality", 0.0, INF] "Value of my soup and bisque.",
        MaxRivalSoup = "max_rival_soup" ["quality", 0.0, INF] "Highest soup value among my rivals; 0 when storages are not remembered.",
        MyRumors = "my_rumors" ["rumors", 0.0, 3.0] "Rumor tokens I hold.",
        Stored = "stored" ["tokens", 0.0, INF] "Ingredients and spices in my storage.",
        FridgeRoom = "fridge_room" ["tokens", -INF, INF] "Tokens that the next refrigeration lets me keep, less those in my storage; 99 in the last round.",
        PlateQuality = "plate_quality" ["quality", 0.0, INF] "Highest quality of a critic meal from my storage, known fanatics counted.",
        CoursesHeld = "courses_held" ["types", 0.0, 7.0] "Types of ingredient in my storage.",
        SpicePays = "spice_factor" ["factor", 1.0, 20.0] "What a spice multiplies by in the critic meal.",
        IsNoSoupCritic = "is_no_soup_critic" ["0 or 1", 0.0, 1.0] "The critic pays for challenge meals without soup.",
    }
}

features! {
    /// Something to take at a location.
    pub enum Item {
        IsIngredient = "is_ingredient" ["0 or 1", 0.0, 1.0] "An ingredient.",
        IsSpice = "is_spice" ["0 or 1", 0.0, 1.0] "A spice of one type.",
        IsAllspice = "is_allspice" ["0 or 1", 0.0, 1.0] "An allspice.",
        IsRumor = "is_rumor" ["0 or 1", 0.0, 1.0] "A rumor token, wild or not.",
        IsWild = "is_wild" ["0 or 1", 0.0, 1.0] "A wild rumor.",
        IsSoup = "is_soup" ["0 or 1", 0.0, 1.0] "A soup.",
        IsBisque = "is_bisque" ["0 or 1", 0.0, 1.0] "A bisque.",
        IsZousChef = "is_zous_chef" ["0 or 1", 0.0, 1.0] "The zous-chef.",
        IsLeave = "is_leave" ["0 or 1", 0.0, 1.0] "Leaving with empty hands for a soup.",
        Value = "value" ["value", 0.0, 7.0] "Printed value of an ingredient, else 0.",
        CriticGain = "critic_gain" ["quality", 0.0, INF] "Gain of `plate_quality` by this item.",
        NewCourse = "new_course" ["0 or 1", 0.0, 1.0] "An ingredient of a type I do not have.",
        Need = "need" ["challenges", 0.0, 3.0] "Revealed challenges of the day that require its type.",
        Unmet = "unmet" ["challenges", 0.0, 3.0] "The same, if I have no ingredient of the type yet; else 0.",
        Held = "held" ["ingredients", 0.0, INF] "Ingredients of its type in my storage.",
        BestHeld = "best_held" ["value", 0.0, 20.0] "Highest worth among them, 0 without.",
        RivalGain = "rival_gain" ["value", 0.0, INF] "By how much the ingredient beats the best of its type in the storage of the rival who lacks it most.",
        RivalsKnow = "rivals_know" ["rivals", 0.0, 4.0] "Rivals who know this rumor; for a wild one, those who know the least known of my open slots.",
        ChallengeStars = "challenge_stars" ["stars", 0.0, 60.0] "Stars that it adds to the revealed challenge meals of the day, each cooked alone of the best ingredients and spices of its types, with soup for what is missing.",
        CriticStars = "critic_stars" ["stars", -60.0, INF] "Stars that `critic_gain` is worth on the score track, and for a meal of all courses if this is the last one missing.",
        TakesBest = "takes_best" ["0 or 1", 0.0, 1.0] "An ingredient no lower than the best of its type in rivals' storages, where mine are lower. Storages that are not remembered count for nothing.",
        ZousCapacity = "zous_capacity" ["items", 0.0, 3.0] "Carrying capacity of the zous-chef, else 0.",
    }
}

features! {
    /// A chef sent to a location.
    pub enum Errand {
        Capacity = "capacity" ["items", 1.0, 3.0] "Carrying capacity of the chef.",
        IsSoupTruck = "is_soup_truck" ["0 or 1", 0.0, 1.0] "The Soup Truck.",
        IsShop = "is_shop" ["0 or 1", 0.0, 1.0] "A numbered board.",
        IsMerchant = "is_merchant" ["0 or 1", 0.0, 1.0] "The Midnight Merchant.",
        IsAcademy = "is_academy" ["0 or 1", 0.0, 1.0] "The Chef Academy.",
        Haul = "haul" ["worth", -INF, INF] "Worth of as many items as the chef carries, the best there by this script's own formula for `pick`, if nobody else came; at the Midnight Merchant an expectation.",
        Contested = "contested" ["worth", -INF, INF] "The same after the best items are gone that smaller chefs of rivals, and half of those of equal capacity, would take if rivals went where most printed value lies.",
        Items = "items" ["items", 0.0, INF] "Items there that I may take, soup not counted; at the Midnight Merchant its spaces.",
        Rumors = "rumors" ["tokens", 0.0, INF] "Rumor tokens there that I may take.",
        Spices = "spices" ["tokens", 0.0, INF] "Spices there.",
        Bisque = "bisque" ["0 or 1", 0.0, 1.0] "A bisque is there.",
        ZousThere = "zous_there" ["0 or 1", 0.0, 1.0] "A zous-chef is there.",
        Leftovers = "leftovers" ["items", 0.0, INF] "Items that all chefs together cannot carry and that will turn up at the academy, there; 0 elsewhere.",
        Crowd = "crowd" ["chefs", 0.0, INF] "Chefs of rivals expected there, if they go where most printed value lies.",
        WentBefore = "went_before" ["chefs", 0.0, 16.0] "Chefs of rivals who went there in the round before; 0 in the first round.",
        AheadBefore = "ahead_before" ["chefs", 0.0, 16.0] "Those of them who would choose there before this chef; of its own capacity, and zous-chefs, half. At the Chef Academy they contest the zous-chef.",
        IsZous = "is_zous" ["0 or 1", 0.0, 1.0] "The chef is a zous-chef.",
    }
}

features! {
    /// One token of the storage.
    pub enum Stored {
        IsIngredient = "is_ingredient" ["0 or 1", 0.0, 1.0] "An ingredient.",
        IsSpice = "is_spice" ["0 or 1", 0.0, 1.0] "A spice of one type.",
        IsAllspice = "is_allspice" ["0 or 1", 0.0, 1.0] "An allspice.",
        IsSoup = "is_soup" ["0 or 1", 0.0, 1.0] "A soup.",
        IsBisque = "is_bisque" ["0 or 1", 0.0, 1.0] "A bisque.",
        Value = "value" ["value", 0.0, 7.0] "Printed value of an ingredient, else 0.",
        CriticLoss = "critic_loss" ["quality", 0.0, INF] "Loss of `plate_quality` without it.",
        Rank = "rank" ["place", 0.0, INF] "Ingredients of its type in my storage that are at least as good, itself counted; for spices, how many of them.",
        Matches = "matches" ["ingredients", 0.0, INF] "For a spice: my ingredients it could go with.",
    }
}

features! {
    pub enum RumorSlot {
        RivalsKnow = "rivals_know" ["rivals", 0.0, 4.0] "Rivals who know the rumor.",
        TokensLeft = "tokens_left" ["tokens", 0.0, INF] "Its tokens in the bag and at locations.",
    }
}

features! {
    /// A restaurateur.
    pub enum Card {
        Stars = "stars" ["stars", 0.0, 20.0] "Bonus stars.",
        Amount = "amount" ["number", 0.0, 9.0] "The number of its effect.",
        IsPassive = "is_passive" ["0 or 1", 0.0, 1.0] "It works without any doing: storage, soup, low values, thresholds.",
        IsEvent = "is_event" ["0 or 1", 0.0, 1.0] "It pays on events: empty hands, ties.",
    }
}

features! {
    /// A swap of two chefs, or none.
    pub enum Swap {
        Gain = "gain" ["worth", -INF, INF] "Change of the worth of the errands by this script's own formula for `plan`; 0 for declining.",
    }
}

features! {
    /// The meal as a whole.
    pub enum Whole {
        RumorsKnown = "rumors_seen" ["rumors", 0.0, 4.0] "Rumors whose card I have seen.",
    }
}

pub mod meal_slot {
    pub const STAR: usize = 0;
    pub const KEEP: usize = 1;
    pub const EXACT: usize = 2;
}

pub mod plate_slot {
    pub const RUMOR: usize = 0;
    pub const UNKNOWN: usize = 1;
    pub const BEST: usize = 2;
    pub const EXACT: usize = 3;
}

const ITEMS: Part = part("item", "An item, or leaving.", Item::FEATURES);
const STORED: Part = part("token", "A token of my storage.", Stored::FEATURES);
const SLOTS: Part = part("slot", "A rumor slot.", RumorSlot::FEATURES);
const WHOLE: Part = part("whole", "All meals of the day.", Whole::FEATURES);

pub mod item_group {
    pub const INGREDIENT: usize = 0;
    pub const OTHER: usize = 1;
}

const OF_INGREDIENTS: u128 = Item::IsIngredient.bit()
    | Item::Value.bit()
    | Item::NewCourse.bit()
    | Item::RivalGain.bit()
    | Item::TakesBest.bit();
/// Features that ingredients have and other items may have.
const OF_TYPES: u128 = Item::CriticGain.bit()
    | Item::Need.bit()
    | Item::Unmet.bit()
    | Item::Held.bit()
    | Item::BestHeld.bit()
    | Item::ChallengeStars.bit()
    | Item::CriticStars.bit();

pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "critter-kitchen",
    context: Context::FEATURES,
    groups: &[
        Group {
            point: Decision::Pick as usize,
            has: OF_INGREDIENTS | OF_TYPES,
            is: Item::IsIngredient.bit(),
        },
        Group { point: Decision::Pick as usize, has: !OF_INGREDIENTS, is: 0 },
    ],
    points: &[
        list(
            "restaurateur",
            "The restaurateur to keep.",
            &[part("card", "One of the two dealt.", Card::FEATURES)],
        ),
        DecisionPoint {
            name: "plan",
            shape: Shape::Chain,
            softens: true,
            about: "Where each chef goes. The solver takes the assignment with the highest sum of values; with a temperature every value is shaken first.",
            parts: &[part("errand", "A chef at a location.", Errand::FEATURES)],
            slots: &[slot("value", 0, "Worth of sending the chef there.")],
        },
        list(
            "swap",
            "Two chefs that change places after the reveal, or none.",
            &[part("swap", "Two chefs, or none.", Swap::FEATURES)],
        ),
        list("pick", "The item to take, or leaving early.", &[ITEMS]),
        list("wild", "The slot of a wild rumor.", &[SLOTS]),
        list(
            "choose",
            "Which of the drawn tokens to keep, or in an exchange which of those that lie here.",
            &[ITEMS],
        ),
        list(
            "trade",
            "The ingredient to give up for a draw or an exchange, as an item that would be taken; leaving stands for giving none.",
            &[ITEMS],
        ),
        list("peek", "The rumor card to look at.", &[SLOTS]),
        chain(
            "meal",
            "The challenge meals of a day. The solver finds the meals with the highest star * stars - sum of keep over the tokens served, ingredients under others and spices of other types among them where the restaurateur allows it.",
            &[WHOLE, STORED],
            &[
                slot("star", 0, "Worth of a star, at least 0."),
                slot("keep", 1, "Worth of keeping the token."),
                slot(
                    "exact",
                    0,
                    "Above 0 the meals are proven best; else they are cooked one by one, the one that is worth most first.",
                ),
            ],
        ),
        chain(
            "fridge",
            "The tokens to keep at refrigeration. The solver gives up those with the lowest keep.",
            &[STORED],
            &[slot("keep", 0, "Worth of keeping the token.")],
        ),
        chain(
            "plate",
            "The critic meal. The solver looks for the plate of most expected stars.",
            &[WHOLE],
            &[
                slot("rumor", 0, "Weight of the stars of rumors I have seen."),
                slot(
                    "unknown",
                    0,
                    "Weight of the mean stars of a rumor I have not seen, for each of them; 0 saves time.",
                ),
                slot("best", 0, "Weight of the stars for the best of each course."),
                slot(
                    "exact",
                    0,
                    "Above 0 the plate is proven best by branch and bound, where 20,000 plates suffice, which they nearly always do; it takes a sixth of a game's time. Else it is improved course by course from the one of highest quality.",
                ),
            ],
        ),
    ],
};
