/// Breaks words into lines, with as many in each as fit.
pub fn wrap(words: impl IntoIterator<Item: AsRef<str>>, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        let word = word.as_ref();
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
