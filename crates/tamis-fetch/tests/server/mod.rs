//! A server on loopback that answers as it is told, also wrongly.
//!
//! ```ignore
//! let server = Server::start(|request| match request.path() {
//!     "/" => Answer::html("<p>A lamp"),
//!     "/slow" => Answer::html("<p>A lamp").after(Duration::from_secs(1)),
//!     "/broken" => Answer::raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"),
//!     _ => Answer::status(404),
//! });
//! let client = Client::new(server.options()).unwrap();
//! client.get(&server.url("/")).unwrap();
//! assert_eq!(server.paths(), ["/"]);
//! ```
//!
//! Answers keep the connection open, as servers do, unless they are raw or are cut off.

#![allow(dead_code, clippy::unwrap_used)]

mod answer;
pub(crate) mod coded;

pub(crate) use answer::Answer;

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tamis_fetch::address::AddressPolicy;
use tamis_fetch::http::{ClientOptions, Proxies};
use url::Url;

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The second word of the first line: a path, or what is asked of a proxy.
    pub(crate) target: String,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    /// When it had come.
    pub(crate) at: Instant,
    /// On which connection, counted from 0.
    pub(crate) connection: usize,
    /// How many requests with the same target came before it.
    pub(crate) n_before: usize,
}

impl Request {
    /// The target without its query.
    pub(crate) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }
}

/// Runs until it is dropped.
pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

struct Shared {
    handler: Box<dyn Fn(&Request) -> Answer + Send + Sync>,
    log: Mutex<Vec<Request>>,
    n_connections: AtomicUsize,
    /// How many connections wait for a request, and what tells of one that does not any more.
    reading: (Mutex<usize>, Condvar),
    is_over: AtomicBool,
}

impl Server {
    pub(crate) fn start(handler: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Server {
        Server::listen(TcpListener::bind("127.0.0.1:0").unwrap(), handler)
    }

    /// On an address of one's own choice, such as `[::1]:0`.
    pub(crate) fn listen(
        listener: TcpListener,
        handler: impl Fn(&Request) -> Answer + Send + Sync + 'static,
    ) -> Server {
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            handler: Box::new(handler),
            log: Mutex::default(),
            n_connections: AtomicUsize::new(0),
            reading: Default::default(),
            is_over: AtomicBool::new(false),
        });
        let for_thread = shared.clone();
        let accepting = thread::spawn(move || {
            for stream in listener.incoming() {
                if for_thread.is_over.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let shared = for_thread.clone();
                *shared.reading.0.lock().unwrap() += 1;
                thread::spawn(move || serve(&shared, &stream));
            }
        });
        Server { address, shared, accepting: Some(accepting) }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// An address of this server.
    pub(crate) fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).unwrap()
    }

    /// What came, in the order in which it had come.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.shared.log.lock().unwrap().clone()
    }

    /// The targets of what came.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.requests().into_iter().map(|request| request.target).collect()
    }

    /// How many connections were made.
    pub(crate) fn n_connections(&self) -> usize {
        self.shared.n_connections.load(Ordering::SeqCst)
    }

    /// Waits until all is read that clients have sent which are gone now.
    pub(crate) fn settle(&self) {
        // Connections are taken in the order in which they came: when this one ends, those before it were taken.
        let mut last = TcpStream::connect(self.address).unwrap();
        last.shutdown(Shutdown::Write).unwrap();
        let _ = last.read(&mut [0]);
        let (n_reading, changed) = &self.shared.reading;
        drop(changed.wait_while(n_reading.lock().unwrap(), |n_reading| *n_reading > 0));
    }

    /// Public addresses, and this server.
    pub(crate) fn policy(&self) -> AddressPolicy {
        AddressPolicy::public().allowing(self.address)
    }

    /// A client that may ask this server, and does not wait long for anything.
    pub(crate) fn options(&self) -> ClientOptions {
        ClientOptions::default()
            .with_policy(self.policy())
            .with_proxies(Proxies::None)
            .with_retry_wait(Duration::from_millis(10))
            .with_timeout(Duration::from_secs(20))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        // Wakes up the thread that accepts.
        drop(TcpStream::connect(self.address));
        if let Some(accepting) = self.accepting.take() {
            drop(accepting.join());
        }
    }
}

fn serve(shared: &Shared, stream: &TcpStream) {
    let connection = shared.n_connections.fetch_add(1, Ordering::SeqCst);
    // A head is one write, and nobody waits for the end of a packet.
    stream.set_nodelay(true).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let mut reader = BufReader::new(stream);
    loop {
        let head = read_head(&mut reader, &shared.is_over);
        let request = head.and_then(|head| parse(&head, connection)).map(|request| {
            let mut log = shared.log.lock().unwrap();
            let n_before = log.iter().filter(|other| other.target == request.target).count();
            log.push(Request { n_before, at: Instant::now(), ..request });
            log.last().unwrap().clone()
        });
        *shared.reading.0.lock().unwrap() -= 1;
        shared.reading.1.notify_all();
        let Some(request) = request else { return };
        let answer = (shared.handler)(&request);
        if !answer.send(stream, &shared.is_over) {
            return;
        }
        *shared.reading.0.lock().unwrap() += 1;
    }
}

/// Up to the empty line, or nothing if the client has gone.
fn read_head(reader: &mut BufReader<&TcpStream>, is_over: &AtomicBool) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match reader.by_ref().take(1 << 20).read_until(b'\n', &mut head) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if is_over.load(Ordering::SeqCst) {
                    return None;
                }
            }
            Err(_) => return None,
        }
    }
    String::from_utf8(head).ok()
}

fn parse(head: &str, connection: usize) -> Option<Request> {
    let mut lines = head.lines();
    let mut words = lines.next()?.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    Some(Request { method, target, headers, at: Instant::now(), connection, n_before: 0 })
}
