//! Buildings, cuisines, employees and renovations as data.

mod reading;

use super::{
    chart::{BOXES, CUISINES, Criterion, FACES, RATINGS, box_name},
    variant::RenovationLimit,
};
use reading::NeedsReader;
use sim_engine::{
    component::{Component, ComponentId, Source},
    settings::{Record, SettingError, Settings, variant, words},
};

/// Districts of the board, one for each face of a die (LB-3).
pub const DISTRICTS: usize = FACES;
pub const CELLS: usize = 36;
/// The highest price (LB-54).
pub const MAX_PRICE: u8 = 8;
/// Maximum number of buildings, employees or renovations, which are bits of a mask.
pub const MAX_KINDS: usize = 32;
const MAX_SPACE: usize = 40;
/// Stands for no building, cuisine, employee or employer.
pub const NONE: u8 = u8::MAX;

words! {
    /// Price levels (LB-50, LB-56).
    pub enum Level { Cheap = "cheap", Affordable = "affordable", High = "high" }
}

impl Level {
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What a component adds to a restaurant: quality, service, ambiance, novelty.
pub type Bonus = [i16; 4];

#[derive(Debug, Clone)]
pub struct Building {
    /// From 0.
    pub district: u8,
    pub min_price: i32,
    pub capacity: u8,
    /// Bits of [`Level`].
    pub levels: u8,
    pub ambiance: i16,
    pub is_large: bool,
}

/// A condition: any one of these is enough (LB-88).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    pub is_free: bool,
    pub cuisines: u8,
    pub large: bool,
    pub employees: u32,
    pub renovations: u32,
}

variant! {
    pub struct Employee = read(row: Record<'_>, needs: Needs) {
        pub name: String = row.id().to_owned(),
        pub price: i32,
        pub bonus: Bonus = bonus(row),
        /// Sum of its printed bonuses.
        pub points: i32 = bonus(row).iter().map(|&points| i32::from(points)).sum(),
        pub needs: Needs = needs,
        pub is_unique: bool = row.get("unique"),
        pub one_per_restaurant: bool,
    }
}

variant! {
    pub struct Renovation = read(row: Record<'_>, needs: Needs) {
        pub name: String = row.id().to_owned(),
        pub cost: i32 = row.get("price"),
        pub bonus: Bonus = bonus(row),
        pub capacity: u8,
        /// Sum of its printed bonuses, sections included.
        pub points: i32 =
            bonus(row).iter().map(|&points| i32::from(points)).sum::<i32>() + row.get::<i32>("capacity"),
        pub needs: Needs = needs,
        pub last_space: u8,
    }
}

fn bonus(row: Record<'_>) -> Bonus {
    ["quality", "service", "ambiance", "novelty"].map(|column| row.get(column))
}

#[derive(Debug, Clone)]
pub struct Supplies {
    pub buildings: Vec<Building>,
    /// Mask of the levels that each cuisine admits; 0 for one that is out of the game.
    pub cuisines: [u8; CUISINES],
    pub employees: Vec<Employee>,
    pub renovations: Vec<Renovation>,
    /// Employee printed on each cell, or [`NONE`].
    pub jobs: [u8; CELLS],
    pub steps: [[u8; DISTRICTS]; DISTRICTS],
    /// Level of each price; the entry of price 0 is not used.
    pub level_of: [Level; MAX_PRICE as usize + 1],
    /// Mask of the prices in each set of levels, price 1 being bit 1.
    prices_of: [u16; 8],
    /// Lower edges of the second, third and fourth band of each rating.
    pub bands: [[i32; 3]; RATINGS],
    /// Mask of the employees that a restaurant may have only once, unique ones included.
    pub single: u32,
    pub uniques: u32,
    /// Masks of the employees and renovations that the bonuses of others require.
    pub prerequisites: (u32, u32),
    pub only_adds: bool,
    pub building_prices: Prices,
    pub employee_prices: Prices,
    pub renovation_prices: Prices,
    /// Mask of the renovations within their time limit, by the space of the time cube.
    in_time: [u32; MAX_SPACE + 2],
    pub components: Vec<Component>,
    /// Index of the first component of each [`Kind`].
    pub firsts: [usize; KINDS],
}

/// Masks of the components that each sum of money can buy.
#[derive(Debug, Clone)]
pub struct Prices(Vec<u32>);

impl Prices {
    fn new(prices: impl Iterator<Item = i32> + Clone) -> Prices {
        let most = prices.clone().max().unwrap_or(0);
        let within = |cash: i32| {
            prices.clone().enumerate().fold(0, |mask, (at, price)| mask | u32::from(price <= cash) << at)
        };
        Prices((0..=most).map(within).collect())
    }

    #[inline]
    pub fn within(&self, cash: i32) -> u32 {
        usize::try_from(cash).map_or(0, |cash| self.0[cash.min(self.0.len() - 1)])
    }
}

pub fn cuisine_word(cuisine: usize) -> &'static str {
    Criterion::WORDS[RATINGS + 1 + cuisine]
}

