//! From the texts that are noise to the subtrees that go.

use tamis_page::{Document, Mask, NodeId};

/// How much a piece of a page repeats; `None` where it is kept.
pub type Verdict = Option<Evidence>;

/// On how many of the pages that have the place the piece is the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// On how many pages it is the same.
    pub n_alike: u32,
    /// How many pages were read.
    pub n_pages: u32,
    /// By the style tree, where it was asked.
    pub importance: Option<f32>,
}

/// Leaves out each outermost element of which all that is shown is noise. `pieces` are in page order, each with its
/// verdict.
pub fn mask_of(document: &Document, pieces: &[NodeId], verdicts: &[Verdict]) -> Mask {
    let mut mask = Mask::keep_all(document);
    let Some(body) = document.body() else { return mask };
    let mut n_noise = Vec::with_capacity(pieces.len() + 1);
    n_noise.push(0);
    for verdict in verdicts {
        n_noise.push(n_noise[n_noise.len() - 1] + usize::from(verdict.is_some()));
    }
    let mut node = NodeId(body.0 + 1);
    let end = document.subtree_end(body);
    let mut first = 0;
    while node < end {
        while pieces.get(first).is_some_and(|&piece| piece < node) {
            first += 1;
        }
        let node_end = document.subtree_end(node);
        let n_inside = pieces[first..].partition_point(|&piece| piece < node_end);
        if n_inside == 0 {
            node = node_end;
        } else if n_noise[first + n_inside] - n_noise[first] == n_inside {
            mask.remove(document, node, reason(verdicts[first..first + n_inside].iter().flatten()));
            node = node_end;
        } else {
            node = NodeId(node.0 + 1);
        }
    }
    mask
}

/// The weakest evidence of all: the rest repeats at least as much.
fn reason<'v>(evidence: impl Iterator<Item = &'v Evidence>) -> String {
    let share = |evidence: &Evidence| f64::from(evidence.n_alike) / f64::from(evidence.n_pages.max(1));
    let weakest = evidence.min_by(|one, other| share(one).total_cmp(&share(other)));
    let Some(Evidence { n_alike, n_pages, importance }) = weakest else { return String::new() };
    let importance = importance.map_or_else(String::new, |importance| format!(" (importance {importance:.2})"));
    format!("the same words in the same place on {n_alike} of {n_pages} pages{importance}")
}
