//! Whole numbers that take 32 bits each until one of them needs more.
//!
//! Sums by group of deals are many and mostly small. In a run of a million games 32 bits suffice, at half the memory.
//! In a run of a thousand million they may not, and the whole list gets 64 bits. Equality compares numbers, not
//! widths.

use serde::{Deserialize, Serialize, Serializer};

/// A list of whole numbers. Most are zeros: serialization writes a run of them as a 0 and how many more follow.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Vec<i64>")]
pub struct Numbers(Form);

/// An upper bound of the length of any list, so that a damaged file cannot demand more memory.
const MOST: usize = 1 << 24;

#[derive(Debug, Clone)]
enum Form {
    Narrow(Vec<i32>),
    Wide(Vec<i64>),
}

impl Numbers {
    pub fn new(len: usize) -> Numbers {
        Numbers(Form::Narrow(vec![0; len]))
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Narrow(numbers) => numbers.len(),
            Form::Wide(numbers) => numbers.len(),
        }
    }

    #[inline]
    pub fn get(&self, at: usize) -> i64 {
        match &self.0 {
            Form::Narrow(numbers) => numbers[at].into(),
            Form::Wide(numbers) => numbers[at],
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.len()).map(|at| self.get(at))
    }

    #[inline]
    pub fn add(&mut self, at: usize, value: i64) {
        match &mut self.0 {
            Form::Wide(numbers) => numbers[at] += value,
            Form::Narrow(numbers) => match i32::try_from(i64::from(numbers[at]) + value) {
                Ok(sum) => numbers[at] = sum,
                Err(_) => self.widen()[at] += value,
            },
        }
    }

    /// Adds `values` to the numbers from `first` on, and leaves zeros in `values`.
    #[inline]
    pub fn drain(&mut self, first: usize, values: &mut [i64]) {
        if let Form::Narrow(numbers) = &mut self.0 {
            let numbers = &mut numbers[first..first + values.len()];
            let sum = |(number, value): (&i32, &i64)| i64::from(*number) + value;
            let differs = |sum: i64| sum ^ i64::from(sum as i32);
            if numbers.iter().zip(&*values).map(sum).fold(0, |any, sum| any | differs(sum)) == 0 {
                for (number, value) in numbers.iter_mut().zip(values) {
                    *number = (i64::from(*number) + std::mem::take(value)) as i32;
                }
                return;
            }
        }
        for (number, value) in self.widen()[first..].iter_mut().zip(values) {
            *number += std::mem::take(value);
        }
    }

    /// Sets all numbers to 0.
    pub fn clear(&mut self) {
        match &mut self.0 {
            Form::Narrow(numbers) => numbers.fill(0),
            Form::Wide(numbers) => numbers.fill(0),
        }
    }

    /// The memory that they take, in bytes.
    pub fn size(&self) -> usize {
        match &self.0 {
            Form::Narrow(numbers) => size_of_val(&numbers[..]),
            Form::Wide(numbers) => size_of_val(&numbers[..]),
        }
    }

    /// Adds another list of the same length, number by number.
    pub fn merge(&mut self, other: &Numbers) {
        if let (Form::Narrow(mine), Form::Narrow(theirs)) = (&mut self.0, &other.0) {
            // A sum that overflows has the sign of neither operand.
            let mut overflow = 0;
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                let sum = mine.wrapping_add(*theirs);
                overflow |= (sum ^ *mine) & (sum ^ *theirs);
                *mine = sum;
            }
            if overflow >= 0 {
                return;
            }
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine = mine.wrapping_sub(*theirs);
            }
        }
        let mine = self.widen();
        for (mine, theirs) in mine.iter_mut().zip(other.iter()) {
            *mine += theirs;
        }
    }

    #[cold]
    #[inline(never)]
    fn widen(&mut self) -> &mut Vec<i64> {
        if let Form::Narrow(numbers) = &self.0 {
            self.0 = Form::Wide(numbers.iter().map(|&number| number.into()).collect());
        }
        match &mut self.0 {
            Form::Wide(numbers) => numbers,
            Form::Narrow(_) => unreachable!("narrow numbers have just been widened"),
        }
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut packed: Vec<i64> = Vec::new();
        let mut zeros = 0;
        for number in self.iter().map(Some).chain([None]) {
            match number {
                Some(0) => zeros += 1,
                _ if zeros > 0 => {
                    packed.extend([0, zeros - 1]);
                    zeros = 0;
                }
                _ => {}
            }
            packed.extend(number.filter(|number| *number != 0));
        }
        packed.serialize(serializer)
    }
}

