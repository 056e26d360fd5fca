//! All chance: set-up, shuffles of the deck, counters and dice.

use super::{
    Restauranteur,
    board::{Cell, SIDE},
    components::{Cuisine, District, Face},
    event::{self, Emit, Event, Found},
    hand::{Hand, Pool},
    state::{Phase, Public, State},
    stock::{MAX_COUNTERS, MAX_DECK, district_component},
};
use sim_engine::{
    luck::{self, Luck, Purpose, bring},
    seat::{BySeat, MAX_SEATS, Seat},
};

const CARDS: Purpose = Purpose::new("restauranteur.cards");
const COUNTERS: Purpose = Purpose::new("restauranteur.counters");
const DISTRICTS: Purpose = Purpose::new("restauranteur.districts");
const COLUMNS: Purpose = Purpose::new("restauranteur.columns");
const ROW_DIE: Purpose = Purpose::new("restauranteur.row-die");
const COLUMN_DIE: Purpose = Purpose::new("restauranteur.column-die");

/// Key space of a turn's dice: room for its Income phases.
const PHASES: u64 = 16;

impl Restauranteur {
    /// Sets up districts, pools, hands and piles (RE-14 to RE-20). Seat 1 begins; the program draws who sits
    /// there (RE-18).
    pub(super) fn set_up(&self, luck: &Luck, event: Emit<'_>) -> State {
        let mut state = State {
            table: Public::new(self),
            hands: BySeat([Hand::EMPTY; MAX_SEATS]),
            pools: BySeat([Pool::default(); MAX_SEATS]),
            deck: [0; MAX_DECK],
            pile: [0; MAX_COUNTERS],
        };
        self.place_districts(&mut state.table, luck, event);
        let pile = &mut state.pile[..self.stock.counter_copies.len()];
        shuffle(luck, COUNTERS, 0, self.stock.counter_copies.iter().copied(), pile);
        state.table.pile_left = pile.len() as u8;
        let deck = &mut state.deck[..self.stock.card_copies.len()];
        shuffle(luck, CARDS, 0, self.stock.card_copies.iter().copied(), deck);
        if let Some((face, seat)) = self.stock.given {
            // The deck is dealt from its end: one card is opened, then each seat gets its cards.
            let first = deck.len() - 2 - self.variant.dealt_before(seat);
            // If the seat is dealt a copy anyway, nothing moves.
            let own = first + 1 - self.variant.start_cards[seat]..first + 1;
            if !deck[own].contains(&face.0) {
                bring(deck, face.0, first);
            }
        }
        state.table.deck_left = deck.len() as u8;
        let opened = self.take_top(&mut state);
        state.table.discards[opened.index()] += 1;
        event(Event::Opened { card: event::card(opened) });
        for seat in Seat::all(self.players) {
            for _ in 0..self.variant.start_cards[seat] {
                let face = self.take_top(&mut state);
                state.hands[seat].add(face);
                event(Event::Dealt { seat, card: event::card(face) });
            }
            self.fill_pool(&mut state, seat, event);
        }
        state.table.pass_size = state.table.deck_left;
        state
    }

    /// Places the drawn districts, `districts_per_row` in each row on distinct columns (RE-14).
    fn place_districts(&self, table: &mut Public, luck: &Luck, event: Emit<'_>) {
        let mut drawn = [0; super::sums::MAX_DISTRICTS];
        let drawn = &mut drawn[..self.stock.district_copies.len()];
        shuffle(luck, DISTRICTS, 0, self.stock.district_copies.iter().copied(), drawn);
        for (number, &district) in drawn.iter().enumerate() {
            let (row, nth) =
                (number / self.variant.districts_per_row, number % self.variant.districts_per_row);
            // Drawing a free column is equivalent to rerolling collisions.
            let time = (row * SIDE + nth) as u64;
            let free = (0..SIDE as u8).map(|column| Cell::at(row as u8, column));
            let mut free = free.filter(|cell| table.district_cells & cell.bit() == 0);
            let choice = luck.stream(COLUMNS, time).index(SIDE - nth);
            let Some(cell) = free.nth(choice) else { unreachable!("a row has eight columns") };
            let district = District::at(district.into());
            table.put_district(district, cell);
            event(Event::Placed { district: district_component(district), cell });
        }
    }

