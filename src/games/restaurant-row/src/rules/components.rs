//! The contents of the box as data: stores, staff, renovations, ingredients and customers.

use super::{
    house::House,
    variant::{DICE, marked_up},
    words::{
        ATTRACTIONS, Attraction, Benefit, Criterion, GUESTS, Guest, KINDS, Kind, STORES, ShillUse, Store,
        TYPES, bits,
    },
};
use sim_engine::{
    component::{Component, ComponentId, Source},
    luck::hash_name,
    settings::{Record, SettingError, Settings, Table, variant},
};

/// Capacity for employees, and for kinds and tokens of renovations.
pub const MAX_TOKENS: usize = 16;
/// Capacity for ingredients; a set of them is a bit mask.
pub const MAX_INGREDIENTS: usize = 24;
/// Capacity of the customer bag, including the Shill; a set of customers is a bit mask.
pub const MAX_BAG: usize = 32;
/// Marks an empty field: no component or no seat.
pub const NONE: u8 = u8::MAX;

variant! {
    pub struct Employee = read(row: Record<'_>, size: &str) {
        pub name: String = row.id().to_owned(),
        /// Hash of the name; keys its random draws.
        pub key: u64 = hash_name(row.id()),
        pub service: u8,
        pub benefit: Benefit,
        pub amount: u8,
        pub is_in: bool = row.get(size),
    }
}

variant! {
    /// A kind of renovation.
    pub struct Renovation = read(row: Record<'_>, size: &str) {
        pub name: String = row.id().to_owned(),
        /// Hash of the name; keys its random draws.
        pub key: u64 = hash_name(row.id()),
        pub ambiance: u8,
        pub cost: i32 = row.get("price"),
        pub benefit: Benefit,
        pub amount: u8,
        pub tokens: u8 = row.get(size),
    }
}

variant! {
    pub struct Ingredient = read(row: Record<'_>, at_two: Option<(i32, i32)>) {
        pub name: String = row.id().to_owned(),
        /// Hash of the name; keys its random draws.
        pub key: u64 = hash_name(row.id()),
        pub kind: Kind,
        pub forks: u8,
        /// Minimum price for this number of players.
        pub price: i32 = {
            let price = row.get("price");
            at_two.map_or(price, |(percent, extra)| marked_up(price, percent) + extra)
        },
    }
}

#[derive(Debug, Clone)]
pub struct Customer {
    pub name: String,
    /// Hash of the name; keys its random draws.
    pub key: u64,
    pub guest: Guest,
    /// Preferences, the most important first; placeholders for the Shill.
    pub criteria: [Criterion; 3],
}

/// The contents of the box for one number of players.
#[derive(Debug, Clone)]
pub struct Supplies {
    pub employees: Vec<Employee>,
    pub renovations: Vec<Renovation>,
    pub ingredients: Vec<Ingredient>,
    /// The customers of the bag, the Shill last.
    pub customers: Vec<Customer>,
    pub store_order: [Store; STORES],
    pub capacity: [u8; KINDS],
    /// Dollars that a customer of each type adds to the price.
    pub pays: [i32; GUESTS],
    /// Number of Daily Specials spaces that accept at least one kind of a set, indexed by the set's bits.
    pub spaces: [u8; 1 << KINDS],
    /// Ingredients of each kind, as bits.
    pub of_kind: [u32; KINDS],
    /// Threshold of each attraction's condition, valid where a single component has the attraction.
    needs: [u8; ATTRACTIONS],
    /// Attractions that several components have, as bits; each component has its own threshold.
    many: u8,
    pub components: Vec<Component>,
    firsts: Firsts,
}

#[derive(Debug, Clone, Copy, Default)]
struct Firsts {
    renovations: usize,
    ingredients: usize,
    stores: usize,
    guests: usize,
    uses: usize,
    prices: usize,
    loan: usize,
    crowd: usize,
}

/// Returns the records of a table, or an error unless it has 1 to `room` rows.
fn rows(table: &Table, room: usize) -> Result<impl Iterator<Item = Record<'_>>, SettingError> {
    if table.rows.is_empty() || table.rows.len() > room {
        let message = format!("{} rows of {}", table.rows.len(), table.name);
        return Err(SettingError::new(message, format!("1 to {room}")).about([table.name.as_str()]));
    }
    Ok(table.records())
}

