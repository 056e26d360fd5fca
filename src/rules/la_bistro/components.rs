//! Buildings, cuisines, employees and renovations as data.

use super::{
    chart::{BOXES, CUISINES, Criterion, FACES, RATINGS},
    label::Label,
    scoring::PRICE,
    variant::{Proximity, RenovationLimit},
};
use crate::rules::{
    params::{ParamError, Params, Row, Table, words},
    record::{Component, Source},
};

/// Districts of the board, one for each face of a die (LB-3).
pub const DISTRICTS: usize = FACES;
/// Cells of the Jobs Board.
pub const CELLS: usize = 36;
/// The highest price (LB-54).
pub const MAX_PRICE: u8 = 8;
/// Room for buildings, employees and renovations: bits of a mask.
pub const MAX_KINDS: usize = 32;
/// The last space a renovation may name.
const MAX_SPACE: usize = 40;
/// No building, no cuisine, nobody.
pub const NONE: u8 = u8::MAX;
/// A band that no value reaches.
const NO_BAND: i64 = 999;

words! {
    /// Price levels (LB-50, LB-56).
    pub enum Level { Cheap = "cheap", Affordable = "affordable", High = "high" }
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Cheap, Level::Affordable, Level::High];

    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What a component adds to a restaurant: quality, service, ambiance, novelty.
pub type Bonus = [i16; 4];

#[derive(Debug, Clone)]
pub struct Building {
    pub label: Label,
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

#[derive(Debug, Clone)]
pub struct Employee {
    pub label: Label,
    pub price: i32,
    pub bonus: Bonus,
    /// Sum of what is printed on it.
    pub points: i32,
    pub needs: Needs,
    pub is_unique: bool,
    pub one_per_restaurant: bool,
}

#[derive(Debug, Clone)]
pub struct Renovation {
    pub label: Label,
    pub cost: i32,
    pub bonus: Bonus,
    pub capacity: u8,
    /// Sum of what is printed on it, sections included.
    pub points: i32,
    pub needs: Needs,
    pub last_space: u8,
}

/// Everything in the box but the chart.
#[derive(Debug, Clone)]
pub struct Supplies {
    pub buildings: Vec<Building>,
    /// Levels that each cuisine admits, as bits; 0 for one that is out of the game.
    pub cuisines: [u8; CUISINES],
    pub employees: Vec<Employee>,
    pub renovations: Vec<Renovation>,
    /// Employee printed on each cell, or [`NONE`].
    pub jobs: [u8; CELLS],
    /// Steps between districts.
    pub steps: [[u8; DISTRICTS]; DISTRICTS],
    /// Level of each price; the entry of price 0 is not used.
    pub level_of: [Level; MAX_PRICE as usize + 1],
    /// Lower edges of the second, third and fourth band of each rating.
    pub bands: [[i32; 3]; RATINGS],
    /// Employees of which a restaurant may have one only, and unique ones, as bits.
    pub single: u32,
    pub uniques: u32,
    /// What others need before they add anything: employees and renovations, as bits.
    pub prerequisites: (u32, u32),
    /// Whether nothing takes ratings away.
    pub only_adds: bool,
    pub building_prices: Prices,
    pub employee_prices: Prices,
    pub renovation_prices: Prices,
    /// Renovations that are not past their time limit, by the space of the time cube, as bits.
    in_time: [u32; MAX_SPACE + 2],
    pub components: Vec<Component>,
    /// Index of the first component of each [`Kind`].
    pub firsts: [usize; KINDS],
}

/// What each sum of money is enough for, as bits.
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

/// The word of a cuisine.
pub fn cuisine_word(cuisine: usize) -> &'static str {
    Criterion::WORDS[RATINGS + 1 + cuisine].0
}

