//! Counts finished games as whole numbers.
//!
//! A tally is a commutative monoid: merging an empty one changes nothing, and blocks of deals may be merged in any
//! order. Every cell is a sum over deals, because the games of a deal share their luck and count as one observation.

mod adjusted;
mod clustered;
mod counts;
mod duel;
mod grouping;
mod headline;
mod layout;
mod lineup_strata;
mod marks;
mod measures;
mod numbers;
mod opponents;
mod stored;
#[cfg(any(test, feature = "laws"))]
pub mod testing;
mod tournament;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use adjusted::{AdjustedEstimate, Adjustments, Linear};
use clustered::ClusteredRatios;
use counts::Counts;
pub use duel::{Duel, Outcome};
pub use grouping::{GROUPS, group};
use headline::Headline;
pub use layout::{Group, LENGTH_WIDTH, Layout, POINT_BINS, bin_start};
pub use lineup_strata::LineupStrata;
use measures::histograms;
use sim_engine::{BySeat, GameRecord, Measure, Of, Seat};
use sim_stats::{Estimate, Stratum};
pub use stored::{StoredError, TallyRecord};
pub use tournament::{PARTS, Tournament};

/// Parts of one win, so that every tie can share it evenly.
pub const WIN: i64 = 60;
/// Buckets of a component's uses by a seat in a game: never, once, twice and so on; the last also holds all above.
pub const USE_COUNT_BUCKETS: usize = 8;

/// Slots for the formulas of a script, more than any game has.
pub const FORMULAS: usize = 64;

sim_engine::labels! {
    /// The counts of a component's use.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum UseKind {
        Offered = "offered",
        Taken = "taken",
        Used = "used",
        Price = "sum",
    }
}

sim_engine::labels! {
    /// Measures of the course of a game, read off its points by round.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Shape {
        /// How often the lead changes hands.
        LeadChanges = "lead_changes",
        /// The number of rounds after which the winner leads for good.
        DecidedAfter = "decided_after",
        /// The largest deficit that the winner ever had.
        Comeback = "comeback",
        /// The highest final points less the second highest.
        Margin = "margin",
        /// The share of pairs of players that are in the same order after the first round as at the end.
        EarlyOrder = "early_order",
    }
}

/// The value of [`Shape::EarlyOrder`] for a share of 1.
pub const SHARE: i64 = 1000;

/// The dimensions of a run: its strategies, seats, components and measures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    pub players: usize,
    /// Seats, plus 1 if an automa plays.
    pub contenders: usize,
    pub strategies: usize,
    pub components: usize,
    pub measures: &'static [Measure],
    pub ends: usize,
    /// Width of a bin of final points.
    pub points_bin: i32,
    /// Which strategies meet at which deal.
    pub strata: Arc<LineupStrata>,
}

impl Frame {
    /// Number of plans, whose play is counted separately: the strategies, then the automa if one plays.
    pub fn plans(&self) -> usize {
        self.strategies + self.contenders - self.players
    }
}

/// Counts of finished games. Files hold the sums of finished deals; a reader merges them into an empty tally. All
/// other fields, here and in the parts, follow from the frame or belong to the deal in progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    #[serde(skip)]
    pub layout: Layout,
    pub deals: u64,
    pub games: u64,
    pub plies: u64,
    pub decisions: u64,
    pub candidates: u64,
    /// Formula results that were not a number, by strategy and formula of its script.
    pub not_a_number: Vec<u64>,
    pub cells: ClusteredRatios,
    /// Sums of the headline cells by stratum and by group.
    pub headline: Headline,
    /// Uses of components and measures, by plan.
    pub counts: Counts,
    /// Measures of the table, counted as those of a single plan that plays once per game.
    pub table: Counts,
    pub adjusted: Adjustments,
    /// Games by length in plies, in bins of the layout's width; the last holds all longer ones.
    pub lengths: Vec<u64>,
}

