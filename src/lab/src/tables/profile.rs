use super::{Cell, Column, Table, Unit, estimate_cells, estimate_columns};
use crate::summary::{Apart, HABITS, Habit, HabitRow, MetRow, Summary, per};
use sim_engine::analysis::{Heat, Square};

const STRATEGY: Column = Column::text("strategy", "Name of the strategy.");

pub fn tables(summary: &Summary) -> Vec<Table> {
    let Some(Apart { habits, met }) = &summary.apart else { return Vec::new() };
    [Some(profile(summary, habits)), met.as_deref().map(head_to_head)].into_iter().flatten().collect()
}

fn profile(summary: &Summary, rows: &[HabitRow]) -> Table {
    let keys = [
        STRATEGY,
        Column::text("habit", "A measure, or the uses of a component."),
        Column::text("row_label", "The component, or the label along the measure's first axis."),
        Column::text("column_label", "The label along its second axis."),
        Column::text("unit", "What is counted."),
        Column::text("per", "What the means are per."),
        Column::number("mean", "Mean of the strategy.").of(Unit::ByRow),
        Column::number("field_mean", "Mean of all other strategies."),
    ];
    let difference = Column::number("difference", "The strategy's mean minus that of the others.");
    let columns: Vec<Column> = keys.into_iter().chain(estimate_columns(difference)).collect();
    let about = format!(
        "What each strategy does differently from all others together, the clearest difference (in errors) first, at most {HABITS} for each strategy."
    );
    let mut table = Table::new("profile", "What each strategy does differently", about, &columns);
    table.rows.extend(rows.iter().map(|HabitRow { strategy, habit, paired }| {
        let keys = match habit {
            Habit::Uses(component) => ["uses", component, "", "times", "seat and game"],
            Habit::Measure { measure, labels: [row, column] } => {
                [measure.name, row, column, measure.unit, per(summary.info, measure)]
            }
        };
        let keys = [Cell::text(strategy)].into_iter().chain(keys.map(Cell::text));
        let means = [paired.one, paired.other].map(Cell::number);
        keys.chain(means).chain(estimate_cells(&paired.difference)).collect()
    }));
    table
}

fn head_to_head(rows: &[MetRow]) -> Table {
    let keys = [STRATEGY, Column::text("against", "A strategy that sits at the same table.")];
    let share = Column::share("win_rate", "Win rate of the first strategy in the games of both.");
    let columns: Vec<Column> = keys.into_iter().chain(estimate_columns(share)).collect();
    let about = "How often a strategy wins when another one sits at the table. With three or more players others sit there too, and may win. Errors go by 32 groups of deals.";
    let mut table = Table::new("head_to_head", "Who wins against whom", about, &columns);
    table.rows.extend(rows.iter().map(|MetRow { strategy, against, win_rate }| {
        let keys = [strategy, against].map(Cell::text);
        keys.into_iter().chain(estimate_cells(win_rate)).collect()
    }));
    table.heat = Some(Heat {
        row: "strategy",
        column: "against",
        unit: "win rate of the row",
        word: "",
        squares: rows
            .iter()
            .map(|row| Square::plain(&row.strategy, &row.against, row.win_rate.value))
            .collect(),
    });
    table
}
