//! What each value of something does.
