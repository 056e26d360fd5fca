//! Every way in which a formula can be wrong, with the exact text and place of the error.

use crate::formula::laws::compile;
use crate::formula::parser::{MAX_BYTES, MAX_DEPTH};

/// Asserts that a text is rejected at an offset, with a message and a help.
fn rejects(text: &str, offset: usize, message: &str, help: &str) {
    let error = compile(text).unwrap_err();
    assert_eq!(
        (error.offset, error.message.as_str(), error.help.as_str()),
        (offset, message, help),
        "{text}"
    );
}

#[test]
fn strange_characters_are_named_with_what_to_write_instead() {
    rejects("a = 1", 2, "unexpected `=`", "equality is written `==`");
    rejects("a <> 1", 2, "unexpected `<`", "inequality is written `!=`");
    rejects("!a", 0, "unexpected `!`", "negation is written `not`");
    rejects("a && b", 2, "unexpected `&`", "write `and`");
    rejects("a || b", 2, "unexpected `|`", "write `or`");
    rejects("a \u{2264} b", 2, "unexpected `\u{2264}`", "write `<=`");
    rejects("a \u{2265} b", 2, "unexpected `\u{2265}`", "write `>=`");
    rejects("2 \u{d7} 3", 2, "unexpected `\u{d7}`", "multiplication is written `*`");
    rejects("2 : 3", 2, "unexpected `:`", "division is written `/`");
    rejects("\u{2212}1", 0, "unexpected `\u{2212}`", "minus is written `-`");
    rejects("2 ** 3", 2, "unexpected `*`", "there are no powers: write x * x");
    rejects("2 ^ 3", 2, "unexpected `^`", "there are no powers: write x * x");
    rejects("5 % 2", 2, "unexpected `%`", "there is no remainder: write x - y * floor(x / y)");
    rejects("a ? 1 : 2", 2, "unexpected `?`", "a choice is written if(condition, then, else)");
    rejects("1 + .5", 4, "unexpected `.`", "a number starts with a digit: write 0.5, not .5");
    rejects(
        "1 $ 2",
        2,
        "unexpected `$`",
        "formulas hold numbers, names, + - * / < <= > >= == != and or not, and calls",
    );
}

#[test]
fn malformed_numbers_are_rejected() {
    rejects("1. + 2", 1, "no digit after the decimal point", "write 1.0 or 1");
    rejects("2cash", 1, "`cash` runs into the number 2", "a product is written 2 * cash");
    rejects("1e", 1, "`e` runs into the number 1", "a product is written 1 * e");
    for (text, offset) in [("1__0", 1), ("1_", 1), ("1_.5", 1), ("1.5_", 3)] {
        rejects(text, offset, "`_` in a number without a digit on each side", "write 1_000");
    }
    rejects("1 + 1e999", 4, "the number 1e999 is too large", "the largest is about 1.7976931348623157e308");
}

#[test]
fn misplaced_tokens_are_rejected() {
    let join = "join two values with + - * / or a comparison";
    let values = "a value is a number, a name, a call or something in parentheses";
    rejects("", 0, "the formula is empty", "write a number, a name or an expression");
    rejects(" \t ", 0, "the formula is empty", "write a number, a name or an expression");
    rejects("cash +", 6, "expected a value, found the end", values);
    rejects("cash + * 2", 7, "expected a value, found `*`", values);
    rejects("+ 2", 0, "expected a value, found `+`", values);
    rejects("cash round", 5, "expected an operator, found `round`", join);
    rejects(
        "cash (1)",
        0,
        "unknown function `cash`",
        "known here: `if`, `min`, `max`, `abs`, `floor`, `ceil`, `sqrt`, `clamp`, ...",
    );
    rejects("2 (1)", 2, "expected an operator, found `(`", join);
    rejects("1)", 1, "expected an operator, found `)`", "remove it, or open it before");
    rejects("1, 2", 1, "expected an operator, found `,`", "commas only separate the values of a call");
    rejects("1 not 2", 2, "expected an operator, found `not`", "join two conditions with `and` or `or`");
    rejects("2 * not cash", 4, "`not` needs parentheses here", "write (not x)");
    rejects("2 * (cash + 1", 4, "the parenthesis is not closed", "add a `)`");
    rejects("min (cash, 1", 4, "the parenthesis is not closed", "add a `)`");
    rejects("min(cash 1)", 9, "expected an operator, found `1`", join);
    rejects(
        "1 < cash < 3",
        9,
        "comparisons do not chain",
        "write a < b and b < c; to compare a truth value, put it in parentheses",
    );
}

