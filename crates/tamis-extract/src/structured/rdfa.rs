//! `RDFa` Lite 1.1: `vocab`, `typeof`, `property`, `resource` and `prefix`, with the values that HTML gives them.
//!
//! The answer has one object a subject, with full names, as JSON-LD in its expanded form. Of full `RDFa`, `about` and
//! `content` are read; `rel`, `rev` and `role` are not, since HTML uses them for other things on almost every link.

use super::rdfa_names::{Scope, absolute};
use super::value::Value;
use std::collections::BTreeMap;
use std::rc::Rc;
use tamis_page::{Document, Name, NodeId, budget, names};
use url::Url;

/// How many times as long as the page the texts of all values may be: values may lie inside each other and have several names,
/// and each name is as long as that of its vocabulary.
const MAX_TEXT_SHARE: usize = 16;
/// Names of one property, types of one subject.
const MAX_NAMES: usize = 64;

pub(super) fn read(document: &Document, base: Option<&Url>) -> Vec<Value> {
    let name = |text: &str| document.find_name(text);
    let attributes = Attributes {
        type_of: name("typeof"),
        about: name("about"),
        resource: name("resource"),
        prefix: name("prefix"),
        vocabulary: name("vocab"),
    };
    let mut reader = Reader {
        document,
        base,
        attributes,
        subjects: Vec::new(),
        by_name: BTreeMap::new(),
        n_blank: 0,
        text_left: document.n_source_bytes().saturating_mul(MAX_TEXT_SHARE).max(1 << 16),
    };
    reader.walk();
    reader.subjects.into_iter().filter(|subject| !subject.is_empty()).map(Subject::into_value).collect()
}

/// The attributes of `RDFa` that this page uses.
struct Attributes {
    type_of: Option<Name>,
    about: Option<Name>,
    resource: Option<Name>,
    prefix: Option<Name>,
    vocabulary: Option<Name>,
}

struct Subject {
    name: String,
    types: Vec<Value>,
    properties: Vec<(String, Vec<Value>)>,
}

impl Subject {
    fn is_empty(&self) -> bool {
        self.types.is_empty() && self.properties.is_empty()
    }

    fn into_value(self) -> Value {
        let mut members = vec![("@id".to_owned(), Value::Text(self.name))];
        if !self.types.is_empty() {
            members.push(("@type".to_owned(), Value::List(self.types)));
        }
        members.extend(self.properties.into_iter().map(|(name, values)| (name, Value::List(values))));
        Value::Object(members)
    }
}

/// What holds inside an element.
struct Open {
    end: NodeId,
    subject: usize,
    scope: Rc<Scope>,
}

struct Reader<'a> {
    document: &'a Document,
    base: Option<&'a Url>,
    attributes: Attributes,
    subjects: Vec<Subject>,
    by_name: BTreeMap<String, usize>,
    n_blank: usize,
    text_left: usize,
}

