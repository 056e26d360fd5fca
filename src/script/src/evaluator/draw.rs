//! Learned decisions: draws answers by their probabilities, and records the decisions of learning seats.

use super::{Evaluator, explain::AnswerComparison, first_most, shares, soften};
use crate::{
    Ask, LearnedDecision, Script,
    formula::{MAX_CANDIDATES, compile::Scale, terms::Terms},
    learned::{self, Amounts, CompiledLayer, Layer},
    network::placed,
    notes::{BehaviorPolicy, DecisionNote, Plan},
    why::Verdict,
};
use sim_engine::{Amount, Game, Listed, Stream};

/// Recorded scores are clamped to this distance from 0.
const FURTHEST: f64 = 1e4;

type Marks = [bool; MAX_CANDIDATES];

impl Evaluator {
    /// Draws a legal action and returns its index. `counts` is the number of candidates of each part; their
    /// scores are in slot 0. Actions that share a candidate are equally likely.
    #[cold]
    #[inline(never)]
    pub(super) fn choose_learned<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        (script, learned): (&Script, &LearnedDecision),
        counts: &[usize],
        candidate: impl Fn(usize) -> usize,
    ) -> usize {
        let mut marks: Marks = [false; MAX_CANDIDATES];
        (0..ask.legal.len()).for_each(|at| marks[candidate(at)] = true);
        let total = counts.iter().sum();
        self.plans.clear();
        self.plans.extend((0..total).filter(|&row| marks[row]).map(Plan::single));
        let mut stream = ask.luck.stream();
        let label = |row: usize| {
            let alike = (0..ask.legal.len()).find(|&at| candidate(at) == row);
            alike.map_or_else(String::new, |at| ask.legal[at].to_string())
        };
        let drawn = self.draw(ask, (script, learned), counts, &mut stream, label);
        if self.ranks.is_some() {
            let logit = |row: usize| {
                let at = self.plans.iter().position(|plan| plan.rows().eq([row]));
                at.map_or(f64::NEG_INFINITY, |at| self.logits[at])
            };
            let logits: Vec<f64> = (0..ask.legal.len()).map(|at| logit(candidate(at))).collect();
            self.ranks.get_or_insert_default().extend(logits);
        }
        if let Some(probabilities) = &mut self.probabilities {
            let mut by_row = [0.0; MAX_CANDIDATES];
            let drawn = self.plans.iter().zip(shares(&self.weights));
            drawn.for_each(|(plan, share)| plan.rows().for_each(|row| by_row[row] = share));
            let alike = |row: usize| (0..ask.legal.len()).filter(|&at| candidate(at) == row).count();
            let each = (0..ask.legal.len()).map(&candidate).map(|row| by_row[row] / alike(row) as f64);
            probabilities.extend(each);
        }
        let row = self.plans[drawn].rows().next().unwrap_or(0);
        let alike = || (0..ask.legal.len()).filter(|&at| candidate(at) == row);
        let count = alike().count();
        let wanted = if count > 1 { stream.index(count) } else { 0 };
        alike().nth(wanted).unwrap_or(0)
    }

    /// Draws one of several whole answers and returns its index. They combine the first `count` candidates,
    /// already scored in slot 0. The draw uses the learned section, or else the script's temperature alone.
    #[inline(never)]
    pub fn draw_plan<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        script: &Script,
        count: usize,
        plans: impl Iterator<Item = Plan>,
        label: impl Fn(usize) -> String,
    ) -> usize {
        let point = script.point(ask.decision);
        let softened;
        let learned = match &point.learned {
            Some(learned) => learned,
            None => {
                softened = LearnedDecision { temperature: point.temperature, ..LearnedDecision::default() };
                &softened
            }
        };
        self.plans.clear();
        self.plans.extend(plans);
        self.draw(ask, (script, learned), &[count], &mut ask.luck.stream(), label)
    }

    /// Draws an amount. The features of its part are in the first row.
    #[cold]
    #[inline(never)]
    pub(super) fn draw_amount<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        (script, learned): (&Script, &LearnedDecision),
        own: Option<i32>,
        limits: Amount,
    ) -> Option<i32> {
        let amounts = learned::amounts(own, limits);
        self.lay_out(ask.decision.index(), (script, learned), &amounts);
        self.plans.clear();
        self.plans.extend((0..amounts.count()).map(Plan::single));
        let label = |at: usize| amounts.amount(at).map_or("a pass".to_owned(), |amount| amount.to_string());
        let drawn = self.draw(ask, (script, learned), &[amounts.count()], &mut ask.luck.stream(), label);
        amounts.amount(drawn)
    }

    fn lay_out(&mut self, point: usize, (script, learned): (&Script, &LearnedDecision), amounts: &Amounts) {
        let spec = &script.vocabulary().points[point];
        let part = spec.parts_of(0).start;
        let own = spec.parts[part].features.len();
        let columns = &mut self.columns[point][part];
        let read = learned.reads(0).0 & !(u128::MAX << own);
        for at in 0..amounts.count() {
            columns.copy(read, 0, at);
            for (feature, value) in (own..).zip(amounts.features(at)) {
                columns.set(feature, at, value);
            }
            self.scores[0][at] = amounts.score(at);
        }
    }

    /// Draws one of the answers in `self.plans` and returns its index.
    fn draw<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        (script, learned): (&Script, &LearnedDecision),
        counts: &[usize],
        stream: &mut Stream,
        label: impl Fn(usize) -> String,
    ) -> usize {
        let point = ask.decision.index();
        let total: usize = counts.iter().sum();
        let is_noted = self.notes.as_ref().is_some_and(|notes| notes.learns(ask.seat));
        if is_noted {
            return self.draw_and_note(ask, (script, learned), counts, stream);
        }
        let first = script.vocabulary().points[point].parts_of(0).start;
        let mut start = 0;
        for ((part, &count), terms) in (first..).zip(counts).zip(&learned.parts) {
            if count > 0 {
                let columns = &mut self.columns[point][part];
                terms.sum(&self.context, columns, count, &mut self.terms[start..]);
                start += count;
            }
        }
        if let Some(layer) = &learned.layer {
            self.add_layer(point, first, counts, layer);
        }
        for term in &mut self.terms[..total] {
            if term.is_nan() {
                *term = f64::NEG_INFINITY;
            }
        }
        let by = 1.0 / learned.temperature;
        let logit =
            |plan: &Plan| -> f64 { plan.rows().map(|row| self.scores[0][row] * by + self.terms[row]).sum() };
        self.logits.clear();
        self.logits.extend(self.plans.iter().map(logit));
        let drawn = match ask.mixes() {
            true => soften(self.logits.iter().copied(), 1.0, stream, &mut self.weights),
            false => {
                let most = first_most(&self.logits);
                self.weights.clear();
                self.weights.extend((0..self.logits.len()).map(|at| f64::from(u8::from(at == most))));
                most
            }
        };
        if self.why.is_some() {
            let verdict = if ask.mixes() { Verdict::Softened } else { Verdict::Best };
            let (plans, scores) = (self.plans.clone(), self.logits.clone());
            let learned = Some(learned);
            let compared =
                AnswerComparison { script, learned, point, counts, scores, chosen: drawn, verdict };
            let whole = |at: usize| plans[at].rows().map(&label).collect::<Vec<_>>().join(" + ");
            self.compare(compared, whole, |at| plans[at]);
        }
        drawn
    }

    /// Adds the output of a hidden layer for each candidate to its terms.
    #[inline(never)]
    fn add_layer(&mut self, point: usize, first: usize, counts: &[usize], layer: &CompiledLayer) {
        let CompiledLayer { layer: Layer { inputs, network }, parts } = layer;
        let Evaluator { context, columns, terms, units, units_base, .. } = self;
        network.begin(|at| context[at], units_base);
        let mut start = 0;
        for ((part, &count), compiled) in (first..).zip(counts).zip(parts) {
            if count == 0 {
                continue;
            }
            units.clear();
            (0..count).for_each(|_| units.extend_from_slice(units_base));
            let blocks = network.shape().blocks();
            compiled.each(context, &mut columns[point][part], count, |at, found| {
                let scale = inputs[at].scale;
                for (sums, &value) in units.chunks_exact_mut(blocks).zip(found) {
                    network.add_input(at, placed(value, scale), sums);
                }
            });
            let candidates = units.chunks_exact(blocks).zip(&mut terms[start..]);
            candidates.for_each(|(sums, term)| *term += network.output(sums));
            start += count;
        }
    }

    /// Draws by the learner's weights, and records the decision with all its answers.
    fn draw_and_note<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        (script, learned): (&Script, &LearnedDecision),
        counts: &[usize],
        stream: &mut Stream,
    ) -> usize {
        let Evaluator { context, columns, scores, plans, logits, weights, notes, units, units_base, .. } =
            self;
        let Some(notes) = notes else { return 0 };
        let point = ask.decision.index();
        let first = script.vocabulary().points[point].parts_of(0).start;
        let width = learned.width();
        let total: usize = counts.iter().sum();
        let (values, scores) = (notes.values.len(), &scores[0][..total]);
        notes.values.resize(values + total * width, 0.0);
        let is_survey = notes.policy == BehaviorPolicy::Survey;
        let by = if is_survey { 1.0 } else { 1.0 / learned.temperature };
        // If every answer has one candidate, only differences of scores matter.
        let is_list = plans.iter().all(|plan| plan.rows().count() == 1);
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let top = if is_list && top.is_finite() { top } else { 0.0 };
        for (row, &score) in scores.iter().enumerate() {
            let score = ((score - top) * by).clamp(-FURTHEST, FURTHEST);
            notes.values[values + row * width] = score as f32;
        }
        // Records terms or inputs, in the columns from `offset` on.
        let mut note = |parts: &[Terms], offset: usize, scale: &dyn Fn(usize) -> Scale| {
            let mut start = 0;
            for ((part, &count), compiled) in (first..).zip(counts).zip(parts) {
                if count > 0 {
                    compiled.each(context, &mut columns[point][part], count, |at, found| {
                        let scale = scale(at);
                        for (row, &value) in (start..).zip(found) {
                            let value = if value.is_nan() { scale.mean } else { value };
                            let placed = notes.placed(value, scale);
                            notes.values[values + row * width + offset + at] = placed;
                        }
                    });
                    start += count;
                }
            }
        };
        note(&learned.parts, 1, &|at| learned.terms[at].scale);
        if let Some(CompiledLayer { layer, parts }) = &learned.layer {
            note(parts, 1 + learned.terms.len(), &|at| layer.inputs[at].scale);
        }
        let noted = &notes.values[values..];
        let own = script.point_at(point).temperature;
        let softness = if own > 0.0 { own } else { 1e-9 };
        // The logit of every candidate, then those of whole answers.
        let by_row = &mut *weights;
        by_row.clear();
        match notes.weights(point) {
            Some(policy) if !policy.linear.is_empty() => {
                policy.logits(noted, |at| context[at], (units_base, units), by_row);
            }
            // Nothing is trained here; the recorded score is already divided by the temperature.
            Some(_) => by_row.extend(noted.chunks_exact(width).map(|values| f64::from(values[0]))),
            None => by_row.extend(noted.chunks_exact(width).map(|values| f64::from(values[0]) / softness)),
        }
        logits.clear();
        logits.extend(plans.iter().map(|plan| plan.rows().map(|row| by_row[row]).sum::<f64>()));
        let drawn = soften(logits.iter().copied(), 1.0, stream, weights);
        let drawn = notes.take_forced().filter(|&forced| forced < plans.len()).unwrap_or(drawn);
        let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let log_chance = logits[drawn] - most - libm::log(weights.iter().sum());
        let first_plan = notes.plans.len();
        notes.plans.extend(plans.iter());
        notes.decisions.push(DecisionNote {
            point: point as u8,
            seat: ask.seat,
            candidates: total as u16,
            values,
            plans: plans.len() as u16,
            first_plan,
            chosen: drawn as u16,
            log_chance,
        });
        notes.context.extend(context.iter().map(|&value| value as f32));
        drawn
    }
}
