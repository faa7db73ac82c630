//! One message of the protocol: a JSON object that ends with a zero byte.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::fmt;
use std::io::{BufRead, BufReader, Read};

/// Why a call has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CallFailure {
    /// The browser is gone.
    Gone,
    /// The tab is gone; why.
    TabGone(&'static str),
    /// The tab, or the browser, took too much memory and was ended.
    OutOfMemory,
    /// The deadline passed.
    TimedOut,
    /// The answer is larger than allowed; how large it was at least.
    TooLarge(usize),
    /// The browser refused, or said something that makes no sense.
    Refused(String),
}

impl fmt::Display for CallFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallFailure::Gone => formatter.write_str("the browser ended"),
            CallFailure::TabGone(why) => formatter.write_str(why),
            CallFailure::OutOfMemory => formatter.write_str("it took too much memory"),
            CallFailure::TimedOut => formatter.write_str("no answer in time"),
            CallFailure::TooLarge(bytes) => write!(formatter, "an answer of more than {bytes} bytes"),
            CallFailure::Refused(message) => formatter.write_str(message),
        }
    }
}

/// What the browser says.
pub(crate) enum Message {
    /// The answer to a call.
    Answer(u64, Result<Answer, CallFailure>),
    /// Something happened.
    Event(Event),
}

/// The result of a call, not looked into yet.
#[derive(Debug)]
pub(crate) struct Answer(Box<RawValue>);

/// Something that happened.
#[derive(Debug)]
pub(crate) struct Event {
    /// What, `Page.loadEventFired` and the like.
    pub(crate) method: String,
    /// The session it happened in.
    pub(crate) session: Option<String>,
    parameters: Option<Box<RawValue>>,
}

impl Answer {
    /// Reads the result.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, CallFailure> {
        parse(self.0.get())
    }
}

impl Event {
    /// Reads what is said about the event.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, CallFailure> {
        parse(self.parameters.as_ref().map_or("{}", |parameters| parameters.get()))
    }
}

fn parse<T: DeserializeOwned>(json: &str) -> Result<T, CallFailure> {
    match serde_json::from_str(json) {
        Ok(value) => Ok(value),
        // Scripts can put halves of surrogate pairs into a page, and the browser writes them as they are.
        Err(_) => serde_json::from_str(&whole_surrogates(json))
            .map_err(|error| CallFailure::Refused(format!("the browser's answer cannot be read: {error}"))),
    }
}

