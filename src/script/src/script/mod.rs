//! Strategy scripts: TOML files with a formula for each decision of a game.
//!
//! Loading checks everything that can be wrong with a file, so that a script which loads also
//! runs. An error names the file, the line, the column and the way out.

mod builder;
mod document;
mod edit;
mod names;
mod opening;
#[cfg(test)]
mod rejections;
mod source;
mod summands;
mod template;
#[cfg(test)]
mod tests;
mod values;

use std::sync::Arc;

use crate::formula::program::Program;
use crate::learned::LearnedDecision;
use crate::never::Never;
use crate::plan::Plan;
use crate::script::builder::Builder;
use crate::script::document::{Decision, Document};
use crate::script::source::Source;
use crate::script::summands::SumFormula;
use crate::spec::{DecisionPoint, Feature, Vocabulary};
pub use edit::{Edit, EditError};
use sim_engine::Listed;
use sim_engine::text::{FileError, line_and_column};
pub use template::Template;

/// The most context features of a game, and the most features of a part: bits of a mask.
pub const MAX_FEATURES: usize = 128;

/// A strategy, ready to run.
#[derive(Debug, Clone)]
pub struct Script {
    pub name: String,
    /// The strategy in one line.
    pub about: String,
    /// Where the text came from: a path, for error messages and the manifest.
    pub origin: String,
    /// The whole file.
    pub text: String,
    vocabulary: &'static Vocabulary,
    params: Vec<Param>,
    never: Option<Box<Never>>,
    plan: Option<Box<Plan>>,
    points: Vec<PointScript>,
    unused: Option<FileError>,
    /// The script for numbers of players with learned sections of their own.
    tables: Vec<(usize, Script)>,
}

/// A tunable number of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    pub name: String,
    /// The value in force: the file's, unless it was overridden.
    pub value: f64,
    /// Bounds for tuning, inclusive.
    pub range: (f64, f64),
    /// Whether it takes whole numbers only.
    pub is_whole: bool,
}

impl Param {
    pub fn admits(&self, value: f64) -> bool {
        let (low, high) = self.range;
        // NaN is in no range.
        (low..=high).contains(&value) && !(self.is_whole && value.fract() != 0.0)
    }
}

/// How a script takes one decision.
#[derive(Debug, Clone)]
pub struct PointScript {
    /// In the order of the point's slots.
    pub slots: Vec<SlotScript>,
    /// 0 takes the best score; above 0, answers are drawn.
    pub temperature: f64,
    /// The learned section, if any; its temperature replaces the one above.
    pub learned: Option<LearnedDecision>,
    /// Whether every slot came from the default script.
    pub from_default: bool,
    /// Bit i is set if a slot or the learned section reads context feature i.
    pub context_mask: u128,
    /// For each part: bit i is set if a slot or the learned section reads its feature i.
    pub part_masks: Vec<u128>,
    /// The context mask of the slots alone. This suffices for another decision that uses only their scores.
    pub formula_context: u128,
    /// The part masks of the slots alone; see [`PointScript::formula_context`].
    pub formula_masks: Vec<u128>,
}

#[derive(Debug, Clone)]
pub struct SlotScript {
    pub formula: Arc<SumFormula>,
    /// The first of the parts that the slot scores.
    pub first_part: usize,
    /// The formula, compiled for each of those parts.
    pub programs: Vec<Program>,
    /// The formula, compiled for each group of candidates of the first part.
    pub groups: Vec<Program>,
    pub from_default: bool,
}

impl Script {
    /// Loads a script from the text of its file.
    ///
    /// `overrides` replace the values of params. `default` fills in missing slots; without it none may be
    /// missing. The temperature is the default's if the file has nothing about a decision. It is 0 if the file
    /// gives a formula but no temperature, because scores of another formula have another scale.
    ///
    /// # Panics
    ///
    /// If the vocabulary is malformed: more than [`MAX_FEATURES`] features, or a slot without its part. If the
    /// default is for another game.
    pub fn parse(
        vocabulary: &'static Vocabulary,
        name: &str,
        origin: &str,
        text: &str,
        overrides: &[(String, f64)],
        default: Option<&Script>,
    ) -> Result<Script, FileError> {
        assert_sound(vocabulary);
        if let Some(default) = default {
            let (own, other) = (vocabulary.game, default.vocabulary.game);
            assert_eq!(own, other, "a default script is for the same game");
        }
        let source = Source { path: origin, text };
        let (document, mut params) = read(source, vocabulary)?;
        names::set_params(&source, &document, &mut params, overrides)?;
        Script::compile(name, source, vocabulary, &document, params, default)
    }

