use clap::Args;

use super::{
    failure::{Failure, refuse},
    findings::{FindingsArgs, VerbOutput},
    game_args::{ResolvedGame, SizeArgs, remark_on},
    number::{self, Refusal},
    output,
    session::PlayArgs,
};
use sim_engine::{
    Objective,
    text::{list, people},
};
use sim_lab::{
    Ended,
    command::Verb,
    compare::{CompareSpec, StopRule, compare},
    experiment::{Precision, precision::out_of_range},
    player::archetypes,
    tables,
    tournament::{TournamentSpec, no_tournament, tournament, usual_field},
};
use sim_play::entry::Entry;
use sim_report::tell;
use sim_stats::sprt::Sizes;
use sim_store::{findings::Completion, strategies};

const ALL: &str = "all";
const TOURNAMENT_GAMES: u64 = 100_000;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// Strategies, by name or file. Of two: which is better, by how much? Three or more play a tournament. `all`
    /// stands for all shipped ones but random: `mine,all`
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    #[command(flatten)]
    game: SizeArgs,
    /// Of two: strategies that share the other seats; `default` alone fills them with the game's default
    /// [default: the archetypes but the two]
    #[arg(long, value_name = "NAME,...")]
    field: Vec<String>,
    /// Games, rounded up to whole deals [default: 20k of each of two, or 100k in a tournament; with --precision at
    /// most 1G]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// Of two: play until the 95 % interval of the difference in win rate is at most this wide on each side: 0.5%; or
    /// in every seat: seat=1%. Where points are played for, a number of points: 0.05
    #[arg(long, value_name = "HALF-WIDTH", value_parser = number::precision_of_any_size, allow_hyphen_values = true, conflicts_with = "sprt")]
    precision: Option<Precision>,
    /// Of two: a sequential test. Stop as soon as it is clear which of two differences in win rate, first minus
    /// second, fits better: 0..1% tests one percentage point against none; where points are played for, 0..0.1 tests a
    /// tenth of a point. Wrong answers are at most 5 %; --n is the most that is played
    #[arg(long, value_name = "LOW..HIGH", value_parser = sizes, allow_hyphen_values = true)]
    sprt: Option<Sizes>,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "Examples:
  sim compare raider prestige --game delectable
  sim compare prestige prestige:aim=4 --game delectable --n 1e6 --sprt 0..1%
  sim compare raider saboteur --game delectable --field saboteur
  sim compare all --game delectable --n 20k
  sim compare default chain volume --game la-bistro --players 3 --n 1e5

Two strategies take turns in the same seats, on the same deals, against the same field. A tournament with two \
players plays all pairs. With more players it plays all tables that the strategies can fill, with several copies of one \
strategy too. If these are more than the games reach, or more than 4,000, it plays a random sample with all tables of \
two strategies in it.";

const FORMS: &str = "write two differences in win rate, as 0..1%";

/// Parses two differences in win rate, as `0..1%` or `-0.005..0.005`.
fn sizes(text: &str) -> Result<Sizes, Refusal> {
    let wrong = |message: &str| Refusal::new(message, FORMS);
    let (low, high) = text.split_once("..").ok_or_else(|| wrong("not two numbers"))?;
    // A percent sign at the end applies to both, as in `0..1%`.
    let is_short = high.trim().ends_with('%') && !low.trim().ends_with('%');
    number::point_for_comma(text)?;
    let (Ok(low), Ok(high)) = (number::share(low), number::share(high)) else {
        return Err(wrong("not two numbers"));
    };
    let low = if is_short { low / 100.0 } else { low };
    if low >= high {
        return Err(wrong("the first is not below the second"));
    }
    Ok(Sizes { low, high })
}

