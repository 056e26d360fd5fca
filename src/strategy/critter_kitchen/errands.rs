//! Features of sending a chef to a location, built on the script's own worth of items.

use super::{
    items,
    standing::{Standing, ascending},
    vocabulary::Errand as F,
};
use crate::strategy::spec::flag;
use crate::{
    rules::critter_kitchen::{
        Item,
        cards::{Board, PLACES, REVEALS},
        decision, known_kinds,
        token::{KINDS, RUMOR_KINDS, SPICE_KINDS},
        variant::{CHEFS, ZOUS},
    },
    strategy::{Desk, Script, desk::rivals, formula::Columns},
};

/// Codes of items in the table of worths: tokens first.
const SOUP: usize = KINDS;
const BISQUE: usize = KINDS + 1;
const ZOUS_CHEF: usize = KINDS + 2;
const CODES: usize = KINDS + 3;

/// What a seat may expect of each location.
pub struct Market {
    worth: [f64; CODES],
    /// Share of rivals' chefs expected at each place.
    share: [f64; PLACES],
    leftovers: f64,
    /// Mean and spread of the worth of a drawn token.
    drawn: (f64, f64),
}

impl Market {
    /// Values every item in sight, and a drawn token, by the script's formula for `pick`.
    pub fn new(me: &Standing<'_>, script: &Script, desk: &mut Desk) -> Market {
        let rules = me.rules;
        let point = script.point(decision::PICK);
        let wanted = point.part_masks[0];
        let unseen = me.seen.unseen();
        let open = !known_kinds(me.kitchen.known());
        let visible = (0..rules.cards.locations.len())
            .fold(unseen.kinds(), |mask, place| mask | me.seen.spread(place).tokens.kinds())
            & open;
        let mut items: [Option<Item>; CODES] = [None; CODES];
        let mut codes = [0u8; CODES];
        let mut count = 0;
        let tokens = ascending(visible).map(|token| (Some(Item::Token(token)), token.index()));
        let others = [(Item::Soup, SOUP), (Item::Bisque, BISQUE), (Item::ZousChef, ZOUS_CHEF)];
        for (item, code) in tokens.chain(others.map(|(item, code)| (Some(item), code))) {
            items[count] = item;
            codes[count] = code as u8;
            count += 1;
        }
        let columns = desk.columns(decision::PICK, 0);
        items::clear(columns, wanted, count);
        for (at, &item) in items[..count].iter().enumerate() {
            items::item(me, item, wanted, columns, at);
        }
        let label = |at: usize| items[at].map_or_else(String::new, |item| item.to_string());
        desk.score(script, decision::PICK, 0, count, label);
        let scores = desk.scores(0);
        let mut worth = [0.0; CODES];
        for at in 0..count {
            worth[usize::from(codes[at])] = scores[at].clamp(-1e9, 1e9);
        }
        let mut market = Market { worth, share: [0.0; PLACES], leftovers: 0.0, drawn: (0.0, 0.0) };
        let total = unseen.total_of(open).max(1) as f64;
        let mut squares = 0.0;
        for (token, copies) in unseen.iter().filter(|(token, _)| token.bit() & open != 0) {
            let worth = market.worth[token.index()];
            market.drawn.0 += worth * f64::from(copies);
            squares += worth * worth * f64::from(copies);
        }
        market.drawn.0 /= total;
        squares /= total;
        market.drawn.1 = libm::sqrt((squares - market.drawn.0 * market.drawn.0).max(0.0));
        market.expect_rivals(me);
        market
    }

