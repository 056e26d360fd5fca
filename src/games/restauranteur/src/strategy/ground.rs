//! Cached estimates of a seat: the surroundings of each cell, fixed at set-up, and the rates of the [`Pace`],
//! which change with discards and draws.

use std::cell::OnceCell;

use super::pace::{Basis, Pace};
use crate::rules::{
    Observation,
    board::{CELLS, Cell, Cells},
    components::District,
    state::Public,
};

#[derive(Debug)]
pub struct Spots {
    /// Number of adjacent districts, as `f64` for income computations.
    pub districts: [f64; CELLS],
    /// Their types, one bit each.
    pub types: [u8; CELLS],
}

/// Cache kept between decisions; [`Ground::renew`] checks it against the table before use.
#[derive(Debug)]
pub struct Ground {
    districts: [Cells; District::COUNT],
    pub spots: Spots,
    basis: Basis,
    pace: OnceCell<Pace>,
    plain: OnceCell<[f64; CELLS]>,
}

impl Default for Ground {
    fn default() -> Ground {
        Ground {
            districts: [0; District::COUNT],
            spots: Spots { districts: [0.0; CELLS], types: [0; CELLS] },
            basis: Basis::default(),
            pace: OnceCell::new(),
            plain: OnceCell::new(),
        }
    }
}

impl Ground {
    #[inline]
    pub fn renew(&mut self, seen: Observation<'_>) {
        let is_same_board = self.districts == seen.table().districts;
        let basis = Basis::of(seen);
        if is_same_board && self.basis == basis {
            return;
        }
        if !is_same_board {
            self.look(seen.table());
        }
        self.basis = basis;
        self.pace.take();
        self.plain.take();
    }

    #[inline]
    pub fn pace(&self, seen: Observation<'_>) -> &Pace {
        self.pace.get_or_init(|| Pace::new(seen, &self.basis, &self.spots))
    }

    /// Caches one number per cell that depends only on pace and board; cleared with the pace.
    #[inline]
    pub fn plain(&self, work_out: impl FnOnce() -> [f64; CELLS]) -> &[f64; CELLS] {
        self.plain.get_or_init(work_out)
    }

    #[cold]
    fn look(&mut self, table: &Public) {
        self.districts = table.districts;
        for at in 0..CELLS {
            let near = Cell(at as u8).near();
            let types = table.districts.iter().enumerate();
            self.spots.districts[at] = f64::from((near & table.district_cells).count_ones());
            self.spots.types[at] =
                types.fold(0, |set, (bit, cells)| set | u8::from(cells & near != 0) << bit);
        }
    }
}
