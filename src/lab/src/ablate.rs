//! What each component does: the same deals with it and without it.
