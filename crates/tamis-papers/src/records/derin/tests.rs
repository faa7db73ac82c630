//! The worked examples of the paper, and pages with something missing.

use super::{DerinOptions, DerinTrace, PaperTrace, Steps, Verdict, find, trace};
use crate::records::laid_out::laid_out;
use tamis_extract::RenderedView;
use tamis_extract::records::Table;
use tamis_page::{Document, RenderedPage};

/// The paper's steps with the distance of clusters that its Table 3 asks for: at 0.5 titles and descriptions are one.
fn worked_example() -> DerinOptions {
    DerinOptions::paper().with_max_cluster_distance(0.4)
}

#[track_caller]
fn paper(trace: &DerinTrace) -> &PaperTrace {
    match &trace.steps {
        Steps::Paper(steps) => steps,
        Steps::Tuned(_) => panic!("these are not the steps of the paper"),
    }
}

/// The page of Figure 1: a menu (a), filters (b), and the main region (c) with two panels and eight products. As in
/// Figure 5, candidate attributes that the tables do not show are left out.
fn figure_1() -> RenderedPage {
    let products = [
        ("Nikon Coolpix", "$ 59", "4 stores", "29"),
        ("DSLR-A550 Di", "$ 749", "4 stores", "8"),
        ("Fujifilm FinePix", "$ 119", "48 stores", "9"),
        ("Panasonic Lu", "$ 129", "60 stores", "2"),
        ("Kodak EASYS", "$ 59", "11 stores", "23"),
        ("Canon EOS 5", "$ 34", "32 stores", "157"),
        ("Nikon Coolpix S", "$ 9.90", "9 stores", "51"),
        ("Pentax Optio", "$ 49", "20 stores", "24"),
    ];
    let product = |(number, (name, price, stores, reviews)): (usize, &(&str, &str, &str, &str))| {
        format!(
            "<div class=product><h3>{name}</h3><img src=img/photo0{number}.jpg><b>{price}</b> <span>and up</span>
            <p>{stores}</p><em>User reviews ({reviews})</em></div>"
        )
    };
    let products: String =
        products.iter().enumerate().map(|(index, product_data)| product((index + 1, product_data))).collect();
    laid_out(&format!(
        "<body><ul data-box='0 0 1000 40'><li>Home<li>Cameras<li>Help</ul>
        <div data-box='0 40 200 1200'><ul><li>Brand<li>Price<li>Stores</ul></div>
        <div data-box='200 40 800 1200'>
        <section data-font='Verdana 9 300 120'><label>Results 1 to 8</label></section>
        <section data-font='Verdana 9 300 120'><label>Sort by:</label><i><a>best user rating</a><a>best match</a><a>price</a>
        <a>best expert rating</a></i></section>{products}</div>"
    ))
}

/// The page of Figure 6: the records of a definition list have no element of their own.
fn figure_6() -> RenderedPage {
    let records = [
        ("http://test.com/", "Test.com Web Based Testing", "Easily Author and Administer your own Training Content"),
        ("http://www.speakeasy.net/speedtest/", "Speakeasy - Speed Test", "How fast is your Internet Connection"),
        ("http://en.wikipedia.org/wiki/Test_cricket", "Test cricket - Wikipedia", "The longest form of the sport"),
    ];
    let record = |(url, title, text): &(&str, &str, &str)| {
        format!(
            "<dt data-font='Arial 16 700 0'><a href={url}>{title}</a></dt><dd>{text}</dd><dd><a href={url}>{url}</a></dd>"
        )
    };
    laid_out(&format!("<body><dl>{}</dl>", records.iter().map(record).collect::<String>()))
}

/// The attributes of the trace as the paper's tables show them: one line a record, one cell a concept that is not left
/// out, `-` for none.
fn attribute_table(trace: &DerinTrace, with_constants: bool) -> Vec<String> {
    let shown = |attribute: &&super::Attribute| with_constants || !attribute.is_constant;
    let mut concepts: Vec<usize> = trace.attributes.iter().filter(shown).map(|attribute| attribute.concept).collect();
    concepts.sort_unstable();
    concepts.dedup();
    let cell = |record: usize, concept: usize| {
        let mut of_record = trace.attributes.iter().filter(|attribute| attribute.record == record).filter(shown);
        of_record.find(|attribute| attribute.concept == concept).map_or("-", |attribute| attribute.text.as_str())
    };
    let line = |record: usize| concepts.iter().map(|&concept| cell(record, concept)).collect::<Vec<_>>().join(" | ");
    (0..trace.initial_records.len()).map(line).collect()
}

