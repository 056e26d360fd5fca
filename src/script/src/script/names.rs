//! Checks the names that a script declares: its params and lets.

use crate::formula::ast;
use crate::script::Param;
use crate::script::document::{Document, LetEntry};
use crate::script::source::Source;
use crate::spec::{DecisionPoint, Feature, Vocabulary};
use sim_engine::text::FileError;
use sim_engine::text::suggestion;

/// Checks that every name is well formed and unambiguous.
pub fn check(source: &Source<'_>, document: &Document, vocabulary: &Vocabulary) -> Result<(), FileError> {
    let params = document.params.iter();
    let lets = document.lets.iter();
    let mut declared: Vec<(&str, usize, &str)> = params
        .map(|param| (param.name.as_str(), param.name_at, "param"))
        .chain(lets.map(|entry| (entry.name.as_str(), entry.name_at, "let")))
        .collect();
    declared.sort_by_key(|(_, at, _)| *at);
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for (name, at, kind) in declared {
        if !ast::is_name(name) {
            return Err(source.error(
                at,
                format!("`{name}` is no name for a {kind}"),
                "names are snake_case: small letters, digits and _, a letter first",
            ));
        }
        if ast::is_reserved(name) {
            return Err(source.error(
                at,
                format!("the {kind} `{name}` is named like a word of the language"),
                "choose another name",
            ));
        }
        let is_flag = vocabulary.points.iter().flat_map(DecisionPoint::flags).any(|flag| flag == name);
        if is_flag || features(vocabulary).any(|feature| feature.name == name) {
            return Err(source.error(
                at,
                format!("the {kind} `{name}` hides the feature of that name"),
                "choose another name",
            ));
        }
        if let Some((_, other)) = seen.iter().find(|(known, _)| *known == name) {
            return Err(source.error(
                at,
                format!("the {kind} `{name}` is named like a {other}"),
                "choose another name",
            ));
        }
        seen.push((name, kind));
    }
    Ok(())
}

/// Every feature of a game; one of several parts is listed for each of them.
pub fn features(vocabulary: &Vocabulary) -> impl Iterator<Item = &'static Feature> {
    let points = vocabulary.points.iter();
    let parts = points.flat_map(|point| point.parts.iter());
    vocabulary.context.iter().chain(parts.flat_map(|part| part.features.iter()))
}

/// The params with the values of the file.
pub fn params(source: &Source<'_>, document: &Document) -> Result<Vec<Param>, FileError> {
    let mut params = Vec::with_capacity(document.params.len());
    for entry in &document.params {
        let (low, high) = entry.range;
        let (name, value) = (entry.name.clone(), entry.value);
        let param = Param { name, value, range: entry.range, is_whole: entry.is_whole };
        if entry.is_whole && (low.fract() != 0.0 || high.fract() != 0.0 || value.fract() != 0.0) {
            return Err(source.error(
                entry.value_span.start,
                format!("`{}` is to be whole, and its value or its range is not", entry.name),
                "give whole numbers, or leave out `whole`",
            ));
        }
        if !param.admits(value) {
            return Err(source.error(
                entry.value_span.start,
                format!("the value {value} of `{}` is outside its range {low} to {high}", entry.name),
                "change the value or widen the range",
            ));
        }
        params.push(param);
    }
    Ok(params)
}

/// Overrides the values of params; of two overrides for one param the later counts.
pub fn set_params(
    source: &Source<'_>,
    document: &Document,
    params: &mut [Param],
    overrides: &[(String, f64)],
) -> Result<(), FileError> {
    for (name, value) in overrides {
        let Some(index) = params.iter().position(|param| param.name == *name) else {
            return Err(source.error(
                document.params_at,
                format!("there is no param `{name}` to set"),
                suggestion(name, params.iter().map(|param| param.name.as_str())),
            ));
        };
        if !params[index].admits(*value) {
            let (low, high) = params[index].range;
            let whole = if params[index].is_whole { ", whole numbers only" } else { "" };
            return Err(source.error(
                document.params[index].value_span.start,
                format!("`{name}` cannot be set to {value}: its range is {low} to {high}{whole}"),
                "choose a value in the range, or widen it",
            ));
        }
        params[index].value = *value;
    }
    Ok(())
}

/// The lets that a formula reads, by index, in the order of its text.
pub fn lets_read(formula: &ast::Ast, lets: &[LetEntry]) -> Vec<usize> {
    formula.names().filter_map(|(name, _)| lets.iter().position(|entry| entry.name == name)).collect()
}

/// Whether a formula, or a let that it reads, has a name that satisfies `is_it`.
pub fn reads(formula: &ast::Ast, lets: &[LetEntry], is_it: impl Fn(&str) -> bool + Copy) -> bool {
    let mut open = vec![formula];
    let mut seen = vec![false; lets.len()];
    while let Some(formula) = open.pop() {
        if formula.names().any(|(name, _)| is_it(name)) {
            return true;
        }
        for read in lets_read(formula, lets) {
            if !std::mem::replace(&mut seen[read], true) {
                open.push(&lets[read].formula.ast);
            }
        }
    }
    false
}

/// Orders the lets so that each follows the lets that it reads.
pub fn order(source: &Source<'_>, lets: &[LetEntry]) -> Result<Vec<usize>, FileError> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let reads: Vec<Vec<usize>> = lets.iter().map(|entry| lets_read(&entry.formula.ast, lets)).collect();
    let mut marks = vec![Mark::New; lets.len()];
    let mut ordered = Vec::with_capacity(lets.len());
    for first in 0..lets.len() {
        if marks[first] != Mark::New {
            continue;
        }
        marks[first] = Mark::Open;
        // The path from `first` to the current let, with the number of reads done at each step.
        let mut path = vec![(first, 0)];
        while let Some((current, done)) = path.last_mut() {
            let current = *current;
            let Some(next) = reads[current].get(*done).copied() else {
                marks[current] = Mark::Done;
                ordered.push(current);
                path.pop();
                continue;
            };
            *done += 1;
            match marks[next] {
                Mark::Done => {}
                Mark::New => {
                    marks[next] = Mark::Open;
                    path.push((next, 0));
                }
                Mark::Open => {
                    let start = path.iter().position(|(index, _)| *index == next);
                    let cycle: Vec<&str> = path[start.unwrap_or(0)..]
                        .iter()
                        .map(|(index, _)| lets[*index].name.as_str())
                        .chain([lets[next].name.as_str()])
                        .collect();
                    return Err(source.error(
                        lets[next].name_at,
                        format!("cyclic lets: {}", cycle.join(" -> ")),
                        "let one of them not read the next",
                    ));
                }
            }
        }
    }
    Ok(ordered)
}
