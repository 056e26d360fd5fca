//! Stars (RE-47 to RE-51, RE-63 to RE-65).

use super::*;

fn stars(layout: &Layout, number: u8, word: &str) -> u8 {
    layout.state.table.stars[seat(number)][cuisine(word).index()]
}

#[test]
fn re_47_one_star_to_begin_with() {
    assert_eq!(stars(&city(&[]), 1, "italian"), 1);
    assert_eq!(stars(&city(&[]), 2, "italian"), 1);
}

#[test]
fn re_48_re_63_re_64_staff_adds_one_each_to_the_owners_restaurants() {
    let layout = city(&[]).improvement(1, "cooking-staff", "italian");
    assert_eq!((stars(&layout, 1, "italian"), stars(&layout, 2, "italian")), (2, 1));
    let layout = layout.improvement(1, "wait-staff", "italian");
    assert_eq!(stars(&layout, 1, "italian"), 3);
    assert_eq!(stars(&layout, 1, "burger"), 2, "another type, whose only owner it is");
}

#[test]
fn re_49_every_income_is_multiplied() {
    let layout = city(&[]).improvement(1, "cooking-staff", "italian");
    for (target, coins) in [("italian", 6), ("billboard row 4", 6), ("poor", 2), ("mailing r5c5", 6)] {
        let mine = layout.card(target).into_iter().find(|&(row, column, _)| (row, column) == (4, 4));
        assert_eq!(mine, Some((4, 4, coins)), "{target}");
    }
}

#[test]
fn re_50_a_second_copy_adds_none() {
    let layout = city(&[]).improvement(1, "wait-staff", "italian").improvement(1, "wait-staff", "italian");
    assert_eq!(stars(&layout, 1, "italian"), 2);
}

#[test]
fn re_51_the_star_of_the_only_owner_comes_and_goes() {
    let layout = city(&[]);
    assert_eq!(stars(&layout, 2, "sushi"), 2);
    let layout = layout.restaurant(1, "sushi", 8, 1);
    assert_eq!((stars(&layout, 1, "sushi"), stars(&layout, 2, "sushi")), (1, 1));
    assert_eq!(layout.dice(4, 6), [(4, 6, 2)]);
}

#[test]
fn re_51_several_restaurants_of_one_owner_all_have_it() {
    let layout = city(&[]).restaurant(2, "sushi", 8, 6);
    assert_eq!(layout.card("sushi"), [(4, 6, 4), (8, 6, 2)]);
}
