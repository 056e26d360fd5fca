//! The board as bit sets: cells, neighbours, rows and columns, quadrants and sides.
//!
//! Bit `8 * row + column` of a set stands for a cell. Rows count from the north, columns from the west; both
//! count from 0 in code and from 1 in the notation.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use sim_engine::{
    bits,
    notation::{FromOne, Notation, Unreadable, word},
    settings::words,
};

/// Number of rows, and of columns (RE-6).
pub const SIDE: usize = 8;
pub const CELLS: usize = SIDE * SIDE;
pub const LINES: usize = 2 * SIDE;

pub type Cells = u64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell(pub u8);

impl Cell {
    /// The cell of a row and a column, both from 0.
    #[inline]
    pub const fn at(row: u8, column: u8) -> Cell {
        Cell(row * SIDE as u8 + column)
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Counts from 0 in the north.
    #[inline]
    pub fn row(self) -> u8 {
        self.0 / SIDE as u8
    }

    /// Counts from 0 in the west.
    #[inline]
    pub fn column(self) -> u8 {
        self.0 % SIDE as u8
    }

    #[inline]
    pub fn bit(self) -> Cells {
        1 << self.0
    }

    /// The up to eight surrounding cells, which count as adjacent (RE-39, B-02).
    #[inline]
    pub fn near(self) -> Cells {
        NEAR[self.index()]
    }

    /// The cells two king's moves away (B-09).
    #[inline]
    pub fn ring(self) -> Cells {
        RING[self.index()]
    }

    /// The cells of its row and column, including itself.
    #[inline]
    pub fn cross(self) -> Cells {
        Line::row(self.row()).cells() | Line::column(self.column()).cells()
    }
}

/// Reads `r3c4`.
impl FromStr for Cell {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Cell, Unreadable> {
        let lines = text.strip_prefix('r').and_then(|lines| lines.split_once('c'));
        let (mut row, mut column) = lines.ok_or(Unreadable)?;
        let number = |text: &mut &str| FromOne::<SIDE>::read(text).ok_or(Unreadable);
        Ok(Cell::at(number(&mut row)?, number(&mut column)?))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A row (0 to 7) or a column (8 to 15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(pub u8);

impl Line {
    #[inline]
    pub const fn row(row: u8) -> Line {
        Line(row)
    }

    #[inline]
    pub const fn column(column: u8) -> Line {
        Line(SIDE as u8 + column)
    }

    pub fn all() -> impl Iterator<Item = Line> {
        (0..LINES as u8).map(Line)
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    pub const fn cells(self) -> Cells {
        const ROW: Cells = 0xff;
        const COLUMN: Cells = 0x0101_0101_0101_0101;
        match self.0 {
            row @ 0..8 => ROW << (8 * row),
            column => COLUMN << (column - 8),
        }
    }

    /// The number on the row or column, from 1.
    pub fn number(self) -> u8 {
        self.0 % SIDE as u8 + 1
    }

    pub fn is_row(self) -> bool {
        usize::from(self.0) < SIDE
    }

    /// Parses `row 3` or `column 4` at the start of a text and advances past it.
    pub fn read(rest: &mut &str) -> Option<Line> {
        let sort = word(rest)?;
        *rest = rest.trim_start();
        let number = FromOne::<SIDE>::read(rest)?;
        match sort {
            "row" => Some(Line::row(number)),
            "column" => Some(Line::column(number)),
            _ => None,
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.is_row() { "row" } else { "column" }, self.number())
    }
}

/// The cells of the row and the column with this number, from 0 (RE-31).
#[inline]
pub fn lines_of(number: u8) -> Cells {
    Line::row(number).cells() | Line::column(number).cells()
}

words! {
    /// A quarter of the board, four rows by four columns (B-07).
    pub enum Quadrant {
        NorthWest = "north-west",
        NorthEast = "north-east",
        SouthWest = "south-west",
        SouthEast = "south-east",
    }

    /// A side of the board (B-08).
    pub enum Side { North = "north", South = "south", West = "west", East = "east" }
}

const NORTH_HALF: Cells = 0x0000_0000_ffff_ffff;
const WEST_HALF: Cells = 0x0f0f_0f0f_0f0f_0f0f;

impl Quadrant {
    #[inline]
    pub fn of_cell(cell: Cell) -> usize {
        usize::from(cell.row() / 4 * 2 + cell.column() / 4)
    }

    #[inline]
    pub fn cells(self) -> Cells {
        match self {
            Quadrant::NorthWest => NORTH_HALF & WEST_HALF,
            Quadrant::NorthEast => NORTH_HALF & !WEST_HALF,
            Quadrant::SouthWest => !NORTH_HALF & WEST_HALF,
            Quadrant::SouthEast => !NORTH_HALF & !WEST_HALF,
        }
    }
}

impl Side {
    #[inline]
    pub fn half(self) -> Cells {
        match self {
            Side::North => NORTH_HALF,
            Side::South => !NORTH_HALF,
            Side::West => WEST_HALF,
            Side::East => !WEST_HALF,
        }
    }

    #[inline]
    pub fn edge(self) -> Cells {
        match self {
            Side::North => Line::row(0).cells(),
            Side::South => Line::row(7).cells(),
            Side::West => Line::column(0).cells(),
            Side::East => Line::column(7).cells(),
        }
    }
}

#[inline]
pub fn cells(set: Cells) -> impl Iterator<Item = Cell> + Clone {
    bits(set).map(|at| Cell(at as u8))
}

const NOT_WEST: Cells = !Line::column(0).cells();
const NOT_EAST: Cells = !Line::column(7).cells();

/// A set and the cells to the north, south, west and east of it.
#[inline]
pub const fn with_four(set: Cells) -> Cells {
    set | set << 8 | set >> 8 | (set & NOT_EAST) << 1 | (set & NOT_WEST) >> 1
}

/// A set and all eight neighbours of its cells.
#[inline]
pub const fn with_eight(set: Cells) -> Cells {
    let wide = set | (set & NOT_EAST) << 1 | (set & NOT_WEST) >> 1;
    wide | wide << 8 | wide >> 8
}

const NEAR: [Cells; CELLS] = by_cell(false);
const RING: [Cells; CELLS] = by_cell(true);

/// For every cell its neighbours, or with `far` the cells exactly two king's moves away.
const fn by_cell(far: bool) -> [Cells; CELLS] {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let near = with_eight(1 << cell);
        table[cell] = if far { with_eight(near) & !near } else { near & !(1 << cell) };
        cell += 1;
    }
    table
}
