//! `sim diff`: what a change of the rules does, on the same deals; or what two stored runs differ in.

mod telling;

use std::path::PathBuf;

use clap::Args;

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{GameArgs, TableArgs},
    merge::{self, Part},
    number, output, words,
};
use sim_engine::{Seat, text::people};
use sim_lab::{
    command::{Command, Verb},
    experiment::{Arm, Arms, Moved, Named, most_moved},
    pairs::{self, Side},
    tables::{self, Cell, Column, Table},
};
use sim_play::{Row, tally::Tally};

/// Deals, from the first on, that are searched for games in which the change mattered.
const SEARCHED: u64 = 2000;
/// Such games that are told.
const GAMES: usize = 10;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES, mut_arg("game", |arg| arg.required(false)))]
pub struct DiffArgs {
    /// Two folders of runs, the old one first, in place of a game and its changes
    #[arg(value_name = "RUN", num_args = 0..=2)]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    game: Option<GameArgs>,
    #[command(flatten)]
    table: TableArgs,
    /// The largest difference that counts as no change: of shares in percentage points, of other figures in
    /// percent
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = number::tolerance, allow_hyphen_values = true)]
    tolerance: f64,
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "Examples:
  sim diff --game delectable --set hand_limit=5
  sim diff --game delectable --preset 2020-05 --players 4 --n 1e5
  sim diff reports/delectable/runs/2p-0123abcd reports/delectable/runs/2p-4567cdef";

/// Games of each rule set where nothing is said.
const N: u64 = 20_000;

/// An arm, what it came to, and the command that makes it.
struct Run<'a> {
    named: &'a Named,
    tally: Tally,
    /// None where a stored one is none that this program writes.
    command: Option<Command>,
}

impl DiffArgs {
    pub fn run(&self) -> Result<(), Failure> {
        match (&self.game, &self.runs[..]) {
            (Some(game), []) => self.change(game),
            (None, [old, new]) => self.stored(old, new),
            (None, _) => Err(Failure::misuse(
                "there is nothing to compare",
                "name a game and a change, as --game delectable --set hand_limit=5, or two folders of runs",
            )),
            (Some(_), _) => Err(Failure::misuse(
                "runs and a game are named",
                "name two folders of runs, or a game and a change",
            )),
        }
    }

