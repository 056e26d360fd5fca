//! Lua's errors in readable form: file, line, column, and help.

use mlua::Error;

use sim_engine::text::FileError;

/// Converts an error of Lua to one of the file. Lua reports lines; the column is that of the name it quotes.
pub(crate) fn of_lua(origin: &str, text: &str, error: &Error) -> FileError {
    let told = message(error);
    let (message, rest) = told.split_once('\n').unwrap_or((&told, ""));
    // The text after a stack traceback only helps authors of interpreters.
    let (help, traceback) = rest.split_once("stack traceback:").unwrap_or((rest, ""));
    let help = help.trim();
    let (line, message) = placed(message);
    // For an error inside the program's own Lua code, take the line of the calling function in the file.
    let line = line.or_else(|| traceback.lines().find_map(|line| placed(line.trim_start()).0));
    let message = plain(message);
    let is_comma = help.is_empty()
        && message.contains("expected")
        && message.contains(" near '")
        && message.starts_with("'}'");
    let help = if is_comma { "is a comma missing before it?" } else { help };
    let offset = line.map_or(0, |line| offset_of(text, line, &message));
    FileError::at(origin, text, offset, message, help)
}

/// The innermost message.
fn message(error: &Error) -> String {
    match error {
        Error::SyntaxError { message, .. } | Error::RuntimeError(message) => message.clone(),
        Error::MemoryError(_) => {
            "the game uses more memory than it may\nkeep less in tables and texts".to_owned()
        }
        Error::CallbackError { cause, .. } => message(cause),
        Error::WithContext { cause, .. } => message(cause),
        other => other.to_string(),
    }
}

/// Splits the chunk's name and the line from the front: `game:12: message`.
fn placed(message: &str) -> (Option<usize>, &str) {
    let Some(rest) = message.strip_prefix(CHUNK).and_then(|rest| rest.strip_prefix(':')) else {
        return (None, without_own_place(message));
    };
    match rest.split_once(':') {
        Some((line, message)) => (line.parse().ok(), message.trim_start()),
        None => (None, message),
    }
}

/// Removes a place in the program's own Lua code from the message.
fn without_own_place(message: &str) -> &str {
    let Some(rest) = message.strip_prefix("[program]:") else { return message };
    rest.split_once(": ").map_or(rest, |(_, message)| message)
}

/// The chunk's name in Lua, never the file's own name, which may contain anything.
pub(crate) const CHUNK: &str = "game";

/// Rephrases Lua's messages.
fn plain(message: &str) -> String {
    message
        .replace("attempt to ", "cannot ")
        .replace("(a nil value)", "(nil)")
        .replace(" a nil value", " nil")
        .replace(" near <eof>", " at the end of the file")
}

/// Offset of the first name on the line that the message quotes, or of the line's start.
fn offset_of(text: &str, line: usize, message: &str) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let found = text[start.min(text.len())..].lines().next().unwrap_or_default();
    let near = message.split_once(" near '").and_then(|(_, rest)| rest.split('\'').next());
    let mut quoted = near.into_iter().chain(message.split(['\'', '`']).skip(1).step_by(2));
    let quoted = quoted.find_map(|name| word_in(found, name));
    start + quoted.unwrap_or_else(|| found.len() - found.trim_start().len())
}

/// Position of a name in a line, as a whole word.
pub(crate) fn word_in(line: &str, name: &str) -> Option<usize> {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let is_named = !name.is_empty();
    line.match_indices(name).map(|(at, _)| at).find(|&at| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        let is_plain = !name.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_named && (is_plain || !is_word(before) && !is_word(after))
    })
}

/// Offset of a declaration: searches for each name of the path after the previous one, and stops at the first
/// missing one.
pub(crate) fn place_of(text: &str, path: &[&str]) -> usize {
    let mut from = 0;
    for name in path {
        let Some(at) = key_in(&text[from..], name) else { break };
        from += at;
    }
    from
}

/// Position at which a name is assigned, quoted or called.
fn key_in(text: &str, name: &str) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("--").next().unwrap_or_default();
        if let Some(at) = word_in(code, name) {
            let after = code[at + name.len()..].trim_start();
            let is_quoted = code[..at].ends_with(['"', '\'']);
            if after.starts_with('=') && !after.starts_with("==") || is_quoted || after.starts_with('(') {
                return Some(start + at);
            }
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_is_that_of_the_name_that_lua_quotes() {
        let text = "local a\nlocal x = g.hand[1]\n";
        let error = Error::RuntimeError(
            "game:2: attempt to index a nil value (field 'hand')\nstack traceback:\n\t[C]".into(),
        );
        let told = of_lua("g.lua", text, &error);
        assert_eq!((told.line, told.column), (2, 13));
        assert_eq!(told.message, "cannot index nil (field 'hand')");
        assert_eq!(told.help, "");
    }

    #[test]
    fn a_help_follows_the_first_line() {
        let error = Error::RuntimeError("game:1: nothing is called `shufle`\ndid you mean `shuffle`?".into());
        let told = of_lua("g.lua", "  shufle(g.deck)", &error);
        assert_eq!((told.line, told.column), (1, 3));
        assert_eq!(told.help, "did you mean `shuffle`?");
    }
}
