//! The worker process: renders what it is sent, within its limits.

use super::protocol::{self, GREETING, Job, MessageKind, read_frame, write_frame};
use crate::isolation::thread::ThreadWorker;
use crate::options::BlitzOptions;
use crate::page::{PageParser, PageSource};
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use tamis_page::{Document, RenderError, RenderedPage, Resource, Resources, snapshot};
use url::Url;

/// Serves a renderer under [`Isolation::Process`](crate::Isolation::Process), on the standard input and output of a process
/// that does nothing else. Returns when the caller has ended; if it ends while a page is laid out, the process ends.
///
/// # Errors
/// The caller could not be read from or written to, or what it said means nothing.
pub fn serve_worker(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    end_with_caller();
    let pipe = Arc::new(Mutex::new(Pipe { input, output }));
    with(&pipe, |pipe| {
        pipe.output.write_all(GREETING)?;
        pipe.output.flush()
    })?;
    let (mut parser, mut renderer) = (PageParser::default(), ThreadWorker::default());
    while let Some(frame) = with(&pipe, |pipe| read_frame(&mut pipe.input))? {
        let job = (frame.kind == MessageKind::Job).then(|| Job::from_bytes(&frame.body)).flatten();
        let text = with(&pipe, |pipe| read_frame(&mut pipe.input))?.filter(|frame| frame.kind == MessageKind::Text);
        let text = text.and_then(|frame| String::from_utf8(frame.body).ok());
        let (Some(job), Some(text)) = (job, text) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not a page"));
        };
        limit_self(&job.options);
        let document = parser.parse(text.into(), job.request.max_nodes);
        match render(&mut renderer, job, document, &pipe) {
            Ok(page) => {
                let layout = snapshot::write_layout(page.layout());
                with(&pipe, |pipe| write_frame(&mut pipe.output, MessageKind::Layout, &layout))?;
            }
            Err(error) => {
                let error = protocol::error_to_bytes(&error);
                with(&pipe, |pipe| write_frame(&mut pipe.output, MessageKind::Error, &error))?;
            }
        }
    }
    Ok(())
}

/// Both ends of the conversation. The renderer's thread asks for files through it.
struct Pipe<R, W> {
    input: R,
    output: W,
}

fn with<R, W, T>(pipe: &Mutex<Pipe<R, W>>, run: impl FnOnce(&mut Pipe<R, W>) -> io::Result<T>) -> io::Result<T> {
    let mut pipe = pipe.lock().map_err(|_| io::Error::other("the conversation broke off"))?;
    run(&mut pipe)
}

fn render<R, W>(
    renderer: &mut ThreadWorker,
    job: Job,
    document: Document,
    pipe: &Arc<Mutex<Pipe<R, W>>>,
) -> Result<RenderedPage, RenderError>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let asking = Arc::clone(pipe);
    let load = move |url: &Url| with(&asking, |pipe| ask(pipe, url)).ok().flatten();
    let resources = Resources::from_fn(None, load);
    let page = PageSource { document: Arc::new(document), base: job.base, charset: job.charset, resources };
    renderer.render(page, job.request, &job.options)
}

fn ask(pipe: &mut Pipe<impl Read, impl Write>, url: &Url) -> io::Result<Option<Resource>> {
    write_frame(&mut pipe.output, MessageKind::Ask, url.as_str().as_bytes())?;
    let mut media_type = None;
    while let Some(answer) = read_frame(&mut pipe.input)? {
        match answer.kind {
            MessageKind::MediaType => media_type = String::from_utf8(answer.body).ok(),
            MessageKind::File => return Ok(Some(Resource { media_type, body: answer.body.into() })),
            _ => break,
        }
    }
    Ok(None)
}

/// Ends the process as soon as its answer cannot be read any more, so that it does not go on with a page in vain.
/// A caller that is killed cannot end it.
#[cfg(unix)]
#[expect(clippy::exit, reason = "the thread that lays out cannot be stopped otherwise, and has nothing to clean up")]
fn end_with_caller() {
    use rustix::event::{PollFd, PollFlags, poll};
    let watch = || {
        let output = io::stdout();
        loop {
            // That the other end is closed is told without being asked for.
            let mut watched = [PollFd::new(&output, PollFlags::empty())];
            match poll(&mut watched, None) {
                Err(rustix::io::Errno::INTR) => {}
                Ok(1..) if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => std::process::exit(1),
                _ => return,
            }
        }
    };
    // Without the thread the limits below end it.
    drop(std::thread::Builder::new().name("caller".to_owned()).spawn(watch));
}

#[cfg(not(unix))]
fn end_with_caller() {}

/// Sets what the system holds the process to: memory for good, processor time from now on. The caller kills a worker that
/// overruns; this is for one whose caller is gone.
#[cfg(unix)]
fn limit_self(options: &BlitzOptions) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};
    let limit = |resource, wanted: u64| {
        let maximum = getrlimit(resource).maximum;
        let current = Some(maximum.map_or(wanted, |maximum| wanted.min(maximum)));
        // Lowering one's own limit is never refused; a system that does not know this one goes without.
        let _ = setrlimit(resource, Rlimit { current, maximum });
    };
    // What the program allocates; and for systems that do not count large pieces, all that it can address.
    limit(Resource::Data, options.memory_limit);
    limit(Resource::As, options.memory_limit.saturating_add(ADDRESSED_BESIDES));
    let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or(0);
    limit(Resource::Cpu, used + options.time_limit.as_secs() + 3);
}

/// Addresses that cost no memory: the program itself, what an allocator sets aside.
#[cfg(unix)]
const ADDRESSED_BESIDES: u64 = 2 << 30;

#[cfg(not(unix))]
fn limit_self(_options: &BlitzOptions) {}
