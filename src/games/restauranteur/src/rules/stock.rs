//! The contents of the box: copies and prices of cards and counters, read from the data file.

use super::{
    board::{CELLS, SIDE},
    components::{Cuisine, District, FACES, Face, Improvement},
    variant::Variant,
};
use sim_engine::{
    Component, ComponentId, Seat, SettingError, Settings, Source,
    luck::{self, hash_name},
};

pub const MAX_DECK: usize = 128;
/// Maximum number of restaurant counters; with the districts, they must fit on the board.
pub const MAX_COUNTERS: usize = CELLS;

/// First component index of improvements, restaurants and districts; cards start at 0.
const IMPROVEMENTS: usize = FACES - Improvement::COUNT;
const RESTAURANTS: usize = FACES;
const DISTRICTS: usize = RESTAURANTS + Cuisine::COUNT;
const COMPONENTS: usize = DISTRICTS + District::COUNT;

#[inline]
pub const fn card_component(face: Face) -> ComponentId {
    match face.index() {
        card @ ..IMPROVEMENTS => ComponentId::new(0, card),
        card => ComponentId::new(IMPROVEMENTS, card - IMPROVEMENTS),
    }
}

#[inline]
pub const fn cuisine_component(cuisine: Cuisine) -> ComponentId {
    ComponentId::new(RESTAURANTS, cuisine.index())
}

#[inline]
pub const fn district_component(district: District) -> ComponentId {
    ComponentId::new(DISTRICTS, district.index())
}

#[derive(Debug, Clone)]
pub struct Stock {
    /// Copies of each face.
    pub cards: [u8; FACES],
    pub improvement_prices: [i32; Improvement::COUNT],
    /// Counters of each restaurant type, and coins to build one.
    pub counters: [u8; Cuisine::COUNT],
    pub prices: [i32; Cuisine::COUNT],
    pub districts: [u8; District::COUNT],
    /// The lowest price of a counter and of an improvement that the box holds.
    pub(super) cheapest_counter: i32,
    pub(super) cheapest_improvement: i32,
    pub components: Vec<Component>,
    /// A face that a seat is certain to be dealt.
    pub given: Option<(Face, Seat)>,
    pub(super) face_hashes: [u64; FACES],
    pub(super) card_copies: Vec<luck::Card>,
    pub(super) counter_copies: Vec<luck::Card>,
    pub(super) district_copies: Vec<luck::Card>,
}

impl Stock {
    pub fn new(settings: &Settings, variant: &Variant, players: usize) -> Result<Stock, SettingError> {
        let mut stock = Stock {
            cards: [0; FACES],
            improvement_prices: [0; Improvement::COUNT],
            counters: [0; Cuisine::COUNT],
            prices: [0; Cuisine::COUNT],
            districts: [0; District::COUNT],
            cheapest_counter: i32::MAX,
            cheapest_improvement: i32::MAX,
            components: Vec::new(),
            given: None,
            face_hashes: std::array::from_fn(|face| hash_name(&Face(face as u8).name())),
            card_copies: Vec::new(),
            counter_copies: Vec::new(),
            district_copies: Vec::new(),
        };
        let mut sources = [Source::Reconstructed; COMPONENTS];
        for name in ["cards", "improvements"] {
            let table = settings.table(name);
            for row in &table.rows {
                let is_improvement = name == "improvements";
                let found = Face::parse(&row.id)
                    .filter(|face| (Face::IMPROVEMENTS & face.bit() != 0) == is_improvement);
                let face = found.ok_or_else(|| unknown(name, &row.id, Face::all().map(Face::name)))?;
                stock.cards[face.index()] = table.int(row, "copies") as u8;
                if let super::components::Sort::Improvement(card) = face.sort() {
                    stock.improvement_prices[card.index()] = table.int(row, "price") as i32;
                }
                sources[card_component(face).index()] = row.source;
            }
        }
        let table = settings.table("restaurants");
        for row in &table.rows {
            let words = Cuisine::all().map(|cuisine| cuisine.word().to_owned());
            let cuisine: Cuisine = row.id.parse().map_err(|_| unknown("restaurants", &row.id, words))?;
            stock.counters[cuisine.index()] = table.int(row, "counters") as u8;
            stock.prices[cuisine.index()] = table.int(row, "price") as i32;
            sources[cuisine_component(cuisine).index()] = row.source;
        }
        let table = settings.table("districts");
        for row in &table.rows {
            let words = District::all().map(|district| district.word().to_owned());
            let district: District = row.id.parse().map_err(|_| unknown("districts", &row.id, words))?;
            stock.districts[district.index()] = table.int(row, "counters") as u8;
            sources[district_component(district).index()] = row.source;
        }
        stock.number_copies();
        stock.find_cheapest();
        stock.name_components(&sources);
        stock.check(variant, players)?;
        stock.give(settings, variant, players)?;
        Ok(stock)
    }

