//! Charts and pages, drawn only from typed rows, tables and a manifest.
//!
//! Before this: [the questions about games](sim_lab). [`charts`] draws results, [`page`] writes the report in its
//! two formats, and [`tell`] puts results and findings into words.
//!
//! # Stability
//!
//! The code has none: this is a part of [the program](../sim_cli/index.html), in its own crate because it needs no
//! file. The names of charts are stable, since experiment files use them.
//!
//! Next: [files on disk](../sim_store/index.html).

pub mod charts;
pub mod page;
mod say;
pub mod tell;
#[cfg(test)]
mod testing;
mod wrap;
