//! Positions worked out by hand (V-01 to V-28), and counts that must add up (U-01 to U-05).

use super::*;

#[test]
fn u_01_the_counters_fill_the_board() {
    let rules = rules_with(2, &[]);
    let restaurants: u32 = rules.stock.counters.iter().map(|&count| u32::from(count)).sum();
    let districts: u32 = rules.stock.districts.iter().map(|&count| u32::from(count)).sum();
    assert_eq!((restaurants, districts, restaurants + districts), (48, 16, 64));
}

#[test]
fn u_02_sixteen_districts_are_two_a_row() {
    let rules = rules_with(2, &[]);
    assert_eq!(rules.stock.district_copies.len() / 8, rules.variant.districts_per_row);
}

#[test]
fn u_03_the_deck_has_79_cards_and_82_with_supply_chain() {
    let sizes = |values: &[(&str, &str)]| {
        let cards = rules_with(2, values).stock.cards;
        let of = |set: u64| -> u32 {
            Face::all().filter(|face| face.bit() & set != 0).map(|face| u32::from(cards[face.index()])).sum()
        };
        (of(Face::NUMBERS), of(Face::INCOMES), of(Face::IMPROVEMENTS))
    };
    assert_eq!(sizes(&[]), (32, 20, 27));
    let with_chain = sizes(&[("improvements.supply-chain.copies", "3")]);
    assert_eq!(with_chain.0 + with_chain.1 + with_chain.2, 82);
}

#[test]
fn u_04_two_districts_a_district_card() {
    let rules = rules_with(2, &[]);
    for district in District::all() {
        let cards = rules.stock.cards[Face::district(district).index()];
        assert_eq!(rules.stock.districts[district.index()], 2 * cards, "{district}");
    }
}

#[test]
fn u_05_six_counters_a_type() {
    assert_eq!(rules_with(2, &[]).stock.counters, [6; 8]);
}

#[test]
fn v_01_one_coin_for_each_district_around() {
    assert_eq!(city(&[]).dice(4, 4), [(4, 4, 3)]);
}

#[test]
fn v_02_the_only_owner_has_a_star_more() {
    assert_eq!(city(&[]).dice(3, 4), [(3, 4, 6)]);
}

#[test]
fn v_03_a_type_card_pays_every_owner() {
    let mut city = city(&[]);
    assert_eq!(city.card("italian"), [(4, 4, 3), (5, 6, 2)]);
    assert_eq!(city.payout("italian"), [3, 2]);
}

#[test]
fn v_04_a_district_card_pays_one_coin_times_the_stars() {
    assert_eq!(city(&[]).card("wealthy"), [(3, 4, 2), (4, 4, 1), (4, 6, 2), (5, 6, 1), (8, 8, 2)]);
}

#[test]
fn v_05_a_district_without_neighbours_pays_nobody() {
    assert_eq!(city(&[]).card("commercial"), []);
}

#[test]
fn v_06_dice_on_a_district() {
    assert_eq!(city(&[]).dice(4, 5), [(3, 4, 2), (4, 4, 1), (4, 6, 2), (5, 6, 1)]);
}

#[test]
fn v_07_dice_on_a_restaurant_with_two_stars() {
    let mut city = city(&[]);
    assert_eq!(city.dice(4, 6), [(4, 6, 4)]);
    assert_eq!(city.settle(Occasion::Dice(cell(4, 6))), [0, 4]);
}

#[test]
fn v_08_dice_on_an_empty_cell() {
    assert_eq!(city(&[]).dice(6, 2), []);
}

#[test]
fn v_09_mailing_pays_full_income_or_one_coin() {
    assert_eq!(city(&[]).card("mailing r5c5"), [(4, 4, 3), (4, 6, 4), (5, 6, 2)]);
    let coin = city(&[("mailing_amount", "coin")]);
    assert_eq!(coin.card("mailing r5c5"), [(4, 4, 1), (4, 6, 2), (5, 6, 1)]);
}

#[test]
fn v_10_billboard_pays_a_row_or_a_column() {
    assert_eq!(city(&[]).card("billboard row 4"), [(4, 4, 3), (4, 6, 4)]);
    assert_eq!(city(&[]).card("billboard column 4"), [(3, 4, 6), (4, 4, 3)]);
}

#[test]
fn v_11_radio_pays_a_quadrant() {
    assert_eq!(city(&[]).card("radio north-west"), [(3, 4, 6), (4, 4, 3)]);
    assert_eq!(city(&[]).card("radio south-east"), [(5, 6, 2), (8, 8, 2)]);
}

#[test]
fn v_12_air_banner_pays_half_of_the_board() {
    // The burger in the corner serves no district.
    assert_eq!(city(&[]).card("air-banner north"), [(3, 4, 6), (4, 4, 3), (4, 6, 4)]);
}

#[test]
fn v_13_delivery_reaches_two_cells_far() {
    let city = city(&[]).improvement(1, "delivery", "italian");
    assert_eq!(city.card("italian"), [(4, 4, 4), (5, 6, 2)]);
}

#[test]
fn v_14_drive_through_reaches_along_row_and_column() {
    let city = city(&[]).improvement(1, "drive-through", "italian");
    assert_eq!(city.card("italian"), [(4, 4, 6), (5, 6, 2)]);
}

#[test]
fn v_15_both_count_a_district_once() {
    let city = city(&[]).improvement(1, "delivery", "italian").improvement(1, "drive-through", "italian");
    assert_eq!(city.card("italian"), [(4, 4, 6), (5, 6, 2)]);
}

#[test]
fn v_16_a_second_cooking_staff_adds_no_star() {
    let city = staffed(city(&[]));
    assert_eq!(city.card("italian"), [(4, 4, 9), (5, 6, 2)]);
}

