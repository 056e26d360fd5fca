//! Lists that a game declares once, by a macro: an enum, and what the program says of each entry.

use std::fmt::Debug;

/// An entry of such a list, known by its place there.
pub trait Listed: Copy + Eq + Debug + Send + Sync + 'static {
    /// Its place in the list, from 0.
    fn index(self) -> usize;
}

/// Tests of lists that belong to no game count their entries.
impl Listed for usize {
    fn index(self) -> usize {
        self
    }
}
