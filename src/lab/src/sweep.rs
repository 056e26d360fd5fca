use sim_play::arm::Arms;
use sim_stats::{Estimate, Interval, paired::PairedEstimate};

use crate::{
    ArmTally, Effort, Ended, Error, Extent, Lab,
    contrast::ContrastArms,
    experiment::design::Point,
    figure::{Direction, Figure, FigureOf, Level, Owner, levels},
    grid::Grid,
    not_played::NotPlayed,
    pairs::q_values,
    spec::ArmSpec,
};

#[derive(Clone)]
pub struct SweepSpec {
    pub arm: ArmSpec,
    pub grid: Grid,
    pub effort: Effort,
}

#[derive(Debug, Clone)]
pub struct Sweep {
    pub extent: Extent,
    /// Arms other than the first, including those that were not reached.
    pub planned: usize,
    /// Strategy names in the first arm; params may differ in other arms.
    pub strategies: Vec<String>,
    pub lines: Lines,
    pub not_played: Vec<NotPlayed>,
    pub ended: Ended,
}

/// Arms along values, the baseline first.
#[derive(Debug, Clone)]
pub struct Lines {
    pub paths: Vec<String>,
    pub arms: Vec<SweptArm>,
    pub rows: Vec<SweptRow>,
    /// Along a single path of numbers: where the order of two win rates changes.
    pub crossings: Vec<Crossing>,
    /// For two paths, unless nothing moved.
    pub plane: Option<Plane>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SweptArm {
    /// The changed settings; empty for the baseline.
    pub name: String,
    /// Its value, if there is a single path, of numbers.
    pub value: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SweptRow {
    pub arm: usize,
    pub of: FigureOf,
    pub level: Estimate,
    /// The level minus that of the baseline, on the same deals; none for the baseline.
    pub difference: Option<PairedEstimate>,
    /// Over all rows of the table.
    pub q_value: Option<f64>,
}

/// Where the order of two win rates changes, with significant differences on both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    pub one: Owner,
    pub other: Owner,
    pub turn: Turn,
}

impl Crossing {
    /// The owner that is ahead before the turn, and the one after it.
    pub fn ahead(&self) -> (&Owner, &Owner) {
        if self.turn.is_above { (&self.one, &self.other) } else { (&self.other, &self.one) }
    }
}

/// Where a difference changes its sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// The last value before, and the first after, at which the sign is significant.
    pub from: f64,
    pub to: f64,
    /// Approximate zero, interpolated linearly between the two values around it.
    pub at: Option<f64>,
    /// Whether the difference is positive at the lower value.
    pub is_above: bool,
}

/// The win rate that two paths move most, at each of their points.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    pub owner: Owner,
    /// At the baseline.
    pub now: Option<f64>,
    pub points: Vec<PlanePoint>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlanePoint {
    /// `PATH=VALUE` of the first path and of the second.
    pub down: String,
    pub across: String,
    /// From 0 to 1; none if it was not measured.
    pub win_rate: Option<f64>,
    /// The win rate minus that of the baseline.
    pub difference: Option<f64>,
}

impl SweepSpec {
    pub fn open(&self) -> Result<ContrastArms<Point>, Error> {
        self.grid.open(&self.arm)
    }

    pub fn play(&self, opened: &ContrastArms<Point>, lab: &mut Lab<'_>) -> Result<Sweep, Error> {
        let mut reader = SweptReader::new(&self.grid, &opened.changes, &opened.arms, &self.arm);
        let compared = lab.compare(&opened.arms, self.effort, |at| Ok(reader.read(at)))?;
        let first = &opened.arms.first().arm;
        Ok(Sweep {
            extent: Extent::of(first, compared.deals),
            planned: opened.arms.others().len(),
            strategies: first.subject().strategies,
            lines: lines(&self.grid, &compared.read),
            not_played: opened.not_played.clone(),
            ended: compared.ended,
        })
    }
}

