//! The vocabulary of a game: its decisions, and the features that formulas may read there.

use std::ops::Range;

/// A number a formula may read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    /// `snake_case`; the same concept has the same name in every game.
    pub name: &'static str,
    /// Unit of the value: `points`, `cards`, `0 or 1`, ...
    pub unit: &'static str,
    /// Smallest and largest value, inclusive; infinite where the rules set no bound.
    pub range: (f64, f64),
    /// Relative cost of computing it: 1 for most features, more for one that needs a search of its own. It
    /// changes no value, but learned strategies drop features that cost more than they gain.
    pub costs: u32,
    /// Its meaning in one line.
    pub about: &'static str,
}

impl Feature {
    /// A feature of cost 1.
    pub const fn plain(
        name: &'static str,
        unit: &'static str,
        range: (f64, f64),
        about: &'static str,
    ) -> Feature {
        Feature { name, unit, range, costs: 1, about }
    }
}

#[doc(hidden)]
pub use sim_engine::Listed;
pub use sim_engine::Shape;

/// A kind of candidate that formulas score: an action of a list, a pile, a card to keep.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// The kind, such as `choice` or `pile`.
    pub name: &'static str,
    /// What its candidates are, in a sentence.
    pub about: &'static str,
    /// Features with a value of their own for every candidate; at most 128.
    pub features: &'static [Feature],
}

/// A formula that a script may give for a decision.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// `score`, `amount`, `value`, `keep`, ...
    pub name: &'static str,
    /// Index of the part that it scores, within the point's `parts`; in a list, of the first one.
    pub part: usize,
    /// The use of its values, in a sentence.
    pub about: &'static str,
}

/// A decision of a game, as scripts see it.
#[derive(Debug, Clone, Copy)]
pub struct DecisionPoint {
    /// The name after `on.` in a script.
    pub name: &'static str,
    /// How its answer is built.
    pub shape: Shape,
    /// The question, in a sentence.
    pub about: &'static str,
    /// The kinds of candidates that are scored.
    pub parts: &'static [Part],
    /// The formulas that a script gives.
    pub slots: &'static [Slot],
    /// Whether a script may give a temperature, which softens the choice.
    pub softens: bool,
}

impl DecisionPoint {
    /// The parts whose candidates the formula of a slot scores: one, or in a list all of them, because one
    /// formula compares actions of different kinds.
    ///
    /// Each part of a list has features of its own. The formula may read the features of all parts and the names
    /// of [`Part::flag`]; a feature that a part lacks is 0 there.
    pub fn parts_of(&self, slot: usize) -> Range<usize> {
        match self.shape {
            Shape::List => 0..self.parts.len(),
            _ => self.slots[slot].part..self.slots[slot].part + 1,
        }
    }

    /// Whether probabilities of its answers can be learned: a solver must be able to draw among answers.
    pub fn learns(&self) -> bool {
        self.shape != Shape::Chain || self.softens
    }

    /// Features of the candidates of a learned amount; empty for other shapes.
    pub fn of_amounts(&self) -> &'static [Feature] {
        if self.shape == Shape::Amount { AMOUNTS } else { &[] }
    }

    /// Names that are 1 for the candidates of one part and 0 for the others.
    pub fn flags(&self) -> impl Iterator<Item = String> {
        let is_mixed = self.shape == Shape::List && self.parts.len() > 1;
        self.parts.iter().filter(move |_| is_mixed).map(Part::flag)
    }
}

impl Part {
    /// `is_` and the name of the part.
    pub fn flag(&self) -> String {
        format!("is_{}", self.name)
    }
}

/// Features that differ between amounts: the distance of each from the amount that the formula wants. A pass
/// counts as one step below the minimum.
pub const AMOUNTS: &[Feature] = &[
    Feature::plain(
        "steps_up",
        "doublings",
        (0.0, f64::INFINITY),
        "Steps above the amount of the formula, by the logarithm: 1 for one step, 2 for three, 3 for seven.",
    ),
    Feature::plain("steps_down", "doublings", (0.0, f64::INFINITY), "The same below it."),
    Feature::plain("passes", "0 or 1", (0.0, 1.0), "It is a pass."),
    Feature::plain("is_least", "0 or 1", (0.0, 1.0), "It is the least amount."),
    Feature::plain("is_most", "0 or 1", (0.0, 1.0), "It is the most there is."),
];

