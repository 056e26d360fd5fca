//! The games of this program: named once, by whoever calls [`main`](crate::main).

use std::sync::OnceLock;

use sim_lab::catalogue::Catalogue;
use sim_play::Entry;

static GAMES: OnceLock<Catalogue> = OnceLock::new();

/// Names the games; those that were named first stay.
pub fn name(games: &'static [&'static dyn Entry]) {
    GAMES.get_or_init(|| Catalogue(games));
}

/// The games that were named.
pub fn catalogue() -> Catalogue {
    GAMES.get().copied().unwrap_or(Catalogue(&[]))
}

/// Each game, in the order of the listing.
pub fn all() -> impl Iterator<Item = &'static dyn Entry> + Clone {
    catalogue().0.iter().copied()
}
