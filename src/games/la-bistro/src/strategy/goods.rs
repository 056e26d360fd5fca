//! Features and worth of employees and renovations for the seat's restaurants, or of taking nothing.
//!
//! The gain of a kind depends only on its restaurant, its income also on the table. Both are computed on first
//! use and cached between decisions.

use super::{
    best,
    features::Me,
    outlook::Outlook,
    vocabulary::{Item, Right},
};
use crate::rules::{
    Action, Decision, Gain, Restaurant, SLOTS,
    components::{MAX_KINDS, NONE},
    variant::AuctionPays,
};
use sim_engine::{Seat, bits};
use sim_script::{Evaluator, Script, formula::Columns, spec::flag};

/// Features that require the income of a kind.
const INCOME: u128 = Item::Gain.bit() | Item::SeatedGain.bit();

struct Shelf {
    /// Masks of the kinds with a known gain, and of those with a known income.
    known: u32,
    weighed: u32,
    gains: [Gain; MAX_KINDS],
    /// Increase of the expected income, and of the one with excess diners turned away.
    more: [f64; MAX_KINDS],
    seated: [f64; MAX_KINDS],
}

impl Shelf {
    const EMPTY: Shelf = Shelf {
        known: 0,
        weighed: 0,
        gains: [Gain::NOTHING; MAX_KINDS],
        more: [0.0; MAX_KINDS],
        seated: [0.0; MAX_KINDS],
    };
}

/// Returns what a gain adds to the expected income, and to the one with excess diners turned away.
fn weigh(me: &Me<'_>, slot: usize, gain: &Gain) -> (f64, f64) {
    let prospect = me.outlook.raised(me.rules, slot, gain);
    if prospect.is_none() && gain.capacity == 0 {
        return (0.0, 0.0);
    }
    let prospect = prospect.unwrap_or(me.now);
    let house = me.restaurant(slot);
    let capacity = (i32::from(house.capacity) + gain.capacity) as u8;
    let price = if house.is_eligible() { house.price } else { 0 };
    let seated = me.seated_income(&prospect, Some((slot, price, capacity)));
    (prospect.income - me.now.income, seated - me.seated_now)
}

pub struct Shelves {
    houses: [Restaurant; SLOTS],
    /// Epoch of the outlook that the incomes are based on.
    epoch: u32,
    staff: [Shelf; SLOTS],
    renovations: [Shelf; SLOTS],
}

impl Shelves {
    pub const EMPTY: Shelves = Shelves {
        houses: [Restaurant::VACANT; SLOTS],
        epoch: 0,
        staff: [Shelf::EMPTY; SLOTS],
        renovations: [Shelf::EMPTY; SLOTS],
    };

    /// Drops outdated values: gains if their restaurant has changed, incomes if anything in the outlook has
    /// changed as well.
    pub fn renew(&mut self, houses: &[Restaurant; SLOTS], outlook: &Outlook) {
        let mut is_stale = self.epoch != outlook.epoch();
        self.epoch = outlook.epoch();
        for (slot, house) in houses.iter().enumerate() {
            // These fields change without an effect on gains.
            let house = Restaurant { price: 0, ads: 0, fame: 0, dice: 0, ..*house };
            if self.houses[slot] != house {
                self.houses[slot] = house;
                self.staff[slot].known = 0;
                self.renovations[slot].known = 0;
                is_stale = true;
            }
        }
        if is_stale {
            self.staff.iter_mut().chain(&mut self.renovations).for_each(|shelf| shelf.weighed = 0);
        }
    }
}

/// Candidates to hire or install now, preceded by taking nothing if that is allowed.
pub struct Goods {
    ware: Ware,
    may_pass: bool,
    /// Mask of the kinds for each restaurant.
    kinds: [u32; SLOTS],
}

/// Returns the price of a kind besides the bid for the right; for a rival's unique employee, the minimum bid.
fn price(me: &Me<'_>, ware: Ware, at: usize) -> i32 {
    if ware == Ware::Renovations {
        return me.rules.due(me.table, me.rules.supplies.renovations[at].cost);
    }
    let list = me.rules.supplies.employees[at].price;
    match me.table.employer[at] {
        NONE => me.rules.due(me.table, list),
        employer if usize::from(employer) / SLOTS == me.seat.index() => 0,
        _ => list,
    }
}

struct Worth {
    best: f64,
    next: f64,
    price: i32,
    kinds: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ware {
    Staff,
    Renovations,
}

impl Ware {
    fn decision(self) -> Decision {
        match self {
            Ware::Staff => Decision::Hire,
            Ware::Renovations => Decision::Renovation,
        }
    }
}

impl Goods {
    /// Returns all candidates that the rules allow now, including taking nothing.
    pub fn new(me: &Me<'_>, ware: Ware) -> Goods {
        let kinds = std::array::from_fn(|slot| match ware {
            Ware::Staff => me.rules.hireable(me.table, me.seat, slot),
            Ware::Renovations => me.rules.installable(me.table, me.seat, slot),
        });
        Goods { ware, may_pass: true, kinds }
    }

