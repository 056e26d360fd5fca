//! `sim ablate`: what each component does, by playing the same deals without it.

use clap::Args;

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{self, ArmEntry, Findings, FindingsArgs},
    game_args::{Chosen, GameArgs, Seated, TableArgs},
    output, words,
};
use crate::{
    experiment::{Arm, Arms, Named},
    tables::{
        Cell, Column, Table,
        pairs::{Ablated, Side, ablated, ablation},
    },
    text::{people, suggestion},
};

/// Games with every component, and without each of them, where nothing is said.
const N: u64 = 20_000;
/// Rows that are shown; the table has all.
const ROWS: usize = 15;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct AblateArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Components or kinds of them, where * stands for any text [default: all]
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',')]
    components: Vec<String>,
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "Examples:
  sim ablate --game delectable
  sim ablate --game critter-kitchen --components critic --n 1e5
  sim ablate --game la-bistro --components 'head-*,patio' --players 3";

/// Arms without a component each, and components that cannot be taken out with the reason.
struct Plan {
    arms: Arms,
    /// The components of the arms after the first, as they count in the first.
    components: Vec<usize>,
    left_out: Vec<(String, String)>,
}

impl AblateArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let seated = self.table.resolve(&chosen)?;
        seated.remarks.iter().for_each(|remark| output::remark(remark));
        let named = seated.named.clone();
        let Plan { arms, components, left_out } = self.plan(seated)?;
        let mut findings =
            Findings::new("ablate", arms.first().arm.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        let subject = arms.first().arm.subject();
        let mut contrasts = Vec::new();
        let mut numbers = components.iter();
        let compared = self.effort.play(&arms, N, |other, first, tally| {
            // The first arm is read beside itself, at the beginning of every round.
            if std::ptr::eq(other, arms.first()) {
                contrasts = first.contrasts.estimates();
                numbers = components.iter();
                return Ok(None);
            }
            let without = other.arm.subject();
            let sides = (Side { subject: &subject, tally: first }, Side { subject: &without, tally });
            let found = numbers.next().map(|&component| ablated(sides.0, sides.1, component));
            Ok(found.transpose()?)
        })?;
        let Some(compared) = compared else { return Ok(()) };
        let found: Vec<&Ablated> = compared.read.iter().flatten().collect();
        if found.is_empty() {
            return compared.whole(components.len() + 1).map(drop);
        }
        findings.deals = compared.deals;
        let games = arms.first().arm.schedule.games_of(0..compared.deals);
        findings.heading.command = self.command(&chosen, &arms.first().arm, &named, games);
        let table = ablation(&subject, &contrasts, &found);
        let text = self.text(&arms, &table, &left_out, compared.deals);
        self.findings.report(&findings, &[table, listed(&left_out)], &text)?;
        compared.end(components.len() + 1)
    }

    fn command(&self, chosen: &Chosen, arm: &Arm, named: &[String], games: u64) -> String {
        let command = words::verb("ablate", &words::run(arm, named, &chosen.rules, games));
        match &self.components[..] {
            [] => command,
            some => format!("{command} --components {}", words::quoted(&some.join(","))),
        }
    }

    /// The game as it is, and without each of the components asked for.
    fn plan(&self, seated: Seated) -> Result<Plan, Failure> {
        let known: Vec<(String, String)> = seated
            .arm
            .game
            .components()
            .iter()
            .map(|component| (component.name.clone(), component.kind.clone()))
            .collect();
        for pattern in &self.components {
            if !known.iter().any(|(name, kind)| is_match(pattern, name) || is_match(pattern, kind)) {
                let names = known.iter().flat_map(|(name, kind)| [name.as_str(), kind.as_str()]);
                return Err(Failure::misuse(
                    format!("no component and no kind of them is called `{pattern}`"),
                    suggestion(pattern, names),
                ));
            }
        }
        let is_wanted = |name: &str, kind: &str| {
            let mut patterns = self.components.iter();
            self.components.is_empty() || patterns.any(|one| is_match(one, name) || is_match(one, kind))
        };
        let first = Named { name: "as it is".to_owned(), arm: seated.arm };
        let (mut others, mut components, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for (at, (name, _)) in known.iter().enumerate().filter(|(_, (name, kind))| is_wanted(name, kind)) {
            let mut game = self.game.clone();
            game.without.push(name.clone());
            match game.resolve().and_then(|chosen| self.table.resolve(&chosen)) {
                Ok(seated) => {
                    components.push(at);
                    others.push(Named { name: format!("without {name}"), arm: seated.arm });
                }
                Err(Failure::Misuse { message, .. }) => left_out.push((name.clone(), message)),
                Err(other) => return Err(other),
            }
        }
        if others.is_empty() {
            let why = left_out.first().map_or(String::new(), |(name, why)| format!(": {name}: {why}"));
            return Err(Failure::misuse(
                format!("nothing can be taken out{why}"),
                "name other components with --components",
            ));
        }
        Ok(Plan { arms: Arms::new(first, others)?, components, left_out })
    }

    /// The summary for reading.
    fn text(&self, arms: &Arms, table: &Table, left_out: &[(String, String)], deals: u64) -> String {
        let first = &arms.first().arm;
        let mut text = format!(
            "{}, {}: with each component and without it\n{} with and without each, seed {}\n\n",
            first.info.title,
            people::counted(first.inputs.rules.players as u64, "player", "players"),
            people::counted(deals, "deal", "deals"),
            first.inputs.seed
        );
        let wins: Vec<&Vec<Cell>> =
            table.rows.iter().filter(|row| table.text(row, "figure") == "win_share").collect();
        let is_found =
            |row: &&&Vec<Cell>| table.number(row, "false_discovery_rate").is_some_and(|rate| rate <= 0.05);
        let found = wins.iter().filter(is_found).count();
        let head: Vec<&Vec<Cell>> = wins.iter().copied().take(ROWS).collect();
        text += &findings::grid(table, &head, &["component", "kind", "contrast"], ["with", "without"]);
        if wins.len() > ROWS {
            text += &format!("and {} more: see --out or --format json\n", wins.len() - ROWS);
        }
        text += &format!(
            "\nWin share of those who use it, with and without it. {found} of {} are told from nothing, at a false discovery rate of 5 %.\n",
            wins.len()
        );
        if found > 0 {
            text += "`contrast` is what goes with its use at the same table, in percent: correlation, not cause.\n";
        }
        for (name, why) in left_out.iter().take(3) {
            text += &format!("{name} stays in: {why}\n");
        }
        if left_out.len() > 3 {
            text += &format!("and {} more stay in: see left_out\n", left_out.len() - 3);
        }
        text
    }
}

/// Components that stayed in the box, and why.
fn listed(left_out: &[(String, String)]) -> Table {
    let columns = [
        Column { name: "component", about: "Short name of the component." },
        Column { name: "reason", about: "Why no game is left without it." },
    ];
    let mut table = Table::new("left_out", "What cannot be taken out", "These were not ablated.", &columns);
    table.rows.extend(left_out.iter().map(|(name, why)| vec![Cell::text(name), Cell::text(why)]));
    table
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
