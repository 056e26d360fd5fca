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
        "At its fair price a component is worth as much as the median of the others of its kind, whose prices stay as printed. All players are trained further at every tested price. The tolerance is {} around the median. Other prices are tested only for clearly mispriced components: all of them, or the few most mispriced.",
        unit.within(tolerance)
    );
    let mut spec = TableSpec::<PriceRow>::new("fair_prices", "What components should cost").about(about);
    spec.component(|row| &row.component);
    spec.whole("price", |row| row.price.value).about("Its current price.");
    spec.share("used", |row| row.used)
        .about("Share of the seats that use it in a game, between players as shipped.");
    spec.interval(with_ends!("contrast"), |row| row.contrast).of(Unit::ShareDifference, "Win rate of its users minus that of others at the same table, between players as shipped: association, not cause.");
    spec.interval(with_ends!("worth"), |row| row.worth.difference).of(Unit::of_difference(unit), "What one player loses who is barred from it, among players who are not: all trained further at the current prices.");
    spec.estimate("beyond", |row| row.beyond).of(Unit::of_difference(unit), "Its worth minus the median worth of the others of its kind. The interval covers deals and training runs.");
    spec.tests(|row| [row.p_value, row.q_value]);
    spec.whole("prices", |row| row.trials.len()).about("Prices tested, including the current one.");
    spec.number("fair_price", |row| row.fair.price).about("The price at which it would be worth as much as the median of its kind, interpolated between two tested prices; empty where no two bracket it, or the current price is not known to be wrong.");
    spec.whole("fair_low", |row| row.fair.low).about("The lower end of its interval, down to a whole price; empty where it may be lower than all that were played, or none was.");
    spec.whole("fair_high", |row| row.fair.high).about("The upper end, up to a whole price; empty where it may be higher than all that were played, or none was.");
    spec.text("verdict", |row| row.verdict.word()).about("By the interval of `beyond`: overpriced: all of it is below the tolerance, and the row is found among all; underpriced: above it; not bought: below it, as hardly anybody buys it; ok: all of it is within the tolerance; undecided: anything else, or the price now may be the fair one.");
    spec.whole("more_games", |row| match row.verdict {
        PriceVerdict::Undecided { more } => more,
        _ => None,
    }).about("About how many more games of each would decide it, where it is undecided and training runs hardly differ.");
    spec
}

fn trials_spec<'r>(unit: figure::Unit) -> TableSpec<(&'r Component, &'r Trial)> {
    let mut spec =
        TableSpec::<(&Component, &Trial)>::new("price_trials", "What components are worth at other prices")
            .about("Every tested price, with players trained further at it.");
    spec.component(|(component, _)| component);
    spec.whole("price", |(_, trial)| trial.price).about("What it cost.");
    spec.estimate("beyond", |(_, trial)| trial.beyond).of(Unit::of_difference(unit), "Its worth at that price minus the median worth of the others of its kind, whose prices stay as printed.");
    spec
}

fn payments_spec() -> TableSpec<Payment> {
    let about = format!(
        "Payouts of components that nobody buys, between players as shipped. Within {} of the median of its kind, a component pays alike; different payouts may be intended.",
        people::percent(PART, None)
    );
    let mut spec = TableSpec::<Payment>::new("payments", "What components pay").about(about);
    spec.component(|row| &row.component);
    spec.text("unit", |row| row.unit).about("What it pays in.");
    spec.number("times", |row| row.times.value).about("How often it pays a seat in a game.");
    spec.number("brings", |row| row.brings.value).of(Unit::ByRow, "What it brings a seat in a game.");
    spec.estimate("each", |row| row.each).of(Unit::ByRow, "What it pays each time.");
    spec.number("median", |row| row.middle).of(Unit::ByRow, "What the median of its kind pays each time.");
    spec.interval(with_ends!("beyond"), |row| row.beyond)
        .of(Unit::FractionDifference, "What it pays each time over that, less 1: 0.5 is half as much again.");
    spec.number("q_value", |row| row.q_value)
        .of(Unit::Chance, "Q-value: the p-value adjusted for all of its kind (Benjamini and Hochberg).");
    spec.text("verdict", |row| row.verdict.word()).about("Compared with the median of its kind, and no fault. pays more: the whole interval is over a tenth above; pays less: likewise below; pays alike: the whole interval is within a tenth; undecided: too few games.");
    spec
}
