//! https: with servers that are trusted, and not with others.

use crate::server::{Answer, Server};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use tamis_fetch::address::{AddressPolicy, Resolve};
use tamis_fetch::http::{Client, ClientOptions, FetchError, Proxies};
use url::Url;

/// Made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=lamps.example
/// -addext subjectAltName=DNS:lamps.example,IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE`.
const CERTIFICATE: &[u8] = include_bytes!("../certificates/lamps.pem");
const KEY: &[u8] = include_bytes!("../certificates/lamps.key");

fn certificates() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/lamps.pem")
}

/// A server that has a certificate of its own making, and answers each request with `<p>A safe lamp`.
struct SafeServer {
    address: SocketAddr,
    n_requests: Arc<AtomicUsize>,
}

impl SafeServer {
    fn start() -> SafeServer {
        let certificate = CertificateDer::from_pem_slice(CERTIFICATE).unwrap();
        let key = PrivateKeyDer::from_pem_slice(KEY).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let n_requests = Arc::new(AtomicUsize::new(0));
        let counter = n_requests.clone();
        // Ends with the process: there is nothing to clean up.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (config, counter) = (config.clone(), counter.clone());
                thread::spawn(move || answer(config, stream, &counter));
            }
        });
        SafeServer { address, n_requests }
    }

    fn options(&self) -> ClientOptions {
        ClientOptions::default()
            .with_policy(AddressPolicy::public().allowing(self.address))
            .with_proxies(Proxies::None)
            .with_resolver(Arc::new(AllAtHome))
            .with_retry_wait(Duration::from_millis(1))
            .with_timeout(Duration::from_secs(10))
    }

    fn url(&self, scheme: &str, host: &str) -> Url {
        Url::parse(&format!("{scheme}://{host}:{}/", self.address.port())).unwrap()
    }
}

fn answer(config: Arc<ServerConfig>, stream: TcpStream, n_requests: &AtomicUsize) {
    let mut safe = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
    let mut line = String::new();
    let mut reader = BufReader::new(&mut safe);
    while reader.read_line(&mut line).is_ok_and(|n_bytes| n_bytes > 0) {
        if line.ends_with("\r\n\r\n") {
            n_requests.fetch_add(1, Ordering::SeqCst);
            let body = "<p>A safe lamp";
            let message = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            if reader.get_mut().write_all(message.as_bytes()).is_err() {
                return;
            }
            line.clear();
        }
    }
}

struct AllAtHome;

impl Resolve for AllAtHome {
    fn resolve(&self, _: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Ok(vec![SocketAddr::new([127, 0, 0, 1].into(), port)])
    }
}

#[test]
fn a_server_that_is_trusted_answers() {
    let server = SafeServer::start();
    let client = Client::new(server.options().with_certificates(certificates())).unwrap();
    for host in ["lamps.example", "127.0.0.1", "lamps.example"] {
        let fetched = client.get(&server.url("https", host)).unwrap();
        assert_eq!((fetched.status, &fetched.body[..]), (200, &b"<p>A safe lamp"[..]));
        assert_eq!(fetched.exchanges[0].ip, Some(server.address.ip()));
    }
}

#[test]
fn others_are_not_asked() {
    let server = SafeServer::start();
    let mozilla = Client::new(server.options()).unwrap();
    let own = Client::new(server.options().with_certificates(certificates())).unwrap();
    for (client, host) in [(&mozilla, "lamps.example"), (&own, "other.example")] {
        let error = client.get(&server.url("https", host)).unwrap_err();
        assert!(matches!(error, FetchError::Tls { .. }) && !error.is_transient(), "{host}: {error}");
        assert!(error.to_string().contains("certificate"), "{error}");
    }
    assert_eq!(server.n_requests.load(Ordering::SeqCst), 0);
}

