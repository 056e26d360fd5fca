//! Seats, strategies and components beside what passes for balance, at all numbers of players.

use super::{Audit, Finding, Part, Scene, Tone, survival, words};
use crate::{
    command::quoted,
    tables::{Cell, Table},
};
use sim_engine::text::people;

/// Most names in a sentence.
const NAMES: usize = 4;
/// Times as many games as there are, beyond which their number says nothing.
const MOST: f64 = 1000.0;
const VERDICT: &str = "verdict";
/// What a component may bring those who use it.
const CAUSED: f64 = 0.05;

/// A verdict at one number of players.
#[derive(Clone, Copy)]
struct Judged<'a> {
    part: &'a Part,
    table: &'a Table,
    row: &'a [Cell],
    /// Off the fair share, or off those of its kind.
    value: f64,
}

impl<'a> Judged<'a> {
    fn all(part: &'a Part, sort: &str) -> Vec<Judged<'a>> {
        let Some(table) = part.table(VERDICT) else { return Vec::new() };
        let judged = |row: &'a Vec<Cell>| {
            Some(Judged { part, table, row, value: table.number(row, "adjusted_difference")? })
        };
        table.rows.iter().filter(|row| table.text(row, "sort") == sort).filter_map(judged).collect()
    }

    fn of(&self) -> &'a str {
        self.table.text(self.row, "of")
    }

    fn is(&self, verdict: &str) -> bool {
        self.table.text(self.row, "verdict") == verdict
    }

    fn is_off(&self) -> bool {
        self.is("too strong") || self.is("too weak")
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.table.number(self.row, name)
    }

    fn tolerance(&self) -> f64 {
        self.number("tolerance").unwrap_or(0.0)
    }

    fn ends(&self) -> Option<(f64, f64)> {
        self.number("low").zip(self.number("high"))
    }

    /// How far beyond its tolerance, in units of that; below 0 within it.
    fn severity(&self) -> f64 {
        self.value.abs() / self.tolerance().max(f64::MIN_POSITIVE) - 1.0
    }

    fn size(&self) -> String {
        format!("{}; {}", words::points(self.value, self.ends()), words::tolerance(self.tolerance()))
    }
}

/// The components that are surely too strong or too weak.
pub fn off_components(part: &Part) -> Vec<&str> {
    Judged::all(part, "component").iter().filter(|one| one.is_off()).map(Judged::of).collect()
}

pub fn findings(audit: &Audit) -> Vec<Finding> {
    let mut found = Vec::new();
    for (sort, plural) in [("seat", "seats"), ("strategy", "strategies"), ("component", "components")] {
        let all: Vec<Judged<'_>> = audit.parts.iter().flat_map(|part| Judged::all(part, sort)).collect();
        found.extend(off(audit, sort, &all));
        found.extend(open(audit, plural, &all));
        found.extend(fine(audit, plural, &all));
    }
    found
}

/// One finding of each that is surely too strong or too weak at some number of players.
fn off(audit: &Audit, sort: &str, all: &[Judged<'_>]) -> Vec<Finding> {
    let mut groups: Vec<(&str, bool)> = Vec::new();
    for one in all.iter().filter(|one| one.is_off()) {
        let key = (one.of(), one.value > 0.0);
        if !groups.contains(&key) {
            groups.push(key);
        }
    }
    // Of two seats one says it all: the stronger one.
    let mirrored = |&(_, is_above): &(&str, bool), group: &[Judged<'_>]| {
        sort == "seat" && !is_above && group.iter().all(|one| one.part.players == 2)
    };
    let group_of = |key: &(&str, bool)| -> Vec<Judged<'_>> {
        let is_it = |one: &&Judged<'_>| one.is_off() && (one.of(), one.value > 0.0) == *key;
        all.iter().filter(is_it).copied().collect()
    };
    let groups = groups.iter().map(|key| (key, group_of(key)));
    groups
        .filter(|(key, group)| !mirrored(key, group))
        .filter_map(|(_, group)| finding(audit, sort, &group))
        .collect()
}

