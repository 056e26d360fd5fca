//! `sim sweep`: what values of a number, a ruling, a component or a param do, on the same deals.

use clap::{Args, ValueEnum};

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{GameArgs, TableArgs},
    number, output,
};
use sim_lab::{
    Error, Extent,
    command::{Command, Verb},
    experiment::Arms,
    grid::{self, Grid, MOST_ARMS, Path},
    not_played,
    screen::ScreenSpec,
    spec::ArmSpec,
    sweep::{Lines, SweepSpec},
    tables::{
        Table,
        sensitivity::{apportioned, screening},
        sweep::tables,
        target::table,
    },
    target::{Goal, TargetSpec},
};
use sim_report::{charts::Data, tell};

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
        let arm = seated.spec;
        let paths = grid::paths(&self.vary, &arm)?;
        if let Some(wanted) = &self.target {
            return self.solve(wanted, arm, paths);
        }
        match self.design {
            Design::Grid if self.points.is_some() => {
                Err(Failure::misuse("a grid has no number of points", "give --design latin with it"))
            }
            Design::Grid => self.lines(arm, Grid::full(paths).map_err(Error::from)?, None),
            Design::Latin => {
                let count = self.count(20)?;
                let grid = Grid::latin(paths, count, arm.seed);
                self.lines(arm, grid, Some(count))
            }
            Design::Morris => self.screen(self.screens(arm, paths, 10)?),
            Design::Sobol => self.apportion(self.screens(arm, paths, 64)?),
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

    fn screens(&self, arm: ArmSpec, paths: Vec<Path>, unsaid: usize) -> Result<ScreenSpec, Failure> {
        Ok(ScreenSpec { arm, paths, places: self.count(unsaid)?, effort: self.effort.effort(N) })
    }

    /// Findings that are to come, once their place is known to be free.
    fn begin(&self, arms: &Arms) -> Result<Findings, Failure> {
        let findings =
            Findings::new("sweep", arms.first().arm.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        Ok(findings)
    }

    /// Reports what was found; `more` adds the options of the design to the command that finds it again.
    fn tell(
        &self,
        mut findings: Findings,
        (spec, arms, extent): (&ArmSpec, &Arms, &Extent),
        more: impl FnOnce(Command) -> Command,
        (tables, lines, text): (Vec<Table>, Option<&Lines>, String),
    ) -> Result<(), Failure> {
        findings.deals = extent.deals;
        let games = arms.first().arm.schedule.games_of(0..extent.deals);
        let command = spec.command(Verb::Sweep, Some(games))?;
        let command = self.vary.iter().fold(command, |command, path| command.option("vary", path));
        findings.heading.command = more(command).to_string();
        let drawn = [Data::Maps(&tables)].into_iter().chain(lines.map(Data::Lines));
        let drawn: Vec<Data<'_>> = drawn.collect();
        self.findings.report_with(&findings, (&tables, &drawn), &text, &[])
    }

    /// Every point beside the game as it is.
    fn lines(&self, arm: ArmSpec, grid: Grid, latin: Option<usize>) -> Result<(), Failure> {
        let spec = SweepSpec { arm, grid, effort: self.effort.effort(N) };
        let opened = spec.open()?;
        let findings = self.begin(&opened.arms)?;
        let Some(asked) = self.effort.ask(&opened.arms, N, |lab| spec.play(&opened, lab))? else {
            return Ok(());
        };
        let sweep = &asked.found;
        let read = sweep.lines.arms.len();
        if read < 2 {
            return Err(asked.unanswered());
        }
        let end = asked.end(sweep.ended, read, sweep.planned + 1);
        let more = |command: Command| match latin {
            Some(count) => command.option("design", "latin").option("points", count),
            None => command,
        };
        let tables = tables(&sweep.lines).into_iter().chain(not_played::table(&sweep.not_played)).collect();
        let text = tell::sweep(sweep, output::style());
        self.tell(
            findings,
            (&spec.arm, &opened.arms, &sweep.extent),
            more,
            (tables, Some(&sweep.lines), text),
        )?;
        end
    }

    /// The value at which a figure is what it should be.
    fn solve(&self, wanted: &str, arm: ArmSpec, mut paths: Vec<Path>) -> Result<(), Failure> {
        let (Some(path), true) = (paths.pop(), paths.is_empty()) else {
            return Err(Failure::misuse("a target is sought along one path", "give --vary once"));
        };
        if self.effort.is_share() {
            return Err(Failure::misuse("a target is sought arm by arm", "leave --shard out"));
        }
        let goal = Goal::read(wanted, &arm)?;
        let spec = TargetSpec { arm, path, goal, effort: self.effort.effort(N) };
        let opened = spec.open()?;
        let findings = self.begin(&opened)?;
        let Some(asked) = self.effort.ask(&opened, N, |lab| spec.play(&opened, lab))? else { return Ok(()) };
        let found = &asked.found;
        if found.answer.is_none() {
            return Err(asked.unanswered());
        }
        let tables = vec![table(found, &tell::target_answer(found))];
        let text = tell::target(found, wanted, output::style());
        let more = |command: Command| command.option("target", wanted);
        self.tell(findings, (&spec.arm, &opened, &found.extent), more, (tables, None, text))
    }

    /// Elementary effects of every path at random places.
    fn screen(&self, spec: ScreenSpec) -> Result<(), Failure> {
        let opened = spec.open_morris()?;
        let findings = self.begin(&opened.arms)?;
        let Some(asked) = self.effort.ask(&opened.arms, N, |lab| spec.play_morris(&opened, lab))? else {
            return Ok(());
        };
        let found = &asked.found;
        if !found.is_whole {
            return Err(asked.unanswered());
        }
        let told = (vec![screening(&found.rows)], None, tell::morris(found, output::style()));
        let more = |command: Command| command.option("design", "morris").option("points", spec.places);
        self.tell(findings, (&spec.arm, &opened.arms, &found.extent), more, told)
    }

    /// Shares of each figure's variance.
    fn apportion(&self, spec: ScreenSpec) -> Result<(), Failure> {
        let opened = spec.open_sobol()?;
        let findings = self.begin(&opened.arms)?;
        let Some(asked) = self.effort.ask(&opened.arms, N, |lab| spec.play_sobol(&opened, lab))? else {
            return Ok(());
        };
        let found = &asked.found;
        if !found.is_whole {
            return Err(asked.unanswered());
        }
        let told = (vec![apportioned(&found.rows)], None, tell::sobol(found, output::style()));
        let more = |command: Command| command.option("design", "sobol").option("points", spec.places);
        self.tell(findings, (&spec.arm, &opened.arms, &found.extent), more, told)
    }
}
