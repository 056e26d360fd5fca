//! `sim sweep`: what values of a number, a ruling, a component or a param do, on the same deals.

mod lines;
mod points;
mod sensitivity;
mod target;

use clap::{Args, ValueEnum};

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{Chosen, GameArgs, Seated, TableArgs},
    left_out::LeftOut,
    number, output,
    vary::Varied,
    words,
};
use crate::{
    experiment::{Arms, design},
    tables::{Cell, Table},
    text::people,
};
pub use lines::{Lines, tables_of};
pub use points::{MOST_ARMS, Points, grid};

/// Games of each arm where nothing is said.
const N: u64 = 20_000;
/// Differences that are shown where several paths are varied.
const ROWS: usize = 15;

/// Which values are played together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Design {
    /// Every value with every other
    Grid,
    /// So many points that meet all values of each path evenly
    Latin,
    /// Which of many paths matter: each is changed alone at so many random places
    Morris,
    /// How much of a figure's variance goes with each path, alone and with others
    Sobol,
}

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct SweepArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// What is varied, and its values: a path of `sim params` or STRATEGY:PARAM, then =LOW..HIGH,
    /// =LOW..HIGH:STEP or =A,B,C; without values some around the one in force, or every reading of a
    /// ruling. May be given several times
    #[arg(long, value_name = "PATH[=VALUES]", required = true)]
    vary: Vec<String>,
    /// Which values are played together
    #[arg(long, value_enum, default_value_t = Design::Grid)]
    design: Design,
    /// Points of the design: of `latin` 20, paths of `morris` 10, base points of `sobol` 64 if nothing is said
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    points: Option<u64>,
    /// Find the value at which a figure is what it should be: "seat 1 win share = 25%", "plies = 60"
    #[arg(long, value_name = "FIGURE = VALUE", conflicts_with_all = ["design", "points"])]
    target: Option<String>,
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "Examples:
  sim sweep --game delectable --vary hand_limit=4..10
  sim sweep --game delectable --vary hand_limit=4..10 --vary cards.S5.cost=14..22:2
  sim sweep --game delectable --vary raider:late --strategies raider,prestige
  sim sweep --game delectable --vary hand_limit=3..12 --target 'plies = 270'
  sim sweep --game delectable --vary hand_limit --vary theft_min --vary below --design morris";

