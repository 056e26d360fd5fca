//! The promises of Delectable's features, and how to read each fact off the game.

use crate::rules::{Delectable, Event, Phase, State, components::Kind};
use sim_engine::Seat;
use sim_play::laws::promises::{Promise, Promising, Trial};

impl Promising for Delectable {
    const RULED: &'static [&'static str] = &[
        "chance of value at again under discard_bonus=action",
        "bonus of value at again under extra=turn",
        "match_chance of value at roll under extra_rolls=0",
    ];
    const ALSO_READ: &'static [&'static str] = &["roll_value", "is_mine"];

    fn promises() -> Vec<Promise<Delectable>> {
        let mut promises = vec![
            Promise::number(["turn", "score", "my_points"], |trial, _| Some(trial.points())),
            Promise::number(["turn", "score", "gain"], gain),
            Promise::number(["turn", "score", "total_gain"], |trial, label| {
                (of_own(trial, label)? == trial.seat).then(|| total_gain(trial, trial.seat))
            }),
            Promise::number(["turn", "score", "prospect_gain"], |trial, label| {
                of_own(trial, label).map(|_| prospect_gain(trial, trial.seat))
            }),
            Promise::number(["turn", "score", "rival_change"], |trial, label| {
                let rival = of_own(trial, label).filter(|&seat| seat != trial.seat)?;
                Some(trial.points_gained(rival))
            }),
            Promise::number(["turn", "score", "rival_total_change"], |trial, label| {
                let rival = of_own(trial, label).filter(|&seat| seat != trial.seat)?;
                Some(total_gain(trial, rival))
            }),
            Promise::number(["victim", "score", "rival_loss"], rival_loss),
            Promise::number(["loss", "score", "prospect_loss"], |trial, label| {
                trial.play(label)?;
                Some(-prospect_gain(trial, trial.seat))
            }),
            Promise::number(["rename", "score", "chance"], |trial, label| {
                trial.play(label)?;
                rolled(trial).map(|(success, _)| success)
            }),
            Promise::chance(["rename", "score", "match_chance"], |trial, label| {
                trial.play(label)?;
                Some(earned(trial))
            }),
            Promise::number(["rename", "score", "prospect_gain"], |trial, label| {
                trial.play(label)?;
                acquired(trial)
            }),
        ];
        // Features value a Roll Action both before it is chosen and once it is under way.
        for at in ["turn", "again", "roll"] {
            promises.extend([
                Promise::chance([at, "value", "chance"], |trial, pile| {
                    roll(trial, pile)?;
                    rolled(trial).map(|(success, _)| success)
                }),
                Promise::number([at, "value", "bonus"], |trial, pile| {
                    roll(trial, pile)?;
                    rolled(trial).map(|(_, discards)| discards)
                }),
                Promise::chance([at, "value", "match_chance"], |trial, pile| {
                    roll(trial, pile)?;
                    Some(earned(trial))
                }),
                Promise::number([at, "value", "prospect_gain"], |trial, pile| {
                    roll(trial, pile)?;
                    acquired(trial)
                }),
                Promise::number([at, "keep", "prospect_loss"], discarded),
            ]);
        }
        promises
    }
}

fn go_to_roll(trial: &mut Trial<'_, Delectable>) -> Option<()> {
    if trial.now.table.phase == Phase::Again {
        trial.play("again")?;
    }
    if trial.now.table.phase == Phase::Turn {
        trial.play("roll")?;
    }
    Some(())
}

/// Rolls for a pile without further discards, and keeps the pile in a rename.
fn roll(trial: &mut Trial<'_, Delectable>, pile: &str) -> Option<()> {
    go_to_roll(trial)?;
    let name = format!("name {pile}");
    trial.play(&name)?;
    trial.pass_chance();
    if trial.now.table.phase == Phase::Rename {
        trial.play(&name)?;
    }
    Some(())
}

/// Success of the roll (1 or 0), and its bonus from discards.
fn rolled(trial: &Trial<'_, Delectable>) -> Option<(f64, f64)> {
    trial.events.iter().find_map(|event| match *event {
        Event::Rolled { success, discards, .. } => Some((f64::from(u8::from(success)), discards.into())),
        _ => None,
    })
}

fn earned(trial: &Trial<'_, Delectable>) -> f64 {
    let earned = trial.events.iter().any(|event| matches!(event, Event::ExtraRoll { .. }));
    f64::from(u8::from(earned))
}

/// The prospect gain of an acquired card.
fn acquired(trial: &mut Trial<'_, Delectable>) -> Option<f64> {
    let is_acquired = trial.events.iter().any(|event| matches!(event, Event::Acquired { .. }));
    is_acquired.then(|| prospect_gain(trial, trial.seat))
}

/// The prospect loss of a discard. The card's label begins with its place.
fn discarded(trial: &mut Trial<'_, Delectable>, label: &str) -> Option<f64> {
    go_to_roll(trial)?;
    trial.play(&format!("discard {}", label.split(' ').next()?))?;
    Some(-prospect_gain(trial, trial.seat))
}

/// Final-score points that an action gains for the deciding seat's own restaurant.
fn gain(trial: &mut Trial<'_, Delectable>, label: &str) -> Option<f64> {
    (of_own(trial, label)? == trial.seat).then(|| trial.points_gained(trial.seat))
}

/// Plays a review or a commit, and returns the seat whose restaurant it changes.
fn of_own(trial: &mut Trial<'_, Delectable>, label: &str) -> Option<Seat> {
    trial.play(label)?;
    trial.events.iter().find_map(|event| match *event {
        Event::Reviewed { to, .. } => Some(to),
        Event::CommitEnded { seat, .. } => Some(seat),
        _ => None,
    })
}

fn total_gain(trial: &Trial<'_, Delectable>, seat: Seat) -> f64 {
    let total = |state: &State| state.table.restaurants[seat.index()].scores().iter().sum::<i32>();
    f64::from(total(&trial.now) - total(&trial.before)) / 2.0
}

/// Change of a seat's final score if all resource cards of its hand were committed.
fn prospect_gain(trial: &Trial<'_, Delectable>, seat: Seat) -> f64 {
    let prospect = |state: &State| {
        let mut restaurant = state.table.restaurants[seat.index()];
        let cards = state.table.hands[seat.index()].cards();
        let faces = cards.iter().map(|&card| trial.game.face_of_row(state.table.row(card)));
        for face in faces.filter(|face| face.kind != Kind::Review) {
            trial.game.add(&mut restaurant, face);
        }
        restaurant.points
    };
    f64::from(prospect(&trial.now) - prospect(&trial.before)) / 2.0
}

/// The prospect loss of a victim that gives up its cheapest card.
fn rival_loss(trial: &mut Trial<'_, Delectable>, label: &str) -> Option<f64> {
    trial.play(label)?;
    let Phase::Loss { victim } = trial.now.table.phase else { return Some(0.0) };
    let (game, table) = (trial.game, &trial.now.table);
    let quality = table.restaurants[victim.index()].quality;
    let faces = table.hands[victim.index()].cards().iter().map(|&card| game.face_of_row(table.row(card)));
    let stolen = faces.enumerate().filter(|(_, face)| face.kind == table.committed);
    let value = |stars: u8| game.variant.value[usize::from(quality) - 2][usize::from(stars) - 2];
    let (cheapest, _) = stolen.min_by_key(|(_, face)| value(face.stars))?;
    trial.play(&format!("lose {}", cheapest + 1))?;
    Some(-prospect_gain(trial, victim))
}
