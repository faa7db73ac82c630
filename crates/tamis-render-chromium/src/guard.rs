//! What stays behind when we are killed: a small process that ends the browser and removes its files.
//!
//! A process cannot clean up after its own `kill -9`. So a shell runs beside us and reads from a pipe whose other end is
//! ours. The system closes that end however we end; then the shell ends what is left of the browser and removes the folder,
//! again and again until no late process has written into it once more. At an ordinary end it finds little to do.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

/// `$1` is the folder. The first line is the number of the browser's group of processes, or empty if there is none; without
/// a line we were killed while the browser started, so that it may still have to find out and to end by itself.
///
/// Killed processes write no more, but it takes a moment until all of them are gone, and where no parent reaps them they
/// count as processes for ever.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM PIPE
read -r group || group=unknown
read -r over
tries=0
while [ $tries -lt 600 ]; do
    case $group in
        '') patience=0 ;;
        unknown) patience=60 ;;
        *) if kill -9 "-$group"; then patience=2; else patience=0; fi ;;
    esac
    if [ -e "$1" ]; then rm -rf -- "$1"; fi
    if [ ! -e "$1" ] && [ $tries -ge $patience ]; then exit 0; fi
    tries=$((tries + 1))
    sleep 0.05 || sleep 1
done
"#;

/// How long an ordinary end waits for the guard, which goes on without us.
const PATIENCE: Duration = Duration::from_secs(5);

/// A process that removes a folder when we end, or when this is dropped.
#[derive(Debug)]
pub(crate) struct Guard {
    process: Child,
    /// `None` once the guard may begin.
    pipe: Option<ChildStdin>,
    is_told: bool,
}

impl Guard {
    /// Has a folder guarded.
    pub(crate) fn start(folder: &Path) -> io::Result<Guard> {
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", SCRIPT, "sh"])
            .arg(folder)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        own_group(&mut command);
        let mut process = command.spawn()?;
        let pipe = process.stdin.take();
        Ok(Guard { process, pipe, is_told: false })
    }

    /// Has the processes of a group ended, before the folder is removed.
    pub(crate) fn tell_group(&mut self, group: u32) -> io::Result<()> {
        self.is_told = true;
        self.tell(&format!("{group}\n"))
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        self.pipe.as_mut().map_or(Ok(()), |pipe| pipe.write_all(line.as_bytes()))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if !self.is_told {
            drop(self.tell("\n"));
        }
        self.pipe = None;
        for _ in 0..PATIENCE.as_millis() / 5 {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Makes a process the first of a group of its own, so that a Ctrl-C meant for us reaches us alone, and so that those which
/// it starts can be ended with it.
#[cfg(unix)]
pub(crate) fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
pub(crate) fn own_group(_: &mut Command) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("guard-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner")).expect("a folder");
        folder
    }

    #[test]
    fn a_folder_without_a_browser_is_removed() {
        let folder = folder("alone");
        let guard = Guard::start(&folder).unwrap();
        assert!(folder.exists());
        drop(guard);
        assert!(!folder.exists());
    }

    #[test]
    fn a_process_that_goes_on_writing_is_ended() {
        let folder = folder("written");
        let mut guard = Guard::start(&folder).unwrap();
        let mut command = Command::new("/bin/sh");
        // The one that writes is not the first of its group, as with a browser.
        command.args(["-c", r#"(while :; do mkdir -p "$1/late"; : >"$1/late/file"; done) & wait"#, "sh"]).arg(&folder);
        own_group(&mut command);
        let mut writer = command.spawn().unwrap();
        guard.tell_group(writer.id()).unwrap();
        while !folder.join("late").exists() {
            std::thread::yield_now();
        }
        drop(guard);
        assert!(!folder.exists());
        assert!(!writer.wait().unwrap().success());
        assert!(!folder.exists());
    }
}
