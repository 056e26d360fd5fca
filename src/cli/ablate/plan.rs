//! Which arms an ablation has: the game as it is, and with each component changed.

use super::AblateArgs;
use crate::{
    cli::{
        failure::Failure,
        game_args::{GameArgs, Seated},
    },
    experiment::{Arms, Named},
    tables::pairs::Way,
    text::suggestion,
};

/// Arms with one component changed each, and components that cannot be taken out with the reason.
pub struct Plan {
    pub arms: Arms,
    /// The changes of the arms after the first: the component, as it counts in the first, and what is done
    /// to it.
    pub changes: Vec<(usize, Way)>,
    pub left_out: Vec<(String, String)>,
}

/// The game as it is, and with each of the components asked for changed.
pub fn plan(args: &AblateArgs, seated: Seated) -> Result<Plan, Failure> {
    let components = seated.arm.game.components();
    let known: Vec<(String, String)> =
        components.iter().map(|component| (component.name.clone(), component.kind.clone())).collect();
    for pattern in &args.components {
        if !known.iter().any(|(name, kind)| is_match(pattern, name) || is_match(pattern, kind)) {
            let names = known.iter().flat_map(|(name, kind)| [name.as_str(), kind.as_str()]);
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
    let params = seated.arm.params.clone();
    let first = Named { name: "as it is".to_owned(), arm: seated.arm };
    let (mut others, mut changes, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let mut add = |at: usize, way: Way, seated: Seated| {
        changes.push((at, way));
        let name = &known[at].0;
        let name = match way {
            Way::TakenOut => format!("without {name}"),
            Way::Replaced => format!("a blank for {name}"),
            Way::Free => format!("{name} for free"),
        };
        others.push(Named { name, arm: seated.arm });
    };
    for (at, (name, _)) in known.iter().enumerate().filter(|(_, (name, kind))| is_wanted(name, kind)) {
        match args.changed(|game| game.without.push(name.clone()))? {
            Ok(seated) => add(at, Way::TakenOut, seated),
            Err(reason) => match args.with(params.blank(name))? {
                Some(seated) => add(at, Way::Replaced, seated),
                None => left_out.push((name.clone(), reason)),
            },
        }
        if args.free
            && let Some(seated) = args.with(params.free(name))?
        {
            add(at, Way::Free, seated);
        }
    }
    if others.is_empty() {
        let why = left_out.first().map_or(String::new(), |(name, why)| format!(": {name}: {why}"));
        return Err(Failure::misuse(
            format!("nothing can be taken out{why}"),
            "name other components with --components",
        ));
    }
    Ok(Plan { arms: Arms::new(first, others)?, changes, left_out })
}

impl AblateArgs {
    /// The table under changed rules, or why there is no such game.
    fn changed(&self, change: impl FnOnce(&mut GameArgs)) -> Result<Result<Seated, String>, Failure> {
        let mut game = self.game.clone();
        change(&mut game);
        match game.resolve().and_then(|chosen| self.table.resolve(&chosen)) {
            Ok(seated) => Ok(Ok(seated)),
            Err(Failure::Misuse { message, .. }) => Ok(Err(message)),
            Err(other) => Err(other),
        }
    }

    /// The table under these settings, if there are any and they leave a game.
    fn with(&self, settings: Vec<String>) -> Result<Option<Seated>, Failure> {
        if settings.is_empty() {
            return Ok(None);
        }
        Ok(self.changed(|game| game.set.extend(settings))?.ok())
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
