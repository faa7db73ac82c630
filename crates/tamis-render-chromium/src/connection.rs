//! The pipe to the browser: calls go in, answers and events come out, each to the client it is meant for.
//!
//! Two threads do the reading and the writing, so that a browser that does neither never blocks a client: clients wait
//! for answers, and for those only until a deadline.

use crate::message::{Answer, CallFailure, Event, Message, read_messages};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The browser's end of a conversation; shared by all clients.
#[derive(Clone)]
pub(crate) struct Connection {
    shared: Arc<Shared>,
}

struct Shared {
    router: Mutex<Router>,
    next_call: AtomicU64,
}

/// Who waits for what.
#[derive(Default)]
struct Router {
    /// `None` when the connection is closed.
    outgoing: Option<Sender<Vec<u8>>>,
    calls: HashMap<u64, Sender<Incoming>>,
    sessions: HashMap<String, Sender<Incoming>>,
}

enum Incoming {
    Answer(u64, Result<Answer, CallFailure>),
    Event(Event),
    Gone,
}

impl Connection {
    /// Starts to speak over two pipes. Answers of more than `max_answer` bytes are not read.
    pub(crate) fn open(
        mut to_browser: impl Write + Send + 'static,
        from_browser: impl Read + Send + 'static,
        max_answer: usize,
    ) -> std::io::Result<Connection> {
        let (outgoing, to_write) = channel::<Vec<u8>>();
        let router = Mutex::new(Router { outgoing: Some(outgoing), ..Router::default() });
        let shared = Arc::new(Shared { router, next_call: AtomicU64::new(1) });
        std::thread::Builder::new().name("chromium-writer".to_owned()).spawn(move || {
            for message in to_write {
                if to_browser.write_all(&message).and_then(|()| to_browser.flush()).is_err() {
                    break;
                }
            }
        })?;
        let reader = Arc::clone(&shared);
        std::thread::Builder::new().name("chromium-reader".to_owned()).spawn(move || {
            read_messages(from_browser, max_answer, |message| reader.router().deliver(message));
            reader.router().close();
        })?;
        Ok(Connection { shared })
    }

    /// A conversation with the browser itself.
    pub(crate) fn client(&self) -> Client {
        let (sender, receiver) = channel();
        Client { shared: Arc::clone(&self.shared), session: None, sender, receiver }
    }

    /// Whether the browser is still there.
    pub(crate) fn is_open(&self) -> bool {
        self.shared.router().outgoing.is_some()
    }

    /// Ends every conversation.
    pub(crate) fn close(&self) {
        self.shared.router().close();
    }
}

impl Shared {
    fn router(&self) -> MutexGuard<'_, Router> {
        self.router.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Router {
    fn deliver(&mut self, message: Message) {
        match message {
            Message::Answer(call, answer) => {
                if let Some(client) = self.calls.remove(&call) {
                    drop(client.send(Incoming::Answer(call, answer)));
                }
            }
            Message::Event(event) => {
                if let Some(client) = event.session.as_ref().and_then(|session| self.sessions.get(session)) {
                    drop(client.send(Incoming::Event(event)));
                }
            }
        }
    }

    fn close(&mut self) {
        self.outgoing = None;
        // Nobody can tell in which order they learn it.
        let clients =
            std::mem::take(&mut self.calls).into_values().chain(std::mem::take(&mut self.sessions).into_values());
        clients.for_each(|client| drop(client.send(Incoming::Gone)));
    }
}

/// One conversation: with the browser, or with a tab.
pub(crate) struct Client {
    shared: Arc<Shared>,
    session: Option<String>,
    sender: Sender<Incoming>,
    receiver: Receiver<Incoming>,
}

impl Client {
    /// Goes on speaking to a tab, whose events come here from now on.
    pub(crate) fn enter(&mut self, session: String) {
        self.shared.router().sessions.insert(session.clone(), self.sender.clone());
        self.session = Some(session);
    }

    /// Goes back to speaking to the browser.
    pub(crate) fn leave(&mut self) {
        if let Some(session) = self.session.take() {
            self.shared.router().sessions.remove(&session);
        }
    }

    /// Asks, and waits for the answer. For the browser, which sends no events.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value, deadline: Instant) -> Result<Answer, CallFailure> {
        let call = self.send(method, parameters)?;
        loop {
            if let Received::Answer(answered, answer) = self.receive(deadline)?
                && answered == call
            {
                return answer;
            }
        }
    }

    /// Asks; the answer comes with this number.
    pub(crate) fn send(&mut self, method: &str, parameters: &Value) -> Result<u64, CallFailure> {
        self.put(method, parameters, true)
    }

    /// Asks for something whose answer does not matter.
    pub(crate) fn tell(&mut self, method: &str, parameters: &impl Serialize) -> Result<(), CallFailure> {
        self.put(method, parameters, false).map(|_| ())
    }