impl CompareArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (chosen, players) = self.game.resolve()?;
        match &self.names(chosen.entry)[..] {
            [one, other] => self.compare_pair(&self.pair_spec(chosen, players, [one, other])?),
            [_] => Err(no_tournament().into()),
            names => {
                self.refuse_pair_options(names.len())?;
                let field = strategies::load_all(chosen.entry, names)?;
                remark_on(chosen.entry, &field);
                let games = self.n.unwrap_or(TOURNAMENT_GAMES);
                let rules = chosen.spec;
                self.play_tournament(&TournamentSpec { rules, players, field, games, seed: self.seed })
            }
        }
    }

    fn names(&self, entry: &Entry) -> Vec<String> {
        let typed = list::split_all(&self.names);
        let mut names: Vec<String> = Vec::new();
        for name in &typed {
            if name == ALL {
                let others = usual_field(entry).into_iter().filter(|other| !typed.contains(other));
                names.extend(others);
            } else {
                names.push(name.clone());
            }
        }
        names
    }

    fn refuse_pair_options(&self, count: usize) -> Result<(), Failure> {
        let given = [
            ("--field", !self.field.is_empty()),
            ("--precision", self.precision.is_some()),
            ("--sprt", self.sprt.is_some()),
        ];
        let why = format!("is for two strategies; {} play a tournament", people::count(count as u64));
        refuse(&given, &why)?;
        refuse(&self.play.keeping_options(), "is for games that are kept; a tournament keeps none")
    }

    fn compare_pair(&self, spec: &CompareSpec) -> Result<(), Failure> {
        let sides = spec.open()?;
        let findings = self.findings.begin(Verb::Compare, &sides, self.play.force)?;
        let comparison = &self.play.ask(|lab| compare(spec, lab))?;
        let (duel, is_stopped) = (&comparison.duel, comparison.ended == Ended::Stopped);
        if is_stopped && duel.deals == 0 {
            let remark = "interrupted before the first deals of both were finished; nothing is written";
            return Err(Failure::Interrupted(remark.to_owned()));
        }
        let reached = Completion { read: duel.deals, of: comparison.planned };
        let unfinished = is_stopped.then(|| (reached, reached.kept_words("deals of both")));
        let tables = vec![tables::comparison(&comparison.rows)];
        let text = tell::compare(spec, comparison, output::style());
        let shown = VerbOutput::new(duel.deals, spec.command(duel.games)?, tables, text);
        self.findings.show(findings, &VerbOutput { unfinished, ..shown })
    }

    fn play_tournament(&self, spec: &TournamentSpec) -> Result<(), Failure> {
        let named = spec.open()?;
        let findings = self.findings.begin(Verb::Compare, [&named], self.play.force)?;
        let tournament = &self.play.ask(|lab| tournament(spec, lab))?;
        let played = &tournament.played;
        let Some(standings) = &tournament.standings else {
            let remark = "interrupted before every table was played; nothing is written";
            return Err(Failure::Interrupted(remark.to_owned()));
        };
        let reached = Completion { read: played.deals, of: tournament.planned };
        let is_stopped = played.deals != tournament.planned;
        let unfinished = is_stopped.then(|| (reached, reached.words("deals")));
        let tables = vec![tables::tournament::ratings(standings), tables::tournament::pairs(standings)];
        let text = tell::tournament(spec, tournament, standings, output::style());
        let shown = VerbOutput::new(played.deals, spec.command(played.games)?, tables, text);
        self.findings.show(findings, &VerbOutput { unfinished, ..shown })
    }

    fn check_shares(&self) -> Result<(), Failure> {
        if self.precision.is_some_and(|goal| !goal.is_of_shares()) {
            return Err(out_of_range().of("--precision").into());
        }
        if self.sprt.is_some_and(|Sizes { low, high }| low < -1.0 || high > 1.0) {
            return Err(Failure::misuse("--sprt: no win rates differ by so much", FORMS));
        }
        Ok(())
    }

    fn pair_spec(
        &self,
        chosen: ResolvedGame,
        players: usize,
        names: [&String; 2],
    ) -> Result<CompareSpec, Failure> {
        let entry = chosen.entry;
        let [one, other] = names.map(|name| strategies::load(entry, name));
        let (one, other) = (one?, other?);
        let mut field = list::split_all(&self.field);
        if field.is_empty() && players > 1 {
            field = archetypes(entry);
            field.retain(|name| *name != one.strategy.name() && *name != other.strategy.name());
            if field.is_empty() {
                field.push("default".to_owned());
            }
        }
        let field = strategies::load_all(entry, &field)?;
        remark_on(entry, [&one, &other].into_iter().chain(&field));
        if chosen.spec.objective() == Objective::Wins {
            self.check_shares()?;
        }
        let until = match (self.precision, self.sprt) {
            (Some(goal), _) => StopRule::Precise(goal),
            (None, Some(sizes)) => StopRule::Tested(sizes),
            (None, None) => StopRule::Played,
        };
        let (rules, games, seed) = (chosen.spec, self.n, self.seed);
        Ok(CompareSpec { rules, players, one, other, field, games, until, seed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_read_in_percent_and_as_shares() {
        let read = |text| sizes(text).map(|sizes| (sizes.low, sizes.high));
        assert_eq!(read("0..1%"), Ok((0.0, 0.01)));
        assert_eq!(read("-2% .. -1 %"), Ok((-0.02, -0.01)));
        assert_eq!(read("-0.005..0.005"), Ok((-0.005, 0.005)));
        assert_eq!(read("-1%..0.5"), Ok((-0.01, 0.5)));
        // Points may differ by more than win rates.
        assert_eq!(read("0..2"), Ok((0.0, 2.0)));
        for text in ["", "1%", "1..0", "0..x", "nan..1", "0..0"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
