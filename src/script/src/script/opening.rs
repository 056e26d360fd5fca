//! Opens a script: turns every number of its formulas into a param of the same value.
//!
//! A param is named after its formula and the name that the number is multiplied or compared with
//! (`turn_total_gain`), else with a running number. Its range suits a tuner: 0 to three times the number; a
//! quarter to four times for a divisor; -1 to 1 for 0. A number that a feature is tested for equality with gets
//! whole numbers within 3 of it and within the feature's range. Signs are operators of the formulas and stay.

use std::collections::BTreeSet;

use super::{
    document::Document,
    names::features,
    source::{QuotedString, Source},
};
use crate::{
    formula::{
        ast::{Ast, Binary, Id, Kind, is_reserved},
        numbers,
    },
    spec::{DecisionPoint, Vocabulary},
};
use sim_engine::text::FileError;

/// A number of a formula, as a param.
struct LiftedParam {
    name: String,
    /// The number as written in the file, and its offset.
    text: String,
    start: usize,
    range: (f64, f64),
    is_whole: bool,
}

/// Returns the text with every number lifted, and the number of params added.
pub fn open(
    source: Source<'_>,
    document: &Document,
    vocabulary: &'static Vocabulary,
) -> Result<(String, usize), FileError> {
    let declared = document.params.iter().map(|param| param.name.as_str());
    let declared = declared.chain(document.lets.iter().map(|entry| entry.name.as_str()));
    let mut opener =
        Opener { source, vocabulary, taken: declared.map(str::to_owned).collect(), found: Vec::new() };
    for entry in &document.lets {
        opener.formula(&entry.name, &entry.formula.quoted, &entry.formula.ast)?;
    }
    for decision in &document.decisions {
        let point = &vocabulary.points[decision.point];
        for (slot, formula) in &decision.slots {
            let base = match point.slots {
                [_] => point.name.to_owned(),
                slots => format!("{}_{}", point.name, slots[*slot].name),
            };
            opener.formula(&base, &formula.quoted, &formula.ast)?;
        }
    }
    let found = opener.found;
    Ok((rewritten(source, document, &found)?, found.len()))
}

struct Opener<'t> {
    source: Source<'t>,
    vocabulary: &'static Vocabulary,
    taken: BTreeSet<String>,
    found: Vec<LiftedParam>,
}

impl Opener<'_> {
    /// Lifts the numbers of one formula; the names of their params begin with `base`.
    fn formula(&mut self, base: &str, quoted: &QuotedString, ast: &Ast) -> Result<(), FileError> {
        let parents = parents(ast);
        let mut count = 0;
        for (id, node) in ast.nodes().iter().enumerate() {
            let Kind::Number(value) = node.kind else { continue };
            count += 1;
            let Some(start) = quoted.verbatim_place(node.offset) else {
                return Err(self.source.error(
                    quoted.place(0),
                    "this formula is written with escapes, so that its numbers cannot be lifted",
                    "write it without a backslash",
                ));
            };
            let text = numbers::at(&quoted.value, node.offset).to_owned();
            let place = parents[id].map_or(Place::Plain(None), |parent| place(ast, id, parent));
            let (range, is_whole) = self.range(value, place);
            let name = match place {
                Place::Divisor | Place::Plain(None) => format!("{base}_{count}"),
                Place::Plain(Some(near)) | Place::Equal(near) => format!("{base}_{near}"),
            };
            let name = self.free_name(&name);
            self.found.push(LiftedParam { name, text, start, range, is_whole });
        }
        Ok(())
    }

    /// The name, or the first of `name_2`, `name_3`, ... that is free.
    fn free_name(&mut self, wanted: &str) -> String {
        let is_flag = |name: &str| {
            self.vocabulary.points.iter().flat_map(DecisionPoint::flags).any(|flag| flag == name)
        };
        let is_feature = |name: &str| features(self.vocabulary).any(|feature| feature.name == name);
        let is_free = |name: &String| {
            !(self.taken.contains(name) || is_reserved(name) || is_flag(name) || is_feature(name))
        };
        let others = (2..).map(|count| format!("{wanted}_{count}"));
        // Of infinitely many names one is free.
        let name = std::iter::once(wanted.to_owned()).chain(others).find(is_free).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    fn range(&self, value: f64, place: Place<'_>) -> ((f64, f64), bool) {
        match place {
            Place::Equal(name) if value.fract() == 0.0 && value < 1e6 => {
                let near = (value - 3.0, value + 3.0);
                let known = features(self.vocabulary).find(|feature| feature.name == name);
                let (low, high) = known.map_or((f64::NEG_INFINITY, f64::INFINITY), |feature| feature.range);
                // A number outside its feature's range widens the range.
                let (low, high) = (low.ceil().min(value), high.floor().max(value));
                ((near.0.max(low), near.1.min(high)), true)
            }
            Place::Divisor if value > 0.0 => ((tidy(value / 4.0), tidy(value * 4.0)), false),
            _ if value == 0.0 => ((-1.0, 1.0), false),
            _ => ((0.0, tidy(value * 3.0)), false),
        }
    }
}

