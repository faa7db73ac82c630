//! The bytes of a page, and its text, each shared by all that hold it.
//!
//! A page is read once and then looked at by many: a crawl reads its links, an archive stores it, a method asks it, a renderer
//! lays it out. A clone of a [`Body`] or of a [`SharedText`] is another handle to the same memory. Bytes that are UTF-8 are kept
//! as text from the beginning, so that decoding and parsing them copies nothing either.

use crate::counts;
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The bytes of a page.
///
/// ```
/// use tamis_page::Body;
///
/// let body = Body::from("<p>café");
/// assert_eq!((body.len(), &body[..3]), (8, &b"<p>"[..]));
/// let again = body.clone();
/// assert!(std::ptr::eq(&body[..], &again[..]), "a clone is the same memory");
/// ```
#[derive(Clone)]
pub struct Body(Content);

#[derive(Clone)]
enum Content {
    Text(SharedText),
    /// What is not UTF-8.
    Bytes(Arc<Vec<u8>>),
}

impl Body {
    /// The bytes as text if they are UTF-8, or the bytes back.
    pub(crate) fn into_utf8(self) -> Result<SharedText, Body> {
        match self.0 {
            Content::Text(text) => Ok(text),
            Content::Bytes(_) => Err(self),
        }
    }

    /// The bytes; they are copied if somebody else holds them too.
    pub fn into_vec(self) -> Vec<u8> {
        match self.0 {
            Content::Text(text) => text.into_string().into_bytes(),
            Content::Bytes(bytes) => Arc::try_unwrap(bytes).unwrap_or_else(|shared| {
                counts::body_copied();
                Vec::clone(&shared)
            }),
        }
    }

    /// The bytes behind the first `n_bytes`.
    pub(crate) fn without_start(self, n_bytes: usize) -> Body {
        let mut bytes = self.into_vec();
        bytes.drain(..n_bytes);
        bytes.into()
    }
}

impl Deref for Body {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// Takes the bytes over, and finds out whether they are UTF-8.
impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Body {
        Body(match utf8_text(bytes) {
            Ok(text) => Content::Text(text.into()),
            Err(bytes) => Content::Bytes(Arc::new(bytes)),
        })
    }
}

impl From<&[u8]> for Body {
    fn from(bytes: &[u8]) -> Body {
        bytes.to_vec().into()
    }
}

impl<const N: usize> From<&[u8; N]> for Body {
    fn from(bytes: &[u8; N]) -> Body {
        bytes.to_vec().into()
    }
}

impl<const N: usize> From<[u8; N]> for Body {
    fn from(bytes: [u8; N]) -> Body {
        bytes.to_vec().into()
    }
}

impl From<SharedText> for Body {
    fn from(text: SharedText) -> Body {
        Body(Content::Text(text))
    }
}

impl From<String> for Body {
    fn from(text: String) -> Body {
        SharedText::from(text).into()
    }
}

impl From<&str> for Body {
    fn from(text: &str) -> Body {
        SharedText::from(text).into()
    }
}

impl Default for Body {
    fn default() -> Body {
        Body::from(String::new())
    }
}

impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for Body {
    fn eq(&self, other: &T) -> bool {
        self[..] == *other.as_ref()
    }
}

impl Eq for Body {}

impl fmt::Debug for Body {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(formatter)
    }
}

/// The text of a page.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct SharedText(Arc<String>);

impl SharedText {
    /// The text as a slice.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text; it is copied if somebody else holds it too.
    pub fn into_string(self) -> String {
        Arc::try_unwrap(self.0).unwrap_or_else(|shared| {
            counts::body_copied();
            String::clone(&shared)
        })
    }

    /// The memory of the text, if nobody else holds it.
    pub(crate) fn into_unshared(self) -> Option<String> {
        Arc::into_inner(self.0)
    }
}

impl Deref for SharedText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for SharedText {
    fn from(text: String) -> SharedText {
        SharedText(Arc::new(text))
    }
}

impl From<&str> for SharedText {
    fn from(text: &str) -> SharedText {
        text.to_owned().into()
    }
}

impl From<Cow<'_, str>> for SharedText {
    fn from(text: Cow<'_, str>) -> SharedText {
        text.into_owned().into()
    }
}

impl PartialEq<str> for SharedText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for SharedText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for SharedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(formatter)
    }
}

/// The bytes as text if they are UTF-8, or the bytes back.
///
/// The standard library takes the bytes over and checks mostly ASCII at 20 to 30 GB/s, but other scripts at 2 only.
/// simdutf8 checks those at 9, and only a copy turns its answer into a string of our own: 8 GB/s in all.
fn utf8_text(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    let middle = &bytes[bytes.len() / 2..];
    let sample = &middle[..middle.len().min(1024)];
    let n_beyond_ascii = sample.iter().filter(|byte| !byte.is_ascii()).count();
    if n_beyond_ascii * 16 < sample.len() {
        return String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes);
    }
    match simdutf8::basic::from_utf8(&bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_as_they_were() {
        for bytes in [&b""[..], b"<p>Hello", "Привет, мир".as_bytes(), b"caf\xE9", b"\xFF\xFEh\0i\0", &[0x80; 3000]]
        {
            let body = Body::from(bytes);
            assert_eq!(body, bytes);
            assert_eq!(body.clone().into_utf8().is_ok(), std::str::from_utf8(bytes).is_ok(), "{bytes:?}");
            assert_eq!(body.into_vec(), bytes);
        }
    }

    #[test]
    fn text_is_the_memory_of_its_bytes() {
        let bytes = b"<p>Hello".to_vec();
        let start = bytes.as_ptr();
        let text = Body::from(bytes).into_utf8().expect("UTF-8");
        assert_eq!(text.as_ptr(), start);
        let body = Body::from(text.clone());
        assert_eq!(body.as_ptr(), start);
        drop(text);
        let bytes = body.into_vec();
        assert_eq!(bytes.as_ptr(), start, "nobody else held it");
    }
}
