//! Pages in a worker process: the same layouts, and a dead worker costs one page.

use std::ffi::OsString;
use std::time::{Duration, Instant};
use tamis_page::Capture;
use tamis_page::render::{RenderError, Renderer, Viewport};
use tamis_page::resources::{Resource, Resources};
use tamis_render_blitz::{BlitzOptions, BlitzRenderer, Isolation, WorkerCommand, serve_worker};
use url::Url;

/// Not a test: what the worker process of the others runs.
#[test]
#[ignore = "the worker process of the tests in this file"]
fn worker() {
    serve_worker(std::io::stdin(), std::io::stdout()).expect("a caller");
}

fn in_process(options: BlitzOptions) -> BlitzRenderer {
    let program = std::env::current_exe().expect("a path").into_os_string();
    let arguments = ["--ignored", "--exact", "worker", "--nocapture"].map(OsString::from).to_vec();
    BlitzRenderer::new(options.with_isolation(Isolation::Process(WorkerCommand { program, arguments })))
}

fn capture(html: &str, load: impl Fn(&Url) -> Option<Resource> + Send + Sync + 'static) -> Capture {
    let url = Url::parse("http://page.example/").expect("an address");
    Capture::new(html).with_url(url).with_resources(Resources::from_fn(None, load))
}

#[test]
fn a_process_gives_the_layout_that_a_thread_gives() {
    let load = |url: &Url| url.path().ends_with("a.css").then(|| Resource::new("p { width: 321px }"));
    let capture = capture("<link rel=stylesheet href=a.css><p>one <b>two</b><img src=gone.png>", load);
    let by_process = in_process(BlitzOptions::default()).render(&capture, Viewport::default()).expect("a layout");
    let by_thread = BlitzRenderer::default().render(&capture, Viewport::default()).expect("a layout");
    assert_eq!(by_process.layout(), by_thread.layout());
    assert_eq!(by_process.document().len(), by_thread.document().len());
}

#[test]
fn a_worker_without_memory_costs_one_page() {
    let mut renderer = in_process(BlitzOptions::default().with_memory_limit(256 << 20));
    let large = capture(&"<p style='color:red'>a <b>b</b>".repeat(60_000), |_| None);
    let answer = renderer.render(&large, Viewport::default());
    assert!(matches!(answer, Err(RenderError::Crashed { .. })), "{:?}", answer.map(|page| page.document().len()));
    assert!(renderer.render(&capture("<p>small", |_| None), Viewport::default()).is_ok());
}

#[test]
fn a_worker_that_overruns_is_ended() {
    let mut renderer = in_process(BlitzOptions::default().with_time_limit(Duration::from_millis(300)));
    let slow = capture("<link rel=stylesheet href=a.css>", |_| {
        std::thread::sleep(Duration::from_millis(800));
        None
    });
    let start = Instant::now();
    let answer = renderer.render(&slow, Viewport::default());
    assert!(matches!(answer, Err(RenderError::TimedOut { .. })), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(renderer.render(&capture("<p>quick", |_| None), Viewport::default()).is_ok());
}

#[test]
fn errors_come_through() {
    let mut renderer = in_process(BlitzOptions::default().with_max_elements(5));
    let answer = renderer.render(&capture(&"<p>".repeat(9), |_| None), Viewport::default());
    assert!(matches!(answer, Err(RenderError::TooLarge { limit: 5, .. })));
}

#[test]
fn a_command_that_is_no_worker_is_named() {
    for program in ["/does/not/exist", "true"] {
        let command = WorkerCommand { program: program.into(), arguments: Vec::new() };
        let options = BlitzOptions::default().with_isolation(Isolation::Process(command));
        let answer = BlitzRenderer::new(options).render(&capture("<p>", |_| None), Viewport::default());
        assert!(matches!(answer, Err(RenderError::Unavailable { .. })), "{answer:?}");
    }
}
