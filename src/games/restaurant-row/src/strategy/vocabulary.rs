use sim_script::{
    overview::context,
    spec::{DecisionPoint, Part, Slot, Vocabulary, amount, chain, features, list, part, slot},
};

const INF: f64 = f64::INFINITY;

context! {
    /// Features with one value for the whole decision.
    pub enum Context {
        round: ["rounds", 255.0] "Round";
        rounds_left: [60.0] "Rounds to expect";
        players: [2.0, 4.0];
        points: ["points", -INF] "victory points"
            ", if the game ended now; of cash I do not see, half way between the least and the most";
        IsLast = "is_last" ["0 or 1", 0.0, 1.0] "An end is triggered: this round is the last.",
        Trip = "trip" ["trips", 0.0, 6.0] "Trip to the shops under way, from 1; 0 before the first.",
        TripsLeft = "trips_left" ["trips", 0.0, 6.0] "Trips that may follow in this round.",
        Customers = "customers" ["guests", 0.0, 60.0] "Guests to expect tonight, the Critic among them.",
        Cash = "cash" ["money", -INF, INF] "My cash.",
        MyLoan = "my_loan" ["money", 0.0, INF] "What I owe.",
        Interest = "interest" ["money", 0.0, INF] "Interest I pay a round on what I owe.",
        Wages = "wages" ["money", 0.0, INF] "Wages I pay a round.",
        MaxRivalCash = "max_rival_cash" ["money", -INF, INF] "The most that a rival can have in cash, as far as I can tell.",
        Income = "income" ["money", 0.0, INF] "Income to expect of tonight as shops stand, at my highest price.",
        Guests = "guests" ["guests", 0.0, 60.0] "Guests to expect tonight as shops stand.",
        PriceStep = "price_step" ["money", -INF, INF] "What one more star would add to my highest price.",
        Stars = "stars" ["stars", 0.0, 10.0] "My stars.",
        MaxRivalStars = "max_rival_stars" ["stars", 0.0, 10.0] "Most stars of a rival.",
        CriticChance = "critic_chance" ["probability", 0.0, 1.0] "Chance that the Critic comes to me tonight, judged by stars and guests.",
        CriticStars = "critic_stars" ["stars", 0.0, 10.0] "Stars to expect if he does, as shops stand.",
        Service = "service" ["points", 0.0, 255.0] "My service.",
        MaxRivalService = "max_rival_service" ["points", 0.0, 255.0] "Highest service of a rival.",
        Ambiance = "ambiance" ["points", 0.0, 255.0] "My ambiance.",
        MaxRivalAmbiance = "max_rival_ambiance" ["points", 0.0, 255.0] "Highest ambiance of a rival.",
        Forks = "forks" ["forks", 0.0, 255.0] "Forks of my display, or of the best one from my pantry.",
        MaxRivalForks = "max_rival_forks" ["forks", 0.0, 255.0] "Most forks of a rival, likewise.",
        FoodMarks = "food_marks" ["marks", 0.0, 255.0] "My marks on the food track.",
        PopularityMarks = "popularity_marks" ["marks", 0.0, 255.0] "My marks on the popularity track.",
        StaffSpaces = "staff_spaces" ["places", 0.0, 20.0] "Free places for staff.",
        RenovationSpaces = "renovation_spaces" ["places", 0.0, 20.0] "Free places for renovations.",
        DishSpaces = "dish_spaces" ["places", 0.0, 40.0] "Spaces of the Daily Specials without an ingredient.",
        Seats = "seats" ["seats", 0.0, 60.0] "My seats of all sorts.",
        Hunch = "hunch" ["0 to 1", 0.0, 1.0] "A number drawn anew at every decision, for plans that must not be foreseen.",
        PawnDistance = "pawn_distance" ["seats", 0.0, 3.0] "Seats from the pawn to me, clockwise; 0 if I hold it.",
        ServiceRank = "service_rank" ["rank", 1.0, 6.0] "Rank of service by word of mouth.",
        AmbianceRank = "ambiance_rank" ["rank", 1.0, 6.0] "Rank of ambiance.",
        ProfitRank = "profit_rank" ["rank", 1.0, 6.0] "Rank of profit.",
        RatingRank = "rating_rank" ["rank", 1.0, 6.0] "Rank of the rating.",
        FoodRank = "food_rank" ["rank", 1.0, 6.0] "Rank of food.",
        PopularityRank = "popularity_rank" ["rank", 1.0, 6.0] "Rank of popularity.",
        ServiceSlope = "service_slope" ["points", -INF, INF] "Victory points to expect of 5 more service at the end.",
        AmbianceSlope = "ambiance_slope" ["points", -INF, INF] "Victory points to expect of 1 more ambiance.",
        ProfitSlope = "profit_slope" ["points", -INF, INF] "Victory points to expect of $10 more.",
        StarSlope = "star_slope" ["points", -INF, INF] "Victory points to expect of 1 more star, by the rating alone.",
        FoodSlope = "food_slope" ["points", -INF, INF] "Victory points to expect of 1 more mark on the food track.",
        PopularitySlope = "popularity_slope" ["points", -INF, INF] "Victory points to expect of 1 more mark on the popularity track.",
    }
}