impl SweepArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let seated = self.table.resolve(&chosen)?;
        seated.remarks.iter().for_each(|remark| output::remark(remark));
        let read = |text: &String| Varied::read(text, &chosen, &self.table);
        let varied = self.vary.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        for (at, one) in varied.iter().enumerate() {
            if varied[..at].iter().any(|other| other.path == one.path) {
                return Err(Failure::misuse(
                    format!("`{}` is varied twice", one.path),
                    "name each path once",
                ));
            }
        }
        if let Some(wanted) = &self.target {
            return self.solve(wanted, &chosen, seated, &varied);
        }
        match self.design {
            Design::Grid => self.lines(&chosen, seated, &varied, self.grid(&varied)?),
            Design::Latin => {
                let levels: Vec<usize> = varied.iter().map(|one| one.levels.len()).collect();
                let points = design::latin(&levels, self.count(20)?, self.table.seed);
                self.lines(&chosen, seated, &varied, points)
            }
            Design::Morris => self.screen(&chosen, seated, &varied, self.count(10)?),
            Design::Sobol => self.apportion(&chosen, seated, &varied, self.count(64)?),
        }
    }

    /// Points of the design.
    fn count(&self, unsaid: usize) -> Result<usize, Failure> {
        let count = self.points.map_or(unsaid, |points| usize::try_from(points).unwrap_or(usize::MAX));
        if (1..=MOST_ARMS).contains(&count) {
            return Ok(count);
        }
        Err(Failure::misuse("--points is out of range", format!("give 1 to {MOST_ARMS}")))
    }

    fn grid(&self, varied: &[Varied]) -> Result<Vec<design::Point>, Failure> {
        if self.points.is_some() {
            return Err(Failure::misuse("a grid has no number of points", "give --design latin with it"));
        }
        grid(varied)
    }

    fn plan(&self, seated: Seated, varied: &[Varied], points: &[design::Point]) -> Result<Points, Failure> {
        Points::new(&self.game, &self.table, seated, varied, points)
    }

    /// Findings that are to come, once their place is known to be free.
    fn begin(&self, arms: &Arms) -> Result<Findings, Failure> {
        let findings =
            Findings::new("sweep", arms.first().arm.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        Ok(findings)
    }

    /// The command that makes the same numbers again; `more` are its own options.
    fn command(&self, chosen: &Chosen, arms: &Arms, named: &[String], deals: u64, more: &str) -> String {
        let first = &arms.first().arm;
        let run = words::run(first, named, &chosen.rules, first.schedule.games_of(0..deals));
        let vary: String = self.vary.iter().map(|one| format!(" --vary {}", words::quoted(one))).collect();
        format!("{}{vary}{more}", words::verb("sweep", &run))
    }

    /// Every point beside the game as it is.
    fn lines(
        &self,
        chosen: &Chosen,
        seated: Seated,
        varied: &[Varied],
        points: Vec<design::Point>,
    ) -> Result<(), Failure> {
        let named = seated.named.clone();
        let Points { arms, values, left_out } = self.plan(seated, varied, &points)?;
        let mut findings = self.begin(&arms)?;
        let now = varied.first().and_then(|one| one.value(chosen, &self.table));
        let mut lines = Lines::new(&arms, values, now);
        let compared = self.effort.play(&arms, N, |named, base, tally| Ok(lines.read(named, base, tally)))?;
        let Some(compared) = compared else { return Ok(()) };
        if compared.read.len() < 2 {
            return compared.whole(2).map(drop);
        }
        findings.deals = compared.deals;
        let more = match self.design {
            Design::Latin => format!(" --design latin --points {}", points.len()),
            _ => String::new(),
        };
        findings.heading.command = self.command(chosen, &arms, &named, compared.deals, &more);
        let (count, deals) = (arms.all().count(), compared.deals);
        let end = compared.end(count);
        let [lines, crossings] = tables_of(&compared.read);
        let text = self.text(&arms, (&lines, &crossings), &left_out, deals, varied);
        let tables: Vec<Table> = [lines, crossings].into_iter().chain(left_out.table()).collect();
        self.findings.report(&findings, &tables, &text)?;
        end
    }

    /// The summary for reading.
    fn text(
        &self,
        arms: &Arms,
        (lines, crossings): (&Table, &Table),
        left_out: &LeftOut,
        deals: u64,
        varied: &[Varied],
    ) -> String {
        let mut text = heading(arms, deals, &varied.iter().map(|one| one.path.clone()).collect::<Vec<_>>());
        if varied.len() == 1 {
            text += &by_value(lines, &arms.first().arm.subject().strategies);
        } else {
            text += &by_difference(lines);
        }
        text.push('\n');
        for row in &crossings.rows {
            let number = |name: &str| crossings.number(row, name).map_or(String::new(), people::short);
            text += &format!(
                "{} is ahead of {} up to {}, behind from {} on: the lines cross at about {}.\n",
                crossings.text(row, "ahead_before"),
                crossings.text(row, "ahead_after"),
                number("from"),
                number("to"),
                number("at")
            );
        }
        if varied.len() == 1
            && crossings.rows.is_empty()
            && lines.rows.iter().any(|row| lines.number(row, "value").is_some())
        {
            text += "No two lines cross beyond their error.\n";
        }
        text + &left_out.told()
    }
}

/// The first lines of a summary.
fn heading(arms: &Arms, deals: u64, paths: &[String]) -> String {
    let first = &arms.first().arm;
    format!(
        "{}, {}: {} at {}\n{} of each arm, seed {}\n\n",
        first.info.title,
        people::counted(first.inputs.rules.players as u64, "player", "players"),
        people::list(paths),
        people::counted(arms.others().len() as u64, "point", "points"),
        people::counted(deals, "deal", "deals"),
        first.inputs.seed
    )
}

