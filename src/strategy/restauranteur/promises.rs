//! What the features of Restauranteur promise, and how the rules keep it.

use crate::{
    laws::promises::{Promise, Promising, Trial},
    rules::{Seat, restauranteur::Restauranteur},
};

impl Promising for Restauranteur {
    fn promises() -> Vec<Promise<Restauranteur>> {
        vec![
            Promise::number(["income", "score", "gain"], |trial, label| {
                play_card(trial, label)?;
                Some(trial.points_gained(trial.seat))
            }),
            Promise::number(["income", "score", "rival_gain"], |trial, label| {
                play_card(trial, label)?;
                let rivals = Seat::all(trial.game.players_at_table()).filter(|&seat| seat != trial.seat);
                Some(rivals.map(|seat| trial.points_gained(seat)).sum())
            }),
        ]
    }
}

/// Plays an income card; dice tell no more than a mean.
fn play_card(trial: &mut Trial<'_, Restauranteur>, label: &str) -> Option<()> {
    label.starts_with("income ").then(|| trial.play(label))?
}
