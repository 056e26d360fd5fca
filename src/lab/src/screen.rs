//! Which of many paths matter, and how much: designs that change them all.

use std::collections::{BTreeMap, BTreeSet};

use sim_engine::luck::{Luck, Purpose};
use sim_play::tally::Tally;
use sim_stats::{
    paired::{self, GroupSum},
    sensitivity::{BasePoint, Halves, Indices, Screened, indices, screened},
};

use crate::{
    bench::Lab,
    driver::At,
    effort::{Effort, Extent},
    error::Error,
    experiment::design::{self, Point},
    figure::{Figure, FigureOf, Level, levels},
    grid::{Grid, GridArms, GridError, MOST_ARMS, Path},
    spec::ArmSpec,
};

/// A table, paths, and how many places of their design are played.
#[derive(Clone)]
pub struct ScreenSpec {
    /// The table as it is.
    pub arm: ArmSpec,
    /// What is varied.
    pub paths: Vec<Path>,
    /// Trajectories of [`morris`], base points of [`sobol`]; they are drawn by the seed of the table.
    pub places: usize,
    /// How much of each arm is played.
    pub effort: Effort,
}

/// Whatever a design says of its paths.
#[derive(Debug, Clone)]
pub struct Screening<T> {
    /// What was played.
    pub extent: Extent,
    /// What is varied.
    pub paths: Vec<String>,
    /// Arms beside the first.
    pub planned: usize,
    /// Win rates first, strategies before seats, each in its order of name, figures of games last; of each figure
    /// what matters most first.
    pub rows: Vec<T>,
    /// Figures of which nothing can be said, as they do not move beyond their noise.
    pub silent: Vec<FigureOf>,
}

/// What changing a path alone does to a figure (Morris, 1991).
#[derive(Debug, Clone)]
pub struct ScreenedRow {
    /// What is varied.
    pub path: String,
    /// Which figure, of whom.
    pub of: FigureOf,
    /// How much it moves, with the errors.
    pub screened: Screened,
}

/// Shares of a figure's variance that go with a path (Sobol).
#[derive(Debug, Clone)]
pub struct SharesRow {
    /// What is varied.
    pub path: String,
    /// Which figure, of whom.
    pub of: FigureOf,
    /// Standard deviation of the figure over the design, the noise taken off.
    pub spread: f64,
    /// What part of the variance goes with it, with the errors.
    pub indices: Indices,
}

impl ScreenSpec {
    fn levels(&self) -> Vec<usize> {
        self.paths.iter().map(|path| path.levels.len()).collect()
    }

    fn trajectories(&self) -> Vec<design::Trajectory> {
        design::trajectories(&self.levels(), self.places, self.arm.seed)
    }

    fn nests(&self) -> Vec<design::Nest> {
        design::nests(&self.levels(), self.places, self.arm.seed)
    }

    /// The arms of [`morris`], ready to be played.
    ///
    /// # Errors
    /// Where the design has too many points, or one of them makes no game.
    pub fn open_morris(&self) -> Result<GridArms, Error> {
        self.open(self.trajectories().into_iter().flat_map(|one| one.points))
    }

    /// The arms of [`sobol`], ready to be played.
    ///
    /// # Errors
    /// As [`ScreenSpec::open_morris`].
    pub fn open_sobol(&self) -> Result<GridArms, Error> {
        self.open(self.nests().into_iter().flat_map(|nest| [nest.a, nest.b].into_iter().chain(nest.mixed)))
    }

    /// The points as arms, all of which must be games.
    fn open(&self, points: impl Iterator<Item = Point>) -> Result<GridArms, Error> {
        let mut seen = BTreeSet::new();
        let points: Vec<Point> = points.filter(|point| seen.insert(point.clone())).collect();
        if points.len() > MOST_ARMS {
            return Err(GridError::DesignTooLarge(points.len()).into());
        }
        let opened = Grid { paths: self.paths.clone(), points }.open(&self.arm)?;
        match opened.not_played.first() {
            None => Ok(opened),
            Some(first) => Err(GridError::Hole(first.clone()).into()),
        }
    }

