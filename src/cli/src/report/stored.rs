//! The page of a run that is kept, or of a question that is written down.

use std::path::{Path, PathBuf};

use super::ReportArgs;
use crate::{
    effort::EffortArgs,
    experiment::{self, ExperimentArgs},
    failure::Failure,
    folder,
    kept::Kept,
    merge::{self, Part},
    output,
    playing::Played,
    run_folder,
};
use sim_lab::{experiment::Manifest, question::Listed, summary::Summary, tables};

/// Makes the page of a folder, or plays a file and makes its page.
pub fn run(args: &ReportArgs, place: &Path) -> Result<(), Failure> {
    if place.extension().is_some_and(|ending| ending == "toml") {
        question(args, place)
    } else {
        kept(args, place)
    }
}

/// The tables, the charts and the page of a run, from the tally in its folder: nothing is played.
fn kept(args: &ReportArgs, place: &Path) -> Result<(), Failure> {
    let part = Part::read(place)?;
    if part.manifest.part.is_some() {
        return Err(Failure::misuse(
            format!("{} is a part of a run, and parts have no page", place.display()),
            "join the parts with `sim merge`",
        ));
    }
    let arm = merge::reopen(&part)?;
    let target = args.out.as_deref().unwrap_or(place);
    folder::check_target(target, &part.manifest.heading.digest, args.play.force())?;
    let tally = part.tally(&arm)?;
    let manifest = Manifest::new(&arm, part.manifest.heading.command.clone(), &tally);
    let summary = Summary::of(&arm.subject(), &tally);
    let tables = tables::of_run(&summary);
    // What lies beside a folder that is longer than the run stays.
    let beside = Kept::at(target, &arm, 0, args.play.force(), false)?.checkpoint;
    let mut played = Played::merged(tally, beside);
    let written = run_folder::write(target, &mut played, &manifest, Some(&summary), &tables)?;
    told(&written)
}

/// The answer to a question, and its page.
fn question(args: &ReportArgs, path: &Path) -> Result<(), Failure> {
    let Listed { game, .. } = Listed::read(&path.display().to_string(), &experiment::text(path)?)?;
    let stem = path.file_stem().unwrap_or_default();
    let place = args.out.clone().unwrap_or_else(|| Path::new("reports").join(game).join(stem));
    let effort = EffortArgs::as_said(args.play.clone());
    ExperimentArgs::written_to(path.to_owned(), effort, place.clone()).run()?;
    told(&place)
}

fn told(place: &Path) -> Result<(), Failure> {
    let page: PathBuf = place.join("report.html");
    output::print(&format!("the page is {}\n", page.display()))
}
