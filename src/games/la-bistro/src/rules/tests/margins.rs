//! The marginal income of a point agrees with a complete second seating of the diners.

use super::super::{
    event::Event,
    payouts,
    state::{Phase, Public, State},
};
use super::{LaBistro, at_random, events, rules};
use sim_engine::{Luck, Purpose, Seat};

/// Money that one restaurant earns on purple boxes and on others with these dice.
fn takes(rules: &LaBistro, table: &Public, faces: &[u8; 6], seat: Seat, slot: u8) -> (i32, i32) {
    let mut takes = (0, 0);
    for event in events(|mut event| rules.seat_diners(&mut { *table }, faces, &mut event)) {
        let (square, paid) = match event {
            Event::Diner { square, seat: Some(who), slot: house, paid, .. }
                if (who, house) == (seat, slot) =>
            {
                (square, paid)
            }
            Event::Shared { square, seat: who, slot: house, paid } if (who, house) == (seat, slot) => {
                (square, paid)
            }
            _ => continue,
        };
        let is_purple = rules.chart.purple >> square.row() & 1 == 1;
        *(if is_purple { &mut takes.0 } else { &mut takes.1 }) += paid;
    }
    takes
}

/// Returns the table with one more point of a rating, which is the number of its criterion.
fn with_a_point(rules: &LaBistro, table: &Public, seat: Seat, slot: u8, rating: u8) -> Public {
    let mut table = *table;
    let house = &mut table.restaurants[seat.index()][usize::from(slot)];
    let start = rules.variant.novelty_start;
    match rating {
        0 => house.ads += 1,
        1 => house.ambiance += 1,
        2 => house.fame += 1,
        3 => house.novelty_lost = start + house.novelty_bonus - house.novelty(start) as i16 - 1,
        5 => house.quality += 1,
        6 => house.service += 1,
        _ => panic!("{rating} is no rating that a point is added to"),
    }
    table
}

#[test]
fn a_point_more_earns_what_the_diners_seated_anew_pay_more() {
    let rules = rules(4);
    let (mut weighed, mut earning, mut edges) = (0, 0, 0);
    let mut check = |state: &State| {
        if state.table.phase != Phase::Payouts {
            return;
        }
        for time in 0..20 {
            let luck = Luck::new(11, u64::from(state.table.turn));
            let mut stream = luck.stream(Purpose::new("test.margins"), time);
            let faces = payouts::roll(&mut stream);
            let told = events(|mut event| rules.weigh_a_point(&state.table, &faces, &mut stream, &mut event));
            let Some(&Event::Weighed { seat, slot, rating, is_edge, purple, others }) = told.first() else {
                continue;
            };
            let more = with_a_point(&rules, &state.table, seat, slot, rating);
            let (was, is) =
                (takes(&rules, &state.table, &faces, seat, slot), takes(&rules, &more, &faces, seat, slot));
            assert_eq!((purple, others), (is.0 - was.0, is.1 - was.1), "{told:?}");
            weighed += 1;
            earning += u32::from(purple + others != 0);
            edges += u32::from(is_edge);
        }
    };
    for deal in 0..40 {
        at_random(&rules, &Luck::new(8, deal), |state, _| check(state));
    }
    assert!(weighed > 500 && earning > 20 && edges > 50, "{weighed} {earning} {edges}");
}
