use std::{fmt, ops::Range};

use crate::{
    arena::{Arena, AtTable, Phase, Table, Test, deals},
    critic::Critic,
    method::Method,
    prune::{Left, Met, Prices, Pruning},
    screen::{self, Interaction, Screen},
    survey::{met_in, survey},
    terms::{Features, Terms, clock},
    trainer::{Sampler, TrainerState, won},
};
use sim_engine::{Objective, text::FileError};
use sim_play::{
    Entry, Schedule, Utility,
    arm::{SamplingJob, Stop, Stopped, TrajectoryBatch},
};
use sim_script::{
    Script, Strategy,
    evaluator::first_most,
    formula::compile::Scale,
    learned::{Section, Term, rounded},
    notes::BehaviorPolicy,
    script::Template,
};

/// Deals of a survey; as many again while a decision was met too seldom to know it well and there is room for
/// their numbers, up to the most.
const SURVEY: u64 = 48;
const WELL_MET: u64 = 200;
const ROOM: usize = 2_000_000;
const MOST_SURVEYED: u64 = 40 * SURVEY;
/// Mean chances of the best score that are tried before anything is learned, and games of each trial: a part
/// of the budget, and no more than that.
const LEVELS: [f64; 7] = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98];
const TRIAL: (u64, u64) = (20, 400);
/// Games by which interactions are screened: a part of the budget, and no more than that; so many deals at a time.
const SCREENED: (u64, u64) = (10, 4_000);
const BLOCK: u64 = 64;
/// What was met less often in the survey is left as it is.
const LEAST_MET: u64 = 20;
/// How often a self-play looks how it does among bases, and games of each look.
const LOOKS: f64 = 20.0;
const LOOK: u64 = 400;
/// Weights that move no chance by more than about this part are left out of the file.
const NOTHING: f64 = 0.004;
/// Deals on which weights are chosen are far from those of learning curves.
const CHOOSING: u64 = 1 << 40;
/// How much larger logits are tried, once it is learned, where nobody answers.
const SHARPER: [f64; 3] = [1.5, 2.0, 3.0];
/// When features are left out: what is left is learned on for the rest. Before the last third, whose mean may
/// be what was learned.
const PRUNED_AT: f64 = 0.6;
/// Games that tell what each feature changes.
const LOOKED_AT: u64 = 240;
/// What may be lost by leaving features out: a point of win rate; of other gains a twentieth.
const LOSS: f64 = 0.01;
const PART: f64 = 0.05;

pub struct Spec<'a> {
    pub entry: &'a Entry,
    /// The tables that it learns at: batches take turns.
    pub tables: &'a [Table<'a>],
    pub base: Base,
    /// Whom the test holds it against: the base, unless that is but a part of somebody.
    pub standard: &'a Strategy,
    /// Opponents who do not learn; none for self-play.
    pub field: &'a [Strategy],
    /// Opponents that the learner never meets, for the test.
    pub strangers: &'a [Strategy],
    pub features: Features,
    /// Whether features that cost more than they bring are left out.
    pub is_pruned: bool,
    pub method: Method,
    pub games: u64,
    /// Games of the test, of each candidate. Without any, nothing is looked at on the way either: see
    /// [`TrainingRun::settled`].
    pub test_games: u64,
    pub seed: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    pub name: String,
    pub origin: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrainingError {
    /// The spec cannot be learned by.
    Unfit {
        message: String,
        help: String,
    },
    Stopped,
}