/// The cells of a table, `-` for a missing one.
fn cells(table: &Table) -> Vec<String> {
    let cell =
        |cell: &Option<tamis_extract::records::Cell>| cell.as_ref().map_or("-".to_string(), |cell| cell.text.clone());
    table.rows.iter().map(|row| row.cells.iter().map(cell).collect::<Vec<_>>().join(" | ")).collect()
}

#[test]
fn table_1_aligns_the_attributes_of_figure_5() {
    let trace = trace(&RenderedView::of(&figure_1()), &worked_example());
    let lines = attribute_table(&trace, true);
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], "Results 1 to 8 | - | - | - | - | - | - | - | - | - | -");
    assert_eq!(
        lines[1],
        "Sort by: | best user rating | best match | price | best expert rating | - | - | - | - | - | -"
    );
    assert_eq!(
        lines[2],
        "- | - | - | - | - | Nikon Coolpix | img/photo01.jpg | $ 59 | and up | 4 stores | User reviews (29)"
    );
    assert_eq!(
        lines[9],
        "- | - | - | - | - | Pentax Optio | img/photo08.jpg | $ 49 | and up | 20 stores | User reviews (24)"
    );
}

#[test]
fn table_1_is_cohesive_and_needs_no_ngrams() {
    let trace = trace(&RenderedView::of(&figure_1()), &worked_example());
    // 64 pairs of products, two panels with themselves, and the one attribute of five that the panels share.
    assert!((trace.cohesion - 66.4 / 100.0).abs() < 1e-9, "{}", trace.cohesion);
    assert!(paper(&trace).ngrams.is_empty());
}

#[test]
fn table_2_leaves_out_the_value_that_all_products_share() {
    let trace = trace(&RenderedView::of(&figure_1()), &worked_example());
    let lines = attribute_table(&trace, false);
    assert_eq!(lines[2], "- | - | - | - | - | Nikon Coolpix | img/photo01.jpg | $ 59 | 4 stores | User reviews (29)");
    assert!(lines.iter().all(|line| !line.contains("and up")));
}

#[test]
fn table_2_loses_its_first_two_rows_as_outliers() {
    let trace = trace(&RenderedView::of(&figure_1()), &worked_example());
    let quartiles = paper(&trace).outliers.quartiles.expect("there are ten records");
    assert!((quartiles.lower - 7.0 / 9.0).abs() < 1e-9 && (quartiles.upper - 7.0 / 9.0).abs() < 1e-9);
    assert_eq!(paper(&trace).outliers.removed, [0, 1]);
    let table = &trace.tables[0];
    assert_eq!(table.rows.len(), 8);
    assert_eq!(cells(table)[0], "Nikon Coolpix | img/photo01.jpg | $ 59 | 4 stores | User reviews (29)");
    let types: Vec<&str> = table.columns.iter().map(|column| column.format.value_type.as_str()).collect();
    assert_eq!(types, ["text", "image", "money", "text", "text"]);
    assert_eq!(table.rejected.iter().filter(|rejected| rejected.reason.contains("unlike")).count(), 2);
    assert!(table.columns.iter().all(|column| (column.fill - 1.0).abs() < 1e-9));
}

#[test]
fn without_outliers_the_two_panels_of_figure_1_stay() {
    let tables = find(&RenderedView::of(&figure_1()), &worked_example().with_outliers(false));
    assert_eq!(tables[0].rows.len(), 10);
    assert_eq!(tables[0].rows[0].cells.iter().flatten().count(), 1);
}

#[test]
fn table_3_aligns_nine_children_of_figure_6() {
    let trace = trace(&RenderedView::of(&figure_6()), &worked_example());
    let lines = attribute_table(&trace, true);
    assert_eq!(
        lines[..3],
        [
            "http://test.com/ | Test.com Web Based Testing | - | -",
            "- | - | Easily Author and Administer your own Training Content | -",
            "http://test.com/ | - | - | http://test.com/",
        ]
    );
    assert_eq!(lines.len(), 9);
    assert!((trace.cohesion - 33.0 / 81.0).abs() < 1e-9, "{}", trace.cohesion);
}

