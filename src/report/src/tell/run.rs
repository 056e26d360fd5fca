use sim_engine::{Objective, text::people};
use sim_lab::{
    baselines::Baselines,
    experiment::{Manifest, precision::FurthestFigure},
    figure::{Owner, Unit},
    finding::{self, Finding, FindingKind, RunFinding},
    strength::Strength,
    summary::{Points, PointsRow, RateRow, Summary, WinRates, best_first},
};

use super::{Style, grid, players, say, wrapped};

/// Findings on the first screen.
const FINDINGS: usize = 4;

/// A part of a run: only states which one.
pub fn part(manifest: &Manifest) -> String {
    let which = manifest.part.zip(manifest.range()).map_or(String::new(), |(part, deals)| {
        let all = people::counted(part.deals, "deal", "deals");
        format!("part {} of {all}: from deal {} up to {}\n", part.shard, deals.start, deals.end)
    });
    heading(manifest) + &which
}

fn heading(manifest: &Manifest) -> String {
    let level = manifest.level_of_play().map_or(String::new(), |level| format!(": {level}"));
    format!("{}, {}{level}\n{}\n", manifest.heading.title, manifest.table(), manifest.played())
}

/// A run as text: results of strategies and of seats, its findings, and the level of its players. Points come first
/// if they are the objective.
pub fn run(manifest: &Manifest, summary: &Summary, strength: &Strength, style: Style) -> String {
    let mut text = heading(manifest) + "\n";
    let Summary { rates, points: Points { strategies, seats, .. }, .. } = summary;
    if summary.objective == Objective::Points {
        let unit = summary.info.points_unit;
        let mut best: Vec<&PointsRow> = strategies.iter().collect();
        let value = |row: &PointsRow| row.mean.value.unwrap_or(f64::NEG_INFINITY);
        best.sort_by(|a, b| value(b).total_cmp(&value(a)));
        text += &format!("{}\n", means("strategy", unit, &best, style));
        text += &format!("{}\n", means("seat", unit, &seats.iter().collect::<Vec<_>>(), style));
    }
    if let Some(overall) = &rates.overall {
        text += &format!("{}\n", win_rates("strategies", &[overall], style));
    }
    text += &self::rates(rates, style);
    let found = finding::of_run(summary);
    // The page shows the table of each strategy's habits.
    let is_short = |one: &&Finding| !matches!(one.what, FindingKind::Run(RunFinding::Habits { .. }));
    text += "In short\n";
    for finding in found.iter().filter(is_short).take(FINDINGS) {
        text += &wrapped("- ", &super::finding::text(finding));
    }
    text.push('\n');
    let changes = manifest.inputs.rules.changes.len();
    let changed = (changes > 0).then(|| people::off_default(changes) + ".");
    let notes = [
        players::of_run(&manifest.level, strength, summary.players),
        changed,
        manifest.not_a_number(),
        manifest.reconstructed(),
    ];
    text + &notes.iter().flatten().map(|note| wrapped("", note)).collect::<String>()
}

/// Points of a game under a header, as far as known.
fn means(key: &str, unit: &str, rows: &[&PointsRow], style: Style) -> String {
    let cells = rows.iter().map(|PointsRow { owner, mean }| {
        let places = people::decimals(mean.half_width(), 2);
        let half = mean.half_width();
        let error = half.map_or(mean.note.to_owned(), |half| format!("± {}", people::fixed(half, places)));
        let value = mean.value.map_or(String::new(), |value| people::signed(value, places));
        let owner = owner.seat().map_or(owner.to_string(), |seat| (seat.0 + 1).to_string());
        vec![owner, value, error, mean.n.to_string()]
    });
    grid(&[key, unit, "95 %", "n"], cells, &[false, true, true, true], style)
}

/// The win rates of strategies, the best first, and of seats.
pub fn rates(rates: &WinRates, style: Style) -> String {
    let mut text = format!("{}\n", win_rates("strategy", &best_first(&rates.strategies), style));
    let seats: Vec<&RateRow> = rates.seats.iter().collect();
    if !seats.is_empty() {
        text += &format!("{}\n", win_rates("seat", &seats, style));
    }
    text
}

