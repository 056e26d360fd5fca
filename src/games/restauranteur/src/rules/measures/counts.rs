//! Maps events and final states to measures and component uses.

use super::{
    super::{
        Restauranteur,
        board::cells,
        components::{Cuisine, District, Face, Improvement, Sort},
        event::{Cause, Earning, Event},
        state::State,
        stock::{card_component, cuisine_component, district_component},
    },
    BUILD_RESULT, COPIES, DICE, LEADS, Measures, OCCASION, RESULT, SERVED, SOURCE, TURNS, WHOSE, WHOSE_TURN,
};
use sim_engine::{ComponentId, GameRecord, Listed, Seat};

/// Index of the eighth in whose first Investment early leads are counted: half of the first pass is over.
const EARLY: usize = 4;

impl Restauranteur {
    pub(in super::super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        match *event {
            Event::Invested { seat, coins, leads, lead_coins, round } => {
                let round = usize::from(round);
                if round >= EARLY && (EARLY..=round).all(|at| turns_in(record, at, seat) == 0) {
                    record.add(Measures::EarlyLead, 0, seat, leads.into());
                }
                record.add(Measures::Turns, 0, seat, 1);
                record.add(Measures::TurnsByRound, round, seat, 1);
                record.add(Measures::Leads, round, seat, leads.into());
                add_coins(record, 0, seat, true, (coins - lead_coins).into());
                add_coins(record, 1, seat, true, lead_coins.into());
            }
            Event::Drew { seat, bonus, .. } => use_if(record, bonus, seat, Improvement::Executives),
            Event::CouldBuild { seat, cards, restaurants, districts } => {
                offer(record, seat, cards.components());
                offer(record, seat, restaurants.components());
                offer(record, seat, districts.components());
            }
            Event::Idle { seat, why, round } => add_phase(record, round, 3 + why as usize, seat),
            Event::Declined { seat, round } => add_phase(record, round, 2, seat),
            Event::Built { .. } => self.count_build(event, record),
            Event::Moved { seat, price, before, served, first, round, .. } => {
                record.add(Measures::Moves, 0, seat, 1);
                record.add(Measures::MoveGains, 0, seat, i32::from(served) - i32::from(before));
                record.add(Measures::Spent, 2, seat, price.into());
                if first {
                    add_phase(record, round, 1, seat);
                }
                use_if(record, true, seat, Improvement::Management);
            }
            Event::CouldImprove { seat, cards } | Event::CouldAdvertise { seat, cards } => {
                offer(record, seat, cards.components());
            }
            Event::Improved { seat, card, price, saved, bonus, .. } => {
                record.use_mut(card, seat).take(price.into());
                record.add(Measures::Spent, 1, seat, price.into());
                add_benefit(record, Improvement::HumanResources, seat, saved.into());
                use_if(record, saved > 0 || bonus, seat, Improvement::HumanResources);
            }
            Event::Advertised { seat, card, bonus, .. } => {
                record.use_mut(card, seat).taken += 1;
                use_if(record, bonus, seat, Improvement::Marketing);
            }
            Event::Rolled { seat, card, found, bonus, .. } => {
                record.add(Measures::Dice, DICE.cell(found as usize, card.is_some().into()), seat, 1);
                if let Some(card) = card {
                    record.use_mut(card, seat).taken += 1;
                }
                use_if(record, bonus || card.is_some(), seat, Improvement::Marketing);
            }
            Event::Earned(ref earning) => count_earning(earning, record),
            Event::Paid { seat, card, own, others } => {
                let dice = OCCASION.labels.len() - 1;
                let occasion =
                    card.map_or(dice, |card| card.index() - Face::cuisine(Cuisine::Italian).index());
                record.add(Measures::CardCoins, WHOSE.cell(occasion, 0), seat, own.into());
                record.add(Measures::CardCoins, WHOSE.cell(occasion, 1), seat, others.into());
                if let Some(card) = card.filter(|_| own > 0) {
                    record.use_mut(card, seat).used += 1;
                }
            }
            Event::PaidBack { seat, turns, served, .. } => {
                let turns = match turns {
                    0..20 => turns / 4,
                    20..30 => 5,
                    _ => 6,
                };
                let cell = TURNS.cell(SERVED.capped(served), turns.into());
                record.add(Measures::PaidBack, cell, seat, 1);
            }
            Event::Tolled { seat, payer, restaurant, coins, own_turn } => {
                record.add(Measures::Tolls, restaurant.row(), seat, coins.into());
                record.add(Measures::TollsPaid, restaurant.row(), payer, coins.into());
                record.add(Measures::Spent, 3, payer, coins.into());
                add_coins(record, SOURCE.labels.len() - 1, seat, own_turn, coins.into());
                add_benefit(record, Improvement::Discounts, seat, coins.into());
                use_if(record, true, seat, Improvement::Discounts);
            }
            Event::Dropped { seat, .. } => use_if(record, true, seat, Improvement::Executives),
            Event::Discarded { seat, .. } => record.add(Measures::Discards, 0, seat, 1),
            _ => {}
        }
    }

