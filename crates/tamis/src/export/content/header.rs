//! What is known of a page, for the head of a form.

use crate::page::Page;
use tamis_extract::metadata::Sourced;

/// What a form says of the page before its content. What is not known is not written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Header {
    /// What the page is called.
    pub title: Option<String>,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// Where it was found, or what it calls its own address.
    pub url: Option<String>,
    /// The host of that address.
    pub hostname: Option<String>,
    /// What the site is called.
    pub site_name: Option<String>,
    /// What the page says it is about.
    pub description: Option<String>,
    /// When it was published.
    pub date: Option<String>,
    /// In which part of the site it is.
    pub categories: Vec<String>,
    /// What it is about, in single words.
    pub tags: Vec<String>,
    /// The language that it declares.
    pub language: Option<String>,
    /// Under which licence it is.
    pub license: Option<String>,
}

impl Header {
    /// What the page says of itself.
    pub fn of(page: &Page) -> Header {
        fn value<T>(found: Option<Sourced<T>>) -> Option<T> {
            found.map(|found| found.value)
        }
        let known = page.metadata().clone();
        let url = value(known.canonical).or_else(|| page.url().cloned());
        Header {
            title: value(known.title),
            authors: value(known.authors).unwrap_or_default(),
            hostname: url.as_ref().and_then(|url| url.host_str()).map(str::to_owned),
            url: url.map(String::from),
            site_name: value(known.site_name),
            description: value(known.description),
            date: value(known.published).or_else(|| value(known.modified)),
            categories: value(known.categories).unwrap_or_default(),
            tags: value(known.tags).unwrap_or_default(),
            language: value(known.language),
            license: value(known.licence),
        }
    }

    /// As lines of YAML between `---`, as trafilatura writes them; nothing if nothing is known.
    pub fn to_front_matter(&self) -> String {
        let texts = [
            ("title", &self.title),
            ("url", &self.url),
            ("hostname", &self.hostname),
            ("description", &self.description),
            ("sitename", &self.site_name),
            ("date", &self.date),
            ("license", &self.license),
            ("language", &self.language),
        ];
        let lists = [("author", &self.authors), ("categories", &self.categories), ("tags", &self.tags)];
        let mut lines = String::new();
        for (name, text) in texts {
            if let Some(text) = text {
                lines.push_str(&format!("{name}: {}\n", scalar(text)));
            }
        }
        for (name, texts) in lists.into_iter().filter(|(_, texts)| !texts.is_empty()) {
            let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
            lines.push_str(&format!("{name}: [{}]\n", texts.join(", ")));
        }
        if lines.is_empty() { lines } else { format!("---\n{lines}---\n\n") }
    }
}

/// A text as YAML: bare where that means the same, else between quotes.
fn scalar(text: &str) -> String {
    let is_word =
        |character: char| character.is_alphanumeric() || matches!(character, '/' | '.' | '_' | '~' | '%' | '(' | ')');
    let may_be_inside = |character: char| {
        is_word(character) || matches!(character, ' ' | ',' | '\'' | '’' | '–' | '-' | '?' | '=' | '&' | '+' | '!')
    };
    let is_bare = text.starts_with(char::is_alphabetic)
        && text.ends_with(is_word)
        && text.replace("://", "").chars().all(may_be_inside)
        && !["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word));
    if is_bare { text.to_owned() } else { quoted(text) }
}

/// A text as YAML between quotes, which are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("invariant: a text is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_quotes_what_yaml_would_read_otherwise() {
        let header = Header {
            title: Some("Lamps: \"new\" ones".to_owned()),
            url: Some("https://a.example/x?y=1".to_owned()),
            language: Some("no".to_owned()),
            authors: vec!["A. Smith".to_owned(), "B".to_owned()],
            ..Header::default()
        };
        let expect = "---\ntitle: \"Lamps: \\\"new\\\" ones\"\nurl: https://a.example/x?y=1\nlanguage: \"no\"\nauthor: [\"A. Smith\", \"B\"]\n---\n\n";
        assert_eq!(header.to_front_matter(), expect);
        assert_eq!(Header::default().to_front_matter(), "");
    }

    #[test]
    fn a_header_holds_what_the_page_says() {
        let page = Page::parse("<html lang=en><title>Lamps</title><link rel=canonical href=https://a.example/lamps>");
        let header = Header::of(&page);
        assert_eq!(header.title.as_deref(), Some("Lamps"));
        assert_eq!(header.hostname.as_deref(), Some("a.example"));
        assert_eq!(header.language.as_deref(), Some("en"));
    }
}
