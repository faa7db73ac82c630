//! One running browser.
//!
//! It is spoken to over two pipes, which it expects as its file descriptors 3 and 4. A child can be given its standard
//! input and output only, so a shell stands in between for a moment: it moves the two to where they belong and becomes
//! the browser. When our end of the pipe closes, and the system closes it however we end, the browser ends too; what it leaves
//! behind is the guard's business.

use crate::connection::{Connection, Failure};
use crate::guard::{Guard, own_group};
use crate::options::{ChromiumOptions, Network};
use crate::profile::Profile;
use crate::wall::Wall;
use crate::{find, flags};
use serde::Deserialize;
use serde_json::json;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tamis_page::RenderError;

/// Standard input and output become 3 and 4; nothing reads the input or writes to the output that are left.
const MOVE_PIPES: &str = r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

/// A browser that runs until this is dropped.
pub(crate) struct Process {
    connection: Connection,
    version: String,
    id: u32,
    /// `None` once it was ended.
    child: Mutex<Option<Child>>,
    /// Dropped last but one: ends what is left of the browser, and removes its files.
    _guard: Guard,
    /// Dropped last, when nothing writes to it any more.
    profile: Profile,
}

impl Process {
    /// Starts the browser and waits until it answers.
    pub(crate) fn start(options: &ChromiumOptions) -> Result<Process, RenderError> {
        // A browser that is to have no network gets none from the system, where the system can do that. Where it cannot, or
        // where the browser's sandbox does not start inside, the browser's own means have to do.
        if options.network == Network::Off
            && let Some(wall) = Wall::find()
            && let Ok(process) = Process::start_behind(Some(wall), options)
        {
            return Ok(process);
        }
        Process::start_behind(None, options)
    }

    fn start_behind(wall: Option<Wall>, options: &ChromiumOptions) -> Result<Process, RenderError> {
        let program = find::find(options.browser.as_deref())?;
        let deadline = Instant::now() + options.start_timeout;
        let failed = |what: &str, error: &dyn std::fmt::Display| RenderError::Engine {
            message: format!("{} {what}: {error}", program.display()),
        };
        let profile = Profile::create().map_err(|error| failed("has no folder for its files", &error))?;
        let mut guard = Guard::start(profile.path()).map_err(|error| failed("has no guard", &error))?;
        let (mut child, to_browser, from_browser) =
            spawn(&program, &profile, options.network, wall).map_err(|error| failed("could not be started", &error))?;
        let id = child.id();
        if let Err(error) = guard.tell_group(id) {
            end(&mut child);
            return Err(failed("lost its guard", &error));
        }
        let connection = Connection::open(to_browser, from_browser, options.max_answer)
            .map_err(|error| failed("could not be connected to", &error))?;
        let child = Mutex::new(Some(child));
        let mut process = Process { connection, version: String::new(), id, child, _guard: guard, profile };
        let answer = process.connection.client().call("Browser.getVersion", &json!({}), deadline);
        match answer.and_then(|answer| answer.parse::<Version>()) {
            Ok(version) => process.version = format!("Chromium {}", version.product.rsplit('/').next().unwrap_or("")),
            Err(Failure::TimedOut) => {
                return Err(failed("did not answer", &format_args!("{:?}", options.start_timeout)));
            }
            Err(failure) => {
                process.kill();
                return Err(failed("did not start", &format_args!("{failure}; {}", process.last_words())));
            }
        }
        Ok(process)
    }

    /// Name and version.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// How to speak to it.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The number of its first process.
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Ends it with all of its processes, now.
    pub(crate) fn kill(&self) {
        // Taken out, because the number of a process that was waited for may be given to another one.
        if let Some(mut child) = self.child.lock().unwrap_or_else(PoisonError::into_inner).take() {
            end(&mut child);
        }
        self.connection.close();
    }

    /// The end of what it wrote to its standard error.
    fn last_words(&self) -> String {
        let log = std::fs::read(self.profile.log()).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(3)..].join("; ")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[derive(Deserialize)]
struct Version {
    product: String,
}

fn spawn(
    program: &Path,
    profile: &Profile,
    network: Network,
    wall: Option<Wall>,
) -> io::Result<(Child, ChildStdin, ChildStdout)> {
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", MOVE_PIPES, "sh"])
        .args(wall.map_or(&[][..], Wall::words))
        .arg(program)
        .args(flags::flags(profile.path(), network))
        // Reports of crashes go to the folder of the user otherwise.
        .env("BREAKPAD_DUMP_LOCATION", profile.path())
        .envs(profile.temporary_files().map(|folder| ("TMPDIR", folder)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(File::create(profile.log())?);
    own_group(&mut command);
    let mut child = command.spawn()?;
    let (Some(to_browser), Some(from_browser)) = (child.stdin.take(), child.stdout.take()) else {
        end(&mut child);
        return Err(io::Error::other("no pipes"));
    };
    Ok((child, to_browser, from_browser))
}

/// Ends a process with its group, also if it has ended and left others behind.
fn end(child: &mut Child) {
    kill_group(child);
    // It has no way to refuse; this reaps it.
    drop(child.wait());
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    let killed = rustix::process::Pid::from_raw(child.id() as i32)
        .is_some_and(|group| rustix::process::kill_process_group(group, rustix::process::Signal::KILL).is_ok());
    if !killed {
        drop(child.kill());
    }
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    drop(child.kill());
}
