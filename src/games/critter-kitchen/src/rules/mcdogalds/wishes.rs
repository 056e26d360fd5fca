//! McDogald's choice of items (CK-202..204, CK-210).

use std::cmp::Reverse;

use super::AUTOMA;
use crate::rules::{
    CritterKitchen,
    action::Item,
    cards::{Board, effects::Wish},
    state::State,
    token::{HIGH, INGREDIENT_KINDS, RUMOR_KINDS, SPICE_KINDS, TYPES, Token, Tokens, kinds},
    variant::{DAY, NONE},
};

impl CritterKitchen {
    /// Returns the item that McDogald's takes at the current location: it meets the leftmost condition that any
    /// item meets.
    pub(in super::super) fn automa_item(&self, state: &State) -> Option<Item> {
        let place = usize::from(state.shopping.place);
        let here = self.takeable(state, AUTOMA);
        self.wishes(state).find_map(|wish| match wish {
            Wish::ZousChef => {
                let is_there = place == self.cards.academy() && state.zous_on_offer != NONE;
                is_there.then_some(Item::ZousChef)
            }
            Wish::Soup => {
                let is_there = self.cards.locations[place].board == Board::SoupTruck;
                let soup = if state.spreads[place].has_bisque { Item::Bisque } else { Item::Soup };
                is_there.then_some(soup)
            }
            _ => self.wished(state, here, wish).map(Item::Token),
        })
    }

    /// Returns the token that McDogald's keeps of several drawn ones: by the same conditions, otherwise the
    /// first.
    pub(in super::super) fn automa_choice(&self, state: &State, offered: &Tokens) -> Option<Token> {
        let wished = self.wishes(state).find_map(|wish| self.wished(state, offered.kinds(), wish));
        wished.or_else(|| kinds(offered.kinds()).next())
    }

    fn wishes(&self, state: &State) -> impl Iterator<Item = Wish> + '_ {
        self.cards.house.days[usize::from(state.round) / DAY].wishes.iter().copied()
    }

    /// Returns the token of these kinds that best meets a condition (CK-203, CK-A52, CK-A53, CK-A61).
    fn wished(&self, state: &State, here: u64, wish: Wish) -> Option<Token> {
        let likes = &self.critic(state).rank;
        // Allspice has no type and ranks after all types.
        let rank = |token: Token| token.course().map_or(TYPES as u8, |course| likes[course]);
        let ingredients = || kinds(here & INGREDIENT_KINDS);
        match wish {
            Wish::Rumor => kinds(here & RUMOR_KINDS).next(),
            Wish::Challenge => kinds(here & (INGREDIENT_KINDS | SPICE_KINDS))
                .filter(|token| {
                    token.course().is_some_and(|course| self.challenge_to_star(state, course).is_some())
                })
                .min_by_key(|&token| (rank(token), Reverse(token.value()))),
            Wish::Spice => {
                kinds(here & SPICE_KINDS).min_by_key(|&token| (token != Token::ALLSPICE, rank(token)))
            }
            Wish::Seven => {
                ingredients().filter(|token| token.value() == HIGH).min_by_key(|&token| rank(token))
            }
            Wish::Highest => ingredients().min_by_key(|&token| (Reverse(token.value()), rank(token))),
            Wish::Plate => {
                let stock = &state.kitchens[AUTOMA].stock;
                kinds(here & (INGREDIENT_KINDS | SPICE_KINDS))
                    .map(|token| (plate_gain(stock, token), token))
                    .filter(|&(gain, _)| gain > 0)
                    .min_by_key(|&(gain, token)| (Reverse(gain), token.is_spice(), rank(token)))
                    .map(|(_, token)| token)
            }
            Wish::ZousChef | Wish::Soup => None,
        }
    }
}

/// Returns the quality that a token adds to the plate made from a storage (CK-A61).
fn plate_gain(stock: &Tokens, token: Token) -> u8 {
    let is_spiced = |course: usize| stock.has(Token::spice(course));
    match token.course() {
        Some(course) if token.is_ingredient() => {
            let gain = token.value().saturating_sub(stock.best_of(course));
            if is_spiced(course) { 2 * gain } else { gain }
        }
        Some(course) if is_spiced(course) => 0,
        Some(course) => stock.best_of(course),
        None => {
            let mut unspiced = [0; TYPES];
            for (course, value) in unspiced.iter_mut().enumerate().filter(|(course, _)| !is_spiced(*course)) {
                *value = stock.best_of(course);
            }
            unspiced.sort_unstable_by(|a, b| b.cmp(a));
            unspiced.get(usize::from(stock.count(Token::ALLSPICE))).copied().unwrap_or(0)
        }
    }
}
