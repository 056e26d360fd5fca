use sim_engine::{Source, text::people};
use sim_lab::{
    figure::Owner,
    finding::{Link, Links, OfRun, Seats, Strategies},
    summary::{Habit, HabitRow, RateRow},
};

use super::numbers::{capital, ends};

const NAMES: usize = 3;

pub fn text(what: &OfRun) -> String {
    match what {
        OfRun::Won { automa, share } => format!("Against {automa}, {} of the games are won.", words(share)),
        OfRun::Strategies { players, automa, standing } => strategies(*players, *automa, standing),
        OfRun::Seats(seats) => self::seats(seats),
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

fn words(row: &RateRow) -> String {
    people::percent_within(value(row), row.estimate.interval.map(ends))
}

/// The distance from the fair share: `1.0 percentage points above the fair 50.0 %`.
fn distance(row: &RateRow, fair: f64) -> String {
    let half = row.estimate.interval.map(|ends| (ends.high - ends.low) * 50.0);
    let points = (value(row) - fair) * 100.0;
    let text = people::fixed(points.abs(), people::decimals(half, 1));
    let side = if points >= 0.0 { "above" } else { "below" };
    format!("{text} percentage points {side} the fair {}", people::percent(fair, None))
}

fn strategies(players: usize, automa: Option<&str>, standing: &Strategies) -> String {
    let with = format!("With {}", people::counted(players as u64, "player", "players"));
    match standing {
        Strategies::Alone(rows) => {
            let against = automa.map_or(String::new(), |automa| format!(" against {automa}"));
            format!(
                "{with}, shares of games won{against}: {}. With a single player there is no fair share to compare with.",
                named(rows)
            )
        }
        Strategies::Single(row) => {
            format!("{with}, only {} played, against itself; its win rate says nothing.", name(row))
        }
        Strategies::Unknown(rows) => format!(
            "{with}, shares of wins: {}; {}, so nothing is said of their errors.",
            named(rows),
            reason(rows)
        ),
        Strategies::Level { first, fair } => format!(
            "{with}, no strategy is yet distinguishable from the fair {}; {} comes first with {}.",
            people::percent(*fair, None),
            name(first),
            words(first)
        ),
        Strategies::Apart { fair, above, below, is_first_clear, is_last_clear } => {
            let least = match below.last() {
                None => String::new(),
                Some(last) if *is_last_clear => format!("; {} wins least, {}", name(last), words(last)),
                Some(_) => format!("; below it: {}", shares(below)),
            };
            format!("{with}{}{least}.", most(*fair, above, *is_first_clear))
        }
    }
}

fn most(fair: f64, above: &[RateRow], is_first_clear: bool) -> String {
    match above {
        [] => ", no strategy is clearly above the fair share".to_owned(),
        [only] => format!(" {} wins {}, {}", name(only), words(only), distance(only, fair)),
        [first, others @ ..] if is_first_clear => format!(
            " {} wins most, {}, {}; also above it: {}",
            name(first),
            words(first),
            distance(first, fair),
            shares(others)
        ),
        several => format!(
            ", {} strategies win more than the fair {}: {}; which of them wins most is open",
            several.len(),
            people::percent(fair, None),
            shares(several)
        ),
    }
}

fn seats(seats: &Seats) -> String {
    match seats {
        Seats::Unknown(rows) => format!(
            "Shares of wins by seat: {}; {}, so nothing is said of a seat advantage.",
            named(rows),
            reason(rows)
        ),
        Seats::Level { fair, within } => format!(
            "Seats are not yet distinguishable from the fair {}: all win rates lie within errors that hold for all seats together (at most ±\u{a0}{} percentage points).",
            people::percent(*fair, None),
            people::fixed(within * 100.0, people::decimals(Some(within * 100.0), 1))
        ),
        Seats::Apart { fair, first, others, seats } => {
            let side = if value(first) > *fair { "advantage" } else { "disadvantage" };
            // Of two seats, one says it all.
            let also = match others.is_empty() || *seats == 2 {
                true => String::new(),
                false => format!("; also away from fair: {}", shares(others)),
            };
            format!(
                "{} wins {}, {}: a real seat {side}{also}.",
                capital(&name(first)),
                words(first),
                distance(first, *fair)
            )
        }
    }
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

fn shares(rows: &[RateRow]) -> String {
    some(&rows.iter().map(|row| format!("{} ({})", name(row), words(row))).collect::<Vec<_>>())
}

fn named(rows: &[RateRow]) -> String {
    some(&rows.iter().map(|row| format!("{} {}", name(row), words(row))).collect::<Vec<_>>())
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
