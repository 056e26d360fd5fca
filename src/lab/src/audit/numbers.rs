//! The numbers of the rules that who wins hangs on: where to turn a screw, and where to be careful.

use super::{Audit, Finding, Tone, rulings::Moved, words};

const NUMBERS: &str = "numbers";
const NAMES: usize = 6;

/// One finding: the number that moves a win rate most, and the others that surely do.
pub fn findings(audit: &Audit) -> Vec<Finding> {
    let all: Vec<Moved<'_>> = audit.parts.iter().flat_map(|part| Moved::all(part, NUMBERS)).collect();
    let Some(most) = all.iter().max_by(|a, b| a.by.abs().total_cmp(&b.by.abs())) else { return Vec::new() };
    let groups = words::grouped(all.iter().map(|one| (path(one).to_owned(), one)));
    let others = groups.iter().filter(|(name, _)| name != path(most));
    let others: Vec<String> = others.map(|(name, _)| format!("`{name}`")).collect();
    let too = match others.as_slice() {
        [] => String::new(),
        [one] => format!(" So does one in {one}."),
        many => format!(" So do steps in {}.", words::names(many, NAMES)),
    };
    let players = most.part.players;
    vec![Finding {
        tone: Tone::Fine,
        severity: most.severity(),
        text: format!(
            "A step in `{}` changes who wins: with `{}`, {} goes {} {}.{too}",
            path(most),
            most.text("alternative"),
            most.whose(),
            most.shift(),
            words::with(&[players])
        ),
        size: most.size(),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: NUMBERS,
        command: format!("sim sweep {} --players {players} --vary {}", audit.options, path(most)),
        but: vec!["The strategies were written for the numbers as they are: people would adapt.".to_owned()],
    }]
}

/// The name of the number: what stands before `=`.
fn path<'a>(one: &Moved<'a>) -> &'a str {
    one.text("alternative").split('=').next().unwrap_or_default()
}
