//! `sim robust`: which findings of the standard run hold under other rulings, other reconstructions and other
//! fields of players; and what a step in each number moves.

use clap::{Args, ValueEnum};

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{GameArgs, TableArgs},
    output,
};
use sim_lab::{
    command::Verb,
    not_played,
    robust::{Kind, RobustSpec},
    spec::ArmSpec,
    tables::{Table, robust::tables},
};
use sim_report::{charts::Data, tell};

/// Games of each arm where nothing is said.
const N: u64 = 20_000;

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
    pub fn run(&self) -> Result<(), Failure> {
        let seated = self.table.resolve(&self.game.resolve()?)?;
        seated.remarks.iter().for_each(|remark| output::remark(remark));
        let is_over = |over: Over| match self.over.as_slice() {
            [] => over != Over::Numbers,
            named => named.contains(&over),
        };
        let over = Over::value_variants().iter().filter(|over| is_over(**over));
        let kinds = over.flat_map(|over| over.kinds().iter().copied()).collect();
        let spec = RobustSpec { arm: seated.spec, kinds, effort: self.effort.effort(N) };
        let opened = spec.open()?;
        let arms = &opened.arms;
        let first = &arms.first().arm;
        let mut findings = Findings::new("robust", first.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        let Some(asked) = self.effort.ask(arms, N, |lab| spec.play(&opened, lab))? else { return Ok(()) };
        let found = &asked.found;
        let played = found.alternatives.len();
        if played == 0 {
            return Err(asked.unanswered());
        }
        findings.deals = found.extent.deals;
        findings.heading.command = self.command(&spec.arm, first.schedule.games_of(0..findings.deals))?;
        let end = asked.end(found.ended, played + 1, found.planned + 1);
        let text = tell::robust(found, output::style());
        let tables: Vec<Table> =
            tables(found).into_iter().chain(not_played::table(&found.not_played)).collect();
        self.findings.report_with(&findings, (&tables, &[Data::Robust(found)]), &text, &[])?;
        end
    }

    fn command(&self, arm: &ArmSpec, games: u64) -> Result<String, Failure> {
        let command = arm.command(Verb::Robust, Some(games))?;
        let over = self.over.iter().filter_map(ValueEnum::to_possible_value);
        let over: Vec<String> = over.map(|value| value.get_name().to_owned()).collect();
        let command = if over.is_empty() { command } else { command.option("over", over.join(",")) };
        Ok(command.to_string())
    }
}
