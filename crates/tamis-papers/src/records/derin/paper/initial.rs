//! The first guess at records: children of the region, less separators and what cannot be seen.

use crate::records::derin::candidates::Region;
use crate::records::derin::screen::Screen;
use tamis_extract::records::Rejected;
use tamis_page::NodeId;

/// The records of a region, one child each, and the children that show nothing (equations 5 and 6).
pub(super) fn records(view: &Screen<'_, '_>, region: &Region) -> (Vec<Vec<NodeId>>, Vec<Rejected>) {
    let document = view.document();
    let mut children: Vec<NodeId> = Vec::new();
    if region.groups != [region.node] {
        // After a climb the children of the region are wrappers: the records are the children of the groups. What holds
        // no group stays, as an outlier if it is one.
        let holds_group = |child: NodeId| {
            let after = region.groups.partition_point(|&group| group < child);
            region.groups.get(after).is_some_and(|&group| document.contains(child, group))
        };
        children.extend(document.child_elements(region.node).filter(|&child| !holds_group(child)));
    }
    children.extend(region.groups.iter().flat_map(|&group| document.child_elements(group)));
    children.sort_unstable();
    let (mut records, mut rejected) = (Vec::new(), Vec::new());
    for child in children {
        if !view.mask.keeps(child) {
            rejected.push(Rejected::new(child, "is not visible"));
        } else if !view.has_items(child) {
            rejected.push(Rejected::new(child, "shows nothing"));
        } else {
            records.push(vec![child]);
        }
    }
    (records, rejected)
}
