//! Whether a change of the rules leaves a game: compares its games with those of the current rules.
//!
//! A search may meet its goal with rules under which hardly anything happens: where nobody can ever score, all
//! strategies win equally often. Such candidates are excluded, based on the games that the search plays anyway.
//!
//! Limits are generous, since a search is meant to change a game. A candidate is excluded only if the intervals of
//! both games together lie beyond a limit: too few games are no reason.

use std::fmt;

use sim_engine::{Of, Seat, text::people};
use sim_play::{
    arm::{NamedArm, Subject},
    tally::{Group, Shape, Tally, UseKind},
};
use sim_stats::{
    Estimate, Interval,
    estimate::{MIN_DEALS, MIN_SAME, Z, wilson},
};

/// Shared first places may grow by this factor: rare ones double easily.
const SHARED_TIMES: f64 = 2.0;
/// They may also grow by this share of all games: where hardly any are shared, twice as many are still few.
const SHARED_RISE: f64 = 0.10;
/// Fraction of the mean points that must remain: a shorter game scores less, but not a small fraction.
const POINTS_LEFT: f64 = 0.5;
/// Allowed growth of the share of games that reach the ply limit; ideally none do.
const TRUNCATED_RISE: f64 = 0.01;
/// Fraction of the choices per action that must remain: with fewer, players mostly have no choice.
const CHOICES_LEFT: f64 = 0.5;
/// Share of the used components that may fall out of use: a change may remove one, but not whole kinds.
const COMPONENTS_LOST: f64 = 0.25;
/// Share of the measures that may fall to 0: several may count the same thing, or something dispensable.
const MEASURES_LOST: f64 = 0.5;
/// Maximum number of names in a sentence.
const NAMED: usize = 5;

#[derive(Debug, Clone)]
pub struct Health {
    /// Share of games with a shared first place; `None` in solo play, and with too few deals.
    shared_first: Option<Level>,
    /// Mean points of a seat, in `unit`.
    points: Option<Level>,
    unit: &'static str,
    /// Share of games that reach the ply limit.
    truncated: Option<Level>,
    /// Choices between several actions, per action.
    choices: Option<Level>,
    components: Vec<Occurrence>,
    measures: Vec<Occurrence>,
}

/// A value and its 95 % interval.
#[derive(Debug, Clone, Copy)]
struct Level {
    value: f64,
    ends: Interval,
}

#[derive(Debug, Clone)]
struct Occurrence {
    name: String,
    has_occurred: bool,
    /// Ends of the interval: the highest of all strategies.
    low: f64,
    high: f64,
}

/// What rules out a candidate, compared with the games of the current rules.
#[derive(Debug, Clone, PartialEq)]
pub enum Violation {
    SharedFirst { share: f64, now: f64 },
    Points { mean: f64, now: f64, unit: &'static str },
    Truncated { share: f64, now: f64 },
    Choices { share: f64, now: f64 },
    Components { unused: Vec<String>, in_use: usize },
    Measures { lost: Vec<String>, counted: usize },
}

impl Health {
    pub fn new(subject: &Subject<'_>, tally: &Tally) -> Health {
        Health {
            shared_first: shared_first(tally),
            points: points(subject, tally),
            unit: subject.info.points_unit,
            truncated: Level::of(&tally.share(tally.layout.truncated(), 1.0)),
            choices: choices(tally),
            components: components(subject, tally),
            measures: measures(subject, tally),
        }
    }

    /// Over all games of a table played in repeats, each on deals of its own; `None` without a repeat.
    pub fn over<'p>(repeats: impl IntoIterator<Item = (&'p NamedArm, &'p Tally)>) -> Option<Health> {
        let mut repeats = repeats.into_iter();
        let (named, first) = repeats.next()?;
        let mut all = first.clone();
        repeats.for_each(|(_, tally)| all.merge(tally));
        Some(Health::new(&named.arm.subject(), &all))
    }

