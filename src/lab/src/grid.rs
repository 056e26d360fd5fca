//! Values of several things, each with every other, as arms.
