use clap::Args;

use super::{
    comparing::ComparingArgs,
    failure::Failure,
    findings::VerbOutput,
    game_args::{GameArgs, TableArgs, remark},
    number,
};
use sim_lab::{
    Lab,
    adapt::Budget,
    balance::{
        BalancePlayers, BalanceResult, BalanceSpec, GAMES, MOST_CHANGES, N, Proposal, REPEATS, lever::ALL,
    },
    command::Verb,
    not_played,
    player::archetypes,
    tables,
};
use sim_report::{charts::Data, tell};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES, mut_arg("n", |arg| arg.help("Games of each proposal that is tried [default: 10k; with --precision at most 1G]")))]
pub struct BalanceArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// A goal, as "every seat within 1%", "length = 60..75" or "no strategy above 1.2 times fair". It is any figure
    /// that a question may name. Where points are the objective, "every seat within 0.1" is of points above the mean
    /// of all seats. `must` at its end: it has to be met; `weight 2`: it counts twice. May be given several times
    #[arg(long, value_name = "GOAL", required = true)]
    goal: Vec<String>,
    /// Numbers that may change: `all-numbers`, `start-values` of the seats, or paths. These are paths of
    /// `sim show settings`, where * stands for any text, with =LOW..HIGH if you like; start_coins.3 is that of seat 3.
    /// With one value, as hand_limit=5..5, a number takes that or stays as it is; --set fixes a number. May be given
    /// several times [default: all-numbers]
    #[arg(long, value_name = "PATH[=VALUES]")]
    vary: Vec<String>,
    /// Numbers that a proposal changes at most
    #[arg(long, value_name = "N", default_value = "3", value_parser = number::count, allow_negative_numbers = true)]
    most_changes: u64,
    /// Games that players train for under the numbers of each proposal, shared by the members of a panel [default: 1k for
    /// copies of one strategy; a panel plays as it is]
    #[arg(long, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    learn: Option<u64>,
    /// Trainings of each proposal, each with a seed of its own: intervals hold over all of them [default: 8]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    repeats: Option<u64>,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const EXAMPLES: &str = "Examples:
  sim balance --game restauranteur --players 3 --goal 'every seat within 1%' --vary 'start_*'
  sim balance --game la-bistro --players 3 --goal 'every seat within 2%' --vary start-values
  sim balance --game delectable --goal 'plies = 240..280' --vary all-numbers --most-changes 1
  sim balance --game critter-kitchen --players 3 --goal 'no strategy above 1.2 times fair' --goal 'every seat within 2% must'

Seats hold the panel of strong players; goals of strategies are measured among the archetypes. Proposals are confirmed by \
eight times as many games as --n, on new deals.";

impl BalanceArgs {
    pub fn spec(&self) -> Result<BalanceSpec, Failure> {
        let is_trained = self.learn.is_some() || self.repeats.is_some();
        let (games, repeats) = (self.learn.unwrap_or(GAMES), self.repeats.unwrap_or(REPEATS));
        let budget = is_trained.then_some(Budget { games, repeats });
        let sitting = self.sitting()?;
        let vary = if self.vary.is_empty() { vec![ALL.to_owned()] } else { self.vary.clone() };
        let effort = self.comparing.effort.effort(N);
        let most = usize::try_from(self.most_changes).unwrap_or(usize::MAX);
        Ok(BalanceSpec::seat(sitting, &self.goal, &vary, most, (effort, budget))?)
    }

    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec()?;
        let opened = spec.open()?;
        let keep = |lab: &mut Lab<'_>, shard| spec.keep(&opened, shard, lab);
        if self.comparing.effort.keep_share(opened.arms.first(), spec.first_arms(&opened), keep)? {
            return Ok(());
        }
        let mut findings = self.comparing.begin(Verb::Balance, opened.arms.all())?;
        let found = &self.comparing.effort.play.ask(|lab| spec.play(&opened, lab))?;
        let command = spec.command(found.tried)?;
        findings.files = proposals(found, "proposal", &command.to_string());
        let left_out = not_played::table(&found.not_played);
        let tables = tables::balance::tables(found).into_iter().chain(left_out).collect();
        let text = tell::balance(found, self.comparing.findings.style());
        let drawn = vec![Data::Balance(found)];
        let shown = VerbOutput { drawn, ..VerbOutput::new(found.extent.deals, command, tables, text) };
        self.comparing.report(findings, &shown)
    }

    fn sitting(&self) -> Result<BalancePlayers, Failure> {
        let chosen = self.game.resolve()?;
        if !self.table.is_named() {
            let strong = self.table.strong(&chosen)?;
            remark(&strong);
            let pool = (archetypes(chosen.entry).len() > 1).then(|| self.table.one(&chosen)).transpose()?;
            let pool = pool.map(Box::new);
            return Ok(BalancePlayers::Usual { strong, pool });
        }
        let named = self.table.one(&chosen)?;
        remark(&named);
        let is_strong = named.field.panel().is_some() || named.field.distinct().len() == 1;
        Ok(if is_strong { BalancePlayers::Strong(named) } else { BalancePlayers::Named(named) })
    }
}

/// A file for each proposal, whose name appends the proposal's number to `name`; `command` made the proposals.
pub fn proposals(found: &BalanceResult, name: &str, command: &str) -> Vec<(String, String)> {
    let numbered = found.proposals.iter().enumerate().skip(1);
    let file = |(number, proposal): (usize, &Proposal)| {
        let title = format!("Proposal {number} for {}: {command}", found.info.title);
        (format!("{name}-{number}.toml"), proposal.preset(found.info.name, &title))
    };
    numbered.map(file).collect()
}

const _: () = assert!(
    GAMES == 1_000 && REPEATS == 8 && MOST_CHANGES == 3 && N == 10_000,
    "the help and the defaults of --learn, --repeats, --most-changes and --n say so"
);
