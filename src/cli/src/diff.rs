use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    adapting::{self, AdaptArgs},
    comparing::{ComparingArgs, unfinished},
    effort::N,
    failure::Failure,
    findings::VerbOutput,
    game_args::{GameArgs, ResolvedGame, TableArgs, remark},
    number, program,
};
use sim_lab::{
    Error,
    ablate::AblateSpec,
    command::{Command, Verb},
    diff::{Diff, DiffRun, DiffSpec, between, diff},
    experiment::NamedArm,
    not_played,
    spec::{ArmSpec, RulesSpec},
    tables,
};
use sim_report::{
    charts::{Data, Differences},
    tell,
};
use sim_store::{Findings, parts::PartFolder};

#[derive(Debug, Clone, Args)]
#[command(
    after_help = EXAMPLES,
    mut_arg("game", |arg| arg.required(false)),
    mut_arg("without", |arg| arg.value_name("PATTERN,...").help(WITHOUT)),
)]
pub struct DiffArgs {
    /// Two folders of runs, the old one first, in place of a game and its changes
    #[arg(value_name = "RUN", num_args = 0..=2)]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    game: Option<GameArgs>,
    #[command(flatten)]
    table: TableArgs,
    /// The largest difference that counts as no change. Of shares in percentage points, of other figures in
    /// percent
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = number::tolerance, allow_hyphen_values = true, conflicts_with_all = ["without", "free", "given"])]
    tolerance: f64,
    /// Play each of these components at the lowest price its table allows
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',')]
    free: Vec<String>,
    /// Deal each of these components to seat 1 for certain. --set given_seat=N names another seat
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',')]
    given: Vec<String>,
    #[command(flatten)]
    adapting: AdaptArgs,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const WITHOUT: &str = "Take out each component of these names or kinds, one arm each. * stands for any text. \
--set and --preset then change the rules of all arms";

const EXAMPLES: &str = "Examples:
  sim diff --game delectable --set hand_limit=5
  sim diff --game delectable --preset 2020-05 --players 4 --n 1e5
  sim diff --game delectable --set hand_limit=5 --adapt
  sim diff --game critter-kitchen --without critic --n 1e5
  sim diff --game la-bistro --without 'head-*,patio' --players 3
  sim diff --game restaurant-row --without renovation --free renovation
  sim diff --game restauranteur --given improvement
  sim diff --game critter-kitchen --without zous-chef --adapt
  sim diff reports/delectable/runs/2p-0123abcd reports/delectable/runs/2p-4567cdef";

