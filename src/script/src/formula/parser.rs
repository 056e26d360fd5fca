//! Builds the syntax tree of a formula by recursive descent.
//!
//! Each level of the grammar in [the language's page](super) is one method. Only parentheses,
//! calls and prefix operators recurse without bound, so counting those bounds the stack.

use crate::formula::ast::{Ast, Binary, Function, Id, Kind, Unary};
use crate::formula::error::FormulaError;
use crate::formula::lexer::{self, Piece, Token};
use sim_engine::text::suggestion;

/// Longest text of a formula, in bytes.
pub const MAX_BYTES: usize = 10_000;
/// Deepest nesting of parentheses, calls, `-` and `not`.
pub const MAX_DEPTH: usize = 64;

pub fn parse(text: &str) -> Result<Ast, FormulaError> {
    if text.len() > MAX_BYTES {
        return Err(FormulaError::new(
            0,
            format!("the formula has {} bytes, more than {MAX_BYTES}", text.len()),
            "move parts of it to [let]",
        ));
    }
    let mut parser = Parser { text, pieces: lexer::tokens(text)?, next: 0, depth: 0, ast: Ast::empty() };
    if parser.token() == Token::End {
        return Err(FormulaError::new(0, "the formula is empty", "write a number, a name or an expression"));
    }
    parser.or()?;
    if parser.token() == Token::End { Ok(parser.ast) } else { Err(parser.leftover()) }
}

struct Parser<'t> {
    text: &'t str,
    /// Ends with `End`, which is never passed.
    pieces: Vec<Piece<'t>>,
    next: usize,
    depth: usize,
    ast: Ast,
}

type Parsed = Result<Id, FormulaError>;

