//! Which of many numbers matter.