#[test]
fn table_3_is_cut_by_the_ngram_of_all_five_attributes() {
    let trace = trace(&RenderedView::of(&figure_6()), &worked_example());
    let first = &paper(&trace).ngrams[0];
    assert_eq!((first.concepts.as_slice(), first.n_occurrences, first.n_left), (&[0, 1, 2, 0, 3][..], 3, 0));
    assert!(first.score.is_infinite());
    let of = |tokens: &[u32]| paper(&trace).ngrams.iter().find(|ngram| ngram.concepts == tokens).expect("it is ranked");
    // The example of step 3: a size of 4, three times, three attributes left.
    assert!((of(&[0, 1, 2, 0]).score - 4.0).abs() < 1e-9);
    assert!((of(&[1, 2, 0, 3, 0]).score - 2.0).abs() < 1e-9);
    assert!(paper(&trace).ngrams.iter().all(|ngram| ngram.concepts.len() <= 5), "15 attributes over 3 records");
    assert_eq!(paper(&trace).applied.len(), 1);
}

#[test]
fn table_4_has_three_records_of_three_children_each() {
    let tables = find(&RenderedView::of(&figure_6()), &worked_example());
    let n_nodes: Vec<usize> = tables[0].rows.iter().map(|row| row.nodes.len()).collect();
    assert_eq!(n_nodes, [3, 3, 3]);
    assert_eq!(tables[0].nodes_per_record, 3);
    assert_eq!(
        tables[0].rows[0].text,
        "Test.com Web Based Testing Easily Author and Administer your own Training Content http://test.com/"
    );
}

#[test]
fn table_5_has_each_value_once() {
    let tables = find(&RenderedView::of(&figure_6()), &worked_example());
    assert_eq!(
        cells(&tables[0]),
        [
            "Test.com Web Based Testing | http://test.com/ | Easily Author and Administer your own Training Content",
            "Speakeasy - Speed Test | http://www.speakeasy.net/speedtest/ | How fast is your Internet Connection",
            "Test cricket - Wikipedia | http://en.wikipedia.org/wiki/Test_cricket | The longest form of the sport",
        ]
    );
    assert_eq!(tables[0].columns[1].attribute.as_deref(), Some("href"));
}

#[test]
fn without_ngrams_figure_6_has_nine_records() {
    assert_eq!(find(&RenderedView::of(&figure_6()), &worked_example().with_ngrams(false))[0].rows.len(), 9);
}

#[test]
fn the_tuned_profile_reads_figures_1_and_6_too() {
    let products = find(&RenderedView::of(&figure_1()), &DerinOptions::default());
    assert_eq!(products[0].rows.len(), 8);
    assert_eq!(cells(&products[0])[7], "Pentax Optio | img/photo08.jpg | $ 49 | 20 stores | User reviews (24)");
    let results = trace(&RenderedView::of(&figure_6()), &DerinOptions::default());
    let Steps::Tuned(steps) = &results.steps else { panic!("these are not the tuned steps") };
    assert_eq!(steps.pattern.as_ref().map(|pattern| pattern.concepts.len()), Some(3));
    assert_eq!(results.tables[0].rows.len(), 3);
    assert_eq!(
        find(&RenderedView::of(&figure_6()), &DerinOptions::default().with_ngrams(false))[0].nodes_per_record,
        1
    );
}

#[test]
fn figure_3_has_two_candidates_and_the_larger_is_the_region() {
    let item = "<li><h3>A result</h3><img src=x><p>with a text</p><p>and</p><div>more</div></li>";
    let page = laid_out(&format!(
        "<body><div data-box='0 0 250 400'><ol data-box='0 0 250 400'><li>Home<li>News<li>Help</ol></div>
        <div data-box='200 0 800 400'><ol data-box='200 0 800 400'>{}</ol></div>",
        item.repeat(6)
    ));
    let trace = trace(&RenderedView::of(&page), &DerinOptions::paper());
    let is_list = |candidate: &&super::Candidate| page.document().tag_name(candidate.node) == "ol";
    let verdicts: Vec<Verdict> = trace.candidates.iter().filter(is_list).map(|candidate| candidate.verdict).collect();
    assert_eq!(verdicts, [Verdict::TooNarrow, Verdict::Chosen]);
    assert_eq!(trace.tables[0].rows.len(), 6);
    assert_eq!(trace.region.map(|region| region.n_climbed), Some(0));
}

