//! Reading a selector (Selectors level 4, sections 3 and 18).
//!
//! Stricter than a browser in two places, because a scraper's author wants to hear of a slip: an invalid argument of
//! `:is()` and `:where()` is an error and is not dropped, and an open bracket is not closed by the end of the text.

use super::scan::Scanner;
use super::syntax::{
    Among, AttributeOperator, AttributeTest, Combinator, Complex, Compound, CountFrom, Has, Link, NameIdx, NamePair,
    Nested, Nth, Relative, Selector, Slot, StaticState, Test, ValueCase,
};
use crate::select::SelectorError;

/// How deep `:is()`, `:not()`, `:has()` and `:nth-child(… of …)` may nest; people stop at three. Matching recurses
/// only over this depth.
const MAX_NESTING: usize = 32;

/// How many combinators and pseudo-classes of one selector may ask for remembered answers, which cost two bits a node
/// each in the worst case.
const MAX_SLOTS: usize = 1024;

pub(super) fn parse(text: &str) -> Result<Selector, SelectorError> {
    let mut parser =
        Parser { scanner: Scanner::new(text), names: Vec::new(), n_slots: 0, nesting: 0, inside_has: false };
    let alternatives = parser.alternatives()?;
    if parser.scanner.peek().is_some() {
        return Err(parser.scanner.unexpected("a combinator or `,`"));
    }
    Ok(Selector { alternatives, names: parser.names, n_slots: parser.n_slots })
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    names: Vec<Box<str>>,
    n_slots: usize,
    nesting: usize,
    inside_has: bool,
}

