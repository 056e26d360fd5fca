use super::lexer;

/// The text of the number that starts at a byte offset of a formula; empty if there is none.
pub fn at(text: &str, offset: usize) -> &str {
    let pieces = lexer::tokens(text).unwrap_or_default();
    let number =
        pieces.iter().find(|piece| piece.start == offset && matches!(piece.token, lexer::Token::Number(_)));
    number.map_or("", |piece| &text[piece.start..piece.end])
}
