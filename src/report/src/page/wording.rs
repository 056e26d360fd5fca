//! Findings in plain words. A word of judgement is used only where an interval bears it out, and where a
//! list is looked through for what stands out, one that holds for the whole list.

use super::habits;
use sim_engine::text::people;
use sim_lab::{
    experiment::Manifest,
    tables::{CHOSEN, Cell, Table},
};
use sim_stats::Interval;

/// Discoveries are named up to this false discovery rate.
const FALSE_DISCOVERIES: f64 = 0.05;
/// Most names in a sentence.
pub(super) const NAMES: usize = 3;

/// How a finding is marked on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Away from the fair share, beyond the error.
    Finding,
    /// Nothing told apart.
    Calm,
    /// Something to beware of.
    Caution,
}

impl Tone {
    /// The class in the style sheet.
    pub fn word(self) -> &'static str {
        match self {
            Tone::Finding => "finding",
            Tone::Calm => "calm",
            Tone::Caution => "caution",
        }
    }
}

/// A sentence or two; names of strategies stand between backticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub tone: Tone,
    pub text: String,
}

/// The top of the page, most important first.
pub fn summary(run: &Manifest, tables: &[Table]) -> Vec<Finding> {
    let table = |name: &str| tables.iter().find(|table| table.name == name);
    let mut findings = Vec::new();
    findings.extend(table("win_rate_overall").and_then(|table| overall(run, table)));
    findings.extend(table("win_rate_by_strategy").and_then(|table| strategies(run, table)));
    let shares = table("win_rate_by_strategy").zip(table("profile"));
    findings.extend(shares.and_then(|(shares, profile)| habits::finding(shares, profile)));
    findings.extend(table("win_rate_by_seat").and_then(|table| seats(run, table)));
    findings.extend(table("component_adjusted_difference").and_then(components));
    findings.extend(table("ends").and_then(truncated));
    findings
}

/// A row of a table of win rates.
struct Share {
    name: String,
    value: f64,
    interval: Option<Interval>,
    /// The wider one that holds together with those of the other rows.
    list: Option<Interval>,
    fair: Option<f64>,
    note: String,
}

/// Where a share stands to the fair one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Above,
    Below,
    Undecided,
    Unknown,
}

impl Share {
    fn rows(table: &Table, name: impl Fn(&[Cell]) -> String) -> Vec<Share> {
        let row = |row: &Vec<Cell>| {
            let ends = |low: &str, high: &str| {
                let ends = table.number(row, low).zip(table.number(row, high));
                ends.map(|(low, high)| Interval { low, high })
            };
            Some(Share {
                name: name(row),
                value: table.number(row, "win_rate")?,
                interval: ends("low", "high"),
                list: ends("list_low", "list_high"),
                fair: table.number(row, "fair_share"),
                note: table.text(row, "note").to_owned(),
            })
        };
        table.rows.iter().filter_map(row).collect()
    }

    fn words(&self) -> String {
        people::percent_within(self.value, self.interval.map(|ends| (ends.low, ends.high)))
    }

    fn standing(&self) -> Standing {
        match (self.list, self.fair) {
            (Some(ends), Some(fair)) if ends.low > fair => Standing::Above,
            (Some(ends), Some(fair)) if ends.high < fair => Standing::Below,
            (Some(_), Some(_)) => Standing::Undecided,
            _ => Standing::Unknown,
        }
    }

    /// Whether the share lies above the other, at the level of the whole list.
    fn is_above(&self, other: &Share) -> bool {
        self.list.zip(other.list).is_some_and(|(mine, theirs)| mine.low > theirs.high)
    }

    /// The distance from the fair share: `1.0 percentage points above the fair 50.0 %`.
    fn distance(&self) -> String {
        let fair = self.fair.unwrap_or(0.0);
        let half = self.interval.map(|ends| (ends.high - ends.low) * 50.0);
        let points = (self.value - fair) * 100.0;
        let text = people::fixed(points.abs(), people::decimals(half, 1));
        let side = if points >= 0.0 { "above" } else { "below" };
        format!("{text} percentage points {side} the fair {}", people::percent(fair, None))
    }
}

