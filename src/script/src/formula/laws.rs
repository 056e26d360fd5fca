//! Laws of the formula language, on random formulas: printing and compiling keep the meaning, and
//! no text makes it panic.

use proptest::prelude::*;

use crate::formula::ast::{Ast, Binary, Function, Id, Kind, Unary};
use crate::formula::columns::WORK;
use crate::formula::compile::{Binding, Compiler, Scale, Unbound, Value};
use crate::formula::error::FormulaError;
use crate::formula::parser::parse;
use crate::formula::program::{COLUMN, Columns, MAX_CANDIDATES, Program};
use crate::formula::terms::Terms;
use crate::formula::tree;

const CONTEXT: [&str; 4] = ["round", "cash", "rounds_left", "leader_points"];
const PART: [&str; 6] = ["worth", "price", "is_spice", "denies", "risk", "stars"];
const PARAMS: [(&str, f64); 3] = [("weight", 2.5), ("one", 1.0), ("off", 0.0)];

fn bind(name: &str, shared: Option<Value>) -> Result<Binding, Unbound> {
    let find = |names: &[&str]| names.iter().position(|known| *known == name);
    if let Some(value) = shared.filter(|_| name == "shared") {
        Ok(Binding::Shared(value))
    } else if let Some((_, value)) = PARAMS.iter().find(|(known, _)| *known == name) {
        Ok(Binding::Number(*value))
    } else if let Some(index) = find(&PART) {
        Ok(Binding::Feature(index))
    } else if let Some(index) = find(&CONTEXT) {
        Ok(Binding::Context(index))
    } else {
        Err(Unbound { message: format!("unknown name `{name}`"), help: "none".to_owned() })
    }
}

/// Compiles a formula over the names of these tests.
pub(super) fn compile(text: &str) -> Result<Program, FormulaError> {
    let mut compiler = Compiler::default();
    let value = compiler.add(&parse(text)?, |name| bind(name, None))?;
    compiler.finish(value)
}

/// A tree as proptest grows and shrinks it.
#[derive(Debug, Clone)]
enum Sketch {
    Number(f64),
    Name(String),
    Unary(Unary, Box<Sketch>),
    Binary(Binary, Box<Sketch>, Box<Sketch>),
    Call(Function, Vec<Sketch>),
}

impl Sketch {
    fn tree(&self) -> Ast {
        let mut ast = Ast::empty();
        self.push(&mut ast);
        ast
    }

    fn push(&self, ast: &mut Ast) -> Id {
        let kind = match self {
            Self::Number(value) => Kind::Number(*value),
            Self::Name(name) => Kind::Name(name.clone()),
            Self::Unary(operator, operand) => Kind::Unary(*operator, operand.push(ast)),
            Self::Binary(operator, left, right) => {
                let left = left.push(ast);
                Kind::Binary(*operator, left, right.push(ast))
            }
            Self::Call(function, arguments) => {
                let ids = arguments.iter().map(|argument| argument.push(ast));
                Kind::Call(*function, ids.collect())
            }
        };
        ast.push(kind, 0)
    }
}

fn binaries() -> impl Strategy<Value = Binary> {
    prop::sample::select(vec![
        Binary::Or,
        Binary::And,
        Binary::Less,
        Binary::LessEqual,
        Binary::Greater,
        Binary::GreaterEqual,
        Binary::Equal,
        Binary::NotEqual,
        Binary::Add,
        Binary::Subtract,
        Binary::Multiply,
        Binary::Divide,
    ])
}

/// Random trees over a random subset of the names, so that all kinds of masks occur.
fn sketches(extra: &'static [&'static str]) -> impl Strategy<Value = Sketch> {
    let names: Vec<String> = CONTEXT
        .iter()
        .chain(&PART)
        .chain(PARAMS.iter().map(|(name, _)| name))
        .chain(extra)
        .map(|name| (*name).to_owned())
        .collect();
    let every = names.len();
    prop::sample::subsequence(names, 1..=every).prop_flat_map(|names| {
        let numbers = prop_oneof![
            prop::sample::select(vec![0.0, 1.0, 2.0, 3.0, 0.5, 1e300, 5e-324]),
            any::<f64>().prop_map(|x| if x.is_finite() { x.abs() } else { 7.0 }),
        ];
        let leaves = prop_oneof![
            1 => numbers.prop_map(Sketch::Number),
            3 => prop::sample::select(names).prop_map(Sketch::Name),
        ];
        leaves.prop_recursive(7, 60, 3, |inner| {
            let unaries = prop::sample::select(vec![Unary::Minus, Unary::Not]);
            let calls =
                (prop::sample::select(Function::ALL.to_vec()), prop::collection::vec(inner.clone(), 3..5));
            prop_oneof![
                1 => (unaries, inner.clone())
                    .prop_map(|(operator, operand)| Sketch::Unary(operator, operand.into())),
                5 => (binaries(), inner.clone(), inner).prop_map(|(operator, left, right)| {
                    Sketch::Binary(operator, left.into(), right.into())
                }),
                2 => calls.prop_map(|(function, mut arguments)| {
                    while !function.accepts(arguments.len()) {
                        arguments.pop();
                    }
                    Sketch::Call(function, arguments)
                }),
            ]
        })
    })
}