fn finding(audit: &Audit, sort: &str, group: &[Judged<'_>]) -> Option<Finding> {
    let worst = *group.iter().max_by(|a, b| a.severity().total_cmp(&b.severity()))?;
    let sizes: Vec<usize> = group.iter().map(|one| one.part.players).collect();
    let text = match sort {
        "component" => used(group, &worst, &sizes),
        _ => won(sort, group, &worst, &sizes),
    };
    let players = worst.part.players;
    let (mut text, mut severity) = (text, worst.severity());
    let mut but = match sort {
        "component" => survival::of_adjusted(worst.part, worst.of()),
        _ => survival::of_win_rate(worst.part, worst.of()),
    };
    if let Some(cause) = survival::cause(worst.part, worst.of()).filter(|_| sort == "component") {
        // Where it is known what a component causes, that is what weighs.
        severity = cause.by.abs() / CAUSED - 1.0;
        if cause.is_found {
            text = format!("{text} {}", cause.words());
        } else {
            but.insert(0, cause.words());
        }
    }
    if worst.table.text(worst.row, "source") == "reconstructed" {
        but.push("Its data is a reconstruction, not printed.".to_owned());
    }
    let scene = match sort {
        "component" => None,
        _ => Some(Scene { players, whose: worst.of().to_owned(), is_won: worst.value > 0.0 }),
    };
    let is_fixed = worst.part.fixed.iter().any(|name| name == worst.of());
    let command = match sort {
        "component" if !is_fixed => {
            let component = quoted(worst.of());
            format!("sim ablate {} --players {players} --components {component}", audit.options)
        }
        _ => format!("sim verdict {} --players {players}", audit.options),
    };
    Some(Finding {
        tone: Tone::Off,
        severity,
        text,
        size: worst.size(),
        verdict: words::DECIDED.to_owned(),
        scene,
        table: VERDICT,
        command,
        but,
    })
}

/// A seat or a strategy that wins too often or too seldom.
fn won(sort: &str, group: &[Judged<'_>], worst: &Judged<'_>, sizes: &[usize]) -> String {
    let name = if sort == "seat" { words::capital(worst.of()) } else { format!("`{}`", worst.of()) };
    let often = if worst.value > 0.0 { "too often" } else { "too seldom" };
    let share = people::percent(worst.number("win_rate").unwrap_or(0.0), None);
    let fair = people::percent(worst.number("fair_share").unwrap_or(0.0), None);
    let side = if worst.value > 0.0 { "above" } else { "below" };
    let most = if group.len() > 1 {
        format!(", most {}", words::with(&[worst.part.players]))
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
fn used(group: &[Judged<'_>], worst: &Judged<'_>, sizes: &[usize]) -> String {
    let more = if worst.value > 0.0 { "more" } else { "less" };
    let most = if group.len() > 1 {
        format!(", most {}", words::with(&[worst.part.players]))
    } else {
        String::new()
    };
    format!(
        "Whoever uses `{}` wins {} {more} often than users of others of its kind {}{most}.",
        worst.of(),
        words::distance(worst.value),
        words::with(sizes)
    )
}

/// What is not decided yet, in one finding.
fn open(audit: &Audit, plural: &str, all: &[Judged<'_>]) -> Option<Finding> {
    let mut open: Vec<&Judged<'_>> = all.iter().filter(|one| one.is("undecided")).collect();
    open.sort_by(|a, b| b.severity().total_cmp(&a.severity()));
    let worst = open.first()?;
    let named = |one: &&Judged<'_>| format!("`{}` {}", one.of(), words::with(&[one.part.players]));
    let names: Vec<String> = open.iter().map(named).collect();
    // An estimate that is reached already is a little short.
    let played = worst.part.games as f64;
    let needed = worst.number("games_needed").map(|all| (all - played).max(played / 10.0));
    // A short run cannot even say how many.
    let needed = needed.filter(|more| *more < MOST * played);
    let verdict = needed.map_or("undecided: many more games".to_owned(), |more| {
        let first = if open.len() > 1 { " for the first of them" } else { "" };
        format!("undecided: about {} more games{first}", people::count(rounded(more)))
    });
    let mut budgets: Vec<usize> = open.iter().map(|one| one.part.players).collect();
    budgets.sort_unstable();
    budgets.dedup();
    let sizes: Vec<String> = budgets.iter().map(usize::to_string).collect();
    let games = worst.part.games.max(1) + needed.map_or(worst.part.games * 3, rounded);
    Some(Finding {
        tone: Tone::Open,
        severity: worst.severity(),
        text: format!(
            "Of {plural}, {} {} not decided: {}.",
            people::count(open.len() as u64),
            if open.len() == 1 { "verdict is" } else { "verdicts are" },
            words::names(&names, NAMES)
        ),
        size: format!("{}: {}", named(worst), worst.size()),
        verdict,
        scene: None,
        table: VERDICT,
        command: format!("sim verdict {} --players {} --n {games}", audit.options, sizes.join(",")),
        but: Vec::new(),
    })
}

/// The sorts of things that are all fine at some numbers of players.
fn fine(audit: &Audit, plural: &str, all: &[Judged<'_>]) -> Option<Finding> {
    let of = |part: &Part| -> Vec<&Judged<'_>> {
        all.iter().filter(|one| one.part.players == part.players).collect()
    };
    let is_fine = |part: &&Part| {
        let own = of(part);
        !own.is_empty() && own.iter().all(|one| one.is("fine"))
    };
    let parts: Vec<&Part> = audit.parts.iter().filter(is_fine).collect();
    let sizes: Vec<usize> = parts.iter().map(|part| part.players).collect();
    let judged: Vec<&Judged<'_>> = parts.iter().flat_map(|part| of(part)).collect();
    let worst = judged.iter().max_by(|a, b| a.severity().total_cmp(&b.severity()))?;
    Some(Finding {
        tone: Tone::Fine,
        severity: worst.severity(),
        text: format!("{} are fine {}.", words::capital(plural), words::with(&sizes)),
        size: format!(
            "furthest off is `{}` {}: {}",
            worst.of(),
            words::with(&[worst.part.players]),
            worst.size()
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: VERDICT,
        command: format!("sim verdict {} --players {}", audit.options, worst.part.players),
        but: Vec::new(),
    })
}

/// A number of games with two digits.
fn rounded(games: f64) -> u64 {
    let unit = libm::exp10(libm::floor(libm::log10(games.max(1.0))) - 1.0).max(1.0);
    ((games / unit).ceil() * unit) as u64
}
