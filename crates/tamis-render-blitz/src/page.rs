//! One page from bytes to a layout, step by step.

use crate::css::{NamesInUse, PageShape, SheetCache, SheetReader, StyleBounds, author_sheets, user_agent_sheets};
use crate::dom::{BuildOptions, EngineTree, ImageSizes, build_tree};
use crate::fonts::{FontProvider, font_context};
use crate::options::BlitzOptions;
use crate::repairs::{self, Measure, Tables};
use crate::resources::Loader;
use crate::to_layout::{self, Displays, FramePlace};
use blitz_dom::{BaseDocument, DocumentConfig, FontContext, StyleThreading};
use blitz_traits::shell::{ColorScheme, Viewport as BlitzViewport};
use encoding_rs::{Encoding, UTF_8};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use style::context::QuirksMode as StyleQuirks;
use tamis_page::parse::{Limits, ParseOptions, Parser};
use tamis_page::{
    DecodedPage, Document, GivenUp, Layout, LayoutBuilder, NodeId, QuirksMode, RenderError, RenderRequest,
    RenderedPage, Resources, SharedText, Viewport,
};
use url::Url;

/// What a page is laid out from, here or in a worker process.
#[derive(Clone)]
pub(crate) struct PageSource {
    pub(crate) document: Arc<Document>,
    /// What its links start from if it does not say itself.
    pub(crate) base: Option<Url>,
    /// The encoding of style sheets that declare none.
    pub(crate) charset: &'static Encoding,
    pub(crate) resources: Resources,
}

impl PageSource {
    pub(crate) fn new(page: DecodedPage, document: Arc<Document>) -> PageSource {
        let charset = Encoding::for_label(page.charset.used.as_bytes()).unwrap_or(UTF_8);
        PageSource { document, base: page.base_url().cloned(), charset, resources: page.resources }
    }
}

/// The parser of pages that come as text. A caller and its worker process make the same document of the same text, so only
/// the layout goes from one to the other.
#[derive(Default)]
pub(crate) struct PageParser {
    /// With the limit on nodes that it keeps to.
    parser: Option<(usize, Parser)>,
}

impl PageParser {
    pub(crate) fn parse(&mut self, text: SharedText, max_nodes: usize) -> Document {
        let parser = match self.parser.take() {
            Some((limit, parser)) if limit == max_nodes => parser,
            _ => {
                let limits = Limits::default().with_max_nodes(max_nodes);
                Parser::new(ParseOptions::default().with_inline_frames(true).with_limits(limits))
            }
        };
        self.parser.insert((max_nodes, parser)).1.parse(text)
    }
}

/// What is kept from page to page.
pub(crate) struct Engine {
    fonts: FontContext,
    sheets: RefCell<SheetCache>,
}

impl Engine {
    pub(crate) fn new() -> Engine {
        Engine { fonts: font_context(), sheets: RefCell::default() }
    }

    /// Renders a page. The time limit is looked at between steps.
    pub(crate) fn render(
        &mut self,
        source: PageSource,
        request: RenderRequest,
        options: &BlitzOptions,
        styles: OwnStyles,
    ) -> Result<RenderedPage, RenderError> {
        let clock = Clock::start(options);
        let PageSource { document, base, charset, resources } = source;
        let viewport = request.viewport;
        let n_elements = document.nodes().filter(|&node| document.is_element(node)).count();
        if n_elements > options.max_elements {
            return Err(RenderError::TooLarge { what: "elements", found: n_elements, limit: options.max_elements });
        }
        let base = base_of(&document, base.as_ref());
        let loader = Loader::new(&resources, options, clock.deadline);
        let names = NamesInUse::of(&document);
        let shape = PageShape::of(&document);
        let (fonts, sheets) = (&self.fonts, &self.sheets);
        let page = Page { document: &document, base, charset, options, clock, fonts, names, shape, sheets };
        let layout = page.layout(&loader, viewport, styles)?;
        Ok(RenderedPage::new(document, layout))
    }
}

/// Whether the page's own styles take part in a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnStyles {
    Used,
    GivenUp,
}

/// The base URL of the page's links. Without one they lead nowhere, but still count as links.
fn base_of(document: &Document, page: Option<&Url>) -> Url {
    let base = document.base_url(page).filter(|base| !base.cannot_be_a_base());
    base.unwrap_or_else(|| Url::parse("http://page.invalid/").expect("invariant: an address"))
}

/// Holds a page to its time.
#[derive(Clone, Copy)]
struct Clock {
    deadline: Instant,
    seconds: f64,
}

impl Clock {
    fn start(options: &BlitzOptions) -> Clock {
        Clock { deadline: Instant::now() + options.time_limit, seconds: options.time_limit.as_secs_f64() }
    }

    fn check(self) -> Result<(), RenderError> {
        if Instant::now() < self.deadline { Ok(()) } else { Err(RenderError::TimedOut { seconds: self.seconds }) }
    }
}

struct Page<'a> {
    document: &'a Document,
    base: Url,
    charset: &'static Encoding,
    options: &'a BlitzOptions,
    clock: Clock,
    fonts: &'a FontContext,
    names: NamesInUse<'a>,
    shape: PageShape,
    sheets: &'a RefCell<SheetCache>,
}

/// What the frames of a page share while it is laid out.
struct Shared<'a> {
    loader: &'a Loader<'a>,
    styles: OwnStyles,
    bounds: &'a StyleBounds<'a>,
    text_left: Cell<usize>,
}

/// Bytes of text that a page is laid out with, about 200 bytes of memory each at worst.
const MAX_TEXT: usize = 4 << 20;

