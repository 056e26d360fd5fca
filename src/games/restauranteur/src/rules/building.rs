//! The Build, Improvement and Income phases: what changes on the board and in front of a player.

use super::{
    Restauranteur,
    action::Chosen,
    board::{Cell, Cells, cells, with_eight},
    components::{Cuisine, Face, Improvement, cuisines},
    earning::{Earners, Occasion},
    event::{self, Cards, Cause, Districts, Emit, Event, Obstacle, Types},
    state::{End, Lot, Phase, Place, Public, State},
    variant::InvestTies,
};
use sim_engine::seat::Seat;

impl Restauranteur {
    /// Starts the next build or move, or the Improvement phase.
    pub(super) fn go_on_building(&self, state: &mut State) {
        let seat = state.table.active;
        if self.may_build(state, seat) {
            state.table.phase = Phase::Build;
        } else {
            self.go_on_improving(state);
        }
    }

    /// Starts the next improvement, or the Income phase.
    pub(super) fn go_on_improving(&self, state: &mut State) {
        let seat = state.table.active;
        if self.may_improve(&state.table, seat, state.hands[seat].len()) {
            state.table.phase = Phase::Improve;
        } else {
            self.start_income(state);
        }
    }

    /// Reports what the seat could have built, for the measures. Returns whether it could build anything.
    pub(super) fn tell_buildable(&self, state: &State, event: Emit<'_>) -> bool {
        let seat = state.table.active;
        let buildable = self.buildable(state, seat);
        let could = buildable.cuisines != 0;
        if could {
            event(Event::CouldBuild {
                seat,
                cards: Cards(buildable.numbers),
                restaurants: Types(buildable.cuisines),
                districts: Districts(state.table.district_types(with_eight(buildable.sites))),
            });
        }
        could
    }

    pub(super) fn stop(&self, state: &mut State, event: Emit<'_>) {
        let (seat, round) = (state.table.active, state.table.round);
        let could = self.tell_buildable(state, event);
        if state.table.built == 0 {
            event(match could {
                true => Event::Declined { seat, round },
                false => Event::Idle { seat, why: self.obstacle(state, seat), round },
            });
        }
        self.go_on_improving(state);
    }

    pub(super) fn obstacle(&self, state: &State, seat: Seat) -> Obstacle {
        let table = &state.table;
        let pool = state.pools[seat].cuisines();
        let is_paid = |cuisine: Cuisine| self.build_price(table, seat, cuisine) <= table.coins[seat];
        if pool == 0 {
            Obstacle::Pool
        } else if !cuisines(pool).any(is_paid) {
            Obstacle::Coins
        } else if state.hands[seat].faces & Face::NUMBERS == 0 {
            Obstacle::Number
        } else {
            Obstacle::Site
        }
    }

    /// Builds a restaurant, which may end the game (RE-27 to RE-31, RE-3, RE-4, B-24).
    pub(super) fn build(&self, state: &mut State, cuisine: Cuisine, number: u8, cell: Cell, event: Emit<'_>) {
        let seat = state.table.active;
        self.discard(state, seat, Face::number(number));
        state.pools[seat].take(cuisine);
        let table = &mut state.table;
        let price = self.build_price(table, seat, cuisine);
        let before = table.monopolist(cuisine);
        table.paid_by_bank(seat, -price);
        table.tokens[seat] -= 1;
        self.add_restaurant(table, seat, cuisine, cell);
        self.count_leads(table, cuisine);
        let trade = self.trade(table, seat, cuisine, cell, table.stars[seat][cuisine.index()]);
        let served = trade.served.count_ones() as u8;
        table.lots[cell.index()] = Lot { turn: table.turn, takings: 0, price: price as u8, served };
        event(Event::Built {
            seat,
            restaurant: event::restaurant(cuisine),
            card: event::card(Face::number(number)),
            cell,
            price: price as u8,
            saved: (self.stock.prices[cuisine.index()] - price) as u8,
            served,
            districts: Districts(table.district_types(trade.served)),
            nth: table.counts[seat][cuisine.index()],
            monopoly: table.monopolist(cuisine) == Some(seat),
            broke: before.filter(|&other| other != seat),
            bonus: table.built >= self.variant.builds,
            first: table.built == 0,
            round: table.round,
        });
        table.built += 1;
        table.phase = Phase::Refill { then_improves: false };
        if table.on_board(cuisine) == self.stock.counters[cuisine.index()] {
            event(Event::Completed { seat, restaurant: event::restaurant(cuisine) });
            (table.end, table.phase) = (End::TypeComplete, Phase::Over);
        } else if table.tokens[seat] == 0 {
            event(Event::TokensGone { seat });
            (table.end, table.phase) = (End::TokensGone, Phase::Over);
        }
    }

