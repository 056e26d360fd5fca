//! Events with their sentences, declared together by [`events!`](crate::events).

/// A count and its noun, `1 coin` or `2 coins`; the plural takes an `s`.
pub fn counted(count: impl Into<i64>, noun: &str) -> String {
    let count = count.into();
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Declares the events of a game: an enum, and the sentence for each variant that
/// [`Event::describe`](crate::game::Event::describe) writes. Transcripts hold the variant's name as `event`, and its
/// fields.
///
/// A sentence is a format string over the fields, a format string with further arguments in parentheses, or a block
/// that returns a `String`. Arguments and blocks may use the game, named after `of`.
///
/// ```
/// use sim_engine::{Seat, event::{counted, events}, game::Event as _};
///
/// struct Reef;
///
/// events! {
///     /// What happens.
///     pub enum Event of reef: Reef {
///         /// A diver puts points at stake.
///         Staked { seat: Seat, points: i64 } = "{seat} stakes {points}",
///         Bitten { seat: Seat, sharks: u8 } = ("{seat} meets {}", counted(sharks, "shark")),
///         Shuffled = "the deck is shuffled",
///     }
/// }
///
/// assert_eq!(Event::Bitten { seat: Seat(1), sharks: 2 }.describe(&Reef), "seat 2 meets 2 sharks");
/// ```
#[macro_export]
macro_rules! events {
    (@sentence $format:literal) => { ::std::format!($format) };
    (@sentence ($($arguments:tt)+)) => { ::std::format!($($arguments)+) };
    (@sentence $text:block) => { $text };
    ($(#[$meta:meta])* $vis:vis enum $name:ident of $game:ident: $rules:ty {
        $($(#[$about:meta])* $variant:ident
            $({ $($(#[$note:meta])* $field:ident: $type:ty),+ $(,)? })? $(($inner:ident: $content:ty))?
            = $($format:literal)? $(($($arguments:tt)+))? $($text:block)?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, $crate::serde::Serialize)]
        #[serde(crate = "sim_engine::serde", tag = "event", rename_all = "snake_case")]
        $vis enum $name {
            $($(#[$about])* $variant $({ $($(#[$note])* $field: $type),+ })? $(($content))?),+
        }

        impl $crate::game::Event<$rules> for $name {
            #[allow(unused_variables, reason = "a sentence leaves out what only counts need")]
            fn describe(&self, $game: &$rules) -> ::std::string::String {
                match *self {$(
                    $name::$variant $({ $($field),+ })? $(($inner))? => {
                        $crate::events!(@sentence $($format)? $(($($arguments)+))? $($text)?)
                    }
                )+}
            }
        }
    };
}
pub use events;
