use super::{Table, TableSpec, Unit as In};
use crate::{
    figure::{Figure, Unit},
    summary::{EndRow, LeaderRow, LengthBin, LengthRow, RoundRow, ShapeRow, Summary},
};
use sim_engine::Info;

pub fn tables(summary: &Summary) -> Vec<Table> {
    let (info, course) = (summary.info, &summary.course);
    vec![
        length().table(&course.length),
        lengths().table(&course.lengths),
        ends().table(&course.ends),
        shape(info).table(&course.shape),
        rounds(info).table(&course.rounds),
        leaders(info).table(&course.leaders),
    ]
}

pub fn heads(info: &'static Info) -> [Table; 6] {
    [
        length().head(),
        lengths().head(),
        ends().head(),
        shape(info).head(),
        rounds(info).head(),
        leaders(info).head(),
    ]
}

fn length() -> TableSpec<LengthRow> {
    let mut spec = TableSpec::<LengthRow>::new("length", "Length of a game").about("A ply is one action. A decision is a choice between two or more actions; several actions that are chosen together count once.");
    spec.name("quantity", |row| row.figure.word()).about("What is averaged.");
    spec.words("unit", |row| row.figure.word()).about("Its unit.");
    spec.estimate("mean", |row| row.mean).of(In::ByRow, "Mean over games.");
    spec
}

fn lengths() -> TableSpec<LengthBin> {
    let mut spec = TableSpec::<LengthBin>::new("length_histogram", "Lengths of games")
        .about("Games by number of plies.");
    spec.whole("plies_from", |row| row.from).of(In::Plies, "Shortest length of the bin.");
    spec.whole("plies_to", |row| row.to)
        .of(In::Plies, "Longest length of the bin; empty for an open last bin, which holds all above.");
    spec.whole("games", |row| row.games).of(In::Games, "Games of this length.");
    spec.share("share", |row| row.share).about("Share of all games.");
    spec
}

fn ends() -> TableSpec<EndRow> {
    let mut spec = TableSpec::<EndRow>::new("ends", "How games end").about("Truncated games were cut off because they took too long. They are ranked by their points at that time and included in all tables.");
    spec.text("ending", |row| row.ending.word())
        .about("Why the game ended; `truncated` if it was cut off at the ply limit.");
    spec.estimate("share", |row| row.share).of(In::Share, "Share of games.");
    spec
}

fn shape(info: &'static Info) -> TableSpec<ShapeRow> {
    let about = format!(
        "From the points after each {0}. Lead changes: how often the lead passes to another player. Decided after: the last {0} after which the winner did not lead alone; 0 if it always led. Comeback: the winner's largest deficit after any {0}. Margin: the highest final points minus the second highest. Early order: the share of pairs of players who finish in the same order as after the first {0}, ties left out; 50 % means that the first {0} predicts nothing. Games without a sole winner are left out of `decided_after` and `comeback`.",
        info.round_unit
    );
    let mut spec = TableSpec::<ShapeRow>::new("shape", "The course of play").about(about);
    spec.name("quantity", |row| row.shape.word()).about("What is averaged.");
    spec.text("unit", |row| match Figure::Shape(row.shape).unit() {
        Unit::Share => "share",
        unit => unit.word(info),
    })
    .about("Its unit.");
    spec.estimate("mean", |row| row.mean).of(In::ByRow, "Mean over the games that have it.");
    spec
}

fn rounds(info: &Info) -> TableSpec<RoundRow> {
    let about = format!("Points after each round{}.", a_round_is(info));
    let mut spec = TableSpec::<RoundRow>::new("points_by_round", "Points by round").about(about);
    spec.text("strategy", |row| &row.strategy).about("Name of the strategy.");
    spec.whole("round", |row| row.round).about("Round after which the points are taken, from 1.");
    spec.estimate("mean_points", |row| row.points)
        .of(In::Points, "Mean points after the round, over the games that reach it.");
    spec
}

fn leaders(info: &Info) -> TableSpec<LeaderRow> {
    let about =
        format!("Games that continue after the round and have a sole leader then{}.", a_round_is(info));
    let mut spec =
        TableSpec::<LeaderRow>::new("leader_by_round", "Does the leader go on to win?").about(about);
    spec.whole("round", |row| row.round).about("Round after which the points are taken, from 1.");
    spec.estimate("leader_wins", |row| row.wins)
        .of(In::Fraction, "Share of these games that the leader wins; a shared win counts as a fraction.");
    spec
}

/// Explains a round, for a game with another unit.
fn a_round_is(info: &Info) -> String {
    match info.round_unit {
        "round" => String::new(),
        unit => format!("; a round is one {unit}"),
    }
}
