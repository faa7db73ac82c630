//! Which object of a page's JSON-LD is the page itself.

use super::clean_text::{folded, plain};
use super::survey::Survey;
use crate::structured::{self, Value};
use std::collections::BTreeMap;
use tamis_page::Document;
use url::Url;

/// How many objects are looked at. A page with more lists things, and none of them is its main object.
const MAX_OBJECTS: usize = 500;

/// The objects of a page's JSON-LD, sorted by what they are.
#[derive(Default)]
pub(super) struct LinkedData {
    objects: Vec<Value>,
    /// Where an object of this `@id` is.
    by_id: BTreeMap<String, usize>,
    /// The article, recipe, product that the page is about, then the page as such.
    main: Vec<usize>,
    /// The site and who publishes it.
    sites: Vec<usize>,
}

/// What an object is to its page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Other,
    Site,
    Page,
    Work,
}

impl LinkedData {
    pub(super) fn of(document: &Document, survey: &Survey<'_>, address: Option<&Url>) -> LinkedData {
        let mut found = LinkedData::default();
        for &script in &survey.scripts {
            for object in structured::json_ld_of(document, script) {
                found.add(object);
            }
        }
        found.index();
        found.sort(document, survey, address);
        found
    }

    /// Adds an object and the objects of its graph.
    fn add(&mut self, object: Value) {
        let mut waiting = vec![object];
        while let Some(mut object) = waiting.pop() {
            if self.objects.len() >= MAX_OBJECTS {
                return;
            }
            // What is listed by itself is taken out: graphs inside graphs would be kept once for each level.
            if let Some(graph) = member_mut(&mut object, "@graph") {
                match std::mem::replace(graph, Value::Null) {
                    Value::List(items) => waiting.extend(items.into_iter().rev()),
                    one => waiting.push(one),
                }
            }
            // An object may hold what it is about.
            for name in ["mainEntity", "mainEntityOfPage"] {
                let inner = match member_mut(&mut object, name) {
                    Some(Value::List(items)) => items.as_mut_slice(),
                    Some(one) => std::slice::from_mut(one),
                    None => continue,
                };
                for inner in inner.iter_mut().filter(|inner| inner.members().len() > 2) {
                    let reference = reference_to(inner);
                    waiting.push(std::mem::replace(inner, reference));
                }
            }
            if object.members().len() > 1 {
                self.objects.push(object);
            }
        }
    }

    fn index(&mut self) {
        for (at, object) in self.objects.iter().enumerate() {
            if let Some(id) = object.get("@id").and_then(Value::as_text) {
                self.by_id.entry(id.to_owned()).or_insert(at);
            }
        }
    }

    fn sort(&mut self, document: &Document, survey: &Survey<'_>, address: Option<&Url>) {
        let ranks: Vec<Rank> = self.objects.iter().map(rank).collect();
        let of_rank = |rank| (0..ranks.len()).filter(|&at| ranks[at] == rank).collect::<Vec<_>>();
        let mut works = of_rank(Rank::Work);
        if works.len() > 1 {
            // Several works are a list, unless one of them has the address or the title of the page.
            let title = survey.title.map(|title| folded(&document.text_content(title))).unwrap_or_default();
            let is_page = |&at: &usize| self.has_address(at, address) || self.has_title(at, &title);
            let own: Vec<usize> = works.iter().copied().filter(is_page).collect();
            let names = works.iter().filter_map(|&at| self.name_of(at)).collect::<std::collections::BTreeSet<_>>();
            if !own.is_empty() {
                works = own;
            } else if names.len() > 1 {
                works.clear();
            }
        }
        // Articles before the video or the picture in them.
        works.sort_by_key(|&at| !is_article(&self.objects[at]));
        works.extend(of_rank(Rank::Page));
        self.main = works;
        self.sites = of_rank(Rank::Site);
    }

    fn has_address(&self, at: usize, address: Option<&Url>) -> bool {
        let Some(address) = address.map(|address| bare(address.as_str())) else { return false };
        ["url", "@id", "mainEntityOfPage"].iter().any(|name| {
            let value = self.objects[at].get(name);
            let value = value.map(|value| value.get("@id").unwrap_or(value)).and_then(Value::as_text);
            value.is_some_and(|value| bare(value) == address)
        })
    }

