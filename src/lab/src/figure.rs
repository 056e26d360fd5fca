//! Figures of a run, and what they are counted in.
