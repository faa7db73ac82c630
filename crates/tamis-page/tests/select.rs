//! Properties of selectors over random pages: what is written selects what it was written for, CSS agrees with a
//! matcher that follows the specification word by word, and no text makes a parser panic.

use proptest::prelude::*;
use tamis_page::{Css, Document, NodeId, NodeKind, SelectorWriter, XPath, absolute_xpath};

/// A page of few names, so that everything occurs several times.
fn page() -> impl Strategy<Value = String> {
    page_of(1..4)
}

fn page_of(n_parts: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec!["div", "p", "span", "ul", "li", "table", "tr", "td", "a", "b", "svg", "o:p"]);
    let attribute = prop::sample::select(vec![
        "", " class=x", " class='y x'", " class=\"X\"", " id=one", " id=r12345", " data-k=v", " href='/a/1'",
        " href='/a/2'", " name=\"it's\"",
    ]);
    let leaf = prop::sample::select(vec!["text", " ", "more words", "<!--c-->", "<br>", "12", "Price:", "é"]);
    let body = leaf.prop_map(str::to_owned).prop_recursive(5, 60, 6, move |inner| {
        (tag.clone(), attribute.clone(), prop::collection::vec(inner, 0..6))
            .prop_map(|(tag, attribute, content)| format!("<{tag}{attribute}>{}</{tag}>", content.concat()))
    });
    (prop::sample::select(vec!["", "<!doctype html>"]), prop::collection::vec(body, n_parts))
        .prop_map(|(doctype, content)| format!("{doctype}{}", content.concat()))
}

