//! Edits of a script's file in place: temperatures, amounts, learned sections, bans and the plan.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{
    document::{Document, LEARNED_AT, LearnedEntry},
    source::Source,
};
use crate::{
    Plan,
    learned::{LEARNED, Section, written},
    spec::Vocabulary,
};

/// The slot of a decision that gives an amount.
const AMOUNT: &str = "amount";

/// One change to a script.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edit {
    /// Sets the temperature at every decision of the file that takes one.
    Temperature(f64),
    /// Adds a number to its amounts. One below 0 is a pass and stays one, and no other amount becomes one.
    Amounts(i32),
}

impl Edit {
    /// Whether a script of the game can have anything that this changes.
    pub fn is_of(self, vocabulary: &Vocabulary) -> bool {
        vocabulary.points.iter().any(|point| match self {
            Edit::Temperature(_) => point.softens,
            Edit::Amounts(_) => point.slots.iter().any(|slot| slot.name == AMOUNT),
        })
    }
}

/// Why a file cannot be edited in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum EditError {
    /// The decision of this name has no header line below which a temperature could go.
    #[error("`{0}` has no section of its own, [on.{0}]")]
    NoSection(String),
    /// The text of the formula is not verbatim in the file.
    #[error("`on.{decision}.{slot}` is written with escapes")]
    Escaped { decision: String, slot: String },
}

/// A replacement of bytes.
struct Change {
    at: Range<usize>,
    text: String,
}

