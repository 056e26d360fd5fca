//! Marginal income of one more point of a rating: the same diners are seated again with it.
//!
//! Every Payouts round evaluates one restaurant and one rating, drawn uniformly. Over many games the mean is
//! the marginal income of a point in games as they were played. The evaluation does not affect the game.

use crate::rules::{
    LaBistro,
    chart::{BANDED, EXACT, Faces, PRICE, RATINGS},
    event::{Emit, Event},
    payouts::Houses,
    state::Public,
};
use sim_engine::luck::Stream;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Take {
    purple: i32,
    others: i32,
}

impl LaBistro {
    /// Emits what one more point would have earned with these dice.
    pub(in crate::rules) fn weigh_a_point(
        &self,
        table: &Public,
        faces: &Faces,
        stream: &mut Stream,
        event: Emit<'_>,
    ) {
        let houses = self.houses(table);
        if houses.list().is_empty() {
            return;
        }
        let at = stream.index(houses.list().len());
        // All ratings except the price, which is no point to be won.
        let rating = (0..RATINGS).filter(|&rating| rating != PRICE).nth(stream.index(RATINGS - 1));
        let Some(rating) = rating else { return };
        let (more, is_edge) = self.with_a_point(&houses, at, rating);
        let (seat, slot) = (houses.list()[at].seat, houses.list()[at].slot);
        let was = self.take(table, houses, faces, at);
        let is = self.take(table, more, faces, at);
        event(Event::Weighed {
            seat,
            slot,
            rating: rating as u8,
            is_edge,
            purple: is.purple - was.purple,
            others: is.others - was.others,
        });
    }

    /// Returns the restaurants with one more point of a rating for one of them, and whether that changes its
    /// band.
    fn with_a_point(&self, houses: &Houses, at: usize, rating: usize) -> (Houses, bool) {
        let mut more = houses.clone();
        let numbers = &mut more.list_mut()[at].standing.0;
        // Only the price has an inverted exact number.
        let value = numbers[EXACT + rating].saturating_add(1);
        let band = self.banded(rating, value);
        let is_edge = band != numbers[BANDED + rating];
        numbers[EXACT + rating] = value;
        numbers[BANDED + rating] = band;
        (more, is_edge)
    }

    fn take(&self, table: &Public, mut houses: Houses, faces: &Faces, of: usize) -> Take {
        let mut take = Take::default();
        for square in self.seating(faces) {
            let face = &self.chart.squares[square];
            let judged = houses.judge(face);
            let paid = match judged.sharers() {
                0 => continue,
                1 => {
                    let winner = judged.tied.trailing_zeros() as usize;
                    houses.list_mut()[winner].dice += 1;
                    if winner == of { self.whole_die(table, &houses.list()[of], square) } else { 0 }
                }
                sharers if judged.tied >> of & 1 == 1 => {
                    let (share, bonus) = self.shared_die(table, &houses.list()[of], square, sharers);
                    share + bonus
                }
                _ => 0,
            };
            match self.chart.purple >> square & 1 == 1 {
                true => take.purple += paid,
                false => take.others += paid,
            }
        }
        take
    }
}
