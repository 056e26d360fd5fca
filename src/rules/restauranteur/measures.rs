//! What is counted of a game of Restauranteur: the measures, and the use of components.

use super::{
    Restauranteur,
    board::{Cell, SIDE},
    components::{Cuisine, District, Face, Improvement, Sort},
    event::{Cause, Earning, Event, Found, Obstacle},
    state::State,
    stock::{card_component, cuisine_component, district_component},
};
use crate::rules::{
    ComponentId, GameRecord, Listed, Seat,
    measure::{Axis, count, cross, histogram, measures, scalar},
};

/// The words of an enum of the game, as labels.
macro_rules! labels {
    ($name:ident, $count:expr) => {{
        const LABELS: [&str; $count] = {
            let mut labels = [""; $count];
            let mut at = 0;
            while at < $name::WORDS.len() {
                labels[at] = $name::WORDS[at].0;
                at += 1;
            }
            labels
        };
        &LABELS
    }};
}

const ROW: Axis = Axis { name: "row", labels: &["1", "2", "3", "4", "5", "6", "7", "8"] };
const COLUMN: Axis = Axis { name: "column", labels: ROW.labels };
const ROUND: Axis = Axis {
    name: "eighth of a pass",
    labels: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"],
};
const CUISINE: Axis = Axis { name: "type", labels: labels!(Cuisine, Cuisine::COUNT) };
const DISTRICT: Axis = Axis { name: "district", labels: labels!(District, District::COUNT) };
const IMPROVEMENT: Axis = Axis { name: "improvement", labels: labels!(Improvement, Improvement::COUNT) };
const SERVED: Axis = Axis { name: "districts", labels: &["0", "1", "2", "3", "4", "5", "6", "7", "8+"] };
const TURNS: Axis = Axis { name: "turns", labels: &["0-3", "4-7", "8-11", "12-15", "16-19", "20-29", "30+"] };
const BUILD_RESULT: Axis = Axis {
    name: "result",
    labels: &["built", "moved", "declined", "no coins", "no counter", "no number card", "no site"],
};
const SOURCE: Axis = Axis {
    name: "source",
    labels: &[
        "investment",
        "leads",
        "type card",
        "district card",
        "mailing",
        "billboard",
        "radio",
        "air banner",
        "dice",
        "tolls",
    ],
};
const WHOSE_TURN: Axis = Axis { name: "turn", labels: &["own", "a rival's"] };
const WHOSE: Axis = Axis { name: "coins of", labels: &["own", "rivals"] };
const EXPENSE: Axis = Axis { name: "expense", labels: &["restaurants", "improvements", "moves", "tolls"] };
/// Income cards in the order of their faces, and the dice.
const OCCASION: Axis = Axis {
    name: "card",
    labels: &[
        "italian",
        "chinese",
        "burger",
        "mexican",
        "coffee",
        "bar-and-grill",
        "sushi",
        "bar-b-que",
        "government",
        "commercial",
        "industrial",
        "parks",
        "wealthy",
        "poor",
        "mailing",
        "billboard",
        "radio",
        "air-banner",
        "dice",
    ],
};
const MONOPOLY: Axis = Axis { name: "monopoly", labels: &["won", "broken", "lost"] };
const COPIES: Axis = Axis { name: "copies", labels: &["1", "2", "3+"] };
const FOUND: Axis = Axis { name: "cell", labels: &["empty", "district", "restaurant"] };
const DICE: Axis = Axis { name: "dice", labels: &["two dice", "a number card for one"] };
const LEADS: Axis = Axis { name: "types led", labels: &["0", "1", "2", "3", "4+"] };
const RESULT: Axis = Axis { name: "result", labels: &["won", "not won"] };

/// The eighth whose first Investment shows the early leads: half of the first pass is over.
const EARLY: usize = 4;

