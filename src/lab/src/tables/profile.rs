//! What sets strategies apart: what each does otherwise than the field, and how it fares against each other.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns, measures};
use sim_engine::{Of, analysis::Heat};
use sim_play::tally::{Group, Tally, UseKind, WIN};
use sim_stats::paired::{self, GroupSum, Paired};

/// Rows that are kept of a strategy.
const MOST: usize = 20;

const STRATEGY: Column = Column { name: "strategy", about: "Name of the strategy." };

pub fn tables(subject: &Subject<'_>, tally: &Tally) -> Vec<Table> {
    if subject.strategies.len() < 2 {
        return Vec::new();
    }
    [Some(profile(subject, tally)), head_to_head(subject, tally)].into_iter().flatten().collect()
}

/// A use or a measure of a strategy beside that of the others.
struct Habit {
    keys: [Cell; 5],
    paired: Paired,
}

impl Habit {
    /// By how many of its errors it is off the field's; none where its interval holds the field's.
    fn distance(&self) -> Option<f64> {
        let estimate = &self.paired.difference;
        let is_clear = estimate.interval.is_some_and(|ends| ends.low > 0.0 || ends.high < 0.0);
        let (value, error) = estimate.value.zip(estimate.standard_error)?;
        (is_clear && error > 0.0).then_some(value.abs() / error)
    }
}

/// A number of a strategy less that of all others, by groups of the deals that they share.
fn against_field(
    strategies: usize,
    plan: usize,
    deals: u64,
    groups: impl Fn(usize) -> Option<Vec<GroupSum>>,
) -> Option<Paired> {
    let own = groups(plan)?;
    let mut field = vec![(0, 0); own.len()];
    for other in (0..strategies).filter(|other| *other != plan) {
        for (sum, part) in field.iter_mut().zip(groups(other)?) {
            *sum = (sum.0 + part.0, sum.1 + part.1);
        }
    }
    Some(paired::difference(&own, &field, deals))
}

fn profile(subject: &Subject<'_>, tally: &Tally) -> Table {
    let keys = [
        STRATEGY,
        Column { name: "habit", about: "A measure, or the uses of a component." },
        Column { name: "row_label", about: "The component, or the label along the measure's first axis." },
        Column { name: "column_label", about: "The label along its second axis." },
        Column { name: "unit", about: "What is counted." },
        Column { name: "per", about: "What the means are per." },
        Column { name: "mean", about: "Mean of the strategy." },
        Column { name: "field_mean", about: "Mean of all other strategies." },
    ];
    let difference = Column { name: "difference", about: "The strategy's mean minus that of the others." };
    let columns: Vec<Column> = keys.into_iter().chain(estimate_columns(difference)).collect();
    let about = format!(
        "What each strategy does differently from all others together, the clearest difference (in errors) first, at most {MOST} for each strategy."
    );
    let mut table = Table::new("profile", "What each strategy does differently", about, &columns);
    let mut order: Vec<usize> = (0..subject.strategies.len()).collect();
    let share = |plan: usize| tally.share(tally.layout.wins(Group::Strategy(plan)), WIN as f64).value;
    order.sort_by(|a, b| share(*b).unwrap_or(0.0).total_cmp(&share(*a).unwrap_or(0.0)));
    for plan in order {
        let mut habits: Vec<(f64, Habit)> = habits(subject, tally, plan)
            .into_iter()
            .filter_map(|habit| Some((habit.distance()?, habit)))
            .collect();
        habits.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, Habit { keys, paired }) in habits.into_iter().take(MOST) {
            let mut row = vec![Cell::text(&subject.strategies[plan])];
            row.extend(keys);
            row.extend([Cell::number(paired.one), Cell::number(paired.other)]);
            row.extend(estimate_cells(&paired.difference));
            table.rows.push(row);
        }
    }
    table
}

fn habits(subject: &Subject<'_>, tally: &Tally, plan: usize) -> Vec<Habit> {
    let strategies = subject.strategies.len();
    let mut habits = Vec::new();
    for (at, component) in subject.components.iter().enumerate() {
        let number = tally.layout.component_use(at, UseKind::Used);
        let groups = |plan| tally.counts.groups(plan, number);
        if let Some(paired) = against_field(strategies, plan, tally.deals, groups) {
            let keys = ["uses", component.name.as_str(), "", "times", "seat and game"].map(Cell::text);
            habits.push(Habit { keys, paired });
        }
    }
    let measures = subject.info.measures.iter().enumerate();
    for (at, measure) in measures.filter(|(_, measure)| measure.of == Of::Seat) {
        for cell in 0..measure.width() {
            let Some([row, column]) = measures::labels(subject, measure, cell) else { continue };
            let groups = |plan| tally.measure_groups(at, cell, plan);
            if let Some(paired) = against_field(strategies, plan, tally.deals, groups) {
                let per = measures::per(subject, measure);
                let keys = [measure.name, row, column, measure.unit, per].map(Cell::text);
                habits.push(Habit { keys, paired });
            }
        }
    }
    habits
}

