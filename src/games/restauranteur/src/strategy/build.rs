//! The build decision: scores counters, number cards and cells separately; the solver finds the best plan.

use super::{
    features::{self, Best, Sites},
    solver::{Numbers, Plan, Search},
    standing::Standing,
    vocabulary::{Site, build_part, build_slot},
};
use crate::rules::{
    Action, Phase, Restauranteur,
    board::{CELLS, Cell, Cells, cells, lines_of},
    components::{Cuisine, Cuisines, Face, Faces, faces},
};
use sim_engine::text::people::short;
use sim_script::{Ask, Evaluator, Script, formula::MAX_CANDIDATES, why::Answer};

pub fn build(
    me: &Standing<'_>,
    ask: &Ask<'_, Restauranteur>,
    script: &Script,
    evaluator: &mut Evaluator,
    answer: &mut Vec<Action>,
) {
    let masks = &script.point(ask.decision).part_masks;
    let open = Open::of(me, ask);
    let mut types = [Cuisine::Italian; Cuisine::COUNT];
    let mut count = 0;
    for cuisine in Cuisine::all() {
        if open.built & cuisine.bit() != 0 || open.movers(me, cuisine) != 0 {
            types[count] = cuisine;
            count += 1;
        }
    }
    let types = &types[..count];
    let name = |at: usize| types[at].word().to_owned();
    let columns = evaluator.columns(ask.decision, build_part::COUNTER);
    features::counters(me, types, masks[build_part::COUNTER], columns);
    evaluator.score(script, ask.decision, build_slot::VALUE, count, name);
    if open.moved != 0 {
        evaluator.score(script, ask.decision, build_slot::MOVE, count, name);
    }

    let mut numbers = [0; Cuisine::COUNT];
    let mut held = 0;
    if open.built != 0 {
        for face in faces(open.numbers) {
            numbers[held] = face.0;
            held += 1;
        }
    }
    let numbers = &numbers[..held];
    let columns = evaluator.columns(ask.decision, build_part::NUMBER);
    features::numbers(me, numbers, masks[build_part::NUMBER], columns);
    evaluator.score(script, ask.decision, build_slot::KEEP, held, |at| (numbers[at] + 1).to_string());
    let numbers = Numbers::new(numbers, &evaluator.scores(build_slot::KEEP)[..held]);

    let wanted = masks[build_part::SITE];
    let best = Site::CampaignGain.is_in(wanted).then(|| Best::new(me));
    let mut stream = None;
    let draw = |below| stream.get_or_insert_with(|| ask.luck.stream()).index(below);
    let mut search = if open.made > 0 { Search::forced(draw) } else { Search::new(draw) };
    let mut answers = evaluator.explains().then(|| if open.made > 0 { Vec::new() } else { vec![nothing()] });
    let mut at = 0;
    while at < count {
        // Scores as many types at a time as there is room for their cells.
        let (from, mut room) = (at, MAX_CANDIDATES);
        let mut list = [Sites { cuisine: types[at], stars: 0, places: 0 }; Cuisine::COUNT];
        while at < count {
            let places = open.places(me, types[at]);
            let Some(left) = room.checked_sub(places.count_ones() as usize) else { break };
            let stars = me.seen.stars_after_build(me.seat, types[at]);
            list[at - from] = Sites { cuisine: types[at], stars, places };
            (at, room) = (at + 1, left);
        }
        let list = &list[..at - from];
        features::sites(me, list, best.as_ref(), wanted, evaluator.columns(ask.decision, build_part::SITE));
        let name = |at| site_name(list, at);
        evaluator.score(script, ask.decision, build_slot::SITE, MAX_CANDIDATES - room, name);
        let mut scores = evaluator.scores(build_slot::SITE).iter();
        for (at, &Sites { cuisine, places, .. }) in (from..).zip(list) {
            let mut worths = [0.0; CELLS];
            for (cell, &score) in cells(places).zip(&mut scores) {
                worths[cell.index()] = score;
            }
            let (value, shift) =
                (evaluator.scores(build_slot::VALUE)[at], evaluator.scores(build_slot::MOVE)[at]);
            let sites = open.sites(me, cuisine);
            search.build(cuisine, value, sites, &worths, &numbers);
            if let Some(answers) = &mut answers {
                answers.extend(best_build(cuisine, value, sites, &worths, &numbers));
            }
            for from in cells(open.movers(me, cuisine)) {
                let places = me.rules.destinations(me.table, cuisine, from);
                search.shift(shift, from, places, &worths);
                if let Some(answers) = &mut answers {
                    answers.extend(best_move(shift, from, places, &worths));
                }
            }
        }
    }
    if let Some(mut answers) = answers {
        answers.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        evaluator.weigh(answers);
    }
    evaluator.solved(search.worth);
    let steps = match search.plan {
        Plan::Stop => [Some(Action::Stop), None, None],
        Plan::Build { cuisine, number, cell } => {
            [Action::Build { cuisine }, Action::Pay { number }, Action::Site { cell }].map(Some)
        }
        Plan::Move { from, to } => [Some(Action::Move { from }), Some(Action::Site { cell: to }), None],
    };
    answer.extend(steps.into_iter().flatten().skip(open.made));
    if answer.is_empty() {
        // If an unfinished chain has no plan with a comparable worth, take any legal action.
        answer.push(ask.legal[0]);
    }
}