impl Supplies {
    pub fn new(params: &Params, players: usize) -> Result<Supplies, ParamError> {
        let buildings = buildings(params, players)?;
        let employee_names = names(params, "employees")?;
        let renovation_names = names(params, "renovations")?;
        let reader = NeedsReader { employees: &employee_names, renovations: &renovation_names };
        let (employees, renovations) = (employees(params, &reader)?, renovations(params, &reader)?);
        let staff = |test: &dyn Fn(&Employee) -> bool| {
            employees.iter().enumerate().fold(0, |mask, (at, one)| mask | u32::from(test(one)) << at)
        };
        let needs = || employees.iter().map(|one| one.needs).chain(renovations.iter().map(|one| one.needs));
        let mut bonuses =
            employees.iter().map(|one| one.bonus).chain(renovations.iter().map(|one| one.bonus));
        let limit = RenovationLimit::of(params.word("renovation_limit"));
        let is_open = |renovation: &Renovation, time: usize| match limit {
            RenovationLimit::Past => time <= usize::from(renovation.last_space),
            RenovationLimit::Reached => time < usize::from(renovation.last_space),
        };
        let mut supplies = Supplies {
            cuisines: cuisines(params)?,
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
            jobs: jobs(params, &employee_names)?,
            steps: steps(params),
            level_of: levels(params)?,
            bands: bands(params)?,
            components: Vec::new(),
            firsts: [0; KINDS],
        };
        supplies.components = components(params);
        for (at, first) in supplies.firsts.iter_mut().enumerate() {
            let word = Kind::WORDS[at].0;
            let found = supplies.components.iter().position(|component| component.kind == word);
            *first = found.unwrap_or(supplies.components.len());
        }
        Ok(supplies)
    }

    #[inline]
    pub fn level(&self, price: u8) -> Level {
        self.level_of[usize::from(price)]
    }

    /// Whether a price fits a building, and a cuisine where there is one (LB-56, LB-58).
    #[inline]
    pub fn is_price_legal(&self, building: u8, cuisine: u8, price: u8) -> bool {
        let mut levels = self.buildings[usize::from(building)].levels;
        if cuisine != NONE {
            levels &= self.cuisines[usize::from(cuisine)];
        }
        levels & self.level(price).bit() != 0
    }

    /// Renovations whose time limit the cube has not passed (LB-93, LB-A22), as bits.
    #[inline]
    pub fn renovations_in_time(&self, time: u8) -> u32 {
        self.in_time[usize::from(time).min(MAX_SPACE + 1)]
    }

    /// Index of a component.
    #[inline]
    pub fn component(&self, kind: Kind, at: usize) -> usize {
        self.firsts[kind as usize] + at
    }
}

