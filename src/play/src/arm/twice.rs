//! Deals played twice: the same set-up with different later draws.
//!
//! The deal is what a game sets up before the first decision, with the decks that it shuffles then; Critter Kitchen
//! shuffles its orders as they are drawn. All later draws, by the rules or by strategies that leave a choice to
//! chance, come from luck that is passed to every step. A second play gets different luck.

use std::ops::Range;

use rayon::prelude::*;

use super::{Dealer, Stop, Stopped};
use crate::{Schedule, tally::wins};
use sim_engine::{GameRecord, Objective, Seat};
use sim_script::{Scripted, Strategy};

/// The results of a seat in both plays of a deal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairedOutcome {
    /// In parts of a [win](crate::tally::WIN).
    pub wins: [i32; 2],
    pub points: [i32; 2],
}

/// Plays every table of each deal twice on the threads of the current pool, and returns the results of every seat.
///
/// # Errors
/// When stopped before the last game ended.
pub(crate) fn twice<G: Scripted>(
    game: (&G, Objective),
    (strategies, schedule, seed): (&[Strategy], &Schedule, u64),
    deals: Range<u64>,
    stop: &Stop,
) -> Result<Vec<PairedOutcome>, Stopped> {
    let play = |dealer: &mut Dealer<'_, G>, deal: u64| -> Result<Vec<PairedOutcome>, Stopped> {
        let mut plays = Vec::new();
        for again in [0, 1] {
            let mut at = 0;
            let add = |_: usize, record: &GameRecord| {
                let won = wins(&record.places, record.players);
                for seat in Seat::all(record.players) {
                    if again == 0 {
                        plays.push(PairedOutcome::default());
                    }
                    // At most 60, a whole win.
                    plays[at].wins[again] = won[seat] as i32;
                    plays[at].points[again] = record.points[seat];
                    at += 1;
                }
            };
            dealer.deal_with(deal, again as u64, schedule, |at| &strategies[usize::from(at)], add)?;
        }
        Ok(plays)
    };
    let played: Result<Vec<Vec<PairedOutcome>>, Stopped> =
        deals.into_par_iter().map_init(|| Dealer::new(game, seed, stop), play).collect();
    Ok(played?.concat())
}
