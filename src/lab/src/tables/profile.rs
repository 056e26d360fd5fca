use super::{Table, TableSpec, Unit};
use crate::summary::{HABITS, Habit, HabitRow, MatchupRow, StrategyProfile, Summary, per};
use sim_engine::{
    Info,
    analysis::{Heat, Square},
};

pub fn tables(summary: &Summary) -> Vec<Table> {
    let Some(StrategyProfile { habits, met }) = &summary.apart else { return Vec::new() };
    let mut tables = vec![profile(summary.info).table(habits)];
    tables.extend(met.as_deref().map(matrix));
    tables
}

pub fn heads(info: &'static Info) -> [Table; 2] {
    [profile(info).head(), head_to_head().head()]
}

fn profile(info: &'static Info) -> TableSpec<HabitRow> {
    let about = format!(
        "How each strategy differs from all others together: differences whose 95 % interval excludes 0, the most significant (in standard errors) first, at most {HABITS} per strategy. Intervals do not account for this selection."
    );
    let mut spec = TableSpec::<HabitRow>::new("profile", "What each strategy does differently").about(about);
    spec.text("strategy", |row| &row.strategy).about("Name of the strategy.");
    spec.text("habit", move |row| habit(info, row)[0]).about("A measure, or the uses of a component.");
    spec.text("row_label", move |row| habit(info, row)[1])
        .about("The component, or the label along the measure's first axis.");
    spec.text("column_label", move |row| habit(info, row)[2]).about("The label along its second axis.");
    spec.text("unit", move |row| habit(info, row)[3]).about("What is counted.");
    spec.text("per", move |row| habit(info, row)[4]).about("Denominator of the means.");
    spec.number("mean", |row| row.paired.one)
        .of(Unit::ByRow, "Mean of the strategy, per unit of the column `per`.");
    spec.number("field_mean", |row| row.paired.other).about("Mean of all other strategies together.");
    spec.estimate("difference", |row| row.paired.difference)
        .about("The strategy's mean minus that of the others.");
    spec
}

/// What is counted, its labels, its unit, and its denominator.
fn habit<'r>(info: &'static Info, row: &'r HabitRow) -> [&'r str; 5] {
    match &row.habit {
        Habit::Uses(component) => ["uses", component, "", "times", "seat and game"],
        Habit::Measure { measure, labels: [row, column] } => {
            [measure.name, row, column, measure.unit, per(info, measure)]
        }
    }
}

fn matrix(rows: &[MatchupRow]) -> Table {
    let square = |row: &MatchupRow| Square::plain(&row.strategy, &row.against, row.win_rate.value);
    let squares = rows.iter().map(square).collect();
    let heat = Heat { row: "strategy", column: "against", unit: "win rate of the row", word: "", squares };
    Table { heat: Some(heat), ..head_to_head().table(rows) }
}

fn head_to_head() -> TableSpec<MatchupRow> {
    let mut spec = TableSpec::<MatchupRow>::new("head_to_head", "Who wins against whom").about("How often a strategy wins when another one sits at the table. With three or more players others sit there too, and may win. Errors are over 32 groups of deals.");
    spec.text("strategy", |row| &row.strategy).about("Name of the strategy.");
    spec.text("against", |row| &row.against).about("A strategy that sits at the same table.");
    spec.estimate("win_rate", |row| row.win_rate)
        .of(Unit::Share, "Win rate of `strategy` in the games in which both play; empty if they never meet.");
    spec
}