    fn has_title(&self, at: usize, title: &str) -> bool {
        self.name_of(at).is_some_and(|name| name.len() > 8 && title.contains(&name))
    }

    fn name_of(&self, at: usize) -> Option<String> {
        let name = self.objects[at].get("headline").or_else(|| self.objects[at].get("name"))?;
        Some(folded(&plain(name.as_text()?)?))
    }

    /// Returns a property of the main object, or else of the object for the page.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.main.iter().find_map(|&at| self.objects[at].get(name).filter(|value| !value.is_blank()))
    }

    /// Returns a property of the main object if that is a work. The object for the page often has the site's title.
    pub(super) fn of_work(&self, name: &str) -> Option<&Value> {
        let works = self.main.iter().filter(|&&at| rank(&self.objects[at]) == Rank::Work);
        works.map(|&at| &self.objects[at]).find_map(|work| work.get(name).filter(|value| !value.is_blank()))
    }

    /// A text of the main object.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.items().iter().find_map(text_of)
    }

    /// The objects that a value is or refers to.
    pub(super) fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        let is_reference = value.members().len() == 1;
        let id = value.get("@id").and_then(Value::as_text).filter(|_| is_reference);
        id.and_then(|id| self.by_id.get(id)).map_or(value, |&at| &self.objects[at])
    }

    /// The names that a property of the main object gives: texts, or objects with a name, or references to such.
    pub(super) fn names<'a>(&'a self, value: &'a Value) -> impl Iterator<Item = String> + 'a {
        value.items().iter().filter_map(|item| {
            let item = self.resolve(item);
            let name = item.get("name").unwrap_or(item);
            name.items().iter().find_map(text_of)
        })
    }

    /// What the site is called.
    pub(super) fn site(&self) -> Option<String> {
        let publisher = self.get("publisher").and_then(|publisher| self.names(publisher).next());
        let of_type = |wanted: &str| {
            let mut sites = self.sites.iter().map(|&at| &self.objects[at]);
            let site = sites.find(|site| types(site).any(|known| known == wanted))?;
            text_of(site.get("name")?)
        };
        of_type("WebSite")
            .or(publisher)
            .or_else(|| of_type("NewsMediaOrganization"))
            .or_else(|| of_type("Organization"))
    }

    /// Returns the names of the breadcrumbs.
    pub(super) fn trail(&self) -> Vec<String> {
        let trail = self.objects.iter().find(|object| types(object).any(|known| known == "BreadcrumbList"));
        let steps = trail.and_then(|trail| trail.get("itemListElement")).map_or(&[][..], Value::items);
        let names = steps.iter().filter_map(|step| {
            let inner = step.get("item").filter(|inner| inner.get("name").is_some()).unwrap_or(step);
            text_of(inner.get("name")?)
        });
        names.collect()
    }
}

fn member_mut<'v>(object: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    let Value::Object(members) = object else { return None };
    members.iter_mut().find(|(member, _)| member == name).map(|(_, value)| value)
}

/// Returns the reference that replaces an object which is listed by itself.
fn reference_to(object: &Value) -> Value {
    let id = object.get("@id").filter(|id| id.as_text().is_some());
    id.map_or(Value::Null, |id| Value::Object(vec![("@id".to_owned(), id.clone())]))
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => plain(text),
        Value::Object(_) => value.get("@value").or_else(|| value.get("name")).and_then(Value::as_text).and_then(plain),
        _ => None,
    }
}

/// The types of an object, without the address of the vocabulary.
fn types(object: &Value) -> impl Iterator<Item = &str> {
    let types = object.get("@type").map_or(&[][..], Value::items);
    types.iter().filter_map(Value::as_text).map(|name| name.rsplit(['/', '#', ':']).next().unwrap_or(name))
}

fn is_article(object: &Value) -> bool {
    types(object)
        .any(|name| name.ends_with("Article") || name.ends_with("Posting") || matches!(name, "Report" | "Recipe"))
}

/// Types of schema.org that a page can be about, besides articles.
#[rustfmt::skip]
const WORKS: &[&str] = &[
    "Recipe", "HowTo", "Product", "Event", "Book", "Movie", "TVEpisode", "PodcastEpisode", "Course", "CreativeWork",
    "Report", "Review", "Question", "SoftwareApplication", "VideoObject", "Dataset", "MusicAlbum", "MusicRecording",
    "Game", "Place", "Thesis",
];

