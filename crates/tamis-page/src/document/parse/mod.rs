//! The HTML parser: text to [`Document`], by the WHATWG specification.
//!
//! Tokenizer and tree builder read the whole page in memory and write straight into the document's arrays: text and
//! attribute values are ranges of the source, names are numbers, and nothing is allocated per node. Every byte string is
//! a document; parsing cannot fail.
//!
//! A worker keeps a [`Parser`] and hands finished documents back to it, so that the arrays of one page serve the next:
//!
//! ```
//! use tamis_page::parse::{ParseOptions, Parser};
//!
//! let mut parser = Parser::new(ParseOptions::default());
//! for page in ["<p>One", "<table><tr><td>Two"] {
//!     let document = parser.parse(page);
//!     assert!(document.body().is_some());
//!     parser.recycle(document);
//! }
//! ```
//!
//! # Limits
//!
//! The specification lets a page of a megabyte cost hours: every open element can be walked over by every tag. The caps
//! of [`Limits`] bound that; they change the tree only of pages that pass them, and the document records it
//! ([`Document::limits_hit`]).
//!
//! # Where we differ from the specification
//!
//! * A template's content are the children of its element, not a separate fragment.
//! * Declarative shadow roots stay `template` elements, marked ([`Document::is_shadow_root`]).
//! * `selectedcontent` is not filled with a copy of the selected option: that is what a live page does.
//! * Scripts do not run, so `document.write` never happens; errors are not reported.

mod builder;
mod finish;
mod frames;
mod scan;
mod tokenizer;
mod tokens;

pub use tokens::{InitialState, TagToken, Token, tokenize};

use std::borrow::Cow;

use super::name::Interner;
use super::{Document, Namespace, QuirksMode};
use crate::body::SharedText;
use crate::counts;
use builder::{TreeBuilder, Workspace};
use tokenizer::{TokenBuffers, Tokenizer};

/// What is parsed: text of the caller's, or text that the document may keep.
#[derive(Clone, Debug)]
pub enum HtmlText<'a> {
    /// Text that is copied.
    Borrowed(&'a str),
    /// Text that becomes the source of the document.
    Shared(SharedText),
}

impl HtmlText<'_> {
    fn as_str(&self) -> &str {
        match self {
            HtmlText::Borrowed(text) => text,
            HtmlText::Shared(text) => text,
        }
    }
}

impl<'a> From<&'a str> for HtmlText<'a> {
    fn from(text: &'a str) -> HtmlText<'a> {
        HtmlText::Borrowed(text)
    }
}

impl<'a> From<&'a String> for HtmlText<'a> {
    fn from(text: &'a String) -> HtmlText<'a> {
        HtmlText::Borrowed(text)
    }
}

impl From<String> for HtmlText<'_> {
    fn from(text: String) -> Self {
        HtmlText::Shared(text.into())
    }
}

impl From<SharedText> for HtmlText<'_> {
    fn from(text: SharedText) -> Self {
        HtmlText::Shared(text)
    }
}

impl<'a> From<Cow<'a, str>> for HtmlText<'a> {
    fn from(text: Cow<'a, str>) -> HtmlText<'a> {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

/// Parses pages, reusing its memory from one to the next.
pub struct Parser {
    options: ParseOptions,
    interner: Interner,
    seen_in_tag: Vec<u32>,
    workspace: Workspace,
    buffers: TokenBuffers,
    /// Where the next page is copied to that is not ours or has carriage returns.
    spare_source: String,
}

/// How a page is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The specification's scripting flag: with it, `noscript` holds text instead of elements. Default off, as nothing
    /// here runs scripts.
    pub scripting: bool,
    /// Whether the page in an `iframe`'s `srcdoc` attribute becomes the content of the `iframe`. Default off, as in the
    /// specification's tree.
    pub inline_frames: bool,
    /// Caps against hostile pages.
    pub limits: Limits,
}

crate::setters! { ParseOptions;
    with_scripting scripting: bool = scripting, "Sets the scripting flag.";
    with_inline_frames inline_frames: bool = inline_frames, "Sets whether frames are inlined.";
    with_limits limits: Limits = limits, "Sets the caps.";
}

/// Caps that change the tree only of a page that passes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Elements nested deeper become siblings of the innermost one. Default 512, as in Chromium.
    pub max_depth: usize,
    /// Formatting elements (`b`, `font`, …) that are reopened in the next block. Default 64.
    pub max_formatting: usize,
    /// Attributes of one element. Default 4096.
    pub max_attributes: u32,
    /// Nodes of one document; reading stops there. Default 8,000,000, a quarter of a gigabyte.
    pub max_nodes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_depth: 512, max_formatting: 64, max_attributes: 4096, max_nodes: 8_000_000 }
    }
}

