//! A tournament: everybody at every table.
//!
//! Errors are those of a Poisson bootstrap over groups of deals (Chamandy and others 2012): ratings and crowds
//! are no means, and a jackknife of what jumps says nothing.

use rayon::prelude::*;

use super::{Cell, Column, Subject, Table};
use sim_engine::{Luck, Purpose, analysis::Heat, text::people};
use sim_play::tally::{PARTS, Tournament};
use sim_stats::{
    estimate::Z,
    field::{Met, crowd, expected, strengths},
    multiplicity::simultaneous_quantile,
    nash::nash,
};

const RESAMPLE: Purpose = Purpose::new("tournament.resample");
/// Resampled tournaments.
const SAMPLES: u64 = 200;

/// All numbers of a tournament, or of a resampled one.
#[derive(Debug, Clone)]
struct Reading {
    /// By strategy: its part of the wins, per seat held.
    shares: Vec<f64>,
    /// Elo points.
    ratings: Vec<f64>,
    /// By strategy and other: see [`beside`].
    pairs: Vec<Vec<f64>>,
    crowd: Vec<f64>,
    /// Of two players.
    nash: Option<Vec<f64>>,
}

impl Reading {
    fn of(tables: &[Met], strategies: usize, players: usize, start: &[f64]) -> Reading {
        let scale = 400.0 / libm::log(10.0);
        let elo = |strength: f64| scale * libm::log(strength);
        let share = |at: usize| {
            let sat = |table: &Met| table.games * table.copies[at];
            let seats: f64 = tables.iter().map(sat).sum();
            tables.iter().map(|table| table.wins[at]).sum::<f64>() / seats
        };
        let pairs: Vec<Vec<f64>> = (0..strategies)
            .map(|one| (0..strategies).map(|other| beside(tables, one, other)).collect())
            .collect();
        Reading {
            shares: (0..strategies).map(share).collect(),
            ratings: strengths(tables, strategies).into_iter().map(elo).collect(),
            crowd: crowd(tables, start, players),
            nash: (players == 2).then(|| nash(&pairs)),
            pairs,
        }
    }
}

/// The part that a seat of one strategy has of the wins of one seat of each, at all tables where both sit.
fn beside(tables: &[Met], one: usize, other: usize) -> f64 {
    if one == other {
        return 0.5;
    }
    let (mut own, mut all) = (0.0, 0.0);
    for table in tables.iter().filter(|table| table.copies[one] > 0.0 && table.copies[other] > 0.0) {
        let [mine, theirs] = [one, other].map(|at| table.wins[at] / table.copies[at]);
        own += mine;
        all += mine + theirs;
    }
    if all > 0.0 { own / all } else { 0.5 }
}

/// What a tournament says: ratings, pairs, and what stands out.
pub struct Standings {
    pub ratings: Table,
    pub pairs: Table,
    /// In words: who is dominated, who beats whom in a cycle, and where ratings mislead most.
    pub findings: Vec<String>,
}

/// What the strategies of a tournament would end up being played by: the Nash equilibrium of two players, and
/// with more what a crowd ends up playing.
pub fn equilibrium(played: &Tournament) -> Vec<f64> {
    let n = played.strategies;
    let whole = Reading::of(&played.weighted(&[1.0; PARTS]), n, played.players, &vec![1.0 / n as f64; n]);
    whole.nash.unwrap_or(whole.crowd)
}

