use std::{ops::RangeInclusive, path::PathBuf};

use clap::{Args, ValueEnum};
use sim_engine::{Seat, text::list};
use sim_lab::{
    adapt,
    choices::{ChoicesSpec, choices},
    command::Verb,
    difference::{DifferenceSpec, difference, no_seat},
    experiment::{Arm, NamedArm},
    player::Player,
    spec::ArmSpec,
    tables,
};
use sim_play::transcript::{Style, TranscriptSpec};
use sim_report::tell;
use sim_script::Strategy;
use sim_store::strategies;

use super::{
    failure::Failure,
    findings::{FindingsArgs, OnceArgs, VerbOutput},
    game_args::{GameArgs, ResolvedGame, TableArgs, remark},
    number::{self, Refusal},
    output,
    session::ThreadArgs,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    /// The first table
    Csv,
    Json,
}

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// Strategy to compare, by name or file. It takes --against or --n [default: champion]
    #[arg(value_name = "A")]
    strategy: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Explain each decision: its best alternatives and the terms that decide. Terms are summands of the score
    #[arg(long)]
    why: bool,
    /// Alternatives that each explanation lists: a number, or `all` [default: 2]
    #[arg(long, value_name = "N", value_parser = top)]
    top: Option<usize>,
    /// Show only this round, or these as `A..B`, from 1
    #[arg(long, value_name = "R", value_parser = rounds)]
    round: Option<RangeInclusive<u64>>,
    /// Show only this seat, from 1. With --against, it is the seat of A and B, by default 1
    #[arg(long, value_name = "S", value_parser = number::count, allow_negative_numbers = true)]
    seat: Option<u64>,
    /// Number of the deal, from 0. With --against, the default is the first at which A and B differ [default: 0]
    #[arg(long, value_name = "K", value_parser = number::count, allow_negative_numbers = true)]
    deal: Option<u64>,
    /// Rotation of the table of this deal, from 0 [default: 0]
    #[arg(long, value_name = "R", value_parser = number::count, allow_negative_numbers = true, hide_short_help = true)]
    rotation: Option<u64>,
    /// Show the first decision at which A and B differ, with the reasons of both
    #[arg(long, value_name = "B")]
    against: Option<String>,
    /// Strategies in the other seats, in turn, with --against [default: default]
    #[arg(long, value_name = "NAME,...")]
    rivals: Vec<String>,
    /// Play many games: how often A differs, and what it leaves undecided. It differs from its formulas alone, and
    /// examples show where it differs from B, by default the expert
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// What to print. JSON holds an object a line of one game, and with --n the manifest and all tables
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Also write the tables and a page, report.html, to this folder, with --n
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the folder of another comparison or run
    #[arg(long, requires = "out")]
    force: bool,
}

const EXAMPLES: &str = "Examples:
  sim replay --game delectable --seed 1 --deal 7 --rotation 1 --why
  sim replay --game delectable --deal 7 --why --round 3..4 --seat 2 --top all
  sim replay raider --against balancer --game delectable
  sim replay default --against chain --game la-bistro --rivals volume --seat 2 --deal 7
  sim replay --game la-bistro --n 2k
  sim replay champion --against default --game critter-kitchen --n 500";

/// Deals to try if none is named.
const DEALS: u64 = 100;
/// Default number of alternatives in an explanation.
const TOP: usize = 2;
/// The parent of the champions.
const PARENT: &str = "expert";

fn top(text: &str) -> Result<usize, Refusal> {
    if text == "all" { Ok(usize::MAX) } else { number::count(text).map(|count| count as usize) }
}

fn rounds(text: &str) -> Result<RangeInclusive<u64>, Refusal> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (number::count(first)?, number::count(last)?);
    if first == 0 || first > last {
        return Err(Refusal::new("no rounds", "write a round from 1, as 3, or several as 3..5"));
    }
    Ok(first..=last)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReplayMode {
    Game,
    Difference,
    Games,
}

impl ReplayArgs {
    pub fn run(&self) -> Result<(), Failure> {
        self.check()?;
        let chosen = self.game.resolve()?;
        match (self.n, &self.against) {
            (Some(games), _) => self.measure(&chosen, games),
            (None, Some(against)) => self.show_difference(chosen, against),
            (None, None) => self.show_games(&chosen),
        }
    }

