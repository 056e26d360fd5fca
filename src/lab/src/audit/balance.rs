//! Seats, strategies and components beside what passes for balance, at all numbers of players.

use super::{Audit, Finding, Part, Scene, Tone, survival, words};
use crate::{
    command::{Verb, Word},
    verdict::{Balance, BalanceRow, Judged, JudgedTable, Sort},
};
use sim_engine::{Source, text::people};

/// Most names in a sentence.
const NAMES: usize = 4;
/// Times as many games as there are, beyond which their number says nothing.
const MOST: f64 = 1000.0;
/// What a component may bring those who use it.
const CAUSED: f64 = 0.05;

/// A verdict at one number of players.
#[derive(Clone, Copy)]
struct Found<'a> {
    part: &'a Part,
    row: &'a BalanceRow,
    /// Off the fair share, or off those of its kind.
    value: f64,
}

impl<'a> Found<'a> {
    fn all(part: &'a Part, sort: Sort) -> impl Iterator<Item = Found<'a>> {
        let rows = part.verdicts.iter().flat_map(|table| &table.rows);
        rows.filter(move |row| row.of.sort() == sort)
            .filter_map(move |row| Some(Found { part, row, value: row.difference()? }))
    }

    fn of(&self) -> &'a Judged {
        &self.row.of
    }

    fn is(&self, balance: Balance) -> bool {
        self.row.balance == balance
    }

    fn is_off(&self) -> bool {
        self.row.balance.is_off()
    }

    /// How far beyond its tolerance, in units of that; below 0 within it.
    fn severity(&self) -> f64 {
        self.value.abs() / self.row.tolerance.max(f64::MIN_POSITIVE) - 1.0
    }

    fn size(&self) -> String {
        let (points, tolerance) = (words::points(self.value, self.row.ends), self.row.tolerance);
        format!("{points}; {}", words::tolerance(tolerance))
    }
}

/// The components that are surely too strong or too weak.
pub fn off_components(verdicts: &JudgedTable) -> impl Iterator<Item = &str> {
    verdicts.rows.iter().filter(|row| row.balance.is_off()).filter_map(|row| match &row.of {
        Judged::Component { name, .. } => Some(name.as_str()),
        _ => None,
    })
}

/// Several of a sort.
fn plural(sort: Sort) -> &'static str {
    match sort {
        Sort::Seat => "seats",
        Sort::Strategy => "strategies",
        Sort::Component => "components",
    }
}

pub fn findings(audit: &Audit) -> Vec<Finding> {
    let mut found = Vec::new();
    for sort in Sort::ALL {
        let all: Vec<Found<'_>> = audit.parts.iter().flat_map(|part| Found::all(part, sort)).collect();
        found.extend(off(audit, &all));
        found.extend(open(audit, sort, &all));
        found.extend(fine(audit, sort, &all));
    }
    found
}