/// Win rates by who else sits at the table.
fn head_to_head(subject: &Subject<'_>, tally: &Tally) -> Option<Table> {
    if subject.players < 2 {
        return None;
    }
    let keys = [STRATEGY, Column { name: "against", about: "A strategy that sits at the same table." }];
    let share = Column { name: "win_rate", about: "Win rate of the first strategy in the games of both." };
    let columns: Vec<Column> = keys.into_iter().chain(estimate_columns(share)).collect();
    let about = "How often a strategy wins when another one sits at the table. With three or more players others sit there too, and may win. Errors go by 32 groups of deals.";
    let mut table = Table::new("head_to_head", "Who wins against whom", about, &columns);
    for (one, name) in subject.strategies.iter().enumerate() {
        for (other, against) in subject.strategies.iter().enumerate().filter(|(other, _)| *other != one) {
            let keys = [Cell::text(name), Cell::text(against)];
            let estimate = tally.share_against(one, other);
            table.rows.push(keys.into_iter().chain(estimate_cells(&estimate)).collect());
        }
    }
    table.heat = Some(Heat {
        row: "strategy",
        column: "against",
        value: "win_rate",
        unit: "win rate of the row",
        mark: "",
        word: "",
    });
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::{Component, Game, Info, Source};
    use sim_play::{Schedule, tally::testing};

    #[test]
    fn what_differs_is_told_and_two_at_a_table_share_the_wins() {
        let schedule = Schedule::pool(3, 2).unwrap();
        let tally = testing::run(&schedule, 3, 0..3000, |strategy| 1.0 + f64::from(strategy), |_, _| 0);
        let measures = testing::frame(&schedule, 3).measures;
        let info = Info { measures, points_scale: 1, ..*Delectable::info() };
        let components: Vec<Component> = ["S2", "S3"]
            .map(|name| Component { name: name.into(), kind: "card".into(), source: Source::Rulebook })
            .into();
        let subject = Subject {
            info: Box::leak(Box::new(info)),
            players: 2,
            strategies: ["a", "b", "c"].map(str::to_owned).into(),
            automa: None,
            components: &components,
            prices: vec![None; 2],
        };
        let [profile, matrix] = &tables(&subject, &tally)[..] else { panic!("two tables") };
        // Points are below 40, 80 and 120, and the level is their tens: `c` is far above the field of
        // `a` and `b`, and comes first, as it wins most.
        let first = &profile.rows[0];
        assert_eq!((profile.text(first, "strategy"), profile.text(first, "habit")), ("c", "level"));
        assert!(profile.number(first, "mean") > profile.number(first, "field_mean"));
        assert!(profile.number(first, "low").is_some_and(|low| low > 0.0));
        let share = |one: &str, other: &str| {
            let is_it = |row: &&Vec<Cell>| {
                (matrix.text(row, "strategy"), matrix.text(row, "against")) == (one, other)
            };
            matrix.number(matrix.rows.iter().find(is_it).unwrap(), "win_rate").unwrap()
        };
        for (one, other) in [("a", "b"), ("a", "c"), ("b", "c")] {
            assert!((share(one, other) + share(other, one) - 1.0).abs() < 1e-9, "{one} and {other}");
        }
        // Three pairings share 3,000 deals, each deal two games.
        let row = &matrix.rows[0];
        assert_eq!((matrix.number(row, "n"), matrix.number(row, "deals")), (Some(2000.0), Some(1000.0)));
        // The games of a deal are drawn apart: the error is that of 2,000 even draws, .25 (1 - .25).
        let error = matrix.number(row, "standard_error").unwrap();
        assert!((0.6..1.5).contains(&(error / libm::sqrt(0.25 * 0.75 / 2000.0))), "{error}");
        let ends = (matrix.number(row, "low").unwrap(), matrix.number(row, "high").unwrap());
        assert!(ends.0 < 0.25 && 0.25 < ends.1, "{ends:?}");
        // A point total below 40 beats one below 80 in a quarter of all draws.
        assert!((share("a", "b") - 0.25).abs() < 0.04, "{}", share("a", "b"));
    }
}
