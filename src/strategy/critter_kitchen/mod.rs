//! How scripts play Critter Kitchen.

mod assignment;
mod errands;
mod items;
mod meals;
mod plates;
mod standing;
pub mod vocabulary;

use crate::strategy::spec::flag;
use crate::{
    rules::critter_kitchen::{
        Action, CritterKitchen, Item, With, decision,
        effects::{CriticEffect, RestaurateurEffect},
        token::Token,
        variant::{CHEFS, DAY},
    },
    strategy::{Ask, Desk, Script, Scripted, Shipped, Vocabulary, shipped, why::Verdict},
};
use assignment::Errands;
use errands::Market;
use items::{PIECES, Piece};
use plates::Weights;
use standing::Standing;
use vocabulary::{Card, Swap, VOCABULARY, Whole, meal_slot, plate_slot};

impl Scripted for CritterKitchen {
    type Notes = ();

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn shipped() -> &'static [Shipped] {
        shipped![
            "critter-kitchen":
            "default",
            "challenge-grinder",
            "seven-course-saver",
            "rumor-hound",
            "spice-baron",
            "academy-recruiter",
            "soup-tycoon",
            "contrarian",
            "greedy"
        ]
    }

    fn decide(ask: &Ask<'_, Self>, script: &Script, desk: &mut Desk, _: &mut (), answer: &mut Vec<Action>) {
        let me = Standing::new(ask.seen, ask.seat);
        let point = script.point(ask.kind);
        let wanted = point.part_masks[0];
        let borrowed = match ask.kind {
            decision::PLAN => script.point(decision::PICK).context_mask,
            decision::SWAP => {
                script.point(decision::PICK).context_mask | script.point(decision::PLAN).context_mask
            }
            _ => 0,
        };
        items::context(&me, point.context_mask | borrowed, &mut desk.context);
        match ask.kind {
            decision::RESTAURATEUR => {
                cards(ask, desk);
                desk.pick(ask, script, answer);
            }
            decision::PLAN => plan(&me, ask, script, desk, answer),
            decision::SWAP => {
                swaps(&me, ask, script, desk);
                desk.pick(ask, script, answer);
            }
            decision::PICK | decision::CHOOSE | decision::TRADE => {
                items::clear(desk.columns(ask.kind, 0), wanted, ask.legal.len());
                for (at, &action) in ask.legal.iter().enumerate() {
                    let item = match action {
                        Action::Take { item } => Some(item),
                        Action::Choose { token } | Action::Trade { token } => Some(Item::Token(token)),
                        _ => None,
                    };
                    items::item(&me, item, wanted, desk.columns(ask.kind, 0), at);
                }
                desk.pick(ask, script, answer);
            }
            decision::WILD | decision::PEEK => {
                for (at, &action) in ask.legal.iter().enumerate() {
                    if let Action::Slot { slot } = action {
                        items::slot(&me, slot.into(), desk.columns(ask.kind, 0), at);
                    }
                }
                desk.pick(ask, script, answer);
            }
            decision::MEAL => cook(&me, ask, script, desk, answer),
            decision::FRIDGE => chill(&me, ask, script, desk, answer),
            _ => plate(&me, ask, script, desk, answer),
        }
    }
}

fn cards(ask: &Ask<'_, CritterKitchen>, desk: &mut Desk) {
    let columns = desk.columns(ask.kind, 0);
    for (at, &action) in ask.legal.iter().enumerate() {
        let Action::Keep { card } = action else { continue };
        let card = &ask.game.cards.restaurateurs.cards[usize::from(card)];
        let is_event = matches!(card.effect, RestaurateurEffect::EmptyDraw | RestaurateurEffect::HatStar);
        let is_passive = matches!(
            card.effect,
            RestaurateurEffect::LowValue
                | RestaurateurEffect::Fridge
                | RestaurateurEffect::StartSoup
                | RestaurateurEffect::TopBracket
        );
        columns.set(Card::Stars as usize, at, f64::from(card.stars));
        columns.set(Card::Amount as usize, at, f64::from(card.amount));
        columns.set(Card::IsEvent as usize, at, flag(is_event));
        columns.set(Card::IsPassive as usize, at, flag(is_passive));
    }
}

