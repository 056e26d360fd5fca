//! Compares the data file with the known faces and with the rules page.

use super::*;
use crate::TITLE;
use crate::rules::variant::{
    Below, DiscardBonus, Extra, HandCheck, Memory, ReviewModifiers, Theft, TieBreak, VictimRule,
};
use sim_engine::{
    Source,
    settings::{Row, assert_domain},
};

/// A face: name, kind, stars, copies, cost, modifiers to servers, chefs, food and equipment,
/// modifier if discarded, source.
pub(super) type FaceLine = (&'static str, &'static str, i64, i64, i64, [i64; 4], i64, &'static str);

/// The faces from the rulebook and the designers' picture; the others are reconstructed.
pub(super) const FACES: [FaceLine; 20] = [
    ("S2", "servers", 2, 5, 6, [0, 0, 0, -1], 2, "published"),
    ("S3", "servers", 3, 5, 13, [0, 0, 0, 0], 5, "reconstructed"),
    ("S4", "servers", 4, 5, 17, [1, 0, 0, 0], 6, "reconstructed"),
    ("S5", "servers", 5, 5, 21, [1, 1, 0, 0], 8, "published"),
    ("C2", "chefs", 2, 5, 5, [0, -2, -1, 0], 2, "published"),
    ("C3", "chefs", 3, 5, 12, [0, -1, 0, 0], 5, "published"),
    ("C4", "chefs", 4, 5, 16, [1, -1, 0, 0], 6, "published"),
    ("C5", "chefs", 5, 5, 20, [1, 0, 0, 0], 8, "reconstructed"),
    ("F2", "food", 2, 5, 5, [-1, 0, 2, 0], 0, "published"),
    ("F3", "food", 3, 5, 13, [-1, 1, 2, 0], 0, "rulebook"),
    ("F4", "food", 4, 5, 17, [0, 1, 2, 0], 0, "published"),
    ("F5", "food", 5, 5, 21, [0, 1, 2, 1], 0, "reconstructed"),
    ("E2", "equipment", 2, 5, 6, [-1, 0, 0, -1], 3, "published"),
    ("E3", "equipment", 3, 5, 13, [0, 0, 0, -1], 6, "reconstructed"),
    ("E4", "equipment", 4, 5, 17, [0, 0, 0, 0], 7, "reconstructed"),
    ("E5", "equipment", 5, 5, 21, [1, 0, 0, 0], 9, "reconstructed"),
    ("R2", "review", 2, 7, 8, [3, 0, 3, 1], 0, "published"),
    ("R3", "review", 3, 7, 9, [3, 1, 1, 1], 0, "published"),
    ("R4", "review", 4, 7, 10, [1, 1, 3, 2], 0, "published"),
    ("R5", "review", 5, 7, 11, [1, 0, 3, 2], 0, "published"),
];

const MODIFIERS: [&str; 4] = ["servers", "chefs", "food", "equipment"];

fn modifiers(settings: &Settings, row: &Row) -> [i64; 4] {
    MODIFIERS.map(|column| settings.table("cards").int(row, column))
}

fn copies(settings: &Settings, is_wanted: impl Fn(&str, i64) -> bool) -> i64 {
    let table = settings.table("cards");
    let rows = table.rows.iter().filter(|row| is_wanted(table.word(row, "kind"), table.int(row, "stars")));
    rows.map(|row| table.int(row, "copies")).sum()
}

#[test]
fn de_2_de_3_de_4_the_deck_holds_108_cards_five_of_each_resource_and_quality_and_seven_of_each_review() {
    // DE-2, DE-3, DE-4, and the same for the deck of different cards (DE-A2).
    for preset in ["", "varied-deck"] {
        let mut settings = settings(&TITLE);
        if !preset.is_empty() {
            settings.apply_preset(preset).unwrap();
        }
        assert_eq!(copies(&settings, |_, _| true), 108);
        for kind in Kind::ALL.map(Kind::word) {
            let each = if kind == "review" { 7 } else { 5 };
            assert_eq!(copies(&settings, |of, _| of == kind), 4 * each, "{kind}");
            for stars in 2..=5 {
                assert_eq!(copies(&settings, |of, number| of == kind && number == stars), each);
            }
        }
        assert_eq!(Delectable::new(&settings, 2).unwrap().deck.copies.len(), 108);
    }
}

#[test]
fn de_6_de_7_the_card_table_has_the_known_faces() {
    let settings = settings(&TITLE);
    let table = settings.table("cards");
    assert_eq!(table.rows.len(), FACES.len());
    for (row, (name, kind, stars, copies, cost, to, discard, source)) in table.rows.iter().zip(FACES) {
        assert_eq!(row.id, name);
        assert_eq!(table.word(row, "kind"), kind, "{name}");
        let numbers = ["stars", "copies", "cost", "discard"].map(|column| table.int(row, column));
        assert_eq!(numbers, [stars, copies, cost, discard], "{name}");
        assert_eq!(modifiers(&settings, row), to, "{name}");
        assert_eq!(row.source.word(), source, "{name}");
    }
}

#[test]
fn de_6_the_engine_reads_each_column_into_its_place() {
    // DE-6: a face of the table and a face in play are the same.
    let rules = with(&TITLE, 2, &[]);
    for (face, (name, kind, stars, _, cost, to, discard, _)) in rules.deck.faces.iter().zip(FACES) {
        assert_eq!(face.kind.word(), kind, "{name}");
        assert_eq!(
            (i64::from(face.stars), i64::from(face.cost), i64::from(face.discard)),
            (stars, cost, discard)
        );
        assert_eq!(face.to.map(i64::from), [to[0], to[1], to[2], to[3], 0], "{name}");
    }
}

#[test]
fn the_faces_follow_the_patterns_of_the_published_ones() {
    // Cost: a base by stars plus 0 or 1, reviews 6 + stars. Food and reviews give nothing when
    // discarded. Food gives +2 to food, chefs no bonus to chefs. A review gives 6 or 7 in all.
    for (name, kind, stars, _, cost, to, discard, _) in FACES {
        if kind == "review" {
            assert_eq!(cost, 6 + stars, "{name}");
            assert!((6..=7).contains(&to.iter().sum::<i64>()), "{name}");
        } else {
            let base = [5, 12, 16, 20][stars as usize - 2];
            assert!((base..=base + 1).contains(&cost), "{name}");
        }
        let bonus = [2, 5, 6, 8][stars as usize - 2];
        let expected = match kind {
            "servers" | "chefs" => bonus,
            "equipment" => bonus + 1,
            _ => 0,
        };
        assert_eq!(discard, expected, "{name}");
        assert_eq!(kind == "food", to[2] == 2, "{name}");
        assert!(kind != "chefs" || to[1] <= 0, "{name}");
    }
}

#[test]
fn one_face_is_printed_in_the_rulebook_twelve_are_published_and_seven_filled_in() {
    let counted = |source, rows| ("cards".to_owned(), source, rows);
    assert_eq!(
        settings(&TITLE).provenance(),
        [counted(Source::Rulebook, 1), counted(Source::Published, 12), counted(Source::Reconstructed, 7)]
    );
    let mut varied = settings(&TITLE);
    varied.apply_preset("varied-deck").unwrap();
    // The first copies keep their sources; the other 88 cards are reconstructed.
    assert_eq!(
        varied.provenance(),
        [counted(Source::Rulebook, 1), counted(Source::Published, 12), counted(Source::Reconstructed, 95)]
    );
    let components = &with(&TITLE, 2, &[]).deck.components;
    assert!(components.iter().any(|component| component.source == Source::Reconstructed));
}

#[test]
fn de_a2_the_varied_deck_keeps_what_it_promises() {
    let mut settings = settings(&TITLE);
    settings.apply_preset("varied-deck").unwrap();
    let table = settings.table("cards");
    assert_eq!(table.rows.len(), 108);
    for row in &table.rows {
        let name = &row.id;
        let (_, kind, stars, _, cost, to, discard, _) =
            FACES.into_iter().find(|(face, ..)| *face == &name[..2]).unwrap();
        assert_eq!((table.word(row, "kind"), table.int(row, "stars")), (kind, stars), "{name}");
        assert_eq!((table.int(row, "copies"), table.int(row, "discard")), (1, discard), "{name}");
        let varied = modifiers(&settings, row);
        let sorted = |mut modifiers: [i64; 4]| {
            modifiers.sort_unstable();
            modifiers
        };
        assert_eq!(sorted(varied), sorted(to), "{name}");
        if let Some(own) = MODIFIERS.iter().position(|column| *column == kind) {
            assert_eq!(varied[own], to[own], "{name}");
            let base = [5, 12, 16, 20][stars as usize - 2];
            assert!((base..=base + 1).contains(&table.int(row, "cost")), "{name}");
        } else {
            assert_eq!(table.int(row, "cost"), 6 + stars, "{name}");
        }
        if name.ends_with('a') {
            assert_eq!((table.int(row, "cost"), varied), (cost, to), "{name}");
        }
    }
}

#[test]
fn the_words_of_the_rulings_are_those_of_the_data_file() {
    let check = |path: &str, words: &[&str]| assert_domain(&settings(&TITLE), path, words);
    check("review_modifiers", &ReviewModifiers::WORDS);
    check("discard_bonus", &DiscardBonus::WORDS);
    check("extra", &Extra::WORDS);
    check("theft", &Theft::WORDS);
    check("victim", &VictimRule::WORDS);
    check("hand_check", &HandCheck::WORDS);
    check("memory", &Memory::WORDS);
    check("below", &Below::WORDS);
    check("tie_break", &TieBreak::WORDS);
    check("cards.S2.kind", &Kind::WORDS);
}

#[test]
fn de_5_de_8_de_19_the_printed_numbers_are_the_defaults() {
    // DE-5, DE-8, DE-19, DE-23, DE-28, DE-44, DE-47, DE-56, DE-59..61.
    let settings = settings(&TITLE);
    for (path, value) in [
        ("die_faces", 20),
        ("market_start", 1),
        ("default_quality", 2),
        ("hand_limit", 7),
        ("modifier_cards", 3),
        ("commit_min", 2),
        ("theft_min", 3),
        ("below_penalty", 1),
        ("match_factor", 2),
        ("counted_two", 4),
        ("counted_three", 3),
        ("counted_four", 2),
        ("counted_five", 2),
    ] {
        assert_eq!(settings.int(path), value, "{path}");
    }
    assert!(settings.changes().is_empty());
}

#[test]
fn the_rules_page_numbers_every_rule_and_ruling_and_names_every_setting() {
    let page = Delectable::INFO.rules_page;
    for number in 1..=63 {
        assert!(page.contains(&format!("| DE-{number} |")), "DE-{number}");
    }
    for number in 1..=18 {
        assert!(page.contains(&format!("| DE-A{number} |")), "DE-A{number}");
    }
    let settings = settings(&TITLE);
    for entry in settings.entries() {
        if entry.path.contains('.') {
            continue;
        }
        assert!(page.contains(&format!("`{}`", entry.path)), "{}", entry.path);
        assert!(page.contains(&format!("| {} |", entry.rule)), "{} cites {}", entry.path, entry.rule);
    }
    for preset in settings.presets() {
        assert!(page.contains(&format!("`{}`", preset.name)), "{}", preset.name);
    }
}
