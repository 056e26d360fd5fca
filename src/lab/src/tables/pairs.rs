use super::{Cell, Column, Table, Unit, estimate_cells, estimate_columns};
use crate::{
    diff::{MovedGame, SEARCHED},
    pairs::{ComponentRow, FigureRow},
};
use sim_engine::text::people;
use sim_stats::paired::Paired;

pub(super) const PAIR: [Column; 2] = [
    Column::number("one", "The figure in the first arm."),
    Column::number("other", "The figure in the second arm."),
];
pub(super) const VARIANCE_RATIO: Column = Column::number(
    "variance_ratio",
    "Variance of the difference, divided by that of two runs on different deals: below 1 where playing the same deals helped.",
);
pub(super) const TESTS: [Column; 2] = [
    Column::number("p_value", "Two-sided p-value of no difference.").of(Unit::Chance),
    Column::number("false_discovery_rate", "Smallest rate of false discoveries among all rows at which this one counts as found (Benjamini and Hochberg).").of(Unit::Chance),
];

/// Figures in a table; with a tolerance there is a verdict on each.
pub fn table(rows: &[FigureRow], tolerance: Option<f64>) -> Table {
    listed(&[], rows.iter().map(|row| (&[][..], row)), tolerance)
}

/// Figures of several arms in one table, those of each after the cells that tell it apart, in columns `keys`.
pub fn of_arms(keys: &[Column], arms: &[(Vec<Cell>, Vec<FigureRow>)]) -> Table {
    let rows = arms.iter().flat_map(|(cells, rows)| rows.iter().map(|row| (&cells[..], row)));
    listed(keys, rows, None)
}

fn listed<'r>(
    keys: &[Column],
    rows: impl Iterator<Item = (&'r [Cell], &'r FigureRow)>,
    tolerance: Option<f64>,
) -> Table {
    let mut columns = keys.to_vec();
    columns.extend([
        Column::text("figure", "What is compared."),
        Column::text("strategy", "The strategy, or both, if the figure is one of strategies."),
        Column::whole("seat", "The seat, from 1, if the figure is one of seats."),
    ]);
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column::number("difference", "The first minus the second.")));
    columns.extend(TESTS);
    columns.extend([
        Column::whole(
            "differing_groups",
            "Groups of deals, of 256 or, for measures, of 32 that differ at all.",
        ),
        Column::number(
            "most_differing",
            "Where fewer than about 30 deals differ: the largest share of all deals that may differ (95 %).",
        )
        .of(Unit::Fraction),
        VARIANCE_RATIO,
    ]);
    if tolerance.is_some() {
        columns.push(Column::text("verdict", "changed: found among all rows at a false discovery rate of 5 %; same: the 90 % interval lies within the tolerance, or none of 300 deals or more differs; open: neither can be said yet."));
    }
    let about = "Both arms played the same deals, so most of their luck cancels; the error is that of the difference. Where fewer than about 30 deals differ there is no interval, only a bound on how many deals do.";
    let mut table = Table::new("differences", "Two arms on the same deals", about, &columns);
    table.rows.extend(rows.map(|(keys, row)| {
        let paired = &row.paired;
        let mut cells = keys.to_vec();
        cells.push(Cell::text(row.of.figure.word()));
        let strategy = row.of.owner.strategy().unwrap_or_default();
        cells.extend([Cell::text(strategy), Cell::seat(row.of.owner.seat())]);
        cells.extend(paired_cells(paired));
        cells.extend([
            Cell::number(paired.p_value),
            Cell::number(row.rate),
            Cell::from(paired.differing),
            Cell::number(paired.most_differing),
            Cell::number(paired.variance_ratio),
        ]);
        cells.extend(tolerance.map(|tolerance| Cell::text(row.change(tolerance).word())));
        cells
    }));
    table
}

pub fn components(rows: &[ComponentRow]) -> Table {
    let mut columns = vec![
        Column::text("component", "Short name of the component."),
        Column::text("kind", "What sort of thing it is."),
        Column::text(
            "figure",
            "used: times a seat and game; adjusted_difference: win rate of its users less that of others.",
        ),
        Column::text("strategy", "Whose use it is."),
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column::number("difference", "The first minus the second.")));
    columns.extend(TESTS);
    columns.push(VARIANCE_RATIO);
    let about = "Use of components and what goes with it in two arms, what is surest to have changed first. Both met the same deals, and the errors are those of the differences: by 32 groups of deals for use, by 256 for adjusted differences.";
    let mut table = Table::new("component_changes", "Components in both arms", about, &columns);
    table.rows.extend(rows.iter().map(|ComponentRow { component, kind, of, paired, rate }| {
        let strategy = of.owner.strategy().unwrap_or_default();
        let keys = [component, kind, &*of.figure.word(), strategy].map(Cell::text);
        let tests = [paired.p_value, *rate, paired.variance_ratio].map(Cell::number);
        keys.into_iter().chain(paired_cells(paired)).chain(tests).collect()
    }));
    table
}

pub fn moved(games: &[MovedGame]) -> Table {
    let columns = [
        Column::whole("deal", "Number of the deal."),
        Column::whole("rotation", "Rotation of its table."),
        Column::number("points_moved", "Points by which the seats differ, added up."),
        Column::text("winner_new", "Who wins the new game."),
        Column::text("winner_old", "Who wins the old one."),
        Column::text("replay_new", "Command that tells the new game."),
        Column::text("replay_old", "Command that tells the old one."),
    ];
    let about = format!(
        "Of the first {} deals, games with another winner first, then those in which most points differ.",
        people::count(SEARCHED)
    );
    let mut table = Table::new("games", "Where it mattered most", about, &columns);
    table.rows.extend(games.iter().map(|MovedGame { deal, rotation, points, new, old }| {
        let winners = [new, old].map(|told| Cell::text(people::list(&told.winners)));
        let replays = [new, old].map(|told| {
            told.replay.as_ref().map_or(Cell::Missing, |command| Cell::text(command.to_string()))
        });
        let game = [Cell::from(*deal), Cell::from(u64::from(*rotation)), Cell::Number(*points)];
        game.into_iter().chain(winners).chain(replays).collect()
    }));
    table
}

pub(super) fn paired_cells(paired: &Paired) -> Vec<Cell> {
    let mut cells = vec![Cell::number(paired.one), Cell::number(paired.other)];
    cells.extend(estimate_cells(&paired.difference));
    if let Some(note) = cells.last_mut() {
        *note = Cell::text(paired.words());
    }
    cells
}
