//! What would have been played, and why it was not.
