use super::{
    Look, Sketch,
    axis::padded,
    canvas::Canvas,
    rows::{MOST, Rows},
    theme::{self, Sheet},
};
use sim_engine::text::people;
use sim_lab::balance::{
    Balanced,
    goal::{Goal, Reached},
};
use sim_stats::Estimate;

const TITLE: &str = "How far each proposal meets the goals";
const SUBTITLE: &str = "Each figure against its range, which is as wide for all: from −1 to 1; a range with one end begins at −1 or ends at 1. Dot with line: the figure with its 95 % interval. Proposal 0 changes nothing. Blue: it lies in its range; orange: outside; grey: not known.";

struct Row {
    label: String,
    word: &'static str,
    reached: Reached,
    /// In widths of the range: the value and the ends of its interval.
    value: f64,
    ends: Option<(f64, f64)>,
}

pub fn sketch<'a>(found: &Balanced, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for (at, goal) in found.goals.iter().enumerate() {
        for (figure, words) in goal.figures.iter().enumerate() {
            for (number, proposal) in found.proposals.iter().enumerate() {
                let name = words.to_string().replace(" win rate", "");
                let label = format!("{name}, proposal {number}");
                rows.extend(row(goal, &proposal.seen[at][figure], label));
            }
        }
    }
    rows.truncate(MOST);
    let of_row = |row: &Row| {
        let ends = row.ends.map_or([row.value; 2], |(low, high)| [low, high]);
        [row.value, ends[0], ends[1]]
    };
    let (low, high) = padded(rows.iter().flat_map(of_row).chain([-1.0, 1.0]), 0.06, 3.0)?;
    let mut canvas = Canvas::new(sheet);
    let names = rows.iter().map(|row| row.label.as_str()).collect();
    let words = rows.iter().map(|row| row.word.to_owned()).collect();
    let placed = Rows::new(&mut canvas, (TITLE, SUBTITLE), (names, words), (low, high));
    let scale = placed.scale;
    canvas.area(scale.at(-1.0), placed.top, scale.at(1.0), placed.bottom, theme::GRID);
    let (ticks, decimals) = scale.ticks(canvas.sheet.ticks(9));
    placed.axis(&mut canvas, ticks.into_iter().map(|tick| (tick, people::fixed(tick, decimals))));
    let mut alt = format!("{TITLE}.");
    for (at, row) in rows.iter().enumerate() {
        let y = placed.label(&mut canvas, at);
        let colour = match row.reached {
            Reached::Met => theme::ABOVE,
            Reached::Missed => theme::BELOW,
            Reached::Open => theme::UNDECIDED,
        };
        if let Some((low, high)) = row.ends {
            canvas.line(&[(scale.at(low), y), (scale.at(high), y)], 2.0, colour);
        }
        canvas.disc(scale.at(row.value), y, 5.0, colour);
        placed.word(&mut canvas, at, y);
        alt.push_str(&format!(" {}: {} of its range, {}.", row.label, people::fixed(row.value, 2), row.word));
    }
    canvas.caption(placed.bottom + 26.0, caption);
    Some(Sketch { look: Look::Plain, name: "proposals".to_owned(), title: TITLE, alt, canvas })
}

/// Where a figure lies in its range; none where it was never seen.
fn row(goal: &Goal, seen: &Estimate, label: String) -> Option<Row> {
    // A goal may be missed by others of its figures.
    let reached = goal.reached(std::slice::from_ref(seen));
    let word = match reached {
        Reached::Met => "inside",
        Reached::Missed => "outside",
        Reached::Open => "not known",
    };
    let scale = goal.scale();
    let place = |value: f64| match (goal.range.low, goal.range.high) {
        (Some(low), Some(high)) => (value - (low + high) / 2.0) / scale,
        // What is to be high enough or low enough ends at 1 or −1.
        (Some(low), None) => (value - low) / scale - 1.0,
        (None, Some(high)) => (value - high) / scale + 1.0,
        (None, None) => value / scale,
    };
    let ends = seen.interval.map(|ends| (place(ends.low), place(ends.high)));
    Some(Row { label, word, reached, value: place(seen.value?), ends })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{balanced, estimate};
    use sim_lab::balance::goal::Range;

    #[test]
    fn figures_lie_in_their_range_or_beside_it() {
        let goal = |low, high| Goal { range: Range { low, high }, ..balanced(&[]).goals.remove(0) };
        let place = |goal: &Goal, value: f64| {
            row(goal, &estimate(Some(value), None), String::new()).map(|row| row.value)
        };
        let both = goal(Some(60.0), Some(80.0));
        assert_eq!([60.0, 70.0, 80.0, 90.0].map(|value| place(&both, value).unwrap()), [-1.0, 0.0, 1.0, 2.0]);
        let most = goal(None, Some(50.0));
        assert_eq!([50.0, 55.0].map(|value| place(&most, value).unwrap()), [1.0, 2.0]);
        let least = goal(Some(50.0), None);
        assert_eq!([50.0, 45.0].map(|value| place(&least, value).unwrap()), [-1.0, -2.0]);
        assert!(row(&both, &Estimate::MISSING, String::new()).is_none());
    }

    #[test]
    fn every_figure_of_every_proposal_has_a_row() {
        let sheet = Sheet::new(theme::WIDE).unwrap();
        let found = balanced(&[(90.0, Reached::Missed), (70.0, Reached::Met)]);
        let sketch = sketch(&found, "", &sheet).unwrap();
        let wanted =
            "plies, proposal 0: 2.00 of its range, outside. plies, proposal 1: 0.00 of its range, inside.";
        assert!(sketch.alt.contains(wanted), "{}", sketch.alt);
        let svg = sketch.canvas.svg("proposals", &sketch.alt).unwrap().to_lowercase();
        for colour in [theme::BELOW, theme::ABOVE] {
            let colour = format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2);
            assert!(svg.matches(&colour).count() >= 2, "{colour}: a line and a dot");
        }
        assert!(super::sketch(&balanced(&[]), "", &sheet).is_some(), "the range is drawn by itself");
    }
}
