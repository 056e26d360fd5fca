//! Weighted terms of the candidates of one part, and their sums.
//!
//! Champions have hundreds of terms, and nearly all are a feature or a product of two. Those are read directly
//! from the columns, without instructions; all others are [programs](Program).

use wide::f64x4;

use crate::formula::columns::{COLUMN, Column, Columns};
use crate::formula::compile::Scale;
use crate::formula::program::Program;

/// Candidates computed at a time: half as many as in programs, as many parts have few candidates.
const BESIDE: usize = 4;

/// The terms of a part. A term adds its weight per standard deviation of its value above the mean.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    terms: Vec<Term>,
    part_mask: u128,
    context_mask: u128,
}

#[derive(Debug, Clone)]
struct Term {
    /// Index in the decision's list of terms, some of which are absent in this part.
    at: usize,
    source: TermSource,
    place: Place,
    weight: f64,
}

/// A [`Scale`] with the reciprocal of its standard deviation.
#[derive(Debug, Clone, Copy)]
struct Place {
    mean: f64,
    per_sd: f64,
}

/// Where the values of a term come from.
#[derive(Debug, Clone)]
pub(super) enum TermSource {
    /// A feature times a factor that all candidates share.
    Feature(usize, Same),
    Product(usize, usize),
    /// A product that all candidates share.
    Same(Same, Same),
    Formula(Program),
}

/// A leaf of a formula: a feature, or a value that all candidates share.
#[derive(Debug, Clone, Copy)]
pub(super) enum Leaf {
    Feature(usize),
    Same(Same),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Same {
    Number(f64),
    Context(usize),
}

impl Same {
    #[inline(always)]
    fn value(self, context: &[f64]) -> f64 {
        match self {
            Same::Number(value) => value,
            Same::Context(index) => context[index],
        }
    }

    fn mask(self) -> u128 {
        match self {
            Same::Number(_) => 0,
            Same::Context(index) => 1 << index,
        }
    }
}

impl TermSource {
    /// Masks of the part and context features that it reads.
    fn masks(&self) -> (u128, u128) {
        match *self {
            TermSource::Feature(feature, factor) => (1 << feature, factor.mask()),
            TermSource::Product(one, other) => (1 << one | 1 << other, 0),
            TermSource::Same(one, other) => (0, one.mask() | other.mask()),
            TermSource::Formula(ref program) => (program.part_mask(), program.context_mask()),
        }
    }

    /// Passes the values for the candidates `0..count` to `give`, [`BESIDE`] at a time.
    #[inline(always)]
    fn read(&self, context: &[f64], columns: &mut Columns, count: usize, mut give: impl FnMut(usize, f64x4)) {
        let steps = 0..count.div_ceil(BESIDE);
        match *self {
            TermSource::Feature(feature, factor) => {
                let (values, factor) =
                    (steps_of(columns.column(feature)), f64x4::splat(factor.value(context)));
                steps.for_each(|step| give(step, f64x4::new(values[step]) * factor));
            }
            TermSource::Product(one, other) => {
                let (one, other) = (steps_of(columns.column(one)), steps_of(columns.column(other)));
                steps.for_each(|step| give(step, f64x4::new(one[step]) * f64x4::new(other[step])));
            }
            TermSource::Same(one, other) => {
                let value = f64x4::splat(one.value(context) * other.value(context));
                steps.for_each(|step| give(step, value));
            }
            TermSource::Formula(ref program) => {
                let mut values = COLUMN;
                program.run(context, columns, count, &mut values);
                steps.for_each(|step| give(step, f64x4::new(steps_of(&values)[step])));
            }
        }
    }
}

impl Terms {
    /// Adds the term at an index of the decision's list.
    pub(super) fn push(&mut self, at: usize, source: TermSource, (scale, weight): (Scale, f64)) {
        let (part, context) = source.masks();
        self.part_mask |= part;
        self.context_mask |= context;
        let place = Place::of(scale);
        self.terms.push(Term { at, source, place, weight });
    }

    /// Masks of the part and context features that the terms read.
    pub fn reads(&self) -> (u128, u128) {
        (self.part_mask, self.context_mask)
    }

    /// Computes the sums of the terms for the candidates `0..count`, added in their order; NaN if one of the
    /// terms is NaN.
    ///
    /// What `out` holds from `count` on is unspecified afterwards.
    ///
    /// # Panics
    ///
    /// As [`Program::run`] does.
    pub fn sum(&self, context: &[f64], columns: &mut Columns, count: usize, out: &mut [f64]) {
        let (out, _) = out.as_chunks_mut::<BESIDE>();
        let out = &mut out[..count.div_ceil(BESIDE)];
        out.fill([0.0; BESIDE]);
        for Term { source, place, weight, .. } in &self.terms {
            let weight = f64x4::splat(*weight);
            source.read(context, columns, count, |step, values| {
                let sum = &mut out[step];
                *sum = (f64x4::new(*sum) + place.of_all(values) * weight).to_array();
            });
        }
    }

    /// Passes the index of each term, and its values for the candidates `0..count`, to `give`.
    ///
    /// # Panics
    ///
    /// As [`Program::run`] does.
    pub fn each(
        &self,
        context: &[f64],
        columns: &mut Columns,
        count: usize,
        mut give: impl FnMut(usize, &[f64]),
    ) {
        let mut out = COLUMN;
        for Term { at, source, .. } in &self.terms {
            let (steps, _) = out.as_chunks_mut::<BESIDE>();
            source.read(context, columns, count, |step, values| steps[step] = values.to_array());
            give(*at, &out[..count]);
        }
    }
}

fn steps_of(column: &Column) -> &[[f64; BESIDE]] {
    column.as_chunks().0
}

impl Place {
    fn of(scale: Scale) -> Place {
        Place { mean: scale.mean, per_sd: 1.0 / scale.sd }
    }

    /// [`Scale::place`] for several values, with the same bits.
    #[inline(always)]
    fn of_all(self, values: f64x4) -> f64x4 {
        let spreads = (values - f64x4::splat(self.mean)) * f64x4::splat(self.per_sd);
        let (least, most) = (f64x4::splat(-Scale::MOST), f64x4::splat(Scale::MOST));
        // One instruction each on these processors, which keep a NaN in the second operand.
        if cfg!(any(target_feature = "sse2", target_feature = "neon")) {
            return most.fast_min(least.fast_max(spreads));
        }
        let raised = spreads.simd_lt(least).bitselect(least, spreads);
        most.simd_lt(raised).bitselect(most, raised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_side_by_side_have_the_bits_of_their_places_one_by_one() {
        let scale = Scale { mean: 0.3, sd: 1.7 };
        let values =
            [[f64::NAN, f64::INFINITY, -f64::INFINITY, 8.8], [-8.3, 0.3, -0.0, 0.0], [5.0, -5.0, 5.1, -5.1]];
        for scale in [Scale::PLAIN, scale, Scale { sd: 1e-9, ..scale }] {
            for values in values {
                let places = Place::of(scale).of_all(f64x4::new(values)).to_array();
                for (value, place) in values.into_iter().zip(places) {
                    let own = scale.place(value);
                    assert!(place.to_bits() == own.to_bits() || place.is_nan() && own.is_nan(), "{value}");
                }
            }
        }
    }
}
