//! Measures and component counts agree with the games.

use super::super::{components::Kind, measures::Measures, state::Phase};
use super::{at_random, bid, offer, play, row, rules, shown, table};
use sim_engine::{Game, GameRecord, Luck, Seat};

#[test]
fn every_sort_of_component_is_used_as_often_as_games_show() {
    let rules = rules(4);
    let measure = |record: &GameRecord, name: &str, seat: Seat| -> i32 {
        let at = Measures::LIST.iter().position(|measure| measure.name == name).unwrap();
        (0..Measures::LIST[at].width()).map(|cell| record.measure(at, cell, seat)).sum()
    };
    let mut totals = [0; 3];
    for deal in 0..40 {
        let (state, record) = at_random(&rules, &Luck::new(8, deal), |_, _| {});
        let table = &state.table;
        for seat in Seat::all(4) {
            let used = |kind: Kind, rows: usize| -> i32 {
                let uses = (0..rows)
                    .map(|at| record.component_use(rules.supplies.component(kind, at).index(), seat));
                uses.map(|one| i32::from(one.used)).sum()
            };
            assert_eq!(used(Kind::Building, 18), table.opened(seat) as i32);
            let dice = measure(&record, "dice", seat);
            assert_eq!(used(Kind::Box, 90), dice);
            let finance =
                |at: usize| record.component_use(rules.supplies.component(Kind::Finance, at).index(), seat);
            let loans = measure(&record, "loans", seat);
            assert_eq!(i32::from(finance(1).used), loans);
            assert_eq!(i32::from(finance(0).taken), measure(&record, "ads", seat));
            assert_eq!(finance(0).used > 0, finance(0).taken > 0);
            for (kind, rows) in [(Kind::Building, 18), (Kind::Employee, 14), (Kind::Renovation, 18usize)] {
                for at in 0..rows {
                    let one = record.component_use(rules.supplies.component(kind, at).index(), seat);
                    assert!(one.taken <= one.offered, "{kind:?} {at}: {one:?}");
                }
            }
            for (total, more) in totals.iter_mut().zip([dice, loans, measure(&record, "ads", seat)]) {
                *total += more;
            }
        }
    }
    assert!(totals.iter().all(|&total| total > 0), "{totals:?}");
}

#[test]
fn what_is_counted_in_two_ways_comes_to_the_same() {
    let rules = rules(4);
    let place = |name: &str| Measures::LIST.iter().position(|measure| measure.name == name).unwrap();
    let mut priced = 0;
    for deal in 0..40 {
        let (state, record) = at_random(&rules, &Luck::new(9, deal), |_, _| {});
        let cells = |name: &str| 0..Measures::LIST[place(name)].width();
        let of = |name: &str, seat: Seat| -> i32 {
            cells(name).map(|cell| record.measure(place(name), cell, seat)).sum()
        };
        let of_table =
            |name: &str| -> i32 { cells(name).map(|cell| record.measure_of_table(place(name), cell)).sum() };
        for seat in Seat::all(4) {
            assert_eq!(of("turns_by_opening", seat), of("price_turns", seat));
            assert_eq!(of("income_by_opening", seat), of("cuisine_income", seat));
            assert_eq!(of("games_by_gold", seat), 1);
            let spent = state.table.flows[seat.index()];
            let paid = [0, 5, 6, 7, 8, 9, 10].map(|flow: usize| spent[flow]);
            assert_eq!(of("investment_by_gold", seat), -paid.iter().sum::<i32>());
        }
        let all = |name: &str| -> i32 { Seat::all(4).map(|seat| of(name, seat)).sum() };
        // A hire, or re-opened bidding, whoever wins it.
        assert_eq!(all("employees_priced"), all("hires") + all("reopened"));
        priced += all("employees_priced");
        // Each die is received by one seat, split, or counted as lost for all four.
        let lines = |at: usize| -> i32 {
            let cells = (at..Measures::LIST[place("box_lines")].width()).step_by(7);
            let of =
                |cell| Seat::all(4).map(|seat| record.measure(place("box_lines"), cell, seat)).sum::<i32>();
            cells.map(of).sum()
        };
        let received: i32 = (0..5).map(lines).sum();
        let splits = of_table("box_hits") - received - lines(6) / 4;
        assert!(splits >= 0 && splits * 2 <= lines(5) && lines(5) <= splits * 8, "{splits}");
        let outcome = rules.outcome(&state);
        let mut points: Vec<i32> = Seat::all(4).map(|seat| outcome.points[seat]).collect();
        points.sort_unstable();
        assert_eq!((of_table("games_by_time"), of_table("margin_by_time")), (1, points[3] - points[2]));
    }
    assert!(priced > 0);
}

#[test]
fn buildings_are_offered_once_a_round_to_everyone_with_the_cube() {
    let rules = rules(3);
    let mut table = table(&rules);
    table.money[..3].copy_from_slice(&[30, 12, 4]);
    let mut record = rules.record();
    let (mut state, mut seen) = shown(&rules, table, &[0, 0, 0], 0);
    // Seat 0 is outbid and puts up another building in the same round.
    let script = [
        (0, offer(&rules, "beach-walk")),
        (0, bid(10)),
        (1, bid(11)),
        (0, offer(&rules, "main-street")),
        (2, offer(&rules, "depot-street")),
    ];
    seen.extend(play(&rules, &mut state, &script));
    assert!(state.table.phase == Phase::Clock);
    seen.iter().for_each(|event| rules.count(event, &mut record));
    let of = |street: &str, seat: u8| {
        let at = row(&rules, street);
        let one = record.component_use(rules.supplies.component(Kind::Building, at).index(), Seat(seat));
        (one.offered, one.taken)
    };
    assert_eq!([0, 1, 2].map(|seat| of("beach-walk", seat)), [(1, 0), (1, 1), (0, 0)]);
    assert_eq!([0, 1, 2].map(|seat| of("main-street", seat)), [(1, 1), (0, 0), (0, 0)]);
    assert_eq!([0, 1, 2].map(|seat| of("depot-street", seat)), [(1, 0), (1, 0), (1, 1)]);
}
