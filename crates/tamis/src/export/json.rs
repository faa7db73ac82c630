//! A page as JSON: what it is, what was found, what was removed and why, by which method with which options.

use super::removals::Removals;
use crate::methods::{Answer, Stage};
use crate::page::Page;
use crate::pipeline::Outcome;
use crate::recipe::{OptionValue, Recipe};
use serde_json::{Map, Value, json};
use std::time::Duration;
use tamis_page::visibility::is_code;
use tamis_page::{Document, NodeId, NodeKind};

/// The version of the objects that are written. It rises when a key changes its meaning or goes; new keys do not count.
pub const SCHEMA_VERSION: u32 = 1;

/// An outcome on its way to JSON.
///
/// The same page and recipe give the same bytes; only [`with_elapsed`](Json::with_elapsed) adds what differs from run
/// to run.
#[derive(Clone, Copy, Debug)]
pub struct Json<'a> {
    outcome: &'a Outcome<'a>,
    source: Option<&'a str>,
    elapsed: Option<Duration>,
}

impl<'a> Json<'a> {
    /// The outcome, nothing else.
    pub fn of(outcome: &'a Outcome<'a>) -> Json<'a> {
        Json { outcome, source: None, elapsed: None }
    }

    /// The same, naming the file that the page came from.
    #[must_use]
    pub fn with_source(mut self, source: &'a str) -> Json<'a> {
        self.source = Some(source);
        self
    }

    /// The same, saying how long the page took.
    #[must_use]
    pub fn with_elapsed(mut self, elapsed: Duration) -> Json<'a> {
        self.elapsed = Some(elapsed);
        self
    }

    /// An indented object, for people.
    pub fn pretty(&self) -> String {
        format!("{:#}\n", self.value())
    }

    /// An object on one line, for JSON Lines.
    pub fn line(&self) -> String {
        format!("{}\n", self.value())
    }

    fn value(&self) -> Value {
        let Json { outcome, source, elapsed } = *self;
        let page = outcome.page();
        let mut object = header(source);
        object.insert("url".into(), page.url().map(ToString::to_string).into());
        object.insert("status".into(), if outcome.is_empty() { "nothing-found" } else { "ok" }.into());
        object.insert("method".into(), provenance(outcome.recipe()));
        object.insert("page".into(), page_facts(page));
        let mut warnings: Vec<String> = page.warnings().iter().map(|warning| warning.message().to_owned()).collect();
        let mut stats = json!({"bytes": page.n_bytes(), "nodes": page.document().len()});
        match outcome.answer() {
            Answer::Mask(mask) => {
                if outcome.recipe().method().stage == Stage::Clean {
                    object.insert("html".into(), super::html(outcome).into());
                }
                object.insert("text".into(), outcome.text_once().into());
                let removals = Removals::of(page.document(), mask);
                object.insert("removed".into(), removed(page.document(), &removals, outcome.recipe()));
                warnings.extend(removals.warning());
                stats["nodes_kept"] = mask.n_kept().into();
            }
            Answer::Tables(tables) => {
                object.insert("tables".into(), super::tables::tables(page, tables));
            }
        }
        if let Some(elapsed) = elapsed {
            // Microseconds are as fine as the clock is worth.
            stats["ms"] = (elapsed.as_micros() as f64 / 1000.0).into();
        }
        object.insert("stats".into(), stats);
        object.insert("warnings".into(), warnings.into());
        object.into()
    }
}