    /// The game as printed, and as it is changed.
    fn change(&self, game: &GameArgs) -> Result<(), Failure> {
        let printed = GameArgs {
            game: game.game.clone(),
            preset: Vec::new(),
            set: Vec::new(),
            without: Vec::new(),
            data: None,
        };
        let rules = (printed.resolve()?, game.resolve()?);
        let (old, new) = (self.table.resolve(&rules.0)?, self.table.resolve(&rules.1)?);
        if old.arm.inputs.rules.changes == new.arm.inputs.rules.changes {
            return Err(Failure::misuse(
                "nothing is changed",
                format!(
                    "give --set, --preset, --data or --without; `sim settings --game {}` lists the paths",
                    game.game
                ),
            ));
        }
        old.remarks.iter().for_each(|remark| output::remark(remark));
        let changed = telling::changes(&new.arm.inputs.rules.changes);
        let strategies = old.named;
        let named = |name: &str, arm: Arm| Named { name: name.to_owned(), arm };
        let arms = Arms::new(named("printed", old.arm), vec![named(&changed, new.arm)])?;
        let mut findings =
            Findings::new("diff", arms.first().arm.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        let Some(compared) = self.effort.play(&arms, N, |_, _, _, tally| Ok(tally.clone()))? else {
            return Ok(());
        };
        let games = arms.first().arm.schedule.games_of(0..compared.deals);
        let mut runs = arms.all().zip(compared.whole(2)?);
        let (Some((first, old)), Some((second, new))) = (runs.next(), runs.next()) else { return Ok(()) };
        let run = |named, tally, rules| Run {
            named,
            tally,
            command: Some(words::run(&named.arm, &strategies, rules, games)),
        };
        let (old, new) = (run(first, old, &rules.0.rules), run(second, new, &rules.1.rules));
        let diff = words::run(&second.arm, &strategies, &rules.1.rules, games).to(Verb::Diff);
        findings.heading.command = diff.to_string();
        self.tell(findings, (&old, &new))
    }

    /// Two runs as they are stored.
    fn stored(&self, old: &PathBuf, new: &PathBuf) -> Result<(), Failure> {
        if !(self.table.strategies.is_empty() && self.table.lineup.is_empty() && self.table.players.is_none())
        {
            return Err(Failure::misuse(
                "runs have their own tables",
                "leave --players, --strategies and --lineup out",
            ));
        }
        let read = |place: &PathBuf| -> Result<(Named, Tally, String), Failure> {
            let part = Part::read(place)?;
            let arm = merge::reopen(&part)?;
            let tally = part.tally(&arm)?;
            Ok((Named { name: place.display().to_string(), arm }, tally, part.manifest.heading.command))
        };
        let (old, new) = (read(old)?, read(new)?);
        let mut findings = Findings::new("diff", old.0.arm.info, [&old.0, &new.0].map(ArmEntry::from).into());
        self.findings.check(&findings, self.effort.force())?;
        findings.heading.command = format!("sim diff {}", words::paths(&self.runs));
        let ((old, old_tally, old_command), (new, new_tally, new_command)) = (old, new);
        let old = Run { named: &old, tally: old_tally, command: old_command.parse().ok() };
        let new = Run { named: &new, tally: new_tally, command: new_command.parse().ok() };
        self.tell(findings, (&old, &new))
    }

    /// Reads both and says what differs. The new run comes first in the tables, so that a difference is
    /// what the change adds.
    fn tell(&self, mut findings: Findings, (old, new): (&Run<'_>, &Run<'_>)) -> Result<(), Failure> {
        let subjects = (new.named.arm.subject(), old.named.arm.subject());
        let one = Side { subject: &subjects.0, tally: &new.tally };
        let other = Side { subject: &subjects.1, tally: &old.tally };
        let matched = pairs::by_name(&subjects.0, &subjects.1);
        let mut rows = pairs::figures(one, other, &matched)?;
        pairs::rate(&mut rows);
        rows.sort_by(|a, b| pairs::by_surety((a.rate, &a.paired), (b.rate, &b.paired)));
        let differences = tables::pairs::table(&rows, Some(self.tolerance));
        let components = tables::pairs::components(&pairs::components(one, other, &matched)?);
        let searched = 0..old.tally.deals.min(SEARCHED);
        let search = || most_moved(&new.named.arm, &old.named.arm, searched, GAMES);
        let moved = self.effort.install(search)?;
        let games = games(&moved, (new, old));
        findings.deals = old.tally.deals;
        let text = telling::text((old, new), self.tolerance, (&differences, &components, &games));
        self.findings.report(&findings, &[differences, components, games], &text)
    }
}

/// Games in which the change mattered, with the commands that tell them.
fn games(moved: &[Moved], (new, old): (&Run<'_>, &Run<'_>)) -> Table {
    let columns = [
        Column { name: "deal", about: "Number of the deal." },
        Column { name: "rotation", about: "Rotation of its table." },
        Column { name: "points_moved", about: "Points by which the seats differ, added up." },
        Column { name: "winner_new", about: "Who wins the new game." },
        Column { name: "winner_old", about: "Who wins the old one." },
        Column { name: "replay_new", about: "Command that tells the new game." },
        Column { name: "replay_old", about: "Command that tells the old one." },
    ];
    let about = format!(
        "Of the first {} deals, games with another winner first, then those in which most points differ.",
        people::count(SEARCHED)
    );
    let mut table = Table::new("games", "Where it mattered most", about, &columns);
    let scale = f64::from(new.named.arm.info.points_scale);
    for game in moved {
        let winner = |row: &Row, arm: &Arm| {
            let seats = Seat::all(row.players.into()).filter(|&seat| row.places[seat] == 1);
            let names = seats.map(|seat| arm.strategies[usize::from(row.strategies[seat])].name().to_owned());
            people::list(&names.collect::<Vec<_>>())
        };
        let replay = |run: &Run<'_>| {
            let command = run.command.clone().map(|run| run.replay(game.one.deal, game.one.rotation));
            command.map_or(Cell::Missing, |command| Cell::text(command.to_string()))
        };
        table.rows.push(vec![
            Cell::from(game.one.deal),
            Cell::from(u64::from(game.one.rotation)),
            Cell::Number(game.points as f64 / scale),
            Cell::text(winner(&game.one, &new.named.arm)),
            Cell::text(winner(&game.other, &old.named.arm)),
            replay(new),
            replay(old),
        ]);
    }
    table
}

impl From<pairs::PairError> for Failure {
    fn from(error: pairs::PairError) -> Failure {
        Failure::misuse(error.to_string(), error.help())
    }
}
