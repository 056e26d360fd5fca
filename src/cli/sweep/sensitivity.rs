//! `--design morris` and `--design sobol`: which of many paths matter, and how much.

use std::collections::BTreeMap;

use super::{Plan, SweepArgs, Varied, heading};
use crate::{
    cli::{
        failure::Failure,
        game_args::{Chosen, Seated},
        output,
    },
    experiment::design,
    rules::luck::{Luck, Purpose},
    stats::sensitivity::{BasePoint, Halves, Indices, Screened, indices, screened},
    tables::{
        Cell, Column, Table,
        headlines::{Key, Level, levels},
    },
    tally::Tally,
    text::people,
};

/// Rows that are shown; the table has all.
const ROWS: usize = 15;

/// The figures that are apportioned: who wins, and how long it takes.
fn is_wanted(key: &Key) -> bool {
    ["win_share", "plies"].contains(&key.figure.as_str())
}

impl SweepArgs {
    /// Elementary effects of every path at random places.
    pub(super) fn screen(
        &self,
        chosen: &Chosen,
        seated: Seated,
        varied: &[Varied],
        count: usize,
    ) -> Result<(), Failure> {
        let counts: Vec<usize> = varied.iter().map(|one| one.levels.len()).collect();
        let paths = design::trajectories(&counts, count, self.table.seed);
        let points: Vec<design::Point> = paths.iter().flat_map(|path| path.points.clone()).collect();
        let named = seated.named.clone();
        let plan = self.whole(seated, varied, &points)?;
        let names = plan.arms.first().arm.subject().strategies;
        // What is met twice is played once, and a tally is kept only until its neighbours are read.
        let mut findings = self.begin(&plan.arms)?;
        let compared = self.effort.play(&plan.arms, super::N, |named, _, tally| {
            let levels = levels(&named.arm.subject(), &names, tally);
            let wanted = levels.into_iter().filter(|level| is_wanted(&level.key));
            Ok((named.name.clone(), wanted.map(|level| Reading::of(level, tally)).collect::<Vec<_>>()))
        })?;
        let Some(compared) = compared else { return Ok(()) };
        let deals = compared.deals;
        let read: BTreeMap<String, Vec<Reading>> =
            compared.whole(plan.arms.all().count())?.into_iter().collect();
        let at = |point: &design::Point| read.get(&name(varied, point));
        let keys: Vec<Key> = read.values().next().into_iter().flatten().map(|one| one.key.clone()).collect();
        let mut rows: Vec<(String, Key, Screened)> = Vec::new();
        for (which, one) in varied.iter().enumerate() {
            for (figure, key) in keys.iter().enumerate() {
                let mut effects = Vec::new();
                for path in &paths {
                    for (step, _) in path.changed.iter().enumerate().filter(|(_, changed)| **changed == which)
                    {
                        let (from, to) = (&path.points[step], &path.points[step + 1]);
                        let (Some(low), Some(high)) = (at(from), at(to)) else { continue };
                        let (low, high) = if from[which] < to[which] { (low, high) } else { (high, low) };
                        effects.extend(low[figure].to(&high[figure]));
                    }
                }
                rows.extend(screened(&effects).map(|screened| (one.path.clone(), key.clone(), screened)));
            }
        }
        rows.sort_by(|a, b| order(&a.1, &b.1).then(b.2.strength.total_cmp(&a.2.strength)));
        let table = screening(&rows);
        findings.deals = deals;
        let more = format!(" --design morris --points {count}");
        findings.heading.command = self.command(chosen, &plan.arms, &named, deals, &more);
        let mut text =
            heading(&plan.arms, deals, &varied.iter().map(|one| one.path.clone()).collect::<Vec<_>>());
        text += &shown(&table, &["figure", "of", "path", "strength", "mean", "spread"]);
        text += "\nstrength: what a change by half of its values does to the figure, the noise of the games taken off;\nnext to nothing: no effect is seen. spread: how much that hangs on the other paths.\n";
        self.findings.report(&findings, &[table], &text)
    }

