//! The learning curve, beside the strategy that was learned.

use std::{fs, path::Path};

use super::super::{failure::Failure, output, pictures};
use sim_lab::tables::learning::{Lap, curve};
use sim_learn::Standing;
use sim_report::charts::{self, Data};

/// How each learning went, batch by batch.
pub fn laps(learnings: &[Standing]) -> Vec<Lap> {
    let lap = |(at, standing): (usize, &Standing)| {
        let laps = standing.course.iter();
        let lap = laps.map(move |lap| Lap {
            learning: at + 1,
            games: lap.games,
            players: lap.players,
            won: lap.won,
            among_bases: lap.among_bases,
            entropy: lap.entropy,
            divergence: lap.divergence,
        });
        lap.collect::<Vec<_>>()
    };
    learnings.iter().enumerate().flat_map(lap).collect()
}

/// Writes the curve beside the strategy, as `NAME.learning.csv` and in pictures.
pub fn write(strategy: &Path, laps: &[Lap], caption: &str) -> Result<(), Failure> {
    let beside = |ending: &str| strategy.with_extension(format!("learning{ending}"));
    let put = |path: &Path, bytes: &[u8]| {
        fs::write(path, bytes).map_err(|error| Failure::at_path("write", path, &error))
    };
    put(&beside(".csv"), output::csv(&curve(laps))?.as_bytes())?;
    for picture in charts::draw(&[Data::Learning(laps)], caption).map_err(pictures::no_charts)? {
        let what = picture.name.trim_start_matches("learning");
        put(&beside(&format!("{what}.svg")), picture.svg.as_bytes())?;
        put(&beside(&format!("{what}.png")), &picture.png)?;
    }
    Ok(())
}
