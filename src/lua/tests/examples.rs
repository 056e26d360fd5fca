//! The example games keep the laws.

use std::{fs, path::Path};

use sim_engine::{Game, Luck, Node, Seat};
use sim_lua::{Beside, LuaTitle, read};
use sim_script::Title;

fn title(name: &str) -> LuaTitle {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(format!("{name}.lua"));
    let text = fs::read_to_string(&path).unwrap();
    read(&format!("{name}.lua"), &text, &Beside::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// One test for each law and each example.
macro_rules! lawful {
    ($($example:ident: $($room:ident $law:ident),+;)+) => {$(
        mod $example {
            $(#[test]
            fn $law() {
                let title = crate::title(stringify!($example));
                sim_play::laws::basis::hold_to(&title, stringify!($room), stringify!($law), sim_play::laws::$room::$law);
                assert!(title.failure().is_none(), "{:?}", title.failure());
            })+
        }
    )+};
}

macro_rules! every_law {
    ($($example:ident),+) => {
        lawful! {$(
            $example:
                files the_files_of_the_game_are_read,
                files every_setting_is_read,
                rules legal_actions_are_sound,
                rules every_game_ends_and_nothing_is_lost,
                rules conservation_counts_the_whole_box,
                rules points_and_places_agree,
                rules points_of_a_zero_sum_game_sum_to_zero,
                counts every_end_has_its_words,
                counts every_measure_is_counted,
                counts the_use_of_components_is_counted,
                bans what_players_take_they_have_chosen,
                bans what_is_never_done_is_not_done,
                retelling clones_play_on_identically,
                retelling transcripts_read_back,
                chance listed_deals_are_imagined_with_their_odds,
                hidden hidden_things_stay_hidden,
                hidden hidden_things_are_drawn_by_luck,
                odds hidden_things_are_drawn_with_their_odds,
                hidden a_search_does_not_peek,
                hidden what_is_dealt_in_secret_hangs_on_luck,
                hidden what_is_imagined_hangs_on_what_is_seen,
                scripts every_feature_is_given_a_value,
                scripts features_keep_their_ranges,
                scripts reasons_are_told_in_words,
                scripts the_vocabulary_matches_the_rules,
                scripts shipped_strategies_answer_anywhere,
                scripts shipped_strategies_play_legally,
                scripts opened_scripts_play_the_same_games;
        )+}
    };
}

every_law!(pig, kuhn, leduc, reef, draft);

// Pig and Reef have more outcomes than are listed.
mod listed {
    lawful! {
        kuhn: chance listed_chance_is_what_luck_draws;
        leduc: chance listed_chance_is_what_luck_draws;
    }
}

#[test]
fn a_deal_is_a_function_of_its_luck() {
    for name in ["pig", "kuhn", "leduc", "reef", "draft"] {
        let title = title(name);
        let settings = sim_engine::settings::parse("data.toml", title.info().data_file).unwrap();
        let game = title.set_up(&settings, title.info().default_players).unwrap();
        let deal = |deal| game.deal(&Luck::new(1, deal), &mut |_| {});
        assert_eq!(deal(3), deal(3), "{name}");
    }
}

#[test]
fn a_game_is_played_on_after_its_interpreter_was_given_up() {
    let title = title("draft");
    let settings = sim_engine::settings::parse("data.toml", title.info().data_file).unwrap();
    let open = || title.set_up(&settings, 2).unwrap();
    let game = open();
    let luck = Luck::new(1, 1);
    let mut state = game.deal(&luck, &mut |_| {});
    // A thread keeps only a few interpreters.
    for _ in 0..6 {
        open().deal(&luck, &mut |_| {});
    }
    let mut actions = Vec::new();
    game.legal(&state, &mut actions);
    game.apply(&mut state, actions[0], &mut |_| {});
    assert_eq!(title.failure(), None);
    assert!(matches!(game.node(&state), Node::Decision { seat: Seat(1), .. }));
}
