use sim_script::{
    overview::context,
    spec::{DecisionPoint, Part, Vocabulary, amount, chain, features, list, part, slot},
};

const INF: f64 = f64::INFINITY;

context! {
    /// One value for the whole decision.
    pub enum Context {
        round: ["turns", 15.0] "Turn";
        rounds_left: [14.0] "Turns";
        players: [2.0, 6.0];
        points: ["money", -INF] "money" ", all loans that I see paid off";
        Payouts = "payouts_left" ["payouts", 1.0, 15.0] "Payouts rounds still to come, this turn's included.",
        PlanningRound = "planning_round" ["rounds", 1.0, 42.0] "Planning round of the turn, from 1.",
        UnusedDice = "unused_dice" ["dice", 0.0, 13.0] "Dice that are not used.",
        Time = "time" ["spaces", 0.0, 40.0] "Space of the time cube.",
        TimeLeft = "time_left" ["spaces", 0.0, 40.0] "Spaces to the last one of the time track.",
        PayoutChance = "payout_chance" ["probability", 0.0, 1.0] "Chance that the Payouts round follows this planning round, if nobody chooses time and no die comes back.",
        Cash = "cash" ["money", -INF, INF] "My money.",
        MaxRivalCash = "max_rival_cash" ["money", -INF, INF] "The most money in a rival's hand.",
        MyLoans = "my_loans" ["loans", 0.0, 255.0] "My loans.",
        Increase = "increase" ["money", 0.0, 300.0] "Price Increase paid for each die.",
        MyRestaurants = "my_restaurants" ["restaurants", 0.0, 2.0] "Restaurants I have opened.",
        Unpriced = "unpriced" ["restaurants", 0.0, 2.0] "My restaurants without a cuisine or a price.",
        RivalRestaurants = "rival_restaurants" ["restaurants", 0.0, 10.0] "Restaurants of rivals that have a cuisine and a price.",
        MyIncome = "my_income" ["money", 0.0, INF] "Expected income of my restaurants in the next Payouts round as the table stands; exact while no restaurant fills.",
        MyDice = "my_dice" ["dice", 0.0, 15.0] "Expected dice of my restaurants in it, likewise.",
        MySections = "my_sections" ["sections", 0.0, INF] "Sections of my restaurants.",
        RivalSections = "rival_sections" ["sections", 0.0, INF] "Sections of rivals' restaurants that have a cuisine and a price.",
        MyPrice = "my_price" ["money", 0.0, 8.0] "Mean price of my restaurants that have one.",
        MyQuality = "my_quality" ["points", 0.0, INF] "Highest Quality of my restaurants.",
        MyService = "my_service" ["points", 0.0, INF] "Highest Service of my restaurants.",
        MyAmbiance = "my_ambiance" ["points", 0.0, INF] "Highest Ambiance of my restaurants.",
        MyNovelty = "my_novelty" ["points", 0.0, INF] "Highest Novelty of my restaurants.",
        MyAds = "my_ads" ["ads", 0.0, INF] "Most ads of my restaurants.",
        MaxRivalAds = "max_rival_ads" ["ads", 0.0, INF] "Most ads of a rival's restaurant.",
        MaxRivalQuality = "max_rival_quality" ["points", 0.0, INF] "Highest Quality of a rival's restaurant.",
        MaxRivalService = "max_rival_service" ["points", 0.0, INF] "Highest Service of a rival's restaurant.",
        CheapestBuilding = "cheapest_building" ["money", 0.0, INF] "Lowest least price of a vacant building; 0 if none is left.",
    }
}

