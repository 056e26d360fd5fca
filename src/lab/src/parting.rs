//! The first decision at which two strategies part.
