//! Which code plays a game.

include!(concat!(env!("OUT_DIR"), "/fingerprints.rs"));

/// Sixteen hexadecimal digits that differ when the code that plays and counts this game does: its
/// own rules and strategies, what all games share of them, the luck, and the crates below. Empty for
/// a game that the program does not know.
pub fn fingerprint(game: &str) -> &'static str {
    FINGERPRINTS.iter().find(|(name, _)| *name == game).map_or("", |(_, digits)| digits)
}
