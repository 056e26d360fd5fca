//! A field of strategies that meet at all tables: ratings, and the mix that a population ends up playing.

/// A table: the seats and the wins of each strategy, and the number of games.
#[derive(Debug, Clone, PartialEq)]
pub struct TableResult {
    pub copies: Vec<f64>,
    pub games: f64,
    pub wins: Vec<f64>,
}

/// The maximum number of steps of the iterations below; they stop earlier at convergence.
const MOST_STEPS: usize = 5000;

/// Strengths under which a seat wins in proportion to the strength of its strategy: the model of Bradley and Terry
/// (1952) for two seats, of Luce (1959) for more, fitted by Hunter's MM algorithm (2004, Annals of Statistics 32,
/// 384-406). Their mean logarithm is 0. Each strategy gets one extra win and one extra loss against a strength of 1,
/// so that one without losses has a finite strength too.
pub fn strengths(tables: &[TableResult], strategies: usize) -> Vec<f64> {
    let mut strengths = vec![1.0; strategies];
    let mut wins = vec![1.0; strategies];
    for table in tables {
        wins.iter_mut().zip(&table.wins).for_each(|(sum, wins)| *sum += wins);
    }
    for _ in 0..MOST_STEPS {
        let mut weights: Vec<f64> = strengths.iter().map(|strength| 2.0 / (strength + 1.0)).collect();
        for table in tables.iter().filter(|table| table.games > 0.0) {
            let won: f64 = table.wins.iter().sum();
            let all: f64 =
                table.copies.iter().zip(&strengths).map(|(copies, strength)| copies * strength).sum();
            weights.iter_mut().zip(&table.copies).for_each(|(sum, copies)| *sum += won * copies / all);
        }
        let mut next: Vec<f64> = wins.iter().zip(&weights).map(|(wins, weight)| wins / weight).collect();
        let mean = next.iter().map(|strength| libm::log(*strength)).sum::<f64>() / strategies as f64;
        next.iter_mut().for_each(|strength| *strength /= libm::exp(mean));
        let moved =
            next.iter().zip(&strengths).map(|(next, last)| (next / last - 1.0).abs()).fold(0.0, f64::max);
        strengths = next;
        if moved < 1e-10 {
            break;
        }
    }
    strengths
}

/// The expected share of wins of a strategy at a table, over all of its seats.
pub fn expected(table: &TableResult, strengths: &[f64], strategy: usize) -> f64 {
    let all: f64 = table.copies.iter().zip(strengths).map(|(copies, strength)| copies * strength).sum();
    table.copies[strategy] * strengths[strategy] / all
}

/// The mutation rate: the share of newcomers who pick a random strategy.
pub const MUTATION: f64 = 0.01;
/// The speed of imitation: slow enough that a cycle of three strategies converges to its center.
const PACE: f64 = 0.2;

/// The shares that a population ends up playing when it imitates strategies that win more than their fair share,
/// while one in a hundred picks at random (replicators with mutation: Hadeler 1981; Bomze and Buerger 1995, Games and
/// Economic Behavior 11, 146-172). It begins with the shares `start`. Unlike a Nash equilibrium, the outcome changes
/// little when wins do, so that it can be resampled.
pub fn crowd(tables: &[TableResult], start: &[f64], players: usize) -> Vec<f64> {
    let even = 1.0 / start.len() as f64;
    let fair = 1.0 / players as f64;
    let tables = companies(tables);
    let mut parts = start.to_vec();
    for _ in 0..MOST_STEPS {
        let fitness = expectations(&tables, &parts, players);
        let grown: Vec<f64> = parts
            .iter()
            .zip(&fitness)
            .map(|(part, fitness)| part * libm::exp(PACE * (fitness / fair - 1.0)))
            .collect();
        let all: f64 = grown.iter().sum();
        let rate = MUTATION * PACE;
        let next: Vec<f64> = grown.iter().map(|part| (1.0 - rate) * part / all + rate * even).collect();
        let moved = next.iter().zip(&parts).map(|(next, last)| (next - last).abs()).fold(0.0, f64::max);
        parts = next;
        if moved < 1e-7 {
            break;
        }
    }
    parts
}

/// The expected win rate of one seat of each strategy whose opponents are drawn from a population with these shares.
/// The played tables, weighted by their probabilities, also stand for the others. A table of copies of one strategy
/// is never played; there each seat has its fair share.
pub fn fitness(tables: &[TableResult], parts: &[f64], players: usize) -> Vec<f64> {
    expectations(&companies(tables), parts, players)
}

/// A played table: the number of orders in which its seats can be drawn, and its seats.
struct Company {
    orders: f64,
    seats: Vec<SeatCopies>,
}

struct SeatCopies {
    strategy: usize,
    copies: u32,
    won: f64,
}

fn companies(tables: &[TableResult]) -> Vec<Company> {
    let company = |table: &TableResult| {
        let (mut orders, mut seated, mut seats) = (1.0, 0.0, Vec::new());
        for (at, &copies) in table.copies.iter().enumerate().filter(|(_, copies)| **copies > 0.0) {
            for copy in 1..=copies as u32 {
                seated += 1.0;
                orders *= seated / f64::from(copy);
            }
            let won = table.wins[at] / table.games / copies;
            seats.push(SeatCopies { strategy: at, copies: copies as u32, won });
        }
        Company { orders, seats }
    };
    tables.iter().filter(|table| table.games > 0.0).map(company).collect()
}