    /// Returns the candidates of a decision's legal actions, in the same order.
    pub fn of(ware: Ware, legal: &[Action]) -> Goods {
        let mut goods = Goods { ware, may_pass: false, kinds: [0; SLOTS] };
        for action in legal {
            match *action {
                Action::Hire { slot, employee: at } | Action::Renovate { slot, renovation: at } => {
                    goods.kinds[usize::from(slot)] |= 1 << at;
                }
                _ => goods.may_pass = true,
            }
        }
        goods
    }

    pub fn kinds(&self) -> u32 {
        (self.kinds[0] | self.kinds[1]).count_ones()
    }

    fn count(&self) -> usize {
        let kinds: u32 = self.kinds.iter().map(|kinds| kinds.count_ones()).sum();
        usize::from(self.may_pass) + kinds as usize
    }

    /// Returns restaurant and kind of each candidate except taking nothing, in order.
    fn things(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.kinds.iter().enumerate().flat_map(|(slot, &kinds)| bits(kinds).map(move |at| (slot, at)))
    }

    fn label(&self, at: usize) -> String {
        let thing = at.checked_sub(usize::from(self.may_pass)).and_then(|at| self.things().nth(at));
        let action = thing.map_or(Action::Pass, |(slot, at)| match self.ware {
            Ware::Staff => Action::Hire { slot: slot as u8, employee: at as u8 },
            Ware::Renovations => Action::Renovate { slot: slot as u8, renovation: at as u8 },
        });
        action.to_string()
    }

    pub fn fill(&self, me: &Me<'_>, shelves: &mut Shelves, wanted: u128, columns: &mut Columns) {
        let mut first = 0;
        if self.may_pass {
            columns.clear(wanted, 1);
            columns.set(Item::IsPass as usize, 0, 1.0);
            first = 1;
        }
        for (slot, &kinds) in self.kinds.iter().enumerate().filter(|(_, kinds)| **kinds != 0) {
            let mut list = [0; MAX_KINDS];
            let mut count = 0;
            for at in bits(kinds) {
                list[count] = at as u8;
                count += 1;
            }
            let mut rows = Rows { wanted, columns: &mut *columns, first, list: &list[..count] };
            match self.ware {
                Ware::Staff => {
                    rows.stock(me, &mut shelves.staff[slot], slot, kinds, self.ware);
                    rows.staff(me);
                }
                Ware::Renovations => {
                    rows.stock(me, &mut shelves.renovations[slot], slot, kinds, self.ware);
                    rows.renovations(me);
                }
            }
            rows.house(me, slot);
            first += count;
        }
    }

    fn score(
        &self,
        me: &Me<'_>,
        shelves: &mut Shelves,
        script: &Script,
        evaluator: &mut Evaluator,
    ) -> (usize, f64) {
        let decision = self.ware.decision();
        let wanted = script.point(decision).formula_masks[0];
        self.fill(me, shelves, wanted, evaluator.columns(decision, 0));
        best(evaluator.score(script, decision, 0, self.count(), |at| self.label(at)))
    }

    /// Returns the worth of the best candidate relative to taking nothing.
    pub fn worth(
        &self,
        me: &Me<'_>,
        shelves: &mut Shelves,
        script: &Script,
        evaluator: &mut Evaluator,
    ) -> f64 {
        self.score(me, shelves, script, evaluator).1
    }

    fn weigh(&self, me: &Me<'_>, shelves: &mut Shelves, script: &Script, evaluator: &mut Evaluator) -> Worth {
        let (chosen, best) = self.score(me, shelves, script, evaluator);
        let scores = evaluator.scores(0);
        let chosen = chosen.checked_sub(1).and_then(|at| self.things().nth(at)).map(|(_, at)| at);
        let pass = scores[0].max(f64::MIN);
        let others = self.things().zip(&scores[1..]).filter(|((_, at), _)| Some(*at) != chosen);
        let next = others.map(|(_, score)| score - pass).fold(0.0, f64::max);
        let price = chosen.map_or(0, |at| price(me, self.ware, at));
        Worth { best, next, price, kinds: self.kinds() }
    }
}

pub fn right(
    me: &Me<'_>,
    ware: Ware,
    shelves: &mut Shelves,
    script: &Script,
    evaluator: &mut Evaluator,
    decision: Decision,
) {
    let mut winner = *me;
    let won;
    if me.rules.variant.auction_pays == AuctionPays::Bid {
        // A winner with a bid pays no list price, so the candidates after a win count.
        won = me.table.won_by(me.seat);
        winner.table = &won;
    }
    let worth = Goods::new(&winner, ware).weigh(&winner, shelves, script, evaluator);
    let columns = evaluator.columns(decision, 0);
    let mut put = |feature: Right, value: f64| columns.set(feature as usize, 0, value);
    put(Right::Bidders, me.table.auction.bidders.count_ones().into());
    put(Right::Kinds, worth.kinds.into());
    put(Right::BestWorth, worth.best);
    put(Right::NextWorth, worth.next);
    put(Right::BestPrice, worth.price.into());
    put(Right::Spare, f64::from(me.table.cash(me.seat) - worth.price));
}

struct Rows<'a> {
    wanted: u128,
    columns: &'a mut Columns,
    first: usize,
    list: &'a [u8],
}

