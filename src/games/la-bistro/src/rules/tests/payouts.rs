//! The Payouts round: the restaurants that get the dice, and their income.

use super::super::{
    chart::Faces,
    event::{Decided, Event},
    state::Public,
};
use super::{LaBistro, events, open, rules, table};
use sim_engine::luck::Luck;

const ONES: Faces = [15, 0, 0, 0, 0, 0];
const FIVES: Faces = [0, 0, 0, 0, 15, 0];
const SIXES: Faces = [0, 0, 0, 0, 0, 15];

/// Resolves a roll; returns the events of the box with this printed number.
fn on_box(rules: &LaBistro, table: &mut Public, faces: &Faces, number: u8) -> Vec<Event> {
    let seen = events(|mut event| rules.seat_diners(table, faces, &mut event));
    let is_here = |event: &Event| matches!(*event, Event::Diner { square, .. } | Event::Shared { square, .. } if square.row() + 1 == usize::from(number));
    seen.into_iter().filter(is_here).collect()
}

fn winner(events: &[Event]) -> (Option<u8>, Decided) {
    match events[0] {
        Event::Diner { seat, decided, .. } => (seat.map(|seat| seat.0), decided),
        other => panic!("{other:?}"),
    }
}

#[test]
fn lb_122_a_split_pays_each_its_price_divided_and_rounded_up() {
    // Ambiance 4 each, nothing else: box 12 compares no price.
    let rules = rules(3);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "court-street", Some(("american", 8)));
    open(&rules, &mut table, 1, "market-street", Some(("american", 6)));
    open(&rules, &mut table, 2, "beach-walk", Some(("american", 4)));
    let seen = on_box(&rules, &mut table, &SIXES, 12);
    let shares: Vec<i32> = seen
        .iter()
        .filter_map(|event| if let Event::Shared { paid, .. } = event { Some(*paid) } else { None })
        .collect();
    assert_eq!(shares, [3, 2, 2]);
    assert_eq!(winner(&seen), (None, Decided::Split));
}

/// Two restaurants in one district with Service 7 and 8, which boxes 1 and 7 compare first.
fn attentive(rules: &LaBistro) -> Public {
    let mut table = table(rules);
    open(rules, &mut table, 0, "pier-street", Some(("american", 5))).service = 7;
    open(rules, &mut table, 1, "beach-walk", Some(("american", 3))).service = 8;
    table
}

#[test]
fn lb_118_boxes_compare_bands_but_purple_ones_compare_values() {
    let rules = rules(2);
    assert_eq!([6, 9].map(|value| rules.band(6, value)), [2, 2]);
    // Box 7: the same band, the same district, and the third line is price.
    let seen = on_box(&rules, &mut attentive(&rules), &ONES, 7);
    assert_eq!(winner(&seen), (Some(1), Decided::Line(2)));
    // Box 1 is purple: 8 beats 7.
    let seen = on_box(&rules, &mut attentive(&rules), &ONES, 1);
    assert_eq!(winner(&seen), (Some(1), Decided::Line(0)));
}

#[test]
fn lb_116_the_nearer_district_wins() {
    let rules = rules(2);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "summit-drive", Some(("american", 5)));
    open(&rules, &mut table, 1, "beach-walk", Some(("american", 4)));
    let seen = on_box(&rules, &mut table, &FIVES, 11);
    assert_eq!(winner(&seen), (Some(0), Decided::Line(0)));
}

#[test]
fn lb_120_steps_and_cuisines_have_no_bands() {
    // From district 5: 6 is one step away, 4 is two, 1 is three; box 11 is not purple.
    let rules = rules(2);
    let nearer = |streets: [&str; 2]| {
        let mut table = table(&rules);
        for (seat, street) in streets.into_iter().enumerate() {
            open(&rules, &mut table, seat as u8, street, Some(("american", 5))).capacity = 15;
        }
        winner(&on_box(&rules, &mut table, &FIVES, 11))
    };
    assert_eq!(nearer(["court-street", "beach-walk"]), (Some(0), Decided::Line(0)));
    assert_eq!(nearer(["court-street", "summit-drive"]), (Some(1), Decided::Line(0)));
}

#[test]
fn lb_110_a_restaurant_takes_part_with_a_cuisine_and_a_price() {
    // LB-T26.
    let rules = rules(2);
    let mut table = table(&rules);
    let house = open(&rules, &mut table, 0, "elm-street", None);
    assert!(!house.is_eligible());
    house.cuisine = 0;
    assert!(!house.is_eligible());
    house.price = 4;
    assert!(house.is_eligible());
    house.cuisine = super::super::components::NONE;
    assert!(!house.is_eligible());
    let seen = events(|mut event| rules.seat_diners(&mut table, &ONES, &mut event));
    assert!(seen.iter().all(|event| matches!(event, Event::Diner { decided: Decided::Lost, .. })));
    assert_eq!((seen.len(), table.money[0]), (15, 45));
}

#[test]
fn lb_8_the_first_band_of_quality_ends_at_two() {
    let rules = rules(2);
    assert_eq!([0, 2, 3, 4, 11, 12, 20, 21].map(|value| rules.band(5, value)), [0, 0, 1, 1, 1, 2, 2, 3]);
}

