//! Challenge meals and refrigeration, prepared in secret and shown together (CK-119..141).

mod cook;

use super::{
    CritterKitchen, Emit, Event,
    action::Action,
    cards::effects::{CriticEffect, RestaurateurEffect},
    state::{Aside, Fund, Kitchen, Meal, Phase, State},
    token::{TYPES, Token},
    variant::DAY,
};
use cook::Cook;
use sim_engine::Seat;

#[inline]
pub fn courses(mask: u8) -> impl Iterator<Item = usize> {
    (0..TYPES).filter(move |course| mask >> course & 1 == 1)
}

impl CritterKitchen {
    pub(super) fn start_challenges(&self, state: &mut State, event: Emit<'_>) {
        for kitchen in &mut state.kitchens[..self.players] {
            kitchen.aside = Aside::default();
            kitchen.meals = Default::default();
        }
        state.phase = Phase::Meal { who: 0, challenge: 0 };
        self.skip_hopeless(state, event);
    }

    /// Returns the table row of a challenge of the current day, and the mask of its open requirements.
    pub fn challenge_of_day(&self, state: &State, challenge: usize) -> (u8, u8) {
        let round = usize::from(state.round) / DAY * DAY + challenge;
        let row = state.challenges[round];
        (row, self.cards.challenges.cards[usize::from(row)].mask(self.is_held(round)))
    }

    /// Value of an ingredient in a challenge meal (CK-186, CK-A42).
    #[inline]
    pub fn challenge_value(&self, kitchen: &Kitchen, token: Token) -> u16 {
        u16::from(token.value() + self.low_bonus(kitchen, token))
    }

    #[inline]
    pub fn low_bonus(&self, kitchen: &Kitchen, token: Token) -> u8 {
        match self.card(kitchen) {
            Some(card) if card.effect == RestaurateurEffect::LowValue && card.n == token.value() => {
                card.amount
            }
            _ => 0,
        }
    }

    /// Stars of a challenge meal (CK-130, CK-131).
    #[inline]
    pub fn challenge_stars(&self, kitchen: &Kitchen, quality: u16) -> u8 {
        match self.bracket(kitchen, quality) {
            0 => 0,
            bracket => self.variant.brackets[bracket - 1].1,
        }
    }

    /// The bracket that a challenge meal reaches: 1 for the lowest, 3 for the top, 0 for none.
    #[inline]
    pub fn bracket(&self, kitchen: &Kitchen, quality: u16) -> usize {
        let [low, mid, _] = self.variant.brackets;
        if quality >= self.top_bracket(kitchen) {
            3
        } else if quality >= mid.0 {
            2
        } else {
            usize::from(quality >= low.0)
        }
    }

    #[inline]
    pub fn top_bracket(&self, kitchen: &Kitchen) -> u16 {
        let [low, _, top] = self.variant.brackets;
        let earlier = self.perk(kitchen, RestaurateurEffect::TopBracket).unwrap_or(0);
        top.0.saturating_sub(u16::from(earlier)).max(low.0)
    }

    pub(super) fn meal_actions(
        &self,
        state: &State,
        who: usize,
        challenge: usize,
        actions: &mut Vec<Action>,
    ) {
        let cook = self.start_cooking(state, who, challenge);
        if state.kitchens[who].aside.last.is_none() {
            actions.push(Action::Skip);
        }
        cook.servings(|action| {
            if cook.with(action).can_finish() {
                actions.push(action);
            }
        });
        cook.finishes(actions);
    }

    pub(super) fn cook(&self, state: &mut State, action: Action, event: Emit<'_>) {
        let Phase::Meal { who, challenge } = state.phase else { return };
        if self.serve(state, who.into(), challenge.into(), action) {
            self.next_meal(state);
            self.skip_hopeless(state, event);
        }
    }

