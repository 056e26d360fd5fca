//! The value with which a figure comes to what is wanted.
