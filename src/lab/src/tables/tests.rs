//! Tables of constructed games, compared with numbers counted by hand. Most are of one seat against an opponent
//! without a seat.

use std::sync::Arc;

use super::{Table, of_run};
use crate::summary::Summary;
use sim_critter_kitchen::rules::CritterKitchen;
use sim_engine::{
    BySeat, Component, ComponentId, Game, GameRecord, MAX_SEATS, Objective, Seat, Source, settings,
};
use sim_play::{
    Schedule,
    arm::Subject,
    tally::{Frame, LineupStrata, Tally},
};
use sim_restauranteur::{rules as restauranteur, rules::Restauranteur};

const SEAT: Seat = Seat(0);
const OPPONENT: Seat = Seat(1);

/// A finished solo game. `rounds` has the points of both sides after each round.
fn game(rules: &CritterKitchen, strategy: u8, rounds: &[[i32; 2]]) -> GameRecord {
    let mut record = rules.record();
    record.strategies[SEAT] = strategy;
    let by_seat = |points: [i32; 2]| {
        let mut values = BySeat([0; MAX_SEATS]);
        (values[SEAT], values[OPPONENT]) = (points[0], points[1]);
        values
    };
    record.rounds = rounds.iter().map(|&points| by_seat(points)).collect();
    record.points = record.rounds[rounds.len() - 1];
    // The opponent wins ties.
    let wins = record.points[SEAT] > record.points[OPPONENT];
    (record.places[SEAT], record.places[OPPONENT]) = if wins { (1, 2) } else { (2, 1) };
    record.use_mut(ComponentId::new(0, 0), SEAT).used = 1;
    record.use_mut(ComponentId::new(0, 0), OPPONENT).used = 3;
    record
}

fn tables() -> Vec<Table> {
    let data = settings::parse("data.toml", CritterKitchen::INFO.data_file).unwrap();
    let rules = CritterKitchen::new(&data, 1).unwrap();
    let components = [Component { name: "pan".into(), kind: "tool".into(), source: Source::Rulebook }];
    let frame = Frame {
        players: rules.players(),
        contenders: rules.contenders(),
        strategies: 2,
        components: 1,
        measures: CritterKitchen::INFO.measures,
        ends: 1,
        points_bin: CritterKitchen::INFO.points_bin,
        strata: Arc::new(LineupStrata::new(&Schedule::pool(2, 1).unwrap())),
    };
    let mut tally = Tally::new(&frame);
    // Strategy 0 wins one game of three, strategy 1 ties its only one.
    let games =
        [(0, [[1, 4], [30, 20]]), (0, [[2, 0], [10, 25]]), (0, [[0, 3], [19, 20]]), (1, [[5, 5], [20, 20]])];
    for (deal, (strategy, rounds)) in games.into_iter().enumerate() {
        tally.add(&game(&rules, strategy, &rounds));
        tally.end_deal(deal as u64);
    }
    let subject = Subject {
        info: CritterKitchen::INFO,
        objective: Objective::Wins,
        players: 1,
        strategies: vec!["one".into(), "two".into()],
        automa: rules.automa(),
        components: &components,
        prices: vec![None],
    };
    of_run(&Summary::new(&subject, &tally))
}

/// The values of a column, each with the text in the first column.
fn column(tables: &[Table], name: &str, value: &str) -> Vec<(String, f64)> {
    let table = tables.iter().find(|table| table.name == name).unwrap();
    let first = table.columns[0].name;
    table
        .rows
        .iter()
        .map(|row| (table.text(row, first).to_owned(), table.number(row, value).unwrap()))
        .collect()
}

fn named(values: &[(&str, f64)]) -> Vec<(String, f64)> {
    values.iter().map(|&(name, value)| (name.to_owned(), value)).collect()
}

#[test]
fn a_win_is_a_game_in_which_the_opponent_comes_second() {
    let tables = tables();
    let shares = column(&tables, "win_rate_by_strategy", "win_rate");
    assert_eq!(shares, named(&[("one", 1.0 / 3.0), ("two", 0.0)]));
    let table = tables.iter().find(|table| table.name == "win_rate_by_strategy").unwrap();
    assert!(table.rows.iter().all(|row| table.number(row, "fair_share").is_none()));
    // Both sides have places: a seat is first or second.
    let places = column(&tables, "places_by_strategy", "share");
    assert_eq!(places, named(&[("one", 1.0 / 3.0), ("one", 2.0 / 3.0), ("two", 0.0), ("two", 1.0)]));
}