    /// The first limit that these games significantly exceed.
    pub fn violation(&self, current: &Health) -> Option<Violation> {
        let both = |of: fn(&Health) -> Option<Level>| of(self).zip(of(current));
        if let Some((one, now)) = both(|health| health.shared_first)
            && one.ends.low > (now.ends.high * SHARED_TIMES).max(now.ends.high + SHARED_RISE)
        {
            return Some(Violation::SharedFirst { share: one.value, now: now.value });
        }
        // With points below 0, as in zero-sum games, half of them is no limit.
        if let Some((one, now)) = both(|health| health.points)
            && now.ends.low > 0.0
            && one.ends.high < now.ends.low * POINTS_LEFT
        {
            return Some(Violation::Points { mean: one.value, now: now.value, unit: self.unit });
        }
        if let Some((one, now)) = both(|health| health.truncated)
            && one.ends.low > now.ends.high + TRUNCATED_RISE
        {
            return Some(Violation::Truncated { share: one.value, now: now.value });
        }
        if let Some((one, now)) = both(|health| health.choices)
            && one.ends.high < now.ends.low * CHOICES_LEFT
        {
            return Some(Violation::Choices { share: one.value, now: now.value });
        }
        if let Some((unused, in_use)) = lost(&self.components, &current.components, COMPONENTS_LOST) {
            return Some(Violation::Components { unused, in_use });
        }
        let (lost, counted) = lost(&self.measures, &current.measures, MEASURES_LOST)?;
        Some(Violation::Measures { lost, counted })
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| match share {
            0.0 => "none".to_owned(),
            share => people::percent(share, None),
        };
        let games = |share: f64| match share {
            1.0 => "all games".to_owned(),
            share => format!("{} of games", percent(share)),
        };
        match self {
            Violation::SharedFirst { share, now } => {
                write!(f, "{} end in a shared first place ({} now)", games(*share), percent(*now))
            }
            Violation::Points { mean, now, unit } => {
                let [mean, now] = [*mean, *now].map(|points| people::short((points * 100.0).round() / 100.0));
                write!(f, "players score {mean} {unit} on average ({now} now)")
            }
            Violation::Truncated { share, now } => {
                write!(f, "{} reach the ply limit ({} now)", games(*share), percent(*now))
            }
            Violation::Choices { share, now } => {
                let [share, now] = [*share, *now].map(percent);
                write!(f, "{share} of actions are choices between several ({now} now)")
            }
            Violation::Components { unused, in_use } => {
                let (count, few) = (unused.len(), few(unused));
                write!(f, "{count} of {in_use} components in use now are never used: {few}")
            }
            Violation::Measures { lost, counted } => {
                let (count, few) = (lost.len(), few(lost));
                write!(f, "{count} of {counted} measures that are not 0 now are always 0: {few}")
            }
        }
    }
}

impl Level {
    /// `None` without an interval. What never varies is certain after [`MIN_SAME`] deals.
    fn of(estimate: &Estimate) -> Option<Level> {
        let value = estimate.value?;
        let is_constant = estimate.standard_error == Some(0.0) && estimate.deals >= MIN_SAME;
        let constant = is_constant.then_some(Interval { low: value, high: value });
        Some(Level { value, ends: estimate.interval.or(constant)? })
    }
}

impl Occurrence {
    /// Combines counts of 0 or more, one or several per strategy.
    fn new(name: &str, counts: impl Iterator<Item = Estimate>) -> Occurrence {
        let mut all = Occurrence { name: name.to_owned(), has_occurred: false, low: 0.0, high: 0.0 };
        for count in counts {
            // A strategy that did not play says nothing.
            let Some(value) = count.value else { continue };
            all.has_occurred |= value != 0.0;
            all.low = all.low.max(count.interval.map_or(0.0, |ends| ends.low));
            all.high = all.high.max(count.interval.map_or(f64::INFINITY, |ends| ends.high));
        }
        all
    }
}

fn shared_first(tally: &Tally) -> Option<Level> {
    if tally.layout.frame().contenders < 2 || tally.deals < MIN_DEALS {
        return None;
    }
    // Only games with a sole first place have this figure.
    let sole = tally.cells.get(tally.layout.shape(Shape::DecidedAfter)).count();
    let value = (tally.games - sole) as f64 / tally.games as f64;
    // Games of one deal share their luck: in the worst case they are one trial.
    Some(Level { value, ends: wilson(value, tally.deals as f64, Z) })
}

fn points(subject: &Subject<'_>, tally: &Tally) -> Option<Level> {
    let of = |seat| Level::of(&tally.mean(tally.layout.points(Group::Seat(seat))));
    let seats: Vec<Level> = Seat::all(subject.players).map(of).collect::<Option<_>>()?;
    let scale = subject.points_scale() / seats.len() as f64;
    // The means of the ends are an interval of the mean, however seats depend on each other.
    let mean = |part: fn(&Level) -> f64| seats.iter().map(part).sum::<f64>() * scale;
    let ends = Interval { low: mean(|seat| seat.ends.low), high: mean(|seat| seat.ends.high) };
    Some(Level { value: mean(|seat| seat.value), ends })
}

