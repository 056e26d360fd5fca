//! Small sets as bits of a number.

/// The positions of the set bits of a mask, ascending.
#[inline]
pub fn bits(mask: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut left = mask.into();
    std::iter::from_fn(move || {
        let at = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            at
        })
    })
}
