//! Challenge meals and refrigeration, prepared in secret and shown together (CK-119..141).

use super::{
    CritterKitchen, Event,
    action::{Action, With},
    effects::{CriticEffect, RestaurateurEffect},
    state::{Aside, Fund, Kitchen, Meal, Phase, State},
    token::{INGREDIENT_KINDS, LOW, SPICE_KINDS, TYPES, Token, Tokens, course_kinds, kinds},
    variant::DAY,
};

/// The types in a mask, ascending.
#[inline]
pub fn courses(mask: u8) -> impl Iterator<Item = usize> {
    (0..TYPES).filter(move |course| mask >> course & 1 == 1)
}

impl CritterKitchen {
    pub(super) fn start_challenges(&self, state: &mut State, event: &mut impl FnMut(Event)) {
        for kitchen in &mut state.kitchens[..self.players] {
            kitchen.aside = Aside::default();
            kitchen.meals = Default::default();
        }
        state.phase = Phase::Meal { who: 0, challenge: 0 };
        self.skip_hopeless(state, event);
    }

    /// Row of the table of a challenge of the day under way, and its open requirements.
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
        let [low, mid, top] = self.variant.brackets;
        if quality >= self.top_bracket(kitchen) {
            top.1
        } else if quality >= mid.0 {
            mid.1
        } else if quality >= low.0 {
            low.1
        } else {
            0
        }
    }

    /// Quality at which the top bracket starts.
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
        let (_, needs) = self.challenge_of_day(state, challenge);
        let cook = Cook::new(self, &state.kitchens[who], needs, challenge);
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

    /// One micro-action of a challenge meal.
    pub(super) fn cook(&self, state: &mut State, action: Action, event: &mut impl FnMut(Event)) {
        let Phase::Meal { who, challenge } = state.phase else { return };
        let seat = usize::from(who);
        let (_, needs) = self.challenge_of_day(state, usize::from(challenge));
        let is_end = matches!(action, Action::Skip | Action::Soups { .. });
        if action != Action::Skip {
            let cook = Cook::new(self, &state.kitchens[seat], needs, usize::from(challenge));
            let after = cook.with(action).plated();
            after.serve_to(&mut state.kitchens[seat], is_end);
        }
        if !is_end {
            return;
        }
        state.kitchens[seat].aside.last = None;
        self.next_meal(state);
        self.skip_hopeless(state, event);
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

    /// Passes over meals that cannot be presented, and shows the meals when all are ready.
    fn skip_hopeless(&self, state: &mut State, event: &mut impl FnMut(Event)) {
        while let Phase::Meal { who, challenge } = state.phase {
            let (_, needs) = self.challenge_of_day(state, usize::from(challenge));
            let kitchen = &state.kitchens[usize::from(who)];
            let cook = Cook::new(self, kitchen, needs, usize::from(challenge));
            if cook.can_start() {
                return;
            }
            self.next_meal(state);
        }
        self.present(state, event);
    }

    /// All meals are shown and paid; what was served leaves the kitchens (CK-133, CK-135).
    fn present(&self, state: &mut State, event: &mut impl FnMut(Event)) {
        let day = state.round / DAY as u8;
        let critic = self.cards.critics.cards[usize::from(state.critic)];
        let fund = if day == 0 { Fund::DayOne } else { Fund::DayTwo };
        for who in 0..self.players {
            let aside = state.kitchens[who].aside;
            for challenge in 0..DAY {
                let (row, _) = self.challenge_of_day(state, challenge);
                let meal = state.kitchens[who].meals[challenge];
                let seat = who as u8;
                if !meal.is_presented {
                    event(Event::NotPresented { seat, challenge: row, day });
                    continue;
                }
                let quality = meal.quality;
                let stars = self.challenge_stars(&state.kitchens[who], quality);
                let soup = meal.soups + meal.bisques;
                event(Event::Presented { seat, challenge: row, day, quality, stars, soup });
                self.gain_stars(state, who, fund, stars.into(), event);
                let bonus = match critic.effect {
                    CriticEffect::NoSoup => soup == 0,
                    CriticEffect::GrandChallenge => quality >= u16::from(critic.at_least),
                    _ => false,
                };
                if bonus {
                    self.gain_stars(state, who, Fund::Bonus, critic.amount.into(), event);
                }
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

    /// Tokens that a storage must still give up (CK-138..141).
    #[inline]
    pub fn fridge_excess(&self, state: &State, who: usize) -> usize {
        let kitchen = &state.kitchens[who];
        let limit = self.fridge_limit(kitchen, usize::from(state.round) / DAY);
        let kept = kitchen.stock.total() - kitchen.aside.tokens.total();
        kept.saturating_sub(usize::from(limit))
    }

    /// Tokens that survive a day (CK-138).
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
        // Each token leaves enough of its own and of higher kinds for the rest of the chain.
        let mut above = left.total_of(!((1 << from) - 1));
        for (token, count) in left.iter().filter(|(token, _)| token.0 >= from) {
            if above < excess {
                break;
            }
            actions.push(Action::Return { token });
            above -= usize::from(count);
        }
    }

    pub(super) fn give_up(&self, state: &mut State, token: Token, event: &mut impl FnMut(Event)) {
        let Phase::Fridge { who } = state.phase else { return };
        let aside = &mut state.kitchens[usize::from(who)].aside;
        aside.tokens.add(token, 1);
        aside.last = Some(Action::Return { token });
        self.pass_fridges(state, event);
    }

    /// Passes over storages within the limit; when all are, the tokens go back (CK-140).
    fn pass_fridges(&self, state: &mut State, event: &mut impl FnMut(Event)) {
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
                        event(Event::Refrigerated { seat: who as u8, token, day });
                    }
                }
            }
            self.next_round(state);
        }
    }
}

