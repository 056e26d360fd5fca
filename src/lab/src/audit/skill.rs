use super::{
    Audit, TableAudit,
    checks::{Checks, Figure},
    sizes,
};
use crate::{
    command::Verb,
    finding::{Caveat, Finding, GameFinding, TableValue, Tone},
    skill::{VarianceShares, VarianceSource},
};

/// A smaller share of the variance of winning than this is little.
const LEAST: f64 = 0.05;

impl TableAudit {
    /// Shares of the outcome's variance among beginners, if the outcome varies.
    pub(super) fn beginners(&self) -> Option<&VarianceShares> {
        self.variances.iter().find(|one| one.is_of_beginners() && one.of_objective().is_some())
    }
}

fn skill<'a>(checks: Checks<'a>, part: &'a TableAudit) -> Option<Figure<'a>> {
    let share = part.beginners()?.share_of_winning(VarianceSource::Strategies)?;
    checks.estimate(part, &share)
}

pub fn findings(checks: Checks<'_>) -> Vec<Finding> {
    let all: Vec<Figure<'_>> = checks.audit.parts.iter().filter_map(|part| skill(checks, part)).collect();
    let (off, rest): (Vec<&Figure<'_>>, Vec<&Figure<'_>>) = all.iter().partition(|one| one.sure.high < LEAST);
    let fine: Vec<&Figure<'_>> = rest.into_iter().filter(|one| one.sure.low > LEAST).collect();
    [(true, off), (false, fine)]
        .into_iter()
        .filter_map(|(is_even, group)| finding(checks.audit, is_even, &group))
        .collect()
}

fn finding(audit: &Audit, is_even: bool, group: &[&Figure<'_>]) -> Option<Finding> {
    let least = group.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    let sizes = sizes(group.iter().map(|one| one.part));
    let command = audit.command(Verb::Skill, vec![least.part.players()]);
    // Unit of the objective whose variance it is.
    let share = TableValue { unit: least.part.unit(), ..least.at() };
    let what = GameFinding::Skill { is_even, sizes, share };
    let found = Audit::finding(Tone::Fine, 1.0 - least.value / LEAST, what, "luck", command);
    Some(Finding { but: vec![Caveat::OfThese], ..found })
}
