//! Plays an audit. It starts with strong players at every number of players: what seats are worth, and how robust
//! that is. At the usual number, players train to measure prices and plans. Where a seat is off, a search looks for
//! changes. Then follow the archetypes at every number of players: a tournament, ablations, robustness, shares of
//! variance and the skill ladder.
//!
//! Each part plays a share of the requested games, so an audit is a function of its inputs alone. The store keeps the
//! result of each part, and the same call reads it again.

use sim_engine::{settings::Entry, text::people};
use sim_play::arm::{Arm, Inputs, NamedArm, Rules, Whose, clearest};

use super::{
    Audit, TableAudit, balance,
    best::{BestPlayers, KINDS as KINDS_OF_BEST},
    decided::{most_work, until_decided},
    prices::{self, PriceFindings},
    unused,
};
use crate::{
    Effort, Ended, Error, Lab, Parts, Work,
    ablate::{AblateSpec, Ablation, is_fixed},
    adapt::{AdaptSpec, Budget},
    balance::{self as proposals, BalancePlayers, BalanceResult, BalanceSpec, lever},
    command::{Command, Verb, Word},
    experiment::digest,
    figure::{Owner, Unit},
    finding::Scene,
    ladder::{self, Ladder, LadderSpec, usual_rungs},
    plans::{Plans, PlansSpec},
    player::Player,
    price::{self, PriceSpec},
    robust::{Kind, RobustSpec, Robustness},
    skill::{FEWEST, LevelSpec, VarianceShares, VarianceSpec, skill},
    spec::ArmSpec,
    store::Item,
    summary::Summary,
    tables::SCHEMA,
    tournament::{Standings, TournamentSpec, tournament},
    verdict::{BalanceRow, JudgedTable, PendingVerdicts, Tolerance, points},
};

/// Maximum number of ablated components: those most significantly associated with winning or losing.
const COMPONENTS: usize = 12;
/// Divisors of the requested games: for each arm of an ablation and of a robustness check, for the shares of
/// variance, and for each seating of a skill level.
const ABLATION: u64 = 10;
const ROBUST: u64 = 20;
const VARIANCE: u64 = 2;
const LADDER: u64 = 5;
/// Divisors for the games of each price, plan and proposal, and for the training games of prices and proposals.
const TRIED: u64 = 2;
const LEARNED: u64 = 20;
/// Minimum number of games per price, with training runs as long as those of `sim components --price`. With fewer,
/// hardly any price is decided.
const LEAST_OF_PRICES: u64 = 10_000;
/// Maximum games of an undecided price, as a multiple of its first games. Each price takes many training runs: they
/// resolve near-fair prices better than games do.
const MOST_OF_PRICES: u64 = 4;
const LEARNINGS_OF_PRICES: u64 = 16;
/// Minimum number of games to train for a plan and to judge it; with fewer, players hardly follow it. Runs that do
/// not follow it are left out: of four, two may remain, and their interval reaches from 0 to 1.
const LEAST_OF_PLANS: u64 = 8_000;
const LEARNINGS_OF_PLANS: u64 = 6;
/// Minimum games per set of changes. With fewer, a search mistakes luck for effects and proposes too little.
const LEAST_OF_PROPOSALS: u64 = 10_000;
/// Minimum number of games per alternative, at the usual number of players and at any other. With fewer, an effect of
/// [`MOVE`](crate::robust::MOVE), or of three times that, is not significant. Audits without training play fewer.
const LEAST_OF_ALTERNATIVES: (u64, u64) = (1_000, 400);
/// Maximum number of mispriced components whose fair price is sought.
const SOUGHT: usize = 3;
/// With fewer requested games, no player trains: training is slow, and so few games would decide nothing.
pub const LEARNED_FROM: u64 = 2_000;
/// Number of deals searched for a game that illustrates a finding.
const SEARCHED: u64 = 128;
const USUAL_SEED: u64 = 1;