fn strategies(run: &Manifest, table: &Table) -> Option<Finding> {
    let mut rows = Share::rows(table, |row| format!("`{}`", table.text(row, "strategy")));
    rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    let with = format!("With {}", people::counted(run.inputs.rules.players as u64, "player", "players"));
    let best = rows.first()?;
    if best.fair.is_none() {
        let shares = named(&rows);
        let against = run.automa.as_ref().map_or(String::new(), |automa| format!(" against {automa}"));
        return Some(Finding {
            tone: Tone::Calm,
            text: format!(
                "{with}, shares of games won{against}: {shares}. With a single player there is no fair share to compare with."
            ),
        });
    }
    if rows.len() == 1 {
        let text = format!("{with}, only {} played, against itself; its win rate says nothing.", best.name);
        return Some(Finding { tone: Tone::Calm, text });
    }
    if rows.iter().all(|row| row.standing() == Standing::Unknown) {
        let why = reason(&rows);
        let text =
            format!("{with}, shares of wins: {}; {why}, so nothing is said of their errors.", named(&rows));
        return Some(Finding { tone: Tone::Caution, text });
    }
    let side = |standing: Standing| -> Vec<&Share> {
        rows.iter().filter(|row| row.standing() == standing).collect()
    };
    let (above, below) = (side(Standing::Above), side(Standing::Below));
    if above.is_empty() && below.is_empty() {
        let text = format!(
            "{with}, no strategy is yet distinguishable from the fair {}; {} comes first with {}.",
            people::percent(best.fair.unwrap_or(0.0), None),
            best.name,
            best.words()
        );
        return Some(Finding { tone: Tone::Calm, text });
    }
    let mut text = with;
    match above.as_slice() {
        [] => text.push_str(", no strategy is clearly above the fair share"),
        [only] => text.push_str(&format!(" {} wins {}, {}", only.name, only.words(), only.distance())),
        [first, second, ..] if first.is_above(second) => {
            text.push_str(&format!(" {} wins most, {}, {}", first.name, first.words(), first.distance()));
            text.push_str(&format!("; also above it: {}", shares(&above[1..])));
        }
        several => {
            let fair = people::percent(best.fair.unwrap_or(0.0), None);
            let names = shares(several);
            text.push_str(&format!(
                ", {} strategies win more than the fair {fair}: {names}; which of them wins most is open",
                several.len()
            ));
        }
    }
    if let Some(worst) = below.last() {
        if rows.iter().all(|row| is_clear(row, worst)) {
            text.push_str(&format!("; {} wins least, {}", worst.name, worst.words()));
        } else {
            text.push_str(&format!("; below it: {}", shares(&below)));
        }
    }
    text.push('.');
    Some(Finding { tone: Tone::Finding, text })
}

/// How often a single seat wins against the opponent without one, whatever its strategy.
fn overall(run: &Manifest, table: &Table) -> Option<Finding> {
    let rows = Share::rows(table, |_| String::new());
    let automa = run.automa.as_ref()?;
    let text = format!("Against {automa}, {} of the games are won.", rows.first()?.words());
    Some(Finding { tone: Tone::Calm, text })
}

/// Whether a row is the worst one, or above it.
fn is_clear(row: &Share, worst: &Share) -> bool {
    row.name == worst.name || row.is_above(worst)
}

fn shares(rows: &[&Share]) -> String {
    some(&rows.iter().map(|row| format!("{} ({})", row.name, row.words())).collect::<Vec<_>>())
}

fn seats(run: &Manifest, table: &Table) -> Option<Finding> {
    if run.inputs.rules.players < 2 {
        return None;
    }
    let name = |row: &[Cell]| format!("seat {}", table.number(row, "seat").unwrap_or(0.0));
    let rows = Share::rows(table, name);
    let fair = rows.iter().find_map(|row| row.fair)?;
    if rows.iter().all(|row| row.standing() == Standing::Unknown) {
        let text = format!(
            "Shares of wins by seat: {}; {}, so nothing is said of a seat advantage.",
            named(&rows),
            reason(&rows)
        );
        return Some(Finding { tone: Tone::Caution, text });
    }
    let mut told: Vec<&Share> =
        rows.iter().filter(|row| matches!(row.standing(), Standing::Above | Standing::Below)).collect();
    told.sort_by(|a, b| (b.value - fair).abs().total_cmp(&(a.value - fair).abs()));
    let Some(first) = told.iter().find(|row| row.standing() == Standing::Above).or(told.first()) else {
        let widest = rows.iter().filter_map(|row| row.list).map(|ends| (ends.high - ends.low) / 2.0);
        let half = widest.fold(0.0, f64::max);
        let text = format!(
            "Seats are not yet distinguishable from the fair {}: all win rates lie within errors that hold for all seats together (at most ±\u{a0}{} percentage points).",
            people::percent(fair, None),
            people::fixed(half * 100.0, people::decimals(Some(half * 100.0), 1))
        );
        return Some(Finding { tone: Tone::Calm, text });
    };
    let side = if first.standing() == Standing::Above { "advantage" } else { "disadvantage" };
    let mut text =
        format!("{} wins {}, {}: a real seat {side}", capital(&first.name), first.words(), first.distance());
    let others: Vec<String> = told
        .iter()
        .filter(|row| row.name != first.name)
        .map(|row| format!("{} ({})", row.name, row.words()))
        .collect();
    // Of two seats, one says it all.
    if rows.len() > 2 && !others.is_empty() {
        text.push_str(&format!("; also away from fair: {}", some(&others)));
    }
    text.push('.');
    Some(Finding { tone: Tone::Finding, text })
}

