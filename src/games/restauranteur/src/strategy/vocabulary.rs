use sim_script::{
    overview::context,
    spec::{Part, Vocabulary, chain, features, list, part, slot},
};

const INF: f64 = f64::INFINITY;

context! {
    /// Features with one value for the whole decision.
    pub enum Context {
        round: ["parts of the deck", 64.0] "Part of the passes through the deck";
        rounds_left: [64.0] "Parts";
        players: [2.0, 6.0];
        points: ["coins", 0.0] "coins" "";
        TurnsLeft = "turns_left" ["turns", 0.0, INF] "Turns that I may expect to get until the deck is through, this one included.",
        DeckLeft = "deck_left" ["cards", 0.0, 256.0] "Cards left in this pass through the deck.",
        MyIncome = "my_income" ["coins a round", 0.0, INF] "Coins that my restaurants and leads may be expected to bring me in a round.",
        LeaderIncome = "leader_income" ["coins a round", 0.0, INF] "The same for the rival with the most.",
        MyLeads = "my_leads" ["types", 0.0, 8.0] "Types that pay me in my Investment phase.",
        MyRestaurants = "my_restaurants" ["restaurants", 0.0, 48.0] "My restaurants on the board.",
        Restaurants = "restaurants" ["restaurants", 0.0, 64.0] "Restaurants on the board.",
        NearestEnd = "nearest_end" ["counters", 0.0, 8.0] "Counters that the type closest to completion lacks.",
        OpenEnds = "open_ends" ["types", 0.0, 8.0] "Types that lack one counter, where a rival may hold it.",
        TokensLeft = "tokens_left" ["tokens", 0.0, 48.0] "My tokens.",
        FewestTokens = "fewest_tokens" ["tokens", 0.0, 48.0] "Tokens of the player with the fewest.",
        HandSize = "hand_size" ["cards", 0.0, 128.0] "Cards in my hand.",
        HandRoom = "hand_room" ["cards", -128.0, 32.0] "Hand limit less cards in my hand.",
        Numbers = "numbers" ["cards", 0.0, 64.0] "Number cards in my hand.",
        Incomes = "incomes" ["cards", 0.0, 128.0] "Income cards in my hand.",
        SlotsLeft = "slots_left" ["improvements", -20.0, 20.0] "Improvements that I may still have before me.",
        BuildsATurn = "builds_a_turn" ["builds", 0.0, 16.0] "Builds that I may make in a turn.",
        RollGain = "roll_gain" ["coins", 0.0, INF] "Coins that a roll for any cell gives me on average, tolls aside.",
        RollRival = "roll_rival" ["coins", 0.0, INF] "Most that such a roll gives a rival on average.",
    }
}

features! {
    /// A restaurant type, to build a counter of it.
    pub enum Counter {
        Cost = "cost" ["coins", 0.0, 30.0] "Coins for building it.",
        Mine = "mine" ["restaurants", 0.0, 48.0] "My restaurants of the type.",
        Most = "most" ["restaurants", 0.0, 48.0] "Most restaurants of the type that a rival has.",
        Held = "held" ["counters", 0.0, 48.0] "Counters of the type in my pool.",
        Lacking = "lacking" ["counters", 0.0, 48.0] "Counters of the type that are not on the board.",
        LeadGain = "lead_gain" ["types", 0.0, 1.0] "Whether this build makes the type pay me in my Investment phase.",
        LeadBroken = "lead_broken" ["types", 0.0, 1.0] "Whether it ends a rival's lead.",
        Stars = "stars" ["stars", 1.0, 5.0] "Stars of my restaurants of the type once this one is built.",
        IsMonopoly = "is_monopoly" ["0 or 1", 0.0, 1.0] "I then own all restaurants of the type.",
        Broken = "broken" ["coins a round", 0.0, INF] "Income that a rival's restaurants lose because its monopoly ends.",
        CardHeld = "card_held" ["cards", 0.0, 8.0] "Income cards of the type in my hand.",
        Toll = "toll" ["coins a round", -INF, INF] "Tolls that one more restaurant of the type brings me; negative where I have to pay them.",
        Ends = "ends" ["0 or 1", 0.0, 1.0] "The build ends the game at once.",
    }
}

