//! Observations and hidden information of a seat (DE-11, DE-A12).

use super::*;
use sim_engine::luck::{Purpose, Stream};

fn stream(time: u64) -> Stream {
    Luck::new(3, 0).stream(Purpose::new("test.resample"), time)
}

#[test]
fn de_11_de_a12_nothing_but_the_order_of_the_deck_is_hidden() {
    let play = table(3)
        .hand(0, "S2 R5")
        .hand(1, "F4")
        .restaurant(2, "C2 C3 R2")
        .market("E2 E3 F2")
        .discards("S5 S4")
        .begin();
    let drawn = usize::from(play.state.table.drawn);
    let mut orders = Vec::new();
    for time in 0..20 {
        let other = play.rules.resample(&play.state, Seat(0), &mut stream(time));
        assert_eq!(other.table, play.state.table);
        assert_eq!(other.deck[..drawn], play.state.deck[..drawn]);
        play.rules.check_conservation(&other).unwrap();
        for seat in Seat::all(3) {
            assert_eq!(play.rules.observe(&other, seat), play.rules.observe(&play.state, seat));
        }
        orders.push(play.rules.hidden_fields(&other, Seat(0)));
    }
    orders.sort_unstable();
    orders.dedup();
    assert_eq!(orders.len(), 20);
    assert_eq!(play.rules.hidden().len(), orders[0].len());
}

#[test]
fn de_a12_whoever_remembers_all_cards_knows_what_is_left_and_what_lies_below() {
    // DE-A12: 20 servers less S2, S5; 20 foods less F4 and F2; 28 reviews less two.
    let play = table(2).hand(0, "S2 R5").hand(1, "F4").market("R2 F2 E2 E3").discards("S5").begin();
    let seen = play.rules.observe(&play.state, Seat(1));
    assert_eq!(seen.unseen(), [18, 20, 18, 18, 26]);
    assert_eq!(seen.deck_left(), 100);
    assert_eq!(seen.second(Kind::Equipment).map(|face| face.stars), Some(2));
    assert_eq!(seen.second(Kind::Food), None);
    assert_eq!(seen.top(Kind::Servers), None);
}

#[test]
fn de_a12_a_short_memory_knows_the_kinds_of_covered_cards_and_no_more() {
    // DE-A12, alternative: the discarded server is as unknown as the deck.
    let play =
        table_with(2, &[("memory", "tops")]).hand(0, "S2 R5").market("F2 E2 E3").discards("S5").begin();
    let seen = play.rules.observe(&play.state, Seat(1));
    assert_eq!(seen.unseen(), [19, 20, 19, 18, 27]);
    assert_eq!(seen.second(Kind::Equipment), None);
    assert_eq!(seen.top(Kind::Equipment).map(|face| face.stars), Some(3));
    for time in 0..50 {
        let other = play.rules.resample(&play.state, Seat(1), &mut stream(time));
        play.rules.check_conservation(&other).unwrap();
        assert_eq!(play.rules.observe(&other, Seat(1)), play.rules.observe(&play.state, Seat(1)));
        let other = Play::new(play.rules.clone(), other);
        assert_eq!(other.hand(0), "S2 R5");
        let equipment = &other.market()[1];
        assert!(equipment.starts_with("E3 E"), "{equipment}");
    }
}

#[test]
fn de_a12_a_short_memory_imagines_covered_cards_without_favour() {
    // DE-A12: of 108 cards five are open, so 103 are unknown, 19 of them food. The covered food is one of those.
    // Of the other 102, in the deck or discarded, 18 are food. Every place holds food with a chance of 17.6 %;
    // four standard deviations are 2.4 % in 4000 trials.
    let play =
        table_with(2, &[("memory", "tops")]).hand(0, "S2 S2 S3 S3").market("F2 F3").discards("C2").begin();
    // The discarded card was laid last.
    let drawn = usize::from(play.state.table.drawn);
    let (expected, trials) = (18.0 / 102.0, 4000);
    let (mut discarded, mut next) = (0, 0);
    for time in 0..trials {
        let other = play.rules.resample(&play.state, Seat(0), &mut stream(time));
        let kind = |row: u8| play.rules.face_of_row(row).kind;
        discarded += u32::from(kind(other.table.rows[drawn - 1]) == Kind::Food);
        next += u32::from(kind(other.deck[drawn]) == Kind::Food);
    }
    for count in [discarded, next] {
        let share = f64::from(count) / trials as f64;
        assert!((share - expected).abs() < 0.025, "{share} against {expected}");
    }
}
