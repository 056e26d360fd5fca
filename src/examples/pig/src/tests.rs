//! Known answers: published results of optimal play, and simulated games against exact chances.

use crate::TITLE;
use sim_engine::{Game, Luck, Seat};
use sim_play::episode::{Episode, Nobody, Workbench};
use sim_script::played::{self, Played, with};
use sim_script::{Strategy, library};

use crate::{Odds, Pig, State};

/// Whether to roll, by my points, the rival's and the turn total.
type Policy<'a> = &'a dyn Fn(usize, usize, usize) -> bool;

fn hold_at(limit: usize) -> impl Fn(usize, usize, usize) -> bool {
    move |_, _, total| total < limit
}

fn end_race(mine: usize, rival: usize, total: usize) -> bool {
    let pace = 21.0 + ((rival as f64 - mine as f64) / 8.0 + 0.5).floor();
    mine.max(rival) >= 71 || (total as f64) < pace
}

fn optimal(odds: &Odds) -> impl Fn(usize, usize, usize) -> bool {
    |mine, rival, total| odds.win_if_roll(mine, rival, total) > odds.win_if_hold(mine, rival, total)
}

/// The chance that policy `first`, which begins, beats `second`, with one die of `faces` faces.
fn first_wins(target: usize, faces: usize, first: Policy, second: Policy) -> f64 {
    // Win chances before a turn, by the player in turn, its points and the rival's.
    let mut wins = vec![[0.0; 2]; target * target];
    for both in (0..2 * target - 1).rev() {
        for mine in both.saturating_sub(target - 1)..=both.min(target - 1) {
            let rival = both - mine;
            // The chance to win by holding, and the chance to lose the turn.
            let turn = |who: usize, policy: Policy, mine: usize, rival: usize| {
                let mut after = vec![(1.0, 0.0); target - mine + faces];
                for total in (0..target - mine).rev() {
                    after[total] = if total > 0 && !policy(mine, rival, total) {
                        (1.0 - wins[rival * target + mine + total][1 - who], 0.0)
                    } else {
                        let add = |(won, lost), more: &(f64, f64)| (won + more.0, lost + more.1);
                        let (won, lost) = after[total + 2..=total + faces].iter().fold((0.0, 1.0), add);
                        (won / faces as f64, lost / faces as f64)
                    };
                }
                after[0]
            };
            // A player who loses the turn wins if the other does not: two equations.
            let (one, other) = (turn(0, first, mine, rival), turn(1, second, rival, mine));
            let win =
                |(won, lost), (their, theirs)| (won + lost * (1.0 - their - theirs)) / (1.0 - lost * theirs);
            wins[mine * target + rival][0] = win(one, other);
            wins[rival * target + mine][1] = win(other, one);
        }
    }
    wins[0][0]
}

/// Panics if wins this far from `chance` occur less than once in ten thousand times, by the exact tails of the
/// binomial distribution.
fn fits(wins: u32, games: u32, chance: f64) {
    let gamma = |count: u32| libm::lgamma(f64::from(count) + 1.0);
    let exactly = |wins: u32| {
        let ways = gamma(games) - gamma(wins) - gamma(games - wins);
        (ways + f64::from(wins) * chance.ln() + f64::from(games - wins) * (1.0 - chance).ln()).exp()
    };
    let tails = [(0..=wins).map(exactly).sum::<f64>(), (wins..=games).map(exactly).sum::<f64>()];
    assert!(tails.iter().all(|tail| *tail > 0.5e-4), "{wins} wins of {games} by a chance of {chance}");
}

fn shipped(name: &str) -> Strategy {
    library::shipped(&TITLE, name).unwrap().unwrap()
}

/// Wins of the strategy that begins.
fn wins(game: &Pig, games: u32, [first, second]: [&str; 2]) -> u32 {
    let (first, second) = (shipped(first), shipped(second));
    let (mut bench, mut record) = (Workbench::new(game), game.record());
    let won = (0..u64::from(games)).filter(|&deal| {
        let luck = Luck::new(1, deal);
        let dealt = game.deal(&luck, &mut |_| {});
        record.clear();
        let episode = Episode { game, seats: &[&first, &second] };
        episode.play(&dealt, &luck, &mut bench, &mut record, &mut Nobody);
        record.places[Seat(0)] == 1
    });
    won.count() as u32
}

#[test]
fn of_two_optimal_players_the_first_wins_as_often_as_published() {
    // Neller and Presser 2004: 53.06 %.
    let odds = with(&TITLE, 2, &[]).odds();
    assert_eq!(format!("{:.4}", odds.win(0, 0, 0)), "0.5306");
    let optimal = optimal(odds);
    assert!((first_wins(100, 6, &optimal, &optimal) - odds.win(0, 0, 0)).abs() < 1e-9);
}

#[test]
fn of_two_who_hold_at_20_the_first_wins_as_often_as_published() {
    // Neller, "First-Player Advantage", nifty.stanford.edu 2010: approximately .5347.
    assert_eq!(format!("{:.4}", first_wins(100, 6, &hold_at(20), &hold_at(20))), "0.5347");
}

#[test]
fn optimal_play_beats_hold_at_20() {
    // Reference values from an independent program, which sweeps over all states again and again.
    let optimal = optimal(with(&TITLE, 2, &[]).odds());
    let (first, second) =
        (first_wins(100, 6, &optimal, &hold_at(20)), 1.0 - first_wins(100, 6, &hold_at(20), &optimal));
    assert_eq!([first, second].map(|chance| format!("{chance:.6}")), ["0.571498", "0.508342"]);
}

