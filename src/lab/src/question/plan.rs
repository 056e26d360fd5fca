use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use sim_engine::text::suggestion;
use sim_play::{
    arm::{Arm, Arms, NamedArm},
    tally::Layout,
};

use super::figures::{Dimension, FigureError, FigureSelector, TallyFigure, as_it_is_called};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hypothesis {
    More,
    Less,
    Differs,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Extreme {
        Highest = "highest",
        Lowest = "lowest",
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerSpec {
    figure: Option<String>,
    strategy: Option<String>,
    /// From 1.
    seat: Option<u8>,
    component: Option<String>,
    row: Option<String>,
    column: Option<String>,
    per: Option<FigureSelector>,
    pub called: Option<String>,
    /// The figure or number to compare with in the same arm.
    #[serde(default, deserialize_with = "than")]
    than: Option<Comparand>,
    /// The arm to compare with the first, or to read; `None` for all of them.
    arm: Option<String>,
    pub yes_if: Option<Hypothesis>,
    pub which: Option<Extreme>,
    among: Option<Dimension>,
    kind: Option<String>,
    /// The largest difference that counts as none, in percentage points, or in percent of a figure that is no share.
    #[serde(default = "one_percent")]
    pub margin_percent: f64,
}

fn one_percent() -> f64 {
    1.0
}

/// Another figure, given by the keys that differ, or a number.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Comparand {
    figure: Option<String>,
    strategy: Option<String>,
    seat: Option<u8>,
    component: Option<String>,
    row: Option<String>,
    column: Option<String>,
    per: Option<FigureSelector>,
    number: Option<f64>,
    called: Option<String>,
}

/// Also accepts a bare number: `than = 0.25`.
fn than<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Comparand>, D::Error> {
    struct ComparandVisitor;

    impl<'de> Visitor<'de> for ComparandVisitor {
        type Value = Comparand;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a number, or the words that differ, as { strategy = \"raider\" }")
        }

        fn visit_f64<E>(self, number: f64) -> Result<Comparand, E> {
            Ok(Comparand { number: Some(number), ..Comparand::default() })
        }

        fn visit_i64<E>(self, number: i64) -> Result<Comparand, E> {
            Ok(Comparand { number: Some(number as f64), ..Comparand::default() })
        }

        fn visit_map<A: MapAccess<'de>>(self, selector: A) -> Result<Comparand, A::Error> {
            Comparand::deserialize(MapAccessDeserializer::new(selector))
        }
    }

    deserializer.deserialize_any(ComparandVisitor).map(Some)
}

impl Comparand {
    fn selector(&self) -> FigureSelector {
        let Comparand { figure, strategy, seat, component, row, column, per, .. } = self.clone();
        let figure = figure.as_deref().map(as_it_is_called);
        FigureSelector { figure, strategy, seat, component, row, column, per: per.map(Box::new) }
    }
}

#[derive(Debug, Clone)]
pub enum AnswerForm {
    /// The size of the figure.
    Amount,
    /// The first figure against the second, described by `than`.
    Against { than: String },
    /// Each figure against the last, each described in `than`; `same` names the arms that equal the first and are not
    /// compared.
    Each { than: Vec<String>, same: Vec<String> },
    /// The figure against a number, described by `than`.
    Number { number: f64, than: String },
    /// In each of these arms, the figure against `number` or, without one, against the figure that follows it; `than`
    /// describes the comparison.
    InEach { arms: Vec<String>, number: Option<f64>, than: String },
    /// All figures against each other.
    Ranking,
}

/// A figure to read, its arm, and its name among the others.
#[derive(Debug, Clone)]
pub struct PlannedFigure {
    /// Index among all arms; the first is 0.
    pub arm: usize,
    pub name: String,
    pub figure: TallyFigure,
}

#[derive(Debug, Clone)]
pub struct AnswerPlan {
    pub items: Vec<PlannedFigure>,
    pub form: AnswerForm,
    pub selector: FigureSelector,
}

/// Why a question has no answer: the path of the wrong word, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanError {
    pub path: Vec<&'static str>,
    pub message: String,
    pub help: String,
}

