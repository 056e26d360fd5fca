//! `sim robust`: which findings of the standard run hold under other rulings, other reconstructions and other
//! fields of players; and what a step in each number moves.

use clap::{Args, ValueEnum};

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs, Told},
    game_args::{Chosen, GameArgs, Seated, TableArgs},
    left_out::LeftOut,
    output, words,
};
use sim_engine::text::people;
use sim_lab::{
    command::Verb,
    experiment::Arms,
    robust::{Alternatives, alternatives},
    tables::{
        Cell, Table,
        robust::{self, Alternative, Kind, Reading, components, findings, table},
    },
};
use sim_stats::multiplicity::LEVEL;

/// Games of each arm where nothing is said.
const N: u64 = 20_000;
/// Components that are told one by one.
const COMPONENTS: usize = 5;
/// Steps that are told one by one.
const NUMBERS: usize = 12;

/// What is varied, one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Over {
    /// Every other option of every ruling
    Rulings,
    /// Every other reconstruction of data that we do not have
    Data,
    /// Other sets of strategies at the table
    Players,
    /// Every number of the rules one step up and down: no doubt about a finding, but what the game hangs on
    Numbers,
}

impl Over {
    fn kinds(self) -> &'static [Kind] {
        match self {
            Over::Rulings => &[Kind::Ruling, Kind::Tie],
            Over::Data => &[Kind::Data],
            Over::Players => &[Kind::Players],
            Over::Numbers => &[Kind::Number],
        }
    }
}

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct RobustArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// What is varied, one at a time [default: rulings,data,players]
    #[arg(long, value_enum, value_name = "WHAT,...", value_delimiter = ',')]
    over: Vec<Over>,
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "Examples:
  sim robust --game delectable
  sim robust --game la-bistro --over data,players
  sim robust --game delectable --over numbers
  sim robust --game restaurant-row --players 3 --n 1e5 --out reports/robust";

impl RobustArgs {
    /// Everything that can be varied, within something larger.
    pub fn within(game: GameArgs, table: TableArgs, effort: EffortArgs) -> RobustArgs {
        RobustArgs {
            game,
            table,
            over: Over::value_variants().to_vec(),
            effort,
            findings: FindingsArgs::NONE,
        }
    }

    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let seated = self.table.resolve(&chosen)?;
        seated.remarks.iter().for_each(|remark| output::remark(remark));
        self.told(&chosen, seated)?.map_or(Ok(()), |told| self.findings.tell(told))
    }

    /// Plays everything; nothing where only a share of the arms was asked for.
    pub fn told(&self, chosen: &Chosen, seated: Seated) -> Result<Option<Told>, Failure> {
        let is_over = |over: Over| match self.over.as_slice() {
            [] => over != Over::Numbers,
            named => named.contains(&over),
        };
        let over = Over::value_variants().iter().filter(|over| is_over(**over));
        let wanted: Vec<Kind> = over.flat_map(|over| over.kinds().iter().copied()).collect();
        let Alternatives { standard: first, others, not_played } = alternatives(&seated.spec, &wanted)?;
        let left_out = LeftOut::from(not_played);
        if others.is_empty() {
            let message = format!("there is nothing to vary{}", left_out.reason());
            return Err(Failure::misuse(message, "name more under --over"));
        }
        let kinds: Vec<Kind> = others.iter().map(|(kind, _)| *kind).collect();
        let arms = Arms::new(first, others.into_iter().map(|(_, named)| named).collect())?;
        let mut found =
            Findings::new("robust", arms.first().arm.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&found, self.effort.force())?;
        let mut standard: Option<Reading> = None;
        let compared = self.effort.play(&arms, N, |at, other, base, tally| {
            let subject = other.arm.subject();
            let own = Reading::new(&subject, tally);
            let Some(before) = at.checked_sub(1) else {
                standard = Some(own);
                return Ok(None);
            };
            let as_named = (other.name.as_str(), kinds[before]);
            Ok(standard.as_ref().map(|standard| Alternative::new(as_named, (standard, base), (&own, tally))))
        })?;
        let Some(compared) = compared else { return Ok(None) };
        let Some(standard) = standard.filter(|_| compared.read.len() > 1) else {
            return compared.whole(2).map(|_| None);
        };
        let (deals, count) = (compared.deals, arms.all().count());
        let end = compared.end(count);
        let read = compared.read.into_iter().flatten();
        let (numbers, others): (Vec<Alternative>, Vec<Alternative>) = read.partition(Alternative::is_number);
        let mut tables = Vec::new();
        if !others.is_empty() {
            tables.extend([findings(&standard, &others), components(&standard, &others)]);
            tables.push(table(&standard, &others));
        }
        if !numbers.is_empty() {
            tables.push(robust::numbers(&standard, &numbers));
        }
        found.deals = deals;
        let first = &arms.first().arm;
        let run = words::run(first, &seated.named, &chosen.rules, first.schedule.games_of(0..deals));
        let over: Vec<String> = self
            .over
            .iter()
            .filter_map(|over| over.to_possible_value().map(|value| value.get_name().to_owned()))
            .collect();
        let over = if over.is_empty() { String::new() } else { format!(" --over {}", over.join(",")) };
        found.heading.command = format!("{}{over}", run.to(Verb::Robust));
        let text = text(&arms, deals, &tables, &left_out);
        tables.extend(left_out.table());
        Ok(Some(Told { findings: found, tables, text, end }))
    }
}

