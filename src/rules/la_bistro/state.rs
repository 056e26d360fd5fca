//! The table as everyone sees it, and what hands hide for a moment.

use super::{
    LaBistro,
    components::{Bonus, MAX_KINDS, NONE, Needs},
    variant::ConditionalNovelty,
};
use crate::rules::seat::Seat;

/// The most players (LB-1).
pub const PLAYERS: usize = 6;
/// The most restaurants of one player (LB-7).
pub const SLOTS: usize = 2;
/// Restaurants there is room for.
pub const HOUSES: usize = PLAYERS * SLOTS;

/// The greatest bonus of Novelty: losses and the start can be added to it.
const MOST_NOVELTY: i16 = 10_000;

/// The bits of a mask, ascending.
#[inline]
pub fn bits(mut mask: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let at = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            at
        })
    })
}

/// Changes of a restaurant's quality, service, Ambiance, Novelty as it counts, and sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gain {
    pub ratings: [i32; 4],
    pub capacity: i32,
}

/// One restaurant; it stands when it has a building.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restaurant {
    /// Row of the building, or [`NONE`].
    pub building: u8,
    /// Cuisine, or [`NONE`].
    pub cuisine: u8,
    /// 0 while there is none.
    pub price: u8,
    /// Employees of each type.
    pub staff: [u8; MAX_KINDS],
    /// Types with at least one employee, as bits.
    pub staffed: u32,
    pub renovations: u32,
    /// Quality, service and Ambiance, with every bonus whose condition is met.
    pub quality: u16,
    pub service: u16,
    pub ambiance: u16,
    pub capacity: u8,
    /// Novelty added by staff and renovations; diners' losses are kept apart (LB-A25).
    pub novelty_bonus: i16,
    pub novelty_lost: i16,
    pub fame: u16,
    pub ads: u16,
    /// Sections filled in the last Payouts round.
    pub dice: u8,
    /// Staff and renovations in place whose Novelty has counted at some time.
    pub gained_staff: u32,
    pub gained_renovations: u32,
    /// Turn in which it was opened.
    pub opened: u8,
}

impl Restaurant {
    pub const VACANT: Restaurant = Restaurant {
        building: NONE,
        cuisine: NONE,
        price: 0,
        staff: [0; MAX_KINDS],
        staffed: 0,
        renovations: 0,
        quality: 0,
        service: 0,
        ambiance: 0,
        capacity: 0,
        novelty_bonus: 0,
        novelty_lost: 0,
        fame: 0,
        ads: 0,
        dice: 0,
        gained_staff: 0,
        gained_renovations: 0,
        opened: 0,
    };

    #[inline]
    pub fn stands(&self) -> bool {
        self.building != NONE
    }

    /// Whether it can receive diners (LB-60, LB-110).
    #[inline]
    pub fn is_eligible(&self) -> bool {
        self.stands() && self.cuisine != NONE && self.price != 0
    }

    #[inline]
    pub fn hire(&mut self, employee: usize) {
        self.staff[employee] = self.staff[employee].saturating_add(1);
        self.staffed |= 1 << employee;
    }

    #[inline]
    pub fn dismiss(&mut self, employee: usize) {
        self.staff[employee] -= 1;
        if self.staff[employee] == 0 {
            self.staffed &= !(1 << employee);
            self.gained_staff &= !(1 << employee);
        }
    }

    #[inline]
    fn meets(&self, needs: &Needs, is_large: bool) -> bool {
        needs.is_free
            || (needs.large && is_large)
            || (self.cuisine != NONE && needs.cuisines >> self.cuisine & 1 == 1)
            || needs.employees & self.staffed != 0
            || needs.renovations & self.renovations != 0
    }

