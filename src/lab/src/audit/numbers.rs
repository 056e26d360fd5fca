//! The numbers of the rules that who wins hangs on: where to turn a screw, and where to be careful.

use super::{Audit, Finding, Tone, rulings::Moved, words};
use crate::{command::Verb, robust::Robustness};

const NAMES: usize = 6;

/// One finding: the number that moves a win rate most, and the others that surely do.
pub fn findings(audit: &Audit) -> Vec<Finding> {
    let all: Vec<Moved<'_>> = Moved::all(audit, |robust: &Robustness| &robust.numbers);
    let Some(most) = all.iter().max_by(|a, b| a.by.abs().total_cmp(&b.by.abs())) else { return Vec::new() };
    let groups = words::grouped(all.iter().map(|one| (path(one).to_owned(), one)));
    let others = groups.iter().filter(|(name, _)| name != path(most));
    let others: Vec<String> = others.map(|(name, _)| format!("`{name}`")).collect();
    let too = match others.as_slice() {
        [] => String::new(),
        [one] => format!(" So does one in {one}."),
        many => format!(" So do steps in {}.", words::names(many, NAMES)),
    };
    let players = most.part.players();
    vec![Finding {
        tone: Tone::Fine,
        severity: most.severity(),
        text: format!(
            "A step in `{}` changes who wins: with `{}`, {} goes {} {}.{too}",
            path(most),
            most.name(),
            most.whose(),
            most.shift(),
            words::with(&[players])
        ),
        size: most.size(),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "numbers",
        command: audit.command(Verb::Sweep, vec![players]).option("vary", path(most)),
        but: vec!["The strategies were written for the numbers as they are: people would adapt.".to_owned()],
    }]
}

/// The name of the number: what stands before `=`.
fn path<'a>(one: &Moved<'a>) -> &'a str {
    one.name().split('=').next().unwrap_or_default()
}
