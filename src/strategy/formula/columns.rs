//! The feature values that formulas read, in columns.

/// Candidates computed at a time.
pub const WIDTH: usize = 4;
/// The most candidates of a part.
pub const MAX_CANDIDATES: usize = 256;

/// The values of one feature, or the scores, for every candidate.
///
/// It is a little longer than the most candidates: with a power of two the first candidates of all
/// features would fall on the same few lines of the cache.
pub type Column = [f64; MAX_CANDIDATES + 2 * WIDTH];

/// A column of zeros.
pub const COLUMN: Column = [0.0; MAX_CANDIDATES + 2 * WIDTH];

/// Feature values of the candidates of one part: `column(feature)[candidate]`.
///
/// Made once and written anew for each decision; only the features that are read need values.
#[derive(Debug, Clone)]
pub struct Columns {
    columns: Box<[Column]>,
}

impl Columns {
    /// Columns for the features of a part, all 0.
    pub fn new(feature_count: usize) -> Self {
        Self { columns: vec![COLUMN; feature_count].into_boxed_slice() }
    }

    pub fn feature_count(&self) -> usize {
        self.columns.len()
    }

    pub fn column(&self, feature: usize) -> &Column {
        &self.columns[feature]
    }

    pub fn column_mut(&mut self, feature: usize) -> &mut Column {
        &mut self.columns[feature]
    }

    /// The columns of all features, where their number is known.
    ///
    /// # Panics
    ///
    /// If there are fewer than `N` features.
    #[inline]
    pub fn rows<const N: usize>(&mut self) -> &mut [Column; N] {
        self.columns.first_chunk_mut().expect("a part's columns were made for its features")
    }

    #[inline]
    pub fn set(&mut self, feature: usize, candidate: usize, value: f64) {
        self.columns[feature][candidate] = value;
    }

    /// Gives a feature its values, the first candidate's first.
    #[inline]
    pub fn fill(&mut self, feature: usize, values: impl IntoIterator<Item = f64>) {
        self.fill_from(feature, 0, values);
    }

    /// Gives a feature values from the given candidate on.
    #[inline]
    pub fn fill_from(&mut self, feature: usize, first: usize, values: impl IntoIterator<Item = f64>) {
        for (slot, value) in self.columns[feature][first..].iter_mut().zip(values) {
            *slot = value;
        }
    }

    /// Gives a candidate the values of another, of the features whose bits are set.
    #[inline]
    pub fn copy(&mut self, features: u128, from: usize, to: usize) {
        let mut left = features;
        while left != 0 {
            let column = &mut self.columns[left.trailing_zeros() as usize];
            column[to] = column[from];
            left &= left - 1;
        }
    }

    pub(super) fn all(&self) -> &[Column] {
        &self.columns
    }
}
