//! Features of every game about its progress: how far it is, who is ahead.
//!
//! They are declared once, so that they mean the same everywhere and a formula over them works in every game.

use crate::evaluator::rivals;
use sim_engine::Seat;

/// Features at the front of every game's context: `round`, `rounds_left`, `players`, `my_points`,
/// `leader_points`, `next_points`, in this order.
pub const COUNT: usize = 6;

/// Mask of a game's own context features.
pub const OWN: u128 = !((1 << COUNT) - 1);

/// The progress of a game, for the seat that decides.
#[derive(Debug, Clone, Copy)]
pub struct Overview {
    /// The deciding seat.
    pub seat: Seat,
    /// Players at the table.
    pub players: usize,
    /// The round under way, from 1.
    pub round: f64,
    /// Rounds after the one under way; their expected number if it is unknown.
    pub rounds_left: f64,
}

impl Overview {
    /// Fills the features in the mask `wanted`. `points` gives the score of a seat if the game ended now, as far
    /// as can be seen.
    #[inline]
    pub fn fill(&self, points: impl Fn(Seat) -> f64, wanted: u128, values: &mut [f64]) {
        let mut left = wanted & !OWN;
        while left != 0 {
            let feature = left.trailing_zeros() as usize;
            left &= left - 1;
            values[feature] = self.value(&points, feature);
        }
    }

    fn value(&self, points: &impl Fn(Seat) -> f64, feature: usize) -> f64 {
        let Overview { seat, players, round, rounds_left } = *self;
        match feature {
            0 => round,
            1 => rounds_left,
            2 => players as f64,
            3 => points(seat),
            4 => rivals(players, seat).map(points).reduce(f64::max).unwrap_or(0.0),
            _ => points(seat.after(1, players)),
        }
    }
}

/// Declares the context features of a game: the common ones, in the game's own words and ranges, then its own.
/// [`Overview::fill`] fills the common ones.
///
/// ```
/// use sim_script::overview::{self, context};
///
/// context! {
///     /// One value for the whole decision.
///     pub enum Context {
///         round: ["rounds", 5.0] "Round";
///         rounds_left: [4.0] "Rounds";
///         players: [2.0, 4.0];
///         points: ["points", 0.0] "points" " now";
///         Haul = "haul" ["points", 0.0, f64::INFINITY] "Points of the cards of this dive.",
///     }
/// }
///
/// assert_eq!(Context::FEATURES[0].about, "Round under way, from 1.");
/// assert_eq!(Context::FEATURES[3].about, "My points now.");
/// assert_eq!(Context::Haul as usize, overview::COUNT);
/// ```
#[macro_export]
macro_rules! context {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        round: [$rounds:literal, $most_rounds:expr] $one:literal;
        rounds_left: [$most_left:expr] $many:literal;
        players: [$fewest:expr, $most:expr];
        points: [$unit:literal, $lowest:expr] $points:literal $when:literal;
        $($own:tt)*
    }) => {
        $crate::spec::features! {
            $(#[$meta])*
            $vis enum $name {
                Round = "round" [$rounds, 1.0, $most_rounds] concat!($one, " under way, from 1."),
                RoundsLeft = "rounds_left" [$rounds, 0.0, $most_left] concat!($many, " after this one."),
                Players = "players" ["players", $fewest, $most] "Players at the table.",
                MyPoints = "my_points" [$unit, $lowest, f64::INFINITY] concat!("My ", $points, $when, "."),
                LeaderPoints = "leader_points" [$unit, $lowest, f64::INFINITY]
                    concat!("The most ", $points, " among my rivals", $when, "."),
                NextPoints = "next_points" [$unit, $lowest, f64::INFINITY]
                    concat!("The ", $points, " of the player after me", $when, "."),
                $($own)*
            }
        }

        // The shared features are filled by index.
        const _: () = assert!($name::NextPoints as usize + 1 == $crate::overview::COUNT);
    };
}
pub use context;

#[cfg(test)]
mod tests {
    use super::*;

    fn filled<const LENGTH: usize>(points: [f64; 4], wanted: u128) -> [f64; LENGTH] {
        let mut values = [9.0; LENGTH];
        let overview = Overview { seat: Seat(2), players: 4, round: 3.0, rounds_left: 5.0 };
        overview.fill(|seat| points[seat.index()], wanted, &mut values);
        values
    }

    #[test]
    fn only_what_is_asked_for_is_filled() {
        let points = [4.0, 7.0, 11.0, 2.0];
        assert_eq!(filled::<{ COUNT + 1 }>(points, u128::MAX), [3.0, 5.0, 4.0, 11.0, 7.0, 2.0, 9.0]);
        assert_eq!(filled::<COUNT>(points, 1 << 4), [9.0, 9.0, 9.0, 9.0, 7.0, 9.0]);
    }

    #[test]
    fn the_leader_of_rivals_below_zero_is_below_zero() {
        assert_eq!(filled::<COUNT>([-4.0, -7.0, 1.0, -2.0], 1 << 4)[4], -2.0);
    }
}