    /// Plays the arms that [`ScreenSpec::open_morris`] made.
    ///
    /// # Errors
    /// Those of playing.
    pub fn play_morris(&self, opened: &GridArms, lab: &mut Lab<'_>) -> Result<Screening<ScreenedRow>, Error> {
        let trajectories = self.trajectories();
        let read = self.read(opened, lab, Reading::of)?;
        let mut rows = Vec::new();
        for (which, path) in self.paths.iter().enumerate() {
            for (figure, of) in read.figures.iter().enumerate() {
                let mut effects = Vec::new();
                for design::Trajectory { points, changed } in &trajectories {
                    for (step, _) in changed.iter().enumerate().filter(|(_, changed)| **changed == which) {
                        let (from, to) = (&points[step], &points[step + 1]);
                        let Some((one, other)) = read.at.get(from).zip(read.at.get(to)) else { continue };
                        let (low, high) = if from[which] < to[which] { (one, other) } else { (other, one) };
                        effects.extend(low[figure].to(&high[figure]));
                    }
                }
                rows.extend(screened(&effects).map(|screened| ScreenedRow {
                    path: path.target.to_string(),
                    of: of.clone(),
                    screened,
                }));
            }
        }
        let strength = |row: &ScreenedRow| row.screened.strength;
        rows.sort_by(|a, b| a.of.owner.cmp(&b.of.owner).then(strength(b).total_cmp(&strength(a))));
        Ok(read.told(self, rows, Vec::new()))
    }

    /// Plays the arms that [`ScreenSpec::open_sobol`] made.
    ///
    /// # Errors
    /// Those of playing.
    pub fn play_sobol(&self, opened: &GridArms, lab: &mut Lab<'_>) -> Result<Screening<SharesRow>, Error> {
        let nests = self.nests();
        let read = self.read(opened, lab, |level, tally| level.halves(tally))?;
        let (mut rows, mut silent) = (Vec::new(), Vec::new());
        for (figure, of) in read.figures.iter().enumerate() {
            let at = |point: &Point| -> Option<Halves> { *read.at.get(point)?.get(figure)? };
            let base = |nest: &design::Nest| -> Option<BasePoint> {
                let mixed = nest.mixed.iter().map(at).collect::<Option<Vec<_>>>()?;
                Some(BasePoint { a: at(&nest.a)?, b: at(&nest.b)?, mixed })
            };
            let known: Vec<BasePoint> = nests.iter().filter_map(base).collect();
            // The same points for every figure, so that shares that add up to 1 have the same errors.
            let mut stream = Luck::new(self.arm.seed, 0).stream(Purpose::new("sweep.bootstrap"), 0);
            let Some((variance, list)) = indices(&known, |n| stream.index(n)) else {
                silent.push(of.clone());
                continue;
            };
            rows.extend(list.into_iter().zip(&self.paths).map(|(indices, path)| SharesRow {
                path: path.target.to_string(),
                of: of.clone(),
                spread: variance.sqrt(),
                indices,
            }));
        }
        rows.sort_by(|a, b| a.of.owner.cmp(&b.of.owner).then(b.indices.total.total_cmp(&a.indices.total)));
        Ok(read.told(self, rows, silent))
    }

    /// Plays every point, and reads the figures that are told: who wins, and how long it takes.
    fn read<T>(
        &self,
        opened: &GridArms,
        lab: &mut Lab<'_>,
        read: impl Fn(&Level, &Tally) -> T,
    ) -> Result<Read<T>, Error> {
        let first = &opened.arms.first().arm;
        let names = first.subject().strategies;
        let mut figures = Vec::new();
        // A design says nothing before its last point.
        let compared = lab.compare_all(&opened.arms, self.effort, |at: &At<'_>| {
            let mut levels = levels(&at.named.arm.subject(), &names, at.tally);
            levels.retain(|level| matches!(level.of.figure, Figure::WinRate | Figure::Plies));
            if at.at == 0 {
                figures = levels.iter().map(|level| level.of.clone()).collect();
            }
            // A tally is kept only until it is read.
            Ok(levels.iter().map(|level| read(level, at.tally)).collect::<Vec<_>>())
        })?;
        Ok(Read {
            figures,
            at: opened.points.iter().cloned().zip(compared.read.into_iter().skip(1)).collect(),
            extent: Extent::of(first, compared.deals),
            planned: opened.arms.others().len(),
        })
    }
}

