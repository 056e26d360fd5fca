//! What scripts of Restauranteur may name.

use crate::{
    rules::Shape,
    strategy::spec::{Part, Point, Slot, Vocabulary, features, list},
};

const INF: f64 = f64::INFINITY;

features! {
    /// One value for the whole decision.
    pub enum Context {
        Round = "round" ["eighths of a pass", 1.0, 16.0] "Eighth of a pass through the deck under way, from 1.",
        Players = "players" ["players", 2.0, 6.0] "Players at the table.",
        Cash = "cash" ["coins", 0.0, INF] "My coins.",
    }
}

features! {
    /// A step of a build or a move.
    pub enum Step {
        IsStop = "is_stop" ["0 or 1", 0.0, 1.0] "Build nothing, or nothing more.",
        Served = "served" ["districts", 0.0, 24.0] "Districts around the cell of the last step.",
    }
}

features! {
    /// An improvement, or none.
    pub enum Improving {
        IsPass = "is_pass" ["0 or 1", 0.0, 1.0] "Play nothing.",
    }
}

features! {
    /// An income card with its target, or the dice, or neither.
    pub enum Income {
        IsRest = "is_rest" ["0 or 1", 0.0, 1.0] "Do without.",
        Gain = "gain" ["coins", -INF, INF] "What it gives me, tolls included; of the dice the mean.",
        RivalGain = "rival_gain" ["coins", -INF, INF] "What it gives all rivals together; of the dice the mean.",
    }
}

features! {
    /// An improvement to give up, or none.
    pub enum Dropping {
        IsKeep = "is_keep" ["0 or 1", 0.0, 1.0] "Keep all.",
    }
}

features! {
    /// A card above the hand limit.
    pub enum Discarding {
        IsNumber = "is_number" ["0 or 1", 0.0, 1.0] "It is a number card.",
    }
}

const SCORE: &[Slot] = &[Slot { name: "score", part: 0, about: "The step with the highest score is taken." }];

pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "restauranteur",
    context: Context::FEATURES,
    points: &[
        Point {
            name: "build",
            shape: Shape::Chain,
            about: "A build, a move, or neither, step by step.",
            parts: &[Part { name: "step", about: "The next step.", features: Step::FEATURES }],
            slots: SCORE,
            softens: false,
        },
        list(
            "improve",
            "An improvement to play, or none.",
            &[Part { name: "choice", about: "A choice.", features: Improving::FEATURES }],
        ),
        list(
            "income",
            "An income card with its target, or the dice.",
            &[Part { name: "choice", about: "A choice.", features: Income::FEATURES }],
        ),
        list(
            "drop",
            "An improvement to give up, or none.",
            &[Part { name: "choice", about: "A choice.", features: Dropping::FEATURES }],
        ),
        Point {
            name: "discard",
            shape: Shape::Chain,
            about: "The cards above the hand limit, one by one.",
            parts: &[Part { name: "card", about: "A card.", features: Discarding::FEATURES }],
            slots: SCORE,
            softens: false,
        },
    ],
};
