//! Features and compounds in the words of one language or the other.

use super::feature::{Compound, Feature, Reach};
use super::predicate;
use super::quote::{css_identifier, css_string, xpath_literal};
use crate::document::{Document, Name};
use crate::select::xpath::is_plain_name;

impl<'a> Feature<'a> {
    fn css(&self, document: &Document) -> String {
        let attribute = |name: Name| css_identifier(document.spell(name));
        match self {
            Feature::Id(id) => format!("#{}", css_identifier(id)),
            Feature::Class(class) => format!(".{}", css_identifier(class)),
            Feature::Attribute(name, value) => format!("[{}={}]", attribute(*name), css_string(value)),
            Feature::Prefix(name, value) => format!("[{}^={}]", attribute(*name), css_string(value)),
            Feature::HasAttribute(name) => format!("[{}]", attribute(*name)),
            Feature::Nth(1) => ":first-of-type".to_owned(),
            Feature::Nth(number) => format!(":nth-of-type({number})"),
            Feature::Last => ":last-of-type".to_owned(),
            Feature::From(number) => format!(":nth-of-type(n+{number})"),
            Feature::Until(number) => format!(":nth-last-of-type(n+{number})"),
            Feature::Has(Reach::Child, inner) => format!(":has(> {})", inner.css(document)),
            Feature::Has(Reach::Descendant, inner) => format!(":has({})", inner.css(document)),
            Feature::Not(inner) => format!(":not({})", inner.css(document)),
            // CSS has no words for it, and the search does not offer it.
            Feature::Text(_) => ":not(*)".to_owned(),
        }
    }

    /// The condition inside a predicate. `sole_class` tells whether a class is always alone in its attribute.
    fn xpath(&self, document: &Document, sole_class: &dyn Fn(&'a str) -> bool) -> String {
        match self {
            Feature::Id(id) => predicate::attribute_equals("id", id),
            Feature::Class(class) if sole_class(class) => predicate::attribute_equals("class", class),
            Feature::Class(class) => predicate::has_class(class),
            Feature::Attribute(name, value) => predicate::attribute_equals(document.spell(*name), value),
            Feature::Prefix(name, value) => predicate::attribute_starts_with(document.spell(*name), value),
            Feature::HasAttribute(name) => format!("@{}", document.spell(*name)),
            Feature::Text(text) => format!("normalize-space()={}", xpath_literal(text)),
            Feature::Has(Reach::Child, inner) => inner.xpath(document, sole_class),
            Feature::Has(Reach::Descendant, inner) => format!(".//{}", inner.xpath(document, sole_class)),
            Feature::Not(inner) => format!("not({})", inner.xpath(document, sole_class)),
            Feature::Nth(number) => format!("position()={number}"),
            Feature::Last => "position()=last()".to_owned(),
            Feature::From(number) => format!("position()>{}", number - 1),
            Feature::Until(2) => "position()<last()".to_owned(),
            Feature::Until(number) => format!("position()<=last()-{}", number - 1),
        }
    }
}

impl<'a> Compound<'a> {
    pub(super) fn css(&self, document: &Document) -> String {
        let tag = match self.tag {
            Some(tag) => css_identifier(document.spell(tag)),
            None if self.features.is_empty() => "*".to_owned(),
            None => String::new(),
        };
        let features = self.features.iter().map(|feature| feature.css(document));
        std::iter::once(tag).chain(features).collect()
    }

    pub(super) fn xpath(&self, document: &Document, sole_class: &dyn Fn(&'a str) -> bool) -> String {
        let tag = match self.tag.map(|tag| document.spell(tag)) {
            Some(tag) if is_plain_name(tag) => tag.to_owned(),
            Some(tag) => format!("*[name()={}]", xpath_literal(tag)),
            None => "*".to_owned(),
        };
        let (positions, conditions): (Vec<_>, Vec<_>) = self.features.iter().partition(|feature| feature.is_position());
        // Positions count all siblings of the name, so they come before the conditions that thin them out.
        let position = match &positions[..] {
            [] => String::new(),
            [Feature::Nth(number)] => format!("[{number}]"),
            [Feature::Last] => "[last()]".to_owned(),
            several => {
                let all: Vec<String> = several.iter().map(|feature| feature.xpath(document, sole_class)).collect();
                format!("[{}]", all.join(" and "))
            }
        };
        let conditions = conditions.iter().map(|feature| format!("[{}]", feature.xpath(document, sole_class)));
        [tag, position].into_iter().chain(conditions).collect()
    }
}