features! {
    /// An object to conceal.
    pub enum Choice {
        IsProperty = "is_property" ["0 or 1", 0.0, 1.0] "The cube: Property Manager.",
        IsChef = "is_chef" ["0 or 1", 0.0, 1.0] "Option 1: Chef and Accountant.",
        IsTime = "is_time" ["0 or 1", 0.0, 1.0] "Option 2: Time Passes.",
        IsBank = "is_bank" ["0 or 1", 0.0, 1.0] "Option 3: Banker.",
        IsAds = "is_ads" ["0 or 1", 0.0, 1.0] "Option 4: Ad Agency.",
        IsJobs = "is_jobs" ["0 or 1", 0.0, 1.0] "Option 5: Jobs Board.",
        IsRenovations = "is_renovations" ["0 or 1", 0.0, 1.0] "Option 6: Renovations.",
        ChosenBefore = "chosen_before" ["rivals", 0.0, 5.0] "Rivals who chose it in the planning round before: who may come again.",
        Kinds = "kinds" ["kinds", 0.0, 32.0] "For options 5 and 6: kinds of employees or renovations that I can take; else 0.",
        EndsChance = "ends_chance" ["probability", 0.0, 1.0] "Chance that the Payouts round follows if I choose it and nobody else moves time or frees a die: a die more for Time Passes, a die back for a hire.",
        BuildingWorth = "building_worth" costs 250 ["worth", -INF, INF] "For the cube: the best building I can pay for by this script's own formula for `building`; else 0.",
        MenuWorth = "menu_worth" ["worth", -INF, INF] "For option 1: the best change of menu by this script's own formula for `menu`; 0 while one of my restaurants has no cuisine or price, and else.",
        PriceWorth = "price_worth" ["worth", -INF, INF] "For option 1: the best change of a price alone, likewise; much quicker to work out.",
        AdsWorth = "ads_worth" ["money", -INF, INF] "For option 4: expected income of the best number of ads for one of my restaurants, less its price; else 0.",
        HireWorth = "hire_worth" ["worth", -INF, INF] "For option 5: the best hire by this script's own formula for `hire`; else 0.",
        RenovationWorth = "renovation_worth" ["worth", -INF, INF] "For option 6: the best renovation by this script's own formula for `renovation`; else 0.",
    }
}

features! {
    pub enum Building {
        IsPass = "is_pass" ["0 or 1", 0.0, 1.0] "Put up no building.",
        Least = "least" ["money", 0.0, 200.0] "Least opening bid.",
        Capacity = "capacity" ["sections", 0.0, 15.0] "Sections.",
        Ambiance = "ambiance" ["points", 0.0, 30.0] "Ambiance it brings.",
        HasCheap = "has_cheap" ["0 or 1", 0.0, 1.0] "Admits cheap prices.",
        HasAffordable = "has_affordable" ["0 or 1", 0.0, 1.0] "Admits affordable prices.",
        HasHigh = "has_high" ["0 or 1", 0.0, 1.0] "Admits high prices.",
        IsLarge = "is_large" ["0 or 1", 0.0, 1.0] "Is Large.",
        Remoteness = "remoteness" ["steps", 0.0, 6.0] "Mean steps from its district to all six.",
        Reach = "reach" ["districts", 0.0, 6.0] "Districts to which no restaurant of a rival is nearer; those to which others are as near are shared.",
        NearRivals = "near_rivals" ["restaurants", 0.0, 12.0] "Restaurants of rivals in its district.",
        IsMyDistrict = "is_my_district" ["0 or 1", 0.0, 1.0] "I have a restaurant in its district.",
        MenuIncome = "menu_income" ["money", 0.0, INF] "Expected income of the next Payouts round there, without staff, with the menu that earns most and dice beyond its sections turned away; who has no menu yet is given a middle price and no cuisine.",
        RivalsAble = "rivals_able" ["rivals", 0.0, 5.0] "Rivals with room for a restaurant and its least price at hand.",
        LevelRivals = "level_rivals" ["restaurants", 0.0, 12.0] "Restaurants of rivals with a price in the one of its two levels where there are fewer.",
        Worth = "worth" ["worth", -INF, INF] "In its auction: what it is worth beyond none, by this script's own formula for `building`; before: 0.",
        NextWorth = "next_worth" ["worth", -INF, INF] "In its auction: the same for the best of the others that I could pay for, 0 if none is worth it; before: 0.",
        Bidders = "bidders" ["players", 0.0, 6.0] "In its auction: players who bid for it, me included; before: choosers of the cube who may still buy.",
    }
}

