//! The command line: one file per verb, which parses, calls and shows. The only crate with a terminal.
//!
//! Before this: [files on disk](sim_store). The only entry point is [`main`]: with the caller's games, it is the
//! whole program.
//!
//! # Stability
//!
//! [`main`] is stable as described in the [engine](sim_engine). So are the program's verbs and options, its exit
//! statuses, and [its files](sim_store). Text for people may change at any time; the output of `--format json` and
//! `csv` follows the schema of the tables.
//!
//! This is the end of the book; it begins with [what a game is](sim_engine).

mod adapting;
mod analyse;
mod balance;
mod call_file;
mod check;
mod compare;
mod comparing;
mod components;
mod diff;
mod effort;
mod failure;
mod findings;
mod game_args;
mod game_files;
mod help;
mod ledger;
mod list;
mod merge;
mod new;
mod new_game;
mod number;
mod output;
mod plans;
mod program;
mod question;
mod replay;
mod report;
mod robust;
mod run;
mod session;
mod shell;
mod show;
mod signals;
mod skill;
mod sweep;
mod train;
mod until_decided;
mod watcher;

use std::{error::Error, ffi::OsString, process::ExitCode};

use clap::{
    Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};

use failure::Failure;
use number::Refusal;
use sim_engine::text::visible;
use sim_play::Entry;
use sim_store::fingerprints;

/// Monte Carlo balance laboratory for board games
///
/// Plays games by their full rules and reports who wins how often, with confidence intervals.
/// Without a verb it runs games: `sim --game delectable --n 1e6`.
#[derive(Debug, Parser)]
#[command(name = "sim", version, arg_required_else_help = true)]
#[command(
    after_help = "Examples:\n  sim --game delectable --n 1e6\n  sim list\n  sim replay --game delectable --seed 1 --deal 7 --why"
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Who wins how often? Play games and measure win rates, seats and components
    Run(run::RunArgs),
    /// Which problems does the game have? Audit it at every number of players, on one page
    Report(report::ReportArgs),
    /// Why did it choose that? Replay a game with reasons, or see where two strategies differ
    Replay(replay::ReplayArgs),
    /// What does a change of the rules do? Play both rules on the same deals
    Diff(diff::DiffArgs),
    /// Which value works best? Try values of a number, a ruling or a param
    Sweep(sweep::SweepArgs),
    /// How can it be fixed? Find the fewest and smallest changes of numbers that meet goals
    Balance(balance::BalanceArgs),
    /// Do the findings hold under other rulings, other data and other players?
    Robust(robust::RobustArgs),
    /// Is a component too strong, too weak or mispriced? Compare those of a kind
    Components(components::ComponentsArgs),
    /// Which strategy is better? Play two on the same deals, or a tournament of three or more
    Compare(compare::CompareArgs),
    /// Are there several ways to win? Train a strong player for each plan
    Plans(plans::PlansArgs),
    /// How much is skill, and how much is luck?
    Skill(skill::SkillArgs),
    /// How well can it be played? Train a strategy or a best response, or tune params
    Train(train::TrainArgs),
    /// List games, strategies, presets, questions, runs and columns
    List(list::ListArgs),
    /// Show a strategy, or the rules, settings or features of a game
    Show(show::ShowArgs),
    /// Check strategy, data and question files without playing
    Check(check::CheckArgs),
    /// Start a strategy, or a game of your own
    New(new::NewArgs),
    /// Compute exact tables from the rules, without playing
    Analyse(analyse::AnalyseArgs),
    /// Join parts of a run that were played separately
    #[command(hide = true)]
    Merge(merge::MergeArgs),
    /// Print completions for a shell
    #[command(hide = true)]
    Completions(shell::CompletionsArgs),
    /// Print the manual page of the program or of a command
    #[command(hide = true)]
    Man(shell::ManArgs),
}

/// Runs the program with this name and these games: parses the command line, executes it, and returns the exit
/// status.
///
/// Every command that the program prints, in help, errors and on pages, begins with `name`.
///
/// ```ignore
/// fn main() -> ExitCode {
///     sim_cli::main(env!("CARGO_BIN_NAME"), [&my_game::ENTRY])
/// }
/// ```
pub fn main(name: &'static str, games: impl Into<Box<[&'static Entry]>>) -> ExitCode {
    let mut games: Vec<&'static Entry> = games.into().into_vec();
    let read = game_files::named(&games);
    games.extend(read.iter().flatten());
    // The games of a program live until it ends.
    program::call(name, games.leak(), game_files::calls());
    match read {
        Ok(_) => answer(),
        Err(failure) => end(&failure),
    }
}