impl Parser<'_> {
    /// `a, b c, d`, up to a `)` or the end.
    fn alternatives(&mut self) -> Result<Vec<Complex>, SelectorError> {
        let mut alternatives = Vec::new();
        loop {
            self.scanner.skip_space()?;
            alternatives.push(self.complex()?);
            if !self.scanner.eat(',') {
                return Ok(alternatives);
            }
        }
    }

    fn complex(&mut self) -> Result<Complex, SelectorError> {
        let mut complex = Complex { compounds: vec![self.compound()?], links: Vec::new() };
        loop {
            let saw_space = self.scanner.skip_space()?;
            let combinator = match self.scanner.peek() {
                None | Some(',' | ')') => return Ok(complex),
                Some('>' | '+' | '~') => self.written_combinator()?,
                Some(_) if saw_space => Combinator::Descendant,
                Some(_) => return Err(self.scanner.unexpected("a combinator or `,`")),
            };
            let slot = match combinator {
                Combinator::Descendant | Combinator::SubsequentSibling => self.slot()?,
                Combinator::Child | Combinator::NextSibling => 0,
            };
            complex.links.push(Link { combinator, slot });
            complex.compounds.push(self.compound()?);
        }
    }

    fn written_combinator(&mut self) -> Result<Combinator, SelectorError> {
        let combinator = match self.scanner.peek() {
            Some('>') => Combinator::Child,
            Some('+') => Combinator::NextSibling,
            Some('~') => Combinator::SubsequentSibling,
            _ => return Ok(Combinator::Descendant),
        };
        self.scanner.advance();
        self.scanner.skip_space()?;
        Ok(combinator)
    }

    fn compound(&mut self) -> Result<Compound, SelectorError> {
        let start = self.scanner.position();
        let mut compound = Compound::default();
        self.type_selector(&mut compound)?;
        let has_type = self.scanner.position() > start;
        loop {
            self.scanner.skip_comments()?;
            match self.scanner.peek() {
                Some('#') => {
                    self.scanner.advance();
                    compound.tests.push(Test::Id(self.scanner.identifier()?.into()));
                }
                Some('.') => {
                    self.scanner.advance();
                    compound.tests.push(Test::Class(self.scanner.identifier()?.into()));
                }
                Some('[') => compound.tests.push(self.attribute()?),
                Some(':') => self.pseudo_class(&mut compound)?,
                _ => break,
            }
        }
        if compound.tests.is_empty() && !has_type {
            return Err(self.scanner.unexpected("a selector"));
        }
        compound.tests.sort_by_key(Test::cost);
        Ok(compound)
    }

    /// `name`, `*`, `*|name`, `|name` or nothing.
    fn type_selector(&mut self, compound: &mut Compound) -> Result<(), SelectorError> {
        let start = self.scanner.position();
        if !self.scanner.at_identifier() && !matches!(self.scanner.peek(), Some('*' | '|')) {
            return Ok(());
        }
        let first = self.name_or_star()?;
        if self.scanner.peek() != Some('|') || matches!(self.scanner.peek_second(), Some('|' | '=')) {
            return self.push_type(compound, first);
        }
        self.scanner.advance();
        match first {
            Some(TypeName::Star) => {}
            None => compound.tests.push(Test::Never),
            Some(TypeName::Name(prefix)) => {
                let message = format!("namespace prefix `{prefix}` is not declared, `*|` stands for any namespace");
                return Err(SelectorError::new(start, message));
            }
        }
        let second = self.name_or_star()?;
        self.push_type(compound, second)
    }

    fn name_or_star(&mut self) -> Result<Option<TypeName>, SelectorError> {
        if self.scanner.eat('*') {
            Ok(Some(TypeName::Star))
        } else if self.scanner.at_identifier() {
            Ok(Some(TypeName::Name(self.scanner.identifier()?)))
        } else {
            Ok(None)
        }
    }

    fn push_type(&mut self, compound: &mut Compound, name: Option<TypeName>) -> Result<(), SelectorError> {
        match name {
            None => return Err(self.scanner.unexpected("a name or `*`")),
            Some(TypeName::Star) => {}
            Some(TypeName::Name(name)) => {
                let pair = self.name_pair(&name);
                compound.tests.push(Test::Type(pair));
            }
        }
        Ok(())
    }

    fn attribute(&mut self) -> Result<Test, SelectorError> {
        self.scanner.expect('[')?;
        self.scanner.skip_space()?;
        let prefix_start = self.scanner.position();
        let mut name = self.name_or_star()?;
        let mut any_namespace = false;
        if self.scanner.peek() == Some('|') && self.scanner.peek_second() != Some('=') {
            self.scanner.advance();
            match name {
                Some(TypeName::Star) => any_namespace = true,
                None => {}
                Some(TypeName::Name(prefix)) => {
                    let message = format!("namespace prefix `{prefix}` is not declared, `*|` stands for any namespace");
                    return Err(SelectorError::new(prefix_start, message));
                }
            }
            name = self.name_or_star()?;
        }
        let Some(TypeName::Name(name)) = name else { return Err(self.scanner.unexpected("an attribute name")) };
        let name = self.name_pair(&name);
        self.scanner.skip_space()?;
        let operator = self.attribute_operator()?;
        let mut test = AttributeTest { name, any_namespace, operator, value: "".into(), case: ValueCase::ByAttribute };
        if operator != AttributeOperator::Exists {
            self.scanner.skip_space()?;
            test.value = if self.scanner.at_string() {
                self.scanner.string()?.into()
            } else if self.scanner.at_identifier() {
                self.scanner.identifier()?.into()
            } else {
                return Err(self.scanner.unexpected("a value; anything but a plain name needs quotes"));
            };
            self.scanner.skip_space()?;
            if self.scanner.at_identifier() {
                let start = self.scanner.position();
                test.case = match self.scanner.identifier()?.as_str() {
                    "i" | "I" => ValueCase::Ignored,
                    "s" | "S" => ValueCase::Counts,
                    flag => return Err(SelectorError::new(start, format!("unknown attribute flag `{flag}`"))),
                };
                self.scanner.skip_space()?;
            }
        }
        self.scanner.expect(']')?;
        Ok(Test::Attribute(test))
    }

    fn attribute_operator(&mut self) -> Result<AttributeOperator, SelectorError> {
        let operator = match self.scanner.peek() {
            Some(']') => return Ok(AttributeOperator::Exists),
            Some('=') => {
                self.scanner.advance();
                return Ok(AttributeOperator::Equals);
            }
            Some('~') => AttributeOperator::Word,
            Some('|') => AttributeOperator::Dash,
            Some('^') => AttributeOperator::Prefix,
            Some('$') => AttributeOperator::Suffix,
            Some('*') => AttributeOperator::Substring,
            _ => return Err(self.scanner.unexpected("`]` or an operator such as `=` or `*=`")),
        };
        self.scanner.advance();
        self.scanner.expect('=')?;
        Ok(operator)
    }

    fn pseudo_class(&mut self, compound: &mut Compound) -> Result<(), SelectorError> {
        let start = self.scanner.position();
        self.scanner.expect(':')?;
        if self.scanner.peek() == Some(':') {
            let message = "pseudo-elements are no nodes of the page, select the element and read its text or attribute";
            return Err(SelectorError::new(start, message));
        }
        let mut name = self.scanner.identifier()?;
        name.make_ascii_lowercase();
        let is_function = self.scanner.peek() == Some('(');
        let nth = |from, among| Test::Nth(Nth { step: 0, offset: 1, from, among });
        let test = match (name.as_str(), is_function) {
            ("root", false) => Test::Root,
            ("scope", false) => Test::Scope,
            ("empty", false) => Test::Empty,
            ("first-child", false) => Test::FirstChild,
            ("last-child", false) => Test::LastChild,
            ("only-child", false) => {
                compound.tests.push(Test::FirstChild);
                Test::LastChild
            }
            ("first-of-type", false) => nth(CountFrom::Start, Among::SameType),
            ("last-of-type", false) => nth(CountFrom::End, Among::SameType),
            ("only-of-type", false) => {
                compound.tests.push(nth(CountFrom::Start, Among::SameType));
                nth(CountFrom::End, Among::SameType)
            }
            ("link" | "any-link", false) => Test::Static(StaticState::Link),
            ("checked", false) => Test::Static(StaticState::Checked),
            ("disabled", false) => Test::Static(StaticState::Disabled),
            ("enabled", false) => Test::Static(StaticState::Enabled),
            ("is" | "where" | "matches" | "-webkit-any", true) => Test::Is(self.nested(start)?),
            ("not", true) => Test::Not(self.nested(start)?),
            ("has", true) => self.has(start)?,
            ("nth-child", true) => self.nth(start, CountFrom::Start, Among::All)?,
            ("nth-last-child", true) => self.nth(start, CountFrom::End, Among::All)?,
            ("nth-of-type", true) => self.nth(start, CountFrom::Start, Among::SameType)?,
            ("nth-last-of-type", true) => self.nth(start, CountFrom::End, Among::SameType)?,
            _ => return Err(SelectorError::new(start, refused_pseudo_class(&name, is_function))),
        };
        compound.tests.push(test);
        Ok(())
    }

    /// `(` … `)` around what `read` reads, one level deeper.
    fn in_parentheses<T>(
        &mut self,
        start: usize,
        read: impl FnOnce(&mut Self) -> Result<T, SelectorError>,
    ) -> Result<T, SelectorError> {
        if self.nesting == MAX_NESTING {
            let message = format!("pseudo-classes nested deeper than {MAX_NESTING} levels are refused");
            return Err(SelectorError::new(start, message));
        }
        self.nesting += 1;
        self.scanner.expect('(')?;
        self.scanner.skip_space()?;
        let content = read(self)?;
        self.scanner.skip_space()?;
        self.scanner.expect(')')?;
        self.nesting -= 1;
        Ok(content)
    }

    fn nested(&mut self, start: usize) -> Result<Nested, SelectorError> {
        let alternatives = self.in_parentheses(start, Self::alternatives)?;
        self.remembered(alternatives)
    }

    fn remembered(&mut self, alternatives: Vec<Complex>) -> Result<Nested, SelectorError> {
        let slot = if alternatives.iter().all(is_cheap) { None } else { Some(self.slot()?) };
        Ok(Nested { alternatives, slot })
    }

    fn has(&mut self, start: usize) -> Result<Test, SelectorError> {
        if self.inside_has {
            return Err(SelectorError::new(start, "`:has()` inside `:has()` is not allowed"));
        }
        self.inside_has = true;
        let relatives = self.in_parentheses(start, |parser| {
            let mut relatives = Vec::new();
            loop {
                parser.scanner.skip_space()?;
                let lead = parser.written_combinator()?;
                relatives.push(Relative { lead, complex: parser.complex()? });
                if !parser.scanner.eat(',') {
                    return Ok(relatives);
                }
            }
        })?;
        self.inside_has = false;
        Ok(Test::Has(Has { relatives, slot: self.slot()? }))
    }

    fn nth(&mut self, start: usize, from: CountFrom, among: Among) -> Result<Test, SelectorError> {
        let is_child = matches!(among, Among::All);
        let (step, offset, among) = self.in_parentheses(start, |parser| {
            let (step, offset) = parser.step_and_offset()?;
            parser.scanner.skip_space()?;
            if !is_child || !parser.scanner.at_identifier() {
                return Ok((step, offset, among));
            }
            let of_start = parser.scanner.position();
            if !parser.scanner.identifier()?.eq_ignore_ascii_case("of") {
                return Err(SelectorError::new(of_start, "expected `of` or `)`"));
            }
            let alternatives = parser.alternatives()?;
            let nested = parser.remembered(alternatives)?;
            Ok((step, offset, Among::Matching(nested, parser.slot()?)))
        })?;
        Ok(Test::Nth(Nth { step, offset, from, among }))
    }

    /// `odd`, `even`, `5`, `2n`, `-n + 3` (CSS Syntax, section 6).
    fn step_and_offset(&mut self) -> Result<(i32, i32), SelectorError> {
        for (word, value) in [("odd", (2, 1)), ("even", (2, 0))] {
            let rest = self.scanner.rest();
            if rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) {
                self.scanner.identifier()?;
                return Ok(value);
            }
        }
        let negative = self.sign();
        let digits = self.scanner.digits();
        let number = to_number(digits);
        let signed = if negative == Some(true) { -number } else { number };
        if !matches!(self.scanner.peek(), Some('n' | 'N')) {
            return if digits.is_empty() {
                Err(self.scanner.unexpected("a position such as `3`, `odd` or `2n+1`"))
            } else {
                Ok((0, signed))
            };
        }
        self.scanner.advance();
        let step = match (digits.is_empty(), negative) {
            (true, Some(true)) => -1,
            (true, _) => 1,
            (false, _) => signed,
        };
        let after_n = self.scanner.position();
        self.scanner.skip_space()?;
        let Some(negative) = self.sign() else {
            // White space alone may be what separates `n` from `of`.
            if self.scanner.position() == after_n && self.scanner.at_identifier() {
                return Err(self.scanner.unexpected("`+`, `-` or `)`"));
            }
            return Ok((step, 0));
        };
        self.scanner.skip_space()?;
        let digits = self.scanner.digits();
        if digits.is_empty() {
            return Err(self.scanner.unexpected("a number"));
        }
        let offset = to_number(digits);
        Ok((step, if negative { -offset } else { offset }))
    }

    /// Whether the sign that comes next is a minus, `None` without a sign.
    fn sign(&mut self) -> Option<bool> {
        if self.scanner.eat('-') {
            Some(true)
        } else if self.scanner.eat('+') {
            Some(false)
        } else {
            None
        }
    }

    fn slot(&mut self) -> Result<Slot, SelectorError> {
        if self.n_slots == MAX_SLOTS {
            let message = format!("more than {MAX_SLOTS} combinators and pseudo-classes in one selector are refused");
            return Err(self.scanner.error(message));
        }
        self.n_slots += 1;
        Ok(self.n_slots - 1)
    }

    fn name_pair(&mut self, name: &str) -> NamePair {
        NamePair { written: self.name(name), lower: self.name(&name.to_ascii_lowercase()) }
    }

    fn name(&mut self, name: &str) -> NameIdx {
        self.names.iter().position(|known| **known == *name).unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        })
    }
}

