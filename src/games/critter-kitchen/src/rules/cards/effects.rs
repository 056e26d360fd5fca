//! The closed set of things that cards can do; how much, when and to which course is data.

use sim_engine::settings::words;

words! {
    /// What a critic changes (CK-147). `course`, `amount`, `at_least` and `limit` are columns.
    pub enum CriticEffect {
        Plain = "plain",
        /// The course (or one of choice) holds up to `amount` ingredients of its type.
        Several = "several",
        /// `amount` stars for a challenge meal presented without soup and bisque.
        NoSoup = "no-soup",
        /// `amount` stars for a challenge meal of quality `at_least`.
        GrandChallenge = "grand-challenge",
        /// Each other served course may hold `amount` further ingredients of the type `course`.
        Paired = "paired",
        /// Rumor tokens may be served as allspice.
        RumorSpice = "rumor-spice",
        /// A printed value `at_least` counts as `amount`.
        Value = "value",
        /// Ingredients of the course count double.
        Double = "double",
        /// A spice multiplies by `amount`.
        SpiceFactor = "spice-factor",
        /// One course may hold an ingredient of any type.
        Foreign = "foreign",
        /// A served course without spice has `amount` more quality.
        Unspiced = "unspiced",
        /// `amount` stars to those with the fewest ingredients left over.
        FewestLeft = "fewest-left",
        /// `amount` stars for each course of quality `at_least`, for `limit` courses at most.
        GrandCourse = "grand-course",
        /// The most soup earns `amount` stars.
        SoupStars = "soup-stars",
        /// Serving all courses earns `amount` stars.
        AllStars = "all-stars",
        /// The best of this course, and of the course number `at_least`, earns `amount` stars.
        BestStars = "best-stars",
    }

    /// What a rumor pays for (CK-163..174).
    pub enum RumorEffect {
        /// The course counts double in the final score.
        Fanatic = "fanatic",
        /// Every course holds an ingredient of printed value `at_least`.
        Pampered = "pampered",
        /// The rightmost served course is the best of the meal.
        LastBest = "last-best",
        CourseBest = "course-best",
        MostSpices = "most-spices",
        /// The values of the first and last course add up to `at_least`.
        Sum = "sum",
        MostQuality = "most-quality",
        /// Most ingredients of the type, served or left over.
        MostOfType = "most-of-type",
        MostSoup = "most-soup",
        /// Stars for every `at_least` served ingredients of odd value.
        Odd = "odd",
        /// Fewest different values among those who serve `at_least` courses.
        FewestValues = "fewest-values",
        /// Fewest spices among those who serve `at_least` courses.
        FewestSpices = "fewest-spices",
        /// Lowest sum of values among those who serve `at_least` courses.
        LowestSum = "lowest-sum",
        /// No spice among `at_least` courses.
        NoSpice = "no-spice",
        /// Stars for each rumor token, up to `limit`.
        Tokens = "tokens",
        MostLeft = "most-left",
        /// Stars for every `at_least` ingredients of the type (or any) left over, up to `limit`.
        Left = "left",
        /// Highest served value less the lowest.
        Spread = "spread",
        /// Values never fall from left to right over at least `at_least` courses.
        Rising = "rising",
        /// At least `at_least` courses, and no printed value of `limit` or less.
        Picky = "picky",
        /// Stars for each of the first `limit` courses of quality `at_least`.
        First = "first",
        /// The values in the first `limit` served courses add up to `at_least`.
        FirstSum = "first-sum",
        /// The highest served value of the type, divided by `at_least` and rounded down, up to `limit`.
        Bands = "bands",
        /// A served ingredient of the type with printed value `at_least`.
        High = "high",
        /// Stars for each served ingredient of printed value `at_least` or less, up to `limit`.
        Low = "low",
        /// Stars for each type left over, up to `limit`.
        LeftTypes = "left-types",
        /// Different printed values served, less `at_least`.
        Varied = "varied",
    }

    /// When a zous-chef's ability acts (CK-108).
    pub enum Time { Start = "start", Before = "before", After = "after" }

    /// What a zous-chef does (CK-108..115); `amount` and `n` are columns.
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
        /// The bisque of the Soup Truck, or else another item of it.
        TruckItem = "truck-item",
        /// An ingredient taken here may go back to the bag, and `amount` tokens are drawn for it.
        Trade = "trade",
        /// An ingredient that lies here is taken up, and one of the storage laid down.
        Exchange = "exchange",
        /// Draw `amount` tokens and keep one.
        KeepOne = "keep-one",
        /// `amount` tokens are added to this location.
        AddItem = "add-item",
        /// A soup for each chef of others here, up to `amount`.
        SoupPerChef = "soup-per-chef",
        /// Draw `amount` tokens if fewer than `n` items were taken here.
        DrawIfShort = "draw-if-short",
        Peek = "peek",
        /// The own hat moves to the front.
        Front = "front",
        /// The own hat moves `amount` places towards the front.
        Forward = "forward",
        /// It picks before all queues.
        First = "first",
        /// `amount` stars if no other player's chef is here.
        StarIfAlone = "star-if-alone",
        /// `amount` stars if no ingredient was taken here.
        StarIfBare = "star-if-bare",
    }

    /// What a restaurateur does (CK-184..190); `amount` and `n` are columns.
    pub enum RestaurateurEffect {
        Plain = "plain",
        /// Draw `amount` tokens whenever a chef comes home empty.
        EmptyDraw = "empty-draw",
        /// Own ingredients of printed value `n` are worth `amount` more.
        LowValue = "low-value",
        /// `amount` stars whenever a tie moves the own hat to the back.
        HatStar = "hat-star",
        /// In challenges an ingredient under another of its type doubles it.
        Under = "under",
        /// A rumor card of one's own.
        ExtraRumor = "extra-rumor",
        /// `amount` more tokens survive refrigeration.
        Fridge = "fridge",
        /// `amount` soup at the start.
        StartSoup = "start-soup",
        /// In each meal one typed spice may serve as allspice.
        FreeSpice = "free-spice",
        /// The top bracket of challenges starts `amount` earlier.
        TopBracket = "top-bracket",
        /// After the reveal two own chefs may change places.
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
    /// Index of the type; `None` for any.
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
        /// Where an ingredient of the highest printed value lies.
        ASeven = "a-seven",
        /// Where a rumor lies that McDogald's may take.
        ARumor = "a-rumor",
        ASpice = "a-spice",
        /// Where something lies that earns a star above a challenge.
        AChallenge = "a-challenge",
        Highest = "highest",
        BestTwo = "best-two",
        HighestSum = "highest-sum",
        MostItems = "most-items",
        MostRumors = "most-rumors",
        MostChallenge = "most-challenge",
        MostMissing = "most-missing",
    }

    /// Which of equal locations McDogald's prefers (CK-200).
    pub enum Arrow {
        /// From the Soup Truck on.
        Right = "right",
        /// From the academy on.
        Left = "left",
    }

    pub enum Sent { Mouse = "mouse", Lizard = "lizard", Boar = "boar", Nobody = "nobody" }

    pub enum ChefDeck { Mouse = "mouse", Lizard = "lizard", Boar = "boar" }

    /// A condition of the Critic's Choice card (CK-202).
    pub enum Wish {
        Rumor = "rumor",
        /// Something that earns a star above a challenge.
        Challenge = "challenge",
        ZousChef = "zous-chef",
        Spice = "spice",
        /// An ingredient of the highest printed value.
        Seven = "seven",
        /// What raises the quality of McDogald's meal most.
        Plate = "plate",
        Highest = "highest",
        /// Bisque, or else soup.
        Soup = "soup",
    }
}
