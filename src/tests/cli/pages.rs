//! Links and paths on pages lead to existing files.

use std::{collections::BTreeSet, fs, path::Path};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages for readers of the repository, relative to its root.
fn pages() -> Vec<String> {
    let guides = fs::read_dir(root().join("src/docs")).unwrap();
    let guides = guides.map(|entry| format!("src/docs/{}", entry.unwrap().file_name().to_string_lossy()));
    let mut pages: Vec<String> = guides.chain(["README.md", "CONTRIBUTING.md"].map(str::to_owned)).collect();
    pages.sort();
    pages
}

/// The texts between each `open` and the next `close`.
fn between<'t>(text: &'t str, open: &'t str, close: char) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split_once(close).map(|(inner, _)| inner))
}

/// Anchors of the headings, as GitHub generates them.
fn anchors(page: &str) -> BTreeSet<String> {
    let slug = |heading: &str| {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    page.lines().filter(|line| line.starts_with('#')).map(|line| slug(line.trim_start_matches('#'))).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let (mut broken, mut seen) = (Vec::new(), 0);
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        for target in between(&text, "](", ')').filter(|target| !target.contains("://")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let from = root().join(&page);
            let path = if file.is_empty() { from } else { from.parent().unwrap().join(file) };
            let is_there = match fs::read_to_string(&path) {
                Ok(text) => anchor.is_empty() || anchors(&text).contains(anchor),
                Err(_) => anchor.is_empty() && path.exists(),
            };
            if !is_there {
                broken.push(format!("{page}: {target}"));
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "only {seen} links");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn paths_of_the_sources_exist() {
    let (mut missing, mut seen) = (Vec::new(), 0);
    // On pages about new games, `src` is the folder of the new crate.
    for page in
        pages().into_iter().filter(|page| !page.ends_with("a_game.md") && !page.ends_with("own_game.md"))
    {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        let prose = text.split("```").step_by(2).collect::<String>();
        let paths = between(&prose, "`src/", '`').map(|path| format!("src/{path}"));
        for path in paths.filter(|path| !path.contains(['*', ' '])) {
            if !root().join(&path).exists() {
                missing.push(format!("{page}: {path}"));
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} paths");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