fn rank(object: &Value) -> Rank {
    types(object)
        .map(|name| match name {
            "WebSite" | "Organization" | "NewsMediaOrganization" | "Corporation" | "LocalBusiness" => Rank::Site,
            _ if WORKS.contains(&name) => Rank::Work,
            _ if name.ends_with("Article") || name.ends_with("Posting") => Rank::Work,
            _ if name.ends_with("Page") => Rank::Page,
            _ => Rank::Other,
        })
        .max()
        .unwrap_or(Rank::Other)
}

/// Returns an address without the parts in which two spellings of it differ.
fn bare(address: &str) -> &str {
    let address = address.split('#').next().unwrap_or(address);
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    address.trim_start_matches("www.").trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    #[track_caller]
    fn check(html: &str, name: &str, expect: Option<&str>) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        let address = Url::parse("https://a.example/story").expect("an address");
        let linked = LinkedData::of(&document, &survey, Some(&address));
        assert_eq!(linked.text(name).as_deref(), expect, "{html}");
    }

    fn script(json: &str) -> String {
        format!("<title>The long story | A</title><script type=application/ld+json>{json}</script>")
    }

    #[test]
    fn the_work_counts_before_the_page() {
        let graph = r#"{"@graph": [{"@type": "WebPage", "name": "p"}, {"@type": "NewsArticle", "name": "a"}]}"#;
        check(&script(graph), "name", Some("a"));
        check(&script(r#"{"@type": "http://schema.org/WebPage", "name": "p"}"#), "name", Some("p"));
        check(&script(r#"{"@type": "Organization", "name": "o"}"#), "name", None);
    }

    #[test]
    fn of_several_works_the_one_with_the_pages_address_or_title_counts() {
        let works = r#"[{"@type": "Article", "name": "One", "author": "x"}, {"@type": "Article", "url": "https://a.example/story/", "name": "Two"}]"#;
        check(&script(works), "name", Some("Two"));
        let works = r#"[{"@type": "Article", "name": "One"}, {"@type": "Article", "name": "The long story"}]"#;
        check(&script(works), "name", Some("The long story"));
        let works = r#"[{"@type": "Article", "name": "One"}, {"@type": "Article", "name": "Two"}]"#;
        check(&script(works), "name", None);
    }

    #[test]
    fn graphs_inside_graphs_are_kept_once() {
        for name in ["@graph", "mainEntity"] {
            let open = format!(r#"{{"a": 1, "b": 2, "{name}": "#).repeat(40);
            let json = format!(r#"{open}{{"a": 1, "b": 2, "c": [{}1]}}{}"#, "0,".repeat(999), "}".repeat(40));
            let document = Document::parse(script(&json));
            let linked = LinkedData::of(&document, &Survey::of(&PageView::of(&document)), None);
            assert_eq!(linked.objects.len(), 41, "{name}");
            let mut waiting: Vec<&Value> = linked.objects.iter().collect();
            let mut n_values = 0;
            while let Some(value) = waiting.pop() {
                n_values += 1;
                waiting.extend(value.members().iter().map(|(_, value)| value));
                if let Value::List(items) = value {
                    waiting.extend(items);
                }
            }
            assert!(n_values < 1000 + 41 * 4 + 10, "{name}: {n_values}");
        }
    }

    #[test]
    fn what_the_page_is_about_is_found_by_its_name() {
        let page = r#"{"@type": "WebPage", "name": "p", "mainEntity": {"@type": "Article", "@id": "x", "name": "a"}}"#;
        check(&script(page), "name", Some("a"));
    }

    #[test]
    fn references_are_followed() {
        let graph = r##"{"@graph": [{"@type": "Article", "name": "a", "author": {"@id": "#p"}}, {"@type": "Person", "@id": "#p", "name": "Ada"}]}"##;
        let document = Document::parse(script(graph));
        let linked = LinkedData::of(&document, &Survey::of(&PageView::of(&document)), None);
        let author = linked.get("author").expect("it has one");
        assert_eq!(linked.names(author).collect::<Vec<_>>(), ["Ada"]);
    }
}
