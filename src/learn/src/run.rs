//! A training run: surveys the decisions of the base, then plays batches of games and learns from each.

mod evaluation;

use std::ops::Range;

use crate::{
    arena::{Phase, Table, deals},
    critic::Critic,
    improve::improve,
    prune::{CostModel, DecisionCounts, Pruning},
    screen::{self, Interaction, Screen},
    spec::{Base, Spec, TrainingError},
    survey::{DecisionSurvey, SurveyNeeds, choices_in, survey},
    terms::clock,
    trainer::{LogEntry, Sampler, TrainerState, won},
};
pub use evaluation::TrainedPolicy;
use sim_engine::{Luck, Objective, Purpose};
use sim_play::{
    Schedule, Utility,
    arm::{RolloutJob, SamplingJob, Stop, Stopped, TrajectoryBatch},
    tally::WIN,
};
use sim_script::{
    LearnedDecision, Script, Strategy,
    formula::compile::Scale,
    learned::{Input, Layer, Section, Term, rounded},
    network::{Network, NetworkShape},
    notes::{BehaviorPolicy, DecisionPolicy},
    script::Template,
};

/// Deals of a survey. More blocks of this size follow while a decision was met too seldom and there is room for
/// the values, up to the limit.
const SURVEY: u64 = 48;
const USUAL: SurveyLimits = SurveyLimits { well_met: 200, room: 2_000_000, deals: 40 * SURVEY };
/// No decision is met often enough; at most 200 MB of values.
const THOROUGH: SurveyLimits = SurveyLimits { well_met: u64::MAX, room: 50_000_000, deals: 400 * SURVEY };
/// Mean probabilities of the best score to try before training. Games of each trial: the budget divided by the
/// first number, at most the second.
const LEVELS: [f64; 7] = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98];
const TRIAL: (u64, u64) = (20, 400);
/// Games for screening interactions: the budget divided by the first number, at most the second. Deals per block.
const SCREENED: (u64, u64) = (10, 4_000);
const BLOCK: u64 = 64;
/// Decisions met less often in the survey are not trained, unless they already have a learned section.
const LEAST_MET: u64 = 20;
/// Evaluations against the base during a self-play run.
const EVALUATIONS: f64 = 20.0;
/// Weights that move no probability by more than about this much are left out of the file.
const NEGLIGIBLE: f64 = 0.004;
/// When pruning happens, as a share of the budget; the remaining weights train on. It is before the last third,
/// whose mean may be the result.
const PRUNED_AT: f64 = 0.6;
/// Games to measure what each feature changes.
const PRUNING_GAMES: u64 = 240;

/// Rounds of improvement by rollouts, compared decisions per game, alternatives of each decision, and games per
/// batch.
const ROUNDS: u64 = 5;
const COMPARED: f64 = 2.0;
const ALTERNATIVES: usize = 5;
const GAMES_COMPARED: f64 = 32.0;

const NETWORK: Purpose = Purpose::new("learn.network");

/// When a survey ends: every new decision was met often enough, or the limit of values or of deals is reached.
#[derive(Clone, Copy)]
struct SurveyLimits {
    well_met: u64,
    room: usize,
    deals: u64,
}

impl SurveyLimits {
    fn of(spec: &Spec<'_>) -> SurveyLimits {
        if spec.method.is_thorough { THOROUGH } else { USUAL }
    }
}

struct Candidate {
    weights: Vec<DecisionPolicy>,
    strategy: Strategy,
    text: String,
}

pub struct TrainingRun<'a> {
    spec: &'a Spec<'a>,
    stop: &'a Stop,
    template: Template,
    /// By decision; none if it is not trained.
    sections: Vec<Option<Section>>,
    learner: Strategy,
    base: Strategy,
    schedules: Vec<Schedule>,
    begin: TrainerState,
    /// Counts of each decision in the survey; 0 if it is not trained.
    met: Vec<DecisionCounts>,
    /// Trained decisions per game, of all learning seats.
    per_game: f64,
    /// The screened interactions, of decisions that have too many to train all.
    interactions: Vec<Interaction>,
    /// Games played before the first batch.
    pub surveyed: u64,
}

