//! How much memory the browser may take: what the system holds each of its processes to, and a thread that looks.
//!
//! The system counts what a process could write to (`ulimit -d`), which is hundreds of megabytes before the first page. So
//! that limit is a wide one, there to stop what is faster than we look. We count what is really in memory, for each process
//! and for all of them, and end the process at fault: of a page that takes too much only the tab dies.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a process may write to beyond what it may have in memory. A browser of 2026 with an empty page has 700 MB that are
/// not in memory: stacks of threads, and what its allocators hold in store.
const HEADROOM: u64 = 1 << 30;

/// What the processes that work for all pages may take beyond what pages may.
const SERVICES: u64 = 512 << 20;

/// How often it is looked at. A script fills memory at up to 3 GB/s.
const INTERVAL: Duration = Duration::from_millis(100);

/// Looking takes at most one part in this many of the time, however many processes the machine has ...
const REST: u32 = 20;

/// ... but is never put off for longer than this: on a busy machine looking takes long because others work.
const MAX_REST: Duration = Duration::from_millis(300);

/// How long after its process was ended a tab learns of it.
const NOTICE: Duration = Duration::from_secs(10);

/// What the system is to hold each process to, in the unit of `ulimit -d`.
pub(crate) fn hard_limit(max_memory: u64) -> String {
    if cfg!(target_os = "linux") {
        (max_memory.saturating_add(HEADROOM) >> 10).to_string()
    } else {
        "unlimited".to_owned()
    }
}

/// What all processes may take together while `n_tabs` pages are rendered.
pub(crate) fn max_total(max_memory: u64, n_tabs: usize) -> u64 {
    max_memory.saturating_mul(n_tabs.max(1) as u64).saturating_add(SERVICES)
}

/// A thread that looks at the memory of a group of processes, until this is dropped.
pub(crate) struct Watch {
    ended: Arc<Mutex<Ended>>,
    /// Closed when the thread is to end.
    _is_wanted: Sender<()>,
}

/// What had to be ended.
#[derive(Default)]
struct Ended {
    /// When processes of pages were, whose tabs have not asked yet.
    pages: Vec<Instant>,
    /// Whether the browser itself was.
    browser: bool,
}

impl Watch {
    /// Looks at a group in which no process may take more than `max_memory` bytes, and all together no more than `max_total`.
    pub(crate) fn start(group: u32, max_memory: u64, max_total: u64) -> io::Result<Watch> {
        let ended = Arc::new(Mutex::new(Ended::default()));
        let ended_by = Arc::clone(&ended);
        let (is_wanted, is_over) = channel();
        if cfg!(target_os = "linux") {
            std::thread::Builder::new()
                .name("chromium-memory".to_owned())
                .spawn(move || watch(group, max_memory, max_total, &is_over, &ended_by))?;
        }
        Ok(Watch { ended, _is_wanted: is_wanted })
    }

    /// Whether a tab that is gone is gone because of its memory. The first that asks is told so: nobody tells whose process
    /// it was, but tabs do not die otherwise at the same moment.
    pub(crate) fn took_tab(&self) -> bool {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.pages.retain(|at| at.elapsed() < NOTICE);
        ended.pages.pop().is_some()
    }

    /// Whether the browser is gone because of its memory.
    pub(crate) fn took_browser(&self) -> bool {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).browser
    }
}

fn watch(group: u32, max_memory: u64, max_total: u64, is_over: &Receiver<()>, ended: &Mutex<Ended>) {
    let mut rest = INTERVAL;
    let mut dying = Vec::new();
    while is_over.recv_timeout(rest) == Err(RecvTimeoutError::Timeout) {
        let begun = Instant::now();
        let mut processes = processes_of(group);
        forget_dying(&mut processes, &mut dying);
        for process in at_fault(&processes, max_memory, max_total) {
            // First the word, then the deed: the tab asks as soon as it is gone.
            let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
            if process.kind == ProcessKind::Page {
                ended.pages.push(Instant::now());
            } else if process.id == group {
                ended.browser = true;
            }
            kill(process.id);
            dying.push(process.id);
        }
        rest = rest_after(begun.elapsed());
    }
}

/// Leaves out those that were ended before: it takes a moment until they are gone, and a tab that dies by itself meanwhile
/// must not be blamed on memory. The number of a process that is gone may belong to another one by now.
fn forget_dying(processes: &mut Vec<Member>, dying: &mut Vec<u32>) {
    dying.retain(|&id| processes.iter().any(|process| process.id == id));
    processes.retain(|process| !dying.contains(&process.id));
}

/// How long to wait after a look that took so long.
fn rest_after(look: Duration) -> Duration {
    look.saturating_mul(REST).clamp(INTERVAL, MAX_REST)
}

/// One process of the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Member {
    id: u32,
    kind: ProcessKind,
    /// Bytes in memory that belong to it.
    memory: u64,
}

