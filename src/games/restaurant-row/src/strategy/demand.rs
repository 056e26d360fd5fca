//! Expected guests and income of the night, estimated while the shops are still open.
//!
//! Each customer type follows its first preference; a multinomial logit splits the type over the restaurants.
//! A lead raises the odds of being the best when the doors open. The more trips to the shops remain, the less
//! a lead in forks counts.

use super::{
    census::{Census, TRIPS, courted, first_share},
    street::{Face, Street},
};
use crate::rules::{
    RestaurantRow,
    words::{CRITERIA, Criterion, Guest, TYPES},
};

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Prospect {
    pub guests: f64,
    /// Dollars from those guests.
    pub income: f64,
}

#[derive(Debug, Clone, Copy)]
pub struct Coming {
    pub customers: f64,
    guests: [f64; TYPES],
    /// Attractions that may claim a customer of each type, the strongest first: bit, and share of the type.
    claims: [[(u8, f64); 2]; TYPES],
}

impl Coming {
    pub fn new(census: &Census, customers: f64) -> Coming {
        let mut coming = Coming { customers, guests: [0.0; TYPES], claims: [[(0, 0.0); 2]; TYPES] };
        // All customers except the Critic come from the bag.
        let chance = ((customers - 1.0) / census.bag).clamp(0.0, 1.0);
        let courted = courted(&census.of_type);
        for guest in Guest::all().take(TYPES) {
            let at = guest.index();
            coming.guests[at] = chance * f64::from(census.of_type[at]);
            for (claim, attraction) in coming.claims[at].iter_mut().zip(guest.attractions()) {
                *claim = (attraction.bit(), first_share(courted[attraction.index()], chance));
            }
        }
        coming
    }
}

/// Demand for my restaurant, for any [`Face`] it may show.
#[derive(Debug, Clone, Copy)]
pub struct Demand {
    /// Odds ratio of being the best per unit, by criterion.
    odds: [f64; CRITERIA],
    rivals: [f64; CRITERIA],
    coming: Coming,
    /// Dollars that a customer of each type pays on top of the price.
    extra: [f64; TYPES],
    wish: [Criterion; TYPES],
    /// Attractions of rivals, as bits.
    taken: u8,
    /// My current face; my `shares` by criterion and `guests` by type belong to it.
    now: Face,
    shares: [f64; CRITERIA],
    guests: [f64; TYPES],
    /// Guests for whom the rivals have no seats.
    least: f64,
    even: f64,
    pub prospect: Prospect,
}

impl Demand {
    pub fn new(
        rules: &RestaurantRow,
        census: &Census,
        street: &Street,
        coming: Coming,
        trips: f64,
    ) -> Demand {
        let odds = census.odds[(trips as usize).min(TRIPS)];
        let faces = &street.faces[1..street.players];
        let rivals = std::array::from_fn(|criterion| {
            faces.iter().map(|face| power(odds[criterion], face.values[criterion])).sum()
        });
        let mut demand = Demand {
            odds,
            rivals,
            coming,
            extra: std::array::from_fn(|at| rules.supplies.pays[at].into()),
            wish: census.wish,
            taken: faces.iter().fold(0, |mask, face| mask | face.attractions),
            now: street.faces[0],
            shares: [0.0; CRITERIA],
            guests: [0.0; TYPES],
            least: 0.0,
            even: 1.0 / street.players as f64,
            prospect: Prospect::default(),
        };
        let elsewhere: f64 = faces.iter().map(|face| face.seats).sum();
        demand.least = (coming.customers - elsewhere).max(0.0);
        for criterion in 0..CRITERIA {
            demand.shares[criterion] = demand.share(criterion, demand.now.values[criterion]);
        }
        for at in 0..TYPES {
            demand.guests[at] = demand.guests(at, &demand.shares, demand.now.attractions);
        }
        demand.prospect = demand.with(&demand.now);
        demand
    }

    #[inline]
    fn share(&self, criterion: usize, value: i32) -> f64 {
        if criterion == Criterion::Popularity.index() || criterion == Criterion::Price.index() {
            // Neither is visible before the doors open.
            return self.even;
        }
        let mine = power(self.odds[criterion], value);
        mine / (mine + self.rivals[criterion])
    }

    #[inline]
    fn guests(&self, at: usize, shares: &[f64; CRITERIA], attractions: u8) -> f64 {
        let (mut claimed, mut free) = (0.0, 1.0);
        for (attraction, part) in self.coming.claims[at] {
            if attractions & attraction != 0 {
                claimed += free * part;
                free -= free * part;
            } else if self.taken & attraction != 0 {
                free -= free * part;
            }
        }
        self.coming.guests[at] * (claimed + free * shares[self.wish[at].index()])
    }

    /// The prospect with another face.
    ///
    /// A lot changes one or two criteria, so the guests of all other types are reused.
    #[inline]
    pub fn with(&self, face: &Face) -> Prospect {
        let (mut shares, mut moved) = (self.shares, 0u16);
        for (criterion, share) in shares.iter_mut().enumerate() {
            if face.values[criterion] != self.now.values[criterion] {
                *share = self.share(criterion, face.values[criterion]);
                moved |= 1 << criterion;
            }
        }
        let claimed = face.attractions ^ self.now.attractions;
        // The Critic is equally likely to visit each restaurant.
        let (mut guests, mut extra) = (self.even, 0.0);
        for at in 0..TYPES {
            let [(first, _), (second, _)] = self.coming.claims[at];
            let stays = moved >> self.wish[at].index() & 1 == 0 && claimed & (first | second) == 0;
            let of_type = if stays { self.guests[at] } else { self.guests(at, &shares, face.attractions) };
            guests += of_type;
            extra += of_type * self.extra[at];
        }
        let seated = seated(guests.max(self.least), face.seats);
        Prospect { guests: seated, income: seated * face.pay + extra * (seated / guests).min(1.0) }
    }
}

/// Power with an integer exponent from 0 to 255, bit-identical on every machine.
#[inline]
fn power(base: f64, exponent: i32) -> f64 {
    let (mut power, mut square, mut left) = (1.0, base, exponent.clamp(0, 255) as u32);
    while left != 0 {
        if left & 1 == 1 {
            power *= square;
        }
        square *= square;
        left >>= 1;
    }
    power
}

/// Smooth minimum of guests and seats. It lies below both, because the number of guests varies between nights.
#[inline]
fn seated(guests: f64, seats: f64) -> f64 {
    if guests <= 0.0 || seats <= 0.0 {
        return 0.0;
    }
    let (g, s) = (guests * guests, seats * seats);
    guests * seats / (g * g + s * s).sqrt().sqrt()
}
