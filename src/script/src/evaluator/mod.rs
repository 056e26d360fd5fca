//! Scratch space in which a decision is computed, reused from decision to decision.
//!
//! Each worker has one evaluator. It runs formulas and breaks ties. On request it records every candidate,
//! feature and score.

mod draw;
mod explain;

use std::ops::Range;

use explain::AnswerComparison;

use crate::{
    Ask, LearnedDecision, Notes,
    formula::{COLUMN, Column, Columns, Program},
    network::Lanes,
    notes::Plan,
    script::{Script, SlotScript},
    spec::Vocabulary,
    why::{Answer, ScoredPart, Verdict, Why},
};
use sim_engine::{Amount, Game, Listed, Offer, Seat, Stream};

/// Selects a formula and its candidates: indices of a decision, its slot and its part.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub point: usize,
    pub slot: usize,
    pub part: usize,
}

/// Scratch space for the decisions of one game under one vocabulary.
pub struct Evaluator {
    /// Values of the context features, by index.
    pub context: Vec<f64>,
    /// By point, then by part.
    columns: Vec<Vec<Columns>>,
    /// Scores of the candidates, by slot of the point.
    scores: Vec<Column>,
    /// Candidates scored since the counter was last read.
    pub candidates: u64,
    /// Formulas, by their number in the vocabulary, with the count of NaN results since the list was last read.
    pub not_a_number: Vec<(usize, u32)>,
    why: Option<Why>,
    /// Scores of the legal actions of a list; see [`Evaluator::rank`].
    ranks: Option<Vec<f64>>,
    /// Probabilities of the legal actions of a list; see [`Evaluator::keep_probabilities`].
    probabilities: Option<Vec<f64>>,
    /// For learned decisions: the sum of each candidate's terms and hidden layer, the whole answers, and their
    /// logits.
    terms: Column,
    plans: Vec<Plan>,
    logits: Vec<f64>,
    /// Unnormalized probabilities of the last draw.
    weights: Vec<f64>,
    /// Weighted sums of the units of a hidden layer: of each candidate, and the share common to all candidates.
    units: Vec<Lanes>,
    units_base: Vec<Lanes>,
    notes: Option<Box<Notes>>,
}

impl Evaluator {
    /// Creates scratch space for this vocabulary, with 0 for every feature.
    pub fn new(vocabulary: &'static Vocabulary) -> Evaluator {
        let slots = vocabulary.points.iter().map(|point| point.slots.len()).max().unwrap_or(0);
        Evaluator {
            context: vec![0.0; vocabulary.context.len()],
            columns: vocabulary
                .points
                .iter()
                .map(|point| {
                    let more = point.of_amounts().len();
                    point.parts.iter().map(|part| Columns::new(part.features.len() + more)).collect()
                })
                .collect(),
            scores: vec![COLUMN; slots],
            candidates: 0,
            not_a_number: Vec::new(),
            why: None,
            ranks: None,
            probabilities: None,
            terms: COLUMN,
            plans: Vec::new(),
            logits: Vec::new(),
            weights: Vec::new(),
            units: Vec::new(),
            units_base: Vec::new(),
            notes: None,
        }
    }

    /// Sets every feature to this value. A feature that still has it after a decision was never written.
    #[doc(hidden)]
    pub fn poison(&mut self, value: f64) {
        self.context.fill(value);
        self.columns.iter_mut().flatten().for_each(|columns| columns.poison(value));
    }

    /// Starts recording the decisions of learning seats.
    pub fn note(&mut self, notes: Notes) {
        self.notes = Some(Box::new(notes));
    }

    /// The recorded decisions, if recording is on.
    #[inline]
    pub fn notes(&mut self) -> Option<&mut Notes> {
        self.notes.as_deref_mut()
    }

    /// Stops recording and returns the recorded decisions.
    pub fn take_notes(&mut self) -> Option<Notes> {
        self.notes.take().map(|notes| *notes)
    }

    /// Starts keeping the scores of lists.
    pub fn rank(&mut self) {
        self.ranks.get_or_insert_default().clear();
    }

