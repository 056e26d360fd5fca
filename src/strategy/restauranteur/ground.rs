//! The districts around each cell: they stay where set-up puts them, so they are looked at once a game.

use crate::rules::restauranteur::{
    board::{CELLS, Cell, Cells},
    components::District,
    state::Public,
};

/// What a cell has around it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spot {
    pub districts: u8,
    /// Their types, one bit each.
    pub types: u8,
}

/// Kept from decision to decision, and held against the board before it is used.
#[derive(Debug)]
pub struct Ground {
    districts: [Cells; District::COUNT],
    spots: [Spot; CELLS],
}

impl Default for Ground {
    fn default() -> Ground {
        Ground { districts: [0; District::COUNT], spots: [Spot::default(); CELLS] }
    }
}

impl Ground {
    /// Looks at the board again if it is another one.
    #[inline]
    pub fn renew(&mut self, table: &Public) {
        if self.districts != table.districts {
            self.look(table);
        }
    }

    #[inline]
    pub fn spot(&self, cell: Cell) -> Spot {
        self.spots[cell.index()]
    }

    #[cold]
    fn look(&mut self, table: &Public) {
        self.districts = table.districts;
        for (at, spot) in self.spots.iter_mut().enumerate() {
            let near = Cell(at as u8).near();
            let types = table.districts.iter().enumerate();
            *spot = Spot {
                districts: (near & table.district_cells).count_ones() as u8,
                types: types.fold(0, |set, (bit, cells)| set | u8::from(cells & near != 0) << bit),
            };
        }
    }
}
