//! Expected guests and income of each restaurant once displays and prices are known.
//!
//! A fluid approximation: every customer in the bag counts with its probability of being drawn, and seats
//! fill at the mean rate. Customers go where the rules send them and split evenly over tied restaurants. When
//! a dining room or patio is full, the rest goes elsewhere.

use super::{
    census::{courted, first_share},
    street::Street,
};
use crate::rules::{
    PLAYERS, RestaurantRow,
    variant::PopularityMetric,
    words::{CATEGORIES, CRITERIA, Category, Criterion, GUESTS, Guest, TYPES, bits},
};

#[derive(Debug, Clone, Copy)]
pub struct Crowd {
    /// Customers in the bag, as bits of rows, possibly including the Shill.
    pub bag: u32,
    /// Expected number of them to be drawn.
    pub draws: f64,
    pub critic: bool,
    /// Attractions already used up tonight, as bits.
    pub claimed: u8,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Evening {
    pub guests: f64,
    /// Dollars from those guests.
    pub income: f64,
    /// Time at which the dining rooms fill, as a fraction of the night; above 1 if they do not fill.
    pub full_at: f64,
    /// Guests by the category that they drive, up to the moment the first dining room on the street fills.
    pub talk: [f64; CATEGORIES],
}

/// The customers of the bag by type. Customers of a type share their first two preferences.
struct Wishes<'a> {
    rules: &'a RestaurantRow,
    /// Rows of customers by type, as bits.
    rows: [u32; TYPES],
    /// Both preferences packed into one key per type and restaurant; higher is better.
    keys: [[i32; PLAYERS]; TYPES],
    digits: [[i32; PLAYERS]; CRITERIA],
    /// Types whose first preference is tonight's number of guests, which only the night shows; as bits.
    following: u16,
}

/// Bits per criterion in a key: values from -512 to 511.
const DIGITS: u32 = 10;
const HALF: i32 = 1 << (DIGITS - 1);

