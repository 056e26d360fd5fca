//! Each law detects a mistake that is planted in a small game.

mod toy;

use std::panic::{UnwindSafe, catch_unwind};

use super::{bans, basis, chance, counts, files, hidden, odds, rules, scripts};
use toy::{mistake, title};

/// The game without a mistake keeps all laws.
mod sound {
    use super::toy::{mistake, title};

    crate::laws!(&title::<{ mistake::NONE }>());
}

/// The toy makes no promises, so only the laws of hidden information are tested for sharpness.
#[test]
fn the_laws_of_hidden_things_are_sharp() {
    hidden::a_forgotten_shuffle_is_caught(&title::<{ mistake::NONE }>());
    hidden::a_peeking_rule_is_caught(&title::<{ mistake::NONE }>());
    odds::uneven_odds_are_caught(&title::<{ mistake::NONE }>());
}

/// The complaint of a law about a game with a mistake.
fn complaint(law: impl FnOnce() + UnwindSafe) -> String {
    let caught = catch_unwind(law).expect_err("the law says nothing");
    *caught.downcast::<String>().expect("a complaint is a text")
}

#[track_caller]
fn assert_told(told: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(told.contains(piece), "`{piece}` is not in:\n{told}");
    }
}

#[test]
fn a_context_feature_without_a_value_is_told() {
    let told = complaint(|| scripts::every_feature_is_given_a_value(&title::<{ mistake::NO_CONTEXT }>()));
    assert_told(&told, &["declared, and given no value: `card` at `bid`", "take it out of the vocabulary"]);
}

#[test]
fn a_feature_of_candidates_without_a_value_is_told() {
    let told = complaint(|| scripts::every_feature_is_given_a_value(&title::<{ mistake::NO_COLUMN }>()));
    assert_told(&told, &["declared, and given no value: `height` at `bid`;"]);
}

#[test]
fn a_measure_that_is_never_counted_is_told() {
    let told = complaint(|| counts::every_measure_is_counted(&title::<{ mistake::NO_MEASURE }>()));
    assert_told(
        &told,
        &["never counted: the measure `high_bids`, in 240 games", "take it out of `measures!`"],
    );
}

#[test]
fn a_use_of_components_that_is_never_counted_is_told() {
    let told = complaint(|| counts::the_use_of_components_is_counted(&title::<{ mistake::NO_USE }>()));
    assert_told(&told, &["the use of components of the kind `chip` is never counted", "in 240 games"]);
}

#[test]
fn a_sum_of_components_that_is_never_counted_is_told() {
    let told = complaint(|| counts::the_use_of_components_is_counted(&title::<{ mistake::NO_SUM }>()));
    assert_told(&told, &["what is paid with components of the kind `chip`, in points, is never counted"]);
}

#[test]
fn a_kind_of_components_that_is_not_declared_is_told() {
    let told = complaint(|| counts::the_use_of_components_is_counted(&title::<{ mistake::NO_KIND }>()));
    assert_told(&told, &["components are of the kind `chip`, which `kinds` of `Info` lacks"]);
}

#[test]
fn a_component_that_no_action_is_for_is_told() {
    let told = complaint(|| bans::what_players_take_they_have_chosen(&title::<{ mistake::NOT_TAKEN }>()));
    assert_told(&told, &["components of the kinds {\"chip\"}", "name them in `takes`"]);
}

#[test]
fn an_end_without_words_is_told() {
    let told = complaint(|| counts::every_end_has_its_words(&title::<{ mistake::NO_END }>()));
    assert_told(&told, &["ended for reason 1, counted from 0, but `ends` of `Info` has words for 1"]);
}

#[test]
fn a_setting_that_no_rule_reads_is_told_with_the_nearest_that_is_read() {
    let told = complaint(|| files::every_setting_is_read(&title::<{ mistake::NOT_READ }>()));
    assert_told(
        &told,
        &["no rule reads the setting `bonsu` of data.toml; they read `bonus`: read it in `new`"],
    );
    assert_told(&told, &["no rule reads the column `chips.wroth` of data.toml; they read `chips.worth`"]);
}

#[test]
fn a_rule_that_is_not_on_the_rules_page_is_told_with_its_place() {
    let root = std::path::Path::new("nowhere");
    let told = complaint(|| {
        files::rules_that_are_named_are_on_the_rules_page(&title::<{ mistake::NO_RULE }>(), root)
    });
    assert_eq!(
        told,
        "data.toml, `bonus`, rule = \"TOYS-2\": the rules page has no rule `TOYS-2`; did you mean `TOY-2`?"
    );
}

#[test]
fn a_rule_in_the_code_that_is_not_on_the_rules_page_is_told_with_its_line() {
    let page = files::Page::read("XY-1 to XY-9.\n| XY-1 | Two players. |\n- **XY-2, XY-4..7** High wins.");
    let text = "// XY-2, XY-6; UTF-8 is no rule.\nfn xy_03_low_wins() {}\n// XY-22.\nfn x_3() {}\n";
    let told = [
        "rules.rs:2: the rules page has no rule `XY-3`; did you mean `XY-1`?",
        "rules.rs:3: the rules page has no rule `XY-22`; did you mean `XY-2`?",
    ];
    assert_eq!(page.complaints("rules.rs", text), told);
}

#[test]
fn a_secret_that_is_dealt_without_luck_is_told() {
    let told = complaint(|| hidden::what_is_dealt_in_secret_hangs_on_luck(&title::<{ mistake::NO_LUCK }>()));
    assert_told(
        &told,
        &["twist is dealt without luck: at the first `bid` it was the same in 64 deals", "`deal`"],
    );
}

