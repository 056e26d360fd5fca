//! The audit's answers to a designer's first questions, in order, each with its effect sizes and fine range.

mod statement;
mod ways;

use std::mem::take;

use sim_engine::{Source, text::people};
use sim_play::tally::Shape;
use sim_stats::{Estimate, Interval, estimate::MIN_DEALS};

use super::{
    Audit, Check, PriceFindings, TableAudit, balance::JudgedItem, checks::Checks, course, play::seats_within,
    rulings::AlternativeShift,
};
use crate::{
    Ended,
    balance::BalanceResult,
    command::{Command, Verb},
    figure::{Figure, FigureOf, Unit},
    finding::{AlternativeEffect, Finding, FindingKind, GameFinding, SeatAt, TableValue, Tone},
    price::{PriceRow, PriceVerdict, payments::PaymentVerdict},
    robust::Kind,
    skill::VarianceSource,
    verdict::{Balance, Sort},
};

pub use statement::{
    ChangeStatement, CourseAt, NoChange, PaymentAt, PlanRuns, PlansStatement, PriceAt, PricesStatement,
    SeatDispute, SeatOff, SeatProposal, Statement, TrainedPlanSummary, UnknownStatement,
};

/// A seat whose deviation exceeds this multiple of the tolerance is a problem.
const PROBLEM: f64 = 2.0;
/// Largest share of assumed components, and of undecided verdicts of a sort, that needs no check.
const LITTLE: f64 = 0.1;
/// Maximum number of changes shown. Prices fill the places that the longest seat proposal leaves free.
const CHANGES: usize = 3;

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AnswerVerdict {
        Fine = "ok",
        Check = "check",
        Problem = "problem",
        /// Strong players disagree significantly, so the effect is no property of the game.
        Depends = "depends on who plays",
        Undecided = "undecided",
        /// An interrupted audit did not reach this question.
        NotPlayed = "not played",
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Topic {
        Seats = "seats",
        Plans = "plans",
        Prices = "prices",
        /// Whether games are decided too early or last too long.
        Course = "course",
        Skill = "skill",
        Change = "change",
        Unknown = "unknown",
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum MarkUnit {
        ShareDifference = "difference of shares",
        Share = "share",
        /// Relative difference from the current price.
        OfPrice = "part of the price",
        Rating = "points of the ladder",
        /// Points of the game.
        Points = "points",
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    pub label: String,
    pub value: f64,
    pub interval: Option<Interval>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub verdict: AnswerVerdict,
    pub statement: Statement,
    pub marks: Vec<Mark>,
    pub fine: Option<Interval>,
    pub command: Option<Command>,
    /// Unit of the objective.
    pub played_for: Unit,
    /// The check of its leading finding among look-ahead players, if requested.
    pub check: Option<Check>,
}

impl Answer {
    fn new(verdict: AnswerVerdict, statement: Statement, played_for: Unit) -> Answer {
        Answer { verdict, statement, marks: Vec::new(), fine: None, command: None, played_for, check: None }
    }

    pub fn topic(&self) -> Topic {
        match self.statement {
            Statement::Seats { .. } => Topic::Seats,
            Statement::Plans(_) | Statement::PlansUntested { .. } => Topic::Plans,
            Statement::Prices(_) => Topic::Prices,
            Statement::Course { .. } => Topic::Course,
            Statement::Skill { .. } => Topic::Skill,
            Statement::Change(_) => Topic::Change,
            Statement::Unknown(_) => Topic::Unknown,
            Statement::NotPlayed(topic) => topic,
        }
    }

    pub fn unit(&self) -> MarkUnit {
        match self.topic() {
            Topic::Prices => MarkUnit::OfPrice,
            Topic::Course => MarkUnit::Share,
            Topic::Skill if self.played_for.is_share() => MarkUnit::Rating,
            _ if self.played_for.is_share() => MarkUnit::ShareDifference,
            Topic::Skill | Topic::Seats | Topic::Plans | Topic::Change | Topic::Unknown => MarkUnit::Points,
        }
    }
}

impl Audit {
    /// Returns the answers in order. Omits questions about which these games say nothing.
    pub fn answers(&self) -> Vec<Answer> {
        let all = [
            self.change(),
            self.seats(),
            self.plans().or_else(|| self.not_played(Topic::Plans)),
            self.priced().or_else(|| self.not_played(Topic::Prices)),
            self.runs(),
            self.skill().or_else(|| self.not_played(Topic::Skill)),
            self.unknown(),
        ];
        let checked = |answer: Answer| {
            let is_of = |check: &&Check| check.topic() == answer.topic();
            Answer { check: self.checks.iter().find(is_of).cloned(), ..answer }
        };
        all.into_iter().flatten().map(checked).collect()
    }

    /// Marks a question that an interrupted audit did not reach. Prices are a question only if players train.
    fn not_played(&self, topic: Topic) -> Option<Answer> {
        let is_asked = self.learns || topic != Topic::Prices;
        let is_missing = self.ended == Ended::Stopped && self.usual().is_some() && is_asked;
        is_missing.then(|| Answer::new(AnswerVerdict::NotPlayed, Statement::NotPlayed(topic), self.unit()))
    }

    /// The audit of the default number of players or, without one, of the first table with rivals.
    pub fn usual(&self) -> Option<&TableAudit> {
        let is_usual = |part: &&TableAudit| part.players() == part.summary.info.default_players;
        self.parts.iter().find(is_usual).or_else(|| self.parts.iter().find(|part| part.players() > 1))
    }

    fn seats(&self) -> Option<Answer> {
        let judged = || {
            let of = |part| JudgedItem::all(part, Sort::Seat).filter_map(|one| Some((one.seat_at()?, one)));
            self.parts.iter().filter(|part| part.best.is_some()).flat_map(of)
        };
        let by_size = |one: &SeatAt| one.off.value.abs();
        // Ties keep the first.
        let further = |one: SeatAt, other: SeatAt| if by_size(&other) > by_size(&one) { other } else { one };
        let furthest = judged().map(|(seat, _)| seat).reduce(further)?;
        let tolerance = judged().next()?.1.row.tolerance;
        let mut off: Vec<SeatAt> = judged().filter(|(_, one)| one.is_off()).map(|(seat, _)| seat).collect();
        off.sort_by(|a, b| by_size(b).total_cmp(&by_size(a)));
        let open = judged().filter(|(_, one)| one.is(Balance::Undecided)).map(|(seat, _)| seat);
        let open: Vec<SeatAt> = open.collect();
        let mut disputed: Vec<SeatDispute> = judged().filter_map(|(seat, one)| one.disputed(seat)).collect();
        let apart = |one: &SeatDispute| {
            let worth =
                |member: Option<&(String, Estimate)>| member.and_then(|one| one.1.value).unwrap_or(0.0);
            worth(one.members.first()) - worth(one.members.last())
        };
        disputed.sort_by(|a, b| apart(b).total_cmp(&apart(a)));
        let is_problem = off.iter().any(|one| by_size(one) > PROBLEM * tolerance);
        let verdict = match (&off[..], &disputed[..], &open[..]) {
            ([], [], []) => AnswerVerdict::Fine,
            ([], [], _) => AnswerVerdict::Undecided,
            ([], _, _) => AnswerVerdict::Depends,
            _ if is_problem => AnswerVerdict::Problem,
            _ => AnswerVerdict::Check,
        };
        // For each table, the seat furthest from its fair share.
        let sizes: Vec<usize> =
            self.parts.iter().filter(|part| part.best.is_some()).map(TableAudit::players).collect();
        let of_size = |players: &usize| {
            let own = judged().map(|(seat, _)| seat).filter(|seat| seat.off.players == *players);
            own.reduce(further)
        };
        let of_table = |one: SeatAt| Mark {
            label: format!("{} players, {}", one.off.players, one.seat),
            value: one.off.value,
            interval: one.off.interval,
        };
        let of_member = |(name, effect): &(String, Estimate)| {
            Some(Mark { label: name.clone(), value: effect.value?, interval: effect.interval })
        };
        // Where players disagree, each member's effect for the seat on which they differ most.
        let marks = match (verdict, disputed.first()) {
            (AnswerVerdict::Depends, Some(most)) => most.members.iter().filter_map(of_member).collect(),
            _ => sizes.iter().filter_map(of_size).map(of_table).collect(),
        };
        let worst = self.parts.iter().find(|part| part.players() == furthest.off.players)?;
        let command = JudgedItem::all(worst, Sort::Seat).next()?.shown(self);
        let furthest = off.is_empty().then_some(furthest);
        let statement = Statement::Seats { sizes, off, disputed, open, furthest, tolerance };
        let fine = Some(Interval { low: -tolerance, high: tolerance });
        Some(Answer { marks, fine, command: Some(command), ..Answer::new(verdict, statement, self.unit()) })
    }

    fn priced(&self) -> Option<Answer> {
        let PriceFindings { found: prices, kinds: looked } = self.prices.as_ref()?;
        let off = off_prices(&prices.rows);
        let is_open = |row: &&PriceRow| matches!(row.verdict, PriceVerdict::Undecided { .. });
        let open = prices.rows.iter().filter(is_open).count();
        let is_off = |one: &PaymentVerdict| matches!(one, PaymentVerdict::Much | PaymentVerdict::Little);
        let paying = prices.payments.iter().filter(|one| is_off(&one.verdict));
        let mut paying: Vec<PaymentAt> = paying
            .filter_map(|one| {
                let (component, kind) = (one.component.name.clone(), one.component.kind.clone());
                Some(PaymentAt { component, kind, beyond: one.beyond.value? })
            })
            .collect();
        paying.sort_by(|a, b| b.beyond.abs().total_cmp(&a.beyond.abs()));
        if prices.rows.is_empty() && paying.is_empty() {
            return None;
        }
        let unbought = prices.rows.iter().filter(|row| row.verdict == PriceVerdict::Unbought);
        let unbought: Vec<String> = unbought.map(|row| row.component.name.clone()).collect();
        // Nothing printed says what components of a kind should pay, so an unusual payout is no fault.
        let is_quiet = off.is_empty() && unbought.is_empty();
        let verdict = match (is_quiet, open) {
            (false, _) => AnswerVerdict::Check,
            (true, 0) => AnswerVerdict::Fine,
            _ => AnswerVerdict::Undecided,
        };
        let marks = off.iter().filter(|one| one.now > 0).filter_map(|one| {
            let part = |price: f64| price / one.now as f64 - 1.0;
            let ends = one.ends.0.zip(one.ends.1);
            Some(Mark {
                label: one.component.clone(),
                value: part(one.fair?),
                interval: ends.map(|(low, high)| Interval { low: part(low as f64), high: part(high as f64) }),
            })
        });
        let players = prices.setup.extent.players;
        let command = Command::new(Verb::Components).names(looked);
        let command = self.words(vec![players]).fold(command, Command::with);
        let command = command.games(prices.setup.games);
        // Payouts alone need no training.
        let command = Some(match prices.rows.is_empty() {
            true => command.flag("price"),
            false => prices.add_options_to(command),
        });
        let marks = marks.collect();
        let looked = prices.rows.len();
        let statement = Statement::Prices(PricesStatement { players, looked, off, unbought, open, paying });
        let fine = Some(Interval { low: 0.0, high: 0.0 });
        Some(Answer { marks, fine, command, ..Answer::new(verdict, statement, self.unit()) })
    }

    fn runs(&self) -> Option<Answer> {
        let part = self.usual()?;
        let mut found: Vec<Finding> = course::findings(Checks::new(self));
        found.retain(|one| one.tone == Tone::Off);
        found.sort_by(Finding::order);
        let command = found.first().and_then(|one| one.command.clone()).unwrap_or_else(|| self.run(part));
        let off: Vec<GameFinding> = found
            .into_iter()
            .filter_map(|one| match one.what {
                FindingKind::Game(what) => Some(what),
                FindingKind::Run(_) => None,
            })
            .collect();
        let early = |part: &TableAudit| {
            let row = part.course().shape.iter().find(|row| row.shape == Shape::EarlyOrder)?;
            Some((row.mean.value?, row.mean.interval))
        };
        let rivals = self.parts.iter().filter(|part| part.players() > 1);
        let marks = rivals.filter_map(|part| {
            let (value, interval) = early(part)?;
            Some(Mark { label: people::counted(part.players() as u64, "player", "players"), value, interval })
        });
        let marks = marks.collect();
        let tables = self.parts.iter().filter(|part| part.players() > 1).map(course::at).collect();
        let is_open = off.is_empty() && self.parts.iter().any(|part| part.played_best().deals < MIN_DEALS);
        let verdict = match (is_open, off.is_empty()) {
            (true, _) => AnswerVerdict::Undecided,
            (_, true) => AnswerVerdict::Fine,
            (_, false) => AnswerVerdict::Check,
        };
        let statement = Statement::Course { players: part.players(), off, is_open, tables };
        let fine = Some(Interval { low: course::NOTHING, high: course::SETTLED });
        Some(Answer { marks, fine, command: Some(command), ..Answer::new(verdict, statement, self.unit()) })
    }

    fn skill(&self) -> Option<Answer> {
        let part = self.usual()?;
        let ladder = part.ladder.as_ref()?;
        let (lowest, highest) = ladder.ends()?;
        let marks = ladder.steps.iter().rev().filter_map(|step| {
            let label = format!("{} over {}", step.upper, step.lower);
            Some(Mark { label, value: step.points.value?, interval: step.points.interval })
        });
        let marks = marks.collect();
        // If the best players win no more than the worst ones, the game is all luck.
        let verdict = match ladder.length.interval {
            None => AnswerVerdict::Undecided,
            Some(ends) if ends.low <= 0.0 => AnswerVerdict::Check,
            Some(_) => AnswerVerdict::Fine,
        };
        let command = self.command(Verb::Skill, vec![part.players()]).flag("levels");
        let [lowest, highest] = [lowest, highest].map(str::to_owned);
        let (players, length) = (part.players(), ladder.length);
        let strong = part.variances.iter().find(|one| !one.is_of_beginners());
        let strategies = strong.and_then(|one| one.share_of_winning(VarianceSource::Strategies));
        let statement = Statement::Skill { players, lowest, highest, length, strategies };
        Some(Answer { marks, command: Some(command), ..Answer::new(verdict, statement, self.unit()) })
    }

    fn change(&self) -> Option<Answer> {
        self.parts.iter().find(|part| part.best.is_some())?;
        let prices = self.prices.as_ref().map_or(Vec::new(), |prices| off_prices(&prices.found.rows));
        let is_off = |part: &&TableAudit| {
            JudgedItem::all(part, Sort::Seat).any(|one| part.best.is_some() && one.is_off())
        };
        let mut untried: Vec<usize> = self.parts.iter().filter(is_off).map(TableAudit::players).collect();
        untried.retain(|size| self.balanced.iter().all(|one| one.extent.players != *size));
        let mut shown: Vec<SeatEvidence> = self.balanced.iter().filter_map(proposed).collect();
        // The chart shows the first proposal.
        let (marks, fine) =
            shown.first_mut().map_or((Vec::new(), None), |one| (take(&mut one.marks), one.fine));
        let seats: Vec<SeatProposal> = shown.into_iter().map(|one| one.seats).collect();
        let changed = seats.iter().map(|one| one.changes.len()).max().unwrap_or(0);
        let priced = prices.into_iter().filter(|one| one.fair.is_some());
        let prices: Vec<PriceAt> = priced.take(CHANGES.saturating_sub(changed)).collect();
        let found = self.prices.as_ref().map(|prices| &prices.found);
        let priced = found.filter(|found| !found.rows.is_empty()).map(|found| found.setup.extent.players);
        let (course, fair, worth) = (self.runs(), self.seats(), self.priced());
        let has =
            |answer: &Option<Answer>, verdict| answer.as_ref().is_some_and(|one| one.verdict == verdict);
        let is_pacing_off = has(&course, AnswerVerdict::Check);
        let no_change = match [&fair, &worth, &course] {
            _ if self.ended == Ended::Stopped => NoChange::Stopped,
            [seats, ..] if has(seats, AnswerVerdict::Depends) => NoChange::Disputed { is_pacing_off },
            _ if is_pacing_off => NoChange::Pacing,
            all if all.iter().any(|one| has(one, AnswerVerdict::Undecided)) => NoChange::Undecided,
            _ => NoChange::Fine,
        };
        // The other answers report the problems; this one is at most a check.
        let verdict = match no_change {
            _ if !(seats.is_empty() && untried.is_empty() && prices.is_empty()) => AnswerVerdict::Check,
            NoChange::Stopped | NoChange::Pacing | NoChange::Undecided => AnswerVerdict::Undecided,
            NoChange::Disputed { .. } => AnswerVerdict::Depends,
            NoChange::Fine => AnswerVerdict::Fine,
        };
        let tried = self.balanced.first().map(|balanced| {
            let goal = balanced.goals.first().map_or(String::new(), |goal| goal.text.clone());
            (balanced.extent.players, goal)
        });
        // Of several, the table with the seat furthest from its fair share.
        let furthest = || {
            let all =
                untried.iter().filter_map(|size| self.parts.iter().find(|part| part.players() == *size));
            let found = all.flat_map(|part| JudgedItem::all(part, Sort::Seat)).filter(JudgedItem::is_off);
            let seats = found.filter_map(|one| Some((one.seat_at()?.off, one.row.tolerance)));
            let (off, tolerance) = seats.max_by(|(a, _), (b, _)| a.value.abs().total_cmp(&b.value.abs()))?;
            Some((off.players, seats_within(off.unit, tolerance)))
        };
        let command = tried
            .or_else(furthest)
            .map(|(players, goal)| self.command(Verb::Balance, vec![players]).option("goal", goal));
        let command = command.or_else(|| worth.filter(|_| !prices.is_empty())?.command);
        Some(Answer {
            marks,
            fine,
            command,
            ..Answer::new(
                verdict,
                Statement::Change(ChangeStatement { seats, untried, prices, priced, no_change }),
                self.unit(),
            )
        })
    }

    fn unknown(&self) -> Option<Answer> {
        let part = self.usual()?;
        let best = part.best.as_ref()?;
        let all = &part.summary.components.all;
        let guessed = all.iter().filter(|one| one.component.source == Source::Reconstructed).count();
        let is_reading = |kind: Kind| matches!(kind, Kind::Ruling | Kind::Tie | Kind::Data);
        let alternatives = best.robust.alternatives.iter().filter(|one| is_reading(one.kind)).count();
        let rows = AlternativeShift::all(self, |robust| &robust.shares);
        let mut moved: Vec<&AlternativeShift<'_>> = rows.iter().filter(|row| row.is_of_best).collect();
        moved.sort_by(|a, b| b.by.abs().total_cmp(&a.by.abs()));
        let mut moving: Vec<AlternativeEffect> = Vec::new();
        for row in &moved {
            if !moving.iter().any(|known| known.name == row.name()) {
                moving.push(row.moved(self));
            }
        }
        let marks = moving.iter().map(|AlternativeEffect { name, whose, by, .. }| {
            let TableValue { value, interval, players, .. } = *by;
            Mark { label: format!("{name}: {whose}, {players} players"), value, interval }
        });
        let marks = marks.collect();
        let plan = rows.iter().filter(|row| !row.is_of_best);
        let plan = plan.max_by(|a, b| a.by.abs().total_cmp(&b.by.abs())).map(|row| row.moved(self));
        let judged = |sort: Sort| {
            let all = || self.parts.iter().flat_map(move |part| JudgedItem::all(part, sort));
            (sort, all().filter(|one| one.is(Balance::Undecided)).count(), all().count())
        };
        let open: Vec<(Sort, usize, usize)> = Sort::ALL.into_iter().map(judged).collect();
        let is_little = |count: usize, of: usize| count as f64 <= LITTLE * of as f64;
        let is_quiet = moving.is_empty() && plan.is_none();
        let is_little_open =
            is_little(guessed, all.len()) && open.iter().all(|(_, open, of)| is_little(*open, *of));
        let verdict =
            match (is_quiet && is_little_open, guessed + open.iter().map(|(_, open, _)| open).sum::<usize>())
            {
                (false, _) => AnswerVerdict::Check,
                (true, 0) => AnswerVerdict::Fine,
                (true, _) => AnswerVerdict::Undecided,
            };
        let command = match moved.first() {
            Some(first) => first.command(self, Verb::Robust),
            None => Audit::with_strong_players(part, self.command(Verb::Robust, vec![part.players()])),
        };
        let statement =
            Statement::Unknown(UnknownStatement { guessed, of: all.len(), alternatives, moving, plan, open });
        let fine = Some(Interval { low: -best.robust.large, high: best.robust.large });
        Some(Answer { marks, fine, command: Some(command), ..Answer::new(verdict, statement, self.unit()) })
    }
}

/// Significantly mispriced components: those with a known fair price first, then by distance from fair.
fn off_prices(rows: &[PriceRow]) -> Vec<PriceAt> {
    let mut off: Vec<&PriceRow> = rows.iter().filter(|row| row.verdict.is_off()).collect();
    let has_fair = |row: &PriceRow| row.fair.price.is_some();
    off.sort_by(|a, b| has_fair(b).cmp(&has_fair(a)).then(b.distance().total_cmp(&a.distance())));
    let told = off.into_iter().map(|row| PriceAt {
        component: row.component.name.clone(),
        now: row.price.value,
        is_over: row.verdict == PriceVerdict::Overpriced,
        beyond: row.beyond.value.unwrap_or(0.0),
        is_sought: row.trials.len() > 1,
        is_assumed: row.component.source == Source::Reconstructed,
        fair: row.fair.price,
        ends: (row.fair.low, row.fair.high),
    });
    told.collect()
}

struct SeatEvidence {
    seats: SeatProposal,
    marks: Vec<Mark>,
    fine: Option<Interval>,
}

fn proposed(balanced: &BalanceResult) -> Option<SeatEvidence> {
    let players = balanced.extent.players;
    let goal = balanced.goals.first()?;
    let fair = if goal.unit.is_share() { 1.0 / players as f64 } else { 0.0 };
    let furthest = |seen: &[Estimate]| {
        let off = goal.figures.iter().zip(seen).filter_map(|(words, one)| {
            let off = one.moved(-fair);
            Some(SeatOff { seat: words.seat?, by: off.value?, ends: off.interval })
        });
        let further = |one: SeatOff, other: SeatOff| if other.by.abs() > one.by.abs() { other } else { one };
        off.reduce(further).unwrap_or_default()
    };
    // The first proposal that surely meets the goal, or else the one that comes closest.
    let mut told = balanced.proposals.iter().filter_map(|one| Some((one, one.seen.first()?)));
    let (then, after) = match balanced.answer() {
        Some(at) => told.nth(at)?,
        None => told.min_by(|(_, a), (_, b)| furthest(a).by.abs().total_cmp(&furthest(b).by.abs()))?,
    };
    let before = balanced.proposals.first()?.seen.first()?;
    let marks = |seen: &[Estimate], when: &str| -> Vec<Mark> {
        let each = goal.figures.iter().zip(seen);
        each.filter_map(|(words, one)| {
            let seat = words.seat.map_or(String::new(), |seat| seat.to_string());
            let off = one.moved(-fair);
            let label = format!("seat {seat} of {players}, {when}");
            Some(Mark { label, value: off.value?, interval: off.interval })
        })
        .collect()
    };
    let mut all = marks(before, "now");
    if !then.changes.is_empty() {
        all.extend(marks(after, "then"));
    }
    let fine = goal.range.low.zip(goal.range.high);
    let fine = fine.map(|(low, high)| Interval { low, high }.moved(-fair));
    // The clearest first, but detailed counts last. The sort is stable.
    let others = then.moved.iter().filter(|row| row.of.owner.seat().is_none());
    let mut moved: Vec<(FigureOf, Option<f64>)> =
        others.map(|row| (row.of.clone(), row.paired.difference.value)).collect();
    moved.sort_by_key(|(of, _)| {
        matches!(of.figure, Figure::Measure { .. } | Figure::Use(_) | Figure::AdjustedDifference)
    });
    let seats = SeatProposal {
        players,
        changes: then.changes.clone(),
        reached: *then.reached.first()?,
        off: [furthest(before), furthest(after)],
        moved,
    };
    Some(SeatEvidence { seats, marks: all, fine })
}