measures! {
    /// The measures of this game.
    pub enum Measures {
        Turns = "turns" ["turns", histogram(80)]
            "Turns begun.",
        TurnsByRound = "turns_by_round" ["turns", count(ROUND)]
            "Turns begun, by eighth of a pass.",
        Restaurants = "restaurants" ["restaurants", histogram(21)]
            "Restaurants on the board at the end.",
        FirstBuild = "first_build" ["turns", histogram(20)]
            "Own turns before that of the first restaurant; the last bin holds those who build none.",
        FirstSite = "first_site" ["games", cross(SERVED, RESULT)]
            "Districts that the first restaurant served when it was built, and the result; shared wins count as won.",
        Builds = "builds_by_round" ["restaurants", count(ROUND)]
            "Restaurants built, by eighth of a pass.",
        BuildPhases = "build_phases" ["turns", cross(ROUND, BUILD_RESULT)]
            "How each turn's first build came out, by eighth of a pass; no site: number cards, but none fits.",
        Sites = "building_sites" ["restaurants", cross(ROW, COLUMN)]
            "Where restaurants are built.",
        CellCoins = "coins_by_cell" ["coins", cross(ROW, COLUMN)]
            "Coins that the owner's restaurant on a cell earned.",
        Moves = "moves" ["moves", scalar()]
            "Restaurants moved.",
        MoveGains = "districts_by_moves" ["districts", scalar()]
            "Districts served more after moves than before.",
        Served = "restaurants_by_districts" ["restaurants", count(SERVED)]
            "Restaurants by districts served when built.",
        ServedCoins = "coins_by_districts" ["coins", count(SERVED)]
            "Coins that restaurants earned, by districts served when built.",
        PaidBack = "paid_back" ["restaurants", cross(SERVED, TURNS)]
            "Restaurants that earned their price, by districts served when built and own turns it took.",
        Coins = "coins_by_source" ["coins", cross(SOURCE, WHOSE_TURN)]
            "Coins got, by what brought them and in whose turn.",
        Spent = "coins_spent" ["coins", count(EXPENSE)]
            "Coins paid.",
        CardCoins = "coins_by_card" ["coins", cross(OCCASION, WHOSE)]
            "Coins that the seat's own income cards and dice brought, to itself and to its rivals.",
        TypeCoins = "coins_by_type" ["coins", count(CUISINE)]
            "Coins that restaurants earned, by type.",
        DistrictCoins = "coins_by_district" ["coins", count(DISTRICT)]
            "Coins that restaurants earned, by the type of the districts they were for.",
        Dice = "dice" ["rolls", cross(FOUND, DICE)]
            "What the seat's dice pointed to, with two dice and with a number card for one.",
        Monopolies = "monopolies" ["monopolies", count(MONOPOLY)]
            "Types of which the seat became the only owner, ended another's being so, or lost being so.",
        MonopolyCoins = "monopoly_coins" ["coins", scalar()]
            "Coins due to the star of the only owner.",
        ImprovementCoins = "coins_by_improvement" ["coins", count(IMPROVEMENT)]
            "Coins that would not be there without it: stars, districts, tolls, and what was saved.",
        Stacks = "copies_held" ["games", cross(IMPROVEMENT, COPIES)]
            "Improvements lying there at the end, by copies.",
        Tolls = "tolls_taken" ["coins", count(CUISINE)]
            "Tolls taken, by type.",
        TollsPaid = "tolls_paid" ["coins", count(CUISINE)]
            "Tolls paid, by type.",
        Leads = "leads_by_round" ["types", count(ROUND)]
            "Types led, summed over the Investments of an eighth of a pass.",
        EarlyLeads = "early_leads" ["games", cross(LEADS, RESULT)]
            "Types led at the first Investment after half of the first pass, and the result.",
        EarlyLead = "early_lead" ["types", scalar()]
            "Types led at the first Investment after half of the first pass.",
        Discards = "discards" ["cards", scalar()]
            "Cards discarded above the hand limit.",
    }
}