#[test]
fn a_hidden_field_that_is_left_out_everywhere_is_told() {
    let told =
        complaint(|| hidden::what_is_imagined_hangs_on_what_is_seen(&title::<{ mistake::LEFT_OUT }>()));
    assert_told(&told, &["that look the same to seat 1 at `bid`", "`twist` of the state is", "`hidden`"]);
}

#[test]
fn a_secret_choice_that_is_left_out_everywhere_is_told() {
    let told =
        complaint(|| hidden::what_is_imagined_hangs_on_what_is_seen(&title::<{ mistake::OPEN_BID }>()));
    assert_told(&told, &["that look the same to seat 2 at `bid`", "`bids` of the state is"]);
}

#[test]
fn a_wrong_probability_of_a_deal_is_told() {
    let told = complaint(|| chance::listed_chance_is_what_luck_draws(&title::<{ mistake::MISLISTED }>()));
    assert_told(&told, &["2 players: the deal: luck draws State", "listed with 0"]);
}

#[test]
fn a_bad_data_file_is_told_once_with_its_place_and_the_way_out() {
    let bad = title::<{ mistake::BAD_DATA }>();
    assert_eq!(
        complaint(|| files::the_files_of_the_game_are_read(&bad)),
        "data.toml:4:63: unknown source `rulebok`\n  help: did you mean `rulebook`?"
    );
    assert!(basis::stands_on_broken(&bad, "rules", "points_and_places_agree"), "no other law says it again");
}

#[test]
fn a_bad_strategy_is_told_once_with_its_place_and_the_way_out() {
    let bad = title::<{ mistake::BAD_STRATEGY }>();
    let told = complaint(|| files::the_files_of_the_game_are_read(&bad));
    assert_told(&told, &["default.toml:5:10: ", "did you mean `height`?"]);
    assert!(basis::stands_on_broken(&bad, "rules", "points_and_places_agree"));
}

#[test]
fn a_setting_that_is_not_in_the_data_file_is_told_once() {
    let bad = title::<{ mistake::NO_SETTING }>();
    let told = complaint(|| files::the_files_of_the_game_are_read(&bad));
    assert_told(&told, &["ask for a setting `bonus` that its data file lacks: did you mean `bonsu`?"]);
    assert!(basis::stands_on_broken(&bad, "rules", "points_and_places_agree"));
}

#[test]
fn components_of_which_only_one_half_is_counted_are_told() {
    let told = complaint(|| counts::the_use_of_components_is_counted(&title::<{ mistake::NOT_USED }>()));
    assert_told(
        &told,
        &["`used` of components of the kind `chip` is never counted", "as soon as it is taken"],
    );
    let told = complaint(|| counts::the_use_of_components_is_counted(&title::<{ mistake::NEVER_TAKEN }>()));
    assert_told(&told, &["`taken` of components of the kind `chip` is never counted"]);
}

#[test]
fn uneven_odds_of_a_hidden_thing_are_told() {
    let told = complaint(|| odds::hidden_things_are_drawn_with_their_odds(&title::<{ mistake::UNEVEN }>()));
    assert_told(&told, &["card of the other is drawn with the wrong odds for seat 1 at `bid`: it is `"]);
}

#[test]
fn odds_that_are_right_on_average_alone_are_told() {
    let told = complaint(|| odds::hidden_things_are_drawn_with_their_odds(&title::<{ mistake::TIED }>()));
    assert_told(
        &told,
        &[
            "card of the other is drawn with the wrong odds for seat 1 at `bid`",
            "the seat sees much the same",
        ],
    );
}

#[test]
fn points_from_nothing_in_a_zero_sum_game_are_told() {
    let told =
        complaint(|| rules::points_of_a_zero_sum_game_sum_to_zero(&title::<{ mistake::NOT_ZERO_SUM }>()));
    assert_told(
        &told,
        &["`is_zero_sum` of `Info` promises that points sum to 0, but those of deal 0 sum to ", " by seat ("],
    );
}

#[test]
fn a_table_of_components_that_conservation_overlooks_is_told() {
    let told = complaint(|| rules::conservation_counts_the_whole_box(&title::<{ mistake::NOT_COUNTED }>()));
    assert_told(
        &told,
        &["`check_conservation` overlooks the table `chips`", "chips.chip.copies=3", "`not_conserved`"],
    );
}

#[test]
fn an_observation_that_changes_is_told_with_field_seat_deal_and_decision() {
    let told = complaint(|| hidden::hidden_things_stay_hidden(&title::<{ mistake::SEEN_BID }>()));
    assert_told(
        &told,
        &[
            "what seat 1 does not see, `card` of the observation changes from `",
            "(deal 0, decision 1, `bid`)",
        ],
    );
}

#[test]
fn of_laws_that_break_together_the_most_basic_speaks() {
    let leaky = title::<{ mistake::SEEN_BID }>();
    // Other laws of hidden information depend on `hidden_things_stay_hidden`; a law of counts does not.
    assert!(basis::stands_on_broken(&leaky, "odds", "hidden_things_are_drawn_with_their_odds"));
    assert!(!basis::stands_on_broken(&leaky, "counts", "every_measure_is_counted"));
    assert!(!basis::stands_on_broken(&leaky, "hidden", "hidden_things_stay_hidden"));
    let unordered = title::<{ mistake::NOT_ASCENDING }>();
    assert!(basis::stands_on_broken(&unordered, "hidden", "hidden_things_stay_hidden"));
    assert!(!basis::stands_on_broken(&unordered, "rules", "legal_actions_are_sound"));
    // A secret that is not dealt by luck has no odds.
    let lucky = title::<{ mistake::NO_LUCK }>();
    assert!(basis::stands_on_broken(&lucky, "odds", "hidden_things_are_drawn_with_their_odds"));
    assert!(!basis::stands_on_broken(&lucky, "hidden", "what_is_dealt_in_secret_hangs_on_luck"));
}
