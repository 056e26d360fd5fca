use wide::f64x8;

/// Candidates computed at a time.
pub const WIDTH: usize = 8;
/// The most candidates of a part.
pub const MAX_CANDIDATES: usize = 256;
/// Rows of a column: one more than the candidates need. With a power of two, the first candidates of all features
/// would compete for the same few cache lines.
pub const STEPS: usize = MAX_CANDIDATES / WIDTH + 1;
/// Scratch rows for numbers, context features and intermediate values.
pub const WORK: usize = 512;

/// The values of one feature, or the scores, for every candidate.
pub type Column = [f64; STEPS * WIDTH];

/// A column of zeros.
pub const COLUMN: Column = [0.0; STEPS * WIDTH];

/// Feature values of the candidates of one part: `column(feature)[candidate]`.
///
/// Allocated once and rewritten for each decision. Only features that formulas read need values.
#[derive(Debug, Clone)]
pub struct Columns {
    /// First [`WORK`] rows of scratch, then the columns one after the other. One table, because instructions take
    /// operands from both.
    rows: Box<[f64x8]>,
}

impl Columns {
    /// Columns for the features of a part, all 0.
    pub fn new(feature_count: usize) -> Self {
        Self { rows: vec![f64x8::ZERO; WORK + feature_count * STEPS].into_boxed_slice() }
    }

    #[inline]
    fn columns(&self) -> &[Column] {
        bytemuck::cast_slice(&self.rows[WORK..]).as_chunks().0
    }

    #[inline]
    fn columns_mut(&mut self) -> &mut [Column] {
        bytemuck::cast_slice_mut(&mut self.rows[WORK..]).as_chunks_mut().0
    }

    /// The values of a feature, by candidate.
    #[inline]
    pub fn column(&self, feature: usize) -> &Column {
        &self.columns()[feature]
    }

    /// The values of a feature for writing.
    #[inline]
    pub fn column_mut(&mut self, feature: usize) -> &mut Column {
        &mut self.columns_mut()[feature]
    }

    /// The columns of the first `N` features, for writing.
    ///
    /// # Panics
    ///
    /// If there are fewer than `N` features.
    #[inline]
    pub fn rows<const N: usize>(&mut self) -> &mut [Column; N] {
        self.columns_mut().first_chunk_mut().expect("a part's columns were made for its features")
    }

    /// Gives a feature of a candidate its value.
    #[inline]
    pub fn set(&mut self, feature: usize, candidate: usize, value: f64) {
        self.column_mut(feature)[candidate] = value;
    }

    /// Gives a feature its values, the first candidate's first.
    #[inline]
    pub fn fill(&mut self, feature: usize, values: impl IntoIterator<Item = f64>) {
        self.fill_from(feature, 0, values);
    }

    /// Gives a feature values from the given candidate on.
    #[inline]
    pub fn fill_from(&mut self, feature: usize, first: usize, values: impl IntoIterator<Item = f64>) {
        for (slot, value) in self.column_mut(feature)[first..].iter_mut().zip(values) {
            *slot = value;
        }
    }

    /// Sets all features of all candidates to this value.
    pub(crate) fn poison(&mut self, value: f64) {
        self.columns_mut().iter_mut().for_each(|column| column.fill(value));
    }

    /// Sets the features in a mask to 0 for at least the first `count` candidates.
    pub fn clear(&mut self, features: u128, count: usize) {
        let mut left = features;
        while left != 0 {
            // Steps of fixed length need no call to fill them, and most lists are short.
            let (steps, _) = self.column_mut(left.trailing_zeros() as usize).as_chunks_mut::<WIDTH>();
            steps[..count.div_ceil(WIDTH)].fill([0.0; WIDTH]);
            left &= left - 1;
        }
    }

    /// Copies the features in a mask from one candidate to another.
    #[inline]
    pub fn copy(&mut self, features: u128, from: usize, to: usize) {
        let mut left = features;
        while left != 0 {
            let column = self.column_mut(left.trailing_zeros() as usize);
            column[to] = column[from];
            left &= left - 1;
        }
    }

    /// Scratch and features, as instructions see them.
    #[inline]
    pub(super) fn table(&mut self) -> &mut [f64x8] {
        &mut self.rows
    }
}