crate::setters! { Limits;
    with_max_depth max_depth: usize = max_depth, "Sets the cap for depth.";
    with_max_nodes max_nodes: usize = max_nodes, "Sets the cap for nodes.";
}

/// The element that a fragment stands in; see [`Parser::parse_fragment`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FragmentContext {
    /// The element's name, in the case that its namespace asks for.
    pub name: String,
    /// The element's namespace.
    pub namespace: Namespace,
    /// Whether the element is, or stands in, a form.
    pub in_form: bool,
    /// Whether the element is an `annotation-xml` whose encoding makes its content HTML.
    pub is_html_integration_point: bool,
    /// The mode of the document around it.
    pub quirks: QuirksMode,
}

impl FragmentContext {
    /// The HTML element `name` of a page in standards mode.
    pub fn html(name: impl Into<String>) -> FragmentContext {
        FragmentContext::new(Namespace::Html, name)
    }

    /// The element `name` of a namespace.
    pub fn new(namespace: Namespace, name: impl Into<String>) -> FragmentContext {
        let name = name.into();
        let in_form = namespace == Namespace::Html && name == "form";
        FragmentContext { name, namespace, in_form, is_html_integration_point: false, quirks: QuirksMode::NoQuirks }
    }
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::new(ParseOptions::default())
    }
}

impl Parser {
    /// A parser with these options.
    pub fn new(options: ParseOptions) -> Parser {
        Parser {
            options,
            interner: Interner::new(),
            seen_in_tag: Vec::new(),
            workspace: Workspace::default(),
            buffers: TokenBuffers::default(),
            spare_source: String::new(),
        }
    }

    /// Parses a page. A [`SharedText`] or a `String` is taken over without a copy, unless there are carriage returns in it; a
    /// `&str` is copied into memory of an earlier page.
    pub fn parse<'a>(&mut self, html: impl Into<HtmlText<'a>>) -> Document {
        counts::page_parsed();
        self.build(html.into(), None)
    }

    /// Parses what stands inside an element. The nodes are the children of the document's `html` element.
    pub fn parse_fragment<'a>(&mut self, html: impl Into<HtmlText<'a>>, context: &FragmentContext) -> Document {
        self.build(html.into(), Some(context))
    }

    /// Takes back the memory of a document for the next page.
    pub fn recycle(&mut self, document: Document) {
        let Document { source, nodes, attributes, decoded, names, .. } = document;
        if let Some(source) = source.into_unshared()
            && source.capacity() > self.spare_source.capacity()
        {
            self.spare_source = source;
        }
        self.workspace.arena.nodes = nodes;
        self.buffers = TokenBuffers { decoded, attributes, names };
    }

    fn build(&mut self, html: HtmlText<'_>, context: Option<&FragmentContext>) -> Document {
        self.build_within(html, context, 0, self.options.limits.max_nodes)
    }

    /// Parses a page that stands in `frame_depth` frames and may have `max_nodes` nodes.
    fn build_within(
        &mut self,
        html: HtmlText<'_>,
        context: Option<&FragmentContext>,
        frame_depth: u32,
        max_nodes: usize,
    ) -> Document {
        let Normalized { source, has_null, truncated } = normalize(html, &mut self.spare_source);
        let mut buffers = std::mem::take(&mut self.buffers);
        buffers.clear();
        self.interner.clear();
        let limits = Limits { max_nodes, ..self.options.limits };
        let inline_frames = self.options.inline_frames && frame_depth < frames::MAX_FRAME_DEPTH;
        let tokenizer = Tokenizer::new(
            &source, buffers, &mut self.interner, &mut self.seen_in_tag, limits.max_attributes, has_null,
        );
        let workspace = std::mem::take(&mut self.workspace);
        let mut builder = TreeBuilder::new(tokenizer, workspace, limits, self.options.scripting, inline_frames);
        if let Some(context) = context {
            builder.enter_fragment(context);
        }
        builder.run();
        let TreeBuilder { tokenizer, arena, stack, formatting, doctype, quirks, mut limits_hit, has_frames, .. } =
            builder;
        limits_hit.bytes = truncated;
        let TokenBuffers { mut decoded, attributes, names } = tokenizer.buffers;
        let (nodes, spare) = finish::in_document_order(arena, &source, &mut decoded);
        self.workspace = Workspace { arena: spare, stack, formatting };
        let document = Document { source, decoded, nodes, attributes, names, doctype, quirks, limits_hit };
        if has_frames { frames::inline(document, self, frame_depth) } else { document }
    }
}

