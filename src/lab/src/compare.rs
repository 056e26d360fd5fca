//! One strategy in the place of another, on the same deals.