words! {
    /// Sorts of components whose use is counted, in their order.
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

/// Number of sorts.
pub const KINDS: usize = 7;

fn components(params: &Params) -> Vec<Component> {
    let mut list = Vec::new();
    let mut add = |name: String, kind: &str, source| {
        list.push(Component { name, kind: kind.to_owned(), source });
    };
    for row in &params.table("buildings").rows {
        add(row.id.clone(), "building", row.source);
    }
    for cuisine in 0..CUISINES {
        let row = params.table("cuisines").rows.iter().find(|row| row.id == cuisine_word(cuisine));
        add(cuisine_word(cuisine).to_owned(), "cuisine", row.map_or(Source::Changed, |row| row.source));
    }
    for price in 1..=MAX_PRICE {
        add(format!("price-{price}"), "price", Source::Rulebook);
    }
    for row in &params.table("employees").rows {
        add(row.id.clone(), "employee", row.source);
    }
    for row in &params.table("renovations").rows {
        add(row.id.clone(), "renovation", row.source);
    }
    // In the order of the boxes, whatever the order of the rows.
    for at in 1..=BOXES {
        let row = params.table("chart").rows.iter().find(|row| row.id == at.to_string());
        add(format!("box-{at}"), "box", row.map_or(Source::Changed, |row| row.source));
    }
    add("ads".to_owned(), "finance", Source::Rulebook);
    add("loan".to_owned(), "finance", Source::Rulebook);
    list
}

fn names(params: &Params, table: &str) -> Result<Vec<String>, ParamError> {
    let rows = &params.table(table).rows;
    if rows.len() > MAX_KINDS {
        return Err(ParamError::new(
            format!("{} rows of {table} are too many", rows.len()),
            format!("at most {MAX_KINDS}"),
        ));
    }
    Ok(rows.iter().map(|row| row.id.clone()).collect())
}

fn buildings(params: &Params, players: usize) -> Result<Vec<Building>, ParamError> {
    let table = params.table("buildings");
    let large = params.int("large_capacity");
    names(params, "buildings")?;
    if table.rows.len() < players {
        return Err(ParamError::new(
            format!("{} buildings are too few for {players} players", table.rows.len()),
            "every player needs one to take part",
        ));
    }
    table
        .rows
        .iter()
        .map(|row| {
            let [level, other] = ["level", "other_level"].map(|column| Level::of(table.word(row, column)));
            if level == other {
                return Err(ParamError::new(
                    format!("building `{}` has one price level twice", row.id),
                    "set level and other_level to two of cheap, affordable, high",
                ));
            }
            Ok(Building {
                label: Label::new(&row.id),
                district: table.int(row, "district") as u8 - 1,
                min_price: table.int(row, "min_price") as i32,
                capacity: table.int(row, "capacity") as u8,
                levels: level.bit() | other.bit(),
                ambiance: table.int(row, "ambiance") as i16,
                is_large: table.int(row, "capacity") >= large,
            })
        })
        .collect()
}

fn cuisines(params: &Params) -> Result<[u8; CUISINES], ParamError> {
    let table = params.table("cuisines");
    let mut levels = [0; CUISINES];
    for row in &table.rows {
        let Some(at) = (0..CUISINES).find(|&at| cuisine_word(at) == row.id) else {
            let known: Vec<&str> = (0..CUISINES).map(cuisine_word).collect();
            return Err(ParamError::new(
                format!("`{}` is no cuisine of the chart", row.id),
                format!("the cuisines are {}", known.join(", ")),
            ));
        };
        for level in Level::ALL {
            if table.flag(row, Level::WORDS[level as usize].0) {
                levels[at] |= level.bit();
            }
        }
    }
    if levels == [0; CUISINES] {
        return Err(ParamError::new("no cuisine admits any price", "let one of them admit a level"));
    }
    Ok(levels)
}

fn levels(params: &Params) -> Result<[Level; MAX_PRICE as usize + 1], ParamError> {
    let (cheap, affordable) = (params.int("cheap_max"), params.int("affordable_max"));
    if cheap >= affordable {
        return Err(ParamError::new(
            format!("cheap_max = {cheap} is not below affordable_max = {affordable}"),
            "cheap prices end below the affordable ones",
        ));
    }
    Ok(std::array::from_fn(|price| match price as i64 {
        price if price <= cheap => Level::Cheap,
        price if price <= affordable => Level::Affordable,
        _ => Level::High,
    }))
}

/// The bands of the price are its levels (LB-56, LB-118); the others are rows of a table.
fn bands(params: &Params) -> Result<[[i32; 3]; RATINGS], ParamError> {
    let table = params.table("bands");
    let mut bands = [[0; 3]; RATINGS];
    let mut words = Vec::with_capacity(RATINGS);
    for (rating, edges) in bands.iter_mut().enumerate() {
        if rating == PRICE {
            let above = |name: &str| params.int(name) as i32 + 1;
            *edges = [above("cheap_max"), above("affordable_max"), i32::MAX];
            continue;
        }
        let word = Criterion::WORDS[rating].0;
        words.push(word);
        let Some(row) = table.rows.iter().find(|row| row.id == word) else {
            return Err(ParamError::new(
                format!("table `bands` has no row `{word}`"),
                "every rating that boxes compare needs its bands",
            ));
        };
        let read = ["second", "third", "fourth"].map(|column| table.int(row, column));
        let ascends = |low: i64, high: i64| low < high || (low == NO_BAND && high == NO_BAND);
        if !ascends(read[0], read[1]) || !ascends(read[1], read[2]) {
            return Err(ParamError::new(
                format!("the bands of {word} begin at {}, {}, {}", read[0], read[1], read[2]),
                format!("each begins above the one before; {NO_BAND} stands for no such band"),
            ));
        }
        *edges = read.map(|edge| if edge == NO_BAND { i32::MAX } else { edge as i32 });
    }
    if let Some(row) = table.rows.iter().find(|row| !words.contains(&row.id.as_str())) {
        return Err(ParamError::new(
            format!("table `bands` has a row `{}`", row.id),
            format!("its rows are {}; the bands of the price are its levels", words.join(", ")),
        ));
    }
    Ok(bands)
}

fn steps(params: &Params) -> [[u8; DISTRICTS]; DISTRICTS] {
    let numbers = |a: usize, b: usize| a.abs_diff(b) as u8;
    if Proximity::of(params.word("proximity")) == Proximity::Numbers {
        return std::array::from_fn(|a| std::array::from_fn(|b| numbers(a, b)));
    }
    // A district that no border joins to another is as far as can be.
    let mut steps = [[DISTRICTS as u8; DISTRICTS]; DISTRICTS];
    for (at, row) in steps.iter_mut().enumerate() {
        row[at] = 0;
    }
    let table = params.table("borders");
    for row in &table.rows {
        let [one, other] = ["one", "other"].map(|column| table.int(row, column) as usize - 1);
        if one != other {
            steps[one][other] = 1;
            steps[other][one] = 1;
        }
    }
    for via in 0..DISTRICTS {
        for from in 0..DISTRICTS {
            for to in 0..DISTRICTS {
                steps[from][to] = steps[from][to].min(steps[from][via] + steps[via][to]);
            }
        }
    }
    steps
}

/// Reads conditions such as `french or italian`.
struct NeedsReader<'a> {
    employees: &'a [String],
    renovations: &'a [String],
}

