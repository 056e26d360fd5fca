//! What a game reports of every seat, or of the table as a whole, beside points and places.

use super::component::Component;

/// Whom a measure is of: what its mean is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Every contender has a number of its own in every game.
    Seat,
    /// A game has one number, whoever sits at the table.
    Table,
}

/// How a measure is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureShape {
    /// One whole number; its mean is reported.
    Scalar,
    /// One whole number; the share of each value `0..bins` is reported beside the mean, and the
    /// last bin holds everything above.
    Histogram {
        /// Values that are told apart, from 0; the last stands for all above it.
        bins: usize,
    },
    /// Counts over one or two named axes; the mean count of each cell is reported.
    Count {
        /// The first axis.
        rows: Axis,
        /// The second, if there is one.
        columns: Option<Axis>,
    },
    /// Counts by component of a kind, in the order of the game's components, and perhaps over an axis.
    /// There is room for `most` of them; those that are in the box have a name and are reported.
    /// With a map it is drawn too.
    Components {
        /// The word of [`Component::kind`].
        kind: &'static str,
        /// Components that there is room for.
        most: usize,
        /// The axis across, if there is one.
        columns: Option<Axis>,
        /// How it is drawn, if it is.
        map: Option<Map>,
    },
    /// Counts over the places of a board; drawn as a map under a title of its own.
    Board {
        /// What stands above the picture.
        title: &'static str,
        /// The places from top to bottom.
        rows: Axis,
        /// Those from left to right.
        columns: Axis,
    },
}

/// How counts by component are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Map {
    /// What stands above the picture.
    pub title: &'static str,
    /// How many components lie side by side, where no axis runs across.
    pub abreast: usize,
}

/// The labels along one side of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// What the labels are of, `resource`: the name of a column.
    pub name: &'static str,
    /// The places along the axis, in order.
    pub labels: &'static [&'static str],
}

impl Axis {
    /// The cell of a count over two axes, of which this one runs across.
    #[inline]
    pub const fn cell(&self, row: usize, column: usize) -> usize {
        row * self.labels.len() + column
    }

    /// The place of a number along an axis whose last label stands for all numbers above.
    #[inline]
    pub fn capped(&self, number: impl Into<usize>) -> usize {
        number.into().min(self.labels.len() - 1)
    }
}

/// Something a game reports of every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// `snake_case`, as tables name it.
    pub name: &'static str,
    /// Whom it is of.
    pub of: Of,
    /// What is counted: `cards`, `points`.
    pub unit: &'static str,
    /// What it tells, in a sentence.
    pub about: &'static str,
    /// How it is counted.
    pub shape: MeasureShape,
    /// The measure of the same game, seat or table and shape that counts its occasions, by its place
    /// in the list: the mean is one an occasion, and missing where there was none.
    pub per: Option<usize>,
}

impl Measure {
    /// Numbers that the measure needs for each seat, or for the table.
    pub const fn width(&self) -> usize {
        match self.shape {
            MeasureShape::Scalar | MeasureShape::Histogram { .. } => 1,
            MeasureShape::Count { rows, columns } => rows.labels.len() * across(columns),
            MeasureShape::Components { most, columns, .. } => most * across(columns),
            MeasureShape::Board { rows, columns, .. } => rows.labels.len() * columns.labels.len(),
        }
    }

    /// The title under which it is drawn, if it is.
    pub const fn title(&self) -> Option<&'static str> {
        match self.shape {
            MeasureShape::Board { title, .. } => Some(title),
            MeasureShape::Components { map: Some(map), .. } => Some(map.title),
            _ => None,
        }
    }

    /// What tells a cell from the others along either axis, empty where the measure has no such axis;
    /// `None` where this game has no such cell.
    pub fn labels<'c>(&self, cell: usize, components: &'c [Component]) -> Option<[&'c str; 2]> {
        let (kind, columns) = match self.shape {
            MeasureShape::Scalar | MeasureShape::Histogram { .. } => return Some([""; 2]),
            MeasureShape::Components { kind, columns, .. } => (Some(kind), columns),
            MeasureShape::Count { columns, .. } => (None, columns),
            MeasureShape::Board { columns, .. } => (None, Some(columns)),
        };
        let (row, column) = (cell / across(columns), cell % across(columns));
        let column = columns.map_or("", |axis| axis.labels[column]);
        let row = match (self.shape, kind) {
            (MeasureShape::Count { rows, .. } | MeasureShape::Board { rows, .. }, _) => rows.labels[row],
            _ => {
                let mut of_kind = components.iter().filter(|component| Some(&*component.kind) == kind);
                &of_kind.nth(row)?.name
            }
        };
        Some([row, column])
    }
}

