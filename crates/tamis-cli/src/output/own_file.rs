//! Files of our own beside an output. They are opened where they are named and nowhere else: a link in their place is
//! somebody else's doing, and leads who knows where.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// How often a file may change under our hands before it is given up.
const MOST_TRIES: usize = 100;

/// Opens a file to be written, and makes it if it is not there; nothing in it is changed. A link is removed.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    for _ in 0..MOST_TRIES {
        let opened = match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => {
                fs::remove_file(path)?;
                continue;
            }
            // A pipe would be waited for.
            Ok(found) if !found.is_file() => return Err(io::Error::other("there is something else that is no file")),
            Ok(_) => File::options().write(true).open(path),
            Err(_) => File::create_new(path),
        };
        match opened {
            Ok(file) if is_at(&file, path) => return Ok(file),
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::AlreadyExists) => return Err(error),
            // Without the directory there is nothing to wait for.
            Err(error) if !path.parent().is_none_or(|parent| parent.as_os_str().is_empty() || parent.exists()) => {
                return Err(error);
            }
            _ => {}
        }
    }
    Err(io::Error::other("another program replaces it again and again"))
}

/// Makes an empty file; whatever is in its place is removed.
pub(crate) fn replace(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

/// Whether a path still leads to a file that was opened there.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(opened), Ok(found)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (opened.dev(), opened.ino()) == (found.dev(), found.ino())
}

/// A file that is open cannot be replaced there.
#[cfg(not(unix))]
pub(crate) fn is_at(_: &File, path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

/// Whether there is a file with something in it.
pub(crate) fn has_content(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_file_is_opened_as_it_is_and_a_link_is_not_followed() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let (path, other) = (directory.path().join("own"), directory.path().join("other"));
        fs::write(&path, "old").expect("is written");
        open(&path).expect("is opened");
        assert_eq!(fs::read_to_string(&path).expect("is there"), "old");
        fs::write(&other, "of somebody else").expect("is written");
        let functions: [fn(&Path) -> io::Result<File>; 2] = [open, replace];
        for function in functions {
            fs::remove_file(&path).expect("is removed");
            symlink(&other, &path).expect("is linked");
            function(&path).and_then(|mut file| file.write_all(b"ours")).expect("is written");
            assert_eq!(fs::read_to_string(&path).expect("is there"), "ours");
        }
        // One that leads nowhere makes no file there.
        fs::remove_file(&path).expect("is removed");
        symlink(directory.path().join("nowhere"), &path).expect("is linked");
        open(&path).expect("is opened");
        assert!(!directory.path().join("nowhere").exists());
        assert_eq!(fs::read_to_string(&other).expect("is there"), "of somebody else");
    }

    #[test]
    fn a_file_that_was_replaced_is_another_one() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("own");
        let file = open(&path).expect("is made");
        assert!(is_at(&file, &path));
        let second = replace(&path).expect("is made");
        assert!(!is_at(&file, &path) && is_at(&second, &path));
        fs::remove_file(&path).expect("is removed");
        assert!(!is_at(&second, &path));
        assert!(open(&directory.path().join("no/such/place")).is_err());
        assert!(open(directory.path()).is_err());
    }
}