/// The file's text after an edit, ending with a line end; none if the edit changes nothing.
pub fn edited(
    source: Source<'_>,
    document: &Document,
    vocabulary: &Vocabulary,
    edit: Edit,
) -> Result<Option<String>, EditError> {
    let mut changes = match edit {
        Edit::Temperature(temperature) => temperatures(document, vocabulary, temperature)?,
        Edit::Amounts(step) => amounts(source, document, vocabulary, step)?,
    };
    // Back to front, so that earlier offsets stay valid.
    changes.sort_by_key(|change| std::cmp::Reverse(change.at.start));
    let mut text = source.text.to_owned();
    for change in changes {
        text.replace_range(change.at, &change.text);
    }
    if text.trim_end() == source.text.trim_end() {
        return Ok(None);
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(Some(text))
}

/// The file's text with its learned sections replaced by these.
pub fn with_sections(
    source: Source<'_>,
    document: &Document,
    sections: &[Section],
    vocabulary: &Vocabulary,
) -> String {
    learned_lines(source, document, |_, _| String::new()) + &written(sections, vocabulary)
}

/// The file's text with the learned sections for `players` alone, as sections for all tables.
pub fn at_table(source: Source<'_>, document: &Document, players: usize) -> String {
    let own = format!("{LEARNED_AT}{players}");
    learned_lines(source, document, |entry, lines| match entry.players {
        Some(of) if of == players => lines.replace(&own, LEARNED),
        _ => String::new(),
    })
}

/// The file's text with the lines of every learned section replaced by `other`; it ends with one line end.
fn learned_lines(
    source: Source<'_>,
    document: &Document,
    other: impl Fn(&LearnedEntry, &str) -> String,
) -> String {
    let mut all: Vec<&LearnedEntry> = document.learned.iter().collect();
    // Back to front, so that earlier offsets stay valid. Several entries may share a line.
    all.sort_by_key(|entry| std::cmp::Reverse(entry.lines.start));
    all.dedup_by_key(|entry| entry.lines.clone());
    let mut text = source.text.to_owned();
    for entry in all {
        let Range { start, end } = entry.lines;
        let lines = other(entry, &text[start..end]);
        // An empty line already precedes it.
        let rest = if lines.is_empty() {
            text[end..].trim_start_matches(['\r', '\n']).len()
        } else {
            text.len() - end
        };
        text.replace_range(start..text.len() - rest, &lines);
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The file's text with its bans replaced by these; below `about` if it has none.
pub fn with_bans(source: Source<'_>, document: &Document, words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    let line = if words.is_empty() { String::new() } else { format!("never = [{}]\n", quoted.join(", ")) };
    with_line(source, document, document.never_lines.clone(), line)
}

/// The file's text with its plan replaced by this one; below `about` if it has none.
pub fn with_plan(source: Source<'_>, document: &Document, plan: &Plan) -> String {
    let aims: Vec<String> = plan.aims().iter().map(|(word, worth)| format!("{word:?} = {worth:?}")).collect();
    with_line(source, document, document.plan_lines.clone(), format!("plan = {{ {} }}\n", aims.join(", ")))
}

/// The text with `lines` replaced by a line; below `about` if there are none.
fn with_line(source: Source<'_>, document: &Document, lines: Option<Range<usize>>, line: String) -> String {
    let at = lines.unwrap_or(document.about_end..document.about_end);
    let mut text = source.text.to_owned();
    let is_open = at.is_empty() && !text[..at.start].ends_with('\n');
    text.replace_range(at, &if is_open { format!("\n{line}") } else { line });
    text
}

/// Adds a temperature below the header of each decision that takes one, and removes the file's own.
fn temperatures(
    document: &Document,
    vocabulary: &Vocabulary,
    temperature: f64,
) -> Result<Vec<Change>, EditError> {
    let mut changes = Vec::new();
    for decision in &document.decisions {
        let point = &vocabulary.points[decision.point];
        if !point.softens {
            continue;
        }
        let head = decision.head_end.ok_or_else(|| EditError::NoSection(point.name.to_owned()))?;
        changes.push(Change { at: head..head, text: format!("\ntemperature = {temperature:.1}") });
        let own = decision.temperature_lines.clone();
        changes.extend(own.map(|at| Change { at, text: String::new() }));
    }
    Ok(changes)
}

/// Adds `step` to each amount.
fn amounts(
    source: Source<'_>,
    document: &Document,
    vocabulary: &Vocabulary,
    step: i32,
) -> Result<Vec<Change>, EditError> {
    let mut changes = Vec::new();
    for decision in &document.decisions {
        let point = &vocabulary.points[decision.point];
        let slots = decision.slots.iter().map(|(slot, formula)| (&point.slots[*slot], formula));
        for (slot, formula) in slots.filter(|(slot, _)| slot.name == AMOUNT) {
            let at = formula.quoted.verbatim_span().ok_or_else(|| EditError::Escaped {
                decision: point.name.to_owned(),
                slot: slot.name.to_owned(),
            })?;
            let amount = &source.text[at.clone()];
            let text = format!("if(({amount}) < 0, {amount}, max(({amount}) + ({step}), 0))");
            changes.push(Change { at, text });
        }
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LearnedDecision;
    use crate::formula::compile::Scale;
    use crate::learned::{Input, Layer, Term};
    use crate::network::{Network, NetworkShape};
    use crate::script::{
        Template,
        tests::{HEAD, KITCHEN, default_script},
    };

    fn edited(rest: &str, edit: Edit) -> Result<Option<String>, EditError> {
        let text = format!("{HEAD}{rest}");
        let read =
            |text: &str| Template::read(&KITCHEN, "mine", "mine.toml", text, Some(default_script())).unwrap();
        let changed = read(&text).edited(edit)?;
        changed.iter().for_each(|text| drop(read(text)));
        Ok(changed.map(|text| text[HEAD.len()..].to_owned()))
    }

    #[test]
    fn a_temperature_stands_below_the_head_and_the_files_own_gives_way() {
        let soft = |rest: &str| edited(rest, Edit::Temperature(1.0)).unwrap();
        let plain = "[on.pick]\nscore = \"denies\"\n[on.bid]\namount = \"3\"\n";
        let wanted = "[on.pick]\ntemperature = 1.0\nscore = \"denies\"\n[on.bid]\namount = \"3\"\n";
        assert_eq!(soft(plain).as_deref(), Some(wanted), "bids take none");
        let own = "  [ on . 'pick' ] # mine\nscore = \"denies\"\n temperature = 2 # high";
        let wanted = "  [ on . 'pick' ] # mine\ntemperature = 1.0\nscore = \"denies\"\n";
        assert_eq!(soft(own).as_deref(), Some(wanted));
        assert_eq!(soft(wanted), None, "it is so");
        assert_eq!(soft("[on.bid]\namount = \"3\"\n"), None, "there is nothing that takes one");
        let lines = "[on.pick]\r\nscore = \"denies\"\r\n";
        assert_eq!(soft(lines).as_deref(), Some("[on.pick]\ntemperature = 1.0\r\nscore = \"denies\"\r\n"));
        let within = "[on.pick]\nscore = \"\"\"\ndenies\"\"\"\ntemperature = 2\n";
        let wanted = "[on.pick]\ntemperature = 1.0\nscore = \"\"\"\ndenies\"\"\"\n";
        assert_eq!(soft(within).as_deref(), Some(wanted));
    }

    #[test]
    fn sections_take_the_place_of_those_before() {
        let term = |text: &str, weight, scale| Term { text: text.to_owned(), weight, scale };
        let terms = vec![
            term("denies", 0.312_345, Scale { mean: 2.0, sd: 1.5 }),
            term("denies*cash", -1.0, Scale::PLAIN),
        ];
        let section = Section { decision: "pick".to_owned(), temperature: 0.5, terms, layer: None };
        let learned = |rest: &str| {
            let text = format!("{HEAD}{rest}");
            let read = Template::read(&KITCHEN, "mine", "mine.toml", &text, Some(default_script())).unwrap();
            read.with_sections(std::slice::from_ref(&section))[HEAD.len()..].to_owned()
        };
        let own = "[on.bid]\namount = \"3\"\n";
        let wanted = format!(
            "{own}\n[learned.pick]\ntemperature = 0.5\ndenies = {{ weight = 0.3123, mean = 2, sd = 1.5 }}\n\"denies*cash\" = -1\n"
        );
        for before in [
            own.to_owned(),
            wanted.clone(),
            format!("[learned.pick]\ndenies = 2\ntemperature = 1\n\n{own}"),
            format!("[ learned . 'pick' ] # mine\ntemperature = 1 # so\n{own}"),
            format!("learned = {{ pick = {{ temperature = 1 }}, bid = {{ temperature = 1 }} }}\n{own}"),
        ] {
            assert_eq!(learned(&before), wanted, "{before}");
        }
    }

    #[test]
    fn a_hidden_layer_stands_below_its_section_and_is_read_as_it_was_written() {
        let scale = Scale { mean: 2.0, sd: 1.5 };
        let shape = NetworkShape { own: 1, context: vec![(0, Scale::PLAIN)], units: 8 };
        let weights = (0..shape.weights()).map(|at| at as f32 / 8.0);
        let inputs = vec![Input { text: "denies".to_owned(), scale }];
        let layer = Layer { inputs, network: Network::new(shape, weights) };
        let section = Section {
            decision: "pick".to_owned(),
            temperature: 0.5,
            terms: Vec::new(),
            layer: Some(layer.clone()),
        };
        let read =
            |text: &str| Template::read(&KITCHEN, "mine", "mine.toml", text, Some(default_script())).unwrap();
        let written = read(HEAD).with_sections(std::slice::from_ref(&section));
        let wanted = [
            "\n[learned.pick]\ntemperature = 0.5\n\n[learned.pick.network]\n",
            "bias = \"0 0.125 0.25 0.375 0.5 0.625 0.75 0.875\"\n",
            "output = \"3 3.125 3.25 3.375 3.5 3.625 3.75 3.875\"\n",
            "denies = { mean = 2, sd = 1.5, weights = \"1 1.125 1.25 1.375 1.5 1.625 1.75 1.875\" }\n",
            "round = { mean = 0, sd = 1, weights = \"2 2.125 2.25 2.375 2.5 2.625 2.75 2.875\" }\n",
        ];
        assert_eq!(written[HEAD.len()..], wanted.concat());
        let script = read(&written).script(&[]).unwrap();
        let found = script.point_at(0).learned.as_ref().and_then(LearnedDecision::layer).unwrap();
        assert_eq!(found, &layer);
        // The section replaces the existing one with its layer. In `learned-4` it holds for tables of four only.
        assert_eq!(read(&written).with_sections(std::slice::from_ref(&section)), written);
        assert_eq!(read(&written).with_sections(&[]), HEAD);
        let four = written.replace("[learned.", "[learned-4.");
        let script = read(&four).script(&[]).unwrap();
        assert!(script.point_at(0).learned.is_none());
        assert_eq!(script.at(4).point_at(0).learned.as_ref().and_then(LearnedDecision::layer), Some(found));
        assert_eq!(script.at(4).text, written);
    }

    #[test]
    fn bans_stand_below_the_line_that_says_what_it_does() {
        let banned = |rest: &str, words: &[&str]| {
            let text = format!("{HEAD}{rest}");
            let read = Template::read(&KITCHEN, "mine", "mine.toml", &text, Some(default_script())).unwrap();
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            read.with_bans(&words)[HEAD.len()..].to_owned()
        };
        let own = "[on.bid]\namount = \"3\"\n";
        let wanted = format!("never = [\"bid\", \"go 3\"]\n{own}");
        assert_eq!(banned(own, &["bid", "go 3"]), wanted);
        assert_eq!(banned(&format!("never = [\n  \"pass\",\n]\n{own}"), &["bid", "go 3"]), wanted);
        assert_eq!(banned(&wanted, &[]), own);
    }

    #[test]
    fn what_has_no_section_cannot_be_softened() {
        let no = Err(EditError::NoSection("pick".to_owned()));
        for rest in [
            "[on]\npick = { score = \"denies\" }\n",
            "[on]\npick.score = \"denies\"\n",
            "on = { pick = { score = \"denies\", temperature = 2 } }\n",
        ] {
            assert_eq!(edited(rest, Edit::Temperature(1.0)), no, "{rest}");
        }
    }

    #[test]
    fn amounts_move_by_a_step_and_passes_stay() {
        let moved = |rest: &str, step| edited(rest, Edit::Amounts(step));
        let wanted = "[on.bid]\namount = \"if((cash - 8) < 0, cash - 8, max((cash - 8) + (1), 0))\"\n";
        assert_eq!(moved("[on.bid]\namount = \"cash - 8\"", 1).unwrap().as_deref(), Some(wanted));
        let wanted = "[on]\nbid = { amount = 'if((3) < 0, 3, max((3) + (-1), 0))' }\n";
        assert_eq!(moved("[on]\nbid = { amount = '3' }\n", -1).unwrap().as_deref(), Some(wanted));
        let lets = "[let]\namount = \"3\"\n[on.pick]\nscore = \"denies*amount\"\n";
        assert_eq!(moved(lets, 1).unwrap(), None, "not of a decision");
        let no = EditError::Escaped { decision: "bid".to_owned(), slot: "amount".to_owned() };
        assert_eq!(moved("[on.bid]\namount = \"cash\\u0020- 8\"\n", 1), Err(no));
    }

    #[test]
    fn an_edit_is_of_games_that_have_what_it_changes() {
        assert!(Edit::Temperature(1.0).is_of(&KITCHEN) && Edit::Amounts(1).is_of(&KITCHEN));
        let none = Vocabulary { points: &[], ..KITCHEN };
        assert!(!Edit::Temperature(1.0).is_of(&none) && !Edit::Amounts(1).is_of(&none));
    }
}
