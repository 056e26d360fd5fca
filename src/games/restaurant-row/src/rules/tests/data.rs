//! The tables of components, and the validation of settings.

use super::{RestaurantRow, fresh, rules_with, settings};
use crate::rules::{
    variant::*,
    words::{Benefit, Criterion, Guest, KINDS, Kind},
};
use sim_engine::{Game, settings::assert_domain};

#[test]
fn rr_9_rr_10_t_05_twelve_employees_and_twelve_renovations() {
    let supplies = rules_with(4, &[]).supplies;
    let service: Vec<u8> = supplies.employees.iter().map(|one| one.service).collect();
    assert_eq!(service, (1..=12).rev().collect::<Vec<u8>>());
    assert_eq!(supplies.renovations.len(), 11);
    assert_eq!(supplies.renovations.iter().map(|kind| kind.tokens).sum::<u8>(), 4 + 2 + 6);
}

#[test]
fn rr_11_eighteen_ingredients_five_of_them_fish() {
    let supplies = rules_with(4, &[]).supplies;
    assert_eq!(supplies.ingredients.len(), 18);
    assert_eq!(supplies.count_kinds((1 << 18) - 1), [5, 6, 7]);
}

#[test]
fn rr_12_t_06_28_customers_and_the_shill() {
    let supplies = rules_with(4, &[]).supplies;
    let of = |guest: Guest| supplies.customers.iter().filter(|one| one.guest == guest).count();
    assert_eq!(
        [Guest::Cheapskate, Guest::Executive, Guest::Local, Guest::Scenester, Guest::Tourist].map(of),
        [4, 4, 4, 4, 4]
    );
    // RR-111: two of each taste.
    assert_eq!(
        [Guest::MeatFoodie, Guest::SeafoodFoodie, Guest::VegetableFoodie, Guest::AllRoundFoodie].map(of),
        [2, 2, 2, 2]
    );
    assert_eq!((of(Guest::Shill), supplies.customers.len()), (1, 29));
}

#[test]
fn rr_64_rr_65_rr_66_t_13_prices_of_ingredients_by_kind_and_forks() {
    let supplies = rules_with(4, &[]).supplies;
    let fish: Vec<i32> = supplies.ingredients.iter().take(5).map(|one| one.price).collect();
    assert_eq!(fish, [8, 7, 7, 6, 5]);
    for one in &supplies.ingredients {
        let base = [2, 1, 0][one.kind.index()];
        assert_eq!(one.price, base + i32::from(one.forks), "{}", one.name);
    }
}

#[test]
fn rr_67_ingredients_cost_half_as_much_again_with_two() {
    let two = rules_with(2, &[]).supplies;
    for (cheap, dear) in rules_with(4, &[]).supplies.ingredients.iter().zip(&two.ingredients) {
        assert_eq!(dear.price, (cheap.price * 3 + 1) / 2, "{}", dear.name);
        assert!(dear.price > cheap.price);
    }
    let other = rules_with(2, &[("ingredient_percent_two", "100"), ("ingredient_extra_two", "1")]).supplies;
    assert_eq!(other.ingredients[0].price, 8 + 1);
}

#[test]
fn rr_26_rr_27_help_wanted_prices() {
    assert_eq!(rules_with(4, &[]).variant.slots, [10, 8, 6, 4, 2]);
    assert_eq!(rules_with(3, &[]).variant.slots, [10, 8, 6]);
    assert_eq!(rules_with(2, &[]).variant.slots, [15, 12, 9, 6]);
}

#[test]
fn rr_93_rr_94_t_07_t_08_price_charts() {
    assert_eq!(rules_with(4, &[]).variant.prices, [5, 7, 9, 11, 13, 15]);
    assert_eq!(rules_with(3, &[]).variant.prices, [5, 7, 9, 11, 13, 15]);
    assert_eq!(rules_with(2, &[]).variant.prices, [3, 5, 7, 9, 11, 13]);
}

#[test]
fn rr_168_rr_170_t_11_column_sums_of_the_victory_points() {
    let sums = |players| {
        let points = rules_with(players, &[]).variant.points;
        (0..6).map(|rank| points[rank].iter().sum::<i32>()).collect::<Vec<i32>>()
    };
    assert_eq!(sums(4), [19, 13, 9, 6, 3, 1]);
    assert_eq!(sums(4).iter().sum::<i32>(), 51);
    assert_eq!(sums(2), [10, 7, 5, 3, 2, 1]);
    assert_eq!(sums(2).iter().sum::<i32>(), 28);
}

#[test]
fn rr_107_rr_108_second_preferences_and_an_even_spread_of_third_ones() {
    let supplies = rules_with(4, &[]).supplies;
    for guest in Guest::all().take(9) {
        let customers: Vec<_> = supplies.customers.iter().filter(|one| one.guest == guest).collect();
        let second = if guest == Guest::Cheapskate { Criterion::Food } else { Criterion::Price };
        let mut third: Vec<Criterion> = customers.iter().map(|one| one.criteria[2]).collect();
        assert!(customers.iter().all(|one| one.criteria[1] == second), "{guest:?}");
        // No customer has a preference twice; no two of a type share the third one.
        assert!(customers.iter().all(|one| !one.criteria[..2].contains(&one.criteria[2])), "{guest:?}");
        third.sort_unstable();
        third.dedup();
        assert_eq!(third.len(), customers.len(), "{guest:?}");
    }
}

