//! The noise score of chunks (equations 1 and 2).

use super::windows::share;
use super::{Chunk, ChunkFeatures, NoiseScore, Verdict, WeightsOptions};

/// Judges the chunks from the outside in; what lies in noise is not judged.
pub(super) fn judge(chunks: &mut [Chunk], options: &WeightsOptions) {
    let Some(page) = chunks.first().map(|body| body.features) else { return };
    for chunk_idx in 1..chunks.len() {
        let around = chunks[chunk_idx].parent.map(|parent| chunks[parent as usize].verdict);
        let chunk = &mut chunks[chunk_idx];
        chunk.verdict = match around {
            Some(Verdict::Noise | Verdict::InNoise) => Verdict::InNoise,
            _ if u64::from(chunk.features.text_len) * 2 >= u64::from(page.text_len.max(1)) => Verdict::NotJudged,
            _ if score(&chunk.features, &page, options).is_noise => Verdict::Noise,
            _ => Verdict::Passed,
        };
    }
    // The chunks around noise are weighed without it.
    for chunk_idx in (1..chunks.len()).rev() {
        let chunk = &chunks[chunk_idx];
        let lost = match chunk.verdict {
            Verdict::NotJudged | Verdict::Passed => chunk.in_noise,
            Verdict::Noise => chunk.text_counts(),
            Verdict::InNoise => continue,
        };
        if let Some(parent) = chunk.parent {
            let sum = &mut chunks[parent as usize].in_noise;
            sum.text_len += lost.text_len;
            sum.link_text_len += lost.link_text_len;
            sum.n_punctuation += lost.n_punctuation;
        }
    }
}

pub(super) fn score(chunk: &ChunkFeatures, page: &ChunkFeatures, options: &WeightsOptions) -> NoiseScore {
    let features = features_of(chunk, page, options.hub_ratio);
    let terms = features.iter().zip(options.noise_coefficients).map(|(feature, coefficient)| feature * coefficient);
    let score = terms.sum();
    NoiseScore { features, score, is_noise: score > options.noise_threshold }
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
