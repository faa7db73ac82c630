//! What is sent over a connection, noted or changed on its way.

use std::cell::Cell;
use std::net::{IpAddr, SocketAddr};
use ureq::Error;
use ureq::unversioned::transport::{Buffers, NextTimeout, Transport};

thread_local! {
    /// What this thread has done over the network. An exchange stays on its thread, and the library does not tell whether it
    /// has used a connection again, or where that goes to.
    static TRACE: Cell<Trace> = const { Cell::new(Trace { peer: None, has_connected: false }) };
}

/// What an exchange has done over the network.
#[derive(Clone, Copy)]
pub(super) struct Trace {
    /// The machine that something was sent to.
    peer: Option<SocketAddr>,
    /// Whether a connection was made for it.
    pub(super) has_connected: bool,
}

impl Trace {
    /// Begins a new one on this thread.
    pub(super) fn begin() {
        TRACE.set(Trace { peer: None, has_connected: false });
    }

    /// What this thread has done since then.
    pub(super) fn so_far() -> Trace {
        TRACE.get()
    }

    /// Notes that a connection is made.
    pub(super) fn connect() {
        TRACE.set(Trace { has_connected: true, ..TRACE.get() });
    }

    /// The machine that was asked.
    pub(super) fn ip(self) -> Option<IpAddr> {
        self.peer.map(|address| address.ip())
    }
}

/// A connection that notes where it goes to whenever something is sent over it.
#[derive(Debug)]
pub(super) struct Noted<T> {
    pub(super) inner: T,
    pub(super) peer: SocketAddr,
}

impl<T: Transport> Transport for Noted<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        TRACE.set(Trace { peer: Some(self.peer), ..TRACE.get() });
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.inner.await_input(timeout)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

/// A connection to a proxy that is asked for plain http addresses: with the whole address in the first line.
///
/// The library opens a tunnel for these too, which many proxies of companies allow for https only.
pub(super) struct Forwarded {
    pub(super) inner: Box<dyn Transport>,
    /// What is put before the path: `http://lamps.example:8080`.
    pub(super) origin: String,
    /// What tells the proxy who asks.
    pub(super) authorization: Option<String>,
}

impl Transport for Forwarded {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        let head = self.inner.buffers().output().get(..amount).unwrap_or_default();
        let Some(rewritten) = rewritten(head, &self.origin, self.authorization.as_deref()) else {
            return self.inner.transmit_output(amount, timeout);
        };
        // As much as the buffer holds at a time.
        let mut rest = rewritten.as_slice();
        while !rest.is_empty() {
            let output = self.inner.buffers().output();
            let n_bytes = rest.len().min(output.len());
            output[..n_bytes].copy_from_slice(&rest[..n_bytes]);
            self.inner.transmit_output(n_bytes, timeout)?;
            rest = &rest[n_bytes..];
        }
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.inner.await_input(timeout)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }
}

/// The head of a request as the proxy wants it; `None` if these bytes are not the beginning of one.
fn rewritten(head: &[u8], origin: &str, authorization: Option<&str>) -> Option<Vec<u8>> {
    let rest = head.strip_prefix(b"GET ").filter(|rest| rest.starts_with(b"/"))?;
    let line_end = rest.windows(2).position(|two| two == b"\r\n")? + 2;
    let mut rewritten = [b"GET ", origin.as_bytes(), &rest[..line_end]].concat();
    if let Some(authorization) = authorization {
        rewritten.extend_from_slice(format!("proxy-authorization: {authorization}\r\n").as_bytes());
    }
    rewritten.extend_from_slice(&rest[line_end..]);
    Some(rewritten)
}

impl std::fmt::Debug for Forwarded {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Forwarded").field("origin", &self.origin).finish_non_exhaustive()
    }
}
