//! Invariants of every state: nothing is lost or duplicated, and incrementally updated values are right.

use super::{
    Restauranteur,
    board::cells,
    components::{Cuisine, District, FACES, Face, Improvement},
    state::{Public, State},
};
use sim_engine::{Lawful, Seat};

impl Lawful for Restauranteur {
    fn hidden(&self) -> &'static [&'static str] {
        &["hands of rivals", "pools of rivals", "order of the deck", "order of the Build Pile"]
    }

    fn hidden_fields(&self, state: &State, seat: Seat) -> Vec<String> {
        let others = || Seat::all(self.players).filter(move |&other| other != seat);
        let hands: Vec<_> = others().map(|other| state.hands[other]).collect();
        let pools: Vec<_> = others().map(|other| state.pools[other]).collect();
        vec![
            format!("{hands:?}"),
            format!("{pools:?}"),
            format!("{:?}", &state.deck[..usize::from(state.table.deck_left)]),
            format!("{:?}", &state.pile[..usize::from(state.table.pile_left)]),
        ]
    }

    /// Checks that every card, counter and token is in exactly one place, and that all values derived from
    /// the board agree with it.
    fn check_conservation(&self, state: &State) -> Result<(), String> {
        self.check_cards(state)?;
        self.check_counters(state)?;
        let table = &state.table;
        for seat in Seat::all(self.players) {
            let used = table.owned[seat].count_ones() as u8;
            if table.tokens[seat] + used != self.variant.tokens {
                return Err(format!("{seat} has {} tokens left and {used} on the board", table.tokens[seat]));
            }
            if table.coins[seat] < 0 {
                return Err(format!("{seat} owes {} coins", -table.coins[seat]));
            }
        }
        let coins: i32 = Seat::all(self.players).map(|seat| table.coins[seat]).sum();
        if coins + table.bank != 0 {
            return Err(format!("the players have {coins} coins, the bank has paid {}", -table.bank));
        }
        let mut afresh = *table;
        self.derive(&mut afresh);
        if !afresh.is_derived_like(table) {
            return Err("stars, incomes or sums differ from those of the board".to_owned());
        }
        Ok(())
    }
}

impl Restauranteur {
    fn check_cards(&self, state: &State) -> Result<(), String> {
        let table = &state.table;
        let mut found = table.discards;
        let mut kept = [0; FACES];
        for &face in &state.deck[..usize::from(table.deck_left)] {
            found[usize::from(face)] += 1;
        }
        for seat in Seat::all(self.players) {
            let hand = &state.hands[seat];
            let (mut len, mut kept_len) = (0, 0);
            for face in Face::all() {
                found[face.index()] += hand.count(face);
                kept[face.index()] += hand.kept(face);
                len += usize::from(hand.count(face));
                kept_len += usize::from(hand.kept(face));
                if hand.holds(face) != (hand.count(face) > 0) {
                    return Err(format!("the hand of {seat} does not know its {}", face.name()));
                }
            }
            if (hand.len(), hand.kept_len()) != (len, kept_len) {
                return Err(format!("the hand of {seat} has miscounted its cards"));
            }
            let mut lying = [0; Improvement::COUNT];
            for played in table.improvements[seat].played() {
                lying[played.card.index()] += 1;
                found[Face::improvement(played.card).index()] += 1;
            }
            let is_miscounted =
                |card: &Improvement| lying[card.index()] != table.improvements[seat].copies(*card);
            if let Some(card) = Improvement::all().find(is_miscounted) {
                return Err(format!("{seat} has miscounted {card}"));
            }
        }
        if kept != table.kept {
            return Err("the cards kept over the shuffle are not those in hands".to_owned());
        }
        match Face::all().find(|face| found[face.index()] != self.stock.cards[face.index()]) {
            None => Ok(()),
            Some(face) => Err(format!("{} cards {}", found[face.index()], face.name())),
        }
    }

    fn check_counters(&self, state: &State) -> Result<(), String> {
        let table = &state.table;
        let mut all = table.district_cells;
        let mut cells = all.count_ones();
        for cuisine in Cuisine::all() {
            let on_board = table.cuisines[cuisine.index()];
            let in_pools: u8 = Seat::all(self.players).map(|seat| state.pools[seat].count(cuisine)).sum();
            let pile = &state.pile[..usize::from(table.pile_left)];
            let in_pile = pile.iter().filter(|&&other| usize::from(other) == cuisine.index()).count() as u8;
            let found = table.on_board(cuisine) + in_pools + in_pile;
            if found != self.stock.counters[cuisine.index()] {
                return Err(format!("{found} counters {cuisine}"));
            }
            for seat in Seat::all(self.players) {
                let own = (on_board & table.owned[seat]).count_ones() as u8;
                if own != table.counts[seat][cuisine.index()] {
                    return Err(format!("{seat} has {own} {cuisine}, and counts another number"));
                }
            }
            all |= on_board;
            cells += on_board.count_ones();
        }
        for district in District::all() {
            let found = table.districts[district.index()].count_ones() as u8;
            if found != self.stock.districts[district.index()] {
                return Err(format!("{found} districts {district}"));
            }
        }
        let owned: u32 = Seat::all(self.players).map(|seat| table.owned[seat].count_ones()).sum();
        if all.count_ones() != cells || owned != table.restaurants().count_ones() {
            return Err("two things on one cell, or two owners".to_owned());
        }
        Ok(())
    }

    /// Rewrites the place of every restaurant from the cell sets.
    fn lay_out(&self, table: &mut Public) {
        let (cuisines, owned) = (table.cuisines, table.owned);
        for cuisine in Cuisine::all() {
            for seat in Seat::all(self.players) {
                for cell in cells(cuisines[cuisine.index()] & owned[seat]) {
                    table.take_restaurant(seat, cuisine, cell);
                    table.put_restaurant(seat, cuisine, cell);
                }
            }
        }
    }

    /// Recomputes all derived values from the board.
    fn derive(&self, table: &mut Public) {
        self.lay_out(table);
        table.sums = super::sums::Sums::EMPTY;
        table.incomes = [0; super::board::CELLS];
        table.leads = Default::default();
        for cuisine in Cuisine::all() {
            self.settle(table, cuisine);
            self.count_leads(table, cuisine);
        }
    }
}
