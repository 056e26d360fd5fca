use super::{Cell, Column, Table, Unit, estimate_cells, estimate_columns};
use crate::{
    ladder::Ladder,
    skill::{VarianceShares, VarianceSource},
};

/// Every step of every ladder, the whole length last.
pub fn table(found: &[Ladder]) -> Table {
    let mut table = head();
    for ladder in found {
        let players = Cell::from(ladder.players as u64);
        let fair = Cell::Number(1.0 / ladder.players as f64);
        for step in &ladder.steps {
            let mut cells =
                vec![players.clone(), Cell::text(&step.upper), Cell::text(&step.lower), fair.clone()];
            for share in [step.upper_wins, step.lower_wins] {
                cells.push(Cell::number(share.value));
                cells.extend(Cell::ends(share.interval));
            }
            cells.extend(estimate_cells(&step.points));
            cells.extend(shares(step.variance.as_ref()));
            table.rows.push(cells);
        }
        if let Some((lowest, highest)) = ladder.ends() {
            let mut cells = vec![players, Cell::text(highest), Cell::text(lowest), fair];
            cells.extend(std::iter::repeat_n(Cell::Missing, 6));
            cells.extend(estimate_cells(&ladder.length));
            cells.extend(shares(ladder.highest.as_ref()));
            table.rows.push(cells);
        }
    }
    table
}

fn shares(variance: Option<&VarianceShares>) -> Vec<Cell> {
    let share = |of: VarianceSource| variance.and_then(|one| one.share_of_winning(of));
    let skill = share(VarianceSource::OwnStrategy);
    let mut cells = vec![Cell::number(skill.and_then(|one| one.value))];
    cells.extend(Cell::ends(skill.and_then(|one| one.interval)));
    let parts = [VarianceSource::Seating, VarianceSource::Deal, VarianceSource::LaterDraws];
    cells.extend(parts.map(|part| Cell::number(share(part).and_then(|one| one.value))));
    cells
}

pub(super) fn head() -> Table {
    let mut columns = vec![
        Column::players("Players at the table."),
        Column::text("upper", "The upper rung: a strategy, or archetypes for all ways to play."),
        Column::text("lower", "The rung below it; in the last row of a number of players the lowest of all."),
        Column::share("fair_share", "An equal share of wins."),
        Column::share("upper_wins", "What one of the upper rung wins among those of the lower."),
        Column::low("upper_wins_low"),
        Column::high("upper_wins_high"),
        Column::share("lower_wins", "What one of the lower rung wins among those of the upper."),
        Column::low("lower_wins_low"),
        Column::high("lower_wins_high"),
    ];
    columns.extend(estimate_columns(Column::number(
        "points",
        "How far the upper is ahead on the scale of chess: 400 are odds of ten to one beyond those of equals. From both shares; of the whole ladder the sum.",
    )));
    columns.extend([
        Column::number("skill", "Share of the variance of winning that goes with the own strategy where both rungs sit at one table; not of archetypes. In the last row of a number of players those of the highest rung sit in all seats, and none plays otherwise.")
            .of(Unit::Share),
        Column::low("skill_low"),
        Column::high("skill_high"),
        Column::share("seating", "Share of that variance that goes with the seat."),
        Column::share("deal", "Share of that variance that goes with what set-up deals."),
        Column::share("later_draws", "Share of that variance that goes with later luck, and with choices between equals."),
    ]);
    let about = "Players from chance to champions, and how far each is ahead of the next. The length of the ladder is how deep the game is, as far as these players know it.";
    Table::new("levels", "Levels of skill", about, &columns)
}
