//! `sim luck`: how much of winning goes with strategies, with seats, and with luck.

use clap::Args;

use super::{
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs, Told},
    game_args::{Chosen, GameArgs, TableArgs},
    number, output,
    session::ThreadArgs,
    signals::Stop,
    watcher::Watcher,
    words,
};
use sim_engine::text::people;
use sim_lab::{
    experiment::{Arm, Named, Rules, Twice},
    tables::{
        Cell, Subject, Table,
        luck::{POINTS, WINS, strata, table},
    },
};
use sim_stats::nested::{self, Budget, GROUPS};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct LuckArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games at each number of players, two for each table of a deal, rounded up so that every line-up plays 60
    /// deals, or 90, 120 and so on [default: 60 deals of each]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    findings: FindingsArgs,
    /// Replace the folder of another comparison or run
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "Examples:
  sim luck --game delectable
  sim luck --game delectable --players all --n 1e5
  sim luck --game restauranteur --strategies default,chain,hub-builder --players 3

Every deal is played twice: the same set-up, with later draws of their own.";

/// Deals played between two looks at the clock and at signals.
const PIECE: u64 = 256;

impl LuckArgs {
    /// The budget of one table within something larger.
    pub fn within(game: GameArgs, table: TableArgs, n: u64, threads: ThreadArgs) -> LuckArgs {
        LuckArgs { game, table, n: Some(n), threads, findings: FindingsArgs::NONE, force: false }
    }

    pub fn run(&self) -> Result<(), Failure> {
        let told = self.told(&self.game.resolve()?)?;
        self.findings.tell(told)
    }

    /// Plays everything.
    pub fn told(&self, chosen: &Chosen) -> Result<Told, Failure> {
        if self.table.strategies.len().max(self.table.lineup.len()) > 1 {
            return Err(Failure::misuse(
                "a budget is of one field of players",
                "name all of them in one list",
            ));
        }
        let mut named = Vec::new();
        let mut arms: Vec<Named> = Vec::new();
        for seated in self.table.resolve_all(chosen)? {
            if arms.is_empty() {
                seated.remarks.iter().for_each(|remark| output::remark(remark));
            }
            let players = seated.arm.inputs.rules.players as u64;
            named = seated.named;
            arms.push(Named { name: people::counted(players, "player", "players"), arm: seated.arm });
        }
        let mut findings = Findings::new("luck", arms[0].arm.info, arms.iter().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.force)?;
        let pool = self.threads.pool()?;
        let stop = Stop::listen();
        let all: u64 = arms.iter().map(|one| games(&one.arm, self.deals(&one.arm))).sum();
        let mut watcher = Watcher::start(arms.len(), all);
        let subjects: Vec<Subject<'_>> = arms.iter().map(|one| one.arm.subject()).collect();
        let mut found = Vec::new();
        for (subject, Named { name, arm }) in subjects.iter().zip(&arms) {
            let deals = self.deals(arm);
            watcher.begin(name, 0, games(arm, deals));
            let mut played: Vec<Twice> = Vec::new();
            for first in (0..deals).step_by(PIECE as usize) {
                let part = first..deals.min(first + PIECE);
                played.extend(pool.install(|| arm.game.twice(arm, part.clone())));
                watcher.say(games(arm, part.end), "");
                if let Some(status) = stop.status() {
                    drop(watcher);
                    output::remark("interrupted: a budget comes whole or not at all, so nothing is written");
                    return Err(Failure::Interrupted { status });
                }
            }
            watcher.end(games(arm, deals));
            let budget = |of: &dyn Fn(&Twice) -> [i32; 2]| {
                nested::budget(&strata(&arm.schedule, played.iter().map(of)))
            };
            found.push((subject, [budget(&|twice| twice.wins), budget(&|twice| twice.points)]));
            findings.deals = findings.deals.max(deals);
        }
        drop(watcher);
        let budgets = table(&found);
        findings.heading.command = self.command(&chosen.rules, &arms, &named);
        let text = self.text(&arms, &found, &budgets);
        Ok(Told { findings, tables: vec![budgets], text, end: Ok(()) })
    }

    /// The fewest games that the line-ups of a table and the groups of its error ask for.
    pub fn least(arm: &Arm) -> u64 {
        games(arm, deals(arm, 0))
    }

