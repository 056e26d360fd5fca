use super::{Cell, Column, Table, estimate_cells, estimate_columns};
use crate::skill::{VarianceShares, VarianceSource};

fn meaning(part: VarianceSource) -> &'static str {
    match part {
        VarianceSource::OwnStrategy => "Which strategy it is, whoever else plays.",
        VarianceSource::Opponents => "Who the others are, and how the strategy fares against them.",
        VarianceSource::Seating => "The seat, and the order of the others around the table.",
        VarianceSource::Deal => {
            "What is set up before the first decision, with decks that are shuffled then, and how it suits whoever plays."
        }
        VarianceSource::LaterDraws => {
            "What is drawn during play, by the rules or by strategies that leave a choice to chance."
        }
    }
}

const WINS: &str = "win";
const POINTS: &str = "points";

pub fn table(budgets: &[VarianceShares]) -> Table {
    let share = Column::share("share", "Its share of the variance; the shares of a figure add up to 1.");
    let columns: Vec<Column> = [
        Column::players("Players at the table."),
        Column::text("figure", "win: whether a seat wins; points: its final points."),
        Column::text("part", "What varies."),
    ]
    .into_iter()
    .chain(estimate_columns(share))
    .chain([
        Column::number(
            "variance",
            "The part itself: of wins in squares of a win, of points in squares of a point.",
        ),
        Column::number("variance_error", "Its standard error."),
    ])
    .collect();
    let about = "Where the variance of a seat's result comes from. Each part is what its draw adds to those above it, so that they add up to the whole; each is estimated without bias, so that one that is nothing may come out below 0. Strategies and opponents are drawn from those that played: with others, skill has another share.";
    let mut table = Table::new("luck", "What results go with", about, &columns);
    table.key = VarianceSource::ALL.iter().map(|part| (part.word(), meaning(*part))).collect();
    for at in budgets {
        for (figure, budget) in [(WINS, at.wins), (POINTS, at.points)] {
            let Some(budget) = budget else { continue };
            let parts = VarianceSource::ALL.iter().zip(&budget.shares).zip(&budget.parts);
            table.rows.extend(parts.map(|((part, share), variance)| {
                let keys = [Cell::from(at.players as u64), Cell::text(figure), Cell::text(part.word())];
                let variance = [Cell::number(variance.value), Cell::number(variance.standard_error)];
                keys.into_iter().chain(estimate_cells(share)).chain(variance).collect()
            }));
        }
    }
    table
}
