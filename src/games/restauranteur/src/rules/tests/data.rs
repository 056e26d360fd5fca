//! The data file: what it refuses, and its presets.

use super::*;
use sim_engine::Source;

fn refusal(values: &[(&str, &str)]) -> String {
    let mut settings = settings();
    for (path, value) in values {
        settings.set(path, value).unwrap();
    }
    Restauranteur::new(&settings, 4).unwrap_err().to_string()
}

#[test]
fn contradictions_are_refused_with_the_way_out() {
    let text = refusal(&[("districts_per_row", "3")]);
    assert!(text.contains("16 districts") && text.contains("24"), "{text}");
    let text = refusal(&[("restaurants.sushi.counters", "8"), ("restaurants.coffee.counters", "8")]);
    assert!(text.contains("52 restaurant counters") && text.contains("48 cells"), "{text}");
    let low: Vec<(String, String)> =
        Cuisine::all().map(|cuisine| (format!("restaurants.{cuisine}.counters"), "1".to_owned())).collect();
    let low: Vec<(&str, &str)> = low.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
    assert!(refusal(&low).contains("4 pools need 16"), "{}", refusal(&low));
}

#[test]
fn rows_that_no_rule_knows_are_refused() {
    let mut settings = settings();
    let text = "format = 2\ngame = \"restauranteur\"\n[[tables.restaurants]]\nid = \"pizza\"\ncounters = 6\nprice = 10\nsource = \"reconstructed\"\n";
    settings.overlay("mine.toml", text).unwrap();
    let error = Restauranteur::new(&settings, 2).unwrap_err();
    assert!(error.message.contains("pizza"), "{error}");
}

#[test]
fn three_districts_a_row_can_be_played() {
    let values = [
        ("districts_per_row", "3"),
        ("districts.government.counters", "10"),
        ("restaurants.sushi.counters", "0"),
        ("restaurants.coffee.counters", "4"),
    ];
    let rules = rules_with(2, &values);
    let state = rules.deal(&Luck::new(1, 1), &mut |_| {});
    assert_eq!(state.table.district_cells.count_ones(), 24);
}

#[test]
fn presets_change_what_they_say() {
    let mut chain = settings();
    assert!(chain.has_no_copies("supply-chain"));
    chain.apply_preset("supply-chain").unwrap();
    assert!(!chain.has_no_copies("supply-chain") && !chain.has_no_copies("no such card"));
    assert_eq!(chain.changes().len(), 1);
    let rules = Restauranteur::new(&chain, 2).unwrap();
    assert_eq!(rules.stock.card_copies.len(), 82);
    let mut other = settings();
    other.apply_preset("other-readings").unwrap();
    assert_eq!(other.changes().len(), 10);
}

#[test]
fn what_the_rulebook_does_not_print_says_so() {
    let rules = rules_with(2, &[]);
    let odd: Vec<&str> = rules
        .stock
        .components
        .iter()
        .filter(|component| component.source != Source::Rulebook)
        .map(|component| component.name.as_str())
        .collect();
    assert_eq!(odd, ["supply-chain"]);
}

#[test]
fn every_setting_stands_in_the_rules_page() {
    let page = Restauranteur::INFO.rules_page;
    for entry in settings().entries().iter().filter(|entry| !entry.path.contains('.')) {
        assert!(page.contains(&format!("`{}`", entry.path)), "{} is not explained", entry.path);
        assert!(page.contains(&format!("| {} |", entry.rule)), "{} is no rule", entry.rule);
    }
}
