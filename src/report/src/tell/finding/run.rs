use sim_engine::{Source, text::people};
use sim_lab::{
    figure::{Owner, Unit},
    finding::{Link, Links, OfRun, Seats, Strategies},
    summary::{Habit, HabitRow, RateRow},
};

use super::{
    super::objective::{level, verb},
    numbers::{capital, ends},
};

const NAMES: usize = 3;

pub fn text(what: &OfRun) -> String {
    match what {
        OfRun::Won { automa, share } => {
            format!("Against {automa}, {} of the games are won.", words(share, Unit::Share))
        }
        OfRun::Strategies { players, automa, unit, standing } => {
            strategies(*players, *automa, standing, *unit)
        }
        OfRun::Seats { unit, seats } => self::seats(seats, *unit),
        OfRun::Habits { strategy, rows } => habits(strategy, rows),
        OfRun::Links(links) => self::links(links),
        OfRun::CutOff { games, share } => cut_off(*games, *share),
    }
}

fn name(row: &RateRow) -> String {
    match &row.owner {
        Owner::Strategy(name) => format!("`{name}`"),
        owner => owner.to_string(),
    }
}

fn value(row: &RateRow) -> f64 {
    row.estimate.value.unwrap_or(0.0)
}

fn words(row: &RateRow, unit: Unit) -> String {
    let ends = row.estimate.interval.map(ends);
    match unit {
        Unit::Share => people::percent_within(value(row), ends),
        unit => format!("{} {}", people::number_within(value(row), ends), unit.name()),
    }
}

/// The fair share, or the mean of all seats.
fn fair_words(fair: f64, unit: Unit) -> String {
    let of = if unit.is_share() { "fair" } else { "mean of" };
    format!("{of} {}", level(unit, fair))
}

/// The distance from the fair share: `1.0 percentage points above the fair 50.0 %`.
fn distance(row: &RateRow, fair: f64, unit: Unit) -> String {
    let (factor, least) = (unit.factor(), if unit.is_share() { 1 } else { 2 });
    let half = row.estimate.interval.map(|ends| (ends.high - ends.low) * factor / 2.0);
    let points = (value(row) - fair) * factor;
    let text = people::fixed(points.abs(), people::decimals(half, least));
    let side = if points >= 0.0 { "above" } else { "below" };
    let word = if unit.is_share() { "percentage points" } else { unit.name() };
    format!("{text} {word} {side} the {}", fair_words(fair, unit))
}

fn strategies(players: usize, automa: Option<&str>, standing: &Strategies, unit: Unit) -> String {
    let is_share = unit.is_share();
    let with = format!("With {}", people::counted(players as u64, "player", "players"));
    match standing {
        Strategies::Alone(rows) => {
            let against = automa.map_or(String::new(), |automa| format!(" against {automa}"));
            format!(
                "{with}, {}{against}: {}. With a single player there is no fair share to compare with.",
                if is_share { "shares of games won" } else { "points of a game" },
                named(rows, unit)
            )
        }
        Strategies::Single(row) => {
            let result = if is_share { "win rate" } else { "mean" };
            format!("{with}, only {} played, against itself; its {result} says nothing.", name(row))
        }
        Strategies::Unknown(rows) => format!(
            "{with}, {}: {}; {}, so nothing is said of their errors.",
            if is_share { "shares of wins" } else { "points of a game" },
            named(rows, unit),
            reason(rows)
        ),
        Strategies::Level { first, fair } => format!(
            "{with}, no strategy is yet distinguishable from the {}; {} comes first with {}.",
            fair_words(*fair, unit),
            name(first),
            words(first, unit)
        ),
        Strategies::Apart { fair, above, below, is_first_clear, is_last_clear } => {
            let least = match below.last() {
                None => String::new(),
                Some(last) if *is_last_clear => {
                    format!("; {} {} least, {}", name(last), verb(unit), words(last, unit))
                }
                Some(_) => format!("; below it: {}", shares(below, unit)),
            };
            format!("{with}{}{least}.", most(*fair, above, *is_first_clear, unit))
        }
    }
}

fn most(fair: f64, above: &[RateRow], is_first_clear: bool, unit: Unit) -> String {
    let wins = verb(unit);
    match above {
        [] if unit.is_share() => ", no strategy is clearly above the fair share".to_owned(),
        [] => ", no strategy is clearly above the mean".to_owned(),
        [only] => format!(" {} {wins} {}, {}", name(only), words(only, unit), distance(only, fair, unit)),
        [first, others @ ..] if is_first_clear => format!(
            " {} {wins} most, {}, {}; also above it: {}",
            name(first),
            words(first, unit),
            distance(first, fair, unit),
            shares(others, unit)
        ),
        several => format!(
            ", {} strategies {} more than the {}: {}; which of them {wins} most is open",
            several.len(),
            wins.trim_end_matches('s'),
            fair_words(fair, unit),
            shares(several, unit)
        ),
    }
}

