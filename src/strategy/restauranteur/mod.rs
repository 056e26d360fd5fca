//! How scripts play Restauranteur.

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

use crate::{
    rules::{
        Offer,
        restauranteur::{
            Action, Decision, Phase, Restauranteur,
            action::Chosen,
            board::{CELLS, Cell, Cells, cells, lines_of},
            components::{Cuisine, Cuisines, FACES, Face, Faces, faces},
        },
    },
    strategy::{Ask, Desk, Script, Scripted, Vocabulary, why::Verdict},
};
use features::Best;
use ground::Ground;
use solver::{Numbers, Plan, Search};
use standing::Standing;
use vocabulary::{Site, VOCABULARY, build_part, build_slot};

impl Scripted for Restauranteur {
    type Memo = Ground;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    /// What is kept is held against the board before it is used.
    fn forget(_: &mut Ground) {}

    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        desk: &mut Desk,
        ground: &mut Ground,
        answer: &mut Vec<Action>,
    ) {
        debug_assert_eq!(ask.offer, Offer::Actions, "Restauranteur has no amounts");
        ground.renew(ask.seen.table());
        let me = Standing::new(ask.seen, ask.seat, ground);
        let point = script.point(ask.decision);
        features::context(&me, point.context_mask, &mut desk.context);
        match ask.decision {
            Decision::Build => build(&me, ask, script, desk, answer),
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
                features::improvements(
                    &me,
                    chosen,
                    is_played,
                    point.part_masks[1],
                    desk.columns(ask.decision, 1),
                );
                desk.pick_alike(ask, script, &[first, ask.legal.len() - first], answer, |at| at);
            }
            Decision::Income => {
                features::occasions(&me, ask.legal, point.part_masks[0], desk.columns(ask.decision, 0));
                desk.pick(ask, script, answer);
            }
            Decision::Discard => discard(&me, ask, script, desk, answer),
        }
    }
}

/// Builds, moves, or leaves it.
fn build(
    me: &Standing<'_>,
    ask: &Ask<'_, Restauranteur>,
    script: &Script,
    desk: &mut Desk,
    answer: &mut Vec<Action>,
) {
    let masks = &script.point(ask.decision).part_masks;
    let open = Open::of(me, ask);
    let (built, moved) = (open.built, open.moved);
    let has_moves = |cuisine: &Cuisine| me.own(*cuisine) & moved != 0;
    let mut types = [Cuisine::Italian; Cuisine::COUNT];
    let mut count = 0;
    for cuisine in Cuisine::all().filter(|cuisine| built & cuisine.bit() != 0 || has_moves(cuisine)) {
        types[count] = cuisine;
        count += 1;
    }
    let types = &types[..count];
    let name = |at: usize| types[at].word().to_owned();
    features::counters(
        me,
        types,
        masks[build_part::COUNTER],
        desk.columns(ask.decision, build_part::COUNTER),
    );
    desk.score(script, ask.decision, build_slot::VALUE, count, name);
    if moved != 0 {
        desk.score(script, ask.decision, build_slot::MOVE, count, name);
    }

    let mut numbers = [0; Cuisine::COUNT];
    let mut held = 0;
    let mut lines = 0;
    if built != 0 {
        for face in faces(open.numbers) {
            numbers[held] = face.0;
            held += 1;
            lines |= lines_of(face.0);
        }
    }
    let numbers = &numbers[..held];
    features::numbers(me, numbers, masks[build_part::NUMBER], desk.columns(ask.decision, build_part::NUMBER));
    desk.score(script, ask.decision, build_slot::KEEP, held, |at| (numbers[at] + 1).to_string());
    let numbers = Numbers::new(numbers, &desk.scores(build_slot::KEEP)[..held]);

    let wanted = masks[build_part::SITE];
    let best = Site::CampaignGain.is_in(wanted).then(|| Best::new(me));
    let mut stream = None;
    let draw = |below| stream.get_or_insert_with(|| ask.luck.stream()).index(below);
    let mut search = if open.made > 0 { Search::forced(draw) } else { Search::new(draw) };
    for (at, &cuisine) in types.iter().enumerate() {
        let movers = me.own(cuisine) & moved;
        let sites = if built & cuisine.bit() != 0 { me.rules.sites(me.table, cuisine) & lines } else { 0 };
        let mut places = sites | movers;
        for from in cells(movers) {
            places |= me.rules.destinations(me.table, cuisine, from);
        }
        let mut list = [Cell(0); CELLS];
        let mut count = 0;
        for cell in cells(places) {
            list[count] = cell;
            count += 1;
        }
        let list = &list[..count];
        let stars = me.seen.stars_after_build(me.seat, cuisine);
        features::sites(
            me,
            (cuisine, stars),
            list,
            best.as_ref(),
            wanted,
            desk.columns(ask.decision, build_part::SITE),
        );
        let scores =
            desk.score(script, ask.decision, build_slot::SITE, count, |at| format!("{cuisine} {}", list[at]));
        let mut worths = [0.0; CELLS];
        for (cell, &score) in list.iter().zip(scores) {
            worths[cell.index()] = score;
        }
        search.build(cuisine, desk.scores(build_slot::VALUE)[at], sites, &worths, &numbers);
        for from in cells(movers) {
            let value = desk.scores(build_slot::MOVE)[at];
            let destinations = me.rules.destinations(me.table, cuisine, from);
            search.shift(value, from, destinations, &worths);
        }
    }
    let (worth, gap) = (search.worth, search.lead());
    desk.conclude(|| Verdict::Solved { worth, gap });
    let steps = match search.plan {
        Plan::Stop => [Some(Action::Stop), None, None],
        Plan::Build { cuisine, number, cell } => {
            [Action::Build { cuisine }, Action::Pay { number }, Action::Site { cell }].map(Some)
        }
        Plan::Move { from, to } => [Some(Action::Move { from }), Some(Action::Site { cell: to }), None],
    };
    answer.extend(steps.into_iter().flatten().skip(open.made));
    if answer.is_empty() {
        // A chain under way whose plans all have no number as their worth is ended somehow.
        answer.push(ask.legal[0]);
    }
}

