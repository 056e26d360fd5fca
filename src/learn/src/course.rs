//! A learning in a game: from a base, against a field or against itself, to a strategy file and its test.

use std::{
    fmt,
    ops::{ControlFlow, Range},
};

use serde::{Deserialize, Serialize};

use crate::{
    critic::Critic,
    method::Method,
    standing::{School, Standing},
    survey::survey,
    terms::Features,
};
use sim_engine::text::FileError;
use sim_play::{
    Entry, Schedule,
    arm::{Contest, Lesson, Opened, Score, Studied, by_group, share_of},
};
use sim_script::{
    Script, Strategy,
    formula::compile::Scale,
    learned::{Section, Term, rounded, with_sections},
    notes::Manner,
};
use sim_stats::{
    Estimate,
    estimate::student_of_few,
    paired::{self, Paired},
};

/// Deals of runs and of tunings have smaller numbers.
const FIRST_DEAL: u64 = 1 << 45;
/// Deals of a phase.
const PHASE: u64 = 1 << 42;
/// Deals of a survey.
const SURVEY: u64 = 48;
/// Mean chances of the best score that are tried before anything is learned, and games of each trial: a part
/// of the budget, and no more than that.
const LEVELS: [f64; 7] = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98];
const TRIAL: (u64, u64) = (20, 400);
/// What was met less often in the survey is left as it is.
const LEAST_MET: u64 = 20;
/// How often a self-play looks how it does among bases, and games of each look.
const LOOKS: f64 = 20.0;
const INTERIM: u64 = 400;
/// Weights that move no chance by more than about this part are left out of the file.
const NOTHING: f64 = 0.004;

/// What deals are played for: each phase has its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Survey,
    Learning,
    Choice,
    Test,
}

/// All that a learning is a function of.
pub struct Spec<'a> {
    pub entry: &'a dyn Entry,
    pub game: &'a dyn Opened,
    pub players: usize,
    /// Name, origin and text of what is learned on.
    pub base: Base,
    /// Opponents who do not learn; none for self-play.
    pub field: &'a [Strategy],
    /// Opponents that the learner never meets, for the test.
    pub strangers: &'a [Strategy],
    pub features: Features,
    pub method: Method,
    /// Games to learn from.
    pub games: u64,
    /// Games of the test, of each candidate.
    pub test_games: u64,
    pub seed: u64,
}

/// The file of a strategy that is learned on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    pub name: String,
    pub origin: String,
    pub text: String,
}

/// Why nothing can be learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseError {
    pub message: String,
    pub help: String,
}

impl fmt::Display for CourseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for CourseError {}

impl From<FileError> for CourseError {
    fn from(error: FileError) -> CourseError {
        let place = format!("{}:{}:{}", error.origin, error.line, error.column);
        CourseError { message: format!("{place}: {}", error.message), help: error.help }
    }
}

/// A learning made ready: what is looked at, and where it begins.
pub struct Course<'a> {
    spec: &'a Spec<'a>,
    /// By decision; its terms have no weights yet.
    sections: Vec<Option<Section>>,
    learner: Strategy,
    base: Strategy,
    schedule: Schedule,
    begin: Standing,
    /// Games of the survey.
    pub surveyed: u64,
}

/// The tables of a course.
struct Table<'a> {
    spec: &'a Spec<'a>,
    learner: &'a Strategy,
    schedule: &'a Schedule,
}

impl School for Table<'_> {
    fn play(&self, manner: &Manner, deals: Range<u64>) -> Vec<Studied> {
        let strategies = std::iter::once(self.learner).chain(self.spec.field).collect();
        let lesson = Lesson { strategies, schedule: self.schedule, manner, deals };
        self.spec.game.study(&lesson, self.spec.seed)
    }

    fn players(&self) -> usize {
        self.spec.players
    }
}

/// What a learning came to.
#[derive(Debug, Clone)]
pub struct Learnt {
    pub text: String,
    /// By decision, with the weights.
    pub sections: Vec<Section>,
    pub test: Test,
    pub games: u64,
}

