//! The main content by weights of its windows.
//!
//! # What it decides
//! Which one element holds the main content: the deepest that still has nearly all of the page's text outside of links
//! and of its punctuation, after blocks that look like noise were taken out.
//!
//! # Paper
//! Y. W. Hlaing: *Extracting Informative Content from Web Pages Using Content Extraction Algorithm*. University of
//! Computer Studies, Yangon.
//!
//! # Steps
//! 1. `chunks` cuts the page into chunks (tables, divisions, lists, rows, paragraphs, …), one in another, and counts
//!    the nine [`Features`](ChunkFeatures) of each.
//! 2. `noise` gives each chunk its [`NoiseScore`] *F*, the sum of five features times 0.2. A chunk above 0.5 is left
//!    out with all that is in it.
//! 3. `windows` weighs what is left: 0.4 × (1 − NLTD) + 0.5 × NATD + 0.7 × PMD, where NLTD is the share of link text
//!    in the window's text, NATD the window's share of the page's text outside of links, PMD its share of the page's
//!    punctuation. Five or more different footer words in a window cost it 0.6.
//! 4. Of the windows with at least 0.9 of the greatest weight, the deepest is the answer
//!    ([`WeightsTrace::window`]).
//!
//! # Where we differ
//! * The paper's coefficients are 0.2 and sum to 1, so there are five of them; four features are named. The fifth is
//!   the share of form controls, forms and text-free images, which are the features of section 3.3 that no rule uses.
//! * A chunk that holds half of the page's text or more is not judged, only what is in it: the outermost chunk has a
//!   share of 1 in everything.
//! * Equation 3 as printed adds link density as if it were good. The numbers given beside it (0.4, 0.5, 0.7, the last
//!   equal to β) are coefficients. [`Formula::Literal`] is the printed one, with the window of the greatest weight.
//! * Shares of the whole are greatest for the outermost window, so that the greatest weight alone would always choose
//!   it; hence the deepest of those near the greatest.
//! * Chunks are also made by the sectioning elements that came after the paper, by list items and by table cells.
//! * What the markup hides is no text, and neither are the options of drop-down lists. (The paper removes hidden tags.)
//! * The list of footer words is ours, in the languages that our pages are in; counted are ideas, not spellings.
//!
//! # Example
//! ```
//! use tamis_extract::{PageView, clean::weights::{self, WeightsOptions}};
//! use tamis_page::{Document, names};
//!
//! let document = Document::parse(
//!     "<div><a href=a>Home</a> <a href=b>Shop</a></div>\
//!      <div><p>Long text, with commas; and stops.<p>More of it, and still more.</div>",
//! );
//! let trace = weights::trace(&PageView::of(&document), &WeightsOptions::default());
//! let window = trace.window_node().expect("the page has a body");
//! assert!(document.text_content(window).starts_with("Long text"));
//! ```

mod chunks;
mod densities;
mod explain;
mod footer_words;
mod noise;
mod windows;

use crate::view::PageView;
use tamis_page::{Document, Mask, NodeId};

/// How chunks are judged and weighed.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct WeightsOptions {
    /// The coefficients of the five features of the noise score: e-mail addresses, link text, no paragraph, links,
    /// forms and images. They should sum to 1. Default: 0.2 each (section 3.4 of the paper).
    pub noise_coefficients: [f64; 5],
    /// A chunk with a higher noise score is left out. Default: 0.5 (section 3.4).
    pub noise_threshold: f64,
    /// Fewer characters of text than this for each character of link text make a chunk a hub. Default: 2; the paper
    /// gives no number.
    pub hub_ratio: f64,
    /// The coefficients of the weight: of text that is no link text, of the share of such text, of the share of
    /// punctuation. Default: 0.4, 0.5, 0.7 (section 3.5).
    pub weight_coefficients: [f64; 3],
    /// So many different footer words in a window cost it the penalty. Default: 5 (section 3.5).
    pub footer_words: u32,
    /// What they cost. Default: 0.6 (section 3.5).
    pub footer_penalty: f64,
    /// Windows with this part of the greatest weight or more count as equally good, and the deepest of them is
    /// chosen. Default: 0.9.
    pub nearly_best: f64,
    /// How the weight is put together. Default: the reading that agrees with the paper's text.
    pub formula: Formula,
}

