//! Where McDogald's sends its chefs (CK-197..201).

use super::AUTOMA;
use crate::rules::{
    CritterKitchen, Emit, Event,
    cards::{
        Board, Location,
        effects::{Aim, Arrow},
        house::Order,
    },
    known_kinds,
    state::State,
    token::{HIGH, INGREDIENT_KINDS, RUMOR_KINDS, SPICE_KINDS, Token, Tokens, course_kinds, kinds},
    variant::{CHEFS, NONE, ZOUS},
};
use sim_engine::{luck::Luck, seat::Seat};

/// Index of the manager's deck; the chefs' decks follow by capacity.
const MANAGER: usize = 0;

impl CritterKitchen {
    /// Turns over the manager's card, then a card for every chef that is still in the kitchen.
    pub(in super::super) fn send_automa(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let order = self.turn_over(state, MANAGER, luck, event);
        match order.chef {
            Some(chef) => self.send_to(state, chef, order, event),
            None => self.hat_to_front(state, AUTOMA, event),
        }
        for chef in 0..ZOUS {
            if state.kitchens[AUTOMA].plan[chef] == NONE {
                let order = self.turn_over(state, 1 + chef, luck, event);
                self.send_to(state, chef, order, event);
            }
        }
        if let Some(zous) = self.zous_of(&state.kitchens[AUTOMA]).copied() {
            let order = self.turn_over(state, zous.capacity.into(), luck, event);
            self.send_to(state, ZOUS, order, event);
        }
    }

    /// Turns over the top card of a deck. An empty deck is shuffled first, without the cards on the table
    /// (CK-205, CK-A51).
    fn turn_over(&self, state: &mut State, deck: usize, luck: &Luck, event: Emit<'_>) -> &Order {
        let cards = &self.cards.house.decks[deck];
        let automa = &mut state.automa;
        if automa.left[deck] == 0 {
            automa.left[deck] = cards.all() & !automa.open[deck];
            automa.shuffles[deck] += 1;
        }
        let top = cards.top(luck, deck, automa.left[deck], automa.shuffles[deck]);
        automa.left[deck] &= !(1 << top);
        automa.open[deck] |= 1 << top;
        let card = &cards.cards[top];
        event(Event::OrderTurned { deck: deck as u8, card: card.row });
        card
    }

    /// Sends a chef to the best place without another of McDogald's chefs. The arrow breaks ties, also when no
    /// place meets the goal (CK-199, CK-200).
    fn send_to(&self, state: &mut State, chef: usize, order: &Order, event: Emit<'_>) {
        let plan = state.kitchens[AUTOMA].plan;
        debug_assert!(CHEFS < self.cards.locations.len(), "there is a place for every chef");
        let places = self.cards.locations.len();
        let in_order = (0..places).map(|at| if order.arrow == Arrow::Right { at } else { places - 1 - at });
        let mut best: Option<(u32, usize)> = None;
        for place in in_order.filter(|&place| !plan.contains(&(place as u8))) {
            let appeal = self.appeal(state, order.goal, place);
            if best.is_none_or(|(most, _)| appeal > most) {
                best = Some((appeal, place));
            }
        }
        let Some((_, place)) = best else { return };
        state.kitchens[AUTOMA].plan[chef] = place as u8;
        event(Event::Sent {
            seat: Seat(AUTOMA as u8),
            chef: chef as u8,
            place: Location::id(place),
            round: state.round,
        });
    }

    /// Returns how well a place meets a goal, 0 for not at all. Only items that lie there now count.
    fn appeal(&self, state: &State, goal: Aim, place: usize) -> u32 {
        let board = self.cards.locations[place].board;
        let spread = &state.spreads[place];
        let here = &spread.tokens;
        let rumors = RUMOR_KINDS & !known_kinds(self.closed_slots(state, AUTOMA));
        let stars = || {
            let earns = |token: Token| {
                token.course().is_some_and(|course| self.challenge_to_star(state, course).is_some())
            };
            here.iter().filter(|&(token, _)| earns(token)).map(|(_, count)| u32::from(count)).sum()
        };
        let count = |mask: u64| here.total_of(mask) as u32;
        match goal {
            Aim::Front => 0,
            Aim::SoupTruck => u32::from(board == Board::SoupTruck),
            Aim::Merchant => u32::from(board == Board::Merchant),
            Aim::Academy => u32::from(board == Board::Academy),
            Aim::ASeven => u32::from(highest(here) == u32::from(HIGH)),
            Aim::ARumor => count(rumors).min(1),
            Aim::ASpice => count(SPICE_KINDS).min(1),
            Aim::AChallenge => u32::min(stars(), 1),
            Aim::Highest => highest(here),
            Aim::BestTwo => best_two(here),
            Aim::HighestSum => ingredients(here).map(|(value, count)| value * count).sum(),
            Aim::MostItems => {
                let zous = board == Board::Academy && state.zous_on_offer != NONE;
                here.total() as u32 + u32::from(spread.has_bisque) + u32::from(zous)
            }
            Aim::MostRumors => count(rumors),
            Aim::MostChallenge => stars(),
            Aim::MostMissing => {
                let stock = &state.kitchens[AUTOMA].stock;
                let is_missing = |token: &Token| {
                    token.course().is_some_and(|course| stock.kinds() & course_kinds(course) == 0)
                };
                kinds(here.kinds() & INGREDIENT_KINDS)
                    .filter(is_missing)
                    .map(|token| u32::from(here.count(token)))
                    .sum()
            }
        }
    }
}

/// Returns the printed values of the ingredients in a pile, each with its count.
fn ingredients(pile: &Tokens) -> impl Iterator<Item = (u32, u32)> + '_ {
    pile.iter()
        .filter(|(token, _)| token.is_ingredient())
        .map(|(token, count)| (u32::from(token.value()), u32::from(count)))
}

fn highest(pile: &Tokens) -> u32 {
    ingredients(pile).map(|(value, _)| value).max().unwrap_or(0)
}

fn best_two(pile: &Tokens) -> u32 {
    let mut best = [0, 0];
    for (value, count) in ingredients(pile) {
        for _ in 0..count.min(2) {
            if value > best[0] {
                best = [value, best[0]];
            } else if value > best[1] {
                best[1] = value;
            }
        }
    }
    best[0] + best[1]
}
