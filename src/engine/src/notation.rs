//! Writing and parsing of actions: [`actions!`](crate::actions) declares both at once.

use std::{
    fmt::{self, Display, Formatter},
    marker::PhantomData,
    str::FromStr,
};

use crate::seat::Seat;

/// A notation of a type: how to write its values and how to parse them.
pub trait Notation<T> {
    /// Writes a value.
    ///
    /// # Errors
    /// Errors of the formatter.
    fn write(value: T, f: &mut Formatter<'_>) -> fmt::Result;

    /// Parses a value at the front of `rest` and advances `rest` past it.
    fn read(rest: &mut &str) -> Option<T>;
}

/// One word, by the type's own `Display` and `FromStr`; the default notation of a field.
#[derive(Debug)]
pub struct Word;

impl<T: Display + FromStr> Notation<T> for Word {
    fn write(value: T, f: &mut Formatter<'_>) -> fmt::Result {
        value.fmt(f)
    }

    fn read(rest: &mut &str) -> Option<T> {
        word(rest)?.parse().ok()
    }
}

/// An index that counts from 0 and is written from 1, up to `MOST`.
#[derive(Debug)]
pub struct FromOne<const MOST: usize>;

impl<const MOST: usize> Notation<u8> for FromOne<MOST> {
    fn write(value: u8, f: &mut Formatter<'_>) -> fmt::Result {
        (u16::from(value) + 1).fmt(f)
    }

    fn read(rest: &mut &str) -> Option<u8> {
        <UpTo<MOST> as Notation<u8>>::read(rest).map(|number| number - 1)
    }
}

impl<const MOST: usize> Notation<Seat> for FromOne<MOST> {
    fn write(value: Seat, f: &mut Formatter<'_>) -> fmt::Result {
        <Self as Notation<u8>>::write(value.0, f)
    }

    fn read(rest: &mut &str) -> Option<Seat> {
        <Self as Notation<u8>>::read(rest).map(Seat)
    }
}

/// A number from 1 to `MOST`.
#[derive(Debug)]
pub struct UpTo<const MOST: usize>;

impl<const MOST: usize> Notation<u8> for UpTo<MOST> {
    fn write(value: u8, f: &mut Formatter<'_>) -> fmt::Result {
        value.fmt(f)
    }

    fn read(rest: &mut &str) -> Option<u8> {
        word(rest)?.parse().ok().filter(|&number| number >= 1 && usize::from(number) <= MOST)
    }
}

/// A sum, such as money, from 0.
#[derive(Debug)]
pub struct Sum;

impl Notation<i32> for Sum {
    fn write(value: i32, f: &mut Formatter<'_>) -> fmt::Result {
        value.fmt(f)
    }

    fn read(rest: &mut &str) -> Option<i32> {
        word(rest)?.parse().ok().filter(|&sum| sum >= 0)
    }
}

/// Removes the next word from the front; `None` if there is none.
pub fn word<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (word, behind) = rest.split_at(end);
    *rest = behind;
    (!word.is_empty()).then_some(word)
}

/// Writes items joined by plus signs: `1+3+4`.
pub fn join(things: impl IntoIterator<Item: Display>, f: &mut Formatter<'_>) -> fmt::Result {
    for (at, thing) in things.into_iter().enumerate() {
        if at > 0 {
            f.write_str("+")?;
        }
        thing.fmt(f)?;
    }
    Ok(())
}

/// The notation of a game's actions, declared by [`actions!`](crate::actions).
pub trait Forms {
    /// The notation of each kind of action, with field names in braces: `go {place}`.
    const FORMS: &'static [&'static str];
}

/// The text does not fit the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreadable;

impl Display for Unreadable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("not in the notation")
    }
}

impl std::error::Error for Unreadable {}

#[doc(hidden)]
pub struct Shown<T, N>(T, PhantomData<N>);