#[test]
fn lb_115_a_lower_price_is_better_by_value_on_purple_boxes_and_by_band_elsewhere() {
    // LB-T27. The dearer one has the better Ambiance: bands 2 and 1.
    let rules = rules(2);
    let opened = || {
        let mut table = table(&rules);
        open(&rules, &mut table, 0, "vista-street", Some(("american", 7))).capacity = 15;
        open(&rules, &mut table, 1, "court-street", Some(("american", 6))).capacity = 15;
        table
    };
    // Box 30 is purple; box 42 compares price, barbecue, service, ambiance.
    assert_eq!(winner(&on_box(&rules, &mut opened(), &SIXES, 30)), (Some(1), Decided::Line(0)));
    assert_eq!(winner(&on_box(&rules, &mut opened(), &SIXES, 42)), (Some(0), Decided::Line(3)));
}

#[test]
fn lb_113_only_the_best_on_a_line_go_on_to_the_next() {
    // Box 7, three in one district: the third is cheapest, but in a lower band of Service.
    let rules = rules(3);
    let mut table = attentive(&rules);
    open(&rules, &mut table, 2, "marina-way", Some(("american", 1))).service = 5;
    assert_eq!(winner(&on_box(&rules, &mut table, &ONES, 7)), (Some(1), Decided::Line(2)));
}

#[test]
fn lb_114_the_last_one_with_a_section_takes_the_die_unjudged() {
    // LB-T25: the best has four sections, the other one ten; the fifteenth die is lost.
    let rules = rules(2);
    let mut table = table(&rules);
    let best = open(&rules, &mut table, 0, "marina-way", Some(("american", 1)));
    (best.service, best.quality, best.ambiance, best.ads, best.fame) = (30, 30, 30, 30, 30);
    open(&rules, &mut table, 1, "pier-street", Some(("asian", 5)));
    let seen = events(|mut event| rules.seat_diners(&mut table, &ONES, &mut event));
    let taken: Vec<(Option<u8>, bool)> = seen
        .iter()
        .filter_map(|event| match *event {
            Event::Diner { seat, decided, .. } => Some((seat.map(|seat| seat.0), decided == Decided::Alone)),
            _ => None,
        })
        .collect();
    assert_eq!(taken[..4], [(Some(0), false); 4]);
    assert_eq!(taken[4..14], [(Some(1), true); 10]);
    assert_eq!(taken[14], (None, false));
}

#[test]
fn lb_117_the_printed_cuisine_beats_others_and_passes_on_what_nobody_serves() {
    // Box 15: barbecue, then quality.
    let rules = rules(2);
    let cooks = |words: [&str; 2]| {
        let mut table = table(&rules);
        for (seat, (street, word)) in ["pier-street", "main-street"].into_iter().zip(words).enumerate() {
            let house = open(&rules, &mut table, seat as u8, street, Some((word, 5)));
            (house.capacity, house.quality) = (15, 5 * seat as u16);
        }
        winner(&on_box(&rules, &mut table, &[0, 0, 15, 0, 0, 0], 15))
    };
    assert_eq!(cooks(["barbecue", "american"]), (Some(0), Decided::Line(0)));
    // LB-T28: quality decides, and also if both serve it.
    assert_eq!(cooks(["asian", "american"]), (Some(1), Decided::Line(1)));
    assert_eq!(cooks(["barbecue", "barbecue"]), (Some(1), Decided::Line(1)));
}

#[test]
fn lb_123_a_split_die_counts_for_nothing_else() {
    // Two equal restaurants with a price of 5: every die is split and pays 3 to each.
    let rules = rules(2);
    let mut table = table(&rules);
    for seat in 0..2 {
        let house = open(&rules, &mut table, seat, ["main-street", "market-street"][usize::from(seat)], None);
        (house.cuisine, house.price, house.ambiance, house.capacity) = (0, 5, 3, 2);
    }
    table.increase = 2;
    events(|mut event| rules.seat_diners(&mut table, &ONES, &mut event));
    rules.finish(&mut table, &mut |_| {});
    for seat in 0..2 {
        let house = &table.restaurants[seat][0];
        assert_eq!((house.dice, house.fame, house.novelty(10)), (0, 0, 10));
        // Two players start with 45.
        assert_eq!(table.money[seat], 45 + 15 * 3);
    }
}

#[test]
fn lb_109_purple_boxes_come_first() {
    let rules = rules(4);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "pier-street", Some(("american", 5)));
    for deal in 0..200 {
        let faces = super::super::payouts::roll(&mut Luck::new(9, deal).stream(super::super::DINERS, 0));
        let seen = events(|mut event| rules.seat_diners(&mut table, &faces, &mut event));
        let order: Vec<(bool, usize)> = seen
            .iter()
            .filter_map(|event| match *event {
                Event::Diner { square, .. } => {
                    Some((rules.chart.purple >> square.row() & 1 == 0, square.row()))
                }
                _ => None,
            })
            .collect();
        assert_eq!(order.len(), 15);
        assert!(order.is_sorted());
    }
}

#[test]
fn lb_110_lb_124_closed_and_full_restaurants_are_out() {
    let rules = rules(2);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "marina-way", Some(("american", 8)));
    // A better restaurant, but without a price.
    open(&rules, &mut table, 1, "pier-street", None).cuisine = 0;
    let seen = events(|mut event| rules.seat_diners(&mut table, &ONES, &mut event));
    let decided: Vec<Decided> = seen
        .iter()
        .filter_map(|event| if let Event::Diner { decided, .. } = event { Some(*decided) } else { None })
        .collect();
    // Four sections, fifteen dice.
    assert_eq!(decided[..4], [Decided::Alone; 4]);
    assert_eq!(decided[4..], [Decided::Lost; 11]);
    assert_eq!(table.restaurants[0][0].dice, 4);
}
