//! A strategy: its file, and the parts inherited from the game's default.

use crate::{failure::Failure, output};
use sim_play::Entry;
use sim_report::tell;
use sim_script::Strategy;
use sim_store::strategies;

pub fn print(entry: &Entry, name: &str) -> Result<(), Failure> {
    let strategy = strategies::load_beside(entry, name, &strategies::PAGES)?.strategy;
    let Some(text) = strategy.text() else {
        return output::print(&format!("{}: {} It has no file.\n", strategy.name(), strategy.about()));
    };
    let mut page = String::new();
    if matches!(strategy, Strategy::Search(_)) {
        page += &format!("# {}: {} Its base is this file:\n", strategy.name(), strategy.about());
    }
    page += text.trim_end();
    page += "\n";
    let default = entry.shipped().first().map_or("", |default| default.text);
    let rest: Vec<String> =
        strategy.from_default().iter().map(|decision| section(default, decision)).collect();
    if !rest.is_empty() {
        page +=
            "\n# Not set in this file, taken from default.toml, with the [let] and [params] of that file:\n";
        rest.iter().for_each(|section| page += &format!("\n{section}"));
    }
    if let Strategy::Script(script) = &strategy {
        let all = [(None, &**script)].into_iter();
        for (players, script) in all.chain(script.tables().map(|(players, at)| (Some(players), at))) {
            let Some(words) = tell::largest(script, output::style()) else { continue };
            let at = players.map_or(String::new(), |players| format!(" with {players} players"));
            page += &format!("\n# Choices that training changed{at}, compared with the formulas alone:\n");
            words.lines().for_each(|line| page += &format!("# {line}\n").replace('\u{a0}', " "));
        }
    }
    output::print(&page)
}

fn section(text: &str, decision: &str) -> String {
    let heading = format!("[on.{decision}]");
    let mut lines = text.lines().skip_while(|line| !line.trim_start().starts_with(&heading));
    let first = lines.next();
    let rest = lines.take_while(|line| !line.trim_start().starts_with('['));
    let all: Vec<&str> = first.into_iter().chain(rest).collect();
    let is_blank = |line: &&&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    // Lines above the next heading belong to that heading.
    let tail = all.iter().rev().take_while(is_blank).count();
    all[..all.len() - tail].iter().map(|line| format!("# {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::section;

    #[test]
    fn a_section_ends_above_what_belongs_to_the_next() {
        let text = "[on.turn]\nscore = \"1\" # so\n\n# The next.\n[on.roll]\nvalue = \"2\"\n";
        assert_eq!(section(text, "turn"), "# [on.turn]\n# score = \"1\" # so\n");
        assert_eq!(section(text, "roll"), "# [on.roll]\n# value = \"2\"\n");
        assert_eq!(section(text, "nowhere"), "");
    }
}