    /// Adds an action to a meal; returns whether that ends it.
    fn serve(&self, state: &mut State, who: usize, challenge: usize, action: Action) -> bool {
        if action == Action::Skip {
            return true;
        }
        let is_complete = matches!(action, Action::Soups { .. });
        let Cook { meal, aside, .. } = self.start_cooking(state, who, challenge).with(action);
        let kitchen = &mut state.kitchens[who];
        kitchen.aside = aside;
        kitchen.meals[challenge] = Meal { is_presented: is_complete, ..meal };
        if is_complete {
            kitchen.aside.last = None;
            kitchen.aside.dressed = None;
            kitchen.aside.used_free_spice = false;
        }
        is_complete
    }

    fn next_meal(&self, state: &mut State) {
        let Phase::Meal { who, challenge } = state.phase else { return };
        state.phase = if usize::from(challenge) + 1 < DAY {
            Phase::Meal { who, challenge: challenge + 1 }
        } else if usize::from(who) + 1 < self.players {
            Phase::Meal { who: who + 1, challenge: 0 }
        } else {
            Phase::Run
        };
    }

    /// Skips meals that cannot be presented; presents all meals when every player is done.
    fn skip_hopeless(&self, state: &mut State, event: Emit<'_>) {
        while let Phase::Meal { who, challenge } = state.phase {
            let able = self.can_present(state, who.into(), challenge.into());
            let (row, _) = self.challenge_of_day(state, challenge.into());
            event(Event::Cooks { seat: Seat(who), challenge: self.cards.challenges.id(row), able });
            if able {
                return;
            }
            self.next_meal(state);
        }
        self.present(state, event);
    }

    pub(super) fn can_present(&self, state: &State, who: usize, challenge: usize) -> bool {
        self.start_cooking(state, who, challenge).can_start()
    }

    fn start_cooking<'a>(&'a self, state: &'a State, who: usize, challenge: usize) -> Cook<'a> {
        let (_, needs) = self.challenge_of_day(state, challenge);
        let kitchen = &state.kitchens[who];
        Cook::new(self, kitchen, needs, kitchen.meals[challenge])
    }

    /// Reveals and pays all meals; the served tokens and soup leave the kitchens (CK-133, CK-135).
    fn present(&self, state: &mut State, event: Emit<'_>) {
        let day = state.round / DAY as u8;
        let critic = *self.critic(state);
        let fund = if day == 0 { Fund::DayOne } else { Fund::DayTwo };
        if self.is_solo() {
            self.collect_stars(state, fund, event);
        }
        for who in 0..self.players {
            let aside = state.kitchens[who].aside;
            for challenge in 0..DAY {
                let (row, _) = self.challenge_of_day(state, challenge);
                let meal = state.kitchens[who].meals[challenge];
                let seat = Seat(who as u8);
                if !meal.is_presented {
                    event(Event::NotPresented { seat, challenge: self.cards.challenges.id(row), day });
                    continue;
                }
                let quality = meal.quality;
                let bracket = self.bracket(&state.kitchens[who], quality) as u8;
                let stars = self.challenge_stars(&state.kitchens[who], quality);
                let soup = meal.soups + meal.bisques;
                event(Event::Presented {
                    seat,
                    challenge: self.cards.challenges.id(row),
                    day,
                    quality,
                    bracket,
                    stars,
                    soup,
                });
                self.gain_stars(state, who, fund, stars.into(), event);
                let bonus = match critic.effect {
                    CriticEffect::NoSoup => soup == 0,
                    CriticEffect::GrandChallenge => quality >= u16::from(critic.at_least),
                    _ => false,
                };
                if bonus {
                    event(Event::CriticPaid { seat, stars: critic.amount });
                    self.gain_stars(state, who, Fund::Bonus, critic.amount.into(), event);
                }
            }
            for (token, count) in aside.tokens.iter() {
                event(Event::Served { seat: Seat(who as u8), token, count, day });
            }
            let kitchen = &mut state.kitchens[who];
            kitchen.stock.remove_all(&aside.tokens);
            kitchen.soup -= aside.soup;
            kitchen.bisque -= aside.bisque;
            kitchen.aside = Aside::default();
            state.bag.add_all(&aside.tokens);
            state.bisques += aside.bisque;
        }
        state.phase = Phase::Fridge { who: 0 };
        self.pass_fridges(state, event);
    }

