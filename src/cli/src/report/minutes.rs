//! How long an audit takes, and how many games fit in so many minutes.

use std::time::Instant;

use sim_lab::{Lab, audit::Opened, experiment::Named};

/// Games of a table that are timed.
const TIMED: u64 = 200;
/// For each game of the standard run, about so many are played by the archetypes at its table and by whoever plays best,
/// and so many more at the usual table, where players learn: a learning takes longer than its games. This is
/// rough, and rather too much: where seats are decided early and nothing has a price, an audit took a third of the time told.
const OF_ARCHETYPES: f64 = 10.0;
/// See [`OF_ARCHETYPES`].
const OF_BEST: f64 = 7.0;
/// See [`OF_ARCHETYPES`].
const OF_LEARNERS: f64 = 75.0;
/// Fewer games say nothing.
const LEAST: f64 = 100.0;

/// Seconds that an audit takes for each game of its standard run, as far as a few games tell.
pub fn seconds_each(opened: &Opened, lab: &Lab<'_>) -> f64 {
    let all = |tables: &[Named]| -> f64 { tables.iter().map(|one| timed(one, lab)).sum() };
    let best: Vec<f64> = opened.best.iter().map(|one| timed(one, lab)).collect();
    let usual =
        opened.best.iter().zip(&best).find(|(one, _)| one.arm.frame.players == one.arm.info.default_players);
    let usual = usual.map(|(_, seconds)| *seconds).or(best.first().copied()).unwrap_or(0.0);
    OF_ARCHETYPES * all(&opened.arms) + OF_BEST * best.iter().sum::<f64>() + OF_LEARNERS * usual
}

/// Games of the standard run that fit in so many seconds, in two digits; none where they are too few.
pub fn games_in(seconds: f64, each: f64) -> Option<u64> {
    let games = seconds / each.max(f64::MIN_POSITIVE);
    let unit = 10_f64.powf(games.max(1.0).log10().floor() - 1.0).max(1.0);
    (games >= LEAST).then(|| ((games / unit).floor() * unit) as u64)
}

/// Seconds that a game of a table takes.
fn timed(table: &Named, lab: &Lab<'_>) -> f64 {
    let (deals, games) = table.arm.schedule.deals_for(TIMED);
    let started = Instant::now();
    lab.threads.install(|| table.arm.play(0..deals, table.arm.empty(), &mut ()));
    started.elapsed().as_secs_f64() / games.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::games_in;

    #[test]
    fn games_are_as_many_as_fit_in_two_digits() {
        assert_eq!(games_in(1_200.0, 0.09), Some(13_000));
        assert_eq!(games_in(60.0, 0.5), Some(120));
        // Too few minutes for anything.
        assert_eq!(games_in(60.0, 1.0), None);
    }
}
