//! The weight of windows (equation 3) and the choice among them.

use super::{Chunk, Formula, Verdict, WeightsOptions, WeightsTrace, WindowWeight};
use tamis_page::{Document, Mask, NodeId};

/// The window: of the chunks near the greatest weight the deepest, or to the letter that of the greatest weight.
pub(super) fn choose(chunks: &[Chunk], options: &WeightsOptions) -> Option<usize> {
    let page = chunks.first()?;
    let weights: Vec<f64> = chunks
        .iter()
        .map(|chunk| weigh(chunk, page, options).map_or(f64::NEG_INFINITY, |found| found.weight))
        .collect();
    let greatest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (enough, deeper_is_better) = match options.formula {
        Formula::Corrected => (greatest - (1.0 - options.nearly_best) * greatest.abs(), true),
        Formula::Literal => (greatest, false),
    };
    let mut best: Option<(usize, u32, f64)> = None;
    let enough = weights.iter().enumerate().filter(|&(_, &weight)| weight >= enough);
    for (chunk_idx, &weight) in enough {
        let depth = if deeper_is_better { chunks[chunk_idx].depth } else { 0 };
        // Of equally deep ones the heaviest, of equals the first.
        let is_better = best.is_none_or(|(_, best_depth, best_weight)| {
            depth > best_depth || depth == best_depth && weight > best_weight
        });
        if is_better {
            best = Some((chunk_idx, depth, weight));
        }
    }
    best.map(|(chunk_idx, ..)| chunk_idx)
}

pub(super) fn weigh(window: &Chunk, page: &Chunk, options: &WeightsOptions) -> Option<WindowWeight> {
    let (text, all) = (window.text_left()?, page.text_left()?);
    let link_text_density = link_density(text.link_text_len, text.text_len);
    let plain_text_share = share(text.text_len - text.link_text_len, all.text_len - all.link_text_len);
    let punctuation_share = share(text.n_punctuation, all.n_punctuation);
    let [links, plain_text, punctuation] = options.weight_coefficients;
    let rough = match options.formula {
        Formula::Corrected => {
            links * (1.0 - link_text_density) + plain_text * plain_text_share + punctuation * punctuation_share
        }
        Formula::Literal => link_text_density + plain_text_share + punctuation * punctuation_share,
    };
    let is_penalised = window.features.n_footer_words as usize >= options.footer_words;
    let weight = if is_penalised { rough - options.footer_penalty } else { rough };
    Some(WindowWeight { link_text_density, plain_text_share, punctuation_share, is_penalised, weight })
}

pub(super) fn mask(document: &Document, trace: &WeightsTrace) -> Mask {
    let mut mask = Mask::keep_all(document);
    let (Some(window), Some(body)) = (trace.window_node(), trace.chunks.first()) else { return mask };
    // Beside each node on the way from the window up to the body.
    let path: Vec<NodeId> = std::iter::once(window).chain(document.ancestors(window)).collect();
    for pair in path.windows(2).take_while(|pair| document.contains(body.node, pair[1])) {
        let (on_path, parent) = (pair[0], pair[1]);
        for child in document.children(parent).filter(|&child| child != on_path && !document.is_blank_text(child)) {
            mask.remove(document, child, "outside of the window of the main content");
        }
    }
    for (chunk_idx, chunk) in trace.chunks.iter().enumerate() {
        if chunk.verdict == Verdict::Noise && document.contains(window, chunk.node) {
            let score = trace.noise_score(chunk_idx).map_or(0.0, |noise| noise.score);
            let reason = format!("noise score {score:.2}, above {:.2}", trace.options.noise_threshold);
            mask.remove(document, chunk.node, reason);
        }
    }
    mask
}

/// Which part of the text is inside links, 0 to 1. Without any text it is 1: what has nothing to read is for clicking.
pub(super) fn link_density(link_chars: u32, text_chars: u32) -> f64 {
    if text_chars == 0 { 1.0 } else { share(link_chars, text_chars) }
}

/// How much of the whole a part is, 0 to 1; 0 if there is nothing.
pub(super) fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}");
    }

    #[test]
    fn nothing_divided_by_nothing_is_no_share() {
        check(share(0, 0), 0.0);
        check(share(1, 4), 0.25);
    }

    #[test]
    fn a_part_without_text_is_all_links() {
        check(link_density(0, 0), 1.0);
        check(link_density(4, 10), 0.4);
    }
}
