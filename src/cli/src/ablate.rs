//! `sim ablate`: what each component does, by playing the same deals without it.

use clap::Args;

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{GameArgs, TableArgs},
    output,
};
use sim_lab::{
    ablate::AblateSpec,
    command::{Verb, Word},
    not_played,
    tables::{Table, ablate::table},
};
use sim_report::{charts::Data, tell};

/// Games with every component, and without each of them, where nothing is said.
const N: u64 = 20_000;

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
    effort: EffortArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "Examples:
  sim ablate --game delectable
  sim ablate --game critter-kitchen --components critic --n 1e5
  sim ablate --game la-bistro --components 'head-*,patio' --players 3
  sim ablate --game restaurant-row --components renovation --free
  sim ablate --game restauranteur --components improvement --given";

impl AblateArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let seated = self.table.resolve(&self.game.resolve()?)?;
        seated.remarks.iter().for_each(|remark| output::remark(remark));
        let spec = AblateSpec {
            arm: seated.spec,
            components: self.components.clone(),
            free: self.free,
            given: self.given,
            effort: self.effort.effort(N),
        };
        let opened = spec.open()?;
        let arms = &opened.arms;
        let first = &arms.first().arm;
        let mut findings = Findings::new("ablate", first.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        let Some(asked) = self.effort.ask(arms, N, |lab| spec.play(&opened, lab))? else { return Ok(()) };
        let found = &asked.found;
        if found.played == 0 {
            return Err(asked.unanswered());
        }
        findings.deals = found.extent.deals;
        findings.heading.command = self.command(&spec, first.schedule.games_of(0..findings.deals))?;
        let end = asked.end(found.ended, found.played + 1, found.planned + 1);
        let text = tell::ablate(found, output::style());
        let tables: Vec<Table> =
            std::iter::once(table(found)).chain(not_played::table(&found.not_played)).collect();
        self.findings.report_with(&findings, (&tables, &[Data::Ablation(found)]), &text, &[])?;
        end
    }

    fn command(&self, spec: &AblateSpec, games: u64) -> Result<String, Failure> {
        let command = spec.arm.command(Verb::Ablate, Some(games))?;
        let command = match &self.components[..] {
            [] => command,
            some => command.option("components", some.join(",")),
        };
        let ways = [(self.free, "free"), (self.given, "given")].into_iter().filter(|(is_asked, _)| *is_asked);
        Ok(ways.fold(command, |command, (_, way)| command.with(Word::Flag(way.to_owned()))).to_string())
    }
}
