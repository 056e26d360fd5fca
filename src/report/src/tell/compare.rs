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
    let against =
        if field.is_empty() { String::new() } else { format!(", against {}", people::list(&field)) };
    let what = format!("{one} compared with {other}{against}");
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
    text += &answer(spec, comparison);
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
    text + &test.map_or(String::new(), |test| tested(spec, test, duel.deals))
}

/// How a comparison stands while it is played, in a few words: the difference in what is played for, and the test.
pub fn standing(difference: &Estimate, unit: Unit, evidence: Option<Evidence>) -> String {
    let difference = difference.scaled(unit.factor());
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

fn answer(spec: &CompareSpec, comparison: &Comparison) -> String {
    let (one, other) = (&spec.one.named, &spec.other.named);
    let Some(row) = comparison.rows.first() else { return String::new() };
    let unit = row.of.figure.unit();
    let difference = row.paired.difference.scaled(unit.factor());
    let (Some(value), Some(ends)) = (difference.value, difference.interval) else {
        return format!("{one} and {other}: {}.\n", row.paired.words());
    };
    let (word, least) = (unit.word(spec.rules.entry.info()), if unit.is_share() { 1 } else { 2 });
    let places = people::decimals(difference.half_width(), least);
    let fixed = |number: f64| people::fixed(number, places);
    let better = |better: &str, worse: &str, numbers: [f64; 3]| {
        let [value, low, high] = numbers.map(fixed);
        let how = match unit {
            Unit::Share => format!("wins {value} percentage points more often than {worse}"),
            _ => format!("scores {value} {word} a game more than {worse}"),
        };
        format!("{better} is better: it {how}, {low} to {high}.\n")
    };
    match comparison.direction() {
        Direction::Above => better(one, other, [value, ends.low, ends.high]),
        Direction::Below => better(other, one, [-value, -ends.high, -ends.low]),
        Direction::Open => {
            let (low, high) = (fixed(-ends.low), fixed(ends.high));
            let how = match unit {
                Unit::Share => {
                    format!(
                        "wins between {low} percentage points less often and {high} more often than {other}"
                    )
                }
                _ => format!("scores between {low} {word} a game less and {high} more than {other}"),
            };
            format!("Not clear yet which is better: {one} {how}.\n")
        }
    }
}

fn tested(spec: &CompareSpec, test: Test, deals: u64) -> String {
    let Test { sizes, evidence, fixed_length } = test;
    let (one, other) = (&spec.one.named, &spec.other.named);
    let unit = Unit::of(spec.rules.objective());
    let (figure, word) = match unit {
        Unit::Share => ("win rate", "percentage points"),
        _ => ("score", unit.word(spec.rules.entry.info())),
    };
    let [low, high] = [sizes.low, sizes.high].map(|size| people::short(size * unit.factor()));
    let ratio = evidence.ratio.map_or(String::new(), |ratio| {
        format!(" (log-likelihood ratio {}, bounds ± {:.2})", people::signed(ratio, 2), sprt::bound())
    });
    let verdict = match evidence.verdict {
        Verdict::High => {
            format!("the {figure} of {one} less that of {other} is closer to {high} than to {low} {word}")
        }
        Verdict::Low => {
            format!("the {figure} of {one} less that of {other} is closer to {low} than to {high} {word}")
        }
        Verdict::Open => return format!("Sequential test: undecided{ratio}; raise --n.\n"),
    };
    let fixed = fixed_length.map_or(String::new(), |fixed| {
        format!(
            ", after {}; one of a fixed length needs {}",
            people::counted(deals, "deal", "deals"),
            people::count(fixed)
        )
    });
    format!(
        "Sequential test: {verdict}{ratio}{fixed}. The test ended the run, so that the intervals above are slightly too narrow.\n"
    )
}
