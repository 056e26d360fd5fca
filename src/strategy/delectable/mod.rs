//! How scripts play Delectable.

mod features;
mod roll;
pub mod vocabulary;

use crate::{
    rules::{
        Offer,
        delectable::{
            Action, Delectable, Observation, Phase,
            card::{KINDS, Kind},
            decision,
        },
    },
    strategy::{Ask, Desk, Script, Scripted, Shipped, Vocabulary, shipped, why::Verdict},
};
use features::Standing;
use roll::{HandCard, PileOffer, Plan, Problem};
use vocabulary::{Again, Turn, VOCABULARY, roll_part, roll_slot};

/// The plan of the next Roll Action, found while the turn was weighed.
#[derive(Debug, Default)]
pub struct Notes {
    /// With the turn and the number of the Roll Action that it is for.
    plan: Option<((u16, u16), Plan)>,
}

impl Scripted for Delectable {
    type Notes = Notes;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn shipped() -> &'static [Shipped] {
        shipped![
            "delectable":
            "default",
            "value-diner",
            "prestige",
            "balancer",
            "raider",
            "saboteur",
            "fuel-engine",
            "greedy"
        ]
    }

    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        desk: &mut Desk,
        notes: &mut Notes,
        answer: &mut Vec<Action>,
    ) {
        debug_assert_eq!(ask.offer, Offer::Actions, "Delectable has no amounts");
        // A plan made while the turn was weighed still holds: nothing has happened since.
        if ask.kind == decision::ROLL
            && let Some((time, plan)) = notes.plan.take()
            && time == (ask.seen.turn(), ask.seen.rolls())
            && is_fresh(ask.seen)
        {
            return follow(plan, desk, answer);
        }
        let point = script.point(ask.kind);
        let wanted = point.part_masks[0];
        let me = Standing::new(ask.seen, ask.seat);
        let weighs_roll = matches!(ask.kind, decision::TURN | decision::AGAIN);
        let roll_mask = if weighs_roll { script.point(decision::ROLL).context_mask } else { 0 };
        features::context(&me, point.context_mask | roll_mask, &mut desk.context);
        match ask.kind {
            decision::TURN => {
                features::turn(&me, ask.legal, wanted, desk.columns(ask.kind, 0));
                if Turn::RollValue.is_in(wanted) {
                    // The Roll Action is the first of the legal actions.
                    let plan = plan_roll(&me, ask.seen, script, desk);
                    notes.plan = Some((next_roll(ask.seen), plan));
                    desk.columns(ask.kind, 0).set(Turn::RollValue as usize, 0, plan.worth);
                }
                desk.pick(ask, script, answer);
            }
            decision::ROLL => {
                let plan = plan_roll(&me, ask.seen, script, desk);
                follow(plan, desk, answer);
            }
            decision::AGAIN => {
                let columns = desk.columns(ask.kind, 0);
                for (at, action) in ask.legal.iter().enumerate() {
                    columns.set(Again::IsAgain as usize, at, f64::from(u8::from(*action == Action::Again)));
                    columns.set(Again::RollValue as usize, at, 0.0);
                }
                if Again::RollValue.is_in(wanted) {
                    let plan = plan_roll(&me, ask.seen, script, desk);
                    notes.plan = Some((next_roll(ask.seen), plan));
                    desk.columns(ask.kind, 0).set(Again::RollValue as usize, 0, plan.worth);
                }
                desk.pick(ask, script, answer);
            }
            decision::VICTIM => {
                features::victims(&me, ask.legal, wanted, desk.columns(ask.kind, 0));
                desk.pick(ask, script, answer);
            }
            decision::LOSS => {
                features::losses(&me, ask.legal, wanted, desk.columns(ask.kind, 0));
                desk.pick(ask, script, answer);
            }
            decision::RENAME => {
                let mut kinds = [Kind::Servers; KINDS];
                let count = offered_piles(ask.seen, &mut kinds);
                features::piles(&me, &kinds[..count], wanted, desk.columns(ask.kind, 0));
                desk.pick(ask, script, answer);
            }
            decision::THEFT => {
                features::thefts(&me, ask.legal, desk.columns(ask.kind, 0));
                desk.pick(ask, script, answer);
            }
            _ => trim(&me, ask, script, desk, answer),
        }
    }
}

/// Answers a Roll Action with a plan.
fn follow(plan: Plan, desk: &mut Desk, answer: &mut Vec<Action>) {
    desk.conclude(|| Verdict::Solved { worth: plan.worth, gap: None });
    push_discards(plan.discards, answer);
    answer.push(Action::Name { pile: Kind::ALL[plan.pile] });
}

