use super::{Cell, Column, Table, TableSpec, Unit, spec::PAIR};
use crate::{
    diff::{GameResult, MovedGame, SEARCHED},
    pairs::FigureRow,
};
use sim_engine::text::people;

/// A table of figures; with a tolerance, each has a verdict.
pub fn table(rows: &[FigureRow], tolerance: Option<f64>) -> Table {
    spec(&[], tolerance).table(rows.iter().map(|row| (&[][..], row)))
}

/// Figures of several arms in one table, each arm's after the cells that identify it, in columns `keys`.
pub fn of_arms(keys: &[Column], arms: &[(Vec<Cell>, Vec<FigureRow>)]) -> Table {
    let rows = arms.iter().flat_map(|(cells, rows)| rows.iter().map(|row| (&cells[..], row)));
    spec(keys, None).table(rows)
}

pub(super) fn spec<'r>(keys: &[Column], tolerance: Option<f64>) -> TableSpec<(&'r [Cell], &'r FigureRow)> {
    let mut spec = TableSpec::<(&[Cell], &FigureRow)>::new("differences", "Two arms on the same deals").about("Both arms played the same deals, so most of their luck cancels; the error is that of the difference. Where fewer than about 30 deals differ there is no interval, only a bound on how many deals do.");
    for (at, key) in keys.iter().enumerate() {
        spec.column(*key, move |(cells, _)| cells[at].clone());
    }
    spec.words("figure", |(_, row)| row.of.figure.word()).about("What is compared.");
    spec.text("strategy", |(_, row)| row.of.owner.strategy().unwrap_or_default())
        .about("The strategy, or both, if the figure is one of strategies; else empty.");
    spec.seat(|(_, row)| row.of.owner.seat()).about("The seat, from 1, if the figure is one of seats.");
    spec.paired(PAIR, "difference", |(_, row)| row.paired).about("The first figure minus the second: the arm minus the first arm, the new rules minus the old, or with the changes minus without.");
    spec.tests(|(_, row)| [row.paired.p_value, row.q_value]);
    spec.whole("differing_groups", |(_, row)| row.paired.differing)
        .about("Number of groups of deals (of 256; for measures, of 32) in which the two differ at all; over all training runs together.");
    spec.number("most_differing", |(_, row)| row.paired.most_differing).of(
        Unit::Fraction,
        "95 % upper bound on the share of deals that differ; only where fewer than about 30 do.",
    );
    spec.variance_ratio(|(_, row)| row.paired.variance_ratio);
    if let Some(tolerance) = tolerance {
        spec.text("verdict", move |(_, row)| row.change(tolerance).word()).about("changed: significant among all rows at a false discovery rate of 5 %; changed within tolerance: significant, but the 90 % interval lies within the tolerance; same: not significant, and the 90 % interval lies within the tolerance, or none of 300 deals or more differs; undecided: too few games. The tolerance is relative, except for shares.");
    }
    spec
}

pub fn components(rows: &[FigureRow]) -> Table {
    components_spec().table(rows)
}

pub(super) fn components_spec() -> TableSpec<FigureRow> {
    let mut spec = TableSpec::<FigureRow>::new("component_changes", "Components in both arms").about("Use of components and its association with winning in two arms, the most significant changes first. Both played the same deals, and errors are those of the differences: over 32 groups of deals for use, over 256 for adjusted differences.");
    spec.optional_text("component", |row| Some(&*row.component.as_ref()?.name))
        .about("Short name of the component.");
    spec.optional_text("kind", |row| Some(&*row.component.as_ref()?.kind)).about("Its kind.");
    spec.words("figure", |row| row.of.figure.word()).about(
        "used: times per seat and game; adjusted_difference: win rate of its users minus that of others, adjusted for strategy, seat and opponents.",
    );
    spec.text("strategy", |row| row.of.owner.strategy().unwrap_or_default())
        .about("The strategy that uses it; empty for adjusted differences.");
    spec.paired(PAIR, "difference", |row| row.paired).about("The new rules minus the old.");
    spec.tests(|row| [row.paired.p_value, row.q_value]);
    spec.variance_ratio(|row| row.paired.variance_ratio);
    spec
}

pub fn moved(games: &[MovedGame]) -> Table {
    moved_spec().table(games)
}

pub(super) fn moved_spec() -> TableSpec<MovedGame> {
    let about = format!(
        "Up to ten games of the first {} deals: those with a different winner first, then by the points that differ.",
        people::count(SEARCHED)
    );
    let mut spec = TableSpec::<MovedGame>::new("games", "Where it mattered most").about(about);
    spec.whole("deal", |game| game.deal).about("Number of the deal.");
    spec.whole("rotation", |game| u64::from(game.rotation)).about("Rotation of its line-up, from 0.");
    spec.number("points_moved", |game| game.points)
        .about("Absolute differences in points, summed over the seats.");
    let winners = |told: &GameResult| people::list(&told.winners);
    let replay = |told: &GameResult| told.replay.as_ref().map(ToString::to_string);
    spec.words("winner_new", move |game| winners(&game.new))
        .about("Winners of the game under the new rules.");
    spec.words("winner_old", move |game| winners(&game.old))
        .about("Winners of the game under the old rules.");
    spec.words("replay_new", move |game| replay(&game.new))
        .about("Command that replays it under the new rules.");
    spec.words("replay_old", move |game| replay(&game.old))
        .about("Command that replays it under the old rules.");
    spec
}

pub fn comparison(rows: &[FigureRow]) -> Table {
    duel_spec().table(rows)
}

pub(super) fn duel_spec() -> TableSpec<FigureRow> {
    let mut spec = TableSpec::<FigureRow>::new("comparison", "Two strategies on the same deals").about("One strategy replaces the other: same opponents, seats and deals. Each deal gives one difference, over all its rotations; errors are those of the differences, stratified by line-up.");
    spec.words("figure", |row| row.of.figure.word()).about("What is compared. place: mean place; superiority: probability of a better result on the same deal, ties counted half; elo: Elo points against the same opponents.");
    spec.seat(|row| row.of.owner.seat()).about("The seat, from 1, if the figure is one of a seat.");
    spec.paired(PAIR, "difference", |row| row.paired).about("The first strategy minus the other.");
    spec.number("p_value", |row| row.paired.p_value).of(
        Unit::Chance,
        "Two-sided p-value for no difference; empty without an interval, and for superiority.",
    );
    spec.whole("differing_deals", |row| row.paired.differing)
        .of(Unit::Deals, "Deals in which the two differ at all.");
    spec.number("most_differing", |row| row.paired.most_differing).of(
        Unit::Fraction,
        "95 % upper bound on the share of deals that differ; only where fewer than 30 do.",
    );
    spec.variance_ratio(|row| row.paired.variance_ratio);
    spec
}
