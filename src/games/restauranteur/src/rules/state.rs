//! The table as everyone sees it, and the hands, pools and piles as nobody does.

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
    /// Investment and cards for the seat in turn (RE-22 to RE-25).
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
    /// Counters for the pool of the seat in turn; then its Improvement phase goes on, or its Build phase.
    Refill {
        then_improves: bool,
    },
    Improve,
    /// An income card or a roll; a further time also neither.
    Income,
    /// The dice; a number card may stand for the row or the column, from 0.
    Roll {
        row: Option<u8>,
        column: Option<u8>,
    },
    Drop,
    /// More improvements than allowed after Executives has gone: one to give up.
    Shed,
    /// Cards above the hand limit; none may come before this face.
    Discard {
        from: Face,
    },
    Over,
}

/// Why the game is over, in the order of the game's ends.
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

/// The books of one restaurant; a move takes them along.
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

/// Everything that lies open, and whose turn it is.
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
    /// What the bank has, counted so that bank and players together have nothing (RE-12).
    pub bank: i32,
    pub tokens: BySeat<u8>,
    pub improvements: BySeat<Row>,

    pub discards: Copies,
    /// Cards that were in hands when the discards were last shuffled, and still are: everybody knows
    /// them all together, because everything else lay open or went into the deck.
    pub kept: Copies,
    pub deck_left: u8,
    /// Cards in the deck when this pass through it began.
    pub pass_size: u8,
    /// Passes that are over.
    pub pass: u8,
    pub pile_left: u8,

    pub phase: Phase,
    pub active: Seat,
    pub turn: u16,
    pub round: u8,
    /// Builds and moves, moves, improvements and Income phases of this turn so far.
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
    /// Whether all that follows from board and improvements is the same as in another.
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

    /// The bank pays a seat, or is paid with a negative number.
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
