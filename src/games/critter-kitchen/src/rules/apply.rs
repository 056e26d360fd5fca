use super::{
    CritterKitchen, Emit,
    action::Action,
    state::{Phase, State},
};
use sim_engine::Luck;

impl CritterKitchen {
    pub(super) fn make(&self, state: &mut State, action: Action, event: Emit<'_>) {
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
            Action::Take { item } => match state.phase {
                Phase::Pick { who } => self.take(state, who, item, event),
                Phase::Fetch { who } => self.fetch(state, who.into(), item, event),
                _ => {}
            },
            Action::Leave => self.leave(state, event),
            Action::Slot { slot } => match state.phase {
                Phase::Peek { .. } => self.peek(state, slot, event),
                _ => self.place_wild(state, slot, event),
            },
            Action::Choose { token } => {
                let Phase::Choose { who } = state.phase else { return };
                self.choose(state, who.into(), token, event);
            }
            Action::Trade { token } => self.trade(state, token, event),
            Action::Swap { first, second } => self.swap(state, [first, second], event),
            Action::Decline => match state.phase {
                Phase::Swap { who } => self.offer_swaps(state, usize::from(who) + 1),
                _ => state.phase = Phase::Run,
            },
            Action::Skip | Action::Serve { .. } | Action::Bisques { .. } | Action::Soups { .. } => {
                self.cook(state, action, event);
            }
            Action::Return { token } => self.give_up(state, token, event),
            Action::Dish { .. } | Action::Done => self.plate(state, action, event),
        }
        self.run(state, event);
    }

    pub(super) fn make_chance(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        match state.phase {
            Phase::Restock => self.restock(state, luck, event),
            Phase::Merchant => {
                self.fill(state, self.cards.merchant(), luck, event);
                state.phase = Phase::Run;
            }
            Phase::Automa => {
                self.send_automa(state, luck, event);
                self.offer_swaps(state, 0);
            }
            Phase::Draw => self.make_draw(state, luck, event),
            Phase::Soup => {
                self.draw_soup(state, luck, event);
                self.judge(state, event);
            }
            _ => {}
        }
        self.run(state, event);
    }
}
