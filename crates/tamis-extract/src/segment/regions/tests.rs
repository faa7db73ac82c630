use super::*;
use crate::view::PageView;
use proptest::prelude::*;

/// A page of nested elements with texts, an area tree, and which text is in which areas, all by numbers.
fn pages() -> impl Strategy<Value = (String, Vec<usize>, Vec<Vec<usize>>)> {
    let tags = prop::collection::vec((0u8..4, 0usize..6), 1..40);
    let parents = prop::collection::vec(0usize..8, 1..8);
    let homes = prop::collection::vec(prop::collection::vec(0usize..9, 0..3), 40);
    (tags, parents, homes).prop_map(|(tags, parents, homes)| {
        let mut html = String::new();
        let mut open = 0;
        for (number, (what, closes)) in tags.into_iter().enumerate() {
            for _ in 0..closes.min(open) {
                html.push_str("</div>");
                open -= 1;
            }
            match what {
                0 | 1 => {
                    html.push_str("<div>");
                    open += 1;
                }
                2 => html.push_str(&format!("<i>t{number}</i>")),
                _ => html.push_str("<img src=a>"),
            }
        }
        (html, parents, homes)
    })
}

proptest! {
    /// Definition 9 by its words: (v, d) is in the mapping if v contains all of d and no child of v does.
    #[test]
    fn a_node_belongs_to_an_area_that_contains_it_and_none_of_whose_children_does((html, parents, homes) in pages()) {
        let document = Document::parse(html);
        let view = PageView::of(&document);
        let mut builder = RegionsBuilder::new();
        let mut areas = vec![builder.root()];
        for parent in parents {
            let around = areas[parent % areas.len()];
            areas.push(builder.add(around, Levels::BOTH));
        }
        // What can be seen, and the areas it was put into.
        let atoms: Vec<NodeId> = document.nodes().filter(|&node| is_atom(&view, node)).collect();
        for (atom, homes) in atoms.iter().zip(&homes) {
            for home in homes {
                builder.assign(*atom, areas[home % areas.len()]);
            }
        }
        let regions = builder.finish(&view);
        let placed: Vec<NodeId> = atoms.iter().copied().filter(|&atom| regions.area_of(atom).is_some()).collect();
        let contains = |area: AreaId, node: NodeId| {
            let mut inside = placed.iter().filter(|&&atom| document.contains(node, atom)).peekable();
            inside.peek().is_some()
                && inside.all(|&atom| regions.area_of(atom).is_some_and(|own| regions.is_within(own, area)))
        };
        let around_body = AroundBody::of(&document);
        for node in document.nodes() {
            for (id, area) in regions.areas() {
                let is_mapped = contains(id, node) && !regions.children(id).any(|child| contains(child, node));
                prop_assert_eq!(is_mapped, regions.area_of(node) == Some(id), "node {} and area {}", node.0, id.0);
                // Definition 10, the topmost alone.
                let is_top = is_mapped
                    && !around_body.is(node)
                    && document.parent(node).is_none_or(|parent| {
                        around_body.is(parent) || regions.area_of(parent) != Some(id)
                    });
                prop_assert_eq!(is_top, area.nodes.contains(&node));
            }
        }
        check_tree(&document, &regions)?;
    }
}

/// Areas are in the order of the tree, and what an area holds is what is in it and below it, once.
fn check_tree(document: &Document, regions: &Regions) -> Result<(), TestCaseError> {
    for (id, area) in regions.areas() {
        prop_assert_eq!(area.parent.is_none(), id == AreaId::ROOT);
        prop_assert!(area.parent.is_none_or(|parent| regions.children(parent).any(|child| child == id)));
        let content = regions.content(document, id);
        prop_assert!(content.windows(2).all(|pair| !document.contains(pair[0], pair[1]) && pair[0] < pair[1]));
        for node in document.nodes() {
            let is_inside = regions.area_of(node).is_some_and(|own| regions.is_within(own, id));
            let is_listed = content.iter().any(|&top| document.contains(top, node));
            prop_assert!(!is_inside || is_listed || AroundBody::of(document).is(node));
        }
    }
    Ok(())
}

#[test]
fn a_text_in_two_areas_belongs_to_the_one_around_both() {
    let document = Document::parse("<p>One<p>Two");
    let view = PageView::of(&document);
    let texts: Vec<NodeId> = document.nodes().filter(|&node| is_atom(&view, node)).collect();
    let mut builder = RegionsBuilder::new();
    let around = builder.add(builder.root(), Levels::PART);
    let lines = [(); 2].map(|()| builder.add(around, Levels::BLOCK));
    for line in lines {
        builder.assign(texts[0], line);
    }
    builder.assign(texts[1], lines[1]);
    let regions = builder.finish(&view);
    assert_eq!(regions.area_of(texts[0]), regions.parts().next());
    assert_eq!(regions.area_of(texts[1]), regions.blocks().next());
    assert_eq!(regions.len(), 3, "the first line has nothing left");
}

#[test]
fn areas_deeper_than_anybody_sees_are_one() {
    let document = Document::parse("<p>One");
    let mut builder = RegionsBuilder::new();
    let mut area = builder.root();
    for _ in 0..10_000 {
        area = builder.add(area, Levels::BLOCK);
    }
    builder.assign(document.body().expect("there is one"), area);
    let regions = builder.finish(&PageView::of(&document));
    assert_eq!(regions.len(), 101);
}
