//! Layout of the help: verbs grouped by their question, shared options under headings of their own, and a short
//! help that fits a screen.

use std::fmt::Write as _;

use clap::{Arg, Command};

/// The verbs in the program's help. The others are available but hidden.
pub const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["run", "report", "replay"]),
    ("Change the rules", &["diff", "sweep", "balance", "robust"]),
    ("Components", &["components"]),
    ("Players", &["compare", "plans", "skill", "train"]),
    ("Files", &["list", "show", "check", "new", "analyse"]),
];

/// Options that many verbs share. Their headings come below the verb's own options.
const HEADINGS: [(&str, &[&str]); 5] = [
    ("Rules", &["objective", "preset", "set", "without", "data"]),
    ("Players", &["players", "strategies", "lineup"]),
    ("Sample", &["n", "seed", "precision", "adapt", "repeats"]),
    ("Execution", &["threads", "fresh", "checkpoint", "shard", "force"]),
    ("Output", &["format", "out", "name"]),
];

/// Options that only the long help shows.
const RARE: [&str; 17] = [
    "panel",
    "look_ahead",
    "objective",
    "data",
    "repeats",
    "threads",
    "fresh",
    "checkpoint",
    "shard",
    "force",
    "name",
    "episodes",
    "uses",
    "step",
    "magnet",
    "entropy",
    "steady",
];

/// Examples in the short help.
const EXAMPLES: usize = 2;

/// Groups the verbs in the help of a command line, and adds headings to the options.
pub fn framed(command: Command) -> Command {
    let mut command = command.mut_subcommands(framed_verb);
    let template = template(&command);
    command = with_short_end(command);
    command.help_template(template)
}

fn template(command: &Command) -> String {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let verbs = || GROUPS.iter().flat_map(|(_, verbs)| verbs.iter());
    let width = verbs().map(|verb| verb.len()).max().unwrap_or(0);
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (group, verbs) in GROUPS {
        text += &format!("{header}{group}:{header:#}\n");
        for verb in verbs {
            let about = command.find_subcommand(verb).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {literal}{verb}{literal:#}{:1$}  {about}", "", width - verb.len());
        }
        text.push('\n');
    }
    text + &format!("{header}Options:{header:#}\n{{options}}{{after-help}}")
}

fn framed_verb(command: Command) -> Command {
    with_short_end(command.mut_args(framed_option)).mut_subcommands(framed_verb)
}

fn framed_option(arg: Arg) -> Arg {
    let arg = match (arg.get_help().map(ToString::to_string), arg.get_long_help()) {
        (Some(help), None) => match summary(&help) {
            Some(short) => arg.help(short).long_help(help),
            None => arg,
        },
        _ => arg,
    };
    let Some(long) = arg.get_long().map(str::to_owned) else { return arg };
    let has = |list: &[&str]| list.contains(&long.as_str());
    let heading = HEADINGS.iter().find(|(_, options)| has(options)).map(|(heading, _)| *heading);
    let arg = match (heading, arg.get_help_heading()) {
        (Some(heading), None) => arg.help_heading(heading),
        _ => arg,
    };
    // An explicit `hide_short_help(false)` on a rare option cannot be distinguished from the default.
    if has(&RARE) { arg.hide_short_help(true) } else { arg }
}

/// The first sentence of a longer help text, followed by the default.
fn summary(help: &str) -> Option<String> {
    let (first, rest) = help.split_once(". ")?;
    let default = rest.rfind("[default: ").map_or(String::new(), |at| format!(" {}", &rest[at..]));
    Some(format!("{first}{default}"))
}

/// The short help ends with a few examples; the long help has all text below the options.
fn with_short_end(command: Command) -> Command {
    let Some(whole) = command.get_after_help().map(ToString::to_string) else { return command };
    let examples = whole.lines().skip_while(|line| !line.starts_with("Example"));
    let examples = examples.take_while(|line| !line.is_empty()).take(1 + EXAMPLES);
    let short = examples.collect::<Vec<_>>().join("\n");
    command.after_help(short).after_long_help(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 100;
    const SCREEN: usize = 40;
    const VERBS: usize = 17;

    /// Describes help that does not fit the screen: its lines and columns.
    fn excess(command: &Command) -> Option<String> {
        let help = command.clone().term_width(WIDTH).render_help().to_string();
        let columns = help.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let lines = help.lines().count();
        let name = command.get_name();
        (lines > SCREEN || columns > WIDTH).then(|| format!("{name}: {lines} lines, {columns} columns"))
    }

    #[test]
    fn the_help_shows_each_verb_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, verbs)| verbs.iter().copied()).collect();
        let command = crate::command();
        let visible = command.get_subcommands().filter(|verb| !verb.is_hide_set());
        let mut visible: Vec<&str> = visible.map(Command::get_name).collect();
        grouped.sort_unstable();
        visible.sort_unstable();
        assert_eq!(grouped, visible);
        assert_eq!(visible.len(), VERBS);
        let hidden = command.get_subcommands().filter(|verb| verb.is_hide_set());
        assert!(hidden.map(Command::get_name).eq(["merge", "completions", "man"]));
    }

    #[test]
    fn a_short_help_fits_a_screen() {
        let command = crate::command();
        let verbs = command.get_subcommands().filter_map(excess);
        let long: Vec<String> = excess(&command).into_iter().chain(verbs).collect();
        assert!(long.is_empty(), "{}", long.join("\n"));
    }

    #[test]
    fn the_long_help_lists_every_option() {
        for mut verb in crate::command().get_subcommands().cloned() {
            let help = verb.render_long_help().to_string();
            for long in verb.get_arguments().filter_map(Arg::get_long) {
                assert!(help.contains(&format!("--{long}")), "{} --{long}", verb.get_name());
            }
        }
    }

    #[test]
    fn a_summary_is_the_first_sentence_and_the_default() {
        let help = "Games, rounded up. More are kept. Really [default: 20k; more]";
        assert_eq!(summary(help).as_deref(), Some("Games, rounded up [default: 20k; more]"));
        assert_eq!(summary("One sentence [default: 3]"), None);
    }
}