// Not generic, so that it is compiled in this crate and not in each program.
fn answer() -> ExitCode {
    signals::outlast_file_limit();
    // Manifests store arguments as text; only a folder of results may have any name.
    let words = std::env::args_os().zip(std::env::args_os().skip(1));
    for (before, word) in words {
        let is_text = before == "--out" || word.to_str().is_some();
        let word = word.to_string_lossy();
        if !is_text {
            return end(&Failure::misuse(
                format!("`{word}` is not UTF-8"),
                "give the file or folder a name in UTF-8",
            ));
        }
        if let Some(control) = visible::control_in_a_line(&word) {
            return end(&Failure::misuse(
                format!("`{}` holds the control character {control}", visible::in_a_line(&word)),
                "leave that character out; rename a file that has it in its name",
            ));
        }
    }
    let arguments = match call_file::expand(with_verb(std::env::args_os())) {
        Ok(arguments) => game_files::by_name(arguments),
        Err(failure) => return end(&failure),
    };
    let cli = match parsed(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(failure) = number_failure(&error) {
                return end(&failure);
            }
            // Help and version come this way too, with status 0.
            let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
            if error.use_stderr() {
                let text = error.render().to_string();
                output::remark(&format!("{}{}", text.trim_end(), games_to_name(&error)));
                return code;
            }
            return match error.print() {
                Err(error) => end(&Failure::at_output(&error)),
                Ok(()) => code,
            };
        }
    };
    let kept = fingerprints::recall(program::this());
    if !matches!(cli.verb, Verb::Check(_)) {
        game_files::end_on_failure();
    }
    let done = perform(cli);
    kept.keep();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => end(&failure),
    }
}

fn parsed(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let read = match plain_command().try_get_matches_from(&arguments) {
        // Building the help's layout takes longer than parsing a command line.
        Err(error) if is_help(error.kind()) => command().try_get_matches_from(arguments),
        read => read,
    };
    read.and_then(|read| Cli::from_arg_matches(&read))
}

fn is_help(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand)
}

/// The command line. In a program with one game, `--game` defaults to it.
fn command() -> Command {
    with_only_game(help::framed(program::in_own_words(Cli::command())))
}

/// The command line without the help's layout.
fn plain_command() -> Command {
    with_only_game(program::in_own_words(Cli::command()))
}

fn with_only_game(command: Command) -> Command {
    let mut games = program::all().map(|entry| entry.info().name);
    match (games.next(), games.next()) {
        (Some(only), None) => command.mut_subcommands(|verb| with_game(verb, only)),
        _ => command,
    }
}

/// Gives a verb this default game; `list` gets none, so that it still lists the games.
fn with_game(verb: Command, only: &'static str) -> Command {
    let verb = verb.mut_subcommands(|part| with_game(part, only));
    let takes = |verb: &Command| verb.get_arguments().any(|arg| arg.get_id() == "game");
    if verb.get_name() == "list" || !takes(&verb) {
        return verb;
    }
    verb.mut_arg("game", |arg| {
        let help = arg.get_help().cloned().unwrap_or_default();
        Arg::new("game").long("game").value_name("GAME").default_value(only).help(help)
    })
}

fn end(failure: &Failure) -> ExitCode {
    let text = failure.to_string();
    if !text.is_empty() {
        output::remark(&text);
    }
    failure.exit_code()
}

/// Lists the games if `--game` is missing.
fn games_to_name(error: &clap::Error) -> String {
    let is_game = |argument: &String| argument.starts_with("--game ");
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing)) if missing.iter().any(is_game) => {
            let names: Vec<&str> = program::all().map(|entry| entry.info().name).collect();
            format!("\nGames: {}", names.join(", "))
        }
        _ => String::new(),
    }
}

fn number_failure(error: &clap::Error) -> Option<Failure> {
    let number: &Refusal = error.source()?.downcast_ref()?;
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    // The option comes with the name of its value: `--n <GAMES>`.
    let option = context(ContextKind::InvalidArg).split(' ').next().unwrap_or_default();
    let value = context(ContextKind::InvalidValue);
    Some(number.clone().of(&format!("{option} {value}")).into())
}

/// Inserts the verb `run` if the arguments start with an option.
fn with_verb(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    const OWN: [&str; 4] = ["-h", "--help", "-V", "--version"];
    let mut arguments: Vec<OsString> = arguments.collect();
    let starts_with_option = arguments
        .get(1)
        .and_then(|first| first.to_str())
        .is_some_and(|first| first.starts_with('-') && !OWN.contains(&first));
    if starts_with_option {
        arguments.insert(1, "run".into());
    }
    arguments
}

fn perform(cli: Cli) -> Result<(), Failure> {
    match cli.verb {
        Verb::Run(args) => args.run(),
        Verb::Report(args) => args.run(),
        Verb::Merge(args) => args.run(),
        Verb::Skill(args) => args.run(),
        Verb::Compare(args) => args.run(),
        Verb::Diff(args) => args.run(),
        Verb::Components(args) => args.run(),
        Verb::Plans(args) => args.run(),
        Verb::Balance(args) => args.run(),
        Verb::Sweep(args) => args.run(),
        Verb::Robust(args) => args.run(),
        Verb::List(args) => args.run(),
        Verb::Show(args) => args.run(),
        Verb::Check(args) => args.run(),
        Verb::New(args) => args.run(),
        Verb::Train(args) => args.run(),
        Verb::Analyse(args) => args.run(),
        Verb::Replay(args) => args.run(),
        Verb::Completions(args) => args.run(command()),
        Verb::Man(args) => args.run(command()),
    }
}