struct TableSampler<'a> {
    spec: &'a Spec<'a>,
    stop: &'a Stop,
    table: Table<'a>,
    learner: &'a Strategy,
    schedule: &'a Schedule,
}

impl Sampler for TableSampler<'_> {
    fn play(&self, policy: &BehaviorPolicy, deals: Range<u64>) -> Result<Vec<TrajectoryBatch>, Stopped> {
        let strategies = std::iter::once(self.learner).chain(self.spec.field).collect();
        let job = SamplingJob { strategies, schedule: self.schedule, policy, deals };
        self.table.game.sample_trajectories(&job, self.spec.seed, self.stop)
    }

    fn players(&self) -> usize {
        self.table.players
    }

    fn utility(&self) -> Utility {
        self.table.game.utility()
    }
}

impl<'a> TrainingRun<'a> {
    /// Surveys the base and prepares the training.
    ///
    /// # Errors
    /// When the base cannot be read or has nothing to train; when a stop was requested.
    pub fn open(spec: &'a Spec<'a>, stop: &'a Stop) -> Result<TrainingRun<'a>, TrainingError> {
        let run = TrainingRun::with(spec, stop, Vec::new())?;
        let (interactions, games) = run.screen()?;
        if interactions.is_empty() {
            return Ok(run);
        }
        let before = run.surveyed + games;
        let run = TrainingRun::with(spec, stop, interactions)?;
        Ok(TrainingRun { surveyed: before + run.surveyed, ..run })
    }

    fn with(
        spec: &'a Spec<'a>,
        stop: &'a Stop,
        interactions: Vec<Interaction>,
    ) -> Result<TrainingRun<'a>, TrainingError> {
        let schedules: Result<Vec<Schedule>, TrainingError> =
            spec.tables.iter().map(|table| spec.schedule(table.players)).collect();
        let schedules = schedules?;
        let Base { name, origin, text } = &spec.base;
        let template = spec.entry.template(name, origin, text)?;
        let base = spec.read(text)?;
        let Strategy::Script(script) = &base else { return Err(nothing("the base has no formulas")) };
        let vocabulary = spec.entry.vocabulary();
        let drafts: Vec<Option<Section>> =
            (0..vocabulary.points.len()).map(|at| draft(spec, script, at, &interactions)).collect();
        let draft = spec.learner(&template, &drafts)?;
        // If every term already has its scale, a survey has little to find.
        let is_new: Vec<bool> =
            drafts.iter().enumerate().map(|(at, draft)| has_new(draft, script, at)).collect();
        let has_temperature = |at: usize| {
            let point = script.point_at(at);
            point.learned.is_some() || point.temperature > 0.0
        };
        let needs = drafts.iter().enumerate().map(|(at, draft)| SurveyNeeds {
            width: width(draft),
            inputs: draft.iter().flat_map(|section| &section.layer).map(|layer| layer.inputs.len()).sum(),
            is_mixed: vocabulary.points[at].parts_of(0).len() > 1,
            is_temperature_needed: draft.is_some() && !has_temperature(at),
            is_scale_needed: is_new[at],
        });
        let needs: Vec<SurveyNeeds> = needs.collect();
        let (mut pieces, mut surveyed, mut room) = (Vec::new(), 0, 0);
        let mut times = vec![0; needs.len()];
        let limits = SurveyLimits::of(spec);
        loop {
            let before = pieces.len();
            for (table, schedule) in spec.tables.iter().zip(&schedules) {
                let sampler = TableSampler { spec, stop, table: *table, learner: &draft, schedule };
                let part = deals(Phase::Survey, surveyed..surveyed + SURVEY);
                pieces.extend(sampler.play(&BehaviorPolicy::Survey, part)?);
            }
            surveyed += SURVEY;
            for piece in &pieces[before..] {
                room += piece.notes.values.len();
                choices_in(piece).for_each(|(_, noted)| times[usize::from(noted.point)] += 1);
            }
            let is_rare =
                times.iter().zip(&is_new).any(|(times, is_new)| *is_new && *times < limits.well_met);
            if !is_rare || surveyed == limits.deals || room > limits.room {
                break;
            }
        }
        let survey = survey(&pieces, &needs, (vocabulary.context.len(), &LEVELS));
        drop(pieces);
        let context_scale = |at: usize| {
            let [mean, sd] = [survey.mean[at], survey.sd[at]].map(|value| rounded(value.into()));
            (sd > 0.0).then_some(Scale { mean, sd })
        };
        let mut sections = Vec::new();
        let mut weights: Vec<DecisionPolicy> = Vec::new();
        let mut met = Vec::new();
        for (at, (draft, found)) in drafts.into_iter().zip(&survey.decisions).enumerate() {
            let known = script.point_at(at).learned.as_ref();
            let section = draft.filter(|_| found.met >= LEAST_MET || known.is_some()).map(|mut section| {
                let own = script.point_at(at).temperature;
                section.temperature = match known {
                    Some(known) => known.temperature,
                    None if own > 0.0 => own,
                    None => found.temperatures[0],
                };
                let terms = section.terms.into_iter().enumerate();
                let placed =
                    terms.filter_map(|(at, term)| match known.and_then(|known| known.term(&term.text)) {
                        Some(known) => Some(known.clone()),
                        None => found.scales.get(at)?.map(|scale| Term { scale, ..term }),
                    });
                section.terms = placed.collect();
                section.layer = match known.and_then(LearnedDecision::layer) {
                    Some(known) => Some(known.clone()),
                    None => section
                        .layer
                        .and_then(|layer| initialized(layer, found, context_scale, (spec.seed, at))),
                };
                section
            });
            let own = section.as_ref().map_or(DecisionPolicy::default(), Section::policy);
            let (times, candidates) = (found.met as f64, found.candidates as f64);
            met.push(if section.is_some() {
                DecisionCounts { times, candidates }
            } else {
                DecisionCounts::default()
            });
            weights.push(own);
            sections.push(section);
        }
        if sections.iter().flatten().all(|section| section.terms.is_empty() && section.layer.is_none()) {
            return Err(nothing("no decision was met that has features to learn by"));
        }
        let learner = spec.learner(&template, &sections)?;
        let firm = |at: usize, level: usize| match &survey.decisions[at].temperatures[..] {
            [] => 1.0,
            temperatures => temperatures[0] / temperatures[level],
        };
        // If every decision already has its temperature, all levels are the same.
        let is_open = |at: usize| {
            !weights[at].linear.is_empty()
                && LEVELS.iter().enumerate().any(|(level, _)| firm(at, level) != 1.0)
        };
        let (level, tried) = match (0..weights.len()).any(is_open) {
            true => softest((spec, stop), (&learner, &base), (&weights, &firm))?,
            false => (0, 0),
        };
        for (at, weights) in weights.iter_mut().enumerate() {
            weights.linear.iter_mut().take(1).for_each(|score| *score = firm(at, level));
        }
        let all: f64 = met.iter().map(|counts| counts.times).sum();
        let per_game = all / survey.games.max(1) as f64;
        let critic = Critic::new(survey.mean, survey.sd, clock(vocabulary));
        let begin = TrainerState::new(&weights, critic);
        let surveyed = survey.games + tried;
        Ok(TrainingRun {
            spec,
            stop,
            template,
            sections,
            learner,
            base,
            schedules,
            begin,
            met,
            per_game,
            interactions,
            surveyed,
        })
    }

