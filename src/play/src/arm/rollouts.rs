//! Compares decisions of a strategy with their alternatives by rollouts in the same sampled worlds.
//!
//! A search does this for the decision at hand. Here it is done for decisions in games among strategies, so that a
//! learner can estimate advantages in many situations. All answers to a decision meet the same worlds, and the
//! strategies at the table play on, so most of the luck cancels in their differences.

use std::ops::Range;

use rayon::prelude::*;

use super::{Stop, Stopped, dealer::seated};
use crate::{
    Schedule,
    episode::{Episode, FreshDecisions, Workbench},
    search::{Sample, Scale, choose_again, sample},
    tally::wins,
};
use sim_engine::{GameRecord, Luck, Objective, Purpose, Seat, Stream};
use sim_script::{
    Ask, Notes, Scripted, Strategy,
    notes::{BehaviorPolicy, DecisionNote},
};

const ROLLOUTS: Purpose = Purpose::new("play.rollouts");

/// Deals of a batch, the unit of work.
const PIECE: u64 = 2;

/// Strategies around the tables of a schedule. Decisions of the first one are compared with alternatives.
pub struct RolloutJob<'a> {
    pub strategies: Vec<&'a Strategy>,
    pub schedule: &'a Schedule,
    /// The form of the first strategy that learns: by `policy` it answers as the first strategy would.
    pub learner: &'a Strategy,
    pub policy: &'a BehaviorPolicy,
    /// The probability with which a decision is compared.
    pub rate: f64,
    pub worlds: u32,
    /// The most alternatives per decision, besides its own answer; the most probable come first.
    pub alternatives: usize,
    pub deals: Range<u64>,
}

/// Decisions of a few deals, and the values of their answers.
pub struct RolloutBatch {
    pub notes: Notes,
    /// Advantage of each whole answer in [`Notes::plans`] over the one that was given, whose own is 0: in wins plus a
    /// weighted lead, as searches value games, or in points. NaN for an answer that was not tried.
    pub advantages: Vec<f32>,
    /// Squared deviations of rollouts from the mean of their decision, summed, and the number of these rollouts.
    pub squares: f64,
    pub imagined: u64,
    /// Wins of the first strategy in the games proper, in parts of a [win](crate::tally::WIN), and its seats in them.
    pub won: i64,
    pub seats: u64,
    /// Games played, rollouts included.
    pub games: u64,
}

/// Plays the games of a job on the threads of the current pool. Batches are in the order of the deals; which deals
/// form a batch depends on the deals alone.
///
/// # Errors
/// When stopped before the last game ended.
pub(crate) fn rollouts<G: Scripted>(
    (game, objective): (&G, Objective),
    job: &RolloutJob<'_>,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<RolloutBatch>, Stopped> {
    let Range { start, end } = job.deals;
    let firsts: Vec<u64> = (start..end).step_by(PIECE as usize).collect();
    let play =
        |worker: &mut RolloutWorker<'_, G>, first: &u64| worker.piece(*first..(first + PIECE).min(end), seed);
    firsts.par_iter().map_init(|| RolloutWorker::new((game, objective), job, stop), play).collect()
}

/// Plays deals on one thread.
struct RolloutWorker<'a, G: Scripted> {
    game: &'a G,
    job: &'a RolloutJob<'a>,
    stop: &'a Stop,
    playing: Workbench<G>,
    record: GameRecord,
    comparer: AnswerComparer<'a, G>,
}

/// Compares the answers to decisions, with buffers that it reuses.
struct AnswerComparer<'a, G: Scripted> {
    job: &'a RolloutJob<'a>,
    objective: Objective,
    /// Where the learner decides; its evaluator holds the notes of the batch.
    noting: Workbench<G>,
    imagining: Workbench<G>,
    legal: Vec<G::Action>,
    advantages: Vec<f32>,
    squares: f64,
    imagined: u64,
    games: u64,
}

