//! What a game reports of every seat in every game, beside points and places.

/// How a measure is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureShape {
    /// One whole number a seat and game; its mean is reported.
    Scalar,
    /// One whole number a seat and game; the share of seat-games at each value `0..bins` is
    /// reported beside the mean, and the last bin holds everything above.
    Histogram { bins: usize },
    /// Counts over one or two named axes; the mean count of each cell is reported.
    Count { rows: Axis, columns: Option<Axis> },
    /// Counts over the places of a board; drawn as a map under a title of its own.
    Board { title: &'static str, rows: Axis, columns: Axis },
}

/// The labels along one side of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    pub name: &'static str,
    pub labels: &'static [&'static str],
}

/// Something a game reports of every seat in every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    pub name: &'static str,
    pub unit: &'static str,
    pub about: &'static str,
    pub shape: MeasureShape,
}

impl Measure {
    /// Numbers that the measure needs for each seat.
    pub const fn width(&self) -> usize {
        match self.shape {
            MeasureShape::Scalar | MeasureShape::Histogram { .. } => 1,
            MeasureShape::Count { rows, columns } => match columns {
                None => rows.labels.len(),
                Some(columns) => rows.labels.len() * columns.labels.len(),
            },
            MeasureShape::Board { rows, columns, .. } => rows.labels.len() * columns.labels.len(),
        }
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

/// Counts over the places of a board.
pub const fn board(title: &'static str, rows: Axis, columns: Axis) -> MeasureShape {
    MeasureShape::Board { title, rows, columns }
}

/// Declares the measures of a game: an enum of what [`GameRecord::add`](super::GameRecord::add)
/// takes, and [`Measure`] of each as `LIST`.
macro_rules! measures {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($variant:ident = $text:literal [$unit:literal, $shape:expr] $about:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name { $($variant),+ }

        impl $name {
            pub const LIST: &'static [$crate::rules::Measure] = &[
                $($crate::rules::Measure { name: $text, unit: $unit, about: $about, shape: $shape }),+
            ];
        }

        impl $crate::rules::Listed for $name {
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use measures;
