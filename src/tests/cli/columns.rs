//! Descriptions of columns match the files, in each folder and in `sim list --columns`.

use std::{collections::BTreeSet, io::Read, path::Path};

use super::{names, sim, text};

/// Calls that together write the tables of every verb. The game is Delectable unless one is named.
const CALLS: [(&str, &[&str]); 22] = [
    ("run", &["run", "--players", "2", "--n", "600"]),
    ("compare", &["compare", "raider", "saboteur", "--n", "200"]),
    ("diff", &["diff", "--set", "hand_limit=5", "--n", "200"]),
    ("adapted", &["diff", "--set", "hand_limit=5", "--n", "120", "--adapt", "100", "--repeats", "2"]),
    ("without", &["diff", "--without", "review", "--n", "200"]),
    ("components", &COMPONENTS),
    ("plans", &["plans", "raider", "prestige", "--n", "60", "--learn", "60", "--repeats", "2"]),
    ("replay", &["replay", "--n", "40"]),
    ("balance", &BALANCE),
    ("robust", &["robust", "--over", "players,numbers", "--n", "60"]),
    ("sweep", &["sweep", "--vary", "hand_limit=5,7", "--n", "200"]),
    ("tournament", &["compare", "all", "--n", "200"]),
    ("analyse", &["analyse", "dice", "--game", "la-bistro", "--n", "1000"]),
    ("audit", &["report", "--game", "restauranteur", "--players", "2", "--n", "100"]),
    ("luck", &["skill", "--n", "200"]),
    ("levels", &["skill", "--levels", "--n", "120"]),
    ("verdict", &["run", "--until-decided", "--n", "200"]),
    ("plane", &["sweep", "--vary", "hand_limit=5,7", "--vary", "theft_min=1,3", "--n", "60"]),
    // Solo play, and the games that have maps.
    ("alone", &["run", "--game", "critter-kitchen", "--players", "1", "--n", "60"]),
    ("bistro", &["run", "--game", "la-bistro", "--players", "4", "--n", "60"]),
    ("row", &["run", "--game", "restaurant-row", "--players", "4", "--n", "60"]),
    ("target", &["sweep", "--vary", "hand_limit=3..6", "--target", "plies = 300", "--n", "60"]),
];
const COMPONENTS: [&str; 10] =
    ["components", "E2", "--worth", "--price", "--n", "400", "--learn", "60", "--repeats", "4"];
/// With goals of both tables, and a number that does something.
const BALANCE: [&str; 15] = [
    "balance",
    "--goal",
    "plies = 262..300",
    "--goal",
    "no strategy above 1.9 times fair",
    "--vary",
    "theft_min",
    "--most-changes",
    "1",
    "--n",
    "100",
    "--learn",
    "20",
    "--repeats",
    "2",
];
/// Tables that none of these calls writes: those of questions, of `train`, of games small enough to enumerate, and
/// those of an audit on unused components and on players that look ahead.
const OTHERS: [&str; 10] = [
    "answer",
    "exploitability",
    "learning",
    "learning_features",
    "look_ahead",
    "never_used",
    "population",
    "population_shares",
    "tuning_gains",
    "tuning_params",
];

/// A line of `columns.csv`.
struct Line {
    table: String,
    title: String,
    column: String,
    sort: String,
    unit: String,
    about: String,
}

fn lines(text: impl Read) -> Vec<Line> {
    let line = |record: csv::StringRecord| {
        let [table, title, column, sort, unit, about] = [0, 1, 2, 3, 4, 5].map(|at| record[at].to_owned());
        Line { table, title, column, sort, unit, about }
    };
    csv::Reader::from_reader(text).records().map(|record| line(record.unwrap())).collect()
}

