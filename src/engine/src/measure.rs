//! Measures that a game reports for every seat or for the whole table, besides points and places.

use super::component::Component;

/// The owner of a measure: its mean is per contender and game, or per game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// One value per contender and game.
    Seat,
    /// One value per game.
    Table,
}

/// The shape of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureShape {
    /// One whole number; its mean is reported.
    Scalar,
    /// One whole number; the share of each value `0..bins` is reported besides the mean. The last bin holds all
    /// larger values too.
    Histogram {
        /// The number of bins, for values from 0; the last holds all larger values too.
        bins: usize,
    },
    /// Counts over one or two named axes; the mean count of each cell is reported.
    Count {
        /// The first axis.
        rows: Axis,
        /// The second axis, if there is one.
        columns: Option<Axis>,
    },
    /// Counts by component of a kind, in the order of the game's components, optionally over an axis. There is room
    /// for `most` components; only those in the box have a name and are reported. It is drawn if it has a map.
    Components {
        /// The value of [`Component::kind`].
        kind: &'static str,
        /// The maximum number of components.
        most: usize,
        /// The column axis, if there is one.
        columns: Option<Axis>,
        /// The layout of its picture, if it is drawn.
        map: Option<Map>,
    },
    /// Counts over the spaces of a board, drawn as a map with a title of its own.
    Board {
        /// The title above the picture.
        title: &'static str,
        /// The spaces from top to bottom.
        rows: Axis,
        /// The spaces from left to right.
        columns: Axis,
    },
}

/// How counts by component are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Map {
    /// The title above the picture.
    pub title: &'static str,
    /// The number of components side by side, if there is no column axis.
    pub abreast: usize,
}

/// The labels along one side of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// The name of the quantity along the axis, `resource`, and of its column in tables.
    pub name: &'static str,
    /// The labels along the axis, in order.
    pub labels: &'static [&'static str],
}

impl Axis {
    /// The index of a cell in a count over two axes, with this axis as the columns.
    #[inline]
    pub const fn cell(&self, row: usize, column: usize) -> usize {
        row * self.labels.len() + column
    }

    /// The index of a number on an axis whose last label includes all larger numbers.
    #[inline]
    pub fn capped(&self, number: impl Into<usize>) -> usize {
        number.into().min(self.labels.len() - 1)
    }
}

/// A quantity that a game reports for every game played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// `snake_case`, as tables name it.
    pub name: &'static str,
    /// The owner: each seat, or the table.
    pub of: Of,
    /// The unit: `cards`, `points`.
    pub unit: &'static str,
    /// What it measures, in a sentence.
    pub about: &'static str,
    /// The shape of its values.
    pub shape: MeasureShape,
    /// The index in the list of the measure that counts its occasions, with the same owner and shape. The mean is
    /// then per occasion, and missing without any.
    pub per: Option<usize>,
}

impl Measure {
    /// The number of values for each seat, or for the table.
    pub const fn width(&self) -> usize {
        match self.shape {
            MeasureShape::Scalar | MeasureShape::Histogram { .. } => 1,
            MeasureShape::Count { rows, columns } => rows.labels.len() * across(columns),
            MeasureShape::Components { most, columns, .. } => most * across(columns),
            MeasureShape::Board { rows, columns, .. } => rows.labels.len() * columns.labels.len(),
        }
    }

    /// The title of its picture, if it is drawn.
    pub const fn title(&self) -> Option<&'static str> {
        match self.shape {
            MeasureShape::Board { title, .. } => Some(title),
            MeasureShape::Components { map: Some(map), .. } => Some(map.title),
            _ => None,
        }
    }

    /// The row and column labels of a cell; a label is empty if the measure has no such axis. `None` if this game has
    /// no such cell.
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

/// The number of columns: the labels of a second axis, or 1 without one.
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

/// One number with a histogram of `bins` values; the last includes all larger ones.
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

/// Counts by component of a kind on a chart with `abreast` components side by side; drawn with a title.
pub const fn chart(title: &'static str, kind: &'static str, most: usize, abreast: usize) -> MeasureShape {
    MeasureShape::Components { kind, most, columns: None, map: Some(Map { title, abreast }) }
}

/// Counts by component of a kind, over an axis; drawn with a title.
pub const fn component_board(
    title: &'static str,
    kind: &'static str,
    most: usize,
    columns: Axis,
) -> MeasureShape {
    MeasureShape::Components { kind, most, columns: Some(columns), map: Some(Map { title, abreast: 0 }) }
}

/// Counts over the spaces of a board, drawn with a title.
pub const fn board(title: &'static str, rows: Axis, columns: Axis) -> MeasureShape {
    MeasureShape::Board { title, rows, columns }
}

/// Declares the measures of a game: an enum for [`GameRecord::add`](super::GameRecord::add), with the [`Measure`] of
/// each variant as `LIST`. A measure belongs to the seats unless it has `of Table`. Its mean is per game unless it
/// has `per` and another measure. It is one number unless it names another shape.
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
            /// The description of each measure, in the order of the enum.
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
