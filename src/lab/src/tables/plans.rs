use super::{Cell, Column, Table, Unit, estimate_columns, pairs::TESTS, pairs::paired_cells};
use crate::plans::{DEAD, Plans, RULES};

/// A row a plan, and a row each thing that it counts.
pub fn tables(found: &Plans) -> Vec<Table> {
    let (mut plans, mut aims) = (head(), aims_head());
    for row in &found.rows {
        let mut cells = vec![Cell::text(&row.name)];
        for one in [&row.share, &row.written] {
            cells.push(Cell::number(one.value));
            cells.extend(Cell::ends(one.interval));
        }
        cells.push(Cell::number(Some(1.0 / found.extent.players as f64)));
        cells.extend(paired_cells(&row.cost));
        cells.extend([row.cost.p_value, row.cost_rate].map(Cell::number));
        cells.push(Cell::number(row.more.value));
        cells.extend(Cell::ends(row.more.interval));
        cells.push(Cell::text(row.reading.word()));
        plans.rows.push(cells);
        for aim in &row.aims {
            let [with, without] = aim.counts.map(Cell::number);
            let worth = Cell::number(Some(aim.worth));
            aims.rows.push(vec![Cell::text(&row.name), Cell::text(&aim.word), worth, with, without]);
        }
    }
    vec![plans, aims]
}

pub(super) fn head() -> Table {
    let mut columns = vec![
        Column::text("plan", "The strategy whose plan it is."),
        Column::share(
            "share",
            "What the plan wins in good hands, at tables of all these plans in good hands.",
        ),
        Column::low("share_low"),
        Column::high("share_high"),
        Column::share(
            "written",
            "What the strategy wins as it is written, at tables of all of them as they are written.",
        ),
        Column::low("written_low"),
        Column::high("written_high"),
        Column::share("fair", "What each would win if all were equal."),
        Column::share(
            "one",
            "What one wins who learned on without a plan, among copies of the player who learned.",
        ),
        Column::share("other", "What one wins who learned on with this plan, likewise."),
    ];
    columns.extend(estimate_columns(
        Column::number("cost", "The first less the second: what the plan costs. The interval holds over deals and over learnings.")
            .of(Unit::ShareDifference),
    ));
    columns.extend(TESTS);
    columns.extend([
        Column::number("more", "What the plan was worth more to its player than to one who learned on without, in wins: above 0, he follows it."),
        Column::low("more_low"),
        Column::high("more_high"),
        Column::text(
            "reading",
            "lives: surely above 0.6 times the fair share; rules: surely above 1.5 times; dead: surely below 0.6 times; alike: its player does no more of it than one without a plan; open: not known yet.",
        ),
    ]);
    let about = "What ways to play win in good hands: a strong player learned each, paid for it while he learned and judged by wins alone.";
    Table::new("plans", "What plans win when they are played well", about, &columns)
}

pub(super) fn aims_head() -> Table {
    let columns = [
        Column::text("plan", "The strategy whose plan it is."),
        Column::text(
            "counts",
            "What the plan counts: a component, a sort of them, a measure or a place of one.",
        ),
        Column::number("worth", "What one of it is worth to whoever learns the plan, in wins."),
        Column::number("with", "How many of it its player has in a game."),
        Column::number("without", "The same of one who learned on without a plan."),
    ];
    let about = "What plans count, and how much of it those do who learned them: whether a plan is followed.";
    Table::new("plan_aims", "What plans count", about, &columns)
}

const _: () = assert!(DEAD == 0.6 && RULES == 1.5, "the column of readings says so");
