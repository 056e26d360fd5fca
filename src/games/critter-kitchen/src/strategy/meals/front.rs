//! Ways to serve ingredients by quality and cost, and their Pareto front.

/// Number of qualities that are distinguished: brackets up to 31.
pub const QUALITIES: usize = 32;

#[derive(Clone, Copy, Default)]
pub struct Way {
    pub quality: usize,
    pub cost: f64,
    pub spent: u64,
}

/// Pareto-optimal ways, the highest quality first.
#[derive(Clone)]
pub struct Front {
    len: usize,
    ways: [Way; QUALITIES],
}

impl Front {
    pub const NONE: Front = Front { len: 0, ways: [Way { quality: 0, cost: 0.0, spent: 0 }; QUALITIES] };

    #[inline]
    pub fn ways(&self) -> &[Way] {
        &self.ways[..self.len]
    }

    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub fn only(&mut self, way: Way) {
        self.len = 1;
        self.ways[0] = way;
    }

    #[inline]
    pub fn copy(&mut self, other: &Front) {
        self.len = other.len;
        self.ways[..other.len].copy_from_slice(other.ways());
    }
}

/// The cheapest way found so far for each quality; ties go to the first.
#[derive(Clone)]
pub struct Offers {
    /// Mask of the qualities that can be reached; the others have infinite cost.
    pub reached: u32,
    pub cost: [f64; QUALITIES],
    pub spent: [u64; QUALITIES],
}

impl Offers {
    pub const NONE: Offers = Offers { reached: 0, cost: [f64::INFINITY; QUALITIES], spent: [0; QUALITIES] };

    /// Keeps a way if it is cheaper, without a branch, because the outcome is unpredictable.
    #[inline(always)]
    pub fn offer(&mut self, quality: usize, cost: f64, spent: u64) {
        let quality = quality % QUALITIES;
        let (known, tokens) = (self.cost[quality], self.spent[quality]);
        let is_less = cost < known;
        self.reached |= 1 << quality;
        self.cost[quality] = if is_less { cost } else { known };
        self.spent[quality] = if is_less { spent } else { tokens };
    }

    pub fn extend(&mut self, from: &Offers, at: usize, gain: usize, keep: f64, top: usize) {
        let mut left = from.reached;
        while left != 0 {
            let quality = highest(left);
            left ^= 1 << quality;
            let (cost, spent) = (from.cost[quality] + keep, from.spent[quality] | 1 << at);
            self.offer((quality + gain).min(top), cost, spent);
        }
    }

    /// Moves the Pareto-optimal ways that cost less than `most` into `front`, and starts over.
    #[inline]
    pub fn settle(&mut self, most: f64, front: &mut Front) {
        let mut left = std::mem::replace(&mut self.reached, 0);
        let mut least = most;
        let mut len = 0;
        while left != 0 {
            let quality = highest(left);
            left ^= 1 << quality;
            let cost = std::mem::replace(&mut self.cost[quality], f64::INFINITY);
            front.ways[len % QUALITIES] = Way { quality, cost, spent: self.spent[quality] };
            let is_less = cost < least;
            len += usize::from(is_less);
            least = if is_less { cost } else { least };
        }
        front.len = len;
    }
}

/// Returns the highest quality in a nonempty mask.
#[inline(always)]
pub fn highest(mask: u32) -> usize {
    // The remainder tells the compiler that the index is within bounds.
    (31 - mask.leading_zeros()) as usize % QUALITIES
}

const _: () = assert!(QUALITIES <= 32, "qualities are bits of masks");
