//! Compiles the formulas of a script, each for the decision and the part it is written for.

use crate::formula::Ast;
use crate::formula::compile::{Binding, Compiler, Scale, Unbound, Value};
use crate::formula::program::Program;
use crate::formula::terms::Terms;
use crate::learned::{CompiledLayer, Input, Layer, LearnedDecision, Term};
use crate::network::{Network, NetworkShape};
use crate::script::document::{Document, Formula, InputEntry, LearnedEntry, NetworkEntry, TermEntry};
use crate::script::source::Source;
use crate::script::summands::Names;
use crate::script::{Param, names};
use crate::spec::{DecisionPoint, Feature, Group, Part, Slot, Vocabulary, flag};
use sim_engine::text::FileError;
use sim_engine::text::suggestion;

/// Compiles formulas and records which params and lets they use.
pub struct Builder<'d> {
    source: Source<'d>,
    vocabulary: &'static Vocabulary,
    document: &'d Document,
    params: &'d [Param],
    /// Indices of the lets, each after the lets that it reads.
    order: Vec<usize>,
    used_params: Vec<bool>,
    used_lets: Vec<bool>,
}

impl<'d> Builder<'d> {
    pub fn new(
        source: Source<'d>,
        vocabulary: &'static Vocabulary,
        document: &'d Document,
        params: &'d [Param],
    ) -> Result<Self, FileError> {
        Ok(Self {
            source,
            vocabulary,
            document,
            params,
            order: names::order(&source, &document.lets)?,
            used_params: vec![false; params.len()],
            used_lets: vec![false; document.lets.len()],
        })
    }

    /// The lets and params that formulas of the file may read.
    pub fn names(&self) -> Names {
        let lets = self.order.iter().map(|&at| &self.document.lets[at]);
        Names {
            lets: lets.map(|entry| (entry.name.clone(), entry.formula.ast.clone())).collect(),
            params: self.params.iter().map(|param| (param.name.clone(), param.value)).collect(),
        }
    }

    /// Compiles the formula of a slot of `point` for each part that it scores.
    ///
    /// What depends on the part alone folds, so that only the branches for this part are left.
    pub fn slot(
        &mut self,
        point: &'static DecisionPoint,
        slot: usize,
        formula: &Formula,
    ) -> Result<Vec<Program>, FileError> {
        point.parts_of(slot).map(|part| self.program(point, (slot, part), None, formula)).collect()
    }

    /// Compiles the same formula for each group of candidates of its first part.
    pub fn groups(
        &mut self,
        (at, slot): (usize, usize),
        formula: &Formula,
    ) -> Result<Vec<Program>, FileError> {
        let point = &self.vocabulary.points[at];
        let part = point.parts_of(slot).start;
        let groups = self.vocabulary.groups_of(at);
        groups.map(|group| self.program(point, (slot, part), Some(group), formula)).collect()
    }

    fn program(
        &mut self,
        point: &'static DecisionPoint,
        (slot, part): (usize, usize),
        group: Option<&'static Group>,
        formula: &Formula,
    ) -> Result<Program, FileError> {
        let scope = self.scope(point, (slot, part), group);
        let mut compiler = if group.is_some() { Compiler::without_zeros() } else { Compiler::default() };
        let values = self.lets(&mut compiler, &scope, std::iter::once(&formula.ast))?;
        let used_params = &mut self.used_params;
        compiler
            .add(&formula.ast, |name| scope.bind(name, &values, used_params))
            .and_then(|value| compiler.finish(value))
            .map_err(|error| self.source.formula_error(&formula.quoted, error))
    }

    /// Compiles the learned section of a decision for each part of its first slot.
    pub fn learned(
        &mut self,
        point: &'static DecisionPoint,
        entry: &LearnedEntry,
    ) -> Result<LearnedDecision, FileError> {
        let mut learned = LearnedDecision { temperature: entry.temperature, ..LearnedDecision::default() };
        for TermEntry { formula, weight, scale } in &entry.terms {
            let text = formula.quoted.value.clone();
            learned.terms.push(Term { text, weight: *weight, scale: *scale });
        }
        let terms = entry.terms.iter().map(|term| (&term.formula, (term.scale, term.weight)));
        learned.parts = self.compile_terms(point, terms.collect())?;
        learned.layer = entry.network.as_ref().map(|network| self.layer(point, network)).transpose()?;
        Ok(learned)
    }

