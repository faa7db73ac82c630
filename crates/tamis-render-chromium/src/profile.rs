//! The folder that the browser keeps its things in: fresh for every browser, gone with it.
//!
//! The guard removes it when we are gone. Where both were killed (the machine lost its power, a container was ended) it
//! stays, so each start looks for folders that are not in use any more. In use means that the file `lock` in it is locked: the
//! system lets go of a lock when its process ends, however it ends.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const PREFIX: &str = "tamis-chromium-";
const LOCK: &str = "lock";

/// Repeats what the flags say: no datagrams for scripts. Names of flags change from version to version, and a browser starts
/// with those that it no longer knows.
const PREFERENCES: &str = r#"{"webrtc":{"ip_handling_policy":"disable_non_proxied_udp"}}"#;

/// A folder of the browser's own; removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Profile {
    path: PathBuf,
    /// Held as long as the folder is in use.
    _lock: File,
}

impl Profile {
    /// Makes a folder in the system's folder for temporary files, and removes those that were left behind.
    pub(crate) fn create() -> io::Result<Profile> {
        let parent = std::path::absolute(std::env::temp_dir())?;
        remove_abandoned(&parent);
        Profile::create_in(&parent)
    }

    fn create_in(parent: &Path) -> io::Result<Profile> {
        static N_CREATED: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = N_CREATED.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("{PREFIX}{}-{number}", std::process::id()));
            match create_private_folder(&path) {
                // Left behind by a process that had our number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            let lock = File::create_new(path.join(LOCK))?;
            lock.lock()?;
            // Another process may have taken the folder for an abandoned one before it was locked; it keeps the lock until
            // the folder is gone.
            if is_file_at(&lock, &path.join(LOCK)) {
                let profile = Profile { path, _lock: lock };
                fs::create_dir(profile.path.join("Default"))?;
                fs::write(profile.path.join("Default").join("Preferences"), PREFERENCES)?;
                return Ok(profile);
            }
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it. What cannot be removed within a second is left to the guard.
    pub(crate) fn remove(&self) {
        // The browser's processes end one after the other, and the last ones may still be writing.
        for _ in 0..20 {
            if !self.path.exists() || remove(&self.path).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Where the browser puts its temporary files: into the same folder, to be gone with it.
    ///
    /// The address of a socket in a folder in it has to fit into 104 bytes, or the browser does not start. If it does not
    /// fit, there is a short name for the folder that the browser is started in.
    pub(crate) fn temporary_files(&self) -> &Path {
        const SOCKET: &str = "/.org.chromium.Chromium.XXXXXX/SingletonSocket";
        let is_short = self.path.as_os_str().len() + SOCKET.len() < 104;
        if is_short || cfg!(not(target_os = "linux")) { &self.path } else { Path::new("/proc/self/cwd") }
    }

    /// What the browser said on its standard error goes here.
    pub(crate) fn log(&self) -> PathBuf {
        self.path.join("stderr")
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Removes the folders whose process is gone. What cannot be removed stays for the next time.
fn remove_abandoned(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) || !entry.file_type().is_ok_and(|it| it.is_dir()) {
            continue;
        }
        if let Some(claim) = Claim::of(&entry.path()) {
            drop(remove(&entry.path()));
            drop(claim);
        }
    }
}

/// The right to remove a folder. Who makes the folder waits for the lock, and finds out that the folder is gone: so it is
/// held until it is.
#[derive(Debug)]
struct Claim {
    _lock: Option<File>,
}

impl Claim {
    /// `None` if the folder is in use.
    fn of(folder: &Path) -> Option<Claim> {
        let path = folder.join(LOCK);
        let Ok(lock) = File::open(&path) else {
            // A folder without a lock is being made right now; or it was removed while its browser ended, and that wrote
            // into it once more.
            let is_left = fs::metadata(folder).is_ok_and(|metadata| is_old(&metadata));
            return is_left.then_some(Claim { _lock: None });
        };
        // It may be the lock of a folder that another process has just removed.
        let is_ours = lock.try_lock().is_ok() && is_file_at(&lock, &path);
        is_ours.then_some(Claim { _lock: Some(lock) })
    }
}

/// Whether an open file is the one that has this path now.
#[cfg(unix)]
fn is_file_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(there)) => (open.dev(), open.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_file_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Removes a folder, and its lock last: while something in it cannot be removed it can still be told for abandoned.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == LOCK {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_dir_all(folder)
}

fn is_old(metadata: &fs::Metadata) -> bool {
    let age = metadata.modified().ok().and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age > Duration::from_mins(1))
}

#[cfg(unix)]
fn create_private_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn create_private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_folder_stays_locked_while_it_is_removed() {
        let folder = std::env::temp_dir().join(format!("profile-claim-test-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(LOCK);
        let lock = File::create_new(&path).unwrap();
        let claim = Claim::of(&folder).expect("nobody has locked it yet");
        assert!(lock.try_lock().is_err(), "who makes the folder waits");
        assert!(Claim::of(&folder).is_none(), "one removes it");
        assert!(is_file_at(&lock, &path));
        remove(&folder).unwrap();
        assert!(lock.try_lock().is_err() && !is_file_at(&lock, &path));
        drop(claim);
        // Another process has made a folder of the same name.
        fs::create_dir(&folder).unwrap();
        fs::write(&path, "").unwrap();
        assert!(lock.try_lock().is_ok() && !is_file_at(&lock, &path));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_abandoned_folder_is_removed_and_one_in_use_is_not() {
        let parent = std::env::temp_dir().join(format!("profile-test-{}", std::process::id()));
        fs::create_dir_all(&parent).unwrap();
        let in_use = Profile::create_in(&parent).unwrap();
        let abandoned = parent.join(format!("{PREFIX}1-0"));
        fs::create_dir(&abandoned).unwrap();
        fs::write(abandoned.join(LOCK), "").unwrap();
        let being_made = parent.join(format!("{PREFIX}2-0"));
        fs::create_dir(&being_made).unwrap();
        let written_late = parent.join(format!("{PREFIX}3-0"));
        fs::create_dir(&written_late).unwrap();
        let hour_ago = std::time::SystemTime::now() - Duration::from_hours(1);
        File::open(&written_late).unwrap().set_modified(hour_ago).unwrap();
        let other = parent.join("other");
        fs::create_dir(&other).unwrap();
        fs::write(other.join(LOCK), "").unwrap();

        remove_abandoned(&parent);
        assert!(in_use.path().exists() && being_made.exists() && other.exists());
        assert!(!abandoned.exists() && !written_late.exists());

        let path = in_use.path().to_owned();
        drop(in_use);
        assert!(!path.exists());
        fs::remove_dir_all(&parent).unwrap();
    }
}