#[test]
fn figure_4_climbs_to_the_element_that_holds_both_groups() {
    let item = |name: &str| {
        format!("<li><h3>{name}</h3><img src={name}><p>about {name}, in some words</p><p>x</p><span>new</span></li>")
    };
    let group = |names: [&str; 3]| format!("<div><ol>{}</ol></div>", names.map(item).concat());
    let page = laid_out(&format!(
        "<body><div id=a>{}<div><p>An advert</p></div>{}</div>",
        group(["one", "two", "three"]),
        group(["four", "five", "six"])
    ));
    for options in [DerinOptions::paper(), DerinOptions::default()] {
        let trace = trace(&RenderedView::of(&page), &options);
        let region = trace.region.expect("there is a region");
        let document = page.document();
        assert_eq!(document.attribute(region.node, tamis_page::names::ID), Some("a"), "{options:?}");
        assert_eq!((region.groups.len(), region.n_climbed), (2, 2), "{options:?} {:?}", trace.candidates);
        let names: Vec<&str> =
            trace.tables[0].rows.iter().map(|row| row.text.split(' ').next().unwrap_or("")).collect();
        assert_eq!(names, ["one", "two", "three", "four", "five", "six"]);
    }
}

#[test]
fn elements_that_failed_a_filter_are_no_groups_of_records() {
    let item = |name: &str| format!("<li><p>{name}</p><p>about {name}, in some words</p></li>");
    let results = ["one", "two", "three", "four"].map(item).concat();
    let menu = "<li><p>Home</p><p>all</p></li><li><p>Help</p><p>for you</p></li><li><p>News</p><p>of today</p></li>";
    let page = laid_out(&format!(
        "<body><div><ul data-box='0 0 200 300'>{menu}</ul><ol data-box='200 0 800 900'>{results}</ol></div>"
    ));
    let trace = trace(&RenderedView::of(&page), &DerinOptions::paper());
    let region = trace.region.expect("there is a region");
    assert_eq!((page.document().tag_name(region.node), region.n_climbed), ("ol", 0));
    assert_eq!(trace.tables[0].rows.len(), 4);
}

#[test]
fn ngrams_join_children_and_cut_none() {
    // In a row the attributes are price, name, date four times, but only every second of these begins with a child.
    let (price, name, date) = (
        |number: usize| format!("<b>$ {number}</b>"),
        |number: usize| format!("<i>{}</i>", ["one", "two", "three", "four"][number]),
        |number: usize| format!("<em>2017-01-0{}</em>", number + 1),
    );
    let child = |parts: [String; 2]| format!("<p>{}</p>", parts.concat());
    let children = [
        child([price(0), name(0)]),
        child([date(0), price(1)]),
        child([name(1), date(1)]),
        child([price(2), name(2)]),
        child([date(2), price(3)]),
        child([name(3), date(3)]),
    ];
    let page = laid_out(&format!("<body><div>{}</div>", children.concat()));
    let options = worked_example().with_min_cohesion(0.6).with_outliers(false);
    let trace = trace(&RenderedView::of(&page), &options);
    assert_eq!((paper(&trace).ngrams[0].concepts.len(), paper(&trace).ngrams[0].n_occurrences), (3, 4));
    let applied: Vec<(usize, usize)> =
        paper(&trace).applied.iter().map(|ngram| (ngram.concepts.len(), ngram.n_occurrences)).collect();
    assert_eq!(applied, [(2, 2), (4, 2)]);
    let n_nodes: Vec<usize> = trace.tables[0].rows.iter().map(|row| row.nodes.len()).collect();
    assert_eq!(n_nodes, [1, 2, 1, 2]);
}

/// The tag of the element that holds the records by the tuned profile.
#[track_caller]
fn holder(html: &str) -> String {
    let page = laid_out(html);
    let region = trace(&RenderedView::of(&page), &DerinOptions::default()).region.expect("there is a region");
    page.document().tag_name(region.node).to_string()
}

