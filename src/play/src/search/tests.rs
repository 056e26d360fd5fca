//! How a search depends on its base, on luck and on the number of its games.

use sim_delectable::TITLE;
use std::num::NonZeroU32;

use super::{halvings, most_candidates};
use crate::{
    arm::Stop,
    episode::{Episode, Nobody, Workbench},
};
use sim_delectable::rules::Delectable;
use sim_engine::{Game, GameRecord, Luck, Objective};
use sim_script::played;
use sim_script::{Search, Strategy, library};

fn shipped(name: &str) -> Strategy {
    library::shipped(&TITLE, name).unwrap().unwrap()
}

fn search(iterations: u32, base: &str) -> Strategy {
    Search::new(NonZeroU32::new(iterations).unwrap(), shipped(base), Vec::new()).unwrap().into()
}

fn game() -> Delectable {
    played::with(&TITLE, 2, &[])
}

/// Plays a deal between two strategies. The workbench may have played other deals before.
fn play(seats: [&Strategy; 2], deal: u64, bench: &mut Workbench<Delectable>) -> GameRecord {
    let game = game();
    let luck = Luck::new(8, deal);
    let dealt = game.deal(&luck, &mut |_| {});
    let mut record = game.record();
    Episode { game: &game, seats: &seats }.play(&dealt, &luck, bench, &mut record, &mut Nobody);
    record
}

#[test]
fn few_games_try_few_answers_and_each_often_enough() {
    // Rounds with at least 4 games per answer: one round for 2 answers, two for 3 or 4, four for 12.
    let most = [1, 7, 8, 23, 24, 32, 50, 200, 1000].map(most_candidates);
    assert_eq!(most, [1, 1, 2, 2, 3, 4, 4, 12, 41]);
    assert_eq!([2, 3, 4, 5, 12, 16, 17].map(halvings), [1, 2, 2, 3, 4, 4, 5]);
}

#[test]
fn a_search_of_one_game_plays_as_its_base() {
    let bench = &mut Workbench::new(&game());
    for (name, rival) in [("default", "raider"), ("prestige", "default"), ("random", "random")] {
        for deal in 0..3 {
            let (base, rival) = (shipped(name), shipped(rival));
            // Luck depends on the seat, not on the strategy in it, so the games are the same.
            let record = play([&search(1, name), &rival], deal, bench);
            let same = play([&base, &rival], deal, &mut Workbench::new(&game()));
            assert_eq!((record.points, record.plies), (same.points, same.plies), "{name}, deal {deal}");
        }
    }
}

#[test]
fn a_search_plays_a_deal_the_same_whatever_it_played_before() {
    let (search, rival) = (search(16, "greedy"), shipped("greedy"));
    let bench = &mut Workbench::new(&game());
    let first = play([&search, &rival], 0, bench);
    play([&rival, &search], 1, bench);
    assert_eq!(play([&search, &rival], 0, bench), first);
    // The search plays differently from its script; otherwise the test would show nothing.
    assert_ne!(play([&rival, &rival], 0, bench).points, first.points);
}

#[test]
fn a_search_that_was_asked_to_stop_plays_on_as_its_base() {
    let (stop, rival) = (Stop::new(), shipped("default"));
    let mut bench = Workbench::playing_for(&game(), Objective::Wins, stop.clone());
    let searched = play([&search(64, "greedy"), &rival], 0, &mut bench);
    stop.ask();
    let stopped = play([&search(64, "greedy"), &rival], 0, &mut bench);
    let base = play([&shipped("greedy"), &rival], 0, &mut Workbench::new(&game()));
    assert_eq!((stopped.points, stopped.plies), (base.points, base.plies));
    // Without the stop, the search plays differently from its base.
    assert_ne!(searched.points, base.points);
}

fn taking_rivals_for(rivals: &[&str]) -> Strategy {
    let rivals = rivals.iter().map(|name| shipped(name)).collect();
    Search::new(NonZeroU32::new(16).unwrap(), shipped("greedy"), rivals).unwrap().into()
}

#[test]
fn a_search_that_takes_its_rivals_for_its_base_plays_as_one_that_takes_them_for_nobody() {
    let rival = shipped("default");
    let points = |rivals: &[&str]| -> Vec<_> {
        let bench = &mut Workbench::new(&game());
        (0..4).map(|deal| play([&taking_rivals_for(rivals), &rival], deal, bench).points).collect()
    };
    let plain = points(&[]);
    assert_eq!(points(&["greedy"]), plain);
    assert_ne!(points(&["default"]), plain);
    assert_ne!(points(&["default", "random"]), points(&["default"]));
    // The search draws one of several rivals per world. Two equal rivals play as one, except for these draws.
    assert_ne!(points(&["random", "random"]), plain);
}

#[test]
fn the_name_of_a_search_says_by_whom_and_against_whom() {
    assert_eq!(search(16, "default").name(), "search:16");
    assert_eq!(search(16, "greedy").name(), "search:16:greedy");
    assert_eq!(taking_rivals_for(&["default", "random"]).name(), "search:16:greedy@default+random");
    let names = ["search:16", "search:16:greedy", "search:16:raider:spice=3@default:late=2+random"];
    let found = names.map(Search::names_in);
    assert_eq!(found[0], ("default", vec![]));
    assert_eq!(found[1], ("greedy", vec![]));
    assert_eq!(found[2], ("raider:spice=3", vec!["default:late=2", "random"]));
}

#[test]
fn a_search_beats_its_own_base() {
    let (search, base) = (search(32, "greedy"), shipped("greedy"));
    let bench = &mut Workbench::new(&game());
    let mut wins = 0;
    for deal in 0..10 {
        wins += u32::from(play([&search, &base], deal, bench).places.0[0] == 1);
        wins += u32::from(play([&base, &search], deal, bench).places.0[1] == 1);
    }
    // If it were no better, it would win 10 of 20 on average, and 14 or more with probability 1/17.
    assert!(wins >= 14, "{wins} of 20");
}

#[test]
fn a_search_does_not_search_inside_its_games() {
    assert!(Search::new(NonZeroU32::MIN, search(5, "default"), Vec::new()).is_none());
    assert!(Search::new(NonZeroU32::MIN, shipped("default"), vec![search(5, "default")]).is_none());
}