impl Default for WeightsOptions {
    fn default() -> WeightsOptions {
        WeightsOptions {
            noise_coefficients: [0.2; 5],
            noise_threshold: 0.5,
            hub_ratio: 2.0,
            weight_coefficients: [0.4, 0.5, 0.7],
            footer_words: 5,
            footer_penalty: 0.6,
            nearly_best: 0.9,
            formula: Formula::Corrected,
        }
    }
}

impl WeightsOptions {
    /// The same with other [`noise_coefficients`](WeightsOptions::noise_coefficients).
    #[must_use]
    pub fn with_noise_coefficients(mut self, coefficients: [f64; 5]) -> WeightsOptions {
        self.noise_coefficients = coefficients;
        self
    }

    /// The same with another [`noise_threshold`](WeightsOptions::noise_threshold).
    #[must_use]
    pub fn with_noise_threshold(mut self, threshold: f64) -> WeightsOptions {
        self.noise_threshold = threshold;
        self
    }

    /// The same with another [`hub_ratio`](WeightsOptions::hub_ratio).
    #[must_use]
    pub fn with_hub_ratio(mut self, ratio: f64) -> WeightsOptions {
        self.hub_ratio = ratio;
        self
    }

    /// The same with other [`weight_coefficients`](WeightsOptions::weight_coefficients).
    #[must_use]
    pub fn with_weight_coefficients(mut self, coefficients: [f64; 3]) -> WeightsOptions {
        self.weight_coefficients = coefficients;
        self
    }

    /// The same with another number of [`footer_words`](WeightsOptions::footer_words).
    #[must_use]
    pub fn with_footer_words(mut self, n_words: u32) -> WeightsOptions {
        self.footer_words = n_words;
        self
    }

    /// The same with another [`footer_penalty`](WeightsOptions::footer_penalty).
    #[must_use]
    pub fn with_footer_penalty(mut self, penalty: f64) -> WeightsOptions {
        self.footer_penalty = penalty;
        self
    }

    /// The same with another [`nearly_best`](WeightsOptions::nearly_best).
    #[must_use]
    pub fn with_nearly_best(mut self, part: f64) -> WeightsOptions {
        self.nearly_best = part;
        self
    }

    /// The same with another [`formula`](WeightsOptions::formula).
    #[must_use]
    pub fn with_formula(mut self, formula: Formula) -> WeightsOptions {
        self.formula = formula;
        self
    }
}

/// How the weight of a window is put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Formula {
    /// Coefficients on 1 − NLTD, NATD and PMD; the deepest window near the greatest weight.
    #[default]
    Corrected,
    /// Equation 3 as printed, NLTD + NATD + β × PMD with β the third coefficient; the window of the greatest weight;
    /// chunks from the paper's own tags only.
    Literal,
}

/// Keeps the window of the main content, less the noise in it.
pub fn clean(view: &PageView<'_>, options: &WeightsOptions) -> Mask {
    trace(view, options).mask(view.document())
}

/// Judges and weighs the chunks of the page and tells all numbers.
pub fn trace(view: &PageView<'_>, options: &WeightsOptions) -> WeightsTrace {
    let mut chunks = chunks::of(view.document(), options.formula);
    noise::judge(&mut chunks, options);
    let window = windows::choose(&chunks, options);
    WeightsTrace { chunks, window, options: *options }
}

/// The chunks of a page, judged and weighed.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct WeightsTrace {
    /// The chunks in document order; the first is the body. Empty for a page without one.
    pub chunks: Vec<Chunk>,
    /// Which chunk is the window of the main content.
    pub window: Option<usize>,
    options: WeightsOptions,
}

/// A chunk of the page.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Chunk {
    /// Its element.
    pub node: NodeId,
    /// The chunk that it is in, as an index into the chunks.
    pub parent: Option<u32>,
    /// How many chunks it is in.
    pub depth: u32,
    /// What it holds.
    pub features: ChunkFeatures,
    verdict: Verdict,
    /// How much of its text is in noise within it.
    in_noise: TextCounts,
}

/// What became of a chunk when it was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Verdict {
    /// It holds half of the page's text or more.
    #[default]
    NotJudged,
    Passed,
    Noise,
    /// It lies in noise.
    InNoise,
}

/// The counts that weights are made of. (`tamis_page::Counts` has more, and there is one for each chunk.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct TextCounts {
    text_len: u32,
    link_text_len: u32,
    n_punctuation: u32,
}

