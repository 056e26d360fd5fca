//! The promises of Restauranteur's features, and how to read each fact off the game.

use crate::rules::{
    Event, Public, Restauranteur,
    board::{Cell, SIDE},
    components::Cuisine,
};
use sim_engine::Seat;
use sim_play::laws::promises::{Promise, Promising, Trial};
use sim_script::spec::flag;

impl Promising for Restauranteur {
    fn promises() -> Vec<Promise<Restauranteur>> {
        vec![
            Promise::number(["income", "score", "my_points"], |trial, _| Some(trial.points())),
            Promise::number(["income", "score", "gain"], |trial, label| {
                advertise(trial, label)?;
                Some(trial.points_gained(trial.seat))
            }),
            Promise::number(["income", "score", "rival_gain"], |trial, label| {
                advertise(trial, label)?;
                Some(rivals(trial).map(|rival| trial.points_gained(rival)).fold(f64::NEG_INFINITY, f64::max))
            }),
            Promise::number(["income", "score", "rivals_gain"], |trial, label| {
                advertise(trial, label)?;
                Some(rivals(trial).map(|rival| trial.points_gained(rival)).sum())
            }),
            Promise::number(["build", "value", "cost"], |trial, label| {
                build(trial, label, None)?;
                Some(-trial.points_gained(trial.seat))
            }),
            Promise::number(["build", "value", "ends"], |trial, label| {
                build(trial, label, None)?;
                trial.pass_chance();
                Some(flag(trial.pending_decision().is_none()))
            }),
            Promise::number(["build", "value", "lead_gain"], |trial, label| {
                let cuisine = build(trial, label, None)?;
                let (was, is) = (&trial.before.table, &trial.now.table);
                Some(flag(leads(is, trial.seat, cuisine)) - flag(leads(was, trial.seat, cuisine)))
            }),
            Promise::number(["build", "value", "lead_broken"], |trial, label| {
                let cuisine = build(trial, label, None)?;
                let (was, is) = (&trial.before.table, &trial.now.table);
                let is_broken = |rival| leads(was, rival, cuisine) && !leads(is, rival, cuisine);
                Some(flag(rivals(trial).any(is_broken)))
            }),
            Promise::number(["build", "value", "stars"], |trial, label| {
                let cuisine = build(trial, label, None)?;
                Some(f64::from(trial.now.table.stars[trial.seat][cuisine.index()]))
            }),
            Promise::number(["build", "value", "is_monopoly"], |trial, label| {
                let cuisine = build(trial, label, None)?;
                Some(flag(trial.now.table.monopolist(cuisine) == Some(trial.seat)))
            }),
            Promise::number(["build", "site", "districts"], |trial, label| {
                let (cuisine, place) = label.split_once(' ')?;
                build(trial, cuisine, place.parse().ok())?;
                trial.events.iter().find_map(|event| match event {
                    Event::Built { served, .. } => Some(f64::from(*served)),
                    _ => None,
                })
            }),
            Promise::number(["build", "site", "full"], |trial, label| {
                let (cuisine, place) = label.split_once(' ')?;
                let cell: Cell = place.parse().ok()?;
                build(trial, cuisine, Some(cell))?;
                Some(f64::from(trial.now.table.incomes[cell.index()]))
            }),
            Promise::number(["improve", "score", "price"], |trial, label| {
                label.starts_with("improve").then(|| trial.play(label))??;
                Some(-trial.points_gained(trial.seat))
            }),
        ]
    }
}

fn rivals<'a>(trial: &Trial<'a, Restauranteur>) -> impl Iterator<Item = Seat> + use<'a> {
    let (players, seat) = (trial.game.players, trial.seat);
    Seat::all(players).filter(move |&rival| rival != seat)
}

fn leads(table: &Public, seat: Seat, cuisine: Cuisine) -> bool {
    table.leads[seat] & cuisine.bit() != 0
}

/// Plays an income card. Rolls are left out, as features give only their mean.
fn advertise(trial: &mut Trial<'_, Restauranteur>, label: &str) -> Option<()> {
    label.starts_with("income ").then(|| trial.play(label))?
}

/// Builds a counter of a type on `cell`, or on the first legal site, with a number card that allows it.
fn build(trial: &mut Trial<'_, Restauranteur>, cuisine: &str, cell: Option<Cell>) -> Option<Cuisine> {
    trial.play(&format!("build {cuisine}"))?;
    let choice = trial.now;
    for number in 1..=SIDE as u8 {
        if trial.play(&format!("pay {number}")).is_none() {
            continue;
        }
        let lines = |cell: &Cell| cell.row() + 1 == number || cell.column() + 1 == number;
        let all = || (0..64).map(Cell).filter(lines);
        let mut places = all().filter(|place| cell.is_none_or(|cell| cell == *place));
        if places.any(|place| trial.play(&format!("site {place}")).is_some()) {
            return cuisine.parse().ok();
        }
        trial.now = choice;
    }
    None
}
