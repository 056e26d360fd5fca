//! Everybody at every table.