    /// Compiles weighted formulas for each part of a decision's first slot.
    fn compile_terms(
        &mut self,
        point: &'static DecisionPoint,
        formulas: Vec<(&Formula, (Scale, f64))>,
    ) -> Result<Vec<Terms>, FileError> {
        let mut parts = Vec::new();
        for part in point.parts_of(0) {
            let scope = Scope { amounts: point.of_amounts(), ..self.scope(point, (0, part), None) };
            let mut compiler = Compiler::default();
            let values =
                self.lets(&mut compiler, &scope, formulas.iter().map(|(formula, _)| &formula.ast))?;
            let mut terms = Terms::default();
            for (at, (formula, scaled)) in formulas.iter().enumerate() {
                let used_params = &mut self.used_params;
                let value = compiler.add(&formula.ast, |name| scope.bind(name, &values, used_params));
                let error = |error| self.source.formula_error(&formula.quoted, error);
                let value = value.map_err(error)?;
                // A term over a feature of another part is left out here.
                let is_elsewhere = |name: &str| scope.is_elsewhere(name);
                if !names::reads(&formula.ast, &self.document.lets, is_elsewhere) {
                    compiler.term(&mut terms, (at, value), *scaled).map_err(error)?;
                }
            }
            parts.push(terms);
        }
        Ok(parts)
    }

    /// Compiles a hidden layer. An input that is the name of a context feature is shared by all candidates.
    fn layer(
        &mut self,
        point: &'static DecisionPoint,
        NetworkEntry { bias, output, inputs }: &NetworkEntry,
    ) -> Result<CompiledLayer, FileError> {
        let (mut own, mut context) = (Vec::new(), Vec::new());
        for input in inputs {
            match self.context_named(point, &input.formula.quoted.value) {
                Some(index) => context.push((index, input)),
                None => own.push(input),
            }
        }
        let shape = NetworkShape {
            own: own.len(),
            context: context.iter().map(|(index, input)| (*index, input.scale)).collect(),
            units: bias.len(),
        };
        let rows = own.iter().copied().chain(context.iter().map(|(_, input)| *input));
        let rows = rows.map(|input| &input.weights);
        let weights = std::iter::once(bias).chain(rows).chain([output]).flatten().copied();
        let network = Network::new(shape, weights);
        let formulas = own.iter().map(|input| (&input.formula, (input.scale, 0.0))).collect();
        let parts = self.compile_terms(point, formulas)?;
        let input = |InputEntry { formula, scale, .. }: &&InputEntry| Input {
            text: formula.quoted.value.clone(),
            scale: *scale,
        };
        let inputs = own.iter().map(input).collect();
        Ok(CompiledLayer { layer: Layer { inputs, network }, parts })
    }

    /// The context feature of this name, unless a feature, param or let shadows it.
    fn context_named(&self, point: &DecisionPoint, name: &str) -> Option<usize> {
        let parts = point.parts.iter().flat_map(|part| part.features);
        let is_nearer = parts.chain(point.of_amounts()).any(|feature| feature.name == name)
            || self.params.iter().any(|param| param.name == name)
            || self.document.lets.iter().any(|entry| entry.name == name);
        let place = self.vocabulary.context.iter().position(|feature| feature.name == name);
        place.filter(|_| !is_nearer)
    }

    fn scope(
        &self,
        point: &'static DecisionPoint,
        (slot, part): (usize, usize),
        group: Option<&'static Group>,
    ) -> Scope<'d> {
        Scope {
            vocabulary: self.vocabulary,
            document: self.document,
            params: self.params,
            point,
            slot: &point.slots[slot],
            part: &point.parts[part],
            parts: &point.parts[point.parts_of(slot)],
            group,
            amounts: &[],
        }
    }

    /// Adds the lets that formulas read to a compiler, each after the lets that it reads.
    fn lets<'f>(
        &mut self,
        compiler: &mut Compiler,
        scope: &Scope<'_>,
        formulas: impl Iterator<Item = &'f Ast>,
    ) -> Result<Vec<Option<Value>>, FileError> {
        let lets = &self.document.lets;
        let mut needed = vec![false; lets.len()];
        for index in formulas.flat_map(|ast| names::lets_read(ast, lets)) {
            needed[index] = true;
        }
        // Backwards, so that a let is known to be needed before the lets that it reads are visited.
        for index in self.order.iter().rev() {
            if needed[*index] {
                for read in names::lets_read(&lets[*index].formula.ast, lets) {
                    needed[read] = true;
                }
            }
        }
        let mut values: Vec<Option<Value>> = vec![None; lets.len()];
        let used_params = &mut self.used_params;
        for index in self.order.iter().copied().filter(|index| needed[*index]) {
            self.used_lets[index] = true;
            let text = &lets[index].formula;
            let value = compiler.add(&text.ast, |name| {
                scope.bind(name, &values, used_params).map_err(|unbound| scope.in_let(unbound))
            });
            values[index] = Some(value.map_err(|error| self.source.formula_error(&text.quoted, error))?);
        }
        Ok(values)
    }

    /// A warning about the first unused declaration, once all slots are compiled. It is no error, because an
    /// unfinished file may have some.
    pub fn unused(&self) -> Option<FileError> {
        let lets = self.document.lets.iter().zip(&self.used_lets);
        let params = self.document.params.iter().zip(&self.used_params);
        let unused_lets =
            lets.filter(|(_, used)| !**used).map(|(entry, _)| ("let", entry.name.as_str(), entry.name_at));
        let unused_params = params
            .filter(|(_, used)| !**used)
            .map(|(entry, _)| ("param", entry.name.as_str(), entry.name_at));
        // A param that only an unused let reads is unused as well; the let is the one to name.
        let (kind, name, at) = unused_lets.chain(unused_params).next()?;
        Some(self.source.error(
            at,
            format!("the {kind} `{name}` is used by no decision of this file"),
            "use it or delete it",
        ))
    }
}

