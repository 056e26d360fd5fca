//! A figure of a panel of strong strategies. Its error covers the deals and the choice of members.
//!
//! The panel's `k` members are a sample of the ways to play well. They sit equally often in each seat, so to first
//! order the figure is a mean over members (the projection of a U-statistic; Hoeffding 1948), and the choice of
//! members adds `tau² / k` to its variance. `tau²` is the variance between members of their influence on the figure:
//! `spread`, the variance found between members, minus `noise`, the amount of it due to deals. `spread` has only
//! `k - 1` degrees of freedom, the error of the deals has many. The interval combines them,
//!
//! ```text
//! half width² = (half width over deals)² + t² max(0, spread - (1 - 1 / √(k - 1)) noise) / k
//! ```
//!
//! with Student's `t` for `k - 1` degrees of freedom. Subtracting all of the noise would be too much, as the spread
//! may be small by chance: its relative standard error is `√(2 / (k - 1))`, and `1 / √2` of that error stays. With
//! normal influences and 4 or more members, coverage is 93.6 to 97.0 % if members add at least half as much variance
//! as deals, and at most 98.5 % if they add none; the tests integrate and simulate it.
//!
//! There are two limits (`scripts/coverage of_panels`). First, [`seat_influence`] assumes that the other seats lose
//! evenly what a member gains in a seat. If the losses of three neighbors differ by as much as an even share,
//! coverage is 93 %. The exact influence on a seat is `p (k - 1) / (k - p)` times the difference that a member at the
//! table, in any seat, makes to the win rate of that seat; it needs those wins by member, and `k > p`. Second, a few
//! members cannot show a rare way to play. If one strategy in five is of another kind, and members add far more
//! variance than deals, coverage is 67 % with five members and 83 % with eight.

use std::iter::once;

use super::estimate::{Estimate, Interval, student_of_few};

/// The minimum number of members that shows a spread.
const FEWEST: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MemberSpread {
    /// The figure of the whole panel. Standard error and interval include the spread between members, from three
    /// members on.
    pub estimate: Estimate,
    /// Standard error over deals alone.
    pub sampling: Option<f64>,
    /// Standard deviation between members of their influence on the figure, without sampling noise. Divided by the
    /// root of the number of members it is their contribution to the standard error.
    pub spread: Option<f64>,
}

/// The influence of a member on the effect of a seat, divided by its deviation from the mean of members in that
/// seat.
///
/// A member's seat effect is its win rate in the seat minus its mean win rate over seats. While the member sits
/// elsewhere, the seat gains too: together this is `players / (players - 1)` times the member's gain. Its opponents
/// are the other members, which hold this seat when it does not, so its effect shows only
/// `1 - 1 / ((members - 1) (players - 1))` of the gain. Exact for two players.
pub fn seat_influence(players: usize, members: usize) -> f64 {
    let (players, others) = (players as f64, members as f64 - 1.0);
    players * others / ((players - 1.0) * others - 1.0)
}

/// `mixed`, the mean of a figure over `members`, with an error that includes the spread between them. `influence` is
/// the influence of a member on `mixed` per unit of deviation of its own figure: [`seat_influence`], or 1 if the
/// members' figures are independent.
///
/// The estimate is missing if a member or the mean has no interval.
pub fn over_members(mixed: &Estimate, members: &[Estimate], influence: f64) -> MemberSpread {
    let errors: Option<Vec<(f64, f64)>> = members.iter().map(value_and_error).collect();
    let known = value_and_error(mixed).zip(mixed.half_width());
    let (Some(((value, sampling), half)), Some(errors)) = (known, errors) else {
        let missing = once(mixed).chain(members).find(|one| value_and_error(one).is_none());
        let note = missing.map_or("", |one| one.note);
        let estimate = Estimate { n: mixed.n, deals: mixed.deals, note, ..Estimate::MISSING };
        return MemberSpread { estimate, sampling: None, spread: None };
    };
    let alone = MemberSpread {
        estimate: Estimate { note: "fewer than 3 members", ..*mixed },
        sampling: Some(sampling),
        spread: None,
    };
    if errors.len() < FEWEST {
        return alone;
    }
    let influences = Influences::of(&errors, sampling, influence);
    let Some(half) = influences.half_width(half) else { return alone };
    let between = (influences.spread - influences.noise).max(0.0);
    let estimate = Estimate {
        degrees: errors.len() as u64 - 1,
        standard_error: Some((sampling * sampling + between / errors.len() as f64).sqrt()),
        interval: Some(Interval { low: value - half, high: value + half }),
        note: "",
        ..*mixed
    };
    MemberSpread { estimate, spread: Some(between.sqrt()), ..alone }
}

