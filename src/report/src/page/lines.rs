/// In characters.
const WIDTH: usize = 100;

/// The text with long sentences broken at spaces. Lines with columns, which have two spaces side by side, and
/// commands, which are indented, stay whole.
pub fn broken(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        if line.chars().count() <= WIDTH || line.contains("  ") {
            out.push_str(line);
        } else {
            let mut width = 0;
            for word in line.split(' ') {
                let room = word.chars().count();
                if width > 0 && width + 1 + room > WIDTH {
                    out.push('\n');
                    width = 0;
                } else if width > 0 {
                    out.push(' ');
                    width += 1;
                }
                out.push_str(word);
                width += room;
            }
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_and_columns_and_commands_do_not() {
        let sentence = "word ".repeat(40).trim_end().to_owned();
        let lines = broken(&sentence);
        assert_eq!(lines.lines().count(), 2);
        assert!(lines.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(lines.split_whitespace().count(), 40);
        for kept in [format!("name  {sentence}"), format!("  sim {sentence}"), "x".repeat(150)] {
            assert_eq!(broken(&kept), format!("{kept}\n"));
        }
    }
}
