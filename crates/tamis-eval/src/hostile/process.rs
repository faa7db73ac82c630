//! A command in a process of its own, with what it and its children cost. Reads `/proc`: elsewhere than on Linux
//! everything costs nothing.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// When a process is ended from outside.
#[derive(Clone, Copy, Debug)]
pub struct ProcessLimits {
    /// By the clock on the wall.
    pub time: Duration,
    /// Memory of all its processes together, in bytes.
    pub memory: u64,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// By us: it took too long.
    TooLong,
    /// By us: it took too much memory.
    TooMuchMemory,
}

/// What a process cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// How it ended.
    pub end: End,
    /// Seconds of processors, its own and those of its children.
    pub processor: f64,
    /// Seconds by the clock on the wall.
    pub wall: f64,
    /// Bytes of memory at the most, its own and those of its children.
    pub peak: u64,
    /// The beginning of what it said on standard error.
    pub said: String,
}

/// Runs a command to its end. Standard output goes to a file.
///
/// # Errors
/// If it cannot be started.
pub fn measure(command: &mut Command, out: &Path, limits: &ProcessLimits) -> io::Result<Cost> {
    let errors = out.with_extension("stderr");
    command.stdin(Stdio::null()).stdout(File::create(out)?).stderr(File::create(&errors)?);
    let begun = Instant::now();
    let mut child = command.process_group(0).spawn()?;
    let mut use_ = Use::default();
    let mut pause = Duration::from_millis(2);
    let mut stopped = None;
    while !has_ended(&child) {
        let memory = use_.look(child.id());
        if memory > limits.memory {
            stopped = Some(End::TooMuchMemory);
        } else if begun.elapsed() > limits.time {
            stopped = Some(End::TooLong);
        }
        if stopped.is_some() {
            kill_family(&child);
            break;
        }
        sleep(pause);
        pause = (pause * 5 / 4).min(Duration::from_millis(20));
    }
    // What has ended and was not waited for still says what it and its children used.
    let own = if stopped.is_none() { processor_of(child.id(), &[UTIME, STIME, CUTIME, CSTIME]) } else { 0.0 };
    let status = child.wait()?;
    // Whatever it left behind goes with it.
    kill_family(&child);
    let end = stopped.unwrap_or_else(|| match (status.code(), status.signal()) {
        (Some(code), _) => End::Code(code),
        (None, signal) => End::Signal(signal.unwrap_or_default()),
    });
    let mut said = Vec::new();
    File::open(&errors)?.take(4000).read_to_end(&mut said)?;
    fs::remove_file(&errors)?;
    Ok(Cost {
        end,
        processor: own.max(use_.processor.values().sum()),
        wall: begun.elapsed().as_secs_f64(),
        peak: use_.peak,
        said: String::from_utf8_lossy(&said).into_owned(),
    })
}

fn has_ended(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let Some(pid) = Pid::from_raw(child.id().cast_signed()) else { return true };
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

fn kill_family(child: &Child) {
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// What a family of processes used so far.
#[derive(Default)]
struct Use {
    peak: u64,
    /// Seconds of each process, as last seen.
    processor: BTreeMap<u32, f64>,
}

impl Use {
    /// Looks at all processes that are there now, and says how much memory they hold together.
    fn look(&mut self, first: u32) -> u64 {
        let mut now = 0;
        let mut open = vec![first];
        while let Some(pid) = open.pop() {
            let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
            let kilobytes = |name: &str| {
                let value = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
                value.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0)
            };
            now += kilobytes("RssAnon:") * 1024;
            self.peak = self.peak.max(kilobytes("VmHWM:") * 1024);
            self.processor.insert(pid, processor_of(pid, &[UTIME, STIME]));
            let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
            for thread in threads {
                let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
                open.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
            }
        }
        self.peak = self.peak.max(now);
        now
    }
}

/// Fields of `/proc/…/stat`, counted after the name of the program, which may hold blanks.
const UTIME: usize = 11;
const STIME: usize = 12;
const CUTIME: usize = 13;
const CSTIME: usize = 14;
/// Linux counts in hundredths of a second towards programs, whatever the kernel was built with.
const TICKS: f64 = 100.0;

fn processor_of(pid: u32, fields: &[usize]) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let Some((_, after_name)) = stat.rsplit_once(')') else { return 0.0 };
    let all: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |field: &usize| all.get(*field).and_then(|number| number.parse::<f64>().ok()).unwrap_or(0.0);
    fields.iter().map(ticks).sum::<f64>() / TICKS
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    const LIMITS: ProcessLimits = ProcessLimits { time: Duration::from_mins(1), memory: 1 << 30 };

    #[track_caller]
    fn run(line: &str, limits: &ProcessLimits) -> Cost {
        let folder = tempfile::tempdir().expect("a temporary directory");
        measure(Command::new("sh").args(["-c", line]), &folder.path().join("out"), limits).expect("a shell")
    }

    #[test]
    fn a_child_of_a_child_is_counted() {
        // Until the system has counted 50 ms of it.
        let busy = r#"while read -r line < /proc/$$/stat; do set -- ${line##*)}; [ "${12}" -lt 5 ] || break; done"#;
        let cost = run(&format!("sh -c '{busy}'; exit 4"), &LIMITS);
        assert_eq!(cost.end, End::Code(4));
        assert!(cost.processor > 0.02, "{cost:?}");
        assert!(cost.peak > 100_000, "{cost:?}");
    }

    #[test]
    fn a_signal_a_word_and_a_limit_are_told() {
        assert_eq!(run("kill -SEGV $$", &LIMITS).end, End::Signal(11));
        assert_eq!(run("echo oh >&2", &LIMITS).said, "oh\n");
        let hurried = ProcessLimits { time: Duration::from_millis(200), ..LIMITS };
        assert_eq!(run("sleep 100 & sleep 100", &hurried).end, End::TooLong);
    }
}
