use super::{Cell, Column, Role, Table, Unit};
use crate::{
    figure,
    verdict::{BalanceRow, JudgedTable},
};

/// The tables that were judged, of a game in which this is the unit of what is played for.
pub fn table(played_for: figure::Unit, tables: &[JudgedTable]) -> Table {
    let is_share = played_for.is_share();
    let learns = tables.iter().any(|table| table.learning.is_some());
    let learning = Column::whole(
        "learning",
        "Of players who learned on under these rules which learning, from 1; empty of players as they are.",
    );
    let columns = [
        Column::players("Players at the table."),
        Column::text("sort", "What is judged: a seat, a strategy, or a component that players choose to use."),
        Column::text("of", "Which one."),
        Column::text("source",
            "Where the data of a component comes from; reconstructed means that it is our guess.",
        ),
        Column::text("verdict",
            "fine: surely within the tolerance; too strong, too weak: surely beyond it; undecided: more games are needed; not judged: these players leave nothing to compare, as the note says.",
        ),
        Column::text("figure",
            "What is held against the tolerance: a win rate less the fair one, or the win rate of those who use a component less that of the others.",
        ),
        Column::number("tolerance", "The difference that passes for balance."),
        if is_share {
            Column::share("win_rate", "The win rate of a seat or strategy.")
        } else {
            Column::number("points", "The mean of the points of a seat or strategy.")
        },
        if is_share {
            Column::share("fair_share", "What each would win if all were equal.")
        } else {
            Column::number("mean_points", "What each would make if all were equal: the mean of all seats.")
        },
        Column::whole("n", "What was counted: seat-games.").of(Unit::Counted).role(Role::Basis),
        Column::whole("deals", "Independent deals behind it.").of(Unit::Deals).role(Role::Basis),
        Column::number("raw_adjusted_difference",
            "The win rate of a component's users less that of the others, as it is.",
        ).of(Unit::ShareDifference),
        if is_share {
            Column::number("adjusted_difference",
                "What is held against the tolerance, in percentage points on the page.",
            ).of(Unit::ShareDifference)
        } else {
            Column::number("difference", "What is held against the tolerance.")
        },
        Column::number("standard_error", "Its standard error.").role(Role::Error),
        Column::number("low",
            "Lower end of the interval that the verdict is read off: those of all rows hold at every interim analysis, all at once, in 95 % of calls.",
        ).role(Role::Low),
        Column::number("high", "Its upper end.").role(Role::High),
        Column::whole("games_needed",
            "About how many games at this table would decide an open verdict, if the estimate stays.",
        ),
        Column::text("note", "Why there is no verdict.").role(Role::Basis),
    ];
    let about = "Whether every seat, strategy and component is within what passes for balance. The intervals are confidence sequences with a common error rate of 5 % (Bonferroni), so that a run may end as soon as all is decided.";
    let mut columns = columns.to_vec();
    if learns {
        columns.insert(1, learning);
    }
    let mut table = Table::new("verdict", "Verdicts", about, &columns);
    for one in tables {
        table.rows.extend(one.rows.iter().map(|found| {
            let mut cells = row(one, found);
            if learns {
                cells.insert(1, one.learning.map_or(Cell::Missing, Cell::from));
            }
            cells
        }));
    }
    table
}

fn row(table: &JudgedTable, row: &BalanceRow) -> Vec<Cell> {
    let (estimate, source) = (&row.estimate, row.of.source());
    let [low, high] = Cell::ends(row.ends);
    vec![
        Cell::from(table.players as u64),
        Cell::text(row.of.sort().word()),
        Cell::text(row.of.to_string()),
        source.map_or(Cell::Missing, |source| Cell::text(source.word())),
        Cell::text(row.balance.word()),
        Cell::text(match table.unit {
            _ if source.is_some() => "users less others, beside its kind",
            figure::Unit::Share => "win rate less fair share",
            _ => "points less the mean of all",
        }),
        Cell::number(Some(row.tolerance)),
        Cell::number(estimate.value.filter(|_| source.is_none())),
        Cell::number(row.fair),
        Cell::from(estimate.n),
        Cell::from(estimate.deals),
        Cell::number(row.raw),
        Cell::number(row.difference()),
        Cell::number(estimate.standard_error),
        low,
        high,
        row.games_needed.map_or(Cell::Missing, Cell::from),
        Cell::text(row.note),
    ]
}
