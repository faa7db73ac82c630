use super::search::search_region;
use super::*;

/// The search as the paper's program does it, one scan of the sequence for each threshold.
fn search_by_scanning(symbols: &[u32], margin: f64, borders: Borders) -> (Range<usize>, Vec<(u32, usize)>) {
    let mut range = 0..symbols.len();
    let mut splits = Vec::new();
    'split: loop {
        let part = &symbols[range.clone()];
        let mut counts = std::collections::BTreeMap::<u32, usize>::new();
        for &symbol in part {
            *counts.entry(symbol).or_default() += 1;
        }
        let mut thresholds: Vec<usize> = counts.values().copied().collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        for threshold in thresholds {
            let mut remaining: std::collections::BTreeMap<u32, usize> = counts
                .iter()
                .map(|(&symbol, &count)| (symbol, count))
                .filter(|&(_, count)| count > threshold)
                .collect();
            if remaining.len() < 2 {
                break;
            }
            let mut open = std::collections::BTreeSet::new();
            let mut gap = 0;
            for (i, symbol) in part.iter().enumerate() {
                let Some(left_over) = remaining.get_mut(symbol) else { continue };
                *left_over -= 1;
                open.insert(*symbol);
                if *left_over > 0 {
                    gap += usize::from(gap > 0);
                    continue;
                }
                remaining.remove(symbol);
                open.remove(symbol);
                if !open.is_empty() {
                    continue;
                }
                let left = (i + 1).saturating_sub(gap);
                let right = part.len() - left;
                if !remaining.is_empty() && left.abs_diff(right) as f64 / part.len() as f64 > margin {
                    splits.push((threshold as u32, range.start + i));
                    if right > left {
                        range.start += i + 1;
                    } else {
                        range.end = range.start + i;
                    }
                    continue 'split;
                }
                if borders == Borders::First {
                    break;
                }
                gap = 1;
            }
        }
        return (range, splits);
    }
}

#[track_caller]
fn check(symbols: &[u32], borders: Borders) -> (Range<usize>, Vec<(u32, usize)>) {
    let n_symbols = symbols.iter().max().map_or(0, |&highest| highest as usize + 1);
    let found = search_region(symbols, n_symbols, 0.20, borders);
    let splits: Vec<_> = found.splits.iter().map(|split| (split.threshold, split.border)).collect();
    assert!(!found.limit_hit);
    let expected = search_by_scanning(symbols, 0.20, borders);
    assert_eq!((&found.range, &splits), (&expected.0, &expected.1), "{symbols:?}");
    (found.range, splits)
}

#[test]
fn figure_2_has_no_border_above_the_lowest_frequency() {
    assert_eq!(check(&[1, 2, 3, 4, 4, 3, 4, 4], Borders::First), (0..8, vec![]));
}

#[test]
fn section_4_example_is_split_twice() {
    let mut symbols = vec![1, 2];
    for region in 4..7 {
        symbols.push(3);
        symbols.extend([region; 5]);
    }
    symbols.push(2);
    assert_eq!(symbols.len(), 21);
    assert_eq!(check(&symbols, Borders::First), (0..8, vec![(2, 14), (1, 8)]));
}

#[test]
fn definition_3_7_the_sides_of_a_split_share_no_frequent_symbol() {
    let symbols: Vec<u32> = (0..600).map(|i| (i / 40) * 10 + (i * 7) % 6 - u32::from(i % 97 == 5) * (i / 80)).collect();
    let found = search_region(&symbols, 200, 0.20, Borders::First);
    assert!(found.splits.len() > 3);
    for split in &found.splits {
        let part = &symbols[split.range.clone()];
        let is_frequent =
            |symbol: &u32| part.iter().filter(|&other| other == symbol).count() > split.threshold as usize;
        let (left, right) = part.split_at(split.left);
        assert!(left.iter().filter(|symbol| is_frequent(symbol)).all(|symbol| !right.contains(symbol)));
        assert_eq!((left.len(), right.len()), (split.left, split.right));
    }
}

#[test]
fn equal_sides_are_not_split_and_unequal_ones_are() {
    assert_eq!(check(&[0, 1, 1, 1, 2, 2, 2], Borders::First).1, []);
    assert_eq!(check(&[0, 1, 1, 2, 2, 2, 2, 2, 2], Borders::First), (3..9, vec![(1, 2)]));
    // The border symbol goes with the right side.
    assert_eq!(check(&[1, 1, 1, 1, 1, 1, 2, 2, 0], Borders::First), (0..5, vec![(1, 5)]));
}

#[test]
fn short_sequences_are_their_own_region() {
    for symbols in [&[][..], &[0], &[0, 0], &[0, 1], &[0, 1, 0]] {
        assert_eq!(check(symbols, Borders::First), (0..symbols.len(), vec![]));
        assert_eq!(check(symbols, Borders::Gap), (0..symbols.len(), vec![]));
    }
}

#[test]
fn the_search_over_ends_equals_the_search_by_scanning() {
    // A fixed linear congruential generator: sequences of runs, so that borders are frequent.
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut draw = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..3000 {
        let n_runs = 1 + draw(12);
        let alphabet = 1 + draw(8);
        let mut symbols = Vec::new();
        for run in 0..n_runs {
            for _ in 0..=draw(12) {
                symbols.push((draw(alphabet) + if draw(4) > 0 { run * 4 } else { 0 }) as u32);
            }
        }
        check(&symbols, Borders::First);
        check(&symbols, Borders::Gap);
    }
}

