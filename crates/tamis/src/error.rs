//! What can go wrong: one error with its kind and a hint.

use crate::batch::JobError;
#[cfg(feature = "network")]
use crate::network::AddressError;
use crate::page::PageError;
use crate::recipe::MethodError;
use crate::source::{FindError, Origin, SourceError, lacks_scheme};
use crate::wrapper::{ColumnEditError, LearnError, WrapperError, WrapperFileError};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::Path;
use tamis_page::snapshot::SnapshotError;
use tamis_page::{ContentKind, RenderError, SelectorError};
use tamis_sites::store::StoreError;

/// Any error of this crate. Methods do not fail, so an error comes from a file, a server, a renderer or a store, from a page that
/// is beyond its limits, or from an argument.
///
/// Functions that can fail in one way only have an error type of their own, which becomes this one with `?`.
///
/// ```
/// use tamis::{Error, ErrorKind, PageReader, Recipe, Task};
///
/// let error = Error::from(PageReader::default().with_charset("klingon").err().expect("there is no such charset"));
/// assert_eq!(error.kind(), ErrorKind::Argument);
/// assert_eq!(error.to_string(), "there is no charset 'klingon'");
/// assert_eq!(error.hint().expect("there is one").to_string(), "use a name such as utf-8, windows-1252, gbk or shift_jis");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There are no pages where they were looked for.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The bytes of a page could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The bytes are not a page that can be read.
    #[error(transparent)]
    Page(#[from] PageError),
    /// A method or a format needs boxes, and the page has none.
    #[error(transparent)]
    NotRendered(#[from] NotRendered),
    /// A method or an option does not exist.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// A renderer could not be started.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A stored rendering could not be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// A selector could not be read.
    #[error(transparent)]
    Selector(#[from] SelectorError),
    /// No wrapper could be learned.
    #[error("nothing was learned: {0}")]
    Learn(#[from] LearnError),
    /// A column of a wrapper could not be changed.
    #[error(transparent)]
    ColumnEdit(#[from] ColumnEditError),
    /// A wrapper cannot be used.
    #[error(transparent)]
    Wrapper(#[from] WrapperError),
    /// A file is not a wrapper.
    #[error(transparent)]
    WrapperFile(#[from] WrapperFileError),
    /// A store of templates failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A crawl could not begin or go on.
    #[cfg(feature = "crawl")]
    #[error(transparent)]
    Crawl(#[from] crate::crawl::CrawlError),
    /// A page of a run took too long or too many steps, or the program failed on it.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The output could not be written.
    #[error("cannot write the output")]
    Write(#[from] io::Error),
}

/// A method or a format needs boxes, and the page was not rendered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} needs a rendered page, and this page was not rendered")]
pub struct NotRendered {
    /// What needs boxes: the name of a method, or of a format.
    pub what: &'static str,
}

/// What an [`Error`] is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A name or a value that does not exist: a method, an option, a charset, a pattern.
    Argument,
    /// What was given is not a page, or is larger than a page may be.
    Page,
    /// A file, an archive, a stream or a server could not be read, or the output not be written.
    Source,
    /// The page takes more steps than it may.
    Limit,
    /// The page took longer than it may.
    Timeout,
    /// The page could not be laid out, or was not laid out and had to be.
    Render,
    /// A selector cannot be read.
    Selector,
    /// A wrapper cannot be learned, read or used.
    Wrapper,
    /// A store of templates or the frontier of a crawl cannot be read or written.
    Store,
    /// A defect of tamis.
    Internal,
}

impl Error {
    /// What the error is about.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Source(SourceError::TooLarge { .. }) => ErrorKind::Page,
            Error::Find(_) | Error::Source(_) | Error::Write(_) => ErrorKind::Source,
            Error::Page(PageError::UnknownCharset { .. }) | Error::Method(_) => ErrorKind::Argument,
            Error::Page(PageError::Render(_)) | Error::NotRendered(_) | Error::Render(_) => ErrorKind::Render,
            Error::Page(_) | Error::Snapshot(_) => ErrorKind::Page,
            Error::Selector(_) => ErrorKind::Selector,
            Error::Learn(_) | Error::ColumnEdit(_) | Error::Wrapper(_) | Error::WrapperFile(_) => ErrorKind::Wrapper,
            Error::Store(_) => ErrorKind::Store,
            #[cfg(feature = "crawl")]
            Error::Crawl(_) => ErrorKind::Store,
            Error::Job(JobError::TimedOut { .. }) => ErrorKind::Timeout,
            Error::Job(JobError::OutOfSteps { .. }) => ErrorKind::Limit,
            Error::Job(JobError::Panicked { .. }) => ErrorKind::Internal,
        }
    }

    /// What to do about the error, where that is known.
    pub fn hint(&self) -> Option<Hint> {
        Some(Hint(match self {
            Error::Find(error) => return hint_of_find(error).map(Hint::of),
            Error::Source(error) => return hint_of_source(error).map(Hint::of),
            Error::Page(error) => return hint_of_page(error),
            Error::Render(error) => return hint_of_render(error),
            Error::NotRendered(_) => match (cfg!(feature = "blitz"), cfg!(feature = "chromium")) {
                (true, true) => "use --render=embedded or --render=chromium, or a method that needs no layout",
                (true, false) => "use --render=embedded, or a method that needs no layout",
                (false, true) => "use --render=chromium, or a method that needs no layout",
                (false, false) => {
                    "this build has no renderer: use a build that has one, or a method that needs no layout"
                }
            }
            .into(),
            Error::Method(error) => return error.hint().map(|words| Hint(words.into())),
            Error::Learn(_) => {
                "--subject=one is for pages about one thing; several pages of one template say more".into()
            }
            Error::ColumnEdit(error) => return error.hint().map(|words| Hint(words.into())),
            Error::WrapperFile(error) => return error.hint().map(Hint::of),
            Error::Wrapper(error) => return WrapperFileError::from(error.clone()).hint().map(Hint::of),
            Error::Store(error) => return error.hint().map(Hint::of),
            #[cfg(feature = "crawl")]
            Error::Crawl(error) => return error.hint().map(Hint::of),
            Error::Job(JobError::TimedOut { .. }) => MORE_TIME.into(),
            Error::Job(JobError::OutOfSteps { .. }) => {
                "the page was made to be slow, or is very large: allow more work with --max-steps, for example \
                 --max-steps=100000000000 --timeout=600, or read less of it with --max-nodes"
                    .into()
            }
            Error::Job(JobError::Panicked { .. }) => "this is a defect of tamis: please report it with the page".into(),
            Error::Snapshot(_) | Error::Selector(_) | Error::Write(_) => return None,
        }))
    }

    /// The error with its causes, as in `cannot read page.html: No such file or directory`.
    pub fn with_causes(&self) -> String {
        with_causes(self)
    }
}

/// An error with its causes, from the outermost to the first. A cause whose words the error repeats is left out.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let causes = std::iter::successors(error.source(), |error| error.source());
    for cause in causes.map(ToString::to_string) {
        if !words.contains(&cause) {
            words = format!("{words}: {cause}");
        }
    }
    words
}

/// What to do about an error, in a sentence. Options are written as in Rust and Python, as in `max_bytes=1000000000`;
/// [`for_command`](Hint::for_command) writes them as on a command line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hint(
    /// An option is `--max-bytes` here, and with a value `--max-bytes=1000000000`.
    Cow<'static, str>,
);

impl Hint {
    fn of(words: &'static str) -> Hint {
        Hint(words.into())
    }

    /// The sentence with options as on a command line: `--max-bytes 1000000000`.
    pub fn for_command(&self) -> String {
        self.with_options(|name, value| match value {
            Some(value) => format!("--{name} {value}"),
            None => format!("--{name}"),
        })
    }

    /// The sentence with each option as `spell` has it.
    fn with_options(&self, spell: impl Fn(&str, Option<&str>) -> String) -> String {
        let word = |word: &str| {
            let Some(option) = word.strip_prefix("--").filter(|option| !option.is_empty()) else {
                return word.to_owned();
            };
            let end = option.trim_end_matches([',', ';', ':', '.']).len();
            let (option, after) = option.split_at(end);
            match option.split_once('=') {
                Some((name, value)) => spell(name, Some(value)) + after,
                None => spell(option, None) + after,
            }
        };
        self.0.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spelled = self.with_options(|name, value| {
            let name = name.replace('-', "_");
            match value.map(|value| value.trim_matches('\'')) {
                Some(value) if value.parse::<f64>().is_ok() => format!("{name}={value}"),
                Some(value) => format!("{name}=\"{value}\""),
                None => name,
            }
        });
        out.write_str(&spelled)
    }
}

const MORE_TIME: &str = "give the page more time with --timeout, for example --timeout=120";
const MORE_BYTES: &str = "raise the limit with --max-bytes, for example --max-bytes=1000000000";
const ADD_SCHEME: &str =
    "there is no such file; for a page of the web write https:// before it, as in https://example.org/page";

fn hint_of_find(error: &FindError) -> Option<&'static str> {
    Some(match error {
        // A question mark makes a pattern of an address.
        FindError::NoMatch { pattern } if lacks_scheme(pattern) => ADD_SCHEME,
        FindError::NoPages { .. } => {
            "a directory is searched for .html, .htm and .xhtml files and for archives; name others one by one"
        }
        FindError::NoMatch { .. } => "`*` stays within one directory, `**` goes below it; quote the pattern",
        FindError::BadPattern { .. } => "put a backslash before * ? [ and { where they are a part of a name",
        FindError::StandardInputTwice => "give `-` once",
        FindError::BadAddress { .. } => "an address is written as in https://example.org/page",
        FindError::NoAddresses { .. } => "write one address a line, as in https://example.org/page",
        _ => return None,
    })
}

fn hint_of_source(error: &SourceError) -> Option<&'static str> {
    Some(match error {
        SourceError::TooLarge { .. } => MORE_BYTES,
        SourceError::Gzip { is_truncated: true, .. } => {
            "the file is incomplete: fetch it again, or inflate what is there with `gzip -dc`"
        }
        SourceError::Gzip { .. } => "the file is damaged: fetch it again",
        SourceError::Read { source, origin } => match source.kind() {
            io::ErrorKind::NotFound => hint_of_missing(origin),
            io::ErrorKind::PermissionDenied => "check the permissions with `ls -l`",
            _ => return None,
        },
        SourceError::NotInArchive { .. } => {
            "the address is taken as the archive has it; scheme, `www.` and the order of the query do not matter"
        }
        SourceError::NotBuilt { feature: "archives", .. } => "build it with the feature `archives`",
        SourceError::NotBuilt { .. } => {
            "build it with the feature `network`, or fetch the page with another tool such as `curl -s URL`"
        }
        SourceError::OtherType { .. } => {
            "--mime says which types are pages, for example --mime='text/*'; `tamis fetch URL` gives what is there"
        }
        SourceError::BadLine { .. } => {
            "a list has one address a line, as in https://example.org/page; `#` begins a comment"
        }
        #[cfg(feature = "network")]
        SourceError::Fetch { error, .. } => return error.downcast_ref().and_then(hint_of_address),
        _ => return None,
    })
}

#[cfg(feature = "network")]
fn hint_of_address(error: &AddressError) -> Option<&'static str> {
    match error {
        error if error.is_private() => Some("--allow-private fetches also from this machine and from private networks"),
        error if error.is_timeout() => {
            Some("give servers more time with --fetch-timeout, for example --fetch-timeout=120")
        }
        error if error.is_too_large() => Some(MORE_BYTES),
        _ => None,
    }
}

