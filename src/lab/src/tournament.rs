//! A tournament: every strategy at every table.
//!
//! Errors come from a Poisson bootstrap over groups of deals (Chamandy and others 2012). Ratings and crowds are no
//! means, and a jackknife of statistics that jump is uninformative.

use std::ops::ControlFlow;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use sim_engine::{Luck, Objective, Purpose};
use sim_play::{
    Entry, Row,
    arm::{NamedArm, Seats, Sink},
    lineup::possible_tables,
    tally::{self, PARTS, Tally},
};
use sim_stats::{
    Interval,
    estimate::{MIN_DEALS, Z},
    field::{TableResult, crowd, expected, strengths},
    multiplicity::simultaneous_quantile,
    nash::nash,
};

use crate::{
    Error, Event, Lab, Progress, Refusal, Stop,
    command::{Command, Verb},
    player::{Player, archetypes, baselines, distinct, listed},
    spec::RulesSpec,
};

#[derive(Clone)]
pub struct TournamentSpec {
    pub rules: RulesSpec,
    /// Two or more.
    pub players: usize,
    /// Two or more, each once: a strategy meets copies of itself anyway. See [`usual_field`].
    pub field: Vec<Player>,
    /// Games, rounded up to whole deals. If they do not cover all tables, a sample of the tables is played.
    pub games: u64,
    pub seed: u64,
}

impl TournamentSpec {
    /// Opens all tables as one arm, named after the game.
    ///
    /// # Errors
    /// If the rules are not playable, there are fewer than two players or strategies, or one is named twice.
    pub fn open(&self) -> Result<NamedArm, Error> {
        let rules = self.rules.resolve()?;
        let entry = self.rules.entry;
        entry.open(&rules.settings, self.players)?;
        if self.players < 2 {
            return Err(nobody_meets().into());
        }
        distinct(&self.field, "the tournament", "name each once: it meets its own kind anyway")?;
        if self.field.len() < 2 {
            return Err(no_tournament().into());
        }
        let strategies = self.field.iter().map(|one| one.strategy.clone()).collect();
        let seats = Seats { players: self.players, strategies, lineup: None, seed: self.seed };
        let arm = entry.meeting(&rules, seats, self.games)?;
        Ok(NamedArm { name: arm.info.title.to_owned(), arm })
    }

    pub fn command(&self, games: u64) -> Result<Command, Error> {
        let rules = self.rules.resolve()?;
        let names = self.field.iter().map(|one| listed([one]));
        let command = Command::new(Verb::Compare).names(names).of_tables(&rules, &[self.players]);
        Ok(command.games(games).seed(self.seed))
    }
}

pub fn nobody_meets() -> Refusal {
    Refusal::new("alone at the table nobody meets", "give --players 2 or more")
}

pub fn no_tournament() -> Refusal {
    Refusal::new("one strategy alone cannot be compared", "name a second one, or `all`")
}

/// Names of the default field: the archetypes and the baselines.
pub fn usual_field(entry: &Entry) -> Vec<String> {
    archetypes(entry).into_iter().chain(baselines(entry)).collect()
}

pub struct Tournament {
    pub played: tally::Tournament,
    /// Tables that the strategies can fill; those played may be a sample.
    pub tables: u64,
    /// Planned number of deals.
    pub planned: u64,
    /// None if stopped before every table was played.
    pub standings: Option<Standings>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Standings {
    /// The participants, to whose indices all other fields refer.
    pub strategies: Vec<String>,
    #[serde(default, skip_serializing_if = "Objective::is_wins")]
    pub objective: Objective,
    /// Best first, by rating or by points.
    pub ratings: Vec<Rating>,
    /// Every strategy against every other, both in the order of the ratings.
    pub pairs: Vec<PairShare>,
    /// Intransitive cycles: each significantly beats the next, and the last one the first.
    pub cycles: Vec<[usize; 3]>,
    /// For two players: strategies that another one significantly outperforms against every rival.
    pub dominated: Vec<Dominance>,
    /// Where ratings disagree most with wins; only if wins are the objective.
    pub misfit: Option<RatingMisfit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub value: f64,
    pub error: f64,
}

impl Spread {
    /// The 95 % interval, clipped to 0 to 1.
    pub fn share_interval(self) -> Interval {
        let Interval { low, high } = self.interval();
        Interval { low: low.max(0.0), high: high.min(1.0) }
    }

