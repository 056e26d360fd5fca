use super::{
    Audit, Part,
    checks::{Checks, Figure},
    sizes,
};
use crate::{
    command::Verb,
    finding::{At, But, Finding, OfGame, Tone},
    skill::VarianceSource,
};

/// Where strategies settle less of who wins, they are about equally strong, and all between them is luck.
pub const LEAST: f64 = 0.05;

fn skill<'a>(checks: Checks<'a>, part: &'a Part) -> Option<Figure<'a>> {
    let share = part.variance.as_ref()?.share_of_winning(VarianceSource::OwnStrategy)?;
    checks.estimate(part, &share)
}

pub fn findings(checks: Checks<'_>) -> Vec<Finding> {
    let all: Vec<Figure<'_>> = checks.audit.parts.iter().filter_map(|part| skill(checks, part)).collect();
    let (off, rest): (Vec<&Figure<'_>>, Vec<&Figure<'_>>) = all.iter().partition(|one| one.sure.high < LEAST);
    let fine: Vec<&Figure<'_>> = rest.into_iter().filter(|one| one.sure.low > LEAST).collect();
    [(true, off), (false, fine)]
        .into_iter()
        .filter_map(|(is_luck, group)| finding(checks.audit, is_luck, &group))
        .collect()
}

fn finding(audit: &Audit, is_luck: bool, group: &[&Figure<'_>]) -> Option<Finding> {
    let least = group.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    let sizes = sizes(group.iter().map(|one| one.part));
    let command = audit.command(Verb::Skill, vec![least.part.players()]);
    // Of the variance of the objective.
    let share = At { unit: least.part.unit(), ..least.at() };
    let what = OfGame::Skill { is_luck, sizes, share, least: LEAST };
    let found = Audit::finding(Tone::Fine, 1.0 - least.value / LEAST, what, "luck", command);
    Some(Finding { but: vec![But::OfThese], ..found })
}
