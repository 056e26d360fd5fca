use sim_engine::text::people;
use sim_lab::{
    figure::Unit,
    pairs::FigureRow,
    question::{
        ALL, Answer, Comparison, Direction, FigureSelector, Form, Question, QuestionResult, Ranking, Reply,
        Which,
    },
};
use sim_stats::{Estimate, Interval};

use super::{
    grid::Style,
    not_played::not_played,
    rows::{FIGURE_KEYS, Key, of_figure, paired},
    run::rates,
    sweep::lines,
};
use sim_lab::figure::Figure;

pub fn question(question: &Question, deals: u64) -> String {
    let first = &question.arms.first().arm;
    format!(
        "{}: {}\n{}, {}: {} of {}, seed {}\n\n",
        question.title,
        question.question,
        first.info.title,
        people::counted(first.inputs.rules.players as u64, "player", "players"),
        people::counted(question.arms.all().count() as u64, "arm", "arms"),
        people::counted(deals, "deal", "deals"),
        first.inputs.seed
    )
}

pub fn arms(question: &Question, answered: &QuestionResult, style: Style) -> String {
    let first = question.arms.first();
    let mut text = String::new();
    if let Some(run) = &answered.run {
        text += &rates(&run.rates, style);
    }
    if !answered.differences.is_empty() {
        let keys: Vec<Key> = [Key::Text("arm")].into_iter().chain(FIGURE_KEYS).collect();
        let is_win = |row: &&FigureRow| row.of.figure == Figure::WinRate;
        let rows = answered.differences.iter().flat_map(|arm| {
            arm.rows.iter().filter(is_win).map(|row| {
                let mut row = of_figure(row);
                row.keys.insert(0, arm.name.clone());
                row
            })
        });
        text += &paired(&keys, &rows.collect::<Vec<_>>(), ["this arm", &first.name], true, style);
        text.push('\n');
    }
    if let (Some(varied), Some(along)) = (&question.varied, &answered.lines) {
        text += &lines(along, &first.arm.subject().strategies, style);
        text += &not_played(&varied.not_played);
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
    }
    text
}

pub struct Said {
    /// yes, no or undecided; the name of the first; or how much it is.
    pub word: String,
    pub sentence: String,
}

