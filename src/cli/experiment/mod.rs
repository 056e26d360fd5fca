//! `sim experiment`, or `sim run FILE`: a question that is written down, and its answer.

mod answer;
pub mod file;

use std::path::PathBuf;

use clap::Args;

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::read_text,
    output, words,
};
use crate::{
    tables::{
        self, Cell, Column,
        pairs::{self, Figure, Side},
    },
    text::people,
};
use file::Experiment;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExperimentArgs {
    /// The file: see `sim list --experiments`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// In place of the file's number of games
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "What a file holds:
  format = 1, game, title, question
  n         games of each arm
  players, strategies or lineup, seed, as on the command line
  [[arms]]  a name each, and preset, set, without, data, strategies or lineup;
            the others are held against the first
  [answer]  figure    win_share unless another is named: points, plies, place_1
                      or any other figure of `sim diff`
            strategy or seat, whose figure it is
            arm       which arm is held against the first [default: the second]
            than      with one arm: the strategy that is held against, in place
                      of the fair share
            yes_if    \"more\", \"less\" or \"differs\"
            margin_percent, what passes for no difference [default: 1]

Examples:
  sim run experiments/delectable/first-player.toml
  sim experiment experiments/delectable/hand-limit.toml --n 1e5 --out reports/hand-limit";

/// Reads a file and says what it is.
pub fn check(origin: &str, text: &str) -> Result<String, Failure> {
    let Experiment { arms, n, .. } = file::read(origin, text)?;
    let game = &arms.first().arm.inputs.rules.game;
    let count = people::counted(arms.all().count() as u64, "arm", "arms");
    Ok(format!("an experiment for {game}, {count} of {}", people::counted(n, "game", "games")))
}

impl ExperimentArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let text = read_text(&self.file)?;
        let experiment = file::read(&self.file.display().to_string(), &text)?;
        let Experiment { arms, sought, question, .. } = &experiment;
        experiment.remarks.iter().for_each(|remark| output::remark(remark));
        let first = arms.first();
        let mut findings =
            Findings::new("experiment", first.arm.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        let asked = sought.other(arms).map(|arm| arm.name.as_str());
        let mut answer = None;
        let mut runs = Vec::new();
        let compared = self.effort.play(arms, experiment.n, |other, base, tally| {
            if arms.others().is_empty() {
                answer = Some(sought.alone(&first.arm, tally)?);
                runs = tables::summarise(&first.arm.subject(), tally);
            }
            if std::ptr::eq(other, first) {
                return Ok(None);
            }
            if asked == Some(&other.name) {
                answer = Some(sought.between((first, base), (other, tally))?);
            }
            let subjects = (other.arm.subject(), first.arm.subject());
            let one = Side { subject: &subjects.0, tally };
            let matched = pairs::by_name(&subjects.0, &subjects.1);
            let figures = pairs::figures(one, Side { subject: &subjects.1, tally: base }, &matched)?;
            Ok(Some((vec![Cell::text(&other.name)], figures)))
        })?;
        let Some(compared) = compared else { return Ok(()) };
        let deals = compared.deals;
        let differences: Vec<(Vec<Cell>, Vec<Figure>)> =
            compared.whole(arms.all().count())?.into_iter().flatten().collect();
        let Some(answer) = answer else { return Ok(()) };
        let games = first.arm.schedule.games_of(0..deals);
        findings.deals = deals;
        findings.heading.command =
            format!("sim experiment {} --n {games}", words::paths(std::slice::from_ref(&self.file)));
        let mut text = format!(
            "{}: {}\n{}, {}: {} of {}, seed {}\n\n",
            experiment.title,
            question,
            first.arm.info.title,
            people::counted(first.arm.inputs.rules.players as u64, "player", "players"),
            people::counted(arms.all().count() as u64, "arm", "arms"),
            people::counted(deals, "deal", "deals"),
            first.arm.inputs.seed
        );
        let mut all = vec![answer.table(question)];
        for table in runs {
            let keys = match table.name {
                "win_share_by_strategy" => Some(["strategy"]),
                "win_share_by_seat" => Some(["seat"]),
                _ => None,
            };
            if let Some(keys) = keys {
                text += &output::estimates(&table, &keys, "win_share", true);
                text.push('\n');
            }
            all.push(table);
        }
        if !differences.is_empty() {
            let key = Column { name: "arm", about: "The arm that is held against the first." };
            let table = pairs::of_arms(&[key], &differences, None);
            let is_win = |row: &&Vec<Cell>| table.text(row, "figure") == "win_share";
            let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(is_win).collect();
            let keys = ["arm", "figure", "strategy", "seat"];
            text += &super::findings::grid(&table, &rows, &keys, ["this arm", &first.name]);
            text.push('\n');
            all.push(table);
        }
        text += &answer.text;
        text.push('\n');
        self.findings.report(&findings, &all, &text)
    }
}
