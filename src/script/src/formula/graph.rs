//! The values a formula computes, each exactly once.
//!
//! Nodes are interned, so repeated terms share one node, within a formula and across its lets. Constants fold
//! when they are added, with the operations of run time.

use std::collections::BTreeMap;

use crate::formula::operation::Operation;

/// Index of a node; operands have smaller indices than their users.
pub type Id = usize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    /// The bits of a number; all NaNs have the same.
    Constant(u64),
    /// A context feature: one value for the whole decision.
    Context(usize),
    /// A part feature: a value for every candidate.
    Feature(usize),
    /// Operands past the operation's arity are 0.
    Operation(Operation, [Id; 3]),
}

#[derive(Debug, Clone, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// Whether the node's value differs between candidates.
    lanes: Vec<bool>,
    /// Bounds on the size of each value; infinite if it may be NaN.
    bounds: Vec<f64>,
    known: BTreeMap<Node, Id>,
    /// Whether products with 0, and zeros in sums, are dropped.
    drops_zeros: bool,
}

/// Bound on the size of features, which are counts and values.
const FURTHEST: f64 = 1e15;

impl Graph {
    pub fn without_zeros() -> Graph {
        Graph { drops_zeros: true, ..Graph::default() }
    }

    pub fn node(&self, id: Id) -> Node {
        self.nodes[id]
    }

    /// Whether the value differs between candidates; else it is the same for the whole decision.
    pub fn is_lane(&self, id: Id) -> bool {
        self.lanes[id]
    }

    pub fn constant(&self, id: Id) -> Option<f64> {
        match self.nodes[id] {
            Node::Constant(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// The operands of a node, none for a leaf.
    pub fn operands(&self, id: Id) -> Vec<Id> {
        match self.nodes[id] {
            Node::Operation(operation, operands) => operands[..operation.arity()].to_vec(),
            _ => Vec::new(),
        }
    }

    pub fn number(&mut self, value: f64) -> Id {
        let value = if value.is_nan() { f64::NAN } else { value };
        self.intern(Node::Constant(value.to_bits()))
    }

    pub fn context(&mut self, index: usize) -> Id {
        self.intern(Node::Context(index))
    }

    pub fn feature(&mut self, index: usize) -> Id {
        self.intern(Node::Feature(index))
    }

    pub fn unary(&mut self, operation: Operation, operand: Id) -> Id {
        self.operation(operation, [operand, 0, 0])
    }

    pub fn binary(&mut self, operation: Operation, left: Id, right: Id) -> Id {
        // These return an operand, bit for bit; weights of 1 are common.
        match (operation, self.constant(left), self.constant(right)) {
            (Operation::Multiply, Some(1.0), _) => return right,
            (Operation::Multiply | Operation::Divide, _, Some(1.0)) => return left,
            _ => {}
        }
        if self.drops_zeros {
            let is_zero = |id: Id| self.constant(id) == Some(0.0);
            match operation {
                Operation::Multiply if is_zero(left) && self.bounds[right].is_finite() => return left,
                Operation::Multiply if is_zero(right) && self.bounds[left].is_finite() => return right,
                Operation::Add if is_zero(left) => return right,
                Operation::Add | Operation::Subtract if is_zero(right) => return left,
                _ => {}
            }
        }
        let operands = if operation.commutes() && right < left { [right, left, 0] } else { [left, right, 0] };
        self.operation(operation, operands)
    }

    pub fn select(&mut self, condition: Id, then: Id, other: Id) -> Id {
        match self.constant(condition) {
            // A switch set by a param costs nothing, and the features of the branch turned off are not read.
            Some(value) if value.abs() > 0.0 => then,
            Some(_) => other,
            None if then == other => then,
            None => self.operation(Operation::Select, [condition, then, other]),
        }
    }

    fn operation(&mut self, operation: Operation, operands: [Id; 3]) -> Id {
        let mut values = [0.0; 3];
        for (value, id) in values.iter_mut().zip(&operands[..operation.arity()]) {
            match self.constant(*id) {
                Some(constant) => *value = constant,
                None => return self.intern(Node::Operation(operation, operands)),
            }
        }
        let [a, b, c] = values;
        self.number(operation.apply(a, b, c))
    }

    fn intern(&mut self, node: Node) -> Id {
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        let id = self.nodes.len();
        let lane = match node {
            Node::Constant(_) | Node::Context(_) => false,
            Node::Feature(_) => true,
            Node::Operation(operation, operands) => {
                operands[..operation.arity()].iter().any(|operand| self.lanes[*operand])
            }
        };
        self.bounds.push(self.bound(node));
        self.nodes.push(node);
        self.lanes.push(lane);
        self.known.insert(node, id);
        id
    }

    fn bound(&self, node: Node) -> f64 {
        let bound = match node {
            Node::Constant(bits) => f64::from_bits(bits).abs(),
            Node::Context(_) | Node::Feature(_) => FURTHEST,
            Node::Operation(operation, operands) => {
                let [a, b, c] = operands.map(|operand| self.bounds[operand]);
                match operation {
                    Operation::Negate | Operation::Abs => a,
                    Operation::Floor | Operation::Ceil => a + 1.0,
                    Operation::Add | Operation::Subtract => a + b,
                    Operation::Multiply => a * b,
                    Operation::Min | Operation::Max => a.max(b),
                    Operation::Select => b.max(c),
                    Operation::Not
                    | Operation::And
                    | Operation::Or
                    | Operation::Less
                    | Operation::LessEqual
                    | Operation::Equal
                    | Operation::NotEqual => 1.0,
                    Operation::Sqrt
                    | Operation::Exp
                    | Operation::Ln
                    | Operation::Divide
                    | Operation::AddProduct
                    | Operation::SubtractProduct => f64::INFINITY,
                }
            }
        };
        if bound.is_nan() { f64::INFINITY } else { bound }
    }
}
