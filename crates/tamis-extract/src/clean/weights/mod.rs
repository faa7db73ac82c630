#![doc = include_str!("method.md")]

mod chunks;
mod explain;
mod footer_words;
mod noise;
mod windows;

use crate::view::PageView;
use tamis_page::{Document, Mask, NodeId};

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

crate::options! {
    /// How chunks are judged and weighed.
    pub struct WeightsOptions {
        /// A block with a higher noise score is left out.
        /// Section 3.4 of the paper.
        noise_threshold, with_noise_threshold: f64 = 0.5, in 0.0..=1.0;

        /// Fewer characters of text than this for each character of link text make a block a hub.
        /// The paper gives no number.
        hub_ratio, with_hub_ratio: f64 = 2.0, in 1.0..=1000.0;

        /// So many different footer words cost a block the penalty.
        /// Section 3.5.
        footer_words, with_footer_words: usize = 5, in 1..=1000;

        /// What footer words cost.
        /// Section 3.5.
        footer_penalty, with_footer_penalty: f64 = 0.6, in 0.0..=10.0;

        /// Blocks with this part of the greatest weight count as equally good; the deepest is taken.
        nearly_best, with_nearly_best: f64 = 0.9, in 0.0..=1.0, read if |options| options.formula == Formula::Corrected;

        /// How the weight is put together; literal is the equation as printed.
        formula, with_formula: Formula = Formula::Corrected, paper Formula::Literal;
    }
    only in Rust {
        /// The coefficients of the five features of the noise score: e-mail addresses, link text, no paragraph, links,
        /// forms and images. They should sum to 1 (section 3.4).
        noise_coefficients, with_noise_coefficients: [f64; 5] = [0.2; 5];

        /// The coefficients of the weight: of text that is no link text, of the share of such text, of the share of
        /// punctuation (section 3.5).
        weight_coefficients, with_weight_coefficients: [f64; 3] = [0.4, 0.5, 0.7];
    }
}

crate::option_words! {
    /// How the weight of a window is put together.
    pub enum Formula {
        /// Coefficients on 1 − NLTD, NATD and PMD; the deepest window near the greatest weight.
        Corrected = "corrected",
        /// Equation 3 as printed, NLTD + NATD + β × PMD with β the third coefficient; the window of the greatest weight;
        /// chunks from the paper's own tags only.
        Literal = "literal",
    }
}

#[cfg(test)]
mod tests;
