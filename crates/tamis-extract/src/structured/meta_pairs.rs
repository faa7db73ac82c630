//! `OpenGraph` and Twitter cards: names and values in `meta` elements.

use super::value::{Value, object};
use tamis_page::{Document, NodeId, names};

/// Prefixes that count though the page does not declare them.
const NAMESPACES: [(&str, &str); 7] = [
    ("og", "http://ogp.me/ns#"),
    ("music", "http://ogp.me/ns/music#"),
    ("video", "http://ogp.me/ns/video#"),
    ("article", "http://ogp.me/ns/article#"),
    ("book", "http://ogp.me/ns/book#"),
    ("profile", "http://ogp.me/ns/profile#"),
    // In no specification, and on one product page in ten.
    ("product", "http://ogp.me/ns/product#"),
];

/// The pairs whose prefix is known or declared, in page order.
pub(super) fn open_graph(document: &Document) -> Vec<Value> {
    let around = document.html().into_iter().chain(document.head());
    let mut namespaces: Vec<(String, Value)> = around.flat_map(|node| declared_prefixes(document, node)).collect();
    let mut pairs = Vec::new();
    for meta in metas(document) {
        let (Some(name), Some(content)) =
            (document.attribute(meta, names::PROPERTY), document.attribute(meta, names::CONTENT))
        else {
            continue;
        };
        let prefix = name.split(':').next().unwrap_or("");
        if let Some((prefix, address)) = NAMESPACES.iter().find(|(known, _)| *known == prefix) {
            if !namespaces.iter().any(|(known, value)| known == prefix && value.as_text() == Some(address)) {
                namespaces.push(((*prefix).to_owned(), Value::text(*address)));
            }
        } else if !namespaces.iter().any(|(known, _)| known == prefix) {
            continue;
        }
        pairs.push(pair(name, content));
    }
    if pairs.is_empty() {
        return Vec::new();
    }
    let members = [("namespace", object(namespaces)), ("properties", Value::List(pairs))];
    vec![Value::Object(members.map(|(name, value)| (name.to_owned(), value)).to_vec())]
}

/// The pairs that begin with `twitter:`, in page order. Pages write them as `name` and as `property`.
pub(super) fn twitter(document: &Document) -> Vec<Value> {
    let pairs = metas(document).filter_map(|meta| {
        let name = [names::NAME, names::PROPERTY].into_iter().find_map(|name| {
            document.attribute(meta, name).filter(|name| name.get(..8).is_some_and(|start| start == "twitter:"))
        })?;
        Some(pair(name, document.attribute(meta, names::CONTENT)?))
    });
    let pairs: Vec<Value> = pairs.collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    vec![Value::Object(vec![("properties".to_owned(), Value::List(pairs))])]
}

/// All `meta` elements: an element that has no place in a head ends it, and what follows stands in the body.
fn metas(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
    document.elements_named(names::META)
}

fn pair(name: &str, content: &str) -> Value {
    Value::List(vec![Value::text(name), Value::text(content)])
}

/// The prefixes of a `prefix` attribute: `og: http://ogp.me/ns# article: …`. At most 100, as every pair looks there.
fn declared_prefixes(document: &Document, node: NodeId) -> Vec<(String, Value)> {
    let declared = document.find_name("prefix").and_then(|name| document.attribute(node, name)).unwrap_or("");
    prefix_pairs(declared).take(100).map(|(prefix, address)| (prefix.to_owned(), Value::text(address))).collect()
}

/// The pairs of a `prefix` attribute.
pub(super) fn prefix_pairs(declared: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut words = declared.split_whitespace().peekable();
    std::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            if let Some(prefix) = word.strip_suffix(':') {
                if let Some(address) = words.next() {
                    return Some((prefix, address));
                }
            } else if let Some((prefix, address)) = word.split_once(':')
                && !address.starts_with("//")
            {
                // Without a blank between the two.
                return Some((prefix, address));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &[Value], expect: &[(&str, &str)]) {
        let pairs = value.first().and_then(|object| object.get("properties")).map_or(&[][..], Value::items);
        let pairs: Vec<_> = pairs.iter().map(|pair| (pair.items()[0].as_text(), pair.items()[1].as_text())).collect();
        assert_eq!(pairs, expect.iter().map(|&(name, value)| (Some(name), Some(value))).collect::<Vec<_>>());
    }

    #[test]
    fn pairs_keep_their_order_and_their_repeats() {
        let page = Document::parse(
            "<meta property=og:image content=a><meta property=og:image content=b><meta property=fb:id content=c>\
             <meta property=og:title><meta name=og:x content=d><div><meta property=og:late content=e>",
        );
        check(&open_graph(&page), &[("og:image", "a"), ("og:image", "b"), ("og:late", "e")]);
    }

    #[test]
    fn a_declared_prefix_counts() {
        let page = Document::parse("<html prefix='fb: http://f/ x:http://x/'><head><meta property=fb:id content=c>");
        let found = open_graph(&page);
        check(&found, &[("fb:id", "c")]);
        let namespace = found[0].get("namespace").expect("it is always there");
        assert_eq!(namespace.get("fb"), Some(&Value::text("http://f/")));
    }

    #[test]
    fn cards_are_names_or_properties() {
        let page =
            Document::parse("<meta name=twitter:card content=s><meta property=twitter:site content=@x><meta name=t>");
        check(&twitter(&page), &[("twitter:card", "s"), ("twitter:site", "@x")]);
        assert!(twitter(&Document::parse("<p>")).is_empty());
    }
}
