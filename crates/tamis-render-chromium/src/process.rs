//! One running browser.
//!
//! It is spoken to over two pipes, which it expects as its file descriptors 3 and 4. A child can be given its standard
//! input and output only, so a shell stands in between for a moment: it moves the two to where they belong and becomes
//! the browser. When our end of the pipe closes, and the system closes it however we end, the browser ends too; what it leaves
//! behind is the guard's business.

use crate::connection::{Client, Connection, Received};
use crate::guard::{Guard, own_group};
use crate::launch::{self, Launcher, Sandbox};
use crate::memory::{self, Watch};
use crate::message::CallFailure;
use crate::options::ChromiumOptions;
use crate::profile::Profile;
use serde::Deserialize;
use serde_json::json;
use std::fs::File;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{fmt, io};
use tamis_page::RenderError;

/// Standard input and output become 3 and 4; nothing reads the input or writes to the output that are left. A limit on memory
/// that is not allowed is one that is stricter already.
const MOVE_PIPES: &str = r#"ulimit -d "$1"; shift; exec "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

/// A browser that runs until this is dropped.
pub(crate) struct Process {
    connection: Connection,
    version: String,
    launcher: Launcher,
    id: u32,
    watch: Watch,
    /// `None` once it was ended.
    child: Mutex<Option<Child>>,
    /// Ends what is left of the browser, and removes its files. `None` once it was told to.
    guard: Mutex<Option<Guard>>,
    /// Dropped last, when nothing writes to it any more.
    profile: Profile,
}

/// Why there is no browser.
enum NotStarted {
    /// It ended, or its pages do: another launcher may do better.
    Ended(RenderError),
    /// No launcher helps. Above all, a browser that is merely slow is not started with less protection.
    Failed(RenderError),
}

impl Process {
    /// Starts the browser by this launcher, or by the best with which it works, and waits until it answers.
    pub(crate) fn start(options: &ChromiumOptions, known: Option<Launcher>) -> Result<Process, RenderError> {
        let mut error = None;
        if let Some(known) = known {
            match Process::start_by(known, options) {
                Err(NotStarted::Ended(reason)) => error = Some(reason),
                Err(NotStarted::Failed(error)) => return Err(error),
                Ok(process) => return Ok(process),
            }
        }
        for launcher in launch::launchers(options.network).filter(|&launcher| Some(launcher) != known) {
            match Process::start_by(launcher, options).and_then(|process| process.tried(options)) {
                Err(NotStarted::Ended(reason)) => error = Some(reason),
                Err(NotStarted::Failed(error)) => return Err(error),
                Ok(process) => return Ok(process),
            }
        }
        Err(error.unwrap_or_else(|| RenderError::Engine { message: "no way to start the browser".to_owned() }))
    }

    fn start_by(launcher: Launcher, options: &ChromiumOptions) -> Result<Process, NotStarted> {
        let program = launch::find(options.browser.as_deref()).map_err(NotStarted::Failed)?;
        let deadline = Instant::now() + options.start_timeout;
        let message = |what: &str, error: &dyn fmt::Display| RenderError::Engine {
            message: format!("{} {what}: {error}", program.display()),
        };
        let failed = |what: &str, error: &dyn fmt::Display| NotStarted::Failed(message(what, error));
        let profile = Profile::create().map_err(|error| failed("has no folder for its files", &error))?;
        let mut guard = Guard::start(profile.path()).map_err(|error| failed("has no guard", &error))?;
        let (mut child, to_browser, from_browser) =
            spawn(&program, &profile, options, launcher).map_err(|error| failed("could not be started", &error))?;
        let id = child.id();
        let max_total = memory::max_total(options.max_memory, options.tabs);
        let kept = guard.tell_group(id).and_then(|()| {
            let connection = Connection::open(to_browser, from_browser, options.max_answer)?;
            Ok((connection, Watch::start(id, options.max_memory, max_total)?))
        });
        let (connection, watch) = match kept {
            Ok(kept) => kept,
            Err(error) => {
                end(&mut child);
                return Err(failed("could not be connected to", &error));
            }
        };
        let (child, guard) = (Mutex::new(Some(child)), Mutex::new(Some(guard)));
        let version = String::new();
        let mut process = Process { connection, version, launcher, id, watch, child, guard, profile };
        let answer = process.connection.client().call("Browser.getVersion", &json!({}), deadline);
        match answer.and_then(|answer| answer.parse::<Version>()) {
            Ok(version) => process.version = format!("Chromium {}", version.product.rsplit('/').next().unwrap_or("")),
            Err(CallFailure::TimedOut) => {
                return Err(failed("did not answer", &format_args!("{:?}", options.start_timeout)));
            }
            Err(failure) => {
                process.kill();
                let words = process.last_words();
                return Err(NotStarted::Ended(message("did not start", &format_args!("{failure}; {words}"))));
            }
        }
        Ok(process)
    }