#[test]
fn the_filters_of_the_paper_drop_a_small_list_and_the_tuned_profile_reads_it() {
    let item = |name: &str| format!("<li><b>{name}</b><p>about {name}, in some words</p></li>");
    let list = ["one", "two", "three", "four", "five"].map(item).concat();
    let html = format!(
        "<body data-box='0 0 1000 6000'><p data-box='0 0 1000 5700'>A picture</p>
        <ol data-box='0 5700 250 200'>{list}</ol>"
    );
    let page = laid_out(&html);
    let of_paper = trace(&RenderedView::of(&page), &DerinOptions::paper());
    assert!(of_paper.candidates.iter().any(|candidate| candidate.verdict == Verdict::TooSmall));
    assert_eq!(holder(&html), "ol");
}

#[test]
fn what_waits_beside_the_window_of_a_carousel_takes_no_room() {
    let slide = |number: usize| {
        format!("<li data-box='{} 0 500 300'><img src={number}><p>The offer number {number}</p></li>", number * 500)
    };
    let result = |number: usize| {
        format!("<li data-box='0 {} 900 100'><b>Name {number}</b><p>about it</p></li>", 300 + number * 100)
    };
    let slides: String = (0..20).map(slide).collect();
    let results: String = (0..10).map(result).collect();
    let page = |clips: &str| {
        format!(
            "<body data-box='0 0 1000 1300'><div {clips} data-box='0 0 1000 300'><ul data-box='0 0 10000 300'>{slides}</ul></div>
            <ol data-box='0 300 1000 1000'>{results}</ol>"
        )
    };
    assert_eq!(holder(&page("")), "ul");
    assert_eq!(holder(&page("data-clips")), "ol");
}

#[test]
fn the_frame_of_a_page_is_larger_than_its_list_and_no_list() {
    let row = |number: usize| {
        format!(
            "<li data-box='0 {} 600 20'><span>Name {number}</span> <a href={number}>and all that is to be said about it in one line</a></li>",
            350 + number * 20
        )
    };
    let rows: String = (0..12).map(row).collect();
    let block = |y: usize| {
        format!(
            "<section data-box='0 {y} 1000 330'><h2>A part</h2><p>with a text about the page and its owner</p></section>"
        )
    };
    let html = format!(
        "<body data-box='0 0 1000 1000'><div data-box='0 0 1000 1000'>{}<section data-box='0 330 1000 340'><ol>{rows}</ol>
        </section>{}</div>",
        block(0),
        block(670)
    );
    assert_eq!(holder(&html), "ol");
}

#[test]
fn paragraphs_are_similar_and_no_records() {
    let paragraph = |y: usize| {
        format!(
            "<p data-box='0 {y} 600 40'>A long sentence of an article that goes on and on, and then comes to its end.</p>"
        )
    };
    let paragraphs: String = (0..20).map(|number| paragraph(number * 40)).collect();
    let comment = |number: usize| {
        format!(
            "<li data-box='0 {} 900 100'><img src={number}><b>Reader {number}</b><i>{number} hours ago</i><div>A lovely article, and one that I read to its end with pleasure</div></li>",
            800 + number * 100
        )
    };
    let comments: String = (0..8).map(comment).collect();
    let page = format!(
        "<body data-box='0 0 1000 1600'><article data-box='0 0 600 800'>{paragraphs}</article>
        <ol data-box='0 800 1000 800'>{comments}</ol>"
    );
    assert_eq!(holder(&page), "ol");
}

#[test]
fn similarities_of_any_two_attributes_can_be_asked_for() {
    let trace = trace(&RenderedView::of(&figure_6()), &worked_example());
    let of = |text: &str| trace.attributes.iter().position(|attribute| attribute.text == text).expect("it is there");
    let (title, other) = (of("Test.com Web Based Testing"), of("Test cricket - Wikipedia"));
    let similarity = trace.similarity(title, other).expect("both are there");
    assert!((similarity.style - 1.0).abs() < 1e-9 && (similarity.path - 1.0).abs() < 1e-9);
    assert!((similarity.value_type - 1.0).abs() < 1e-9);
    // Their weights are 0.2531, 0.4082 and 0.1837 of 1.
    assert!(similarity.total > 0.845 && similarity.total < 0.9, "{similarity:?}");
    assert_eq!(trace.similarity(0, usize::MAX), None);
}

