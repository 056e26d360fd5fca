use super::{Table, TableSpec, with_ends};
use crate::train::population::{Candidate, Population};
use sim_stats::Estimate;

pub fn tables(found: &Population) -> Vec<Table> {
    let shares = found.members().flat_map(|one| {
        let sizes = found.players.iter().zip(&one.shares);
        sizes.map(|(players, share)| (one.name.as_str(), *players, *share))
    });
    vec![spec().table(&found.candidates), shares_spec().table(shares)]
}

pub(super) fn heads() -> [Table; 2] {
    [spec().head(), shares_spec().head()]
}

fn spec() -> TableSpec<Candidate> {
    let mut spec = TableSpec::<Candidate>::new("population", "Players, and who trained them").about(
        "One row per strategy that the population started from, and per strategy trained against it. A gain also shows \
         that the members of that round can be exploited.",
    );
    spec.text("strategy", |one| &one.name).about("The strategy.");
    spec.whole("round", |one| one.round).about("The round in which it was trained; 0 for a start.");
    spec.optional_text("start", |one| one.start.as_ref().map(|(start, _)| start.as_str()))
        .about("What it was trained from; empty for a start.");
    spec.interval(with_ends!("gain"), |one| one.start.as_ref().map_or(Estimate::MISSING, |(_, gain)| *gain))
        .about("Its result minus that of its start among the members of that round, on test deals; empty for a start.");
    spec.text("status", |one| one.status.word())
        .about("member in the end, or why not: gained nothing, wins too little, acts like a member.");
    spec.number("share", Candidate::share)
        .about("Its final win rate among the other members, as a multiple of the fair share, averaged over table sizes; empty for non-members.");
    spec.optional_text("closest", |one| one.closest.as_ref().map(|(closest, _)| closest.as_str()))
        .about("The member that acts most like it; for one that left for this reason, as of that time.");
    spec.interval(with_ends!("difference"), |one| one.closest.as_ref().map_or(Estimate::MISSING, |(_, one)| *one))
        .about("Share of decisions at which both act differently, in games among the members; below 0.03 the weaker of the two leaves.");
    spec
}

fn shares_spec<'r>() -> TableSpec<(&'r str, usize, Estimate)> {
    let mut spec =
        TableSpec::<(&str, usize, Estimate)>::new("population_shares", "What members win among each other")
            .about("One row per member and table size.");
    spec.text("strategy", |(name, ..)| name).about("The member.");
    spec.players(|(_, players, _)| *players).about("Players at the table.");
    spec.interval(with_ends!("share"), |(.., share)| *share)
        .about("Its win rate among the others, as a multiple of the fair share.");
    spec
}