/// The line of a page that has no outcome.
pub fn error_line(source: Option<&str>, error: &(dyn std::error::Error + 'static)) -> String {
    let mut object = header(source);
    object.insert("status".into(), "error".into());
    object.insert("error".into(), with_causes(error).into());
    format!("{}\n", Value::from(object))
}

/// An error and what caused it, as one sentence.
fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn header(source: Option<&str>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema_version".into(), SCHEMA_VERSION.into());
    object.insert("generator".into(), json!({"name": "tamis", "version": env!("CARGO_PKG_VERSION")}));
    if let Some(source) = source {
        object.insert("source".into(), source.into());
    }
    object
}

fn provenance(recipe: &Recipe) -> Value {
    let options = recipe.options().map(|(spec, value)| (spec.name.to_owned(), option_value(value)));
    json!({"name": recipe.method().name, "options": options.collect::<Map<_, _>>()})
}

fn option_value(value: OptionValue) -> Value {
    match value {
        OptionValue::Auto => "auto".into(),
        OptionValue::Number(number) => number.into(),
        OptionValue::Count(count) => count.into(),
        OptionValue::Flag(flag) => flag.into(),
        OptionValue::Choice(word) => word.into(),
    }
}

fn page_facts(page: &Page) -> Value {
    json!({
        "title": page.title(),
        "language": page.language(),
        "canonical": page.canonical().map(String::from),
        "charset": page.charset().map(|charset| json!({"used": charset.used, "source": charset.source.as_str()})),
    })
}

fn removed(document: &Document, removals: &Removals<'_>, recipe: &Recipe) -> Value {
    let rows = removals.listed.iter().map(|(xpath, removal)| {
        json!({
            "xpath": xpath,
            "method": recipe.method().name,
            "reason": removal.reason,
            "text": excerpt(document, removal.node),
        })
    });
    rows.collect()
}

/// The longest excerpt, in characters, and the most nodes that are looked at for it: removals may nest, and each looks
/// for itself.
const EXCERPT_CHARS: usize = 80;
const EXCERPT_NODES: usize = 2000;

/// The first words of a subtree, to recognise it by.
pub(crate) fn excerpt(document: &Document, node: NodeId) -> String {
    let mut excerpt = String::new();
    let mut n_chars = 0;
    for inner in document.subtree(node).take(EXCERPT_NODES) {
        let is_in_code = document.parent(inner).is_some_and(|parent| is_code(document, parent));
        if document.kind(inner) != NodeKind::Text || is_in_code {
            continue;
        }
        for word in document.text(inner).split_whitespace() {
            let gap = usize::from(!excerpt.is_empty());
            let room = EXCERPT_CHARS.saturating_sub(n_chars + gap);
            if room == 0 {
                return excerpt + "…";
            }
            excerpt.push_str(&" "[..gap]);
            let cut = word.char_indices().nth(room).map_or(word.len(), |(end, _)| end);
            excerpt.push_str(&word[..cut]);
            n_chars += gap + word[..cut].chars().count();
            if cut < word.len() {
                return excerpt + "…";
            }
        }
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_excerpt(html: &str, expect: &str) {
        let document = Document::parse(html);
        assert_eq!(excerpt(&document, document.root()), expect);
    }

    #[test]
    fn an_excerpt_is_the_first_words_without_code() {
        check_excerpt("<nav> Home\n <b>Shop</b><script>var x</script>", "Home Shop");
        check_excerpt("", "");
    }

    #[test]
    fn a_long_excerpt_is_cut_with_a_mark() {
        check_excerpt(&"word ".repeat(100), &format!("{}…", "word ".repeat(16).trim_end()));
        check_excerpt(&"長".repeat(100), &format!("{}…", "長".repeat(80)));
        check_excerpt(&"x".repeat(80), &"x".repeat(80));
    }

    #[test]
    fn an_error_names_its_page_and_its_causes() {
        let error = crate::source::read_file("no/such".as_ref(), &crate::Limits::default()).expect_err("no file");
        let line: Value = serde_json::from_str(&error_line(Some("no/such"), &error)).expect("one JSON object");
        assert_eq!(line["status"], "error");
        assert_eq!(line["source"], "no/such");
        assert_eq!(line["error"], "cannot read no/such: No such file or directory (os error 2)");
    }

    #[test]
    fn the_object_says_what_was_done_to_the_page() {
        let page = Page::parse("<title>T</title><p>Hello");
        let recipe = Recipe::named(Stage::Text, "none").expect("none is in the table");
        let outcome = crate::run(&page, &recipe);
        let object: Value = serde_json::from_str(&Json::of(&outcome).line()).expect("one JSON object");
        assert_eq!(object["schema_version"], 1);
        assert_eq!(object["method"], json!({"name": "none", "options": {}}));
        assert_eq!(object["page"]["title"], "T");
        assert_eq!(object["text"], "Hello");
        assert_eq!(object["removed"], json!([]));
        assert_eq!(object["stats"].get("ms"), None, "the same page gives the same bytes");
    }
}