    /// Recomputes which seats lead a type (RE-23, B-01).
    pub(super) fn count_leads(&self, table: &mut Public, cuisine: Cuisine) {
        let count = |table: &Public, seat: Seat| table.counts[seat][cuisine.index()];
        let most = Seat::all(self.players).map(|seat| count(table, seat)).max().unwrap_or(0);
        let first = Seat::all(self.players).filter(|&seat| count(table, seat) == most).count();
        let is_led = first == 1 || self.variant.invest_ties == InvestTies::Shared;
        for seat in Seat::all(self.players) {
            let leads = is_led && most > 0 && count(table, seat) == most;
            table.leads[seat] = table.leads[seat] & !cuisine.bit() | if leads { cuisine.bit() } else { 0 };
        }
    }

    /// Moves a restaurant with its token (RE-68, B-17).
    pub(super) fn move_to(&self, table: &mut Public, from: Cell, to: Cell, event: Emit<'_>) {
        let seat = table.active;
        let Some(cuisine) = table.cuisine_at(from) else {
            unreachable!("only a restaurant is moved, and {from} has none");
        };
        let stars = table.stars[seat][cuisine.index()];
        let served =
            |table: &Public, cell| self.trade(table, seat, cuisine, cell, stars).served.count_ones() as u8;
        table.paid_by_bank(seat, -self.variant.move_cost);
        self.shift_restaurant(table, (seat, cuisine), from, to);
        table.lots[to.index()] = std::mem::take(&mut table.lots[from.index()]);
        event(Event::Moved {
            seat,
            restaurant: event::restaurant(cuisine),
            from,
            to,
            price: self.variant.move_cost as u8,
            before: served(table, from),
            served: served(table, to),
            first: table.built == 0,
            round: table.round,
        });
        table.built += 1;
        table.moved += 1;
        table.phase = Phase::Refill { then_improves: false };
    }

    pub(super) fn tell_playable(&self, state: &State, event: Emit<'_>) {
        let seat = state.table.active;
        let cards = self.playable(&state.table, seat, &state.hands[seat]);
        if cards != 0 {
            event(Event::CouldImprove { seat, cards: Cards(cards) });
        }
    }

    /// Plays an improvement, which takes effect at once (RE-34, RE-35, B-23).
    pub(super) fn improve(&self, state: &mut State, chosen: Chosen, event: Emit<'_>) {
        self.tell_playable(state, event);
        let seat = state.table.active;
        let face = Face::improvement(chosen.card);
        self.take_card(state, seat, face);
        let table = &mut state.table;
        let price = self.improvement_price(table, seat, chosen.card);
        table.paid_by_bank(seat, -price);
        self.change(table, chosen.earning(), |table| table.improvements[seat].push(chosen));
        event(Event::Improved {
            seat,
            card: event::card(face),
            restaurants: Types(chosen.cuisines),
            price: price as u8,
            saved: (self.stock.improvement_prices[chosen.card.index()] - price) as u8,
            bonus: table.played >= self.variant.plays,
            round: table.round,
        });
        table.played += 1;
        if chosen.card == Improvement::Management {
            table.phase = Phase::Refill { then_improves: true };
        } else {
            self.go_on_improving(state);
        }
    }

    /// Lets restaurants earn, and Discounts take their tolls (RE-38 to RE-45, RE-49, RE-60).
    pub(super) fn earn(&self, table: &mut Public, occasion: Occasion, event: Emit<'_>) {
        let cause = match occasion {
            Occasion::Card(target) => Cause::Card(event::card(target.face())),
            Occasion::Dice(_) => Cause::Dice,
        };
        let mut earners = Earners::default();
        let mut taken: Cells = 0;
        let mut takings = [0u8; super::board::CELLS];
        self.each_earner(table, occasion, |earner| {
            earners[earner.cuisine.index()] += u8::from(self.earns(earner.coins));
            if earner.coins > 0 {
                taken |= earner.cell.bit();
                takings[earner.cell.index()] = earner.coins as u8;
                event(Event::Earned(self.earning(table, occasion, &earner, cause)));
            }
        });
        let (mut own, mut others) = (0, 0);
        for cell in cells(taken) {
            let coins = takings[cell.index()];
            let Place::Restaurant(cuisine, seat) = table.place(cell) else {
                unreachable!("only restaurants earn, and {cell} has none");
            };
            *(if seat == table.active { &mut own } else { &mut others }) += u16::from(coins);
            table.paid_by_bank(seat, coins.into());
            let turn = table.turn;
            let lot = &mut table.lots[cell.index()];
            let (before, price) = (lot.takings, u16::from(lot.price));
            lot.takings = before.saturating_add(coins.into());
            if before < price && lot.takings >= price {
                let (turns, served) = ((turn - lot.turn) / self.players as u16, lot.served);
                event(Event::PaidBack { seat, restaurant: event::restaurant(cuisine), cell, turns, served });
            }
        }
        let seat = table.active;
        if own + others > 0 {
            let card = match cause {
                Cause::Card(card) => Some(card),
                Cause::Dice => None,
            };
            event(Event::Paid { seat, card, own, others });
        }
        let mut coins = table.coins;
        self.tolls(table, &earners, &mut coins, |taker, payer, cuisine, coins| {
            let (restaurant, own_turn) = (event::restaurant(cuisine), taker == seat);
            event(Event::Tolled { seat: taker, payer, restaurant, coins: coins as u8, own_turn });
        });
        table.coins = coins;
    }
}
