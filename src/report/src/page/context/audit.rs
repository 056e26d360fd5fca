use serde::Serialize;

use super::{
    Context, Fact, FigureView, Method, Part as Stretch, Section, SourceView, StrategyView, cards,
    cards::CardView, class, figure_view, narrow::narrowed, parts, views,
};
use crate::{
    charts::{Look, Picture},
    page::{Answered, Audited, notes},
    tell::{
        card::{self, lead, question},
        finding::{caveats, certainty, size, text},
        players,
    },
};
use sim_engine::text::people;
use sim_lab::{
    audit::{Audit, Part, answer::Topic},
    command::Command,
    figure::Figure,
    finding::{Chapter, Finding, OfGame, What},
    tables::{self, Table},
    verdict::{Balance, BalanceRow, Judged, Sort},
};

/// Rows past which a table starts folded.
const LONG: usize = 40;

/// A finding as a row of its section.
#[derive(Debug, Serialize)]
pub struct FindingRow {
    tone: &'static str,
    among: &'static str,
    parts: Vec<Stretch>,
    figure: String,
    aim: String,
    certainty: String,
    caveats: Vec<Vec<Stretch>>,
    commands: Vec<String>,
}

impl FindingRow {
    fn new((finding, replay): &(Finding, Option<Command>)) -> FindingRow {
        let [figure, aim] = size(finding);
        FindingRow {
            tone: class(finding.tone),
            among: match finding.chapter() {
                Chapter::Game => "strong players",
                Chapter::Rulings => "alternative rulings",
                Chapter::Beginners => "beginners",
                Chapter::Open => "undecided",
            },
            parts: parts(&text(finding)),
            figure,
            aim,
            certainty: certainty(finding.surety),
            caveats: caveats(finding).iter().map(|one| parts(one)).collect(),
            commands: finding.command.iter().chain(replay).map(Command::to_string).collect(),
        }
    }
}

/// The card whose section has a finding.
fn topic(finding: &Finding) -> Topic {
    let of = |sort: Sort| match sort {
        Sort::Seat => Topic::Seats,
        Sort::Strategy => Topic::Plans,
        Sort::Component => Topic::Prices,
    };
    match &finding.what {
        What::Run(_) => Topic::Course,
        What::Game(what) => match what {
            OfGame::WinsOff { whose: Judged::Seat(_), .. } | OfGame::SeatsOff { .. } => Topic::Seats,
            OfGame::VerdictsOpen { sort, .. } | OfGame::VerdictsFine { sort, .. } => of(*sort),
            OfGame::WinsOff { .. }
            | OfGame::TakenOver { .. }
            | OfGame::OpenField { .. }
            | OfGame::Unplayed { .. } => Topic::Plans,
            OfGame::UsersOff { .. } | OfGame::Unused { .. } => Topic::Prices,
            OfGame::Settled { .. }
            | OfGame::Still { .. }
            | OfGame::Over { .. }
            | OfGame::Endless { .. }
            | OfGame::RareEnding { .. }
            | OfGame::Alone { .. } => Topic::Course,
            OfGame::Skill { .. } => Topic::Skill,
            OfGame::Number { .. } => Topic::Change,
            OfGame::Ruling { .. } => Topic::Unknown,
        },
    }
}

#[derive(Debug, Serialize)]
pub struct Asked {
    question: String,
    answer: Vec<Stretch>,
    games: String,
    command: String,
}

impl Asked {
    fn new(one: &Answered) -> Asked {
        let [games, whole] = [one.games, one.whole].map(people::count);
        let of = if one.games < one.whole { format!("; the file asks for {whole}") } else { String::new() };
        Asked {
            question: one.question.clone(),
            answer: parts(&one.answer),
            games: format!("{games} games of each variant{of}"),
            command: one.command.clone(),
        }
    }
}

/// Pictures that Markdown and paper show; figures without the number of players at their end.
const PICTURED: [&str; 6] =
    ["fair-prices", "price-and-worth", "payments", "proposals", "seat-by-players", "levels"];

/// What a section shows: its figures, its tables, and those that are folded.
struct Outline {
    topic: Topic,
    figures: &'static [&'static str],
    tables: &'static [&'static str],
    folded: &'static [&'static str],
}

