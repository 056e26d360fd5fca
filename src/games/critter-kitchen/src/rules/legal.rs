use super::{
    CritterKitchen,
    action::{Action, Decision, Item},
    cards::Board,
    state::{Phase, State},
    token::{SLOTS, kinds},
    variant::{CHEFS, NONE, ZOUS},
};
use sim_engine::{Node, Offer, Seat};

impl CritterKitchen {
    #[inline]
    pub(super) fn node_of(&self, state: &State) -> Node<Decision> {
        let (who, decision) = match state.phase {
            Phase::Keep { who } => (who, Decision::Restaurateur),
            Phase::Plan { who, .. } => (who, Decision::Plan),
            Phase::Swap { who } => (who, Decision::Swap),
            Phase::Pick { who } | Phase::Fetch { who } => (who, Decision::Pick),
            Phase::Wild { who } => (who, Decision::Wild),
            Phase::Choose { who } => (who, Decision::Choose),
            Phase::Trade { who } => (who, Decision::Trade),
            Phase::Peek { who } => (who, Decision::Peek),
            Phase::Meal { who, .. } => (who, Decision::Meal),
            Phase::Fridge { who } => (who, Decision::Fridge),
            Phase::Plate { who } => (who, Decision::Plate),
            Phase::Restock | Phase::Automa | Phase::Merchant | Phase::Draw | Phase::Soup | Phase::Run => {
                return Node::Chance;
            }
            Phase::Over => return Node::Terminal,
        };
        Node::Decision { seat: Seat(who), decision }
    }

    pub(super) fn offer(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
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
                // An exchange cannot be declined, but the ingredient taken up may be laid down again.
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
        Offer::Actions
    }

    /// Adds the items that the chef may take here, and leaving with empty hands (CK-62, CK-72).
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
}

fn push_slots(taken: u8, actions: &mut Vec<Action>) {
    let free = (0..SLOTS as u8).filter(|slot| taken >> slot & 1 == 0);
    actions.extend(free.map(|slot| Action::Slot { slot }));
}
