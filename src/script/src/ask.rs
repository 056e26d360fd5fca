//! A decision as it is put to a seat.

use sim_engine::{ChoiceLuck, Game, Offer, Seat, Stream};

/// A decision put to a seat: all that a strategy may look at.
pub struct Ask<'a, G: Game> {
    /// The rules in force.
    pub game: &'a G,
    /// What the seat sees.
    pub seen: G::Observation<'a>,
    /// Who is asked.
    pub seat: Seat,
    /// What is asked.
    pub decision: G::Decision,
    /// What may be answered: one of `legal`, or an amount within limits.
    pub offer: Offer,
    /// The legal actions; empty for an amount.
    pub legal: &'a [G::Action],
    /// Luck of the seat for this choice alone.
    pub luck: ChoiceLuck,
    /// Hidden things and all, so that nobody but [`Ask::imagine`] looks at it.
    state: &'a G::State,
}

impl<'a, G: Game> Ask<'a, G> {
    /// Asks a seat for a decision of this state, which offers `legal`.
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        (seat, decision): (Seat, G::Decision),
        (offer, legal): (Offer, &'a [G::Action]),
        luck: ChoiceLuck,
    ) -> Ask<'a, G> {
        Ask { game, seen: game.observe(state, seat), seat, decision, offer, legal, luck, state }
    }

    /// A state that the seat cannot tell from the one it is in: see [`Game::resample`].
    pub fn imagine(&self, stream: &mut Stream) -> G::State {
        self.game.resample(self.state, self.seat, stream)
    }
}
