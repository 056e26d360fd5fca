//! English auctions, played raise by raise on limits that were committed beforehand (LB-45, LB-73).

use crate::rules::state::PLAYERS;
use sim_engine::seat::Seat;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    pub players: usize,
    /// Bidders, as bits; at least one.
    pub bidders: u8,
    pub opener: Seat,
    pub least: i32,
    /// What a bid adds to the one before, as far as the limit goes; at least 1.
    pub raise: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hammer {
    pub winner: Seat,
    /// The standing bid; missing when everyone else dropped out before any bid.
    pub bid: Option<i32>,
}

/// Goes round the table from the opener: each bidder raises, or drops out for good when the limit
/// is not above the standing bid. The last one in wins at the standing bid.
///
/// The first bid is a raise like any other, from one below the least: a raise of one opens at the
/// least bid and never jumps, a larger one opens above it, and one beyond all limits goes to the
/// limit at once.
pub fn play(limits: &[i32; PLAYERS], lot: Lot) -> Hammer {
    let mut left = lot.bidders;
    let mut seat = lot.opener;
    let mut bid = None;
    while left & (left - 1) != 0 {
        let bit = 1 << seat.0;
        if left & bit != 0 {
            let (standing, limit) = (bid.unwrap_or(lot.least - 1), limits[seat.index()]);
            if limit > standing {
                bid = Some(limit.min(standing + lot.raise));
            } else {
                left &= !bit;
            }
        }
        seat = seat.after(1, lot.players);
    }
    Hammer { winner: Seat(left.trailing_zeros() as u8), bid }
}