/// The learner beside its base, each in the same place on the same deals, which learning never met.
#[derive(Debug, Clone)]
pub struct Test {
    /// Against the field, or in self-play among bases: the learner's share with its error, and both.
    pub share: Estimate,
    pub field: Paired,
    /// Against opponents that the learner never met, if there are any.
    pub strangers: Option<Paired>,
}

impl Test {
    /// Whether the learner is surely better than its base.
    pub fn is_gain(&self) -> bool {
        self.field.difference.interval.is_some_and(|interval| interval.low > 0.0)
    }
}

impl<'a> Course<'a> {
    /// Looks at what the base meets, and makes everything ready.
    ///
    /// # Errors
    /// When the base cannot be read or nothing of it can be learned.
    pub fn open(spec: &'a Spec<'a>) -> Result<Course<'a>, CourseError> {
        let schedule = if spec.field.is_empty() {
            Schedule::fixed(&vec![0; spec.players])
        } else {
            Schedule::against(spec.field.len(), spec.players)
        };
        let schedule = schedule.ok_or_else(|| CourseError {
            message: format!("{} strategies make too many tables of {}", spec.field.len(), spec.players),
            help: "name fewer strategies with --against".to_owned(),
        })?;
        let base = spec.read(&spec.base.text)?;
        let Strategy::Script(script) = &base else { return Err(nothing("the base has no formulas")) };
        let vocabulary = spec.game.vocabulary();
        let drafts: Vec<Option<Section>> =
            (0..vocabulary.points.len()).map(|at| draft(spec, script, at)).collect();
        let draft = spec.learner(&drafts)?;
        let widths: Vec<usize> = drafts.iter().map(width).collect();
        let mixed: Vec<bool> = vocabulary.points.iter().map(|point| point.parts_of(0).len() > 1).collect();
        let table = Table { spec, learner: &draft, schedule: &schedule };
        let deals = deals(Phase::Survey, 0..SURVEY);
        let contexts = vocabulary.context.len();
        let survey = survey(&table, deals, (&widths, &mixed), (contexts, &LEVELS));
        let mut sections = Vec::new();
        let mut weights = Vec::new();
        for (at, (draft, found)) in drafts.into_iter().zip(&survey.decisions).enumerate() {
            let known = script.point_at(at).learned.as_ref();
            let section = draft.filter(|_| found.met >= LEAST_MET || known.is_some()).map(|mut section| {
                let own = script.point_at(at).temperature;
                section.temperature = match known {
                    Some(known) => known.temperature,
                    None if own > 0.0 => own,
                    None => found.temperatures[0],
                };
                let terms = section.terms.into_iter().zip(&found.scales);
                let placed =
                    terms.filter_map(|(term, scale)| match known.and_then(|known| known.term(&term.text)) {
                        Some(known) => Some(known.clone()),
                        None => scale.map(|scale| Term { scale, ..term }),
                    });
                section.terms = placed.collect();
                section
            });
            let own = section.as_ref().map_or(Vec::new(), |section| {
                std::iter::once(1.0).chain(section.terms.iter().map(|term| term.weight)).collect()
            });
            weights.push(own);
            sections.push(section);
        }
        if sections.iter().flatten().all(|section| section.terms.is_empty()) {
            return Err(nothing("no decision was met that has features to learn by"));
        }
        let learner = spec.learner(&sections)?;
        let firm = |at: usize, level: usize| {
            let is_known = script.point_at(at).learned.is_some() || script.point_at(at).temperature > 0.0;
            let temperatures = &survey.decisions[at].temperatures;
            if is_known { 1.0 } else { temperatures[0] / temperatures[level] }
        };
        let (level, tried) = softest(spec, (&learner, &base), (&weights, &firm));
        for (at, weights) in weights.iter_mut().enumerate() {
            weights.iter_mut().take(1).for_each(|score| *score = firm(at, level));
        }
        let critic = Critic::new(survey.mean, survey.sd);
        let begin = Standing::new(&weights, critic);
        Ok(Course { spec, sections, learner, base, schedule, begin, surveyed: survey.games + tried })
    }

    /// Where learning begins.
    pub fn begin(&self) -> Standing {
        self.begin.clone()
    }

    /// The part of the budget that is spent.
    pub fn done(&self, standing: &Standing) -> f64 {
        (standing.games as f64 / self.spec.games.max(1) as f64).min(1.0)
    }

    pub fn is_over(&self, standing: &Standing) -> bool {
        standing.games >= self.spec.games
    }

    /// Plays a batch and learns from it.
    pub fn step(&self, standing: &mut Standing) {
        let spec = self.spec;
        let table = Table { spec, learner: &self.learner, schedule: &self.schedule };
        let per_deal = self.schedule.games_a_deal().max(1.0);
        let wanted = ((spec.method.batch as f64 / per_deal).ceil() as u64).max(1);
        let first = deals(Phase::Learning, 0..0).start;
        let looks = |standing: &Standing| (self.done(standing) * LOOKS) as u64;
        let before = looks(standing);
        standing.step(&table, &spec.method, first, wanted, (spec.seed, self.done(standing)));
        // Among its own kind everybody wins as much as the others.
        if spec.field.is_empty() && spec.players > 1 && looks(standing) > before {
            let share = self.share(&standing.weights(), standing.batches);
            if let Some(lap) = standing.course.last_mut() {
                lap.among_bases = share;
            }
        }
    }

    /// What it won when it was looked at last: of the field, or in self-play in the place of one base.
    pub fn shown_share(&self, standing: &Standing) -> Option<f64> {
        let laps = standing.course.iter().rev();
        let mut shares = laps.filter_map(|lap| {
            if self.spec.field.is_empty() && self.spec.players > 1 {
                lap.among_bases
            } else {
                Some(lap.share)
            }
        });
        shares.next()
    }

    /// The strategy with these weights.
    ///
    /// # Errors
    /// When the text cannot be read, which the learner's could.
    fn made(&self, weights: &[Vec<f64>]) -> Result<(Strategy, String, Vec<Section>), CourseError> {
        let sections: Vec<Section> = self.sections.iter().zip(weights).filter_map(with_weights).collect();
        let text = with_sections(&self.spec.base.text, &sections);
        Ok((self.spec.read(&text)?, text, sections))
    }

    /// The share of a strategy with these weights in the place of one base, for a learning curve.
    fn share(&self, weights: &[Vec<f64>], number: u64) -> Option<f64> {
        let (strategy, ..) = self.made(weights).ok()?;
        let played = self.play(&[&strategy], &self.rivals(), Phase::Choice, (number << 16, INTERIM));
        estimate(played.first()?).value
    }

    /// Who sits around the learner in a test.
    fn rivals(&self) -> Vec<&Strategy> {
        if self.spec.field.is_empty() { vec![&self.base] } else { self.spec.field.iter().collect() }
    }

    /// What a learning came to: of its last weights and their late mean those that win more, and what they
    /// win on deals that nobody met. `None` if the watcher ended it.
    ///
    /// # Errors
    /// When a strategy cannot be made of the weights.
    pub fn finish(
        &self,
        standing: &Standing,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<Learnt>, CourseError> {
        let spec = self.spec;
        let rivals = self.rivals();
        let mut made = vec![self.made(&standing.weights())?];
        if let Some(mean) = standing.late_mean() {
            made.push(self.made(&mean)?);
        }
        let strategies: Vec<&Strategy> = made.iter().map(|(strategy, ..)| strategy).collect();
        // Far from the deals of learning curves.
        let chosen = self.play(&strategies, &rivals, Phase::Choice, (1 << 40, spec.test_games / 2));
        if watch(spec.test_games / 2 * strategies.len() as u64).is_break() {
            return Ok(None);
        }
        let worth = |at: usize| estimate(&chosen[at]).value.unwrap_or(0.0);
        // The earlier of equals.
        let best = (1..made.len()).fold(0, |best, at| if worth(at) > worth(best) { at } else { best });
        let (strategy, text, sections) = made.swap_remove(best);
        let compared = |rivals: &[&Strategy], games: u64| {
            let mut played = self.play(&[&strategy, &self.base], rivals, Phase::Test, (0, games)).into_iter();
            let mut next = || played.next().unwrap_or_default();
            [next(), next()]
        };
        let [mine, theirs] = compared(&rivals, spec.test_games);
        let (share, field) = (estimate(&mine), beside(&mine, &theirs));
        if watch(2 * spec.test_games).is_break() {
            return Ok(None);
        }
        let strangers: Vec<&Strategy> = spec.strangers.iter().collect();
        let strangers = (!strangers.is_empty()).then(|| {
            let [mine, theirs] = compared(&strangers, spec.test_games / 2);
            beside(&mine, &theirs)
        });
        if watch(spec.test_games).is_break() {
            return Ok(None);
        }
        let test = Test { share, field, strangers };
        Ok(Some(Learnt { text, sections, test, games: standing.games }))
    }

    /// Deals in which each of some strategies sits once among rivals.
    fn play(
        &self,
        strategies: &[&Strategy],
        rivals: &[&Strategy],
        phase: Phase,
        (first, games): (u64, u64),
    ) -> Vec<Vec<Score>> {
        let Some(schedule) = Schedule::against(rivals.len(), self.spec.players) else { return Vec::new() };
        let count = schedule.deals_for(games).0;
        let deals = deals(phase, first..first + count);
        let contests: Vec<Contest<'_>> = strategies
            .iter()
            .map(|&strategy| Contest {
                strategies: std::iter::once(strategy).chain(rivals.iter().copied()).collect(),
                schedule: &schedule,
                deals: deals.clone(),
            })
            .collect();
        self.spec.game.contests(&contests, self.spec.seed)
    }
}

