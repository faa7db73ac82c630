//! The worker process: renders what it is sent, within its limits.

use super::protocol::{self, GREETING, Job, Kind, read_frame, write_frame};
use crate::isolation::thread::ThreadWorker;
use crate::options::BlitzOptions;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use tamis_page::Capture;
use tamis_page::layout::snapshot;
use tamis_page::render::{RenderError, RenderedPage};
use tamis_page::resources::{Resource, Resources};
use url::Url;

/// Serves a renderer under [`Isolation::Process`](crate::Isolation::Process), on the standard input and output of a process
/// that does nothing else. Returns when the caller has ended.
///
/// # Errors
/// The caller could not be read from or written to, or what it said means nothing.
pub fn serve_worker(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    let pipe = Arc::new(Mutex::new(Pipe { input, output }));
    with(&pipe, |pipe| {
        pipe.output.write_all(GREETING)?;
        pipe.output.flush()
    })?;
    let mut renderer = ThreadWorker::default();
    while let Some(frame) = with(&pipe, |pipe| read_frame(&mut pipe.input))? {
        let job = (frame.kind == Kind::Job).then(|| Job::from_bytes(&frame.body)).flatten();
        let job = job.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not a page"))?;
        limit_self(&job.options);
        match render(&mut renderer, job, &pipe) {
            Ok(page) => with(&pipe, |pipe| write_frame(&mut pipe.output, Kind::Snapshot, &snapshot::write(&page)))?,
            Err(error) => {
                let error = protocol::error_to_bytes(&error);
                with(&pipe, |pipe| write_frame(&mut pipe.output, Kind::Error, &error))?;
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
    pipe: &Arc<Mutex<Pipe<R, W>>>,
) -> Result<RenderedPage, RenderError>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let asking = Arc::clone(pipe);
    let load = move |url: &Url| with(&asking, |pipe| ask(pipe, url)).ok().flatten();
    let mut capture = Capture::new(job.body).with_resources(Resources::from_fn(job.base, load));
    capture.url = job.url;
    capture.headers = job.headers;
    renderer.render(&capture, job.viewport, &job.options)
}

fn ask(pipe: &mut Pipe<impl Read, impl Write>, url: &Url) -> io::Result<Option<Resource>> {
    write_frame(&mut pipe.output, Kind::Ask, url.as_str().as_bytes())?;
    let answer = read_frame(&mut pipe.input)?;
    Ok(answer.filter(|answer| answer.kind == Kind::File).and_then(|answer| protocol::file_from_bytes(&answer.body)))
}

/// Sets what the system holds the process to: memory for good, processor time from now on. The caller kills a worker that
/// overruns; this is for one whose caller is gone.
#[cfg(unix)]
fn limit_self(options: &BlitzOptions) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};
    let limit = |soft: u64| Rlimit { current: Some(soft), maximum: None };
    // A limit that the system refuses is one that it already holds the process to.
    let _ = setrlimit(Resource::As, limit(options.memory_limit));
    let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or(0);
    let _ = setrlimit(Resource::Cpu, limit(used + options.time_limit.as_secs() + 2));
}

#[cfg(not(unix))]
fn limit_self(_options: &BlitzOptions) {}