#[derive(Clone)]
pub struct AuditSpec {
    pub arms: Vec<ArmSpec>,
    /// Tables of strong players, for each of `arms` with rivals: a panel, or copies of the strongest strategy.
    pub best: Vec<ArmSpec>,
    /// The field of the tournament: see [`usual_field`](crate::tournament::usual_field).
    pub field: Vec<Player>,
    pub tolerance: Tolerance,
    /// Games per table at the first interim analysis of seats, strategies and components. Undecided tables continue,
    /// up to 32 times as many. All other parts play a share of them.
    pub games: u64,
    /// Games per leading finding among look-ahead players; 0 for no such check.
    pub look_ahead: u64,
}

/// A standard run with its verdicts; `None` if nobody has a fair share.
type Standard = (Summary, Option<JudgedTable>);

pub struct AuditArms {
    pub arms: Vec<NamedArm>,
    pub best: Vec<NamedArm>,
}

impl AuditArms {
    pub fn of_best(&self, players: usize) -> Option<&Arm> {
        self.best.iter().map(|named| &named.arm).find(|arm| arm.inputs.rules.players == players)
    }
}

impl AuditSpec {
    pub fn open(&self) -> Result<AuditArms, Error> {
        let named = |spec: &ArmSpec, who: &str| {
            let name = people::counted(spec.players as u64, "player", "players");
            Ok::<_, Error>(NamedArm { name: format!("{name}{who}"), arm: spec.open()? })
        };
        let arms = self.arms.iter().map(|spec| named(spec, "")).collect::<Result<_, _>>()?;
        let best = self.best.iter().map(|spec| {
            let who: Vec<&str> = spec.field.distinct().iter().map(|one| one.named.as_str()).collect();
            named(spec, &format!(", {}", who.join(", ")))
        });
        Ok(AuditArms { arms, best: best.collect::<Result<_, _>>()? })
    }

    /// Digest of everything that determines the part `name` at a table; `asked` is what only this part depends on.
    pub fn digest(&self, inputs: &Inputs, name: &str, asked: &[String]) -> String {
        let entry = self.arms.first().map(|spec| spec.rules.entry);
        let shipped: Vec<&str> = entry.iter().flat_map(|entry| entry.shipped()).map(|one| one.text).collect();
        digest(&(name, asked, inputs, shipped, self.games, (SCHEMA, env!("CARGO_PKG_VERSION"))))
    }

    /// Plays the audit. After a request to stop, returns what was found by then; the rest is missing.
    ///
    /// # Errors
    /// Those of playing and of the store; [`Error::Stopped`] before anything is known about seats.
    pub fn play(&self, opened: &AuditArms, lab: &mut Lab<'_>) -> Result<Audit, Error> {
        let places = self.places(&self.best, &opened.best);
        let mut work = self.parts(opened)?;
        lab.expect(work.work());
        let seats = work.next(lab, |lab| {
            until_decided(&places, |subject| PendingVerdicts::of_seats(subject), "seats", lab)
        })?;
        let mut bests: Vec<BestPlayers> = Vec::new();
        let mut balanced_work = Work::NONE;
        for (place, played) in places.iter().zip(seats) {
            let best = work.next(lab, |lab| place.best(played, lab));
            let Some(best) = until_stopped(best)? else { break };
            if self.learns() && is_off(&best) {
                balanced_work = balanced_work + self.balanced_work(place.spec)?;
            }
            bests.push(best);
        }
        // The part after the response and the prices; even seats need no changes.
        work.change(2, balanced_work);
        let usual = self.usual(&opened.best).filter(|_| self.learns());
        let response = match usual {
            Some((spec, named)) => {
                let place = Place { audit: self, spec, named };
                until_stopped(work.next(lab, |lab| place.response(lab)))?.flatten()
            }
            None => work.next(lab, |_| None),
        };
        let best_of = |(spec, _): (&'_ ArmSpec, &NamedArm)| {
            bests.iter().find(|best| best.summary.players == spec.players)
        };
        let priced = usual.and_then(|at| Some((at.0, best_of(at)?)));
        let prices = until_stopped(work.next(lab, |lab| self.prices(priced, lab)))?.flatten();
        let balanced = until_stopped(work.next(lab, |lab| self.balanced(&bests, lab)))?.unwrap_or_default();
        let plans = work.next(lab, |lab| self.plans(usual.map(|(spec, _)| spec), lab));
        let plans = until_stopped(plans)?.flatten();
        let strongest = plans.as_ref().and_then(|plans| plans.rows.first()).map(|row| row.name.as_str());
        let checks = work.next(lab, |lab| self.look_ahead((&bests, prices.as_ref()), strongest, lab));
        let checks = until_stopped(checks)?.unwrap_or_default();
        let none = |named: &NamedArm| (Summary::new(&named.arm.subject(), &named.arm.empty()), None);
        let standard = until_stopped(work.next(lab, |lab| self.standard(&opened.arms, lab)))?;
        let standard = standard.unwrap_or_else(|| opened.arms.iter().map(none).collect());
        let mut bests = bests.into_iter().peekable();
        let mut parts = Vec::new();
        for ((spec, named), (summary, verdicts)) in self.arms.iter().zip(&opened.arms).zip(standard) {
            let place = Place { audit: self, spec, named };
            let mut part = work.next(lab, |lab| place.part(summary, verdicts, lab))?;
            part.best = bests.next_if(|best| best.summary.players == spec.players);
            part.retain_unused();
            parts.push(part);
        }
        let (shared, abouts) = match self.arms.first() {
            Some(spec) => {
                let rules = spec.rules.resolve()?;
                (shared(&rules, spec.seed), abouts(&rules))
            }
            None => (Vec::new(), Vec::new()),
        };
        let learns = self.learns();
        let ended = if lab.stop.is_asked() { Ended::Stopped } else { Ended::Whole };
        Ok(Audit { shared, abouts, parts, learns, response, prices, plans, balanced, checks, ended })
    }

