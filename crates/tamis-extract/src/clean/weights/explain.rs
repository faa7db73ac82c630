//! The numbers that decided for a node, in words.

use super::{Verdict, WeightsTrace};
use std::fmt::Write;
use tamis_page::{Document, NodeId};

pub(super) fn explain(document: &Document, trace: &WeightsTrace, node: NodeId) -> String {
    let Some(window) = trace.window_node() else { return "kept: the page has no body".to_owned() };
    let Some(mut chunk_idx) = trace.chunk_of(document, node) else { return "kept: outside of the body".to_owned() };
    // What lies in noise goes with it.
    while let (Verdict::InNoise, Some(parent)) = (trace.chunks[chunk_idx].verdict, trace.chunks[chunk_idx].parent) {
        chunk_idx = parent as usize;
    }
    let chunk = &trace.chunks[chunk_idx];
    let verdict = match chunk.verdict {
        Verdict::Noise => "left out",
        _ if document.contains(window, node) => "kept",
        _ if document.contains(node, window) => "kept for the window in it",
        _ => "left out",
    };
    let mut words = format!("{verdict}: chunk \"{}\"", document.tag_name(chunk.node));
    if let Some(noise) = trace.noise_score(chunk_idx) {
        let [emails, link_text, no_paragraph, links, forms] = noise.features;
        let _ = write!(
            words,
            ", noise score {:.2} (e-mail {emails:.2}, link text {link_text:.2}, no paragraph {no_paragraph:.2}, links \
             {links:.2}, forms and images {forms:.2})",
            noise.score,
        );
    }
    if let Some(weight) = trace.window_weight(chunk_idx) {
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
    if let Some(best) = trace.window.and_then(|window| trace.window_weight(window)) {
        let _ = write!(words, "; the window has {:.2}", best.weight);
    }
    words
}
