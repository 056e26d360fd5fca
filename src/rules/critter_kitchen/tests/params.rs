//! What the data may say, and what is refused.

use super::rules;
use crate::rules::{
    Game,
    critter_kitchen::{CritterKitchen, effects::*, variant::*},
    params::parse,
};

fn refused(changes: &[(&str, &str)]) -> String {
    let mut params = parse("data.toml", CritterKitchen::data_file()).unwrap();
    for (path, value) in changes {
        params.set(path, value).unwrap();
    }
    CritterKitchen::new(&params, 4).unwrap_err().to_string()
}

#[test]
fn contradictions_are_refused() {
    assert!(refused(&[("challenge_mid", "30")]).contains("brackets"));
    assert!(refused(&[("challenges.ultimate-melt.first", "fish")]).contains("requires a type twice"));
    assert!(refused(&[("track.row-1.end", "8"), ("track.row-2.end", "8")]).contains("ascend"));
    assert!(refused(&[("critics.mouse.amount", "0")]).contains("mouse"));
    assert!(refused(&[("critics.cow.likes", "bread wine")]).contains("seven types"));
    assert!(refused(&[("rumors.bread-fanatic.course", "any")]).contains("about no course"));
    assert!(refused(&[("rumors.odd-tastes.at_least", "0")]).contains("divides by zero"));
    assert!(refused(&[("manager.recruiting.chef", "nobody")]).contains("sends nobody"));
    assert!(refused(&[("manager.promotion.goal", "merchant")]).contains("sends nobody"));
    assert!(
        refused(&[("mcdogalds_chefs.boar-academy-left.goal", "front")]).contains("sends its chef nowhere")
    );
    assert!(refused(&[("mcdogalds_days.day-1.wishes", "rumor burger")]).contains("`burger` is nothing"));
    let managers =
        ["recruiting", "night-shift", "gossip-run", "bulk-order", "menu-check", "soup-tasting", "promotion"];
    let paths = managers.map(|id| format!("manager.{id}.copies"));
    let none: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), "0")).collect();
    assert!(refused(&none).contains("manager deck has 0 cards"));
    let mut empty: Vec<(&str, &str)> =
        ["copies_two", "copies_three", "copies_four", "copies_five", "copies_six", "copies_seven"]
            .map(|name| (name, "0"))
            .to_vec();
    empty.extend([("spices", "0"), ("allspices", "0"), ("rumor_tokens", "0")]);
    assert!(refused(&empty).contains("cannot fill"));
}

#[test]
fn a_first_game_is_judged_by_the_mouse_without_advanced_rumors() {
    let game = rules(4, &[("first_game", "true")]);
    for deal in 0..50 {
        let state = game.deal(&crate::rules::Luck::new(1, deal), &mut |_| {});
        assert_eq!(state.critic, super::row(&game, "mouse"));
        assert!(state.rumors.iter().all(|&row| !game.cards.rumors.cards[usize::from(row)].advanced));
    }
}

#[test]
fn the_data_file_declares_the_words_that_the_rules_know() {
    let text = CritterKitchen::data_file();
    let declares = |words: &[&str]| {
        let list: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let line = format!("options = [{}]", list.join(", "));
        assert!(text.contains(&line), "{line}");
    };
    macro_rules! check {
        ($($words:ty),+) => { $(declares(&<$words>::WORDS.iter().map(|(word, _)| *word).collect::<Vec<_>>());)+ };
    }
    check!(CriticEffect, RumorEffect, Time, ZousEffect, RestaurateurEffect, CourseWord);
    check!(Goal, Arrow, Sent, ChefDeck);
    check!(HatTime, Stacking, MultiCourse, RumorValues, Memory);
}
