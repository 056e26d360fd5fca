//! Laws of the rules alone, on random play.

use std::{
    collections::BTreeSet,
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    str::FromStr,
};

use rayon::prelude::*;

use super::{DEALS, SEED, data, random_play, rulings, standard, tables, variants};
use sim_engine::{
    GameRecord, Lawful, Listed, Luck, MAX_ACTIONS, Node, Offer, Seat, Shape,
    record::MAX_ROUNDS,
    settings::{Settings, Table},
};
use sim_script::played::settle;
use sim_script::{Scripted, Title};

pub fn legal_actions_are_sound<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        for deal in 0..DEALS {
            let mut round = 0;
            random_play(&game, deal, |state, _| {
                let now = game.round(state);
                assert!(round <= now && usize::from(now) < MAX_ROUNDS, "round {now} after {round}");
                round = now;
                let Node::Decision { seat, decision } = game.node(state) else { return };
                assert!(seat.index() < game.players() && decision.index() < title.info().decisions.len());
                let mut legal = Vec::new();
                match game.legal(state, &mut legal) {
                    Offer::Actions => {
                        assert!(!legal.is_empty() && legal.len() <= MAX_ACTIONS, "{} actions", legal.len());
                        assert!(legal.is_sorted_by(|a, b| a < b), "not ascending and distinct: {legal:?}");
                        assert_ne!(title.info().decision(decision).shape, Shape::Amount);
                    }
                    Offer::Amount(limits) => {
                        assert!(legal.is_empty() && limits.step > 0);
                        assert!(limits.may_pass || limits.min <= limits.max, "nothing is legal: {limits:?}");
                        assert_eq!(title.info().decision(decision).shape, Shape::Amount);
                        legal.extend(game.amount_action(None).filter(|_| limits.may_pass));
                        if limits.min <= limits.max {
                            legal.extend(game.amount_action(Some(limits.min)));
                        }
                    }
                }
                for action in legal {
                    assert_eq!(
                        game.parse_action(&action.to_string()),
                        Some(action),
                        "notation of {action:?}"
                    );
                    game.apply(&mut state.clone(), action, &mut |_| {});
                }
            });
        }
    }
}

pub fn every_game_ends_and_nothing_is_lost<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        for deal in 0..4 * DEALS {
            let (_, record) = random_play(&game, deal, |state, _| {
                game.check_conservation(state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            });
            // Checked after each game, so that one game without an end is enough to fail.
            assert!(!record.truncated, "{} players: deal {deal} was cut off", game.players());
        }
    }
    for (name, game) in variants(title) {
        for deal in 0..DEALS {
            let (state, record) = random_play(&game, deal, |_, _| {});
            assert!(!record.truncated, "{name}: deal {deal} was cut off");
            assert_eq!(game.node(&state), Node::Terminal);
            game.check_conservation(&state).unwrap_or_else(|error| panic!("{name}, deal {deal}: {error}"));
        }
    }
}

/// The conservation check overlooks no table of components. It checks a state of the printed game against boxes with
/// one copy of a row more or fewer; for each table, at least one such box must not fit.
pub fn conservation_counts_the_whole_box<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    let (settings, players) = (data(title), title.info().default_players);
    let printed = standard(title, players);
    let luck = Luck::new(SEED, 0);
    let mut state = printed.deal(&luck, &mut |_| {});
    settle(&printed, &mut state, &luck, &mut |_| {});
    let components: BTreeSet<&str> = printed.components().iter().map(|one| one.name.as_str()).collect();
    // If this variant leaves a row in the box, a state does not show how many copies there are.
    let mut overlooked = Vec::new();
    for table in settings.tables().iter().filter(|table| !printed.not_conserved().contains(&&*table.name)) {
        let rows = table.rows.iter().map(|row| row.id.as_str()).filter(|id| components.contains(id));
        let others: Vec<(String, G)> =
            rows.filter_map(|id| with_another_copy(title, &settings, table, id, players)).collect();
        let fits = |other: &G| {
            // Rules of another box may panic at a component that they do not know.
            catch_unwind(AssertUnwindSafe(|| other.check_conservation(&state)))
                .is_ok_and(|found| found.is_ok())
        };
        if let Some((change, _)) = others.first().filter(|_| others.iter().all(|(_, other)| fits(other))) {
            overlooked.push(format!(
                "`check_conservation` overlooks the table `{}`: a state also fits a box with {change}, as with any other row; \
                 count its components there, or name the table in `not_conserved` if they do not move or set-up leaves \
                 some in the box",
                table.name
            ));
        }
    }
    assert!(overlooked.is_empty(), "{}", overlooked.join("\n"));
}

