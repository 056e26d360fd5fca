use std::path::PathBuf;

use clap::Args;

use super::{
    failure::Failure,
    output::{self, Format},
    program,
};
use sim_engine::text::people;
use sim_lab::{strength::Strength, summary::Summary, tables::export};
use sim_report::tell;
use sim_store::{
    parts::{MergedRun, join},
    run_folder,
};

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:
  sim --game delectable --n 1e6 --shard 1/2 --out part-1
  sim --game delectable --n 1e6 --shard 2/2 --out part-2
  sim merge part-1 part-2 --out whole")]
pub struct MergeArgs {
    /// Folders of the parts, in any order; a run's folder is a part too
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// Folder of the whole run
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace another run's folder
    #[arg(long)]
    force: bool,
    /// What is printed, as for `sim run`
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl MergeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let joined = join(&self.parts, &self.out, self.force, program::this())?;
        let MergedRun { arm, tally, manifest, tables, place } = &joined;
        match self.format {
            Format::Table => {
                let parts = people::counted(self.parts.len() as u64, "part", "parts");
                let summary = Summary::new(&arm.subject(), tally);
                let entry = program::catalogue().find(arm.info.name);
                let strength = Strength::new(entry, &manifest.inputs, &manifest.level, &[]);
                let text = tell::run(manifest, &summary, &strength, output::style());
                let page = place.join("report.html");
                output::print(&format!("{text}{parts} joined\nPage: {}\n", page.display()))
            }
            Format::Json => {
                let all = serde_json::json!({ "manifest": manifest, "tables": export::json(tables) });
                output::data(&format!("{all:#}\n"))
            }
            Format::Csv => output::data(&run_folder::shares(tables).map_or(Ok(String::new()), output::csv)?),
        }
    }
}
