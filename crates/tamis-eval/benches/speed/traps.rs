//! Inputs made to be slow: the time a byte must not grow with the length.

use crate::clock;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;
use tamis_eval::rivals;
use tamis_page::parse::Parser;

type Trap = (&'static str, fn(usize) -> String);

/// Each makes an input from a number of repetitions.
const TRAPS: &[Trap] = &[
    ("<div> nested", |n| "<div>".repeat(n)),
    ("<ul><li> nested", |n| "<ul><li>".repeat(n)),
    ("<b><i> left open", |n| "<b><i>".repeat(n)),
    ("<b><i>x</b></i> mis-nested", |n| "<b><i>x</b></i>".repeat(n)),
    ("<b><i> closed in the wrong order", |n| "<b><i>".repeat(n) + &"</b></i>".repeat(n)),
    ("<b><div> then </b>", |n| "<b><div>".repeat(n) + &"</b>".repeat(n)),
    ("<p><font>", |n| "<p><font>".repeat(n)),
    ("<p><font> of distinct sizes", |n| numbered(n, |text, i| write!(text, "<p><font size={i}>"))),
    ("</p> after <div>", |n| "<p>".to_owned() + &"<div>".repeat(n) + &"</p>".repeat(n)),
    ("<a> in <a>", |n| "<a>".repeat(n)),
    ("<a><div> in <a>", |n| "<a><div>".repeat(n)),
    ("<nobr>", |n| "<nobr>".repeat(n)),
    ("attributes of one tag", |n| format!("<div {}>", numbered(n, |text, i| write!(text, "a{i}=b ")))),
    ("the same attribute", |n| format!("<div {}>", "a=b ".repeat(n))),
    ("attributes of <html>", |n| numbered(n, |text, i| write!(text, "<html a{i}=b>"))),
    ("distinct tags", |n| numbered(n, |text, i| write!(text, "<x{i}>"))),
    ("distinct tags closed", |n| numbered(n, |text, i| write!(text, "<x{i}></x{i}>"))),
    ("end tags that match nothing", |n| "<div>".repeat(n) + &"</x>".repeat(n)),
    ("</li> without <li>", |n| "<div>".repeat(n) + &"</li>".repeat(n)),
    ("<table> nested", |n| "<table>".repeat(n)),
    ("<table><td> nested", |n| "<table><td>".repeat(n)),
    ("text in <table>", |n| "<table>".to_owned() + &"x ".repeat(n)),
    ("elements in <table>", |n| "<table>".to_owned() + &"<i>x</i>".repeat(n)),
    ("elements in nested <table>", |n| "<table><b>x".repeat(n)),
    ("<select><option>", |n| "<select>".to_owned() + &"<option>x".repeat(n)),
    ("<template> nested", |n| "<template>".repeat(n)),
    ("<svg> nested, then <p>", |n| "<svg>".repeat(n) + &"<p>".repeat(n)),
    ("<svg> nested, end tags that match nothing", |n| "<svg>".repeat(n) + &"</x>".repeat(n)),
    ("<math><annotation-xml>", |n| "<math><annotation-xml>".repeat(n)),
    ("<button>", |n| "<button>".repeat(n)),
    ("<dl><dd>", |n| "<dl><dd>".repeat(n)),
    ("<frameset>", |n| "<frameset>".repeat(n)),
    ("<h1>", |n| "<h1>".repeat(n)),
    ("<ruby><rt>", |n| "<ruby><rt>".repeat(n)),
    ("<applet> with formatting", |n| "<applet><b>".repeat(n)),
    ("comments", |n| "<!--x-->".repeat(n)),
    ("comment after </html>", |n| "</html>".to_owned() + &"<!--x--> ".repeat(n)),
    ("unterminated comments", |n| "<!--".repeat(n)),
    ("comment of dashes", |n| "<!--".to_owned() + &"-".repeat(n)),
    ("comment of <!", |n| "<!--".to_owned() + &"<!".repeat(n)),
    ("unterminated tag", |n| "<div ".to_owned() + &"x ".repeat(n)),
    ("unterminated value", |n| "<div a=\"".to_owned() + &"x".repeat(n)),
    ("unterminated quotes in tags", |n| "<div a=\"".repeat(n)),
    ("unterminated doctype", |n| "<!doctype html public \"".to_owned() + &"x".repeat(n)),
    ("unterminated script", |n| "<script>".to_owned() + &"<!--<script ".repeat(n)),
    ("unterminated title", |n| "<title>".to_owned() + &"</titl".repeat(n)),
    ("unterminated textarea with references", |n| "<textarea>".to_owned() + &"&amp".repeat(n)),
    ("unterminated CDATA", |n| "<svg>".to_owned() + &"<![CDATA[".repeat(n)),
    ("CDATA of brackets", |n| "<svg><![CDATA[".to_owned() + &"]".repeat(n)),
    ("bogus comments", |n| "<?".repeat(n)),
    ("less-than signs", |n| "<".repeat(n)),
    ("end tags of nothing", |n| "</".repeat(n)),
    ("ampersands", |n| "&".repeat(n)),
    ("almost references", |n| "&CounterClockwiseContourIntegra".repeat(n)),
    ("references", |n| "&amp;".repeat(n)),
    ("long number", |n| "&#".to_owned() + &"1".repeat(n)),
    ("NUL", |n| "\0".repeat(n)),
    ("NUL in table", |n| "<table>".to_owned() + &"\0".repeat(n)),
    ("carriage returns", |n| "\r".repeat(n)),
    ("white space before <html>", |n| " ".repeat(n)),
];

fn numbered(n: usize, mut one: impl FnMut(&mut String, usize) -> std::fmt::Result) -> String {
    let mut text = String::new();
    for i in 0..n {
        one(&mut text, i).expect("invariant: writing to a string does not fail");
    }
    text
}

/// Repetitions for our parser, and for html5ever, which needs minutes for ours on some traps.
const OURS: usize = 20_000;
const THEIRS: usize = 400;
/// The time a byte may grow by from n to 10n before the trap counts as one: caches get colder, nothing else changes.
const GROWTH: f64 = 3.0;

pub(crate) fn run(rounds: usize) {
    println!(
        "time a byte in ns; ours at {OURS} and {} repetitions, html5ever at {THEIRS} and {}",
        10 * OURS,
        10 * THEIRS
    );
    println!(
        "{:<45} {:>8} {:>8} {:>7}  {:>10} {:>10} {:>7}",
        "", "ours n", "10n", "growth", "html5ever", "10n", "growth"
    );
    let mut parser = Parser::default();
    let mut n_grown = 0;
    for (name, make) in TRAPS {
        let mut ours = |html: &str| {
            let document = parser.parse(html);
            parser.recycle(black_box(document));
        };
        let [small, large] = [make(OURS), make(10 * OURS)].map(|html| ns_a_byte(&html, rounds.min(5), &mut ours));
        let [their_small, their_large] = [make(THEIRS), make(10 * THEIRS)]
            .map(|html| ns_a_byte(&html, 1, &mut |html| _ = black_box(rivals::parse(html, false))));
        let grown = large / small > GROWTH;
        n_grown += usize::from(grown);
        println!(
            "{name:<45} {small:>8.2} {large:>8.2} {:>7.2}{} {their_small:>10.1} {their_large:>10.1} {:>7.2}",
            large / small,
            if grown { "!" } else { " " },
            their_large / their_small
        );
    }
    println!("{n_grown} of {} traps grow by more than {GROWTH}\n", TRAPS.len());
}

fn ns_a_byte(html: &str, rounds: usize, parse: &mut dyn FnMut(&str)) -> f64 {
    let mut times: Vec<Duration> = (0..rounds.max(1)).map(|_| clock::time(|| parse(html))).collect();
    clock::median(&mut times).as_secs_f64() * 1e9 / html.len() as f64
}