/// Reads messages until the pipe ends. One of more than `max_bytes` is skipped; if it was an answer, the call that waits for it fails.
pub(crate) fn read_messages(pipe: impl Read, max_bytes: usize, mut deliver: impl FnMut(Message)) {
    let mut pipe = BufReader::with_capacity(1 << 16, pipe);
    let mut bytes = Vec::new();
    let mut n_skipped = 0;
    loop {
        let chunk = match pipe.fill_buf() {
            Ok([]) => return,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let end = chunk.iter().position(|&byte| byte == 0);
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if n_skipped > 0 || bytes.len() + part.len() > max_bytes.max(PREFIX) {
            n_skipped += bytes.len() + part.len();
            bytes.extend(part.iter().take(PREFIX));
            bytes.truncate(PREFIX);
            n_skipped -= bytes.len();
        } else {
            bytes.extend_from_slice(part);
        }
        let n_used = part.len() + usize::from(end.is_some());
        pipe.consume(n_used);
        if end.is_some() {
            let message = if n_skipped > 0 { too_large(&bytes, n_skipped) } else { read(&bytes) };
            if let Some(message) = message {
                deliver(message);
            }
            bytes.clear();
            // A large page should not be paid for until the end of the run.
            bytes.shrink_to(1 << 20);
            n_skipped = 0;
        }
    }
}

/// How much is kept of a message that is too large: enough for its number.
const PREFIX: usize = 64;

#[derive(Deserialize)]
struct Envelope<'a> {
    id: Option<u64>,
    method: Option<String>,
    #[serde(rename = "sessionId")]
    session: Option<String>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

fn read(bytes: &[u8]) -> Option<Message> {
    let text = String::from_utf8_lossy(bytes);
    let envelope: Envelope<'_> = serde_json::from_str(&text).ok()?;
    if let Some(id) = envelope.id {
        let answer = match (envelope.result, envelope.error) {
            (_, Some(error)) => Err(CallFailure::Refused(error.message)),
            (Some(result), None) => Ok(Answer(result.to_owned())),
            (None, None) => Err(CallFailure::Refused("the browser gave no result".to_owned())),
        };
        return Some(Message::Answer(id, answer));
    }
    let mut event = Event {
        method: envelope.method?,
        session: envelope.session,
        parameters: envelope.params.map(RawValue::to_owned),
    };
    // That a tab is gone is told to the browser's client; the tab's should know.
    if event.method == "Target.detachedFromTarget" {
        event.session = event.parse::<Detached>().ok().map(|detached| detached.session);
    }
    Some(Message::Event(event))
}

#[derive(Deserialize)]
struct Detached {
    #[serde(rename = "sessionId")]
    session: String,
}

fn too_large(prefix: &[u8], n_skipped: usize) -> Option<Message> {
    let digits = prefix.strip_prefix(br#"{"id":"#)?;
    let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    let id = std::str::from_utf8(&digits[..end]).ok()?.parse().ok()?;
    Some(Message::Answer(id, Err(CallFailure::TooLarge(prefix.len() + n_skipped))))
}

/// JSON in which every escaped half of a surrogate pair without its other half is U+FFFD, which is as long in UTF-16.
fn whole_surrogates(json: &str) -> String {
    let unit_at = |at: usize| -> Option<u32> {
        let escape = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(escape, 16).ok()
    };
    let mut whole = String::with_capacity(json.len());
    let mut rest = 0;
    let mut at = 0;
    while let Some(found) = json[at..].find('\\') {
        let escape = at + found;
        let low_follows = || unit_at(escape + 6).is_some_and(|low| (0xDC00..0xE000).contains(&low));
        at = match unit_at(escape) {
            Some(0xD800..0xDC00) if low_follows() => escape + 12,
            Some(0xD800..0xE000) => {
                whole.push_str(&json[rest..escape]);
                whole.push_str("\\ufffd");
                rest = escape + 6;
                rest
            }
            Some(_) => escape + 6,
            // A backslash and one more character, all of them ASCII in JSON.
            None => (escape + 2).min(json.len()),
        };
        while !json.is_char_boundary(at) {
            at += 1;
        }
    }
    whole.push_str(&json[rest..]);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_surrogate_pair_becomes_a_replacement_character() {
        #[track_caller]
        fn check(json: &str, expect: &str) {
            assert_eq!(parse::<String>(json).as_deref(), Ok(expect));
        }
        check(r#""a\ud83d\ude00b""#, "a😀b");
        check(r#""a\ud83db""#, "a\u{FFFD}b");
        check(r#""\ude00\ud83d\ude00\ud83d""#, "\u{FFFD}😀\u{FFFD}");
        check(r#""\\ud83d\ud83d""#, "\\ud83d\u{FFFD}");
        check(r#""é\ud83dé""#, "é\u{FFFD}é");
    }

    #[test]
    fn messages_are_read_one_by_one_and_broken_ones_left_out() {
        let bytes = b"{\"id\":1,\"result\":{}}\0nonsense\0{\"id\":2,\"error\":{\"code\":-1,\"message\":\"no\"}}\0{\"method\":\"A.b\"}\0{";
        let mut seen = Vec::new();
        read_messages(&bytes[..], 1000, |message| {
            seen.push(match message {
                Message::Answer(id, Ok(_)) => format!("{id} ok"),
                Message::Answer(id, Err(error)) => format!("{id} {error}"),
                Message::Event(event) => event.method,
            });
        });
        assert_eq!(seen, ["1 ok", "2 no", "A.b"]);
    }

    #[test]
    fn a_tab_that_is_gone_is_told_to_its_own_client() {
        let message = read(br#"{"method":"Target.detachedFromTarget","params":{"sessionId":"S","targetId":"T"}}"#);
        assert!(matches!(message, Some(Message::Event(event)) if event.session.as_deref() == Some("S")));
    }
}
