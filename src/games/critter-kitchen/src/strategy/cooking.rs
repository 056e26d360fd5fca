//! Challenge meals: poses a script's optimization problem to the solvers and turns the solution into a chain.

use super::{
    Turn,
    items::{self, PIECES, Piece},
    meals::{Perk, Pot, Problem, TOKENS},
    vocabulary::meal_slot,
};
use crate::rules::{
    Action,
    cards::effects::{CriticEffect, RestaurateurEffect},
    courses,
    token::{SPICE_KINDS, Token, course_kinds},
    variant::DAY,
};

/// Bound on the scores of scripts, so that sums of them stay finite.
const MOST: f64 = 1e9;

impl Turn<'_, '_> {
    pub(super) fn cook(&mut self, answer: &mut Vec<Action>) {
        let ask = self.ask;
        // Mid-meal, which happens only if somebody else began it: finish it cheaply.
        if !ask.legal.contains(&Action::Skip) {
            let rank = |action: &Action| match action {
                Action::Soups { .. } => 0,
                Action::Bisques { .. } => 1,
                _ => 2,
            };
            answer.extend(ask.legal.iter().min_by_key(|action| rank(action)).copied());
            return;
        }
        self.whole();
        let problem = self.problem();
        let is_exact = self.weight(meal_slot::EXACT, "exact") > 0.0;
        let (meals, worth) = if is_exact { problem.solve(&mut self.cache.meals) } else { problem.climb() };
        self.evaluator.solved(worth);
        // The servings of all meals in sequence; `next` and `last` are positions in it for each meal.
        let mut servings = [Action::Skip; TOKENS];
        let mut count = 0;
        let mut next = [0; DAY];
        let mut last = [0; DAY];
        for (challenge, meal) in meals.iter().enumerate() {
            next[challenge] = count;
            problem.dress(meal, |token, with| {
                servings[count] = Action::Serve { token, with };
                count += 1;
            });
            last[challenge] = count;
        }
        ask.seen.answer_chain(
            |seen| {
                let challenge = seen.cooking();
                let meal = &meals[challenge];
                if !meal.is_presented() {
                    return Action::Skip;
                }
                let at = next[challenge];
                next[challenge] += 1;
                match at.checked_sub(last[challenge]) {
                    None => servings[at],
                    Some(0) => Action::Bisques { count: meal.bisques },
                    Some(_) => Action::Soups { count: meal.soups },
                }
            },
            answer,
        );
    }

    fn problem(&mut self) -> Problem {
        let Turn { me, ask, .. } = *self;
        let variant = &ask.game.variant;
        let star = self.weight(meal_slot::STAR, "star").clamp(0.0, MOST);
        let mut problem = Problem {
            tokens: [Token(0); TOKENS],
            keep: [0.0; TOKENS],
            count: 0,
            soup: Pot { count: me.kitchen.soup - me.kitchen.aside.soup, keep: 0.0 },
            bisque: Pot { count: me.kitchen.bisque - me.kitchen.aside.bisque, keep: 0.0 },
            bisque_value: variant.bisque_value.into(),
            needs: [0; DAY],
            brackets: variant.brackets.map(|(quality, stars)| (quality, star * f64::from(stars))),
            no_soup: 0.0,
            grand: None,
            perk: Perk::None,
            soup_alone: variant.challenge_soup_only,
        };
        problem.brackets[2].0 = ask.game.top_bracket(me.kitchen);
        problem.brackets[1].0 = problem.brackets[1].0.min(problem.brackets[2].0);
        let bonus = star * f64::from(me.critic.amount);
        match me.critic.effect {
            CriticEffect::NoSoup => problem.no_soup = bonus,
            CriticEffect::GrandChallenge => problem.grand = Some((me.critic.at_least.into(), bonus)),
            _ => {}
        }
        if let Some(card) = ask.game.card(me.kitchen) {
            problem.perk = match card.effect {
                RestaurateurEffect::LowValue => Perk::LowValue { value: card.n, more: card.amount },
                RestaurateurEffect::Under => Perk::Under,
                RestaurateurEffect::FreeSpice => Perk::OtherSpice,
                _ => Perk::None,
            };
        }
        for challenge in ask.seen.cooking()..DAY {
            problem.needs[challenge] = ask.seen.challenge(challenge).map_or(0, |(_, mask)| mask);
        }
        self.weigh(&mut problem);
        problem
    }

    fn weigh(&mut self, problem: &mut Problem) {
        let Turn { me, ask, script, ref mut evaluator, .. } = *self;
        let wanted = problem.needs.iter().fold(0, |mask, needs| mask | needs);
        let servable = courses(wanted).fold(SPICE_KINDS, |mask, course| mask | course_kinds(course));
        let mut pieces = [Piece::Soup; PIECES];
        let tokens = items::pieces(me, servable, &mut pieces).min(TOKENS);
        pieces[tokens] = Piece::Bisque;
        pieces[tokens + 1] = Piece::Soup;
        let pieces = &pieces[..tokens + 2];
        let read = script.point(ask.decision).part_masks[1];
        items::stored(me, pieces, read, evaluator.columns(ask.decision, 1));
        evaluator.score(script, ask.decision, meal_slot::KEEP, pieces.len(), |at| pieces[at].to_string());
        // Tokens spent on earlier meals of this chain are gone.
        let mut gone = me.kitchen.aside.tokens;
        for (&piece, &keep) in pieces.iter().zip(evaluator.scores(meal_slot::KEEP)) {
            let keep = keep.clamp(-MOST, MOST);
            match piece {
                Piece::Soup => problem.soup.keep = keep,
                Piece::Bisque => problem.bisque.keep = keep,
                Piece::Token(token) if gone.has(token) => gone.remove(token, 1),
                Piece::Token(token) => {
                    problem.tokens[problem.count] = token;
                    problem.keep[problem.count] = keep;
                    problem.count += 1;
                }
            }
        }
    }
}