impl Restauranteur {
    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        match *event {
            Event::Placed { .. }
            | Event::Opened { .. }
            | Event::Dealt { .. }
            | Event::Pooled { .. }
            | Event::Reshuffled { .. }
            | Event::Completed { .. }
            | Event::TokensGone { .. }
            | Event::DeckThrough => {}
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
            Event::Idle { seat, why, round } => {
                let result = match why {
                    Obstacle::Coins => 3,
                    Obstacle::Pool => 4,
                    Obstacle::Number => 5,
                    Obstacle::Site => 6,
                };
                add_phase(record, round, result, seat);
            }
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
                let taken = record.use_mut(card, seat);
                taken.taken += 1;
                taken.price += i32::from(price);
                record.add(Measures::Spent, 1, seat, price.into());
                add_benefit(record, Improvement::HumanResources, seat, saved.into());
                use_if(record, saved > 0 || bonus, seat, Improvement::HumanResources);
            }
            Event::Advertised { seat, card, bonus, .. } => {
                record.use_mut(card, seat).taken += 1;
                use_if(record, bonus, seat, Improvement::Marketing);
            }
            Event::Rolled { seat, card, found, bonus, .. } => {
                let found = match found {
                    Found::Nothing => 0,
                    Found::District => 1,
                    Found::Restaurant => 2,
                };
                let dice = usize::from(card.is_some());
                record.add(Measures::Dice, found * DICE.labels.len() + dice, seat, 1);
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
                record.add(Measures::CardCoins, occasion * WHOSE.labels.len(), seat, own.into());
                record.add(Measures::CardCoins, occasion * WHOSE.labels.len() + 1, seat, others.into());
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
                let cell = at_most(served, SERVED) * TURNS.labels.len() + usize::from(turns);
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
            let taken = record.use_mut(part, seat);
            taken.taken += 1;
            taken.price += i32::from(price);
        }
        record.use_mut(card, seat).used += 1;
        for district in districts.components() {
            record.use_mut(district, seat).taken += 1;
        }
        record.add(Measures::Builds, round.into(), seat, 1);
        record.add(Measures::Sites, on_map(cell), seat, 1);
        record.add(Measures::Served, at_most(served, SERVED), seat, 1);
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

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        let table = &state.table;
        for seat in Seat::all(self.players) {
            let result = usize::from(record.places[seat] != 1);
            record.add(Measures::Restaurants, 0, seat, table.restaurants_of(seat) as i32);
            let lots = super::board::cells(table.owned[seat]).map(|cell| table.lots[cell.index()]);
            let first = lots.min_by_key(|lot| lot.turn);
            let before = first.map_or(i32::MAX, |lot| i32::from(lot.turn) / self.players as i32);
            record.add(Measures::FirstBuild, 0, seat, before.min(FIRST_BUILD_NONE));
            if let Some(lot) = first {
                let cell = at_most(lot.served, SERVED) * RESULT.labels.len() + result;
                record.add(Measures::FirstSite, cell, seat, 1);
            }
            for card in Improvement::all() {
                let copies = table.improvements[seat].copies(card);
                if copies > 0 {
                    let copies = usize::from(copies).min(COPIES.labels.len()) - 1;
                    record.add(Measures::Stacks, card.index() * COPIES.labels.len() + copies, seat, 1);
                }
            }
            let early = record.measure(Measures::EarlyLead.index(), 0, seat) as usize;
            let early = early.min(LEADS.labels.len() - 1);
            record.add(Measures::EarlyLeads, early * RESULT.labels.len() + result, seat, 1);
        }
    }
}

/// Where [`Measures::FirstBuild`] puts those who build nothing.
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
    record.add(Measures::CellCoins, on_map(cell), seat, coins);
    record.add(Measures::TypeCoins, cuisine.index(), seat, coins);
    record.add(Measures::ServedCoins, at_most(earning.served, SERVED), seat, coins);
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
    let turn = usize::from(!own_turn);
    record.add(Measures::Coins, source * WHOSE_TURN.labels.len() + turn, seat, coins);
}

fn add_phase(record: &mut GameRecord, round: u8, result: usize, seat: Seat) {
    record.add(Measures::BuildPhases, usize::from(round) * BUILD_RESULT.labels.len() + result, seat, 1);
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

/// A number as a label of an axis whose last label stands for all above.
fn at_most(number: u8, axis: Axis) -> usize {
    usize::from(number).min(axis.labels.len() - 1)
}

fn on_map(cell: Cell) -> usize {
    usize::from(cell.row()) * SIDE + usize::from(cell.column())
}
