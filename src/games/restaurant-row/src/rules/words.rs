//! The vocabulary of the rules: stores, kinds of food, customer types, their criteria, and the benefits of
//! staff and renovations.

pub use sim_engine::bits::bits;
use sim_engine::settings::words;

words! {
    /// A face of the store die (RR-45); the number on the die is data.
    pub enum Store {
        HelpWanted = "help-wanted",
        Renovations = "renovations",
        Farmers = "farmers-market",
        Butcher = "meat-market",
        Fish = "fish-market",
        Bank = "bank",
    }

    /// Kind of an ingredient. It decides where the ingredient is sold and which space takes it (RR-34, RR-68).
    pub enum Kind { Fish = "fish", Meat = "meat", Vegetable = "vegetable" }

    /// A customer type (RR-109..114), with one type per taste of Foodie; or the Shill or the Critic.
    pub enum Guest {
        Cheapskate = "cheapskate",
        Executive = "executive",
        MeatFoodie = "meat-foodie",
        SeafoodFoodie = "seafood-foodie",
        VegetableFoodie = "vegetable-foodie",
        AllRoundFoodie = "all-round-foodie",
        Local = "local",
        Scenester = "scenester",
        Tourist = "tourist",
        Shill = "shill",
        Critic = "critic",
    }

    /// Criterion by which customers choose (RR-106). More is better, except for the price.
    pub enum Criterion {
        Price = "price",
        Food = "food",
        Meat = "meat",
        Seafood = "seafood",
        Vegetable = "vegetable",
        Service = "service",
        Ambiance = "ambiance",
        Popularity = "popularity",
        Rating = "rating",
    }

    /// A category of reputation, ranked by word of mouth (RR-167).
    pub enum Category {
        Service = "service",
        Ambiance = "ambiance",
        Profit = "profit",
        Rating = "rating",
        Food = "food",
        Popularity = "popularity",
    }

    /// Special ability of an employee or renovation, besides its number (tables of the data file).
    pub enum Benefit {
        None = "none",
        WrongSpace = "wrong-space",
        /// Earns more for every paying customer.
        Earn = "earn",
        /// Makes room for one more employee and renovation, and has a wage of its own.
        Manage = "manage",
        /// Adds to the ambiance of every renovation.
        Style = "style",
        /// A seat outside the dining room.
        Seat = "seat",
        /// Seats outside, used last.
        Patio = "patio",
        PriceLast = "price-last",
        BuyEarly = "buy-early",
        /// Keeps an ingredient for the next round.
        Freezer = "freezer",
        FirstFoodie = "first-foodie",
        FirstExecutive = "first-executive",
        FirstLocal = "first-local",
        FirstTourist = "first-tourist",
        FirstScenester = "first-scenester",
        FirstVegetableFoodie = "first-vegetable-foodie",
        FirstMeatFoodie = "first-meat-foodie",
        FirstSeafoodFoodie = "first-seafood-foodie",
    }

    /// Ability that draws the first customer of a type (RR-115). Same order as the last variants of [`Benefit`].
    pub enum Attraction {
        Foodie = "first-foodie",
        Executive = "first-executive",
        Local = "first-local",
        Tourist = "first-tourist",
        Scenester = "first-scenester",
        VegetableFoodie = "first-vegetable-foodie",
        MeatFoodie = "first-meat-foodie",
        SeafoodFoodie = "first-seafood-foodie",
    }

    /// Why a game ends (RR-163..165).
    pub enum End {
        Staff = "last employee placed",
        Renovations = "last renovation placed",
        Rooms = "every dining room full",
    }

    /// What the Shill is used for (RR-133).
    pub enum ShillUse { Star = "star", Word = "word of mouth" }
}

/// Number of stores, including the bank.
pub const STORES: usize = Store::COUNT;
pub const KINDS: usize = Kind::COUNT;
/// Number of ordinary customer types.
pub const TYPES: usize = 9;
/// Number of all types; the Shill and the Critic come last.
pub const GUESTS: usize = Guest::COUNT;
pub const CRITERIA: usize = Criterion::COUNT;
/// Number of categories, and of word-of-mouth ranks.
pub const CATEGORIES: usize = Category::COUNT;
pub const ATTRACTIONS: usize = Attraction::COUNT;

/// Gives each value of a short enum a bit, for sets as masks.
macro_rules! bit {
    ($($name:ident),+) => {$(
        impl $name {
            #[inline]
            pub const fn bit(self) -> u8 {
                const { assert!($name::COUNT <= 8, "only short lists of words are masks") };
                1 << self as u8
            }
        }
    )+};
}

bit!(Store, Kind, Category, Attraction, End);

impl Store {
    #[inline]
    pub fn sells(self) -> Option<Kind> {
        match self {
            Store::Farmers => Some(Kind::Vegetable),
            Store::Butcher => Some(Kind::Meat),
            Store::Fish => Some(Kind::Fish),
            Store::HelpWanted | Store::Renovations | Store::Bank => None,
        }
    }
}

impl Kind {
    pub fn market(self) -> Store {
        match self {
            Kind::Fish => Store::Fish,
            Kind::Meat => Store::Butcher,
            Kind::Vegetable => Store::Farmers,
        }
    }

    #[inline]
    pub fn criterion(self) -> Criterion {
        match self {
            Kind::Fish => Criterion::Seafood,
            Kind::Meat => Criterion::Meat,
            Kind::Vegetable => Criterion::Vegetable,
        }
    }
}

impl Guest {
    /// The attractions that may claim a customer of this type, the strongest first (RR-124).
    #[inline]
    pub fn attractions(self) -> &'static [Attraction] {
        match self {
            Guest::Executive => &[Attraction::Executive],
            Guest::Local => &[Attraction::Local],
            Guest::Tourist => &[Attraction::Tourist],
            Guest::Scenester => &[Attraction::Scenester],
            Guest::AllRoundFoodie => &[Attraction::Foodie],
            Guest::MeatFoodie => &[Attraction::Foodie, Attraction::MeatFoodie],
            Guest::SeafoodFoodie => &[Attraction::Foodie, Attraction::SeafoodFoodie],
            Guest::VegetableFoodie => &[Attraction::Foodie, Attraction::VegetableFoodie],
            Guest::Cheapskate | Guest::Shill | Guest::Critic => &[],
        }
    }
}

impl Benefit {
    pub fn attraction(self) -> Option<Attraction> {
        (self as usize).checked_sub(Benefit::FirstFoodie as usize).map(Attraction::at)
    }
}

const _: () = assert!(
    Benefit::COUNT - Benefit::FirstFoodie as usize == Attraction::COUNT,
    "the last benefits are the attractions"
);
