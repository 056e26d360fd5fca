//! A written call of a verb: `sim run FILE` executes it.

use std::{ffi::OsString, path::Path};

use clap::Arg;
use sim_engine::text::{FileError, suggestion};
use sim_lab::question::{Call, CallOption};
use sim_store::experiments;

use crate::{Verb, command, failure::Failure, number_failure, parsed, program};

pub fn read(path: &Path, text: &str) -> Result<Option<Call>, Failure> {
    let origin = path.display().to_string();
    let Some(call) = Call::read(&origin, text)? else { return Ok(None) };
    let word = call.verb.word();
    let all = command();
    let own = all.find_subcommand(word);
    let names = || own.iter().flat_map(|verb| verb.get_arguments()).filter_map(|one| one.get_long());
    if let Some(CallOption { name, offset, .. }) =
        call.options.iter().find(|one| !names().any(|known| known == one.name))
    {
        let name = name.replace('-', "_");
        let message = format!("`sim {word}` has no option `{name}`");
        let known: Vec<String> = names().map(|name| name.replace('-', "_")).collect();
        let help = suggestion(&name, known.iter().map(String::as_str));
        return Err(sim_lab::Error::from(FileError::at(&origin, text, *offset, message, help)).into());
    }
    Ok(Some(call))
}

/// Replaces `run FILE` by the call in the file, if it holds one. Options next to the file override those in it.
///
/// # Errors
/// An invalid call. Other mistakes in the file are reported when it is read as a question.
pub fn expand(arguments: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let is_file = |word: &OsString| word.to_str().is_some_and(|word| word.ends_with(".toml"));
    // Most runs name no file, and finding positional words needs the options of all verbs.
    if arguments.get(1).is_none_or(|verb| verb != "run") || !arguments.iter().any(is_file) {
        return Ok(arguments);
    }
    let &[at] = &positions(&arguments)[..] else { return Ok(arguments) };
    let path = Path::new(&arguments[at]);
    let Ok(text) = experiments::text(path, program::this()) else { return Ok(arguments) };
    // The reader of other files reports their errors.
    let is_call = text.lines().any(|line| line.trim_start().starts_with("verb"));
    let Some(call) = (if is_call { read(path, &text)? } else { None }) else { return Ok(arguments) };
    let beside: Vec<&OsString> = arguments[2..at].iter().chain(&arguments[at + 1..]).collect();
    let is_given = |name: &str| {
        let long = |word: &str| {
            let option = word.strip_prefix("--").map(|word| word.split('=').next().unwrap_or(word));
            option == Some(name) || name == "n" && word.starts_with("-n")
        };
        beside.iter().filter_map(|word| word.to_str()).any(long)
    };
    let words = call.words(is_given).into_iter().map(OsString::from);
    let own: Vec<OsString> = [arguments[0].clone()].into_iter().chain(words).collect();
    // Options on the command line may supply what the file lacks, but a wrong number is in the file.
    if let Some(failure) = parsed(own.clone()).err().as_ref().and_then(number_failure) {
        return Err(located(path, &text, &call, failure));
    }
    Ok(own.into_iter().chain(beside.into_iter().cloned()).collect())
}

/// Reports a failed call at the option of its file that caused it.
fn located(path: &Path, text: &str, call: &Call, failure: Failure) -> Failure {
    let Failure::Misuse { message, help } = failure else { return failure };
    let origin = path.display().to_string();
    match call.options.iter().find(|one| message.contains(&format!("--{} ", one.name))) {
        Some(CallOption { offset, .. }) => FileError::at(&origin, text, *offset, message, help).into(),
        None => Failure::misuse(format!("{origin}: {message}"), help),
    }
}

/// Positions of positional words after the verb. The called verb is still unknown, so an option is parsed as in any
/// verb that has it.
fn positions(arguments: &[OsString]) -> Vec<usize> {
    let all = command();
    let takes = |word: &str| {
        let verbs = all.get_subcommands();
        let is_it = |arg: &Arg| match word.strip_prefix("--") {
            Some(long) => arg.get_long() == Some(long),
            None => arg.get_short().is_some_and(|short| word == format!("-{short}")),
        };
        let arg = verbs.flat_map(|verb| verb.get_arguments()).find(|arg| is_it(arg));
        // An option whose value is optional does not consume a file after it.
        arg.is_some_and(|arg| {
            arg.get_action().takes_values() && arg.get_num_args().is_none_or(|values| values.min_values() > 0)
        })
    };
    let mut positions = Vec::new();
    let mut words = arguments.iter().enumerate().skip(2);
    while let Some((at, word)) = words.next() {
        match word.to_str() {
            Some(option) if option.starts_with('-') && option != "-" => {
                if takes(option) {
                    words.next();
                }
            }
            _ => positions.push(at),
        }
    }
    positions
}

pub fn check(path: &Path, text: &str) -> Result<String, Failure> {
    let Some(call) = read(path, text)? else {
        return Err(Failure::misuse(format!("{} names no verb", path.display()), "give verb = \"balance\""));
    };
    let arguments = [program::name().to_owned()].into_iter().chain(call.words(|_| false)).map(OsString::from);
    let cli = parsed(arguments.collect()).map_err(|error| {
        number_failure(&error).unwrap_or_else(|| {
            let (told, word) = (error.render().to_string(), call.verb.word());
            let first = told.lines().next().unwrap_or_default();
            let first = first.strip_prefix("error: ").unwrap_or(first);
            Failure::misuse(first, format!("`sim {word} --help` lists its options"))
        })
    });
    let opened = cli.and_then(|cli| match cli.verb {
        Verb::Balance(args) => args.spec().and_then(|spec| spec.open().map(drop).map_err(Failure::from)),
        Verb::Components(args) => args.spec().and_then(|spec| spec.open().map(drop).map_err(Failure::from)),
        _ => Ok(()),
    });
    opened.map_err(|failure| located(path, text, &call, failure))?;
    Ok(format!("an experiment for {}, by `sim {}`", call.game, call.verb.word()))
}
