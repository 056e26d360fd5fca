//! Finds the known name a mistyped one was most likely meant to be, for the help line of an error.

/// How many names are listed when none is near.
const LISTED: usize = 8;

/// A help line for an unknown `word`: the nearest of the `known` names, or else the first few.
///
/// The order of `known` decides between names equally near, so the answer is always the same.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(name) = nearest(word, known.iter().copied()) {
        return format!("did you mean `{name}`?");
    }
    if known.is_empty() {
        return "no name is known here".to_owned();
    }
    let listed: Vec<String> = known.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    let more = if known.len() > LISTED { ", ..." } else { "" };
    format!("known here: {}{more}", listed.join(", "))
}

/// The first of the `known` names with the fewest edits to `word`, if they are few for its length.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    // One slip in three letters; a longer way off, a guess misleads more than it helps.
    let limit = (word.len() / 3).max(1);
    let mut best = None;
    let mut fewest = limit + 1;
    for name in known {
        let letters: Vec<char> = name.to_lowercase().chars().collect();
        // The lengths alone bound the edits from below; this also keeps absurdly long words cheap.
        if letters.len().abs_diff(word.len()) >= fewest {
            continue;
        }
        let edits = distance(&word, &letters);
        if edits < fewest {
            fewest = edits;
            best = Some(name);
        }
    }
    best
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, no place
/// being edited twice (the optimal string alignment distance).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = above;
        above = row;
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(a: &str, b: &str) -> usize {
        let a: Vec<char> = a.chars().collect();
        let b: Vec<char> = b.chars().collect();
        distance(&a, &b)
    }

    #[test]
    fn a_swap_of_neighbours_counts_as_one_edit() {
        assert_eq!(edits("cash", "csah"), 1);
        assert_eq!(edits("cash", "cash"), 0);
        assert_eq!(edits("", "cash"), 4);
        assert_eq!(edits("round", "rounds_left"), 6);
    }

    #[test]
    fn the_first_of_equally_near_names_is_taken() {
        assert_eq!(nearest("cast", ["cart", "cash"]), Some("cart"));
        assert_eq!(nearest("cast", ["cash", "cart"]), Some("cash"));
    }

    #[test]
    fn capitals_do_not_count_as_edits() {
        assert_eq!(nearest("Round", ["cash", "round"]), Some("round"));
    }

    #[test]
    fn a_word_far_from_all_names_gets_the_first_few_listed() {
        assert_eq!(nearest("zebra", ["cash", "round"]), None);
        assert_eq!(suggestion("zebra", ["cash", "round"]), "known here: `cash`, `round`");
        let many = ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii"];
        assert_eq!(
            suggestion("zebra", many),
            "known here: `aa`, `bb`, `cc`, `dd`, `ee`, `ff`, `gg`, `hh`, ..."
        );
        assert_eq!(suggestion("zebra", []), "no name is known here");
    }
}
