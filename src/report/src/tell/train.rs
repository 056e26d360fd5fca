use sim_engine::text::people;
use sim_lab::train::{
    Training,
    params::{
        Objective, Tuning, Verdict,
        history::{amount, credits, gained},
    },
    population::{Candidate, Population},
};
use sim_script::{
    Strategy,
    learned::Term,
    script::Script,
    spec::{DecisionPoint, Vocabulary},
};
use sim_stats::Estimate;

use super::{Style, grid, number, say, sentences};

/// Most listed terms.
const TERMS: usize = 10;

pub fn train(training: &Training, style: Style) -> String {
    let last = training.logs.last().and_then(|log| log.last());
    let entropy =
        last.map_or(String::new(), |entry| format!(", entropy {}", people::fixed(entry.entropy, 2)));
    let (title, games) =
        (training.record.info.title, people::counted(training.record.games, "game", "games"));
    let mut text = format!("{title}, {}: {}\n{games}{entropy}\n\n", training.seats(), training.about());
    if let Some(best) = training.best() {
        text += &(training.sentences(best).join("\n") + "\n\n");
        if let Strategy::Script(script) = &best.strategy {
            text.extend(largest(script, style));
        }
    }
    if training.record.file.is_none() {
        text += &no_gain();
    }
    text
}

pub fn population(found: &Population, style: Style) -> String {
    let sizes: Vec<String> = found.players.iter().map(usize::to_string).collect();
    let sizes = people::list(&sizes);
    let games = people::counted(found.games, "game", "games");
    let gain = |one: &Candidate| {
        one.start.as_ref().map_or(String::new(), |(_, gain)| number::difference(&gain.scaled(100.0)))
    };
    let row = |one: &Candidate| {
        let start = one.start.as_ref().map_or(String::new(), |(start, _)| start.clone());
        let share = one.share().map_or(String::new(), |share| people::fixed(share, 2));
        let differs = one.closest.as_ref().and_then(|(closest, difference)| {
            Some(format!("{} from {closest}", people::percent(difference.value?, None)))
        });
        let status = one.status.word().to_owned();
        vec![
            one.name.clone(),
            one.round.to_string(),
            start,
            gain(one),
            share,
            differs.unwrap_or_default(),
            status,
        ]
    };
    let heads =
        ["strategy", "round", "trained from", "gain, points", "of fair share", "acts differently", ""];
    let right = [false, true, false, true, true, true, false];
    let rows = grid(&heads, found.candidates.iter().map(row), &right, style);
    let strongest = found.strongest().map_or(String::new(), |one| one.name.clone());
    let count = found.members().count();
    let is_written = found.files().is_some();
    let told = sentences([say!("train/population", count, strongest, is_written)]);
    format!("{}, {sizes} players: a population\n{games}\n\n{rows}\n{told}", found.info.title)
}

pub fn tune(tuning: &Tuning, style: Style) -> String {
    let players = people::counted(tuning.players as u64, "player", "players");
    let field = &tuning.record.field;
    let against = if field.is_empty() { String::new() } else { format!(" against {}", people::list(field)) };
    let (title, from) = (tuning.record.info.title, &tuning.record.from);
    let games = people::counted(tuning.record.games, "game", "games");
    let generations = people::counted(tuning.generations, "generation", "generations");
    let params = people::counted(tuning.dimensions as u64, "param", "params");
    let extent = format!("{generations} of {} trials over {params}, seed {}", tuning.trials, tuning.seed);
    let mut text = format!("{title}, {players}: {from} tuned{against}\n{games}: {extent}\n\n");
    let Some(verdict) = &tuning.verdict else {
        return text + &sentences([say!("train/no_change", is_idle => tuning.is_idle)]);
    };
    text += &self::params(tuning, verdict, style);
    text += &boards(tuning, verdict, style);
    text += &format!("{}\n", tuning.gain(verdict));
    text.extend(tuning.against_strangers(verdict).map(|words| words + "\n"));
    text += &credits(&verdict.credits, tuning.unit(), tuning.record.info);
    if !verdict.is_accepted() {
        text += &no_gain();
    }
    text
}