impl TokenBuffers {
    fn clear(&mut self) {
        self.decoded.clear();
        self.attributes.clear();
        self.names.clear();
    }
}

struct Normalized {
    source: SharedText,
    has_null: bool,
    truncated: bool,
}

/// Source and decoded text together are addressed by 32 bits; decoding never makes text more than twice as long.
const MAX_SOURCE: usize = 1 << 30;

/// Preprocessing the input stream (section 13.2.3.5): line ends become line feeds.
fn normalize(html: HtmlText<'_>, spare: &mut String) -> Normalized {
    let text = html.as_str();
    let len = if text.len() > MAX_SOURCE { text.floor_char_boundary(MAX_SOURCE) } else { text.len() };
    let truncated = len < text.len();
    let bytes = &text.as_bytes()[..len];
    let has_null = memchr::memchr(0, bytes).is_some();
    let first_return = memchr::memchr(b'\r', bytes).unwrap_or(len);
    if first_return == len
        && !truncated
        && let HtmlText::Shared(source) = html
    {
        return Normalized { source, has_null, truncated };
    }
    let mut source = std::mem::take(spare);
    source.clear();
    source.reserve(len);
    source.push_str(&text[..first_return]);
    let mut at = first_return;
    while at < len {
        // What stands between two carriage returns is copied in one piece, with the line feed after the first.
        let from = at + 1;
        if bytes.get(from) != Some(&b'\n') {
            source.push('\n');
        }
        at = scan::find_either(bytes, from, b'\r', b'\r');
        source.push_str(&text[from..at]);
    }
    if let HtmlText::Shared(html) = html {
        *spare = html.into_unshared().unwrap_or_default();
    }
    Normalized { source: source.into(), has_null, truncated }
}

#[cfg(test)]
mod tests {
    use super::Parser;
    use crate::document::{Document, NodeKind, names};

    /// The body as HTML-like text: what the tree is, without knowing how it is stored.
    fn outline(html: &str) -> String {
        let document = Document::parse(html);
        let mut text = String::new();
        let mut open = Vec::new();
        for node in document.descendants(document.body().expect("every page has a body")) {
            while open.last().is_some_and(|&end| end <= node) {
                text.push('}');
                open.pop();
            }
            match document.kind(node) {
                NodeKind::Element => {
                    text.push_str(document.tag_name(node));
                    text.push('{');
                    open.push(document.subtree_end(node));
                }
                NodeKind::Comment => text.push_str(&format!("<!{}>", document.text(node))),
                _ => text.push_str(document.text(node)),
            }
        }
        text.extend(open.iter().map(|_| '}'));
        text
    }

    #[track_caller]
    fn check(html: &str, expected: &str) {
        assert_eq!(outline(html), expected, "{html}");
    }

    #[test]
    fn end_tags_that_were_left_out_are_implied() {
        check("<ul><li>a<li>b<ul><li>c</ul></ul>", "ul{li{a}li{bul{li{c}}}}");
        check("<p>a<p>b<div>c", "p{a}p{b}div{c}");
        check("<dl><dt>a<dd>b<dt>c", "dl{dt{a}dd{b}dt{c}}");
        check("<table><td>a<td>b<tr><td>c", "table{tbody{tr{td{a}td{b}}tr{td{c}}}}");
    }

    #[test]
    fn mis_nested_formatting_is_adopted() {
        check("<b>a<i>b</b>c</i>", "b{ai{b}}i{c}");
        check("<b>a<p>b</b>c", "b{a}p{b{b}c}");
        check("<a>1<a>2", "a{1}a{2}");
    }

    #[test]
    fn text_in_a_table_goes_before_it() {
        check("<table>a<tr>b<td>c</table>d", "abtable{tbody{tr{td{c}}}}d");
        check("<table> <tr> <td>c", "table{ tbody{tr{ td{c}}}}");
    }

    #[test]
    fn raw_text_ends_at_its_own_end_tag_only() {
        check("x<style><p></style>a", "xstyle{<p>}a");
        check("x<textarea>&lt;b></textarea>a", "xtextarea{<b>}a");
        check("x<script><!--<script></script>--></script>a", "xscript{<!--<script></script>-->}a");
    }

