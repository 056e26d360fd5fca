//! What people would end up playing, and what nobody would.

use super::{Audit, Finding, Part, Tone, checks::Checks, words};
use crate::{strategy::library::BASELINES, tables::Table, text::people};

const RATINGS: &str = "tournament_ratings";
/// A strategy that more of a crowd plays has taken the game over.
const MOST: f64 = 0.5;
/// A strategy that less of a crowd plays is not played: one in a hundred picks anything.
const LEAST: f64 = 0.02;
const NAMES: usize = 6;

pub fn findings(audit: &Audit) -> Vec<Finding> {
    let taken = || taken_over(audit);
    taken().into_iter().chain(open_field(audit)).chain(unplayed(audit)).collect()
}

/// The strategy that most of the crowd plays in the end.
struct Leader<'a> {
    part: &'a Part,
    name: &'a str,
    played: f64,
    ends: (f64, f64),
    /// Ends that hold together with those of the whole audit.
    sure: (f64, f64),
}

fn leader<'a>(audit: &Audit, part: &'a Part) -> Option<Leader<'a>> {
    let table = part.table(RATINGS)?;
    let read = |row: &'_ Vec<_>| -> Option<(f64, (f64, f64))> {
        let ends = table.number(row, "played_low").zip(table.number(row, "played_high"))?;
        Some((table.number(row, "played")?, ends))
    };
    let all = table.rows.iter().filter_map(|row| Some((table.text(row, "strategy"), read(row)?)));
    let (name, (played, ends)) = all.max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
    Some(Leader { part, name, played, ends, sure: Checks::of(audit).ends(played, ends) })
}

impl Leader<'_> {
    fn size(&self) -> String {
        let [low, high] = [self.ends.0, self.ends.1].map(|end| people::fixed(end * 100.0, 0));
        let played = people::fixed(self.played * 100.0, 0);
        format!("{played} % of a crowd ({low} to {high}); up to {} % is fine", people::short(MOST * 100.0))
    }

    fn severity(&self) -> f64 {
        self.played / MOST - 1.0
    }
}

/// Strategies that take the game over, each at all numbers of players where it does.
fn taken_over(audit: &Audit) -> Vec<Finding> {
    let leaders =
        audit.parts.iter().filter_map(|part| leader(audit, part)).filter(|leader| leader.sure.0 > MOST);
    let groups = words::grouped(leaders.map(|leader| (leader.name.to_owned(), leader)));
    let finding = |(name, group): (String, Vec<Leader<'_>>)| {
        let worst = group.iter().max_by(|a, b| a.played.total_cmp(&b.played))?;
        let sizes: Vec<usize> = group.iter().map(|one| one.part.players).collect();
        let plan = if name == "expert" { ", the strongest script that was found" } else { "" };
        Some(Finding {
            tone: Tone::Off,
            severity: worst.severity(),
            text: format!("One plan takes over {}: people would end up playing `{name}`{plan}.", words::with(&sizes)),
            size: worst.size(),
            verdict: words::DECIDED.to_owned(),
            scene: None,
            table: RATINGS,
            command: command(audit, worst.part),
            but: vec!["Only the scripts that are shipped took part; another plan may beat it: `sim league` looks for one.".to_owned()],
        })
    };
    groups.into_iter().filter_map(finding).collect()
}

/// The numbers of players at which no strategy takes over.
fn open_field(audit: &Audit) -> Option<Finding> {
    let leaders: Vec<Leader<'_>> = audit
        .parts
        .iter()
        .filter_map(|part| leader(audit, part))
        .filter(|leader| leader.sure.1 <= MOST)
        .collect();
    let most = leaders.iter().max_by(|a, b| a.played.total_cmp(&b.played))?;
    let sizes: Vec<usize> = leaders.iter().map(|one| one.part.players).collect();
    Some(Finding {
        tone: Tone::Fine,
        severity: most.severity(),
        text: format!(
            "No plan takes over {}: several strategies are played in the end.",
            words::with(&sizes)
        ),
        size: format!("most is `{}` {}: {}", most.name, words::with(&[most.part.players]), most.size()),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: RATINGS,
        command: command(audit, most.part),
        but: Vec::new(),
    })
}

/// Strategies that nobody would play at any number of players.
fn unplayed(audit: &Audit) -> Option<Finding> {
    let tables: Vec<(&Part, &Table)> =
        audit.parts.iter().filter_map(|part| Some((part, part.table(RATINGS)?))).collect();
    let (part, first) = tables.first()?;
    let high = |table: &Table, name: &str| {
        let row = table.rows.iter().find(|row| table.text(row, "strategy") == name)?;
        let (low, high) = table.number(row, "played_low").zip(table.number(row, "played_high"))?;
        Some(Checks::of(audit).ends(table.number(row, "played")?, (low, high)).1)
    };
    let is_nowhere =
        |name: &&str| tables.iter().all(|(_, table)| high(table, name).is_some_and(|high| high < LEAST));
    let names = first.rows.iter().map(|row| first.text(row, "strategy"));
    let archetypes: Vec<&str> = names.filter(|name| !BASELINES.contains(name)).collect();
    let unplayed = archetypes.iter().copied().filter(is_nowhere);
    let named: Vec<String> = unplayed.map(|name| format!("`{name}`")).collect();
    // Where a yardstick beats them all, that one takes over, and this says nothing more.
    if named.is_empty() || named.len() == archetypes.len() {
        return None;
    }
    let share = named.len() as f64 / archetypes.len() as f64;
    Some(Finding {
        tone: Tone::Off,
        severity: share,
        text: format!(
            "{} would be played by nobody in the end: {}.",
            people::counted(named.len() as u64, "plan", "plans"),
            words::names(&named, NAMES)
        ),
        size: format!(
            "less than {} % of a crowd each, at every number of players",
            people::short(LEAST * 100.0)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: RATINGS,
        command: command(audit, part),
        but: vec![
            "A plan may lose because its script plays it badly: `sim tune` looks for better numbers."
                .to_owned(),
        ],
    })
}

fn command(audit: &Audit, part: &Part) -> String {
    format!("sim tournament {} --players {}", audit.options, part.players)
}
