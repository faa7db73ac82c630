//! Our trees against html5ever's, for a fixed number of seeds. `tamis-eval fuzz` does the same for as long as one likes.

use tamis_eval::differential::{FuzzOptions, fuzz};

#[test]
fn tag_soup_gives_the_tree_that_html5ever_builds() {
    let options = FuzzOptions { seeds: 0..20_000, jobs: 2, max_findings: 5 };
    let report = fuzz(&options);
    let findings: Vec<String> = report
        .findings
        .iter()
        .map(|finding| match &finding.difference {
            Some(difference) => format!("seed {}: {}\n  {difference}", finding.seed, finding.case),
            None => format!("seed {}: {}\n  a parser panicked", finding.seed, finding.case),
        })
        .collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    assert_eq!(report.n_inputs, 20_000);
    // Caps and known departures explain a few inputs; if they came to explain many, nothing would be compared.
    let n_not_compared = report.n_cap_hit + report.known.values().sum::<u64>();
    assert!(n_not_compared < report.n_inputs / 50, "{n_not_compared} inputs were explained away");
}
