mod features;
#[cfg(test)]
mod promises;
mod roll;
pub mod vocabulary;

use crate::rules::{
    Action, Decision, Delectable, HAND, Observation, Phase,
    components::{KINDS, Kind},
    variant::Extra,
};
use features::{Reviews, Standing, Top};
use roll::{PileOffer, Problem, RollChoice};
use sim_engine::{Offer, bits, text::people};
use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary, spec::flag, title::title, why::Answer,
};
use vocabulary::{Again, RollAction, VOCABULARY, roll_part, roll_slot, turn_part};

/// The game with its script vocabulary, shipped strategies, strong players and experiments.
pub static TITLE: CompiledTitle<Delectable> = title!(Delectable, &VOCABULARY);

impl Scripted for Delectable {
    type Cache = ();

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        evaluator: &mut Evaluator,
        (): &mut (),
        answer: &mut Vec<Action>,
    ) {
        debug_assert_eq!(ask.offer, Offer::Actions, "Delectable has no amounts");
        let point = script.point(ask.decision);
        let wanted = point.part_masks[0];
        let me = Standing::new(ask.seen, ask.seat);
        let weighs_roll = matches!(ask.decision, Decision::Turn | Decision::Again);
        let roll_mask = if weighs_roll { script.point(Decision::Roll).context_mask } else { 0 };
        features::context(&me, point.context_mask | roll_mask, &mut evaluator.context);
        match ask.decision {
            Decision::Turn => {
                // Legal actions list the Roll Action first, then reviews, then commits.
                let is_commit = |action: &Action| matches!(action, Action::Commit { .. });
                let commits = &ask.legal[ask.legal.partition_point(|action| !is_commit(action))..];
                let masks = &point.part_masks;
                let columns = evaluator.columns(ask.decision, turn_part::REVIEW);
                let reviews = Reviews::new(&me, masks[turn_part::REVIEW], columns);
                let columns = evaluator.columns(ask.decision, turn_part::COMMIT);
                features::commits(&me, commits, masks[turn_part::COMMIT], columns);
                let choice = RollAction::RollValue
                    .is_in(masks[turn_part::ROLL])
                    .then(|| choose_roll(&me, ask, script, evaluator));
                if let Some(choice) = choice {
                    let columns = evaluator.columns(ask.decision, turn_part::ROLL);
                    columns.set(RollAction::RollValue as usize, 0, choice.worth);
                }
                let counts = [1, reviews.count(), commits.len()];
                let others = ask.legal.len() - commits.len();
                evaluator.pick_alike(ask, script, &counts, answer, |at| match ask.legal[at] {
                    Action::Review { card, to } => {
                        1 + me.card(card).map_or(0, |face| reviews.sort_of(face, to))
                    }
                    Action::Commit { .. } => 1 + reviews.count() + at - others,
                    _ => 0,
                });
                return follow_ahead(choice, ask.seen, evaluator, answer);
            }
            Decision::Roll => {
                let choice = choose_roll(&me, ask, script, evaluator);
                return follow(choice, evaluator, answer);
            }
            Decision::Again => {
                let columns = evaluator.columns(ask.decision, 0);
                for (at, action) in ask.legal.iter().enumerate() {
                    columns.set(Again::IsAgain as usize, at, flag(*action == Action::Again));
                    columns.set(Again::RollValue as usize, at, 0.0);
                }
                let choice = Again::RollValue.is_in(wanted).then(|| choose_roll(&me, ask, script, evaluator));
                if let Some(choice) = choice {
                    evaluator.columns(ask.decision, 0).set(Again::RollValue as usize, 0, choice.worth);
                }
                evaluator.pick(ask, script, answer);
                return follow_ahead(choice, ask.seen, evaluator, answer);
            }
            Decision::Victim => features::victims(&me, ask.legal, wanted, evaluator.columns(ask.decision, 0)),
            Decision::Loss => features::losses(&me, ask.legal, wanted, evaluator.columns(ask.decision, 0)),
            Decision::Rename => {
                let piles = Piles::new(ask.seen);
                features::piles(&me, piles.tops(), wanted, evaluator.columns(ask.decision, 0));
            }
            Decision::Theft => features::thefts(&me, ask.legal, evaluator.columns(ask.decision, 0)),
            Decision::Trim => return trim(&me, ask, script, evaluator, answer),
        }
        evaluator.pick(ask, script, answer);
    }
}