fn seats(seats: &Seats, unit: Unit) -> String {
    let is_share = unit.is_share();
    match seats {
        Seats::Unknown(rows) => format!(
            "{} by seat: {}; {}, so nothing is said of a seat advantage.",
            if is_share { "Shares of wins" } else { "Points" },
            named(rows, unit),
            reason(rows)
        ),
        Seats::Level { fair, within } => format!(
            "Seats are not yet distinguishable from the {}: all {} lie within errors that hold for all seats together (at most ±\u{a0}{}).",
            fair_words(*fair, unit),
            if is_share { "win rates" } else { "means" },
            within_words(*within, unit)
        ),
        Seats::Apart { fair, first, others, seats } => {
            let side = if value(first) > *fair { "advantage" } else { "disadvantage" };
            // Of two seats, one says it all.
            let also = match others.is_empty() || *seats == 2 {
                true => String::new(),
                false if is_share => format!("; also away from fair: {}", shares(others, unit)),
                false => format!("; also away from the mean: {}", shares(others, unit)),
            };
            format!(
                "{} {} {}, {}: a real seat {side}{also}.",
                capital(&name(first)),
                verb(unit),
                words(first, unit),
                distance(first, *fair, unit)
            )
        }
    }
}

/// `0.4 percentage points`.
fn within_words(within: f64, unit: Unit) -> String {
    let (within, least) = (within * unit.factor(), if unit.is_share() { 1 } else { 2 });
    let word = if unit.is_share() { "percentage points" } else { unit.name() };
    format!("{} {word}", people::fixed(within, people::decimals(Some(within), least)))
}

fn habits(strategy: &str, rows: &[HabitRow]) -> String {
    let describe = |HabitRow { habit, paired, .. }: &HabitRow| {
        let (name, labels) = match habit {
            Habit::Uses(component) => ("uses", [component.as_str(), ""]),
            Habit::Measure { measure, labels: [row, column] } => (measure.name, [row.as_str(), column]),
        };
        let plain = |word: &str| word.replace('_', " ");
        let places: Vec<String> = labels.into_iter().filter(|word| !word.is_empty()).map(plain).collect();
        let place = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
        let mean = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| people::number(mean, None));
        format!("{}{place} {}, others {}", plain(name), mean(paired.one), mean(paired.other))
    };
    let first: Vec<String> = rows.iter().take(NAMES).map(describe).collect();
    format!(
        "What `{strategy}` does most differently from the others, as means: {}. The table “What each strategy does differently” goes on.",
        first.join("; ")
    )
}

fn links(Links { found, compared, outcomes, happen, unlike }: &Links) -> String {
    let count = |count: usize| people::counted(count as u64, "component", "components");
    let rest = [(*outcomes, "outcomes, which follow from doing well"), (*happen, "drawn for all alike")];
    let rest = rest.into_iter().filter(|(number, _)| *number > 0);
    let rest: Vec<String> = rest.map(|(number, why)| format!("{} ({why})", count(number))).collect();
    let rest = match &rest[..] {
        [] => String::new(),
        rest => {
            format!(" Left out here, as no player chooses them: {}. The table has them.", people::list(rest))
        }
    };
    let unlike = match unlike {
        0 => String::new(),
        number => format!(
            " {} cannot be judged: the strategy, the seat and the other players settle who uses them.",
            count(*number)
        ),
    };
    if found.is_empty() {
        return format!(
            "No choice of a component is linked to winning or losing by more than chance explains ({} compared).{unlike}{rest}",
            people::count(*compared as u64)
        );
    }
    let first: Vec<String> = found.iter().take(NAMES).map(link).collect();
    let are = if found.len() == 1 { "is" } else { "are" };
    let most = if found.len() > NAMES { "; the strongest" } else { "" };
    let guessed = match found.iter().filter(|one| is_reconstructed(one)).count() {
        0 => String::new(),
        1 => " 1 of these rests on reconstructed data.".to_owned(),
        count => format!(" {count} of these rest on reconstructed data."),
    };
    format!(
        "{} of {} {are} linked to winning (+) or losing (-) by more than chance explains{most}, in percentage points: {}.{unlike}{rest} A link is not yet a cause: `sim components` plays the same deals without a component.{guessed}",
        found.len(),
        people::counted(*compared as u64, "component that players choose", "components that players choose"),
        people::list(&first)
    )
}

fn is_reconstructed(link: &Link) -> bool {
    link.component.source == Source::Reconstructed
}

/// A component with its difference: `` `Oven` (+3.0 ± 0.4, price 5) ``.
fn link(link: &Link) -> String {
    let ends = link.interval.map(|ends| (ends.low * 100.0, ends.high * 100.0));
    let (by, error) = people::within(link.difference * 100.0, ends, 1, people::signed);
    let price = link.price.map_or(String::new(), |price| format!(", price {price}"));
    let mark = if is_reconstructed(link) { ", reconstructed data" } else { "" };
    format!("`{}` ({by}{error}{price}{mark})", link.component.name)
}

fn cut_off(games: u64, share: f64) -> String {
    let (were, they) = if games == 1 { ("was", "it") } else { ("were", "they") };
    format!(
        "{} {were} cut off at the ply limit ({} of all) and ranked by the points {they} had.",
        people::counted(games, "game", "games"),
        people::percent(share, None)
    )
}

fn shares(rows: &[RateRow], unit: Unit) -> String {
    some(&rows.iter().map(|row| format!("{} ({})", name(row), words(row, unit))).collect::<Vec<_>>())
}

fn named(rows: &[RateRow], unit: Unit) -> String {
    some(&rows.iter().map(|row| format!("{} {}", name(row), words(row, unit))).collect::<Vec<_>>())
}

fn some(names: &[String]) -> String {
    if names.len() <= NAMES + 1 {
        return people::list(names);
    }
    format!("{} and {} more", names[..NAMES].join(", "), names.len() - NAMES)
}

fn reason(rows: &[RateRow]) -> &'static str {
    rows.iter().map(|row| row.estimate.note).find(|note| !note.is_empty()).unwrap_or("no intervals")
}
