//! Every way in which a script can be wrong, with the exact text of the error.

use crate::script::Script;
use crate::script::tests::{HEAD, KITCHEN, load, load_with};

/// Asserts the whole text of the error that a file gives.
fn rejects_file(text: &str, expected: &str) {
    let error = load_with(text, &[]).unwrap_err();
    assert_eq!(error.to_string(), expected, "{text}");
}

/// Asserts the error of the head and these lines, which start with line 4.
fn rejects(rest: &str, expected: &str) {
    rejects_file(&format!("{HEAD}{rest}"), expected);
}

#[test]
fn without_a_default_every_slot_must_be_given() {
    let text = format!("{HEAD}[on.pick]\nscore = \"1\"\n[on.meal]\nkeep = \"1\"");
    let error = Script::parse(&KITCHEN, "mine", "mine.toml", &text, &[], None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mine.toml:1:1: no formula for `on.bid.amount`, `on.meal.value`\n  help: without a default to fall back on, a script answers every decision"
    );
}

#[test]
fn the_head_of_a_file_is_checked_first() {
    rejects_file("", "mine.toml:1:1: missing `format`\n  help: start the file with format = 1");
    for format in ["2", "\"1\"", "1.0"] {
        rejects_file(
            &format!("# new\nformat = {format}\nnews = 1"),
            "mine.toml:2:10: unknown format\n  help: this program reads format = 1",
        );
    }
    rejects_file(
        "format = 1",
        "mine.toml:1:1: missing `game`\n  help: say what the strategy plays: game = \"critter-kitchen\"",
    );
    rejects_file(
        "format = 1\ngame = 7",
        "mine.toml:2:8: `game` is a number, not a string\n  help: put it in quotes",
    );
    rejects_file(
        "format = 1\ngame = \"la-bistro\"",
        "mine.toml:2:9: the strategy is for `la-bistro`, not for `critter-kitchen`\n  help: run it with its own game, or write game = \"critter-kitchen\"",
    );
    let about = "help: say in one line what the strategy does: about = \"...\"";
    rejects_file(
        "format = 1\ngame = \"critter-kitchen\"",
        &format!("mine.toml:1:1: missing `about`\n  {about}"),
    );
    rejects_file(
        "format = 1\ngame = \"critter-kitchen\"\nabout = \" \"",
        &format!("mine.toml:3:9: missing `about`\n  {about}"),
    );
    rejects_file(
        "format = 1\ngame = \"critter-kitchen\"\nabout = [1]",
        "mine.toml:3:9: `about` is an array, not a string\n  help: put it in quotes",
    );
}

#[test]
fn malformed_toml_is_rejected_where_it_breaks() {
    let help = "help: keys are written name = value, and formulas stand in quotes";
    rejects(
        "[on.pick\nscore = 1",
        &format!("mine.toml:4:9: not valid TOML: unclosed table, expected `]`\n  {help}"),
    );
    rejects("about = \"again\"", &format!("mine.toml:4:1: not valid TOML: duplicate key\n  {help}"));
    let error = load("[on.pick]\nscore = critic_gain + 1").unwrap_err();
    assert_eq!((error.line, error.column), (5, 9));
    assert!(error.message.starts_with("not valid TOML: "), "{error}");
}

#[test]
fn unknown_keys_are_rejected_with_the_nearest_known_one() {
    rejects("[lets]", "mine.toml:4:2: unknown key `lets`\n  help: did you mean `let`?");
    rejects(
        "[strategy]",
        "mine.toml:4:2: unknown key `strategy`\n  help: known here: `format`, `game`, `about`, `never`, `plan`, `params`, `let`, `on`, ...",
    );
    rejects("[on.pikc]", "mine.toml:4:5: unknown decision `pikc`\n  help: did you mean `pick`?");
    rejects(
        "[on.pick]\nscroe = \"1\"",
        "mine.toml:5:1: unknown key `scroe` of the decision `pick`\n  help: did you mean `score`?",
    );
    rejects(
        "[on.bid]\nx = \"1\"",
        "mine.toml:5:1: unknown key `x` of the decision `bid`\n  help: known here: `amount`",
    );
    rejects(
        "on.pick.temprature = 1",
        "mine.toml:4:9: unknown key `temprature` of the decision `pick`\n  help: did you mean `temperature`?",
    );
    rejects(
        "[params]\nspice = { value = 1, rnage = [0, 6] }",
        "mine.toml:5:22: unknown field `rnage` of the param `spice`\n  help: did you mean `range`?",
    );
}