    /// Shares of each figure's variance.
    pub(super) fn apportion(
        &self,
        chosen: &Chosen,
        seated: Seated,
        varied: &[Varied],
        count: usize,
    ) -> Result<(), Failure> {
        let counts: Vec<usize> = varied.iter().map(|one| one.levels.len()).collect();
        let nests = design::nests(&counts, count, self.table.seed);
        let points: Vec<design::Point> = nests
            .iter()
            .flat_map(|nest| [&nest.a, &nest.b].into_iter().chain(&nest.mixed).cloned())
            .collect();
        let named = seated.named.clone();
        let plan = self.whole(seated, varied, &points)?;
        let names = plan.arms.first().arm.subject().strategies;
        let mut findings = self.begin(&plan.arms)?;
        let compared = self.effort.play(&plan.arms, super::N, |named, _, tally| {
            let levels = levels(&named.arm.subject(), &names, tally);
            let wanted = levels.into_iter().filter(|level| is_wanted(&level.key));
            let halves = wanted.map(|level| (level.key.clone(), level.halves(tally)));
            Ok((named.name.clone(), halves.collect::<Vec<_>>()))
        })?;
        let Some(compared) = compared else { return Ok(()) };
        let deals = compared.deals;
        let read: BTreeMap<String, Vec<(Key, Option<Halves>)>> =
            compared.whole(plan.arms.all().count())?.into_iter().collect();
        let keys: Vec<Key> = read.values().next().into_iter().flatten().map(|one| one.0.clone()).collect();
        let mut rows = Vec::new();
        let mut silent = Vec::new();
        for (figure, key) in keys.iter().enumerate() {
            let at = |point: &design::Point| read.get(&name(varied, point))?.get(figure)?.1;
            let base = |nest: &design::Nest| -> Option<BasePoint> {
                let mixed = nest.mixed.iter().map(at).collect::<Option<Vec<_>>>()?;
                Some(BasePoint { a: at(&nest.a)?, b: at(&nest.b)?, mixed })
            };
            let known: Vec<BasePoint> = nests.iter().filter_map(base).collect();
            // The same points for every figure, so that shares that add up to 1 have the same errors.
            let mut stream = Luck::new(self.table.seed, 0).stream(Purpose::new("sweep.bootstrap"), 0);
            match indices(&known, |n| stream.index(n)) {
                None => silent.push(key.to_string()),
                Some((variance, list)) => {
                    rows.extend(
                        list.into_iter()
                            .zip(varied)
                            .map(|(one, varied)| (varied.path.clone(), key.clone(), variance.sqrt(), one)),
                    );
                }
            }
        }
        rows.sort_by(|a, b| order(&a.1, &b.1).then(b.3.total.total_cmp(&a.3.total)));
        let table = apportioned(&rows);
        findings.deals = deals;
        let more = format!(" --design sobol --points {count}");
        findings.heading.command = self.command(chosen, &plan.arms, &named, deals, &more);
        let mut text =
            heading(&plan.arms, deals, &varied.iter().map(|one| one.path.clone()).collect::<Vec<_>>());
        text += &shown(&table, &["figure", "of", "path", "total", "total_low", "total_high", "own"]);
        text += "\ntotal: the share of the figure's variance over these values that goes with the path, alone and with others;\nown: alone. The noise of the games is taken off; intervals are those of a bootstrap over the points.\n";
        if !silent.is_empty() {
            text += &format!("Not moved beyond noise: {}.\n", people::list(&silent));
        }
        self.findings.report(&findings, &[table], &text)
    }

    /// The points as arms, all of which must be games.
    fn whole(&self, seated: Seated, varied: &[Varied], points: &[design::Point]) -> Result<Plan, Failure> {
        let mut unlike: Vec<design::Point> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        unlike.extend(points.iter().filter(|point| seen.insert((*point).clone())).cloned());
        if unlike.len() > super::MOST_ARMS {
            return Err(Failure::misuse(
                format!("the design has {} points", people::count(unlike.len() as u64)),
                format!("lower --points, or vary fewer paths; at most {} are played", super::MOST_ARMS),
            ));
        }
        let plan = self.plan(seated, varied, &unlike)?;
        match plan.left_out.first() {
            None => Ok(plan),
            Some((name, why)) => Err(Failure::misuse(
                format!("{name} makes no game: {why}"),
                "give values that all go together: this design needs every point",
            )),
        }
    }
}

/// The name of the arm at a point.
fn name(varied: &[Varied], point: &design::Point) -> String {
    let settings = varied.iter().zip(point).map(|(one, &level)| one.setting(level));
    settings.collect::<Vec<_>>().join(" ")
}

