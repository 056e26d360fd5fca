use serde::Serialize;

use super::{
    Context, Fact, FigureView, Method, Outline, Part as Stretch, Section, StrategyView, answers::AnswerView,
    cells, class, figure_view, narrow::narrowed, parts,
};
use crate::{
    charts::{Look, Picture},
    page::{Answered, Audited, notes},
    tell::{
        self,
        finding::{but, size, surety, text},
    },
};
use sim_engine::text::people;
use sim_lab::{
    audit::{Audit, Part},
    command::Command,
    figure::Figure,
    finding::{Chapter, Finding},
    tables::{self, Table},
    verdict::{Balance, BalanceRow, Sort},
};
use sim_script::BestResponse;

/// Rows past which a table starts folded.
const LONG: usize = 40;

#[derive(Debug, Serialize)]
pub struct Ranked {
    tone: &'static str,
    parts: Vec<Stretch>,
    size: Vec<Stretch>,
    verdict: String,
    /// The table that it was read off: the anchor on this page, and its title.
    table: &'static str,
    title: &'static str,
    /// Whether it is on this page; or else it is a file beside it.
    is_here: bool,
    commands: Vec<String>,
    but: Vec<Vec<Stretch>>,
}

impl Ranked {
    fn new((finding, replay): &(Finding, Option<Command>), tables: &[Table]) -> Ranked {
        let table = tables.iter().find(|table| table.name == finding.table);
        Ranked {
            tone: class(finding.tone),
            parts: parts(&text(finding)),
            size: parts(&size(finding)),
            verdict: surety(finding.surety),
            table: finding.table,
            title: table.map_or("", |table| table.title),
            is_here: OUTLINES
                .iter()
                .any(|one| one.tables.contains(&finding.table) || one.folded.contains(&finding.table)),
            commands: finding.command.iter().chain(replay).map(Command::to_string).collect(),
            but: finding.but.iter().map(|one| parts(&but(one))).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct ChapterView {
    id: &'static str,
    title: &'static str,
    lead: &'static str,
    ranked: Vec<Ranked>,
}

impl ChapterView {
    /// None without a finding.
    fn new(
        chapter: Chapter,
        findings: &[(Finding, Option<Command>)],
        tables: &[Table],
    ) -> Option<ChapterView> {
        let (id, title, lead) = match chapter {
            Chapter::Game => {
                ("game", "The game, played well", "What strong players show; most important first.")
            }
            Chapter::Readings => (
                "readings",
                "What if the rules were read otherwise?",
                "Each is one open ruling, or lost data that were filled in otherwise. Nobody proposes them; they show what rests on our reading.",
            ),
            Chapter::Beginners => (
                "beginners",
                "For a table of beginners",
                "What the archetypes show: simple scripts with one fixed plan each, as people play in their first games. They do not learn and do not answer each other, so this says as much about the scripts as about the game. The top answers whether a plan, a price or a seat is a problem among strong players.",
            ),
            Chapter::Open => {
                ("open", "Still open", "What these games leave open, and the command that would go on.")
            }
        };
        let own = findings.iter().filter(|(finding, _)| finding.chapter() == chapter);
        let ranked: Vec<Ranked> = own.map(|shown| Ranked::new(shown, tables)).collect();
        (!ranked.is_empty()).then_some(ChapterView { id, title, lead, ranked })
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

/// Sections whose pictures Markdown shows.
const PICTURED: [&str; 4] = ["prices", "change", "seats", "luck"];

/// Questions, and the figures and tables that answer them; figures without the number of players at their end.
const OUTLINES: [Outline; 12] = [
    Outline {
        id: "prices",
        title: "What should things cost?",
        lead: "One player sits among strong players; for what is bought it trained at every price that was tried. Worth: the points of win rate that it loses when barred from the item. Beyond the median: that less the worth of the median item of its kind; at a fair price it is 0. Used: share of the seats that use it in a game. Where a figure of beginners further down differs, trust these.",
        figures: &["fair-prices", "price-and-worth", "payments"],
        tables: &["fair_prices"],
        folded: &["payments", "price_trials"],
    },
    Outline {
        id: "ways",
        title: "Which ways to win live?",
        lead: "A strong player trained for each plan: in training it got a bonus for what the plan counts, and it is judged by wins alone. Wins when learned: at tables where each has trained for a plan. Wins as script: at tables of the scripts. Costs: how much less often it wins with the plan than without, among strong players; below 0 it pays. Followed more: the bonus that it gets more than one without a plan, in wins; at 0 it plays like one without, and the plan is not tested.",
        figures: &["plans"],
        tables: &["plans"],
        folded: &["plan_aims"],
    },
    Outline {
        id: "change",
        title: "What would make seats fair?",
        lead: "The fewest and smallest changes of numbers that were found, of all numbers of the rules, measured among strong players. What is not surely enough is told too, as the best that was found. Each is a file in the folder of the audit, as proposal-3p-1.toml for the first with 3 players, and the option --data plays it; what else each moves is in proposal_moves.csv.",
        figures: &["proposals"],
        tables: &["proposals", "proposal_goals"],
        folded: &[],
    },
    Outline {
        id: "verdicts",
        title: "What is out of balance among beginners?",
        lead: "Each seat, strategy and component compared with its tolerance. Components that are ok are in verdict.csv.",
        figures: &[],
        tables: &[],
        folded: &["verdict"],
    },
    Outline {
        id: "strategies",
        title: "Who wins among beginners?",
        lead: "What each strategy does differently from the others is in profile.csv.",
        figures: &["win-rate-by-strategy", "head-to-head"],
        tables: &["win_rate_overall", "win_rate_by_strategy"],
        folded: &["points_by_strategy"],
    },
    Outline {
        id: "seats",
        title: "Does the seat matter among strong players?",
        lead: "A seat's number is its place in the starting order. What each seat is worth to each of these players is in members.csv.",
        figures: &["seat-by-players"],
        tables: &["seats"],
        folded: &["members"],
    },
    Outline {
        id: "meta",
        title: "What would be played if everybody took up what wins?",
        lead: "",
        figures: &["tournament-pairs"],
        tables: &["tournament_ratings"],
        folded: &[],
    },
    Outline {
        id: "course",
        title: "How do games run among beginners?",
        lead: "",
        figures: &["points-by-round", "leader-by-round", "score-distribution"],
        tables: &["length", "ends", "shape"],
        folded: &["leader_by_round"],
    },
    Outline {
        id: "components",
        title: "What do beginners use, and what does it do?",
        lead: "An adjusted difference is a link between using a component and winning. What it causes shows where the same deals are played without it.",
        figures: &["component-use-and-win-rate", "ablation"],
        tables: &["ablation"],
        folded: &["never_used"],
    },
    Outline {
        id: "rests",
        title: "What do the findings on beginners rest on?",
        lead: "One thing is changed at a time, on the same deals: a ruling, data that is reconstructed, or who plays.",
        figures: &["tornado"],
        tables: &["findings"],
        folded: &["left_out"],
    },
    Outline {
        id: "numbers",
        title: "Which numbers matter to beginners?",
        lead: "Every number of the rules, one step down and one step up, on the same deals. The strategies were written for the numbers as they are, and read some of them.",
        figures: &["numbers"],
        tables: &[],
        folded: &[],
    },
    Outline {
        id: "luck",
        title: "Skill or luck?",
        lead: "How far each level of skill is ahead of the next shows how deep the game is, as far as these players know it. The shares of variance are within one level: among strong players, and among beginners.",
        figures: &["levels"],
        tables: &["luck"],
        folded: &["levels"],
    },
];

pub fn context(about: &Audited<'_>, audit: &Audit, tables: &[Table], figures: &[Picture]) -> Context {
    let heading = about.heading;
    let players: Vec<String> = audit.parts.iter().map(|part| part.players().to_string()).collect();
    let games: u64 = audit.parts.iter().map(Part::games).sum();
    Context {
        kind: "Balance audit",
        title: format!("{}: balance audit", heading.title),
        game: heading.title.clone(),
        designers: about.designers.to_owned(),
        facts: vec![
            Fact { name: "players", value: people::list(&players) },
            Fact { name: "games of the archetypes", value: people::count(games) },
            Fact { name: "seed", value: about.seed.to_string() },
        ],
        level: level(audit, about.known),
        answers: audit.answers().iter().map(AnswerView::new).collect(),
        chapters: Chapter::ALL
            .into_iter()
            .filter_map(|chapter| ChapterView::new(chapter, about.findings, tables))
            .collect(),
        cautions: (!audit.learns)
            .then(tell::answer::not_learned)
            .iter()
            .chain(&about.caution)
            .map(|caution| parts(caution))
            .collect(),
        questions: about.questions.iter().map(Asked::new).collect(),
        sections: sections(about.default_players, &shown(audit, tables), figures),
        strategies: about.strategies.iter().map(StrategyView::new).collect(),
        methods: notes::METHODS.into_iter().map(|(name, about)| Method { name, about }).collect(),
        command: heading.command.clone(),
        version: heading.version.clone(),
        ..Context::default()
    }
}

fn level(audit: &Audit, known: &[BestResponse]) -> Vec<Stretch> {
    let best = audit.usual().and_then(|part| part.best.as_ref());
    best.map_or(Vec::new(), |best| {
        let played = (best.summary.players, audit.unit());
        parts(&tell::answer::level((&best.level, &best.players), played, audit.response.as_ref(), known))
    })
}

fn sections(default_players: usize, tables: &[Table], figures: &[Picture]) -> Vec<Section> {
    let mut sections: Vec<Section> =
        OUTLINES.iter().map(|outline| section(outline, default_players, tables, figures)).collect();
    sections.retain(|section| {
        !(section.figures.is_empty() && section.tables.is_empty() && section.folded.is_empty())
    });
    sections
}

fn section(outline: &Outline, default_players: usize, tables: &[Table], figures: &[Picture]) -> Section {
    let table = |name: &&str| tables.iter().find(|table| table.name == *name && !table.rows.is_empty());
    let open = outline.tables.iter().filter_map(table);
    let (short, long): (Vec<&Table>, Vec<&Table>) = open.partition(|table| table.rows.len() <= LONG);
    let folded = long.into_iter().chain(outline.folded.iter().filter_map(table));
    let mut own: Vec<FigureView> = Vec::new();
    for kind in outline.figures {
        let of_kind = || figures.iter().filter(|figure| kind_of(&figure.name) == *kind);
        // Those of other tables lie beside the page, which mails take; one in which something stands out goes first.
        let is_usual =
            |figure: &&Picture| figure.name == *kind || figure.name == format!("{kind}-{default_players}p");
        let is_clear = |figure: &&Picture| figure.look != Look::Quiet;
        let shown = of_kind().find(|figure| is_usual(figure) && is_clear(figure));
        let shown = shown.or_else(|| of_kind().find(is_clear)).or_else(|| of_kind().find(is_usual));
        own.extend(shown.or_else(|| of_kind().next()).map(figure_view));
    }
    Section {
        id: outline.id,
        title: outline.title,
        lead: outline.lead,
        figures: own,
        hides_pictures: !PICTURED.contains(&outline.id),
        tables: short.into_iter().map(cells::view).collect(),
        folded: folded.map(cells::view).collect(),
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