features! {
    /// A restaurant of mine with a cuisine and a price.
    pub enum Dish {
        IsSecond = "is_second" ["0 or 1", 0.0, 1.0] "It is my second restaurant.",
        IsNewCuisine = "is_new_cuisine" ["0 or 1", 0.0, 1.0] "The cuisine is another one than now.",
        IsNewPrice = "is_new_price" ["0 or 1", 0.0, 1.0] "The price is another one than now.",
        IsOpen = "is_open" ["0 or 1", 0.0, 1.0] "It would have a cuisine and a price.",
        Price = "price" ["money", 0.0, 8.0] "The price; 0 without one.",
        Gain = "gain" ["money", -INF, INF] "Change of my expected income in the next Payouts round; exact while no restaurant fills.",
        SeatedGain = "seated_gain" ["money", -INF, INF] "The same with dice beyond its sections turned away.",
        Income = "income" ["money", 0.0, INF] "My expected income after the change.",
        Capacity = "capacity" ["sections", 0.0, INF] "Its sections.",
        Ambiance = "ambiance" ["points", 0.0, INF] "Its Ambiance after the change.",
        Fans = "fans" ["dice", 0.0, 15.0] "Expected dice on boxes whose first line is the cuisine.",
        IsCheap = "is_cheap" ["0 or 1", 0.0, 1.0] "The price is cheap.",
        IsAffordable = "is_affordable" ["0 or 1", 0.0, 1.0] "The price is affordable.",
        IsHigh = "is_high" ["0 or 1", 0.0, 1.0] "The price is high.",
        LevelRivals = "level_rivals" ["restaurants", 0.0, 12.0] "Other restaurants in the price level.",
        CuisineRivals = "cuisine_rivals" ["restaurants", 0.0, 12.0] "Other restaurants with the cuisine.",
        American = "american" ["0 or 1", 0.0, 1.0] "The cuisine is American.",
        Asian = "asian" ["0 or 1", 0.0, 1.0] "The cuisine is Asian.",
        Barbecue = "barbecue" ["0 or 1", 0.0, 1.0] "The cuisine is Barbecue.",
        FastFood = "fast_food" ["0 or 1", 0.0, 1.0] "The cuisine is Fast Food.",
        French = "french" ["0 or 1", 0.0, 1.0] "The cuisine is French.",
        Italian = "italian" ["0 or 1", 0.0, 1.0] "The cuisine is Italian.",
        Mexican = "mexican" ["0 or 1", 0.0, 1.0] "The cuisine is Mexican.",
        Steak = "steak" ["0 or 1", 0.0, 1.0] "The cuisine is Steak.",
    }
}

features! {
    pub enum Bank {
        IsBorrow = "is_borrow" ["0 or 1", 0.0, 1.0] "Take a loan.",
        Repaid = "repaid" ["loans", 0.0, 255.0] "Loans paid back.",
    }
}

features! {
    /// A restaurant of mine and ads for it.
    pub enum Ads {
        IsSecond = "is_second" ["0 or 1", 0.0, 1.0] "It is my second restaurant.",
        Ads = "ads" ["ads", 0.0, INF] "Ads it has.",
        BestAds = "best_ads" ["ads", 0.0, INF] "Number of further ads with the most expected income less their price; 0 if none is worth it.",
        Worth = "ads_worth" ["money", 0.0, INF] "That income less the price.",
        MostAds = "most_ads" ["ads", 0.0, INF] "Ads I can pay for.",
    }
}

features! {
    /// An employee or a renovation for one of my restaurants.
    pub enum Item {
        IsPass = "is_pass" ["0 or 1", 0.0, 1.0] "Take nothing.",
        Price = "price" ["money", 0.0, INF] "What I would have to pay now; for an employed unique employee the least bid.",
        Quality = "quality" ["points", -INF, INF] "Change of the restaurant's Quality, conditions considered.",
        Service = "service" ["points", -INF, INF] "Change of its Service.",
        Ambiance = "ambiance" ["points", -INF, INF] "Change of its Ambiance.",
        Novelty = "novelty" ["points", -INF, INF] "Change of its Novelty.",
        Capacity = "capacity" ["sections", 0.0, INF] "Sections added.",
        Points = "points" ["points", -INF, INF] "Sum of these changes of ratings.",
        Promise = "promise" ["points", -INF, INF] "Points printed on it that wait for a condition.",
        Gain = "gain" ["money", -INF, INF] "Change of my expected income in the next Payouts round; exact while no restaurant fills.",
        SeatedGain = "seated_gain" ["money", -INF, INF] "The same with dice beyond its sections turned away.",
        IsSecond = "is_second" ["0 or 1", 0.0, 1.0] "For my second restaurant.",
        IsUnique = "is_unique" ["0 or 1", 0.0, 1.0] "A unique employee.",
        IsRivals = "is_rivals" ["0 or 1", 0.0, 1.0] "A unique employee of a rival: the bidding is re-opened.",
        EmployerCash = "employer_cash" ["money", 0.0, INF] "Money of that rival; else 0.",
        Spaces = "spaces" ["spaces", 0.0, 40.0] "Renovations: spaces until its time limit; else 0.",
        HousePrice = "house_price" ["money", 0.0, 8.0] "Price of the restaurant.",
        HouseQuality = "house_quality" ["points", 0.0, INF] "Quality of the restaurant now.",
        HouseService = "house_service" ["points", 0.0, INF] "Service of the restaurant now.",
    }
}