#[test]
fn values_of_the_wrong_type_are_rejected() {
    let table = "help: its entries stand below a line in brackets: [params], [let], [on.pick]";
    let param = "help: a param is written { value = 2.5, range = [0, 6] }";
    rejects("params = 1", &format!("mine.toml:4:10: `params` is a number, not a table\n  {table}"));
    rejects("let = \"x\"", &format!("mine.toml:4:7: `let` is a string, not a table\n  {table}"));
    rejects("on = true", &format!("mine.toml:4:6: `on` is a truth value, not a table\n  {table}"));
    rejects("on.pick = 2020-01-01", &format!("mine.toml:4:11: `pick` is a date, not a table\n  {table}"));
    rejects("[[on.pick]]", &format!("mine.toml:4:1: `pick` is an array, not a table\n  {table}"));
    rejects("[params]\nspice = 2.5", &format!("mine.toml:5:9: `spice` is a number, not a table\n  {param}"));
    rejects(
        "[params]\nspice = { value = 2.5 }",
        &format!("mine.toml:5:1: the param `spice` has no `range`\n  {param}"),
    );
    rejects(
        "[params.spice]\nrange = [0, 1]",
        &format!("mine.toml:4:9: the param `spice` has no `value`\n  {param}"),
    );
    rejects(
        "[params]\nspice = { value = \"2\", range = [0, 6] }",
        "mine.toml:5:19: `value` is a string, not a number\n  help: write it without quotes",
    );
    rejects(
        "[on.pick]\nscore = 3",
        "mine.toml:5:9: `score` is a number, not a formula\n  help: a formula stands in quotes: score = \"1\"",
    );
    rejects(
        "[let.late]\nx = 3",
        "mine.toml:4:1: `late` is a table, not a formula\n  help: a formula stands in quotes: late = \"1\"",
    );
}

#[test]
fn ranges_and_values_of_params_are_checked() {
    let with = |range: &str, expected: &str| {
        rejects(
            &format!("[params]\nspice = {{ value = 9, range = {range} }}"),
            &format!("mine.toml:5:{expected}"),
        );
    };
    with(
        "[0, 6]",
        "19: the value 9 of `spice` is outside its range 0 to 6\n  help: change the value or widen the range",
    );
    with("[6, 0.5]", "30: the range is reversed: 6 is above 0.5\n  help: write [0.5, 6]");
    with("[0]", "30: `range` needs 2 numbers, found 1\n  help: a range is written [low, high]");
    with("6", "30: `range` is a number, not an array\n  help: a range is written [low, high]");
    for end in ["inf", "nan", "1e999"] {
        with(
            &format!("[0, {end}]"),
            "34: `range` is not finite, or too large\n  help: write an ordinary number",
        );
    }
    with("[0, \"6\"]", "34: `range` is a string, not a number\n  help: write it without quotes");
    rejects(
        "[params]\nspice = { value = 99999999999999999999, range = [0, 1] }",
        "mine.toml:5:19: `value` is not finite, or too large\n  help: write an ordinary number",
    );
}

#[test]
fn temperatures_are_for_decisions_that_soften_and_not_below_zero() {
    rejects("[on.bid]\ntemperature = 1", "mine.toml:5:1: `bid` takes no temperature\n  help: delete it");
    rejects(
        "[on.pick]\ntemperature = -0.5",
        "mine.toml:5:15: the temperature is below 0\n  help: write 0 for the best score alone, more to soften the choice",
    );
    rejects(
        "[on.pick]\ntemperature = inf",
        "mine.toml:5:15: `temperature` is not finite, or too large\n  help: write an ordinary number",
    );
}

