//! Rows describe the same games as tallies.

use std::{collections::BTreeMap, ops::ControlFlow};

use polars::prelude::DataFrame;

use sim_engine::{Of, Seat};
use sim_games::GAMES;
use sim_play::{
    CountRow, Details, Entry, Row, UseRow,
    arm::{Arm, Rules, Seats, Sink, Stop, Whose, clearest},
    tally::{Tally, UseKind},
};
use sim_script::library::BASELINES;

use crate::{Names, RowWriter};

fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().copied().find(|entry| entry.info().name == name)
}

/// An arm of the first `most` archetypes of a game.
fn pool(entry: &Entry, players: usize, most: usize) -> Arm {
    let names = entry.shipped().iter().map(|shipped| shipped.name);
    let archetypes = names.filter(|name| !BASELINES.contains(name)).take(most);
    let strategies = archetypes.map(|name| entry.shipped_strategy(name).unwrap().unwrap()).collect();
    let seats = Seats { players, strategies, lineup: None, seed: 5 };
    entry.arm(&Rules::new(entry.settings().unwrap()), seats).unwrap()
}

/// Collects all rows of a run.
#[derive(Default)]
struct Taken {
    rows: Vec<Row>,
    uses: Vec<UseRow>,
    counts: Vec<CountRow>,
}

impl Sink for Taken {
    fn takes_rows(&self) -> bool {
        true
    }

    fn takes_details(&self) -> bool {
        true
    }

    fn detailed(&mut self, details: &Details) {
        self.uses.extend(&details.uses);
        self.counts.extend(&details.counts);
    }

    fn folded(&mut self, _: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.rows.extend(rows);
        ControlFlow::Continue(())
    }
}

/// Writes rows in chunks and reads the file back.
fn written<R: Copy>(
    rows: &[R],
    writer: impl FnOnce(&mut Vec<u8>) -> RowWriter<&mut Vec<u8>, R>,
) -> DataFrame {
    let mut file = Vec::new();
    let mut writer = writer(&mut file);
    rows.chunks(777).for_each(|rows| writer.write(rows).unwrap());
    writer.finish().unwrap();
    super::read(file)
}

fn texts(frame: &DataFrame, name: &str) -> Vec<String> {
    let column = frame.column(name).unwrap().str().unwrap();
    column.iter().map(|text| text.unwrap_or_default().to_owned()).collect()
}

fn numbers(frame: &DataFrame, name: &str) -> Vec<f64> {
    let column = frame.column(name).unwrap().cast(&polars::prelude::DataType::Float64).unwrap();
    column.f64().unwrap().iter().map(|number| number.unwrap_or(f64::NAN)).collect()
}

/// Sums of a column by two others, without sums of 0.
fn sums(frame: &DataFrame, keys: [&str; 2], value: &str) -> BTreeMap<(String, String), f64> {
    let mut sums = BTreeMap::new();
    let keys = keys.map(|key| texts(frame, key));
    for ((one, other), value) in keys[0].iter().zip(&keys[1]).zip(numbers(frame, value)) {
        *sums.entry((one.clone(), other.clone())).or_default() += value;
    }
    sums.retain(|_, sum| *sum != 0.0);
    sums
}

