//! MDR: records are similar neighbours.
//!
//! # What it decides
//! Which runs of children of one parent are records of one kind. Children are combined into *generalized nodes* of up
//! to ten neighbours, neighbouring generalized nodes are compared, and a run of similar ones is a *data region*. A page
//! can have many; the answer has all of them, the one that holds most of the page first.
//!
//! # Paper
//! B. Liu, R. Grossman, Y. Zhai: *Mining Data Records in Web Pages*. KDD 2003. Comparing trees instead of tag strings,
//! with a similarity of 0.80, is the variant behind the record counts in R. P. Velloso, C. F. Dorneles: *Automatic Web
//! Page Segmentation and Noise Removal for Structured Extraction using Tag Path Sequences*. Journal of Information and
//! Data Management 4(1), 2013.
//!
//! # Steps
//! 1. The page becomes a tree of tags, without text for [`Comparison::TagStrings`].
//! 2. From the root down, generalized nodes of 1 to `max_combined` children are compared with the next ones
//!    (`compare`), and the longest run that begins first is a region (`regions`). Children outside of regions are
//!    searched in turn; children inside are not.
//! 3. Each region is split into records (`split`): a generalized node of one child is a record, unless it is a row of
//!    similar children, which then are the records; one of several children is a record, unless its children are rows of
//!    equally many similar cells, when the first cells of all rows are a record, the second cells the next, and so on.
//! 4. The neighbours of such rows that are too short to be like them give their children to the region (`orphans`).
//! 5. A region of generalized nodes of several children is cut into the shortest ones of which most are similar
//!    (`split`), and regions and single children of one parent that are similar become one table (`gather`).
//! 6. Items are sorted into columns by their place in the record (`tables`).
//!
//! # Where we differ
//! The longest region is often one of too long generalized nodes: where records differ a little from their neighbours,
//! two or three of them together are like the next two or three. Step 5 is our answer; its first half extends what the
//! same authors do two years later (see [`depta`](super::depta)). Records found on 361 result pages, with the paper's
//! rules alone ([`MdrOptions::paper`]) and with step 5, as F1: 0.59 and 0.87 on 142 pages of 1998 to 2004, 0.58 and
//! 0.87 on 219 pages of 2017.
//!
//! Also our own:
//! * The paper builds its tree from tables and forms only; we use every element, as lists are no tables today.
//! * Children of a row are records only if each has two leaves: otherwise the fields of a list item, which are similar
//!   too, would be records.
//! * Regions without any text, link or image to be seen are left out: there is nothing to read in them.
//! * Columns; the paper stops at records.
//! * Neighbouring regions whose records are interleaved are not joined to one.
//! * Generalized nodes of more than 4000 tags are not compared, and the comparisons of a page have a bound that only
//!   pages made to be slow reach; the tables then carry a warning.
//!
//! [`MdrOptions::tag_path_paper`] reads regions as the program behind the published counts does. Its counts are within
//! a tenth of the published ones on 19 of 23 whole pages and on 17 of 23 pruned ones. On four of the others it finds
//! what that program finds, to which missed records were added by hand; on the rest that program's parser reads another
//! tree, in which an `input` has children.
//!
//! # Example
//! ```
//! use tamis_extract::{PageView, records::mdr::{self, MdrOptions}};
//! use tamis_page::Document;
//!
//! let document = Document::parse(
//!     "<ul><li><a href=/1>Desk lamp</a><b>19,99 €</b><li><a href=/2>Floor lamp</a><b>1.299,00 €</b></ul>",
//! );
//! let tables = mdr::find(&PageView::of(&document), &MdrOptions::default());
//! let lamps = &tables[0];
//! assert_eq!(lamps.rows[1].text, "Floor lamp 1.299,00 €");
//! assert_eq!(lamps.value(1, 2).as_deref(), Some("1299.00"));
//! ```

mod compare;
pub(crate) mod gaps;
mod gather;
mod options;
mod orphans;
mod regions;
mod split;
pub(crate) mod tables;

pub use options::{Comparison, MdrOptions, Splitting};

pub(crate) use split::RecordSet;

use super::Table;
use crate::view::PageView;
use crate::view::sentences::Sentences;
use crate::view::tag_tree::{TagTree, Texts};
use compare::Comparer;
use gaps::Gaps;
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
    let sentences = view.sentences_under(mask);
    let tree = mining_tree(view, mask, &sentences, options);
    let mined = mine(&tree, None, options);
    tables::write(view, mask, &sentences, &tree, &mined, options)
}

/// The tree that regions are searched in.
pub(crate) fn mining_tree(
    view: &PageView<'_>,
    mask: Option<&Mask>,
    sentences: &Sentences,
    options: &MdrOptions,
) -> TagTree {
    let texts = match (options.comparison, options.splitting) {
        (Comparison::TagStrings { .. }, _) => Texts::Omitted,
        (Comparison::TreeMatching { .. }, Splitting::InnerRegion) => Texts::Separate,
        (Comparison::TreeMatching { .. }, Splitting::Shortest | Splitting::Paper) => Texts::Joined(sentences),
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
        let mut set = match options.splitting {
            Splitting::Shortest => split::by_shortest(&mut comparer, region),
            Splitting::Paper => split::by_children(&mut comparer, region),
            Splitting::InnerRegion => split::by_inner_region(&mut comparer, options.max_combined, region),
        };
        orphans::adopt(&mut comparer, &mut set, &taken);
        sets.push(set);
    }
    if options.splitting == Splitting::Shortest {
        sets = gather::gather(&mut comparer, sets, &mut taken);
    }
    Mined { sets, ran_out: comparer.ran_out() }
}
