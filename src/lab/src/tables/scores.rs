//! How final points spread, by strategy.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns};
use sim_play::tally::{POINT_BINS, Tally, bin_start};

const STRATEGY: Column = Column { name: "strategy", about: "Name of the strategy." };
const FROM: Column = Column {
    name: "points_from",
    about: "Least points of the bin; empty for the first, which holds all below.",
};
const TO: Column =
    Column { name: "points_to", about: "Most points of the bin; empty for the last, which holds all above." };
const SHARE: Column =
    Column { name: "share", about: "Share of the strategy's seat-games that end with these points." };

/// The same bins for every strategy: from the first to the last that anybody ended in.
pub fn distribution(subject: &Subject<'_>, tally: &Tally) -> Table {
    let columns: Vec<Column> = [STRATEGY, FROM, TO].into_iter().chain(estimate_columns(SHARE)).collect();
    let about = format!("How often games end with how many {}.", subject.info.points_unit);
    let mut table = Table::new("score_distribution", "Distribution of points by strategy", about, &columns);
    let plans = tally.layout.frame().plans();
    let sums = |plan: usize, bin: usize| tally.counts.get(plan, tally.layout.point_bin(bin));
    let is_met = |bin: &usize| (0..plans).any(|plan| sums(plan, *bin).total() > 0);
    let Some((first, last)) = (0..POINT_BINS).find(is_met).zip((0..POINT_BINS).rfind(is_met)) else {
        return table;
    };
    let (width, scale) = (subject.info.points_bin, subject.points_scale());
    let points = |parts: i32| Cell::Number(f64::from(parts) * scale);
    for (plan, name) in subject.plans().enumerate() {
        for bin in first..=last {
            let from = bin_start(bin, width);
            let keys = [
                Cell::text(name),
                if bin == 0 { Cell::Missing } else { points(from) },
                if bin == POINT_BINS - 1 { Cell::Missing } else { points(from + width - 1) },
            ];
            let estimate = sums(plan, bin).share(1.0, &[]);
            table.rows.push(keys.into_iter().chain(estimate_cells(&estimate)).collect());
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::{Component, Game, Info};
    use sim_play::{Schedule, tally::testing};

    /// Points are whole parts of 40 or 80 times an even draw, in bins of 5 parts: `a` is in each of eight
    /// bins as often, `b` in each of sixteen; a shift of the first puts a tenth of its games below all bins.
    #[test]
    fn points_are_spread_as_they_were_drawn() {
        let schedule = Schedule::pool(2, 2).unwrap();
        let shift = |deal: u64, _: &mut _| if deal.is_multiple_of(10) { -1000 } else { 0 };
        let tally = testing::run(&schedule, 2, 0..4000, |strategy| 1.0 + f64::from(strategy), shift);
        let measures = testing::frame(&schedule, 2).measures;
        let info = Info { measures, points_scale: 2, points_bin: 5, ..*Delectable::info() };
        let components: [Component; 0] = [];
        let subject = Subject {
            info: Box::leak(Box::new(info)),
            players: 2,
            strategies: ["a", "b"].map(str::to_owned).into(),
            automa: None,
            components: &components,
            prices: Vec::new(),
        };
        let table = distribution(&subject, &tally);
        let share = |name: &str, from: Option<f64>| {
            let is_it = |row: &&Vec<Cell>| {
                table.text(row, "strategy") == name && table.number(row, "points_from") == from
            };
            let row = table.rows.iter().find(is_it).unwrap();
            (table.number(row, "share").unwrap(), table.number(row, "points_to"), table.number(row, "n"))
        };
        // From the first bin to the sixteenth above 0.
        assert_eq!(table.rows.len(), 2 * 32);
        assert_eq!(share("a", None), (0.1, Some(-37.5 - 0.5), Some(8000.0)));
        assert_eq!(share("b", None).0, 0.0);
        for bin in 0..16 {
            let from = Some(f64::from(bin) * 2.5);
            let a = if bin < 8 { 0.9 / 8.0 } else { 0.0 };
            assert!((share("a", from).0 - a).abs() < 0.02, "{bin}: {:?}", share("a", from));
            assert!((share("b", from).0 - 1.0 / 16.0).abs() < 0.02, "{bin}: {:?}", share("b", from));
            assert_eq!(share("b", from).1, from.map(|from| from + 2.0));
        }
        let sum: f64 = table.rows.iter().filter_map(|row| table.number(row, "share")).sum();
        assert!((sum - 2.0).abs() < 1e-9, "{sum}");
    }
}
