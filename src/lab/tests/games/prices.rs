//! Fair prices of components.

use sim_lab::{
    Effort, Error, Lab,
    adapt::{AdaptSpec, Budget},
    player::Player,
    price::{
        PriceRow, PriceSpec, Prices,
        payments::{Payment, PaymentVerdict},
    },
    spec::{ArmSpec, Field, RulesSpec, Setting},
};

use crate::{
    find,
    searches::{NEVER, after_stops, within},
};

/// Components of Delectable at a table of two with the settings `set`.
fn spec(set: &[String], components: &[&str], budget: Budget, games: u64, seed: u64) -> PriceSpec {
    at(("delectable", 2), set, components, (budget, games, seed))
}

/// Components of `game` at a table of `players` with the settings `set`.
fn at(
    (game, players): (&str, usize),
    set: &[String],
    components: &[&str],
    (budget, games, seed): (Budget, u64, u64),
) -> PriceSpec {
    let entry = find(game).unwrap();
    // A player without a hidden layer, so that a few games of training already change its play.
    let shipped = |name: &str| Player::shipped(entry, name).unwrap();
    let champion = shipped("champion-1").or_else(|| shipped("champion")).unwrap();
    let set: Vec<Setting> = set.iter().map(|one| one.parse().unwrap()).collect();
    let rules = RulesSpec { set, ..RulesSpec::printed(entry) };
    let arm = ArmSpec { rules, players, field: Field::Pool(vec![champion]), seed };
    let table = AdaptSpec::seat(arm, budget, Effort::Games(games)).unwrap();
    let components = components.iter().map(|one| (*one).to_owned()).collect();
    PriceSpec { table, components, sought: None, most: games }
}

fn play(spec: &PriceSpec, lab: &mut Lab<'_>) -> Result<Prices, Error> {
    spec.play(&spec.open().unwrap(), lab)
}

#[test]
fn a_price_comes_to_the_same_after_a_stop() {
    let budget = Budget { games: 40, repeats: 2 };
    let spec = PriceSpec { most: 800, ..spec(&[], &["E2"], budget, 200, 1) };
    let whole = within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap();
    assert_eq!(whole.rows.len(), 1);
    let rest = after_stops(100, |lab| play(&spec, lab));
    assert_eq!(format!("{rest:?}"), format!("{whole:?}"));
}

#[test]
fn what_is_open_plays_on_until_it_is_decided_or_has_played_the_most() {
    let budget = Budget { games: 40, repeats: 8 };
    // One of the four components is far too cheap.
    let set = ["cards.E4.cost=1".to_owned()];
    let asked = |games, most| {
        let spec = PriceSpec { most, sought: Some(0), ..spec(&set, &["equipment"], budget, games, 1) };
        within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap()
    };
    let (whole, again) = (asked(1_200, 1_200), asked(300, 1_200));
    assert_eq!((whole.most, again.setup.games, again.most), (1_200, 300, 1_200));
    let of = |found: &Prices, name: &str| -> PriceRow {
        found.rows.iter().find(|row| row.component.name == name).unwrap().clone()
    };
    let (mut to_the_end, mut sooner) = (0, 0);
    for row in &again.rows {
        let (own, all) = (&row.worth.difference, of(&whole, &row.component.name).worth.difference);
        if own.n == all.n {
            // The games equal one run of this length. Intervals are wider because of two earlier interim analyses.
            assert_eq!((own.value, own.deals), (all.value, all.deals), "{row:?}");
            // A component that nobody buys makes no difference and has no interval.
            if let Some((own, all)) = own.half_width().zip(all.half_width()) {
                assert!(own > 1.15 * all && own < 1.5 * all, "{own} {all}");
            }
            to_the_end += 1;
        } else {
            assert!(own.n < all.n && row.verdict.word() != "undecided", "{row:?}");
            sooner += 1;
        }
    }
    assert!(to_the_end > 0 && sooner > 0, "{to_the_end} to the end, {sooner} sooner");
}

