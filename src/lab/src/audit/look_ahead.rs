//! The last check of an audit: whether its leading findings hold among look-ahead players.
//!
//! A search decides by rollouts of the strategy it is based on, and plays much better than that strategy. It is slow,
//! so a few hundred games with their own interval must suffice.

use std::num::NonZeroU32;

use sim_engine::Seat;
use sim_play::{
    arm::{Arm, NamedArm, Seats, Subject},
    tally::{Group, Tally},
};
use sim_script::Strategy;
use sim_stats::{Estimate, Interval};

use super::{BestPlayers, PriceFindings, answer::Topic, play::AuditSpec};
use crate::{
    Error, Event, Lab, Work,
    adapt::{read::strategy_less, trainer::LEARNER},
    effort::{MOST_GAMES, round_up},
    figure::{Unit, beyond_fair},
    player::Player,
    price::PriceVerdict,
    spec::{ArmSpec, Field},
    store::Worth,
    verdict::{BalanceRow, VerdictSubject},
};

pub const ROLLOUTS: NonZeroU32 = match NonZeroU32::new(50) {
    Some(rollouts) => rollouts,
    None => panic!("50 is not 0"),
};

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Confirmation {
        Confirmed = "confirmed",
        NotConfirmed = "not confirmed",
        TooFew = "too few games",
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum CheckedFinding {
    /// At a table where all seats look ahead.
    Seat(Seat),
    /// The strongest trained plan, at a table where every player searches with an archetype's script.
    Plan(String),
    /// A mispriced component: what one look-ahead player loses without it.
    Price(String),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    pub players: usize,
    pub checked: CheckedFinding,
    /// The audit's figure: a seat's result minus its fair share; 0 for a plan; a component's loss minus that of the
    /// median component of its kind.
    pub claimed: f64,
    pub estimate: Estimate,
    pub confirmation: Confirmation,
    pub games: u64,
    /// Of an undecided check: about the number of games that decide it if the estimate stays, to two digits.
    pub games_needed: Option<u64>,
    pub unit: Unit,
}

impl Check {
    fn new(
        (checked, claimed, claim): (CheckedFinding, f64, Claim),
        estimate: Estimate,
        (subject, games): (&Subject<'_>, u64),
    ) -> Check {
        let confirmation = claim.confirmation(estimate.interval);
        Check {
            players: subject.players,
            checked,
            claimed,
            confirmation,
            estimate,
            games,
            games_needed: claim
                .games_needed(&estimate, games)
                .filter(|_| confirmation == Confirmation::TooFew),
            unit: Unit::of_objective(subject.objective, subject.info),
        }
    }

    pub fn topic(&self) -> Topic {
        match self.checked {
            CheckedFinding::Seat(_) => Topic::Seats,
            CheckedFinding::Plan(_) => Topic::Plans,
            CheckedFinding::Price(_) => Topic::Prices,
        }
    }
}

#[derive(Clone, Copy)]
enum Claim {
    Above(f64),
    Below(f64),
    Within(f64),
}

impl Claim {
    fn confirmation(self, interval: Option<Interval>) -> Confirmation {
        let Some(Interval { low, high }) = interval else { return Confirmation::TooFew };
        let (holds, fails) = match self {
            Claim::Above(bound) => (low > bound, high < bound),
            Claim::Below(bound) => (high < bound, low > bound),
            Claim::Within(bound) => (low >= -bound && high <= bound, low > bound || high < -bound),
        };
        match (holds, fails) {
            (true, _) => Confirmation::Confirmed,
            (_, true) => Confirmation::NotConfirmed,
            _ => Confirmation::TooFew,
        }
    }

    /// The number of games whose interval, at this estimate, ends at the bound; none if the estimate lies on it.
    fn games_needed(self, estimate: &Estimate, games: u64) -> Option<u64> {
        let (value, Interval { low, high }) = estimate.value.zip(estimate.interval)?;
        let gap = match self {
            Claim::Above(bound) | Claim::Below(bound) => value - bound,
            Claim::Within(bound) => value.abs() - bound,
        };
        // An interval's length is inverse to the root of the games.
        let needed = games as f64 * ((high - low) / 2.0 / gap).powi(2);
        (needed < MOST_GAMES as f64).then(|| round_up(needed.ceil() as u64, 2))
    }
}

impl AuditSpec {
    /// The most that [`AuditSpec::look_ahead`] takes: a seat, a plan, and a component with its control.
    pub(super) fn look_ahead_work(&self) -> Work {
        Work::look_ahead(self.look_ahead).times(4)
    }

    /// Plays the leading findings among look-ahead players: the seat furthest from its fair share, the strongest plan
    /// and the most mispriced component.
    pub(super) fn look_ahead(
        &self,
        (bests, prices): (&[BestPlayers], Option<&PriceFindings>),
        strongest: Option<&str>,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Check>, Error> {
        let mut checks = Vec::new();
        if self.look_ahead == 0 {
            return Ok(checks);
        }
        checks.extend(self.seat(bests, lab)?);
        if let (Some((arm, _)), Some(name)) = (self.usual(bests), strongest) {
            checks.extend(self.plan(arm, name, lab)?);
        }
        if let (Some((arm, _)), Some(prices)) = (self.usual(bests), prices) {
            checks.extend(self.price(arm, prices, lab)?);
        }
        Ok(checks)
    }

    fn seat(&self, bests: &[BestPlayers], lab: &mut Lab<'_>) -> Result<Option<Check>, Error> {
        let rows = self.best.iter().zip(bests).flat_map(|(spec, best)| {
            best.seats.rows.iter().filter_map(move |row| Some((spec, row, row.difference()?)))
        });
        // A seat that is significantly off precedes one that is merely far off.
        let rank = |(_, row, off): &(&ArmSpec, &BalanceRow, f64)| (row.balance.is_off(), off.abs());
        let furthest = rows.max_by(|a, b| rank(a).0.cmp(&rank(b).0).then(rank(a).1.total_cmp(&rank(b).1)));
        let Some((spec, row, claimed)) = furthest else { return Ok(None) };
        let VerdictSubject::Seat(seat) = row.of else { return Ok(None) };
        let named = self.all_ahead(spec)?;
        let tally = self.tally_ahead(&named, lab)?;
        let subject = named.arm.subject();
        let estimate = beyond_fair(&subject, &tally, Group::Seat(seat));
        let claim = match row.balance.is_off() {
            true if claimed > 0.0 => Claim::Above(0.0),
            true => Claim::Below(0.0),
            false => Claim::Within(row.tolerance),
        };
        let seat = CheckedFinding::Seat(seat);
        Ok(Some(Check::new((seat, claimed, claim), estimate, (&subject, tally.games))))
    }

    fn plan(&self, arm: &ArmSpec, strongest: &str, lab: &mut Lab<'_>) -> Result<Option<Check>, Error> {
        let Some(scripts) = self.arms.iter().find(|one| one.players == arm.players) else { return Ok(None) };
        let mut players = scripts.field.distinct();
        let Some(at) = players.iter().position(|one| one.named == strongest) else { return Ok(None) };
        // It sits in every game, in all seats in turn.
        players[..=at].rotate_right(1);
        let searching = |player: &Player| Some(player.clone().searching(ROLLOUTS, Vec::new())?.strategy);
        let Some(strategies) = players.into_iter().map(searching).collect() else { return Ok(None) };
        let named = self.entering(scripts, strategies, "looking ahead")?;
        let tally = self.tally_ahead(&named, lab)?;
        let subject = named.arm.subject();
        let estimate = beyond_fair(&subject, &tally, Group::Strategy(0));
        let plan = CheckedFinding::Plan(strongest.to_owned());
        Ok(Some(Check::new((plan, 0.0, Claim::Above(0.0)), estimate, (&subject, tally.games))))
    }

    fn price(
        &self,
        arm: &ArmSpec,
        prices: &PriceFindings,
        lab: &mut Lab<'_>,
    ) -> Result<Option<Check>, Error> {
        let off = prices.found.rows.iter().filter(|row| row.verdict.is_off());
        let Some(row) = off.max_by(|a, b| a.distance().total_cmp(&b.distance())) else { return Ok(None) };
        let (Some(worth), Some(beyond)) = (row.worth.difference.value, row.beyond.value) else {
            return Ok(None);
        };
        let Some(start) = arm.field.players().first() else { return Ok(None) };
        let component = row.component.name.clone();
        let mut played = Vec::new();
        for bans in [&[][..], std::slice::from_ref(&component)] {
            let Some(named) = self.one_ahead(arm, start, bans)? else { return Ok(None) };
            let tally = self.tally_ahead(&named, lab)?;
            played.push((named, tally));
        }
        let [(control, of_control), (barred, of_barred)] = &played[..] else { return Ok(None) };
        let name = control.arm.strategies.first().map_or("", |one| one.name()).to_owned();
        let loss = strategy_less(&name, (&control.arm, of_control), (&barred.arm, of_barred))?.difference;
        let subject = control.arm.subject();
        let is_over = row.verdict == PriceVerdict::Overpriced;
        let claim = if is_over { Claim::Below(0.0) } else { Claim::Above(0.0) };
        let estimate = loss.moved(beyond - worth);
        let price = CheckedFinding::Price(component);
        Ok(Some(Check::new((price, beyond, claim), estimate, (&subject, of_control.games))))
    }

    /// A table at which all players look ahead.
    fn all_ahead(&self, spec: &ArmSpec) -> Result<NamedArm, Error> {
        let players = spec.field.distinct().into_iter();
        let players = players.filter_map(|player| player.clone().searching(ROLLOUTS, Vec::new()));
        let arm = ArmSpec { field: Field::Pool(players.collect()), ..spec.clone() }.open()?;
        Ok(NamedArm { name: "looking ahead".to_owned(), arm })
    }

    fn tally_ahead(&self, named: &NamedArm, lab: &mut Lab<'_>) -> Result<Tally, Error> {
        let (deals, games) = named.arm.schedule.deals_for(self.look_ahead);
        lab.progress.on_event(Event::LookAhead { games });
        lab.tally(named, 0..deals, Worth::Surely)
    }

    /// The first of the strategies in each seat in turn, among the others.
    fn entering(
        &self,
        spec: &ArmSpec,
        strategies: Vec<Strategy>,
        name: &'static str,
    ) -> Result<NamedArm, Error> {
        let seats = Seats { players: spec.players, strategies, lineup: None, seed: spec.seed };
        let arm: Arm = spec.rules.entry.entering(&spec.rules.resolve()?, seats)?;
        Ok(NamedArm { name: name.to_owned(), arm })
    }

    /// One look-ahead player, barred from `bans` in addition to its own bans, in each seat among the other players;
    /// `None` if it has no file.
    fn one_ahead(&self, spec: &ArmSpec, start: &Player, bans: &[String]) -> Result<Option<NamedArm>, Error> {
        let entry = spec.rules.entry;
        let Some(text) = start.strategy.text() else { return Ok(None) };
        let known = start.strategy.never().map_or(&[][..], |never| never.words());
        let words: Vec<String> = known.iter().chain(bans).cloned().collect();
        let text = match words.is_empty() {
            true => text.to_owned(),
            false => entry.template(LEARNER, &start.path(), text)?.with_bans(&words),
        };
        let learner = Player::read(entry, LEARNER, LEARNER, &start.path(), &text)?;
        let Some(learner) = learner.searching(ROLLOUTS, Vec::new()) else { return Ok(None) };
        let field = spec.field.distinct().into_iter().map(|player| player.strategy.clone());
        let strategies = std::iter::once(learner.strategy).chain(field).collect();
        Ok(Some(self.entering(spec, strategies, "one looks ahead")?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_confirmed_refuted_or_left_open() {
        let of = |claim: Claim, low, high| claim.confirmation(Some(Interval { low, high }));
        assert_eq!(of(Claim::Above(0.0), 0.01, 0.2), Confirmation::Confirmed);
        assert_eq!(of(Claim::Above(0.0), -0.2, -0.01), Confirmation::NotConfirmed);
        assert_eq!(of(Claim::Above(0.0), -0.1, 0.2), Confirmation::TooFew);
        assert_eq!(of(Claim::Below(0.0), -0.2, -0.01), Confirmation::Confirmed);
        assert_eq!(of(Claim::Within(0.03), -0.02, 0.03), Confirmation::Confirmed);
        assert_eq!(of(Claim::Within(0.03), 0.04, 0.2), Confirmation::NotConfirmed);
        assert_eq!(of(Claim::Within(0.03), -0.02, 0.2), Confirmation::TooFew);
        assert_eq!(Claim::Above(0.0).confirmation(None), Confirmation::TooFew);
    }

    #[test]
    fn an_undecided_claim_estimates_the_games_that_decide_it() {
        let estimate = |value, half: f64| Estimate {
            value: Some(value),
            interval: Some(Interval { low: value - half, high: value + half }),
            ..Estimate::MISSING
        };
        // Half the width takes four times the games.
        assert_eq!(Claim::Above(0.0).games_needed(&estimate(0.05, 0.10), 200), Some(800));
        assert_eq!(Claim::Below(0.0).games_needed(&estimate(0.05, 0.10), 200), Some(800));
        // 2 points to the bound of 3, with a half-width of 5.9: 8.7 times the games, to two digits.
        assert_eq!(Claim::Within(0.03).games_needed(&estimate(-0.01, 0.059), 200), Some(1800));
        assert_eq!(Claim::Above(0.0).games_needed(&estimate(0.0, 0.10), 200), None);
        assert_eq!(Claim::Above(0.0).games_needed(&Estimate::MISSING, 200), None);
    }
}
