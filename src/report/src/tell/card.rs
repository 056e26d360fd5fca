//! The cards of an audit: one for each of a designer's first questions, with its answer and evidence.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use sim_engine::text::people;
use sim_lab::{
    audit::{
        Audit, Check, CheckedFinding, Confirmation,
        answer::{
            Answer, AnswerVerdict, ChangeStatement, CourseAt, Mark, MarkUnit, NoChange, PaymentAt, PlanRuns,
            PlansStatement, PriceAt, PricesStatement, SeatDispute, SeatOff, SeatProposal, Statement, Topic,
            TrainedPlanSummary, UnknownStatement,
        },
    },
    balance::{Change, goal::GoalStatus},
    figure::{FigureOf, Owner, Unit},
    finding::{AlternativeEffect, Contest, GameFinding, SeatAt, TableValue},
    verdict::Sort,
};
use sim_script::BestResponse;
use sim_stats::{Estimate, Interval};

use super::{
    Style, ends,
    finding::Rows,
    grid, level, number, per_game, percent, plain,
    players::{self, AuditPlayers},
    points, short_percent, signed,
};
use crate::say::{fill, say};

/// Changes that the first card lists.
const CHANGES: usize = 3;
/// Most rows of evidence on a card; its section has all.
const ROWS: usize = 6;

#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    pub topic: Topic,
    pub verdict: AnswerVerdict,
    pub question: String,
    /// Names are in backticks, here and in cells.
    pub headline: String,
    pub evidence: Evidence,
    /// Result of the check with look-ahead players, if one was made.
    pub check: Option<String>,
    pub command: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    pub caption: String,
    pub shown: CardEvidence,
}

#[derive(Debug, Clone, PartialEq)]
pub enum CardEvidence {
    /// Each mark with its formatted number; the interval is the acceptable range.
    Marks(Vec<(Mark, String)>, Option<Interval>),
    /// A table with a header; the first column is text.
    Rows(Rows),
}

impl Evidence {
    fn marks(answer: &Answer, caption: String) -> Evidence {
        let told = answer.marks.iter().map(|mark| (mark.clone(), figure(answer, mark)));
        Evidence { caption, shown: CardEvidence::Marks(told.collect(), answer.fine) }
    }

