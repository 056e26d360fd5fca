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
    /// One a table. Where nobody has a fair share, alone at the table, nothing is judged.
    pub arms: Vec<ArmSpec>,
    pub tolerance: Tolerance,
    pub games: u64,
    /// How players learn on, if it is also judged between players who did: copies of one strategy then.
    pub adapting: Option<Budget>,
}

struct VerdictArm {
    learning: Option<u64>,
    named: NamedArm,
}

impl VerdictSpec {
    /// # Errors
    /// As [`ArmSpec::open`]; no table with a fair share.
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
    /// Whether something is within the tolerance, in the order in which verdicts are shown.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Balance {
        /// Surely within.
        Fine = "ok",
        /// Surely beyond, above.
        TooStrong = "too strong",
        /// Surely beyond, below.
        TooWeak = "too weak",
        /// Members of the panel surely disagree, or they are too few and too different to speak for other strong players.
        Depends = "depends on who plays",
        Undecided = "undecided",
        /// These players leave nothing to compare.
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
    /// Whoever sits there.
    Seat(Seat),
    /// Wherever it sits.
    Strategy(String),
    /// A component that players choose to use: those that score or are drawn by themselves show who did well.
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

/// Which one: `seat 1`, or its name.
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
    /// What passes for balance: a win rate from 0 to 1, or points.
    pub tolerance: f64,
    /// What each would win or make if all were equal; none of components.
    pub fair: Option<f64>,
    /// The win rate, or the points; of components the win rate of users less that of others, less the mean of its kind.
    pub estimate: Estimate,
    /// Of components, the same as it is, not beside its kind.
    pub raw: Option<f64>,
    /// The interval that the verdict is read off, less the fair share. Those of all rows hold at every interim
    /// analysis, all at once, in 95 % of calls.
    pub ends: Option<Interval>,
    /// Of a seat among a panel, what it is worth to each member; none otherwise.
    pub members: Vec<MemberEffect>,
    /// Of a seat among a panel, its effect with an interval that covers the deals and the choice of members.
    pub over_players: Option<MemberSpread>,
    /// About how many games at this table would decide it, if the estimate stays; none where it is decided.
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
    /// Of what is played for.
    pub unit: Unit,
    /// Of players who learned on under these rules the learning, from 1; none of players as they are.
    pub learning: Option<u64>,
    pub games: u64,
    pub deals: u64,
    /// Seats, then strategies, then components where wins are played for.
    pub rows: Vec<BalanceRow>,
}

impl JudgedTable {
    pub fn count(&self, balance: Balance) -> usize {
        self.rows.iter().filter(|row| row.balance == balance).count()
    }

    /// Deals after which it is worth looking again: where the last that is undecided may be decided, though between
    /// a quarter and three times more than there are.
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
    /// Those that came to a first interim analysis.
    pub tables: Vec<JudgedTable>,
    /// All that were asked for.
    pub planned: usize,
    pub ended: Ended,
}

impl Judgement {
    pub fn count(&self, balance: Balance) -> usize {
        self.tables.iter().map(|table| table.count(balance)).sum()
    }
}

/// Plays each table from one interim analysis to the next until every seat, strategy and component is decided, and
/// no longer than the spec says. It goes on from what is kept.
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
