//! Cuts the text of a formula into tokens.

use crate::formula::error::FormulaError;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Token<'t> {
    Number(f64),
    /// A word other than `and`, `or`, `not`.
    Name(&'t str),
    And,
    Or,
    Not,
    Open,
    Close,
    Comma,
    Plus,
    Minus,
    Star,
    Slash,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    End,
}

/// A token and its place in the text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece<'t> {
    pub token: Token<'t>,
    pub start: usize,
    pub end: usize,
}

/// All tokens of the text, closed by one `End`.
pub fn tokens(text: &str) -> Result<Vec<Piece<'_>>, FormulaError> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let start = at;
        if matches!(first, ' ' | '\t' | '\n' | '\r') {
            at += 1;
            continue;
        }
        let token = if first.is_ascii_digit() {
            let value;
            (value, at) = number(text, at)?;
            Token::Number(value)
        } else if is_word(first) {
            at = skip(text, at, is_word);
            match &text[start..at] {
                "and" => Token::And,
                "or" => Token::Or,
                "not" => Token::Not,
                name => Token::Name(name),
            }
        } else {
            let (token, length) = symbol(text, at, first)?;
            at += length;
            token
        };
        pieces.push(Piece { token, start, end: at });
    }
    pieces.push(Piece { token: Token::End, start: text.len(), end: text.len() });
    Ok(pieces)
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The offset of the first character from `at` on that does not match.
fn skip(text: &str, at: usize, matches: impl Fn(char) -> bool) -> usize {
    text[at..].find(|letter| !matches(letter)).map_or(text.len(), |length| at + length)
}

fn symbol(text: &str, at: usize, first: char) -> Result<(Token<'_>, usize), FormulaError> {
    let rest = &text[at..];
    let token = match first {
        '(' => (Token::Open, 1),
        ')' => (Token::Close, 1),
        ',' => (Token::Comma, 1),
        '+' => (Token::Plus, 1),
        '-' => (Token::Minus, 1),
        '*' if !rest.starts_with("**") => (Token::Star, 1),
        '/' => (Token::Slash, 1),
        '<' if rest.starts_with("<=") => (Token::LessEqual, 2),
        '<' if !rest.starts_with("<>") => (Token::Less, 1),
        '>' if rest.starts_with(">=") => (Token::GreaterEqual, 2),
        '>' => (Token::Greater, 1),
        '=' if rest.starts_with("==") => (Token::Equal, 2),
        '!' if rest.starts_with("!=") => (Token::NotEqual, 2),
        _ => return Err(stranger(at, first)),
    };
    Ok(token)
}

/// The error for a character that the language lacks; the help suggests what to write instead.
fn stranger(at: usize, found: char) -> FormulaError {
    let help = match found {
        '=' => "equality is written `==`",
        '<' | '\u{2260}' => "inequality is written `!=`",
        '!' => "negation is written `not`",
        '&' => "write `and`",
        '|' => "write `or`",
        '\u{2264}' => "write `<=`",
        '\u{2265}' => "write `>=`",
        '\u{d7}' | '\u{b7}' => "multiplication is written `*`",
        '\u{f7}' | ':' => "division is written `/`",
        '\u{2212}' | '\u{2013}' => "minus is written `-`",
        '*' | '^' => "there are no powers: write x * x",
        '%' => "there is no remainder: write x - y * floor(x / y)",
        '?' => "a choice is written if(condition, then, else)",
        '.' => "a number starts with a digit: write 0.5, not .5",
        _ => "formulas hold numbers, names, + - * / < <= > >= == != and or not, and calls",
    };
    FormulaError::new(at, format!("unexpected `{}`", found.escape_debug()), help)
}

/// Reads the number at `at`; returns its value and its end.
fn number(text: &str, at: usize) -> Result<(f64, usize), FormulaError> {
    let bytes = text.as_bytes();
    let is_digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
    let mut end = digits(text, at)?;
    if bytes.get(end) == Some(&b'.') {
        if !is_digit(end + 1) {
            return Err(FormulaError::new(
                end,
                "no digit after the decimal point",
                format!("write {0}.0 or {0}", &text[at..end]),
            ));
        }
        end = digits(text, end + 1)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if is_digit(end + 1 + sign) {
            end = digits(text, end + 1 + sign)?;
        }
    }
    let tail = skip(text, end, is_word);
    if tail > end {
        let (number, word) = (&text[at..end], &text[end..tail]);
        return Err(FormulaError::new(
            end,
            format!("`{word}` runs into the number {number}"),
            format!("a product is written {number} * {word}"),
        ));
    }
    let value = text[at..end].replace('_', "").parse::<f64>();
    match value {
        Ok(value) if value.is_finite() => Ok((value, end)),
        _ => Err(FormulaError::new(
            at,
            format!("the number {} is too large", &text[at..end]),
            format!("the largest is about {:e}", f64::MAX),
        )),
    }
}

/// Skips the digits at `at`, with single underscores between them.
fn digits(text: &str, at: usize) -> Result<usize, FormulaError> {
    let bytes = text.as_bytes();
    let mut end = at;
    loop {
        match bytes.get(end) {
            Some(b'0'..=b'9') => end += 1,
            Some(b'_') if bytes.get(end + 1).is_some_and(u8::is_ascii_digit) => end += 2,
            Some(b'_') => {
                return Err(FormulaError::new(
                    end,
                    "`_` in a number without a digit on each side",
                    "write 1_000",
                ));
            }
            _ => return Ok(end),
        }
    }
}