impl Spec<'_> {
    fn read(&self, text: &str) -> Result<Strategy, FileError> {
        self.entry.read_strategy(&self.base.name, &self.base.origin, text, &[])
    }

    /// The base with sections, which has every context feature worked out where it learns.
    fn learner(&self, sections: &[Option<Section>]) -> Result<Strategy, FileError> {
        let sections: Vec<Section> = sections.iter().flatten().cloned().collect();
        let mut learner = self.read(&with_sections(&self.base.text, &sections))?;
        if let Strategy::Script(script) = &mut learner {
            let contexts = self.game.vocabulary().context.len();
            script.read_also(u128::MAX >> (128 - contexts.clamp(1, 128)));
        }
        Ok(learner)
    }
}

/// The first of the levels at which a learner that has learned nothing still wins enough in the place of one
/// base, and the games that were played to see it. `firm` is the weight of a decision's score at a level.
fn softest(
    spec: &Spec<'_>,
    (learner, base): (&Strategy, &Strategy),
    (weights, firm): (&[Vec<f64>], &dyn Fn(usize, usize) -> f64),
) -> (usize, u64) {
    let last = LEVELS.len() - 1;
    let rivals: Vec<&Strategy> = if spec.field.is_empty() { vec![base] } else { spec.field.iter().collect() };
    let Some(schedule) = Schedule::against(rivals.len(), spec.players) else { return (last, 0) };
    let games = (spec.games / TRIAL.0).clamp(1, TRIAL.1);
    let part = deals(Phase::Survey, SURVEY..SURVEY + schedule.deals_for(games).0);
    let mut played = 0;
    let mut share = |manner: &Manner| {
        let strategies = std::iter::once(learner).chain(rivals.iter().copied()).collect();
        let lesson = Lesson { strategies, schedule: &schedule, manner, deals: part.clone() };
        let pieces = spec.game.study(&lesson, spec.seed);
        played += pieces.iter().map(|piece| piece.wins.len() as u64).sum::<u64>();
        crate::standing::share(&pieces)
    };
    let own = share(&Manner::Survey);
    let wins = |level: &usize| {
        let mut weights = weights.to_vec();
        for (at, weights) in weights.iter_mut().enumerate() {
            weights.iter_mut().take(1).for_each(|score| *score = firm(at, *level));
        }
        share(&Manner::Weights(weights)) >= spec.method.kept * own
    };
    let level = (0..last).find(wins).unwrap_or(last);
    (level, played)
}

