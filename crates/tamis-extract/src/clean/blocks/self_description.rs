//! What the page says about itself in its head: the title, the description and, in JSON-LD, the text.
//!
//! Only strings are looked for in JSON-LD, not their meaning: it is enough to know that a paragraph of the page stands
//! there under `description` or `articleBody`.

use super::words::{NumberSet, Words, runs};
use tamis_page::{Document, NodeId, NodeKind, names};

/// What the page says of itself.
#[derive(Debug, Default)]
pub(super) struct SelfDescription {
    /// Runs of three words of the description.
    description: NumberSet,
    /// Runs of three words of the text that JSON-LD holds.
    body: NumberSet,
    /// The words of the titles.
    title: NumberSet,
    /// What the page says it is.
    pub(super) declared: DeclaredTypes,
    /// How many `article` elements it has.
    pub(super) n_articles: u32,
    /// Whether it has a main element.
    pub(super) has_main: bool,
}

/// Types that a page declares itself to be of, by schema.org and in its card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct DeclaredTypes(u8);

impl DeclaredTypes {
    pub(super) const FORUM: DeclaredTypes = DeclaredTypes(1);
    pub(super) const LIST: DeclaredTypes = DeclaredTypes(1 << 1);
    pub(super) const PRODUCT: DeclaredTypes = DeclaredTypes(1 << 2);
    pub(super) const DOC: DeclaredTypes = DeclaredTypes(1 << 3);
    pub(super) const ARTICLE: DeclaredTypes = DeclaredTypes(1 << 4);
    pub(super) const CARD_ARTICLE: DeclaredTypes = DeclaredTypes(1 << 5);

    pub(super) fn has(self, kind: DeclaredTypes) -> bool {
        self.0 & kind.0 != 0
    }

    fn add(&mut self, schema_type: &str) {
        let kind = match schema_type.rsplit(['/', ':', '#']).next().unwrap_or("") {
            "QAPage" | "DiscussionForumPosting" => DeclaredTypes::FORUM,
            "ItemList" | "CollectionPage" | "SearchResultsPage" => DeclaredTypes::LIST,
            "Product" => DeclaredTypes::PRODUCT,
            "TechArticle" | "APIReference" => DeclaredTypes::DOC,
            "Article"
            | "NewsArticle"
            | "ReportageNewsArticle"
            | "OpinionNewsArticle"
            | "BlogPosting"
            | "Report"
            | "ScholarlyArticle" => DeclaredTypes::ARTICLE,
            _ => return,
        };
        self.0 |= kind.0;
    }
}

/// How much of a block the page says about itself, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Overlap {
    pub(super) description: f32,
    pub(super) body: f32,
    pub(super) title: f32,
}

impl SelfDescription {
    pub(super) fn of(document: &Document) -> SelfDescription {
        let mut said = SelfDescription::default();
        let mut words = Words::default();
        for node in document.nodes() {
            let Some(tag) = document.tag(node) else { continue };
            for (name, value) in document.attributes_named(node, |name| matches!(name, names::ITEMTYPE | names::ROLE)) {
                match name {
                    names::ITEMTYPE => said.declared.add(value.trim_end_matches('/')),
                    _ => said.has_main |= value == "main",
                }
            }
            match tag {
                names::META => said.read_meta(document, node, &mut words),
                names::TITLE if document.is_html(node, names::TITLE) => {
                    said.title.extend(words.of(&document.text_content(node)).iter().copied());
                }
                names::SCRIPT if document.attribute(node, names::TYPE).is_some_and(|kind| kind.contains("ld+json")) => {
                    let texts = document.children(node).filter(|&child| document.kind(child) == NodeKind::Text);
                    texts.for_each(|text| said.read_json(document.text(text), &mut words));
                }
                names::ARTICLE => said.n_articles += u32::from(document.is_html(node, names::ARTICLE)),
                names::MAIN => said.has_main |= document.is_html(node, names::MAIN),
                _ => {}
            }
        }
        for set in [&mut said.description, &mut said.body, &mut said.title] {
            set.finish();
        }
        said
    }

    fn read_meta(&mut self, document: &Document, node: NodeId, words: &mut Words) {
        let attribute = |name| document.attribute(node, name);
        let Some(key) = attribute(names::NAME).or_else(|| attribute(names::PROPERTY)) else { return };
        let content = attribute(names::CONTENT).unwrap_or("");
        if key.ends_with("escription") {
            self.description.extend(runs(words.of(content)));
        } else if matches!(key, "og:title" | "twitter:title") {
            self.title.extend(words.of(content).iter().copied());
        } else if key == "og:type" {
            match content {
                "article" => self.declared.0 |= DeclaredTypes::CARD_ARTICLE.0,
                "product" | "og:product" => self.declared.0 |= DeclaredTypes::PRODUCT.0,
                _ => {}
            }
        }
    }

