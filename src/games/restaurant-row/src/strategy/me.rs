//! A seat's view at a decision, with lazily computed estimates of the rest of the game.

use std::cell::{Cell, OnceCell};

use super::{
    Cache,
    demand::Demand,
    night::Crowd,
    reputation::{Reputation, ahead, between},
    street::{Face, Street, die, forks},
};
use crate::rules::{
    Decision, House, Observation, PLAYERS, Phase, RestaurantRow, Table,
    words::{Criterion, Guest, KINDS, Kind},
};
use sim_engine::Seat;
use sim_script::evaluator::rivals;

pub struct Me<'a> {
    pub seen: Observation<'a>,
    pub rules: &'a RestaurantRow,
    pub table: &'a Table,
    pub seat: Seat,
    pub house: &'a House,
    pub rounds_left: f64,
    pub trips_left: f64,
    cache: &'a Cache,
    reputation: OnceCell<Reputation>,
    street: OnceCell<Street>,
    demand: OnceCell<Demand>,
    /// The chance that the Critic comes to me; `awards` are those he would give for my current face.
    critic: OnceCell<f64>,
    awards: OnceCell<[f64; 3]>,
    /// The last queried forks, and the expected place with them.
    food: Cell<Option<(i32, f64)>>,
}

/// Criteria that the Critic gives awards for.
pub const RATED: [Criterion; 3] = [Criterion::Food, Criterion::Ambiance, Criterion::Service];
/// Lead that makes a place certain, by [`RATED`] criterion: base, and addition per trip to come.
const REACH: [(f64, f64); 3] = [(0.5, 2.5), (0.5, 0.7), (0.5, 2.0)];
/// Index of food in [`RATED`].
const FOOD: usize = 0;