impl<T, N> Shown<T, N> {
    pub fn new(value: T) -> Shown<T, N> {
        Shown(value, PhantomData)
    }
}

impl<T: Copy, N: Notation<T>> Display for Shown<T, N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        N::write(self.0, f)
    }
}

/// Parses a text by the format that writes it; `field` parses the value of the named field at the front.
#[doc(hidden)]
pub fn read(format: &str, text: &str, mut field: impl FnMut(&str, &mut &str) -> bool) -> bool {
    let mut rest = text.trim();
    let mut pieces = format.split('{');
    let mut fits = pieces.next().is_some_and(|words| skip(words, &mut rest));
    for piece in pieces {
        let Some((name, words)) = piece.split_once('}') else { return false };
        fits = fits && field(name, &mut rest) && skip(words, &mut rest);
    }
    fits && rest.is_empty()
}

/// Skips the literal words of a format; each of its spaces stands for any amount of white space.
fn skip(words: &str, rest: &mut &str) -> bool {
    words.split_inclusive(' ').all(|word| {
        let Some(behind) = rest.strip_prefix(word.trim_end()) else { return false };
        *rest = behind.trim_start_matches(|c: char| word.ends_with(' ') && c.is_whitespace());
        !word.ends_with(' ') || rest.len() < behind.len()
    })
}

/// Declares the actions of a game: an enum whose `Display` writes the notation of each action and whose `FromStr`
/// parses it.
///
/// A field is one word, written by its own type, unless `as` names another [`Notation`].
///
/// ```
/// use sim_engine::{Seat, actions, notation::FromOne};
///
/// actions! {
///     /// A choice. Places of the hand count from 0; notation counts from 1.
///     pub enum Action {
///         /// Draw from the deck.
///         Draw = "draw",
///         /// Give a card away.
///         Give { card: u8 as FromOne<7>, to: Seat as FromOne<4> } = "give {card} to {to}",
///         /// Bid a sum.
///         Bid { sum: u16 } = "bid {sum}",
///     }
/// }
///
/// let give = Action::Give { card: 0, to: Seat(3) };
/// assert_eq!(give.to_string(), "give 1 to 4");
/// assert_eq!("give 1 to 4".parse(), Ok(give));
/// assert!("give 8 to 4".parse::<Action>().is_err());
/// ```
#[macro_export]
macro_rules! actions {
    (@notation) => { $crate::notation::Word };
    (@notation $notation:ty) => { $notation };
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$about:meta])* $variant:ident
            $({ $($field:ident: $type:ty $(as $notation:ty)?),+ $(,)? })? = $format:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name { $($(#[$about])* $variant $({ $($field: $type),+ })?),+ }

        impl $crate::notation::Forms for $name {
            const FORMS: &'static [&'static str] = &[$($format),+];
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match *self {$(
                    $name::$variant $({ $($field),+ })? => {
                        $($(
                            let $field = $crate::notation::Shown::<
                                $type, $crate::actions!(@notation $($notation)?)
                            >::new($field);
                        )+)?
                        ::std::write!(f, $format)
                    }
                )+}
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::notation::Unreadable;

            fn from_str(text: &str) -> ::std::result::Result<$name, $crate::notation::Unreadable> {
                $({
                    $($(let mut $field: ::std::option::Option<$type> = None;)+)?
                    let fits = $crate::notation::read($format, text, |_name, _rest| {
                        $($(if _name == ::std::stringify!($field) {
                            type Notation = $crate::actions!(@notation $($notation)?);
                            $field = <Notation as $crate::notation::Notation<$type>>::read(_rest);
                            return $field.is_some();
                        })+)?
                        false
                    });
                    if fits {
                        return Ok($name::$variant $({
                            $($field: $field.ok_or($crate::notation::Unreadable)?),+
                        })?);
                    }
                })+
                Err($crate::notation::Unreadable)
            }
        }
    };
}
pub use actions;