/// A decision with all terms that are tried, none of which has a weight or a place; none where there is nothing
/// to learn by.
fn draft(spec: &Spec<'_>, base: &Script, at: usize) -> Option<Section> {
    let vocabulary = spec.game.vocabulary();
    let mut texts = spec.features.terms(vocabulary, at, base);
    let known = base.point_at(at).learned.iter().flat_map(|learned| &learned.terms);
    for term in known {
        if !texts.contains(&term.text) {
            texts.push(term.text.clone());
        }
    }
    let term = |text| Term { text, weight: 0.0, scale: Scale::PLAIN };
    let terms: Vec<Term> = texts.into_iter().map(term).collect();
    let decision = vocabulary.points[at].name.to_owned();
    (!terms.is_empty()).then_some(Section { decision, temperature: 1.0, terms })
}

/// Numbers of a candidate.
fn width(section: &Option<Section>) -> usize {
    section.as_ref().map_or(0, |section| 1 + section.terms.len())
}

/// A section with what was learned of it, without what hardly counts.
fn with_weights((section, weights): (&Option<Section>, &Vec<f64>)) -> Option<Section> {
    let section = section.as_ref()?;
    let [score, weights @ ..] = &weights[..] else { return None };
    let terms = section.terms.iter().zip(weights).filter(|(_, weight)| weight.abs() > NOTHING);
    let terms = terms.map(|(term, &weight)| Term { weight: rounded(weight), ..term.clone() });
    // A score that counts for nothing, or against itself, counts for next to nothing.
    let temperature = rounded(section.temperature / score.max(1e-3));
    Some(Section { temperature, terms: terms.collect(), ..section.clone() })
}

