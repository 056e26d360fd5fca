//! What is said of columns is true of the files, and the page about them is the code's.

use std::{collections::BTreeMap, fs, path::Path};

use super::{league, names, sim, text};

/// Calls that together write the tables of every verb; the game is Delectable where none is named.
const CALLS: [(&str, &[&str]); 14] = [
    ("run", &["run", "--players", "2", "--n", "600"]),
    ("compare", &["compare", "raider", "saboteur", "--n", "200"]),
    ("diff", &["diff", "--set", "hand_limit=5", "--n", "200"]),
    ("ablate", &["ablate", "--components", "review", "--n", "200"]),
    ("robust", &["robust", "--over", "players,numbers", "--n", "60"]),
    ("sweep", &["sweep", "--vary", "hand_limit=5,7", "--n", "200"]),
    ("morris", &["sweep", "--vary", "hand_limit", "--vary", "theft_min", "--design", "morris", "--n", "20"]),
    ("sobol", &["sweep", "--vary", "hand_limit", "--vary", "theft_min", "--design", "sobol", "--n", "20"]),
    ("tournament", &["tournament", "--n", "200"]),
    ("league", &LEAGUE),
    ("analyse", &["analyse", "dice", "--game", "la-bistro", "--n", "1000"]),
    ("audit", &["report", "--game", "restauranteur", "--players", "2", "--n", "100"]),
    ("luck", &["luck", "--n", "200"]),
    ("verdict", &["verdict", "--n", "200"]),
];
/// Of two small scripts; of shipped ones it takes long.
const LEAGUE: [&str; 11] = [
    "league",
    "--strategies",
    "one.toml,other.toml",
    "--params-only",
    "--starts",
    "1",
    "--rounds",
    "1",
    "--games",
    "3100",
    "--margin=5%",
];
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/columns.md");
const HEAD: &str = "# Tables and their columns\n\n\
    Every folder of results has its tables as CSV: UTF-8, one header row, commas, full stops in numbers, and \
    nothing where a value is not known. `columns.csv` beside them says what their columns hold. This page is \
    made from such files; where none of them has a value, the type is left out.\n\n\
    A share is between 0 and 1. `standard_error`, `low` and `high` are in the unit of the estimate before them. \
    `n` says how many were counted, `deals` how many of them are independent.\n";

/// A line of `columns.csv`.
struct Line {
    table: String,
    title: String,
    column: String,
    sort: String,
    unit: String,
    about: String,
}

fn lines(folder: &Path) -> Vec<Line> {
    let mut reader = csv::Reader::from_path(folder.join("columns.csv")).unwrap();
    let line = |record: csv::StringRecord| {
        let [table, title, column, sort, unit, about] = [0, 1, 2, 3, 4, 5].map(|at| record[at].to_owned());
        Line { table, title, column, sort, unit, about }
    };
    reader.records().map(|record| line(record.unwrap())).collect()
}

/// Reads every table as a stranger would, and holds it against what is said of it.
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

/// The page about all tables, by name. A column is of the widest sort that it has anywhere.
fn page(all: &[Line]) -> String {
    let mut tables: BTreeMap<&str, Vec<(&Line, &str)>> = BTreeMap::new();
    let rank = |sort: &str| ["empty", "whole", "number", "text"].iter().position(|known| *known == sort);
    for line in all {
        let known = tables.entry(&line.table).or_default();
        match known.iter_mut().find(|(other, _)| other.column == line.column) {
            Some((_, sort)) if rank(&line.sort) > rank(sort) => *sort = &line.sort,
            Some(_) => {}
            None => known.push((line, &line.sort)),
        }
    }
    // Where no row has a value, a column of the same words elsewhere tells what it would be.
    let seen = all.iter().filter(|line| line.sort != "empty");
    let elsewhere: BTreeMap<(&str, &str), &str> =
        seen.map(|line| ((&*line.column, &*line.about), &*line.sort)).collect();
    let mut page = HEAD.to_owned();
    for (name, columns) in tables {
        page += &format!(
            "\n## `{name}`\n\n{}\n\n| column | type | unit | what it says |\n|---|---|---|---|\n",
            columns[0].0.title
        );
        for (line, sort) in columns {
            let known = elsewhere.get(&(&line.column, &line.about)).copied().unwrap_or("");
            let sort = if sort == "empty" { known } else { sort };
            let about = line.about.replace('|', "\\|");
            page += &format!("| `{}` | {sort} | {} | {about} |\n", line.column, line.unit);
        }
    }
    page
}

#[test]
fn every_column_is_told_as_the_files_have_it() {
    let here = league::with_scripts("-0.3", "-0.2");
    let mut all = Vec::new();
    for (folder, arguments) in CALLS {
        let game: &[&str] = if arguments.contains(&"--game") { &[] } else { &["--game", "delectable"] };
        // An analysis is worked out by one thread.
        let threads: &[&str] = if folder == "analyse" { &[] } else { &["--threads", "2"] };
        let call = [arguments, game, threads, &["--seed", "1", "--out", folder]].concat();
        let done = sim(here.path(), &call);
        // A verdict that is open has a status of its own.
        assert!(matches!(done.status.code(), Some(0 | 3 | 4)), "{call:?}: {}", text(&done.stderr));
        let folder = here.path().join(folder);
        let told = lines(&folder);
        check(&folder, &told);
        all.extend(told);
    }
    let page = page(&all);
    if std::env::var_os("SIM_UPDATE_GOLDEN").is_some() {
        fs::write(PAGE, page).unwrap();
        return;
    }
    let committed = fs::read_to_string(PAGE).unwrap();
    assert!(
        committed == page,
        "src/columns.md is not what the code says: SIM_UPDATE_GOLDEN=1 cargo test --test cli every_column"
    );
}
