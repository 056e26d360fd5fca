//! Valid files, damaged in ways that break readers. The result depends only on its number.

use std::ops::Range;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Boundary numbers: of integer types, of integers that a float represents exactly, and of floats.
const NUMBERS: [&str; 20] = [
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "255",
    "256",
    "65536",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "340282366920938463463374607431768211456",
    "0.1",
    "1e308",
    "-1e400",
    "nan",
    "inf",
    "0x7fffffffffffffff",
];

/// Characters that open, end or escape something in a format, control characters, multi-byte characters.
const SIGNS: [&str; 28] = [
    "(", ")", "[", "]", "{", "}", "\"", "'", "\"\"\"", "\\", "\\u0000", "=", "..", ".", ",", ":", ";", "#",
    "-", "!", "\n", "\r", "\0", "\u{7f}", "ä", "\u{202e}", "😀", "\u{feff}",
];

/// The most repetitions of a piece: nesting this deep overflows a reader that recurses without a limit.
const DEEP: u64 = 20_000;

/// The largest input in bytes.
const MOST: usize = 1 << 20;

/// Files to damage, and the words in them.
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    pub fn new(seeds: Vec<Vec<u8>>) -> Mutator {
        let mut words: Vec<Vec<u8>> =
            seeds.iter().flat_map(|seed| tokens(seed).map(|token| seed[token].to_vec())).collect();
        words.sort_unstable();
        words.dedup();
        // Files without words, such as tallies, have only their bytes changed.
        if words.is_empty() {
            words.push(b"0".to_vec());
        }
        Mutator { seeds, words }
    }

    /// The index of the damaged file, and the damaged text.
    pub fn input(&self, number: u64) -> (usize, Vec<u8>) {
        let mut draw = Draw(Xoshiro256PlusPlus::seed_from_u64(number));
        let at = draw.below(self.seeds.len() as u64) as usize;
        let mut bytes = self.seeds[at].clone();
        // Usually only one thing is wrong, so that a reader gets far enough to meet it.
        let times = 1 + draw.below(8).saturating_sub(4);
        for _ in 0..times {
            self.damage(&mut bytes, &mut draw);
        }
        bytes.truncate(MOST);
        (at, bytes)
    }

    fn damage(&self, bytes: &mut Vec<u8>, draw: &mut Draw) {
        match draw.below(12) {
            0 => {
                if let Some(byte) = draw.place(bytes.len()).and_then(|at| bytes.get_mut(at)) {
                    *byte ^= 1 << draw.below(8);
                }
            }
            1 => bytes.truncate(draw.below(bytes.len() as u64 + 1) as usize),
            2 => drop(bytes.drain(draw.range(bytes.len(), 64))),
            3 => {
                let piece = bytes[draw.range(bytes.len(), 64)].to_vec();
                insert(bytes, &piece, draw);
            }
            4 | 5 => self.replace(bytes, draw, |token| token[0].is_ascii_digit()),
            6 | 7 => self.replace(bytes, draw, |token| !token[0].is_ascii_digit()),
            8 => insert(bytes, draw.of(&SIGNS).as_bytes(), draw),
            9 => {
                // Lines that are missing, duplicated or moved.
                let Some(line) = draw.line(bytes) else { return };
                let text = bytes[line.clone()].to_vec();
                if draw.below(2) == 0 {
                    bytes.drain(line);
                }
                if draw.below(3) > 0 {
                    let at = draw.line(bytes).map_or(0, |line| line.start);
                    bytes.splice(at..at, text);
                }
            }
            10 => {
                let other = &self.seeds[draw.below(self.seeds.len() as u64) as usize];
                let piece = other[draw.range(other.len(), 400)].to_vec();
                insert(bytes, &piece, draw);
            }
            _ => {
                let piece = match draw.below(2) {
                    0 => draw.of(&SIGNS).as_bytes().to_vec(),
                    _ => bytes[draw.range(bytes.len(), 8)].to_vec(),
                };
                // Usually few repetitions, because long inputs are slow.
                let most = [4, 4, 40, 40, 40, 40, 400, DEEP][draw.below(8) as usize];
                let piece = piece.repeat(draw.below(most) as usize);
                insert(bytes, &piece, draw);
            }
        }
    }

    /// Replaces a word or number for which `is_meant` holds by another one.
    fn replace(&self, bytes: &mut Vec<u8>, draw: &mut Draw, is_meant: impl Fn(&[u8]) -> bool) {
        let all: Vec<Range<usize>> = tokens(bytes).filter(|token| is_meant(&bytes[token.clone()])).collect();
        let Some(place) = draw.place(all.len()) else { return };
        let by = match draw.below(3) {
            0 => draw.of(&NUMBERS).as_bytes().to_vec(),
            1 => draw.below(1000).to_string().into_bytes(),
            _ => draw.of(&self.words).clone(),
        };
        bytes.splice(all[place].clone(), by);
    }
}

/// Words and numbers of a text.
fn tokens(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut at = 0;
    std::iter::from_fn(move || {
        at += bytes[at..].iter().position(is_part)?;
        let length = bytes[at..].iter().take_while(|byte| is_part(byte)).count();
        let token = at..at + length;
        at += length;
        Some(token)
    })
}

fn insert(bytes: &mut Vec<u8>, piece: &[u8], draw: &mut Draw) {
    let at = draw.below(bytes.len() as u64 + 1) as usize;
    bytes.splice(at..at, piece.iter().copied());
}

struct Draw(Xoshiro256PlusPlus);

impl Draw {
    /// A number below `n`, or 0. The slight bias towards low numbers does no harm here.
    fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n.max(1)
    }

    fn of<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len() as u64) as usize]
    }

    fn place(&mut self, length: usize) -> Option<usize> {
        (length > 0).then(|| self.below(length as u64) as usize)
    }

    fn range(&mut self, length: usize, most: u64) -> Range<usize> {
        let start = self.below(length as u64 + 1) as usize;
        start..length.min(start + self.below(most + 1) as usize)
    }

    fn line(&mut self, bytes: &[u8]) -> Option<Range<usize>> {
        let at = self.place(bytes.len())?;
        let start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let length =
            bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len() - at, |end| end + 1);
        Some(start..at + length)
    }
}