impl<'t> Parser<'t> {
    fn piece(&self) -> Piece<'t> {
        self.pieces[self.next]
    }

    fn token(&self) -> Token<'t> {
        self.piece().token
    }

    fn advance(&mut self) {
        if self.next + 1 < self.pieces.len() {
            self.next += 1;
        }
    }

    /// Consumes the token if it is the expected one.
    fn accept(&mut self, token: Token<'_>) -> bool {
        let found = self.token() == token;
        if found {
            self.advance();
        }
        found
    }

    /// The next token as written in the text, for messages.
    fn describe_token(&self) -> String {
        let piece = self.piece();
        match piece.token {
            Token::End => "the end".to_owned(),
            _ => format!("`{}`", &self.text[piece.start..piece.end]),
        }
    }

    /// Runs a rule one level deeper.
    fn nested(&mut self, rule: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.depth == MAX_DEPTH {
            return Err(FormulaError::new(
                self.piece().start,
                format!("nested more than {MAX_DEPTH} deep"),
                "move parts of the formula to [let]",
            ));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    fn binary(&mut self, operator: Binary, left: Id, right: Id) -> Id {
        let offset = self.ast.offset(left);
        self.ast.push(Kind::Binary(operator, left, right), offset)
    }

    fn or(&mut self) -> Parsed {
        let mut left = self.and()?;
        while self.accept(Token::Or) {
            let right = self.and()?;
            left = self.binary(Binary::Or, left, right);
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed {
        let mut left = self.not()?;
        while self.accept(Token::And) {
            let right = self.not()?;
            left = self.binary(Binary::And, left, right);
        }
        Ok(left)
    }

    fn not(&mut self) -> Parsed {
        let offset = self.piece().start;
        if self.accept(Token::Not) {
            let operand = self.nested(Self::not)?;
            return Ok(self.ast.push(Kind::Unary(Unary::Not, operand), offset));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed {
        let left = self.sum()?;
        let Some(operator) = comparison(self.token()) else {
            return Ok(left);
        };
        self.advance();
        let right = self.sum()?;
        if comparison(self.token()).is_some() {
            return Err(FormulaError::new(
                self.piece().start,
                "comparisons do not chain",
                "write a < b and b < c; to compare a truth value, put it in parentheses",
            ));
        }
        Ok(self.binary(operator, left, right))
    }

    fn sum(&mut self) -> Parsed {
        let mut left = self.product()?;
        loop {
            let operator = match self.token() {
                Token::Plus => Binary::Add,
                Token::Minus => Binary::Subtract,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.product()?;
            left = self.binary(operator, left, right);
        }
    }

    fn product(&mut self) -> Parsed {
        let mut left = self.unary()?;
        loop {
            let operator = match self.token() {
                Token::Star => Binary::Multiply,
                Token::Slash => Binary::Divide,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.unary()?;
            left = self.binary(operator, left, right);
        }
    }

    fn unary(&mut self) -> Parsed {
        let offset = self.piece().start;
        if self.accept(Token::Minus) {
            let operand = self.nested(Self::unary)?;
            return Ok(self.ast.push(Kind::Unary(Unary::Minus, operand), offset));
        }
        self.primary()
    }

    fn primary(&mut self) -> Parsed {
        let piece = self.piece();
        match piece.token {
            Token::Number(value) => {
                self.advance();
                Ok(self.ast.push(Kind::Number(value), piece.start))
            }
            Token::Name(name) => {
                self.advance();
                if self.token() == Token::Open {
                    self.call(name, piece.start)
                } else if let Some(function) = Function::named(name) {
                    Err(FormulaError::new(
                        piece.start,
                        format!("`{name}` is a function"),
                        format!("write {}", function.usage()),
                    ))
                } else {
                    Ok(self.ast.push(Kind::Name(name.to_owned()), piece.start))
                }
            }
            Token::Open => {
                self.advance();
                let inner = self.nested(Self::or)?;
                self.close(piece.start)?;
                Ok(inner)
            }
            Token::Not => {
                Err(FormulaError::new(piece.start, "`not` needs parentheses here", "write (not x)"))
            }
            _ => Err(FormulaError::new(
                piece.start,
                format!("expected a value, found {}", self.describe_token()),
                "a value is a number, a name, a call or something in parentheses",
            )),
        }
    }

    /// The rest of a call, from the opening parenthesis on.
    fn call(&mut self, name: &str, start: usize) -> Parsed {
        let Some(function) = Function::named(name) else {
            return Err(FormulaError::new(
                start,
                format!("unknown function `{name}`"),
                suggestion(name, Function::WORDS),
            ));
        };
        let open = self.piece().start;
        self.advance();
        let mut arguments = Vec::new();
        if !self.accept(Token::Close) {
            loop {
                arguments.push(self.nested(Self::or)?);
                if !self.accept(Token::Comma) {
                    break;
                }
            }
            self.close(open)?;
        }
        if function.accepts(arguments.len()) {
            return Ok(self.ast.push(Kind::Call(function, arguments), start));
        }
        let needs = match function {
            Function::Min | Function::Max => "at least 2 values",
            Function::If | Function::Clamp => "3 values",
            _ => "1 value",
        };
        Err(FormulaError::new(
            start,
            format!("`{name}` takes {needs}, found {}", arguments.len()),
            format!("write {}", function.usage()),
        ))
    }

    /// Consumes the parenthesis that closes the one at `open`.
    fn close(&mut self, open: usize) -> Result<(), FormulaError> {
        if self.accept(Token::Close) {
            return Ok(());
        }
        if self.token() == Token::End {
            return Err(FormulaError::new(open, "the parenthesis is not closed", "add a `)`"));
        }
        Err(self.leftover())
    }

    /// The error for a token that cannot follow a complete value.
    fn leftover(&self) -> FormulaError {
        let help = match self.token() {
            Token::Close => "remove it, or open it before",
            Token::Comma => "commas only separate the values of a call",
            Token::Not => "join two conditions with `and` or `or`",
            _ => "join two values with + - * / or a comparison",
        };
        FormulaError::new(
            self.piece().start,
            format!("expected an operator, found {}", self.describe_token()),
            help,
        )
    }
}

fn comparison(token: Token<'_>) -> Option<Binary> {
    Some(match token {
        Token::Less => Binary::Less,
        Token::LessEqual => Binary::LessEqual,
        Token::Greater => Binary::Greater,
        Token::GreaterEqual => Binary::GreaterEqual,
        Token::Equal => Binary::Equal,
        Token::NotEqual => Binary::NotEqual,
        _ => return None,
    })
}
