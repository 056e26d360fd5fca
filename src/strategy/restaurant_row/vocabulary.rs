//! What scripts of Restaurant Row may name.

use crate::{
    rules::Shape,
    strategy::spec::{Part, Point, Slot, Vocabulary, features, list},
};

const INF: f64 = f64::INFINITY;

features! {
    /// One value for the whole decision.
    pub enum Context {
        Round = "round" ["rounds", 1.0, 255.0] "Round under way, from 1.",
        Players = "players" ["players", 2.0, 4.0] "Players at the table.",
        Cash = "cash" ["dollars", 0.0, INF] "My cash.",
        Least = "least" ["dollars", 0.0, INF] "The least bid for the lot.",
        Most = "most" ["dollars", 0.0, INF] "The most that one visit to the bank lends.",
    }
}

features! {
    /// An answer, or a step of one.
    pub enum Answer {
        Place = "place" ["answers", 0.0, 255.0] "Place of the answer among the legal ones.",
        IsLast = "is_last" ["0 or 1", 0.0, 1.0] "It is the last of them.",
    }
}

const ANSWER: &[Part] =
    &[Part { name: "answer", about: "An answer, or a step of one.", features: Answer::FEATURES }];

/// A decision answered step by step.
const fn chain(name: &'static str, about: &'static str) -> Point {
    Point {
        name,
        shape: Shape::Chain,
        softens: false,
        about,
        parts: ANSWER,
        slots: &[Slot { name: "value", part: 0, about: "The step with the highest value is taken." }],
    }
}

/// A decision answered by a number.
const fn amount(name: &'static str, about: &'static str) -> Point {
    Point {
        name,
        shape: Shape::Amount,
        softens: false,
        about,
        parts: ANSWER,
        slots: &[Slot { name: "amount", part: 0, about: "The amount." }],
    }
}

pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "restaurant-row",
    context: Context::FEATURES,
    points: &[
        list("early", "An ingredient to buy before the trip, with the Sous Chef.", ANSWER),
        list("store", "The stores of a trip.", ANSWER),
        list("hire", "The employee to hire, or to bid for.", ANSWER),
        list("renovate", "The renovation to buy, or to bid for.", ANSWER),
        chain("basket", "Ingredients to buy, or to bid for."),
        amount("bid", "My bid for the lot."),
        amount("borrow", "The sum to borrow."),
        chain("display", "Ingredients to display, and one to freeze."),
        list("price", "The face of the price die.", ANSWER),
        list("room", "The dining room for a customer.", ANSWER),
        amount("shill_bid", "My bid for the Shill."),
        list("shill", "What the Shill is used for.", ANSWER),
        list("promote", "The category to promote.", ANSWER),
        amount("repay", "The sum to pay back."),
        chain("lay_off", "Employees to lay off."),
    ],
};
