//! Findings, each with tables that bear it out and tables that do not.
