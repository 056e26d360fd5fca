//! `sim compare`: one strategy in the place of another, on the same deals.

use std::ops::ControlFlow;

use clap::Args;

use super::{
    failure::Failure,
    findings::{self, ArmEntry, Findings, FindingsArgs},
    game_args::{Chosen, GameArgs},
    number::{self, NumberError},
    output,
    session::ThreadArgs,
    signals::Stop,
    strategies::{self, Loaded},
    watcher::Watcher,
    words,
};
use crate::{
    experiment::{LOOK, Named, Seats, Sink, duel},
    play::Row,
    stats::sprt::{self, Evidence, Sizes, Verdict},
    tables::{self, Cell, Table},
    tally::{Duel, Tally, WIN},
    text::people,
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
    game: GameArgs,
    /// Players at the table [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Strategies that share the other seats; `default` alone fills them with the game's default
    /// [default: the archetypes but A and B]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    field: Vec<String>,
    /// Games of each strategy, rounded up to whole deals
    #[arg(long, short, value_name = "GAMES", default_value = "20k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    /// Stop as soon as one of two differences in win share, A less B, is out of the question, at error
    /// rates of 5 %: 0..1% asks whether A is better by a point; --n is then the most that is played
    #[arg(long, value_name = "LOW..HIGH", value_parser = sizes, allow_hyphen_values = true)]
    sprt: Option<Sizes>,
    /// Master seed; a deal is a function of it and the deal's number
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    findings: FindingsArgs,
    /// Replace the folder of another comparison or run
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "Examples:
  sim compare raider prestige --game delectable
  sim compare prestige prestige:aim=4 --game delectable --n 1e6 --sprt 0..1%
  sim compare raider saboteur --game delectable --field saboteur";

/// Two differences in win share, as `0..1%` or `-0.005..0.005`.
fn sizes(text: &str) -> Result<Sizes, NumberError> {
    let wrong = |message: &str| NumberError::new(message, "write two differences in win share, as 0..1%");
    let (low, high) = text.split_once("..").ok_or_else(|| wrong("not two numbers"))?;
    // The sign of percent at the end is meant for both, as in `0..1%`.
    let is_short = high.trim().ends_with('%') && !low.trim().ends_with('%');
    let low = number::share(low).map(|low| if is_short { low / 100.0 } else { low });
    let (Some(low), Some(high)) = (low, number::share(high)) else { return Err(wrong("not two numbers")) };
    if low >= high {
        return Err(wrong("the first is not below the second"));
    }
    if low < -1.0 || high > 1.0 {
        return Err(wrong("no win shares differ by so much"));
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
        let (deals, _) = one.arm.schedule.deals_for(self.n);
        let arms: Vec<ArmEntry> = [one, other].map(ArmEntry::from).into();
        let mut findings = Findings::new("compare", one.arm.info, arms);
        self.findings.check(&findings, self.force)?;
        let pool = self.threads.pool()?;
        let stop = Stop::listen();
        let watcher = Watcher::start(1, 2 * one.arm.schedule.games_of(0..deals));
        let mut evidence = None;
        let mut look = |duel: &Duel| {
            evidence = self.sprt.map(|sizes| sizes.weigh(&duel.wins, WIN as f64));
            watcher.say(2 * duel.games, &standing(duel, evidence));
            match evidence {
                Some(Evidence { verdict: Verdict::High | Verdict::Low, .. }) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let duel = pool.install(|| duel((&one.arm, &other.arm), deals, &mut Ear(&stop), &mut look))?;
        drop(watcher);
        let interrupted = stop.status().filter(|_| duel.deals < deals && !is_decided(evidence));
        if let Some(status) = interrupted.filter(|_| duel.deals == 0) {
            output::remark(&format!("interrupted before the first {} deals of both", people::count(LOOK)));
            return Err(Failure::Interrupted { status });
        }
        findings.deals = duel.deals;
        findings.heading.command =
            words::compare((&one.name, &other.name), field, &one.arm, &chosen.rules, duel.games);
        let table = tables::comparison(&one.arm.subject(), &duel);
        let mut text = self.text(&sides, &duel, &table);
        if let Some((sizes, evidence)) = self.sprt.zip(evidence) {
            text += &tested((&one.name, &other.name), sizes, evidence, &duel);
        }
        self.findings.report(&findings, &[table], &text)?;
        let Some(status) = interrupted else { return Ok(()) };
        output::remark(&format!("interrupted: {} deals of both were finished", people::count(duel.deals)));
        Err(Failure::Interrupted { status })
    }

    fn sides(&self, chosen: &Chosen) -> Result<Sides, Failure> {
        let Chosen { entry, rules } = chosen;
        let info = entry.info();
        let players = self.players.map_or(info.default_players, |n| usize::try_from(n).unwrap_or(usize::MAX));
        entry.open(&rules.params, players)?;
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
            for known in &loaded[..at] {
                if member.is_same(known)? {
                    return Err(Failure::misuse(
                        format!("strategy `{}` stands twice in the field", member.strategy.name()),
                        "name each once: they share the seats",
                    ));
                }
            }
        }
        for one in [&one, &other].into_iter().chain(&loaded) {
            if let Some(remark) = one.eclipse(*entry) {
                output::remark(&remark);
            }
        }
        let field = loaded.iter().map(|member| member.named.clone()).collect();
        let arm = |entrant: &Loaded| -> Result<Named, Failure> {
            let others = loaded.iter().map(|member| member.strategy.clone());
            let strategies = std::iter::once(entrant.strategy.clone()).chain(others).collect();
            let seats = Seats { players, strategies, lineup: None, seed: self.seed };
            Ok(Named { name: entrant.named.clone(), arm: entry.entering(rules, seats)? })
        };
        Ok(Sides { one: arm(&one)?, other: arm(&other)?, field })
    }

    /// The summary for reading.
    fn text(&self, sides: &Sides, duel: &Duel, table: &Table) -> String {
        let Sides { one, other, field } = sides;
        let against =
            if field.is_empty() { String::new() } else { format!(" against {}", people::list(field)) };
        let mut text = format!(
            "{}, {}: {} in the place of {}{against}\n{} of each on {}, seed {}\n\n",
            one.arm.info.title,
            people::counted(one.arm.inputs.rules.players as u64, "player", "players"),
            one.name,
            other.name,
            people::counted(duel.games, "game", "games"),
            people::counted(duel.deals, "deal", "deals"),
            self.seed
        );
        let rows: Vec<&Vec<Cell>> = table.rows.iter().collect();
        text += &findings::grid(table, &rows, &["figure", "seat"], [&one.name, &other.name]);
        text.push('\n');
        text += &answer(table, &one.name, &other.name);
        let ratio = table.rows.first().and_then(|row| table.number(row, "variance_ratio"));
        if let Some(ratio) = ratio {
            text += &format!(
                "Variance by playing the same deals: {} of that of two separate runs.\n",
                people::short(ratio)
            );
        }
        text
    }
}

/// Ends the duel when a signal asks for it.
struct Ear<'s>(&'s Stop);

impl Sink for Ear<'_> {
    fn folded(&mut self, _: &Tally, _: &[Row]) -> ControlFlow<()> {
        if self.0.status().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn is_decided(evidence: Option<Evidence>) -> bool {
    evidence.is_some_and(|evidence| evidence.verdict != Verdict::Open)
}

/// How it stands, for the progress bar.
fn standing(duel: &Duel, evidence: Option<Evidence>) -> String {
    let paired = duel.wins.paired().scaled(100.0 / WIN as f64);
    let Some(value) = paired.difference.value else { return String::new() };
    let mut words = format!("{} points", people::signed(value, 2));
    if let Some(half) = paired.difference.half_width() {
        words += &format!(" ± {half:.2}");
    }
    if let Some(ratio) = evidence.and_then(|evidence| evidence.ratio) {
        words += &format!("  LLR {} of ± {:.2}", people::signed(ratio, 2), sprt::bound());
    }
    words
}

/// The answer in a sentence.
fn answer(table: &Table, one: &str, other: &str) -> String {
    let Some(row) = table.rows.first() else { return String::new() };
    let number = |name: &str| table.number(row, name).map(|number| number * 100.0);
    let (Some(value), Some(low), Some(high)) = (number("difference"), number("low"), number("high")) else {
        return format!("{one} and {other}: {}.\n", table.text(row, "note"));
    };
    let places = people::decimals(Some((high - low) / 2.0), 1);
    let fixed = |number: f64| people::fixed(number, places);
    if low > 0.0 {
        let [value, low, high] = [value, low, high].map(fixed);
        format!(
            "{one} is better: it wins {value} percentage points more often than {other}, {low} to {high}.\n"
        )
    } else if high < 0.0 {
        let [value, low, high] = [-value, -high, -low].map(fixed);
        format!(
            "{other} is better: it wins {value} percentage points more often than {one}, {low} to {high}.\n"
        )
    } else {
        format!(
            "Not told apart yet: {one} wins between {} percentage points less and {} more often than {other}.\n",
            fixed(-low),
            fixed(high)
        )
    }
}

/// What the sequential test says.
fn tested((one, other): (&str, &str), sizes: Sizes, evidence: Evidence, duel: &Duel) -> String {
    let [low, high] = [sizes.low, sizes.high].map(|size| people::short(size * 100.0));
    let ratio = evidence.ratio.map_or(String::new(), |ratio| {
        format!(" (log-likelihood ratio {}, bounds ± {:.2})", people::signed(ratio, 2), sprt::bound())
    });
    let verdict = match evidence.verdict {
        Verdict::High => format!("{one} less {other} is more like {high} percentage points than {low}"),
        Verdict::Low => format!("{one} less {other} is more like {low} percentage points than {high}"),
        Verdict::Open => return format!("Sequential test: still open{ratio}; give a larger --n.\n"),
    };
    let fixed = sizes.fixed_length(&duel.wins, WIN as f64).map_or(String::new(), |fixed| {
        format!(
            ", after {}; one of a fixed length needs {}",
            people::counted(duel.deals, "deal", "deals"),
            people::count(fixed)
        )
    });
    format!(
        "Sequential test: {verdict}{ratio}{fixed}. The test ended the run, so that the intervals above are a little too narrow.\n"
    )
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
