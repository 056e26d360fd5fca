//! Makes control characters visible: names from users may hold some, and a terminal would obey them.

use std::borrow::Cow;

/// Replaces every control character of a text of several lines by a sign, except tabs and line ends.
pub fn in_lines(text: &str) -> Cow<'_, str> {
    shown(text, is_hidden_in_lines)
}

/// Replaces every control character of a text of one line by a sign, line ends included.
pub fn in_a_line(text: &str) -> Cow<'_, str> {
    shown(text, |letter, _| is_control(letter))
}

/// The first character of a text of several lines that [`in_lines`] replaces, as `U+001B`.
pub fn control_in_lines(text: &str) -> Option<String> {
    first_hidden(text, is_hidden_in_lines)
}

/// The first character of a text of one line that [`in_a_line`] replaces.
pub fn control_in_a_line(text: &str) -> Option<String> {
    first_hidden(text, |letter, _| is_control(letter))
}

fn is_hidden_in_lines(letter: char, after: &str) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Alone it overwrites its line; before a line feed it is part of the line end.
        '\r' => !after.starts_with('\n'),
        letter => is_control(letter),
    }
}

/// Whether a terminal obeys a character instead of showing it: control characters, and characters that change the
/// text direction or end a line.
fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn first_hidden(text: &str, hides: impl Fn(char, &str) -> bool) -> Option<String> {
    let mut letters = text.char_indices();
    let (_, letter) = letters.find(|(at, letter)| hides(*letter, &text[at + letter.len_utf8()..]))?;
    Some(format!("U+{:04X}", u32::from(letter)))
}

fn shown(text: &str, hides: impl Fn(char, &str) -> bool) -> Cow<'_, str> {
    let hides = |(at, letter): (usize, char)| hides(letter, &text[at + letter.len_utf8()..]);
    if !text.char_indices().any(hides) {
        return Cow::Borrowed(text);
    }
    let mut made = String::new();
    for (at, letter) in text.char_indices() {
        if hides((at, letter)) { made += &sign(letter) } else { made.push(letter) }
    }
    Cow::Owned(made)
}

/// The sign for a control character: its picture, or its escaped number if Unicode has no picture.
fn sign(letter: char) -> String {
    let picture = match u32::from(letter) {
        code @ 0..0x20 => char::from_u32(0x2400 + code),
        0x7f => Some('\u{2421}'),
        _ => None,
    };
    picture.map_or_else(|| letter.escape_unicode().to_string(), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_seen() {
        for (text, line) in [
            ("plain, ä, 漢", "plain, ä, 漢"),
            ("\u{1b}[31mred", "␛[31mred"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("a\rb\u{7}\u{7f}", "a␍b␇␡"),
            ("a\tb\nc", "a␉b␊c"),
            ("\u{202e}txt", "\\u{202e}txt"),
        ] {
            assert_eq!(in_a_line(text), line);
            assert_eq!(control_in_a_line(text).is_some(), text != line, "{text:?}");
        }
        assert_eq!(control_in_a_line("a\u{202e}\u{1b}").as_deref(), Some("U+202E"));
    }

    #[test]
    fn lines_stay_lines() {
        assert!(matches!(in_lines("a\tb\r\nc\n"), Cow::Borrowed("a\tb\r\nc\n")));
        assert_eq!(in_lines("a\rb\u{1b}\n"), "a␍b␛\n");
        assert_eq!(control_in_lines("a\tb\r\nc\n"), None);
        assert_eq!(control_in_lines("a\rb\u{1b}\n").as_deref(), Some("U+000D"));
    }
}