features! {
    /// A cell for a restaurant of a type.
    pub enum Site {
        Districts = "districts" ["districts", 0.0, 24.0] "Districts that a restaurant of the type would serve there.",
        Full = "full" ["coins", 0.0, 120.0] "Its full income.",
        Income = "income" ["coins a round", 0.0, INF] "Coins that it may be expected to bring in a round, from the cards not yet seen and the dice; every target of a campaign is as likely as the others.",
        CampaignGain = "campaign_gain" ["coins a round", 0.0, INF] "What it adds to my best row or column, quadrant and side, times how often I may expect to play those cards.",
        Blocked = "blocked" ["districts", 0.0, 192.0] "Districts served by the open cells that it closes to further restaurants of its type.",
        Mine = "mine" ["restaurants", 0.0, 48.0] "My restaurants of the type.",
        Stars = "stars" ["stars", 1.0, 5.0] "Stars of my restaurants of the type with this one.",
    }
}

features! {
    /// A number card to build with.
    pub enum Number {
        Copies = "copies" ["cards", 1.0, 8.0] "Cards with this number in my hand.",
        Unseen = "unseen" ["cards", 0.0, 8.0] "Cards with this number that are neither in my hand nor among the discards.",
        BestSite = "best_site" ["coins a round", 0.0, INF] "Income of a restaurant without further stars on the best open cell of its row and column.",
    }
}

features! {
    /// The kind of an improvement.
    pub enum ImprovementKind {
        IsDelivery = "is_delivery" ["0 or 1", 0.0, 1.0] "Delivery Service.",
        IsDriveThrough = "is_drive_through" ["0 or 1", 0.0, 1.0] "Drive-through.",
        IsDiscounts = "is_discounts" ["0 or 1", 0.0, 1.0] "Discounts.",
        IsStar = "is_star" ["0 or 1", 0.0, 1.0] "Cooking Staff, Wait Staff or Supply Chain.",
        IsManagement = "is_management" ["0 or 1", 0.0, 1.0] "Management.",
        IsExecutives = "is_executives" ["0 or 1", 0.0, 1.0] "Executives.",
        IsHumanResources = "is_human_resources" ["0 or 1", 0.0, 1.0] "Human Resources.",
        IsMarketing = "is_marketing" ["0 or 1", 0.0, 1.0] "Marketing.",
    }
}

features! {
    /// An improvement with its types, to play or to give up.
    pub enum Improve and ImprovementKind {
        Price = "price" ["coins", 0.0, 20.0] "Coins for playing it.",
        Copies = "copies" ["improvements", 0.0, 20.0] "Improvements of its name before me.",
        IncomeGain = "income_gain" ["coins a round", 0.0, INF] "Income of my restaurants on the board that hangs on it.",
        Toll = "toll" ["coins a round", 0.0, INF] "Tolls that hang on it, those that I need not pay included.",
        Mine = "mine" ["restaurants", 0.0, 48.0] "My restaurants of its types.",
        Most = "most" ["restaurants", 0.0, 48.0] "Most restaurants of its types that a rival has.",
        Held = "held" ["counters", 0.0, 48.0] "Counters of its types in my pool.",
    }
}

features! {
    /// An occasion that lets restaurants earn.
    pub enum Earn {
        Gain = "gain" ["coins", -INF, INF] "Coins that it gives me, tolls included; on average, and tolls aside, for a roll.",
        RivalGain = "rival_gain" ["coins", -INF, INF] "Most that it gives a rival.",
        LeaderGain = "leader_gain" ["coins", -INF, INF] "What it gives the rival with the most coins.",
        RivalsGain = "rivals_gain" ["coins", -INF, INF] "What it gives all rivals together.",
        IsRoll = "is_roll" ["0 or 1", 0.0, 1.0] "Roll for a cell.",
        IsSubstitute = "is_substitute" ["0 or 1", 0.0, 1.0] "A number card stands for one of the dice.",
        IsRest = "is_rest" ["0 or 1", 0.0, 1.0] "No further Income phase.",
        IsCampaign = "is_campaign" ["0 or 1", 0.0, 1.0] "A Mailing, Billboard, Radio or Air Banner Campaign.",
        IsType = "is_type" ["0 or 1", 0.0, 1.0] "The card of a restaurant type.",
        Copies = "copies" ["cards", 0.0, 8.0] "Cards of its face in my hand, of the number card for a roll with one; 0 for another roll.",
        Mine = "mine" ["restaurants", 0.0, 48.0] "My restaurants of the type, for the card of one.",
    }
}