    fn count_build(&self, event: &Event, record: &mut GameRecord) {
        let Event::Built {
            seat,
            restaurant,
            card,
            cell,
            price,
            saved,
            served,
            districts,
            nth,
            monopoly,
            broke,
            bonus,
            first,
            round,
        } = *event
        else {
            return;
        };
        for part in [restaurant, card] {
            record.use_mut(part, seat).take(price.into());
        }
        record.use_mut(card, seat).used += 1;
        for district in districts.components() {
            record.use_mut(district, seat).taken += 1;
        }
        record.add(Measures::Builds, round.into(), seat, 1);
        record.add(Measures::Sites, cell.index(), seat, 1);
        record.add(Measures::Served, SERVED.capped(served), seat, 1);
        record.add(Measures::Spent, 0, seat, price.into());
        if first {
            add_phase(record, round, 0, seat);
        }
        if monopoly && nth == 1 {
            record.add(Measures::Monopolies, 0, seat, 1);
        }
        if let Some(other) = broke {
            record.add(Measures::Monopolies, 1, seat, 1);
            record.add(Measures::Monopolies, 2, other, 1);
        }
        add_benefit(record, Improvement::Discounts, seat, saved.into());
        use_if(record, saved > 0, seat, Improvement::Discounts);
        use_if(record, bonus, seat, Improvement::Management);
    }

    pub(in super::super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        let table = &state.table;
        for seat in Seat::all(self.players) {
            let result = usize::from(record.places[seat] != 1);
            record.add(Measures::Restaurants, 0, seat, table.restaurants_of(seat) as i32);
            let lots = cells(table.owned[seat]).map(|cell| table.lots[cell.index()]);
            let first = lots.min_by_key(|lot| lot.turn);
            let before = first.map_or(i32::MAX, |lot| i32::from(lot.turn) / self.players as i32);
            record.add(Measures::FirstBuild, 0, seat, before.min(FIRST_BUILD_NONE));
            if let Some(lot) = first {
                let cell = RESULT.cell(SERVED.capped(lot.served), result);
                record.add(Measures::FirstSite, cell, seat, 1);
            }
            for card in Improvement::all() {
                let copies = table.improvements[seat].copies(card);
                if copies > 0 {
                    let cell = COPIES.cell(card.index(), COPIES.capped(copies - 1));
                    record.add(Measures::Stacks, cell, seat, 1);
                    record.add(Measures::StacksWon, cell, seat, i32::from(record.places[seat] == 1));
                }
            }
            let early = record.measure(Measures::EarlyLead.index(), 0, seat) as usize;
            record.add(Measures::EarlyLeads, RESULT.cell(LEADS.capped(early), result), seat, 1);
        }
    }
}

/// Bin of [`Measures::FirstBuild`] for seats that build nothing.
const FIRST_BUILD_NONE: i32 = 19;

fn count_earning(earning: &Earning, record: &mut GameRecord) {
    let &Earning { seat, cuisine, cell, stars, staff, .. } = earning;
    let coins = i32::from(earning.coins);
    let source = match earning.cause {
        Cause::Dice => 8,
        Cause::Card(card) => match Face(card.index() as u8).sort() {
            Sort::Cuisine(_) => 2,
            Sort::District(_) => 3,
            Sort::Campaign(campaign) => 4 + campaign.index(),
            Sort::Number(_) | Sort::Improvement(_) => unreachable!("only income cards let restaurants earn"),
        },
    };
    add_coins(record, source, seat, seat == earning.active, coins);
    record.add(Measures::CellCoins, cell.index(), seat, coins);
    record.add(Measures::TypeCoins, cuisine.index(), seat, coins);
    record.add(Measures::ServedCoins, SERVED.capped(earning.served), seat, coins);
    record.use_mut(cuisine_component(cuisine), seat).used += 1;
    let all: i32 = earning.districts.iter().map(|&count| i32::from(count)).sum();
    for (district, &count) in District::all().zip(&earning.districts) {
        if count > 0 {
            // Exact: either each district pays the same, or they are of one type.
            record.add(Measures::DistrictCoins, district.index(), seat, coins * i32::from(count) / all);
            record.use_mut(district_component(district), seat).used += 1;
        }
    }
    if earning.multiplied {
        let of_a_star = coins / i32::from(stars);
        if earning.monopoly {
            record.add(Measures::MonopolyCoins, 0, seat, of_a_star);
        }
        let star_cards = [Improvement::CookingStaff, Improvement::WaitStaff, Improvement::SupplyChain];
        for (bit, card) in star_cards.into_iter().enumerate() {
            if staff >> bit & 1 == 1 {
                add_benefit(record, card, seat, of_a_star);
                use_if(record, true, seat, card);
            }
        }
    }
    let services =
        [(Improvement::Delivery, earning.by_delivery), (Improvement::DriveThrough, earning.by_drive_through)];
    for (card, coins) in services {
        if coins > 0 {
            add_benefit(record, card, seat, coins.into());
            use_if(record, true, seat, card);
        }
    }
}

fn turns_in(record: &GameRecord, round: usize, seat: Seat) -> i32 {
    record.measure(Measures::TurnsByRound.index(), round, seat)
}

fn add_coins(record: &mut GameRecord, source: usize, seat: Seat, own_turn: bool, coins: i32) {
    record.add(Measures::Coins, WHOSE_TURN.cell(source, usize::from(!own_turn)), seat, coins);
}

fn add_phase(record: &mut GameRecord, round: u8, result: usize, seat: Seat) {
    record.add(Measures::BuildPhases, BUILD_RESULT.cell(round.into(), result), seat, 1);
}

fn add_benefit(record: &mut GameRecord, card: Improvement, seat: Seat, coins: i32) {
    record.add(Measures::ImprovementCoins, card.index(), seat, coins);
}

fn use_if(record: &mut GameRecord, is_used: bool, seat: Seat, card: Improvement) {
    if is_used {
        record.use_mut(card_component(Face::improvement(card)), seat).used += 1;
    }
}

fn offer(record: &mut GameRecord, seat: Seat, components: impl Iterator<Item = ComponentId>) {
    for component in components {
        record.use_mut(component, seat).offered += 1;
    }
}