/// The value and standard error of an estimate that has an interval too.
fn value_and_error(of: &Estimate) -> Option<(f64, f64)> {
    of.interval.and(of.value).zip(of.standard_error)
}

/// The influences of members on the mixed figure.
struct Influences {
    count: usize,
    /// Their variance.
    spread: f64,
    /// The amount of the spread that is expected from deals alone.
    noise: f64,
}

impl Influences {
    fn of(members: &[(f64, f64)], sampling: f64, influence: f64) -> Influences {
        let count = members.len() as f64;
        let mean = members.iter().map(|(value, _)| value).sum::<f64>() / count;
        let squares: f64 = members.iter().map(|(value, _)| (value - mean).powi(2)).sum();
        // Members share games, so their errors are correlated. Whatever the correlations, the expected sum of squared
        // errors around their mean is the sum of squared errors minus `count` times the squared error of the mean.
        let errors: f64 = members.iter().map(|(_, error)| error * error).sum();
        let noise = (errors - count * sampling * sampling).max(0.0);
        let scale = influence * influence / (count - 1.0);
        Influences { count: members.len(), spread: scale * squares, noise: scale * noise }
    }

    /// The half-width of the interval, from that over deals alone; `None` with a single member.
    fn half_width(&self, over_deals: f64) -> Option<f64> {
        let degrees = self.count.checked_sub(1)?;
        let t = student_of_few(degrees as u64)?;
        let known = 1.0 - 1.0 / (degrees as f64).sqrt();
        let beyond = (self.spread - known * self.noise).max(0.0);
        Some((over_deals * over_deals + t * t * beyond / self.count as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        estimate::Z,
        simulated::{coverage, normal_law},
    };
    use sim_engine::{Luck, Purpose, luck::Stream};

    fn figure(value: f64, error: f64) -> Estimate {
        let blank = Estimate { n: 900, deals: 300, degrees: 1_000_000, note: "", ..Estimate::MISSING };
        Estimate { value: Some(value), ..blank }.with_error(error)
    }

    #[test]
    fn members_that_agree_leave_the_error_of_the_deals() {
        // Independent figures of 4 members: their mean has a standard error of .2 / sqrt(4).
        let same = over_members(&figure(5.0, 0.1), &[figure(5.0, 0.2); 4], 1.0);
        assert_eq!((same.spread, same.sampling), (Some(0.0), Some(0.1)));
        assert_eq!((same.estimate.standard_error, same.estimate.degrees), (Some(0.1), 3));
        assert!((same.estimate.half_width().unwrap() - 0.1 * Z).abs() < 1e-5, "{same:?}");
    }

    #[test]
    fn members_that_differ_widen_the_interval_by_their_influence() {
        let members = [3.0, 4.0, 5.0, 6.0, 7.0].map(|value| figure(value, 1e-9));
        // The members have a variance of 2.5. Influences of twice the size have four times that variance.
        for (influence, spread) in [(1.0, 2.5_f64.sqrt()), (2.0, 10.0_f64.sqrt())] {
            let found = over_members(&figure(5.0, 1e-9), &members, influence);
            assert!((found.spread.unwrap() - spread).abs() < 1e-6, "{found:?}");
            let error = found.estimate.standard_error.unwrap();
            assert!((error - spread / 5.0_f64.sqrt()).abs() < 1e-6, "{found:?}");
            // Student's quantile for four degrees.
            assert!((found.estimate.half_width().unwrap() - 2.7764 * error).abs() < 1e-3, "{found:?}");
            assert_eq!((found.estimate.value, found.estimate.note), (Some(5.0), ""));
        }
    }

    #[test]
    fn the_noise_of_deals_is_no_spread_between_members() {
        let members = [4.0, 5.0, 6.0].map(|value| figure(value, 0.9));
        // The sum of squares around the mean is 2, of which 3 (.9² - .5²) are noise.
        let found = over_members(&figure(5.0, 0.5), &members, 1.0);
        assert!((found.spread.unwrap().powi(2) - (2.0 - 1.68) / 2.0).abs() < 1e-9, "{found:?}");
        let beyond = 1.0 - (1.0 - 0.5_f64.sqrt()) * 0.84;
        let half = (0.25 * Z * Z + 4.3027_f64.powi(2) * beyond / 3.0).sqrt();
        assert!((found.estimate.half_width().unwrap() - half).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn fewer_than_three_members_have_no_spread() {
        let mixed = figure(5.0, 0.1);
        for members in [&[][..], &[mixed], &[figure(4.0, 0.1), figure(6.0, 0.1)]] {
            let found = over_members(&mixed, members, 2.0);
            assert_eq!((found.sampling, found.spread), (Some(0.1), None));
            assert_eq!(found.estimate, Estimate { note: "fewer than 3 members", ..mixed });
        }
    }

    #[test]
    fn nothing_is_estimated_where_a_member_is_missing() {
        let mixed = figure(5.0, 0.1);
        let few = Estimate { interval: None, note: "fewer than 30 deals", ..mixed };
        for (mixed, last, note) in [
            (mixed, Estimate::MISSING, "not observed"),
            (mixed, few, "fewer than 30 deals"),
            (few, mixed, "fewer than 30 deals"),
        ] {
            let found = over_members(&mixed, &[mixed, mixed, mixed, last], 1.0);
            assert_eq!((found.sampling, found.spread), (None, None));
            assert_eq!(found.estimate, Estimate { n: 900, deals: 300, note, ..Estimate::MISSING });
        }
    }

    /// Coverage of the effect of a seat if members add `ratio` times the variance of the deals, by integration.
    fn integrated(members: usize, players: usize, ratio: f64) -> f64 {
        // The noise of influences with independent games, divided by `members` times the variance over deals.
        let noise = seat_influence(players, members);
        let count = members as f64;
        coverage(members, (1.0 + ratio).sqrt(), |chi| {
            let influences =
                Influences { count: members, spread: count * (ratio + noise) * chi, noise: count * noise };
            influences.half_width(Z).unwrap()
        })
    }

    #[test]
    fn the_interval_holds_the_truth_however_much_members_differ() {
        for members in [4, 5, 8] {
            for players in [2, 4] {
                for ratio in [0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0] {
                    let covered = integrated(members, players, ratio);
                    assert!((0.935..0.9705).contains(&covered), "{members} {players} {ratio}: {covered}");
                }
                let covered = integrated(members, players, 0.0);
                assert!((0.975..0.986).contains(&covered), "{members} {players}: {covered}");
            }
        }
    }

    /// A panel that plays all tables of distinct members, in all orders of seats.
    #[derive(Clone, Copy)]
    struct Panel {
        members: usize,
        players: usize,
        /// The variance that members add to the effect of a seat, divided by the sampling variance.
        ratio: f64,
        law: Law,
    }

    /// The distribution of what a seat is worth to a member.
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Law {
        /// Normal; the other seats lose a member's gain in equal shares.
        Normal,
        /// Normal; the losses of the other seats differ by as much as an equal share of what the seat is worth.
        UnevenLosses,
        /// One member in five plays in another way, which gains in the first seat.
        RareKind,
    }

    #[derive(Debug)]
    struct Simulated {
        covered: f64,
        /// The mean squared spread, divided by the true one with equal losses; of no use if that is 0.
        spread: f64,
    }

    /// The true effect of the first seat on the win rate.
    const FIRST_SEAT: f64 = 0.05;
    /// The maximum standard deviation of influences, so that all win probabilities stay above 0.
    const MOST_SPREAD: f64 = 0.04;

    impl Panel {
        /// Members by seat of every table.
        fn tables(&self) -> Vec<Vec<usize>> {
            let mut tables = vec![vec![]];
            for _ in 0..self.players {
                let longer = |table: &Vec<usize>| -> Vec<Vec<usize>> {
                    let free = (0..self.members).filter(|member| !table.contains(member));
                    free.map(|member| [table.as_slice(), &[member]].concat()).collect()
                };
                tables = tables.iter().flat_map(longer).collect();
            }
            tables
        }

        /// Changes of the win probability by member, seat that wins, and seat of the member. `seat` is the standard
        /// deviation of what a seat is worth to a member, and also that of its strength.
        fn gains(&self, seat: f64, normal: &mut impl FnMut() -> f64) -> Vec<Vec<Vec<f64>>> {
            let players = self.players;
            let others = players as f64 - 1.0;
            let unevenness = match self.law {
                Law::UnevenLosses => seat / others / (1.0 - 1.0 / others).sqrt(),
                Law::Normal | Law::RareKind => 0.0,
            };
            let mut gains = vec![vec![vec![0.0; players]; players]; self.members];
            for gains in &mut gains {
                let strength = seat * normal();
                // A normal value is above 0.8416 with a probability of 1/5. `kind` has mean 0 and variance 1.
                let kind = if normal() > 0.8416 { 2.0 } else { -0.5 };
                for own in 0..players {
                    let worth = match (self.law, own) {
                        (Law::RareKind, 0) => kind * (others / players as f64).sqrt(),
                        (Law::RareKind, _) => -kind / (others * players as f64).sqrt(),
                        _ => normal(),
                    };
                    let gain = strength + seat * worth;
                    let neighbours: Vec<f64> = (1..players).map(|_| normal()).collect();
                    let mean = neighbours.iter().sum::<f64>() / others;
                    gains[own][own] = gain;
                    for (apart, neighbour) in (1..players).zip(&neighbours) {
                        gains[(own + apart) % players][own] = unevenness * (neighbour - mean) - gain / others;
                    }
                }
            }
            gains
        }

        /// Cumulative win probabilities by seat.
        fn chances(&self, gains: &[Vec<Vec<f64>>], table: &[usize]) -> Vec<f64> {
            let players = self.players as f64;
            let mut below = 0.0;
            let mut add = |winner: usize| {
                let base = if winner == 0 { FIRST_SEAT } else { -FIRST_SEAT / (players - 1.0) };
                let changes = table.iter().enumerate().map(|(own, member)| gains[*member][winner][own]);
                below += 1.0 / players + base + changes.sum::<f64>();
                below
            };
            (0..self.players).map(&mut add).collect()
        }

        /// Plays `rounds` games per table. Returns wins by member and seat.
        fn play(&self, gains: &[Vec<Vec<f64>>], rounds: u32, stream: &mut Stream) -> Vec<Vec<u32>> {
            let mut wins = vec![vec![0; self.players]; self.members];
            for table in self.tables() {
                let chances = self.chances(gains, &table);
                for _ in 0..rounds {
                    let at = stream.unit();
                    let winner = chances.iter().position(|below| at < *below).unwrap_or(self.players - 1);
                    wins[table[winner]][winner] += 1;
                }
            }
            wins
        }

        /// The effect of the first seat for the panel, and for each member.
        fn effects(&self, wins: &[Vec<u32>]) -> (Estimate, Vec<Estimate>) {
            let fair = 1.0 / self.players as f64;
            let games = f64::from(wins.iter().flatten().sum::<u32>());
            let share = |wins: u32, of: f64| {
                let share = f64::from(wins) / of;
                (share, share * (1.0 - share) / of)
            };
            let (mixed, variance) = share(wins.iter().map(|wins| wins[0]).sum(), games);
            let of_member = |wins: &Vec<u32>| {
                let (mut effect, mut variance) = (0.0, 0.0);
                for (seat, wins) in wins.iter().enumerate() {
                    let (share, error) = share(*wins, games / self.members as f64);
                    let weight = if seat == 0 { 1.0 - fair } else { -fair };
                    effect += weight * share;
                    variance += weight * weight * error;
                }
                figure(effect, variance.sqrt())
            };
            (figure(mixed - fair, variance.sqrt()), wins.iter().map(of_member).collect())
        }

        fn simulate(&self, runs: u64, influence: f64) -> Simulated {
            let (members, fair, tables) =
                (self.members as f64, 1.0 / self.players as f64, self.tables().len());
            // Enough games per table that the spread is at most `MOST_SPREAD`.
            let scaled = self.ratio * members * fair * (1.0 - fair) / tables as f64;
            let rounds = (scaled / (MOST_SPREAD * MOST_SPREAD)).ceil().max(1.0);
            let variance = scaled / rounds;
            let (mut covered, mut squares) = (0, 0.0);
            for run in 0..runs {
                let luck = Luck::new(7, run);
                let mut normal = normal_law(luck.stream(Purpose::new("test.members"), 0));
                let gains = self.gains((variance * (1.0 - fair)).sqrt(), &mut normal);
                let mut stream = luck.stream(Purpose::new("test.games"), 0);
                let (mixed, each) = self.effects(&self.play(&gains, rounds as u32, &mut stream));
                let found = over_members(&mixed, &each, influence);
                let ends = found.estimate.interval.unwrap();
                covered += u64::from(ends.low <= FIRST_SEAT && FIRST_SEAT <= ends.high);
                squares += found.spread.unwrap().powi(2);
            }
            let runs = runs as f64;
            Simulated { covered: covered as f64 / runs, spread: squares / runs / variance }
        }
    }

    #[test]
    fn simulated_panels_are_covered_as_often_as_the_integral_says() {
        for (members, players, ratio) in [(5, 2, 10.0), (6, 4, 4.0)] {
            let panel = Panel { members, players, ratio, law: Law::Normal };
            let found = panel.simulate(1000, seat_influence(players, members));
            // The standard error of the coverage is .007, that of the mean squared spread below .03. Truncation at 0
            // raises the latter a little.
            let wanted = integrated(members, players, ratio);
            assert!((found.covered - wanted).abs() < 0.02, "{members}, {players}: {found:?}, {wanted}");
            assert!((found.spread - 1.0).abs() < 0.09, "{members}, {players}: {found:?}");
        }
        // An influence of 2 ignores that a member's opponents are members too. It is three quarters of the exact one.
        let short = Panel { members: 5, players: 2, ratio: 10.0, law: Law::Normal }.simulate(1000, 2.0);
        assert!((short.spread - 0.5625).abs() < 0.06 && short.covered < 0.92, "{short:?}");
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_panels() {
        println!(
            "effect of a seat in 10,000 panels each: covered, in percent, and the squared spread over the true"
        );
        println!("one, by the variance that members add over that of deals");
        let ratios = [0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0];
        println!("members       players  of them{}", ratios.map(|ratio| format!("{ratio:>10}")).concat());
        for (law, players) in [(Law::Normal, 2), (Law::Normal, 4), (Law::UnevenLosses, 4), (Law::RareKind, 4)]
        {
            for members in 5..=8 {
                print!("{:12} {players:8} {members:8} ", format!("{law:?}"));
                for ratio in ratios {
                    let panel = Panel { members, players, ratio, law };
                    let found = panel.simulate(10_000, seat_influence(players, members));
                    print!(" {:4.1} {:4.2}", 100.0 * found.covered, found.spread);
                    // The standard error of a share of .95 is .0022.
                    let wanted = match law {
                        _ if ratio == 0.0 => 0.97..0.99,
                        Law::Normal => 0.933..0.975,
                        Law::UnevenLosses => 0.9..0.975,
                        Law::RareKind => 0.6..0.975,
                    };
                    assert!(wanted.contains(&found.covered), "{members} {players} {ratio}: {found:?}");
                }
                println!();
            }
        }
    }
}
