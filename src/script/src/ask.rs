//! A decision put to a seat.

use crate::Never;
use sim_engine::{ChoiceLuck, Game, Offer, Seat, Stream};

/// A decision put to a seat: all that a strategy may look at.
pub struct Ask<'a, G: Game> {
    /// The rules in force.
    pub game: &'a G,
    /// What the seat sees.
    pub seen: G::Observation<'a>,
    /// The deciding seat.
    pub seat: Seat,
    /// The decision to take.
    pub decision: G::Decision,
    /// The kind of answer: one of `legal`, or an amount within limits.
    pub offer: Offer,
    /// The legal actions; empty for an amount.
    pub legal: &'a [G::Action],
    /// The seat's luck for this choice alone.
    pub luck: ChoiceLuck,
    /// The bans of the strategy. `legal` holds no banned action, unless nothing else is left. An answer of
    /// several actions must check the later ones with [`Ask::allows`].
    pub never: Option<&'a Never>,
    /// Includes hidden information. Private, so that only [`Ask::imagine`] and [`Ask::allows`] use it.
    state: &'a G::State,
}

impl<'a, G: Game> Ask<'a, G> {
    /// Puts a decision of this state, which offers `legal`, to a seat.
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        (seat, decision): (Seat, G::Decision),
        (offer, legal): (Offer, &'a [G::Action]),
        luck: ChoiceLuck,
    ) -> Ask<'a, G> {
        Ask { game, seen: game.observe(state, seat), seat, decision, offer, legal, luck, never: None, state }
    }

    /// The same decision, put to a strategy with bans.
    pub fn under(self, never: Option<&'a Never>) -> Ask<'a, G> {
        Ask { never, ..self }
    }

    /// Whether bans limit the further actions of an answer: see [`Ask::allows`]. Not if the strategy is forced to
    /// take a banned action.
    #[inline]
    pub fn is_restricted(&self) -> bool {
        self.never.is_some() && self.legal.first().is_some_and(|action| self.allows(*action))
    }

    /// Whether answers may be drawn at random, instead of always giving the best.
    #[inline]
    pub fn mixes(&self) -> bool {
        self.never.is_none_or(Never::mixes)
    }

    /// Whether the bans allow this action, now or later in the answer.
    #[inline]
    pub fn allows(&self, action: G::Action) -> bool {
        self.never.is_none_or(|never| !never.forbids(self.game, self.state, self.seat, action))
    }

    /// Draws a state that the seat cannot distinguish from the current one: see [`Game::resample`].
    pub fn imagine(&self, stream: &mut Stream) -> G::State {
        self.game.resample(self.state, self.seat, stream)
    }
}
