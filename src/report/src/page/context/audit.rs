use serde::Serialize;

use super::{
    AuditPage, Context, FigureView, Look, OUTLINES, Outline, Page, Picture, Section, cards::CardView, class,
    figure_view, views,
};
use crate::tell::{card, finding, players};
use sim_engine::text::people;
use sim_lab::{
    audit::{Audit, TableAudit, answer::Topic},
    command::Command,
    figure::Figure,
    finding::{Chapter, Finding, FindingKind, GameFinding},
    tables::{self, Cell, Column, Table},
    verdict::{Balance, BalanceRow, Sort, VerdictSubject},
};

/// Rows above which a table starts folded.
const LONG: usize = 40;

/// A finding as a row of its section.
#[derive(Debug, Serialize)]
pub struct FindingRow {
    tone: &'static str,
    among: String,
    text: String,
    figure: String,
    aim: String,
    certainty: String,
    caveats: Vec<String>,
    commands: Vec<String>,
}

impl FindingRow {
    fn new((finding, replay): &(Finding, Option<Command>), level: &str) -> FindingRow {
        let [figure, aim] = finding::size(finding);
        FindingRow {
            tone: class(finding.tone),
            among: match finding.chapter() {
                Chapter::Game => level.to_owned(),
                Chapter::Rulings => "alternative rulings".to_owned(),
                // Only seats are judged among strong players.
                Chapter::Open if topic(finding) == Topic::Seats => level.to_owned(),
                Chapter::Beginners | Chapter::Open => "beginners".to_owned(),
            },
            text: finding::text(finding),
            figure,
            aim,
            certainty: finding::certainty(finding.surety),
            caveats: finding::caveats(finding),
            commands: finding.command.iter().chain(replay).map(Command::to_string).collect(),
        }
    }
}

/// The card whose section lists the finding.
fn topic(finding: &Finding) -> Topic {
    use GameFinding::*;
    match &finding.what {
        FindingKind::Run(_) => Topic::Course,
        FindingKind::Game(what) => match what {
            WinsOff { whose: VerdictSubject::Seat(_), .. } | SeatsOff { .. } => Topic::Seats,
            VerdictsOpen { sort, .. } | VerdictsFine { sort, .. } => match sort {
                Sort::Seat => Topic::Seats,
                Sort::Strategy => Topic::Plans,
                Sort::Component => Topic::Prices,
            },
            WinsOff { .. } | TakenOver { .. } | OpenField { .. } | Unplayed { .. } => Topic::Plans,
            UsersOff { .. } | Unused { .. } => Topic::Prices,
            Settled { .. }
            | Still { .. }
            | Over { .. }
            | Endless { .. }
            | RareEnding { .. }
            | Alone { .. } => Topic::Course,
            Skill { .. } => Topic::Skill,
            Number { .. } | Ruling { .. } => Topic::Unknown,
        },
    }
}

fn label_beginners(name: &str, title: String) -> String {
    let is_theirs = OUTLINES.beginners.iter().any(|one| one == name);
    if is_theirs { format!("{title}, beginners") } else { title }
}

/// `tables` cover all numbers of players.
pub fn audit(about: &AuditPage<'_>, audit: &Audit, tables: &[Table], figures: &[Picture]) -> Page {
    let heading = about.heading;
    let sizes: Vec<String> = audit.parts.iter().map(|part| part.players().to_string()).collect();
    let shown = shown(audit, tables);
    let games: u64 = audit.parts.iter().map(TableAudit::games).sum();
    let mut facts = vec![("players", people::list(&sizes))];
    let best = audit.usual().and_then(|part| part.best.as_ref());
    let own = best.map_or(String::new(), |best| best.level.to_string());
    let players = players::of_audit(audit, about.known);
    let (level, strength) = players.map(|players| (players.level, players.strength)).unzip();
    facts.extend(level.map(|level| ("level of play", level)));
    Page(Context {
        kind: "Balance audit",
        title: format!("{}: balance audit", heading.title),
        game: heading.title.clone(),
        designers: about.designers.to_owned(),
        facts,
        strength: strength.unwrap_or_default(),
        cards: card::cards(audit).into_iter().map(CardView::new).collect(),
        cautions: about.caution.iter().cloned().collect(),
        questions: about.questions.to_vec(),
        sections: OUTLINES
            .audit
            .iter()
            .map(|outline| section(outline, (about, &own), &shown, figures))
            .filter(|section| !section.is_empty())
            .collect(),
        strategies: about.strategies.to_vec(),
        provenance: about.provenance.to_vec(),
        has_methods: true,
        played: format!("{} between beginners, seed {}", people::counted(games, "game", "games"), about.seed),
        members: best.map_or(Vec::new(), |best| best.players.clone()),
        command: heading.command.clone(),
        version: heading.version.clone(),
        ..Context::default()
    })
}

