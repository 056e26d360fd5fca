//! What the laws, the tests that every game must pass, need of a game beyond playing it.

use super::{game::Game, seat::Seat};

/// Access to the state of a game for the laws; playing needs none of this. A game without hidden information and
/// without components to track needs only `impl Lawful for Pig {}`.
pub trait Lawful: Game {
    /// The names of the fields that an observation hides.
    fn hidden(&self) -> &'static [&'static str] {
        &[]
    }

    /// The hidden fields of the state in the order of [`Lawful::hidden`], as comparable text. The laws check that
    /// [`Game::resample`] changes them.
    fn hidden_fields(&self, state: &Self::State, seat: Seat) -> Vec<String> {
        let _ = (state, seat);
        Vec::new()
    }

    /// Tables of the data file whose rows [`Lawful::check_conservation`] need not find in a state: items that never
    /// move, such as the spaces of a board, and items that set-up partly leaves in the box.
    fn not_conserved(&self) -> &'static [&'static str] {
        &[]
    }

    /// Kinds of components of which only [`Use::taken`](super::Use) is counted, because the game does not show
    /// whether one was useful afterwards. Their users are then not compared with non-users.
    fn only_taken(&self) -> &'static [&'static str] {
        &[]
    }

    /// Checks that every component is in exactly one place.
    ///
    /// # Errors
    /// The component that is missing or duplicated.
    fn check_conservation(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }
}