impl Page<'_> {
    /// Lays out the page and the frames in it.
    fn layout(&self, loader: &Loader<'_>, viewport: Viewport, styles: OwnStyles) -> Result<Layout, RenderError> {
        let bounds = StyleBounds::new(&self.names, self.shape);
        let shared = Shared { loader, styles, bounds: &bounds, text_left: Cell::new(MAX_TEXT) };
        let mut builder = LayoutBuilder::new(self.document.len(), viewport, crate::NAME);
        let mut images = ImageSizes::new(loader);
        let mut frames = vec![FramePlace::page(viewport)];
        if styles == OwnStyles::GivenUp {
            builder.give_up(GivenUp::Styles);
        }
        while let Some(frame) = frames.pop() {
            let (mut blitz, tree) = self.build(&frame, &shared, &mut images)?;
            let (displays, given_up) = self.lay_out(&mut blitz, &tree, &frame)?;
            frames.extend(to_layout::write(self.document, &blitz, &tree, &frame, &displays, &mut builder));
            given_up.union(&tree.given_up).for_each(|&what| builder.give_up(what));
            self.clock.check()?;
        }
        bounds.given_up().for_each(|what| builder.give_up(what));
        Ok(builder.finish())
    }

    /// The engine's document of a frame, with its style sheets.
    fn build(
        &self,
        frame: &FramePlace,
        shared: &Shared<'_>,
        images: &mut ImageSizes<'_>,
    ) -> Result<(BaseDocument, EngineTree), RenderError> {
        let fonts = Arc::new(FontProvider::default());
        let mut blitz = BaseDocument::new(DocumentConfig {
            viewport: Some(BlitzViewport::new(frame.viewport.width, frame.viewport.height, 1.0, ColorScheme::Light)),
            base_url: Some(self.base.as_str().to_owned()),
            ua_stylesheets: user_agent_sheets(self.document.quirks()),
            net_provider: Some(fonts.clone()),
            font_ctx: Some(self.fonts.clone()),
            style_threading: StyleThreading::Sequential,
            // With incremental layout, a last pass gave wrong boxes; see `settle_tables` for where it is right.
            incremental: Some(false),
            ..DocumentConfig::default()
        });
        let with_styles = shared.styles == OwnStyles::Used;
        let options = BuildOptions {
            base: &self.base,
            text_left: &shared.text_left,
            plain_summaries: self.shape.has_too_many_summaries(&self.names),
            with_styles,
        };
        let tree = build_tree(self.document, frame.root, &options, images, &mut blitz);
        self.clock.check()?;
        shared.bounds.start_frame();
        let reader = SheetReader {
            loader: shared.loader,
            cache: self.sheets,
            font_faces: RefCell::default(),
            used: RefCell::default(),
            names: &self.names,
            bounds: shared.bounds,
            quirks: match self.document.quirks() {
                QuirksMode::Quirks => StyleQuirks::Quirks,
                QuirksMode::LimitedQuirks => StyleQuirks::LimitedQuirks,
                QuirksMode::NoQuirks => StyleQuirks::NoQuirks,
            },
            page_charset: self.charset,
            bytes_left: Cell::new(self.options.max_style_bytes),
            max_import_depth: self.options.max_import_depth,
        };
        let is_here = |&node: &NodeId| with_styles && tree.blitz_id(node).is_some();
        let sheets =
            author_sheets(self.document, self.document.subtree(frame.root).filter(is_here), &reader, &self.base);
        let first = reader.parse_own(&format!("{}{}", reader.font_faces.take(), tree.hints.css()), &self.base);
        if let Some(html) = blitz.try_root_element().map(|html| html.id) {
            blitz.add_stylesheet_for_node(first, html);
        }
        for author in sheets {
            if let Some(owner) = tree.blitz_id(author.owner) {
                blitz.add_stylesheet_for_node(author.sheet, owner);
            }
        }
        fonts.answer(shared.loader);
        self.clock.check()?;
        Ok((blitz, tree))
    }

    /// Lays the document out. Returns `display` as the page asked for it, and what had to be given up.
    fn lay_out(
        &self,
        blitz: &mut BaseDocument,
        tree: &EngineTree,
        frame: &FramePlace,
    ) -> Result<(Displays, BTreeSet<GivenUp>), RenderError> {
        let has_root = blitz.try_root_element().is_some();
        if has_root {
            blitz.handle_messages();
            blitz.resolve_stylist(0.0);
        }
        let displays = Displays::of_frame(self.document, blitz, tree, frame.root);
        self.clock.check()?;
        if !has_root {
            return Ok((displays, BTreeSet::new()));
        }
        let given_up = repairs::apply(self.document, blitz, tree, frame.root, frame.viewport);
        self.clock.check()?;
        self.settle_tables(blitz, tree, frame)?;
        blitz.resolve(AFTER_ANIMATIONS);
        self.clock.check()?;
        Ok((displays, given_up))
    }
}

impl Page<'_> {
    /// Measures the columns of tables and says how wide they are.
    fn settle_tables(
        &self,
        blitz: &mut BaseDocument,
        tree: &EngineTree,
        frame: &FramePlace,
    ) -> Result<(), RenderError> {
        let mut tables = Tables::collect(self.document, blitz, tree, frame.root);
        if tables.is_empty() {
            return Ok(());
        }
        for width in [Measure::Most, Measure::Least] {
            tables.set_width(blitz, width);
            // From the first to the second only these widths change, so text need not be shaped again.
            blitz.set_incremental_layout(width == Measure::Least);
            blitz.resolve(AFTER_ANIMATIONS);
            self.clock.check()?;
            tables.measure(blitz, width);
        }
        blitz.set_incremental_layout(false);
        tables.settle(blitz, frame.viewport);
        Ok(())
    }
}

/// Seconds after which what fades in is there.
const AFTER_ANIMATIONS: f64 = 3600.0;
