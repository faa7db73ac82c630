//! Reading an expression (XPath 1.0, sections 2 and 3).

use super::compile;
use super::lex::Cursor;
use super::lex::Token;
use super::syntax::{
    Axis, Comparison, Expr, Expression, Filter, Function, Language, NameIdx, NodeTest, Operator, Step, ValueType,
};
use crate::select::SelectorError;

/// How deep brackets may nest. Reading and evaluating recurse only over this depth.
const MAX_DEPTH: usize = 64;

pub(super) fn parse(text: &str) -> Result<Expression, SelectorError> {
    let mut parser = Parser { cursor: Cursor::new(text)?, depth: 0, names: Vec::new(), n_slots: 0 };
    let root = parser.expression()?;
    if parser.cursor.peek().is_some() {
        return Err(parser.cursor.unexpected("an operator or the end"));
    }
    Ok(Expression { root, names: parser.names, n_slots: parser.n_slots })
}

struct Parser {
    cursor: Cursor,
    depth: usize,
    names: Vec<Box<str>>,
    n_slots: usize,
}

impl Parser {
    fn expression(&mut self) -> Result<Expr, SelectorError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.cursor.error(format!("expressions nested deeper than {MAX_DEPTH} levels are refused")));
        }
        let mut operands = vec![self.and()?];
        while self.cursor.eat_word("or") {
            operands.push(self.and()?);
        }
        self.depth -= 1;
        Ok(one_or(operands, Expr::Or))
    }

    fn and(&mut self) -> Result<Expr, SelectorError> {
        let mut operands = vec![self.comparison(EQUALITY, |parser| parser.comparison(RELATIONAL, Self::additive))?];
        while self.cursor.eat_word("and") {
            operands.push(self.comparison(EQUALITY, |parser| parser.comparison(RELATIONAL, Self::additive))?);
        }
        Ok(one_or(operands, Expr::And))
    }

    /// A chain of comparisons of one rank; `a = b = c` is `(a = b) = c`.
    fn comparison(
        &mut self,
        rank: &[(&str, Comparison)],
        operand: impl Fn(&mut Self) -> Result<Expr, SelectorError>,
    ) -> Result<Expr, SelectorError> {
        let mut left = operand(self)?;
        for _ in 0..MAX_DEPTH {
            let Some(&(_, comparison)) = rank.iter().find(|(sign, _)| self.cursor.eat(sign)) else { return Ok(left) };
            left = Expr::Compare(comparison, Box::new(left), Box::new(operand(self)?));
        }
        Err(self.cursor.error(format!("more than {MAX_DEPTH} comparisons in a row are refused")))
    }

    fn additive(&mut self) -> Result<Expr, SelectorError> {
        let first = self.multiplicative()?;
        let mut rest = Vec::new();
        loop {
            let operator = match () {
                () if self.cursor.eat("+") => Operator::Add,
                () if self.cursor.eat("-") => Operator::Subtract,
                () => return Ok(arithmetic(first, rest)),
            };
            rest.push((operator, self.multiplicative()?));
        }
    }

    fn multiplicative(&mut self) -> Result<Expr, SelectorError> {
        let first = self.unary()?;
        let mut rest = Vec::new();
        loop {
            let operator = match () {
                () if self.cursor.eat("*") => Operator::Multiply,
                () if self.cursor.eat_word("div") => Operator::Divide,
                () if self.cursor.eat_word("mod") => Operator::Modulo,
                () => return Ok(arithmetic(first, rest)),
            };
            rest.push((operator, self.unary()?));
        }
    }

    fn unary(&mut self) -> Result<Expr, SelectorError> {
        let mut n_signs = 0;
        while self.cursor.eat("-") {
            n_signs += 1;
        }
        let operand = self.union()?;
        // Two signs cancel out but still make a number of the operand.
        Ok(match n_signs {
            0 => operand,
            n if n % 2 == 1 => Expr::Negate(Box::new(operand)),
            _ => Expr::Negate(Box::new(Expr::Negate(Box::new(operand)))),
        })
    }

    fn union(&mut self) -> Result<Expr, SelectorError> {
        let start = self.cursor.position();
        let mut operands = vec![self.path()?];
        while self.cursor.eat("|") {
            operands.push(self.path()?);
        }
        if operands.len() > 1 && operands.iter().any(|operand| compile::value_type(operand) != ValueType::Nodes) {
            return Err(SelectorError::new(start, "only node-sets can be united with `|`"));
        }
        Ok(one_or(operands, Expr::Union))
    }

    fn path(&mut self) -> Result<Expr, SelectorError> {
        if self.cursor.peek_is("/") || self.cursor.peek_is("//") {
            let mut steps = Vec::new();
            if self.cursor.eat("//") {
                steps.push(any_descendant_or_self());
            } else {
                self.cursor.eat("/");
                if !self.at_step() {
                    return Ok(self.finish_path(true, steps));
                }
            }
            self.steps(&mut steps)?;
            return Ok(self.finish_path(true, steps));
        }
        if self.at_step() {
            let mut steps = Vec::new();
            self.steps(&mut steps)?;
            return Ok(self.finish_path(false, steps));
        }
        let start = self.cursor.position();
        let primary = self.primary()?;
        let predicates = self.predicates()?;
        let mut steps = Vec::new();
        if self.cursor.peek_is("/") || self.cursor.peek_is("//") {
            if self.cursor.eat("//") {
                steps.push(any_descendant_or_self());
            } else {
                self.cursor.eat("/");
            }
            self.steps(&mut steps)?;
        }
        if predicates.is_empty() && steps.is_empty() {
            return Ok(primary);
        }
        if compile::value_type(&primary) != ValueType::Nodes {
            return Err(SelectorError::new(start, "only a node-set can have predicates and steps"));
        }
        let predicates = predicates.into_iter().map(compile::predicate).collect();
        Ok(Expr::Filter(Box::new(Filter { primary, predicates, steps: compile::simplify(steps) })))
    }

    fn finish_path(&mut self, is_absolute: bool, steps: Vec<Step>) -> Expr {
        self.n_slots += 1;
        compile::path(is_absolute, steps, self.n_slots - 1)
    }

    fn steps(&mut self, steps: &mut Vec<Step>) -> Result<(), SelectorError> {
        loop {
            steps.push(self.step()?);
            if self.cursor.eat("//") {
                steps.push(any_descendant_or_self());
            } else if !self.cursor.eat("/") {
                return Ok(());
            }
        }
    }

    /// Whether a step starts here, and not a function call, literal, number or bracket.
    fn at_step(&self) -> bool {
        match self.cursor.peek() {
            Some(Token::Sign("." | ".." | "@") | Token::Star | Token::PrefixStar(_)) => true,
            Some(Token::Name(name)) => !self.cursor.second_is("(") || is_node_type(name),
            _ => false,
        }
    }

    fn step(&mut self) -> Result<Step, SelectorError> {
        for (sign, axis) in [("..", Axis::Parent), (".", Axis::SelfNode)] {
            if self.cursor.eat(sign) {
                return Ok(Step { axis, test: NodeTest::AnyNode, predicates: Vec::new() });
            }
        }
        let axis = self.axis()?;
        let test = self.node_test(axis)?;
        let predicates = self.predicates()?.into_iter().map(compile::predicate).collect();
        Ok(Step { axis, test, predicates })
    }

    fn axis(&mut self) -> Result<Axis, SelectorError> {
        if self.cursor.eat("@") {
            return Ok(Axis::Attribute);
        }
        let Some(Token::Name(name)) = self.cursor.peek().filter(|_| self.cursor.second_is("::")) else {
            return Ok(Axis::Child);
        };
        let axis = match name.as_str() {
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "attribute" => Axis::Attribute,
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "following" => Axis::Following,
            "following-sibling" => Axis::FollowingSibling,
            "parent" => Axis::Parent,
            "preceding" => Axis::Preceding,
            "preceding-sibling" => Axis::PrecedingSibling,
            "self" => Axis::SelfNode,
            "namespace" => return Err(self.cursor.error("the namespace axis is not supported")),
            _ => return Err(self.cursor.error(format!("unknown axis `{name}`"))),
        };
        self.cursor.skip(2);
        Ok(axis)
    }

    fn node_test(&mut self, axis: Axis) -> Result<NodeTest, SelectorError> {
        let calls = self.cursor.second_is("(");
        let test = match self.cursor.peek().cloned() {
            Some(Token::Star) => NodeTest::AnyName,
            Some(Token::PrefixStar(prefix)) => match language(&prefix).filter(|_| axis != Axis::Attribute) {
                Some(language) => NodeTest::Language(language, None),
                None => NodeTest::Prefix(format!("{prefix}:").into()),
            },
            Some(Token::Name(name)) if calls && is_node_type(&name) => return self.node_type(&name),
            Some(Token::Name(name)) if !calls => self.name_test(&name, axis),
            _ => return Err(self.cursor.unexpected("a name, `*` or a node test")),
        };
        self.cursor.skip(1);
        Ok(test)
    }

    fn node_type(&mut self, name: &str) -> Result<NodeTest, SelectorError> {
        self.cursor.skip(2);
        if name == "processing-instruction" && matches!(self.cursor.peek(), Some(Token::Literal(_))) {
            self.cursor.skip(1);
        }
        self.cursor.expect(")")?;
        Ok(match name {
            "node" => NodeTest::AnyNode,
            "text" => NodeTest::Text,
            "comment" => NodeTest::Comment,
            _ => NodeTest::Nothing,
        })
    }

    fn name_test(&mut self, name: &str, axis: Axis) -> NodeTest {
        if let Some((prefix, local)) = name.split_once(':').filter(|_| axis != Axis::Attribute)
            && let Some(language) = language(prefix)
        {
            let local = if language == Language::Html { local.to_ascii_lowercase() } else { local.to_owned() };
            return NodeTest::Language(language, Some(self.name(&local)));
        }
        NodeTest::Name { written: self.name(name), lower: self.name(&name.to_ascii_lowercase()) }
    }

    fn predicates(&mut self) -> Result<Vec<Expr>, SelectorError> {
        let mut predicates = Vec::new();
        while self.cursor.eat("[") {
            predicates.push(self.expression()?);
            self.cursor.expect("]")?;
        }
        Ok(predicates)
    }

    fn primary(&mut self) -> Result<Expr, SelectorError> {
        let start = self.cursor.position();
        match self.cursor.peek().cloned() {
            Some(Token::Sign("(")) => {
                self.cursor.skip(1);
                let inner = self.expression()?;
                self.cursor.expect(")")?;
                Ok(inner)
            }
            Some(Token::Literal(text)) => {
                self.cursor.skip(1);
                Ok(Expr::Literal(text.into()))
            }
            Some(Token::Number(number)) => {
                self.cursor.skip(1);
                Ok(Expr::Number(number))
            }
            Some(Token::Name(name)) => {
                self.cursor.skip(2);
                let mut arguments = Vec::new();
                if !self.cursor.peek_is(")") {
                    arguments.push(self.expression()?);
                    while self.cursor.eat(",") {
                        arguments.push(self.expression()?);
                    }
                }
                self.cursor.expect(")")?;
                let function =
                    compile::function(&name, &arguments).map_err(|message| SelectorError::new(start, message))?;
                Ok(self.call(function, arguments))
            }
            _ => Err(self.cursor.unexpected("an expression")),
        }
    }

    /// Adds the context node as argument to functions that take it by default.
    fn call(&mut self, function: Function, mut arguments: Vec<Expr>) -> Expr {
        use Function as F;
        let defaults_to_context = matches!(
            function,
            F::LocalName | F::Name | F::NamespaceUri | F::NormalizeSpace | F::Number | F::String | F::StringLength
        );
        if arguments.is_empty() && defaults_to_context {
            let context = Step { axis: Axis::SelfNode, test: NodeTest::AnyNode, predicates: Vec::new() };
            arguments.push(self.finish_path(false, vec![context]));
        }
        compile::call(function, arguments)
    }

    fn name(&mut self, name: &str) -> NameIdx {
        self.names.iter().position(|known| **known == *name).unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        })
    }
}

const EQUALITY: &[(&str, Comparison)] = &[("=", Comparison::Equal), ("!=", Comparison::NotEqual)];

const RELATIONAL: &[(&str, Comparison)] = &[
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

fn one_or(mut operands: Vec<Expr>, many: impl Fn(Vec<Expr>) -> Expr) -> Expr {
    if operands.len() == 1 { operands.remove(0) } else { many(operands) }
}

fn arithmetic(first: Expr, rest: Vec<(Operator, Expr)>) -> Expr {
    if rest.is_empty() { first } else { Expr::Arithmetic(Box::new(first), rest) }
}

/// What `//` stands for between two steps.
fn any_descendant_or_self() -> Step {
    Step { axis: Axis::DescendantOrSelf, test: NodeTest::AnyNode, predicates: Vec::new() }
}

fn is_node_type(name: &str) -> bool {
    matches!(name, "comment" | "text" | "processing-instruction" | "node")
}

fn language(prefix: &str) -> Option<Language> {
    match prefix {
        "html" | "xhtml" => Some(Language::Html),
        "svg" => Some(Language::Svg),
        "math" | "mathml" => Some(Language::MathMl),
        _ => None,
    }
}
