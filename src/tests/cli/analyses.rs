//! Analyses of a game without playing it.

use std::fs;

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn an_analysis_prints_its_first_table_and_writes_them_all() {
    let folder = TempDir::new().unwrap();
    let line = "analyse dice --game la-bistro -n 3000 --format csv --out chart";
    let output = sim(folder.path(), &words(line));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let csv = text(&output.stdout);
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("box,chart_row,chart_column,colour,first,"), "{csv}");
    // Boxes have the same names as among the components of a run.
    assert!(csv.contains("\nbox-51,"), "{csv}");
    let exact: Vec<f64> = lines.map(|line| line.split(',').nth(8).unwrap().parse().unwrap()).collect();
    assert_eq!(exact.len(), 90);
    // Fifteen dice are placed in every round.
    assert!((exact.iter().sum::<f64>() - 15.0).abs() < 1e-6);
    let read = |out: &str, file: &str| fs::read_to_string(folder.path().join(out).join(file)).unwrap();
    assert_eq!(csv, read("chart", "boxes.csv"));
    assert!(read("chart", "boxes.svg").contains("</svg>"));
    assert!(folder.path().join("chart/boxes.png").is_file());
    assert!(read("chart", "fit.csv").starts_with("rounds,chi_square,degrees_of_freedom,p_value\n3000,"));

    // The same command can be repeated. A changed chart changes the results.
    assert_eq!(sim(folder.path(), &words(line)).status.code(), Some(0));
    let changed = sim(
        folder.path(),
        &words("analyse dice --game la-bistro -n 0 --set chart.box-1.first=fame --format json --out changed"),
    );
    let value: serde_json::Value = serde_json::from_slice(&changed.stdout).unwrap();
    let row = &value["tables"]["boxes"]["rows"][0];
    assert_eq!((row["first"].as_str(), row["exact"].is_number()), (Some("fame"), true));
    // Nothing was simulated, so these cells are empty.
    assert!(row["simulated"].is_null() && value["tables"]["fit"]["rows"][0]["p_value"].is_null());
    assert_ne!(read("chart", "criteria.csv"), read("changed", "criteria.csv"));
    assert!(read("changed", "boxes.svg").contains("1 value changed from the default"));
}

#[test]
fn an_analysis_is_told_with_units_as_many_digits_as_count_and_a_verdict() {
    let folder = TempDir::new().unwrap();
    let told = |n: &str| {
        let output = sim(folder.path(), &words(&format!("analyse dice --game la-bistro --n {n}")));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let page = told("30k");
    let lines: Vec<&str> = page.lines().collect();
    assert!(lines[2].ends_with("hit, % of payouts  in trial rolls, %"), "{page}");
    assert!(lines[3].contains("  18.17") && lines[3].contains(" ± 0.4"), "{page}");
    for word in ["difference_in_errors", "standard_error", "simulated", "p_value"] {
        assert!(!page.contains(word), "{word}: {page}");
    }
    let verdict = "\nDo trial rolls agree with the exact chances?\nyes: ";
    assert!(page.contains(verdict) && page.contains(" (30,000 trial rolls)\n"), "{page}");
    let exact = told("0");
    assert!(exact.contains("\nnot tried: ") && !exact.contains("in trial rolls"), "{exact}");
}

#[test]
fn an_unknown_analysis_gets_the_names_of_the_known_ones() {
    let folder = TempDir::new().unwrap();
    for (line, error) in [
        ("dise --game la-bistro", "no analysis `dise` in la-bistro\n  help: did you mean `dice`?"),
        ("chart --game la-bistro", "no analysis `chart` in la-bistro\n  help: known here: `dice`"),
        ("--game la-bistro", "no analysis of la-bistro is named\n  help: known here: `dice`"),
        ("dice --game delectable", "no analysis `dice` in delectable\n  help: it publishes none; "),
        ("dice --game la-bistro --players 9", "La Bistro is not played by 9\n"),
        ("dice random --game la-bistro", "STRATEGY is read by `exploitability` alone\n"),
        ("exploitability random --game delectable", "Delectable does not list its chance outcomes, so "),
    ] {
        let output = sim(folder.path(), &words(&format!("analyse {line}")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with(&format!("error: {error}")), "{line}: {stderr}");
    }
}