impl PlanError {
    fn new(path: &[&'static str], message: impl Into<String>, help: impl Into<String>) -> PlanError {
        PlanError { path: path.to_vec(), message: message.into(), help: help.into() }
    }

    fn unknown(within: &[&'static str], unknown: FigureError) -> PlanError {
        let path = within.iter().copied().chain([unknown.word]).collect();
        PlanError { path, message: unknown.message, help: unknown.help }
    }
}

struct ArmList<'a> {
    all: Vec<&'a NamedArm>,
    /// Names of the strategies, if all arms use those of the first.
    names: Option<Vec<String>>,
}

impl ArmList<'_> {
    fn item(
        &self,
        arm: usize,
        name: &str,
        selector: &FigureSelector,
        within: &[&'static str],
    ) -> Result<PlannedFigure, PlanError> {
        let opened = &self.all[arm].arm;
        let mut subject = opened.subject();
        subject.strategies = self.names.clone().unwrap_or(subject.strategies);
        let figure = selector.find(&subject, &Layout::new(&opened.frame));
        let figure = figure.map_err(|unknown| PlanError::unknown(within, unknown))?;
        Ok(PlannedFigure { arm, name: name.to_owned(), figure })
    }

    /// The figure in one named arm, or in all others, against that in the first. Along values, an arm that equals the
    /// first is not compared; arms that are written out always are.
    fn beside_the_first(
        &self,
        arm: Option<usize>,
        selector: &FigureSelector,
    ) -> Result<(Vec<PlannedFigure>, AnswerForm), PlanError> {
        let (list, is_along) = (&self.all, self.names.is_some());
        let first = list[0];
        let named = arm.filter(|arm| *arm > 0);
        let wanted: Vec<usize> = named.map_or_else(|| (1..list.len()).collect(), |at| vec![at]);
        let (same, others): (Vec<usize>, Vec<usize>) =
            wanted.into_iter().partition(|&at| is_along && list[at].arm.inputs == first.arm.inputs);
        let name = |at: usize| list[at].name.clone();
        if others.is_empty() {
            let word = if named.is_some() { "arm" } else { "yes_if" };
            let message = format!(
                "nothing is compared: `{}` is played as `{}` is",
                same.first().map_or(String::new(), |&at| name(at)),
                first.name
            );
            return Err(PlanError::new(
                &[word],
                message,
                "name the arm of another value, or vary to values that are not in force",
            ));
        }
        let items = others.iter().map(|&at| self.item(at, &list[at].name, selector, &[]));
        let items = items.chain([self.item(0, &first.name, selector, &[])]).collect::<Result<Vec<_>, _>>()?;
        let than = |&at: &usize| format!("with `{}` than with `{}`", list[at].name, first.name);
        let form = match &others[..] {
            [only] => AnswerForm::Against { than: than(only) },
            several => AnswerForm::Each {
                than: several.iter().map(than).collect(),
                same: same.into_iter().map(name).collect(),
            },
        };
        Ok((items, form))
    }
}

impl AnswerSpec {
    fn selector(&self) -> FigureSelector {
        let AnswerSpec { figure, strategy, seat, component, row, column, per, .. } = self.clone();
        let figure = figure.as_deref().map(as_it_is_called);
        FigureSelector { figure, strategy, seat, component, row, column, per: per.map(Box::new) }
    }

    /// Plans which figures of the arms to read. Along values, strategies have the names of the first arm, as their
    /// params may vary.
    pub fn plan(&self, arms: &Arms, is_along: bool) -> Result<AnswerPlan, PlanError> {
        if !(self.margin_percent > 0.0 && self.margin_percent < 100.0) {
            let message = "a margin is above 0 % and below 100 %";
            return Err(PlanError::new(&["margin_percent"], message, "give margin_percent = 1"));
        }
        let names = is_along.then(|| arms.first().arm.subject().strategies);
        let arms = ArmList { all: arms.all().collect(), names };
        let arm = self.arm_of(&arms.all)?;
        let (selector, is_several) = (self.selector(), arms.all.len() > 1);
        let (items, form) = match (self.which, self.yes_if, &self.than) {
            (Some(_), Some(_), _) => {
                return Err(PlanError::new(&["which"], "two questions at once", "leave which or yes_if out"));
            }
            (Some(_), None, Some(_)) => {
                return Err(PlanError::new(
                    &["than"],
                    "the figures are compared with each other",
                    "leave than out",
                ));
            }
            (Some(_), None, None) => self.ranking(&arms, arm, &selector)?,
            (None, None, _) => {
                if self.than.is_some() || (is_several && self.arm.is_none()) {
                    let help = "give yes_if = \"more\", \"less\" or \"differs\", or which = \"highest\"";
                    return Err(PlanError::new(&["yes_if"], "what would make the answer a yes?", help));
                }
                (vec![arms.item(arm.unwrap_or(0), "", &selector, &[])?], AnswerForm::Amount)
            }
            (None, Some(_), Some(than)) => {
                // Along values, the first arm is the unchanged table, for comparison only.
                let all: Vec<usize> = match arm {
                    Some(at) => vec![at],
                    None => (usize::from(is_along && is_several)..arms.all.len()).collect(),
                };
                let (theirs, called) = (than.selector(), than.called.clone());
                let mut items = Vec::new();
                for &at in &all {
                    items.push(arms.item(at, "", &selector, &[])?);
                    if than.number.is_none() {
                        items.push(arms.item(at, "", &selector.with(&theirs), &["than"])?);
                    }
                }
                let than = match than.number {
                    Some(number) => {
                        held_against(number, &selector, &items)?;
                        called.unwrap_or_default()
                    }
                    None => called.unwrap_or_else(|| difference(&theirs)),
                };
                let number = self.than.as_ref().and_then(|than| than.number);
                let form = match (&all[..], number) {
                    ([_], Some(number)) => AnswerForm::Number { number, than },
                    ([_], None) => AnswerForm::Against { than },
                    (several, number) => {
                        let arms = several.iter().map(|&at| arms.all[at].name.clone()).collect();
                        AnswerForm::InEach { arms, number, than }
                    }
                };
                (items, form)
            }
            (None, Some(_), None) if is_several => arms.beside_the_first(arm, &selector)?,
            (None, Some(_), None) => {
                let own = arms.item(0, "", &selector, &[])?;
                (vec![own], self.usual(&arms.all[0].arm, &selector)?)
            }
        };
        if self.which.is_none() {
            for (word, is_given) in [("among", self.among.is_some()), ("kind", self.kind.is_some())] {
                if is_given {
                    let help = "give which = \"highest\" or \"lowest\"";
                    return Err(PlanError::new(&[word], "which of them is asked for?", help));
                }
            }
        }
        Ok(AnswerPlan { items, form, selector })
    }

