//! Counts of the record: measures, and components offered, taken, used and paid for.

use super::super::{
    Measures,
    stock::{card_component, cuisine_component, district_component},
};
use super::*;
use sim_engine::{GameRecord, Listed};

/// The record of a layout's events so far.
fn record(layout: &Layout) -> GameRecord {
    let mut record = layout.rules.record();
    layout.events.iter().for_each(|event| layout.rules.count(event, &mut record));
    record
}

fn count(record: &GameRecord, measure: Measures, cell: usize, number: u8) -> i32 {
    record.measure(measure.index(), cell, seat(number))
}

#[test]
fn a_build_is_offered_taken_and_paid_for() {
    let layout = board(2)
        .district("wealthy", 1, 1)
        .hand(1, "number-1 number-2")
        .pool(1, "sushi coffee")
        .coins([12, 0])
        .phase(Phase::Build)
        .act(&["build sushi", "pay 1", "site r1c2"]);
    let record = record(&layout);
    let of = |id: sim_engine::ComponentId| record.component_use(id.index(), seat(1));
    let sushi = of(cuisine_component(Cuisine::Sushi));
    assert_eq!((sushi.offered, sushi.taken, sushi.price), (1, 1, 10));
    let coffee = of(cuisine_component(Cuisine::Coffee));
    assert_eq!((coffee.offered, coffee.taken, coffee.price), (1, 0, 0));
    let card = of(card_component(Face::number(0)));
    assert_eq!((card.offered, card.taken, card.used, card.price), (1, 1, 1, 10));
    assert_eq!(of(card_component(Face::number(1))).offered, 1);
    let wealthy = of(district_component(District::Wealthy));
    assert_eq!((wealthy.offered, wealthy.taken), (1, 1));
    assert_eq!(count(&record, Measures::Sites, 1, 1), 1, "row 1, column 2");
    assert_eq!(count(&record, Measures::Served, 1, 1), 1);
    assert_eq!(count(&record, Measures::BuildPhases, 0, 1), 1, "built in the first eighth");
    assert_eq!(count(&record, Measures::Monopolies, 0, 1), 1);
    assert_eq!(count(&record, Measures::Spent, 0, 1), 10);
}

#[test]
fn coins_are_counted_by_card_source_cell_type_and_district() {
    let layout = city(&[]).hand(1, "wealthy-card italian-card").act(&["income wealthy"]);
    let found = record(&layout);
    let card = found.component_use(card_component(Face::district(District::Wealthy)).index(), seat(1));
    assert_eq!((card.offered, card.taken, card.used), (1, 1, 1));
    // V-04: the first seat gets 1 + 2, the second 1 + 2 + 2.
    let wealthy = 8 + District::Wealthy.index();
    assert_eq!(count(&found, Measures::CardCoins, 2 * wealthy, 1), 3);
    assert_eq!(count(&found, Measures::CardCoins, 2 * wealthy + 1, 1), 5);
    assert_eq!(count(&found, Measures::Coins, 2 * 3, 1), 3, "a district card in the own turn");
    assert_eq!(count(&found, Measures::Coins, 2 * 3 + 1, 2), 5, "and in a rival's");
    assert_eq!(count(&found, Measures::CellCoins, 2 * 8 + 3, 1), 2, "row 3, column 4");
    assert_eq!(count(&found, Measures::TypeCoins, Cuisine::BarBQue.index(), 1), 2);
    assert_eq!(count(&found, Measures::DistrictCoins, District::Wealthy.index(), 1), 3);
    assert_eq!(count(&found, Measures::MonopolyCoins, 0, 1), 1);
}

#[test]
fn full_incomes_are_shared_among_the_districts_they_are_for() {
    let mut layout = city(&[]);
    layout.payout("bar-b-que");
    let record = record(&layout);
    for district in [District::Government, District::Parks, District::Wealthy] {
        assert_eq!(count(&record, Measures::DistrictCoins, district.index(), 1), 2, "{district}");
    }
}

#[test]
fn improvements_are_credited_with_what_would_not_be_there_without_them() {
    let mut layout = city(&[])
        .improvement(1, "cooking-staff", "italian")
        .improvement(1, "delivery", "italian")
        .improvement(1, "drive-through", "italian");
    // (4,4): three districts adjacent, (2,4) two cells off in the column, (8,4) and (4,8) in line; two stars.
    assert_eq!(layout.card("italian")[0], (4, 4, 12));
    layout.payout("italian");
    let record = record(&layout);
    let benefit = |card: Improvement| count(&record, Measures::ImprovementCoins, card.index(), 1);
    assert_eq!(benefit(Improvement::CookingStaff), 6);
    assert_eq!(benefit(Improvement::Delivery), 0, "Drive-through serves the same district");
    assert_eq!(benefit(Improvement::DriveThrough), 4, "two districts that Delivery does not reach");
    let used = |card| record.component_use(card_component(Face::improvement(card)).index(), seat(1)).used;
    assert_eq!(
        (used(Improvement::CookingStaff), used(Improvement::Delivery), used(Improvement::DriveThrough)),
        (1, 0, 1)
    );
}

