//! Where the browser is.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tamis_page::RenderError;

/// The variable that names the browser's program.
const VARIABLE: &str = "TAMIS_CHROMIUM";

/// Names under which systems install it, the free builds first.
const NAMES: [&str; 7] = [
    "chromium",
    "chromium-browser",
    "chromium-headless-shell",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
];

/// Programs that are not on the `PATH` where they are usual.
const PLACES: [&str; 3] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/snap/bin/chromium",
];

/// The browser's program: `chosen`, else what the variable says, else the first that is found.
pub(crate) fn find(chosen: Option<&Path>) -> Result<PathBuf, RenderError> {
    find_among(chosen, env::var_os(VARIABLE), env::var_os("PATH"))
}

fn find_among(
    chosen: Option<&Path>,
    variable: Option<OsString>,
    path: Option<OsString>,
) -> Result<PathBuf, RenderError> {
    let variable = variable.filter(|value| !value.is_empty()).map(PathBuf::from);
    let path = path.unwrap_or_default();
    // Something that was asked for and is not there is an error: another browser would lay pages out differently.
    if let Some(asked) = chosen.map(Path::to_owned).or(variable) {
        return on_path(asked.as_os_str(), &path).ok_or_else(|| unavailable(&asked.display().to_string()));
    }
    let named = NAMES.iter().find_map(|name| on_path(OsStr::new(name), &path));
    let placed = || PLACES.iter().map(PathBuf::from).find(|place| is_program(place));
    named.or_else(placed).ok_or_else(|| unavailable("Chromium"))
}

/// A path as it is, a bare name in the first folder of the `PATH` that has it.
fn on_path(program: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let program = Path::new(program);
    if program.components().count() > 1 {
        return is_program(program).then(|| program.to_owned());
    }
    env::split_paths(path).map(|folder| folder.join(program)).find(|candidate| is_program(candidate))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

fn unavailable(what: &str) -> RenderError {
    RenderError::Unavailable {
        what: what.to_owned(),
        hint: format!(
            "install it (Debian and Ubuntu: apt-get install --no-install-recommends chromium; Fedora: dnf install \
             chromium; macOS: brew install --cask chromium), or set {VARIABLE} to the program of a Chromium or Chrome"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(chosen: Option<&str>, variable: Option<&str>, path: Option<&str>, expect: Result<&str, &str>) {
        let found = find_among(chosen.map(Path::new), variable.map(OsString::from), path.map(OsString::from));
        match found {
            Ok(found) => assert_eq!(Ok(found.to_string_lossy().as_ref()), expect),
            Err(RenderError::Unavailable { what, hint }) => {
                assert_eq!(Err(what.as_str()), expect);
                assert!(hint.contains("apt-get install"), "{hint}");
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_was_asked_for_is_taken_or_is_missing() {
        check(Some("/bin/sh"), Some("/nowhere/chrome"), None, Ok("/bin/sh"));
        check(None, Some("/bin/sh"), None, Ok("/bin/sh"));
        check(None, Some("sh"), Some("/nowhere:/bin"), Ok("/bin/sh"));
        check(Some("/nowhere/chrome"), Some("/bin/sh"), None, Err("/nowhere/chrome"));
        check(None, Some("/nowhere/chrome"), Some("/usr/bin"), Err("/nowhere/chrome"));
    }

    #[test]
    fn a_folder_is_no_program() {
        check(Some("/bin"), None, None, Err("/bin"));
    }
}
