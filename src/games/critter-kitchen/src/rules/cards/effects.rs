//! The closed sets of card effects; amounts, times and courses are data.

use sim_engine::settings::words;

words! {
    /// The effect of a critic (CK-147); `course`, `amount`, `at_least` and `limit` are columns.
    pub enum CriticEffect {
        Plain = "plain",
        /// The course (with `any`, one of choice) holds up to `amount` ingredients of its type.
        Several = "several",
        /// `amount` stars for a challenge meal presented without soup and bisque.
        NoSoup = "no-soup",
        /// `amount` stars for a challenge meal of quality `at_least` or more.
        GrandChallenge = "grand-challenge",
        /// Each other served course may hold `amount` further ingredients of the type `course`.
        Paired = "paired",
        /// Rumor tokens may be served as allspice.
        RumorSpice = "rumor-spice",
        /// The printed value `at_least` counts as `amount`.
        Value = "value",
        /// Ingredients of the course count double.
        Double = "double",
        /// A spice multiplies by `amount`.
        SpiceFactor = "spice-factor",
        /// One course may hold an ingredient of any type.
        Foreign = "foreign",
        /// A served course without spice has `amount` more quality.
        Unspiced = "unspiced",
        /// `amount` stars for the players with the fewest leftover ingredients.
        FewestLeft = "fewest-left",
        /// `amount` stars for each course of quality `at_least` or more, for at most `limit` courses.
        GrandCourse = "grand-course",
        /// The most soup earns `amount` stars.
        SoupStars = "soup-stars",
        /// Serving all courses earns `amount` stars.
        AllStars = "all-stars",
        /// The best of this course, and of the course number `at_least` (0 for none), earns `amount` stars.
        BestStars = "best-stars",
    }

    /// What a rumor pays for (CK-163..174).
    pub enum RumorEffect {
        /// The course counts double in the final score.
        Fanatic = "fanatic",
        /// Every course holds an ingredient of printed value `at_least` or more.
        Pampered = "pampered",
        /// The rightmost served course is the best of the meal.
        LastBest = "last-best",
        CourseBest = "course-best",
        MostSpices = "most-spices",
        /// The values of bread and wine add up to exactly `at_least` (CK-A33).
        Sum = "sum",
        MostQuality = "most-quality",
        /// Most ingredients of the type, served or left over.
        MostOfType = "most-of-type",
        MostSoup = "most-soup",
        /// Stars for every `at_least` served ingredients of odd value.
        Odd = "odd",
        /// Fewest different values among the players who serve `at_least` courses or more.
        FewestValues = "fewest-values",
        /// Fewest spices among the players who serve `at_least` courses or more.
        FewestSpices = "fewest-spices",
        /// Lowest sum of values among the players who serve `at_least` courses or more.
        LowestSum = "lowest-sum",
        /// At least `at_least` courses, and no spice.
        NoSpice = "no-spice",
        /// Stars for each rumor token, up to `limit`.
        Tokens = "tokens",
        MostLeft = "most-left",
        /// Stars for every `at_least` leftover ingredients of the type (or of any), up to `limit` times.
        Left = "left",
        /// Stars for each point between the highest and the lowest served value.
        Spread = "spread",
        /// Values never fall from left to right over at least `at_least` courses.
        Rising = "rising",
        /// At least `at_least` courses, and no printed value of `limit` or less.
        Picky = "picky",
        /// Stars for each of the first `limit` courses that has quality `at_least` or more.
        First = "first",
        /// The values in the first `limit` served courses add up to `at_least` or more.
        FirstSum = "first-sum",
        /// Stars for every full `at_least` in the highest served value of the type, up to `limit` times.
        Bands = "bands",
        /// A served ingredient of the type with printed value `at_least` or more.
        High = "high",
        /// Stars for each served ingredient of printed value `at_least` or less, up to `limit`.
        Low = "low",
        /// Stars for each type left over, up to `limit`.
        LeftTypes = "left-types",
        /// Stars for each different printed value served beyond the first `at_least`.
        Varied = "varied",
    }

    /// When a zous-chef's ability acts (CK-108).
    pub enum Time { Start = "start", Before = "before", After = "after" }

    /// The ability of a zous-chef (CK-108..115); `amount` and `n` are columns.
    pub enum ZousEffect {
        Plain = "plain",
        /// `amount` stars if the owner's hat is last.
        StarIfLast = "star-if-last",
        /// Everybody with a chef here takes `amount` soup, the owner `n` more.
        SoupHere = "soup-here",
        /// Everybody with a chef of capacity `n` here draws `amount` tokens.
        DrawCapacity = "draw-capacity",
        /// Everybody with a chef of capacity `n` here gains `amount` stars.
        StarCapacity = "star-capacity",
        /// The bisque of the Soup Truck, or `amount` soup.
        Bisque = "bisque",
        /// The bisque of the Soup Truck, or another of its items if there is none.
        TruckItem = "truck-item",
        /// The owner may return an ingredient taken here to the bag and draw `amount` tokens for it.
        Trade = "trade",
        /// The owner exchanges an ingredient that lies here for a stored one.
        Exchange = "exchange",
        /// Draw `amount` tokens and keep one.
        KeepOne = "keep-one",
        /// Adds `amount` tokens from the bag to this location.
        AddItem = "add-item",
        /// One soup for each chef of another player here, up to `amount`.
        SoupPerChef = "soup-per-chef",
        /// Draw `amount` tokens if fewer than `n` items were taken here.
        DrawIfShort = "draw-if-short",
        Peek = "peek",
        /// The owner's hat moves to the front.
        Front = "front",
        /// The owner's hat moves `amount` places towards the front.
        Forward = "forward",
        /// It picks before all queues.
        First = "first",
        /// `amount` stars if no other player's chef is here.
        StarIfAlone = "star-if-alone",
        /// `amount` stars if no ingredient was taken here.
        StarIfBare = "star-if-bare",
    }

    /// The ability of a restaurateur (CK-184..190); `amount` and `n` are columns.
    pub enum RestaurateurEffect {
        Plain = "plain",
        /// Draw `amount` tokens whenever a chef comes home empty.
        EmptyDraw = "empty-draw",
        /// The owner's ingredients of printed value `n` are worth `amount` more.
        LowValue = "low-value",
        /// `amount` stars whenever a tie moves the owner's hat to the back.
        HatStar = "hat-star",
        /// In challenge meals, an ingredient doubles another of its type that it lies under.
        Under = "under",
        /// A rumor card of the owner's own.
        ExtraRumor = "extra-rumor",
        /// `amount` more tokens survive refrigeration.
        Fridge = "fridge",
        /// `amount` soup at the start.
        StartSoup = "start-soup",
        /// In each meal one typed spice may serve as allspice.
        FreeSpice = "free-spice",
        /// The top bracket of challenge meals starts `amount` quality points earlier.
        TopBracket = "top-bracket",
        /// After the reveal, two of the owner's chefs may swap places.
        Swap = "swap",
    }

    pub enum CourseWord {
        Bread = "bread",
        Carrot = "carrot",
        Cheese = "cheese",
        Fish = "fish",
        Meat = "meat",
        Mushroom = "mushroom",
        Wine = "wine",
        Any = "any",
    }
}