enum TypeName {
    Star,
    Name(String),
}

/// Whether asking the selector anew is as cheap as remembering its answer.
fn is_cheap(complex: &Complex) -> bool {
    let compound_is_cheap = |compound: &Compound| {
        compound.tests.iter().all(|test| match test {
            Test::Is(nested) | Test::Not(nested) => nested.slot.is_none(),
            Test::Nth(_) | Test::Has(_) | Test::Static(_) => false,
            _ => true,
        })
    };
    complex.links.is_empty() && complex.compounds.iter().all(compound_is_cheap)
}

/// Numbers beyond any number of siblings are as good as the largest.
fn to_number(digits: &str) -> i32 {
    digits.parse().unwrap_or(if digits.is_empty() { 0 } else { i32::MAX })
}

fn refused_pseudo_class(name: &str, is_function: bool) -> String {
    let known_with_arguments = matches!(
        name,
        "is" | "where" | "not" | "has" | "nth-child" | "nth-last-child" | "nth-of-type" | "nth-last-of-type"
    );
    match name {
        _ if known_with_arguments && !is_function => format!("`:{name}` needs an argument in parentheses"),
        "before" | "after" | "first-line" | "first-letter" => {
            format!("`:{name}` is a pseudo-element, which is no node of the page")
        }
        "hover" | "active" | "focus" | "focus-within" | "focus-visible" | "visited" | "target" => {
            format!("`:{name}` depends on a visitor, a stored page cannot answer it")
        }
        "contains" | "icontains" => format!("`:{name}()` is not CSS, use XPath's contains()"),
        _ if is_function => format!("unknown pseudo-class `:{name}()`"),
        _ => format!("unknown pseudo-class `:{name}`"),
    }
}
