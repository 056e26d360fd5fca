//! The page of a stored run, or of a written question.

use std::path::{Path, PathBuf};

use super::ReportArgs;
use crate::{
    comparing::ComparingArgs,
    effort::EffortArgs,
    failure::Failure,
    findings::{FindingsArgs, named_or_usual},
    output::{self, Format},
    program, question,
};
use sim_lab::question::QuestionSummary;
use sim_store::{experiments, findings, parts};

pub fn run(args: &ReportArgs, place: &Path) -> Result<(), Failure> {
    if place.extension().is_some_and(|ending| ending == "toml") {
        written(args, place)
    } else if findings::is_there(place) {
        if args.out.is_some() {
            return Err(Failure::misuse(
                format!("{} holds no run, and only the page of a run is made anew", place.display()),
                "leave --out out, and its page is named",
            ));
        }
        print_page(place)
    } else {
        // The tables, the charts and the page come from the tally in the folder, without playing.
        print_page(&parts::rewrite(place, args.out.as_deref(), args.play.force, program::this())?.place)
    }
}

fn written(args: &ReportArgs, path: &Path) -> Result<(), Failure> {
    let QuestionSummary { game, .. } =
        QuestionSummary::read(&path.display().to_string(), &experiments::text(path, program::this())?)?;
    let stem = path.file_stem().unwrap_or_default();
    let place = named_or_usual(args.out.as_ref(), Path::new("reports").join(game).join(stem))?;
    let effort = EffortArgs { n: None, precision: None, shard: None, play: args.play.clone() };
    let findings = FindingsArgs { format: Format::Table, out: place.clone() };
    question::run(&[path.to_owned()], &ComparingArgs { effort, findings })?;
    place.map_or(Ok(()), |place| print_page(&place))
}

fn print_page(place: &Path) -> Result<(), Failure> {
    let page: PathBuf = place.join("report.html");
    output::print(&format!("the page is {}\n", page.display()))
}