#[test]
fn the_opponent_is_a_row_beside_the_strategies() {
    let tables = tables();
    let points = column(&tables, "points_by_strategy", "mean_points");
    assert_eq!(points, named(&[("one", 59.0 / 3.0), ("two", 20.0), ("McDogald's", 85.0 / 4.0)]));
    let by_round = column(&tables, "points_by_round", "mean_points");
    assert_eq!(by_round[4..], named(&[("McDogald's", 3.0), ("McDogald's", 85.0 / 4.0)]));
    let table = tables.iter().find(|table| table.name == "component_use").unwrap();
    let used = table.rows.iter().filter(|row| table.text(row, "event") == "used");
    let used: Vec<(&str, f64)> =
        used.map(|row| (table.text(row, "strategy"), table.number(row, "mean").unwrap())).collect();
    assert_eq!(used, [("one", 1.0), ("two", 1.0), ("McDogald's", 3.0)]);
}

#[test]
fn leads_pass_between_the_seat_and_the_opponent() {
    // Leads change in the first two games; the last is a tie on points that the opponent wins.
    let shape = column(&tables(), "shape", "mean");
    let (early_order, shape) = shape.split_last().unwrap();
    // The order after the first round is the final one in the third game only. In the last game it is level.
    assert_eq!(early_order.0, "early_order");
    assert!((early_order.1 - 1.0 / 3.0).abs() < 1e-12, "{early_order:?}");
    assert_eq!(
        shape,
        named(&[
            ("lead_changes", 2.0 / 4.0),
            // The winner leads for good after rounds 1, 1 and 0; in the tied game never alone.
            ("decided_after", (1.0 + 1.0 + 0.0 + 2.0) / 4.0),
            ("comeback", (3.0 + 2.0 + 0.0 + 0.0) / 4.0),
            ("margin", (10.0 + 15.0 + 1.0 + 0.0) / 4.0),
        ])
    );
}

#[test]
fn a_leader_after_a_round_wins_or_is_caught() {
    let tables = tables();
    let table = tables.iter().find(|table| table.name == "leader_by_round").unwrap();
    // The last round has no row. Of three leaders after the first, only the opponent in the third game wins.
    let row = |name| table.rows.iter().map(|row| table.number(row, name).unwrap()).collect::<Vec<_>>();
    assert_eq!((row("round"), row("leader_wins"), row("n")), (vec![1.0], vec![1.0 / 3.0], vec![3.0]));
}

#[test]
fn what_needs_other_seats_is_left_out() {
    let tables = tables();
    for name in [
        "win_rate_by_seat",
        "win_rate_by_strategy_and_seat",
        "points_by_seat",
        "component_adjusted_difference",
    ] {
        assert!(tables.iter().all(|table| table.name != name), "{name}");
    }
}

/// Strategy 0 builds on r2c4 three times a game and strategy 1 once: two per seat-game.
#[test]
fn a_board_is_a_table_of_its_own_over_all_strategies() {
    let data = settings::parse("data.toml", Restauranteur::INFO.data_file).unwrap();
    let rules = Restauranteur::new(&data, 2).unwrap();
    let frame = Frame {
        players: 2,
        contenders: 2,
        strategies: 2,
        components: rules.components().len(),
        measures: Restauranteur::INFO.measures,
        ends: Restauranteur::INFO.ends.len(),
        points_bin: Restauranteur::INFO.points_bin,
        strata: Arc::new(LineupStrata::new(&Schedule::pool(2, 2).unwrap())),
    };
    let mut tally = Tally::new(&frame);
    for deal in 0..200 {
        let mut record = rules.record();
        (record.strategies[Seat(0)], record.strategies[Seat(1)]) = (0, 1);
        (record.places[Seat(0)], record.places[Seat(1)]) = (1, 2);
        record.add(restauranteur::Measures::Sites, 8 + 3, Seat(0), 2 + 2 * (deal as i32 % 2));
        record.add(restauranteur::Measures::Sites, 8 + 3, Seat(1), 1);
        tally.add(&record);
        tally.end_deal(deal);
    }
    let subject = Subject {
        info: Restauranteur::INFO,
        objective: Objective::Wins,
        players: 2,
        strategies: vec!["one".into(), "two".into()],
        automa: None,
        components: rules.components(),
        prices: vec![None; rules.components().len()],
    };
    let tables = of_run(&Summary::new(&subject, &tally));
    let board = tables.iter().find(|table| table.name == "building_sites").unwrap();
    assert_eq!((board.rows.len(), board.heat.as_ref().unwrap().unit), (64, "restaurants"));
    for row in &board.rows {
        let is_site = (board.text(row, "board_row"), board.text(row, "board_column")) == ("2", "4");
        assert_eq!(board.number(row, "mean"), Some(if is_site { 2.0 } else { 0.0 }));
        assert_eq!((board.number(row, "n"), board.number(row, "deals")), (Some(400.0), Some(200.0)));
        assert_eq!(board.number(row, "low").is_some(), is_site);
    }
}
