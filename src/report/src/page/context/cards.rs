use serde::Serialize;

use super::{Part as Stretch, parts};
use crate::tell::card::{Card, Shown};
use sim_lab::audit::answer::{AnswerVerdict, Mark, Topic};
use sim_stats::Interval;

const MARKS: usize = 8;

#[derive(Debug, Serialize)]
pub struct CardView {
    pub id: &'static str,
    class: &'static str,
    verdict: &'static str,
    question: String,
    headline: Vec<Stretch>,
    caption: String,
    marks: Vec<MarkView>,
    head: Vec<&'static str>,
    rows: Vec<Vec<Vec<Stretch>>>,
    check: String,
    command: String,
}

/// Its places are in percent of the width.
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
        let (mut marks, mut head, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        let caption = if card.evidence.is_empty() { String::new() } else { card.evidence.caption };
        match card.evidence.shown {
            Shown::Marks(all, fine) => {
                let all = &all[..all.len().min(MARKS)];
                let scale = Scale::of(fine, all.iter().map(|(mark, _)| mark));
                marks.extend(all.iter().map(|(mark, figure)| scale.view(mark, figure, fine)));
            }
            Shown::Rows(_, all) if all.is_empty() => {}
            Shown::Rows(names, all) => {
                head = names;
                rows.extend(all.iter().map(|row| row.iter().map(|cell| parts(cell)).collect()));
            }
        }
        CardView {
            id: id(card.topic),
            class: class(card.verdict),
            verdict: card.verdict.word(),
            question: card.question,
            headline: parts(&card.headline),
            caption,
            marks,
            head,
            rows,
            check: card.check.unwrap_or_default(),
            command: card.command.unwrap_or_default(),
        }
    }
}

/// Of the section that a card leads to.
pub fn id(topic: Topic) -> &'static str {
    topic.word()
}

fn class(verdict: AnswerVerdict) -> &'static str {
    match verdict {
        AnswerVerdict::Fine => "good",
        AnswerVerdict::Check => "look",
        AnswerVerdict::Problem => "wrong",
        AnswerVerdict::Depends | AnswerVerdict::Undecided => "open",
    }
}

struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of<'m>(fine: Option<Interval>, marks: impl Iterator<Item = &'m Mark>) -> Scale {
        let own = marks.flat_map(|mark| {
            let ends = mark.interval.map_or([mark.value; 2], |ends| [ends.low, ends.high]);
            [mark.value, ends[0], ends[1]]
        });
        let ends = fine.iter().flat_map(|ends| [ends.low, ends.high]);
        let (low, high) = own
            .chain(ends)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let edge = (high - low).max(f64::MIN_POSITIVE) * 0.04;
        Scale { low: low - edge, high: high + edge }
    }

    fn at(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low) * 100.0
    }

    fn stretch(&self, ends: Interval) -> [String; 2] {
        let (from, to) = (self.at(ends.low), self.at(ends.high));
        [format!("{from:.1}"), format!("{:.1}", to - from)]
    }

    fn view(&self, mark: &Mark, figure: &str, fine: Option<Interval>) -> MarkView {
        let is_beyond = |fine: Interval| {
            let ends = mark.interval.unwrap_or(Interval { low: mark.value, high: mark.value });
            ends.low > fine.high || ends.high < fine.low
        };
        MarkView {
            label: mark.label.clone(),
            figure: figure.to_owned(),
            dot: format!("{:.1}", self.at(mark.value)),
            interval: mark.interval.map(|ends| self.stretch(ends)),
            fine: fine.map(|ends| self.stretch(ends)),
            is_off: fine.is_some_and(is_beyond),
        }
    }
}