    fn compile(
        name: &str,
        source: Source<'_>,
        vocabulary: &'static Vocabulary,
        document: &Document,
        params: Vec<Param>,
        default: Option<&Script>,
    ) -> Result<Script, FileError> {
        let at = |players: Option<usize>, text: String| -> Result<Script, FileError> {
            let (points, unused) = points(source, vocabulary, (document, players), &params, default)?;
            let never = document.never.iter().map(|word| word.value.clone()).collect();
            let plan = document.plan.iter().map(|(word, _, worth)| (word.clone(), *worth)).collect();
            Ok(Script {
                name: name.to_owned(),
                about: document.about.clone(),
                origin: source.path.to_owned(),
                text,
                vocabulary,
                params: params.clone(),
                never: Never::new(never).map(Box::new),
                plan: Plan::new(plan).map(Box::new),
                points,
                unused,
                tables: Vec::new(),
            })
        };
        let mut script = at(None, source.text.to_owned())?;
        for players in document.sizes() {
            script.tables.push((players, at(Some(players), edit::at_table(source, document, players))?));
        }
        Ok(script)
    }

    /// The script at a table of `players`: itself, unless it has learned sections for that number. Its text then
    /// has no other learned sections.
    #[inline]
    pub fn at(&self, players: usize) -> &Script {
        self.tables.iter().find(|(own, _)| *own == players).map_or(self, |(_, script)| script)
    }

    /// The numbers of players with learned sections of their own, ascending, and the scripts for them.
    pub fn tables(&self) -> impl Iterator<Item = (usize, &Script)> {
        self.tables.iter().map(|(players, script)| (*players, script))
    }

    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.vocabulary
    }

    pub fn point(&self, decision: impl Listed) -> &PointScript {
        self.point_at(decision.index())
    }

    pub fn point_at(&self, index: usize) -> &PointScript {
        &self.points[index]
    }

    /// Whether any decision has a learned section, at any table.
    pub fn has_learned(&self) -> bool {
        !self.tables.is_empty() || self.points.iter().any(|point| point.learned.is_some())
    }

    /// Whether any decision has a hidden layer, at any table.
    pub fn has_hidden_layer(&self) -> bool {
        let layer =
            |point: &PointScript| point.learned.as_ref().is_some_and(|learned| learned.layer.is_some());
        self.points.iter().any(layer) || self.tables.iter().any(|(_, table)| table.has_hidden_layer())
    }

    /// Adds context features to the masks of all decisions with a learned section, so that they are computed.
    pub fn read_also(&mut self, context: u128) {
        for point in self.points.iter_mut().filter(|point| point.learned.is_some()) {
            point.context_mask |= context;
        }
    }

    /// The bans of its file, if it has any.
    #[inline]
    pub fn never(&self) -> Option<&Never> {
        self.never.as_deref()
    }

    /// The plan of its file, if it has one.
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_deref()
    }

    /// The params in the order of the file.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// The first let or param that no decision uses, as a warning.
    pub fn unused(&self) -> Option<&FileError> {
        self.unused.as_ref()
    }

    /// The decisions that came from the default as a whole.
    pub fn from_default(&self) -> impl Iterator<Item = &str> {
        let points = self.vocabulary.points.iter().zip(&self.points);
        points.filter(|(_, script)| script.from_default).map(|(point, _)| point.name)
    }

    /// Whether no formula reads a feature: then it answers the same in every situation, or at random.
    pub fn reads_nothing(&self) -> bool {
        let is_blind =
            |point: &PointScript| point.context_mask == 0 && point.part_masks.iter().all(|&mask| mask == 0);
        self.points.iter().all(is_blind)
    }
}

/// The bans in a script's text, each with its byte offset.
pub fn bans(
    origin: &str,
    text: &str,
    vocabulary: &'static Vocabulary,
) -> Result<Vec<(String, usize)>, FileError> {
    let document = document::read(Source { path: origin, text }, vocabulary)?;
    Ok(document.never.into_iter().map(|word| (word.value.clone(), word.place(0))).collect())
}

/// The words that the plan in a script's text counts, each with its byte offset.
pub fn plan(
    origin: &str,
    text: &str,
    vocabulary: &'static Vocabulary,
) -> Result<Vec<(String, usize)>, FileError> {
    let document = document::read(Source { path: origin, text }, vocabulary)?;
    Ok(document.plan.into_iter().map(|(word, at, _)| (word, at)).collect())
}

/// Line and column of the formula of a decision's slot in a script's text; none if it has none.
pub fn place_of(
    text: &str,
    vocabulary: &'static Vocabulary,
    (point, slot): (usize, usize),
) -> Option<(usize, usize)> {
    let document = document::read(Source { path: "", text }, vocabulary).ok()?;
    let decision = document.decisions.iter().find(|decision| decision.point == point)?;
    let (_, formula) = decision.slots.iter().find(|(at, _)| *at == slot)?;
    Some(line_and_column(text, formula.quoted.place(0)))
}