#[test]
fn names_of_params_and_lets_are_checked() {
    for name in ["Late", "\"late game\"", "2late", "_late", "\"\"", "sp\u{e4}t"] {
        let key = if name.starts_with("sp") { format!("\"{name}\"") } else { name.to_owned() };
        rejects(
            &format!("[let]\n{key} = \"1\""),
            &format!(
                "mine.toml:5:1: `{}` is no name for a let\n  help: names are snake_case: small letters, digits and _, a letter first",
                name.trim_matches('"')
            ),
        );
    }
    let other = "help: choose another name";
    for name in ["min", "and", "if"] {
        rejects(
            &format!("[let]\n{name} = \"1\""),
            &format!("mine.toml:5:1: the let `{name}` is named like a word of the language\n  {other}"),
        );
    }
    for name in ["round", "critic_value"] {
        rejects(
            &format!("[params]\n{name} = {{ value = 1, range = [0, 1] }}"),
            &format!("mine.toml:5:1: the param `{name}` hides the feature of that name\n  {other}"),
        );
    }
    rejects(
        "[let]\nlate = \"1\"\n[params]\nlate = { value = 1, range = [0, 1] }",
        &format!("mine.toml:7:1: the param `late` is named like a let\n  {other}"),
    );
}

#[test]
fn lets_that_lead_back_to_themselves_are_rejected() {
    let help = "help: let one of them not read the next";
    rejects(
        "[let]\na = \"round + b\"\nb = \"2 * c\"\nc = \"b + a\"\n[on.pick]\nscore = \"a\"",
        &format!("mine.toml:6:1: cyclic lets: b -> c -> b\n  {help}"),
    );
    rejects("[let]\nself = \"self\"", &format!("mine.toml:5:1: cyclic lets: self -> self\n  {help}"));
}

#[test]
fn what_nothing_uses_is_a_warning() {
    let warning = |rest: &str| load(rest).unwrap().unused().map(ToString::to_string);
    for (rest, expected) in [
        (
            "[params]\nspice = { value = 1, range = [0, 1] }",
            "mine.toml:5:1: the param `spice` is used by no decision of this file",
        ),
        (
            "[params]\nspice = { value = 1, range = [0, 1] }\n[let]\na = \"b\"\nb = \"spice\"\n[on.pick]\nscore = \"b\"",
            "mine.toml:7:1: the let `a` is used by no decision of this file",
        ),
        (
            "[params]\nspice = { value = 1, range = [0, 1] }\n[let]\nb = \"spice\"",
            "mine.toml:7:1: the let `b` is used by no decision of this file",
        ),
    ] {
        assert_eq!(warning(rest), Some(format!("{expected}\n  help: use it or delete it")), "{rest}");
    }
    assert_eq!(warning("[let]\na = \"1\"\n[on.pick]\nscore = \"a\""), None);
}

#[test]
fn unknown_names_are_rejected_with_the_nearest_known_one() {
    rejects(
        "[on.pick]\nscore = \"1 + crtic_gain\"",
        "mine.toml:5:14: unknown name `crtic_gain`\n  help: did you mean `critic_gain`?",
    );
    rejects(
        "[let]\nlate = \"round\"\n[on.pick]\nscore = \"lat + late\"",
        "mine.toml:7:10: unknown name `lat`\n  help: did you mean `late`?",
    );
    rejects(
        "[on.bid]\namount = \"zebra\"",
        "mine.toml:5:11: unknown name `zebra`\n  help: known here: `worth`, `round`, `cash`",
    );
    rejects(
        "[on.bid]\namount = \"critic_gain\"",
        "mine.toml:5:11: `critic_gain` is no feature of the part `lot` that `on.bid.amount` is for\n  help: it is one of the part `location` of the decision `pick`",
    );
    rejects(
        "[on.meal]\nvalue = \"stars + critic_value\"",
        "mine.toml:5:18: `critic_value` is no feature of the part `dish` that `on.meal.value` is for\n  help: it is one of the part `token` of the decision `meal`",
    );
}

