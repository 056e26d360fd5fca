//! The scoring steps of the critic meal, and the final ranking (CK-149..162).

use super::{
    CritterKitchen, Emit, Event,
    cards::{
        Rumor,
        effects::{CriticEffect, RumorEffect},
    },
    challenges::courses,
    critics::summary::{Summary, alone, contest},
    state::{Dish, Fund, Kitchen, Phase, State},
    token::{SLOTS, TYPES},
    variant::{NONE, PLAYERS},
};
use sim_engine::{
    outcome::Outcome,
    seat::{BySeat, Seat},
};

impl CritterKitchen {
    /// Total value of soup and bisque (CK-150).
    #[inline]
    pub fn soup_value(&self, kitchen: &Kitchen) -> u16 {
        u16::from(kitchen.soup) + u16::from(kitchen.bisque) * u16::from(self.variant.bisque_value)
    }

    pub(super) fn gain_stars(&self, state: &mut State, who: usize, fund: Fund, stars: i16, event: Emit<'_>) {
        if stars != 0 {
            state.kitchens[who].stars[fund as usize] += stars;
            event(Event::Gained { seat: Seat(who as u8), fund, stars });
        }
    }

    pub fn summary(&self, state: &State, who: usize) -> Summary {
        let kitchen = &state.kitchens[who];
        let critic = self.critic_of(state, who);
        Summary::new(self, critic, kitchen, kitchen.plate.dishes(), &kitchen.unspent())
    }

    /// Returns the mask of courses that the fanatics among some rumors double.
    pub fn fanatics(&self, rumors: impl Iterator<Item = u8>) -> u8 {
        rumors
            .filter(|&row| row != NONE)
            .map(|row| &self.cards.rumors.cards[usize::from(row)])
            .filter(|rumor| rumor.effect == RumorEffect::Fanatic)
            .fold(0, |mask, rumor| mask | rumor.course.map_or(0, |course| 1 << course))
    }

    /// Runs all scoring steps after the preparation; no choices remain (CK-149).
    pub(super) fn judge(&self, state: &mut State, event: Emit<'_>) {
        if self.is_solo() {
            self.plate_automa(state);
        }
        let mut meals = [Summary::default(); PLAYERS];
        for (who, meal) in meals.iter_mut().enumerate().take(self.players_at_table()) {
            for &Dish { course, token, with } in state.kitchens[who].plate.dishes() {
                event(Event::Plated { seat: Seat(who as u8), course, token, with });
            }
            *meal = self.summary(state, who);
            if self.is_automa(who) {
                meal.soup = state.automa.soup.into();
            }
            for course in courses(meal.served) {
                let quality = meal.quality[course];
                event(Event::CourseServed { seat: Seat(who as u8), course: course as u8, quality });
            }
        }
        let meals = &meals[..self.players_at_table()];
        self.pay_soup(state, meals, event);
        self.pay_courses(state, meals, event);
        for slot in 0..SLOTS {
            if state.open_rumors >> slot & 1 == 0 {
                event(Event::RumorOpened {
                    slot: slot as u8,
                    rumor: self.cards.rumors.id(state.rumors[slot]),
                });
            }
        }
        self.pay_rumors(state, meals, event);
        state.open_rumors = (1 << SLOTS) - 1;
        self.pay_bonus(state, meals, event);
        for (who, meal) in meals.iter().enumerate() {
            let critic = self.critic_of(state, who);
            let rumors = state.rumors.into_iter().chain([state.kitchens[who].own_rumor]);
            let quality = meal.total(self, critic, self.fanatics(rumors));
            state.quality[who] = quality;
            event(Event::MealQuality { seat: Seat(who as u8), quality });
            let stars = self.cards.track_stars(quality, self.variant.lap_stars);
            self.gain_stars(state, who, Fund::Track, stars, event);
        }
        state.round += 1;
        state.phase = Phase::Over;
    }

    fn pay_soup(&self, state: &mut State, meals: &[Summary], event: Emit<'_>) {
        let most = meals.iter().map(|meal| meal.soup).max().unwrap_or(0);
        for (who, meal) in meals.iter().enumerate() {
            if meal.soup == most && most > 0 {
                let critic = self.critic_of(state, who);
                let stars = match critic.effect {
                    CriticEffect::SoupStars => critic.amount,
                    _ => self.variant.soup_stars,
                };
                self.gain_stars(state, who, Fund::Soup, stars.into(), event);
            }
        }
    }

    /// Pays for all seven courses, then for the best of each (CK-151..153).
    fn pay_courses(&self, state: &mut State, meals: &[Summary], event: Emit<'_>) {
        for (who, meal) in meals.iter().enumerate() {
            let critic = self.critic_of(state, who);
            let all = match critic.effect {
                CriticEffect::AllStars => critic.amount,
                _ => self.variant.all_courses_stars,
            };
            if usize::from(meal.courses()) == TYPES {
                self.gain_stars(state, who, Fund::AllCourses, all.into(), event);
            }
        }
        for course in 0..TYPES {
            let best = meals.iter().map(|meal| meal.quality[course]).max().unwrap_or(0);
            for (who, meal) in meals.iter().enumerate() {
                if best > 0 && meal.quality[course] == best {
                    event(Event::BestCourse { seat: Seat(who as u8), course: course as u8 });
                    let stars = self.best_stars(self.critic_of(state, who), course);
                    self.gain_stars(state, who, Fund::Best, stars.into(), event);
                }
            }
        }
    }

