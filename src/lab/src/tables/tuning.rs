//! A tuning: what its winner gained, and which params moved.

use super::{
    Cell, Column, Table, estimate_columns,
    pairs::{PAIR, paired_cells},
};
use sim_script::script::Param;
use sim_stats::paired::Paired;

/// What a gain is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    Objective,
    /// One sort of table.
    Table,
    /// Opponents that the search never met.
    HeldOut,
    /// Settings set back to where they began.
    Settings,
}

impl Of {
    fn word(self) -> &'static str {
        match self {
            Of::Objective => "objective",
            Of::Table => "table",
            Of::HeldOut => "held out",
            Of::Settings => "params",
        }
    }
}

/// What the winner gained over the start on test deals, the objective first.
pub fn gains(rows: &[(Of, String, Paired)]) -> Table {
    let mut columns = vec![
        Column {
            name: "of",
            about: "objective: what was made as large as can be. table: one sort of table. held out: opponents that the search never met. params: against the winner with these as they were.",
        },
        Column { name: "name", about: "Which one." },
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column { name: "difference", about: "The first less the second." }));
    let about = "The winner of the search, one, beside the start, other, on the same test deals; in rows of params, beside itself with those set back.";
    let mut table = Table::new("tuning_gains", "What was gained", about, &columns);
    for (of, name, paired) in rows {
        let mut cells = vec![Cell::text(of.word()), Cell::text(name)];
        cells.extend(paired_cells(paired));
        table.rows.push(cells);
    }
    table
}

/// All params with their values before and after; `values` are none where there is no winner.
pub fn params(params: &[Param], values: Option<&[f64]>) -> Table {
    let mut table = Table::new(
        "tuning_params",
        "Params",
        "Where each param was and where it came to.",
        &[
            Column { name: "param", about: "The param." },
            Column { name: "start", about: "Its value at the start." },
            Column { name: "tuned", about: "Its value in the winner." },
            Column { name: "least", about: "Lower end of its range." },
            Column { name: "most", about: "Upper end of its range." },
        ],
    );
    for (at, param) in params.iter().enumerate() {
        let numbers =
            [Some(param.value), values.map(|values| values[at]), Some(param.range.0), Some(param.range.1)];
        table.rows.push(std::iter::once(Cell::text(&param.name)).chain(numbers.map(Cell::number)).collect());
    }
    table
}