impl Supplies {
    pub fn new(settings: &Settings, players: usize) -> Result<Supplies, SettingError> {
        let is_two = players == 2;
        let size = if is_two { "two" } else { "more" };
        let mut components = Vec::new();
        let mut add = |name: &str, kind: &str, source: Source| {
            components.push(Component { name: name.to_owned(), kind: kind.to_owned(), source });
            components.len()
        };
        let mut firsts = Firsts::default();

        let table = settings.table("employees");
        let employees: Vec<_> = rows(table, MAX_TOKENS)?.map(|row| Employee::read(row, size)).collect();
        table.rows.iter().for_each(|row| firsts.renovations = add(&row.id, "employee", row.source));
        let table = settings.table("renovations");
        let renovations: Vec<_> = rows(table, MAX_TOKENS)?.map(|row| Renovation::read(row, size)).collect();
        table.rows.iter().for_each(|row| firsts.ingredients = add(&row.id, "renovation", row.source));
        let table = settings.table("ingredients");
        let at_two =
            is_two.then(|| (settings.get("ingredient_percent_two"), settings.get("ingredient_extra_two")));
        let mut ingredients = Vec::new();
        for record in rows(table, MAX_INGREDIENTS)? {
            let ingredient = Ingredient::read(record, at_two);
            firsts.stores = add(record.id(), ingredient.kind.word(), record.row.source);
            ingredients.push(ingredient);
        }
        let table = settings.table("stores");
        let mut numbers = [0; STORES];
        let mut capacity = [0; KINDS];
        for store in Store::all() {
            let row = table.required(store.word())?;
            firsts.guests = add(&row.id, "store", row.source);
            numbers[store.index()] = table.int(row, "number");
            if let Some(kind) = store.sells() {
                let column = if is_two { "capacity_two" } else { "capacity" };
                capacity[kind.index()] = table.int(row, column) as u8;
            }
        }
        let table = settings.table("guests");
        let mut pays = [0; GUESTS];
        let mut comes = [true; GUESTS];
        let mut preferences = [[Criterion::Price; 2]; TYPES];
        for guest in Guest::all().take(TYPES) {
            let row = table.required(guest.word())?;
            add(&row.id, "customer", row.source);
            pays[guest.index()] = table.int(row, "pays") as i32;
            comes[guest.index()] = table.flag(row, "comes");
            preferences[guest.index()] =
                ["primary", "secondary"].map(|column| table.get::<Criterion>(row, column));
        }
        firsts.uses = add(Guest::Critic.word(), "critic", Source::Rulebook);
        add("shill-star", "shill", Source::Rulebook);
        firsts.prices = add("shill-word", "shill", Source::Rulebook);
        for die in 1..=DICE {
            let table = settings.table("prices");
            let row = table.required(&format!("die-{die}"))?;
            firsts.loan = add(&row.id, "price", row.source);
        }
        firsts.crowd = add("loan", "loan", Source::Rulebook);
        add("first-night-crowd", "track", Source::Rulebook);

        let table = settings.table("customers");
        let mut customers = Vec::new();
        for row in rows(table, MAX_BAG - 1)? {
            let guest: Guest = row.get("type");
            if !comes[guest.index()] {
                continue;
            }
            let [first, second] = preferences[guest.index()];
            let criteria = [first, second, row.get("tertiary")];
            let (name, key) = (row.id().to_owned(), hash_name(row.id()));
            customers.push(Customer { name, key, guest, criteria });
        }
        if customers.is_empty() {
            let error = SettingError::new("no customer comes", "let a type of guests come");
            return Err(error.about(["guests", "customers"]));
        }
        customers.push(Customer {
            name: Guest::Shill.word().to_owned(),
            key: hash_name(Guest::Shill.word()),
            guest: Guest::Shill,
            criteria: [Criterion::Price; 3],
        });
        if renovations.iter().map(|kind| usize::from(kind.tokens)).sum::<usize>() > MAX_TOKENS {
            return Err(SettingError::new("too many renovation tokens", format!("at most {MAX_TOKENS}"))
                .about(["renovations"]));
        }
        let mut store_order: [Store; STORES] = std::array::from_fn(Store::at);
        store_order.sort_by_key(|store| numbers[store.index()]);
        if (1..=STORES as i64).any(|number| !numbers.contains(&number)) {
            return Err(
                SettingError::new("two stores have one number", "number them from 1 to 6").about(["stores"])
            );
        }
        let mut of_kind = [0; KINDS];
        for (at, ingredient) in ingredients.iter().enumerate() {
            of_kind[ingredient.kind.index()] |= 1 << at;
        }
        let (mut needs, mut many) = ([None; ATTRACTIONS], 0);
        let benefits = employees.iter().map(|one| (one.benefit, one.amount));
        for (benefit, amount) in benefits.chain(renovations.iter().map(|one| (one.benefit, one.amount))) {
            if let Some(attraction) = benefit.attraction()
                && needs[attraction.index()].replace(amount).is_some()
            {
                many |= attraction.bit();
            }
        }
        let needs = needs.map(Option::unwrap_or_default);
        Ok(Supplies {
            spaces: spaces(settings, size),
            employees,
            renovations,
            ingredients,
            customers,
            store_order,
            capacity,
            pays,
            of_kind,
            needs,
            many,
            components,
            firsts,
        })
    }

    pub fn employee_id(&self, row: usize) -> ComponentId {
        ComponentId::new(0, row)
    }

