//! Set-up, and phase 1: employees, renovations and ingredients come to the markets (RR-13..38).

use crate::rules::{
    RestaurantRow,
    components::{MAX_BAG, MAX_INGREDIENTS, MAX_TOKENS, NONE},
    event::{Emit, Event},
    house::House,
    state::{Hidden, PLAYERS, SLOTS, Secret, State, Table},
    variant::RenoStock,
    words::{CATEGORIES, Category, End, KINDS, bits},
};
use sim_engine::{
    Seat,
    luck::{Card, Luck, Purpose, hash_name},
};

const STAFF: Purpose = Purpose::new("restaurant-row.staff");
const RENOVATIONS: Purpose = Purpose::new("restaurant-row.renovations");
const WORD: Purpose = Purpose::new("restaurant-row.word");
const RETURN: Purpose = Purpose::new("restaurant-row.return");
const FOOD_DICE: Purpose = Purpose::new("restaurant-row.food-dice");
const INGREDIENTS: Purpose = Purpose::new("restaurant-row.ingredients");

/// Shuffled rows, split into the pile (top last) and those that leave the game.
struct Split {
    pile: [u8; MAX_TOKENS],
    left: u8,
    out: [u8; MAX_TOKENS],
}

impl Split {
    /// The last `out` rows leave the game.
    fn new(order: &[u8], out: usize) -> Split {
        let left = order.len().saturating_sub(out);
        let mut split = Split { pile: [NONE; MAX_TOKENS], left: left as u8, out: [NONE; MAX_TOKENS] };
        for (slot, &row) in split.pile.iter_mut().zip(order[..left].iter().rev()) {
            *slot = row;
        }
        for (slot, &row) in split.out.iter_mut().zip(&order[left..]) {
            *slot = row;
        }
        split
    }
}

impl RestaurantRow {
    pub(in crate::rules) fn set_up(&self, luck: &Luck, event: Emit<'_>) -> State {
        let supplies = &self.supplies;
        let staff = supplies.employees.iter().enumerate().filter(|(_, one)| one.is_in);
        let staff = staff.map(|(row, one)| Card { row: row as u8, name: one.key, copy: 0 });
        let order = luck.shuffled::<MAX_TOKENS>(STAFF, staff);
        let staff = Split::new(order.rows(), self.variant.staff_out);
        let tokens = supplies.renovations.iter().enumerate();
        let tokens = tokens.flat_map(|(row, kind)| Card::copies(row, kind.key, kind.tokens));
        let order = luck.shuffled::<MAX_TOKENS>(RENOVATIONS, tokens);
        let tokens = Split::new(order.rows(), self.variant.renovations_out);
        let words =
            Category::all().map(|one| Card { row: one.index() as u8, name: hash_name(one.word()), copy: 0 });
        let order = luck.shuffled::<CATEGORIES>(WORD, words);
        let order = std::array::from_fn(|at| Category::at(order.rows()[at].into()));
        event(Event::WordOfMouth { order });
        // Seats are numbered from the starting pawn on, so seat 0 holds it (RR-18).
        let table = Table {
            counter: self.variant.customers_start.into(),
            order,
            first_order: order,
            houses: std::array::from_fn(|seat| House::new(self, Seat(seat as u8))),
            slots: [NONE; SLOTS],
            staff_left: staff.left,
            renovations_left: tokens.left,
            filled: [NONE; PLAYERS],
            shill: NONE,
            critic: NONE,
            guest: NONE,
            ..Table::default()
        };
        let hidden = Hidden {
            cash: table.houses.map(|house| house.earned),
            spent: [0; PLAYERS],
            secrets: [Secret::NONE; PLAYERS],
            staff_pile: staff.pile,
            staff_out: staff.out,
            renovation_pile: tokens.pile,
            renovation_out: tokens.out,
            queue: [NONE; MAX_BAG],
        };
        State { table, hidden }
    }

    pub(in crate::rules) fn stock(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        event(Event::RoundBegins { round: state.table.round });
        self.shuffle_in(state, luck);
        self.stock_staff(state, event);
        self.stock_renovations(state, event);
        self.stock_ingredients(&mut state.table, luck, event);
        state.table.trip = 0;
        self.next_trip(state, event);
    }

    pub(super) fn trigger(table: &mut Table, end: End, event: Emit<'_>) {
        if table.ends & end.bit() == 0 {
            table.ends |= end.bit();
            event(Event::EndTriggered { end });
        }
    }

