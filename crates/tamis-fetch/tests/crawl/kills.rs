//! A crawl that is killed again and again.

use crate::children::{CONNECTIONS, command};
use crate::server::Server;
use crate::shop;
use crate::visit::{options, sorted, visit};
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

const N_KILLS: usize = 20;
/// The page at the end of the longest chain.
const LAST_PAGE: &str = "/deep/59";
/// What fails before it is well, or for good: asked more than once in any case.
const FAILING: [&str; 5] = ["/always-cut", "/always-sick", "/busy", "/cut-once", "/sick"];

/// So many crawls that `TAMIS_KILLS` kills are in them; one unless that is set.
fn n_crawls() -> u64 {
    let kills: u64 = std::env::var("TAMIS_KILLS").map_or(1, |text| text.parse().expect("TAMIS_KILLS is a number"));
    kills.div_ceil(N_KILLS as u64)
}

#[test]
fn twenty_kills_cost_only_the_requests_that_were_under_way() {
    for crawl in 0..n_crawls() {
        check_kills(15 + crawl);
    }
}

/// The moments of the kills follow from a number.
fn check_kills(mut random: u64) {
    // One page does not come before all kills: the crawl cannot be over before them.
    let gate = Arc::new((Mutex::new(false), Condvar::new()));
    let held = Arc::clone(&gate);
    let server = Server::start(move |request| {
        if request.target == LAST_PAGE {
            let (is_open, opened) = &*held;
            drop(opened.wait_while(is_open.lock().unwrap(), |is_open| !*is_open));
        }
        shop::answer(request)
    });
    let directory = tempfile::tempdir().unwrap();
    let mut kills: Vec<Instant> = Vec::new();
    while kills.len() < N_KILLS {
        let n_before = server.requests().len();
        let mut child = command(directory.path(), &server.url("/")).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // A few right at the beginning, most when more pages are asked for, at any moment of one.
        let n_more = if kills.len() % 5 == 4 { 0 } else { 1 + (random >> 33) as usize % 100 };
        while server.requests().len() < n_before + n_more {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_micros((random >> 40) % 3000));
        child.kill().unwrap();
        let killed = !child.wait().unwrap().success();
        assert!(killed, "the crawl was over after {} kills", kills.len());
        server.settle();
        kills.push(Instant::now());
    }
    *gate.0.lock().unwrap() = true;
    gate.1.notify_all();
    assert!(command(directory.path(), &server.url("/")).status().unwrap().success());

    let output = std::fs::read_to_string(directory.path().join("output")).unwrap();
    let lines: Vec<String> = output.lines().map(str::to_owned).collect();
    let other = shop::start();
    let whole = visit(&other, options(&other).with_max_bytes(Some(shop::MAX_BYTES)));
    let is_once = sorted(lines.clone()) == sorted(whole.paths.clone());
    assert!(is_once, "{} lines of {} pages, not each page once", lines.len(), whole.paths.len());
    assert!(lines == whole.paths, "the order is another one");

    let mut before: BTreeMap<String, Instant> = BTreeMap::new();
    let mut cost = [0; N_KILLS];
    for request in server.requests() {
        assert!(!shop::is_forbidden(&request.target), "{}", request.target);
        if let Some(earlier) = before.insert(request.target.clone(), request.at)
            && !FAILING.contains(&request.target.as_str())
        {
            let kill = kills.iter().position(|kill| *kill > earlier).filter(|kill| kills[*kill] < request.at);
            cost[kill.unwrap_or_else(|| panic!("{} was asked twice between two kills", request.target))] += 1;
        }
    }
    assert!(cost.iter().all(|cost| *cost <= CONNECTIONS), "{cost:?}");
    assert!(cost.iter().any(|cost| *cost > 0), "no kill was at a bad moment");
    let at_work = kills
        .windows(2)
        .filter(|kills| server.requests().iter().any(|request| request.at > kills[0] && request.at < kills[1]));
    assert!(at_work.count() >= N_KILLS / 2);
}
