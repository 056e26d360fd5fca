//! Verdicts, a row each.

use super::{Cell, Column, Table};
use crate::verdict::{BalanceRow, JudgedTable};

/// Every verdict of a call.
pub fn table(tables: &[JudgedTable]) -> Table {
    let column = |name, about| Column { name, about };
    let columns = [
        column("players", "Players at the table."),
        column("sort", "What is judged: a seat, a strategy, or a component that players choose to use."),
        column("of", "Which one."),
        column(
            "source",
            "Where the data of a component comes from; reconstructed means that it is our guess.",
        ),
        column(
            "verdict",
            "fine: surely within the tolerance; too strong, too weak: surely beyond it; undecided: more games are needed; not judged: these players leave nothing to compare, as the note says.",
        ),
        column(
            "figure",
            "What is held against the tolerance: a win rate less the fair one, or the win rate of those who use a component less that of the others.",
        ),
        column("tolerance", "The difference that passes for balance."),
        column("win_rate", "The win rate of a seat or strategy."),
        column("fair_share", "What each would win if all were equal."),
        column("n", "What was counted: seat-games."),
        column("deals", "Independent deals behind it."),
        column(
            "raw_adjusted_difference",
            "The win rate of a component's users less that of the others, as it is.",
        ),
        column(
            "adjusted_difference",
            "What is held against the tolerance, in percentage points on the page.",
        ),
        column("standard_error", "Its standard error."),
        column(
            "low",
            "Lower end of the interval that the verdict is read off: those of all rows hold at every interim analysis, all at once, in 95 % of calls.",
        ),
        column("high", "Its upper end."),
        column(
            "games_needed",
            "About how many games at this table would decide an open verdict, if the estimate stays.",
        ),
        column("note", "Why there is no verdict."),
    ];
    let about = "Whether every seat, strategy and component is within what passes for balance. The intervals are confidence sequences with a common error rate of 5 % (Bonferroni), so that a run may end as soon as all is decided.";
    let mut table = Table::new("verdict", "Verdicts", about, &columns);
    for one in tables {
        table.rows.extend(one.rows.iter().map(|found| row(one.players, found)));
    }
    table
}

fn row(players: usize, row: &BalanceRow) -> Vec<Cell> {
    let (estimate, source) = (&row.estimate, row.of.source());
    let [low, high] = Cell::ends(row.ends);
    vec![
        Cell::from(players as u64),
        Cell::text(row.of.sort().word()),
        Cell::text(row.of.to_string()),
        source.map_or(Cell::Missing, |source| Cell::text(source.word())),
        Cell::text(row.balance.word()),
        Cell::text(if source.is_some() {
            "users less others, beside its kind"
        } else {
            "win rate less fair share"
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