/// Candidates of a decision's first part that have only some of its features. The formulas are compiled once more
/// for them, without the terms of the other features.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// Index of the decision.
    pub point: usize,
    /// Mask of the features that may differ from 0.
    pub has: u128,
    /// Mask of the features that are always 1.
    pub is: u128,
}

impl Group {
    /// The value of a feature, if all of these candidates share it.
    pub fn fixed(&self, feature: usize) -> Option<f64> {
        match (self.is >> feature & 1, self.has >> feature & 1) {
            (1, _) => Some(1.0),
            (_, 0) => Some(0.0),
            _ => None,
        }
    }
}

/// Everything a script of one game may name.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// The game's name on the command line, `critter-kitchen`.
    pub game: &'static str,
    /// Features with one value for the whole decision, readable in every formula; at most 128.
    pub context: &'static [Feature],
    /// The decisions, in the order and under the names of [`Info::decisions`](sim_engine::Info::decisions).
    pub points: &'static [DecisionPoint],
    /// Groups of candidates that are numerous enough for programs of their own.
    pub groups: &'static [Group],
}

impl Vocabulary {
    /// The vocabulary of a game without context features.
    pub const fn new(game: &'static str, points: &'static [DecisionPoint]) -> Vocabulary {
        Vocabulary { game, context: &[], points, groups: &[] }
    }

    /// The groups of a decision.
    pub fn groups_of(&self, point: usize) -> impl Iterator<Item = &'static Group> {
        self.groups.iter().filter(move |group| group.point == point)
    }

    /// The number of a formula, counted through the slots of all decisions.
    pub fn formula(&self, point: usize, slot: usize) -> usize {
        self.points[..point].iter().map(|point| point.slots.len()).sum::<usize>() + slot
    }

    /// The decision and the slot of the formula with this number.
    pub fn place_of(&self, formula: usize) -> Option<(usize, usize)> {
        let places = self.points.iter().enumerate();
        places.flat_map(|(at, point)| (0..point.slots.len()).map(move |slot| (at, slot))).nth(formula)
    }
}

/// A decision answered by the highest score of a list. The actions are ordered part by part.
pub const fn list(name: &'static str, about: &'static str, parts: &'static [Part]) -> DecisionPoint {
    DecisionPoint {
        name,
        shape: Shape::List,
        about,
        parts,
        slots: &[Slot { name: "score", part: 0, about: "The highest score is chosen." }],
        softens: true,
    }
}

/// A decision answered with an amount by one formula.
pub const fn amount(name: &'static str, about: &'static str, parts: &'static [Part]) -> DecisionPoint {
    const AMOUNT: &[Slot] = &[slot(
        "amount",
        0,
        "The amount, rounded down to a legal one. Below the least it is a pass, or the least where nobody may pass.",
    )];
    DecisionPoint { name, shape: Shape::Amount, softens: false, about, parts, slots: AMOUNT }
}

/// A decision answered with a chain of micro-actions, which a solver derives from the formulas.
pub const fn chain(
    name: &'static str,
    about: &'static str,
    parts: &'static [Part],
    slots: &'static [Slot],
) -> DecisionPoint {
    DecisionPoint { name, shape: Shape::Chain, softens: false, about, parts, slots }
}

/// A kind of candidate with its features.
pub const fn part(name: &'static str, about: &'static str, features: &'static [Feature]) -> Part {
    Part { name, about, features }
}

/// A formula for the candidates of a part.
pub const fn slot(name: &'static str, part: usize, about: &'static str) -> Slot {
    Slot { name, part, about }
}

/// A truth value as formulas read it: 1 or 0.
#[inline]
pub fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

#[doc(hidden)]
pub const fn joined<const COUNT: usize>(own: &[Feature], shared: &[Feature]) -> [Feature; COUNT] {
    let mut all = [Feature::plain("", "", (0.0, 0.0), ""); COUNT];
    let mut at = 0;
    while at < COUNT {
        all[at] = if at < own.len() { own[at] } else { shared[at - own.len()] };
        at += 1;
    }
    all
}