    pub fn interval(self) -> Interval {
        let Spread { value, error } = self;
        Interval { low: value - Z * error, high: value + Z * error }
    }
}

/// A share, with the range of the middle 95 % of its resampled values, extended to the share itself.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ShareInterval {
    /// From 0 to 1.
    pub value: f64,
    pub ends: Interval,
}

impl ShareInterval {
    /// From a share and its value in each resampled tournament.
    ///
    /// Shares of 0 and 1 are ends of their own intervals. The interval always holds the observed share: a share close
    /// to a switch of the mix may lie beyond most of its resampled values.
    fn new(value: f64, mut resampled: Vec<f64>) -> ShareInterval {
        resampled.sort_by(f64::total_cmp);
        let edge = resampled.len() / 40;
        let (low, high) = (resampled[edge], resampled[resampled.len() - 1 - edge]);
        ShareInterval { value, ends: Interval { low: low.min(value), high: high.max(value) } }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    pub strategy: usize,
    /// Share of the wins, per seat held.
    pub win_rate: Spread,
    /// Elo points of a model in which a seat's chance to win is proportional to its strength; the mean of all is 0.
    pub elo: Spread,
    /// Points per game and seat held, if points are the objective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Spread>,
    /// Share in a population that turns to whatever wins more than its fair share, with 1 % random choices.
    pub played: ShareInterval,
    /// Probability in the Nash equilibrium of two players, which nothing in the field beats.
    pub nash: Option<ShareInterval>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PairShare {
    pub strategy: usize,
    pub beside: usize,
    /// Share of one of its seats in the wins of one seat of each, at all tables with both; or, if points are the
    /// objective, its points per game above the mean of both.
    #[serde(rename = "win_rate")]
    pub value: Spread,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dominance {
    pub worse: usize,
    /// The strategies that dominate it, at least one.
    pub better: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RatingMisfit {
    pub strategy: usize,
    /// The other strategies at the table, seat by seat.
    pub beside: Vec<usize>,
    /// Share of games that the ratings predict for its seats.
    pub expected: f64,
    pub won: f64,
    /// Mean absolute error of the predicted shares over all tables and strategies, sampling noise included.
    pub usual: f64,
}

/// Plays every table that some strategies can fill, and rates them.
///
/// ```
/// use sim_lab::{Lab, Stop, player::Player, spec::RulesSpec, tournament::{TournamentSpec, tournament}};
///
/// let entry = &sim_delectable::ENTRY;
/// let field = Player::all_shipped(entry, &["raider", "balancer", "random"])?;
/// let spec = TournamentSpec { rules: RulesSpec::printed(entry), players: 2, field, games: 600, seed: 1 };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let standings = tournament(&spec, &mut lab)?.whole()?;
/// for rating in &standings.ratings {
///     println!("{}: {:.0} Elo points", standings.strategies[rating.strategy], rating.elo.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tournament(spec: &TournamentSpec, lab: &mut Lab<'_>) -> Result<Tournament, Error> {
    let NamedArm { arm, .. } = spec.open()?;
    let (deals, games) = arm.schedule.deals_for(spec.games);
    let all = arm.schedule.len() as u64;
    if deals < all {
        lab.progress.on_event(Event::Sampled { players: spec.players, all: arm.schedule.games_of(0..all) });
    }
    lab.progress.on_event(Event::Plan { arms: 1, games });
    let played = tally::Tournament::new(arm.strategies.len(), &arm.schedule, arm.game.utility());
    let mut entries = Entries { played, progress: &mut *lab.progress, stop: lab.stop };
    lab.threads.install(|| arm.play(0..deals, arm.empty(), &mut entries));
    let Entries { played, .. } = entries;
    let has_met = played.deals >= deals.min(all);
    let standings =
        has_met.then(|| lab.threads.install(|| standings(&arm.subject().strategies, &played, spec.seed)));
    let tables = possible_tables(played.strategies, played.players);
    Ok(Tournament { tables, planned: deals, played, standings })
}

impl Tournament {
    /// The standings after the last planned deal.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn whole(self) -> Result<Standings, Error> {
        self.standings.filter(|_| self.played.deals == self.planned).ok_or(Error::Stopped)
    }
}

struct Entries<'l> {
    played: tally::Tournament,
    progress: &'l mut dyn Progress,
    stop: &'l Stop,
}

impl Sink for Entries<'_> {
    fn takes_rows(&self) -> bool {
        true
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn folded(&mut self, _: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.played.add(rows);
        self.progress.on_event(Event::Step { games: self.played.games });
        ControlFlow::Continue(())
    }
}

const RESAMPLE: Purpose = Purpose::new("tournament.resample");
const SAMPLES: u64 = 200;

#[derive(Debug, Clone)]
struct TournamentShares {
    /// By strategy: share of the wins, per seat held.
    shares: Vec<f64>,
    ratings: Vec<f64>,
    /// By strategy: points per seat held, if points are the objective.
    scores: Option<Vec<f64>>,
    /// By strategy and rival: see [`pairwise_share`] and [`ahead`].
    pairs: Vec<Vec<f64>>,
    crowd: Vec<f64>,
    /// For two players.
    nash: Option<Vec<f64>>,
}

impl TournamentShares {
    fn new(played: &tally::Tournament, weights: &[f64; PARTS], start: &[f64]) -> TournamentShares {
        let (strategies, players) = (played.strategies, played.players);
        let tables = played.weighted(weights);
        let scored = played.scored(weights);
        let scale = 400.0 / libm::log(10.0);
        let elo = |strength: f64| scale * libm::log(strength);
        let (pairs, crowd, nash) = match &scored {
            None => {
                let pairs = pairwise_shares(&tables, strategies);
                let nash = (players == 2).then(|| nash(&pairs));
                (pairs, crowd(&tables, start, players), nash)
            }
            Some(scored) => {
                let win = played.points_of_a_win(weights);
                let row = |one| (0..strategies).map(|other| ahead(scored, one, other)).collect();
                let pairs: Vec<Vec<f64>> = (0..strategies).map(row).collect();
                let shares = |row: &Vec<f64>| row.iter().map(|ahead| 0.5 + ahead / win).collect::<Vec<f64>>();
                let nash = (players == 2).then(|| nash(&pairs.iter().map(shares).collect::<Vec<_>>()));
                let scored: Vec<TableResult> =
                    scored.iter().map(|table| as_wins(table, win, players)).collect();
                (pairs, crowd(&scored, start, players), nash)
            }
        };
        TournamentShares {
            shares: per_seat(&tables, strategies),
            ratings: strengths(&tables, strategies).into_iter().map(elo).collect(),
            scores: scored.map(|scored| per_seat(&scored, strategies)),
            pairs,
            crowd,
            nash,
        }
    }

