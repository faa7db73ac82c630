//! What must hold for bytes that only inner readers see, for the fuzz targets.

use crate::message::{Message, read_messages};

/// Any bytes on the pipe are messages or skipped, however long they are; each message ends with a zero byte.
///
/// # Panics
/// If that does not hold.
pub fn messages(data: &[u8]) {
    let n_ends = data.iter().filter(|&&byte| byte == 0).count();
    for max_bytes in [0, 200, 1 << 20] {
        let mut n_messages = 0;
        read_messages(data, max_bytes, |message| {
            n_messages += 1;
            match message {
                Message::Answer(_, answer) => drop(answer.map(|answer| answer.parse::<serde_json::Value>())),
                Message::Event(event) => drop(event.parse::<serde_json::Value>()),
            }
        });
        assert!(n_messages <= n_ends, "more messages than ends of messages");
    }
}
