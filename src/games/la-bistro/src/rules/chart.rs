//! The Payouts chart: its geometry, its criteria, and the walk of the dice over it.

use sim_engine::settings::{SettingError, Settings, words};

/// Index of the price among the ratings, the only one where less is better.
pub const PRICE: usize = 4;

/// Dice in the box (LB-6).
pub const DICE: usize = 15;
pub const FACES: usize = 6;
pub const ROWS: usize = 15;
/// Boxes of the chart, numbered from 0 here and from 1 in print (LB-101).
pub const BOXES: usize = ROWS * FACES;

/// Number of dice that show each face.
pub type Faces = [u8; FACES];

words! {
    pub enum Colour { Plain = "plain", Purple = "purple", Gold = "gold" }

    /// What a line of a box compares (LB-115..117).
    pub enum Criterion {
        Ads = "ads",
        Ambiance = "ambiance",
        Fame = "fame",
        Novelty = "novelty",
        Price = "price",
        Quality = "quality",
        Service = "service",
        Proximity = "proximity",
        American = "american",
        Asian = "asian",
        Barbecue = "barbecue",
        FastFood = "fast-food",
        French = "french",
        Italian = "italian",
        Mexican = "mexican",
        Steak = "steak",
    }
}

/// Number of ratings, the first of [`Criterion`]: compared by band on most boxes, by value on purple ones.
pub const RATINGS: usize = 7;
pub const CUISINES: usize = 8;
pub const LINES: usize = 4;

/// Offsets of the numbers in a [`super::scoring::Standing`].
pub const EXACT: usize = 0;
pub const BANDED: usize = EXACT + RATINGS;
pub const OF_CUISINE: usize = BANDED + RATINGS;
pub const NEARNESS: usize = OF_CUISINE + CUISINES;
pub const NUMBERS: usize = NEARNESS + FACES;

impl Criterion {
    fn number(self, colour: Colour, column: usize) -> usize {
        match self as usize {
            rating if rating < RATINGS && colour == Colour::Purple => EXACT + rating,
            rating if rating < RATINGS => BANDED + rating,
            RATINGS => NEARNESS + column,
            cuisine => OF_CUISINE + cuisine - RATINGS - 1,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Square {
    pub colour: Colour,
    pub lines: [Criterion; LINES],
    pub numbers: [u8; LINES],
}

#[derive(Debug, Clone)]
pub struct Chart {
    pub squares: [Square; BOXES],
    /// Masks of the boxes other than purple ones that compare each number, by line.
    pub lines: [[u128; LINES]; NUMBERS],
    pub purple: u128,
    pub gold: u128,
}

/// Returns the name of a box in settings and components.
pub fn box_name(square: usize) -> String {
    format!("box-{}", square + 1)
}

/// Column of a box, from 0: one less than the face that fits it.
#[inline]
pub const fn column(square: usize) -> usize {
    square % FACES
}

impl Chart {
    pub fn new(settings: &Settings) -> Result<Chart, SettingError> {
        let table = settings.table("chart");
        let blank = Square { colour: Colour::Plain, lines: [Criterion::Price; LINES], numbers: [0; LINES] };
        let lines = [[0; LINES]; NUMBERS];
        let mut chart = Chart { squares: [blank; BOXES], lines, purple: 0, gold: 0 };
        for (at, square) in chart.squares.iter_mut().enumerate() {
            let row = table.required(&box_name(at))?;
            let colour = table.get::<Colour>(row, "colour");
            let lines = ["first", "second", "third", "fourth"].map(|line| table.get::<Criterion>(row, line));
            let numbers = lines.map(|line| line.number(colour, column(at)) as u8);
            *square = Square { colour, lines, numbers };
            if colour != Colour::Purple {
                for (line, number) in numbers.into_iter().enumerate() {
                    chart.lines[usize::from(number)][line] |= 1 << at;
                }
            }
            match colour {
                Colour::Plain => {}
                Colour::Purple => chart.purple |= 1 << at,
                Colour::Gold => chart.gold |= 1 << at,
            }
        }
        if table.rows.len() != BOXES {
            return Err(SettingError::new(
                format!("table `chart` has {} rows", table.rows.len()),
                format!("the chart has {BOXES} boxes, one for every total of {DICE} dice and the rows above"),
            )
            .about(["chart"]));
        }
        Ok(chart)
    }
}

/// Returns the boxes on which the dice land, in the order of placement (LB-102..107).
///
/// Only the number of dice of each face matters; the counts must add up to [`DICE`].
pub fn walk(faces: &Faces) -> [u8; DICE] {
    debug_assert_eq!(faces.iter().map(|&count| usize::from(count)).sum::<usize>(), DICE);
    let mut left = *faces;
    let total: usize = (0..FACES).map(|face| usize::from(left[face]) * (face + 1)).sum();
    // Six neighboring boxes cover all six columns, so the search ends. It ends before the last box, because a
    // total near it has a die of a fitting face.
    let mut square = total - 1;
    while left[column(square)] == 0 {
        square += 1;
    }
    let mut boxes = [0; DICE];
    let mut face = column(square);
    let mut row = square / FACES;
    for slot in &mut boxes {
        *slot = (row * FACES + face) as u8;
        left[face] -= 1;
        row = (row + 1) % ROWS;
        // The next higher face that is left, or the lowest.
        face = (face + 1..FACES)
            .find(|&higher| left[higher] > 0)
            .or_else(|| left.iter().position(|&count| count > 0))
            .unwrap_or(face);
    }
    boxes
}
