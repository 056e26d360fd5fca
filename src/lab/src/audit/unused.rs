//! Components that never came up.
//!
//! Any event beyond an offer counts as a use: the reward of a challenge is gained, and nobody "uses" it. For a kind
//! with only offers, nothing can be said.

use sim_stats::estimate::MIN_DEALS;

use super::{Audit, TableAudit, UnusedComponent, sizes};
use crate::{
    command::Verb,
    finding::{Caveat, Certainty, Finding, GameFinding, Tone},
    summary::{ComponentSummary, Components, Event, UseRow},
};

/// Share of the box that may stay unused.
const SPARE: f64 = 0.05;

/// The components that nobody used in a run, and whether they were within reach. Those that `is_left_out` names could
/// not come up.
pub fn never_used(components: &Components, is_left_out: impl Fn(&str) -> bool) -> Vec<UnusedComponent> {
    let is_use = |row: &UseRow| row.event != Event::Offered && row.mean.value.is_some_and(|mean| mean != 0.0);
    let is_used = |one: &&ComponentSummary| one.uses.iter().any(is_use);
    let kinds: Vec<&str> =
        components.all.iter().filter(is_used).map(|one| one.component.kind.as_str()).collect();
    let is_of_use = |one: &&ComponentSummary| {
        kinds.contains(&one.component.kind.as_str()) && !is_left_out(&one.component.name) && !is_used(one)
    };
    let unused = components.all.iter().filter(is_of_use).map(|one| UnusedComponent {
        component: one.component.clone(),
        is_offered: one.uses.iter().any(|row| row.mean.value.is_some_and(|mean| mean > 0.0)),
    });
    unused.collect()
}

impl TableAudit {
    /// Drops components that the strong players use.
    pub(super) fn retain_unused(&mut self) {
        let Some(best) = &self.best else { return };
        let unused = never_used(&best.summary.components, |_| false);
        let is_used = |name: &str| {
            let is_counted = best.summary.components.all.iter().any(|one| one.component.name == name);
            is_counted && !unused.iter().any(|one| one.component.name == name)
        };
        self.unused.retain(|one| !is_used(&one.component.name));
    }
}

fn box_size(part: &TableAudit) -> usize {
    part.summary.components.all.len()
}

pub fn findings(audit: &Audit) -> Vec<Finding> {
    // What is missing in a few deals may come up in the next.
    let is_told = |part: &&TableAudit| box_size(part) > 0 && part.summary.deals >= MIN_DEALS;
    let parts: Vec<&TableAudit> = audit.parts.iter().filter(is_told).collect();
    let Some((first, rest)) = parts.split_first() else { return Vec::new() };
    let is_unused = |part: &&TableAudit, one: &UnusedComponent| {
        part.unused.iter().any(|other| other.component.name == one.component.name)
    };
    let nowhere = |one: &&UnusedComponent| rest.iter().all(|part| is_unused(part, one));
    let unused = first.unused.iter().filter(nowhere);
    let components: Vec<String> = unused.map(|one| one.component.name.clone()).collect();
    if components.is_empty() {
        return Vec::new();
    }
    let of = box_size(first);
    let sizes = sizes(parts.iter().copied());
    let severity = components.len() as f64 / of as f64 / SPARE - 1.0;
    let tone = if severity > 0.0 { Tone::Off } else { Tone::Fine };
    let what = GameFinding::Unused { components, sizes: sizes.clone(), of, most: SPARE };
    let command = audit.command(Verb::Run, sizes).games(first.games());
    let found = Audit::finding(tone, severity, what, "never_used", command);
    vec![Finding { surety: Certainty::Seen, but: vec![Caveat::SoPlayed], ..found }]
}
