//! What enums of words have besides: an index, a count, and the word both ways.

/// Gives enums that [`words!`] declares an index, a bit and the word itself.
macro_rules! indexed {
    ($($name:ident),+) => {$(
        impl $name {
            pub const COUNT: usize = Self::WORDS.len();

            pub fn all() -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                Self::WORDS.iter().map(|&(_, value)| value)
            }

            /// The value of an index below the count.
            #[inline]
            pub fn at(index: usize) -> $name {
                Self::WORDS[index].1
            }

            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The word that data files, notation and tables use.
            pub fn word(self) -> &'static str {
                Self::WORDS[self.index()].0
            }

            /// The value of a word.
            pub fn parse(word: &str) -> Option<$name> {
                Self::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    )+};
}
pub(super) use indexed;