    #[test]
    fn references_are_decoded_and_lone_signs_are_text() {
        check("a &amp; b &notit; &#x41;&#66 < 3 &c", "a & b ¬it; AB < 3 &c");
        let document = Document::parse("<a href='?a=1&copy=2&amp;b'>");
        let link = document.elements_named(names::A).next().expect("a link");
        assert_eq!(document.attribute(link, names::HREF), Some("?a=1&copy=2&b"));
    }

    #[test]
    fn an_attribute_name_of_a_null_is_a_replacement_character() {
        let document = Document::parse("<i \0 A=1 a=2>");
        let element = document.elements_named(names::I).next().expect("an element");
        let attributes: Vec<_> = document.attributes(element).map(|it| (it.local_name, it.value)).collect();
        assert_eq!(attributes, [("\u{FFFD}", ""), ("a", "1")]);
    }

    #[test]
    fn further_html_and_body_tags_only_add_attributes() {
        let document = Document::parse("<html a=1><body b=1>x<html a=2 c=3><body d=4 b=5>y<html c=5 e=6>");
        let all =
            |node| document.attributes(node).map(|it| format!("{}{}", it.local_name, it.value)).collect::<String>();
        assert_eq!(all(document.html().expect("html")), "a1c3e6");
        assert_eq!(all(document.body().expect("body")), "b1d4");
        assert_eq!(document.text_content(document.root()), "xy");
    }

    #[test]
    fn line_ends_are_normalised() {
        check("<pre>\r\na\rb\r\n</pre>", "pre{a\nb\n}");
        check("<pre>a\r\r\n\rb\r</pre>\r", "pre{a\n\n\nb\n}\n");
    }

    #[test]
    fn a_page_is_the_same_borrowed_and_owned_and_in_memory_of_another() {
        let mut parser = Parser::default();
        for page in ["<p>One\r\nline", "<p>a long page, <b>without</b> any", "<p>x\0\r", ""] {
            let fresh = Document::parse(page).to_html();
            for document in [parser.parse(page), parser.parse(page.to_owned())] {
                assert_eq!(document.to_html(), fresh, "{page:?}");
                parser.recycle(document);
            }
        }
    }

    #[test]
    fn names_are_lower_case_outside_of_svg_however_they_are_spelt() {
        let document = Document::parse("<P viewBox=\"1\" CLASS=\"2\" class=\"3\"><svg viewBox=\"4\"></SVG>");
        let names = |tag| {
            let element = document.nodes().find(|&node| document.tag(node) == Some(tag)).expect("an element");
            document.attributes(element).map(|it| format!("{}={}", it.local_name, it.value)).collect::<Vec<_>>()
        };
        assert_eq!(names(names::P), ["viewbox=1", "class=2"]);
        assert_eq!(names(names::SVG), ["viewBox=4"]);
    }

    #[test]
    fn the_end_tag_of_the_current_element_closes_it_in_every_spelling() {
        for end in ["</div>", "</DIV>", "</div >", "</div a=b>", "</div/>"] {
            check(&format!("<div>a{end}b"), "div{a}b");
        }
        check("<div>a</di>b</divs>c</div", "div{abc}");
        check("<blockquote>a</blockquote>b<x-y>c</x-y>d", "blockquote{a}bx-y{c}d");
        check("<b>a<i>b</i>c</b>d", "b{ai{b}c}d");
        check("<table><td><p>a</p>b</td></table>c", "table{tbody{tr{td{p{a}b}}}}c");
        check("<svg><g>a</g><title>b</title></svg>c", "svg{g{a}title{b}}c");
    }

    #[test]
    fn text_after_the_body_belongs_to_it() {
        check("a</body><!--x-->b", "ab");
        check("a</body></html>  b", "a  b");
    }

    #[test]
    fn text_after_elements_beyond_the_cap_keeps_the_array_in_document_order() {
        let document = Document::parse("<div><p>a</p><p>b</p>x".repeat(600));
        for node in document.nodes().skip(1) {
            let parent = document.parent(node).expect("has a parent");
            assert!(parent < node && document.subtree_range(parent).contains(&node.index()));
        }
        for letter in ["a", "b", "x"] {
            assert_eq!(document.text_content(document.root()).matches(letter).count(), 600);
        }
    }

    #[test]
    fn deep_nesting_is_capped_and_recorded() {
        let document = Document::parse("<div>".repeat(2000));
        assert!(document.limits_hit().depth);
        assert_eq!(document.elements_named(names::DIV).count(), 2000);
        assert!(document.nodes().map(|node| document.depth(node)).max() <= Some(513));
        assert!(!Document::parse("<div>".repeat(500)).limits_hit().any());
    }
}
