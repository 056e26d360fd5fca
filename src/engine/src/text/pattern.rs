//! Wildcard patterns of names.

/// Whether a text matches a pattern, in which `*` stands for any text.
pub fn is_match(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut left) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = rest.split('*').collect();
    let (last, middle) = parts.split_last().map_or(("", &[][..]), |(last, middle)| (*last, middle));
    for part in middle {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::is_match;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text, is) in [
            ("mouse", "mouse", true),
            ("mouse", "mice", false),
            ("*", "anything", true),
            ("head-*", "head-chef", true),
            ("*-chef", "head-chef", true),
            ("h*d*f", "head-chef", true),
            ("h*x*f", "head-chef", false),
            ("ab*ba", "aba", false),
        ] {
            assert_eq!(is_match(pattern, text), is, "{pattern} {text}");
        }
    }
}
