//! Finds the known name closest to a mistyped one, for the help line of an error.

/// The number of names listed if none is near.
const LISTED: usize = 8;

/// A help line for an unknown `word`: the nearest of the `known` names, or else the first few.
///
/// Of equally near names the first wins, so the answer is always the same.
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
    let (word, length) = (word.to_lowercase(), word.chars().count());
    // One edit per three letters; a guess farther away misleads more than it helps.
    let limit = (length / 3).max(1);
    // The difference in length is a lower bound on the edits, which keeps absurdly long words cheap.
    let near = known.into_iter().filter(|name| name.chars().count().abs_diff(length) <= limit);
    let edits = near.map(|name| (strsim::osa_distance(&word, &name.to_lowercase()), name));
    edits.filter(|(edits, _)| *edits <= limit).min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_of_neighbours_counts_as_one_edit() {
        assert_eq!(nearest("csah", ["cash"]), Some("cash"));
        assert_eq!(nearest("round", ["rounds_left"]), None);
        assert_eq!(nearest("", ["cash"]), None);
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