    /// The values that rank the strategies, highest first.
    fn order(&self) -> &[f64] {
        self.scores.as_deref().unwrap_or(&self.ratings)
    }
}

/// Wins or points of each strategy, per game and seat held.
fn per_seat(tables: &[TableResult], strategies: usize) -> Vec<f64> {
    let mean = |at: usize| {
        let sat = |table: &TableResult| table.games * table.copies[at];
        let seats: f64 = tables.iter().map(sat).sum();
        tables.iter().map(|table| table.wins[at]).sum::<f64>() / seats
    };
    (0..strategies).map(mean).collect()
}

/// Converts the points of a table to wins: an even share of its games, shifted by each strategy's distance from the
/// mean.
fn as_wins(table: &TableResult, points_of_a_win: f64, players: usize) -> TableResult {
    let mean = table.wins.iter().sum::<f64>() / players as f64;
    let even = table.games / players as f64;
    let both = table.wins.iter().zip(&table.copies);
    let wins = both.map(|(points, copies)| copies * even + (points - copies * mean) / points_of_a_win);
    TableResult { wins: wins.collect(), ..table.clone() }
}

/// The tables with both strategies, and the result of one seat of each.
fn of_both(
    tables: &[TableResult],
    one: usize,
    other: usize,
) -> impl Iterator<Item = (&TableResult, [f64; 2])> {
    let has_both =
        move |table: &&TableResult| one != other && table.copies[one] > 0.0 && table.copies[other] > 0.0;
    let of_a_seat = move |table: &TableResult| [one, other].map(|at| table.wins[at] / table.copies[at]);
    tables.iter().filter(has_both).map(move |table| (table, of_a_seat(table)))
}

/// Points per game of one strategy's seat above the mean of one seat of each, at all tables with both.
fn ahead(tables: &[TableResult], one: usize, other: usize) -> f64 {
    let (mut sum, mut games) = (0.0, 0.0);
    for (table, [mine, theirs]) in of_both(tables, one, other) {
        sum += (mine - theirs) / 2.0;
        games += table.games;
    }
    if games > 0.0 { sum / games } else { 0.0 }
}

fn pairwise_shares(tables: &[TableResult], strategies: usize) -> Vec<Vec<f64>> {
    let row = |one| (0..strategies).map(|other| pairwise_share(tables, one, other)).collect();
    (0..strategies).map(row).collect()
}

/// Share of one strategy's seat in the wins of one seat of each, at all tables with both.
fn pairwise_share(tables: &[TableResult], one: usize, other: usize) -> f64 {
    let (mut own, mut all) = (0.0, 0.0);
    for (_, [mine, theirs]) in of_both(tables, one, other) {
        own += mine;
        all += mine + theirs;
    }
    if all > 0.0 { own / all } else { 0.5 }
}

/// Evaluates a tournament of these strategies; `seed` is that of the resampling.
fn standings(strategies: &[String], played: &tally::Tournament, seed: u64) -> Standings {
    let (n, players) = (played.strategies, played.players);
    let whole = TournamentShares::new(played, &[1.0; PARTS], &vec![1.0 / n as f64; n]);
    // A resampled crowd starts at the outcome of the whole one, so it converges sooner.
    let sample = |at| TournamentShares::new(played, &weights(seed, at), &whole.crowd);
    let samples: Vec<TournamentShares> = (0..SAMPLES).into_par_iter().map(sample).collect();
    let error = |of: &dyn Fn(&TournamentShares) -> f64| {
        let mean = samples.iter().map(of).sum::<f64>() / SAMPLES as f64;
        let squares: f64 = samples.iter().map(|sample| (of(sample) - mean).powi(2)).sum();
        (squares / (SAMPLES - 1) as f64).sqrt()
    };
    let spread = |of: &dyn Fn(&TournamentShares) -> f64| Spread { value: of(&whole), error: error(of) };
    let part = |of: &dyn Fn(&TournamentShares) -> f64| {
        ShareInterval::new(of(&whole), samples.iter().map(of).collect())
    };
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&one, &other| whole.order()[other].total_cmp(&whole.order()[one]));
    let rating = |&at: &usize| Rating {
        strategy: at,
        win_rate: spread(&|one| one.shares[at]),
        elo: spread(&|one| one.ratings[at]),
        score: whole.scores.as_ref().map(|_| spread(&|one| one.scores.as_ref().map_or(0.0, |all| all[at]))),
        played: part(&|one| one.crowd[at]),
        nash: whole.nash.as_ref().map(|_| part(&|one| one.nash.as_ref().map_or(0.0, |nash| nash[at]))),
    };
    let ratings = order.iter().map(rating).collect();
    // Pairs with few deals are not tested: resampling these does not represent other deals.
    let is_told = |one: usize, other: usize| one == other || played.groups_together(one, other) >= MIN_DEALS;
    // Lower bounds that hold simultaneously for all pairs.
    let quantile = simultaneous_quantile(n * (n - 1) / 2);
    let objective = played.utility.objective;
    let even = match objective {
        Objective::Wins => 0.5,
        Objective::Points => 0.0,
    };
    let mut surely = vec![vec![false; n]; n];
    let mut pairs = Vec::new();
    for &strategy in &order {
        for &beside in order.iter().filter(|&&other| other != strategy) {
            let value = spread(&|one| one.pairs[strategy][beside]);
            surely[strategy][beside] =
                value.value - quantile * value.error > even && is_told(strategy, beside);
            pairs.push(PairShare { strategy, beside, value });
        }
    }
    let mut dominated = Vec::new();
    if players == 2 {
        let sure = |better: usize, worse: usize, rival: usize| {
            let gain = spread(&|one| one.pairs[better][rival] - one.pairs[worse][rival]);
            gain.value - quantile * gain.error > 0.0 && is_told(better, rival) && is_told(worse, rival)
        };
        for worse in 0..n {
            let is_better =
                |&better: &usize| better != worse && (0..n).all(|rival| sure(better, worse, rival));
            let better: Vec<usize> = (0..n).filter(is_better).collect();
            if !better.is_empty() {
                dominated.push(Dominance { worse, better });
            }
        }
    }
    let misfit = match objective {
        Objective::Wins => misfit(&played.weighted(&[1.0; PARTS]), &whole),
        Objective::Points => None,
    };
    let strategies = strategies.to_vec();
    Standings { strategies, objective, ratings, pairs, cycles: cycles(&surely), dominated, misfit }
}