/// What a chunk holds: the nine features of section 3.3, and its text.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct ChunkFeatures {
    /// `ImgNum`: images.
    pub n_images: u32,
    /// `ImgSize`: their declared areas, in thousands of pixels.
    pub image_size: u32,
    /// `LinkNum`: links.
    pub n_links: u32,
    /// `LinkTextLen`: characters inside links.
    pub link_text_len: u32,
    /// `InteractionNum`: `input` and `select` elements.
    pub n_interactions: u32,
    /// `InteractionSize`: the nodes in them.
    pub interaction_size: u32,
    /// `FormNum`: forms.
    pub n_forms: u32,
    /// `FormSize`: the nodes in them.
    pub form_size: u32,
    /// `EmailNum`: e-mail addresses, linked or written out.
    pub n_emails: u32,
    /// `TextLen`: characters of text.
    pub text_len: u32,
    /// Punctuation marks.
    pub n_punctuation: u32,
    /// Paragraphs (`p`).
    pub n_paragraphs: u32,
    /// How many different ideas of the footer lexicon occur.
    pub n_footer_words: u32,
}

/// How much a chunk looks like noise.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct NoiseScore {
    /// The five features, 0 to 1 each: share of the page's e-mail addresses; link text; no paragraph; share of the
    /// page's links; share of its form controls, forms and text-free images.
    pub features: [f64; 5],
    /// *F*: their sum, each times its coefficient.
    pub score: f64,
    /// Whether the chunk is noise.
    pub is_noise: bool,
}

/// The weight of a chunk as a window.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct WindowWeight {
    /// Node-link text density: the part of its text that is in links.
    pub link_text_density: f64,
    /// Non-anchor text density: its part of the page's text outside of links.
    pub plain_text_share: f64,
    /// Punctuation mark density: its part of the page's punctuation.
    pub punctuation_share: f64,
    /// Whether it paid for footer words.
    pub is_penalised: bool,
    /// The weight.
    pub weight: f64,
}

impl WeightsTrace {
    /// The element of the window of the main content, for methods that go on inside it.
    pub fn window_node(&self) -> Option<NodeId> {
        Some(self.chunks.get(self.window?)?.node)
    }

    /// Keeps the window, less the noise in it, its ancestors, and all that is outside of the body.
    pub fn mask(&self, document: &Document) -> Mask {
        windows::mask(document, self)
    }

    /// Why the node is kept or not, in words.
    pub fn explain(&self, document: &Document, node: NodeId) -> String {
        explain::explain(document, self, node)
    }

    /// How much a chunk looks like noise; `None` if it was not judged, because it holds half of the text or lies in
    /// noise.
    pub fn noise_score(&self, chunk_idx: usize) -> Option<NoiseScore> {
        let chunk = self.chunks.get(chunk_idx)?;
        let page = &self.chunks.first()?.features;
        matches!(chunk.verdict, Verdict::Passed | Verdict::Noise)
            .then(|| noise::score(&chunk.features, page, &self.options))
    }

    /// The weight of a chunk as a window; `None` if it is noise or lies in noise.
    pub fn window_weight(&self, chunk_idx: usize) -> Option<WindowWeight> {
        windows::weigh(self.chunks.get(chunk_idx)?, self.chunks.first()?, &self.options)
    }

    /// The innermost chunk that holds the node.
    pub fn chunk_of(&self, document: &Document, node: NodeId) -> Option<usize> {
        let mut chunk_idx = self.chunks.partition_point(|chunk| chunk.node <= node).checked_sub(1)?;
        while !document.contains(self.chunks[chunk_idx].node, node) {
            chunk_idx = self.chunks[chunk_idx].parent? as usize;
        }
        Some(chunk_idx)
    }
}

impl Chunk {
    fn text_counts(&self) -> TextCounts {
        TextCounts {
            text_len: self.features.text_len,
            link_text_len: self.features.link_text_len,
            n_punctuation: self.features.n_punctuation,
        }
    }

    /// What is left of its text without the noise in it; `None` for noise.
    fn text_left(&self) -> Option<TextCounts> {
        let all = self.text_counts();
        matches!(self.verdict, Verdict::NotJudged | Verdict::Passed).then(|| TextCounts {
            text_len: all.text_len - self.in_noise.text_len,
            link_text_len: all.link_text_len - self.in_noise.link_text_len,
            n_punctuation: all.n_punctuation - self.in_noise.n_punctuation,
        })
    }
}

#[cfg(test)]
mod tests;
