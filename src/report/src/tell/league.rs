use sim_engine::text::people;
use sim_lab::league::{League, Meeting, Member, WinRate};
use sim_stats::{Estimate, Interval};

use super::{
    grid::{Style, grid},
    number,
    tournament::findings,
};

pub fn league(league: &League, meeting: &Meeting, style: Style) -> String {
    let state = &league.state;
    let mut text = format!(
        "{}, {}: a league of {} after {}\n{}, seed {}\n\n",
        league.info.title,
        people::counted(league.players as u64, "player", "players"),
        people::counted(meeting.members.len() as u64, "strategy", "strategies"),
        people::counted(state.rounds.len() as u64, "round", "rounds"),
        people::counted(state.games, "game", "games"),
        league.seed
    );
    let gain = |win_rate: Option<WinRate>| {
        win_rate.map_or("none".to_owned(), |rate| points(rate.gain(league.players)))
    };
    let rows = state.attempts().map(|attempt| {
        let joined = attempt.joined.clone().unwrap_or_default();
        let number = people::short(attempt.round as f64);
        vec![number, attempt.start.clone(), gain(attempt.win_rate), joined]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let header = ["round", "tuned from", "gain over the mix, 95 %", "joined as"];
    text += &(grid(&header, &rows, &[true, false, true, false], style) + "\n" + &ending(league) + "\n\n");

    let rows: Vec<Vec<String>> = meeting.members.iter().map(row).collect();
    text += &(grid(&["strategy", "rating", "equilibrium"], &rows, &[false, true, true], style) + "\n");

    if !state.invasions.is_empty() {
        text += "Newcomers among others, gain of each of their seats in points:\n";
        text += &(invasions(league, style) + "\n");
    }
    let rows = state.exploits.iter().map(|exploit| {
        let by = format!("{}, {}", exploit.response, exploit.by.word());
        vec![exploit.strategy.clone(), by, gain(exploit.win_rate)]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let header = ["all other seats", "best response found", "gain over the fair share, 95 %"];
    text += &(grid(&header, &rows, &[false, false, true], style) + "\n");
    findings(&meeting.standings).iter().for_each(|finding| text += &format!("{finding}\n"));
    text
}

fn row(member: &Member) -> Vec<String> {
    let [part, low, high] =
        [member.part, member.part_ends.low, member.part_ends.high].map(|part| people::fixed(part * 100.0, 1));
    let rating = people::signed(member.rating, 0);
    let error = people::fixed(2.0 * member.rating_error, 0);
    vec![member.name.clone(), format!("{rating} ± {error}"), format!("{part} % ({low} to {high})")]
}

fn ending(league: &League) -> String {
    let (state, rounds) = (&league.state, league.state.rounds.len());
    if !state.is_closed() {
        let goes_on = format!("--rounds {} goes on", 2 * rounds);
        return format!(
            "Still open: round {rounds} brought a newcomer, and no more were asked for; {goes_on}."
        );
    }
    let margin = people::number(league.margin * 100.0, None);
    let tries = state.rounds.last().map_or(0, |round| round.attempts.len() as u64);
    let tries = people::counted(tries, "search", "searches");
    format!(
        "Closed: {tries} in round {rounds} found nothing that surely wins {margin} % beyond its fair share."
    )
}

fn points(gain: WinRate) -> String {
    let [value, low, high] = [gain.value, gain.low, gain.high].map(|number| number * 100.0);
    let places = people::decimals(Some((high - low) / 2.0), 1);
    let [value, low, high] = [value, low, high].map(|number| people::signed(number, places));
    format!("{value} points ({low} to {high})")
}

/// Newcomers by row, how many seats they hold by column.
fn invasions(league: &League, style: Style) -> String {
    let players = league.players;
    let mut rows: Vec<Vec<String>> = Vec::new();
    for invasion in &league.state.invasions {
        let key = [invasion.newcomer.clone(), invasion.other.clone()];
        if rows.last().is_none_or(|last| last[..2] != key) {
            rows.push(key.to_vec());
        }
        let cell = invasion.win_rate.map_or("·".to_owned(), |rate| {
            let WinRate { value, low, high } = rate.gain(players);
            let interval = Some(Interval { low, high });
            number::points(&Estimate { value: Some(value), interval, ..Estimate::MISSING })
        });
        if let Some(last) = rows.last_mut() {
            last.push(cell);
        }
    }
    let seats: Vec<String> = (1..players).map(|copies| format!("{copies} v {}", players - copies)).collect();
    let header: Vec<&str> =
        ["newcomer", "other"].into_iter().chain(seats.iter().map(String::as_str)).collect();
    let right: Vec<bool> = (0..header.len()).map(|at| at > 1).collect();
    grid(&header, &rows, &right, style)
}