impl<'a, G: Scripted> RolloutWorker<'a, G> {
    fn new(
        (game, objective): (&'a G, Objective),
        job: &'a RolloutJob<'a>,
        stop: &'a Stop,
    ) -> RolloutWorker<'a, G> {
        let bench = || Workbench::playing_for(game, objective, stop.clone());
        let (noting, imagining) = (bench(), bench());
        let comparer = AnswerComparer {
            job,
            objective,
            noting,
            imagining,
            legal: Vec::new(),
            advantages: Vec::new(),
            squares: 0.0,
            imagined: 0,
            games: 0,
        };
        RolloutWorker { game, job, stop, playing: bench(), record: game.record(), comparer }
    }

    fn piece(&mut self, deals: Range<u64>, seed: u64) -> Result<RolloutBatch, Stopped> {
        let mut notes = Notes::new(self.job.policy.clone());
        notes.begin(Seat::all(self.job.schedule.players()));
        self.comparer.noting.evaluator.note(notes);
        let (mut won, mut seats) = (0, 0);
        for deal in deals {
            self.deal(deal, seed, |own, record| {
                let parts = wins(&record.places, record.players);
                for seat in own {
                    (won, seats) = (won + parts[seat], seats + 1);
                }
            })?;
        }
        let notes = self.comparer.noting.evaluator.take_notes();
        Ok(RolloutBatch {
            notes: notes.unwrap_or_else(|| Notes::new(BehaviorPolicy::Survey)),
            advantages: std::mem::take(&mut self.comparer.advantages),
            squares: std::mem::take(&mut self.comparer.squares),
            imagined: std::mem::take(&mut self.comparer.imagined),
            won,
            seats,
            games: std::mem::take(&mut self.comparer.games),
        })
    }

    /// Plays a deal at each of its tables; `each` receives the first strategy's seats and the game's record.
    fn deal(
        &mut self,
        deal: u64,
        seed: u64,
        mut each: impl FnMut(&mut dyn Iterator<Item = Seat>, &GameRecord),
    ) -> Result<(), Stopped> {
        let RolloutWorker { game, job, stop, playing, record, comparer } = self;
        let (luck, players) = (Luck::new(seed, deal), job.schedule.players());
        let dealt = game.deal(&luck, &mut |_| {});
        for (rotation, table) in job.schedule.tables(deal).enumerate() {
            let seats = seated(table, |at| job.strategies[usize::from(at)]);
            let episode = || Episode { game: *game, seats: &seats[..players] };
            let own = || Seat::all(players).filter(|&seat| table[seat] == 0);
            record.clear();
            record.strategies = table;
            let own_seats = own().fold(0u32, |mask, seat| mask | 1 << seat.0);
            let mut draws = luck.stream(ROLLOUTS, rotation as u64);
            let table = episode();
            let compare = |state: &G::State, seat: Seat, decision: G::Decision| {
                if own_seats >> seat.0 & 1 == 1 && draws.unit() < job.rate {
                    comparer.compare(&table, state, (seat, decision), &mut draws);
                }
            };
            episode().play(&dealt, &luck, playing, record, &mut FreshDecisions::new(*game, compare));
            stop.check()?;
            comparer.games += 1;
            each(&mut own(), record);
        }
        Ok(())
    }
}

