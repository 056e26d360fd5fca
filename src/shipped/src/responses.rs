//! Best responses to a panel: `panel.responses.csv` lists those to the members of `panel.toml`.
//!
//! ```csv
//! players,found,games,gain,low,high
//! 4,trained,300000,0.133,0.120,0.147
//! 4,search:200:champion,80,0.40,0.30,0.50
//! ```
//!
//! `found` is `trained` or the name of a search; `games` is the number of training games, or of games that the
//! search played. `gain` is the response's win rate minus its fair share, from -1 to 1. `low` and `high` are the
//! ends of its 95 % interval; both are empty if there are too few games for one.

use std::{fmt::Write, fs, io::ErrorKind, path::Path};

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    players: usize,
    found: String,
    games: u64,
    gain: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// The responses next to a panel's file, as a list expression of `sim_script::BestResponse`.
///
/// # Errors
/// The file, the line and the problem.
pub fn of_panel(panel: &Path) -> Result<String, String> {
    let path = panel.with_extension("responses.csv");
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match fs::read_to_string(&path) {
        Ok(text) => read(&text).map_err(|wrong| format!("/{name}: {wrong}")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok("&[]".to_owned()),
        Err(error) => Err(format!("/{name}: {error}")),
    }
}

fn read(text: &str) -> Result<String, String> {
    let mut list = String::from("&[");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut rows = reader.deserialize();
    while let Some(row) = rows.next() {
        // A record's own line would be that of the empty lines above it.
        let end = rows.reader().position().byte() as usize;
        let line = text.as_bytes()[..end].trim_ascii_end().split(|byte| *byte == b'\n').count();
        let row: Row = row.map_err(|error| match error.kind() {
            csv::ErrorKind::Deserialize { err, .. } => format!("line {line}: {err}"),
            _ => format!("line {line}: {error}"),
        })?;
        let known = |all: &[f64]| all.iter().all(|share| (-1.0..=1.0).contains(share));
        let in_order = match (row.low, row.high) {
            (Some(low), Some(high)) => known(&[low, row.gain, high]) && low <= row.gain && row.gain <= high,
            (None, None) => known(&[row.gain]),
            _ => false,
        };
        if !in_order {
            return Err(format!("line {line}: low, gain and high are shares from -1 to 1, in that order"));
        }
        if row.players == 0 || row.games == 0 {
            return Err(format!("line {line}: players and games are 1 or more"));
        }
        if row.found.contains(char::is_control) {
            return Err(format!("line {line}: found holds a control character: {:?}", row.found));
        }
        let found = match row.found.as_str() {
            "trained" => "Trained".to_owned(),
            search if search.starts_with("search:") => format!("Search({search:?})"),
            other => return Err(format!("line {line}: found is trained or search:..., not {other}")),
        };
        let interval = row.low.zip(row.high);
        write!(
            list,
            "sim_script::BestResponse {{ players: {}, method: sim_script::ResponseMethod::{found}, games: {}, gain: {:?}, interval: {interval:?} }},",
            row.players, row.games, row.gain
        )
        .map_err(|error| error.to_string())?;
    }
    list.push(']');
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "players,found,games,gain,low,high\n";

    fn row(line: &str) -> Result<String, String> {
        read(&format!("{HEAD}{line}\n"))
    }

    #[test]
    fn a_row_becomes_a_response() {
        assert_eq!(
            row("4,trained,300000,0.133,0.12,0.147").unwrap(),
            "&[sim_script::BestResponse { players: 4, method: sim_script::ResponseMethod::Trained, games: 300000, gain: 0.133, \
             interval: Some((0.12, 0.147)) },]"
        );
        assert_eq!(
            row("2,search:200:champion,80,0.2,,").unwrap(),
            "&[sim_script::BestResponse { players: 2, method: sim_script::ResponseMethod::Search(\"search:200:champion\"), \
             games: 80, gain: 0.2, interval: None },]"
        );
        assert_eq!(read(HEAD).unwrap(), "&[]");
    }

    #[test]
    fn wrong_rows_are_told_with_their_line() {
        let order = "line 2: low, gain and high are shares from -1 to 1, in that order";
        assert_eq!(row("4,trained,300000,13.3,12,14.7").unwrap_err(), order, "points, not shares");
        assert_eq!(row("4,trained,300000,0.1,0.2,0.3").unwrap_err(), order);
        assert_eq!(row("4,trained,300000,0.1,0.2,").unwrap_err(), order);
        assert_eq!(
            row("4,traned,300000,0.1,0.0,0.2").unwrap_err(),
            "line 2: found is trained or search:..., not traned"
        );
        assert_eq!(row("4,trained,0,0.1,,").unwrap_err(), "line 2: players and games are 1 or more");
        assert_eq!(row("0,trained,9,0.1,,").unwrap_err(), "line 2: players and games are 1 or more");
        for gain in ["nan", "inf", "-inf"] {
            assert_eq!(row(&format!("4,trained,9,{gain},,")).unwrap_err(), order);
        }
        assert_eq!(
            row("4,search:200:\u{1b}[2J,9,0.1,,").unwrap_err(),
            "line 2: found holds a control character: \"search:200:\\u{1b}[2J\""
        );
        assert!(row("four,trained,1,0,0,0").unwrap_err().starts_with("line 2: field 0: invalid digit"));
        assert!(row("4,trained,1,0,0").unwrap_err().starts_with("line 2: "), "a field is missing");
        let below = row("\n2,trained,9,0.1,,\n\n2,trained,nine,0.1,,").unwrap_err();
        assert!(below.starts_with("line 5: field 2: "), "empty lines count: {below}");
        let last = read(&format!("{HEAD}\n2,traned,9,0.1,,")).unwrap_err();
        assert!(last.starts_with("line 3: "), "a last line without an end: {last}");
    }

    #[test]
    fn a_panel_may_lie_alone() {
        let folder = tempfile::tempdir().unwrap();
        let panel = folder.path().join("panel.toml");
        assert_eq!(of_panel(&panel).unwrap(), "&[]");
        fs::write(folder.path().join("panel.responses.csv"), format!("{HEAD}2,trained,9,x,,\n")).unwrap();
        assert!(of_panel(&panel).unwrap_err().starts_with("/panel.responses.csv: "));
    }
}
