//! Records of several siblings.
//!
//! A link is in one part of such a record, and the XPath selects that part: a title whose description is the next
//! sibling. Where the nodes are children of one parent and most of them are followed, or all led, by the same other
//! elements, these belong to the record.

use tamis_page::{Document, Name, NodeId, NodeKind, is_never_shown, names};

/// The share of records that must have the same siblings.
const MIN_SAME: f64 = 0.6;
/// The most siblings that a record has beside its own node.
const MAX_SIBLINGS: usize = 8;

/// The nodes of each record.
pub(super) fn join(document: &Document, nodes: &[NodeId]) -> Vec<Vec<NodeId>> {
    let mut records: Vec<Vec<NodeId>> = nodes.iter().map(|&node| vec![node]).collect();
    let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else { return records };
    let parent = document.parent(first);
    if nodes.iter().any(|&node| document.parent(node) != parent) {
        return records;
    }
    // What stands between each record and the next.
    let gaps: Vec<Vec<NodeId>> = nodes.windows(2).map(|pair| between(document, pair[0], pair[1])).collect();
    let tags = |gap: &[NodeId]| gap.iter().map(|&node| document.tag(node)).collect::<Vec<Option<Name>>>();
    let Some(usual) = most_frequent(gaps.iter().map(|gap| tags(gap)).collect()) else { return records };
    let is_usual = |gap: &[NodeId]| tags(gap) == usual;
    let n_usual = gaps.iter().filter(|gap| is_usual(gap)).count();
    let any_text = || gaps.iter().flatten().any(|&node| has_text(document, node));
    let too_few = (n_usual as f64) < MIN_SAME * gaps.len() as f64;
    if usual.is_empty() || usual.len() > MAX_SIBLINGS || too_few || !any_text() {
        return records;
    }
    // Whether they lead the record or follow it shows at the ends of the list; where it does not, they follow.
    let after: Vec<NodeId> = following(document, last).take(usual.len()).collect();
    let mut before: Vec<NodeId> = preceding(document, first).take(usual.len()).collect();
    before.reverse();
    let lead = is_usual(&before) && !is_usual(&after);
    for (record, gap) in gaps.iter().enumerate().filter(|(_, gap)| is_usual(gap)) {
        if lead {
            records[record + 1].splice(0..0, gap.iter().copied());
        } else {
            records[record].extend(gap);
        }
    }
    if lead {
        records[0].splice(0..0, before);
    } else if is_usual(&after) {
        records[nodes.len() - 1].extend(after);
    }
    records
}

/// The value that occurs most often; of several the largest.
fn most_frequent<T: Ord + Clone>(mut values: Vec<T>) -> Option<T> {
    values.sort();
    values.chunk_by(|one, other| one == other).max_by_key(|run| run.len()).map(|run| run[0].clone())
}

/// Whether a sibling can be a part of a record; rules and line breaks stand between records.
fn is_part(document: &Document, node: NodeId) -> bool {
    let is_rule = document.is_html(node, names::BR) || document.is_html(node, names::HR);
    document.is_element(node) && !is_rule && !is_never_shown(document, node)
}

fn following(document: &Document, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let siblings = std::iter::successors(document.next_sibling(node), |&node| document.next_sibling(node));
    siblings.filter(|&node| is_part(document, node))
}

fn preceding(document: &Document, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let siblings = std::iter::successors(document.previous_sibling(node), |&node| document.previous_sibling(node));
    siblings.filter(|&node| is_part(document, node))
}

fn between(document: &Document, one: NodeId, other: NodeId) -> Vec<NodeId> {
    following(document, one).take_while(|&node| node < other).take(MAX_SIBLINGS + 1).collect()
}

fn has_text(document: &Document, node: NodeId) -> bool {
    document.subtree(node).any(|node| document.kind(node) == NodeKind::Text && !document.is_blank_text(node))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tags of the records whose nodes are all `dt`, `h3` or `li`.
    #[track_caller]
    fn check(html: &str, expected: &str) {
        let document = Document::parse(html);
        let is_node = |&node: &NodeId| matches!(document.tag_name(node), "dt" | "h3" | "li");
        let nodes: Vec<NodeId> = document.nodes().filter(is_node).collect();
        let show = |record: Vec<NodeId>| {
            record.iter().map(|&node| document.tag_name(node).to_string()).collect::<Vec<_>>().join("+")
        };
        let shown: Vec<String> = join(&document, &nodes).into_iter().map(show).collect();
        assert_eq!(shown.join(" "), expected, "{html}");
    }

    #[test]
    fn what_follows_each_node_belongs_to_it() {
        check("<dl><dt>1<dd>x<dt>2<dd>y<dt>3<dd>z</dl>", "dt+dd dt+dd dt+dd");
        check("<div><h3>1</h3><p>x</p><hr><h3>2</h3><p>y</p><hr><h3>3</h3></div>", "h3+p h3+p h3");
    }

    #[test]
    fn what_leads_each_node_belongs_to_it() {
        check("<div><p>x</p><h3>1</h3><p>y</p><h3>2</h3><p>z</p><h3>3</h3></div>", "p+h3 p+h3 p+h3");
    }

    #[test]
    fn nothing_is_added_where_records_stand_side_by_side_or_differ() {
        check("<ul><li>1<li>2<li>3</ul>", "li li li");
        check("<div><h3>1</h3><p>x</p><h3>2</h3><b>x</b><h3>3</h3><i>x</i><h3>4</h3></div>", "h3 h3 h3 h3");
        check("<div><h3>1</h3><p></p><h3>2</h3><p></p><h3>3</h3></div>", "h3 h3 h3");
        check("<div><h3>1</h3><p>x</p></div><div><h3>2</h3><p>x</p></div>", "h3 h3");
    }
}