    /// Stops keeping scores. Returns those of the legal actions of the list answered since [`Evaluator::rank`];
    /// empty if no list was scored action by action.
    pub fn take_ranks(&mut self) -> Vec<f64> {
        self.ranks.take().unwrap_or_default()
    }

    /// Starts keeping the probabilities of the actions of lists.
    #[doc(hidden)]
    pub fn keep_probabilities(&mut self) {
        self.probabilities.get_or_insert_default().clear();
    }

    /// Stops keeping probabilities. Returns those of the legal actions of the list answered since
    /// [`Evaluator::keep_probabilities`]; empty if a solver answered, or an amount was asked for.
    #[doc(hidden)]
    pub fn take_probabilities(&mut self) -> Vec<f64> {
        self.probabilities.take().unwrap_or_default()
    }

    /// Starts keeping the reasons of each decision.
    pub fn explain(&mut self) {
        self.why = Some(Why::default());
    }

    /// Whether reasons are kept.
    #[inline]
    pub fn explains(&self) -> bool {
        self.why.is_some()
    }

    /// Takes the reasons of the decision just made, if they are kept.
    #[inline]
    pub fn take_why(&mut self) -> Option<Why> {
        self.why.as_mut().map(std::mem::take)
    }

    /// Records the answers that a solver considered, best first, if reasons are kept.
    pub fn weigh(&mut self, answers: Vec<Answer>) {
        if let Some(why) = &mut self.why {
            why.answers = answers;
        }
    }

    /// Records how the choice was made, if reasons are kept.
    pub fn conclude(&mut self, verdict: impl FnOnce() -> Verdict) {
        if let Some(why) = &mut self.why {
            why.verdict = Some(verdict());
        }
    }

    /// Records that a solver found the best whole answer: the first of those it considered.
    pub fn solved(&mut self, worth: f64) {
        if let Some(why) = &mut self.why {
            why.chosen = (!why.answers.is_empty()).then_some(0);
            why.verdict = Some(Verdict::Solved { worth });
        }
    }

    /// Replaces the reasons by those of a decision made outside the evaluator, if reasons are kept.
    pub fn reason(&mut self, why: impl FnOnce() -> Why) {
        if let Some(own) = &mut self.why {
            *own = why();
        }
    }

    /// Sets a context feature for this decision.
    #[inline]
    pub fn set_context(&mut self, feature: impl Listed, value: f64) {
        self.context[feature.index()] = value;
    }

    /// The columns for the features of a part's candidates.
    #[inline]
    pub fn columns(&mut self, point: impl Listed, part: usize) -> &mut Columns {
        &mut self.columns[point.index()][part]
    }

    /// Runs the formula of a slot for the first `count` candidates of its part.
    ///
    /// A NaN result counts as the lowest score. `label` names a candidate for people.
    pub fn score(
        &mut self,
        script: &Script,
        point: impl Listed,
        slot: usize,
        count: usize,
        label: impl Fn(usize) -> String,
    ) -> &[f64] {
        let point = point.index();
        let part = script.point_at(point).slots[slot].first_part;
        self.score_part(script, Place { point, slot, part }, 0..count, label);
        &self.scores[slot][..count]
    }

    /// Runs the formula of a one-part list for the first `count` candidates, which must be of this group.
    pub fn score_group(&mut self, script: &Script, point: impl Listed, group: usize, count: usize) -> &[f64] {
        let point = point.index();
        let program = &script.point_at(point).slots[0].groups[group];
        self.run(script, program, Place { point, slot: 0, part: 0 }, 0..count);
        &self.scores[0][..count]
    }

    fn score_part(
        &mut self,
        script: &Script,
        place: Place,
        range: Range<usize>,
        label: impl Fn(usize) -> String,
    ) {
        let Place { point, slot, part } = place;
        let SlotScript { programs, first_part, .. } = &script.point_at(point).slots[slot];
        self.run(script, &programs[part - first_part], place, range.clone());
        if let Some(why) = &mut self.why {
            let (columns, scores) = (&self.columns[point][part], &self.scores[slot][range]);
            let reasons = ScoredPart::new(script, place, &self.context, columns, scores, label);
            why.parts.push(reasons);
        }
    }