/// The values of all errands by the script's formula.
fn errands(me: &Standing<'_>, script: &Script, desk: &mut Desk) -> Errands {
    let market = Market::new(me, script, desk);
    let wanted = script.point(decision::PLAN).part_masks[0];
    let (chefs, places) = market.errands(me, wanted, desk.columns(decision::PLAN, 0));
    let names = &me.rules.cards.locations;
    let label = |at: usize| format!("chef {} to {}", at / places + 1, names[at % places].name);
    let values = desk.score(script, decision::PLAN, 0, chefs * places, label);
    let mut errands = Errands::new(chefs, places);
    for (at, &value) in values.iter().enumerate() {
        errands.values[at / places][at % places] = value;
    }
    errands
}

/// Sends the chefs where the sum of values is highest.
fn plan(
    me: &Standing<'_>,
    ask: &Ask<'_, CritterKitchen>,
    script: &Script,
    desk: &mut Desk,
    answer: &mut Vec<Action>,
) {
    let mut errands = errands(me, script, desk);
    let temperature = script.point(ask.kind).temperature;
    if temperature > 0.0 {
        // Gumbel noise on every value softens the choice of the whole as temperature does a list's.
        let mut stream = ask.luck.stream();
        for value in errands.values.iter_mut().flatten() {
            let unit = stream.unit().clamp(1e-12, 1.0 - 1e-12);
            *value -= temperature * libm::log(-libm::log(unit));
        }
    }
    // A chain that is asked in the middle keeps what it has sent already.
    let first = ask.seen.planning();
    for chef in 0..first {
        if let Some(place) = ask.seen.plan(ask.seat, chef) {
            errands.values[chef] = [-1e9; crate::rules::critter_kitchen::cards::PLACES];
            errands.values[chef][place] = 1e9;
        }
    }
    let plan = errands.solve();
    desk.conclude(|| Verdict::Solved { worth: plan.worth, gap: None });
    answer.extend(plan.places[first..errands.chefs].iter().map(|&place| Action::Go { place }));
}

fn swaps(me: &Standing<'_>, ask: &Ask<'_, CritterKitchen>, script: &Script, desk: &mut Desk) {
    let errands = errands(me, script, desk);
    let place: [usize; CHEFS] = std::array::from_fn(|chef| ask.seen.plan(ask.seat, chef).unwrap_or(0));
    for (at, &action) in ask.legal.iter().enumerate() {
        let gain = match action {
            Action::Swap { first, second } => {
                let (a, b) = (usize::from(first), usize::from(second));
                let value = |chef: usize, to: usize| errands.values[chef][place[to]].clamp(-1e9, 1e9);
                value(a, b) + value(b, a) - value(a, a) - value(b, b)
            }
            _ => 0.0,
        };
        desk.columns(ask.kind, 0).set(Swap::Gain as usize, at, gain);
    }
}

/// Scores the tokens of the storage; gives how many there are.
fn keeps(
    me: &Standing<'_>,
    script: &Script,
    desk: &mut Desk,
    (kind, part, slot): (usize, usize, usize),
    pieces: &mut [Piece; PIECES],
) -> usize {
    let with_soup = kind == decision::MEAL;
    let count = items::pieces(me, with_soup, pieces);
    let wanted = script.point(kind).part_masks[part];
    items::stored(me, &pieces[..count], wanted, desk.columns(kind, part));
    desk.score(script, kind, slot, count, |at| format!("{:?}", pieces[at]));
    count
}

fn whole(ask: &Ask<'_, CritterKitchen>, desk: &mut Desk) {
    let seen = ask.seen.rumors().count() as f64;
    desk.columns(ask.kind, 0).set(Whole::RumorsKnown as usize, 0, seen);
}

