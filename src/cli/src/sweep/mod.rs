//! `sim sweep`: what values of a number, a ruling, a component or a param do, on the same deals.

mod lines;
mod points;
mod sensitivity;
mod target;
pub mod telling;

use clap::{Args, ValueEnum};

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{Chosen, GameArgs, Seated, TableArgs},
    number, output,
    vary::Varied,
    words,
};
pub use lines::{Lines, tables_of};
pub use points::{MOST_ARMS, Points, grid};
use sim_engine::text::people;
use sim_lab::{
    command::Verb,
    experiment::{Arms, design},
    tables::Table,
};

/// Games of each arm where nothing is said.
const N: u64 = 20_000;

/// Which values are played together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Design {
    /// Every value with every other
    Grid,
    /// --points settings that cover the values of each path evenly
    Latin,
    /// Which of many paths matter: each is changed alone, from --points random settings
    Morris,
    /// How much of a figure's variance comes from each path, alone and together with others
    Sobol,
}

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct SweepArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// What is varied, and its values: a path of `sim settings` or STRATEGY:PARAM, then =LOW..HIGH,
    /// =LOW..HIGH:STEP or =A,B,C; without values, a few around the current one, or every option of a
    /// ruling. May be given several times
    #[arg(long, value_name = "PATH[=VALUES]", required = true)]
    vary: Vec<String>,
    /// Which values are played together
    #[arg(long, value_enum, default_value_t = Design::Grid)]
    design: Design,
    /// Size of the design [default: 20 for latin, 10 for morris, 64 for sobol]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    points: Option<u64>,
    /// Find the value at which a figure is what it should be: "seat 1 win rate = 25%", "plies = 60"
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
  sim sweep --game delectable --vary fuel-engine:fuel=0..1:0.25 --strategies fuel-engine,prestige
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
            one.is_new_among(&varied[..at])?;
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
        format!("{}{vary}{more}", run.to(Verb::Sweep))
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
        let compared =
            self.effort.play(&arms, N, |at, named, base, tally| Ok(lines.read(at, named, base, tally)))?;
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
        let ([lines, crossings], plane) = tables_of(&compared.read);
        let paths: Vec<String> = varied.iter().map(|one| one.path.clone()).collect();
        let names = arms.first().arm.subject().strategies;
        let text = heading(&arms, deals, &paths)
            + &telling::text((&lines, &crossings), &names, varied.len() == 1)
            + &left_out.told();
        let tables: Vec<Table> =
            [lines, crossings].into_iter().chain(plane).chain(left_out.table()).collect();
        self.findings.report(&findings, &tables, &text)?;
        end
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
        people::counted(arms.others().len() as u64, "setting", "settings"),
        people::counted(deals, "deal", "deals"),
        first.inputs.seed
    )
}
