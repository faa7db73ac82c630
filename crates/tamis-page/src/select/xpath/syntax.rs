//! An expression after reading.

/// A number for an answer that is kept during one evaluation.
pub(super) type Slot = usize;

/// A place in [`Expression::names`].
pub(super) type NameIdx = usize;

#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) root: Expr,
    /// Names of elements and attributes; a document turns them into numbers once an evaluation.
    pub(super) names: Vec<Box<str>>,
    pub(super) n_slots: usize,
}

/// Chains of one operator are flat, so that the depth of this tree is the depth of the brackets.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    Or(Vec<Expr>),
    And(Vec<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Arithmetic(Box<Expr>, Vec<(Operator, Expr)>),
    Negate(Box<Expr>),
    Union(Vec<Expr>),
    Path(Path),
    /// `(…)[…]/…`
    Filter(Box<Filter>),
    Literal(Box<str>),
    Number(f64),
    Call(Function, Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// The comparison with its sides exchanged.
    pub(super) fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            same => same,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) is_absolute: bool,
    pub(super) steps: Vec<Step>,
    /// An absolute path's nodes, or the nodes from which a relative one leads somewhere.
    pub(super) slot: Slot,
    /// Whether the path may be walked backwards: no step counts positions, and none goes on from an attribute.
    pub(super) is_reversible: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Filter {
    pub(super) primary: Expr,
    pub(super) predicates: Vec<Predicate>,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) axis: Axis,
    pub(super) test: NodeTest,
    pub(super) predicates: Vec<Predicate>,
}

impl Step {
    /// Whether the step can be taken from many nodes at once: no predicate asks for a place among the nodes of one.
    pub(super) fn is_position_free(&self) -> bool {
        self.predicates.iter().all(|predicate| matches!(predicate, Predicate::Condition(_)))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Parent,
    Preceding,
    PrecedingSibling,
    SelfNode,
}

#[derive(Clone, Debug)]
pub(super) enum NodeTest {
    /// `node()`
    AnyNode,
    Text,
    Comment,
    /// `processing-instruction()`: the parser makes comments of them.
    Nothing,
    /// `*`
    AnyName,
    /// `name`, as written and in lower case.
    Name {
        written: NameIdx,
        lower: NameIdx,
    },
    /// `svg:*`, `svg:name`
    Language(Language, Option<NameIdx>),
    /// `prefix:*` with any other prefix: names that start so.
    Prefix(Box<str>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Html,
    Svg,
    MathMl,
}

#[derive(Clone, Debug)]
pub(super) enum Predicate {
    /// True or false by the node alone.
    Condition(Expr),
    /// `[3]`, `[position() = 3]`
    At(usize),
    /// `[position() <= 3]`
    UpTo(usize),
    /// `[last()]`
    Last,
    /// Anything else that depends on the place; `needs_size` if `last()` is in it.
    Positional { expression: Expr, needs_size: bool },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    Boolean,
    Ceiling,
    Concat,
    Contains,
    Count,
    False,
    Floor,
    HasClass,
    Id,
    Lang,
    Last,
    LocalName,
    Name,
    NamespaceUri,
    NormalizeSpace,
    Not,
    Number,
    Position,
    Round,
    StartsWith,
    String,
    StringLength,
    Substring,
    SubstringAfter,
    SubstringBefore,
    Sum,
    Translate,
    True,
    /// `contains(concat(' ', x, ' '), ' word ')`, as scrapers ask for a class; here with the bare word.
    WordBetweenSpaces,
    /// `contains(concat(' ', normalize-space(x), ' '), ' word ')`.
    Word,
}
