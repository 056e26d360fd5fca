//! How much of winning goes with who plays how.

use super::{
    Audit, Finding, Part, Tone,
    checks::{Checks, Figure},
    words,
};
use crate::{command::Verb, luck::PartOf};
use sim_engine::text::people;

/// Where strategies settle less of who wins, all is luck.
const LEAST: f64 = 0.05;

/// The share of the variance of winning that goes with the own strategy.
fn skill<'a>(checks: Checks<'a>, part: &'a Part) -> Option<Figure<'a>> {
    let budget = part.luck.as_ref()?.wins?;
    let (_, share) = PartOf::ALL.iter().zip(&budget.shares).find(|(of, _)| **of == PartOf::OwnStrategy)?;
    checks.estimate(part, share)
}

pub fn findings(checks: Checks<'_>) -> Vec<Finding> {
    let all: Vec<Figure<'_>> = checks.audit.parts.iter().filter_map(|part| skill(checks, part)).collect();
    let (off, rest): (Vec<&Figure<'_>>, Vec<&Figure<'_>>) = all.iter().partition(|one| one.sure.high < LEAST);
    let fine: Vec<&Figure<'_>> = rest.into_iter().filter(|one| one.sure.low > LEAST).collect();
    let kinds = [
        (Tone::Off, off, "Who wins hardly depends on the strategy"),
        (Tone::Fine, fine, "Who wins depends on the strategy"),
    ];
    kinds.into_iter().filter_map(|(tone, group, text)| finding(checks.audit, tone, &group, text)).collect()
}

fn finding(audit: &Audit, tone: Tone, group: &[&Figure<'_>], text: &str) -> Option<Finding> {
    let least = group.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    let (sizes, players) = (words::sizes(group.iter().map(|one| one.part)), least.part.players());
    let at = if sizes.len() > 1 { format!(", least {}", words::with(&[players])) } else { String::new() };
    Some(Finding {
        tone,
        severity: 1.0 - least.value / LEAST,
        text: format!("{text} {}.", words::with(&sizes)),
        size: format!(
            "{} of the variance of winning goes with the own strategy{at}; {} % or more is fine",
            people::percent_within(least.value, Some(words::ends(least.ends))),
            people::short(LEAST * 100.0)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "luck",
        command: audit.command(Verb::Luck, vec![players]),
        but: vec!["The share is that of these strategies: among equals nothing is skill.".to_owned()],
    })
}
