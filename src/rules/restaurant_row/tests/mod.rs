//! Tests of the rules, named by the rule.