    /// Plays games with the initial weights to rank interactions that are too many; returns the games too.
    fn screen(&self) -> Result<(Vec<Interaction>, u64), Stopped> {
        let (spec, vocabulary) = (self.spec, self.spec.entry.vocabulary());
        let Strategy::Script(base) = &self.base else { return Ok((Vec::new(), 0)) };
        let screen = |(at, section): (usize, &Option<Section>)| {
            Screen::new(vocabulary, at, section.as_ref(), spec.terms(base, at).screened)
        };
        let mut screens: Vec<Screen> = self.sections.iter().enumerate().map(screen).collect();
        if screens.iter().all(Screen::is_empty) {
            return Ok((Vec::new(), 0));
        }
        let (mut state, mut played) = (self.begin(), 0);
        let weights = state.weights();
        let policy = BehaviorPolicy::Weights(weights.clone().into());
        let games = (spec.games / SCREENED.0).clamp(1, SCREENED.1).div_ceil(spec.tables.len() as u64);
        for (table, schedule) in spec.tables.iter().zip(&self.schedules) {
            let sampler =
                TableSampler { spec, stop: self.stop, table: *table, learner: &self.learner, schedule };
            let end = schedule.deals_for(games).0;
            for first in (0..end).step_by(BLOCK as usize) {
                let part = deals(Phase::Screening, first..end.min(first + BLOCK));
                let pieces = sampler.play(&policy, part)?;
                let advantages = state.credit_all(&pieces, &sampler, 1.0);
                for (piece, advantages) in pieces.iter().zip(&advantages) {
                    played += piece.wins.len() as u64;
                    screen::count(&mut screens, piece, &weights, (advantages, state.critic()));
                }
            }
        }
        Ok((screen::ranked(screens), played))
    }

