mod adapted;
mod answer;
mod call;
mod figures;
mod file;
mod plan;

use sim_play::{arm::Arms, tally::Tally};

pub use answer::{Answer, Comparison, Direction, Ranking, Reply};
pub use call::{Call, CallOption};
pub(crate) use figures::{AHEAD, Measurement, Pairing, Reader};
pub use figures::{ALL, Dimension, ErrorMethod, FigureSelector, TallyFigure};
pub use file::{ChartKind, QuestionSummary, ShippedSources, Sources};
pub use plan::{AnswerForm, AnswerPlan, AnswerSpec, Extreme, Hypothesis, PlannedFigure};

use crate::{
    ArmTally, Effort, Error, Lab, Parts, Work,
    adapt::AdaptSpec,
    experiment::design::Point,
    grid::Grid,
    not_played::NotPlayed,
    pairs::{self, FigureRow},
    spec::ArmSpec,
    summary::Summary,
    sweep::{Lines, Swept, SweptReader, lines},
};

pub struct Question {
    pub title: String,
    pub question: String,
    pub spec: ArmSpec,
    pub arms: Arms,
    pub effort: Effort,
    /// How players retrain under the rules of each arm, if the question is also asked about those.
    pub adapting: Option<AdaptSpec>,
    pub answer_spec: AnswerSpec,
    pub plan: AnswerPlan,
    pub varied: Option<Variation>,
    /// The charts to draw; empty for all.
    pub charts: Vec<String>,
}

pub struct Variation {
    pub grid: Grid,
    /// Points of the arms after the first.
    pub points: Vec<Point>,
    pub not_played: Vec<NotPlayed>,
}

pub struct QuestionResult {
    /// The answer for players without retraining.
    pub answer: Answer,
    /// The answer for players retrained under the rules of each arm, if requested.
    pub after: Option<Answer>,
    pub deals: u64,
    pub run: Option<Summary>,
    /// Differences from the first arm, of the other arms with as many players, in their order.
    pub differences: Vec<ArmDifferences>,
    pub lines: Option<Lines>,
}

pub struct ArmDifferences {
    pub name: String,
    /// Their q-values are over the rows of all arms.
    pub rows: Vec<FigureRow>,
}

struct ArmResult {
    measurements: Vec<Measurement>,
    run: Option<Summary>,
    differences: Option<ArmDifferences>,
    swept: Option<Swept>,
}

/// Plays every arm of a question on the same deals, with the given effort, and answers it.
///
/// ```
/// use sim_lab::{Effort, Lab, Stop, catalogue::Catalogue, question::{Question, ShippedSources, ask}};
///
/// let text = r#"
/// format = 1
/// game = "delectable"
/// title = "The raider"
/// question = "Does the raider win more than its fair share?"
/// strategies = ["raider", "balancer"]
/// n = 2_000
/// [answer]
/// strategy = "raider"
/// yes_if = "more"
/// "#;
/// static GAMES: [&sim_play::Entry; 1] = [&sim_delectable::ENTRY];
/// let question = Question::read("raider.toml", text, &ShippedSources(Catalogue(&GAMES)))?;
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let answered = ask(&question, question.effort, &mut lab)?;
/// println!("{:?} less {:?}", answered.answer.value, answered.answer.other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ask(question: &Question, effort: Effort, lab: &mut Lab<'_>) -> Result<QuestionResult, Error> {
    let Question { spec, arms, plan, varied, .. } = question;
    let first = &arms.first().arm;
    let mut reader = varied.as_ref().map(|one| SweptReader::new(&one.grid, &one.points, arms, spec));
    let mut parts = question.parts(effort);
    let see = |at: &ArmTally<'_>| {
        let tally = at.tally;
        let measurements = plan.of_arm(at.at, tally);
        let subjects = (at.named.arm.subject(), first.subject());
        let run = arms.others().is_empty().then(|| Summary::new(&subjects.1, tally));
        let swept = reader.as_mut().map(|reader| reader.read(at));
        // Tables of different sizes share no deals.
        let is_paired = swept.is_none() && at.at > 0 && subjects.0.players == subjects.1.players;
        let differences = is_paired.then(|| {
            let rows = pairs::between((&at.named.arm, tally), (first, at.first), pairs::figures)?;
            Ok::<_, Error>(ArmDifferences { name: at.named.name.clone(), rows })
        });
        Ok(ArmResult { measurements, run, differences: differences.transpose()?, swept })
    };
    let compared = parts.next(lab, |lab| lab.compare_all(arms, effort, see))?;
    let (mut by_arm, mut run, mut differences, mut swept) = (Vec::new(), None, Vec::new(), Vec::new());
    for read in compared.read {
        by_arm.push(read.measurements);
        run = run.or(read.run);
        differences.extend(read.differences);
        swept.extend(read.swept);
    }
    pairs::set_q_values(differences.iter_mut().flat_map(|arm| &mut arm.rows));
    let measurements = plan.in_order(by_arm);
    let after = question
        .adapting
        .as_ref()
        .map(|spec| parts.next(lab, |lab| adapted::answer(question, spec, effort, lab)));
    Ok(QuestionResult {
        answer: answer::answer(question, &[measurements]),
        after: after.transpose()?,
        deals: compared.deals,
        run,
        differences,
        lines: varied.as_ref().map(|varied| lines(&varied.grid, &swept)),
    })
}

impl Question {
    fn parts(&self, effort: Effort) -> Parts {
        let adapting = self.adapting.as_ref().map(|spec| adapted::work(self, spec, effort));
        Parts::new(std::iter::once(Work::of_arms(&self.arms, effort)).chain(adapting))
    }

    /// The work of an answer, as far as it is known before a run with a precision goal.
    pub fn work(&self, effort: Effort) -> Work {
        self.parts(effort).work()
    }
}

impl AnswerPlan {
    fn of_arm(&self, arm: usize, tally: &Tally) -> Vec<Measurement> {
        let figures = Reader::new(tally);
        let own = self.items.iter().filter(|item| item.arm == arm);
        own.map(|item| figures.read(&item.figure)).collect()
    }

    fn in_order(&self, by_arm: Vec<Vec<Measurement>>) -> Vec<Measurement> {
        let mut by_arm: Vec<_> = by_arm.into_iter().map(Vec::into_iter).collect();
        self.items.iter().filter_map(|item| by_arm.get_mut(item.arm)?.next()).collect()
    }
}
