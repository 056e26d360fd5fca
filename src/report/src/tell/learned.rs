use super::grid::{Style, grid};
use crate::say::say;
use sim_engine::text::people;
use sim_script::{
    learned::Term,
    script::Script,
    spec::{DecisionPoint, Vocabulary},
};

const TOLD: usize = 10;

/// The largest terms of a script, and how many there are; none where nothing was learned.
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
    all.truncate(TOLD);
    let rows: Vec<Vec<String>> = all.iter().map(|(decision, term)| row(vocabulary, decision, term)).collect();
    let grid = grid(
        &["decision", "what counts", "from", "by", "an answer is so much likelier"],
        &rows,
        &[false, false, true, true, true],
        style,
    );
    Some(format!("{}\n{grid}", say!("train/weights", weights => count)))
}

/// A term: for each step that what counts lies above its usual place, an answer is given so many times as often.
fn row(vocabulary: &Vocabulary, decision: &str, term: &Term) -> Vec<String> {
    let unit = unit(vocabulary, decision, &term.text);
    let [from, step] = [term.scale.mean, term.scale.sd].map(people::short);
    let step = if unit.is_empty() { step } else { format!("{step} {unit}") };
    let times = people::short(libm::exp(term.weight));
    vec![decision.to_owned(), term.text.clone(), from, step, format!("{times} times")]
}

/// The unit of a term that is a feature by its name; empty for other formulas and for what is 0 or 1.
fn unit(vocabulary: &Vocabulary, decision: &str, text: &str) -> &'static str {
    let point = vocabulary.points.iter().find(|point| point.name == decision);
    let own = point
        .into_iter()
        .flat_map(|point| point.parts.iter().flat_map(|part| part.features).chain(point.of_amounts()));
    let feature = own.chain(vocabulary.context).find(|feature| feature.name == text);
    feature.map_or("", |feature| if feature.unit == "0 or 1" { "" } else { feature.unit })
}
