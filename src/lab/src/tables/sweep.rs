//! Arms along values of a path: what each comes to, beside the arm as it is, and where lines cross.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns};
use crate::figure::{Figure, Level, Owner, levels};
use sim_engine::{analysis::Heat, text::people};
use sim_play::tally::Tally;
use sim_stats::{Interval, multiplicity::benjamini_hochberg, paired::Paired};

/// An arm that was played.
#[derive(Debug, Clone)]
pub struct Swept {
    pub name: String,
    /// Where it stands on the only path that is varied, if that has numbers.
    pub value: Option<f64>,
    levels: Vec<Level>,
    /// Each less that of the first arm; nothing of the first itself.
    differences: Vec<Option<Paired>>,
    /// Win rates of this arm less each other.
    orders: Vec<Order>,
}

/// One win rate less another in the same games.
#[derive(Debug, Clone)]
struct Order {
    one: String,
    other: String,
    difference: Paired,
}

/// Reads an arm beside the first. Strategies go by their place at the table and are called `names`, so that
/// arms whose params differ have the same.
pub fn swept(
    (name, value): (&str, Option<f64>),
    (subject, names): (&Subject<'_>, &[String]),
    tally: &Tally,
    first: Option<(&Swept, &Tally)>,
) -> Swept {
    let levels = levels(subject, names, tally);
    let differences = levels.iter().map(|level| {
        let (swept, first) = first?;
        let same = swept.levels.iter().find(|other| other.of == level.of)?;
        Some(level.less(tally, same, first))
    });
    let shares: Vec<&Level> = levels.iter().filter(|level| level.of.figure == Figure::WinRate).collect();
    let mut orders = Vec::new();
    // Lines cross along values only.
    let along = if value.is_some() { shares.len() } else { 0 };
    for (at, one) in shares.iter().enumerate().take(along) {
        let others = shares[at + 1..].iter().filter(|other| {
            matches!(other.of.owner, Owner::Seat(_)) == matches!(one.of.owner, Owner::Seat(_))
        });
        orders.extend(others.map(|other| Order {
            one: one.of.owner.to_string(),
            other: other.of.owner.to_string(),
            difference: one.less(tally, other, tally),
        }));
    }
    let differences = differences.collect();
    Swept { name: name.to_owned(), value, differences, orders, levels }
}

/// Every headline figure of every arm.
pub fn table(arms: &[Swept]) -> Table {
    let mut columns = vec![
        Column { name: "arm", about: "What is set; empty for the game as it is." },
        Column { name: "value", about: "The value, where one path with numbers is varied." },
        Column { name: "figure", about: "What is told." },
        Column { name: "strategy", about: "The strategy, if the figure is one of strategies." },
        Column { name: "seat", about: "The seat, from 1, if the figure is one of seats." },
    ];
    columns.extend(estimate_columns(Column { name: "level", about: "The figure in this arm." }));
    columns.extend([
        Column { name: "difference", about: "Less that of the game as it is, on the same deals." },
        Column::low("difference_low"),
        Column::high("difference_high"),
        Column { name: "p_value", about: "Two-sided p-value of no difference." },
        Column {
            name: "false_discovery_rate",
            about: "Smallest rate of false discoveries among all rows at which this one counts as found (Benjamini and Hochberg).",
        },
        Column {
            name: "variance_ratio",
            about: "Variance of the difference, divided by that of two runs on different deals: below 1 where playing the same deals helped.",
        },
        Column { name: "difference_note", about: "Why the difference has no interval." },
    ]);
    let about = "Every arm on the same deals. The interval of a level is that of a run; the interval of a difference is narrower, as most luck cancels.";
    let mut table = Table::new("sweep", "Arms along the values", about, &columns);
    let all = || {
        arms.iter().flat_map(|arm| {
            arm.levels.iter().zip(&arm.differences).map(move |(level, difference)| (arm, level, difference))
        })
    };
    let p_values: Vec<Option<f64>> =
        all().map(|(_, _, difference)| difference.as_ref().and_then(|one| one.p_value)).collect();
    for ((arm, level, difference), rate) in all().zip(benjamini_hochberg(&p_values)) {
        let mut cells =
            vec![Cell::text(&arm.name), Cell::number(arm.value), Cell::text(level.of.figure.word())];
        cells.extend(Cell::owner(&level.of.owner));
        cells.extend(estimate_cells(&level.estimate));
        let moved = difference.map(|one| one.difference);
        cells.push(Cell::number(moved.and_then(|one| one.value)));
        cells.extend(Cell::ends(moved.and_then(|one| one.interval)));
        cells.extend([
            Cell::number(difference.and_then(|one| one.p_value)),
            Cell::number(rate),
            Cell::number(difference.and_then(|one| one.variance_ratio)),
            difference.map_or(Cell::Missing, |one| Cell::text(one.words())),
        ]);
        table.rows.push(cells);
    }
    table
}

/// Of two paths with every value of each: the win rate that they move most, at each point as a grid. None
/// where the arms are no such points, or nothing was moved.
pub fn plane(arms: &[Swept]) -> Option<Table> {
    let points: Vec<(&Swept, (&str, &str))> =
        arms.iter().skip(1).map(|arm| Some((arm, arm.name.split_once(' ')?))).collect::<Option<_>>()?;
    if points.iter().any(|(_, (_, across))| across.contains(' ')) {
        return None;
    }
    let size = |at: usize| {
        let moved = points.iter().filter_map(|(arm, _)| arm.differences.get(at)?.as_ref()?.difference.value);
        moved.fold(0.0, |most: f64, value| most.max(value.abs()))
    };
    let wins =
        arms.first()?.levels.iter().enumerate().filter(|(_, level)| level.of.figure == Figure::WinRate);
    let (at, level) = wins.max_by(|one, other| size(one.0).total_cmp(&size(other.0)))?;
    if size(at) == 0.0 {
        return None;
    }
    let columns = [
        Column { name: "down", about: "Value of the first path." },
        Column { name: "across", about: "Value of the second path." },
        Column { name: "strategy", about: "The strategy, if the win rate is one of strategies." },
        Column { name: "seat", about: "The seat, from 1, if it is one of seats." },
        Column { name: "win_rate_percent", about: "The win rate there, in percent." },
        Column { name: "difference_percent", about: "Less that of the game as it is, in percentage points." },
    ];
    let now = level.estimate.value.map_or(String::new(), |share| people::percent(share, None));
    let about = format!(
        "Of all win rates that of {}, which these values move most; {now} in the game as it is. The table `sweep` has all, with their errors.",
        level.of.owner
    );
    let mut table = Table::new("plane", "Win rate over both paths", about, &columns);
    for (arm, (down, across)) in points {
        let percent = |value: Option<f64>| Cell::number(value.map(|value| value * 100.0));
        let mut cells = vec![Cell::text(down), Cell::text(across)];
        cells.extend(Cell::owner(&level.of.owner));
        cells.push(percent(arm.levels.get(at).and_then(|level| level.estimate.value)));
        cells.push(percent(arm.differences.get(at).and_then(|one| one.as_ref()?.difference.value)));
        table.rows.push(cells);
    }
    table.heat = Some(Heat {
        row: "down",
        column: "across",
        value: "win_rate_percent",
        unit: "win rate in percent",
        mark: "",
        word: "",
    });
    Some(table)
}

/// Between which values the order of two win rates turns, where both orders are beyond their error.
pub fn crossovers(arms: &[Swept]) -> Table {
    let columns = [
        Column { name: "one", about: "Strategy or seat." },
        Column { name: "other", about: "The one it crosses." },
        Column { name: "from", about: "The last value before, at which the order is sure." },
        Column { name: "to", about: "The first value after, at which the other order is sure." },
        Column {
            name: "at",
            about: "About where the lines cross: on a straight line between the two values around it.",
        },
        Column { name: "ahead_before", about: "Who is ahead at the lower value." },
        Column { name: "ahead_after", about: "Who is ahead at the upper value." },
    ];
    let about = "Pairs of strategies and of seats whose order of win rates turns along the values. A turn is told where the order is beyond its error on both sides of it.";
    let mut table = Table::new("crossovers", "Where lines cross", about, &columns);
    let mut line: Vec<(f64, &Swept)> = arms.iter().filter_map(|arm| Some((arm.value?, arm))).collect();
    line.sort_by(|one, other| one.0.total_cmp(&other.0));
    line.dedup_by(|later, earlier| later.0 == earlier.0);
    let pairs = line.first().map_or(0, |(_, arm)| arm.orders.len());
    for pair in 0..pairs {
        let steps: Vec<(f64, f64, Option<Interval>)> = line
            .iter()
            .filter_map(|(value, arm)| {
                let estimate = arm.orders.get(pair)?.difference.difference;
                Some((*value, estimate.value?, estimate.interval))
            })
            .collect();
        let Some(order) = line.first().and_then(|(_, arm)| arm.orders.get(pair)) else { continue };
        for (from, to, at, is_one) in turns(&steps) {
            let (before, after) =
                if is_one { (&order.one, &order.other) } else { (&order.other, &order.one) };
            table.rows.push(vec![
                Cell::text(&order.one),
                Cell::text(&order.other),
                Cell::Number(from),
                Cell::Number(to),
                Cell::number(at),
                Cell::text(before),
                Cell::text(after),
            ]);
        }
    }
    table
}

/// Turns of a line of value, difference and its interval: the sure values around each, about where it
/// crosses 0, and whether it is above before.
fn turns(steps: &[(f64, f64, Option<Interval>)]) -> Vec<(f64, f64, Option<f64>, bool)> {
    let sign = |ends: &Option<Interval>| match ends {
        Some(ends) if ends.low > 0.0 => 1,
        Some(ends) if ends.high < 0.0 => -1,
        _ => 0,
    };
    let sure: Vec<(usize, i32)> = steps
        .iter()
        .enumerate()
        .map(|(at, step)| (at, sign(&step.2)))
        .filter(|(_, sign)| *sign != 0)
        .collect();
    let turns = sure.windows(2).filter(|pair| pair[0].1 != pair[1].1);
    turns
        .map(|pair| {
            let (first, last) = (pair[0].0, pair[1].0);
            // Between them the line crosses 0 an odd number of times; the first is told.
            let crossing = steps[first..=last].windows(2).find(|two| (two[0].1 > 0.0) != (two[1].1 > 0.0));
            let at = crossing.map(|two| {
                let (one, other) = (two[0], two[1]);
                one.0 + (other.0 - one.0) * one.1 / (one.1 - other.1)
            });
            (steps[first].0, steps[last].0, at, pair[0].1 > 0)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_told_between_values_at_which_the_order_is_sure() {
        let step = |value: f64, difference: f64, half: f64| {
            (value, difference, Some(Interval { low: difference - half, high: difference + half }))
        };
        // Ahead at 1 and 2, undecided at 3 and 4, behind at 5: crosses 0 between 3 and 4, a third of the way.
        let line = [
            step(1.0, 4.0, 1.0),
            step(2.0, 3.0, 1.0),
            step(3.0, 0.5, 1.0),
            step(4.0, -1.0, 1.5),
            step(5.0, -4.0, 1.0),
        ];
        let found = turns(&line);
        assert_eq!(found.len(), 1);
        let (from, to, at, is_above) = found[0];
        assert_eq!((from, to, is_above), (2.0, 5.0, true));
        assert!((at.unwrap() - (3.0 + 1.0 / 3.0)).abs() < 1e-12);
        // An order that is nowhere sure on one side does not turn.
        assert!(turns(&line[..4]).is_empty());
        assert!(turns(&[(1.0, 2.0, None), (2.0, -2.0, None)]).is_empty());
        assert!(turns(&[]).is_empty());
    }
}