    fn places<'s>(&'s self, specs: &'s [ArmSpec], opened: &'s [NamedArm]) -> Vec<Place<'s>> {
        let both = specs.iter().zip(opened);
        both.map(|(spec, named)| Place { audit: self, spec, named }).collect()
    }

    pub fn work(&self, opened: &AuditArms) -> Result<Work, Error> {
        Ok(self.parts(opened)?.work())
    }

    /// Maximum work of each part, in the order of [`AuditSpec::play`].
    fn parts(&self, opened: &AuditArms) -> Result<Parts, Error> {
        let (bests, arms) = (self.places(&self.best, &opened.best), self.places(&self.arms, &opened.arms));
        let mut parts = vec![bests.iter().map(most_work).sum()];
        for place in &bests {
            parts.push(place.robust_work(&KINDS_OF_BEST)?);
        }
        let mut of_usual = [Work::NONE; 4];
        if let Some((spec, named)) = self.usual(&opened.best).filter(|_| self.learns()) {
            let response = (Place { audit: self, spec, named }).response_spec();
            of_usual[0] = response.map_or(Ok(Work::NONE), |spec| spec.work())?;
            of_usual[1] = self.prices_work(spec, &named.arm)?;
            for table in &self.best {
                of_usual[2] = of_usual[2] + self.balanced_work(table)?;
            }
            let plans = self.plans_spec(spec)?;
            of_usual[3] = plans.map_or(Ok(Work::NONE), |spec| Ok::<_, Error>(spec.work(&spec.open()?)))?;
        }
        parts.extend(of_usual);
        parts.push(self.look_ahead_work());
        parts.push(arms.iter().map(most_work).sum());
        for place in &arms {
            parts.push(place.parts()?.work());
        }
        Ok(Parts::new(parts))
    }

    fn standard(&self, opened: &[NamedArm], lab: &mut Lab<'_>) -> Result<Vec<Standard>, Error> {
        let places = self.places(&self.arms, opened);
        let played = until_decided(&places, |subject| PendingVerdicts::new(subject), "standard", lab)?;
        let judged = |(summary, table): (Summary, JudgedTable)| {
            let verdicts = Some(table).filter(|table| !table.rows.is_empty());
            (summary, verdicts)
        };
        Ok(played.into_iter().map(judged).collect())
    }

    fn learns(&self) -> bool {
        self.games >= LEARNED_FROM
    }

    fn budget(&self, repeats: u64) -> Budget {
        Budget { games: (self.games / LEARNED).max(1), repeats }
    }

    /// The usual table of the strong players, or the first if the usual one is not audited, with the item at its
    /// index in `list`.
    pub(super) fn usual<'s, T>(&'s self, list: &'s [T]) -> Option<(&'s ArmSpec, &'s T)> {
        let mut all = self.best.iter().zip(list);
        all.clone().find(|(spec, _)| is_usual(spec)).or_else(|| all.next())
    }

    fn prices(
        &self,
        arm: Option<(&ArmSpec, &BestPlayers)>,
        lab: &mut Lab<'_>,
    ) -> Result<Option<PriceFindings>, Error> {
        let Some((arm, best)) = arm else { return Ok(None) };
        let kinds = prices::kinds(&best.summary);
        if kinds.is_empty() {
            return Ok(None);
        }
        let spec = self.prices_spec(arm, kinds.clone())?;
        let found = spec.play(&spec.open()?, lab)?;
        Ok(Some(PriceFindings { found, kinds }))
    }

    fn prices_spec(&self, arm: &ArmSpec, components: Vec<String>) -> Result<PriceSpec, Error> {
        let games = (self.games / TRIED).max(LEAST_OF_PRICES);
        let budget = self.budget(LEARNINGS_OF_PRICES);
        let budget = Budget { games: budget.games.max(price::GAMES), ..budget };
        let table = AdaptSpec::seat(arm.clone(), budget, Effort::Games(games))?;
        let most = games.saturating_mul(MOST_OF_PRICES);
        Ok(PriceSpec { table, components, sought: Some(SOUGHT), most })
    }

    /// Which components are priced is known only after the game was played; their maximum number is known before.
    fn prices_work(&self, spec: &ArmSpec, arm: &Arm) -> Result<Work, Error> {
        let priced = prices::most_priced(arm);
        if priced == 0 {
            return Ok(Work::NONE);
        }
        let spec = self.prices_spec(spec, Vec::new())?;
        let Effort::Games(games) = spec.table.effort else { return Ok(Work::NONE) };
        let (_, games) = arm.schedule.deals_for(games);
        Ok(Work::played(games) + spec.learners(priced, games))
    }

    fn plans(&self, arm: Option<&ArmSpec>, lab: &mut Lab<'_>) -> Result<Option<Plans>, Error> {
        let spec = arm.map(|arm| self.plans_spec(arm)).transpose()?.flatten();
        spec.map(|spec| spec.play(&spec.open()?, lab)).transpose()
    }

    fn plans_spec(&self, arm: &ArmSpec) -> Result<Option<PlansSpec>, Error> {
        let archetypes = self.arms.iter().find(|one| one.players == arm.players);
        let all = archetypes.map_or(Vec::new(), |one| one.field.distinct());
        let plans = all.into_iter().filter(|player| player.strategy.plan().is_some());
        let plans: Vec<Player> = plans.cloned().collect();
        if plans.len() < 2 {
            return Ok(None);
        }
        let games = (self.games / TRIED).max(LEAST_OF_PLANS);
        let (effort, budget) = (Effort::Games(games), Budget { games, repeats: LEARNINGS_OF_PLANS });
        Ok(Some(PlansSpec { table: AdaptSpec::seat(arm.clone(), budget, effort)?, plans }))
    }

    fn balanced(&self, bests: &[BestPlayers], lab: &mut Lab<'_>) -> Result<Vec<BalanceResult>, Error> {
        let both = bests.iter().zip(&self.best);
        let mut uneven: Vec<(&BestPlayers, &ArmSpec)> =
            both.filter(|(best, _)| self.learns() && is_off(best)).collect();
        // The sort is stable: ties keep the order of the tables.
        uneven.sort_by(|(one, of_one), (other, of_other)| {
            is_usual(of_other).cmp(&is_usual(of_one)).then(off(other).total_cmp(&off(one)))
        });
        uneven.into_iter().map(|(best, arm)| self.balanced_at(best, arm, lab)).collect()
    }

    fn balanced_at(
        &self,
        best: &BestPlayers,
        arm: &ArmSpec,
        lab: &mut Lab<'_>,
    ) -> Result<BalanceResult, Error> {
        let tolerance = best.seats.rows.first().map_or(self.tolerance.seat, |row| row.tolerance);
        let spec = self.balance_spec(seats_within(best.seats.unit, tolerance), arm)?;
        spec.play(&spec.open()?, lab)
    }

    fn balanced_work(&self, arm: &ArmSpec) -> Result<Work, Error> {
        let unit = Unit::of(arm.rules.objective());
        let spec = self.balance_spec(seats_within(unit, self.tolerance.seat), arm)?;
        spec.work(&spec.open()?)
    }

    fn balance_spec(&self, goal: String, arm: &ArmSpec) -> Result<BalanceSpec, Error> {
        let effort = Effort::Games((self.games / TRIED).max(LEAST_OF_PROPOSALS));
        let sitting = BalancePlayers::Usual { strong: arm.clone(), pool: None };
        let most = proposals::MOST_CHANGES as usize;
        let vary = [lever::ALL.to_owned()];
        let budget = arm.field.panel().is_none().then(|| self.budget(proposals::REPEATS));
        let asked = (effort, budget);
        BalanceSpec::seat(sitting, &[goal], &vary, most, asked)
    }
}

