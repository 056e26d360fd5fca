use std::num::NonZeroU32;

use clap::Args;

use super::{
    failure::Failure,
    findings::{OnceArgs, VerbOutput},
    game_args::{GameArgs, ResolvedGame, TableArgs, remark},
    number, output,
};
use sim_engine::text::people;
use sim_lab::{
    adapt::usual_start,
    command::Verb,
    experiment::NamedArm,
    ladder::{GAMES, LadderSpec, Rung, ladder, usual_rungs},
    skill::{self, LevelSpec, VarianceSpec, skill},
    tables,
    tournament::nobody_meets,
};
use sim_report::tell;
use sim_store::strategies;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct SkillArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games at each level of play and number of players, 240 or more; too few for all line-ups, they play a sample
    /// drawn by the seed [default: 10k]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// Show levels of skill instead: how far each of random, greedy, archetypes, default, expert and champion is
    /// ahead of the one before, in rating points. -n then counts games per seating [default: 4k]
    #[arg(long)]
    levels: bool,
    /// With --levels: add a top level, a champion that looks ahead with this number of rollouts per decision (slow)
    #[arg(long, value_name = "GAMES", requires = "levels", value_parser = number::count, allow_negative_numbers = true)]
    search: Option<u64>,
    #[command(flatten)]
    once: OnceArgs,
}

const EXAMPLES: &str = "Examples:
  sim skill --game delectable
  sim skill --game delectable --players all --n 1e5
  sim skill --game restauranteur --strategies default,chain,hub-builder --players 3
  sim skill --game delectable --lineup champion,champion
  sim skill --game delectable --levels

Without --strategies it is measured among strong players and among beginners. Every deal is played twice, with the \
same set-up and different later draws.";

impl SkillArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        if self.levels && !(self.table.strategies.is_empty() && self.table.lineup.is_empty()) {
            return Err(Failure::misuse(
                "levels of skill are those that come with the game",
                "leave --strategies and --lineup out, or leave --levels out",
            ));
        }
        if self.levels {
            return self.ladder(&chosen);
        }
        if self.table.strategies.len().max(self.table.lineup.len()) > 1 {
            return Err(Failure::misuse(
                "skill is measured in one field of players",
                "name all of them in one list",
            ));
        }
        let tables = self.table.specs(&chosen)?;
        tables.first().into_iter().for_each(remark);
        let tables = match self.table.is_named() {
            true => tables.into_iter().map(LevelSpec::named).collect(),
            false => {
                let levels = tables.iter().map(LevelSpec::usual).collect::<Result<Vec<_>, _>>()?;
                levels.into_iter().flatten().collect()
            }
        };
        let spec = VarianceSpec { tables, games: self.n.unwrap_or(skill::GAMES) };
        let arms = spec.open()?;
        let findings = self.once.begin(Verb::Skill, &arms)?;
        let budgets = self.once.ask(|lab| skill(&spec, lab))?;
        let deals = budgets.tables.iter().map(|table| table.deals).max().unwrap_or(0);
        let command = spec.command()?.map_or(String::new(), |command| command.to_string());
        let text = tell::skill(&budgets, self.table.seed, output::style());
        let tables = vec![tables::skill::table(&budgets.tables)];
        self.once.findings.show(findings, &VerbOutput::new(deals, command, tables, text))
    }

    fn ladder(&self, chosen: &ResolvedGame) -> Result<(), Failure> {
        let entry = chosen.entry;
        let tables = self.table.all_strong(chosen)?;
        if tables.iter().any(|table| table.players == 1) {
            return Err(nobody_meets().into());
        }
        let mut rungs = usual_rungs(entry)?;
        if let Some(games) = self.search {
            let games = u32::try_from(games).ok().and_then(NonZeroU32::new);
            let name = games.map(|games| format!("search:{games}:{}", usual_start(entry)));
            let Some(name) = name else {
                return Err(Failure::misuse("--search imagines no games", "give 1 or more"));
            };
            rungs.push(Rung::single(strategies::load(entry, &name)?));
        }
        let spec = LadderSpec {
            rules: chosen.spec.clone(),
            players: tables.iter().map(|table| table.players).collect(),
            rungs,
            games: self.n.unwrap_or(GAMES),
            seed: self.table.seed,
        };
        let arms = tables.iter().map(|table| {
            let name = people::counted(table.players as u64, "player", "players");
            Ok(NamedArm { name, arm: table.open()? })
        });
        let arms: Vec<NamedArm> = arms.collect::<Result<_, sim_lab::Error>>()?;
        let findings = self.once.begin(Verb::Skill, &arms)?;
        let found = self.once.ask(|lab| ladder(&spec, lab))?;
        let command = spec.command()?;
        let command = self.search.iter().fold(command, |command, games| command.option("search", games));
        let text = tell::ladder(&found, self.table.seed, output::style());
        let tables = vec![tables::ladder::table(&found.tables)];
        self.once.findings.show(findings, &VerbOutput::new(spec.games, command, tables, text))
    }
}
