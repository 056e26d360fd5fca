//! The events of a game, which transcripts print and measures count.

use serde::Serialize;

use super::{
    LaBistro,
    action::{Decision, OPTIONS},
    chart::Criterion,
};
use sim_engine::{
    ComponentId, Game, Seat, component,
    event::{counted, events},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decided {
    /// Only one restaurant was eligible (LB-114).
    Alone,
    /// The deciding line, from 0.
    Line(u8),
    Split,
    Lost,
}

/// The receiver of events.
pub type Emit<'e> = &'e mut dyn FnMut(Event);

events! {
    pub enum Event of game: LaBistro {
        /// A die lands on a cell of the Jobs Board, which may have no employee.
        Placed {
            row: u8, column: u8, #[serde(serialize_with = "component::or_none")] employee: Option<ComponentId>,
        } = {
            let what = employee.map_or("a die lies on an empty cell".to_owned(), |employee| {
                format!("{} looks for work", game.name(employee))
            });
            format!("{what} (row {}, column {})", row + 1, column + 1)
        },
        /// The cell held a die already.
        Wasted { row: u8, column: u8 } = ("the cell in row {}, column {} is taken", row + 1, column + 1),
        Chose { seat: Seat, option: u8, turn: u8 } = ("{seat} shows {}", OPTIONS[usize::from(option)]),
        /// Mask of the buildings that a seat with the cube could pay for when the options were revealed, and so
        /// put up or bid for.
        BuildingsOffered { seat: Seat, buildings: u32 } =
            ("{seat} can pay for {}", counted(buildings.count_ones(), "building")),
        PutUp { seat: Seat, building: ComponentId } = ("{seat} puts up {}", game.name(building)),
        Bought { seat: Seat, building: ComponentId, price: i32, bidders: u8, turn: u8, second: bool } =
            ("{seat} buys {} for {price} ({})", game.name(building), counted(bidders, "bidder")),
        /// Masks of what a seat could choose at the Chef and Accountant.
        MenuOffered { seat: Seat, cuisines: u8, prices: u16 } =
            ("{seat} pays the chef and may choose among {}", counted(cuisines.count_ones(), "cuisine")),
        CuisineSet { seat: Seat, slot: u8, cuisine: ComponentId } =
            ("{seat} serves {} in restaurant {}", game.name(cuisine), slot + 1),
        PriceSet { seat: Seat, slot: u8, price: u8 } =
            ("{seat} sets a price of {price} in restaurant {}", slot + 1),
        PriceLost { seat: Seat, slot: u8 } =
            ("the price of restaurant {} of {seat} no longer fits", slot + 1),
        LoanOffered { seat: Seat } = "{seat} is at the bank",
        Borrowed { seat: Seat, turn: u8 } = "{seat} takes a loan",
        Repaid { seat: Seat, loans: u8 } = ("{seat} repays {}", counted(loans, "loan")),
        AdsOffered { seat: Seat } = "{seat} orders ads",
        AdsBought { seat: Seat, slot: u8, ads: u16, paid: i32, time: u8 } =
            ("{seat} buys {} for restaurant {} for {paid}", counted(ads, "ad"), slot + 1),
        /// A right to hire or to renovate is sold; `bid` is `None` if nobody bid.
        RightSold { seat: Seat, bid: Option<i32>, bidders: u8, #[serde(skip)] sale: Decision } = {
            bid.map_or(format!("{seat} is left with the right to choose"), |bid| {
                format!("{seat} wins the right to choose for {bid} ({})", counted(bidders, "bidder"))
            })
        },
        /// Mask of the employees that a seat could take.
        StaffOffered { seat: Seat, employees: u32 } =
            ("{seat} can hire {} of staff", counted(employees.count_ones(), "kind")),
        RenovationsOffered { seat: Seat, renovations: u32 } =
            ("{seat} can choose among {}", counted(renovations.count_ones(), "renovation")),
        Hired { seat: Seat, slot: u8, employee: ComponentId, paid: i32, has_bid: bool } =
            ("{seat} hires {} for {paid} into restaurant {}", game.name(employee), slot + 1),
        /// A unique employee changes to the challenger, who pays `price`; `half` goes to the employer.
        WonOver { seat: Seat, from: Seat, employee: ComponentId, price: i32, half: i32 } =
            ("{seat} wins {} from {from} for {price}, of which {half} to the employer", game.name(employee)),
        /// The employer keeps a unique employee for the last bid.
        Defended { seat: Seat, challenger: Seat, employee: ComponentId, price: i32 } =
            ("{seat} keeps {} from {challenger} for {price}", game.name(employee)),
        Renovated { seat: Seat, slot: u8, renovation: ComponentId, cost: i32, has_bid: bool } =
            ("{seat} installs {} for {cost} in restaurant {}", game.name(renovation), slot + 1),
        Waived { seat: Seat, bid: i32 } = "{seat} takes nothing after a bid of {bid}",
        TimePasses { steps: u8, time: u8, is_over: bool } = {
            let end = if is_over { "and runs out".to_owned() } else { format!("to {time}") };
            format!("time passes by {steps} {end}")
        },
        /// A Payouts round begins after this number of planning rounds.
        Payouts { turn: u8, rounds: u8, by_time: bool } = (
            "Payouts of turn {} after {}: {} ran out",
            turn + 1,
            counted(rounds, "round"),
            if by_time { "time" } else { "dice" }
        ),
        /// Counterfactual measure: the income that one more point of a rating would have added for a restaurant
        /// in this Payouts round, on purple boxes and on the others. `is_edge`: the point leads into the next
        /// band.
        Weighed { seat: Seat, slot: u8, rating: u8, is_edge: bool, purple: i32, others: i32 } = (
            "one more point of {} in restaurant {} of {seat}{} would earn {others:+}, and {purple:+} on purple boxes",
            Criterion::WORDS[usize::from(rating)],
            slot + 1,
            if is_edge { ", into the next band," } else { "" }
        ),
        /// A die on a box; `criterion` is the index of the criterion that decided.
        Diner {
            square: ComponentId, decided: Decided, criterion: u8, seat: Option<Seat>, slot: u8, eligible: u8,
            paid: i32,
        } = {
            let nobody = if decided == Decided::Lost { "nobody" } else { "split" };
            let guest_of =
                seat.map_or(nobody.to_owned(), |seat| format!("restaurant {} of {seat}", slot + 1));
            let reason = match decided {
                Decided::Line(line) => format!(" on line {}", line + 1),
                Decided::Alone => " alone".to_owned(),
                Decided::Split | Decided::Lost => String::new(),
            };
            let worth = if paid > 0 { format!(", worth {paid}") } else { String::new() };
            format!("box {}: {guest_of}{reason}{worth}", square.row() + 1)
        },
        Shared { square: ComponentId, seat: Seat, slot: u8, paid: i32 } =
            ("box {}: {paid} of the split to restaurant {} of {seat}", square.row() + 1, slot + 1),
        /// The result of a restaurant's turn. `rivals` counts the other restaurants in its price level;
        /// `opened` is the turn of its opening.
        HouseDone {
            seat: Seat, slot: u8, dice: u8, full: bool, price: u8, rivals: u8, income: i32, turn: u8,
            cuisine: ComponentId, #[serde(skip)] opened: u8,
        } = ("restaurant {} of {seat}: {} of its own, {income} money", slot + 1, counted(dice, "diner")),
        Fame { seat: Seat, slot: u8, award: u16 } = ("restaurant {} of {seat} gains {award} Fame", slot + 1),
        LoansCharged { seat: Seat, paid: i32, due: i32 } = "{seat} pays {paid} of {due} for loans",
        Increase { die: u8, increase: u16 } = "a {die} brings the Increase to {increase}",
    }
}
