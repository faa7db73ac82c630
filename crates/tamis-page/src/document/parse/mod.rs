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

use super::name::Interner;
use super::{Document, Namespace, QuirksMode};
use builder::{TreeBuilder, Workspace};
use tokenizer::{TokenBuffers, Tokenizer};

/// Parses pages, reusing its memory from one to the next.
pub struct Parser {
    options: ParseOptions,
    interner: Interner,
    seen_in_tag: Vec<u32>,
    workspace: Workspace,
    buffers: TokenBuffers,
    /// Where the next page with carriage returns is copied to.
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

impl ParseOptions {
    /// Sets the scripting flag.
    #[must_use]
    pub fn with_scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Sets whether frames are inlined.
    #[must_use]
    pub fn with_inline_frames(mut self, inline_frames: bool) -> Self {
        self.inline_frames = inline_frames;
        self
    }

    /// Sets the caps.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
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

impl Limits {
    /// Sets the cap for depth.
    #[must_use]
    pub fn with_max_depth(mut self, max_depth: usize) -> Self {
        self.max_depth = max_depth;
        self
    }

    /// Sets the cap for nodes.
    #[must_use]
    pub fn with_max_nodes(mut self, max_nodes: usize) -> Self {
        self.max_nodes = max_nodes;
        self
    }
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

    /// Parses a page. A `String` is taken over without a copy.
    pub fn parse(&mut self, html: impl Into<String>) -> Document {
        self.build(html.into(), None)
    }

    /// Parses what stands inside an element. The nodes are the children of the document's `html` element.
    pub fn parse_fragment(&mut self, html: impl Into<String>, context: &FragmentContext) -> Document {
        self.build(html.into(), Some(context))
    }

    /// Takes back the memory of a document for the next page.
    pub fn recycle(&mut self, document: Document) {
        let Document { source, nodes, attributes, decoded, names, .. } = document;
        if source.capacity() > self.spare_source.capacity() {
            self.spare_source = source;
        }
        self.workspace.arena.nodes = nodes;
        self.buffers = TokenBuffers { decoded, attributes, names };
    }

    fn build(&mut self, html: String, context: Option<&FragmentContext>) -> Document {
        self.build_within(html, context, 0, self.options.limits.max_nodes)
    }

    /// The same for a page that stands in `frame_depth` frames and may have `max_nodes` nodes.
    fn build_within(
        &mut self,
        html: String,
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
            &source,
            buffers,
            &mut self.interner,
            &mut self.seen_in_tag,
            limits.max_attributes,
            has_null,
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
    source: String,
    has_null: bool,
    truncated: bool,
}

/// Source and decoded text together are addressed by 32 bits; decoding never makes text more than twice as long.
const MAX_SOURCE: usize = 1 << 30;

/// Preprocessing the input stream (section 13.2.3.5): line ends become line feeds.
fn normalize(mut source: String, spare: &mut String) -> Normalized {
    let truncated = source.len() > MAX_SOURCE;
    if truncated {
        source.truncate(source.floor_char_boundary(MAX_SOURCE));
    }
    // One pass finds the first of either rare byte; most pages have neither.
    let Some(first) = memchr::memchr2(b'\r', 0, source.as_bytes()) else {
        return Normalized { source, has_null: false, truncated };
    };
    let mut has_null = source.as_bytes()[first] == 0;
    let Some(first) = memchr::memchr(b'\r', &source.as_bytes()[first..]).map(|i| first + i) else {
        return Normalized { source, has_null, truncated };
    };
    let mut normalized = std::mem::take(spare);
    normalized.clear();
    normalized.reserve(source.len());
    normalized.push_str(&source[..first]);
    let bytes = source.as_bytes();
    let mut at = first;
    while at < bytes.len() {
        // `at` is a carriage return; what follows it up to the next one is copied in one piece.
        normalized.push('\n');
        let start = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'\n'));
        at = scan::find_either(bytes, start, b'\r', 0);
        if bytes.get(at) == Some(&0) {
            has_null = true;
            at = scan::find_either(bytes, at, b'\r', b'\r');
        }
        normalized.push_str(&source[start..at]);
    }
    *spare = source;
    Normalized { source: normalized, has_null, truncated }
}