#[test]
fn many_distinct_frequencies_do_not_slow_the_search() {
    // Symbols of 1, 2, 3, … 1400 occurrences, interleaved such that no threshold has a border: about 10^6 symbols.
    let mut symbols = Vec::new();
    for round in 0..1400u32 {
        symbols.extend(round..1400);
    }
    symbols.extend(0..1400);
    let found = search_region(&symbols, 1400, 0.20, Borders::First);
    assert_eq!(found.range, 0..symbols.len());
}

#[test]
fn a_page_that_peels_from_the_left_is_searched_to_the_end() {
    let mut symbols = vec![0];
    for section in 1..200_000 {
        symbols.extend([section; 3]);
    }
    symbols.push(0);
    let found = search_region(&symbols, 200_000, 0.20, Borders::First);
    assert!(!found.limit_hit);
    assert!(found.splits.len() > 100_000);
}

#[test]
fn a_page_that_peels_from_the_right_is_searched_within_the_limit() {
    // Each split takes one heading and the section after it, and each needs a look at all headings and sections.
    let mut symbols = vec![0];
    for section in 2..20_000 {
        symbols.extend([1, section, section, section]);
    }
    let found = search_region(&symbols, 20_000, 0.20, Borders::First);
    assert!(found.limit_hit);
    assert!(found.range.len() < symbols.len());
}

/// A menu of many tags without marks before a few records that are full of them.
const MENU_AND_RECORDS: &str = "<ul><li><a>x</a><li><a>x</a><li><a>x</a><li><a>x</a><li><a>x</a><li><a>x</a></ul>\
<div><p>a, b.</p><p>c, d.</p></div>";

#[track_caller]
fn kept_text(html: &str, options: &TpsOptions) -> String {
    let document = Document::parse(html);
    let trace = trace(&PageView::of(&document), options);
    let mask = trace.mask(&document);
    for node in document.nodes() {
        let explained = trace.explain(&document, node);
        assert!(!explained.starts_with("kept") || mask.keeps(node), "{explained}");
        assert!(!explained.starts_with("left out") || !mask.keeps(node), "{explained}");
    }
    let in_sequence = trace.paths.nodes().iter().filter(|&&node| mask.keeps(node)).count();
    assert_eq!(trace.n_kept(&document), in_sequence);
    document.nodes().filter(|&node| mask.keeps(node)).map(|node| document.text(node)).collect()
}

#[test]
fn algorithm_5_keeps_the_region_and_its_ancestors() {
    assert_eq!(kept_text(MENU_AND_RECORDS, &TpsOptions::default()), "xxxxx");
}

#[test]
fn algorithm_6_keeps_the_complement_of_a_region_without_content() {
    let options = TpsOptions::default().with_complement(0.2);
    assert!(kept_text(MENU_AND_RECORDS, &options).ends_with("a, b.c, d."));
    // A region with its share of the marks stays the answer.
    assert_eq!(kept_text(&MENU_AND_RECORDS.replace('x', "x."), &options), "x.x.x.x.x.");
    // Without any marks there is nothing to say against the region.
    assert_eq!(kept_text(&MENU_AND_RECORDS.replace([',', '.'], ""), &options), "xxxxx");
}

#[test]
fn white_space_between_kept_nodes_is_kept_and_scripts_are_not() {
    let rows = "<p><b>x</b> <i>y</i></p><!-- c --><script>z</script>".repeat(4);
    let html = format!("<title>t</title><div>{rows}</div>");
    assert_eq!(kept_text(&html, &TpsOptions::default()), "tx yx yx yx y");
    let document = Document::parse(html);
    let mask = clean(&PageView::of(&document), &TpsOptions::default());
    assert_eq!(mask.removals().len(), 8);
    assert!(mask.removals().iter().all(|removal| removal.reason == "scripts, templates and comments have no tag path"));
}

#[test]
fn every_node_that_is_left_out_has_a_reason() {
    let html = format!("{MENU_AND_RECORDS}<table><tr><td>x<tr><td>y</table><script></script><!-- c -->");
    let document = Document::parse(html);
    for complement in [0.0, 0.2] {
        let mask = clean(&PageView::of(&document), &TpsOptions::default().with_complement(complement));
        for node in document.nodes().filter(|&node| !mask.keeps(node)) {
            assert!(mask.removals().iter().any(|removal| document.contains(removal.node, node)));
        }
        assert!(mask.removals().iter().all(|removal| !mask.keeps(removal.node)));
    }
}

#[test]
fn pages_without_a_body_to_speak_of_keep_what_they_have() {
    for html in ["", "text", "<p>x", "<frameset><frame><frame></frameset>", "<body>", "<svg></svg>"] {
        for borders in [Borders::First, Borders::Gap] {
            let options = TpsOptions::default().with_borders(borders).with_complement(0.2);
            let document = Document::parse(html);
            let mask = clean(&PageView::of(&document), &options);
            assert_eq!(mask.n_kept(), document.len(), "{html}");
        }
    }
}
