//! The Python of value conversion: what makes of a text what our own exports write. Only what a wrapper's columns need is
//! written; the words by which prices are read are those of [`price_words`].

use super::plan::Plan;
use super::python::{quoted, quoted_list};
use std::fmt::Write;
use tamis_extract::{ValueType, price_words};

/// The characters of a line that tables are wrapped at.
const LINE: usize = 116;

/// Whether the page is asked which currencies its signs mean: wherever there are prices, as any of them may have a sign that
/// several currencies share.
pub(super) fn asks_page(plan: &Plan<'_>) -> bool {
    plan.has_type(&[ValueType::Money])
}

pub(super) fn has_addresses(plan: &Plan<'_>) -> bool {
    plan.has_type(&[ValueType::Url, ValueType::Image]) || plan.next.is_some()
}

fn has_numbers(plan: &Plan<'_>) -> bool {
    plan.has_type(&[ValueType::Money, ValueType::Integer, ValueType::Decimal, ValueType::Percentage])
}

/// The imports that the conversion needs, one a line.
pub(super) fn imports(plan: &Plan<'_>) -> String {
    let mut imports = String::new();
    if has_numbers(plan) {
        imports.push_str("from decimal import Decimal\n");
    }
    if plan.has_type(&[ValueType::Money]) {
        imports.push_str("from typing import NamedTuple, Optional\n");
    }
    if has_addresses(plan) {
        imports.push_str(if plan.next.is_some() {
            "from urllib.parse import quote, urlsplit\n"
        } else {
            "from urllib.parse import quote\n"
        });
    }
    imports
}

/// The functions of the conversion and their tables.
pub(super) fn functions(plan: &Plan<'_>) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    if has_numbers(plan) {
        parts.push(include_str!("python/numbers.py").to_owned());
    }
    if plan.has_type(&[ValueType::Integer, ValueType::Decimal]) {
        parts.push(include_str!("python/number.py").to_owned());
    }
    if plan.has_type(&[ValueType::Percentage]) {
        parts.push(include_str!("python/percentage.py").to_owned());
    }
    if plan.has_type(&[ValueType::Money]) {
        parts.push(price_tables());
        parts.push(include_str!("python/money.py").to_owned());
    }
    if asks_page(plan) {
        parts.push(places());
        parts.push(include_str!("python/page_currency.py").to_owned());
    }
    if has_addresses(plan) {
        parts.push(include_str!("python/addresses.py").to_owned());
    }
    if plan.next.is_some() {
        parts.push(include_str!("python/other_page.py").to_owned());
    }
    parts
}

fn price_tables() -> String {
    let words = price_words();
    let mut text =
        String::from("# What pages write for a currency, and its code; its sign where several share that.\n");
    let codes = words.codes.iter().map(|code| (*code, *code));
    let currencies = words.currencies.iter().copied().chain(codes);
    let pairs = currencies.map(|(spelling, unit)| format!("{}: {}", quoted(spelling), quoted(unit)));
    text.push_str(&table("CURRENCIES = {", pairs, "}"));
    text.push_str("# The signs that several currencies share.\n");
    let shared = words.shared.iter().map(|(sign, code, _)| format!("({}, {})", quoted(sign), quoted(code)));
    text.push_str(&table("SHARED = {", shared, "}"));
    let list = |name: &str, words: &[&str]| table(&format!("{name} = ("), words.iter().map(|word| quoted(word)), ")");
    text.push_str("# Currencies of a thousand parts, whose prices have three decimals.\n");
    text.push_str(&list("THOUSANDTHS", words.thousandths));
    text.push_str("# Words beside prices, and what costs nothing.\n");
    text.push_str(&list("FROM", words.from));
    text.push_str(&list("BETWEEN", words.between));
    text.push_str(&list("EACH", words.each));
    text.push_str(&list("TAXES", words.taxes));
    text.push_str(&list("FREE", words.free));
    text
}

/// The currency that a language or country means by a shared sign.
fn places() -> String {
    let shared = price_words().shared.iter();
    let pairs = shared.flat_map(|(sign, code, places)| {
        places.iter().map(move |place| format!("({}, {}): {}", quoted(sign), quoted(place), quoted(code)))
    });
    let mut text = String::from("# The currencies that languages and countries mean by a shared sign.\n");
    text.push_str(&table("PLACES = {", pairs, "}"));
    text
}

/// A table over several lines.
fn table(open: &str, items: impl Iterator<Item = String>, close: &str) -> String {
    let mut text = format!("{open}\n");
    let mut line = String::from("   ");
    for item in items {
        if line.len() + item.len() + 2 > LINE {
            let _ = writeln!(text, "{line}");
            line = String::from("   ");
        }
        let _ = write!(line, " {item},");
    }
    let _ = writeln!(text, "{line}\n{close}");
    text
}

/// Where a spider may start: what was asked for, else the pages that the wrapper was learned from.
pub(super) fn start_urls(plan: &Plan<'_>, asked: &[String]) -> String {
    let is_web = |url: &&str| url.starts_with("http://") || url.starts_with("https://");
    let learned = plan.wrapper.learned.pages.iter().filter_map(|page| page.url.as_deref()).filter(is_web);
    let mut urls: Vec<&str> =
        if asked.is_empty() { learned.collect() } else { asked.iter().map(String::as_str).collect() };
    let mut seen = std::collections::BTreeSet::new();
    urls.retain(|url| seen.insert(*url));
    quoted_list(urls)
}