    /// Whether a stored state belongs to this run: it has as many numbers of each kind.
    pub fn fits(&self, state: &TrainerState) -> bool {
        state.is_like(&self.begin)
    }

    pub fn begin(&self) -> TrainerState {
        self.begin.clone()
    }

    /// The share of the budget that is spent.
    pub fn done(&self, state: &TrainerState) -> f64 {
        (state.games as f64 / self.spec.games.max(1) as f64).min(1.0)
    }

    pub fn is_over(&self, state: &TrainerState) -> bool {
        state.games >= self.spec.games
    }

    /// Plays the next batch and learns from it.
    ///
    /// # Errors
    /// When a stop was requested: then the state is unchanged, and the batch is played again. When no strategy
    /// can be made of the weights.
    pub fn step(&self, state: &mut TrainerState) -> Result<(), TrainingError> {
        let mut next = state.clone();
        self.advance(&mut next)?;
        *state = next;
        Ok(())
    }

    fn advance(&self, state: &mut TrainerState) -> Result<(), TrainingError> {
        let spec = self.spec;
        if let Some(worlds) = spec.method.worlds {
            return self.round(state, worlds);
        }
        if spec.is_pruned && state.pruned().is_none() && self.done(state) >= PRUNED_AT {
            self.prune(state)?;
        }
        let at = state.batches as usize % self.schedules.len();
        let schedule = &self.schedules[at];
        let sampler =
            TableSampler { spec, stop: self.stop, table: spec.tables[at], learner: &self.learner, schedule };
        let per_deal = schedule.games_a_deal().max(1.0);
        let wanted = ((spec.method.batch as f64 / per_deal).ceil() as u64).max(1);
        let first = deals(Phase::Learning, 0..0).start;
        let evaluations = |state: &TrainerState| (self.done(state) * EVALUATIONS) as u64;
        let before = evaluations(state);
        state.step(&sampler, &spec.method, first, wanted, (spec.seed, self.done(state)))?;
        // Among copies of itself every player wins its fair share, so bases are the measure.
        if spec.test_games > 0 && self.is_self_play() && evaluations(state) > before {
            let worth = self.evaluate_among_bases(&state.weights(), state.batches)?;
            if let Some(entry) = state.log.last_mut() {
                entry.among_bases = worth;
            }
        }
        Ok(())
    }

