//! A call of a verb that a file stores with the question it answers: a command line as TOML.

use sim_engine::text::{FileError, suggestion};
use toml::de::DeValue;

use super::file::document;
use crate::command::Verb;

const FORMAT: &str = "1";
const NAMES: &str = "components";
const HEAD: [&str; 4] = ["format", "verb", "title", "question"];
const HELP: &str = "a call has format, verb, game, title and question; and options of the verb by their names, with _ for -: goal = [\"every seat within 2%\"], n = 20_000";

#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    pub verb: Verb,
    pub game: String,
    pub title: String,
    pub question: String,
    /// Positional arguments.
    pub names: Vec<String>,
    /// The options, in the order of the file.
    pub options: Vec<CallOption>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct CallOption {
    /// Its name on the command line, without the dashes.
    pub name: String,
    /// One value for each occurrence; empty for a flag.
    pub values: Vec<String>,
    pub offset: usize,
}

impl Call {
    /// Reads the call in a text from `origin`; `None` if it names no verb.
    pub fn read(origin: &str, text: &str) -> Result<Option<Call>, FileError> {
        let values = document(origin, text, HELP)?;
        if !values.contains_key("verb") {
            return Ok(None);
        }
        let offset = |key: &str| values.get_key_value(key).map_or(0, |(key, _)| key.span().start);
        let wrong =
            |key: &str, message: String, help: &str| FileError::at(origin, text, offset(key), message, help);
        let format = values.get("format").and_then(|value| value.get_ref().as_integer());
        if format.is_none_or(|format| format.as_str() != FORMAT) {
            return Err(wrong("format", "unknown format".to_owned(), "this program reads format = 1"));
        }
        let word = |key: &str| {
            let value = values.get(key).and_then(|value| value.get_ref().as_str());
            value
                .map(str::to_owned)
                .ok_or_else(|| wrong(key, format!("`{key}` is no text, or missing"), HELP))
        };
        let verb = word("verb")?;
        let Some(verb) = Verb::named(&verb) else {
            let help = suggestion(&verb, Verb::ALL.map(Verb::word));
            return Err(wrong("verb", format!("no verb `{verb}`"), &help));
        };
        let (mut names, mut options) = (Vec::new(), Vec::new());
        for (key, value) in values.iter().filter(|(key, _)| !HEAD.contains(&key.get_ref().as_ref())) {
            let key = key.get_ref().as_ref();
            let given = given(value.get_ref()).ok_or_else(|| {
                wrong(key, format!("`{key}` is neither a text, a number, true, nor a list of them"), HELP)
            })?;
            match key {
                NAMES => names = given,
                key => options.push(CallOption {
                    name: key.replace('_', "-"),
                    values: given,
                    offset: offset(key),
                }),
            }
        }
        options.sort_by_key(|one: &CallOption| one.offset);
        let (game, title, question) = (word("game")?, word("title")?, word("question")?);
        Ok(Some(Call { verb, game, title, question, names, options }))
    }

    /// The command line after the program's name, without the options that `is_left_out` names.
    pub fn words(&self, is_left_out: impl Fn(&str) -> bool) -> Vec<String> {
        let mut words = vec![self.verb.word().to_owned()];
        words.extend(self.names.iter().cloned());
        for CallOption { name, values, .. } in self.options.iter().filter(|one| !is_left_out(&one.name)) {
            if values.is_empty() {
                words.push(format!("--{name}"));
            }
            words.extend(values.iter().map(|value| format!("--{name}={value}")));
        }
        words
    }
}

/// The values of an option: the elements of a list, nothing for `true`.
fn given(value: &DeValue<'_>) -> Option<Vec<String>> {
    let one = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Integer(number) => {
            Some(i64::from_str_radix(number.as_str(), number.radix()).ok()?.to_string())
        }
        // Kept as written: 1.000 may mean a thousand.
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    };
    match value {
        DeValue::Boolean(true) => Some(Vec::new()),
        DeValue::Array(list) => list.iter().map(|value| one(value.get_ref())).collect(),
        value => Some(vec![one(value)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "format = 1\nverb = \"balance\"\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\n";

    fn read(more: &str) -> Result<Option<Call>, String> {
        let text = format!("{HEAD}{more}");
        Call::read("q.toml", &text).map_err(|error| {
            let FileError { line, column, message, help, .. } = error;
            format!("{line}:{column}: {message}; {help}")
        })
    }

    #[test]
    fn options_stand_as_on_a_command_line() {
        let more = "goal = [\"every seat within 2%\", \"plies = 60..75\"]\nmost_changes = 2\nfresh = true\ncomponents = [\"E4\"]\n";
        let call = read(more).unwrap().unwrap();
        let words = [
            "balance",
            "E4",
            "--game=delectable",
            "--goal=every seat within 2%",
            "--goal=plies = 60..75",
            "--most-changes=2",
            "--fresh",
        ];
        assert_eq!(call.words(|_| false), words);
        let without: Vec<String> = call.words(|name| name == "goal");
        assert_eq!(without.len(), 5, "{without:?}");
        assert_eq!((call.verb, call.question.as_str()), (Verb::Balance, "Q?"));
        assert_eq!(Call::read("q.toml", "format = 1\n").unwrap(), None, "it names no verb");
        let numbers = read("n = 1.000\nseed = 0x1f\nlearn = 1_000\nrepeats = +8\n").unwrap().unwrap();
        let words =
            ["balance", "--game=delectable", "--n=1.000", "--seed=31", "--learn=1000", "--repeats=+8"];
        assert_eq!(numbers.words(|_| false), words);
    }

    #[test]
    fn mistakes_are_told_where_they_stand() {
        for (from, to, told) in [
            ("balance", "balanse", "2:1: no verb `balanse`; did you mean `balance`?"),
            ("balance", "experiment", "2:1: no verb `experiment`"),
            ("format = 1", "format = 9", "1:1: unknown format"),
            ("title = \"T\"", "title = 7", "4:1: `title` is no text, or missing"),
            ("question = \"Q?\"\n", "", "`question` is no text, or missing"),
            (
                "question",
                "n = { a = 1 }\nquestion",
                "5:1: `n` is neither a text, a number, true, nor a list of them",
            ),
            ("question", "n = nan\nquestion", "5:5: `n` is no finite number; write a number, as 0.25"),
            ("question", "goal = []\nquestion", "5:8: `goal` is an empty list; fill it, or leave it out"),
            ("question", "goal = [\"\"]\nquestion", "5:9: `goal` is empty; write something there"),
        ] {
            let text = HEAD.replace(from, to);
            let error = Call::read("q.toml", &text).unwrap_err();
            let FileError { line, column, message, help, .. } = error;
            let said = format!("{line}:{column}: {message}; {help}");
            assert!(said.contains(told), "{to}: {said}");
        }
    }
}
