use sim_engine::text::people;
use sim_lab::{
    figure::{Figure, Unit},
    pairs::FigureRow,
    question::{
        ALL, Answer, AnswerForm, Comparison, Direction, Extreme, FigureSelector, Question, QuestionResult,
        Ranking, Reply,
    },
};
use sim_stats::{Estimate, Interval};

use super::{FIGURE_KEYS, Key, Style, not_played, of_figure, paired, run::rates, say, sweep::lines};

pub fn question(question: &Question, deals: u64) -> String {
    let first = &question.arms.first().arm;
    let players = people::counted(first.inputs.rules.players as u64, "player", "players");
    let arms = people::counted(question.arms.all().count() as u64, "arm", "arms");
    let (deals, seed) = (people::counted(deals, "deal", "deals"), first.inputs.seed);
    let (title, question, game) = (&question.title, &question.question, first.info.title);
    format!("{title}: {question}\n{game}, {players}: {arms} of {deals}, seed {seed}\n\n")
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

pub struct AnswerText {
    /// `yes`, `no` or `undecided`; the first of a ranking; or an amount.
    pub word: String,
    pub sentence: String,
}

pub fn answer(question: &Question, answer: &Answer) -> AnswerText {
    let (first, plan) = (question.arms.first(), &question.plan);
    let is_contrast =
        plan.selector.figure.as_deref() == Some("adjusted_difference") && plan.selector.per.is_none();
    let scale = Scale { unit: answer.unit, word: answer.unit.word(first.arm.info), is_contrast };
    // Contrasts compared with each other are worded as win rates.
    let is_of_zero = matches!(
        &plan.form,
        AnswerForm::Number { number: 0.0, .. } | AnswerForm::InEach { number: Some(0.0), .. }
    );
    let called = question.answer_spec.called.clone();
    let figure = called.unwrap_or_else(|| figure(question, answer.unit, is_contrast && !is_of_zero));
    let compared = |compared: &Comparison, (arm, than): (&str, &str)| {
        scale.compared(compared, (arm, &figure, than), question.answer_spec.margin_percent)
    };
    match (&answer.reply, answer.value) {
        (Reply::Amount, Some(value)) => {
            let value = scale.level(value, answer.difference.half_width());
            let (ends, note) = (scale.ends(&answer.difference), answer.difference.note);
            let sentence = say!("question/amount", figure, value, ends, note);
            AnswerText { word: value, sentence }
        }
        (Reply::Comparison(one), _) => {
            let than = match &plan.form {
                AnswerForm::Number { number, than } => scale.than(Some(*number), than),
                AnswerForm::Against { than } => than.clone(),
                AnswerForm::Amount
                | AnswerForm::Ranking
                | AnswerForm::Each { .. }
                | AnswerForm::InEach { .. } => String::new(),
            };
            AnswerText { word: word_of(one).to_owned(), sentence: compared(one, ("", &than)) }
        }
        (Reply::Each(each), _) => {
            let (references, same) = references(&plan.form, &scale);
            let is_one = each.windows(2).all(|two| word_of(&two[0]) == word_of(&two[1]));
            let word = each.first().filter(|_| is_one).map_or("it depends", word_of);
            let mut told: Vec<String> = (!is_one).then(|| say!("question/depends")).into_iter().collect();
            let all = each.iter().zip(&references);
            told.extend(all.map(|(one, (arm, than))| compared(one, (arm, than))));
            if !same.is_empty() {
                told.push(say!("question/played_alike", arms => same, first => first.name));
            }
            if let AnswerForm::InEach { arms, .. } = &plan.form
                && is_in_order(question)
            {
                told.extend(crossings(each, arms));
            }
            // Against another figure of each arm, the trend is that of the lead over it.
            let is_lead = matches!(&plan.form, AnswerForm::InEach { number: None, .. });
            told.extend(trend(each, is_lead).filter(|_| is_in_order(question)));
            told.push(say!("question/together", count => each.len()));
            AnswerText { word: word.to_owned(), sentence: told.join(" ") }
        }
        (Reply::Ranking(ranked), _) => {
            let item = |at: usize| plan.items[at].name.as_str();
            let (first, is_clear) = (item(ranked.first), ranked.level.is_empty());
            let mut sentence = scale.ranked(ranked, &figure, (first, item(ranked.second)));
            if !is_clear {
                let others: Vec<&str> = ranked.level.iter().map(|at| item(*at)).collect();
                sentence += &format!(" {}", say!("question/level", others));
            }
            AnswerText { word: if is_clear { first } else { "undecided" }.to_owned(), sentence }
        }
        (Reply::Unknown | Reply::Amount, _) => {
            AnswerText { word: "undecided".to_owned(), sentence: say!("question/never_seen", figure) }
        }
    }
}

/// The arm of each compared figure, if its sentence names one, and the reference. Also the arms that play the same
/// as the first.
fn references<'q>(form: &'q AnswerForm, scale: &Scale) -> (Vec<(&'q str, String)>, &'q [String]) {
    match form {
        AnswerForm::Each { than, same } => (than.iter().map(|than| ("", than.clone())).collect(), same),
        AnswerForm::InEach { arms, number, than } => {
            (arms.iter().map(|arm| (arm.as_str(), scale.than(*number, than))).collect(), &[])
        }
        _ => (Vec::new(), &[]),
    }
}

fn is_in_order(question: &Question) -> bool {
    let paths = question.varied.as_ref().map(|varied| &varied.grid.paths[..]);
    let numbers = paths.filter(|paths| paths.len() == 1).and_then(|paths| paths[0].numbers());
    numbers.is_some_and(|numbers| numbers.is_sorted() || numbers.iter().rev().is_sorted())
}

/// Whether a figure significantly rises or falls from the first value to the last: their simultaneous intervals do
/// not overlap. `None` for fewer than three values, whose order the sentences already state.
fn trend(each: &[Comparison], is_lead: bool) -> Option<String> {
    let [first, _, .., last] = each else { return None };
    let known =
        first.ends.zip(last.ends).filter(|(first, last)| last.low > first.high || last.high < first.low);
    let is_rising = known.is_some_and(|(first, last)| last.low > first.high);
    Some(say!("question/trend", is_lead, is_known => known.is_some(), is_rising))
}

/// The neighboring values between which a figure significantly changes sides.
fn crossings(each: &[Comparison], arms: &[String]) -> Option<String> {
    let sure =
        each.iter().zip(arms).filter(|(one, _)| matches!(one.direction, Direction::More | Direction::Less));
    let sure: Vec<(Direction, &String)> = sure.map(|(one, arm)| (one.direction, arm)).collect();
    let turns = sure.windows(2).filter(|two| two[0].0 != two[1].0);
    let places: Vec<String> = turns.map(|two| format!("between `{}` and `{}`", two[0].1, two[1].1)).collect();
    (!places.is_empty()).then(|| say!("question/crosses", places))
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
    /// Whether the figure is itself a difference of shares.
    is_contrast: bool,
    word: &'static str,
}

impl Scale {
    /// A difference with its unit.
    fn with_unit(&self, number: String) -> String {
        match (self.unit, self.word) {
            (Unit::Share, _) => format!("{number} percentage points"),
            (_, "") => number,
            (_, word) => format!("{number} {word}"),
        }
    }

    /// As many decimals as this half width of an interval supports.
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
        let is_share = self.unit.is_share() && !self.is_contrast;
        if is_share { format!("{number} %") } else { self.with_unit(number) }
    }

    /// The reference of a figure: a number, unless the file names it.
    fn than(&self, number: Option<f64>, than: &str) -> String {
        let Some(number) = number.filter(|_| than.is_empty()) else { return than.to_owned() };
        let is_contrast = self.is_contrast && number == 0.0;
        say!("question/than", number => self.level(number, None), is_contrast)
    }

    fn ends(&self, estimate: &Estimate) -> Option<String> {
        estimate.interval.map(|ends| self.between(ends))
    }

    fn between(&self, Interval { low, high }: Interval) -> String {
        let places = self.places(Some((high - low) / 2.0));
        format!("{} to {}", self.fixed(low, places), self.fixed(high, places))
    }

    /// A difference without its sign.
    fn size(&self, difference: Option<f64>, ends: Interval) -> String {
        let places = self.places(Some((ends.high - ends.low) / 2.0));
        self.with_unit(self.fixed(difference.unwrap_or(0.0).abs(), places))
    }

    fn compared(
        &self,
        compared: &Comparison,
        (arm, figure, than): (&str, &str, &str),
        margin_percent: f64,
    ) -> String {
        let Comparison { direction, paired, ends, .. } = compared;
        let (word, value) = (word_of(compared), paired.difference.value);
        let first = match (direction, *ends) {
            (Direction::More | Direction::Less, Some(ends)) => {
                let is_above = *direction == Direction::More;
                let by = self.size(value, ends);
                let ends = self.between(if is_above { ends } else { ends.scaled(-1.0) });
                say!("question/apart", word, arm, figure, by, is_above, than, ends)
            }
            (Direction::Same, _) => {
                let margin = people::short(margin_percent);
                let margin = match (self.unit.is_share(), margin_percent == 1.0) {
                    (true, true) => format!("{margin} percentage point"),
                    (true, false) => format!("{margin} percentage points"),
                    (false, _) => format!("{margin} %"),
                };
                say!("question/same", word, arm, figure, than, margin)
            }
            (_, Some(Interval { low, high })) => {
                let places = self.places(Some((high - low) / 2.0));
                let [low, high] = [low, high].map(|end| people::signed(end * self.unit.factor(), places));
                say!("question/open", arm, figure, low, high => self.with_unit(high), than)
            }
            (_, None) => say!("question/unknown", arm, figure, than),
        };
        match (paired.one, paired.other) {
            _ if ends.is_none() => format!("{first} {}", say!("question/reason", reason => paired.words())),
            // Compared with 0, the difference suffices.
            (Some(one), Some(other)) if other != 0.0 => {
                let [one, other] =
                    [one, other].map(|value| self.level(value, paired.difference.half_width()));
                format!("{first} {}", say!("question/levels", one, other))
            }
            _ => first,
        }
    }

    fn ranked(&self, ranked: &Ranking, figure: &str, (first, second): (&str, &str)) -> String {
        let Ranking { which, estimate, paired, ends, .. } = ranked;
        let (is_clear, is_above) = (ranked.level.is_empty(), *which == Extreme::Highest);
        let level = self.level(estimate.value.unwrap_or(0.0), estimate.half_width());
        let (which, own) = (which.word(), self.ends(estimate));
        let top = say!("question/first", is_clear, figure, which, first, level, ends => own);
        let (value, sign) = (paired.difference.value, if is_above { 1.0 } else { -1.0 });
        let by = match *ends {
            Some(ends) => self.size(value, ends),
            None => self.with_unit(people::short(value.unwrap_or(0.0).abs() * self.unit.factor())),
        };
        let between = ends.map(|ends| self.between(ends.scaled(sign)));
        let lead = say!("question/lead", by, is_above, second, ends => between);
        match ends {
            Some(_) => format!("{top} {lead}"),
            None => format!("{top} {lead} {}", say!("question/reason", reason => paired.words())),
        }
    }
}

fn figure(question: &Question, unit: Unit, is_lead: bool) -> String {
    let FigureSelector { figure, strategy, seat, component, row, column, per } = &question.plan.selector;
    let figure = figure.as_deref().unwrap_or("win_rate");
    let part = [row, column].into_iter().flatten().filter(|label| *label != ALL);
    let part = part.map(String::as_str).collect::<Vec<_>>().join(", ");
    let per = per.as_deref().map(|per| per.figure.as_deref().unwrap_or(figure));
    let info = question.arms.first().arm.info;
    say!("question/figure",
        figure, strategy, seat, component, part, per, points => info.points_unit, round => info.round_unit,
        is_share => unit.is_share(), is_lead,
    )
}