/// Win shares by value, a column a strategy; at several strategies their widest interval under them.
fn by_value(lines: &Table, names: &[String]) -> String {
    let wins: Vec<&Vec<Cell>> =
        lines.rows.iter().filter(|row| lines.text(row, "figure") == "win_share").collect();
    let seats: Vec<i64> = {
        let mut seats: Vec<i64> =
            wins.iter().filter_map(|row| lines.number(row, "seat")).map(|seat| seat as i64).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    };
    let mut arms: Vec<&str> = wins.iter().map(|row| lines.text(row, "arm")).collect();
    arms.dedup();
    let header: Vec<String> = std::iter::once("win share %".to_owned())
        .chain(names.iter().cloned())
        .chain(seats.iter().map(|seat| format!("seat {seat}")))
        .collect();
    let cell = |row: Option<&&Vec<Cell>>| {
        let level = row.and_then(|row| lines.number(row, "level"));
        level.map_or(String::new(), |level| people::fixed(level * 100.0, 2))
    };
    let rows: Vec<Vec<String>> = arms
        .iter()
        .map(|arm| {
            let own: Vec<&&Vec<Cell>> = wins.iter().filter(|row| lines.text(row, "arm") == *arm).collect();
            let of_name = |name: &String| own.iter().find(|row| lines.text(row, "strategy") == name).copied();
            let of_seat =
                |seat: &i64| own.iter().find(|row| lines.number(row, "seat") == Some(*seat as f64)).copied();
            let label = if arm.is_empty() { "as it is" } else { arm };
            std::iter::once(label.to_owned())
                .chain(names.iter().map(|name| cell(of_name(name))))
                .chain(seats.iter().map(|seat| cell(of_seat(seat))))
                .collect()
        })
        .collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let right: Vec<bool> = (0..header.len()).map(|at| at > 0).collect();
    let half = |row: &&&Vec<Cell>| {
        lines.number(row, "low").zip(lines.number(row, "high")).map(|(low, high)| (high - low) * 50.0)
    };
    let widest = wins.iter().filter_map(|row| half(&row)).fold(0.0, f64::max);
    let mut text = output::grid(&header, &rows, &right);
    if widest > 0.0 {
        text += &format!(
            "95 % intervals of shares: ± {} at most; those of differences between rows are narrower (see `sweep`)\n",
            people::fixed(widest, 2)
        );
    }
    text
}

/// The differences of win shares that are surest, where there is no line to read along.
fn by_difference(lines: &Table) -> String {
    let mut rows: Vec<&Vec<Cell>> = lines
        .rows
        .iter()
        .filter(|row| lines.text(row, "figure") == "win_share" && lines.number(row, "difference").is_some())
        .collect();
    let rate = |row: &&Vec<Cell>| lines.number(row, "false_discovery_rate").unwrap_or(2.0);
    let size = |row: &&Vec<Cell>| lines.number(row, "difference").unwrap_or(0.0).abs();
    rows.sort_by(|a, b| rate(a).total_cmp(&rate(b)).then(size(b).total_cmp(&size(a))));
    let cells: Vec<Vec<String>> = rows
        .iter()
        .take(ROWS)
        .map(|row| {
            let number = |name: &str| lines.number(row, name).map(|number| number * 100.0);
            let whose = match lines.number(row, "seat") {
                Some(seat) => format!("seat {seat}"),
                None => lines.text(row, "strategy").to_owned(),
            };
            let ends = match (number("difference_low"), number("difference_high")) {
                (Some(low), Some(high)) => {
                    format!("{} to {}", people::signed(low, 2), people::signed(high, 2))
                }
                _ => lines.text(row, "difference_note").to_owned(),
            };
            vec![
                lines.text(row, "arm").to_owned(),
                whose,
                number("level").map_or(String::new(), |level| people::fixed(level, 2)),
                number("difference").map_or(String::new(), |by| people::signed(by, 2)),
                ends,
            ]
        })
        .collect();
    let header = ["arm", "win share % of", "here", "difference", "95 %"];
    let mut text = output::grid(&header, &cells, &[false, false, true, true, true]);
    if rows.len() > ROWS {
        text += &format!("and {} more: see --out or --format json\n", rows.len() - ROWS);
    }
    text
}