#[test]
fn an_error_in_a_let_stands_at_the_let_and_names_the_slot() {
    let lets = "[let]\ngain = \"1 + critic_gain\"\n";
    rejects(
        &format!("{lets}[on.pick]\nscore = \"gain\"\n[on.bid]\namount = \"gain\""),
        "mine.toml:5:13: `critic_gain` is no feature of the part `lot` that `on.bid.amount` is for\n  help: it is one of the part `location` of the decision `pick`",
    );
    assert!(load(&format!("{lets}[on.pick]\nscore = \"gain\"")).is_ok());
    rejects(
        "[let]\na = \"2 * rond\"\n[on.pick]\nscore = \"a\"",
        "mine.toml:5:10: unknown name `rond`, in a let that `on.pick.score` uses\n  help: did you mean `round`?",
    );
    rejects(
        "[let]\nnone = \"0\"\nbad = \"cash / none\"\n[on.pick]\nscore = \"bad\"",
        "mine.toml:6:15: division by zero: this divisor is always 0\n  help: change the numbers or params it is made of",
    );
}

#[test]
fn errors_in_formulas_are_placed_within_every_kind_of_string() {
    let error = "expected a value, found `)`";
    for (text, line, column) in [
        ("score = \"1 + )\"", 5, 14),
        ("score = '1 + )'", 5, 14),
        ("\"score\"   =   '\u{e4}1 + )'", 5, 16),
        ("score = \"\"\"1 + )\"\"\"", 5, 16),
        ("score = '''\n  1\n  + )'''", 7, 5),
        ("score = \"\"\"\r\n1 + )\"\"\"", 6, 5),
        // An escape or a continued line shifts columns, so the error points to the start of the string.
        ("score = \"1 +\\t)\"", 5, 9),
        ("score = \"\"\"1 + \\\n   )\"\"\"", 5, 9),
    ] {
        let found = load(&format!("[on.pick]\n{text}")).unwrap_err();
        let expected = if text.contains('\u{e4}') { "unexpected `\u{e4}`" } else { error };
        assert_eq!((found.line, found.column, found.message.as_str()), (line, column, expected), "{text}");
    }
}

#[test]
fn an_empty_formula_is_rejected() {
    rejects(
        "[on.pick]\nscore = \"\"",
        "mine.toml:5:10: the formula is empty\n  help: write a number, a name or an expression",
    );
}

