//! Values for the page's template, with every number already formatted.

mod audit;
mod cards;
mod comparison;

pub use audit::audit;
pub use comparison::comparison;
use serde::Serialize;

use super::{
    AuditPage, Comparison, Entry, Page, QuestionAnswer,
    cells::{self, TableView},
    outlines::{OUTLINES, Outline},
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

/// Rows above which a table starts folded.
const LONG: usize = 24;

#[derive(Debug, Default, Serialize)]
pub struct Context {
    kind: &'static str,
    title: String,
    game: String,
    designers: String,
    /// Names and values.
    facts: Vec<(&'static str, String)>,
    findings: Vec<FindingView>,
    /// Sentences on the strength of an audit's players; `members` lists the players.
    strength: Vec<String>,
    members: Vec<String>,
    cards: Vec<cards::CardView>,
    /// Games and seed.
    played: String,
    questions: Vec<QuestionAnswer>,
    pub cautions: Vec<String>,
    /// A summary in lines of fixed width.
    text: String,
    /// Arms, in the order in which they were played.
    arms: Vec<comparison::ArmView>,
    runs: Vec<Entry>,
    sections: Vec<Section>,
    strategies: Vec<StrategyEntry>,
    changes: Vec<Change>,
    provenance: Vec<Provenance>,
    /// Whether the page has a section on how to read it.
    has_methods: bool,
    command: String,
    version: String,
}

/// Text and rows have names in backticks, as do the types below.
#[derive(Debug, Serialize)]
struct FindingView {
    tone: &'static str,
    text: String,
    rows: Option<tell::finding::Rows>,
}

impl FindingView {
    fn new(finding: &Finding) -> FindingView {
        let (text, rows) = (tell::finding::text(finding), tell::finding::rows(finding));
        FindingView { tone: class(finding.tone), text, rows }
    }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Off => "finding",
        Tone::Open => "caution",
        Tone::Fine => "calm",
    }
}

#[derive(Debug, Default, Serialize)]
struct Section {
    id: &'static str,
    title: String,
    lead: String,
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
    /// Whether Markdown and paper show it: repositories hold few pictures.
    is_main: bool,
    look: Look,
    svg: String,
    narrow: Option<String>,
}

pub fn page(run: &Manifest, found: &[Finding], tables: &[Table], figures: &[Picture]) -> Page {
    let players = people::counted(run.inputs.rules.players as u64, "player", "players");
    Page(Context {
        kind: "Balance report",
        title: format!("{}, {players}: balance report", run.heading.title),
        game: run.heading.title.clone(),
        designers: run.designers.clone(),
        facts: facts(run),
        findings: found.iter().map(FindingView::new).collect(),
        cautions: run.not_a_number().into_iter().collect(),
        sections: sections(tables, figures),
        strategies: run.inputs.strategies.clone(),
        changes: run.inputs.rules.changes.clone(),
        provenance: run.provenance.clone(),
        has_methods: true,
        command: run.heading.command.clone(),
        version: run.heading.version.clone(),
        ..Context::default()
    })
}

pub fn overview(runs: &[Entry], table: Option<&Table>) -> Page {
    let mut games: Vec<&str> = runs.iter().map(|run| run.game.as_str()).collect();
    games.dedup();
    let game = if let [one] = games[..] { one } else { "All runs" }.to_owned();
    let encode = |run: &Entry| Entry { link: link(&run.link), ..run.clone() };
    let shares = table.filter(|table| !table.rows.is_empty()).map(|table| Section {
        id: "shares",
        title: "Win rates".to_owned(),
        tables: vec![cells::view(table)],
        ..Section::default()
    });
    Page(Context {
        kind: "Runs",
        title: format!("{game}: runs"),
        game,
        runs: runs.iter().map(encode).collect(),
        sections: shares.into_iter().collect(),
        ..Context::default()
    })
}

/// Percent-encodes a path for links: all bytes but letters, digits and plain signs (RFC 3986).
fn link(path: &str) -> String {
    let encode = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    path.bytes().map(encode).collect()
}

fn names(strategies: &[StrategyEntry]) -> String {
    strategies.iter().map(|strategy| strategy.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn facts(run: &Manifest) -> Vec<(&'static str, String)> {
    let rules = &run.inputs.rules;
    let automa = run.automa.as_ref().map_or(String::new(), |automa| format!(", against {automa}"));
    let changes = || format!("{}, listed below", people::off_default(rules.changes.len()));
    let has_unit = !["", "points"].contains(&run.points_unit.as_str());
    // Empty values are left out.
    vec![
        ("players", rules.players.to_string() + &automa),
        ("games", people::count(run.games)),
        ("deals", people::count(run.deals)),
        ("seed", run.inputs.seed.to_string()),
        ("strategies", names(&run.inputs.strategies)),
        ("level of play", if run.level == Level::Mixed { String::new() } else { run.level.to_string() }),
        ("preset", rules.presets.join(", then ")),
        ("rules", if rules.changes.is_empty() { String::new() } else { changes() }),
        ("points are", if has_unit { run.points_unit.clone() } else { String::new() }),
    ]
}

/// The outlined sections, then one with all other tables and figures; empty ones are left out.
fn sections(tables: &[Table], figures: &[Picture]) -> Vec<Section> {
    let figure = |name: &String| figures.iter().find(|figure| figure.name == *name);
    let section = |outline: &'static Outline| {
        let (tables, folded) = views(tables, outline, LONG);
        Section {
            id: &outline.id,
            title: outline.title.clone(),
            lead: outline.lead.clone(),
            figures: outline.figures.iter().filter_map(figure).map(figure_view).collect(),
            tables,
            folded,
            ..Section::default()
        }
    };
    let all = &OUTLINES.run;
    let mut sections: Vec<Section> = all.iter().map(section).collect();
    let outlined =
        |name: &str| all.iter().flat_map(|one| one.tables.iter().chain(&one.folded)).any(|one| one == name);
    let drawn = |name: &str| all.iter().flat_map(|one| &one.figures).any(|one| one == name);
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

/// The visible and the folded tables of a section; tables with more than `most` rows are folded.
fn views(all: &[Table], outline: &Outline, most: usize) -> (Vec<TableView>, Vec<TableView>) {
    let table = |name: &String| all.iter().find(|table| table.name == name && !table.rows.is_empty());
    let (short, long): (Vec<&Table>, Vec<&Table>) =
        outline.tables.iter().filter_map(table).partition(|table| table.rows.len() <= most);
    let folded = long.into_iter().chain(outline.folded.iter().filter_map(table));
    (short.into_iter().map(cells::view).collect(), folded.map(cells::view).collect())
}

fn figure_view(figure: &Picture) -> FigureView {
    // Inside HTML the namespace is implied.
    let bare = |svg: &str| svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    FigureView {
        name: figure.name.clone(),
        title: figure.title.clone(),
        is_main: true,
        look: figure.look,
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
