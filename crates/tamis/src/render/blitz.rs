//! The embedded renderer.

use super::RenderOptions;
use std::io;
use tamis_page::RenderError;
use tamis_render_blitz::{BlitzOptions, BlitzRenderer, Isolation, WorkerCommand};

pub(super) fn renderer(options: &RenderOptions) -> BlitzRenderer {
    let isolation = match options.worker.as_deref() {
        Some([program, arguments @ ..]) => {
            Isolation::Process(WorkerCommand { program: program.clone(), arguments: arguments.to_vec() })
        }
        _ => Isolation::Thread,
    };
    let options = BlitzOptions::default()
        .with_time_limit(options.time_limit)
        .with_memory_limit(options.worker_memory)
        .with_isolation(isolation);
    BlitzRenderer::new(options)
}

pub(super) fn serve_worker() -> Result<(), RenderError> {
    tamis_render_blitz::serve_worker(io::stdin(), io::stdout())
        .map_err(|error| RenderError::Engine { message: format!("the caller of this worker is gone: {error}") })
}
