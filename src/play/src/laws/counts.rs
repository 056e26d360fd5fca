//! Laws of what a game declares for its tables: what no game ever counts was forgotten.
//!
//! Rare is not never. The laws play games until everything was counted, half of them at random and half by the
//! shipped strategies: `AT_TABLES` at each number of players, then `UNDER_RULINGS` under each ruling, at the ends of
//! each number and under each preset, because some things happen only there.

use std::collections::BTreeSet;

use super::{Company, data, play, standard, tables, widely};
use sim_engine::{Choice, Game, GameRecord, Lawful, Of, Seat};
use sim_script::{Scripted, Title};

const AT_TABLES: u64 = 200;
const UNDER_RULINGS: u64 = 10;

/// Plays games until `is_enough`, or all games. Returns how many it played.
fn play_until<G: Scripted, T: Title<Game = G>>(
    title: &T,
    mut is_enough: impl FnMut(&G, &GameRecord) -> bool,
) -> u64 {
    let company = Company::new(title);
    let at_tables = tables(title).map(|game| (game, AT_TABLES));
    let settings = data(title);
    let under_rulings = widely(title, &settings).map(|(_, game)| (game, UNDER_RULINGS));
    let mut games = 0;
    for (game, deals) in at_tables.chain(under_rulings) {
        for deal in 0..deals {
            let (_, record) = play(&game, &company.seats(game.players(), deal), deal, |_, _| {});
            games += 1;
            if is_enough(&game, &record) {
                return games;
            }
        }
    }
    games
}

fn scope(games: u64) -> String {
    format!(
        "in {games} games, at random and by its strategies, for every number of players and under every ruling"
    )
}

/// Every game ends for a reason that `Info::ends` has words for.
pub fn every_end_has_its_words<G: Scripted, T: Title<Game = G>>(title: &T) {
    let ends = title.info().ends;
    let company = Company::new(title);
    let settings = data(title);
    for (ruling, game) in widely(title, &settings) {
        for deal in 0..6 {
            let (_, record) = play(&game, &company.seats(game.players(), deal), deal, |_, _| {});
            assert!(
                record.truncated || record.end < ends.len(),
                "a game ({ruling}) ended for reason {}, counted from 0, but `ends` of `Info` has words for {} \
                 ({ends:?}): add those of this reason",
                record.end,
                ends.len(),
            );
        }
    }
}

fn is_counted<G: Game>(game: &G, record: &GameRecord, at: usize) -> bool {
    let measure = &game.info().measures[at];
    (0..measure.width()).any(|cell| match measure.of {
        Of::Table => record.measure_of_table(at, cell) != 0,
        Of::Seat => Seat::all(game.contenders()).any(|seat| record.measure(at, cell, seat) != 0),
    })
}

/// No measure is 0 in all games.
pub fn every_measure_is_counted<G: Scripted, T: Title<Game = G>>(title: &T) {
    let measures = title.info().measures;
    let mut left: BTreeSet<usize> = (0..measures.len()).collect();
    let games = play_until(title, |game, record| {
        left.retain(|&at| !is_counted(game, record, at));
        left.is_empty()
    });
    let names: Vec<_> = left.iter().map(|&at| format!("`{}`", measures[at].name)).collect();
    assert!(
        names.is_empty(),
        "never counted: the measure {}, {}; add to it in `count` or `count_end`, or take it out of `measures!`",
        names.join(", "),
        scope(games),
    );
}

/// Each kind of components is in the box and counts its use. A chosen kind counts both taking and use; a kind with a
/// declared cost or gain counts that. Whether any single card is used is left to the audit.
pub fn the_use_of_components_is_counted<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    let kinds = title.info().kinds;
    let place = |name: &str| {
        kinds.iter().position(|kind| kind.name == name).unwrap_or_else(|| {
            panic!("components are of the kind `{name}`, which `kinds` of `Info` lacks: add it there")
        })
    };
    let (mut boxed, mut met, mut paid) = (BTreeSet::<usize>::new(), BTreeSet::new(), BTreeSet::new());
    let (mut taken, mut used) = (BTreeSet::new(), BTreeSet::new());
    let only_taken = standard(title, title.info().default_players).only_taken();
    // Only chosen kinds need `taken`. What merely happens to players is of no use to them.
    let has_taken =
        |at: usize, taken: &BTreeSet<usize>| kinds[at].choice != Choice::Chosen || taken.contains(&at);
    let has_used = |at: usize, used: &BTreeSet<usize>| {
        kinds[at].choice == Choice::Happens || only_taken.contains(&kinds[at].name) || used.contains(&at)
    };
    let games = play_until(title, |game, record| {
        let at: Vec<usize> = game.components().iter().map(|component| place(&component.kind)).collect();
        boxed.extend(&at);
        record.for_each_use(|component, _, usage| {
            let at = at[component];
            met.insert(at);
            taken.extend((usage.taken > 0).then_some(at));
            used.extend((usage.used > 0).then_some(at));
            paid.extend((usage.price != 0).then_some(at));
        });
        let is_met = |at: usize| met.contains(&at) && (kinds[at].sum.is_none() || paid.contains(&at));
        (0..kinds.len()).all(|at| is_met(at) && has_taken(at, &taken) && has_used(at, &used))
    });
    let mut forgotten = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        let name = kind.name;
        if !boxed.contains(&at) {
            forgotten.push(format!("no component is of the kind `{name}`, which `kinds` of `Info` declares"));
        } else if !met.contains(&at) {
            forgotten.push(format!(
                "the use of components of the kind `{name}` is never counted: add to `record.use_mut(...)` in `count`"
            ));
        } else if !has_taken(at, &taken) {
            forgotten.push(format!(
                "`taken` of components of the kind `{name}` is never counted, though players choose them: add to it in \
                 `count` when one is bought, played or drawn, or say `outcome` of the kind"
            ));
        } else if !has_used(at, &used) {
            forgotten.push(format!(
                "`used` of components of the kind `{name}` is never counted: a component's effect is measured on those \
                 who used it; add to it in `count` when one is of use, which may be as soon as it is taken, or name \
                 the kind in `only_taken`"
            ));
        } else if let Some(sum) = kind.sum.filter(|_| !paid.contains(&at)) {
            let (word, unit) = (sum.word(), sum.unit());
            forgotten.push(format!(
                "what is {word} with components of the kind `{name}`, in {unit}, is never counted: add it to `price` \
                 of `record.use_mut(...)` in `count`, or take the sum out of the kind"
            ));
        }
    }
    assert!(forgotten.is_empty(), "{}\n{}", forgotten.join("\n"), scope(games));
}
