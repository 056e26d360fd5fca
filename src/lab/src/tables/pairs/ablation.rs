//! What a component does: the same deals with it and without.

use super::{PAIR, TESTS, paired_cells};
use crate::{
    pairs::{PairError, Side, by_name, by_rate, comparable},
    tables::{Cell, Column, Subject, Table, estimate_columns},
};
use sim_engine::Seat;
use sim_play::tally::{Adjusted, Group, UseKind, WIN};
use sim_stats::{
    multiplicity::benjamini_hochberg,
    paired::{Paired, Part, difference, weighted},
};

/// What is done to a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// It is not in the box.
    TakenOut,
    /// One of its kind that does nothing is in its place, as no game is left without it.
    Replaced,
    /// It costs nothing, or as little as its table allows.
    Free,
    /// Set-up deals it to a seat.
    Given,
}

impl Way {
    pub fn word(self) -> &'static str {
        match self {
            Way::TakenOut => "taken out",
            Way::Replaced => "replaced",
            Way::Free => "made free",
            Way::Given => "given",
        }
    }

    /// Whether the changed arm has more of the component than the one as it is.
    fn is_more(self) -> bool {
        matches!(self, Way::Free | Way::Given)
    }
}

/// One component as it is and changed.
pub struct Ablated {
    component: usize,
    way: Way,
    /// Times a seat and game that it is used.
    uses: Option<f64>,
    /// Win rate and points of its users, and the length of games.
    figures: Vec<(&'static str, Paired)>,
    /// The strategy whose win rate it moves most.
    most_moved: Option<(String, f64)>,
}

/// Reads an arm in which a component is changed beside the one with it as it is; `component` counts in the
/// latter. Figures are what the component does to those who use it, what its being free does to them, or what
/// being dealt it does to seat 1: with it less without it, free less as it is, and dealt less as luck has it.
///
/// # Errors
/// When the two do not hold the same deals, as for [`super::differences`].
pub fn ablated(
    as_it_is: Side<'_>,
    changed: Side<'_>,
    component: usize,
    way: Way,
) -> Result<Ablated, PairError> {
    comparable(as_it_is, changed)?;
    let plain = as_it_is.tally;
    let uses = |plan: usize| plain.counts.get(plan, plain.layout.component_use(component, UseKind::Used));
    let users: Vec<(usize, usize)> = by_name(as_it_is.subject, changed.subject);
    let totals: Vec<f64> = users.iter().map(|&(plan, _)| uses(plan).total() as f64).collect();
    let whole: f64 = totals.iter().sum();
    let plays: u64 = users.iter().map(|&(plan, _)| uses(plan).count()).sum();
    let (with, without) = if way.is_more() { (changed, as_it_is) } else { (as_it_is, changed) };
    let swapped = |(plan, other): (usize, usize)| if way.is_more() { (other, plan) } else { (plan, other) };
    let matched: Vec<(usize, usize)> = users.into_iter().map(swapped).collect();
    let (one, other) = (with.tally, without.tally);
    // Each strategy counts by its share of all uses.
    let of_users = |cells: &dyn Fn(Group, Group) -> (usize, usize), unit: f64| {
        let groups: Vec<_> = matched
            .iter()
            .map(|&(mine, theirs)| {
                let (mine, theirs) = cells(Group::Strategy(mine), Group::Strategy(theirs));
                (one.headline.groups(&one.layout, mine), other.headline.groups(&other.layout, theirs))
            })
            .collect();
        let part = |(total, (one, other))| Part { weight: total / whole, one, other };
        let parts: Vec<Part<'_>> =
            totals.iter().zip(groups.iter().map(|(one, other)| (&one[..], &other[..]))).map(part).collect();
        let parts = if whole > 0.0 { parts } else { Vec::new() };
        weighted(&parts, one.deals).scaled(unit)
    };
    let wins = |mine, theirs| (one.layout.wins(mine), other.layout.wins(theirs));
    let points = |mine, theirs| (one.layout.points(mine), other.layout.points(theirs));
    let of_first_seat = |cells: &dyn Fn(Group, Group) -> (usize, usize), unit: f64| {
        let (mine, theirs) = cells(Group::Seat(Seat(0)), Group::Seat(Seat(0)));
        let (one, other) =
            (one.headline.groups(&one.layout, mine), other.headline.groups(&other.layout, theirs));
        difference(&one, &other, with.tally.deals).scaled(unit)
    };
    let of_those = |cells: &dyn Fn(Group, Group) -> (usize, usize), unit: f64| match way {
        Way::Given => of_first_seat(cells, unit),
        _ => of_users(cells, unit),
    };
    let length = difference(
        &one.headline.groups(&one.layout, one.layout.plies()),
        &other.headline.groups(&other.layout, other.layout.plies()),
        one.deals,
    );
    let moved = matched.iter().map(|&(mine, theirs)| {
        let share = |side: &Side<'_>, strategy| {
            let cell = side.tally.layout.wins(Group::Strategy(strategy));
            side.tally.share(cell, WIN as f64).value.unwrap_or(0.0)
        };
        (with.subject.strategies[mine].clone(), share(&with, mine) - share(&without, theirs))
    });
    let most_moved = moved.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).filter(|(_, by)| *by != 0.0);
    Ok(Ablated {
        component,
        way,
        uses: (plays > 0).then(|| whole / plays as f64),
        figures: vec![
            ("win_rate", of_those(&wins, 1.0 / WIN as f64)),
            ("points", of_those(&points, with.subject.points_scale())),
            ("plies", length),
        ],
        most_moved,
    })
}