fn is_off(best: &BestPlayers) -> bool {
    best.seats.rows.iter().any(|row| row.balance.is_off())
}

/// `None` once a stop was requested.
fn until_stopped<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Err(Error::Stopped) => Ok(None),
        found => found.map(Some),
    }
}

pub(super) fn seats_within(unit: Unit, tolerance: f64) -> String {
    match unit {
        Unit::Share => format!("every seat within {}%", points(tolerance)),
        _ => format!("every seat within {}", people::short(tolerance)),
    }
}

pub(super) fn is_usual(spec: &ArmSpec) -> bool {
    spec.players == spec.rules.entry.info().default_players
}

fn off(best: &BestPlayers) -> f64 {
    let rows = best.seats.rows.iter().filter_map(BalanceRow::difference);
    rows.fold(0.0, |most, off| off.abs().max(most))
}

fn shared(rules: &Rules, seed: u64) -> Vec<Word> {
    let game = Word::option("game", &rules.settings.game);
    let seed = Some(Word::option("seed", seed)).filter(|_| seed != USUAL_SEED);
    [game].into_iter().chain(Word::of_rules(rules)).chain(seed).collect()
}

fn abouts(rules: &Rules) -> Vec<(String, String)> {
    let plain = rules.settings.entries().into_iter().filter(|entry| !entry.path.contains('.'));
    let presets = rules.settings.presets().iter().filter(|preset| preset.is_reconstruction);
    let presets = presets.map(|preset| (preset.name.clone(), preset.about.clone()));
    let about = |Entry { path, about, value, .. }: Entry| {
        (path, if about.is_empty() { about } else { format!("{about} Now: {value}.") })
    };
    plain.map(about).chain(presets).collect()
}