    /// # Errors
    /// Options of another mode.
    fn check(&self) -> Result<(), Failure> {
        use ReplayMode::{Difference, Game, Games};
        let form = match (self.n, &self.against) {
            (Some(_), _) => Games,
            (None, Some(_)) => Difference,
            (None, None) => Game,
        };
        if let (Game, Some(name)) = (form, &self.strategy) {
            return Err(Failure::misuse(
                format!("there is nothing to compare {name} with"),
                format!("add --against B, or replay a game of its copies: --strategies {name}"),
            ));
        }
        let options: [(&str, bool, &str, &[ReplayMode]); 11] = [
            ("--strategies", !self.table.strategies.is_empty(), "names a whole table", &[Game]),
            ("--lineup", !self.table.lineup.is_empty(), "names a whole table", &[Game]),
            ("--rivals", !self.rivals.is_empty(), "seats the rivals of A and B", &[Difference]),
            ("--deal", self.deal.is_some(), "picks one deal", &[Game, Difference]),
            ("--rotation", self.rotation.is_some(), "picks one seating of a table", &[Game]),
            ("--round", self.round.is_some(), "filters the moves of one game", &[Game]),
            ("--seat", self.seat.is_some(), "picks one seat", &[Game, Difference]),
            ("--why", self.why, "explains single decisions", &[Game, Difference]),
            ("--top", self.top.is_some(), "lengthens explanations of single decisions", &[Game, Difference]),
            ("--format csv", self.format == Format::Csv, "prints a table", &[Games]),
            ("--out", self.out.is_some(), "writes tables", &[Games]),
        ];
        let is_wrong = |(_, is_given, _, forms): &&(&str, bool, &str, &[ReplayMode])| {
            *is_given && !forms.contains(&form)
        };
        if let Some((option, _, does, forms)) = options.iter().find(is_wrong) {
            let (other, way_out) = match (form, forms[0]) {
                (Games, _) => ("--n plays many games", "or --n"),
                (Difference, Games) => ("--against shows where A and B first differ", "or add --n GAMES"),
                (Difference, _) => ("--against shows where A and B first differ", "or --against"),
                (Game, Games) => ("one game is shown move by move", "or add --n GAMES"),
                (Game, _) => ("no A and B are compared", "or add A and --against B"),
            };
            return Err(Failure::misuse(
                format!("{option} {does}, but {other}"),
                format!("leave out {option} {way_out}"),
            ));
        }
        if form == Game && self.top.is_some() && !self.why {
            return Err(Failure::misuse("--top lengthens explanations, but none are shown", "add --why"));
        }
        Ok(())
    }

    fn alternatives(&self) -> usize {
        self.top.unwrap_or(TOP)
    }

    fn show_games(&self, chosen: &ResolvedGame) -> Result<(), Failure> {
        let tables = self.table.specs(chosen)?;
        let arms = tables.iter().map(|spec| spec.open_by(&chosen.rules)).collect::<Result<Vec<_>, _>>()?;
        arms.iter().try_for_each(|arm| self.show_game(arm))
    }

