use super::{Table, TableSpec, Unit, spec::PAIR};
use crate::pairs::FigureRow;

pub fn comparison(rows: &[FigureRow]) -> Table {
    spec().table(rows)
}

pub(super) fn spec() -> TableSpec<FigureRow> {
    let mut spec = TableSpec::<FigureRow>::new("comparison", "Two strategies on the same deals").about("One strategy replaces the other: same opponents, seats and deals. Each deal gives one difference, over all its rotations; the errors are those of the differences, stratified by company.");
    spec.words("figure", |row| row.of.figure.word()).about("What is compared. superiority: chance to do better on the same deal, half of it where both do as well; elo: Elo points, against the same opponents.");
    spec.seat(|row| row.of.owner.seat()).about("The seat, from 1, if the figure is one of a seat.");
    spec.paired(PAIR, "difference", |row| row.paired).about("The first minus the second.");
    spec.number("p_value", |row| row.paired.p_value).of(Unit::Chance, "Two-sided p-value of no difference.");
    spec.whole("differing_deals", |row| row.paired.differing)
        .of(Unit::Deals, "Deals in which the two differ at all.");
    spec.number("most_differing", |row| row.paired.most_differing).of(
        Unit::Fraction,
        "Where fewer than 30 deals differ: the largest share of all deals that may differ (95 %).",
    );
    spec.variance_ratio(|row| row.paired.variance_ratio);
    spec
}