/// The number without rounding noise: 0.45, not 0.44999999999999996.
fn tidy(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// The role of a number in its formula.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// A term, a factor or a limit; with the name that it is combined with, if any.
    Plain(Option<&'a str>),
    Divisor,
    /// A number that a name is compared with by `==` or `!=`.
    Equal(&'a str),
}

fn place(ast: &Ast, id: Id, parent: Id) -> Place<'_> {
    let name = |id: Id| match &ast.nodes()[id].kind {
        Kind::Name(name) => Some(name.as_str()),
        _ => None,
    };
    match ast.nodes()[parent].kind {
        Kind::Binary(Binary::Divide, _, right) if right == id => Place::Divisor,
        Kind::Binary(operator, left, right) => {
            let near = name(if left == id { right } else { left });
            match (operator, near) {
                (Binary::Equal | Binary::NotEqual, Some(near)) => Place::Equal(near),
                (Binary::Add | Binary::Subtract | Binary::And | Binary::Or, _) => Place::Plain(None),
                (_, near) => Place::Plain(near),
            }
        }
        _ => Place::Plain(None),
    }
}

fn parents(ast: &Ast) -> Vec<Option<Id>> {
    let mut parents = vec![None; ast.nodes().len()];
    for (id, node) in ast.nodes().iter().enumerate() {
        node.kind.operands().into_iter().for_each(|operand| parents[operand] = Some(id));
    }
    parents
}

/// The text with names in place of the numbers, and with the params declared.
fn rewritten(source: Source<'_>, document: &Document, found: &[LiftedParam]) -> Result<String, FileError> {
    let mut text = source.text.to_owned();
    if found.is_empty() {
        return Ok(text);
    }
    let mut order: Vec<&LiftedParam> = found.iter().collect();
    order.sort_by_key(|lifted| std::cmp::Reverse(lifted.start));
    for lifted in order {
        text.replace_range(lifted.start..lifted.start + lifted.text.len(), &lifted.name);
    }
    let mut lines = String::new();
    for LiftedParam { name, text, range: (low, high), is_whole, .. } in found {
        let text = text.replace('_', "");
        let whole = if *is_whole { ", whole = true" } else { "" };
        lines += &format!("{name} = {{ value = {text}, range = [{low}, {high}]{whole} }}\n");
    }
    // Table headers are at the starts of lines. Nothing before the first of them has changed, because all
    // formulas are in tables.
    let header = |wanted: fn(&str) -> bool| {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        starts.map(|at| (at, text[at..].lines().next().unwrap_or(""))).find(|(_, line)| wanted(line.trim()))
    };
    let is_params = |line: &str| line.split('#').next().is_some_and(|line| line.trim() == "[params]");
    if let Some((at, line)) = header(is_params) {
        let end = at + line.len();
        let (before, after) = text.split_at(end);
        return Ok(format!("{before}\n{}{}", lines.trim_end(), after));
    }
    if !document.params.is_empty() {
        return Err(source.error(
            document.params_at,
            "these params do not stand below a line [params]",
            "write them there, one on a line",
        ));
    }
    let at = header(|line| line.starts_with('[')).map_or(text.len(), |(at, _)| at);
    let (before, after) = text.split_at(at);
    Ok(format!("{before}[params]\n{lines}\n{after}"))
}

#[cfg(test)]
mod tests {
    use crate::script::{
        Template,
        tests::{HEAD, KITCHEN},
    };

    fn opened(rest: &str) -> String {
        let text = format!("{HEAD}{rest}");
        let default = super::super::tests::default_script();
        let template = Template::read(&KITCHEN, "mine", "mine.toml", &text, Some(default)).unwrap();
        let (text, _) = template.opened().unwrap();
        let default = super::super::tests::default_script();
        Template::read(&KITCHEN, "mine", "mine.toml", &text, Some(default)).unwrap();
        text[HEAD.len()..].to_owned()
    }

    #[test]
    fn numbers_become_params_of_the_same_value_under_telling_names() {
        let text = opened(
            "[let]\nlate = \"round >= 3 + 2\" # late\n[on.pick]\nscore = \"critic_gain*(1 - late) + 2.5*is_spice + 0*denies - 1/4\"\n",
        );
        insta::assert_snapshot!(text, @r#"
        [params]
        late_1 = { value = 3, range = [0, 9] }
        late_2 = { value = 2, range = [0, 6] }
        pick_1 = { value = 1, range = [0, 3] }
        pick_is_spice = { value = 2.5, range = [0, 7.5] }
        pick_denies = { value = 0, range = [-1, 1] }
        pick_4 = { value = 1, range = [0, 3] }
        pick_5 = { value = 4, range = [1, 16] }

        [let]
        late = "round >= late_1 + late_2" # late
        [on.pick]
        score = "critic_gain*(pick_1 - late) + pick_is_spice*is_spice + pick_denies*denies - pick_4/pick_5"
        "#);
    }

    #[test]
    fn params_that_stand_are_kept_and_names_do_not_clash() {
        let text = opened(
            "[params] # mine\npick_denies = { value = 1, range = [0, 2] }\n\n[on.pick]\nscore = \"\"\"\n3e1*denies + pick_denies*(round == 2)\"\"\"\n",
        );
        insta::assert_snapshot!(text, @r#"
        [params] # mine
        pick_denies_2 = { value = 3e1, range = [0, 90] }
        pick_round = { value = 2, range = [0, 5], whole = true }
        pick_denies = { value = 1, range = [0, 2] }

        [on.pick]
        score = """
        pick_denies_2*denies + pick_denies*(round == pick_round)"""
        "#);
    }
}