impl<'a> Wishes<'a> {
    fn new(rules: &'a RestaurantRow, street: &Street, bag: u32) -> Wishes<'a> {
        let is_tonight = rules.variant.popularity_metric == PopularityMetric::Tonight;
        let mut wishes = Wishes {
            rules,
            rows: [0; TYPES],
            keys: [[0; PLAYERS]; TYPES],
            digits: [[0; PLAYERS]; CRITERIA],
            following: 0,
        };
        let shown = |criterion: &Criterion| !is_tonight || *criterion != Criterion::Popularity;
        for criterion in Criterion::all().filter(shown) {
            let digits = &mut wishes.digits[criterion.index()];
            for (digit, face) in digits.iter_mut().zip(&street.faces[..street.players]) {
                *digit = face.value(criterion).clamp(-HALF, HALF - 1) + HALF;
            }
        }
        let customers = &rules.supplies.customers;
        for row in bits(bag).filter(|&row| customers[row].guest != Guest::Shill) {
            wishes.rows[customers[row].guest.index() % TYPES] |= 1 << row;
        }
        for (at, &rows) in wishes.rows.iter().enumerate().filter(|(_, rows)| **rows != 0) {
            let [first, second, _] = customers[rows.trailing_zeros() as usize].criteria;
            wishes.following |= u16::from(is_tonight && first == Criterion::Popularity) << at;
            let (first, second) = (&wishes.digits[first.index()], &wishes.digits[second.index()]);
            wishes.keys[at] = std::array::from_fn(|house| (first[house] << DIGITS) | second[house]);
        }
        wishes
    }

    /// Types in the bag that follow the crowd, or that do not, as bits.
    fn types(&self, follow: bool) -> u16 {
        let types = self.rows.iter().enumerate();
        let types = types.fold(0, |types, (at, &rows)| types | u16::from(rows != 0) << at);
        types & if follow { self.following } else { !self.following }
    }
}

/// The expected evening of every restaurant, in the order of the street.
pub fn evenings(rules: &RestaurantRow, street: &Street, crowd: &Crowd) -> [Evening; PLAYERS] {
    let players = street.players;
    let chance = crowd.draws / f64::from(crowd.bag.count_ones().max(1));
    let wishes = Wishes::new(rules, street, crowd.bag);
    let firsts = Firsts::new(street, crowd, &wishes, chance);
    let pay = street.faces.map(|face| face.pay);
    let drives: [Option<Category>; TYPES] = std::array::from_fn(|at| rules.variant.driven_by(Guest::at(at)));

    let mut night = Night::default();
    let mut is_first = true;
    let mut critic = crowd.critic;
    let (mut now, mut open, mut steady) = (0.0, 0, Flows::default());
    // Each iteration fills a dining room or all seats of a restaurant, or ends the night.
    for _ in 0..=2 * PLAYERS + 1 {
        let still_open = night.with_seats(street);
        if still_open == 0 || now >= chance {
            break;
        }
        if still_open != open {
            open = still_open;
            steady = Flows::default();
            for at in bits(wishes.types(false)) {
                steady.add(&wishes, at, &firsts, open);
            }
        }
        if critic {
            // The Critic comes in the middle of the night; the model reserves his seat from the start.
            critic = false;
            let at = host(street, open, &steady.rate());
            night.guests[at] += 1.0;
            night.income[at] += pay[at];
            continue;
        }
        let mut flows = steady.clone();
        let followers = wishes.types(true);
        if followers != 0 {
            let popular = popular(&night.guests, &flows.rate(), open, chance - now);
            for at in bits(followers) {
                flows.follow(&wishes, at, &firsts, open, popular);
            }
        }
        let rate = flows.rate();
        // Until the next dining room or restaurant is full.
        let mut step = chance - now;
        for (at, face) in street.faces[..players].iter().enumerate() {
            if rate[at] > 0.0 {
                for limit in [face.room, face.seats] {
                    if night.guests[at] < limit - 1e-9 {
                        step = step.min((limit - night.guests[at]) / rate[at]);
                    }
                }
            }
        }
        now += step;
        for at in 0..PLAYERS {
            night.guests[at] += rate[at] * step;
            night.income[at] += rate[at] * step * pay[at];
        }
        for (at_type, flows) in flows.of_type.iter().enumerate().filter(|(at, _)| wishes.rows[*at] != 0) {
            let pays = f64::from(rules.supplies.pays[at_type]);
            let guests = flows.map(|flow| flow * step);
            (0..PLAYERS).for_each(|at| night.income[at] += guests[at] * pays);
            if let Some(category) = drives[at_type].filter(|_| is_first) {
                (0..PLAYERS).for_each(|at| night.talk[category.index()][at] += guests[at]);
            }
        }
        for (at, face) in street.faces[..players].iter().enumerate() {
            if night.full_at[at] > 1.0 && night.guests[at] >= face.room - 1e-6 {
                night.full_at[at] = now / chance;
            }
        }
        is_first &= night.full_at[..players].iter().all(|&full_at| full_at > 1.0);
    }
    std::array::from_fn(|at| Evening {
        guests: night.guests[at],
        income: night.income[at],
        full_at: night.full_at[at],
        talk: night.talk.map(|guests| guests[at]),
    })
}

/// The evenings in progress, as a struct of arrays over restaurants.
struct Night {
    guests: [f64; PLAYERS],
    income: [f64; PLAYERS],
    full_at: [f64; PLAYERS],
    talk: [[f64; PLAYERS]; CATEGORIES],
}

impl Default for Night {
    fn default() -> Night {
        Night {
            guests: [0.0; PLAYERS],
            income: [0.0; PLAYERS],
            full_at: [f64::INFINITY; PLAYERS],
            talk: [[0.0; PLAYERS]; CATEGORIES],
        }
    }
}

impl Night {
    fn with_seats(&self, street: &Street) -> u8 {
        let faces = street.faces[..street.players].iter().zip(self.guests).enumerate();
        faces.fold(0, |open, (at, (face, guests))| open | u8::from(guests < face.seats - 1e-9) << at)
    }
}

/// Flow of each customer type to each restaurant, in customers of the bag per unit of drawing probability.
#[derive(Clone, Default)]
struct Flows {
    of_type: [[f64; PLAYERS]; TYPES],
}

impl Flows {
    /// Adds a type that chooses by visible criteria.
    #[inline]
    fn add(&mut self, wishes: &Wishes<'_>, at_type: usize, firsts: &Firsts, open: u8) {
        let (claimed, share) = firsts.claimed(at_type, open);
        let flows = &mut self.of_type[at_type];
        let rows = wishes.rows[at_type];
        let tied = best(&wishes.keys[at_type], open);
        for row in bits(rows) {
            claimed.iter().for_each(|&(owner, part)| flows[owner % PLAYERS] += part);
            if tied.is_power_of_two() {
                flows[tied.trailing_zeros() as usize % PLAYERS] += share;
            } else {
                let third = wishes.rules.supplies.customers[row].criteria[2];
                spread(flows, best(&wishes.digits[third.index()], tied), share);
            }
        }
    }

