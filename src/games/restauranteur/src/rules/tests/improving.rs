//! Improvements: playing, limits, giving up (RE-33 to RE-36, RE-69 to RE-75, B-13 to B-15, B-21, B-23).

use super::*;

fn house() -> Layout {
    house_with(&[])
}

fn house_with(values: &[(&str, &str)]) -> Layout {
    board_with(2, values)
        .restaurant(1, "italian", 1, 1)
        .restaurant(1, "sushi", 1, 3)
        .coins([30, 0])
        .phase(Phase::Improve)
}

#[test]
fn re_33_one_improvement_a_turn() {
    let layout = house().hand(1, "marketing executives").act(&["improve marketing"]);
    assert_eq!(layout.decision_name(), Some("income"));
}

#[test]
fn re_34_it_costs_five_coins() {
    assert_eq!(house().hand(1, "marketing").act(&["improve marketing"]).purses(), [25, 0]);
    assert_eq!(house().coins([4, 0]).hand(1, "marketing").legal(), ["pass"]);
}

#[test]
fn re_35_it_lies_before_its_owner() {
    let layout = house().hand(1, "delivery").act(&["improve delivery for sushi"]);
    let row = &layout.state.table.improvements[Seat(0)];
    assert_eq!(row.played(), [Chosen { card: Improvement::Delivery, cuisines: Cuisine::Sushi.bit() }]);
    assert!(layout.state.hands[Seat(0)].is_empty());
    assert_eq!(layout.state.table.discards.iter().sum::<u8>(), 0);
}

#[test]
fn re_36_re_69_five_at_most_and_three_more_with_executives() {
    let mut layout = house().hand(1, "marketing");
    for _ in 0..5 {
        layout = layout.improvement(1, "cooking-staff", "sushi");
    }
    assert!(!layout.rules.may_improve(&layout.state.table, Seat(0), 1));
    let mut layout = house().improvement(1, "executives", "");
    for count in 1..8 {
        assert!(layout.rules.may_improve(&layout.state.table, Seat(0), 1), "{count}");
        layout = layout.improvement(1, "cooking-staff", "sushi");
    }
    assert!(!layout.rules.may_improve(&layout.state.table, Seat(0), 1));
}

#[test]
fn b_21_one_of_the_own_types_is_chosen() {
    for card in ["delivery", "drive-through", "cooking-staff", "wait-staff", "supply-chain"] {
        let layout = house_with(&[("improvements.supply-chain.copies", "3")]).hand(1, card);
        let wanted = [format!("improve {card} for italian"), format!("improve {card} for sushi")];
        assert_eq!(layout.legal_of("improve"), wanted);
    }
}

#[test]
fn b_21_the_same_type_may_be_chosen_again() {
    let layout = house().improvement(1, "delivery", "sushi").hand(1, "delivery");
    assert!(layout.legal().contains(&"improve delivery for sushi".to_owned()));
}

#[test]
fn b_21_later_restaurants_of_the_type_have_it_too() {
    let layout = house().district("poor", 5, 5).improvement(1, "delivery", "sushi");
    let layout = layout.restaurant(1, "sushi", 5, 7).restaurant(2, "sushi", 3, 5);
    assert_eq!(layout.card("sushi"), [(5, 7, 1)], "the rival's does not deliver");
}

#[test]
fn re_59_b_13_discounts_need_two_types() {
    assert_eq!(house().hand(1, "discounts").legal_of("improve"), ["improve discounts for italian+sushi"]);
    let one = board(2).restaurant(1, "italian", 1, 1).coins([30, 0]).hand(1, "discounts");
    assert_eq!(one.phase(Phase::Improve).legal(), ["pass"]);
    let three = house().restaurant(1, "burger", 8, 8).hand(1, "discounts");
    assert_eq!(
        three.legal_of("improve"),
        [
            "improve discounts for italian+burger",
            "improve discounts for italian+sushi",
            "improve discounts for burger+sushi"
        ]
    );
}

#[test]
fn b_23_management_draws_its_counter_at_once() {
    let layout = house().hand(1, "management").pool(1, "coffee").pile("burger burger burger burger");
    let layout = layout.act(&["improve management"]);
    assert_eq!(layout.state.table.phase, Phase::Refill { then_improves: true });
    assert_eq!(layout.chance().state.pools[Seat(0)].len(), 5);
}

#[test]
fn re_73_b_23_human_resources_allows_another_at_once_for_less() {
    let layout = house().hand(1, "human-resources marketing executives");
    let layout = layout.act(&["improve human-resources", "improve marketing"]);
    assert_eq!(layout.purses(), [22, 0]);
    assert_eq!(layout.decision_name(), Some("income"));
}

#[test]
fn re_72_human_resources_lets_a_fifth_card_stay() {
    let five = "number-1 number-2 number-3 number-4 number-5";
    let layout = house().improvement(1, "human-resources", "").hand(1, five).phase(Phase::Income);
    assert_eq!(layout.act(&["roll"]).chance().state.table.active, Seat(1));
}

#[test]
fn re_74_b_15_overhead_is_the_price_of_improvements() {
    for (overhead, coins) in [("2", 27), ("0", 25)] {
        let layout = house_with(&[("overhead", overhead)]).improvement(1, "human-resources", "");
        let layout = layout.hand(1, "marketing").act(&["improve marketing"]);
        assert_eq!(layout.purses(), [coins, 0], "{overhead}");
    }
}

