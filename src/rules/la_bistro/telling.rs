//! Events in words.

use std::fmt;

use super::{
    action::OPTIONS,
    chart::Criterion,
    components::cuisine_word,
    event::{Decided, Event},
};
use crate::{rules::seat::Seat, text::people::counted};

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
                let buildings = counted(buildings.count_ones().into(), "building", "buildings");
                write!(f, "{} can pay for {buildings}", Seat(seat))
            }
            Event::PutUp { seat, name, .. } => write!(f, "{} puts up {name}", Seat(seat)),
            Event::Bought { seat, name, price, bidders, .. } => {
                let bidders = counted(bidders.into(), "bidder", "bidders");
                write!(f, "{} buys {name} for {price} ({bidders})", Seat(seat))
            }
            Event::MenuOffered { seat, cuisines, .. } => {
                let cuisines = counted(cuisines.count_ones().into(), "cuisine", "cuisines");
                write!(f, "{} pays the chef and may choose among {cuisines}", Seat(seat))
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
            Event::Repaid { seat, loans } => {
                write!(f, "{} repays {}", Seat(seat), counted(loans.into(), "loan", "loans"))
            }
            Event::AdsOffered { seat } => write!(f, "{} orders ads", Seat(seat)),
            Event::AdsBought { seat, slot, ads, paid, .. } => {
                let ads = counted(ads.into(), "ad", "ads");
                write!(f, "{} buys {ads} for restaurant {} for {paid}", Seat(seat), slot + 1)
            }
            Event::RightSold { seat, bid, bidders, .. } => match bid {
                Some(bid) => {
                    let bidders = counted(bidders.into(), "bidder", "bidders");
                    write!(f, "{} wins the right to choose for {bid} ({bidders})", Seat(seat))
                }
                None => write!(f, "{} is left with the right to choose", Seat(seat)),
            },
            Event::StaffOffered { seat, employees } => {
                let kinds = counted(employees.count_ones().into(), "kind", "kinds");
                write!(f, "{} can hire {kinds} of staff", Seat(seat))
            }
            Event::RenovationsOffered { seat, renovations } => {
                let renovations = counted(renovations.count_ones().into(), "renovation", "renovations");
                write!(f, "{} can choose among {renovations}", Seat(seat))
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
                let rounds = counted(rounds.into(), "round", "rounds");
                write!(f, "Payouts of turn {} after {rounds}: {reason} ran out", turn + 1)
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
                write!(
                    f,
                    "box {}: {paid} of the split to restaurant {} of {}",
                    square + 1,
                    slot + 1,
                    Seat(seat)
                )
            }
            Event::HouseDone { seat, slot, dice, income, .. } => {
                let diners = counted(dice.into(), "diner", "diners");
                write!(f, "restaurant {} of {}: {diners} of its own, {income} money", slot + 1, Seat(seat))
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
