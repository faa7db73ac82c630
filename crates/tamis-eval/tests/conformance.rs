//! Our own cases in the formats of html5lib-tests: what the parser must do on any machine, without the suite itself.

use std::path::Path;
use tamis_eval::html5lib::{self, Kind, KnownDifferences};

#[test]
fn our_own_cases_of_every_kind_pass() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let report = html5lib::run(&directory).expect("the cases are part of the repository");
    let known = KnownDifferences::default();
    let mut failures = Vec::new();
    report.print(&known, true, &mut failures).expect("writing to memory does not fail");
    assert_eq!(report.unexplained(&known).count(), 0, "{}", String::from_utf8_lossy(&failures));
    let n_cases = Kind::ALL.map(|kind| report.count(kind).1);
    assert!(n_cases.iter().zip([230, 40, 25, 7]).all(|(&found, least)| found >= least), "{n_cases:?}");
}