fn section(
    outline: &'static Outline,
    (about, level): (&AuditPage<'_>, &str),
    tables: &[Table],
    figures: &[Picture],
) -> Section {
    let (mut tables, mut folded) = views(tables, outline, LONG);
    for view in tables.iter_mut().chain(&mut folded) {
        view.title = label_beginners(&view.name, std::mem::take(&mut view.title));
    }
    // Shows one figure per kind, preferably with a finding; the others are files next to the page, which must fit
    // into a mail.
    let figure = |kind: &String| {
        let usual = format!("{kind}-{}p", about.default_players);
        let is_usual = |figure: &Picture| figure.name == *kind || figure.name == usual;
        let of_kind = figures.iter().filter(|figure| kind_of(&figure.name) == kind);
        let shown = of_kind.min_by_key(|figure| (figure.look == Look::Quiet, !is_usual(figure)))?;
        let (is_main, view) = (OUTLINES.main.contains(kind), figure_view(shown));
        Some(FigureView { is_main, title: label_beginners(kind, view.title), ..view })
    };
    let is_own = |one: &&(Finding, Option<Command>)| topic(&one.0).word() == outline.id;
    let mut findings: Vec<&(Finding, Option<Command>)> = about.findings.iter().filter(is_own).collect();
    // The sort is stable: within a chapter the most important stays first.
    findings.sort_by_key(|one| Chapter::ALL.iter().position(|chapter| *chapter == one.0.chapter()));
    Section {
        id: &outline.id,
        title: card::question(&outline.id),
        lead: card::lead(&outline.id),
        findings: findings.into_iter().map(|one| FindingRow::new(one, level)).collect(),
        figures: outline.figures.iter().filter_map(figure).collect(),
        tables,
        folded,
    }
}

/// The name of a figure without the number of players at its end.
fn kind_of(name: &str) -> &str {
    let is_size = |size: &str| size.strip_suffix('p').is_some_and(|size| size.parse::<u64>().is_ok());
    name.rsplit_once('-').filter(|(_, size)| is_size(size)).map_or(name, |(kind, _)| kind)
}

/// The tables with the rows for the page: only components that stand out, as the files have all.
fn shown(audit: &Audit, all: &[Table]) -> Vec<Table> {
    let is_shown = |row: &BalanceRow| {
        row.of.sort() != Sort::Component || !matches!(row.balance, Balance::Fine | Balance::NotJudged)
    };
    let mut audit = audit.clone();
    for TableAudit { summary, verdicts, robust, ablation, .. } in &mut audit.parts {
        ablation.iter_mut().for_each(|one| one.rows.retain(|row| row.figure == Figure::WinRate));
        summary.components.all.retain(|one| one.adjusted.as_ref().is_some_and(|row| row.is_found()));
        verdicts.iter_mut().for_each(|one| one.rows.retain(is_shown));
        robust.iter_mut().for_each(|one| one.shares.retain(|row| row.is_found()));
    }
    let mut tables = tables::of_audit(&audit);
    for table in &mut tables {
        let Some(whole) = all.iter().find(|one| one.name == table.name) else { continue };
        // The description stays that of the full table, even if a table size has no rows left.
        table.about.clone_from(&whole.about);
        let left_out = whole.rows.len() - table.rows.len();
        if left_out > 0 {
            let rows = people::counted(left_out as u64, "row is left out", "rows are left out");
            table.about += &format!(" {rows} here: they do not stand out. {}.csv has all.", table.name);
        }
    }
    tables.iter().map(narrowed).collect()
}

/// The table with the columns that fit on the page.
fn narrowed(table: &Table) -> Table {
    let Some(shown) = OUTLINES.narrow.get(table.name) else { return table.clone() };
    let place = |(name, here): &'static (String, String)| {
        Some((table.columns.iter().position(|column| column.name == name)?, here.as_str()))
    };
    let places: Vec<(usize, &'static str)> = shown.iter().filter_map(place).collect();
    let columns = places.iter().map(|&(at, name)| Column { name, ..table.columns[at] }).collect();
    let pick = |row: &Vec<Cell>| places.iter().filter_map(|(at, _)| row.get(*at).cloned()).collect();
    Table { columns, rows: table.rows.iter().map(pick).collect(), ..table.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_narrow_table_shows_are_columns_of_it() {
        let all = tables::every(crate::testing::run(2).info);
        for (name, shown) in &OUTLINES.narrow {
            // The seats of an audit are the verdicts of its tables with a column of players in front.
            let of = if name == "seats" { "verdict" } else { name };
            let table = all.iter().find(|table| table.name == of).unwrap();
            let known =
                |column: &str| column == "players" || table.columns.iter().any(|one| one.name == column);
            let missing: Vec<&str> =
                shown.iter().map(|(column, _)| column.as_str()).filter(|one| !known(one)).collect();
            assert!(missing.is_empty(), "{name}: {missing:?}");
            let narrow = narrowed(&Table { name, ..table.clone() });
            assert!(narrow.columns.len() < table.columns.len());
            assert_eq!(
                narrow.columns.last().map(|one| one.name),
                shown.last().map(|(_, here)| here.as_str())
            );
        }
    }
}