/// Poisson weights of the groups of deals in a resampled tournament.
fn weights(seed: u64, sample: u64) -> [f64; PARTS] {
    let mut stream = Luck::new(seed, sample).stream(RESAMPLE, 0);
    let mut weights = [0.0; PARTS];
    for weight in &mut weights {
        // By inversion: the probability of 0 is 1/e, and that of k is that of k - 1 divided by k.
        let (mut left, mut chance) = (stream.unit(), libm::exp(-1.0));
        while left >= chance && *weight < 20.0 {
            left -= chance;
            *weight += 1.0;
            chance /= *weight;
        }
    }
    weights
}

fn cycles(surely: &[Vec<bool>]) -> Vec<[usize; 3]> {
    let n = surely.len();
    let mut found = Vec::new();
    for one in 0..n {
        for other in one + 1..n {
            for third in (one + 1..n).filter(|&third| third != other) {
                if surely[one][other] && surely[other][third] && surely[third][one] {
                    found.push([one, other, third]);
                }
            }
        }
    }
    found
}

fn misfit(tables: &[TableResult], whole: &TournamentShares) -> Option<RatingMisfit> {
    let strengths: Vec<f64> = whole.ratings.iter().map(|rating| libm::exp10(rating / 400.0)).collect();
    let seats = || {
        tables.iter().filter(|table| table.games > 0.0).flat_map(|table| {
            let strengths = &strengths;
            let sits = (0..table.copies.len()).filter(|&at| table.copies[at] > 0.0);
            sits.map(move |at| (table, at, table.wins[at] / table.games, expected(table, strengths, at)))
        })
    };
    let off = |won: f64, wanted: f64| (won - wanted).abs();
    let (table, strategy, won, expected) =
        seats().max_by(|one, other| off(one.2, one.3).total_cmp(&off(other.2, other.3)))?;
    let (misses, places) =
        seats().fold((0.0, 0.0), |(sum, places), (.., won, wanted)| (sum + off(won, wanted), places + 1.0));
    let copies = |other: usize| table.copies[other] as usize - usize::from(other == strategy);
    let beside = (0..table.copies.len()).flat_map(|other| std::iter::repeat_n(other, copies(other)));
    Some(RatingMisfit { strategy, beside: beside.collect(), expected, won, usual: misses / places })
}

