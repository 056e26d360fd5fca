//! The course of a game: turns, rounds, dice, options in their order, time.

use crate::TITLE;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::super::{
    action::Action,
    chart::DICE,
    components::NONE,
    event::Event,
    option,
    state::{PLAYERS, Phase},
};
use super::{Decision, at_random, bid, diners, events, play, post, row, rules, shown, state, table, with};
use sim_engine::{game::Game, luck::Luck, seat::Seat};

#[test]
fn lb_16_lb_17_lb_136_a_turn_is_planning_rounds_and_one_payouts_round() {
    for players in [2, 4, 6] {
        let rules = rules(players);
        for deal in 0..10 {
            let mut course = String::new();
            at_random(&rules, &Luck::new(8, deal), |state, _| {
                let letter = match state.table.phase {
                    Phase::Generate => 'g',
                    Phase::Ask(_, Decision::Option) => 's',
                    Phase::Reveal => 'r',
                    Phase::Clock => 'c',
                    Phase::Payouts => 'P',
                    _ => return,
                };
                if !course.ends_with(letter) {
                    course.push(letter);
                }
            });
            assert!(course.starts_with("gsrc"));
            let turns = course.replace("gsrc", "");
            assert_eq!(turns, "P".repeat(rules.variant.turns.into()), "{course}");
        }
    }
}

#[test]
fn lb_22_lb_23_lb_24_a_turn_begins_with_an_empty_board_and_the_cube_at_the_start() {
    for (turn, next) in [(0, Phase::Generate), (2, Phase::Generate), (3, Phase::Over)] {
        let rules = rules(4);
        let mut table = table(&rules);
        (table.turn, table.round, table.time, table.board, table.aside) = (turn, 3, 17, 0b111, 2);
        rules.pay_out(&mut table, &Luck::new(1, 0), &mut |_| {});
        assert_eq!((table.turn, table.round, table.time), (turn + 1, 0, 0));
        assert_eq!(rules.unused_dice(&table), DICE - 4);
        // LB-13: four turns, and no more.
        assert_eq!(table.phase, next);
    }
}

#[test]
fn lb_26_every_cell_is_as_likely() {
    let rules = rules(4);
    let mut counts = [0.0; 36];
    for deal in 0..7200 {
        let mut table = table(&rules);
        let seen = events(|mut event| rules.generate(&mut table, &Luck::new(3, deal), &mut event));
        let Event::Placed { row, column, .. } = seen[0] else { panic!("{seen:?}") };
        counts[usize::from(row) * 6 + usize::from(column)] += 1.0;
    }
    let chi_square: f64 = counts.iter().map(|count: &f64| (count - 200.0).powi(2) / 200.0).sum();
    let p = 1.0 - ChiSquared::new(35.0).unwrap().cdf(chi_square);
    assert!(p > 0.001, "chi-square {chi_square} with p {p}");
}

#[test]
fn lb_29_lb_30_staff_stays_on_the_board_from_round_to_round() {
    let rules = rules(4);
    let mut table = table(&rules);
    post(&rules, &mut table, &["master-chef", "caller"]);
    let before = table.board;
    let names = 1 << row(&rules, "master-chef") | 1 << row(&rules, "caller");
    assert_eq!(rules.on_offer(&table), names);
    rules.begin_round(&mut table);
    rules.generate(&mut table, &Luck::new(3, 1), &mut |_| {});
    assert_eq!(table.board & before, before);
    assert_eq!(rules.on_offer(&table) & names, names);
}

#[test]
fn lb_33_lb_34_nothing_is_shown_before_everyone_has_chosen() {
    let rules = rules(3);
    let mut table = diners(&rules, &[30, 30, 30]);
    table.phase = Phase::Ask(Seat(0), Decision::Option);
    let mut state = state(table);
    for seat in 0..3 {
        assert_eq!(state.table.options, [NONE; PLAYERS]);
        play(&rules, &mut state, &[(seat, Action::Choose { option: option::TIME + seat })]);
    }
    let seen = events(|mut event| rules.apply_chance(&mut state, &Luck::new(1, 1), &mut event));
    let shown: Vec<_> =
        (0..3).map(|seat| Event::Chose { seat: Seat(seat), option: option::TIME + seat, turn: 0 }).collect();
    assert_eq!(seen[..3], shown);
    assert_eq!(state.table.options[..3], [2, 3, 4]);
}

#[test]
fn lb_35_options_are_resolved_from_the_cube_to_six() {
    let rules = rules(6);
    let mut table = diners(&rules, &[30; 6]);
    post(&rules, &mut table, &["waitron"]);
    // The last seat shows the cube, the first one option 6.
    let options = [6, 5, 4, 3, 1, 0];
    let (mut state, _) = shown(&rules, table, &options, 0);
    let pass = Action::Pass;
    let script =
        [(5, pass), (4, pass), (4, pass), (3, Action::Repay { loans: 0 }), (2, bid(0)), (1, pass), (0, pass)];
    play(&rules, &mut state, &script);
    assert_eq!(state.table.phase, Phase::Clock);
    // LB-38: an order of no ads costs nothing; LB-51: option 1 costs its fee.
    assert_eq!(state.table.money, [30, 30, 30, 30, 29, 30]);
}

#[test]
fn lb_37_in_the_opening_round_the_seating_decides_and_not_the_money() {
    let rules = rules(3);
    let mut table = table(&rules);
    (table.round, table.money) = (0, [10, 40, 30, 0, 0, 0]);
    let (mut state, _) = shown(&rules, table, &[0; 3], 0);
    play(&rules, &mut state, &[(0, Action::Pass), (1, Action::Pass), (2, Action::Pass)]);
    assert_eq!(state.table.phase, Phase::Clock);
}

#[test]
fn lb_41_equal_money_is_decided_by_lots() {
    let rules = rules(3);
    let mut first = [0u32; 3];
    for deal in 0..900 {
        let mut table = table(&rules);
        table.money[2] = 29;
        let (state, _) = shown(&rules, table, &[0; 3], deal);
        let Phase::Ask(seat, Decision::Building) = state.table.phase else {
            panic!("{:?}", state.table.phase)
        };
        first[seat.index()] += 1;
    }
    // 450 each; the standard error is 15.
    assert!(first[0].abs_diff(450) < 60 && first[2] == 0, "{first:?}");
}

#[test]
fn lb_62_lb_98_every_option_two_adds_a_die() {
    let rules = with(&TITLE, 4, &[("time_track", "40")]);
    let steps = |options: [u8; PLAYERS], deal: u64| {
        let mut table = table(&rules);
        table.options = options;
        rules.pass_time(&mut table, &Luck::new(5, deal), &mut |_| {});
        table.time
    };
    let mut sums = [0u32; 3];
    for deal in 0..600 {
        let rolls = [[4; 6], [4, 2, 4, 4, 4, 4], [2, 2, 4, 4, 4, 4]].map(|options| steps(options, deal));
        assert!((1..=6).contains(&rolls[0]));
        // The other dice keep their values.
        assert!((1..=6).contains(&(rolls[1] - rolls[0])) && (1..=6).contains(&(rolls[2] - rolls[1])));
        sums.iter_mut().zip(rolls).for_each(|(sum, roll)| *sum += u32::from(roll));
    }
    // Means of 3.5, 7 and 10.5; the widest standard error of a sum is 72.
    for (sum, expected) in sums.into_iter().zip([2100, 4200, 6300]) {
        assert!(sum.abs_diff(expected) < 300, "{sums:?}");
    }
}
