//! Microdata: items and their properties.
//!
//! One walk over the page finds the items and puts every property to the innermost item around it; references
//! (`itemref`) are added afterwards. An item that is a property of another is inside it, all others are in the list.

use super::value::Value;
use std::collections::BTreeMap;
use tamis_page::{Document, Name, NodeId, NodeKind, absolute_url, budget, is_code, names};
use url::Url;

/// Items inside items beyond this depth are dropped.
const MAX_DEPTH: usize = 32;
/// Properties may lie inside each other, each with all the text of the inner ones, and have several names and several
/// items that refer to them. All that is kept of them together may have this many times the size of the page.
const MAX_TEXT_SHARE: usize = 4;
/// Names of one property; pages write one or two.
const MAX_NAMES: usize = 64;
/// What keeping a value takes besides its bytes.
const VALUE_BYTES: usize = 16;

/// Elements that do not set their text apart from what stands before it.
const INLINE: [&str; 14] =
    ["a", "abbr", "b", "cite", "code", "em", "font", "i", "mark", "small", "span", "strong", "sub", "sup"];

pub(super) fn read(document: &Document, base: Option<&Url>) -> Vec<Value> {
    let Some(first) = document.nodes().find(|&node| document.attribute(node, names::ITEMSCOPE).is_some()) else {
        return Vec::new();
    };
    let mut reader = Reader {
        document,
        base,
        items: Vec::new(),
        text_left: document.n_source_bytes().saturating_mul(MAX_TEXT_SHARE).max(1 << 16),
    };
    reader.find_items(first);
    reader.add_references();
    let mut is_written = vec![false; reader.items.len()];
    (0..reader.items.len()).filter_map(|item| reader.write(item, 0, &mut is_written)).collect()
}

struct Item {
    node: NodeId,
    properties: Vec<(String, Content)>,
}

#[derive(Clone)]
enum Content {
    Value(Value),
    Item(usize),
}

struct Reader<'a> {
    document: &'a Document,
    base: Option<&'a Url>,
    items: Vec<Item>,
    text_left: usize,
}