/// Reads every table as an outsider would, and compares it with its description.
fn check(folder: &Path, lines: &[Line]) {
    let told = |name: &str| -> Vec<&Line> { lines.iter().filter(|line| line.table == name).collect() };
    let files = names(folder).into_iter().filter_map(|name| name.strip_suffix(".csv").map(str::to_owned));
    for table in files.filter(|name| name != "columns") {
        let columns = told(&table);
        let mut reader = csv::Reader::from_path(folder.join(format!("{table}.csv"))).unwrap();
        let heads: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let wanted: Vec<&str> = columns.iter().map(|line| line.column.as_str()).collect();
        assert_eq!(heads, wanted, "{table}");
        for record in reader.records().map(Result::unwrap) {
            for (line, cell) in columns.iter().zip(&record) {
                let fits = match line.sort.as_str() {
                    "empty" => cell.is_empty(),
                    "whole" => cell.is_empty() || cell.parse::<i64>().is_ok(),
                    "number" => cell.is_empty() || cell.parse::<f64>().is_ok_and(f64::is_finite),
                    _ => true,
                };
                assert!(fits, "{table}: {} says {} and holds {cell}", line.column, line.sort);
                assert!(
                    line.unit != "share"
                        || cell.parse::<f64>().is_ok_and(|share| share <= 1.5)
                        || cell.is_empty(),
                    "{table}: {} is no share: {cell}",
                    line.column
                );
            }
        }
    }
}

/// Compares the description of a column that is listed without playing with the description in a file.
fn hold(told: &[Line], line: &Line) {
    let Line { table, title, column, sort, unit, about } = line;
    let known = told.iter().find(|one| one.table == *table && one.column == *column);
    let known = known.unwrap_or_else(|| panic!("{table}: nothing is said of {column}"));
    assert_eq!([&known.title, &known.unit, &known.about], [title, unit, about], "{table}: {column}");
    assert!(["text", "whole", "number"].contains(&known.sort.as_str()), "{table}: {column}");
    // A column without a value may be of any sort.
    assert!(sort == "empty" || *sort == known.sort, "{table}: {column} is {sort}, not {}", known.sort);
}

#[test]
fn every_column_is_told_as_the_files_have_it() {
    let here = tempfile::tempdir().unwrap();
    let mut all = Vec::new();
    for (folder, arguments) in CALLS {
        let game: &[&str] = if arguments.contains(&"--game") { &[] } else { &["--game", "delectable"] };
        // An analysis runs on one thread.
        let threads: &[&str] = if folder == "analyse" { &[] } else { &["--threads", "2"] };
        let call = [arguments, game, threads, &["--seed", "1", "--out", folder]].concat();
        let done = sim(here.path(), &call);
        // An undecided verdict has an exit status of its own.
        assert!(matches!(done.status.code(), Some(0 | 3 | 4)), "{call:?}: {}", text(&done.stderr));
        let folder = here.path().join(folder);
        let told = lines(std::fs::File::open(folder.join("columns.csv")).unwrap());
        check(&folder, &told);
        all.extend(told);
    }
    let listed = sim(here.path(), &["list", "--columns", "--format", "csv"]);
    assert!(listed.status.success(), "{}", text(&listed.stderr));
    let told = lines(&listed.stdout[..]);
    all.iter().for_each(|line| hold(&told, line));
    let names =
        |lines: &[Line]| -> BTreeSet<String> { lines.iter().map(|line| line.table.clone()).collect() };
    let (told, written) = (names(&told), names(&all));
    let others: Vec<&String> = told.difference(&written).collect();
    assert_eq!(others, OTHERS);
}

#[test]
fn columns_are_told_for_reading_and_of_one_game() {
    let here = tempfile::tempdir().unwrap();
    let listed = |more: &[&str]| text(&sim(here.path(), &[&["list", "--columns"], more].concat()).stdout);
    let (all, one) = (listed(&[]), listed(&["--game", "delectable"]));
    let table = "win_rate_by_seat.csv: Win rate by seat\n\n";
    assert!(all.contains(table) && one.contains(table), "{one}");
    assert!(all.contains("\nboxes.csv: ") && !one.contains("\nboxes.csv: "), "of another game");
    assert!(all.contains("A share is between 0 and 1."));
}
