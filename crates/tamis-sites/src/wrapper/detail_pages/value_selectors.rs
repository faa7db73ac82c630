//! Selectors of a column's values, the ones that last first.

use super::super::PageSet;
use super::super::reading::{self, by_xpath};
use super::super::spelling::with_last_step;
use super::labels;
use super::texts::{Label, Texts};
use super::values::{ValueColumn, ValueKind};
use tamis_page::{Css, Document, InEach, NodeId, NodeKind, Selectors, XPath, names, predicate};

/// Where the values of a column are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ValueSelectors {
    pub(super) selectors: Selectors,
    pub(super) attribute: Option<String>,
    pub(super) text: Option<usize>,
}

/// How selectors find values, what lasts longest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SelectorKind {
    /// By ids, classes and properties.
    Named,
    /// By the label before the value.
    Labelled,
    /// By a class of which the first on the page is the right one.
    FirstOfClass,
    /// By words of the template before the value that do not name it.
    Behind,
    /// By positions.
    Counted,
}

impl SelectorKind {
    const ALL: [SelectorKind; 5] = [
        SelectorKind::Named,
        SelectorKind::Labelled,
        SelectorKind::FirstOfClass,
        SelectorKind::Behind,
        SelectorKind::Counted,
    ];
}

/// The value of a page, with its node.
type PageValue = Option<(NodeId, String)>;

/// What selectors are written from.
pub(super) struct Writing<'a, 'w> {
    pub(super) set: &'a PageSet,
    pub(super) texts: &'a Texts,
    /// By page, the element that the selectors start from.
    pub(super) scopes: &'a [NodeId],
    pub(super) writer: InEach<'a, 'w>,
}

impl Writing<'_, '_> {
    /// The first selectors that give the right value on every page, else those that do on most, and how they do it. What a
    /// label leads to on a page that had no value is one all the same.
    pub(super) fn write(&self, values: &mut ValueColumn) -> Option<(SelectorKind, ValueSelectors)> {
        let mut best: Option<(usize, SelectorKind, ValueSelectors)> = None;
        for way in SelectorKind::ALL {
            let found = match way {
                SelectorKind::Named => self.named(values),
                SelectorKind::Labelled if values.is_labelled() => self.by_label(values),
                SelectorKind::FirstOfClass => self.by_first_of_class(values),
                // What stands before it on some pages alone may be a value itself.
                SelectorKind::Behind if values.cells.iter().all(Option::is_some) => self.by_label(values),
                SelectorKind::Counted => self.by_path(values),
                SelectorKind::Labelled | SelectorKind::Behind => Vec::new(),
            };
            for written in found {
                let Some(said) = self.said(&written) else { continue };
                let is_right =
                    |(said, cell): &(&PageValue, &PageValue)| self.is_right(said.as_ref(), cell.as_ref(), way);
                let n_right = said.iter().zip(&values.cells).filter(is_right).count();
                if n_right == values.cells.len() {
                    for (cell, said) in values.cells.iter_mut().zip(said) {
                        *cell = cell.take().or(said);
                    }
                    return Some((way, self.checked(written)));
                }
                if best.as_ref().is_none_or(|(n, ..)| n_right > *n) {
                    best = Some((n_right, way, written));
                }
            }
        }
        let is_good = |(n_right, ..): &(usize, SelectorKind, ValueSelectors)| 5 * n_right >= 4 * values.cells.len();
        best.filter(is_good).map(|(_, way, written)| (way, self.checked(written)))
    }

    /// What selectors say of each page: the node and the value.
    fn said(&self, written: &ValueSelectors) -> Option<Vec<Option<(NodeId, String)>>> {
        let xpath = XPath::parse(written.selectors.xpath.as_deref()?).ok()?;
        Some(self.scopes.iter().map(|&scope| by_xpath(self.set.document(), scope, &xpath)).collect())
    }

    /// Drops a CSS selector that leads to other values than the XPath expression: one that is written for the nodes may select
    /// more or less than a label does.
    fn checked(&self, mut written: ValueSelectors) -> ValueSelectors {
        let document = self.set.document();
        let css = written.selectors.css.as_deref().and_then(|css| Css::parse(css).ok());
        let by_css =
            |scope: NodeId| reading::by_css(document, scope, css.as_ref(), written.attribute.as_deref(), written.text);
        let is_same = css.is_some()
            && self.said(&written).is_some_and(|said| {
                let said = said.iter().map(|said| said.as_ref().map(|(_, text)| text.as_str()));
                { said }.zip(self.scopes).all(|(said, &scope)| said == by_css(scope).as_deref())
            });
        if !is_same {
            written.selectors.css = None;
        }
        written
    }

