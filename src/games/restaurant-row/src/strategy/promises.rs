//! The promises of Restaurant Row's features, and how to read each fact off the game.

use crate::rules::{Event, House, RestaurantRow, State, words::bits};
use sim_engine::{Game, Seat};
use sim_play::laws::promises::{Promise, Promising, Trial};

impl Promising for RestaurantRow {
    const RULED: &'static [&'static str] =
        &["wage of score at hire under manager_pay=0", "wages of score at price under manager_pay=0"];

    fn promises() -> Vec<Promise<RestaurantRow>> {
        vec![
            Promise::number(["hire", "score", "new_service"], |trial, label| {
                bought(trial, label).map(|[was, is]| more(was.service, is.service))
            }),
            Promise::number(["hire", "score", "new_ambiance"], |trial, label| {
                bought(trial, label).map(|[was, is]| more(was.ambiance, is.ambiance))
            }),
            Promise::number(["hire", "score", "earns"], |trial, label| {
                bought(trial, label).map(|[was, is]| more(was.earns, is.earns))
            }),
            Promise::number(["hire", "score", "wage"], |trial, label| {
                let [was, is] = bought(trial, label)?;
                Some(f64::from(trial.game.wages(&is) - trial.game.wages(&was)))
            }),
            Promise::number(["hire", "score", "price"], paid),
            Promise::number(["renovate", "score", "new_ambiance"], |trial, label| {
                bought(trial, label).map(|[was, is]| more(was.ambiance, is.ambiance))
            }),
            Promise::number(["renovate", "score", "earns"], |trial, label| {
                bought(trial, label).map(|[was, is]| more(was.earns, is.earns))
            }),
            Promise::number(["renovate", "score", "price"], paid),
            Promise::number(["basket", "value", "price"], |trial, label| {
                fill(trial, label)?;
                Some(
                    trial
                        .events
                        .iter()
                        .map(
                            |event| {
                                if let Event::Bought { price, .. } = event { f64::from(*price) } else { 0.0 }
                            },
                        )
                        .sum(),
                )
            }),
            Promise::number(["basket", "value", "new_forks"], |trial, label| {
                let [was, is] = fill(trial, label)?;
                Some(most_forks(trial.game, &is) - most_forks(trial.game, &was))
            }),
            Promise::number(["price", "score", "price"], |trial, label| {
                let seat = evening(trial, label)?;
                trial.events.iter().find_map(|event| match *event {
                    Event::Earned { seat: earner, price, .. } if earner == seat => Some(price.into()),
                    _ => None,
                })
            }),
            Promise::number(["price", "score", "wages"], |trial, label| {
                let seat = evening(trial, label)?;
                let wages = trial.events.iter().find_map(|event| match *event {
                    Event::WagesPaid { seat: payer, wages } if payer == seat => Some(f64::from(wages)),
                    _ => None,
                });
                Some(wages.unwrap_or(0.0))
            }),
            Promise::number(["lay_off", "value", "new_service"], |trial, label| {
                laid_off(trial, label).map(|[was, is]| more(is.service, was.service))
            }),
            Promise::number(["lay_off", "value", "wage"], |trial, label| {
                let [was, is] = laid_off(trial, label)?;
                Some(f64::from(trial.game.wages(&was) - trial.game.wages(&is)))
            }),
        ]
    }
}

fn more(was: u8, is: u8) -> f64 {
    f64::from(is) - f64::from(was)
}

/// The deciding seat's restaurant, before and now.
fn houses(trial: &Trial<'_, RestaurantRow>) -> [House; 2] {
    let house = |state: &State| *state.table.house(trial.seat);
    [house(&trial.before), house(&trial.now)]
}

/// Buys as the only visitor of a shop; with other visitors, the price would be a bid.
fn bought(trial: &mut Trial<'_, RestaurantRow>, label: &str) -> Option<[House; 2]> {
    if trial.before.table.here.count_ones() != 1 {
        return None;
    }
    trial.play(label)?;
    Some(houses(trial))
}

fn paid(trial: &mut Trial<'_, RestaurantRow>, label: &str) -> Option<f64> {
    bought(trial, label)?;
    let price = trial.events.iter().find_map(|event| match *event {
        Event::Hired { price, .. } | Event::Renovated { price, .. } => Some(f64::from(price)),
        _ => None,
    });
    Some(price.unwrap_or(0.0))
}

fn fill(trial: &mut Trial<'_, RestaurantRow>, label: &str) -> Option<[House; 2]> {
    if trial.before.table.here.count_ones() != 1 || trial.before.table.basket != 0 {
        return None;
    }
    for (row, ingredient) in trial.game.supplies.ingredients.iter().enumerate() {
        if label.split(" + ").any(|name| name == ingredient.name) {
            trial.play(&format!("ingredient {}", row + 1))?;
        }
    }
    trial.play("done")?;
    Some(houses(trial))
}

/// The most forks that a pantry can show, by trying every subset.
fn most_forks(game: &RestaurantRow, house: &House) -> f64 {
    let forks = |shown: u32| bits(shown).map(|row| u32::from(game.supplies.ingredients[row].forks)).sum();
    let due = if usize::from(house.thawed) < game.supplies.ingredients.len() { 1 << house.thawed } else { 0 };
    let (mut most, mut shown) = (0, house.pantry);
    loop {
        let fits = game.supplies.fits(game.supplies.count_kinds(shown), house.wrong_spaces);
        if fits && shown & due == due {
            most = most.max(forks(shown));
        }
        if shown == 0 {
            return f64::from(most);
        }
        shown = (shown - 1) & house.pantry;
    }
}

/// Sets a price and plays on until the night's income is earned.
fn evening(trial: &mut Trial<'_, RestaurantRow>, label: &str) -> Option<Seat> {
    trial.play(label)?;
    let is_over = |trial: &Trial<'_, RestaurantRow>| {
        trial.events.iter().any(|event| matches!(event, Event::Earned { .. }))
    };
    while !is_over(trial) {
        trial.pass_chance();
        if !is_over(trial) {
            trial.answer();
        }
    }
    Some(trial.seat)
}

/// Lays off the named employee, and lets the other seats decide on their lay-offs.
fn laid_off(trial: &mut Trial<'_, RestaurantRow>, label: &str) -> Option<[House; 2]> {
    if trial.game.observe(&trial.before, trial.seat).secret.lay_offs != 0 {
        return None;
    }
    let row = trial.game.supplies.employees.iter().position(|one| one.name == label)?;
    trial.play(&format!("lay-off {}", row + 1))?;
    trial.play("done")?;
    while trial.pending_decision().is_some_and(|(_, decision)| decision == "lay_off") {
        trial.answer();
    }
    Some(houses(trial))
}
