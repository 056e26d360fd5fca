use super::{
    Cell, Column, Table, Unit, estimate_columns,
    pairs::{TESTS, paired_cells},
};
use crate::{
    adapt::{Adaptation, Adapted},
    figure::FigureOf,
};
use sim_stats::paired::Paired;

pub fn tables(found: &Adaptation) -> Vec<Table> {
    let mut rows = head();
    for arm in &found.arms {
        let mut add = |component: Cell, of: &FigureOf, at_once: &Paired, (after, rate): (&Paired, _)| {
            let mut cells = vec![Cell::text(&arm.name), Cell::text(of.figure.word()), component];
            cells.extend(Cell::owner(&of.owner));
            cells.extend([at_once.one, at_once.other, at_once.difference.value].map(Cell::number));
            cells.extend(Cell::ends(at_once.difference.interval));
            cells.extend(paired_cells(after));
            cells.extend([after.p_value, rate].map(Cell::number));
            rows.rows.push(cells);
        };
        for Adapted { at_once, after } in &arm.figures {
            add(Cell::Missing, &at_once.of, &at_once.paired, (&after.paired, after.rate));
        }
        for Adapted { at_once, after } in &arm.components {
            let component = Cell::text(&at_once.component);
            add(component, &at_once.of, &at_once.paired, (&after.paired, after.rate));
        }
    }
    vec![rows, meetings(found)]
}

pub(super) fn head() -> Table {
    let mut columns = vec![
        Column::text("arm", "The arm that is compared with the table as it is."),
        Column::text("figure", "What is compared."),
        Column::text("component", "The component, if the figure is one of components."),
        Column::text("strategy", "The strategy, if the figure is one of strategies."),
        Column::whole("seat", "The seat, from 1, if the figure is one of seats."),
        Column::number("at_once_one", "The figure in the arm, between players as they are."),
        Column::number("at_once_other", "The same at the table as it is."),
        Column::number("at_once", "The first minus the second: what the change does before anybody adapts."),
        Column::low("at_once_low"),
        Column::high("at_once_high"),
        Column::number("one", "The figure in the arm, between players who learned on under its rules."),
        Column::number(
            "other",
            "The same at the table as it is, between players who learned on there, from the same start and as long.",
        ),
    ];
    columns.extend(estimate_columns(Column::number(
        "difference",
        "The first minus the second, after adaptation: the interval holds over deals and over learnings.",
    )));
    columns.extend(TESTS);
    let about = "Arms less the table as it is, between players as they are and between players who learned on under the rules of each. Both sorts play the same deals. Learnings are repeated, each on its part of the deals: errors are those of deals and of learnings.";
    Table::new("adaptation", "At once, and after adaptation", about, &columns)
}

fn meetings(found: &Adaptation) -> Table {
    let mut table = meetings_head();
    let first = (&found.first, found.control, None);
    let others = found.arms.iter().map(|arm| (&arm.name, arm.meeting, Some(arm.relearning)));
    for (name, meeting, relearning) in std::iter::once(first).chain(others) {
        let mut cells = vec![Cell::text(name), Cell::Number(1.0 / found.extent.players as f64)];
        for share in [meeting.adapted, meeting.as_they_were] {
            cells.push(Cell::number(share.value));
            cells.extend(Cell::ends(share.interval));
        }
        let gain_and_loss = relearning.map(|one| [one.gain, one.loss]);
        for at in 0..2 {
            let one = gain_and_loss.map(|both| both[at]);
            cells.push(Cell::number(one.and_then(|one| one.value)));
            cells.extend(Cell::ends(one.and_then(|one| one.interval)));
        }
        cells.push(relearning.map_or(Cell::Missing, |one| Cell::text(one.need.word())));
        table.rows.push(cells);
    }
    table
}

pub(super) fn meetings_head() -> Table {
    let columns = [
        Column::text("arm", "Whose rules are played; the first is the table as it is."),
        Column::share("fair_share", "An equal share of wins."),
        Column::share("adapted", "What one who has adapted wins among players as they were."),
        Column::low("adapted_low"),
        Column::high("adapted_high"),
        Column::share("as_they_were", "What one who has not adapted wins among those who have."),
        Column::low("as_they_were_low"),
        Column::high("as_they_were_high"),
        Column::number("gain", "What adapting brings beyond learning on under the rules as they are.")
            .of(Unit::ShareDifference),
        Column::low("gain_low"),
        Column::high("gain_high"),
        Column::number("loss", "What not adapting costs beyond not learning on under the rules as they are.")
            .of(Unit::ShareDifference),
        Column::low("loss_low"),
        Column::high("loss_high"),
        Column::text(
            "need",
            "Whether players have to learn anew. much: adapting brings, or not adapting costs, more than 5 points for sure; none: neither does; some: one of both does something for sure; open: not known yet.",
        ),
    ];
    let about = "How much players would have to learn anew: one who has adapted among players as they were, and one of these among those who have. Learning on brings something under the rules as they are too: gain and loss are what goes beyond that.";
    Table::new("relearning", "Who beats whom after adaptation", about, &columns)
}