#[test]
fn files_of_rows_add_up_to_the_tally() {
    for entry in GAMES {
        // With the fewest players, one player may face an automa, which has no seat.
        for players in [entry.info().players.0, entry.info().default_players] {
            let arm = pool(entry, players, 3);
            let mut taken = Taken::default();
            let tally = arm.play(0..20, arm.empty(), &mut taken);
            let names = Names::of(&arm);
            let plans: Vec<&str> = names.strategies.iter().map(String::as_str).chain(names.automa).collect();

            let games = written(&taken.rows, |file| RowWriter::games(file, names.clone()));
            assert_eq!(games.height() as u64, tally.games);
            assert_eq!(numbers(&games, "plies").iter().sum::<f64>(), tally.plies as f64);

            let uses = written(&taken.uses, |file| RowWriter::uses(file, names.clone()));
            for kind in UseKind::ALL {
                let mut expected = BTreeMap::new();
                for (plan, name) in plans.iter().enumerate() {
                    for (component, called) in names.components.iter().enumerate() {
                        let sum = tally.counts.get(plan, tally.layout.component_use(component, kind)).total();
                        *expected.entry(((*name).to_owned(), called.name.clone())).or_default() += sum as f64;
                    }
                }
                expected.retain(|_, sum: &mut f64| *sum != 0.0);
                assert!(!expected.is_empty() || kind == UseKind::Price, "{}: {}", arm.info.name, kind.word());
                assert_eq!(
                    sums(&uses, ["strategy", "component"], kind.word()),
                    expected,
                    "{}",
                    arm.info.name
                );
            }

            let counts = written(&taken.counts, |file| RowWriter::measures(file, names.clone()));
            let mut expected = BTreeMap::new();
            let of = |of: Of| names.measures.iter().enumerate().filter(move |(_, measure)| measure.of == of);
            for (plan, name) in plans.iter().enumerate() {
                for (at, measure) in of(Of::Seat) {
                    let cells = (0..measure.width()).map(|cell| tally.layout.measure(at, cell));
                    let sum: i64 = cells.map(|cell| tally.counts.get(plan, cell).total()).sum();
                    expected.insert(((*name).to_owned(), measure.name.to_owned()), sum as f64);
                }
            }
            for (at, measure) in of(Of::Table) {
                let cells = (0..measure.width()).map(|cell| tally.layout.measure(at, cell));
                let sum: i64 = cells.map(|cell| tally.table.get(0, cell).total()).sum();
                expected.insert((String::new(), measure.name.to_owned()), sum as f64);
            }
            expected.retain(|_, sum| *sum != 0.0);
            assert_eq!(sums(&counts, ["strategy", "measure"], "count"), expected, "{}", arm.info.name);

            // Players have a seat number; the automa has none.
            let seats = numbers(&uses, "seat");
            for (seat, strategy) in seats.iter().zip(texts(&uses, "strategy")) {
                assert_eq!(seat.is_nan(), Some(&*strategy) == names.automa);
            }
        }
    }
}

#[test]
fn a_file_without_rows_tells_its_columns() {
    let arm = pool(GAMES[0], GAMES[0].info().default_players, 2);
    let uses = written(&[], |file| RowWriter::uses(file, Names::of(&arm)));
    let columns: Vec<&str> = uses.get_column_names().into_iter().map(|name| name.as_str()).collect();
    let keys = ["deal", "rotation", "seat", "strategy", "component", "offered", "taken", "used", "sum"];
    assert_eq!((uses.height(), &columns[..]), (0, &keys[..]));
}

#[test]
fn the_clearest_game_is_won_or_lost_by_most() {
    let entry = find("delectable").unwrap();
    let strategies = ["raider", "random"].map(|name| entry.shipped_strategy(name).unwrap().unwrap());
    let seats = Seats { players: 2, strategies: strategies.into(), lineup: None, seed: 1 };
    let arm = entry.arm(&Rules::new(entry.settings().unwrap()), seats).unwrap();
    let lead = |row: &Row, at: u8| {
        let [one, other] = [Seat(0), Seat(1)].map(|seat| i64::from(row.points[seat]));
        if row.strategies[Seat(0)] == at { one - other } else { other - one }
    };
    let clear = |whose, is_won| clearest(&arm, whose, is_won, 0..32, &Stop::new()).unwrap();
    let won = clear(Whose::Strategy(0), true).unwrap();
    // With two strategies, the clearest win of one is the clearest loss of the other.
    assert_eq!(clear(Whose::Strategy(1), false), Some(won));
    let mut taken = Taken::default();
    arm.play(0..32, arm.empty(), &mut taken);
    assert_eq!(taken.rows.iter().map(|row| lead(row, 0)).max(), Some(lead(&won, 0)));
    let first = clear(Whose::Seat(Seat(0)), true).unwrap();
    assert_eq!(first.places[Seat(0)], 1);
}