/// After an answer that leads to a Roll Action, also answers the Roll Action with the choice already found.
///
/// The game does not ask for a Roll Action without alternatives. An evaluator that explains decisions solves
/// the Roll Action again when asked, to give its reasons there.
fn follow_ahead(
    choice: Option<RollChoice>,
    seen: Observation<'_>,
    evaluator: &mut Evaluator,
    answer: &mut Vec<Action>,
) {
    let rolls = match answer.last() {
        Some(Action::Roll) => true,
        Some(Action::Again) => seen.rules.variant.extra == Extra::Roll,
        _ => false,
    };
    let is_forced = || seen.hand(seen.seat).len() == 0 && Piles::new(seen).tops().len() == 1;
    if let Some(choice) = choice.filter(|_| rolls && !evaluator.explains() && !is_forced()) {
        follow(choice, evaluator, answer);
    }
}

fn follow(choice: RollChoice, evaluator: &mut Evaluator, answer: &mut Vec<Action>) {
    evaluator.solved(choice.worth);
    push_discards(choice.discards, answer);
    answer.push(Action::Name { pile: Kind::ALL[choice.pile] });
}

/// The piles that have a card, in the order of kinds.
struct Piles<'a> {
    tops: [Top<'a>; KINDS],
    count: usize,
}

