//! A field that best responses join, round by round.