    /// Adds up the ratings anew after staff, renovations or cuisine changed (LB-88, LB-95).
    pub fn add_up(&mut self, rules: &LaBistro) {
        let supplies = &rules.supplies;
        let building = &supplies.buildings[usize::from(self.building)];
        let kept = rules.variant.conditional_novelty == ConditionalNovelty::Kept;
        let mut sums = [0i32, 0, i32::from(building.ambiance), 0];
        let mut capacity = building.capacity;
        for at in bits(self.staffed) {
            let employee = &supplies.employees[at];
            let count = i32::from(self.staff[at]);
            let met = self.meets(&employee.needs, building.is_large);
            self.gained_staff |= u32::from(met) << at;
            for (rating, sum) in sums.iter_mut().enumerate() {
                let counts = met || (rating == 3 && kept && self.gained_staff >> at & 1 == 1);
                *sum += if counts { count * i32::from(employee.bonus[rating]) } else { 0 };
            }
        }
        for at in bits(self.renovations) {
            let renovation = &supplies.renovations[at];
            let met = self.meets(&renovation.needs, building.is_large);
            self.gained_renovations |= u32::from(met) << at;
            for (rating, sum) in sums.iter_mut().enumerate() {
                let counts = met || (rating == 3 && kept && self.gained_renovations >> at & 1 == 1);
                *sum += if counts { i32::from(renovation.bonus[rating]) } else { 0 };
            }
            capacity = capacity.saturating_add(if met { renovation.capacity } else { 0 });
        }
        let [quality, service, ambiance] =
            [sums[0], sums[1], sums[2]].map(|sum| sum.clamp(0, u16::MAX.into()) as u16);
        (self.quality, self.service, self.ambiance) = (quality, service, ambiance);
        self.novelty_bonus = sums[3].clamp(-i32::from(MOST_NOVELTY), MOST_NOVELTY.into()) as i16;
        self.capacity = capacity;
    }

    /// Hires an employee and adds up.
    pub fn take_on(&mut self, rules: &LaBistro, at: usize) {
        self.hire(at);
        self.add_up(rules);
    }

    /// Installs a renovation and adds up.
    pub fn install(&mut self, rules: &LaBistro, at: usize) {
        self.renovations |= 1 << at;
        self.add_up(rules);
    }

    /// What one more employee would add.
    #[inline]
    pub fn gain_of_employee(&self, rules: &LaBistro, at: usize) -> Gain {
        let employee = &rules.supplies.employees[at];
        let hangs = rules.supplies.prerequisites.0 & !self.staffed | self.kept(rules, self.gained_staff);
        let hangs = hangs >> at & 1 == 1;
        self.gain(rules, &employee.needs, (&employee.bonus, 0), hangs).unwrap_or_else(|| {
            let mut after = *self;
            after.take_on(rules, at);
            self.gain_to(rules, &after)
        })
    }

    /// What one more renovation would add.
    #[inline]
    pub fn gain_of_renovation(&self, rules: &LaBistro, at: usize) -> Gain {
        let renovation = &rules.supplies.renovations[at];
        let hangs = rules.supplies.prerequisites.1 | self.kept(rules, self.gained_renovations);
        let hangs = hangs >> at & 1 == 1;
        let bonus = (&renovation.bonus, renovation.capacity);
        self.gain(rules, &renovation.needs, bonus, hangs).unwrap_or_else(|| {
            let mut after = *self;
            after.install(rules, at);
            self.gain_to(rules, &after)
        })
    }

    /// What keeps its Novelty without its condition (LB-A25), of what has once gained it.
    #[inline]
    fn kept(&self, rules: &LaBistro, gained: u32) -> u32 {
        if rules.variant.conditional_novelty == ConditionalNovelty::Kept { gained } else { 0 }
    }

    /// A bonus as far as its condition is met; nothing where all has to be added up: where it
    /// `hangs` together with another one, or with its own past, and where sums may be cut off.
    #[inline]
    fn gain(
        &self,
        rules: &LaBistro,
        needs: &Needs,
        (bonus, capacity): (&Bonus, u8),
        hangs: bool,
    ) -> Option<Gain> {
        if hangs || !rules.supplies.only_adds {
            return None;
        }
        let is_large = rules.supplies.buildings[usize::from(self.building)].is_large;
        if !self.meets(needs, is_large) {
            return Some(Gain::default());
        }
        let start = rules.variant.novelty_start;
        let has = [self.quality, self.service, self.ambiance, self.novelty(start)];
        let more = Restaurant { novelty_bonus: self.novelty_bonus + bonus[3], ..*self };
        let mut ratings = [0; 4];
        for rating in 0..3 {
            ratings[rating] =
                i32::from(has[rating].saturating_add(bonus[rating].unsigned_abs())) - i32::from(has[rating]);
        }
        ratings[3] = i32::from(more.novelty(start)) - i32::from(has[3]);
        let capacity = self.capacity.saturating_add(capacity) - self.capacity;
        Some(Gain { ratings, capacity: capacity.into() })
    }

