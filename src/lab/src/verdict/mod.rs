mod members;
mod pending;
mod tolerance;

use std::fmt;

use sim_engine::{Seat, Source, text::people};
use sim_play::arm::{NamedArm, Subject};
use sim_stats::{Estimate, Interval, anytime::Position, members::MemberSpread};

pub use members::MemberEffect;
pub use pending::PendingVerdicts;
pub use tolerance::{Tolerance, points};

use crate::{
    Effort, Ended, Error, Lab, Parts, Refusal, Work,
    adapt::{AdaptSpec, Budget},
    command::{Command, Verb},
    experiment::precision::interim_from,
    figure::{Owner, Unit},
    spec::ArmSpec,
    store::Worth,
};

#[derive(Clone)]
pub struct VerdictSpec {
    /// One per table. Solo tables are not judged, since nobody has a fair share there.
    pub arms: Vec<ArmSpec>,
    pub tolerance: Tolerance,
    pub games: u64,
    /// Training budget, if players are also judged after training further; they are copies of one strategy then.
    pub adapting: Option<Budget>,
}

struct VerdictArm {
    learning: Option<u64>,
    named: NamedArm,
}

impl VerdictSpec {
    /// # Errors
    /// As [`ArmSpec::open`]; no table has a fair share.
    pub fn open(&self) -> Result<Vec<NamedArm>, Error> {
        let mut arms = Vec::new();
        for spec in &self.arms {
            let players = people::counted(spec.players as u64, "player", "players");
            let name = format!("{players}, {}", spec.field.named().join(","));
            let named = NamedArm { name, arm: spec.open()? };
            arms.extend(Some(named).filter(|named| named.arm.subject().fair_share().is_some()));
        }
        if arms.is_empty() {
            let help = "give --players 2 or more; `sim run --players 1` shows how often a player wins alone";
            let message = "alone at the table nobody has a fair share to be held against";
            return Err(Refusal::new(message, help).into());
        }
        Ok(arms)
    }

    fn adapted(
        &self,
        budget: Budget,
        arms: &[VerdictArm],
        lab: &mut Lab<'_>,
    ) -> Result<Vec<VerdictArm>, Error> {
        let mut all = Vec::new();
        for VerdictArm { named, .. } in arms {
            let players = named.arm.inputs.rules.players;
            let Some(arm) = self.arms.iter().find(|arm| arm.players == players) else { continue };
            let learner = AdaptSpec::seat(arm.clone(), budget, Effort::Games(self.games))?;
            let adapted = learner.adapted(&[named], lab)?;
            let each = (1..).map(Some).zip(adapted.into_iter().flatten());
            all.extend(each.map(|(learning, named)| VerdictArm { learning, named }));
        }
        Ok(all)
    }

    pub fn command(&self, judged: &[NamedArm]) -> Result<Option<Command>, Error> {
        let sizes: Vec<usize> = judged.iter().map(|one| one.arm.inputs.rules.players).collect();
        let first = self.arms.iter().find(|spec| Some(&spec.players) == sizes.first());
        let command = first.map(|spec| spec.command(Verb::Run, Some(self.games))).transpose()?;
        let command = command.map(|command| command.at_sizes(&sizes).until_decided());
        let is_wins = first.is_none_or(|spec| spec.rules.objective().is_wins());
        let tolerance = if is_wins { Some(self.tolerance.to_string()) } else { self.tolerance.in_points() };
        let command = command.map(|command| {
            tolerance.iter().fold(command, |command, tolerance| command.option("tolerance", tolerance))
        });
        Ok(command.map(|command| match self.adapting {
            Some(budget) => budget.on(command),
            None => command,
        }))
    }
}

sim_engine::labels! {
    /// Whether a subject is within its tolerance, in display order.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Balance {
        /// Significantly within.
        Fine = "ok",
        /// Significantly above.
        TooStrong = "too strong",
        /// Significantly below.
        TooWeak = "too weak",
        /// Panel members disagree significantly, or are too few and too different to speak for other strong players.
        Depends = "depends on who plays",
        Undecided = "undecided",
        /// The games of these players allow no comparison.
        NotJudged = "not judged",
    }
}

