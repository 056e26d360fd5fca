use sim_engine::{Objective, text::people};
use sim_learn::{
    FeatureTrial, Interaction, LogEntry, Pruning, PruningOutcome, RunAverage, TableTest, Test, TrainedPolicy,
    average_runs,
};
use sim_script::{Strategy, spec::DecisionPoint};
use sim_stats::{Estimate, Interval, paired::PairedEstimate};

use super::{Training, TrainingRecord, params::history::gained};
use crate::figure::Unit;

/// The report on a plan covers the first and the last tenth of the log.
const TENTH: usize = 10;

impl Training {
    /// The players in words: `2 players`, `2, 3 and 4 players`.
    pub fn seats(&self) -> String {
        match self.players[..] {
            [1] => "1 player".to_owned(),
            _ => {
                let all: Vec<String> = self.players.iter().map(usize::to_string).collect();
                format!("{} players", people::list(&all))
            }
        }
    }

    pub fn about(&self) -> String {
        let TrainingRecord { from, field, .. } = &self.record;
        match &field[..] {
            [] if self.players == [1] => format!("{from} learned alone"),
            [] => format!("{from} learned against itself"),
            [_, _, ..] if self.is_exploit => format!("a best response to the panel, trained from {from}"),
            _ if self.is_exploit => format!("a best response to {from}"),
            field => format!("{from} learned against {}", people::list(field)),
        }
    }

    pub fn caption(&self) -> String {
        let TrainingRecord { info, name, from, .. } = &self.record;
        format!("{}, {}: {name} learned from {from}.", info.title, self.seats())
    }

    pub fn sentences(&self, best: &TrainedPolicy) -> Vec<String> {
        let Test { tables, field, strangers } = &best.test;
        let verb = verb(self.objective);
        let rivals = match &self.record.field[..] {
            [] if self.players == [1] => String::new(),
            [] => format!(" against {}", self.record.from),
            field => format!(" against {}", people::list(field)),
        };
        let mut lines = Vec::new();
        for TableTest { players, won, field } in tables {
            let deals = people::counted(won.deals, "deal", "deals");
            let won = worth(self.objective, won.value.unwrap_or_default(), won.interval);
            let at = if tables.len() > 1 { format!(" of {players} players") } else { String::new() };
            lines.push(format!(
                "On {deals}{at} that it never met it {verb} {won}{rivals}{}.",
                self.and_gained(field)
            ));
        }
        if tables.len() > 1 {
            let gained = match self.gained(field) {
                Some(gained) => format!(" {gained}"),
                None => self.and_gained(field),
            };
            lines.push(format!("Over all numbers of players{gained}."));
        }
        lines.extend(strangers.as_ref().map(|paired| {
            let names = people::list(&self.record.strangers);
            let one = self.worth_of(paired.one);
            format!("Against {names}, whom it never met, {one}{}.", self.and_gained(paired))
        }));
        lines.extend(hidden_layers(best));
        lines.extend(self.planned());
        let several = self.starts.len() > 1;
        for (at, start) in self.starts.iter().enumerate() {
            let own: Vec<&TrainedPolicy> = self.learnt.iter().skip(at).step_by(self.starts.len()).collect();
            let gains: Vec<Estimate> = own.iter().map(|one| one.test.field.difference).collect();
            let begun = if several { format!("Learned {}: ", start.word()) } else { String::new() };
            match (average_runs(&gains), &own[..]) {
                (Some(RunAverage { mean, half_width }), _) => lines.push(format!(
                    "{begun}{} training runs gained {} ± {} points on average.",
                    own.len(),
                    self.points(mean),
                    self.points(half_width)
                )),
                (None, [one]) if several => {
                    let games = people::counted(self.games_each, "game", "games");
                    let won = self.worth_of(one.test.field.one);
                    let gained = self.and_gained(&one.test.field);
                    lines.push(format!("{begun}it {verb} {won} after {games}{gained}."));
                }
                _ => {}
            }
        }
        if self.learnt.len() > 1 {
            lines.push("The best was chosen on deals that are not of these tests.".to_owned());
        }
        lines.extend(screened_out(&best.interactions));
        lines.extend(best.left.iter().flat_map(|left| self.left_out(left)));
        lines
    }

    /// What the plan counts, and its worth per game at the beginning and at the end of the last training run.
    fn planned(&self) -> Option<String> {
        let unit = match self.objective {
            Objective::Wins => "wins",
            Objective::Points => "points",
        };
        let aims = self.plan.iter().map(|(word, worth)| format!("{word} {worth}"));
        let log = self.logs.last()?;
        let part = log.len().div_ceil(TENTH);
        let mean = |entries: &[LogEntry]| -> Option<f64> {
            let worths: Option<Vec<f64>> = entries.iter().map(|entry| entry.plan).collect();
            worths.filter(|all| !all.is_empty()).map(|all| all.iter().sum::<f64>() / all.len() as f64)
        };
        let (first, last) = (mean(&log[..part])?, mean(&log[log.len() - part..])?);
        let [first, last] = [first, last].map(|worth| people::fixed(worth, 3));
        let aims = people::list(&aims.collect::<Vec<_>>());
        Some(format!(
            "By its plan, {aims}, a game was worth {first} {unit} more at first, and {last} at the end."
        ))
    }

