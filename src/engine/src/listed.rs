//! Lists that a game declares once by a macro: an enum with a description of each entry.

use std::fmt::Debug;

/// An entry of such a list, identified by its index.
pub trait Listed: Copy + Eq + Debug + Send + Sync + 'static {
    /// The index in the list, from 0.
    fn index(self) -> usize;
}

/// For tests of lists that belong to no game: a number is its own index.
impl Listed for usize {
    fn index(self) -> usize {
        self
    }
}