#[test]
fn nothing_wins_more_than_optimal_play() {
    let odds = with(&TITLE, 2, &[]).odds();
    let best = odds.win(0, 0, 0);
    for policy in [&hold_at(20) as Policy, &hold_at(25), &end_race] {
        assert!(first_wins(100, 6, policy, &optimal(odds)) < best);
        assert!(1.0 - first_wins(100, 6, &optimal(odds), policy) < 1.0 - best);
    }
}

#[test]
fn scripts_win_as_often_as_their_policies() {
    let game = with(&TITLE, 2, &[]);
    let optimal = optimal(game.odds());
    let (bold, safe) = (hold_at(25), hold_at(20));
    let policies: [(&str, Policy); 4] =
        [("hold-at-20", &safe), ("hold-at-25", &bold), ("end-race", &end_race), ("optimal", &optimal)];
    for (at, first) in policies.iter().enumerate() {
        let second = &policies[(at + 1) % policies.len()];
        let chance = first_wins(100, 6, first.1, second.1);
        fits(wins(&game, 4000, [first.0, second.0]), 4000, chance);
    }
    fits(wins(&game, 20_000, ["optimal", "hold-at-20"]), 20_000, 0.571498);
}

#[test]
fn variants_are_solved_too() {
    for changes in [
        &[("target", "50")][..],
        &[("target", "37"), ("faces", "8")],
        &[("dice", "2")],
        &[("dice", "3"), ("faces", "10"), ("target", "60")],
    ] {
        let game = with(&TITLE, 2, changes);
        fits(wins(&game, 4000, ["optimal", "optimal"]), 4000, game.odds().win(0, 0, 0));
    }
    for (target, faces) in [(20, 4), (40, 10)] {
        let game = with(&TITLE, 2, &[("target", &target.to_string()), ("faces", &faces.to_string())]);
        let optimal = optimal(game.odds());
        assert!((first_wins(target, faces, &optimal, &optimal) - game.odds().win(0, 0, 0)).abs() < 1e-9);
        let chance = first_wins(target, faces, &optimal, &hold_at(20));
        fits(wins(&game, 4000, ["optimal", "hold-at-20"]), 4000, chance);
    }
}

#[test]
fn the_odds_are_those_of_trying_all_there_is_again_and_again() {
    // Two dice with three faces: four of nine rolls sum to 4, 5, 5 and 6; the others show a 1.
    const TARGET: usize = 12;
    let changes = [("target", "12"), ("faces", "3"), ("dice", "2")];
    let odds = with(&TITLE, 2, &changes).odds();
    let mut wins = [[[0.0_f64; TARGET]; TARGET]; TARGET];
    for _ in 0..200 {
        let before = wins;
        let win = |mine: usize, rival: usize, total: usize| match mine + total >= TARGET {
            true => 1.0,
            false => before[mine][rival][total],
        };
        for (mine, rival, total) in states(TARGET) {
            let sums = [4, 5, 5, 6].map(|sum| win(mine, rival, total + sum)).iter().sum::<f64>();
            let roll = (5.0 * (1.0 - win(rival, mine, 0)) + sums) / 9.0;
            let hold = if total > 0 { 1.0 - win(rival, mine + total, 0) } else { 0.0 };
            wins[mine][rival][total] = roll.max(hold);
        }
    }
    for (mine, rival, total) in states(TARGET) {
        assert!((odds.win(mine, rival, total) - wins[mine][rival][total]).abs() < 1e-9);
    }
}

fn states(target: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..target).flat_map(move |mine| {
        (0..target).flat_map(move |rival| (0..target - mine).map(move |total| (mine, rival, total)))
    })
}

/// A game at its first decision, and the luck of its dice.
fn played(changes: &[(&str, &str)], deal: u64) -> (Played<Pig>, Luck) {
    let luck = Luck::new(1, deal);
    (Played::dealt(with(&TITLE, 2, changes), &luck), luck)
}

#[test]
fn pg_2_a_turn_begins_with_a_roll() {
    let (play, _) = (0..).map(|deal| played(&[], deal)).find(|(play, _)| play.events.len() == 1).unwrap();
    assert_eq!(play.node(), "seat 1: roll");
    assert_eq!(play.legal(), ["roll", "hold"]);
    assert!((2..=6).contains(&play.state.turn_total));
}

#[test]
fn pg_3_a_one_loses_the_turn_total() {
    let (mut play, luck) = played(&[], 3);
    let seat = play.state.active;
    while play.state.active == seat {
        play.act("roll").chance(&luck);
    }
    assert_eq!((play.state.turn_total, play.points(seat.0)), (0, 0));
}

#[test]
fn pg_4_who_holds_takes_the_turn_total() {
    let (mut play, _) = played(&[], 3);
    let State { active, turn_total, .. } = play.state;
    play.act("hold");
    assert_eq!((play.points(active.0), play.state.turn_total), (turn_total, 0));
    assert_eq!(play.state.active, active.after(1, 2));
}

#[test]
fn pg_5_who_reaches_the_target_has_won() {
    let game = with(&TITLE, 2, &[("target", "10")]);
    for deal in 0..50 {
        let (state, _) = played::at_random(&game, &Luck::new(1, deal), |_, _| {});
        assert_eq!(state.points.0.iter().filter(|&&points| points >= 10).count(), 1);
    }
}