#[cfg(test)]
mod tests {
    use sim_engine::{BySeat, Info, Seat};
    use sim_play::{Utility, lineup::Schedule};

    use super::*;

    /// A tournament for two players with the given win rates: `deals` deals, each played in both seats.
    fn met(shares: &[Vec<f64>], deals: u64, run: u64) -> tally::Tournament {
        let schedule = Schedule::every(shares.len(), 2).unwrap();
        let utility = Utility::new(&Info::PLAIN, Objective::Wins);
        let mut played = tally::Tournament::new(shares.len(), &schedule, utility);
        for deal in 0..deals {
            let pair = schedule.members((deal % schedule.len() as u64) as usize);
            let mut stream = Luck::new(run, deal).stream(Purpose::new("test.met"), 0);
            for rotation in 0..2_u8 {
                let share = shares[usize::from(pair[0])][usize::from(pair[1])];
                let winner = usize::from(rotation) ^ usize::from(stream.unit() >= share);
                let (mut strategies, mut places) = (BySeat::default(), BySeat::default());
                for seat in 0..2 {
                    strategies[Seat(seat)] = pair[usize::from(seat ^ rotation)];
                    places[Seat(seat)] = if usize::from(seat) == winner { 1 } else { 2 };
                }
                let (points, truncated) = (BySeat::default(), false);
                let (players, contenders, plies, decisions, end) = (2, 2, 1, 1, 0);
                played.add(&[Row {
                    deal,
                    rotation,
                    players,
                    contenders,
                    strategies,
                    points,
                    places,
                    plies,
                    decisions,
                    end,
                    truncated,
                }]);
            }
        }
        played
    }