/// What a kitchen holds of a meal after a micro-action.
struct Plated {
    challenge: usize,
    meal: Meal,
    aside: Aside,
}

impl Plated {
    fn serve_to(self, kitchen: &mut Kitchen, is_complete: bool) {
        kitchen.aside = self.aside;
        kitchen.meals[self.challenge] = Meal { is_presented: is_complete, ..self.meal };
        if is_complete {
            kitchen.aside.last = None;
            kitchen.aside.dressed = None;
            kitchen.aside.used_free_spice = false;
        }
    }
}

/// Mixes a micro-action into the fingerprint of a meal.
fn fingerprint(menu: u64, action: Action) -> u64 {
    let (token, with) = match action {
        Action::Serve { token, with } => {
            let with = match with {
                With::Nothing => 0,
                With::Spice => 1,
                With::Allspice => 2,
                With::Rumor => 3,
                With::Under(value) => 8 + u64::from(value),
                With::Other(course) => 16 + u64::from(course),
            };
            (u64::from(token.0), with)
        }
        Action::Bisques { count } => (64, count.into()),
        Action::Soups { count } => (65, count.into()),
        _ => (66, 0),
    };
    (menu.rotate_left(13) ^ (token << 8 | with) ^ 0x9E37).wrapping_mul(0x0000_0100_0000_01b3)
}

/// A challenge meal under way, with what is left to add to it.
#[derive(Clone, Copy)]
struct Cook<'a> {
    rules: &'a CritterKitchen,
    kitchen: &'a Kitchen,
    needs: u8,
    challenge: usize,
    meal: Meal,
    aside: Aside,
    left: Tokens,
}

