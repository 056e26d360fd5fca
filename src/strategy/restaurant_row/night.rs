//! What a night brings to each restaurant when displays and prices are known.
//!
//! Every customer that may still be drawn comes with the chance that he is. He goes where the rules
//! send him, restaurants he cannot tell apart sharing him evenly, until dining rooms and patios fill
//! one after the other and the rest goes elsewhere. That is a flow, not a draw: seats fill at the
//! mean rate.

use super::{
    census::{courted, first_share},
    street::Street,
};
use crate::rules::restaurant_row::{
    PLAYERS, RestaurantRow,
    components::MAX_BAG,
    variant::PopularityMetric,
    words::{CATEGORIES, CRITERIA, Criterion, GUESTS, Guest, TYPES, bits},
};

/// Who may still come.
#[derive(Debug, Clone, Copy)]
pub struct Crowd {
    /// Customers in the bag, as bits of rows, the Shill perhaps among them.
    pub bag: u32,
    /// Those of them that will be drawn, on average.
    pub draws: f64,
    pub critic: bool,
    /// Attractions whose customer has come already, as bits.
    pub claimed: u8,
}

/// What a restaurant can expect.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Evening {
    pub guests: f64,
    /// Dollars from them.
    pub income: f64,
    /// When the dining rooms are full, as a share of the night; beyond 1 if they do not fill.
    pub full_at: f64,
    /// Guests by category that they drive, up to when the first dining room of all is full.
    pub talk: [f64; CATEGORIES],
}

/// A customer's wish as one number for each restaurant: a higher one is better.
struct Wish {
    keys: [i32; PLAYERS],
    guest: Guest,
    /// Goes by the guests of tonight, which only the night shows.
    follows: bool,
}

/// Room for a criterion in a key: values from -512 to 511.
const DIGITS: u32 = 10;
const HALF: i32 = 1 << (DIGITS - 1);

/// What every restaurant can expect, in the order of the street.
pub fn evenings(rules: &RestaurantRow, street: &Street, crowd: &Crowd) -> [Evening; PLAYERS] {
    let players = street.players;
    let is_tonight = rules.variant.popularity_metric == PopularityMetric::Tonight;
    let chance = crowd.draws / f64::from(crowd.bag.count_ones().max(1));
    let mut digits = [[0; PLAYERS]; CRITERIA];
    for criterion in Criterion::all().filter(|&criterion| !is_tonight || criterion != Criterion::Popularity) {
        for (digit, face) in digits[criterion.index()].iter_mut().zip(&street.faces[..players]) {
            *digit = face.value(criterion).clamp(-HALF, HALF - 1) + HALF;
        }
    }
    let mut of_type = [0u8; GUESTS];
    let mut wishes = [const { Wish { keys: [0; PLAYERS], guest: Guest::Shill, follows: false } }; MAX_BAG];
    let mut count = 0;
    for row in bits(crowd.bag) {
        let customer = &rules.supplies.customers[row];
        if customer.guest == Guest::Shill {
            continue;
        }
        of_type[customer.guest.index()] += 1;
        let wish = &mut wishes[count % MAX_BAG];
        wish.guest = customer.guest;
        wish.follows = is_tonight && customer.criteria[0] == Criterion::Popularity;
        let [first, second, third] = customer.criteria.map(|criterion| &digits[criterion.index()]);
        for (at, key) in wish.keys.iter_mut().enumerate() {
            *key = (first[at] << (2 * DIGITS)) | (second[at] << DIGITS) | third[at];
        }
        count += 1;
    }
    let wishes = &wishes[..count.min(MAX_BAG)];
    let firsts = Firsts::new(street, crowd, &of_type, chance);

    let mut evenings = [Evening { full_at: f64::INFINITY, ..Evening::default() }; PLAYERS];
    let mut is_first = true;
    let mut critic = crowd.critic;
    let (mut now, mut open, mut steady) = (0.0, 0, Flows::default());
    // Each turn of the loop fills a dining room or all seats of a restaurant, or ends the night.
    for _ in 0..=2 * PLAYERS + 1 {
        let still_open = with_seats(street, &evenings);
        if still_open == 0 || now >= chance {
            break;
        }
        if still_open != open {
            open = still_open;
            steady = Flows::default();
            for wish in wishes.iter().filter(|wish| !wish.follows) {
                steady.add(wish, &firsts, open);
            }
        }
        if critic {
            // The Critic comes in the middle of the night; his seat is kept from its start.
            critic = false;
            let at = host(street, open, &steady.rate());
            evenings[at].guests += 1.0;
            evenings[at].income += street.faces[at].pay;
            continue;
        }
        let mut flows = steady.clone();
        let popular = popular(&evenings, &flows.rate(), open, chance - now);
        for wish in wishes.iter().filter(|wish| wish.follows) {
            let keys = std::array::from_fn(|at| i32::from(popular >> at & 1));
            flows.add(&Wish { keys, ..*wish }, &firsts, open);
        }
        let rate = flows.rate();
        // Until the next dining room or restaurant is full.
        let mut step = chance - now;
        for (at, (face, evening)) in street.faces[..players].iter().zip(&evenings).enumerate() {
            if rate[at] > 0.0 {
                for limit in [face.room, face.seats] {
                    if evening.guests < limit - 1e-9 {
                        step = step.min((limit - evening.guests) / rate[at]);
                    }
                }
            }
        }
        now += step;
        for (at, evening) in evenings[..players].iter_mut().enumerate() {
            let face = &street.faces[at];
            evening.guests += rate[at] * step;
            evening.income += rate[at] * step * face.pay;
            for (of_type, guest) in flows.of_type.iter().zip(Guest::all()) {
                let guests = of_type[at] * step;
                evening.income += guests * f64::from(rules.supplies.pays[guest.index()]);
                if let Some(category) = rules.variant.driven_by(guest).filter(|_| is_first) {
                    evening.talk[category.index()] += guests;
                }
            }
            if evening.full_at > 1.0 && evening.guests >= face.room - 1e-6 {
                evening.full_at = now / chance;
            }
        }
        is_first &= evenings[..players].iter().all(|evening| evening.full_at > 1.0);
    }
    evenings
}

