//! The duration of an audit, and the number of games that fit in a given time.

use std::time::Instant;

use crate::ledger::{LOOK_AHEAD, TRAINED};
use sim_lab::{
    Error, Lab, Work,
    audit::{AuditArms, LEARNED_FROM},
    experiment::NamedArm,
};

const TIMED: u64 = 200;
/// Approximate games per requested game: of the archetypes and of the strongest players at each table, and in
/// training at the usual table. Rough: an audit with no prices and quickly decided seats took a third of the
/// estimate. For uneven seats the search for changes adds some minutes per table.
const OF_ARCHETYPES: f64 = 10.0;
const OF_BEST: f64 = 7.0;
const OF_LEARNERS: f64 = 19.0;
/// Further training games at the usual table, however few games are requested: for plans, and for prices if any
/// component has one.
const OF_PLANS: f64 = 336_000.0;
const OF_PRICES: f64 = 400_000.0;
/// Further games if players train, at the usual table and at any other: 1,000 and 400 for each of about 70
/// alternatives.
const OF_ALTERNATIVES: (f64, f64) = (70_000.0, 28_000.0);
/// Fewer games are uninformative.
const LEAST: f64 = 100.0;

#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Seconds for each requested game.
    each: f64,
    /// Further seconds if players train.
    learning: f64,
    /// Seconds per game, as a mean over all tables; `game_at_usual` is for the usual one.
    game: f64,
    game_at_usual: f64,
}

impl Cost {
    /// Upper bound on the seconds for this work.
    pub fn most_seconds(self, work: Work) -> f64 {
        let trained = TRAINED * work.trained as f64 + LOOK_AHEAD * work.look_ahead as f64;
        self.game * work.played as f64 + self.game_at_usual * trained
    }

    pub fn seconds(self, games: u64) -> f64 {
        self.each * games as f64 + if games >= LEARNED_FROM { self.learning } else { 0.0 }
    }

    /// The number of games to request that fit in this time, rounded down to two digits; `None` if there are too
    /// few.
    pub fn games_in(self, seconds: f64) -> Option<u64> {
        let fit = |seconds: f64| {
            let games = (seconds / self.each.max(f64::MIN_POSITIVE)).max(0.0);
            let unit = 10_f64.powf(games.max(1.0).log10().floor() - 1.0).max(1.0);
            ((games / unit).floor() * unit) as u64
        };
        let games = match fit(seconds - self.learning) {
            games if games >= LEARNED_FROM => games,
            // Too few games for training.
            _ => fit(seconds).min(LEARNED_FROM - 1),
        };
        (games as f64 >= LEAST).then_some(games)
    }

    pub fn least(self) -> f64 {
        self.each * LEAST
    }
}

/// # Errors
/// A stop request.
pub fn cost(opened: &AuditArms, lab: &Lab<'_>) -> Result<Cost, Error> {
    let all =
        |tables: &[NamedArm]| tables.iter().map(|one| timed(one, lab)).collect::<Result<Vec<f64>, Error>>();
    let (archetypes, best) = (all(&opened.arms)?, all(&opened.best)?);
    let is_usual = |one: &NamedArm| one.arm.frame.players == one.arm.info.default_players;
    let usual = opened.best.iter().zip(&best).find(|(one, _)| is_usual(one));
    let usual = usual.map(|(_, seconds)| *seconds).or(best.first().copied()).unwrap_or(0.0);
    let [of_archetypes, of_best] = [&archetypes, &best].map(|seconds| seconds.iter().sum::<f64>());
    let each = OF_ARCHETYPES * of_archetypes + OF_BEST * of_best + OF_LEARNERS * TRAINED * usual;
    let has_price = opened.best.first().is_some_and(|one| {
        one.arm.game.components().iter().any(|component| one.arm.settings.price(&component.name).is_some())
    });
    let of_alternatives = |one: &NamedArm| if is_usual(one) { OF_ALTERNATIVES.0 } else { OF_ALTERNATIVES.1 };
    let tables_timed = || opened.arms.iter().zip(&archetypes).chain(opened.best.iter().zip(&best));
    let learning = usual * TRAINED * (OF_PLANS + if has_price { OF_PRICES } else { 0.0 })
        + tables_timed().map(|(one, seconds)| of_alternatives(one) * seconds).sum::<f64>();
    let tables = (archetypes.len() + best.len()).max(1) as f64;
    Ok(Cost { each, learning, game: (of_archetypes + of_best) / tables, game_at_usual: usual })
}

/// Measures the seconds per game at a table.
fn timed(table: &NamedArm, lab: &Lab<'_>) -> Result<f64, Error> {
    let (deals, games) = table.arm.schedule.deals_for(TIMED);
    let started = Instant::now();
    lab.threads.install(|| table.arm.play(0..deals, table.arm.empty(), &mut lab.stop.clone()));
    lab.stop.check()?;
    Ok(started.elapsed().as_secs_f64() / games.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::Cost;

    #[test]
    fn games_are_as_many_as_fit_in_two_digits() {
        let cost = |each, learning| Cost { each, learning, game: 0.0, game_at_usual: 0.0 };
        let games = |seconds, each, learning| cost(each, learning).games_in(seconds);
        assert_eq!(games(1_200.0, 0.09, 0.0), Some(13_000));
        assert_eq!(games(1_200.0, 0.09, 600.0), Some(6_600));
        // With retraining only 1,600 games would fit, too few to retrain for.
        assert_eq!(games(750.0, 0.09, 600.0), Some(1_999));
        assert_eq!(games(60.0, 0.5, 600.0), Some(120));
        // Too little time for anything.
        assert_eq!(games(60.0, 1.0, 0.0), None);
    }

    #[test]
    fn what_fits_takes_no_longer() {
        for seconds in [70.0, 500.0, 640.0, 800.0, 5_000.0] {
            let cost = Cost { each: 0.1, learning: 300.0, game: 0.0, game_at_usual: 0.0 };
            let games = cost.games_in(seconds).unwrap();
            assert!(cost.seconds(games) <= seconds, "{seconds}: {games}");
        }
    }
}
