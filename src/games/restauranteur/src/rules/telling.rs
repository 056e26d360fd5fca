use super::{
    Restauranteur,
    event::{Event, Obstacle},
};
use sim_engine::ComponentId;

impl Restauranteur {
    fn name(&self, id: ComponentId) -> &str {
        id.name(&self.stock.components)
    }

    /// Names with commas, and `or` before the last.
    fn choice(&self, ids: impl Iterator<Item = ComponentId>) -> String {
        let names: Vec<&str> = ids.map(|id| self.name(id)).collect();
        match names[..] {
            [] => "nothing".to_owned(),
            [one] => one.to_owned(),
            [ref first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }

    pub(super) fn tell_event(&self, event: &Event) -> String {
        let name = |id| self.name(id);
        let extra = |bonus: bool| if bonus { " once more" } else { "" };
        match *event {
            Event::Placed { district, cell } => format!("a {} district lies at {cell}", name(district)),
            Event::Opened { card } => format!("{} is the first discard", name(card)),
            Event::Dealt { seat, card } => format!("{seat} is dealt {}", name(card)),
            Event::Pooled { seat, restaurant } => format!("{seat} puts {} into the pool", name(restaurant)),
            Event::Invested { seat, coins, leads, .. } => {
                let leads = match leads {
                    0 => String::new(),
                    1 => ", leading one type".to_owned(),
                    leads => format!(", leading {leads} types"),
                };
                format!("{seat} gets {} by investment{leads}", coins_of(coins.into()))
            }
            Event::Reshuffled { cards } => format!("the {cards} discards are shuffled"),
            Event::Drew { seat, card, left, bonus } => {
                format!("{seat} draws {}{}, {left} left", name(card), extra(bonus))
            }
            Event::CouldBuild { seat, cards, restaurants, .. } => {
                let (numbers, types) =
                    (self.choice(cards.components()), self.choice(restaurants.components()));
                format!("{seat} could build {types} with {numbers}")
            }
            Event::Idle { seat, why, .. } => {
                let why = match why {
                    Obstacle::Coins => "too few coins",
                    Obstacle::Pool => "no counter",
                    Obstacle::Number => "no number card",
                    Obstacle::Site => "no site for any counter and number card",
                };
                format!("{seat} cannot build: {why}")
            }
            Event::Declined { seat, .. } => format!("{seat} builds nothing"),
            Event::Built { seat, restaurant, card, cell, price, served, monopoly, broke, bonus, .. } => {
                let alone = if monopoly { ", the only owner of the type" } else { "" };
                let broke = broke.map_or(String::new(), |other| format!(", and {other} is no longer alone"));
                format!(
                    "{seat} builds {}{} at {cell} for {} and {}, serving {served}{alone}{broke}",
                    name(restaurant),
                    extra(bonus),
                    coins_of(price.into()),
                    name(card)
                )
            }
            Event::Moved { seat, restaurant, from, to, price, before, served, .. } => format!(
                "{seat} moves {} from {from} to {to} for {}, serving {served} instead of {before}",
                name(restaurant),
                coins_of(price.into())
            ),
            Event::CouldImprove { seat, cards } => {
                format!("{seat} could play {}", self.choice(cards.components()))
            }
            Event::Improved { seat, card, restaurants, price, bonus, .. } => {
                let types: Vec<&str> = restaurants.components().map(name).collect();
                let types =
                    if types.is_empty() { String::new() } else { format!(" for {}", types.join(" and ")) };
                let price = coins_of(price.into());
                format!("{seat} plays {}{types}{} and pays {price}", name(card), extra(bonus))
            }
            Event::CouldAdvertise { seat, cards } => {
                format!("{seat} could play {}", self.choice(cards.components()))
            }
            Event::Advertised { seat, card, target, bonus } => {
                format!("{seat} plays {}{}: {target}", name(card), extra(bonus))
            }
            Event::Rolled { seat, cell, card, bonus, .. } => {
                let with = card.map_or(String::new(), |card| format!(" with {}", name(card)));
                format!("{seat} rolls {cell}{with}{}", extra(bonus))
            }
            Event::Earned(earning) => {
                let stars = if earning.stars == 1 { "star" } else { "stars" };
                let cause = if earning.multiplied { "" } else { ", which do not count here" };
                format!(
                    "{} earns {} with {} at {}, {} {stars}{cause}",
                    earning.seat,
                    coins_of(earning.coins.into()),
                    name(earning.restaurant),
                    earning.cell,
                    earning.stars
                )
            }
            Event::Paid { seat, own, others, .. } => {
                format!(
                    "in all {} for {seat}, {} for the others",
                    coins_of(own.into()),
                    coins_of(others.into())
                )
            }
            Event::PaidBack { seat, restaurant, cell, turns, .. } => {
                format!("{} at {cell} has earned its price for {seat}, after {turns} turns", name(restaurant))
            }
            Event::Tolled { seat, payer, restaurant, coins, .. } => {
                format!("{payer} pays {seat} {} for {}", coins_of(coins.into()), name(restaurant))
            }
            Event::Dropped { seat, card, .. } => format!("{seat} gives up {}", name(card)),
            Event::Discarded { seat, card } => format!("{seat} discards {}", name(card)),
            Event::Completed { restaurant, .. } => format!("all {} restaurants are built", name(restaurant)),
            Event::TokensGone { seat } => format!("{seat} has no token left"),
            Event::DeckThrough => "the deck is through".to_owned(),
        }
    }
}

fn coins_of(coins: i32) -> String {
    if coins == 1 { "1 coin".to_owned() } else { format!("{coins} coins") }
}
