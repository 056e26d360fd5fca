use super::{super::episode::answer, Sample, Workbench};
use sim_engine::{Amount, Game, Offer, Stream};
use sim_script::{Ask, Scripted, Strategy};

pub struct Candidate<A> {
    /// The first action; for the base's own answer, all actions that the base wants to take.
    pub actions: Vec<A>,
    /// The rollouts so far.
    pub games: Vec<Sample>,
}

impl<A> Candidate<A> {
    fn new(actions: Vec<A>) -> Candidate<A> {
        Candidate { actions, games: Vec::new() }
    }
}

/// Writes at most `most` candidates: the base's own answer, then others, the most promising first. The base's scores
/// rank the actions of a list. Steps of a chain have no scores; chance orders them.
pub fn propose<G: Scripted>(
    base: &Strategy,
    ask: &Ask<'_, G>,
    most: usize,
    stream: &mut Stream,
    bench: &mut Workbench<G>,
    candidates: &mut Vec<Candidate<G::Action>>,
) {
    let mut own = Vec::new();
    let Workbench { evaluator, cache, .. } = bench;
    evaluator.rank();
    answer(base, ask, evaluator, cache, &mut None, &mut own);
    let scores = evaluator.take_ranks();
    let first = own[0];
    candidates.clear();
    candidates.push(Candidate::new(own));
    if most == 1 {
        return;
    }
    let mut others = match ask.offer {
        Offer::Amount(limits) => amounts(ask.game, limits, first),
        Offer::Actions => {
            let mut order: Vec<usize> = (0..ask.legal.len()).collect();
            stream.shuffle(&mut order);
            if scores.len() == ask.legal.len() {
                order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
            }
            order.into_iter().map(|at| ask.legal[at]).collect()
        }
    };
    others.retain(|&action| action != first);
    others.truncate(most - 1);
    candidates.extend(others.into_iter().map(|action| Candidate::new(vec![action])));
}

/// Amounts around the base's own, at growing distances, and a pass where it is legal.
fn amounts<G: Game>(game: &G, limits: Amount, own: G::Action) -> Vec<G::Action> {
    let Amount { may_pass, min, max, step } = limits;
    let action = |amount| game.amount_action(Some(amount));
    let centre = limits.amounts().find(|&amount| action(amount) == Some(own));
    let from = centre.unwrap_or(min);
    let mut amounts: Vec<G::Action> = action(from).into_iter().collect();
    let mut distance = step;
    while distance <= max.saturating_sub(from) || distance <= from.saturating_sub(min) {
        for amount in [from.saturating_add(distance), from.saturating_sub(distance)] {
            if (min..=max).contains(&amount) {
                amounts.extend(action(amount));
            }
        }
        distance = distance.saturating_mul(2);
    }
    // The pass comes after the nearest amounts on both sides.
    let place = amounts.len().min(3);
    amounts.splice(place..place, game.amount_action(None).filter(|_| may_pass));
    amounts
}
