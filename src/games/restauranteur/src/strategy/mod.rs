mod build;
mod features;
mod ground;
mod pace;
#[cfg(test)]
mod promises;
mod solver;
mod standing;
#[cfg(test)]
mod tests;
mod tolls;
pub mod vocabulary;

use crate::rules::{
    Action, Decision, Phase, Restauranteur,
    action::Chosen,
    components::{FACES, Face, faces},
};
use ground::Ground;
use sim_engine::Offer;
use sim_script::{Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary, title::title};
use standing::Standing;
use vocabulary::VOCABULARY;

/// The game with its script vocabulary, shipped strategies, strong players and experiments.
pub static TITLE: CompiledTitle<Restauranteur> = title!(Restauranteur, &VOCABULARY);

impl Scripted for Restauranteur {
    type Cache = Ground;

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    /// Nothing to forget: `Ground::renew` checks the cache before each use.
    fn forget(_: &mut Ground) {}

    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        evaluator: &mut Evaluator,
        ground: &mut Ground,
        answer: &mut Vec<Action>,
    ) {
        debug_assert_eq!(ask.offer, Offer::Actions, "Restauranteur has no amounts");
        ground.renew(ask.seen);
        let me = Standing::new(ask.seen, ask.seat, ground);
        let point = script.point(ask.decision);
        features::context(&me, point.context_mask, &mut evaluator.context);
        match ask.decision {
            Decision::Build => build::build(&me, ask, script, evaluator, answer),
            Decision::Improve | Decision::Drop => {
                // Playing or giving up none comes first, where it is legal.
                let is_played = ask.decision == Decision::Drop;
                let first =
                    usize::from(!matches!(ask.legal[0], Action::Drop { .. } | Action::Improve { .. }));
                let chosen = ask.legal[first..].iter().filter_map(|action| match *action {
                    Action::Improve { card, cuisines } | Action::Drop { card, cuisines } => {
                        Some(Chosen { card, cuisines })
                    }
                    _ => None,
                });
                let columns = evaluator.columns(ask.decision, 1);
                features::improvements(&me, chosen, is_played, point.part_masks[1], columns);
                evaluator.pick_alike(ask, script, &[first, ask.legal.len() - first], answer, |at| at);
            }
            Decision::Income => {
                features::occasions(&me, ask.legal, point.part_masks[0], evaluator.columns(ask.decision, 0));
                evaluator.pick(ask, script, answer);
            }
            Decision::Discard => discard(&me, ask, script, evaluator, answer),
        }
    }
}

fn discard(
    me: &Standing<'_>,
    ask: &Ask<'_, Restauranteur>,
    script: &Script,
    evaluator: &mut Evaluator,
    answer: &mut Vec<Action>,
) {
    let hand = me.seen.hand();
    let from = if let Phase::Discard { from } = me.table.phase { from } else { Face(0) };
    let mut list = [Face(0); FACES];
    let mut count = 0;
    for face in faces(hand.faces).filter(|&face| face >= from) {
        list[count] = face;
        count += 1;
    }
    let list = &list[..count];
    features::cards(me, list, script.point(ask.decision).part_masks[0], evaluator.columns(ask.decision, 0));
    evaluator.score(script, ask.decision, 0, count, |at| list[at].name());
    let scores = evaluator.scores(0);
    let mut gone = [0u8; FACES];
    let mut lost = 0.0;
    let mut stream = None;
    for _ in me.rules.hand_limit(me.table, me.seat)..hand.len() {
        let (mut worst, mut ties) = (None, 0);
        for at in (0..count).filter(|&at| gone[at] < hand.count(list[at])) {
            let least = worst.map_or(f64::INFINITY, |worst: usize| scores[worst]);
            if worst.is_none() || scores[at] < least {
                (worst, ties) = (Some(at), 1);
            } else if scores[at] == least {
                // Ties are broken uniformly at random.
                ties += 1;
                if stream.get_or_insert_with(|| ask.luck.stream()).index(ties) == 0 {
                    worst = Some(at);
                }
            }
        }
        if let Some(worst) = worst {
            gone[worst] += 1;
            lost += scores[worst];
        }
    }
    evaluator.solved(-lost);
    for (&face, &copies) in list.iter().zip(&gone) {
        answer.extend(std::iter::repeat_n(Action::Discard { face }, copies.into()));
    }
}