pub fn answer(question: &Question, answer: &Answer) -> Said {
    let first = question.arms.first();
    let plan = &question.plan;
    let is_contrast =
        plan.selector.figure.as_deref() == Some("adjusted_difference") && plan.selector.per.is_none();
    let scale = Scale { unit: answer.unit, word: answer.unit.word(first.arm.info), is_contrast };
    // Beside others like them it is a win rate that is told.
    let is_of_zero =
        matches!(&plan.form, Form::Number { number: 0.0, .. } | Form::InEach { number: Some(0.0), .. });
    let is_lead = is_contrast && !is_of_zero;
    let called = || match &plan.selector.component {
        Some(component) if is_lead => format!("the lead of users of {component} over others like them"),
        _ => name(&plan.selector, answer.unit, question),
    };
    let name = question.answer_spec.called.clone().unwrap_or_else(called);
    match (&answer.reply, answer.value) {
        (Reply::Amount, Some(value)) => {
            let word = scale.level(value, answer.difference.half_width());
            let sentence = match scale.ends(&answer.difference) {
                Some(ends) => format!("{name} is {word}, {ends}"),
                None => format!("{name} is {word} ({})", answer.difference.note),
            };
            Said { word, sentence }
        }
        (Reply::Comparison(compared), _) => {
            let than = match &plan.form {
                Form::Number { number, than } if than.is_empty() => scale.than(*number),
                Form::Number { than, .. } | Form::Against { than } => than.clone(),
                Form::Amount | Form::Ranking | Form::Each { .. } | Form::InEach { .. } => String::new(),
            };
            let word = word_of(compared);
            let margin = question.answer_spec.margin_percent;
            let sentence = format!("{word}: {}", scale.compared(compared, &name, &than, margin));
            Said { word: word.to_owned(), sentence }
        }
        (Reply::Each(each), _) => {
            let (than, same) = beside(&plan.form, &scale);
            let margin = question.answer_spec.margin_percent;
            let is_one = each.windows(2).all(|two| word_of(&two[0]) == word_of(&two[1]));
            let word = each.first().filter(|_| is_one).map_or("it depends", word_of);
            let told = each.iter().zip(&than).map(|(compared, (arm, than))| {
                let own = if is_one { String::new() } else { format!("{}: ", word_of(compared)) };
                format!("{own}{arm}{}", scale.compared(compared, &name, than, margin))
            });
            let told = told.collect::<Vec<_>>().join("; ");
            let same = match same {
                [] => String::new(),
                same => format!(
                    "; {} is played as `{}` is",
                    few(&same.iter().map(String::as_str).collect::<Vec<_>>()),
                    first.name
                ),
            };
            let along = match &plan.form {
                Form::InEach { arms, number, .. } if is_in_order(question) => {
                    // Against another figure of each arm what rises or falls is the lead over it.
                    let what = if number.is_some() { "it" } else { "the difference" };
                    crossings(each, arms) + &trend(each, what)
                }
                Form::Each { .. } if is_in_order(question) => trend(each, "it"),
                _ => String::new(),
            };
            let sentence =
                format!("{word}: {told}{same}{along} (intervals hold for all {} together)", each.len());
            Said { word: word.to_owned(), sentence }
        }
        (Reply::Ranking(ranked), _) => {
            let item = |at: usize| plan.items[at].name.as_str();
            let (top, which) = (item(ranked.first), ranked.which.word());
            let lead = scale.lead(ranked, item(ranked.second));
            let level: Vec<&str> = ranked.level.iter().map(|at| item(*at)).collect();
            match level[..] {
                [] => {
                    let sentence = format!("{top}: {name} is {which} there, {lead}");
                    Said { word: top.to_owned(), sentence }
                }
                _ => {
                    let many = few(&level);
                    let sentence = format!(
                        "undecided: {name} was {which} for {top}, {lead}; {many} may be level with it"
                    );
                    Said { word: "undecided".to_owned(), sentence }
                }
            }
        }
        (Reply::Unknown | Reply::Amount, _) => {
            Said { word: "undecided".to_owned(), sentence: format!("undecided: {name} never came up") }
        }
    }
}

/// In which arm each of several figures stands, as its sentence begins, and what it is held against; arms that are
/// played as the first is.
fn beside<'q>(form: &'q Form, scale: &Scale) -> (Vec<(String, String)>, &'q [String]) {
    match form {
        Form::Each { than, same } => (than.iter().map(|than| (String::new(), than.clone())).collect(), same),
        Form::InEach { arms, number, than } => {
            let than = match number {
                Some(number) if than.is_empty() => scale.than(*number),
                _ => than.clone(),
            };
            (arms.iter().map(|arm| (format!("with `{arm}` "), than.clone())).collect(), &[])
        }
        _ => (Vec::new(), &[]),
    }
}

fn is_in_order(question: &Question) -> bool {
    let paths = question.varied.as_ref().map(|varied| &varied.grid.paths[..]);
    let numbers = paths.filter(|paths| paths.len() == 1).and_then(|paths| paths[0].numbers());
    numbers.is_some_and(|numbers| numbers.is_sorted() || numbers.iter().rev().is_sorted())
}

/// Whether a figure surely rises or falls from the first of the values in order to the last: their intervals, which hold
/// together, do not meet. Nothing where there are but two values, whose order is told as it is.
fn trend(each: &[Comparison], what: &str) -> String {
    let [first, _, .., last] = each else { return String::new() };
    match first.ends.zip(last.ends) {
        Some((first, last)) if last.low > first.high => {
            format!("; from the first value to the last {what} rises")
        }
        Some((first, last)) if last.high < first.low => {
            format!("; from the first value to the last {what} falls")
        }
        _ => format!("; whether {what} rises or falls from the first value to the last is not known"),
    }
}

