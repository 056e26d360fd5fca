//! Tokens of the bag as small numbers, and multisets of them as counts.
//!
//! Two tokens of one kind are interchangeable in every rule. A pile therefore holds a count for each kind, and
//! a mask of the kinds present, so that a bitwise `and` gives what may be taken from a place.

use std::fmt;

use serde::Serialize;

use sim_engine::bits;

/// Number of types, which are the courses of a meal in alphabetical order (CK-13).
pub const TYPES: usize = 7;
pub const TYPE_WORDS: [&str; TYPES] = ["bread", "carrot", "cheese", "fish", "meat", "mushroom", "wine"];
/// The lowest and highest value printed on an ingredient (CK-3).
pub const LOW: u8 = 2;
pub const HIGH: u8 = 7;
pub const VALUES: usize = (HIGH - LOW + 1) as usize;
const INGREDIENTS: u8 = (TYPES * VALUES) as u8;
pub const KINDS: usize = TYPES * VALUES + TYPES + 1 + SLOTS + 1;
/// Number of rumors in play, and so of slots on a kitchen board (CK-20).
pub const SLOTS: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub u8);

impl Token {
    pub const ALLSPICE: Token = Token(INGREDIENTS + TYPES as u8);
    pub const WILD: Token = Token(KINDS as u8 - 1);

    #[inline]
    pub const fn ingredient(kind: usize, value: u8) -> Token {
        Token(kind as u8 * VALUES as u8 + value - LOW)
    }

    #[inline]
    pub const fn spice(kind: usize) -> Token {
        Token(INGREDIENTS + kind as u8)
    }

    #[inline]
    pub const fn rumor(slot: usize) -> Token {
        Token(INGREDIENTS + TYPES as u8 + 1 + slot as u8)
    }

    pub fn all() -> impl Iterator<Item = Token> {
        (0..KINDS as u8).map(Token)
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    pub fn is_ingredient(self) -> bool {
        self.0 < INGREDIENTS
    }

    /// A typed spice or allspice.
    #[inline]
    pub fn is_spice(self) -> bool {
        (INGREDIENTS..=Self::ALLSPICE.0).contains(&self.0)
    }

    /// A rumor, wild or not.
    #[inline]
    pub fn is_rumor(self) -> bool {
        self.0 > Self::ALLSPICE.0
    }

    /// The slot of a rumor that is not wild.
    #[inline]
    pub fn slot(self) -> Option<usize> {
        (self.is_rumor() && self != Self::WILD).then(|| usize::from(self.0 - Self::ALLSPICE.0 - 1))
    }

    #[inline]
    pub fn course(self) -> Option<usize> {
        if self.is_ingredient() {
            Some(usize::from(self.0) / VALUES)
        } else if self.0 < Self::ALLSPICE.0 {
            Some(usize::from(self.0 - INGREDIENTS))
        } else {
            None
        }
    }

    /// Printed value of an ingredient, 0 for everything else.
    #[inline]
    pub fn value(self) -> u8 {
        if self.is_ingredient() { self.0 % VALUES as u8 + LOW } else { 0 }
    }

    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    pub fn parse(text: &str) -> Option<Token> {
        Token::all().find(|token| token.to_string() == text)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.course(), self.slot()) {
            (Some(course), _) if self.is_ingredient() => write!(f, "{}-{}", TYPE_WORDS[course], self.value()),
            (Some(course), _) => write!(f, "{}-spice", TYPE_WORDS[course]),
            (None, Some(slot)) => write!(f, "rumor-{}", slot + 1),
            (None, None) if *self == Token::WILD => f.write_str("wild-rumor"),
            (None, None) => f.write_str("allspice"),
        }
    }
}

