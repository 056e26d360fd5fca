//! Measures agree with each other and with the outcomes of games.

use super::super::{CritterKitchen, measures::Measures, token::LOW};
use sim_engine::{Game, GameRecord, Luck, Node, Offer, Seat, settings};

/// Plays a deal at random; returns its record and outcome.
fn counted(players: usize, deal: u64) -> (GameRecord, sim_engine::Outcome) {
    let settings = settings::parse("data.toml", CritterKitchen::INFO.data_file).unwrap();
    let game = CritterKitchen::new(&settings, players).unwrap();
    let luck = Luck::new(29, deal);
    let mut stream = luck.imagination(0);
    let mut record = game.record();
    let mut state = game.deal(&luck, &mut |event| game.count(&event, &mut record));
    loop {
        match game.node(&state) {
            Node::Terminal => break,
            Node::Chance => {
                game.apply_chance(&mut state, &luck, &mut |event| game.count(&event, &mut record))
            }
            Node::Decision { .. } => {
                let mut actions = Vec::new();
                assert_eq!(game.legal(&state, &mut actions), Offer::Actions);
                let action = actions[stream.index(actions.len())];
                game.apply(&mut state, action, &mut |event| game.count(&event, &mut record));
            }
        }
    }
    game.count_end(&state, &mut record);
    (record, game.outcome(&state))
}

fn cells(record: &GameRecord, name: &str, seat: Seat) -> Vec<i32> {
    let at = Measures::LIST.iter().position(|measure| measure.name == name).unwrap();
    (0..Measures::LIST[at].width()).map(|cell| record.measure(at, cell, seat)).collect()
}

#[test]
fn measures_of_the_same_things_agree() {
    let mut rumor_stars = 0;
    for (players, deal) in [(2, 0), (3, 1), (4, 2), (4, 3), (5, 4)] {
        let (record, outcome) = counted(players, deal);
        for seat in Seat::all(players) {
            let sum = |name: &str| cells(&record, name, seat).into_iter().sum::<i32>();
            let ingredients = cells(&record, "ingredients_taken", seat);
            let values =
                ingredients.iter().enumerate().map(|(at, taken)| taken * (at as i32 % 6 + i32::from(LOW)));
            assert_eq!(sum("value_taken"), values.sum::<i32>());
            assert_eq!(sum("empty_handed_at"), sum("empty_handed"));
            assert_eq!(sum("stars_by_rumor"), sum("rumor_stars"));
            assert_eq!(sum("stars_by_critic"), outcome.points[seat]);
            assert_eq!(sum("places_by_critic"), i32::from(outcome.places[seat]));
            assert!(sum("ingredients_served") >= sum("courses_served"));
            rumor_stars += sum("stars_by_rumor");
        }
        assert_eq!(sum_at_the_table(&record, "decided_by"), 1);
        let top = Seat::all(players).map(|seat| outcome.points[seat]).max().unwrap();
        let best = Seat::all(players).filter(|&seat| outcome.points[seat] == top).count();
        assert_eq!(of_table(&record, "decided_by")[0] == 1, best == 1);
    }
    assert!(rumor_stars > 0, "some rumor paid");
}

/// The cells of a measure of the table.
fn of_table(record: &GameRecord, name: &str) -> Vec<i32> {
    let at = Measures::LIST.iter().position(|measure| measure.name == name).unwrap();
    (0..Measures::LIST[at].width()).map(|cell| record.measure_of_table(at, cell)).collect()
}

fn sum_at_the_table(record: &GameRecord, name: &str) -> i32 {
    of_table(record, name).into_iter().sum()
}

#[test]
fn alone_nobody_is_told_from_a_next_player() {
    let (record, _) = counted(1, 0);
    assert_eq!(sum_at_the_table(&record, "decided_by"), 0);
}
