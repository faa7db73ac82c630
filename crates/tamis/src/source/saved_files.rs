//! Style sheets and images of a saved page: the files beside it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use tamis_page::{Resource, Resources};
use url::Url;

/// The largest file that is read; a style sheet or an image of a page is smaller, and of an image the size alone matters.
const MAX_FILE_BYTES: u64 = 32 << 20;

/// What a page in a file can refer to: regular files in its own directory and below, reached by relative addresses.
/// Nothing else on the machine, whatever the page asks for.
pub fn saved_files(page: &Path) -> Resources {
    let Ok(page) = std::path::absolute(page) else { return Resources::none() };
    let (Ok(base), Some(directory)) = (Url::from_file_path(&page), page.parent().map(Path::to_owned)) else {
        return Resources::none();
    };
    Resources::from_fn(Some(base), move |url| load(&directory, url))
}

fn load(directory: &Path, url: &Url) -> Option<Resource> {
    let path = find(directory, url)?;
    let mut body = Vec::new();
    File::open(path).ok()?.take(MAX_FILE_BYTES).read_to_end(&mut body).ok()?;
    Some(Resource::new(body))
}

/// The file behind an address. Links are resolved before it is compared with the directory.
fn find(directory: &Path, url: &Url) -> Option<PathBuf> {
    if url.scheme() != "file" || url.host_str().is_some() {
        return None;
    }
    let path = fs::canonicalize(url.to_file_path().ok()?).ok()?;
    let is_inside = path.starts_with(fs::canonicalize(directory).ok()?);
    (is_inside && fs::metadata(&path).ok()?.is_file()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary directory");
        fs::create_dir_all(folder.path().join("page/Saved files")).expect("is created");
        fs::write(folder.path().join("page/Saved files/a b.css"), "p {}").expect("is written");
        fs::write(folder.path().join("secret.css"), "b {}").expect("is written");
        folder
    }

    #[track_caller]
    fn check(link: &str, expect: Option<&str>) {
        let folder = folder();
        let resources = saved_files(&folder.path().join("page/index.html"));
        let url = resources.base().expect("has a base").join(link).expect("is an address");
        let body = resources.load(&url).map(|resource| String::from_utf8_lossy(&resource.body).into_owned());
        assert_eq!(body.as_deref(), expect, "{link}");
    }

    #[test]
    fn files_beside_the_page_are_found_by_their_addresses() {
        check("Saved files/a b.css", Some("p {}"));
        check("Saved%20files/a%20b.css?v=3#top", Some("p {}"));
    }

    #[test]
    fn nothing_else_on_the_machine_is_read() {
        check("../secret.css", None);
        check("Saved files", None);
        check("missing.css", None);
        check("https://shop.example/a.css", None);
        check("file://server/share/a.css", None);
        check("/dev/zero", None);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_is_not_followed() {
        let folder = folder();
        std::os::unix::fs::symlink(folder.path().join("secret.css"), folder.path().join("page/link.css"))
            .expect("links");
        let resources = saved_files(&folder.path().join("page/index.html"));
        let url = resources.base().expect("has a base").join("link.css").expect("is an address");
        assert_eq!(resources.load(&url), None);
    }
}