    /// For a share of the budget, compares decisions with alternatives by rollouts, and improves the policy.
    fn round(&self, state: &mut TrainerState, worlds: u32) -> Result<(), TrainingError> {
        let spec = self.spec;
        let weights = state.weights();
        let strategy = self.candidate(&weights)?.strategy;
        let policy = BehaviorPolicy::Weights(weights.into());
        let (mut batches, mut games, mut at) = (Vec::new(), 0, 0);
        while games < spec.games.div_ceil(ROUNDS) {
            let turn = at % spec.tables.len();
            let (table, schedule) = (&spec.tables[turn], &self.schedules[turn]);
            let count = (GAMES_COMPARED / schedule.games_a_deal().max(1.0)).ceil() as u64;
            let job = RolloutJob {
                strategies: std::iter::once(&strategy).chain(spec.field).collect(),
                schedule,
                learner: &self.learner,
                policy: &policy,
                rate: (COMPARED / self.per_game).min(1.0),
                worlds,
                alternatives: ALTERNATIVES,
                deals: deals(Phase::Learning, state.deals..state.deals + count),
            };
            let found = table.game.rollouts(&job, spec.seed, self.stop)?;
            state.deals += count;
            games += found.iter().map(|batch| batch.games).sum::<u64>();
            batches.extend(found);
            at += 1;
        }
        state.games += games;
        let improvement = improve(state, &batches, spec.seed);
        state.batches += 1;
        let seats: u64 = batches.iter().map(|batch| batch.seats).sum();
        let wins: i64 = batches.iter().map(|batch| batch.won).sum();
        let among_bases = match self.is_self_play() && spec.test_games > 0 {
            true => self.evaluate_among_bases(&state.weights(), state.batches)?,
            false => None,
        };
        state.log.push(LogEntry {
            games: state.games,
            players: spec.tables[0].players,
            won: wins as f64 / (WIN as f64 * seats.max(1) as f64),
            plan: None,
            entropy: improvement.entropy,
            divergence: 0.0,
            among_bases,
        });
        Ok(())
    }

    /// Trains to the end in one call.
    ///
    /// # Errors
    /// When no strategy can be made of the weights; when a stop was requested.
    pub fn whole(&self) -> Result<TrainedPolicy, TrainingError> {
        let mut state = self.begin();
        while !self.is_over(&state) {
            self.step(&mut state)?;
        }
        self.finish(&state, &mut |_| Ok(()))
    }

    /// The result of a run without a test: the mean of the last third, or the current weights before that.
    /// Returns the strategy and its text.
    ///
    /// # Errors
    /// When no strategy can be made of the weights.
    pub fn settled(&self, state: &TrainerState) -> Result<(Strategy, String), TrainingError> {
        let Candidate { strategy, text, .. } =
            self.candidate(&state.late_mean().unwrap_or_else(|| state.weights()))?;
        Ok((strategy, text))
    }

    fn is_self_play(&self) -> bool {
        self.spec.field.is_empty() && self.spec.tables.iter().any(|table| table.players > 1)
    }

    /// The strategy with these weights.
    ///
    /// # Errors
    /// When its text cannot be read, although the learner's could.
    fn candidate(&self, weights: &[DecisionPolicy]) -> Result<Candidate, TrainingError> {
        let sections: Vec<Section> = self.sections.iter().zip(weights).filter_map(with_weights).collect();
        let text = self.template.with_sections(&sections);
        Ok(Candidate { weights: weights.to_vec(), strategy: self.spec.read(&text)?, text })
    }

    /// Leaves out features that cost more than they gain; none if the learner is cheap enough.
    fn prune(&self, state: &mut TrainerState) -> Result<(), Stopped> {
        let spec = self.spec;
        let Strategy::Script(base) = &self.base else { return Ok(()) };
        let (weights, policy) = (state.weights(), BehaviorPolicy::Weights(state.weights().into()));
        let script = |weights: &[DecisionPolicy]| match self.candidate(weights).ok()?.strategy {
            Strategy::Script(script) => Some(script),
            _ => None,
        };
        let Some(before) = script(&weights) else { return Ok(()) };
        let mut pieces = Vec::new();
        for (table, schedule) in spec.tables.iter().zip(&self.schedules) {
            let sampler =
                TableSampler { spec, stop: self.stop, table: *table, learner: &self.learner, schedule };
            let games = PRUNING_GAMES.div_ceil(spec.tables.len() as u64);
            pieces.extend(sampler.play(&policy, deals(Phase::Trial, 0..schedule.deals_for(games).0))?);
        }
        let prices = CostModel { vocabulary: spec.entry.vocabulary(), base, met: &self.met };
        let found = prices.cheapest(&before, &self.sections, &weights, &pieces);
        let mut after = weights;
        for (group, _) in found.iter().filter(|(_, tried)| tried.is_left_out) {
            group.terms.iter().for_each(|&term| after[group.decision].linear[term] = 0.0);
        }
        let Some(cheap) = script(&after) else { return Ok(()) };
        let (groups, tried): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let cost = [prices.of(&before), prices.of(&cheap)];
        let gone = groups.iter().zip(&tried).filter(|(_, tried)| tried.is_left_out);
        let gone: Vec<(usize, Vec<usize>)> =
            gone.map(|(group, _)| (group.decision, group.terms.clone())).collect();
        let gone = gone.iter().map(|(decision, terms)| (*decision, &terms[..]));
        state.leave_out(gone, Pruning { tried, cost });
        Ok(())
    }
}

