//! Luck: every chance outcome of a deal as a pure function of (seed, deal, purpose, time).
//!
//! A stream is keyed by what it decides and when, never by the number of draws before it. Two strategies that play
//! differently, or two rule sets that differ in one card, therefore meet the same shuffle and the same dice (common
//! random numbers). This is what makes paired comparisons sharp.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, 2019). Bounded integers and shuffles are our own code, because
//! published crates have changed their values between versions. Reference vectors in the tests pin all of it.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Weyl constant of SplitMix64: 2^64 divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Finaliser of SplitMix64 (Steele, Lea and Flood, 2014): a bijection that scatters every bit.
#[inline]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What a stream of luck is for; the name is part of the key, so renaming one changes the deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purpose(u64);

impl Purpose {
    /// The purpose of this name, which must be unique within the program: `delectable.die`.
    pub const fn new(name: &str) -> Purpose {
        Purpose(hash_name(name))
    }
}

/// FNV-1a followed by [`mix`]: a key for a name that does not depend on the order of a file.
pub const fn hash_name(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    mix(hash)
}

const IMAGINATION: Purpose = Purpose::new("imagination");

/// The luck of one deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Luck {
    key: u64,
}

impl Luck {
    /// The luck of deal number `deal` under the master seed.
    pub fn new(seed: u64, deal: u64) -> Luck {
        // For a fixed seed this is a bijection of `deal`: no two deals share a key.
        let start = mix(seed ^ 0x6465_616C_206F_6620);
        Luck { key: mix(start.wrapping_add(deal.wrapping_mul(GOLDEN))) }
    }

    /// Independent luck for another play of the same deal; number 0 is the luck of the deal itself.
    #[must_use]
    pub fn again(&self, number: u64) -> Luck {
        const AGAIN: Purpose = Purpose::new("again");
        if number == 0 { *self } else { Luck { key: self.keyed(AGAIN, number) } }
    }

    #[inline]
    fn keyed(&self, purpose: Purpose, time: u64) -> u64 {
        mix(mix(self.key ^ purpose.0).wrapping_add(time.wrapping_mul(GOLDEN)))
    }

    /// A stream for one purpose at one time.
    #[inline]
    pub fn stream(&self, purpose: Purpose, time: u64) -> Stream {
        Stream::from_key(self.keyed(purpose, time))
    }

    /// Rolls a die with faces `1..=faces`, keyed by purpose and time.
    #[inline]
    pub fn die(&self, purpose: Purpose, time: u64, faces: u32) -> u32 {
        1 + Stream::first_below(self.keyed(purpose, time), faces.into()) as u32
    }

    /// Sort key of one copy of a component in a shuffled order.
    ///
    /// Sorting a deck by these keys shuffles it uniformly, and taking one card out of the
    /// box leaves the relative order of all the others as it was.
    #[inline]
    pub fn order_key(&self, purpose: Purpose, component: u64, copy: u64) -> u64 {
        mix(self.keyed(purpose, copy) ^ component)
    }

    /// The rows of a deck of at most `ROOM` cards in shuffled order; the first row is drawn first.
    pub fn shuffled<const ROOM: usize>(
        &self,
        purpose: Purpose,
        cards: impl Iterator<Item = Card>,
    ) -> Shuffled<ROOM> {
        let (mut keys, mut len) = ([0u64; ROOM], 0);
        for (key, Card { row, name, copy }) in keys.iter_mut().zip(cards) {
            // The low 8 bits hold the row; the key does not need them.
            *key = (self.order_key(purpose, name, copy) & !0xff) | u64::from(row);
            len += 1;
        }
        keys[..len].sort_unstable();
        Shuffled { rows: keys.map(|key| key as u8), len }
    }

    /// The luck of one seat's own choices: ties and random strategies.
    ///
    /// Keyed by seat, round and decision, never by the name of the strategy in the seat.
    #[inline]
    pub fn choice(&self, seat: u8, round: u16, decision: u32) -> ChoiceLuck {
        let time = (u64::from(seat) << 56) | (u64::from(round) << 32) | u64::from(decision);
        ChoiceLuck { key: self.key, time }
    }

