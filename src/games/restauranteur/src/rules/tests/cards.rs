//! Notation, names and words.

use super::super::{components::FACES, variant::*};
use super::*;
use sim_engine::settings::assert_domain;

#[test]
fn re_52_to_re_76_every_card_of_the_rulebooks_list_is_there() {
    let rules = rules_with(2, &[]);
    let copies = |name: &str| rules.stock.cards[Face::parse(name).unwrap().index()];
    for name in ["mailing", "billboard", "radio", "air-banner", "italian-card", "government-card"] {
        assert_eq!(copies(name), 1, "{name}");
    }
    for name in ["wealthy-card", "poor-card"] {
        assert_eq!(copies(name), 2, "{name}");
    }
    let improvements = [
        "delivery",
        "drive-through",
        "discounts",
        "cooking-staff",
        "wait-staff",
        "management",
        "executives",
        "human-resources",
        "marketing",
    ];
    for name in improvements {
        assert_eq!(copies(name), 3, "{name}");
    }
}

#[test]
fn names_of_faces_read_back() {
    for face in Face::all() {
        assert_eq!(Face::parse(&face.name()), Some(face));
    }
    assert_eq!(Face::all().count(), FACES);
    for word in ["number-0", "number-9", "pizza-card", "", "number-"] {
        assert_eq!(Face::parse(word), None, "{word}");
    }
}

#[test]
fn notation_that_is_none_is_refused() {
    for text in [
        "",
        "build",
        "build pizza",
        "site r0c1",
        "site r1c9",
        "pay 9",
        "pay 0",
        "roll on row 9",
        "rollon row 3",
        "income radio",
        "drop",
        "improve delivery for",
        "discard nothing",
    ] {
        assert_eq!(text.parse::<Action>().ok(), None, "{text}");
    }
}

#[test]
fn words_of_rulings_are_those_of_the_data_file() {
    let settings = settings();
    macro_rules! check {
        ($($path:literal $name:ident),+ $(,)?) => {$(
            let words = $name::WORDS;
            assert_domain(&settings, $path, &words);
        )+};
    }
    check! {
        "deck_end" DeckEnd,
        "invest_ties" InvestTies,
        "build_adjacency" BuildAdjacency,
        "mailing_amount" MailingAmount,
        "district_multi" DistrictMulti,
        "random_earners" RandomEarners,
        "side_mode" SideMode,
        "reach_scope" ReachScope,
        "discount_trigger" DiscountTrigger,
        "discount_cancel" DiscountCancel,
        "moves" Moves,
        "tie_break" TieBreak,
    }
}

#[test]
fn components_stand_in_the_order_of_their_tables() {
    let rules = rules_with(2, &[]);
    let settings = settings();
    let rows: Vec<String> = ["cards", "improvements", "restaurants", "districts"]
        .into_iter()
        .flat_map(|name| settings.table(name).rows.iter().map(|row| row.id.clone()))
        .collect();
    let names: Vec<String> = rules.stock.components.iter().map(|component| component.name.clone()).collect();
    assert_eq!(names, rows);
}