/// Between which of the values in order a figure comes to the other side for sure.
fn crossings(each: &[Comparison], arms: &[String]) -> String {
    let sure =
        each.iter().zip(arms).filter(|(one, _)| matches!(one.direction, Direction::More | Direction::Less));
    let sure: Vec<(Direction, &String)> = sure.map(|(one, arm)| (one.direction, arm)).collect();
    let turns = sure.windows(2).filter(|two| two[0].0 != two[1].0);
    let turns: Vec<String> = turns.map(|two| format!("between `{}` and `{}`", two[0].1, two[1].1)).collect();
    match &turns[..] {
        [] => String::new(),
        turns => format!("; it reverses {}", people::list(turns)),
    }
}

fn word_of(compared: &Comparison) -> &'static str {
    match compared.is_yes {
        None => "undecided",
        Some(true) => "yes",
        Some(false) => "no",
    }
}

struct Scale {
    unit: Unit,
    /// Whether the figure is a difference of shares itself, and no share.
    is_contrast: bool,
    word: &'static str,
}

impl Scale {
    fn behind(&self) -> String {
        match (self.unit, self.word) {
            (Unit::Share, _) => " percentage points".to_owned(),
            (_, "") => String::new(),
            (_, word) => format!(" {word}"),
        }
    }

    /// As many decimals as this half width of an interval bears.
    fn places(&self, half: Option<f64>) -> usize {
        people::decimals(half.map(|half| half * self.unit.factor()), 1)
    }

    fn fixed(&self, value: f64, places: usize) -> String {
        people::fixed(value * self.unit.factor(), places)
    }

    fn level(&self, value: f64, half: Option<f64>) -> String {
        let number = match half {
            Some(_) => self.fixed(value, self.places(half)),
            None => people::short(value * self.unit.factor()),
        };
        match self.unit.is_share() && !self.is_contrast {
            true => format!("{number} %"),
            false => format!("{number}{}", self.behind()),
        }
    }

    fn than(&self, number: f64) -> String {
        match self.is_contrast && number == 0.0 {
            true => "than that of others like them".to_owned(),
            false => format!("than {}", self.level(number, None)),
        }
    }

    fn ends(&self, estimate: &Estimate) -> Option<String> {
        let places = self.places(estimate.half_width());
        let ends = estimate.interval?;
        Some(format!("{} to {}", self.fixed(ends.low, places), self.fixed(ends.high, places)))
    }

    fn compared(&self, compared: &Comparison, name: &str, than: &str, margin_percent: f64) -> String {
        let Comparison { direction, paired, ends, .. } = compared;
        let mut text = self.verdict(*direction, paired.difference.value, *ends, (name, than), margin_percent);
        if ends.is_none() {
            text += &format!(" ({})", paired.words());
        } else if let (Some(one), Some(other)) = (paired.one, paired.other.filter(|other| *other != 0.0)) {
            // Beside 0 the difference says it all.
            let half = paired.difference.half_width();
            text += &format!(" ({} against {})", self.level(one, half), self.level(other, half));
        }
        text
    }

    fn verdict(
        &self,
        direction: Direction,
        value: Option<f64>,
        ends: Option<Interval>,
        (name, than): (&str, &str),
        margin_percent: f64,
    ) -> String {
        let unit = self.behind();
        let places = self.places(ends.map(|ends| (ends.high - ends.low) / 2.0));
        let fixed = |value: f64| self.fixed(value, places);
        let (value, is_known) = (value.unwrap_or(0.0), ends.is_some());
        let Interval { low, high } = ends.unwrap_or(Interval { low: 0.0, high: 0.0 });
        match direction {
            Direction::More => {
                format!("{name} is {}{unit} higher {than}, {}", fixed(value), between(low, high, fixed))
            }
            Direction::Less => {
                format!("{name} is {}{unit} lower {than}, {}", fixed(-value), between(-high, -low, fixed))
            }
            Direction::Same => {
                let margin = people::short(margin_percent);
                let of = match (self.unit.is_share(), margin_percent == 1.0) {
                    (true, true) => " percentage point",
                    (true, false) => " percentage points",
                    (false, _) => " %",
                };
                let than =
                    than.strip_prefix("than ").map_or_else(|| than.to_owned(), |it| format!("as {it}"));
                format!("{name} is the same {} to within {margin}{of}", than.replacen(" than ", " as ", 1))
            }
            Direction::Undecided if is_known => {
                let signed = |value: f64| people::signed(value * self.unit.factor(), places);
                let (low, high) = (signed(low), signed(high));
                format!("{name} may be anything from {low} to {high}{unit} higher {than}; play more games")
            }
            Direction::Undecided => format!("nothing can be said yet of how much higher {name} is {than}"),
        }
    }