#[test]
fn what_was_learned_is_checked_like_formulas() {
    let head = "[learned.pick]\ntemperature = 0.5\n";
    for (line, expected) in [
        ("criticgain = 1", "6:1: unknown name `criticgain`\n  help: did you mean `critic_gain`?"),
        ("\"denies*is_spic\" = 1", "6:9: unknown name `is_spic`\n  help: did you mean `is_spice`?"),
        (
            "denies = \"1\"",
            "6:10: `denies` is a string, not a term\n  help: a term is written { weight = 0.3, mean = 2, sd = 1.5 }, or as its weight alone",
        ),
        (
            "denies = { weight = 1, sd = 0 }",
            "6:29: the spread of `denies` is not above 0\n  help: leave it out for 1",
        ),
        (
            "denies = { mean = 1 }",
            "6:1: the term `denies` has no `weight`\n  help: a term is written { weight = 0.3, mean = 2, sd = 1.5 }, or as its weight alone",
        ),
        (
            "denies = { weight = 1, means = 1 }",
            "6:24: unknown field `means` of the term `denies`\n  help: did you mean `mean`?",
        ),
        (
            "steps_up = 1",
            "6:1: unknown name `steps_up`\n  help: known here: `critic_gain`, `is_spice`, `denies`, `round`, `cash`",
        ),
    ] {
        rejects(&format!("{head}{line}"), &format!("mine.toml:{expected}"));
    }
    let eight = "\"1 1 1 1 1 1 1 1\"";
    let rows = format!("bias = {eight}\noutput = {eight}\n");
    let help = "help: an input is written { mean = 2, sd = 1.5, weights = \"0.1 -0.2 ...\" }, with a weight for each unit";
    for (lines, expected) in [
        (
            format!("bias = {eight}"),
            "6:15: the network has no `output`\n  help: it has a number for each unit",
        ),
        (
            "bias = \"1\"\noutput = \"1\"".to_owned(),
            "6:15: a network of 1 units\n  help: units are a multiple of 8, at most 64",
        ),
        (
            format!("{rows}denies = {{ weights = \"1 2\" }}"),
            "6:15: `denies` has 2 weights, and `bias` has 8\n  help: every row has a number for each unit",
        ),
        (format!("{rows}denies = 1"), &format!("9:10: `denies` is a number, not an input\n  {help}")),
        (
            format!("{rows}denies = {{ sd = 2 }}"),
            &format!("9:1: the input `denies` has no `weights`\n  {help}"),
        ),
        (
            format!("{rows}denies = {{ weights = \"1 x\" }}"),
            &format!("9:23: `x` in `weights` is no number\n  {help}"),
        ),
        (
            format!("{rows}denies = {{ sd = 0, weights = {eight} }}"),
            "9:17: the spread of `denies` is not above 0\n  help: leave it out for 1",
        ),
        (
            format!("{rows}denies = {{ weight = {eight} }}"),
            "9:12: unknown field `weight` of the input `denies`\n  help: did you mean `weights`?",
        ),
        (
            format!("{rows}steps = {{ weights = {eight} }}"),
            "9:1: unknown name `steps`\n  help: known here: `critic_gain`, `is_spice`, `denies`, `round`, `cash`",
        ),
    ] {
        let text = format!("{head}[learned.pick.network]\n{lines}");
        rejects(&text, &format!("mine.toml:{expected}"));
    }
    rejects(
        "[learned.pik]\ntemperature = 1",
        "mine.toml:4:10: unknown decision `pik`\n  help: did you mean `pick`?",
    );
    rejects(
        "[learned.pick]\ndenies = 1",
        "mine.toml:4:10: `learned.pick` has no `temperature`\n  help: say how large a difference of scores matters: temperature = 0.5",
    );
    rejects(
        "[learned.pick]\ntemperature = 0",
        "mine.toml:5:15: the temperature is not above 0\n  help: what is learned are chances; write a small number for those near certainty",
    );
    for key in ["learned-0", "learned-99", "learned-", "learned-two", "learned-+4"] {
        rejects(
            &format!("[\"{key}\".pick]\ntemperature = 1"),
            &format!(
                "mine.toml:4:2: `{key}` names no number of players\n  help: write learned-1 to learned-6, or learned for all"
            ),
        );
    }
    rejects(
        "[learned-4.pick]\ndenies = 1",
        "mine.toml:4:12: `learned-4.pick` has no `temperature`\n  help: say how large a difference of scores matters: temperature = 0.5",
    );
    rejects(
        "[learned.meal]\ntemperature = 1",
        "mine.toml:4:10: nothing can be learned of `meal`\n  help: its answers are found by a solver that takes no chances; delete this section",
    );
}

#[test]
fn what_is_never_done_is_a_list_of_words() {
    let help = "help: what it never does is written [\"component\", \"kind\", \"action\"]";
    rejects("never = \"bid\"", &format!("mine.toml:4:9: `never` is a string, not an array\n  {help}"));
    rejects("never = [3]", "mine.toml:4:10: `never` is a number, not a string\n  help: put it in quotes");
}

#[test]
fn a_plan_says_in_braces_what_each_of_something_is_worth() {
    let help = "help: a plan is written { component = 0.1, measure = 0.05, \"measure.label\" = 0.02 }";
    rejects("plan = \"thefts\"", &format!("mine.toml:4:8: `plan` is a string, not a table\n  {help}"));
    rejects(
        "plan = { thefts = \"much\" }",
        "mine.toml:4:19: `thefts` is a string, not a number\n  help: write it without quotes",
    );
    rejects("[plan]\nthefts = 0.1", &format!("mine.toml:4:1: `plan` stands in no braces\n  {help}"));
    rejects("plan.thefts = 0.1", &format!("mine.toml:4:1: `plan` stands in no braces\n  {help}"));
}