fn no_gain() -> String {
    format!("\n{}", sentences([say!("train/no_gain")]))
}

fn params(tuning: &Tuning, verdict: &Verdict, style: Style) -> String {
    let all = tuning.params.iter().zip(&verdict.values);
    let moved = all.filter(|(param, value)| param.value != **value);
    let rows = moved.map(|(param, value)| {
        let (low, high) = param.range;
        vec![param.name.clone(), param.value.to_string(), value.to_string(), format!("{low} to {high}")]
    });
    grid(&["param", "start", "tuned", "range"], rows, &[false, true, true, true], style) + "\n"
}

fn boards(tuning: &Tuning, verdict: &Verdict, style: Style) -> String {
    let (unit, info) = (tuning.unit(), tuning.record.info);
    let mean = |estimate: &Estimate| estimate.value.map_or(String::new(), |value| amount(value, unit, info));
    let boards = verdict.boards.iter();
    let rows = boards.map(|board| {
        let gain = gained(&board.paired, unit, info);
        vec![board.label.clone(), mean(&board.start), mean(&board.winner), gain]
    });
    let what = match tuning.objective {
        _ if tuning.players <= 2 => "test deals against",
        Objective::Share => "test deals",
        Objective::Worst => "test deals (wins of an own seat against one other)",
    };
    grid(&[what, "start", "tuned", "gain, 95 %"], rows, &[false, true, true, true], style) + "\n"
}

/// The largest terms of a script, and the number of all; `None` if nothing was learned.
pub fn largest(script: &Script, style: Style) -> Option<String> {
    let vocabulary = script.vocabulary();
    let of = |(at, point): (usize, &DecisionPoint)| {
        let (learned, name) = (script.point_at(at).learned.as_ref(), point.name);
        learned.into_iter().flat_map(|learned| &learned.terms).map(move |term| (name, term))
    };
    let mut all: Vec<(&str, &Term)> = vocabulary.points.iter().enumerate().flat_map(of).collect();
    let count = all.len();
    if count == 0 {
        return None;
    }
    // Equals stay in the order of the file.
    all.sort_by(|(_, one), (_, other)| other.weight.abs().total_cmp(&one.weight.abs()));
    all.truncate(TERMS);
    let rows = all.iter().map(|(decision, term)| self::term(vocabulary, decision, term));
    let grid = grid(
        &["decision", "what counts", "from", "by", "an answer is so much likelier"],
        rows,
        &[false, false, true, true, true],
        style,
    );
    Some(format!("{}\n{grid}", say!("train/weights", weights => count)))
}

/// A term's row: each step of the formula above its mean makes an answer the last number of times as likely,
/// relative to others.
fn term(vocabulary: &Vocabulary, decision: &str, term: &Term) -> Vec<String> {
    let unit = unit(vocabulary, decision, &term.text);
    let [from, step] = [term.scale.mean, term.scale.sd].map(people::short);
    let step = if unit.is_empty() { step } else { format!("{step} {unit}") };
    let times = people::short(libm::exp(term.weight));
    vec![decision.to_owned(), term.text.clone(), from, step, format!("{times} times")]
}

/// The unit of a term that is a plain feature; empty for other formulas and for indicators.
fn unit(vocabulary: &Vocabulary, decision: &str, text: &str) -> &'static str {
    let point = vocabulary.points.iter().find(|point| point.name == decision);
    let own = point
        .into_iter()
        .flat_map(|point| point.parts.iter().flat_map(|part| part.features).chain(point.of_amounts()));
    let feature = own.chain(vocabulary.context).find(|feature| feature.name == text);
    feature.map_or("", |feature| if feature.unit == "0 or 1" { "" } else { feature.unit })
}
