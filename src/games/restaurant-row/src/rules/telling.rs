use super::{
    RestaurantRow,
    event::{Event, Place, Reason},
    words::{CATEGORIES, Category, Guest, ShillUse, Store, bits},
};
use sim_engine::{ComponentId, text::people};

impl RestaurantRow {
    fn name(&self, component: ComponentId) -> &str {
        component.name(&self.supplies.components)
    }

    fn goods(&self, store: Store, rows: u32) -> String {
        let supplies = &self.supplies;
        let name = |row: usize| match store {
            Store::HelpWanted => supplies.employees[row].name.as_str(),
            Store::Renovations => supplies.renovations[row].name.as_str(),
            _ => supplies.ingredients[row].name.as_str(),
        };
        let names: Vec<&str> = bits(rows).map(name).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    }

    fn customer(&self, guest: ComponentId, customer: Option<u8>) -> String {
        match customer.map(|row| &self.supplies.customers[usize::from(row)]) {
            None => "the critic".to_owned(),
            Some(one) if one.guest == Guest::Shill => "the shill".to_owned(),
            Some(one) => format!("{} ({})", one.name, self.name(guest)),
        }
    }

    pub(super) fn told(&self, event: &Event) -> String {
        let name = |component| self.name(component);
        match *event {
            Event::WordOfMouth { order } => format!("word of mouth: {}", ranking(order)),
            Event::RoundBegins { round } => format!("round {} begins", round + 1),
            Event::Applied { employee } => format!("{} looks for work", name(employee)),
            Event::Posted { employee, slot, price } => {
                format!("{} on slot {} for ${price}", name(employee), slot + 1)
            }
            Event::RenovationArrived { renovation } => format!("{} comes to the market", name(renovation)),
            Event::IngredientDice { dice, count } => {
                let rolled: Vec<String> =
                    dice.iter().filter(|&&die| die > 0).map(ToString::to_string).collect();
                format!("dice {}: {}", rolled.join(" "), counted(count, "ingredient"))
            }
            Event::IngredientArrived { ingredient } => format!("{} is on sale", name(ingredient)),
            Event::IngredientSpilled { ingredient } => format!("no room for {}", name(ingredient)),
            Event::EndTriggered { end } => format!("{}: this is the last round", end.word()),
            Event::TripBegins { trip } => format!("trip {} begins", trip + 1),
            Event::BoughtEarly { seat, ingredient, price } => {
                format!("{seat} buys {} early for ${price}", name(ingredient))
            }
            Event::Visited { seat, place, others, .. } => match others {
                0 => format!("{seat} goes to the {} alone", name(place)),
                _ => format!("{seat} goes to the {} with {others} more", name(place)),
            },
            Event::Offered { seat, store, rows } => format!("{seat} could take {}", self.goods(store, rows)),
            Event::LotNamed { seat, store, rows, least } => {
                format!("{seat} puts up {} from ${least}", self.goods(store, rows))
            }
            Event::BidShown { seat, bid: Some(bid), .. } => format!("{seat} bids ${bid}"),
            Event::BidShown { seat, bid: None, .. } => format!("{seat} passes"),
            Event::LotWon { seat, bid, .. } => format!("{seat} wins the lot for ${bid}"),
            Event::Hired { seat, employee, price, .. } => {
                format!("{seat} hires {} for ${price}", name(employee))
            }
            Event::Renovated { seat, renovation, price, .. } => {
                format!("{seat} installs {} for ${price}", name(renovation))
            }
            Event::Bought { seat, ingredient, price, .. } => {
                format!("{seat} buys {} for ${price}", name(ingredient))
            }
            Event::LeftShop { seat, store } => format!("{seat} leaves the {} with nothing", store.word()),
            Event::Borrowed { seat, amount, .. } => format!("{seat} borrows ${amount}"),
            Event::Displayed { seat, ingredient, forks } => {
                format!("{seat} displays {}, {}", name(ingredient), counted(forks, "fork"))
            }
            Event::Frozen { seat, ingredient } => format!("{seat} freezes {}", name(ingredient)),
            Event::Discarded { seat, ingredient } => format!("{seat} throws {} away", name(ingredient)),
            Event::Priced { seat, die, price, .. } => format!("{seat} shows a {die}: ${price}"),
            Event::DoorsOpen { die, customers } => format!("the die shows {die}: {customers} customers"),
            Event::Seated { seat, guest, customer, place, by, .. } => {
                let room = match place {
                    Place::Main => "",
                    Place::Second => ", in the second room",
                    Place::Beside => ", beside the dining room",
                };
                format!("{} sits down at {seat}{room}: {}", self.customer(guest, customer), reason(by))
            }
            Event::TurnedAway { guest, customer } => {
                format!("{} finds no seat", self.customer(guest, customer))
            }
            Event::Attracted { seat, attraction, came, .. } => match came {
                true => format!("the {} of {seat} has its guest", name(attraction)),
                false => format!("the {} of {seat} misses its guest", name(attraction)),
            },
            Event::ShillBid { seat, bid: Some(bid) } => format!("{seat} bids ${bid} for the shill"),
            Event::ShillBid { seat, bid: None } => format!("{seat} does not bid for the shill"),
            Event::ShillWon { seat, price } => format!("{seat} gets the shill for ${price}"),
            Event::ShillUsed { seat, used: ShillUse::Star, .. } => format!("{seat} takes a star"),
            Event::ShillUsed { seat, used: ShillUse::Word, .. } => {
                format!("{seat} keeps the shill for word of mouth")
            }
            Event::ShillDiscarded => "the shill is discarded".to_owned(),
            Event::Rated { seat, before, stars, .. } => {
                format!("the critic gives {seat} {} instead of {before}", counted(stars, "star"))
            }
            Event::RoomFull { seat, nth } => format!("{seat} is full, number {nth} tonight"),
            Event::Promoted { seat, category } => format!("{seat} promotes {}", category.word()),
            Event::PawnMoved { seat } => format!("the pawn goes to {seat}"),
            Event::Marked { seat, popularity, food, guests, forks, .. } => format!(
                "{seat} had {} and {}: {} for popularity, {} for food",
                counted(guests, "guest"),
                counted(forks, "fork"),
                counted(popularity, "mark"),
                counted(food, "mark")
            ),
            Event::Earned { seat, customers, price, income, .. } => {
                format!("{seat} earns ${income} from {} at ${price}", counted(customers, "paying guest"))
            }
            Event::WagesPaid { seat, wages } => format!("{seat} pays ${wages} of wages"),
            Event::ForcedLoan { seat, amount, .. } => format!("{seat} is short and must borrow ${amount}"),
            Event::InterestPaid { seat, interest, loan } => {
                format!("{seat} pays ${interest} of interest on ${loan}")
            }
            Event::Repaid { seat, amount } => format!("{seat} pays ${amount} back"),
            Event::LaidOff { seat, employee } => format!("{seat} lays {} off", name(employee)),
            Event::RoundEnds { seat, cash, loan, stars, .. } => {
                let stars = counted(stars, "star");
                format!("{seat} ends the round with ${cash}, a loan of ${loan} and {stars}")
            }
        }
    }
}

fn counted(count: u8, thing: &str) -> String {
    people::counted(count.into(), thing, &format!("{thing}s"))
}

fn ranking(order: [Category; CATEGORIES]) -> String {
    order.map(Category::word).join(", ")
}

fn reason(by: Reason) -> &'static str {
    match by {
        Reason::Alone => "no other seat is free",
        Reason::Attraction => "attracted",
        Reason::Primary => "first preference",
        Reason::Secondary => "second preference",
        Reason::Tertiary => "third preference",
        Reason::Pawn => "the pawn decides",
        Reason::Bid => "invited",
    }
}
