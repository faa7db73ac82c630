//! A server on loopback that answers as it is told, for the tests of this crate and of the command.

#![allow(missing_docs, dead_code, reason = "only tests see this, and each uses its own part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The path, or what is asked of a proxy.
    pub target: String,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    /// Where the server is, as `http://127.0.0.1:…`.
    pub base: String,
    pub at: Instant,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }
}

/// What is answered.
#[derive(Clone, Debug)]
#[must_use]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    delay: Duration,
}

impl Reply {
    pub fn new(media_type: &str, body: impl Into<Vec<u8>>) -> Reply {
        let headers = vec![("Content-Type".to_owned(), media_type.to_owned())];
        Reply { status: 200, headers, body: body.into(), delay: Duration::ZERO }
    }

    pub fn html(body: impl Into<Vec<u8>>) -> Reply {
        Reply::new("text/html; charset=utf-8", body)
    }

    pub fn status(status: u16) -> Reply {
        Reply { status, ..Reply::html("<p>The server has something to say about this.") }
    }

    pub fn header(mut self, name: &str, value: &str) -> Reply {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn after(mut self, delay: Duration) -> Reply {
        self.delay = delay;
        self
    }
}

/// Holds answers back until a test opens it.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub fn wait(&self) {
        let (is_open, opened) = &*self.0;
        drop(opened.wait_while(is_open.lock().expect("no test panics here"), |is_open| !*is_open));
    }

    pub fn open(&self) {
        *self.0.0.lock().expect("no test panics here") = true;
        self.0.1.notify_all();
    }
}

/// Runs until the test ends.
pub struct Web {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    /// How many connections are open, and what tells of one that is not any more.
    open: Arc<(Mutex<usize>, Condvar)>,
}

impl Web {
    pub fn start(reply: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Web {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("has an address");
        let (asked, open, reply) = (Arc::new(Mutex::new(Vec::new())), Arc::default(), Arc::new(reply));
        let web = Web { address, asked: Arc::clone(&asked), open: Arc::clone(&open) };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, open, reply) = (Arc::clone(&asked), Arc::clone(&open), Arc::clone(&reply));
                *open.0.lock().expect("no test panics here") += 1;
                thread::spawn(move || {
                    if let Some(asked) = read(&stream, address) {
                        log.lock().expect("no test panics here").push(asked.clone());
                        send(&stream, &reply(&asked));
                    }
                    drop(stream);
                    *open.0.lock().expect("no test panics here") -= 1;
                    open.1.notify_all();
                });
            }
        });
        web
    }

    /// Waits until everything that clients have sent so far is read and answered.
    pub fn settle(&self) {
        // Connections are taken in the order in which they came: when this one ends, those before it were taken.
        let mut last = TcpStream::connect(self.address).expect("the server listens");
        last.shutdown(Shutdown::Write).expect("is open");
        let _ = last.read(&mut [0]);
        let n_open = self.open.0.lock().expect("no test panics here");
        drop(self.open.1.wait_while(n_open, |n_open| *n_open > 0));
    }

    /// An address of this server.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// An address of this server with a name and a password.
    pub fn url_with_credentials(&self, path: &str) -> String {
        format!("http://anna:s3cret@{}{path}", self.address)
    }

    /// What came, in its order.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no test panics here").clone()
    }

    pub fn targets(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.target).collect()
    }
}

fn read(stream: &TcpStream, address: SocketAddr) -> Option<Asked> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let target = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.split_once(':').map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        })
        .collect();
    Some(Asked { target, headers, base: format!("http://{address}"), at: Instant::now() })
}

fn send(mut stream: &TcpStream, reply: &Reply) {
    thread::sleep(reply.delay);
    let mut message = format!("HTTP/1.1 {} Whatever\r\nConnection: close\r\n", reply.status);
    for (name, value) in &reply.headers {
        message += &format!("{name}: {value}\r\n");
    }
    message += &format!("Content-Length: {}\r\n\r\n", reply.body.len());
    // A client that has gone is no failure of the test.
    let _ = stream.write_all(&[message.as_bytes(), &reply.body].concat());
}
