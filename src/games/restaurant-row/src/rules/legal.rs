use super::{
    Decision, RestaurantRow,
    action::Action,
    components::{MAX_TOKENS, NONE},
    state::{Phase, State, Table},
    variant::BidEligibility,
    words::{Category, Kind, STORES, Store, bits},
};
use sim_engine::{Amount, Node, Offer, Seat};

/// Mask of the rows above the highest chosen one.
#[inline]
pub fn after(chosen: u32) -> u32 {
    match chosen.checked_ilog2() {
        None => u32::MAX,
        Some(last) => u32::MAX.checked_shl(last + 1).unwrap_or(0),
    }
}

impl RestaurantRow {
    #[inline]
    pub(super) fn node_of(&self, state: &State) -> Node<Decision> {
        match state.table.phase {
            Phase::Stock | Phase::Doors => Node::Chance,
            Phase::Over => Node::Terminal,
            Phase::Ask(seat, decision) => Node::Decision { seat, decision },
        }
    }

    pub(super) fn offer(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        let (table, hidden) = (&state.table, &state.hidden);
        let Phase::Ask(seat, decision) = table.phase else { return Offer::Actions };
        let cash = hidden.cash[seat.index()];
        match decision {
            Decision::Early => {
                actions.push(Action::Pass);
                let rows = self.early_purchases(table, seat, cash);
                actions.extend(bits(rows).map(|row| Action::Ingredient { row: row as u8 }));
            }
            Decision::Store => {
                let visits = self.visits_of(table, seat);
                let all = 1u8 << STORES;
                let masks = (1..all).filter(|stores| stores.count_ones() == visits);
                actions.extend(masks.map(|stores| Action::Visit { stores }));
            }
            Decision::Hire => {
                actions.push(Action::Pass);
                let mut rows = 0u32;
                for (slot, row) in table.on_display() {
                    rows |= u32::from(self.can_hire(table, seat, cash, slot)) << row;
                }
                actions.extend(bits(rows).map(|row| Action::Employee { row: row as u8 }));
            }
            Decision::Renovate => {
                actions.push(Action::Pass);
                let rows = self.renovations_for(table, seat, cash);
                actions.extend(bits(rows).map(|row| Action::Renovation { row: row as u8 }));
            }
            Decision::Basket => {
                let rows = self.basket_rows(table, seat, cash);
                actions.extend(bits(rows).map(|row| Action::Ingredient { row: row as u8 }));
                actions.push(Action::Done);
            }
            Decision::Bid => {
                let may_pass = table.lot.chooser != seat;
                let min = table.lot.least;
                return Offer::Amount(Amount { may_pass, min, max: cash, step: 1 });
            }
            Decision::Borrow => {
                let max = self.variant.loan_max;
                return Offer::Amount(Amount { may_pass: false, min: 0, max, step: 10 });
            }
            Decision::Display => self.display_actions(state, seat, actions),
            Decision::Price => {
                actions.extend((1..=self.highest_die(table, seat)).map(|die| Action::Price { die }));
            }
            Decision::Room => actions.extend([Action::MainRoom, Action::SecondRoom]),
            Decision::ShillBid => {
                return Offer::Amount(Amount { may_pass: true, min: 1, max: cash, step: 1 });
            }
            Decision::Shill => {
                if table.house(seat).stars < self.variant.shill_stars {
                    actions.push(Action::Star);
                }
                actions.push(Action::Word);
            }
            Decision::Promote => {
                actions.push(Action::Pass);
                let first = table.order[0];
                let others = Category::all().filter(|&category| category != first);
                actions.extend(others.map(|category| Action::Promote { category }));
            }
            Decision::Repay => {
                let most = cash.min(table.house(seat).loan);
                let max = most.max(0) / 10 * 10;
                return Offer::Amount(Amount { may_pass: false, min: 0, max, step: 10 });
            }
            Decision::LayOff => {
                let chosen = hidden.secrets[seat.index()].lay_offs;
                let rows = u32::from(table.house(seat).staff) & after(chosen.into());
                actions.extend(bits(rows).map(|row| Action::LayOff { row: row as u8 }));
                actions.push(Action::Done);
            }
        }
        Offer::Actions
    }

    /// Number of stores that a seat visits on this trip: one fewer after an early purchase (RR-40, RR-62, RR-63).
    #[inline]
    pub fn visits_of(&self, table: &Table, seat: Seat) -> u32 {
        self.variant.visits - u32::from(table.early >> seat.0 & 1)
    }

    /// The highest die a seat may choose (RR-95, RR-96).
    #[inline]
    pub fn highest_die(&self, table: &Table, seat: Seat) -> u8 {
        (table.house(seat).stars + self.variant.above_stars).min(super::variant::DICE as u8)
    }

