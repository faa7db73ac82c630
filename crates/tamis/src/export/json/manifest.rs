//! The manifest of a directory of results: a line a page.

use super::schema::ArchiveObject;
use super::{archive, url_of, written};
use crate::source::Origin;
use serde::Serialize;

/// What became of a page, and where that is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestEntry {
    /// The file, by its path from the manifest; none if nothing was written.
    pub file: Option<String>,
    /// What became of the page.
    pub status: ManifestStatus,
    /// What a person should know.
    pub warnings: Vec<String>,
    /// How many bytes the file has.
    pub n_bytes: u64,
}

/// What became of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ManifestStatus {
    /// Something was found, and is in the file.
    Written,
    /// Nothing was found; the file says so in its way.
    Empty,
    /// There is no result, and this is why.
    Failed(String),
}

impl ManifestEntry {
    /// The line of the page that came from there. Its keys mean what they mean in the results.
    pub fn line(&self, origin: &Origin) -> String {
        let (status, error) = match &self.status {
            ManifestStatus::Written => ("written", None),
            ManifestStatus::Empty => ("empty", None),
            ManifestStatus::Failed(error) => ("failed", Some(error.as_str())),
        };
        written(serde_json::to_string(&EntryObject {
            source: origin.to_string(),
            archive: archive(origin),
            url: url_of(Some(origin)),
            file: self.file.as_deref(),
            status,
            error,
            warnings: &self.warnings,
            bytes: self.n_bytes,
        }))
    }
}

#[derive(Serialize)]
struct EntryObject<'a> {
    source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    archive: Option<ArchiveObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    file: Option<&'a str>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    warnings: &'a [String],
    bytes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ArchivePlace;

    #[test]
    fn a_line_says_where_the_page_is_from_and_what_became_of_it() {
        let entry = ManifestEntry {
            file: Some("a/page.json".to_owned()),
            status: ManifestStatus::Written,
            warnings: vec!["odd".to_owned()],
            n_bytes: 12,
        };
        assert_eq!(
            entry.line(&Origin::Path("pages/a/page.html".into())),
            "{\"source\":\"pages/a/page.html\",\"file\":\"a/page.json\",\"status\":\"written\",\"warnings\":[\"odd\"],\
             \"bytes\":12}\n"
        );
        let status = ManifestStatus::Failed("too large".to_owned());
        let failed = ManifestEntry { file: None, status, warnings: Vec::new(), n_bytes: 0 };
        let mut place = ArchivePlace::new("x.warc.gz", 99);
        place.url = Some("https://a.example/".to_owned());
        let line: serde_json::Value =
            serde_json::from_str(&failed.line(&Origin::Archive(Box::new(place)))).expect("JSON");
        assert_eq!((&line["archive"]["path"], &line["archive"]["offset"]), (&"x.warc.gz".into(), &99.into()));
        assert_eq!((&line["url"], &line["file"]), (&"https://a.example/".into(), &serde_json::Value::Null));
        assert_eq!((&line["status"], &line["error"]), (&"failed".into(), &"too large".into()));
    }
}
