use sim_engine::{bits, settings::words};

words! {
    /// A restaurant type (RE-10), in the order of the rulebook's lists.
    pub enum Cuisine {
        Italian = "italian",
        Chinese = "chinese",
        Burger = "burger",
        Mexican = "mexican",
        Coffee = "coffee",
        BarAndGrill = "bar-and-grill",
        Sushi = "sushi",
        BarBQue = "bar-b-que",
    }

    /// A district type (RE-10).
    pub enum District {
        Government = "government",
        Commercial = "commercial",
        Industrial = "industrial",
        Parks = "parks",
        Wealthy = "wealthy",
        Poor = "poor",
    }

    /// An income card with a target (RE-53 to RE-56).
    pub enum Campaign {
        Mailing = "mailing",
        Billboard = "billboard",
        Radio = "radio",
        AirBanner = "air-banner",
    }

    /// An improvement (RE-57 to RE-76).
    pub enum Improvement {
        Delivery = "delivery",
        DriveThrough = "drive-through",
        Discounts = "discounts",
        CookingStaff = "cooking-staff",
        WaitStaff = "wait-staff",
        SupplyChain = "supply-chain",
        Management = "management",
        Executives = "executives",
        HumanResources = "human-resources",
        Marketing = "marketing",
    }
}

/// A set of restaurant types, one bit each.
pub type Cuisines = u8;

impl Cuisine {
    #[inline]
    pub const fn bit(self) -> Cuisines {
        1 << self as u8
    }
}

#[inline]
pub fn cuisines(set: Cuisines) -> impl Iterator<Item = Cuisine> + Clone {
    bits(set).map(Cuisine::at)
}

impl Improvement {
    /// Number of restaurant types that its owner chooses when playing it.
    #[inline]
    pub const fn choices(self) -> u32 {
        match self {
            Improvement::Delivery
            | Improvement::DriveThrough
            | Improvement::CookingStaff
            | Improvement::WaitStaff
            | Improvement::SupplyChain => 1,
            Improvement::Discounts => 2,
            Improvement::Management
            | Improvement::Executives
            | Improvement::HumanResources
            | Improvement::Marketing => 0,
        }
    }
}

/// Number of different number cards; each stands for the row and the column of its number.
pub const NUMBERS: usize = super::board::SIDE;

/// The face of a card. Cards with the same face are alike.
///
/// Faces are numbered sort by sort: numbers, restaurant types, districts, campaigns, improvements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(pub u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Counts from 0; stands for the row and the column of that number.
    Number(u8),
    Cuisine(Cuisine),
    District(District),
    Campaign(Campaign),
    Improvement(Improvement),
}

const CUISINE_FACES: usize = NUMBERS;
const DISTRICT_FACES: usize = CUISINE_FACES + Cuisine::COUNT;
const CAMPAIGN_FACES: usize = DISTRICT_FACES + District::COUNT;
const IMPROVEMENT_FACES: usize = CAMPAIGN_FACES + Campaign::COUNT;
pub const FACES: usize = IMPROVEMENT_FACES + Improvement::COUNT;

/// A set of faces, one bit each.
pub type Faces = u64;

impl Face {
    pub const NUMBERS: Faces = (1 << CUISINE_FACES) - 1;
    pub const INCOMES: Faces = (1 << IMPROVEMENT_FACES) - (1 << CUISINE_FACES);
    pub const IMPROVEMENTS: Faces = (1 << FACES) - (1 << IMPROVEMENT_FACES);

    pub fn all() -> impl Iterator<Item = Face> {
        (0..FACES as u8).map(Face)
    }

    /// The number card of a row and column, from 0.
    #[inline]
    pub const fn number(number: u8) -> Face {
        Face(number)
    }

    #[inline]
    pub const fn cuisine(cuisine: Cuisine) -> Face {
        Face((CUISINE_FACES + cuisine as usize) as u8)
    }

    #[inline]
    pub const fn district(district: District) -> Face {
        Face((DISTRICT_FACES + district as usize) as u8)
    }

    #[inline]
    pub const fn campaign(campaign: Campaign) -> Face {
        Face((CAMPAIGN_FACES + campaign as usize) as u8)
    }

    #[inline]
    pub const fn improvement(improvement: Improvement) -> Face {
        Face((IMPROVEMENT_FACES + improvement as usize) as u8)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub const fn bit(self) -> Faces {
        1 << self.0
    }

    #[inline]
    pub fn sort(self) -> Sort {
        let at = self.index();
        match at {
            ..CUISINE_FACES => Sort::Number(self.0),
            CUISINE_FACES..DISTRICT_FACES => Sort::Cuisine(Cuisine::at(at - CUISINE_FACES)),
            DISTRICT_FACES..CAMPAIGN_FACES => Sort::District(District::at(at - DISTRICT_FACES)),
            CAMPAIGN_FACES..IMPROVEMENT_FACES => Sort::Campaign(Campaign::at(at - CAMPAIGN_FACES)),
            _ => Sort::Improvement(Improvement::at(at - IMPROVEMENT_FACES)),
        }
    }

    /// The row id in the data file: `number-3`, `italian-card`, `mailing`, `delivery`.
    pub fn name(self) -> String {
        match self.sort() {
            Sort::Number(number) => format!("number-{}", number + 1),
            Sort::Cuisine(cuisine) => format!("{cuisine}-card"),
            Sort::District(district) => format!("{district}-card"),
            Sort::Campaign(campaign) => campaign.word().to_owned(),
            Sort::Improvement(improvement) => improvement.word().to_owned(),
        }
    }

    pub fn parse(name: &str) -> Option<Face> {
        if let Some(number) = name.strip_prefix("number-") {
            let number = number.parse::<u8>().ok().filter(|n| (1..=NUMBERS as u8).contains(n))?;
            return Some(Face::number(number - 1));
        }
        if let Some(place) = name.strip_suffix("-card") {
            let cuisine = place.parse().map(Face::cuisine);
            return cuisine.or_else(|_| place.parse().map(Face::district)).ok();
        }
        name.parse().map(Face::campaign).or_else(|_| name.parse().map(Face::improvement)).ok()
    }
}

#[inline]
pub fn faces(set: Faces) -> impl Iterator<Item = Face> + Clone {
    bits(set).map(|at| Face(at as u8))
}
