//! The answer to an experiment's question, computed from what was played.

use serde::Deserialize;

use crate::{
    experiment::{Arm, Arms, Named},
    rules::Seat,
    stats::{Estimate, paired::Paired},
    tables::{
        Cell, Column, Table,
        pairs::{self, Figure, PairError, Side},
    },
    tally::{Group, Tally, WIN},
    text::{people, suggestion},
};

/// What makes the answer a yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum YesIf {
    More,
    Less,
    Differs,
}

/// Which number answers the question, as the file says it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sought {
    #[serde(default = "win_share")]
    figure: String,
    strategy: Option<String>,
    /// From 1.
    seat: Option<u8>,
    /// Another strategy of the same run; without it and with one arm, the fair share.
    than: Option<String>,
    /// The arm that is held against the first; without it the second.
    arm: Option<String>,
    yes_if: YesIf,
    /// What passes for no difference: so many percentage points, or so much of the figure.
    #[serde(default = "one_percent")]
    margin_percent: f64,
}

fn win_share() -> String {
    "win_share".to_owned()
}

fn one_percent() -> f64 {
    1.0
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    More,
    Less,
    Same,
    Open,
}

impl Sought {
    /// The arm that is held against the first, if there are several.
    pub fn other<'a>(&self, arms: &'a Arms) -> Option<&'a Named> {
        match &self.arm {
            Some(name) => arms.others().iter().find(|arm| arm.name == *name),
            None => arms.others().first(),
        }
    }

    /// What cannot be answered from these arms, and the way out.
    pub fn check(&self, arms: &Arms) -> Result<(), (String, String)> {
        let first = &arms.first().arm;
        for name in self.strategy.iter().chain(&self.than) {
            let known = || first.strategies.iter().map(|strategy| strategy.name());
            if !known().any(|known| known == name) {
                return Err((format!("`{name}` does not play in the first arm"), suggestion(name, known())));
            }
        }
        let players = first.inputs.rules.players;
        if self.seat.is_some_and(|seat| !(1..=players).contains(&usize::from(seat))) {
            return Err(("there is no such seat".to_owned(), format!("give seat = 1 to {players}")));
        }
        if let Some(name) = &self.arm
            && self.other(arms).is_none()
        {
            let known = arms.others().iter().map(|arm| arm.name.as_str());
            return Err((format!("no arm `{name}` after the first"), suggestion(name, known)));
        }
        if self.other(arms).is_some() && self.than.is_some() {
            return Err((
                "two arms and two strategies are compared at once".to_owned(),
                "leave `than` out, or play one arm".to_owned(),
            ));
        }
        if self.other(arms).is_none() && self.than.is_none() {
            if self.figure != "win_share" {
                return Err((
                    format!("`{}` has nothing to be held against", self.figure),
                    "add an arm, or name a strategy under `than`".to_owned(),
                ));
            }
            if first.subject().fair_share().is_none() {
                return Err((
                    "there is no fair share here".to_owned(),
                    "add an arm, or name a strategy under `than`".to_owned(),
                ));
            }
            if self.strategy.is_none() && self.seat.is_none() {
                return Err(("whose win share is meant?".to_owned(), "give seat or strategy".to_owned()));
            }
        }
        if self.margin_percent.is_nan() || self.margin_percent <= 0.0 {
            return Err(("a margin is above 0".to_owned(), "give margin_percent = 1".to_owned()));
        }
        Ok(())
    }

    /// The answer from one arm: against the fair share, or against another strategy.
    pub fn alone(&self, arm: &Arm, tally: &Tally) -> Result<Answer, PairError> {
        let subject = arm.subject();
        let place = |name: &String| subject.strategies.iter().position(|known| known == name);
        let strategy = self.strategy.as_ref().and_then(place);
        if let Some((mine, theirs)) = strategy.zip(self.than.as_ref().and_then(place)) {
            let side = Side { subject: &subject, tally };
            let figures = pairs::figures(side, side, &[(mine, theirs)])?;
            let figure = figures.iter().find(|one| one.figure == self.figure && one.seat.is_none());
            let than = self.than.as_deref().unwrap_or_default();
            return Ok(match figure {
                Some(figure) => self.paired(figure, &format!("than that of {than}")),
                None => self.unknown(&figures),
            });
        }
        let group = match (strategy, self.seat) {
            (Some(strategy), None) => Group::Strategy(strategy),
            (Some(strategy), Some(seat)) => Group::StrategySeat(strategy, Seat(seat - 1)),
            (None, seat) => Group::Seat(Seat(seat.unwrap_or(1) - 1)),
        };
        let share = tally.share(tally.layout.wins(group), WIN as f64);
        let fair = subject.fair_share().unwrap_or(0.0);
        let difference = Estimate {
            value: share.value.map(|value| value - fair),
            interval: share.interval.map(|ends| ends.moved(-fair)),
            ..share
        };
        let margin = self.margin_percent / 100.0;
        let is_within = difference.interval.is_some_and(|ends| ends.low >= -margin && ends.high <= margin);
        Ok(self.answer(difference, is_within, true, "than its fair share"))
    }

    /// The answer from two arms.
    pub fn between(
        &self,
        (first, first_tally): (&Named, &Tally),
        (other, tally): (&Named, &Tally),
    ) -> Result<Answer, PairError> {
        let subjects = (other.arm.subject(), first.arm.subject());
        let one = Side { subject: &subjects.0, tally };
        let two = Side { subject: &subjects.1, tally: first_tally };
        let figures = pairs::figures(one, two, &pairs::by_name(&subjects.0, &subjects.1))?;
        let seat = self.seat.map(|seat| Seat(seat - 1));
        let strategy = self.strategy.as_deref().unwrap_or_default();
        let is_it = |one: &&Figure| one.figure == self.figure && one.seat == seat && one.strategy == strategy;
        Ok(match figures.iter().find(is_it) {
            Some(figure) => self.paired(figure, &format!("with `{}` than with `{}`", other.name, first.name)),
            None => self.unknown(&figures),
        })
    }

    fn paired(&self, figure: &Figure, than: &str) -> Answer {
        let Paired { difference, one, .. } = figure.paired;
        let size = if figure.is_share { 1.0 } else { one.unwrap_or(0.0).abs() };
        let is_within = figure.paired.is_within(self.margin_percent / 100.0 * size);
        let mut answer = self.answer(difference, is_within, figure.is_share, than);
        if difference.interval.is_none() {
            answer.text += &format!(" ({})", figure.paired.words());
        }
        answer
    }

    /// Figures are known once a game has been played.
    fn unknown(&self, figures: &[Figure]) -> Answer {
        let names = figures.iter().map(|figure| figure.figure.as_str());
        let text = format!(
            "open: there is no figure `{}` of that strategy or seat; {}",
            self.figure,
            suggestion(&self.figure, names)
        );
        Answer { word: "open", text, difference: Estimate::MISSING }
    }

    fn answer(&self, difference: Estimate, is_within: bool, is_share: bool, than: &str) -> Answer {
        let found = match difference.interval {
            Some(ends) if ends.low > 0.0 => Found::More,
            Some(ends) if ends.high < 0.0 => Found::Less,
            _ if is_within => Found::Same,
            _ => Found::Open,
        };
        let word = match (found, self.yes_if) {
            (Found::Open, _) => "open",
            (Found::More, YesIf::More | YesIf::Differs) | (Found::Less, YesIf::Less | YesIf::Differs) => {
                "yes"
            }
            _ => "no",
        };
        let who = match (&self.strategy, self.seat) {
            (Some(strategy), None) => format!("the {} of {strategy}", self.words()),
            (Some(strategy), Some(seat)) => format!("the {} of {strategy} in seat {seat}", self.words()),
            (None, Some(seat)) => format!("the {} of seat {seat}", self.words()),
            (None, None) => format!("the {}", self.words()),
        };
        let scale = if is_share { 100.0 } else { 1.0 };
        let unit = if is_share { " percentage points" } else { "" };
        let half = difference.half_width().map(|half| half * scale);
        let places = people::decimals(half, 1);
        let fixed = |value: f64| people::fixed(value * scale, places);
        let value = difference.value.unwrap_or(0.0);
        let ends = difference.interval.map_or((0.0, 0.0), |ends| (ends.low, ends.high));
        let text = match found {
            Found::More => {
                let [value, low, high] = [value, ends.0, ends.1].map(fixed);
                format!("{who} is {value}{unit} higher {than}, {low} to {high}")
            }
            Found::Less => {
                let [value, low, high] = [-value, -ends.1, -ends.0].map(fixed);
                format!("{who} is {value}{unit} lower {than}, {low} to {high}")
            }
            Found::Same => {
                let margin = people::short(self.margin_percent);
                let of = if is_share { " percentage points" } else { " %" };
                format!("{who} is within {margin}{of} of the same {than}")
            }
            Found::Open if difference.interval.is_some() => {
                let signed = |value: f64| people::signed(value * scale, places);
                let (low, high) = (signed(ends.0), signed(ends.1));
                format!("{who} may be anything from {low} to {high}{unit} higher {than}; play more games")
            }
            Found::Open => format!("nothing can be said yet of how much higher {who} is {than}"),
        };
        Answer { word, text: format!("{word}: {text}"), difference }
    }

    /// The figure in words.
    fn words(&self) -> String {
        match self.figure.as_str() {
            "win_share" => "win share".to_owned(),
            "points" => "mean of points".to_owned(),
            "plies" => "length in plies".to_owned(),
            other => format!("figure `{other}`"),
        }
    }
}

/// An answer in a sentence.
pub struct Answer {
    word: &'static str,
    pub text: String,
    difference: Estimate,
}

impl Answer {
    pub fn table(&self, question: &str) -> Table {
        let columns = [
            Column { name: "question", about: "As the file asks it." },
            Column { name: "answer", about: "yes, no or open." },
            Column { name: "text", about: "In a sentence." },
            Column { name: "difference", about: "The number behind it." },
            Column { name: "low", about: "Lower end of its 95 % interval." },
            Column { name: "high", about: "Upper end of its 95 % interval." },
        ];
        let mut table = Table::new("answer", "Answer", "Computed from what was played.", &columns);
        let ends = self.difference.interval;
        table.rows.push(vec![
            Cell::text(question),
            Cell::text(self.word),
            Cell::text(&self.text),
            Cell::number(self.difference.value),
            Cell::number(ends.map(|ends| ends.low)),
            Cell::number(ends.map(|ends| ends.high)),
        ]);
        table
    }
}
