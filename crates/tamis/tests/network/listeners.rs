//! Servers on loopback: one that may be asked, and those that nobody may reach.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tamis_fetch::address::Resolve;

/// A picture of 3 × 2 pixels.
const BITMAP: &[u8] = b"BM\x4e\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x03\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x18\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

type Notes = Arc<Mutex<Vec<String>>>;

fn noted(notes: &Notes) -> Vec<String> {
    notes.lock().expect("no test failed with it").clone()
}

/// The server that may be asked.
pub(crate) struct Public {
    port: u16,
    asked: Notes,
}

impl Public {
    pub(crate) fn start() -> Public {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let asked = Notes::default();
        let notes = Arc::clone(&asked);
        std::thread::spawn(move || {
            for mut visit in listener.incoming().flatten() {
                let notes = Arc::clone(&notes);
                std::thread::spawn(move || answer(&mut visit, &notes));
            }
        });
        Public { port, asked }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The paths that it was asked for.
    pub(crate) fn asked(&self) -> Vec<String> {
        noted(&self.asked)
    }
}

fn answer(visit: &mut TcpStream, notes: &Notes) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && visit.read(&mut byte).is_ok_and(|n_read| n_read == 1) {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head);
    let Some(path) = head.split(' ').nth(1) else { return };
    notes.lock().expect("no test failed with it").push(path.to_owned());
    let (kind, body): (&str, &[u8]) = match path {
        "/a.css" => ("text/css", b"@import 'b.css'; #css { width: 123px }"),
        "/b.css" => ("text/css", b"#css { height: 45px }"),
        "/i.bmp" => ("image/bmp", BITMAP),
        "/s.js" => ("text/javascript", b"document.body.append(' SCRIPT RAN ')"),
        "/frame" => ("text/html", b"<!doctype html><p>FRAMED"),
        _ => ("text/plain", b"hello"),
    };
    let (status, location) = match path.strip_prefix("/to/") {
        Some(target) => ("302 Found", format!("Location: http://{target}\r\n")),
        None => ("200 OK", String::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{location}Content-Length: {}\r\n\
         Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n",
        body.len()
    );
    drop(visit.write_all(head.as_bytes()).and_then(|()| visit.write_all(body)));
}

/// Ports of this machine that no page may reach, over TCP and UDP.
pub(crate) struct Forbidden {
    port: u16,
    visits: Notes,
}

impl Forbidden {
    /// With one more on another loopback address, on the port of a server that may be asked.
    pub(crate) fn start(public_port: u16) -> Forbidden {
        let visits = Notes::default();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        listen(listener, "tcp", &visits);
        // Not every machine has these.
        for address in [SocketAddr::from((Ipv6Addr::LOCALHOST, port)), SocketAddr::from(([127, 0, 0, 2], public_port))]
        {
            if let Ok(listener) = TcpListener::bind(address) {
                listen(listener, "tcp to another address", &visits);
            }
        }
        let datagrams = UdpSocket::bind((Ipv4Addr::LOCALHOST, port)).expect("a port");
        let notes = Arc::clone(&visits);
        std::thread::spawn(move || {
            let mut buffer = [0; 2000];
            while let Ok(n_read) = datagrams.recv(&mut buffer) {
                note(&notes, "udp", &buffer[..n_read]);
            }
        });
        Forbidden { port, visits }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// What arrived.
    pub(crate) fn visits(&self) -> Vec<String> {
        noted(&self.visits)
    }
}

fn listen(listener: TcpListener, what: &'static str, visits: &Notes) {
    let notes = Arc::clone(visits);
    std::thread::spawn(move || {
        for mut visit in listener.incoming().flatten() {
            let notes = Arc::clone(&notes);
            std::thread::spawn(move || {
                let mut buffer = [0; 300];
                drop(visit.set_read_timeout(Some(Duration::from_secs(2))));
                let n_read = visit.read(&mut buffer).unwrap_or_default();
                note(&notes, what, &buffer[..n_read]);
                drop(visit.write_all(b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\n\r\nSECRET"));
            });
        }
    });
}

fn note(notes: &Notes, what: &str, bytes: &[u8]) {
    let line = format!("{what}: {}", String::from_utf8_lossy(bytes));
    notes.lock().expect("no test failed with it").push(line);
}

/// A name server that lies.
#[derive(Default)]
pub(crate) struct Names {
    n_rebinds: AtomicUsize,
}

impl Names {
    /// How often the name was asked for that changes where it leads.
    pub(crate) fn n_rebinds(&self) -> usize {
        self.n_rebinds.load(Ordering::SeqCst)
    }
}

impl Resolve for Names {
    fn resolve(&self, host: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        let ips: &[[u8; 4]] = match host {
            "public.example" => &[[127, 0, 0, 1]],
            "private.example" => &[[10, 0, 0, 1]],
            // What may be asked, and from the second time on what may not.
            "rebind.example" if self.n_rebinds.fetch_add(1, Ordering::SeqCst) == 0 => &[[127, 0, 0, 1]],
            "rebind.example" => &[[127, 0, 0, 2]],
            "mixed.example" => &[[127, 0, 0, 1], [127, 0, 0, 2]],
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        Ok(ips.iter().map(|ip| SocketAddr::new(IpAddr::from(*ip), port)).collect())
    }
}