impl Reader<'_> {
    fn find_items(&mut self, first: NodeId) {
        let document = self.document;
        // The items around the current node and where they end.
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        for node in document.nodes().skip(first.index()) {
            if !document.is_element(node) {
                continue;
            }
            while open.last().is_some_and(|&(_, end)| end <= node) {
                open.pop();
            }
            let is_item = document.attribute(node, names::ITEMSCOPE).is_some();
            if is_item {
                self.items.push(Item { node, properties: Vec::new() });
            }
            if let (Some(property), Some(&(owner, _))) = (document.attribute(node, names::ITEMPROP), open.last()) {
                let inner = is_item.then(|| self.items.len() - 1);
                self.add_property(owner, node, property, inner);
            }
            if is_item {
                open.push((self.items.len() - 1, document.subtree_end(node)));
            }
        }
    }

    fn add_property(&mut self, owner: usize, node: NodeId, property: &str, inner: Option<usize>) {
        if self.text_left == 0 {
            return;
        }
        let content = match inner {
            Some(item) => Content::Item(item),
            None => Content::Value(self.value_of(node)),
        };
        // The value itself is paid for; each further name has a copy of it.
        let mut n_bytes = 0;
        for name in property.split_ascii_whitespace().take(MAX_NAMES) {
            if !self.pay(name.len() + n_bytes + VALUE_BYTES) {
                return;
            }
            self.items[owner].properties.push((name.to_owned(), content.clone()));
            n_bytes = match &content {
                Content::Value(Value::Text(text)) => text.len(),
                _ => 0,
            };
        }
    }

    /// Whether another `n_bytes` bytes may be kept. After the first refusal, nothing more is kept.
    fn pay(&mut self, n_bytes: usize) -> bool {
        budget::spend(n_bytes);
        let left = self.text_left.checked_sub(n_bytes);
        self.text_left = left.unwrap_or(0);
        left.is_some()
    }

    /// Adds what items refer to by the identifiers of elements elsewhere.
    fn add_references(&mut self) {
        let document = self.document;
        let Some(reference) = document.find_name("itemref") else { return };
        let referring: Vec<(usize, Vec<&str>)> = self
            .items
            .iter()
            .enumerate()
            .filter_map(|(item, found)| {
                let list = document.attribute(found.node, reference)?;
                Some((item, list.split_ascii_whitespace().take(64).collect()))
            })
            .collect();
        let mut by_id: BTreeMap<&str, NodeId> =
            referring.iter().flat_map(|(_, list)| list.iter().map(|&id| (id, NodeId::ROOT))).collect();
        if by_id.is_empty() {
            return;
        }
        for node in document.nodes() {
            if let Some(id) = document.attribute(node, names::ID)
                && let Some(known) = by_id.get_mut(id)
                && *known == NodeId::ROOT
            {
                *known = node;
            }
        }
        let by_node: BTreeMap<NodeId, usize> =
            self.items.iter().enumerate().map(|(at, item)| (item.node, at)).collect();
        budget::spend(document.len());
        // What is referred to over and over is read over and over: a bound keeps that from growing with the square.
        let mut n_left = document.len() * 2;
        for (item, list) in referring {
            for id in list {
                let target = by_id[id];
                if target == NodeId::ROOT {
                    continue;
                }
                let mut node = target;
                while node < document.subtree_end(target) && n_left > 0 {
                    n_left -= 1;
                    let inner = by_node.get(&node).copied();
                    if let Some(property) = document.attribute(node, names::ITEMPROP)
                        && inner != Some(item)
                    {
                        self.add_property(item, node, property, inner);
                    }
                    node = if inner.is_some() { document.subtree_end(node) } else { NodeId(node.0 + 1) };
                }
            }
        }
    }

    fn value_of(&mut self, node: NodeId) -> Value {
        let document = self.document;
        let attribute = |name: Name| document.attribute(node, name);
        let mut plain = |name: Name| {
            let value = attribute(name).unwrap_or("");
            Value::text(if self.pay(value.len()) { value } else { "" })
        };
        match document.tag_name(node) {
            "meta" => plain(names::CONTENT),
            "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => self.address_of(node, names::SRC),
            "a" | "area" | "link" => self.address_of(node, names::HREF),
            "object" => self.address_of(node, document.find_name("data").unwrap_or(names::HREF)),
            "data" | "meter" => plain(names::VALUE),
            // The standard takes the text of a `time` without the attribute.
            "time" if attribute(names::DATETIME).is_some() => plain(names::DATETIME),
            // In no specification, and in the examples of schema.org.
            _ if attribute(names::CONTENT).is_some_and(|content| !content.is_empty()) => plain(names::CONTENT),
            _ => Value::Text(self.text_of(node)),
        }
    }

    /// The text of an element, hidden or not, as the standard has it, less scripts and styles. Blocks are set apart.
    fn text_of(&mut self, node: NodeId) -> String {
        let document = self.document;
        let mut text = String::new();
        let mut at = node;
        while at < document.subtree_end(node) && self.text_left > 0 {
            budget::spend(1);
            self.text_left -= 1;
            if is_code(document, at) {
                at = document.subtree_end(at);
                continue;
            }
            if document.kind(at) == NodeKind::Text {
                if self.pay(document.text(at).len()) {
                    text.push_str(document.text(at));
                }
            } else if !INLINE.contains(&document.tag_name(at)) {
                text.push(' ');
            }
            at = NodeId(at.0 + 1);
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The address in an attribute, absolute where that can be.
    fn address_of(&mut self, node: NodeId, name: Name) -> Value {
        let href = self.document.attribute(node, name).unwrap_or("");
        // A relative address takes the bytes of the page's as well.
        if !self.pay(href.len()) {
            return Value::text("");
        }
        let absolute = absolute_url(self.base, href).map_or_else(|| href.trim_ascii().to_owned(), String::from);
        let fits = self.pay(absolute.len().saturating_sub(href.len()));
        Value::text(if fits { absolute } else { String::new() })
    }

    /// An item as it is exported; `None` for one that stands inside another already.
    fn write(&mut self, item: usize, depth: usize, is_written: &mut [bool]) -> Option<Value> {
        if depth > MAX_DEPTH || std::mem::replace(&mut is_written[item], true) {
            return None;
        }
        let node = self.items[item].node;
        let mut members = Vec::new();
        let types = self.document.attribute(node, names::ITEMTYPE).unwrap_or("");
        let types: Vec<Value> = types.split_ascii_whitespace().take(MAX_NAMES).map(Value::text).collect();
        if !types.is_empty() {
            members.push(("type".to_owned(), one_or_list(types)));
            if let Some(id) = self.document.attribute(node, names::ITEMID).filter(|id| !id.is_empty()) {
                members.push(("id".to_owned(), Value::text(id.trim())));
            }
        }
        let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
        let mut properties: Vec<(String, Vec<Value>)> = Vec::new();
        for (name, content) in std::mem::take(&mut self.items[item].properties) {
            let value = match content {
                Content::Value(value) => value,
                Content::Item(inner) => self.write(inner, depth + 1, is_written).unwrap_or(Value::Null),
            };
            let at = *by_name.entry(name.clone()).or_insert_with(|| {
                properties.push((name, Vec::new()));
                properties.len() - 1
            });
            properties[at].1.push(value);
        }
        if properties.is_empty() {
            members.push(("value".to_owned(), self.value_of(node)));
        } else {
            let properties = properties.into_iter().map(|(name, values)| (name, one_or_list(values))).collect();
            members.push(("properties".to_owned(), Value::Object(properties)));
        }
        Some(Value::Object(members))
    }
}

fn one_or_list(mut values: Vec<Value>) -> Value {
    match values.len() {
        1 => values.remove(0),
        _ => Value::List(values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(html: &str) -> Vec<Value> {
        let base = Url::parse("https://a.example/x/").expect("an address");
        read(&Document::parse(html), Some(&base))
    }

    fn property<'a>(item: &'a Value, name: &str) -> &'a Value {
        item.get("properties").and_then(|properties| properties.get(name)).unwrap_or(&Value::Null)
    }

    #[test]
    fn properties_belong_to_the_innermost_item() {
        let found = items(
            "<div itemscope itemtype='http://schema.org/Article'><h1 itemprop=name>Big  news</h1>\
             <p itemprop=author itemscope itemtype='http://schema.org/Person'><span itemprop='name alternateName'>Ada</span></p>\
             <a itemprop=url href=y>x</a><a itemprop=url href=z>x</a><time itemprop=date datetime=2020-01-02>today</time></div>",
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].get("type"), Some(&Value::text("http://schema.org/Article")));
        assert_eq!(property(&found[0], "name"), &Value::text("Big news"));
        assert_eq!(property(property(&found[0], "author"), "alternateName"), &Value::text("Ada"));
        let urls = ["https://a.example/x/y", "https://a.example/x/z"].map(Value::text);
        assert_eq!(property(&found[0], "url").items(), urls);
        assert_eq!(property(&found[0], "date"), &Value::text("2020-01-02"));
    }

    #[test]
    fn references_add_what_stands_elsewhere() {
        let found = items("<p id=a><b itemprop=name>Ada</b></p><div itemscope itemref='a gone'></div>");
        assert_eq!(property(&found[0], "name"), &Value::text("Ada"));
    }

    #[test]
    fn an_item_that_refers_to_itself_ends() {
        let found = items("<div id=a itemscope itemprop=x itemref=a><b itemprop=name>n</b></div>");
        assert_eq!(found.len(), 1);
        let found = items(
            "<div itemscope itemref=b></div><div id=b itemscope itemprop=x itemref=c></div><div id=c itemscope itemprop=y itemref=b></div>",
        );
        assert_eq!(found.len(), 1);
    }

    /// The bytes of all texts and names in a value.
    fn n_bytes(value: &Value) -> usize {
        let (mut waiting, mut n_bytes) = (vec![value], 0);
        while let Some(value) = waiting.pop() {
            n_bytes += value.as_text().map_or(0, str::len);
            n_bytes += value.members().iter().map(|(name, _)| name.len()).sum::<usize>();
            waiting.extend(value.members().iter().map(|(_, value)| value));
            if let Value::List(items) = value {
                waiting.extend(items);
            }
        }
        n_bytes
    }

    #[track_caller]
    fn check_bounded(html: &str) {
        let total: usize = items(html).iter().map(n_bytes).sum();
        assert!(total > 0 && total < 10 * html.len().max(1 << 16), "{total} of {}", html.len());
    }

    #[test]
    fn a_value_that_many_items_refer_to_stays_in_bounds() {
        let long = "y".repeat(100_000);
        let referring = "<i itemscope itemref=a></i>".repeat(500);
        check_bounded(&format!("<meta id=a itemprop=x content={long}>{referring}"));
        check_bounded(&format!("<a id=a itemprop=x href={long}></a>{referring}"));
        check_bounded(&format!("<b id=a itemprop=x>{long}</b>{referring}"));
        check_bounded(&format!("<b id=a itemprop={long}>x</b>{referring}"));
        check_bounded(&format!(
            "<base href=/{long}/>{}",
            "<a itemscope itemprop=x href=y><a itemprop=x href=z></a></a>".repeat(500)
        ));
    }

    #[test]
    fn a_value_of_many_names_stays_in_bounds() {
        let names: String = (0..2000).map(|n| format!("n{n} ")).collect();
        check_bounded(&format!("<p itemscope><b itemprop='{names}'>{}</b></p>", "word ".repeat(20_000)));
        let property = format!("<b itemprop='{names}'>x</b>");
        check_bounded(&format!("<p id=a>{property}</p>{}", "<i itemscope itemref=a></i>".repeat(500)));
    }

    #[test]
    fn hostile_nesting_stays_in_bounds() {
        let deep = "<div itemscope itemprop=a>".repeat(400);
        assert!(!items(&deep).is_empty());
        let nested = format!("<div itemscope>{}{}", "<div itemprop=a>".repeat(400), "word ".repeat(100_000));
        let total: usize =
            property(&items(&nested)[0], "a").items().iter().filter_map(Value::as_text).map(str::len).sum();
        assert!(total < 10 * nested.len(), "{total}");
    }
}
