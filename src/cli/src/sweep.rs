use clap::{Args, ValueEnum};

use super::{
    adapting::{self, AdaptArgs},
    comparing::{ComparingArgs, unfinished},
    effort::N,
    failure::Failure,
    findings::VerbOutput,
    game_args::{GameArgs, TableArgs},
    number,
};
use sim_lab::{
    Error,
    adapt::AdaptSpec,
    command::{Command, Verb},
    grid::{self, Grid, MOST_ARMS, Path},
    not_played,
    spec::ArmSpec,
    sweep::SweepSpec,
    tables::{sweep::tables, target::table},
    target::{Goal, TargetSpec},
};
use sim_report::{charts::Data, tell};

/// Which values are played together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Design {
    /// Every value with every other
    Grid,
    /// --points settings that cover the values of each path evenly
    Latin,
}

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct SweepArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// The setting or STRATEGY:PARAM to vary, and its values: PATH=LOW..HIGH, =LOW..HIGH:STEP or =A,B,C. Without
    /// values, a few around the current one, or every option of a ruling. `sim show settings` lists the paths. May be
    /// given several times
    #[arg(long, value_name = "PATH[=VALUES]", required = true)]
    vary: Vec<String>,
    /// Which values are played together
    #[arg(long, value_enum, default_value_t = Design::Grid)]
    design: Design,
    /// Settings of --design latin [default: 20]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    points: Option<u64>,
    /// Find the value that meets a goal, as "seat 1 win rate = 25%", "plies = 60" or "every seat within 1%". The
    /// goal is any figure that a question may name and its value, or a range in the words of `sim balance`
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["design", "points"])]
    target: Option<String>,
    #[command(flatten)]
    adapting: AdaptArgs,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const EXAMPLES: &str = "Examples:
  sim sweep --game delectable --vary hand_limit=4..10
  sim sweep --game delectable --vary hand_limit=4..10 --vary cards.S5.cost=14..22:2
  sim sweep --game delectable --vary fuel-engine:fuel=0..1:0.25 --strategies fuel-engine,prestige
  sim sweep --game delectable --vary hand_limit=3..12 --target 'plies = 270'
  sim sweep --game restauranteur --players 3 --vary start_coins.3=10..20 --target 'every seat within 2%'
  sim sweep --game delectable --vary hand_limit=4,5,6 --adapt 50k";

impl SweepArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (arm, adapting) = self.adapting.seat(&self.table, &self.game, &self.comparing)?;
        if let Some(adapting) = &adapting {
            return self.adapt(arm, adapting);
        }
        let paths = grid::paths(&self.vary, &arm)?;
        if let Some(wanted) = &self.target {
            return self.solve(wanted, arm, paths);
        }
        match self.design {
            Design::Grid if self.points.is_some() => {
                Err(Failure::misuse("a grid has no number of points", "give --design latin with it"))
            }
            Design::Grid => self.lines(arm, Grid::full(paths)?, None),
            Design::Latin => {
                let count = self.count()?;
                let grid = Grid::latin(paths, count, arm.seed);
                self.lines(arm, grid, Some(count))
            }
        }
    }

    fn adapt(&self, arm: ArmSpec, adapting: &AdaptSpec) -> Result<(), Failure> {
        if self.target.is_some() || self.design != Design::Grid || self.points.is_some() {
            return Err(Failure::misuse(
                "players adapt to each point of a grid",
                "leave --design, --points and --target out, or leave --adapt out",
            ));
        }
        let grid = Grid::full(grid::paths(&self.vary, &arm)?)?;
        let spec = SweepSpec { arm, grid, effort: adapting.effort };
        let opened = spec.open()?;
        let command = |arm: &ArmSpec, games| self.command(arm, games);
        adapting::show(&self.comparing, Verb::Sweep, adapting, &opened.arms, command)
    }

    fn command(&self, arm: &ArmSpec, games: u64) -> Result<Command, Failure> {
        let command = arm.command(Verb::Sweep, Some(games))?;
        Ok(self.vary.iter().fold(command, |command, path| command.option("vary", path)))
    }

    fn count(&self) -> Result<usize, Failure> {
        let count = self.points.map_or(20, |points| usize::try_from(points).unwrap_or(usize::MAX));
        if (1..=MOST_ARMS).contains(&count) {
            return Ok(count);
        }
        Err(Failure::misuse("--points is out of range", format!("give 1 to {MOST_ARMS}")))
    }

    fn lines(&self, arm: ArmSpec, grid: Grid, latin: Option<usize>) -> Result<(), Failure> {
        let spec = SweepSpec { arm, grid, effort: self.comparing.effort.effort(N) };
        let opened = spec.open()?;
        self.comparing.show(
            Verb::Sweep,
            &opened.arms,
            |lab| spec.play(&opened, lab),
            |sweep| {
                let read = sweep.lines.arms.len();
                if read < 2 {
                    return Err(Error::Stopped.into());
                }
                let (deals, left_out) = (sweep.extent.deals, not_played::table(&sweep.not_played));
                let command = self.command(&spec.arm, opened.arms.first().arm.schedule.games_of(0..deals))?;
                let command = latin.into_iter().fold(command, |command, points| {
                    command.option("design", "latin").option("points", points)
                });
                let tables = tables(&sweep.lines).into_iter().chain(left_out).collect();
                let text = tell::sweep(sweep, self.comparing.findings.style());
                Ok(VerbOutput {
                    drawn: vec![Data::Lines(&sweep.lines)],
                    unfinished: unfinished(sweep.ended, read, sweep.planned + 1),
                    ..VerbOutput::new(deals, command, tables, text)
                })
            },
        )
    }

    fn solve(&self, wanted: &str, arm: ArmSpec, mut paths: Vec<Path>) -> Result<(), Failure> {
        let (Some(path), true) = (paths.pop(), paths.is_empty()) else {
            return Err(Failure::misuse("a target is sought along one path", "give --vary once"));
        };
        if self.comparing.effort.is_share() {
            return Err(Failure::misuse("a target is sought arm by arm", "leave --shard out"));
        }
        let goal = Goal::read(wanted, &arm)?;
        let spec = TargetSpec { arm, path, goal, effort: self.comparing.effort.effort(N) };
        let opened = spec.open()?;
        self.comparing.show(
            Verb::Sweep,
            &opened,
            |lab| spec.play(&opened, lab),
            |found| {
                let deals = found.extent.deals;
                let command = self.command(&spec.arm, opened.first().arm.schedule.games_of(0..deals))?;
                let text = tell::target(found, wanted, self.comparing.findings.style());
                let tables = vec![table(found, &tell::target_answer(found))];
                Ok(VerbOutput::new(deals, command.option("target", wanted), tables, text))
            },
        )
    }
}
