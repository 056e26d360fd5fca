use serde::Serialize;

use crate::{
    charts::axis::{Scale, padded},
    tell::{
        card::{Card, CardEvidence},
        finding::Rows,
    },
};
use sim_lab::audit::answer::{AnswerVerdict, Mark};
use sim_stats::Interval;

const MARKS: usize = 8;

#[derive(Debug, Serialize)]
pub struct CardView {
    /// ID of the card's section.
    id: &'static str,
    class: &'static str,
    verdict: &'static str,
    question: String,
    headline: String,
    caption: String,
    marks: Vec<MarkView>,
    rows: Option<Rows>,
    check: Option<String>,
    command: Option<String>,
}

/// Positions are in percent of the width.
#[derive(Debug, Serialize)]
struct MarkView {
    label: String,
    figure: String,
    dot: String,
    interval: Option<[String; 2]>,
    fine: Option<[String; 2]>,
    is_off: bool,
}

impl CardView {
    pub fn new(card: Card) -> CardView {
        let is_empty = card.evidence.is_empty();
        let (marks, rows) = match card.evidence.shown {
            CardEvidence::Marks(all, fine) => (marks(&all[..all.len().min(MARKS)], fine), None),
            CardEvidence::Rows(rows) => (Vec::new(), Some(rows).filter(|_| !is_empty)),
        };
        CardView {
            id: card.topic.word(),
            class: class(card.verdict),
            verdict: card.verdict.word(),
            question: card.question,
            headline: card.headline,
            caption: if is_empty { String::new() } else { card.evidence.caption },
            marks,
            rows,
            check: card.check,
            command: card.command,
        }
    }
}

fn class(verdict: AnswerVerdict) -> &'static str {
    match verdict {
        AnswerVerdict::Fine => "good",
        AnswerVerdict::Check => "look",
        AnswerVerdict::Problem => "wrong",
        AnswerVerdict::Depends | AnswerVerdict::Undecided | AnswerVerdict::NotPlayed => "open",
    }
}

/// Marks on one scale, which covers all of them and the acceptable range.
fn marks(all: &[(Mark, String)], fine: Option<Interval>) -> Vec<MarkView> {
    let ends = all.iter().filter_map(|(mark, _)| mark.interval).chain(fine);
    let values = ends.flat_map(|ends| [ends.low, ends.high]).chain(all.iter().map(|(mark, _)| mark.value));
    let Some((low, high)) = padded(values, 0.04, 0.0) else { return Vec::new() };
    let scale = Scale::new(low, high, 0.0, 100.0);
    let stretch = |ends: Interval| {
        let (from, to) = (scale.at(ends.low), scale.at(ends.high));
        [format!("{from:.1}"), format!("{:.1}", to - from)]
    };
    let view = |(mark, figure): &(Mark, String)| {
        let own = mark.interval.unwrap_or(Interval { low: mark.value, high: mark.value });
        MarkView {
            label: mark.label.clone(),
            figure: figure.clone(),
            dot: format!("{:.1}", scale.at(mark.value)),
            interval: mark.interval.map(stretch),
            fine: fine.map(stretch),
            is_off: fine.is_some_and(|fine| own.low > fine.high || own.high < fine.low),
        }
    };
    all.iter().map(view).collect()
}
