//! Enums whose values have fixed words in data files, notation and tables.

use std::fmt;

/// The text is none of the words of its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownWord;

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("none of the words")
    }
}

impl std::error::Error for UnknownWord {}

/// Declares enums whose values data files, notation and tables write as words: `Display` and
/// `serde::Serialize` write them, `FromStr` and [`FromValue`](crate::settings::FromValue) read them.
///
/// ```
/// use sim_engine::settings::words;
///
/// words! {
///     /// What a meal is cooked on.
///     pub enum Stove { Gas = "gas", Wood = "wood-fire" }
///
///     /// When it is served.
///     pub enum Hour { Noon = "noon", Evening = "evening" }
/// }
///
/// assert_eq!(Stove::Wood.to_string(), "wood-fire");
/// assert_eq!("gas".parse(), Ok(Stove::Gas));
/// assert_eq!(Stove::WORDS, ["gas", "wood-fire"]);
/// assert_eq!(Hour::at(Hour::Evening.index()), Hour::Evening);
/// ```
#[macro_export]
macro_rules! words {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$note:meta])* $variant:ident = $word:literal),+ $(,)?
    })+) => {$(
        $crate::labels! {
            $(#[$meta])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            $vis enum $name { $($(#[$note])* $variant = $word),+ }
        }

        #[allow(dead_code, reason = "no list needs all that lists have")]
        impl $name {
            /// The number of values.
            pub const COUNT: usize = Self::WORDS.len();

            /// The values in order.
            #[inline]
            pub fn all() -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                Self::ALL.iter().copied()
            }

            /// The value at an index.
            #[inline]
            pub const fn at(index: usize) -> $name {
                Self::ALL[index]
            }

            /// The index of the value.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        /// The first value.
        impl ::std::default::Default for $name {
            fn default() -> $name {
                Self::ALL[0]
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::settings::UnknownWord;

            fn from_str(word: &str) -> ::std::result::Result<$name, $crate::settings::UnknownWord> {
                Self::named(word).ok_or($crate::settings::UnknownWord)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl $crate::settings::FromValue for $name {
            fn from_value(value: &$crate::settings::Value) -> $name {
                let word = value.to_string();
                word.parse().unwrap_or_else(|_| {
                    let (name, words) = (::std::stringify!($name), Self::WORDS.join(", "));
                    ::std::panic!("the data file has `{word}`, which is none of the words of `{name}`: {words}")
                })
            }
        }
    )+};
}
pub use words;

/// Declares enums with a word for each value, as tables write it. They must derive at least `Clone` and `Copy`;
/// [`words!`] is for enums that data files hold too.
///
/// ```
/// use sim_engine::settings::labels;
///
/// labels! {
///     /// The verdict on a number.
///     #[derive(Debug, Clone, Copy, PartialEq)]
///     pub enum Verdict { Fine = "fine", High = "too high" }
/// }
///
/// assert_eq!(Verdict::High.word(), "too high");
/// assert_eq!(Verdict::named("fine"), Some(Verdict::Fine));
/// ```
#[macro_export]
macro_rules! labels {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$note:meta])* $variant:ident = $word:literal),+ $(,)?
    })+) => {$(
        $(#[$meta])*
        $vis enum $name { $($(#[$note])* $variant),+ }

        #[allow(dead_code, reason = "no list needs all that lists have")]
        impl $name {
            /// The values in order.
            pub const ALL: [$name; [$($word),+].len()] = [$($name::$variant),+];

            /// The word of each value, in order.
            pub const WORDS: [&'static str; [$($word),+].len()] = [$($word),+];

            /// The word that data files, notation and tables use.
            #[inline]
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// The first value with this word.
            pub fn named(word: &str) -> Option<$name> {
                Self::ALL.into_iter().find(|one| one.word() == word)
            }
        }
    )+};
}
pub use labels;

/// Asserts that the domain of a setting or a cell consists of these words, in this order.
#[cfg(any(test, feature = "laws"))]
pub fn assert_domain(settings: &super::Settings, path: &str, words: &[&str]) {
    let entry = settings.entries().into_iter().find(|entry| entry.path == path);
    let entry = entry.unwrap_or_else(|| panic!("no setting {path}"));
    assert_eq!(entry.domain.to_string(), words.join(" | "), "{path}");
}