/// The summary for reading.
fn text(arms: &Arms, deals: u64, tables: &[Table], left_out: &LeftOut) -> String {
    let first = &arms.first().arm;
    let mut text = format!(
        "{}, {}: what holds under {}\n{} of each, seed {}\n\n",
        first.info.title,
        people::counted(first.inputs.rules.players as u64, "player", "players"),
        people::counted(arms.others().len() as u64, "alternative", "alternatives"),
        people::counted(deals, "deal", "deals"),
        first.inputs.seed
    );
    let table = |name: &str| tables.iter().find(|table| table.name == name);
    text += &table("findings").map_or(String::new(), of_win_rates);
    text += &table("component_findings").map_or(String::new(), |table| of_components(table) + MEANING);
    if let Some(numbers) = table("numbers") {
        if tables.len() > 1 {
            text.push('\n');
        }
        text += &of_numbers(numbers);
    }
    text + &left_out.told()
}

const MEANING: &str = "\
holds: still above or below the fair share, as in the standard run. fades: no longer clearly above or below. turns: now on the other side.
If a finding turns with other players or another order of ties, it comes from how the game was played, not from the game: an artefact of play.
";

/// What became of each win rate.
fn of_win_rates(summary: &Table) -> String {
    let percent = |row: &[Cell], name: &str| summary.number(row, name).map(|share| share * 100.0);
    let rows: Vec<Vec<String>> = summary
        .rows
        .iter()
        .map(|row| {
            let ends = percent(row, "low").zip(percent(row, "high"));
            let half = ends.map(|(low, high)| (high - low) / 2.0);
            let places = people::decimals(half, 1);
            let share = percent(row, "win_rate").map_or(String::new(), |share| people::fixed(share, places));
            let half = half.map_or(String::new(), |half| format!("± {}", people::fixed(half, places)));
            let count =
                |name: &str| summary.number(row, name).map_or(String::new(), |count| count.to_string());
            vec![
                summary.text(row, "of").to_owned(),
                share,
                half,
                summary.text(row, "standard").to_owned(),
                count("holds"),
                count("fades"),
                count("turns"),
                summary.text(row, "verdict").to_owned(),
            ]
        })
        .collect();
    let header = ["win rate of", "%", "95 %", "standard", "holds", "fades", "turns", "verdict"];
    let mut text = output::grid(&header, &rows, &[false, true, true, false, true, true, true, false]);
    text.push('\n');
    for row in &summary.rows {
        let turned = summary.text(row, "turned_by");
        if !turned.is_empty() {
            text += &format!("{} turns: {turned}.\n", summary.text(row, "of"));
        }
    }
    text
}

/// The steps in numbers that surely move a win rate, and how many do not.
fn of_numbers(table: &Table) -> String {
    let is_found =
        |row: &&Vec<Cell>| table.number(row, "false_discovery_rate").is_some_and(|rate| rate <= LEVEL);
    let found: Vec<&Vec<Cell>> = table.rows.iter().filter(is_found).collect();
    let mut text = format!(
        "Of {} in a number, {} a win rate by more than chance explains.\n",
        people::counted(table.rows.len() as u64, "step", "steps"),
        people::counted(found.len() as u64, "moves", "move")
    );
    let percent = |row: &[Cell], name: &str| {
        table.number(row, name).map_or(String::new(), |share| people::fixed(share * 100.0, 1))
    };
    let rows: Vec<Vec<String>> = found
        .iter()
        .take(NUMBERS)
        .map(|row| {
            let seat = table.number(row, "seat").map(|seat| format!("seat {seat}"));
            let of = [Some(table.text(row, "strategy").to_owned()), seat];
            vec![
                table.text(row, "alternative").to_owned(),
                of.into_iter().flatten().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", "),
                percent(row, "standard"),
                percent(row, "win_rate"),
            ]
        })
        .collect();
    if !rows.is_empty() {
        let header = ["step", "most moved win rate", "from %", "to %"];
        text += &output::grid(&header, &rows, &[false, false, true, true]);
    }
    if found.len() > NUMBERS {
        text += &format!("and {} more: see numbers\n", found.len() - NUMBERS);
    }
    text
}

/// How many findings on components survive, and those that do not.
fn of_components(table: &Table) -> String {
    if table.rows.is_empty() {
        return "The use of no component is linked to winning or losing by more than chance explains.\n"
            .to_owned();
    }
    let turned: Vec<&Vec<Cell>> =
        table.rows.iter().filter(|row| !table.text(row, "turned_by").is_empty()).collect();
    let mut text = format!(
        "The use of {} is linked to winning or losing; {} of these findings turn with some alternative.\n",
        people::counted(table.rows.len() as u64, "component", "components"),
        people::count(turned.len() as u64),
    );
    for row in turned.iter().take(COMPONENTS) {
        text += &format!("{} turns: {}.\n", table.text(row, "component"), table.text(row, "turned_by"));
    }
    if turned.len() > COMPONENTS {
        text += &format!("and {} more: see component_findings\n", turned.len() - COMPONENTS);
    }
    text
}
