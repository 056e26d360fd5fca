//! The operations of the language, for single values.
//!
//! Constant folding and the tree evaluator call these; the vector operations of the machine give the same bits.
//! Each compiles without branches, so that loops over lanes vectorise.

/// Whether a value counts as true: neither 0 nor NaN.
#[inline(always)]
pub fn truth(x: f64) -> bool {
    x.abs() > 0.0
}

/// 1 for true, 0 for false.
#[inline(always)]
pub fn number(truth: bool) -> f64 {
    if truth { 1.0 } else { 0.0 }
}

#[inline(always)]
pub fn not(x: f64) -> f64 {
    number(!truth(x))
}

#[inline(always)]
pub fn and(a: f64, b: f64) -> f64 {
    number(truth(a) & truth(b))
}

#[inline(always)]
pub fn or(a: f64, b: f64) -> f64 {
    number(truth(a) | truth(b))
}

#[inline(always)]
pub fn select(condition: f64, then: f64, other: f64) -> f64 {
    if truth(condition) { then } else { other }
}

/// The smaller value; NaN if either is NaN, the first if both are equal (0 equals -0).
#[inline(always)]
pub fn min(a: f64, b: f64) -> f64 {
    if (a <= b) | a.is_nan() { a } else { b }
}

/// The larger value; NaN if either is NaN, the first if both are equal (0 equals -0).
#[inline(always)]
pub fn max(a: f64, b: f64) -> f64 {
    if (a >= b) | a.is_nan() { a } else { b }
}

/// From here on every `f64` is an integer.
const ALL_WHOLE: f64 = 4_503_599_627_370_496.0;

/// A nearest whole number with the sign of `x`.
///
/// Without SSE4.1 the usual intrinsics call a function for each lane. Adding and subtracting 2^52 makes the
/// addition itself round.
#[inline(always)]
fn round(x: f64) -> f64 {
    let size = x.abs();
    let rounded = (size + ALL_WHOLE) - ALL_WHOLE;
    // NaN fails the comparison and stays NaN.
    let whole = if size < ALL_WHOLE { rounded } else { size };
    whole.copysign(x)
}

#[inline(always)]
pub fn floor(x: f64) -> f64 {
    let near = round(x);
    near - number(near > x)
}

#[inline(always)]
pub fn ceil(x: f64) -> f64 {
    let near = round(x);
    // The sign is lost where -1 + 1 gives +0.
    (near + number(near < x)).copysign(x)
}

/// From `libm`, not the platform: the same bits on every machine.
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The natural logarithm, from `libm`.
#[inline(always)]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nan_and_both_zeros_are_false() {
        assert!(!truth(f64::NAN));
        assert!(!truth(0.0));
        assert!(!truth(-0.0));
        assert!(truth(-0.5));
        assert!(truth(f64::NEG_INFINITY));
        assert!(truth(5e-324));
    }

    #[test]
    fn min_and_max_keep_nan_and_take_the_first_of_equals() {
        for operation in [min, max] {
            assert!(operation(f64::NAN, 1.0).is_nan());
            assert!(operation(1.0, f64::NAN).is_nan());
            assert_eq!(operation(0.0, -0.0).to_bits(), 0.0_f64.to_bits());
            assert_eq!(operation(-0.0, 0.0).to_bits(), (-0.0_f64).to_bits());
        }
        assert_eq!(min(2.0, 1.0), 1.0);
        assert_eq!(max(2.0, 1.0), 2.0);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn floor_and_ceil_agree_with_the_standard_library(
            any in any::<u64>().prop_map(f64::from_bits),
            small in -40_i32..40,
        ) {
            let small = f64::from(small) / 4.0;
            for x in [any, small, -0.0, 0.0, f64::INFINITY, ALL_WHOLE - 0.5, 0.5 - ALL_WHOLE] {
                if x.is_nan() {
                    prop_assert!(floor(x).is_nan() && ceil(x).is_nan());
                } else {
                    prop_assert_eq!(floor(x).to_bits(), x.floor().to_bits(), "floor of {}", x);
                    prop_assert_eq!(ceil(x).to_bits(), x.ceil().to_bits(), "ceil of {}", x);
                }
            }
        }
    }
}
