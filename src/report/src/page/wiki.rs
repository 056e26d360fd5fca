//! The page as Markdown: what a wiki, an issue or a chat shows. Short tables stand in it, long ones are links.

/// Without blanks at the ends of lines, and with one empty line where there were several.
pub fn tidy(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        if !(line.is_empty() && lines.last().is_none_or(|last| last.is_empty())) {
            lines.push(line);
        }
    }
    let mut text = lines.join("\n");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn empty_lines_do_not_pile_up() {
        assert_eq!(tidy("\n\n# a  \n\n\n\nb\n\n"), "# a\n\nb\n");
    }
}
