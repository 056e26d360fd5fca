//! What the table sees happen: the vocabulary of transcripts and counts.

use std::fmt;

use serde::Serialize;

use super::{action::OPTIONS, chart::Criterion, components::cuisine_word, label::Label, state::Sale};
use crate::rules::seat::{self, Seat};

/// How a die on the chart was resolved.
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

/// A consequence of an action or of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A die is rolled for a cell of the Jobs Board; `name` is missing where the cell is empty.
    Placed {
        row: u8,
        column: u8,
        name: Option<Label>,
    },
    /// The cell held a die already.
    Wasted {
        row: u8,
        column: u8,
    },
    Chose {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        option: u8,
        turn: u8,
    },
    /// Buildings that a seat with the cube could pay for when the options were shown, as bits: it
    /// can put each of them up, or bid for it.
    BuildingsOffered {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        buildings: u32,
    },
    PutUp {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        building: u8,
        name: Label,
    },
    Bought {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        building: u8,
        name: Label,
        price: i32,
        bidders: u8,
        turn: u8,
        second: bool,
    },
    /// What a seat could choose at the Chef and Accountant, as bits.
    MenuOffered {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        cuisines: u8,
        prices: u16,
    },
    CuisineSet {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        cuisine: u8,
    },
    PriceSet {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        price: u8,
    },
    PriceLost {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
    },
    LoanOffered {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
    },
    Borrowed {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        turn: u8,
    },
    Repaid {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        loans: u8,
    },
    AdsOffered {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
    },
    AdsBought {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        ads: u16,
        paid: i32,
        time: u8,
    },
    /// A right to hire or to renovate is sold; `bid` is missing when nobody bid.
    RightSold {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        bid: Option<i32>,
        bidders: u8,
        #[serde(skip)]
        sale: Sale,
    },
    /// Employees, or renovations, that a seat could take, as bits.
    StaffOffered {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        employees: u32,
    },
    RenovationsOffered {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        renovations: u32,
    },
    Hired {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        employee: u8,
        name: Label,
        paid: i32,
        has_bid: bool,
    },
    /// A unique employee changes to the challenger, who pays `price`; `half` goes to the employer.
    WonOver {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        from: u8,
        employee: u8,
        name: Label,
        price: i32,
        half: i32,
    },
    /// The employer keeps a unique employee for the last bid.
    Defended {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        challenger: u8,
        employee: u8,
        name: Label,
        price: i32,
    },
    Renovated {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        renovation: u8,
        name: Label,
        cost: i32,
        has_bid: bool,
    },
    /// A winner took nothing.
    Waived {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
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
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        rating: u8,
        /// The point leads into the next band.
        is_edge: bool,
        purple: i32,
        others: i32,
    },
    /// A die on a box: `criterion` is the word of the line that decided.
    Diner {
        square: u8,
        decided: Decided,
        criterion: u8,
        #[serde(serialize_with = "seat::from_one_if_any")]
        seat: Option<u8>,
        slot: u8,
        eligible: u8,
        paid: i32,
    },
    /// A sharer of a split die.
    Shared {
        square: u8,
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        paid: i32,
    },
    /// What a restaurant made of a turn; `rivals` are other restaurants in its price level.
    HouseDone {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        dice: u8,
        full: bool,
        price: u8,
        rivals: u8,
        income: i32,
        turn: u8,
        cuisine: u8,
    },
    Fame {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        award: u16,
    },
    LoansCharged {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        paid: i32,
        due: i32,
    },
    Increase {
        die: u8,
        increase: u16,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Placed { row, column, name } => match name {
                Some(name) => write!(f, "{name} looks for work (row {}, column {})", row + 1, column + 1),
                None => write!(f, "a die lies on an empty cell (row {}, column {})", row + 1, column + 1),
            },
            Event::Wasted { row, column } => {
                write!(f, "the cell in row {}, column {} is taken", row + 1, column + 1)
            }
            Event::Chose { seat, option, .. } => {
                write!(f, "{} shows {}", Seat(seat), OPTIONS[usize::from(option)])
            }
            Event::BuildingsOffered { seat, buildings } => {
                write!(f, "{} can pay for {} buildings", Seat(seat), buildings.count_ones())
            }
            Event::PutUp { seat, name, .. } => write!(f, "{} puts up {name}", Seat(seat)),
            Event::Bought { seat, name, price, bidders, .. } => {
                write!(f, "{} buys {name} for {price} among {bidders}", Seat(seat))
            }
            Event::MenuOffered { seat, cuisines, .. } => {
                write!(f, "{} pays the chef and may choose of {} cuisines", Seat(seat), cuisines.count_ones())
            }
            Event::CuisineSet { seat, slot, cuisine } => {
                write!(f, "{} serves {} in restaurant {}", Seat(seat), cuisine_word(cuisine.into()), slot + 1)
            }
            Event::PriceSet { seat, slot, price } => {
                write!(f, "{} sets a price of {price} in restaurant {}", Seat(seat), slot + 1)
            }
            Event::PriceLost { seat, slot } => {
                write!(f, "the price of restaurant {} of {} no longer fits", slot + 1, Seat(seat))
            }
            Event::LoanOffered { seat } => write!(f, "{} is at the bank", Seat(seat)),
            Event::Borrowed { seat, .. } => write!(f, "{} takes a loan", Seat(seat)),
            Event::Repaid { seat, loans } => write!(f, "{} repays {loans} loans", Seat(seat)),
            Event::AdsOffered { seat } => write!(f, "{} orders ads", Seat(seat)),
            Event::AdsBought { seat, slot, ads, paid, .. } => {
                write!(f, "{} buys {ads} ads for restaurant {} for {paid}", Seat(seat), slot + 1)
            }
            Event::RightSold { seat, bid, bidders, .. } => match bid {
                Some(bid) => write!(f, "{} wins the right to choose among {bidders} for {bid}", Seat(seat)),
                None => write!(f, "{} is left with the right to choose", Seat(seat)),
            },
            Event::StaffOffered { seat, employees } => {
                write!(f, "{} can hire {} kinds of staff", Seat(seat), employees.count_ones())
            }
            Event::RenovationsOffered { seat, renovations } => {
                write!(f, "{} can choose of {} renovations", Seat(seat), renovations.count_ones())
            }
            Event::Hired { seat, slot, name, paid, .. } => {
                write!(f, "{} hires {name} for {paid} into restaurant {}", Seat(seat), slot + 1)
            }
            Event::WonOver { seat, from, name, price, half, .. } => {
                write!(
                    f,
                    "{} wins {name} from {} for {price}, of which {half} to the employer",
                    Seat(seat),
                    Seat(from)
                )
            }
            Event::Defended { seat, challenger, name, price, .. } => {
                write!(f, "{} keeps {name} from {} for {price}", Seat(seat), Seat(challenger))
            }
            Event::Renovated { seat, slot, name, cost, .. } => {
                write!(f, "{} installs {name} for {cost} in restaurant {}", Seat(seat), slot + 1)
            }
            Event::Waived { seat, bid } => write!(f, "{} takes nothing after a bid of {bid}", Seat(seat)),
            Event::TimePasses { steps, time, is_over } => match is_over {
                true => write!(f, "time passes by {steps} and runs out"),
                false => write!(f, "time passes by {steps} to {time}"),
            },
            Event::Payouts { turn, rounds, by_time } => {
                let reason = if by_time { "time" } else { "dice" };
                write!(f, "Payouts of turn {} after {rounds} rounds: {reason} ran out", turn + 1)
            }
            Event::Weighed { seat, slot, rating, is_edge, purple, others } => {
                let rating = Criterion::WORDS[usize::from(rating)].0;
                let band = if is_edge { ", into the next band," } else { "" };
                write!(
                    f,
                    "one more point of {rating} in restaurant {} of {}{band} would earn {others:+}, and {purple:+} on purple boxes",
                    slot + 1,
                    Seat(seat)
                )
            }
            Event::Diner { square, decided, seat, slot, paid, .. } => {
                write!(f, "box {}: ", square + 1)?;
                match seat {
                    Some(seat) => write!(f, "restaurant {} of {}", slot + 1, Seat(seat))?,
                    None => f.write_str(if decided == Decided::Lost { "nobody" } else { "split" })?,
                }
                match decided {
                    Decided::Line(line) => write!(f, " on line {}", line + 1)?,
                    Decided::Alone => f.write_str(" alone")?,
                    Decided::Split | Decided::Lost => {}
                }
                if paid > 0 { write!(f, ", worth {paid}") } else { Ok(()) }
            }
            Event::Shared { square, seat, slot, paid } => {
                write!(f, "box {}: {paid} to restaurant {} of {}", square + 1, slot + 1, Seat(seat))
            }
            Event::HouseDone { seat, slot, dice, income, .. } => {
                write!(f, "restaurant {} of {}: {dice} diners, {income} money", slot + 1, Seat(seat))
            }
            Event::Fame { seat, slot, award } => {
                write!(f, "restaurant {} of {} gains {award} Fame", slot + 1, Seat(seat))
            }
            Event::LoansCharged { seat, paid, due } => {
                write!(f, "{} pays {paid} of {due} for loans", Seat(seat))
            }
            Event::Increase { die, increase } => write!(f, "a {die} brings the Increase to {increase}"),
        }
    }
}