#[test]
fn a_page_without_layout_is_answered_with_a_warning() {
    let html = "<ul><li><h3>One</h3><p>first text</p><li><h3>Two</h3><p>second text</p><li><h3>Three</h3><p>third text</p></ul>";
    let page = RenderedPage::unrendered(Document::parse(html));
    let tables = find(&RenderedView::of(&page), &DerinOptions::default());
    assert_eq!(tables[0].rows.len(), 3);
    assert!(tables[0].warnings[0].contains("no layout"));
    let trace = trace(&RenderedView::of(&page), &DerinOptions::paper());
    assert!(trace.reason.is_some_and(|reason| reason.contains("the body is the region")));
}

#[test]
fn nodes_that_nobody_measured_do_not_hide_the_records() {
    let item = |number: usize| format!("<li data-unknown><h3>Name {number}</h3><p data-unknown>text {number}</p></li>");
    let page = laid_out(&format!("<body><ol>{}</ol>", (0..5).map(item).collect::<String>()));
    for options in [DerinOptions::paper(), DerinOptions::default()] {
        assert_eq!(find(&RenderedView::of(&page), &options)[0].rows.len(), 5, "{options:?}");
    }
}

#[test]
fn a_body_without_a_size_is_as_large_as_the_page() {
    let item = |number: usize| format!("<li><h3>Name {number}</h3><p>text {number}</p></li>");
    let items: String = (0..4).map(item).collect();
    let page = laid_out(&format!("<body data-box='0 0 0 0'><ol data-box='0 0 900 300'>{items}</ol>"));
    for options in [DerinOptions::paper(), DerinOptions::default()] {
        assert_eq!(find(&RenderedView::of(&page), &options)[0].rows.len(), 4, "{options:?}");
    }
}

#[test]
fn values_that_are_all_constant_are_kept() {
    let page = laid_out(&format!("<body><ol>{}</ol>", "<li><h3>A name</h3><p>with a text</p></li>".repeat(5)));
    for options in [DerinOptions::paper(), DerinOptions::default()] {
        assert_eq!(cells(&find(&RenderedView::of(&page), &options)[0]), ["A name | with a text"; 5], "{options:?}");
    }
}

#[test]
fn one_big_table_has_its_rows_as_records() {
    let row = |number: usize| format!("<tr><td>Name {number}</td><td>{number} €</td><td>note {number}</td></tr>");
    let page = laid_out(&format!("<body><table>{}</table>", (1..=30).map(row).collect::<String>()));
    for options in [DerinOptions::paper(), DerinOptions::default()] {
        let tables = find(&RenderedView::of(&page), &options);
        assert_eq!((tables[0].rows.len(), tables[0].columns.len()), (30, 3), "{options:?}");
    }
}

#[test]
fn pages_without_records_have_a_reason() {
    for html in ["", "<p>", "<p>One", "<frameset><frame></frameset>", "<!-- -->", "<hr><hr><hr>"] {
        for options in [DerinOptions::paper(), DerinOptions::default()] {
            let trace = trace(&RenderedView::of(&laid_out(html)), &options);
            assert!(trace.reason.is_some(), "{html:?} {options:?}");
            assert!(trace.tables.iter().all(|table| table.rows.len() < 2), "{html:?}");
        }
    }
}

#[test]
fn a_missing_cell_does_not_shift_its_neighbours() {
    let item = |name: &str, price: &str| {
        format!(
            "<li><h3>{name}</h3><p>about {name}</p>{price}<em>{} left</em><img src={}.png></li>",
            name.len(),
            name.len()
        )
    };
    let page = laid_out(&format!(
        "<body><ul>{}{}{}{}{}{}</ul>",
        item("one", "<b>5 €</b>"),
        item("three", ""),
        item("eleven", "<b>7 €</b>"),
        item("seventy", "<b>8 €</b>"),
        item("a hundred", "<b>9 €</b>"),
        item("two", "<b>3 €</b>"),
    ));
    for options in [DerinOptions::paper().with_outliers(false), DerinOptions::default()] {
        assert_eq!(
            cells(&find(&RenderedView::of(&page), &options)[0])[1],
            "three | about three | - | 5 left | 5.png",
            "{options:?}"
        );
    }
}