#[cfg(feature = "network")]
impl AddressError {
    /// What to do about the error, where that is known.
    pub fn hint(&self) -> Option<Hint> {
        hint_of_address(self).map(Hint::of)
    }
}

/// What may have been meant by a file that does not exist.
fn hint_of_missing(origin: &Origin) -> &'static str {
    match origin.path().and_then(Path::to_str) {
        Some(named) if named.contains("://") => {
            "only http and https addresses are fetched; name a file by its path, without file://"
        }
        Some(named) if lacks_scheme(named) => ADD_SCHEME,
        _ => "check the spelling; `-` reads standard input",
    }
}

fn hint_of_page(error: &PageError) -> Option<Hint> {
    Some(Hint::of(match error {
        PageError::TooLarge { .. } => MORE_BYTES,
        PageError::NotAPage { kind: ContentKind::Feed | ContentKind::Sitemap } if cfg!(not(feature = "network")) => {
            "build it with the feature `network` to fetch the pages that it lists, or fetch them with another tool"
        }
        PageError::NotAPage { kind } => kind.hint()?,
        PageError::UnknownCharset { .. } => "use a name such as utf-8, windows-1252, gbk or shift_jis",
        PageError::Render(error) => return hint_of_render(error),
        PageError::Snapshot(_) => return None,
    }))
}

