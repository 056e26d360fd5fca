use super::{Cell, Column, Table, Unit, estimate_cells, estimate_columns, pairs};
use crate::{
    balance::{Balanced, Effect, goal::Goal},
    pairs::FigureRow,
};

/// A row a change, a row a figure of each goal, a row for whatever else moves, and a row for steps of each number.
pub fn tables(found: &Balanced) -> Vec<Table> {
    let [mut changes, mut goals, mut effects] = heads();
    let mut moved: Vec<(Vec<Cell>, Vec<FigureRow>)> = Vec::new();
    for (number, proposal) in (0..).zip(&found.proposals) {
        let proposed = Cell::from(number);
        for change in &proposal.changes {
            changes.rows.push(vec![
                proposed.clone(),
                Cell::text(&change.path),
                Cell::Int(change.from),
                Cell::Int(change.to),
                Cell::text(change.source.word()),
                Cell::text(&change.about),
            ]);
        }
        for ((goal, seen), reached) in found.goals.iter().zip(&proposal.seen).zip(&proposal.reached) {
            for (words, estimate) in goal.figures.iter().zip(seen) {
                let mut cells = vec![proposed.clone(), Cell::text(&goal.text), Cell::text(words.to_string())];
                cells.push(Cell::text(unit(goal, found)));
                cells.extend([goal.range.low, goal.range.high].map(Cell::number));
                cells.extend(estimate_cells(estimate));
                cells.push(Cell::text(reached.word()));
                goals.rows.push(cells);
            }
        }
        if !proposal.changes.is_empty() {
            moved.push((vec![proposed], proposal.moved.clone()));
        }
    }
    for Effect { path, from, to, figure: (goal, figure), moved, error } in &found.effects {
        let Some(goal) = found.goals.get(*goal) else { continue };
        let words = goal.figures.get(*figure).map(ToString::to_string);
        effects.rows.push(vec![
            Cell::text(path),
            Cell::Int(*from),
            Cell::Int(*to),
            Cell::text(words.unwrap_or_default()),
            Cell::text(unit(goal, found)),
            Cell::Number(*moved),
            Cell::Number(*error),
        ]);
    }
    vec![changes, goals, self::moved(&moved), effects]
}

fn unit(goal: &Goal, found: &Balanced) -> &'static str {
    if goal.unit.is_share() { "share" } else { goal.unit.word(found.info) }
}

fn moved(rows: &[(Vec<Cell>, Vec<FigureRow>)]) -> Table {
    let table = pairs::of_arms(&[PROPOSAL], rows);
    Table {
        name: "proposal_moves",
        title: "What else the proposals move",
        about: "All figures that are found to differ between the first table with the changes and the same table without, after players have learned on by either; the clearest first.".to_owned(),
        ..table
    }
}

const PROPOSAL: Column = Column::whole("proposal", "Number of the proposal; 0 changes nothing.");

fn heads() -> [Table; 3] {
    let mut goal = vec![
        PROPOSAL,
        Column::text("goal", "What is wanted, as it was written."),
        Column::text("figure", "The figure that should lie in a range."),
        Column::text("unit", "Its unit."),
        Column::number("least", "The lower end of its range; empty where there is none.").of(Unit::ByRow),
        Column::number("most", "The upper end of its range; empty where there is none.").of(Unit::ByRow),
    ];
    goal.extend(estimate_columns(
        Column::number(
            "value",
            "The figure after players have learned on by the changed numbers, on deals and by learnings that the search has not seen. The interval holds over both.",
        )
        .of(Unit::ByRow),
    ));
    goal.push(Column::text(
        "reached",
        "Of the whole goal, so that it is the same in all its rows. met: the intervals of all its figures lie in the range; missed: one figure is surely outside, at 5 % over all; open: not known yet.",
    ));
    let changes = [
        PROPOSAL,
        Column::text("path", "The number that is changed."),
        Column::whole("from", "What it is."),
        Column::whole("to", "What it is changed to."),
        Column::text("source", "Where what it is comes from."),
        Column::text("about", "What it is about."),
    ];
    let effects = [
        Column::text("path", "The number."),
        Column::whole("from", "What it is."),
        Column::whole("to", "What it was changed to, alone."),
        Column::text("figure", "The figure of a goal."),
        Column::text("unit", "Its unit."),
        Column::number("moved", "By how much it moves, on the same deals, between players as they are.")
            .of(Unit::ByRow),
        Column::number("standard_error", "How well that is known.").of(Unit::ByRow),
    ];
    [
        Table::new(
            "proposals",
            "What to change",
            "The fewest and smallest changes that were found to come nearest to the goals, for each number of changes.",
            &changes,
        ),
        Table::new(
            "proposal_goals",
            "How far each proposal meets the goals",
            "Every figure that a goal is about, without a change (proposal 0) and with those of each proposal.",
            &goal,
        ),
        Table::new(
            "number_steps",
            "What steps of each number move",
            "Each number a step and a few steps down and up, alone. The search begins here: it says where to look, and no more.",
            &effects,
        ),
    ]
}

pub(super) fn all_heads() -> Vec<Table> {
    let [changes, goals, effects] = heads();
    vec![changes, goals, moved(&[]), effects]
}
