use clap::{Args, ValueEnum};

use super::{
    adapting::AdaptArgs,
    comparing::{ComparingArgs, unfinished},
    effort::N,
    failure::Failure,
    findings::VerbOutput,
    game_args::{GameArgs, TableArgs},
};
use sim_lab::{
    Error,
    adapt::AdaptSpec,
    command::{Command, Verb},
    not_played,
    robust::{Kind, RobustSpec, Robustness},
    tables::robust::tables,
};
use sim_report::{charts::Data, tell};

/// What is varied, one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AlternativeKind {
    /// Every other option of every ruling
    Rulings,
    /// Every other reconstruction of data that we do not have
    Data,
    /// Other sets of strategies at the table
    Players,
    /// Every number of the rules one step up and down, to see which numbers matter most
    Numbers,
}

impl AlternativeKind {
    fn kinds(self) -> &'static [Kind] {
        match self {
            AlternativeKind::Rulings => &[Kind::Ruling, Kind::Tie],
            AlternativeKind::Data => &[Kind::Data],
            AlternativeKind::Players => &[Kind::Players],
            AlternativeKind::Numbers => &[Kind::Number],
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
    over: Vec<AlternativeKind>,
    #[command(flatten)]
    adapting: AdaptArgs,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const EXAMPLES: &str = "Examples:
  sim robust --game delectable
  sim robust --game la-bistro --over data,players
  sim robust --game delectable --over numbers
  sim robust --game delectable --over rulings --adapt
  sim robust --game restaurant-row --players 3 --n 1e5 --out reports/robust";

impl RobustArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let table = self.table.or_strong(&self.game.resolve()?)?;
        let (arm, adapting) = self.adapting.seat(&table, &self.game, &self.comparing)?;
        let is_over = |over: AlternativeKind| match self.over.as_slice() {
            [] => over != AlternativeKind::Numbers,
            named => named.contains(&over),
        };
        let over = AlternativeKind::value_variants().iter().filter(|over| is_over(**over));
        let kinds = over.flat_map(|over| over.kinds().iter().copied()).collect();
        let spec = RobustSpec { arm, kinds, effort: self.comparing.effort.effort(N) };
        let opened = spec.open()?;
        if let Some(AdaptSpec { budget, .. }) = adapting {
            let findings = self.comparing.begin(Verb::Robust, opened.arms.all())?;
            let found = &self.comparing.effort.play.ask(|lab| {
                let found = spec.play(&spec.adapting(opened, budget, lab)?, lab)?;
                found.ended.whole().map(|()| found)
            })?;
            let arm = spec.arm.open()?;
            let games = arm.schedule.games_of(0..found.extent.deals);
            let command = budget.on(self.options(spec.arm.command(Verb::Robust, Some(games))?));
            return self.comparing.report(findings, &self.shown(found, command));
        }
        let arms = &opened.arms;
        self.comparing.show(
            Verb::Robust,
            arms,
            |lab| spec.play(&opened, lab),
            |found| {
                let played = found.alternatives.len();
                if played == 0 {
                    return Err(Error::Stopped.into());
                }
                let games = arms.first().arm.schedule.games_of(0..found.extent.deals);
                let command = self.options(spec.arm.command(Verb::Robust, Some(games))?);
                Ok(self.shown(found, command))
            },
        )
    }

    fn shown<'f>(&self, found: &'f Robustness, command: Command) -> VerbOutput<'f> {
        let tables = tables(found).into_iter().chain(not_played::table(&found.not_played)).collect();
        let text = tell::robust(found, self.comparing.findings.style());
        VerbOutput {
            drawn: vec![Data::Robust(found)],
            unfinished: unfinished(found.ended, found.alternatives.len() + 1, found.planned + 1),
            ..VerbOutput::new(found.extent.deals, command, tables, text)
        }
    }

    fn options(&self, command: Command) -> Command {
        let over = self.over.iter().filter_map(ValueEnum::to_possible_value);
        let over: Vec<String> = over.map(|value| value.get_name().to_owned()).collect();
        if over.is_empty() { command } else { command.option("over", over.join(",")) }
    }
}
