use std::fmt;

use super::{
    action::OPTIONS,
    chart::Criterion,
    event::{Decided, Event},
};
use sim_engine::{Component, ComponentId, text::people::counted};

pub struct Told<'a> {
    pub components: &'a [Component],
    pub event: Event,
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |component: ComponentId| component.name(self.components);
        match self.event {
            Event::Placed { row, column, employee } => match employee.map(name) {
                Some(name) => write!(f, "{name} looks for work (row {}, column {})", row + 1, column + 1),
                None => write!(f, "a die lies on an empty cell (row {}, column {})", row + 1, column + 1),
            },
            Event::Wasted { row, column } => {
                write!(f, "the cell in row {}, column {} is taken", row + 1, column + 1)
            }
            Event::Chose { seat, option, .. } => {
                write!(f, "{} shows {}", seat, OPTIONS[usize::from(option)])
            }
            Event::BuildingsOffered { seat, buildings } => {
                let buildings = counted(buildings.count_ones().into(), "building", "buildings");
                write!(f, "{} can pay for {buildings}", seat)
            }
            Event::PutUp { seat, building } => write!(f, "{seat} puts up {}", name(building)),
            Event::Bought { seat, building, price, bidders, .. } => {
                let bidders = counted(bidders.into(), "bidder", "bidders");
                write!(f, "{seat} buys {} for {price} ({bidders})", name(building))
            }
            Event::MenuOffered { seat, cuisines, .. } => {
                let cuisines = counted(cuisines.count_ones().into(), "cuisine", "cuisines");
                write!(f, "{} pays the chef and may choose among {cuisines}", seat)
            }
            Event::CuisineSet { seat, slot, cuisine } => {
                write!(f, "{seat} serves {} in restaurant {}", name(cuisine), slot + 1)
            }
            Event::PriceSet { seat, slot, price } => {
                write!(f, "{} sets a price of {price} in restaurant {}", seat, slot + 1)
            }
            Event::PriceLost { seat, slot } => {
                write!(f, "the price of restaurant {} of {} no longer fits", slot + 1, seat)
            }
            Event::LoanOffered { seat } => write!(f, "{} is at the bank", seat),
            Event::Borrowed { seat, .. } => write!(f, "{} takes a loan", seat),
            Event::Repaid { seat, loans } => {
                write!(f, "{} repays {}", seat, counted(loans.into(), "loan", "loans"))
            }
            Event::AdsOffered { seat } => write!(f, "{} orders ads", seat),
            Event::AdsBought { seat, slot, ads, paid, .. } => {
                let ads = counted(ads.into(), "ad", "ads");
                write!(f, "{} buys {ads} for restaurant {} for {paid}", seat, slot + 1)
            }
            Event::RightSold { seat, bid, bidders, .. } => match bid {
                Some(bid) => {
                    let bidders = counted(bidders.into(), "bidder", "bidders");
                    write!(f, "{} wins the right to choose for {bid} ({bidders})", seat)
                }
                None => write!(f, "{} is left with the right to choose", seat),
            },
            Event::StaffOffered { seat, employees } => {
                let kinds = counted(employees.count_ones().into(), "kind", "kinds");
                write!(f, "{} can hire {kinds} of staff", seat)
            }
            Event::RenovationsOffered { seat, renovations } => {
                let renovations = counted(renovations.count_ones().into(), "renovation", "renovations");
                write!(f, "{} can choose among {renovations}", seat)
            }
            Event::Hired { seat, slot, employee, paid, .. } => {
                write!(f, "{seat} hires {} for {paid} into restaurant {}", name(employee), slot + 1)
            }
            Event::WonOver { seat, from, employee, price, half } => {
                let name = name(employee);
                write!(f, "{seat} wins {name} from {from} for {price}, of which {half} to the employer")
            }
            Event::Defended { seat, challenger, employee, price } => {
                write!(f, "{seat} keeps {} from {challenger} for {price}", name(employee))
            }
            Event::Renovated { seat, slot, renovation, cost, .. } => {
                write!(f, "{seat} installs {} for {cost} in restaurant {}", name(renovation), slot + 1)
            }
            Event::Waived { seat, bid } => write!(f, "{} takes nothing after a bid of {bid}", seat),
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
                let rating = Criterion::WORDS[usize::from(rating)];
                let band = if is_edge { ", into the next band," } else { "" };
                write!(
                    f,
                    "one more point of {rating} in restaurant {} of {}{band} would earn {others:+}, and {purple:+} on purple boxes",
                    slot + 1,
                    seat
                )
            }
            Event::Diner { square, decided, seat, slot, paid, .. } => {
                write!(f, "box {}: ", square.row() + 1)?;
                match seat {
                    Some(seat) => write!(f, "restaurant {} of {}", slot + 1, seat)?,
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
                    square.row() + 1,
                    slot + 1,
                    seat
                )
            }
            Event::HouseDone { seat, slot, dice, income, .. } => {
                let diners = counted(dice.into(), "diner", "diners");
                write!(f, "restaurant {} of {}: {diners} of its own, {income} money", slot + 1, seat)
            }
            Event::Fame { seat, slot, award } => {
                write!(f, "restaurant {} of {} gains {award} Fame", slot + 1, seat)
            }
            Event::LoansCharged { seat, paid, due } => {
                write!(f, "{} pays {paid} of {due} for loans", seat)
            }
            Event::Increase { die, increase } => write!(f, "a {die} brings the Increase to {increase}"),
        }
    }
}
