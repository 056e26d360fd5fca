//! Findings in plain words. Names are in backticks.
//!
//! Words of judgment require the support of an interval; the laboratory ensures that, and documents how.

mod game;
mod run;
#[cfg(test)]
mod tests;

use serde::Serialize;
use sim_engine::text::people;
use sim_lab::{
    ablate::Treatment,
    figure::Unit,
    finding::{Cause, Caveat, Certainty, Finding, FindingKind},
    robust::Kind,
};

use super::{card::course, ends, least, level, percent, points, result, say, short_percent};

pub fn text(finding: &Finding) -> String {
    match &finding.what {
        FindingKind::Run(what) => run::text(what),
        FindingKind::Game(what) => game::text(what),
    }
}

/// A small table below a sentence or on a card. Names are in backticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rows {
    pub head: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

/// The rows of a finding of a run, if a sentence would spell out a table.
pub fn rows(finding: &Finding) -> Option<Rows> {
    match &finding.what {
        FindingKind::Run(what) => run::rows(what),
        FindingKind::Game(_) => None,
    }
}

/// The size of a finding of a game, and the acceptable range; empty for a run, whose sentences state both.
pub fn size(finding: &Finding) -> [String; 2] {
    match &finding.what {
        FindingKind::Run(_) => [String::new(), String::new()],
        FindingKind::Game(what) => game::size(what),
    }
}

/// Assumptions and limits of a finding, one sentence each.
pub fn caveats(finding: &Finding) -> Vec<String> {
    let own = match &finding.what {
        FindingKind::Run(_) => Vec::new(),
        FindingKind::Game(what) => game::notes(what),
    };
    own.into_iter().chain(finding.but.iter().map(but)).collect()
}

/// A finding that needs more games than this to be decided is close to its limit.
const NEAR: u64 = 1_000_000;

/// Whether the finding is decided at a shared error rate, or how many games would decide it.
pub fn certainty(surety: Certainty) -> String {
    match surety {
        Certainty::Decided => say!("caveats/decided"),
        Certainty::Seen => say!("caveats/counted"),
        Certainty::Undecided { more, is_of_several } => say!("caveats/undecided",
            games => more.map_or(String::new(), people::count),
            is_near => more.is_some_and(|more| more > NEAR), is_of_several,
        ),
    }
}

fn but(but: &Caveat) -> String {
    match but {
        Caveat::Reverses { with, rests_on } => {
            say!("caveats/reverses", names => with, why => rests_on.word())
        }
        Caveat::Undecided { with, count, of } => say!("caveats/undecided_under",
            names => with, count => *count, of => *of,
        ),
        Caveat::AmongStronger { strategy, win_rate, unit, reverses } => {
            let (value, interval) = (win_rate.value.unwrap_or(0.0), win_rate.interval);
            let result = match unit {
                Unit::Share => people::percent_within(value, interval.map(ends)),
                unit => points(value, interval, *unit),
            };
            say!("caveats/stronger", strategy, result, reverses => *reverses)
        }
        Caveat::NoCause(cause) => self::cause(cause),
        Caveat::RulesAsTheyAre(kind, all) => say!("caveats/rules_known",
            is_data => *kind == Kind::Data, all => all.to_string(),
        ),
        Caveat::Reconstructed => say!("caveats/reconstructed"),
        Caveat::NobodyAimed => say!("caveats/nobody_aimed"),
        Caveat::OfThese => say!("caveats/one_level"),
        Caveat::NumbersAsTheyAre => say!("caveats/numbers_known"),
        Caveat::ShippedAlone(command) => say!("caveats/shipped_alone", command => command.to_string()),
        Caveat::PlayedBadly(command) => say!("caveats/played_badly", command => command.to_string()),
        Caveat::SoPlayed => say!("caveats/so_played"),
    }
}

fn cause(Cause { by, interval, unit, is_found, way }: &Cause) -> String {
    let by = points(*by, *interval, *unit);
    match is_found {
        true => say!("caveats/caused", by, is_replaced => *way == Treatment::Replaced),
        false => say!("caveats/correlation", by),
    }
}
