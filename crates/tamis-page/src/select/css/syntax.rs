//! A selector after reading.
//!
//! Every combinator that may have to look at many nodes, and every pseudo-class whose answer is worth keeping, has a
//! number (its *slot*): the place of its answers in the [`Memo`](super::matching::Memo) of one run.

/// A number for an answer that is kept.
pub(super) type Slot = usize;

/// A place in [`Selector::names`].
pub(super) type NameIdx = usize;

/// A whole selector: alternatives, and the names and slots they use.
#[derive(Clone, Debug)]
pub(super) struct Selector {
    pub(super) alternatives: Vec<Complex>,
    /// Names of elements and attributes; a document turns them into numbers once a run.
    pub(super) names: Vec<Box<str>>,
    pub(super) n_slots: usize,
}

/// Compounds from left to right and the combinators between them: `links[i]` joins `compounds[i]` and `[i + 1]`.
#[derive(Clone, Debug)]
pub(super) struct Complex {
    pub(super) compounds: Vec<Compound>,
    pub(super) links: Vec<Link>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) combinator: Combinator,
    /// Used by the combinators that look further than one step.
    pub(super) slot: Slot,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Combinator {
    /// `a b`
    Descendant,
    /// `a > b`
    Child,
    /// `a + b`
    NextSibling,
    /// `a ~ b`
    SubsequentSibling,
}

/// Tests of one element, cheapest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Compound {
    pub(super) tests: Vec<Test>,
}

#[derive(Clone, Debug)]
pub(super) enum Test {
    /// `|name`: elements without a namespace, which no page has.
    Never,
    Type(NamePair),
    Id(Box<str>),
    Class(Box<str>),
    Attribute(AttributeTest),
    Root,
    Scope,
    Empty,
    FirstChild,
    LastChild,
    Nth(Nth),
    Static(StaticState),
    Is(Nested),
    Not(Nested),
    Has(Has),
}

impl Test {
    /// The order in which a compound's tests run.
    pub(super) fn cost(&self) -> u8 {
        match self {
            Test::Never => 0,
            Test::Type(_) => 1,
            Test::Root | Test::Scope => 2,
            Test::Id(_) => 3,
            Test::Class(_) => 4,
            Test::Attribute(_) => 5,
            Test::FirstChild | Test::LastChild | Test::Empty => 6,
            Test::Static(_) => 7,
            Test::Nth(_) => 8,
            Test::Is(_) | Test::Not(_) => 9,
            Test::Has(_) => 10,
        }
    }
}

/// A name as it was written, for SVG and MathML, and in lower case, for HTML.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamePair {
    pub(super) written: NameIdx,
    pub(super) lower: NameIdx,
}

#[derive(Clone, Debug)]
pub(super) struct AttributeTest {
    pub(super) name: NamePair,
    /// `[*|name]`: the part after the prefix counts.
    pub(super) any_namespace: bool,
    pub(super) operator: AttributeOperator,
    pub(super) value: Box<str>,
    pub(super) case: ValueCase,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AttributeOperator {
    /// `[a]`
    Exists,
    /// `[a=v]`
    Equals,
    /// `[a~=v]`
    Word,
    /// `[a|=v]`
    Dash,
    /// `[a^=v]`
    Prefix,
    /// `[a$=v]`
    Suffix,
    /// `[a*=v]`
    Substring,
}

/// Whether the case of letters in a value counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueCase {
    /// As HTML says for the attribute: `type`, `rel` and some forty others ignore it on HTML elements.
    ByAttribute,
    /// `i`
    Ignored,
    /// `s`
    Counts,
}

/// `:nth-child(an + b of S)` and its relatives.
#[derive(Clone, Debug)]
pub(super) struct Nth {
    pub(super) step: i32,
    pub(super) offset: i32,
    pub(super) from: CountFrom,
    pub(super) among: Among,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CountFrom {
    Start,
    End,
}

/// Which siblings are counted.
#[derive(Clone, Debug)]
pub(super) enum Among {
    All,
    SameType,
    Matching(Nested, Slot),
}

/// States of form controls and links as the page's source gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StaticState {
    Link,
    Checked,
    Disabled,
    Enabled,
}

/// The alternatives inside `:is()`, `:where()`, `:not()` or after `of`.
#[derive(Clone, Debug)]
pub(super) struct Nested {
    pub(super) alternatives: Vec<Complex>,
    /// `None` where asking again is as cheap as remembering.
    pub(super) slot: Option<Slot>,
}

#[derive(Clone, Debug)]
pub(super) struct Has {
    pub(super) relatives: Vec<Relative>,
    pub(super) slot: Slot,
}

/// One argument of `:has()`: how it hangs on the element, and what hangs there.
#[derive(Clone, Debug)]
pub(super) struct Relative {
    pub(super) lead: Combinator,
    pub(super) complex: Complex,
}
