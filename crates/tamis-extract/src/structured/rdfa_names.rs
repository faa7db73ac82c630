//! Names in `RDFa`: short forms and the addresses that they stand for.

use super::meta_pairs::prefix_pairs;
use std::collections::BTreeMap;
use tamis_page::{Document, NodeId, absolute_url};
use url::Url;

/// Prefixes that need no declaration: those of the W3C's initial context that pages use, and those of cards.
const KNOWN: [(&str, &str); 29] = [
    ("article", "http://ogp.me/ns/article#"),
    ("book", "http://ogp.me/ns/book#"),
    ("cc", "http://creativecommons.org/ns#"),
    ("ctag", "http://commontag.org/ns#"),
    ("dc", "http://purl.org/dc/terms/"),
    ("dc11", "http://purl.org/dc/elements/1.1/"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("fb", "http://ogp.me/ns/fb#"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("gr", "http://purl.org/goodrelations/v1#"),
    ("ical", "http://www.w3.org/2002/12/cal/icaltzd#"),
    ("music", "http://ogp.me/ns/music#"),
    ("og", "http://ogp.me/ns#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("profile", "http://ogp.me/ns/profile#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfa", "http://www.w3.org/ns/rdfa#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("rev", "http://purl.org/stuff/rev#"),
    ("schema", "http://schema.org/"),
    ("sioc", "http://rdfs.org/sioc/ns#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("twitter", "https://dev.twitter.com/cards#"),
    ("v", "http://rdf.data-vocabulary.org/#"),
    ("vcard", "http://www.w3.org/2006/vcard/ns#"),
    ("video", "http://ogp.me/ns/video#"),
    ("void", "http://rdfs.org/ns/void#"),
    ("xhv", "http://www.w3.org/1999/xhtml/vocab#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// What short names stand for at some place of the page: declared prefixes and the vocabulary.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// Without regard to case, as the specification wants it.
    prefixes: BTreeMap<String, String>,
    pub(super) vocabulary: Option<String>,
}

impl Scope {
    /// The scope inside an element, `None` if the element declares nothing.
    pub(super) fn inside(&self, document: &Document, node: NodeId, base: Option<&Url>) -> Option<Scope> {
        let attribute = |name: &str| document.find_name(name).and_then(|name| document.attribute(node, name));
        let declared = attribute("prefix");
        let vocabulary = attribute("vocab");
        let has_xmlns = document.attributes(node).any(|attribute| attribute.local_name.starts_with("xmlns:"));
        if declared.is_none() && vocabulary.is_none() && !has_xmlns {
            return None;
        }
        let mut scope = self.clone();
        for attribute in document.attributes(node) {
            if let Some(prefix) = attribute.local_name.strip_prefix("xmlns:") {
                scope.prefixes.insert(prefix.to_ascii_lowercase(), attribute.value.trim().to_owned());
            }
        }
        for (prefix, address) in prefix_pairs(declared.unwrap_or("")) {
            scope.prefixes.insert(prefix.to_ascii_lowercase(), address.to_owned());
        }
        if let Some(vocabulary) = vocabulary {
            let absolute = absolute_url(base, vocabulary).map(String::from);
            // `http://schema.org` is taken as it stands: its names are joined to it.
            scope.vocabulary = if vocabulary.contains("://") { Some(vocabulary.trim().to_owned()) } else { absolute };
            scope.vocabulary = scope.vocabulary.filter(|_| !vocabulary.trim().is_empty());
        }
        Some(scope)
    }

    /// The full name of a term (`name`), a short form (`schema:name`) or an address.
    pub(super) fn full_name(&self, name: &str) -> Option<String> {
        match name.split_once(':') {
            Some((_, rest)) if rest.starts_with("//") => Some(name.to_owned()),
            Some((prefix, rest)) => {
                let prefix = prefix.to_ascii_lowercase();
                let declared = self.prefixes.get(&prefix).map(String::as_str);
                let known = || KNOWN.iter().find(|(known, _)| *known == prefix).map(|(_, address)| *address);
                // A name with an unknown prefix may be an address of any scheme.
                Some(declared.or_else(known).map_or_else(|| name.to_owned(), |address| format!("{address}{rest}")))
            }
            None => self.vocabulary.as_ref().map(|vocabulary| format!("{vocabulary}{name}")),
        }
    }

    /// The address of a `resource` or `about`, which may be a short form too.
    pub(super) fn resource(&self, value: &str, base: Option<&Url>) -> String {
        let value = value.trim();
        let inner = value.strip_prefix('[').and_then(|value| value.strip_suffix(']')).unwrap_or(value);
        if inner.starts_with("_:") {
            return inner.to_owned();
        }
        if let Some((prefix, rest)) = inner.split_once(':')
            && !rest.starts_with("//")
            && (self.prefixes.contains_key(&prefix.to_ascii_lowercase())
                || KNOWN.iter().any(|(known, _)| *known == prefix))
        {
            return self.full_name(inner).unwrap_or_default();
        }
        absolute(base, inner)
    }
}

/// An address made absolute where that can be done.
pub(super) fn absolute(base: Option<&Url>, href: &str) -> String {
    absolute_url(base, href).map_or_else(|| href.trim().to_owned(), String::from)
}