/// Reads a tournament.
pub fn tournament(subject: &Subject<'_>, played: &Tournament, seed: u64) -> Standings {
    let (n, players) = (played.strategies, played.players);
    let tables = played.weighted(&[1.0; PARTS]);
    let whole = Reading::of(&tables, n, players, &vec![1.0 / n as f64; n]);
    // A resampled crowd begins where the whole one ended, and so gets there sooner.
    let sample = |at| Reading::of(&played.weighted(&weights(seed, at)), n, players, &whole.crowd);
    let samples: Vec<Reading> = (0..SAMPLES).into_par_iter().map(sample).collect();
    let spread = |of: &dyn Fn(&Reading) -> f64| {
        let mean = samples.iter().map(of).sum::<f64>() / SAMPLES as f64;
        let squares: f64 = samples.iter().map(|sample| (of(sample) - mean).powi(2)).sum();
        (squares / (SAMPLES - 1) as f64).sqrt()
    };
    let ends = |of: &dyn Fn(&Reading) -> f64| {
        let mut values: Vec<f64> = samples.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        let edge = SAMPLES as usize / 40;
        [values[edge], values[values.len() - 1 - edge]]
    };

    let name = |at: usize| subject.strategies[at].as_str();
    let mut ratings = Table::new(
        "tournament_ratings",
        "Ratings, and what people would end up playing",
        "Who meets whom at all tables that the strategies can fill, or at a sample of them. rating: Elo points of a seat whose chance to win is in proportion to its strength. played: part of a crowd that turns to what wins more than its fair share, while one in a hundred picks anything. nash: part of the equilibrium of two players, which nothing in the field beats; of several the most even one. Errors by resampling deals.",
        RATINGS,
    );
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&one, &other| whole.ratings[other].total_cmp(&whole.ratings[one]));
    for &at in &order {
        let numbers = |value: f64, error: f64| [value, error].map(|number| Cell::number(Some(number)));
        let mut cells = vec![Cell::text(name(at))];
        cells.extend(numbers(whole.shares[at], spread(&|one| one.shares[at])));
        cells.extend(numbers(whole.ratings[at], spread(&|one| one.ratings[at])));
        cells.push(Cell::number(Some(whole.crowd[at])));
        cells.extend(ends(&|one| one.crowd[at]).map(|end| Cell::number(Some(end))));
        if let Some(nash) = &whole.nash {
            cells.push(Cell::number(Some(nash[at])));
            let part = |one: &Reading| one.nash.as_ref().map_or(0.0, |nash| nash[at]);
            cells.extend(ends(&part).map(|end| Cell::number(Some(end))));
        } else {
            cells.extend([Cell::Missing, Cell::Missing, Cell::Missing]);
        }
        ratings.rows.push(cells);
    }

    let mut pairs = Table::new(
        "tournament_pairs",
        "Strategy beside strategy",
        "Part that one seat of the strategy has of the wins of one seat of each of both, at all tables where both sit; with two players its win rate against the other.",
        PAIRS,
    );
    pairs.heat = Some(Heat {
        row: "strategy",
        column: "beside",
        value: "win_rate",
        unit: "part of the row",
        mark: "",
        word: "",
    });
    // Low ends, for findings over the whole list of pairs.
    let quantile = simultaneous_quantile(n * (n - 1) / 2);
    let mut surely = vec![vec![false; n]; n];
    for &one in &order {
        for &other in order.iter().filter(|&&other| other != one) {
            let value = whole.pairs[one][other];
            let error = spread(&|sample| sample.pairs[one][other]);
            surely[one][other] = value - quantile * error > 0.5;
            let numbers = [value, error, value - Z * error, value + Z * error];
            let mut cells = vec![Cell::text(name(one)), Cell::text(name(other))];
            cells.extend(numbers.map(|number| Cell::number(Some(number))));
            pairs.rows.push(cells);
        }
    }
    let mut findings = cycles(&surely, &name);
    if players == 2 {
        let sure = |better: usize, worse: usize, rival: usize| {
            let gain = |one: &Reading| one.pairs[better][rival] - one.pairs[worse][rival];
            gain(&whole) - quantile * spread(&gain) > 0.0
        };
        for worse in 0..n {
            let is_better =
                |&better: &usize| better != worse && (0..n).all(|rival| sure(better, worse, rival));
            let better: Vec<String> = (0..n).filter(is_better).map(|at| name(at).to_owned()).collect();
            if let Some(first) = better.first() {
                let more = if better.len() > 1 {
                    format!(" (and {} more)", better.len() - 1)
                } else {
                    String::new()
                };
                findings.push(format!("{first}{more} does better than {} against everybody.", name(worse)));
            }
        }
    }
    findings.extend(misfit(&tables, &whole, &name));
    Standings { ratings, pairs, findings }
}

/// Poisson weights of the parts of a resampled tournament.
fn weights(seed: u64, sample: u64) -> [f64; PARTS] {
    let mut stream = Luck::new(seed, sample).stream(RESAMPLE, 0);
    let mut weights = [0.0; PARTS];
    for weight in &mut weights {
        // By inversion: the chance of 0 is 1/e, and that of one more is so many times smaller.
        let (mut left, mut chance) = (stream.unit(), libm::exp(-1.0));
        while left >= chance && *weight < 20.0 {
            left -= chance;
            *weight += 1.0;
            chance /= *weight;
        }
    }
    weights
}

