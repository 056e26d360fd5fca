//! What components should cost.

use sim_lab::{
    Effort, Lab,
    adapt::{AdaptSpec, Budget},
    player::Player,
    price::{PriceRow, PriceSpec, Prices},
    spec::{ArmSpec, Field, RulesSpec, Setting},
};

use crate::{
    find,
    searches::{NEVER, after_stops, within},
};

/// Equipment of Delectable at a table of two, under some settings.
fn spec(set: &[String], components: &[&str], budget: Budget, games: u64, seed: u64) -> PriceSpec {
    let entry = find("delectable").unwrap();
    let champion = Player::shipped(entry, "champion").unwrap().unwrap();
    let set: Vec<Setting> = set.iter().map(|one| one.parse().unwrap()).collect();
    let rules = RulesSpec { set, ..RulesSpec::printed(entry) };
    let arm = ArmSpec { rules, players: 2, field: Field::Pool(vec![champion]), seed };
    let table = AdaptSpec::seat(arm, budget, Effort::Games(games)).unwrap();
    PriceSpec { table, components: components.iter().map(|one| (*one).to_owned()).collect(), sought: None }
}

fn play(spec: &PriceSpec, lab: &mut Lab<'_>) -> Option<Prices> {
    spec.play(&spec.open().unwrap(), lab).unwrap()
}

#[test]
fn a_price_comes_to_the_same_after_a_stop() {
    let budget = Budget { games: 40, repeats: 2 };
    let spec = spec(&[], &["E2"], budget, 200, 1);
    let whole = within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap();
    assert_eq!(whole.rows.len(), 1);
    let rest = after_stops(100, |lab| play(&spec, lab));
    assert_eq!(format!("{rest:?}"), format!("{whole:?}"));
}

/// Of four cards that are all alike none costs too much or too little: how often is one of them called off?
#[test]
#[ignore = "takes minutes: scripts/coverage"]
#[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
fn coverage_of_verdicts_on_prices() {
    const RUNS: u64 = 100;
    let cells = [
        ("stars", 4),
        ("cost", 17),
        ("servers", 0),
        ("chefs", 0),
        ("food", 0),
        ("equipment", 0),
        ("discard", 7),
    ];
    let cards = ["E2", "E3", "E4", "E5"];
    let alike: Vec<String> = cards
        .iter()
        .flat_map(|card| cells.map(|(column, value)| format!("cards.{card}.{column}={value}")))
        .collect();
    let (mut off, mut rows) = (0, 0);
    for run in 0..RUNS {
        let budget = Budget { games: 100, repeats: 5 };
        let spec = spec(&alike, &cards, budget, 500, 1000 * (run + 1));
        let found = within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap();
        rows += found.rows.len();
        off += found.rows.iter().filter(|row| row.verdict.is_off()).count();
    }
    println!("{off} of {rows} prices of cards that are alike are called off");
    // With an error of 1.1 points.
    assert!(off as f64 <= 0.07 * rows as f64);
}

/// A card at about half of its price is found, and so is the price at which it was fair, whichever of the two it
/// costs when one asks.
#[test]
#[ignore = "takes minutes: scripts/coverage"]
#[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
fn coverage_of_planted_prices() {
    let budget = Budget { games: 1_000, repeats: 8 };
    let row = |set: &[String], card: &str| -> PriceRow {
        let spec = spec(set, &[card], budget, 20_000, 1);
        within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap().rows.remove(0)
    };
    for (card, half) in [("E3", 6), ("E4", 9), ("E5", 11)] {
        let (plain, planted) = (row(&[], card), row(&[format!("cards.{card}.cost={half}")], card));
        let told = |row: &PriceRow| {
            let fair = row.fair.price.unwrap_or(row.price.value as f64);
            format!(
                "{} at {}: {fair:.1} in {:?} to {:?}",
                row.verdict.word(),
                row.price.value,
                row.fair.low,
                row.fair.high
            )
        };
        println!("{card}: {}; {}", told(&plain), told(&planted));
        assert_eq!(planted.verdict.word(), "underpriced", "{card}");
        let (low, high) = (planted.fair.low.unwrap(), planted.fair.high.unwrap());
        let fair = plain.fair.price.unwrap_or(plain.price.value as f64);
        assert!((low - 1..=high + 1).contains(&(fair.round() as i64)), "{card}: {fair} and {low} to {high}");
    }
}
