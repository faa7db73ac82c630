//! Reading pseudo-classes and their arguments.

use super::parse::Parser;
use super::syntax::{Among, Complex, Compound, CountFrom, Has, Nested, Nth, Relative, StaticState, Test};
use crate::select::SelectorError;

/// How deep `:is()`, `:not()`, `:has()` and `:nth-child(… of …)` may nest; people stop at three. Matching recurses
/// only over this depth.
const MAX_NESTING: usize = 32;

impl Parser<'_> {
    pub(super) fn pseudo_class(&mut self, compound: &mut Compound) -> Result<(), SelectorError> {
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
