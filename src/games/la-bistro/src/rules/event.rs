//! What the table sees happen: the vocabulary of transcripts and counts.

use serde::Serialize;

use super::state::Sale;
use sim_engine::{
    Seat,
    component::{self, ComponentId},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decided {
    /// Only one restaurant was eligible (LB-114).
    Alone,
    /// The line that decided, from 0.
    Line(u8),
    Split,
    Lost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A die is rolled for a cell of the Jobs Board, which may be empty.
    Placed {
        row: u8,
        column: u8,
        #[serde(serialize_with = "component::or_none")]
        employee: Option<ComponentId>,
    },
    /// The cell held a die already.
    Wasted {
        row: u8,
        column: u8,
    },
    Chose {
        seat: Seat,
        option: u8,
        turn: u8,
    },
    /// Buildings that a seat with the cube could pay for when the options were shown, as bits: it
    /// can put each of them up, or bid for it.
    BuildingsOffered {
        seat: Seat,
        buildings: u32,
    },
    PutUp {
        seat: Seat,
        building: ComponentId,
    },
    Bought {
        seat: Seat,
        building: ComponentId,
        price: i32,
        bidders: u8,
        turn: u8,
        second: bool,
    },
    /// What a seat could choose at the Chef and Accountant, as bits.
    MenuOffered {
        seat: Seat,
        cuisines: u8,
        prices: u16,
    },
    CuisineSet {
        seat: Seat,
        slot: u8,
        cuisine: ComponentId,
    },
    PriceSet {
        seat: Seat,
        slot: u8,
        price: u8,
    },
    PriceLost {
        seat: Seat,
        slot: u8,
    },
    LoanOffered {
        seat: Seat,
    },
    Borrowed {
        seat: Seat,
        turn: u8,
    },
    Repaid {
        seat: Seat,
        loans: u8,
    },
    AdsOffered {
        seat: Seat,
    },
    AdsBought {
        seat: Seat,
        slot: u8,
        ads: u16,
        paid: i32,
        time: u8,
    },
    /// A right to hire or to renovate is sold; `bid` is missing when nobody bid.
    RightSold {
        seat: Seat,
        bid: Option<i32>,
        bidders: u8,
        #[serde(skip)]
        sale: Sale,
    },
    /// Employees, or renovations, that a seat could take, as bits.
    StaffOffered {
        seat: Seat,
        employees: u32,
    },
    RenovationsOffered {
        seat: Seat,
        renovations: u32,
    },
    Hired {
        seat: Seat,
        slot: u8,
        employee: ComponentId,
        paid: i32,
        has_bid: bool,
    },
    /// A unique employee changes to the challenger, who pays `price`; `half` goes to the employer.
    WonOver {
        seat: Seat,
        from: Seat,
        employee: ComponentId,
        price: i32,
        half: i32,
    },
    /// The employer keeps a unique employee for the last bid.
    Defended {
        seat: Seat,
        challenger: Seat,
        employee: ComponentId,
        price: i32,
    },
    Renovated {
        seat: Seat,
        slot: u8,
        renovation: ComponentId,
        cost: i32,
        has_bid: bool,
    },
    Waived {
        seat: Seat,
        bid: i32,
    },
    TimePasses {
        steps: u8,
        time: u8,
        is_over: bool,
    },
    /// A Payouts round begins after so many planning rounds.
    Payouts {
        turn: u8,
        rounds: u8,
        by_time: bool,
    },
    /// What one more point of a rating would have earned a restaurant in this Payouts round, on purple
    /// boxes and on the others: a measure, nothing that happened.
    Weighed {
        seat: Seat,
        slot: u8,
        rating: u8,
        /// The point leads into the next band.
        is_edge: bool,
        purple: i32,
        others: i32,
    },
    /// A die on a box: `criterion` is the word of the line that decided.
    Diner {
        square: ComponentId,
        decided: Decided,
        criterion: u8,
        seat: Option<Seat>,
        slot: u8,
        eligible: u8,
        paid: i32,
    },
    Shared {
        square: ComponentId,
        seat: Seat,
        slot: u8,
        paid: i32,
    },
    /// What a restaurant made of a turn; `rivals` are other restaurants in its price level.
    HouseDone {
        seat: Seat,
        slot: u8,
        dice: u8,
        full: bool,
        price: u8,
        rivals: u8,
        income: i32,
        turn: u8,
        cuisine: ComponentId,
        /// The turn in which it was opened.
        #[serde(skip)]
        opened: u8,
    },
    Fame {
        seat: Seat,
        slot: u8,
        award: u16,
    },
    LoansCharged {
        seat: Seat,
        paid: i32,
        due: i32,
    },
    Increase {
        die: u8,
        increase: u16,
    },
}