/// Some nodes of a document, picked by a pattern of bits.
fn pick(document: &Document, pattern: u64, elements_only: bool) -> Vec<NodeId> {
    let can_be_picked = |&node: &NodeId| match document.kind(node) {
        NodeKind::Element => true,
        NodeKind::Text | NodeKind::Comment => !elements_only,
        NodeKind::Document | NodeKind::Doctype => false,
    };
    let nodes = document.nodes().filter(can_be_picked).enumerate();
    nodes.filter(|(i, _)| pattern >> (i % 64) & 1 == 1).map(|(_, node)| node).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_absolute_xpath_selects_its_node_alone(html in page()) {
        let document = Document::parse(html);
        for node in document.nodes().filter(|&node| document.kind(node) != NodeKind::Doctype) {
            let path = absolute_xpath(&document, node);
            let found = XPath::parse(&path).expect("a written path can be read").select(&document, document.root());
            prop_assert_eq!(found, [node], "{}", path);
        }
    }

    #[test]
    fn written_selectors_select_exactly_the_set(html in page(), pattern: u64, sparse: u64) {
        let document = Document::parse(html);
        let root = document.root();
        let writer = SelectorWriter::new(&document);
        for pattern in [pattern & sparse & sparse.rotate_left(17), pattern | sparse, 1 << (pattern % 64)] {
            let elements = pick(&document, pattern, true);
            if !elements.is_empty() {
                let css = writer.css(root, &elements).expect("elements have a selector");
                let found = Css::parse(&css).expect("a written selector can be read").select(&document, root);
                prop_assert_eq!(&found, &elements, "{}", css);
                let xpath = writer.css_and_xpath(root, &elements).xpath.expect("elements have an expression");
                let found = XPath::parse(&xpath).expect("a written expression can be read").select(&document, root);
                prop_assert_eq!(&found, &elements, "{}", xpath);
            }
            let nodes = pick(&document, pattern, false);
            if !nodes.is_empty() {
                let xpath = writer.xpath(root, &nodes).expect("nodes have an expression");
                let found = XPath::parse(&xpath).expect("a written expression can be read").select(&document, root);
                prop_assert_eq!(&found, &nodes, "{}", xpath);
            }
        }
    }

    #[test]
    fn selectors_inside_a_scope_select_exactly_the_set(html in page(), pattern: u64) {
        let document = Document::parse(html);
        let writer = SelectorWriter::new(&document);
        for scope in document.nodes().filter(|&node| document.is_element(node)) {
            let is_inside = |&node: &NodeId| node != scope && document.contains(scope, node);
            let inside: Vec<NodeId> = pick(&document, pattern, true).into_iter().filter(is_inside).collect();
            if inside.is_empty() {
                continue;
            }
            let css = writer.css(scope, &inside).expect("elements have a selector");
            prop_assert_eq!(&Css::parse(&css).expect("can be read").select(&document, scope), &inside, "{}", css);
            let xpath = writer.xpath(scope, &inside).expect("elements have an expression");
            let found = XPath::parse(&xpath).expect("can be read").select(&document, scope);
            prop_assert_eq!(&found, &inside, "{}", xpath);
        }
    }

    #[test]
    fn selectors_in_each_of_several_scopes_select_exactly_the_set(html in page_of(3..8), pattern: u64, sparse: u64) {
        let document = Document::parse(html);
        let writer = SelectorWriter::new(&document);
        for parent in document.nodes().filter(|&node| document.is_element(node)) {
            let scopes: Vec<NodeId> = document.child_elements(parent).collect();
            let is_inside = |&node: &NodeId| node != parent && document.contains(parent, node) && !scopes.contains(&node);
            for pattern in [pattern, pattern & sparse] {
                let inside: Vec<NodeId> = pick(&document, pattern, true).into_iter().filter(is_inside).collect();
                let Some(written) = writer.in_each(&scopes).css_and_xpath(&inside) else { continue };
                let css = Css::parse(written.css.as_deref().expect("both")).expect("can be read");
                let found: Vec<NodeId> = scopes.iter().flat_map(|&scope| css.select(&document, scope)).collect();
                prop_assert_eq!(&found, &inside, "{:?}", &written);
                let xpath = XPath::parse(written.xpath.as_deref().expect("both")).expect("can be read");
                let found: Vec<NodeId> = scopes.iter().flat_map(|&scope| xpath.select(&document, scope)).collect();
                prop_assert_eq!(&found, &inside, "{:?}", &written);
            }
        }
    }

    #[test]
    fn css_agrees_with_the_specification_read_naively(html in page(), selector in naive::selector()) {
        let document = Document::parse(html);
        let found = Css::parse(&selector.to_string()).expect("can be read").select(&document, document.root());
        prop_assert_eq!(found, selector.select(&document), "{}", selector);
    }

    #[test]
    fn css_and_xpath_agree_where_they_say_the_same(html in page()) {
        let document = Document::parse(html);
        for (css, xpath) in [
            ("div p", "//div//p"),
            ("div > p", "//div/p"),
            ("li + li", "//li/following-sibling::*[1][self::li]"),
            ("b ~ p", "//b/following-sibling::p"),
            ("p:nth-of-type(2)", "//p[2]"),
            ("li:last-of-type", "//li[last()]"),
            ("*:first-child", "//*[not(preceding-sibling::*)]"),
            ("div:has(b)", "//div[.//b]"),
            ("div:not(:has(> p))", "//div[not(p)]"),
            ("p:not(div p)", "//p[not(ancestor::div)]"),
            ("*:nth-child(2n+1)", "//*[count(preceding-sibling::*) mod 2 = 0]"),
            ("[href^='/a']", "//*[starts-with(@href, '/a')]"),
            ("[data-k]", "//@data-k/.."),
            ("td:empty", "//td[not(*) and not(text())]"),
        ] {
            let by_css = Css::parse(css).expect(css).select(&document, document.root());
            let by_xpath = XPath::parse(xpath).expect(xpath).select(&document, document.root());
            prop_assert_eq!(by_css, by_xpath, "{} and {}", css, xpath);
        }
    }

    #[test]
    fn parsers_never_panic(
        text in "\\PC{0,40}",
        selector in "[a-z.#>+~*:()\\[\\]=\"'\\\\ ,n0-9-]{0,40}",
        path in "[a-z/@.*:()\\[\\]=\"'| ,0-9<>-]{0,40}",
    ) {
        let document = Document::parse("<div class=a><p id=b>x</p><!--c--></div>");
        for text in [&text, &selector, &path] {
            if let Ok(css) = Css::parse(text) {
                css.select(&document, document.root());
            }
            if let Ok(xpath) = XPath::parse(text) {
                xpath.evaluate(&document, document.root());
            }
            for error in [Css::parse(text).err(), XPath::parse(text).err()].into_iter().flatten() {
                prop_assert!(error.position() <= text.len());
                prop_assert!(!error.message().ends_with('.') && !error.message().starts_with(char::is_uppercase));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    // Long enough for a run to start keeping its answers.
    #[test]
    fn css_agrees_on_longer_pages_too(html in page_of(25..40), selector in naive::selector()) {
        let document = Document::parse(html);
        let found = Css::parse(&selector.to_string()).expect("can be read").select(&document, document.root());
        prop_assert_eq!(found, selector.select(&document), "{}", selector);
    }
}

/// Selectors as a tree, matched by the definitions and nothing else.
mod naive {
    use proptest::prelude::*;
    use proptest::strategy::Union;
    use std::fmt;
    use tamis_page::{Document, NodeId, NodeKind, QuirksMode, names};

    #[derive(Clone, Debug)]
    pub(super) struct List(Vec<Complex>);

    /// The rightmost compound and what stands to its left.
    #[derive(Clone, Debug)]
    struct Complex {
        compound: Vec<Simple>,
        left: Option<(char, Box<Complex>)>,
    }

    #[derive(Clone, Debug)]
    enum Simple {
        Type(&'static str),
        Class(&'static str),
        Id(&'static str),
        Attribute(&'static str, &'static str, &'static str),
        Nth(&'static str, i64, i64),
        NthOf(i64, i64, List),
        Empty,
        Is(List),
        Not(List),
        Has(char, Box<Complex>),
    }

    pub(super) fn selector() -> impl Strategy<Value = List> {
        list(complex(2, true))
    }

    fn list(complex: impl Strategy<Value = Complex> + 'static) -> BoxedStrategy<List> {
        prop::collection::vec(complex, 1..3).prop_map(List).boxed()
    }

    fn complex(depth: usize, may_have: bool) -> BoxedStrategy<Complex> {
        let compound = || prop::collection::vec(simple(depth, may_have), 1..3);
        let combinator = prop::sample::select(vec![' ', '>', '+', '~']);
        let rest = prop::collection::vec((combinator, compound()), 0..4);
        (compound(), rest)
            .prop_map(|(first, rest)| {
                let first = Complex { compound: first, left: None };
                rest.into_iter().fold(first, |left, (combinator, compound)| Complex {
                    compound,
                    left: Some((combinator, Box::new(left))),
                })
            })
            .boxed()
    }

    fn simple(depth: usize, may_have: bool) -> BoxedStrategy<Simple> {
        let attributes = vec![
            ("class", "*=", "x"),
            ("href", "^=", "/a"),
            ("class", "~=", "y"),
            ("id", "$=", "5"),
            ("data-k", "=", "v"),
        ];
        let positions = vec!["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"];
        let plain = prop_oneof![
            4 => prop::sample::select(vec!["*", "div", "p", "span", "li", "a", "b", "td"]).prop_map(Simple::Type),
            2 => prop::sample::select(vec!["x", "y"]).prop_map(Simple::Class),
            1 => Just(Simple::Id("one")),
            1 => prop::sample::select(attributes)
                .prop_map(|(name, operator, value)| Simple::Attribute(name, operator, value)),
            2 => (prop::sample::select(positions), -2i64..4, -2i64..5)
                .prop_map(|(name, step, offset)| Simple::Nth(name, step, offset)),
            1 => Just(Simple::Empty),
        ];
        if depth == 0 {
            return plain.boxed();
        }
        let inner = move || complex(depth - 1, false);
        let mut choices = vec![
            (8, plain.boxed()),
            (1, list(inner()).prop_map(Simple::Is).boxed()),
            (2, list(inner()).prop_map(Simple::Not).boxed()),
            (1, (0i64..3, 0i64..3, list(inner())).prop_map(|(a, b, list)| Simple::NthOf(a, b, list)).boxed()),
        ];
        if may_have {
            let lead = prop::sample::select(vec![' ', '>', '+', '~']);
            choices.push((2, (lead, inner()).prop_map(|(lead, inner)| Simple::Has(lead, Box::new(inner))).boxed()));
        }
        Union::new_weighted(choices).boxed()
    }

    impl List {
        pub(super) fn select(&self, document: &Document) -> Vec<NodeId> {
            document.nodes().filter(|&node| document.is_element(node) && self.matches(document, node)).collect()
        }

        fn matches(&self, document: &Document, node: NodeId) -> bool {
            self.0.iter().any(|complex| complex.matches(document, node, None))
        }
    }

    impl Complex {
        /// With an anchor, the leftmost compound must hang on it by the combinator.
        fn matches(&self, document: &Document, node: NodeId, anchor: Option<(char, NodeId)>) -> bool {
            self.compound.iter().all(|simple| simple.matches(document, node))
                && match (&self.left, anchor) {
                    (None, None) => true,
                    (None, Some((combinator, anchor))) => partners(document, combinator, node).contains(&anchor),
                    (Some((combinator, left)), _) => partners(document, *combinator, node)
                        .into_iter()
                        .any(|partner| left.matches(document, partner, anchor)),
                }
        }
    }

    /// The elements on the left-hand side of a combinator.
    fn partners(document: &Document, combinator: char, node: NodeId) -> Vec<NodeId> {
        let siblings = siblings(document, node);
        let place = siblings.iter().position(|&sibling| sibling == node).unwrap_or(0);
        let parents = document.ancestors(node).filter(|&ancestor| document.is_element(ancestor));
        match combinator {
            ' ' => parents.collect(),
            '>' => parents.take(1).collect(),
            '+' => siblings[..place].last().copied().into_iter().collect(),
            _ => siblings[..place].to_vec(),
        }
    }

    fn siblings(document: &Document, node: NodeId) -> Vec<NodeId> {
        document.parent(node).map_or_else(Vec::new, |parent| document.child_elements(parent).collect())
    }

    impl Simple {
        fn matches(&self, document: &Document, node: NodeId) -> bool {
            let is_quirky = document.quirks() == QuirksMode::Quirks;
            let same = |one: &str, other: &str| one == other || is_quirky && one.eq_ignore_ascii_case(other);
            match self {
                Simple::Type(name) => *name == "*" || document.tag_name(node) == *name,
                Simple::Class(class) => document.classes(node).any(|word| same(word, class)),
                Simple::Id(id) => document.attribute(node, names::ID).is_some_and(|value| same(value, id)),
                Simple::Attribute(name, operator, wanted) => {
                    let value = document.find_name(name).and_then(|name| document.attribute(node, name));
                    value.is_some_and(|value| match *operator {
                        "*=" => value.contains(wanted),
                        "^=" => value.starts_with(wanted),
                        "$=" => value.ends_with(wanted),
                        "~=" => value.split_ascii_whitespace().any(|word| word == *wanted),
                        _ => value == *wanted,
                    })
                }
                Simple::Nth(name, step, offset) => {
                    let mut siblings = siblings(document, node);
                    if name.ends_with("type") {
                        let kind = |node: NodeId| (document.tag(node), document.namespace(node));
                        siblings.retain(|&sibling| kind(sibling) == kind(node));
                    }
                    if name.contains("last") {
                        siblings.reverse();
                    }
                    is_nth(&siblings, node, *step, *offset)
                }
                Simple::NthOf(step, offset, list) => {
                    let mut siblings = siblings(document, node);
                    siblings.retain(|&sibling| list.matches(document, sibling));
                    is_nth(&siblings, node, *step, *offset)
                }
                Simple::Empty => document.children(node).all(|child| document.kind(child) == NodeKind::Comment),
                Simple::Is(list) => list.matches(document, node),
                Simple::Not(list) => !list.matches(document, node),
                Simple::Has(lead, complex) => document
                    .nodes()
                    .any(|other| document.is_element(other) && complex.matches(document, other, Some((*lead, node)))),
            }
        }
    }

    fn is_nth(siblings: &[NodeId], node: NodeId, step: i64, offset: i64) -> bool {
        let place = siblings.iter().position(|&sibling| sibling == node);
        place.is_some_and(|place| (0..=60).any(|n| step * n + offset == place as i64 + 1))
    }

    impl fmt::Display for List {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
            f.write_str(&all.join(", "))
        }
    }

    impl fmt::Display for Complex {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            if let Some((combinator, left)) = &self.left {
                write!(f, "{left} {combinator} ")?;
            }
            // A name can only stand at the start of a compound; a second one is put into `:is()`.
            for (i, simple) in self.compound.iter().enumerate() {
                match simple {
                    Simple::Type(name) if i > 0 => write!(f, ":is({name})")?,
                    other => write!(f, "{other}")?,
                }
            }
            Ok(())
        }
    }

    impl fmt::Display for Simple {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            match self {
                Simple::Type(name) => f.write_str(name),
                Simple::Class(class) => write!(f, ".{class}"),
                Simple::Id(id) => write!(f, "#{id}"),
                Simple::Attribute(name, operator, value) => write!(f, "[{name}{operator}\"{value}\"]"),
                Simple::Nth(name, step, offset) => write!(f, ":{name}({step}n{offset:+})"),
                Simple::NthOf(step, offset, list) => write!(f, ":nth-child({step}n{offset:+} of {list})"),
                Simple::Empty => f.write_str(":empty"),
                Simple::Is(list) => write!(f, ":is({list})"),
                Simple::Not(list) => write!(f, ":not({list})"),
                Simple::Has(lead, complex) => write!(f, ":has({lead} {complex})"),
            }
        }
    }
}