    fn is_right(&self, said: Option<&(NodeId, String)>, cell: Option<&(NodeId, String)>, way: SelectorKind) -> bool {
        match (said, cell) {
            (said, Some((_, text))) => said.is_some_and(|(_, said)| said == text),
            (None, None) => true,
            (Some((node, _)), None) => {
                let inside = self.texts.inside(self.set.document(), *node);
                way == SelectorKind::Labelled && !inside.iter().all(|text| matches!(text.label, Label::Whole(_)))
            }
        }
    }

    /// By ids, classes and properties, without counting.
    fn named(&self, values: &ValueColumn) -> Vec<ValueSelectors> {
        let is_lasting = |written: &ValueSelectors| written.selectors.xpath.as_deref().is_some_and(is_lasting);
        let found: Vec<ValueSelectors> =
            self.levels(values).into_iter().filter_map(|nodes| self.written(values, &nodes)).collect();
        found.into_iter().filter(is_lasting).collect()
    }

    /// By the label before the value.
    fn by_label(&self, values: &ValueColumn) -> Vec<ValueSelectors> {
        let xpaths = labels::xpaths(self.set.document(), self.texts, values);
        let css = self.levels(values).first().and_then(|nodes| self.written(values, nodes)).unwrap_or_default();
        let spell = |xpath: String| {
            let css = css.clone();
            ValueSelectors { selectors: Selectors { css: css.selectors.css, xpath: Some(xpath) }, ..css }
        };
        xpaths.into_iter().map(spell).collect()
    }