/// Plays the baseline and every point of a grid, on the same deals.
///
/// ```
/// use sim_lab::{Effort, Lab, Stop, grid::{self, Grid}, spec::ArmSpec};
/// use sim_lab::sweep::{SweepSpec, sweep};
///
/// let arm = ArmSpec::of_shipped(&sim_delectable::ENTRY, 2, &["raider", "prestige"])?;
/// let grid = Grid::full(grid::paths(&["hand_limit=4..6".to_owned()], &arm)?)?;
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let found = sweep(&SweepSpec { arm, grid, effort: Effort::Games(400) }, &mut lab)?;
/// for row in &found.lines.rows {
///     println!("{} {}: {:?}", found.lines.arms[row.arm].name, row.of, row.level.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sweep(spec: &SweepSpec, lab: &mut Lab<'_>) -> Result<Sweep, Error> {
    spec.play(&spec.open()?, lab)
}

#[derive(Debug, Clone)]
pub struct Swept {
    arm: SweptArm,
    point: Option<Point>,
    levels: Vec<Level>,
    /// Each minus that of the first arm; none for the first arm.
    differences: Vec<Option<PairedEstimate>>,
    orders: Vec<Order>,
}

#[derive(Debug, Clone)]
struct Order {
    one: Owner,
    other: Owner,
    difference: PairedEstimate,
}

pub struct SweptReader<'a> {
    points: &'a [Point],
    /// The value of each arm, including the first, if a single path of numbers is varied.
    values: Vec<Option<f64>>,
    /// Strategy names in the first arm; params may differ in other arms.
    names: Vec<String>,
    first: Option<Swept>,
}

impl SweptReader<'_> {
    /// A reader for the arms of a grid at this table; the points are those of the arms after the first.
    pub fn new<'a>(grid: &Grid, points: &'a [Point], arms: &Arms, spec: &ArmSpec) -> SweptReader<'a> {
        let values: Vec<Option<f64>> = points.iter().map(|point| grid.value(point)).collect();
        let is_line = values.iter().any(Option::is_some);
        let now = grid.paths.first().filter(|_| is_line).and_then(|path| path.value(spec));
        SweptReader {
            points,
            values: std::iter::once(now).chain(values).collect(),
            names: arms.first().arm.subject().strategies,
            first: None,
        }
    }

    /// Reads an arm against the first, which must come first in every round.
    pub fn read(&mut self, at: &ArmTally<'_>) -> Swept {
        let place = at.at.checked_sub(1);
        let arm = SweptArm {
            name: place.map_or(String::new(), |_| at.named.name.clone()),
            value: self.values[at.at],
        };
        let first = self.first.as_ref().filter(|_| place.is_some());
        let point = place.map(|place| self.points[place].clone());
        let read = swept(arm, point, levels(&at.named.arm.subject(), &self.names, at.tally), first);
        if place.is_none() {
            self.first = Some(read.clone());
        }
        read
    }
}

fn swept(arm: SweptArm, point: Option<Point>, levels: Vec<Level>, first: Option<&Swept>) -> Swept {
    let differences = levels.iter().map(|level| {
        let same = first?.levels.iter().find(|other| other.of == level.of)?;
        Some(level.less(same))
    });
    let shares: Vec<&Level> = levels.iter().filter(|level| level.of.figure == Figure::WinRate).collect();
    let mut orders = Vec::new();
    // Lines only cross along values.
    let along = if arm.value.is_some() { shares.len() } else { 0 };
    for (at, one) in shares.iter().enumerate().take(along) {
        let is_seat = |level: &Level| level.of.owner.seat().is_some();
        let others = shares[at + 1..].iter().filter(|other| is_seat(other) == is_seat(one));
        orders.extend(others.map(|other| Order {
            one: one.of.owner.clone(),
            other: other.of.owner.clone(),
            difference: one.less(other),
        }));
    }
    let differences = differences.collect();
    Swept { arm, point, differences, orders, levels }
}

pub fn lines(grid: &Grid, read: &[Swept]) -> Lines {
    let all = || {
        read.iter().enumerate().flat_map(|(at, arm)| {
            arm.levels.iter().zip(&arm.differences).map(move |(level, difference)| (at, level, *difference))
        })
    };
    let q_values = q_values(all().map(|(_, _, difference)| difference?.p_value));
    let rows = all().zip(q_values).map(|((arm, level, difference), q_value)| SweptRow {
        arm,
        of: level.of.clone(),
        level: level.estimate(),
        difference,
        q_value,
    });
    Lines {
        paths: grid.paths.iter().map(|path| path.target.to_string()).collect(),
        rows: rows.collect(),
        arms: read.iter().map(|one| one.arm.clone()).collect(),
        crossings: crossings(read),
        plane: plane(grid, read),
    }
}

