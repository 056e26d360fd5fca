//! The chart: where dice lie, and how often (LB-100..108).

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::super::{
    analyses::dice::{self, COUNTS, DEGREES, ROLLS, for_each_count, hits, simulate},
    chart::{BOXES, Criterion, DICE, FACES, ROWS, column, walk},
};
use super::rules;

/// Boxes by their printed numbers.
fn boxes(faces: [u8; FACES]) -> Vec<u8> {
    walk(&faces).iter().map(|square| square + 1).collect()
}

#[test]
fn lb_101_box_numbers_run_along_rows() {
    for (number, row, printed_column) in [(1, 1, 1), (7, 2, 1), (11, 2, 5), (90, 15, 6)] {
        let square: usize = number - 1;
        assert_eq!((square / FACES + 1, column(square) + 1), (row, printed_column));
    }
}

#[test]
fn lb_103_dice_of_one_face_walk_down_their_column() {
    // A total of 15 is in column 3; the next box of column 1 is 19.
    assert_eq!(boxes([15, 0, 0, 0, 0, 0]), [19, 25, 31, 37, 43, 49, 55, 61, 67, 73, 79, 85, 1, 7, 13]);
    assert_eq!(boxes([0, 0, 0, 0, 0, 15]), [90, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66, 72, 78, 84]);
}

#[test]
fn lb_105_the_next_die_has_the_next_higher_face() {
    // 3 + 6 + 9 + 8 + 10 + 12 = 48, a box of column 6.
    assert_eq!(boxes([3, 3, 3, 2, 2, 2]), [48, 49, 56, 63, 70, 77, 84, 85, 2, 9, 16, 23, 25, 32, 39]);
    // 4 + 12 + 9 + 4 + 6 = 35, column 5: no die shows it, so the first die is the 6 on box 36.
    assert_eq!(boxes([4, 6, 3, 1, 0, 1]), [36, 37, 44, 51, 58, 61, 68, 75, 79, 86, 3, 7, 14, 20, 26]);
}

#[test]
fn lb_108_every_roll_puts_one_die_in_every_row() {
    let (mut counts, mut rolls) = (0, 0);
    for_each_count(|faces, ways| {
        let (mut rows, mut columns) = ([0u8; ROWS], [0u8; FACES]);
        for square in walk(faces).map(usize::from) {
            rows[square / FACES] += 1;
            columns[column(square)] += 1;
        }
        assert_eq!((rows, columns), ([1; ROWS], *faces));
        counts += 1;
        rolls += ways;
    });
    assert_eq!((counts, rolls), (COUNTS, ROLLS));
    assert_eq!(hits().iter().sum::<u64>(), ROLLS * DICE as u64);
}

#[test]
fn hit_chances_are_the_known_fractions() {
    // 85454112845 / 6^15 for box 1; 3553649125 / 29386561536 for box 50, and 6^15 / 29386561536 = 16.
    assert_eq!(hits()[0], 85_454_112_845);
    assert_eq!(hits()[49], 3_553_649_125 * 16);
    let mut order: Vec<usize> = (0..BOXES).collect();
    order.sort_by_key(|&square| hits()[square]);
    let rarest: Vec<usize> = order[..10].iter().map(|square| square + 1).collect();
    assert_eq!(rarest, [50, 43, 49, 44, 51, 12, 88, 5, 29, 81]);
}

#[test]
fn the_reconstructed_chart_spreads_dice_over_the_criteria_as_designed() {
    let rows = dice::criteria(&rules(4).chart);
    let expected = [
        (Criterion::Price, 3.38),
        (Criterion::Proximity, 2.03),
        (Criterion::Quality, 2.00),
        (Criterion::Service, 2.00),
        (Criterion::Ambiance, 1.80),
        (Criterion::Novelty, 1.00),
        (Criterion::Ads, 0.84),
        (Criterion::Fame, 0.63),
    ];
    for (criterion, dice) in expected {
        let row = &rows[criterion as usize];
        assert!((row.expected_dice - dice).abs() < 0.006, "{row:?}");
    }
    let all: f64 = rows.iter().map(|row| row.expected_dice).sum();
    assert!((all - DICE as f64).abs() < 1e-9);
}

#[test]
fn simulated_hits_agree_with_the_enumeration() {
    let simulation = simulate(1, 1_000_000);
    let p = 1.0 - ChiSquared::new(DEGREES as f64).unwrap().cdf(simulation.chi_square());
    assert!(p > 0.001, "chi-square {} with p {p}", simulation.chi_square());
    let report = dice::report(&rules(4).chart, 1, 50_000);
    for row in &report.boxes {
        assert!((row.simulated - row.exact).abs() < 5.0 * row.standard_error, "{row:?}");
    }
}