    /// By a class of which the first on the page is the right one.
    fn by_first_of_class(&self, values: &ValueColumn) -> Vec<ValueSelectors> {
        let document = self.set.document();
        let mut found = Vec::new();
        for nodes in self.levels(values) {
            let Some(&first) = nodes.first() else { continue };
            let tag = document.tag_name(first);
            if !predicate::is_plain_name(tag) {
                continue;
            }
            for class in document
                .classes(first)
                .filter(|class| class.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_')))
            {
                if !nodes.iter().all(|&node| {
                    document.is_html(node, document.tag(first).unwrap_or(names::DIV))
                        && document.classes(node).any(|other| other == class)
                }) {
                    continue;
                }
                let selectors = Selectors {
                    css: Some(format!("{tag}.{class}")),
                    xpath: Some(format!(".//{tag}[{}]", predicate::has_class(class))),
                };
                found.extend(self.finished(values, &nodes, selectors));
            }
        }
        found
    }

    /// The selectors that the selector writer makes, with positions.
    fn by_path(&self, values: &ValueColumn) -> Vec<ValueSelectors> {
        let levels = self.levels(values);
        let Some(nodes) = levels.first() else { return Vec::new() };
        let common = self.writer.most_common_path(nodes).and_then(|selectors| self.finished(values, nodes, selectors));
        self.written(values, nodes).into_iter().chain(common).collect()
    }

    /// The elements that hold the values, from the inside: those with no other text.
    fn levels(&self, values: &ValueColumn) -> Vec<Vec<NodeId>> {
        const MAX_LEVELS: usize = 3;
        let document = self.set.document();
        if matches!(values.kind, ValueKind::Image | ValueKind::Element) {
            return vec![values.nodes().collect()];
        }
        let mut levels: Vec<Vec<NodeId>> = Vec::new();
        let mut nodes: Vec<NodeId> = values.nodes().collect();
        for level in 0..MAX_LEVELS {
            let parents: Option<Vec<NodeId>> = nodes.iter().map(|&node| document.parent(node)).collect();
            let Some(parents) = parents.filter(|parents| parents.iter().all(|&parent| self.is_in_scope(parent))) else {
                break;
            };
            let is_alone = parents.iter().all(|&parent| self.texts.inside(document, parent).len() == 1);
            if level > 0 && !is_alone {
                break;
            }
            levels.push(parents.clone());
            if !is_alone {
                break;
            }
            nodes = parents;
        }
        levels
    }

    fn is_in_scope(&self, node: NodeId) -> bool {
        self.scopes.iter().any(|&scope| scope != node && self.set.document().contains(scope, node))
    }

    fn written(&self, values: &ValueColumn, nodes: &[NodeId]) -> Option<ValueSelectors> {
        self.finished(values, nodes, self.writer.css_and_xpath(nodes)?)
    }

    /// From the elements that hold the values to the values.
    fn finished(&self, values: &ValueColumn, nodes: &[NodeId], selectors: Selectors) -> Option<ValueSelectors> {
        let document = self.set.document();
        let Selectors { css, xpath } = selectors;
        let xpath = xpath?;
        if values.kind == ValueKind::Image {
            let attribute = common_attribute(document, values)?;
            let xpath = Some(with_last_step(&xpath, &format!("/@{attribute}")));
            return Some(ValueSelectors {
                selectors: Selectors { css, xpath },
                attribute: Some(attribute),
                text: None,
            });
        }
        let is_alone =
            values.kind == ValueKind::Element || nodes.iter().all(|&node| self.texts.inside(document, node).len() == 1);
        let (xpath, text) = if is_alone {
            (xpath, None)
        } else {
            let numbers: Vec<(usize, usize)> = values.nodes().map(|node| text_numbers(document, node)).collect();
            let (first, filled) = *numbers.first()?;
            if numbers.iter().any(|&(_, other)| other != filled) {
                return None;
            }
            let is_same = numbers.iter().all(|&(other, _)| other == first);
            let xpath = if is_same {
                with_last_step(&xpath, &format!("/text()[{first}]"))
            } else {
                with_last_step(&xpath, &format!("/text()[normalize-space()][{filled}]"))
            };
            (xpath, is_same.then_some(first))
        };
        let css = css.filter(|_| is_alone || text.is_some());
        Some(match &values.kind {
            ValueKind::After(start) => ValueSelectors {
                selectors: Selectors { css: None, xpath: Some(labels::after(&xpath, start)) },
                ..ValueSelectors::default()
            },
            _ => ValueSelectors { selectors: Selectors { css, xpath: Some(xpath) }, attribute: None, text },
        })
    }
}

/// The attribute that holds all of the addresses.
fn common_attribute(document: &Document, values: &ValueColumn) -> Option<String> {
    let (first, address) = values.cells.iter().flatten().next()?;
    let holds = |node: NodeId, name: &str, address: &str| {
        document.attributes(node).any(|attribute| attribute.local_name == name && attribute.value.trim() == address)
    };
    let mut candidates = document
        .attributes(*first)
        .filter(|attribute| attribute.value.trim() == address && predicate::is_plain_name(attribute.local_name));
    let found = candidates.find(|attribute| {
        values.cells.iter().flatten().all(|(node, address)| holds(*node, attribute.local_name, address))
    })?;
    Some(found.local_name.to_owned())
}

/// The number of a text among the texts of its element, and among those that are not blank, from 1.
fn text_numbers(document: &Document, text: NodeId) -> (usize, usize) {
    let before = std::iter::successors(document.previous_sibling(text), |&node| document.previous_sibling(node));
    let texts = before.filter(|&node| document.kind(node) == NodeKind::Text);
    texts.fold((1, 1), |(all, filled), node| (all + 1, filled + usize::from(!document.is_blank_text(node))))
}

/// Whether an expression has names in it and counts nothing.
pub(super) fn is_lasting(xpath: &str) -> bool {
    is_named(xpath) && !counts(xpath)
}

/// Whether somebody's name is in an expression.
fn is_named(xpath: &str) -> bool {
    ["@id", "@class", "@itemprop", "@property", "@data-", "@rel", "//h1"].iter().any(|name| xpath.contains(name))
}

/// Whether an expression counts elements.
fn counts(xpath: &str) -> bool {
    let is_number = |part: &str| {
        part.split_once(']')
            .is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty())
    };
    xpath.contains("last()") || xpath.contains("position()") || xpath.split('[').skip(1).any(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::SelectorWriter;

    #[test]
    fn a_css_selector_that_selects_something_else_is_left_out() {
        let pages = ["<p class=year>2009</p><b>320</b>", "<p class=year>2010</p>"].map(Document::parse);
        let set = PageSet::of(&pages.each_ref());
        let (texts, writer) = (Texts::of(&set), SelectorWriter::new(set.document()));
        let writing = Writing { set: &set, texts: &texts, scopes: set.roots(), writer: writer.in_each(set.roots()) };
        let css = |css: &str, xpath: &str| {
            let selectors = Selectors { css: Some(css.to_owned()), xpath: Some(xpath.to_owned()) };
            writing.checked(ValueSelectors { selectors, ..ValueSelectors::default() }).selectors.css
        };
        assert_eq!(css(".year", ".//p").as_deref(), Some(".year"));
        assert_eq!(css(".year", ".//b"), None);
        assert_eq!(css("b", ".//b | .//p"), None);
    }
}
