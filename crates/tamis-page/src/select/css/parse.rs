//! Reading a selector (Selectors level 4, sections 3 and 18).
//!
//! Stricter than a browser in two places, because a scraper's author wants to hear of a slip: an invalid argument of
//! `:is()` and `:where()` is an error and is not dropped, and an open bracket is not closed by the end of the text.

use super::scan::Scanner;
use super::syntax::{
    AttributeOperator, AttributeTest, Combinator, Complex, Compound, Link, NameIdx, NamePair, Selector, Slot, Test,
    ValueCase,
};
use crate::select::SelectorError;

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

pub(super) struct Parser<'a> {
    pub(super) scanner: Scanner<'a>,
    names: Vec<Box<str>>,
    n_slots: usize,
    pub(super) nesting: usize,
    pub(super) inside_has: bool,
}

impl Parser<'_> {
    /// `a, b c, d`, up to a `)` or the end.
    pub(super) fn alternatives(&mut self) -> Result<Vec<Complex>, SelectorError> {
        let mut alternatives = Vec::new();
        loop {
            self.scanner.skip_space()?;
            alternatives.push(self.complex()?);
            if !self.scanner.eat(',') {
                return Ok(alternatives);
            }
        }
    }

    pub(super) fn complex(&mut self) -> Result<Complex, SelectorError> {
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

    pub(super) fn written_combinator(&mut self) -> Result<Combinator, SelectorError> {
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

    pub(super) fn slot(&mut self) -> Result<Slot, SelectorError> {
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