/// Terms of each kind that the compiler treats separately.
const TERMS: [&str; 10] = [
    "worth",
    "cash",
    "weight",
    "price*stars",
    "stars*price",
    "risk*cash",
    "round*denies",
    "round*rounds_left",
    "off*worth",
    "max(worth, price)/2 + leader_points",
];

/// Feature values from a seed, with NaN, infinities, zeros of both signs and subnormal numbers among them.
struct Values(u64);

impl Values {
    fn next(&mut self) -> f64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        match bits % 16 {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => f64::NEG_INFINITY,
            3 => -0.0,
            4 => 0.0,
            5 => f64::from_bits(bits),
            6 => 5e-324,
            7..=11 => f64::from((bits >> 32) as i8),
            _ => (bits >> 11) as f64 / 1e15 - 4.0,
        }
    }
}

/// The bits of a value; all NaNs have the same.
fn bits(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_program_gives_the_bits_of_the_tree(
        shared in sketches(&[]),
        root in sketches(&["shared"]),
        seed in any::<u64>(),
        count in 0..=MAX_CANDIDATES,
    ) {
        let (shared, root) = (shared.tree(), root.tree());
        let mut compiler = Compiler::default();
        let program = compiler
            .add(&shared, |name| bind(name, None))
            .and_then(|value| compiler.add(&root, |name| bind(name, Some(value))))
            .and_then(|value| compiler.finish(value));
        let program = match program {
            Ok(program) => program,
            Err(error) => {
                let is_known = ["division by zero", "this is never a number"];
                prop_assert!(is_known.iter().any(|known| error.message.starts_with(known)), "{}", error);
                return Ok(());
            }
        };
        prop_assert!(program.row_count() <= WORK);

        let mut values = Values(seed);
        let context: Vec<f64> = CONTEXT.iter().map(|_| values.next()).collect();
        let mut columns = Columns::new(PART.len());
        for feature in 0..PART.len() {
            columns.column_mut(feature).fill_with(|| values.next());
        }
        // Values outside the masks must not matter, so the program gets different ones.
        let mut read_context = context.clone();
        let mut read_columns = columns.clone();
        for (index, value) in read_context.iter_mut().enumerate() {
            if program.context_mask() >> index & 1 == 0 {
                *value = values.next();
            }
        }
        for feature in 0..PART.len() {
            if program.part_mask() >> feature & 1 == 0 {
                read_columns.column_mut(feature).fill_with(|| values.next());
            }
        }

        let mut out = COLUMN;
        program.run(&read_context, &mut read_columns, count.max(1), &mut out);
        for (candidate, result) in out.iter().copied().enumerate().take(count.max(1)) {
            let lookup = |name: &str, shared: f64| {
                if let Some((_, value)) = PARAMS.iter().find(|(known, _)| *known == name) {
                    *value
                } else if let Some(index) = PART.iter().position(|known| *known == name) {
                    columns.column(index)[candidate]
                } else if let Some(index) = CONTEXT.iter().position(|known| *known == name) {
                    context[index]
                } else {
                    shared
                }
            };
            let shared = tree::evaluate(&shared, |name| lookup(name, f64::NAN));
            let expected = tree::evaluate(&root, |name| lookup(name, shared));
            if candidate < count {
                prop_assert_eq!(
                    bits(result), bits(expected),
                    "candidate {}: {} instead of {}", candidate, result, expected
                );
            }
            if let Some(constant) = program.constant() {
                prop_assert_eq!(bits(constant), bits(expected));
            }
        }
    }

    #[test]
    fn weighed_terms_come_to_the_bits_of_their_trees(
        seed in any::<u64>(),
        count in 1..=MAX_CANDIDATES,
        wanted in prop::collection::vec((0..TERMS.len(), -3.0..3.0, -2.0..2.0, 0.1..9.0), 0..30),
    ) {
        let mut values = Values(seed);
        let context: Vec<f64> = CONTEXT.iter().map(|_| values.next()).collect();
        let mut columns = Columns::new(PART.len());
        for feature in 0..PART.len() {
            columns.column_mut(feature).fill_with(|| values.next());
        }
        let mut compiler = Compiler::default();
        let mut terms = Terms::default();
        let mut trees = Vec::new();
        for &(term, weight, mean, sd) in &wanted {
            let tree = parse(TERMS[term]).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let scale = Scale { mean, sd };
            let added = compiler.add(&tree, |name| bind(name, None)).and_then(|value| {
                compiler.term(&mut terms, (trees.len(), value), (scale, weight))
            });
            prop_assert!(added.is_ok());
            trees.push((tree, scale, weight));
        }
        let mut sums = COLUMN;
        terms.sum(&context, &mut columns, count, &mut sums);
        let mut each = Vec::new();
        terms.each(&context, &mut columns, count, |at, values| each.push((at, values.to_vec())));
        prop_assert_eq!(each.len(), trees.len());
        let (part, outside) = terms.reads();
        for (candidate, result) in sums.iter().copied().enumerate().take(count) {
            let mut sum = 0.0;
            for ((at, (tree, scale, weight)), (own, values)) in trees.iter().enumerate().zip(&each) {
                let value = tree::evaluate(tree, |name| {
                    let index = |names: &[&str]| names.iter().position(|known| *known == name);
                    match (index(&PART), index(&CONTEXT)) {
                        (Some(feature), _) if part >> feature & 1 == 1 => columns.column(feature)[candidate],
                        (_, Some(feature)) if outside >> feature & 1 == 1 => context[feature],
                        _ => PARAMS.iter().find(|(known, _)| *known == name).map_or(1e300, |(_, value)| *value),
                    }
                });
                prop_assert_eq!((*own, bits(values[candidate])), (at, bits(value)));
                sum += scale.place(value) * weight;
            }
            prop_assert_eq!(bits(result), bits(sum), "candidate {}", candidate);
        }
    }

    #[test]
    fn a_web_of_shared_terms_fits_the_rows_or_is_rejected(
        links in prop::collection::vec((binaries(), any::<u16>(), any::<u16>()), 1..300),
        reach in 1..200_usize,
        seed in any::<u64>(),
    ) {
        // Each term joins two of the `reach` terms before it, so `reach` sets how many are live.
        let leaves = PART.len() + CONTEXT.len();
        let mut values = Values(seed);
        let context: Vec<f64> = CONTEXT.iter().map(|_| values.next()).collect();
        let mut columns = Columns::new(PART.len());
        for feature in 0..PART.len() {
            columns.set(feature, 0, values.next());
        }
        let mut compiler = Compiler::default();
        let mut terms: Vec<(Value, f64)> = Vec::new();
        for (operator, left, right) in links {
            let from = (leaves + terms.len()).saturating_sub(reach.max(leaves));
            let pick = |random: u16| from + usize::from(random) % (leaves + terms.len() - from);
            let names = [pick(left), pick(right)];
            let text = format!("x{} {} x{}", names[0], operator.word(), names[1]);
            let tree = parse(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let index = |name: &str| name[1..].parse::<usize>().unwrap_or(0);
            let value = compiler.add(&tree, |name| Ok(match index(name) {
                index if index < PART.len() => Binding::Feature(index),
                index if index < leaves => Binding::Context(index - PART.len()),
                index => Binding::Shared(terms[index - leaves].0),
            }));
            let expected = tree::evaluate(&tree, |name| match index(name) {
                index if index < PART.len() => columns.column(index)[0],
                index if index < leaves => context[index - PART.len()],
                index => terms[index - leaves].1,
            });
            match value {
                Ok(value) => terms.push((value, expected)),
                Err(error) => {
                    let is_known = ["division by zero", "this is never a number"];
                prop_assert!(is_known.iter().any(|known| error.message.starts_with(known)), "{}", error);
                    return Ok(());
                }
            }
        }
        let (last, expected) = terms[terms.len() - 1];
        match compiler.finish(last) {
            Ok(program) => {
                prop_assert!(program.row_count() <= WORK);
                let mut out = COLUMN;
                program.run(&context, &mut columns, 1, &mut out);
                prop_assert_eq!(bits(out[0]), bits(expected));
            }
            Err(error) => prop_assert!(error.message.contains("too large"), "{}", error),
        }
    }

    #[test]
    fn a_printed_tree_parses_back_to_itself(sketch in sketches(&["shared"])) {
        let tree = sketch.tree();
        let text = tree.to_string();
        prop_assert_eq!(parse(&text).map_err(|error| error.to_string()), Ok(tree), "{}", text);
    }

    #[test]
    fn any_text_parses_or_is_rejected_at_a_place_in_it(text in any::<String>()) {
        if let Err(error) = compile(&text) {
            prop_assert!(text.is_char_boundary(error.offset));
        }
    }

    #[test]
    fn any_mix_of_the_languages_own_tokens_compiles_or_is_rejected(text in soup()) {
        match parse(&text) {
            Ok(tree) => {
                let again = parse(&tree.to_string());
                prop_assert_eq!(again.as_ref(), Ok(&tree));
                let _ = compile(&text);
            }
            Err(error) => prop_assert!(text.is_char_boundary(error.offset)),
        }
    }
}

/// Tokens in random order, some of them invalid.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    let tokens = vec![
        "(", "(", ")", ")", ",", "+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "and", "or", "not",
        "if(", "min(", "max(", "abs(", "floor(", "ceil(", "sqrt(", "clamp(", "exp(", "ln(", "0", "1", "2.5",
        "1e9", "1_0", "cash", "worth", "round", "weight", "off", "late", "_", ".", "=", "e", "\u{e9}",
        "\u{2264}", "1e999", "\\", "'",
    ];
    let tokens = prop::collection::vec(prop::sample::select(tokens), 0..40);
    (tokens, any::<bool>()).prop_map(|(tokens, spaced)| tokens.join(if spaced { " " } else { "" }))
}