    fn deals(&self, arm: &Arm) -> u64 {
        deals(arm, self.n.unwrap_or(0))
    }

    fn command(&self, rules: &Rules, arms: &[Named], named: &[String]) -> String {
        let arm = &arms[0].arm;
        let most = arms.iter().map(|one| games(&one.arm, self.deals(&one.arm))).max().unwrap_or(0);
        let run = words::verb("luck", &words::run(arm, named, rules, self.n.unwrap_or(most)));
        let run = if self.n.is_some() { run } else { run.replacen(&format!(" --n {most}"), "", 1) };
        words::at_sizes(&run, arms)
    }

    /// The summary for reading.
    fn text(&self, arms: &[Named], found: &[(&Subject<'_>, [Option<Budget>; 2])], budgets: &Table) -> String {
        let first = &arms[0].arm;
        let mut text = format!("{}: what results go with, seed {}\n", first.info.title, first.inputs.seed);
        for ((subject, [wins, points]), Named { name, arm }) in found.iter().zip(arms) {
            let deals = self.deals(arm);
            let all = people::counted(games(arm, deals), "game", "games");
            text += &format!("\n{name}, {all}: shares of the variance in percent\n\n");
            text += &rows(budgets, subject.players);
            let luck =
                |budget: &Budget| -> f64 { budget.shares[3..].iter().filter_map(|share| share.value).sum() };
            let percent = |share: f64| people::fixed(share * 100.0, 0);
            text += &match (wins, points) {
                (Some(wins), _) => format!(
                    "Of winning, {} % go with who plays how, {} % with the seating, {} % with luck.\n",
                    percent(wins.shares[..2].iter().filter_map(|share| share.value).sum()),
                    percent(wins.shares[2].value.unwrap_or(0.0)),
                    percent(luck(wins))
                ),
                (None, Some(points)) => format!(
                    "Who wins does not vary. Of the points, {} % go with luck.\n",
                    percent(luck(points))
                ),
                (None, None) => "Nothing varies.\n".to_owned(),
            };
        }
        text + "\nThe deal is all that is set up before the first decision; later draws are dice, bags and shuffles during\nplay, and chance in the strategies' own choices. Among other strategies skill has another share.\n"
    }
}

/// Deals for at least so many games: as many of each line-up, two or more for each group of the error.
fn deals(arm: &Arm, asked: u64) -> u64 {
    let (lineups, groups) = (arm.schedule.len() as u64, GROUPS as u64);
    let each = asked.div_ceil(games(arm, lineups).max(1));
    lineups * each.div_ceil(groups).max(2) * groups
}

/// Games of so many deals, each played twice.
fn games(arm: &Arm, deals: u64) -> u64 {
    2 * arm.schedule.games_of(0..deals)
}

/// The parts at one number of players, wins beside points.
fn rows(table: &Table, players: usize) -> String {
    let own: Vec<&Vec<Cell>> =
        table.rows.iter().filter(|row| table.number(row, "players") == Some(players as f64)).collect();
    let cell = |row: &[Cell]| {
        let number = |name: &str| table.number(row, name).map(|share| share * 100.0);
        let half = number("low").zip(number("high")).map(|(low, high)| (high - low) / 2.0);
        let places = people::decimals(half, 1);
        let error = half.map_or(String::new(), |half| format!(" ± {}", people::fixed(half, places)));
        number("share").map_or(String::new(), |share| format!("{}{error}", people::fixed(share, places)))
    };
    let of = |part: &str, figure: &str| {
        let is_it =
            |row: &&&Vec<Cell>| table.text(row, "part") == part && table.text(row, "figure") == figure;
        own.iter().find(is_it).map_or(String::new(), |row| cell(row))
    };
    let mut parts: Vec<&str> = own.iter().map(|row| table.text(row, "part")).collect();
    let mut seen = Vec::new();
    parts.retain(|part| {
        let is_new = !seen.contains(part);
        seen.push(*part);
        is_new
    });
    let cells: Vec<Vec<String>> =
        parts.iter().map(|part| vec![(*part).to_owned(), of(part, WINS), of(part, POINTS)]).collect();
    output::grid(&["", "winning", "points"], &cells, &[false, true, true])
}