/// Audits a game at tables of several sizes.
///
/// ```
/// use sim_lab::{Lab, Stop, audit::{AuditSpec, audit}, player::Player, spec::ArmSpec};
/// use sim_lab::verdict::Tolerance;
///
/// let entry = &sim_delectable::ENTRY;
/// let arms = vec![ArmSpec::of_shipped(entry, 2, &["raider", "prestige"])?];
/// let best = vec![ArmSpec::of_shipped(entry, 2, &["raider"])?];
/// let field = Player::all_shipped(entry, &["raider", "prestige"])?;
/// let spec = AuditSpec { arms, best, field, tolerance: Tolerance::USUAL, games: 200, look_ahead: 0 };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let found = audit(&spec, &mut lab)?;
/// for finding in found.findings() {
///     println!("{:?} {:?}", finding.tone, finding.what);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(spec: &AuditSpec, lab: &mut Lab<'_>) -> Result<Audit, Error> {
    spec.play(&spec.open()?, lab)
}

pub(super) struct Place<'a> {
    pub(super) audit: &'a AuditSpec,
    pub(super) spec: &'a ArmSpec,
    pub(super) named: &'a NamedArm,
}

impl Place<'_> {
    fn part(
        &self,
        summary: Summary,
        verdicts: Option<JudgedTable>,
        lab: &mut Lab<'_>,
    ) -> Result<TableAudit, Error> {
        let settings = &self.named.arm.settings;
        let is_fixed = |name: &str| is_fixed(self.spec, settings, name);
        let unused = match summary.games {
            0 => Vec::new(),
            _ => unused::never_used(&summary.components, |name| settings.has_no_copies(name)),
        };
        let off = verdicts.iter().flat_map(balance::off_components);
        let fixed = off.filter(|name| is_fixed(name)).map(str::to_owned).collect();
        let mut part = TableAudit {
            summary,
            verdicts,
            fixed,
            unused,
            best: None,
            standings: None,
            ablation: None,
            robust: None,
            variances: Vec::new(),
            ladder: None,
        };
        // A solo player meets nobody, and no seat has a rival.
        if self.spec.players < 2 {
            return Ok(part);
        }
        let mut parts = self.parts()?;
        part.standings = until_stopped(parts.next(lab, |lab| self.tournament(lab)))?;
        let linked = linked(&part.summary, &is_fixed);
        part.ablation = until_stopped(parts.next(lab, |lab| self.ablation(linked, lab)))?.flatten();
        part.robust = until_stopped(parts.next(lab, |lab| self.robust(&Kind::ALL, lab)))?;
        let variances = until_stopped(parts.next(lab, |lab| self.variances(lab)))?;
        part.variances = variances.unwrap_or_default();
        part.ladder = until_stopped(parts.next(lab, |lab| self.ladder(lab)))?;
        Ok(part)
    }

    fn parts(&self) -> Result<Parts, Error> {
        if self.spec.players < 2 {
            return Ok(Parts::new([]));
        }
        let games = self.audit.games;
        let tournament = Work::played(self.tournament_spec().open()?.arm.schedule.deals_for(games).1);
        let ablation = Work::played((games / ABLATION).max(1)).times(COMPONENTS as u64 + 1);
        let variances =
            Work::played((games / VARIANCE).max(FEWEST)).times(LevelSpec::usual(self.spec)?.len() as u64);
        let ladder = self.ladder_spec()?.work(self.spec.players);
        Ok(Parts::new([tournament, ablation, self.robust_work(&Kind::ALL)?, variances, ladder]))
    }

    fn effort(&self, share: u64) -> Effort {
        Effort::Games((self.audit.games / share).max(1))
    }

    pub(super) fn kept<T: serde::Serialize + serde::de::DeserializeOwned>(
        &self,
        name: &str,
        asked: &[String],
        lab: &mut Lab<'_>,
        play: impl FnOnce(&mut Lab<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let inputs = &self.named.arm.inputs;
        let digest = self.audit.digest(inputs, name, asked);
        lab.part(Item::Part { inputs, name, digest: &digest }, play)
    }

    fn tournament(&self, lab: &mut Lab<'_>) -> Result<Standings, Error> {
        let spec = self.tournament_spec();
        self.kept("tournament", &[], lab, |lab| tournament(&spec, lab)?.whole())
    }

    fn tournament_spec(&self) -> TournamentSpec {
        let ArmSpec { rules, players, seed, .. } = self.spec.clone();
        let AuditSpec { field, games, .. } = self.audit.clone();
        TournamentSpec { rules, players, field, games, seed }
    }

    /// `None` if no component is associated with winning or losing.
    fn ablation(&self, components: Vec<String>, lab: &mut Lab<'_>) -> Result<Option<Ablation>, Error> {
        let (arm, effort) = (self.spec.clone(), self.effort(ABLATION));
        let asked = components.clone();
        let spec = AblateSpec::removal(arm, components, effort);
        self.kept("ablate", &asked, lab, |lab| {
            if asked.is_empty() {
                return Ok(None);
            }
            let found = spec.play(&spec.open()?, lab)?;
            found.ended.whole().map(|()| Some(found))
        })
    }

    pub(super) fn robust(&self, kinds: &[Kind], lab: &mut Lab<'_>) -> Result<Robustness, Error> {
        let (spec, games) = self.robust_spec(kinds);
        self.kept("robust", &[games.to_string()], lab, |lab| {
            let found = spec.play(&spec.open()?, lab)?;
            found.ended.whole().map(|()| found)
        })
    }

    fn robust_work(&self, kinds: &[Kind]) -> Result<Work, Error> {
        let (spec, _) = self.robust_spec(kinds);
        Ok(Work::of_arms(&spec.open()?.arms, spec.effort))
    }

    /// Also returns the games per alternative.
    fn robust_spec(&self, kinds: &[Kind]) -> (RobustSpec, u64) {
        let (usual, other) = LEAST_OF_ALTERNATIVES;
        let least = match self.audit.learns() {
            true if is_usual(self.spec) => usual,
            true => other,
            false => 1,
        };
        let games = (self.audit.games / ROBUST).max(least);
        let (arm, kinds, effort) = (self.spec.clone(), kinds.to_vec(), Effort::Games(games));
        (RobustSpec { arm, kinds, effort }, games)
    }

    fn variances(&self, lab: &mut Lab<'_>) -> Result<Vec<VarianceShares>, Error> {
        let spec = VarianceSpec { tables: LevelSpec::usual(self.spec)?, games: self.audit.games / VARIANCE };
        self.kept("variance", &[], lab, |lab| Ok(skill(&spec, lab)?.tables))
    }

    fn ladder(&self, lab: &mut Lab<'_>) -> Result<Ladder, Error> {
        let spec = self.ladder_spec()?;
        self.kept("ladder", &[], lab, |lab| Ok(ladder::ladder(&spec, lab)?.tables.remove(0)))
    }

    fn ladder_spec(&self) -> Result<LadderSpec, Error> {
        let ArmSpec { rules, players, seed, .. } = self.spec.clone();
        let rungs = usual_rungs(rules.entry)?;
        let games = (self.audit.games / LADDER).max(1);
        Ok(LadderSpec { rules, players: vec![players], rungs, games, seed })
    }
}