/// What a process does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ProcessKind {
    /// Has a page, and runs its scripts.
    Page,
    /// Works for all pages.
    Service,
}

/// Those that take too much for one; else, if all take too much, the largest, of a page if it can be.
fn at_fault(processes: &[Member], max_memory: u64, max_total: u64) -> Vec<Member> {
    let too_large: Vec<Member> = processes.iter().copied().filter(|process| process.memory > max_memory).collect();
    if !too_large.is_empty() || processes.iter().map(|process| process.memory).sum::<u64>() <= max_total {
        return too_large;
    }
    processes
        .iter()
        .copied()
        .max_by_key(|process| (process.kind == ProcessKind::Page, process.memory))
        .into_iter()
        .collect()
}

fn processes_of(group: u32) -> Vec<Member> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter_map(|id| read_process(id, group)).collect()
}

/// A process, if it is one of the group. It may end while it is looked at.
fn read_process(id: u32, group: u32) -> Option<Member> {
    let folder = Path::new("/proc").join(id.to_string());
    let stat = fs::read_to_string(folder.join("stat")).ok()?;
    // The name in parentheses may have anything in it. After it: state, parent, group.
    let its_group = stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(2)?;
    if its_group.parse() != Ok(group) {
        return None;
    }
    let memory = memory_in(&fs::read_to_string(folder.join("status")).ok()?);
    let command = fs::read(folder.join("cmdline")).ok()?;
    let is_page = command.split(|&byte| byte == 0 || byte == b' ').any(|word| word == b"--type=renderer");
    Some(Member { id, kind: if is_page { ProcessKind::Page } else { ProcessKind::Service }, memory })
}

/// What is in memory and is not the copy of a file.
fn memory_in(status: &str) -> u64 {
    let kilobytes = |line: &str| {
        let (name, value) = line.split_once(':')?;
        let counts = matches!(name, "RssAnon" | "RssShmem");
        counts.then(|| value.trim().trim_end_matches(" kB").parse::<u64>().ok()).flatten()
    };
    status.lines().filter_map(kilobytes).sum::<u64>() << 10
}

#[cfg(unix)]
fn kill(process: u32) {
    if let Some(process) = rustix::process::Pid::from_raw(process as i32) {
        // It may have ended meanwhile.
        let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_too_much_is_at_fault() {
        let member = |id, kind, memory| Member { id, kind, memory };
        let processes =
            [member(1, ProcessKind::Service, 60), member(2, ProcessKind::Page, 50), member(3, ProcessKind::Page, 40)];
        let ids = |max_memory, max_total| -> Vec<u32> {
            at_fault(&processes, max_memory, max_total).iter().map(|process| process.id).collect()
        };
        assert_eq!(ids(60, 150), [0_u32; 0]);
        assert_eq!(ids(45, 150), [1, 2]);
        assert_eq!(ids(60, 149), [2]);
    }

    #[test]
    fn one_that_was_ended_is_not_counted_again() {
        let member = |id| Member { id, kind: ProcessKind::Page, memory: 100 };
        let mut dying = vec![2, 7];
        let mut processes = vec![member(1), member(2)];
        forget_dying(&mut processes, &mut dying);
        assert_eq!((processes, &dying), (vec![member(1)], &vec![2]));
        // It is gone, and another one has its number.
        forget_dying(&mut vec![member(1)], &mut dying);
        let mut processes = vec![member(1), member(2)];
        forget_dying(&mut processes, &mut dying);
        assert_eq!(processes, [member(1), member(2)]);
    }

    #[test]
    fn one_page_may_take_all_that_a_page_may() {
        let limit = 400 << 20;
        let processes = [
            Member { id: 1, kind: ProcessKind::Service, memory: 150 << 20 },
            Member { id: 2, kind: ProcessKind::Page, memory: limit },
        ];
        assert_eq!(at_fault(&processes, limit, max_total(limit, 1)), []);
    }

    #[test]
    fn a_busy_machine_does_not_keep_us_from_looking() {
        assert_eq!(rest_after(Duration::from_millis(1)), INTERVAL);
        assert_eq!(rest_after(Duration::from_millis(10)), Duration::from_millis(200));
        assert_eq!(rest_after(Duration::from_secs(2)), MAX_REST);
    }

    #[test]
    fn the_memory_of_a_process_is_what_is_its_own() {
        let status = "Name:\tx\nVmRSS:\t 900 kB\nRssAnon:\t  100 kB\nRssFile:\t  790 kB\nRssShmem:\t   10 kB\n";
        assert_eq!(memory_in(status), 110 << 10);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_is_found_in_its_group() {
        let group = rustix::process::getpgrp().as_raw_pid() as u32;
        let own = processes_of(group).into_iter().find(|process| process.id == std::process::id());
        assert!(own.is_some_and(|own| own.kind == ProcessKind::Service && own.memory > 0));
    }
}