    /// A stream for reasoning about hidden information, independent of everything that happens in the game.
    pub fn imagination(&self, time: u64) -> Stream {
        self.stream(IMAGINATION, time)
    }
}

/// A card of a deck, with the fields that determine its sort key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    /// Row of its table.
    pub row: u8,
    /// Hash of its name.
    pub name: u64,
    /// Number among identical cards, or also of the shuffle if the deck is shuffled again.
    pub copy: u64,
}

impl Card {
    /// All copies of a row of a table.
    pub fn copies(row: usize, name: u64, copies: u8) -> impl Iterator<Item = Card> {
        (0..copies).map(move |copy| Card { row: row as u8, name, copy: copy.into() })
    }
}

/// The rows of a shuffled deck.
#[derive(Debug, Clone, Copy)]
pub struct Shuffled<const ROOM: usize> {
    rows: [u8; ROOM],
    len: usize,
}

impl<const ROOM: usize> Shuffled<ROOM> {
    /// The rows of the cards, top card first.
    #[inline]
    pub fn rows(&self) -> &[u8] {
        &self.rows[..self.len]
    }

    /// See [`bring`].
    pub fn bring(&mut self, row: u8, to: usize) {
        bring(&mut self.rows[..self.len], row, to);
    }
}

/// Swaps the first copy of a row to position `to` of an order; does nothing if there is no copy.
pub fn bring(order: &mut [u8], row: u8, to: usize) {
    if let Some(from) = order.iter().position(|&one| one == row) {
        order.swap(from, to);
    }
}

/// The key of a seat's stream, which is opened only when a choice needs it.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceLuck {
    key: u64,
    time: u64,
}

impl ChoiceLuck {
    const PURPOSE: Purpose = Purpose::new("choice");

    /// Opens the stream; each call starts it from the same place.
    #[inline]
    pub fn stream(&self) -> Stream {
        Luck { key: self.key }.stream(Self::PURPOSE, self.time)
    }

    /// The first draw of the stream, as an index below `len`.
    #[inline]
    pub fn index(&self, len: usize) -> usize {
        Stream::first_below(Luck { key: self.key }.keyed(Self::PURPOSE, self.time), len as u64) as usize
    }

    /// A stream for what the seat imagines before it chooses, independent of the stream of the choice itself.
    pub fn imagination(&self) -> Stream {
        Luck { key: self.key }.imagination(self.time)
    }
}

