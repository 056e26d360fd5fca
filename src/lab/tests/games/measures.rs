//! Measures that games declare, and what tables show of them.

use super::tallies::pool;
use crate::GAMES;
use sim_engine::{MeasureShape, Of};
use sim_lab::{
    summary::Summary,
    tables::{Cell, Table, of_run},
};

/// The tables of eight deals of every game at its default table size.
fn tables() -> Vec<(&'static str, Vec<Table>)> {
    let of = |entry: &&sim_play::entry::Entry| {
        let arm = pool(entry, entry.info().default_players, 2);
        let tally = arm.play(0..8, arm.empty(), &mut ());
        (entry.info().name, of_run(&Summary::new(&arm.subject(), &tally)))
    };
    GAMES.iter().map(of).collect()
}

fn measures(tables: &[Table]) -> &Table {
    tables.iter().find(|table| table.name == "measures").unwrap()
}

#[test]
fn occasions_are_counted_by_a_measure_of_the_same_kind() {
    for entry in GAMES {
        let measures = entry.info().measures;
        for measure in measures {
            let same_name = measures.iter().filter(|other| other.name == measure.name).count();
            assert_eq!(same_name, 1, "{}", measure.name);
            if let Some(per) = measure.per {
                let other = &measures[per];
                assert_eq!((measure.of, measure.shape), (other.of, other.shape), "{}", measure.name);
                assert_eq!(other.per, None, "{}", measure.name);
            }
        }
    }
}

#[test]
fn a_thing_has_the_same_name_among_components_and_measures() {
    // A label that equals a component's name except for case and punctuation must be that name.
    let plain = |name: &str| name.to_lowercase().replace([' ', '\''], "-").replace("--", "-");
    for entry in GAMES {
        let arm = pool(entry, entry.info().default_players, 2);
        let components = arm.game.components();
        for measure in entry.info().measures {
            if let MeasureShape::Components { kind, most, .. } = measure.shape {
                let count = components.iter().filter(|component| component.kind == kind).count();
                assert!((1..=most).contains(&count), "{}: {count} of {kind}", measure.name);
            }
            for [row, column] in (0..measure.width()).filter_map(|cell| measure.labels(cell, components)) {
                for label in [row, column] {
                    let known = components.iter().find(|component| component.name == plain(label));
                    assert!(known.is_none_or(|known| known.name == label), "{}: {label}", measure.name);
                }
            }
        }
    }
}

#[test]
fn what_the_table_has_in_common_is_told_once_a_game() {
    for (game, tables) in tables() {
        let table = measures(&tables);
        let info = GAMES.iter().find(|entry| entry.info().name == game).unwrap().info();
        for row in &table.rows {
            let name = table.text(row, "measure");
            let measure = info.measures.iter().find(|measure| measure.name == name).unwrap();
            let nobody = table.text(row, "strategy").is_empty();
            assert_eq!(nobody, measure.of == Of::Table, "{game}: {name}");
        }
    }
}

#[test]
fn a_game_is_decided_once_and_its_bag_is_one() {
    let (_, tables) = tables().into_iter().find(|(game, _)| *game == "critter-kitchen").unwrap();
    let table = measures(&tables);
    let of = |name: &str| -> Vec<f64> {
        let rows = table.rows.iter().filter(|row| table.text(row, "measure") == name);
        rows.map(|row| table.number(row, "mean").unwrap()).collect()
    };
    assert!((of("decided_by").iter().sum::<f64>() - 1.0).abs() < 1e-9);
    // The bag starts with at least 128 tokens, and a table of four leaves a good share of them.
    let [low] = of("bag_low")[..] else { panic!("one number a game") };
    assert!((15.0..128.0).contains(&low), "{low}");
}

#[test]
fn cards_have_names_and_what_never_came_up_is_empty() {
    let (_, tables) = tables().into_iter().find(|(game, _)| *game == "critter-kitchen").unwrap();
    let table = measures(&tables);
    let uses = tables.iter().find(|table| table.name == "component_use").unwrap();
    let critics: std::collections::BTreeSet<&str> = uses
        .rows
        .iter()
        .filter(|row| uses.text(row, "kind") == "critic")
        .map(|row| uses.text(row, "component"))
        .collect();
    let of = |name: &'static str| table.rows.iter().filter(move |row| table.text(row, "measure") == name);
    let mut came = 0;
    for (games, places) in of("games_by_critic").zip(of("places_by_critic")) {
        let critic = table.text(places, "row_label");
        assert_eq!(critic, table.text(games, "row_label"));
        assert!(critics.contains(critic), "{critic}");
        assert_eq!(table.text(places, "per"), "games_by_critic");
        let place = table.number(places, "mean");
        if table.number(games, "mean") == Some(0.0) {
            assert_eq!((place, table.cell(places, "mean")), (None, &Cell::Missing));
        } else {
            came += 1;
            // Places are from 1 to 4, however rare the critic is.
            assert!(place.is_some_and(|place| (1.0..=4.0).contains(&place)), "{critic}: {place:?}");
        }
    }
    assert!(came > 0);
    let names: std::collections::BTreeSet<&str> =
        of("places_by_critic").map(|row| table.text(row, "row_label")).collect();
    assert_eq!(names, critics);
}

/// Words that DuckDB and PostgreSQL accept as column names only in quotes (`duckdb_keywords()`, category reserved),
/// as of DuckDB 1.1.
const RESERVED: &str = "all analyse analyze and any array as asc asymmetric both case cast check collate \
    column constraint create default deferrable desc describe distinct do else end except false fetch for \
    foreign from group having in initially intersect into lambda lateral leading limit not null offset on \
    only or order pivot placing primary qualify references returning select show some summarize symmetric \
    table then to trailing true union unique unpivot using variadic when where window with";

#[test]
fn no_column_is_a_word_of_sql() {
    let reserved: Vec<&str> = RESERVED.split_whitespace().collect();
    for (game, tables) in tables() {
        for table in tables {
            for column in &table.columns {
                assert!(!reserved.contains(&column.name), "{game}: {}.{}", table.name, column.name);
            }
        }
    }
}