    fn equilibrium_of(shares: &[Vec<f64>], deals: u64, run: u64) -> Vec<ShareInterval> {
        let names: Vec<String> = (0..shares.len()).map(|at| at.to_string()).collect();
        let mut ratings = standings(&names, &met(shares, deals, run), run).ratings;
        ratings.sort_by_key(|rating| rating.strategy);
        ratings.iter().map(|rating| rating.nash.unwrap()).collect()
    }

    #[test]
    fn who_beats_all_is_played_always_and_the_dominated_never() {
        let beats_all = [vec![0.5, 0.7, 0.7], vec![0.3, 0.5, 0.7], vec![0.3, 0.3, 0.5]];
        let parts = equilibrium_of(&beats_all, 1500, 1);
        assert_eq!(parts.iter().map(|part| part.value).collect::<Vec<_>>(), [1.0, 0.0, 0.0]);
        assert_eq!((parts[0].ends.high, parts[1].ends.low, parts[2].ends.low), (1.0, 0.0, 0.0));
        // Between equals, one is ahead by chance. The interval spans 0 to 1.
        let parts = equilibrium_of(&vec![vec![0.5; 2]; 2], 400, 2);
        let best = parts.iter().find(|part| part.value > 0.5).unwrap();
        assert_eq!((best.value, best.ends), (1.0, Interval { low: 0.0, high: 1.0 }));
    }

