//! Lists of names, separated by commas; a backslash escapes a comma within a name.

/// An escaped comma.
const WITHIN: &str = "\\,";

/// Splits a list that a user has typed into its names.
pub fn split(list: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    for (at, part) in list.split(',').enumerate() {
        let is_within = at > 0 && names.last().is_some_and(|name| name.ends_with('\\'));
        match names.last_mut().filter(|_| is_within) {
            Some(name) => {
                name.pop();
                name.push(',');
                name.push_str(part);
            }
            None if at == 0 => names[0].push_str(part),
            None => names.push(part.to_owned()),
        }
    }
    names
}

pub fn split_all(lists: &[String]) -> Vec<String> {
    lists.iter().flat_map(|list| split(list)).collect()
}

/// Joins names into a list that [`split`] splits again.
pub fn join<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<String> = names.iter().map(|name| name.as_ref().replace(',', WITHIN)).collect();
    names.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_with_a_backslash_is_part_of_a_name() {
        for (list, names) in [
            ("a,b", &["a", "b"][..]),
            ("a\\,b.toml,c", &["a,b.toml", "c"]),
            ("\\,,\\,\\,", &[",", ",,"]),
            ("C:\\x\\a.toml,b", &["C:\\x\\a.toml", "b"]),
            ("", &[""]),
            ("a,", &["a", ""]),
        ] {
            assert_eq!(split(list), names, "{list}");
            assert_eq!(join(names), list);
        }
        assert_eq!(split_all(&["a,b".to_owned(), "c".to_owned()]), ["a", "b", "c"]);
    }
}