/// Options of a build: all legal ones, or those that an unfinished chain leaves.
struct Open {
    built: Cuisines,
    /// Own restaurants that can move.
    moved: Cells,
    /// Number cards to pay with, and their rows and columns.
    numbers: Faces,
    lines: Cells,
    made: usize,
}

impl Open {
    fn of(me: &Standing<'_>, ask: &Ask<'_, Restauranteur>) -> Open {
        let numbers = me.seen.hand().faces & Face::NUMBERS;
        let mut open = Open { built: 0, moved: 0, numbers, lines: 0, made: 0 };
        match me.table.phase {
            Phase::Pay { cuisine } => (open.built, open.made) = (cuisine.bit(), 1),
            Phase::Site { cuisine, number } => {
                (open.built, open.made) = (cuisine.bit(), 2);
                open.numbers = Face::number(number).bit();
            }
            Phase::Move { from } => (open.moved, open.made) = (from.bit(), 1),
            _ => {
                for action in ask.legal {
                    match *action {
                        Action::Build { cuisine } => open.built |= cuisine.bit(),
                        Action::Move { from } => open.moved |= from.bit(),
                        _ => {}
                    }
                }
            }
        }
        if ask.is_restricted() && open.made < 2 {
            let allowed = faces(open.numbers).filter(|face| ask.allows(Action::Pay { number: face.0 }));
            open.numbers = allowed.fold(0, |faces, face| faces | face.bit());
        }
        open.lines = faces(open.numbers).fold(0, |lines, face| lines | lines_of(face.0));
        open
    }

    fn sites(&self, me: &Standing<'_>, cuisine: Cuisine) -> Cells {
        if self.built & cuisine.bit() == 0 { 0 } else { me.rules.sites(me.table, cuisine) & self.lines }
    }

    fn movers(&self, me: &Standing<'_>, cuisine: Cuisine) -> Cells {
        me.own(cuisine) & self.moved
    }

    fn places(&self, me: &Standing<'_>, cuisine: Cuisine) -> Cells {
        let movers = self.movers(me, cuisine);
        let targets = cells(movers).map(|from| me.rules.destinations(me.table, cuisine, from));
        targets.fold(self.sites(me, cuisine) | movers, |places, targets| places | targets)
    }
}

#[cold]
fn site_name(types: &[Sites], at: usize) -> String {
    let mut sites = types.iter().flat_map(|sites| cells(sites.places).map(|cell| (sites.cuisine, cell)));
    sites.nth(at).map_or_else(String::new, |(cuisine, cell)| format!("{cuisine} {cell}"))
}

fn nothing() -> Answer {
    Answer { label: "nothing".to_owned(), worth: 0.0 }
}

#[cold]
fn best_build(
    cuisine: Cuisine,
    value: f64,
    sites: Cells,
    worths: &[f64; CELLS],
    numbers: &Numbers,
) -> Option<Answer> {
    let mut search = Search::forced(|_| 1);
    search.build(cuisine, value, sites, worths, numbers);
    let Plan::Build { number, cell, .. } = search.plan else { return None };
    let (number, site, keep) = (number + 1, short(worths[cell.index()]), short(numbers.cost(cell)));
    let value = short(value);
    let label = format!("{cuisine} on {cell} for number {number}: value {value} + site {site} − keep {keep}");
    Some(Answer { label, worth: search.worth })
}

#[cold]
fn best_move(value: f64, from: Cell, places: Cells, worths: &[f64; CELLS]) -> Option<Answer> {
    let mut search = Search::forced(|_| 1);
    search.shift(value, from, places, worths);
    let Plan::Move { to, .. } = search.plan else { return None };
    let [there, here] = [to, from].map(|cell| short(worths[cell.index()]));
    let label = format!("{from} to {to}: move {} + site {there} − site {here}", short(value));
    Some(Answer { label, worth: search.worth })
}
