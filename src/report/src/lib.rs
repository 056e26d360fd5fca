//! Charts and pages, drawn from typed rows, tables and a manifest alone.
//!
//! Before this: [what is asked of games](sim_lab). [`charts`] are pictures of results, [`page`] is the report in its two
//! forms, and [`tell`] says results and findings in words.
//!
//! # What is promised
//!
//! Nothing of the code: this is a part of [the program](../sim_cli/index.html) that stands alone because it needs no
//! file. The names of charts are promised, since experiment files name them.
//!
//! Next: [what is kept on disk](../sim_store/index.html).

pub mod charts;
pub mod page;
mod say;
pub mod tell;
#[cfg(test)]
mod testing;
mod wrap;
