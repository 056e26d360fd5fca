//! The critic meal: legal dishes and the quality of a course (CK-142..147, CK-175..182).

pub mod summary;

use super::{
    CritterKitchen, Emit,
    action::{Action, With},
    cards::{
        Critic,
        effects::{CriticEffect, RestaurateurEffect},
    },
    state::{Aside, Dish, Kitchen, Phase, State},
    token::{LOW, TYPES, Token, Tokens, course_kinds, kinds},
    variant::Stacking,
};

impl CritterKitchen {
    pub(super) fn start_plates(&self, state: &mut State, event: Emit<'_>) {
        for kitchen in &mut state.kitchens[..self.players] {
            kitchen.aside = Aside::default();
        }
        state.plating = 0;
        state.phase = Phase::Plate { who: 0 };
        self.pass_courses(state, event);
    }

    /// Adds the legal dishes of the current course, then the end of the course.
    pub(super) fn plate_actions(&self, state: &State, who: usize, actions: &mut Vec<Action>) {
        self.dishes(state, who, &mut |action| actions.push(action));
        actions.push(Action::Done);
    }

    pub(super) fn dishes(&self, state: &State, who: usize, offer: &mut impl FnMut(Action)) {
        let kitchen = &state.kitchens[who];
        self.dishes_from(self.critic(state), kitchen, &kitchen.unspent(), state.plating.into(), offer);
    }

    /// Offers the legal dishes of a course, made from the tokens in `left`.
    pub fn dishes_from(
        &self,
        critic: &Critic,
        kitchen: &Kitchen,
        left: &Tokens,
        course: usize,
        offer: &mut impl FnMut(Action),
    ) {
        if kitchen.plate.is_full() {
            return;
        }
        let room = Room::new(critic, kitchen, course);
        let spices = Spices::new(self, critic, kitchen, left);
        let last = kitchen.aside.last;
        for token in kinds(left.kinds() & room.kinds(course)) {
            let mut try_with = |with: With| {
                let action = Action::Dish { course: course as u8, token, with };
                if last.is_none_or(|last| last <= action) {
                    offer(action);
                }
            };
            let is_own = course_kinds(course) & token.bit() != 0;
            if is_own && room.own || !is_own && room.foreign {
                spices.each(token, &mut try_with);
            } else if room.pairs(token) {
                try_with(With::Nothing);
            }
        }
    }

    pub(super) fn plate(&self, state: &mut State, action: Action, event: Emit<'_>) {
        let Phase::Plate { who } = state.phase else { return };
        let kitchen = &mut state.kitchens[usize::from(who)];
        if let Action::Dish { course, token, with } = action {
            self.put_on_plate(kitchen, Dish { course, token, with });
        } else {
            state.plating += 1;
        }
        self.pass_courses(state, event);
    }

    pub fn put_on_plate(&self, kitchen: &mut Kitchen, dish: Dish) {
        let Dish { course, token, with } = dish;
        kitchen.plate.push(dish);
        for spent in [Some(token), with.token(token)].into_iter().flatten() {
            kitchen.aside.tokens.add(spent, 1);
        }
        kitchen.aside.used_free_spice |= matches!(with, With::Other(_));
        kitchen.aside.last = Some(Action::Dish { course, token, with });
    }

    /// Skips courses to which nothing can be added; judges when all plates are ready.
    pub(super) fn pass_courses(&self, state: &mut State, event: Emit<'_>) {
        while let Phase::Plate { who } = state.phase {
            if usize::from(state.plating) < TYPES {
                let mut is_open = false;
                self.dishes(state, usize::from(who), &mut |_| is_open = true);
                if is_open {
                    return;
                }
                state.plating += 1;
            } else if usize::from(who) + 1 < self.players {
                state.plating = 0;
                state.phase = Phase::Plate { who: who + 1 };
            } else {
                if self.is_solo() {
                    state.phase = Phase::Soup;
                    return;
                }
                return self.judge(state, event);
            }
        }
    }

    /// Returns the value of an ingredient in the critic meal: the critic's replacement, or the printed value
    /// plus the restaurateur's bonus (CK-A34).
    #[inline]
    pub fn worth(&self, critic: &Critic, kitchen: &Kitchen, token: Token) -> u16 {
        let value = critic.replaced(token.value());
        u16::from(value.unwrap_or_else(|| token.value() + self.low_bonus(kitchen, token)))
    }

    /// Whether a dish is paired with another course (CK-177).
    #[inline]
    pub fn is_paired(&self, critic: &Critic, dish: Dish) -> bool {
        critic.effect == CriticEffect::Paired
            && dish.token.course() == critic.course
            && Some(usize::from(dish.course)) != critic.course
    }

    /// Quality of one dish without fanatics (CK-75, CK-A2).
    #[inline]
    pub fn dish_quality(&self, critic: &Critic, kitchen: &Kitchen, dish: Dish) -> u16 {
        self.quality_of(critic, dish, self.worth(critic, kitchen, dish.token))
    }

    #[inline]
    pub(super) fn quality_of(&self, critic: &Critic, dish: Dish, value: u16) -> u16 {
        if self.is_paired(critic, dish) {
            return value;
        }
        value * self.dish_factor(critic, dish.token.course().unwrap_or(0), dish.with)
    }

