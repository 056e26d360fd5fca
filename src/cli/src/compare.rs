use clap::Args;

use super::{
    failure::Failure,
    findings::FindingsArgs,
    game_args::{SizeArgs, remark_on},
    number::{self, NumberError},
    output,
    session::PlayArgs,
};
use sim_engine::{Objective, text::list};
use sim_lab::{
    Ended,
    command::Verb,
    compare::{CompareSpec, Until, compare},
    experiment::{Precision, precision::PrecisionError},
    player::archetypes,
    tables,
};
use sim_report::tell;
use sim_stats::sprt::Sizes;
use sim_store::{
    findings::{Told, Unfinished},
    strategies,
};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The strategy that is asked about, by name or file
    #[arg(value_name = "A")]
    one: String,
    /// The strategy in whose place it is put
    #[arg(value_name = "B")]
    other: String,
    #[command(flatten)]
    game: SizeArgs,
    /// Strategies that share the other seats; `default` alone fills them with the game's default
    /// [default: the archetypes but A and B]
    #[arg(long, value_name = "NAME,...")]
    field: Vec<String>,
    /// Games of each strategy, rounded up to whole deals [default: 20k; with --precision at most 1G]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// Play until the difference in win rate is known to within this (95 % interval): 0.5%; or in every
    /// seat: seat=1%. Where points are played for, a number of points: 0.05
    #[arg(long, value_name = "HALF-WIDTH", value_parser = number::precision_of_any_size, allow_hyphen_values = true, conflicts_with = "sprt")]
    precision: Option<Precision>,
    /// Stop as soon as it is clear which of two differences in win rate, A minus B, fits better: 0..1%
    /// asks whether A wins one percentage point more often, or no more often; where points are played for, 0..0.1
    /// whether it scores a tenth of a point more. Wrong answers are at most 5 %; --n is the most that is played
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
  sim compare raider saboteur --game delectable --field saboteur";

const FORMS: &str = "write two differences in win rate, as 0..1%";

/// Two differences in win rate, as `0..1%` or `-0.005..0.005`.
fn sizes(text: &str) -> Result<Sizes, NumberError> {
    let wrong = |message: &str| NumberError::new(message, FORMS);
    let (low, high) = text.split_once("..").ok_or_else(|| wrong("not two numbers"))?;
    // The sign of percent at the end is meant for both, as in `0..1%`.
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
        let spec = self.spec()?;
        let sides = spec.open()?;
        let mut findings = self.findings.begin(Verb::Compare, [&sides.one, &sides.other], self.play.force)?;
        let comparison = &self.play.ask(|lab| compare(&spec, lab))?;
        let (duel, is_stopped) = (&comparison.duel, comparison.ended == Ended::Stopped);
        if is_stopped && duel.deals == 0 {
            let remark = "interrupted before the first deals of both were finished; nothing is written";
            return Err(Failure::Interrupted(remark.to_owned()));
        }
        findings.deals = duel.deals;
        findings.heading.command = spec.command(duel.games)?.to_string();
        let text = tell::compare(&spec, comparison, output::style());
        let tables = [tables::comparison(&comparison.rows)];
        if !is_stopped {
            return self.findings.report(&findings, &tables, &text);
        }
        let unfinished = Unfinished { read: duel.deals, of: comparison.planned };
        let words = unfinished.kept_words("deals of both");
        self.findings.report_unfinished(&mut findings, Told::plain(&tables, &text), (unfinished, &words))
    }

    fn check_shares(&self) -> Result<(), Failure> {
        if self.precision.is_some_and(|goal| !goal.is_of_shares()) {
            let error = PrecisionError::OutOfRange;
            return Err(Failure::misuse(format!("--precision: {error}"), error.help()));
        }
        if self.sprt.is_some_and(|Sizes { low, high }| low < -1.0 || high > 1.0) {
            return Err(Failure::misuse("--sprt: no win rates differ by so much", FORMS));
        }
        Ok(())
    }

    fn spec(&self) -> Result<CompareSpec, Failure> {
        let (chosen, players) = self.game.resolve()?;
        let entry = chosen.entry;
        let (one, other) = (strategies::load(entry, &self.one)?, strategies::load(entry, &self.other)?);
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
            (Some(goal), _) => Until::Precise(goal),
            (None, Some(sizes)) => Until::Tested(sizes),
            (None, None) => Until::Played,
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
