//! Folders of comparisons: what belongs to the user stays, whatever is played again.

use std::fs;

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn notes_in_the_folder_of_a_comparison_stay() {
    for verb in ["diff --set hand_limit=5", "sweep --vary hand_limit=5,7", "compare raider saboteur"] {
        let folder = TempDir::new().unwrap();
        let here = folder.path().join("here");
        let run = |options: &str| {
            let line = format!("{verb} --game delectable --out here {options}");
            let output = sim(folder.path(), &words(&line));
            (output.status.code(), text(&output.stderr))
        };
        assert_eq!(run("--n 8").0, Some(0), "{verb}");
        let first = fs::read_to_string(here.join("manifest.json")).unwrap();
        fs::write(here.join("notes.txt"), "mine").unwrap();
        fs::create_dir(here.join("drafts")).unwrap();
        fs::write(here.join("drafts/idea.csv"), "mine too").unwrap();
        // More games of the same, then other inputs: refused, and replaced where that is asked for.
        assert_eq!(run("--n 16").0, Some(0), "{verb}");
        let longer = fs::read_to_string(here.join("manifest.json")).unwrap();
        let refused = run("--n 8 --seed 2");
        assert_eq!(refused.0, Some(2), "{verb}");
        assert!(
            refused.1.contains("here holds another run") && refused.1.contains("--force"),
            "{}",
            refused.1
        );
        assert_eq!(fs::read_to_string(here.join("manifest.json")).unwrap(), longer, "{verb}");
        assert_eq!(run("--n 8 --seed 2 --force").0, Some(0), "{verb}");
        let replaced = fs::read_to_string(here.join("manifest.json")).unwrap();
        assert!(first != longer && longer != replaced, "{verb}");
        assert_eq!(fs::read_to_string(here.join("notes.txt")).unwrap(), "mine", "{verb}");
        assert_eq!(fs::read_to_string(here.join("drafts/idea.csv")).unwrap(), "mine too", "{verb}");
    }
}