    #[inline(always)]
    fn run(&mut self, script: &Script, program: &Program, place: Place, range: Range<usize>) {
        let Place { point, slot, part } = place;
        let (columns, count) = (&mut self.columns[point][part], range.len());
        program.run(&self.context, columns, count, &mut self.scores[slot][range.start..]);
        let scores = &mut self.scores[slot][range];
        let mut wrong = 0;
        for score in &mut *scores {
            if score.is_nan() {
                *score = f64::NEG_INFINITY;
                wrong += 1;
            }
        }
        if wrong > 0 {
            self.not_a_number.push((script.vocabulary().formula(point, slot), wrong));
        }
        self.candidates += count as u64;
    }

    /// The scores that [`Evaluator::score`] left for a slot.
    #[inline]
    pub fn scores(&self, slot: usize) -> &Column {
        &self.scores[slot]
    }

    /// Answers a list as [`Evaluator::pick`] does, or an amount as [`Evaluator::amount`].
    pub fn answer<G: Game>(&mut self, ask: &Ask<'_, G>, script: &Script, answer: &mut Vec<G::Action>) {
        match ask.offer {
            Offer::Actions => self.pick(ask, script, answer),
            Offer::Amount(limits) => {
                let amount = self.amount(ask, script, limits);
                answer.extend(ask.game.amount_action(amount));
            }
        }
    }

    /// Answers a list of one part: the best score of slot 0, ties broken by the seat's luck.
    ///
    /// The features of the legal actions must be in part 0 of the point.
    pub fn pick<G: Game>(&mut self, ask: &Ask<'_, G>, script: &Script, answer: &mut Vec<G::Action>) {
        self.pick_alike(ask, script, &[ask.legal.len()], answer, |at| at);
    }