/// Restaurants with a free seat, as bits.
fn with_seats(street: &Street, evenings: &[Evening; PLAYERS]) -> u8 {
    let faces = street.faces[..street.players].iter().zip(evenings).enumerate();
    faces.fold(0, |open, (at, (face, evening))| open | u8::from(evening.guests < face.seats - 1e-9) << at)
}

/// Customers of each type coming to each restaurant at a time, in customers of the bag.
#[derive(Clone, Default)]
struct Flows {
    of_type: [[f64; PLAYERS]; TYPES],
}

impl Flows {
    #[inline]
    fn add(&mut self, wish: &Wish, firsts: &Firsts, open: u8) {
        let at_type = wish.guest.index() % TYPES;
        let flows = &mut self.of_type[at_type];
        let mut share = 1.0;
        for claim in &firsts.claims[at_type] {
            if claim.share > 0.0 && open >> claim.owner & 1 == 1 {
                flows[usize::from(claim.owner) % PLAYERS] += share * claim.share;
                share -= share * claim.share;
            }
        }
        let mut best = i32::MIN;
        let mut tied = 0u8;
        for (at, &key) in wish.keys.iter().enumerate() {
            if open >> at & 1 == 1 && key >= best {
                tied = if key > best { 1 << at } else { tied | 1 << at };
                best = key;
            }
        }
        let each = share / f64::from(tied.count_ones().max(1));
        for at in bits(tied.into()) {
            flows[at % PLAYERS] += each;
        }
    }

    /// Customers coming to each restaurant at a time.
    fn rate(&self) -> [f64; PLAYERS] {
        self.of_type.iter().fold([0.0; PLAYERS], |sums, flows| std::array::from_fn(|at| sums[at] + flows[at]))
    }
}

/// A share of the customers of a type that an attraction claims.
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
    fn new(street: &Street, crowd: &Crowd, of_type: &[u8; GUESTS], chance: f64) -> Firsts {
        let mut firsts = Firsts { claims: [[Claim::default(); 2]; TYPES] };
        let held = street.faces[..street.players].iter().fold(0, |held, face| held | face.attractions);
        if held & !crowd.claimed == 0 {
            return firsts;
        }
        let courted = courted(of_type);
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
}

/// Where the Critic goes: fewest stars, then the restaurant that fills slowest, then most forks
/// (RR-125).
fn host(street: &Street, open: u8, rate: &[f64; PLAYERS]) -> usize {
    let key = |at: &usize| {
        let face = &street.faces[*at];
        (face.value(Criterion::Rating), (rate[*at] * 1e6) as i64, -face.value(Criterion::Food))
    };
    bits(open.into()).min_by_key(key).unwrap_or(0)
}

/// The open restaurants with most guests half-way through what is left of the night, as bits.
fn popular(evenings: &[Evening; PLAYERS], rate: &[f64; PLAYERS], open: u8, left: f64) -> u8 {
    let guests = |at: usize| evenings[at].guests + 0.5 * left * rate[at];
    let most = bits(open.into()).map(guests).fold(0.0, f64::max);
    bits(open.into()).filter(|&at| guests(at) > most - 1e-6).fold(0, |mask, at| mask | 1 << at)
}

const _: () = assert!(3 * DIGITS < i32::BITS, "three criteria fit a key");