/// Labels of a second axis; without one everything stands in one column.
const fn across(columns: Option<Axis>) -> usize {
    match columns {
        Some(columns) => columns.labels.len(),
        None => 1,
    }
}

/// One number.
pub const fn scalar() -> MeasureShape {
    MeasureShape::Scalar
}

/// One number, whose values are told apart below `bins`.
pub const fn histogram(bins: usize) -> MeasureShape {
    MeasureShape::Histogram { bins }
}

/// Counts along one axis.
pub const fn count(rows: Axis) -> MeasureShape {
    MeasureShape::Count { rows, columns: None }
}

/// Counts over two axes.
pub const fn cross(rows: Axis, columns: Axis) -> MeasureShape {
    MeasureShape::Count { rows, columns: Some(columns) }
}

/// Counts by component of a kind, with room for `most`.
pub const fn by_component(kind: &'static str, most: usize) -> MeasureShape {
    MeasureShape::Components { kind, most, columns: None, map: None }
}

/// Counts by component of a kind, over an axis.
pub const fn component_cross(kind: &'static str, most: usize, columns: Axis) -> MeasureShape {
    MeasureShape::Components { kind, most, columns: Some(columns), map: None }
}

/// Counts by component of a kind that lie on a chart, so many side by side; drawn under a title.
pub const fn chart(title: &'static str, kind: &'static str, most: usize, abreast: usize) -> MeasureShape {
    MeasureShape::Components { kind, most, columns: None, map: Some(Map { title, abreast }) }
}

/// Counts by component of a kind, over an axis; drawn under a title.
pub const fn component_board(
    title: &'static str,
    kind: &'static str,
    most: usize,
    columns: Axis,
) -> MeasureShape {
    MeasureShape::Components { kind, most, columns: Some(columns), map: Some(Map { title, abreast: 0 }) }
}

/// Counts over the places of a board.
pub const fn board(title: &'static str, rows: Axis, columns: Axis) -> MeasureShape {
    MeasureShape::Board { title, rows, columns }
}

/// Declares the measures of a game: an enum of what [`GameRecord::add`](super::GameRecord::add)
/// takes, and [`Measure`] of each as `LIST`. A measure is of a seat unless it says `of Table`, its mean is
/// one a game unless it says `per` another measure, and it is one number unless it says another shape.
///
/// ```
/// use sim_engine::{Frame, GameRecord, MeasureShape, Of, Seat, measure::{histogram, measures, scalar}};
///
/// measures! {
///     /// What is counted.
///     pub enum Measures {
///         Dives = "dives" ["dives", histogram(8)] "Dives.",
///         Sharks = "sharks" per Dives ["share"] "Dives that ended with a shark.",
///         Shuffles = "shuffles" of Table ["shuffles", scalar()] "Shuffles of the deck.",
///     }
/// }
///
/// assert_eq!(Measures::LIST[2].of, Of::Table);
/// assert_eq!(Measures::LIST[1].shape, MeasureShape::Scalar);
/// let frame = Frame { players: 2, contenders: 2, components: 0, measures: Measures::LIST };
/// let mut record = GameRecord::new(frame);
/// record.add(Measures::Sharks, 0, Seat(1), 1);
/// assert_eq!(record.measure(Measures::Sharks as usize, 0, Seat(1)), 1);
/// ```
#[macro_export]
macro_rules! measures {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($variant:ident = $text:literal $(of $of:ident)? $(per $per:ident)? [$unit:literal $(, $shape:expr)?]
            $about:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name { $($variant),+ }

        impl $name {
            /// What is said of each measure, in the order of the enum.
            pub const LIST: &'static [$crate::Measure] = &[
                $($crate::Measure {
                    name: $text,
                    of: $crate::measure::measures!(@of $($of)?),
                    unit: $unit,
                    about: $about,
                    shape: $crate::measure::measures!(@shape $($shape)?),
                    per: $crate::measure::measures!(@per $name $($per)?),
                }),+
            ];
        }

        impl $crate::Listed for $name {
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
    (@shape) => { $crate::MeasureShape::Scalar };
    (@shape $shape:expr) => { $shape };
    (@of) => { $crate::Of::Seat };
    (@of $of:ident) => { $crate::Of::$of };
    (@per $name:ident) => { None };
    (@per $name:ident $per:ident) => { Some($name::$per as usize) };
}
pub use measures;
