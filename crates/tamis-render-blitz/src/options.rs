//! What the renderer is allowed to do, and what it costs at most.

use std::ffi::OsString;
use std::time::Duration;

/// Bounds and isolation of the embedded renderer. The defaults let every ordinary page through.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct BlitzOptions {
    /// Elements of a page, frames included; a page with more is refused. Default 200,000, about 2 s and 600 MB.
    pub max_elements: usize,
    /// How long one page may take. Default 10 s.
    pub time_limit: Duration,
    /// Memory that the renderer may allocate, in bytes; held only under [`Isolation::Process`], where a page that takes more
    /// ends its worker with [`RenderError::OutOfMemory`](tamis_page::RenderError::OutOfMemory). Default 1 GiB.
    pub memory_limit: u64,
    /// Files that a page may ask for; further ones are missing. Default 1,000.
    pub max_resources: usize,
    /// Bytes of these files together; what would exceed it is missing. Default 64 MiB.
    pub max_resource_bytes: usize,
    /// Bytes of style sheets that are read, inline ones included; further sheets are left out. Default 8 MiB.
    pub max_style_bytes: usize,
    /// How deep style sheets may import each other. Default 8.
    pub max_import_depth: usize,
    /// Where a page is laid out. Default [`Isolation::Thread`].
    pub isolation: Isolation,
}

/// What stands between a hostile page and the caller.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Isolation {
    /// A thread with a large stack. A panic costs one page; a page that does not end is left behind on its thread, and
    /// after four of those the renderer refuses further pages. What aborts a process (no memory left, a stack of more
    /// than 64 MB) aborts the caller's.
    #[default]
    Thread,
    /// A worker process with limits on memory and time, which a page can only take down with itself. It is started by
    /// this command, which must do nothing but call [`serve_worker`](crate::serve_worker); it is started again after it
    /// died.
    Process(WorkerCommand),
}

/// How to start a worker process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl Default for BlitzOptions {
    fn default() -> BlitzOptions {
        BlitzOptions {
            max_elements: 200_000,
            time_limit: Duration::from_secs(10),
            memory_limit: 1 << 30,
            max_resources: 1_000,
            max_resource_bytes: 64 << 20,
            max_style_bytes: 8 << 20,
            max_import_depth: 8,
            isolation: Isolation::Thread,
        }
    }
}

tamis_page::setters! { BlitzOptions;
    with_max_elements max_elements: usize = max_elements, "Sets the limit on elements.";
    with_time_limit time_limit: Duration = time_limit, "Sets the limit on time.";
    with_memory_limit memory_limit: u64 = memory_limit, "Sets the limit on memory.";
    with_max_resources max_resources: usize = max_resources, "Sets the limit on files.";
    with_max_resource_bytes max_resource_bytes: usize = max_resource_bytes, "Sets the limit on the bytes of files.";
    with_max_style_bytes max_style_bytes: usize = max_style_bytes, "Sets the limit on the bytes of style sheets.";
    with_max_import_depth max_import_depth: usize = max_import_depth, "Sets the limit on nested imports.";
    with_isolation isolation: Isolation = isolation, "Sets the isolation.";
}