    /// Answers a list of several parts, scoring equivalent actions once.
    ///
    /// `counts` is the number of candidates of each part; candidates are numbered part by part. `candidate` maps
    /// the index of a legal action to its candidate.
    pub fn pick_alike<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        script: &Script,
        counts: &[usize],
        answer: &mut Vec<G::Action>,
        candidate: impl Fn(usize) -> usize,
    ) {
        let mut start = 0;
        for (part, &count) in counts.iter().enumerate() {
            if count > 0 {
                let label = |at: usize| {
                    let likeness = (0..ask.legal.len()).find(|&action| candidate(action) == start + at);
                    likeness.map_or_else(String::new, |action| ask.legal[action].to_string())
                };
                let place = Place { point: ask.decision.index(), slot: 0, part };
                self.score_part(script, place, start..start + count, label);
                start += count;
            }
        }
        let chosen = match &script.point(ask.decision).learned {
            None => self.choose(ask, script, counts, &candidate, |at| Plan::single(candidate(at))),
            Some(learned) => self.choose_learned(ask, (script, learned), counts, candidate),
        };
        answer.push(ask.legal[chosen]);
    }

    /// Answers a list whose candidates are already scored in slot 0; see [`Evaluator::pick_alike`].
    pub fn pick_scored<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        (script, learned): (&Script, &LearnedDecision),
        count: usize,
        answer: &mut Vec<G::Action>,
        candidate: impl Fn(usize) -> usize,
    ) {
        let chosen = self.choose_learned(ask, (script, learned), &[count], candidate);
        answer.push(ask.legal[chosen]);
    }

    /// Answers a list whose actions combine some of the first `count` candidates, already scored in slot 0. The
    /// score of an action is the sum over its candidates.
    pub fn pick_joined<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        script: &Script,
        count: usize,
        answer: &mut Vec<G::Action>,
        plan: impl Fn(&G::Action) -> Plan,
        label: impl Fn(usize) -> String,
    ) {
        if script.point(ask.decision).learned.is_some() {
            let plans = ask.legal.iter().map(plan);
            let chosen = self.draw_plan(ask, script, count, plans, label);
            if let Some(probabilities) = &mut self.probabilities {
                probabilities.extend(shares(&self.weights));
            }
            answer.push(ask.legal[chosen]);
            return;
        }
        let Evaluator { scores, logits, .. } = self;
        logits.clear();
        let worth = |action: &G::Action| -> f64 { plan(action).rows().map(|row| scores[0][row]).sum() };
        logits.extend(ask.legal.iter().map(worth));
        scores[0][..logits.len()].copy_from_slice(logits);
        let chosen = self.choose(ask, script, &[count], |at| at, |at| plan(&ask.legal[at]));
        answer.push(ask.legal[chosen]);
    }

    /// Answers a list from given scores, one for each legal action.
    pub fn pick_known<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        script: &Script,
        scores: impl Iterator<Item = f64>,
        answer: &mut Vec<G::Action>,
    ) {
        for (place, score) in self.scores[0].iter_mut().zip(scores) {
            *place = score;
        }
        let (count, rows) = self.rows_by_label(ask);
        let chosen =
            self.choose(ask, script, &[count], |at| at, |at| rows.get(at).copied().unwrap_or_default());
        answer.push(ask.legal[chosen]);
    }

    /// Returns the index of the chosen action: the highest score of slot 0, or a draw if the decision has a
    /// temperature. `rows` maps an action to its candidates, out of the `counts` of each part.
    fn choose<G: Game>(
        &mut self,
        ask: &Ask<'_, G>,
        script: &Script,
        counts: &[usize],
        candidate: impl Fn(usize) -> usize,
        rows: impl Fn(usize) -> Plan,
    ) -> usize {
        let (count, scores) = (ask.legal.len(), &self.scores[0]);
        let score = |at: usize| scores[candidate(at)];
        if let Some(ranks) = &mut self.ranks {
            ranks.extend((0..count).map(score));
        }
        let temperature = if ask.mixes() { script.point(ask.decision).temperature } else { 0.0 };
        let (mut best, mut ties) = (0, 1);
        if temperature > 0.0 {
            let (mut stream, weights) = (ask.luck.stream(), &mut self.weights);
            best = soften((0..count).map(score), temperature, &mut stream, weights);
            if let Some(probabilities) = &mut self.probabilities {
                probabilities.extend(shares(weights));
            }
        } else {
            let mut top = score(0);
            for at in 1..count {
                let score = score(at);
                if score > top {
                    (best, top, ties) = (at, score, 1);
                } else if score == top {
                    ties += 1;
                }
            }
            if ties > 1 {
                let wanted = ask.luck.index(ties);
                best = (0..count).filter(|&at| score(at) == top).nth(wanted).unwrap_or(best);
            }
            if let Some(probabilities) = &mut self.probabilities {
                probabilities
                    .extend((0..count).map(|at| f64::from(u8::from(score(at) == top)) / ties as f64));
            }
        }
        if self.why.is_some() {
            let verdict = match (temperature > 0.0, ties) {
                (true, _) => Verdict::Softened,
                (false, 1) => Verdict::Best,
                (false, _) => Verdict::Tie { ties },
            };
            let (scores, point) = ((0..count).map(score).collect(), ask.decision.index());
            let compared =
                AnswerComparison { script, learned: None, point, counts, scores, chosen: best, verdict };
            self.compare(compared, |at| ask.legal[at].to_string(), rows);
        }
        best
    }

    /// Answers an amount with slot 0, rounded down to a legal amount: never up into a purchase.
    ///
    /// A score below the minimum, or NaN, is a pass where passing is legal, else the minimum. A learned decision
    /// draws from amounts around the result.
    pub fn amount<G: Game>(&mut self, ask: &Ask<'_, G>, script: &Script, limits: Amount) -> Option<i32> {
        let wanted = self.score(script, ask.decision, 0, 1, |_| "amount".to_owned())[0];
        let amount = settle(wanted, limits);
        if let Some(learned) = &script.point(ask.decision).learned {
            return self.draw_amount(ask, (script, learned), amount, limits);
        }
        if self.why.is_some() {
            self.reason_amount((script, ask.decision.index()), wanted, amount, limits);
        }
        amount
    }
}

