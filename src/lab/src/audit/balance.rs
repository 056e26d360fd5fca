use super::{Audit, TableAudit, answer::SeatDispute, distinct_sizes, grouped, sizes, survival};
use crate::{
    command::{Command, Verb},
    figure::Unit,
    finding::{Caveat, Certainty, Finding, GameFinding, Scene, SeatAt, SubjectAtTable, TableValue, Tone},
    verdict::{Balance, BalanceRow, JudgedTable, MemberEffect, Sort, VerdictSubject},
};
use sim_engine::Source;
use sim_stats::Estimate;

/// Largest multiple of the games so far that is proposed as further games: nobody would play more.
const MOST: f64 = 100.0;
const CAUSED: f64 = 0.05;
const TABLE: &str = "verdict";
pub const SEATS: &str = "seats";

#[derive(Clone, Copy)]
pub struct JudgedItem<'a> {
    part: &'a TableAudit,
    pub row: &'a BalanceRow,
    /// Deviation from the fair share, or from others of its kind.
    value: f64,
}

impl<'a> JudgedItem<'a> {
    pub fn all(part: &'a TableAudit, sort: Sort) -> impl Iterator<Item = JudgedItem<'a>> {
        let rows = part.judged(sort).into_iter().flat_map(|table| &table.rows);
        rows.filter(move |row| row.of.sort() == sort)
            .filter_map(move |row| Some(JudgedItem { part, row, value: row.difference()? }))
    }

    pub fn is(&self, balance: Balance) -> bool {
        self.row.balance == balance
    }

    pub fn is_off(&self) -> bool {
        self.row.balance.is_off()
    }

    /// The seat with its result; `None` for other subjects.
    pub fn seat_at(&self) -> Option<SeatAt> {
        match &self.row.of {
            VerdictSubject::Seat(seat) => Some(SeatAt { seat: *seat, off: self.at(), result: self.result() }),
            _ => None,
        }
    }

    /// The effects for each panel member, if the members disagree significantly.
    pub fn disputed(&self, seat: SeatAt) -> Option<SeatDispute> {
        if !self.is(Balance::Depends) {
            return None;
        }
        let member = |member: &MemberEffect| (member.strategy.clone(), member.effect);
        let mut members: Vec<(String, Estimate)> = self.row.members.iter().map(member).collect();
        let worth = |one: &(String, Estimate)| one.1.value.unwrap_or(0.0);
        members.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        Some(SeatDispute { seat, members })
    }

    fn result(&self) -> f64 {
        self.row.estimate.value.unwrap_or(0.0)
    }

    /// Deviation beyond the tolerance, in units of the tolerance; negative within it.
    fn severity(&self) -> f64 {
        self.value.abs() / self.row.tolerance.max(f64::MIN_POSITIVE) - 1.0
    }

    fn at(&self) -> TableValue {
        let value = self.part.value(self.value, self.row.ends);
        match &self.row.of {
            VerdictSubject::Component { .. } => TableValue { unit: Unit::Share, ..value },
            _ => value,
        }
    }

    fn table(&self) -> &'static str {
        match (self.row.of.sort(), &self.part.best) {
            (Sort::Seat, Some(_)) => SEATS,
            _ => TABLE,
        }
    }

    pub fn shown(&self, audit: &Audit) -> Command {
        let games = self.part.judged(self.row.of.sort()).map(|table| table.games);
        let command = self.command(audit, vec![self.part.players()]);
        games.into_iter().fold(command, Command::games)
    }

    fn command(&self, audit: &Audit, sizes: Vec<usize>) -> Command {
        let command = audit.command(Verb::Run, sizes).until_decided();
        if self.row.of.sort() == Sort::Seat {
            Audit::with_strong_players(self.part, command)
        } else {
            Audit::of_beginners(command)
        }
    }
}

pub fn off_components(verdicts: &JudgedTable) -> impl Iterator<Item = &str> {
    verdicts.rows.iter().filter(|row| row.balance.is_off()).filter_map(|row| match &row.of {
        VerdictSubject::Component { name, .. } => Some(name.as_str()),
        _ => None,
    })
}

pub fn findings(audit: &Audit) -> Vec<Finding> {
    let mut found = Vec::new();
    for sort in Sort::ALL {
        let all: Vec<JudgedItem<'_>> =
            audit.parts.iter().flat_map(|part| JudgedItem::all(part, sort)).collect();
        found.extend(off(audit, &all));
        found.extend(open(audit, sort, &all));
        found.extend(fine(audit, sort, &all));
    }
    found
}

