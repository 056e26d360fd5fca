//! Explains decisions: ranks the answers, and compares the terms of the chosen one and the best other.

use super::Evaluator;
use crate::{
    Ask, LearnedDecision, Script,
    learned::{CompiledLayer, Layer},
    network::placed,
    notes::Plan,
    spec::{Feature, flag},
    why::{Answer, Term, Verdict},
};
use sim_engine::{Amount, Game};

/// The whole answers of a decision, and the chosen one.
pub(super) struct AnswerComparison<'a> {
    pub script: &'a Script,
    /// The learned section, if the scores are logits.
    pub learned: Option<&'a LearnedDecision>,
    pub point: usize,
    /// The number of candidates of each part that the first slot scores.
    pub counts: &'a [usize],
    pub scores: Vec<f64>,
    pub chosen: usize,
    pub verdict: Verdict,
}

impl Evaluator {
    /// Records the answers, best first, and the terms of the chosen one and of the best alternative. `rows` maps
    /// an answer to its candidates.
    #[cold]
    #[inline(never)]
    pub(super) fn compare(
        &mut self,
        compared: AnswerComparison<'_>,
        label: impl Fn(usize) -> String,
        rows: impl Fn(usize) -> Plan,
    ) {
        let AnswerComparison { ref scores, chosen, .. } = compared;
        let mut order: Vec<usize> = (0..scores.len()).collect();
        // The sort is stable: among equal scores the chosen answer comes first, and the others keep their order.
        order.sort_by(|&one, &other| {
            scores[other].total_cmp(&scores[one]).then((other == chosen).cmp(&(one == chosen)))
        });
        let other = order.iter().copied().find(|&at| at != chosen);
        let mut terms: Vec<Term> = Vec::new();
        for (at, is_other) in [(Some(chosen), false), (other, true)] {
            for row in at.map(&rows).iter().flat_map(Plan::rows) {
                for (text, value) in self.terms_of(&compared, row) {
                    let known = terms.iter().position(|term| term.term == text).unwrap_or_else(|| {
                        terms.push(Term { term: text, chosen: 0.0, alternative: other.map(|_| 0.0) });
                        terms.len() - 1
                    });
                    let Term { chosen, alternative, .. } = &mut terms[known];
                    *(if is_other { alternative.get_or_insert_default() } else { chosen }) += value;
                }
            }
        }
        let Some(why) = &mut self.why else { return };
        why.chosen = order.iter().position(|&at| at == chosen);
        why.answers = order.iter().map(|&at| Answer { label: label(at), worth: scores[at] }).collect();
        (why.terms, why.verdict) = (terms, Some(compared.verdict));
    }

    /// The terms of a candidate's score: the summands of the formula, and the learned terms.
    fn terms_of(&mut self, compared: &AnswerComparison<'_>, mut row: usize) -> Vec<(String, f64)> {
        let &AnswerComparison { script, learned, point, counts, .. } = compared;
        let spec = &script.vocabulary().points[point];
        let by = learned.map_or(1.0, |learned| 1.0 / learned.temperature);
        let mut terms = Vec::new();
        for ((at, part), &count) in spec.parts_of(0).enumerate().zip(counts) {
            if row >= count {
                row -= count;
                continue;
            }
            match learned {
                Some(_) if !spec.of_amounts().is_empty() => {
                    terms.push(("distance from the formula's amount".to_owned(), by * self.scores[0][row]));
                }
                _ => {
                    let summands = self.summands(script, (point, part), row);
                    terms.extend(summands.into_iter().map(|(text, value)| (text, by * value)));
                }
            }
            if let Some((learned, compiled)) =
                learned.and_then(|learned| Some((learned, learned.parts.get(at)?)))
            {
                compiled.each(&self.context, &mut self.columns[point][part], count, |term, values| {
                    let term = &learned.terms[term];
                    terms.push((term.text.clone(), term.weight * term.scale.place(values[row])));
                });
                if let Some(layer) = &learned.layer {
                    terms.extend(self.layer_terms(script, layer, (point, part, at), (row, count)));
                }
            }
            break;
        }
        terms
    }

    /// The contribution of a hidden layer to the score of a candidate: for each input the loss with the input at
    /// its mean (occlusion), and the joint effect of the inputs as the rest.
    fn layer_terms(
        &mut self,
        script: &Script,
        CompiledLayer { layer, parts }: &CompiledLayer,
        (point, part, at): (usize, usize, usize),
        (row, count): (usize, usize),
    ) -> Vec<(String, f64)> {
        let mut values = vec![0.0; layer.inputs.len()];
        parts[at].each(&self.context, &mut self.columns[point][part], count, |input, found| {
            values[input] = placed(found[row], layer.inputs[input].scale);
        });
        let (whole, lost) = layer.network.occlusions(&values, |at| self.context[at]);
        let rest = whole - lost.iter().sum::<f64>();
        let names = layer.all_inputs(script.vocabulary()).map(|(name, _)| Layer::label(name));
        let mut terms: Vec<(String, f64)> = names.zip(lost).collect();
        terms.push((Layer::label("inputs together"), rest));
        terms
    }

