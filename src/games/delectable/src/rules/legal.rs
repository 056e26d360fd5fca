use super::{
    Delectable,
    action::{Action, Decision},
    components::{KINDS, Kind},
    state::{HAND, NONE, Phase, Public, State},
    variant::VictimRule,
};
use sim_engine::{Node, Offer, Seat};

impl Delectable {
    #[inline]
    pub(super) fn node_of(&self, state: &State) -> Node<Decision> {
        let seat = state.table.active;
        let decision = match state.table.phase {
            Phase::Turn => Decision::Turn,
            Phase::Roll { .. } => Decision::Roll,
            Phase::Again => Decision::Again,
            Phase::Victim => Decision::Victim,
            Phase::Loss { victim } => return Node::Decision { seat: victim, decision: Decision::Loss },
            Phase::Rename => Decision::Rename,
            Phase::Theft => Decision::Theft,
            Phase::Trim { .. } => Decision::Trim,
            Phase::Die => return Node::Chance,
            Phase::Over => return Node::Terminal,
        };
        Node::Decision { seat, decision }
    }

    /// Writes the legal actions in ascending order.
    pub(super) fn offer(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        let table = &state.table;
        let seat = table.active;
        match table.phase {
            Phase::Turn => self.turn_actions(table, actions),
            Phase::Roll { from } => self.roll_actions(table, usize::from(from), actions),
            Phase::Rename => push_piles(table, actions),
            Phase::Again => actions.extend([Action::Again, Action::Stop]),
            Phase::Victim => {
                let rivals = Seat::all(self.players).filter(|&other| other != seat);
                actions.extend(
                    rivals
                        .filter(|&other| {
                            self.variant.victim == VictimRule::Any
                                || self.holds(table, other, table.committed)
                        })
                        .map(|victim| Action::Rob { victim }),
                );
            }
            Phase::Loss { victim } => {
                actions
                    .extend(self.positions(table, victim, table.committed).map(|card| Action::Lose { card }));
            }
            Phase::Theft => {
                for from in Seat::all(self.players).filter(|&other| other != seat) {
                    actions.extend(
                        self.positions(table, from, table.committed).map(|card| Action::Take { from, card }),
                    );
                }
                actions.extend([Action::Draw, Action::Waive]);
            }
            Phase::Trim { from } => {
                let hand = table.hand(seat);
                let surplus = hand.len() - self.variant.hand_limit;
                // A discard must leave enough positions to its right for the rest of the surplus.
                actions.extend(
                    (usize::from(from)..=hand.len() - surplus)
                        .map(|card| Action::Discard { card: card as u8 }),
                );
            }
            Phase::Die | Phase::Over => {}
        }
        Offer::Actions
    }

    pub(super) fn positions<'a>(
        &'a self,
        table: &'a Public,
        seat: Seat,
        kind: Kind,
    ) -> impl Iterator<Item = u8> + 'a {
        let cards = table.hands[seat.index()].cards().iter().enumerate();
        cards
            .filter(move |&(_, &card)| self.face_of(table, card).kind == kind)
            .map(|(position, _)| position as u8)
    }

    pub(super) fn holds(&self, table: &Public, seat: Seat, kind: Kind) -> bool {
        self.positions(table, seat, kind).next().is_some()
    }

    /// Adds the actions of a turn: Roll, Review and Commit (DE-12..14).
    fn turn_actions(&self, table: &Public, actions: &mut Vec<Action>) {
        // Some pile always has a card: a Roll Action takes at most one and adds one (DE-57).
        debug_assert!(table.tops != [NONE; KINDS], "the market is never empty");
        actions.push(Action::Roll);
        let hand = table.hand(table.active);
        let mut kinds = [Kind::Review; HAND];
        for (kind, &card) in kinds.iter_mut().zip(hand.cards()) {
            *kind = self.face_of(table, card).kind;
        }
        let kinds = &kinds[..hand.len()];
        for card in (0..kinds.len()).filter(|&position| kinds[position] == Kind::Review) {
            actions.extend(Seat::all(self.players).map(|to| Action::Review { card: card as u8, to }));
        }
        if self.variant.adjacency {
            self.push_runs(kinds, actions);
        } else {
            self.push_sets(kinds, actions);
        }
    }

    /// Adds every run of neighbours of one resource (DE-44, DE-45, DE-A6) as ascending masks: by the last
    /// card, shorter runs first.
    fn push_runs(&self, kinds: &[Kind], actions: &mut Vec<Action>) {
        let (mut start, mut before) = (0, None);
        for (last, &kind) in kinds.iter().enumerate() {
            if before != Some(kind) {
                start = last;
            }
            before = Some(kind);
            if kind == Kind::Review {
                continue;
            }
            let is_block_end = kinds.get(last + 1) != Some(&kind);
            if self.variant.commit_part {
                for first in (start..=last).rev().filter(|first| last - first + 1 >= self.variant.commit_min)
                {
                    actions.push(Action::Commit { cards: mask(first, last) });
                }
            } else if is_block_end && last - start + 1 >= self.variant.commit_min {
                actions.push(Action::Commit { cards: mask(start, last) });
            }
        }
    }

    /// Adds every set of cards of one resource, wherever they lie in the hand, as ascending masks.
    fn push_sets(&self, kinds: &[Kind], actions: &mut Vec<Action>) {
        let mut of_kind = [0u16; KINDS];
        for (position, kind) in kinds.iter().enumerate() {
            of_kind[kind.index()] |= 1 << position;
        }
        for cards in 1..1u16 << kinds.len() {
            let whole = of_kind[..Kind::Review.index()].iter().find(|&&kind| kind & cards == cards);
            let Some(&whole) = whole else { continue };
            if cards.count_ones() as usize >= self.variant.commit_min
                && (self.variant.commit_part || cards == whole)
            {
                actions.push(Action::Commit { cards });
            }
        }
    }

    /// Adds the discards from position `from` on, and the piles if the hand is within its limit (DE-22..25).
    fn roll_actions(&self, table: &Public, from: usize, actions: &mut Vec<Action>) {
        let hand = table.hand(table.active);
        let surplus = hand.len().saturating_sub(self.variant.hand_limit);
        // A discard at `position` leaves the positions right of it for the rest of the surplus.
        let last = if surplus == 0 { hand.len() } else { hand.len() + 1 - surplus };
        actions.extend((from..last).map(|card| Action::Discard { card: card as u8 }));
        if surplus == 0 {
            push_piles(table, actions);
        }
    }
}

#[inline]
fn mask(first: usize, last: usize) -> u16 {
    ((2u32 << last) - (1u32 << first)) as u16
}

/// Adds every pile that has a card (DE-25).
fn push_piles(table: &Public, actions: &mut Vec<Action>) {
    actions.extend(
        Kind::ALL.into_iter().filter(|&pile| table.top(pile).is_some()).map(|pile| Action::Name { pile }),
    );
}