impl Tally {
    pub fn new(frame: &Frame) -> Tally {
        let layout = Layout::new(frame);
        Tally {
            deals: 0,
            games: 0,
            plies: 0,
            decisions: 0,
            candidates: 0,
            not_a_number: vec![0; frame.strategies * FORMULAS],
            cells: ClusteredRatios::new(layout.cells()),
            headline: Headline::new(&layout),
            counts: Counts::new(frame.plans(), layout.numbers(), layout.first_grouped()),
            table: Counts::new(1, layout.of_table(), 0),
            adjusted: Adjustments::new(frame),
            lengths: vec![0; layout::LENGTH_BINS],
            layout,
        }
    }

    /// Adds a game of the deal in progress.
    pub fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.plies += u64::from(record.plies);
        self.decisions += u64::from(record.decisions);
        self.candidates += record.candidates;
        for &(seat, formula, count) in &record.not_a_number {
            let strategy = usize::from(record.strategies[seat]);
            self.not_a_number[strategy * FORMULAS + formula.min(FORMULAS - 1)] += u64::from(count);
        }
        self.lengths[layout::length_bin(record.plies)] += 1;

        let wins = wins(&record.places, record.players);
        self.add_game(record);
        for seat in Seat::all(record.players) {
            let strategy = usize::from(record.strategies[seat]);
            self.add_seat(record, seat, strategy, wins[seat]);
        }
        self.add_use_counts(record, &wins);
        for automa in Seat::all(record.contenders).skip(record.players) {
            let points = record.points[automa].into();
            self.cells.add(self.layout.points(Group::Automa), points, 1);
        }
        self.add_plans(record, &wins);
        self.add_table(record);
        self.adjusted.add(record, &wins);
    }

    /// Ends the deal, whose games become one observation. `deal` is its number in the run.
    pub fn end_deal(&mut self, deal: u64) {
        self.deals += 1;
        let Tally { layout, cells, headline, .. } = self;
        let mut place = headline.deal(deal);
        cells.end_deal(|cell, y, x| {
            if cell < layout.headline() {
                place.add(layout, cell, y, x);
            }
        });
        self.counts.end_deal(deal);
        self.table.end_deal(deal);
        self.adjusted.end_deal(deal);
    }

    /// Adds the deals of another tally of the same frame.
    pub fn merge(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.games += other.games;
        self.plies += other.plies;
        self.decisions += other.decisions;
        self.candidates += other.candidates;
        for (mine, theirs) in self.not_a_number.iter_mut().zip(&other.not_a_number) {
            *mine += theirs;
        }
        self.cells.merge(&other.cells);
        self.headline.merge(&other.headline);
        self.counts.merge(&other.counts);
        self.table.merge(&other.table);
        self.adjusted.merge(&other.adjusted);
        for (mine, theirs) in self.lengths.iter_mut().zip(&other.lengths) {
            *mine += theirs;
        }
    }

    /// Forgets all deals, but keeps the allocations.
    pub fn clear(&mut self) {
        (self.deals, self.games, self.plies, self.decisions, self.candidates) = (0, 0, 0, 0, 0);
        self.cells.clear();
        self.headline.clear();
        self.counts.clear();
        self.table.clear();
        self.adjusted.clear();
        self.not_a_number.fill(0);
        self.lengths.fill(0);
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        let counts = self.counts.size() + self.table.size();
        self.cells.size() + self.headline.size() + counts + self.adjusted.size()
    }

    /// Estimates a cell as a share; `whole` is the numerator that stands for 1.
    pub fn share(&self, cell: usize, whole: f64) -> Estimate {
        self.cells.get(cell).share(whole, &self.strata(cell))
    }

    /// Estimates a cell as a mean.
    pub fn mean(&self, cell: usize) -> Estimate {
        self.cells.get(cell).mean(&self.strata(cell))
    }

    /// The sums of a headline cell by stratum; empty for other cells.
    fn strata(&self, cell: usize) -> Vec<Stratum> {
        if cell < self.layout.headline() { self.headline.strata(&self.layout, cell) } else { Vec::new() }
    }

    fn add_game(&mut self, record: &GameRecord) {
        let layout = &self.layout;
        self.cells.add(layout.plies(), record.plies.into(), 1);
        self.cells.add(layout.decisions(), record.decisions.into(), 1);
        self.cells.add(layout.truncated(), record.truncated.into(), 1);
        for end in 0..layout.frame().ends {
            self.cells.add(layout.end(end), i64::from(end == record.end && !record.truncated), 1);
        }
        for (shape, value) in Shape::ALL.into_iter().zip(shape(record)) {
            if let Some(value) = value {
                self.cells.add(layout.shape(shape), value, 1);
            }
        }
        self.add_leaders(record);
    }

    /// Counts how much of the win goes to the sole leader after each round but the last, which is the end itself.
    fn add_leaders(&mut self, record: &GameRecord) {
        let contenders = || Seat::all(record.contenders);
        if record.contenders < 2 {
            return;
        }
        let firsts = contenders().filter(|&seat| record.places[seat] == 1).count().max(1) as i64;
        let before_last = record.rounds.iter().rev().skip(1).rev();
        for (round, points) in before_last.enumerate() {
            if let Some(leader) = leader(record.contenders, points) {
                let win = if record.places[leader] == 1 { WIN / firsts } else { 0 };
                self.cells.add(self.layout.leader(round), win, 1);
            }
        }
    }

    /// Adds what only seats have: wins, points and places.
    fn add_seat(&mut self, record: &GameRecord, seat: Seat, strategy: usize, win: i64) {
        let layout = &self.layout;
        let cells = &mut self.cells;
        let points = i64::from(record.points[seat]);
        let place = usize::from(record.places[seat]).max(1);
        for group in layout.groups(strategy, seat) {
            cells.add(layout.wins(group), win, 1);
            cells.add(layout.points(group), points, 1);
            for at in 1..=record.contenders {
                cells.add(layout.place(group, at), i64::from(at == place), 1);
            }
        }
    }

    /// Adds the wins of seats by how often they used each component.
    fn add_use_counts(&mut self, record: &GameRecord, wins: &BySeat<i64>) {
        let Tally { layout, cells, .. } = self;
        let players = record.players;
        let won: i64 = wins.0[..players].iter().sum();
        for component in 0..layout.frame().components {
            let uses = &record.uses_of(component)[..players];
            // A component that nobody used, like most of the box, belongs to the first bucket for all seats.
            if uses.iter().all(|usage| usage.used == 0) {
                cells.add(layout.use_count(component, 0), won, players as i64);
                continue;
            }
            for (usage, &win) in uses.iter().zip(&wins.0) {
                cells.add(
                    layout.use_count(component, usize::from(usage.used).min(USE_COUNT_BUCKETS - 1)),
                    win,
                    1,
                );
            }
        }
    }

    /// Adds the play of the contenders, each under its strategy or as the automa.
    fn add_plans(&mut self, record: &GameRecord, wins: &BySeat<i64>) {
        let Tally { layout, cells, counts, .. } = self;
        let Frame { players, strategies, measures, points_bin, .. } = *layout.frame();
        let mut plans = BySeat::default();
        for contender in Seat::all(record.contenders) {
            let is_seat = contender.index() < players;
            let plan = if is_seat { usize::from(record.strategies[contender]) } else { strategies };
            plans[contender] = plan;
            counts.begin(plan);
            let bin = layout::point_bin(record.points[contender], points_bin);
            counts.add(plan, layout.point_bin(bin), 1);
            for (round, points) in record.rounds.iter().enumerate() {
                cells.add(layout.round(plan, round), points[contender].into(), 1);
            }
            for (at, bins) in histograms(measures, Of::Seat) {
                let value = record.measure(at, 0, contender).clamp(0, bins as i32 - 1) as usize;
                counts.add(plan, layout.bin(at, value), 1);
            }
        }
        for seat in Seat::all(players) {
            opponents::add(layout, counts, record, (seat, wins[seat]));
        }
        record.for_each_use(|component, contender, usage| {
            let mut add = |kind: UseKind, value: i64| {
                if value != 0 {
                    counts.add(plans[contender], layout.component_use(component, kind), value);
                }
            };
            add(UseKind::Offered, usage.offered.into());
            add(UseKind::Taken, usage.taken.into());
            add(UseKind::Used, usage.used.into());
            add(UseKind::Price, usage.price.into());
        });
        let first = layout.first_measure();
        record.for_each_count(|cell, contender, value| {
            counts.add(plans[contender], first + cell, value.into());
        });
    }
}