fn deals(phase: Phase, part: Range<u64>) -> Range<u64> {
    let first = FIRST_DEAL + phase as u64 * PHASE;
    first + part.start..first + part.end
}

fn nothing(why: &str) -> CourseError {
    CourseError {
        message: format!("there is nothing to learn: {why}"),
        help: "begin with another strategy, or name more --features".to_owned(),
    }
}

fn estimate(scores: &[Score]) -> Estimate {
    share_of(scores.iter().map(Score::won))
}

/// Two strategies on the same deals.
fn beside(one: &[Score], other: &[Score]) -> Paired {
    let grouped = |scores: &[Score]| by_group(scores.iter().map(Score::won));
    paired::difference(&grouped(one), &grouped(other), one.len() as u64)
}

/// Several learnings of the same, from other seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The mean of what they gained, and half of its interval: over deals and over learnings.
    pub mean: f64,
    pub half_width: f64,
}

/// What several learnings gained together.
pub fn together(tests: &[&Test]) -> Option<Spread> {
    let gains: Vec<Estimate> = tests.iter().map(|test| test.field.difference).collect();
    let values: Vec<f64> = gains.iter().filter_map(|gain| gain.value).collect();
    let count = values.len() as f64;
    if values.len() != gains.len() || values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / count;
    let between = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0);
    let deals = gains.iter().filter_map(|gain| gain.standard_error).map(|error| error * error).sum::<f64>();
    let quantile = student_of_few(values.len() as u64 - 1)?;
    // Learnings that are tested on the same deals differ by less than deals say; both are counted.
    let error = (between / count + deals / (count * count)).sqrt();
    Some(Spread { mean, half_width: quantile * error })
}