    fn gain_to(&self, rules: &LaBistro, after: &Restaurant) -> Gain {
        let start = rules.variant.novelty_start;
        let ratings = |house: &Restaurant| {
            [house.quality, house.service, house.ambiance, house.novelty(start)].map(i32::from)
        };
        let (is, was) = (ratings(after), ratings(self));
        Gain {
            ratings: std::array::from_fn(|rating| is[rating] - was[rating]),
            capacity: i32::from(after.capacity) - i32::from(self.capacity),
        }
    }

    /// Novelty as it counts (LB-127, LB-A25).
    #[inline]
    pub fn novelty(&self, start: i16) -> u16 {
        (start + self.novelty_bonus - self.novelty_lost).max(0) as u16
    }
}

/// Where money comes from and goes to, seen from a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    Building,
    Fee,
    Loan,
    Repayment,
    Ads,
    JobBid,
    Wage,
    Defence,
    Transfer,
    RenovationBid,
    Renovation,
    Gold,
    Split,
    Increase,
    Income,
    Interest,
    FinalPayment,
}

pub const FLOWS: usize = 17;

/// What is on sale by auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sale {
    Property,
    Jobs,
    /// The re-opened bidding for a unique employee.
    Unique,
    Renovations,
}

/// What the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Dice are placed on the Jobs Board.
    Generate,
    Select {
        seat: Seat,
    },
    /// All options are shown, and lots are drawn for equal money.
    Reveal,
    Building {
        seat: Seat,
    },
    Limit {
        sale: Sale,
        seat: Seat,
    },
    Cuisine {
        seat: Seat,
    },
    /// The price that goes with a cuisine; `touched` is the restaurant that must end with one.
    Price {
        seat: Seat,
        touched: Option<u8>,
    },
    Bank {
        seat: Seat,
    },
    AdPlace {
        seat: Seat,
    },
    Ads {
        seat: Seat,
    },
    Hire {
        seat: Seat,
    },
    Renovate {
        seat: Seat,
    },
    /// The time cube moves.
    Clock,
    Payouts,
    Over,
}

/// An auction under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Auction {
    /// The building, or the unique employee.
    pub lot: u8,
    pub opener: Seat,
    /// Bidders, as bits.
    pub bidders: u8,
    /// Bidders who have committed a limit, as bits.
    pub committed: u8,
    /// Least opening bid.
    pub least: i32,
    /// Restaurant slot for which the challenger claims a unique employee.
    pub slot: u8,
}

/// What lies on the table, and whose turn it is: open but for the loans where they are hidden
/// (LB-A20).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    pub money: [i32; PLAYERS],
    pub(super) loans: [u8; PLAYERS],
    /// How often each player has been at the bank, which everybody sees.
    pub bank_visits: [u8; PLAYERS],
    pub restaurants: [[Restaurant; SLOTS]; PLAYERS],
    /// Money that came and went, by [`Flow`]: books for the record, which no seat reads.
    pub(in crate::rules) flows: [[i32; FLOWS]; PLAYERS],
    /// Vacant buildings, as bits.
    pub vacant: u32,
    /// Cells of the Jobs Board with a die, as bits.
    pub board: u64,
    /// Dice of hired employees that stay used until the Payouts round (LB-A1).
    pub aside: u8,
    /// The restaurant that employs each unique employee, `seat * SLOTS + slot`, or [`NONE`].
    pub employer: [u8; MAX_KINDS],
    /// Unique employees chosen in this round, as bits.
    pub uniques_used: u32,
    /// Renovations sold in this round, as bits.
    pub sold: u32,
    /// Copies of each renovation sold in the game.
    pub copies: [u8; MAX_KINDS],
    pub turn: u8,
    /// Planning round of the turn, from 0.
    pub round: u8,
    pub time: u8,
    pub increase: u16,
    /// Choices shown in this round; [`NONE`] before the reveal.
    pub options: [u8; PLAYERS],
    /// Lots that decide equal money in this round, the higher first.
    pub lots: [u8; PLAYERS],
    /// Money at the start of the option being resolved.
    pub purse: [i32; PLAYERS],
    /// The option being resolved, 0 for the cube.
    pub stage: u8,
    /// Seats that still act in it, as bits.
    pub waiting: u8,
    /// Cube: seats that may still win a building. Bits.
    pub buyers: u8,
    /// Cube: seats that were outbid for what they put up (LB-A34). Bits.
    pub outbid: u8,
    pub auction: Auction,
    /// What the seat about to hire or renovate bid for the right.
    pub bid: Option<i32>,
    pub phase: Phase,
    /// Lots for a tie at the end (LB-A19).
    pub final_lots: [u8; PLAYERS],
    /// Seats that could not pay the final payments (LB-A18), as bits.
    pub ruined: u8,
}