/// Tables and figures of beginners, whose titles say so.
const OF_BEGINNERS: [&str; 18] = [
    "win-rate-by-strategy",
    "head-to-head",
    "tournament-pairs",
    "component-use-and-win-rate",
    "ablation",
    "leader-by-round",
    "points-by-round",
    "score-distribution",
    "tornado",
    "win_rate_by_strategy",
    "points_by_strategy",
    "tournament_ratings",
    "never_used",
    "shape",
    "length",
    "ends",
    "leader_by_round",
    "findings",
];

fn among(name: &str, title: String) -> String {
    if OF_BEGINNERS.contains(&name) { format!("{title}, beginners") } else { title }
}

const OUTLINES: [Outline; 7] = [
    Outline {
        topic: Topic::Change,
        figures: &["proposals", "numbers"],
        tables: &["proposals"],
        folded: &["proposal_goals"],
    },
    Outline {
        topic: Topic::Seats,
        figures: &["seat-by-players"],
        tables: &["seats"],
        folded: &["members", "look_ahead"],
    },
    Outline {
        topic: Topic::Plans,
        figures: &["plans", "win-rate-by-strategy", "head-to-head", "tournament-pairs"],
        tables: &["plans", "win_rate_by_strategy"],
        folded: &["plan_aims", "win_rate_overall", "points_by_strategy", "tournament_ratings"],
    },
    Outline {
        topic: Topic::Prices,
        figures: &["fair-prices", "price-and-worth", "payments", "component-use-and-win-rate", "ablation"],
        tables: &["fair_prices"],
        folded: &["payments", "price_trials", "ablation", "never_used"],
    },
    Outline {
        topic: Topic::Course,
        figures: &["leader-by-round", "points-by-round", "score-distribution"],
        tables: &["shape", "length", "ends"],
        folded: &["leader_by_round"],
    },
    Outline { topic: Topic::Skill, figures: &["levels"], tables: &["luck"], folded: &["levels"] },
    Outline {
        topic: Topic::Unknown,
        figures: &["tornado"],
        tables: &["findings"],
        folded: &["verdict", "left_out"],
    },
];

pub fn context(about: &Audited<'_>, audit: &Audit, tables: &[Table], figures: &[Picture]) -> Context {
    let heading = about.heading;
    let sizes: Vec<String> = audit.parts.iter().map(|part| part.players().to_string()).collect();
    let games: u64 = audit.parts.iter().map(Part::games).sum();
    let mut facts = vec![Fact { name: "players", value: people::list(&sizes) }];
    let players = players::of_audit(audit, about.known);
    let (level, strength) = players.map(|players| (players.level, players.strength)).unzip();
    facts.extend(level.map(|value| Fact { name: "level of play", value }));
    Context {
        kind: "Balance audit",
        title: format!("{}: balance audit", heading.title),
        game: heading.title.clone(),
        designers: about.designers.to_owned(),
        facts,
        strength: strength.unwrap_or_default(),
        cards: card::cards(audit).into_iter().map(CardView::new).collect(),
        cautions: about.caution.iter().map(|caution| parts(caution)).collect(),
        questions: about.questions.iter().map(Asked::new).collect(),
        sections: sections(about, &shown(audit, tables), figures),
        strategies: about.strategies.iter().map(StrategyView::new).collect(),
        provenance: about.provenance.iter().map(SourceView::new).collect(),
        methods: notes::METHODS.into_iter().map(|(name, about)| Method { name, about }).collect(),
        played: format!("{} between beginners, seed {}", people::counted(games, "game", "games"), about.seed),
        members: audit
            .usual()
            .and_then(|part| part.best.as_ref())
            .map_or(Vec::new(), |best| best.players.clone()),
        command: heading.command.clone(),
        version: heading.version.clone(),
        ..Context::default()
    }
}

fn sections(about: &Audited<'_>, tables: &[Table], figures: &[Picture]) -> Vec<Section> {
    let all = OUTLINES.iter().map(|outline| section(outline, about, tables, figures));
    all.filter(|section| !section.is_empty()).collect()
}