features! {
    /// A store of the next trip.
    pub enum StoreChoice {
        IsHelpWanted = "is_help_wanted" ["0 or 1", 0.0, 1.0] "Help Wanted.",
        IsRenovations = "is_renovations" ["0 or 1", 0.0, 1.0] "Renovations.",
        IsFarmers = "is_farmers" ["0 or 1", 0.0, 1.0] "The Farmer's Market.",
        IsButcher = "is_butcher" ["0 or 1", 0.0, 1.0] "The meat market.",
        IsFish = "is_fish" ["0 or 1", 0.0, 1.0] "The Fish Market.",
        IsBank = "is_bank" ["0 or 1", 0.0, 1.0] "The bank.",
        Goods = "goods" ["goods", 0.0, 40.0] "Goods on sale.",
        Worth = "worth" ["worth", -INF, INF] "The best that I can buy there, by this script's own formula for it; 0 if nothing is worth its price.",
        NextWorth = "next_worth" ["worth", -INF, INF] "The best once the best of all is gone.",
        Price = "price" ["money", 0.0, INF] "Minimum price of the best; 0 if there is none.",
        Rivals = "rivals" ["players", 0.0, 3.0] "Rivals who may be able to use and pay something there.",
        LoanWorth = "loan_worth" ["worth", 0.0, INF] "For the bank: how much more the best buy in any shop is worth with the largest loan in hand; else 0.",
    }
}

/// Declares the features of goods: their own, then the shared effects on points, income, guests and stars.
macro_rules! goods {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($own:tt)* }) => {
        features! {
            $(#[$meta])*
            $vis enum $name {
                $($own)*
                Points = "points" ["points", -INF, INF] "Victory points to expect of it by the end.",
                IncomeGain = "income_gain" ["money", -INF, INF] "Change of the income to expect tonight.",
                GuestsGain = "guests_gain" ["guests", -INF, INF] "Change of the guests to expect tonight.",
                StarsGain = "stars_gain" ["stars", -INF, INF] "Stars to expect more, if the Critic comes, times the chance that he comes to me.",
            }
        }
    };
}

/// Declares the features of lasting goods: those that employees and renovations share, then their own.
macro_rules! lasting_goods {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($own:tt)* }) => {
        goods! {
            $(#[$meta])*
            $vis enum $name {
                IsPass = "is_pass" ["0 or 1", 0.0, 1.0] "Take none.",
                Price = "price" ["money", 0.0, INF] "The price.",
                NewAmbiance = "new_ambiance" ["points", 0.0, 255.0] "Ambiance it brings, the Designer's part included.",
                Earns = "earns" ["money", 0.0, 255.0] "Dollars more from every paying customer.",
                IsAttraction = "is_attraction" ["0 or 1", 0.0, 1.0] "Draws the first customer of a type.",
                $($own)*
            }
        }
    };
}

