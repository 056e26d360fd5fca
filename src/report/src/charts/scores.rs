use super::{
    Look, Sketch,
    axis::Scale,
    canvas::{Anchor, Canvas, Lettering},
    theme::{self, Sheet, Weight},
};
use sim_engine::text::people;
use sim_lab::summary::{PointsRow, ScoreRow};
use sim_stats::Interval;

const TITLE: &str = "Distribution of points by strategy";
/// Height of a row, and of its tallest possible bar.
const ROW: f64 = 58.0;
const TALLEST: f64 = 46.0;
const LABELS: f64 = 220.0;
/// Bars at the ends that are lower than this in every row are left to the table: a few games out of a
/// million would take most of the axis.
const LEAST: f64 = 0.0005;

struct Row {
    name: String,
    /// Its place among the lines of the other charts, which its colour goes by.
    at: usize,
    mean: Option<f64>,
    interval: Option<Interval>,
    shares: Vec<f64>,
}

/// Draws the distributions, the highest mean first.
pub fn sketch<'a>(
    scores: &[ScoreRow],
    means: &[PointsRow],
    caption: &str,
    sheet: &'a Sheet,
) -> Option<Sketch<'a>> {
    let (starts, mut rows) = read(scores);
    let width = match starts[..] {
        [first, second, ..] => second - first,
        _ => 1.0,
    };
    let is_tall =
        |bin: &usize| rows.iter().any(|row| row.shares.get(*bin).is_some_and(|share| *share >= LEAST));
    let (first, last) = (0..starts.len()).find(is_tall).zip((0..starts.len()).rfind(is_tall))?;
    for row in &mut rows {
        let is_it = |one: &&PointsRow| one.owner.strategy() == Some(&row.name);
        if let Some(PointsRow { mean, .. }) = means.iter().find(is_it) {
            (row.mean, row.interval) = (mean.value, mean.interval);
        }
    }
    rows.sort_by(|a, b| b.mean.unwrap_or(f64::MIN).total_cmp(&a.mean.unwrap_or(f64::MIN)));
    let tallest = rows.iter().flat_map(|row| &row.shares[first..=last]).copied().fold(0.0, f64::max);

    let mut canvas = Canvas::new(sheet);
    let mut subtitle =
        format!("Share of games by final points; the tallest bar is {}.", people::percent(tallest, None));
    subtitle.push_str(" The short black line is the mean.");
    let top = canvas.heading(TITLE, &subtitle) + 4.0;
    let label = Lettering::new(theme::TEXT, theme::INK, Anchor::End);
    let text_width = |text: &str, weight| canvas.sheet.width(text, theme::TEXT, weight);
    let names: Vec<String> = rows
        .iter()
        .map(|row| canvas.sheet.fit(&row.name, theme::TEXT, Weight::Regular, canvas.sheet.room(LABELS)))
        .collect();
    let words: Vec<String> = rows
        .iter()
        .map(|row| {
            let ends = row.interval.map(|ends| (ends.low, ends.high));
            row.mean.map_or_else(String::new, |mean| format!("mean {}", people::number_within(mean, ends)))
        })
        .collect();
    let left = canvas.sheet.margin
        + names.iter().map(|name| text_width(name, Weight::Regular)).fold(0.0, f64::max)
        + 18.0;
    let right = canvas.sheet.width
        - canvas.sheet.margin
        - words.iter().map(|text| text_width(text, Weight::Bold)).fold(0.0, f64::max)
        - 22.0;
    let scale = Scale::new(starts[first], starts[last] + width, left, right);

    let bottom = top + ROW * rows.len() as f64;
    let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::Middle);
    let (ticks, decimals) = scale.ticks(canvas.sheet.ticks(8));
    for tick in ticks {
        canvas.line(&[(scale.at(tick), top), (scale.at(tick), bottom)], 1.0, theme::GRID);
        canvas.text(scale.at(tick), bottom + 15.0, people::fixed(tick, decimals), small);
    }
    for (at, row) in rows.iter().enumerate() {
        let floor = top + ROW * (at as f64 + 1.0);
        canvas.line(&[(left, floor), (right, floor)], 1.0, theme::AXIS);
        for (bin, share) in
            row.shares.iter().enumerate().take(last + 1).skip(first).filter(|bar| *bar.1 > 0.0)
        {
            let (from, to) = (scale.at(starts[bin]), scale.at(starts[bin] + width));
            let gap = ((to - from) * 0.1).min(1.0);
            canvas.area(
                from + gap,
                floor - TALLEST * share / tallest,
                to - gap,
                floor,
                theme::series(row.at),
            );
        }
        if let Some(mean) = row.mean {
            canvas.line(&[(scale.at(mean), floor - 9.0), (scale.at(mean), floor)], 2.5, theme::INK);
        }
        canvas.text(left - 14.0, floor - ROW * 0.35, names[at].clone(), label);
        canvas.text(
            canvas.sheet.width - canvas.sheet.margin,
            floor - ROW * 0.35,
            words[at].clone(),
            label.bold(),
        );
    }
    canvas.caption(bottom + 26.0, caption);
    let alt = rows.iter().map(|row| {
        let mode = (first..=last).max_by(|a, b| row.shares[*a].total_cmp(&row.shares[*b])).unwrap_or(first);
        format!(
            "{}: mean {}, most often {}.",
            row.name,
            people::short(row.mean.unwrap_or(f64::NAN)),
            people::short(starts[mode])
        )
    });
    let alt = format!("{TITLE}. {}", alt.collect::<Vec<_>>().join(" "));
    Some(Sketch { look: Look::Plain, name: "score-distribution".to_owned(), title: TITLE, alt, canvas })
}

fn read(scores: &[ScoreRow]) -> (Vec<f64>, Vec<Row>) {
    let mut rows: Vec<Row> = Vec::new();
    let mut starts: Vec<Option<f64>> = Vec::new();
    for ScoreRow { strategy, from, share, .. } in scores {
        if rows.last().is_none_or(|row| row.name != *strategy) {
            let (name, at) = (strategy.clone(), rows.len());
            rows.push(Row { name, at, mean: None, interval: None, shares: Vec::new() });
        }
        if rows.len() == 1 {
            starts.push(*from);
        }
        if let Some(row) = rows.last_mut() {
            row.shares.push(share.value.unwrap_or(0.0));
        }
    }
    // The bin of all that is below starts one width before the next.
    let width = starts.iter().flatten().zip(starts.iter().flatten().skip(1)).map(|(a, b)| b - a).next();
    let next = starts.get(1).copied().flatten();
    let start = |(bin, start): (usize, &Option<f64>)| match (bin, start) {
        (_, Some(start)) => *start,
        _ => next.unwrap_or(0.0) - width.unwrap_or(1.0),
    };
    (starts.iter().enumerate().map(start).collect(), rows)
}
