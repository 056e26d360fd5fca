//! `sim experiment`, or `sim run FILE`: a question that is written down, and its answer.

mod answer;
pub mod file;
mod sought;
mod wording;

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    effort::EffortArgs,
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::read_text,
    output::{self, Format},
    sweep::{Lines, tables_of, telling},
    words,
};
use answer::Answer;
use file::{Experiment, Length};
use sim_engine::text::people;
use sim_lab::{
    pairs::{self, FigureRow, Side},
    tables::{
        self, Cell, Column, Table, export,
        figures::{Reader, Reading},
        sweep::Swept,
    },
};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExperimentArgs {
    /// The files: see `sim list --experiments`; of several each answer is told in a line
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// In place of what the file says
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "What a file holds:
  format = 1, game, title, question
  n         games of each arm, or
  precision \"0.5%\": play until the differences in win rate between the arms (with
            one arm: its win rates) are known to within this
  players, strategies or lineup, seed, as on the command line
  [[arms]]  a name each, and preset, set, without, data, strategies, lineup or
            players; the others are compared with the first
  vary      [\"hand_limit=4..10\"]: in place of more arms, each value of a path; of
            several paths each value with every other; arms are called PATH=VALUE
  chart     the charts that are drawn, by the names of their files [default: all]
  [answer]  which figure it is:
    figure    win_rate unless another is named: points, place_1, plies, margin,
              end, a measure of the game, or of a component: offered, taken,
              used, sum, adjusted_difference (the win rate of users minus that of others)
    strategy, seat, component
              whose it is; without them that of all seats together
    row, column
              the place in a measure, \"a + b\" for several; without them all;
              of a histogram the value, \"2+\" for 2 and more; of end the reason
    per       what it is divided by; give only the words that differ:
              per = { figure = \"turns\" }, per = { column = \"all\" }
    called    what the sentence calls it
            and what is asked of it. Is it more than another?
    yes_if    \"more\", \"less\" or \"differs\"
    than      what it is compared with in the same arm; give only the words
              that differ: than = { strategy = \"raider\" }, or
              than = { number = 0.25 }; with one arm a win rate is compared with
              the fair share, and an adjusted_difference against 0
    arm       which arm is compared with the first [default: the second]
    margin_percent
              the largest difference that counts as none [default: 1]
            Which is first?
    which     \"highest\" or \"lowest\", among = \"strategy\", \"seat\", \"component\"
              (kind = ... for one sort), \"row\", \"column\" or \"arm\"
            Without any of these, how much is it?

Examples:
  sim run experiments/delectable/first-player.toml
  sim run experiments/delectable/*.toml
  sim experiment experiments/delectable/hand-limit.toml --n 1e5 --out reports/hand-limit";

/// Reads a file and says what it is.
pub fn check(origin: &str, text: &str) -> Result<String, Failure> {
    let Experiment { arms, length, .. } = file::read(origin, text)?;
    let game = &arms.first().arm.inputs.rules.game;
    let count = people::counted(arms.all().count() as u64, "arm", "arms");
    let length = match length {
        Length::Games(n) => people::counted(n, "game", "games"),
        Length::Until(_) => "as many games as it takes".to_owned(),
    };
    Ok(format!("an experiment for {game}, {count} of {length}"))
}

/// What is read of an arm.
struct Read {
    readings: Vec<Reading>,
    /// The tables of a single arm.
    runs: Vec<Table>,
    /// How it differs from the first, if it is another at a table of the same size.
    differences: Option<(Vec<Cell>, Vec<FigureRow>)>,
    swept: Option<Swept>,
}

/// An experiment that was played.
struct Done {
    answer: Answer,
    deals: u64,
    runs: Vec<Table>,
    differences: Vec<(Vec<Cell>, Vec<FigureRow>)>,
    swept: Vec<Swept>,
}

impl ExperimentArgs {
    /// A file whose answer, tables and page go to a folder.
    pub fn written_to(file: PathBuf, effort: EffortArgs, out: PathBuf) -> ExperimentArgs {
        let findings = FindingsArgs { out: Some(out), ..FindingsArgs::NONE };
        ExperimentArgs { files: vec![file], effort, findings }
    }

    /// The answer to a question on its own, within something larger; nothing of a share of the arms.
    pub fn answer(experiment: &Experiment, effort: EffortArgs) -> Result<Option<Table>, Failure> {
        let args = ExperimentArgs { files: Vec::new(), effort, findings: FindingsArgs::NONE };
        Ok(args.play(experiment)?.map(|done| done.answer.table(&experiment.question)))
    }

    pub fn run(&self) -> Result<(), Failure> {
        let mut experiments = Vec::new();
        for path in &self.files {
            experiments.push((path, file::read(&path.display().to_string(), &read_text(path)?)?));
        }
        if let [(path, experiment)] = &experiments[..] {
            return self.one(path, experiment);
        }
        if self.findings.out.is_some() {
            return Err(Failure::misuse(
                "--out names one folder for several experiments",
                "leave --out out, or run one file",
            ));
        }
        let key = Column { name: "file", about: "The file that asks." };
        let mut answers: Vec<(Vec<Cell>, Table)> = Vec::new();
        for (path, experiment) in &experiments {
            let Some(done) = self.play(experiment)? else { continue };
            let path = path.display().to_string();
            if self.findings.format == Format::Table {
                output::print(&format!("{path}: {}\n  {}\n", experiment.question, done.answer.text))?;
            }
            answers.push((vec![Cell::text(path)], done.answer.table(&experiment.question)));
        }
        let list: Vec<(Vec<Cell>, &Table)> =
            answers.iter().map(|(keys, table)| (keys.clone(), table)).collect();
        let table = tables::stacked(&[key], &list);
        match self.findings.format {
            Format::Table => Ok(()),
            Format::Csv => output::print(&output::csv(&table)?),
            Format::Json => output::print(&format!("{:#}\n", export::json(&[table]))),
        }
    }

    /// Plays all arms and reads what the answer needs; nothing of a share of the arms.
    fn play(&self, experiment: &Experiment) -> Result<Option<Done>, Failure> {
        let Experiment { arms, sought, plan, remarks, along, .. } = experiment;
        remarks.iter().for_each(|remark| output::remark(remark));
        let (games, goal) = match experiment.length {
            Length::Games(games) => (games, None),
            Length::Until(goal) => (0, Some(goal)),
        };
        let first = arms.first();
        let mut lines = along.as_ref().map(|along| Lines::new(arms, along.values.clone(), along.now));
        let compared = self.effort.or_until(goal).play(arms, games, |at, named, base, tally| {
            let reader = Reader::new(tally);
            let own = plan.items.iter().filter(|item| item.arm == at);
            let readings = own.map(|item| reader.read(&item.found)).collect();
            let subjects = (named.arm.subject(), first.arm.subject());
            let runs =
                if arms.others().is_empty() { tables::summarise(&subjects.1, tally) } else { Vec::new() };
            // Tables of another size share no deals.
            let swept = lines.as_mut().map(|lines| lines.read(at, named, base, tally));
            let is_paired = swept.is_none() && at > 0 && subjects.0.players == subjects.1.players;
            let differences = is_paired.then(|| {
                let one = Side { subject: &subjects.0, tally };
                let matched = pairs::by_name(&subjects.0, &subjects.1);
                let figures = pairs::figures(one, Side { subject: &subjects.1, tally: base }, &matched)?;
                Ok::<_, Failure>((vec![Cell::text(&named.name)], figures))
            });
            Ok(Read { readings, runs, differences: differences.transpose()?, swept })
        })?;
        let Some(compared) = compared else { return Ok(None) };
        let deals = compared.deals;
        let (mut by_arm, mut runs, mut differences, mut swept) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for read in compared.whole(arms.all().count())? {
            by_arm.push(read.readings.into_iter());
            runs.extend(read.runs);
            differences.extend(read.differences);
            swept.extend(read.swept);
        }
        // Each arm's figures come in the order of the plan.
        let readings: Vec<Reading> =
            plan.items.iter().filter_map(|item| by_arm.get_mut(item.arm)?.next()).collect();
        let answer = answer::answer(sought, plan, arms, &readings);
        Ok(Some(Done { answer, deals, runs, differences, swept }))
    }

    /// One file, with everything that was found.
    fn one(&self, path: &Path, experiment: &Experiment) -> Result<(), Failure> {
        let Experiment { arms, question, .. } = experiment;
        let first = arms.first();
        let mut findings =
            Findings::new("experiment", first.arm.info, arms.all().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.effort.force())?;
        let Some(done) = self.play(experiment)? else { return Ok(()) };
        let Done { answer, deals, runs, mut differences, swept } = done;
        let games = first.arm.schedule.games_of(0..deals);
        findings.deals = deals;
        findings.heading.command = format!("sim experiment {} --n {games}", words::paths(&[path.to_owned()]));
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
                "win_rate_by_strategy" => Some(["strategy"]),
                "win_rate_by_seat" => Some(["seat"]),
                _ => None,
            };
            if let Some(keys) = keys {
                text += &output::estimates(&table, &keys, "win_rate", true);
                text.push('\n');
            }
            all.push(table);
        }
        if !differences.is_empty() {
            let key = Column { name: "arm", about: "The arm that is compared with the first." };
            pairs::rate(differences.iter_mut().flat_map(|(_, rows)| rows));
            let table = tables::pairs::of_arms(&[key], &differences);
            let is_win = |row: &&Vec<Cell>| table.text(row, "figure") == "win_rate";
            let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(is_win).collect();
            let keys = ["arm", "figure", "strategy", "seat"];
            text += &super::findings::grid(&table, &rows, &keys, ["this arm", &first.name]);
            text.push('\n');
            all.push(table);
        }
        if let Some(along) = &experiment.along {
            let ([lines, crossings], plane) = tables_of(&swept);
            text += &telling::text((&lines, &crossings), &first.arm.subject().strategies, along.is_line);
            text += &along.left_out.told();
            if !text.ends_with("\n\n") {
                text.push('\n');
            }
            all.extend([lines, crossings].into_iter().chain(plane).chain(along.left_out.table()));
        }
        text += &answer.text;
        text.push('\n');
        self.findings.report_with(&findings, &all, &text, &experiment.charts)
    }
}