/// Intransitive cycles of three, each of whom surely beats the next.
fn cycles<'a>(surely: &[Vec<bool>], name: &dyn Fn(usize) -> &'a str) -> Vec<String> {
    let n = surely.len();
    let mut found = Vec::new();
    for one in 0..n {
        for other in one + 1..n {
            for third in (one + 1..n).filter(|&third| third != other) {
                if surely[one][other] && surely[other][third] && surely[third][one] {
                    let (one, other, third) = (name(one), name(other), name(third));
                    found.push(format!(
                        "An intransitive cycle: {one} beats {other}, {other} beats {third}, {third} beats {one}."
                    ));
                }
            }
        }
    }
    found
}

/// The table at which ratings are furthest from what was won.
fn misfit<'a>(tables: &[Met], whole: &Reading, name: &dyn Fn(usize) -> &'a str) -> Option<String> {
    let strengths: Vec<f64> = whole.ratings.iter().map(|rating| libm::exp10(rating / 400.0)).collect();
    let seats = || {
        tables.iter().filter(|table| table.games > 0.0).flat_map(|table| {
            let strengths = &strengths;
            let sits = (0..table.copies.len()).filter(|&at| table.copies[at] > 0.0);
            sits.map(move |at| (table, at, table.wins[at] / table.games, expected(table, strengths, at)))
        })
    };
    let off = |won: f64, wanted: f64| (won - wanted).abs();
    let (table, at, won, wanted) =
        seats().max_by(|one, other| off(one.2, one.3).total_cmp(&off(other.2, other.3)))?;
    let (misses, places) =
        seats().fold((0.0, 0.0), |(sum, places), (.., won, wanted)| (sum + off(won, wanted), places + 1.0));
    let usual = misses / places * 100.0;
    let others: Vec<String> = (0..table.copies.len())
        .flat_map(|other| {
            let copies = table.copies[other] as usize - usize::from(other == at);
            std::iter::repeat_n(name(other).to_owned(), copies)
        })
        .collect();
    Some(format!(
        "Ratings miss what is won at a table by {usual:.1} points on average, luck among them; most of {} beside {}: they say {:.1} %, and it wins {:.1} %.",
        name(at),
        people::list(&others),
        wanted * 100.0,
        won * 100.0
    ))
}

const RATINGS: &[Column] = &[
    Column { name: "strategy", about: "The strategy." },
    Column { name: "win_rate", about: "Part of the wins, per seat held." },
    Column { name: "win_rate_error", about: "Standard error of the win rate." },
    Column { name: "rating", about: "Elo points; their mean is 0." },
    Column { name: "rating_error", about: "Standard error of the rating." },
    Column { name: "played", about: "Part of the crowd that plays it in the end." },
    Column { name: "played_low", about: "Lower end of the middle 95 % of resampled crowds." },
    Column { name: "played_high", about: "Upper end." },
    Column { name: "nash", about: "Part of the Nash equilibrium; with two players only." },
    Column { name: "nash_low", about: "Lower end of the middle 95 % of resampled equilibria." },
    Column { name: "nash_high", about: "Upper end." },
];

const PAIRS: &[Column] = &[
    Column { name: "strategy", about: "The strategy." },
    Column { name: "beside", about: "The other." },
    Column { name: "win_rate", about: "Its part of the wins of one seat of each." },
    Column { name: "standard_error", about: "Standard error, by resampling deals." },
    Column::low("low"),
    Column::high("high"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_poisson_ones() {
        let all: Vec<f64> = (0..400).flat_map(|sample| weights(3, sample)).collect();
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let variance = all.iter().map(|weight| (weight - 1.0).powi(2)).sum::<f64>() / n;
        let none = all.iter().filter(|weight| **weight == 0.0).count() as f64 / n;
        // 25,600 weights: standard errors of .006, .011 and .003.
        assert!((mean - 1.0).abs() < 0.03 && (variance - 1.0).abs() < 0.06, "{mean} {variance}");
        assert!((none - 0.3679).abs() < 0.015, "{none}");
    }

    #[test]
    fn cycles_are_told_once() {
        let mut surely = vec![vec![false; 4]; 4];
        for (one, other) in [(0, 2), (2, 1), (1, 0), (0, 3), (1, 3)] {
            surely[one][other] = true;
        }
        let found = cycles(&surely, &|at| ["a", "b", "c", "d"][at]);
        assert_eq!(found, ["An intransitive cycle: a beats c, c beats b, b beats a."]);
    }
}