    fn give(&mut self, settings: &Settings, variant: &Variant, players: usize) -> Result<(), SettingError> {
        let Some((name, seat)) = settings.gift(players)? else { return Ok(()) };
        let face = Face::parse(name).filter(|face| self.cards[face.index()] > 0);
        let Some(face) = face.filter(|_| variant.start_cards[seat] > 0) else {
            let message = format!("no copy of `{name}` can be dealt to a player");
            return Err(SettingError::new(message, "give another card").about(["given"]));
        };
        self.given = Some((face, seat));
        Ok(())
    }

    fn number_copies(&mut self) {
        for (at, &count) in self.cards.iter().enumerate() {
            self.card_copies.extend(luck::Card::copies(at, self.face_hashes[at], count));
        }
        for cuisine in Cuisine::all() {
            let (name, count) = (hash_name(cuisine.word()), self.counters[cuisine.index()]);
            self.counter_copies.extend(luck::Card::copies(cuisine.index(), name, count));
        }
        for district in District::all() {
            let (name, count) = (hash_name(district.word()), self.districts[district.index()]);
            self.district_copies.extend(luck::Card::copies(district.index(), name, count));
        }
    }

    fn find_cheapest(&mut self) {
        for cuisine in Cuisine::all().filter(|cuisine| self.counters[cuisine.index()] > 0) {
            self.cheapest_counter = self.cheapest_counter.min(self.prices[cuisine.index()]);
        }
        for card in Improvement::all().filter(|&card| self.cards[Face::improvement(card).index()] > 0) {
            self.cheapest_improvement = self.cheapest_improvement.min(self.improvement_prices[card.index()]);
        }
    }

    fn name_components(&mut self, sources: &[Source]) {
        let kind = |face: Face| match face.bit() {
            bit if bit & Face::NUMBERS != 0 => "number card",
            bit if bit & Face::INCOMES != 0 => "income card",
            _ => "improvement",
        };
        let cards = Face::all().map(|face| (face.name(), kind(face)));
        let cuisines = Cuisine::all().map(|cuisine| (cuisine.word().to_owned(), "restaurant"));
        let districts = District::all().map(|district| (district.word().to_owned(), "district"));
        let named = cards.chain(cuisines).chain(districts);
        self.components = named
            .zip(sources)
            .map(|((name, kind), &source)| Component { name, kind: kind.to_owned(), source })
            .collect();
    }

    /// Checks the numbers against each other and against the size of the board (RE-14, RE-16, RE-19, RE-20).
    fn check(&self, variant: &Variant, players: usize) -> Result<(), SettingError> {
        let districts = self.district_copies.len();
        let wanted = SIDE * variant.districts_per_row;
        if districts != wanted {
            return Err(SettingError::new(
                format!("{districts} districts do not make {} a row", variant.districts_per_row),
                format!("the counters in table `districts` must add up to {wanted}"),
            )
            .about(["districts", "districts_per_row"]));
        }
        let counters = self.counter_copies.len();
        let pools = variant.pool_size * players;
        if counters < pools || counters + districts > MAX_COUNTERS {
            return Err(SettingError::new(
                format!("{counters} restaurant counters cannot be played"),
                format!(
                    "{players} pools need {pools}, and {districts} districts leave {} cells",
                    MAX_COUNTERS - districts
                ),
            )
            .about(["restaurants", "pool_size", "districts"]));
        }
        let (cards, dealt) = (self.card_copies.len(), 1 + variant.dealt_before(Seat(players as u8)));
        if cards <= dealt || cards > MAX_DECK {
            return Err(SettingError::new(
                format!("a deck of {cards} cards cannot be played"),
                format!(
                    "the copies in `cards` and `improvements` must add up to {} to {MAX_DECK}",
                    dealt + 1
                ),
            )
            .about(["cards", "improvements", "start_cards"]));
        }
        Ok(())
    }
}

fn unknown(table: &str, row: &str, known: impl Iterator<Item = String>) -> SettingError {
    let known: Vec<String> = known.collect();
    SettingError::new(
        format!("the table `{table}` has no place for a row `{row}`"),
        sim_engine::text::suggestion(row, known.iter().map(String::as_str)),
    )
    .about([format!("{table}.{row}")])
}