fn plane(grid: &Grid, read: &[Swept]) -> Option<Plane> {
    let ([down, across], [first, others @ ..]) = (&grid.paths[..], read) else { return None };
    let size = |at: usize| {
        let moved = others.iter().filter_map(|arm| arm.differences.get(at)?.as_ref()?.difference.value);
        moved.fold(0.0, |most: f64, value| most.max(value.abs()))
    };
    let wins = first.levels.iter().enumerate().filter(|(_, level)| level.of.figure == Figure::WinRate);
    let (at, level) = wins.max_by(|one, other| size(one.0).total_cmp(&size(other.0)))?;
    if size(at) == 0.0 {
        return None;
    }
    let points = others.iter().filter_map(|arm| {
        let point = arm.point.as_ref()?;
        Some(PlanePoint {
            down: down.setting(point[0]),
            across: across.setting(point[1]),
            win_rate: arm.levels.get(at).and_then(|level| level.estimate().value),
            difference: arm.differences.get(at).and_then(|one| one.as_ref()?.difference.value),
        })
    });
    Some(Plane { owner: level.of.owner.clone(), now: level.estimate().value, points: points.collect() })
}

fn crossings(read: &[Swept]) -> Vec<Crossing> {
    let mut line: Vec<(f64, &Swept)> = read.iter().filter_map(|one| Some((one.arm.value?, one))).collect();
    line.sort_by(|one, other| one.0.total_cmp(&other.0));
    line.dedup_by(|later, earlier| later.0 == earlier.0);
    let Some((_, first)) = line.first() else { return Vec::new() };
    let of_pair = |(pair, order): (usize, &Order)| {
        let steps: Vec<Step> = line
            .iter()
            .filter_map(|(value, arm)| {
                let estimate = arm.orders.get(pair)?.difference.difference;
                Some(Step { value: *value, difference: estimate.value?, interval: estimate.interval })
            })
            .collect();
        let crossing = |turn| Crossing { one: order.one.clone(), other: order.other.clone(), turn };
        turns(&steps).into_iter().map(crossing).collect::<Vec<_>>()
    };
    first.orders.iter().enumerate().flat_map(of_pair).collect()
}

#[derive(Debug, Clone, Copy)]
struct Step {
    value: f64,
    difference: f64,
    interval: Option<Interval>,
}

fn turns(steps: &[Step]) -> Vec<Turn> {
    let sides = steps.iter().map(|step| Direction::compare(step.interval, 0.0)).enumerate();
    let sure: Vec<(usize, Direction)> = sides.filter(|(_, side)| *side != Direction::Open).collect();
    let turns = sure.windows(2).filter(|pair| pair[0].1 != pair[1].1);
    turns
        .map(|pair| {
            let (first, last) = (pair[0].0, pair[1].0);
            // Between them the line crosses 0 an odd number of times; the first crossing is reported.
            let is_crossed = |two: &&[Step]| (two[0].difference > 0.0) != (two[1].difference > 0.0);
            let at = steps[first..=last].windows(2).find(is_crossed).map(|two| {
                let (one, other) = (two[0], two[1]);
                let fall = one.difference - other.difference;
                one.value + (other.value - one.value) * one.difference / fall
            });
            let is_above = pair[0].1 == Direction::Above;
            Turn { from: steps[first].value, to: steps[last].value, at, is_above }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_told_between_values_at_which_the_order_is_sure() {
        let step = |value: f64, difference: f64, half: f64| Step {
            value,
            difference,
            interval: Some(Interval { low: difference - half, high: difference + half }),
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
        let Turn { from, to, at, is_above } = found[0];
        assert_eq!((from, to, is_above), (2.0, 5.0, true));
        assert!((at.unwrap() - (3.0 + 1.0 / 3.0)).abs() < 1e-12);
        // An order that is never surely reversed does not turn.
        assert!(turns(&line[..4]).is_empty());
        let unknown = |value, difference| Step { value, difference, interval: None };
        assert!(turns(&[unknown(1.0, 2.0), unknown(2.0, -2.0)]).is_empty());
        assert!(turns(&[]).is_empty());
    }
}