impl<'a> Me<'a> {
    pub fn new(seen: Observation<'a>, seat: Seat, cache: &'a Cache) -> Me<'a> {
        let (rules, table) = (seen.rules, seen.table);
        Me {
            seen,
            rules,
            table,
            seat,
            house: table.house(seat),
            rounds_left: rounds_left(rules, table),
            trips_left: trips_left(rules, table),
            cache,
            reputation: OnceCell::new(),
            street: OnceCell::new(),
            demand: OnceCell::new(),
            critic: OnceCell::new(),
            awards: OnceCell::new(),
            food: Cell::new(None),
        }
    }

    pub fn cash(&self) -> i32 {
        self.seen.cash
    }

    pub fn rivals(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        rivals(self.rules.players, self.seat)
    }

    pub fn reputation(&self) -> &Reputation {
        self.reputation.get_or_init(|| Reputation::new(self.seen, self.rounds_left))
    }

    /// The current restaurants, mine first; prices not shown yet are assumed to be the highest allowed.
    pub fn street(&self) -> &Street {
        self.street.get_or_init(|| Street::new(self.seen, 0))
    }

    pub fn demand(&self) -> &Demand {
        self.demand.get_or_init(|| {
            let changes = self.trips_left + f64::from(u8::from(is_shopping(self.table)));
            let census = self.cache.census(self.rules);
            let coming = self.cache.coming(census, self.customers());
            Demand::new(self.rules, census, self.street(), coming, changes)
        })
    }

    pub fn customers(&self) -> f64 {
        let variant = &self.rules.variant;
        match self.table.expected {
            0 => {
                f64::from(self.table.counter)
                    + mean_die(self.rules)
                    + f64::from(u8::from(!variant.critic_counts))
            }
            expected => expected.into(),
        }
    }

    pub fn crowd(&self) -> Crowd {
        let table = self.table;
        let critic = table.come < u16::from(self.rules.variant.critic_place);
        let left = self.customers() - f64::from(table.come) - f64::from(u8::from(critic));
        Crowd { bag: self.seen.bag(), draws: left.max(0.0), critic, claimed: table.claimed }
    }

    pub fn face(&self, house: &House) -> Face {
        let now = &self.street().faces[0];
        let forks = if house.wrong_spaces == self.house.wrong_spaces {
            std::array::from_fn(|kind| now.value(Kind::at(kind).criterion()) as u8)
        } else {
            forks(self.rules, house)
        };
        self.serving(house, forks, self.house.pantry)
    }

    pub fn serving(&self, house: &House, forks: [u8; KINDS], pantry: u32) -> Face {
        let dishes = (pantry | house.shown).count_ones();
        Face::new(self.rules, house, forks, dishes, die(self.seen, self.seat, 0))
    }

    /// The chance that the Critic comes to me tonight; he prefers the fewest stars.
    pub fn critic_chance(&self) -> f64 {
        *self.critic.get_or_init(|| self.chance_of_critic())
    }

    fn chance_of_critic(&self) -> f64 {
        let mine = self.house.stars;
        let below = self.rivals().filter(|&rival| self.table.house(rival).stars < mine).count();
        let equal = self.rivals().filter(|&rival| self.table.house(rival).stars == mine).count();
        if self.table.come >= u16::from(self.rules.variant.critic_place) || below > 1 {
            0.0
        } else if below == 1 {
            // The one restaurant with fewer stars may be full, or host the Shill.
            0.1 / (equal + 1) as f64
        } else {
            1.0 / (equal + 1) as f64
        }
    }

    pub fn critic_stars_now(&self) -> f64 {
        self.rated(*self.awards_now())
    }

    pub fn critic_stars(&self, face: &Face) -> f64 {
        let (now, mut awards) = (&self.street().faces[0], *self.awards_now());
        for (at, (award, criterion)) in awards.iter_mut().zip(RATED).enumerate() {
            if face.value(criterion) != now.value(criterion) {
                *award = self.award(at, face);
            }
        }
        self.rated(awards)
    }

    fn rated(&self, awards: [f64; 3]) -> f64 {
        (1.0 + awards.into_iter().sum::<f64>()).min(self.rules.variant.max_stars.into())
    }

    fn awards_now(&self) -> &[f64; 3] {
        let now = &self.street().faces[0];
        self.awards.get_or_init(|| std::array::from_fn(|at| self.award(at, now)))
    }

    fn award(&self, at: usize, face: &Face) -> f64 {
        let variant = &self.rules.variant;
        let awards = if variant.is_two {
            [variant.equal_award, 0, 0, 0]
        } else {
            [variant.best_award, variant.second_award, 0, 0]
        };
        between(&awards.map(f64::from), self.place(at, face))
    }

    pub fn food_marks(&self, face: &Face) -> f64 {
        between(&self.marks(self.rules.variant.food_marks), self.place(FOOD, face))
    }

    /// Expected place in one of the [`RATED`] criteria: the expected number of rivals ahead.
    fn place(&self, at: usize, face: &Face) -> f64 {
        let (criterion, (at_once, trip)) = (RATED[at], REACH[at]);
        let value = face.value(criterion);
        if let Some((_, place)) = self.food.get().filter(|&(forks, _)| at == FOOD && forks == value) {
            return place;
        }
        let reach = at_once + trip * self.trips_left;
        let street = self.street();
        let rivals = street.faces[1..street.players].iter();
        let place = rivals.map(|face| ahead(f64::from(face.value(criterion) - value), reach)).sum();
        if at == FOOD {
            self.food.set(Some((value, place)));
        }
        place
    }

    pub fn marks(&self, [first, second]: [u8; 2]) -> [f64; PLAYERS] {
        if self.rules.variant.is_two { [1.0, 0.0, 0.0, 0.0] } else { [first.into(), second.into(), 0.0, 0.0] }
    }

    pub fn richest(&self, seats: impl Iterator<Item = Seat>) -> f64 {
        let most = |seat: Seat| f64::from(self.seen.cash_bounds(seat).1);
        seats.map(most).fold(0.0, f64::max)
    }

    pub fn category_bit(&self, customer: u8) -> u8 {
        let guest =
            self.rules.supplies.customers.get(usize::from(customer)).map_or(Guest::Critic, |one| one.guest);
        self.rules.variant.driven_by(guest).map_or(0, |category| category.bit())
    }
}

fn mean_die(rules: &RestaurantRow) -> f64 {
    0.5 * f64::from(rules.variant.customer_die + 1)
}

fn is_shopping(table: &Table) -> bool {
    use Decision as D;
    matches!(
        table.phase,
        Phase::Ask(_, D::Early | D::Store | D::Hire | D::Renovate | D::Basket | D::Bid | D::Borrow)
    )
}

fn trips_left(rules: &RestaurantRow, table: &Table) -> f64 {
    match is_shopping(table) && table.shops_with_goods(rules) >= rules.variant.shops_for_trip {
        true => rules.variant.trips.saturating_sub(table.trip).into(),
        false => 0.0,
    }
}

/// Expected rounds after this one, until the guests outnumber the dining seats or a pile runs out.
fn rounds_left(rules: &RestaurantRow, table: &Table) -> f64 {
    if table.ends != 0 {
        return 0.0;
    }
    let players = rules.players;
    let rooms: u32 = table.houses[..players].iter().map(|house| u32::from(house.room(rules))).sum();
    let die = mean_die(rules);
    let tonight = if table.expected == 0 { die } else { 0.0 };
    let short = f64::from(rooms) - f64::from(table.counter) - tonight;
    let by_rooms = (short / die + 0.5).max(0.0);
    // Sales drain the piles: about one employee and one renovation per round for every two players.
    let sold = 0.5 * players as f64 + 0.5;
    let staff = f64::from(table.staff_left) / sold.min(f64::from(rules.variant.hired_a_round.max(1)));
    let renovations = f64::from(table.renovations_left) / (0.4 * players as f64);
    by_rooms.min(staff).min(renovations)
}
