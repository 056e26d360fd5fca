use super::{Audit, grouped, rulings::AlternativeShift};
use crate::{
    command::Verb,
    finding::{Caveat, Finding, GameFinding, Tone},
    robust::Robustness,
};

/// One finding: the number that moves a win rate most, and the others that surely do.
pub fn findings(audit: &Audit) -> Vec<Finding> {
    let mut all: Vec<AlternativeShift<'_>> =
        AlternativeShift::all(audit, |robust: &Robustness| &robust.numbers);
    // Archetypes were written for the numbers as they are, more than whoever plays best.
    if audit.parts.iter().any(|part| part.best.is_some()) {
        all.retain(|one| one.is_of_best);
    }
    // With none of a thing that there was, it is another game: no screw to turn.
    all.retain(|one| !one.name().ends_with("=0"));
    let Some(most) = all.iter().max_by(|a, b| a.by.abs().total_cmp(&b.by.abs())) else { return Vec::new() };
    let groups = grouped(all.iter().map(|one| (path(one), ())));
    let others = groups.into_iter().map(|(name, _)| name).filter(|name| *name != path(most));
    let others = others.map(str::to_owned).collect();
    let command = most.command(audit, Verb::Sweep).option("vary", path(most));
    let what = GameFinding::Number { moved: most.moved(audit), others };
    let found = Audit::finding(Tone::Fine, most.severity(), what, "numbers", command);
    vec![Finding { but: vec![Caveat::NumbersAsTheyAre], ..found }]
}

/// The name of the number: what stands before `=`.
fn path<'a>(one: &AlternativeShift<'a>) -> &'a str {
    one.name().split('=').next().unwrap_or_default()
}
