//! What a seat may see: the table, perhaps without the loans of others, and of what hands hide only
//! its own.

use super::{
    LaBistro,
    components::NONE,
    state::{Hidden, Phase, Sale, State, Table, bits},
    variant::LoansSeen,
};
use crate::rules::{luck::Stream, seat::Seat};

/// The information set of a seat.
#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    rules: &'a LaBistro,
    table: &'a Table,
    seat: Seat,
    /// The object in the own hand, or [`NONE`].
    option: u8,
    /// The own written ad order.
    order: (u8, u16),
    /// The own limit in the auction under way; -1 is a pass.
    limit: i32,
}

impl<'a> Observation<'a> {
    pub(super) fn new(rules: &'a LaBistro, state: &'a State, seat: Seat) -> Observation<'a> {
        let at = seat.index();
        Observation {
            rules,
            table: &state.table,
            seat,
            option: state.hidden.options[at],
            order: (state.hidden.ad_places[at], state.hidden.ads[at]),
            limit: state.hidden.limits[at],
        }
    }

    pub fn rules(&self) -> &'a LaBistro {
        self.rules
    }

    pub fn table(&self) -> &'a Table {
        self.table
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Loans of a seat, where they are seen (LB-A20).
    pub fn loans(&self, seat: Seat) -> Option<u8> {
        let is_seen = seat == self.seat || self.rules.variant.loans_seen == LoansSeen::Open;
        is_seen.then(|| self.table.loans[seat.index()])
    }

    /// Money of a seat with all loans that are seen paid off.
    pub fn worth(&self, seat: Seat) -> i32 {
        let loans = i32::from(self.loans(seat).unwrap_or(0));
        self.table.cash(seat) - self.rules.variant.final_payment * loans
    }

    /// The restaurant for which the seat has begun to write an ad order.
    pub fn ad_place(&self) -> Option<usize> {
        (self.order.0 != NONE).then_some(usize::from(self.order.0))
    }
}

impl Observation<'_> {
    /// The table without what the seat does not see on it.
    fn seen_table(&self) -> Table {
        let mut table = *self.table;
        for seat in Seat::all(self.rules.players_at_table()) {
            table.loans[seat.index()] = self.loans(seat).unwrap_or(NONE);
        }
        table
    }
}

/// Two observations are equal when the seat cannot tell them apart.
impl PartialEq for Observation<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat
            && self.option == other.option
            && self.order == other.order
            && self.limit == other.limit
            && self.seen_table() == other.seen_table()
    }
}

/// Seats whose ad order is written and not yet shown: choosers of option 4 with a restaurant that
/// are no longer waiting.
fn written(table: &Table, players: usize) -> impl Iterator<Item = Seat> + '_ {
    let is_writing = matches!(table.phase, Phase::AdPlace { .. } | Phase::Ads { .. });
    Seat::all(players).filter(move |&seat| {
        is_writing
            && table.options[seat.index()] == super::round::option::ADS
            && table.waiting >> seat.0 & 1 == 0
            && table.opened(seat) > 0
    })
}

impl LaBistro {
    /// Draws what the others hide afresh, each possibility equally likely.
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
            Phase::Select { seat: next } => {
                for other in Seat::all(next.index()).filter(|&other| other != seat) {
                    hidden.options[other.index()] = self.any_option(table, other, stream);
                }
            }
            Phase::Reveal => {
                for other in Seat::all(self.players).filter(|&other| other != seat) {
                    hidden.options[other.index()] = self.any_option(table, other, stream);
                }
            }
            Phase::Limit { sale, .. } => {
                for at in bits(table.auction.committed.into()).filter(|&at| at != seat.index()) {
                    hidden.limits[at] = self.any_limit(table, sale, Seat(at as u8), stream);
                }
            }
            Phase::AdPlace { .. } | Phase::Ads { .. } => {
                for other in written(table, self.players).filter(|&other| other != seat) {
                    hidden.ad_places[other.index()] = stream.index(table.opened(other)) as u8;
                    let most = self.affordable_ads(table, other);
                    hidden.ads[other.index()] = stream.below(most as u64 + 1) as u16;
                }
                // Another seat that has named its restaurant, but not yet its number of ads.
                if let Phase::Ads { seat: other } = table.phase
                    && other != seat
                {
                    hidden.ad_places[other.index()] = stream.index(table.opened(other)) as u8;
                }
            }
            _ => {}
        }
        drawn
    }

    fn any_option(&self, table: &Table, seat: Seat, stream: &mut Stream) -> u8 {
        let options = self.open_options(table, seat);
        let wanted = stream.index(options.count_ones() as usize);
        bits(options.into()).nth(wanted).map_or(NONE, |option| option as u8)
    }

    fn any_limit(&self, table: &Table, sale: Sale, seat: Seat, stream: &mut Stream) -> i32 {
        let limits = self.limits(table, sale, seat);
        let amounts = (limits.max - limits.min + 1).max(0) as u64;
        let drawn = stream.below((amounts + u64::from(limits.may_pass)).max(1)) as i32;
        if (drawn as u64) < amounts { limits.min + drawn } else { Hidden::REST.limits[0] }
    }
}
