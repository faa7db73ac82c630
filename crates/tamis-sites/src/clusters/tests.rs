use super::*;
use crate::mapping::Mode;
use tamis_extract::records::auto;
use tamis_extract::segment::auto::AutoOptions;
use tamis_extract::segment::landmarks;
use tamis_page::Document;

/// A page of a shop: a menu, products, a footer; with as many kinds of parts as asked for.
fn page(n_products: usize, extra: &str) -> Document {
    let product = |i: usize| format!("<div class=product><h3>Lamp {i}</h3><p>Text {i}</p><b>{i} €</b></div>");
    let products: String = (0..n_products).map(product).collect();
    Document::parse(format!(
        "<nav><ul><li><a href=1>One</a><li><a href=2>Two</a></ul></nav><main><h1>Lamps</h1>{products}</main>{extra}<footer><p>Imprint</p></footer>"
    ))
}

fn article() -> Document {
    Document::parse(
        "<article><h1>Why</h1><p>One.</p><blockquote>Two.</blockquote><pre>Three</pre></article><aside>x</aside>",
    )
}

/// Visits a page, and learns it if it has to be.
fn visit(clusters: &mut Clusters, document: &Document) -> Visit {
    let view = PageView::of(document);
    let visit = clusters.visit(&view, &Fingerprint::of(document));
    if let Visit::Miss(miss) = &visit {
        let regions = landmarks::segment(&view, &AutoOptions::default());
        clusters.learn(&view, &regions.clone().into(), miss);
    }
    visit
}

fn is_hit(visit: &Visit) -> bool {
    matches!(visit, Visit::Hit(_))
}

#[test]
fn the_first_page_of_a_template_is_learned_and_the_others_are_mapped() {
    let mut clusters = Clusters::new("shop.example", "areas", ClusterOptions::default());
    let hits: Vec<bool> = [page(3, ""), page(9, ""), article(), page(1, ""), article()]
        .iter()
        .map(|document| is_hit(&visit(&mut clusters, document)))
        .collect();
    assert_eq!(hits, [false, true, false, true, true]);
    assert_eq!(clusters.len(), 2);
}

#[test]
fn what_was_learned_is_a_delta_and_a_store_gives_it_back() {
    let mut clusters = Clusters::new("shop.example", "areas", ClusterOptions::default());
    for document in [page(3, ""), page(9, "")] {
        visit(&mut clusters, &document);
    }
    let delta = clusters.take_delta();
    assert!(clusters.take_delta().is_empty());
    assert_eq!(delta.templates().len(), 1);
    let n_pages: u64 = delta.counts().iter().filter(|(counter, _)| counter.name == "pages").map(|(_, &n)| n).sum();
    assert_eq!(n_pages, 1, "the page that was learned is not counted among those that were mapped");
    let mut again = Clusters::new("shop.example", "areas", ClusterOptions::default());
    assert_eq!(again.add(&delta), 0);
    assert!(is_hit(&visit(&mut again, &page(4, ""))));
    let mut of_another = Clusters::new("shop.example", "text", ClusterOptions::default());
    of_another.add(&delta);
    assert!(of_another.is_empty());
}

#[test]
fn a_template_that_cannot_be_read_is_counted_and_passed_over() {
    let key = TemplateKey { site: "s".to_owned(), question: "q".to_owned(), id: "i".to_owned() };
    let mut delta = Delta::new();
    delta.add_template(key, StoredTemplate { generation: 0, body: b"nonsense".to_vec() });
    let mut clusters = Clusters::new("s", "q", ClusterOptions::default());
    assert_eq!((clusters.add(&delta), clusters.len()), (1, 0));
}

#[test]
fn the_best_template_is_taken_and_in_the_paper_the_first() {
    let documents = [page(3, ""), page(3, "<dl><dt>a<dd>b</dl><table><tr><td>c</table>")];
    let near = page(5, "<dl><dt>a<dd>b</dl><table><tr><td>c</table>");
    for (choice, expect) in [(Choice::Best, 1), (Choice::First, 0)] {
        let options = ClusterOptions { choice, ..ClusterOptions::default() };
        let mut clusters = Clusters::new("s", "q", options);
        for document in &documents {
            let view = PageView::of(document);
            let regions = landmarks::segment(&view, &AutoOptions::default());
            let answers = regions.clone().into();
            clusters.learn(&view, &answers, &Miss::Unknown { nearest: 0.0 });
        }
        let found = clusters.find(&Fingerprint::of(&near));
        assert_eq!(found.map(|(cluster, _)| cluster), Ok(ClusterId(expect)), "{choice:?}");
    }
}

