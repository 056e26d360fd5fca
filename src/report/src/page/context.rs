//! What the template is filled with: every number is already a text.

mod audit;
mod cards;
mod comparison;
mod narrow;

pub use audit::context as audit;
pub use comparison::context as comparison;
use serde::Serialize;

use super::{
    Entry,
    cells::{self, TableView},
    lines, notes,
};
use crate::{
    charts::{Look, Picture},
    tell,
};
use sim_engine::{settings::Change, text::people};
use sim_lab::{
    experiment::{Manifest, Provenance, StrategyEntry},
    finding::{Finding, Tone},
    tables::Table,
};
use sim_script::Level;

/// Rows past which a table starts folded.
const LONG: usize = 24;

#[derive(Debug, Default, Serialize)]
pub struct Context {
    kind: &'static str,
    title: String,
    game: String,
    designers: String,
    facts: Vec<Fact>,
    findings: Vec<FindingView>,
    /// How good the players of an audit are, a sentence each; and who they are.
    strength: Vec<String>,
    members: Vec<String>,
    cards: Vec<cards::CardView>,
    /// Games and seed.
    played: String,
    questions: Vec<audit::Asked>,
    cautions: Vec<Vec<Part>>,
    /// A summary in lines of fixed width.
    text: String,
    /// Arms, in the order in which they were played.
    arms: Vec<comparison::ArmView>,
    runs: Vec<Entry>,
    sections: Vec<Section>,
    strategies: Vec<StrategyView>,
    changes: Vec<Change>,
    provenance: Vec<SourceView>,
    methods: Vec<Method>,
    command: String,
    version: String,
}

#[derive(Debug, Serialize)]
struct Fact {
    name: &'static str,
    value: String,
}

#[derive(Debug, Serialize)]
struct FindingView {
    tone: &'static str,
    parts: Vec<Part>,
    head: Vec<&'static str>,
    rows: Vec<Vec<Vec<Part>>>,
}

impl FindingView {
    fn new(finding: &Finding) -> FindingView {
        let (head, rows) =
            tell::finding::rows(finding).map_or((Vec::new(), Vec::new()), |one| (one.head, one.rows));
        let rows = rows.iter().map(|row| row.iter().map(|cell| parts(cell)).collect()).collect();
        FindingView { tone: class(finding.tone), parts: parts(&tell::finding::text(finding)), head, rows }
    }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Off => "finding",
        Tone::Open => "caution",
        Tone::Fine => "calm",
    }
}

#[derive(Debug, Serialize)]
struct Part {
    text: String,
    is_name: bool,
}

#[derive(Debug, Serialize)]
struct StrategyView {
    name: String,
    about: String,
    /// The decisions that the game's default script takes for it, in words; empty if it takes none.
    left_to_default: String,
}

impl StrategyView {
    fn new(strategy: &StrategyEntry) -> StrategyView {
        StrategyView {
            name: strategy.name.clone(),
            about: strategy.about.clone(),
            left_to_default: people::list(&strategy.from_default),
        }
    }
}

#[derive(Debug, Serialize)]
struct SourceView {
    what: String,
    source: String,
    count: usize,
}

impl SourceView {
    fn new(entry: &Provenance) -> SourceView {
        let what = entry.table.as_ref().map(|table| format!("rows of {table}"));
        SourceView {
            what: what.unwrap_or_else(|| "settings".to_owned()),
            source: entry.source.clone(),
            count: entry.rows,
        }
    }
}

#[derive(Debug, Serialize)]
struct Method {
    name: &'static str,
    about: &'static str,
}

#[derive(Debug, Default, Serialize)]
struct Section {
    id: &'static str,
    title: String,
    lead: Vec<Part>,
    findings: Vec<audit::FindingRow>,
    figures: Vec<FigureView>,
    tables: Vec<TableView>,
    folded: Vec<TableView>,
}

impl Section {
    fn is_empty(&self) -> bool {
        self.findings.is_empty()
            && self.figures.is_empty()
            && self.tables.is_empty()
            && self.folded.is_empty()
    }
}

