//! Which findings hold under other rulings, other data and other players.
