use clap::Args;

use super::{
    adapting::{self, AdaptArgs},
    comparing::{ComparingArgs, Reached, Shown},
    effort::N,
    failure::Failure,
    game_args::{GameArgs, TableArgs},
};
use sim_lab::{
    Error,
    ablate::AblateSpec,
    command::{Command, Verb, Word},
    not_played,
    spec::ArmSpec,
    tables::ablate::table,
};
use sim_report::{charts::Data, tell};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct AblateArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Components or kinds of them, where * stands for any text [default: all]
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',')]
    components: Vec<String>,
    /// Also play each component that has a price at the lowest price that its table allows
    #[arg(long)]
    free: bool,
    /// Also deal each component that set-up deals to players to seat 1 for certain, or to that of --set
    /// given_seat=N
    #[arg(long)]
    given: bool,
    #[command(flatten)]
    adapting: AdaptArgs,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const EXAMPLES: &str = "Examples:
  sim ablate --game delectable
  sim ablate --game critter-kitchen --components critic --n 1e5
  sim ablate --game la-bistro --components 'head-*,patio' --players 3
  sim ablate --game restaurant-row --components renovation --free
  sim ablate --game restauranteur --components improvement --given
  sim ablate --game critter-kitchen --components zous-chef --adapt";

impl AblateArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (arm, adapting) = self.adapting.seat(&self.table, &self.game, &self.comparing)?;
        let spec = AblateSpec {
            arm,
            components: self.components.clone(),
            free: self.free,
            given: self.given,
            effort: self.comparing.effort.effort(N),
        };
        let opened = spec.open()?;
        let arms = &opened.arms;
        if let Some(adapting) = &adapting {
            let command = |arm: &ArmSpec, games| Ok(self.options(arm.command(Verb::Ablate, Some(games))?));
            return adapting::show(&self.comparing, Verb::Ablate, adapting, arms, command);
        }
        self.comparing.show(
            Verb::Ablate,
            arms,
            |lab| spec.play(&opened, lab),
            |found| {
                if found.played == 0 {
                    return Err(Error::Stopped.into());
                }
                let deals = found.extent.deals;
                let games = arms.first().arm.schedule.games_of(0..deals);
                Ok(Shown {
                    deals,
                    command: self.options(spec.arm.command(Verb::Ablate, Some(games))?),
                    tables: [table(found)].into_iter().chain(not_played::table(&found.not_played)).collect(),
                    drawn: vec![Data::Ablation(found)],
                    charts: &[],
                    text: tell::ablate(found, self.comparing.findings.style()),
                    reached: Some(Reached {
                        ended: found.ended,
                        read: found.played + 1,
                        all: found.planned + 1,
                    }),
                })
            },
        )
    }

    fn options(&self, command: Command) -> Command {
        let command = match &self.components[..] {
            [] => command,
            some => command.option("components", some.join(",")),
        };
        let ways = [(self.free, "free"), (self.given, "given")].into_iter().filter(|(is_asked, _)| *is_asked);
        ways.fold(command, |command, (_, way)| command.with(Word::Flag(way.to_owned())))
    }
}
