//! A call of a verb that is written down: `sim run FILE` does what the file says.

use std::{ffi::OsString, path::Path};

use sim_engine::text::{FileError, suggestion};
use sim_lab::question::{Call, Given};
use sim_store::experiments;

use crate::{Verb, command, failure::Failure, parsed, program};

/// The call that a file holds, if it holds one.
///
/// # Errors
/// The first place that is not as it should be; an option that the verb does not have.
pub fn read(path: &Path, text: &str) -> Result<Option<Call>, Failure> {
    let origin = path.display().to_string();
    let Some(call) = Call::read(&origin, text).map_err(sim_lab::Error::from)? else { return Ok(None) };
    let word = call.verb.word();
    let all = command();
    let own = all.find_subcommand(word);
    let names = || own.iter().flat_map(|verb| verb.get_arguments()).filter_map(|one| one.get_long());
    if let Some(Given { name, offset, .. }) =
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

/// A command line that runs a file with a call in it as the call itself, with what stands behind the file in place of what the
/// file says.
///
/// # Errors
/// A call that is not in order; whatever else is wrong with the file is told by whoever reads it as a question.
pub fn unfolded(arguments: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let [program, verb, file, rest @ ..] = &arguments[..] else { return Ok(arguments) };
    let is_more =
        |word: &OsString| word.to_str().is_some_and(|word| word.ends_with(".toml") && !word.starts_with('-'));
    if verb != "experiment" || rest.iter().any(is_more) {
        return Ok(arguments);
    }
    let path = Path::new(file);
    let Ok(text) = experiments::text(path, program::this()) else { return Ok(arguments) };
    // What is wrong with another file is told by its own reader.
    let is_call = text.lines().any(|line| line.trim_start().starts_with("verb"));
    let Some(call) = (if is_call { read(path, &text)? } else { None }) else { return Ok(arguments) };
    let given: Vec<&str> = rest.iter().filter_map(|word| word.to_str()).collect();
    let is_given = |name: &str| {
        let long = |word: &str| {
            let option = word.strip_prefix("--").map(|word| word.split('=').next().unwrap_or(word));
            option == Some(name) || name == "n" && word.starts_with("-n")
        };
        given.iter().any(|word| long(word))
    };
    let words = call.words(is_given).into_iter().map(OsString::from);
    Ok([program.clone()].into_iter().chain(words).chain(rest.iter().cloned()).collect())
}

/// Reads a file with a call, and says what it is.
///
/// # Errors
/// What would be told if it were run, as far as that is known before anything is played.
pub fn check(path: &Path, text: &str) -> Result<String, Failure> {
    let Some(call) = read(path, text)? else {
        return Err(Failure::misuse(format!("{} names no verb", path.display()), "give verb = \"balance\""));
    };
    let arguments = [program::name().to_owned()].into_iter().chain(call.words(|_| false)).map(OsString::from);
    let cli = parsed(arguments.collect()).map_err(|error| {
        let told = error.render().to_string();
        let first = told.lines().next().unwrap_or_default();
        let first = first.strip_prefix("error: ").unwrap_or(first).to_owned();
        let word = call.verb.word();
        Failure::misuse(
            format!("{}: {first}", path.display()),
            format!("`sim {word} --help` tells its options"),
        )
    })?;
    match cli.verb {
        Verb::Balance(args) => drop(args.spec()?.open()?),
        Verb::Price(args) => drop(args.spec()?.open()?),
        _ => {}
    }
    Ok(format!("an experiment for {}, by `sim {}`", call.game, call.verb.word()))
}