    /// Rivals are expected where most printed value lies.
    fn expect_rivals(&mut self, me: &Standing<'_>) {
        let rules = me.rules;
        let mut appeal = [0.0; PLACES];
        let mut supply = 0.0;
        for (place, location) in rules.cards.locations.iter().enumerate() {
            let spread = me.seen.spread(place);
            let mut sum = 0.0;
            for (token, count) in spread.tokens.iter() {
                sum += f64::from(count) * if token.is_ingredient() { f64::from(token.value()) } else { 4.0 };
            }
            appeal[place] = sum.min(24.0)
                + match location.board {
                    Board::SoupTruck => 3.0 + 3.0 * f64::from(u8::from(spread.has_bisque)),
                    Board::Shop => 0.0,
                    Board::Merchant => 4.0 * f64::from(location.items),
                    Board::Academy => 6.0,
                };
            supply += f64::from(location.items) + spread.tokens.total() as f64;
        }
        let total: f64 = appeal.iter().sum();
        for (share, appeal) in self.share.iter_mut().zip(appeal) {
            *share = appeal / total.max(1.0);
        }
        let carried: u8 = rules.variant.capacity.iter().sum();
        self.leftovers = (supply - 0.75 * f64::from(carried) * rules.players_at_table() as f64).max(0.0);
    }

    /// What lies at a place that is filled already, the best first.
    fn offers(&self, me: &Standing<'_>, place: usize, offers: &mut Offers) {
        offers.len = 0;
        let spread = me.seen.spread(place);
        let open = spread.tokens.kinds() & !known_kinds(me.kitchen.known());
        for token in ascending(open) {
            offers.push(self.worth[token.index()], f64::from(spread.tokens.count(token)));
        }
        match me.rules.cards.locations[place].board {
            Board::SoupTruck => {
                offers.push(self.worth[SOUP], 99.0);
                if spread.has_bisque {
                    offers.push(self.worth[BISQUE], 1.0);
                }
            }
            Board::Academy => {
                if me.seen.zous_on_offer().is_some() {
                    offers.push(self.worth[ZOUS_CHEF], 1.0);
                }
                // Leftovers are what nobody wanted: worth less than a draw.
                offers.push(0.6 * self.drawn.0, self.leftovers);
            }
            Board::Shop | Board::Merchant => {}
        }
    }

    /// Worth of the best items of a place for a chef after others have taken the best of them.
    fn haul(&self, me: &Standing<'_>, offers: &Offers, capacity: f64, gone: f64) -> f64 {
        let (mut gone, mut room, mut sum) = (gone, capacity, 0.0);
        for &(worth, copies) in &offers.list[..offers.len] {
            let lost = copies.min(gone);
            gone -= lost;
            let taken = (copies - lost).min(room);
            sum += taken * worth;
            room -= taken;
            if room == 0.0 {
                return sum;
            }
        }
        if room == capacity && me.rules.variant.empty_soup { self.worth[SOUP] } else { sum }
    }

    /// The same for tokens that are not drawn yet, by the usual approximation of order statistics.
    fn drawn_haul(&self, items: f64, capacity: f64, gone: f64) -> f64 {
        let (mean, spread) = self.drawn;
        let taken = capacity.min((items - gone).max(0.0));
        if taken <= 0.0 {
            return self.worth[SOUP];
        }
        // The best `taken` of those left lie this many deviations above the mean.
        let lead = (1.0 - (gone + taken / 2.0) / items.max(1.0) - 0.5) * 2.0;
        taken * (mean + spread * lead)
    }

