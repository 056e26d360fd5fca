//! Where a customer goes: attraction, then three preferences, then the pawn (RR-105..124).

use crate::rules::{
    RestaurantRow,
    components::NONE,
    event::{Emit, Event, Reason},
    house::House,
    state::Table,
    variant::{AttractionFirst, PopularityMetric},
    words::{Attraction, Kind, bits},
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Popularity in the eyes of customers (RR-113, RR-A20).
    #[inline]
    pub fn popularity(&self, house: &House) -> i32 {
        match self.variant.popularity_metric {
            PopularityMetric::Tonight => house.guests_tonight().into(),
            PopularityMetric::Track => house.popularity_marks.into(),
        }
    }

    /// Restaurants with a free seat, as bits.
    #[inline]
    pub fn with_seats(&self, table: &Table) -> u8 {
        Seat::all(self.players)
            .filter(|&seat| table.house(seat).has_seat(self))
            .fold(0, |seats, seat| seats | 1 << seat.0)
    }

    /// Whether a restaurant meets the condition of its attraction now (RR-116..123).
    pub fn attracts(&self, house: &House, attraction: Attraction) -> bool {
        let least = self.supplies.need(house, attraction);
        house.attractions & attraction.bit() != 0
            && match attraction {
                Attraction::Foodie => house.shown.count_ones() >= least.into(),
                Attraction::Executive => house.renovations.count_ones() >= least.into(),
                Attraction::Tourist => house.stars >= least,
                Attraction::Local | Attraction::Scenester => true,
                Attraction::VegetableFoodie => house.forks[Kind::Vegetable.index()] >= least,
                Attraction::MeatFoodie => house.forks[Kind::Meat.index()] >= least,
                Attraction::SeafoodFoodie => house.forks[Kind::Fish.index()] >= least,
            }
    }

    /// Returns the restaurant whose attraction claims this customer of the bag. That attraction is used up
    /// for the night. Under `drawn`, so is every attraction for the first customer of this type.
    pub(super) fn claim(&self, table: &mut Table, customer: u8, open: u8, event: Emit<'_>) -> Option<Seat> {
        let attractions = self.supplies.customers[usize::from(customer)].guest.attractions();
        let mut winner = None;
        for &attraction in attractions {
            if table.claimed & attraction.bit() != 0 {
                continue;
            }
            let is_owner = |seat: &Seat| table.house(*seat).attractions & attraction.bit() != 0;
            let gets_him =
                |seat: &Seat| open >> seat.0 & 1 == 1 && self.attracts(table.house(*seat), attraction);
            let host = Seat::all(self.players).find(gets_him).filter(|_| winner.is_none());
            let comes = host.is_some();
            let owner = host.or_else(|| Seat::all(self.players).find(is_owner));
            if comes || self.variant.attraction_first == AttractionFirst::Drawn {
                table.claimed |= attraction.bit();
                let of = |seat| self.supplies.attraction_of(table.house(seat), attraction);
                if let Some((seat, (component, _))) = owner.and_then(|seat| Some((seat, of(seat)?))) {
                    event(Event::Attracted { seat, attraction: component, claim: attraction, came: comes });
                }
            }
            if comes {
                winner = owner;
            }
        }
        winner
    }

    /// Picks the best of the `open` restaurants by three standings in order, and returns the standing that
    /// decided. The pawn breaks ties, and then moves (RR-106).
    pub(super) fn best_by(
        &self,
        table: &mut Table,
        open: u8,
        standing: impl Fn(usize, &House) -> i32,
        event: Emit<'_>,
    ) -> Option<(Seat, Reason)> {
        let mut left = open;
        if left & left.wrapping_sub(1) == 0 {
            return table.closest(left, self.players).map(|seat| (seat, Reason::Alone));
        }
        for (at, level) in [Reason::Primary, Reason::Secondary, Reason::Tertiary].into_iter().enumerate() {
            left = self.leaders(table, left, |house| standing(at, house));
            if left & (left - 1) == 0 {
                return Some((Seat(left.trailing_zeros() as u8), level));
            }
        }
        self.by_pawn(table, left, event).map(|seat| (seat, Reason::Pawn))
    }

    /// The restaurants among `seats` that share the highest standing, as bits.
    #[inline]
    pub(super) fn leaders(&self, table: &Table, seats: u8, standing: impl Fn(&House) -> i32) -> u8 {
        let (mut best, mut leaders) = (i32::MIN, 0);
        for seat in bits(seats) {
            let value = standing(&table.houses[seat]);
            if value > best {
                (best, leaders) = (value, 0);
            }
            leaders |= u8::from(value == best) << seat;
        }
        leaders
    }

    /// Where the Critic goes: fewest stars, least popular, most forks, then the pawn (RR-125, RR-136).
    pub(super) fn critic_choice(&self, table: &mut Table, event: Emit<'_>) -> Option<(Seat, Reason)> {
        let mut left = self.with_seats(table);
        if table.shill != NONE {
            left &= !(1 << table.shill);
        }
        let standing = |level: usize, house: &House| match level {
            0 => -i32::from(house.stars),
            1 => -self.popularity(house),
            _ => house.food().into(),
        };
        self.best_by(table, left, standing, event)
    }
}
