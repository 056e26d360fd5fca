//! Names in a list: commas stand between them, and a comma within a name has a backslash before it.

/// A comma within a name.
const WITHIN: &str = "\\,";

/// The names of a list, as somebody types it.
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

/// The list of some names, which [`split`] takes apart again.
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
