//! The legal actions of each decision, and what they set in motion.

use super::{
    CritterKitchen, Event,
    action::{Action, Item},
    cards::Board,
    state::{NONE, Phase, State},
    token::{SLOTS, kinds},
    variant::{CHEFS, ZOUS},
};

impl CritterKitchen {
    pub(super) fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        match state.phase {
            Phase::Keep { who } => {
                let [first, second] = state.kitchens[usize::from(who)].dealt;
                actions.push(Action::Keep { card: first.min(second) });
                actions.push(Action::Keep { card: first.max(second) });
            }
            Phase::Plan { who, .. } => {
                let plan = &state.kitchens[usize::from(who)].plan;
                let places = 0..self.cards.locations.len() as u8;
                actions
                    .extend(places.filter(|place| !plan.contains(place)).map(|place| Action::Go { place }));
            }
            Phase::Swap { who } => {
                let plan = &state.kitchens[usize::from(who)].plan;
                let chefs = if plan[ZOUS] == NONE { ZOUS } else { CHEFS } as u8;
                for first in 0..chefs {
                    actions.extend((first + 1..chefs).map(|second| Action::Swap { first, second }));
                }
                actions.push(Action::Decline);
            }
            Phase::Pick { who } => self.pick_actions(state, usize::from(who), actions),
            Phase::Wild { who } => push_slots(self.closed_slots(state, usize::from(who)), actions),
            Phase::Peek { who } => push_slots(self.seen_slots(state, usize::from(who)), actions),
            Phase::Choose { .. } => {
                let offered = kinds(state.shopping.offered.kinds());
                actions.extend(offered.map(|token| Action::Choose { token }));
            }
            Phase::Fetch { .. } => {
                let leftovers = kinds(state.spreads[0].tokens.kinds()).map(Item::Token);
                actions.extend(leftovers.chain([Item::Soup]).map(|item| Action::Take { item }));
            }
            Phase::Trade { who } => {
                let tradable = kinds(self.tradable(state, usize::from(who)));
                actions.extend(tradable.map(|token| Action::Trade { token }));
                // What was taken up may be laid down again.
                if !self.exchanges(&state.kitchens[usize::from(who)]) {
                    actions.push(Action::Decline);
                }
            }
            Phase::Meal { who, challenge } => {
                self.meal_actions(state, usize::from(who), usize::from(challenge), actions);
            }
            Phase::Fridge { who } => self.fridge_actions(state, usize::from(who), actions),
            Phase::Plate { who } => self.plate_actions(state, usize::from(who), actions),
            Phase::Run
            | Phase::Restock
            | Phase::Automa
            | Phase::Merchant
            | Phase::Draw
            | Phase::Soup
            | Phase::Over => {}
        }
    }

    /// Items here that the chef may take, and leaving with empty hands (CK-62, CK-72).
    fn pick_actions(&self, state: &State, who: usize, actions: &mut Vec<Action>) {
        let place = usize::from(state.shopping.place);
        let take = |item| Action::Take { item };
        actions.extend(kinds(self.takeable(state, who)).map(|token| take(Item::Token(token))));
        if self.cards.locations[place].board == Board::SoupTruck {
            actions.push(take(Item::Soup));
            if state.spreads[place].has_bisque {
                actions.push(take(Item::Bisque));
            }
        }
        if place == self.cards.academy() && state.zous_on_offer != NONE {
            actions.push(take(Item::ZousChef));
        }
        if state.shopping.taken[who] == 0 && self.variant.leave_early {
            actions.push(Action::Leave);
        }
    }

    pub(super) fn make(&self, state: &mut State, action: Action, event: &mut impl FnMut(Event)) {
        match action {
            Action::Keep { card } => {
                let Phase::Keep { who } = state.phase else { return };
                state.kitchens[usize::from(who)].restaurateur = card;
                if usize::from(who) + 1 < self.players {
                    state.phase = Phase::Keep { who: who + 1 };
                } else {
                    self.open_restaurateurs(state, event);
                }
            }
            Action::Go { place } => self.send(state, place, event),
            Action::Take { item } => {
                match state.phase {
                    Phase::Pick { who } => self.take(state, who, item, event),
                    Phase::Fetch { who } => self.fetch(state, who.into(), item, event),
                    _ => return,
                }
                self.run(state, event);
            }
            Action::Leave => {
                self.leave(state, event);
                self.run(state, event);
            }
            Action::Slot { slot } => {
                match state.phase {
                    Phase::Peek { .. } => self.peek(state, slot, event),
                    _ => self.place_wild(state, slot, event),
                }
                self.run(state, event);
            }
            Action::Choose { token } => {
                let Phase::Choose { who } = state.phase else { return };
                self.choose(state, who.into(), token, event);
                self.run(state, event);
            }
            Action::Trade { .. } => {
                self.trade(state, action, event);
                self.run(state, event);
            }
            Action::Swap { .. } => self.swap(state, action, event),
            Action::Decline => match state.phase {
                Phase::Swap { .. } => self.swap(state, action, event),
                _ => {
                    self.trade(state, action, event);
                    self.run(state, event);
                }
            },
            Action::Skip | Action::Serve { .. } | Action::Bisques { .. } | Action::Soups { .. } => {
                self.cook(state, action, event);
            }
            Action::Return { token } => self.give_up(state, token, event),
            Action::Dish { .. } | Action::Done => self.plate(state, action, event),
        }
    }
}

/// Slots outside a mask.
fn push_slots(taken: u8, actions: &mut Vec<Action>) {
    let free = (0..SLOTS as u8).filter(|slot| taken >> slot & 1 == 0);
    actions.extend(free.map(|slot| Action::Slot { slot }));
}
