//! What the laws ask of a game beyond playing it.

use super::{game::Game, seat::Seat};

/// A game that the laws can look into; playing needs none of this. A game that hides nothing and has nothing
/// to lose says `impl Lawful for Pig {}`.
pub trait Lawful: Game {
    /// What an observation hides, in words.
    fn hidden(&self) -> &'static [&'static str] {
        &[]
    }

    /// The hidden fields of the state in the order of [`Lawful::hidden`], as comparable text:
    /// what the laws watch change under [`Game::resample`].
    fn hidden_fields(&self, state: &Self::State, seat: Seat) -> Vec<String> {
        let _ = (state, seat);
        Vec::new()
    }

    /// Tables of the data file whose rows [`Lawful::check_conservation`] need not find in a state: what never
    /// moves, as the spaces of a board, and what set-up leaves in the box in part.
    fn not_conserved(&self) -> &'static [&'static str] {
        &[]
    }

    /// Sorts of components of which only [`Use::taken`](super::Use) is counted, because nothing tells whether one was
    /// of use afterwards. Those who used one are then not compared with those who did not.
    fn only_taken(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether every component is somewhere exactly once.
    ///
    /// # Errors
    /// The component that is missing or doubled.
    fn check_conservation(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }
}
