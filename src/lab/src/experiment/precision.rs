//! Runs that end once they are precise enough.
//!
//! A run with a goal ends at the first interim analysis at which the interval of every headline win rate is as narrow
//! as requested. Interim analyses come at predetermined numbers of deals ([`interim_from`]) and consider only widths,
//! never who is ahead. This is the fixed-width rule of Chow and Robbins (1965, Annals of Mathematical Statistics 36,
//! 457-462), under which the usual interval keeps its coverage. By Anscombe's theorem (1952) this holds for all other
//! means of the run as well. So the intervals of a run that ended early are those of any run, at no extra games.
//!
//! A rule based on the estimates, such as "until A is significantly better than B", is another matter: its intervals
//! must hold at all times at once. Confidence sequences do (Waudby-Smith et al. 2024), at about 2.4 times the games:
//! half widths of 3.03 standard errors instead of 1.96.
//!
//! In 4,000 simulated runs each for shares of .5, .1 and .02, with two games per deal that share half of their luck,
//! and goals that take from 1,100 to 20,000 deals, intervals covered 94.2 to 95.4 %
//! (`scripts/coverage of_runs_that_stop`).

use std::str::FromStr;

use sim_engine::{Objective, Seat};
use sim_play::{
    Utility,
    tally::{Duel, Group, Tally, WIN},
};
use sim_stats::{DealDifferences, Estimate, paired::difference};

use super::BLOCK;
use crate::{Refusal, number::point_for_comma};

const FORMS: &str = "write 0.2%, seat=0.1% or strategy=0.5%,seat=0.1%";

/// Deals before the first interim analysis: enough that a variance is known to a few percent.
const FIRST: u64 = 4 * BLOCK;

/// Each interim analysis comes 1/`STEP` of the previous one's deals later, so a run is at most that much too long.
const STEP: u64 = 16;

/// Maximum half widths of the intervals of win rates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Precision {
    pub strategy: Option<f64>,
    pub seat: Option<f64>,
}

/// `0.2%` for all figures, or `seat=0.1%`, `strategy=0.5%` for one sort.
impl FromStr for Precision {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Precision, Refusal> {
        let wanted = Precision::of_any_size(text)?;
        if wanted.is_of_shares() { Ok(wanted) } else { Err(out_of_range()) }
    }
}

impl Precision {
    /// Parses a precision of figures that need not be shares.
    ///
    /// # Errors
    /// Anything but one or more numbers above 0, each for a sort of figures.
    pub fn of_any_size(text: &str) -> Result<Precision, Refusal> {
        point_for_comma(text)?;
        let mut wanted = Precision { strategy: None, seat: None };
        for word in text.split(',') {
            let (figures, half) = word.split_once('=').map_or(("", word), |(name, half)| (name.trim(), half));
            let half = Some(read_half(half)?);
            match figures {
                "" => wanted = Precision { strategy: half, seat: half },
                "strategy" => wanted.strategy = half,
                "seat" => wanted.seat = half,
                _ => return Err(Refusal::new(format!("no figure `{figures}`"), FORMS)),
            }
        }
        Ok(wanted)
    }
}

pub fn out_of_range() -> Refusal {
    Refusal::new("not between 0 % and 50 %", FORMS)
}

fn read_half(text: &str) -> Result<f64, Refusal> {
    let half = share(text).map_err(|_| Refusal::new("not a number", FORMS))?;
    if half > 0.0 { Ok(half) } else { Err(out_of_range()) }
}