/// Win rates under a header, with the half width of each interval or, if that is lopsided, both ends. All have as
/// many digits as the most precise one.
fn win_rates(key: &str, rows: &[&RateRow], style: Style) -> String {
    let halves = rows.iter().filter_map(|row| row.estimate.half_width()).map(|half| half * 100.0);
    let places = halves.map(|half| people::decimals(Some(half), 2)).max().unwrap_or(2);
    let percent = |number: f64| format!("{:.places$} %", number * Unit::Share.factor());
    let cells = rows.iter().map(|RateRow { owner, estimate, .. }| {
        let owner = match owner {
            Owner::Seat(seat) => (seat.0 + 1).to_string(),
            Owner::Games => "all together".to_owned(),
            owner => owner.to_string(),
        };
        let error = match (estimate.value, estimate.interval) {
            (Some(value), Some(ends)) if people::is_lopsided(value, ends.low, ends.high) => {
                format!("{} to {}", percent(ends.low), percent(ends.high))
            }
            (_, Some(ends)) => format!("± {}", percent((ends.high - ends.low) / 2.0)),
            (_, None) => estimate.note.to_owned(),
        };
        vec![owner, estimate.value.map_or(String::new(), percent), error, estimate.n.to_string()]
    });
    grid(&[key, "win_rate", "95 %", "n"], cells, &[false, true, true, true], style)
}

/// Whether a run of `games` games is as precise as requested, and how many it needs; `furthest` is the win rate
/// farthest from its goal.
pub fn precision(furthest: Option<FurthestFigure>, games: u64) -> String {
    let Some(furthest) = furthest else { return say!("run/few_deals") + "\n" };
    let percent = |half: f64| format!("± {} %", people::short(half * 100.0));
    let (half, wanted) = (percent(furthest.half_width), percent(furthest.goal));
    let games = (!furthest.is_met()).then(|| (games as f64 * furthest.factor()) as u64);
    say!("run/precision", half, wanted, games) + "\n"
}

/// Win rates of the baselines, each replacing an archetype, below those of a run; empty if none was played.
pub fn baselines(found: &Baselines, style: Style) -> String {
    if found.rows.is_empty() {
        return String::new();
    }
    let rows = win_rates("strategy", &best_first(&found.rows), style);
    let games = people::count(found.games);
    format!("baselines, each replacing one of them in {games} games:\n{rows}\n")
}

/// States that games of an earlier call count; empty if none do.
pub fn kept(before: u64) -> String {
    if before == 0 { String::new() } else { say!("run/kept", games => before) + "\n" }
}

/// The speed of playing `games` games; empty if there were none.
pub fn speed(manifest: &Manifest, games: u64, seconds: f64) -> String {
    if games == 0 {
        return String::new();
    }
    // In a continued run, assume decisions are evenly spread over its games.
    let decisions = manifest.decisions as f64 / manifest.games as f64;
    let rate = games as f64 / seconds;
    let [games, decisions] = [rate, rate * decisions].map(|rate| people::count(rate as u64));
    format!("{seconds:.1} s, {games} games/s, {decisions} decisions/s\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::Seat;
    use sim_stats::{Estimate, Interval};

    fn row(seat: u8, value: f64, half: f64, n: u64) -> RateRow {
        let interval = Some(Interval { low: value - half, high: value + half });
        let estimate = Estimate { n, value: Some(value), interval, ..Estimate::MISSING };
        RateRow { owner: Owner::Seat(Seat(seat)), estimate, fair: Some(0.5), list: None }
    }

    #[test]
    fn win_rates_of_a_thousand_million_games_have_digits_of_their_error() {
        let told = |half: f64, n: u64| {
            let rows = [row(0, 0.508_291_3, half, n), row(1, 0.491_708_7, half, n)];
            win_rates("seat", &[&rows[0], &rows[1]], Style { width: None, has_tables: true })
        };
        let few = "seat  win_rate      95 %      n\n1      50.83 %  ± 0.31 %  10000\n2      49.17 %  ± 0.31 %  10000\n";
        assert_eq!(told(3.1e-3, 10_000), few);
        let many = "seat  win_rate       95 %           n\n\
                    1     50.829 %  ± 0.003 %  1000000000\n\
                    2     49.171 %  ± 0.003 %  1000000000\n";
        assert_eq!(told(3.1e-5, 1_000_000_000), many);
    }
}