#[test]
fn a_server_that_does_not_speak_tls_is_an_error() {
    let server = Server::start(|_| Answer::html("<p>A lamp"));
    let client = Client::new(server.options().with_retries(0).with_timeout(Duration::from_secs(1))).unwrap();
    let mut url = server.url("/");
    url.set_scheme("https").unwrap();
    let error = client.get(&url).unwrap_err();
    // This one waits for the end of a head, and is right to.
    assert!(
        matches!(error, FetchError::TimedOut { .. } | FetchError::Tls { .. } | FetchError::Disconnected { .. }),
        "{error}"
    );
    let talkative = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = talkative.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = talkative.accept().unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
        drop(stream.read(&mut [0; 1000]));
    });
    let policy = AddressPolicy::public().allowing(address);
    let client = Client::new(server.options().with_policy(policy).with_retries(0)).unwrap();
    let error = client.get(&Url::parse(&format!("https://{address}/")).unwrap()).unwrap_err();
    assert!(matches!(error, FetchError::Tls { .. }), "{error}");
}

#[test]
fn a_greeting_that_drips_ends_at_the_limit() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // A record of 16 KiB, byte by byte.
            let mut bytes = [0x16, 3, 3, 0x40, 0].into_iter().chain(std::iter::repeat(0));
            while stream.write_all(&[bytes.next().unwrap_or_default()]).is_ok() {
                thread::sleep(Duration::from_millis(50));
            }
        }
    });
    for (timeout, connect_timeout, step) in
        [(600_000, 2000, "connecting"), (2000, 600_000, "waiting for the head of the answer")]
    {
        let options = ClientOptions::default()
            .with_policy(AddressPolicy::public().allowing(address))
            .with_proxies(Proxies::None)
            .with_timeout(Duration::from_millis(timeout))
            .with_connect_timeout(Duration::from_millis(connect_timeout))
            .with_retries(0);
        let told = Client::new(options).unwrap().get(&Url::parse(&format!("https://{address}/")).unwrap()).unwrap_err();
        assert_eq!(told.to_string(), format!("https://{address}/: no answer within 2 s, while {step}"));
    }
}

#[test]
fn certificates_that_are_none_are_an_error() {
    let server = SafeServer::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.pem");
    for (text, expect) in [("what?", "there is no certificate"), ("-----BEGIN CERTIFICATE-----\n?", "PEM")] {
        std::fs::write(&file, text).unwrap();
        let error = Client::new(server.options().with_certificates(&file)).unwrap_err().to_string();
        assert!(error.contains("empty.pem") && error.contains(expect), "{error}");
    }
    let missing = Client::new(server.options().with_certificates(folder.path().join("none.pem"))).unwrap_err();
    assert!(matches!(missing, FetchError::Options { .. }), "{missing}");
}

/// A proxy that opens tunnels to one server, and tells what it was asked for.
fn tunnels(to: SocketAddr) -> (SocketAddr, thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let running = thread::spawn(move || {
        let (client, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(client.try_clone().unwrap());
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            reader.read_line(&mut head).unwrap();
        }
        (&client).write_all(b"HTTP/1.1 200 Connected\r\n\r\n").unwrap();
        let mut server = TcpStream::connect(to).unwrap();
        let (mut from_server, mut to_client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
        thread::spawn(move || io::copy(&mut from_server, &mut to_client));
        drop(io::copy(&mut reader, &mut server));
        head
    });
    (address, running)
}

#[test]
fn a_tunnel_ends_at_the_server_and_not_at_the_proxy() {
    let server = SafeServer::start();
    let (address, running) = tunnels(server.address);
    let proxies = vec![("https_proxy".to_owned(), format!("http://aladdin:open%20sesame@{address}"))];
    let options = server.options().with_certificates(certificates()).with_proxies(Proxies::Named(proxies));
    let client = Client::new(options).unwrap();
    let url = server.url("https", "lamps.example");
    for _ in 0..2 {
        let fetched = client.get(&url).unwrap();
        assert_eq!((&fetched.body[..], fetched.exchanges[0].ip), (&b"<p>A safe lamp"[..], None));
    }
    drop(client);
    let head = running.join().unwrap();
    assert!(head.starts_with(&format!("CONNECT lamps.example:{} HTTP/1.1\r\n", server.address.port())), "{head}");
    assert!(head.contains("\r\nProxy-Authorization: Basic YWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n"), "{head}");
}
