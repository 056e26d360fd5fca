//! `--design morris` and `--design sobol`: which of many paths matter, and how much.

use std::collections::BTreeMap;

use super::{Points, SweepArgs, Varied, heading, points::name};
use crate::{
    failure::Failure,
    game_args::{Chosen, Seated},
    output,
};
use sim_engine::{
    luck::{Luck, Purpose},
    text::people,
};
use sim_lab::{
    experiment::design,
    figure::{Figure, FigureOf, Level, levels},
    not_played::NotPlayed,
    tables::{
        Cell, Table,
        sensitivity::{apportioned, screening},
    },
};
use sim_play::tally::Tally;
use sim_stats::sensitivity::{BasePoint, Halves, Screened, indices, screened};

/// Rows that are shown; the table has all.
const ROWS: usize = 15;

/// The figures that are apportioned: who wins, and how long it takes.
fn is_wanted(level: &Level) -> bool {
    matches!(level.of.figure, Figure::WinRate | Figure::Plies)
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
        let compared = self.effort.play(&plan.arms, super::N, |_, named, _, tally| {
            let levels = levels(&named.arm.subject(), &names, tally);
            let wanted = levels.into_iter().filter(is_wanted);
            Ok((named.name.clone(), wanted.map(|level| Reading::of(level, tally)).collect::<Vec<_>>()))
        })?;
        let Some(compared) = compared else { return Ok(()) };
        let deals = compared.deals;
        let read: BTreeMap<String, Vec<Reading>> =
            compared.whole(plan.arms.all().count())?.into_iter().collect();
        let at = |point: &design::Point| read.get(&name(varied, point));
        let keys: Vec<FigureOf> =
            read.values().next().into_iter().flatten().map(|one| one.of.clone()).collect();
        let mut rows: Vec<(String, FigureOf, Screened)> = Vec::new();
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
        text += "\nstrength: how much the figure changes when the path moves across half of its values, without the noise of the games;\nnear 0: no effect is seen. spread: how much this effect depends on the other paths.\n";
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
        let compared = self.effort.play(&plan.arms, super::N, |_, named, _, tally| {
            let levels = levels(&named.arm.subject(), &names, tally);
            let wanted = levels.into_iter().filter(is_wanted);
            let halves = wanted.map(|level| (level.of.clone(), level.halves(tally)));
            Ok((named.name.clone(), halves.collect::<Vec<_>>()))
        })?;
        let Some(compared) = compared else { return Ok(()) };
        let deals = compared.deals;
        let read: BTreeMap<String, Vec<(FigureOf, Option<Halves>)>> =
            compared.whole(plan.arms.all().count())?.into_iter().collect();
        let keys: Vec<FigureOf> =
            read.values().next().into_iter().flatten().map(|one| one.0.clone()).collect();
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
        text += "\ntotal: the share of the figure's variance that comes from the path, alone and together with others;\nown: alone. The noise of the games is taken off; intervals come from a bootstrap over the points.\n";
        if !silent.is_empty() {
            text += &format!("No effect seen beyond noise: {}.\n", people::list(&silent));
        }
        self.findings.report(&findings, &[table], &text)
    }

    /// The points as arms, all of which must be games.
    fn whole(&self, seated: Seated, varied: &[Varied], points: &[design::Point]) -> Result<Points, Failure> {
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
            Some(NotPlayed { name, why }) => Err(Failure::misuse(
                format!("{name} makes no game: {why}"),
                "give values that all go together: this design needs every point",
            )),
        }
    }
}

/// Win rates first, strategies before seats, each in its order of name; figures of games last.
fn order(one: &FigureOf, other: &FigureOf) -> std::cmp::Ordering {
    one.owner.cmp(&other.owner)
}

/// A figure of one arm by group of deals, so that arms can be paired after their tallies are gone.
struct Reading {
    of: FigureOf,
    groups: Vec<(i64, i64)>,
    deals: u64,
    factor: f64,
}

impl Reading {
    fn of(level: Level, tally: &Tally) -> Reading {
        Reading { groups: level.groups(tally), deals: tally.deals, factor: level.factor(), of: level.of }
    }

    /// The effect of going from here to another arm, and its standard error; none where one has no value.
    fn to(&self, other: &Reading) -> Option<(f64, f64)> {
        let paired =
            sim_stats::paired::difference(&other.groups, &self.groups, self.deals).scaled(self.factor);
        let value = paired.difference.value?;
        // Where too few deals differ for an error, what differs is within rounding of nothing.
        Some((value, paired.difference.standard_error.unwrap_or(0.0)))
    }
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