impl NeedsReader<'_> {
    fn read(&self, owner: &str, text: &str) -> Result<Needs, ParamError> {
        let mut needs = Needs::default();
        for word in text.split(" or ").map(str::trim) {
            let find = |names: &[String]| names.iter().position(|name| name == word);
            if word == "none" {
                needs.is_free = true;
            } else if word == "large" {
                needs.large = true;
            } else if let Some(cuisine) = (0..CUISINES).find(|&at| cuisine_word(at) == word) {
                needs.cuisines |= 1 << cuisine;
            } else if let Some(employee) = find(self.employees) {
                needs.employees |= 1 << employee;
            } else if let Some(renovation) = find(self.renovations) {
                needs.renovations |= 1 << renovation;
            } else {
                let mut known: Vec<&str> = vec!["large", "none"];
                known.extend(self.employees.iter().chain(self.renovations).map(String::as_str));
                known.extend((0..CUISINES).map(|at| -> &str { cuisine_word(at) }));
                return Err(ParamError::new(
                    format!("`{owner}` needs `{word}`, which is not in the game"),
                    crate::text::suggestion(word, known.iter().copied()),
                ));
            }
        }
        Ok(needs)
    }
}

fn bonus(table: &Table, row: &Row) -> Bonus {
    ["quality", "service", "ambiance", "novelty"].map(|column| table.int(row, column) as i16)
}

fn employees(params: &Params, reader: &NeedsReader<'_>) -> Result<Vec<Employee>, ParamError> {
    let table = params.table("employees");
    let read = |row: &Row| {
        Ok(Employee {
            label: Label::new(&row.id),
            price: table.int(row, "price") as i32,
            bonus: bonus(table, row),
            points: bonus(table, row).iter().map(|&points| i32::from(points)).sum(),
            needs: reader.read(&row.id, table.word(row, "needs"))?,
            is_unique: table.flag(row, "unique"),
            one_per_restaurant: table.flag(row, "one_per_restaurant"),
        })
    };
    table.rows.iter().map(read).collect()
}

fn renovations(params: &Params, reader: &NeedsReader<'_>) -> Result<Vec<Renovation>, ParamError> {
    let table = params.table("renovations");
    let read = |row: &Row| {
        Ok(Renovation {
            label: Label::new(&row.id),
            cost: table.int(row, "cost") as i32,
            bonus: bonus(table, row),
            capacity: table.int(row, "capacity") as u8,
            points: bonus(table, row).iter().map(|&points| i32::from(points)).sum::<i32>()
                + table.int(row, "capacity") as i32,
            needs: reader.read(&row.id, table.word(row, "needs"))?,
            last_space: table.int(row, "last_space") as u8,
        })
    };
    table.rows.iter().map(read).collect()
}

fn jobs(params: &Params, employees: &[String]) -> Result<[u8; CELLS], ParamError> {
    let table = params.table("jobs");
    let mut jobs = [NONE; CELLS];
    for at in 0..FACES {
        let id = (at + 1).to_string();
        let Some(row) = table.rows.iter().find(|row| row.id == id) else {
            return Err(ParamError::new(
                format!("table `jobs` has no row {id}"),
                "the Jobs Board has rows with the ids \"1\" to \"6\"",
            ));
        };
        for column in 0..FACES {
            let word = table.word(row, &format!("column_{}", column + 1));
            if word == "none" {
                continue;
            }
            let Some(employee) = employees.iter().position(|name| name == word) else {
                return Err(ParamError::new(
                    format!("row {id} of the Jobs Board names `{word}`, which is no employee"),
                    crate::text::suggestion(word, employees.iter().map(String::as_str).chain(["none"])),
                ));
            };
            jobs[at * FACES + column] = employee as u8;
        }
    }
    Ok(jobs)
}