    #[test]
    fn an_interval_holds_its_own_part() {
        let part = ShareInterval::new(0.3, (0..200).map(|at| f64::from(at) / 1000.0).collect());
        assert_eq!(part.ends, Interval { low: 0.005, high: 0.3 });
        let part = ShareInterval::new(0.0, (0..200).map(|at| f64::from(at) / 1000.0).collect());
        assert_eq!(part.ends, Interval { low: 0.0, high: 0.194 });
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_equilibria() {
        let games: [(&str, [[f64; 3]; 3]); 4] = [
            ("a circle", [[0.5, 0.2, 0.6], [0.8, 0.5, 0.4], [0.4, 0.6, 0.5]]),
            ("a weak circle", [[0.5, 0.46, 0.52], [0.54, 0.5, 0.48], [0.48, 0.52, 0.5]]),
            ("one that beats all", [[0.5, 0.6, 0.7], [0.4, 0.5, 0.7], [0.3, 0.3, 0.5]]),
            ("one that hardly beats all", [[0.5, 0.51, 0.52], [0.49, 0.5, 0.7], [0.48, 0.3, 0.5]]),
        ];
        for (name, shares) in games {
            let shares: Vec<Vec<f64>> = shares.map(|row| row.to_vec()).to_vec();
            let truth = nash(&shares);
            for deals in [600, 6000] {
                const RUNS: u64 = 2000;
                let mut held = [0_u64; 3];
                for run in 0..RUNS {
                    let played = met(&shares, deals, run);
                    let mix = |weights| nash(&pairwise_shares(&played.weighted(&weights), 3));
                    let (whole, resampled) =
                        (mix([1.0; PARTS]), (0..SAMPLES).map(|at| mix(weights(run, at))));
                    let resampled: Vec<Vec<f64>> = resampled.collect();
                    for (at, held) in held.iter_mut().enumerate() {
                        let Interval { low, high } =
                            ShareInterval::new(whole[at], resampled.iter().map(|mix| mix[at]).collect()).ends;
                        *held += u64::from(low - 1e-4 <= truth[at] && truth[at] <= high + 1e-4);
                    }
                }
                let held = held.map(|held| format!("{:.1}", 100.0 * held as f64 / RUNS as f64));
                println!("{name}, {deals} deals: parts of {truth:.2?} were held in {held:?} %");
            }
        }
    }

    #[test]
    fn weights_are_poisson_ones() {
        let all: Vec<f64> = (0..400).flat_map(|sample| weights(3, sample)).collect();
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let variance = all.iter().map(|weight| (weight - 1.0).powi(2)).sum::<f64>() / n;
        let none = all.iter().filter(|weight| **weight == 0.0).count() as f64 / n;
        // 25,600 weights: standard errors of .006, .011 and .003.
        assert!((mean - 1.0).abs() < 0.03 && (variance - 1.0).abs() < 0.06, "{mean} {variance}");
        assert!((none - 0.3679).abs() < 0.015, "{none}");
    }

    #[test]
    fn few_deals_make_no_cycle_and_dominate_nobody() {
        let names: Vec<String> = (0..3).map(|at| at.to_string()).collect();
        let counts = |shares: &[Vec<f64>], deals| {
            let found = standings(&names, &met(shares, deals, 1), 1);
            (found.cycles.len(), found.dominated.len())
        };
        // Each line-up occurs in every sixth deal, so six deals play each once.
        let (round, ladder) = (
            [vec![0.5, 1.0, 0.0], vec![0.0, 0.5, 1.0], vec![1.0, 0.0, 0.5]],
            [vec![0.5, 1.0, 1.0], vec![0.0, 0.5, 1.0], vec![0.0, 0.0, 0.5]],
        );
        assert_eq!([counts(&round, 6), counts(&round, 3_000)], [(0, 0), (1, 0)]);
        assert_eq!(counts(&ladder, 6), (0, 0));
    }

    #[test]
    fn cycles_are_told_once() {
        let mut surely = vec![vec![false; 4]; 4];
        for (one, other) in [(0, 2), (2, 1), (1, 0), (0, 3), (1, 3)] {
            surely[one][other] = true;
        }
        assert_eq!(cycles(&surely), [[0, 2, 1]]);
    }
}