impl Rows<'_> {
    #[inline]
    fn fill_column(&mut self, feature: Item, value: impl Fn(usize) -> f64) {
        if feature.is_in(self.wanted) {
            let values = self.list.iter().map(|&at| value(at.into()));
            self.columns.fill_from(feature as usize, self.first, values);
        }
    }

    fn stock(&mut self, me: &Me<'_>, shelf: &mut Shelf, slot: usize, kinds: u32, ware: Ware) {
        let house = me.restaurant(slot);
        let gain = |at: usize| match ware {
            Ware::Staff => house.gain_of_employee(me.rules, at),
            Ware::Renovations => house.gain_of_renovation(me.rules, at),
        };
        for at in bits(kinds & !shelf.known) {
            shelf.gains[at] = gain(at);
        }
        shelf.known |= kinds;
        if self.wanted & INCOME != 0 {
            for at in bits(kinds & !shelf.weighed) {
                (shelf.more[at], shelf.seated[at]) = weigh(me, slot, &shelf.gains[at]);
            }
            shelf.weighed |= kinds;
        }
        debug_assert!(
            bits(kinds).all(|at| {
                let incomes = (shelf.more[at], shelf.seated[at]);
                shelf.gains[at] == gain(at)
                    && (self.wanted & INCOME == 0 || incomes == weigh(me, slot, &shelf.gains[at]))
            }),
            "what is kept is what would be worked out now"
        );
        let Shelf { gains, more, seated, .. } = shelf;
        for (feature, rating) in
            [Item::Quality, Item::Service, Item::Ambiance, Item::Novelty].into_iter().zip(0..)
        {
            self.fill_column(feature, |at| gains[at % MAX_KINDS].ratings[rating].into());
        }
        self.fill_column(Item::Capacity, |at| gains[at % MAX_KINDS].capacity.into());
        self.fill_column(Item::Points, |at| gains[at % MAX_KINDS].points().into());
        self.fill_column(Item::Gain, |at| more[at % MAX_KINDS]);
        self.fill_column(Item::SeatedGain, |at| seated[at % MAX_KINDS]);
        self.fill_column(Item::Promise, |at| {
            let printed = match ware {
                Ware::Staff => me.rules.supplies.employees[at].points,
                Ware::Renovations => me.rules.supplies.renovations[at].points,
            };
            let gain = &gains[at % MAX_KINDS];
            (printed - gain.points() - gain.capacity).max(0).into()
        });
    }

    fn staff(&mut self, me: &Me<'_>) {
        let staff = &me.rules.supplies.employees;
        self.fill_column(Item::IsUnique, |at| flag(staff[at].is_unique));
        self.fill_column(Item::Spaces, |_| 0.0);
        // The rival who employs a unique employee, if any.
        let rival = |at: usize| {
            let employer = me.table.employer[at];
            let seat = Seat(employer / SLOTS as u8);
            (employer != NONE && seat != me.seat).then_some(seat)
        };
        self.fill_column(Item::IsRivals, |at| flag(rival(at).is_some()));
        self.fill_column(Item::EmployerCash, |at| rival(at).map_or(0.0, |seat| me.table.cash(seat).into()));
        self.fill_column(Item::Price, |at| price(me, Ware::Staff, at).into());
    }

    fn renovations(&mut self, me: &Me<'_>) {
        let renovations = &me.rules.supplies.renovations;
        let time = f64::from(me.table.time);
        for feature in [Item::IsUnique, Item::IsRivals, Item::EmployerCash] {
            self.fill_column(feature, |_| 0.0);
        }
        self.fill_column(Item::Price, |at| price(me, Ware::Renovations, at).into());
        self.fill_column(Item::Spaces, |at| f64::from(renovations[at].last_space) - time);
    }

    fn house(&mut self, me: &Me<'_>, slot: usize) {
        let house = me.restaurant(slot);
        self.fill_column(Item::IsPass, |_| 0.0);
        self.fill_column(Item::IsSecond, |_| slot as f64);
        self.fill_column(Item::HousePrice, |_| house.price.into());
        self.fill_column(Item::HouseQuality, |_| house.quality.into());
        self.fill_column(Item::HouseService, |_| house.service.into());
    }
}
