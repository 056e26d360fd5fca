//! Fine, too strong or too weak?