impl Balance {
    pub fn is_off(self) -> bool {
        matches!(self, Balance::TooStrong | Balance::TooWeak)
    }

    fn of(position: Option<Position>) -> Balance {
        match position {
            Some(Position::Within) => Balance::Fine,
            Some(Position::Above) => Balance::TooStrong,
            Some(Position::Below) => Balance::TooWeak,
            Some(Position::Undecided) => Balance::Undecided,
            None => Balance::NotJudged,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum VerdictSubject {
    /// The seat, over all its players.
    Seat(Seat),
    /// The strategy, over all its seats.
    Strategy(String),
    /// A component that players choose to use. Others, which score or are drawn by themselves, show who did well.
    Component { name: String, source: Source },
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Sort {
        Seat = "seat",
        Strategy = "strategy",
        Component = "component",
    }
}

impl VerdictSubject {
    pub fn sort(&self) -> Sort {
        match self {
            VerdictSubject::Seat(_) => Sort::Seat,
            VerdictSubject::Strategy(_) => Sort::Strategy,
            VerdictSubject::Component { .. } => Sort::Component,
        }
    }

    pub fn owner(&self) -> Option<Owner> {
        match self {
            VerdictSubject::Seat(seat) => Some(Owner::Seat(*seat)),
            VerdictSubject::Strategy(name) => Some(Owner::Strategy(name.clone())),
            VerdictSubject::Component { .. } => None,
        }
    }

    pub fn source(&self) -> Option<Source> {
        match self {
            VerdictSubject::Component { source, .. } => Some(*source),
            _ => None,
        }
    }
}

/// `seat 1`, or the name.
impl fmt::Display for VerdictSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerdictSubject::Seat(seat) => write!(f, "seat {}", seat.0 + 1),
            VerdictSubject::Strategy(name) | VerdictSubject::Component { name, .. } => f.write_str(name),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct BalanceRow {
    pub of: VerdictSubject,
    pub balance: Balance,
    /// The largest deviation that counts as balanced: in win rate, from 0 to 1, or in points.
    pub tolerance: f64,
    /// The result of each if all were equal; `None` for components.
    pub fair: Option<f64>,
    /// Win rate or points; for components, win rate of users minus that of others, minus the mean of its kind.
    pub estimate: Estimate,
    /// For components, the estimate without subtracting the mean of its kind.
    pub raw: Option<f64>,
    /// The interval behind the verdict, minus the fair share. The intervals of all rows hold simultaneously, at every
    /// interim analysis, in 95 % of calls.
    pub ends: Option<Interval>,
    /// For a seat among a panel, the effect for each member; otherwise empty.
    pub members: Vec<MemberEffect>,
    /// For a seat among a panel, the effect with an interval that covers the deals and the choice of members.
    pub over_players: Option<MemberSpread>,
    /// Approximate games at this table until it is decided, if the estimate stays; `None` if decided.
    pub games_needed: Option<u64>,
    pub note: &'static str,
    pub deals_needed: Option<u64>,
}

impl BalanceRow {
    pub fn difference(&self) -> Option<f64> {
        self.estimate.value.map(|value| value - self.fair.unwrap_or(0.0))
    }
}

#[derive(Debug, Clone)]
pub struct JudgedTable {
    pub players: usize,
    /// Unit of the objective.
    pub unit: Unit,
    /// Training run, from 1, of players trained further under these rules; `None` without further training.
    pub learning: Option<u64>,
    pub games: u64,
    pub deals: u64,
    /// Seats, then strategies, then (if wins are the objective) components.
    pub rows: Vec<BalanceRow>,
}

impl JudgedTable {
    pub fn count(&self, balance: Balance) -> usize {
        self.rows.iter().filter(|row| row.balance == balance).count()
    }

    /// Deals of the next interim analysis: where the last undecided row may be decided, but between 1.25 and 4 times
    /// the current deals. `None` if all is decided or `most` is reached.
    pub fn next_interim(&self, most: u64) -> Option<u64> {
        if self.count(Balance::Undecided) == 0 || self.deals >= most {
            return None;
        }
        let (least, furthest) = (self.deals + self.deals.div_ceil(4), self.deals.saturating_mul(4));
        let open = self.rows.iter().filter(|row| row.balance == Balance::Undecided);
        let needed = open.map(|row| row.deals_needed.unwrap_or(u64::MAX)).max().unwrap_or(u64::MAX);
        Some(needed.clamp(least, furthest).min(most))
    }
}

#[derive(Debug, Clone)]
pub struct Judgement {
    /// Tables that reached their first interim analysis.
    pub tables: Vec<JudgedTable>,
    /// Number of all requested tables.
    pub planned: usize,
    pub ended: Ended,
}

impl Judgement {
    pub fn count(&self, balance: Balance) -> usize {
        self.tables.iter().map(|table| table.count(balance)).sum()
    }
}

/// Plays each table from one interim analysis to the next until every seat, strategy and component is decided, within
/// the games of the spec. Continues from stored results.
///
/// ```
/// use sim_lab::{Lab, Stop, spec::ArmSpec, verdict::{Tolerance, VerdictSpec, verdict}};
///
/// let arm = ArmSpec::of_shipped(&sim_delectable::ENTRY, 2, &["raider", "balancer"])?;
/// let tolerance = Tolerance { seat: 0.1, strategy: 0.1, component: 0.2, ..Tolerance::USUAL };
/// let spec = VerdictSpec { arms: vec![arm], tolerance, games: 4_000, adapting: None };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for row in verdict(&spec, &mut lab)?.tables.iter().flat_map(|table| &table.rows) {
///     println!("{}: {}", row.of, row.balance.word());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verdict(spec: &VerdictSpec, lab: &mut Lab<'_>) -> Result<Judgement, Error> {
    let mut arms: Vec<VerdictArm> =
        spec.open()?.into_iter().map(|named| VerdictArm { learning: None, named }).collect();
    let mut judgement = Judgement { tables: Vec::new(), planned: 0, ended: Ended::Whole };
    let most = |named: &NamedArm| Work::played(named.arm.schedule.deals_for(spec.games).1);
    if let Some(budget) = spec.adapting {
        let once: Work = arms.iter().map(|one| most(&one.named)).sum();
        lab.expect(budget.training(arms.len()) + once.times(1 + budget.repeats));
        arms.extend(spec.adapted(budget, &arms, lab)?);
        arms.sort_by_key(|one| (one.named.arm.inputs.rules.players, one.learning));
    }
    judgement.planned = arms.len();
    let field = spec.arms.first().map(|spec| &spec.field);
    let subjects: Vec<Subject<'_>> = arms.iter().map(|one| one.named.arm.subject()).collect();
    let pending = |subject| match field {
        Some(field) => PendingVerdicts::of_field(subject, field),
        None => PendingVerdicts::new(subject),
    };
    let pending: Vec<PendingVerdicts<'_>> = subjects.iter().map(pending).collect();
    let comparisons = pending.iter().map(PendingVerdicts::comparisons).sum();
    let mut parts = Parts::new(arms.iter().map(|one| most(&one.named)));
    for (pending, VerdictArm { learning, named }) in pending.iter().zip(&arms) {
        let (most, _) = named.arm.schedule.deals_for(spec.games);
        let (first, rule) = (interim_from(0).min(most), (spec.tolerance, comparisons));
        let (last, ended) =
            parts.next(lab, |lab| pending.until_decided(named, (first, most), rule, Worth::IfLong, lab))?;
        judgement.ended = ended;
        let last = last.map(|(_, judged)| JudgedTable { learning: *learning, ..judged });
        judgement.tables.extend(last);
        if judgement.ended == Ended::Stopped {
            break;
        }
    }
    Ok(judgement)
}