    /// Adds a type that goes where most guests are.
    #[inline]
    fn follow(&mut self, wishes: &Wishes<'_>, at_type: usize, firsts: &Firsts, open: u8, popular: u8) {
        let (claimed, share) = firsts.claimed(at_type, open);
        let flows = &mut self.of_type[at_type];
        for _ in bits(wishes.rows[at_type]) {
            claimed.iter().for_each(|&(owner, part)| flows[owner % PLAYERS] += part);
            spread(flows, if popular & open == 0 { open } else { popular & open }, share);
        }
    }

    fn rate(&self) -> [f64; PLAYERS] {
        self.of_type.iter().fold([0.0; PLAYERS], |sums, flows| std::array::from_fn(|at| sums[at] + flows[at]))
    }
}

/// The open restaurants with the highest key, as bits.
#[inline]
fn best(keys: &[i32; PLAYERS], open: u8) -> u8 {
    let (mut best, mut tied) = (i32::MIN, 0);
    for (at, &key) in keys.iter().enumerate() {
        if open >> at & 1 == 1 && key >= best {
            tied = if key > best { 1 << at } else { tied | 1 << at };
            best = key;
        }
    }
    tied
}

#[inline]
fn spread(flows: &mut [f64; PLAYERS], tied: u8, share: f64) {
    let each = share / f64::from(tied.count_ones().max(1));
    bits(tied).for_each(|at| flows[at % PLAYERS] += each);
}

#[derive(Debug, Clone, Copy, Default)]
struct Claim {
    owner: u8,
    share: f64,
}

/// The claims on each type, the strongest first (RR-124).
struct Firsts {
    claims: [[Claim; 2]; TYPES],
}

impl Firsts {
    fn new(street: &Street, crowd: &Crowd, wishes: &Wishes<'_>, chance: f64) -> Firsts {
        let mut firsts = Firsts { claims: [[Claim::default(); 2]; TYPES] };
        let held = street.faces[..street.players].iter().fold(0, |held, face| held | face.attractions);
        if held & !crowd.claimed == 0 {
            return firsts;
        }
        let mut of_type = [0; GUESTS];
        for (count, rows) in of_type.iter_mut().zip(wishes.rows) {
            *count = rows.count_ones() as u8;
        }
        let courted = courted(&of_type);
        for guest in Guest::all().take(TYPES) {
            for (claim, &attraction) in firsts.claims[guest.index()].iter_mut().zip(guest.attractions()) {
                let bit = attraction.bit();
                let owner =
                    street.faces[..street.players].iter().position(|face| face.attractions & bit != 0);
                let Some(owner) = owner.filter(|_| crowd.claimed & bit == 0) else { continue };
                *claim =
                    Claim { owner: owner as u8, share: first_share(courted[attraction.index()], chance) };
            }
        }
        firsts
    }

    /// Shares of a customer of this type that attractions of open restaurants claim, by owner, and the
    /// unclaimed share.
    #[inline]
    fn claimed(&self, at_type: usize, open: u8) -> ([(usize, f64); 2], f64) {
        let (mut claimed, mut left) = ([(0, 0.0); 2], 1.0);
        for (part, claim) in claimed.iter_mut().zip(&self.claims[at_type]) {
            if claim.share > 0.0 && open >> claim.owner & 1 == 1 {
                *part = (claim.owner.into(), left * claim.share);
                left -= left * claim.share;
            }
        }
        (claimed, left)
    }
}

/// Where the Critic goes: fewest stars, then the restaurant that fills slowest, then most forks
/// (RR-125).
fn host(street: &Street, open: u8, rate: &[f64; PLAYERS]) -> usize {
    let key = |at: &usize| {
        let face = &street.faces[*at];
        (face.value(Criterion::Rating), (rate[*at] * 1e6) as i64, -face.value(Criterion::Food))
    };
    bits(open).min_by_key(key).unwrap_or(0)
}

/// The open restaurants with the most guests halfway through the rest of the night, as bits.
fn popular(guests: &[f64; PLAYERS], rate: &[f64; PLAYERS], open: u8, left: f64) -> u8 {
    let guests = |at: usize| guests[at] + 0.5 * left * rate[at];
    let most = bits(open).map(guests).fold(0.0, f64::max);
    bits(open).filter(|&at| guests(at) > most - 1e-6).fold(0, |mask, at| mask | 1 << at)
}

const _: () = assert!(2 * DIGITS < i32::BITS, "two criteria fit a key");