    fn lead(&self, ranked: &Ranking, second: &str) -> String {
        let Ranking { which, estimate, paired, ends, .. } = ranked;
        let sign = if *which == Which::Highest { 1.0 } else { -1.0 };
        let value = estimate.value.unwrap_or(0.0);
        let first = self.level(value, estimate.half_width());
        let own = self.ends(estimate).map_or_else(String::new, |ends| format!(" ({ends})"));
        let lead = paired.difference.value.unwrap_or(0.0) * sign;
        let word = if sign > 0.0 { "above" } else { "below" };
        let unit = self.behind();
        let Some(Interval { low, high }) = *ends else {
            let lead = people::short(lead * self.unit.factor());
            return format!("{first}{own}, {lead}{unit} {word} {second} ({})", paired.words());
        };
        let places = self.places(Some((high - low) / 2.0));
        let (low, high) = if sign > 0.0 { (low, high) } else { (-high, -low) };
        let fixed = |value: f64| self.fixed(value, places);
        let lead = fixed(lead);
        format!("{first}{own}, {lead}{unit} {word} {second}, {}", between(low, high, fixed))
    }
}

/// Both ends of an interval; one without width is of what came out the same each time.
fn between(low: f64, high: f64, fixed: impl Fn(f64) -> String) -> String {
    if low == high { "on all deals alike".to_owned() } else { format!("{} to {}", fixed(low), fixed(high)) }
}

fn few(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [first, second, third, rest @ ..] if rest.len() > 1 => {
            format!("{first}, {second}, {third} and {} more", rest.len())
        }
        names => people::list(names),
    }
}

fn name(words: &FigureSelector, unit: Unit, question: &Question) -> String {
    let FigureSelector { figure, strategy, seat, component, row, column, per } = words;
    let figure = figure.as_deref().unwrap_or("win_rate");
    let part = [row, column].into_iter().flatten().filter(|label| *label != ALL);
    let part = part.map(String::as_str).collect::<Vec<_>>().join(", ");
    let mut whose = Vec::new();
    whose.extend(strategy.clone());
    whose.extend(seat.map(|seat| format!("seat {seat}")));
    let whose = whose.join(" in ");
    let of = if whose.is_empty() { String::new() } else { format!(" of {whose}") };
    if let Some(component) = component {
        return match figure {
            "win_rate" => format!("the win rate of those who use {component}"),
            "adjusted_difference" => format!("the win rate of users of {component}"),
            "sum" => format!("the sum of {component}{of}"),
            other => format!("how often {component} is {other}{of}"),
        };
    }
    let info = question.arms.first().arm.info;
    let (points, round) = (info.points_unit, info.round_unit);
    let base = match figure {
        "win_rate" => "the win rate".to_owned(),
        "points" => format!("the mean of {points}"),
        "plies" => "the length in plies".to_owned(),
        "decisions" => "the number of decisions in a game".to_owned(),
        "truncated" => "the share of games cut off".to_owned(),
        "end" => format!("the share of games that end by {part}"),
        "margin" => format!("the margin of the first over the second in {points}"),
        "comeback" => "how far the winner was ever behind".to_owned(),
        "lead_changes" => "the number of changes of the lead".to_owned(),
        "decided_after" => format!("the {round} after which the winner leads for good"),
        "early_order" => {
            format!("the share of pairs in the same order after the first {round} as at the end")
        }
        "adjusted_difference" => "the adjusted difference of users with others".to_owned(),
        other if unit.is_share() && per.is_none() => format!("the share with {part} of `{other}`"),
        other if part.is_empty() => format!("the mean of `{other}`"),
        other => format!("the mean of `{other}` for {part}"),
    };
    match per.as_deref().map(|per| per.figure.as_deref().unwrap_or(figure)) {
        Some(under) if under == figure => format!("the share of {part} in `{figure}`{of}"),
        Some(under) => format!("{base} over `{under}`{of}"),
        None => format!("{base}{of}"),
    }
}