features! {
    /// A card of the hand, to keep or to discard.
    pub enum Card and ImprovementKind {
        IsNumber = "is_number" ["0 or 1", 0.0, 1.0] "A number card.",
        IsIncome = "is_income" ["0 or 1", 0.0, 1.0] "An income card.",
        IsCampaign = "is_campaign" ["0 or 1", 0.0, 1.0] "A Mailing, Billboard, Radio or Air Banner Campaign.",
        Copies = "copies" ["cards", 1.0, 8.0] "Cards of its face in my hand.",
        BestSite = "best_site" ["coins a round", 0.0, INF] "For a number card, income of a restaurant without further stars on the best open cell of its row and column.",
        Gain = "gain" ["coins", -INF, INF] "For an income card, coins that it would give me now at the target where I am furthest ahead of each rival, tolls aside.",
        RivalGain = "rival_gain" ["coins", -INF, INF] "Most that it gives a rival there.",
        IncomeGain = "income_gain" ["coins a round", 0.0, INF] "For an improvement, the most income that it would bring my restaurants on the board.",
        Toll = "toll" ["coins a round", 0.0, INF] "For Discounts, the most tolls that they would bring.",
        Price = "price" ["coins", 0.0, 20.0] "For an improvement, coins for playing it.",
        Played = "played" ["improvements", 0.0, 20.0] "For an improvement, those of its name before me.",
    }
}

pub mod build_part {
    pub const COUNTER: usize = 0;
    pub const SITE: usize = 1;
    pub const NUMBER: usize = 2;
}

pub mod build_slot {
    pub const VALUE: usize = 0;
    pub const SITE: usize = 1;
    pub const KEEP: usize = 2;
    pub const MOVE: usize = 3;
}

const IMPROVEMENTS: Part =
    part("improvement", "An improvement with the types that it is for.", Improve::FEATURES);

pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "restauranteur",
    context: Context::FEATURES,
    groups: &[],
    points: &[
        chain(
            "build",
            "A restaurant to build, or to move in place of it, or neither. The solver takes what is worth most: value + site - keep for a build, move + site at the new cell - site at the old one for a move, 0 for neither.",
            &[
                part("counter", "A restaurant type.", Counter::FEATURES),
                part("site", "A cell for a restaurant of a type, scored type by type.", Site::FEATURES),
                part("number", "A number card of my hand.", Number::FEATURES),
            ],
            &[
                slot(
                    "value",
                    build_part::COUNTER,
                    "Worth of building a counter of the type, wherever it goes.",
                ),
                slot("site", build_part::SITE, "Worth of having a restaurant of the type on the cell."),
                slot("keep", build_part::NUMBER, "Worth of keeping the card: what building with it costs."),
                slot(
                    "move",
                    build_part::COUNTER,
                    "Worth of moving a restaurant of the type, but for its sites; coins for moving count here.",
                ),
            ],
        ),
        list("improve", "An improvement to play, or none.", &[part("pass", "Play none.", &[]), IMPROVEMENTS]),
        list(
            "income",
            "What lets restaurants earn: an income card with its target, or a roll; a further time also neither.",
            &[part("occasion", "A card with its target, a roll, or neither.", Earn::FEATURES)],
        ),
        list(
            "drop",
            "An improvement to give up at the end of a turn, or none.",
            &[part("keep", "Keep all.", &[]), IMPROVEMENTS],
        ),
        chain(
            "discard",
            "The cards above the hand limit. The solver gives up those with the lowest keep.",
            &[part("card", "A card of my hand; cards of one face are one.", Card::FEATURES)],
            &[slot("keep", 0, "Worth of keeping the card.")],
        ),
    ],
};
