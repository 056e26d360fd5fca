//! What a league says at its end, and in the files it writes.

use super::{super::output, LeagueArgs, story::Story};
use sim_engine::text::people;
use sim_lab::{
    experiment::Arm,
    tables::{Table, league::Share},
    tune::{Credit, history},
};
use sim_script::Strategy;

/// The summary for reading; `tables` are those of the league, the field first.
pub fn summary(args: &LeagueArgs, arm: &Arm, story: &Story, tables: &[Table], findings: &[String]) -> String {
    let [field, responses, invasions, exploits] = tables else { return String::new() };
    let players = people::counted(arm.inputs.rules.players as u64, "player", "players");
    let mut text = format!(
        "{}, {players}: a league of {} after {}\n{}, seed {}\n\n",
        arm.info.title,
        people::counted(field.rows.len() as u64, "strategy", "strategies"),
        people::counted(story.rounds.len() as u64, "round", "rounds"),
        people::counted(story.games, "game", "games"),
        args.seed
    );
    let gains = |table: &Table, row| gain(table, row);
    let rows = responses.rows.iter().map(|row| {
        let number = responses.number(row, "round").map_or(String::new(), people::short);
        let joined = responses.text(row, "joined").to_owned();
        vec![number, responses.text(row, "start").to_owned(), gains(responses, row), joined]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let header = ["round", "tuned from", "gain over the mix, 95 %", "joined as"];
    text +=
        &(output::grid(&header, &rows, &[true, false, true, false]) + "\n" + &ending(args, story) + "\n\n");

    let rows = field.rows.iter().map(|row| {
        let percent =
            |name: &str| field.number(row, name).map_or(String::new(), |part| people::fixed(part * 100.0, 1));
        let part = format!("{} % ({} to {})", percent("part"), percent("part_low"), percent("part_high"));
        let error =
            field.number(row, "rating_error").map_or(String::new(), |error| people::fixed(2.0 * error, 0));
        let rating = field.number(row, "rating").map_or(String::new(), |rating| people::signed(rating, 0));
        vec![field.text(row, "strategy").to_owned(), format!("{rating} ± {error}"), part]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    text += &(output::grid(&["strategy", "rating", "equilibrium"], &rows, &[false, true, true]) + "\n");

    if !invasions.rows.is_empty() {
        text += "Newcomers among others, gain of each of their seats in points:\n";
        text += &(invasion(invasions, arm.inputs.rules.players) + "\n");
    }
    let rows = exploits.rows.iter().map(|row| {
        let by = format!("{}, {}", exploits.text(row, "response"), exploits.text(row, "params"));
        vec![exploits.text(row, "strategy").to_owned(), by, gains(exploits, row)]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let header = ["all other seats", "best response found", "gain over the fair share, 95 %"];
    text += &(output::grid(&header, &rows, &[false, false, true]) + "\n");
    findings.iter().for_each(|finding| text += &format!("{finding}\n"));
    text
}

/// How the league came to its end, in a sentence.
fn ending(args: &LeagueArgs, story: &Story) -> String {
    let margin = people::number(args.margin * 100.0, None);
    let rounds = story.rounds.len();
    if !story.is_closed() {
        let goes_on = format!("--rounds {} goes on", 2 * rounds);
        return format!(
            "Still open: round {rounds} brought a newcomer, and no more were asked for; {goes_on}."
        );
    }
    let tries = story.rounds.last().map_or(0, |round| round.attempts.len() as u64);
    let tries = people::counted(tries, "search", "searches");
    format!(
        "Closed: {tries} in round {rounds} found nothing that surely wins {margin} % beyond its fair share."
    )
}

/// What is won beyond the fair share.
fn gain(table: &Table, row: &[sim_lab::tables::Cell]) -> String {
    let number = |name: &str| table.number(row, name);
    let known = number("gain").zip(number("low").zip(number("high")));
    known.map_or("none".to_owned(), |(value, (low, high))| points(Share { value, low, high }))
}

/// A gain in points with its interval.
fn points(gain: Share) -> String {
    let [value, low, high] = [gain.value, gain.low, gain.high].map(|number| number * 100.0);
    let places = people::decimals(Some((high - low) / 2.0), 1);
    let [value, low, high] = [value, low, high].map(|number| people::signed(number, places));
    format!("{value} points ({low} to {high})")
}

/// Newcomers by row, how many seats they hold by column.
fn invasion(table: &Table, players: usize) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in &table.rows {
        let (newcomer, other) = (table.text(row, "newcomer"), table.text(row, "other"));
        if rows.last().is_none_or(|last| last[0] != newcomer || last[1] != other) {
            rows.push(vec![newcomer.to_owned(), other.to_owned()]);
        }
        let number = |name: &str| table.number(row, name).map(|number| number * 100.0);
        let cell = number("gain").zip(number("low").zip(number("high"))).map_or(
            "·".to_owned(),
            |(gain, (low, high))| {
                format!("{} ± {}", people::signed(gain, 1), people::fixed((high - low) / 2.0, 1))
            },
        );
        if let Some(last) = rows.last_mut() {
            last.push(cell);
        }
    }
    let seats: Vec<String> = (1..players).map(|copies| format!("{copies} v {}", players - copies)).collect();
    let header: Vec<&str> =
        ["newcomer", "other"].into_iter().chain(seats.iter().map(String::as_str)).collect();
    let right: Vec<bool> = (0..header.len()).map(|at| at > 1).collect();
    output::grid(&header, &rows, &right)
}

/// The head of a new file: its history as comments.
pub fn head(about: &str, command: &str, start: &str, share: Option<Share>, credits: &[Credit]) -> String {
    let mut lines = vec![about.to_owned(), format!("  {command}")];
    let share = share.map_or(String::new(), |share| {
        let percent = |share: f64| people::percent(share, None);
        format!(
            " On test deals it wins {} ({} to {}) there.",
            percent(share.value),
            percent(share.low),
            percent(share.high)
        )
    });
    lines.push(format!("It began as `{start}`.{share}"));
    lines.extend(history::credits(credits).lines().filter(|line| !line.is_empty()).map(str::to_owned));
    let commented = |line: String| format!("# {line}").replace('\u{a0}', " ").trim_end().to_owned() + "\n";
    lines.into_iter().map(commented).collect::<String>() + "\n"
}

/// A mix in words, the larger parts first.
pub fn mix(strategies: &[Strategy], parts: &[f64]) -> String {
    let mut present: Vec<(&Strategy, f64)> = strategies.iter().zip(parts.iter().copied()).collect();
    present.retain(|(_, part)| *part >= 0.01);
    present.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let words = present.iter().map(|(strategy, part)| format!("{} ({:.0} %)", strategy.name(), part * 100.0));
    people::list(&words.collect::<Vec<_>>())
}