/// The meaning of names in the formula of one slot, for one of its parts.
struct Scope<'d> {
    vocabulary: &'static Vocabulary,
    document: &'d Document,
    params: &'d [Param],
    point: &'static DecisionPoint,
    slot: &'static Slot,
    part: &'static Part,
    /// All parts that the slot scores.
    parts: &'static [Part],
    /// The group of candidates to compile for; none for all.
    group: Option<&'static Group>,
    /// Features of single amounts, numbered after those of the part; empty in the formula of the amount itself.
    amounts: &'static [Feature],
}

impl Scope<'_> {
    fn bind(&self, name: &str, lets: &[Option<Value>], used_params: &mut [bool]) -> Result<Binding, Unbound> {
        let declared = &self.document.lets;
        let find = |features: &[Feature]| features.iter().position(|feature| feature.name == name);
        let shared = declared.iter().position(|entry| entry.name == name).and_then(|index| lets[index]);
        if let Some(value) = shared {
            Ok(Binding::Shared(value))
        } else if let Some(index) = self.params.iter().position(|param| param.name == name) {
            used_params[index] = true;
            Ok(Binding::Number(self.params[index].value))
        } else if let Some(index) = find(self.part.features) {
            let fixed = self.group.and_then(|group| group.fixed(index));
            Ok(fixed.map_or(Binding::Feature(index), Binding::Fixed))
        } else if let Some(index) = find(self.amounts) {
            Ok(Binding::Feature(self.part.features.len() + index))
        } else if self.parts.iter().any(|part| find(part.features).is_some()) {
            Ok(Binding::Fixed(0.0))
        } else if self.point.flags().any(|flag| flag == name) {
            Ok(Binding::Fixed(flag(self.part.flag() == name)))
        } else if let Some(index) = find(self.vocabulary.context) {
            Ok(Binding::Context(index))
        } else {
            Err(self.unknown(name))
        }
    }

    /// Whether only other parts have a feature of this name.
    fn is_elsewhere(&self, name: &str) -> bool {
        let has = |part: &Part| part.features.iter().any(|feature| feature.name == name);
        !has(self.part) && self.parts.iter().any(has)
    }

    fn unknown(&self, name: &str) -> Unbound {
        for point in self.vocabulary.points {
            for part in point.parts {
                if part.features.iter().any(|feature| feature.name == name) {
                    return Unbound {
                        message: format!(
                            "`{name}` is no feature of the part `{}` that `on.{}.{}` is for",
                            self.part.name, self.point.name, self.slot.name
                        ),
                        help: format!(
                            "it is one of the part `{}` of the decision `{}`",
                            part.name, point.name
                        ),
                    };
                }
            }
        }
        let lets = self.document.lets.iter().map(|entry| entry.name.as_str());
        let params = self.params.iter().map(|param| param.name.as_str());
        let parts = self.parts.iter().flat_map(|part| part.features).map(|feature| feature.name);
        let context = self.vocabulary.context.iter().chain(self.amounts).map(|feature| feature.name);
        let flags: Vec<String> = self.point.flags().collect();
        let flags = flags.iter().map(String::as_str);
        Unbound {
            message: format!("unknown name `{name}`"),
            help: suggestion(name, lets.chain(params).chain(parts).chain(context).chain(flags)),
        }
    }

    /// Adds the slot for which a let cannot be compiled, unless the message already names it.
    fn in_let(&self, unbound: Unbound) -> Unbound {
        let slot = format!("`on.{}.{}`", self.point.name, self.slot.name);
        if unbound.message.contains(&slot) {
            return unbound;
        }
        Unbound { message: format!("{}, in a let that {slot} uses", unbound.message), help: unbound.help }
    }
}