#[test]
fn rr_36_a_market_holds_all_of_its_kind_with_more_players() {
    let supplies = rules_with(4, &[]).supplies;
    for kind in Kind::all() {
        assert_eq!(u32::from(supplies.capacity[kind.index()]), supplies.of_kind[kind.index()].count_ones());
    }
    assert_eq!(rules_with(2, &[]).supplies.capacity, [4; KINDS]);
}

#[test]
fn every_word_of_the_rules_is_an_option_of_the_data() {
    let settings = settings();
    let words = |list: &[&'static str], path: &str| assert_domain(&settings, path, list);
    macro_rules! options {
        ($($word:ident: $path:literal),+ $(,)?) => {
            $(words(&$word::WORDS, $path);)+
        };
    }
    options! {
        CashSeen: "cash", WomMode: "wom_mode", WomTourist: "wom_tourist", WomNoneFull: "wom_none_full",
        PawnPasses: "pawn_passes", BidEligibility: "bid_eligibility", RenoStock: "reno_stock",
        TieRank: "tie_rank", PopularityMetric: "popularity_metric", HostessSeat: "hostess_seat",
        AttractionFirst: "attraction_first", ManagerWage: "manager_wage", ManagerTwo: "manager_two",
        Benefit: "employees.manager.benefit", Kind: "ingredients.truffles.kind",
        Criterion: "guests.local.primary",
    }
    let types = &Guest::WORDS[..9];
    words(types, "customers.chip.type");
}

#[test]
fn contradictory_settings_are_refused_with_a_way_out() {
    let refused = |players: usize, changes: &[(&str, &str)]| {
        let mut settings = settings();
        changes.iter().for_each(|(path, value)| settings.set(path, value).unwrap());
        let error = RestaurantRow::new(&settings, players).unwrap_err();
        assert!(!error.help.is_empty(), "{error}");
        error.message
    };
    assert_eq!(refused(4, &[("stores.bank.number", "1")]), "two stores have one number");
    assert_eq!(
        refused(
            3,
            &[
                ("players.3.staff_out", "10"),
                ("employees.manager.more", "false"),
                ("employees.designer.more", "false"),
                ("employees.hostess.more", "false")
            ]
        ),
        "more employees or renovations are removed at set-up than there are"
    );
    assert_eq!(
        refused(4, &[("renovations.patio-seating.more", "4"), ("renovations.dance-floor.more", "4")]),
        "too many renovation tokens"
    );
}

#[test]
fn both_reconstructions_can_be_played_by_any_number() {
    for preset in settings().presets() {
        for players in 2..=4 {
            let mut settings = settings();
            settings.apply_preset(&preset.name).unwrap();
            assert!(RestaurantRow::new(&settings, players).is_ok(), "{}", preset.name);
        }
    }
    let mut other = settings();
    other.apply_preset("other-reconstruction").unwrap();
    let two = RestaurantRow::new(&other, 2).unwrap();
    assert_eq!(two.variant.slots, [12, 10, 8, 6, 4]);
    assert_eq!(two.supplies.store_order[0].word(), "fish-market");
    assert_eq!(two.supplies.ingredients[0].price, 9);
}

#[test]
fn the_rules_page_numbers_every_rule_and_ruling_and_names_every_setting() {
    let page = RestaurantRow::INFO.rules_page;
    let mut told = std::collections::BTreeSet::new();
    for words in page.split("RR-").skip(1) {
        let (ruling, digits) = words.strip_prefix('A').map_or((false, words), |rest| (true, rest));
        let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
        let first = number(digits);
        let Ok(first) = first.parse::<u32>() else { continue };
        let rest = &digits[first.to_string().len()..];
        // `RR-3..7` and `RR-A3..7` name a range.
        let last = rest.strip_prefix("..").map(number).and_then(|last| last.parse().ok()).unwrap_or(first);
        told.extend((first..=last).map(|number| (ruling, number)));
    }
    for number in 1..=174 {
        assert!(told.contains(&(false, number)), "RR-{number} is missing");
    }
    for number in 1..=47 {
        assert!(told.contains(&(true, number)), "RR-A{number} is missing");
    }
    let settings = settings();
    for entry in settings.entries().iter().filter(|entry| !entry.path.contains('.')) {
        assert!(page.contains(&format!("`{}`", entry.path)), "{} is not on the page", entry.path);
        assert!(page.contains(&entry.rule), "{} of {} is not on the page", entry.rule, entry.path);
    }
    for preset in settings.presets() {
        assert!(page.contains(&format!("`{}`", preset.name)), "{}", preset.name);
    }
    for measure in RestaurantRow::INFO.measures {
        assert!(page.contains(&format!("`{}`", measure.name)), "measure {} is not on the page", measure.name);
    }
}

#[test]
fn a_component_has_one_name() {
    let game = fresh(4);
    let mut names: Vec<&String> = game.rules.components().iter().map(|component| &component.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    // 12 employees, 11 renovations, 18 ingredients, 6 stores, 9 types, the Critic, two uses of the
    // Shill, 6 prices, loans, and the first night's crowd.
    assert_eq!(count, 12 + 11 + 18 + 6 + 9 + 1 + 2 + 6 + 1 + 1);
}