/// Rounds a wanted amount down to a legal one; `None` is a pass.
fn settle(wanted: f64, limits: Amount) -> Option<i32> {
    let fallback = (!limits.may_pass).then_some(limits.min);
    if wanted.is_nan() || wanted < f64::from(limits.min) || limits.max < limits.min {
        return fallback;
    }
    // The amount lies between min and max, so the number of steps below it fits.
    let steps = ((wanted.min(f64::from(limits.max)) - f64::from(limits.min)) / f64::from(limits.step)) as i32;
    Some(limits.min + steps * limits.step)
}

/// Draws a candidate with probability proportional to `exp(score / temperature)`, and fills `weights`.
#[inline(never)]
fn soften(
    scores: impl Iterator<Item = f64> + Clone,
    temperature: f64,
    stream: &mut Stream,
    weights: &mut Vec<f64>,
) -> usize {
    let top = scores.clone().fold(f64::NEG_INFINITY, f64::max);
    // If the top is infinite, or all scores are the lowest, differences are NaN. Then the candidates at the top
    // share the draw evenly.
    let weight = |score: f64| match top.is_finite() {
        true => libm::exp((score - top) / temperature),
        false => f64::from(u8::from(score == top)),
    };
    weights.clear();
    weights.extend(scores.map(weight));
    let mut left = stream.unit() * weights.iter().sum::<f64>();
    for (at, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return at;
        }
    }
    // Rounding may leave a remainder after the last candidate.
    weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0)
}

/// Weights as fractions of their sum.
fn shares(weights: &[f64]) -> impl Iterator<Item = f64> {
    let all: f64 = weights.iter().sum();
    weights.iter().map(move |weight| weight / all)
}

/// The index of the largest value; on ties the first.
#[doc(hidden)]
pub fn first_most(values: &[f64]) -> usize {
    (1..values.len()).fold(0, |best, at| if values[at] > values[best] { at } else { best })
}

/// The other seats, clockwise from the one after `seat`.
pub fn rivals(players: usize, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
    (1..players).map(move |steps| seat.after(steps, players))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::luck::{Luck, Purpose};

    #[test]
    fn an_amount_is_never_rounded_up_into_a_purchase() {
        let open = Amount { may_pass: true, min: 4, max: 11, step: 2 };
        for (wanted, amount) in [
            (3.9, None),
            (4.0, Some(4)),
            (5.9, Some(4)),
            (6.0, Some(6)),
            (1e300, Some(10)),
            (f64::INFINITY, Some(10)),
            (f64::NEG_INFINITY, None),
            (f64::NAN, None),
        ] {
            assert_eq!(settle(wanted, open), amount, "{wanted}");
        }
        let forced = Amount { may_pass: false, ..open };
        assert_eq!(settle(f64::NAN, forced), Some(4));
        assert_eq!(settle(-1.0, forced), Some(4));
    }

    #[test]
    fn temperature_draws_in_proportion_to_the_exponential() {
        // exp(0) : exp(ln 3) = 1 : 3 at temperature 1; the third candidate is never drawn.
        let scores = [0.0, 3f64.ln(), f64::NEG_INFINITY];
        let mut counts = [0u32; 3];
        for time in 0..40_000 {
            let mut stream = Luck::new(5, 0).stream(Purpose::new("test.soften"), time);
            counts[soften(scores.into_iter(), 1.0, &mut stream, &mut Vec::new())] += 1;
        }
        // Standard error of 10,000 of 40,000 at 1/4: 87.
        assert!(counts[0].abs_diff(10_000) < 350 && counts[2] == 0, "{counts:?}");
    }

    #[test]
    fn lowest_scores_alone_are_drawn_evenly() {
        let mut stream = Luck::new(6, 0).stream(Purpose::new("test.soften"), 0);
        let counts = (0..1000).fold([0; 2], |mut counts, _| {
            counts[soften([f64::NEG_INFINITY; 2].into_iter(), 2.0, &mut stream, &mut Vec::new())] += 1;
            counts
        });
        assert!(counts[0] > 400 && counts[1] > 400, "{counts:?}");
    }
}