/// The first level at which the untrained learner still wins enough in place of one base, and the games played to
/// find it. `firm` is the weight of a decision's score at a level.
fn softest(
    (spec, stop): (&Spec<'_>, &Stop),
    (learner, base): (&Strategy, &Strategy),
    (weights, firm): (&[DecisionPolicy], &dyn Fn(usize, usize) -> f64),
) -> Result<(usize, u64), Stopped> {
    let last = LEVELS.len() - 1;
    let rivals: Vec<&Strategy> = if spec.field.is_empty() { vec![base] } else { spec.field.iter().collect() };
    let schedules: Option<Vec<Schedule>> =
        spec.tables.iter().map(|table| Schedule::against(rivals.len(), table.players)).collect();
    let Some(schedules) = schedules else { return Ok((last, 0)) };
    let games = (spec.games / TRIAL.0).clamp(1, TRIAL.1).div_ceil(spec.tables.len() as u64);
    let mut played = 0;
    let mut worth = |policy: &BehaviorPolicy| -> Result<f64, Stopped> {
        let at_table = |(table, schedule): (&Table<'_>, &Schedule)| {
            let strategies = std::iter::once(learner).chain(rivals.iter().copied()).collect();
            let first = SurveyLimits::of(spec).deals;
            let part = deals(Phase::Survey, first..first + schedule.deals_for(games).0);
            let job = SamplingJob { strategies, schedule, policy, deals: part };
            let pieces = table.game.sample_trajectories(&job, spec.seed, stop)?;
            played += pieces.iter().map(|piece| piece.wins.len() as u64).sum::<u64>();
            Ok(won(&pieces, Utility::new(spec.entry.info(), Objective::Wins)))
        };
        spec.tables.iter().zip(&schedules).map(at_table).sum()
    };
    let own = worth(&BehaviorPolicy::Survey)?;
    for level in 0..last {
        let mut weights = weights.to_vec();
        for (at, weights) in weights.iter_mut().enumerate() {
            weights.linear.iter_mut().take(1).for_each(|score| *score = firm(at, level));
        }
        if worth(&BehaviorPolicy::Weights(weights.into()))? >= spec.method.kept * own {
            return Ok((level, played));
        }
    }
    Ok((last, played))
}

/// The section of a decision with all terms to try, without weights and scales; none if there are no terms.
fn draft(spec: &Spec<'_>, base: &Script, at: usize, interactions: &[Interaction]) -> Option<Section> {
    let terms = spec.terms(base, at);
    let mut texts = terms.tried;
    let decision = spec.entry.vocabulary().points[at].name;
    let interactions = interactions.iter().filter(|one| one.is_learned && one.decision == decision);
    let known = base.point_at(at).learned.iter().flat_map(|learned| &learned.terms);
    for text in interactions.map(|one| &one.term).chain(known.map(|term| &term.text)) {
        if !texts.contains(text) {
            texts.push(text.clone());
        }
    }
    let known = base.point_at(at).learned.as_ref().and_then(LearnedDecision::layer).cloned();
    let layer = known.or_else(|| {
        let input = |text| Input { text, scale: Scale::PLAIN };
        let context = terms.context.into_iter().map(|at| (at, Scale::PLAIN)).collect();
        let shape = NetworkShape { own: terms.inputs.len(), context, units: spec.hidden? };
        let inputs: Vec<Input> = terms.inputs.into_iter().map(input).collect();
        (!inputs.is_empty()).then(|| Layer { inputs, network: Network::new(shape, []) })
    });
    let term = |text| Term { text, weight: 0.0, scale: Scale::PLAIN };
    let terms: Vec<Term> = texts.into_iter().map(term).collect();
    let decision = decision.to_owned();
    (!terms.is_empty()).then_some(Section { decision, temperature: 1.0, terms, layer })
}

/// A layer at the beginning of training, with the inputs that differ. Each unit has weights of its own, drawn as
/// He et al. (2015) propose for rectified units. Outputs are 0, so it adds nothing to a logit yet.
fn initialized(
    layer: Layer,
    found: &DecisionSurvey,
    context_scale: impl Fn(usize) -> Option<Scale>,
    (seed, decision): (u64, usize),
) -> Option<Layer> {
    let own = layer.inputs.into_iter().enumerate();
    let own = own.filter_map(|(at, input)| Some(Input { scale: (*found.inputs.get(at)?)?, ..input }));
    let inputs: Vec<Input> = own.collect();
    let NetworkShape { context, units, .. } = layer.network.shape();
    let context = context.iter().filter_map(|(at, _)| Some((*at, context_scale(*at)?))).collect();
    let shape = NetworkShape { own: inputs.len(), context, units: *units };
    let count = inputs.len() + shape.context.len();
    let most = (6.0 / count.max(1) as f64).sqrt();
    let mut stream = Luck::new(seed, decision as u64).stream(NETWORK, 0);
    let mut drawn = || rounded(most * (2.0 * stream.unit() - 1.0)) as f32;
    let bias = std::iter::repeat_n(0.0, *units);
    let weights: Vec<f32> = bias.chain((0..count * units).map(|_| drawn())).collect();
    (!inputs.is_empty()).then(|| Layer { inputs, network: Network::new(shape, weights) })
}

fn has_new(section: &Option<Section>, base: &Script, at: usize) -> bool {
    let known = base.point_at(at).learned.as_ref();
    let is_known = |text: &str| known.is_some_and(|known| known.term(text).is_some());
    let has_layer = section.as_ref().is_some_and(|section| section.layer.is_some());
    let is_layer_new = has_layer && known.and_then(LearnedDecision::layer).is_none();
    is_layer_new || section.iter().flat_map(|section| &section.terms).any(|term| !is_known(&term.text))
}

fn width(section: &Option<Section>) -> usize {
    let inputs = |section: &Section| section.layer.as_ref().map_or(0, |layer| layer.inputs.len());
    section.as_ref().map_or(0, |section| 1 + section.terms.len() + inputs(section))
}

/// A section with its trained weights, without the negligible ones.
fn with_weights((section, policy): (&Option<Section>, &DecisionPolicy)) -> Option<Section> {
    let section = section.as_ref()?;
    let [score, weights @ ..] = &policy.linear[..] else { return None };
    let terms = section.terms.iter().zip(weights).filter(|(_, weight)| weight.abs() > NEGLIGIBLE);
    let terms = terms.map(|(term, &weight)| Term { weight: rounded(weight), ..term.clone() });
    // A score whose weight is 0 or negative gets a tiny one, because a temperature is above 0.
    let temperature = rounded(section.temperature / score.max(1e-3));
    let layer = section.layer.as_ref().zip(policy.network.as_ref());
    let layer =
        layer.map(|(layer, network)| Layer { inputs: layer.inputs.clone(), network: network.clone() });
    Some(Section { decision: section.decision.clone(), temperature, terms: terms.collect(), layer })
}

fn nothing(why: &str) -> TrainingError {
    TrainingError::Unfit {
        message: format!("there is nothing to learn: {why}"),
        help: "begin with another strategy, or name more --features".to_owned(),
    }
}
