//! Runs the command as a user would, with a limit on its time and memory.

#![allow(dead_code, reason = "every test file uses its own part of this")]

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Waits until something is so; fails after minutes, however slow the machine.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIME_LIMIT, "still not so after {TIME_LIMIT:?}: {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Waits until a run has seen the first signal that it was sent: it has a thread then that ends it after a grace.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_grace(run: &Child) {
    let tasks = format!("/proc/{}/task", run.id());
    wait_until("the signal is seen", || {
        let tasks = fs::read_dir(&tasks).expect("the run has threads").flatten();
        tasks.into_iter().any(|task| fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name == "grace\n"))
    });
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output; none of our tests writes anything but UTF-8.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

/// An empty directory that the command runs in.
pub(crate) struct Room {
    directory: tempfile::TempDir,
}

impl Room {
    /// An empty directory.
    pub(crate) fn new() -> Room {
        Room { directory: tempfile::tempdir().expect("a temporary directory") }
    }

    /// A directory with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Room {
        let room = Room::new();
        for (name, content) in files {
            room.write(name, content.as_bytes());
        }
        room
    }

    /// Where it is.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file, and the directories above it.
    pub(crate) fn write(&self, name: &str, content: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("has a parent")).expect("directories are made");
        fs::write(path, content).expect("the file is written");
    }

    /// The content of a file that the command wrote.
    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// All files below a directory by name, hidden ones too.
    pub(crate) fn list(&self, name: &str) -> Vec<String> {
        let root = self.path(name);
        let mut files = Vec::new();
        let mut open = vec![root.clone()];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).expect("is a directory") {
                let path = entry.expect("can be listed").path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    files.push(path.strip_prefix(&root).expect("is below").to_string_lossy().into_owned());
                }
            }
        }
        files.sort();
        files
    }

    /// Runs `tamis` with arguments separated by blanks.
    pub(crate) fn tamis(&self, arguments: &str) -> Ran {
        self.tamis_reading(arguments, b"")
    }

    /// Runs `tamis` with something on its standard input.
    pub(crate) fn tamis_reading(&self, arguments: &str, input: &[u8]) -> Ran {
        self.shell(&format!("exec \"$TAMIS\" {arguments}"), input)
    }

    /// Runs `tamis` without a limit on its memory: a browser reserves more address space than there is.
    pub(crate) fn tamis_with_browser(&self, arguments: &str) -> Ran {
        self.shell_with_browser(&format!("exec \"$TAMIS\" {arguments}"))
    }

    /// Runs a line of shell without a limit on its memory.
    pub(crate) fn shell_with_browser(&self, line: &str) -> Ran {
        self.run(line, b"")
    }

    /// Runs a line of shell, in which `$TAMIS` is the command.
    pub(crate) fn shell(&self, line: &str, input: &[u8]) -> Ran {
        // 6 GB of address space: far above what is used, far below what a runaway would take.
        self.run(&format!("ulimit -v 6000000; {line}"), input)
    }

    fn run(&self, line: &str, input: &[u8]) -> Ran {
        let mut child = Command::new("sh")
            .args(["-c", line])
            .env("TAMIS", env!("CARGO_BIN_EXE_tamis"))
            // Servers of tests are on this machine, which no proxy of the environment reaches.
            .envs(["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"].map(|name| (name, "")))
            .current_dir(self.directory.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the shell starts");
        let (mut stdin, input) = (child.stdin.take().expect("is piped"), input.to_vec());
        // A command that does not read its input is no failure of the test.
        let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
        let stdout = collect(child.stdout.take().expect("is piped"));
        let stderr = collect(child.stderr.take().expect("is piped"));
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("can be waited for") {
                break status;
            }
            if begun.elapsed() > TIME_LIMIT {
                child.kill().expect("can be ended");
                panic!("still running after {TIME_LIMIT:?}: {line}");
            }
            thread::sleep(Duration::from_millis(5));
        };
        feeder.join().expect("the input is written");
        let text = |reader: thread::JoinHandle<Vec<u8>>| {
            String::from_utf8(reader.join().expect("the output is read")).expect("the output is UTF-8")
        };
        Ran { code: status.code().unwrap_or(-1), stdout: text(stdout), stderr: text(stderr) }
    }
}

/// Generous: the machine may be busy, and tests are built without optimisation.
const TIME_LIMIT: Duration = Duration::from_secs(301);

fn collect(mut stream: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("the output is read");
        bytes
    })
}

impl Ran {
    /// The run ended with this code.
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Ran {
        let Ran { code: found, stdout, stderr } = &self;
        let beginning: String = stdout.chars().take(2000).collect();
        assert_eq!(*found, code, "\nstandard output: {beginning}\nstandard error: {stderr}");
        self
    }

    /// Standard error has this text.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Ran {
        assert!(self.stderr.contains(text), "{text:?} is not in:\n{}", self.stderr);
        self
    }

    /// Standard error is empty.
    #[track_caller]
    pub(crate) fn quietly(self) -> Ran {
        assert_eq!(self.stderr, "");
        self
    }

    /// Standard output is exactly this.
    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Ran {
        assert_eq!(self.stdout, text);
        self
    }

    /// Standard output as JSON Lines.
    #[track_caller]
    pub(crate) fn lines(&self) -> Vec<serde_json::Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"));
        self.stdout.lines().map(parse).collect()
    }
}