/// Of four identical cards, how often is one called mispriced?
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
        // Three interim analyses must not raise the share of false verdicts.
        let spec = PriceSpec { most: 2_000, ..spec(&alike, &cards, budget, 500, 1000 * (run + 1)) };
        let found = within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap();
        rows += found.rows.len();
        off += found.rows.iter().filter(|row| row.verdict.is_off()).count();
    }
    println!("{off} of {rows} prices of cards that are alike are called off");
    // The share has a standard error of 1.1 points.
    assert!(off as f64 <= 0.07 * rows as f64);
}

/// At a planted price the verdict is mispriced, in the right direction. The interval of the fair price holds the fair
/// price that was found at the printed one.
#[test]
#[ignore = "takes minutes: scripts/coverage"]
#[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
fn coverage_of_planted_prices() {
    let budget = Budget { games: 1_000, repeats: 8 };
    let planted = [
        ("delectable", 2, "E4", "cards.E4.cost", 9),
        ("delectable", 2, "E5", "cards.E5.cost", 11),
        ("restauranteur", 2, "sushi", "restaurants.sushi.price", 5),
        ("restauranteur", 2, "bar-b-que", "restaurants.bar-b-que.price", 15),
        ("restaurant-row", 4, "interior-decor", "renovations.interior-decor.price", 10),
        ("restaurant-row", 4, "complete-renovation", "renovations.complete-renovation.price", 15),
    ];
    let mut found = 0;
    for (game, players, name, path, wrong) in planted {
        let row = |set: &[String]| -> PriceRow {
            let spec = at((game, players), set, &[name], (budget, 20_000, 1));
            within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap().rows.remove(0)
        };
        let (plain, planted) = (row(&[]), row(&[format!("{path}={wrong}")]));
        let told = |row: &PriceRow| {
            let fair = row.fair.price.map_or(String::new(), |price| format!("{price:.1}"));
            let (word, now) = (row.verdict.word(), row.price.value);
            format!("{word} at {now}, fair {fair} in {:?} to {:?}", row.fair.low, row.fair.high)
        };
        println!("{game}: {name} {}; {}", told(&plain), told(&planted));
        let fair = plain.fair.price.map_or(plain.price.value, |price| price.round() as i64);
        let word = if wrong < plain.price.value { "underpriced" } else { "overpriced" };
        let is_held = planted.fair.low.is_none_or(|low| low - 1 <= fair)
            && planted.fair.high.is_none_or(|high| fair <= high + 1);
        found += usize::from(planted.verdict.word() == word && is_held);
    }
    println!("{found} of {} planted prices are found", planted.len());
    assert!(found + 1 >= planted.len());
}

/// A component that pays double and a plain box turned gold are flagged. Before the change they were not.
#[test]
#[ignore = "takes minutes: scripts/coverage"]
#[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
fn coverage_of_planted_payments() {
    let planted = [
        ("critter-kitchen", "rumor", "big-dipper", "rumors.big-dipper.stars=4"),
        ("critter-kitchen", "rumor", "subtle-flavors", "rumors.subtle-flavors.stars=4"),
        ("la-bistro", "box", "box-9", "chart.box-9.colour=gold"),
        ("la-bistro", "box", "box-47", "chart.box-47.colour=gold"),
    ];
    for (game, kind, name, fault) in planted {
        let payment = |set: &[String]| -> Payment {
            let budget = Budget { games: 1, repeats: 1 };
            let spec = at((game, 4), set, &[kind], (budget, 20_000, 1));
            let found = within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap();
            found.payments.into_iter().find(|one| one.component.name == name).unwrap()
        };
        let (plain, planted) = (payment(&[]), payment(&[fault.to_owned()]));
        let told = |one: &Payment| {
            format!(
                "{} {:.2} against {:.2}",
                one.verdict.word(),
                one.each.value.unwrap(),
                one.middle.unwrap()
            )
        };
        println!("{game}: {name} {}; with {fault} {}", told(&plain), told(&planted));
        assert_ne!(plain.verdict, PaymentVerdict::Much, "{name}");
        assert_eq!(planted.verdict, PaymentVerdict::Much, "{name}");
    }
}