    fn put(&mut self, method: &str, parameters: &impl Serialize, is_answer_wanted: bool) -> Result<u64, CallFailure> {
        let call = self.shared.next_call.fetch_add(1, Ordering::Relaxed);
        let message = Call { id: call, method, params: parameters, session_id: self.session.as_deref() };
        let mut bytes = serde_json::to_vec(&message).map_err(|error| CallFailure::Refused(error.to_string()))?;
        bytes.push(0);
        let mut router = self.shared.router();
        let sent = router.outgoing.as_ref().is_some_and(|outgoing| outgoing.send(bytes).is_ok());
        if !sent {
            return Err(CallFailure::Gone);
        }
        if is_answer_wanted {
            router.calls.insert(call, self.sender.clone());
        }
        Ok(call)
    }

    /// What comes next.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<Received, CallFailure> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.receiver.recv_timeout(left) {
            Ok(Incoming::Answer(call, answer)) => Ok(Received::Answer(call, answer)),
            Ok(Incoming::Event(event)) => Ok(Received::Event(event)),
            Ok(Incoming::Gone) | Err(RecvTimeoutError::Disconnected) => Err(CallFailure::Gone),
            Err(RecvTimeoutError::Timeout) => Err(CallFailure::TimedOut),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.leave();
    }
}

/// A call as it is written. Its parameters are borrowed, because a page is a large one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Call<'a, P> {
    id: u64,
    method: &'a str,
    params: &'a P,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
}

/// What the browser sent to a client.
pub(crate) enum Received {
    /// The answer to the call of that number.
    Answer(u64, Result<Answer, CallFailure>),
    /// Something happened.
    Event(Event),
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::io::{PipeReader, PipeWriter, pipe};
    use std::time::Duration;

    /// A connection and the browser's side of it.
    fn connected() -> (Connection, PipeReader, PipeWriter) {
        let (calls, to_browser) = pipe().unwrap();
        let (from_browser, answers) = pipe().unwrap();
        (Connection::open(to_browser, from_browser, 100).unwrap(), calls, answers)
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn an_answer_reaches_who_asked_and_an_event_its_session() {
        let (connection, _calls, mut answers) = connected();
        let (mut one, mut other) = (connection.client(), connection.client());
        other.enter("S".to_owned());
        let asked = one.send("A.b", &json!({})).unwrap();
        write!(answers, "{{\"method\":\"E.f\",\"params\":{{}},\"sessionId\":\"S\"}}\0").unwrap();
        write!(answers, "{{\"id\":{asked},\"result\":{{\"x\":1}}}}\0").unwrap();
        assert!(matches!(one.receive(soon()), Ok(Received::Answer(call, Ok(_))) if call == asked));
        assert!(matches!(other.receive(soon()), Ok(Received::Event(event)) if event.method == "E.f"));
    }

    #[test]
    fn a_browser_that_says_nothing_is_waited_for_until_the_deadline() {
        let (connection, _calls, _answers) = connected();
        let deadline = Instant::now() + Duration::from_millis(20);
        let answer = connection.client().call("A.b", &json!({}), deadline);
        assert_eq!(answer.err(), Some(CallFailure::TimedOut));
    }

    #[test]
    fn a_browser_that_reads_nothing_blocks_nobody() {
        let (connection, _calls, _answers) = connected();
        let long = "x".repeat(1 << 20);
        for _ in 0..4 {
            connection.client().send("A.b", &json!({ "long": long })).unwrap();
        }
    }

    #[test]
    fn who_waits_learns_that_the_browser_is_gone() {
        let (connection, _calls, answers) = connected();
        let mut client = connection.client();
        client.send("A.b", &json!({})).unwrap();
        drop(answers);
        assert_eq!(client.receive(soon()).err(), Some(CallFailure::Gone));
        while connection.is_open() {
            std::thread::yield_now();
        }
        assert_eq!(client.send("A.b", &json!({})), Err(CallFailure::Gone));
    }

    #[test]
    fn an_answer_that_is_too_large_is_an_error_and_the_next_one_is_read() {
        let (connection, _calls, mut answers) = connected();
        let mut client = connection.client();
        let (first, second) = (client.send("A.b", &json!({})).unwrap(), client.send("A.b", &json!({})).unwrap());
        write!(answers, "{{\"id\":{first},\"result\":\"{}\"}}\0", "x".repeat(200)).unwrap();
        write!(answers, "{{\"id\":{second},\"result\":{{}}}}\0").unwrap();
        assert!(
            matches!(client.receive(soon()), Ok(Received::Answer(call, Err(CallFailure::TooLarge(_)))) if call == first)
        );
        assert!(matches!(client.receive(soon()), Ok(Received::Answer(call, Ok(_))) if call == second));
    }
}