/// Declares features: an enum of their indices, and the list that formulas are checked against. Each has a name,
/// a unit, its smallest and largest value, and a line of meaning. `costs` declares the relative cost of one that
/// needs a search of its own.
///
/// ```
/// use sim_script::spec::features;
///
/// features! {
///     /// A card to take.
///     pub enum Take {
///         Worth = "worth" ["points", 0.0, 20.0] "Points of the card.",
///         IsRed = "is_red" ["0 or 1", 0.0, 1.0] "Its colour is red.",
///         BestNext = "best_next" costs 50 ["points", 0.0, 20.0] "The most that I could take afterwards.",
///     }
/// }
///
/// assert_eq!(Take::COUNT, 3);
/// assert_eq!(Take::FEATURES[Take::IsRed as usize].name, "is_red");
/// // A script says by a mask which of them its formulas read.
/// assert!(Take::IsRed.is_in(0b10) && !Take::Worth.is_in(0b10));
/// ```
///
/// Features that several kinds of candidate share are declared once; `and` appends them to the own ones.
///
/// ```
/// use sim_script::spec::features;
///
/// features! {
///     /// What a card is.
///     pub enum Card { IsRed = "is_red" ["0 or 1", 0.0, 1.0] "Its colour is red." }
/// }
/// features! {
///     /// A card to give away.
///     pub enum Give and Card { Rivals = "rivals" ["rivals", 0.0, 3.0] "Rivals who want it." }
/// }
///
/// assert_eq!(Give::COUNT, 2);
/// assert_eq!(Give::FEATURES[Give::OWN + Card::IsRed as usize].name, "is_red");
/// ```
#[macro_export]
macro_rules! features {
    (@plain $text:literal [$unit:literal, $low:expr, $high:expr $(,)?] $about:expr) => {
        $crate::spec::Feature::plain($text, $unit, ($low, $high), $about)
    };
    (@plain $text:literal [$($range:tt)*] $about:expr) => {
        ::std::compile_error!(::std::concat!(
            "the feature `", $text, "` needs its unit and its lowest and highest value, as [\"share\", 0.0, 1.0]"
        ))
    };
    (@joined $own:expr) => { $own };
    (@joined $own:expr, $shared:ident) => {
        &$crate::spec::joined::<{ $own.len() + $shared::COUNT }>($own, $shared::FEATURES)
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident $(and $shared:ident)? {
        $($variant:ident = $text:literal $(costs $costs:literal)? [$($range:tt)*] $about:expr),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name { $($variant),+ }

        impl $name {
            const OWN_FEATURES: &'static [$crate::spec::Feature] = &[
                $($crate::spec::Feature {
                    $(costs: $costs,)?
                    ..$crate::features!(@plain $text [$($range)*] $about)
                }),+
            ];

            /// The features in the order of the enum, then the shared ones.
            pub const FEATURES: &'static [$crate::spec::Feature] =
                $crate::features!(@joined $name::OWN_FEATURES $(, $shared)?);

            /// The number of its own features.
            pub const OWN: usize = Self::OWN_FEATURES.len();

            /// The number of features, shared ones included.
            pub const COUNT: usize = Self::FEATURES.len();

            /// Its own features whose bits are set in a mask, in order.
            #[inline]
            pub fn read(mask: u128) -> impl Iterator<Item = $name> {
                const ALL: &[$name] = &[$($name::$variant),+];
                let mut left = mask;
                std::iter::from_fn(move || {
                    let feature = *ALL.get(left.trailing_zeros() as usize)?;
                    left &= left - 1;
                    Some(feature)
                })
            }

            /// The feature's bit in a mask.
            #[inline]
            pub const fn bit(self) -> u128 {
                1 << self as u32
            }

            /// Whether the feature's bit is set in a mask.
            #[inline]
            pub const fn is_in(self, mask: u128) -> bool {
                mask & self.bit() != 0
            }
        }

        impl $crate::spec::Listed for $name {
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub use features;