impl DiffArgs {
    pub fn run(&self) -> Result<(), Failure> {
        match (&self.game, &self.runs[..]) {
            (Some(game), []) if self.changes_components(game) => self.components(game),
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

    fn changes_components(&self, game: &GameArgs) -> bool {
        [&game.without, &self.free, &self.given].iter().any(|patterns| !patterns.is_empty())
    }

    /// One arm for each requested component and change, compared with the current rules.
    fn components(&self, game: &GameArgs) -> Result<(), Failure> {
        let base = GameArgs { without: Vec::new(), ..game.clone() };
        let (arm, adapting) = self.adapting.seat(&self.table, &base, &self.comparing)?;
        let effort = self.comparing.effort.effort(N);
        let (without, free, given) = (game.without.clone(), self.free.clone(), self.given.clone());
        let spec = AblateSpec { arm, without, free, given, effort };
        let opened = spec.open()?;
        let arms = &opened.arms;
        if let Some(adapting) = &adapting {
            let command = |_: &ArmSpec, games| Ok(spec.command(games)?);
            return adapting::show(&self.comparing, Verb::Diff, adapting, arms, command);
        }
        self.comparing.show(
            Verb::Diff,
            arms,
            |lab| spec.play(&opened, lab),
            |found| {
                if found.played == 0 {
                    return Err(Error::Stopped.into());
                }
                let deals = found.extent.deals;
                let games = arms.first().arm.schedule.games_of(0..deals);
                let left_out = not_played::table(&found.not_played);
                let tables = [tables::ablate::table(found)].into_iter().chain(left_out).collect();
                let text = tell::ablate(found, self.comparing.findings.style());
                Ok(VerbOutput {
                    drawn: vec![Data::Ablation(found)],
                    unfinished: unfinished(found.ended, found.played + 1, found.planned + 1),
                    ..VerbOutput::new(deals, spec.command(games)?, tables, text)
                })
            },
        )
    }

    fn change(&self, game: &GameArgs) -> Result<(), Failure> {
        let ResolvedGame { entry, spec: rules, .. } = game.resolve()?;
        let printed = RulesSpec { objective: rules.objective, ..RulesSpec::printed(entry) };
        let printed = ResolvedGame { entry, rules: printed.resolve()?, spec: printed };
        if let Some(spec) = self.adapting.spec(&self.table, &printed, &self.comparing)? {
            let old = spec.arm.clone();
            let new = ArmSpec { rules, ..old.clone() };
            let of = DiffSpec { old, new, tolerance: self.tolerance, effort: spec.effort };
            let arms = of.open()?;
            let command = |_: &ArmSpec, games| Ok(of.command(games)?);
            return adapting::show(&self.comparing, Verb::Diff, &spec, &arms, command);
        }
        let old = self.table.one(&printed)?;
        let new = ArmSpec { rules, ..old.clone() };
        let spec = DiffSpec { old, new, tolerance: self.tolerance, effort: self.comparing.effort.effort(N) };
        let arms = spec.open()?;
        remark(&spec.old);
        let findings = self.comparing.begin(Verb::Diff, arms.all())?;
        let diff = self.comparing.effort.ask(&arms, N, |lab| diff(&spec, lab))?;
        let Some(diff) = diff else { return Ok(()) };
        self.report_diff(findings, &diff, spec.command(diff.games)?)
    }

    fn stored(&self, old: &Path, new: &Path) -> Result<(), Failure> {
        if self.adapting.is_asked() {
            return Err(Failure::misuse(
                "runs that were played have no players who adapt",
                "name a game and a change, as --game delectable --set hand_limit=5",
            ));
        }
        if !(self.table.strategies.is_empty() && self.table.lineup.is_empty() && self.table.players.is_none())
        {
            return Err(Failure::misuse(
                "runs have their own tables",
                "leave --players, --strategies and --lineup out",
            ));
        }
        let read = |place: &Path| -> Result<(NamedArm, PartFolder), Failure> {
            let part = PartFolder::read(place)?;
            Ok((NamedArm { name: place.display().to_string(), arm: part.reopen(program::this())? }, part))
        };
        let (old, new) = (read(old)?, read(new)?);
        let (old, new) = (played(&old)?, played(&new)?);
        let findings = self.comparing.begin(Verb::Diff, [old.named, new.named])?;
        let names = self.runs.iter().map(|place| place.display().to_string());
        let command = Command::new(Verb::Diff).names(names);
        let diff = self.comparing.effort.play.ask(|lab| between(&old, &new, self.tolerance, lab))?;
        self.report_diff(findings, &diff, command)
    }

    fn report_diff(&self, findings: Findings, diff: &Diff, command: Command) -> Result<(), Failure> {
        let differences = [Differences { name: "", rows: &diff.rows }];
        let tables = vec![
            tables::pairs::table(&diff.rows, Some(diff.tolerance)),
            tables::pairs::components(&diff.components),
            tables::pairs::moved(&diff.moved),
        ];
        let text = tell::diff(diff, self.comparing.findings.style());
        let drawn = vec![Data::Differences(&differences)];
        let shown = VerbOutput { drawn, ..VerbOutput::new(diff.deals, command, tables, text) };
        self.comparing.report(findings, &shown)
    }
}

fn played((named, part): &(NamedArm, PartFolder)) -> Result<DiffRun<'_>, Failure> {
    let command = part.manifest.heading.command.parse().ok();
    Ok(DiffRun { named, tally: part.tally(&named.arm)?, command })
}
