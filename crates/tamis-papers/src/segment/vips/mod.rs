#![doc = include_str!("method.md")]

mod coherence;
mod cut_off;
mod extract;
mod nodes;
mod options;
mod rounds;
mod rules;
mod separators;
mod structure;
mod trace;

pub use extract::Block;
pub use options::{Normalisation, PdocAt, RuleSet, Size, VipsOptions};
pub use rules::Rule;
pub use separators::Separator;
pub use trace::{VipsArea, VipsTrace};

use nodes::Nodes;
use tamis_extract::RenderedView;
use tamis_extract::segment::Regions;

/// Cuts a page at its visual separators. [`trace`] says why.
pub fn segment(view: &RenderedView<'_>, options: &VipsOptions) -> Regions {
    trace(view, options).map_or_else(|| Regions::empty(view.document()), |trace| trace.regions(view, options))
}

/// The same, with everything that led to it; `None` if there is nothing to see.
pub fn trace(view: &RenderedView<'_>, options: &VipsOptions) -> Option<VipsTrace> {
    let document = view.document();
    let body = document.body()?;
    let nodes = Nodes::of(view);
    if !nodes.get(body).is_valid {
        return None;
    }
    let mut trace = rounds::run(document, &nodes, body, options);
    coherence::settle(&mut trace, options.normalisation);
    Some(trace)
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
