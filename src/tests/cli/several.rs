//! Several tables in one call: numbers of players, rule variants and fields of strategies.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn sizes_variants_and_fields_are_played_one_after_the_other_and_kept_apart() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --players 2,3 --preset default,2020-05 --strategies raider,random --strategies greedy,random";
    let json = |n: u32| {
        let output = sim(folder.path(), &words(&format!("{line} --n {n} --format json")));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let runs = json(12);
    let told = |run: &Value| {
        let manifest = &run["manifest"];
        let presets = manifest["presets"].as_array().unwrap().iter();
        let presets: Vec<&str> = presets.map(|preset| preset.as_str().unwrap()).collect();
        let first = manifest["strategies"][0]["name"].as_str().unwrap();
        (presets.join("+"), first.to_owned(), manifest["players"].as_u64().unwrap())
    };
    let mut expected = Vec::new();
    for preset in ["", "2020-05"] {
        for first in ["raider", "greedy"] {
            expected.extend([2, 3].map(|players| (preset.to_owned(), first.to_owned(), players)));
        }
    }
    assert_eq!(runs.as_array().unwrap().iter().map(told).collect::<Vec<_>>(), expected);
    // Each has its own folder, and equals the run that would be played alone.
    let kept = folder.path().join("reports/delectable/runs");
    assert_eq!(fs::read_dir(&kept).unwrap().count(), 8);
    let alone =
        "--game delectable --players 3 --preset 2020-05 --strategies greedy,random --n 12 --format json";
    let alone: Value = serde_json::from_slice(&sim(folder.path(), &words(alone)).stdout).unwrap();
    assert_eq!(alone, runs[7]);

    let csv = text(&sim(folder.path(), &words(&format!("{line} --n 12 --format csv"))).stdout);
    let mut lines = csv.lines();
    assert!(
        lines.next().unwrap().starts_with("preset,field,players,strategy,seat,n,deals,win_rate,"),
        "{csv}"
    );
    // Two strategies in two and in three seats, four times each.
    assert_eq!(lines.clone().count(), 4 * (2 * 2 + 2 * 3));
    assert!(lines.next().unwrap().starts_with(",\"raider,random\",2,raider,1,"), "{csv}");

    // Each run is continued separately.
    let longer = json(24);
    assert_eq!(longer[0]["manifest"]["games"], 24);
    let said = text(&sim(folder.path(), &words(&format!("{line} --n 24"))).stdout);
    assert_eq!(said.matches("were played earlier and kept").count(), 8, "{said}");
    assert_eq!(said.matches("\nPage: reports/delectable/runs/").count(), 8, "{said}");
}

#[test]
fn what_makes_no_set_of_tables_is_refused_before_the_first_game() {
    let folder = TempDir::new().unwrap();
    for (options, error) in [
        ("--players 2,2", "the same table is asked for twice"),
        ("--players 2,9", "Delectable is not played by 9"),
        ("--players 2,", "Delectable is not played by "),
        ("--strategies raider,random --strategies raider,nobody", "no strategy `nobody` for delectable"),
        ("--lineup raider", "--lineup names 1 strategy, and Delectable seats 2 to 5"),
        ("--name a/b", "--name a/b is no name of a folder"),
    ] {
        let output = sim(folder.path(), &words(&format!("--game delectable --n 2 {options}")));
        assert_eq!(output.status.code(), Some(2), "{options}");
        let stderr = text(&output.stderr);
        assert_eq!(stderr.lines().next(), Some(&*format!("error: {error}")), "{options}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // Each of several tables is shown.
    let told = text(&sim(folder.path(), &words("replay --game delectable --players 2,3")).stdout);
    assert!(told.contains("Delectable, 2 players,") && told.contains("Delectable, 3 players,"));
    let output = sim(folder.path(), &words("show settings --game delectable --preset default,2020-05"));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: --preset names several rule sets\n"));
}

#[test]
fn runs_of_a_name_lie_together_under_a_page_and_are_listed() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --players 2,3 --strategies raider,random --n 4";
    let said = text(&sim(folder.path(), &words(&format!("{line} --name sizes"))).stdout);
    assert!(said.contains("all runs on one page: reports/delectable/runs/sizes/index.html"), "{said}");
    let root = folder.path().join("reports/delectable/runs/sizes");
    assert!(root.join("2p/report.html").is_file() && root.join("3p/report.html").is_file());
    let page = fs::read_to_string(root.join("index.html")).unwrap();
    assert!(page.contains("<a href=\"2p/report.html\">2p</a>") && page.contains("win rate"), "no links");
    // The same call finds its folders again. --out accepts any folder.
    assert!(
        text(&sim(folder.path(), &words(&format!("{line} --name sizes"))).stdout)
            .contains("were played earlier and kept")
    );
    sim(folder.path(), &words(&format!("{line} --out there")));
    assert!(folder.path().join("there/3p/report.html").is_file());
    // The name of a single run includes its changed rule.
    sim(folder.path(), &words("--game delectable --n 2 --set hand_limit=6"));
    let kept: Vec<String> = fs::read_dir(folder.path().join("reports/delectable/runs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(kept.iter().any(|name| name.starts_with("2p-hand-limit-6-")), "{kept:?}");

    let listed = text(&sim(folder.path(), &words("list --runs --game delectable --format csv")).stdout);
    assert_eq!(listed.lines().count(), 1 + 3, "{listed}");
    assert!(listed.contains("reports/delectable/runs/sizes/3p,3,6,default,\"raider, random\",1"), "{listed}");
    let index = fs::read_to_string(folder.path().join("reports/index.html")).unwrap();
    assert!(index.contains("href=\"delectable/runs/sizes/3p/report.html\""));
    // A folder of one run accepts no others.
    let refused = sim(folder.path(), &words(&format!("{line} --out there/3p")));
    assert!(text(&refused.stderr).contains("holds one run, and this call plays several"));
}