    /// Inserts laid-off employees at random places of the pile, whose order nobody knows (RR-161, RR-A41).
    fn shuffle_in(&self, state: &mut State, luck: &Luck) {
        let State { table, hidden } = state;
        for row in bits(table.returning) {
            let left = usize::from(table.staff_left);
            let time = u64::from(table.round) << 8 | row as u64;
            let at = luck.stream(RETURN, time).index(left + 1);
            hidden.staff_pile.copy_within(at..left, at + 1);
            hidden.staff_pile[at] = row as u8;
            table.staff_left += 1;
        }
        table.returning = 0;
    }

    /// Fills free slots with employees and sorts all of them by service (RR-22..25).
    fn stock_staff(&self, state: &mut State, event: Emit<'_>) {
        let State { table, hidden } = state;
        let count = self.variant.slots.len();
        let mut rows = [NONE; SLOTS];
        let mut shown = 0;
        for (_, row) in table.on_display() {
            rows[shown] = row;
            shown += 1;
        }
        let wanted = (count - shown).min(self.variant.hired_a_round.into());
        let coming = wanted.min(table.staff_left.into());
        for _ in 0..coming {
            table.staff_left -= 1;
            let row = std::mem::replace(&mut hidden.staff_pile[usize::from(table.staff_left)], NONE);
            table.staff_seen |= 1 << row;
            rows[shown] = row;
            shown += 1;
            event(Event::Applied { employee: self.supplies.employee_id(row.into()) });
        }
        rows[..shown]
            .sort_by_key(|&row| (std::cmp::Reverse(self.supplies.employees[usize::from(row)].service), row));
        table.slots = rows;
        for (slot, &row) in rows[..shown].iter().enumerate() {
            let employee = self.supplies.employee_id(row.into());
            event(Event::Posted { employee, slot: slot as u8, price: self.variant.slots[slot] });
        }
        if coming > 0 && table.staff_left == 0 {
            Self::trigger(table, End::Staff, event);
        }
    }

    /// Fills the market up, or adds new tokens (RR-29, RR-30, RR-A10).
    fn stock_renovations(&self, state: &mut State, event: Emit<'_>) {
        let State { table, hidden } = state;
        let shown: u32 = table.renovations.iter().map(|&tokens| u32::from(tokens)).sum();
        let adds = self.variant.reno_stock == RenoStock::Add && !self.variant.is_two;
        let wanted = self.variant.renovations.saturating_sub(if adds { 0 } else { shown });
        let coming = wanted.min(table.renovations_left.into());
        for _ in 0..coming {
            table.renovations_left -= 1;
            let top = &mut hidden.renovation_pile[usize::from(table.renovations_left)];
            let row = usize::from(std::mem::replace(top, NONE));
            table.renovations[row] += 1;
            event(Event::RenovationArrived { renovation: self.supplies.renovation_id(row) });
        }
        if coming > 0 && table.renovations_left == 0 {
            Self::trigger(table, End::Renovations, event);
        }
    }

    /// Draws as many ingredients from the bag as the dice show, each to its market (RR-31..37).
    ///
    /// The surplus of a full market should be discarded at random; dropping the last ones drawn is equally random.
    fn stock_ingredients(&self, table: &mut Table, luck: &Luck, event: Emit<'_>) {
        let (rolled, kept) = (usize::from(self.variant.ingredient_dice), usize::from(self.variant.kept_dice));
        let mut dice = [0u8; 6];
        for (at, die) in dice[..rolled].iter_mut().enumerate() {
            *die = luck.die(FOOD_DICE, u64::from(table.round) << 3 | at as u64, 6) as u8;
        }
        dice.sort_unstable_by(|a, b| b.cmp(a));
        let count: u8 = dice[..kept.min(rolled)].iter().sum();
        event(Event::IngredientDice { dice, count });
        let kept_cold = table.houses.iter().fold(0, |rows, house| rows | house.pantry);
        let rows = 0..self.supplies.ingredients.len() as u8;
        let bag = rows
            .filter(|row| kept_cold >> row & 1 == 0)
            .map(|row| (row, self.supplies.ingredients[usize::from(row)].key))
            .map(|(row, name)| Card { row, name, copy: table.round.into() });
        let order = luck.shuffled::<MAX_INGREDIENTS>(INGREDIENTS, bag);
        let mut held = [0; KINDS];
        table.market = 0;
        for &row in order.rows().iter().take(count.into()) {
            let row = usize::from(row);
            let kind = self.supplies.ingredients[row].kind.index();
            let ingredient = self.supplies.ingredient_id(row);
            if held[kind] == self.supplies.capacity[kind] {
                event(Event::IngredientSpilled { ingredient });
                continue;
            }
            held[kind] += 1;
            table.market |= 1 << row;
            event(Event::IngredientArrived { ingredient });
        }
    }
}