#[derive(Debug, Serialize)]
struct FigureView {
    name: String,
    title: String,
    /// Whether Markdown and paper show it: the pictures that lie in a repository are few.
    is_main: bool,
    /// Drawn in the colours of the page; a map of colours stays on white paper.
    is_plain: bool,
    is_quiet: bool,
    svg: String,
    narrow: Option<String>,
}

struct Outline {
    id: &'static str,
    title: &'static str,
    lead: &'static str,
    figures: &'static [&'static str],
    tables: &'static [&'static str],
    folded: &'static [&'static str],
}

const OUTLINES: [Outline; 4] = [
    Outline {
        id: "strategies",
        title: "Strategies",
        lead: "",
        figures: &["win-rate-by-strategy", "score-distribution", "head-to-head"],
        tables: &["win_rate_overall", "win_rate_by_strategy", "points_by_strategy"],
        folded: &["profile", "head_to_head", "score_distribution", "places_by_strategy"],
    },
    Outline {
        id: "seats",
        title: "Seats",
        lead: "A seat's number is its place in the starting order.",
        figures: &["win-rate-by-seat"],
        tables: &["win_rate_by_seat", "win_rate_by_strategy_and_seat"],
        folded: &["points_by_seat", "points_by_strategy_and_seat", "places_by_seat"],
    },
    Outline {
        id: "course",
        title: "How games run",
        lead: "",
        figures: &["points-by-round", "leader-by-round"],
        tables: &["ends", "length", "shape"],
        folded: &["points_by_round", "leader_by_round", "length_histogram"],
    },
    Outline {
        id: "components",
        title: "Components",
        lead: "These are associations, not causes: see the notes below.",
        figures: &["component-use-and-win-rate"],
        tables: &["component_adjusted_difference"],
        folded: &["component_use", "component_win_rate"],
    },
];

pub fn context(run: &Manifest, found: &[Finding], tables: &[Table], figures: &[Picture]) -> Context {
    let players = people::counted(run.inputs.rules.players as u64, "player", "players");
    Context {
        kind: "Balance report",
        title: format!("{}, {players}: balance report", run.heading.title),
        game: run.heading.title.clone(),
        designers: run.designers.clone(),
        facts: facts(run),
        findings: found.iter().map(FindingView::new).collect(),
        cautions: cautions(run).iter().map(|text| parts(text)).collect(),
        sections: sections(tables, figures),
        strategies: run.inputs.strategies.iter().map(StrategyView::new).collect(),
        changes: run.inputs.rules.changes.clone(),
        provenance: run.provenance.iter().map(SourceView::new).collect(),
        methods: notes::METHODS.into_iter().map(|(name, about)| Method { name, about }).collect(),
        command: run.heading.command.clone(),
        version: run.heading.version.clone(),
        ..Context::default()
    }
}

pub fn overview(runs: &[Entry], table: Option<&Table>) -> Context {
    let mut games: Vec<&str> = runs.iter().map(|run| run.game.as_str()).collect();
    games.dedup();
    let game = match games[..] {
        [one] => one.to_owned(),
        _ => "All runs".to_owned(),
    };
    let encode = |run: &Entry| Entry { link: link(&run.link), ..run.clone() };
    let shares = table.filter(|table| !table.rows.is_empty()).map(|table| Section {
        id: "shares",
        title: "Win rates".to_owned(),
        tables: vec![cells::view(table)],
        ..Section::default()
    });
    Context {
        kind: "Runs",
        title: format!("{game}: runs"),
        game,
        runs: runs.iter().map(encode).collect(),
        sections: shares.into_iter().collect(),
        ..Context::default()
    }
}

/// A path as a link: what is no letter, digit or plain sign is a percent sign and two digits (RFC 3986).
fn link(path: &str) -> String {
    let encode = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    path.bytes().map(encode).collect()
}

impl Context {
    pub fn caution(&mut self, sentence: Option<&str>) {
        self.cautions.extend(sentence.map(parts));
    }
}

/// Names stand between backticks.
fn parts(text: &str) -> Vec<Part> {
    let stretches = text.split('`').enumerate().filter(|(_, text)| !text.is_empty());
    stretches.map(|(at, text)| Part { text: text.to_owned(), is_name: at % 2 == 1 }).collect()
}

