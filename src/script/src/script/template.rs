//! A parsed script whose params can be set many times without reading its file again.

use super::{
    Param, Script,
    document::{Document, LetEntry},
    edit::{self, Edit, EditError},
    names, opening, read,
    source::Source,
};
use crate::{Plan, formula::Ast, learned::Section, spec::Vocabulary};
use sim_engine::text::FileError;

/// A script's file, read and checked, with every number of its `[params]` free.
#[derive(Debug)]
pub struct Template {
    name: String,
    origin: String,
    text: String,
    vocabulary: &'static Vocabulary,
    document: Document,
    params: Vec<Param>,
    default: Option<Script>,
}

impl Template {
    /// Reads a file. `default` fills in what it leaves out, as in [`Script::parse`].
    pub fn read(
        vocabulary: &'static Vocabulary,
        name: &str,
        origin: &str,
        text: &str,
        default: Option<Script>,
    ) -> Result<Template, FileError> {
        let source = Source { path: origin, text };
        let (document, params) = read(source, vocabulary)?;
        let (name, origin, text) = (name.to_owned(), origin.to_owned(), text.to_owned());
        let template = Template { name, origin, text, vocabulary, document, params, default };
        template.script(&template.values())?;
        Ok(template)
    }

    /// The params with the values of the file, in its order.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    pub fn values(&self) -> Vec<f64> {
        self.params.iter().map(|param| param.value).collect()
    }

    /// The script with these values of its params, in the order of the file.
    ///
    /// # Errors
    /// When a value is outside its param's range, or makes a divisor always 0.
    pub fn script(&self, values: &[f64]) -> Result<Script, FileError> {
        let named = self.params.iter().zip(values);
        let named: Vec<(String, f64)> = named.map(|(param, value)| (param.name.clone(), *value)).collect();
        let mut params = self.params.clone();
        names::set_params(&self.source(), &self.document, &mut params, &named)?;
        let default = self.default.as_ref();
        Script::compile(&self.name, self.source(), self.vocabulary, &self.document, params, default)
    }

    /// The file's text with these values of its params; all else is unchanged.
    pub fn text_with(&self, values: &[f64]) -> String {
        let mut text = self.text.clone();
        let mut changes: Vec<_> = self.document.params.iter().zip(values).collect();
        // Back to front, so that earlier offsets stay valid.
        changes.sort_by_key(|(entry, _)| std::cmp::Reverse(entry.value_span.start));
        for (entry, value) in changes {
            if entry.value != *value {
                text.replace_range(entry.value_span.clone(), &value.to_string());
            }
        }
        text
    }

    /// Where each param is read first: `need` for a let, `on.turn.score` for a formula. An unread param is listed
    /// under its own name.
    pub fn homes(&self) -> Vec<String> {
        let reads = |ast: &Ast, name: &str| ast.names().any(|(read, _)| read == name);
        let home = |param: &Param| {
            let lets = self.document.lets.iter();
            let mut lets = lets.filter(|entry| reads(&entry.formula.ast, &param.name));
            let in_slot = || {
                let slots = self.document.decisions.iter().flat_map(|decision| {
                    let point = &self.vocabulary.points[decision.point];
                    decision.slots.iter().map(move |(slot, formula)| (point, &point.slots[*slot], formula))
                });
                let mut slots = slots.filter(|(.., formula)| reads(&formula.ast, &param.name));
                slots.next().map(|(point, slot, _)| format!("on.{}.{}", point.name, slot.name))
            };
            let read = lets.next().map(|entry: &LetEntry| entry.name.clone()).or_else(in_slot);
            read.unwrap_or_else(|| param.name.clone())
        };
        self.params.iter().map(home).collect()
    }

    /// The file's text with every number of its formulas made a param of the same value, and their count; see the
    /// module `opening`.
    ///
    /// # Errors
    /// A formula that cannot be edited in place.
    pub fn opened(&self) -> Result<(String, usize), FileError> {
        opening::open(self.source(), &self.document, self.vocabulary)
    }

    /// The file's text after an edit; none if the edit changes nothing. The text is not read again, so an edited
    /// formula may be invalid.
    ///
    /// # Errors
    /// A place that cannot be edited.
    pub fn edited(&self, edit: Edit) -> Result<Option<String>, EditError> {
        edit::edited(self.source(), &self.document, self.vocabulary, edit)
    }

    /// The file's text with its learned sections replaced by these.
    pub fn with_sections(&self, sections: &[Section]) -> String {
        edit::with_sections(self.source(), &self.document, sections, self.vocabulary)
    }

    /// The bans of the file, each with its byte offset.
    pub fn bans(&self) -> impl Iterator<Item = (String, usize)> {
        self.document.never.iter().map(|word| (word.value.clone(), word.place(0)))
    }

    /// The file's text with its plan replaced by this one.
    pub fn with_plan(&self, plan: &Plan) -> String {
        edit::with_plan(self.source(), &self.document, plan)
    }

    /// The file's text without its plan, and with or without its learned sections.
    pub fn without_plan(&self, keeps_learned: bool) -> String {
        let mut text = if keeps_learned { self.text.clone() } else { self.with_sections(&[]) };
        // The plan precedes all learned sections, which have headers, so its lines have not moved.
        self.document.plan_lines.iter().for_each(|lines| text.replace_range(lines.clone(), ""));
        text
    }

    /// The words that the plan counts, each with its byte offset.
    pub fn plan(&self) -> impl Iterator<Item = (String, usize)> {
        self.document.plan.iter().map(|(word, at, _)| (word.clone(), *at))
    }

    /// The file's text with its bans replaced by these.
    pub fn with_bans(&self, words: &[String]) -> String {
        edit::with_bans(self.source(), &self.document, words)
    }

    fn source(&self) -> Source<'_> {
        Source { path: &self.origin, text: &self.text }
    }
}