#[test]
fn re_75_b_20_marketing_gives_a_second_income_phase_the_same_turn() {
    let layout =
        house().hand(1, "marketing italian-card number-1").act(&["improve marketing", "income italian"]);
    assert_eq!(layout.decision_name(), Some("income"));
    assert_eq!(layout.legal(), ["roll", "roll on row 1", "roll on column 1", "rest"]);
    assert_eq!(layout.act(&["rest"]).state.table.active, Seat(1));
}

#[test]
fn re_37_the_first_income_phase_must_be_used() {
    assert!(house().phase(Phase::Income).legal_of("rest").is_empty());
}

#[test]
fn re_70_executives_draw_one_card_more() {
    let layout =
        house().improvement(1, "executives", "").deck("number-1 number-2 number-3").phase(Phase::Recruit);
    assert_eq!(layout.chance().state.hands[Seat(0)].len(), 2);
}

#[test]
fn re_71_executives_may_give_up_one_improvement() {
    let layout = house()
        .improvement(1, "executives", "")
        .improvement(1, "wait-staff", "sushi")
        .improvement(1, "wait-staff", "sushi")
        .improvement(1, "delivery", "italian")
        .phase(Phase::Income)
        .act(&["roll"])
        .chance();
    assert_eq!(
        layout.legal(),
        ["keep", "drop delivery for italian", "drop wait-staff for sushi", "drop executives"]
    );
    let layout = layout.act(&["drop delivery for italian"]);
    assert_eq!(layout.state.table.discards[Face::improvement(Improvement::Delivery).index()], 1);
    assert_eq!(layout.state.table.active, Seat(1), "only one a turn");
}

#[test]
fn re_71_without_executives_nothing_is_given_up() {
    let layout = house().improvement(1, "delivery", "italian").phase(Phase::Income);
    assert_eq!(layout.act(&["roll"]).chance().state.table.active, Seat(1));
}

#[test]
fn b_23_without_executives_the_limit_falls_at_once() {
    let mut layout = house().improvement(1, "executives", "").improvement(1, "management", "");
    for _ in 0..5 {
        layout = layout.improvement(1, "cooking-staff", "sushi");
    }
    let layout = layout.phase(Phase::Drop).act(&["drop executives"]);
    // Six are left and the limit is five: the owner chooses which one goes.
    assert_eq!(layout.legal(), ["drop cooking-staff for sushi", "drop management"]);
    let layout = layout.act(&["drop management"]);
    assert_eq!(layout.state.table.improvements[Seat(0)].played().len(), 5);
    assert_eq!(layout.state.table.active, Seat(1));
}

#[test]
fn b_23_without_management_no_counter_goes_back_and_none_comes() {
    let layout = house()
        .improvement(1, "executives", "")
        .improvement(1, "management", "")
        .pool(1, "burger burger burger burger coffee")
        .pile("italian italian")
        .hand(1, "number-8")
        .phase(Phase::Drop)
        .act(&["drop management"]);
    assert_eq!(layout.state.pools[Seat(0)].len(), 5);
    let mut layout = layout.phase(Phase::Build);
    layout.state.table.active = Seat(0);
    let layout = layout.act(&["build burger", "pay 8", "site r8c8"]).chance();
    assert_eq!(layout.state.pools[Seat(0)].len(), 4, "four is the limit again");
    assert_eq!(layout.state.table.pile_left, 2);
}

#[test]
fn b_23_without_human_resources_the_hand_limit_falls_in_the_same_phase() {
    let layout = house()
        .improvement(1, "executives", "")
        .improvement(1, "human-resources", "")
        .hand(1, "number-1 number-2 number-3 number-4 number-5")
        .phase(Phase::Drop)
        .act(&["drop human-resources"]);
    assert_eq!(layout.decision_name(), Some("discard"));
}

#[test]
fn b_23_what_is_given_up_no_longer_works() {
    let layout =
        house().district("poor", 2, 2).improvement(1, "executives", "").improvement(1, "wait-staff", "sushi");
    assert_eq!(layout.card("sushi"), [(1, 3, 3)]);
    let layout = layout.phase(Phase::Drop).act(&["drop wait-staff for sushi"]);
    assert_eq!(layout.card("sushi"), [(1, 3, 2)]);
}

#[test]
fn b_14_copies_add_up_or_do_not() {
    for (stack, price, draws, limit) in [("true", 6, 3, 11), ("false", 8, 2, 8)] {
        let layout = house_with(&[("stack_copies", stack)])
            .improvement(1, "discounts", "italian+sushi")
            .improvement(1, "discounts", "italian+sushi")
            .improvement(1, "executives", "")
            .improvement(1, "executives", "");
        let (rules, table) = (&layout.rules, &layout.state.table);
        assert_eq!(rules.build_price(table, Seat(0), Cuisine::Coffee), price, "{stack}");
        assert_eq!(rules.draws(table, Seat(0)), draws, "{stack}");
        assert_eq!(rules.improvement_limit(table, Seat(0)), limit, "{stack}");
    }
}

#[test]
fn re_65_b_16_supply_chain_is_a_third_star_where_it_is_in_the_deck() {
    assert_eq!(rules_with(2, &[]).stock.cards[Face::improvement(Improvement::SupplyChain).index()], 0);
    let layout = house_with(&[("improvements.supply-chain.copies", "3")])
        .district("poor", 2, 2)
        .improvement(1, "cooking-staff", "sushi")
        .improvement(1, "wait-staff", "sushi")
        .improvement(1, "supply-chain", "sushi");
    assert_eq!(layout.card("sushi"), [(1, 3, 5)], "1 + 3 improvements + only owner");
}