fn choices(tally: &Tally) -> Option<Level> {
    let [choices, actions] =
        [tally.layout.decisions(), tally.layout.plies()].map(|cell| Level::of(&tally.mean(cell)));
    let (choices, actions) = choices.zip(actions).filter(|(_, actions)| actions.ends.low > 0.0)?;
    let ends =
        Interval { low: choices.ends.low / actions.ends.high, high: choices.ends.high / actions.ends.low };
    Some(Level { value: choices.value / actions.value, ends })
}

/// Uses of each component: any event beyond an offer.
fn components(subject: &Subject<'_>, tally: &Tally) -> Vec<Occurrence> {
    let plans = tally.layout.frame().plans();
    let of = |(at, component): (usize, &sim_engine::Component)| {
        let uses = (0..plans).flat_map(|plan| {
            let count =
                move |kind| tally.counts.get(plan, tally.layout.component_use(at, kind)).count_mean(&[]);
            [UseKind::Taken, UseKind::Used].map(count)
        });
        Occurrence::new(&component.name, uses)
    };
    subject.components.iter().enumerate().map(of).collect()
}

/// Counts of measures, without those that are ratios to others.
fn measures(subject: &Subject<'_>, tally: &Tally) -> Vec<Occurrence> {
    let own = subject.info.measures.iter().enumerate().filter(|(_, measure)| measure.per.is_none());
    own.map(|(at, measure)| {
        let plans = if measure.of == Of::Table { 1 } else { tally.layout.frame().plans() };
        let cells = (0..measure.width()).flat_map(|cell| (0..plans).map(move |plan| (cell, plan)));
        Occurrence::new(measure.name, cells.map(|(cell, plan)| tally.measure(at, cell, plan)))
    })
    .collect()
}

/// What occurs now but significantly not in the candidate's games, and how many occur now; `None` unless more than
/// `share` of these are lost.
fn lost(own: &[Occurrence], current: &[Occurrence], share: f64) -> Option<(Vec<String>, usize)> {
    let occurring: Vec<&Occurrence> = current.iter().filter(|now| now.has_occurred).collect();
    let is_lost = |now: &&&Occurrence| {
        own.iter().any(|one| one.name == now.name && !one.has_occurred && one.high < now.low)
    };
    let lost: Vec<String> = occurring.iter().filter(is_lost).map(|now| now.name.clone()).collect();
    (lost.len() as f64 > share * occurring.len() as f64).then_some((lost, occurring.len()))
}

