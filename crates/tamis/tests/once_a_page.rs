//! A page of a crawl is parsed once by us and once by its renderer, and its bytes are copied by nobody. The counts are those of the
//! process, so that all of it is one test.

#![cfg(feature = "crawl")]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tamis::batch::Batch;
use tamis::crawl::{Crawl, CrawlOptions};
use tamis::network::test_server::{Reply, Web};
use tamis::network::{Network, NetworkOptions};
use tamis::site::{self, ClusterOptions, Sites};
use tamis::{Limits, PageReader, Recipe, Task, Viewport};
use tamis_page::{DecodedPage, Document, RenderError, RenderRequest, RenderedPage, Renderer, counts};

/// Lists of lamps, and lamps that they link to.
const N_LISTS: usize = 4;
const N_LAMPS: usize = 10;

/// Lays nothing out; parses each page that it is asked for, as every renderer does.
struct Counting(Arc<AtomicUsize>);

impl Renderer for Counting {
    fn render(&mut self, page: DecodedPage, _: RenderRequest) -> Result<RenderedPage, RenderError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(RenderedPage::unrendered(Document::parse(page.into_text())))
    }
}

fn page(target: &str) -> Reply {
    let number: usize = target.rsplit('/').next().and_then(|number| number.parse().ok()).unwrap_or(0);
    if target.starts_with("/lamp/") {
        let text = "It lights a room, and it is as old as the café. ".repeat(number % 7 + 3);
        return Reply::html(format!("<nav><a href=/list/0>All</a></nav><main><h1>Lamp {number}</h1><p>{text}</main>"));
    }
    let lamp =
        |lamp: usize| format!("<li><a href=/lamp/{number}{lamp}>Lamp {number}{lamp}</a><p>In stock<b>{lamp}5 €</b>");
    let lamps: String = (0..N_LAMPS).map(lamp).collect();
    let next = if number + 1 < N_LISTS { format!("<a href=/list/{}>Next</a>", number + 1) } else { String::new() };
    Reply::html(format!("<h1>Lamps</h1><ul>{lamps}</ul>{next}"))
}

/// Crawls the site; says how many pages came and how many the renderer was asked for.
fn crawl(n_threads: usize, recipe: &Recipe) -> (usize, usize) {
    let web = Web::start(|asked| match asked.target.as_str() {
        "/robots.txt" => Reply::status(404),
        target => page(target),
    });
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut asking = NetworkOptions::default();
    (asking.allow_private, asking.delay) = (true, Duration::ZERO);
    let network = Network::new(&asking).expect("can ask");
    let options = CrawlOptions::default()
        .with_start(vec![web.url("/list/0").parse().expect("an address")])
        .with_parse(Limits::default().parse_options())
        .with_delay(Duration::ZERO);
    let crawl = Crawl::open(&directory.path().join("frontier"), &network, options).expect("begins").keeping_exchanges();
    let (handle, n_rendered) = (crawl.handle(), Arc::new(AtomicUsize::new(0)));
    let sites =
        Sites::new(vec![recipe.clone()], None, ClusterOptions::default(), site::open_store(None).expect("memory"));
    let mut batch = Batch::default();
    batch.n_threads = NonZeroUsize::new(n_threads).expect("not zero");
    let rendered = Arc::clone(&n_rendered);
    let reader = move || {
        let renderer = Counting(Arc::clone(&rendered));
        PageReader::default().with_renderer_on_demand(Some((Box::new(renderer), Viewport::default())))
    };
    let done = |ticket: tamis::crawl::CrawlTicket, result: Result<(), _>, _: &_| {
        assert!(result.is_ok());
        assert!(ticket.fetched.is_some());
        handle.done(ticket.id, &[]).expect("is noted");
        ControlFlow::Continue(())
    };
    let counts = sites.run(crawl, &batch, reader, |_| (), done).expect("runs");
    (counts.n_pages, n_rendered.load(Ordering::Relaxed))
}

#[test]
fn a_crawled_page_is_parsed_once_and_copied_never() {
    let recipes = [Recipe::default_for(Task::Records), Recipe::default_for(Task::Text)];
    for (recipe, n_threads) in [(&recipes[0], 1), (&recipes[0], 2), (&recipes[1], 2)] {
        let (parses, copies) = (counts::parses(), counts::body_copies());
        let (n_pages, n_rendered) = crawl(n_threads, recipe);
        assert_eq!(n_pages, N_LISTS + N_LISTS * N_LAMPS);
        assert_eq!(counts::parses() - parses, (n_pages + n_rendered) as u64, "{n_rendered} rendered");
        assert_eq!(counts::body_copies() - copies, 0);
    }
}