/// What players choose, held against winning; what happens to them says who did well, not what to do.
fn components(table: &Table) -> Option<Finding> {
    let is_choice =
        |row: &&Vec<Cell>| table.column("choice").is_none() || table.text(row, "choice") == CHOSEN;
    let is_compared = |row: &&Vec<Cell>| table.number(row, "p_value").is_some();
    let choices: Vec<&Vec<Cell>> = table.rows.iter().filter(is_choice).collect();
    let compared = choices.iter().copied().filter(|row| is_compared(row)).count();
    if compared == 0 {
        return None;
    }
    let found = |row: &&Vec<Cell>| {
        table.number(row, "false_discovery_rate").is_some_and(|rate| rate <= FALSE_DISCOVERIES)
    };
    let mut rows: Vec<&Vec<Cell>> = choices.iter().copied().filter(found).collect();
    let adjusted = |row: &Vec<Cell>| table.number(row, "adjusted_difference").unwrap_or(0.0);
    rows.sort_by(|a, b| adjusted(b).abs().total_cmp(&adjusted(a).abs()));
    let others = table.rows.iter().filter(|row| !is_choice(row)).filter(is_compared).count();
    let rest = match others {
        0 => String::new(),
        count => format!(
            " Left out here, as no player chooses them: {} that pay, score or are drawn by themselves. The table has them.",
            people::counted(count as u64, "component", "components")
        ),
    };
    if rows.is_empty() {
        let text = format!(
            "No choice of a component is linked to winning or losing by more than chance explains ({} compared).{}{rest}",
            people::count(compared as u64),
            unlike(table)
        );
        return Some(Finding { tone: Tone::Calm, text });
    }
    let describe = |row: &Vec<Cell>| {
        let ends = table.number(row, "list_high").zip(table.number(row, "list_low"));
        let half = ends.map(|(high, low)| (high - low) * 50.0);
        let places = people::decimals(half, 1);
        let error =
            half.map_or(String::new(), |half| format!("\u{a0}±\u{a0}{}", people::fixed(half, places)));
        let mark = if reconstructed(table, row) { ", reconstructed data" } else { "" };
        let price = table.number(row, "price").map_or(String::new(), |price| format!(", price {price}"));
        let name = table.text(row, "component");
        format!("`{name}` ({}{error}{price}{mark})", people::signed(adjusted(row) * 100.0, places))
    };
    let first: Vec<String> = rows.iter().take(NAMES).map(|row| describe(row)).collect();
    let are = if rows.len() == 1 { "is" } else { "are" };
    let most = if rows.len() > NAMES { "; the strongest" } else { "" };
    let mut text = format!(
        "{} of {} {are} linked to winning (+) or losing (-) by more than chance explains{most}, in percentage points: {}.",
        rows.len(),
        people::counted(compared as u64, "component that players choose", "components that players choose"),
        people::list(&first)
    );
    text.push_str(&unlike(table));
    text.push_str(&rest);
    text.push_str(" A link is not yet a cause: `sim ablate` plays the same deals without a component.");
    let guessed = rows.iter().filter(|row| reconstructed(table, row)).count();
    if guessed > 0 {
        let verb = if guessed == 1 { "rests" } else { "rest" };
        text.push_str(&format!(" {guessed} of these {verb} on reconstructed data."));
    }
    Some(Finding { tone: Tone::Finding, text })
}

/// How many components have users that nobody is like.
fn unlike(table: &Table) -> String {
    let without = |row: &&Vec<Cell>| {
        table.number(row, "adjusted_difference").is_none() && table.number(row, "comparable").is_some()
    };
    match table.rows.iter().filter(without).count() as u64 {
        0 => String::new(),
        count => format!(
            " {} cannot be judged: the strategy, the seat and the other players settle who uses them.",
            people::counted(count, "component", "components")
        ),
    }
}

fn reconstructed(table: &Table, row: &[Cell]) -> bool {
    table.text(row, "source") == "reconstructed"
}

fn truncated(table: &Table) -> Option<Finding> {
    let row = table.rows.iter().find(|row| table.text(row, "ending") == "truncated")?;
    let share = table.number(row, "share").filter(|share| *share > 0.0)?;
    let games = table.number(row, "n").unwrap_or(0.0) * share;
    let text = format!(
        "{} were cut off at the ply limit ({} of all) and ranked by the points they had.",
        people::counted(games.round() as u64, "game", "games"),
        people::percent(share, None)
    );
    let text =
        if games.round() == 1.0 { text.replacen("were", "was", 1).replacen("they", "it", 1) } else { text };
    Some(Finding { tone: Tone::Caution, text })
}

fn named(rows: &[Share]) -> String {
    some(&rows.iter().map(|row| format!("{} {}", row.name, row.words())).collect::<Vec<_>>())
}

/// The first few of many, and how many more there are.
fn some(names: &[String]) -> String {
    if names.len() <= NAMES + 1 {
        return people::list(names);
    }
    format!("{} and {} more", names[..NAMES].join(", "), names.len() - NAMES)
}

/// Why there are no intervals, in the words of the tables.
fn reason(rows: &[Share]) -> String {
    rows.iter()
        .map(|row| row.note.clone())
        .find(|note| !note.is_empty())
        .unwrap_or_else(|| "no intervals".to_owned())
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
