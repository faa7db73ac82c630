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
    /// Whether the step can be taken from many nodes at once: no predicate counts positions.
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

/// The type of an expression's value. Without variables it is always known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueType {
    Nodes,
    Boolean,
    Number,
    String,
}

macro_rules! functions {
    ($($name:literal $function:ident($least:literal, $most:expr) -> $value:ident,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Function {
            $($function,)*
            /// `contains(concat(' ', x, ' '), ' word ')`, as scrapers ask for a class; here with the bare word.
            WordBetweenSpaces,
            /// `contains(concat(' ', normalize-space(x), ' '), ' word ')`.
            Word,
        }

        impl Function {
            /// The function of this name, and how many arguments it takes at least and at most.
            pub(super) fn named(name: &str) -> Option<(Function, usize, usize)> {
                Some(match name { $($name => (Function::$function, $least, $most),)* _ => return None })
            }

            pub(super) fn value_type(self) -> ValueType {
                [$(ValueType::$value,)* ValueType::Boolean, ValueType::Boolean][self as usize]
            }
        }
    };
}

functions! {
    "boolean" Boolean(1, 1) -> Boolean,
    "ceiling" Ceiling(1, 1) -> Number,
    "concat" Concat(2, usize::MAX) -> String,
    "contains" Contains(2, 2) -> Boolean,
    "count" Count(1, 1) -> Number,
    "false" False(0, 0) -> Boolean,
    "floor" Floor(1, 1) -> Number,
    "has-class" HasClass(1, usize::MAX) -> Boolean,
    "id" Id(1, 1) -> Nodes,
    "lang" Lang(1, 1) -> Boolean,
    "last" Last(0, 0) -> Number,
    "local-name" LocalName(0, 1) -> String,
    "name" Name(0, 1) -> String,
    "namespace-uri" NamespaceUri(0, 1) -> String,
    "normalize-space" NormalizeSpace(0, 1) -> String,
    "not" Not(1, 1) -> Boolean,
    "number" Number(0, 1) -> Number,
    "position" Position(0, 0) -> Number,
    "round" Round(1, 1) -> Number,
    "starts-with" StartsWith(2, 2) -> Boolean,
    "string" String(0, 1) -> String,
    "string-length" StringLength(0, 1) -> Number,
    "substring" Substring(2, 3) -> String,
    "substring-after" SubstringAfter(2, 2) -> String,
    "substring-before" SubstringBefore(2, 2) -> String,
    "sum" Sum(1, 1) -> Number,
    "translate" Translate(3, 3) -> String,
    "true" True(0, 0) -> Boolean,
}