    fn show_game(&self, arm: &Arm) -> Result<(), Failure> {
        let players = arm.inputs.rules.players;
        let (deal, rotation) = (self.deal.unwrap_or(0), self.rotation.unwrap_or(0));
        let tables: Vec<_> = arm.schedule.tables(deal).collect();
        let Some(table) = tables.get(usize::try_from(rotation).unwrap_or(usize::MAX)) else {
            return Err(Failure::misuse(
                format!("deal {deal} has {} rotations", tables.len()),
                format!("give --rotation 0 to {}", tables.len() - 1),
            ));
        };
        let seats: Vec<&Strategy> =
            Seat::all(players).map(|seat| &arm.strategies[usize::from(table[seat])]).collect();
        let settings: Vec<(String, String)> =
            arm.settings.entries().into_iter().map(|entry| (entry.path, entry.value)).collect();
        let style = if self.format == Format::Text { Style::Text } else { Style::JsonLines };
        let alternatives = self.why.then(|| self.alternatives());
        let (seed, seats, settings) = (self.table.seed, &seats[..], &settings[..]);
        let mut told = arm.game.write_transcript(&TranscriptSpec {
            seed,
            deal,
            rotation,
            seats,
            settings,
            style,
            alternatives,
        });
        let last = told.steps.iter().map(|step| step.round).max().unwrap_or(1);
        let seat = self.seat.map(|seat| seat_of(seat, told.results.len())).transpose()?;
        told.steps.retain(|step| {
            self.round.as_ref().is_none_or(|rounds| rounds.contains(&step.round.into()))
                && (seat.is_none() || step.seat == seat)
        });
        if told.steps.is_empty() {
            return Err(Failure::misuse(
                "nothing happens in these rounds",
                format!("the game has {last} rounds: give --round 1 to {last}, or leave out --seat"),
            ));
        }
        match style {
            Style::Text => output::print(&told.to_string()),
            Style::JsonLines => output::data(&told.to_string()),
        }
    }

    /// A table of copies of A.
    fn copies(&self, chosen: &ResolvedGame) -> Result<ArmSpec, Failure> {
        let strategies = self.strategy.iter().map(|name| list::join(&[name])).collect();
        let table = TableArgs { strategies, ..self.table.clone() };
        if table.is_named() {
            table.one(chosen)
        } else {
            table.with(adapt::usual_start(chosen.entry)).one(chosen)
        }
    }

    fn show_difference(&self, chosen: ResolvedGame, against: &str) -> Result<(), Failure> {
        let name = self.strategy.as_deref().unwrap_or_else(|| adapt::usual_start(chosen.entry));
        let load = |name: &str| strategies::load(chosen.entry, name);
        let ArmSpec { players, .. } = self.copies(&chosen)?;
        let rivals = match list::split_all(&self.rivals) {
            none if none.is_empty() => vec![load("default")?],
            names => strategies::load_all(chosen.entry, &names)?,
        };
        let spec = DifferenceSpec {
            players,
            pair: [load(name)?, load(against)?],
            rivals,
            seat: seat_of(self.seat.unwrap_or(1), players)?,
            seed: self.table.seed,
            deals: self.deal.map_or(0..DEALS, |deal| deal..deal.saturating_add(1)),
            alternatives: self.alternatives(),
            rules: chosen.spec,
        };
        let found = difference(&spec)?;
        match self.format {
            Format::Json => {
                let json = found.map_or(serde_json::Value::Null, |found| found.json());
                output::data(&format!("{json:#}\n"))
            }
            _ => output::print(&tell::difference(&spec, found.as_ref())),
        }
    }

    fn measure(&self, chosen: &ResolvedGame, games: u64) -> Result<(), Failure> {
        let arm = self.copies(chosen)?;
        remark(&arm);
        let against = match &self.against {
            Some(name) => Some(strategies::load(chosen.entry, name)?),
            None => Player::shipped(chosen.entry, PARENT)?,
        };
        let spec = ChoicesSpec::seat(arm, games, against)?;
        let named = NamedArm { name: "replay".to_owned(), arm: spec.arm.open()? };
        let format = match self.format {
            Format::Text => output::Format::Table,
            Format::Csv => output::Format::Csv,
            Format::Json => output::Format::Json,
        };
        let findings = FindingsArgs { format, out: self.out.clone() };
        let once = OnceArgs { threads: self.threads.clone(), findings, force: self.force };
        let findings = once.begin(Verb::Replay, [&named])?;
        let found = &once.ask(|lab| choices(&spec, lab))?;
        let text = tell::choices(found, once.findings.style());
        let tables = tables::choices::tables(found);
        once.findings.show(findings, &VerbOutput::new(found.extent.deals, spec.command()?, tables, text))
    }
}

fn seat_of(seat: u64, players: usize) -> Result<Seat, Failure> {
    let index = seat.checked_sub(1).filter(|seat| *seat < players as u64);
    index.map(|index| Seat(index as u8)).ok_or_else(|| no_seat(seat, players).into())
}