/// All of them: by figure, what is surest first. `adjusted differences` are those of all components of the arm that
/// has them.
pub fn ablation(subject: &Subject<'_>, adjusted: &[Adjusted], components: &[&Ablated]) -> Table {
    let mut columns = vec![
        Column { name: "component", about: "Short name of the component." },
        Column { name: "kind", about: "What sort of thing it is." },
        Column { name: "source", about: "Where its data comes from." },
        Column {
            name: "way",
            about: "taken out: of the box; replaced: by one of its kind that does nothing, as no game is left without it; made free: it costs as little as its table allows; given: set-up deals a copy to seat 1.",
        },
        Column {
            name: "figure",
            about: "win_rate and points: of the strategies that use it, each by its share of all uses, or of seat 1 where it is given; plies: length of a game.",
        },
        Column { name: "uses", about: "Times that it is used, per seat and game." },
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column {
        name: "difference",
        about: "With it less without it; free or given less as it is.",
    }));
    columns.extend(TESTS);
    columns.extend([
        Column {
            name: "adjusted_difference",
            about: "Win rate of its users less that of others in the same games: correlation.",
        },
        Column::low("adjusted_difference_low"),
        Column::high("adjusted_difference_high"),
        Column { name: "most_moved", about: "The strategy whose win rate it moves most." },
        Column { name: "moved_by", about: "By so much, in the direction of the difference." },
    ]);
    let about = "The same deals with a component as it is and with it changed, most of all with it taken out of the box: what it does, where an adjusted difference only says what goes with it. Win rates move between strategies: a component that all use alike gives none of them more.";
    let mut table = Table::new("ablation", "What each component does", about, &columns);
    let rows: Vec<(&Ablated, &(&str, Paired))> =
        components.iter().flat_map(|&one| one.figures.iter().map(move |figure| (one, figure))).collect();
    let rates = benjamini_hochberg(&rows.iter().map(|(_, (_, paired))| paired.p_value).collect::<Vec<_>>());
    let mut rows: Vec<_> = rows.into_iter().zip(rates).collect();
    // What is added comes after what is taken away.
    let order = |way: Way| Some(way).filter(|way| way.is_more());
    let figure = |name: &str| ["win_rate", "points", "plies"].iter().position(|known| *known == name);
    rows.sort_by(|((one, a), rate), ((two, b), other)| {
        let size = |paired: &Paired| paired.difference.value.map_or(-1.0, f64::abs);
        figure(a.0)
            .cmp(&figure(b.0))
            .then(order(one.way).cmp(&order(two.way)))
            .then(by_rate(*rate, *other))
            .then(size(&b.1).total_cmp(&size(&a.1)))
    });
    for ((one, (figure, paired)), rate) in rows {
        let component = &subject.components[one.component];
        let mut cells = [&component.name, &component.kind, component.source.word(), one.way.word(), figure]
            .map(Cell::text)
            .to_vec();
        cells.push(Cell::number(one.uses));
        cells.extend(paired_cells(paired));
        if one.uses == Some(0.0) && *figure != "plies" && one.way != Way::Given {
            let note = table.column("note").unwrap_or(0);
            cells[note] = Cell::text("nobody uses it");
        }
        cells.extend([Cell::number(paired.p_value), Cell::number(rate)]);
        let adjusted = adjusted.get(one.component).filter(|_| *figure == "win_rate");
        let adjusted = adjusted.map(|adjusted| adjusted.estimate);
        cells.push(Cell::number(adjusted.and_then(|adjusted| adjusted.value)));
        cells.extend(Cell::ends(adjusted.and_then(|adjusted| adjusted.interval)));
        let moved = one.most_moved.as_ref().filter(|_| *figure == "win_rate");
        cells.push(moved.map_or(Cell::Missing, |(name, _)| Cell::text(name)));
        cells.push(Cell::number(moved.map(|(_, by)| *by)));
        table.rows.push(cells);
    }
    table
}
