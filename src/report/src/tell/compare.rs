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
    sentences,
};
use crate::say::say;

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
    text += &sentences(answer(spec, comparison));
    text += "\n";
    text += &paired(&[figure, seat], &list.collect::<Vec<_>>(), [one, other], true, style);
    text + &test.map_or(String::new(), |test| format!("\n{}", sentences(tested(spec, test, duel.deals))))
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

fn answer(spec: &CompareSpec, comparison: &Comparison) -> Option<String> {
    let (one, other) = (&spec.one.named, &spec.other.named);
    let row = comparison.rows.first()?;
    let unit = row.of.figure.unit();
    let difference = row.paired.difference.scaled(unit.factor());
    let (Some(value), Some(ends)) = (difference.value, difference.interval) else {
        return Some(say!("compare/unknown", one, other, reason => row.paired.words()));
    };
    let (unit, least) = (unit.word(spec.rules.entry.info()), if unit.is_share() { 1 } else { 2 });
    let places = people::decimals(difference.half_width(), least);
    let fixed = |number: f64| people::fixed(number, places);
    let better = |better: &str, worse: &str, [by, low, high]: [f64; 3]| {
        let (by, ends) = (fixed(by), format!("{} to {}", fixed(low), fixed(high)));
        say!("compare/better", better, worse, by, ends, unit)
    };
    Some(match comparison.direction() {
        Direction::Above => better(one, other, [value, ends.low, ends.high]),
        Direction::Below => better(other, one, [-value, -ends.high, -ends.low]),
        Direction::Open => {
            let (low, high) = (fixed(-ends.low), fixed(ends.high));
            say!("compare/undecided", one, other, low, high, unit)
        }
    })
}

fn tested(spec: &CompareSpec, Test { sizes, evidence, fixed_length }: Test, deals: u64) -> Vec<String> {
    let (one, other) = (&spec.one.named, &spec.other.named);
    let unit = Unit::of(spec.rules.objective());
    let [low, high] = [sizes.low, sizes.high].map(|size| people::short(size * unit.factor()));
    let unit = if unit.is_share() { "percentage points" } else { unit.word(spec.rules.entry.info()) };
    let is_over = evidence.verdict != Verdict::Open;
    let verdict = match evidence.verdict {
        Verdict::High => say!("compare/test", one, other, closer => high, farther => low, unit),
        Verdict::Low => say!("compare/test", one, other, closer => low, farther => high, unit),
        Verdict::Open => say!("compare/test_undecided"),
    };
    let ratio = evidence.ratio.map(|ratio| {
        say!("compare/ratio", ratio => people::signed(ratio, 2), bound => format!("{:.2}", sprt::bound()))
    });
    let length = fixed_length.filter(|_| is_over).map(|fixed| say!("compare/length", deals, fixed));
    let ended = is_over.then(|| say!("compare/ended"));
    [verdict].into_iter().chain(ratio).chain(length).chain(ended).collect()
}