impl<G: Scripted> AnswerComparer<'_, G> {
    /// Compares the answers to a decision, if the learner has several.
    fn compare(
        &mut self,
        episode: &Episode<'_, G>,
        state: &G::State,
        (seat, decision): (Seat, G::Decision),
        draws: &mut Stream,
    ) {
        let AnswerComparer {
            job,
            objective,
            noting,
            imagining,
            legal,
            advantages,
            squares,
            imagined: count,
            games,
        } = self;
        let (game, never) = (episode.game, job.learner.never());
        legal.clear();
        let mut offer = game.legal(state, legal);
        if let Some(never) = never {
            offer = never.narrow(game, (state, seat), offer, legal, &mut None);
        }
        let luck = Luck::new(draws.next_u64(), 0).choice(seat.0, 0, 0);
        let ask = Ask::new(game, state, (seat, decision), (offer, legal), luck).under(never);
        let known = noting.evaluator.notes().map_or(0, |notes| notes.decisions.len());
        let own = decide(job.learner, (&ask, state), (known, None), noting);
        let Some(notes) = noting.evaluator.notes() else { return };
        let is_learned = |noted: &&DecisionNote| noted.plans > 1 && job.policy.learns(noted.point.into());
        let Some(&noted) = notes.decisions.get(known).filter(is_learned) else {
            notes.truncate(known);
            return;
        };
        let (plans, chosen) = (usize::from(noted.plans), usize::from(noted.chosen));
        let logits = notes.logits(known);
        let mut order: Vec<usize> = (0..plans).filter(|&plan| plan != chosen).collect();
        order.sort_by(|&one, &other| logits[other].total_cmp(&logits[one]));
        let mut answers = vec![Answer::new(chosen, own)];
        for plan in order {
            if answers.len() > job.alternatives {
                break;
            }
            let actions = decide(job.learner, (&ask, state), (known, Some(plan)), noting);
            // Several plans may consist of the same actions.
            if answers.iter().all(|answer| answer.actions != actions) {
                answers.push(Answer::new(plan, actions));
            }
        }
        if let Some(notes) = noting.evaluator.notes() {
            notes.truncate(if answers.len() > 1 { known + 1 } else { known });
            // Every forced answer replaced the note: this restores the note of the learner's own answer.
            notes.decisions.get_mut(known).into_iter().for_each(|last| *last = noted);
        }
        if answers.len() == 1 {
            return;
        }
        for world in 0..job.worlds {
            let mut imagined = ask.imagine(draws);
            let luck = Luck::new(draws.next_u64(), world.into());
            choose_again(episode, seat, (&mut imagined, &luck), imagining);
            for Answer { actions, samples, .. } in &mut answers {
                let mut played = imagined.clone();
                imagining.forget();
                imagining.queue.extend(actions.iter().rev());
                episode.play_out(&mut played, &luck, imagining);
                samples.push(sample(game, seat, &game.outcome(&played)));
                *games += 1;
            }
        }
        let scale = Scale::of(answers.iter().flat_map(|answer| &answer.samples), *objective);
        let worths = answers.iter().flat_map(|answer| &answer.samples).map(|sample| scale.worth(sample));
        let all = worths.clone().count() as f64;
        let mean = worths.clone().sum::<f64>() / all.max(1.0);
        *squares += worths.map(|worth| (worth - mean) * (worth - mean)).sum::<f64>();
        *count += all as u64;
        let first = advantages.len();
        advantages.resize(first + plans, f32::NAN);
        let own = scale.mean(&answers[0].samples);
        for Answer { plan, samples, .. } in &answers {
            advantages[first + plan] = (scale.mean(samples) - own) as f32;
        }
    }
}

/// A whole answer, and the rollouts that follow it.
struct Answer<A> {
    plan: usize,
    actions: Vec<A>,
    samples: Vec<Sample>,
}

impl<A> Answer<A> {
    fn new(plan: usize, actions: Vec<A>) -> Answer<A> {
        Answer { plan, actions, samples: Vec::new() }
    }
}

/// The learner's answer to a decision, cut off where the decision ends. It is noted after the first `known`
/// decisions. `forced` is the index of the answer to give among those that the learner draws from.
fn decide<G: Scripted>(
    learner: &Strategy,
    (ask, state): (&Ask<'_, G>, &G::State),
    (known, forced): (usize, Option<usize>),
    bench: &mut Workbench<G>,
) -> Vec<G::Action> {
    if let Some(notes) = bench.evaluator.notes() {
        notes.truncate(known);
        notes.force(forced);
    }
    let mut actions = Vec::new();
    bench.answer(learner, (ask, state), &mut actions);
    actions
}