    fn worth_of(&self, value: Option<f64>) -> String {
        value.map_or(String::new(), |value| worth(self.objective, value, None))
    }

    fn points(&self, value: f64) -> String {
        match self.objective {
            Objective::Wins => people::fixed(value * 100.0, 1),
            Objective::Points => people::fixed(value, 2),
        }
    }

    fn gained(&self, paired: &PairedEstimate) -> Option<String> {
        paired.difference.value.zip(paired.difference.interval)?;
        let (base, verb) = (self.worth_of(paired.other), verb(self.objective));
        let (unit, TrainingRecord { from, info, .. }) = (Unit::of(self.objective), &self.record);
        Some(format!("where {from} {verb} {base}: {}", gained(paired, unit, info)))
    }

    fn and_gained(&self, paired: &PairedEstimate) -> String {
        match self.gained(paired) {
            Some(gained) => format!(", {gained}"),
            None => format!("; {}", paired.words()),
        }
    }

    fn left_out(&self, left: &PruningOutcome) -> Vec<String> {
        let PruningOutcome { pruning: Pruning { tried, cost: [before, after] }, lost, is_undone } = left;
        let [before, after] = [before, after].map(|cost| people::fixed(*cost, 1));
        let gone: Vec<&FeatureTrial> = tried.iter().filter(|one| one.is_left_out).collect();
        if gone.is_empty() {
            return vec![format!("By count it takes {before} times as long as its parent.")];
        }
        let lost = lost.difference.value.unwrap_or_default();
        let (less, by) = (if lost < 0.0 { "more" } else { "less" }, self.points(lost.abs()));
        let all = people::counted(gone.len() as u64, "feature", "features");
        let verb = verb(self.objective);
        let mut lines = if *is_undone {
            vec![
                format!("By count it takes {before} times as long as its parent."),
                format!(
                    "Without the {all} that change least for their cost it {verb} {by} points {less}, so that they are in it."
                ),
            ]
        } else {
            vec![
                format!(
                    "By count it takes {after} times as long as its parent; with {all} more it took {before} times as long."
                ),
                format!(
                    "Without them it {verb} {by} points {less}, on deals of their own. How many choices each changed, in percent:"
                ),
            ]
        };
        let mut decisions: Vec<(&str, Vec<String>)> = Vec::new();
        for FeatureTrial { decision, feature, changes, .. } in gone {
            let words = format!("{feature} {}", people::fixed(changes * 100.0, 1));
            match decisions.iter_mut().find(|(known, _)| known == decision) {
                Some((_, all)) => all.push(words),
                None => decisions.push((decision, vec![words])),
            }
        }
        if !is_undone {
            let line = |(decision, all): &(&str, Vec<String>)| {
                format!("  left out of {decision}: {}", all.join(", "))
            };
            lines.extend(decisions.iter().map(line));
        }
        lines
    }
}

/// The decisions with a hidden layer, and its size; none without any.
fn hidden_layers(best: &TrainedPolicy) -> Option<String> {
    let Strategy::Script(script) = &best.strategy else { return None };
    let layer = |(at, point): (usize, &DecisionPoint)| {
        let learned = script.point_at(at).learned.as_ref()?;
        Some((point.name, learned.layer()?.network.shape().units))
    };
    let all: Vec<(&str, usize)> = script.vocabulary().points.iter().enumerate().filter_map(layer).collect();
    let (_, units) = all.first()?;
    let names = people::list(&all.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    Some(format!("A hidden layer of {units} units adds to the formulas and weights of {names}."))
}

/// Number of interactions of each decision that were screened out; none if all are learned.
fn screened_out(interactions: &[Interaction]) -> Option<String> {
    let decision = |own: &[Interaction]| {
        let out = own.iter().filter(|one| !one.is_learned).count();
        (out > 0).then(|| format!("{out} of {} in {}", own.len(), own[0].decision))
    };
    let decisions = interactions.chunk_by(|one, next| one.decision == next.decision);
    let all: Vec<String> = decisions.filter_map(decision).collect();
    (!all.is_empty()).then(|| {
        let all = people::list(&all);
        format!("Interactions (products of two features) left out as the weakest: {all}; --format json names them.")
    })
}

/// The result after its verb: `wins 51.3 %`.
pub fn wins(objective: Objective, value: f64) -> String {
    format!("{} {}", verb(objective), worth(objective, value, None))
}

fn verb(objective: Objective) -> &'static str {
    match objective {
        Objective::Wins => "wins",
        Objective::Points => "makes",
    }
}

fn worth(objective: Objective, value: f64, interval: Option<Interval>) -> String {
    let ends = interval.map(|ends| (ends.low, ends.high));
    match objective {
        Objective::Wins => people::percent_within(value, ends),
        Objective::Points => format!("{} points", people::number_within(value, ends)),
    }
}