    /// Features of every chef at every place, chef by chef; gives how many.
    pub fn errands(&self, me: &Standing<'_>, wanted: u128, columns: &mut Columns) -> (usize, usize) {
        let rules = me.rules;
        let locations = &rules.cards.locations;
        let chefs = if me.seen.zous(me.seat).is_some() { CHEFS } else { ZOUS };
        let places = locations.len();
        let others: f64 = (rules.players_at_table() - 1) as f64;
        let open = !known_kinds(me.kitchen.known());
        let board = |place: usize| locations[place].board;
        let tokens = |place: usize| &me.seen.spread(place).tokens;
        let mut put = |feature: F, value: &dyn Fn(usize, usize) -> f64| {
            if feature.is_in(wanted) {
                let column = columns.column_mut(feature as usize);
                for (chef, row) in column[..chefs * places].chunks_exact_mut(places).enumerate() {
                    for (place, cell) in row.iter_mut().enumerate() {
                        *cell = value(chef, place);
                    }
                }
            }
        };
        put(F::Capacity, &|chef, _| f64::from(rules.capacity(me.kitchen, chef)));
        put(F::IsZous, &|chef, _| flag(chef == ZOUS));
        put(F::IsSoupTruck, &|_, place| flag(board(place) == Board::SoupTruck));
        put(F::IsShop, &|_, place| flag(board(place) == Board::Shop));
        put(F::IsMerchant, &|_, place| flag(board(place) == Board::Merchant));
        put(F::IsAcademy, &|_, place| flag(board(place) == Board::Academy));
        put(F::Items, &|_, place| match board(place) {
            Board::Merchant => f64::from(locations[place].items),
            _ => tokens(place).total_of(open) as f64,
        });
        put(F::Rumors, &|_, place| tokens(place).total_of(RUMOR_KINDS & open) as f64);
        put(F::Spices, &|_, place| tokens(place).total_of(SPICE_KINDS) as f64);
        put(F::Bisque, &|_, place| flag(me.seen.spread(place).has_bisque));
        put(F::ZousThere, &|_, place| flag(board(place) == Board::Academy && me.seen.round() < REVEALS));
        put(F::Leftovers, &|_, place| if board(place) == Board::Academy { self.leftovers } else { 0.0 });
        put(F::Crowd, &|_, place| self.share[place] * others * ZOUS as f64);
        if wanted & (F::Haul.bit() | F::Contested.bit()) != 0 {
            self.hauls(me, wanted, columns, chefs);
        }
        (chefs, places)
    }

    /// The hauls of every chef at every place, alone there and not.
    fn hauls(&self, me: &Standing<'_>, wanted: u128, columns: &mut Columns, chefs: usize) {
        let rules = me.rules;
        let places = rules.cards.locations.len();
        let others: f64 = (rules.players_at_table() - 1) as f64;
        let zous_capacities: f64 = rivals(rules.players_at_table(), me.seat)
            .filter_map(|rival| me.seen.zous(rival))
            .map(|zous| f64::from(zous.capacity))
            .sum();
        let mut capacities = [0.0; CHEFS];
        // Items that all chefs of rivals together take before each of mine.
        let mut before = [0.0; CHEFS];
        for chef in 0..chefs {
            let queue = rules.queue_of(me.kitchen, chef);
            let ahead: f64 = rules.variant.capacity.iter().map(|&other| taken_before(other, queue)).sum();
            capacities[chef] = f64::from(rules.capacity(me.kitchen, chef));
            before[chef] = others * ahead + zous_capacities / 2.0;
        }
        let mut offers = Offers { list: [(0.0, 0.0); CODES], len: 0 };
        for (place, location) in rules.cards.locations.iter().enumerate() {
            let is_drawn = location.board == Board::Merchant;
            let items = f64::from(location.items);
            if !is_drawn {
                self.offers(me, place, &mut offers);
            }
            let haul = |chef: usize, gone: f64| match is_drawn {
                true => self.drawn_haul(items, capacities[chef], gone),
                false => self.haul(me, &offers, capacities[chef], gone),
            };
            for (chef, before) in before[..chefs].iter().enumerate() {
                let at = chef * places + place;
                if F::Haul.is_in(wanted) {
                    columns.set(F::Haul as usize, at, haul(chef, 0.0));
                }
                if F::Contested.is_in(wanted) {
                    columns.set(F::Contested as usize, at, haul(chef, self.share[place] * before));
                }
            }
        }
    }
}

/// What can be taken at a place, by worth and number, the best first.
struct Offers {
    list: [(f64, f64); CODES],
    len: usize,
}

impl Offers {
    /// Puts an item in its place; of equal ones the first stays in front.
    fn push(&mut self, worth: f64, copies: f64) {
        let mut at = self.len;
        while at > 0 && self.list[at - 1].0 < worth {
            self.list[at] = self.list[at - 1];
            at -= 1;
        }
        self.list[at] = (worth, copies);
        self.len += 1;
    }
}

/// Items that a rival's chef is expected to take before one in this queue.
fn taken_before(other: u8, queue: u8) -> f64 {
    match other.cmp(&queue) {
        std::cmp::Ordering::Less => f64::from(other),
        std::cmp::Ordering::Equal => f64::from(other) / 2.0,
        std::cmp::Ordering::Greater => 0.0,
    }
}