    /// Returns the number of tokens that a player must still return (CK-138..141). Soup and rumors do not
    /// count.
    #[inline]
    pub fn fridge_excess(&self, state: &State, who: usize) -> usize {
        let kitchen = &state.kitchens[who];
        let limit = self.fridge_limit(kitchen, usize::from(state.round) / DAY);
        let kept = kitchen.stock.total() - kitchen.aside.tokens.total();
        kept.saturating_sub(usize::from(limit))
    }

    /// Returns the number of tokens that survive a day (CK-138).
    #[inline]
    pub fn fridge_limit(&self, kitchen: &Kitchen, day: usize) -> u8 {
        let extra = self.perk(kitchen, RestaurateurEffect::Fridge).unwrap_or(0);
        self.variant.fridge[day % 2] + extra
    }

    pub(super) fn fridge_actions(&self, state: &State, who: usize, actions: &mut Vec<Action>) {
        let kitchen = &state.kitchens[who];
        let left = kitchen.unspent();
        let excess = self.fridge_excess(state, who);
        let from = match kitchen.aside.last {
            Some(Action::Return { token }) => token.0,
            _ => 0,
        };
        // Tokens come in ascending order, so each must leave enough of its own and of higher kinds for the
        // rest.
        let mut above = left.total_of(!((1 << from) - 1));
        for (token, count) in left.iter().filter(|(token, _)| token.0 >= from) {
            if above < excess {
                break;
            }
            actions.push(Action::Return { token });
            above -= usize::from(count);
        }
    }

    pub(super) fn give_up(&self, state: &mut State, token: Token, event: Emit<'_>) {
        let Phase::Fridge { who } = state.phase else { return };
        let aside = &mut state.kitchens[usize::from(who)].aside;
        aside.tokens.add(token, 1);
        aside.last = Some(Action::Return { token });
        self.pass_fridges(state, event);
    }

    /// Skips players within the limit. When all are, the returned tokens go to the bag (CK-140).
    pub(super) fn pass_fridges(&self, state: &mut State, event: Emit<'_>) {
        while let Phase::Fridge { who } = state.phase {
            if self.fridge_excess(state, usize::from(who)) > 0 {
                return;
            }
            if usize::from(who) + 1 < self.players {
                state.phase = Phase::Fridge { who: who + 1 };
                continue;
            }
            for who in 0..self.players {
                let aside = std::mem::take(&mut state.kitchens[who].aside);
                state.kitchens[who].stock.remove_all(&aside.tokens);
                state.bag.add_all(&aside.tokens);
                for (token, count) in aside.tokens.iter() {
                    for _ in 0..count {
                        let day = state.round / DAY as u8;
                        event(Event::Refrigerated { seat: Seat(who as u8), token, day });
                    }
                }
            }
            self.next_round(state);
        }
    }
}

/// Random meals by uniform choice among micro-actions.
impl CritterKitchen {
    pub(super) fn random_meals(&self, state: &mut State, who: usize, stream: &mut sim_engine::Stream) {
        state.kitchens[who].aside = Aside::default();
        state.kitchens[who].meals = Default::default();
        let mut actions = Vec::new();
        for challenge in 0..DAY {
            if !self.can_present(state, who, challenge) {
                continue;
            }
            loop {
                actions.clear();
                self.meal_actions(state, who, challenge, &mut actions);
                let action = actions[stream.index(actions.len())];
                if self.serve(state, who, challenge, action) {
                    break;
                }
            }
        }
    }
}
