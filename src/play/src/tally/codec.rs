//! Numbers to bytes and back, in one walk for both ways.
//!
//! A tally names its numbers once, in a fixed order; written they are variable in length (LEB128, with
//! the sign in the lowest bit), and a run of zeros takes two: most sums are small or 0.

use super::numbers::Numbers;
use sim_stats::{Denominators, Numerators};

/// What is wrong with a stream of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodecError {
    /// It ends too early.
    Cut,
    /// A number does not fit where it belongs.
    OutOfRange,
}

/// Takes the numbers of a tally one by one: a writer keeps them, a reader puts others in their place.
pub trait Codec {
    /// The number that shall stand where `number` stands.
    ///
    /// # Errors
    /// When there is none to be read.
    fn number(&mut self, number: i128) -> Result<i128, CodecError>;

    /// One number of any whole type.
    ///
    /// # Errors
    /// When there is none to be read, or it does not fit.
    fn code<T: Copy + TryFrom<i128>>(&mut self, number: &mut T) -> Result<(), CodecError>
    where
        i128: From<T>,
    {
        let coded = self.number(i128::from(*number))?;
        *number = T::try_from(coded).map_err(|_| CodecError::OutOfRange)?;
        Ok(())
    }

    /// All numbers of a list, whose length is known.
    ///
    /// # Errors
    /// Those of [`Codec::code`].
    fn code_all<T: Copy + TryFrom<i128>>(&mut self, numbers: &mut [T]) -> Result<(), CodecError>
    where
        i128: From<T>,
    {
        numbers.iter_mut().try_for_each(|number| self.code(number))
    }

    /// The sums of a ratio's numerator.
    ///
    /// # Errors
    /// Those of [`Codec::code`].
    fn code_numerators(&mut self, sums: &mut Numerators) -> Result<(), CodecError> {
        let mut parts = sums.parts();
        self.code_all(&mut parts)?;
        *sums = Numerators::from_parts(parts).ok_or(CodecError::OutOfRange)?;
        Ok(())
    }

    /// The sums of a ratio's denominator.
    ///
    /// # Errors
    /// Those of [`Codec::code`].
    fn code_denominators(&mut self, sums: &mut Denominators) -> Result<(), CodecError> {
        let mut parts = sums.parts();
        self.code_all(&mut parts)?;
        *sums = Denominators::from_parts(parts).ok_or(CodecError::OutOfRange)?;
        Ok(())
    }

    /// Sums by group or company.
    ///
    /// # Errors
    /// Those of [`Codec::code`].
    fn code_numbers(&mut self, numbers: &mut Numbers) -> Result<(), CodecError> {
        for at in 0..numbers.len() {
            let before = numbers.get(at);
            let mut after = before;
            self.code(&mut after)?;
            let difference = after.checked_sub(before).ok_or(CodecError::OutOfRange)?;
            if difference != 0 {
                numbers.add(at, difference);
            }
        }
        Ok(())
    }
}

/// Appends numbers to bytes.
#[derive(Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
    zeros: u128,
}

impl Writer {
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.end_zeros();
        self.bytes
    }

    fn end_zeros(&mut self) {
        if self.zeros > 0 {
            self.bytes.push(0);
            let more = self.zeros - 1;
            self.zeros = 0;
            self.variable(more);
        }
    }

    fn variable(&mut self, mut number: u128) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

impl Codec for Writer {
    fn number(&mut self, number: i128) -> Result<i128, CodecError> {
        if number == 0 {
            self.zeros += 1;
        } else {
            self.end_zeros();
            self.variable(((number << 1) ^ (number >> 127)) as u128);
        }
        Ok(number)
    }
}

/// Takes numbers from bytes.
#[derive(Debug)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    zeros: u128,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes, zeros: 0 }
    }

    /// Whether every number was taken.
    pub fn is_at_end(&self) -> bool {
        self.bytes.is_empty() && self.zeros == 0
    }

    fn variable(&mut self) -> Result<u128, CodecError> {
        let mut number = 0u128;
        for shift in (0..128).step_by(7) {
            let (&byte, rest) = self.bytes.split_first().ok_or(CodecError::Cut)?;
            self.bytes = rest;
            let bits = u128::from(byte & 0x7f);
            if bits > (u128::MAX >> shift) {
                return Err(CodecError::OutOfRange);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(CodecError::OutOfRange)
    }
}

impl Codec for Reader<'_> {
    fn number(&mut self, _: i128) -> Result<i128, CodecError> {
        if self.zeros > 0 {
            self.zeros -= 1;
            return Ok(0);
        }
        let number = self.variable()?;
        if number == 0 {
            self.zeros = self.variable()?;
            return Ok(0);
        }
        Ok((number >> 1) as i128 ^ -((number & 1) as i128))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn small_numbers_and_runs_of_zeros_take_little_room() {
        let mut writer = Writer::default();
        let mut numbers = [1i64, -1, 63, -64, 64, 0, 0, 0, 0, 5];
        writer.code_all(&mut numbers).unwrap();
        assert_eq!(writer.into_bytes(), [2, 1, 126, 127, 0x80, 1, 0, 3, 10]);
    }

    #[test]
    fn a_number_too_large_for_its_place_is_refused() {
        let mut writer = Writer::default();
        writer.code(&mut (i64::from(u32::MAX) + 1)).unwrap();
        let bytes = writer.into_bytes();
        assert_eq!(Reader::new(&bytes).code(&mut 0u32), Err(CodecError::OutOfRange));
        assert_eq!(Reader::new(&bytes).code(&mut 0u64), Ok(()));
        assert_eq!(Reader::new(&bytes[..2]).code(&mut 0u64), Err(CodecError::Cut));
        assert_eq!(Reader::new(&[0xff; 40]).code(&mut 0i128), Err(CodecError::OutOfRange));
    }

    proptest! {
        /// What was written is read, to the extremes.
        #[test]
        fn numbers_come_back(
            numbers in prop::collection::vec(prop_oneof![Just(0i128), -99i128..99, any::<i128>()], 0..50),
        ) {
            let mut writer = Writer::default();
            writer.code_all(&mut numbers.clone()).unwrap();
            let bytes = writer.into_bytes();
            let mut read = vec![7i128; numbers.len()];
            let mut reader = Reader::new(&bytes);
            reader.code_all(&mut read).unwrap();
            prop_assert!(reader.is_at_end());
            prop_assert_eq!(read, numbers);
        }
    }
}