impl Reader<'_> {
    fn walk(&mut self) {
        let document = self.document;
        let page = self.subject(self.base.map_or("", Url::as_str).to_owned());
        let everything = NodeId(document.len() as u32);
        let mut open = vec![Open { end: everything, subject: page, scope: Rc::new(Scope::default()) }];
        for node in document.nodes().filter(|&node| document.is_element(node)) {
            while open.len() > 1 && open.last().is_some_and(|inner| inner.end <= node) {
                open.pop();
            }
            let Some(around) = open.last() else { break };
            let (subject, scope) = (around.subject, Rc::clone(&around.scope));
            let declares = self.has(node, self.attributes.prefix)
                || self.has(node, self.attributes.vocabulary)
                || node.index() < 3
                || document.is_html(node, names::HTML);
            let inner_scope = if declares { scope.inside(document, node, self.base).map(Rc::new) } else { None };
            let scope_here = inner_scope.as_ref().unwrap_or(&scope);
            // The specification makes the choice of a vocabulary a statement about the page.
            if self.has(node, self.attributes.vocabulary)
                && let Some(vocabulary) = &scope_here.vocabulary
            {
                let name = "http://www.w3.org/ns/rdfa#usesVocabulary".to_owned();
                add(&mut self.subjects[page].properties, name, reference(vocabulary.clone()));
            }
            let subject_inside = self.element(node, subject, scope_here);
            if subject_inside != subject || inner_scope.is_some() {
                let scope = inner_scope.unwrap_or(scope);
                open.push(Open { end: document.subtree_end(node), subject: subject_inside, scope });
            }
        }
    }

    fn has(&self, node: NodeId, name: Option<Name>) -> bool {
        name.is_some_and(|name| self.document.attribute(node, name).is_some())
    }

    /// Reads an element; the answer is the subject of what is inside it.
    fn element(&mut self, node: NodeId, parent: usize, scope: &Scope) -> usize {
        let document = self.document;
        let attribute = |name: Option<Name>| name.and_then(|name| document.attribute(node, name));
        let property = document.attribute(node, names::PROPERTY);
        let types = attribute(self.attributes.type_of);
        let about = attribute(self.attributes.about).map(|about| scope.resource(about, self.base));
        let content = document.attribute(node, names::CONTENT);
        let resource = self.resource_of(node, scope);
        let is_root = document.is_html(node, names::HEAD) || document.is_html(node, names::BODY);
        let names_resource = property.is_some() && content.is_none();
        let (subject, mut inside, typed) = if names_resource {
            let subject = about.clone().map_or(parent, |about| self.subject(about));
            let typed = types.map(|_| match (&about, &resource) {
                (Some(_), _) => subject,
                (None, Some(resource)) => self.subject(resource.clone()),
                (None, None) => self.blank(),
            });
            (subject, if about.is_some() { subject } else { typed.unwrap_or(subject) }, typed)
        } else {
            let own = about.clone().or_else(|| resource.clone());
            let subject = match own {
                Some(own) => self.subject(own),
                None if types.is_some() && !is_root && !document.is_html(node, names::HTML) => self.blank(),
                None => parent,
            };
            (subject, subject, types.map(|_| subject))
        };
        if let (Some(typed), Some(types)) = (typed, types) {
            for name in types.split_ascii_whitespace().take(MAX_NAMES) {
                let Some(name) = scope.full_name(name).filter(|name| self.pay(name.len())) else { break };
                self.subjects[typed].types.push(Value::Text(name));
            }
        }
        if let Some(property) = property {
            let value = match (content, &resource, typed) {
                (Some(content), ..) => literal(content.to_owned()),
                (None, None, None) if document.attribute(node, names::DATETIME).is_some() => {
                    literal(document.attribute(node, names::DATETIME).unwrap_or("").to_owned())
                }
                (None, Some(resource), _) if about.is_none() || typed.is_none() => reference(resource.clone()),
                (None, _, Some(typed)) if about.is_none() => reference(self.subjects[typed].name.clone()),
                _ => literal(self.text_of(node)),
            };
            let n_bytes = value.members().iter().filter_map(|(_, value)| value.as_text()).map(str::len).sum::<usize>();
            for name in property.split_ascii_whitespace().take(MAX_NAMES) {
                let Some(name) = scope.full_name(name) else { continue };
                if !self.pay(name.len() + n_bytes) {
                    break;
                }
                add(&mut self.subjects[subject].properties, name, value.clone());
            }
        }
        if is_root && about.is_none() && resource.is_none() {
            inside = parent;
        }
        inside
    }

    fn resource_of(&self, node: NodeId, scope: &Scope) -> Option<String> {
        let document = self.document;
        let attribute = |name: Name| document.attribute(node, name);
        if let Some(resource) = self.attributes.resource.and_then(attribute) {
            return Some(scope.resource(resource, self.base));
        }
        attribute(names::HREF).or_else(|| attribute(names::SRC)).map(|href| absolute(self.base, href))
    }

    /// The subject of a name; that of the page where there is no room for more.
    fn subject(&mut self, name: String) -> usize {
        let n_subjects = self.subjects.len();
        if n_subjects > 0 && !self.by_name.contains_key(&name) && !self.pay(name.len()) {
            return 0;
        }
        let at = *self.by_name.entry(name.clone()).or_insert(n_subjects);
        if at == n_subjects {
            self.subjects.push(Subject { name, types: Vec::new(), properties: Vec::new() });
        }
        at
    }

    fn blank(&mut self) -> usize {
        self.n_blank += 1;
        self.subject(format!("_:b{}", self.n_blank - 1))
    }

    fn text_of(&mut self, node: NodeId) -> String {
        if !self.pay(self.document.subtree_range(node).len()) {
            return String::new();
        }
        self.document.text_content(node)
    }

    /// Whether another `n_bytes` bytes may be kept. After the first refusal, nothing more is kept.
    fn pay(&mut self, n_bytes: usize) -> bool {
        budget::spend(n_bytes);
        let left = self.text_left.checked_sub(n_bytes);
        self.text_left = left.unwrap_or(0);
        left.is_some()
    }
}