lasting_goods! {
    pub enum Hire {
        Wage = "wage" ["money", -INF, INF] "By how much my wages of a round would rise.",
        NewService = "new_service" ["points", 0.0, 255.0] "Service it brings.",
        IsMasterChef = "is_master_chef" ["0 or 1", 0.0, 1.0] "Puts ingredients into spaces of another kind.",
        IsManager = "is_manager" ["0 or 1", 0.0, 1.0] "Makes places for one more employee and one more renovation.",
        IsDesigner = "is_designer" ["0 or 1", 0.0, 1.0] "Adds to the ambiance of every renovation.",
        IsHostess = "is_hostess" ["0 or 1", 0.0, 1.0] "Brings a seat.",
        IsConsultant = "is_consultant" ["0 or 1", 0.0, 1.0] "Chooses the price last.",
        IsSousChef = "is_sous_chef" ["0 or 1", 0.0, 1.0] "Buys an ingredient early.",
    }
}

lasting_goods! {
    pub enum Renovation {
        IsPatio = "is_patio" ["0 or 1", 0.0, 1.0] "Brings seats outside.",
        IsFreezer = "is_freezer" ["0 or 1", 0.0, 1.0] "Keeps an ingredient for the next round.",
        WaitsFor = "waits_for" ["forks", 0.0, 255.0] "Forks that the condition of its attraction asks for; 0 without one.",
    }
}

goods! {
    pub enum Basket {
        Size = "size" ["ingredients", 0.0, 32.0] "Ingredients in it.",
        Price = "price" ["money", 0.0, INF] "Sum of the minimum prices.",
        NewForks = "new_forks" ["forks", -255.0, 255.0] "Forks that the best display gains.",
        Fish = "fish" ["forks", -255.0, 255.0] "Forks of seafood among them.",
        Meat = "meat" ["forks", -255.0, 255.0] "Forks of meat among them.",
        Vegetables = "vegetables" ["forks", -255.0, 255.0] "Forks of vegetables among them.",
        SpacesAfter = "spaces_after" ["places", 0.0, 40.0] "Spaces of the Daily Specials that stay free.",
        Marks = "marks" ["marks", -INF, INF] "Marks on the food track to expect more.",
    }
}

features! {
    /// A lot at auction in a shop.
    pub enum Lot {
        Worth = "worth" ["worth", -INF, INF] "What the lot is worth to me beyond its minimum price, by this script's own formula for it.",
        NextWorth = "next_worth" ["worth", 0.0, INF] "The best of what is left in the shop if I lose, likewise; 0 if nothing is worth its price.",
        Least = "least" ["money", 0.0, INF] "Its minimum price.",
        Limit = "limit" ["money", 0.0, INF] "The highest bid that pays: with it, the lot and the best buy on a later trip with the cash left are worth as much as the best buy with all of it; 0 if not even the minimum pays.",
        Bidders = "bidders" ["players", 1.0, 4.0] "Players who may bid, me included.",
        RivalCash = "rival_cash" ["money", -INF, INF] "The most that another bidder can have in cash, as far as I can tell.",
        RivalPoints = "rival_points" ["points", -INF, INF] "Victory points to expect of the lot for the bidder whom it helps most.",
        IsMine = "is_mine" ["0 or 1", 0.0, 1.0] "I named it, and have to bid.",
        WinsTies = "wins_ties" ["0 or 1", 0.0, 1.0] "I am closest to the pawn of all who may bid.",
    }
}

features! {
    pub enum Loan {
        Most = "most" ["money", 0.0, INF] "The largest loan.",
        LoanWorth = "loan_worth" ["worth", 0.0, INF] "How much more the best buy in any shop is worth with the largest loan in hand.",
        Shortfall = "shortfall" ["money", 0.0, INF] "Cash I lack for that buy.",
    }
}