/// The features whose bits are set in a mask.
pub fn features_read(features: &'static [Feature], mask: u128) -> impl Iterator<Item = &'static Feature> {
    features
        .iter()
        .enumerate()
        .filter(move |(index, _)| *index < MAX_FEATURES && mask >> index & 1 == 1)
        .map(|(_, feature)| feature)
}

/// Reads a file and checks its names and params, but compiles nothing.
fn read(source: Source<'_>, vocabulary: &'static Vocabulary) -> Result<(Document, Vec<Param>), FileError> {
    let document = document::read(source, vocabulary)?;
    names::check(&source, &document, vocabulary)?;
    let params = names::params(&source, &document)?;
    Ok((document, params))
}

/// Panics on a vocabulary for which programs cannot be compiled.
fn assert_sound(vocabulary: &Vocabulary) {
    assert!(
        vocabulary.context.len() <= MAX_FEATURES,
        "`{}` has more than {MAX_FEATURES} context features",
        vocabulary.game
    );
    for point in vocabulary.points {
        for part in point.parts {
            assert!(
                part.features.len() + point.of_amounts().len() <= MAX_FEATURES,
                "the part `{}` has more than {MAX_FEATURES} features",
                part.name
            );
        }
        for slot in point.slots {
            assert!(
                slot.part < point.parts.len(),
                "the slot `{}` of `{}` has no part",
                slot.name,
                point.name
            );
        }
    }
}

/// Compiles all decisions for a table of `players`, or with None for all tables without learned sections of their
/// own. Fills in missing slots from the default, and returns a warning about unused declarations.
fn points(
    source: Source<'_>,
    vocabulary: &'static Vocabulary,
    (document, players): (&Document, Option<usize>),
    params: &[Param],
    default: Option<&Script>,
) -> Result<(Vec<PointScript>, Option<FileError>), FileError> {
    let mut builder = Builder::new(source, vocabulary, document, params)?;
    let names = Arc::new(builder.names());
    let mut own: Vec<Vec<Option<SlotScript>>> =
        vocabulary.points.iter().map(|point| vec![None; point.slots.len()]).collect();
    for decision in &document.decisions {
        let point = &vocabulary.points[decision.point];
        for (slot, formula) in &decision.slots {
            let programs = builder.slot(point, *slot, formula)?;
            let groups = builder.groups((decision.point, *slot), formula)?;
            own[decision.point][*slot] = Some(SlotScript {
                formula: Arc::new(SumFormula::new(formula.ast.clone(), names.clone())),
                first_part: point.parts_of(*slot).start,
                programs,
                groups,
                from_default: false,
            });
        }
    }
    let mut learned: Vec<Option<LearnedDecision>> = vec![None; vocabulary.points.len()];
    // The pass with None also compiles the sections of single tables, to check them for errors once.
    for entry in document.learned.iter().filter(|entry| players.is_none() || entry.players == players) {
        let compiled = builder.learned(&vocabulary.points[entry.point], entry)?;
        if entry.players == players {
            learned[entry.point] = Some(compiled);
        }
    }
    let unused = builder.unused();

    let mut points = Vec::with_capacity(own.len());
    let mut missing: Vec<String> = Vec::new();
    for (index, (point, own)) in vocabulary.points.iter().zip(own).enumerate() {
        let default = default.map(|script| &script.points[index]);
        let decision = document.decisions.iter().find(|entry| entry.point == index);
        let mut slots = Vec::with_capacity(own.len());
        for (place, slot) in own.into_iter().enumerate() {
            let inherited =
                || default.map(|point| SlotScript { from_default: true, ..point.slots[place].clone() });
            match slot.or_else(inherited) {
                Some(slot) => slots.push(slot),
                None => missing.push(format!("`on.{}.{}`", point.name, point.slots[place].name)),
            }
        }
        let learned = learned[index].take();
        points.push(point_script(point, slots, (decision, learned), default));
    }
    if missing.is_empty() {
        return Ok((points, unused));
    }
    Err(source.error(
        0,
        format!("no formula for {}", missing.join(", ")),
        "without a default to fall back on, a script answers every decision",
    ))
}

fn point_script(
    point: &DecisionPoint,
    slots: Vec<SlotScript>,
    (decision, learned): (Option<&Decision>, Option<LearnedDecision>),
    default: Option<&PointScript>,
) -> PointScript {
    let from_default = default.is_some() && slots.iter().all(|slot| slot.from_default);
    let inherited = default.filter(|_| from_default);
    let mut part_masks = vec![0; point.parts.len()];
    let mut context_mask = 0;
    for (at, slot) in slots.iter().enumerate() {
        for (part, program) in point.parts_of(at).zip(&slot.programs) {
            part_masks[part] |= program.part_mask();
            context_mask |= program.context_mask();
        }
    }
    let (formula_context, formula_masks) = (context_mask, part_masks.clone());
    let learned = learned.or_else(|| inherited?.learned.clone());
    if let Some(learned) = &learned {
        for (at, part) in point.parts_of(0).enumerate() {
            let own =
                u128::MAX.checked_shl(point.parts[part].features.len() as u32).map_or(u128::MAX, |of| !of);
            let (parts, context) = learned.reads(at);
            part_masks[part] |= parts & own;
            context_mask |= context;
        }
    }
    PointScript {
        temperature: decision
            .and_then(|decision| decision.temperature)
            .or(inherited.map(|point| point.temperature))
            .unwrap_or(0.0),
        learned,
        slots,
        from_default,
        context_mask,
        part_masks,
        formula_context,
        formula_masks,
    }
}