    /// Takes the top card of the deck, which must not be empty.
    pub(super) fn take_top(&self, state: &mut State) -> Face {
        state.table.deck_left -= 1;
        Face(state.deck[usize::from(state.table.deck_left)])
    }

    /// Draws counters until the pool is full or the Build Pile is empty (RE-28, B-26).
    pub(super) fn fill_pool(&self, state: &mut State, seat: Seat, event: Emit<'_>) {
        let limit = self.pool_limit(&state.table, seat);
        while state.pools[seat].len() < limit && state.table.pile_left > 0 {
            state.table.pile_left -= 1;
            let cuisine = Cuisine::at(state.pile[usize::from(state.table.pile_left)].into());
            state.pools[seat].add(cuisine);
            event(Event::Pooled { seat, restaurant: event::restaurant(cuisine) });
        }
    }

    /// Shuffles the discards into a new deck (RE-25). Cards in hands become kept; their total by face is public.
    pub(super) fn reshuffle(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let table = &mut state.table;
        table.pass += 1;
        let discards = std::mem::replace(&mut table.discards, [0; super::components::FACES]);
        let size: usize = discards.iter().map(|&count| usize::from(count)).sum();
        let copies = discards.iter().enumerate();
        let copies =
            copies.flat_map(|(face, &count)| luck::Card::copies(face, self.stock.face_hashes[face], count));
        shuffle(luck, CARDS, table.pass.into(), copies, &mut state.deck[..size]);
        // Nothing reads the slots above, but comparisons of states include them.
        state.deck[size..].fill(0);
        table.deck_left = size as u8;
        table.pass_size = size as u8;
        table.kept = [0; super::components::FACES];
        for seat in Seat::all(self.players) {
            state.hands[seat].keep();
            for face in Face::all() {
                table.kept[face.index()] += state.hands[seat].kept(face);
            }
        }
        event(Event::Reshuffled { cards: size as u8 });
    }

    /// Rolls the dice of a random sequence, except one that a number card replaces (RE-42, RE-76).
    pub(super) fn roll(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let table = &mut state.table;
        let Phase::Roll { row, column } = table.phase else {
            unreachable!("dice are rolled only in a random sequence");
        };
        let time = u64::from(table.turn) * PHASES + u64::from(table.earned);
        let die = |purpose| luck.die(purpose, time, SIDE as u32) as u8 - 1;
        let cell = Cell::at(row.unwrap_or_else(|| die(ROW_DIE)), column.unwrap_or_else(|| die(COLUMN_DIE)));
        let card = row.or(column).map(|number| event::card(Face::number(number)));
        let found = if table.district_cells & cell.bit() != 0 {
            Found::District
        } else if table.open & cell.bit() != 0 {
            Found::Nothing
        } else {
            Found::Restaurant
        };
        event(Event::Rolled { seat: table.active, cell, card, found, bonus: table.earned > 0 });
        self.earn(table, super::earning::Occasion::Dice(cell), event);
        self.after_income(state);
    }
}

/// Writes the shuffled cards to `order`, the first to be drawn last. Besides luck, the order depends only on
/// names and copies.
fn shuffle(
    luck: &Luck,
    purpose: Purpose,
    pass: u64,
    copied: impl Iterator<Item = luck::Card>,
    order: &mut [u8],
) {
    let copied = copied.map(|card| luck::Card { copy: pass << 8 | card.copy, ..card });
    let drawn = luck.shuffled::<MAX_DECK>(purpose, copied);
    for (slot, &what) in order.iter_mut().rev().zip(drawn.rows()) {
        *slot = what;
    }
}