#[test]
fn wrong_calls_are_rejected() {
    rejects("1 + flor(2)", 4, "unknown function `flor`", "did you mean `floor`?");
    rejects("min", 0, "`min` is a function", "write min(a, b, ...)");
    rejects("if + 1", 0, "`if` is a function", "write if(condition, then, else)");
    rejects("1 + clamp(1, 2)", 4, "`clamp` takes 3 values, found 2", "write clamp(x, low, high)");
    rejects("if(1, 2)", 0, "`if` takes 3 values, found 2", "write if(condition, then, else)");
    rejects("min(1)", 0, "`min` takes at least 2 values, found 1", "write min(a, b, ...)");
    rejects("max()", 0, "`max` takes at least 2 values, found 0", "write max(a, b, ...)");
    rejects("abs(1, 2)", 0, "`abs` takes 1 value, found 2", "write abs(x)");
    for name in ["floor", "ceil", "sqrt", "exp", "ln"] {
        let message = format!("`{name}` takes 1 value, found 0");
        rejects(&format!("{name}()"), 0, &message, &format!("write {name}(x)"));
    }
}

#[test]
fn division_by_a_constant_zero_is_rejected_where_the_divisor_stands() {
    let message = "division by zero: this divisor is always 0";
    let help = "change the numbers or params it is made of";
    for (text, offset) in [
        ("cash / 0", 7),
        ("cash / -0", 7),
        ("1 / (2 - 2)", 5),
        ("worth + 1 / off", 12),
        ("1 / (off * 3)", 5),
        ("1 / (weight > 5)", 5),
    ] {
        rejects(text, offset, message, help);
    }
    assert!(compile("cash / round + 1 / weight").is_ok());
}

#[test]
fn roots_and_logarithms_that_are_never_numbers_are_rejected_where_they_stand() {
    let message = "this is never a number: a root or a logarithm of what is below 0";
    let help = "change the numbers or params it is made of; max(x, 0) keeps x from falling below 0";
    for (text, offset) in
        [("sqrt(-1)", 0), ("cash + ln(2 - 3)", 7), ("if(cash > 0, sqrt(weight - 9), 1)", 13)]
    {
        rejects(text, offset, message, help);
    }
    assert!(compile("sqrt(0) + ln(1) + sqrt(cash)").is_ok());
}

#[test]
fn too_long_and_too_deep_formulas_are_rejected() {
    let long = format!("1{}", " ".repeat(MAX_BYTES));
    rejects(&long, 0, "the formula has 10001 bytes, more than 10000", "move parts of it to [let]");
    for (open, close) in [("(", ")"), ("-", ""), ("not ", ""), ("abs(", ")"), ("min(1, ", ")")] {
        let nest = |depth| format!("{}1{}", open.repeat(depth), close.repeat(depth));
        assert!(compile(&nest(MAX_DEPTH)).is_ok(), "{open}");
        let error = compile(&nest(MAX_DEPTH + 1)).unwrap_err();
        assert_eq!(error.message, "nested more than 64 deep", "{open}");
        let deepest = compile(&nest(1000)).unwrap_err();
        assert_eq!(error, deepest, "{open}");
    }
}

#[test]
fn a_formula_that_needs_too_many_rows_is_rejected() {
    let terms = |count: usize| {
        let terms: Vec<String> = (2..count + 2).map(|i| format!("risk*{i}")).collect();
        format!("min({0})+max({0})", terms.join(","))
    };
    // Each term waits in a row of its own; so does the minimum.
    assert_eq!(compile(&terms(60)).unwrap().row_count(), 60 + 1);
    rejects(
        &terms(520),
        0,
        "the formula is too large: it needs more than 512 numbers, context features and intermediate values",
        "split it between slots, or use fewer terms",
    );
}

#[test]
fn a_formula_with_too_many_numbers_is_rejected() {
    // An operation holds one number itself; a second number needs a row.
    let single: Vec<String> = (2..600).map(|i| format!("risk/{i}")).collect();
    assert_eq!(compile(&single.join("+")).unwrap().row_count(), 1);
    let terms: Vec<String> = (2..520).map(|i| format!("if(risk,{i},-{i})")).collect();
    rejects(
        &terms.join("+"),
        0,
        "the formula is too large: it needs more than 512 numbers, context features and intermediate values",
        "split it between slots, or use fewer terms",
    );
}
