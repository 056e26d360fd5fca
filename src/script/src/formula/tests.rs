//! Values of formulas, and the structure of programs.

use crate::formula::laws::compile;
use crate::formula::parser::parse;
use crate::formula::tree;

/// The value of a formula without names.
fn value(text: &str) -> f64 {
    let by_tree = tree::evaluate(&parse(text).unwrap(), |_| f64::NAN);
    let by_program = compile(text).unwrap().constant().unwrap();
    // NaNs may differ in bits that no operation of the language shows.
    assert!(
        by_tree.to_bits() == by_program.to_bits() || by_tree.is_nan() && by_program.is_nan(),
        "{text}: {by_tree} and {by_program}"
    );
    by_tree
}

#[test]
fn operators_bind_as_the_grammar_says() {
    assert_eq!(value("1 + 2 * 3"), 7.0);
    assert_eq!(value("8 - 4 - 2"), 2.0);
    assert_eq!(value("8 / 4 / 2"), 1.0);
    assert_eq!(value("-2 * 3 + 1"), -5.0);
    assert_eq!(value("2 * -3"), -6.0);
    assert_eq!(value("--3"), 3.0);
    assert_eq!(value("1 or 0 and 0"), 1.0);
    assert_eq!(value("not 1 < 2"), 0.0);
    assert_eq!(value("not 0 and 0"), 0.0);
    assert_eq!(value("1 + 1 == 2 and 2 >= 1"), 1.0);
    assert_eq!(value("not not 7"), 1.0);
    assert_eq!(value("(1 < 2) + 1"), 2.0);
}

#[test]
fn functions_give_what_their_names_say() {
    assert_eq!(value("if(2, 3, 4)"), 3.0);
    assert_eq!(value("if(0, 3, 4)"), 4.0);
    assert_eq!(value("min(3, 1, 2)"), 1.0);
    assert_eq!(value("max(3, 1, 4, 2)"), 4.0);
    assert_eq!(value("abs(-2) + floor(2.9) + ceil(2.1)"), 7.0);
    assert_eq!(value("sqrt(9)"), 3.0);
    assert_eq!(value("clamp(5, 0, 3) + clamp(-5, 0, 3) + clamp(2, 3, 1)"), 4.0);
    assert_eq!(value("exp(0) + ln(1)"), 1.0);
}

#[test]
fn numbers_take_underscores_points_and_exponents() {
    assert_eq!(value("1_000.5e-1"), 100.05);
    assert_eq!(value("2E3"), 2000.0);
    assert_eq!(value("1e+2"), 100.0);
    assert_eq!(value("0.1"), 0.1);
}

#[test]
fn nan_is_false_and_compares_unequal() {
    let nan = "(1e308 * 10 - 1e308 * 10)";
    assert_eq!(value(&format!("not {nan}")), 1.0);
    assert_eq!(value(&format!("{nan} or 0")), 0.0);
    assert_eq!(value(&format!("if({nan}, 1, 2)")), 2.0);
    for comparison in ["<", "<=", ">", ">=", "=="] {
        assert_eq!(value(&format!("{nan} {comparison} {nan}")), 0.0);
    }
    assert_eq!(value(&format!("{nan} != {nan}")), 1.0);
}

#[test]
fn a_long_sum_is_no_deep_nesting() {
    let text = vec!["worth"; 1250].join(" + ");
    assert_eq!(compile(&text).unwrap().operation_count(), 1249);
    assert_eq!(parse(&text).unwrap().to_string(), text);
    assert_eq!(value(&vec!["1"; 2500].join("+")), 2500.0);
}

#[test]
fn repeated_terms_are_computed_once_and_context_terms_outside_the_body() {
    let program = compile("(worth - price) * (price + 1) + (worth - price) / (1 + price)").unwrap();
    assert_eq!(program.operation_count(), 4);
    let program = compile("worth * (cash / (round + 1)) + (cash / (round + 1))").unwrap();
    assert_eq!(program.operation_count(), 1);
    assert_eq!(program.prologue_count(), 2);
    assert_eq!(program.context_mask(), 0b11);
    assert_eq!(program.part_mask(), 0b1);
}

#[test]
fn what_a_param_turns_off_is_not_read() {
    let program = compile("if(off, risk * round, one * worth) / one").unwrap();
    assert_eq!(program.part_mask(), 0b1);
    assert_eq!(program.context_mask(), 0);
    assert_eq!(program.operation_count(), 0);
    assert_eq!(program.constant(), None);
    assert_eq!(compile("2 * weight").unwrap().constant(), Some(5.0));
}

#[test]
fn printing_leaves_out_redundant_parentheses() {
    for (text, printed) in [
        ("((1)+(2*3))", "1 + 2 * 3"),
        ("(1+2)*3", "(1 + 2) * 3"),
        ("1-(2-3)", "1 - (2 - 3)"),
        ("(1-2)-3", "1 - 2 - 3"),
        ("-(a*b)", "-(a * b)"),
        ("(-a)*b", "-a * b"),
        ("a*-b", "a * -b"),
        ("(not a)<b", "(not a) < b"),
        ("not(a<b)", "not a < b"),
        ("(a<b)==c", "(a < b) == c"),
        ("a or(b and c)", "a or b and c"),
        ("(a or b)and c", "(a or b) and c"),
        ("max((a+b),c)", "max(a + b, c)"),
        ("1_000.50", "1000.5"),
        ("1e300", "1e300"),
    ] {
        assert_eq!(parse(text).unwrap().to_string(), printed);
    }
}