impl<'a> Piles<'a> {
    fn new(seen: Observation<'a>) -> Piles<'a> {
        let mut piles = Piles { tops: [(Kind::Servers, seen.rules.face_of_row(0)); KINDS], count: 0 };
        for kind in Kind::ALL {
            if let Some(face) = seen.top(kind) {
                piles.tops[piles.count] = (kind, face);
                piles.count += 1;
            }
        }
        piles
    }

    fn tops(&self) -> &[Top<'a>] {
        &self.tops[..self.count]
    }
}

/// Worth of keeping a card that can no longer be discarded; above the worth of any roll.
const STAYS: f64 = 1e15;

fn choose_roll(
    me: &Standing<'_>,
    ask: &Ask<'_, Delectable>,
    script: &Script,
    evaluator: &mut Evaluator,
) -> RollChoice {
    let seen = ask.seen;
    let point = script.point(Decision::Roll);
    let rules = seen.rules;
    let piles = Piles::new(seen);
    let tops = piles.tops();
    let columns = evaluator.columns(Decision::Roll, roll_part::PILE);
    features::piles(me, tops, point.part_masks[roll_part::PILE], columns);
    let columns = evaluator.columns(Decision::Roll, roll_part::CARD);
    let cards = features::cards(me, point.part_masks[roll_part::CARD], columns);
    let pile_name = |at: usize| tops[at].0.word().to_owned();
    evaluator.score(script, Decision::Roll, roll_slot::VALUE, tops.len(), pile_name);
    evaluator.score(script, Decision::Roll, roll_slot::ANYWAY, tops.len(), pile_name);
    let card_name = |at: usize| {
        let face = seen.hand(seen.seat).nth(at);
        face.map_or_else(String::new, |face| {
            format!("{} {}-star {}", at + 1, face.stars, face.kind.singular())
        })
    };
    evaluator.score(script, Decision::Roll, roll_slot::KEEP, cards, card_name);

    let mut keeps = &evaluator.scores(roll_slot::KEEP)[..cards];
    let mut late = [STAYS; HAND];
    if let Phase::Roll { from: from @ 1.. } = seen.phase() {
        // In an unfinished chain, cards left of `from` can no longer be discarded.
        let from = usize::from(from).min(cards);
        late[from..cards].copy_from_slice(&keeps[from..]);
        keeps = &late[..cards];
    }
    let (values, anyways) = (evaluator.scores(roll_slot::VALUE), evaluator.scores(roll_slot::ANYWAY));
    let die_faces = rules.variant.die_faces;
    let mut offers = [PileOffer::default(); KINDS];
    for (((slot, &(kind, face)), &value), &anyway) in offers.iter_mut().zip(tops).zip(values).zip(anyways) {
        *slot = PileOffer::new(kind.index(), value, anyway, features::need(me, face), die_faces);
    }
    let mut piles = tops.len();
    if ask.never.is_some() {
        // Excludes piles that the strategy must never name, unless there are no others.
        let allowed = |offer: &PileOffer| ask.allows(Action::Name { pile: Kind::ALL[offer.kind] });
        offers[..piles].sort_by_key(|offer| !allowed(offer));
        let open = offers[..piles].iter().filter(|offer| allowed(offer)).count();
        piles = if open > 0 { open } else { piles };
    }
    let problem = Problem {
        hand: me.faces(),
        keeps,
        piles: &offers[..piles],
        surplus: cards.saturating_sub(rules.variant.hand_limit),
        places: rules.variant.modifier_cards,
        die_faces,
    };
    let choice = problem.solve();
    if evaluator.explains() {
        let answers = answers(&problem);
        evaluator.weigh(answers);
    }
    choice
}

/// The best Roll Action for each pile as readable answers, best first.
#[cold]
fn answers(problem: &Problem<'_>) -> Vec<Answer> {
    let answer = |pile: &PileOffer| {
        let alone = Problem { piles: std::slice::from_ref(pile), ..problem.clone() };
        let choice = alone.solve();
        let gone: Vec<String> = bits(choice.discards).map(|at| (at + 1).to_string()).collect();
        let discards = if gone.is_empty() { "nothing".to_owned() } else { gone.join(", ") };
        let name = Kind::ALL[choice.pile].word();
        let chance = people::fixed(problem.success(&choice) * 100.0, 0);
        Answer { label: format!("{name}, discarding {discards}: {chance} %"), worth: choice.worth }
    };
    let mut answers: Vec<Answer> = problem.piles.iter().map(answer).collect();
    // The sort is stable, so the chosen answer stays first among ties.
    answers.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    answers
}

/// Pushes the actions of a discard set in ascending order. Each position refers to the hand after the
/// previous discards.
fn push_discards(discards: u16, answer: &mut Vec<Action>) {
    let cards = bits(discards).enumerate().map(|(gone, at)| (at - gone) as u8);
    answer.extend(cards.map(|card| Action::Discard { card }));
}

#[inline(never)]
fn trim(
    me: &Standing<'_>,
    ask: &Ask<'_, Delectable>,
    script: &Script,
    evaluator: &mut Evaluator,
    answer: &mut Vec<Action>,
) {
    let wanted = script.point(ask.decision).part_masks[0];
    let cards = features::cards(me, wanted, evaluator.columns(ask.decision, 0));
    let from = match ask.seen.phase() {
        Phase::Trim { from } => usize::from(from),
        _ => 0,
    };
    evaluator.score(script, ask.decision, 0, cards, |at| (at + 1).to_string());
    let scores = evaluator.scores(0);
    let mut discards = 0u16;
    for _ in ask.game.variant.hand_limit..cards {
        let open = (from..cards).filter(|at| discards >> at & 1 == 0);
        if let Some(at) = open.min_by(|&a, &b| scores[a].total_cmp(&scores[b])) {
            discards |= 1 << at;
        }
    }
    evaluator.solved(0.0);
    push_discards(discards, answer);
}
