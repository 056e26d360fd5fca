use super::{
    Cell, Column, Table, estimate_columns,
    pairs::{PAIR, paired_cells},
};
use crate::train::params::{Objective, Tuning, Verdict};
use sim_engine::text::people;
use sim_stats::paired::Paired;

pub fn tables(tuning: &Tuning) -> Vec<Table> {
    let mut rows = Vec::new();
    if let Some(Verdict { gain, boards, held_out, credits, .. }) = &tuning.verdict {
        // The worst tables of the two need not be the same, and the difference is the least that is sure.
        let paired = Paired { one: Some(gain.winner), other: Some(gain.start), ..gain.paired };
        rows.push((Of::Objective, tuning.record.name.clone(), paired));
        rows.extend(boards.iter().map(|board| (Of::Table, board.label.clone(), board.paired)));
        let strangers = || people::list(&tuning.record.strangers);
        rows.extend(held_out.iter().map(|paired| (Of::HeldOut, strangers(), *paired)));
        rows.extend(credits.iter().map(|credit| (Of::Settings, credit.name.clone(), credit.paired)));
    }
    for (.., paired) in &mut rows {
        // A win is many parts, of which a seat and game counts as many; of the worst case there is no such number.
        let counted = &mut paired.difference;
        counted.n = match tuning.objective {
            Objective::Share => counted.n / tuning.utility.parts as u64,
            Objective::Worst => counted.deals,
        };
    }
    vec![gains(&rows), params(tuning)]
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Of {
        Objective = "objective",
        Table = "table",
        HeldOut = "held out",
        Settings = "params",
    }
}

/// What the winner gained over the start on test deals, the objective first.
pub fn gains(rows: &[(Of, String, Paired)]) -> Table {
    let mut columns = vec![
        Column::text(
            "of",
            "objective: what was made as large as can be. table: one sort of table. held out: opponents that the search never met. params: against the winner with these as they were.",
        ),
        Column::text("name", "Which one."),
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column::number("difference", "The first less the second.")));
    let about = "The winner of the search, one, beside the start, other, on the same test deals; in rows of params, beside itself with those set back.";
    let mut table = Table::new("tuning_gains", "What was gained", about, &columns);
    for (of, name, paired) in rows {
        let mut cells = vec![Cell::text(of.word()), Cell::text(name)];
        cells.extend(paired_cells(paired));
        table.rows.push(cells);
    }
    table
}

pub(super) fn params_head() -> Table {
    Table::new(
        "tuning_params",
        "Params",
        "Where each param was and where it came to.",
        &[
            Column::text("param", "The param."),
            Column::text("start", "Its value at the start."),
            Column::number("tuned", "Its value in the winner."),
            Column::number("least", "Lower end of its range."),
            Column::number("most", "Upper end of its range."),
        ],
    )
}

/// All params with their values before and after; none after where there is no winner.
fn params(tuning: &Tuning) -> Table {
    let mut table = params_head();
    for (at, param) in tuning.params.iter().enumerate() {
        let tuned = tuning.verdict.as_ref().map(|verdict| verdict.values[at]);
        let numbers = [Some(param.value), tuned, Some(param.range.0), Some(param.range.1)];
        table.rows.push(std::iter::once(Cell::text(&param.name)).chain(numbers.map(Cell::number)).collect());
    }
    table
}
