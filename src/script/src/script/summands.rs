//! Splits the value of a formula into summands.

use std::{fmt, sync::Arc};

use crate::formula::{
    Ast, arithmetic,
    ast::{Binary, Function, Id, Kind, Unary},
    tree,
};

/// The lets and params that the formulas of a file share.
#[derive(Debug, Default)]
pub struct Names {
    /// Each after the lets that it reads.
    pub lets: Vec<(String, Ast)>,
    pub params: Vec<(String, f64)>,
}

/// A formula that can be split into summands.
#[derive(Debug)]
pub struct SumFormula {
    ast: Ast,
    names: Arc<Names>,
}

impl SumFormula {
    pub(super) fn new(ast: Ast, names: Arc<Names>) -> SumFormula {
        SumFormula { ast, names }
    }

    /// The summands of the formula with their values, which add up to its value. An `if` contributes the summands
    /// of the branch taken; the name of a let that is a sum contributes those of the let.
    pub fn summands(&self, feature: impl Fn(&str) -> f64) -> Vec<(String, f64)> {
        let Names { lets, params } = &*self.names;
        let let_at = |name: &str| lets.iter().position(|(own, _)| own == name);
        // The value of every node: of each let, then of the formula.
        let mut values: Vec<Vec<f64>> = Vec::with_capacity(lets.len() + 1);
        for ast in lets.iter().map(|(_, ast)| ast).chain([&self.ast]) {
            let value_of = |name: &str| match let_at(name) {
                Some(at) => values[at].last().copied().unwrap_or(f64::NAN),
                None => {
                    let param = params.iter().find(|(own, _)| own == name);
                    param.map_or_else(|| feature(name), |(_, value)| *value)
                }
            };
            let own = tree::values(ast, value_of);
            values.push(own);
        }
        let ast_at = |at: usize| lets.get(at).map_or(&self.ast, |(_, ast)| ast);
        let root = |at: usize| (at, ast_at(at).nodes().len().saturating_sub(1));
        let mut open = vec![(root(lets.len()), false)];
        let mut summands = Vec::new();
        while let Some(((at, id), is_minus)) = open.pop() {
            let ast = ast_at(at);
            match &ast.nodes()[id].kind {
                Kind::Binary(operator @ (Binary::Add | Binary::Subtract), left, right) => {
                    let turns = *operator == Binary::Subtract;
                    open.extend([((at, *right), is_minus != turns), ((at, *left), is_minus)]);
                }
                Kind::Unary(Unary::Minus, operand) => open.push(((at, *operand), !is_minus)),
                Kind::Call(Function::If, arguments) => {
                    let taken = if arithmetic::truth(values[at][arguments[0]]) { 1 } else { 2 };
                    open.push(((at, arguments[taken]), is_minus));
                }
                Kind::Name(name) if let_at(name).is_some_and(|at| is_sum(ast_at(at), root(at).1)) => {
                    open.extend(let_at(name).map(|at| (root(at), is_minus)));
                }
                kind => {
                    let is_tight = !matches!(kind, Kind::Unary(..) | Kind::Binary(..))
                        || matches!(kind, Kind::Binary(Binary::Multiply | Binary::Divide, ..));
                    let (text, value) = (ast.text_of(id), values[at][id]);
                    summands.push(match (is_minus, is_tight) {
                        (false, _) => (text, value),
                        (true, true) => (format!("-{text}"), -value),
                        (true, false) => (format!("-({text})"), -value),
                    });
                }
            }
        }
        summands
    }
}

/// Whether a node is a sum, or the name of a let that may be one.
fn is_sum(ast: &Ast, id: Id) -> bool {
    matches!(
        ast.nodes()[id].kind,
        Kind::Binary(Binary::Add | Binary::Subtract, ..)
            | Kind::Unary(Unary::Minus, _)
            | Kind::Call(Function::If, _)
            | Kind::Name(_)
    )
}

impl fmt::Display for SumFormula {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ast.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::parse;

    fn summed(text: &str) -> SumFormula {
        let parsed = |(name, text): (&str, &str)| (name.to_owned(), parse(text).unwrap());
        let lets = [("late", "1 - early"), ("meal", "food*points - price"), ("worth", "meal")];
        let lets = lets.map(parsed).to_vec();
        let params = vec![("food".to_owned(), 2.0)];
        SumFormula::new(parse(text).unwrap(), Arc::new(Names { lets, params }))
    }

    fn checked_summands(text: &str) -> Vec<(String, f64)> {
        let features = [("early", 0.25), ("points", 3.0), ("price", 5.0), ("is_pass", 0.0)];
        let feature = |name: &str| features.iter().find(|(own, _)| *own == name).unwrap().1;
        let summands = summed(text).summands(feature);
        let sum: f64 = summands.iter().map(|(_, value)| value).sum();
        let value = |name: &str| match name {
            "late" => 0.75,
            "meal" | "worth" => 1.0,
            "food" => 2.0,
            name => feature(name),
        };
        assert!((sum - tree::evaluate(&parse(text).unwrap(), value)).abs() < 1e-12, "{text}: {summands:?}");
        summands
    }

    #[test]
    fn a_score_is_taken_apart_into_its_summands() {
        let expect = |text: &str, wanted: &[(&str, f64)]| {
            let wanted: Vec<(String, f64)> =
                wanted.iter().map(|(text, value)| ((*text).to_owned(), *value)).collect();
            assert_eq!(checked_summands(text), wanted, "{text}");
        };
        expect("points", &[("points", 3.0)]);
        expect("2*points - (price - 4*early)", &[("2 * points", 6.0), ("-price", -5.0), ("4 * early", 1.0)]);
        // Lets are expanded, also through another let, but not inside a product.
        expect("worth + late*points", &[("food * points", 6.0), ("-price", -5.0), ("late * points", 2.25)]);
        expect("-late - (points > 2)", &[("-1", -1.0), ("early", 0.25), ("-(points > 2)", -1.0)]);
        // Of an `if`, only the branch that is taken counts.
        expect("if(is_pass, 7, meal) + 1", &[("food * points", 6.0), ("-price", -5.0), ("1", 1.0)]);
        expect("if(not is_pass, 7 - early, meal)", &[("7", 7.0), ("-early", -0.25)]);
    }
}