/// The removable chosen components whose use is most significantly associated with winning or losing.
fn linked(standard: &Summary, is_fixed: &dyn Fn(&str) -> bool) -> Vec<String> {
    let chosen = standard.components.all.iter().filter(|one| one.is_chosen());
    let mut rows: Vec<(f64, &str)> =
        chosen.filter_map(|one| Some((one.surety()?, one.component.name.as_str()))).collect();
    // The sort is stable: ties keep the order of the box.
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names = rows.into_iter().map(|(_, name)| name).filter(|name| !is_fixed(name));
    names.take(COMPONENTS).map(str::to_owned).collect()
}

impl Audit {
    /// The command that replays the game of a scene, at the tables that [`AuditSpec::open`] made; `None` if there is
    /// no such game.
    pub fn replay(&self, scene: &Scene, opened: &AuditArms, lab: &Lab<'_>) -> Result<Option<Command>, Error> {
        // Seats are judged among strong players, where there are any.
        let is_it = |one: &&NamedArm| one.arm.inputs.rules.players == scene.players;
        let best = opened.best.iter().find(is_it).filter(|_| matches!(scene.whose, Owner::Seat(_)));
        let Some(NamedArm { arm, .. }) = best.or_else(|| opened.arms.iter().find(is_it)) else {
            return Ok(None);
        };
        let place = |name| arm.strategies.iter().position(|one| one.name() == name);
        let whose = match &scene.whose {
            Owner::Seat(seat) => Some(Whose::Seat(*seat)),
            owner => owner.strategy().and_then(place).map(|at| Whose::Strategy(at as u8)),
        };
        let Some(whose) = whose else { return Ok(None) };
        let clearest = || clearest(arm, whose, scene.is_won, 0..SEARCHED, lab.stop);
        let Some(row) = lab.threads.install(clearest)? else { return Ok(None) };
        let mut command = self.command(Verb::Run, vec![scene.players]);
        let part = self.parts.iter().find(|part| part.players() == scene.players);
        if let (true, Some(part)) = (best.is_some(), part) {
            command = Audit::with_strong_players(part, command);
        }
        Ok(Some(command.replay(row.deal, row.rotation)))
    }
}