/// A share: `0.5%`, or 0.005.
pub fn share(text: &str) -> Result<f64, Refusal> {
    point_for_comma(text)?;
    let text = text.trim();
    let (digits, scale) = text.strip_suffix('%').map_or((text, 1.0), |digits| (digits, 0.01));
    let number = digits.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.map(|number| number * scale).ok_or_else(|| Refusal::new("not a number", "write 1% or 0.01"))
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FurthestFigure {
    /// Half the width of the interval, in the unit of the figure.
    pub half_width: f64,
    pub goal: f64,
}

impl FurthestFigure {
    /// `None` if one of them is unknown.
    pub fn of_all(all: impl IntoIterator<Item = Option<FurthestFigure>>) -> Option<FurthestFigure> {
        let all: Vec<FurthestFigure> = all.into_iter().collect::<Option<_>>()?;
        all.into_iter().max_by(|one, other| one.factor().total_cmp(&other.factor()))
    }

    pub fn is_met(&self) -> bool {
        self.half_width <= self.goal
    }

    /// Approximate multiple of the current deals that the goal takes.
    pub fn factor(&self) -> f64 {
        (self.half_width / self.goal).powi(2)
    }
}

impl Precision {
    /// Whether it is a possible precision of win rates.
    pub fn is_of_shares(&self) -> bool {
        self.strategy.into_iter().chain(self.seat).all(|half| half < 0.5)
    }

    /// The figure furthest from its goal; `None` while some figure has no interval.
    pub fn furthest(&self, tally: &Tally) -> Option<FurthestFigure> {
        let frame = tally.layout.frame();
        let strategies = self.strategy.into_iter();
        let strategies =
            strategies.flat_map(|goal| (0..frame.strategies).map(move |at| (goal, Group::Strategy(at))));
        // In solo play, a seat is no figure.
        let seats = self.seat.into_iter().filter(|_| frame.players > 1);
        let seats =
            seats.flat_map(|goal| Seat::all(frame.players).map(move |seat| (goal, Group::Seat(seat))));
        let far = |(goal, group): (f64, Group)| {
            let estimate = tally.share(tally.layout.wins(group), WIN as f64);
            half_width(&estimate).map(|half_width| FurthestFigure { half_width, goal })
        };
        FurthestFigure::of_all(strategies.chain(seats).map(far))
    }

    /// The difference between two arms that is furthest from its goal, among win rates of strategies paired by
    /// `matched` and of seats; `None` while some difference has no bound.
    pub fn furthest_between(
        &self,
        one: &Tally,
        other: &Tally,
        matched: &[(usize, usize)],
    ) -> Option<FurthestFigure> {
        let players = one.layout.frame().players;
        let strategies = self.strategy.into_iter().flat_map(|goal| {
            let groups =
                matched.iter().map(|&(mine, theirs)| (Group::Strategy(mine), Group::Strategy(theirs)));
            groups.map(move |groups| (goal, groups))
        });
        let seats = self.seat.into_iter().filter(|_| players > 1).flat_map(|goal| {
            Seat::all(players).map(move |seat| (goal, (Group::Seat(seat), Group::Seat(seat))))
        });
        let far = |(goal, (mine, theirs)): (f64, (Group, Group))| {
            let groups =
                |tally: &Tally, group| tally.headline.groups(&tally.layout, tally.layout.wins(group));
            let paired = difference(&groups(one, mine), &groups(other, theirs), one.deals);
            let wins = paired.difference.half_width().map(|half| half / WIN as f64);
            // If hardly any deal differs, the share of those that do bounds the difference.
            wins.or(paired.most_differing).map(|half_width| FurthestFigure { half_width, goal })
        };
        FurthestFigure::of_all(strategies.chain(seats).map(far))
    }

    /// Whether the difference of two entrants, overall and in every seat, is as precise as requested. If hardly any
    /// deal differs, the share of those that do bounds it.
    pub fn is_met_by(&self, duel: &Duel, utility: Utility) -> bool {
        let is_met = |figure: &DealDifferences, goal: f64| {
            let paired = figure.paired();
            let half = paired.difference.half_width().map(|half| half / utility.parts as f64);
            let is_fixed = paired.difference.standard_error == Some(0.0) && paired.most_differing.is_none();
            // Nothing bounds the points by which a deal differs.
            let bound = paired.most_differing.filter(|_| utility.objective == Objective::Wins);
            is_fixed || half.or(bound).is_some_and(|half| half <= goal)
        };
        self.strategy.is_none_or(|goal| is_met(utility.of_duel(duel), goal))
            && self.seat.is_none_or(|goal| duel.by_seat.iter().all(|seat| is_met(seat, goal)))
    }

    pub fn is_met(&self, tally: &Tally) -> bool {
        self.furthest(tally).is_some_and(|furthest| furthest.is_met())
    }
}

/// A figure without variance has half width 0.
fn half_width(estimate: &Estimate) -> Option<f64> {
    let is_fixed = estimate.interval.is_none() && estimate.standard_error == Some(0.0);
    if is_fixed { Some(0.0) } else { estimate.half_width() }
}

/// The first interim analysis at or after `deals`. Analyses come after whole blocks, the same for every run.
pub fn interim_from(deals: u64) -> u64 {
    let mut interim = FIRST;
    while interim < deals {
        interim += (interim / STEP / BLOCK).max(1) * BLOCK;
    }
    interim
}

/// The interim analysis, up to `most` deals, after one at `deals` with the figure `furthest` from its goal. It aims a
/// tenth too far, so that a third is rarely needed.
pub fn next_interim(deals: u64, furthest: Option<FurthestFigure>, most: u64) -> u64 {
    let factor = furthest.map_or(4.0, |furthest| 1.1 * furthest.factor()).clamp(1.25, 1024.0);
    // The cast saturates.
    let next = (deals as f64 * factor) as u64;
    next.div_ceil(BLOCK).saturating_mul(BLOCK).clamp(deals.saturating_add(1), most.max(deals))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::luck::{Luck, Purpose};
    use sim_play::{Schedule, tally::testing};
    use sim_stats::RatioSums;

    #[test]
    fn looks_are_whole_blocks_a_sixteenth_apart() {
        let mut interim = interim_from(0);
        assert_eq!(interim, 1024);
        while interim < 100_000_000 {
            let next = interim_from(interim + 1);
            assert!(
                next.is_multiple_of(BLOCK)
                    && interim_from(interim) == interim
                    && interim_from(next - 1) == next
            );
            assert!(next - interim == BLOCK || (next - interim) * STEP <= interim, "{interim} to {next}");
            interim = next;
        }
    }

    #[test]
    fn the_furthest_figure_is_told_and_a_goal_is_met_when_all_are() {
        let schedule = Schedule::pool(3, 2).unwrap();
        let tally = testing::run(&schedule, 3, 0..2048, |strategy| 1.0 + f64::from(strategy), |_, _| 0);
        let of = |group| half_width(&tally.share(tally.layout.wins(group), WIN as f64)).unwrap();
        let strategies = (0..3).map(|at| of(Group::Strategy(at))).fold(0.0, f64::max);
        let seats = (0..2).map(|at| of(Group::Seat(Seat(at)))).fold(0.0, f64::max);
        let goal = |strategy, seat| Precision { strategy, seat };
        let both = goal(Some(0.01), Some(0.01)).furthest(&tally).unwrap();
        assert_eq!(both.half_width, strategies.max(seats));
        assert_eq!(goal(None, Some(0.01)).furthest(&tally).unwrap().half_width, seats);
        assert!(goal(Some(strategies), Some(seats)).is_met(&tally));
        assert!(!goal(Some(strategies * 0.999), Some(seats)).is_met(&tally));
        assert!(!goal(Some(strategies), Some(seats * 0.999)).is_met(&tally));
        // A run without deals meets no goal.
        assert!(!goal(Some(0.5), None).is_met(&Tally::new(tally.layout.frame())));
    }

    #[test]
    fn the_furthest_difference_is_that_of_the_pair_that_moved() {
        let schedule = Schedule::pool(3, 2).unwrap();
        let run = |strength: f64| {
            let strength = move |strategy: u8| if strategy == 2 { strength } else { 1.0 };
            testing::run(&schedule, 3, 0..2048, strength, |_, _| 0)
        };
        let (one, other) = (run(1.0), run(1.3));
        let goal = Precision { strategy: Some(0.01), seat: None };
        let all = [(0, 0), (1, 1), (2, 2)];
        let furthest = goal.furthest_between(&one, &other, &all).unwrap();
        let of = |at: usize| goal.furthest_between(&one, &other, &all[at..=at]).unwrap().half_width;
        assert_eq!(furthest.half_width, of(0).max(of(1)).max(of(2)));
        // The same arm twice: at most 3 of 2,048 deals differ.
        let same = goal.furthest_between(&one, &one, &all).unwrap();
        assert!(same.half_width < 0.0016 && same.is_met(), "{same:?}");
        assert_eq!(goal.furthest_between(&one, &other, &[]), None);
    }

    #[test]
    fn the_next_look_aims_a_little_too_far_and_never_beyond_the_most() {
        let at = |half_width| Some(FurthestFigure { half_width, goal: 0.01 });
        // Half the width takes four times the deals, plus a tenth.
        assert_eq!(next_interim(1024, at(0.02), 1_000_000), 4608);
        assert_eq!(next_interim(1024, at(0.0101), 1_000_000), 1280);
        assert_eq!(next_interim(1024, at(0.02), 2000), 2000);
        assert_eq!(next_interim(1024, None, 1_000_000), 4096);
        assert_eq!(next_interim(1024, at(9.0), u64::MAX), 1024 * 1024);
    }

    #[test]
    fn a_share_that_cannot_vary_needs_no_games() {
        // With one strategy in both seats, its share is the same in every game.
        let schedule = Schedule::fixed(&[0, 0]).unwrap();
        let tally = testing::run(&schedule, 1, 0..1024, |_| 1.0, |_, _| 0);
        let goal = Precision { strategy: Some(1e-9), seat: None };
        assert_eq!(goal.furthest(&tally).map(|furthest| furthest.half_width), Some(0.0));
        assert!(goal.is_met(&tally) && !Precision { seat: Some(1e-9), ..goal }.is_met(&tally));
    }

    /// Share of simulated runs whose interval covers `truth` at the first interim analysis with a half-width of at
    /// most `goal`. The two games of a deal share their coin half of the time.
    fn coverage(truth: f64, goal: f64, runs: u64) -> f64 {
        let mut covered = 0;
        for run in 0..runs {
            let mut stream = Luck::new(11, run).stream(Purpose::new("test.precision"), 0);
            let mut sums = RatioSums::default();
            let (mut deals, mut interim) = (0, interim_from(0));
            let interval = loop {
                while deals < interim {
                    let first = stream.unit() < truth;
                    let second = if stream.unit() < 0.5 { first } else { stream.unit() < truth };
                    sums.add(i64::from(first) + i64::from(second), 2);
                    deals += 1;
                }
                let estimate = sums.share(1.0, &[]);
                match half_width(&estimate) {
                    Some(half) if half <= goal => break estimate.interval.unwrap(),
                    _ => interim = interim_from(interim + 1),
                }
            };
            covered += u64::from(interval.low <= truth && truth <= interval.high);
        }
        covered as f64 / runs as f64
    }

    #[test]
    fn intervals_of_runs_that_stop_cover_the_truth_as_often_as_they_say() {
        // Runs stop after about 1,900 deals. A coverage of 95 % in 1,500 runs has a standard error of .56 points.
        let covered = coverage(0.3, 0.018, 1500);
        assert!((0.936..=0.967).contains(&covered), "{covered}");
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_runs_that_stop() {
        // The goal is met after about `deals` deals.
        for truth in [0.5, 0.1, 0.02] {
            for deals in [1100, 2000, 5000, 20_000_u32] {
                let goal = 1.96 * (truth * (1.0 - truth) * 0.75 / f64::from(deals)).sqrt();
                let covered = coverage(truth, goal, 4000);
                println!("share {truth}, about {deals} deals: {:.2} %", covered * 100.0);
                // Two standard errors of a coverage of 95 % are .7 points.
                assert!(covered >= 0.94, "{truth}, {deals}: {covered}");
            }
        }
    }
}