/// Win shares first, strategies before seats, each in its order of name; figures of games last.
fn order(one: &Key, other: &Key) -> std::cmp::Ordering {
    let rank = |key: &Key| (key.strategy.is_none() && key.seat.is_none(), key.strategy.is_none());
    rank(one)
        .cmp(&rank(other))
        .then(one.strategy.cmp(&other.strategy))
        .then(one.seat.map(|seat| seat.0).cmp(&other.seat.map(|seat| seat.0)))
}

/// A figure of one arm by group of deals, so that arms can be paired after their tallies are gone.
struct Reading {
    key: Key,
    groups: Vec<(i64, i64)>,
    deals: u64,
    unit: f64,
}

impl Reading {
    fn of(level: Level, tally: &Tally) -> Reading {
        Reading { groups: level.groups(tally), deals: tally.deals, unit: level.unit(), key: level.key }
    }

    /// The effect of going from here to another arm, and its standard error; none where one has no value.
    fn to(&self, other: &Reading) -> Option<(f64, f64)> {
        let paired =
            crate::stats::paired::difference(&other.groups, &self.groups, self.deals).scaled(self.unit);
        let value = paired.difference.value?;
        // Where too few deals differ for an error, what differs is within rounding of nothing.
        Some((value, paired.difference.standard_error.unwrap_or(0.0)))
    }
}

fn whose(key: &Key) -> Cell {
    match (&key.strategy, key.seat) {
        (Some(strategy), _) => Cell::text(strategy),
        (None, Some(seat)) => Cell::text(format!("seat {}", seat.0 + 1)),
        (None, None) => Cell::Missing,
    }
}

fn screening(rows: &[(String, Key, Screened)]) -> Table {
    let columns = [
        Column { name: "figure", about: "What is moved." },
        Column { name: "of", about: "Strategy or seat; empty for games." },
        Column { name: "path", about: "What is changed." },
        Column { name: "n", about: "Times that it was changed alone." },
        Column {
            name: "strength",
            about: "Root of the mean square of the effects, the noise taken off; below 0 where noise explains more than all of it.",
        },
        Column { name: "mean", about: "Mean effect of going up by half of its values." },
        Column { name: "size", about: "Mean size of effects, noise and all." },
        Column {
            name: "spread",
            about: "Standard deviation of effects, the noise taken off: how much they hang on the other paths.",
        },
    ];
    let about = "Elementary effects (Morris, 1991): each path is changed alone, by half of its values, at random places of the others.";
    let mut table = Table::new("screening", "Which paths matter", about, &columns);
    for (path, key, one) in rows {
        table.rows.push(vec![
            Cell::text(&key.figure),
            whose(key),
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

fn apportioned(rows: &[(String, Key, f64, Indices)]) -> Table {
    let columns = [
        Column { name: "figure", about: "What is moved." },
        Column { name: "of", about: "Strategy or seat; empty for games." },
        Column { name: "path", about: "What is changed." },
        Column {
            name: "total",
            about: "Share of the figure's variance that goes with the path, alone and with others.",
        },
        Column { name: "total_low", about: "Lower end of its 95 % interval." },
        Column { name: "total_high", about: "Upper end of its 95 % interval." },
        Column { name: "own", about: "Share that goes with the path alone." },
        Column { name: "own_low", about: "Lower end of its 95 % interval." },
        Column { name: "own_high", about: "Upper end of its 95 % interval." },
        Column { name: "standard_deviation", about: "Of the figure over the design, the noise taken off." },
    ];
    let about = "Sobol indices on a nested design: the estimators of Saltelli et al. (2010) and Jansen (1999), each square a product of two halves of the deals, so that noise is not counted; errors by a bootstrap over the base points.";
    let mut table = Table::new("sobol", "Where the variance comes from", about, &columns);
    for (path, key, spread, one) in rows {
        let [own, total] = one.intervals();
        table.rows.push(vec![
            Cell::text(&key.figure),
            whose(key),
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

/// The first rows of a table, some of its columns.
fn shown(table: &Table, columns: &[&str]) -> String {
    let cell = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        Cell::Int(number) => number.to_string(),
        Cell::Number(number) => people::fixed(*number, 4),
        Cell::Missing => String::new(),
    };
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .take(ROWS)
        .map(|row| columns.iter().map(|name| cell(table.cell(row, name))).collect())
        .collect();
    let right: Vec<bool> = (0..columns.len()).map(|at| at > 2).collect();
    let mut text = output::grid(columns, &rows, &right);
    if table.rows.len() > ROWS {
        text += &format!("and {} more: see --out or --format json\n", table.rows.len() - ROWS);
    }
    text
}
