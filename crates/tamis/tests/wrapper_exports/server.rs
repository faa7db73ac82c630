//! A web server on loopback.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

type Answers = dyn Fn(&str) -> Option<(&'static str, String)> + Send + Sync;

/// Answers by path until it is dropped.
pub(crate) struct Server {
    address: SocketAddr,
    paths: Arc<Mutex<Vec<String>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start(answers: impl Fn(&str) -> Option<(&'static str, String)> + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let address = listener.local_addr().expect("it is bound");
        let (paths, is_over) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (seen, over) = (Arc::clone(&paths), Arc::clone(&is_over));
        let answers: Box<Answers> = Box::new(answers);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if over.load(Ordering::Acquire) {
                    return;
                }
                if let Some(path) = answer(stream, &*answers) {
                    seen.lock().expect("no thread panics with it").push(path);
                }
            }
        });
        Server { address, paths, is_over, thread: Some(thread) }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What was asked for.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.paths.lock().expect("no thread panics with it").clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        // The thread waits for a visitor.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn answer(mut stream: TcpStream, answers: &Answers) -> Option<String> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut header = String::new();
    while reader.read_line(&mut header).ok()? > 2 {
        header.clear();
    }
    let (status, (kind, body)) = match answers(&path) {
        Some(found) => ("200 OK", found),
        None => ("404 Not Found", ("text/plain", String::new())),
    };
    let head =
        format!("HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\n", body.len());
    stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes()).ok()?;
    Some(path)
}