impl<'a> Cook<'a> {
    fn new(rules: &'a CritterKitchen, kitchen: &'a Kitchen, needs: u8, challenge: usize) -> Cook<'a> {
        Cook {
            rules,
            kitchen,
            needs,
            challenge,
            meal: kitchen.meals[challenge],
            aside: kitchen.aside,
            left: kitchen.unspent(),
        }
    }

    /// What the kitchen holds of the meal by now.
    fn plated(&self) -> Plated {
        Plated { challenge: self.challenge, meal: self.meal, aside: self.aside }
    }

    fn soups(&self) -> u8 {
        self.kitchen.soup - self.aside.soup
    }

    fn bisques(&self) -> u8 {
        self.kitchen.bisque - self.aside.bisque
    }

    fn least(&self) -> u16 {
        self.rules.variant.brackets[0].0
    }

    /// Requirements that no ingredient meets yet.
    fn missing(&self) -> u32 {
        (self.needs & !self.meal.served).count_ones()
    }

    /// The meal after one more micro-action.
    fn with(&self, action: Action) -> Cook<'a> {
        let mut after = *self;
        let meal = &mut after.meal;
        meal.menu = fingerprint(meal.menu, action);
        match action {
            Action::Serve { token, with } => {
                meal.served |= token.course().map_or(0, |course| 1 << course);
                let value = self.rules.challenge_value(self.kitchen, token);
                meal.quality += if with == With::Nothing { value } else { 2 * value };
                for spent in [Some(token), with.token(token)].into_iter().flatten() {
                    after.aside.tokens.add(spent, 1);
                    after.left.remove(spent, 1);
                }
                after.aside.used_free_spice |= matches!(with, With::Other(_));
                if with != With::Nothing {
                    after.aside.dressed = token.course().map(|course| (course as u8, with));
                }
            }
            Action::Bisques { count } => {
                meal.bisques = count;
                meal.quality += u16::from(count * self.rules.variant.bisque_value);
                after.aside.bisque += count;
            }
            Action::Soups { count } => {
                meal.soups = count;
                meal.quality += u16::from(count);
                after.aside.soup += count;
            }
            _ => {}
        }
        after.aside.last = Some(action);
        after
    }

    /// Every ingredient that may come next, with everything it may be served with.
    fn servings(&self, mut offer: impl FnMut(Action)) {
        if matches!(self.aside.last, Some(Action::Bisques { .. })) {
            return;
        }
        let allowed = courses(self.needs).fold(0, |mask, course| mask | course_kinds(course));
        let free_spice =
            !self.aside.used_free_spice && self.rules.has(self.kitchen, RestaurateurEffect::FreeSpice);
        let can_stack = self.rules.has(self.kitchen, RestaurateurEffect::Under);
        for token in kinds(self.left.kinds() & allowed) {
            let own = token.course().unwrap_or(0);
            let mut try_with = |with: With| {
                let action = Action::Serve { token, with };
                // What goes with which ingredient of a type makes no difference beyond its number,
                // so it is served in order.
                let in_order = match self.aside.dressed {
                    Some((course, before)) if usize::from(course) == own => {
                        with == With::Nothing || before <= with
                    }
                    _ => true,
                };
                if in_order && self.aside.last.is_none_or(|last| last <= action) {
                    offer(action);
                }
            };
            try_with(With::Nothing);
            if self.left.has(Token::spice(own)) {
                try_with(With::Spice);
            }
            if self.left.has(Token::ALLSPICE) {
                try_with(With::Allspice);
            }
            if can_stack {
                // An ingredient under one of no higher value would do better beside it.
                for value in LOW..token.value() {
                    if self.left.has(Token::ingredient(own, value)) {
                        try_with(With::Under(value));
                    }
                }
            }
            if free_spice {
                for other in (0..TYPES).filter(|&other| other != own && self.left.has(Token::spice(other))) {
                    try_with(With::Other(other as u8));
                }
            }
        }
    }

    /// Soup that may follow: bisques first, then soups, which complete the meal.
    fn finishes(&self, actions: &mut Vec<Action>) {
        let meal = self.meal;
        match self.aside.last {
            Some(Action::Bisques { count }) => {
                let owed = (self.missing() as u8).saturating_sub(count);
                let short = self.least().saturating_sub(meal.quality);
                let from = u16::from(owed).max(short);
                actions.extend(
                    (0..=self.soups()).filter(|&n| u16::from(n) >= from).map(|count| Action::Soups { count }),
                );
            }
            last => {
                if last.is_none() && !self.rules.variant.challenge_soup_only {
                    return;
                }
                for count in 0..=self.bisques() {
                    let worth = u16::from(count * self.rules.variant.bisque_value) + u16::from(self.soups());
                    let covers = u32::from(count) + u32::from(self.soups()) >= self.missing();
                    if covers && meal.quality + worth >= self.least() {
                        actions.push(Action::Bisques { count });
                    }
                }
            }
        }
    }

    /// Whether any meal can be presented.
    fn can_start(&self) -> bool {
        let mut found = false;
        if self.rules.variant.challenge_soup_only {
            let mut ends = Vec::new();
            self.finishes(&mut ends);
            found = !ends.is_empty();
        }
        if !found {
            self.servings(|action| found = found || self.with(action).can_finish());
        }
        found
    }

    /// Whether the chain can still end in a meal that may be presented.
    fn can_finish(&self) -> bool {
        let Some(Action::Serve { token: last, .. }) = self.aside.last else { return true };
        let higher = self.left.kinds() & !((2 << last.0) - 1);
        let unmet = self.needs & !self.meal.served;
        let hopeless = courses(unmet).filter(|&course| higher & course_kinds(course) == 0).count();
        if hopeless > usize::from(self.soups()) + usize::from(self.bisques()) {
            return false;
        }
        let quality = self.meal.quality;
        let soup =
            u16::from(self.soups()) + u16::from(self.bisques()) * u16::from(self.rules.variant.bisque_value);
        if quality + soup >= self.least() && unmet.count_ones() as usize == hopeless {
            return true;
        }
        let allowed = courses(self.needs).fold(0, |mask, course| mask | course_kinds(course));
        let value = |mask: u64| -> u16 {
            kinds(self.left.kinds() & allowed & mask)
                .map(|token| {
                    self.rules.challenge_value(self.kitchen, token) * u16::from(self.left.count(token))
                })
                .sum()
        };
        if quality + soup + value(higher) >= self.least() {
            return true;
        }
        // Close to the lowest bracket only spices can decide: at most each value doubles.
        if quality + soup + 2 * value(u64::MAX) < self.least() {
            return false;
        }
        let mut found = false;
        self.servings(|action| found = found || self.with(action).can_finish());
        found
    }
}

/// Tokens that refrigeration counts (CK-139).
pub const CHILLED: u64 = INGREDIENT_KINDS | SPICE_KINDS;

/// Meals as somebody who chooses evenly among micro-actions would cook them.
impl CritterKitchen {
    pub(super) fn random_meals(&self, state: &mut State, who: usize, stream: &mut crate::rules::Stream) {
        state.kitchens[who].aside = Aside::default();
        state.kitchens[who].meals = Default::default();
        let mut actions = Vec::new();
        for challenge in 0..DAY {
            let (_, needs) = self.challenge_of_day(state, challenge);
            if !Cook::new(self, &state.kitchens[who], needs, challenge).can_start() {
                continue;
            }
            loop {
                actions.clear();
                self.meal_actions(state, who, challenge, &mut actions);
                let action = actions[stream.index(actions.len())];
                if action == Action::Skip {
                    break;
                }
                let is_end = matches!(action, Action::Soups { .. });
                let cook = Cook::new(self, &state.kitchens[who], needs, challenge);
                let after = cook.with(action).plated();
                after.serve_to(&mut state.kitchens[who], is_end);
                if is_end {
                    break;
                }
            }
        }
    }
}
