//! Explanations of build decisions.

use super::{readings, visit};
use crate::TITLE;
use crate::rules::{Action, Decision, Public, components::Cuisine};
use sim_engine::Luck;
use sim_play::laws::curious::ask_strategy;
use sim_script::{
    Why,
    library::shipped,
    why::{Answer, Verdict},
};

/// The score of a candidate in a slot; cells may be scored in several parts.
fn score(why: &Why, slot: &str, label: &str) -> f64 {
    let mut candidates = why.parts.iter().filter(|part| part.slot == slot).flat_map(|part| &part.candidates);
    candidates.find(|candidate| candidate.label == label).unwrap().score.unwrap()
}

/// Worth of a build, from the scores of its parts.
fn built(why: &Why, cuisine: &str, cell: &str, number: &str) -> f64 {
    let site = score(why, "site", &format!("{cuisine} {cell}"));
    score(why, "value", cuisine) + site - score(why, "keep", number)
}

/// Worth of moving a restaurant, from the scores of its parts.
fn moved(why: &Why, cuisine: Cuisine, from: &str, to: &str) -> f64 {
    let site = |cell: &str| score(why, "site", &format!("{cuisine} {cell}"));
    score(why, "move", cuisine.word()) + site(to) - site(from)
}

/// Worth of the plan that an answer names, from the scores of its parts.
fn named(why: &Why, answer: &Answer, table: &Public) -> f64 {
    let words: Vec<&str> = answer.label.split([' ', ':']).collect();
    match words[..] {
        ["nothing"] => 0.0,
        [cuisine, "on", cell, "for", "number", number, ..] => built(why, cuisine, cell, number),
        [from, "to", to, ..] => moved(why, table.cuisine_at(from.parse().unwrap()).unwrap(), from, to),
        _ => panic!("{} names no plan", answer.label),
    }
}

/// Worth of the played actions, from the scores of their parts.
fn played(why: &Why, actions: &[Action], table: &Public) -> f64 {
    match *actions {
        [Action::Stop] => 0.0,
        [Action::Build { cuisine }, Action::Pay { number }, Action::Site { cell }] => {
            built(why, cuisine.word(), &cell.to_string(), &(number + 1).to_string())
        }
        [Action::Move { from }, Action::Site { cell }] => {
            moved(why, table.cuisine_at(from).unwrap(), &from.to_string(), &cell.to_string())
        }
        _ => panic!("{actions:?} is no build"),
    }
}

#[test]
fn plans_are_ranked_and_the_best_is_played() {
    let game = &readings(2)[0];
    let strategy = shipped(&TITLE, "engine").unwrap().unwrap();
    let (mut asked, mut moves, mut goes) = (0, 0, 0);
    visit(game, 0..20, Decision::Build, |state, legal| {
        if !legal.contains(&Action::Stop) {
            return;
        }
        let Some((actions, Some(why))) = ask_strategy(game, state, &strategy, &Luck::new(1, 0)) else {
            return;
        };
        let firsts = legal.iter().filter(|action| !matches!(action, Action::Site { .. })).count();
        assert_eq!(why.answers.len(), firsts, "one for each first step: {:#?}", why.answers);
        assert!(why.answers.is_sorted_by(|a, b| a.worth >= b.worth), "{:#?}", why.answers);
        for answer in &why.answers {
            assert!((named(&why, answer, &state.table) - answer.worth).abs() < 1e-6, "{answer:?}");
            moves += usize::from(answer.label.contains("move"));
        }
        let Some(Verdict::Solved { worth }) = why.verdict else { panic!("{:?}", why.verdict) };
        assert_eq!((worth, why.chosen), (why.answers[0].worth, Some(0)));
        assert_eq!(played(&why, &actions, &state.table), worth, "{actions:?}: {:#?}", why.answers);
        goes += usize::from(why.parts.iter().filter(|part| part.slot == "site").count() > 1);
        asked += 1;
    });
    assert!(asked > 300 && moves > 100 && goes > 0, "{asked} builds, {moves} moves, {goes} in several goes");
}