#[test]
fn v_17_and_the_only_owner_has_a_fourth() {
    let city =
        staffed(board(2).district("government", 3, 3).district("wealthy", 4, 5).district("poor", 5, 5))
            .restaurant(1, "italian", 4, 4);
    assert_eq!(city.card("italian"), [(4, 4, 12)]);
}

fn staffed(layout: Layout) -> Layout {
    layout.improvement(1, "cooking-staff", "italian").improvement(1, "cooking-staff", "italian").improvement(
        1,
        "wait-staff",
        "italian",
    )
}

#[test]
fn v_18_discounts_take_a_coin_for_each_restaurant_of_the_type() {
    for (trigger, purses) in [("event", [9, 6]), ("restaurant", [10, 5])] {
        let mut city = city(&[("discount_trigger", trigger)])
            .improvement(1, "discounts", "italian+bar-b-que")
            .coins([5, 5]);
        city.payout("italian");
        assert_eq!(city.purses(), purses, "{trigger}");
    }
}

#[test]
fn v_19_opposing_discounts_cancel_on_the_type_they_share() {
    for (card, purses) in [("italian", [8, 7]), ("sushi", [5, 9])] {
        let mut city = city(&[])
            .improvement(1, "discounts", "italian+bar-b-que")
            .improvement(2, "discounts", "italian+sushi")
            .coins([5, 5]);
        city.payout(card);
        assert_eq!(city.purses(), purses, "{card}");
    }
}

#[test]
fn v_20_who_has_nothing_pays_nothing() {
    let mut city = city(&[]).improvement(1, "discounts", "italian+bar-b-que").coins([0, 0]);
    city.settle(Occasion::Dice(cell(4, 4)));
    assert_eq!(city.purses(), [3, 0]);
}

#[test]
fn v_21_investment_pays_for_every_lead() {
    for (ties, coins) in [("strict", [3, 3]), ("shared", [4, 4])] {
        for number in [1, 2] {
            let mut city = city(&[("invest_ties", ties)]).coins([0, 0]).deck("number-1 number-2");
            city.state.table.active = seat(number);
            let city = city.phase(Phase::Recruit).chance();
            let at = usize::from(number - 1);
            assert_eq!(city.purses()[at], coins[at], "{ties}");
        }
    }
}

#[test]
fn v_22_each_discounts_takes_two_coins_off_a_build() {
    let mut layout = city(&[]);
    for price in [10, 8, 6] {
        assert_eq!(layout.rules.build_price(&layout.state.table, seat(1), Cuisine::Sushi), price);
        layout = layout.improvement(1, "discounts", "italian+burger");
    }
}

#[test]
fn v_23_each_human_resources_takes_two_coins_off_an_improvement() {
    let mut layout = city(&[]);
    for price in [5, 3, 1, 0] {
        let told = layout.rules.improvement_price(&layout.state.table, seat(1), Improvement::Marketing);
        assert_eq!(told, price);
        layout = layout.improvement(1, "human-resources", "");
    }
}

#[test]
fn v_24_limits_with_executives_and_management() {
    let layout = city(&[]).improvement(1, "executives", "").improvement(1, "management", "");
    let (rules, table) = (&layout.rules, &layout.state.table);
    let one = seat(1);
    assert_eq!(rules.improvement_limit(table, one), 8);
    assert_eq!((rules.draws(table, one), rules.builds(table, one)), (2, 2));
    assert_eq!((rules.pool_limit(table, one), rules.hand_limit(table, one)), (5, 4));
}

#[test]
fn v_25_a_number_card_opens_fifteen_cells_of_an_empty_board() {
    let layout = board(2).hand(1, "number-5").pool(1, "sushi").phase(Phase::Build);
    let layout = layout.act(&["build sushi", "pay 5"]);
    assert_eq!(layout.legal().len(), 15);
}

#[test]
fn v_26_italian_sites_with_number_four() {
    let layout = city(&[]).hand(1, "number-4").pool(1, "italian").phase(Phase::Build);
    let sites = layout.act(&["build italian", "pay 4"]).legal();
    for (site, is_open) in [
        ("site r4c4", false),
        ("site r4c3", false),
        ("site r4c7", false),
        ("site r4c1", true),
        ("site r4c2", true),
        ("site r6c4", true),
        ("site r7c4", true),
    ] {
        assert_eq!(sites.iter().any(|other| other == site), is_open, "{site}");
    }
}

#[test]
fn v_27_every_way_over_the_whole_board_pays_the_same() {
    let city = staffed(city(&[])).improvement(2, "drive-through", "sushi");
    let sum = |targets: &[&str]| -> i32 {
        targets.iter().flat_map(|target| city.card(target)).map(|(.., coins)| coins).sum()
    };
    let rows: Vec<String> = (1..=8).map(|row| format!("billboard row {row}")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let all = sum(&Cuisine::all().map(Cuisine::word).collect::<Vec<_>>());
    assert_eq!(sum(&rows), all);
    assert_eq!(sum(&["radio north-west", "radio north-east", "radio south-west", "radio south-east"]), all);
    assert_eq!(sum(&["air-banner north", "air-banner south"]), all);
    assert_eq!(sum(&["air-banner west", "air-banner east"]), all);
}

#[test]
fn v_27_discounts_never_change_the_coins_of_all() {
    let earned: i32 = city(&[]).card("italian").into_iter().map(|(.., coins)| coins).sum();
    let mut city = city(&[]).improvement(1, "discounts", "italian+burger").coins([5, 5]);
    city.payout("italian");
    assert_eq!(city.purses().into_iter().sum::<i32>(), 10 + earned);
}
