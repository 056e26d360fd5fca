//! A decision as it is put to a seat.

use crate::Never;
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
    /// What the strategy never does. `legal` holds no such action; whoever answers with several at once asks
    /// [`Ask::allows`] of the others.
    pub never: Option<&'a Never>,
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
        Ask { game, seen: game.observe(state, seat), seat, decision, offer, legal, luck, never: None, state }
    }

    /// The same, put to a strategy that never does some things.
    pub fn under(self, never: Option<&'a Never>) -> Ask<'a, G> {
        Ask { never, ..self }
    }

    /// Whether the actions beyond `legal` that an answer may hold are fewer than the rules allow: see
    /// [`Ask::allows`]. Where the strategy has to do what it never does there is nothing more to leave out.
    #[inline]
    pub fn is_restricted(&self) -> bool {
        self.never.is_some() && self.legal.first().is_some_and(|action| self.allows(*action))
    }

    /// Whether answers may be drawn, and the best need not be given each time.
    #[inline]
    pub fn mixes(&self) -> bool {
        self.never.is_none_or(Never::mixes)
    }

    /// Whether the strategy may do this, now or further on in the answer.
    #[inline]
    pub fn allows(&self, action: G::Action) -> bool {
        self.never.is_none_or(|never| !never.forbids(self.game, self.state, self.seat, action))
    }

    /// A state that the seat cannot tell from the one it is in: see [`Game::resample`].
    pub fn imagine(&self, stream: &mut Stream) -> G::State {
        self.game.resample(self.state, self.seat, stream)
    }
}