    fn usual(&self, arm: &Arm, selector: &FigureSelector) -> Result<AnswerForm, PlanError> {
        let figure = selector.figure.as_deref().unwrap_or("win_rate");
        let is_whole = selector.component.is_none() && selector.per.is_none();
        let than = |than: &str| than.to_owned();
        match (figure, arm.subject().fair_share()) {
            ("adjusted_difference", _) => {
                Ok(AnswerForm::Number { number: 0.0, than: than("than that of others like them") })
            }
            ("win_rate", Some(number)) if is_whole => {
                Ok(AnswerForm::Number { number, than: than("than its fair share") })
            }
            _ => Err(PlanError::new(
                &["figure"],
                format!("`{figure}` has nothing to be compared with"),
                "add an arm, or than = { number = 0.5 }, or than = { strategy = \"...\" }",
            )),
        }
    }

    fn arm_of(&self, list: &[&NamedArm]) -> Result<Option<usize>, PlanError> {
        let Some(name) = &self.arm else { return Ok(None) };
        let at = list.iter().position(|arm| arm.name == *name);
        let help = || suggestion(name, list.iter().map(|arm| arm.name.as_str()));
        at.map(Some).ok_or_else(|| PlanError::new(&["arm"], format!("no arm `{name}`"), help()))
    }

    fn ranking(
        &self,
        arms: &ArmList<'_>,
        arm: Option<usize>,
        selector: &FigureSelector,
    ) -> Result<(Vec<PlannedFigure>, AnswerForm), PlanError> {
        let Some(among) = self.among else {
            let help = "give among = \"strategy\", \"seat\", \"component\", \"row\", \"column\" or \"arm\"";
            return Err(PlanError::new(&["which"], "of which?", help));
        };
        let items = if among == Dimension::Arm {
            let each = arms.all.iter().enumerate();
            each.map(|(at, arm)| arms.item(at, &arm.name, selector, &[])).collect::<Result<Vec<_>, _>>()?
        } else {
            let at = arm.unwrap_or(0);
            let subject = arms.all[at].arm.subject();
            let names = among.names(&subject, selector, self.kind.as_deref());
            let names = names.map_err(|unknown| PlanError::unknown(&[], unknown))?;
            let one = |name: &String| arms.item(at, name, &among.pick(selector, name), &[]);
            names.iter().map(one).collect::<Result<Vec<_>, _>>()?
        };
        if items.len() < 2 {
            let message = format!("there is no second {}", among.word());
            return Err(PlanError::new(&["among"], message, "ask how much it is, without which"));
        }
        Ok((items, AnswerForm::Ranking))
    }
}

/// Refuses a number outside the range of the share: `than = 25` for 25 %.
fn held_against(number: f64, selector: &FigureSelector, items: &[PlannedFigure]) -> Result<(), PlanError> {
    let shares = items.first().and_then(|item| selector.shares(item.figure.unit));
    let Some(shares) = shares.filter(|shares| !shares.contains(&number)) else { return Ok(()) };
    let share = number / 100.0;
    let help = match shares.contains(&share) {
        true => format!("for {number} % write than = {share}"),
        false => "give a share, as than = 0.25 for 25 %".to_owned(),
    };
    let message = format!("{number} is no share from {} to 1", shares.start());
    Err(PlanError::new(&["than", "number"], message, help))
}

fn difference(selector: &FigureSelector) -> String {
    let FigureSelector { figure, strategy, seat, component, row, column, .. } = selector;
    let seat = seat.map(|seat| format!("seat {seat}"));
    let names = [strategy, &seat, component, row, column].into_iter().flatten();
    let names: Vec<&str> = names.map(String::as_str).collect();
    match (&names[..], figure) {
        ([], Some(figure)) => format!("than that of `{figure}`"),
        _ => format!("than that of {}", names.join(", ")),
    }
}
