//! Charts and pages, drawn from typed rows, tables and a manifest alone.

pub mod charts;
pub mod page;
pub mod tell;
