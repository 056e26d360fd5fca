//! Which of many paths matter, and how much.

use super::{Cell, Column, Table, Unit};
use crate::{
    figure::FigureOf,
    screen::{ScreenedRow, SharesRow},
};

/// Morris screening: path, figure and what was found of it, a row each.
pub fn screening(rows: &[ScreenedRow]) -> Table {
    let columns = [
        Column::text("figure", "What is moved."),
        Column::text("of", "Strategy or seat; empty for games."),
        Column::text("path", "What is changed."),
        Column::whole("n", "Times that it was changed alone.").of(Unit::Counted),
        Column::number(
            "strength",
            "Root of the mean square of the effects, the noise taken off; below 0 where noise explains more than all of it.",
        ),
        Column::number("mean", "Mean effect of going up by half of its values."),
        Column::number("size", "Mean size of effects, noise and all."),
        Column::number(
            "spread",
            "Standard deviation of effects, the noise taken off: how much they hang on the other paths.",
        ),
    ];
    let about = "Elementary effects (Morris, 1991): each path is changed alone, by half of its values, at random places of the others.";
    let mut table = Table::new("screening", "Which paths matter", about, &columns);
    for ScreenedRow { path, of, screened: one } in rows {
        table.rows.push(vec![
            Cell::text(of.figure.word()),
            owner(of),
            Cell::text(path),
            Cell::from(one.n),
            Cell::Number(one.strength),
            Cell::Number(one.mean),
            Cell::Number(one.size),
            Cell::Number(one.spread),
        ]);
    }
    table
}

/// Sobol indices: path, figure, its standard deviation over the design and the shares of a path, a row each.
pub fn apportioned(rows: &[SharesRow]) -> Table {
    let columns = [
        Column::text("figure", "What is moved."),
        Column::text("of", "Strategy or seat; empty for games."),
        Column::text("path", "What is changed."),
        Column::number(
            "total",
            "Share of the figure's variance that goes with the path, alone and with others.",
        )
        .of(Unit::Fraction),
        Column::low("total_low"),
        Column::high("total_high"),
        Column::number("own", "Share that goes with the path alone.").of(Unit::Fraction),
        Column::low("own_low"),
        Column::high("own_high"),
        Column::number("standard_deviation", "Of the figure over the design, the noise taken off."),
    ];
    let about = "Sobol indices on a nested design: the estimators of Saltelli et al. (2010) and Jansen (1999), each square a product of two halves of the deals, so that noise is not counted; errors by a bootstrap over the base points.";
    let mut table = Table::new("sobol", "Where the variance comes from", about, &columns);
    for SharesRow { path, of, spread, indices: one } in rows {
        let [own, total] = one.intervals();
        table.rows.push(vec![
            Cell::text(of.figure.word()),
            owner(of),
            Cell::text(path),
            Cell::number(Some(one.total)),
            Cell::number(Some(total.0)),
            Cell::number(Some(total.1)),
            Cell::number(Some(one.first)),
            Cell::number(Some(own.0)),
            Cell::number(Some(own.1)),
            Cell::number(Some(*spread)),
        ]);
    }
    table
}

/// Whose the figure is, if it is not one of games.
fn owner(of: &FigureOf) -> Cell {
    Some(of.owner.to_string()).filter(|owner| !owner.is_empty()).map_or(Cell::Missing, Cell::text)
}
