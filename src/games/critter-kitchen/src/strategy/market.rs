//! Features of sending a chef to a location, based on the script's own scores of items.

use super::{
    prices::{self, Prices},
    standing::{Standing, ascending},
    vocabulary::Errand as F,
};
use crate::rules::{
    cards::{Board, PLACES, REVEALS},
    known_kinds,
    token::{KINDS, LOW, RUMOR_KINDS, SPICE_KINDS, TYPES, VALUES},
    variant::{CHEFS, ZOUS},
};
use sim_script::{Evaluator, Script, evaluator::rivals, formula::Columns, spec::flag};

/// Appeal of each token to rivals: the printed value of an ingredient, 4 for other tokens.
const APPEAL: [u8; KINDS] = {
    let mut appeal = [4; KINDS];
    let mut at = 0;
    while at < TYPES * VALUES {
        appeal[at] = LOW + (at % VALUES) as u8;
        at += 1;
    }
    appeal
};

pub struct Market<'a> {
    prices: &'a Prices,
    /// Mask of the kinds of token that the seat may take.
    open: u64,
    share: [f64; PLACES],
    leftovers: f64,
    /// Mean and standard deviation of the worth of a drawn token.
    drawn: (f64, f64),
}

impl<'a> Market<'a> {
    pub fn new(
        me: &Standing<'_>,
        script: &Script,
        evaluator: &mut Evaluator,
        prices: &'a mut Prices,
    ) -> Market<'a> {
        let rules = me.rules;
        let unseen = me.seen.unseen();
        let open = !known_kinds(me.kitchen.known_rumors());
        let visible = (0..rules.cards.locations.len())
            .fold(unseen.kinds(), |mask, place| mask | me.seen.spread(place).tokens.kinds())
            & open;
        // Leaving is scored as well: a pick of the round will need it.
        let others = [prices::SOUP, prices::BISQUE, prices::ZOUS_CHEF, prices::LEAVING];
        let wanted = others.iter().fold(visible, |mask, code| mask | 1 << code);
        prices.renew(me, script, evaluator, wanted);
        let (mut total, mut sum, mut squares) = (0, 0.0, 0.0);
        for token in ascending(unseen.kinds() & open) {
            let (worth, count) = (prices.worth(token.index()), unseen.count(token));
            let copies = f64::from(count);
            sum += worth * copies;
            squares += worth * worth * copies;
            total += u32::from(count);
        }
        let total = f64::from(total.max(1));
        let mean = sum / total;
        let drawn = (mean, libm::sqrt((squares / total - mean * mean).max(0.0)));
        let mut market = Market { prices, open, share: [0.0; PLACES], leftovers: 0.0, drawn };
        market.expect_rivals(me);
        market
    }

    /// Estimates each place's share of rival chefs, in proportion to its appeal, and the academy's leftovers.
    fn expect_rivals(&mut self, me: &Standing<'_>) {
        let rules = me.rules;
        let mut appeal = [0.0; PLACES];
        let mut supply = 0;
        for (place, location) in rules.cards.locations.iter().enumerate() {
            let spread = me.seen.spread(place);
            let mut sum = 0;
            for (token, count) in spread.tokens.iter() {
                sum += u32::from(count) * u32::from(APPEAL[token.index()]);
                supply += u32::from(count);
            }
            appeal[place] = f64::from(sum.min(24))
                + match location.board {
                    Board::SoupTruck => 3.0 + 3.0 * f64::from(u8::from(spread.has_bisque)),
                    Board::Shop => 0.0,
                    Board::Merchant => 4.0 * f64::from(location.items),
                    Board::Academy => 6.0,
                };
            supply += u32::from(location.items);
        }
        let total: f64 = appeal.iter().sum();
        for (share, appeal) in self.share.iter_mut().zip(appeal) {
            *share = appeal / total.max(1.0);
        }
        let carried: u8 = rules.variant.capacity.iter().sum();
        let rest = f64::from(supply) - 0.75 * f64::from(carried) * rules.players_at_table() as f64;
        self.leftovers = rest.max(0.0);
    }

    /// Lists the items of a place that is filled already, the best first.
    fn offers(&self, me: &Standing<'_>, place: usize, offers: &mut Offers) {
        offers.len = 0;
        let spread = me.seen.spread(place);
        for token in ascending(spread.tokens.kinds() & self.open) {
            offers.push(self.prices.worth(token.index()), f64::from(spread.tokens.count(token)));
        }
        match me.rules.cards.locations[place].board {
            Board::SoupTruck => {
                offers.push(self.prices.worth(prices::SOUP), 99.0);
                if spread.has_bisque {
                    offers.push(self.prices.worth(prices::BISQUE), 1.0);
                }
            }
            Board::Academy => {
                if me.seen.zous_on_offer().is_some() {
                    offers.push(self.prices.worth(prices::ZOUS_CHEF), 1.0);
                }
                // Nobody wanted the leftovers, so they are worth less than a draw.
                offers.push(0.6 * self.drawn.0, self.leftovers);
            }
            Board::Shop | Board::Merchant => {}
        }
    }

    /// Returns the worth of a chef's haul at a place after others have taken the `gone` best items.
    fn haul(&self, me: &Standing<'_>, offers: &Offers, capacity: f64, gone: f64) -> f64 {
        let (mut gone, mut room, mut sum) = (gone, capacity, 0.0);
        for &(worth, copies) in &offers.list[..offers.len] {
            let lost = lesser(copies, gone);
            gone -= lost;
            let taken = lesser(copies - lost, room);
            sum += taken * worth;
            room -= taken;
            if room == 0.0 {
                return sum;
            }
        }
        if room == capacity && me.rules.variant.empty_soup { self.prices.worth(prices::SOUP) } else { sum }
    }

    /// Returns the expected worth of a haul of undrawn tokens, by a linear approximation of order statistics.
    fn drawn_haul(&self, items: f64, capacity: f64, gone: f64) -> f64 {
        let (mean, spread) = self.drawn;
        let taken = capacity.min((items - gone).max(0.0));
        if taken <= 0.0 {
            return self.prices.worth(prices::SOUP);
        }
        // Standard deviations by which the best `taken` of the remaining tokens exceed the mean.
        let lead = (1.0 - (gone + taken / 2.0) / items.max(1.0) - 0.5) * 2.0;
        taken * (mean + spread * lead)
    }

    /// Writes the features of every chef at every place, chef by chef. Returns the numbers of chefs and places.
    pub fn errands(&self, me: &Standing<'_>, wanted: u128, columns: &mut Columns) -> (usize, usize) {
        let rules = me.rules;
        let locations = &rules.cards.locations;
        let chefs = if me.seen.zous(me.seat).is_some() { CHEFS } else { ZOUS };
        let places = locations.len();
        let others: f64 = (rules.players_at_table() - 1) as f64;
        let open = self.open;
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
        if wanted & (F::WentBefore.bit() | F::AheadBefore.bit()) != 0 {
            let (mut went, mut before) = ([0.0; PLACES], [[0.0; PLACES]; CHEFS]);
            for (other, place) in been(me) {
                went[place] += 1.0;
                for (chef, before) in before.iter_mut().enumerate().take(chefs) {
                    before[place] += ahead(me, other, rules.queue_of(me.kitchen, chef));
                }
            }
            put(F::WentBefore, &|_, place| went[place]);
            put(F::AheadBefore, &|chef, place| before[chef][place]);
        }
        put(F::Crowd, &|_, place| self.share[place] * others * ZOUS as f64);
        if wanted & (F::Haul.bit() | F::Contested.bit()) != 0 {
            self.hauls(me, wanted, columns, chefs);
        }
        (chefs, places)
    }

    fn hauls(&self, me: &Standing<'_>, wanted: u128, columns: &mut Columns, chefs: usize) {
        let rules = me.rules;
        let places = rules.cards.locations.len();
        let others: f64 = (rules.players_at_table() - 1) as f64;
        let zous_capacities: f64 = rivals(rules.players_at_table(), me.seat)
            .filter_map(|rival| me.seen.zous(rival))
            .map(|zous| f64::from(zous.capacity))
            .sum();
        let mut capacities = [0.0; CHEFS];
        // Items that all rival chefs together take before each own chef.
        let mut before = [0.0; CHEFS];
        for chef in 0..chefs {
            let queue = rules.queue_of(me.kitchen, chef);
            let ahead: f64 = rules.variant.capacity.iter().map(|&other| taken_before(other, queue)).sum();
            capacities[chef] = f64::from(rules.capacity(me.kitchen, chef));
            before[chef] = others * ahead + zous_capacities / 2.0;
        }
        let mut offers = Offers { list: [(0.0, 0.0); prices::CODES], len: 0 };
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

fn been<'a>(me: &'a Standing<'_>) -> impl Iterator<Item = (usize, usize)> + 'a {
    let chefs = |rival| (0..CHEFS).map(move |chef| (rival, chef));
    rivals(me.rules.players_at_table(), me.seat)
        .flat_map(chefs)
        .filter_map(|(rival, chef)| me.seen.been(rival, chef).map(|place| (chef, place)))
}

/// Returns 1 if a rival's chef of the previous round would choose before one in a queue, otherwise 0. A tie
/// counts 0.5, and so does a zous-chef, which has left since.
fn ahead(me: &Standing<'_>, chef: usize, queue: u8) -> f64 {
    if chef == ZOUS || me.rules.variant.capacity[chef] == queue {
        return 0.5;
    }
    flag(me.rules.variant.capacity[chef] < queue)
}

/// Items that can be taken at a place as pairs of worth and number, the best first.
struct Offers {
    list: [(f64, f64); prices::CODES],
    len: usize,
}

impl Offers {
    /// Inserts an item in descending order of worth; equal items keep their order.
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

/// The lesser of two numbers in one instruction; neither may be NaN.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

fn taken_before(other: u8, queue: u8) -> f64 {
    match other.cmp(&queue) {
        std::cmp::Ordering::Less => f64::from(other),
        std::cmp::Ordering::Equal => f64::from(other) / 2.0,
        std::cmp::Ordering::Greater => 0.0,
    }
}