    pub fn renovation_id(&self, row: usize) -> ComponentId {
        ComponentId::new(self.firsts.renovations, row)
    }

    pub fn ingredient_id(&self, row: usize) -> ComponentId {
        ComponentId::new(self.firsts.ingredients, row)
    }

    pub fn good_id(&self, store: Store, row: usize) -> ComponentId {
        match store {
            Store::HelpWanted => self.employee_id(row),
            Store::Renovations => self.renovation_id(row),
            _ => self.ingredient_id(row),
        }
    }

    pub fn store_id(&self, store: Store) -> ComponentId {
        ComponentId::new(self.firsts.stores, store.index())
    }

    /// The component of a customer type or of the Critic. The Shill has one component per use; this returns
    /// the one for the star.
    pub fn guest_id(&self, guest: Guest) -> ComponentId {
        match guest {
            Guest::Shill => self.shill_id(ShillUse::Star),
            Guest::Critic => ComponentId::new(self.firsts.guests, TYPES),
            _ => ComponentId::new(self.firsts.guests, guest.index()),
        }
    }

    pub fn shill_id(&self, used: ShillUse) -> ComponentId {
        ComponentId::new(self.firsts.uses, used.index())
    }

    /// The component of a face of the price die, from 1.
    pub fn die_id(&self, die: u8) -> ComponentId {
        ComponentId::new(self.firsts.prices, usize::from(die.max(1)) - 1)
    }

    pub fn loan_id(&self) -> ComponentId {
        ComponentId::new(self.firsts.loan, 0)
    }

    /// A pseudo-component: the lead on the popularity track after the first night.
    pub fn crowd_id(&self) -> ComponentId {
        ComponentId::new(self.firsts.crowd, 0)
    }

    /// Finds the employee or renovation that gives a restaurant this attraction, and its threshold. Of
    /// several, it returns the one with the lowest threshold.
    pub fn attraction_of(&self, house: &House, attraction: Attraction) -> Option<(ComponentId, u8)> {
        let is_it = |benefit: Benefit| benefit.attraction() == Some(attraction);
        let staff = bits(house.staff).map(|row| (self.employee_id(row), &self.employees[row]));
        let staff = staff.filter(|(_, one)| is_it(one.benefit)).map(|(id, one)| (id, one.amount));
        let rooms = bits(house.renovations).map(|row| (self.renovation_id(row), &self.renovations[row]));
        let rooms = rooms.filter(|(_, one)| is_it(one.benefit)).map(|(id, one)| (id, one.amount));
        staff.chain(rooms).min_by_key(|(_, amount)| *amount)
    }

    /// Threshold of the attraction's condition in this restaurant (RR-116..123).
    #[inline]
    pub fn need(&self, house: &House, attraction: Attraction) -> u8 {
        if self.many & attraction.bit() == 0 {
            return self.needs[attraction.index()];
        }
        self.attraction_of(house, attraction).map_or(0, |(_, amount)| amount)
    }

    /// Sum of the minimum prices of a set of ingredients (RR-54).
    #[inline]
    pub fn basket_price(&self, ingredients: u32) -> i32 {
        super::words::bits(ingredients).map(|at| self.ingredients[at].price).sum()
    }

    #[inline]
    pub fn count_kinds(&self, ingredients: u32) -> [u8; KINDS] {
        self.of_kind.map(|of_kind| (of_kind & ingredients).count_ones() as u8)
    }

    /// Whether `counts` ingredients of each kind fit into the Daily Specials with at most `wrong` of them in
    /// spaces of another kind (RR-68..71).
    ///
    /// By Hall's theorem, all ingredients find a space of their kind if no set of kinds outnumbers the spaces
    /// that accept it. Any surplus needs spaces of another kind.
    #[inline]
    pub fn fits(&self, counts: [u8; KINDS], wrong: u8) -> bool {
        let total = counts[0] + counts[1] + counts[2];
        if total > self.spaces[(1 << KINDS) - 1] {
            return false;
        }
        (1..1usize << KINDS).all(|kinds| {
            let wanted: u8 = (0..KINDS).filter(|kind| kinds >> kind & 1 == 1).map(|kind| counts[kind]).sum();
            wanted <= self.spaces[kinds] + wrong
        })
    }
}

fn spaces(settings: &Settings, size: &str) -> [u8; 1 << KINDS] {
    let table = settings.table("specials");
    let mut spaces = [0; 1 << KINDS];
    for row in &table.rows {
        let takes = Kind::all()
            .filter(|kind| table.flag(row, kind.word()))
            .fold(0, |kinds, kind| kinds | usize::from(kind.bit()));
        for (kinds, count) in spaces.iter_mut().enumerate() {
            *count += if kinds & takes != 0 { table.int(row, size) as u8 } else { 0 };
        }
    }
    spaces
}
