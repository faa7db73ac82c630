//! A spider for Scrapy. It respects robots.txt and follows the link to the next page.

use super::plan::{Plan, Selection};
use super::python::{self, functions, quoted_list};
use super::{WrapperExportOptions, conversion, parsel};

pub(super) fn write(plan: &Plan<'_>, options: &WrapperExportOptions) -> String {
    let usage = "Run it, for one JSON object a row:\n\n    scrapy runspider spider.py -O rows.jsonl\n    scrapy runspider \
                 spider.py -O rows.jsonl -a start=https://example.com/list\n\nNeeds `pip install scrapy`.";
    let mut text = python::heading(plan, "Scrapy", usage);
    let has_money_of_page = conversion::asks_page(plan);
    if has_money_of_page {
        text.push_str("import json\n");
    }
    let needs_re = !conversion::imports(plan).is_empty();
    if needs_re {
        text.push_str("import re\n");
    }
    text.push_str(&conversion::imports(plan));
    if needs_re || has_money_of_page {
        text.push('\n');
    }
    text.push_str("import scrapy\n");
    if plan.translates_css() {
        text.push_str("from cssselect import HTMLTranslator\n");
    }
    if plan.n_nodes > 1 {
        text.push_str("from lxml import etree\nfrom parsel import Selector\n");
    }
    let urls = conversion::start_urls(plan, &options.start_urls);
    text.push_str(&format!("\nSTART_URLS = {urls}\n"));
    text.push_str(&format!("COLUMNS = {}\n", quoted_list(column_names(plan).iter().map(String::as_str))));
    let mut parts = vec![spider(plan)];
    parts.extend(parsel::shared_functions(plan));
    text.push_str(&functions(parts.iter().map(String::as_str)));
    text
}

fn column_names(plan: &Plan<'_>) -> Vec<String> {
    let names = plan.columns.iter().flat_map(|column| {
        let beside = column.money_names.iter().flat_map(|(currency, text)| [currency.clone(), text.clone()]);
        std::iter::once(column.name().to_owned()).chain(beside)
    });
    names.collect()
}

fn spider(plan: &Plan<'_>) -> String {
    let mut text = String::from(SPIDER);
    if plan.says("tbody") {
        text.push_str("        add_bodies(response.selector.root)\n");
    }
    let facts = super::lxml::page_facts(plan, "response.selector.root");
    let facts = facts.replace(", url)", ", response.url)");
    for line in facts.lines() {
        text.extend(["    ", line, "\n"]);
    }
    text.push_str(&parsel::records(plan, "response", 8));
    text.push_str(&python::row(plan, 12, "yield", parsel::value));
    if let Some(next) = &plan.next {
        text.push_str(&follow(next));
    }
    text
}

fn follow(next: &Selection) -> String {
    format!(
        "        base = base_of(response.selector.root, response.url)\n        following = other_page({}, base, response.url)\n        \
         if following:\n            yield response.follow(following)\n",
        parsel::link("response", next)
    )
}

const SPIDER: &str = r#"class RowsSpider(scrapy.Spider):
    """Yields the records of a page, one dict each, and goes on with the next page."""

    name = "rows"
    custom_settings = {
        "ROBOTSTXT_OBEY": True,
        "DOWNLOAD_DELAY": 1,
        "FEED_EXPORT_ENCODING": "utf-8",
        "FEED_EXPORT_FIELDS": COLUMNS,
    }

    def __init__(self, start=None, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.start_urls = [start] if start else START_URLS
        if not self.start_urls:
            raise ValueError("no address to start from: give one with -a start=https://…")

    def parse(self, response):
"#;
