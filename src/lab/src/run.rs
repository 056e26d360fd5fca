//! Many games of one arm.
