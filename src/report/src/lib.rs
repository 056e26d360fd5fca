//! Charts and pages, drawn from tables and a manifest alone.

pub mod charts;
pub mod page;
pub mod tell;