fn cautions(run: &Manifest) -> Vec<String> {
    run.not_a_number().into_iter().collect()
}

fn facts(run: &Manifest) -> Vec<Fact> {
    let names: Vec<String> = run.inputs.strategies.iter().map(|strategy| strategy.name.clone()).collect();
    let mut table = run.inputs.rules.players.to_string();
    if let Some(automa) = &run.automa {
        table += &format!(", against {automa}");
    }
    let mut facts = vec![
        Fact { name: "players", value: table },
        Fact { name: "games", value: people::count(run.games) },
        Fact { name: "deals", value: people::count(run.deals) },
        Fact { name: "seed", value: run.inputs.seed.to_string() },
        Fact { name: "strategies", value: names.join(", ") },
    ];
    if run.level != Level::Mixed {
        facts.push(Fact { name: "level of play", value: run.level.to_string() });
    }
    if !run.inputs.rules.presets.is_empty() {
        facts.push(Fact { name: "preset", value: run.inputs.rules.presets.join(", then ") });
    }
    if !run.inputs.rules.changes.is_empty() {
        let changes = people::off_default(run.inputs.rules.changes.len());
        facts.push(Fact { name: "rules", value: format!("{changes}, listed below") });
    }
    if !["", "points"].contains(&run.points_unit.as_str()) {
        facts.push(Fact { name: "points are", value: run.points_unit.clone() });
    }
    facts
}

/// The sections that are outlined, then one with all other tables and figures; empty ones are left out.
fn sections(tables: &[Table], figures: &[Picture]) -> Vec<Section> {
    let figure = |name: &&str| figures.iter().find(|figure| figure.name == *name);
    let mut sections: Vec<Section> = OUTLINES
        .iter()
        .map(|outline| {
            let (tables, folded) = views(tables, (outline.tables, outline.folded), LONG);
            Section {
                id: outline.id,
                title: outline.title.to_owned(),
                lead: parts(outline.lead),
                figures: outline.figures.iter().filter_map(figure).map(figure_view).collect(),
                tables,
                folded,
                ..Section::default()
            }
        })
        .collect();
    let outlined = |name: &str| {
        OUTLINES.iter().any(|outline| outline.tables.contains(&name) || outline.folded.contains(&name))
    };
    let drawn = |name: &str| OUTLINES.iter().any(|outline| outline.figures.contains(&name));
    let rest = tables.iter().filter(|table| !outlined(table.name) && !table.rows.is_empty());
    sections.push(Section {
        id: "more",
        title: "More".to_owned(),
        figures: figures.iter().filter(|figure| !drawn(&figure.name)).map(figure_view).collect(),
        folded: rest.map(cells::view).collect(),
        ..Section::default()
    });
    sections.retain(|section| !section.is_empty());
    sections
}

/// The tables of these names: those that are shown, and those that are folded, as all with more rows than `most` are.
fn views(
    all: &[Table],
    (shown, folded): (&[&str], &[&str]),
    most: usize,
) -> (Vec<TableView>, Vec<TableView>) {
    let table = |name: &&str| all.iter().find(|table| table.name == *name && !table.rows.is_empty());
    let (short, long): (Vec<&Table>, Vec<&Table>) =
        shown.iter().filter_map(table).partition(|table| table.rows.len() <= most);
    let folded = long.into_iter().chain(folded.iter().filter_map(table));
    (short.into_iter().map(cells::view).collect(), folded.map(cells::view).collect())
}

fn figure_view(figure: &Picture) -> FigureView {
    // Inside HTML the namespace is known.
    let bare = |svg: &str| svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    FigureView {
        name: figure.name.clone(),
        title: figure.title.clone(),
        is_main: true,
        is_plain: figure.look != Look::Map,
        is_quiet: figure.look == Look::Quiet,
        svg: bare(&figure.svg),
        narrow: figure.narrow.as_deref().map(bare),
    }
}

#[cfg(test)]
mod tests {
    use super::link;

    #[test]
    fn links_have_no_sign_that_a_browser_reads() {
        assert_eq!(link("4p-a/b c#1?.html"), "4p-a/b%20c%231%3F.html");
    }
}
