//! McDogald's critic meal (CK-206..208, CK-217).

use super::AUTOMA;
use crate::rules::{
    critter_kitchen::{
        CritterKitchen, Event,
        action::With,
        state::{Dish, State},
        token::{TYPES, Token},
    },
    luck::{Luck, Purpose},
};

const SOUP: Purpose = Purpose::new("critter-kitchen.mcdogalds-soup");

impl CritterKitchen {
    /// A token of the bag says what its soup is worth.
    pub(in super::super) fn draw_soup(&self, state: &mut State, luck: &Luck, event: &mut impl FnMut(Event)) {
        let Some(token) = self.draw(state, &mut luck.stream(SOUP, 0), event) else { return };
        state.removed.add(token, 1);
        state.automa.soup = token.value();
        event(Event::SoupWorth { token });
    }

    /// The best of each type with its spice, and allspice on the highest without one.
    pub(in super::super) fn plate_automa(&self, state: &mut State) {
        let likes = &self.cards.critics.cards[usize::from(state.critic)].rank;
        let kitchen = &mut state.kitchens[AUTOMA];
        let served = |course: &usize| kitchen.stock.best_of(*course) > 0;
        let mut unspiced: [Option<usize>; TYPES] = std::array::from_fn(Some)
            .map(|course| course.filter(served).filter(|&course| !kitchen.stock.has(Token::spice(course))));
        unspiced.sort_unstable_by_key(|course| {
            course
                .map(|course| (u8::MAX - kitchen.stock.best_of(course), likes[course]))
                .unwrap_or((u8::MAX, 0))
        });
        let allspices = usize::from(kitchen.stock.count(Token::ALLSPICE)).min(TYPES);
        for course in (0..TYPES).filter(|course| kitchen.stock.best_of(*course) > 0) {
            let token = Token::ingredient(course, kitchen.stock.best_of(course));
            let with = if kitchen.stock.has(Token::spice(course)) {
                With::Spice
            } else if unspiced[..allspices].contains(&Some(course)) {
                With::Allspice
            } else {
                With::Nothing
            };
            kitchen.plate.push(Dish { course: course as u8, token, with });
            for spent in [Some(token), with.token(token)].into_iter().flatten() {
                kitchen.aside.tokens.add(spent, 1);
            }
        }
    }
}
