//! The noise score of chunks (equations 1 and 2).

use super::{Chunk, ChunkFeatures, NoiseScore, WeightsOptions};
use crate::measure::densities::share;
use tamis_page::Document;

/// Judges the chunks from the outside in; what lies in noise is not judged.
pub(super) fn judge(document: &Document, chunks: &mut [Chunk], options: &WeightsOptions) {
    let Some(page) = chunks.first().map(|body| body.features) else { return };
    let mut noise_end = 0;
    for chunk in chunks.iter_mut().skip(1) {
        if chunk.node.index() < noise_end || u64::from(chunk.features.text_len) * 2 >= u64::from(page.text_len.max(1)) {
            continue;
        }
        let features = features_of(&chunk.features, &page, options.hub_ratio);
        let score = features.iter().zip(options.noise_coefficients).map(|(feature, coefficient)| feature * coefficient);
        let score = score.sum();
        let is_noise = score > options.noise_threshold;
        chunk.noise = Some(NoiseScore { features, score, is_noise });
        if is_noise {
            noise_end = document.subtree_end(chunk.node).index();
        }
    }
}

fn features_of(chunk: &ChunkFeatures, page: &ChunkFeatures, hub_ratio: f64) -> [f64; 5] {
    let ratio = f64::from(chunk.text_len) / f64::from(chunk.link_text_len.max(1));
    let link_text = match chunk.text_len {
        0 => 1.0,
        _ if chunk.link_text_len > 0 && ratio < hub_ratio => 1.0,
        _ => share(chunk.link_text_len, chunk.text_len),
    };
    let no_paragraph = if chunk.n_paragraphs == 0 { 1.0 } else { 0.0 };
    let text_free_images = if chunk.text_len == 0 { chunk.n_images } else { 0 };
    [
        share(chunk.n_emails, page.n_emails),
        link_text,
        no_paragraph,
        share(chunk.n_links, page.n_links),
        share(
            chunk.n_interactions + chunk.n_forms + text_free_images,
            page.n_interactions + page.n_forms + page.n_images,
        ),
    ]
}
