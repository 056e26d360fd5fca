//! Limits and prices of a seat, given its improvements.

use super::{
    Restauranteur,
    board::{Cell, Cells, with_eight, with_four},
    components::{Cuisine, Improvement},
    state::{Public, State},
    variant::{BuildAdjacency, Moves},
};
use sim_engine::seat::Seat;

impl Restauranteur {
    /// Copies of an improvement that count (B-14).
    #[inline]
    fn copies(&self, table: &Public, seat: Seat, card: Improvement) -> u8 {
        let copies = table.improvements[seat].copies(card);
        if self.variant.stack_copies { copies } else { copies.min(1) }
    }

    /// Cards drawn in the Recruit phase (RE-24, RE-70).
    #[inline]
    pub fn draws(&self, table: &Public, seat: Seat) -> u8 {
        self.variant.draws + self.copies(table, seat, Improvement::Executives)
    }

    /// Builds and moves per turn (RE-26, RE-67).
    #[inline]
    pub fn builds(&self, table: &Public, seat: Seat) -> u8 {
        self.variant.builds + self.copies(table, seat, Improvement::Management)
    }

    /// Moves among the builds of a turn (RE-68, B-17).
    #[inline]
    pub fn moves(&self, table: &Public, seat: Seat) -> u8 {
        let copies = self.copies(table, seat, Improvement::Management);
        if self.variant.moves == Moves::Each { copies } else { copies.min(1) }
    }

    /// Improvements that may be played per turn (RE-33, RE-73).
    #[inline]
    pub fn plays(&self, table: &Public, seat: Seat) -> u8 {
        self.variant.plays + self.copies(table, seat, Improvement::HumanResources)
    }

    /// Income phases per turn (RE-37, RE-75).
    #[inline]
    pub fn income_phases(&self, table: &Public, seat: Seat) -> u8 {
        1 + self.copies(table, seat, Improvement::Marketing)
    }

    /// Maximum number of improvements in front of a player (RE-36, RE-69).
    #[inline]
    pub fn improvement_limit(&self, table: &Public, seat: Seat) -> usize {
        let executives = usize::from(self.copies(table, seat, Improvement::Executives));
        self.variant.improvement_limit + executives * self.variant.executives_limit
    }

    /// Maximum number of counters in the pool (RE-19, RE-66).
    #[inline]
    pub fn pool_limit(&self, table: &Public, seat: Seat) -> usize {
        self.variant.pool_size + usize::from(self.copies(table, seat, Improvement::Management))
    }

    /// Maximum number of cards in the hand at the end of a turn (RE-46, RE-72).
    #[inline]
    pub fn hand_limit(&self, table: &Public, seat: Seat) -> usize {
        self.variant.hand_limit + usize::from(self.copies(table, seat, Improvement::HumanResources))
    }

    /// Coins for building a restaurant (RE-27, RE-62).
    #[inline]
    pub fn build_price(&self, table: &Public, seat: Seat, cuisine: Cuisine) -> i32 {
        (self.stock.prices[cuisine.index()] - self.build_rebate(table, seat)).max(0)
    }

    #[inline]
    fn build_rebate(&self, table: &Public, seat: Seat) -> i32 {
        self.variant.discount * i32::from(self.copies(table, seat, Improvement::Discounts))
    }

    /// Coins for playing an improvement (RE-34, RE-74).
    #[inline]
    pub fn improvement_price(&self, table: &Public, seat: Seat, card: Improvement) -> i32 {
        (self.stock.improvement_prices[card.index()] - self.improvement_rebate(table, seat)).max(0)
    }

    #[inline]
    fn improvement_rebate(&self, table: &Public, seat: Seat) -> i32 {
        self.variant.overhead * i32::from(self.copies(table, seat, Improvement::HumanResources))
    }

    /// Whether a seat may build or move, judged by public information. A build needs coins for the cheapest
    /// counter, a counter in the pool, a token and a card. A move needs an own restaurant.
    #[inline]
    pub(super) fn may_build(&self, state: &State, seat: Seat) -> bool {
        let table = &state.table;
        let is_rich = table.coins[seat] >= self.stock.cheapest_counter - self.build_rebate(table, seat);
        let has_both = !state.hands[seat].is_empty() && !state.pools[seat].is_empty();
        let builds = is_rich && has_both && table.tokens[seat] > 0;
        table.built < self.builds(table, seat) && (builds || self.may_move(table, seat))
    }

    #[inline]
    pub(super) fn may_move(&self, table: &Public, seat: Seat) -> bool {
        let able = table.owned[seat] != 0 && table.coins[seat] >= self.variant.move_cost;
        able && table.moved < self.moves(table, seat)
    }

    /// Whether a seat may play an improvement, judged by public information.
    #[inline]
    pub(super) fn may_improve(&self, table: &Public, seat: Seat, hand: usize) -> bool {
        let cheapest = self.stock.cheapest_improvement - self.improvement_rebate(table, seat);
        hand > 0
            && table.coins[seat] >= cheapest
            && table.played < self.plays(table, seat)
            && table.improvements[seat].played().len() < self.improvement_limit(table, seat)
    }

    /// The cells that these restaurants close to further ones of their type, including their own cells (RE-32).
    #[inline]
    pub fn forbidden(&self, restaurants: Cells) -> Cells {
        match self.variant.build_adjacency {
            BuildAdjacency::Eight => with_eight(restaurants),
            BuildAdjacency::Four => with_four(restaurants),
        }
    }

    /// The cells where a restaurant of a type may be built, with any number card.
    #[inline]
    pub fn sites(&self, table: &Public, cuisine: Cuisine) -> Cells {
        table.open & !self.forbidden(table.cuisines[cuisine.index()])
    }

    /// The cells that a restaurant may move to; its old cell closes nothing (B-17).
    #[inline]
    pub fn destinations(&self, table: &Public, cuisine: Cuisine, from: Cell) -> Cells {
        table.open & !self.forbidden(table.cuisines[cuisine.index()] & !from.bit())
    }
}