/// What is open to a build: all that is legal, or what a chain under way has left.
struct Open {
    /// Types with a counter to build.
    built: Cuisines,
    /// Own restaurants that can move.
    moved: Cells,
    /// Number cards to pay with.
    numbers: Faces,
    /// Steps of the chain that are made.
    made: usize,
}

impl Open {
    fn of(me: &Standing<'_>, ask: &Ask<'_, Restauranteur>) -> Open {
        let numbers = me.seen.hand().faces() & Face::NUMBERS;
        match me.table.phase {
            Phase::Pay { cuisine } => Open { built: cuisine.bit(), moved: 0, numbers, made: 1 },
            Phase::Site { cuisine, number } => {
                Open { built: cuisine.bit(), moved: 0, numbers: Face::number(number).bit(), made: 2 }
            }
            Phase::Move { from } => Open { built: 0, moved: from.bit(), numbers, made: 1 },
            _ => {
                let mut open = Open { built: 0, moved: 0, numbers, made: 0 };
                for action in ask.legal {
                    match *action {
                        Action::Build { cuisine } => open.built |= cuisine.bit(),
                        Action::Move { from } => open.moved |= from.bit(),
                        _ => {}
                    }
                }
                open
            }
        }
    }
}

/// Gives up the cards that are worth least to keep.
fn discard(
    me: &Standing<'_>,
    ask: &Ask<'_, Restauranteur>,
    script: &Script,
    desk: &mut Desk,
    answer: &mut Vec<Action>,
) {
    let hand = me.seen.hand();
    let from = if let Phase::Discard { from } = me.table.phase { from } else { Face(0) };
    let mut list = [Face(0); FACES];
    let mut count = 0;
    for face in faces(hand.faces()).filter(|&face| face >= from) {
        list[count] = face;
        count += 1;
    }
    let list = &list[..count];
    features::cards(me, list, script.point(ask.decision).part_masks[0], desk.columns(ask.decision, 0));
    desk.score(script, ask.decision, 0, count, |at| list[at].name());
    let scores = desk.scores(0);
    let mut gone = [0u8; FACES];
    let mut stream = None;
    for _ in me.rules.hand_limit(me.table, me.seat)..hand.len() {
        let (mut worst, mut ties) = (None, 0);
        for at in (0..count).filter(|&at| gone[at] < hand.count(list[at])) {
            let least = worst.map_or(f64::INFINITY, |worst: usize| scores[worst]);
            if worst.is_none() || scores[at] < least {
                (worst, ties) = (Some(at), 1);
            } else if scores[at] == least {
                // Of cards that are worth the same each is as likely as the others.
                ties += 1;
                if stream.get_or_insert_with(|| ask.luck.stream()).index(ties) == 0 {
                    worst = Some(at);
                }
            }
        }
        if let Some(worst) = worst {
            gone[worst] += 1;
        }
    }
    desk.solved(0.0);
    for (&face, &copies) in list.iter().zip(&gone) {
        answer.extend(std::iter::repeat_n(Action::Discard { face }, copies.into()));
    }
}
