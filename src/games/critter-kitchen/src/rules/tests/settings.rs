//! Valid settings, and errors for invalid ones.

use super::rules;
use crate::rules::{CritterKitchen, cards::effects::*, variant::*};
use sim_engine::{Game, settings::parse};

fn refused(changes: &[(&str, &str)]) -> String {
    let mut settings = parse("data.toml", CritterKitchen::INFO.data_file).unwrap();
    for (path, value) in changes {
        settings.set(path, value).unwrap();
    }
    CritterKitchen::new(&settings, 4).unwrap_err().to_string()
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
fn ck_22_a_first_game_is_judged_by_the_mouse_without_advanced_rumors() {
    let game = rules(4, &[("first_game", "true")]);
    for deal in 0..50 {
        let state = game.deal(&sim_engine::Luck::new(1, deal), &mut |_| {});
        assert_eq!(state.critic, super::row(&game, "mouse"));
        assert!(state.rumors.iter().all(|&row| !game.cards.rumors.cards[usize::from(row)].advanced));
    }
}

#[test]
fn the_data_file_declares_the_words_that_the_rules_know() {
    let text = CritterKitchen::INFO.data_file;
    let declares = |words: &[&str]| {
        let list: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let line = format!("options = [{}]", list.join(", "));
        assert!(text.contains(&line), "{line}");
    };
    macro_rules! check {
        ($($words:ty),+) => { $(declares(&<$words>::WORDS);)+ };
    }
    check!(CriticEffect, RumorEffect, Time, ZousEffect, RestaurateurEffect, CourseWord);
    check!(Aim, Arrow, Sent, ChefDeck);
    check!(HatTime, Stacking, MultiCourse, RumorValues, Memory);
}

// CK-136, CK-163..190, CK-198..202: the comment above a table explains its words to anyone who edits it.
#[test]
fn ck_136_ck_163_ck_198_every_effect_is_explained_above_its_table_with_the_columns_it_reads() {
    let text = CritterKitchen::INFO.data_file;
    // Words with their explanations, from the comment right above the table.
    let explained = |table: &str| -> Vec<(&str, &str)> {
        let (above, _) = text.split_once(&format!("[tables.{table}]\n")).unwrap();
        let comment = above.lines().rev().take_while(|line| line.starts_with('#'));
        let mut entries: Vec<_> = comment
            .filter_map(|line| line.strip_prefix("#   ")?.split_once(' '))
            .filter(|(word, _)| !word.is_empty())
            .collect();
        entries.reverse();
        entries
    };
    macro_rules! check {
        ($($table:literal: $words:ty),+) => { $({
            let words = <$words>::WORDS;
            let entries = explained($table);
            let found: Vec<&str> = entries.iter().map(|(word, _)| *word).collect();
            assert_eq!(found, words, "the words of {}, in their order", $table);
            assert!(entries.iter().all(|(_, about)| !about.trim().is_empty()), "{}", $table);
        })+ };
    }
    check!("critics": CriticEffect, "rumors": RumorEffect, "zous_chefs": ZousEffect);
    check!("restaurateurs": RestaurateurEffect, "manager": Aim, "mcdogalds_days": Wish);
    // The explanation of an effect names every column that rows with this effect set.
    let first = parse("data.toml", text).unwrap();
    let mut second = parse("data.toml", text).unwrap();
    second.apply_preset("second-reading").unwrap();
    for (name, columns) in [
        ("critics", &["amount", "at_least", "limit"][..]),
        ("rumors", &["at_least", "limit"]),
        ("zous_chefs", &["amount", "n"]),
        ("restaurateurs", &["amount", "n"]),
    ] {
        let entries = explained(name);
        for table in [&first, &second].map(|settings| settings.table(name)) {
            for row in &table.rows {
                let effect = table.word(row, "effect");
                let (_, about) = entries.iter().find(|(word, _)| *word == effect).unwrap();
                for column in columns.iter().filter(|column| table.int(row, column) != 0) {
                    assert!(about.contains(&format!("`{column}`")), "{name}.{}: {column}", row.id);
                }
            }
        }
    }
}

/// Returns the error message for a file of settings, with four players.
fn complaint(text: &str) -> String {
    let mut settings = parse("data.toml", CritterKitchen::INFO.data_file).unwrap();
    let text = format!("format = 2\ngame = \"critter-kitchen\"\n{text}");
    match settings.overlay("mine.toml", &text) {
        Err(error) => error.to_string(),
        Ok(()) => settings.locate(CritterKitchen::new(&settings, 4).unwrap_err()).to_string(),
    }
}

#[test]
fn bad_files_are_refused_with_line_and_reason() {
    let card = "[[tables.challenges]]\nid = \"a\"\nfirst = \"bread\"\nsecond = \"fish\"\nsource = \"reconstructed\"\n";
    let empty_bag: String = BAG_COUNTS.iter().map(|name| format!("{name} = 0\n")).collect();
    for (text, expected) in [
        ("[values]\nspices = -1\n", "mine.toml:4:10: spices: -1 is not allowed here"),
        (
            "[values]\n\"critics.cow.effect\" = \"severl\"",
            "mine.toml:4:24: critics.cow.effect: severl is not",
        ),
        ("[values]\n\"critics.cow.likes\" = \"bread\"", "mine.toml:4:23: the likes of critic `cow`"),
        ("[values]\nchallenge_mid = 30\n", "mine.toml:4:17: the brackets of challenge meals do not"),
        (&format!("[values]\n{empty_bag}"), "mine.toml:4:14: a bag of 0 tokens cannot fill 18 item spaces"),
        (card, "mine.toml:3:1: `third` is missing"),
        (&format!("{card}third = \"fish\"\n"), "mine.toml:3:10: table `challenges` has 1 rows"),
        ("[tables]\nchallenges = []\n", "mine.toml:4:1: table `challenges` has 0 rows"),
        ("[tables]\nlocations = []\n", "mine.toml:4:1: table `locations` has 0 numbered boards"),
        (
            "[values]\n\"locations.air-dock.items\" = -3\n",
            "mine.toml:4:30: locations.air-dock.items: -3 is not allowed here",
        ),
        (
            "[values]\n\"manager.promotion.chef\" = \"boar\"\n",
            "mine.toml:4:28: manager card `promotion` sends",
        ),
    ] {
        let complaint = complaint(text);
        assert!(complaint.starts_with(expected), "{complaint} instead of {expected}");
        assert!(complaint.contains("help: "), "{complaint}");
    }
    // A row that requires one type twice, in a table of sufficient length.
    let mut rows = String::from("[tables]\nchallenges = [\n");
    for (at, second) in ["fish", "fish", "bread", "fish", "fish", "fish"].iter().enumerate() {
        rows += &format!(
            "{{ id = \"c{at}\", first = \"bread\", second = \"{second}\", third = \"meat\", source = \"changed\" }},\n"
        );
    }
    let complaint = complaint(&format!("{rows}]\n"));
    assert!(complaint.starts_with("mine.toml:7:1: challenge `c2` requires a type twice"), "{complaint}");
}