/// The game with one copy of a row more or fewer in its box, and the setting that was changed.
fn with_another_copy<G: Scripted>(
    title: &impl Title<Game = G>,
    settings: &Settings,
    table: &Table,
    id: &str,
    players: usize,
) -> Option<(String, G)> {
    let has_column = table.columns.iter().any(|column| column.name == "copies");
    let copies = if has_column { table.int(table.row(id)?, "copies") } else { 1 };
    [copies + 1, copies - 1].into_iter().find_map(|count| {
        let change = format!("{}.{id}.copies={count}", table.name);
        let mut settings = settings.clone();
        settings.set(&format!("{}.{id}.copies", table.name), &count.to_string()).ok()?;
        Some((change, title.set_up(&settings, players).ok()?))
    })
}

pub fn points_of_a_zero_sum_game_sum_to_zero<G: Scripted, T: Title<Game = G>>(title: &T) {
    if !title.info().is_zero_sum {
        return;
    }
    for (ruling, game) in rulings(title) {
        for deal in 0..DEALS {
            let (_, record) = random_play(&game, deal, |_, _| {});
            let points: Vec<i32> = Seat::all(record.contenders).map(|seat| record.points[seat]).collect();
            let sum: i32 = points.iter().sum();
            assert!(
                sum == 0,
                "`is_zero_sum` of `Info` promises that points sum to 0, but those of deal {deal} sum to {sum} at the end: \
                 {points:?} by seat ({ruling}); find what gives or takes them in `apply`, `apply_chance` or `outcome`, or \
                 take `is_zero_sum` out"
            );
        }
    }
}

pub fn points_and_places_agree<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        for deal in 0..4 * DEALS {
            let (state, record) = random_play(&game, deal, |_, _| {});
            check_end(&game, &state, &record, deal);
        }
    }
}

/// A better place has at least as many points, each place is one more than the number of contenders ahead of it, and
/// the points of the last state are those of the outcome.
fn check_end<G: Scripted>(game: &G, state: &G::State, record: &GameRecord, deal: u64) {
    assert!(!record.truncated, "deal {deal} was cut off");
    let contenders = Seat::all(record.contenders);
    for a in contenders.clone() {
        let (points, counted) = (game.points(state, a), record.points[a]);
        assert_eq!(points, counted, "deal {deal}, {a:?}: `points` at the end, and those of `outcome`");
        let (mut ahead, place) = (0, record.places[a]);
        for b in contenders.clone() {
            let is_behind = record.places[b] < place;
            assert!(!is_behind || record.points[b] >= record.points[a], "deal {deal}: {record:?}");
            ahead += u8::from(is_behind);
        }
        assert_eq!(place, ahead + 1, "deal {deal}: {record:?}");
    }
}

/// Plays many deals at random, at every table size or at one. Nothing is lost at any step, every game ends, and
/// places agree with points. `SIM_DEALS` sets the number of deals, `SIM_PLAYERS` the table size.
#[expect(clippy::print_stdout, reason = "a long run prints its progress")]
pub fn long_random_play<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    let (deals, players) = (number("SIM_DEALS").unwrap_or(10_000), number("SIM_PLAYERS"));
    let mut played = 0;
    for game in tables(title).filter(|game| players.is_none_or(|players: usize| players == game.players())) {
        (0..deals).into_par_iter().for_each(|deal| {
            let (state, record) = random_play(&game, deal, |state, _| {
                game.check_conservation(state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            });
            assert_eq!(game.node(&state), Node::Terminal, "deal {deal}");
            game.check_conservation(&state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            check_end(&game, &state, &record, deal);
        });
        println!("{}, {} players: {deals} deals of seed {SEED}", title.info().name, game.players());
        played += 1;
    }
    assert!(played > 0, "no table of {players:?} players");
}

/// A number from the environment.
#[expect(clippy::disallowed_methods, reason = "the environment sets the length of a long run")]
fn number<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}
