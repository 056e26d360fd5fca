//! English auctions, played raise by raise within limits committed beforehand (LB-45, LB-73).

use crate::rules::state::PLAYERS;
use sim_engine::seat::Seat;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    pub players: usize,
    /// Mask of bidders; never empty.
    pub bidders: u8,
    pub opener: Seat,
    pub least: i32,
    /// Increment of a bid over the previous one, as far as the limit allows; at least 1.
    pub raise: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hammer {
    pub winner: Seat,
    /// The winning bid; `None` if everyone else dropped out before any bid.
    pub bid: Option<i32>,
}

/// Goes around the table from the opener: each bidder raises, or drops out for good if the limit is not above
/// the standing bid. The last bidder wins at the standing bid.
///
/// The first bid is a raise like any other, from one below the minimum. A raise of 1 therefore opens at the
/// minimum bid and never jumps, a larger one opens above it, and one beyond all limits bids the limit at once.
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
