//! Pages in a worker process: the same layouts, and a dead worker costs one page.

use std::ffi::OsString;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;
use tamis_page::{Capture, DecodedPage, GivenUp, RenderError, RenderRequest, Renderer, Resource, Resources};
use tamis_render_blitz::{BlitzOptions, BlitzRenderer, Isolation, WorkerCommand, serve_worker};
use url::Url;

/// Not a test: what the worker process of the others runs.
#[test]
#[ignore = "the worker process of the tests in this file"]
fn worker() {
    serve_worker(std::io::stdin(), std::io::stdout()).expect("a caller");
}

/// What a worker says first.
const GREETING: &[u8] = b"tamis render worker";
const WORKER: [&str; 4] = ["--ignored", "--exact", "worker", "--nocapture"];

fn in_process(options: BlitzOptions) -> BlitzRenderer {
    let program = std::env::current_exe().expect("a path").into_os_string();
    let arguments = WORKER.map(OsString::from).to_vec();
    BlitzRenderer::new(options.with_isolation(Isolation::Process(WorkerCommand { program, arguments })))
}

fn page(html: &[u8], load: impl Fn(&Url) -> Option<Resource> + Send + Sync + 'static) -> DecodedPage {
    let url = Url::parse("http://page.example/").expect("an address");
    Capture::new(html).with_url(url).with_resources(Resources::from_fn(None, load)).decode(None)
}

#[test]
fn a_process_gives_the_layout_that_a_thread_gives() {
    let load = |url: &Url| match url.path() {
        "/a.css" => Some(Resource::new("p { width: 321px }")),
        // In the charset of the page, as it says nothing itself; the type of the other one says another.
        "/b.css" => Some(Resource::new(&b".caf\xE9 { height: 77px }"[..])),
        "/c.css" => {
            Some(Resource { media_type: Some("text/css; charset=utf-8".into()), body: "b.café {top: 1px}".into() })
        }
        _ => None,
    };
    let html = b"<meta charset=latin1><link rel=stylesheet href=a.css><link rel=stylesheet href=b.css>\
                 <link rel=stylesheet href=c.css><p class=caf\xE9>one <b>two</b><img src=gone.png>";
    let page = page(html, load);
    let by_process =
        in_process(BlitzOptions::default()).render(page.clone(), RenderRequest::default()).expect("a layout");
    let by_thread = BlitzRenderer::default().render(page, RenderRequest::default()).expect("a layout");
    assert_eq!(by_process.layout(), by_thread.layout());
    assert_eq!(by_process.document().to_html(), by_thread.document().to_html());
    let paragraph = by_process.document().elements_named(tamis_page::names::P).next().expect("a paragraph");
    let size = by_process.layout().rect(paragraph).map(|rect| (rect.width, rect.height));
    assert_eq!(size, Some((321.0, 77.0)));
}

#[test]
fn a_page_that_is_cut_off_is_so_in_a_process_too() {
    let page = page("<p>word".repeat(1000).as_bytes(), |_| None);
    let request = RenderRequest::default().with_max_nodes(100);
    let mut renderer = in_process(BlitzOptions::default());
    let cut = renderer.render(page.clone(), request).expect("a layout");
    assert!(cut.document().limits_hit().nodes && cut.document().len() <= 100, "{} nodes", cut.document().len());
    let whole = renderer.render(page, RenderRequest::default()).expect("a layout");
    assert!(!whole.document().limits_hit().any() && whole.document().len() > 2000);
}

#[test]
fn a_worker_without_memory_costs_one_page() {
    let mut renderer = in_process(BlitzOptions::default().with_memory_limit(256 << 20));
    let large = page("<p style='color:red'>a <b>b</b>".repeat(60_000).as_bytes(), |_| None);
    let answer = renderer.render(large, RenderRequest::default()).map(|page| page.document().len());
    assert!(matches!(answer, Err(RenderError::OutOfMemory { limit }) if limit == 256 << 20), "{answer:?}");
    assert!(renderer.render(page(b"<p>small", |_| None), RenderRequest::default()).is_ok());
}

#[test]
fn a_worker_that_overruns_is_ended() {
    let mut renderer = in_process(BlitzOptions::default().with_time_limit(Duration::from_secs(5)));
    let slow = page(b"<link rel=stylesheet href=a.css>", |_| {
        std::thread::sleep(Duration::from_secs(6));
        None
    });
    let answer = renderer.render(slow, RenderRequest::default());
    assert!(matches!(answer, Err(RenderError::TimedOut { .. })), "{answer:?}");
    assert!(renderer.render(page(b"<p>quick", |_| None), RenderRequest::default()).is_ok());
}

#[cfg(unix)]
#[test]
fn a_worker_whose_answer_nobody_can_read_ends() {
    let program = std::env::current_exe().expect("a path");
    let mut command = Command::new(program);
    command.args(WORKER).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut worker = command.spawn().expect("a worker");
    let input = worker.stdin.take();
    let mut output = worker.stdout.take().expect("a pipe");
    let mut said = Vec::new();
    while !said.windows(GREETING.len()).any(|words| words == GREETING) {
        let mut byte = [0];
        output.read_exact(&mut byte).expect("a greeting");
        said.extend(byte);
    }
    // Now it waits for a page, and would do so as long as its input is open.
    drop(output);
    let has_ended = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        worker.try_wait().expect("a process of ours").is_some()
    });
    drop(input);
    worker.kill().ok();
    worker.wait().expect("a process of ours");
    assert!(has_ended);
}

#[test]
fn what_was_given_up_comes_through() {
    let html = format!("<table>{}</table>", "<tr><td rowspan=65534 colspan=1000>b".repeat(67));
    let answer = in_process(BlitzOptions::default()).render(page(html.as_bytes(), |_| None), RenderRequest::default());
    assert_eq!(answer.expect("a layout").layout().given_up(), [GivenUp::Cells]);
}

#[test]
fn errors_come_through() {
    let mut renderer = in_process(BlitzOptions::default().with_max_elements(5));
    let answer = renderer.render(page("<p>".repeat(9).as_bytes(), |_| None), RenderRequest::default());
    assert!(matches!(answer, Err(RenderError::TooLarge { limit: 5, .. })));
}

#[test]
fn a_command_that_is_no_worker_is_named() {
    for program in ["/does/not/exist", "true"] {
        let command = WorkerCommand { program: program.into(), arguments: Vec::new() };
        let options = BlitzOptions::default().with_isolation(Isolation::Process(command));
        let answer = BlitzRenderer::new(options).render(page(b"<p>", |_| None), RenderRequest::default());
        assert!(matches!(answer, Err(RenderError::Unavailable { .. })), "{answer:?}");
    }
}