    /// Returns the browser if a page lives in its sandbox.
    fn tried(self, options: &ChromiumOptions) -> Result<Process, NotStarted> {
        if self.launcher.sandbox == Sandbox::Off {
            return Ok(self);
        }
        match try_page(self.connection.client(), Instant::now() + options.start_timeout) {
            Err(failure @ (CallFailure::Gone | CallFailure::TabGone(_))) => {
                Err(NotStarted::Ended(RenderError::Engine {
                    message: format!("no page lives in its sandbox: {failure}"),
                }))
            }
            Err(failure) => {
                Err(NotStarted::Failed(RenderError::Engine { message: format!("its first page: {failure}") }))
            }
            Ok(()) => Ok(self),
        }
    }

    /// Name and version.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// How to speak to it.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// How it was started.
    pub(crate) fn launcher(&self) -> Launcher {
        self.launcher
    }

    /// Who looks at its memory.
    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
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

    /// Ends it with all of its processes, and waits until its files are gone.
    pub(crate) fn end(&self) {
        self.kill();
        self.profile.remove();
        drop(self.guard.lock().unwrap_or_else(PoisonError::into_inner).take());
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
        self.end();
    }
}

#[derive(Deserialize)]
struct Version {
    product: String,
}

fn spawn(
    program: &Path,
    profile: &Profile,
    options: &ChromiumOptions,
    launcher: Launcher,
) -> io::Result<(Child, ChildStdin, ChildStdout)> {
    let mut command = Command::new("/bin/sh");
    command
        .current_dir(profile.path())
        .args(["-c", MOVE_PIPES, "sh"])
        .arg(memory::hard_limit(options.max_memory))
        .args(launcher.words)
        .arg(std::path::absolute(program)?)
        .args(launch::flags(profile.path(), options.network, launcher.sandbox))
        // Reports of crashes go to the folder of the user otherwise.
        .env("BREAKPAD_DUMP_LOCATION", profile.path())
        .env("TMPDIR", profile.temporary_files())
        // Settings of the desktop and caches go to the folder of the user, too. Fonts are looked up there, so the folders that
        // are only read stay.
        .env("XDG_RUNTIME_DIR", profile.path())
        .env("XDG_CACHE_HOME", profile.path())
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Targets {
    target_infos: Vec<Target>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    session_id: String,
}

/// Asks the browser's first page to add one and one. [`CallFailure::TabGone`] says that it cannot.
fn try_page(mut client: Client, deadline: Instant) -> Result<(), CallFailure> {
    let targets: Targets = client.call("Target.getTargets", &json!({}), deadline)?.parse()?;
    let Some(page) = targets.target_infos.into_iter().find(|target| target.kind == "page") else { return Ok(()) };
    let page = json!({ "targetId": page.target_id, "flatten": true });
    let session: Session = client.call("Target.attachToTarget", &page, deadline)?.parse()?;
    client.enter(session.session_id.clone());
    // Tells of a crash, also of one that was before.
    client.send("Inspector.enable", &json!({}))?;
    let question = client.send("Runtime.evaluate", &json!({ "expression": "1 + 1" }))?;
    loop {
        match client.receive(deadline)? {
            Received::Answer(answered, answer) if answered == question => {
                answer?;
                break;
            }
            Received::Event(event) if event.method == "Inspector.targetCrashed" => {
                return Err(CallFailure::TabGone("the first page crashed"));
            }
            _ => {}
        }
    }
    client.leave();
    client.tell("Target.detachFromTarget", &json!({ "sessionId": session.session_id }))
}