/// What is hidden for a moment; fields of nobody hold their rest value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    /// The object in each hand; [`NONE`] at rest.
    pub options: [u8; PLAYERS],
    /// The restaurant of a written ad order; [`NONE`] at rest.
    pub ad_places: [u8; PLAYERS],
    pub ads: [u16; PLAYERS],
    /// Limits of the auction under way; -1 is a pass and the rest value.
    pub limits: [i32; PLAYERS],
}

impl Hidden {
    pub const REST: Hidden = Hidden {
        options: [NONE; PLAYERS],
        ad_places: [NONE; PLAYERS],
        ads: [0; PLAYERS],
        limits: [-1; PLAYERS],
    };
}

/// Everything true now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub table: Table,
    pub(super) hidden: Hidden,
}

impl Table {
    pub(super) fn new(rules: &LaBistro) -> Table {
        let mut money = [0; PLAYERS];
        money[..rules.players].fill(rules.variant.money);
        Table {
            money,
            loans: [0; PLAYERS],
            bank_visits: [0; PLAYERS],
            restaurants: [[Restaurant::VACANT; SLOTS]; PLAYERS],
            flows: [[0; FLOWS]; PLAYERS],
            vacant: ((1u64 << rules.supplies.buildings.len()) - 1) as u32,
            board: 0,
            aside: 0,
            employer: [NONE; MAX_KINDS],
            uniques_used: 0,
            sold: 0,
            copies: [0; MAX_KINDS],
            turn: 0,
            round: 0,
            time: 0,
            increase: 0,
            options: [NONE; PLAYERS],
            lots: [0; PLAYERS],
            purse: money,
            stage: 0,
            waiting: 0,
            buyers: 0,
            outbid: 0,
            auction: Auction::default(),
            bid: None,
            phase: Phase::Generate,
            final_lots: [0; PLAYERS],
            ruined: 0,
        }
    }

    /// Moves money between a player and the bank, or between players.
    #[inline]
    pub(super) fn pay(&mut self, seat: Seat, flow: Flow, amount: i32) {
        self.money[seat.index()] += amount;
        self.flows[seat.index()][flow as usize] += amount;
    }

    #[inline]
    pub fn cash(&self, seat: Seat) -> i32 {
        self.money[seat.index()]
    }

    /// Restaurants a seat has opened.
    #[inline]
    pub fn opened(&self, seat: Seat) -> usize {
        self.restaurants[seat.index()].iter().filter(|restaurant| restaurant.stands()).count()
    }

    /// The standing restaurants of a seat with their slots.
    #[inline]
    pub fn houses(&self, seat: Seat) -> impl Iterator<Item = (usize, &Restaurant)> + Clone {
        self.restaurants[seat.index()].iter().enumerate().filter(|(_, restaurant)| restaurant.stands())
    }

    /// The first planning round of the game (LB-36).
    #[inline]
    pub fn is_opening(&self) -> bool {
        self.turn == 0 && self.round == 0
    }
}
