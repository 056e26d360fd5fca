//! The syntax tree of a formula, kept as a flat list of nodes.
//!
//! Children precede their parents, left before right, and the root is last, so every pass over a tree is a loop:
//! a long sum, which is a deep tree, cannot exhaust the stack.

/// Index of a node in its tree.
pub type Id = usize;

/// A parsed formula.
///
/// Two trees are equal when they mean the same text up to spaces and redundant parentheses;
/// where their nodes stood in the text is not compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Ast {
    nodes: Vec<Node>,
}

/// A node and the byte offset of its first character in the formula's text.
#[derive(Debug, Clone)]
pub struct Node {
    pub kind: Kind,
    pub offset: usize,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Finite and not negative: a minus sign is an operator.
    Number(f64),
    Name(String),
    Unary(Unary, Id),
    Binary(Binary, Id, Id),
    Call(Function, Vec<Id>),
}

impl Kind {
    pub fn operands(&self) -> Vec<Id> {
        match self {
            Self::Number(_) | Self::Name(_) => Vec::new(),
            Self::Unary(_, operand) => vec![*operand],
            Self::Binary(_, left, right) => vec![*left, *right],
            Self::Call(_, arguments) => arguments.clone(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    Minus,
    Not,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Binary {
        Or = "or",
        And = "and",
        Less = "<",
        LessEqual = "<=",
        Greater = ">",
        GreaterEqual = ">=",
        Equal = "==",
        NotEqual = "!=",
        Add = "+",
        Subtract = "-",
        Multiply = "*",
        Divide = "/",
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Function {
        If = "if",
        Min = "min",
        Max = "max",
        Abs = "abs",
        Floor = "floor",
        Ceil = "ceil",
        Sqrt = "sqrt",
        Clamp = "clamp",
        Exp = "exp",
        Ln = "ln",
    }
}

impl Function {
    /// How a call is written, for help lines.
    pub fn usage(self) -> &'static str {
        match self {
            Self::If => "if(condition, then, else)",
            Self::Min => "min(a, b, ...)",
            Self::Max => "max(a, b, ...)",
            Self::Abs => "abs(x)",
            Self::Floor => "floor(x)",
            Self::Ceil => "ceil(x)",
            Self::Sqrt => "sqrt(x)",
            Self::Clamp => "clamp(x, low, high)",
            Self::Exp => "exp(x)",
            Self::Ln => "ln(x)",
        }
    }

    pub fn accepts(self, arguments: usize) -> bool {
        match self {
            Self::Min | Self::Max => arguments >= 2,
            Self::If | Self::Clamp => arguments == 3,
            Self::Abs | Self::Floor | Self::Ceil | Self::Sqrt | Self::Exp | Self::Ln => arguments == 1,
        }
    }
}

/// Whether a word belongs to the language itself, and so cannot name a let, param or feature.
pub fn is_reserved(word: &str) -> bool {
    matches!(word, "and" | "or" | "not") || Function::named(word).is_some()
}

/// Whether a word is `snake_case`, as names of lets, params and features must be.
pub fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

impl Ast {
    /// A tree without nodes, to be filled children first.
    pub(super) fn empty() -> Self {
        Self { nodes: Vec::new() }
    }

    /// Appends a node whose children are in the tree already.
    pub(super) fn push(&mut self, kind: Kind, offset: usize) -> Id {
        self.nodes.push(Node { kind, offset });
        self.nodes.len() - 1
    }

    /// All nodes, children before parents; the last is the root.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub fn offset(&self, id: Id) -> usize {
        self.nodes[id].offset
    }

    /// The names with their offsets, in the order of the text; a repeated name is listed each time.
    pub fn names(&self) -> impl Iterator<Item = (&str, usize)> {
        self.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Name(name) => Some((name.as_str(), node.offset)),
            _ => None,
        })
    }
}