    /// The summands of the formula of the first slot for a candidate of a part.
    fn summands(&self, script: &Script, (point, part): (usize, usize), row: usize) -> Vec<(String, f64)> {
        let vocabulary = script.vocabulary();
        let own = &vocabulary.points[point].parts[part];
        let columns = &self.columns[point][part];
        let find =
            |features: &[Feature], name: &str| features.iter().position(|feature| feature.name == name);
        script.point_at(point).slots[0].formula.summands(|name| {
            let own_value = find(own.features, name).map(|at| columns.column(at)[row]);
            let value = own_value.or_else(|| Some(self.context[find(vocabulary.context, name)?]));
            // Features of other parts are 0 here; of the flags, only that of this part is 1.
            value.unwrap_or_else(|| flag(own.flag() == name))
        })
    }

    /// Matches actions to already scored candidates by label. Returns the number of candidates, and the candidate
    /// of each action; empty if no reasons are kept.
    pub(super) fn rows_by_label<G: Game>(&self, ask: &Ask<'_, G>) -> (usize, Vec<Plan>) {
        let Some(part) = self.why.as_ref().and_then(|why| why.parts.last()) else { return (0, Vec::new()) };
        let row = |label: String| part.candidates.iter().position(|candidate| candidate.label == label);
        let plan = |action: &G::Action| row(action.to_string()).map_or_else(Plan::default, Plan::single);
        (part.candidates.len(), ask.legal.iter().map(plan).collect())
    }

    /// Records the chosen amount, its neighbours, and the summands of the wanted amount.
    #[cold]
    #[inline(never)]
    pub(super) fn reason_amount(
        &mut self,
        (script, point): (&Script, usize),
        wanted: f64,
        amount: Option<i32>,
        limits: Amount,
    ) {
        let part = script.point_at(point).slots[0].first_part;
        let summands = self.summands(script, (point, part), 0);
        let Some(why) = &mut self.why else { return };
        why.answers = neighbours(wanted, amount, limits);
        why.chosen = Some(0);
        why.terms =
            summands.into_iter().map(|(term, chosen)| Term { term, chosen, alternative: None }).collect();
        why.verdict = Some(Verdict::Amount { wanted });
    }
}

/// The chosen amount, then the legal amounts one step away: the one nearer to `wanted` first, on ties the lower
/// one. A pass counts as one step below the minimum.
fn neighbours(wanted: f64, amount: Option<i32>, limits: Amount) -> Vec<Answer> {
    let Amount { may_pass, min, max, step } = limits;
    let pass = min.saturating_sub(step);
    let given = amount.unwrap_or(pass);
    let away = |other: &i32| (f64::from(*other) - wanted).abs();
    let is_legal = |other: &i32| (min..=max).contains(other) || may_pass && *other == pass;
    let mut others = [given.saturating_sub(step), given.saturating_add(step)];
    others.sort_by(|one, other| away(one).total_cmp(&away(other)));
    let others = others.into_iter().filter(|other| is_legal(other) && away(other).is_finite());
    let answer = |amount: i32| Answer {
        label: if amount < min { "a pass".to_owned() } else { amount.to_string() },
        worth: f64::from(amount),
    };
    std::iter::once(given).chain(others).map(answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::settle;

    #[test]
    fn the_next_amount_is_the_one_that_the_wish_is_nearest_to() {
        let open = Amount { may_pass: true, min: 4, max: 11, step: 2 };
        let forced = Amount { may_pass: false, ..open };
        let one = Amount { max: 5, ..forced };
        for (wanted, limits, expected) in [
            // Below the minimum: a pass, and the minimum next.
            (3.5, open, Some(("4", 0.5))),
            (4.25, open, Some(("6", 1.75))),
            (4.0, open, Some(("a pass", 2.0))),
            (4.0, forced, Some(("6", 2.0))),
            (6.5, open, Some(("8", 1.5))),
            (6.0, open, Some(("4", 2.0))),
            // 10 is the maximum: 12 would be above 11.
            (14.0, open, Some(("8", 6.0))),
            (-1.0, forced, Some(("6", 7.0))),
            (4.5, one, None),
            (f64::INFINITY, open, None),
            (f64::NAN, open, None),
        ] {
            let amounts = neighbours(wanted, settle(wanted, limits), limits);
            let next = amounts.get(1).map(|next| (next.label.as_str(), (next.worth - wanted).abs()));
            assert_eq!(next, expected, "{wanted}");
        }
    }
}
