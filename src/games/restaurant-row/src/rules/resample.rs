//! Resamples everything that a seat does not know.

use super::{
    Decision, RestaurantRow,
    action::Action,
    components::{MAX_TOKENS, NONE},
    state::{NO_BID, Phase, Secret, State},
};
use sim_engine::{
    game::{Game, Node, Offer},
    luck::Stream,
    seat::Seat,
};

/// Shuffles uniformly. The result depends on the items and the stream only, not on the original order.
fn shuffle<T: Ord>(slice: &mut [T], stream: &mut Stream) {
    slice.sort_unstable();
    stream.shuffle(slice);
}

impl RestaurantRow {
    pub(super) fn redraw(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut drawn = *state;
        self.redraw_piles(&mut drawn, stream);
        let (from, to) = (usize::from(drawn.table.drawn), self.supplies.customers.len());
        if drawn.table.expected > 0 {
            shuffle(&mut drawn.hidden.queue[from..to], stream);
        }
        for other in Seat::all(self.players).filter(|&other| other != seat) {
            self.redraw_cash(&mut drawn, other, stream);
        }
        for other in Seat::all(self.players).filter(|&other| other != seat) {
            self.redraw_secret(&mut drawn, other, stream);
        }
        drawn
    }

    /// Draws cash uniformly between the known bounds.
    fn redraw_cash(&self, state: &mut State, other: Seat, stream: &mut Stream) {
        let house = state.table.house(other);
        let (low, earned) = (house.cash_low, house.earned);
        let sums = (house.cash_high - low).max(0) as u64 + 1;
        let cash = low + stream.below(sums) as i32;
        state.hidden.cash[other.index()] = cash;
        state.hidden.spent[other.index()] = earned - cash;
    }

    /// Laid-off employees are in the pile; those never seen may have been removed at set-up.
    fn redraw_piles(&self, state: &mut State, stream: &mut Stream) {
        let State { table, hidden } = state;
        let left = usize::from(table.staff_left);
        let is_known = |row: &u8| table.staff_seen >> row & 1 == 1;
        let out = hidden.staff_out.iter().filter(|&&row| row != NONE).count();
        let (mut known, mut known_count) = ([NONE; MAX_TOKENS], 0);
        let (mut pool, mut count) = ([NONE; 2 * MAX_TOKENS], 0);
        for &row in hidden.staff_pile[..left].iter().chain(&hidden.staff_out[..out]) {
            if is_known(&row) {
                known[known_count] = row;
                known_count += 1;
            } else {
                pool[count] = row;
                count += 1;
            }
        }
        shuffle(&mut pool[..count], stream);
        hidden.staff_out[..out].copy_from_slice(&pool[..out]);
        hidden.staff_pile[..known_count].copy_from_slice(&known[..known_count]);
        hidden.staff_pile[known_count..left].copy_from_slice(&pool[out..count]);
        shuffle(&mut hidden.staff_pile[..left], stream);

        let left = usize::from(table.renovations_left);
        let out = hidden.renovation_out.iter().filter(|&&row| row != NONE).count();
        pool[..left].copy_from_slice(&hidden.renovation_pile[..left]);
        pool[left..left + out].copy_from_slice(&hidden.renovation_out[..out]);
        shuffle(&mut pool[..left + out], stream);
        hidden.renovation_pile[..left].copy_from_slice(&pool[..left]);
        hidden.renovation_out[..out].copy_from_slice(&pool[left..left + out]);
    }

    /// The phase in which a seat made the secret choice that is not shown yet, if there is one.
    fn asked_in_secret(&self, state: &State, other: Seat) -> Option<Phase> {
        let (table, secret) = (&state.table, &state.hidden.secrets[other.index()]);
        let house = table.house(other);
        // Seats choose in ascending order, so those before the current one have chosen.
        let is_before = |seat: Seat| other < seat;
        let asked = match table.phase {
            Phase::Ask(seat, Decision::Store) if is_before(seat) && secret.stores != 0 => Decision::Store,
            Phase::Ask(_, asked @ (Decision::Bid | Decision::ShillBid))
                if table.bidders & !table.waiting & 1 << other.0 != 0 =>
            {
                asked
            }
            Phase::Ask(_, Decision::Price) if secret.die != 0 => Decision::Price,
            Phase::Ask(seat, Decision::Display) if other <= seat && house.pantry != 0 => Decision::Display,
            Phase::Ask(seat, Decision::LayOff) if other <= seat && house.staff != 0 => Decision::LayOff,
            _ => return None,
        };
        Some(Phase::Ask(other, asked))
    }

