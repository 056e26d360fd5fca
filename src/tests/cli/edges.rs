//! Comparisons in which nothing varies, or hardly anything was played.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

/// Delectable in which nobody can commit a card: all have 0 points, and every game is a tie.
const ALL_TIE: &str = "--set hand_limit=1 --set commit_min=8";

#[test]
fn a_comparison_without_variance_or_deals_has_a_clear_word_for_it() {
    let folder = TempDir::new().unwrap();
    let file = "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 60\nstrategies = [\"raider\"]\n\
        [[arms]]\nname = \"old\"\n[[arms]]\nname = \"new\"\nset = [\"hand_limit=1\", \"commit_min=8\"]\n\
        [answer]\nstrategy = \"raider\"\nyes_if = \"more\"\n";
    fs::write(folder.path().join("q.toml"), file).unwrap();
    let alone = "compare greedy random --game critter-kitchen --players 1";
    for line in [
        format!("compare raider prestige --game delectable {ALL_TIE}"),
        format!("compare raider prestige --game delectable {ALL_TIE} --sprt 0..1%"),
        "compare raider raider --game delectable --field raider".to_owned(),
        alone.to_owned(),
        format!("diff --game delectable --strategies raider {ALL_TIE}"),
        "diff --game delectable --strategies raider --set memory=tops".to_owned(),
        format!("diff --game delectable --strategies raider,prestige --without S2,R2 {ALL_TIE}"),
        "diff --game delectable --strategies raider --without S2 --free S2".to_owned(),
        "run q.toml".to_owned(),
    ] {
        for n in [1, 60] {
            let page = sim(folder.path(), &words(&format!("{line} --n {n}")));
            assert!(page.status.success(), "{line}: {}", text(&page.stderr));
            let page = text(&page.stdout);
            assert!(!page.contains("NaN") && !page.contains("inf") && !page.contains("−0.00"), "{page}");
            let json = sim(folder.path(), &words(&format!("{line} --n {n} --format json")));
            let value: Value = serde_json::from_slice(&json.stdout).unwrap();
            for name in ["comparison", "differences", "component_changes", "ablation"] {
                for row in value["tables"][name]["rows"].as_array().into_iter().flatten() {
                    let has_word = row["note"].as_str().is_some_and(|note| !note.is_empty());
                    assert_eq!(row["low"].is_null(), has_word, "{line} --n {n}: {name}: {row}");
                    assert!(row["p_value"].is_null() || row["low"].is_number(), "{line}: {row}");
                }
            }
        }
    }
}

#[test]
fn no_verdict_rests_on_a_deal_or_two() {
    let folder = TempDir::new().unwrap();
    for (line, table, column) in [
        (
            "components --price --game la-bistro --players 2 --n 2 --learn 1 --repeats 1",
            "fair_prices",
            "verdict",
        ),
        ("components box --price --game la-bistro --players 2 --n 2", "payments", "verdict"),
        ("plans --game delectable --n 1 --learn 1", "plans", "verdict"),
        ("components equipment --worth --game delectable --n 2 --learn 1 --repeats 1", "worth", "reading"),
        ("components --game delectable --n 2", "component_verdicts", "verdict"),
        ("robust --game delectable --over players --n 2", "findings", "verdict"),
        ("diff --game delectable --set hand_limit=5 --n 2", "differences", "verdict"),
        ("run --until-decided --game delectable --n 2", "verdict", "verdict"),
    ] {
        let output = sim(folder.path(), &words(&format!("{line} --format json")));
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        let rows = value["tables"][table]["rows"].as_array().unwrap();
        assert!(!rows.is_empty(), "{line}");
        for row in rows {
            let verdict = row[column].as_str().unwrap();
            assert!(["undecided", "no finding", "not judged"].contains(&verdict), "{line}: {row}");
            for share in ["contrast", "worth", "cost", "beyond"].map(|name| row[name].as_f64()) {
                // A payment relative to the median is a ratio without an upper bound.
                assert!(table == "payments" || share.is_none_or(|share| share.abs() <= 1.0), "{line}: {row}");
            }
        }
    }
}

#[test]
fn where_all_tie_nobody_is_better() {
    let folder = TempDir::new().unwrap();
    let page =
        |line: &str| text(&sim(folder.path(), &words(&format!("{line} --game delectable {ALL_TIE}"))).stdout);
    let compared = page("compare raider prestige --n 1000");
    assert!(compared.contains("\nWhether raider or prestige is better is undecided: no deal differs; at most 0.60 % of all deals do.\n"));
    // 3 of 500 deals may still differ, each by less than a game.
    let tested = page("compare raider prestige --n 1000 --sprt 0..1%");
    assert!(
        tested.contains(
            "Sequential test: the lead of raider over prestige is closer to 0 than to 1 percentage points."
        ),
        "{tested}"
    );
    let ablated = page("diff --strategies raider,prestige --without S2 --n 60");
    assert!(ablated.contains("nobody uses it"), "{ablated}");
    assert!(ablated.contains("\n0 of 1 differ significantly"), "{ablated}");
}
