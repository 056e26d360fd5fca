//! The page as Markdown, for wikis, issues and chats. Names come from users, and their content must not become
//! markup.
//!
//! Every value of the template passes [`fill`]; only text from a filter of this file is written unescaped.

use minijinja::{AutoEscape, Environment, Error, Output, State, Value};
use sim_engine::text::visible;

pub fn set_up(environment: &mut Environment<'_>) {
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("markdown".into()));
    environment.set_formatter(fill);
    environment.add_filter("code", |text: &str| Value::from_safe_string(code(text)));
    environment.add_filter("fenced", |text: &str| Value::from_safe_string(fenced(text)));
}

/// Writes a value: plain text escaped, output of a filter or a macro unchanged.
fn fill(out: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    match value.as_str() {
        Some(text) if !value.is_safe() => out.write_str(&words(text))?,
        _ => write!(out, "{value}")?,
    }
    Ok(())
}

pub fn words(text: &str) -> String {
    // In Markdown a line break is a space, and could start a block here.
    let text = text.replace("\r\n", " ").replace('\n', " ");
    let text = visible::in_a_line(&text);
    let mut made = String::new();
    for (at, letter) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + letter.len_utf8()..]);
        match letter {
            // Some Markdown readers do not support a backslash before these.
            '<' => made.push_str("&lt;"),
            '\\' | '`' | '*' | '[' | ']' | '|' | '~' | '&' => made.extend(['\\', letter]),
            // Between letters an underscore is no markup.
            '_' if !(before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)) => {
                made.push_str("\\_");
            }
            // A heading, and its end.
            '#' if !before.ends_with(char::is_alphanumeric) => made.push_str("\\#"),
            // A quotation, or a list.
            '>' if before.is_empty() => made.push_str("\\>"),
            '-' | '+' if before.is_empty() && is_blank(after) => made.extend(['\\', letter]),
            '.' | ')' if is_number(before) && is_blank(after) => made.extend(['\\', letter]),
            // Addresses become links automatically.
            ':' if after.starts_with("//") => made.push_str("\\:"),
            '.' if before.to_ascii_lowercase().ends_with("www") => made.push_str("\\."),
            letter => made.push(letter),
        }
    }
    made
}

fn is_blank(after: &str) -> bool {
    after.is_empty() || after.starts_with([' ', '\t'])
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn code(text: &str) -> String {
    let text = visible::in_a_line(text);
    let marks = "`".repeat(longest_run(&text) + 1);
    // Markdown strips one space on each side.
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    format!("{marks}{pad}{text}{pad}{marks}")
}

fn fenced(text: &str) -> String {
    let text = visible::in_lines(text);
    let marks = "`".repeat(longest_run(&text).max(2) + 1);
    format!("{marks}text\n{}\n{marks}", text.trim_end_matches('\n'))
}

/// The longest run of backticks; fences around the text need more.
fn longest_run(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// Strips spaces at line ends, and collapses empty lines.
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
    use super::*;

    #[test]
    fn empty_lines_do_not_pile_up() {
        assert_eq!(tidy("\n\n# a  \n\n\n\nb\n\n"), "# a\n\nb\n");
    }

    #[test]
    fn words_are_no_markup() {
        for (text, shown) in [
            ("plain words, 3.5 % of win_rate_by_seat", "plain words, 3.5 % of win_rate_by_seat"),
            ("<img src=x>", "&lt;img src=x>"),
            ("[a](http://b)", "\\[a\\](http\\://b)"),
            ("![a](b)", "!\\[a\\](b)"),
            ("*a* _b_ ~c~ `d` \\e", "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\\\e"),
            ("a|b &lt; c", "a\\|b \\&lt; c"),
            ("# a #", "\\# a \\#"),
            ("> a", "\\> a"),
            ("- a", "\\- a"),
            ("1. a", "1\\. a"),
            ("www.a.b", "www\\.a.b"),
            ("-0.5 to +2", "-0.5 to +2"),
            ("one\n# two\u{1b}[2J", "one \\# two␛\\[2J"),
        ] {
            assert_eq!(words(text), shown);
        }
    }

    #[test]
    fn no_backtick_ends_code() {
        assert_eq!(code("sim run"), "`sim run`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code("a\n\nb"), "`a␊␊b`");
        assert_eq!(fenced("a\nb\n"), "```text\na\nb\n```");
        assert_eq!(fenced("a\n````\nb"), "`````text\na\n````\nb\n`````");
    }
}
