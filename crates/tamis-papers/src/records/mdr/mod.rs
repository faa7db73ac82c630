#![doc = include_str!("method.md")]

mod compare;
pub(crate) mod gaps;
mod gather;
mod options;
mod orphans;
mod regions;
mod split;
pub(crate) mod tables;

pub use options::{Compare, MdrOptions, Split};

pub(crate) use split::RecordSet;

use crate::view::sentences::Sentences;
use crate::view::tag_tree::{TagTree, Texts};
use compare::Comparer;
use gaps::Gaps;
use tamis_extract::PageView;
use tamis_extract::records::Table;
use tamis_page::Mask;

/// The records of a page, one table a region, the table that holds most text first.
pub fn find(view: &PageView<'_>, options: &MdrOptions) -> Vec<Table> {
    find_in(view, None, options)
}

/// The records of what a mask keeps of a page. The nodes named are those of the whole page.
pub fn find_under(view: &PageView<'_>, mask: &Mask, options: &MdrOptions) -> Vec<Table> {
    find_in(view, Some(mask), options)
}

fn find_in(view: &PageView<'_>, mask: Option<&Mask>, options: &MdrOptions) -> Vec<Table> {
    let sentences = Sentences::of(view.document(), mask);
    let tree = mining_tree(view, mask, &sentences, options);
    let mined = mine(&tree, None, options);
    tables::write(view, mask, &tree, &mined, options)
}

/// The tree that regions are searched in.
pub(crate) fn mining_tree(
    view: &PageView<'_>,
    mask: Option<&Mask>,
    sentences: &Sentences,
    options: &MdrOptions,
) -> TagTree {
    let texts = match (options.compare, options.split) {
        (Compare::Strings, _) => Texts::Omitted,
        (Compare::Trees, Split::InnerRegion) => Texts::Separate,
        (Compare::Trees, Split::Shortest | Split::Paper) => Texts::Joined(sentences),
    };
    TagTree::under(view.document(), mask, texts)
}

/// The records of all regions of a tree.
pub(crate) struct Mined {
    pub(crate) sets: Vec<RecordSet>,
    /// Whether the bound on comparisons was reached.
    pub(crate) ran_out: bool,
}

/// Finds regions and splits them into records. The gaps between boxes are heard where they are known.
pub(crate) fn mine(tree: &TagTree, gaps: Option<Gaps>, options: &MdrOptions) -> Mined {
    if tree.is_empty() {
        return Mined { sets: Vec::new(), ran_out: false };
    }
    let mut comparer = Comparer::new(tree, options).with_gaps(gaps);
    let regions = regions::find_regions(&mut comparer, options.max_combined, &[0]);
    let mut taken = vec![false; tree.len()];
    for &node in regions.iter().flat_map(|region| &region.nodes) {
        taken[node as usize] = true;
    }
    let mut sets = Vec::new();
    for region in regions {
        let mut set = match options.split {
            Split::Shortest => split::by_shortest(&mut comparer, region),
            Split::Paper => split::by_children(&mut comparer, region),
            Split::InnerRegion => split::by_inner_region(&mut comparer, options.max_combined, region),
        };
        orphans::adopt(&mut comparer, &mut set, &taken);
        sets.push(set);
    }
    if options.split == Split::Shortest {
        sets = gather::gather(&mut comparer, sets, &mut taken);
    }
    Mined { sets, ran_out: comparer.ran_out() }
}
