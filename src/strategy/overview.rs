//! What scripts of every game may read about the game as a whole: how far it is, who is ahead.
//!
//! These features are declared here once, so that they mean the same everywhere and a formula over
//! them can be carried from game to game.

use crate::{rules::Seat, strategy::desk::rivals};

/// Features at the front of every game's context: `round`, `rounds_left`, `players`, `my_points`,
/// `leader_points`, `next_points`, in this order.
pub const COUNT: usize = 6;

/// The bits of a game's own context features in a mask.
pub const OWN: u128 = !((1 << COUNT) - 1);

/// A game as a seat sees it, at a decision.
pub trait Overview {
    fn seat(&self) -> Seat;

    /// Players at the table.
    fn players(&self) -> usize;

    /// The round under way, from 1.
    fn round(&self) -> f64;

    /// Rounds after the one under way; where nobody can know, those to expect.
    fn rounds_left(&self) -> f64;

    /// What a seat would score if the game ended now, as far as can be seen.
    fn points(&self, seat: Seat) -> f64;
}

/// Fills those features that a mask asks for.
#[inline]
pub fn fill(view: &impl Overview, wanted: u128, values: &mut [f64]) {
    let mut left = wanted & !OWN;
    while left != 0 {
        let feature = left.trailing_zeros() as usize;
        left &= left - 1;
        values[feature] = value(view, feature);
    }
}

fn value(view: &impl Overview, feature: usize) -> f64 {
    let (seat, players) = (view.seat(), view.players());
    match feature {
        0 => view.round(),
        1 => view.rounds_left(),
        2 => players as f64,
        3 => view.points(seat),
        4 => rivals(players, seat).map(|rival| view.points(rival)).reduce(f64::max).unwrap_or(0.0),
        _ => view.points(seat.after(1, players)),
    }
}

/// Declares the context features of a game: those of every game, in the game's own words and ranges,
/// then its own.
macro_rules! context {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        round: [$rounds:literal, $most_rounds:expr] $one:literal;
        rounds_left: [$most_left:expr] $many:literal;
        players: [$fewest:expr, $most:expr];
        points: [$unit:literal, $lowest:expr] $points:literal $when:literal;
        $($own:tt)*
    }) => {
        $crate::strategy::spec::features! {
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

        // The shared features are filled by place.
        const _: () = assert!($name::NextPoints as usize + 1 == $crate::strategy::overview::COUNT);
    };
}
pub(crate) use context;

#[cfg(test)]
mod tests {
    use super::*;

    struct Table([f64; 4]);

    impl Overview for Table {
        fn seat(&self) -> Seat {
            Seat(2)
        }

        fn players(&self) -> usize {
            4
        }

        fn round(&self) -> f64 {
            3.0
        }

        fn rounds_left(&self) -> f64 {
            5.0
        }

        fn points(&self, seat: Seat) -> f64 {
            self.0[seat.index()]
        }
    }

    #[test]
    fn only_what_is_asked_for_is_filled() {
        let mut values = [9.0; COUNT + 1];
        fill(&Table([4.0, 7.0, 11.0, 2.0]), u128::MAX, &mut values);
        assert_eq!(values, [3.0, 5.0, 4.0, 11.0, 7.0, 2.0, 9.0]);
        let mut values = [9.0; COUNT];
        fill(&Table([4.0, 7.0, 11.0, 2.0]), 1 << 4, &mut values);
        assert_eq!(values, [9.0, 9.0, 9.0, 9.0, 7.0, 9.0]);
    }

    #[test]
    fn the_leader_of_rivals_below_zero_is_below_zero() {
        let mut values = [0.0; COUNT];
        fill(&Table([-4.0, -7.0, 1.0, -2.0]), 1 << 4, &mut values);
        assert_eq!(values[4], -2.0);
    }
}
