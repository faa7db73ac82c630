//! The weight of windows (equation 3) and the choice among them.

use super::{Chunk, Formula, WeightsOptions, WeightsTrace, WindowWeight};
use crate::measure::densities::{link_density, plain_chars, share};
use std::fmt::Write;
use tamis_page::{Counts, Document, Mask, NodeId};

/// Weighs all chunks that are not noise and chooses the window.
pub(super) fn choose(chunks: &mut [Chunk], options: &WeightsOptions) -> Option<usize> {
    let left = without_noise(chunks);
    let page = *left.first()?.as_ref()?;
    for (chunk, left) in chunks.iter_mut().zip(&left) {
        chunk.weight = left.as_ref().map(|counts| weigh(counts, &page, chunk.features.n_footer_words, options));
    }
    let weights =
        || chunks.iter().enumerate().filter_map(|(idx, chunk)| Some((idx, chunk.depth, chunk.weight?.weight)));
    let greatest = weights().map(|(_, _, weight)| weight).fold(f64::NEG_INFINITY, f64::max);
    let enough = match options.formula {
        Formula::Corrected => greatest - (1.0 - options.nearly_best) * greatest.abs(),
        Formula::Literal => greatest,
    };
    let mut best: Option<(usize, u32, f64)> = None;
    for (chunk_idx, depth, weight) in weights().filter(|&(_, _, weight)| weight >= enough) {
        // Of the deepest, the heaviest; of equals, the first.
        if best.is_none_or(|(_, best_depth, best_weight)| {
            depth > best_depth && options.formula == Formula::Corrected || depth == best_depth && weight > best_weight
        }) {
            best = Some((chunk_idx, depth, weight));
        }
    }
    best.map(|(chunk_idx, _, _)| chunk_idx)
}

/// What each chunk holds less the noise in it; nothing for noise and what lies in it.
fn without_noise(chunks: &[Chunk]) -> Vec<Option<Counts>> {
    let mut left: Vec<Option<Counts>> = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        let is_inside_noise = chunk.parent.is_some_and(|parent| left[parent].is_none());
        let is_noise = chunk.noise.is_some_and(|noise| noise.is_noise);
        left.push((!is_inside_noise && !is_noise).then(|| chunk.counts()));
    }
    let mut taken = vec![Counts::default(); chunks.len()];
    for chunk_idx in (0..chunks.len()).rev() {
        let Some(parent) = chunks[chunk_idx].parent else { continue };
        let from_parent = match &left[chunk_idx] {
            Some(_) => taken[chunk_idx],
            // The highest noise takes all that it holds.
            None if left[parent].is_some() => chunks[chunk_idx].counts(),
            None => continue,
        };
        taken[parent].text_chars += from_parent.text_chars;
        taken[parent].link_chars += from_parent.link_chars;
        taken[parent].punctuation += from_parent.punctuation;
    }
    for (left, taken) in left.iter_mut().zip(&taken) {
        if let Some(counts) = left {
            counts.text_chars -= taken.text_chars;
            counts.link_chars -= taken.link_chars;
            counts.punctuation -= taken.punctuation;
        }
    }
    left
}

fn weigh(window: &Counts, page: &Counts, n_footer_words: u32, options: &WeightsOptions) -> WindowWeight {
    let link_text_density = link_density(window);
    let plain_text_share = share(plain_chars(window), plain_chars(page));
    let punctuation_share = share(window.punctuation, page.punctuation);
    let [links, text, punctuation] = options.weight_coefficients;
    let rough = match options.formula {
        Formula::Corrected => {
            links * (1.0 - link_text_density) + text * plain_text_share + punctuation * punctuation_share
        }
        Formula::Literal => link_text_density + plain_text_share + punctuation * punctuation_share,
    };
    let is_penalised = n_footer_words >= options.footer_words;
    let weight = if is_penalised { rough - options.footer_penalty } else { rough };
    WindowWeight { link_text_density, plain_text_share, punctuation_share, is_penalised, weight }
}

pub(super) fn mask(document: &Document, trace: &WeightsTrace) -> Mask {
    let mut mask = Mask::keep_all(document);
    let (Some(window), Some(body)) = (trace.window_node(), trace.chunks.first()) else { return mask };
    // Beside each node on the way from the body to the window.
    let path: Vec<NodeId> = std::iter::once(window).chain(document.ancestors(window)).collect();
    for pair in path.windows(2).take_while(|pair| document.contains(body.node, pair[1])) {
        let (on_path, parent) = (pair[0], pair[1]);
        for child in document.children(parent).filter(|&child| child != on_path && !document.is_blank_text(child)) {
            mask.remove(document, child, "outside of the window of the main content");
        }
    }
    for chunk in &trace.chunks {
        if let Some(noise) = chunk.noise.filter(|noise| noise.is_noise && document.contains(window, chunk.node)) {
            let reason = format!("noise score {:.2}, above {:.2}", noise.score, trace.noise_threshold);
            mask.remove(document, chunk.node, reason);
        }
    }
    mask
}

pub(super) fn explain(document: &Document, trace: &WeightsTrace, node: NodeId) -> String {
    let Some(window) = trace.window_node() else { return "kept: the page has no body".to_owned() };
    let Some(mut chunk_idx) = trace.chunk_of(document, node) else { return "kept: outside of the body".to_owned() };
    // In noise, the noise speaks for it.
    while trace.chunks[chunk_idx].weight.is_none() && !trace.chunks[chunk_idx].noise.is_some_and(|noise| noise.is_noise)
    {
        let Some(parent) = trace.chunks[chunk_idx].parent else { break };
        chunk_idx = parent;
    }
    let chunk = &trace.chunks[chunk_idx];
    let is_noise = chunk.noise.is_some_and(|noise| noise.is_noise);
    let verdict = match () {
        () if is_noise => "left out",
        () if document.contains(window, node) => "kept",
        () if document.contains(node, window) => "kept for the window in it",
        () => "left out",
    };
    let mut words = format!("{verdict}: chunk \"{}\"", document.tag_name(chunk.node));
    if let Some(noise) = chunk.noise {
        let [emails, link_text, no_paragraph, links, forms] = noise.features;
        let _ = write!(
            words,
            ", noise score {:.2} (e-mail {emails:.2}, link text {link_text:.2}, no paragraph {no_paragraph:.2}, links \
             {links:.2}, forms and images {forms:.2})",
            noise.score,
        );
    }
    if let Some(weight) = chunk.weight {
        let _ = write!(
            words,
            ", weight {:.2} (link text density {:.2}, share of plain text {:.2}, share of punctuation {:.2}{})",
            weight.weight,
            weight.link_text_density,
            weight.plain_text_share,
            weight.punctuation_share,
            if weight.is_penalised { ", less the penalty for footer words" } else { "" },
        );
    }
    if let Some(best) = trace.window.and_then(|window| trace.chunks[window].weight) {
        let _ = write!(words, "; the window has {:.2}", best.weight);
    }
    words
}
