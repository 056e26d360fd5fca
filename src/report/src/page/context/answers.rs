use serde::Serialize;

use super::{Part as Stretch, parts};
use crate::tell::answer::{caption, figure, question, sentence};
use sim_lab::audit::answer::{Answer, AnswerVerdict, Mark};
use sim_stats::Interval;

const LINES: usize = 8;

#[derive(Debug, Serialize)]
pub struct AnswerView {
    class: &'static str,
    verdict: &'static str,
    question: &'static str,
    sentence: Vec<Stretch>,
    caption: &'static str,
    lines: Vec<Line>,
    command: String,
}

/// Its marks are in percent of the width.
#[derive(Debug, Serialize)]
struct Line {
    label: String,
    figure: String,
    dot: String,
    interval: Option<[String; 2]>,
    fine: Option<[String; 2]>,
    is_off: bool,
}

impl AnswerView {
    pub fn new(answer: &Answer) -> AnswerView {
        let marks = &answer.marks[..answer.marks.len().min(LINES)];
        let scale = Scale::of(answer.fine, marks);
        AnswerView {
            class: class(answer.verdict),
            verdict: answer.verdict.word(),
            question: question(answer.topic()),
            sentence: parts(&sentence(answer)),
            caption: if marks.is_empty() { "" } else { caption(answer) },
            lines: marks.iter().map(|mark| scale.line(answer, mark)).collect(),
            command: answer.command.as_ref().map_or(String::new(), ToString::to_string),
        }
    }
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
    fn of(fine: Option<Interval>, marks: &[Mark]) -> Scale {
        let own = marks.iter().flat_map(|mark| {
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

    fn line(&self, answer: &Answer, mark: &Mark) -> Line {
        let is_beyond = |fine: Interval| {
            let ends = mark.interval.unwrap_or(Interval { low: mark.value, high: mark.value });
            ends.low > fine.high || ends.high < fine.low
        };
        Line {
            label: mark.label.clone(),
            figure: figure(answer, mark),
            dot: format!("{:.1}", self.at(mark.value)),
            interval: mark.interval.map(|ends| self.stretch(ends)),
            fine: answer.fine.map(|ends| self.stretch(ends)),
            is_off: answer.fine.is_some_and(is_beyond),
        }
    }
}