fn hint_of_render(error: &RenderError) -> Option<Hint> {
    Some(Hint(match error {
        RenderError::TooLarge { .. } => "use a method that needs no layout".into(),
        RenderError::OutOfMemory { .. } => {
            "use a method that needs no layout; a page in a browser gets more with --browser-memory".into()
        }
        RenderError::TimedOut { .. } => MORE_TIME.into(),
        RenderError::Unavailable { hint, .. } => {
            format!("{hint}, or give a page that `tamis render` has stored").into()
        }
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, Task};

    #[test]
    fn a_hint_names_options_as_its_reader_types_them() {
        let hint = Hint::of("raise --max-bytes, for example --max-bytes=1000; or use --render=embedded.");
        assert_eq!(hint.to_string(), "raise max_bytes, for example max_bytes=1000; or use render=\"embedded\".");
        assert_eq!(hint.for_command(), "raise --max-bytes, for example --max-bytes 1000; or use --render embedded.");
        assert_eq!(Hint::of("--mime='text/*' -- says").for_command(), "--mime 'text/*' -- says");
        assert_eq!(Hint::of("--mime='text/*' -- says").to_string(), "mime=\"text/*\" -- says");
    }

    #[test]
    fn a_method_that_lacks_an_option_says_what_it_has_or_who_has_it() {
        let refused = |option| {
            let refused = Recipe::named(Task::Clean, "tps").and_then(|recipe| recipe.with(option, "1"));
            Error::from(refused.expect_err("there is no such option")).hint().expect("there is one").for_command()
        };
        assert_eq!(refused("threshold"), "rules has it: add --method rules");
        assert!(refused("size").starts_with("tps has "), "{}", refused("size"));
    }

    #[test]
    fn causes_are_named_once() {
        let source = io::Error::from(io::ErrorKind::NotFound);
        let origin = Origin::Path("page.html".into());
        let error = Error::from(SourceError::Read { origin, source });
        assert_eq!(error.with_causes(), "cannot read page.html: entity not found");
        assert_eq!(error.kind(), ErrorKind::Source);
    }
}
