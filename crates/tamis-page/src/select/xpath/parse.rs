//! Reading an expression (XPath 1.0, sections 2 and 3).

use super::compile::{self, Kind};
use super::lex::{Token, tokens};
use super::syntax::{
    Axis, Comparison, Expr, Expression, Filter, Function, Language, NameIdx, NodeTest, Operator, Step,
};
use crate::select::SelectorError;

/// How deep brackets may nest. Reading and evaluating recurse only over this depth.
const MAX_DEPTH: usize = 64;

pub(super) fn parse(text: &str) -> Result<Expression, SelectorError> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, end: text.len(), depth: 0, names: Vec::new(), n_slots: 0 };
    let root = parser.expression()?;
    if parser.peek().is_some() {
        return Err(parser.unexpected("an operator or the end"));
    }
    Ok(Expression { root, names: parser.names, n_slots: parser.n_slots })
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    at: usize,
    end: usize,
    depth: usize,
    names: Vec<Box<str>>,
    n_slots: usize,
}

impl Parser {
    fn expression(&mut self) -> Result<Expr, SelectorError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(format!("expressions nested deeper than {MAX_DEPTH} levels are refused")));
        }
        let mut operands = vec![self.and()?];
        while self.eat_word("or") {
            operands.push(self.and()?);
        }
        self.depth -= 1;
        Ok(one_or(operands, Expr::Or))
    }

    fn and(&mut self) -> Result<Expr, SelectorError> {
        let mut operands = vec![self.comparison(EQUALITY, |parser| parser.comparison(RELATIONAL, Self::additive))?];
        while self.eat_word("and") {
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
            let Some(&(_, comparison)) = rank.iter().find(|(sign, _)| self.eat(sign)) else { return Ok(left) };
            left = Expr::Compare(comparison, Box::new(left), Box::new(operand(self)?));
        }
        Err(self.error(format!("more than {MAX_DEPTH} comparisons in a row are refused")))
    }

    fn additive(&mut self) -> Result<Expr, SelectorError> {
        let first = self.multiplicative()?;
        let mut rest = Vec::new();
        loop {
            let operator = match () {
                () if self.eat("+") => Operator::Add,
                () if self.eat("-") => Operator::Subtract,
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
                () if self.eat("*") => Operator::Multiply,
                () if self.eat_word("div") => Operator::Divide,
                () if self.eat_word("mod") => Operator::Modulo,
                () => return Ok(arithmetic(first, rest)),
            };
            rest.push((operator, self.unary()?));
        }
    }

    fn unary(&mut self) -> Result<Expr, SelectorError> {
        let mut n_signs = 0;
        while self.eat("-") {
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
        let start = self.position();
        let mut operands = vec![self.path()?];
        while self.eat("|") {
            operands.push(self.path()?);
        }
        if operands.len() > 1 && operands.iter().any(|operand| compile::kind(operand) != Kind::Nodes) {
            return Err(SelectorError::new(start, "only node-sets can be united with `|`"));
        }
        Ok(one_or(operands, Expr::Union))
    }

    fn path(&mut self) -> Result<Expr, SelectorError> {
        if self.peek_is("/") || self.peek_is("//") {
            let mut steps = Vec::new();
            if self.eat("//") {
                steps.push(any_descendant_or_self());
            } else {
                self.eat("/");
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
        let start = self.position();
        let primary = self.primary()?;
        let predicates = self.predicates()?;
        let mut steps = Vec::new();
        if self.peek_is("/") || self.peek_is("//") {
            if self.eat("//") {
                steps.push(any_descendant_or_self());
            } else {
                self.eat("/");
            }
            self.steps(&mut steps)?;
        }
        if predicates.is_empty() && steps.is_empty() {
            return Ok(primary);
        }
        if compile::kind(&primary) != Kind::Nodes {
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
            if self.eat("//") {
                steps.push(any_descendant_or_self());
            } else if !self.eat("/") {
                return Ok(());
            }
        }
    }

    /// Whether a step starts here, and not a function call, literal, number or bracket.
    fn at_step(&self) -> bool {
        match self.peek() {
            Some(Token::Sign("." | ".." | "@") | Token::Star | Token::PrefixStar(_)) => true,
            Some(Token::Name(name)) => !self.second_is("(") || is_node_type(name),
            _ => false,
        }
    }

    fn step(&mut self) -> Result<Step, SelectorError> {
        for (sign, axis) in [("..", Axis::Parent), (".", Axis::SelfNode)] {
            if self.eat(sign) {
                return Ok(Step { axis, test: NodeTest::AnyNode, predicates: Vec::new() });
            }
        }
        let axis = self.axis()?;
        let test = self.node_test(axis)?;
        let predicates = self.predicates()?.into_iter().map(compile::predicate).collect();
        Ok(Step { axis, test, predicates })
    }

    fn axis(&mut self) -> Result<Axis, SelectorError> {
        if self.eat("@") {
            return Ok(Axis::Attribute);
        }
        let Some(Token::Name(name)) = self.peek().filter(|_| self.second_is("::")) else { return Ok(Axis::Child) };
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
            "namespace" => return Err(self.error("the namespace axis is not supported")),
            _ => return Err(self.error(format!("unknown axis `{name}`"))),
        };
        self.at += 2;
        Ok(axis)
    }

    fn node_test(&mut self, axis: Axis) -> Result<NodeTest, SelectorError> {
        let calls = self.second_is("(");
        let test = match self.peek().cloned() {
            Some(Token::Star) => NodeTest::AnyName,
            Some(Token::PrefixStar(prefix)) => match language(&prefix).filter(|_| axis != Axis::Attribute) {
                Some(language) => NodeTest::Language(language, None),
                None => NodeTest::Prefix(format!("{prefix}:").into()),
            },
            Some(Token::Name(name)) if calls && is_node_type(&name) => return self.node_type(&name),
            Some(Token::Name(name)) if !calls => self.name_test(&name, axis),
            _ => return Err(self.unexpected("a name, `*` or a node test")),
        };
        self.at += 1;
        Ok(test)
    }

    fn node_type(&mut self, name: &str) -> Result<NodeTest, SelectorError> {
        self.at += 2;
        if name == "processing-instruction" && matches!(self.peek(), Some(Token::Literal(_))) {
            self.at += 1;
        }
        self.expect(")")?;
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
        while self.eat("[") {
            predicates.push(self.expression()?);
            self.expect("]")?;
        }
        Ok(predicates)
    }

    fn primary(&mut self) -> Result<Expr, SelectorError> {
        let start = self.position();
        match self.peek().cloned() {
            Some(Token::Sign("(")) => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            Some(Token::Literal(text)) => {
                self.at += 1;
                Ok(Expr::Literal(text.into()))
            }
            Some(Token::Number(number)) => {
                self.at += 1;
                Ok(Expr::Number(number))
            }
            Some(Token::Name(name)) => {
                self.at += 2;
                let mut arguments = Vec::new();
                if !self.peek_is(")") {
                    arguments.push(self.expression()?);
                    while self.eat(",") {
                        arguments.push(self.expression()?);
                    }
                }
                self.expect(")")?;
                let function =
                    compile::function(&name, &arguments).map_err(|message| SelectorError::new(start, message))?;
                Ok(self.call(function, arguments))
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    /// A function that speaks of the context node when it has no argument gets it as one.
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

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn peek_is(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    fn second_is(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at + 1), Some((_, Token::Sign(found))) if *found == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek_is(sign);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(found)) if *found == word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), SelectorError> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn position(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(position, _)| *position)
    }

    fn error(&self, message: impl Into<String>) -> SelectorError {
        SelectorError::new(self.position(), message)
    }

    fn unexpected(&self, wanted: &str) -> SelectorError {
        let found = match self.peek() {
            None => "the end of the expression".to_owned(),
            Some(Token::Sign(text) | Token::Word(text)) => format!("`{text}`"),
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Star) => "`*`".to_owned(),
            Some(Token::PrefixStar(prefix)) => format!("`{prefix}:*`"),
            Some(Token::Literal(_)) => "a string".to_owned(),
            Some(Token::Number(number)) => format!("`{number}`"),
        };
        self.error(format!("expected {wanted}, found {found}"))
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
