//! `sim compare`: one strategy in the place of another, on the same deals.

mod shelf;
mod telling;

use std::ops::ControlFlow;

use clap::Args;

use super::{
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{Chosen, GameArgs},
    number::{self, NumberError},
    output,
    session::PlayArgs,
    signals::Signals,
    strategies,
    watcher::Watcher,
    words,
};
use shelf::Shelf;
use sim_engine::text::people;
use sim_lab::{
    experiment::{INTERIM, Named, Precision, Seats, Sink, duel},
    player::Player,
    tables,
};
use sim_play::{
    Row,
    tally::{Duel, Tally, WIN},
};
use sim_stats::sprt::{Evidence, Sizes, Verdict};

/// Games of each strategy where nothing is said.
const GAMES: u64 = 20_000;

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
    game: GameArgs,
    /// Players at the table [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Strategies that share the other seats; `default` alone fills them with the game's default
    /// [default: the archetypes but A and B]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    field: Vec<String>,
    /// Games of each strategy, rounded up to whole deals [default: 20k; with --precision at most 1G]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// Play until the difference in win rate is known to within this (95 % interval): 0.5%; or in every
    /// seat: seat=1%
    #[arg(long, value_name = "HALF-WIDTH", value_parser = number::precision, allow_hyphen_values = true, conflicts_with = "sprt")]
    precision: Option<Precision>,
    /// Stop as soon as it is clear which of two differences in win rate, A minus B, fits better: 0..1%
    /// asks whether A wins one percentage point more often, or no more often. Wrong answers are at most 5
    /// %; --n is the most that is played
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

/// Two differences in win rate, as `0..1%` or `-0.005..0.005`.
fn sizes(text: &str) -> Result<Sizes, NumberError> {
    let wrong = |message: &str| NumberError::new(message, "write two differences in win rate, as 0..1%");
    let (low, high) = text.split_once("..").ok_or_else(|| wrong("not two numbers"))?;
    // The sign of percent at the end is meant for both, as in `0..1%`.
    let is_short = high.trim().ends_with('%') && !low.trim().ends_with('%');
    let low = number::share(low).map(|low| if is_short { low / 100.0 } else { low });
    let (Some(low), Some(high)) = (low, number::share(high)) else { return Err(wrong("not two numbers")) };
    if low >= high {
        return Err(wrong("the first is not below the second"));
    }
    if low < -1.0 || high > 1.0 {
        return Err(wrong("no win rates differ by so much"));
    }
    Ok(Sizes { low, high })
}

/// Both strategies, each against the same field.
struct Sides {
    one: Named,
    other: Named,
    /// Those in the other seats, as the command line names them.
    field: Vec<String>,
}

