#![doc = include_str!("method.md")]

pub(crate) mod compare;
mod gather;
mod regions;
mod split;
pub(crate) mod tables;

pub(crate) use split::RecordSet;

use crate::view::sentences::Sentences;
use crate::view::tag_tree::{TagTree, Texts};
use compare::{Comparer, Gaps};
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
        gather::adopt(&mut comparer, &mut set, &taken);
        sets.push(set);
    }
    if options.split == Split::Shortest {
        sets = gather::gather(&mut comparer, sets, &mut taken);
    }
    Mined { sets, ran_out: comparer.ran_out() }
}

tamis_extract::options! {
    /// How records are searched for.
    ///
    /// ```
    /// use tamis_papers::records::mdr::{Compare, MdrOptions};
    ///
    /// let options = MdrOptions::default().with_compare(Compare::Trees).with_min_similarity(0.75);
    /// ```
    pub struct MdrOptions {
        /// What is compared of two neighbours: the edit distance of their tags, or matching trees.
        compare, with_compare: Compare = Compare::Strings;

        /// The largest distance of tag strings that are similar.
        /// From 0 (only equal ones) to 2.
        max_distance, with_max_distance: f64 = 0.3, in 0.0..=2.0, read if |options| options.compare == Compare::Strings;

        /// The least share of matching nodes of trees that are similar.
        /// The threshold of the tag path sequence paper.
        min_similarity, with_min_similarity: f64 = 0.8, in 0.0..=1.0, read if |options| options.compare == Compare::Trees;

        /// The most neighbouring nodes that one record may consist of.
        /// K of the paper. Work grows with its square at worst.
        max_combined, with_max_combined: usize = 10, in 1..=50;

        /// How regions become records: the shortest that are similar, or by the paper's rules alone.
        split, with_split: Split = Split::Shortest, paper Split::Paper;
    }
}

tamis_extract::option_words! {
    /// What makes two generalized nodes similar.
    pub enum Compare {
        /// The edit distance between their tags in document order, relative to the mean number of tags. Text does not
        /// count.
        Strings = "strings",
        /// The number of nodes that a simple tree matching finds in both, relative to the larger of the two. Text counts as
        /// a node.
        Trees = "trees",
    }
}

tamis_extract::option_words! {
    /// How regions become records.
    pub enum Split {
        /// The paper's rules, then the shortest generalized nodes of which most are similar, and records of one kind under
        /// one parent gathered into one table.
        Shortest = "shortest",
        /// The paper's rules alone: rows of similar children, interleaved records, orphans.
        Paper = "paper",
        /// The interpretation behind the published counts of the tag path sequence paper: generalized nodes of one child are
        /// records as they are, longer ones are cut to the size of a region inside them, and every text node is a node of
        /// its own. For comparing with those counts.
        InnerRegion = "inner-region",
    }
}

impl MdrOptions {
    /// The settings behind the record counts of the tag path sequence paper.
    pub fn tag_path_paper() -> MdrOptions {
        MdrOptions::default().with_compare(Compare::Trees).with_split(Split::InnerRegion)
    }
}
