//! Resampling of hidden information.

use super::{
    LaBistro,
    action::{Action, Decision, option},
    components::NONE,
    state::{NO_LIMIT, Phase, Public, State},
    variant::LoansSeen,
};
use sim_engine::{Node, Seat, Stream, bits};

/// Returns the seats whose ad order is written and not yet revealed: choosers of option 4 with a restaurant
/// that are no longer waiting.
fn written(table: &Public, players: usize) -> impl Iterator<Item = Seat> + '_ {
    let is_writing = matches!(table.phase, Phase::Ask(_, Decision::AdPlace) | Phase::Ask(_, Decision::Ads));
    Seat::all(players).filter(move |&seat| {
        is_writing
            && table.options[seat.index()] == option::ADS
            && table.waiting >> seat.0 & 1 == 0
            && table.opened(seat) > 0
    })
}

impl LaBistro {
    /// Resamples the secrets of the others, uniformly over the possibilities.
    pub(super) fn redraw(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut drawn = *state;
        let State { table, hidden } = &mut drawn;
        if self.variant.loans_seen == LoansSeen::Hidden {
            // A visit to the bank brings one loan at most.
            for other in Seat::all(self.players).filter(|&other| other != seat) {
                let most = u64::from(table.bank_visits[other.index()]);
                table.loans[other.index()] = stream.below(most + 1) as u8;
            }
        }
        match table.phase {
            Phase::Ask(next, Decision::Option) => {
                for other in Seat::all(next.index()).filter(|&other| other != seat) {
                    hidden[other.index()].option = self.any_option(table, other, stream);
                }
            }
            Phase::Reveal => {
                for other in Seat::all(self.players).filter(|&other| other != seat) {
                    hidden[other.index()].option = self.any_option(table, other, stream);
                }
            }
            Phase::Ask(_, asked) if asked.is_limit() => {
                for at in bits(table.auction.committed).filter(|&at| at != seat.index()) {
                    hidden[at].limit = self.any_limit(table, asked, Seat(at as u8), stream);
                }
            }
            Phase::Ask(_, Decision::AdPlace) | Phase::Ask(_, Decision::Ads) => {
                for other in written(table, self.players).filter(|&other| other != seat) {
                    let order = &mut hidden[other.index()];
                    order.ad_place = stream.index(table.opened(other)) as u8;
                    let most = self.affordable_ads(table, other);
                    order.ads = stream.below(most as u64 + 1) as u16;
                }
                // Another seat that has named its restaurant, but not yet its number of ads.
                if let Phase::Ask(other, Decision::Ads) = table.phase
                    && other != seat
                {
                    hidden[other.index()].ad_place = stream.index(table.opened(other)) as u8;
                }
            }
            _ => {}
        }
        drawn
    }

    pub(super) fn rechoose(&self, state: &mut State, other: Seat, choose: &mut impl FnMut(&State) -> Action) {
        let bit = 1 << other.0;
        let mut asked = *state;
        let Public { phase, auction, waiting, .. } = &mut asked.table;
        match *phase {
            Phase::Ask(seat, Decision::Option) if other < seat => {
                *phase = Phase::Ask(other, Decision::Option)
            }
            Phase::Ask(_, asked) if asked.is_limit() && auction.committed & bit != 0 => {
                auction.committed &= !bit;
                *phase = Phase::Ask(other, asked);
            }
            Phase::Ask(_, Decision::AdPlace) | Phase::Ask(_, Decision::Ads)
                if written(&state.table, self.players).any(|seat| seat == other) =>
            {
                *waiting |= bit;
                let has_two = state.table.opened(other) > 1;
                *phase = Phase::Ask(other, if has_two { Decision::AdPlace } else { Decision::Ads });
            }
            _ => return,
        }
        // The seat in turn has not chosen, so completing `other`'s choice reveals nothing.
        while matches!(self.node_of(&asked), Node::Decision { seat, .. } if seat == other) {
            let action = choose(&asked);
            self.make(&mut asked, action, &mut |_| {});
        }
        state.hidden[other.index()] = asked.hidden[other.index()];
    }

    fn any_option(&self, table: &Public, seat: Seat, stream: &mut Stream) -> u8 {
        let options = self.open_options(table, seat);
        let wanted = stream.index(options.count_ones() as usize);
        bits(options).nth(wanted).map_or(NONE, |option| option as u8)
    }

    fn any_limit(&self, table: &Public, sale: Decision, seat: Seat, stream: &mut Stream) -> i32 {
        let limits = self.limits(table, sale, seat);
        let amounts = (limits.max - limits.min + 1).max(0) as u64;
        let drawn = stream.below((amounts + u64::from(limits.may_pass)).max(1)) as i32;
        if (drawn as u64) < amounts { limits.min + drawn } else { NO_LIMIT }
    }
}
