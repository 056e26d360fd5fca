//! McDogald's critic meal (CK-206..208, CK-217).

use std::cmp::Reverse;

use super::AUTOMA;
use crate::rules::{
    CritterKitchen, Emit, Event,
    action::With,
    state::{Dish, State},
    token::{TYPES, Token},
};
use sim_engine::luck::{Luck, Purpose};

const SOUP: Purpose = Purpose::new("critter-kitchen.mcdogalds-soup");

impl CritterKitchen {
    pub(in super::super) fn draw_soup(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let Some(token) = self.draw(state, &mut luck.stream(SOUP, 0), event) else { return };
        state.removed.add(token, 1);
        state.automa.soup = token.value();
        event(Event::SoupWorth { token });
    }

    /// Serves the best of each type with its spice, and puts allspice on the highest ones without a spice.
    pub(in super::super) fn plate_automa(&self, state: &mut State) {
        let likes = &self.critic(state).rank;
        let kitchen = &mut state.kitchens[AUTOMA];
        let stock = kitchen.stock;
        let is_spiced = |course: usize| stock.has(Token::spice(course));
        let mut allspiced = 0u8;
        for _ in 0..stock.count(Token::ALLSPICE) {
            let bare = |&course: &usize| {
                stock.best_of(course) > 0 && !is_spiced(course) && allspiced >> course & 1 == 0
            };
            let highest =
                (0..TYPES).filter(bare).min_by_key(|&course| (Reverse(stock.best_of(course)), likes[course]));
            let Some(course) = highest else { break };
            allspiced |= 1 << course;
        }
        for course in (0..TYPES).filter(|&course| stock.best_of(course) > 0) {
            let token = Token::ingredient(course, stock.best_of(course));
            let with = match (is_spiced(course), allspiced >> course & 1 == 1) {
                (true, _) => With::Spice,
                (false, true) => With::Allspice,
                (false, false) => With::Nothing,
            };
            kitchen.plate.push(Dish { course: course as u8, token, with });
            for spent in [Some(token), with.token(token)].into_iter().flatten() {
                kitchen.aside.tokens.add(spent, 1);
            }
        }
    }
}