impl TryFrom<Vec<i64>> for Numbers {
    type Error = &'static str;

    fn try_from(packed: Vec<i64>) -> Result<Numbers, &'static str> {
        let (mut places, mut len) = (Vec::new(), 0_usize);
        let mut packed = packed.into_iter();
        while let Some(number) = packed.next() {
            let more = if number == 0 { packed.next().ok_or("a run of zeros has no length")? } else { 0 };
            if number != 0 {
                places.push((len, number));
            }
            let longer = usize::try_from(more).ok().and_then(|more| len.checked_add(1)?.checked_add(more));
            len = longer.filter(|len| *len <= MOST).ok_or("the list is too long")?;
        }
        let mut numbers = Numbers::new(len);
        places.into_iter().for_each(|(at, number)| numbers.add(at, number));
        Ok(numbers)
    }
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Numbers) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Numbers {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(values: &[i64]) -> Numbers {
        let mut numbers = Numbers::new(values.len());
        values.iter().enumerate().for_each(|(at, &value)| numbers.add(at, value));
        numbers
    }

    #[test]
    fn numbers_are_equal_whatever_form_they_have() {
        let edge = i64::from(i32::MAX);
        let mut there_and_back = of(&[edge, -7]);
        there_and_back.add(0, 1);
        assert_eq!((there_and_back.get(0), there_and_back.get(1)), (edge + 1, -7));
        there_and_back.add(0, -1);
        assert_eq!(there_and_back, of(&[edge, -7]));
        assert_ne!(there_and_back, of(&[edge, 7]));
    }

    #[test]
    fn a_list_that_no_program_wrote_is_refused() {
        for packed in [vec![0], vec![0, -1], vec![0, i64::MAX], vec![5, 0, 1 << 24]] {
            assert!(Numbers::try_from(packed.clone()).is_err(), "{packed:?}");
        }
        assert_eq!(Numbers::try_from(vec![5, 0, 1, -3]), Ok(of(&[5, 0, 0, -3])));
    }

    proptest! {
        /// Numbers survive a round trip through bytes, up to the extremes, and zeros take few bytes.
        #[test]
        fn numbers_come_back(
            list in prop::collection::vec(prop_oneof![Just(0i64), -99i64..99, any::<i64>()], 0..50),
        ) {
            let bytes = postcard::to_allocvec(&of(&list)).unwrap();
            prop_assert_eq!(postcard::from_bytes::<Numbers>(&bytes), Ok(of(&list)));
            let zeros = postcard::to_allocvec(&of(&[0; 5000])).unwrap();
            prop_assert!(zeros.len() < 6);
        }

        #[test]
        fn draining_a_row_is_adding_one_by_one(
            rows in prop::collection::vec(
                (0usize..4, prop::array::uniform3(-3_000_000_000i64..3_000_000_000)), 1..6),
        ) {
            let (mut by_row, mut one_by_one) = (Numbers::new(6), Numbers::new(6));
            for (first, mut row) in rows {
                row.iter().enumerate().for_each(|(at, &value)| one_by_one.add(first + at, value));
                by_row.drain(first, &mut row);
                prop_assert_eq!(row, [0; 3]);
            }
            prop_assert_eq!(by_row, one_by_one);
        }

        /// Sums within and beyond 32 bits equal those of 128 bits, in either order.
        #[test]
        fn merging_adds_each_to_its_own(
            lists in prop::collection::vec(prop::array::uniform3(-3_000_000_000i64..3_000_000_000), 1..6),
        ) {
            let mut forward = Numbers::new(3);
            lists.iter().for_each(|list| forward.merge(&of(list)));
            let mut backward = Numbers::new(3);
            lists.iter().rev().for_each(|list| backward.merge(&of(list)));
            prop_assert_eq!(&forward, &backward);
            for at in 0..3 {
                let sum: i128 = lists.iter().map(|list| i128::from(list[at])).sum();
                prop_assert_eq!(i128::from(forward.get(at)), sum);
            }
        }
    }
}