/// A sequence of draws for one purpose.
#[derive(Debug, Clone)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    #[inline]
    fn from_key(key: u64) -> Stream {
        let mut seed = [0u8; 32];
        for (i, word) in seed.chunks_exact_mut(8).enumerate() {
            word.copy_from_slice(&Stream::word(key, i).to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(seed))
    }

    #[inline]
    fn word(key: u64, at: usize) -> u64 {
        mix(key.wrapping_add(GOLDEN.wrapping_mul(at as u64 + 1)))
    }

    /// The first result of [`Stream::below`] without a complete stream. Most streams are used once, and the first
    /// output depends on half of the state only. A draw that may be rejected takes the slow path.
    #[inline]
    fn first_below(key: u64, n: u64) -> u64 {
        let (first, last) = (Stream::word(key, 0), Stream::word(key, 3));
        let bits = first.wrapping_add(last).rotate_left(23).wrapping_add(first);
        let product = u128::from(bits) * u128::from(n);
        if (product as u64) < n { Stream::from_key(key).below(n) } else { (product >> 64) as u64 }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number in `0..n`, each equally likely; `n` must be positive.
    ///
    /// Lemire's multiply-and-reject (2019): without bias, and without division in most calls.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "a range needs at least one value");
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let reject = n.wrapping_neg() % n;
            while (product as u64) < reject {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// An index into a slice of `len` elements.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Fisher-Yates: every order of the slice equally likely.
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for i in (1..slice.len()).rev() {
            slice.swap(i, self.index(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // Blackman and Vigna's C reference, state {1, 2, 3, 4}.
        let mut seed = [0u8; 32];
        for (i, word) in seed.chunks_exact_mut(8).enumerate() {
            word.copy_from_slice(&(i as u64 + 1).to_le_bytes());
        }
        let mut stream = Stream(Xoshiro256PlusPlus::from_seed(seed));
        let expected = [
            41943041,
            58720359,
            3588806011781223,
            3591011842654386,
            9228616714210784205,
            9973669472204895162,
            14011001112246962877,
            12406186145184390807,
            15849039046786891736,
            10450023813501588000,
        ];
        for value in expected {
            assert_eq!(stream.next_u64(), value);
        }
    }

    #[test]
    fn the_first_draw_is_the_first_of_the_stream() {
        // For the largest number, three draws of four take the slow path, and some of these are rejected.
        for n in [1, 2, 6, 1000, 3 << 62] {
            for key in 0..1000 {
                assert_eq!(Stream::first_below(key, n), Stream::from_key(key).below(n));
            }
        }
    }

    #[test]
    fn the_mixer_is_splitmix64() {
        // Vigna's splitmix64.c from state 0: the first two outputs.
        assert_eq!(mix(GOLDEN), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mix(GOLDEN.wrapping_mul(2)), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn deals_of_one_seed_never_change() {
        let luck = Luck::new(1, 0);
        let purpose = Purpose::new("test.die");
        let dice: Vec<u32> = (0..12).map(|time| luck.die(purpose, time, 20)).collect();
        assert_eq!(dice, [3, 10, 11, 20, 14, 10, 5, 1, 1, 9, 4, 4]);
        let mut order: Vec<u8> = (0..10).collect();
        luck.stream(purpose, 99).shuffle(&mut order);
        assert_eq!(order, [3, 9, 4, 8, 6, 1, 7, 5, 2, 0]);
    }

    #[test]
    fn luck_for_another_play_is_of_its_own() {
        let luck = Luck::new(1, 0);
        let dice = |luck: Luck| -> Vec<u32> {
            (0..12).map(|time| luck.die(Purpose::new("test.die"), time, 20)).collect()
        };
        assert_eq!(luck.again(0), luck);
        assert_ne!(dice(luck.again(1)), dice(luck));
        assert_ne!(dice(luck.again(1)), dice(luck.again(2)));
        assert_ne!(luck.again(1), Luck::new(1, 1).again(1));
    }

    #[test]
    fn a_range_is_unbiased_where_it_does_not_divide_the_word() {
        // Chi-square over 7 faces: 6 degrees of freedom, 22.46 is the 0.1 % point.
        let mut counts = [0u32; 7];
        let luck = Luck::new(2, 0);
        for time in 0..70_000 {
            counts[luck.stream(Purpose::new("test.range"), time).below(7) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 22.46, "chi-square {chi} of {counts:?}");
    }

    #[test]
    fn a_shuffle_reaches_every_order_equally() {
        // 24 orders: 23 degrees of freedom, 49.73 is the 0.1 % point.
        let mut counts = std::collections::BTreeMap::new();
        for deal in 0..48_000 {
            let luck = Luck::new(3, deal);
            let cards = (0..4).map(|row| Card { row, name: hash_name("card"), copy: row.into() });
            let order = luck.shuffled::<4>(Purpose::new("test.deck"), cards);
            *counts.entry(order.rows().to_vec()).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        let chi: f64 = counts.values().map(|&c| (f64::from(c) - 2e3).powi(2) / 2e3).sum();
        assert!(chi < 49.73, "chi-square {chi}");
    }

    #[test]
    fn taking_a_card_out_leaves_the_others_in_order() {
        let luck = Luck::new(4, 17);
        let order = |left_out: Option<u8>| {
            let cards = (0..30).filter(|&card| Some(card) != left_out);
            let cards = cards.map(|row| Card { row, name: hash_name("x"), copy: row.into() });
            luck.shuffled::<32>(Purpose::new("test.deck"), cards).rows().to_vec()
        };
        let mut full = order(None);
        full.retain(|&card| card != 13);
        assert_eq!(full, order(Some(13)));
    }
}
