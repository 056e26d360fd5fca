//! What the law tests check: every token and bisque exists exactly once, and hidden information stays hidden.

use super::{
    CritterKitchen,
    cards::REVEALS,
    state::{BISQUES, Phase, State},
    token::{SLOTS, Token, Tokens},
    variant::{CHEFS, Memory, NONE},
};
use sim_engine::{Lawful, Seat};

impl Lawful for CritterKitchen {
    fn hidden(&self) -> &'static [&'static str] {
        &[
            "rumor cards not seen",
            "challenges to come",
            "zous-chefs to come",
            "plans of others before the reveal",
            "meals and tokens that others have put aside",
            "restaurateurs of others before they are opened",
            "rumor cards of others' own",
            "storages behind other shields",
        ]
    }

    /// Locations do not move, and set-up leaves some cards in the box.
    fn not_conserved(&self) -> &'static [&'static str] {
        &["locations", "challenges", "critics", "rumors", "zous_chefs", "restaurateurs"]
    }

    /// A restaurateur acts all game long, and a challenge is over once it is presented.
    fn only_taken(&self) -> &'static [&'static str] {
        &["restaurateur", "challenge"]
    }

    fn hidden_fields(&self, state: &State, seat: Seat) -> Vec<String> {
        let me = seat.index();
        let seen = self.seen_slots(state, me);
        let revealed = Self::revealed(state);
        let rumors: Vec<u8> =
            (0..SLOTS).filter(|slot| seen >> slot & 1 == 0).map(|slot| state.rumors[slot]).collect();
        let others = || (0..self.players).filter(|&who| who != me).map(|who| &state.kitchens[who]);
        let is_planning = matches!(state.phase, Phase::Plan { .. });
        let plans: Vec<[u8; CHEFS]> = others().filter(|_| is_planning).map(|kitchen| kitchen.plan).collect();
        let is_secret = Self::secret_turn(state).is_some();
        let aside: Vec<_> = others()
            .filter(|_| is_secret)
            .map(|kitchen| (kitchen.aside, kitchen.meals, kitchen.plate))
            .collect();
        let is_keeping = matches!(state.phase, Phase::Keep { .. });
        let kept: Vec<_> =
            others().filter(|_| is_keeping).map(|kitchen| (kitchen.dealt, kitchen.restaurateur)).collect();
        let own: Vec<u8> = others().map(|kitchen| kitchen.own_rumor).chain(state.spare_rumors).collect();
        let is_shielded = self.variant.memory == Memory::Shield;
        let stored: Vec<_> = others()
            .filter(|_| is_shielded)
            .map(|kitchen| (kitchen.stock, kitchen.soup, kitchen.bisque))
            .collect();
        vec![
            format!("{rumors:?}"),
            format!("{:?}", &state.challenges[revealed..]),
            format!("{:?}", &state.zous[revealed..]),
            format!("{plans:?}"),
            format!("{aside:?}"),
            format!("{kept:?}"),
            format!("{own:?}"),
            format!("{stored:?}"),
        ]
    }

    fn check_conservation(&self, state: &State) -> Result<(), String> {
        let mut found = state.bag;
        found.add_all(&state.removed);
        found.add_all(&state.shopping.offered);
        let mut bisques = state.bisques;
        for spread in &state.spreads {
            found.add_all(&spread.tokens);
            bisques += u8::from(spread.has_bisque);
        }
        for kitchen in &state.kitchens {
            found.add_all(&kitchen.stock);
            bisques += kitchen.bisque;
            for &rumor in kitchen.rumors.iter().filter(|&&rumor| rumor != NONE) {
                found.add(Token(rumor), 1);
            }
        }
        if let Phase::Wild { .. } = state.phase {
            found.add(Token::WILD, 1);
        }
        let mut expected: Tokens = self.variant.bag;
        // The seventh-round allspice joins when the last restock is over.
        let is_last = usize::from(state.round) >= REVEALS && state.phase != Phase::Restock;
        expected.add(Token::ALLSPICE, u8::from(is_last));
        if bisques != BISQUES {
            return Err(format!("{bisques} bisques instead of {}", BISQUES));
        }
        match Token::all().find(|&token| found.count(token) != expected.count(token)) {
            None => Ok(()),
            Some(token) => {
                Err(format!("{} times {token} instead of {}", found.count(token), expected.count(token)))
            }
        }
    }
}