features! {
    /// The right to hire or to renovate.
    pub enum Right {
        Bidders = "bidders" ["players", 1.0, 6.0] "Players who bid, me included.",
        Kinds = "kinds" ["kinds", 0.0, 32.0] "Kinds of employees or renovations on offer.",
        BestWorth = "best_worth" ["worth", -INF, INF] "What a win would allow: my best choice by this script's own formula; 0 if nothing is worth taking.",
        NextWorth = "next_worth" ["worth", -INF, INF] "My best choice of another kind, should a rival take the first; 0 if nothing is worth taking.",
        BestPrice = "best_price" ["money", 0.0, INF] "What the best choice costs beside the bid.",
        Spare = "spare" ["money", -INF, INF] "My money less that price: what I can bid and still take it.",
    }
}

features! {
    /// A unique employee in re-opened bidding.
    pub enum Unique {
        IsChallenger = "is_challenger" ["0 or 1", 0.0, 1.0] "I have re-opened the bidding; else I am the employer.",
        Least = "least" ["money", 0.0, INF] "The list price, at which the bidding starts.",
        Stake = "stake" ["money", -INF, INF] "Expected income of the next Payouts round with the employee less that without.",
        Points = "points" ["points", -INF, INF] "Ratings of my restaurant with the employee less those without, Novelty among them.",
        RivalCash = "rival_cash" ["money", 0.0, INF] "Money of the other bidder.",
    }
}

const ITEM: Part =
    part("item", "An employee or renovation for one of my restaurants, or nothing.", Item::FEATURES);
const RIGHT: Part = part(
    "right",
    "The right to choose first. Who wins it with a bid must take something, if anything can be had.",
    Right::FEATURES,
);
const ADS: Part = part("restaurant", "A restaurant of mine to advertise.", Ads::FEATURES);
const BUILDING: Part = part("building", "A building, or none.", Building::FEATURES);

pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "la-bistro",
    context: Context::FEATURES,
    groups: &[],
    points: &[
        list(
            "option",
            "The object to conceal: a cube or a face of the die.",
            &[part("option", "An option.", Choice::FEATURES)],
        ),
        list("building", "The building to put up for auction.", &[BUILDING]),
        amount("building_bid", "My limit in the auction of a building.", &[BUILDING]),
        DecisionPoint {
            softens: true,
            ..chain(
                "menu",
                "One cuisine and one price, for the same restaurant or for two. The solver takes the pair with the highest sum of value over my restaurants.",
                &[part("dish", "One of my restaurants with a cuisine and a price.", Dish::FEATURES)],
                &[slot("value", 0, "Worth of the restaurant with this cuisine and price.")],
            )
        },
        list(
            "bank",
            "A loan, or loans paid back.",
            &[part("answer", "A loan, or a number of loans to pay back.", Bank::FEATURES)],
        ),
        list("ad_place", "The restaurant of an ad order, with two to choose from.", &[ADS]),
        amount("ads", "Number of ads.", &[ADS]),
        amount("job_bid", "My limit in an auction for the right to hire.", &[RIGHT]),
        list("hire", "The employee to hire.", &[ITEM]),
        amount(
            "unique_bid",
            "My limit in the re-opened bidding for a unique employee.",
            &[part("claim", "The employee under claim.", Unique::FEATURES)],
        ),
        amount("renovation_bid", "My limit in an auction for the right to renovate.", &[RIGHT]),
        list("renovation", "The renovation to install.", &[ITEM]),
    ],
};
