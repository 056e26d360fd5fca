//! The course of a planning round: dice for jobs, options in their order, and time (LB-16..38, LB-98).

pub mod bidding;
mod options;
mod sales;

use super::{
    LOTS, LaBistro, PLACEMENT, TIME,
    action::{Decision, option},
    chart::{DICE, FACES},
    components::{Kind, NONE},
    event::{Emit, Event},
    state::{Auction, PLAYERS, Phase, Public, State},
    variant::{MoneyOrder, UniqueUses},
};
use sim_engine::{luck::Luck, seat::Seat};

/// Returns the random-stream key of a planning round; turn and round fit into a byte each. The cube moves in
/// every round, so a turn has at most one round more than its track has spaces.
#[inline]
fn moment(table: &Public) -> u64 {
    u64::from(table.turn) << 16 | u64::from(table.round) << 8
}

impl LaBistro {
    /// Returns the number of dice neither held by players nor on the board nor set aside (LB-20).
    #[inline]
    pub fn unused_dice(&self, table: &Public) -> usize {
        DICE - self.players - table.board.count_ones() as usize - usize::from(table.aside)
    }

    /// Starts the next planning round, or the Payouts round if dice are short (LB-18).
    pub(super) fn begin_round(&self, table: &mut Public) {
        table.options_before = std::mem::replace(&mut table.options, [NONE; PLAYERS]);
        table.sold = 0;
        table.uniques_used = 0;
        let is_short = self.unused_dice(table) < usize::from(self.variant.min_unused);
        table.phase = if is_short { Phase::Payouts } else { Phase::Generate };
    }

    /// Attempts to place dice on the Jobs Board (LB-25..32).
    pub(super) fn generate(&self, table: &mut Public, luck: &Luck, event: Emit<'_>) {
        for attempt in 0..u64::from(self.variant.placements) {
            if self.unused_dice(table) == 0 {
                break;
            }
            let mut stream = luck.stream(PLACEMENT, moment(table) | attempt);
            let (row, column) = (stream.below(FACES as u64) as u8, stream.below(FACES as u64) as u8);
            let cell = usize::from(row) * FACES + usize::from(column);
            if table.board >> cell & 1 == 1 {
                event(Event::Wasted { row, column });
                continue;
            }
            table.board |= 1 << cell;
            let employee = Some(self.supplies.jobs[cell]).filter(|&employee| employee != NONE);
            let employee = employee.map(|employee| self.supplies.component(Kind::Employee, employee));
            event(Event::Placed { row, column, employee });
        }
        table.phase = Phase::Ask(Seat(0), Decision::Option);
    }

    /// Returns the mask of employees that can be chosen at the Jobs Board (LB-30, LB-A27).
    #[inline]
    pub fn on_offer(&self, table: &Public) -> u32 {
        let mut board = table.board;
        let mut offer = 0;
        while board != 0 {
            let employee = self.supplies.jobs[board.trailing_zeros() as usize];
            if employee != NONE {
                offer |= 1 << employee;
            }
            board &= board - 1;
        }
        match self.variant.unique_uses {
            UniqueUses::Any => offer,
            UniqueUses::Once => offer & !table.uniques_used,
        }
    }

    /// Takes the die off this employee's first cell with a die, in reading order.
    pub(super) fn take_die(&self, table: &mut Public, employee: u8) {
        let cells = self.supplies.jobs.iter().enumerate();
        let mut taken = cells.filter(|&(cell, &job)| job == employee && table.board >> cell & 1 == 1);
        if let Some((cell, _)) = taken.next() {
            table.board &= !(1 << cell);
            if self.variant.hired_die == super::variant::HiredDie::Aside {
                table.aside += 1;
            }
        }
    }

    /// Records the object that a seat conceals (LB-33).
    pub(super) fn select(&self, state: &mut State, seat: Seat, option: u8) {
        state.hidden[seat.index()].option = option;
        let next = Seat(seat.0 + 1);
        state.table.phase =
            if next.index() < self.players { Phase::Ask(next, Decision::Option) } else { Phase::Reveal };
    }

