use super::{Table, TableSpec, Unit, with_ends};
use crate::{
    figure,
    price::{
        PriceRow, PriceVerdict, Prices, TOLERANCE,
        curve::Trial,
        payments::{PART, Payment},
    },
};
use sim_engine::{Component, text::people};

pub fn tables(found: &Prices) -> Vec<Table> {
    let trials = found.rows.iter().flat_map(|row| row.trials.iter().map(|trial| (&row.component, trial)));
    vec![
        spec(found.setup.unit, found.tolerance).table(&found.rows),
        trials_spec(found.setup.unit).table(trials),
        payments_spec().table(&found.payments),
    ]
}

pub(super) fn heads() -> [Table; 3] {
    [
        spec(figure::Unit::Share, TOLERANCE).head(),
        trials_spec(figure::Unit::Share).head(),
        payments_spec().head(),
    ]
}

fn spec(unit: figure::Unit, tolerance: f64) -> TableSpec<PriceRow> {
    let about = format!(
        "At its fair price a component is worth as much as the median of the others of its kind, whose prices stay as they are. Barred players are trained further at every tested price; so are their rivals, unless these are a panel. The tolerance is {} around the median. Other prices are tested only for significantly mispriced components: all of them, or the few most mispriced.",
        unit.within(tolerance)
    );
    let mut spec = TableSpec::<PriceRow>::new("fair_prices", "What components should cost").about(about);
    spec.component(|row| &row.component);
    spec.whole("price", |row| row.price.value).about("Its current price.");
    spec.share("used", |row| row.used)
        .about("Share of the seats that use it in a game, among players as shipped.");
    spec.interval(with_ends!("contrast"), |row| row.contrast).of(Unit::ShareDifference, "Win rate of its users minus that of others at the same table, adjusted for strategy, seat and opponents, among players as shipped: association, not cause.");
    spec.interval(with_ends!("worth"), |row| row.worth.difference).of(Unit::of_difference(unit), "Result of a control minus that of a player barred from it, both trained further at the current prices.");
    spec.estimate("beyond", |row| row.beyond).of(Unit::of_difference(unit), "Its worth minus the median worth of the others of its kind. The interval covers deals, training runs and all interim analyses.");
    spec.tests(|row| [row.p_value, row.q_value]);
    spec.whole("prices", |row| row.trials.len())
        .about("Number of tested prices, including the current one, without those with degenerate games.");
    spec.number("fair_price", |row| row.fair.price).about("The price at which it would be worth as much as the median of its kind, interpolated between two tested prices; empty if no two bracket it, or the current price is not significantly wrong.");
    spec.whole("fair_low", |row| row.fair.low).about("Lower end of its 95 % interval, rounded down to a whole price; empty if it may lie below all tested prices, or no other was tested.");
    spec.whole("fair_high", |row| row.fair.high).about("Upper end, rounded up to a whole price; empty if it may lie above all tested prices, or no other was tested.");
    spec.text("verdict", |row| row.verdict.word()).about("By the interval of `beyond`. overpriced: all of it lies below the tolerance, with a q-value up to 0.05; underpriced: above it, likewise; not bought: below it, but fewer than 0.5 % of seats use it; ok: all of it lies within the tolerance; undecided: anything else, or the current price may be the fair one.");
    spec.whole("more_games", |row| match row.verdict {
        PriceVerdict::Undecided { more } => more,
        _ => None,
    }).about("Approximate number of further games per player that would decide it, if training runs hardly differ; empty if decided or unknown.");
    spec
}

fn trials_spec<'r>(unit: figure::Unit) -> TableSpec<(&'r Component, &'r Trial)> {
    let mut spec =
        TableSpec::<(&Component, &Trial)>::new("price_trials", "What components are worth at other prices")
            .about("Every tested price, with barred players trained further at it.");
    spec.component(|(component, _)| component);
    spec.whole("price", |(_, trial)| trial.price).about("The tested price.");
    spec.estimate("beyond", |(_, trial)| trial.beyond).of(Unit::of_difference(unit), "Its worth at that price minus the median worth of the others of its kind, whose prices stay as they are.");
    spec
}

fn payments_spec() -> TableSpec<Payment> {
    let about = format!(
        "Payouts of components that are not bought, among players as shipped. Within {} of the median of its kind, a component pays alike; different payouts may be intended.",
        people::percent(PART, None)
    );
    let mut spec = TableSpec::<Payment>::new("payments", "What components pay").about(about);
    spec.component(|row| &row.component);
    spec.text("unit", |row| row.unit).about("Unit of its payouts.");
    spec.number("times", |row| row.times.value).about("Mean payouts per seat and game.");
    spec.number("brings", |row| row.brings.value)
        .of(Unit::ByRow, "Mean total of its payouts per seat and game.");
    spec.estimate("each", |row| row.each).of(Unit::ByRow, "Mean payout each time.");
    spec.number("median", |row| row.middle)
        .of(Unit::ByRow, "Mean payout of the median of its kind; empty if it is alone in its kind.");
    spec.interval(with_ends!("beyond"), |row| row.beyond)
        .of(Unit::FractionDifference, "Mean payout divided by that median, minus 1: 0.5 is half as much again. The interval takes the median as exact.");
    spec.number("q_value", |row| row.q_value)
        .of(Unit::Chance, "Q-value: the p-value adjusted for all of its kind (Benjamini and Hochberg).");
    spec.text("verdict", |row| row.verdict.word()).about("Compared with the median of its kind; no fault by itself. pays more: the whole interval is over a tenth above, with a q-value up to 0.05; pays less: likewise below; pays alike: the whole interval is within a tenth; undecided: too few games.");
    spec
}
