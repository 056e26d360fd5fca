use super::{Anchor, Canvas, Lettering, Look, Margins, Scale, Sheet, Sketch, heading, theme};
use crate::tell::number::ends;
use sim_engine::text::people;
use sim_lab::summary::{PointsRow, ScoreRow};
use sim_stats::Estimate;

const NAME: &str = "score-distribution";
/// Height of a row, and of its tallest possible bar.
const ROW: f64 = 58.0;
const TALLEST: f64 = 46.0;
const LABELS: f64 = 220.0;
/// Omits bars at the ends that are lower than this in every row: a few games of a million would take most of the
/// axis. The table has them.
const LEAST: f64 = 0.0005;

struct Row {
    name: String,
    /// Index among the lines of the other charts, which determines the color.
    at: usize,
    mean: Estimate,
    shares: Vec<f64>,
}

impl Row {
    fn words(&self) -> String {
        let told = |mean| format!("mean {}", people::number_within(mean, self.mean.interval.map(ends)));
        self.mean.value.map_or_else(String::new, told)
    }
}

/// Draws the distributions, the highest mean first.
pub fn sketch<'a>(scores: &[ScoreRow], means: &[PointsRow], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut rows = rows(scores, means);
    let (starts, width) = starts(scores);
    let is_tall =
        |bin: &usize| rows.iter().any(|row| row.shares.get(*bin).is_some_and(|share| *share >= LEAST));
    let (first, last) = (0..starts.len()).find(is_tall).zip((0..starts.len()).rfind(is_tall))?;
    rows.sort_by(|a, b| b.mean.value.unwrap_or(f64::MIN).total_cmp(&a.mean.value.unwrap_or(f64::MIN)));
    let tallest = rows.iter().flat_map(|row| &row.shares[first..=last]).copied().fold(0.0, f64::max);

    let mut canvas = Canvas::new(sheet);
    let tallest_bar = people::percent(tallest, None);
    let (title, subtitle) = heading(NAME, &[("tallest", tallest_bar.into())]);
    let top = canvas.heading(&title, &subtitle) + 4.0;
    let words: Vec<String> = rows.iter().map(Row::words).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let names = rows.iter().map(|row| row.name.as_str());
    let Margins { names, left, right } = Margins::new(sheet, names, sheet.room(LABELS), &words);
    let scale = Scale::new(starts[first], starts[last] + width, left, right);
    let bottom = top + ROW * rows.len() as f64;
    let (ticks, decimals) = scale.ticks(sheet.ticks(8));
    let ticks = ticks.into_iter().map(|tick| (tick, people::fixed(tick, decimals)));
    canvas.grid_across(scale, ticks, (top, bottom));
    let label = Lettering::new(theme::TEXT, theme::INK, Anchor::End);
    for (at, row) in rows.iter().enumerate() {
        let floor = top + ROW * (at as f64 + 1.0);
        canvas.line(&[(left, floor), (right, floor)], 1.0, theme::AXIS);
        let bars = row.shares.iter().enumerate().take(last + 1).skip(first);
        for (bin, share) in bars.filter(|(_, share)| **share > 0.0) {
            let (from, to) = (scale.at(starts[bin]), scale.at(starts[bin] + width));
            let gap = ((to - from) * 0.1).min(1.0);
            let bar_top = floor - TALLEST * share / tallest;
            canvas.area(from + gap, bar_top, to - gap, floor, theme::series(row.at));
        }
        if let Some(mean) = row.mean.value {
            canvas.line(&[(scale.at(mean), floor - 9.0), (scale.at(mean), floor)], 2.5, theme::INK);
        }
        let y = floor - ROW * 0.35;
        canvas.text(left - 14.0, y, names[at].as_str(), label);
        canvas.text(canvas.right(), y, words[at], label.bold());
    }
    let alt = rows.iter().map(|row| {
        let mode = (first..=last).max_by(|a, b| row.shares[*a].total_cmp(&row.shares[*b])).unwrap_or(first);
        let [mean, mode] = [row.mean.value.unwrap_or(f64::NAN), starts[mode]].map(people::short);
        format!("{}: mean {mean}, most often {mode}.", row.name)
    });
    let alt = format!("{title}. {}", alt.collect::<Vec<_>>().join(" "));
    let (name, look) = (NAME.to_owned(), Look::Plain);
    Some(Sketch { name, title, alt, look, canvas, bottom: bottom + 26.0 })
}

fn rows(scores: &[ScoreRow], means: &[PointsRow]) -> Vec<Row> {
    let of_strategies = scores.chunk_by(|one, other| one.strategy == other.strategy).enumerate();
    let row = |(at, own): (usize, &[ScoreRow])| {
        let name = own[0].strategy.clone();
        let mean = means.iter().find(|one| one.owner.strategy() == Some(&name)).map(|one| one.mean);
        let shares = own.iter().map(|row| row.share.value.unwrap_or(0.0)).collect();
        Row { name, at, mean: mean.unwrap_or(Estimate::MISSING), shares }
    };
    of_strategies.map(row).collect()
}

/// The start of each bin, and the width of all. The open lowest bin starts one width before the next.
fn starts(scores: &[ScoreRow]) -> (Vec<f64>, f64) {
    let bins = scores.iter().take_while(|row| row.strategy == scores[0].strategy).map(|row| row.from);
    let known: Vec<f64> = bins.clone().flatten().collect();
    let width = known.windows(2).map(|pair| pair[1] - pair[0]).next().unwrap_or(1.0);
    let before = known.first().copied().unwrap_or(0.0) - width;
    (bins.map(|from| from.unwrap_or(before)).collect(), width)
}