    /// Ingredients that can be bought early, as bits (RR-62, RR-A30).
    pub fn early_purchases(&self, table: &Table, seat: Seat, cash: i32) -> u32 {
        let usable = table.house(seat).usable(self, table.market);
        self.affordable(usable, cash)
    }

    #[inline]
    fn affordable(&self, ingredients: u32, cash: i32) -> u32 {
        bits(ingredients)
            .filter(|&row| self.supplies.ingredients[row].price <= cash)
            .fold(0, |mask, row| mask | 1 << row)
    }

    /// Whether a seat can hire the employee on a slot (RR-46, RR-50, RR-75).
    #[inline]
    pub fn can_hire(&self, table: &Table, seat: Seat, cash: i32, slot: usize) -> bool {
        let row = table.slots[slot];
        row != NONE && self.variant.slots[slot] <= cash && table.house(seat).can_hire(self, row)
    }

    /// Renovations that a seat can buy, as bits (RR-84, RR-86, RR-88).
    pub fn renovations_for(&self, table: &Table, seat: Seat, cash: i32) -> u32 {
        let house = table.house(seat);
        let mut rows = 0;
        for row in 0..MAX_TOKENS.min(self.supplies.renovations.len()) {
            let can = table.renovations[row] > 0
                && self.supplies.renovations[row].cost <= cash
                && house.can_renovate(self, row as u8);
            rows |= u32::from(can) << row;
        }
        rows
    }

    /// Ingredients that can still go into the basket, as bits (RR-48, RR-50, RR-A8).
    fn basket_rows(&self, table: &Table, seat: Seat, cash: i32) -> u32 {
        let on_sale = table.goods_of(self, self.store_at(table)) & after(table.basket);
        if on_sale == 0 || !table.house(seat).can_use(self, table.basket | on_sale & on_sale.wrapping_neg()) {
            // All goods of a market are of one kind: if one does not fit, none does.
            return 0;
        }
        self.affordable(on_sale, cash - self.supplies.basket_price(table.basket))
    }

    /// Whether a seat may bid for the lot, whatever its cash (RR-A7).
    pub fn may_bid(&self, table: &Table, seat: Seat) -> bool {
        let house = table.house(seat);
        let row = table.lot.goods.trailing_zeros() as u8;
        match self.store_at(table) {
            Store::HelpWanted => house.can_hire(self, row),
            Store::Renovations => house.can_renovate(self, row),
            Store::Bank => false,
            _ => {
                self.variant.bid_eligibility == BidEligibility::Any
                    || house.usable(self, table.lot.goods) != 0
            }
        }
    }

    pub fn goods_for(&self, table: &Table, seat: Seat, cash: i32, store: Store) -> u32 {
        match store {
            Store::HelpWanted => table
                .on_display()
                .filter(|&(slot, _)| self.can_hire(table, seat, cash, slot))
                .fold(0, |rows, (_, row)| rows | 1 << row),
            Store::Renovations => self.renovations_for(table, seat, cash),
            Store::Bank => 0,
            _ => {
                let usable = table.house(seat).usable(self, table.goods_of(self, store));
                self.affordable(usable, cash)
            }
        }
    }

    /// Offers the next ingredient to display, one to freeze, or the end of the display (RR-72, RR-73, RR-A29).
    fn display_actions(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let house = state.table.house(seat);
        let shown = state.hidden.secrets[seat.index()].shows;
        // The thawed ingredient, which must be shown.
        let due = if house.thawed == NONE { 0 } else { 1u32 << house.thawed };
        let open = house.pantry & after(shown);
        // Rows are chosen in ascending order, so a row above the due one would skip it for good.
        let is_due = due & !shown != 0;
        let reach = if is_due { due | (due - 1) } else { u32::MAX };
        for kind in Kind::all() {
            let mine = open & reach & self.supplies.of_kind[kind.index()];
            if mine == 0 {
                continue;
            }
            let one = mine & mine.wrapping_neg();
            if self.can_show(house, shown | one | due) {
                actions.extend(bits(mine & !due).map(|row| Action::Show { row: row as u8 }));
            }
        }
        if is_due {
            actions.push(Action::Show { row: house.thawed });
        }
        actions.sort_unstable();
        if !is_due {
            if house.has_freezer {
                let rest = house.pantry & !shown & !due;
                actions.extend(bits(rest).map(|row| Action::Freeze { row: row as u8 }));
            }
            actions.push(Action::Done);
        }
    }

    #[inline]
    pub fn can_show(&self, house: &super::House, ingredients: u32) -> bool {
        self.supplies.fits(self.supplies.count_kinds(ingredients), house.wrong_spaces)
    }
}
