//! `sim ablate`: what each component does, by playing the same deals without it.

mod plan;
mod telling;

use clap::Args;

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs, Told},
    game_args::{Chosen, GameArgs, Seated, TableArgs},
    output, words,
};
use plan::Plan;
use sim_lab::{
    command::{Verb, Word},
    experiment::Arm,
    pairs::Side,
    tables::{
        Table,
        pairs::{Ablated, ablated, ablation},
    },
};

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
    /// Also deal each component that set-up deals to players to seat 1 for certain
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
    /// An ablation of these components within something larger.
    pub fn within(
        game: GameArgs,
        table: TableArgs,
        components: Vec<String>,
        effort: EffortArgs,
    ) -> AblateArgs {
        let findings = FindingsArgs::NONE;
        AblateArgs { game, table, components, free: false, given: false, effort, findings }
    }

    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let seated = self.table.resolve(&chosen)?;
        seated.remarks.iter().for_each(|remark| output::remark(remark));
        self.told(&chosen, seated)?.map_or(Ok(()), |told| self.findings.tell(told))
    }

    /// Whether any of the components can be changed.
    pub fn is_any(&self, seated: Seated) -> bool {
        plan::plan(self, seated).is_ok()
    }

    /// Plays everything; nothing where only a share of the arms was asked for.
    pub fn told(&self, chosen: &Chosen, seated: Seated) -> Result<Option<Told>, Failure> {
        let named = seated.named.clone();
        let Plan { arms, changes, left_out } = plan::plan(self, seated)?;
        let mut findings =
            Findings::new("ablate", arms.first().arm.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        let subject = arms.first().arm.subject();
        let mut adjusted = Vec::new();
        let compared = self.effort.play(&arms, N, |at, other, first, tally| {
            let Some(before) = at.checked_sub(1) else {
                adjusted = first.adjusted.estimates();
                return Ok(None);
            };
            let (component, way) = changes[before];
            let changed = other.arm.subject();
            let sides = (Side { subject: &subject, tally: first }, Side { subject: &changed, tally });
            Ok(Some(ablated(sides.0, sides.1, component, way)?))
        })?;
        let Some(compared) = compared else { return Ok(None) };
        let found: Vec<&Ablated> = compared.read.iter().flatten().collect();
        if found.is_empty() {
            return compared.whole(changes.len() + 1).map(|_| None);
        }
        findings.deals = compared.deals;
        let games = arms.first().arm.schedule.games_of(0..compared.deals);
        findings.heading.command = self.command(chosen, &arms.first().arm, &named, games);
        let table = ablation(&subject, &adjusted, &found);
        let text = telling::text(&arms.first().arm, &table, &left_out, compared.deals);
        let tables: Vec<Table> = std::iter::once(table).chain(left_out.table()).collect();
        let end = compared.end(changes.len() + 1);
        Ok(Some(Told { findings, tables, text, end }))
    }

    fn command(&self, chosen: &Chosen, arm: &Arm, named: &[String], games: u64) -> String {
        let command = words::run(arm, named, &chosen.rules, games).to(Verb::Ablate);
        let command = match &self.components[..] {
            [] => command,
            some => command.option("components", some.join(",")),
        };
        let ways = [(self.free, "free"), (self.given, "given")].into_iter().filter(|(is_asked, _)| *is_asked);
        ways.fold(command, |command, (_, way)| command.with(Word::Flag(way.to_owned()))).to_string()
    }
}
