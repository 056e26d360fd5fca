use super::{Table, TableSpec, Unit};
use crate::skill::{VarianceShares, VarianceSource};
use sim_stats::Estimate;

fn meaning(part: VarianceSource) -> &'static str {
    match part {
        VarianceSource::Strategies => "Which strategy plays, and against which opponents.",
        VarianceSource::Seats => "The seat, and the order of the others around the table.",
        VarianceSource::Deal => {
            "The set-up before the first decision, including decks shuffled then, and how it suits each strategy."
        }
        VarianceSource::LaterDraws => {
            "Random draws during play, by the rules or by strategies that randomize."
        }
    }
}

pub(super) struct Row<'a> {
    players: usize,
    level: &'a str,
    figure: &'static str,
    part: VarianceSource,
    share: Estimate,
    variance: Estimate,
}

pub fn table(budgets: &[VarianceShares]) -> Table {
    let rows = budgets.iter().flat_map(|at| {
        let both = [("win", &at.wins), ("points", &at.points)].into_iter();
        both.filter_map(|(figure, budget)| Some((figure, budget.as_ref()?))).flat_map(
            move |(figure, budget)| {
                let parts = VarianceSource::ALL.into_iter().zip(budget.shares).zip(budget.parts);
                parts.map(move |((part, share), variance)| Row {
                    players: at.players,
                    level: &at.level,
                    figure,
                    part,
                    share,
                    variance,
                })
            },
        )
    });
    spec().table(rows)
}

pub(super) fn spec<'r>() -> TableSpec<Row<'r>> {
    let mut spec = TableSpec::<Row<'_>>::new("luck", "What explains the results").about("Shares of the variance of a seat's result among players of one level. Each is what its source adds to those above it, so they add up to 1. Estimates are not clipped at 0, so a small share may be negative. Among players of another level, strategies explain a different share.");
    spec.key(VarianceSource::ALL.iter().map(|part| (part.word(), meaning(*part))));
    spec.players(|row| row.players);
    spec.text("level", |row| row.level).about("The level of play at which it was measured.");
    spec.text("figure", |row| row.figure).about("win: whether a seat wins; points: its final points.");
    spec.text("part", |row| row.part.word()).about("Source of variance.");
    spec.estimate("share", |row| row.share)
        .of(Unit::Share, "Its share of the variance; the shares of a figure add up to 1.");
    spec.number("variance", |row| row.variance.value)
        .about("The variance that it explains, in squared wins or squared points.");
    spec.number("variance_error", |row| row.variance.standard_error).about("Its standard error.");
    spec
}