/// Elementary effects of every path at random places: which of many matter, at a small price.
///
/// ```
/// use sim_lab::{Effort, Lab, Stop, grid, player::Player, spec::{ArmSpec, Field, RulesSpec}};
/// use sim_lab::screen::{ScreenSpec, morris};
///
/// let entry = &sim_delectable::ENTRY;
/// let pool = ["raider", "prestige"].map(|name| Player::shipped(entry, name));
/// let pool = pool.into_iter().filter_map(Result::transpose).collect::<Result<_, _>>()?;
/// let arm = ArmSpec { rules: RulesSpec::printed(entry), players: 2, field: Field::Pool(pool), seed: 1 };
/// let paths = grid::paths(&["hand_limit".to_owned(), "below".to_owned()], &arm)?;
/// let spec = ScreenSpec { arm, paths, places: 2, effort: Effort::Games(60) };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for row in &morris(&spec, &mut lab)?.rows {
///     println!("{} moves {} by {}", row.path, row.of, row.screened.mean);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where the design has too many points or one of them makes no game, and those of playing.
pub fn morris(spec: &ScreenSpec, lab: &mut Lab<'_>) -> Result<Screening<ScreenedRow>, Error> {
    spec.play_morris(&spec.open_morris()?, lab)
}

/// How much of each figure's variance goes with each path, alone and together with others.
///
/// ```
/// use sim_lab::{Effort, Lab, Stop, grid, player::Player, spec::{ArmSpec, Field, RulesSpec}};
/// use sim_lab::screen::{ScreenSpec, sobol};
///
/// let entry = &sim_delectable::ENTRY;
/// let pool = ["raider", "prestige"].map(|name| Player::shipped(entry, name));
/// let pool = pool.into_iter().filter_map(Result::transpose).collect::<Result<_, _>>()?;
/// let arm = ArmSpec { rules: RulesSpec::printed(entry), players: 2, field: Field::Pool(pool), seed: 1 };
/// let paths = grid::paths(&["hand_limit".to_owned(), "below".to_owned()], &arm)?;
/// let spec = ScreenSpec { arm, paths, places: 4, effort: Effort::Games(60) };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for row in &sobol(&spec, &mut lab)?.rows {
///     println!("{}: {} of the variance of {}", row.path, row.indices.total, row.of);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`morris`].
pub fn sobol(spec: &ScreenSpec, lab: &mut Lab<'_>) -> Result<Screening<SharesRow>, Error> {
    spec.play_sobol(&spec.open_sobol()?, lab)
}

/// What was read of a design.
struct Read<T> {
    /// The figures, in the order in which they were read at every point.
    figures: Vec<FigureOf>,
    at: BTreeMap<Point, Vec<T>>,
    extent: Extent,
    planned: usize,
}

impl<T> Read<T> {
    fn told<R>(self, spec: &ScreenSpec, rows: Vec<R>, silent: Vec<FigureOf>) -> Screening<R> {
        let paths = spec.paths.iter().map(|path| path.target.to_string()).collect();
        let Read { extent, planned, .. } = self;
        Screening { extent, paths, planned, rows, silent }
    }
}

/// A figure of one arm by group of deals, so that arms can be paired after their tallies are gone.
struct Reading {
    groups: Vec<GroupSum>,
    deals: u64,
    factor: f64,
}

impl Reading {
    fn of(level: &Level, tally: &Tally) -> Reading {
        Reading { groups: level.groups(tally), deals: tally.deals, factor: level.factor() }
    }

    /// The effect of going from here to another arm, and its standard error; none where one has no value.
    fn to(&self, other: &Reading) -> Option<(f64, f64)> {
        let paired = paired::difference(&other.groups, &self.groups, self.deals).scaled(self.factor);
        let value = paired.difference.value?;
        // Where too few deals differ for an error, what differs is within rounding of nothing.
        Some((value, paired.difference.standard_error.unwrap_or(0.0)))
    }
}
