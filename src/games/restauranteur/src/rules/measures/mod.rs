mod counts;

use super::components::{Cuisine, District, Improvement};
use sim_engine::measure::{Axis, board, count, cross, histogram, measures, scalar};

const ROW: Axis = Axis { name: "board_row", labels: &["1", "2", "3", "4", "5", "6", "7", "8"] };
const COLUMN: Axis = Axis { name: "board_column", labels: ROW.labels };
const ROUND: Axis = Axis {
    name: "eighth of a pass",
    labels: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"],
};
const CUISINE: Axis = Axis { name: "type", labels: &Cuisine::WORDS };
const DISTRICT: Axis = Axis { name: "district", labels: &District::WORDS };
const IMPROVEMENT: Axis = Axis { name: "improvement", labels: &Improvement::WORDS };
const SERVED: Axis = Axis { name: "districts", labels: &["0", "1", "2", "3", "4", "5", "6", "7", "8+"] };
const TURNS: Axis = Axis { name: "turns", labels: &["0-3", "4-7", "8-11", "12-15", "16-19", "20-29", "30+"] };
const BUILD_RESULT: Axis = Axis {
    name: "result",
    labels: &["built", "moved", "declined", "no coins", "no counter", "no number card", "no site"],
};
const SOURCE: Axis = Axis {
    name: "source",
    labels: &[
        "investment",
        "leads",
        "type card",
        "district card",
        "mailing",
        "billboard",
        "radio",
        "air-banner",
        "dice",
        "tolls",
    ],
};
const WHOSE_TURN: Axis = Axis { name: "turn", labels: &["own", "a rival's"] };
const WHOSE: Axis = Axis { name: "coins of", labels: &["own", "rivals"] };
const EXPENSE: Axis = Axis { name: "expense", labels: &["restaurants", "improvements", "moves", "tolls"] };
/// Income cards in the order of their faces, and the dice.
const OCCASION: Axis = Axis {
    name: "card",
    labels: &[
        "italian-card",
        "chinese-card",
        "burger-card",
        "mexican-card",
        "coffee-card",
        "bar-and-grill-card",
        "sushi-card",
        "bar-b-que-card",
        "government-card",
        "commercial-card",
        "industrial-card",
        "parks-card",
        "wealthy-card",
        "poor-card",
        "mailing",
        "billboard",
        "radio",
        "air-banner",
        "dice",
    ],
};
const MONOPOLY: Axis = Axis { name: "monopoly", labels: &["won", "broken", "lost"] };
const COPIES: Axis = Axis { name: "copies", labels: &["1", "2", "3+"] };
const FOUND: Axis = Axis { name: "cell", labels: &["empty", "district", "restaurant"] };
const DICE: Axis = Axis { name: "dice", labels: &["two dice", "a number card for one"] };
const LEADS: Axis = Axis { name: "types led", labels: &["0", "1", "2", "3", "4+"] };
const RESULT: Axis = Axis { name: "result", labels: &["won", "not won"] };

measures! {
    pub enum Measures {
        Turns = "turns" ["turns", histogram(80)] "Turns begun.",
        TurnsByRound = "turns_by_round" ["turns", count(ROUND)] "Turns begun, by eighth of a pass.",
        Restaurants = "restaurants" ["restaurants", histogram(21)] "Restaurants on the board at the end.",
        FirstBuild = "first_build" ["turns", histogram(20)] "Own turns before that of the first restaurant; the last bin holds those who build none.",
        FirstSite = "first_site" ["games", cross(SERVED, RESULT)] "Districts that the first restaurant served when it was built, and the result; shared wins count as won.",
        Builds = "builds_by_round" ["restaurants", count(ROUND)] "Restaurants built, by eighth of a pass.",
        BuildPhases = "build_phases" ["turns", cross(ROUND, BUILD_RESULT)] "How each turn's first build came out, by eighth of a pass; no site: number cards, but none fits.",
        Sites = "building_sites" ["restaurants", board("Building sites", ROW, COLUMN)] "Where restaurants are built.",
        CellCoins = "coins_by_cell" ["coins", board("Coins by cell", ROW, COLUMN)] "Coins that the owner's restaurant on a cell earned.",
        Moves = "moves" ["moves", scalar()] "Restaurants moved.",
        MoveGains = "districts_by_moves" ["districts", scalar()] "Districts served more after moves than before.",
        Served = "restaurants_by_districts" ["restaurants", count(SERVED)] "Restaurants by districts served when built.",
        ServedCoins = "coins_by_districts" per Served ["coins", count(SERVED)] "Coins that a restaurant earned, by districts served when built.",
        PaidBack = "paid_back" ["restaurants", cross(SERVED, TURNS)] "Restaurants that earned their price, by districts served when built and own turns it took.",
        Coins = "coins_by_source" ["coins", cross(SOURCE, WHOSE_TURN)] "Coins got, by what brought them and in whose turn.",
        Spent = "coins_spent" ["coins", count(EXPENSE)] "Coins paid.",
        CardCoins = "coins_by_card" ["coins", cross(OCCASION, WHOSE)] "Coins that the seat's own income cards and dice brought, to itself and to its rivals.",
        TypeCoins = "coins_by_type" ["coins", count(CUISINE)] "Coins that restaurants earned, by type.",
        DistrictCoins = "coins_by_district" ["coins", count(DISTRICT)] "Coins that restaurants earned, by the type of the districts they were for.",
        Dice = "dice" ["rolls", cross(FOUND, DICE)] "What the seat's dice pointed to, with two dice and with a number card for one.",
        Monopolies = "monopolies" ["monopolies", count(MONOPOLY)] "Types of which the seat became the only owner, ended another's being so, or lost being so.",
        MonopolyCoins = "monopoly_coins" ["coins", scalar()] "Coins due to the star of the only owner.",
        ImprovementCoins = "coins_by_improvement" ["coins", count(IMPROVEMENT)] "Coins that would not be there without it: stars, districts, tolls, and what was saved.",
        Stacks = "copies_held" ["games", cross(IMPROVEMENT, COPIES)] "Games with so many copies of an improvement lying there at the end.",
        StacksWon = "copies_won" per Stacks ["games", cross(IMPROVEMENT, COPIES)] "Share of them that were won; shared wins count as won.",
        Tolls = "tolls_taken" ["coins", count(CUISINE)] "Tolls taken, by type.",
        TollsPaid = "tolls_paid" ["coins", count(CUISINE)] "Tolls paid, by type.",
        Leads = "leads_by_round" ["types", count(ROUND)] "Types led, summed over the Investments of an eighth of a pass.",
        EarlyLeads = "early_leads" ["games", cross(LEADS, RESULT)] "Types led at the first Investment after half of the first pass, and the result.",
        EarlyLead = "early_lead" ["types", scalar()] "Types led at the first Investment after half of the first pass.",
        Discards = "discards" ["cards", scalar()] "Cards discarded above the hand limit.",
    }
}