    /// Reveals all options, and draws the lots that break ties in money in this round (LB-34, LB-41).
    pub(super) fn reveal(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let table = &mut state.table;
        table.options = state.hidden.each_mut().map(|secret| std::mem::replace(&mut secret.option, NONE));
        for seat in Seat::all(self.players) {
            event(Event::Chose { seat, option: table.options[seat.index()], turn: table.turn });
        }
        let lots = &mut table.lots[..self.players];
        for (at, lot) in lots.iter_mut().enumerate() {
            *lot = at as u8;
        }
        luck.stream(LOTS, moment(table)).shuffle(&mut table.lots[..self.players]);
        self.enter(table, option::PROPERTY);
        for seat in Seat::all(self.players).filter(|seat| table.buyers >> seat.0 & 1 == 1) {
            let buildings = self.affordable_buildings(table, seat);
            if buildings != 0 {
                event(Event::BuildingsOffered { seat, buildings });
            }
        }
        self.advance(state, event);
    }

    fn enter(&self, table: &mut Public, stage: u8) {
        table.stage = stage;
        table.waiting = 0;
        for seat in Seat::all(self.players) {
            table.waiting |= u8::from(table.options[seat.index()] == stage) << seat.0;
        }
        table.buyers = table.waiting;
        table.outbid = 0;
        table.purse = table.money;
    }

    /// Returns the richest of some seats, with ties broken by lot; in the opening round the first clockwise
    /// (LB-37, LB-41, LB-59, LB-72).
    ///
    /// Only a unique employee who changes hands moves money of waiting seats (LB-86), so the time of counting
    /// matters only at the Jobs Board (LB-A30).
    pub(super) fn richest(&self, table: &Public, seats: u8) -> Option<Seat> {
        let purse = match self.variant.auction_order {
            MoneyOrder::Fixed => &table.purse,
            MoneyOrder::Recomputed => &table.money,
        };
        let mut chosen = Seat::all(self.players).filter(|seat| seats >> seat.0 & 1 == 1);
        if table.is_opening() {
            return chosen.next();
        }
        chosen.max_by_key(|seat| (purse[seat.index()], table.lots[seat.index()]))
    }

    fn first(&self, seats: u8) -> Option<Seat> {
        (seats != 0).then(|| Seat(seats.trailing_zeros() as u8))
    }

    pub(super) fn advance(&self, state: &mut State, event: Emit<'_>) {
        loop {
            let table = &mut state.table;
            let found = match table.stage {
                option::PROPERTY => self.next_opener(table),
                option::CHEF => self.next_chef(table, event),
                option::BANK => self.first(table.waiting).map(|seat| {
                    event(Event::LoanOffered { seat });
                    Phase::Ask(seat, Decision::Bank)
                }),
                option::ADS => self.next_order(state, event),
                option::JOBS | option::RENOVATIONS => self.next_right(table, event),
                _ => None,
            };
            let table = &mut state.table;
            if let Some(phase) = found {
                table.phase = phase;
                return;
            }
            if table.stage + 1 == option::COUNT {
                table.phase = Phase::Clock;
                return;
            }
            self.enter(table, table.stage + 1);
        }
    }

    #[inline]
    pub(super) fn done(&self, table: &mut Public, seat: Seat) {
        table.waiting &= !(1 << seat.0);
        table.auction = Auction::default();
        table.bid = None;
    }

    /// Moves the time cube (LB-98, LB-99).
    pub(super) fn pass_time(&self, table: &mut Public, luck: &Luck, event: Emit<'_>) {
        // One common die, and one for each seat that chose option 2.
        let roll = |slot: u64| luck.die(TIME, moment(table) | slot, FACES as u32) as u8;
        let mut steps = roll(0);
        for seat in Seat::all(self.players) {
            if table.options[seat.index()] == option::TIME {
                steps += roll(1 + u64::from(seat.0));
            }
        }
        table.time += steps;
        let is_over = table.time > self.variant.time_track;
        event(Event::TimePasses { steps, time: table.time, is_over });
        table.round += 1;
        if is_over {
            table.phase = Phase::Payouts;
        } else {
            self.begin_round(table);
        }
    }
}