impl Supplies {
    pub fn new(settings: &Settings, players: usize) -> Result<Supplies, SettingError> {
        let buildings = reading::buildings(settings, players)?;
        let employee_names = reading::names(settings, "employees")?;
        let renovation_names = reading::names(settings, "renovations")?;
        let reader = NeedsReader { settings, employees: &employee_names, renovations: &renovation_names };
        let employees = reader.read_all("employees", Employee::read)?;
        let renovations = reader.read_all("renovations", Renovation::read)?;
        let staff = |test: &dyn Fn(&Employee) -> bool| {
            employees.iter().enumerate().fold(0, |mask, (at, one)| mask | u32::from(test(one)) << at)
        };
        let needs = || employees.iter().map(|one| one.needs).chain(renovations.iter().map(|one| one.needs));
        let mut bonuses =
            employees.iter().map(|one| one.bonus).chain(renovations.iter().map(|one| one.bonus));
        let limit: RenovationLimit = settings.get("renovation_limit");
        let level_of = reading::levels(settings)?;
        let is_of = |price: u8, levels: usize| level_of[usize::from(price)].bit() & levels as u8 != 0;
        let prices = |levels| {
            (1..=MAX_PRICE).fold(0, |prices, price| prices | u16::from(is_of(price, levels)) << price)
        };
        let is_open = |renovation: &Renovation, time: usize| match limit {
            RenovationLimit::Past => time <= usize::from(renovation.last_space),
            RenovationLimit::Reached => time < usize::from(renovation.last_space),
        };
        let mut supplies = Supplies {
            cuisines: reading::cuisines(settings)?,
            single: staff(&|one| one.one_per_restaurant || one.is_unique),
            uniques: staff(&|one| one.is_unique),
            prerequisites: (
                needs().fold(0, |mask, needs| mask | needs.employees),
                needs().fold(0, |mask, needs| mask | needs.renovations),
            ),
            only_adds: bonuses.all(|bonus| bonus.iter().all(|&points| points >= 0)),
            building_prices: Prices::new(buildings.iter().map(|building| building.min_price)),
            employee_prices: Prices::new(employees.iter().map(|employee| employee.price)),
            renovation_prices: Prices::new(renovations.iter().map(|renovation| renovation.cost)),
            in_time: std::array::from_fn(|time| {
                let open = renovations.iter().map(|renovation| is_open(renovation, time));
                open.enumerate().fold(0, |mask, (at, is_open)| mask | u32::from(is_open) << at)
            }),
            buildings,
            employees,
            renovations,
            jobs: reading::jobs(settings, &employee_names)?,
            steps: reading::steps(settings),
            level_of,
            prices_of: std::array::from_fn(prices),
            bands: reading::bands(settings)?,
            components: Vec::new(),
            firsts: [0; KINDS],
        };
        supplies.components = components(settings);
        for (at, first) in supplies.firsts.iter_mut().enumerate() {
            let word = Kind::WORDS[at];
            let found = supplies.components.iter().position(|component| component.kind == word);
            *first = found.unwrap_or(supplies.components.len());
        }
        Ok(supplies)
    }

    #[inline]
    pub fn level(&self, price: u8) -> Level {
        self.level_of[usize::from(price)]
    }

    /// Returns the mask of prices that fit a building and, if there is one, a cuisine (LB-56, LB-58).
    #[inline]
    pub fn prices(&self, building: u8, cuisine: u8) -> u16 {
        let mut levels = self.buildings[usize::from(building)].levels;
        if cuisine != NONE {
            levels &= self.cuisines[usize::from(cuisine)];
        }
        self.prices_of[usize::from(levels)]
    }

    #[inline]
    pub fn is_price_legal(&self, building: u8, cuisine: u8, price: u8) -> bool {
        self.prices(building, cuisine) >> price & 1 == 1
    }

    /// Returns the mask of renovations within their time limit (LB-93, LB-A22).
    #[inline]
    pub fn renovations_in_time(&self, time: u8) -> u32 {
        self.in_time[usize::from(time).min(MAX_SPACE + 1)]
    }

    #[inline]
    pub fn component(&self, kind: Kind, row: impl Into<usize>) -> ComponentId {
        ComponentId::new(self.firsts[kind as usize], row.into())
    }
}

words! {
    /// Kinds of components whose use is counted, in component order.
    pub enum Kind {
        Building = "building",
        Cuisine = "cuisine",
        Price = "price",
        Employee = "employee",
        Renovation = "renovation",
        Box = "box",
        Finance = "finance",
    }
}

pub const KINDS: usize = Kind::COUNT;

fn components(settings: &Settings) -> Vec<Component> {
    let mut list = Vec::new();
    let mut add = |name: String, kind: &str, source| {
        list.push(Component { name, kind: kind.to_owned(), source });
    };
    for row in &settings.table("buildings").rows {
        add(row.id.clone(), "building", row.source);
    }
    for cuisine in 0..CUISINES {
        let row = settings.table("cuisines").row(cuisine_word(cuisine));
        add(cuisine_word(cuisine).to_owned(), "cuisine", row.map_or(Source::Changed, |row| row.source));
    }
    for price in 1..=MAX_PRICE {
        add(format!("price-{price}"), "price", Source::Rulebook);
    }
    for row in &settings.table("employees").rows {
        add(row.id.clone(), "employee", row.source);
    }
    for row in &settings.table("renovations").rows {
        add(row.id.clone(), "renovation", row.source);
    }
    // In the order of the boxes, regardless of the order of the rows.
    for name in (0..BOXES).map(box_name) {
        let row = settings.table("chart").row(&name);
        add(name, "box", row.map_or(Source::Changed, |row| row.source));
    }
    add("ads".to_owned(), "finance", Source::Rulebook);
    add("loan".to_owned(), "finance", Source::Rulebook);
    list
}