/// Parts of a win by seat. Seats in first place share it evenly; an automa alone in first place leaves none.
pub fn wins(places: &BySeat<u8>, players: usize) -> BySeat<i64> {
    let firsts = Seat::all(players).filter(|&seat| places[seat] == 1);
    let share = WIN / firsts.clone().count().max(1) as i64;
    let mut wins = BySeat::default();
    firsts.for_each(|seat| wins[seat] = share);
    wins
}

/// The contender with more points than every other, if there is one.
fn leader(contenders: usize, points: &BySeat<i32>) -> Option<Seat> {
    let top = Seat::all(contenders).map(|seat| points[seat]).max()?;
    let mut at_top = Seat::all(contenders).filter(|&seat| points[seat] == top);
    let first = at_top.next();
    if at_top.next().is_none() { first } else { None }
}

/// The values of [`Shape`] for a game, in order. `None` stands for a value that the game lacks, for example without a
/// sole winner.
fn shape(record: &GameRecord) -> [Option<i64>; Shape::ALL.len()] {
    if record.contenders < 2 {
        return [None; Shape::ALL.len()];
    }
    let leader = |points: &BySeat<i32>| leader(record.contenders, points);
    let mut changes = 0;
    let mut last: Option<Seat> = None;
    for points in &record.rounds {
        // A tie at the top leaves the lead unchanged.
        if let Some(seat) = leader(points) {
            changes += i64::from(last.is_some_and(|before| before != seat));
            last = Some(seat);
        }
    }
    let mut firsts = Seat::all(record.contenders).filter(|&seat| record.places[seat] == 1);
    let winner = firsts.next().filter(|_| firsts.next().is_none());
    let decided = winner.map(|winner| {
        let behind = record.rounds.iter().rposition(|points| leader(points) != Some(winner));
        behind.map_or(0, |round| round as i64 + 1)
    });
    let comeback = winner.map(|winner| {
        let deficits = record.rounds.iter().map(|points| {
            let top = Seat::all(record.contenders).map(|seat| points[seat]).max().unwrap_or(0);
            i64::from(top - points[winner])
        });
        deficits.max().unwrap_or(0)
    });
    let mut points: Vec<i32> = Seat::all(record.contenders).map(|seat| record.points[seat]).collect();
    points.sort_unstable_by(|a, b| b.cmp(a));
    [Some(changes), decided, comeback, Some(i64::from(points[0] - points[1])), early_order(record)]
}

/// The share of pairs that are in the same order after the first round as at the end, in parts of [`SHARE`]. Pairs
/// level at either time do not count; `None` if no pair is left.
fn early_order(record: &GameRecord) -> Option<i64> {
    let first = record.rounds.first()?;
    let (mut same, mut pairs) = (0, 0);
    for one in Seat::all(record.contenders) {
        for other in Seat::all(record.contenders).filter(|other| *other > one) {
            let early = first[one].cmp(&first[other]);
            // The better place is the lower number.
            let late = record.places[other].cmp(&record.places[one]);
            if early.is_ne() && late.is_ne() {
                pairs += 1;
                same += i64::from(early == late);
            }
        }
    }
    (pairs > 0).then(|| (same * SHARE + pairs / 2) / pairs)
}

#[cfg(test)]
mod tests;
