use sim_engine::text::people;
use sim_lab::{
    compare::{CompareSpec, Comparison, Test},
    figure::{Direction, Unit},
};
use sim_stats::{
    Estimate,
    sprt::{self, Evidence, Verdict},
};

use super::{
    grid::Style,
    head::{Played, head},
    rows::{FIGURE_KEYS, of_figure, paired},
};

pub fn compare(spec: &CompareSpec, comparison: &Comparison, style: Style) -> String {
    let Comparison { duel, rows, test, .. } = comparison;
    let (one, other) = (&spec.one.named, &spec.other.named);
    let field: Vec<String> = spec.field.iter().map(|player| player.named.clone()).collect();
    let against = if field.is_empty() { String::new() } else { format!(" against {}", people::list(&field)) };
    let what = format!("{one} in the place of {other}{against}");
    let played = Played { games: duel.games, deals: duel.deals, seed: spec.seed, is_each: true };
    let mut text = head(spec.rules.entry.info(), spec.players, &what, &played);
    text.push('\n');
    let [figure, _, seat] = FIGURE_KEYS;
    let list = rows.iter().map(|row| {
        let mut cells = of_figure(row);
        cells.keys.remove(1);
        cells
    });
    text += &paired(&[figure, seat], &list.collect::<Vec<_>>(), [one, other], true, style);
    text.push('\n');
    text += &answer(comparison, one, other);
    let ratio = rows.first().and_then(|row| row.paired.variance_ratio);
    text += &match ratio {
        None => String::new(),
        // Rounded to two digits it is 1.
        Some(ratio) if ratio >= 0.995 => {
            "Playing the same deals makes this no more exact than two separate runs.\n".to_owned()
        }
        Some(ratio) => format!(
            "Playing the same deals leaves {} of the variance of two separate runs.\n",
            people::short(ratio)
        ),
    };
    text + &test.map_or(String::new(), |test| tested((one, other), test, duel.deals))
}

/// How a comparison stands while it is played, in a few words: the difference in win rate, and the test.
pub fn standing(difference: &Estimate, evidence: Option<Evidence>) -> String {
    let difference = difference.scaled(Unit::Share.factor());
    let Some(value) = difference.value else { return String::new() };
    let places = people::decimals(difference.half_width(), 2);
    let mut words = format!("{} points", people::signed(value, places));
    if let Some(half) = difference.half_width() {
        words += &format!(" ± {half:.places$}");
    }
    if let Some(ratio) = evidence.and_then(|evidence| evidence.ratio) {
        words += &format!("  LLR {} of ± {:.2}", people::signed(ratio, 2), sprt::bound());
    }
    words
}

fn answer(comparison: &Comparison, one: &str, other: &str) -> String {
    let Some(row) = comparison.rows.first() else { return String::new() };
    let difference = row.paired.difference.scaled(Unit::Share.factor());
    let (Some(value), Some(ends)) = (difference.value, difference.interval) else {
        return format!("{one} and {other}: {}.\n", row.paired.words());
    };
    let places = people::decimals(difference.half_width(), 1);
    let fixed = |number: f64| people::fixed(number, places);
    let better = |better: &str, worse: &str, numbers: [f64; 3]| {
        let [value, low, high] = numbers.map(fixed);
        format!(
            "{better} is better: it wins {value} percentage points more often than {worse}, {low} to {high}.\n"
        )
    };
    match comparison.direction() {
        Direction::Above => better(one, other, [value, ends.low, ends.high]),
        Direction::Below => better(other, one, [-value, -ends.high, -ends.low]),
        Direction::Open => format!(
            "Not clear yet which is better: {one} wins between {} percentage points less often and {} more often than {other}.\n",
            fixed(-ends.low),
            fixed(ends.high)
        ),
    }
}

fn tested((one, other): (&str, &str), test: Test, deals: u64) -> String {
    let Test { sizes, evidence, fixed_length } = test;
    let [low, high] = [sizes.low, sizes.high].map(|size| people::short(size * 100.0));
    let ratio = evidence.ratio.map_or(String::new(), |ratio| {
        format!(" (log-likelihood ratio {}, bounds ± {:.2})", people::signed(ratio, 2), sprt::bound())
    });
    let verdict = match evidence.verdict {
        Verdict::High => format!(
            "the win rate of {one} less that of {other} is closer to {high} than to {low} percentage points"
        ),
        Verdict::Low => format!(
            "the win rate of {one} less that of {other} is closer to {low} than to {high} percentage points"
        ),
        Verdict::Open => return format!("Sequential test: still open{ratio}; give a larger --n.\n"),
    };
    let fixed = fixed_length.map_or(String::new(), |fixed| {
        format!(
            ", after {}; one of a fixed length needs {}",
            people::counted(deals, "deal", "deals"),
            people::count(fixed)
        )
    });
    format!(
        "Sequential test: {verdict}{ratio}{fixed}. The test ended the run, so that the intervals above are a little too narrow.\n"
    )
}