    #[inline]
    pub fn best_stars(&self, critic: &super::cards::Critic, course: usize) -> u8 {
        let is_dear = critic.effect == CriticEffect::BestStars
            && (critic.course == Some(course) || usize::from(critic.at_least) == course + 1);
        if is_dear { critic.amount } else { self.variant.best_stars }
    }

    /// Pays every player for each rumor in play, and McDogald's its dots. A rumor card of a player's own pays
    /// only that player (CK-88, CK-154, CK-189, CK-220).
    fn pay_rumors(&self, state: &mut State, meals: &[Summary], event: Emit<'_>) {
        for slot in 0..SLOTS {
            let row = state.rumors[slot];
            let rumor = self.cards.rumors.cards[usize::from(row)];
            for who in 0..meals.len() {
                let stars = if self.is_automa(who) {
                    u16::from(rumor.dots)
                } else {
                    self.rumor_stars(&rumor, meals, who)
                };
                let known = self.seen_slots(state, who) >> slot & 1 == 1;
                event(Event::RumorPaid {
                    seat: Seat(who as u8),
                    rumor: self.cards.rumors.id(row),
                    stars,
                    known,
                });
                self.gain_stars(state, who, Fund::Rumors, stars as i16, event);
            }
        }
        for who in 0..meals.len() {
            let row = state.kitchens[who].own_rumor;
            if let Some(rumor) = self.cards.rumors.cards.get(usize::from(row)) {
                let stars = self.rumor_stars(rumor, meals, who);
                event(Event::RumorPaid {
                    seat: Seat(who as u8),
                    rumor: self.cards.rumors.id(row),
                    stars,
                    known: true,
                });
                self.gain_stars(state, who, Fund::Rumors, stars as i16, event);
            }
        }
    }

    /// Returns the stars that a rumor pays for one of the meals; all who tie get them (CK-148).
    fn rumor_stars(&self, rumor: &Rumor, meals: &[Summary], who: usize) -> u16 {
        match contest(rumor, &meals[who]) {
            None => alone(self, rumor, &meals[who]),
            Some(None) => 0,
            Some(Some(key)) => {
                let best =
                    self.compared(meals).iter().filter_map(|meal| contest(rumor, meal).flatten()).max();
                if best == Some(key) { u16::from(rumor.stars) } else { 0 }
            }
        }
    }

    /// Returns the meals that comparing cards take into account (CK-A58).
    fn compared<'a>(&self, meals: &'a [Summary]) -> &'a [Summary] {
        if self.variant.automa_compares { meals } else { &meals[..self.players] }
    }

    /// Pays critics and restaurateurs with the bonus symbol (CK-156).
    fn pay_bonus(&self, state: &mut State, meals: &[Summary], event: Emit<'_>) {
        let fewest = self.compared(meals).iter().map(Summary::leftovers).min().unwrap_or(0);
        for (who, meal) in meals.iter().enumerate() {
            let critic = self.critic_of(state, who);
            let from_critic = match critic.effect {
                CriticEffect::FewestLeft if meal.leftovers() == fewest => critic.amount,
                CriticEffect::GrandCourse => {
                    let least = u16::from(critic.at_least.max(1));
                    let grand = meal.quality.iter().filter(|&&quality| quality >= least);
                    critic.amount * (grand.count() as u8).min(critic.limit)
                }
                _ => 0,
            };
            let from_card = self.card(&state.kitchens[who]).map_or(0, |card| card.stars);
            let seat = Seat(who as u8);
            if from_critic > 0 {
                event(Event::CriticPaid { seat, stars: from_critic });
            }
            if from_card > 0 {
                event(Event::RestaurateurPaid { seat, stars: from_card });
            }
            self.gain_stars(state, who, Fund::Bonus, i16::from(from_critic) + i16::from(from_card), event);
        }
    }

    /// Ranks by stars, then total quality, then the priority track (CK-160..162). McDogald's wins every tie of
    /// stars (CK-222).
    pub(super) fn outcome_of(&self, state: &State) -> Outcome {
        let players = self.players_at_table();
        let points = BySeat::from_fn(players, |seat| state.kitchens[seat.index()].total_stars());
        Outcome::ranked(points, players, 0, |seat| self.rank(state, seat))
    }

    /// Returns the ranking key, of which the greatest wins: stars, total quality, track. In solo play it is
    /// stars, then being McDogald's.
    pub(super) fn rank(&self, state: &State, seat: Seat) -> [i32; 3] {
        let stars = state.kitchens[seat.index()].total_stars();
        if self.is_solo() {
            return [stars, i32::from(self.is_automa(seat.index())), 0];
        }
        let place = state.track.iter().position(|&who| usize::from(who) == seat.index());
        let from_back = PLAYERS - place.unwrap_or(PLAYERS);
        [stars, i32::from(state.quality[seat.index()]), from_back as i32]
    }
}
