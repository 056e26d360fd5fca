//! The guide to games in one file: each step runs, and the last one is the example.

use std::{fs, path::Path};

use sim_engine::{Game, Luck, Node, Offer, settings};
use sim_lua::{Beside, read};
use sim_script::Title;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The code blocks of the steps, in order.
fn steps() -> Vec<String> {
    let page = fs::read_to_string(root().join("../docs/a_game_in_one_file.md")).unwrap();
    let mut steps = Vec::new();
    for part in page.split("<!-- step ").skip(1) {
        let (number, rest) = part.split_once(" -->\n```lua\n").unwrap();
        steps.push(rest.split_once("```").unwrap().0.to_owned());
        assert_eq!(number, steps.len().to_string());
    }
    steps
}

/// Points of 40 games in which the deal and the step alone pick each legal answer.
fn points(text: &str, players: usize) -> Vec<i32> {
    let title = read("reef.lua", text, &Beside::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let settings = settings::parse("data.toml", title.info().data_file).unwrap();
    let game = title.set_up(&settings, players).unwrap();
    let mut points = Vec::new();
    for deal in 0..40 {
        let luck = Luck::new(4, deal);
        let mut state = game.deal(&luck, &mut |_| {});
        let mut actions = Vec::new();
        for step in 0.. {
            assert!(step < 10_000);
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => game.apply_chance(&mut state, &luck, &mut |_| {}),
                Node::Decision { .. } => {
                    actions.clear();
                    let action = match game.legal(&state, &mut actions) {
                        Offer::Actions => actions[(deal as usize + step) / 2 % actions.len()],
                        Offer::Amount(limits) => game.amount_action(Some(limits.max)).unwrap(),
                    };
                    game.apply(&mut state, action, &mut |_| {});
                }
            }
        }
        points.extend(sim_engine::Seat::all(players).map(|seat| game.points(&state, seat)));
    }
    assert_eq!(title.failure(), None);
    points
}

#[test]
fn every_step_runs_and_the_last_is_the_example() {
    let steps = steps();
    assert_eq!(steps.len(), 9);
    for last in 1..=steps.len() {
        points(&steps[..last].join("\n"), 3);
    }
    let example = fs::read_to_string(root().join("examples/reef.lua")).unwrap();
    for players in 2..=4 {
        assert_eq!(points(&steps.join("\n"), players), points(&example, players));
    }
}