#[test]
fn tolls_and_savings_are_credited_to_discounts() {
    let mut layout = city(&[]).improvement(1, "discounts", "italian+burger").coins([20, 20]);
    layout.payout("italian");
    let layout = layout.hand(1, "number-8").pool(1, "coffee").phase(Phase::Build);
    let layout = layout.act(&["build coffee", "pay 8", "site r8c1"]);
    let record = record(&layout);
    assert_eq!(count(&record, Measures::ImprovementCoins, Improvement::Discounts.index(), 1), 1 + 2);
    assert_eq!(count(&record, Measures::Tolls, Cuisine::Italian.index(), 1), 1);
    assert_eq!(count(&record, Measures::TollsPaid, Cuisine::Italian.index(), 2), 1);
    assert_eq!(count(&record, Measures::Monopolies, 1, 1), 1, "the only coffee was the second seat's");
    assert_eq!(count(&record, Measures::Monopolies, 2, 2), 1);
}

#[test]
fn turns_without_a_build_are_told_apart() {
    let ended = |layout: Layout, result: usize| -> i32 {
        let record = record(&layout);
        (0..16).map(|round| count(&record, Measures::BuildPhases, round * 7 + result, 1)).sum()
    };
    let phase = |layout: Layout, result: usize| {
        ended(layout.phase(Phase::Recruit).deck("sushi-card").chance(), result)
    };
    assert_eq!(phase(board(2).coins([3, 0]).pool(1, "sushi").hand(1, "number-1"), 3), 1, "no coins");
    assert_eq!(
        phase(board(2).coins([9, 0]).pool(1, "sushi").hand(1, "number-1"), 3),
        0,
        "one more is invested"
    );
    let stopped = |layout: Layout, result: usize| ended(layout.phase(Phase::Build).act(&["stop"]), result);
    assert_eq!(stopped(board(2).hand(1, "radio").pool(1, "sushi"), 5), 1, "no number card");
    assert_eq!(phase(board(2).coins([9, 0]).hand(1, "number-1"), 4), 1, "no counter");
    assert_eq!(stopped(board(2).hand(1, "number-1").pool(1, "sushi"), 2), 1, "declined");
    let mut full = board(2).hand(1, "number-1").pool(1, "sushi");
    for place in 1..=8 {
        full = full.district("poor", 1, place);
        full = if place > 1 { full.district("poor", place, 1) } else { full };
    }
    assert_eq!(stopped(full, 6), 1, "no site");
}

#[test]
fn a_restaurant_that_has_earned_its_price_is_told() {
    let mut layout = city(&[]);
    for _ in 0..2 {
        layout.payout("bar-b-que");
    }
    let paid = layout.events.iter().filter(|event| matches!(event, Event::PaidBack { .. })).count();
    assert_eq!(paid, 1, "6 and 6 for a price of 10");
    layout.payout("bar-b-que");
    let record = record(&layout);
    assert_eq!(count(&record, Measures::PaidBack, 0, 1), 1);
}

/// Delivery is the first improvement, Management the seventh. Each has three cells, by number of copies.
#[test]
fn copies_at_the_end_are_told_with_the_wins_among_them() {
    let layout = board(2)
        .improvement(1, "delivery", "sushi")
        .improvement(1, "management", "")
        .improvement(1, "management", "")
        .improvement(2, "management", "")
        .coins([7, 5]);
    let mut record = layout.rules.record();
    (record.places[seat(1)], record.places[seat(2)]) = (1, 2);
    layout.rules.count_end(&layout.state, &mut record);
    let counted_cells = |measure: Measures, number: u8| {
        (0..30).filter(|&cell| count(&record, measure, cell, number) == 1).collect::<Vec<_>>()
    };
    assert_eq!(counted_cells(Measures::Stacks, 1), [0, 6 * 3 + 1]);
    assert_eq!(counted_cells(Measures::StacksWon, 1), [0, 6 * 3 + 1]);
    assert_eq!(counted_cells(Measures::Stacks, 2), [6 * 3]);
    assert!(counted_cells(Measures::StacksWon, 2).is_empty());
}

#[test]
fn every_coin_has_a_source_and_a_use() {
    let rules = rules_with(4, &[]);
    for deal in 0..20 {
        let luck = Luck::new(17, deal);
        let mut stream = luck.imagination(1);
        let mut record = rules.record();
        let mut state = rules.deal(&luck, &mut |_| {});
        let mut legal = Vec::new();
        loop {
            match rules.node(&state) {
                Node::Terminal => break,
                Node::Chance => {
                    rules.apply_chance(&mut state, &luck, &mut |event| rules.count(&event, &mut record));
                }
                Node::Decision { .. } => {
                    legal.clear();
                    rules.legal(&state, &mut legal);
                    let action = legal[stream.index(legal.len())];
                    rules.apply(&mut state, action, &mut |event| rules.count(&event, &mut record));
                }
            }
        }
        for seat in Seat::all(4) {
            let sum = |measure: Measures, cells: usize| -> i32 {
                (0..cells).map(|cell| record.measure(measure.index(), cell, seat)).sum()
            };
            let (got, spent) = (sum(Measures::Coins, 20), sum(Measures::Spent, 4));
            assert_eq!(state.table.coins[seat], 10 + got - spent, "deal {deal}, {seat}");
            assert_eq!(sum(Measures::CellCoins, 64), sum(Measures::TypeCoins, 8));
            assert_eq!(sum(Measures::CellCoins, 64), sum(Measures::DistrictCoins, 6));
            assert_eq!(sum(Measures::CellCoins, 64), sum(Measures::ServedCoins, 9));
            assert_eq!(
                sum(Measures::BuildPhases, 16 * 7),
                sum(Measures::TurnsByRound, 16) - missed(&state, seat)
            );
        }
    }
}

/// Whether the seat's last turn ended in its Recruit phase.
fn missed(state: &State, seat: Seat) -> i32 {
    let is_cut = state.table.end == super::super::state::End::DeckThrough && state.table.active == seat;
    i32::from(is_cut)
}