/// The turn and the number of the next Roll Action, if it is this seat's.
fn next_roll(seen: Observation<'_>) -> (u16, u16) {
    (seen.turn(), seen.rolls() + 1)
}

/// Whether a Roll Action is about to start or has just started.
fn is_fresh(seen: Observation<'_>) -> bool {
    seen.phase() == Phase::Roll { from: 0 }
}

/// The piles that have a card, in the order of the kinds.
fn offered_piles(seen: Observation<'_>, kinds: &mut [Kind; KINDS]) -> usize {
    let mut count = 0;
    for kind in Kind::ALL.into_iter().filter(|&kind| seen.top(kind).is_some()) {
        kinds[count] = kind;
        count += 1;
    }
    count
}

/// The best Roll Action by the script's formulas, as the table stands.
fn plan_roll(me: &Standing<'_>, seen: Observation<'_>, script: &Script, desk: &mut Desk) -> Plan {
    let point = script.point(decision::ROLL);
    let rules = seen.rules();
    let mut kinds = [Kind::Servers; KINDS];
    let pile_count = offered_piles(seen, &mut kinds);
    let kinds = &kinds[..pile_count];
    features::piles(
        me,
        kinds,
        point.part_masks[roll_part::PILE],
        desk.columns(decision::ROLL, roll_part::PILE),
    );
    let cards =
        features::cards(me, point.part_masks[roll_part::CARD], desk.columns(decision::ROLL, roll_part::CARD));
    let pile_name = |at: usize| kinds[at].word().to_owned();
    desk.score(script, decision::ROLL, roll_slot::VALUE, pile_count, pile_name);
    desk.score(script, decision::ROLL, roll_slot::ANYWAY, pile_count, pile_name);
    let card_name = |at: usize| {
        let face = seen.hand(seen.seat()).nth(at);
        face.map_or_else(String::new, |face| {
            format!("{} {}-star {}", at + 1, face.stars, face.kind.singular())
        })
    };
    desk.score(script, decision::ROLL, roll_slot::KEEP, cards, card_name);

    let mut problem = Problem::new();
    problem.cards = cards;
    problem.pile_count = pile_count;
    problem.surplus = cards.saturating_sub(rules.variant.hand_limit);
    problem.places = rules.variant.modifier_cards;
    problem.die_faces = rules.variant.die_faces;
    for (at, face) in me.hand().enumerate() {
        problem.hand[at] = HandCard {
            keep: desk.scores(roll_slot::KEEP)[at],
            bonus: i32::from(face.discard),
            to: face.in_place,
            fills_place: face.fills_place,
        };
    }
    for (at, &kind) in kinds.iter().enumerate() {
        problem.piles[at] = PileOffer {
            kind: kind.index(),
            value: desk.scores(roll_slot::VALUE)[at],
            anyway: desk.scores(roll_slot::ANYWAY)[at],
            need: seen.top(kind).map_or(0, |face| features::need(me, face)),
        };
    }
    problem.solve()
}

/// The micro-actions of a discard set: ascending, each position counted in the hand as it is by then.
fn push_discards(discards: u16, answer: &mut Vec<Action>) {
    for (gone, position) in (0..16u8).filter(|position| discards >> position & 1 == 1).enumerate() {
        answer.push(Action::Discard { card: position - gone as u8 });
    }
}

/// Gives up the cards that are worth least to keep.
fn trim(
    me: &Standing<'_>,
    ask: &Ask<'_, Delectable>,
    script: &Script,
    desk: &mut Desk,
    answer: &mut Vec<Action>,
) {
    let wanted = script.point(ask.kind).part_masks[0];
    let cards = features::cards(me, wanted, desk.columns(ask.kind, 0));
    let from = match ask.seen.phase() {
        Phase::Trim { from } => usize::from(from),
        _ => 0,
    };
    desk.score(script, ask.kind, 0, cards, |at| (at + 1).to_string());
    let scores = desk.scores(0);
    let mut discards = 0u16;
    for _ in ask.game.variant.hand_limit..cards {
        let open = (from..cards).filter(|at| discards >> at & 1 == 0);
        if let Some(at) = open.min_by(|&a, &b| scores[a].total_cmp(&scores[b])) {
            discards |= 1 << at;
        }
    }
    desk.conclude(|| Verdict::Solved { worth: 0.0, gap: None });
    push_discards(discards, answer);
}
