//! How much of a template the paper's own mapping finds again: Definition 11 and its Algorithms 2 and 3, by the letter.
//!
//! A distinguished path says of each node from the root down its place among its siblings and how many they are. It leads
//! to a node of another page if the numbers of siblings are the same all the way.

use super::structure::children;
use tamis_extract::segment::Regions;
use tamis_page::{Document, NodeId};

/// The nodes that the areas of a template's first page consist of, as distinguished paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Targets {
    /// Of each area but the page itself the paths of its nodes.
    areas: Vec<Vec<Path>>,
}

/// Place and number of siblings, from the root down.
type Path = Vec<(usize, usize)>;

impl Targets {
    /// The targets of a page and its areas.
    pub fn of(document: &Document, regions: &Regions) -> Targets {
        let path = |&node: &NodeId| path_of(document, node);
        let areas = regions.areas().skip(1).map(|(_, area)| area.nodes.iter().filter_map(path).collect());
        Targets { areas: areas.filter(|paths: &Vec<Path>| !paths.is_empty()).collect() }
    }

    /// Of how many nodes and areas there are, how many are found on another page: `[(nodes found, nodes), (areas found,
    /// areas)]`. An area is found if all of its nodes are.
    pub fn found_on(&self, document: &Document) -> [(usize, usize); 2] {
        let mut counts = [(0, 0); 2];
        for paths in &self.areas {
            let n_found = paths.iter().filter(|path| find(document, path).is_some()).count();
            counts[0].0 += n_found;
            counts[0].1 += paths.len();
            counts[1].0 += usize::from(n_found == paths.len());
            counts[1].1 += 1;
        }
        counts
    }
}

/// The path of a node; `None` if it is in what is never shown.
fn path_of(document: &Document, node: NodeId) -> Option<Path> {
    let mut path = Vec::new();
    let mut below = node;
    for above in document.ancestors(node) {
        let (mut place, mut n_siblings) = (None, 0);
        for sibling in children(document, above) {
            if sibling == below {
                place = Some(n_siblings);
            }
            n_siblings += 1;
        }
        path.push((place?, n_siblings));
        below = above;
    }
    path.reverse();
    Some(path)
}

/// The node that a path leads to.
fn find(document: &Document, path: &[(usize, usize)]) -> Option<NodeId> {
    let mut node = document.root();
    for &(place, n_siblings) in path {
        let mut found = None;
        let mut count = 0;
        for child in children(document, node) {
            if count == place {
                found = Some(child);
            }
            count += 1;
        }
        if count != n_siblings {
            return None;
        }
        node = found?;
    }
    Some(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<header>a</header><main><ul><li>b<li>c</ul><p>d <b>e</b></p></main>";

    #[test]
    fn every_node_is_found_by_its_own_path() {
        let document = Document::parse(PAGE);
        let mut n_nodes = 0;
        for node in document.nodes().filter(|&node| !document.is_blank_text(node)) {
            if let Some(path) = path_of(&document, node) {
                assert_eq!(find(&document, &path), Some(node));
                n_nodes += 1;
            }
        }
        assert!(n_nodes > 10);
    }

    #[test]
    fn one_sibling_more_above_and_the_path_leads_nowhere() {
        let document = Document::parse(PAGE);
        let other = Document::parse(PAGE.replace("<ul>", "<hr><ul>"));
        let path_to = |tag: &str| {
            let node = document.nodes().find(|&node| document.tag_name(node) == tag).expect("it is there");
            path_of(&document, node).expect("it can be seen")
        };
        assert_eq!(find(&other, &path_to("li")), None);
        assert!(find(&other, &path_to("header")).is_some());
    }
}