    fn rows(head: &[&'static str], rows: Vec<Vec<String>>, caption: String) -> Evidence {
        Evidence { caption, shown: CardEvidence::Rows(Rows { head: head.to_vec(), rows }) }
    }

    fn text(&self) -> String {
        let style = Style { width: None, has_tables: true };
        match &self.shown {
            CardEvidence::Marks(all, _) => {
                let rows = all.iter().map(|(mark, figure)| [mark.label.clone(), figure.clone()]);
                let text = grid(&["", ""], rows, &[false], style);
                text.split_once('\n').map_or(String::new(), |(_, rows)| rows.to_owned())
            }
            CardEvidence::Rows(table) if table.rows.is_empty() => String::new(),
            CardEvidence::Rows(Rows { head, rows }) => {
                let row = |row: &Vec<String>| row.iter().map(|cell| plain(cell)).collect::<Vec<_>>();
                grid(head, rows.iter().map(row), &[false], style)
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        match &self.shown {
            CardEvidence::Marks(all, _) => all.is_empty(),
            CardEvidence::Rows(table) => table.rows.is_empty(),
        }
    }
}

pub fn cards(audit: &Audit) -> Vec<Card> {
    audit.answers().iter().map(card).collect()
}

/// The question on the card of this topic.
pub fn question(topic: &str) -> String {
    fill(&format!("{topic}/question"), &[])
}

/// How to read the tables and pictures of a card's section.
pub fn lead(topic: &str) -> String {
    fill(&format!("{topic}/lead"), &[])
}

/// The cards as terminal text, below a description of the players.
pub fn audit_text(audit: &Audit, known: &[BestResponse]) -> String {
    let mut text = String::new();
    if let Some(AuditPlayers { level, strength }) = players::of_audit(audit, known) {
        text += &format!("level of play: {level}\n");
        strength.iter().for_each(|one| text += &format!("{one}\n"));
    }
    for card in cards(audit) {
        text += &format!("\n{}  {}\n", card.question, card.verdict.word().to_uppercase());
        text += &format!("  {}\n", plain(&card.headline));
        for line in card.evidence.text().lines().chain(card.check.as_deref()).chain(card.command.as_deref()) {
            text += &format!("    {}\n", plain(line));
        }
    }
    text
}

type CardText = (String, Evidence);

fn card(answer: &Answer) -> Card {
    use Statement::*;
    let (headline, evidence) = match &answer.statement {
        Change(one) => change(answer, one),
        Seats { sizes, off, disputed, open, tolerance, .. } => {
            seats(answer, sizes, (off, disputed, open), *tolerance)
        }
        Plans(one) => plans(answer, one),
        PlansUntested { players, runs } => untested(*players, runs),
        Prices(one) => prices(answer, one),
        Course { players, off, is_open, tables } => pacing(*players, off.first(), *is_open, tables),
        Skill { players, lowest, highest, length, strategies } => {
            skill(answer, *players, (lowest, highest), length, *strategies)
        }
        Unknown(one) => unknown(answer, one),
        NotPlayed(_) => (say!("unknown/not_played"), Evidence::marks(answer, String::new())),
    };
    Card {
        topic: answer.topic(),
        verdict: answer.verdict,
        question: question(answer.topic().word()),
        headline,
        evidence,
        check: answer.check.as_ref().map(check),
        command: answer.command.as_ref().map(ToString::to_string),
    }
}

/// Formats a mark's number.
fn figure(answer: &Answer, mark: &Mark) -> String {
    let Mark { value, interval, .. } = mark;
    match answer.unit() {
        MarkUnit::ShareDifference | MarkUnit::Points => signed(*value, *interval, answer.played_for),
        MarkUnit::Share => people::percent_within(*value, interval.map(ends)),
        MarkUnit::OfPrice => format!("{} %", people::signed(value * 100.0, 0)),
        MarkUnit::Rating => {
            number(&Estimate { value: Some(*value), interval: *interval, ..Estimate::MISSING }, 0)
        }
    }
}

fn check(one: &Check) -> String {
    let by = one.estimate.value.map_or(String::new(), |value| points(value, one.estimate.interval, one.unit));
    let result = match one.confirmation {
        Confirmation::Confirmed => "confirmed",
        Confirmation::NotConfirmed => "not confirmed",
        Confirmation::TooFew => "too few games to tell",
    };
    let of = match &one.checked {
        CheckedFinding::Seat(seat) => seat.to_string(),
        CheckedFinding::Plan(name) | CheckedFinding::Price(name) => format!("`{name}`"),
    };
    say!("look_ahead/check", of, sizes => [one.players], result, by, games => one.games, needed => one.games_needed)
}

fn change(answer: &Answer, statement: &ChangeStatement) -> CardText {
    let ChangeStatement { seats, untried, prices, priced, no_change } = statement;
    let unit = answer.played_for;
    // Sufficient proposals go first. The sort is stable: the rest stays in the order of the tables.
    let is_off = |one: &&SeatProposal| !one.changes.is_empty() || one.reached != GoalStatus::Met;
    let mut seats: Vec<&SeatProposal> = seats.iter().filter(is_off).collect();
    seats.sort_by_key(|one| match one.reached {
        GoalStatus::Met => 0,
        GoalStatus::Open => 1,
        GoalStatus::Missed => 2,
    });
    let headline = match (seats.first(), prices.first(), priced) {
        (Some(one), ..) if one.reached != GoalStatus::Missed && !one.changes.is_empty() => {
            let words = |one: &Change| say!("change/number", path => one.path, to => one.to.to_string());
            let (changes, sizes): (Vec<String>, _) = (one.changes.iter().map(words).collect(), [one.players]);
            match one.reached {
                GoalStatus::Met => {
                    let tolerance = answer.fine.map_or(0.0, |fine| (fine.high - fine.low) / 2.0);
                    say!("change/set", changes, sizes, tolerance => unit.within(tolerance))
                }
                _ => say!("change/test", changes, sizes),
            }
        }
        (_, Some(one), Some(players)) => say!("change/price",
            component => one.component, fair => whole(one.fair), now => current(one),
            is_over => one.is_over, sizes => [*players],
        ),
        (Some(_), ..) => {
            let sizes: Vec<usize> = seats.iter().map(|one| one.players).collect();
            say!("change/missed", sizes)
        }
        _ if !untried.is_empty() => say!("change/untried", sizes => untried),
        _ => match no_change {
            NoChange::Stopped => say!("change/stopped"),
            NoChange::Disputed { is_pacing_off } => say!("change/disputed", is_pacing_off => *is_pacing_off),
            NoChange::Pacing => say!("change/course"),
            NoChange::Undecided => say!("change/open", has_prices => priced.is_some()),
            NoChange::Fine => say!("change/none", has_prices => priced.is_some()),
        },
    };
    let of_seats = seats.iter().filter(|one| !one.changes.is_empty()).map(|one| {
        let changes = one.changes.iter().map(|one| format!("`{}` {} → {}", one.path, one.from, one.to));
        let [before, after] = one.off;
        let certainty = match one.reached {
            GoalStatus::Met => "enough",
            GoalStatus::Open => "undecided",
            GoalStatus::Missed => "not enough",
        };
        let off = |off: SeatOff| format!("seat {} {}", off.seat, signed(off.by, off.ends, unit));
        let moved = |(of, by): &(FigureOf, Option<f64>)| {
            format!("{of} {}", by.map_or(String::new(), |by| signed(by, None, of.figure.unit())))
        };
        let first = one.moved.first().map_or(String::new(), moved);
        vec![
            changes.collect::<Vec<_>>().join(", "),
            one.players.to_string(),
            off(before),
            off(after),
            certainty.to_owned(),
            say!("change/cost", others => one.moved.len(), first),
        ]
    });
    let of_prices = prices.iter().map(|one| {
        vec![
            format!("`{}` {} → {}", one.component, current(one), whole(one.fair)),
            priced.map_or(String::new(), |players| players.to_string()),
            format!("worth {}", signed(one.beyond, None, unit)),
            "worth the median".to_owned(),
            format!("fair: {}", range(one.ends)),
            "not measured".to_owned(),
        ]
    });
    let rows: Vec<Vec<String>> = of_seats.chain(of_prices).take(CHANGES).collect();
    let head = ["change", "players", "now", "then", "certainty", "side effects"];
    let has_seats = seats.iter().any(|one| !one.changes.is_empty());
    let caption = match rows.is_empty() {
        true => String::new(),
        false => say!("change/caption", unit => per_game(unit), has_seats, has_prices => !prices.is_empty()),
    };
    (headline, Evidence::rows(&head, rows, caption))
}

/// The current price, with a mark if it is not printed.
fn current(one: &PriceAt) -> String {
    format!("{}{}", one.now, if one.is_assumed { " (assumed)" } else { "" })
}

fn whole(fair: Option<f64>) -> String {
    fair.map_or(String::new(), |fair| people::fixed(fair, 0))
}

fn range(ends: (Option<i64>, Option<i64>)) -> String {
    match ends {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => "undecided".to_owned(),
    }
}

fn seats(
    answer: &Answer,
    sizes: &[usize],
    (off, disputed, open): (&[SeatAt], &[SeatDispute], &[SeatAt]),
    tolerance: f64,
) -> CardText {
    let (unit, is_share) = (answer.played_for, answer.played_for.is_share());
    let players = |all: &mut dyn Iterator<Item = usize>| Vec::from_iter(BTreeSet::from_iter(all));
    let headline = match (off.first(), disputed) {
        (Some(SeatAt { seat, off: first, result, .. }), _) => {
            let mut also = players(&mut off.iter().map(|one| one.off.players));
            also.retain(|size| *size != first.players);
            say!("seats/off",
                seat => seat.to_string(), sizes => [first.players], also, result => level(unit, *result),
                by => unit.size(first.value), is_share, is_above => first.value > 0.0,
            )
        }
        (None, []) if open.is_empty() => say!("seats/ok",
            tolerance => unit.within(tolerance), is_share, sizes,
        ),
        (None, []) => {
            let sizes = players(&mut open.iter().map(|one| one.off.players));
            say!("seats/undecided", open => open.len(), tolerance => unit.within(tolerance), is_share, sizes)
        }
        (None, disputed) => say!("seats/depends",
            sizes => players(&mut disputed.iter().map(|one| one.seat.off.players)),
        ),
    };
    let (unit, tolerance) = (per_game(unit), unit.within(tolerance));
    let caption = match disputed.first().filter(|_| off.is_empty()) {
        Some(SeatDispute { seat: SeatAt { seat, off, .. }, .. }) => say!("seats/caption_members",
            seat => seat.to_string(), sizes => [off.players], unit,
        ),
        None => say!("seats/caption", unit, is_share, tolerance),
    };
    (headline, Evidence::marks(answer, caption))
}

fn plans(answer: &Answer, one: &PlansStatement) -> CardText {
    let (unit, sizes) = (answer.played_for, [one.players]);
    let [fair, least] = [one.fair, one.dead_below].map(|bound| level(unit, bound));
    let untested: &[String] = one.hands.as_ref().map_or(&[], |hands| &hands.alike);
    let ruling = one.hands.as_ref().and_then(|TrainedPlanSummary { ruling, .. }| ruling.first());
    let [strongest_result, weakest_result] = [&one.strongest, &one.weakest].map(|plan| level(unit, plan.1));
    let headline = match (&one.dead[..], one.elsewhere.first()) {
        (dead, _) if one.living == 1 && dead.len() + 1 == one.of => say!("plans/only",
            plan => one.strongest.0, plans => one.of, result => strongest_result, fair, sizes,
        ),
        _ if ruling.is_some_and(|plan| *plan == one.strongest.0) => say!("plans/dominant",
            plan => one.strongest.0, result => strongest_result, fair, sizes, is_share => unit.is_share(),
        ),
        ([(plan, result), ..], _) => say!("plans/dead",
            plan, plans => one.of, dead => one.dead.len(), result => level(unit, *result), least, sizes,
        ),
        _ if one.living + untested.len() < one.of => {
            say!("plans/undecided", living => one.living, plans => one.of, sizes)
        }
        ([], Some((size, plans))) => say!("plans/elsewhere", plans, elsewhere => [*size], sizes),
        _ => say!("plans/all",
            living => one.living, plans => one.of, lowest => weakest_result, highest => strongest_result, fair, sizes,
        ),
    };
    let caption = say!("plans/caption",
        is_share => unit.is_share(), is_trained => one.hands.is_some(), unit => per_game(unit), untested,
    );
    (headline, Evidence::marks(answer, caption))
}

fn untested(players: usize, runs: &[PlanRuns]) -> CardText {
    let row = |PlanRuns { plan, followed, repeats }: &PlanRuns| {
        vec![format!("`{plan}`"), format!("{followed} of {repeats}")]
    };
    let rows = runs.iter().take(ROWS).map(row).collect();
    if runs.is_empty() {
        return (say!("plans/none"), Evidence::rows(&[], Vec::new(), String::new()));
    }
    let headline = say!("plans/untested", plans => runs.len(), sizes => [players]);
    (headline, Evidence::rows(&["plan", "followed in training runs"], rows, say!("plans/caption_untested")))
}

fn prices(answer: &Answer, statement: &PricesStatement) -> CardText {
    let PricesStatement { players, looked, off, unbought, open, paying, .. } = statement;
    let (unit, sizes) = (answer.played_for, [*players]);
    if *looked == 0 {
        let row = |PaymentAt { component, kind, beyond, .. }: &PaymentAt| {
            let pays = format!("{} %", people::signed(beyond * 100.0, 0));
            vec![format!("`{component}`"), kind.replace('_', " "), pays]
        };
        let rows = paying.iter().take(ROWS).map(row).collect();
        let evidence = Evidence::rows(&["component", "kind", "pays"], rows, say!("prices/caption_paying"));
        return (say!("prices/paying", components => paying.len()), evidence);
    }
    let row = |one: &PriceAt| {
        let unknown = if one.is_sought { "none found" } else { "not sought" };
        let found = |fair| format!("{} ({})", people::fixed(fair, 0), range(one.ends));
        let fair = one.fair.map_or_else(|| unknown.to_owned(), found);
        vec![
            format!("`{}`", one.component),
            current(one),
            if one.is_over { "overpriced" } else { "underpriced" }.to_owned(),
            fair,
            signed(one.beyond, None, unit),
        ]
    };
    let rows = || off.iter().take(ROWS).map(row).collect();
    let head = ["component", "price", "verdict", "fair price (95 %)", "worth beyond median"];
    if let Some(first) = off.first() {
        let is_fair = first.fair.is_some();
        let headline = match is_fair {
            true => say!("prices/set",
                component => first.component, fair => whole(first.fair), now => current(first),
                is_over => first.is_over, sizes, others => off.len() - 1,
            ),
            false => {
                let components: Vec<&String> = off.iter().map(|one| &one.component).collect();
                say!("prices/no_fair", components, sizes, is_sought => first.is_sought)
            }
        };
        let hidden = off.len().saturating_sub(ROWS);
        let has_none = off.iter().any(|one| one.is_sought && one.fair.is_none());
        let has_assumed = off.iter().any(|one| one.is_assumed);
        let caption = say!("prices/caption", unit => per_game(unit), is_fair, has_none, has_assumed, hidden);
        return (headline, Evidence::rows(&head, rows(), caption));
    }
    let headline = match (&unbought[..], open) {
        ([], 0) => say!("prices/ok", prices => *looked, sizes),
        ([], open) => say!("prices/undecided", open => *open, prices => *looked, sizes),
        (components, _) => say!("prices/unbought", components, sizes),
    };
    let ok = looked - open - unbought.len();
    let counts = [("ok", ok), ("undecided", *open), ("hardly bought", unbought.len())];
    let row = |(verdict, count): (&str, usize)| vec![verdict.to_owned(), count.to_string()];
    let rows = counts.into_iter().filter(|(_, count)| *count > 0).map(row).collect();
    (headline, Evidence::rows(&["verdict", "prices"], rows, say!("prices/caption_counts")))
}

/// A column about the course of games at each table.
type CourseColumn = (&'static str, fn(&CourseAt) -> String);

const EARLY: CourseColumn = ("pairs in the order of the first round", |at| {
    let share = at.early.and_then(|one| Some(people::percent_within(one.value?, one.interval.map(ends))));
    share.unwrap_or_default()
});
const LEAD: CourseColumn =
    ("lead changes a game", |at| at.changes.map_or(String::new(), |one| number(&one, 2)));
const AFTER: CourseColumn = ("winner leads for good after", |at| {
    at.pace.map_or(String::new(), |pace| format!("{} of {}", people::fixed(pace.after, 1), pace.rounds))
});
const PLIES: CourseColumn =
    ("actions a game", |at| at.plies.map_or(String::new(), |plies| people::short(plies.round())));

/// The sentence for a problem with the course of games; `None` for other findings.
pub fn course(off: &GameFinding) -> Option<String> {
    let share = |one: &TableValue| people::percent(one.value, None);
    Some(match off {
        GameFinding::Settled { sizes, unit, pairs, most, .. } => {
            say!("course/settled", sizes, unit, pairs => share(pairs), most => format!("{} %", short_percent(*most)))
        }
        GameFinding::Still { sizes, changes, least } => {
            let changes = people::fixed(changes.value, 2);
            say!("course/still", sizes, changes, least => people::short(*least))
        }
        GameFinding::Over { sizes, wins, rest, .. } => say!("course/over",
            sizes, rest => *rest, wins => share(wins),
        ),
        GameFinding::Endless { sizes, games } => say!("course/endless", sizes, games => share(games)),
        GameFinding::RareEnding { ending, sizes, games, .. } => say!("course/rare_ending",
            sizes, ending => ending.word(), games => share(games),
        ),
        GameFinding::Alone { contest, won, .. } => say!("course/alone",
            is_lost => *contest == Contest::HardlyWon, won => share(won),
        ),
        _ => return None,
    })
}

/// The plural of a unit: `tenths of the deck`.
fn several(unit: &str) -> String {
    let (first, rest) = unit.split_at(unit.find(' ').unwrap_or(unit.len()));
    let ending = if first.ends_with(['s', 'x']) || first.ends_with("ch") || first.ends_with("sh") {
        "es"
    } else {
        "s"
    };
    format!("{first}{ending}{rest}")
}

/// The course of games at each table, with the figures that the headline is about.
fn pacing(players: usize, off: Option<&GameFinding>, is_open: bool, tables: &[CourseAt]) -> CardText {
    let pace = tables.iter().find(|table| table.players == players).and_then(|table| table.pace);
    let headline = off.and_then(course).unwrap_or_else(|| match is_open {
        true => say!("course/undecided"),
        false => say!("course/ok",
            sizes => [players], after => pace.map_or(String::new(), |pace| people::fixed(pace.after, 1)),
            rounds => pace.map_or(0, |pace| pace.rounds),
            unit => pace.map_or_else(|| "rounds".to_owned(), |pace| several(pace.unit)),
        ),
    });
    let of_table = |name, one: &TableValue| Rows {
        head: vec!["players", name],
        rows: vec![vec![one.players.to_string(), percent(one)]],
    };
    let of_tables = |columns: &[CourseColumn]| {
        let row = |at: &CourseAt| {
            let cells = columns.iter().map(|(_, cell)| cell(at));
            [at.players.to_string()].into_iter().chain(cells).collect()
        };
        let head = ["players"].into_iter().chain(columns.iter().map(|(name, _)| *name));
        Rows { head: head.collect(), rows: tables.iter().map(row).collect() }
    };
    let rows = match off {
        Some(GameFinding::Settled { .. }) => of_tables(&[EARLY]),
        Some(GameFinding::Still { .. }) => of_tables(&[LEAD, AFTER]),
        Some(GameFinding::Over { .. }) => of_tables(&[AFTER]),
        Some(GameFinding::Endless { games, .. }) => of_table("games cut off", games),
        Some(GameFinding::RareEnding { games, .. }) => of_table("games that end so", games),
        Some(GameFinding::Alone { won, .. }) => of_table("games won", won),
        _ => of_tables(&[AFTER, LEAD, PLIES]),
    };
    (headline, Evidence { caption: say!("course/caption"), shown: CardEvidence::Rows(rows) })
}

fn skill(
    answer: &Answer,
    players: usize,
    (lowest, highest): (&str, &str),
    length: &Estimate,
    strategies: Option<Estimate>,
) -> CardText {
    let (unit, sizes) = (answer.played_for, [players]);
    let (by, what) = match unit {
        Unit::Share => (format!("{} rating points", number(length, 0)), "rating points".to_owned()),
        unit => (format!("{} {} a game", number(length, 2), unit.name()), per_game(unit)),
    };
    let headline = match answer.verdict {
        AnswerVerdict::Undecided => say!("skill/undecided", sizes),
        AnswerVerdict::Check => say!("skill/level", highest, lowest, by, sizes),
        _ => say!("skill/ahead", highest, lowest, by, sizes, is_share => unit.is_share()),
    };
    let share = strategies.and_then(|one| Some(people::percent_within(one.value?, one.interval.map(ends))));
    let of_strategies = share.map(|strategies| say!("skill/share", strategies, is_share => unit.is_share()));
    let headline = [headline].into_iter().chain(of_strategies).collect::<Vec<_>>().join(" ");
    (headline, Evidence::marks(answer, say!("skill/caption", unit => what)))
}

fn unknown(answer: &Answer, statement: &UnknownStatement) -> CardText {
    let UnknownStatement { guessed, of, alternatives, moving, plan, open } = statement;
    let unit = answer.played_for;
    let share = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), |share| level(unit, share));
    let caption = say!("unknown/caption", unit => per_game(unit), assumed => *guessed, components => *of);
    if let Some(AlternativeEffect { name, whose, by, standard, changed, .. }) = moving.first() {
        let headline = say!("unknown/ruling",
            name, whose => whose.to_string(), sizes => [by.players], standard => share(*standard),
            changed => share(*changed),
        );
        return (headline, Evidence::marks(answer, caption));
    }
    if let Some(AlternativeEffect { name, whose: Owner::Strategy(whose), by, standard, changed, .. }) = plan {
        let headline = say!("unknown/beginners",
            name, whose, sizes => [by.players], standard => share(*standard), changed => share(*changed),
        );
        let row = vec![
            format!("`{whose}`"),
            by.players.to_string(),
            share(*standard),
            share(*changed),
            signed(by.value, by.interval, unit),
        ];
        let head = ["beginners' script", "players", "as assumed", "with it", "difference"];
        return (headline, Evidence::rows(&head, vec![row], caption));
    }
    let all_open: usize = open.iter().map(|(_, open, _)| open).sum();
    let headline = if *guessed > 0 {
        say!("unknown/assumed", assumed => *guessed, components => *of)
    } else if all_open > 0 {
        say!("unknown/undecided", open => all_open)
    } else {
        say!("unknown/ok", components => *of, alternatives => *alternatives)
    };
    let row = |what: &str, count: usize, of: usize| {
        vec![what.to_owned(), people::count(count as u64), people::count(of as u64)]
    };
    let mut rows = vec![
        row("assumed components", *guessed, *of),
        row("alternative rulings that move a seat", moving.len(), *alternatives),
    ];
    rows.extend(open.iter().map(|(sort, open, of)| {
        let sort = match sort {
            Sort::Seat => "undecided seats",
            Sort::Strategy => "undecided strategies",
            Sort::Component => "undecided components",
        };
        row(sort, *open, *of)
    }));
    (headline, Evidence::rows(&["what", "number", "of"], rows, say!("unknown/caption_counts")))
}