/// Cooks the meals of the day from the challenge under way on.
fn cook(
    me: &Standing<'_>,
    ask: &Ask<'_, CritterKitchen>,
    script: &Script,
    desk: &mut Desk,
    answer: &mut Vec<Action>,
) {
    // In the middle of a meal, which happens only when somebody else began it: finish it cheaply.
    if !ask.legal.contains(&Action::Skip) {
        let rank = |action: &Action| match action {
            Action::Soups { .. } => 0,
            Action::Bisques { .. } => 1,
            _ => 2,
        };
        answer.extend(ask.legal.iter().min_by_key(|action| rank(action)).copied());
        return;
    }
    whole(ask, desk);
    let mut pieces = [Piece::Soup; PIECES];
    let star = desk.score(script, ask.kind, meal_slot::STAR, 1, |_| "star".to_owned())[0].clamp(-1e9, 1e9);
    let count = keeps(me, script, desk, (ask.kind, 1, meal_slot::KEEP), &mut pieces);
    let variant = &ask.game.variant;
    let from = ask.seen.cooking();
    let mut problem = meals::Problem {
        pieces,
        keep: [0.0; PIECES],
        count,
        needs: [0; DAY],
        brackets: variant.brackets.map(|(quality, stars)| (quality, star * f64::from(stars))),
        no_soup: 0.0,
        bisque_value: variant.bisque_value.into(),
        low_bonus: None,
    };
    problem.brackets[2].0 = ask.game.top_bracket(me.kitchen);
    problem.brackets[1].0 = problem.brackets[1].0.min(problem.brackets[2].0);
    if me.critic.effect == CriticEffect::NoSoup {
        problem.no_soup = star * f64::from(me.critic.amount);
    }
    if let Some(card) = ask.game.card(me.kitchen).filter(|card| card.effect == RestaurateurEffect::LowValue) {
        problem.low_bonus = Some((card.n, card.amount));
    }
    for at in 0..count {
        problem.keep[at] = desk.scores(meal_slot::KEEP)[at].clamp(-1e9, 1e9);
    }
    // Pieces that earlier meals of this chain have spent are gone.
    spend_aside(me, &mut problem);
    for challenge in from..DAY {
        problem.needs[challenge] = ask.seen.challenge(challenge).map_or(0, |(_, mask)| mask);
    }
    let (meals, worth) = problem.solve();
    desk.conclude(|| Verdict::Solved { worth, gap: None });
    let menus = meals.map(|meal| serve(&problem, &meal));
    let mut served = [0; DAY];
    ask.seen.answer_chain(
        |seen, _| {
            let challenge = seen.cooking();
            served[challenge] += 1;
            menus[challenge].get(served[challenge] - 1).copied().unwrap_or(Action::Skip)
        },
        answer,
    );
}

/// Takes the pieces out that are put aside already.
fn spend_aside(me: &Standing<'_>, problem: &mut meals::Problem) {
    let aside = &me.kitchen.aside;
    let mut gone = aside.tokens;
    let (mut soups, mut bisques) = (aside.soup, aside.bisque);
    let mut kept = 0;
    for at in 0..problem.count {
        let is_gone = match problem.pieces[at] {
            Piece::Token(token) if gone.has(token) => {
                gone.remove(token, 1);
                true
            }
            Piece::Soup if soups > 0 => {
                soups -= 1;
                true
            }
            Piece::Bisque if bisques > 0 => {
                bisques -= 1;
                true
            }
            _ => false,
        };
        if !is_gone {
            problem.pieces[kept] = problem.pieces[at];
            problem.keep[kept] = problem.keep[at];
            kept += 1;
        }
    }
    problem.count = kept;
}