/// One finding of each that is surely too strong or too weak at some number of players.
fn off(audit: &Audit, all: &[Found<'_>]) -> Vec<Finding> {
    let off = all.iter().copied().filter(Found::is_off);
    let groups = words::grouped(off.map(|one| ((one.of(), one.value > 0.0), one)));
    // Of two seats one says it all: the stronger one.
    let is_mirrored = |of: &Judged, is_above: bool, group: &[Found<'_>]| {
        of.sort() == Sort::Seat && !is_above && group.iter().all(|one| one.part.players() == 2)
    };
    let told = groups.iter().filter(|((of, is_above), group)| !is_mirrored(of, *is_above, group));
    told.filter_map(|(_, group)| finding(audit, group)).collect()
}

fn finding(audit: &Audit, group: &[Found<'_>]) -> Option<Finding> {
    let worst = *group.iter().max_by(|a, b| a.severity().total_cmp(&b.severity()))?;
    let sizes = words::sizes(group.iter().map(|one| one.part));
    let (part, players) = (worst.part, worst.part.players());
    let mut found = Finding {
        tone: Tone::Off,
        severity: worst.severity(),
        text: String::new(),
        size: worst.size(),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "verdict",
        command: audit.command(Verb::Verdict, vec![players]),
        but: Vec::new(),
    };
    match worst.of() {
        Judged::Component { name, source } => {
            found.text = used(group, &worst, name, &sizes);
            found.but = survival::of_adjusted(part, name);
            if let Some(cause) = survival::cause(part, name) {
                // Where it is known what a component causes, that is what weighs.
                found.severity = cause.by.abs() / CAUSED - 1.0;
                if cause.is_found {
                    found.text = format!("{} {}", found.text, cause.words());
                } else {
                    found.but.insert(0, cause.words());
                }
            }
            if *source == Source::Reconstructed {
                found.but.push("Its data is a reconstruction, not printed.".to_owned());
            }
            if !part.fixed.contains(name) {
                found.command = audit.command(Verb::Ablate, vec![players]).option("components", name);
            }
        }
        of => {
            found.text = won(group, &worst, &sizes);
            if let Some(whose) = of.owner() {
                found.but = survival::of_win_rate(part, &whose);
                found.scene = Some(Scene { players, whose, is_won: worst.value > 0.0 });
            }
        }
    }
    Some(found)
}

/// A seat or a strategy that wins too often or too seldom.
fn won(group: &[Found<'_>], worst: &Found<'_>, sizes: &[usize]) -> String {
    let name = match worst.of() {
        Judged::Seat(_) => words::capital(&worst.of().to_string()),
        of => format!("`{of}`"),
    };
    let often = if worst.value > 0.0 { "too often" } else { "too seldom" };
    let share = people::percent(worst.row.estimate.value.unwrap_or(0.0), None);
    let fair = people::percent(worst.row.fair.unwrap_or(0.0), None);
    let side = if worst.value > 0.0 { "above" } else { "below" };
    let most = if group.len() > 1 {
        format!(", most {}", words::with(&[worst.part.players()]))
    } else {
        String::new()
    };
    format!(
        "{name} wins {often} {}{most}: {share} of its games, {} {side} the fair {fair}.",
        words::with(sizes),
        words::distance(worst.value)
    )
}

/// A component whose users win more or less often than those of others of its kind.
fn used(group: &[Found<'_>], worst: &Found<'_>, name: &str, sizes: &[usize]) -> String {
    let more = if worst.value > 0.0 { "more" } else { "less" };
    let most = if group.len() > 1 {
        format!(", most {}", words::with(&[worst.part.players()]))
    } else {
        String::new()
    };
    format!(
        "Whoever uses `{name}` wins {} {more} often than users of others of its kind {}{most}.",
        words::distance(worst.value),
        words::with(sizes)
    )
}

/// What is not decided yet, in one finding.
fn open(audit: &Audit, sort: Sort, all: &[Found<'_>]) -> Option<Finding> {
    let mut open: Vec<&Found<'_>> = all.iter().filter(|one| one.is(Balance::Undecided)).collect();
    open.sort_by(|a, b| b.severity().total_cmp(&a.severity()));
    let worst = open.first()?;
    let named = |one: &&Found<'_>| format!("`{}` {}", one.of(), words::with(&[one.part.players()]));
    let names: Vec<String> = open.iter().map(named).collect();
    // An estimate that is reached already is a little short.
    let games = worst.part.games();
    let played = games as f64;
    let needed = worst.row.games_needed.map(|all| (all as f64 - played).max(played / 10.0));
    // A short run cannot even say how many.
    let needed = needed.filter(|more| *more < MOST * played);
    let verdict = needed.map_or("undecided: many more games".to_owned(), |more| {
        let first = if open.len() > 1 { " for the first of them" } else { "" };
        format!("undecided: about {} more games{first}", people::count(rounded(more)))
    });
    let mut sizes = words::sizes(open.iter().map(|one| one.part));
    sizes.sort_unstable();
    sizes.dedup();
    let games = games.max(1) + needed.map_or(games * 3, rounded);
    Some(Finding {
        tone: Tone::Open,
        severity: worst.severity(),
        text: format!(
            "Of {}, {} {} not decided: {}.",
            plural(sort),
            people::count(open.len() as u64),
            if open.len() == 1 { "verdict is" } else { "verdicts are" },
            words::names(&names, NAMES)
        ),
        size: format!("{}: {}", named(worst), worst.size()),
        verdict,
        scene: None,
        table: "verdict",
        command: audit.command(Verb::Verdict, sizes).with(Word::Games(games)),
        but: Vec::new(),
    })
}

/// The sorts of things that are all fine at some numbers of players.
fn fine(audit: &Audit, sort: Sort, all: &[Found<'_>]) -> Option<Finding> {
    let of = |part: &Part| -> Vec<&Found<'_>> {
        all.iter().filter(|one| one.part.players() == part.players()).collect()
    };
    let is_fine = |part: &&Part| {
        let own = of(part);
        !own.is_empty() && own.iter().all(|one| one.is(Balance::Fine))
    };
    let parts: Vec<&Part> = audit.parts.iter().filter(is_fine).collect();
    let sizes = words::sizes(parts.iter().copied());
    let judged: Vec<&Found<'_>> = parts.iter().flat_map(|part| of(part)).collect();
    let worst = judged.iter().max_by(|a, b| a.severity().total_cmp(&b.severity()))?;
    Some(Finding {
        tone: Tone::Fine,
        severity: worst.severity(),
        text: format!("{} are fine {}.", words::capital(plural(sort)), words::with(&sizes)),
        size: format!(
            "furthest off is `{}` {}: {}",
            worst.of(),
            words::with(&[worst.part.players()]),
            worst.size()
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "verdict",
        command: audit.command(Verb::Verdict, vec![worst.part.players()]),
        but: Vec::new(),
    })
}

/// A number of games with two digits.
fn rounded(games: f64) -> u64 {
    let unit = libm::exp10(libm::floor(libm::log10(games.max(1.0))) - 1.0).max(1.0);
    ((games / unit).ceil() * unit) as u64
}