features! {
    /// An ingredient of the pantry.
    pub enum Dish {
        NewForks = "new_forks" ["forks", 0.0, 255.0] "Its forks.",
        IsFish = "is_fish" ["0 or 1", 0.0, 1.0] "It is seafood.",
        IsMeat = "is_meat" ["0 or 1", 0.0, 1.0] "It is meat.",
        IsVegetable = "is_vegetable" ["0 or 1", 0.0, 1.0] "It is a vegetable.",
        RivalForks = "rival_forks" ["forks", 0.0, 255.0] "Most forks of its kind that a rival can show.",
    }
}

features! {
    /// A face of the price die.
    pub enum Price {
        Die = "die" ["die", 1.0, 6.0] "The face.",
        Price = "price" ["money", 0.0, INF] "The price.",
        IsHighest = "is_highest" ["0 or 1", 0.0, 1.0] "The highest that my stars allow.",
        Income = "night_income" ["money", -INF, INF] "Income to expect of the night if rivals whose price I do not know choose their highest.",
        Guests = "night_guests" ["guests", 0.0, 60.0] "Guests to expect, likewise.",
        LowIncome = "low_income" ["money", -INF, INF] "Income to expect if those rivals choose one die less.",
        LowGuests = "low_guests" ["guests", 0.0, 60.0] "Guests to expect, likewise.",
        Marks = "marks" ["marks", 0.0, 255.0] "Marks on the popularity track to expect, rivals one die lower.",
        Points = "points" ["points", -INF, INF] "Victory points to expect of those marks.",
        IsFirst = "is_first" ["0 or 1", 0.0, 1.0] "My dining room is the first to fill, if any fills, likewise.",
        TalkPoints = "talk_points" ["points", -INF, INF] "Victory points to expect of the word of mouth of that night, likewise.",
    }
}

features! {
    pub enum Shill {
        StarPoints = "star_points" ["points", -INF, INF] "Victory points to expect of his star; 0 where my rating cannot rise.",
        MayRise = "may_rise" ["0 or 1", 0.0, 1.0] "He can bring me a star.",
        SwapPoints = "swap_points" ["points", 0.0, INF] "Victory points to expect of the best swap by word of mouth; 0 if none helps me.",
        SeatCost = "seat_cost" ["money", -INF, INF] "Income that I lose because he takes a seat.",
        Bidders = "bidders" ["players", 1.0, 4.0] "Players who may bid, me included.",
        RivalCash = "rival_cash" ["money", -INF, INF] "The most that another bidder can have in cash, as far as I can tell.",
        CriticComes = "critic_comes" ["0 or 1", 0.0, 1.0] "The Critic has not come yet: with the Shill in my house he goes elsewhere.",
    }
}

features! {
    pub enum ShillUse {
        IsStar = "is_star" ["0 or 1", 0.0, 1.0] "His star; else word of mouth.",
        Points = "points" ["points", -INF, INF] "Victory points to expect of it, by the rating alone or by the best swap.",
    }
}

features! {
    /// A swap by word of mouth.
    pub enum Promotion {
        IsPass = "is_pass" ["0 or 1", 0.0, 1.0] "Promote nothing.",
        Points = "points" ["points", -INF, INF] "Change of the victory points I can expect.",
        RivalPoints = "rival_points" ["points", -INF, INF] "The largest such change for a rival.",
    }
}

features! {
    pub enum Room {
        IsMain = "is_main" ["0 or 1", 0.0, 1.0] "The main one, whose patrons talk.",
        Free = "free" ["seats", 0.0, 60.0] "Its free seats.",
        IsNew = "is_new" ["0 or 1", 0.0, 1.0] "Nobody in the main room drives the guest's category yet.",
        Points = "points" ["points", -INF, INF] "Victory points to expect of the word of mouth of my main room with the guest in it, less those without.",
    }
}

features! {
    /// A loan to pay back.
    pub enum Debt {
        Most = "most" ["money", 0.0, INF] "What I can pay back now.",
        Penalty = "penalty" ["points", 0.0, INF] "Victory points that I would lose for what I owe.",
    }
}