#[test]
fn a_page_on_which_too_much_is_missing_opens_a_cluster() {
    let mut clusters = Clusters::new("s", "q", ClusterOptions::default().with_mapping(Mode::Strict));
    visit(&mut clusters, &page(3, ""));
    // One element more in front, and no place is where it was.
    let shifted = Document::parse(format!("<hr>{}", page(3, "").source()));
    let miss = visit(&mut clusters, &shifted);
    assert!(matches!(miss, Visit::Miss(Miss::DoesNotFit { missing, .. }) if missing > 0.5), "{miss:?}");
    assert_eq!(clusters.len(), 2);
}

#[test]
fn a_template_that_stops_fitting_is_learned_again_with_the_evidence() {
    // Eight parts of which four are gone after a redesign: a third of the frame and more.
    let part = |name: &str| format!("<section class={name}><h2>{name}</h2><p>Text of {name}</p></section>");
    let whole = |names: &[&str]| Document::parse(names.iter().map(|name| part(name)).collect::<String>());
    let before = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let after = ["a", "b", "c", "d"];
    let mut clusters = Clusters::new("s", "q", ClusterOptions { relearn_after: 3, ..ClusterOptions::default() });
    for _ in 0..12 {
        visit(&mut clusters, &whole(&before));
    }
    let visits: Vec<Visit> = (0..5).map(|_| visit(&mut clusters, &whole(&after))).collect();
    let hits: Vec<bool> = visits.iter().map(is_hit).collect();
    assert_eq!(hits, [true, true, false, true, true]);
    assert!(matches!(&visits[2], Visit::Miss(Miss::Relearn { .. })), "{:?}", visits[2]);
    assert_eq!(clusters.len(), 1);
    let delta = clusters.take_delta();
    assert_eq!(delta.templates().values().map(|template| template.generation).collect::<Vec<_>>(), [1]);
}

#[test]
fn pages_whose_table_is_applied_are_counted_and_what_selectors_lose_is_mapped_and_noticed() {
    let list = |price: &str| {
        let lamps = (0..6).map(|lamp| {
            format!("<li class=lamp><h3><a href=/{lamp}>Lamp {lamp}</a></h3><{price}>{lamp}.50 €</{price}><p>Text {lamp}</p>")
        });
        Document::parse(format!("<nav><a href=/>Home</a></nav><ul class=lamps>{}</ul>", lamps.collect::<String>()))
    };
    let mut clusters = Clusters::new("s", "q", ClusterOptions { relearn_after: 0, ..ClusterOptions::default() });
    let first = list("b");
    let view = PageView::of(&first);
    let tables = auto::find(&view, &auto::AutoOptions::default());
    clusters.learn(&view, &tables.clone().into(), &Miss::Unknown { nearest: 0.0 });
    let mut drift = Vec::new();
    for number in 0..12 {
        // Later there are no prices.
        let page = if number < 6 { list("b") } else { Document::parse(list("b").source().replace("b>", "hr>")) };
        let Visit::Hit(hit) = clusters.visit(&PageView::of(&page), &Fingerprint::of(&page)) else { panic!("a hit") };
        assert_eq!(hit.mapped.is_applied(), number < 6, "{:?}", hit.mapped.why_mapped);
        drift.extend(hit.drift);
    }
    let counts = clusters.take_delta();
    let count = |name: &str| counts.counts().iter().find(|(counter, _)| counter.name == name).map(|(_, &n)| n);
    assert_eq!((count("pages"), count("applied")), (Some(12), Some(6)));
    assert!(drift.iter().any(|drift| matches!(drift, Drift::ColumnEmpty { .. })), "{drift:?}");
}