impl CourseWord {
    /// Returns the index of the type, or `None` for `any`.
    pub fn course(self) -> Option<usize> {
        (self != CourseWord::Any).then_some(self as usize)
    }
}

words! {
    /// Where a card of McDogald's sends a chef (CK-198..200).
    pub enum Aim {
        /// Nowhere: McDogald's hat moves to the front.
        Front = "front",
        SoupTruck = "soup-truck",
        Merchant = "merchant",
        Academy = "academy",
        /// A location with an ingredient of the highest printed value.
        ASeven = "a-seven",
        /// A location with a rumor that McDogald's may take.
        ARumor = "a-rumor",
        ASpice = "a-spice",
        /// A location with a token that earns a star above a challenge.
        AChallenge = "a-challenge",
        Highest = "highest",
        BestTwo = "best-two",
        HighestSum = "highest-sum",
        MostItems = "most-items",
        MostRumors = "most-rumors",
        MostChallenge = "most-challenge",
        MostMissing = "most-missing",
    }

    /// The direction that breaks ties between locations for McDogald's (CK-200).
    pub enum Arrow {
        /// From the Soup Truck to the right.
        Right = "right",
        /// From the Academy to the left.
        Left = "left",
    }

    pub enum Sent { Mouse = "mouse", Lizard = "lizard", Boar = "boar", Nobody = "nobody" }

    pub enum ChefDeck { Mouse = "mouse", Lizard = "lizard", Boar = "boar" }

    /// A condition of the Critic's Choice card (CK-202).
    pub enum Wish {
        Rumor = "rumor",
        /// A token that earns a star above a challenge.
        Challenge = "challenge",
        ZousChef = "zous-chef",
        Spice = "spice",
        /// An ingredient of the highest printed value.
        Seven = "seven",
        /// The token that raises the quality of McDogald's meal most.
        Plate = "plate",
        Highest = "highest",
        /// The bisque, or soup if there is none.
        Soup = "soup",
    }
}
