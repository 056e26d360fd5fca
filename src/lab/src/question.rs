//! Questions that are written down, and their answers.