    pub(super) fn rechoose(&self, state: &mut State, other: Seat, choose: &mut impl FnMut(&State) -> Action) {
        let Some(phase) = self.asked_in_secret(state, other).filter(|phase| *phase != state.table.phase)
        else {
            return;
        };
        let mut asked = *state;
        asked.table.phase = phase;
        asked.table.waiting |= 1 << other.0;
        *asked.secret(other) = Secret::NONE;
        // The current seat has not chosen yet, so completing this seat's choice shows nothing.
        while matches!(self.node(&asked), Node::Decision { seat, .. } if seat == other) {
            let action = choose(&asked);
            self.make(&mut asked, action, &mut |_| {});
        }
        *state.secret(other) = *asked.secret(other);
    }

    fn redraw_secret(&self, state: &mut State, other: Seat, stream: &mut Stream) {
        let Some(asked) = self.asked_in_secret(state, other) else { return };
        let is_in_turn = state.table.phase == asked;
        let phase = std::mem::replace(&mut state.table.phase, asked);
        let secret = state.secret(other);
        (secret.shows, secret.freeze, secret.lay_offs) = (0, NONE, 0);
        loop {
            // An unfinished chain may stop after any step.
            if is_in_turn && stream.below(2) == 0 {
                break;
            }
            let answer = self.any_answer(state, stream);
            let secret = state.secret(other);
            match answer {
                Action::Visit { stores } => secret.stores = stores,
                Action::Price { die } => secret.die = die,
                Action::Amount { amount } => secret.bid = amount,
                Action::Show { row } => {
                    secret.shows |= 1 << row;
                    continue;
                }
                Action::LayOff { row } => {
                    secret.lay_offs |= 1 << row;
                    continue;
                }
                Action::Freeze { row } if !is_in_turn => secret.freeze = row,
                Action::Pass => secret.bid = NO_BID,
                _ => {}
            }
            break;
        }
        state.table.phase = phase;
    }

    fn any_answer(&self, state: &State, stream: &mut Stream) -> Action {
        let mut actions = Vec::new();
        match self.offer(state, &mut actions) {
            Offer::Actions => actions[stream.index(actions.len())],
            Offer::Amount(limits) => {
                let amounts = ((limits.max - limits.min) / limits.step + 1).max(0) as u64;
                let drawn = stream.below((amounts + u64::from(limits.may_pass)).max(1));
                if drawn < amounts {
                    Action::Amount { amount: limits.min + drawn as i32 * limits.step }
                } else {
                    Action::Pass
                }
            }
        }
    }

    /// Hidden information of the other seats, in the order of `Lawful::hidden`.
    pub(super) fn hidden_of(&self, state: &State, seat: Seat) -> Vec<String> {
        let hidden = &state.hidden;
        let of = |text: &dyn Fn(usize) -> String| {
            let others = Seat::all(self.players).filter(|&other| other != seat);
            others.map(|other| text(other.index())).collect::<Vec<_>>().join(" ")
        };
        let secret = |text: fn(&Secret) -> String| of(&|other| text(&hidden.secrets[other]));
        let (from, to) = (usize::from(state.table.drawn), self.supplies.customers.len());
        vec![
            of(&|other| hidden.cash[other].to_string()),
            secret(|secret| secret.stores.to_string()),
            secret(|secret| secret.bid.to_string()),
            secret(|secret| secret.die.to_string()),
            secret(|secret| format!("{}+{}", secret.shows, secret.freeze)),
            secret(|secret| secret.lay_offs.to_string()),
            format!("{:?}", hidden.staff_pile),
            format!("{:?}", hidden.renovation_pile),
            format!("{:?}", &hidden.queue[from..to]),
        ]
    }
}