/// The micro-actions of one meal.
fn serve(problem: &meals::Problem, meal: &meals::Meal) -> Vec<Action> {
    if !meal.is_presented() {
        return vec![Action::Skip];
    }
    let token_at = |at: u8| match problem.pieces[usize::from(at)] {
        Piece::Token(token) => Some(token),
        _ => None,
    };
    let mut menu = Vec::with_capacity(meal.len + 2);
    for &(ingredient, spice) in &meal.servings[..meal.len] {
        let Some(token) = token_at(ingredient) else { continue };
        let with = match spice.and_then(token_at) {
            None => With::Nothing,
            Some(Token::ALLSPICE) => With::Allspice,
            Some(_) => With::Spice,
        };
        menu.push(Action::Serve { token, with });
    }
    menu.sort_unstable();
    order_spices(&mut menu);
    menu.push(Action::Bisques { count: meal.bisques });
    menu.push(Action::Soups { count: meal.soups });
    menu
}

/// Within a type, typed spices go to the earlier ingredients: the order in which chains are written.
fn order_spices(servings: &mut [Action]) {
    for at in 1..servings.len() {
        for before in (0..at).rev() {
            let (Action::Serve { token: a, with: first }, Action::Serve { token: b, with: second }) =
                (servings[before], servings[at])
            else {
                continue;
            };
            if a.course() == b.course() && first == With::Allspice && second == With::Spice {
                servings[before] = Action::Serve { token: a, with: second };
                servings[at] = Action::Serve { token: b, with: first };
            }
        }
    }
    servings.sort_unstable();
}

/// Gives up the tokens that are worth least to keep.
fn chill(
    me: &Standing<'_>,
    ask: &Ask<'_, CritterKitchen>,
    script: &Script,
    desk: &mut Desk,
    answer: &mut Vec<Action>,
) {
    let mut pieces = [Piece::Soup; PIECES];
    let count = keeps(me, script, desk, (ask.kind, 0, 0), &mut pieces);
    let scores = desk.scores(0);
    let mut order: [u8; PIECES] = std::array::from_fn(|at| at as u8);
    order[..count].sort_by(|&a, &b| scores[usize::from(a)].total_cmp(&scores[usize::from(b)]));
    let from = match ask.legal[0] {
        Action::Return { token } => token,
        _ => Token(0),
    };
    let mut aside = me.kitchen.aside.tokens;
    let start = answer.len();
    let excess = ask.seen.fridge_excess();
    for &at in &order[..count] {
        let Piece::Token(token) = pieces[usize::from(at)] else { continue };
        if answer.len() - start == excess {
            break;
        }
        if aside.has(token) {
            aside.remove(token, 1);
        } else if token >= from {
            answer.push(Action::Return { token });
        }
    }
    desk.conclude(|| Verdict::Solved { worth: 0.0, gap: None });
    answer[start..].sort_unstable();
}

/// Prepares the critic meal.
fn plate(
    me: &Standing<'_>,
    ask: &Ask<'_, CritterKitchen>,
    script: &Script,
    desk: &mut Desk,
    answer: &mut Vec<Action>,
) {
    whole(ask, desk);
    let mut weight =
        |slot: usize| desk.score(script, ask.kind, slot, 1, |_| "weight".to_owned())[0].clamp(-1e6, 1e6);
    let weights = Weights {
        rumor: weight(plate_slot::RUMOR),
        unknown: weight(plate_slot::UNKNOWN),
        best: weight(plate_slot::BEST),
    };
    let (menu, worth) = plates::Kitchen::new(me, weights).solve();
    desk.conclude(|| Verdict::Solved { worth, gap: None });
    let mut dishes: Vec<Action> = menu
        .as_slice()
        .iter()
        .map(|dish| Action::Dish { course: dish.course, token: dish.token, with: dish.with })
        .collect();
    dishes.sort_unstable();
    let mut served = 0;
    ask.seen.answer_chain(
        |seen, legal| {
            let course = seen.plating() as u8;
            let is_before =
                |action: &Action| matches!(action, Action::Dish { course: other, .. } if *other < course);
            while dishes.get(served).is_some_and(is_before) {
                served += 1;
            }
            match dishes.get(served).filter(|dish| legal.contains(dish)) {
                Some(&dish) => {
                    served += 1;
                    dish
                }
                None => Action::Done,
            }
        },
        answer,
    );
}