/// The first names, and how many follow.
fn few(names: &[String]) -> String {
    match names.len().checked_sub(NAMED) {
        None | Some(0) => people::list(names),
        Some(more) => format!("{} and {more} more", names[..NAMED].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::{Component, Info, Objective, Source};
    use sim_play::{Schedule, tally::testing};

    /// Games of two strategies whose points are `strength` times a uniform draw below 40.
    fn played(deals: u64, strength: f64) -> Health {
        let schedule = Schedule::pool(2, 2).unwrap();
        let tally = testing::run(&schedule, 2, 0..deals, |_| strength, |_, _| 0);
        let measures = testing::frame(&schedule, 2).measures;
        let info = Info { measures, points_scale: 1, ..*Delectable::INFO };
        let component =
            |name: &str| Component { name: name.into(), kind: "card".into(), source: Source::Rulebook };
        let components = ["S2", "S3"].map(component);
        let subject = Subject {
            info: Box::leak(Box::new(info)),
            objective: Objective::Wins,
            players: 2,
            strategies: ["a", "b"].map(str::to_owned).into(),
            automa: None,
            components: &components,
            prices: vec![None; 2],
        };
        Health::new(&subject, &tally)
    }

    fn violation_text(candidate: &Health, current: &Health) -> Option<String> {
        candidate.violation(current).map(|one| one.to_string().replace('\u{a0}', " "))
    }

    #[test]
    fn a_game_in_which_nobody_scores_is_degenerate() {
        let (degenerate, current) = (played(400, 0.0), played(400, 1.0));
        let text = violation_text(&degenerate, &current).unwrap();
        assert!(text.starts_with("all games end in a shared first place (") && text.ends_with(" % now)"));
        // One of its four measures is 0, which is no violation. That nobody scores is one.
        let without_ties = |health: &Health| Health { shared_first: None, ..health.clone() };
        let text = violation_text(&without_ties(&degenerate), &without_ties(&current)).unwrap();
        assert!(text.starts_with("players score 0 points on average (19."), "{text}");
        // A change to an already degenerate game is no violation.
        assert_eq!(
            [violation_text(&degenerate, &degenerate), violation_text(&current, &degenerate)],
            [None, None]
        );
    }

    #[test]
    fn too_few_deals_exclude_nothing() {
        assert_eq!(violation_text(&played(29, 0.0), &played(400, 1.0)), None);
        assert_eq!(violation_text(&played(400, 0.0), &played(29, 1.0)), None);
        assert!(violation_text(&played(100, 0.0), &played(100, 1.0)).is_some());
    }

    /// Games with few ties, every level known to within ± 0.01.
    fn sound() -> Health {
        Health {
            shared_first: level_around(0.04),
            points: level_around(30.0),
            unit: "points",
            truncated: level_around(0.0),
            choices: level_around(0.6),
            components: ["a", "b", "c", "d"].map(used).into(),
            measures: ["thefts", "commits"].map(used).into(),
        }
    }

    fn level_around(value: f64) -> Option<Level> {
        Some(Level { value, ends: Interval { low: value - 0.01, high: value + 0.01 } })
    }

    fn used(name: &str) -> Occurrence {
        Occurrence { name: name.to_owned(), has_occurred: true, low: 0.2, high: 0.3 }
    }

    fn never(name: &str) -> Occurrence {
        Occurrence { name: name.to_owned(), has_occurred: false, low: 0.0, high: 0.01 }
    }

    #[test]
    fn limits_are_held_against_both_intervals() {
        let of = |change: fn(&mut Health)| {
            let mut candidate = sound();
            change(&mut candidate);
            violation_text(&candidate, &sound())
        };
        // More than double is no violation if it is not also 10 points above the upper end of the current interval.
        assert_eq!(of(|one| one.shared_first = level_around(0.15)), None);
        assert_eq!(of(|one| one.shared_first = level_around(0.159)), None);
        let text = "17.0 % of games end in a shared first place (4.0 % now)";
        assert_eq!(of(|one| one.shared_first = level_around(0.17)).as_deref(), Some(text));
        assert_eq!(of(|one| one.points = level_around(15.0)), None);
        let text = "players score 14.5 points on average (30 now)";
        assert_eq!(of(|one| one.points = level_around(14.5)).as_deref(), Some(text));
        assert_eq!(of(|one| one.truncated = level_around(0.02)), None);
        let text = "4.0 % of games reach the ply limit (none now)";
        assert_eq!(of(|one| one.truncated = level_around(0.04)).as_deref(), Some(text));
        assert_eq!(of(|one| one.choices = level_around(0.29)), None);
        let text = "20.0 % of actions are choices between several (60.0 % now)";
        assert_eq!(of(|one| one.choices = level_around(0.2)).as_deref(), Some(text));
        // With points below 0, half of them is no limit.
        let poker = Health { points: level_around(0.0), ..sound() };
        assert_eq!(violation_text(&Health { points: level_around(-5.0), ..sound() }, &poker), None);
    }

    #[test]
    fn what_falls_out_of_use_counts_where_it_is_sure() {
        let of = |components: [Occurrence; 4]| {
            let candidate = Health { components: components.into(), ..sound() };
            violation_text(&candidate, &sound())
        };
        assert_eq!(of([used("a"), used("b"), used("c"), never("d")]), None, "a quarter of them");
        let text = "2 of 4 components in use now are never used: c and d";
        assert_eq!(of([used("a"), used("b"), never("c"), never("d")]).as_deref(), Some(text));
        // In so few games the component may just not have come up.
        let unsure = |name: &str| Occurrence { high: 0.25, ..never(name) };
        assert_eq!(of([used("a"), used("b"), unsure("c"), never("d")]), None);
        let measures =
            |all: [Occurrence; 2]| violation_text(&Health { measures: all.into(), ..sound() }, &sound());
        assert_eq!(measures([never("thefts"), used("commits")]), None);
        let text = "2 of 2 measures that are not 0 now are always 0: thefts and commits";
        assert_eq!(measures([never("thefts"), never("commits")]).as_deref(), Some(text));
    }

    #[test]
    fn a_sentence_names_a_few() {
        let names = |count: usize| (1..=count).map(|at| at.to_string()).collect::<Vec<_>>();
        assert_eq!([few(&names(5)), few(&names(7))], ["1, 2, 3, 4 and 5", "1, 2, 3, 4, 5 and 2 more"]);
    }
}