fn literal(text: String) -> Value {
    Value::Object(vec![("@value".to_owned(), Value::Text(text))])
}

fn reference(name: String) -> Value {
    Value::Object(vec![("@id".to_owned(), Value::Text(name))])
}

/// Adds a value once: a graph has no repeats.
fn add(properties: &mut Vec<(String, Vec<Value>)>, name: String, value: Value) {
    budget::spend(properties.len());
    // Bounds, as each value is compared with those before it.
    match properties.iter().position(|(known, _)| *known == name) {
        Some(at) => {
            let values = &mut properties[at].1;
            budget::spend(values.len());
            if values.len() < 1000 && !values.contains(&value) {
                values.push(value);
            }
        }
        None if properties.len() < 1000 => properties.push((name, vec![value])),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_page(html: &str) -> Vec<Value> {
        let base = Url::parse("https://a.example/x").expect("an address");
        read(&Document::parse(html), Some(&base))
    }

    fn value<'a>(subject: &'a Value, name: &str) -> Option<&'a str> {
        let first = subject.get(name)?.items().first()?;
        first.get("@value").or_else(|| first.get("@id"))?.as_text()
    }

    #[test]
    fn cards_speak_of_the_page() {
        let found = read_page("<html lang=en><meta property=og:title content=T><meta property=unknown content=x>");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].get("@id"), Some(&Value::text("https://a.example/x")));
        assert_eq!(value(&found[0], "http://ogp.me/ns#title"), Some("T"));
        assert_eq!(found[0].members().len(), 2);
    }

    #[test]
    fn a_vocabulary_makes_names_of_words() {
        let found = read_page(
            "<div vocab='http://schema.org/' typeof=Article><h1 property=name>Big</h1>\
             <p property=author typeof=Person><b property=name>Ada</b></p><a property=url href=/y>z</a></div>",
        );
        assert_eq!(found.len(), 3);
        assert_eq!(value(&found[0], "http://www.w3.org/ns/rdfa#usesVocabulary"), Some("http://schema.org/"));
        assert_eq!(found[1].get("@type").map(Value::items), Some(&[Value::text("http://schema.org/Article")][..]));
        assert_eq!(value(&found[1], "http://schema.org/url"), Some("https://a.example/y"));
        let author = value(&found[1], "http://schema.org/author");
        assert_eq!(author, found[2].get("@id").and_then(Value::as_text));
        assert_eq!(value(&found[2], "http://schema.org/name"), Some("Ada"));
    }

    #[test]
    fn prefixes_and_resources_are_resolved() {
        let found = read_page("<p prefix='x: http://x/' resource='#me' typeof=x:T><i property=x:n content=c></i></p>");
        assert_eq!(found[0].get("@id"), Some(&Value::text("https://a.example/x#me")));
        assert_eq!(value(&found[0], "http://x/n"), Some("c"));
    }

    #[test]
    fn names_and_values_that_are_copied_stay_in_bounds() {
        let long = "y".repeat(50_000);
        let names: String = (0..1000).map(|n| format!("n{n} ")).collect();
        let pages = [
            format!("<p vocab=http://a.example/ property='{names}' content={long}>x</p>"),
            format!("<p vocab=http://a.example/{long}/><b typeof='{names}' property='{names}'>x</b></p>"),
            format!("<p vocab=http://a.example/{long}/>{}</p>", "<b property=a resource=x>x</b>".repeat(500)),
        ];
        for html in pages {
            let found = read_page(&html);
            let total = format!("{found:?}").len();
            assert!(!found.is_empty() && total < 24 * html.len(), "{total} of {}", html.len());
        }
    }
}
