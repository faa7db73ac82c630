//! What methods that look for repetition compare.

use super::{Group, Trap, made, page};
use crate::random::Random;
use std::fmt::Write as _;

const fn row(name: &'static str, n: usize, pattern: &'static str) -> Trap {
    page(Group::Records, name, n, pattern)
}

pub(super) const TRAPS: &[Trap] = &[
    row("large-twins", 1_500, "<div>«<p><b>x</b>»</div><div>«<p><i>x</i>»</div><div>«<p><b>x</b>»</div>"),
    row("large-siblings", 40, "<main>«<div>«50:<p><b>ⅰ</b><i>lamp</i>»</div>»</main>"),
    row(
        "cards-of-lamps",
        5_000,
        "<ul>«<li><h3><a href=/ⅰ>Lamp ⅰ</a></h3><img src=ⅰ.png><b>ⅰ,99 €</b><p>Made to last.»</ul>",
    ),
    row(
        "periods-of-eight",
        3_000,
        "<main>«<h3>a</h3><p>b</p><ul></ul><ol></ol><div>c</div><pre>d</pre><hr><dl></dl>»</main>",
    ),
    row(
        "small-lists",
        3_000,
        "«<ul><li><a href=/1>One</a> 5 €<li><a href=/2>Two</a> 6 €<li><a href=/3>Three</a> 7 €</ul>»",
    ),
    row("lists-of-lists", 120, "<ul>«<li><a href=/ⅰ>a</a><ul>«25:<li><a href=/ⅰ>b</a> c»</ul>»</ul>"),
    row("links-of-many-classes", 3_000, "«<div class='aⅰ b'><a class=lⅰ href=/ⅰ>Lamp number ⅰ</a> lit</div>»"),
    row("links-with-long-texts", 60, "<ul>«<li><a href=/ⅰ>«80:word »ⅰ</a><p>«150:light »»</ul>"),
    row("long-cells", 6_000, "<ul>«8:<li><a href=/ⅰ>«lamp »</a><b>«desk »</b>»</ul>"),
    row("a-deep-item-among-flat", 2_000, "<ul><li>«300:<div>»x«300:</div>»«<li><a href=/ⅰ>lamp</a>»</ul>"),
    row("pairs-on-every-level", 150, "«<div><p>a</p><p>a</p><p>a</p>»"),
    row("rows-without-links", 8_000, "«<div><span>lamp ⅰ</span><span>ⅰ</span></div>»"),
    row("items-apart", 4_000, "«<section><div class=card><a href=/ⅰ>Lamp ⅰ</a> 5 €</div></section><p>between"),
    row(
        "comments-of-readers",
        3_000,
        "<main>«<div class=comment><b>Ann ⅰ</b><time>2013-04-05</time><p>I like it, and more.</div>»</main>",
    ),
    row("answers-in-answers", 250, "«<div class=comment><b>Ann</b><p>I like it.</p>»"),
    row("one-list-as-two", 2_500, "<ul>«<li><a href=/ⅰ>Lamp ⅰ</a>»</ul><ul>«<li><a href=/ⅰ>Lamp ⅰ</a>»</ul>"),
    made(Group::Records, "growing-siblings", 300, growing_siblings),
    made(Group::Records, "binary-tree", 500, binary_tree),
    made(Group::Records, "random-siblings", 1_000, random_siblings),
    made(Group::Records, "columns-in-any-order", 200, columns_in_any_order),
    made(Group::Records, "links-at-all-depths", 400, links_at_all_depths),
];

/// Each sibling is a little larger than the last, up to a size, so that all are nearly alike.
fn growing_siblings(n: usize) -> Vec<u8> {
    (0..n)
        .fold(String::from("<main>"), |page, at| page + "<div>" + &"<p>a<b>b</b>".repeat(at % 67) + "</div>")
        .into_bytes()
}

/// Both halves of every element are alike.
fn binary_tree(n: usize) -> Vec<u8> {
    let levels = n.next_power_of_two().trailing_zeros() as usize;
    let mut tree = String::from("lamp");
    for _ in 0..levels {
        tree = format!("<div>{tree}</div><div>{tree}</div>");
    }
    tree.into_bytes()
}

const TAGS: [&str; 10] = ["p", "h3", "div", "ul", "span", "b", "i", "em", "section", "code"];

/// Siblings of which no two are the same.
fn random_siblings(n: usize) -> Vec<u8> {
    let mut random = Random::new(5);
    let mut page = String::from("<main>");
    for _ in 0..n {
        page.push_str("<div>");
        let mut open: Vec<&str> = Vec::new();
        for _ in 0..random.below(30) {
            match open.pop_if(|_| random.one_in(2)) {
                Some(tag) => {
                    let _ = write!(page, "lamp</{tag}>");
                }
                None => {
                    let tag = random.pick(&TAGS);
                    let _ = write!(page, "<{tag}>");
                    open.push(tag);
                }
            }
        }
        for tag in open.iter().rev() {
            let _ = write!(page, "</{tag}>");
        }
        page.push_str("</div>");
    }
    page.into_bytes()
}

/// Rows that have the same items, each row in an order of its own.
fn columns_in_any_order(n: usize) -> Vec<u8> {
    let mut random = Random::new(9);
    let mut page = String::from("<main>");
    for _ in 0..n {
        page.push_str("<div>");
        for _ in 0..40 {
            let tag = random.pick(&TAGS);
            let _ = write!(page, "<{tag}>{tag}</{tag}>");
        }
        page.push_str("</div>");
    }
    page.into_bytes()
}

fn links_at_all_depths(n: usize) -> Vec<u8> {
    let mut page = String::new();
    for at in 0..n {
        let depth = at % 90;
        let _ = write!(page, "{}<a href=/{at}>Lamp {at}</a>{}", "<div>".repeat(depth), "</div>".repeat(depth));
    }
    page.into_bytes()
}