/// One finding for each subject that is significantly off at some number of players; one for all seats together.
fn off(audit: &Audit, all: &[JudgedItem<'_>]) -> Vec<Finding> {
    let off = all.iter().copied().filter(JudgedItem::is_off);
    let groups = grouped(off.map(|one| ((&one.row.of, one.value > 0.0), one)));
    // With two players, the weaker seat mirrors the stronger one.
    let is_mirrored = |of: &VerdictSubject, is_above: bool, group: &[JudgedItem<'_>]| {
        of.sort() == Sort::Seat && !is_above && group.iter().all(|one| one.part.players() == 2)
    };
    let told = groups.iter().filter(|((of, is_above), group)| !is_mirrored(of, *is_above, group));
    let told: Vec<&[JudgedItem<'_>]> = told.map(|(_, group)| &group[..]).collect();
    // Uneven seats are one issue, however many seats and tables show it.
    if told.len() > 1 && all.iter().all(|one| one.row.of.sort() == Sort::Seat) {
        return finding(audit, &told.concat()).into_iter().collect();
    }
    told.into_iter().filter_map(|group| finding(audit, group)).collect()
}

fn wins_off(worst: &JudgedItem<'_>, group: &[JudgedItem<'_>]) -> GameFinding {
    let tolerance = worst.row.tolerance;
    if group.iter().all(|one| one.row.of == worst.row.of) {
        let sizes = sizes(group.iter().map(|one| one.part));
        return GameFinding::WinsOff { whose: worst.row.of.clone(), sizes, off: worst.at(), tolerance };
    }
    let mut ordered = group.to_vec();
    ordered.sort_by(|a, b| b.severity().total_cmp(&a.severity()));
    GameFinding::SeatsOff {
        sizes: distinct_sizes(group.iter().map(|one| one.part)),
        seats: ordered.iter().filter_map(JudgedItem::seat_at).collect(),
        tolerance,
    }
}

fn finding(audit: &Audit, group: &[JudgedItem<'_>]) -> Option<Finding> {
    let worst = *group.iter().max_by(|a, b| a.severity().total_cmp(&b.severity()))?;
    let sizes = sizes(group.iter().map(|one| one.part));
    let players = worst.part.players();
    if let VerdictSubject::Component { name, source } = &worst.row.of {
        return Some(used(audit, &worst, sizes, (name, *source)));
    }
    let what = wins_off(&worst, group);
    let mut found = Audit::finding(Tone::Off, worst.severity(), what, worst.table(), worst.shown(audit));
    if let Some(whose) = worst.row.of.owner() {
        found.but = survival::of_result(worst.part, &whose);
        found.scene = Some(Scene { players, whose, is_won: worst.value > 0.0 });
    }
    Some(found)
}

fn used(audit: &Audit, worst: &JudgedItem<'_>, sizes: Vec<usize>, (name, source): (&str, Source)) -> Finding {
    let (part, players) = (worst.part, worst.part.players());
    let cause = survival::cause(part, name);
    let link = cause.filter(|cause| !cause.is_found).map(Caveat::NoCause);
    let guess = (source == Source::Reconstructed).then_some(Caveat::Reconstructed);
    let but = link.into_iter().chain(survival::of_adjusted(part, name)).chain(guess).collect();
    // A measured causal effect, where known, sets the severity.
    let severity = cause.map_or(worst.severity(), |cause| cause.by.abs() / CAUSED - 1.0);
    let command = match part.fixed.iter().any(|fixed| fixed == name) {
        true => worst.shown(audit),
        false => audit.command(Verb::Diff, vec![players]).option("without", name),
    };
    let (component, off, tolerance) = (name.to_owned(), worst.at(), worst.row.tolerance);
    let what = GameFinding::UsersOff { component, sizes, off, tolerance, cause };
    Finding { but, ..Audit::finding(Tone::Off, severity, what, TABLE, command) }
}

fn open(audit: &Audit, sort: Sort, all: &[JudgedItem<'_>]) -> Option<Finding> {
    let mut open: Vec<&JudgedItem<'_>> = all.iter().filter(|one| one.is(Balance::Undecided)).collect();
    open.sort_by(|a, b| b.severity().total_cmp(&a.severity()));
    let worst = *open.first()?;
    // An estimate that is already reached fell slightly short.
    let games = worst.part.judged(sort)?.games;
    let played = games as f64;
    let needed = worst.row.games_needed.map(|all| (all as f64 - played).max(played / 10.0));
    // A short run gives no usable estimate.
    let more = needed.filter(|more| *more < MOST * played).map(rounded);
    let sizes = distinct_sizes(open.iter().map(|one| one.part));
    let games = games.max(1) + more.unwrap_or(games * 3);
    let command = worst.command(audit, sizes).games(games);
    let judged =
        |one: &&JudgedItem<'_>| SubjectAtTable { of: one.row.of.clone(), players: one.part.players() };
    let what = GameFinding::VerdictsOpen {
        sort,
        open: open.iter().map(judged).collect(),
        off: worst.at(),
        tolerance: worst.row.tolerance,
    };
    let surety = Certainty::Undecided { more, is_of_several: open.len() > 1 };
    Some(Finding { surety, ..Audit::finding(Tone::Open, worst.severity(), what, worst.table(), command) })
}

fn fine(audit: &Audit, sort: Sort, all: &[JudgedItem<'_>]) -> Option<Finding> {
    let of = |part: &TableAudit| -> Vec<&JudgedItem<'_>> {
        all.iter().filter(|one| one.part.players() == part.players()).collect()
    };
    let is_fine = |part: &&TableAudit| {
        let own = of(part);
        !own.is_empty() && own.iter().all(|one| one.is(Balance::Fine))
    };
    let parts: Vec<&TableAudit> = audit.parts.iter().filter(is_fine).collect();
    let judged: Vec<&JudgedItem<'_>> = parts.iter().flat_map(|part| of(part)).collect();
    let worst = judged.iter().max_by(|a, b| a.severity().total_cmp(&b.severity()))?;
    let command = worst.shown(audit);
    let what = GameFinding::VerdictsFine {
        sort,
        sizes: sizes(parts.iter().copied()),
        off: worst.at(),
        tolerance: worst.row.tolerance,
    };
    Some(Audit::finding(Tone::Fine, worst.severity(), what, worst.table(), command))
}

/// Rounds up to two significant digits.
fn rounded(games: f64) -> u64 {
    let unit = libm::exp10(libm::floor(libm::log10(games.max(1.0))) - 1.0).max(1.0);
    ((games / unit).ceil() * unit) as u64
}
