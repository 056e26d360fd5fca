use super::{Table, TableSpec, Unit};
use crate::price::{
    PriceRow, PriceVerdict, Prices, TOLERANCE,
    curve::Trial,
    payments::{PART, Payment},
};
use sim_engine::{Component, text::people};

/// A row a component, and a row each price that was played of it.
pub fn tables(found: &Prices) -> Vec<Table> {
    let trials = found.rows.iter().flat_map(|row| row.trials.iter().map(|trial| (&row.component, trial)));
    vec![spec().table(&found.rows), trials_spec().table(trials), payments_spec().table(&found.payments)]
}

pub(super) fn heads() -> [Table; 3] {
    [spec().head(), trials_spec().head(), payments_spec().head()]
}

fn spec() -> TableSpec<PriceRow> {
    let about = format!(
        "At its fair price a component is worth as much as the middle of the others of its kind, whose prices stay as they are. All players learn on at every price that is played. Within {} points of the middle is the tolerance. Other prices are tried only of what is surely off: of all that is, or of the few that are furthest off.",
        people::short(TOLERANCE * 100.0)
    );
    let mut spec = TableSpec::<PriceRow>::new("fair_prices", "What components should cost").about(about);
    spec.component(|row| &row.component);
    spec.whole("price", |row| row.price.value).about("What it costs now.");
    spec.share("used", |row| row.used)
        .about("Part of the seats that use it in a game, between players as they are.");
    spec.interval(["contrast", "contrast_low", "contrast_high"], |row| row.contrast).of(Unit::ShareDifference, "Win rate of its users less that of others at the same table, between players as they are: what goes with its use, and no cause.");
    spec.interval(["worth", "worth_low", "worth_high"], |row| row.worth.difference).of(Unit::ShareDifference, "What one player loses who may never take it, among players who may: all learned on with the prices as they are.");
    spec.estimate("beyond", |row| row.beyond).of(Unit::ShareDifference, "Its worth less that of the middle of the others of its kind. The interval holds over deals and over learnings.");
    spec.tests(|row| [row.p_value, row.rate]);
    spec.whole("prices", |row| row.trials.len())
        .about("Prices that were played, the one as it is among them.");
    spec.number("fair_price", |row| row.fair.price).about("The price at which it would be worth as much as the middle of its kind, on a straight line between two that were played; empty where none has it beside it, or the price now is not known to be off.");
    spec.whole("fair_low", |row| row.fair.low).about("The lower end of its interval, down to a whole price; empty where it may be lower than all that were played, or none was.");
    spec.whole("fair_high", |row| row.fair.high).about("The upper end, up to a whole price; empty where it may be higher than all that were played, or none was.");
    spec.text("verdict", |row| row.verdict.word()).about("By the interval of `beyond`: overpriced: all of it is below the tolerance, and the row is found among all; underpriced: above it; not bought: below it, as hardly anybody buys it; fine: all of it is within the tolerance; undecided: anything else, or the price now may be the fair one.");
    spec.whole("more_games", |row| match row.verdict {
        PriceVerdict::Undecided { more } => more,
        _ => None,
    }).about("About how many more games of each would tell, where that is not known yet and learnings hardly differ.");
    spec
}

fn trials_spec<'r>() -> TableSpec<(&'r Component, &'r Trial)> {
    let mut spec =
        TableSpec::<(&Component, &Trial)>::new("price_trials", "What components are worth at other prices")
            .about("Every price that was played, with players who learned on at it.");
    spec.component(|(component, _)| component);
    spec.whole("price", |(_, trial)| trial.price).about("What it cost.");
    spec.estimate("beyond", |(_, trial)| trial.beyond).of(Unit::ShareDifference, "Its worth at that price less the worth of the middle of the others of its kind, whose prices stay as they are.");
    spec
}

fn payments_spec() -> TableSpec<Payment> {
    let about = format!(
        "What things pay that nobody buys, between players as they are. What is within {} of the middle of its kind pays alike; things of a kind may be meant to pay differently.",
        people::percent(PART, None)
    );
    let mut spec = TableSpec::<Payment>::new("payments", "What things pay that nobody buys").about(about);
    spec.component(|row| &row.component);
    spec.text("unit", |row| row.unit).about("What it pays in.");
    spec.number("times", |row| row.times.value).about("How often it pays a seat in a game.");
    spec.number("brings", |row| row.brings.value).of(Unit::ByRow, "What it brings a seat in a game.");
    spec.estimate("each", |row| row.each).of(Unit::ByRow, "What it pays each time.");
    spec.number("middle", |row| row.middle).of(Unit::ByRow, "What the middle of its kind pays each time.");
    spec.interval(["beyond", "beyond_low", "beyond_high"], |row| row.beyond)
        .of(Unit::FractionDifference, "What it pays each time over that, less 1: 0.5 is half as much again.");
    spec.number("rate", |row| row.rate).of(Unit::Chance, "The smallest rate of false discoveries among all of its kind at which this one counts as found (Benjamini and Hochberg).");
    spec.text("verdict", |row| row.verdict.word()).about("Beside the middle of its kind, and no fault: pays more: each time more by over a tenth, with the whole interval; pays less: likewise; pays alike: the whole interval is within a tenth; undecided: not known yet.");
    spec
}
