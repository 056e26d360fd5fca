//! Which arms an ablation has: the game as it is, and with each component changed.

use super::AblateArgs;
use crate::{
    failure::Failure,
    game_args::Seated,
    left_out::{LeftOut, changed},
};
use sim_engine::text::suggestion;
use sim_lab::{
    experiment::{Arms, Named},
    tables::pairs::Way,
};

/// Arms with one component changed each, and components that cannot be taken out with the reason.
pub struct Plan {
    pub arms: Arms,
    /// The changes of the arms after the first: the component, as it counts in the first, and what is done
    /// to it.
    pub changes: Vec<(usize, Way)>,
    pub left_out: LeftOut,
}

/// The game as it is, and with each of the components asked for changed.
pub fn plan(args: &AblateArgs, seated: Seated) -> Result<Plan, Failure> {
    let components = seated.arm.game.components();
    let known: Vec<(String, String)> =
        components.iter().map(|component| (component.name.clone(), component.kind.clone())).collect();
    for pattern in &args.components {
        if !known.iter().any(|(name, kind)| is_match(pattern, name) || is_match(pattern, kind)) {
            let mut kinds: Vec<&str> = known.iter().map(|(_, kind)| kind.as_str()).collect();
            kinds.dedup();
            let names = kinds.into_iter().chain(known.iter().map(|(name, _)| name.as_str()));
            return Err(Failure::misuse(
                format!("no component and no kind of them is called `{pattern}`"),
                suggestion(pattern, names),
            ));
        }
    }
    let is_wanted = |name: &str, kind: &str| {
        let mut patterns = args.components.iter();
        args.components.is_empty() || patterns.any(|one| is_match(one, name) || is_match(one, kind))
    };
    let params = seated.arm.settings.clone();
    let first = Named { name: "as it is".to_owned(), arm: seated.arm };
    let (mut others, mut changes, mut left_out) = (Vec::new(), Vec::new(), LeftOut::default());
    let mut add = |at: usize, way: Way, named: &str, made: Result<Seated, Failure>| {
        if let Some(seated) = left_out.unless_made(named, made)? {
            changes.push((at, way));
            others.push(Named { name: arm_name(way, &known[at].0), arm: seated.arm });
        }
        Ok::<(), Failure>(())
    };
    for (at, (name, _)) in known.iter().enumerate().filter(|(_, (name, kind))| is_wanted(name, kind)) {
        let without = changed(&args.game, &args.table, |game| game.without.push(name.clone()));
        let way = if without.is_ok() { Way::TakenOut } else { Way::Replaced };
        // Why there is no game without it says more than why there is none with a blank.
        let made = match args.with(params.blank(name)) {
            Some(blank) if without.is_err() => blank.or(without),
            _ => without,
        };
        add(at, way, name, made)?;
        // What has no price, or is not dealt, has no such arm.
        let ways = [(args.free, Way::Free, params.free(name)), (args.given, Way::Given, params.given(name))];
        for (_, way, settings) in ways.into_iter().filter(|(is_asked, ..)| *is_asked) {
            if let Some(made) = args.with(settings) {
                add(at, way, &arm_name(way, name), made)?;
            }
        }
    }
    if others.is_empty() {
        return Err(Failure::misuse(
            format!("nothing can be taken out{}", left_out.reason()),
            "name other components with --components",
        ));
    }
    Ok(Plan { arms: Arms::new(first, others)?, changes, left_out })
}

/// What the arm is called in which this is done to a component.
fn arm_name(way: Way, component: &str) -> String {
    match way {
        Way::TakenOut => format!("without {component}"),
        Way::Replaced => format!("a blank for {component}"),
        Way::Free => format!("{component} for free"),
        Way::Given => format!("{component} given to seat 1"),
    }
}

impl AblateArgs {
    /// The table under these settings, if there are any.
    fn with(&self, settings: Vec<String>) -> Option<Result<Seated, Failure>> {
        let is_any = !settings.is_empty();
        is_any.then(|| changed(&self.game, &self.table, |game| game.set.extend(settings)))
    }
}

/// Whether a text is what a pattern says, where * stands for any text.
fn is_match(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut left) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = rest.split('*').collect();
    let (last, middle) = parts.split_last().map_or(("", &[][..]), |(last, middle)| (*last, middle));
    for part in middle {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::is_match;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text, is) in [
            ("mouse", "mouse", true),
            ("mouse", "mice", false),
            ("*", "anything", true),
            ("head-*", "head-chef", true),
            ("*-chef", "head-chef", true),
            ("h*d*f", "head-chef", true),
            ("h*x*f", "head-chef", false),
            ("ab*ba", "aba", false),
        ] {
            assert_eq!(is_match(pattern, text), is, "{pattern} {text}");
        }
    }
}
