//! The public table, and the hidden hands, pools and piles.

use super::{
    Restauranteur,
    board::{CELLS, Cell, Cells, cells},
    components::{Cuisine, Cuisines, District, FACES, Face},
    hand::{Copies, Hand, Pool, Row},
    stock::{MAX_COUNTERS, MAX_DECK},
    sums::Sums,
};
use sim_engine::seat::{BySeat, MAX_SEATS, Seat};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Investment and draws of the active seat (RE-22 to RE-25).
    Recruit,
    /// A build, a move, or neither.
    Build,
    Pay {
        cuisine: Cuisine,
    },
    Site {
        cuisine: Cuisine,
        number: u8,
    },
    Move {
        from: Cell,
    },
    /// Refills the active seat's pool, then continues its Improvement or Build phase.
    Refill {
        then_improves: bool,
    },
    Improve,
    /// An income card or a roll; in a further phase also neither.
    Income,
    /// The dice; a number card may fix the row or the column, from 0.
    Roll {
        row: Option<u8>,
        column: Option<u8>,
    },
    Drop,
    /// After dropping Executives, the seat has too many improvements and gives one up.
    Shed,
    /// Discards above the hand limit, from this face on.
    Discard {
        from: Face,
    },
    Over,
}

/// Reason for the end, in the order of `Info::ends`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// RE-4.
    TypeComplete,
    /// RE-3.
    TokensGone,
    /// RE-5.
    DeckThrough,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Open,
    /// A district, and its number in the order of set-up.
    District(District, u8),
    Restaurant(Cuisine, Seat),
}

/// Accounts of one restaurant, which follow it in a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lot {
    /// Turn in which it was built.
    pub turn: u16,
    /// Coins it has earned.
    pub takings: u16,
    /// Coins that were paid for it.
    pub price: u8,
    /// Districts it served when it was built.
    pub served: u8,
}

/// Public state, including whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Public {
    /// The board: cells by district type, by restaurant type and by owner.
    pub districts: [Cells; District::COUNT],
    pub cuisines: [Cells; Cuisine::COUNT],
    pub owned: BySeat<Cells>,
    pub district_cells: Cells,
    /// Cells with nothing on them (RE-7).
    pub open: Cells,
    places: [Place; CELLS],
    pub counts: BySeat<[u8; Cuisine::COUNT]>,
    /// Types that each seat leads for its Investment (RE-23).
    pub leads: BySeat<Cuisines>,
    /// Stars of each seat's restaurants by type (RE-47 to RE-51).
    pub stars: BySeat<[u8; Cuisine::COUNT]>,
    /// Full income of the restaurant on each cell.
    pub incomes: [u8; CELLS],
    pub sums: Sums,
    pub lots: [Lot; CELLS],

    pub coins: BySeat<i32>,
    /// The bank's balance; bank and players always sum to 0 (RE-12).
    pub bank: i32,
    pub tokens: BySeat<u8>,
    pub improvements: BySeat<Row>,

    pub discards: Copies,
    /// Cards held since the discards were last shuffled. Their total by face is public, as all other cards
    /// lay open or went into the deck.
    pub kept: Copies,
    pub deck_left: u8,
    /// Cards in the deck when this pass through it began.
    pub pass_size: u8,
    /// Completed passes.
    pub pass: u8,
    pub pile_left: u8,

    pub phase: Phase,
    pub active: Seat,
    pub turn: u16,
    pub round: u8,
    /// Builds and moves, moves alone, improvements and Income phases so far this turn.
    pub built: u8,
    pub moved: u8,
    pub played: u8,
    pub earned: u8,
    pub end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub table: Public,
    pub(super) hands: BySeat<Hand>,
    pub(super) pools: BySeat<Pool>,
    /// Faces of the cards to be drawn; the top is the last of `deck_left`.
    pub(super) deck: [u8; MAX_DECK],
    /// Types of the counters of the Build Pile; the top is the last of `pile_left`.
    pub(super) pile: [u8; MAX_COUNTERS],
}

impl Public {
    /// Whether all values derived from board and improvements equal those of `other`.
    pub(super) fn is_derived_like(&self, other: &Public) -> bool {
        (self.cuisines, self.owned, self.open) == (other.cuisines, other.owned, other.open)
            && (self.places, self.counts) == (other.places, other.counts)
            && (self.leads, self.stars, self.incomes) == (other.leads, other.stars, other.incomes)
            && self.sums == other.sums
    }

