//! What a possible record is compared by: where it shows something, and what part it plays.

use super::candidate::Span;
use super::survey::{Places, Survey};

/// A span in a few figures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Profile {
    /// By tags and by classes.
    places: [Places; 2],
    /// Whether it has a link, an image, a heading, an amount, a figure.
    has: [bool; 5],
    chars: f64,
}

impl Profile {
    pub(super) fn of(survey: &Survey<'_>, span: Span) -> Profile {
        let totals = survey.totals(span.range());
        let has = [totals.links, totals.images, totals.headings, totals.amounts, totals.figures].map(|n| n > 0);
        Profile { places: span.places(survey), has, chars: f64::from(totals.chars) }
    }

    /// How similar two are by all that is known, from 0 to 1.
    pub(super) fn similarity(&self, other: &Profile) -> f64 {
        let by_classes = self.places[1].similarity(other.places[1]);
        0.4 * self.similarity_by_tags(other) + 0.3 * by_classes + 0.3 * self.similarity_of_parts(other)
    }

    /// How similar they are by the places that show something.
    pub(super) fn similarity_by_tags(&self, other: &Profile) -> f64 {
        self.places[0].similarity(other.places[0])
    }

    /// How similar the parts are that they play: a video among articles has other tags, but a picture, a title and about
    /// as much text.
    pub(super) fn similarity_of_parts(&self, other: &Profile) -> f64 {
        // A few characters more or less are nothing.
        const LITTLE: f64 = 10.0;
        let n_equal = self.has.iter().zip(&other.has).filter(|(one, other)| one == other).count();
        let (less, more) = (self.chars.min(other.chars) + LITTLE, self.chars.max(other.chars) + LITTLE);
        0.7 * n_equal as f64 / self.has.len() as f64 + 0.3 * (less / more).sqrt()
    }
}

/// How many records are compared to find the typical one.
const N_SAMPLE: usize = 10;

/// The record that is most similar to the others; the first of several.
pub(super) fn typical(profiles: &[Profile]) -> Option<Profile> {
    let n_sampled = profiles.len().min(N_SAMPLE);
    let sample: Vec<&Profile> = (0..n_sampled).map(|index| &profiles[index * profiles.len() / n_sampled]).collect();
    let mut sums = vec![0.0; n_sampled];
    for one in 0..n_sampled {
        for other in 0..one {
            let similarity = sample[one].similarity(sample[other]);
            sums[one] += similarity;
            sums[other] += similarity;
        }
    }
    let best = sums.into_iter().enumerate().reduce(|best, next| if next.1 > best.1 + 1e-9 { next } else { best })?;
    Some(*sample[best.0])
}