features! {
    /// An employee of mine.
    pub enum Post {
        NewService = "new_service" ["points", 0.0, 255.0] "Service that would be lost.",
        Points = "points" ["points", -INF, INF] "Victory points to expect that would be lost by the end.",
        IncomeLoss = "income_loss" ["money", -INF, INF] "Income of a night like the next that would be lost.",
        Wage = "wage" ["money", -INF, INF] "Wages of a round saved by laying off this one alone.",
        Earns = "earns" ["money", 0.0, 255.0] "Dollars more from every paying customer.",
        IsManager = "is_manager" ["0 or 1", 0.0, 1.0] "Makes places for one more employee and one more renovation.",
    }
}

pub const HIRE: Part = part("employee", "An employee, or nobody.", Hire::FEATURES);
pub const RENOVATION: Part = part("renovation", "A renovation, or none.", Renovation::FEATURES);
pub const BASKET: Part = part(
    "basket",
    "Ingredients of one market that I can use and pay; the empty basket is one of them.",
    Basket::FEATURES,
);

const fn value(about: &'static str) -> Slot {
    Slot { name: "value", part: 0, about }
}

pub mod display_slot {
    pub const VALUE: usize = 0;
    pub const KEEP: usize = 1;
}

pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "restaurant-row",
    context: Context::FEATURES,
    groups: &[],
    points: &[
        list(
            "early",
            "The Sous Chef's early purchase, instead of a store: one ingredient, or the empty basket.",
            &[BASKET],
        ),
        list(
            "store",
            "The stores of a trip. Each store is scored, and of two stores on one trip the scores are added.",
            &[part("store", "A store.", StoreChoice::FEATURES)],
        ),
        list("hire", "The employee to hire, or to name for the bidding.", &[HIRE]),
        list("renovate", "The renovation to buy, or to name for the bidding.", &[RENOVATION]),
        DecisionPoint {
            softens: true,
            ..chain(
                "basket",
                "The ingredients to buy, or to name for the bidding: the basket with the highest value.",
                &[BASKET],
                &[value("Worth of the basket. The empty one is 0 where the formula says so.")],
            )
        },
        amount("bid", "My bid for a lot in a shop.", &[part("lot", "The lot.", Lot::FEATURES)]),
        amount("borrow", "A loan at the bank.", &[part("loan", "The loan.", Loan::FEATURES)]),
        chain(
            "display",
            "The Daily Specials: the display with the highest sum of values; with a freezer, the best ingredient to keep besides. An ingredient without value is thrown away.",
            &[part("dish", "An ingredient.", Dish::FEATURES)],
            &[
                value("Worth of the ingredient on display."),
                slot("keep", 0, "Worth of the ingredient in the freezer."),
            ],
        ),
        list("price", "The price of the night.", &[part("price", "A face of the die.", Price::FEATURES)]),
        list(
            "room",
            "The dining room for a guest, with two players.",
            &[part("room", "A dining room.", Room::FEATURES)],
        ),
        amount("shill_bid", "My bid for the Shill.", &[part("shill", "The Shill.", Shill::FEATURES)]),
        list(
            "shill",
            "What the Shill is used for.",
            &[part("use", "A star, or word of mouth.", ShillUse::FEATURES)],
        ),
        list(
            "promote",
            "The category that the Shill promotes.",
            &[part("swap", "A category and the one above it, or nothing.", Promotion::FEATURES)],
        ),
        amount("repay", "What I pay back of my loan.", &[part("debt", "The debt.", Debt::FEATURES)]),
        chain(
            "lay_off",
            "Employees to lay off. The solver keeps those whose values, less the wages of a round for all of them together, are highest; in the last round nobody is paid any more.",
            &[part("post", "An employee of mine.", Post::FEATURES)],
            &[value("What the employee brings in a round to come, wages aside.")],
        ),
    ],
};