    pub(super) fn new(rules: &Restauranteur) -> Public {
        let variant = &rules.variant;
        let mut table = Public {
            districts: [0; District::COUNT],
            cuisines: [0; Cuisine::COUNT],
            owned: BySeat::default(),
            district_cells: 0,
            open: Cells::MAX,
            places: [Place::Open; CELLS],
            counts: BySeat::default(),
            leads: BySeat::default(),
            stars: BySeat::default(),
            incomes: [0; CELLS],
            sums: Sums::EMPTY,
            lots: [Lot::default(); CELLS],
            coins: BySeat::default(),
            bank: 0,
            tokens: BySeat::default(),
            improvements: BySeat([Row::EMPTY; MAX_SEATS]),
            discards: [0; FACES],
            kept: [0; FACES],
            deck_left: 0,
            pass_size: 0,
            pass: 0,
            pile_left: 0,
            phase: Phase::Recruit,
            active: Seat(0),
            turn: 0,
            round: 0,
            built: 0,
            moved: 0,
            played: 0,
            earned: 0,
            end: End::DeckThrough,
        };
        for seat in Seat::all(rules.players) {
            table.paid_by_bank(seat, variant.start_coins[seat]);
            table.tokens[seat] = variant.tokens;
            table.stars[seat] = [1; Cuisine::COUNT];
        }
        table
    }

    /// Pays a seat from the bank; negative coins go to the bank.
    #[inline]
    pub(super) fn paid_by_bank(&mut self, seat: Seat, coins: i32) {
        self.coins[seat] += coins;
        self.bank -= coins;
    }

    #[inline]
    pub fn place(&self, cell: Cell) -> Place {
        self.places[cell.index()]
    }

    pub(super) fn put_district(&mut self, district: District, cell: Cell) {
        self.places[cell.index()] = Place::District(district, self.district_cells.count_ones() as u8);
        self.districts[district.index()] |= cell.bit();
        self.district_cells |= cell.bit();
        self.open &= !cell.bit();
    }

    pub(super) fn put_restaurant(&mut self, seat: Seat, cuisine: Cuisine, cell: Cell) {
        self.places[cell.index()] = Place::Restaurant(cuisine, seat);
        self.cuisines[cuisine.index()] |= cell.bit();
        self.owned[seat] |= cell.bit();
        self.counts[seat][cuisine.index()] += 1;
        self.open &= !cell.bit();
    }

    pub(super) fn take_restaurant(&mut self, seat: Seat, cuisine: Cuisine, cell: Cell) {
        self.places[cell.index()] = Place::Open;
        self.cuisines[cuisine.index()] &= !cell.bit();
        self.owned[seat] &= !cell.bit();
        self.counts[seat][cuisine.index()] -= 1;
        self.open |= cell.bit();
    }

    #[inline]
    pub fn restaurants(&self) -> Cells {
        !(self.open | self.district_cells)
    }

    #[inline]
    pub fn cuisine_at(&self, cell: Cell) -> Option<Cuisine> {
        match self.place(cell) {
            Place::Restaurant(cuisine, _) => Some(cuisine),
            _ => None,
        }
    }

    #[inline]
    pub fn districts_of(&self, districts: Cells) -> [u8; District::COUNT] {
        let mut counts = [0; District::COUNT];
        for cell in cells(districts) {
            if let Place::District(district, _) = self.place(cell) {
                counts[district.index()] += 1;
            }
        }
        counts
    }

    #[inline]
    pub fn district_types(&self, districts: Cells) -> u8 {
        let mut types = 0;
        for (at, of_type) in self.districts.iter().enumerate() {
            types |= u8::from(of_type & districts != 0) << at;
        }
        types
    }

    #[inline]
    pub fn on_board(&self, cuisine: Cuisine) -> u8 {
        self.cuisines[cuisine.index()].count_ones() as u8
    }

    #[inline]
    pub fn restaurants_of(&self, seat: Seat) -> u32 {
        self.owned[seat].count_ones()
    }

    #[inline]
    pub fn cuisines_of(&self, seat: Seat) -> Cuisines {
        let mut set = 0;
        for (at, &count) in self.counts[seat].iter().enumerate() {
            set |= Cuisines::from(count > 0) << at;
        }
        set
    }

    /// The seat that owns every restaurant of a type on the board (RE-51).
    #[inline]
    pub fn monopolist(&self, cuisine: Cuisine) -> Option<Seat> {
        let cells = self.cuisines[cuisine.index()];
        Seat::all(MAX_SEATS).find(|&seat| cells != 0 && cells & !self.owned[seat] == 0)
    }
}