impl CompareArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let sides = self.sides(&chosen)?;
        let Sides { one, other, field } = &sides;
        let unsaid = if self.precision.is_some() { number::MOST_GAMES } else { GAMES };
        let (deals, _) = one.arm.schedule.deals_for(self.n.unwrap_or(unsaid));
        let arms: Vec<ArmEntry> = [one, other].map(ArmEntry::from).into();
        let mut findings = Findings::new("compare", one.arm.info, arms);
        self.findings.check(&findings, self.play.force())?;
        let mut shelf = Shelf::new(&sides, self.sprt)?;
        let kept = shelf.kept(&self.play, deals)?;
        let pool = self.play.pool()?;
        let stop = Signals::listen();
        let watcher = Watcher::start(1, 2 * one.arm.schedule.games_of(0..deals));
        let (mut evidence, mut is_enough) = (None, false);
        let mut weigh = |duel: &Duel| {
            evidence = self.sprt.map(|sizes| sizes.weigh(&duel.wins, WIN as f64));
            is_enough = is_decided(evidence) || self.precision.is_some_and(|goal| goal.is_met_by(duel));
            watcher.say(2 * duel.games, &telling::standing(duel, evidence));
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // What is kept is looked at where a duel in one go would have been.
        let is_interim = kept.deals > 0 && (kept.deals.is_multiple_of(INTERIM) || kept.deals == deals);
        let mut error = None;
        let duel = if is_interim && weigh(&kept).is_break() {
            kept
        } else {
            let mut interim = |duel: &Duel| {
                error = shelf.folded(duel).err();
                if error.is_some() { ControlFlow::Break(()) } else { weigh(duel) }
            };
            let arms = (&one.arm, &other.arm);
            pool.install(|| duel(arms, deals, kept, &mut Ear(&stop), &mut interim))?
        };
        drop(watcher);
        error.map_or(Ok(()), Err)?;
        shelf.end(&duel)?;
        let interrupted = stop.status().filter(|_| duel.deals < deals && !is_enough);
        if let Some(status) = interrupted.filter(|_| duel.deals == 0) {
            output::remark(&format!("interrupted before the first {} deals of both", people::count(INTERIM)));
            return Err(Failure::Interrupted { status });
        }
        findings.deals = duel.deals;
        findings.heading.command =
            words::compare((&one.name, &other.name), field, &one.arm, &chosen.rules, duel.games).to_string();
        let table = tables::comparison(&one.arm.subject(), &duel);
        let mut text = telling::text(&sides, &duel, &table);
        if let Some((sizes, evidence)) = self.sprt.zip(evidence) {
            text += &telling::tested((&one.name, &other.name), sizes, evidence, &duel);
        }
        self.findings.report(&findings, &[table], &text)?;
        let Some(status) = interrupted else { return Ok(()) };
        output::remark(&format!(
            "interrupted: {} deals of both were finished; the same command goes on from there",
            people::count(duel.deals)
        ));
        Err(Failure::Interrupted { status })
    }

    fn sides(&self, chosen: &Chosen) -> Result<Sides, Failure> {
        let Chosen { entry, rules, .. } = chosen;
        let players = chosen.players(self.players);
        entry.open(&rules.settings, players)?;
        let (one, other) = (strategies::load(*entry, &self.one)?, strategies::load(*entry, &self.other)?);
        one.is_same(&other)?;
        let field = match (players, &self.field[..]) {
            (1, []) => Vec::new(),
            (1, _) => {
                return Err(Failure::misuse("alone at the table there is no field", "leave --field out"));
            }
            (_, []) => {
                let is_other = |name: &String| *name != one.strategy.name() && *name != other.strategy.name();
                let others: Vec<String> =
                    strategies::archetypes(*entry).into_iter().filter(is_other).collect();
                if others.is_empty() { vec!["default".to_owned()] } else { others }
            }
            (_, names) => names.to_vec(),
        };
        let loaded =
            field.iter().map(|name| strategies::load(*entry, name)).collect::<Result<Vec<_>, _>>()?;
        for (at, member) in loaded.iter().enumerate() {
            strategies::check_new(
                &loaded[..at],
                member,
                "the field",
                "name each once: they share the seats",
            )?;
        }
        for one in [&one, &other].into_iter().chain(&loaded) {
            if let Some(remark) = strategies::eclipse(*entry, one) {
                output::remark(&remark);
            }
        }
        let field = loaded.iter().map(|member| member.named.clone()).collect();
        let arm = |entrant: &Player| -> Result<Named, Failure> {
            let others = loaded.iter().map(|member| member.strategy.clone());
            let strategies = std::iter::once(entrant.strategy.clone()).chain(others).collect();
            let seats = Seats { players, strategies, lineup: None, seed: self.seed };
            Ok(Named { name: entrant.named.clone(), arm: entry.entering(rules, seats)? })
        };
        Ok(Sides { one: arm(&one)?, other: arm(&other)?, field })
    }
}

/// Ends the duel when a signal asks for it.
struct Ear<'s>(&'s Signals);

impl Sink for Ear<'_> {
    fn folded(&mut self, _: &Tally, _: &[Row]) -> ControlFlow<()> {
        if self.0.status().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn is_decided(evidence: Option<Evidence>) -> bool {
    evidence.is_some_and(|evidence| evidence.verdict != Verdict::Open)
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
        for text in ["", "1%", "1..0", "0..x", "0..200%", "nan..1", "0..0"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