fn section(outline: &Outline, about: &Audited<'_>, tables: &[Table], figures: &[Picture]) -> Section {
    let (mut tables, mut folded) = views(tables, (outline.tables, outline.folded), LONG);
    for view in tables.iter_mut().chain(&mut folded) {
        view.title = among(&view.name, std::mem::take(&mut view.title));
    }
    let mut own: Vec<FigureView> = Vec::new();
    for kind in outline.figures {
        let of_kind = || figures.iter().filter(|figure| kind_of(&figure.name) == *kind);
        // Those of other tables lie beside the page, which mails take; one in which something stands out goes first.
        let usual = format!("{kind}-{}p", about.default_players);
        let is_usual = |figure: &&Picture| figure.name == *kind || figure.name == usual;
        let is_clear = |figure: &&Picture| figure.look != Look::Quiet;
        let shown = of_kind().find(|figure| is_usual(figure) && is_clear(figure));
        let shown = shown.or_else(|| of_kind().find(is_clear)).or_else(|| of_kind().find(is_usual));
        own.extend(shown.or_else(|| of_kind().next()).map(|figure| {
            let (is_main, view) = (PICTURED.contains(kind), figure_view(figure));
            FigureView { is_main, title: among(kind, view.title), ..view }
        }));
    }
    let is_own = |one: &&(Finding, Option<Command>)| topic(&one.0) == outline.topic;
    let mut findings: Vec<&(Finding, Option<Command>)> = about.findings.iter().filter(is_own).collect();
    // The sort is stable: within a chapter the most important stays first.
    findings.sort_by_key(|one| Chapter::ALL.iter().position(|chapter| *chapter == one.0.chapter()));
    Section {
        id: cards::id(outline.topic),
        title: question(outline.topic),
        lead: parts(&lead(outline.topic)),
        findings: findings.into_iter().map(FindingRow::new).collect(),
        figures: own,
        tables,
        folded,
    }
}

/// The name of a figure without the number of players at its end.
fn kind_of(name: &str) -> &str {
    let is_size = |size: &str| size.strip_suffix('p').is_some_and(|size| size.parse::<u64>().is_ok());
    name.rsplit_once('-').filter(|(_, size)| is_size(size)).map_or(name, |(kind, _)| kind)
}

/// The tables with the rows that the page shows: of components those that stand out, as the files have all.
fn shown(audit: &Audit, all: &[Table]) -> Vec<Table> {
    let is_shown = |row: &BalanceRow| {
        row.of.sort() != Sort::Component || !matches!(row.balance, Balance::Fine | Balance::NotJudged)
    };
    let mut audit = audit.clone();
    for Part { summary, verdicts, robust, ablation, .. } in &mut audit.parts {
        ablation.iter_mut().for_each(|one| one.rows.retain(|row| row.figure == Figure::WinRate));
        summary.components.all.retain(|one| one.adjusted.as_ref().is_some_and(|row| row.is_found()));
        verdicts.iter_mut().for_each(|one| one.rows.retain(is_shown));
        robust.iter_mut().for_each(|one| one.shares.retain(|row| row.is_found()));
    }
    let mut tables = tables::of_audit(&audit);
    for table in &mut tables {
        let Some(whole) = all.iter().find(|one| one.name == table.name) else { continue };
        // What a part has nothing left of says nothing of the others.
        table.about.clone_from(&whole.about);
        let left_out = whole.rows.len() - table.rows.len();
        if left_out > 0 {
            table.about += &format!(
                " {} here: they do not stand out. {}.csv has all.",
                people::counted(left_out as u64, "row is left out", "rows are left out"),
                table.name
            );
        }
    }
    tables.iter().map(narrowed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arm_that_an_answer_names_is_a_stretch_of_it_and_no_text_with_backticks() {
        let asked = Asked::new(&Answered {
            question: "Are games longer?".to_owned(),
            answer: "yes: longer with `6 cards` than with `7 cards`".to_owned(),
            games: 600,
            whole: 20_000,
            command: String::new(),
        });
        let told: Vec<(&str, bool)> =
            asked.answer.iter().map(|part| (part.text.as_str(), part.is_name)).collect();
        assert_eq!(
            told,
            [("yes: longer with ", false), ("6 cards", true), (" than with ", false), ("7 cards", true)]
        );
    }
}
