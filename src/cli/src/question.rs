//! `sim run FILE`: a written question, and its answer.

use std::path::{Path, PathBuf};

use super::{
    call_file,
    comparing::ComparingArgs,
    failure::Failure,
    findings::VerbOutput,
    game_args::remark,
    output::{self, Format},
    program,
};
use sim_engine::text::people;
use sim_lab::{
    Effort,
    command::{Command, Verb},
    not_played,
    question::{Answer, Call, Question, QuestionResult, ask},
    tables::{self, Cell, Column, Table, export},
};
use sim_report::{
    charts::{Data, Differences},
    tell,
};
use sim_store::experiments;

/// The format of a file, for the help.
pub const FILES: &str = "What a file holds:
  format = 1, game, title, question
  n         games of each arm, or
  precision \"0.5%\": play until the differences in win rate between the arms (with
            one arm: its win rates) are known to within this
  players, strategies or lineup, seed, as on the command line
  adapt     30_000: also answer for players who were retrained under the rules of each
            arm, for this number of games: copies of the champion, or of the one
            strategy that is named; repeats = 3 training runs of each arm
  [[arms]]  a name each, and preset, set, without, data, strategies, lineup or
            players; the others are compared with the first
  vary      [\"hand_limit=4..10\"]: in place of more arms, each value of a path; of
            several paths each value with every other; arms are called PATH=VALUE
  chart     the charts that are drawn, by the names of their files [default: all]
  [answer]  which figure it is:
    figure    win_rate unless another is named: points, place_1, plies, margin,
              end, a measure of the game, or of a component: offered, taken,
              used, sum, contrast (the win rate of users minus that of others,
              in tables adjusted_difference)
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
    than      what it is compared with in the same arm: a number, as than = 0.25,
              or the words that differ, as than = { strategy = \"raider\" }; with
              one arm a win rate is compared with the fair share, and a
              contrast with 0
    arm       which arm is compared with the first [default: each of the others],
              or with than which arm is asked about [default: each]
    margin_percent
              the largest difference that counts as none [default: 1]
            Which is first?
    which     \"highest\" or \"lowest\", among = \"strategy\", \"seat\", \"component\"
              (kind = ... for one sort), \"row\", \"column\" or \"arm\"
            Without any of these, how much is it?

A file may also hold a call of a verb, with the question that it answers:
  format = 1, verb, game, title, question
  verb      \"balance\", \"components\", \"sweep\" or another
            and its options by their names, with _ for -: players = 3,
            goal = [\"every seat within 2%\"], vary = [\"start_*\"], most_changes = 2;
            what stands without an option: components = [\"equipment\"]";

/// Reads the question of a file; its paths are relative to the current directory.
pub fn read(path: &Path) -> Result<Question, Failure> {
    match read_content(path)? {
        FileContent::Question(question) => Ok(*question),
        FileContent::Call(call) => Err(Failure::misuse(no_question(path, &call), "run it alone")),
    }
}

enum FileContent {
    Question(Box<Question>),
    Call(Call),
}

fn read_content(path: &Path) -> Result<FileContent, Failure> {
    let text = experiments::text(path, program::this())?;
    if let Some(call) = call_file::read(path, &text)? {
        return Ok(FileContent::Call(call));
    }
    let question = experiments::read(&path.display().to_string(), &text, program::this())?;
    Ok(FileContent::Question(Box::new(question)))
}

fn no_question(path: &Path, call: &Call) -> String {
    format!("{} is a call of `{}` and has no answer in a line", path.display(), call.verb.word())
}

pub fn check(path: &Path) -> Result<String, Failure> {
    let Question { arms, effort, .. } = read(path)?;
    let game = &arms.first().arm.inputs.rules.game;
    let count = people::counted(arms.all().count() as u64, "arm", "arms");
    let length = match effort {
        Effort::Games(n) => people::counted(n, "game", "games"),
        Effort::Until { .. } => "as many games as it takes".to_owned(),
    };
    Ok(format!("an experiment for {game}, {count} of {length}"))
}

/// The answer as one row; with players who adapt two, before and after.
fn answer_table(question: &Question, answered: &QuestionResult) -> (Table, String) {
    let told = |answer: &Answer| {
        let tell::question::AnswerText { word, sentence } = tell::question::answer(question, answer);
        (tables::answer::table(&question.question, answer, &word, &sentence), sentence)
    };
    let (at_once, sentence) = told(&answered.answer);
    let Some(after) = &answered.after else { return (at_once, sentence) };
    let (adapted, learned) = told(after);
    let key = Column::text("players", "as they are, or adapted: retrained under the rules of each arm.");
    let rows = [("as they are", &at_once), ("adapted", &adapted)];
    let rows = rows.map(|(players, table)| (vec![Cell::text(players)], table));
    let sentence = format!("at once: {sentence}\nonce players have adapted: {learned}");
    (tables::stacked(&[key], &rows), sentence)
}

/// Answers the questions of files; several questions get one line each.
pub fn run(files: &[PathBuf], comparing: &ComparingArgs) -> Result<(), Failure> {
    let mut questions = Vec::new();
    for path in files.iter().flat_map(|path| experiments::expand_pattern(path, program::this())) {
        match read_content(&path)? {
            FileContent::Question(question) => questions.push((path, *question)),
            FileContent::Call(call) => {
                output::remark(&format!("note: {}: run it alone", no_question(&path, &call)));
            }
        }
    }
    if questions.is_empty() {
        return Err(Failure::misuse(
            "no file has an answer in a line",
            "run each alone: sim run FILE, with options behind it",
        ));
    }
    if let [(path, question)] = &questions[..] {
        return one(path, question, comparing);
    }
    if comparing.findings.out.is_some() {
        return Err(Failure::misuse(
            "--out names one folder for several experiments",
            "leave --out out, or run one file",
        ));
    }
    let key = Column::text("file", "The file that asks.");
    let mut answers: Vec<(Vec<Cell>, Table)> = Vec::new();
    for (path, question) in &questions {
        let Some(answered) = play(question, comparing)? else { continue };
        let path = path.display().to_string();
        let (table, sentence) = answer_table(question, &answered);
        if comparing.findings.format == Format::Table {
            output::print(&format!("{path}: {}\n  {}\n", question.question, sentence.replace('\n', "\n  ")))?;
        }
        answers.push((vec![Cell::text(path)], table));
    }
    let list: Vec<(Vec<Cell>, &Table)> = answers.iter().map(|(keys, table)| (keys.clone(), table)).collect();
    let table = tables::stacked(&[key], &list);
    match comparing.findings.format {
        Format::Table => Ok(()),
        Format::Csv => output::data(&output::csv(&table)?),
        Format::Json => output::data(&format!("{:#}\n", export::json(&[table]))),
    }
}

/// Plays all arms and answers; `None` for a share of the arms.
fn play(question: &Question, comparing: &ComparingArgs) -> Result<Option<QuestionResult>, Failure> {
    remark(&question.spec);
    let games = match question.effort {
        Effort::Games(games) => games,
        Effort::Until { .. } => 0,
    };
    let effort = comparing.effort.or(question.effort);
    if question.adapting.is_some() && comparing.effort.is_share() {
        return Err(Failure::misuse(
            "players who adapt learn in all arms side by side",
            "leave --shard out, or adapt out of the file",
        ));
    }
    comparing.effort.ask(&question.arms, games, |lab| ask(question, effort, lab))
}

fn one(path: &Path, question: &Question, comparing: &ComparingArgs) -> Result<(), Failure> {
    let arms = &question.arms;
    let findings = comparing.begin(Verb::Run, arms.all())?;
    let Some(answered) = play(question, comparing)? else { return Ok(()) };
    let games = arms.first().arm.schedule.games_of(0..answered.deals);
    let mut text = tell::question::question(question, answered.deals);
    let (table, sentence) = answer_table(question, &answered);
    let mut all = vec![table];
    text += &tell::question::arms(question, &answered, comparing.findings.style());
    text += &format!("{sentence}\n");
    all.extend(answered.run.iter().flat_map(tables::of_run));
    let arms = answered.differences.iter();
    let arms: Vec<Differences<'_>> =
        arms.map(|arm| Differences { name: &arm.name, rows: &arm.rows }).collect();
    if !arms.is_empty() {
        let key = Column::text("arm", "The arm that is compared with the first.");
        let differences: Vec<_> =
            arms.iter().map(|arm| (vec![Cell::text(arm.name)], arm.rows.to_vec())).collect();
        all.push(tables::pairs::of_arms(&[key], &differences));
    }
    if let (Some(lines), Some(varied)) = (&answered.lines, &question.varied) {
        all.extend(tables::sweep::tables(lines));
        all.extend(not_played::table(&varied.not_played));
    }
    let drawn = answered.run.iter().map(Data::Run).chain([Data::Differences(&arms)]);
    let command = Command::new(Verb::Run).names([path.display().to_string()]).games(games);
    let shown = VerbOutput {
        drawn: drawn.chain(answered.lines.as_ref().map(Data::Lines)).collect(),
        charts: &question.charts,
        ..VerbOutput::new(answered.deals, command, all, text)
    };
    comparing.report(findings, &shown)
}