fn expectations(tables: &[Company], parts: &[f64], players: usize) -> Vec<f64> {
    let (mut won, mut met) = (vec![0.0; parts.len()], vec![0.0; parts.len()]);
    for table in tables {
        // The probability of the whole table, which gives that of a seat's opponents.
        let power = |one: &SeatCopies| power(parts[one.strategy], one.copies);
        let chance = table.orders * table.seats.iter().map(power).product::<f64>();
        for one in table.seats.iter().filter(|one| parts[one.strategy] > 0.0) {
            let at = one.strategy;
            let company = chance * f64::from(one.copies) / parts[at] / players as f64;
            won[at] += company * one.won;
            met[at] += company;
        }
    }
    let fair = 1.0 / players as f64;
    let each = parts.iter().zip(won.iter().zip(met));
    each.map(|(part, (won, met))| {
        let alone = power(*part, players as u32 - 1);
        if met > 0.0 { alone * fair + (1.0 - alone) * won / met } else { fair }
    })
    .collect()
}

fn power(part: f64, copies: u32) -> f64 {
    (0..copies).fold(1.0, |product, _| product * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(shares: &[&[f64]]) -> Vec<TableResult> {
        let n = shares.len();
        let mut tables = Vec::new();
        for one in 0..n {
            for other in one + 1..n {
                let (mut copies, mut wins) = (vec![0.0; n], vec![0.0; n]);
                (copies[one], copies[other]) = (1.0, 1.0);
                (wins[one], wins[other]) = (1e6 * shares[one][other], 1e6 * (1.0 - shares[one][other]));
                tables.push(TableResult { copies, games: 1e6, wins });
            }
        }
        tables
    }

    #[test]
    fn strengths_are_found_that_made_the_wins() {
        let truth = [4.0, 2.0, 1.0];
        let share = |a: usize, b: usize| truth[a] / (truth[a] + truth[b]);
        let rows: Vec<Vec<f64>> = (0..3).map(|a| (0..3).map(|b| share(a, b)).collect()).collect();
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let found = strengths(&pairs(&rows), 3);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found * 2.0 / truth - 1.0).abs() < 1e-4, "{found} {truth}");
        }
        // At a table of three with two copies of the first strategy, its share is 8/11.
        let table = TableResult { copies: vec![2.0, 1.0, 1.0], games: 1.0, wins: vec![0.0; 3] };
        assert!((expected(&table, &truth, 0) - 8.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn a_crowd_drops_what_is_dominated_and_mixes_what_goes_in_a_circle() {
        // Rock, paper, scissors, and a fourth that loses to all.
        let shares: [&[f64]; 4] =
            [&[0.5, 0.3, 0.7, 0.6], &[0.7, 0.5, 0.3, 0.6], &[0.3, 0.7, 0.5, 0.6], &[0.4, 0.4, 0.4, 0.5]];
        let parts = crowd(&pairs(&shares), &[0.25; 4], 2);
        for part in &parts[..3] {
            assert!((part - 1.0 / 3.0).abs() < 0.01, "{parts:?}");
        }
        assert!(parts[3] < 0.02, "{parts:?}");
        // The better of two takes over, except for mutation.
        let two = crowd(&pairs(&[&[0.5, 0.6], &[0.4, 0.5]]), &[0.5; 2], 2);
        assert!(two[0] > 0.97, "{two:?}");
    }

    #[test]
    fn fitness_of_three_seats_is_the_expectation_over_all_companies() {
        // A wins 1/2 of AAB with its two seats, and 2/5 of ABB with its one.
        let met = |a: f64, share: f64| TableResult {
            copies: vec![a, 3.0 - a],
            games: 100.0,
            wins: vec![100.0 * share, 100.0 * (1.0 - share)],
        };
        let found = fitness(&[met(2.0, 0.5), met(1.0, 0.4)], &[0.25, 0.75], 3);
        // Opponents of a seat of A: AA 1/16, AB 6/16, BB 9/16.
        let a = 1.0 / 16.0 / 3.0 + 6.0 / 16.0 * 0.25 + 9.0 / 16.0 * 0.4;
        // Opponents of a seat of B: AA 1/16, where it wins 1/2; AB 6/16, where it wins 3/10; BB 9/16.
        let b = 1.0 / 16.0 * 0.5 + 6.0 / 16.0 * 0.3 + 9.0 / 16.0 / 3.0;
        assert!((found[0] - a).abs() < 1e-12 && (found[1] - b).abs() < 1e-12, "{found:?} {a} {b}");
    }

    #[test]
    fn tables_that_were_not_played_count_as_those_that_were() {
        // A has won 2/3 against B. Its results against C, which it meets as often, are unknown.
        let table = TableResult { copies: vec![1.0, 1.0, 0.0], games: 3.0, wins: vec![2.0, 1.0, 0.0] };
        let found = fitness(&[table], &[0.2, 0.4, 0.4], 2);
        let expected = [0.2 * 0.5 + 0.8 * 2.0 / 3.0, 0.4 * 0.5 + 0.6 / 3.0, 0.5];
        assert!(
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12),
            "{found:?}"
        );
    }
}
