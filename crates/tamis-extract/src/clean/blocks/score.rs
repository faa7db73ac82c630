//! How likely a block is main content: a sum of weights, one for each feature, for two tags and for words of class names.

use super::features::{Features, TAGS, inner, tag_number};
use super::survey::Block;
use super::tree::Context;
use super::weights::{BINS, START, TAG_WEIGHTS};
use crate::element_names::CONTENT_WORDS;
use tamis_page::Document;

/// A part of a block's score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Term {
    /// What it is about, in words.
    pub(super) phrase: Phrase,
    pub(super) weight: f32,
}

/// What a term is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phrase {
    Feature(&'static str),
    Tag(usize),
    Word(&'static str),
}

/// The bin that a value is in: how many of the limits are below it.
fn bin(limits: &[f32], value: f32) -> usize {
    limits.iter().map(|&limit| usize::from(limit < value)).sum()
}

/// How many blocks are scored side by side: a limit is then compared with the values of all of them at once, which is what
/// makes up most of the work.
const LANES: usize = 8;

/// For each block, the sum of the [terms] that are about its features.
pub(super) fn by_features(features: &[Features]) -> Vec<f32> {
    let mut scores = Vec::with_capacity(features.len());
    for blocks in features.chunks(LANES) {
        let mut columns = [[0.0; LANES]; Features::COUNT];
        for (lane, block) in blocks.iter().enumerate() {
            for (column, value) in columns.iter_mut().zip(block.values()) {
                column[lane] = value;
            }
        }
        let mut sums = [START; LANES];
        for (&(limits, weights), values) in BINS.iter().zip(&columns) {
            let mut bins = [0_u32; LANES];
            for &limit in limits {
                for (bin, &value) in bins.iter_mut().zip(values) {
                    *bin += u32::from(limit < value);
                }
            }
            for (sum, bin) in sums.iter_mut().zip(bins) {
                *sum += weights[bin as usize];
            }
        }
        scores.extend_from_slice(&sums[..blocks.len()]);
    }
    scores
}

/// A block's score: the sum of all of its [terms], of which those about its features are summed up already.
pub(super) fn score(document: &Document, block: &Block, context: &Context, by_features: f32) -> f32 {
    let mut sum = by_features;
    for (weights, tag) in TAG_WEIGHTS.into_iter().zip(tags(document, block)) {
        sum += weights.get(tag).copied().unwrap_or(0.0);
    }
    context.words.iter().fold(sum, |sum, idx| sum + CONTENT_WORDS[idx].1)
}

/// The numbers of the tags around a block and around its first text.
pub(super) fn tags(document: &Document, block: &Block) -> [usize; 2] {
    [document.tag(block.element), document.tag(inner(document, block))].map(tag_number)
}

/// How likely that is, from 0 to 1.
pub(super) fn probability(score: f32) -> f32 {
    1.0 / (1.0 + (-score.clamp(-30.0, 30.0)).exp())
}

/// What a block's score is made of.
pub(super) fn terms(
    document: &Document,
    block: &Block,
    context: &Context,
    features: &Features,
) -> impl Iterator<Item = Term> + use<> {
    let by_feature =
        BINS.iter().zip(Features::PHRASES).zip(features.values()).map(|((&(limits, weights), phrase), value)| Term {
            phrase: Phrase::Feature(phrase),
            weight: weights[bin(limits, value)],
        });
    let by_tag = TAG_WEIGHTS
        .into_iter()
        .zip(tags(document, block))
        .filter_map(|(weights, number)| Some(Term { phrase: Phrase::Tag(number), weight: *weights.get(number)? }));
    let by_word = context.words.iter().map(|idx| CONTENT_WORDS[idx]);
    let by_word = by_word.map(|(word, weight)| Term { phrase: Phrase::Word(word), weight });
    by_feature.chain(by_tag).chain(by_word)
}

/// How unlikely a block is, and the largest terms that speak against it, in words.
pub(super) fn reason(
    document: &Document,
    block: &Block,
    context: &Context,
    features: &Features,
    probability: f32,
) -> String {
    // Fewer leave a user guessing, more bury what decided.
    let mut against: [Option<Term>; 3] = [None; 3];
    for term in terms(document, block, context, features).filter(|term| term.weight < 0.0) {
        let is_larger = |other: &Option<Term>| other.is_none_or(|other| term.weight < other.weight);
        if let Some(place) = against.iter().position(is_larger) {
            against[place..].rotate_right(1);
            against[place] = Some(term);
        }
    }
    let mut reason = format!("main content with a probability of {probability:.2} only");
    for (idx, term) in against.into_iter().flatten().enumerate() {
        reason.push_str(if idx == 0 { "; against it: " } else { ", " });
        match term.phrase {
            Phrase::Feature(phrase) => reason.push_str(phrase.trim()),
            Phrase::Tag(number) => match TAGS.get(number) {
                Some(&tag) => reason.extend(["the tag ", document.spell(tag)]),
                None => reason.push_str("its tag"),
            },
            Phrase::Word(word) => reason.extend(["the class word ", word]),
        }
    }
    reason
}