    /// Returns the factor of an ingredient's value (CK-75, CK-A2).
    #[inline]
    pub fn dish_factor(&self, critic: &Critic, course: usize, with: With) -> u16 {
        let spice = match critic.effect {
            _ if !with.is_spice() => 1,
            CriticEffect::SpiceFactor => u16::from(critic.amount),
            _ => 2,
        };
        let double = match critic.effect {
            CriticEffect::Double if critic.course == Some(course) => 2,
            _ => 1,
        };
        match self.variant.stacking {
            Stacking::Additive => spice + double - 1,
            Stacking::Either => spice.max(double),
            Stacking::Multiplicative => spice * double,
        }
    }

    /// Returns the quality that a fanatic adds to its course in the final score (CK-163, CK-A2).
    #[inline]
    pub fn fanatic_gain(&self, critic: &Critic, course: usize, quality: u16, values: u16) -> u16 {
        let is_added = critic.effect == CriticEffect::Double
            && critic.course == Some(course)
            && self.variant.stacking == Stacking::Additive;
        if is_added { values } else { quality }
    }
}

struct Room {
    own: bool,
    foreign: bool,
    paired: u64,
}

impl Room {
    fn new(critic: &Critic, kitchen: &Kitchen, course: usize) -> Room {
        let is_in = |dish: &&Dish| usize::from(dish.course) == course;
        let is_own = |dish: &Dish| dish.token.course() == Some(usize::from(dish.course));
        let dishes = kitchen.plate.dishes();
        let own = dishes.iter().filter(is_in).filter(|dish| is_own(dish)).count();
        let other = dishes.iter().filter(is_in).count() - own;
        let mut room = Room { own: own + other == 0, foreign: false, paired: 0 };
        match critic.effect {
            CriticEffect::Several => {
                let is_chosen = match critic.course {
                    Some(chosen) => chosen == course,
                    // No other course may hold several already.
                    None => dishes
                        .iter()
                        .filter(|dish| !is_in(dish))
                        .all(|dish| dishes.iter().filter(|other| other.course == dish.course).count() == 1),
                };
                room.own = own < if is_chosen { usize::from(critic.amount) } else { 1 };
            }
            CriticEffect::Foreign => {
                let foreign = dishes.iter().filter(|dish| !is_own(dish)).count();
                room.foreign = own + other == 0 && foreign < usize::from(critic.amount);
            }
            CriticEffect::Paired => {
                if let Some(pair) = critic.course.filter(|&pair| pair != course)
                    && own > 0
                    && other < usize::from(critic.amount)
                {
                    room.paired = course_kinds(pair);
                }
            }
            _ => {}
        }
        room
    }

    fn kinds(&self, course: usize) -> u64 {
        match self.foreign {
            true => super::token::INGREDIENT_KINDS,
            false => self.paired | if self.own { course_kinds(course) } else { 0 },
        }
    }

    fn pairs(&self, token: Token) -> bool {
        self.paired & token.bit() != 0
    }
}

/// The additions that ingredients may be served with.
pub(super) struct Spices<'a> {
    /// Tokens that are still available.
    pub left: &'a Tokens,
    /// Whether a rumor token may serve as allspice.
    pub rumor: bool,
    /// Whether an ingredient may lie under another of its type.
    pub under: bool,
    /// Whether the spice of another type may be served.
    pub free: bool,
}

impl<'a> Spices<'a> {
    fn new(rules: &CritterKitchen, critic: &Critic, kitchen: &Kitchen, left: &'a Tokens) -> Spices<'a> {
        let served = kitchen.plate.dishes().iter().filter(|dish| dish.with == With::Rumor).count();
        Spices {
            left,
            rumor: critic.effect == CriticEffect::RumorSpice && served < usize::from(kitchen.rumor_tokens()),
            under: false,
            free: !kitchen.aside.used_free_spice && rules.has(kitchen, RestaurateurEffect::FreeSpice),
        }
    }

    /// Offers all additions that an ingredient may be served with, in ascending order.
    pub fn each(&self, token: Token, mut offer: impl FnMut(With)) {
        let own = token.course().unwrap_or(0);
        offer(With::Nothing);
        if self.left.has(Token::spice(own)) {
            offer(With::Spice);
        }
        if self.left.has(Token::ALLSPICE) {
            offer(With::Allspice);
        }
        if self.rumor {
            offer(With::Rumor);
        }
        if self.under {
            // An ingredient whose value is not lower adds at least as much when it is served itself.
            for value in LOW..token.value() {
                if self.left.has(Token::ingredient(own, value)) {
                    offer(With::Under(value));
                }
            }
        }
        if self.free {
            for other in (0..TYPES).filter(|&other| other != own && self.left.has(Token::spice(other))) {
                offer(With::Other(other as u8));
            }
        }
    }
}

/// Random plates by uniform choice among micro-actions.
impl CritterKitchen {
    pub(super) fn random_plate(&self, state: &mut State, who: usize, stream: &mut sim_engine::Stream) {
        let plating = state.plating;
        state.kitchens[who].aside = Aside::default();
        state.kitchens[who].plate = super::state::Plate::default();
        state.plating = 0;
        let mut actions = Vec::new();
        while usize::from(state.plating) < TYPES {
            actions.clear();
            self.plate_actions(state, who, &mut actions);
            let action = actions[stream.index(actions.len())];
            match action {
                Action::Dish { course, token, with } => {
                    self.put_on_plate(&mut state.kitchens[who], Dish { course, token, with });
                }
                _ => state.plating += 1,
            }
        }
        state.plating = plating;
    }
}