    /// Strings of JSON in order; one before a colon is the key of those that follow.
    fn read_json(&mut self, text: &str, words: &mut Words) {
        let bytes = text.as_bytes();
        let (mut position, mut key) = (0, "");
        while let Some(start) = bytes[position.min(bytes.len())..].iter().position(|&byte| byte == b'"') {
            let start = position + start + 1;
            let mut end = start;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let end = end.min(bytes.len());
            let Some(string) = text.get(start..end) else { return };
            position = end + 1;
            let rest = bytes.get(position..).unwrap_or_default();
            if rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':') {
                key = string;
                continue;
            }
            match key {
                "description" => self.description.extend(runs(words.of(&unescaped(string)))),
                "articleBody" | "text" => self.body.extend(runs(words.of(&unescaped(string)))),
                "@type" => self.declared.add(string),
                "headline" => self.title.extend(words.of(&unescaped(string)).iter().copied()),
                _ => {}
            }
        }
    }

    /// How much of the texts from one node to another the page says of itself.
    pub(super) fn overlap(&self, document: &Document, first: NodeId, end: NodeId, words: &mut Words) -> Overlap {
        if self.title.is_empty() && self.description.is_empty() && self.body.is_empty() {
            return Overlap::default();
        }
        words.clear();
        for node in (first.0..end.0).map(NodeId).filter(|&node| document.kind(node) == NodeKind::Text) {
            words.add(document.text(node));
        }
        let words = words.numbers();
        let n_title = words.iter().filter(|&&word| self.title.contains(word)).count();
        let share = |said: &NumberSet| {
            if said.is_empty() || words.len() < 3 {
                return 0.0;
            }
            let n_said = runs(words).filter(|&run| said.contains(run)).count();
            n_said as f32 / (words.len() - 2) as f32
        };
        let title = if words.is_empty() { 0.0 } else { n_title as f32 / words.len() as f32 };
        Overlap { description: share(&self.description), body: share(&self.body), title }
    }
}

/// A string of JSON as text, tags in it left out.
fn unescaped(string: &str) -> String {
    let mut text = String::with_capacity(string.len());
    let (mut characters, mut in_tag) = (string.chars(), false);
    while let Some(character) = characters.next() {
        let character = match character {
            '\\' => match characters.next() {
                Some('u') => {
                    let code: String = characters.by_ref().take(4).collect();
                    u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).unwrap_or(' ')
                }
                Some('n' | 'r' | 't') | None => ' ',
                Some(other) => other,
            },
            other => other,
        };
        match character {
            '<' => in_tag = true,
            '>' => {
                in_tag = false;
                text.push(' ');
            }
            _ if !in_tag => text.push(character),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_that_the_page_describes_itself_by_is_found() {
        let document = Document::parse(
            "<title>Desk lamp</title><meta name=description content='A lamp for small desks.'>\
             <script type=application/ld+json>{\"name\": \"x\", \"articleBody\": \"It is\\n<b>made</b> of st\\u00e9el\"}</script>\
             <p>A lamp for small desks, and more<p>It is made of stéel<p>Desk lamp",
        );
        let said = SelfDescription::of(&document);
        let overlaps: Vec<Overlap> = document
            .elements_named(names::P)
            .map(|node| said.overlap(&document, node, document.subtree_end(node), &mut Words::default()))
            .collect();
        let is = |overlap: Overlap, description: f32, body: f32, title: f32| {
            (overlap.description - description).abs() < 1e-6
                && (overlap.body - body).abs() < 1e-6
                && (overlap.title - title).abs() < 1e-6
        };
        assert!(is(overlaps[0], 0.6, 0.0, 1.0 / 7.0), "{:?}", overlaps[0]);
        assert!(is(overlaps[1], 0.0, 1.0, 0.0), "{:?}", overlaps[1]);
        assert!(is(overlaps[2], 0.0, 0.0, 1.0), "{:?}", overlaps[2]);
    }

    #[test]
    fn broken_json_is_read_as_far_as_it_goes() {
        let mut said = SelfDescription::default();
        for text in ["\"", "\"description\": \"a b c", "\"description\":\"\\", "{\"a\"", "\"text\": \"\\ud800 b c d\""]
        {
            said.read_json(text, &mut Words::default());
        }
        said.description.finish();
        said.body.finish();
        let run = |text: &str| runs(Words::default().of(text)).next().expect("three words");
        assert!(said.description.contains(run("a b c")) && said.body.contains(run("b c d")));
    }
}