impl Serialize for Token {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

pub const INGREDIENT_KINDS: u64 = (1 << INGREDIENTS) - 1;
pub const SPICE_KINDS: u64 = ((1 << (TYPES + 1)) - 1) << INGREDIENTS;
pub const RUMOR_KINDS: u64 = ((1 << KINDS) - 1) & !(INGREDIENT_KINDS | SPICE_KINDS);

#[inline]
pub const fn course_kinds(course: usize) -> u64 {
    ((1 << VALUES) - 1) << (course * VALUES)
}

#[inline]
pub fn kinds(mask: u64) -> impl Iterator<Item = Token> {
    bits(mask).map(|at| Token(at as u8))
}

/// Sums eight counts in 16-bit lanes, which cannot overflow.
#[inline]
fn sum(counts: &[u8; 8]) -> usize {
    const EVERY_SECOND: u64 = 0x00ff_00ff_00ff_00ff;
    let counts = u64::from_le_bytes(*counts);
    let pairs = (counts & EVERY_SECOND) + (counts >> 8 & EVERY_SECOND);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tokens {
    /// Mask of the kinds with a count above 0.
    kinds: u64,
    counts: [u8; KINDS],
}

impl Default for Tokens {
    fn default() -> Self {
        Tokens { kinds: 0, counts: [0; KINDS] }
    }
}

impl Tokens {
    #[inline]
    pub fn kinds(&self) -> u64 {
        self.kinds
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.kinds == 0
    }

    #[inline]
    pub fn count(&self, token: Token) -> u8 {
        self.counts[token.index()]
    }

    #[inline]
    pub fn has(&self, token: Token) -> bool {
        self.kinds & token.bit() != 0
    }

    #[inline]
    pub fn add(&mut self, token: Token, count: u8) {
        if count > 0 {
            self.counts[token.index()] += count;
            self.kinds |= token.bit();
        }
    }

    /// Removes tokens, which must be present.
    #[inline]
    pub fn remove(&mut self, token: Token, count: u8) {
        debug_assert!(self.counts[token.index()] >= count, "no {token} to take away");
        self.counts[token.index()] -= count;
        if self.counts[token.index()] == 0 {
            self.kinds &= !token.bit();
        }
    }

    pub fn add_all(&mut self, other: &Tokens) {
        for token in kinds(other.kinds) {
            self.add(token, other.count(token));
        }
    }

    pub fn remove_all(&mut self, other: &Tokens) {
        for token in kinds(other.kinds) {
            self.remove(token, other.count(token));
        }
    }

    #[inline]
    pub fn differing(&self, other: &Tokens) -> u64 {
        if self == other {
            return 0;
        }
        let differs = |token: &Token| self.count(*token) != other.count(*token);
        kinds(self.kinds | other.kinds).filter(differs).fold(0, |mask, token| mask | token.bit())
    }

    pub fn split(&mut self, mask: u64) -> Tokens {
        let mut out = Tokens::default();
        for token in kinds(self.kinds & mask) {
            out.add(token, self.count(token));
            self.counts[token.index()] = 0;
        }
        self.kinds &= !mask;
        out
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Token, u8)> + '_ {
        kinds(self.kinds).map(|token| (token, self.counts[token.index()]))
    }

    #[inline]
    pub fn total_of(&self, mask: u64) -> usize {
        kinds(self.kinds & mask).map(|token| usize::from(self.counts[token.index()])).sum()
    }

    #[inline]
    pub fn total(&self) -> usize {
        // A `u16` holds the sum of all counts, and narrow elements take few wide additions.
        self.counts.iter().map(|&count| u16::from(count)).sum::<u16>().into()
    }

    /// Returns the highest value of a type in the pile, 0 if there is none.
    #[inline]
    pub fn best_of(&self, course: usize) -> u8 {
        let held = self.kinds & course_kinds(course);
        if held == 0 { 0 } else { Token(63 - held.leading_zeros() as u8).value() }
    }

    pub fn nth(&self, mut at: usize) -> Option<Token> {
        let mut first = 0;
        // Skips kinds in groups of eight.
        for eight in self.counts.as_chunks().0 {
            let sum = sum(eight);
            if at < sum {
                break;
            }
            at -= sum;
            first += eight.len();
        }
        for (kind, &count) in self.counts.iter().enumerate().skip(first) {
            if at < usize::from(count) {
                return Some(Token(kind as u8));
            }
            at -= usize::from(count);
        }
        None
    }
}