impl TrainingError {
    pub fn help(&self) -> &str {
        match self {
            TrainingError::Unfit { help, .. } => help,
            TrainingError::Stopped => "",
        }
    }
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainingError::Unfit { message, .. } => write!(f, "{message}"),
            TrainingError::Stopped => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for TrainingError {}

impl From<FileError> for TrainingError {
    fn from(error: FileError) -> TrainingError {
        let place = format!("{}:{}:{}", error.origin, error.line, error.column);
        TrainingError::Unfit { message: format!("{place}: {}", error.message), help: error.help }
    }
}

impl From<Stopped> for TrainingError {
    fn from(_: Stopped) -> TrainingError {
        TrainingError::Stopped
    }
}

struct Made {
    weights: Vec<Vec<f64>>,
    strategy: Strategy,
    text: String,
}

struct Chosen {
    made: Made,
    chosen_by: f64,
}

pub struct TrainingRun<'a> {
    spec: &'a Spec<'a>,
    stop: &'a Stop,
    template: Template,
    /// By decision; its terms have no weights yet.
    sections: Vec<Option<Section>>,
    learner: Strategy,
    base: Strategy,
    schedules: Vec<Schedule>,
    begin: TrainerState,
    /// How often decisions are met; nothing where nothing is learned.
    met: Vec<Met>,
    /// Those of decisions that have too many for all to be learned.
    interactions: Vec<Interaction>,
    /// Games that were played before the first batch.
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

#[derive(Debug, Clone)]
pub struct TrainedPolicy {
    pub text: String,
    pub strategy: Strategy,
    /// What it won or made where its weights were chosen: of several learnings the best is known by this, and
    /// told by the test.
    pub chosen_by: f64,
    pub left: Option<Left>,
    /// Interactions that were screened, in the order of decisions; none of those that have few.
    pub interactions: Vec<Interaction>,
    pub test: Test,
}

impl<'a> TrainingRun<'a> {
    /// Looks at what the base meets, and makes everything ready.
    ///
    /// # Errors
    /// When the base cannot be read or nothing of it can be learned; that it was asked to stop.
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
        let widths: Vec<usize> = drafts.iter().map(width).collect();
        // Where every term has its place already, a survey has little to find.
        let is_new: Vec<bool> =
            drafts.iter().enumerate().map(|(at, draft)| has_new(draft, script, at)).collect();
        let mixed: Vec<bool> = vocabulary.points.iter().map(|point| point.parts_of(0).len() > 1).collect();
        let (mut pieces, mut surveyed, mut room) = (Vec::new(), 0, 0);
        let mut times = vec![0; widths.len()];
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
                met_in(piece).for_each(|noted| times[usize::from(noted.point)] += 1);
            }
            let is_rare = times.iter().zip(&is_new).any(|(times, is_new)| *is_new && *times < WELL_MET);
            if !is_rare || surveyed == MOST_SURVEYED || room > ROOM {
                break;
            }
        }
        let survey = survey(&pieces, (&widths, &mixed), (vocabulary.context.len(), &LEVELS));
        drop(pieces);
        let mut sections = Vec::new();
        let mut weights = Vec::new();
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
            let (times, candidates) = (found.met as f64, found.candidates as f64);
            met.push(if section.is_some() { Met { times, candidates } } else { Met::default() });
            weights.push(own);
            sections.push(section);
        }
        if sections.iter().flatten().all(|section| section.terms.is_empty()) {
            return Err(nothing("no decision was met that has features to learn by"));
        }
        let learner = spec.learner(&template, &sections)?;
        let firm = |at: usize, level: usize| {
            let is_known = script.point_at(at).learned.is_some() || script.point_at(at).temperature > 0.0;
            let temperatures = &survey.decisions[at].temperatures;
            if is_known { 1.0 } else { temperatures[0] / temperatures[level] }
        };
        // Where every decision has its temperature already, all levels are the same.
        let is_open = |at: usize| {
            !weights[at].is_empty() && LEVELS.iter().enumerate().any(|(level, _)| firm(at, level) != 1.0)
        };
        let (level, tried) = match (0..weights.len()).any(is_open) {
            true => softest((spec, stop), (&learner, &base), (&weights, &firm))?,
            false => (0, 0),
        };
        for (at, weights) in weights.iter_mut().enumerate() {
            weights.iter_mut().take(1).for_each(|score| *score = firm(at, level));
        }
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
            interactions,
            surveyed,
        })
    }

    /// Plays some games as learning begins and ranks the interactions of decisions that have too many; with the games.
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
        let policy = BehaviorPolicy::Weights(weights.clone());
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
        Ok((screens.into_iter().flat_map(Screen::ranked).collect(), played))
    }

    /// Whether a kept state is one of this learning: as many numbers at every place.
    pub fn fits(&self, state: &TrainerState) -> bool {
        state.is_like(&self.begin)
    }

    pub fn begin(&self) -> TrainerState {
        self.begin.clone()
    }

    /// The part of the budget that is spent.
    pub fn done(&self, state: &TrainerState) -> f64 {
        (state.games as f64 / self.spec.games.max(1) as f64).min(1.0)
    }

    pub fn is_over(&self, state: &TrainerState) -> bool {
        state.games >= self.spec.games
    }

    /// Plays the next batch and learns from it.
    ///
    /// # Errors
    /// When it was asked to stop: then the state is as it was, and the batch is played again.
    pub fn step(&self, state: &mut TrainerState) -> Result<(), Stopped> {
        let mut next = state.clone();
        self.advance(&mut next)?;
        *state = next;
        Ok(())
    }

    fn advance(&self, state: &mut TrainerState) -> Result<(), Stopped> {
        let spec = self.spec;
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
        let looks = |state: &TrainerState| (self.done(state) * LOOKS) as u64;
        let before = looks(state);
        state.step(&sampler, &spec.method, first, wanted, (spec.seed, self.done(state)))?;
        // Among its own kind everybody wins as much as the others.
        if spec.test_games > 0 && self.is_self_play() && looks(state) > before {
            let worth = self.look(&state.weights(), state.batches)?;
            if let Some(entry) = state.log.last_mut() {
                entry.among_bases = worth;
            }
        }
        Ok(())
    }

    /// Learns to the end at once, for whoever does not need to watch.
    ///
    /// # Errors
    /// When a strategy cannot be made of the weights; that it was asked to stop.
    pub fn whole(&self) -> Result<TrainedPolicy, TrainingError> {
        let mut state = self.begin();
        while !self.is_over(&state) {
            self.step(&mut state)?;
        }
        self.finish(&state, &mut |_| Ok(()))
    }

    /// Where a learning ends that is not tested: the mean of its last third, or its weights where it has not come so
    /// far; the strategy and its text.
    ///
    /// # Errors
    /// When a strategy cannot be made of the weights.
    pub fn settled(&self, state: &TrainerState) -> Result<(Strategy, String), TrainingError> {
        let Made { strategy, text, .. } = self.made(&state.late_mean().unwrap_or_else(|| state.weights()))?;
        Ok((strategy, text))
    }

    fn is_self_play(&self) -> bool {
        self.spec.field.is_empty() && self.spec.tables.iter().any(|table| table.players > 1)
    }

    /// What it won or made when it was looked at last: against the field, or in self-play in the place of one
    /// base.
    pub fn shown(&self, state: &TrainerState) -> Option<f64> {
        let is_self_play = self.is_self_play();
        let mut entries = state.log.iter().rev();
        entries.find_map(|entry| if is_self_play { entry.among_bases } else { Some(entry.won) })
    }

    /// The strategy with these weights.
    ///
    /// # Errors
    /// When the text cannot be read, which the learner's could.
    fn made(&self, weights: &[Vec<f64>]) -> Result<Made, TrainingError> {
        let sections: Vec<Section> = self.sections.iter().zip(weights).filter_map(with_weights).collect();
        let text = self.template.with_sections(&sections);
        Ok(Made { weights: weights.to_vec(), strategy: self.spec.read(&text)?, text })
    }

    fn look(&self, weights: &[Vec<f64>], number: u64) -> Result<Option<f64>, Stopped> {
        let Ok(Made { strategy, .. }) = self.made(weights) else { return Ok(None) };
        let arena = self.arena();
        let played = arena.play(&[&strategy], &self.rivals(), Phase::Choice, (number << 16, LOOK))?;
        Ok(played.first().and_then(|played| arena.worth(played)))
    }

    fn arena(&self) -> Arena<'_> {
        let Spec { tables, seed, .. } = *self.spec;
        Arena { tables, utility: self.spec.utility(), seed, stop: self.stop }
    }

    fn rivals(&self) -> Vec<&Strategy> {
        if self.spec.field.is_empty() { vec![&self.base] } else { self.spec.field.iter().collect() }
    }

    /// What a learning came to, and what it wins on deals that nobody met: its last weights or their late mean,
    /// whichever win more, against a field as certain of their choices as wins most, without the features that
    /// cost more than they bring.
    ///
    /// # Errors
    /// When a strategy cannot be made of the weights; that it was asked to stop; those of `watch`, which hears of games
    /// that were played.
    pub fn finish<E: From<TrainingError> + From<Stopped>>(
        &self,
        state: &TrainerState,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<TrainedPolicy, E> {
        let spec = self.spec;
        let (arena, rivals) = (self.arena(), self.rivals());
        let games = spec.test_games / 2;
        let Chosen { mut made, mut chosen_by } = self.choose(state, watch)?;
        let mut left = None;
        if let Some((pruning, whole)) = state.pruned() {
            let whole = self.choose(whole, watch)?;
            let pair = [&whole.made.strategy, &made.strategy];
            let played = arena.play(&pair, &rivals, Phase::Rest, (0, games))?;
            let lost = arena.beside(&played[0], &played[1], 0..spec.tables.len());
            watch(2 * games)?;
            let most = match spec.utility().objective {
                Objective::Wins => LOSS,
                Objective::Points => PART * chosen_by.abs(),
            };
            let is_undone = lost.difference.value.is_some_and(|lost| lost > most);
            if is_undone {
                Chosen { made, chosen_by } = whole;
            }
            left = Some(Left { pruning: pruning.clone(), lost, is_undone });
        }
        let Made { strategy, text, .. } = made;
        let compared = |rivals: &[&Strategy], games: u64| -> Result<_, Stopped> {
            let played = arena.play(&[&strategy, spec.standard], rivals, Phase::Test, (0, games))?;
            let mut played = played.into_iter();
            let mut next = || played.next().unwrap_or_default();
            Ok([next(), next()])
        };
        let all = 0..spec.tables.len();
        let [mine, theirs] = compared(&rivals, spec.test_games)?;
        let won = arena.estimates(&mine).into_iter();
        let at_table = |(at, (table, won)): (usize, (&Table<'_>, _))| AtTable {
            players: table.players,
            won,
            field: arena.beside(&mine, &theirs, at..at + 1),
        };
        let tables = spec.tables.iter().zip(won).enumerate().map(at_table).collect();
        let field = arena.beside(&mine, &theirs, all.clone());
        watch(2 * spec.test_games)?;
        let strangers: Vec<&Strategy> = spec.strangers.iter().collect();
        let strangers = match &strangers[..] {
            [] => None,
            strangers => {
                let [mine, theirs] = compared(strangers, spec.test_games / 2)?;
                Some(arena.beside(&mine, &theirs, all))
            }
        };
        watch(spec.test_games)?;
        let test = Test { tables, field, strangers };
        Ok(TrainedPolicy { text, strategy, chosen_by, left, interactions: self.interactions.clone(), test })
    }

    /// The last weights or their late mean, whichever win more, against a field as certain of their choices as wins
    /// most.
    fn choose<E: From<TrainingError> + From<Stopped>>(
        &self,
        state: &TrainerState,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<Chosen, E> {
        let spec = self.spec;
        let (arena, rivals) = (self.arena(), self.rivals());
        let (last, mean) = (state.weights(), state.late_mean());
        let candidates: Vec<_> = match mean {
            Some(mean) if spec.method.is_mean => vec![mean],
            mean => std::iter::once(last).chain(mean).collect(),
        };
        let mut made = candidates.iter().map(|weights| self.made(weights)).collect::<Result<Vec<_>, _>>()?;
        let games = spec.test_games / 2;
        let worths = |made: &[Made]| -> Result<Vec<f64>, Stopped> {
            let strategies: Vec<&Strategy> = made.iter().map(|made| &made.strategy).collect();
            let played = arena.play(&strategies, &rivals, Phase::Choice, (CHOOSING, games))?;
            Ok(played.iter().map(|played| arena.worth(played).unwrap_or(f64::NEG_INFINITY)).collect())
        };
        let mut all = worths(&made)?;
        watch(games * made.len() as u64)?;
        if !self.is_self_play() {
            // Nobody answers, so that chances need not stay open: how far they may be closed is tried.
            let best = first_most(&all);
            let weights = made[best].weights.clone();
            let sharper: Result<Vec<Made>, TrainingError> =
                SHARPER.iter().map(|by| self.made(&scaled(&weights, *by))).collect();
            let sharper = sharper?;
            all.extend(worths(&sharper)?);
            watch(games * sharper.len() as u64)?;
            made.extend(sharper);
        }
        let best = first_most(&all);
        Ok(Chosen { made: made.swap_remove(best), chosen_by: all[best] })
    }

    /// Leaves out what costs more than it brings; nothing if it is cheap enough.
    fn prune(&self, state: &mut TrainerState) -> Result<(), Stopped> {
        let spec = self.spec;
        let Strategy::Script(base) = &self.base else { return Ok(()) };
        let (weights, policy) = (state.weights(), BehaviorPolicy::Weights(state.weights()));
        let script = |weights: &[Vec<f64>]| match self.made(weights).ok()?.strategy {
            Strategy::Script(script) => Some(script),
            _ => None,
        };
        let Some(before) = script(&weights) else { return Ok(()) };
        let mut pieces = Vec::new();
        for (table, schedule) in spec.tables.iter().zip(&self.schedules) {
            let sampler =
                TableSampler { spec, stop: self.stop, table: *table, learner: &self.learner, schedule };
            let games = LOOKED_AT.div_ceil(spec.tables.len() as u64);
            pieces.extend(sampler.play(&policy, deals(Phase::Trial, 0..schedule.deals_for(games).0))?);
        }
        let prices = Prices { vocabulary: spec.entry.vocabulary(), base, met: &self.met };
        let found = prices.cheapest(&before, &self.sections, &weights, &pieces);
        let mut after = weights;
        for (group, _) in found.iter().filter(|(_, tried)| tried.is_left_out) {
            group.terms.iter().for_each(|&term| after[group.decision][term] = 0.0);
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

impl Spec<'_> {
    /// All tables are of one game, which is played for the same thing at each.
    fn utility(&self) -> Utility {
        let declared = || Utility::new(self.entry.info(), self.entry.info().objective);
        self.tables.first().map_or_else(declared, |table| table.game.utility())
    }

    fn read(&self, text: &str) -> Result<Strategy, FileError> {
        self.entry.read_strategy(&self.base.name, &self.base.origin, text, &[])
    }

    fn schedule(&self, players: usize) -> Result<Schedule, TrainingError> {
        let schedule = if self.field.is_empty() {
            Schedule::fixed(&vec![0; players])
        } else {
            Schedule::against(self.field.len(), players)
        };
        schedule.ok_or_else(|| TrainingError::Unfit {
            message: format!("{} strategies make too many tables of {players}", self.field.len()),
            help: "name fewer strategies with --against".to_owned(),
        })
    }

    fn terms(&self, base: &Script, at: usize) -> Terms {
        self.features.terms(self.entry.vocabulary(), at, base, self.tables.len() > 1)
    }

    /// The base with sections, which has every context feature worked out where it learns.
    fn learner(&self, template: &Template, sections: &[Option<Section>]) -> Result<Strategy, FileError> {
        let sections: Vec<Section> = sections.iter().flatten().cloned().collect();
        let mut learner = self.read(&template.with_sections(&sections))?;
        if let Strategy::Script(script) = &mut learner {
            let contexts = self.entry.vocabulary().context.len();
            script.read_also(u128::MAX >> (128 - contexts.clamp(1, 128)));
        }
        Ok(learner)
    }
}

/// The first of the levels at which a learner that has learned nothing still wins enough in the place of one
/// base, and the games that were played to see it. `firm` is the weight of a decision's score at a level.
fn softest(
    (spec, stop): (&Spec<'_>, &Stop),
    (learner, base): (&Strategy, &Strategy),
    (weights, firm): (&[Vec<f64>], &dyn Fn(usize, usize) -> f64),
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
            let part = deals(Phase::Survey, MOST_SURVEYED..MOST_SURVEYED + schedule.deals_for(games).0);
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
            weights.iter_mut().take(1).for_each(|score| *score = firm(at, level));
        }
        if worth(&BehaviorPolicy::Weights(weights))? >= spec.method.kept * own {
            return Ok((level, played));
        }
    }
    Ok((last, played))
}

/// A decision with all terms that are tried, none of which has a weight or a place; none where there is nothing
/// to learn by.
fn draft(spec: &Spec<'_>, base: &Script, at: usize, interactions: &[Interaction]) -> Option<Section> {
    let mut texts = spec.terms(base, at).tried;
    let decision = spec.entry.vocabulary().points[at].name;
    let interactions = interactions.iter().filter(|one| one.is_learned && one.decision == decision);
    let known = base.point_at(at).learned.iter().flat_map(|learned| &learned.terms);
    for text in interactions.map(|one| &one.term).chain(known.map(|term| &term.text)) {
        if !texts.contains(text) {
            texts.push(text.clone());
        }
    }
    let term = |text| Term { text, weight: 0.0, scale: Scale::PLAIN };
    let terms: Vec<Term> = texts.into_iter().map(term).collect();
    let decision = decision.to_owned();
    (!terms.is_empty()).then_some(Section { decision, temperature: 1.0, terms })
}

fn has_new(section: &Option<Section>, base: &Script, at: usize) -> bool {
    let known = base.point_at(at).learned.as_ref();
    let is_known = |text: &str| known.is_some_and(|known| known.term(text).is_some());
    section.iter().flat_map(|section| &section.terms).any(|term| !is_known(&term.text))
}

fn width(section: &Option<Section>) -> usize {
    section.as_ref().map_or(0, |section| 1 + section.terms.len())
}

fn scaled(weights: &[Vec<f64>], by: f64) -> Vec<Vec<f64>> {
    weights.iter().map(|own| own.iter().map(|weight| weight * by).collect()).collect()
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

fn nothing(why: &str) -> TrainingError {
    TrainingError::Unfit {
        message: format!("there is nothing to learn: {why}"),
        help: "begin with another strategy, or name more --features".to_owned(),
    }
}
