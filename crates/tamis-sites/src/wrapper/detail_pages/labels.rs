//! Expressions that find a value by the label before it.

use super::texts::Texts;
use super::values::{ValueColumn, ValueKind};
use tamis_page::{Document, NodeId, NodeKind, predicate};

/// What follows a label in what an expression selects.
pub(super) fn after(xpath: &str, label: &str) -> String {
    format!("normalize-space(substring-after({xpath}, {}))", predicate::literal(label))
}

/// The ways to say where the values are by their labels, the plainest first.
pub(super) fn xpaths(document: &Document, texts: &Texts, values: &ValueColumn) -> Vec<String> {
    let mut found = Vec::new();
    let Some((page, (value, _))) =
        values.cells.iter().enumerate().find_map(|(page, cell)| Some((page, cell.as_ref()?)))
    else {
        return found;
    };
    if let Some(start) = values.prefix() {
        found.extend(in_value(document, texts, *value, start));
    }
    if let Some(label) = values.label.as_ref().and_then(|labels| labels[page]) {
        let before =
            beside(document, texts, label, *value).into_iter().chain(following(document, texts, label, *value));
        found.extend(before.map(|xpath| match &values.kind {
            ValueKind::After(start) => after(&xpath, start),
            _ => xpath,
        }));
    }
    found
}

/// `ISBN: 123` in an element of its own, or beside others.
fn in_value(document: &Document, texts: &Texts, value: NodeId, start: &str) -> Vec<String> {
    let begins = format!("starts-with(normalize-space(), {})", predicate::literal(start));
    let mut found = Vec::new();
    if let Some(holder) = document.parent(value).filter(|&holder| texts.inside(document, holder).len() == 1)
        && predicate::is_plain_name(document.tag_name(holder))
    {
        found.push(after(&format!(".//{}[{begins}]", document.tag_name(holder)), start));
    }
    found.push(after(&format!(".//text()[{begins}]"), start));
    found
}

/// The label and the value in two nodes side by side: `dt` and `dd`, two cells of a row, a bold word and the text after it.
fn beside(document: &Document, texts: &Texts, label: NodeId, value: NodeId) -> Vec<String> {
    let around = document.common_ancestor(label, value);
    let child_with = |node: NodeId| {
        std::iter::once(node).chain(document.ancestors(node)).find(|&node| document.parent(node) == Some(around))
    };
    let (Some(label_child), Some(value_child)) = (child_with(label), child_with(value)) else { return Vec::new() };
    let Some(labelled) = says(document, texts, label_child) else { return Vec::new() };
    let step = match document.kind(value_child) {
        NodeKind::Text => "text()[normalize-space()]",
        _ => document.tag_name(value_child),
    };
    let is_same_step = |&node: &NodeId| match document.kind(value_child) {
        NodeKind::Text => document.kind(node) == NodeKind::Text && !document.is_blank_text(node),
        _ => document.tag(node).is_some() && document.tag(node) == document.tag(value_child),
    };
    let between = std::iter::successors(document.next_sibling(label_child), |&node| document.next_sibling(node));
    let number = between.take_while(|&node| node < value_child).filter(is_same_step).count() + 1;
    let sibling = format!(".//{labelled}/following-sibling::{step}[{number}]");
    if value_child == value || texts.inside(document, value_child).len() == 1 {
        return vec![sibling];
    }
    inner(document, value_child, value).into_iter().map(|inner| format!("{sibling}{inner}")).collect()
}

/// The way from an element down to a text in it that is not its only one.
fn inner(document: &Document, outer: NodeId, value: NodeId) -> Vec<String> {
    let Some(holder) = document.parent(value) else { return Vec::new() };
    let number = |node: NodeId, is_same: &dyn Fn(NodeId) -> bool| {
        document.subtree(outer).skip(1).take_while(|&other| other < node).filter(|&other| is_same(other)).count() + 1
    };
    let tag = document.tag_name(holder);
    let mut found = Vec::new();
    if holder != outer && predicate::is_plain_name(tag) {
        let nth = number(holder, &|other| document.tag(other) == document.tag(holder) && document.is_element(other));
        found.push(if nth == 1 { format!("//{tag}") } else { format!("//{tag}[{nth}]") });
    }
    let nth = number(value, &|other| document.kind(other) == NodeKind::Text && !document.is_blank_text(other));
    found.push(format!("/descendant::text()[normalize-space()][{nth}]"));
    found
}

/// The next such element or text after the label, wherever it is.
fn following(document: &Document, texts: &Texts, label: NodeId, value: NodeId) -> Vec<String> {
    let holder = |node: NodeId| document.parent(node).filter(|&holder| texts.inside(document, holder).len() == 1);
    let labelled =
        holder(label).and_then(|holder| says(document, texts, holder)).or_else(|| says(document, texts, label));
    let Some(labelled) = labelled else { return Vec::new() };
    let mut found = Vec::new();
    if let Some(element) = holder(value).filter(|&element| predicate::is_plain_name(document.tag_name(element))) {
        let tag = document.tag(element);
        let from = document.subtree_end(document.parent(label).unwrap_or(label));
        let number = (from.0..element.0)
            .map(NodeId)
            .filter(|&node| document.is_element(node) && document.tag(node) == tag)
            .count()
            + 1;
        found.push(format!(".//{labelled}/following::{}[{number}]", document.tag_name(element)));
    }
    found.push(format!(".//{labelled}/following::text()[normalize-space()][1]"));
    found
}

/// A step to the element or text that says a label and nothing else.
fn says(document: &Document, texts: &Texts, node: NodeId) -> Option<String> {
    let [only] = texts.inside(document, node) else { return None };
    let step = match document.kind(node) {
        NodeKind::Text => "text()",
        _ => Some(document.tag_name(node)).filter(|tag| predicate::is_plain_name(tag))?,
    };
    // XPath does not take a no-break space for white space.
    let normal = |text: &str| {
        let words: Vec<&str> = text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect();
        words.join(" ")
    };
    let raw = normal(document.text(only.node));
    let all = normal(&document.text_content(node));
    let start = raw.split('\u{a0}').next().unwrap_or_default().trim_end();
    Some(if start == raw && (document.kind(node) == NodeKind::Text || all == raw) {
        format!("{step}[normalize-space()={}]", predicate::literal(&raw))
    } else if !start.is_empty() && (document.kind(node) == NodeKind::Text || all.starts_with(start)) {
        format!("{step}[starts-with(normalize-space(), {})]", predicate::literal(start))
    } else {
        format!("{step}[contains(., {})]", predicate::literal(only.words.split(' ').next().unwrap_or_default()))
    })
}
